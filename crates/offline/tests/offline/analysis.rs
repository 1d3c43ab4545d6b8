//! Analysis boards and reviews, as the browser's pages and workers go through them.

use crate::browser::{Browser, worked};
use bagatelle_core::record::Record;
use bagatelle_core::{Seed, Turn};
use bagatelle_offline::Response;
use bagatelle_session::Task;
use serde_json::{Value, json};

impl Browser {
    /// Begins an analysis; returns its address.
    fn begin(&mut self, fields: &[(&str, &str)]) -> String {
        let begun = self.post("/analysis", fields);
        Browser::to(&begun)
    }

    /// Does the work that an answer asks for; returns the page after it.
    fn worked_on(&mut self, answer: &Response) -> Response {
        let job = answer.watched.clone().and_then(|watched| watched.job).expect("there is work");
        self.finish(&job);
        self.get(&job.at)
    }
}

#[test]
fn every_game_is_analysed_with_an_engine_and_variations_and_stays_kept() {
    for game in bagatelle_catalog::games() {
        let (id, mut browser) = (game.id(), Browser::new());
        let at = browser.begin(&[("game", id), ("seed", "board")]);
        let mut page = browser.get(&at);
        if page.body.contains("Draw at random") {
            page = browser.post(&format!("{at}/act"), &[("kind", "draw")]);
        }
        assert!(page.body.contains("Looking…"), "{id}: {}", page.body);
        page = browser.worked_on(&page);
        assert!(page.body.contains("class=\"verdict\""), "{id}: {}", page.body);
        assert!(page.body.contains("data-arrows"), "{id} has arrows");
        assert_eq!(page.watched.clone().unwrap().job, None, "{id}: the work is done");
        let kept = bagatelle_core::record::Record::from_json(browser.texts.values().next().unwrap()).unwrap();
        let play = game.open(&kept).unwrap();
        let legal = play.legal();
        page = browser.post(&format!("{at}/act"), &[("kind", "act"), ("text", &legal[0])]);
        assert_eq!(page.status, 200, "{id}: {}", page.body);
        let node = page.body.matches("name=\"node\"").count();
        assert!(node > 1, "{id}");
        let refused = browser.post(&format!("{at}/act"), &[("kind", "act"), ("text", "nonsense")]);
        assert_eq!((refused.status, refused.media.as_str()), (422, "text/plain"), "{id}");
        browser.post(
            &format!("{at}/act"),
            &[("kind", "describe"), ("node", "0"), ("name", "A start"), ("comment", "Look.")],
        );
        // Another page, with nothing in memory, shows the same.
        browser.reload();
        let again = browser.get(&at);
        assert!(again.body.contains("A start") && again.body.contains("Look."), "{id}: {}", again.body);
        let record = browser.get(&format!("{at}/record.json")).body;
        let copy = browser.begin(&[("record", &record)]);
        assert!(browser.get(&copy).body.contains("A start"), "{id}: variations are taken over");
    }
}

#[test]
fn the_engine_is_switched_off_and_told_to_look_further() {
    let mut browser = Browser::new();
    let at = browser.begin(&[("game", "baju-duel")]);
    let act = format!("{at}/act");
    let engine = |what| [("kind", "engine"), ("engine", what)];
    let off = browser.post(&act, &engine("off"));
    assert!(off.watched.unwrap().job.is_none() && !off.body.contains("Looking"));
    let on = browser.post(&act, &engine("on"));
    let first = on.watched.clone().unwrap().job.unwrap();
    let done = browser.worked_on(&on);
    assert!(done.body.contains("Search deeper"), "{}", done.body);
    let more = browser.post(&act, &engine("more"));
    let second = more.watched.clone().unwrap().job.unwrap();
    assert_ne!(first.key, second.key);
    assert!(more.body.contains("class=\"verdict\""), "what was found stays while it looks on");
    let two = browser.post(&act, &engine("further-lines"));
    let two = browser.worked_on(&two);
    assert!(
        two.body.contains("2 lines") && two.body.matches("<span class=\"small\">").count() >= 2,
        "{}",
        two.body
    );
    // How it knows is said under *More*, in words.
    assert!(two.body.contains(" moves ahead. It searched ") && !two.body.contains(" moves deep"));
    // What was found for another position changes nothing.
    let (late, _) = worked(&first);
    browser.done(&late);
    assert!(browser.get(&at).body.contains("2 lines"));
}

