# Mecha (超能机甲斗兽棋).

variant-mecha = Mecha
    .about = machines with hit points and skills; win by force or by ground

rules-mecha-goal = Destroy all enemy machines, or hold 32 of the 63 squares. After 60 rounds more machines win, then more squares.
rules-mecha-placing = First both place their five machines by turns, Red first, each on the two ranks nearest to them.
rules-mecha-moves = Then a turn is a step straight, an attack or a skill.
rules-mecha-control = A square is held by whoever stood on it last.
rules-mecha-attack = You attack by stepping at a neighbor: it loses your attack minus its defense in hit points, at least 1. Destroyed, it leaves you its square; otherwise you stay where you are, and it hits back.
rules-mecha-numbers = Hit points, attack, defense: attacker 6, 4, 1; guardian 10, 2, 2; medic 6, 1, 1; nimble 5, 3, 0; universal 7, 3, 2.
rules-mecha-skills = Skills, each followed by three turns without: attacker, the next attack does double damage; guardian, defense +2 until your next turn; medic, +3 hit points to one of yours beside it; nimble, two steps; universal, defense +1, or +1 hit point to one beside it or itself.
rules-mecha-source = Only the idea has come down to us: numbers, placing and length are reconstructed.

illegal-place-first = First all machines have to stand on the board: place one of yours.
illegal-place-home = The { $piece-animal } can’t begin on { $to }: machines are placed on the two ranks nearest to their player.
illegal-machine-step = The { $piece-animal } on { $from } can’t get to { $to }: a machine goes one square, straight. Only the nimble’s skill is two steps.
illegal-two-steps-far = { $to } is too far from { $from } even for the { $piece-animal }: its skill is two steps, no more.
illegal-two-steps-blocked = The { $piece-animal } can’t get from { $from } to { $to }: whichever way it goes, somebody stands in between.
illegal-two-steps-attack = The { $piece-animal } can’t attack the { $target-animal } on { $to } from { $from }: its two steps end on an empty square. An attack is one step.
illegal-skill-paused = { $count ->
    [one] The { $piece-animal } on { $from } has used its skill lately: it has none this turn, but again in the next.
   *[other] The { $piece-animal } on { $from } has used its skill lately: it has none for { $count } turns, counting this one.
}
illegal-skill-in-store = The { $piece-animal } on { $from } is charged already: its next attack does double damage.
illegal-skill-none = The { $piece-animal } on { $from } can’t strengthen itself: attacker, guardian and universal can. The medic’s skill is to repair, the nimble’s to take two steps.
illegal-repair-none = The { $piece-animal } on { $from } can’t repair anything: only the medic and the universal can.
illegal-repair-itself = The { $piece-animal } on { $from } repairs others, but not itself.
illegal-repair-beside = The { $piece-animal } on { $from } can’t reach { $to }: it repairs only what stands right beside it.
illegal-repair-own = The { $piece-animal } has nothing to repair on { $to }: no machine of yours stands there.
illegal-repair-full = The { $target-animal } on { $to } is whole: it lacks no hit point.

caution-hit-back = The { $target-animal } on { $to } stands up to the attack and hits back: your { $piece-animal } would be lost.
caution-rounds-near = { $count ->
    [one] One more move, and the game ends: more machines win, then more squares.
   *[other] { $count } more moves, and the game ends: more machines win, then more squares.
}

# The lines under a machine that is picked

machine-attacker = 6 hit points, attack 4, defense 1. Skill: 💪 its next attack does double damage.
machine-guardian = 10 hit points, attack 2, defense 2. Skill: 💪 defense +2 until your next turn.
machine-medic = 6 hit points, attack 1, defense 1. Skill: 🔧 +3 to one of yours beside it.
machine-nimble = 5 hit points, attack 3, defense 0. Skill: 💨 two steps to an empty square.
machine-universal = 7 hit points, attack 3, defense 2. Skill: 💪 defense +1 until your next turn, or 🔧 +1 to one beside it or itself.
machine-state = ❤️ { $health }/{ $full }{ $strengthened ->
    [yes] {" · 💪 charged"}
   *[no] {""}
}{ $pause ->
    [0] {""}
    [one] {" · ⏳ no skill this turn"}
   *[other] {" · ⏳ no skill for"} { $pause } turns
}

counter-machines = Machines of { $side }: { $value }.
score-machines = 🦾 Machines: { $first-mark } { $first }, { $second-mark } { $second }
counter-squares = Squares of { $side }: { $value }; { $limit } win.
score-squares = 🚩 Squares: { $first-mark } { $first }, { $second-mark } { $second }; { $limit } win.
counter-rounds = Moves of both sides since the placing: { $value }. After { $limit } ({ $rounds } rounds) machines and squares are counted.
