# 对一个人说的一句话：纯文本，名字再长也不超过 200 字。
# 棋子参数：$piece、$target、$rat 是“红狮”（-animal 为“狮”，-title 为“狮”，-side 为“红方”，-color 为 red 或 blue）；
# $from、$to、$square 是格子；$count 是数目。

# 规则不允许的走法

illegal-game-over = 棋已下完，不能再走。
illegal-empty-square = { $from } 上没有棋子。
illegal-not-your-piece = { $from } 的{ $piece }是对方的，请走自己的棋子。
illegal-stay = { $from } 的{ $piece-animal }总得动一动，原地不动不算一步。
illegal-not-in-this-game = 这种玩法没有这样的走法。
illegal-pass = 不能停着不走：只有超时后，裁判才会替人停一步。
illegal-seen-already = { $piece }早就翻开过了。
illegal-not-in-hand = 你手里没有{ $piece }可放。
illegal-occupied = { $piece-animal }要放在空格上，{ $to } 已有{ $target }。
illegal-off-board = { $to } 不在这个棋盘上。
illegal-steps-only = { $from } 的{ $piece-animal }去不了 { $to }：这里一次只能走一格。
illegal-own-den = { $to } 是自己的兽穴，自己的棋子不能进，守家也不行。
illegal-own-piece = { $to } 上站着自己的{ $target-animal }。
illegal-diagonal = { $from } 的{ $piece-animal }去不了 { $to }：棋子只能直着走，前后左右都行。
illegal-too-far = { $to } 太远了，{ $from } 的{ $piece-animal }一次只能走一格。
illegal-water = { $to } 是小河，只有鼠能下水，{ $piece-animal }不行。
illegal-rat-in-water = { $piece-animal }吃不到 { $to } 的鼠：陆地上的棋子都吃不了水里的鼠。
illegal-cannot-jump = { $piece-animal }不能从 { $from } 跳到 { $to }：只有狮和虎能跳河。
illegal-jump-from-bank = { $from } 的{ $piece-animal }跳不到 { $to }：要站在紧靠河水的岸边才能起跳。
illegal-jump-past-bank = { $to } 太远了：从 { $from } 跳河，只能落在对岸的第一格。
illegal-jump-two-rivers = 从 { $from } 到 { $to } 隔着两条河，{ $piece-animal }一次只能跳一条。
illegal-tiger-jump = 按这里的规则，虎只能竖着跳河，不能从 { $from } 跳到 { $to }。
illegal-jump-blocked = { $piece-animal }不能从 { $from } 跳到 { $to }：{ $rat }在 { $square } 的水里挡着。
illegal-too-strong = { $to } 的{ $target-animal }太强，{ $piece-animal }吃不了它。
illegal-elephant-rat = 象不能吃 { $to } 的鼠：象谁都不怕，就怕鼠。
illegal-rat-ashore = { $from } 的鼠还在水里，吃不了 { $to } 的{ $target-animal }：得先上岸。
illegal-rat-cross = { $from } 的鼠吃不了 { $to } 的鼠：一只在水里，一只在岸上。
illegal-trapped-attack = { $from } 的{ $piece-animal }掉在陷阱里，按这里的规则不能吃子。
illegal-ban-7-3 = 七步三次规则：你的{ $piece-animal }最近七步已三次走进 { $to }，现在不能再进。换一格，或换一个棋子。
illegal-ban-17-5 = 十七步五格规则：你连续十七步只走{ $piece-animal }，一直在 { $count } 格里打转，{ $to } 就是其中一格。去别处，或换一个棋子。

# 轮到的人应当知道的事

caution-ban-7-3 = 七步三次规则：{ $piece }七步内已三次走进 { $to }，现在不能再进。
caution-ban-17-5 = 十七步五格规则：{ $piece }十七步一直在那几格里打转，现在不能进 { $to }。
caution-ban-7-3-next = { $piece }再走进 { $to }，之后一段时间就不能再进这一格（七步三次规则）。
caution-ban-17-5-next = { $from } 的{ $piece }再在那几格里走一步，那几格就都不能进了（十七步五格规则）。
caution-cycle-loses = { $piece }若从 { $from } 走到 { $to }，局面重复次数就超限，判负。
caution-cycle-draws = { $piece }若从 { $from } 走到 { $to }，同一局面就是第三次出现，判和。
caution-quiet-near = 再有 { $count } 步不吃子，就是和棋。
caution-suicide = { $piece }走到 { $to } 会碰上同类，按这里的规则反被吃掉。
caution-shoved = { $piece }走到 { $to } 反而会输给{ $target-animal }：它会钻过来占住象的位置。
caution-last-animal = { $piece }走到 { $to } 会与{ $target-animal }同归于尽：这是自己最后一个棋子，走了就输。

