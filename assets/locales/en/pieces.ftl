# The game's own words. `.title` starts a sentence or stands on a button; `.synonyms` are further words people type.

animal-rat = rat
    .title = Rat
    .synonyms = mouse r
animal-cat = cat
    .title = Cat
    .synonyms = c
animal-dog = dog
    .title = Dog
    .synonyms = hound d
animal-wolf = wolf
    .title = Wolf
    .synonyms = w
animal-leopard = leopard
    .title = Leopard
    .synonyms = panther p
animal-tiger = tiger
    .title = Tiger
    .synonyms = t
animal-lion = lion
    .title = Lion
    .synonyms = l
animal-elephant = elephant
    .title = Elephant
    .synonyms = e
animal-fox = fox
    .title = Fox
    .synonyms = f

color-red = red
    .side = Red
color-blue = blue
    .side = Blue

piece = { $color } { $animal }