/// What a review has told of a move, an analysis says again, until it is told to search deeper.
#[test]
fn a_first_look_takes_as_many_nodes_as_the_review_of_the_game() {
    let look = bagatelle_catalog::find("bulbous").unwrap().manifest().first_look;
    assert!(look.is_some());
    let nodes = |page: &Response| match page.watched.clone().unwrap().job.unwrap().task {
        Task::Analyse { nodes, .. } => nodes,
        other => panic!("{other:?}"),
    };
    let mut browser = Browser::new();
    let at = browser.begin(&[("game", "bulbous"), ("seed", "look")]);
    let first = browser.get(&at);
    assert_eq!(nodes(&first), look);
    browser.worked_on(&first);
    let deeper = browser.post(&format!("{at}/act"), &[("kind", "engine"), ("engine", "more")]);
    assert_eq!(nodes(&deeper), None);
}

/// Each move of a full line leads to the position after it.
#[test]
fn a_line_of_the_engine_is_followed_to_any_of_its_moves() {
    let mut browser = Browser::new();
    let at = browser.begin(&[("game", "baju-puzzle"), ("seed", "line")]);
    let on = browser.post(&format!("{at}/act"), &[("kind", "engine"), ("engine", "on")]);
    let done = browser.worked_on(&on);
    let (_, line) = done.body.split_once("value=\"line\"").expect("a full line");
    let steps = line.split("</form>").next().unwrap();
    let moves = steps.rsplit("value=\"").next().unwrap().split('"').next().unwrap();
    let all = moves.split(' ').count();
    assert!(all > 1 && steps.matches("<li>").count() == all, "{steps}");
    let shown = browser.post(&format!("{at}/act"), &[("kind", "line"), ("text", moves)]);
    assert!(shown.body.contains(&format!("Move {all}: ")), "not all {all} moves are played");
    let refused = browser.post(&format!("{at}/act"), &[("kind", "line"), ("text", "a1b1 nothing")]);
    assert_eq!(refused.status, 422);
}

#[test]
fn what_cannot_be_analysed_says_why() {
    let mut browser = Browser::new();
    let refused = browser.post("/analysis", &[("record", "{}")]);
    assert!(refused.status == 422 && refused.body.contains("role=\"alert\""), "{}", refused.body);
    let refused = browser.post("/analysis", &[("game", "baju-duel"), ("options", "{")]);
    assert!(refused.status == 422 && refused.body.contains("can’t be read as JSON"), "{}", refused.body);
    // The game of a server is fetched by the page.
    let fetched = browser.get("/analysis?from=0123456789abcdef");
    assert!(fetched.body.contains("/g/0123456789abcdef/record.json"), "{}", fetched.body);
    assert_eq!(browser.get("/analysis/unknown").status, 404);
}

