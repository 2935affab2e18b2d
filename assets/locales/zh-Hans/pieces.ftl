# 游戏用语。`.title` 用于句首或按钮；`.synonyms` 是人们可能输入的其他写法。

animal-rat = 鼠
    .title = 鼠
    .synonyms = 老鼠 耗子
animal-cat = 猫
    .title = 猫
    .synonyms = 貓 花猫
animal-dog = 狗
    .title = 狗
    .synonyms = 犬 小狗
animal-wolf = 狼
    .title = 狼
    .synonyms = 豺狼 灰狼
animal-leopard = 豹
    .title = 豹
    .synonyms = 豹子 猎豹
animal-tiger = 虎
    .title = 虎
    .synonyms = 老虎
animal-lion = 狮
    .title = 狮
    .synonyms = 獅 狮子 獅子
animal-elephant = 象
    .title = 象
    .synonyms = 大象
animal-fox = 狐
    .title = 狐
    .synonyms = 狐狸

color-red = 红
    .side = 红方
color-blue = 蓝
    .side = 蓝方

piece = { $color }{ $animal }
