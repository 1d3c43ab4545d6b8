//! The hardest deals of the puzzle that are known: each is what its seed deals, and its length is proved
//! again.
//!
//! The proofs that take long are `cargo nextest run --release -p bagatelle-baju --run-ignored all hardest::`.
//! `BAGATELLE_HARDEST=write cargo test -p bagatelle-baju --test baju hardest::` writes `docs/hardest.md`.

// The list is a file of the project.
#![allow(clippy::disallowed_methods)]

use bagatelle_baju::puzzle::solve::{Quick, shortest};
use bagatelle_baju::puzzle::{Hardest, Hunted, Options, Setup, State};
use bagatelle_baju::{Goal, Puzzle};
use bagatelle_core::present::text::grouped;
use bagatelle_core::program::Budget;
use bagatelle_core::{Game, NoOptions, Rng, Seed, Stream};
use std::fmt::Write;

/// A proof with fewer positions is quick enough for every run of the tests.
const QUICK: u64 = 200_000;

fn puzzle(goal: Goal) -> Puzzle {
    Puzzle::new(&Options { goal: goal.number(), ..Options::default() }).unwrap()
}

fn start(puzzle: &Puzzle, deal: &Hardest) -> State {
    puzzle.start(&Setup { position: deal.position.clone() }).unwrap()
}

/// Solves those deals again whose proofs are as long as is wanted, and returns how many.
fn prove(wanted: impl Fn(&Hardest) -> bool) -> usize {
    let mut proved = 0;
    for goal in Goal::ALL {
        let puzzle = puzzle(goal);
        for deal in Hunted::of(goal).hardest.iter().filter(|deal| wanted(deal)) {
            let found = shortest(&puzzle, start(&puzzle, deal).layout(), &Budget::nodes(u64::MAX), |_, _| ());
            assert_eq!(found.lower_bound as usize, deal.swaps.len(), "goal {}, {}", goal.number(), deal.seed);
            assert_eq!(found.nodes, deal.positions, "goal {}, {}", goal.number(), deal.seed);
            proved += 1;
        }
    }
    proved
}

#[test]
fn every_line_solves_the_deal_of_its_seed() {
    for goal in Goal::ALL {
        let (puzzle, hunted) = (puzzle(goal), Hunted::of(goal));
        assert_eq!(Hunted::read(&hunted.to_string()), Some(hunted.clone()));
        assert_eq!(hunted.hardest.len(), 3);
        assert!(hunted.hardest.is_sorted_by_key(|deal| std::cmp::Reverse(deal.swaps.len())));
        for deal in &hunted.hardest {
            let seed = Seed::from_text(&deal.seed);
            let setup = puzzle.deal(&NoOptions {}, &mut Rng::new(&seed, Stream::Deal)).unwrap();
            assert_eq!(setup.position, deal.position);
            let mut state = start(&puzzle, deal);
            deal.swaps.iter().for_each(|swap| puzzle.play(&mut state, *swap).unwrap());
            assert!(state.is_solved());
        }
    }
}

#[test]
fn quick_proofs_are_made_again() {
    assert!(prove(|deal| deal.positions < QUICK) > 0);
}

#[test]
#[ignore = "takes minutes without optimization"]
fn long_proofs_are_made_again() {
    assert!(prove(|deal| deal.positions >= QUICK) > 0);
}

#[test]
fn a_quick_solution_solves_within_the_moves_and_never_fewer_than_are_needed() {
    for goal in Goal::ALL {
        let puzzle = puzzle(goal);
        let mut quick = Quick::new(&puzzle);
        let longest = Hunted::of(goal).hardest[0].swaps.len() as u32;
        let mut found = 0;
        for n in 0..30 {
            let seed = Seed::from_text("quick").nth(n);
            let setup = puzzle.deal(&NoOptions {}, &mut Rng::new(&seed, Stream::Deal)).unwrap();
            let start = puzzle.start(&setup).unwrap();
            let mut rng = Rng::new(&seed, Stream::Test);
            for moves in [longest - 1, longest] {
                let Some(swaps) = quick.solve(start.layout(), moves, &mut rng) else { continue };
                assert!(swaps.len() as u32 <= moves);
                let mut state = start;
                // The goal may be met before the last move, and nothing is played after that.
                let refused = swaps.iter().any(|swap| puzzle.play(&mut state, *swap).is_err());
                assert!(state.is_solved(), "refused: {refused}");
                found += 1;
            }
        }
        assert!(found > 50, "goal {}: {found} of 60", goal.number());
        let hardest = &Hunted::of(goal).hardest[0];
        let layout = *start(&puzzle, hardest).layout();
        assert_eq!(
            quick.solve(&layout, longest - 1, &mut Rng::new(&Seed::from_text("none"), Stream::Test)),
            None
        );
    }
}

#[test]
fn the_list_is_what_was_found() {
    let list = list();
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../docs/hardest.md");
    if std::env::var_os("BAGATELLE_HARDEST").is_some_and(|what| what == "write") {
        std::fs::write(file, &list).unwrap();
    }
    assert_eq!(std::fs::read_to_string(file).unwrap(), list, "BAGATELLE_HARDEST=write writes it anew");
}

fn list() -> String {
    let mut list = String::from(
        "# The hardest deals of the baju puzzle that are known\n\n\
         Of random deals on the default board, those whose shortest solutions are longest. For each goal\n\n\
         ```sh\n\
         cargo run --release -p bagatelle-baju --example baju_hunt -- GOAL DEALS\n\
         ```\n\n\
         looks at the deals of the seeds `hunt:0`, `hunt:1` and so on, and goes on where it was the last \
         time.\n\
         A deal is left as soon as some solution is found that is no longer than those of the deals that \
         are\n\
         kept; a deal for which none is found is solved with proof. So of all the deals that were looked \
         at,\n\
         none has a longer shortest solution than the first deal of its list.\n\n\
         The proof is a search through all shorter sequences of moves (`puzzle/solve`). The table says how \
         many\n\
         positions it looked at, and the test `hardest` of the crate makes the proofs again.\n\n\
         To play one, open the page of the baju puzzle: “Hardest known deals”. On the command line:\n\n\
         ```sh\n\
         bagatelle deal baju-puzzle --seed hunt:0 --option goal=4 | bagatelle solve - --time 60\n\
         ```\n",
    );
    for goal in Goal::ALL {
        let Hunted { deals, hardest } = Hunted::of(goal);
        let longest = hardest[0].swaps.len();
        let _ = write!(
            list,
            "\n## Goal {}: {}\n\n{} deals were looked at; none needs more than {longest} moves.\n\n\
             | seed | deal | moves | positions of the proof | a shortest solution |\n\
             | --- | --- | --- | --- | --- |\n",
            goal.number(),
            goal.name(),
            grouped(deals)
        );
        for Hardest { seed, position, positions, swaps } in hardest {
            let line: Vec<String> = swaps.iter().map(ToString::to_string).collect();
            let (moves, positions) = (swaps.len(), grouped(positions));
            let _ =
                writeln!(list, "| `{seed}` | `{position}` | {moves} | {positions} | {} |", line.join(" "));
        }
    }
    list
}
