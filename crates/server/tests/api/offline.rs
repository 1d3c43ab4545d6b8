//! What a device takes along and brings home: games that were played without the server are games here from
//! then on, once, and only if they could have been played here.

use crate::test_server::{Reply, START, Spectator, TestServer, ask};
use bagatelle_core::program::{Allowance, Budget};
use bagatelle_table::{
    Actor, Command, Context, DealSource, Event, Help, ME, Millis, NewGame, SavedTable, SeatRequest,
    StoredEvent, Table, TableSpec, Terms, Visitor,
};
use serde_json::{Value, json};
use std::sync::Arc;

const MINUTE: Millis = 60 * 1000;
const DAY: Millis = 24 * 60 * MINUTE;
const TODAY: &str = "2026-11-21";
/// A game with a deal of the day that its solver solves in few moves.
const PUZZLE: &str = "baju-puzzle";

/// A game on a device, where its player is `me`.
pub struct Device {
    table: Table,
    log: Vec<Event>,
    now: Millis,
}

impl Device {
    /// A game that is begun a minute before the test.
    fn new(id: &str, game: &str, source: DealSource, programs: &[&str]) -> Device {
        Device::at(START - MINUTE, id, game, source, programs)
    }

    fn at(now: Millis, id: &str, game: &str, source: DealSource, programs: &[&str]) -> Device {
        let new = NewGame {
            game: game.into(),
            options: Value::Null,
            deal_options: Value::Null,
            source,
            others: programs.iter().map(|name| SeatRequest::Program((*name).to_owned())).collect(),
            sit: Some(0),
            name: String::new(),
            terms: Terms::default(),
            best_of: 1,
        };
        let id = format!("{id:0>16}");
        let mut device = Device::of(
            new.plan(&me(), id, &["fresh".into()], now, &Allowance::default()).unwrap(),
            Vec::new(),
        );
        device.rests();
        device
    }

    fn of(spec: TableSpec, log: Vec<Event>) -> Device {
        let now = log.last().map_or(spec.created, |event| event.at);
        Device { table: Table::restore(spec, Arc::from([]), &log).unwrap(), log, now }
    }

    /// A puzzle under this id.
    /// A puzzle with this id.
    pub fn puzzle(id: &str) -> Device {
        Device::new(id, PUZZLE, DealSource::Seed(id.to_owned()), &[])
    }

    /// The deal of a day, from this seed, begun at this time.
    fn daily(at: Millis, id: &str, date: &str, seed: &str) -> Device {
        let Device { table, .. } = Device::at(at, id, PUZZLE, DealSource::Seed(seed.into()), &[]);
        let spec = TableSpec { daily: Some(date.into()), ..table.spec().clone() };
        Device::of(spec, Vec::new())
    }

    /// A table that was taken along.
    fn taken(table: &Value) -> Device {
        let saved: SavedTable = serde_json::from_value(table.clone()).unwrap();
        let (spec, events) = saved.read(ME).unwrap();
        Device { now: START, ..Device::of(spec, events) }
    }

    fn id(&self) -> &str {
        self.table.id()
    }

    /// Lets something happen, a second after what was before; chance and programs follow.
    fn give(&mut self, actor: Actor<'_>, command: Command) {
        self.now += 1000;
        let event = self.table.decide(actor, command, &Context::at(self.now)).unwrap();
        self.table.apply(&event);
        self.log.push(event);
        self.rests();
    }

    /// Lets chance and programs do what is theirs to do.
    fn rests(&mut self) {
        let first = || self.table.play().legal()[0].clone();
        if self.table.chance_is_due() {
            self.give(Actor::Server, Command::ResolveChance);
        } else if self.table.program_to_act().is_some() {
            let action = first();
            self.give(Actor::Server, Command::ActForProgram(action));
        }
    }

    fn does(&mut self, command: Command) {
        self.give(Actor::Visitor(&me()), command);
    }

    /// Plays the legal action with this number, where there are this many.
    fn plays(mut self, numbers: &[usize]) -> Device {
        for number in numbers {
            let legal = self.table.play().legal();
            self.does(Command::Act(legal[number % legal.len()].clone()));
        }
        self
    }

    /// The shortest solution from here.
    fn solution(&self) -> Vec<String> {
        self.table.play().solve(&Budget::until(&|| false), &mut |_, _| ()).unwrap().line
    }

