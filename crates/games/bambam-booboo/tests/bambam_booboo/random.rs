//! A random action is drawn without listing all, and all are equally likely.

use crate::common::{BAY, BRIDGE, GAP, open, picture, rules, setup};
use bagatelle_bambam_booboo::{Action, BambamBooboo, Entry, Options, Reconnect, Slides, State};
use bagatelle_core::{Game, Rng, Seed, Stream};
use std::collections::HashMap;

/// Draws thirty times as many actions as are legal, and returns how far the counts are from equal: a standard
/// normal number.
fn deviation(game: &BambamBooboo, state: &State, rng: &mut Rng) -> f64 {
    let (mut legal, mut buffer) = (Vec::new(), Vec::new());
    game.legal(state, &mut legal);
    let mut counts: HashMap<Action, u32> = legal.iter().map(|action| (*action, 0)).collect();
    let each = 30;
    for _ in 0..each * legal.len() {
        let drawn = game.random_legal(state, rng, &mut buffer).unwrap();
        *counts.get_mut(&drawn).unwrap_or_else(|| panic!("{drawn} is not legal")) += 1;
    }
    let chi_square: f64 = counts.values().map(|n| (f64::from(*n) - each as f64).powi(2) / each as f64).sum();
    let freedom = (legal.len() as f64 - 1.0).max(1.0);
    if legal.len() == 1 { 0.0 } else { (chi_square - freedom) / (2.0 * freedom).sqrt() }
}

#[test]
fn all_legal_actions_are_equally_likely() {
    let mut rng = Rng::new(&Seed::from_text("random"), Stream::Test);
    let straight = Options { reconnect: Reconnect::Straight, ..Options::default() };
    let walled = "0 0 H 1, 2 0 H 1, 3 1 V 1, 1 2 H 1, 0 1 V 1, 1 1 H 0";
    let ring = "0 0 V 1, 0 2 V 1, 1 3 H 1, 3 3 H 1, 4 1 V 1, 3 0 H 1, 1 0 H 0";
    // With a choice between groups, with one place to go, with none, with a wall that opens, like new tiles,
    // from the hand.
    let mut cases = vec![
        (Options::default(), setup(BRIDGE, [0, 0], 0)),
        (Options::default(), setup("0 0 H 1, 0 1 H 0, 2 0 H 0, 4 0 V 1", [0, 0], 0)),
        (Options::default(), setup(GAP, [0, 0], 0)),
        (Options::default(), setup(walled, [0, 0], 0)),
        (Options::default(), setup(ring, [0, 0], 0)),
        (straight, setup(ring, [0, 0], 0)),
        (Options::default(), setup(BRIDGE, [3, 3], 1)),
        (Options { entry: Entry::Around, ..Options::default() }, picture(&BAY, [3, 3], 1)),
        (Options { slides: Slides::Any, ..Options::default() }, setup(BRIDGE, [0, 0], 0)),
        (Options { slides: Slides::Any, ..Options::default() }, setup(GAP, [0, 0], 0)),
    ];
    let mut largest: f64 = 0.0;
    for (options, setup) in cases.drain(..) {
        let game = rules(options);
        let off = deviation(&game, &open(&game, &setup), &mut rng);
        largest = largest.max(off.abs());
    }
    for tiles in [3, 6, 20] {
        let game = rules(Options { tiles, repetition: 0, ..Options::default() });
        let mut state = game.start(&game.fixed_setup().unwrap()).unwrap();
        let mut buffer = Vec::new();
        for ply in 0..70 {
            if ply % 7 == 6 {
                largest = largest.max(deviation(&game, &state, &mut rng).abs());
            }
            let Some(action) = game.random_legal(&state, &mut rng, &mut buffer) else { break };
            game.apply(&mut state, action);
        }
    }
    assert!(largest < 4.5, "{largest} standard deviations off");
}
