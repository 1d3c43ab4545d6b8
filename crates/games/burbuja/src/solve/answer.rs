//! The solver as pages and commands use it: the verdict with a move that keeps it, and certificates.

use super::certificate::{self, Certificate};
use super::guarantee::{Guarantee, guarantee};
use super::heuristic;
use super::proof::{self, Found};
use super::search::Strategy;
use super::verdict::{Verdict, advice};
use crate::action::{Action, Source};
use crate::board::{self, Cell};
use crate::plan::Step;
use crate::rules::Burbuja;
use crate::state::Status;
use crate::view::View;
use bagatelle_core::Game;
use bagatelle_core::present::{Certifier, Progress, Solved, Solver};
use bagatelle_core::program::Budget;
use serde_json::{Value, json};
use std::iter;

impl Solver<Burbuja> for Burbuja {
    /// Solves the position that `view` shows. The line is the next action, with those that follow before a
    /// coin is turned; it is empty where the game is over. JSON: `{"verdict": "sure-win", "action":
    /// "pick:Sf", "then": "move:3,1", "moves": 17, "ring": [2, 2], "nodes": 718}`; `action` is null where the
    /// line is empty, `then` (where the tile of a coin in front should go) where that depends on what is
    /// turned up, `moves` (how many are enough from here) and `ring` (the middle of the ring that is built)
    /// unless the win is sure.
    fn solve(&self, view: &View, budget: &Budget<'_>, progress: Progress<'_>) -> Option<Solved<Action>> {
        self.solve_on(&mut iter::empty(), view, budget, progress)
    }

    /// A sure way that was found stays the advice as long as it is followed, so a player who follows it from
    /// the start needs no more moves than par.
    fn solve_on(
        &self,
        past: &mut dyn Iterator<Item = View>,
        view: &View,
        budget: &Budget<'_>,
        _progress: Progress<'_>,
    ) -> Option<Solved<Action>> {
        let (found, nodes) = proof::prove(self, view, budget);
        let Found::Sure(first) = found else { return Some(self.answer(view, &found, nodes)) };
        if let Some(rest) = way_so_far(self, past, view, budget) {
            return Some(self.answer(view, &Found::Sure(Box::new(rest)), nodes));
        }
        let budget = Budget { nodes: Some(at_most(budget).saturating_sub(nodes)), ..*budget };
        let shorter = guarantee(self, view, Strategy::clone(&first), &budget);
        let nodes = nodes + shorter.as_ref().map_or(0, |found| found.nodes);
        let sure = shorter.map_or(first, |found| Box::new(found.strategy));
        Some(self.answer(view, &Found::Sure(sure), nodes))
    }
}

/// How many nodes the search for the fewest moves may take, so that it needs little memory.
const GUARANTEE_NODES: u64 = 2_000_000;
/// The most searches that follow the way that a player has come.
const SEARCHES: u32 = 4;

/// The nodes of a budget, as far as the search for the fewest moves may take them.
pub fn at_most(budget: &Budget<'_>) -> u64 {
    budget.nodes.map_or(GUARANTEE_NODES, |all| all.min(GUARANTEE_NODES))
}

/// The rest of the way that would have been shown from the start, and again wherever the player left it.
/// `None` if it is not known.
fn way_so_far(
    game: &Burbuja,
    past: &mut dyn Iterator<Item = View>,
    view: &View,
    budget: &Budget<'_>,
) -> Option<Strategy> {
    // Some time is left for the position itself.
    let stop = || (budget.stop)() || budget.spent.is_some_and(|spent| spent() > 0.6);
    let budget = Budget { nodes: Some(at_most(budget)), stop: &stop, ..*budget };
    let (mut sure, mut left): (Option<Strategy>, u32) = (None, SEARCHES);
    for seen in past {
        if sure.as_ref().is_none_or(|strategy| strategy.action(&seen).is_none()) {
            left = left.checked_sub(1)?;
            sure = fewest(game, &seen, &budget).map(|found| found.strategy);
        }
    }
    sure?.rest(view)
}

impl Burbuja {
    /// What was found, for pages and commands.
    fn answer(&self, view: &View, found: &Found, nodes: u64) -> Solved<Action> {
        let (verdict, line, ring) = match found {
            Found::Won => (Verdict::SureWin, Vec::new(), board::ring_of(&view.open.cells)),
            Found::Sure(strategy) => (Verdict::SureWin, certain_line(strategy), Some(strategy.plan.centre)),
            Found::NotProven => (Verdict::NotProven, likely(self, view).into_iter().collect(), None),
            Found::Lost => (Verdict::Lost, Vec::new(), None),
        };
        let then = match (found, line.as_slice()) {
            (_, [Action::Pick(..), next @ Action::Move(_), ..]) => Some(*next),
            (Found::Sure(strategy), [pick]) => sure_move(strategy, *pick),
            (Found::NotProven, [pick]) => likely_move(self, view, *pick),
            _ => None,
        };
        let json = json!({
            "verdict": verdict.word(),
            "action": line.first().map(Action::to_string),
            "then": then.map(|next| next.to_string()),
            "moves": match found {
                Found::Sure(strategy) => Some(strategy.most),
                _ => None,
            },
            "ring": ring.map(|Cell { x, y }| [x, y]),
            "nodes": nodes,
        });
        let text = match line.first() {
            None if view.open.status == Status::Won => "Solved in 0 moves: the ring is complete.".into(),
            None => verdict.sentence().into(),
            Some(&action) => {
                let cell = then.and_then(|next| match next {
                    Action::Move(cell) => Some(cell),
                    _ => None,
                });
                format!("{} {}", verdict.sentence(), advice(view, verdict, action, cell))
            }
        };
        Solved { line, json, text }
    }
}

