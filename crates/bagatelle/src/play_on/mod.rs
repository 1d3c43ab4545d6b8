//! `bagatelle play-on`: an engine plays on a server, as the bot of an account.
//!
//! All that the bot knows is asked of the server each time it connects: the running games and the open
//! challenges. So it goes on where it was, whichever of the two was away. [`game`] plays a game, [`rules`]
//! says which challenges are accepted, [`config`] reads the file, [`remote`] speaks with the server.

mod config;
mod game;
mod remote;
mod rules;

use crate::arena::signals;
use crate::args::PlayOn;
use crate::engine::{Engine, Fault, kill_all};
use crate::output::note;
use crate::printable::printable;
use anyhow::{Context, Result, bail, ensure};
use config::{Config, Ladder, Seek};
use game::Game;
use hyper::Method;
use remote::{Link, Server};
use rules::Challenge;
use serde::Deserialize;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::Duration;

/// How often the bot looks whether a search has found someone, and whether there is room for more games.
const TICK: Duration = Duration::from_secs(3);

/// The caller, as the server tells it.
#[derive(Deserialize)]
struct Account {
    name: String,
    account: bool,
    bot: bool,
}

/// An entry of the account's stream.
#[derive(Deserialize)]
struct Entry {
    kind: String,
    game: Option<String>,
    question: Option<String>,
}

/// A game in a list.
#[derive(Deserialize)]
struct Listed {
    id: String,
    game: String,
    seats: Vec<ListedSeat>,
}

#[derive(Deserialize)]
struct ListedSeat {
    yours: bool,
}

/// What happens to a bot.
enum Heard {
    /// The stream begins, perhaps after a break.
    Connected,
    /// An entry of the stream.
    Entry(Entry),
    /// A game that the bot played has ended.
    Ended(String, Result<()>),
    /// The server refuses what the bot cannot do without.
    Failed(anyhow::Error),
}

/// Plays until it is told to stop.
pub fn run(options: &PlayOn) -> Result<()> {
    let mut config = Config::read(options.config.as_deref())?;
    if let Some(engine) = &options.engine {
        config.engine = Some(engine.clone());
    }
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    let server = Arc::new(Server::new(&options.server, &options.token, runtime.handle().clone())?);
    let mut link = Link::to(&server);
    let name = enter(&mut link).with_context(|| printable(&options.server))?;
    let plays = games_of(&config)?;
    signals::watch()?;
    note!("{} plays {} on {}", printable(&name), plays.join(", "), printable(&options.server));
    let (sender, heard) = channel();
    let (stream, to) = (Link::to(&server), sender.clone());
    std::thread::spawn(move || follow(stream, &to));
    let bot = Bot {
        link,
        server,
        config: Box::leak(Box::new(config)),
        plays,
        sender,
        running: BTreeSet::new(),
        known: BTreeSet::new(),
        declined: BTreeSet::new(),
        search: None,
        climbed: 0,
        played: 0,
        most: options.games,
    };
    let ended = bot.live(&heard);
    // Those of games that are still running, if it ends by an error.
    kill_all();
    ended
}

/// Says who the bot is. The account is marked as that of a bot, so that others know.
fn enter(link: &mut Link) -> Result<String> {
    let account: Account = serde_json::from_value(link.ask_once(Method::GET, "/account", None)?)?;
    ensure!(account.account, "this is the token of a visitor: a bot needs that of an account");
    if !account.bot {
        let marked = link.ask_once(Method::PUT, "/account/bot", Some(&json!({ "bot": true })));
        marked.context("the account is to be marked as that of a bot, which needs the scope `bot`")?;
    }
    Ok(account.name)
}

/// The games for two or more that the engines play: each is asked once.
///
/// # Errors
/// When an engine fails, or plays nothing, or not what the file says.
fn games_of(config: &Config) -> Result<Vec<&'static str>> {
    let chosen: Option<BTreeSet<&str>> = config.challenges.games.as_ref().map(|games| {
        let sought = config.seek.iter().map(|seek| seek.game.as_str());
        let climbed = config.ladder.iter().map(|ladder| ladder.game.as_str());
        games.iter().map(String::as_str).chain(sought).chain(climbed).collect()
    });
    let (mut plays, mut refused) = (Vec::new(), None);
    for game in bagatelle_catalog::games().iter().filter(|game| *game.manifest().seats.end() > 1) {
        let id = game.id();
        let Some(command) = config.engine_for(id) else { continue };
        if chosen.as_ref().is_some_and(|chosen| !chosen.contains(id)) {
            continue;
        }
        match Engine::start(command, id, &config.options) {
            Ok(engine) => {
                engine.quit();
                plays.push(id);
            }
            Err(Fault::GaveUp { why }) if chosen.is_none() => {
                refused.get_or_insert(why);
            }
            Err(fault) => return Err(fault).with_context(|| format!("{id}: {}", printable(command))),
        }
    }
    let wanted = chosen.into_iter().flatten().find(|game| !plays.contains(game));
    if let Some(game) = wanted {
        bail!("no engine is named for {game}");
    }
    match refused {
        _ if !plays.is_empty() => Ok(plays),
        Some(why) => bail!("the engine plays no game for two: {}", printable(&why)),
        None => bail!("no engine is named: use --engine, or `engine` in the file"),
    }
}

