# The message of a table: the challenge card, the board, the end.
# $name, $by, $to, $winner and $loser are people, already marked up.

person-nameless = Somebody
person-unknown = Player { $number }
person-forgotten = Forgotten player
admin-nameless = an admin
player-ai = AI ({ $level })
list-gap = {", "}
sentence-gap = {" "}

# The challenge card

card-open = ⚔️ { $by } challenges everybody here to a game of Dou Shou Qi. Who dares?
card-directed = ⚔️ { $by } challenges { $to } to a game of Dou Shou Qi.
card-anybody = everybody
card-sides = { $sides ->
    [red] 🎲 { $by } plays Red and moves first.
    [blue] 🎲 { $by } plays Blue and moves second.
    [first] 🎲 { $by } moves first.
    [second] 🎲 { $by } moves second.
    [lot-first] 🎲 Who moves first is drawn by lot.
   *[lot] 🎲 Who plays Red, and so moves first, is drawn by lot.
}
card-expires = { $hours ->
    [one] ⏳ Open for one more hour.
   *[other] ⏳ Open for { $hours } hours.
}
card-withdrawn = { $by } has withdrawn the challenge to { $to }.
card-declined = { $to } would rather not play { $by } this time.
card-expired = Nobody took up { $by }’s challenge in time, so it is closed. /challenge opens a new one.
card-voided = An admin has closed { $by }’s challenge to { $to }.

setup-line = 📜 Rules: { $preset }
setup-line-game = 🎲 Game: { $game }
setup-line-about = { $line } ({ $about })
option-in-force = { $option }: { $value }

button-join = ⚔️ Join
button-accept = ⚔️ Accept
button-decline = ✖️ Decline
button-withdraw = ↩️ Withdraw the challenge
button-sides = { $sides ->
    [red] 🎲 Challenger: Red
    [blue] 🎲 Challenger: Blue
    [first] 🎲 Challenger: first
    [second] 🎲 Challenger: second
   *[lot] 🎲 Sides: by lot
}
button-preset = 📜 { $preset }
button-game = 🎲 { $game }
card-games = 🎲 <b>Which game?</b> The challenger chooses.
games-about = • <b>{ $game }</b>: { $about }

# The board

board-superseded = ⬇️ The game went on: a newer board stands further down.
board-side = { $mark } { $side }: { $name }
board-one-phone = 📱 Two players on one phone: 🔴 Red against 🔷 Blue
side-named = { $mark } { $name }
side-alone = { $mark } <b>{ $side }</b>

board-turn = 👉 { $mark } { $name }, it’s your move.
board-turn-one-phone = 👉 { $mark } <b>{ $side }</b> to move: pass the phone.
board-turn-ai = 👉 { $name } is to move.
board-thinking = 🤔 { $name } is thinking …
board-put-which = 👇 Put one of yours onto the board: which?
board-put-where = { $emoji } { $animal }: where shall it stand?
board-where-to = { $emoji } { $animal } { $square }: where to?
board-caution = ⚠️ { $words }
board-really-resign = 🏳️ { $name }, do you really resign? Confirm it, or play on.

offer-draw = 🤝 { $name } offers a draw. { $to }, do you accept?
offer-takeback = ↩️ { $name } asks to take the last move back. { $to }, is that all right?
offer-takeback-one = ↩️ { $name } asks to take back { $move }. { $to }, is that all right?
offer-takeback-two = ↩️ { $name } asks to take back { $move } and the reply { $reply }. { $to }, is that all right?
offer-rematch = 🔁 { $name } wants a rematch, sides swapped. { $to }, another game?

news-declined = { $kind ->
    [draw] { $name } declines the draw: play on.
    [takeback] { $name } does not allow the takeback.
   *[rematch] { $name } does not want a rematch.
}
news-retracted = { $kind ->
    [draw] { $name } no longer offers a draw.
    [takeback] { $name } no longer asks for a takeback.
   *[rematch] { $name } no longer asks for a rematch.
}
news-taken-back = { $plies ->
    [one] ↩️ The last move was taken back.
   *[other] ↩️ The last { $plies } moves were taken back.
}

# What just happened

told-go = { $mark } { $animal } { $from } { $how ->
    [jump] jumps
    [leap] leaps
    [sweep] jumps on and on
    [rub] brushes past
    [swim] swims
   *[step] goes
} to { $to }{ $into ->
    [trap] , into the trap
   *[open] {""}
}.
told-take = { $mark } { $animal } { $from } { $how ->
    [jump] jumps
    [leap] leaps
    [sweep] jumps on and on
    [rub] brushes past
    [swim] swims
   *[step] goes
} to { $to }{ $into ->
    [trap] , into the trap,
   *[open] {""}
} and takes the { $taken }.
told-trade = { $mark } { $animal } { $from } { $how ->
    [jump] jumps
    [leap] leaps
    [sweep] jumps on and on
    [rub] brushes past
    [swim] swims
   *[step] goes
} to { $to } and meets the { $taken }: both leave the board.
told-fall = { $mark } { $animal } { $from } { $how ->
    [jump] jumps
    [leap] leaps
    [sweep] jumps on and on
    [rub] brushes past
    [swim] swims
   *[step] goes
} at { $to } and is lost.
told-den = { $mark } { $animal } { $from } walks into the den at { $to }!

