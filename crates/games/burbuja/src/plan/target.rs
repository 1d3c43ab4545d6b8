//! The plan for one target ring: the places, where tiles may land, and how secure they are.

use super::node::{Node, Step};
use super::places::{RING, bits};
use crate::action::Action;
use crate::board::Cell;
use crate::coins::RankSet;
use crate::options::{Groups, Rejections, Ring};
use crate::rules::Burbuja;
use crate::view::View;
use bagatelle_core::Game;
use bagatelle_piecepack::{BySuit, Rank, Suit, Tile};

/// Rings by the size of their shift, larger part first, in the order in which they are likely to be proven
/// (measured). The ring around the middle takes all 24 moves, but any coin that turns up is of use there.
const LIKELY: [(i8, i8); 10] =
    [(0, 0), (2, 2), (2, 1), (3, 1), (2, 0), (1, 1), (1, 0), (3, 2), (3, 0), (3, 3)];

/// The lower, the likelier a win is proved for the ring around `centre`.
fn unlikely(centre: Cell) -> usize {
    let (x, y) = (centre.x.abs(), centre.y.abs());
    LIKELY.iter().position(|&it| it == (x.max(y), x.min(y))).unwrap_or(LIKELY.len())
}

/// How many tiles lie off the ring around `centre`.
fn off_ring(view: &View, centre: Cell) -> usize {
    Tile::all().filter(|&tile| !view.open.cell(tile).is_on_ring(centre)).count()
}

/// A target ring, seen from a certain position.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The middle of the ring.
    pub centre: Cell,
    /// The place of each tile that was not moved, by [`Tile::index`]; of the others their place on the ring.
    home: [u8; Tile::COUNT],
    /// The tiles of each suit that lie on the ring.
    idle: BySuit<RankSet>,
    near: [u64; 48],
    /// The places that touch no place of the ring.
    deep: u64,
    cells: [Cell; 48],
    one_group: bool,
    rejections: Rejections,
}

impl Plan {
    /// The plan for the ring around `centre`, with the position as its first node. `None` if the ring cannot
    /// be reached: a tile whose coin is gone lies off it.
    #[must_use]
    pub fn new(game: &Burbuja, view: &View, centre: Cell) -> Option<(Plan, Node)> {
        let open = &view.open;
        let spent = open.discards.as_slice();
        let mut cells = [centre; 48];
        let mut count = 0;
        let mut add = |cell: Cell| {
            cells[count] = cell;
            count += 1;
            count - 1
        };
        let ring: Vec<Cell> = Cell::ring(centre).collect();
        ring.iter().for_each(|&cell| {
            add(cell);
        });
        let mut home = [0; Tile::COUNT];
        for tile in Tile::all() {
            let cell = open.cell(tile);
            let place = match ring.iter().position(|&it| it == cell) {
                Some(place) => place,
                None if spent.contains(&tile) => return None,
                None => add(cell),
            };
            home[tile.index()] = place as u8;
        }
        let mut near = [0; 48];
        for (a, near) in near.iter_mut().enumerate().take(count) {
            for b in 0..count {
                *near |= u64::from(cells[a].touches(cells[b])) << b;
            }
        }
        let one_group = game.options().groups == Groups::One;
        let deep =
            (24..count).filter(|&place| near[place] & RING == 0).fold(0, |all, place| all | 1 << place);
        let on_ring = |suit, rank| home[Tile::new(suit, rank).index()] < 24;
        let idle =
            BySuit::from_fn(|suit| Rank::ALL.into_iter().filter(|&rank| on_ring(suit, rank)).collect());
        let rejections = game.options().rejections;
        let plan = Plan { centre, home, idle, near, deep, cells, one_group, rejections };
        let root = plan.node(view)?;
        Some((plan, root))
    }

    /// The middles of the rings that can still be reached: every tile whose coin is gone lies on them.
    pub fn centres(game: &Burbuja, view: &View) -> impl Iterator<Item = Cell> {
        // A ring further away than this touches no cell of the square.
        let shifts = if game.options().ring == Ring::Any { -6..=6 } else { 0..=0 };
        let cells = shifts.clone().flat_map(move |x| shifts.clone().map(move |y| Cell::new(x, y)));
        cells.filter(|&centre| {
            let spent = view.open.discards.as_slice().iter();
            spent.into_iter().all(|&tile| view.open.cell(tile).is_on_ring(centre))
        })
    }

    /// The middle of the ring with the most tiles on it, of those that can still be reached, and how many
    /// tiles are off it.
    #[must_use]
    pub fn nearest(game: &Burbuja, view: &View) -> Option<(Cell, usize)> {
        let rings = Plan::centres(game, view).map(|centre| (centre, off_ring(view, centre)));
        rings.min_by_key(|&(centre, off)| (off, unlikely(centre)))
    }