/// Follows the stream of the account for ever.
fn follow(mut link: Link, to: &Sender<Heard>) {
    loop {
        let mut lines = match link.stream("/stream") {
            Ok(lines) => lines,
            Err(failure) => {
                let _ = to.send(Heard::Failed(failure.into()));
                return;
            }
        };
        while let Some(line) = lines.next() {
            let Ok(entry) = serde_json::from_value::<Entry>(line) else { continue };
            let heard = if entry.kind == "connected" { Heard::Connected } else { Heard::Entry(entry) };
            if to.send(heard).is_err() {
                return;
            }
        }
        std::thread::sleep(Duration::from_millis(200));
    }
}

/// A bot at work.
struct Bot {
    link: Link,
    server: Arc<Server>,
    config: &'static Config,
    plays: Vec<&'static str>,
    sender: Sender<Heard>,
    /// The games that are played.
    running: BTreeSet<String>,
    /// The games that are not played, which is said once.
    known: BTreeSet<String>,
    /// The challenges that were declined.
    declined: BTreeSet<String>,
    /// The search for an opponent that is open.
    search: Option<String>,
    /// How many games of the ladder were begun.
    climbed: u64,
    /// How many games have ended.
    played: u64,
    /// After how many the bot leaves.
    most: Option<u64>,
}

impl Bot {
    fn live(mut self, heard: &Receiver<Heard>) -> Result<()> {
        loop {
            match heard.recv_timeout(TICK) {
                Ok(Heard::Connected) => self.look()?,
                Ok(Heard::Entry(entry)) => self.hear(&entry)?,
                Ok(Heard::Ended(id, result)) => {
                    result?;
                    self.running.remove(&id);
                    self.played += 1;
                    self.look()?;
                }
                Ok(Heard::Failed(error)) => return Err(error),
                Err(RecvTimeoutError::Timeout) => self.seek()?,
                Err(RecvTimeoutError::Disconnected) => return Ok(()),
            }
            if self.running.is_empty() && !self.wants_more() {
                return Ok(());
            }
        }
    }

    /// Whether more games are to begin.
    fn wants_more(&self) -> bool {
        !signals::interrupted()
            && self.most.is_none_or(|most| self.played + (self.running.len() as u64) < most)
    }

    fn has_room(&self) -> bool {
        self.wants_more() && self.running.len() < self.config.games_at_once
    }

    /// An answer; `None` if the server refuses, which is said, unless it would refuse everything.
    fn ask(&mut self, method: Method, path: &str, body: Option<&Value>) -> Result<Option<Value>> {
        match self.link.ask(method, path, body) {
            Ok(answer) => Ok(Some(answer)),
            Err(failure) if failure.is_final() => Err(failure.into()),
            Err(failure) => {
                note!("bagatelle: {path}: {}", printable(&failure.to_string()));
                Ok(None)
            }
        }
    }

    fn hear(&mut self, entry: &Entry) -> Result<()> {
        match (entry.kind.as_str(), &entry.game) {
            ("challenge", _) => self.challenges(),
            ("start" | "turn" | "accepted" | "next", Some(game)) if !self.running.contains(game) => {
                self.games()
            }
            ("question", Some(game)) if entry.question.as_deref() == Some("rematch") => {
                let kind = if self.config.rematches && self.has_room() { "agree" } else { "decline" };
                self.ask(Method::POST, &format!("/games/{game}/events"), Some(&json!({ "kind": kind })))
                    .map(drop)
            }
            _ => Ok(()),
        }
    }

    /// Looks at everything.
    fn look(&mut self) -> Result<()> {
        self.games()?;
        self.challenges()?;
        self.seek()
    }

