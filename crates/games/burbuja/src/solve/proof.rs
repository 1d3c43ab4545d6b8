//! The proof search: a strategy that wins for certain, whatever the order of the unseen coins.
//!
//! It is an AND/OR search over what the player knows, for one target ring ([`Plan`]) at a time. The player chooses the pick,
//! the landing or the rejection (one that works is enough); chance chooses which coin is turned (all must work).
//!
//! What keeps it small: a suit that has been begun is finished first, and tiles land in a fixed order round the ring. Then
//! most orders in which a suit's coins may come up end in the same position, and a proof of a whole game has
//! about a thousand positions. Whether this works depends on luck with the first decisions, so a search is short and
//! begins again for other rings and with the choices in another order.
//!
//! What it proves holds whatever it left out. [`Found::NotProven`] means only that it found nothing; [`Found::Lost`] means
//! that it tried everything, for every ring.

use crate::action::{Action, Source};
use crate::plan::{Node, NodeMap, Plan, RING, Step, bits};
use crate::rules::Burbuja;
use crate::state::Status;
use crate::view::View;
use bagatelle_core::program::Budget;
use bagatelle_piecepack::{Rank, Suit, Tile};

/// One way of going through the choices.
#[derive(Clone, Copy, Debug)]
struct Flavour {
    /// How many landings are tried for a tile.
    width: usize,
    /// Which suit is begun first, if nothing else speaks for one.
    first_suit: u32,
    /// Whether the ring is filled counter-clockwise.
    backwards: bool,
}

/// One round of a search.
struct Round {
    /// How many rings are tried.
    rings: usize,
    /// How many nodes each may cost.
    limit: u64,
    flavour: Flavour,
}

const fn round(rings: usize, limit: u64, width: usize, variant: u32) -> Round {
    Round { rings, limit, flavour: Flavour { width, first_suit: variant, backwards: variant % 2 == 1 } }
}

/// The rounds, from those that mostly succeed to those that seldom have to. The numbers are measured.
const ROUNDS: [Round; 14] = [
    round(5, 1_500, 1, 0),
    round(5, 1_500, 1, 1),
    round(5, 1_500, 1, 2),
    round(5, 1_500, 1, 3),
    round(169, 1_500, 1, 0),
    round(169, 1_500, 1, 1),
    round(169, 1_500, 1, 2),
    round(169, 1_500, 1, 3),
    round(5, 5_000, 2, 0),
    round(5, 5_000, 2, 1),
    round(169, 3_000, 2, 2),
    round(169, 10_000, 3, 3),
    round(169, 50_000, 24, 0),
    round(169, 400_000, 24, 1),
];

/// How many nodes may be spent on each ring to find out whether it is lost.
const LOST_LIMIT: u64 = 20_000;

/// A proven strategy: for every position that it can lead to, the next step.
#[derive(Clone, Debug)]
pub struct Strategy {
    /// The ring it builds.
    pub plan: Plan,
    /// The position it starts from.
    pub root: Node,
    steps: NodeMap<Option<Step>>,
}

impl Strategy {
    /// The next step, if the strategy can lead to this position.
    #[must_use]
    pub fn step(&self, node: &Node) -> Option<Step> {
        self.steps.get(&node.key()).copied().flatten()
    }

    /// The next action in the position that `view` shows, if the strategy can lead there. `game` must be the game that
    /// the strategy was made for.
    #[must_use]
    pub fn action(&self, view: &View) -> Option<Action> {
        let node = self.plan.node(view)?;
        self.step(&node).map(|step| self.plan.action(step))
    }
}

/// What a search found.
#[derive(Clone, Debug)]
pub enum Found {
    /// The game is won already.
    Won,
    /// A strategy that wins for certain.
    Sure(Box<Strategy>),
    /// No strategy within the limit.
    NotProven,
    /// No order of the coins and no play can win any more.
    Lost,
}

/// Looks for a strategy that wins from `view` for certain. Returns what it found and the number of nodes that it took.
#[must_use]
pub fn prove(game: &Burbuja, view: &View, budget: &Budget<'_>) -> (Found, u64) {
    match view.open.status {
        Status::Playing => {}
        Status::Won => return (Found::Won, 0),
        Status::Spent | Status::Stranded => return (Found::Lost, 0),
    }
    let plans = Plan::all(game, view);
    let mut nodes = 0;
    let left = |nodes: u64, limit: u64| {
        let left = budget.nodes.map_or(limit, |all| all.saturating_sub(nodes).min(limit));
        if (budget.stop)() { 0 } else { left }
    };
    // Where little is left, trying everything is cheap and may say that all is lost.
    let few = view.open.discards.len() >= 12 || plans.len() < 5;
    let mut lost = few;
    for (plan, root) in plans.iter().filter(|_| few) {
        let mut search = Search::new(plan, ROUNDS[0].flavour, left(nodes, LOST_LIMIT), budget);
        lost = lost && search.may_win(*root) == Some(false);
        nodes += search.nodes;
        if !lost {
            break;
        }
    }
    if lost || plans.is_empty() {
        return (Found::Lost, nodes);
    }
    for round in &ROUNDS {
        for (plan, root) in plans.iter().take(round.rings) {
            let limit = left(nodes, round.limit);
            if limit == 0 {
                return (Found::NotProven, nodes);
            }
            let mut search = Search::new(plan, round.flavour, limit, budget);
            let proven = search.wins(*root);
            nodes += search.nodes;
            if proven == Some(true) {
                let strategy = Strategy { plan: plan.clone(), root: *root, steps: search.steps };
                return (Found::Sure(Box::new(strategy)), nodes);
            }
        }
    }
    (Found::NotProven, nodes)
}

