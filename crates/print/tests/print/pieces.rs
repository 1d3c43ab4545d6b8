//! Pieces: how large they are, how many, and what lies behind them.

use crate::measure::{Extent, Seen, read, same};
use bagatelle_catalog::{printed, printed_games};
use bagatelle_core::printed::{Booklet, Ink, Outline};
use bagatelle_print::plan::{self, Face, Page};
use bagatelle_print::{Paper, Sheets, Tone, pdf};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// Sheets of pieces and nothing else.
fn only_pieces() -> Sheets {
    Sheets { rules: false, card: false, ..Sheets::default() }
}

fn booklet(game: &str, options: &Value, ink: Ink) -> Booklet {
    printed(game).unwrap().booklet(options, ink).unwrap()
}

/// Where the pieces of a page should be, with their bleed.
fn planned(booklet: &Booklet, page: &Page, bleed: f64) -> Vec<Extent> {
    let of = |batch: &plan::Batch| {
        let (wide, high) = booklet.prints.sets[batch.set].size;
        let extents: Vec<Extent> = batch
            .pieces
            .iter()
            .map(|at| [at.x - bleed, at.y - bleed, at.x + wide + bleed, at.y + high + bleed])
            .collect();
        extents
    };
    page.batches.iter().flat_map(of).collect()
}

fn has(seen: &Seen, extent: Extent) -> bool {
    seen.clips.iter().any(|&clip| same(clip, extent))
}

#[test]
fn sheets_have_the_size_of_the_paper() {
    for (paper, size) in [(Paper::A4, (210.0, 297.0)), (Paper::Letter, (215.9, 279.4))] {
        let sheets = Sheets { paper, ..Sheets::default() };
        for page in read(&pdf(&booklet("burbuja", &Value::Null, Ink::Full), &sheets).unwrap()) {
            assert!(
                (page.size.0 - size.0).abs() < 0.01 && (page.size.1 - size.1).abs() < 0.01,
                "{:?}",
                page.size
            );
        }
    }
}

#[test]
fn a_tile_of_the_piecepack_is_two_inches_wide_in_the_file() {
    let file = |bleed| pdf(&booklet("burbuja", &Value::Null, Ink::Full), &Sheets { bleed, ..only_pieces() });
    for (bleed, width) in [(0.0, 50.8), (2.0, 54.8), (3.0, 56.8)] {
        let first = read(&file(bleed).unwrap())[0].clips[0];
        let size = (first[2] - first[0], first[3] - first[1]);
        assert!((size.0 - width).abs() < 0.01 && (size.1 - width).abs() < 0.01, "{bleed}: {size:?}");
    }
}

#[test]
fn each_piece_is_drawn_at_its_size_where_it_is_planned() {
    for game in printed_games() {
        for paper in Paper::ALL {
            for (backs, bleed) in [(true, 2.0), (false, 0.0)] {
                let booklet = game.booklet(&Value::Null, Ink::Full).unwrap();
                let sheets = Sheets { paper, backs, bleed, ..only_pieces() };
                let pages = plan::pages(&booklet.prints, &sheets).unwrap();
                let seen = read(&pdf(&booklet, &sheets).unwrap());
                assert_eq!(seen.len(), pages.len(), "{}", game.id());
                for (page, seen) in pages.iter().zip(&seen) {
                    let (width, height) = paper.size();
                    for (n, batch) in page.batches.iter().enumerate() {
                        let words = batch.pieces.iter().any(|at| {
                            let piece = &booklet.prints.sets[batch.set].pieces[at.piece];
                            let side = if batch.face == Face::Front {
                                Some(&piece.front)
                            } else {
                                piece.back.as_ref()
                            };
                            matches!(side, Some(bagatelle_core::printed::Side::Words(_)))
                        });
                        let one = Page { batches: vec![batch.clone()], back: page.back };
                        for extent in planned(&booklet, &one, if words { 0.0 } else { bleed }) {
                            assert!(
                                has(seen, extent),
                                "{}, kind {n}: {extent:?} in {:?}",
                                game.id(),
                                seen.clips
                            );
                            let inside = extent[0] > 3.0 && extent[1] > 3.0 && extent[2] < width - 3.0;
                            assert!(
                                inside && extent[3] < height - 3.0,
                                "{}: {extent:?} on {paper}",
                                game.id()
                            );
                        }
                    }
                }
            }
        }
    }
}