    /// The first of [`Plan::all`], without the work of making the others.
    #[must_use]
    pub fn likeliest(game: &Burbuja, view: &View) -> Option<(Plan, Node)> {
        let centre =
            Plan::centres(game, view).min_by_key(|&centre| (unlikely(centre), off_ring(view, centre)))?;
        Plan::new(game, view, centre)
    }

    /// The plans for all rings that can still be reached, those that mostly succeed first.
    #[must_use]
    pub fn all(game: &Burbuja, view: &View) -> Vec<(Plan, Node)> {
        let mut plans: Vec<(Plan, Node)> =
            Plan::centres(game, view).filter_map(|centre| Plan::new(game, view, centre)).collect();
        plans.sort_by_key(|(plan, node)| (plan.unlikely(), node.missing()));
        plans
    }

    /// The lower, the likelier a win is proved for the ring. It depends on the ring alone.
    #[must_use]
    pub fn unlikely(&self) -> usize {
        unlikely(self.centre)
    }

    /// The node that `view` is in this plan; `None` if it does not follow the plan.
    #[must_use]
    pub fn node(&self, view: &View) -> Option<Node> {
        let open = &view.open;
        let (mut taken, mut fixed) = (0u64, 0u64);
        for tile in Tile::all() {
            let spent = open.discards.as_slice().contains(&tile);
            let cell = open.cell(tile);
            let home = usize::from(self.home[tile.index()]);
            let place = if self.cells[home] == cell {
                home
            } else {
                self.cells[..24].iter().position(|&it| it == cell).filter(|_| spent)?
            };
            taken |= 1 << place;
            fixed |= u64::from(spent) << place;
        }
        let (chances, hand, confined) = (open.chances, open.hand, open.confined);
        let rejections = self.rejections;
        Some(Node { taken, fixed, piles: view.piles, chances, hand, confined, rejections })
    }

    /// The place of a tile that has not moved.
    #[inline]
    #[must_use]
    pub fn home(&self, tile: Tile) -> u64 {
        1 << self.home[tile.index()]
    }

    /// The tiles of a suit that lie on the ring, where the plan begins or moved there: their coins are not
    /// needed.
    #[inline]
    #[must_use]
    pub fn idle(&self, suit: Suit) -> RankSet {
        self.idle[suit]
    }

    /// The action of a step.
    #[must_use]
    pub fn action(&self, step: Step) -> Action {
        match step {
            Step::Pick(suit, source) => Action::Pick(suit, source),
            Step::Move(place) => Action::Move(self.cell(place)),
            Step::Reject => Action::Reject,
        }
    }

    /// The cell of a place.
    #[must_use]
    pub fn cell(&self, place: usize) -> Cell {
        self.cells[place]
    }

    /// The places that touch `place`.
    #[inline]
    #[must_use]
    pub fn near(&self, place: usize) -> u64 {
        self.near[place]
    }

    /// The places of the ring to which a tile may move by the rules.
    #[inline]
    #[must_use]
    pub fn landings(&self, taken: u64, tile: Tile) -> u64 {
        let home = usize::from(self.home[tile.index()]);
        let air = taken & !(1 << home);
        let mut open = 0;
        for place in bits(RING & !taken) {
            open |= u64::from(self.near[place] & air != 0) << place;
        }
        for left in bits(self.near[home] & air) {
            if self.near[left] & air == 0 {
                open &= self.near[left];
            }
        }
        if self.one_group {
            let mut rest = air;
            while rest != 0 {
                let group = self.flood(rest & rest.wrapping_neg(), rest);
                rest &= !group;
                open &= bits(group).fold(0, |all, place| all | self.near[place]);
            }
        }
        open
    }

    /// The places within `within` that are connected with `group`.
    fn flood(&self, mut group: u64, within: u64) -> u64 {
        loop {
            let grown = bits(group).fold(group, |all, place| all | self.near[place] & within);
            if grown == group {
                return group;
            }
            group = grown;
        }
    }

    /// How insecure a position is: the sum over tiles that may lose their neighbours. A tile that touches a
    /// fixed one is safe; one with a single loose neighbour keeps that neighbour from moving. One that
    /// touches no place of the ring has loose neighbours only and should move soon; this counts most.
    #[inline]
    #[must_use]
    pub fn shaky(&self, taken: u64, fixed: u64) -> u32 {
        const COST: [u32; 5] = [0, 12, 4, 1, 0];
        const DEEP: u32 = 20;
        let loose: u32 = bits(taken)
            .filter(|&place| self.near[place] & fixed == 0)
            .map(|place| COST[(self.near[place] & taken).count_ones() as usize])
            .sum();
        loose + DEEP * (taken & self.deep).count_ones()
    }
}
