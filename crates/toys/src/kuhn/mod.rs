//! Kuhn poker (Kuhn 1950): three cards, two players, one hidden card each. The smallest game with chance,
//! hidden information and bluffing, to check views, observations and sampling. It has 30 terminal histories.
//!
//! The deal is a chance action here, `~KQ` (seat 0 got the king, seat 1 the queen), so that explicit chance
//! is exercised.

mod page;
mod schema;

use bagatelle_core::{Game, NoOptions, Outcome, ParseError, Rng, Seat, Turn, Viewer};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// The rules.
#[derive(Debug)]
pub struct Kuhn(NoOptions);

/// A card, by value.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema)]
pub enum Card {
    /// 11.
    J,
    /// 12.
    Q,
    /// 13.
    K,
}

const CARDS: [Card; 3] = [Card::J, Card::Q, Card::K];

/// A position: the cards, once dealt, and the betting so far (`true` is a bet or a call).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hand {
    cards: Option<[Card; 2]>,
    bets: Vec<bool>,
}

/// What one viewer knows.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct View {
    viewer: Option<u8>,
    dealt: bool,
    own: Option<Card>,
    bets: Vec<bool>,
    shown: Option<[Card; 2]>,
}

/// An action.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Action {
    /// Chance gives each seat a card: `~KQ`.
    Deal(Card, Card),
    /// Check or fold: `pass`.
    Pass,
    /// Bet or call: `bet`.
    Bet,
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Action::Deal(a, b) => write!(f, "~{a:?}{b:?}"),
            Action::Pass => f.write_str("pass"),
            Action::Bet => f.write_str("bet"),
        }
    }
}

impl FromStr for Action {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Action, ParseError> {
        let card = |c: u8| CARDS.into_iter().find(|k| format!("{k:?}").as_bytes() == [c]);
        match text.as_bytes() {
            b"pass" => Some(Action::Pass),
            b"bet" => Some(Action::Bet),
            [b'~', a, b] => card(*a).zip(card(*b)).map(|(a, b)| Action::Deal(a, b)),
            _ => None,
        }
        .ok_or_else(|| ParseError::new(text, "`pass`, `bet`, or a deal such as `~KQ`"))
    }
}

/// An action as one viewer saw it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub enum Seen {
    /// The deal, with the cards that the viewer saw.
    Deal([Option<Card>; 2]),
    /// Check or fold.
    Pass,
    /// Bet or call.
    Bet,
}

impl fmt::Display for Seen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Seen::Deal(cards) => {
                f.write_str("~")?;
                cards.iter().try_for_each(|card| match card {
                    Some(card) => write!(f, "{card:?}"),
                    None => f.write_str("?"),
                })
            }
            Seen::Pass => f.write_str("pass"),
            Seen::Bet => f.write_str("bet"),
        }
    }
}

/// Why an action is refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum Illegal {
    /// The cards are dealt by chance, once, and two different ones.
    #[error("the cards are not dealt like that")]
    Deal,
    /// Betting waits for the deal and ends with the game.
    #[error("it is not the time to bet")]
    Bet,
}

/// Nothing can be wrong with the one set-up there is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum SetupError {}

impl Kuhn {
    /// All deals, equally likely.
    pub fn deals() -> impl Iterator<Item = Action> {
        CARDS
            .into_iter()
            .flat_map(|a| CARDS.into_iter().filter(move |b| *b != a).map(move |b| Action::Deal(a, b)))
    }
}

fn over(bets: &[bool]) -> bool {
    matches!(bets, [false, false] | [true, _] | [false, true, _])
}

impl Game for Kuhn {
    const ID: &'static str = "kuhn-poker";
    const HIDDEN: bool = true;
    type Options = NoOptions;
    type DealOptions = NoOptions;
    type Setup = NoOptions;
    type State = Hand;
    type Action = Action;
    type View = View;
    type Observation = Seen;
    type SetupError = SetupError;
    type Illegal = Illegal;

    fn new(options: &NoOptions) -> Result<Self, SetupError> {
        Ok(Kuhn(*options))
    }

    fn options(&self) -> &NoOptions {
        &self.0
    }

    fn fixed_setup(&self) -> Option<NoOptions> {
        Some(NoOptions {})
    }

