# One sentence to one person: plain text, at most 200 characters with the longest names.
# Facts: $piece, $target, $rat are "red lion" (-animal: "lion", -title: "Lion", -side: "Red", -color: red or blue);
# $from, $to, $square are squares; $count is a number.

# Moves the rules forbid

illegal-game-over = The game is over: no more moves.
illegal-empty-square = Nobody stands on { $from }.
illegal-not-your-piece = The { $piece } on { $from } is your opponent’s: move one of your own.
illegal-stay = The { $piece-animal } on { $from } has to go somewhere: standing still is no move.
illegal-not-in-this-game = This game has no such move.
illegal-pass = Nobody may pass: a turn is passed by the referee alone, when a player’s time has run out.
illegal-seen-already = The { $piece } has been turned up before.
illegal-not-in-hand = You have no { $piece } to put on the board.
illegal-occupied = The { $piece-animal } needs an empty square: the { $target } stands on { $to }.
illegal-off-board = { $to } is not on this board.
illegal-steps-only = The { $piece-animal } on { $from } can’t go to { $to }: here everybody goes one square at a time.
illegal-own-den = { $to } is your own den: your animals may not enter it, not even to guard it.
illegal-own-piece = Your own { $target-animal } stands on { $to }.
illegal-diagonal = The { $piece-animal } on { $from } can’t get to { $to }: animals go straight up, down, left or right.
illegal-too-far = { $to } is too far for the { $piece-animal } on { $from }: one square at a time.
illegal-water = { $to } is water: only the rat swims. The { $piece-animal } stays on land.
illegal-rat-in-water = The { $piece-animal } can’t take the rat at { $to }: a rat in the water is safe from every animal on land.
illegal-cannot-jump = The { $piece-animal } can’t jump from { $from } to { $to }: only lion and tiger jump the river.
illegal-jump-from-bank = The { $piece-animal } on { $from } can’t jump to { $to }: a jump starts on the bank, right beside the water.
illegal-jump-past-bank = { $to } is too far: a jump from { $from } ends on the first square behind the water.
illegal-jump-two-rivers = From { $from } to { $to } there are two rivers: the { $piece-animal } jumps one at a time.
illegal-tiger-jump = By these rules the tiger jumps only up and down the board, so not from { $from } to { $to }.
illegal-jump-blocked = The { $piece-animal } can’t jump from { $from } to { $to }: the { $rat } swims in the way at { $square }.
illegal-too-strong = The { $target-animal } on { $to } is too strong for the { $piece-animal }.
illegal-elephant-rat = The elephant can’t take the rat on { $to }: the rat is the one animal it has to fear.
illegal-rat-ashore = The rat in the water at { $from } can’t take the { $target-animal } on { $to }: it has to step ashore first.
illegal-rat-cross = The rat on { $from } can’t take the rat on { $to }: one is in the water and the other on land.
illegal-trapped-attack = The { $piece-animal } on { $from } sits in a trap: by these rules it can’t take anything from there.
illegal-ban-7-3 = 7-3 rule: your { $piece-animal } entered { $to } three times in your last seven moves, so not again now. Another animal or another square, please.
illegal-ban-17-5 = 17-5 rule: your { $piece-animal } alone made your last 17 moves, among { $count } squares. { $to } is one of them: go elsewhere, or move another animal.

# What the player to move should know

caution-ban-7-3 = 7-3 rule: the { $piece } may not enter { $to } now, it was there three times in seven moves.
caution-ban-17-5 = 17-5 rule: the { $piece } may not enter { $to } now, it has wandered over the same few squares for 17 moves.
caution-ban-7-3-next = If the { $piece } goes to { $to }, it may not enter it again for a while (7-3 rule).
caution-ban-17-5-next = One more move among the same squares, and the { $piece } on { $from } may not enter any of them (17-5 rule).
caution-cycle-loses = If the { $piece } goes from { $from } to { $to }, the position repeats once too often: that loses the game.
caution-cycle-draws = If the { $piece } goes from { $from } to { $to }, the same position stands for the third time: that is a draw.
caution-quiet-near = { $count ->
    [one] One more move without a capture, and the game is a draw.
   *[other] { $count } more moves without a capture, and the game is a draw.
}
caution-suicide = On { $to } the { $piece } would meet its equal and be lost.
caution-shoved = On { $to } the { $piece } would be lost: the { $target-animal } slips past it and takes its square.
caution-last-animal = On { $to } the { $piece } falls together with the { $target-animal }: it is the last of its side, so that loses the game.

