# Ratings, points and results: /top, /stats, /versus, and the lines under a game that has ended.

# A question mark behind a rating: fewer than ten rated games.
end-rating = ⭐ { $first } { $first-rating } ({ $first-change }), { $second } { $second-rating } ({ $second-change })
end-rating-enough = ⭐ Not rated: five rated games a day between the same two are enough.
end-points = 🏅 { $first } { $first-change } ({ $first-total }), { $second } { $second-change } ({ $second-total })
end-points-short = 🏅 Over within ten rounds: no points.

card-counts-ratings = ⭐ The game is rated.
card-counts-points = 🏅 The game counts for points.
card-counts-both = ⭐🏅 The game is rated and counts for points.

top-rating = 🏆 <b>{ $game }: ratings in this chat</b>
top-points = 🏆 <b>Points in this chat</b>
top-nobody = Nobody yet: games between two people count.
top-line-rating = { $rank }. { $name } { $value } ({ $games ->
    [one] 1 game
   *[other] { $games } games
})
top-line-points = { $rank }. { $name } { $value } { $emoji } { $level }
top-provisional = <i>?: fewer than ten rated games, still finding its place.</i>
button-top-back = ◀️
button-top-on = ▶️
button-top-points = 🏅 Points
button-top-game = ⭐ { $game }

stats = 📊 { $name }, { $place ->
    [private] everywhere
   *[group] in this chat
}
stats-none = { $place ->
    [private] { $name } has not finished a game yet.
   *[group] { $name } has not finished a game in this chat yet.
}
stats-rating = ⭐ Rating here: { $ratings }
stats-everywhere = 🌍 Over all chats: { $ratings }
stats-points = 🏅 { $points } points: { $emoji } { $level }{ $next ->
    [none] , the highest level
   *[other] ; the next level begins at { $next }
}
stats-games = ⚔️ { $games ->
    [one] 1 game
   *[other] { $games } games
}: { $won } won, { $drawn } drawn, { $lost } lost
stats-sides = Moving first (won–drawn–lost) { $first }, moving second { $second }
stats-abandoned = 🚪 { $count ->
    [one] Left 1 game
   *[other] Left { $count } games
}
stats-streak = { $verdict ->
    [won] 🔥 { $games } won in a row now
    [drawn] { $games } drawn in a row now
   *[lost] { $games } lost in a row now
}; most wins in a row: { $best }
stats-ai = 🤖 Against me: { $won } won, { $drawn } drawn, { $lost } lost
stats-last = <b>Last games</b>
stats-picture = <i>Picture: { $game }. { $line ->
    [yes] The rating over time; below, games opened and games answered
   *[no] Games opened, and below games answered
}: ▲ won, ▬ drawn, ▼ lost.</i>

ledger-line = { $number } { $verdict ->
    [won] won against
    [drawn] drew with
   *[lost] lost to
} { $opponent }
ledger-points = { $why ->
    [win] { $change } points{ $higher ->
        [0] {""}
        [one] , the opponent one level higher
       *[other] , the opponent { $higher } levels higher
    }
    [draw] 0 points
    [abandoned] left the game, { $change } points
    [short] within ten rounds, 0 points
   *[loss] { $change } points
} ({ $total })
ledger-rating = ⭐ { $rating } ({ $change })
ledger-enough = not rated (five a day)

versus = ⚔️ { $first } – { $second }{ $place ->
    [private] {""}
   *[group] , in this chat
}: <b>{ $won } : { $lost }</b>{ $drawn ->
    [0] {""}
   *[other] , { $drawn } drawn
}
versus-none = { $place ->
    [private] You have not finished a game with { $second } yet.
   *[group] { $first } and { $second } have not finished a game in this chat yet.
}
versus-game = { $game }: { $won } : { $lost }{ $drawn ->
    [0] {""}
   *[other] , { $drawn } drawn
}
versus-streak = { $verdict ->
    [drawn] The last { $games } were draws.
   *[other] 🔥 { $winner } won the last { $games }.
}
versus-line = { $number } { $game }: { $verdict ->
    [drawn] a draw
   *[other] { $winner } won
} after { $moves ->
    [one] 1 round
   *[other] { $moves } rounds
}

settings-stakes = 🏅 Games count for: { $value }
settings-stakes-about =
    <b>What do games between two people count for?</b> /top shows how everybody stands.
    Ratings (Glicko-2) tell how strong somebody plays; at most five games a day between the same two are rated.
    Points are the old game halls’: a win 2 and more against a higher level, a loss −2, leaving −10; games of ten rounds or less score nothing.
stakes-ratings = ratings
stakes-points = points
stakes-both = ratings and points
stakes-nothing = nothing

notice-top-needs-group = A table of the best belongs to a group; your own results are under /stats.
notice-stats-needs-group = In private I show your own results: write /stats. Those of others are told in the group you share.
notice-versus-whom = Against whom? Write /versus @name, or write /versus as an answer to a message of theirs.
notice-versus-yourself = That is you. /stats shows how you play.

command-top = Who stands highest here
command-stats = How you play: rating, results
command-versus = How two of you stand
