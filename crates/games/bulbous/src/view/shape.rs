//! What a view is written as. Cards are named only where the viewer sees them.

use super::position::View;
use crate::card::{Card, Colour};
use crate::cards::{Cards, Pile};
use crate::public::{Deed, Phase, Public, Shown, Specimen};
use crate::score::Points;
use bagatelle_core::{Seat, Turn};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize, Serializer};

/// What a view is written as. Lists by seat have an entry for each seat of the table.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ViewShape {
    /// The viewer's seat; null for a spectator.
    #[schemars(range(max = 3))]
    pub(super) viewer: Option<u8>,
    /// The number of seats.
    #[schemars(range(min = 2, max = 4))]
    pub(super) seats: u8,
    /// The colours of each seat.
    pub(super) colours: Vec<Vec<Colour>>,
    /// The round, 1 for the first; 0 while the first specimens are chosen.
    pub(super) round: u16,
    /// Whether the present round, or the one that the present choices lead to, is the last.
    pub(super) last_round: bool,
    /// Where the game stands within the round.
    pub(super) phase: Phase,
    /// Who is to act.
    pub(super) turn: TurnShape,
    /// The First Player.
    #[schemars(range(max = 3))]
    pub(super) first: u8,
    /// The colour whose specimen is contested now.
    pub(super) target: Option<Colour>,
    /// The declared order of the round as far as it stands.
    pub(super) order: Vec<Colour>,
    /// The colours contested in this round, clockwise from the first seat.
    pub(super) contested: Vec<Colour>,
    /// The colours whose owners have yet to choose a specimen, in the order in which they choose.
    pub(super) pending: Vec<Colour>,
    /// All specimens of the colours that are owned.
    pub(super) specimens: Vec<SpecimenShape>,
    /// The viewer's hand; empty for a spectator.
    pub(super) hand: Cards,
    /// The viewer's face-down cards; none for a spectator.
    pub(super) bet: Cards,
    /// How many cards each seat holds. While a tie is played out, a card that another seat may have added is
    /// among them.
    pub(super) hands: Vec<u8>,
    /// How many cards each seat has face down in front of it. While a tie is played out, 0 for the other
    /// seats.
    pub(super) bets: Vec<u8>,
    /// What each seat did in the present turn or, before the next turn begins, in the last one.
    pub(super) deeds: Vec<DeedShape>,
    /// The bets that lie face up while a tie is played out, by seat.
    pub(super) open_bets: Vec<Cards>,
    /// The seats that tied and may add a card.
    #[schemars(inner(range(max = 3)))]
    pub(super) tied: Vec<u8>,
    /// The last bets that were turned over.
    pub(super) last_reveal: Option<ShownShape>,
    /// How many cards are in the deck.
    #[schemars(range(max = 34))]
    pub(super) deck: u8,
    /// The discards, the last on top.
    pub(super) discards: Pile,
    /// How many cards each seat holds, face-down ones included, that came with each shuffle, the oldest
    /// first. A card that lies among the discards belongs to none.
    pub(super) held_by_shuffle: Vec<Vec<u8>>,
    /// The points of each seat as the table stands.
    pub(super) points: Vec<Points>,
    /// For each of the 34 cards in canonical order (`R3` to `R9`, `RX`, the same of blue, yellow and green,
    /// `WT`, `WC`): which shuffle brought it into the deck last, counted as in `held_by_shuffle`; null for a
    /// card that lies among the discards or is not in this game.
    pub(super) shuffles: Vec<Option<u8>>,
    /// How many cards each seat draws once there is a new deck.
    pub(super) due: Vec<u8>,
    /// The seat that draws first then; 0 where no cards are due.
    #[schemars(range(max = 3))]
    pub(super) due_from: u8,
    /// How many turns have been decided.
    pub(super) turns: u16,
}

/// Who is to act: a seat, or a word.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum TurnShape {
    /// A seat.
    Seat(#[schemars(range(max = 3))] u8),
    /// No seat.
    Word(TurnWord),
}

/// No seat is to act.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum TurnWord {
    /// The discards are shuffled into a new deck.
    Chance,
    /// The game is over.
    Over,
}

/// A specimen.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SpecimenShape {
    /// Its colour.
    pub(super) colour: Colour,
    /// How many places for bulbs it has.
    #[schemars(range(min = 1, max = 4))]
    pub(super) places: u8,
    /// Where it is.
    pub(super) at: PlaceShape,
    /// The bulbs on it, by seat.
    #[schemars(inner(range(max = 4)))]
    pub(super) bulbs: Vec<u8>,
}

/// Where a specimen is.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum PlaceShape {
    /// It has not come into play yet.
    Reserve,
    /// It is in play.
    Active,
    /// It has left complete.
    Complete,
}

