# 其余玩法。

variant-pattern = 花样斗兽棋
    .about = 又叫“其余玩法”：无河，不比大小，熊、蛇等八种棋子各有吃法

rules-pattern-goal = 走进对方兽穴，或吃光对方棋子，就赢。让对方无棋可走也算赢。
rules-pattern-moves = 每次走一格，横、直、斜都行，只能走到空格，不能进自己的兽穴。棋子不分大小，各有各的吃法。
rules-pattern-onto = 走过去吃：熊吃前后左右紧挨着的，象吃斜角紧挨着的；狮吃横直正好隔一格的，虎吃斜线正好隔一格的。
rules-pattern-over = 跳过去吃：豹横直、狼斜着，跳过紧挨着的敌子，落到它身后的空格，把它吃掉，不能连跳。
rules-pattern-past = 狗蹭吃：横直连走两个空格（不能穿过兽穴），吃掉第一格两旁的敌子，没有可吃的不能这样走。蛇斜走一格，吃掉从中间穿过的那两格上的敌子。
rules-pattern-traps = 掉进对方陷阱的棋子不能吃子，对方谁走一步都能吃它。在自己陷阱里的棋子谁也吃不了。
rules-pattern-source = 原文没有棋盘图，也没提到河：开局和把河当陆地是补全的。

rule-leap-false = 狮和虎隔着的那一格必须空着。
rule-leap-true = 狮和虎隔着棋子也能吃。
option-leap = 狮与虎
    .about = <b>狮与虎</b>：吃子时，隔着的那一格上可以有棋子吗？
value-leap-false = 必须空着
value-leap-true = 有子也行

illegal-immune = { $to } 的{ $target-animal }在自己一方的陷阱里，谁也吃不了它。
illegal-leap-between = { $from } 的{ $piece-animal }吃不到 { $to }：中间的 { $square } 有棋子挡着。
illegal-no-landing = { $piece-animal }不能从 { $from } 跳到 { $to }：要落在空格上，那里站着{ $target-animal }。
illegal-rub-blocked = { $piece-animal }不能从 { $from } 蹭到 { $to }：蹭吃要走两个空格，{ $square } 有棋子。
illegal-rub-nothing = { $piece-animal }从 { $from } 到 { $to }，两旁没有能吃的棋子：只有蹭吃才能走两格。
illegal-rub-den = { $piece-animal }不能从 { $from } 蹭到 { $to }：中间是兽穴，不能穿过去。
illegal-way-bear = 熊只吃前后左右紧挨着的棋子，从 { $from } 吃不到 { $to }。
illegal-way-elephant = 象只吃斜角上紧挨着的棋子，从 { $from } 吃不到 { $to }。
illegal-way-lion = 狮只吃横直正好隔一格的棋子，也只有吃子才走两格，不能从 { $from } 到 { $to }。
illegal-way-tiger = 虎只吃斜线上正好隔一格的棋子，也只有吃子才走两格，不能从 { $from } 到 { $to }。
illegal-way-leopard = 豹只能横直跳过紧挨着的敌子来吃它，落在它身后，不能从 { $from } 到 { $to }。
illegal-way-wolf = 狼只能斜着跳过紧挨着的敌子来吃它，落在它身后，不能从 { $from } 到 { $to }。
illegal-way-dog = 狗靠蹭吃：横直连走两个空格，吃掉第一格两旁的棋子，从 { $from } 吃不到 { $to }。
illegal-way-snake = 蛇斜走一格，只吃它从中间穿过的那两格上的棋子，从 { $from } 吃不到 { $to }。
