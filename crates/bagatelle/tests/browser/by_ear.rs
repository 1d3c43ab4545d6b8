//! Each game from its start to its end by keyboard, by a player who knows no rules and nothing but what is
//! announced and what the focus is on.

use crate::harness::{PATIENCE, Visitor, story};
use anyhow::{Result, bail, ensure};
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};
use serde_json::{Value, json};
use std::time::{Duration, Instant};

/// Keeps all that is announced from now on, and gives what the log tells already.
const LISTEN: &str = "
    window.heard = [];
    new MutationObserver((changes) => {
        for (const change of changes) for (const line of change.addedNodes) heard.push(line.textContent);
    }).observe(document.querySelector('#announce'), { childList: true });
    return [...document.querySelectorAll('.story li')]
        .map((line) => line.textContent.replace(/\\s+/g, ' '));";

/// What a screen reader says of the focus: its name, and whether it is on the board.
const FOCUS: &str = "
    const e = document.activeElement;
    const name = e.getAttribute('aria-label') ?? e.querySelector('title')?.textContent ?? \
    e.textContent.trim();
    return [e === document.body ? '' : name, Boolean(e.closest('.board'))]";

/// A player who listens.
struct Player {
    visitor: Visitor,
    heard: Vec<String>,
}

impl Player {
    /// Sits down to a new game.
    async fn at(visitor: &Visitor, game: Value) -> Result<Player> {
        visitor.becomes_known().await?;
        visitor.new_game(game).await?;
        // What is in the log before anything is listened to was read with the page.
        let heard = serde_json::from_value(visitor.js(LISTEN, Value::Null).await?)?;
        Ok(Player { visitor: visitor.clone(), heard })
    }

    /// What has been announced since the last time.
    async fn listen(&mut self) -> Result<Vec<String>> {
        let news: Vec<String> =
            serde_json::from_value(self.visitor.js("return heard.splice(0)", Value::Null).await?)?;
        self.heard.extend(news.iter().cloned());
        Ok(news)
    }