    /// Solves the rest.
    fn solves(mut self) -> Device {
        for action in self.solution() {
            self.does(Command::Act(action));
        }
        assert!(self.table.is_over());
        self
    }

    fn saved(&self) -> Value {
        serde_json::to_value(SavedTable::new(self.table.spec(), &self.log, ME)).unwrap()
    }

    /// As it is brought, where the server has had this many of its events.
    fn since(&self, from: usize) -> Value {
        json!({ "table": self.saved(), "from": from })
    }

    fn actions(&self) -> Vec<String> {
        self.table.play().actions()
    }
}

fn me() -> Visitor {
    Visitor::anonymous(ME)
}

impl Spectator {
    async fn bring(&self, server: &TestServer, list: Value) -> Reply {
        ask(&server.router(), "POST", "/offline/games", Some(&self.token), list).await
    }

    /// Brings games, and returns what became of each.
    pub async fn brings(&self, server: &TestServer, games: &[&Device]) -> Vec<Value> {
        let list: Value = games.iter().map(|game| game.since(0)).collect();
        let reply = self.bring(server, list).await;
        assert_eq!(reply.status, 200, "{}", reply.text());
        assert_eq!(reply.headers["cache-control"], "private, no-store");
        reply.json().as_array().unwrap().clone()
    }

    /// What the visitor takes along.
    async fn takes(&self) -> Value {
        let reply = self.get("/offline/games").await;
        assert_eq!(reply.status, 200, "{}", reply.text());
        assert_eq!(reply.headers["cache-control"], "private, no-store");
        reply.json()
    }

    /// The actions of a game here.
    async fn actions(&self, id: &str) -> Vec<String> {
        let record = self.get(&format!("/g/{id}/record.json")).await.json();
        serde_json::from_value(record["actions"].clone()).unwrap()
    }
}

/// The stored log of a table.
async fn log(server: &TestServer, id: &str) -> Vec<StoredEvent> {
    let store = server.store().await;
    let events = bagatelle_store::Store::events(&store, id).await.unwrap();
    bagatelle_store::Store::close(&store).await;
    events.iter().map(Event::to_stored).collect()
}

#[track_caller]
fn is_refused(told: &Value, why: &str) {
    assert_eq!(told["became"], "refused", "{told}");
    let text = told["why"].as_str().unwrap();
    assert!(text.contains(why), "“{text}” does not say “{why}”");
    assert!(text.ends_with('.') && text.starts_with(|c: char| !c.is_lowercase()), "{text}");
}

#[tokio::test]
async fn a_game_comes_home_once_and_is_a_game_like_any_other() {
    let mut server = TestServer::new().await;
    let ann = server.spectator().await;
    let mut puzzle = Device::puzzle("p1");
    let hint = puzzle.solution();
    puzzle.give(Actor::Server, Command::Help(Help::Solution(hint)));
    let puzzle = puzzle.solves();
    let duel = Device::new("d1", "baju-duel", DealSource::Seed("d".into()), &["3"]).plays(&[0, 3, 1]);
    let screen = Device::new("s1", "bambam-booboo", DealSource::Seed("s".into()), &[]).plays(&[2, 5]);
    let cards = Device::new("c1", "bulbous", DealSource::Seed("c".into()), &["simple"]).plays(&[0, 1]);
    let games = [&puzzle, &duel, &screen, &cards];
    let told = ann.brings(&server, &games).await;
    for (told, game) in told.iter().zip(games) {
        assert_eq!(told["became"], "kept", "{told}");
        assert_eq!((&told["id"], &told["table"]), (&json!(game.id()), &json!(game.id())));
        assert_eq!(told["seq"], game.log.len());
    }
    // What is solved with help is told so, and is over when it was over.
    let state = ann.look_at(puzzle.id()).await.json();
    assert_eq!(state["outcome"]["winners"], json!([0]));
    assert_eq!(state["help"]["played"], puzzle.actions().len());
    assert_eq!(ann.actions(screen.id()).await, screen.actions());
    let mine = ann.get("/games").await.text();
    for game in games {
        assert!(mine.contains(&format!("/g/{}", game.id())), "{}", game.id());
        assert_eq!(ann.get(&format!("/g/{}", game.id())).await.status, 200);
    }
    let results = ann.get("/api/v1/results").await.text();
    assert!(results.contains(puzzle.id()), "{results}");

    // The answer was lost: it is sent again, to the same server and after a restart.
    for _ in 0..2 {
        let before = log(&server, puzzle.id()).await;
        for told in ann.at(&server).brings(&server, &[&puzzle, &screen]).await {
            assert_eq!(told["became"], "unchanged", "{told}");
        }
        assert_eq!(log(&server, puzzle.id()).await, before);
        server.restart().await;
    }
    // Both ways at once.
    let other = Device::puzzle("p2").plays(&[0, 1, 2]);
    let ann = ann.at(&server);
    let games = [&other];
    let (one, two) = tokio::join!(ann.brings(&server, &games), ann.brings(&server, &games));
    let mut became = [one[0]["became"].as_str().unwrap(), two[0]["became"].as_str().unwrap()];
    became.sort_unstable();
    assert_eq!(became, ["kept", "unchanged"]);
    assert_eq!(log(&server, other.id()).await.len(), other.log.len());
}

