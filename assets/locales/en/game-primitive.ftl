# Primitive (原始斗兽棋).

variant-primitive = Primitive
    .about = 6×6, jump over your enemies, or sweep them all away at once

rules-primitive-goal = Take five of the six enemies, and you win. Whoever can’t move loses.
rules-primitive-moves = One square a turn, straight, onto an empty one.
rules-primitive-jump = You take by jumping: straight over an enemy right beside you, to the empty square behind it, one jump a turn.
rules-primitive-sweep = The sweep: an animal jumps on and on, if that takes every enemy there is, two at least, and does not end where it began. That wins at once.
rules-primitive-source = The text this comes from has lost its diagrams: the board, the start and how to take are reconstructed.

rule-ranked-false = The animals are only pictures: anybody jumps over anybody.
rule-ranked-true = Only a weaker enemy or an equal one is jumped: elephant › lion › tiger › leopard › wolf › dog.
option-ranked = Strength
    .about = <b>Strength</b>: does it count? Then only a weaker enemy or an equal one is jumped.
value-ranked-false = doesn’t count
value-ranked-true = counts

illegal-jump-to-take = Here nobody is taken by a step: the { $piece-animal } has to jump over the { $target-animal } on { $to }, to an empty square right behind it.
illegal-jump-too-far = { $to } is too far for the { $piece-animal } on { $from }: one square, or a jump over an enemy right beside it.
illegal-jump-over-nobody = The { $piece-animal } can’t jump from { $from } to { $to }: there is no enemy on { $square } to jump over.
illegal-jump-over-own = The { $piece-animal } can’t jump from { $from } to { $to }: on { $square } stands your own { $target-animal }, and only enemies are jumped.
illegal-jump-no-room = The { $piece-animal } on { $from } can’t jump over the { $target-animal } on { $square }: { $to }, right behind it, is not empty.
illegal-sweep-short = { $count ->
    [one] That sweep leaves one enemy. Jumping on and on is for taking them all; a single jump is always fine.
   *[other] That sweep leaves { $count } enemies. Jumping on and on is for taking them all; a single jump is always fine.
}
illegal-sweep-home = That sweep ends on { $from }, where it began, and just that it may not. Is there another way around?