# Typed moves that cannot be read

read-empty = Write the move behind it: /move e3e4, /move elephant up, /move tiger jump. Or simply tap it on the board.
read-unreadable = I can’t read “{ $text }” as a move. Write two squares (e3e4), or the animal and where to: “elephant a4”, “tiger jump”, “rat up”.
read-ambiguous = “{ $text }” fits several moves: { $moves }. Which one?
read-no-such-animal = There is no { $piece } on the board any more.
read-none-of-yours = You have no { $piece-animal } in sight.
read-none-of-theirs = Your opponent has no { $piece-animal } in sight.
read-nowhere = The { $piece } on { $from } can’t go that way.

# Refusals

refusal-stale = That board is out of date: the game has moved on. /board shows the newest.
refusal-not-your-turn = It is your opponent’s turn.
refusal-not-a-player = Only the two players can do that. Want a game of your own? /challenge
refusal-time-is-over = Time is up: the flag is about to fall.
refusal-over = This game is over. /rematch starts another.
refusal-not-started = This game has not begun yet: somebody has to accept the challenge first.
refusal-challenge-gone = This challenge is no longer open.
refusal-rearranged = The challenge was changed a moment ago: look at it again before you join.
refusal-own-challenge = This is your own challenge: somebody else has to accept it.
refusal-not-for-you = { $by } has challenged somebody else. /challenge opens a game of your own.
refusal-not-the-author = Only { $by } can change this challenge or take it back.
refusal-no-such-offer = That is not on offer any more.
refusal-own-offer = { $kind ->
    [draw] You offered the draw yourself: your opponent has to answer.
    [takeback] You asked for the takeback yourself: your opponent has to answer.
   *[rematch] You asked for the rematch yourself: your opponent has to answer.
}
refusal-not-your-offer = { $kind ->
    [draw] Only the player who offered the draw can withdraw it.
    [takeback] Only the player who asked for the takeback can withdraw it.
   *[rematch] Only the player who asked for the rematch can withdraw it.
}
refusal-already-offered = { $kind ->
    [draw] A draw is on offer already: it waits for an answer.
    [takeback] A takeback has been asked for already: it waits for an answer.
   *[rematch] A rematch has been asked for already: it waits for an answer.
}
refusal-offered-already-this-ply = { $kind ->
    [draw] You have offered a draw just now: again after your opponent’s next move.
    [takeback] You have asked for a takeback just now: again after the next move.
   *[rematch] You have asked for a rematch already. Your opponent may still ask you.
}
refusal-asked-already = You are being asked whether you really give the game up: confirm it under the board, or play on.
refusal-not-asked = Only the one who was asked whether they really give up can answer that.
refusal-nothing-to-take-back = You have not made a move that could be taken back.
refusal-card-turned = A card that has been turned stays turned: nothing is taken back beyond that.
refusal-not-over-yet = A rematch is for after the game: this one is still on.
refusal-rematch-made = The rematch of this game is already on the board.
refusal-not-an-admin = Only an admin of this chat can do that.
refusal-not-due = It is not time for that yet.
refusal-too-many-challenges = { $max ->
    [one] You have an open challenge here already. /cancel takes it back.
   *[other] You have { $max } open challenges here already: that is the most. /cancel takes one back.
}
refusal-too-many-challenges-here = { $max ->
    [one] A challenge is open in this chat already, and there is room for one. Accept it, or wait until it is gone.
   *[other] { $max } challenges are open in this chat already: that is the most. Accept one of them, or wait until one is gone.
}
refusal-too-many-games = { $who ->
    [person] { $name } has { $max } games running already: one of them has to end first.
    [pair] The two of you have { $max } games running already: finish one first.
   *[chat] { $max } games are running in this chat already: that is the most. /games lists them.
}
refusal-no-such-table = There is no such game any more.

# Other things to say

