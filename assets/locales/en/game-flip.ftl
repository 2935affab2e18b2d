# Flip (动物棋), and what it shares with Dalian.

variant-flip = Flip
    .about = 4×4, all cards face down: turn, step or take

rules-flip-goal = Take all of your opponent’s animals, those still face down as well, and you win. Whoever can’t move loses.
rules-flip-turn = Sixteen cards lie face down, eight animals a side. A turn is one of these: turn any card, go one square straight onto an empty one, or take a neighbor.
rules-flip-colors = The first card turned gives the first player its color. Nobody enters or takes a face-down card. A turned card stays turned: no takeback.
rules-flip-strength = elephant › lion › tiger › leopard › wolf › dog › cat › rat: the stronger takes the weaker, and the rat the elephant, never the other way round.
rules-flip-source = The text this comes from says nothing about equals and the end: they are reconstructed.

rule-equal-none = Equals leave each other alone.
rule-steps = { $plies ->
    [0] {""}
   *[other] { $rounds } rounds of nothing but steps are a draw.
}
value-equal-none = neither takes

illegal-face-down = The card on { $to } is face down: nobody enters or takes it. It has to be turned first.
illegal-turn-first = The card on { $from } is face down: all that can be done with it is to turn it.
illegal-face-up = The card on { $to } has been turned already: it is the { $piece }.
illegal-no-card = There is no card to turn on { $to }.
illegal-stuck = The { $piece-animal } on { $from } has nowhere to go at the moment.
illegal-equal = Another { $target-animal } stands on { $to }: by these rules equals leave each other alone.

caution-steps-near = { $count ->
    [one] One more move that is only a step, and the game is a draw.
   *[other] { $count } more moves of nothing but steps, and the game is a draw.
}
counter-steps = Moves in a row that were only steps: { $value }{ $limit ->
    [0] .
   *[other] {" "}of { $limit } for a draw.
}
counter-animals = { $side } has { $value ->
    [one] 1 animal
   *[other] { $value } animals
} left.
score-animals = 🐾 Animals left: { $first-mark } { $first }, { $second-mark } { $second }
