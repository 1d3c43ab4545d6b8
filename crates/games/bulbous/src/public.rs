//! The public part of a position: specimens, bulbs, discards, whose turn it is, what each seat did.

use crate::card::{CARDS, Card, Colour};
use crate::cards::{Cards, Pile};
use crate::options::Bluff;
use bagatelle_core::present::{Value, written};
use bagatelle_core::{Seat, Turn};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Stands for "no seat" and "no colour" in small lists.
pub(crate) const ABSENT: u8 = u8::MAX;

/// The most seats.
pub const SEATS: usize = 4;

/// One of the sixteen specimens: a colour and a number of places.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct Specimen {
    /// Its colour.
    pub colour: Colour,
    /// How many places for bulbs it has, 1 to 4.
    #[serde(rename = "places")]
    pub size: u8,
}

impl Specimen {
    /// All sixteen, by colour, then by size.
    pub fn all() -> impl Iterator<Item = Specimen> {
        Colour::ALL.into_iter().flat_map(|colour| (1..=4).map(move |size| Specimen { colour, size }))
    }

    /// The specimen's place in [`Specimen::all`].
    #[inline]
    #[must_use]
    pub fn index(self) -> usize {
        self.colour.index() * 4 + usize::from(self.size) - 1
    }

    /// The name by which it is picked in a drawing. It cannot be taken for a card's.
    #[must_use]
    pub fn pick(self) -> String {
        written(self.name())
    }

    /// As [`Specimen::pick`], to be written into a text.
    pub(crate) fn name(self) -> impl Value {
        ("specimen-", self.colour.letter(), '-', self.size)
    }

    /// The publisher's name for its age: Juvenile, Adult, Bailiff, Leader.
    #[must_use]
    pub fn age(self) -> &'static str {
        ["Juvenile", "Adult", "Bailiff", "Leader"][usize::from(self.size.clamp(1, 4)) - 1]
    }
}

/// Where the game stands within a round.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Phase {
    /// An owner chooses the next specimen of a pending colour.
    Choose,
    /// The First Player names what is contested next.
    Target,
    /// Each seat in turn bets, swaps or passes.
    Act,
    /// The seat that passed with a full hand has drawn a card, and discards one.
    Discard,
    /// Those who tied may add one more card (`rules-2026`).
    Tie,
    /// Hands are being filled up after a round with a completion.
    Refill,
    /// The game has ended.
    Over,
}

/// What a seat did in the present turn (or, before the next turn begins, in the last), as all saw it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Deed {
    /// Nothing yet.
    Waiting,
    /// Laid cards face down.
    Bet,
    /// Put these cards face up onto the discards and drew as many.
    Swap(Cards),
    /// Passed, and drew a card or not.
    Pass {
        /// Whether a card was drawn.
        drew: bool,
    },
    /// Passed with a full hand, drew a card, and put this one face up onto the discards.
    Trade(Card),
}

impl Deed {
    /// The cards that were put face up onto the discards.
    #[must_use]
    pub fn put_away(self) -> Cards {
        match self {
            Deed::Swap(cards) => cards,
            Deed::Trade(card) => Cards::NONE.with(card),
            Deed::Waiting | Deed::Bet | Deed::Pass { .. } => Cards::NONE,
        }
    }
}

/// A turn that has been revealed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shown {
    /// What was contested.
    pub specimen: Specimen,
    /// What each seat had laid, added cards included.
    pub bets: [Cards; SEATS],
    /// Who placed a bulb; `None` after a tie, or if no seat bet.
    pub winner: Option<Seat>,
}

