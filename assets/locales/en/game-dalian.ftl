# Dalian (八零后动物棋); what it shares with flip is there.

variant-dalian = Dalian
    .about = 4×4, face down, and what you take fights for you

rules-dalian-goal = You win when your opponent has no animal left, on the board (even face down) or in hand. No move loses.
rules-dalian-turn = Sixteen cards lie face down. Each turn: turn one, step straight to an empty square, take a neighbor, trade, or put an animal from your hand on an empty square.
rules-dalian-strength = elephant › lion › tiger › leopard › wolf › dog › cat › rat: the stronger takes the weaker, but no elephant takes a rat.
rules-dalian-hand = What you take goes into your hand and is yours.
rules-dalian-trade = Equals side by side are not taken but traded: both go into the hand of the one who moves.
rules-dalian-cycle = A position that comes up three times is a draw.
rules-dalian-source = Reconstructed: steps, putting as a whole turn, the leopard’s range.

rule-fly-any = The leopard flies: it takes a weaker enemy anywhere on its file or rank, whatever lies between.
rule-fly-one = The leopard flies: it takes a weaker enemy on its file or rank with exactly one square between.
rule-fly-clear = The leopard flies: it takes a weaker enemy on its file or rank if all squares between are empty.
rule-ratelephant-takes = The rat takes the elephant.
rule-ratelephant-both = A rat and the elephant it goes onto both go into the hand of the rat’s side.

option-fly = Leopard’s flight
    .about = <b>Leopard</b>: what may it fly over to take?
option-ratelephant = Rat onto elephant
    .about = <b>Rat and elephant</b>: what happens when the rat goes onto the elephant?
value-fly-any = over anything
value-fly-one = over one square
value-fly-clear = over empty squares
value-ratelephant-takes = rat takes it
value-ratelephant-both = both to the hand

illegal-trade-instead = The { $target-animal } on { $to } is your { $piece-animal }’s equal: equals are not taken but traded (🔁).
illegal-trade-equals = Only equals are traded, and your { $piece-animal } is no equal of the { $target-animal } on { $to }.
illegal-trade-beside = The { $piece-animal } on { $from } trades only with its equal right beside it: { $to } is too far.
illegal-only-leopard-flies = The { $target-animal } on { $to } is too far for your { $piece-animal }: only the leopard takes from afar.
illegal-fly-to-take = The { $piece-animal } flies only to take, and nobody is on { $to }: otherwise it goes one square.
illegal-fly-over-one = By these rules the { $piece-animal } on { $from } flies over exactly one square: { $to } is too far.
illegal-fly-blocked = By these rules the { $piece-animal } flies over empty squares only, and on the way to { $to } something lies on { $square }.

caution-cycle-draws-put = If the { $piece } is put on { $to }, the same position stands for the third time: that is a draw.
