//! Proofs with tables of four tiles, which are built in a moment, against exhaustive search and the small
//! tables.

use super::super::board::{BEHIND, NOWHERE, NULL};
use super::super::tables::Tables;
use super::super::testing::{Random, deal, solved};
use super::*;
use std::collections::HashMap;
use std::sync::OnceLock;

/// The groups of the small tables.
const SMALL: patterns::Division<6> = [
    &[0, 1, 5, 6],
    &[2, 3, 7, 8],
    &[10, 11, 15, 16],
    &[12, 13, 17, 18],
    &[4, 9, 14, 19],
    &[NULL, NULL, NULL, NULL],
];

fn prover() -> &'static Prover<6> {
    static PROVER: OnceLock<Prover<6>> = OnceLock::new();
    PROVER.get_or_init(|| {
        let tables = patterns::build(SMALL, &mut |_| true).unwrap();
        Prover { patterns: Patterns::new(SMALL, tables).unwrap() }
    })
}

fn prove(tiles: &Tiles, enough: u32, workers: usize, most: u64) -> Proof {
    let resources = Resources { workers, memory: 10 << 20 };
    prover().prove(tiles, enough, resources, &|nodes| nodes >= most, &|_| ())
}

fn slid(tiles: &Tiles, action: u8) -> Option<Tiles> {
    let mut tiles = *tiles;
    (BEHIND[tiles.hole as usize][action as usize] != NOWHERE).then(|| {
        tiles.slide(action);
        tiles
    })
}

/// The distances of all positions up to a number of slides from a solved one.
fn near(deepest: u32) -> HashMap<Tiles, u32> {
    let mut layer: Vec<Tiles> = (0..5).map(|column| Tiles::of(&solved(column))).collect();
    let mut distances: HashMap<Tiles, u32> = layer.iter().map(|&tiles| (tiles, 0)).collect();
    for depth in 1..=deepest {
        let mut next = Vec::new();
        for tiles in &layer {
            for child in (0..4).filter_map(|action| slid(tiles, action)) {
                distances.entry(child).or_insert_with(|| {
                    next.push(child);
                    depth
                });
            }
        }
        layer = next;
    }
    distances
}

/// A position some random slides away from another one.
fn walked(mut tiles: Tiles, slides: usize, random: &mut Random) -> Tiles {
    for _ in 0..slides {
        tiles = loop {
            if let Some(next) = slid(&tiles, random.below(4) as u8) {
                break next;
            }
        };
    }
    tiles
}

#[test]
fn near_home_the_proof_is_the_distance() {
    let distances = near(11);
    assert!(distances.len() > 5_000, "{}", distances.len());
    let guides = Class::ALL.map(|class| Guide::new(&prover().patterns, class));
    for (number, (tiles, &distance)) in distances.iter().enumerate() {
        if number % 5 == 0 {
            let guide = &guides[Class::of(distance, tiles.hole) as usize];
            assert!(guide.root(tiles).bound() <= distance, "{tiles:?}");
        }
        if number % 50 == 0 {
            let proof = prove(tiles, 40, 1, u64::MAX);
            assert_eq!(
                (proof.lower_bound, proof.way.as_ref().map(Vec::len)),
                (distance, Some(distance as usize))
            );
            let end = proof.way.unwrap().into_iter().try_fold(*tiles, |tiles, action| slid(&tiles, action));
            assert!(end.unwrap().is_solved());
        }
    }
}

#[test]
fn the_bound_is_not_below_that_of_the_small_tables_nor_above_a_way() {
    let mut random = Random(5);
    for seed in 0..200 {
        let slides = 5 + seed as usize;
        let tiles = walked(Tiles::of(&solved(seed as usize % 5)), slides, &mut random);
        let roots = Class::ALL.map(|class| Guide::new(&prover().patterns, class).root(&tiles));
        let least = roots.iter().map(Node::bound).min().unwrap();
        assert!(least >= Tables::shared().bound(&tiles) && least as usize <= slides, "{tiles:?}");
    }
}

#[test]
fn what_is_carried_along_is_what_is_looked_up() {
    let mut random = Random(6);
    for class in Class::ALL {
        let guide = Guide::new(&prover().patterns, class);
        let mut node = guide.root(&Tiles::of(&deal(3)));
        for _ in 0..300 {
            let mut children = Vec::new();
            guide.children(&node, 1000, 0, |_, child| children.push(child));
            node = children.swap_remove(random.below(children.len()));
            let fresh = guide.root(&node.tiles);
            assert_eq!(format!("{node:?}"), format!("{fresh:?}"));
        }
    }
}

#[test]
fn a_position_and_its_mirror_image_have_equal_proofs() {
    for seed in 0..4 {
        let tiles = Tiles::of(&deal(seed));
        let (one, other) = (prove(&tiles, 200, 1, 300_000), prove(&tiles.mirrored(), 200, 1, 300_000));
        assert_eq!(one.lower_bound, other.lower_bound);
    }
}

#[test]
fn the_proof_does_not_depend_on_the_workers() {
    let mut random = Random(8);
    for _ in 0..3 {
        let tiles = walked(Tiles::of(&solved(1)), 60, &mut random);
        let (one, three) = (prove(&tiles, 200, 1, u64::MAX), prove(&tiles, 200, 3, u64::MAX));
        assert_eq!(one.lower_bound, three.lower_bound);
        assert_eq!(one.way.map(|way| way.len()), three.way.map(|way| way.len()));
    }
}

#[test]
fn it_ends_when_enough_is_proved_or_it_is_stopped() {
    let tiles = Tiles::of(&deal(1));
    let some = prove(&tiles, 200, 1, 200_000);
    assert!(some.way.is_none() && some.nodes < 400_000);
    let enough = prove(&tiles, some.lower_bound - 1, 1, u64::MAX);
    assert_eq!((enough.lower_bound, enough.way), (some.lower_bound - 1, None));
}

#[test]
fn tables_of_another_size_are_none() {
    assert!(Prover::new(vec![0; 1000]).is_none());
    let mut told = 0;
    let build = patterns::build(SMALL, &mut |part| {
        told += 1;
        assert!((0.0..=1.0).contains(&part));
        told < 3
    });
    assert!(build.is_none() && told == 3, "ended after {told} steps");
}

#[test]
fn the_tiles_of_a_solved_position_need_nothing() {
    let proof = prove(&Tiles::of(&solved(4)), 10, 1, u64::MAX);
    assert_eq!((proof.lower_bound, proof.way), (0, Some(Vec::new())));
}
