//! The review of a finished game: its turns in words, the positions in which the sure win came or went, and a shortest game for
//! its deal.

use crate::action::Action;
use crate::draw;
use crate::rules::Burbuja;
use crate::solve::par::{ShortestWin, shortest_win};
use crate::solve::proof::{self, Found};
use crate::state::State;
use crate::words::{Turn, turns};
use bagatelle_core::present::Reviewer;
use bagatelle_core::present::text::counted;
use bagatelle_core::program::Budget;
use bagatelle_core::{Game, Seat, Viewer};
use maud::{Markup, PreEscaped, html};

/// How many nodes the review may spend on one position.
const NODES: u64 = 60_000;

/// How many nodes the review may spend on the shortest game.
const PAR_NODES: u64 = 2_000_000;

/// How many turning points are drawn.
const DRAWN: usize = 4;

impl Reviewer<Burbuja> for Burbuja {
    fn review(&self, start: &State, actions: &[Action]) -> Markup {
        let turns = turns(self, start, actions);
        let (sure_at_first, points) = turning_points(self, start, &turns);
        let best = shortest_win(self, start, &Budget::nodes(PAR_NODES));
        html! {
            h2 { "Turning points" }
            p {
                "A win is sure where there is a way to play that wins whatever the order of the unseen coins. "
                @match (points.is_empty(), sure_at_first) {
                    (true, true) => "Yours was sure from the first turn to the last.",
                    (true, false) => "Here it was never found to be sure.",
                    (false, _) => "These turns changed that:",
                }
            }
            div.figures {
                @for point in points.iter().take(DRAWN) {
                    @let turn = &turns[point.turn];
                    (board(self, &turn.after, &format!("Turn {}, {}. {}", point.turn + 1, point.words(), turn.text)))
                }
            }
            h2 { "Turn by turn" }
            ol.turns {
                @for (n, turn) in turns.iter().enumerate() {
                    li {
                        (turn.text)
                        @for point in points.iter().filter(|point| point.turn == n) {
                            " " strong { "Here " (point.words()) "." }
                        }
                    }
                }
            }
            (with_all_known(self, start, &best))
        }
    }
}

/// The shortest game that was found, with all coins known.
fn with_all_known(game: &Burbuja, start: &State, best: &ShortestWin) -> Markup {
    let Some(moves) = best.moves.map(|moves| counted(moves, "move")) else { return html! {} };
    let way = turns(game, start, &best.actions);
    html! {
        h2 { "With all coins known" }
        p {
            (moves) " would have been enough for a player who knew them"
            @if best.exact() { ", and fewer are impossible" } @else { "; at least " (best.at_least) " are needed" }
            ". One way:"
        }
        ol.turns { @for turn in &way { li { (turn.text) } } }
        @if let Some(last) = way.last() {
            div.figures { (board(game, &last.after, &format!("The hollow square after {moves}."))) }
        }
    }
}

/// A position with a line below it.
fn board(game: &Burbuja, state: &State, caption: &str) -> Markup {
    let picture = draw::figure(game, &game.view(state, Viewer::Seat(Seat(0))), &[]);
    html! { figure { (PreEscaped(picture)) figcaption { (caption) } } }
}

/// A turn after which a win was sure and had not been before, or the other way round.
struct TurningPoint {
    turn: usize,
    sure: bool,
}

impl TurningPoint {
    fn words(&self) -> &'static str {
        if self.sure { "the win became sure" } else { "the sure win was lost" }
    }
}

/// Whether the win was sure at first, and the turns that changed it.
fn turning_points(game: &Burbuja, start: &State, turns: &[Turn]) -> (bool, Vec<TurningPoint>) {
    let sure_at_first = is_sure(game, start);
    let mut before = sure_at_first;
    let mut points = Vec::new();
    for (turn, Turn { after, .. }) in turns.iter().enumerate() {
        let sure = is_sure(game, after);
        if sure != before {
            points.push(TurningPoint { turn, sure });
        }
        before = sure;
    }
    (sure_at_first, points)
}

/// Whether a win is proved whatever the order of the unseen coins.
fn is_sure(game: &Burbuja, state: &State) -> bool {
    let view = game.view(state, Viewer::Seat(Seat(0)));
    matches!(proof::prove(game, &view, &Budget::nodes(NODES)).0, Found::Won | Found::Sure(_))
}
