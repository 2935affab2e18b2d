# The rules in words. A star before a sentence is put there by the program where a rule differs from the standard game.

preset-standard = Standard
    .about = wolf over dog, 7-3 and 17-5 against endless chasing
preset-platform = Platform
    .about = rats fight across the bank, your own rat doesn’t block jumps
preset-hall = Hall
    .about = dog over wolf, Red has to leave a repetition
preset-fox = Fox
    .about = as Hall, with foxes for wolves
preset-wiki = Wiki
    .about = as Standard, to and fro without limit
preset-leaflet = Leaflet
    .about = dog over wolf, of two equals the attacker falls
preset-own = our own mixture

variant-jungle = Jungle
    .about = the classic: dens, traps, rivers

rules-title-game = <b>{ $game }</b>
rules-title = <b>Dou Shou Qi</b>, rules: { $preset }
rules-jungle-goal = You win in the enemy den, with all enemy animals taken, or when your opponent can’t move.
rules-jungle-strength = { $order }: the stronger takes the weaker.
rules-jungle-moves = Red starts. One square a turn, straight, never into your own den.
rules-jungle-river = Only the rat swims. Nothing is taken across the water’s edge.
rules-jungle-traps = An animal in an enemy trap is weaker than any other.

rule-order-wolf = {""}
rule-order-dog = The dog beats the wolf here.
rule-order-fox = A fox stands in for the wolf.
rule-equal-mover = Of two equals the attacker takes.
rule-equal-both = Two equals that meet both fall.
rule-equal-stationary = An animal that attacks its equal falls.
rule-elephantrat-never = The rat takes the elephant, never the other way round.
rule-elephantrat-takes = The rat takes the elephant, and the elephant the rat.
rule-elephantrat-shoved = The rat takes the elephant; an elephant that attacks a rat is lost to it.
rule-elephantrat-both = When rat and elephant meet, both fall.
rule-ratcross-false = {""}
rule-ratcross-true = But rats may take each other across it.
rule-tigerjump-both = Lion and tiger jump straight over a river and may take where they land.
rule-tigerjump-vertical = The lion jumps straight over a river, the tiger only up and down the board; both may take where they land.
rule-jumpblock-any = A rat swimming in the way blocks the jump.
rule-jumpblock-enemy = An enemy rat swimming in the way blocks the jump.
rule-trappedattack-true = {""}
rule-trappedattack-false = It takes nothing from there.
rule-violations-none = {""}
rule-violations-7-3-17-5 = 7-3: no animal may enter a square it entered three times in your last seven moves. 17-5: nor go on among five squares where it alone made the last 17. Another animal’s move or a trap restarts the count; 7-3 spares an animal under attack. Captures and den entries are always legal.
rule-cycle-none = {""}
rule-cycle-first-mover-loses = Red loses by bringing a position about the fourth time.
rule-cycle-starter-loses = Who began a repetition loses by bringing a position about the fourth time.
rule-cycle-draw = A position that comes up three times is a draw.
rule-quietplies = { $plies ->
    [0] {""}
   *[other] { $rounds } rounds without a capture are a draw.
}

option-order = Wolf and dog
    .about = <b>Wolf and dog</b>: which of the two is stronger? Or does a fox, weaker than the dog, stand in the wolf’s place?
option-equal = Equal animals
    .about = <b>Equal animals</b>: what happens when an animal goes onto its equal?
option-elephantrat = Elephant and rat
    .about = <b>Elephant and rat</b>: what may the elephant do to the rat? (In a trap anything may be taken.)
option-ratcross = Rats across the bank
    .about = <b>Rats across the bank</b>: may a rat on land and a rat in the water take each other?
option-jumpblock = Jumps blocked by
    .about = <b>Jumps</b>: whose rat, swimming in the way, blocks a jump?
option-tigerjump = Tiger jumps
    .about = <b>Tiger</b>: in which directions does it jump over a river?
option-trappedattack = Taking from a trap
    .about = <b>Traps</b>: may an animal that stands in an enemy trap still take?
option-violations = 7-3 and 17-5
    .about = <b>7-3 and 17-5</b>: is moving to and fro with the same animal limited?
option-cycle = Repetition
    .about = <b>Repetition</b>: what if the same position comes up again and again?
option-quietplies = Draw without captures
    .about = <b>Patience</b>: after how long without a capture (where cards are turned: of nothing but steps) is it a draw? (A round is a move by each side.)

value-order-wolf = wolf over dog
value-order-dog = dog over wolf
value-order-fox = fox for wolf
value-equal-mover = attacker takes
value-equal-both = both fall
value-equal-stationary = attacker falls
value-elephantrat-never = rat is safe
value-elephantrat-takes = elephant takes rat
value-elephantrat-shoved = elephant is lost
value-elephantrat-both = both fall
value-ratcross-false = no
value-ratcross-true = yes
value-jumpblock-any = any rat
value-jumpblock-enemy = enemy rat
value-tigerjump-both = all ways
value-tigerjump-vertical = up and down
value-trappedattack-true = yes
value-trappedattack-false = no
value-violations-none = off
value-violations-7-3-17-5 = on
value-cycle-none = free
value-cycle-first-mover-loses = Red must vary
value-cycle-starter-loses = starter must vary
value-cycle-draw = third time is a draw
value-quietplies = { $plies ->
    [0] never
   *[other] after { $rounds } rounds
}
