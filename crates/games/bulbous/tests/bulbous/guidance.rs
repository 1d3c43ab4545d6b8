//! What players are told: goals, what is asked, why something cannot be picked, which things a line of the
//! log is about. Tables of positions, and properties of random games.

use crate::common::{Play, by_colours, random_game};
use bagatelle_bulbous::{Action, Bulbous, Card, DealOptions, Options, Preset, View};
use bagatelle_core::present::{Playable, Scene, Solved, Way};
use bagatelle_core::{Game, Rng, Seat, Seed, Stream, Turn, Viewer};
use bagatelle_testkit::page::check_drawing;
use serde_json::Value;
use std::collections::BTreeSet;

/// The longest sentence above the board that keeps to two lines.
const TWO_LINES: usize = 72;

fn newer() -> Options {
    Options { preset: Preset::Rules2026, ..Options::default() }
}

/// A table for four at which Red bets on its Bailiff; what each seat holds begins with `hands`.
fn betting(options: Options, hands: &[&str]) -> Play {
    let declared = options.preset == Preset::Rules2026;
    let mut play = Play::new(options, &["R", "B", "Y", "G"], hands, "");
    play.go("choose:3 choose:3 choose:2 choose:3 target:R");
    if declared {
        play.go("target:B target:Y");
    }
    play
}

fn view(play: &Play, seat: u8) -> View {
    play.game.view(&play.state, Viewer::Seat(Seat(seat)))
}

/// The names of things in the drawing, of cards by their texts.
fn picks(names: &str) -> Vec<String> {
    let name = |text: &str| Card::from_text(text).map_or_else(|| text.into(), |card| format!("card-{card}"));
    names.split_whitespace().map(name).collect()
}

fn asked(play: &Play, seat: u8, cards: &str) -> String {
    let picks = picks(cards);
    play.game.status(&view(play, seat), &picks.iter().map(String::as_str).collect::<Vec<_>>())
}

fn refused(play: &Play, seat: u8, names: &str) -> Option<String> {
    let (view, picks) = (view(play, seat), picks(names));
    let why = play.game.why_not(&view, &picks.iter().map(String::as_str).collect::<Vec<_>>())?;
    Some(by_colours(&play.game, &view, why))
}

fn waits(play: &Play, seat: u8) -> Option<String> {
    let view = view(play, seat);
    Some(by_colours(&play.game, &view, play.game.waiting(&view)?))
}

#[test]
fn the_goal_tells_what_scores_under_the_options() {
    let goal = |options: Options, seats| {
        let game = Bulbous::new(&options).unwrap();
        let setup = game
            .deal(&DealOptions::of(seats), &mut Rng::new(&Seed::from_text("goal"), Stream::Deal))
            .unwrap();
        let view = game.view(&game.start(&setup).unwrap(), Viewer::Spectator);
        let figure = game.goal_figure(&view).unwrap();
        check_drawing(&figure).unwrap();
        assert!(figure.contains("Triangle wins with"), "a finished game");
        game.goal(&view)
    };
    assert_eq!(
        goal(Options::default(), 4),
        "Score the most points: 1 for each bulb you plant, 2 more for having the most bulbs on a full plant."
    );
    assert!(goal(Options { max_rounds: 8, ..Options::default() }, 2).contains("points within 8 rounds:"));
    let newest = goal(newer(), 2);
    assert!(
        newest.contains("3 for having the most bulbs")
            && newest.contains("5 for having")
            && newest.contains("10 on")
    );
    assert!(goal(Options { teams: true, ..newer() }, 4).starts_with("As a team, score the most points"));
}