#[test]
fn a_finished_game_is_reviewed_by_the_worker() {
    let game = bagatelle_catalog::find("baju-duel").unwrap();
    let seed = Seed::from_text("review");
    let mut record = game.deal(&Value::Null, &Value::Null, &seed).unwrap();
    let mut play = game.open(&record).unwrap();
    while play.turn() != Turn::Over {
        let legal = play.legal();
        record.actions.push(play.play(&legal[(play.ply() * 7 + 3) % legal.len()]).unwrap());
    }
    record.more.insert("players".into(), json!(["White", "“1”"]));
    // A game that the server has is fetched by the page, and its review made here, without keeping the game.
    let mut visitor = Browser::new();
    let fetched = visitor.get("/review?from=0123456789abcdef");
    assert!(fetched.body.contains("/g/0123456789abcdef/record.json"), "{}", fetched.body);
    let of_server = |visitor: &mut Browser| {
        visitor.post("/review?from=0123456789abcdef", &[("record", &record.to_json())])
    };
    let waiting = of_server(&mut visitor);
    assert!(waiting.keep.is_none() && waiting.body.contains("Preparing the review"), "{}", waiting.body);
    assert!(waiting.body.contains("<progress max=\"1\""), "{}", waiting.body);
    let job = waiting.watched.clone().and_then(|watched| watched.job).unwrap();
    visitor.finish(&job);
    let review = visitor.get(&format!("{}/review", job.at));
    assert!(review.body.contains("Turning points"));
    assert!(review.body.contains("<dt>Finn</dt>"), "the program has its name: {}", review.body);
    assert!(review.body.contains("/g/0123456789abcdef\">Game<"), "{}", review.body);
    assert!(visitor.tables.is_empty(), "a review leaves no game");
    assert!(!visitor.get("/games").body.contains(&job.at), "not in the list, either");
    visitor.reload();
    assert!(of_server(&mut visitor).body.contains("Turning points"), "it is made once");
    // Each player is told what “you” did, and sees the board from the own side; the server says whose side it
    // is, not the address, which is passed on.
    let of_seat = |visitor: &mut Browser, own: &str| {
        let address = "/review?from=0123456789abcdef&sit=1";
        assert!(!visitor.get(address).body.contains("sit="), "an address claims no seat");
        visitor.post(address, &[("record", &record.to_json()), ("own", own)]).body
    };
    let watched = of_seat(&mut visitor, "");
    assert!(!watched.contains(", you") && !watched.contains("Your "), "{watched}");
    let boards = ["0", "1"].map(|seat| {
        let page = of_seat(&mut visitor, seat);
        assert!(page.contains("<dt>You</dt>"), "{page}");
        page.split("class=\"board").nth(1).unwrap().split("</svg>").next().unwrap().to_owned()
    });
    assert_ne!(boards[0], boards[1]);
    let mut browser = Browser::new();
    let brought = browser.post("/records", &[("record", &record.to_json())]);
    let table = Browser::to(&brought).split("/replay").next().unwrap().to_owned();
    let waiting = browser.get(&format!("{table}/review"));
    assert!(
        waiting.body.contains("Preparing the review") && waiting.body.contains("data-events"),
        "{}",
        waiting.body
    );
    browser.work(&table);
    for _ in 0..2 {
        let review = browser.get(&format!("{table}/review"));
        assert!(review.body.contains("Turning points") && review.body.contains(" from here</button>"));
        assert!(review.body.contains("data-arrows") && review.watched.unwrap().job.is_none());
        let second = browser.get(&format!("{table}/review?turn=1"));
        assert_ne!(second.body, review.body);
        // Another page has the same review, and it is not made again.
        browser.reload();
    }
    // A finished game is analysed with all its moves.
    let begun = browser.get(&format!("/analysis?from={table}&ply=3"));
    let at = Browser::to(&begun);
    assert!(browser.get(&at).body.contains("aria-current=\"step\""));
}

#[test]
fn a_game_that_was_resigned_is_reviewed_and_one_that_goes_on_is_not() {
    let mut browser = Browser::new();
    let fields = [("way", "computer"), ("program", "1"), ("sit", "0")];
    let made = browser.post("/baju-duel/new", &fields);
    let table = Browser::to(&made);
    for _ in 0..4 {
        browser.work(&table);
        let record =
            bagatelle_core::record::Record::from_json(&browser.get(&format!("{table}/record.json")).body);
        let game = bagatelle_catalog::find("baju-duel").unwrap();
        let legal = game.open(&record.unwrap()).unwrap().legal();
        let acted = browser.post(&format!("{table}/act"), &[("kind", "act"), ("text", &legal[0])]);
        assert_eq!(acted.status, 200, "{}", acted.body);
    }
    browser.work(&table);
    let running = browser.get(&format!("{table}/record.json")).body;
    assert_eq!(browser.get(&format!("{table}/review")).status, 404, "it goes on");
    let refused = browser.post("/review?from=0123456789abcdef", &[("record", &running)]);
    assert_eq!(refused.status, 422, "{}", refused.body);
    // It may have gone on at the server since it was taken along: what is not here is fetched.
    let id = table.trim_start_matches("/g/");
    for address in [format!("/review?from={id}"), format!("/analysis?from={id}&ply=99")] {
        let fetched = browser.get(&address);
        assert!(
            fetched.status == 200 && fetched.body.contains("/record.json"),
            "{address}: {}",
            fetched.body
        );
    }
    let resigned = browser.post(&format!("{table}/act"), &[("kind", "resign")]);
    assert_eq!(resigned.status, 200, "{}", resigned.body);
    assert!(browser.get(&table).body.contains(&format!("{table}/review")), "the game leads to it");
    let here = browser.get(&format!("/review?from={id}"));
    assert_eq!(Browser::to(&here), format!("{table}/review"));
    browser.get(&format!("{table}/review"));
    browser.work(&table);
    let review = browser.get(&format!("{table}/review")).body;
    assert!(review.contains("Turning points") && review.contains("accuracy"), "{review}");
    // The record of such a game of a server has its review, too.
    let record = browser.get(&format!("{table}/record.json")).body;
    let waiting = browser.post("/review?from=0123456789abcdef", &[("record", &record), ("own", "0")]);
    assert!(waiting.body.contains("Preparing the review"), "{}", waiting.body);
    // Each says how it ended: who won, and how.
    assert!(review.contains(">You resigned, so "), "{review}");
    assert!(waiting.body.contains(">You resigned, so "), "{}", waiting.body);
    let watched = browser.post("/review?from=0123456789abcdef", &[("record", &record)]).body;
    assert!(watched.contains(" wins. White resigned.<"), "{watched}");
}

