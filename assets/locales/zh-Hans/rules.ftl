# 规则文字。与标准规则不同之处，程序会在句前加星号。

preset-standard = 标准
    .about = 狼大于狗，七步三次、十七步五格，防止长追
preset-platform = 平台
    .about = 水陆两鼠可互吃，己方的鼠不挡跳河
preset-hall = 大厅
    .about = 狗大于狼，循环时红方必须变着
preset-fox = 狐狸
    .about = 同大厅，以狐代狼
preset-wiki = 百科
    .about = 同标准，但来回走动不受限制
preset-leaflet = 盒装
    .about = 狗大于狼，同类相遇，主动的一方被吃
preset-own = 自定义

variant-jungle = 斗兽棋
    .about = 经典玩法：兽穴、陷阱、小河

rules-title-game = <b>{ $game }</b>
rules-title = <b>斗兽棋</b> 规则：{ $preset }
rules-jungle-goal = 把任何一个棋子走进对方兽穴，或吃光对方棋子，就赢。让对方无棋可走也算赢。
rules-jungle-strength = { $order }。大的吃小的。
rules-jungle-moves = 红方先走。每次走一格，前后左右都行，不能进自己的兽穴。
rules-jungle-river = 只有鼠能下水。水里和岸上互相吃不到。
rules-jungle-traps = 掉进对方陷阱的棋子没有战斗力，谁都能吃。

rule-order-wolf = {""}
rule-order-dog = 这里狗大于狼。
rule-order-fox = 以狐代狼。
rule-equal-mover = 同类相遇，谁走过去谁吃。
rule-equal-both = 同类相遇，同归于尽。
rule-equal-stationary = 同类相遇，主动走过去的被吃。
rule-elephantrat-never = 鼠能吃象，象不能吃鼠。
rule-elephantrat-takes = 鼠能吃象，象也能吃鼠。
rule-elephantrat-shoved = 鼠能吃象；象若攻鼠，象反被吃，鼠占象位。
rule-elephantrat-both = 鼠象相遇，同归于尽。
rule-ratcross-false = {""}
rule-ratcross-true = 但水里的鼠和岸上的鼠可以互吃。
rule-tigerjump-both = 狮和虎可以横竖直跳过河，落点上吃得了的就能吃。
rule-tigerjump-vertical = 狮可以横竖直跳过河，虎只能竖着跳，落点上吃得了的就能吃。
rule-jumpblock-any = 跳过的水格里若有鼠（不论哪方），就不能跳。
rule-jumpblock-enemy = 跳过的水格里若有对方的鼠，就不能跳。
rule-trappedattack-true = {""}
rule-trappedattack-false = 也不能从陷阱里吃子。
rule-violations-none = {""}
rule-violations-7-3-17-5 = 七步三次：一个棋子在本方最近七步里三次走进同一格，就不能再进。十七步五格：连续十七步只走同一个棋子，且不出五格，就不能再进那几格。换走别的棋子或走进陷阱，重新计算；七步三次不限制正被追赶的棋子。吃子和进兽穴永远不受限制。
rule-cycle-none = {""}
rule-cycle-first-mover-loses = 红方若使同一局面第四次出现，判负。
rule-cycle-starter-loses = 先开始循环的一方若使同一局面第四次出现，判负。
rule-cycle-draw = 同一局面出现三次，和棋。
rule-quietplies = { $plies ->
    [0] {""}
   *[other] 连续 { $rounds } 回合不吃子，和棋。
}

option-order = 狼与狗
    .about = <b>狼与狗</b>：哪个大？还是用狐（小于狗）代替狼？
option-equal = 同类相遇
    .about = <b>同类相遇</b>：走到同类棋子的格上会怎样？
option-elephantrat = 象与鼠
    .about = <b>象与鼠</b>：象能把鼠怎么样？（在陷阱里什么都能吃。）
option-ratcross = 水陆两鼠
    .about = <b>水陆两鼠</b>：水里的鼠和岸上的鼠能互吃吗？
option-jumpblock = 谁挡跳河
    .about = <b>跳河</b>：哪一方水里的鼠会挡住跳河？
option-tigerjump = 虎跳河
    .about = <b>虎跳河</b>：虎可以往哪些方向跳？
option-trappedattack = 陷阱里吃子
    .about = <b>陷阱</b>：掉进对方陷阱的棋子还能吃子吗？
option-violations = 七三与十七五
    .about = <b>七步三次、十七步五格</b>：限制同一个棋子来回走吗？
option-cycle = 循环
    .about = <b>循环</b>：同一局面反复出现怎么办？
option-quietplies = 不吃子和棋
    .about = <b>耐心</b>：多久不吃子（翻牌的玩法：一直只走空步）算和棋？（双方各走一步为一回合。）

value-order-wolf = 狼大于狗
value-order-dog = 狗大于狼
value-order-fox = 以狐代狼
value-equal-mover = 主动的吃
value-equal-both = 同归于尽
value-equal-stationary = 主动的被吃
value-elephantrat-never = 不能吃鼠
value-elephantrat-takes = 能吃鼠
value-elephantrat-shoved = 反被鼠吃
value-elephantrat-both = 同归于尽
value-ratcross-false = 不能互吃
value-ratcross-true = 可以互吃
value-jumpblock-any = 任何鼠
value-jumpblock-enemy = 对方的鼠
value-tigerjump-both = 横竖都行
value-tigerjump-vertical = 只能竖跳
value-trappedattack-true = 能
value-trappedattack-false = 不能
value-violations-none = 不限制
value-violations-7-3-17-5 = 限制
value-cycle-none = 不限制
value-cycle-first-mover-loses = 红方变着
value-cycle-starter-loses = 起头的变着
value-cycle-draw = 三次和棋
value-quietplies = { $plies ->
    [0] 不判和
   *[other] { $rounds } 回合
}