    /// Plays on in the games that are running.
    fn games(&mut self) -> Result<()> {
        let Some(list) = self.ask(Method::GET, "/games?phase=playing&limit=100", None)? else {
            return Ok(());
        };
        let games: Vec<Listed> = serde_json::from_value(list["games"].clone())?;
        for Listed { id, game, seats } in games {
            let own = seats.iter().filter(|seat| seat.yours).count();
            if own != 1 || seats.len() < 2 || self.running.contains(&id) {
                continue;
            }
            if !self.plays.contains(&game.as_str()) {
                if self.known.insert(id.clone()) {
                    note!("{id}: the engine does not play {game}, so this game is left alone");
                }
                continue;
            }
            let Some(command) = self.config.engine_for(&game) else { continue };
            self.running.insert(id.clone());
            let (link, config, sender) = (Link::to(&self.server), self.config, self.sender.clone());
            std::thread::spawn(move || {
                let ended = Game::new(link, config, command, &id).play();
                let _ = sender.send(Heard::Ended(id, ended));
            });
        }
        Ok(())
    }

    /// Accepts or declines the open challenges. Those that fit wait until there is room.
    fn challenges(&mut self) -> Result<()> {
        let Some(list) = self.ask(Method::GET, "/challenges", None)? else { return Ok(()) };
        let list: Vec<Challenge> = serde_json::from_value(list)?;
        for challenge in list.iter().rev().filter(|one| one.state == "open" && !one.yours) {
            let path = format!("/challenges/{}", challenge.id);
            if let Some(why) = self.config.challenges.refusal(challenge, &self.plays) {
                if self.declined.insert(challenge.id.clone()) {
                    note!("declined a challenge of {}: {why}", printable(&challenge.from.name));
                    self.ask(Method::DELETE, &path, None)?;
                }
            } else if self.has_room() {
                note!("accepted a challenge of {} to {}", printable(&challenge.from.name), challenge.game);
                if self.ask(Method::POST, &format!("{path}/accept"), None)?.is_some() {
                    self.games()?;
                }
            }
        }
        Ok(())
    }

    /// Looks for opponents, if there is room.
    fn seek(&mut self) -> Result<()> {
        let config = self.config;
        if let Some(seek) = &config.seek {
            self.search(seek)?;
        }
        if let Some(ladder) = &config.ladder
            && self.running.is_empty()
            && self.has_room()
            && ladder.games.is_none_or(|games| self.climbed < games)
        {
            self.climb(ladder)?;
        }
        Ok(())
    }

    fn search(&mut self, seek: &Seek) -> Result<()> {
        if let Some(id) = &self.search {
            let path = format!("/seeks/{id}");
            if !self.has_room() {
                self.search = None;
                return self.ask(Method::DELETE, &path, None).map(drop);
            }
            match self.link.ask(Method::GET, &path, None) {
                Ok(found) if found["state"] == "waiting" => return Ok(()),
                Err(failure) if failure.is_final() => return Err(failure.into()),
                // Someone was found, or the search is over.
                _ => self.search = None,
            }
            return self.games();
        }
        if self.has_room() {
            let body = json!({ "game": seek.game, "pace": seek.pace, "rated": seek.rated });
            let made = self.ask(Method::POST, "/seeks", Some(&body))?;
            self.search = made.and_then(|made| Some(made["id"].as_str()?.to_owned()));
        }
        Ok(())
    }

    /// Challenges the house bot whose rating is nearest to the bot's own.
    fn climb(&mut self, ladder: &Ladder) -> Result<()> {
        let (Some(all), Some(own)) =
            (self.ask(Method::GET, "/ladder", None)?, self.ask(Method::GET, "/account", None)?)
        else {
            return Ok(());
        };
        let of_game = all["ladders"].as_array().into_iter().flatten().find(|one| one["game"] == *ladder.game);
        let players = of_game.and_then(|one| one["players"].as_array()).cloned().unwrap_or_default();
        let rating = |player: &Value| player["rating"]["rating"].as_f64().unwrap_or(1500.0);
        let mine = players.iter().find(|player| player["name"] == own["name"]).map_or(1500.0, rating);
        let distance = |player: &&Value| (rating(player) - mine).abs();
        let house = players.iter().filter(|player| player["house"] == true);
        let Some(nearest) = house.min_by(|a, b| distance(a).total_cmp(&distance(b))) else {
            bail!("there are no house bots for {} here, so there is no ladder to climb", ladder.game);
        };
        let challenge = json!({ "to": nearest["name"], "game": ladder.game, "terms": { "rated": true } });
        self.climbed += 1;
        match self.link.ask(Method::POST, "/challenges", Some(&challenge)) {
            Ok(_) => self.games(),
            Err(failure) if failure.is_final() => Err(failure.into()),
            Err(failure) => Err(failure).context("the ladder"),
        }
    }
}
