//! Boards drawn from a text, and games on them.

use bagatelle_baju::board::Dye;
use bagatelle_baju::boardfile::{LONGEST_TEXT, read, write};
use bagatelle_baju::duel::{Duel, Options};
use bagatelle_baju::options::board;
use bagatelle_baju::puzzle::{self, Puzzle};
use bagatelle_core::program::Budget;
use bagatelle_core::{Game, NoOptions, Playable, Rng, Seed, Stream, Turn, Viewer};
use std::collections::BTreeSet;

#[test]
fn a_text_makes_one_symmetric_board() {
    let mut seen = BTreeSet::new();
    for n in 0..40 {
        let option = format!("random:{n}");
        let drawn = board(&option).unwrap();
        assert_eq!(drawn, board(&option).unwrap());
        assert_eq!(drawn, board(&format!("random: {n} ")).unwrap(), "blanks at the ends do not count");
        let report = read(&write(&drawn));
        assert_eq!(report.warnings, [], "{n}: nothing is unusual, so it is symmetric");
        assert_eq!(report.board.unwrap(), drawn);
        let count = |dye| drawn.bridges().iter().filter(|bridge| bridge.dye == dye).count();
        assert_eq!(count(Dye::White), count(Dye::Black));
        assert_eq!(drawn.name(), format!("Random: {n}"));
        seen.insert(write(&drawn).lines().skip(2).collect::<Vec<_>>().join("\n"));
    }
    assert!(seen.len() > 35, "{} boards", seen.len());
    for text in ["random:", "random:  ", "random:a\nb", &format!("random:{}", "x".repeat(LONGEST_TEXT + 1))] {
        let wrong = board(text).unwrap_err().to_string();
        assert!(wrong.starts_with("after “random:” write 1 to"), "{wrong}");
    }
    assert!(board(&format!("random:{}", "ü".repeat(LONGEST_TEXT))).is_ok());
}

#[test]
fn a_text_makes_the_same_board_for_ever() {
    let today = board("random:2026-11-30").unwrap();
    assert_eq!(write(&today), include_str!("../random-2026-11-30.baju"));
}

#[test]
fn programs_play_duels_on_random_boards() {
    for (n, spec) in Duel::programs().iter().enumerate() {
        let options = Options { board: format!("random:game {n}"), repetition: 0, ..Options::default() };
        let duel = Duel::new(&options).unwrap();
        let mut state = duel.start(&None).unwrap();
        let mut programs = [spec, &Duel::programs()[n / 2]].map(|spec| (spec.make)());
        let mut rng = Rng::new(&Seed::from_text(spec.name), Stream::Program);
        let mut legal = Vec::new();
        for _ in 0..80 {
            let Turn::Seat(seat) = duel.turn(&state) else { break };
            duel.legal(&state, &mut legal);
            let (view, budget) = (duel.view(&state, Viewer::Seat(seat)), Budget::nodes(300));
            let action = programs[seat.index()].choose(&duel, &view, &legal, &budget, &mut rng).action;
            duel.play(&mut state, action).unwrap_or_else(|refusal| panic!("{}: {refusal}", spec.name));
        }
    }
}

#[test]
fn puzzles_on_random_boards_are_solved() {
    for goal in [1, 2] {
        let options = puzzle::Options { board: format!("random:puzzle {goal}"), goal };
        let game = Puzzle::new(&options).unwrap();
        let mut rng = Rng::new(&Seed::from_text("puzzle"), Stream::Deal);
        let mut state = game.start(&game.deal(&NoOptions {}, &mut rng).unwrap()).unwrap();
        let view = game.view(&state, Viewer::Spectator);
        let solved = game.solver().unwrap().solve(&view, &Budget::nodes(2_000_000), &mut |_, _| ()).unwrap();
        solved.line.iter().for_each(|action| game.play(&mut state, *action).unwrap());
        assert_eq!(game.turn(&state), Turn::Over, "goal {goal}");
    }
}