#[test]
fn no_piece_lies_on_another() {
    for game in printed_games() {
        for (paper, bleed) in [(Paper::A4, 0.0), (Paper::Letter, 2.0), (Paper::A4, 5.0)] {
            let booklet = game.booklet(&Value::Null, Ink::Full).unwrap();
            for page in plan::pages(&booklet.prints, &Sheets { paper, bleed, ..only_pieces() }).unwrap() {
                let all = planned(&booklet, &page, bleed);
                for (n, a) in all.iter().enumerate() {
                    for b in &all[n + 1..] {
                        let apart = a[2] <= b[0] + 1e-6
                            || b[2] <= a[0] + 1e-6
                            || a[3] <= b[1] + 1e-6
                            || b[3] <= a[1] + 1e-6;
                        assert!(apart, "{}: {a:?} and {b:?}", game.id());
                    }
                }
            }
        }
    }
}

#[test]
fn cut_marks_point_at_the_edges_and_touch_no_piece() {
    let booklet = booklet("burbuja", &Value::Null, Ink::Full);
    let sheets = only_pieces();
    let page = &plan::pages(&booklet.prints, &sheets).unwrap()[0];
    let seen = &read(&pdf(&booklet, &sheets).unwrap())[0];
    // Three columns and four rows have six and eight edges, each with a mark at both ends.
    assert_eq!(seen.lines.len(), 2 * (6 + 8));
    let (bled, cut) = (planned(&booklet, page, sheets.bleed), planned(&booklet, page, 0.0));
    for mark in &seen.lines {
        let upright = mark[2] - mark[0] < 0.01;
        let (at, edges) = if upright { (mark[0], [0, 2]) } else { (mark[1], [1, 3]) };
        assert!(
            cut.iter().any(|piece| edges.iter().any(|&edge| (piece[edge] - at).abs() < 0.01)),
            "{mark:?}"
        );
        let apart = |p: &Extent| mark[2] < p[0] || p[2] < mark[0] || mark[3] < p[1] || p[3] < mark[1];
        assert!(bled.iter().all(apart), "{mark:?}");
    }
}

#[test]
fn each_back_lies_behind_its_front() {
    for game in printed_games() {
        for paper in Paper::ALL {
            let booklet = game.booklet(&Value::Null, Ink::Full).unwrap();
            let sheets = Sheets { paper, backs: true, ..only_pieces() };
            let pages = plan::pages(&booklet.prints, &sheets).unwrap();
            assert_eq!(pages.len() % 2, 0);
            for pair in pages.chunks(2) {
                let [front, back] = pair else { unreachable!() };
                assert!(!front.back && back.back);
                for batch in &front.batches {
                    let set = &booklet.prints.sets[batch.set];
                    for at in batch.pieces.iter().filter(|at| set.pieces[at.piece].back.is_some()) {
                        // Turned over its long edge, the sheet shows the place of the piece on the other
                        // side.
                        let x = paper.size().0 - at.x - set.size.0;
                        let behind =
                            |b: &plan::Placed| b.piece == at.piece && (b.x - x).abs() < 1e-9 && b.y == at.y;
                        let backs =
                            back.batches.iter().filter(|b| b.set == batch.set && b.face == Face::Back);
                        assert_eq!(
                            backs.flat_map(|b| &b.pieces).filter(|b| behind(b)).count(),
                            1,
                            "{}",
                            game.id()
                        );
                    }
                }
            }
        }
    }
}

/// How many pieces of each kind there are.
fn counts(game: &str, options: &Value, sheets: &Sheets) -> BTreeMap<(&'static str, bool), usize> {
    let booklet = booklet(game, options, sheets.tone.ink());
    let mut counts = BTreeMap::new();
    for batch in plan::pages(&booklet.prints, sheets).unwrap().iter().flat_map(|page| &page.batches) {
        let name = booklet.prints.sets[batch.set].name;
        *counts.entry((name, batch.face == Face::Front)).or_default() += batch.pieces.len();
    }
    counts
}

