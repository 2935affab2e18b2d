# Cups: tournaments in a chat or topic.

command-cup = A tournament here: /cup

cup-registration = 🏆 <b>A cup: who takes part?</b>
cup-terms = { $form ->
    [knockout] Knock-out: whoever loses is out
    [finals] { $legs ->
        [1] Everybody meets everybody once
       *[other] Everybody meets everybody twice
    }, then a knock-out of the best { $best }
   *[league] { $legs ->
        [1] Everybody meets everybody once
       *[other] Everybody meets everybody twice
    }
}. { $field ->
    [boards] Teams of three on three boards.
    [consultation] Teams of three on one board, moving in turn.
   *[singles] Everybody plays for themselves.
} A round takes { $time } at most.
cup-closes = { $organizer } starts it; in { $unit ->
    [days] { $count } days
    [minutes] { $count } min
   *[hours] { $count ->
        [1] an hour
       *[other] { $count } hours
    }
} it starts by itself.
cup-nobody-yet = Nobody yet.
cup-player = { $number }. { $name }
cup-team = { $number }. <b>{ $name }</b>: { $members }
cup-team-help = A new team: /cup join and its name. { $field ->
    [consultation] Who moves when: /cup board 2 makes you the second of your team.
   *[boards] Who plays on which board: /cup board 2 puts you on board 2.
}
button-cup-join = ✋ Join
button-cup-team = ✋ { $name }
button-cup-leave = Leave
button-cup-start = ▶️ Start
button-cup-text = 📋 In words
button-cup-log = 📜 Log

cup-round = 🏆 <b>{ $stage ->
    [final] The final
    [semifinal] Semifinals
    [quarterfinal] Quarterfinals
    [knockout] Knock-out, round { $round } of { $rounds }
   *[league] Round { $round } of { $rounds }
}</b>
cup-round-ends = ⏳ It ends in { $unit ->
    [days] { $count } days
    [minutes] { $count } min
   *[hours] { $count ->
        [1] an hour
       *[other] { $count } hours
    }
} at the latest: who is to move then loses.
cup-deadline-passed = ⏳ Time was up for round { $round }: in the games still open, who was to move has lost.
cup-paused = ⏸ The cup is paused.
cup-over = 🏆 <b>The cup is over. Congratulations!</b>
cup-called-off = The cup was called off.
cup-match = { $third ->
    [yes] 🥉{" "}
   *[no] {""}
}<b>{ $home-number }</b> { $home } { $result } { $away } <b>{ $away-number }</b>
cup-board = { "  " }{ $board }. { $first } { $result } { $second }
cup-bye = <b>{ $home-number }</b> { $home }: has this round off
cup-prize = { $place ->
    [1] 🥇 <b>First prize:</b>
    [2] 🥈 <b>Second prize:</b>
    [3] 🥉 <b>Third prize:</b>
   *[other] { $place }.
} { $name } ({ $team ->
    [yes] no. { $number }: { $members }
   *[no] no. { $number }
})

cup-column-place = Pl
cup-column-number = No
cup-column-points = Pts
cup-column-tie = SB
cup-column-wins = Won
cup-column-final = F
cup-standings = 🏆 <b>Standings in round { $round }</b>
cup-standing = { $place }. { $name } (no. { $number }){ $form ->
    [league] : { $points } points, Sonneborn-Berger { $tie }, boards won { $wins }
   *[knockout] {""}
}{ $left ->
    [yes] , has left
   *[no] {""}
}

