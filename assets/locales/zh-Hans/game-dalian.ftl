# 八零后动物棋。与翻棋共用的话在翻棋里。

variant-dalian = 八零后动物棋
    .about = 4×4 翻棋，吃到的棋子归自己用

rules-dalian-goal = 对方在棋盘上（没翻开的也算）和囊中都没有棋子了，你就赢；无棋可走判负。
rules-dalian-turn = 十六枚棋子背面朝上。每步只做一件事：翻开一枚，直走一格到空格，吃旁边的棋子，兑子，或把囊中一枚放到空格上。
rules-dalian-strength = 象 › 狮 › 虎 › 豹 › 狼 › 狗 › 猫 › 鼠，大吃小，但象不能吃鼠。
rules-dalian-hand = 吃到的棋子收进囊中，不论颜色都归自己。
rules-dalian-trade = 同类不能吃，只能兑：两枚同类相邻，轮到谁走谁就可以兑，两枚都进他的囊中。
rules-dalian-cycle = 同一局面出现三次，和棋。
rules-dalian-source = 走到空格、放子算一步、豹能飞多远，是补全的。

rule-fly-any = 豹会飞：同一行、同一列上比它小的，隔着什么都能吃。
rule-fly-one = 豹会飞：同一行、同一列上比它小的，正好隔一格就能吃。
rule-fly-clear = 豹会飞：同一行、同一列上比它小的，中间都是空格就能吃。
rule-ratelephant-takes = 鼠能吃象。
rule-ratelephant-both = 鼠走到象上，鼠和象都收进鼠方囊中。

option-fly = 豹飞吃
    .about = <b>豹飞吃</b>：中间可以隔着什么？
option-ratelephant = 鼠遇象
    .about = <b>鼠遇象</b>：鼠走到象上会怎样？
value-fly-any = 隔什么都行
value-fly-one = 正好隔一格
value-fly-clear = 中间要空
value-ratelephant-takes = 鼠吃象
value-ratelephant-both = 都进囊中

illegal-trade-instead = { $to } 的{ $target-animal }和你的{ $piece-animal }一样大：同类不能吃，只能兑（🔁）。
illegal-trade-equals = 只有同类才能兑，你的{ $piece-animal }和 { $to } 的{ $target-animal }不是同类。
illegal-trade-beside = { $from } 的{ $piece-animal }只能和旁边的同类兑，{ $to } 太远了。
illegal-only-leopard-flies = { $to } 的{ $target-animal }太远，你的{ $piece-animal }吃不到：只有豹会飞吃。
illegal-fly-to-take = { $piece-animal }只有吃子才能飞，{ $to } 上没有棋子：不吃子就只能走一格。
illegal-fly-over-one = 按这里的规则，{ $from } 的{ $piece-animal }飞吃正好隔一格，{ $to } 太远了。
illegal-fly-blocked = 按这里的规则，{ $piece-animal }飞吃时中间要空，去 { $to } 的路上 { $square } 有子挡着。

caution-cycle-draws-put = { $piece }若放到 { $to }，同一局面就是第三次出现，判和。
