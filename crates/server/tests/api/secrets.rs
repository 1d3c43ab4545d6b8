//! Nothing that the server sends holds a card that its reader may not know: pages, pieces of pages, pictures,
//! JSON, streams, refusals; and no log line holds any card at all.
//!
//! Two walls, as in the game's own tests, here around everything that leaves the server. *Non-interference*:
//! two games that differ only in two cards a reader has never seen are answered alike, byte for byte, but for
//! the game's id and the time played. *The scan*: no answer at any ply of complete games names a card its
//! reader may not know, where what the reader may know is worked out here from the true position.
//!
//! Bulbous is the game that hides most. Games are ordered as any visitor orders them, with an explicit
//! set-up; [`Servers::insert_game`] alone knows who sits where and who looks on.

use crate::log::Log;
use crate::test_server::{Spectator, TestServer, ask, call};
use axum::Router;
use axum::body::Body;
use axum::http::{HeaderValue, Request};
use bagatelle_bulbous::public::Deed;
use bagatelle_bulbous::{Action, Bulbous, Card, Cards, DealOptions, Options, Preset, Setup, State};
use bagatelle_core::{CommittedSeed, Game, Randomness, Rng, Seat, Seed, Stream, Turn, Viewer};
use bagatelle_store::Store;
use bagatelle_table::{Event, EventKind, Summary};
use futures_util::StreamExt;
use serde_json::{Value, json};
use std::sync::atomic::{AtomicUsize, Ordering};

// ---- the truth ----

/// A game with all its positions.
#[derive(Clone)]
struct Truth {
    game: Bulbous,
    setup: Setup,
    actions: Vec<Action>,
    /// One more than actions: the position before each, and the last.
    states: Vec<State>,
}

impl Truth {
    /// A complete game of random legal actions.
    fn random(options: &Options, seats: u8, seed: &str) -> Truth {
        let game = Bulbous::new(options).unwrap();
        let seed = Seed::from_text(seed);
        let setup = game.deal(&DealOptions::of(seats), &mut Rng::new(&seed, Stream::Deal)).unwrap();
        let mut states = vec![game.start(&setup).unwrap()];
        let (mut actions, mut legal) = (Vec::new(), Vec::new());
        let mut rng = Rng::new(&seed, Stream::Test);
        loop {
            let mut state = states[actions.len()].clone();
            let action = match game.turn(&state) {
                Turn::Over => return Truth { game, setup, actions, states },
                Turn::Chance => game.sample_chance(&state, &mut rng).unwrap(),
                Turn::Seat(_) => {
                    game.legal(&state, &mut legal);
                    *rng.choose(&legal).unwrap()
                }
            };
            game.apply(&mut state, action);
            actions.push(action);
            states.push(state);
        }
    }

    fn seats(&self) -> u8 {
        self.states[0].public().seats()
    }

    /// The cards that `viewer` sees at a ply: on the table, in the last reveal and swaps, in hand.
    fn known(&self, ply: usize, viewer: Viewer) -> Cards {
        let state = &self.states[ply];
        let table = state.public();
        let mut known = table.discards().set();
        known = table.open().iter().fold(known, |all, bet| all | *bet);
        known = table.shown().map_or(known, |s| s.bets.iter().fold(known, |all, bet| all | *bet));
        for seat in Seat::all(table.seats()) {
            if let Deed::Swap(out) = table.deed(seat) {
                known |= out;
            }
        }
        known | viewer.seat().map_or(Cards::NONE, |s| state.hand(s) | state.bet(s))
    }

    /// The two cards that stay unknown to `viewer` longest before the end, of which one at least is in a hand
    /// (or both are in the deck, if `buried`), and the last ply at which they are.
    fn unknown(&self, viewer: Viewer, buried: bool) -> Option<(Card, Card, usize)> {
        let deck = self.states[0].deck().set();
        let last =
            |card: &Card| (0..self.actions.len()).take_while(|n| !self.known(*n, viewer).has(*card)).last();
        let mut cards: Vec<(usize, Card)> =
            self.states[0].public().in_play().iter().filter_map(|c| last(&c).map(|ply| (ply, c))).collect();
        cards.sort_unstable();
        let mut latest = cards.into_iter().rev();
        let (first, x) = latest.find(|(_, card)| deck.has(*card) == buried)?;
        let (second, y) = latest.find(|(_, card)| !buried || deck.has(*card))?;
        Some((x, y, first.min(second)))
    }

