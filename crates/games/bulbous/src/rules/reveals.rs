//! What can be taken back: actions by which no viewer learns a card.
//!
//! Choosing and naming a specimen, a bet while others have yet to answer and a pass with a full hand show no
//! card. A swap shows the cards that are put away; a pass draws; the answer of the last seat turns the bets
//! over, and the end of a round may fill the hands.

use super::flow::Bulbous;
use crate::action::Action;
use crate::cards::Cards;
use crate::public::Phase;
use crate::state::State;
use bagatelle_core::Seat;

impl Bulbous {
    /// Whether a legal `action` shows a card to a viewer who did not know it: a card that a seat draws, a
    /// card from a hand or a bet that is turned up. The end of the game opens all hands, and what chance
    /// decides cannot be decided again.
    pub(super) fn turns_up(&self, before: &State, action: Action) -> bool {
        if matches!(action, Action::Shuffle(_)) {
            return true;
        }
        let mut after = before.clone();
        self.take(&mut after, action);
        let drew = |seat: Seat| !own(before, seat).holds(own(&after, seat));
        after.public.phase == Phase::Over
            || !open(before).holds(open(&after))
            || Seat::all(before.public.seats).any(drew)
    }
}

/// The cards that a seat knows and others do not: its hand and its face-down cards.
fn own(state: &State, seat: Seat) -> Cards {
    state.hand(seat) | state.bet(seat)
}

/// The cards that lie open.
fn open(state: &State) -> Cards {
    state.public.open().iter().fold(state.public.discards().set(), |all, bet| all | *bet)
}
