# 超能机甲斗兽棋。

variant-mecha = 超能机甲斗兽棋
    .about = 机甲各有生命和技能，全歼对手或占地过半就赢

rules-mecha-goal = 摧毁对方全部机甲，或占领 63 格中的 32 格，就赢。满 60 回合则比存活的机甲，再比占领的格子。
rules-mecha-placing = 开局红方先，双方轮流把五台机甲摆在离自己最近的两行。
rules-mecha-moves = 之后每回合直走一格、攻击或用一次技能，三选一。
rules-mecha-control = 格子归最后站过的一方占领。
rules-mecha-attack = 走向相邻的敌方就是攻击：对方损失“攻击减防御”点生命，至少 1 点。打掉就占它的格子；打不掉则留在原地，并挨一次还击。
rules-mecha-numbers = 生命、攻击、防御：攻击型 6、4、1；防御型 10、2、2；治疗型 6、1、1；敏捷型 5、3、0；均衡型 7、3、2。
rules-mecha-skills = 技能用过后要停三回合。攻击型：下次攻击伤害加倍；防御型：防御 +2，到己方下回合为止；治疗型：给相邻己方 +3 生命；敏捷型：走两格；均衡型：防御 +1，或给相邻己方、给自己 +1 生命。
rules-mecha-source = 原文只有大意，数值、摆法和回合数是补全的。

illegal-place-first = 机甲还没摆完，请先摆一台。
illegal-place-home = { $piece-animal }不能摆在 { $to }：只能摆在离自己最近的两行。
illegal-machine-step = { $from } 的{ $piece-animal }到不了 { $to }：机甲每次直走一格，只有敏捷型用技能能走两格。
illegal-two-steps-far = { $to } 离 { $from } 太远：{ $piece-animal }用技能也只能走两格。
illegal-two-steps-blocked = { $piece-animal }从 { $from } 到不了 { $to }：中间都被挡住了。
illegal-two-steps-attack = { $from } 的{ $piece-animal }打不到 { $to } 的{ $target-animal }：走两格只能落在空格上，攻击要在相邻的格子。
illegal-skill-paused = { $from } 的{ $piece-animal }刚用过技能，连这回合在内还有 { $count } 回合不能用。
illegal-skill-in-store = { $from } 的{ $piece-animal }已经蓄力，下次攻击伤害就会加倍。
illegal-skill-none = { $from } 的{ $piece-animal }不能强化自己：只有攻击型、防御型和均衡型能。治疗型的技能是修理，敏捷型的是走两格。
illegal-repair-none = { $from } 的{ $piece-animal }不会修理，只有治疗型和均衡型会。
illegal-repair-itself = { $from } 的{ $piece-animal }只能修理别的机甲，不能修自己。
illegal-repair-beside = { $from } 的{ $piece-animal }够不着 { $to }：只能修理紧挨着的机甲。
illegal-repair-own = { $to } 上没有己方机甲，{ $piece-animal }无从修理。
illegal-repair-full = { $to } 的{ $target-animal }完好无损，不用修理。

caution-hit-back = { $to } 的{ $target-animal }顶得住这一击，还击会打掉你的{ $piece-animal }。
caution-rounds-near = 再走 { $count } 步就终局：先比机甲，再比格子。

# 选中机甲时的说明

machine-attacker = 生命 6，攻击 4，防御 1。技能：💪 下次攻击伤害加倍。
machine-guardian = 生命 10，攻击 2，防御 2。技能：💪 防御 +2，到己方下回合为止。
machine-medic = 生命 6，攻击 1，防御 1。技能：🔧 给相邻的己方机甲 +3 生命。
machine-nimble = 生命 5，攻击 3，防御 0。技能：💨 走两格，落在空格上。
machine-universal = 生命 7，攻击 3，防御 2。技能：💪 防御 +1，到己方下回合为止；或 🔧 给相邻己方或自己 +1 生命。
machine-state = ❤️ { $health }/{ $full }{ $strengthened ->
    [yes] {" · 💪 已蓄力"}
   *[no] {""}
}{ $pause ->
    [0] {""}
   *[other] {" · ⏳ 连这回合"} { $pause } 回合无技能
}

counter-machines = { $side }机甲 { $value } 台。
score-machines = 🦾 机甲：{ $first-mark } { $first }，{ $second-mark } { $second }
counter-squares = { $side }占领 { $value } 格（{ $limit } 格得胜）。
score-squares = 🚩 占领：{ $first-mark } { $first }，{ $second-mark } { $second }；{ $limit } 格得胜。
counter-rounds = 摆完后双方合计已走 { $value } 步，满 { $limit } 步（{ $rounds } 回合）计算机甲和格子。