/// What a seat did in a turn.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DeedShape {
    /// What it did.
    pub(super) deed: DeedWord,
    /// How many cards it laid face down, swapped, or drew by passing.
    pub(super) cards: u8,
    /// The cards that were swapped out, or the one that was discarded after a pass with a full hand.
    pub(super) out: Cards,
}

/// What a seat did.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum DeedWord {
    /// Nothing yet.
    Waiting,
    /// Laid cards face down.
    Bet,
    /// Put cards face up onto the discards, and drew as many.
    Swap,
    /// Passed, and drew a card or not.
    Pass,
}

/// A turn that was decided.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ShownShape {
    /// The colour of the specimen.
    pub(super) colour: Colour,
    /// How many places it has.
    #[schemars(range(min = 1, max = 4))]
    pub(super) places: u8,
    /// What each seat had laid, added cards included.
    pub(super) bets: Vec<Cards>,
    /// The seat that placed a bulb; null after a tie, or if no seat bet.
    #[schemars(range(max = 3))]
    pub(super) winner: Option<u8>,
}

impl ViewShape {
    fn of(view: &View) -> ViewShape {
        let public = &view.public;
        let seats = usize::from(public.seats);
        let kept = public.in_play - public.discards.set();
        let owned = Specimen::all().filter(|specimen| public.owner(specimen.colour).is_some());
        ViewShape {
            viewer: view.viewer.seat().map(|seat| seat.0),
            seats: public.seats,
            colours: Seat::all(public.seats).map(|seat| public.colours(seat).collect()).collect(),
            round: public.round,
            last_round: public.last_round,
            phase: public.phase,
            turn: match public.turn() {
                Turn::Seat(seat) => TurnShape::Seat(seat.0),
                Turn::Chance => TurnShape::Word(TurnWord::Chance),
                Turn::Over => TurnShape::Word(TurnWord::Over),
            },
            first: public.first,
            target: public.target().map(|specimen| specimen.colour),
            order: public.plan().collect(),
            contested: public.clockwise().filter(|colour| public.is_contested(*colour)).collect(),
            pending: public.pending().collect(),
            specimens: owned.map(|specimen| SpecimenShape::of(public, specimen)).collect(),
            hand: view.hand,
            bet: view.bet,
            hands: view.hands[..seats].to_vec(),
            bets: view.bets[..seats].to_vec(),
            deeds: Seat::all(public.seats).map(|seat| DeedShape::of(view, seat)).collect(),
            open_bets: public.open().to_vec(),
            tied: Seat::all(public.seats).filter(|seat| public.is_tied(*seat)).map(|seat| seat.0).collect(),
            last_reveal: public.shown.as_ref().map(|shown| ShownShape::of(shown, seats)),
            deck: view.deck,
            discards: public.discards,
            held_by_shuffle: view.held.iter().map(|held| held[..seats].to_vec()).collect(),
            points: view.points(),
            shuffles: Card::all().map(|card| kept.has(card).then_some(public.batch[card.index()])).collect(),
            due: public.owed[..seats].to_vec(),
            due_from: public.from,
            turns: public.turns,
        }
    }
}

impl SpecimenShape {
    fn of(public: &Public, specimen: Specimen) -> SpecimenShape {
        let at = if public.in_reserve(specimen) {
            PlaceShape::Reserve
        } else if public.active(specimen.colour) == Some(specimen) {
            PlaceShape::Active
        } else {
            PlaceShape::Complete
        };
        let bulbs = public.bulbs(specimen).to_vec();
        SpecimenShape { colour: specimen.colour, places: specimen.size, at, bulbs }
    }
}

impl DeedShape {
    fn of(view: &View, seat: Seat) -> DeedShape {
        let public = &view.public;
        let (deed, cards, out) = match public.deed(seat) {
            Deed::Waiting => (DeedWord::Waiting, 0, Cards::NONE),
            Deed::Bet => {
                let laid = match public.phase {
                    Phase::Act | Phase::Discard => view.bet_size(seat),
                    Phase::Tie => public.open[seat.index()].len(),
                    _ => public.shown.map_or(0, |shown| shown.bets[seat.index()].len()),
                };
                (DeedWord::Bet, laid, Cards::NONE)
            }
            Deed::Swap(out) => (DeedWord::Swap, out.len(), out),
            Deed::Pass { drew } => (DeedWord::Pass, u8::from(drew), Cards::NONE),
            Deed::Trade(_) => (DeedWord::Pass, 1, public.deed(seat).put_away()),
        };
        DeedShape { deed, cards, out }
    }
}

impl ShownShape {
    fn of(shown: &Shown, seats: usize) -> ShownShape {
        let Shown { specimen, bets, winner } = shown;
        ShownShape {
            colour: specimen.colour,
            places: specimen.size,
            bets: bets[..seats].to_vec(),
            winner: winner.map(|seat| seat.0),
        }
    }
}

impl Serialize for View {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        ViewShape::of(self).serialize(serializer)
    }
}
