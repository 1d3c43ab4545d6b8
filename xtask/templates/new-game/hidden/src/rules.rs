//! The rules: one player leads a card, the other one answers, and the higher card wins the trick. Most tricks
//! win the game.

use crate::action::{Action, CARDS, DRAWS, HAND, TRICKS};
use crate::options::{Options, Setup, SetupError};
use crate::state::State;
use crate::view::{Seen, View};
use bagatelle_core::{Game, NoOptions, Outcome, Rng, Seat, Turn, Viewer};
use thiserror::Error;

/// Why a card cannot be played.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum Illegal {
    /// The seat to act does not hold it.
    #[error("the {0} is not in the hand")]
    NotHeld(u8),
    /// All tricks are played.
    #[error("the game is over")]
    Over,
}

/// The rules under certain options.
#[derive(Clone, Copy, Debug)]
pub struct ToyGame(Options);

impl ToyGame {
    /// Whether a card wins against another one.
    #[must_use]
    pub fn beats(&self, card: u8, other: u8) -> bool {
        if self.0.low_wins { card < other } else { card > other }
    }

    /// The seat that wins a trick.
    #[must_use]
    pub fn winner(&self, [first, second]: [u8; 2]) -> Seat {
        Seat(u8::from(self.beats(second, first)))
    }

    /// How many tricks a seat has won.
    #[must_use]
    pub fn won(&self, tricks: &[[u8; 2]], seat: Seat) -> usize {
        tricks.iter().filter(|trick| self.winner(**trick) == seat).count()
    }

    /// The seat that leads after these tricks: the winner of the last one, at first the first seat.
    #[must_use]
    pub fn leader(&self, tricks: &[[u8; 2]]) -> Seat {
        tricks.last().map_or(Seat(0), |trick| self.winner(*trick))
    }

    /// Who acts after these tricks.
    #[must_use]
    pub fn to_act(&self, tricks: &[[u8; 2]], led: Option<u8>) -> Turn {
        match led {
            _ if tricks.len() >= TRICKS => Turn::Over,
            None => Turn::Seat(self.leader(tricks)),
            Some(_) => Turn::Seat(self.leader(tricks).next(2)),
        }
    }

    /// How many cards a seat holds, which all may know.
    #[must_use]
    pub fn held(&self, tricks: &[[u8; 2]], led: Option<u8>, seat: Seat) -> usize {
        let has_led = led.is_some() && seat == self.leader(tricks);
        (HAND + tricks.len().min(DRAWS)).saturating_sub(tricks.len() + usize::from(has_led))
    }
}

impl Game for ToyGame {
    const ID: &'static str = "toy-game";
    const HIDDEN: bool = true;
    type Options = Options;
    type DealOptions = NoOptions;
    type Setup = Setup;
    type State = State;
    type Action = Action;
    type View = View;
    type Observation = Seen;
    type SetupError = SetupError;
    type Illegal = Illegal;

    fn new(options: &Options) -> Result<Self, SetupError> {
        Ok(ToyGame(*options))
    }

    fn options(&self) -> &Options {
        &self.0
    }

    fn deal(&self, _options: &NoOptions, rng: &mut Rng) -> Result<Setup, SetupError> {
        let mut cards = std::array::from_fn(|n| n as u8 + 1);
        rng.shuffle(&mut cards);
        Ok(Setup { cards })
    }

    fn start(&self, setup: &Setup) -> Result<State, SetupError> {
        for (n, &card) in setup.cards.iter().enumerate() {
            if !(1..=CARDS).contains(&card) {
                return Err(SetupError::NoCard(card));
            }
            if setup.cards[..n].contains(&card) {
                return Err(SetupError::Twice(card));
            }
        }
        let (hands, deck) = setup.cards.split_at(2 * HAND);
        let sorted = |seat: usize| {
            let mut hand = hands[seat * HAND..][..HAND].to_vec();
            hand.sort_unstable();
            hand
        };
        let deck = deck.iter().rev().copied().collect();
        Ok(State { hands: [sorted(0), sorted(1)], deck, led: None, tricks: Vec::new() })
    }

    fn seats(&self, _state: &State) -> u8 {
        2
    }

    fn turn(&self, state: &State) -> Turn {
        self.to_act(&state.tricks, state.led)
    }

    fn legal(&self, state: &State, out: &mut Vec<Action>) {
        out.clear();
        if let Turn::Seat(seat) = self.turn(state) {
            out.extend(state.hands[seat.index()].iter().map(|&card| Action { card }));
        }
    }

    fn check(&self, state: &State, action: Action) -> Result<(), Illegal> {
        match self.turn(state) {
            Turn::Seat(seat) if state.hands[seat.index()].contains(&action.card) => Ok(()),
            Turn::Seat(_) => Err(Illegal::NotHeld(action.card)),
            Turn::Chance | Turn::Over => Err(Illegal::Over),
        }
    }

    fn apply(&self, state: &mut State, action: Action) {
        let Turn::Seat(seat) = self.turn(state) else { return };
        state.hands[seat.index()].retain(|card| *card != action.card);
        let Some(led) = state.led.take() else {
            state.led = Some(action.card);
            return;
        };
        let trick = if seat == Seat(0) { [action.card, led] } else { [led, action.card] };
        state.tricks.push(trick);
        if state.tricks.len() <= DRAWS {
            // The winner draws first.
            let winner = self.winner(trick);
            for seat in [winner, winner.next(2)] {
                let hand = &mut state.hands[seat.index()];
                hand.extend(state.deck.pop());
                hand.sort_unstable();
            }
        }
    }

    fn outcome(&self, state: &State) -> Option<Outcome> {
        let points = [Seat(0), Seat(1)].map(|seat| self.won(&state.tricks, seat));
        (self.turn(state) == Turn::Over).then(|| Outcome {
            winners: vec![Seat(u8::from(points[1] > points[0]))],
            scores: Some(points.map(|won| won as i32).to_vec()),
            reason: "won most tricks".into(),
        })
    }

    fn view(&self, state: &State, viewer: Viewer) -> View {
        let viewer = viewer.seat();
        let hand = viewer.map(|seat| state.hands[seat.index()].clone()).unwrap_or_default();
        View { viewer, hand, led: state.led, tricks: state.tricks.clone() }
    }

    fn sample(&self, view: &View, rng: &mut Rng) -> State {
        let mut deck = view.unseen();
        rng.shuffle(&mut deck);
        let hands = [Seat(0), Seat(1)].map(|seat| {
            if view.viewer == Some(seat) {
                return view.hand.clone();
            }
            let held = self.held(&view.tricks, view.led, seat);
            let mut hand = deck.split_off(deck.len().saturating_sub(held));
            hand.sort_unstable();
            hand
        });
        State { hands, deck, led: view.led, tricks: view.tricks.clone() }
    }

    fn observe(&self, before: &State, action: Action, after: &State, viewer: Viewer) -> Seen {
        let Turn::Seat(by) = self.turn(before) else {
            return Seen { by: Seat(0), card: action.card, trick: None, drew: None };
        };
        let trick = before.led.and_then(|_| after.tricks.last().copied());
        let drew = viewer.seat().filter(|_| before.deck.len() > after.deck.len()).and_then(|seat| {
            let [before, after] = [before, after].map(|state| &state.hands[seat.index()]);
            after.iter().copied().find(|card| !before.contains(card))
        });
        Seen { by, card: action.card, trick, drew }
    }

    fn variants() -> Vec<(Options, NoOptions)> {
        [false, true].map(|low_wins| (Options { low_wins }, NoOptions {})).to_vec()
    }
}
