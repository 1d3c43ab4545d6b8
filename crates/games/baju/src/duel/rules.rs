//! The rules of the duel: place or move a button, be the only one with a line of four.

use super::action::Action;
use super::notation::read_position;
use super::options::{Options, Setup};
use super::position::Position;
use super::state::{End, State};
use super::view::{Seen, View};
use crate::board::Board;
use crate::guide::bridges;
use crate::notation::read_way;
use crate::options::{PositionError, SetupError, board};
use crate::pieces::{Button, Colour, NEIGHBOURS, Space, VALUES};
use bagatelle_core::{FullView, Game, NoOptions, Outcome, ParseError, Rng, Seat, Turn, Viewer, open_game};
use thiserror::Error;

/// The duel on one board.
#[derive(Clone, Debug)]
pub struct Duel {
    options: Options,
    board: Board,
}

/// Why an action of the duel is not legal.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Illegal {
    /// The game has ended.
    #[error("the game is over")]
    Over,
    /// The button is already on the board.
    #[error("your {0} is already on the board")]
    NotInSupply(u8),
    /// The space is taken.
    #[error("that space isn’t empty")]
    Taken(Space),
    /// No button of the opponent is next to the space.
    #[error("that space isn’t next to one of your opponent’s buttons")]
    Alone(Space),
    /// The player has no button there.
    #[error("you have no button there")]
    NotYours(Space),
    /// No way of the right length leads there.
    #[error("no path of exactly {} leads there without visiting a space twice", bridges(*.button))]
    NoWay {
        /// The button.
        button: Button,
        /// Where it is.
        from: Space,
        /// Where it should go.
        to: Space,
    },
    /// The same two buttons swapped on the opponent's last turn.
    #[error("{} and {} swapped on your opponent’s last turn and may not swap straight back", .0.words(),
        .1.words())]
    Reversal(Button, Button),
}

impl Duel {
    /// The board that is played on.
    #[must_use]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// A game from this position, with no known history.
    pub(crate) fn state(&self, position: Position) -> State {
        let mut state = State::new(position);
        state.end = self.judge(&state);
        state
    }

    /// How the game ended with the present position.
    #[inline]
    fn judge(&self, state: &State) -> Option<End> {
        let position = &state.position;
        if let Some(winner) = position.winner() {
            return Some(End::Line(winner));
        }
        // A position needs four turns to recur, and recurs twice before it counts.
        if self.options.repetition > 0 && state.past().len() >= 8 && state.occurrences() >= 3 {
            return Some(End::Repeated);
        }
        let movable = |from: Space| {
            position.layout.button(from).is_some_and(|button| position.moves(&self.board, button, from) != 0)
        };
        let own = position.layout.spaces(position.side);
        let can_act = Space::of_mask(own).any(movable)
            || (position.open() != 0 && own.count_ones() < u32::from(VALUES));
        (!can_act).then_some(End::Stuck)
    }
}

/// What is stored of a win, after its player.
pub(super) const LINE: &str = " alone has a line of four";

impl Game for Duel {
    open_game!(View = View, Observation = Seen);
    const ID: &'static str = "baju-duel";
    type Options = Options;
    type DealOptions = NoOptions;
    type Setup = Option<Setup>;
    type State = State;
    type Action = Action;
    type SetupError = SetupError;
    type Illegal = Illegal;

    fn new(options: &Options) -> Result<Duel, SetupError> {
        match options.repetition {
            0 | 3 => Ok(Duel { board: board(&options.board)?, options: options.clone() }),
            other => Err(SetupError::Repetition(other)),
        }
    }

    fn options(&self) -> &Options {
        &self.options
    }

    fn fixed_setup(&self) -> Option<Option<Setup>> {
        Some(None)
    }

    fn deal(&self, _options: &NoOptions, _rng: &mut Rng) -> Result<Option<Setup>, SetupError> {
        Ok(None)
    }

    fn start(&self, setup: &Option<Setup>) -> Result<State, SetupError> {
        let state = self.start_stored(setup)?;
        match state.position.swapped {
            Some((a, b)) if a.colour() == b.colour() => Err(PositionError::PairOfOne(a, b).into()),
            _ => Ok(state),
        }
    }