#[test]
fn what_is_asked_follows_the_picks() {
    let play = betting(Options::default(), &["R3 R9 RX WT B4 Y5 G6"]);
    for (cards, sentence) in [
        ("", "Pick cards to bet on the red Bailiff or to swap, or pass."),
        ("R9", "Red 9, worth 9: bet or swap it, or pick more."),
        ("R3 R9", "Red 3 and 9, worth 12: bet or swap them, or pick more."),
        ("RX R9", "Red 9 and Double, worth 18: bet or swap them, or pick more."),
        ("R3 R9 RX", "Red 3, 9 and Double, worth 24: bet them, or pick more."),
        ("RX", "Red Double, worth 0: bet or swap it, or pick more."),
        ("WT", "Triangle Wild, which beats any sum: bet it or swap it."),
        ("WT R9", "The Wild wins alone: bet these, or put the others back."),
        ("B4", "Blue 4 picked: swap it, or pick a second card to swap as well."),
        ("B4 R3", "Two cards picked: swap them."),
    ] {
        assert_eq!(asked(&play, 0, cards), sentence, "{cards}");
    }
    let play = betting(Options::default(), &["B3 B9 BX WC B4 Y5 G6"]);
    assert_eq!(asked(&play, 0, ""), "You have no red card or matching Wild to bet: swap cards, or pass.");
    let play = betting(Options::default(), &["R3 R9 B5 B6 B4 Y5 G6"]);
    assert_eq!(asked(&play, 0, "R9 R3"), "Red 3 and 9, worth 12: bet or swap them.");
    let play = betting(
        Options { bluff: bagatelle_bulbous::Bluff::Any, ..Options::default() },
        &["R3 R9 B5 B6 B4 Y5 G6"],
    );
    assert_eq!(asked(&play, 0, "R9 B5"), "2 cards, worth 9: bet or swap them, or pick more.");
}

#[test]
fn every_phase_asks_and_lets_others_wait() {
    let mut play = Play::new(newer(), &["R", "B", "Y", "G"], &["R3 R9 RX", "R4 R8"], "");
    let mut told = Vec::new();
    for text in "choose:3 choose:3 choose:2 choose:3 target:R target:B target:Y bet:R3,R9 bet:R4,R8 pass pass"
        .split(' ')
    {
        let Turn::Seat(seat) = play.game.turn(&play.state) else { panic!("a seat is to act") };
        told.push(asked(&play, seat.0, ""));
        told.push(waits(&play, (seat.0 + 1) % 4).unwrap());
        play.go(text);
    }
    told.dedup();
    assert_eq!(
        told,
        [
            "Choose your first red plant. Each dot is room for one bulb.",
            "Waiting for Red to choose the next red plant.",
            "Choose your first blue plant. Each dot is room for one bulb.",
            "Waiting for Blue to choose the next blue plant.",
            "Choose your first yellow plant. Each dot is room for one bulb.",
            "Waiting for Yellow to choose the next yellow plant.",
            "Choose your first green plant. Each dot is room for one bulb.",
            "Waiting for Green to choose the next green plant.",
            "You’re the First Player: choose the plant to bet on first in this round.",
            "Waiting for Red to choose the plant to bet on.",
            "You’re the First Player: choose the plant to bet on second.",
            "Waiting for Red to choose the plant to bet on.",
            "You’re the First Player: choose the plant to bet on third.",
            "Waiting for Red to choose the plant to bet on.",
            "Pick cards to bet on the red Bailiff or to swap, or pass.",
            "Waiting for Red to bet on the red Bailiff, swap or pass.",
            "Pick cards to bet on the red Bailiff or to swap, or pass.",
            "Waiting for Blue to bet on the red Bailiff, swap or pass.",
            "You have no red card or matching Wild to bet: swap cards, or pass.",
            "Waiting for Yellow to bet on the red Bailiff, swap or pass.",
            "You have no red card or matching Wild to bet: swap cards, or pass.",
            "Waiting for Green to bet, swap or pass.",
        ]
    );
    assert_eq!(asked(&play, 0, ""), "You’re tied: add one red card to win, or add nothing.");
    assert_eq!(asked(&play, 0, "RX"), "Red Double picked: add it, or add nothing.");
    assert_eq!(waits(&play, 2).as_deref(), Some("Red and Blue are tied. Each may add one card."));
    play.go("bet:RX");
    assert_eq!(waits(&play, 2).as_deref(), Some("Blue is tied and may add one card."));
    assert_eq!(waits(&play, 0).as_deref(), Some("You’ve answered. Blue may still add one card."));
    assert_eq!(asked(&play, 1, ""), "You’re tied and have no red card: add nothing.");
}

