//! What one viewer may know of a position: what lies open, the own cards, and of everything else only how
//! many.

use crate::cards::Cards;
use crate::options::Options;
use crate::public::{Public, SEATS};
use crate::score;
use crate::state::State;
use bagatelle_core::{Seat, Viewer};

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
    /// How many cards of each batch (see `Public::batch`) each seat holds, face-down cards included. Who drew
    /// how many cards from which deck, and which of them have been seen since, is open to all.
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
        let (mut hands, mut bets) = (state.hands.map(Cards::len), state.bets.map(Cards::len));
        // Others do not see whether a card was added to a tie before all have answered: it counts as one of
        // the hand.
        for seat in Seat::all(public.seats).filter(|s| public.has_answered(*s) && viewer.seat() != Some(*s)) {
            hands[seat.index()] += std::mem::take(&mut bets[seat.index()]);
        }
        View {
            viewer,
            options: options.clone(),
            public: public.clone(),
            hand: own(&state.hands),
            bet: own(&state.bets),
            hands,
            bets,
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

    /// How many cards a seat holds. Of another seat that has answered in a tie, a card that it may have added
    /// is among them until all have answered.
    #[must_use]
    pub fn hand_size(&self, seat: Seat) -> u8 {
        self.hands[seat.index()]
    }

    /// How many cards a seat has face down in front of it; none of another seat while a tie is played out.
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
