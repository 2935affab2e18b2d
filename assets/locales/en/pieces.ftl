# The game's own words. `.title` starts a sentence or stands on a button.

animal-rat = rat
    .title = Rat
animal-cat = cat
    .title = Cat
animal-dog = dog
    .title = Dog
animal-wolf = wolf
    .title = Wolf
animal-leopard = leopard
    .title = Leopard
animal-tiger = tiger
    .title = Tiger
animal-lion = lion
    .title = Lion
animal-elephant = elephant
    .title = Elephant
animal-fox = fox
    .title = Fox

color-red = red
    .side = Red
color-blue = blue
    .side = Blue

piece = { $color } { $animal }
