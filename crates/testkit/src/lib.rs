//! The laws that every game must keep. A game enters with four lines in its tests:
//!
//! ```ignore
//! bagatelle_testkit::enter!(BrainBurn);
//! bagatelle_testkit::enter_page!(BrainBurn);
//! bagatelle_testkit::enter_encoding!(BrainBurn);
//! bagatelle_testkit::enter_schema!(BrainBurn);
//! ```
//!
//! [`laws`] plays random games under all the game's variants and checks every position; [`any_text`] throws
//! arbitrary bytes at everything that reads; [`page::laws`] checks drawings, paths and sentences;
//! [`encoding::laws`] checks numbers and floats; [`schema::laws`] checks JSON against its schemas and reads
//! views back; [`texts::laws`] compares the texts of actions with their pattern, [`texts::numbers`] with
//! their numbers; [`guidance::laws`] checks what players are told; [`uniform`] checks that a
//! determinization is drawn fairly.

pub mod contest;
pub mod encoding;
pub mod guidance;
pub mod page;
pub mod schema;
pub mod texts;

use bagatelle_core::{Game, Record, Rng, Seed, Stream, Turn, Viewer};
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use std::collections::{BTreeMap, HashSet};

/// How much [`laws`] plays.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// Random games per variant.
    pub games: u64,
    /// The most plies of one game.
    pub plies: usize,
}

impl Default for Effort {
    fn default() -> Effort {
        Effort { games: 12, plies: 200 }
    }
}

/// Makes the tests of a game: `enter!(Game)`, or `enter!(Game, Effort { .. })`.
#[macro_export]
macro_rules! enter {
    ($game:ty) => {
        $crate::enter!($game, $crate::Effort::default());
    };
    ($game:ty, $effort:expr) => {
        #[test]
        fn keeps_the_laws() {
            $crate::laws::<$game>($effort);
        }

        #[test]
        fn no_text_makes_it_panic() {
            $crate::any_text::<$game>();
        }
    };
}

/// Makes the tests of a game's page: `enter_page!(Game)`, or `enter_page!(Game, Effort { .. })`.
#[macro_export]
macro_rules! enter_page {
    ($game:ty) => {
        $crate::enter_page!($game, $crate::page::EFFORT);
    };
    ($game:ty, $effort:expr) => {
        #[test]
        fn its_page_keeps_the_laws() {
            $crate::page::laws::<$game>($effort);
        }
    };
}

/// Plays random games from random deals under every variant and checks, at each position, the laws stated at
/// [`Game`].
///
/// # Panics
/// When a law is broken; the message says which, in which variant, deal and ply.
pub fn laws<G: Game>(effort: Effort) {
    for (v, (options, deal)) in G::variants().into_iter().enumerate() {
        let json = serde_json::to_value(&options).expect("options are JSON");
        assert_eq!(serde_json::from_value::<G::Options>(json).expect("options read back"), options);
        let game = G::new(&options).unwrap_or_else(|e| panic!("variant {v}: {e}"));
        assert_eq!(game.options(), &options);
        for n in 0..effort.games {
            let seed = Seed::from_text(&format!("{} {v} {n}", G::ID));
            one_game(&game, &deal, &seed, effort.plies, &format!("{} variant {v} game {n}", G::ID));
        }
    }
}

fn one_game<G: Game>(game: &G, deal: &G::DealOptions, seed: &Seed, plies: usize, name: &str) {
    let setup = game.deal(deal, &mut Rng::new(seed, Stream::Deal)).expect(name);
    assert_eq!(
        setup,
        game.deal(deal, &mut Rng::new(seed, Stream::Deal)).expect(name),
        "{name}: deal repeats"
    );
    let mut record = Record::start(game, &setup);
    let mut state = game.start(&setup).expect(name);
    assert_eq!(state, game.start(&setup).expect(name), "{name}: start repeats");

    let mut chance = Rng::new(seed, Stream::Chance);
    let mut rng = Rng::new(seed, Stream::Test);
    let mut rollout = Rng::new(seed, Stream::Rollout);
    let mut legal = Vec::new();
    let (mut strangers, mut buffer): (Vec<G::Action>, Vec<G::Action>) = (Vec::new(), Vec::new());
    for ply in 0..plies {
        let at = format!("{name} ply {ply}");
        game.legal(&state, &mut legal);
        position(game, &state, &legal, &strangers, &mut rng, &at);
        let action = match game.turn(&state) {
            Turn::Over => break,
            Turn::Chance => game.sample_chance(&state, &mut chance).expect(&at),
            Turn::Seat(_) => {
                *rng.choose(&legal).unwrap_or_else(|| panic!("{at}: no legal action, yet not over"))
            }
        };
        if game.turn(&state) != Turn::Chance {
            let drawn = game.random_legal(&state, &mut rollout, &mut buffer).expect(&at);
            assert!(legal.contains(&drawn), "{at}: {drawn} was drawn, and is not legal");
        }
        let before = state.clone();
        let mut copy = state.clone();
        game.play(&mut state, action).unwrap_or_else(|e| panic!("{at}: {action} is legal but refused: {e}"));
        game.apply(&mut copy, action);
        assert_eq!(copy, state, "{at}: apply and play differ for {action}");
        observations(game, &before, action, &state, &mut rng, &at);
        record.actions.push(action.to_string());
        if strangers.len() < 400 {
            strangers.extend(legal.iter().take(20));
            strangers.push(action);
        }
    }
    let read = Record::from_json(&record.to_json()).expect(name);
    assert_eq!(read, record, "{name}: record reads back");
    let (_, end) = read.replay::<G>(|_, _, _| ()).unwrap_or_else(|e| panic!("{name}: {e}"));
    assert_eq!(end, state, "{name}: replay gives the same end");
}