notice-no-game-here = { $place ->
    [private] You have no game here. /ai starts a game against me, /challenge here one for two on this phone.
   *[group] You have no game here. /challenge finds an opponent, /ai starts a game against me.
}
notice-which-game = You play several games here. Answer the board you mean with your command, so that I know which.
notice-which-table = Several games and challenges stand here. Answer the challenge or game you want to close with /cancel
notice-really-close = This game is being played. Send /cancel once more within 30 seconds to close it without a result.
notice-only-moves = I understand commands and, during a game, moves like “e3e4” or “tiger jump”. /ai starts a game against me, /help tells the rest.
notice-ai-plays-on = The AI plays on: it is too early for a draw.
notice-nothing-to-cancel = There is nothing of yours to take back here.
notice-unknown-button = This button doesn’t work any more. /board shows the game as it is.
notice-unknown-command = I don’t know “/{ $text }”. /help tells what I can do.
notice-bad-word = I don’t understand “{ $text }” after /{ $command }. { $command ->
    [ai] Write for instance: /ai tiger, or /ai rat blue 5+3
    [rules] Write /rules, or for instance /rules hall
    [board] Write /board, or /board text for the board in words
    [cup] Write /cup, or for instance /cup flip double, /cup teams; /help tells the rest
    [history] Write /history, or /history @name
    [replay] Write the number of a game: /replay 3k
    [game] Write the number of a game: /game 3k
    [export] Write the number of a game: /export 3k
    [top] Write /top, /top points, or for instance /top flip
    [stats] Write /stats, or /stats @name
    [versus] Write /versus @name
    [analyse] Write the number of a game: /analyse 3k
   *[challenge] Write for instance: /challenge, /challenge @name red
}
notice-not-a-person = You are writing as the group. To play, switch to your own name in the message field’s menu, so that I can tell the players apart.
notice-channels-cannot = Channels can’t play. Write under your own name, please.
notice-admins-only = Only admins of this chat can change its settings.
notice-groups-only = Here we are alone. Add me to a group to challenge a friend, share this phone with /challenge here, or play me: /ai
notice-private-only = That works only in a private chat with me.
notice-slow-down = That was a lot at once. Give me a minute, please, then I’ll answer again.
notice-slow-down-all = So many of you at once: I can’t keep up. Give me a minute, please, then I’ll answer everybody again.
notice-offered = { $kind ->
    [draw] You offer a draw. It stands until your opponent answers or moves.
    [takeback] You ask to take your last move back. Your opponent decides.
   *[rematch] You ask for a rematch. Your opponent decides.
}
notice-retracted = { $kind ->
    [draw] You have withdrawn your draw offer.
    [takeback] You no longer ask for a takeback.
   *[rematch] You no longer ask for a rematch.
}
notice-declined = { $kind ->
    [draw] You decline the draw.
    [takeback] You don’t allow the takeback.
   *[rematch] You decline the rematch.
}
notice-really-resign = Really resign? Confirm it under the board, or play on.
notice-telling = { $occasion ->
    [turn] I’ll tell you in private when it is your turn here. Press again to stop it.
   *[challenge] I’ll tell you in private when somebody opens a challenge here. Press again to stop it.
}
notice-quiet = { $occasion ->
    [turn] I won’t tell you in private any more when it is your turn there.
   *[challenge] I won’t tell you in private any more when somebody opens a challenge there.
}
notice-write-to-me = I may not write to you yet. Open a private chat with me (@{ $bot }), press Start, then press here again.
notice-notices-lost = Your private chat with me was blocked, so I have stopped telling you things there. /notify starts it again.
notice-really-leave = Really leave this game? It is lost then, and counts as abandoned. Confirm it under the board, or play on.
notice-clock-too-short = Nobody can play that fast: the shortest clock is { $time }.
notice-clock-too-long = That is too long for this kind of clock: { $time } is the most.
notice-increment-too-long = That is too much to add after every move: { $time } is the most.
notice-saved = Saved.
notice-now-legal = { $move } is allowed now: pick it on the board.
notice-cannot-challenge = You can’t challenge yourself or a bot. To play against me: /ai
notice-not-served = I play only in chats that my host has chosen. For the host: the id of this one is { $chat }.
notice-turned-away = I was added to { $title }, but DOUSHOU_CHATS does not name it, so I don’t play there. Its id is { $chat }.
notice-cannot-write = I may not write here just now, so no new board appears. Your game is safe: an admin can give me the right to send messages, or reopen this topic.
notice-cannot-write-in = In { $title } I may not write just now, so you see no answer there. Nothing is lost: an admin can give me the right to send messages, or reopen the topic.
notice-not-asked = That question was put to somebody else.
notice-maintenance = 🔧 New games have to wait a little; games in progress go on. { $note }
notice-our-fault = Something went wrong on my side. Nothing is lost: please try once more.