# 看不懂的走法

read-empty = 请把着法写在后面：/move e3e4、/move 象上、/move 虎跳。也可以直接点棋盘下面的按钮。
read-unreadable = 看不懂“{ $text }”。请写起点和终点（如 e3e4），或写棋子和去处，如“象 a4”“虎跳”“鼠上”。
read-ambiguous = “{ $text }”有几种走法：{ $moves }。是哪一种？
read-no-such-animal = 棋盘上已经没有{ $piece }了。
read-none-of-yours = 棋盘上看不到你的{ $piece-animal }。
read-none-of-theirs = 棋盘上看不到对方的{ $piece-animal }。
read-nowhere = { $from } 的{ $piece }不能那样走。

# 不能照办

refusal-stale = 这张棋盘是旧的，棋已经往下走了。发送 /board 看最新的棋盘。
refusal-not-your-turn = 现在轮到对方走。
refusal-not-a-player = 只有对局的两个人可以这样做。想自己下一盘，发送 /challenge
refusal-time-is-over = 时间已到，马上判超时。
refusal-over = 这盘棋已经结束。想再来一盘，发送 /rematch
refusal-not-started = 这盘棋还没开始，要先有人应战。
refusal-challenge-gone = 这张战帖已经失效。
refusal-rearranged = 战帖刚刚改过，请看清楚再应战。
refusal-own-challenge = 这是你自己的战帖，要等别人来应战。
refusal-not-for-you = { $by } 邀请的是别人。想自己下一盘，发送 /challenge
refusal-not-the-author = 只有 { $by } 能修改或收回这张战帖。
refusal-no-such-offer = 这个提议已经不在了。
refusal-own-offer = { $kind ->
    [draw] 和棋是你提的，要由对方回答。
    [takeback] 悔棋是你提的，要由对方回答。
   *[rematch] 再来一盘是你提的，要由对方回答。
}
refusal-not-your-offer = { $kind ->
    [draw] 只有提和的人才能收回提议。
    [takeback] 只有要悔棋的人才能收回请求。
   *[rematch] 只有提议再来一盘的人才能收回。
}
refusal-already-offered = { $kind ->
    [draw] 已经提和了，正等着回答。
    [takeback] 已经请求悔棋了，正等着回答。
   *[rematch] 已经提议再来一盘了，正等着回答。
}
refusal-offered-already-this-ply = { $kind ->
    [draw] 你刚提过和棋，等对方走过一步再提吧。
    [takeback] 你刚请求过悔棋，等走过一步再提吧。
   *[rematch] 你已经提议过再来一盘，对方也可以来问你。
}
refusal-asked-already = 正在问你是否真的放弃：请在棋盘下面确认，或继续下。
refusal-not-asked = 是否放弃问的是对方，只有被问的人才能回答。
refusal-nothing-to-take-back = 你还没有走过可以悔的棋。
refusal-card-turned = 翻开的牌盖不回去，翻牌之前的棋都不能悔了。
refusal-not-over-yet = 这盘棋还没下完，下完才能再来一盘。
refusal-rematch-made = 这盘棋的下一盘已经摆好了。
refusal-not-an-admin = 只有本群管理员可以这样做。
refusal-not-due = 还没到时候。
refusal-too-many-challenges = 你在这里已有 { $max } 张战帖没人应，不能更多了。发送 /cancel 可以收回一张。
refusal-too-many-challenges-here = 本群已有 { $max } 张战帖没人应，不能更多了。先应一张，或等有人收回再发。
refusal-too-many-games = { $who ->
    [person] { $name } 已有 { $max } 盘棋在下，先下完一盘再说。
    [pair] 你们两人已有 { $max } 盘棋在下，先下完一盘再说。
   *[chat] 本群已有 { $max } 盘棋在下，不能更多了。发送 /games 查看。
}
refusal-no-such-table = 已经没有这盘棋了。

# 其他的话