/// An observation has a text, and does not depend on what its viewer does not know: where an action leads
/// from two positions that look the same to two that look the same, it looks the same.
fn observations<G: Game>(
    game: &G,
    before: &G::State,
    action: G::Action,
    after: &G::State,
    rng: &mut Rng,
    at: &str,
) {
    for viewer in Viewer::all(game.seats(before)) {
        let seen = game.observe(before, action, after, viewer);
        assert!(!seen.to_string().is_empty(), "{at}: {action} has no text for {viewer:?}");
        let json = |seen: &G::Observation| serde_json::to_string(seen).expect("observations are JSON");
        let twin = game.sample(&game.view(before, viewer), rng);
        let mut led = twin.clone();
        if game.play(&mut led, action).is_ok() && game.view(&led, viewer) == game.view(after, viewer) {
            let other = game.observe(&twin, action, &led, viewer);
            assert_eq!(other, seen, "{at}: {viewer:?} sees of {action} what the views do not hold");
            assert_eq!(json(&other), json(&seen), "{at}: byte for byte");
            assert_eq!(other.to_string(), seen.to_string(), "{at}: letter for letter");
        }
    }
}

fn position<G: Game>(
    game: &G,
    state: &G::State,
    legal: &[G::Action],
    strangers: &[G::Action],
    rng: &mut Rng,
    at: &str,
) {
    let turn = game.turn(state);
    assert_eq!(game.outcome(state).is_some(), turn == Turn::Over, "{at}: outcome exactly at the end");
    assert_eq!(matches!(turn, Turn::Seat(_)), !legal.is_empty(), "{at}: legal actions exactly for a seat");
    assert_eq!(game.count_legal(state), legal.len(), "{at}: count and list agree");
    if let Turn::Seat(seat) = turn {
        assert!(seat.0 < game.seats(state), "{at}: the seat is at the table");
    }
    if let Some(outcome) = game.outcome(state) {
        assert!(outcome.winners.iter().all(|s| s.0 < game.seats(state)), "{at}: winners sit at the table");
        assert!(
            outcome.scores.is_none_or(|s| s.len() == usize::from(game.seats(state))),
            "{at}: scores per seat"
        );
    }

    let set: HashSet<G::Action> = legal.iter().copied().collect();
    assert_eq!(set.len(), legal.len(), "{at}: no action twice");
    let mut texts = HashSet::new();
    for &action in legal {
        let text = action.to_string();
        assert_eq!(text.parse::<G::Action>().as_ref(), Ok(&action), "{at}: {text} reads back");
        assert_eq!(game.read(state, &text).as_ref(), Ok(&action), "{at}: {text} reads back in place");
        assert_eq!(game.check(state, action), Ok(()), "{at}: {text} is listed");
        assert!(texts.insert(text), "{at}: {action} shares its text");
    }
    for &stranger in strangers.iter().filter(|a| !set.contains(a)) {
        if turn == Turn::Chance && game.check(state, stranger).is_ok() {
            continue;
        }
        let mut copy = state.clone();
        assert!(game.play(&mut copy, stranger).is_err(), "{at}: {stranger} is not listed but taken");
        assert_eq!(&copy, state, "{at}: refusing {stranger} changed the position");
    }

    for viewer in Viewer::all(game.seats(state)) {
        let view = game.view(state, viewer);
        let other = game.sample(&view, rng);
        let again = game.view(&other, viewer);
        assert_eq!(again, view, "{at}: a sample looks the same to {viewer:?}");
        let bytes = |view: &G::View| serde_json::to_string(view).expect("views are JSON");
        assert_eq!(bytes(&again), bytes(&view), "{at}: byte for byte");
        assert_eq!(game.turn(&other), turn, "{at}: the turn is open to all");
        if viewer.seat().map(Turn::Seat) == Some(turn) {
            let mut others = Vec::new();
            game.legal(&other, &mut others);
            assert_eq!(others, legal, "{at}: what {viewer:?} may do does not depend on what is hidden");
        }
        if !G::HIDDEN {
            assert_eq!(&other, state, "{at}: nothing is hidden, so a sample is the position");
        }
    }
}