#[tokio::test]
async fn a_game_that_is_played_here_and_there_in_turn_is_one_game() {
    let mut server = TestServer::new().await;
    let ann = server.spectator().await;
    let made = ann.order(json!({ "game": PUZZLE, "seed": "turns" })).await.json();
    let id = made["id"].as_str().unwrap().to_owned();
    let legal = |device: &Device| device.table.play().legal()[0].clone();
    for round in 0..3 {
        let bundle = ann.at(&server).takes().await;
        let taken = &bundle["games"][0];
        assert_eq!(taken["table"]["id"], id.as_str());
        let from = taken["seq"].as_u64().unwrap();
        let mut device = Device::taken(&taken["table"]);
        assert_eq!(device.log.len() as u64, from);
        device.now = START + Millis::from(round) * MINUTE;
        let device = device.plays(&[0, 1]);
        let told = ann.at(&server).bring(&server, json!([device.since(from as usize)])).await.json();
        assert_eq!((&told[0]["became"], &told[0]["seq"]), (&json!("kept"), &json!(from + 2)));
        assert_eq!(ann.at(&server).actions(&id).await, device.actions());
        let played = ann.at(&server).try_in(&id, json!({ "text": legal(&device) })).await;
        assert_eq!(played.status, 200, "{}", played.text());
        server.pass(MINUTE);
        server.restart().await;
    }
    assert_eq!(log(&server, &id).await.len(), 9);
}

#[tokio::test]
async fn a_game_that_went_on_in_two_places_becomes_two_games_once() {
    let server = TestServer::new().await;
    let ann = server.spectator().await;
    let start = Device::puzzle("b1").plays(&[0, 1]);
    assert_eq!(ann.brings(&server, &[&start]).await[0]["became"], "kept");
    let legal = start.table.play().legal();
    assert!(legal.len() > 2);
    let here = ann.try_in(start.id(), json!({ "text": legal[0] })).await;
    assert_eq!(here.status, 200, "{}", here.text());
    let before = log(&server, start.id()).await;

    let mut there = Device::of(start.table.spec().clone(), start.log.clone());
    there.now = START;
    let mut there = there.plays(&[1]);
    let told = ann.brings(&server, &[&there]).await[0].clone();
    assert_eq!((&told["became"], &told["id"]), (&json!("branched"), &json!(start.id())));
    let branch = told["table"].as_str().unwrap().to_owned();
    assert_ne!(branch, start.id());
    assert_eq!(ann.actions(&branch).await, there.actions());
    assert_eq!(log(&server, start.id()).await, before, "the game here is as it was");
    let page = ann.get(&format!("/g/{branch}")).await.text();
    assert!(page.contains("continued from another game"), "{page}");
    assert!(page.contains(&format!("/g/{}/replay", start.id())), "{page}");

    // The answer was lost, and more was played before it was sent again.
    let again = ann.brings(&server, &[&there]).await[0].clone();
    assert_eq!((&again["became"], &again["table"]), (&json!("branched"), &json!(branch)));
    there = there.plays(&[2, 0]);
    let again = ann.brings(&server, &[&there]).await[0].clone();
    assert_eq!((&again["table"], &again["seq"]), (&json!(branch), &json!(5)));
    assert_eq!(ann.actions(&branch).await, there.actions());
    let tables = ann.takes().await["games"].as_array().unwrap().len();
    assert_eq!(tables, 2);

    // What was the same before is taken back: the branch has all of it.
    let mut back = Device::of(start.table.spec().clone(), start.log.clone());
    back.now = START;
    back.does(Command::Restart);
    let back = back.plays(&[2]);
    let told = ann.brings(&server, &[&back]).await[0].clone();
    assert_eq!(told["became"], "branched", "{told}");
    let whole = told["table"].as_str().unwrap();
    assert_ne!(whole, branch);
    assert_eq!(ann.actions(whole).await, back.actions());
    assert_eq!(ann.brings(&server, &[&back]).await[0]["table"], whole);
}