    /// The same game up to `ply` with two cards in each other's place; shorter where the rules part the two.
    fn twin(&self, x: Card, y: Card, ply: usize) -> Truth {
        let other = |card: Card| {
            if card == x {
                y
            } else if card == y {
                x
            } else {
                card
            }
        };
        let deck = self.setup.deck.split(' ').map(|c| other(Card::from_text(c).unwrap()).to_string());
        let setup = Setup { deck: deck.collect::<Vec<_>>().join(" "), ..self.setup.clone() };
        let mut states = vec![self.game.start(&setup).unwrap()];
        let mut actions = Vec::new();
        for &action in &self.actions[..ply] {
            let action = match action {
                Action::Bet(cards) => Action::Bet(cards.iter().map(other).collect()),
                other => other,
            };
            let mut state = states[actions.len()].clone();
            if self.game.play(&mut state, action).is_err() {
                break;
            }
            actions.push(action);
            states.push(state);
        }
        Truth { game: self.game.clone(), setup, actions, states }
    }
}

/// Games that between them reach every rule, played to their end.
fn games() -> Vec<Truth> {
    let page = Options { max_rounds: 4, ..Options::default() };
    let newer = Options { preset: Preset::Rules2026, ..page.clone() };
    let teams = Options { teams: true, ..newer.clone() };
    [(page.clone(), 2), (page.clone(), 3), (page, 4), (newer, 2), (teams, 4)]
        .into_iter()
        .map(|(options, seats)| Truth::random(&options, seats, "secrets"))
        .collect()
}

// ---- the server ----

/// A server that makes games and one that shows them. Programs think at neither, so a game stays as it is
/// inserted.
struct Servers {
    server: TestServer,
    orders: Router,
    shows: Router,
    store: Store,
    /// How many games were inserted.
    games: AtomicUsize,
}

/// A game, and the visitors who look at it.
struct InsertedGame {
    id: String,
    /// What the server is committed to, and the seed of the deal.
    committed: CommittedSeed,
    seed: String,
    readers: Vec<(Viewer, Spectator)>,
}

/// An answer, as one text with its status and headers, the game's id and the time taken out.
struct Frame {
    viewer: Viewer,
    path: &'static str,
    text: String,
}

/// Everything that can be fetched of a game, `ID` in the place of its id.
const PATHS: [&str; 16] = [
    "/",
    "/bulbous",
    "/g/ID",
    "/g/ID/table",
    "/g/ID/picture.svg",
    "/g/ID/thumbnail.svg",
    "/live/watch/ID",
    "/g/ID/record.json",
    "/g/ID/review",
    "/g/ID/replay",
    "/g/ID/verify",
    "/g/ID/events",
    "/g/ID/report",
    "/api/v1/games/ID",
    "/api/v1/games/ID/record",
    "/api/v1/games/ID/stream",
];

impl Servers {
    async fn new() -> Servers {
        let server = TestServer::new().await;
        // Without its server a router answers, but its jobs are stopped.
        let ((_, orders), (_, shows)) = (server.second().await, server.second().await);
        // The id of a request is random: here a proxy gives all of them the same one.
        let id = async |mut request: Request<Body>| {
            request.headers_mut().insert("x-request-id", HeaderValue::from_static("reader"));
            request
        };
        let shows = shows.layer(axum::middleware::map_request(id));
        Servers { store: server.store().await, server, orders, shows, games: AtomicUsize::new(0) }
    }

