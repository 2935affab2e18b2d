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
animal-attacker = 攻击型
    .title = 攻击型
animal-guardian = 防御型
    .title = 防御型
animal-medic = 治疗型
    .title = 治疗型
animal-nimble = 敏捷型
    .title = 敏捷型
animal-universal = 均衡型
    .title = 均衡型

color-red = 红
    .side = 红方
color-blue = 蓝
    .side = 蓝方

piece = { $color }{ $animal }