/// What a seat is told while the bets are seen that the last of these moves turns up.
fn told_of(mut play: Play, moves: &str, seat: u8) -> String {
    let (before, last) = moves.rsplit_once(' ').unwrap_or(("", moves));
    play.go(before);
    let (view, action) = (view(&play, seat), last.parse().unwrap());
    let mut after = play.state.clone();
    play.game.apply(&mut after, action);
    let seen = play.game.observe(&play.state, action, &after, Viewer::Seat(Seat(seat)));
    let (_, up, told) = play.game.moment(&view, &seen).expect("bets are turned up");
    assert_eq!(up, "The bets are turned up.");
    by_colours(&play.game, &view, told)
}

#[test]
fn what_is_told_of_bets_says_how_each_lost() {
    let play = || betting(Options::default(), &["R3 R4 R9", "WT R7 RX", "R5"]);
    let on = "a bulb on the red Bailiff.";
    for (moves, seat, sentence) in [
        ("bet:R9 bet:R7 bet:R5 pass", 0, format!("Your 9 beats Blue’s 7: {on}")),
        ("bet:R9 bet:R7 bet:R5 pass", 2, format!("Red’s 9 beats your 5: {on}")),
        ("bet:R9 bet:R7 bet:R5 pass", 3, format!("Red’s 9 beats Blue’s 7: {on}")),
        ("bet:R4,R9 bet:WT bet:R5 pass", 0, format!("Blue’s Wild beats your 13: {on}")),
        ("bet:R4,R9 bet:WT bet:R5 pass", 1, format!("Your Wild beats Red’s 13: {on}")),
        ("bet:R4,R9 bet:WT bet:R5 pass", 2, format!("Blue’s Wild beats your 5: {on}")),
        ("bet:R4,R9 bet:WT bet:R5 pass", 3, format!("Blue’s Wild beats Red’s 13: {on}")),
        ("bet:R3 bet:RX pass pass", 1, format!("Red’s 3 beats your Double: {on}")),
        ("bet:R3 pass pass pass", 0, format!("You win unopposed: {on}")),
        ("bet:R3,R4 bet:R7 pass pass", 2, "A tie at 7: no bulb on the red Bailiff.".into()),
    ] {
        assert_eq!(told_of(play(), moves, seat), sentence, "{moves} {seat}");
    }
    // Two bets are the next best.
    let told = |seat, moves| told_of(betting(Options::default(), &["R9", "R5", "R7", "R3 R4"]), moves, seat);
    for (seat, beats) in
        [(0, "Your 9 beats two 7s"), (1, "Red’s 9 beats your 5"), (2, "Red’s 9 beats your 7")]
    {
        assert_eq!(told(seat, "bet:R9 bet:R5 bet:R7 bet:R3,R4"), format!("{beats}: {on}"));
    }
    assert_eq!(told(1, "bet:R9 pass bet:R7 bet:R3,R4"), format!("Red’s 9 beats two 7s: {on}"));
    assert_eq!(told(3, "bet:R9 bet:R5 bet:R7 pass"), format!("Red’s 9 beats Yellow’s 7: {on}"));
    // A plant that is filled, and who scores for its majority.
    for (options, points) in [(Options::default(), 2), (newer(), 3)] {
        let one = |hands: &[&str]| {
            let mut play = Play::new(options.clone(), &["R", "B", "Y", "G"], hands, "");
            play.go("choose:1 choose:3 choose:2 choose:3 target:R");
            if options.preset == Preset::Rules2026 {
                play.go("target:B target:Y");
            }
            play
        };
        let hands = ["R3 R4 R9", "WT R7 RX", "R5"];
        for (seat, who, whose, s) in [(0, "You", "your", ""), (3, "Red", "Red’s", "s")] {
            let told = told_of(one(&hands), "bet:R9 bet:R7 pass pass", seat);
            let owner = bagatelle_core::present::text::capitalised(whose);
            let scores = format!("1 for the bulb, {points} for the majority");
            assert_eq!(told, format!("{owner} 9 beats Blue’s 7: {scores}."));
            let mut play = one(&hands);
            play.go("bet:R9 bet:R7 pass");
            let (before, mut after) = (view(&play, seat), play.state.clone());
            let pass = "pass".parse().unwrap();
            play.game.apply(&mut after, pass);
            let seen = play.game.observe(&play.state, pass, &after, Viewer::Seat(Seat(seat)));
            let log = by_colours(&play.game, &before, play.game.say(&before, &seen));
            assert!(log.contains(&format!("\n{who} score{s} {points} for the majority.")), "{log}");
            let now = play.game.view(&after, Viewer::Seat(Seat(seat)));
            let last = play.game.facts(&now, &mut [].iter()).remove(0);
            assert_eq!((last.label.as_str(), by_colours(&play.game, &now, last.value)), ("Last turn", told));
        }
    }
    let play = || betting(newer(), &["R3 R9 R5", "R4 R8 R6"]);
    let tie = "bet:R3,R9 bet:R4,R8 pass pass";
    for (moves, seat, sentence) in [
        ("", 0, "A tie at 12: you and Blue may each add one card.".to_owned()),
        ("", 2, "A tie at 12: Red and Blue may each add one card.".to_owned()),
        (" bet:R5 bet:R6", 0, format!("Blue’s added 6 beats your 5: {on}")),
        (" bet:R5 bet:R6", 3, format!("Blue’s added 6 beats Red’s 5: {on}")),
        (" bet:R5 pass", 0, format!("Only you add a card: {on}")),
        (" bet:R5 pass", 1, format!("Only Red adds a card: {on}")),
        (" pass pass", 1, "No card was added: no bulb on the red Bailiff.".to_owned()),
    ] {
        assert_eq!(told_of(play(), &format!("{tie}{moves}"), seat), sentence, "{moves} {seat}");
    }
}

