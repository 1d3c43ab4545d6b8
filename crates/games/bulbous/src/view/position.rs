//! What one viewer may know of a position: what lies open, the own cards, and of everything else only how many.

use crate::card::Colour;
use crate::cards::Cards;
use crate::options::Options;
use crate::public::{Deed, Phase, Public, SEATS, Shown, Specimen};
use crate::score;
use crate::state::State;
use bagatelle_core::{Seat, Turn, Viewer};
use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};

/// What a seat or a spectator may know. There is no room in it for a hidden card.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct View {
    pub(crate) viewer: Viewer,
    /// The options decide the score and what may lie in a bet.
    pub(crate) options: Options,
    pub(crate) public: Public,
    /// The viewer's hand and face-down cards; none for a spectator.
    pub(crate) hand: Cards,
    pub(crate) bet: Cards,
    pub(crate) hands: [u8; SEATS],
    pub(crate) bets: [u8; SEATS],
    pub(crate) deck: u8,
    /// How many cards of each batch (see `Public::batch`) each seat holds, face-down cards included. Who drew how many
    /// cards from which deck, and which of them have been seen since, is open to all.
    pub(crate) held: Vec<[u8; SEATS]>,
}

impl View {
    pub(crate) fn new(state: &State, options: &Options, viewer: Viewer) -> View {
        let public = &state.public;
        let mut held = vec![[0; SEATS]; usize::from(public.newest) + 1];
        for seat in Seat::all(public.seats) {
            for card in (state.hand(seat) | state.bet(seat)).iter() {
                held[usize::from(public.batch[card.index()])][seat.index()] += 1;
            }
        }
        let own = |cards: &[Cards; SEATS]| match viewer.seat() {
            Some(seat) if seat.0 < public.seats => cards[seat.index()],
            _ => Cards::NONE,
        };
        View {
            viewer,
            options: options.clone(),
            public: public.clone(),
            hand: own(&state.hands),
            bet: own(&state.bets),
            hands: state.hands.map(Cards::len),
            bets: state.bets.map(Cards::len),
            deck: state.deck.len(),
            held,
        }
    }

    /// Who is looking.
    #[must_use]
    pub fn viewer(&self) -> Viewer {
        self.viewer
    }

    /// The options of the game.
    #[must_use]
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// What lies open.
    #[must_use]
    pub fn public(&self) -> &Public {
        &self.public
    }

    /// The viewer's own hand; empty for a spectator.
    #[must_use]
    pub fn hand(&self) -> Cards {
        self.hand
    }

    /// The viewer's own face-down cards; none for a spectator.
    #[must_use]
    pub fn bet(&self) -> Cards {
        self.bet
    }

    /// How many cards a seat holds.
    #[must_use]
    pub fn hand_size(&self, seat: Seat) -> u8 {
        self.hands[seat.index()]
    }

    /// How many cards a seat has face down in front of it.
    #[must_use]
    pub fn bet_size(&self, seat: Seat) -> u8 {
        self.bets[seat.index()]
    }

    /// How many cards are in the deck.
    #[must_use]
    pub fn deck_size(&self) -> u8 {
        self.deck
    }

    /// The points of every seat as the table stands.
    #[must_use]
    pub fn points(&self) -> Vec<score::Points> {
        score::points(&self.public, &self.options)[..usize::from(self.public.seats)].to_vec()
    }

    /// The cards whose place the viewer does not know: those in other hands, in face-down bets, in the deck.
    #[must_use]
    pub fn unseen(&self) -> Cards {
        let open = self.public.open.iter().fold(Cards::NONE, |all, bet| all | *bet);
        self.public.in_play - self.hand - self.bet - open - self.public.discards.set()
    }
}

#[derive(Serialize)]
struct SpecimenShape<'a> {
    colour: Colour,
    places: u8,
    at: &'static str,
    bulbs: &'a [u8],
}

#[derive(Serialize)]
struct DeedShape {
    deed: &'static str,
    /// Cards laid face down, swapped or drawn by passing.
    cards: u8,
    /// The cards that were swapped out.
    out: Cards,
}

