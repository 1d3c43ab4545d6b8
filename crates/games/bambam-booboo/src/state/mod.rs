//! A position: the table, the hands, whose turn it is, and what has been seen before.

use super::setup::Contact;
use super::table::{Slots, Table, each_slot, owner, slots_of};
use super::tile::Tile;
use crate::action::Action;
use bagatelle_core::Seat;

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// A seat completed a winning form, with these slots.
    Won(Seat, [usize; 4]),
    /// The position stood for the third time.
    Repeated,
}

/// What the seat to act has to do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Phase {
    /// Lay the first tile of the game.
    First,
    /// Place a tile from the hand.
    Place,
    /// Slide an own tile.
    Slide,
    /// Nothing: the game is over.
    Over,
}

/// A position.
#[derive(Clone, PartialEq, Debug)]
pub struct State {
    /// The tiles on the table.
    pub(super) table: Table,
    /// The tiles that take part, on the table or in hand.
    pub(super) stock: Slots,
    /// The tiles that went home at the end of the last turn.
    pub(super) gone: Slots,
    /// The tile that the last turn moved.
    pub(super) moved: Option<usize>,
    pub(super) to_act: Seat,
    pub(super) end: Option<End>,
    /// Fingerprints of all positions so far, this one last; empty if repetition does not matter.
    pub(super) seen: Vec<u128>,
}

impl State {
    /// A position that has not been seen before.
    pub(super) fn new(table: Table, stock: Slots, to_act: Seat) -> State {
        State { table, stock, gone: 0, moved: None, to_act, end: None, seen: Vec::new() }
    }

    /// The tiles on the table.
    #[must_use]
    pub fn table(&self) -> &Table {
        &self.table
    }

    /// The slots in a seat's hand.
    #[inline]
    #[must_use]
    pub fn hand(&self, seat: Seat) -> Slots {
        self.stock & !self.table.on() & slots_of(seat)
    }

    /// How many tiles each seat has in hand.
    #[inline]
    #[must_use]
    pub fn hands(&self) -> [u32; 2] {
        [Seat(0), Seat(1)].map(|seat| self.hand(seat).count_ones())
    }

    /// The seat to act, or that would act if the game were not over.
    #[inline]
    #[must_use]
    pub fn to_act(&self) -> Seat {
        self.to_act
    }

    /// How the game ended.
    #[must_use]
    pub fn end(&self) -> Option<End> {
        self.end
    }

    /// The tiles that went home at the end of the last turn (each still knows where it lay).
    #[must_use]
    pub fn gone(&self) -> Slots {
        self.gone
    }

    /// The tile that the last turn moved.
    #[must_use]
    pub fn moved(&self) -> Option<usize> {
        self.moved
    }

    /// How often this position has stood, this time included; 0 if nobody counts.
    #[must_use]
    pub fn occurrences(&self) -> usize {
        self.seen.last().map_or(0, |last| self.seen.iter().filter(|seen| *seen == last).count())
    }

    /// What the seat to act has to do.
    #[inline]
    #[must_use]
    pub fn phase(&self) -> Phase {
        match self.end {
            Some(_) => Phase::Over,
            None if self.hand(self.to_act) == 0 => Phase::Slide,
            None if self.table.on() == 0 => Phase::First,
            None => Phase::Place,
        }
    }

    /// The groups among which the mover must choose once the tile in `slot` has come to rest at `to` (no form being
    /// complete): all that are equally largest. One, if there is nothing to choose.
    #[must_use]
    pub fn largest_after(&self, slot: usize, to: Tile) -> Vec<Slots> {
        let mut table = self.table.clone();
        table.take(1 << slot);
        table.put(slot, to);
        largest(&table)
    }

    /// The slots that form a winning form once the tile in `slot` has come to rest at `to`.
    #[must_use]
    pub fn form_after(&self, slot: usize, to: Tile) -> Option<[usize; 4]> {
        let mut table = self.table.clone();
        table.take(1 << slot);
        table.put(slot, to);
        table.form_with(slot)
    }

    /// Takes an action that is known to be legal. `repetition` is the occurrence that ends the game, 0 for none.
    #[inline]
    pub(crate) fn act(&mut self, action: Action, repetition: u8) {
        match action {
            Action::Place(to) => self.place(to, repetition),
            Action::Slide { from, to, keep } => {
                if let Some(slot) = self.table.find(from) {
                    self.slide(slot, to, keep, repetition);
                }
            }
            Action::Pass => self.pass(repetition),
        }
    }