impl Certifier<Burbuja> for Burbuja {
    /// A sure win in the fewest moves found, with an order of the coins in which many are needed. What is
    /// known of the moves from this position is given too: `moves` are enough whatever the order, and no
    /// player can be sure of fewer than `at_least`; on average over all orders the strategy takes `mean`
    /// moves, and none that always wins takes fewer than `mean_at_least`. A check counts the moves itself.
    fn certificate(&self, view: &View, budget: &Budget<'_>) -> Option<Value> {
        let found = fewest(self, view, budget)?;
        let mut json = certified(&found)?.to_json();
        let figures = [
            ("moves", json!(found.strategy.most)),
            ("at_least", json!(found.at_least)),
            ("mean", json!(hundredths(found.strategy.mean()?))),
            ("mean_at_least", json!(hundredths(found.mean_at_least))),
        ];
        json.as_object_mut()?.extend(figures.map(|(name, figure)| (name.to_owned(), figure)));
        Some(json)
    }

    fn check(&self, view: &View, certificate: &Value) -> Result<String, String> {
        let certificate =
            Certificate::from_json(certificate).ok_or("this is not a certificate of Burbuja")?;
        let walk = certificate::check(self, view, &certificate).map_err(|flaw| flaw.to_string())?;
        let least = walk.at_least.map(|least| match least == walk.most_moves {
            true => " With one order of the coins, fewer aren’t possible.".to_owned(),
            false => format!(" With one order of the coins, every player needs at least {least}."),
        });
        Ok(format!(
            "A sure win in at most {} moves: {} positions checked, {} endings reached, all won.{}",
            walk.most_moves,
            walk.positions,
            walk.wins,
            least.unwrap_or_default()
        ))
    }
}

/// The certificate of a sure win from the position that `view` shows, in the fewest moves found within
/// `budget`.
#[must_use]
pub fn sure_win(game: &Burbuja, view: &View, budget: &Budget<'_>) -> Option<Certificate> {
    certified(&fewest(game, view, budget)?)
}

fn certified(found: &Guarantee) -> Option<Certificate> {
    Some(Certificate { order: Some(found.order.clone()), ..Certificate::of(&found.strategy)? })
}

/// The fewest moves in which a win is sure from the position that `view` shows, as far as they are found
/// within `budget`; `None` if no sure win is found, or the game is over.
#[must_use]
pub fn fewest(game: &Burbuja, view: &View, budget: &Budget<'_>) -> Option<Guarantee> {
    let (Found::Sure(strategy), nodes) = proof::prove(game, view, budget) else { return None };
    let left = budget.nodes.map(|all| all.saturating_sub(nodes));
    guarantee(game, view, *strategy, &Budget { nodes: left, ..*budget })
}

/// A number with two places.
fn hundredths(number: f64) -> f64 {
    (number * 100.0).round() / 100.0
}

/// The actions of a strategy until an unknown coin is turned.
pub(crate) fn certain_line(strategy: &Strategy) -> Vec<Action> {
    let mut node = strategy.root;
    let mut line = Vec::new();
    while let Some(step) = strategy.step(&node) {
        line.push(strategy.plan.action(step));
        node = match step {
            Step::Pick(suit, source) => {
                let mut after = node.after_pick(suit, source);
                match (after.next(), after.next()) {
                    (Some(only), None) => only,
                    _ => break,
                }
            }
            Step::Move(place) => match node.hand {
                Some(tile) => node.moved(strategy.plan.home(tile), place),
                None => break,
            },
            Step::Reject => node.rejected(),
        };
    }
    line
}

/// Where a strategy moves the tile of the coin that it takes, if that does not depend on the coin that is
/// turned up.
fn sure_move(strategy: &Strategy, pick: Action) -> Option<Action> {
    let Action::Pick(suit, source) = pick else { return None };
    let mut steps = strategy.root.after_pick(suit, source).map(|next| strategy.step(&next));
    let first = steps.next()??;
    let settled = matches!(first, Step::Move(_)) && steps.all(|step| step == Some(first));
    settled.then(|| strategy.plan.action(first))
}

/// Where the heuristic would move the tile of a coin in front.
fn likely_move(game: &Burbuja, view: &View, pick: Action) -> Option<Action> {
    let Action::Pick(suit, Source::Front) = pick else { return None };
    let mut after = view.clone();
    after.open.hand = view.coin(suit, Source::Front);
    after.open.confined = game.options().rejections.after_pick(after.open.confined);
    after.piles[suit].front = None;
    likely(game, &after).filter(|action| matches!(action, Action::Move(_)))
}

/// What the heuristic would do.
fn likely(game: &Burbuja, view: &View) -> Option<Action> {
    let mut legal = Vec::new();
    // What may be done does not depend on the order of the unseen coins.
    game.legal(&view.complete(|_, _| ()), &mut legal);
    (!legal.is_empty()).then(|| heuristic::choose(game, view, &legal).0)
}