#[derive(Serialize)]
struct ShownShape<'a> {
    colour: Colour,
    places: u8,
    bets: &'a [Cards],
    winner: Option<Seat>,
}

impl Serialize for View {
    /// Cards are named only where the viewer sees them.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let public = &self.public;
        let seats = usize::from(public.seats);
        let specimens: Vec<SpecimenShape<'_>> = Specimen::all()
            .filter(|s| public.owner(s.colour).is_some())
            .map(|s| SpecimenShape {
                colour: s.colour,
                places: s.size,
                at: if public.in_reserve(s) {
                    "reserve"
                } else if public.active(s.colour) == Some(s) {
                    "active"
                } else {
                    "complete"
                },
                bulbs: public.bulbs(s),
            })
            .collect();
        let deeds: Vec<DeedShape> = Seat::all(public.seats).map(|seat| self.deed_shape(seat)).collect();
        let turn = match public.turn() {
            Turn::Seat(seat) => serde_json::json!(seat.0),
            Turn::Chance => serde_json::json!("chance"),
            Turn::Over => serde_json::json!("over"),
        };
        let shown = public.shown.as_ref().map(|Shown { specimen, bets, winner }| ShownShape {
            colour: specimen.colour,
            places: specimen.size,
            bets: &bets[..seats],
            winner: *winner,
        });
        let held: Vec<&[u8]> = self.held.iter().map(|batch| &batch[..seats]).collect();
        let colours: Vec<Vec<Colour>> =
            Seat::all(public.seats).map(|s| public.colours(s).collect()).collect();

        let mut view = serializer.serialize_struct("View", 25)?;
        view.serialize_field("viewer", &self.viewer.seat())?;
        view.serialize_field("seats", &public.seats)?;
        view.serialize_field("colours", &colours)?;
        view.serialize_field("round", &public.round)?;
        view.serialize_field("last_round", &public.last_round)?;
        view.serialize_field("phase", public.phase.name())?;
        view.serialize_field("turn", &turn)?;
        view.serialize_field("first", &public.first)?;
        view.serialize_field("target", &public.target().map(|s| s.colour))?;
        view.serialize_field("order", &public.plan().collect::<Vec<_>>())?;
        view.serialize_field(
            "contested",
            &public.clockwise().filter(|c| public.is_contested(*c)).collect::<Vec<_>>(),
        )?;
        view.serialize_field("pending", &public.pending().collect::<Vec<_>>())?;
        view.serialize_field("specimens", &specimens)?;
        view.serialize_field("hand", &self.hand)?;
        view.serialize_field("bet", &self.bet)?;
        view.serialize_field("hands", &self.hands[..seats])?;
        view.serialize_field("bets", &self.bets[..seats])?;
        view.serialize_field("deeds", &deeds)?;
        view.serialize_field("open_bets", public.open())?;
        view.serialize_field(
            "tied",
            &Seat::all(public.seats).filter(|s| public.is_tied(*s)).collect::<Vec<_>>(),
        )?;
        view.serialize_field("last_reveal", &shown)?;
        view.serialize_field("deck", &self.deck)?;
        view.serialize_field("discards", &public.discards)?;
        view.serialize_field("held_by_shuffle", &held)?;
        view.serialize_field("points", &self.points())?;
        view.end()
    }
}

impl View {
    fn deed_shape(&self, seat: Seat) -> DeedShape {
        let (deed, cards, out) = match self.public.deed(seat) {
            Deed::Waiting => ("waiting", 0, Cards::NONE),
            Deed::Bet if self.public.phase == Phase::Act => ("bet", self.bet_size(seat), Cards::NONE),
            Deed::Bet if self.public.phase == Phase::Tie => {
                ("bet", self.public.open[seat.index()].len(), Cards::NONE)
            }
            Deed::Bet => {
                ("bet", self.public.shown.map_or(0, |shown| shown.bets[seat.index()].len()), Cards::NONE)
            }
            Deed::Swap(out) => ("swap", out.len(), out),
            Deed::Pass { drew } => ("pass", u8::from(drew), Cards::NONE),
        };
        DeedShape { deed, cards, out }
    }
}
