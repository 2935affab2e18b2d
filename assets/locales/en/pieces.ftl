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
animal-bear = bear
    .title = Bear
animal-snake = snake
    .title = Snake
animal-king = king
    .title = King
animal-attacker = attacker
    .title = Attacker
animal-guardian = guardian
    .title = Guardian
animal-medic = medic
    .title = Medic
animal-nimble = nimble
    .title = Nimble
animal-universal = universal
    .title = Universal

color-red = red
    .side = Red
color-blue = blue
    .side = Blue

piece = { $color } { $animal }