#[test]
fn no_piece_is_missing() {
    let fronts = |game: &str, options: Value| -> Vec<(&'static str, usize)> {
        let all = counts(game, &options, &Sheets { tone: Tone::LowInk, ..only_pieces() });
        all.into_iter().filter(|((_, front), _)| *front).map(|((name, _), count)| (name, count)).collect()
    };
    let none = || Value::Null;
    assert_eq!(fronts("burbuja", none()), [("Coins", 24), ("Pawns", 4), ("Tiles", 24)]);
    assert_eq!(fronts("burbuja", json!({"chances": "S0M0C0A0"})), [("Coins", 24), ("Tiles", 24)]);
    assert_eq!(
        fronts("burbuja", json!({"chances": "S3M3C3A3"})),
        [("Coins", 24), ("Pawns", 4), ("Tiles", 24), ("Tracks", 4)]
    );
    assert_eq!(
        fronts("burbuja", json!({"chances": "shared4"})),
        [("Coins", 24), ("Pawns", 1), ("Tiles", 24), ("Tracks", 1)]
    );
    assert_eq!(fronts("brain-burn", none()), [("Coins", 24), ("Frame", 8), ("Tiles", 24)]);
    assert_eq!(fronts("bambam-booboo", none()), [("Dark tiles", 20), ("Form cards", 2), ("Light tiles", 20)]);
    assert_eq!(
        fronts("bambam-booboo", json!({"tiles": 8})),
        [("Dark tiles", 8), ("Form cards", 2), ("Light tiles", 8)]
    );
    for game in ["baju-duel", "baju-puzzle"] {
        assert_eq!(fronts(game, none()), [("Board", 1), ("Buttons", 16)]);
    }
    assert_eq!(
        fronts("bulbous", none()),
        [("Bulbs", 64), ("Charms", 34), ("First Player", 1), ("Plants", 16), ("Player aids", 4)]
    );
}

#[test]
fn without_backs_only_those_are_printed_that_the_game_needs() {
    let backs = |game: &str| -> Vec<(&'static str, usize)> {
        let all = counts(game, &Value::Null, &only_pieces());
        all.into_iter().filter(|((_, front), _)| !front).map(|((name, _), count)| (name, count)).collect()
    };
    assert_eq!(backs("burbuja"), [("Coins", 24)]);
    assert_eq!(backs("brain-burn"), []);
    assert_eq!(backs("bulbous"), []);
}

#[test]
fn round_pieces_have_an_outline_that_is_seen_on_any_paint() {
    for (game, tone) in [("burbuja", Tone::Colour), ("baju-duel", Tone::Colour), ("bulbous", Tone::Grey)] {
        let booklet = booklet(game, &Value::Null, tone.ink());
        let sheets = Sheets { tone, ..only_pieces() };
        let pages = plan::pages(&booklet.prints, &sheets).unwrap();
        let mut outlined = 0;
        for (page, seen) in pages.iter().zip(read(&pdf(&booklet, &sheets).unwrap())) {
            for batch in &page.batches {
                let set = &booklet.prints.sets[batch.set];
                let round = batch.pieces.iter().filter(|_| set.outline == Outline::Round);
                for at in round {
                    let edge = [at.x, at.y, at.x + set.size.0, at.y + set.size.1];
                    let lines: Vec<(f64, f64)> = seen
                        .strokes
                        .iter()
                        .filter(|(.., extent)| same(*extent, edge))
                        .map(|(grey, width, _)| (*grey, *width))
                        .collect();
                    let [(light, wide), (dark, narrow)] = lines[..] else { panic!("{game}: {lines:?}") };
                    assert!(light == 1.0 && dark < 0.5 && wide > narrow && narrow > 0.19, "{lines:?}");
                    outlined += 1;
                }
            }
        }
        assert!(outlined >= 16, "{game}: {outlined}");
    }
}

#[test]
fn a_board_without_bridges_says_so() {
    let bare = json!({ "board": "baju-board 1\nname Bare\n" });
    for game in ["baju-duel", "baju-puzzle"] {
        let making = |options: &Value| booklet(game, options, Ink::Full).prints.sets[0].making;
        assert!(making(&bare).starts_with("This board has no bridges"), "{game}");
        assert!(making(&Value::Null).starts_with("A stand-in"), "{game}");
    }
}
