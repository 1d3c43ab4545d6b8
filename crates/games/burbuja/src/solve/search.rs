//! The search for a strategy that builds one ring for certain, whatever the order of the unseen coins, within
//! a number of moves.
//!
//! It is an AND/OR search over what the player knows, for one target ring ([`Plan`]). The player chooses the
//! pick, the landing or the rejection (one that works is enough); chance chooses which coin is turned (all
//! must work).
//!
//! What keeps it small: a suit that has been begun is finished first, and tiles land in a fixed order round
//! the ring. Then most orders in which a suit's coins may come up end in the same position, and a proof of a
//! whole game has about a thousand positions. Positions that by [`count`] need more moves than are left are
//! not looked at.
//!
//! What a search proves holds, whatever it left out. A strategy that it does not find may exist. Which
//! choices it looks at depends on the position and the [`Flavour`] alone, so a search that begins at any
//! position of a strategy finds the rest of it.

use super::count;
use super::limit::Limit;
use super::loose::Loose;
use crate::action::{Action, Source};
use crate::plan::{Node, NodeMap, Plan, RING, Step};
use crate::view::View;
use bagatelle_core::program::Budget;
use bagatelle_piecepack::{Rank, Suit, Tile};

/// One way of going through the choices.
#[derive(Clone, Copy, Debug)]
pub struct Flavour {
    /// How many landings are tried for a tile.
    pub width: usize,
    /// Which suit is begun first, if nothing else speaks for one.
    pub first_suit: u32,
    /// Whether the ring is filled counter-clockwise.
    pub backwards: bool,
    /// The place of the ring where filling begins.
    pub start: u32,
    /// Whether coins of tiles that lie on the ring are left alone where possible.
    pub sparing: bool,
}

/// A proven strategy: for every position that it can lead to, the next step.
#[derive(Clone, Debug)]
pub struct Strategy {
    /// The ring it builds.
    pub plan: Plan,
    /// The position it starts from.
    pub root: Node,
    /// The most moves that it takes from there.
    pub most: u32,
    known: NodeMap<Known>,
}

impl Strategy {
    /// The next step, if the strategy can lead to this position.
    #[must_use]
    pub fn step(&self, node: &Node) -> Option<Step> {
        self.known.get(&node.key())?.found.map(|(step, _)| step)
    }

    /// The next action in the position that `view` shows, if the strategy can lead there. `game` must be the
    /// game that the strategy was made for.
    #[must_use]
    pub fn action(&self, view: &View) -> Option<Action> {
        let node = self.plan.node(view)?;
        self.step(&node).map(|step| self.plan.action(step))
    }

    /// The rest of the strategy from the position that `view` shows, if it can lead there.
    #[must_use]
    pub fn rest(self, view: &View) -> Option<Strategy> {
        let root = self.plan.node(view)?;
        let (_, most) = self.known.get(&root.key())?.found?;
        Some(Strategy { root, most, ..self })
    }

    /// The moves that it takes on average, if all orders of the unseen coins are equally likely. `None` if it
    /// has a hole, which the search does not leave.
    #[must_use]
    pub fn mean(&self) -> Option<f64> {
        self.mean_from(self.root, &mut NodeMap::default())
    }

    fn mean_from(&self, node: Node, done: &mut NodeMap<f64>) -> Option<f64> {
        if node.won() {
            return Some(0.0);
        }
        if let Some(&mean) = done.get(&node.key()) {
            return Some(mean);
        }
        let mean = match self.step(&node)? {
            Step::Pick(suit, source) => {
                let after: Vec<Node> = node.after_pick(suit, source).collect();
                let mut sum = 0.0;
                for &next in &after {
                    sum += self.mean_from(next, done)?;
                }
                sum / after.len() as f64
            }
            Step::Move(place) => 1.0 + self.mean_from(node.moved(self.plan.home(node.hand?), place), done)?,
            Step::Reject => self.mean_from(node.rejected(), done)?,
        };
        done.insert(node.key(), mean);
        Some(mean)
    }
}

/// What was found of a position.
#[derive(Clone, Copy, Debug, Default)]
struct Known {
    /// The step that is sure to win, and the most moves that it takes.
    found: Option<(Step, u32)>,
    /// Nothing was found with fewer moves than this.
    from: u32,
}

/// One search for one ring.
pub struct Search<'a, 'g> {
    plan: &'a Plan,
    flavour: Flavour,
    limit: u64,
    nodes: u64,
    budget: &'a Budget<'a>,
    /// The loosened game, which says what is impossible and what to try first.
    guide: Option<&'g mut Loose<'a>>,
    known: NodeMap<Known>,
}

impl<'a, 'g> Search<'a, 'g> {
    /// A search that may look at `limit` positions.
    #[must_use]
    pub fn new(plan: &'a Plan, flavour: Flavour, limit: u64, budget: &'a Budget<'a>) -> Search<'a, 'g> {
        Search { plan, flavour, limit, nodes: 0, budget, guide: None, known: NodeMap::default() }
    }

    /// The same search, guided by the loosened game for the same ring.
    #[must_use]
    pub fn guided(self, guide: &'g mut Loose<'a>) -> Search<'a, 'g> {
        Search { guide: Some(guide), ..self }
    }

