# 宠物斗兽棋。

variant-pet = 宠物斗兽棋
    .about = 6×6，有看护，二打一

rules-pet-goal = 吃到对方只剩一枚棋（吃掉七枚）就赢；无棋可走判负。
rules-pet-moves = 每步直走一格。大吃小，同类互吃，鼠吃象，象不能吃鼠。
rules-pet-guard = 但旁边若有同伴能反吃进攻者，这枚棋就受看护，不能吃。
rules-pet-two = 二打一：走完后若直线上恰好三子相连，己方二、对方一，不论次序，对方那枚被吃，大小和看护都不算。
rules-pet-source = 原文的图已失传，开局和终局是补全的。

illegal-guarded = { $to } 的{ $target-animal }受看护：{ $square } 的{ $guard-animal }能反吃你的{ $piece-animal }。

counter-taken = { $side }已吃 { $value } 枚（{ $limit } 枚得胜）。
score-taken = ⚔️ 已吃：{ $first-mark } { $first }，{ $second-mark } { $second }；{ $limit } 枚得胜。