#[tokio::test]
async fn what_could_not_have_been_played_is_refused_and_spoils_nothing_else() {
    let server = TestServer::new().await;
    let (ann, bob) = (server.spectator().await, server.spectator().await);
    let game = Device::puzzle("t1").plays(&[0, 1, 2]);
    let fine = Device::puzzle("t2").plays(&[0]);
    let changed = |change: &dyn Fn(&mut Value)| {
        let mut saved = game.saved();
        change(&mut saved);
        json!({ "table": saved, "from": 0 })
    };
    let future = START + DAY;
    let cases: Vec<(Value, &str)> = vec![
        (json!({ "table": 7 }), "damaged"),
        (json!({ "table": {} }), "damaged"),
        (changed(&|t| t["more"] = json!(1)), "damaged"),
        (changed(&|t| t["id"] = json!("short")), "isn’t the id of a game"),
        (changed(&|t| t["id"] = json!("../../../../etc/p")), "isn’t the id of a game"),
        (changed(&|t| t["game"] = json!("chess")), "no such game"),
        (changed(&|t| t["seed"] = json!("another")), "doesn’t match its seed"),
        (changed(&|t| t["setup"] = Value::Null), "doesn’t match its seed"),
        (changed(&|t| t["options"] = json!({ "no": 1 })), "options"),
        (changed(&|t| t["terms"]["rated"] = json!(true)), "only on the server"),
        (changed(&|t| t["terms"]["listed"] = json!(true)), "only on the server"),
        (changed(&|t| t["terms"]["pace"] = json!({ "days": 1 })), "only on the server"),
        (changed(&|t| t["seats"] = json!([{ "open": true }])), "without other people"),
        (changed(&|t| t["seats"] = json!([{ "person": bob.id(), "name": "Bob" }])), "without other people"),
        (changed(&|t| t["seats"] = json!([Value::Null, Value::Null])), "doesn’t match"),
        (changed(&|t| t["events"][1]["who"] = json!(bob.id())), "Move 2"),
        (changed(&|t| t["events"][1]["who"] = json!("")), "Move 2"),
        (changed(&|t| t["events"][1]["text"] = json!("nonsense")), "Move 2"),
        (changed(&|t| t["events"][1]["kind"] = json!("dance")), "damaged"),
        (changed(&|t| t["events"][2]["kind"] = json!("given")), "Move 3"),
        (
            changed(&|t| {
                t["events"][2] = json!({ "at": START, "kind": "abort", "seat": 0, "who": ME, "text": "" })
            }),
            "Move 3",
        ),
        (changed(&|t| t["events"][2]["at"] = json!(START - DAY)), "out of order"),
        (changed(&|t| t["events"][2]["at"] = json!(future)), "future"),
        (changed(&|t| t["created"] = json!(future)), "future"),
        (changed(&|t| t["created"] = json!(0)), "far in the past"),
        (changed(&|t| t["daily"] = json!("tomorrow")), "no deal of the day"),
        (json!({ "table": game.saved(), "from": 4 }), "its server part is missing"),
    ];
    for (case, why) in cases {
        let told = ann.bring(&server, json!([case])).await.json();
        is_refused(&told[0], why);
        assert_eq!(told[0]["again"] == true, why == "future", "{told}");
    }
    let missing = ann.look_at(game.id()).await;
    assert_eq!(missing.status, 404, "{}", missing.text());

    server.pass(60 * MINUTE);

    // One that is refused spoils no other one.
    let list = json!([changed(&|t| t["seed"] = json!("another")), fine.since(0)]);
    let told = ann.bring(&server, list).await.json();
    assert_eq!((&told[0]["became"], &told[1]["became"]), (&json!("refused"), &json!("kept")));

    // An id belongs to one visitor, and no more is told of it.
    for table in [fine.saved(), changed(&|t| t["id"] = json!(fine.id()))["table"].clone()] {
        let told = bob.bring(&server, json!([{ "table": table, "from": 0 }])).await.json();
        is_refused(&told[0], "with this id isn’t yours");
        assert!(told[0].get("seq").is_none() && told[0].get("table").is_none());
    }
    assert_eq!(log(&server, fine.id()).await.len(), 1);
    // Nor is it another game than it was.
    let other = changed(&|t| t["id"] = json!(fine.id()));
    is_refused(&ann.bring(&server, json!([other])).await.json()[0], "another game under this id");
    // What the server has is not changed by what comes later.
    let mut forged = fine.saved();
    forged["events"][0]["at"] = json!(START - 5);
    let told = ann.bring(&server, json!([{ "table": forged, "from": 1 }])).await.json();
    assert_eq!(told[0]["became"], "unchanged");
    assert_eq!(
        log(&server, fine.id()).await,
        fine.log
            .iter()
            .map(|event| {
                let stored = event.to_stored();
                StoredEvent {
                    who: if stored.who == ME { ann.id().to_owned() } else { stored.who.clone() },
                    ..stored
                }
            })
            .collect::<Vec<_>>()
    );
}

