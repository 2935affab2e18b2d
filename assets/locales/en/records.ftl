# Games after they were played: films, copies to leaf through, records, lists.
# $number is a game's number, #3k; $first and $second are the players, marked up.

game-line = <b>{ $number }</b> { $date } { $first } – { $second }: { $result ->
    [first] 1–0
    [second] 0–1
    [draw] ½–½
    [void] no result
   *[ongoing] still on
}{ $reason ->
    [none] {""}
   *[other] {" "}({ $reason })
}, { $usual ->
    [yes] {""}
   *[no] { $game }, {""}
}{ $plies ->
    [one] 1 ply
   *[other] { $plies } plies
}
by-den = den
by-captured = all taken
by-blocked = no move left
by-violation = 7-3 and 17-5
by-cycle = repetition
by-quiet = nothing taken for long
by-king = king taken
by-territory = most squares
by-rounds = rounds over
by-agreement = agreed
by-resignation = resignation
by-clock = time
by-abandonment = abandoned
by-ruling = ruling

end-number = 📖 Game { $number }
button-replay = 🎞 Replay
leaf = 📖 Game <b>{ $number }</b>: { $ply ->
    [0] the start
   *[other] ply { $ply } of { $plies }
}
button-leaf-first = ⏮
button-leaf-back = ◀️
button-leaf-forward = ▶️
button-leaf-last = ⏭

history = { $place ->
    [private] <b>Your games that have ended</b>
   *[group] <b>Games played here</b>
}
history-of = <b>Games of</b> { $name }
history-none = { $place ->
    [private] No game of yours has ended yet. /ai starts one against me.
   *[group] No game has ended here yet. /challenge begins one.
}
button-newer = ‹ Newer
button-older = Older ›

my-games = <b>Your games</b>
my-games-none = You are playing nowhere just now. /ai starts a game against me, /challenge here one for two on this phone.
my-games-line = { $waits ->
    [yes] 👉
   *[no] ⏳
} <b>{ $number }</b> { $phone ->
    [yes] two on this phone
   *[no] against { $name }
}{ $where ->
    [there] {" "}in { $chat }
   *[here] {""}
}: ply { $ply }, { $waits ->
    [yes] your move.
   *[no] not your turn.
}

verify-sound = ✅ { $line }
    Every ply and the end keep to the rules. { $sealed ->
        [yes] The fingerprint fits: nothing has been changed since the record was made.
       *[no] It carries no fingerprint, so it may have been changed.
    }{ $known ->
        [same] {" "}It is game { $number } exactly as I refereed it.
        [other] {" "}But under the number { $number } I refereed another game.
       *[unknown] {""}
    }
verify-too-long = ❌ That is too long for the record of a game.
verify-missing = ❌ That is no record of a game, or only a part of one: the line [{ $word } "…"] is missing.
verify-cut = ❌ The record breaks off: behind its last ply the result is missing.
verify-no-tag = ❌ Line { $line }: “{ $word }” should be a name and a value, such as [First "Ada"].
verify-unknown-tag = ❌ Line { $line }: a record has no “{ $word }”.
verify-twice = ❌ Line { $line }: “{ $word }” stands there for the second time.
verify-value = ❌ Line { $line }: “{ $word }” is not a value for that.
verify-no-ply = ❌ Line { $line }: “{ $word }” is not a move.
verify-number = ❌ Line { $line }: “{ $word }” is not the number of the next move.
verify-no-clock = ❌ Line { $line }: “{ $word }” is not what was left on a clock, such as {"{"}19:58{"}"}.
verify-result = ❌ Line { $line }: the result “{ $word }” is not the one at the top.
verify-behind = ❌ Line { $line }: “{ $word }” comes after the result.
verify-fen = ❌ The position it begins with is none: { $word }
verify-ply = ❌ The rules refuse ply { $line }, { $word }: { $why }
verify-end = ❌ The end it tells of does not follow from its moves.
verify-fingerprint = ❌ The fingerprint does not fit: it says { $word }, the text gives { $is }. Something in the record has been changed.

notice-no-such-game = I know no game { $number } that I may show here. /history lists those I may.
notice-no-game-yet = You have played no game here that has ended. Name one by its number: /history lists them.
notice-nobody-called = Nobody called @{ $text } has finished a game here that I may show.
notice-not-your-copy = Somebody else leafs through this copy. /game { $number } gives you one of your own.
notice-shown-just-now = The film of this game was sent a moment ago: look a little further down.
notice-verify-what = Answer a record of a game with /verify, or send the file with /verify as its caption. /export makes a record.
notice-file-too-large = That file is too large for the record of a game.
notice-file-unreadable = I couldn’t read that file as a text. Send it once more, please.
notice-no-files = I may not send films and files here. An admin can allow it.

command-replay = a game as a film, such as /replay 3k
command-game = leaf through a game
command-history = the games that have ended here
command-export = the record of a game as a file
command-verify = check a record you answer