    /// What is announced next, or nothing if that takes longer than an answer does.
    async fn hears(&mut self) -> Result<Vec<String>> {
        let start = Instant::now();
        while start.elapsed() < Duration::from_secs(1) {
            let news = self.listen().await?;
            if !news.is_empty() {
                return Ok(news);
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        Ok(Vec::new())
    }

    async fn focus(&self) -> Result<(String, bool)> {
        Ok(serde_json::from_value(self.visitor.js(FOCUS, Value::Null).await?)?)
    }

    /// Presses Tab until the focus is on something, by what is said of it.
    async fn tab_to(&self, what: &str, is: impl Fn(&str, bool) -> bool) -> Result<()> {
        // While a program thinks, nothing on the board can be picked.
        let begun = Instant::now();
        while begun.elapsed() < PATIENCE {
            let (name, board) = self.focus().await?;
            if is(&name, board) {
                return Ok(());
            }
            self.visitor.press("Tab").await?;
        }
        bail!("Tab does not lead to {what}")
    }

    async fn tab_to_board(&self) -> Result<()> {
        self.tab_to("the board", |_, board| board).await
    }

    /// Waits until a result is announced.
    async fn hears_the_end(&mut self) -> Result<()> {
        let start = Instant::now();
        while start.elapsed() < PATIENCE {
            if self.heard.iter().any(|line| ends(line)) {
                return Ok(());
            }
            self.hears().await?;
        }
        bail!("no end of {:#?}", self.heard)
    }

    /// Picks one thing on the board after another, none with a thought, until the result is announced. The
    /// focus never leaves the board.
    async fn picks_anything(&mut self, key: impl Fn(&str) -> &'static str) -> Result<()> {
        self.tab_to_board().await?;
        let start = Instant::now();
        let mut asked = String::new();
        // A way without chance could come back to where it was for ever: pick, take back, pick.
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        // While others think, keys come too early, so the time says when it is enough.
        loop {
            ensure!(start.elapsed() < 9 * PATIENCE, "the game does not end: {:#?}", self.heard);
            let steps = "PageDown ".repeat(rng.random_range(0..6));
            self.visitor.press(&format!("{steps}{}", key(&asked))).await?;
            let news = self.hears().await?;
            if news.iter().any(|line| ends(line)) {
                return Ok(());
            }
            // A key that came too early is answered; what is asked stays as it is.
            if let Some(last) = news.iter().rfind(|line| !line.starts_with("It is the turn of")) {
                asked.clone_from(last);
            }
            let (name, board) = self.focus().await?;
            ensure!(board && !name.is_empty(), "the focus has gone to “{name}” after {news:?}");
        }
    }

    /// Has the solver play, by its buttons.
    async fn has_it_played(&mut self) -> Result<()> {
        self.tab_to("help", |name, _| name.starts_with("Play it to the end")).await?;
        self.visitor.press("Enter").await?;
        let start = Instant::now();
        while self.heard.is_empty() && start.elapsed() < PATIENCE {
            self.hears().await?;
        }
        ensure!(!self.heard.is_empty(), "the solver’s answer is not announced");
        self.hears_the_end().await
    }

    /// Each line of the log was announced, and as often as it is there.
    async fn heard_it_once(&mut self) -> Result<()> {
        self.listen().await?;
        let log = "return [...document.querySelectorAll('.story li')]
            .map((line) => line.textContent.replace(/\\s+/g, ' '))";
        let log: Vec<String> = serde_json::from_value(self.visitor.js(log, Value::Null).await?)?;
        let count = |lines: &[String], line: &String| lines.iter().filter(|one| *one == line).count();
        for line in &log {
            let (there, heard) = (count(&log, line), count(&self.heard, line));
            ensure!(
                there == heard || log.len() >= 60 && heard > there,
                "{line:?} is there {there} times, and was heard {heard} times in {:#?}",
                self.heard
            );
        }
        Ok(())
    }
}

/// Whether a sentence tells of the end. The solver says “Solved in 3 moves.”, the result of a game “Solved in
/// 3 moves!”, or that the program solved it.
fn ends(line: &str) -> bool {
    ["You win", "You lose", "You resigned", "A draw", "Lost"].iter().any(|start| line.starts_with(start))
        || line.starts_with("Solved") && line.contains('!')
        || line == "Solved by the computer."
}

#[tokio::test]
async fn brain_burn_by_ear() {
    story(async |world| {
        let setup = json!({ "position": crate::hints::NEAR });
        let game = json!({ "game": "brain-burn", "setup": setup });
        let mut ann = Player::at(&world.visitor().await?, game).await?;
        ann.has_it_played().await?;
        ann.heard_it_once().await
    })
    .await;
}

#[tokio::test]
async fn baju_puzzle_by_ear() {
    story(async |world| {
        let mut ann =
            Player::at(&world.visitor().await?, json!({ "game": "baju-puzzle", "seed": "ear" })).await?;
        ann.has_it_played().await?;
        ann.heard_it_once().await
    })
    .await;
}

#[tokio::test]
async fn burbuja_by_ear() {
    story(async |world| {
        let mut ann =
            Player::at(&world.visitor().await?, json!({ "game": "burbuja", "seed": "ear" })).await?;
        ann.picks_anything(|_| "Enter").await?;
        ann.heard_it_once().await
    })
    .await;
}

#[tokio::test]
async fn baju_duel_by_ear() {
    story(async |world| {
        let mut ann =
            Player::at(&world.visitor().await?, json!({ "game": "baju-duel", "programs": ["1"] })).await?;
        ann.picks_anything(|_| "Enter").await?;
        ann.heard_it_once().await
    })
    .await;
}

#[tokio::test]
async fn bambam_booboo_by_ear() {
    story(async |world| {
        let game = json!({ "game": "bambam-booboo", "programs": ["1"], "options": { "tiles": 8 } });
        let mut ann = Player::at(&world.visitor().await?, game).await?;
        ann.picks_anything(|_| "Enter").await?;
        ann.heard_it_once().await
    })
    .await;
}

#[tokio::test]
async fn bulbous_by_ear() {
    story(async |world| {
        let options = json!({ "max-rounds": 4 });
        let game = json!({ "game": "bulbous", "wish": { "seats": 2 }, "programs": ["simple"],
            "options": options, "seed": "ear" });
        let mut ann = Player::at(&world.visitor().await?, game).await?;
        // Asked to bet, swap or pass, one passes; all else that is asked is a thing on the board.
        ann.picks_anything(
            |asked| if asked.contains("pass") || asked.contains("swap") { "p" } else { "Enter" },
        )
        .await?;
        ann.heard_it_once().await
    })
    .await;
}