#[tokio::test]
async fn a_device_brings_no_game_under_an_id_of_the_server() {
    let server = TestServer::new().await;
    let ann = server.spectator().await;
    let made = ann.order(json!({ "game": PUZZLE, "seed": "mine" })).await.json();
    let own = made["id"].as_str().unwrap();
    // What the server has not made yet, or does not have any more.
    let mut taken = Device::puzzle("one").plays(&[0]).saved();
    taken["id"] = json!(format!("{}{}", &own[1..], "0"));
    let told = ann.bring(&server, json!([{ "table": taken, "from": 0 }])).await.json();
    is_refused(&told[0], "with this id isn’t yours");
    // Its own table goes on, and so does one of an older version of the server, or of a device.
    let along = ann.takes().await["games"][0]["table"].clone();
    let device = Device::taken(&along).plays(&[0]);
    assert_eq!(device.id(), own);
    let told = ann.bring(&server, json!([device.since(0)])).await.json();
    assert_eq!((&told[0]["became"], &told[0]["table"]), (&json!("kept"), &json!(own)), "{told}");
    let other = Device::puzzle("2").plays(&[0]);
    let told = ann.bring(&server, json!([other.since(0)])).await.json();
    assert_eq!((&told[0]["became"], &told[0]["table"]), (&json!("kept"), &json!(other.id())), "{told}");
}

#[tokio::test]
async fn games_with_other_people_stay_at_the_server() {
    let server = TestServer::new().await;
    let (ann, bob) = (server.spectator().await, server.spectator().await);
    let reply = ann.order(json!({ "game": "baju-duel", "programs": ["open"], "name": "Ann" })).await;
    assert_eq!(reply.status, 201, "{}", reply.text());
    let id = reply.json()["id"].as_str().unwrap().to_owned();
    assert_eq!(ann.takes().await["games"], json!([]));
    assert_eq!(bob.try_in(&id, json!({ "kind": "sit", "text": "Bob" })).await.status, 200);
    assert_eq!(ann.takes().await["games"], json!([]));
    assert_eq!(bob.takes().await["games"], json!([]));
    // Even if it comes in the right form.
    let mut claimed = Device::new("x", "baju-duel", DealSource::Seed("x".into()), &[]).saved();
    claimed["id"] = json!(id);
    let told = ann.bring(&server, json!([{ "table": claimed, "from": 0 }])).await.json();
    assert_eq!(told[0]["became"], "refused", "{told}");
    let told = bob.bring(&server, json!([{ "table": claimed, "from": 0 }])).await.json();
    is_refused(&told[0], "isn’t yours");
}

