# 田野斗兽棋。

variant-fields = 田野斗兽棋
    .about = 没有河，斜着也能走、也能吃

rules-fields-moves = 红方先走。每次走一格，横、直、斜八个方向都行，吃子也一样，不能进自己的兽穴。
