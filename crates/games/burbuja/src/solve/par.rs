//! Par: the fewest moves with which a deal can be won when all coins are known.
//!
//! Iterative deepening on the number of moves, for every ring that may be reached in that number. The
//! minimum for a position is counted ([`count`]).

use super::count;
use crate::action::Action;
use crate::plan::{Node, NodeMap, Plan, RING, Step, bits};
use crate::rules::Burbuja;
use crate::state::{State, Status};
use bagatelle_core::program::Budget;
use bagatelle_piecepack::Tile;

/// The rounds for each number of moves: how many landings are tried for a tile, and how many nodes a ring may
/// cost. The last round tries everything.
const ROUNDS: [(usize, u64); 3] = [(1, 2_000), (3, 10_000), (24, 60_000)];

/// A win in as few moves as were found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ShortestWin {
    /// The moves from the position on, or none if no win was found.
    pub moves: Option<usize>,
    /// At least this many are needed.
    pub at_least: usize,
    /// The actions that do it, picks and rejections included.
    pub actions: Vec<Action>,
    /// How many nodes were searched.
    pub nodes: u64,
}

impl ShortestWin {
    /// Whether fewer moves are known to be impossible.
    #[must_use]
    pub fn exact(&self) -> bool {
        self.moves == Some(self.at_least)
    }
}

/// Searches for the fewest moves from `state` with every coin known. It uses what is hidden from the player,
/// so its actions may be shown only when the game is over.
#[must_use]
pub fn shortest_win(game: &Burbuja, state: &State, budget: &Budget<'_>) -> ShortestWin {
    let mut best = ShortestWin { moves: None, at_least: 0, actions: Vec::new(), nodes: 0 };
    match state.open.status {
        Status::Playing => {}
        Status::Won => return ShortestWin { moves: Some(0), ..best },
        Status::Spent | Status::Stranded => return ShortestWin { at_least: usize::MAX, ..best },
    }
    let mut plans: Vec<(u32, Plan, Node)> = Plan::all(game, &count::all_known(game, state))
        .into_iter()
        .map(|(plan, root)| (count::moves(&plan, &root), plan, root))
        .collect();
    plans.sort_by_key(|(bound, ..)| *bound);
    let coins = Tile::COUNT - state.open.discards.len();
    best.at_least = plans.first().map_or(usize::MAX, |(bound, ..)| *bound as usize);
    for moves in best.at_least..=coins {
        let mut refuted = true;
        for (round, (width, limit)) in ROUNDS.into_iter().enumerate() {
            for (_, plan, root) in plans.iter().filter(|(bound, ..)| *bound as usize <= moves) {
                let left = budget.nodes.map_or(limit, |all| all.saturating_sub(best.nodes).min(limit));
                if left == 0 || (budget.stop)() {
                    return best;
                }
                let mut search = Search {
                    plan,
                    width,
                    limit: left,
                    nodes: 0,
                    budget,
                    failed: NodeMap::default(),
                    steps: Vec::new(),
                };
                let found = search.reach(*root, moves as u32);
                best.nodes += search.nodes;
                if found == Some(true) {
                    let actions = search.steps.iter().rev().map(|&step| plan.action(step)).collect();
                    return ShortestWin { moves: Some(moves), actions, ..best };
                }
                refuted &= found.is_some() || round + 1 < ROUNDS.len();
            }
        }
        if refuted && best.at_least == moves {
            best.at_least = moves + 1;
        }
    }
    best
}

/// One search for one ring.
struct Search<'a> {
    plan: &'a Plan,
    width: usize,
    limit: u64,
    nodes: u64,
    budget: &'a Budget<'a>,
    /// The number of moves with which a position was tried without success.
    failed: NodeMap<u32>,
    /// The steps of the win, last first.
    steps: Vec<Step>,
}

impl Search<'_> {
    /// Whether the ring can be completed with at most `moves` more moves; `None` when the limit is reached.
    fn reach(&mut self, node: Node, moves: u32) -> Option<bool> {
        if node.won() {
            return Some(true);
        }
        if count::moves(self.plan, &node) > moves {
            return Some(false);
        }
        let key = node.key();
        if self.failed.get(&key).is_some_and(|&tried| tried >= moves) {
            return Some(false);
        }
        self.nodes += 1;
        if self.nodes > self.limit || self.nodes & 255 == 0 && (self.budget.stop)() {
            return None;
        }
        for (_, step, next, cost) in self.choices(node) {
            if self.reach(next, moves - cost)? {
                self.steps.push(step);
                return Some(true);
            }
        }
        self.failed.insert(key, moves);
        Some(false)
    }

    /// The steps from a node, the most promising first, each with what it costs.
    fn choices(&self, node: Node) -> Vec<(u32, Step, Node, u32)> {
        let Some(tile) = node.hand else {
            let mut picks: Vec<_> = node
                .picks()
                .flat_map(|(suit, source)| {
                    node.after_pick(suit, source).map(move |next| (suit, source, next))
                })
                .map(|(suit, source, next)| {
                    let order = next.hand.map_or(0, |tile| self.order(&node, tile));
                    (order, Step::Pick(suit, source), next, 0)
                })
                .collect();
            picks.sort_by_key(|(order, ..)| *order);
            return picks;
        };
        let home = self.plan.home(tile);
        let mut steps: Vec<_> = bits(self.plan.landings(node.taken, tile))
            .map(|place| {
                let next = node.moved(home, place);
                (self.plan.shaky(next.taken, next.fixed), Step::Move(place), next, 1)
            })
            .collect();
        steps.sort_by_key(|(shaky, ..)| *shaky);
        steps.truncate(self.width);
        if node.may_reject(tile.suit) {
            steps.push((0, Step::Reject, node.rejected(), 0));
            // A tile on the ring is better left there.
            if home & RING != 0 {
                steps.rotate_right(1);
            }
        }
        steps
    }

    /// The lower, the earlier a pick of the coin of `tile` is tried.
    fn order(&self, node: &Node, tile: Tile) -> u32 {
        let home = self.plan.home(tile);
        let shaky = |place| {
            let next = node.moved(home, place);
            self.plan.shaky(next.taken, next.fixed)
        };
        let best = bits(self.plan.landings(node.taken, tile)).map(shaky).min();
        best.unwrap_or(500) + if home & RING == 0 { 0 } else { 200 }
    }
}
