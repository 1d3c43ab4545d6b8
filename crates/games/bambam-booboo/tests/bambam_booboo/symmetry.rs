//! The eight symmetries of the lattice map legal actions onto legal actions, and forms onto forms.

use crate::common::{rules, setup};
use bagatelle_bambam_booboo::state::forms::FORMS;
use bagatelle_bambam_booboo::{Action, BambamBooboo, Options, State, Tile, Way};
use bagatelle_core::{Game, Rng, Seed, Stream};
use std::collections::BTreeSet;

/// One of the eight symmetries, `s` in 0..8: bits say mirror x, mirror y, swap the axes.
fn map(s: u8, tile: Tile) -> Tile {
    let cells = tile.cells().map(|(x, y)| {
        let (x, y) = (if s & 1 == 0 { x } else { -x }, if s & 2 == 0 { y } else { -y });
        if s & 4 == 0 { (x, y) } else { (y, x) }
    });
    let (x, y) = cells[0].min(cells[1]);
    Tile::new(x, y, if s & 4 == 0 { tile.way } else { tile.way.turned() })
}

fn image(s: u8, position: &State) -> String {
    let tiles: Vec<String> = position
        .heap()
        .tiles()
        .map(|(slot, t)| (map(s, t), slot / 20))
        .map(|(t, seat)| format!("{} {} {} {seat}", t.x, t.y, t.way))
        .collect();
    tiles.join(",")
}

fn actions(game: &BambamBooboo, position: &State) -> Vec<Action> {
    let mut out = Vec::new();
    game.legal(position, &mut out);
    out
}

/// An action without the name of the kept group (which tile is smallest depends on the orientation), and how
/// many share it.
fn bare(s: u8, all: &[Action]) -> BTreeSet<(Option<Tile>, Option<Tile>, usize)> {
    let ends = |a: &Action| match *a {
        Action::Place(to) => (None, Some(map(s, to))),
        Action::Slide { from, to, .. } => (Some(map(s, from)), Some(map(s, to))),
        Action::Pass => (None, None),
    };
    let mut counts = std::collections::BTreeMap::new();
    all.iter().for_each(|a| *counts.entry(ends(a)).or_insert(0) += 1);
    counts.into_iter().map(|((from, to), n)| (from, to, n)).collect()
}

#[test]
fn actions_map_onto_actions() {
    let mut rng = Rng::new(&Seed::from_text("symmetry"), Stream::Test);
    for (tiles, games) in [(3, 6), (6, 6), (20, 2)] {
        let game = rules(Options { tiles, repetition: 0, ..Options::default() });
        for _ in 0..games {
            let mut position = game.start(&game.fixed_setup().unwrap()).unwrap();
            for ply in 0..60 {
                let here = actions(&game, &position);
                if ply > 0 {
                    for s in 1..8 {
                        let hands = position.hands().map(|n| n as u8);
                        let there =
                            game.start(&setup(&image(s, &position), hands, position.to_act().0)).unwrap();
                        assert_eq!(bare(s, &here), bare(0, &actions(&game, &there)), "symmetry {s}");
                    }
                }
                game.apply(&mut position, *rng.choose(&here).unwrap());
                if game.outcome(&position).is_some() {
                    break;
                }
            }
        }
    }
}

#[test]
fn forms_map_onto_forms() {
    let normal = |form: Vec<Tile>| {
        let x = form.iter().map(|t| t.x).min().unwrap();
        let y = form.iter().map(|t| t.y).min().unwrap();
        form.into_iter().map(|t| t.shifted(-x, -y)).collect::<BTreeSet<Tile>>()
    };
    let all: BTreeSet<BTreeSet<Tile>> = FORMS.iter().map(|f| normal(f.to_vec())).collect();
    for s in 0..8 {
        let mapped: BTreeSet<_> =
            FORMS.iter().map(|f| normal(f.iter().map(|&t| map(s, t)).collect())).collect();
        assert_eq!(mapped, all, "symmetry {s}");
    }
    assert!(all.iter().all(|f| f.iter().any(|t| t.way == Way::H) || f.iter().all(|t| t.way == Way::V)));
}