#[tokio::test]
async fn what_is_too_much_is_refused() {
    let server = TestServer::limited("uploads=8").await;
    let ann = server.spectator().await;
    let game = Device::puzzle("m1").plays(&[0]);
    let list: Value = (0..33).map(|_| game.since(0)).collect();
    assert_eq!(ann.bring(&server, list).await.status, 422);
    let mut large = game.saved();
    large["seed"] = json!("x".repeat(3 << 20));
    assert_eq!(ann.bring(&server, json!([{ "table": large, "from": 0 }])).await.status, 413);
    assert_eq!(ann.bring(&server, json!({ "no": "list" })).await.status, 422);
    let mut long = game.saved();
    long["events"] = (0..6000).map(|_| game.saved()["events"][0].clone()).collect();
    is_refused(&ann.bring(&server, json!([{ "table": long, "from": 0 }])).await.json()[0], "too long");
    // This many in an hour, a quarter of them at once; the others may come later.
    let told = ann.brings(&server, &[&game, &Device::puzzle("m2")]).await;
    assert_eq!(told[0]["became"], "kept", "{told:?}");
    is_refused(&told[1], "at once");
    assert_eq!(told[1]["again"], true);
    server.pass(60 * MINUTE);
    assert_eq!(ann.brings(&server, &[&Device::puzzle("m2")]).await[0]["became"], "kept");
}

#[tokio::test]
async fn a_new_visitor_gets_a_cookie_before_the_games() {
    let server = TestServer::new().await;
    let game = Device::puzzle("n1").plays(&[0]);
    let list = json!([game.since(0)]);
    let reply = ask(&server.router(), "POST", "/offline/games", None, list).await;
    assert_eq!(reply.status, 401);
    let cookie = reply.headers["set-cookie"].to_str().unwrap();
    let token = cookie.strip_prefix("visitor=").unwrap().split(';').next().unwrap();
    let ann = server.spectator_with(token);
    assert_eq!(ann.look_at(game.id()).await.status, 404, "nothing was kept");
    assert_eq!(ann.brings(&server, &[&game]).await[0]["became"], "kept");
    // Without a cookie there are the deals of the day, and nothing else.
    let reply = server.anonymous().get("/offline/games").await;
    assert_eq!((&reply.json()["visitor"], &reply.json()["games"]), (&Value::Null, &json!([])));
    assert!(reply.headers.get("set-cookie").is_none());
}

#[tokio::test]
async fn a_deal_of_the_day_counts_if_it_was_begun_on_its_day() {
    let server = TestServer::new().await;
    let today = async |who: &Spectator| {
        let day = who.get(&format!("/api/v1/today/{TODAY}")).await.json();
        let deals = day["deals"].as_array().unwrap().clone();
        deals.into_iter().find(|deal| deal["game"] == PUZZLE).unwrap()["played"].clone()
    };
    // Without a commitment to this day, its seed is known to all.
    let ann = server.spectator().await;
    let taken = ann.takes().await;
    let deal = taken["deals"].as_array().unwrap().iter().find(|deal| deal["game"] == PUZZLE).unwrap().clone();
    assert_eq!(deal["date"], TODAY);
    assert_eq!((&deal["table"], &deal["ended"]), (&Value::Null, &json!(false)));
    let seed = deal["seed"].as_str().unwrap();
    assert_eq!(seed, format!("daily:{TODAY}"));
    let game = Device::daily(START - MINUTE, "day1", TODAY, seed).solves();

    // It comes the day after.
    server.pass(DAY);
    assert_eq!(ann.brings(&server, &[&game]).await[0]["became"], "kept");
    let played = today(&ann).await;
    assert_eq!(
        (&played["state"], &played["on_time"], &played["counts"]),
        (&json!("solved"), &json!(true), &json!(true))
    );
    assert_eq!(ann.brings(&server, &[&game]).await[0]["became"], "unchanged");
    // A second one is any other game.
    let again = Device::daily(START - MINUTE, "day2", TODAY, seed).plays(&[0, 0]);
    assert_eq!(ann.brings(&server, &[&again]).await[0]["became"], "kept");
    assert_eq!(today(&ann).await, played);
    let page = ann.get(&format!("/g/{}", again.id())).await.text();
    assert!(!page.contains("daily deal of"), "{page}");

    // Begun late, in part, or from another seed it does not count, and neither if it comes too late.
    let first_late = {
        let mut game = Device::daily(START - MINUTE, "day4", TODAY, seed);
        game.now += DAY;
        game.solves()
    };
    for late in [
        Device::daily(START + DAY - MINUTE, "day3", TODAY, seed).solves(),
        first_late,
        Device::daily(START - MINUTE, "day5", TODAY, "a seed of my own").solves(),
    ] {
        let bob = server.spectator().await;
        assert_eq!(bob.brings(&server, &[&late]).await[0]["became"], "kept");
        assert_eq!(today(&bob).await, Value::Null);
    }
    let tomorrow = Device::daily(START + DAY, "day6", "2026-11-23", "daily:2026-11-23").solves();
    let told = ann.brings(&server, &[&tomorrow]).await[0].clone();
    is_refused(&told, "future day");
    assert_eq!(told["again"], true);
    server.pass(20 * DAY);
    let cat = server.spectator().await;
    let forged = Device::daily(START, "day7", TODAY, seed).solves();
    assert_eq!(cat.brings(&server, &[&forged]).await[0]["became"], "kept");
    assert_eq!(today(&cat).await, Value::Null);
}