    /// Inserts a game as it stood at `ply`. Its owner looks from `seat`, and another visitor looks on.
    async fn insert_game(&self, truth: &Truth, ply: usize, seat: Seat) -> InsertedGame {
        let (owner, stranger) = (self.server.spectator().await, self.server.spectator().await);
        // A name is made from the id of a visitor who has given none.
        for reader in [&owner, &stranger] {
            assert_eq!(reader.form("/me/name", &[("name", "Reader")]).await.status, 303);
        }
        let order = json!({
            "game": "bulbous", "options": truth.game.options(), "setup": truth.setup, "programs": ["simple"],
                "sit": seat, "terms": { "public": true },
        });
        let reply = ask(&self.orders, "POST", "/api/v1/games", Some(&owner.token), order).await;
        assert_eq!(reply.status, 201, "{}", reply.text());
        let id = reply.json()["id"].as_str().unwrap().to_owned();
        // Each game has a seed and a nonce of its own, as a deal of a committed seed has.
        let number = self.games.fetch_add(1, Ordering::Relaxed).to_le_bytes();
        let secret = |of: &str| {
            Randomness::from_bytes(
                *blake3::keyed_hash(&[7; 32], &[of.as_bytes(), &number].concat()).as_bytes(),
            )
        };
        let committed = CommittedSeed { seed: secret("seed"), nonce: secret("nonce") };
        let added = vec![Some(Randomness::from_bytes([9; 32])); usize::from(truth.seats())];
        let (fairness, seed) = (
            json!({ "seed": committed.seed, "nonce": committed.nonce, "added": added }),
            committed.deal_seed(&added, 0),
        );
        let update = format!(
            "UPDATE tables SET fairness = '{fairness}', seed = '{seed}', dealt = TRUE WHERE id = '{id}'"
        );
        self.server.sql(&update).await;
        let event = |action: &Action| Event::new(0, EventKind::Acted { action: action.to_string() });
        let events: Vec<Event> = truth.actions[..ply].iter().map(event).collect();
        self.store.append(&id, 0, &events, &Summary::default(), &[]).await.unwrap();
        InsertedGame {
            id,
            committed,
            seed,
            readers: vec![(Viewer::Seat(seat), owner), (Viewer::Spectator, stranger)],
        }
    }

    /// What all readers of a game get.
    async fn frames(&self, inserted: &InsertedGame) -> Vec<Frame> {
        let mut frames = Vec::new();
        for (viewer, reader) in &inserted.readers {
            for path in PATHS {
                let request = Request::get(path.replace("ID", &inserted.id));
                let request = request.header("authorization", format!("Bearer {}", reader.token));
                let answer = call(&self.shows, request.body(Body::empty()).unwrap()).await;
                let mut text = format!("{} {:?}\n", answer.status(), answer.headers());
                let live = path.ends_with("/stream") || path.ends_with("/events");
                let mut body = answer.into_body().into_data_stream();
                while let Some(part) = body.next().await {
                    text.push_str(std::str::from_utf8(&part.unwrap()).unwrap());
                    if live {
                        break;
                    }
                }
                frames.push(Frame { viewer: *viewer, path, text: inserted.plain(&text) });
            }
        }
        frames
    }

    /// What a reader is told who tries to do something.
    async fn tries(&self, inserted: &InsertedGame, viewer: Viewer, text: &str) -> String {
        let (_, reader) = inserted.readers.iter().find(|(v, _)| *v == viewer).unwrap();
        let path = format!("/api/v1/games/{}/events", inserted.id);
        let reply = ask(&self.shows, "POST", &path, Some(&reader.token), json!({ "text": text })).await;
        inserted.plain(&format!("{} {:?}\n{}", reply.status, reply.headers, reply.text()))
    }
}

impl InsertedGame {
    /// A text without what differs from game to game whatever is in it.
    fn plain(&self, text: &str) -> String {
        let text = text.replace(&self.id, "ID").replace(&self.committed.commitment(), "COMMITMENT");
        let mut parts = text.split("\"played_ms\":");
        let first = parts.next().unwrap_or_default().to_owned();
        // Before the first event it is `null`.
        let still = |part: &str| format!("0{}", part.trim_start_matches(|c: char| c.is_ascii_digit()));
        parts.fold(first, |all, part| {
            let part = if part.starts_with("null") { part.to_owned() } else { still(part) };
            all + "\"played_ms\":" + &part
        })
    }
}

// ---- non-interference ----

#[tokio::test]
async fn games_that_differ_in_what_a_reader_cannot_know_are_answered_alike() {
    let log = Log::listen();
    let servers = Servers::new().await;
    let (mut pairs, mut compared) = (0, 0);
    for truth in games() {
        for viewer in Viewer::all(truth.seats()) {
            for buried in [false, true] {
                let Some((x, y, until)) = truth.unknown(viewer, buried) else { continue };
                let twin = truth.twin(x, y, until);
                let ply = twin.actions.len();
                pairs += 1;
                for ply in [ply / 2, ply] {
                    compared += alike(&servers, log, &truth, &twin, ply, viewer, [x, y]).await;
                }
            }
        }
    }
    assert!(pairs > 30 && compared > 900, "{pairs} pairs of games, {compared} answers compared");
}

