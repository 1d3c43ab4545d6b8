//! The game as numbers, for programs that learn.

use crate::action::{Action, Source};
use crate::board;
use crate::chances::Chances;
use crate::rules::Burbuja;
use crate::state::{State, Status};
use crate::view::View;
use bagatelle_core::Viewer;
use bagatelle_core::encoding::{Encoded, Floats, Part, flag};
use bagatelle_piecepack::{Rank, Suit, Tile};

/// How far from the middle a tile can come.
const REACH: i32 = board::REACH as i32;
/// The cells in a row that tiles can reach.
const SIDE: i32 = 2 * REACH + 1;
const SUITS: usize = Suit::ALL.len();
const RANKS: usize = Rank::ALL.len();
const REJECT: u32 = 2 * SUITS as u32;
const MOVE: u32 = REJECT + 1;

/// All orders of some ranks.
fn orders(ranks: &[Rank]) -> Vec<Vec<Rank>> {
    if ranks.is_empty() {
        return vec![Vec::new()];
    }
    let begun_by = |first: &Rank| {
        let rest: Vec<Rank> = ranks.iter().copied().filter(|rank| rank != first).collect();
        orders(&rest).into_iter().map(|order| [vec![*first], order].concat()).collect::<Vec<_>>()
    };
    ranks.iter().flat_map(begun_by).collect()
}

impl Encoded for Burbuja {
    const NUMBERING: &'static str = "\
| number | action |
| --- | --- |
| 2 s | the front coin of suit s (0 Suns, 1 Moons, 2 Crowns, 3 Arms) is picked |
| 2 s + 1 | the top coin of its stack is picked |
| 8 | the coin in hand is put back |
| 9 + 53 (y + 26) + x + 26 | the tile of the coin in hand moves to the cell x, y |";
    const PARTS: &'static [Part] = &[
        Part {
            name: "tiles",
            shape: &[Tile::COUNT, 2],
            about: "by tile (suit by suit, null to five): the column and the row of its cell, counted from \
                the middle of the first \
                    square to the right and upwards, -26 to 26",
        },
        Part {
            name: "front",
            shape: &[SUITS, RANKS],
            about: "by suit and value (null to five): 1 for the coin in front of the stack",
        },
        Part {
            name: "unseen",
            shape: &[SUITS, RANKS],
            about: "by suit and value: 1 for each coin that lies unseen in the upper part of the stack",
        },
        Part {
            name: "returned",
            shape: &[SUITS, RANKS],
            about: "by suit and value: the place of a coin that was put back, from 1, counted from the top \
                of those put back (where all coins are open, of the stack); else 0",
        },
        Part { name: "hand", shape: &[Tile::COUNT], about: "by tile: 1 for the coin in hand" },
        Part {
            name: "discards",
            shape: &[Tile::COUNT],
            about: "by tile: the number of the move that used its coin, from 1; else 0",
        },
        Part {
            name: "confined",
            shape: &[SUITS],
            about: "by suit: 1 where the next coin must be picked, after a rejection (where one a turn is \
                allowed, also while that coin is in hand)",
        },
        Part { name: "chances", shape: &[SUITS], about: "by suit: how many second chances it can still use" },
        Part { name: "shared_chances", shape: &[], about: "1 if the suits share their chances" },
        Part {
            name: "status",
            shape: &[4],
            about: "1 for what is so: playing, won, no coin left, the tile has nowhere to go",
        },
    ];

    fn numbers(&self) -> u32 {
        MOVE + (SIDE * SIDE) as u32
    }

    fn number(&self, _state: &State, actions: &[Action], out: &mut Vec<u32>) {
        out.clear();
        out.extend(actions.iter().map(|action| match action {
            Action::Pick(suit, source) => 2 * suit.index() as u32 + u32::from(*source == Source::Top),
            Action::Reject => REJECT,
            Action::Move(cell) => {
                MOVE + ((i32::from(cell.y) + REACH) * SIDE + i32::from(cell.x) + REACH) as u32
            }
        }));
    }

    fn worlds(&self, view: &View, most: usize) -> Option<Vec<(State, f64)>> {
        let by_suit = Suit::ALL.map(|suit| {
            let unseen: Vec<Rank> = view.piles[suit].unseen.iter().collect();
            orders(&unseen)
        });
        let count: usize = by_suit.iter().map(Vec::len).product();
        let world = |n: usize| {
            let mut rest = n;
            let mut next = |all: &[Vec<Rank>]| {
                let order = all[rest % all.len()].clone();
                rest /= all.len();
                order
            };
            view.complete(|suit, unseen| unseen.copy_from_slice(&next(&by_suit[suit.index()])))
        };
        (count <= most).then(|| (0..count).map(|n| (world(n), 1.0 / count as f64)).collect())
    }

    fn encode(&self, view: &View, _viewer: Viewer, out: &mut Floats<'_>) {
        let open = &view.open;
        for (pair, cell) in out.part("tiles").chunks_exact_mut(2).zip(&open.cells) {
            pair.copy_from_slice(&[f32::from(cell.x), f32::from(cell.y)]);
        }
        let (front, unseen, returned) = (out.part("front"), out.part("unseen"), out.part("returned"));
        for (suit, known) in view.piles.iter() {
            let place = |rank: Rank| suit.index() * RANKS + rank.index();
            known.front.into_iter().for_each(|rank| front[place(rank)] = 1.0);
            known.unseen.iter().for_each(|rank| unseen[place(rank)] = 1.0);
            known.returned.iter().zip(1u8..).for_each(|(rank, n)| returned[place(rank)] = f32::from(n));
        }
        let hand = out.part("hand");
        open.hand.into_iter().for_each(|tile| hand[tile.index()] = 1.0);
        let discards = out.part("discards");
        open.discards
            .as_slice()
            .iter()
            .zip(1u8..)
            .for_each(|(tile, n)| discards[tile.index()] = f32::from(n));
        let confined = out.part("confined");
        open.confined.into_iter().for_each(|suit| confined[suit.index()] = 1.0);
        let chances = out.part("chances");
        Suit::ALL.into_iter().for_each(|suit| chances[suit.index()] = f32::from(open.chances.of(suit)));
        out.part("shared_chances")[0] = flag(matches!(open.chances, Chances::Shared(_)));
        let status = match open.status {
            Status::Playing => 0,
            Status::Won => 1,
            Status::Spent => 2,
            Status::Stranded => 3,
        };
        out.part("status")[status] = 1.0;
    }
}
