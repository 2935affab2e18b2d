# Greetings, help, levels, games, settings, commands, and the board in words.

start =
    <b>Welcome to Dou Shou Qi</b>, the Chinese game of animals: elephant, lion, tiger and five more race for the enemy den.
    I set up the board, know the rules and see that everybody keeps them. How shall we start?
button-play-ai = 🤖 Play against me
button-play-in-group = ⚔️ Challenge a friend in a group
button-play-here = 📱 Two of us on this phone
button-how-to-play = 📖 How to play
button-language = 🌐 Language / 语言

welcome =
    I am the referee for <b>Dou Shou Qi</b>, the Chinese game of animals: I show the board, know the rules and explain them.
    Press Play to challenge somebody here; /help tells the rest.
welcome-no-messages = ⚠️ I may not write here yet: please give me the right to send messages.
welcome-no-photos = ⚠️ I may not send pictures here: without that right the board comes in words.
button-play = ⚔️ Play
button-rules = 📖 Rules

help =
    <b>How to talk to me</b>
    { $place ->
        [private] By commands, by buttons, and by moves you write: I don’t read anything else.
       *[group] By commands, by buttons, and by replies to my messages: I don’t hear anything else in a group.
    }

    { $place ->
        [private] /challenge here – two of you on this phone
       *[group]
            /challenge – challenge everybody here, or (as a reply, or with @name) one person
            /challenge flip red – choose the game (or rules, such as hall) and your side
            /challenge 20+0 – with a clock: 20 minutes a side; 10m: ten minutes a move; 3d: three days
    }
    /ai tiger – play me: rat is the easiest, elephant the strongest
    <b>Moving</b>: tap an animal, then where it goes. ✕ means: not allowed, tap to see why. { $place ->
        [private] Or write “e3e4”, “tiger jump”, “rat up”.
       *[group] Or reply to the board with “e3e4”, “tiger jump”, “rat up”, or write /move e3e4
    }
    /board – the board again; /board text – in words
    /draw, /takeback, /resign, /rematch – what players ask each other; /leave – go for good (lost)
    /games – what is being played here
    /hint – a hint, in games against me; /analyse – a finished game looked at again, move by move
    /replay – a game as a film; /game to leaf through it, /history for a list, /export for its record; with a number (/replay 3k) or without
    { $place ->
        [private] /stats – your results and ratings; /versus @name – you against somebody
       *[group] /top – who stands highest; /stats – your results; /versus @name – you against somebody
    }
    /rules – the rules as they are played here, or of the game you answer; /rules flip: of another game
    /notify – be told in private when it is your turn, or when somebody opens a challenge
    /privacy – what I keep about you, and how to have it removed
    { $place ->
        [private] /settings – rules, looks, language
       *[group]
            /cup – a tournament here; words choose it: flip (a game), 20+0 (a clock), double, top4, knockout, teams, consult, round 2h
            Its referee: /cup rule 2 red … (a board, who has won, why), draw or none; /cup forfeit, withdraw, replace 5 …; /cup clock 2 red +5m; /cup pause, resume, off, take
            /cancel – withdraw your challenge; admins: reply with it to a dead game to close it
            /settings – rules, looks, language (admins)
            With other bots around, write /help@{ $bot }, so that I know it is me you mean.
    }

privacy =
    <b>What I keep about you</b>
    • your Telegram number, and your name, @name and language as Telegram shows them to me; your settings; whether I may write to you in private
    • your games, challenges and cups: with whom, in which chat, every move, how they ended, and when; your points and ratings
    Of what you write I keep moves, names of teams and what referees of cups give as their reasons, and nothing else.
    <b>Who sees it?</b> What is in a chat, everybody there. All of it, whoever runs this bot. Nobody else gets it from me.
    <b>For how long?</b> Until you say /forget. Then your number, names and settings are deleted, and your games stay without you.
    What I have posted in a chat stays there until somebody deletes it there.
forget =
    <b>Shall I forget you?</b>
    Your name, @name, language and settings are deleted, and your challenges withdrawn. Games you are playing end now: against somebody else you resign them, unless they have hardly begun. Cups go on without you. Ended games stay, with “Forgotten player” in your place; those from our private chat are deleted.
    It can’t be undone. If you write to me again, you are somebody new.
button-forget-me = 🗑 Yes, forget me
button-keep-me = ↩️ No, everything stays
forget-done = 🗑 You are forgotten. If you write to me again, you are somebody new.
forget-kept = ↩️ Nothing was changed.