#[tokio::test]
async fn no_seed_of_a_later_day_leaves_the_server() {
    let server = TestServer::new().await;
    let ann = server.spectator().await;
    ann.takes().await;
    let store = server.store().await;
    let seed = async |date: &str| bagatelle_store::Store::day_seed(&store, date).await.unwrap();
    let tomorrow = seed("2026-11-22").await.expect("the server has committed to it");
    let text = ann.get("/offline/games").await.text();
    assert!(!text.contains(&tomorrow.day_seed("2026-11-22")) && !text.contains(&tomorrow.seed.to_string()));
    server.pass(DAY);
    let taken = ann.takes().await;
    assert_eq!(taken["today"], "2026-11-22");
    let day_seed = tomorrow.day_seed("2026-11-22");
    assert!(taken["deals"].as_array().unwrap().iter().all(|deal| deal["seed"] == day_seed.as_str()));
    let after = seed("2026-11-23").await.expect("the server has committed to it");
    assert!(!taken.to_string().contains(&after.day_seed("2026-11-23")));
    // It is dealt as it is here, and counts with the seed that the server was committed to.
    let game = Device::daily(START + DAY, "seed1", "2026-11-22", &day_seed).plays(&[0]);
    assert_eq!(ann.brings(&server, &[&game]).await[0]["became"], "kept");
    let begun = ann.form(&format!("/today/2026-11-22/{PUZZLE}"), &[]).await;
    assert_eq!(begun.headers["location"], format!("/g/{}", game.id()));
    let taken = ann.takes().await;
    let deal = taken["deals"].as_array().unwrap().iter().find(|deal| deal["game"] == PUZZLE).unwrap().clone();
    assert_eq!(deal["table"], game.id());
    bagatelle_store::Store::close(&store).await;
}

#[tokio::test]
async fn a_deal_of_the_day_that_is_begun_here_is_ended_there() {
    let server = TestServer::new().await;
    let ann = server.spectator().await;
    let begun = ann.form(&format!("/today/{TODAY}/{PUZZLE}"), &[]).await;
    let id = begun.headers["location"].to_str().unwrap().strip_prefix("/g/").unwrap().to_owned();
    let taken = ann.takes().await;
    let device = Device::taken(&taken["games"][0]["table"]).solves();
    assert_eq!(device.id(), id);
    let told = ann.brings(&server, &[&device]).await[0].clone();
    assert_eq!((&told["became"], &told["table"]), (&json!("kept"), &json!(id)));
    let day = ann.get("/api/v1/today").await.json();
    let deal = day["deals"].as_array().unwrap().iter().find(|deal| deal["game"] == PUZZLE).unwrap().clone();
    assert_eq!(deal["played"]["state"], "solved", "{deal}");
    // Another device of hers knows of it.
    let taken = ann.takes().await;
    assert_eq!(taken["games"][0]["table"]["id"], id.as_str());
    assert_eq!(taken["games"][0]["summary"]["stage"], "over");
    assert_eq!(server.spectator().await.takes().await["games"], json!([]), "others have not played it");
}

#[tokio::test]
async fn an_account_finds_its_games_on_every_device() {
    let server = TestServer::new().await;
    let ann = server.spectator().await;
    let game = Device::puzzle("acc1").plays(&[0, 1]);
    ann.brings(&server, &[&game]).await;
    let fields = [("name", "Ann"), ("password", "plum tart with cream")];
    let reply = ann.form("/me/sign-up", &fields).await;
    assert_eq!(reply.status, 303, "{}", reply.text());
    let mut cookies = reply.headers.get_all("set-cookie").iter().map(|cookie| cookie.to_str().unwrap());
    let token = cookies.find_map(|cookie| cookie.strip_prefix("visitor=")).unwrap();
    let ann = server.spectator_with(token.split(';').next().unwrap());
    let taken = ann.takes().await;
    assert_eq!(taken["visitor"], json!({ "name": "Ann", "account": true }));
    let mut device = Device::taken(&taken["games"][0]["table"]);
    assert_eq!(device.actions(), game.actions());
    device.does(Command::TakeBack);
    assert_eq!(ann.brings(&server, &[&device]).await[0]["became"], "kept");
    // The device had played on before its player signed up.
    assert_eq!(ann.brings(&server, &[&game]).await[0]["became"], "unchanged");
}

