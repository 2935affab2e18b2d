# 平原斗兽棋。

variant-plains = 平原斗兽棋
    .about = 经典玩法，但没有河

rules-plains-land = 没有河，全是陆地，也就没有下水和跳河。
rules-plains-source = 这种玩法只留下名字，规则是补全的。
