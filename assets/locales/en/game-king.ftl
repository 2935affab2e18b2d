# King (兽王).

variant-king = King
    .about = dens and rivers, and a king: it alone may enter the enemy den

rules-king-goal = Your king in the enemy den wins. A king falls only to the other, and both with it: then it is a draw.
rules-king-den = Nobody else enters the enemy den, and nobody their own: a king that has left does not return.
rules-king-battle = { $order }. One square a turn, straight; who goes onto an enemy fights it. The weaker falls, even if it attacked; equals both fall. Of elephant and rat, the attacker wins.
rules-king-river = Only the rat swims, and nobody fights across the water’s edge. Elephant, lion and tiger jump the river, straight toward the enemy, unless a rat swims in the way.
rules-king-elephant = On its own side of the river the elephant also goes two squares diagonally, over an empty one.
rules-king-line = The lion jumps straight over exactly one animal right beside it, the tiger over two in a row, to land that is no den.
rules-king-jumps = A jump takes only who is weaker.
rules-king-source = The text this comes from contradicts itself: much of this is reconstructed.

illegal-king-only = Only a king enters the enemy den: { $to } is closed to the { $piece-animal }.
illegal-water-edge = Nobody fights across the water’s edge: the { $piece-animal } on { $from } can’t attack the { $target-animal } on { $to }.
illegal-leap-home = The elephant can’t get from { $from } to { $to }: on a diagonal it goes exactly two squares, and only on its own side of the river.
illegal-leap-blocked = The elephant can’t get from { $from } to { $to }: the { $target-animal } on { $square } is in the way.
illegal-river-jumpers = The { $piece-animal } can’t jump from { $from } to { $to }: only elephant, lion and tiger jump the river.
illegal-river-forward = The { $piece-animal } can’t jump from { $from } to { $to }: the river is jumped straight toward the enemy, and no other way.
illegal-line-jump = { $count ->
    [one] The { $piece-animal } can’t get from { $from } to { $to }: it goes one square, or jumps straight over exactly one animal right beside it.
   *[other] The { $piece-animal } can’t get from { $from } to { $to }: it goes one square, or jumps straight over exactly two animals in a row right beside it.
}
illegal-jump-weaker = A jump takes only a weaker enemy, and the { $target-animal } on { $to } is no weaker than your { $piece-animal }.

caution-outmatched = The { $target } on { $to } is stronger: if your { $piece-animal } attacks it, it is lost, and nothing is won.