    /// Lets go of what was seen before, for those who search.
    pub(crate) fn forget(&mut self) {
        self.seen = Vec::new();
    }

    /// Lays a tile from the hand of the seat to act; the turn passes on. The last of the hand is taken, so that a hand
    /// keeps its order.
    #[inline]
    fn place(&mut self, to: Tile, repetition: u8) {
        let hand = self.hand(self.to_act);
        if hand == 0 {
            return;
        }
        let slot = 63 - hand.leading_zeros() as usize;
        self.table.put(slot, to);
        self.rest(slot, None, repetition);
    }

    /// Slides the tile in `slot`; the turn passes on.
    #[inline]
    fn slide(&mut self, slot: usize, to: Tile, keep: Option<Tile>, repetition: u8) {
        self.table.take(1 << slot);
        self.table.put(slot, to);
        self.rest(slot, Some(keep), repetition);
    }

    /// Leaves the turn to the other seat.
    fn pass(&mut self, repetition: u8) {
        (self.moved, self.gone) = (None, 0);
        self.hand_over(repetition);
    }

    /// What follows once the tile in `slot` rests: a win, or, after a slide, the departure of all groups but one.
    #[inline]
    fn rest(&mut self, slot: usize, slid: Option<Option<Tile>>, repetition: u8) {
        (self.moved, self.gone) = (Some(slot), 0);
        if let Some(form) = self.table.form_with(slot) {
            self.end = Some(End::Won(owner(slot), form));
        } else if let Some(keep) = slid
            && self.table.group(1 << slot, self.table.on()) != self.table.on()
        {
            let largest = largest(&self.table);
            let named = keep.and_then(|name| largest.iter().find(|&&g| self.table.name_of(g) == Some(name)));
            if let Some(&stays) = named.or(largest.first()) {
                self.gone = self.table.on() & !stays;
                self.table.take(self.gone);
            }
        }
        self.hand_over(repetition);
    }

    #[inline]
    fn hand_over(&mut self, repetition: u8) {
        self.to_act = self.to_act.next(2);
        if repetition == 0 {
            return;
        }
        self.remember();
        if self.end.is_none() && self.occurrences() >= usize::from(repetition) {
            self.end = Some(End::Repeated);
        }
    }

    /// Notes that this position has been seen.
    pub(super) fn remember(&mut self) {
        self.seen.push(self.fingerprint());
    }

    /// What makes positions equal, in 128 bits: tiles up to translation with their owners, hands, seat to act. Two
    /// different positions of a game share it with a chance of about 2^-100.
    #[inline]
    #[must_use]
    pub fn fingerprint(&self) -> u128 {
        let (x, y, _, _) = self.table.bounds().unwrap_or_default();
        let hands = self.hands();
        let mut sum =
            mix(1 << 40 | u64::from(hands[0]) << 16 | u64::from(hands[1]) << 8 | u64::from(self.to_act.0));
        for (slot, t) in self.table.tiles() {
            let place = ((t.x - x) as u64) << 16 | ((t.y - y) as u64) << 4 | (t.way as u64) << 1;
            sum = sum.wrapping_add(mix(place | u64::from(owner(slot).0)));
        }
        sum
    }
}

/// A number scattered over 128 bits (the finaliser of splitmix64, Steele, Lea and Flood 2014, once for each half).
#[inline]
fn mix(key: u64) -> u128 {
    let half = |mut z: u64| {
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    };
    let (a, b) = (key.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15), !key);
    u128::from(half(a)) << 64 | u128::from(half(b.wrapping_mul(0xd134_2543_de82_ef95)))
}

/// The groups of a table that are equally largest.
fn largest(table: &Table) -> Vec<Slots> {
    let mut groups: Vec<Slots> = table.groups(table.on()).collect();
    let most = groups.iter().map(|g| g.count_ones()).max().unwrap_or(0);
    groups.retain(|g| g.count_ones() == most);
    groups
}

/// Whether a tile at `place` would have valid contact with one of the tiles `among`.
#[must_use]
pub fn valid_contact(table: &Table, among: Slots, place: Tile, contact: Contact) -> bool {
    each_slot(among)
        .map(|slot| table.tile(slot))
        .any(|t| t.touches(place) && (contact == Contact::Side || !t.bricks(place)))
}
