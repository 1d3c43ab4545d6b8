//! Set-ups that are laid by hand: their codes, what is wrong with them, and what can be seen of a game.

use bagatelle_catalog::{LaidGame, games, laid, laid_games};
use bagatelle_core::laid::{LONGEST_CODE, Spread};
use bagatelle_core::{Record, Seed, Viewer};
use serde_json::{Value, json};

fn game(id: &str) -> &'static dyn LaidGame {
    laid(id).expect(id)
}

fn spread(id: &str, code: &str) -> Result<Spread, String> {
    game(id).spread(&Value::Null, code, &Seed::from_text("laid"))
}

fn deal(id: &str) -> Record {
    game(id).deal(&Value::Null, &Value::Null, &Seed::from_text("laid by hand")).expect(id)
}

fn code_of(record: &Record) -> Option<String> {
    game(&record.game).code_of(record, Viewer::Spectator).expect("a record")
}

/// What is wrong with a code that can be read.
fn faults(id: &str, code: &str) -> Vec<String> {
    spread(id, code).unwrap_or_else(|why| panic!("{code}: {why}")).faults
}

#[test]
fn games_say_whether_they_can_be_laid() {
    let said: Vec<&str> = games().iter().filter(|game| game.manifest().laid).map(|game| game.id()).collect();
    assert_eq!(said, laid_games().iter().map(|game| game.id()).collect::<Vec<_>>());
    assert!(laid("bulbous").is_none());
}

#[test]
fn a_deal_in_the_open_leads_to_its_code_and_back() {
    for id in ["brain-burn", "baju-puzzle"] {
        let dealt = deal(id);
        let code = code_of(&dealt).expect(id);
        let spread = spread(id, &code).unwrap();
        assert_eq!((spread.code.as_str(), spread.faults.as_slice()), (code.as_str(), &[][..]), "{id}");
        assert_eq!(spread.record.map(|record| record.setup), Some(dealt.setup), "{id}");
        assert!(!spread.drawn, "{id}");
    }
}

#[test]
fn positions_of_two_lead_to_their_codes_and_back() {
    let duel = json!({ "position": "----W6B4/B8W8W1W2/W5--B7B5/------W3 W -" });
    let bamboo = json!({ "tiles": ["0 0 H 0", "0 1 V 1", "2 0 V 0"], "to_act": 1 });
    for (id, setup) in [("baju-duel", duel), ("bambam-booboo", bamboo)] {
        let record = Record { setup: Some(setup), ..deal(id) };
        let code = code_of(&record).expect(id);
        let spread = spread(id, &code).unwrap();
        assert_eq!(spread.faults, Vec::<String>::new(), "{id}: {code}");
        let again = spread.record.expect(id);
        assert_eq!(code_of(&again), Some(code), "{id}");
        let view = |record: &Record| game(id).open(record).expect(id).svg(Viewer::Spectator);
        if id == "baju-duel" {
            assert_eq!(view(&again), view(&record));
        }
    }
}

#[test]
fn a_code_holds_only_what_is_seen() {
    let dealt = deal("burbuja");
    let code = code_of(&dealt).unwrap();
    let other = Record { setup: Some(reordered(&dealt)), ..dealt.clone() };
    assert_eq!(code_of(&other), Some(code.clone()), "the order of a stack is not in it");
    let [one, two] = ["one", "two"]
        .map(|seed| game("burbuja").spread(&Value::Null, &code, &Seed::from_text(seed)).unwrap());
    assert!(one.drawn && one.laid == two.laid);
    let [one, two] = [one, two].map(|spread| spread.record.unwrap().setup.unwrap());
    assert_eq!((&one["tiles"], &one["tiles"]), (&two["tiles"], &dealt.setup.as_ref().unwrap()["tiles"]));
    assert_ne!(one["coins"], two["coins"], "the unknown coins are drawn");
}

/// The coins of a code, suit by suit, without the places after the last that is known.
fn coins(code: &str) -> Vec<&str> {
    code.split('_').skip(2).collect()
}

#[test]
fn coins_that_lie_open_are_in_the_code_of_a_deal() {
    let open = json!({ "coins": "open" });
    let dealt = game("burbuja").deal(&open, &Value::Null, &Seed::from_text("open coins")).unwrap();
    let code = code_of(&dealt).unwrap();
    let spread = game("burbuja").spread(&open, &code, &Seed::from_text("laid")).unwrap();
    assert!(!spread.drawn, "nothing is left to be drawn");
    assert_eq!(spread.record.unwrap().setup, dealt.setup);
}

#[test]
fn coins_that_came_up_in_a_game_are_in_the_code_of_its_deal() {
    let dealt = deal("burbuja");
    let whole = dealt.setup.as_ref().unwrap()["coins"].as_str().unwrap().to_owned();
    // `S=23n4a5 M=a435n2 ...`, the coin in front first.
    let truth: Vec<&str> = whole.split(' ').map(|suit| &suit[2..]).collect();
    let deal_of = |record: &Record| game("burbuja").deal_of(record, Viewer::Spectator).unwrap().unwrap();
    assert_eq!(deal_of(&dealt), code_of(&dealt).unwrap(), "at the start no more is known");
    let (mut record, mut known) = (dealt.clone(), Vec::new());
    for ply in 0..40 {
        let code = deal_of(&record);
        for (seen, all) in coins(&code).iter().zip(&truth) {
            assert!(all.starts_with(seen) && !seen.is_empty(), "{seen} of {all}");
        }
        known.push(coins(&code).concat().len());
        let other = Record { setup: Some(reordered(&record)), ..record.clone() };
        // The last two coins of a stack can be exchanged while neither was seen.
        if coins(&code)[0].len() < 5 {
            assert_eq!(deal_of(&other), code);
        }
        let legal = game("burbuja").open(&record).unwrap().legal();
        let Some(action) = legal.get(ply % legal.len().max(1)) else { break };
        record.actions.push(action.clone());
    }
    assert!(known.is_sorted() && known[0] == 4 && known[known.len() - 1] > 12, "{known:?}");
    assert!(record.actions.len() > 4 && code_of(&record).is_none(), "later tiles lie anywhere");
}

