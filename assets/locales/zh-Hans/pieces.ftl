# 游戏用语。`.title` 用于句首或按钮。

animal-rat = 鼠
    .title = 鼠
animal-cat = 猫
    .title = 猫
animal-dog = 狗
    .title = 狗
animal-wolf = 狼
    .title = 狼
animal-leopard = 豹
    .title = 豹
animal-tiger = 虎
    .title = 虎
animal-lion = 狮
    .title = 狮
animal-elephant = 象
    .title = 象
animal-fox = 狐
    .title = 狐
animal-bear = 熊
    .title = 熊
animal-snake = 蛇
    .title = 蛇
animal-king = 兽王
    .title = 兽王
animal-attacker = 攻
    .title = 攻
animal-guardian = 防
    .title = 防
animal-medic = 疗
    .title = 疗
animal-nimble = 敏
    .title = 敏
animal-universal = 均
    .title = 均

color-red = 红
    .side = 红方
color-blue = 蓝
    .side = 蓝方

piece = { $color }{ $animal }
