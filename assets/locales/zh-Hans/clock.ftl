# 时间：棋钟、提醒、没人再下的棋。

clock-unlimited = 不计时
    .button = 不计时
clock-each = 每步 { $time }
clock-total = 每方 { $base }
clock-increment = 每方 { $base }，每走一步加 { $increment }

time-days = { $count } 天
time-hours = { $count } 小时
time-minutes = { $count } 分钟
time-seconds = { $count } 秒
time-milliseconds = { $count } 毫秒
left-days = { $days } 天 { $hours } 小时
left-hours = { $hours } 小时 { $minutes } 分

button-clock = ⏱ { $clock }
card-clock = ⏱ 棋钟：{ $clock }。{ $out ->
    [passes] 超时由裁判代停一步，满 { $most } 次后再超时判负。
   *[loses] 超时判负。
}
board-clock = ⏱ { $left }{ $state ->
    [stopped] （停钟）
   *[on] {""}
}{ $count ->
    [0] {""}
   *[other] （超时 { $count }/{ $most }）
}
settings-clock = ⏱ 棋钟：{ $value }
settings-clock-about =
    <b>棋钟</b>：战帖从它开始，挑战者还可以在战帖上改。
    也可以写在命令后面：/challenge 20+0 是每方 20 分钟，/challenge 10m 是每步 10 分钟，/challenge 3d 是每步 3 天。

told-pass = { $mark } 没有走棋，停了一步。
told-brief-pass = 停的一步
news-time-out = ⏱ { $name } 超时（{ $count }/{ $most }），{ $how ->
    [pass] 裁判替他停一步
   *[lot] 裁判随机代走一步
}；满 { $most } 次后再超时判负。
board-really-leave = 🚪 { $name }，真的要离开这盘棋吗？离开算逃跑，判负。请确认，也可以继续下。
button-really-leave = 🚪 真的离开？
end-forgotten = 🍂 太久没有人走棋，这盘棋已关闭，不计胜负。

reminder = ⏳ { $name }，这一步还剩 { $left }。
reminder-total = ⏳ { $name }，你的棋钟还剩 { $left }。
reminder-private = ⏳ { $title }：轮到你走，还剩 { $left }。
warning = 🍂 { $name }，轮到你走已经好几天了。{ $left }内再不走，这盘棋{ $how ->
    [lost] 就判你负
   *[closed] 就关闭，不计胜负
}。

# 私下告诉某人的话

turn-private = 🔔 { $title }：{ $by } 走了，轮到你。
opened-private = ⚔️ { $title }：{ $by } 在找对手。
button-quiet = 🔕 不再提醒
notify = 🔔 <b>要我私下提醒你吗？</b>想知道本群的什么，就按什么；再按一次就不提醒了。各人选各人的。
button-notify-turn = 🔔 轮到我走时
button-notify-challenge = 🔔 有人下战帖时
button-private-chat = 💬 和我私聊
notices = 🔔 <b>我会在这里提醒你的事。</b>按一下就不再提醒。
notices-none = 🔕 我不会主动提醒你。想要提醒，请在群里发送 /notify
button-quiet-turn = 🔕 轮到我：{ $title }
button-quiet-challenge = 🔕 战帖：{ $title }
settings-notices = 🔔 我的提醒

settings-night = 🌙 夜间：{ $value }
settings-night-about =
    <b>夜间</b>：每步一小时以上的棋，你的棋钟在这段时间不走。
    改动从你的下一步开始算。
night-none = 无
night-hours = { $from } 到 { $to }，{ $zone }
night-on = 🌙 设置夜间
night-off = ☀️ 不设夜间
night-west = ◀ 时区 −½ 小时
night-east = 时区 +½ 小时 ▶
night-earlier = ◀ 早一小时
night-later = 晚一小时 ▶
night-shorter = ◀ 短一小时
night-longer = 长一小时 ▶