#[tokio::test]
async fn a_hint_that_the_browser_finds_is_noted_and_shown_and_the_solver_rests() {
    let server = TestServer::new().await;
    let (ann, bob) = (server.spectator().await, server.spectator().await);
    let id =
        ann.order(json!({ "game": PUZZLE, "seed": "hint" })).await.json()["id"].as_str().unwrap().to_owned();
    let reply = ann.get(&format!("/g/{id}/offline.json")).await;
    assert_eq!(reply.headers["cache-control"], "private, no-store");
    let device = Device::taken(&reply.json()["table"]);
    assert_eq!(bob.get(&format!("/g/{id}/offline.json")).await.status, 403);
    assert_eq!(server.anonymous().get(&format!("/g/{id}/offline.json")).await.status, 403);

    let line = device.solution();
    let whole = line.join(" ");
    let bring = async |who: &Spectator, strength: &str, version: &str, line: &str| {
        let fields =
            [("strength", strength), ("version", version), ("line", line), ("text", "It can be solved.")];
        who.form(&format!("/g/{id}/helped"), &fields).await
    };
    let help = async || ann.look_at(&id).await.json()["help"].clone();
    for (reply, status) in [
        (bring(&bob, "3", "0", &whole).await, 403),
        (bring(&ann, "3", "7", &whole).await, 409),
        (bring(&ann, "0", "0", &whole).await, 422),
        (bring(&ann, "3", "0", "nonsense").await, 422),
        (bring(&ann, "3", "0", &"x ".repeat(20_000)).await, 422),
    ] {
        assert_eq!(reply.status, status, "{}", reply.text());
    }
    assert_eq!(ann.look_at(&id).await.json()["helped"], false);
    let nudged = bring(&ann, "1", "0", &whole).await.text();
    assert!(nudged.contains("data-hint=") && !nudged.contains("data-play"), "{nudged}");
    assert_eq!(help().await, json!({ "nudges": 1, "moves": 0, "solutions": 0, "played": 0 }));
    // The server knows the solution now, so it is asked for here, and the solver is not.
    let shown = ann.form(&format!("/g/{id}/hint"), &[("strength", "3")]).await.text();
    assert!(shown.contains(&format!("data-play=\"{whole}\"")), "{shown}");
    assert!(!shown.contains("<progress"));
    assert!(bring(&ann, "3", "0", &whole).await.text().contains("data-play="));
    for action in &line {
        assert_eq!(ann.try_in(&id, json!({ "text": action })).await.status, 200);
    }
    let taken = json!({ "nudges": 1, "moves": 0, "solutions": 1, "played": line.len() });
    assert_eq!(help().await, taken, "as with a hint of the server");
    assert_eq!(bring(&ann, "1", &line.len().to_string(), "").await.status, 422, "it is over");
}

#[tokio::test]
async fn two_servers_bring_one_game_home_on_postgres() {
    let server = TestServer::on_postgres().await;
    let other = server.beside().await;
    let ann = server.spectator().await;
    let game = Device::puzzle("tw1").plays(&[0, 1]);
    let games = [&game];
    let (one, two) = tokio::join!(ann.brings(&server, &games), ann.brings(&other, &games));
    let became = |told: &[Value]| told[0]["became"].as_str().unwrap().to_owned();
    assert!([became(&one), became(&two)].contains(&"kept".to_owned()), "{one:?} {two:?}");
    assert_eq!(log(&server, game.id()).await.len(), 2);
    // Each goes on from what the other one has.
    let mut game = game;
    for (server, number) in [(&server, 0), (&other, 1), (&server, 2)] {
        game = game.plays(&[number]);
        assert_eq!(became(&ann.brings(server, &[&game]).await), "kept");
        let page = ann.at(&other).look_at(game.id()).await.json();
        assert_eq!(page["outcome"].is_null(), !game.table.is_over());
    }
    assert_eq!(log(&server, game.id()).await.len(), game.log.len());
}
