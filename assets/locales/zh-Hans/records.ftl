# 下完之后的棋：回放、翻看、棋谱、列表。
# $number 是对局编号，如 #3k；$first、$second 是双方，已带格式。

game-line = <b>{ $number }</b> { $date } { $first } 对 { $second }：{ $result ->
    [first] 先手胜
    [second] 后手胜
    [draw] 和棋
    [void] 不计胜负
   *[ongoing] 还在下
}{ $reason ->
    [none] {""}
   *[other] （{ $reason }）
}，{ $usual ->
    [yes] {""}
   *[no] { $game }，
}共 { $plies } 步
by-den = 进兽穴
by-captured = 吃光
by-blocked = 无棋可走
by-violation = 反复走动
by-cycle = 循环局面
by-quiet = 久未吃子
by-king = 兽王被吃
by-territory = 占格过半
by-rounds = 回合用完
by-agreement = 协议
by-resignation = 认输
by-clock = 超时
by-abandonment = 离开
by-ruling = 裁定

end-number = 📖 对局 { $number }
button-replay = 🎞 回放
leaf = 📖 对局 <b>{ $number }</b>：{ $ply ->
    [0] 开局
   *[other] 第 { $ply } 步，共 { $plies } 步
}
button-leaf-first = ⏮
button-leaf-back = ◀️
button-leaf-forward = ▶️
button-leaf-last = ⏭

history = { $place ->
    [private] <b>你下完的棋</b>
   *[group] <b>这里下过的棋</b>
}
history-of = { $name } <b>下过的棋</b>
history-none = { $place ->
    [private] 你还没有下完的棋。和我下请发送 /ai
   *[group] 这里还没有下完的棋。发送 /challenge 开一盘吧。
}
button-newer = ‹ 较新
button-older = 较早 ›

my-games = <b>你在下的棋</b>
my-games-none = 你现在没有在下的棋。和我下请发送 /ai，两人同机请发送 /challenge 在这里
my-games-line = { $waits ->
    [yes] 👉
   *[no] ⏳
} <b>{ $number }</b> { $phone ->
    [yes] 两人同机
   *[no] 对 { $name }
}{ $where ->
    [there] ，在 { $chat }
   *[here] {""}
}：第 { $ply } 步，{ $waits ->
    [yes] 该你走了。
   *[no] 还没轮到你。
}

verify-sound = ✅ { $line }
    每一步和结果都合规则。{ $sealed ->
        [yes] 指纹相符：棋谱做成以后没有改动过。
       *[no] 棋谱没有指纹，可能改动过。
    }{ $known ->
        [same] 它就是我裁判过的对局 { $number }，一步不差。
        [other] 不过编号 { $number } 下，我裁判的是另一盘棋。
       *[unknown] {""}
    }
verify-too-long = ❌ 太长了，不像一份棋谱。
verify-missing = ❌ 这不是棋谱，或者不完整：缺少 [{ $word } "…"] 这一行。
verify-cut = ❌ 棋谱不完整：最后一步后面没有结果。
verify-no-tag = ❌ 第 { $line } 行：“{ $word }”应当写成名称和内容，如 [First "Ada"]。
verify-unknown-tag = ❌ 第 { $line } 行：棋谱里没有“{ $word }”这一项。
verify-twice = ❌ 第 { $line } 行：“{ $word }”出现了两次。
verify-value = ❌ 第 { $line } 行：“{ $word }”不能写在这里。
verify-no-ply = ❌ 第 { $line } 行：“{ $word }”不是着法。
verify-number = ❌ 第 { $line } 行：“{ $word }”不是下一步的序号。
verify-no-clock = ❌ 第 { $line } 行：“{ $word }”不是剩余时间，应当像 {"{"}19:58{"}"}。
verify-result = ❌ 第 { $line } 行：结果“{ $word }”与开头写的不同。
verify-behind = ❌ 第 { $line } 行：“{ $word }”写在结果后面了。
verify-fen = ❌ 起始局面不成立：{ $word }
verify-ply = ❌ 第 { $line } 步 { $word } 不合规则：{ $why }
verify-end = ❌ 棋谱写的结果与着法不符。
verify-fingerprint = ❌ 指纹不符：棋谱上是 { $word }，按内容应为 { $is }。棋谱改动过。

notice-no-such-game = 没有可以在这里看的对局 { $number }。发送 /history 看看有哪些。
notice-no-game-yet = 你在这里还没有下完的棋。请写上编号，/history 里有。
notice-nobody-called = 这里没有 @{ $text } 下完的棋可以看。
notice-not-your-copy = 这一份是别人在翻看。发送 /game { $number } 就有你自己的一份。
notice-shown-just-now = 这盘棋的回放刚刚发过，往下看看。
notice-verify-what = 请回复一份棋谱发送 /verify，或发送文件时以 /verify 作说明。棋谱用 /export 生成。
notice-file-too-large = 这个文件太大，不像一份棋谱。
notice-file-unreadable = 这个文件读不出文字，请再发一次。
notice-no-files = 我在这里不能发动图和文件，管理员可以开放权限。

command-replay = 回放一盘棋，如 /replay 3k
command-game = 翻看一盘棋
command-history = 这里下完的棋
command-export = 导出棋谱文件
command-verify = 核对你回复的棋谱
