//! The game for one ring with the rules of landing loosened: what is impossible here is impossible in the
//! game.
//!
//! Every tile finds a place, and the places of the ring count as taken. Only the order in which the tiles may
//! leave remains: none may leave a tile behind that touches neither the ring nor another tile. So the coins
//! alone identify a position, and there are few positions.

use super::count;
use super::limit::Limit;
use crate::action::Source;
use crate::chances::Chances;
use crate::plan::{Node, NodeMap, Plan, RING, Step, bits};
use bagatelle_core::program::Budget;
use bagatelle_piecepack::{Suit, Tile};

/// What is known of a position: the number of moves with which it can be won for certain, with the first
/// step, and the number below which it cannot.
#[derive(Clone, Copy, Debug)]
struct Known {
    enough: u8,
    from: u8,
    step: Packed,
}

const NOTHING: Known = Known { enough: u8::MAX, from: 0, step: Packed(0) };

/// A step in a byte, since there are many of them. Where a tile lands is left open.
#[derive(Clone, Copy, Debug)]
struct Packed(u8);

impl Packed {
    fn new(step: Step) -> Packed {
        Packed(match step {
            Step::Reject => 0,
            Step::Move(_) => 1,
            Step::Pick(suit, source) => 2 + 2 * suit.index() as u8 + u8::from(source == Source::Top),
        })
    }

    fn step(self) -> Step {
        match self.0 {
            0 => Step::Reject,
            1 => Step::Move(0),
            pick => {
                let source = if pick % 2 == 0 { Source::Front } else { Source::Top };
                Step::Pick(Suit::ALL[usize::from(pick / 2 - 1) % 4], source)
            }
        }
    }
}

/// The loosened game for one ring, and what is known of its positions.
pub struct Loose<'a> {
    plan: &'a Plan,
    /// The places that touch the ring.
    held: u64,
    /// How many positions were looked at.
    pub nodes: u64,
    /// How many may be looked at.
    most: u64,
    budget: &'a Budget<'a>,
    known: NodeMap<Known>,
}

