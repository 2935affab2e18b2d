# Time: clocks, reminders, games nobody plays any more.

clock-unlimited = no clock
    .button = No clock
clock-each = { $time } a move
clock-total = { $base } a side
clock-increment = { $base } a side, and { $increment } more after every move

time-days = { $count ->
    [one] 1 day
   *[other] { $count } days
}
time-hours = { $count ->
    [one] 1 hour
   *[other] { $count } hours
}
time-minutes = { $count } min
time-seconds = { $count } s
time-milliseconds = { $count } ms
left-days = { $days } d { $hours } h
left-hours = { $hours } h { $minutes } min

button-clock = ⏱ { $clock }
card-clock = ⏱ Clock: { $clock }. { $out ->
    [passes] Who is late is passed over; after { $most } times the next one loses.
   *[loses] Who runs out of time loses.
}
board-clock = ⏱ { $left }{ $state ->
    [stopped] {" "}(stopped)
   *[on] {""}
}{ $count ->
    [0] {""}
   *[other] {" "}(late { $count } of { $most })
}
settings-clock = ⏱ Clock: { $value }
settings-clock-about =
    <b>Clock</b>: challenges begin with it, and the challenger may change it on the card.
    Or write it behind the command: /challenge 20+0 is 20 minutes a side, /challenge 10m ten minutes a move, /challenge 3d three days a move.

told-pass = { $mark } No move: the turn is passed.
told-brief-pass = a turn passed
news-time-out = ⏱ { $name } was late ({ $count } of { $most }): { $how ->
    [pass] the referee passes the turn
   *[lot] the referee draws a lot instead
}. The next time after { $most } loses the game.
board-really-leave = 🚪 { $name }, do you really leave this game for good? It is lost, and counts as abandoned. Confirm it, or play on.
button-really-leave = 🚪 Really leave?
end-forgotten = 🍂 Nobody has moved for too long: the game is closed without a result.

reminder = ⏳ { $name }, { $left } left for your move.
reminder-total = ⏳ { $name }, { $left } left on your clock.
reminder-private = ⏳ { $title }: it is your move, and { $left } are left.
warning = 🍂 { $name }, it has been your move for days. Without a move in the next { $left } the game is { $how ->
    [lost] lost for you
   *[closed] closed without a result
}.

# What somebody is told in private

turn-private = 🔔 { $title }: { $by } has moved, and it is your turn.
opened-private = ⚔️ { $title }: { $by } is looking for an opponent.
button-quiet = 🔕 No more of these
notify = 🔔 <b>Shall I tell you in private?</b> Press what you want to be told about this chat; press again to stop it. Everybody chooses for themselves.
button-notify-turn = 🔔 When it is my turn
button-notify-challenge = 🔔 When somebody opens a challenge
button-private-chat = 💬 Our private chat
notices = 🔔 <b>What I tell you here.</b> Press one to stop it.
notices-none = 🔕 I tell you nothing here by myself. Write /notify in a group to change that.
button-quiet-turn = 🔕 My turn: { $title }
button-quiet-challenge = 🔕 Challenges: { $title }
settings-notices = 🔔 What I am told here

settings-night = 🌙 Night: { $value }
settings-night-about =
    <b>Night</b>: in these hours no clock of yours runs in games with an hour or more for a move.
    A change counts from your next turn on.
night-none = none
night-hours = { $from } to { $to }, { $zone }
night-on = 🌙 Set a night
night-off = ☀️ No night
night-west = ◀ Zone −½ h
night-east = Zone +½ h ▶
night-earlier = ◀ Earlier
night-later = Later ▶
night-shorter = ◀ Shorter
night-longer = Longer ▶