    fn deal(&self, _options: &NoOptions, _rng: &mut Rng) -> Result<NoOptions, SetupError> {
        Ok(NoOptions {})
    }

    fn start(&self, _setup: &NoOptions) -> Result<Hand, SetupError> {
        Ok(Hand { cards: None, bets: Vec::new() })
    }

    fn seats(&self, _state: &Hand) -> u8 {
        2
    }

    fn turn(&self, state: &Hand) -> Turn {
        match state.cards {
            None => Turn::Chance,
            Some(_) if over(&state.bets) => Turn::Over,
            Some(_) => Turn::Seat(Seat((state.bets.len() % 2) as u8)),
        }
    }

    fn legal(&self, state: &Hand, out: &mut Vec<Action>) {
        out.clear();
        if matches!(self.turn(state), Turn::Seat(_)) {
            out.extend([Action::Pass, Action::Bet]);
        }
    }

    fn check(&self, state: &Hand, action: Action) -> Result<(), Illegal> {
        match (self.turn(state), action) {
            (Turn::Chance, Action::Deal(a, b)) if a != b => Ok(()),
            (Turn::Seat(_), Action::Pass | Action::Bet) => Ok(()),
            (_, Action::Deal(..)) => Err(Illegal::Deal),
            _ => Err(Illegal::Bet),
        }
    }

    fn apply(&self, state: &mut Hand, action: Action) {
        match action {
            Action::Deal(a, b) => state.cards = Some([a, b]),
            Action::Pass => state.bets.push(false),
            Action::Bet => state.bets.push(true),
        }
    }

    fn sample_chance(&self, _state: &Hand, rng: &mut Rng) -> Option<Action> {
        let deals: Vec<Action> = Kuhn::deals().collect();
        rng.choose(&deals).copied()
    }

    fn outcome(&self, state: &Hand) -> Option<Outcome> {
        let cards = state.cards.filter(|_| over(&state.bets))?;
        let best = usize::from(cards[1] > cards[0]);
        let (winner, stake, reason) = match state.bets.as_slice() {
            [false, false] => (best, 1, "the higher card wins the antes"),
            [true, false] => (0, 1, "the bet was not called"),
            [false, true, false] => (1, 1, "the bet was not called"),
            _ => (best, 2, "the higher card wins the pot"),
        };
        let scores = if winner == 0 { vec![stake, -stake] } else { vec![-stake, stake] };
        Some(Outcome { winners: vec![Seat(winner as u8)], scores: Some(scores), reason: reason.into() })
    }

    fn view(&self, state: &Hand, viewer: Viewer) -> View {
        let seat = viewer.seat();
        let called = over(&state.bets) && !matches!(state.bets.as_slice(), [.., true, false]);
        View {
            viewer: seat.map(|s| s.0),
            dealt: state.cards.is_some(),
            own: state.cards.zip(seat).map(|(cards, s)| cards[s.index()]),
            bets: state.bets.clone(),
            shown: state.cards.filter(|_| called),
        }
    }

    fn sample(&self, view: &View, rng: &mut Rng) -> Hand {
        let consistent: Vec<[Card; 2]> = Kuhn::deals()
            .filter_map(|deal| match deal {
                Action::Deal(a, b) => Some([a, b]),
                _ => None,
            })
            .filter(|cards| view.shown.is_none_or(|shown| shown == *cards))
            .filter(|cards| match (view.viewer, view.own) {
                (Some(seat), Some(own)) => cards[usize::from(seat)] == own,
                _ => true,
            })
            .collect();
        let cards = if view.dealt { rng.choose(&consistent).copied() } else { None };
        Hand { cards, bets: view.bets.clone() }
    }

    fn observe(&self, _before: &Hand, action: Action, _after: &Hand, viewer: Viewer) -> Seen {
        match (action, viewer.seat()) {
            (Action::Deal(a, _), Some(Seat(0))) => Seen::Deal([Some(a), None]),
            (Action::Deal(_, b), Some(_)) => Seen::Deal([None, Some(b)]),
            (Action::Deal(..), None) => Seen::Deal([None, None]),
            (Action::Pass, _) => Seen::Pass,
            (Action::Bet, _) => Seen::Bet,
        }
    }
}
