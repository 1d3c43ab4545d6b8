//! The review of a finished game: its turns, with the one that gave the sure win away, and a shortest game for its deal.

use crate::action::Action;
use crate::log::log;
use crate::rules::Burbuja;
use crate::solve::par::shortest_win;
use crate::solve::proof::{self, Found};
use crate::state::State;
use bagatelle_core::present::Reviewer;
use bagatelle_core::present::text::counted;
use bagatelle_core::program::Budget;
use bagatelle_core::{Game, Seat, Viewer};
use maud::{Markup, html};

/// How many nodes the review may spend on one position.
const NODES: u64 = 60_000;

/// How many nodes the review may spend on par.
const PAR_NODES: u64 = 2_000_000;

impl Reviewer<Burbuja> for Burbuja {
    fn review(&self, start: &State, actions: &[Action]) -> Markup {
        let turns = log(self, start, actions);
        let sure = sure_wins(self, start, actions);
        let best = shortest_win(self, start, &Budget::nodes(PAR_NODES));
        html! {
            h2 { "Turn by turn" }
            p {
                "A turn is marked where a sure win was lost: before it there was a strategy that wins whatever the order of "
                "the coins, and after it none was found."
            }
            ol.turns {
                @for (n, turn) in turns.iter().enumerate() {
                    li {
                        code { (turn) }
                        @match sure.get(n..n + 2) {
                            Some([true, false]) => " — lost the sure win",
                            Some([false, true]) => " — a sure win again",
                            _ => "",
                        }
                    }
                }
            }
            @if let Some(moves) = best.moves {
                h2 { "Par" }
                p {
                    "With all coins known, " (counted(moves, "move")) " would have been enough"
                    @if best.exact() { ", and fewer are impossible" } @else { "; at least " (best.at_least) " are needed" }
                    ". One way:"
                }
                ol.turns { @for turn in log(self, start, &best.actions) { li { code { (turn) } } } }
            }
        }
    }
}

/// Whether the win was sure at the start and after each finished turn.
fn sure_wins(game: &Burbuja, start: &State, actions: &[Action]) -> Vec<bool> {
    let mut state = start.clone();
    let sure = |state: &State| {
        let view = game.view(state, Viewer::Seat(Seat(0)));
        matches!(proof::prove(game, &view, &Budget::nodes(NODES)).0, Found::Won | Found::Sure(_))
    };
    let mut all = vec![sure(&state)];
    for &action in actions {
        if game.play(&mut state, action).is_err() {
            break;
        }
        if matches!(action, Action::Move(_)) {
            all.push(sure(&state));
        }
    }
    all
}