told-flip = { $mark } A card is turned on { $to }: the { $piece }.
told-drop = { $mark } { $animal } comes onto the board at { $to }.
told-swap = { $mark } { $animal } { $from } and its equal on { $to } are traded off.
told-strike = { $mark } { $animal } { $from } hits the { $target } on { $to } (−{ $points }) and is hit back (−{ $back }).
told-strike-lost = { $mark } { $animal } { $from } hits the { $target } on { $to } (−{ $points }), is hit back and destroyed.
told-destroy = { $mark } { $animal } { $from } destroys the { $taken } and takes its square, { $to }.
told-strengthen = { $mark } { $animal } { $to } { $kind ->
    [attacker] charges up: its next attack does double damage
    [guardian] raises its shield: defense +2 until its side’s next turn
   *[universal] raises its shield: defense +1 until its side’s next turn
}.
told-mend = { $mark } { $animal } { $to } repairs itself (+{ $points }).
told-repair = { $mark } { $animal } { $from } repairs the { $target } on { $to } (+{ $points }).

told-brief = { $animal } { $from }–{ $to }
told-brief-there = { $animal } { $to }

# Picking a move

pick-animal = { $emoji } { $animal } { $square }
pick-go = { $how ->
    [jump] { $arrow } { $square } jump
    [leap] { $arrow } { $square }
    [sweep] { $arrow } { $square } sweep
   *[step] { $arrow } { $square }
}{ $into ->
    [trap] {" "}into the trap
   *[open] {""}
}
pick-take = { $how ->
    [jump] { $arrow } { $square } jump, takes { $taken }
    [sweep] { $arrow } { $square } takes them all
    [rub] { $arrow } { $square } brushes { $taken }
   *[step] { $arrow } { $square } takes { $taken }
}{ $into ->
    [trap] , into the trap
   *[open] {""}
}
pick-trade = { $arrow } { $square } both fall { $taken }
pick-fall = { $arrow } { $square } is lost there
pick-den = { $arrow } { $square } into the den!
pick-in-hand = { $emoji } { $animal }
pick-put = 🟢 { $square }
pick-strike = { $arrow } { $square } { $target } −{ $points }, you −{ $back }
pick-strike-lost = { $arrow } { $square } { $target } −{ $points }, you fall
pick-destroy = { $arrow } { $square } 💥 { $taken }
pick-strengthen = { $kind ->
    [attacker] 💪 next attack ×2
    [guardian] 💪 defense +2
   *[universal] 💪 defense +1
}
pick-repair = 🔧 { $target } { $square } +{ $points }
pick-forbidden = { $how ->
    [strengthen] ✕ 💪
    [repair] ✕ 🔧 { $square }
   *[go] ✕ { $arrow } { $square }
}

button-back = ‹ Back
button-sure = ⚠️ Play it anyway
button-draw = 🤝 Draw?
button-takeback = ↩️ Undo
button-resign = 🏳️ Resign
button-really-resign = 🏳️ Really resign?
button-keep-playing = Play on
button-accept-draw = 🤝 Accept the draw
button-decline-draw = ✖️ No draw
button-accept-takeback = ↩️ Let them take back
button-decline-takeback = ✖️ No takeback
button-retract-draw = Withdraw draw
button-retract-takeback = Withdraw undo
button-rematch = 🔁 Rematch
button-accept-rematch = 🔁 Play the rematch
button-decline-rematch = ✖️ No rematch
button-retract-rematch = Withdraw rematch

# The end

end-den = 🏆 { $winner } wins: the enemy den is reached!
end-captured = { $outcome ->
    [draw] 🤝 A draw: the last animals of both sides fell together.
   *[win] 🏆 { $winner } wins: { $game ->
        [mecha] all machines of { $loser } are destroyed
        [pet] { $loser } has only one animal left
        [primitive] { $loser } has only one animal left, or none
       *[other] { $loser } has no animals left
    }.
}
end-blocked = 🏆 { $winner } wins: no animal of { $loser } can move.
end-violation = 🏆 { $winner } wins: after all that moving to and fro the rules leave { $loser } no move.
end-cycle = { $outcome ->
    [draw] 🤝 A draw: the same position came up three times.
   *[win] 🏆 { $winner } wins: { $loser } had to leave the repetition and did not.
}
end-quiet = 🤝 A draw: nothing has been taken for too long.
end-king = { $outcome ->
    [draw] 🤝 A draw: both kings fell together.
   *[win] 🏆 { $winner } wins: { $loser } has lost the king.
}
end-territory = 🏆 { $winner } wins: more than half of the board is theirs.
end-rounds = { $outcome ->
    [draw] 🤝 A draw: the rounds are over, and both have as many machines and squares.
   *[win] 🏆 { $winner } wins: the rounds are over, and they have more than { $loser }.
}
end-agreement = 🤝 A draw, as both players agreed.
end-resignation = 🏆 { $winner } wins: { $loser } resigned.
end-clock = 🏆 { $winner } wins: { $loser } ran out of time.
end-abandonment = { $outcome ->
    [draw] The game was abandoned: a draw.
   *[win] 🏆 { $winner } wins: { $loser } left the game.
}
end-ruling = { $outcome ->
    [draw] ⚖️ The referee rules it a draw.
   *[win] ⚖️ The referee gives the game to { $winner }.
}
end-void = The game was closed by { $by }: no result.