cup-log = 📜 <b>What the referees did</b>
cup-log-ago = { $unit ->
    [now] just now
    [minutes] { $ago } min ago
    [hours] { $ago } h ago
   *[days] { $ago } days ago
} –
cup-by-clock = The clock
cup-log-opened = { $by } opened the cup.
cup-log-started = { $by } started it.
cup-log-ruled = { $by } ruled on round { $round }, board { $board }: { $score ->
    [home] the side named first has won.
    [away] the side named second has won.
    [draw] a draw.
   *[neither] both have lost.
}
cup-log-forfeited = { $by } gave the rest of a round as lost to { $name } (no. { $number }).
cup-log-left = { $by }: { $name } (no. { $number }) is out. { $how ->
    [annulled] None of their games counts.
   *[forfeits] The rest of their games is lost.
}
cup-log-replaced = { $by }: { $new } plays for { $old } (no. { $number }).
cup-log-clock = { $by } corrected the clock of round { $round }, board { $board }: { $time } { $more } for the { $seat ->
    [first] first
   *[second] second
} seat.
cup-log-paused = { $by } paused the cup.
cup-log-resumed = { $by } let it go on.
cup-log-took-over = { $by } is the organizer now.
cup-log-deadline = { $by } ended round { $round }: its time was over.
cup-log-called-off = { $by } called the cup off.

board-cup = 🏆 Cup: round { $round }, board { $board }
cup-none = There is no cup here just now. /cup opens one.
cup-another-runs = There is a cup here already: /cup shows it. The next one can begin when it is over.
cup-no-clock = There is no clock on this board, or its game is over.
cup-replace-by-whom = Who plays on? Answer a message of theirs with this command.
cup-really-leave = Leave the cup for good? Then send it once more within a minute.
cup-really-withdraw = Take number { $number } out of the cup for good? Then send it once more within a minute.
cup-really-off = Call the whole cup off? Then send it once more within a minute.
cup-no-advice = Not while your cup game is running: no hints and no analysis then.
cup-moves-for = It is { $name }’s turn to move for { $team }.
cup-speaks-for = { $name } moves next for { $team } and speaks for the team until then: draws, takebacks, resigning.
cup-done-joined = You are in.
cup-done-unlisted = You are off the list.
cup-done-boards = You have changed places.
cup-done-left = Number { $number } has left the cup: { $how ->
    [annulled] less than half of their games was played, so none of them counts.
   *[forfeits] the rest of their games is lost.
}
cup-done-ruled = Recorded: round { $round }, board { $board }. /cup log tells who ruled what.
cup-done-forfeited = Recorded: number { $number } loses what was still open in this round.
cup-done-replaced = Recorded: somebody else plays for number { $number } from now on.
cup-done-paused = The cup is paused. /cup resume lets it go on.
cup-done-resumed = The cup goes on.
cup-done-took-over = You are the organizer now.
cup-done-off = The cup is called off.
cup-refusal-started = The cup has begun: the list is closed.
cup-refusal-not-started = The cup has not begun yet.
cup-refusal-over = The cup is over.
cup-refusal-already-in = Already in this cup: nobody plays in it twice.
cup-refusal-not-in = You are not in this cup.
cup-refusal-full = The cup is full: { $max } is the most.
cup-refusal-team-full = This team is complete.
cup-refusal-needs-team = This is a cup for teams of three: press the button of a team, or found one with /cup join and its name.
cup-refusal-no-teams = In this cup everybody plays for themselves: /cup join is enough.
cup-refusal-no-such-team = This team is not there any more.
cup-refusal-name-taken = There is a team called { $name } already.
cup-refusal-no-name = A team needs a name.
cup-refusal-too-few = It takes at least { $min } to start.
cup-refusal-team-incomplete = { $name } is not complete: a team has three.
cup-refusal-not-referee = Only { $organizer }, who organizes this cup, and admins of this chat can do that.
cup-refusal-captain-only = Only { $captain }, the captain, can take the team out.
cup-refusal-own-game = You play in it yourself: somebody else has to rule on it.
cup-refusal-no-such-board = Round { $round } has no board { $board }.
cup-refusal-no-such-entry = There is no number { $number } in this cup.
cup-refusal-has-left = Number { $number } has left the cup.
cup-refusal-ruled-so = It stands like that already.
cup-refusal-built-upon = Later rounds were made from this result, so it stays.
cup-refusal-nothing-to-forfeit = No game of theirs is open in this round.
cup-refusal-already-paused = The cup is paused already.
cup-refusal-not-paused = The cup is not paused.
cup-refusal-already-organizer = You organize it already.
cup-refusal-seated = This board has a game already.
cup-refusal-not-due = Its time is not over yet.
