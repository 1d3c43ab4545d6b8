//! The legal actions: listed, counted, and refusals with a reason.

use super::flow::Bulbous;
use crate::action::Action;
use crate::card::{Card, Colour};
use crate::cards::Cards;
use crate::public::{Phase, Public};
use crate::state::State;
use bagatelle_core::Turn;
use thiserror::Error;

/// Why an action is not legal now.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum Illegal {
    /// The game has ended.
    #[error("the game is over")]
    Over,
    /// Chance has to make a new deck first.
    #[error("the discards have to be shuffled into a new deck first")]
    DeckFirst,
    /// The deck has not run out.
    #[error("the discards are shuffled only when a card is needed and the deck is empty")]
    DeckNotEmpty,
    /// The new deck does not consist of the discards.
    #[error("a new deck consists of exactly the discards")]
    NotTheDiscards,
    /// It is time to choose a specimen.
    #[error("it’s time to choose a new plant")]
    ChooseFirst,
    /// It is time to name a specimen.
    #[error("it’s time for the First Player to choose the next plant")]
    TargetFirst,
    /// It is time to bet, swap or pass.
    #[error("it’s time to bet, swap or pass")]
    ActNow,
    /// The specimen is not in reserve.
    #[error("there’s no {} plant with {size} spaces in reserve", .colour.name())]
    NotInReserve {
        /// The pending colour.
        colour: Colour,
        /// The places asked for.
        size: u8,
    },
    /// No such specimen is active.
    #[error("no {} plant is in play", .0.name())]
    NotActive(Colour),
    /// The specimen was contested, or has its place in the declared order.
    #[error("the {} plant has had its turn this round", .0.name())]
    Contested(Colour),
    /// A card is not in the hand.
    #[error("{} isn’t in your hand", .0.name())]
    NotHeld(Card),
    /// A card does not fit the specimen.
    #[error(
        "you can’t bet the {} here: {} plants take only {}",
        .card.name(), .colour.name(), .colour.fitting()
    )]
    WrongColour {
        /// The card.
        card: Card,
        /// The specimen's colour.
        colour: Colour,
    },
    /// A bet without cards.
    #[error("a bet needs at least one card")]
    EmptyBet,
    /// A swap of no card or of more than two.
    #[error("you can swap one or two cards")]
    SwapSize,
    /// More than one card added, or a Wild, when a tie is played out.
    #[error("you may add only one card of the colour, and no Wild")]
    AddOne,
    /// A card has to be discarded first.
    #[error("you passed with a full hand and drew a card: discard one of your cards")]
    DiscardFirst,
    /// Nothing has to be discarded.
    #[error("you discard a card only after a pass with a full hand, where the rules are read that way")]
    NothingToDiscard,
    /// Swapping while a tie is played out.
    #[error("a tie is being played out: add one card of the colour, or pass")]
    NoSwapInTie,
}

impl Bulbous {
    pub(crate) fn list(&self, state: &State, out: &mut Vec<Action>) {
        out.clear();
        let public = &state.public;
        let Turn::Seat(seat) = public.turn() else { return };
        match public.phase {
            Phase::Choose => {
                let reserve = public.pending().next().map_or(0, |c| public.reserve[c.index()]);
                out.extend((1..=4).filter(|size| reserve >> size & 1 == 1).map(Action::Choose));
            }
            Phase::Target => {
                out.extend(
                    Colour::ALL.into_iter().filter(|c| can_target(public, *c).is_ok()).map(Action::Target),
                );
            }
            Phase::Act => {
                let hand = state.hands[seat.index()];
                let layable = (hand & public.layable(self.0.bluff)).0;
                let mut bet = layable & layable.wrapping_neg();
                while bet != 0 {
                    out.push(Action::Bet(Cards(bet)));
                    bet = bet.wrapping_sub(layable) & layable;
                }
                let mut rest = hand.0;
                while rest != 0 {
                    let card = rest & rest.wrapping_neg();
                    rest ^= card;
                    out.push(Action::Swap(Cards(card)));
                    let mut others = rest;
                    while others != 0 {
                        let other = others & others.wrapping_neg();
                        others ^= other;
                        out.push(Action::Swap(Cards(card | other)));
                    }
                }
                out.push(Action::Pass);
            }
            Phase::Tie => {
                let layable = state.hands[seat.index()] & public.layable(self.0.bluff);
                out.extend(layable.iter().map(|card| Action::Bet(Cards::NONE.with(card))));
                out.push(Action::Pass);
            }
            Phase::Discard => out.extend(state.hands[seat.index()].iter().map(Action::Discard)),
            Phase::Refill | Phase::Over => (),
        }
    }

