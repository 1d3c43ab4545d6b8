//! The table when the bets have been turned up, before they are collected and the round goes on.

use super::position::View;
use super::seen::{Consequence, Laid, Seen, SeenAction};
use crate::cards::Cards;
use crate::public::{ABSENT, Deed, Phase, SEATS, Shown};
use bagatelle_core::{Turn, Viewer};

impl View {
    /// The table as all saw it when the bets were turned up; `None` if none were. It is worked out from the
    /// view before the action and from what was seen, so it holds nothing that the viewer does not know.
    pub(crate) fn turned_up(&self, seen: &Seen) -> Option<View> {
        let mut view = self.clone();
        view.act(seen);
        let (specimen, bets, winner) = seen.followed.iter().find_map(|part| match part {
            Consequence::Revealed { specimen, bets, winner } if !bets.is_empty() => {
                Some((*specimen, bets, Some(*winner)))
            }
            Consequence::Tied { specimen, bets } => Some((*specimen, bets, None)),
            _ => None,
        })?;
        let mut shown = [Cards::NONE; SEATS];
        bets.iter().for_each(|(seat, bet)| shown[seat.index()] = *bet);
        let public = &mut view.public;
        for &(seat, bet) in bets.iter().filter(|_| public.phase == Phase::Tie) {
            // Cards that were added in secret counted as cards of the hand.
            let counted = view.bets[seat.index()] + public.open[seat.index()].len();
            view.hands[seat.index()] -= bet.len().saturating_sub(counted);
        }
        (view.bet, view.bets) = (Cards::NONE, [0; SEATS]);
        for cards in public.open.iter_mut() {
            *cards = Cards::NONE;
        }
        match winner {
            None => public.open = shown,
            Some(winner) => {
                bets.iter().flat_map(|(_, bet)| bet.iter()).for_each(|card| public.discards.push(card));
                winner.into_iter().for_each(|seat| public.bulbs[specimen.index()][seat.index()] += 1);
                public.contested |= 1 << specimen.colour as u8;
                public.target = ABSENT;
                (public.tied, public.turns) = (0, public.turns.saturating_add(1));
                public.shown = Some(Shown { specimen, bets: shown, winner });
            }
        }
        // No seat is to act.
        (public.phase, public.asked, public.dry) = (Phase::Refill, 0, false);
        Some(view)
    }

    /// What is seen beside bets that are being turned up: the same view without what they decide. `None` at
    /// any other time, and where a tie that is played out leaves all undecided.
    pub(crate) fn undecided(&self) -> Option<View> {
        let decides = self.public.phase == Phase::Refill && !self.public.dry;
        let shown = self.public.shown.filter(|_| decides && self.public.open == [Cards::NONE; SEATS])?;
        let mut view = self.clone();
        let public = &mut view.public;
        if let Some(winner) = shown.winner {
            public.bulbs[shown.specimen.index()][winner.index()] -= 1;
        }
        for _ in shown.bets.iter().flat_map(|bet| bet.iter()) {
            public.discards.pop();
        }
        public.contested &= !(1 << shown.specimen.colour as u8);
        public.target = shown.specimen.colour as u8;
        Some(view)
    }

    /// Carries out what a seat did, as far as it is seen, without what followed.
    fn act(&mut self, seen: &Seen) {
        let Turn::Seat(seat) = self.public.turn() else { return };
        let k = seat.index();
        let own = self.viewer == Viewer::Seat(seat);
        if self.public.phase == Phase::Tie {
            if let SeenAction::Bet(Laid::Known(card)) = seen.action {
                self.hand -= card;
                self.hands[k] -= card.len();
                self.bets[k] += card.len();
            }
            return;
        }
        match seen.action {
            SeenAction::Bet(laid) => {
                let count = match laid {
                    Laid::Known(cards) => {
                        self.hand -= cards;
                        cards.len()
                    }
                    Laid::Hidden(count) => count,
                };
                self.hands[k] -= count;
                self.public.deeds[k] = Deed::Bet;
            }
            SeenAction::Swap(out) => {
                out.iter().for_each(|card| self.public.discards.push(card));
                if own {
                    self.hand = (self.hand - out) | seen.drew;
                }
                self.public.deeds[k] = Deed::Swap(out);
            }
            SeenAction::Pass => {
                // A full hand that draws a card has one to discard, so nothing is turned up yet.
                let drew = self.hands[k] < self.public.limit();
                self.hands[k] += u8::from(drew);
                self.hand |= seen.drew;
                self.public.deeds[k] = Deed::Pass { drew };
            }
            SeenAction::Discard(card) => {
                self.hand -= Cards::NONE.with(card);
                self.hands[k] -= 1;
                self.public.discards.push(card);
                self.public.deeds[k] = Deed::Trade(card);
            }
            _ => (),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Bulbous;
    use bagatelle_core::{Game, Rng, Seat, Seed, Stream};

    /// Plays random games and compares each moment with the true position.
    #[test]
    fn a_moment_shows_the_bets_and_the_bulb_and_no_card_that_came_later() {
        let mut moments = 0;
        for (n, (options, deal)) in Bulbous::variants().into_iter().enumerate() {
            let game = Bulbous::new(&options).unwrap();
            let mut rng = Rng::new(&Seed::from_text(&format!("moments {n}")), Stream::Test);
            let setup = game.deal(&deal, &mut rng).unwrap();
            let mut state = game.start(&setup).unwrap();
            let mut legal = Vec::new();
            for _ in 0..400 {
                game.legal(&state, &mut legal);
                let action = match game.turn(&state) {
                    Turn::Over => break,
                    Turn::Chance => game.sample_chance(&state, &mut rng).unwrap(),
                    Turn::Seat(_) => *rng.choose(&legal).unwrap(),
                };
                let before = state.clone();
                game.apply(&mut state, action);
                for viewer in Viewer::all(deal.seats) {
                    let seen = game.observe(&before, action, &state, viewer);
                    let moment = game.view(&before, viewer).turned_up(&seen);
                    let turned = state.public().turns() != before.public().turns()
                        && state.public().shown().unwrap().bets != [Cards::NONE; SEATS];
                    let tied = before.public().phase() != Phase::Tie && state.public().phase() == Phase::Tie;
                    assert_eq!(moment.is_some(), turned || tied, "{action}");
                    let Some(view) = moment else { continue };
                    moments += 1;
                    if let Some(seat) = viewer.seat() {
                        assert!((view.hand - before.hand(seat) - seen.drew).is_empty());
                        assert_eq!(view.hand.len(), view.hands[seat.index()]);
                    }
                    if turned {
                        assert_eq!(view.public.shown, state.public.shown);
                        assert_eq!(view.public.bulbs, state.public.bulbs);
                    } else {
                        assert_eq!(view.public.open, state.public.open);
                    }
                    for seat in Seat::all(deal.seats) {
                        assert!(view.hands[seat.index()] <= state.public.limit());
                    }
                    assert!(serde_json::to_string(&view).is_ok());
                }
            }
        }
        assert!(moments > 500, "{moments}");
    }
}