/// Compares all that `viewer` gets of two games at a ply, and of what it tries to do there. How many answers
/// were compared.
async fn alike(
    servers: &Servers,
    log: &Log,
    truth: &Truth,
    twin: &Truth,
    ply: usize,
    viewer: Viewer,
    [x, y]: [Card; 2],
) -> usize {
    if truth.game.turn(&truth.states[ply]) == Turn::Chance {
        return 0;
    }
    let seat = viewer.seat().unwrap_or(Seat(0));
    let mut answers = Vec::new();
    for game in [truth, twin] {
        let said = log.lines(true).len();
        let inserted = servers.insert_game(game, ply, seat).await;
        let frames = servers.frames(&inserted).await.into_iter().filter(|frame| frame.viewer == viewer);
        let mut all: Vec<(String, String)> = frames.map(|f| (f.path.to_owned(), f.text)).collect();
        // To ask for a card that one does not hold must not tell where it is.
        for text in
            [format!("bet:{x}"), format!("bet:{y}"), format!("swap:{x}"), format!("~{y}"), "pass:".into()]
        {
            all.push((text.clone(), servers.tries(&inserted, viewer, &text).await));
        }
        // What the viewer then does is taken, and told as in the other game, unless chance has a say in it.
        let to_act = truth.game.turn(&truth.states[ply]) == viewer.seat().map_or(Turn::Over, Turn::Seat);
        if to_act && ply < twin.actions.len() && truth.game.turn(&truth.states[ply + 1]) != Turn::Chance {
            let text = truth.actions[ply].to_string();
            all.push((text.clone(), servers.tries(&inserted, viewer, &text).await));
        }
        // Lines about statements say how long each took. They hold no values.
        let logged = log.lines(true).split_off(said);
        let of_the_database = |line: &String| {
            line.starts_with("DEBUG") && line.contains(" sqlx")
                || line.contains(" bagatelle_server::app::cluster: ")
        };
        let logged = logged.into_iter().filter(|line| !of_the_database(line)).collect::<String>();
        all.push(("log".into(), inserted.plain(&logged)));
        answers.push(all);
    }
    for (one, other) in answers[0].iter().zip(&answers[1]) {
        assert_eq!(one, other, "{viewer:?} can tell {x} from {y} at ply {ply} of {:?}", truth.setup);
    }
    answers[0].len()
}

// ---- the scan ----

/// The cards that a text names: as `R5`, as `red 5`, as ids.
fn named(text: &str) -> Cards {
    let mut found = Cards::NONE;
    let mut last = "";
    for word in text.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty()) {
        let spelt = match last {
            "red" | "blue" | "yellow" | "green" => {
                format!("{}{}", last[..1].to_uppercase(), word.replace("Double", "X"))
            }
            "triangle" | "circle" if word == "Wild" => format!("W{}", last[..1].to_uppercase()),
            _ => String::new(),
        };
        found =
            [word, &spelt].into_iter().filter_map(Card::from_text).fold(found, |all, card| all | only(card));
        last = word;
    }
    found
}

fn only(card: Card) -> Cards {
    [card].into_iter().collect()
}

/// Scans what the owner on `seat` and a stranger get of a game at every `step`th ply. How many answers were
/// scanned.
async fn scan(servers: &Servers, truth: &Truth, seat: Seat, step: usize) -> usize {
    let end = truth.actions.len();
    let mut scanned = 0;
    for ply in (0..=end).filter(|ply| ply.is_multiple_of(step) || *ply == end) {
        if truth.game.turn(&truth.states[ply]) == Turn::Chance {
            continue;
        }
        let inserted = servers.insert_game(truth, ply, seat).await;
        for frame in servers.frames(&inserted).await {
            // The record, the review and the replay of a finished game are open to all.
            let open = ["record", "review", "replay", "verify"].iter().any(|part| frame.path.contains(part));
            if ply == end && open {
                continue;
            }
            for secret in
                [&inserted.committed.seed.to_string(), &inserted.committed.nonce.to_string(), &inserted.seed]
            {
                let told = ply < end && frame.text.contains(secret.as_str());
                assert!(!told, "{:?} is told a secret of the deal by {}", frame.viewer, frame.path);
            }
            for (text, from) in parts(&frame.text, ply) {
                let known =
                    (from..=ply.min(from + 1)).fold(Cards::NONE, |all, n| all | truth.known(n, frame.viewer));
                let leaked = named(&text) - known;
                let Frame { viewer, path, .. } = &frame;
                assert!(
                    leaked.is_empty(),
                    "{viewer:?} is told of {leaked} at ply {ply} of {:?} by {path}:\n{text}",
                    truth.setup
                );
            }
            scanned += 1;
        }
    }
    scanned
}

