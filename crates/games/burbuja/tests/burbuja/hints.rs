//! Who follows what the solver shows, from the start to the end, needs no more moves than par.

use bagatelle_burbuja::par::guaranteed;
use bagatelle_burbuja::{Burbuja, Options};
use bagatelle_core::present::Solver;
use bagatelle_core::program::Budget;
use bagatelle_core::{Game, NoOptions, Rng, Seat, Seed, Stream, Turn, Viewer};

/// How many nodes par and each hint may take.
const NODES: u64 = 150_000;

/// The par of a deal, and the moves that the shown ones take.
fn followed(game: &Burbuja, seed: &Seed) -> (u32, u32) {
    let setup = game.deal(&NoOptions {}, &mut Rng::new(seed, Stream::Deal)).unwrap();
    let mut state = game.start(&setup).unwrap();
    let par = guaranteed(game, &state, &Budget::nodes(NODES)).expect("a sure win");
    let (mut promised, mut past) = (par, Vec::new());
    while game.turn(&state) != Turn::Over {
        let view = game.view(&state, Viewer::Seat(Seat(0)));
        let budget = Budget::nodes(NODES);
        let solved = game.solve_on(&mut past.iter().cloned(), &view, &budget, &mut |_, _| {}).unwrap();
        assert_eq!(solved.json["verdict"], "sure-win");
        let most = view.open.discards.len() as u32 + solved.json["moves"].as_u64().unwrap() as u32;
        assert!(most <= promised, "what was sure stays sure: {most} moves after {promised}");
        promised = most;
        for action in solved.line {
            past.push(game.view(&state, Viewer::Seat(Seat(0))));
            game.play(&mut state, action).unwrap();
        }
    }
    assert!(!game.outcome(&state).unwrap().winners.is_empty());
    (par, state.open.discards.len() as u32)
}

/// A player who has left the way is shown another one, and is sure of that.
#[test]
fn a_way_that_was_left_is_found_anew() {
    let game = Burbuja::new(&Options::default()).unwrap();
    let setup = game.deal(&NoOptions {}, &mut Rng::new(&Seed::from_text("left"), Stream::Deal)).unwrap();
    let mut state = game.start(&setup).unwrap();
    let (mut past, mut legal) = (Vec::new(), Vec::new());
    for ply in 0..6 {
        let view = game.view(&state, Viewer::Seat(Seat(0)));
        let budget = Budget::nodes(NODES);
        let solved = game.solve_on(&mut past.iter().cloned(), &view, &budget, &mut |_, _| {}).unwrap();
        let plain = game.solve(&view, &budget, &mut |_, _| {}).unwrap();
        assert_eq!(solved.json["verdict"], plain.json["verdict"]);
        game.legal(&state, &mut legal);
        let next = solved.line.first().copied();
        let action = legal.iter().copied().find(|action| (ply % 2 == 0) == (Some(*action) != next));
        past.push(view);
        game.play(&mut state, action.unwrap_or(legal[0])).unwrap();
    }
}

#[test]
fn following_the_shown_moves_takes_par_at_most() {
    let game = Burbuja::new(&Options::default()).unwrap();
    for n in 0..4 {
        let (par, moves) = followed(&game, &Seed::from_text(&format!("hints {n}")));
        assert!(moves <= par, "deal {n}: {moves} moves, par {par}");
    }
}
