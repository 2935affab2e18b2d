//! How much one person or chat may have at once. All numbers in one place.

/// Limits a host can override.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Open challenges of one person in one chat.
    pub challenges_per_person: usize,
    /// Open challenges in one chat.
    pub challenges_per_chat: usize,
    /// Running games of one person, everywhere; one-phone games and games against the AI count.
    pub games_per_person: usize,
    /// Running games between the same two people.
    pub games_per_pair: usize,
    /// Running games in one chat.
    pub games_per_chat: usize,
    /// Commands of one person a minute; then one sentence, then silence for the rest of the minute.
    pub commands_per_minute: u32,
    /// Commands of everybody in one group a minute; then likewise for all of them.
    pub chat_commands_per_minute: u32,
    /// Presses of one person on boards and cards a minute; then likewise.
    pub presses_per_minute: u32,
    /// Requests a minute the bot allows itself in a group before it slows down; Telegram asks for at most about 20.
    pub group_requests_per_minute: usize,
    /// The same in a private chat; Telegram asks for at most about one a second.
    pub private_requests_per_minute: usize,
    /// How long a challenge stays open, in milliseconds.
    pub challenge_millis: i64,
    /// How long "Really resign?" stands, in milliseconds.
    pub resign_millis: i64,
    /// The shortest time for a move, or for all moves, that a clock may be set to, in milliseconds.
    pub shortest_clock_millis: i64,
    /// How long after a deadline the flag falls, in milliseconds: a move that was made in time may still be on its way.
    pub flag_millis: i64,
    /// A game without a clock in which nobody has moved for so long is adjudicated, in milliseconds; at 6/7 of it there is a warning.
    pub dead_game_millis: i64,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            challenges_per_person: 2,
            challenges_per_chat: 20,
            games_per_person: 5,
            games_per_pair: 2,
            games_per_chat: 20,
            commands_per_minute: 20,
            chat_commands_per_minute: 100,
            presses_per_minute: 120,
            group_requests_per_minute: 20,
            private_requests_per_minute: 60,
            challenge_millis: 24 * 60 * 60 * 1000,
            resign_millis: 20 * 1000,
            shortest_clock_millis: 30 * 1000,
            flag_millis: 1500,
            dead_game_millis: 7 * 24 * 60 * 60 * 1000,
        }
    }
}
