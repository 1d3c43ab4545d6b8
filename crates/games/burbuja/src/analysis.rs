//! What a position is worth, and what can be learned from a finished game.
//!
//! A position is judged by what the player can know: whether some strategy wins whatever the order of the
//! unseen coins. If none is found, the game is played to the end many times, with unseen coins drawn at
//! random.

use crate::action::Action;
use crate::programs::played_out;
use crate::rules::Burbuja;
use crate::solve::certain_line;
use crate::solve::par::shortest_win;
use crate::solve::proof::{self, Found};
use crate::state::State;
use crate::words::turns;
use bagatelle_core::present::text::counted;
use bagatelle_core::present::{
    Analyser, Better, Effort, Evaluation, Line, Note, Progress, Review, Reviewer, Scale, SeatReview,
    TurningPoint, Worth,
};
use bagatelle_core::program::Budget;
use bagatelle_core::{Game, Rng, Seat, Seed, Stream, Viewer};

/// How many nodes a review spends on each position when the caller does not say.
const NODES: u64 = 60_000;
/// How many nodes a review spends on the shortest game.
const PAR_NODES: u64 = 2_000_000;
/// How many playouts go into the opinion of a position: in a review, and at most in an analysis.
const REVIEW_PLAYOUTS: u64 = 120;
const PLAYOUTS: u64 = 6_000;
/// How many times the nodes of a review a deeper look at a position takes.
const DEEPER: u64 = 8;
/// A choice that wins so much larger a share of the playouts than another is clearly better.
const CLEARLY: f64 = 0.1;
/// The nodes of a first look.
const FIRST: u64 = 20_000;

impl Analyser<Burbuja> for Burbuja {
    fn scale(&self) -> Scale {
        Scale::Share
    }

    fn analyse(
        &self,
        state: &State,
        lines: usize,
        budget: &Budget<'_>,
        better: Better<'_, Action>,
    ) -> Option<Evaluation<Action>> {
        let most = budget.nodes.unwrap_or(u64::MAX);
        let mut nodes = FIRST.min(most);
        loop {
            let (found, worked) = looked_at(self, state, &Budget { nodes: Some(nodes), ..*budget });
            let playouts =
                if matches!(found, Found::NotProven) { (nodes / 20).clamp(60, PLAYOUTS) } else { 0 };
            let evaluation = evaluation(self, state, &found, playouts, worked, lines);
            // More nodes than the proof can use find nothing new.
            if evaluation.proved || nodes >= most || worked < nodes / 2 || (budget.stop)() {
                return Some(evaluation);
            }
            better(&evaluation);
            nodes = nodes.saturating_mul(4).min(most);
        }
    }
}

/// What can be proved of a position from what the player sees.
fn looked_at(game: &Burbuja, state: &State, budget: &Budget<'_>) -> (Found, u64) {
    proof::prove(game, &game.view(state, Viewer::Seat(Seat(0))), budget)
}

/// The choices that look best, with the share of playouts that each wins, the best first. The same every
/// time.
fn chances(game: &Burbuja, state: &State, playouts: u64) -> Vec<(Action, f64)> {
    let view = game.view(state, Viewer::Seat(Seat(0)));
    let mut rng = Rng::new(&Seed::from_text("playouts"), Stream::Program);
    let (mut tried, _) = played_out(game, &view, &Budget::nodes(playouts), &mut rng, true);
    tried.sort_by(|a, b| b.1.total_cmp(&a.1));
    tried
}

/// How many games are won, as people say it.
fn chances_in_words(share: f64) -> String {
    match (share * 100.0).round() as u32 {
        0 => "almost every game is lost".into(),
        100.. => "almost every game is won".into(),
        hundredths => format!("about {hundredths}% of games are won"),
    }
}

fn evaluation(
    game: &Burbuja,
    state: &State,
    found: &Found,
    playouts: u64,
    nodes: u64,
    lines: usize,
) -> Evaluation<Action> {
    let sure = Worth::Win { seat: Seat(0), within: None };
    let (worth, text, lines) = match found {
        Found::Won => (sure, "The ring is complete.".to_owned(), Vec::new()),
        Found::Sure(strategy) => {
            let line = Line { actions: certain_line(strategy), text: "A sure win".into() };
            (sure, "A sure win, whatever the order of the unseen coins.".into(), vec![line])
        }
        Found::Lost => (Worth::Lost, "Lost: no order of the coins can complete the ring.".into(), Vec::new()),
        Found::NotProven => {
            let tried = chances(game, state, playouts);
            let share = tried.first().map_or(0.0, |best| best.1);
            let line = |&(action, share): &(Action, f64)| Line {
                actions: vec![action],
                text: format!("From here, {}", chances_in_words(share)),
            };
            let text = format!("No sure win found. From here, {}.", chances_in_words(share));
            (Worth::Leaning { share }, text, tried.iter().take(lines).map(line).collect())
        }
    };
    Evaluation {
        worth,
        text,
        lines,
        depth: None,
        nodes: nodes + playouts,
        effort: Effort::Positions,
        proved: !matches!(found, Found::NotProven),
    }
}