notice-no-game-here = { $place ->
    [private] 你在这里没有对局。和我下请发送 /ai，两人同机请发送 /challenge 在这里
   *[group] 你在这里没有对局。发送 /challenge 找对手，或发送 /ai 和我下。
}
notice-which-game = 你在这里有好几盘棋。请回复那盘棋的棋盘来发命令，我才知道是哪一盘。
notice-which-table = 这里有好几张战帖或好几盘棋。想关闭哪一个，请回复它发送 /cancel
notice-really-close = 这盘棋正在下。30 秒内再发一次 /cancel 就关闭它，不计胜负。
notice-only-moves = 我看得懂命令，下棋时也看得懂“e3e4”“虎跳”这样的走法。和我下请发送 /ai，其他用法请看 /help
notice-ai-plays-on = 电脑想继续下：现在提和还太早。
notice-nothing-to-cancel = 这里没有你可以收回的东西。
notice-unknown-button = 这个按钮已经失效。发送 /board 看现在的棋盘。
notice-unknown-command = 我不认识“/{ $text }”。发送 /help 看看我会什么。
notice-bad-word = /{ $command } 后面的“{ $text }”我看不懂。{ $command ->
    [ai] 可以这样写：/ai 虎，或 /ai 鼠 蓝 5+3
    [rules] 可以写 /rules，或 /rules 大厅
    [board] 可以写 /board，要文字棋盘就写 /board 文字
    [cup] 可以写 /cup，或 /cup 翻棋 双循环、/cup 团体；其余见 /help
    [history] 可以写 /history，或 /history @名字
    [replay] 请写对局编号：/replay 3k
    [game] 请写对局编号：/game 3k
    [export] 请写对局编号：/export 3k
    [top] 可以写 /top、/top 积分，或 /top 翻棋
    [stats] 可以写 /stats，或 /stats @名字
    [versus] 可以写 /versus @名字
    [analyse] 请写对局编号：/analyse 3k
   *[challenge] 可以这样写：/challenge，或 /challenge @名字 红
}
notice-not-a-person = 你现在以群组身份发言，我分不清谁是谁。请在输入框旁的菜单里换回自己的名字再下。
notice-channels-cannot = 频道不能下棋，请用自己的名字发言。
notice-admins-only = 只有本群管理员可以更改设置。
notice-groups-only = 这里只有你和我。把我拉进群就能约朋友；两人同机请发送 /challenge 在这里；和我下请发送 /ai
notice-private-only = 这个只能在和我的私聊里用。
notice-slow-down = 太快了，请让我歇一分钟再继续。
notice-slow-down-all = 大家一起来，我忙不过来了。请让我歇一分钟，再一一回答。
notice-offered = { $kind ->
    [draw] 你已提和，对方回答或走棋之前都有效。
    [takeback] 你请求悔棋，由对方决定。
   *[rematch] 你提议再来一盘，由对方决定。
}
notice-retracted = { $kind ->
    [draw] 你收回了和棋提议。
    [takeback] 你不悔棋了。
   *[rematch] 你收回了再来一盘的提议。
}
notice-declined = { $kind ->
    [draw] 你没有同意和棋。
    [takeback] 你没有同意悔棋。
   *[rematch] 你谢绝了再来一盘。
}
notice-really-resign = 真的认输吗？请在棋盘下面确认，也可以继续下。
notice-telling = { $occasion ->
    [turn] 这里轮到你走时，我会私下提醒你。再按一次就不提醒。
   *[challenge] 这里有人下战帖时，我会私下告诉你。再按一次就不提醒。
}
notice-quiet = { $occasion ->
    [turn] 那里轮到你走时，我不再私下提醒。
   *[challenge] 那里有人下战帖时，我不再私下告诉你。
}
notice-write-to-me = 我还不能给你发消息。请先和我（@{ $bot }）私聊并按“开始”，再回来按一次。
notice-notices-lost = 你曾屏蔽和我的私聊，所以我停了给你的提醒。发送 /notify 可以重新打开。
notice-really-leave = 真的要离开这盘棋吗？离开算逃跑，判负。请在棋盘下面确认，也可以继续下。
notice-clock-too-short = 这么快没人来得及走：棋钟最短 { $time }。
notice-clock-too-long = 这种棋钟太长了：最多 { $time }。
notice-increment-too-long = 每步加得太多了：最多加 { $time }。
notice-saved = 已保存。
notice-now-legal = 现在可以走 { $move } 了，请在棋盘上选。
notice-cannot-challenge = 不能挑战自己或机器人。想和我下，发送 /ai
notice-not-served = 我只在管理者选定的聊天里下棋。管理者请看：这里的编号是 { $chat }。
notice-turned-away = 我被加进了 { $title }，但 DOUSHOU_CHATS 里没有它，所以我不在那里下棋。它的编号是 { $chat }。
notice-cannot-write = 我现在不能在这里发言，新棋盘发不出来。棋局都在，请管理员给我发消息的权限，或重新打开这个话题。
notice-cannot-write-in = 我现在不能在{ $title }发言，所以你在那里看不到回复。棋局都在，请管理员给我发消息的权限，或重新打开话题。
notice-not-asked = 这个问题问的不是你。
notice-maintenance = 🔧 暂时不开新局，下着的棋照常继续。{ $note }
notice-our-fault = 我这边出了点问题。棋没有丢，请再试一次。
