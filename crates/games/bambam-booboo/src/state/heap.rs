//! The heap: the tiles that have been laid, which of them touch, and the groups that follow from it.
//!
//! A slot is one physical tile: 0 to 19 belong to seat 0, 20 to 39 to seat 1. Sets of slots are bit masks.

use super::forms::FORMS;
use crate::options::Slides;
use crate::tile::{TILES, Tile, Way};
use bagatelle_core::Seat;

/// A set of slots.
pub type Slots = u64;

/// All slots of one seat.
#[inline]
#[must_use]
pub const fn slots_of(seat: Seat) -> Slots {
    ((1 << TILES) - 1) << (TILES * seat.0 as u32)
}

/// Whose tile a slot is.
#[inline]
#[must_use]
pub const fn owner(slot: usize) -> Seat {
    Seat((slot >= TILES as usize) as u8)
}

/// The slots of a set, in order.
#[inline]
pub fn each_slot(mut slots: Slots) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let slot = slots.trailing_zeros() as usize;
        slots &= slots.wrapping_sub(1);
        (slot < 64).then_some(slot)
    })
}

/// The tiles of a heap without which the others fall apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Cuts {
    /// All of them.
    pub all: Slots,
    /// Those among them that can leave two equally large groups once the tile has been added to some of the
    /// groups.
    pub ties: Slots,
}

/// The tiles that lie on the table, at most forty.
#[derive(Clone, PartialEq, Debug)]
pub struct Heap {
    /// Where each tile lies, or lay before it went home.
    tiles: [Tile; 2 * TILES as usize],
    /// For each tile of the heap, those with which it has side contact.
    adjacent: [Slots; 2 * TILES as usize],
    on: Slots,
}

impl Default for Heap {
    fn default() -> Heap {
        Heap { tiles: [Tile::FIRST; 2 * TILES as usize], adjacent: [0; 2 * TILES as usize], on: 0 }
    }
}

impl Heap {
    /// The slots whose tiles lie in the heap.
    #[inline]
    #[must_use]
    pub fn on(&self) -> Slots {
        self.on
    }

    /// The slots of one seat whose tiles lie in the heap.
    #[inline]
    #[must_use]
    pub fn of(&self, seat: Seat) -> Slots {
        self.on & slots_of(seat)
    }

    /// The slots of the tiles that a seat with an empty hand may slide, if they can move.
    #[inline]
    #[must_use]
    pub fn slidable(&self, slides: Slides, seat: Seat) -> Slots {
        match slides {
            Slides::Own => self.of(seat),
            Slides::Any => self.on,
        }
    }

    /// Where a tile lies; for a tile that is not in the heap, where it lay last.
    #[inline]
    #[must_use]
    pub fn tile(&self, slot: usize) -> Tile {
        self.tiles[slot]
    }

    /// The tiles with their slots.
    pub fn tiles(&self) -> impl Iterator<Item = (usize, Tile)> {
        each_slot(self.on).map(|slot| (slot, self.tiles[slot]))
    }

    /// The slot of the tile at exactly this place.
    #[must_use]
    pub fn find(&self, tile: Tile) -> Option<usize> {
        self.tiles().find(|&(_, t)| t == tile).map(|(slot, _)| slot)
    }

    /// The tiles with which a tile at this place has (or would have) side contact.
    #[inline]
    #[must_use]
    pub fn neighbours(&self, tile: Tile) -> Slots {
        self.tiles().filter(|&(_, t)| t.touches(tile)).fold(0, |set, (slot, _)| set | 1 << slot)
    }

    /// Puts a tile that is not in the heap down at a free place.
    #[inline]
    pub fn put(&mut self, slot: usize, tile: Tile) {
        let near = self.neighbours(tile);
        self.tiles[slot] = tile;
        self.adjacent[slot] = near;
        self.on |= 1 << slot;
        each_slot(near).for_each(|other| self.adjacent[other] |= 1 << slot);
    }

    /// Takes tiles away.
    #[inline]
    pub fn take(&mut self, slots: Slots) {
        self.on &= !slots;
        for other in each_slot(self.on) {
            self.adjacent[other] &= !slots;
        }
    }

    /// The tiles among `within` that are linked to the first of `seed`.
    #[inline]
    #[must_use]
    pub fn group(&self, seed: Slots, within: Slots) -> Slots {
        let mut group = seed;
        let mut open = seed;
        while open != 0 {
            let slot = open.trailing_zeros() as usize;
            open &= open - 1;
            let new = self.adjacent[slot] & within & !group;
            group |= new;
            open |= new;
        }
        group
    }

    /// The groups into which the tiles of `within` fall.
    pub fn groups(&self, within: Slots) -> impl Iterator<Item = Slots> {
        let mut left = within;
        std::iter::from_fn(move || {
            let seed = left & left.wrapping_neg();
            let group = self.group(seed, within);
            left &= !group;
            (seed != 0).then_some(group)
        })
    }

