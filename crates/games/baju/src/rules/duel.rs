//! The duel: place or move a button, be the only one with a line of four.

use super::position::{DuelAction, Position};
use super::{Fault, board};
use crate::board::Board;
use crate::boardfile::STAND_INS;
use crate::things::{Button, Colour, NEIGHBOURS, Space};
use crate::view::DuelView;
use crate::{notation, things};
use bagatelle_core::game::Nothing;
use bagatelle_core::{Game, Outcome, ParseError, Rng, Seat, Turn, Viewer};
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// The duel on one board.
#[derive(Clone, Debug)]
pub struct Duel {
    options: DuelOptions,
    board: Board,
}

/// The variant of a duel.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct DuelOptions {
    /// The id of a stand-in board, or the text of a board file.
    pub board: String,
    /// Who acts first.
    pub first: Colour,
}

impl Default for DuelOptions {
    fn default() -> DuelOptions {
        DuelOptions { board: STAND_INS[0].id.into(), first: Colour::White }
    }
}

/// A position to start from that is not the empty board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DuelSetup {
    /// Rows, side to act and swapped pair, for example `----W6B4/B8W8W1W2/W5--B7B5/------W3 W W1B7`.
    pub position: String,
}

/// How a duel ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DuelEnd {
    /// One player alone has a line of four.
    Line(Colour),
    /// The position occurred for the third time.
    Repeated,
    /// The side to act has no legal action.
    Stuck,
}

/// A position of the duel and the earlier ones that could come again.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DuelState {
    position: Position,
    /// [`Position::code`] of the positions since the last placement, without the present one: buttons never leave the
    /// board, so no earlier one can recur.
    past: Vec<u128>,
    end: Option<DuelEnd>,
}

impl DuelState {
    /// What is on the table.
    #[must_use]
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The codes of the positions since the last placement, the present one left out.
    #[must_use]
    pub fn past(&self) -> &[u128] {
        &self.past
    }

    /// How the game ended, if it did.
    #[must_use]
    pub fn end(&self) -> Option<DuelEnd> {
        self.end
    }

    /// How often the position has occurred, this time included.
    #[must_use]
    pub fn occurrences(&self) -> usize {
        let code = self.position.code();
        1 + self.past.iter().filter(|past| **past == code).count()
    }
}

/// Why an action of the duel is not legal.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum DuelRefusal {
    /// The game has ended.
    #[error("the game is over")]
    Over,
    /// The button is already on the board.
    #[error("your {0} is already on the board")]
    NotInSupply(u8),
    /// The space is taken.
    #[error("{0} is not empty")]
    Taken(Space),
    /// No button of the opponent is next to the space.
    #[error("{0} is not next to a button of your opponent")]
    Alone(Space),
    /// No own button is there.
    #[error("you have no button on {0}")]
    NotYours(Space),
    /// No way of the right length leads there.
    #[error(
        "the {value} on {from} cannot reach {to}: no way crosses exactly {value} of its bridges without coming back to a space"
    )]
    NoWay {
        /// The button's value.
        value: u8,
        /// Where it is.
        from: Space,
        /// Where it should go.
        to: Space,
    },
    /// The same two buttons swapped on the opponent's last turn.
    #[error("{0} and {1} swapped on your opponent's last turn and may not swap back at once")]
    Reversal(Button, Button),
}

impl Duel {
    /// The board that is played on.
    #[must_use]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// A game from this position, nothing being known of what came before.
    pub(crate) fn state(&self, position: Position) -> DuelState {
        let mut state = DuelState { position, past: Vec::new(), end: None };
        state.end = self.judge(&state);
        state
    }

    /// How the game ended with the present position.
    #[inline]
    fn judge(&self, state: &DuelState) -> Option<DuelEnd> {
        let position = &state.position;
        if let Some(winner) = position.winner() {
            return Some(DuelEnd::Line(winner));
        }
        // A position needs four turns to come again, and comes again twice before it counts.
        if state.past.len() >= 8 && state.occurrences() >= 3 {
            return Some(DuelEnd::Repeated);
        }
        let movable = |from: Space| {
            position.layout.button(from).is_some_and(|button| position.moves(&self.board, button, from) != 0)
        };
        let own = position.layout.spaces(position.side);
        let can_act = Space::of_mask(own).any(movable)
            || (position.open() != 0 && own.count_ones() < u32::from(things::VALUES));
        (!can_act).then_some(DuelEnd::Stuck)
    }
}

impl Game for Duel {
    const ID: &'static str = "baju-duel";
    const HIDDEN: bool = false;
    type Options = DuelOptions;
    type Wish = Nothing;
    type Setup = Option<DuelSetup>;
    type State = DuelState;
    type Action = DuelAction;
    type View = DuelView;
    type Fault = Fault;
    type Refusal = DuelRefusal;

