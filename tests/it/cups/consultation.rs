//! A whole cup of teams that move in turn at one board.

use super::*;

/// A team: its name, and its members in the order in which they move.
struct Team {
    name: &'static str,
    members: [&'static str; 3],
}

/// Lei reads Chinese, and moves second for the Tigers.
const TEAMS: [Team; 2] =
    [Team { name: "Otters", members: ["P01", "P02", "P03"] }, Team { name: "Tigers", members: ["P04", "Lei", "P05"] }];

impl Crowd {
    fn says(&self, name: &str, text: &str) {
        self.say(self.people[name], text);
    }

    /// Waits until some message of the bot's contains all of this.
    async fn hears(&self, parts: &[&str]) {
        let find = |world: &World| {
            let mut said = of_bot(world, GROUP, None).map(words);
            said.find(|words| parts.iter().all(|part| words.contains(part))).map(|_| ())
        };
        self.until(&format!("a message with {parts:?}"), find).await;
    }

    /// The answer to a press of the button of a game whose act begins like this.
    async fn toast(&self, name: &str, act: &str) -> String {
        let find = |world: &World| {
            of_bot(world, GROUP, None).find_map(|message| {
                let (_, data) = buttons(message).find(|(_, data)| data.starts_with('t') && data.contains(act))?;
                Some((message.id, data.to_owned()))
            })
        };
        let (message, data) = self.until(&format!("a button …{act}"), find).await;
        let (person, button) = (self.people[name], ButtonName::Data(data));
        let pressed = self.stage.act(Act::Press { person, chat: GROUP, message, button, inaccessible: false });
        let press = pressed["press"].as_str().expect("a press").to_owned();
        let find =
            |world: &World| world.toasts.iter().find(|toast| toast.press == press).map(|toast| toast.text.clone());
        self.until("an answer to the press", find).await
    }

    /// What is written in somebody's private chat with the bot, and what the bot says there then.
    async fn in_private(&self, name: &str, text: &str, expected: &[&str]) {
        let chat = self.people[name];
        if self.stage.emulator.look(|world| !world.people[&chat].started) {
            self.stage.act(Act::Start { person: chat, payload: None });
        }
        let (text, automatic) = (text.to_owned(), false);
        self.stage.act(Act::Say { person: chat, chat, text, reply_to: None, topic: None, channel: None, automatic });
        let find = |world: &World| {
            let said = of_bot(world, chat, None).next().map(words)?;
            expected.iter().all(|part| said.contains(part)).then_some(())
        };
        self.stage.until(chat, &format!("{expected:?} in private"), find).await;
    }
}

/// A name as it stands in a sentence.
fn named(name: &str) -> String {
    format!("\u{2068}{name}\u{2069}")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn teams_move_in_turn_from_the_list_to_the_prizes() {
    let mut crowd = Crowd::new(Line::Polling, 5).await;
    crowd.people.extend(["Ada", "Lei", "Nico"].map(|name| (name.to_owned(), person(name))));
    crowd.says("Ada", "/cup consult double");
    crowd.cup_says("Teams of three on one board").await;
    for team in &TEAMS {
        let [captain, others @ ..] = team.members;
        crowd.says(captain, &format!("/cup join {}", team.name));
        for name in others {
            let button = format!(":J{}", GameId(crowd.people[captain] as u64));
            crowd.press_cup(crowd.people[name], &button).await;
        }
        crowd.cup_says(&named(others[1])).await;
    }
    crowd.says("Ada", "/cup start");
    crowd.boards_open(1, 1).await;
    let first = crowd.stage.emulator.look(|world| crowd.open_games(world)[0].players[0].clone());
    let [otters, tigers] = &TEAMS;
    let (team, rivals) = if first == otters.members[0] { (otters, tigers) } else { (tigers, otters) };

    // Whoever of a team is not to move reads who is, and who speaks for their side.
    let to_move = |name: &str, team: &Team| format!("{}’s turn to move for {}", named(name), named(team.name));
    let speaks = |name: &str, team: &Team| format!("{} moves next for {}", named(name), named(team.name));
    let move_of = to_move(team.members[0], team);
    crowd.says(team.members[2], "/move a3a4");
    crowd.hears(&[&move_of]).await;
    crowd.says(rivals.members[1], "/resign");
    crowd.hears(&[&speaks(rivals.members[0], rivals)]).await;
    crowd.says(team.members[1], "/draw");
    crowd.hears(&[&speaks(team.members[0], team)]).await;
    let toast = crowd.toast(rivals.members[2], ":k").await;
    assert!(toast.contains(&move_of), "{toast}");
    let toast = crowd.toast("Lei", ":k").await;
    assert!(toast.contains(&format!("轮到{}的{}走", named(team.name), named(team.members[0]))), "{toast}");
    let toast = crowd.toast("Lei", ":g").await;
    assert!(toast.contains(&format!("{}下一步由{}走", named("Tigers"), named("P04"))), "{toast}");
    let toast = crowd.toast("Nico", ":k").await;
    assert!(toast.contains("Only the two players"), "{toast}");
    crowd.says("Nico", "/move a3a4");
    crowd.hears(&["You have no game here"]).await;

    // All three of a team are closed to help, and find the game among theirs.
    for name in team.members {
        crowd.in_private(name, "/ai rat red", &["🔴"]).await;
        crowd.in_private(name, "/hint", &[if name == "Lei" { "杯赛" } else { "cup game" }]).await;
        crowd.in_private(name, "/games", &["Jungle", &named(rivals.members[0])]).await;
    }

    // They move in turn, over the death of the program.
    crowd.says(team.members[0], "/move a3a4");
    crowd
        .hears(&["goes to a4", &format!("\u{2068}{} · {}\u{2069}, it’s your move", rivals.members[0], rivals.name)])
        .await;
    crowd.says(rivals.members[0], "/move g7g6");
    crowd.hears(&["goes to g6"]).await;
    crowd.stage.kill();
    crowd.stage.raise();
    crowd.says(team.members[0], "/move a4a5");
    crowd.hears(&[&to_move(team.members[1], team)]).await;
    crowd.says(team.members[1], "/move a4a5");
    crowd.hears(&["goes to a5"]).await;

    // Now the third is the next to move for the side that has just moved: an offer is theirs, and its answer the one's who is to move.
    crowd.says(team.members[2], "/draw");
    let toast = crowd.toast(rivals.members[0], ":y").await;
    assert!(toast.contains(rivals.members[1]), "{toast}");
    crowd.press_game("t", crowd.people[rivals.members[1]], ":y").await;
    crowd.hears(&["A draw, as both players agreed"]).await;

    // The second leg, with the seats changed; its first to move gives it up.
    let red = format!("Red: \u{2068}{} · {}\u{2069}", rivals.members[0], rivals.name);
    crowd.hears(&["round 2, board 1", &red]).await;
    for _ in 0..2 {
        crowd.says(rivals.members[0], "/resign");
    }
    let prizes = crowd.cup_says("First prize").await;
    let best = prizes.lines().find(|line| line.contains("First prize")).expect("a line");
    assert!([team.name].iter().chain(&team.members).all(|name| best.contains(name)), "{prizes}");
    let points = crowd.final_points(person("Ada")).await;
    assert_eq!(points, [(team.name.to_owned(), 3), (rivals.name.to_owned(), 1)].into());
    // It was the teams that played: nobody has it among their own results.
    for name in [team.members[2], rivals.members[0]] {
        crowd.says(name, "/stats");
        crowd.hears(&["has not finished a game", name]).await;
    }
    crowd.stage.assert_clean();
}