    /// The tiles without which the others would fall apart, of a heap that is one group. One walk into the
    /// depth finds them all (Tarjan 1972): a tile is one if what the walk reaches only through it has no
    /// contact with a tile from which the walk came to it.
    #[must_use]
    pub fn cuts(&self) -> Cuts {
        let mut cuts = Cuts::default();
        if self.on == 0 {
            return cuts;
        }
        // By tile: how deep in the walk it is; the least depth that it and the tiles behind it have contact
        // with; how many these are, itself included; how many groups part from it, and the size of the last
        // one.
        let (mut depth, mut least, mut size) = ([0u8; 64], [0u8; 64], [1u32; 64]);
        let (mut parts, mut part) = ([1u8; 64], [0; 64]);
        let mut walk = [0u8; 64];
        let first = self.on.trailing_zeros() as usize;
        let (mut path, mut unseen, mut at) = (1 << first, self.on & !(1 << first), 0);
        walk[0] = first as u8;
        // No group is left where the walk came from.
        parts[first] = 0;
        loop {
            let here = usize::from(walk[at]);
            let next = self.adjacent[here] & unseen;
            if next != 0 {
                let slot = next.trailing_zeros() as usize;
                let near = each_slot(self.adjacent[slot] & path).map(|near| depth[near]).min();
                at += 1;
                (walk[at], depth[slot], least[slot]) = (slot as u8, at as u8, near.unwrap_or_default());
                path |= 1 << slot;
                unseen &= !(1 << slot);
                continue;
            }
            if parts[here] > 1 {
                cuts.all |= 1 << here;
                let rest = self.on.count_ones() - 1 - part[here];
                if parts[here] > 2 || rest.abs_diff(part[here]) == 1 {
                    cuts.ties |= 1 << here;
                }
            }
            if at == 0 {
                return cuts;
            }
            path &= !(1 << here);
            at -= 1;
            let from = usize::from(walk[at]);
            least[from] = least[from].min(least[here]);
            size[from] += size[here];
            if usize::from(least[here]) >= at {
                parts[from] += 1;
                part[from] = size[here];
            }
        }
    }

    /// The place by which a group is named: its smallest.
    #[must_use]
    pub fn name_of(&self, group: Slots) -> Option<Tile> {
        each_slot(group).map(|slot| self.tiles[slot]).min()
    }

    /// The columns and rows that the tiles cover: least x, least y, greatest x, greatest y. `None` if no tile
    /// lies.
    #[inline]
    #[must_use]
    pub fn bounds(&self) -> Option<(i32, i32, i32, i32)> {
        let mut bounds = (i32::MAX, i32::MAX, i32::MIN, i32::MIN);
        for (_, t) in self.tiles() {
            let (right, top) = if t.way == Way::H { (t.x + 1, t.y) } else { (t.x, t.y + 1) };
            bounds = (bounds.0.min(t.x), bounds.1.min(t.y), bounds.2.max(right), bounds.3.max(top));
        }
        (self.on != 0).then_some(bounds)
    }

    /// The four tiles of a winning form of which the tile in `slot` is one.
    #[must_use]
    pub fn form_with(&self, slot: usize) -> Option<[usize; 4]> {
        // A picture of the own tiles around this one, three cells in each direction: one bit per place and
        // way.
        let (here, mut near) = (self.tiles[slot], [0u64; 2]);
        for other in each_slot(self.of(owner(slot))) {
            let (dx, dy) = (self.tiles[other].x - here.x + 3, self.tiles[other].y - here.y + 3);
            if (0..7).contains(&dx) && (0..7).contains(&dy) {
                near[self.tiles[other].way as usize] |= 1 << (dy * 7 + dx);
            }
        }
        if near[0].count_ones() + near[1].count_ones() < 4 {
            return None;
        }
        let found = FORMS.iter().find_map(|form| {
            form.iter().filter(|role| role.way == here.way).find_map(|role| {
                let whole = form
                    .iter()
                    .all(|t| near[t.way as usize] & 1 << ((t.y - role.y + 3) * 7 + t.x - role.x + 3) != 0);
                whole.then(|| form.map(|t| t.shifted(here.x - role.x, here.y - role.y)))
            })
        })?;
        let mut slots = [slot; 4];
        for (to, tile) in slots.iter_mut().zip(found) {
            *to = self.find(tile)?;
        }
        Some(slots)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bagatelle_core::{Rng, Seed, Stream};

    #[test]
    fn cuts_are_the_tiles_without_which_the_others_part() {
        let mut rng = Rng::new(&Seed::from_text("cuts"), Stream::Test);
        let mut found = 0;
        for tiles in (0..300).map(|n| n % 41) {
            let mut heap = Heap::default();
            for slot in 0..tiles {
                // At random places, so near that they meet, and only where they hold to the others.
                loop {
                    let way = Way::BOTH[rng.index(2)];
                    let tile = Tile::new(rng.below(24) as i32, rng.below(24) as i32, way);
                    let free = heap.tiles().all(|(_, other)| !other.overlaps(tile));
                    if free && (slot == 0 || heap.neighbours(tile) != 0) {
                        heap.put(slot, tile);
                        break;
                    }
                }
            }
            let mut expected = Cuts::default();
            for slot in each_slot(heap.on()) {
                let sizes = heap.groups(heap.on() & !(1 << slot)).map(Slots::count_ones);
                let ties = match sizes.collect::<Vec<_>>()[..] {
                    [] | [_] => continue,
                    [a, b] => a.abs_diff(b) == 1,
                    _ => true,
                };
                expected.all |= 1 << slot;
                expected.ties |= Slots::from(ties) << slot;
            }
            assert_eq!(heap.cuts(), expected, "{heap:?}");
            found += expected.ties.count_ones();
        }
        assert!(found > 100, "{found} found");
    }
}
