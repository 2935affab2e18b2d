# The coach: hints, and a game looked at again.
# $name is a player with their mark, marked up; $piece and $hunter are animals with their forms (see notices.ftl).
# Moves are counted one by one, both sides’ together.

# A move in short

coach-go = { $animal } { $from }–{ $to }
coach-there = { $animal } { $to }
coach-card = Card { $to }

# Why a move is good: the end of “Tiger e3–e7: …”

reason-den = walks into the den and wins
reason-wins = wins at once
reason-run = is on its way into the den and nobody can stop it ({ $count } moves, both sides’ counted)
reason-forced = wins whatever the other side does ({ $count } moves, both sides’ counted)
reason-promised = leads to an ending that the endgame tables know as won
reason-takes = takes the { $piece-animal }
reason-guards = keeps the { $piece-animal } out of the den
reason-escapes = gets away from the { $hunter-animal }
reason-saves = saves the { $piece-animal } from the { $hunter-animal }
reason-attacks = goes after the { $piece-animal }
reason-nearer = comes nearer to the den
reason-turns = turn it over, nothing on show is better
reason-delays = holds out the longest
reason-quiet = a calm move, and nothing better is in sight
reason-gap = {" "}and{" "}

hint = 💡 { $move }: { $reasons }.

# A game looked at again

review-waiting = 🔍 I’ll look at this game again as soon as I have finished another one.
review-working = 🔍 I’m looking at the game again … { $percent } %
review-failed = 🔍 Looking at the game again failed. Nothing is lost: /analyse tries once more.
review-title = 🔍 <b>The game again</b>: { $first } – { $second }
review-side = { $name }: accuracy { $accuracy } %
review-side-idle = { $name }: never had a choice
review-graph = 📈 The higher the line, the better for { $first }; the lower, the better for { $second }.
review-count-best = { $count } best
review-count-fine = { $count } fine
review-count-slip = { $count ->
    [one] 1 slip
   *[other] { $count } slips
}
review-count-blunder = { $count ->
    [one] 1 blunder
   *[other] { $count } blunders
}
review-count-missed-den = { $count ->
    [one] 1 missed den
   *[other] { $count } missed dens
}
review-count-gap = {" · "}
review-turns = { $count ->
    [one] ⚡ One move changed the game most: move { $plies }. Press its number to see it.
   *[other] ⚡ These moves changed the game most: { $plies }. Press a number to see one.
}
review-no-turns = ⚖️ No single move changed the game much.
review-tables = 📚 After move { $ply } the endgame tables know the end: { $result ->
    [draw] a draw if both play their best
    [won] { $winner } wins
   *[win] { $winner } wins in { $plies }
}.
review-tables-hint = They don’t know the 7-3 and 17-5 rules, so that is a strong hint and no proof.

turn-title = ⚡ Move { $ply }: { $grade ->
    [missed-den] { $name } misses the open den
    [blunder] a blunder of { $name }
   *[slip] a slip of { $name }
}
turn-played = 🟡 Played: { $told }
turn-answer = The best answer: { $move }.
turn-better = ⚪ Better: { $move }: { $reasons }.
turn-line = It might go on: { $moves }.
turn-chances = Chances of { $name }: { $before } % with the better move, { $after } % with this one.

button-hint = 💡 Hint
button-analyse = 🔍 Analyse
button-graph = 📈 All
button-turn = ⚡ { $ply }
button-turn-shown = • { $ply } •

# Notices: plain text, at most 200 characters

notice-no-hints = Hints are for games against me: /ai starts one. Between people the two of you play alone.
notice-not-over = This game is still on: I look at it again when it is over.
notice-no-moves-to-analyse = Nobody moved in this game: there is nothing to look at.
notice-analysing-here = I’m looking at a game for you already. One after the other, please.
notice-analysing-much = Too many games are waiting to be looked at. Ask again in a few minutes, please.
notice-analysing = I’m looking at the game again. That takes some seconds.

command-hint = A hint for your next move, against the AI
command-analyse = Look at a finished game again