/// The same deal with the last two coins of a stack exchanged.
fn reordered(record: &Record) -> Value {
    let mut setup = record.setup.clone().unwrap();
    let coins = setup["coins"].as_str().unwrap();
    let (first, rest) = coins.split_once(' ').unwrap();
    let mut letters: Vec<char> = first.chars().collect();
    let last = letters.len() - 1;
    letters.swap(last, last - 1);
    setup["coins"] = format!("{} {rest}", letters.into_iter().collect::<String>()).into();
    setup
}

#[test]
fn a_whole_game_can_be_entered_and_filled_at_random() {
    for id in ["brain-burn", "burbuja", "baju-puzzle"] {
        let filled = game(id).filled(&Value::Null, "", &Seed::from_text("fill")).unwrap();
        let spread = spread(id, &filled).unwrap();
        assert_eq!(spread.faults, Vec::<String>::new(), "{id}: {filled}");
        assert!(spread.record.is_some() && !spread.drawn && spread.next(None).is_none(), "{id}");
        assert!(filled.len() < 200, "{id}: {filled}");
    }
}

#[test]
fn what_cannot_be_is_said() {
    let twice = "The 3 of Moons appears twice: row 1, column 1 and row 1, column 3.";
    assert_eq!(faults("brain-burn", "brain-burn_M3S2M3"), [twice]);
    assert_eq!(faults("burbuja", "burbuja_M3S2M3"), [twice]);
    assert_eq!(
        faults("burbuja", "burbuja__a.a"),
        ["The ace coin of Suns appears twice: front of Suns and stack of Suns, coin 2 from the top."]
    );
    assert_eq!(
        faults("baju-puzzle", "baju-puzzle_W3W3"),
        ["The white 3 appears twice: row 1, column 1 and row 1, column 2."]
    );
    let doubled = "baju-puzzle_W1W1W3W4W5W6W7W8B1B2B3B4B5B6B7B8";
    assert_eq!(faults("baju-puzzle", doubled)[1], "The white 2 is missing.");
    assert_eq!(faults("brain-burn", "brain-burn_--_3"), ["The 3 coin can’t be there: row 1, column 1."]);
    let five = faults("brain-burn", "brain-burn__33333");
    assert_eq!(five, ["The 3 coin appears 5 times; the game has 4."]);
    let overlap = faults("bambam-booboo", "bambam-booboo_lhlh_l");
    assert_eq!(overlap, ["The light horizontal tile can’t be there: row 1, column 2."]);
    for (id, code, said) in [
        ("brain-burn", "brain-burn_X9", "The game has no piece “X9”"),
        ("baju-duel", "brain-burn_S3", "a code for Brain Burn"),
        ("burbuja", "https://example.org", "isn’t a code"),
    ] {
        let why = spread(id, code).unwrap_err();
        assert!(why.contains(said), "{code}: {why}");
    }
}

#[test]
fn what_would_be_over_is_said() {
    let solved = "brain-burn_SAS2S3S4S5MAM2M3M4M5CAC2C3C4C5AAA2A3A4A5--S0M0C0A0_A2345A2345A2345A2345.0000";
    assert_eq!(faults("brain-burn", solved), ["Nothing is left to play here: the game would be over."]);
    let far = faults("bambam-booboo", "bambam-booboo_~30.lh~9.dh_l");
    assert_eq!(far.len(), 1, "{far:?}");
    assert!(far[0].contains("one group"), "{far:?}");
    // The hole is where the last tile is missing.
    let hole = solved.replace("--", ".");
    assert_eq!(spread("brain-burn", &hole).unwrap().code, solved);
}

#[test]
fn any_text_gets_an_answer() {
    let long = "brain-burn_".to_owned() + &"S3".repeat(LONGEST_CODE);
    for game in laid_games() {
        for code in ["", " ", "_", "~", "é_é", "____", &long, "brain-burn_~99999999999999999999.", "\u{0}"]
        {
            let read = game.spread(&Value::Null, code, &Seed::from_text("any"));
            if code.trim().is_empty() {
                let empty = read.unwrap();
                assert!(empty.laid.is_empty() && empty.faults.is_empty());
                // Where a position may be empty, it can be played.
                let may_be_empty =
                    empty.groups.iter().flat_map(|group| &group.spots).all(|spot| spot.optional);
                assert_eq!(empty.record.is_some(), may_be_empty, "{}", game.id());
            } else if let Err(why) = read {
                assert!(why.len() < 200 && why.contains(' '), "{}: {why}", game.id());
            }
        }
        let board = json!({ "board": "no such board" });
        let other = game.spread(&board, "", &Seed::from_text("any"));
        assert!(other.is_err(), "{}", game.id());
    }
}