/// Throws arbitrary and damaged texts at everything that reads: actions, records, options, set-ups.
///
/// # Panics
/// When the game does, or when a text that is accepted as an action does not read back.
pub fn any_text<G: Game>() {
    let (options, deal) = G::variants().remove(0);
    let game = G::new(&options).expect("the default options make a game");
    let seed = Seed::from_text("any text");
    let setup =
        game.deal(&deal, &mut Rng::new(&seed, Stream::Deal)).expect("the default deal options are granted");
    let mut state = game.start(&setup).expect("a deal is a start");
    let mut record = Record::start(&game, &setup);
    let mut legal = Vec::new();
    let mut rng = Rng::new(&seed, Stream::Test);
    for _ in 0..8 {
        let action = match game.turn(&state) {
            Turn::Over => break,
            Turn::Chance => game.sample_chance(&state, &mut rng),
            Turn::Seat(_) => {
                game.legal(&state, &mut legal);
                rng.choose(&legal).copied()
            }
        };
        let action = action.expect("there is something to do");
        game.apply(&mut state, action);
        record.actions.push(action.to_string());
    }
    let start = record.open::<G>().expect("the record opens").1;
    let json = record.to_json();
    let mut runner = TestRunner::new(Config { cases: 400, failure_persistence: None, ..Config::default() });
    let texts = prop_oneof![".{0,40}", "[ -~]{0,24}"];
    let edits = (any::<prop::sample::Index>(), 0usize..6, "[ -~]{0,5}");
    runner
        .run(&(texts, edits), |(text, (place, cut, insert))| {
            for candidate in [text.clone(), damage(&record.actions.concat(), &place, cut, &insert)] {
                if let Ok(action) = candidate.parse::<G::Action>() {
                    prop_assert_eq!(action.to_string().parse::<G::Action>().ok(), Some(action));
                    let mut copy = start.clone();
                    if game.play(&mut copy, action).is_err() {
                        prop_assert_eq!(&copy, &start);
                    }
                }
                let _ = game.read(&state, &candidate);
            }
            let _ = Record::from_json(&text);
            if let Ok(damaged) = Record::from_json(&damage(&json, &place, cut, &insert)) {
                let _ = damaged.replay::<G>(|_, _, _| ());
            }
            Ok(())
        })
        .unwrap_or_else(|e| panic!("{e}"));
}

/// `text` with up to `cut` bytes replaced by `insert`, on character boundaries.
fn damage(text: &str, place: &prop::sample::Index, cut: usize, insert: &str) -> String {
    let chars: Vec<char> = text.chars().collect();
    let from = place.index(chars.len() + 1);
    let to = (from + cut).min(chars.len());
    chars[..from].iter().copied().chain(insert.chars()).chain(chars[to..].iter().copied()).collect()
}

/// Draws `samples` positions from the view that `viewer` has of `state` and checks that they are spread
/// evenly over exactly the `expected` different ones (told apart by `name`): chi-square with a
/// one-in-a-million limit. The seed is fixed, so the test either always passes or always fails.
///
/// # Panics
/// When the number of different positions is not the expected one, or the spread is uneven.
pub fn uniform<G: Game>(
    game: &G,
    state: &G::State,
    viewer: Viewer,
    samples: u32,
    expected: usize,
    name: impl Fn(&G::State) -> String,
) {
    let view = game.view(state, viewer);
    let mut rng = Rng::new(&Seed::from_text("uniform"), Stream::Determinization);
    let mut counts: BTreeMap<String, u32> = BTreeMap::new();
    for _ in 0..samples {
        *counts.entry(name(&game.sample(&view, &mut rng))).or_default() += 1;
    }
    assert_eq!(counts.len(), expected, "the number of consistent positions: {counts:?}");
    let mean = f64::from(samples) / expected as f64;
    let chi2: f64 = counts.values().map(|&c| (f64::from(c) - mean).powi(2) / mean).sum();
    let freedom = expected as f64 - 1.0;
    // Wilson and Hilferty 1931: the cube root of chi-square over its degrees of freedom is nearly normal.
    let spread = 2.0 / (9.0 * freedom.max(1.0));
    let limit = freedom * (1.0 - spread + 4.75 * spread.sqrt()).powi(3);
    assert!(expected == 1 || chi2 <= limit, "uneven: chi-square {chi2:.1} over {limit:.1}: {counts:?}");
}