    /// Older versions accepted a swapped pair of one colour.
    fn start_stored(&self, setup: &Option<Setup>) -> Result<State, SetupError> {
        let position = match setup {
            Some(setup) => read_position(&setup.position)?,
            None => Position::empty(self.options.first),
        };
        Ok(self.state(position))
    }

    fn seats(&self, _state: &State) -> u8 {
        2
    }

    #[inline]
    fn turn(&self, state: &State) -> Turn {
        match state.end {
            Some(_) => Turn::Over,
            None => Turn::Seat(Seat(state.position.side as u8)),
        }
    }

    #[inline]
    fn legal(&self, state: &State, out: &mut Vec<Action>) {
        out.clear();
        if state.end.is_none() {
            state.position.each_action(&self.board, |action| out.push(action));
        }
    }

    #[inline]
    fn count_legal(&self, state: &State) -> usize {
        if state.end.is_some() { 0 } else { state.position.count_actions(&self.board) }
    }

    fn check(&self, state: &State, action: Action) -> Result<(), Illegal> {
        let State { position, end, .. } = state;
        let layout = &position.layout;
        if end.is_some() {
            return Err(Illegal::Over);
        }
        match action {
            Action::Place { value, at } => {
                if layout.space(Button::new(position.side, value)).is_some() {
                    return Err(Illegal::NotInSupply(value));
                }
                if layout.button(at).is_some() {
                    return Err(Illegal::Taken(at));
                }
                let near = NEIGHBOURS[at.index()] & layout.spaces(position.side.other());
                if near == 0 && layout.taken() != 0 {
                    return Err(Illegal::Alone(at));
                }
            }
            Action::Move { from, to } => {
                let Some(button) = layout.button(from).filter(|button| button.colour() == position.side)
                else {
                    return Err(Illegal::NotYours(from));
                };
                if layout.targets(&self.board, from) & to.bit() == 0 {
                    return Err(Illegal::NoWay { button, from, to });
                }
                if let Some((a, b)) = position.swapped.filter(|_| position.forbidden(button) == to.bit()) {
                    return Err(Illegal::Reversal(a, b));
                }
            }
        }
        Ok(())
    }

    #[inline]
    fn apply(&self, state: &mut State, action: Action) {
        state.act(action);
        state.end = self.judge(state);
    }

    /// Older versions counted two buttons of one colour that had swapped as part of the position, so they saw
    /// some draws later.
    fn reopen(&self, state: &mut State) -> bool {
        if state.end != Some(End::Repeated) || state.older {
            return false;
        }
        state.older = true;
        let end = self.judge(state);
        if end.is_some() {
            state.older = false;
            return false;
        }
        state.end = end;
        true
    }

    fn outcome(&self, state: &State) -> Option<Outcome> {
        // Records and databases hold these sentences.
        Some(match state.end? {
            End::Line(winner) => Outcome::won(Seat(winner as u8), format!("{}{LINE}", winner.player())),
            End::Repeated => Outcome::without_winner("a draw: the position occurred for the third time"),
            End::Stuck => {
                let side = state.position.side.player();
                Outcome::without_winner(format!("a draw: {side} has no legal action"))
            }
        })
    }

    fn read(&self, state: &State, text: &str) -> Result<Action, ParseError> {
        match read_way(&self.board, &state.position.layout, text)? {
            Some((from, to)) => Ok(Action::Move { from, to }),
            None => text.parse(),
        }
    }

    fn variants() -> Vec<(Options, NoOptions)> {
        let under = |options| (options, NoOptions {});
        let on = |board: &str, first| under(Options { board: board.into(), first, ..Options::default() });
        vec![
            on("twin-loops", Colour::White),
            on("red-ring", Colour::Black),
            on("frame", Colour::White),
            // Three bridges only: players get stuck, and positions soon occur again.
            on("baju-board 1\nred a1-b1\nwhite b1-b2\nblack a1-a2", Colour::White),
            under(Options { repetition: 0, ..Options::default() }),
            on("random:laws", Colour::White),
        ]
    }
}

impl FullView<Duel> for View {
    fn of(_game: &Duel, state: &State, viewer: Viewer) -> View {
        View { seat: viewer.seat(), state: state.clone() }
    }

    fn state(&self) -> State {
        self.state.clone()
    }
}