#[test]
fn an_analysis_of_a_game_leads_back_to_it_and_leaves_no_game() {
    let mut browser = Browser::new();
    let game = bagatelle_catalog::find("baju-duel").unwrap();
    let record = game.deal(&Value::Null, &Value::Null, &Seed::from_text("back")).unwrap().to_json();
    let (table, back) = ("0123456789abcdef", "/g/0123456789abcdef\">Game<");
    let fetched = browser.get(&format!("/analysis?from={table}"));
    assert!(fetched.body.contains(&format!("name=\"from\" value=\"{table}\"")), "{}", fetched.body);
    // Where it begins goes along with the record that is fetched.
    let later = browser.get(&format!("/analysis?from={table}&ply=4"));
    assert!(later.body.contains("name=\"ply\" value=\"4\""), "{}", later.body);
    let at = browser.begin(&[("record", &record), ("from", table)]);
    assert!(browser.get(&at).body.contains(back), "{}", browser.get(&at).body);
    assert!(browser.tables.is_empty());
    // A position that was set up has no game to go back to.
    let other = browser.begin(&[("game", "baju-duel")]);
    assert!(!browser.get(&other).body.contains("Back to the game"));
}

/// The names on the plates of a page, in order, each with the colours of the face.
fn plates(page: &str) -> Vec<(String, Vec<String>)> {
    let list = page.split("aria-label=\"Players\"").nth(1).and_then(|rest| rest.split("</ul>").next());
    let plate = |plate: &str| {
        let name = plate.split("class=\"called\">").nth(1).and_then(|rest| rest.split('<').next());
        // What a face shows of a mood has no fill of its own.
        let colours = plate.split(" fill=\"").skip(1).take(4).filter_map(|rest| rest.split('"').next());
        (name.unwrap_or_default().to_owned(), colours.map(str::to_owned).collect())
    };
    list.unwrap_or_default().split("<li").skip(1).map(plate).collect()
}

/// On all pages of one game, a guest is *You* with the same face, and a program has its name and face.
#[test]
fn everyone_has_the_same_name_and_face_on_all_pages_of_a_game() {
    let mut browser = Browser::new();
    let fields = [("way", "computer"), ("program", "1"), ("sit", "0")];
    let table = Browser::to(&browser.post("/baju-duel/new", &fields));
    let game = bagatelle_catalog::find("baju-duel").unwrap();
    for _ in 0..4 {
        browser.work(&table);
        let record = Record::from_json(&browser.get(&format!("{table}/record.json")).body).unwrap();
        let legal = game.open(&record).unwrap().legal();
        browser.post(&format!("{table}/act"), &[("kind", "act"), ("text", &legal[0])]);
    }
    browser.work(&table);
    browser.post(&format!("{table}/act"), &[("kind", "resign")]);
    let here = plates(&browser.get(&table).body);
    assert!(here.iter().any(|(name, _)| name == "You") && here.len() == 2, "{here:?}");
    assert_eq!(plates(&browser.get(&format!("{table}/replay?ply=3")).body), here, "the replay");
    assert_eq!(plates(&browser.get(&format!("{table}/review")).body), here, "the review");
    let begun = browser.get(&format!("/analysis?from={}&ply=3", table.trim_start_matches("/g/")));
    let analysis = Browser::to(&begun);
    assert_eq!(plates(&browser.get(&analysis).body), here, "the analysis");
    // A record calls a guest by the seat. The server says whose it was.
    let record = browser.get(&format!("{table}/record.json")).body;
    assert!(record.contains("\"White\""), "{record}");
    let sent = [("record", &*record), ("own", "0"), ("from", "0123456789abcdef")];
    let review = browser.post("/review?from=0123456789abcdef", &sent);
    assert_eq!(plates(&review.body), here, "the review of a game of a server");
    let fetched = browser.begin(&sent);
    assert_eq!(plates(&browser.get(&fetched).body), here, "the analysis of a game of a server");
    let unknown = browser.begin(&[("record", &*record)]);
    let named: Vec<_> = plates(&browser.get(&unknown).body).into_iter().map(|(name, _)| name).collect();
    assert!(named.contains(&"White".to_owned()) && !named.contains(&"You".to_owned()), "{named:?}");
}