/// Except where there is only one way to bet, or one plant to choose from, a nudge leaves a choice.
#[test]
fn a_nudge_leaves_more_than_one_bet_and_more_than_one_plant() {
    let mut seen = BTreeSet::new();
    for (n, (options, deal)) in Bulbous::variants().into_iter().enumerate() {
        let (game, setup, actions) = random_game(&options, deal.seats, &format!("nudges {n}"));
        let mut state = game.start(&setup).unwrap();
        for action in actions.into_iter().take(120) {
            let Turn::Seat(seat) = game.turn(&state) else {
                game.apply(&mut state, action);
                continue;
            };
            let (view, mut legal) = (game.view(&state, Viewer::Seat(seat)), Vec::new());
            game.legal(&state, &mut legal);
            let nudge = |action: Action| {
                let solved = Solved { line: vec![action], json: Value::Null, text: String::new() };
                let hint = game.hint(&view, &solved, 1, &legal);
                (hint.text, hint.marks)
            };
            let kind = |action: Action| action.to_string().split(':').next().unwrap_or_default().to_owned();
            let same = legal.iter().filter(|other| kind(**other) == kind(action)).count();
            let (text, marks) = nudge(action);
            // What is told besides the move itself is why.
            let solved = Solved { line: vec![action], json: Value::Null, text: String::new() };
            let told = game.hint(&view, &solved, 2, &legal).text;
            let because = told.strip_prefix(&game.advise(&view, action)).unwrap_or(&told);
            match action {
                // A Double alone says nothing.
                Action::Target(_) | Action::Choose(_)
                    if same == 1 || view.hand().to_string().contains('X') => {}
                Action::Target(_) | Action::Choose(_) => assert!(!because.is_empty(), "{told}"),
                _ => assert!(!because.is_empty(), "{text} / {told}"),
            }
            match action {
                Action::Bet(_) if same > 1 => {
                    let alike = legal.iter().filter(|other| nudge(**other).0 == text).count();
                    assert!(alike > 1, "{text} leaves {action} alone");
                }
                Action::Target(_) | Action::Choose(_) if same > 1 => {
                    assert!((2..=same).contains(&marks.len()), "{text} {marks:?}");
                }
                _ => (),
            }
            seen.insert(text);
            game.apply(&mut state, action);
        }
    }
    for text in ["A small bet is enough here.", "Bet high: this plant is worth it."] {
        assert!(seen.iter().any(|told| told.starts_with(text)), "{text}");
    }
}

