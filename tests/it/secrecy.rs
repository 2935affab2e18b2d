//! What must never reach a log: the token, names, and what people write; however much is logged.

use crate::stage::{Line, Stage};
use crate::stories;

/// Everything that happens in it leaves a mark that is found nowhere else.
const STORY: &str = "
with RUST_LOG=trace
do {\"act\": \"change_person\", \"person\": 1001, \"first_name\": \"Zwetschgenmus\", \"username\": \"zwetschgenmus_9\"}
do {\"act\": \"change_person\", \"person\": 1002, \"first_name\": \"Quarkstrudel\", \"last_name\": \"Wunderlich\"}
Ada: /challenge @quarkstrudel_7 red
button Accept
Ada presses Withdraw
board withdrawn
Ada: /challenge red
button Join
Lei presses Join
board it’s your move
Nico presses Resign
toast Only
Ada: /move mondfinsternis
said can’t read
Ada: /mondfinsternis@doushou_bot
said I don’t know
Ada: /challenge mondfinsternis
said I don’t understand
Ada plays a3a4
board Elephant a3 goes to a4
do {\"act\": \"fault\", \"fault\": {\"method\": \"editMessageMedia\", \"chat\": $GROUP, \"then\": \"cut\"}}
Lei sends t1:1:mondfinsternis
toast 这个按钮已经失效
Lei sends t2:1:mg7g6
board goes to g6
do {\"act\": \"inject\", \"update\": {\"message\": {\"mondfinsternis\": true}}}
do {\"act\": \"inject\", \"update\": {\"callback_query\": {\"from\": {\"first_name\": \"Zwetschgenmus\"}, \"data\": \"mondfinsternis\"}}}
in private Ada
said Welcome
in group
do {\"act\": \"fault\", \"fault\": {\"method\": \"sendMessage\", \"chat\": $GROUP, \"then\": {\"refuse\": {\"code\": 403, \"text\": \"Forbidden: not enough rights\"}}}}
Ada: /help
in private Ada
said I may not write just now
Ada: mondfinsternis
said I understand commands
Ada: /ai rat red
board it’s your move
Ada: /forget
said Shall I forget you?
Ada presses Yes, forget me
seen You are forgotten
kill
raise
Ada: /help
said How to talk to me
";

/// What the emulator's bot is called by, behind the colon of its token.
fn secrets(token: &str) -> Vec<String> {
    let (_, secret) = token.split_once(':').expect("a token");
    ["Zwetschgenmus", "Quarkstrudel", "Wunderlich", "mondfinsternis", secret].map(str::to_owned).into()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_log_tells_who_and_what() {
    for line in [Line::Polling, Line::Webhook] {
        let stage: Stage = stories::tell(STORY, line).await;
        let (log, token) = (stage.log().to_lowercase(), stage.emulator.token().to_owned());
        assert!(log.len() > 50_000, "{line:?}: everything is logged");
        for secret in secrets(&token) {
            let found = log.lines().find(|line| line.contains(&secret.to_lowercase()));
            assert!(found.is_none(), "{line:?}: the log tells {secret}:\n{}", found.unwrap_or_default());
        }
    }
}