/// A finished game of Bulbous between two people and a program.
fn of_three() -> Record {
    let game = bagatelle_catalog::find("bulbous").unwrap();
    let seed = Seed::from_text("names");
    let (options, wish) = (json!({ "max-rounds": 8 }), json!({ "seats": 3 }));
    let mut record = game.deal(&options, &wish, &seed).unwrap();
    let mut play = game.open(&record).unwrap();
    while play.turn() != Turn::Over {
        let action = match play.turn() {
            Turn::Chance => play.chance(&seed).unwrap(),
            _ => play.legal()[(play.ply() * 7 + 3) % play.legal().len()].clone(),
        };
        record.actions.push(play.play(&action).unwrap());
    }
    record.more.insert("players".into(), json!(["Ann", "Zoë", "“simple”"]));
    record.more.insert("result".into(), json!(play.outcome()));
    record
}

/// The review that an answer waits for.
fn reviewed(browser: &mut Browser, waiting: &Response) -> String {
    let job = waiting.watched.clone().and_then(|watched| watched.job).expect("there is work");
    browser.finish(&job);
    browser.get(&format!("{}/review", job.at)).body
}

#[test]
fn the_players_of_a_record_are_called_by_their_names() {
    let mut browser = Browser::new();
    let record = of_three();
    let at = browser.begin(&[("record", &record.to_json())]);
    let page = browser.get(&at).body;
    let moves = page.split("class=\"tree\"").nth(1).and_then(|rest| rest.split("</ol>").next()).unwrap();
    for name in ["Ann", "Zoë"] {
        assert!(
            page.contains("aria-label=\"Players\"") && moves.contains(&format!("{name} bets the ")),
            "{moves}"
        );
    }
    for other in ["You ", "Red ", "Blue bets", "Yellow bets"] {
        assert!(!moves.contains(other), "{other}: {moves}");
    }
    assert!(page.contains("Ann’s points") && !page.contains("Your points"), "{page}");
    let sent = [("record", &*record.to_json()), ("own", "0")];
    let waiting = browser.post("/review?from=0123456789abcdef", &sent);
    let review = reviewed(&mut browser, &waiting);
    assert!(review.contains("<dt>Zoë</dt>") && review.contains("<dt>You</dt>"), "{review}");
}

#[test]
fn what_was_played_for_a_player_is_no_decision_in_the_review_of_a_record() {
    let review = |plies: &[usize]| {
        let mut record = of_three();
        record.more.insert("played_for".into(), json!(plies));
        let mut browser = Browser::new();
        let sent = [("record", &*record.to_json()), ("own", "0")];
        let waiting = browser.post("/review?from=0123456789abcdef", &sent);
        reviewed(&mut browser, &waiting)
    };
    let all: Vec<usize> = (0..of_three().actions.len()).collect();
    let (none, every) = (review(&[]), review(&all));
    assert!(
        !none.contains("You made no choices of your own to judge.")
            && !none.contains("played for you don’t count"),
        "{none}"
    );
    assert!(every.contains("/replay?ply=0\">Step through the game</a>"), "what to do where nothing turned");
    assert!(
        every.contains("You made no choices of your own to judge.")
            && every.contains("played for you don’t count"),
        "{every}"
    );
}