impl Reviewer<Burbuja> for Burbuja {
    fn review(
        &self,
        start: &State,
        actions: &[Action],
        helped: &[usize],
        budget: &Budget<'_>,
        progress: Progress<'_>,
    ) -> Review<Action> {
        let each = Budget { nodes: budget.nodes.or(Some(NODES)), ..*budget };
        let mut own = SeatReview::default();
        let (mut points, mut curve) = (Vec::new(), Vec::new());
        let mut state = start.clone();
        let mut legal = Vec::new();
        let mut before = looked_at(self, &state, &each).0;
        for (ply, &action) in actions.iter().enumerate() {
            if (budget.stop)() {
                break;
            }
            curve.push((ply, self.quickly(&state, &before)));
            self.legal(&state, &mut legal);
            let mut next = state.clone();
            self.apply(&mut next, action);
            let after = looked_at(self, &next, &each).0;
            match &before {
                _ if helped.contains(&ply) => {}
                // What the coins have decided is no one's mistake.
                Found::NotProven if matches!(after, Found::Lost) => {
                    points.extend(self.wasted(&state, ply, action, budget));
                }
                Found::Sure(strategy) => {
                    let kept = is_sure(&after);
                    if legal.len() > 1 {
                        own.judge(kept);
                    }
                    let better = certain_line(strategy);
                    if !kept && better.first() != Some(&action) {
                        points.push(lost(ply, action, better, matches!(after, Found::Lost)));
                    }
                }
                _ if is_sure(&after) => points.push(won(ply, action)),
                _ => {}
            }
            let share = (ply + 1) as f64 / actions.len() as f64;
            progress(Some(share), "");
            (state, before) = (next, after);
        }
        curve.push((curve.len(), self.quickly(&state, &before)));
        if curve.len() > actions.len()
            && let Found::Sure(strategy) = &before
        {
            points.push(given_up(actions.len(), certain_line(strategy)));
        }
        let best = shortest_win(self, start, &Budget { nodes: Some(PAR_NODES), ..*budget });
        let mut notes = vec![Note {
            title: "Turn by turn".into(),
            text: String::new(),
            list: turns(self, start, actions).into_iter().map(|turn| turn.text).collect(),
        }];
        notes.extend(best.moves.map(|moves| Note {
            title: "If all coins were visible".into(),
            text: format!(
                "Knowing the order of the coins, you could have won in {}{}. One way:",
                counted(moves, "move"),
                if best.exact() {
                    ", the minimum".into()
                } else {
                    format!("; it takes at least {}", best.at_least)
                }
            ),
            list: turns(self, start, &best.actions).into_iter().map(|turn| turn.text).collect(),
        }));
        Review {
            about: "A win is sure if some way of playing wins whatever the order of the unseen coins. At a \
                turning point, a move gained or lost a sure win."
                .into(),
            accuracy: "A move counts as accurate if it kept a sure win. Without a sure win, moves \
                don’t count."
                .into(),
            seats: vec![own],
            turns: points,
            curve,
            notes,
            picture: None,
            key: Vec::new(),
        }
    }
}

impl Burbuja {
    /// What a position is worth for the graph.
    fn quickly(&self, state: &State, found: &Found) -> Worth {
        evaluation(self, state, found, REVIEW_PLAYOUTS, 0, 1).worth
    }
}

impl Burbuja {
    /// The move after which the ring could no longer be completed, if another was clearly better and a deeper
    /// look does not prove that all was lost before it.
    fn wasted(
        &self,
        state: &State,
        ply: usize,
        played: Action,
        budget: &Budget<'_>,
    ) -> Option<TurningPoint<Action>> {
        let nodes = DEEPER * budget.nodes.unwrap_or(NODES);
        if matches!(looked_at(self, state, &Budget { nodes: Some(nodes), ..*budget }).0, Found::Lost) {
            return None;
        }
        let tried = chances(self, state, REVIEW_PLAYOUTS);
        let &(better, share) = tried.first()?;
        let own = tried.iter().find(|(action, _)| *action == played).map_or(0.0, |(_, share)| *share);
        if better == played || share - own < CLEARLY {
            return None;
        }
        let why = format!(
            "This move lost the game: after it the ring can no longer be completed. Before it, {}.",
            chances_in_words(share)
        );
        let (better, costs) = (vec![better], "the game".to_owned());
        Some(TurningPoint {
            ply,
            seat: Seat(0),
            played: Some(played),
            better,
            cost: share,
            costs,
            why,
            slip: false,
        })
    }
}

/// The end of a game that was given up although it could be won for certain.
fn given_up(ply: usize, better: Vec<Action>) -> TurningPoint<Action> {
    let (costs, why) = ("a sure win", "You had a sure win, whatever the order of the unseen coins.");
    let (costs, why) = (costs.to_owned(), why.to_owned());
    TurningPoint { ply, seat: Seat(0), played: None, better, cost: 1.0, costs, why, slip: false }
}

/// Whether a win is proved whatever the order of the unseen coins.
fn is_sure(found: &Found) -> bool {
    matches!(found, Found::Won | Found::Sure(_))
}

fn lost(ply: usize, played: Action, better: Vec<Action>, for_good: bool) -> TurningPoint<Action> {
    let (cost, costs, why) = if for_good {
        (1.0, "the game", "You had a sure win; after this the ring can no longer be completed.")
    } else {
        (0.5, "the sure win", "You had a sure win; after this it was up to the coins.")
    };
    let (costs, why) = (costs.to_owned(), why.to_owned());
    TurningPoint { ply, seat: Seat(0), played: Some(played), better, cost, costs, why, slip: false }
}

fn won(ply: usize, played: Action) -> TurningPoint<Action> {
    let why = "From here on the win is sure, whatever the order of the unseen coins.".to_owned();
    let (played, better, costs) = (Some(played), Vec::new(), String::new());
    TurningPoint { ply, seat: Seat(0), played, better, cost: 0.0, costs, why, slip: false }
}