/// Everything that all players may see. Lists per seat have four entries, of which the first
/// [`Public::seats`] are used; lists per colour go by [`Colour::index`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Public {
    pub(crate) seats: u8,
    pub(crate) owner: [u8; 4],
    /// The colours clockwise from seat 0, each seat's in the order of the set-up; padded with [`ABSENT`].
    pub(crate) clockwise: [u8; 4],
    pub(crate) first: u8,
    pub(crate) round: u16,
    pub(crate) last_round: bool,
    pub(crate) phase: Phase,
    /// Sizes in reserve, bit `size`.
    pub(crate) reserve: [u8; 4],
    /// The size of the active specimen, 0 for none.
    pub(crate) active: [u8; 4],
    /// Bulbs by specimen and seat.
    pub(crate) bulbs: [[u8; SEATS]; 16],
    /// Colours contested in this round, colours pending, bit by colour.
    pub(crate) contested: u8,
    pub(crate) pending: u8,
    /// The declared order of the round, padded with [`ABSENT`].
    pub(crate) plan: [u8; 4],
    pub(crate) target: u8,
    pub(crate) deeds: [Deed; SEATS],
    /// How many seats have acted in this turn.
    pub(crate) acted: u8,
    /// Seats that tied, and those of them that still may add a card, bit by seat.
    pub(crate) tied: u8,
    pub(crate) asked: u8,
    /// The seat that answers in a tie ahead of its turn; [`ABSENT`] in every position that a game reaches.
    pub(crate) ahead: u8,
    /// Bets that lie face up while a tie is played out.
    pub(crate) open: [Cards; SEATS],
    pub(crate) shown: Option<Shown>,
    /// How many turns have been decided.
    pub(crate) turns: u16,
    /// All the cards that are in the game.
    pub(crate) in_play: Cards,
    pub(crate) discards: Pile,
    /// Cards that seats have yet to draw, beginning with seat `from` (0 where none are); the game waits for a
    /// new deck if it runs out.
    pub(crate) owed: [u8; SEATS],
    pub(crate) from: u8,
    /// For each card outside the discards: which shuffle last brought it into the deck, counted densely from
    /// 0 for the oldest of which a card is still held. All players can work this out, and they can work out
    /// no more.
    pub(crate) batch: [u8; CARDS],
    /// The batch of the present deck.
    pub(crate) newest: u8,
    /// Whether the game waits for a new deck (kept so that the turn can be told without the hidden part).
    pub(crate) dry: bool,
}

impl Public {
    /// The number of seats.
    #[must_use]
    pub fn seats(&self) -> u8 {
        self.seats
    }

    /// The round, 1 for the first; 0 while the first specimens are chosen.
    #[must_use]
    pub fn round(&self) -> u16 {
        self.round
    }

    /// Whether the present round (or the one that the present choices lead to) is the last.
    #[must_use]
    pub fn last_round(&self) -> bool {
        self.last_round
    }

    /// Where the game stands within the round.
    #[must_use]
    pub fn phase(&self) -> Phase {
        self.phase
    }

    /// The First Player.
    #[must_use]
    pub fn first(&self) -> Seat {
        Seat(self.first)
    }

    /// The seat that owns a colour.
    #[must_use]
    pub fn owner(&self, colour: Colour) -> Option<Seat> {
        Some(Seat(self.owner[colour.index()])).filter(|s| s.0 != ABSENT)
    }

    /// The colours of a seat, in the order of the set-up.
    pub fn colours(&self, seat: Seat) -> impl Iterator<Item = Colour> {
        self.clockwise().filter(move |c| self.owner(*c) == Some(seat))
    }

    /// All owned colours, clockwise from seat 0.
    pub fn clockwise(&self) -> impl Iterator<Item = Colour> {
        self.clockwise.into_iter().filter_map(|c| Colour::ALL.get(usize::from(c)).copied())
    }

    /// The active specimen of a colour.
    #[must_use]
    pub fn active(&self, colour: Colour) -> Option<Specimen> {
        Some(Specimen { colour, size: self.active[colour.index()] }).filter(|s| s.size > 0)
    }

    /// Whether a specimen has not come into play yet.
    #[must_use]
    pub fn in_reserve(&self, specimen: Specimen) -> bool {
        self.reserve[specimen.colour.index()] >> specimen.size & 1 == 1
    }

    /// The bulbs on a specimen, by seat.
    #[must_use]
    pub fn bulbs(&self, specimen: Specimen) -> &[u8] {
        &self.bulbs[specimen.index()][..usize::from(self.seats)]
    }

    /// Whether every place of a specimen has a bulb.
    #[inline]
    #[must_use]
    pub fn is_complete(&self, specimen: Specimen) -> bool {
        self.bulbs[specimen.index()].iter().sum::<u8>() == specimen.size
    }

    /// The specimen that is contested now.
    #[must_use]
    pub fn target(&self) -> Option<Specimen> {
        Colour::ALL.get(usize::from(self.target)).and_then(|c| self.active(*c))
    }

    /// Whether a colour's specimen has been contested in this round.
    #[must_use]
    pub fn is_contested(&self, colour: Colour) -> bool {
        self.contested >> colour as u8 & 1 == 1
    }

    /// The colours whose owners have yet to choose a specimen, in the order in which they choose.
    pub fn pending(&self) -> impl Iterator<Item = Colour> {
        let of = |seat: Seat| self.colours(seat).filter(|c| self.pending >> *c as u8 & 1 == 1);
        self.from(self.first).flat_map(of)
    }

