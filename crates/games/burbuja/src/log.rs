//! The printed log, in which a turn is one text.

use crate::action::{Action, Source};
use crate::rules::Burbuja;
use crate::state::State;
use bagatelle_core::Game;
use bagatelle_piecepack::{Lettering, Rank};
use std::fmt::Write;

/// The printed log of `actions` from `state`: a text for each turn, the last one perhaps unfinished.
///
/// `Sf5>a@3,-1`: the front five of Suns was taken, the ace turned up, and the tile went to 3,-1.
/// `Mt4/Mfn>2@-3,0`: the top coin was the four and was rejected, then the front null was taken.
#[must_use]
pub fn log(game: &Burbuja, state: &State, actions: &[Action]) -> Vec<String> {
    let mut state = state.clone();
    let mut turns = Vec::new();
    let mut turn = String::new();
    for &action in actions {
        if game.check(&state, action).is_err() {
            break;
        }
        game.apply(&mut state, action);
        match action {
            Action::Pick(suit, source) => {
                let letter = |rank: Option<Rank>| rank.map(|it| it.letter(Lettering::Small));
                turn.extend([suit.letter(), if source == Source::Front { 'f' } else { 't' }]);
                turn.extend(letter(state.open.hand.map(|tile| tile.rank)));
                if let (Source::Front, Some(next)) = (source, letter(state.piles[suit].front)) {
                    turn.extend(['>', next]);
                }
            }
            Action::Reject => turn.push('/'),
            Action::Move(cell) => {
                let _ = write!(turn, "@{cell}");
                turns.push(std::mem::take(&mut turn));
            }
        }
    }
    turns.extend(Some(turn).filter(|it| !it.is_empty()));
    turns
}
