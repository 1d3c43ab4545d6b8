//! The solver as a whole, its answers replayed by a separate simulator.

use super::super::testing::{deal, replay, scrambled, solved};
use super::*;
use std::sync::OnceLock;

fn solver() -> &'static Solver {
    static SOLVER: OnceLock<Solver> = OnceLock::new();
    SOLVER.get_or_init(Solver::new)
}

/// Limits of a number of nodes.
fn nodes(limit: u64) -> impl Fn(u64) -> f64 + Sync {
    move |nodes| nodes as f64 / limit as f64
}

fn solve(position: &Position, spent: &(dyn Fn(u64) -> f64 + Sync), workers: usize) -> Solution {
    let limits = Limits { spent, workers, memory: 50 << 20, proof: 0.1, ..Limits::BASE };
    let solution = solver().solve(position, &limits, &|_| ());
    assert!(replay(position, &solution.moves).is_solved());
    assert!(solution.lower_bound <= solution.slides());
    solution
}

#[test]
fn a_random_deal_is_solved_well() {
    let lengths: Vec<u32> = (0..6).map(|seed| solve(&deal(seed), &nodes(80_000), 1).slides()).collect();
    let mean = lengths.iter().sum::<u32>() as f32 / 6.0;
    assert!(mean < 108.0, "{lengths:?}");
}

#[test]
fn no_budget_at_all_still_gives_a_solution() {
    for seed in 0..10 {
        let solution = solve(&deal(seed), &|_| 1.0, 1);
        assert!(solution.slides() < 400);
    }
}

#[test]
fn more_workers_and_memory_bounds_are_fine() {
    let position = deal(11);
    let limits = Limits { spent: &nodes(100_000), workers: 3, memory: 2 << 20, seed: 2, ..Limits::BASE };
    let reports = Mutex::new(Vec::new());
    let solution = solver().solve(&position, &limits, &|solution| {
        assert!(replay(&position, &solution.moves).is_solved());
        reports.lock().unwrap().push(solution.slides());
    });
    let reports = reports.into_inner().unwrap();
    assert!(reports.is_sorted_by(|earlier, later| earlier >= later));
    assert_eq!(reports.last(), Some(&solution.slides()));
    assert!(reports.len() >= 2, "{reports:?}");
}

#[test]
fn one_worker_and_a_budget_in_nodes_repeat_exactly() {
    let position = deal(12);
    assert_eq!(solve(&position, &nodes(40_000), 1), solve(&position, &nodes(40_000), 1));
}

#[test]
fn a_solved_position_needs_nothing() {
    assert_eq!(solve(&solved(2), &|_| 0.0, 1), Solution::default());
}

/// All positions up to some moves from a position: how many new ones there are at each distance, and the
/// shortest distance to a solved one.
fn exhaustive(position: &Position, deepest: usize) -> (Vec<usize>, Option<usize>) {
    let mut met = std::collections::HashSet::from([position.clone()]);
    let mut layer = vec![position.clone()];
    let mut counts = vec![1];
    let mut nearest = position.is_solved().then_some(0);
    for depth in 1..=deepest {
        let mut next = Vec::new();
        for position in &layer {
            for slide in Direction::ALL {
                for swap in [
                    None,
                    Some(Direction::Up),
                    Some(Direction::Down),
                    Some(Direction::Left),
                    Some(Direction::Right),
                ] {
                    if let Some(child) = position.after(Action { slide, swap })
                        && met.insert(child.clone())
                    {
                        if child.is_solved() {
                            nearest = nearest.or(Some(depth));
                        }
                        next.push(child);
                    }
                }
            }
        }
        counts.push(next.len());
        layer = next;
    }
    (counts, nearest)
}

#[test]
fn positions_are_as_many_as_the_rules_say() {
    assert_eq!(exhaustive(&solved(2), 4).0, [1, 7, 74 - 1, 742 - 7, 6991 - 74]);
}

#[test]
fn nearly_solved_positions_are_solved_in_the_fewest_moves() {
    let mut compared = 0;
    for seed in 0..30 {
        let position = scrambled(seed, 1 + seed as usize % 6);
        if let (_, Some(optimum)) = exhaustive(&position, 4) {
            let solution = solve(&position, &|_| 0.0, 1);
            assert_eq!(solution.slides() as usize, optimum, "seed {seed}");
            compared += 1;
        }
    }
    assert!(compared >= 12, "{compared}");
}

#[test]
fn a_few_more_moves_from_home_it_is_still_good() {
    // Moves cannot simply be taken back (the swap comes after the slide), so the way home may be longer than
    // the way out.
    let (mut slides, mut bounds) = (0, 0);
    for seed in 0..8 {
        let solution = solve(&scrambled(100 + seed, 8 + 2 * seed as usize), &nodes(30_000), 1);
        slides += solution.slides();
        bounds += solution.lower_bound;
    }
    assert!(slides <= bounds + 8 * 5, "{slides} slides, {bounds} proved");
}
