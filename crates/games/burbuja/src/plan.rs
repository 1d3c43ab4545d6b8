//! The small machine in which programs and solvers think: one target ring, and every move goes straight to it.
//!
//! A tile moves at most once, so whoever wants a certain ring moves every tile straight to one of its cells. Then tiles lie
//! only on the ring and where they lay when the plan was made: at most 48 *places*, a bit each. Places 0 to 23 are
//! the ring, clockwise; the others are the cells of the tiles that must still come.

use crate::board::Cell;
use crate::coins::Chances;
use crate::notation::Source;
use crate::rules::{Burbuja, Groups, Ring};
use crate::view::{Known, View};
use bagatelle_core::Game;
use bagatelle_piecepack::{BySuit, Rank, Suit, Tile};

/// The places of the ring.
pub const RING: u64 = (1 << 24) - 1;

/// Rings by the size of their shift, larger part first, in the order in which they are likely to be proven (measured). The
/// ring round the middle takes all 24 moves, but any coin that turns up is of use there.
const LIKELY: [(i8, i8); 10] =
    [(0, 0), (2, 2), (2, 1), (3, 1), (2, 0), (1, 1), (1, 0), (3, 2), (3, 0), (3, 3)];

/// A target ring, seen from a certain position.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The middle of the ring.
    pub centre: Cell,
    /// The place of each tile that was not moved, by [`Tile::index`]; of the others their place on the ring.
    home: [u8; Tile::COUNT],
    near: [u64; 48],
    /// The places that touch no place of the ring.
    deep: u64,
    cells: [Cell; 48],
    one_group: bool,
}

/// What is known at some point of a plan: which places are taken, what is known of the piles, what is in hand.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Node {
    /// The places that are taken.
    pub taken: u64,
    /// Those of them whose tile has moved, or has no coin left: they stay where they are.
    pub fixed: u64,
    /// What is known of the piles.
    pub piles: BySuit<Known>,
    /// The second chances left.
    pub chances: Chances,
    /// The coin in hand.
    pub hand: Option<Tile>,
    /// The suit in which must be picked.
    pub confined: Option<Suit>,
}

/// The set bits of a mask, lowest first.
pub fn bits(mut mask: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = mask.trailing_zeros() as usize;
        mask &= mask.wrapping_sub(1);
        (bit < 64).then_some(bit)
    })
}

impl Plan {
    /// The plan for the ring around `centre`, with the position as its first node. `None` if the ring cannot be reached:
    /// a tile whose coin is gone lies off it.
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
        let plan = Plan { centre, home, near, deep, cells, one_group };
        let root = plan.node(view)?;
        Some((plan, root))
    }

    /// The plans for all rings that can still be reached, those that mostly succeed first.
    #[must_use]
    pub fn all(game: &Burbuja, view: &View) -> Vec<(Plan, Node)> {
        // A ring further away than this touches no cell of the square.
        let shifts = if game.options().ring == Ring::Any { -6..=6 } else { 0..=0 };
        let likely = |plan: &Plan| {
            let (x, y) = (plan.centre.x.abs(), plan.centre.y.abs());
            LIKELY.iter().position(|&it| it == (x.max(y), x.min(y))).unwrap_or(LIKELY.len())
        };
        let mut plans: Vec<(Plan, Node)> = shifts
            .clone()
            .flat_map(|x| shifts.clone().filter_map(move |y| Plan::new(game, view, Cell::new(x, y))))
            .collect();
        plans.sort_by_key(|(plan, node)| (likely(plan), node.missing()));
        plans
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
        Some(Node { taken, fixed, piles: view.piles, chances, hand, confined })
    }

    /// The place of a tile that has not moved.
    #[inline]
    #[must_use]
    pub fn home(&self, tile: Tile) -> u64 {
        1 << self.home[tile.index()]
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

    /// The places within `within` that hang together with `group`.
    fn flood(&self, mut group: u64, within: u64) -> u64 {
        loop {
            let grown = bits(group).fold(group, |all, place| all | self.near[place] & within);
            if grown == group {
                return group;
            }
            group = grown;
        }
    }

    /// How shaky a position is: the sum over tiles that may lose their hold. A tile that touches a fixed one is safe;
    /// one that hangs on a single loose neighbour pins it there, and is lost with it. One that touches no place of the
    /// ring can only hang on loose tiles and had better go soon; this counts most.
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

impl Known {
    /// Takes the top coin, which turned out to be `rank`.
    #[inline]
    fn take_top(&mut self, rank: Rank) {
        if self.unseen.is_empty() {
            self.returned.pop();
        } else {
            self.unseen = self.unseen.without(rank);
        }
    }
}

impl Node {
    /// How many tiles are not on the ring.
    #[inline]
    #[must_use]
    pub fn missing(&self) -> u32 {
        (self.taken & !RING).count_ones()
    }

    /// Whether the ring is complete.
    #[inline]
    #[must_use]
    pub fn won(&self) -> bool {
        self.taken == RING
    }

    /// The picks there are.
    pub fn picks(&self) -> impl Iterator<Item = (Suit, Source)> {
        let node = *self;
        Suit::ALL.into_iter().filter(move |&suit| node.confined.is_none_or(|only| only == suit)).flat_map(
            move |suit| {
                let known = node.piles[suit];
                let front = known.front.map(|_| (suit, Source::Front));
                let top = (known.stack() > 0).then_some((suit, Source::Top));
                front.into_iter().chain(top)
            },
        )
    }

    /// The nodes to which a pick may lead, one for each coin that may be turned.
    pub fn after_pick(&self, suit: Suit, source: Source) -> impl Iterator<Item = Node> {
        let node = *self;
        let tops = self.piles[suit].tops();
        let none = tops.is_empty().then_some(None);
        tops.iter().map(Some).chain(none).map(move |turned| node.picked(suit, source, turned))
    }

    /// After a pick that turned the coin `turned`.
    #[inline]
    #[must_use]
    pub fn picked(mut self, suit: Suit, source: Source, turned: Option<Rank>) -> Node {
        let known = &mut self.piles[suit];
        if let Some(rank) = turned {
            known.take_top(rank);
        }
        let taken = match source {
            Source::Front => std::mem::replace(&mut known.front, turned),
            Source::Top => turned,
        };
        self.hand = taken.map(|rank| Tile::new(suit, rank));
        self.confined = None;
        self
    }

    /// After the tile in hand, which lay at `home`, moved to `place`.
    #[inline]
    #[must_use]
    pub fn moved(mut self, home: u64, place: usize) -> Node {
        self.taken = self.taken & !home | 1 << place;
        self.fixed |= 1 << place;
        self.hand = None;
        self
    }

    /// After the coin in hand was rejected.
    #[must_use]
    pub fn rejected(mut self) -> Node {
        let Some(tile) = self.hand.take() else { return self };
        let known = &mut self.piles[tile.suit];
        known.returned.push_under(tile.rank);
        if known.front.is_none() {
            // The front place is empty only if the stack was: the coin comes straight back.
            known.front = known.returned.pop();
        }
        self.chances.spend(tile.suit);
        self.confined = Some(tile.suit);
        self
    }
}
