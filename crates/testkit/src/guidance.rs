//! Laws of what a game tells its players: goal, status, reasons, sentences and what they light.

use crate::page::check_drawing;
use bagatelle_core::present::{Scene, named};
use bagatelle_core::{Playable, Rng, Seat, Seed, Stream, Turn, Viewer};
use roxmltree::{Document, Node};
use std::collections::HashSet;

/// The keys whose refusal is asked for besides the names of the drawing.
const KEYS: [&str; 8] =
    ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Shift+ArrowLeft", "Shift+ArrowUp", "1", "0"];

/// Plays `games` random games of up to `plies` actions under every variant and checks, for the seat to act:
///
/// - no sentence holds [inner notation](inner_notation): goal, status, sentences of the log, reasons and
///   refusals;
/// - status and reasons are the same for two positions that look the same;
/// - what begins a path is [lit](bagatelle_core::present::Piece::lit) or shown only while it can be picked;
/// - what a sentence lights is drawn;
/// - the section of the rules that matters now is there;
/// - a picture of the goal is a drawing in which nothing can be picked.
///
/// # Panics
/// When a law is broken; the message says which and where.
pub fn laws<G: Playable>(games: u64, plies: usize) {
    let rules = G::rules_page().into_string();
    for (v, (options, deal)) in G::variants().into_iter().enumerate() {
        let game = G::new(&options).unwrap_or_else(|e| panic!("variant {v}: {e}"));
        for n in 0..games {
            let name = format!("{} variant {v} game {n}", G::ID);
            one_game(&game, &deal, &rules, plies, &name);
        }
    }
}

fn one_game<G: Playable>(game: &G, deal: &G::DealOptions, rules: &str, plies: usize, name: &str) {
    let seed = Seed::from_text(name);
    let setup = game.deal(deal, &mut Rng::new(&seed, Stream::Deal)).expect(name);
    let mut state = game.start(&setup).expect(name);
    let (mut rng, mut chance) = (Rng::new(&seed, Stream::Test), Rng::new(&seed, Stream::Chance));
    let mut tried: Vec<G::Action> = Vec::new();
    for ply in 0..plies {
        let at = format!("{name} ply {ply}");
        let mut legal = Vec::new();
        game.legal(&state, &mut legal);
        let (action, viewer) = match game.turn(&state) {
            Turn::Over => break,
            Turn::Chance => (game.sample_chance(&state, &mut chance), Viewer::Spectator),
            Turn::Seat(seat) => {
                position(game, &state, seat, &legal, rules, &at);
                for &old in &tried {
                    if let Err(refusal) = game.check(&state, old) {
                        plain(&refusal.to_string(), &format!("{at}: the refusal of {old}"));
                    }
                }
                (rng.choose(&legal).copied(), Viewer::Seat(seat))
            }
        };
        let before = state.clone();
        let action = action.unwrap_or_else(|| panic!("{at}: no action, yet not over"));
        game.apply(&mut state, action);
        told(game, &before, action, &state, viewer, &at);
        if tried.len() < 24 {
            tried.push(action);
        }
    }
}