/// One search for one ring.
struct Search<'a> {
    plan: &'a Plan,
    flavour: Flavour,
    limit: u64,
    nodes: u64,
    budget: &'a Budget<'a>,
    /// The step that wins, or none if no strategy was found with this flavour.
    steps: NodeMap<Option<Step>>,
}

impl<'a> Search<'a> {
    fn new(plan: &'a Plan, flavour: Flavour, limit: u64, budget: &'a Budget<'a>) -> Search<'a> {
        Search { plan, flavour, limit, nodes: 0, budget, steps: NodeMap::default() }
    }

    /// Counts a node; `None` when the limit is reached.
    fn count(&mut self) -> Option<()> {
        self.nodes += 1;
        let stop = self.nodes > self.limit || self.nodes & 255 == 0 && (self.budget.stop)();
        (!stop).then_some(())
    }

    /// Whether the player wins from `node` for certain; `None` when the limit is reached.
    fn wins(&mut self, node: Node) -> Option<bool> {
        if node.won() {
            return Some(true);
        }
        let key = node.key();
        if let Some(entry) = self.steps.get(&key) {
            return Some(entry.is_some());
        }
        self.count()?;
        let step = match node.hand {
            Some(tile) => self.in_hand(node, tile)?,
            None => self.at_pick(node)?,
        };
        self.steps.insert(key, step);
        Some(step.is_some())
    }

    /// The player picks; every coin that may be turned must win.
    fn at_pick(&mut self, node: Node) -> Option<Option<Step>> {
        let mut picks: Vec<(u32, Suit, Source)> =
            node.picks().map(|(suit, source)| (self.order(&node, suit, source), suit, source)).collect();
        picks.sort_by_key(|&(order, ..)| order);
        'picks: for (_, suit, source) in picks {
            for next in node.after_pick(suit, source) {
                if !self.wins(next)? {
                    continue 'picks;
                }
            }
            return Some(Some(Step::Pick(suit, source)));
        }
        Some(None)
    }

    /// The player moves the tile in hand, or rejects.
    fn in_hand(&mut self, node: Node, tile: Tile) -> Option<Option<Step>> {
        let home = self.plan.home(tile);
        let mut landings = self.plan.landings(node.taken, tile);
        for _ in 0..self.flavour.width {
            let Some(place) = self.first(landings) else { break };
            landings &= !(1 << place);
            if self.wins(node.moved(home, place))? {
                return Some(Some(Step::Move(place)));
            }
        }
        if node.chances.of(tile.suit) > 0 && self.wins(node.rejected())? {
            return Some(Some(Step::Reject));
        }
        Some(None)
    }

    /// The landing that is tried first.
    fn first(&self, landings: u64) -> Option<usize> {
        let place = if self.flavour.backwards {
            63u32.checked_sub(landings.leading_zeros())
        } else {
            Some(landings.trailing_zeros()).filter(|&place| place < 64)
        };
        place.map(|place| place as usize)
    }

    /// The lower, the earlier a pick is tried: first the suit with the fewest coins left, then the tile that leaves the
    /// most secure position, last what cannot move.
    fn order(&self, node: &Node, suit: Suit, source: Source) -> u32 {
        let known = node.piles[suit];
        let shaky = |rank: Rank| {
            let tile = Tile::new(suit, rank);
            let home = self.plan.home(tile);
            let landings = self.plan.landings(node.taken, tile);
            self.first(landings).map(|place| {
                let next = node.moved(home, place);
                // A tile that is on the ring already gains nothing.
                self.plan.shaky(next.taken, next.fixed) + if home & RING == 0 { 0 } else { 30 }
            })
        };
        let shaky = match source {
            Source::Front => known.front.map_or(Some(0), shaky),
            Source::Top => known.tops().iter().map(shaky).try_fold(1, |worst, it| Some(worst.max(it? + 1))),
        };
        let by_suit = if self.flavour.first_suit == 0 {
            0
        } else {
            (suit.index() as u32 + self.flavour.first_suit) % 4
        };
        let stuck = if shaky.is_some() { 0 } else { 1_000_000 };
        stuck + known.left().len() as u32 * 10_000 + by_suit * 1_000 + shaky.unwrap_or(0).min(999)
    }

    /// Whether the ring can still be completed if the coins come as they are wanted. Every choice is tried.
    fn may_win(&mut self, node: Node) -> Option<bool> {
        if node.won() {
            return Some(true);
        }
        if self.steps.contains_key(&node.key()) {
            return Some(false);
        }
        self.count()?;
        if let Some(tile) = node.hand {
            let home = self.plan.home(tile);
            for place in bits(self.plan.landings(node.taken, tile)) {
                if self.may_win(node.moved(home, place))? {
                    return Some(true);
                }
            }
            if node.chances.of(tile.suit) > 0 && self.may_win(node.rejected())? {
                return Some(true);
            }
        } else {
            for (suit, source) in node.picks() {
                for next in node.after_pick(suit, source) {
                    if self.may_win(next)? {
                        return Some(true);
                    }
                }
            }
        }
        self.steps.insert(node.key(), None);
        Some(false)
    }
}