    fn new(options: &DuelOptions) -> Result<Duel, Fault> {
        Ok(Duel { board: board(&options.board)?, options: options.clone() })
    }

    fn options(&self) -> &DuelOptions {
        &self.options
    }

    fn fixed_setup(&self) -> Option<Option<DuelSetup>> {
        Some(None)
    }

    fn deal(&self, _wish: &Nothing, _rng: &mut Rng) -> Result<Option<DuelSetup>, Fault> {
        Ok(None)
    }

    fn start(&self, setup: &Option<DuelSetup>) -> Result<DuelState, Fault> {
        let position = match setup {
            Some(setup) => notation::read_position(&setup.position)?,
            None => Position::empty(self.options.first),
        };
        Ok(self.state(position))
    }

    fn seats(&self, _state: &DuelState) -> u8 {
        2
    }

    #[inline]
    fn turn(&self, state: &DuelState) -> Turn {
        match state.end {
            Some(_) => Turn::Over,
            None => Turn::Seat(Seat(state.position.side as u8)),
        }
    }

    #[inline]
    fn legal(&self, state: &DuelState, out: &mut Vec<DuelAction>) {
        out.clear();
        if state.end.is_none() {
            state.position.each_action(&self.board, |action| out.push(action));
        }
    }

    #[inline]
    fn count_legal(&self, state: &DuelState) -> usize {
        if state.end.is_some() { 0 } else { state.position.count_actions(&self.board) }
    }

    fn check(&self, state: &DuelState, action: DuelAction) -> Result<(), DuelRefusal> {
        let DuelState { position, end, .. } = state;
        let layout = &position.layout;
        if end.is_some() {
            return Err(DuelRefusal::Over);
        }
        match action {
            DuelAction::Place { value, at } => {
                if layout.space(Button::new(position.side, value)).is_some() {
                    return Err(DuelRefusal::NotInSupply(value));
                }
                if layout.button(at).is_some() {
                    return Err(DuelRefusal::Taken(at));
                }
                let near = NEIGHBOURS[at.index()] & layout.spaces(position.side.other());
                if near == 0 && layout.taken() != 0 {
                    return Err(DuelRefusal::Alone(at));
                }
            }
            DuelAction::Move { from, to } => {
                let Some(button) = layout.button(from).filter(|button| button.colour() == position.side)
                else {
                    return Err(DuelRefusal::NotYours(from));
                };
                if layout.targets(&self.board, from) & to.bit() == 0 {
                    return Err(DuelRefusal::NoWay { value: button.value(), from, to });
                }
                if let Some((a, b)) = position.swapped.filter(|_| position.forbidden(button) == to.bit()) {
                    return Err(DuelRefusal::Reversal(a, b));
                }
            }
        }
        Ok(())
    }

    #[inline]
    fn apply(&self, state: &mut DuelState, action: DuelAction) {
        match action {
            DuelAction::Place { .. } => state.past.clear(),
            DuelAction::Move { .. } => state.past.push(state.position.code()),
        }
        state.position.act(action);
        state.end = self.judge(state);
    }

    fn outcome(&self, state: &DuelState) -> Option<Outcome> {
        Some(match state.end? {
            DuelEnd::Line(winner) => {
                Outcome::won(Seat(winner as u8), format!("{} alone has a line of four", winner.player()))
            }
            DuelEnd::Repeated => Outcome::nobody("a draw: the position occurred for the third time"),
            DuelEnd::Stuck => {
                let side = state.position.side.player();
                Outcome::nobody(format!("a draw: {side} has no legal action"))
            }
        })
    }

    fn view(&self, state: &DuelState, viewer: Viewer) -> DuelView {
        DuelView { seat: viewer.seat(), state: state.clone() }
    }

    fn sample(&self, view: &DuelView, _rng: &mut Rng) -> DuelState {
        view.state.clone()
    }

    fn read(&self, state: &DuelState, text: &str) -> Result<DuelAction, ParseError> {
        match notation::read_way(&self.board, &state.position.layout, text)? {
            Some((from, to)) => Ok(DuelAction::Move { from, to }),
            None => text.parse(),
        }
    }

    fn variants() -> Vec<(DuelOptions, Nothing)> {
        let on = |board: &str, first| (DuelOptions { board: board.into(), first }, Nothing {});
        vec![
            on("twin-loops", Colour::White),
            on("red-ring", Colour::Black),
            on("frame", Colour::White),
            // Three bridges only: players get stuck, and few moves repeat soon.
            on("baju-board 1\nred a1-b1\nwhite b1-b2\nblack a1-a2", Colour::White),
        ]
    }
}