    /// A strategy that wins from `root` in at most `moves` moves, if one is found, and the number of
    /// positions looked at.
    #[must_use]
    pub fn strategy(mut self, root: Node, moves: u32) -> (Option<Strategy>, u64) {
        let found = self.wins(root, moves).ok().flatten();
        let strategy = found.map(|most| Strategy { plan: self.plan.clone(), root, most, known: self.known });
        (strategy, self.nodes)
    }

    /// Counts a position.
    fn count(&mut self) -> Result<(), Limit> {
        self.nodes += 1;
        let stop = self.nodes > self.limit || self.nodes & 255 == 0 && (self.budget.stop)();
        if stop { Err(Limit) } else { Ok(()) }
    }

    /// The moves, `moves` at most, with which the player wins from `node` for certain; `None` if no strategy
    /// is found.
    fn wins(&mut self, node: Node, moves: u32) -> Result<Option<u32>, Limit> {
        if node.won() {
            return Ok(Some(0));
        }
        if count::moves(self.plan, &node) > moves {
            return Ok(None);
        }
        let key = node.key();
        let known = self.known.get(&key).copied().unwrap_or_default();
        if let Some((_, most)) = known.found.filter(|it| it.1 <= moves) {
            return Ok(Some(most));
        }
        if moves < known.from {
            return Ok(None);
        }
        if let Some(guide) = &mut self.guide
            && !guide.may_win(&node, moves, self.limit)?
        {
            return Ok(None);
        }
        self.count()?;
        let found = match node.hand {
            Some(tile) => self.in_hand(node, tile, moves)?,
            None => self.at_pick(node, moves)?,
        };
        let entry = self.known.entry(key).or_default();
        match found {
            Some(_) => entry.found = found,
            None => entry.from = moves + 1,
        }
        Ok(found.map(|(_, most)| most))
    }

    /// What the loosened game would do here.
    fn hint(&self, node: &Node, moves: u32) -> Option<Step> {
        self.guide.as_ref()?.step(node, moves)
    }

    /// The player picks; every coin that may be turned must win.
    fn at_pick(&mut self, node: Node, moves: u32) -> Result<Option<(Step, u32)>, Limit> {
        let first = self.hint(&node, moves);
        let order = |(suit, source)| {
            let order =
                if first == Some(Step::Pick(suit, source)) { 0 } else { 1 + self.order(&node, suit, source) };
            (order, suit, source)
        };
        let mut picks: Vec<(u32, Suit, Source)> = node.picks().map(order).collect();
        picks.sort_by_key(|&(order, ..)| order);
        'picks: for (_, suit, source) in picks {
            let mut most = 0;
            for next in node.after_pick(suit, source) {
                let Some(these) = self.wins(next, moves)? else { continue 'picks };
                most = most.max(these);
            }
            return Ok(Some((Step::Pick(suit, source), most)));
        }
        Ok(None)
    }

    /// The player moves the tile in hand, or rejects.
    fn in_hand(&mut self, node: Node, tile: Tile, moves: u32) -> Result<Option<(Step, u32)>, Limit> {
        let may_reject = node.may_reject(tile.suit);
        // A tile that lies on the ring is better left there.
        let reject_first = match self.hint(&node, moves) {
            Some(step) => step == Step::Reject,
            None => self.flavour.sparing && self.plan.idle(tile.suit).holds(tile.rank),
        };
        if may_reject
            && reject_first
            && let Some(most) = self.wins(node.rejected(), moves)?
        {
            return Ok(Some((Step::Reject, most)));
        }
        let home = self.plan.home(tile);
        let mut landings = if moves == 0 { 0 } else { self.plan.landings(node.taken, tile) };
        for _ in 0..self.flavour.width {
            let Some(place) = self.first(landings) else { break };
            landings &= !(1 << place);
            if let Some(most) = self.wins(node.moved(home, place), moves - 1)? {
                return Ok(Some((Step::Move(place), most + 1)));
            }
        }
        if may_reject
            && !reject_first
            && let Some(most) = self.wins(node.rejected(), moves)?
        {
            return Ok(Some((Step::Reject, most)));
        }
        Ok(None)
    }

    /// The landing that is tried first.
    fn first(&self, landings: u64) -> Option<usize> {
        // The places from the start on come first.
        let start = self.flavour.start;
        let turned = landings >> start | landings << (24 - start) & RING;
        let place = if self.flavour.backwards {
            63u32.checked_sub(turned.leading_zeros())
        } else {
            Some(turned.trailing_zeros()).filter(|&place| place < 64)
        };
        place.map(|place| ((place + start) % 24) as usize)
    }

    /// The lower, the earlier a pick is tried: first the suit with the fewest coins left, then the tile that
    /// leaves the most secure position, last what cannot move.
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
        let left = known.left();
        let left = if self.flavour.sparing {
            let needed = (left.bits() & !self.plan.idle(suit).bits()).count_ones();
            let idle =
                source == Source::Front && known.front.is_some_and(|rank| self.plan.idle(suit).holds(rank));
            // Where no more coins are needed, they are left alone, and so is an idle coin in front.
            u32::from(idle) * 200_000 + if needed == 0 { 50 } else { needed }
        } else {
            left.len() as u32
        };
        stuck + left * 10_000 + by_suit * 1_000 + shaky.unwrap_or(0).min(999)
    }
}
