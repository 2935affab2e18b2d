# 教练：提示与复盘。
# $name 是带标记的棋手名；$piece、$hunter 是棋子（见 notices.ftl）。步数按双方合计。

coach-go = { $animal } { $from }–{ $to }
coach-there = { $animal } { $to }
coach-card = 翻 { $to }

# 为什么好：接在“虎 e3–e7：”之后

reason-den = 走进兽穴，直接获胜
reason-wins = 直接获胜
reason-run = 直奔兽穴，谁也拦不住（双方合计 { $count } 步）
reason-forced = 怎么应都赢（双方合计 { $count } 步）
reason-promised = 走进残局库里的必胜局面
reason-takes = 吃掉{ $piece-animal }
reason-guards = 把{ $piece-animal }挡在兽穴外
reason-escapes = 躲开{ $hunter-animal }
reason-saves = 保住{ $piece-animal }，不让{ $hunter-animal }吃掉
reason-attacks = 威胁{ $piece-animal }
reason-nearer = 离对方兽穴更近
reason-turns = 翻开看看，亮着的棋没有更好的走法
reason-delays = 撑得最久
reason-quiet = 稳住阵脚，眼下没有更好的走法
reason-gap = ，

hint = 💡 { $move }：{ $reasons }。

# 复盘

review-waiting = 🔍 我正在看另一盘棋，看完就来复盘这一盘。
review-working = 🔍 正在复盘……{ $percent }%
review-failed = 🔍 这次复盘没有成功。棋没有丢，发送 /analyse 可以再试一次。
review-title = 🔍 <b>复盘</b>：{ $first } 对 { $second }
review-side = { $name }：准确度 { $accuracy }%
review-side-idle = { $name }：一直别无选择
review-graph = 📈 线越高，{ $first } 越好；线越低，{ $second } 越好。
review-count-best = 最佳 { $count }
review-count-fine = 不错 { $count }
review-count-slip = 失误 { $count }
review-count-blunder = 大漏着 { $count }
review-count-missed-den = 错过兽穴 { $count }
review-count-gap = {" · "}
review-turns = ⚡ 对局的转折：第 { $plies } 步。点数字看一看。
review-no-turns = ⚖️ 没有哪一步单独改变了局势。
review-tables = 📚 第 { $ply } 步之后，残局库已知结果：{ $result ->
    [draw] 双方都走得最好就是和棋
    [won] { $winner } 胜
   *[win] { $winner } { $plies } 步取胜
}。
review-tables-hint = 残局库不管 7-3 和 17-5 规则，所以只是可靠的参考，不是定论。

turn-title = ⚡ 第 { $ply } 步：{ $grade ->
    [missed-den] { $name } 错过了敞开的兽穴
    [blunder] { $name } 的大漏着
   *[slip] { $name } 的失误
}
turn-played = 🟡 实战：{ $told }
turn-answer = 最好的应着：{ $move }。
turn-better = ⚪ 更好：{ $move }：{ $reasons }。
turn-line = 之后可能是：{ $moves }。
turn-chances = { $name } 的胜算：走更好的一步有 { $before }%，这样走只有 { $after }%。

button-hint = 💡 提示
button-analyse = 🔍 复盘
button-graph = 📈 总览
button-turn = ⚡ { $ply }
button-turn-shown = • { $ply } •

# 一句话，至多 200 字

notice-no-hints = 提示只在和我下的时候有，发送 /ai 就能开一盘。人与人对局请自己想。
notice-not-over = 这盘棋还在下，下完再复盘。
notice-no-moves-to-analyse = 这盘棋一步也没走，没有什么可复盘的。
notice-analysing-here = 我已经在替你复盘一盘棋了，请一盘一盘来。
notice-analysing-much = 等着复盘的棋太多了，请过几分钟再来。
notice-analysing = 我来复盘这盘棋，要等几秒钟。

command-hint = 和电脑下时，提示下一步
command-analyse = 复盘下完的棋
