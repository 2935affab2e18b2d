# 原始斗兽棋。

variant-primitive = 原始斗兽棋
    .about = 6×6，跳过去吃，还能一次吃光

rules-primitive-goal = 吃掉对方六枚中的五枚就赢；无棋可走判负。
rules-primitive-moves = 每步横竖走一格，只能走到空格。
rules-primitive-jump = 吃子靠跳：直线跳过紧挨着的敌棋，落到它身后的空格，就把它吃掉，一步只跳一次。
rules-primitive-sweep = 一次性吃：一枚棋连跳，若能把对方剩下的棋（至少两枚）全部吃光，就可以一口气跳完取胜，但不能跳回原位。
rules-primitive-source = 原文的图已失传，棋盘、开局和吃法是补全的。

rule-ranked-false = 兽只是图案，不分大小，谁都能跳过谁。
rule-ranked-true = 只能跳过比自己小的或同类的敌棋：象 › 狮 › 虎 › 豹 › 狼 › 狗。
option-ranked = 大小
    .about = <b>大小</b>：兽分不分大小？分大小时，只能跳过比自己小的或同类的敌棋。
value-ranked-false = 不分大小
value-ranked-true = 分大小

illegal-jump-to-take = 这里不能走上去吃：{ $piece-animal }要跳过 { $to } 的{ $target-animal }，落到它身后的空格。
illegal-jump-too-far = { $to } 离 { $from } 的{ $piece-animal }太远：只能走一格，或跳过紧挨着的一枚敌棋。
illegal-jump-over-nobody = { $piece-animal }不能从 { $from } 跳到 { $to }：中间的 { $square } 没有对方的棋可跳。
illegal-jump-over-own = { $piece-animal }不能从 { $from } 跳到 { $to }：{ $square } 是自己的{ $target-animal }，只能跳过对方的棋。
illegal-jump-no-room = { $from } 的{ $piece-animal }跳不过 { $square } 的{ $target-animal }：身后的 { $to } 不是空格。
illegal-sweep-short = 这样连跳还剩 { $count } 枚敌棋。连跳必须把对方全部吃光；只跳一次则随时可以。
illegal-sweep-home = 连跳最后不能跳回原位 { $from }，换一条路线试试。
