# 杯赛：群里或话题里的比赛。

command-cup = 在这里办杯赛：/cup

cup-registration = 🏆 <b>杯赛报名啦，谁来？</b>
cup-terms = { $form ->
    [knockout] 淘汰赛，输了就出局
    [finals] { $legs ->
        [1] 单循环
       *[other] 双循环
    }，前 { $best } 名再打淘汰赛
   *[league] { $legs ->
        [1] 单循环，每两方下一次
       *[other] 双循环，每两方下两次
    }
}。{ $field ->
    [boards] 三人一队，分三台下。
    [consultation] 三人一队，合下一盘，轮流走。
   *[singles] 个人赛。
}每轮最长 { $time }。
cup-closes = 由 { $organizer } 宣布开赛；{ $unit ->
    [days] { $count } 天
    [minutes] { $count } 分钟
   *[hours] { $count } 小时
}后自动开赛。
cup-nobody-yet = 还没有人报名。
cup-player = { $number }. { $name }
cup-team = { $number }. <b>{ $name }</b>：{ $members }
cup-team-help = 组新队：/cup 报名 加队名。{ $field ->
    [consultation] 排先后：/cup 台次 2 表示你在本队第二个走。
   *[boards] 换台次：/cup 台次 2 表示你下第 2 台。
}
button-cup-join = ✋ 报名
button-cup-team = ✋ { $name }
button-cup-leave = 退出
button-cup-start = ▶️ 开赛
button-cup-text = 📋 文字名次
button-cup-log = 📜 记录

cup-round = 🏆 <b>{ $stage ->
    [final] 决赛
    [semifinal] 半决赛
    [quarterfinal] 四分之一决赛
    [knockout] 淘汰赛，第 { $round } 轮（共 { $rounds } 轮）
   *[league] 第 { $round } 轮（共 { $rounds } 轮）
}</b>
cup-round-ends = ⏳ 本轮还剩 { $unit ->
    [days] { $count } 天
    [minutes] { $count } 分钟
   *[hours] { $count } 小时
}，到时轮到谁走谁输。
cup-deadline-passed = ⏳ 第 { $round } 轮时间到，没下完的棋轮到谁走谁输。
cup-paused = ⏸ 杯赛暂停中。
cup-over = 🏆 <b>杯赛结束，恭喜获奖者！</b>
cup-called-off = 杯赛已取消。
cup-match = { $third ->
    [yes] 🥉{" "}
   *[no] {""}
}<b>{ $home-number }</b> { $home } { $result } { $away } <b>{ $away-number }</b>
cup-board = { "  " }{ $board }. { $first } { $result } { $second }
cup-bye = <b>{ $home-number }</b> { $home }：本轮轮空
cup-prize = { $place ->
    [1] 🥇 <b>一等奖：</b>
    [2] 🥈 <b>二等奖：</b>
    [3] 🥉 <b>三等奖：</b>
   *[other] 第 { $place } 名：
}{ $name }（{ $team ->
    [yes] { $number } 号：{ $members }
   *[no] { $number } 号
}）

cup-column-place = 名次
cup-column-number = 号
cup-column-points = 积分
cup-column-tie = 小分
cup-column-wins = 胜局
cup-column-final = 决赛
cup-standings = 🏆 <b>第 { $round } 轮名次</b>
cup-standing = { $place }. { $name }（{ $number } 号）{ $form ->
    [league] ：积分 { $points }，小分 { $tie }，胜 { $wins } 局
   *[knockout] {""}
}{ $left ->
    [yes] ，已退赛
   *[no] {""}
}

cup-log = 📜 <b>裁判记录</b>
cup-log-ago = { $unit ->
    [now] 刚刚
    [minutes] { $ago } 分钟前
    [hours] { $ago } 小时前
   *[days] { $ago } 天前
}：
cup-by-clock = 时钟
cup-log-opened = { $by } 开办了杯赛。
cup-log-started = { $by } 宣布开赛。
cup-log-ruled = { $by } 裁定第 { $round } 轮第 { $board } 台：{ $score ->
    [home] 对阵表中写在前面的一方胜。
    [away] 对阵表中写在后面的一方胜。
    [draw] 和棋。
   *[neither] 双方均负。
}
cup-log-forfeited = { $by } 判 { $name }（{ $number } 号）本轮余下的棋负。
cup-log-left = { $by }：{ $name }（{ $number } 号）退赛。{ $how ->
    [annulled] 其成绩一律不计。
   *[forfeits] 余下的棋判负。
}
cup-log-replaced = { $by }：{ $new } 接替 { $old }（{ $number } 号）。
cup-log-clock = { $by } 调整了第 { $round } 轮第 { $board } 台的棋钟：{ $seat ->
    [first] 先手
   *[second] 后手
}{ $more ->
    [less] 减
   *[more] 加
} { $time }。
cup-log-paused = { $by } 暂停了杯赛。
cup-log-resumed = { $by } 让杯赛继续。
cup-log-took-over = { $by } 接管了杯赛。
cup-log-deadline = 第 { $round } 轮时间到，由{ $by }判定。
cup-log-called-off = { $by } 取消了杯赛。