/// What is said to the seat to act in a position.
fn position<G: Playable>(game: &G, state: &G::State, seat: Seat, legal: &[G::Action], rules: &str, at: &str) {
    let view = game.view(state, Viewer::Seat(seat));
    plain(&game.goal(&view), &format!("{at}: the goal"));
    let topic = game.topic(&view);
    assert!(topic.is_empty() || rules.contains(&format!("id=\"{topic}\"")), "{at}: no section {topic}");
    assert_eq!(game.goal_figure(&view).is_some(), G::GOAL_FIGURE, "{at}: the picture of the goal");
    if let Some(figure) = game.goal_figure(&view) {
        let drawn = check_drawing(&figure).unwrap_or_else(|fault| panic!("{at}: the goal: {fault}"));
        assert_eq!(drawn.picks, Vec::<String>::new(), "{at}: nothing can be picked in the goal");
    }

    let svg = game.svg(&Scene { legal, near: seat, ..Scene::still(&view) });
    let drawn = check_drawing(&svg).unwrap_or_else(|fault| panic!("{at}: {fault}"));
    let paths: Vec<_> = legal.iter().map(|&action| game.path(&view, action)).collect();
    let first: HashSet<&str> = paths
        .iter()
        .filter_map(|path| path.first())
        .flat_map(|step| step.names())
        .map(String::as_str)
        .collect();
    let document = Document::parse(&svg).expect("a checked drawing");
    for element in document.root_element().descendants().filter(Node::is_element) {
        let Some(name) = element.attribute("data-pick").filter(|name| first.contains(name)) else { continue };
        let mut classes = element.attribute("class").unwrap_or_default().split(' ');
        assert!(classes.any(|class| ["lit", "ghost"].contains(&class)), "{at}: {name} is not lit");
    }

    let twin =
        game.view(&game.sample(&view, &mut Rng::new(&Seed::from_text(at), Stream::Test)), Viewer::Seat(seat));
    let status = game.status(&view, &[]);
    plain(&status, &format!("{at}: the status"));
    assert_eq!(game.status(&twin, &[]), status, "{at}: the status tells what is hidden");
    for name in drawn.ids.iter().chain(&drawn.picks).map(String::as_str).chain(KEYS) {
        let why = game.why_not(&view, &[name]);
        assert_eq!(game.why_not(&twin, &[name]), why, "{at}: why not {name} tells what is hidden");
        if let Some(why) = why {
            plain(&why, &format!("{at}: why not {name}"));
        }
    }
}

/// What is said of an action, and what that lights.
fn told<G: Playable>(
    game: &G,
    before: &G::State,
    action: G::Action,
    after: &G::State,
    viewer: Viewer,
    at: &str,
) {
    let seen = game.observe(before, action, after, viewer);
    let (before, view) = (game.view(before, viewer), game.view(after, viewer));
    let called = |seat, _| game.side(&before, seat).unwrap_or_default();
    plain(&named(game.say(&before, &seen), called), &format!("{at}: what {action} did"));
    let svg = game.svg(&Scene { last: Some(&seen), ..Scene::still(&view) });
    for name in game.lights(&before, &seen) {
        let there = ["id", "data-pick"].iter().any(|kind| svg.contains(&format!(" {kind}=\"{name}\"")));
        assert!(there, "{at}: {action} lights {name}, which is not drawn");
    }
}

fn plain(text: &str, what: &str) {
    assert!(!text.trim().is_empty(), "{what} is empty");
    if let Some(word) = inner_notation(text) {
        panic!("{what} holds “{word}”: {text}");
    }
}

/// The first word of a text that people would not write: coordinates such as `-1,-3`, names such as `tile-S3`
/// or `Af4`, texts of actions such as `pick:Sf`.
#[must_use]
pub fn inner_notation(text: &str) -> Option<&str> {
    let marks = |c: char| ".,:;!?()“”‘’\"'".contains(c);
    let words: Vec<&str> = text.split_whitespace().map(|word| word.trim_matches(marks)).collect();
    let odd = |word: &str| {
        let digits = word.chars().any(|c| c.is_ascii_digit());
        let letters = word.chars().any(char::is_alphabetic);
        let signs = word.contains([':', ',', '@', '<', '>', '_', '=', '|', '/']);
        let negative =
            word.strip_prefix(['-', '−']).is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
        let name = word
            .rsplit_once('-')
            .is_some_and(|(_, end)| end.len() == 1 && end.chars().all(char::is_uppercase));
        (digits && letters) || signs || negative || name
    };
    words.into_iter().find(|word| odd(word))
}

#[cfg(test)]
mod tests {
    use super::inner_notation;

    #[test]
    fn notation_is_told_from_words() {
        let plain = [
            "The 4 of Arms moves to the left of the 2 of Suns.",
            "Reject the coin (1 chance left), or don’t: 2, 3 or 4 remain.",
            "A seven-tile row, “quoted”; row 2, column 3.",
        ];
        for text in plain {
            assert_eq!(inner_notation(text), None);
        }
        for (text, word) in [
            ("It moves to -1,-3.", "-1,-3"),
            ("Dark lays a tile at -2, -2.", "-2"),
            ("Af4>a@-2,3", "Af4>a@-2,3"),
            ("V0,0 is not free.", "V0,0"),
            ("The tile-S3 moves.", "tile-S3"),
            ("Take (front-S).", "front-S"),
            ("Try pick:Sf now.", "pick:Sf"),
        ] {
            assert_eq!(inner_notation(text), Some(word));
        }
    }
}