#[test]
fn what_cannot_be_picked_is_refused_in_words() {
    let mut play = Play::new(newer(), &["R", "B", "Y", "G"], &["R3 R9 RX B4 B7 WT Y3", "R4 R8"], "");
    let check = |play: &Play, seat: u8, table: &[(&str, Option<&str>)]| {
        for (names, why) in table {
            assert_eq!(refused(play, seat, names).as_deref(), *why, "{names}");
        }
    };
    check(
        &play,
        0,
        &[
            ("card-R3", Some("First choose your next red plant. You bet after that.")),
            ("specimen-B-2", Some("That plant is Blue’s: choose a red one.")),
            ("slot-B-2", Some("That plant is Blue’s: choose a red one.")),
            ("ArrowLeft", None),
            ("knot", None),
            ("card-", None),
            ("specimen-R-9", None),
        ],
    );
    check(&play, 1, &[("specimen-B-2", Some("It’s Red’s turn."))]);
    play.go("choose:3 choose:3 choose:2 choose:3 target:R");
    check(
        &play,
        0,
        &[
            ("card-R3", Some("First choose the plant to bet on. You bet after that.")),
            ("specimen-R-3", Some("The red Bailiff already has its place in the order.")),
            ("specimen-B-4", Some("The blue Leader isn’t in play yet.")),
        ],
    );
    play.go("target:B target:Y");
    check(
        &play,
        0,
        &[
            ("do-bet", Some("Pick the cards to bet first.")),
            ("do-swap", Some("Pick one or two cards to swap first.")),
            (
                "B4 do-bet",
                Some("You can’t bet the blue 4 here: red plants take only red cards and the triangle Wild."),
            ),
            ("R3 R9 RX do-swap", Some("You can swap only one or two cards.")),
            (
                "R3 R9 B4",
                Some("You can’t bet the blue 4 here: red plants take only red cards and the triangle Wild."),
            ),
            ("B4 B7 R3", Some("You can swap only one or two cards.")),
            ("R5", Some("That card has been bet: pick cards from your hand.")),
            ("specimen-R-3", Some("Pick cards from your hand to bet on it.")),
            ("specimen-B-3", Some("The red Bailiff is contested now: pick cards from your hand.")),
            ("deck", Some("To draw from the deck, swap or pass.")),
            ("discards", Some("Discards stay out of play until the deck runs out.")),
            ("seat-2", Some("Those belong to Yellow: play the cards in your hand.")),
            ("seat-0", None),
        ],
    );
    play.go("bet:R3,R9");
    check(&play, 1, &[("back-0-0", Some("That’s Red’s bet: it’s revealed once everyone has acted."))]);
    play.go("bet:R4,R8 pass pass");
    check(
        &play,
        0,
        &[
            ("do-bet", Some("Pick the red card to add first.")),
            ("WT", Some("You can’t add a Wild to a tie: add a red card.")),
            ("B4", Some("You can add only a red card.")),
            ("R9", Some("That card has been bet: pick cards from your hand.")),
            ("specimen-R-3", Some("Pick a red card to add, or add nothing.")),
        ],
    );
}

#[test]
fn topics_are_sections_of_the_rules() {
    let rules = Bulbous::rules_page().into_string();
    let mut topics = BTreeSet::new();
    for options in [Options::default(), newer()] {
        let (game, setup, actions) = random_game(&options, 4, "topics");
        let mut state = game.start(&setup).unwrap();
        for action in actions {
            topics.insert(game.topic(&game.view(&state, Viewer::Spectator)));
            game.apply(&mut state, action);
        }
        topics.insert(game.topic(&game.view(&state, Viewer::Spectator)));
    }
    let mut tie = betting(newer(), &["R3 R9", "R4 R8"]);
    tie.go("bet:R3,R9 bet:R4,R8 pass pass");
    topics.insert(tie.game.topic(&view(&tie, 0)));
    assert_eq!(topics.len(), 5, "{topics:?}");
    for topic in topics {
        assert!(rules.contains(&format!("<section id=\"{topic}\"")), "{topic}");
    }
}

/// Whether a text holds a card or an action as records write them.
fn has_notation(text: &str) -> bool {
    let verbs = ["bet:", "swap:", "target:", "choose:"];
    let action = |word: &str| verbs.iter().any(|verb| word.len() > verb.len() && word.starts_with(verb));
    text.split(|c: char| !c.is_ascii_alphanumeric()).any(|word| Card::from_text(word).is_some())
        || text.split_whitespace().any(action)
        || text.contains(['~', '|', '?'])
}

