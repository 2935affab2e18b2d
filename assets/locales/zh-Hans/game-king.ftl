# 兽王。

variant-king = 兽王棋
    .about = 有兽穴和小河，还有兽王：只有它能进对方兽穴

rules-king-goal = 自己的兽王走进对方兽穴就赢。兽王只会在两王相遇时同归于尽，那就是和棋。
rules-king-den = 别的兽不能进对方兽穴，谁也不能进自己的兽穴：兽王出来了就回不去。
rules-king-battle = { $order }。每步直走一格，走到敌棋上就交战：小的被吃，哪怕是它主动；同类同归于尽；鼠象相遇，谁主动谁吃。
rules-king-river = 只有鼠能下水，水里和岸上不能交战。象、狮、虎可以从己方岸边朝对方直跳过河，河里有鼠挡路就不能跳。
rules-king-elephant = 象在河的己方一侧还能斜走两格，中间须是空格。
rules-king-line = 狮能直线跳过紧挨着的一枚棋，虎能跳过紧挨着相连的两枚，不论哪方，落点须是陆地，不能是兽穴。
rules-king-jumps = 跳只能吃比自己小的。
rules-king-source = 原文自相矛盾，不少地方是补全的。

illegal-king-only = 只有兽王能进对方兽穴，{ $piece-animal }不能进 { $to }。
illegal-water-edge = 水里和岸上不能交战：{ $from } 的{ $piece-animal }攻不到 { $to } 的{ $target-animal }。
illegal-leap-home = 象不能从 { $from } 走到 { $to }：斜走必须正好两格，而且只能在河的己方一侧。
illegal-leap-blocked = 象不能从 { $from } 走到 { $to }：{ $square } 的{ $target-animal }挡在中间。
illegal-river-jumpers = { $piece-animal }不能从 { $from } 跳到 { $to }：只有象、狮、虎能跳河。
illegal-river-forward = { $piece-animal }不能从 { $from } 跳到 { $to }：跳河只能朝对方直跳。
illegal-line-jump = { $piece-animal }不能从 { $from } 到 { $to }：只能走一格，或直线跳过紧挨着的{ $count ->
    [1] 一枚棋
   *[other] 相连的两枚棋
}，一枚不多，一枚不少。
illegal-jump-weaker = 跳只能吃比自己小的，{ $to } 的{ $target-animal }不比你的{ $piece-animal }小。

caution-outmatched = { $to } 的{ $target }更大：你的{ $piece-animal }攻过去只会白白被吃。
