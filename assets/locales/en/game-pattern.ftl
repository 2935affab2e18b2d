# Pattern (其余玩法).

variant-pattern = Pattern
    .about = no rivers, no ranks: bear, snake and the others each take in a way of their own

rules-pattern-goal = You win in the enemy den, with all enemy animals taken, or when your opponent can’t move.
rules-pattern-moves = Everybody steps one square, diagonally too, onto an empty square, never into your own den. Nobody is stronger than anybody.
rules-pattern-onto = Taken by going there: the bear takes straight beside it, the elephant diagonally beside it; the lion exactly two squares away straight, the tiger diagonally.
rules-pattern-over = Leopard (straight) and wolf (diagonally) jump over an enemy beside them, onto the empty square behind, and take it.
rules-pattern-past = The dog goes two empty squares straight, past no den, and takes those left and right of the first. The snake takes those its diagonal step squeezes between.
rules-pattern-traps = In an enemy trap an animal takes nothing, and any enemy takes it by a step. In its own trap nothing takes it.
rules-pattern-source = The text this comes from shows no board: the start and the land in place of the rivers are reconstructed.

rule-leap-false = Lion and tiger take only over an empty square.
rule-leap-true = Lion and tiger may take over anybody.
option-leap = Lion and tiger
    .about = <b>Lion and tiger</b>: may somebody stand on the square they go over?
value-leap-false = over empty squares
value-leap-true = over anybody

illegal-immune = The { $target-animal } on { $to } is in a trap of its own side: there nothing can take it.
illegal-leap-between = The { $piece-animal } on { $from } can’t take on { $to }: somebody stands between, on { $square }.
illegal-no-landing = The { $piece-animal } can’t jump from { $from } to { $to }: the { $target-animal } stands there, and a jump ends on an empty square.
illegal-rub-blocked = The { $piece-animal } can’t rub past from { $from } to { $to }: both squares have to be empty, and { $square } is not.
illegal-rub-nothing = From { $from } to { $to } the { $piece-animal } passes no enemy on its left or right: it goes two squares only to take one.
illegal-rub-den = The { $piece-animal } can’t go from { $from } to { $to }: the way leads through a den.
illegal-way-bear = A bear takes only what stands right beside it, straight: from { $from } nothing on { $to }.
illegal-way-elephant = An elephant takes only what stands right beside it, diagonally: from { $from } nothing on { $to }.
illegal-way-lion = A lion takes only what stands exactly two squares away, straight, and goes two squares only to take: not from { $from } to { $to }.
illegal-way-tiger = A tiger takes only what stands exactly two squares away, diagonally, and goes two squares only to take: not from { $from } to { $to }.
illegal-way-leopard = A leopard takes only by jumping over an enemy right beside it, straight, to the square behind: not from { $from } to { $to }.
illegal-way-wolf = A wolf takes only by jumping over an enemy right beside it, diagonally, to the square behind: not from { $from } to { $to }.
illegal-way-dog = A dog takes by rubbing past: two empty squares straight, and whoever stands left and right of the first is taken. So not from { $from } on { $to }.
illegal-way-snake = A snake takes only those its diagonal step squeezes between: from { $from } nothing on { $to }.
