//! The whole position: what lies open, and the little that is hidden (hands, face-down bets, the order of the
//! deck).
//!
//! The split is the first wall against leaks: a view is made from the [`Public`] part and the reader's own
//! cards.

use crate::card::Card;
use crate::cards::{Cards, Pile};
use crate::public::{Public, SEATS};
use bagatelle_core::Seat;

/// A position, hidden parts included.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct State {
    pub(crate) public: Public,
    pub(crate) hands: [Cards; SEATS],
    /// Face-down cards: bets, or cards added when a tie is played out.
    pub(crate) bets: [Cards; SEATS],
    pub(crate) deck: Pile,
}

impl State {
    /// What lies open.
    #[must_use]
    pub fn public(&self) -> &Public {
        &self.public
    }

    /// A seat's hand.
    #[must_use]
    pub fn hand(&self, seat: Seat) -> Cards {
        self.hands[seat.index()]
    }

    /// A seat's face-down cards.
    #[must_use]
    pub fn bet(&self, seat: Seat) -> Cards {
        self.bets[seat.index()]
    }

    /// The deck; the last card is drawn first.
    #[must_use]
    pub fn deck(&self) -> &Pile {
        &self.deck
    }

    /// Draws the cards that are owed, as far as the deck goes. Whether all were drawn; if not, a new deck is
    /// due.
    pub(crate) fn hand_out(&mut self) -> bool {
        let public = &mut self.public;
        public.dry = false;
        if public.owed == [0; SEATS] {
            public.from = 0;
            return true;
        }
        for seat in public.from(public.from) {
            let k = seat.index();
            while public.owed[k] > 0 {
                match self.deck.pop() {
                    Some(card) => self.hands[k] = self.hands[k].with(card),
                    None if public.discards.is_empty() => break,
                    None => {
                        public.dry = true;
                        return false;
                    }
                }
                public.owed[k] -= 1;
            }
        }
        // Cards that do not exist (only in decks cut down for tests) are not drawn.
        public.owed = [0; SEATS];
        public.from = 0;
        true
    }

    /// Makes `pile` (the top first) the new deck; it holds exactly the discards.
    pub(crate) fn new_deck(&mut self, pile: &Pile) {
        let public = &mut self.public;
        let back = public.discards.set();
        let held = public.in_play - back;
        let mut dense = 0;
        for old in 0..=public.newest {
            let cards: Cards = held.iter().filter(|c| public.batch[c.index()] == old).collect();
            if !cards.is_empty() {
                cards.iter().for_each(|c| public.batch[c.index()] = dense);
                dense += 1;
            }
        }
        back.iter().for_each(|c| public.batch[c.index()] = dense);
        public.newest = dense;
        public.discards = Pile::EMPTY;
        self.deck = pile.iter().rev().collect();
    }

    /// Puts a card onto the discards.
    pub(crate) fn discard(&mut self, card: Card) {
        self.public.batch[card.index()] = 0;
        self.public.discards.push(card);
    }
}