board-cup = 🏆 杯赛：第 { $round } 轮第 { $board } 台
cup-none = 这里现在没有杯赛。发送 /cup 就能办一个。
cup-another-runs = 这里已经有一个杯赛了，发送 /cup 查看。等它结束，才能办下一个。
cup-no-clock = 这一台没有棋钟，或者已经下完。
cup-replace-by-whom = 由谁接着下？请用这个命令回复那个人的一条消息。
cup-really-leave = 真的退赛吗？退了就不能回来。确定的话，一分钟内再发一次。
cup-really-withdraw = 真的让 { $number } 号退赛吗？确定的话，一分钟内再发一次。
cup-really-off = 真的取消整个杯赛吗？确定的话，一分钟内再发一次。
cup-no-advice = 你的杯赛对局还没下完，这时不能看提示和分析。
cup-moves-for = 现在轮到{ $team }的{ $name }走。
cup-speaks-for = { $team }下一步由{ $name }走，这期间求和、悔棋、认输也由{ $name }做主。
cup-done-joined = 报名成功。
cup-done-unlisted = 已退出报名。
cup-done-boards = 位置换好了。
cup-done-left = { $number } 号已退赛：{ $how ->
    [annulled] 下了不到一半，成绩一律不计。
   *[forfeits] 余下的棋判负。
}
cup-done-ruled = 已记录：第 { $round } 轮第 { $board } 台。谁裁定了什么，见 /cup 记录
cup-done-forfeited = 已记录：{ $number } 号本轮没下完的棋判负。
cup-done-replaced = 已记录：{ $number } 号从现在起换人。
cup-done-paused = 杯赛已暂停。发送 /cup 继续 就接着比。
cup-done-resumed = 杯赛继续。
cup-done-took-over = 现在由你主办。
cup-done-off = 杯赛已取消。
cup-refusal-started = 杯赛已经开始，报名截止了。
cup-refusal-not-started = 杯赛还没开始。
cup-refusal-over = 杯赛已经结束。
cup-refusal-already-in = 已经在这个杯赛里了，不能报两次。
cup-refusal-not-in = 你没有参加这个杯赛。
cup-refusal-full = 名额满了，最多 { $max } 个。
cup-refusal-team-full = 这个队已经满员。
cup-refusal-needs-team = 这是三人团体赛：按队名按钮入队，或发送 /cup 报名 加队名，组一个新队。
cup-refusal-no-teams = 这是个人赛，直接发送 /cup 报名 就行。
cup-refusal-no-such-team = 这个队已经不在了。
cup-refusal-name-taken = 已经有叫 { $name } 的队了。
cup-refusal-no-name = 请给队伍起个名字。
cup-refusal-too-few = 至少要 { $min } 个参赛方才能开赛。
cup-refusal-team-incomplete = { $name } 还没凑齐：一队三人。
cup-refusal-not-referee = 只有主办人 { $organizer } 和本群管理员可以这样做。
cup-refusal-captain-only = 只有队长 { $captain } 能让全队退赛。
cup-refusal-own-game = 这盘棋你自己在下，要由别人来裁定。
cup-refusal-no-such-board = 第 { $round } 轮没有第 { $board } 台。
cup-refusal-no-such-entry = 这个杯赛没有 { $number } 号。
cup-refusal-has-left = { $number } 号已经退赛。
cup-refusal-ruled-so = 结果本来就是这样。
cup-refusal-built-upon = 后面的轮次已经按这个结果排好，不能再改。
cup-refusal-nothing-to-forfeit = 这一方本轮没有没下完的棋。
cup-refusal-already-paused = 杯赛已经暂停了。
cup-refusal-not-paused = 杯赛并没有暂停。
cup-refusal-already-organizer = 本来就是你主办的。
cup-refusal-seated = 这一台已经有棋局了。
cup-refusal-not-due = 时间还没到。
