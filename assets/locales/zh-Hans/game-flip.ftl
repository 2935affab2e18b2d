# 翻棋（动物棋），以及与八零后动物棋共用的话。

variant-flip = 翻棋
    .about = 4×4，全部背面朝上，翻一张、走一步或吃一枚

rules-flip-goal = 吃光对方的棋子（没翻开的也算）就赢；无棋可走判负。
rules-flip-turn = 双方各八枚，打乱后背面朝上摆好。每步只做一件事：翻开任意一枚，或直走一格到空格，或吃旁边的棋子。
rules-flip-colors = 第一枚翻出什么颜色，先走的人就执什么颜色。没翻开的不能进，也不能吃；翻开了就盖不回去，不能悔棋。
rules-flip-strength = 象 › 狮 › 虎 › 豹 › 狼 › 狗 › 猫 › 鼠，大吃小；鼠吃象，象不能吃鼠。
rules-flip-source = 原文没有讲同类相遇和终局，是补全的。

rule-equal-none = 同类互不能吃。
rule-steps = { $plies ->
    [0] {""}
   *[other] 连续 { $rounds } 回合只走空步，和棋。
}
value-equal-none = 互不能吃

illegal-face-down = { $to } 的棋子还没翻开，不能进也不能吃，要先翻开。
illegal-turn-first = { $from } 的棋子还没翻开，只能翻，不能走。
illegal-face-up = { $to } 已经翻开了，是{ $piece }。
illegal-no-card = { $to } 上没有可翻的棋子。
illegal-stuck = { $from } 的{ $piece-animal }眼下无处可去。
illegal-equal = { $to } 上也是{ $target-animal }：按这里的规则，同类互不能吃。

caution-steps-near = 再走 { $count } 步空步，就是和棋。
counter-steps = 双方已连续走了 { $value } 步空步{ $limit ->
    [0] 。
   *[other] ，满 { $limit } 步和棋。
}
counter-animals = { $side }还有 { $value } 枚棋子。
score-animals = 🐾 棋子：{ $first-mark } { $first }，{ $second-mark } { $second }
