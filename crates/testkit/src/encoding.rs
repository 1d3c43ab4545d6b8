//! The laws of [`Encoded`]: numbers of actions, and views as floats.

use bagatelle_core::encoding::{Encoded, Floats, length};
use bagatelle_core::{Rng, Seed, Stream, Turn, Viewer};
use std::collections::HashSet;

/// Makes the test of a game's encoding: `enter_encoding!(Game)`.
#[macro_export]
macro_rules! enter_encoding {
    ($game:ty) => {
        #[test]
        fn its_encoding_keeps_the_laws() {
            $crate::encoding::laws::<$game>();
        }
    };
}

/// Random games of a variant, and the most plies of one.
const GAMES: u64 = 3;
const PLIES: usize = 120;
/// The most deals, draws of chance or positions that are listed.
const MOST: usize = 150;

/// Plays random games under every variant and checks the laws stated at [`Encoded`] in each position.
///
/// # Panics
/// When a law is broken; the message says which, in which variant, deal and ply.
pub fn laws<G: Encoded>() {
    let names: HashSet<&str> = G::PARTS.iter().map(|part| part.name).collect();
    assert_eq!(names.len(), G::PARTS.len(), "parts have names of their own");
    assert!(length(G::PARTS) > 0 && !G::NUMBERING.is_empty(), "there is something to tell");
    let mut seen = HashSet::new();
    for (v, (options, deal)) in G::variants().into_iter().enumerate() {
        let game = G::new(&options).unwrap_or_else(|e| panic!("variant {v}: {e}"));
        for n in 0..GAMES {
            let name = format!("{} variant {v} game {n}", G::ID);
            let mut rng = Rng::new(&Seed::from_text(&name), Stream::Test);
            let setup = game.deal(&deal, &mut rng).expect(&name);
            if let Some(deals) = game.deals(&deal, MOST) {
                certain(deals.iter().map(|(_, chance)| *chance), &name);
                assert!(deals.iter().any(|(listed, _)| *listed == setup), "{name}: all deals are listed");
            }
            let mut state = game.start(&setup).expect(&name);
            let (mut legal, mut numbers) = (Vec::new(), Vec::new());
            for ply in 0..PLIES {
                let at = format!("{name} ply {ply}");
                game.legal(&state, &mut legal);
                actions(&game, &state, &legal, &mut numbers, &mut rng, &at);
                lists(&game, &state, &at);
                floats(&game, &state, &mut rng, &at);
                seen.extend(numbers.iter().copied());
                let action = match game.turn(&state) {
                    Turn::Over => break,
                    Turn::Chance => game.sample_chance(&state, &mut rng).expect(&at),
                    Turn::Seat(_) => *rng.choose(&legal).expect(&at),
                };
                game.play(&mut state, action).unwrap_or_else(|e| panic!("{at}: {e}"));
            }
        }
    }
    assert!(seen.len() > 1, "actions have different numbers");
}

/// Probabilities are positive, and 1 together.
fn certain(chances: impl Iterator<Item = f64>, at: &str) {
    let sum: f64 =
        chances.inspect(|chance| assert!(*chance > 0.0, "{at}: nothing impossible is listed")).sum();
    assert!((sum - 1.0).abs() < 1e-9, "{at}: what is listed has a probability of {sum}");
}

/// What chance may do is legal, and what a viewer may think possible looks the same to it.
fn lists<G: Encoded>(game: &G, state: &G::State, at: &str) {
    if let Some(chances) = game.chances(state, MOST) {
        assert_eq!(game.turn(state), Turn::Chance, "{at}: only chance has chances");
        certain(chances.iter().map(|(_, chance)| *chance), at);
        chances.iter().for_each(|(action, _)| assert!(game.check(state, *action).is_ok(), "{at}: {action}"));
    }
    for viewer in Viewer::all(game.seats(state)) {
        let view = game.view(state, viewer);
        if let Some(worlds) = game.worlds(&view, MOST) {
            certain(worlds.iter().map(|(_, chance)| *chance), at);
            assert!(worlds.iter().any(|(world, _)| world == state), "{at}: the position is among its worlds");
            assert!(worlds.iter().all(|(world, _)| game.view(world, viewer) == view), "{at}: {viewer:?}");
        }
    }
}

/// Numbers are below the bound, different, the same for each action alone, and the same where the position
/// looks the same.
fn actions<G: Encoded>(
    game: &G,
    state: &G::State,
    legal: &[G::Action],
    numbers: &mut Vec<u32>,
    rng: &mut Rng,
    at: &str,
) {
    game.number(state, legal, numbers);
    assert_eq!(numbers.len(), legal.len(), "{at}: a number for each action");
    assert!(numbers.iter().all(|number| *number < game.numbers()), "{at}: numbers are below the bound");
    let different: HashSet<u32> = numbers.iter().copied().collect();
    assert_eq!(different.len(), legal.len(), "{at}: no two actions share a number");
    let mut alone = Vec::new();
    for (action, number) in legal.iter().zip(numbers.iter()).step_by(7) {
        game.number(state, &[*action], &mut alone);
        assert_eq!(alone, [*number], "{at}: {action} has the same number alone");
    }
    if let Turn::Seat(seat) = game.turn(state) {
        let twin = game.sample(&game.view(state, Viewer::Seat(seat)), rng);
        let mut others = Vec::new();
        game.number(&twin, legal, &mut others);
        assert_eq!(&others, numbers, "{at}: numbers do not depend on what is hidden");
    }
}

/// The floats of a view are complete, finite, and the same for positions that the viewer cannot tell apart.
fn floats<G: Encoded>(game: &G, state: &G::State, rng: &mut Rng, at: &str) {
    for viewer in Viewer::all(game.seats(state)) {
        let encoded = |view: &G::View| {
            let mut floats = vec![f32::NAN; length(G::PARTS)];
            let mut out = Floats::new(&mut floats, G::PARTS);
            game.encode(view, viewer, &mut out);
            assert!(out.is_complete(), "{at}: all parts are written");
            assert!(floats.iter().all(|float| float.is_finite()), "{at}: floats are numbers");
            floats
        };
        let view = game.view(state, viewer);
        let twin = game.view(&game.sample(&view, rng), viewer);
        assert_eq!(encoded(&view), encoded(&twin), "{at}: the floats are those of what {viewer:?} knows");
    }
}
