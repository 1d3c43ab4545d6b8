//! A position: the heap, the hands, whose turn it is, and which positions have occurred before.

pub mod forms;
pub mod heap;

use crate::action::Action;
use crate::tile::Tile;
use bagatelle_core::Seat;
use heap::{Heap, Slots, owner, slots_of};

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// A seat completed a winning form, with these slots.
    Won(Seat, [usize; 4]),
    /// The position occurred for the third time.
    Repeated,
}

/// What the seat to act has to do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Phase {
    /// Lay the first tile of the game.
    First,
    /// Place a tile from the hand.
    Place,
    /// Slide a tile that lies on the table.
    Slide,
    /// Nothing: the game is over.
    Over,
}

/// A position.
#[derive(Clone, PartialEq, Debug)]
pub struct State {
    /// The tiles that lie on the table.
    heap: Heap,
    /// The tiles that take part, on the table or in hand.
    stock: Slots,
    /// The tiles that went home at the end of the last turn.
    gone: Slots,
    /// The tile that the last turn moved.
    moved: Option<usize>,
    to_act: Seat,
    end: Option<End>,
    /// Fingerprints of all positions so far, this one last; empty if repetition does not matter.
    seen: Vec<u128>,
}

impl State {
    /// A position that has not occurred before.
    pub(crate) fn new(heap: Heap, stock: Slots, to_act: Seat) -> State {
        State { heap, stock, gone: 0, moved: None, to_act, end: None, seen: Vec::new() }
    }

    /// The tiles that lie on the table.
    #[inline]
    #[must_use]
    pub fn heap(&self) -> &Heap {
        &self.heap
    }

    /// The slots in a seat's hand.
    #[inline]
    #[must_use]
    pub fn hand(&self, seat: Seat) -> Slots {
        self.stock & !self.heap.on() & slots_of(seat)
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
    #[inline]
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

    /// How often this position has occurred, this time included; 0 if occurrences are not counted.
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
            None if self.heap.on() == 0 => Phase::First,
            None => Phase::Place,
        }
    }

    /// The groups among which the mover must choose once the tile in `slot` has come to rest at `to` (no form
    /// being complete): all that are equally largest. One, if there is nothing to choose.
    #[must_use]
    pub fn largest_after(&self, slot: usize, to: Tile) -> Vec<Slots> {
        let mut heap = self.heap.clone();
        heap.take(1 << slot);
        heap.put(slot, to);
        largest(&heap)
    }

    /// The slots that form a winning form once the tile in `slot` has come to rest at `to`.
    #[must_use]
    pub fn form_after(&self, slot: usize, to: Tile) -> Option<[usize; 4]> {
        let mut heap = self.heap.clone();
        heap.take(1 << slot);
        heap.put(slot, to);
        heap.form_with(slot)
    }

    /// Takes an action that is known to be legal. `repetition` is the occurrence that ends the game, 0 for
    /// none.
    #[inline]
    pub(crate) fn act(&mut self, action: Action, repetition: u8) {
        match action {
            Action::Place(to) => self.place(to, repetition),
            Action::Slide { from, to, keep } => {
                if let Some(slot) = self.heap.find(from) {
                    self.slide(slot, to, keep, repetition);
                }
            }
            Action::Pass => self.pass(repetition),
        }
    }

    /// Forgets the positions before this one, which a search does not need.
    pub(crate) fn forget(&mut self) {
        self.seen = Vec::new();
    }

    /// The tile of a hand that is placed next: the last one, so that a hand keeps its order.
    #[inline]
    pub(crate) fn next_in_hand(&self, seat: Seat) -> Option<usize> {
        let hand = self.hand(seat);
        (hand != 0).then(|| 63 - hand.leading_zeros() as usize)
    }

    /// Lays a tile from the hand of the seat to act; the turn passes on.
    #[inline]
    fn place(&mut self, to: Tile, repetition: u8) {
        let Some(slot) = self.next_in_hand(self.to_act) else { return };
        self.heap.put(slot, to);
        self.rest(slot, None, repetition);
    }

    /// Slides the tile in `slot`; the turn passes on.
    #[inline]
    fn slide(&mut self, slot: usize, to: Tile, keep: Option<Tile>, repetition: u8) {
        self.heap.take(1 << slot);
        self.heap.put(slot, to);
        self.rest(slot, Some(keep), repetition);
    }

    /// Gives the turn to the other seat.
    fn pass(&mut self, repetition: u8) {
        (self.moved, self.gone) = (None, 0);
        self.hand_over(repetition);
    }

    /// What follows once the tile in `slot` rests: a win, or, after a slide, the departure of all groups but
    /// one.
    #[inline]
    fn rest(&mut self, slot: usize, slid: Option<Option<Tile>>, repetition: u8) {
        (self.moved, self.gone) = (Some(slot), 0);
        if let Some(form) = self.heap.form_with(slot) {
            self.end = Some(End::Won(owner(slot), form));
        } else if let Some(keep) = slid
            && self.heap.group(1 << slot, self.heap.on()) != self.heap.on()
        {
            let largest = largest(&self.heap);
            let named = keep.and_then(|name| largest.iter().find(|&&g| self.heap.name_of(g) == Some(name)));
            if let Some(&stays) = named.or(largest.first()) {
                self.gone = self.heap.on() & !stays;
                self.heap.take(self.gone);
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

    /// Notes that this position has occurred.
    pub(crate) fn remember(&mut self) {
        self.seen.push(self.fingerprint());
    }

    /// What makes positions equal, in 128 bits: tiles up to translation with their owners, hands, seat to
    /// act. Two different positions of a game share it with a chance of about 2^-100.
    #[inline]
    #[must_use]
    pub fn fingerprint(&self) -> u128 {
        let (x, y, _, _) = self.heap.bounds().unwrap_or_default();
        let hands = self.hands();
        let mut sum =
            mix(1 << 40 | u64::from(hands[0]) << 16 | u64::from(hands[1]) << 8 | u64::from(self.to_act.0));
        for (slot, t) in self.heap.tiles() {
            let place = ((t.x - x) as u64) << 16 | ((t.y - y) as u64) << 4 | (t.way as u64) << 1;
            sum = sum.wrapping_add(mix(place | u64::from(owner(slot).0)));
        }
        sum
    }
}

/// A number scattered over 128 bits (the finaliser of splitmix64, Steele, Lea and Flood 2014, once for each
/// half).
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

/// The groups of a heap that are equally largest.
fn largest(heap: &Heap) -> Vec<Slots> {
    let mut groups: Vec<Slots> = heap.groups(heap.on()).collect();
    let most = groups.iter().map(|g| g.count_ones()).max().unwrap_or(0);
    groups.retain(|g| g.count_ones() == most);
    groups
}