/// An answer in parts: what tells of one action, with the ply before it, and all the rest, with the present
/// ply. For what was seen once may be told for ever, but nothing more.
fn parts(text: &str, ply: usize) -> Vec<(String, usize)> {
    let mut parts = Vec::new();
    let mut rest = String::new();
    let json = text.find("{\"id\":").zip(text.rfind('}')).map(|(from, to)| (&text[..from], &text[from..=to]));
    let state = json.and_then(|(head, json)| Some((head, serde_json::from_str::<Value>(json).ok()?)));
    if let Some((head, mut state)) = state {
        let seen = state["seen"].take();
        parts.extend(seen.as_array().unwrap().iter().map(Value::to_string).zip(0..));
        rest = format!("{head}{state}");
    } else {
        for (n, piece) in text.split("<li value=\"").enumerate() {
            match piece.split_once("</li>").filter(|_| n > 0) {
                Some((told, after)) => {
                    let (number, sentence) = told.split_once('"').unwrap();
                    parts.push((sentence.to_owned(), number.parse::<usize>().unwrap().saturating_sub(1)));
                    rest.push_str(after);
                }
                None => rest.push_str(piece),
            }
        }
    }
    parts.push((rest, ply));
    parts
}

#[tokio::test]
async fn no_answer_names_a_card_its_reader_may_not_know() {
    let log = Log::listen();
    let servers = Servers::new().await;
    let mut scanned = 0;
    for (n, truth) in games().iter().enumerate() {
        let step = if n == 1 { 1 } else { 11 };
        scanned += scan(&servers, truth, Seat(n as u8 % truth.seats()), step).await;
    }
    assert!(scanned > 1500, "{scanned} answers");
    let lines = log.lines(false);
    assert!(lines.iter().any(|line| line.contains("sqlx")), "the log is listened to");
    for line in lines {
        assert!(named(&line).is_empty(), "the log names cards: {line}");
    }
}

/// Every ply of games without a limit, for every seat:
/// `cargo test -p bagatelle-server --test api -- --ignored every_ply`.
#[tokio::test]
#[ignore = "takes minutes"]
async fn no_answer_at_every_ply_of_long_games_names_a_card_its_reader_may_not_know() {
    let servers = Servers::new().await;
    let mut scanned = 0;
    for seats in 2..=4 {
        for seat in Seat::all(seats) {
            let truth = Truth::random(&Options::default(), seats, &format!("every ply {seat}"));
            scanned += scan(&servers, &truth, seat, 1).await;
        }
    }
    println!("{scanned} answers");
}

#[test]
fn the_scan_finds_cards_in_every_spelling_and_place() {
    let names = |text: &str| named(text).to_string();
    assert_eq!(names("[\"R5\",\"WT\"] id=\"card-GX\" slot-B-3"), "R5,GX,WT");
    assert_eq!(names("blue Double, circle Wild and yellow 9."), "BX,Y9,WC");
    assert_eq!(names("R55 xR5 red 55 r5"), "");
    let page = "a R3<ol><li value=\"7\">red 4</li><li value=\"6\">blue 5</li></ol>B6";
    let told = parts(page, 7).into_iter().map(|(text, ply)| (names(&text), ply)).collect::<Vec<_>>();
    assert_eq!(told, [("R4".into(), 6), ("B5".into(), 5), ("R3,B6".into(), 7)]);
    let state = "id: 2\ndata: {\"id\":\"x\",\"seen\":[\"bet:R3\",\"pass\"],\"view\":\"G4\"}\n\n";
    let told = parts(state, 2).into_iter().map(|(text, ply)| (names(&text), ply)).collect::<Vec<_>>();
    assert_eq!(told, [("R3".into(), 0), (String::new(), 1), ("G4".into(), 2)]);
}
