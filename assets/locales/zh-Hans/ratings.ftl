# 等级分、积分和战绩：/top、/stats、/versus，以及终局时的几行字。

# 等级分后的问号：等级分对局不满十盘。
end-rating = ⭐ { $first } { $first-rating }（{ $first-change }），{ $second } { $second-rating }（{ $second-change }）
end-rating-enough = ⭐ 这盘不计等级分：同样两人一天计五盘就够了。
end-points = 🏅 { $first } { $first-change }（{ $first-total }），{ $second } { $second-change }（{ $second-total }）
end-points-short = 🏅 十个回合内结束：双方不得分。

card-counts-ratings = ⭐ 这盘计等级分。
card-counts-points = 🏅 这盘计积分。
card-counts-both = ⭐🏅 这盘计等级分和积分。

top-rating = 🏆 <b>本群等级分：{ $game }</b>
top-points = 🏆 <b>本群积分</b>
top-nobody = 还没有人上榜：两个人下完的棋才算。
top-line-rating = { $rank }. { $name } { $value }（{ $games } 盘）
top-line-points = { $rank }. { $name } { $value } 分 { $emoji } { $level }
top-provisional = <i>?：等级分对局不满十盘，还没定下来。</i>
button-top-back = ◀️
button-top-on = ▶️
button-top-points = 🏅 积分
button-top-game = ⭐ { $game }

stats = 📊 { $name }{ $place ->
    [private] 的全部战绩
   *[group] 在本群的战绩
}
stats-none = { $place ->
    [private] { $name } 还没有下完过一盘棋。
   *[group] { $name } 在本群还没有下完过一盘棋。
}
stats-rating = ⭐ 本群等级分：{ $ratings }
stats-everywhere = 🌍 所有群合计：{ $ratings }
stats-points = 🏅 积分 { $points }：{ $emoji } { $level }级{ $next ->
    [none] ，已是最高级
   *[other] ，{ $next } 分升级
}
stats-games = ⚔️ { $games } 盘：{ $won } 胜 { $drawn } 和 { $lost } 负
stats-sides = 先手（胜–和–负）{ $first }，后手 { $second }
stats-abandoned = 🚪 中途离局 { $count } 次
stats-streak = { $verdict ->
    [won] 🔥 目前 { $games } 连胜
    [drawn] 目前 { $games } 连和
   *[lost] 目前 { $games } 连负
}；最长 { $best } 连胜
stats-ai = 🤖 和我下：{ $won } 胜 { $drawn } 和 { $lost } 负
stats-last = <b>最近几盘</b>
stats-picture = <i>图：{ $game }。{ $line ->
    [yes] 上面是等级分走势，下面两行是先手和后手的结果
   *[no] 两行分别是先手和后手的结果
}：▲ 胜，▬ 和，▼ 负。</i>

ledger-line = { $number } { $verdict ->
    [won] 胜
    [drawn] 和
   *[lost] 负于
} { $opponent }
ledger-points = { $why ->
    [win] { $change } 分{ $higher ->
        [0] {""}
       *[other] ，对手高 { $higher } 级
    }
    [draw] 0 分
    [abandoned] 中途离局 { $change } 分
    [short] 十回合内结束，0 分
   *[loss] { $change } 分
}（{ $total }）
ledger-rating = ⭐ { $rating }（{ $change }）
ledger-enough = 不计等级分（一天五盘）

versus = ⚔️ { $first } 对 { $second }{ $place ->
    [private] {""}
   *[group] ，本群战绩
}：<b>{ $won } : { $lost }</b>{ $drawn ->
    [0] {""}
   *[other] ，和 { $drawn } 盘
}
versus-none = { $place ->
    [private] 你和 { $second } 还没有下完过一盘棋。
   *[group] { $first } 和 { $second } 在本群还没有下完过一盘棋。
}
versus-game = { $game }：{ $won } : { $lost }{ $drawn ->
    [0] {""}
   *[other] ，和 { $drawn } 盘
}
versus-streak = { $verdict ->
    [drawn] 最近 { $games } 盘都是和棋。
   *[other] 🔥 { $winner } 连胜 { $games } 盘。
}
versus-line = { $number } { $game }：{ $moves } 个回合，{ $verdict ->
    [drawn] 和棋
   *[other] { $winner } 胜
}

settings-stakes = 🏅 对局计入：{ $value }
settings-stakes-about =
    <b>两人对局计什么？</b>排行请看 /top
    等级分（Glicko-2）看棋力；同样两人一天最多计五盘。
    积分照老棋厅的规矩：胜一盘得 2 分，胜级别更高的多得，负一盘扣 2 分，中途离局扣 10 分；十个回合内结束的棋不计分。
stakes-ratings = 等级分
stakes-points = 积分
stakes-both = 等级分和积分
stakes-nothing = 什么都不计

notice-top-needs-group = 排行榜是群里的；你自己的战绩请看 /stats
notice-stats-needs-group = 私聊里只看自己的战绩：请发送 /stats。别人的，到你们共同的群里看。
notice-versus-whom = 和谁比？请写 /versus @名字，或回复那个人的消息写 /versus
notice-versus-yourself = 那就是你自己。看自己的战绩请发送 /stats

command-top = 本群排行榜
command-stats = 我的等级分和战绩
command-versus = 两人之间的战绩