levels = <b>Whom do you want to play?</b> { $sides ->
    [blue] You take Blue and move second.
    [lot] The lot decides who takes Red and moves first.
    [lot-first] The lot decides who moves first.
    [first] You move first. (To move second: /ai tiger second)
    [second] You move second.
   *[red] You take Red and move first. (To take Blue: /ai tiger blue)
}
levels-line = { $emoji } { $animal }: { $about }
button-other-game = 🎲 Another game
levels-button = { $emoji } { $animal }
level-rat = has just learned how the animals move
level-cat = sees what it can take, and forgets the rest
level-dog = guards its den most of the time
level-wolf = a fair match after a few games
level-leopard = punishes what is left unguarded
level-tiger = plans ahead, and jumps when you forget the river
level-lion = knows the river, the traps and your weak spots
level-elephant = hardly ever errs, and knows the endgames by heart

games = <b>What is being played here</b>
games-none = { $place ->
    [private] Nothing is being played here. /ai starts a game against me, /challenge here one for two on this phone.
   *[group] Nothing is being played here. /challenge changes that.
}
games-open = ⏳ { $by } waits for an opponent.
games-line = <b>{ $number }</b> { $state ->
    [over] { $first } – { $second }: over.
    [ai] { $first } – { $second }: move { $ply }, { $mover } is thinking.
   *[on] { $first } – { $second }: move { $ply }, { $mover } to move.
}
games-link = To the board
games-more = … and { $count } more

settings = { $place ->
    [private] <b>Settings</b> of this chat. The language is yours everywhere: in groups my short answers to you are in it too.
   *[group] <b>Settings</b> of this chat. They hold for games that begin from now on.
}
settings-lang = 🌐 Language: { $value }
settings-variant = 🎲 Game: { $value }
settings-preset = 📜 Rules: { $value }
settings-options = ⚙️ Single rules
settings-boards = 🖼 Boards: { $value }
settings-theme = 🎨 Pieces: { $value }
settings-lang-about = <b>Language</b> of my messages:
settings-variant-about = <b>Which game?</b> Challenges and games against me begin with it.
settings-preset-about = <b>Which rules?</b> /rules tells them in full.
settings-preset-line = • { $preset }: { $about }
settings-options-about = <b>Single rules</b>: tap one to change it.
settings-boards-about =
    <b>Boards</b>: is a move shown by changing the board message, or by posting a new one?
    Only a new message notifies the player to move.
settings-theme-about = <b>Pieces</b>: what is drawn on them?
settings-turn-board = Turn the board to the player to move
lang-en = English
lang-zh-hans = 简体中文
boards-auto = new after a pause
boards-new = always new
boards-edit = always the same
theme-faces = animal faces
theme-characters = characters

command-challenge = Challenge somebody to a game
command-ai = Play against the AI: /ai tiger
command-move = Play a move: /move e3e4
command-board = Show the board again
command-draw = Offer a draw
command-takeback = Ask to take your last move back
command-resign = Give the game up
command-leave = Leave your game for good
command-rematch = Play again, sides swapped
command-games = What is being played here
command-cancel = Withdraw your challenge
command-rules = The rules as they are played here
command-notify = Be told in private when it is your turn
command-settings = Rules, looks, language
command-privacy = What I keep about you
command-forget = Have me forget you
command-help = How to talk to me

words-turn = { $side } to move.
words-side = { $side }: { $list }.
words-nobody = { $side }: no animals.
words-piece = { $animal } { $square }
words-piece-weakened = { $animal } { $square } (in a trap)
words-piece-borrowed = { $animal } { $square } (won over)
words-piece-machine = { $animal } { $square } ({ $health } of { $full } hit points{ $strengthened ->
    [yes] , strengthened
   *[no] {""}
}{ $pause ->
    [0] {""}
    [one] , no skill for one turn
   *[other] , no skill for { $pause } turns
})
words-hand = { $side }, in the hand: { $list }.
words-face-down = card
words-rank = Rank { $rank }: { $list }.
words-files = Files { $first } to { $last }, from left to right; { $side }’s home is below.
words-land = land
words-held = { $side }’s land
words-water = water
words-trap = trap
words-den = den
counter-quiet = Moves in a row, of both sides together, without a capture: { $value }{ $limit ->
    [0] .
   *[other] ; { $limit } ({ $rounds } rounds) make a draw.
}