    /// The declared order of the round as far as it stands.
    pub fn plan(&self) -> impl Iterator<Item = Colour> {
        self.plan.into_iter().filter_map(|c| Colour::ALL.get(usize::from(c)).copied())
    }

    /// What a seat did in this turn, or in the last if the next has not begun.
    #[must_use]
    pub fn deed(&self, seat: Seat) -> Deed {
        self.deeds[seat.index()]
    }

    /// How many turns have been decided.
    #[must_use]
    pub fn turns(&self) -> u16 {
        self.turns
    }

    /// The last turn that was revealed.
    #[must_use]
    pub fn shown(&self) -> Option<&Shown> {
        self.shown.as_ref()
    }

    /// The bets that lie face up while a tie is played out, by seat.
    #[must_use]
    pub fn open(&self) -> &[Cards] {
        &self.open[..usize::from(self.seats)]
    }

    /// Whether a seat is among those who tied and may add a card.
    #[must_use]
    pub fn is_tied(&self, seat: Seat) -> bool {
        self.tied >> seat.0 & 1 == 1
    }

    /// The seats that have answered while a tie is played out, bit by seat. Whether they have added a card is
    /// told when all have.
    pub(crate) fn answered(&self) -> u8 {
        if self.phase == Phase::Tie { self.tied & !self.asked } else { 0 }
    }

    /// The seats that may still answer in a tie, in acting order. They may do so in any order.
    pub fn asked(&self) -> impl Iterator<Item = Seat> + use<> {
        let asked = if self.phase == Phase::Tie { self.asked } else { 0 };
        self.from(self.first).filter(move |seat| asked >> seat.0 & 1 == 1)
    }

    /// Whether a seat may act: the one whose turn it is, and in a tie all who have yet to answer.
    #[must_use]
    pub fn may_act(&self, seat: Seat) -> bool {
        self.turn() == Turn::Seat(seat) || self.asked().any(|other| other == seat)
    }

    /// Whether a seat has answered in a tie that is still being played out.
    #[must_use]
    pub fn has_answered(&self, seat: Seat) -> bool {
        self.answered() >> seat.0 & 1 == 1
    }

    /// Whether a turn goes on in which each seat acts once.
    pub(crate) fn is_turn(&self) -> bool {
        matches!(self.phase, Phase::Act | Phase::Discard)
    }

    /// The discards, the last on top.
    #[must_use]
    pub fn discards(&self) -> &Pile {
        &self.discards
    }

    /// All the cards that are in the game.
    #[must_use]
    pub fn in_play(&self) -> Cards {
        self.in_play
    }

    /// The cards that a shuffle, by its place in [`Public::batch`], brought into the deck and that do not lie
    /// among the discards.
    pub(crate) fn brought(&self, shuffle: u8) -> Cards {
        let cards = (self.in_play - self.discards.set()).iter();
        cards.filter(|card| self.batch[card.index()] == shuffle).collect()
    }

    /// The hand limit: 9 with two players, otherwise 7.
    #[inline]
    #[must_use]
    pub fn limit(&self) -> u8 {
        if self.seats == 2 { 9 } else { 7 }
    }

    /// The seats clockwise, beginning with `seat`.
    pub(crate) fn from(&self, seat: u8) -> impl Iterator<Item = Seat> + use<> {
        let seats = self.seats;
        (0..seats).map(move |n| Seat((seat + n) % seats))
    }

    /// Who has to act.
    #[inline]
    #[must_use]
    pub fn turn(&self) -> Turn {
        if self.dry {
            return Turn::Chance;
        }
        match self.phase {
            Phase::Over | Phase::Refill => Turn::Over,
            Phase::Choose => self.pending().next().and_then(|c| self.owner(c)).map_or(Turn::Over, Turn::Seat),
            Phase::Target => Turn::Seat(Seat(self.first)),
            Phase::Act | Phase::Discard => Turn::Seat(Seat((self.first + self.acted) % self.seats)),
            Phase::Tie if self.ahead != ABSENT => Turn::Seat(Seat(self.ahead)),
            Phase::Tie => {
                self.from(self.first).find(|s| self.asked >> s.0 & 1 == 1).map_or(Turn::Over, Turn::Seat)
            }
        }
    }

    /// The cards that the rules allow in a face-down bet now.
    #[inline]
    pub(crate) fn layable(&self, bluff: Bluff) -> Cards {
        match (self.phase, Colour::ALL.get(usize::from(self.target))) {
            (Phase::Tie, Some(&colour)) => Cards::of(colour),
            (_, Some(&colour)) if bluff == Bluff::No => Cards::fitting(colour),
            _ => Cards::ALL,
        }
    }
}