    pub(crate) fn count(&self, state: &State) -> usize {
        let public = &state.public;
        let Turn::Seat(seat) = public.turn() else { return 0 };
        let hand = state.hands[seat.index()];
        let layable = usize::from((hand & public.layable(self.0.bluff)).len());
        match public.phase {
            Phase::Choose => {
                public.pending().next().map_or(0, |c| public.reserve[c.index()].count_ones() as usize)
            }
            Phase::Target => Colour::ALL.into_iter().filter(|c| can_target(public, *c).is_ok()).count(),
            Phase::Act => {
                let held = usize::from(hand.len());
                (1 << layable) - 1 + held * (held + 1) / 2 + 1
            }
            Phase::Tie => layable + 1,
            Phase::Discard => usize::from(hand.len()),
            Phase::Refill | Phase::Over => 0,
        }
    }

    pub(crate) fn refuse(&self, state: &State, action: Action) -> Result<(), Illegal> {
        let public = &state.public;
        let seat = match (public.turn(), action) {
            (Turn::Over, _) => return Err(Illegal::Over),
            (Turn::Chance, Action::Shuffle(order)) if order.0.set() == public.discards.set() => return Ok(()),
            (Turn::Chance, Action::Shuffle(_)) => return Err(Illegal::NotTheDiscards),
            (Turn::Chance, _) => return Err(Illegal::DeckFirst),
            (Turn::Seat(_), Action::Shuffle(_)) => return Err(Illegal::DeckNotEmpty),
            (Turn::Seat(seat), _) => seat,
        };
        let hand = state.hands[seat.index()];
        let held = |cards: Cards| (cards - hand).iter().next().map_or(Ok(()), |c| Err(Illegal::NotHeld(c)));
        match (public.phase, action) {
            (Phase::Choose, Action::Choose(size)) => match public.pending().next() {
                Some(colour) if size < 8 && public.reserve[colour.index()] >> size & 1 == 1 => Ok(()),
                Some(colour) => Err(Illegal::NotInReserve { colour, size }),
                None => Err(Illegal::ActNow),
            },
            (Phase::Target, Action::Target(colour)) => can_target(public, colour),
            (Phase::Act | Phase::Tie, Action::Pass) => Ok(()),
            (Phase::Act, Action::Bet(cards)) => {
                held(cards)?;
                if cards.is_empty() {
                    return Err(Illegal::EmptyBet);
                }
                match ((cards - public.layable(self.0.bluff)).iter().next(), public.target()) {
                    (Some(card), Some(specimen)) => {
                        Err(Illegal::WrongColour { card, colour: specimen.colour })
                    }
                    _ => Ok(()),
                }
            }
            (Phase::Act, Action::Swap(cards)) => {
                held(cards)?;
                if matches!(cards.len(), 1 | 2) { Ok(()) } else { Err(Illegal::SwapSize) }
            }
            (Phase::Tie, Action::Bet(cards)) => {
                held(cards)?;
                if cards.len() == 1 && public.layable(self.0.bluff).holds(cards) {
                    Ok(())
                } else {
                    Err(Illegal::AddOne)
                }
            }
            (Phase::Discard, Action::Discard(card)) => held(Cards::NONE.with(card)),
            (Phase::Discard, _) => Err(Illegal::DiscardFirst),
            (_, Action::Discard(_)) => Err(Illegal::NothingToDiscard),
            (Phase::Tie, Action::Swap(_)) => Err(Illegal::NoSwapInTie),
            (Phase::Choose, _) => Err(Illegal::ChooseFirst),
            (Phase::Target, _) => Err(Illegal::TargetFirst),
            _ => Err(Illegal::ActNow),
        }
    }
}

fn can_target(public: &Public, colour: Colour) -> Result<(), Illegal> {
    if public.active[colour.index()] == 0 {
        Err(Illegal::NotActive(colour))
    } else if public.is_contested(colour) || public.plan.contains(&(colour as u8)) {
        Err(Illegal::Contested(colour))
    } else {
        Ok(())
    }
}
