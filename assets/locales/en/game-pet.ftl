# Pet (宠物斗兽棋).

variant-pet = Pet
    .about = 6×6, guarded animals, two take one between them

rules-pet-goal = Leave your opponent one animal: seven taken, and you win. Whoever can’t move loses.
rules-pet-moves = One square a turn, straight. The stronger takes the weaker or its equal, the rat takes the elephant, never the other way round.
rules-pet-guard = But no animal is taken while one beside it could take the attacker back: it is guarded.
rules-pet-two = Two on one: if your move makes a straight run of exactly three, two of yours and one enemy in any order, the enemy is taken, however strong or guarded.
rules-pet-source = The text this comes from has lost its diagrams: the start and the end are reconstructed.

illegal-guarded = The { $target-animal } on { $to } is guarded: the { $guard-animal } on { $square } would take your { $piece-animal } back.

counter-taken = Taken by { $side }: { $value } of { $limit }.
score-taken = ⚔️ Taken: { $first-mark } { $first }, { $second-mark } { $second }; { $limit } win.