impl<'a> Loose<'a> {
    /// The game for the ring of `plan`.
    #[must_use]
    pub fn new(plan: &'a Plan, budget: &'a Budget<'a>) -> Loose<'a> {
        let held =
            (24..48).filter(|&place| plan.near(place) & RING != 0).fold(0, |all, place| all | 1 << place);
        Loose { plan, held, nodes: 0, most: 0, budget, known: NodeMap::default() }
    }

    /// Whether the player wins from `node` for certain with `moves` moves, by the loosened rules.
    ///
    /// # Errors
    /// When `limit` more positions were looked at, or the budget is spent.
    pub fn may_win(&mut self, node: &Node, moves: u32, limit: u64) -> Result<bool, Limit> {
        self.most = self.nodes + limit;
        self.wins(loosened(node), moves)
    }

    /// The step that wins from `node` with `moves` moves by the loosened rules, if that is known.
    #[must_use]
    pub fn step(&self, node: &Node, moves: u32) -> Option<Step> {
        let (node, moves) = self.unsettled(loosened(node), moves)?;
        let known = self.known.get(&node.key())?;
        (u32::from(known.enough) <= moves).then(|| known.step.step())
    }

    /// Leaves out the settled suits, with the moves that they cost in the worst order; `None` if these are
    /// too many.
    ///
    /// A suit is settled if no tile depends on those of its tiles that must come: whenever they leave, the
    /// rest stays as it is.
    fn unsettled(&self, mut node: Node, mut moves: u32) -> Option<(Node, u32)> {
        if node.hand.is_some() {
            return Some((node, moves));
        }
        for suit in Suit::ALL {
            let chances = match node.chances {
                Chances::Each(each) => each[suit.index()].into(),
                Chances::Shared(0) => 0,
                Chances::Shared(_) => continue,
            };
            let known = &node.piles[suit];
            let idle = self.plan.idle(suit);
            let homes = known
                .left()
                .iter()
                .filter(|&rank| !idle.holds(rank))
                .fold(0, |all, rank| all | self.plan.home(Tile::new(suit, rank)));
            let depended = |place| self.plan.near(place) & node.taken & !self.held != 0;
            if !bits(homes).any(depended) {
                let wasted = count::blocking(self.plan, suit, known).saturating_sub(1 + chances);
                moves = moves.checked_sub(wasted + homes.count_ones())?;
                node.taken &= !homes;
                node.piles[suit] = Default::default();
                if let Chances::Each(each) = &mut node.chances {
                    each[suit.index()] = 0;
                }
                node.confined = node.confined.filter(|&it| it != suit);
            }
        }
        Some((node, moves))
    }

    /// The fewest moves by counting, with the coin in hand used or put back.
    #[inline]
    fn counted(&self, node: &Node) -> u32 {
        let Some(tile) = node.hand else { return count::moves(self.plan, node) };
        let taken = if self.is_idle(tile) { node.taken } else { node.taken & !self.plan.home(tile) };
        let moved = 1 + count::moves(self.plan, &Node { taken, ..node.laid_down() });
        if !node.may_reject(tile.suit) {
            return moved;
        }
        moved.min(count::moves(self.plan, &node.rejected()))
    }

    /// What is known of a position without a search.
    #[inline]
    fn told(&self, node: &Node, moves: u32) -> Option<bool> {
        if node.taken == 0 {
            return Some(true);
        }
        if self.counted(node) > moves {
            return Some(false);
        }
        let known = self.known.get(&node.key())?;
        if u32::from(known.enough) <= moves {
            Some(true)
        } else if moves < u32::from(known.from) {
            Some(false)
        } else {
            None
        }
    }

    fn wins(&mut self, node: Node, moves: u32) -> Result<bool, Limit> {
        let Some((node, moves)) = self.unsettled(node, moves) else { return Ok(false) };
        if let Some(told) = self.told(&node, moves) {
            return Ok(told);
        }
        self.nodes += 1;
        if self.nodes > self.most || self.nodes & 255 == 0 && (self.budget.stop)() {
            return Err(Limit);
        }
        let step = match node.hand {
            Some(tile) => self.in_hand(node, tile, moves)?,
            None => self.at_pick(node, moves)?,
        };
        let entry = self.known.entry(node.key()).or_insert(NOTHING);
        if let Some(step) = step {
            *entry = Known { enough: moves as u8, step: Packed::new(step), ..*entry };
        } else {
            entry.from = moves as u8 + 1;
        }
        Ok(step.is_some())
    }

    /// How many tiles depend on `tile`: those beside it that do not touch the ring. `None` if one of them
    /// would be left alone.
    #[inline]
    fn dependents(&self, node: &Node, tile: Tile) -> Option<u32> {
        let home = self.plan.home(tile);
        let left = node.taken & !home;
        let beside = self.plan.near(home.trailing_zeros() as usize) & left & !self.held;
        bits(beside).all(|place| self.plan.near(place) & left != 0).then_some(beside.count_ones())
    }

    #[inline]
    fn is_idle(&self, tile: Tile) -> bool {
        self.plan.idle(tile.suit).holds(tile.rank)
    }

    /// The step that wins with a coin in hand. Where the tile lands is left open.
    fn in_hand(&mut self, node: Node, tile: Tile, moves: u32) -> Result<Option<Step>, Limit> {
        let stays = self.is_idle(tile);
        let dependents = if stays { Some(0) } else { self.dependents(&node, tile) };
        // It is never better to put back a coin that is needed and whose tile no other one needs beside it.
        let may_reject = node.may_reject(tile.suit) && (stays || dependents != Some(0));
        if stays && may_reject && self.wins(node.rejected(), moves)? {
            return Ok(Some(Step::Reject));
        }
        if moves > 0 && dependents.is_some() {
            let taken = if stays { node.taken } else { node.taken & !self.plan.home(tile) };
            if self.wins(Node { taken, ..node.laid_down() }, moves - 1)? {
                return Ok(Some(Step::Move(0)));
            }
        }
        Ok((!stays && may_reject && self.wins(node.rejected(), moves)?).then_some(Step::Reject))
    }

    fn at_pick(&mut self, node: Node, moves: u32) -> Result<Option<Step>, Limit> {
        let mut picks: Vec<(u32, Suit, Source, Turned)> = Vec::with_capacity(8);
        for (suit, source) in node.picks() {
            let order = self.order(&node, suit, source);
            let mut after: Turned = Vec::with_capacity(5);
            let mut fails = false;
            for next in node.after_pick(suit, source) {
                match self.told(&next, moves) {
                    Some(true) => {}
                    Some(false) => {
                        fails = true;
                        break;
                    }
                    None => after.push((self.hope(&next, suit, source), next)),
                }
            }
            let free = order == 0;
            if !fails && after.is_empty() {
                return Ok(Some(Step::Pick(suit, source)));
            }
            if free {
                // It is needed, and nothing depends on it: to take it now costs nothing and shows the next
                // coin.
                if fails {
                    return Ok(None);
                }
                picks.clear();
            }
            if !fails {
                picks.push((order, suit, source, after));
            }
            if free {
                break;
            }
        }
        picks.sort_by_key(|pick| pick.0);
        'picks: for (_, suit, source, mut after) in picks {
            after.sort_by_key(|&(hope, _)| hope);
            for (_, next) in after {
                if !self.wins(next, moves)? {
                    continue 'picks;
                }
            }
            return Ok(Some(Step::Pick(suit, source)));
        }
        Ok(None)
    }

    /// The lower, the earlier a pick is tried; 0 for one that is never wrong.
    fn order(&self, node: &Node, suit: Suit, source: Source) -> u32 {
        let known = &node.piles[suit];
        let front = known.front.map(|rank| Tile::new(suit, rank));
        match source {
            Source::Front => match front {
                Some(tile) if self.is_idle(tile) => 60,
                Some(tile) => self.dependents(node, tile).unwrap_or(80),
                None => 80,
            },
            Source::Top => {
                let waits = front.is_some_and(|tile| self.is_idle(tile));
                let tops = known.tops().iter().map(|rank| Tile::new(suit, rank));
                let risk =
                    tops.map(
                        |tile| if self.is_idle(tile) { 1 } else { self.dependents(node, tile).unwrap_or(20) },
                    );
                (if waits { 10 } else { 40 }) + risk.max().unwrap_or(0)
            }
        }
    }

    /// The lower, the likelier that the coin turned up spoils the pick.
    fn hope(&self, next: &Node, suit: Suit, source: Source) -> u32 {
        let turned = match source {
            Source::Front => next.piles[suit].front.map(|rank| Tile::new(suit, rank)),
            Source::Top => next.hand,
        };
        turned.map_or(0, |tile| {
            if self.is_idle(tile) { 1 } else { self.dependents(next, tile).map_or(0, |n| 9 - n.min(4)) }
        })
    }
}

/// The positions after a pick, those likeliest to spoil it first.
type Turned = Vec<(u32, Node)>;

/// A position as the loosened game knows it: it has only the tiles that are off the ring.
fn loosened(node: &Node) -> Node {
    Node { taken: node.taken & !RING, fixed: 0, ..*node }
}