#[test]
fn no_sentence_holds_notation_and_what_is_asked_keeps_to_two_lines() {
    for text in ["bet:R3", "B4 cannot be laid", "You draw R5,WT.", "~?12"] {
        assert!(has_notation(text), "{text}");
    }
    assert!(!has_notation("Red shows red 3 and red Double, worth 6. A tie: no bulb."));
    for (n, (options, deal)) in Bulbous::variants().into_iter().enumerate() {
        let (game, setup, actions) = random_game(&options, deal.seats, &format!("words {n}"));
        let mut state = game.start(&setup).unwrap();
        for (ply, action) in actions.into_iter().take(160).enumerate() {
            let mut told = Vec::new();
            for viewer in Viewer::all(deal.seats) {
                let view = game.view(&state, viewer);
                let acts = viewer.seat().map(Turn::Seat) == Some(game.turn(&state));
                let waits = game.waiting(&view).map(|text| by_colours(&game, &view, text));
                let mut asked: Vec<String> = waits.into_iter().collect();
                if acts {
                    let mut legal = Vec::new();
                    game.legal(&state, &mut legal);
                    for other in legal {
                        let path = game.path(&view, other);
                        let names: Vec<&str> = path[..path.len() - 1]
                            .iter()
                            .flat_map(|step| step.names())
                            .map(String::as_str)
                            .collect();
                        asked.push(game.status(&view, &names));
                    }
                }
                assert!(asked.iter().all(|text| text.chars().count() <= TWO_LINES), "{asked:?}");
                told.extend(asked);
                told.push(game.goal(&view));
                told.extend(
                    game.facts(&view, &mut [].iter()).into_iter().flat_map(|fact| [fact.label, fact.value]),
                );
                if ply % 16 == 0 {
                    let svg = game.svg(&Scene::still(&view));
                    for name in svg.split("id=\"").skip(1).filter_map(|rest| rest.split('"').next()) {
                        told.extend(game.why_not(&view, &[name]));
                    }
                }
            }
            let mut after = state.clone();
            game.apply(&mut after, action);
            for viewer in [Viewer::Seat(Seat(0)), Viewer::Spectator] {
                let seen = game.observe(&state, action, &after, viewer);
                let view = game.view(&state, viewer);
                told.push(by_colours(&game, &view, game.say(&view, &seen)));
                let moment = game.moment(&view, &seen);
                let moment = moment
                    .into_iter()
                    .flat_map(|(_, up, told)| [up.to_owned(), by_colours(&game, &view, told)]);
                let moment: Vec<String> = moment.collect();
                assert!(moment.iter().all(|text| text.chars().count() <= TWO_LINES), "{moment:?}");
                told.extend(moment);
            }
            for text in &told {
                assert!(!has_notation(text) && !text.trim().is_empty(), "variant {n} ply {ply}: {text}");
            }
            state = after;
        }
        if let Some(outcome) = game.outcome(&state) {
            assert!(!has_notation(&outcome.reason.replace(':', "")), "{}", outcome.reason);
        }
    }
}

#[test]
fn guidance_keeps_the_laws() {
    bagatelle_testkit::guidance::laws::<Bulbous>(1, 150);
}

#[test]
fn the_lesson_is_played_by_the_rules() {
    for step in Bulbous::lesson().unwrap().steps {
        let game = Bulbous::new(&Options::default()).unwrap();
        let setup = serde_json::from_str(step.position.setup).unwrap();
        let mut state = game.start(&setup).unwrap();
        let mut play = |text: &str| {
            let action = text.parse().unwrap();
            game.play(&mut state, action).unwrap_or_else(|e| panic!("{} {text}: {e}", step.title));
        };
        step.position.before.iter().for_each(|text| play(text));
        let Way::Line(moves) = step.way else { panic!("{}: a line", step.title) };
        for next in moves {
            play(next.actions.first().unwrap_or(&"choose:2"));
            next.replies.iter().for_each(|text| play(text));
        }
    }
}
