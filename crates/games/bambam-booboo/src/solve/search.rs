//! The search for the best action: wins first, forced replies, attacks in which every move threatens to win, and an
//! alpha-beta search over the most promising actions.
//!
//! A claim (`wins in n`) is made only where every reply of the other side was looked at: immediate wins, and attacks.
//! The alpha-beta search looks at the best few actions by [`crate::shapes::worth`]; its scores are opinions.

use crate::attack::{Look, blocks};
use crate::gains::values;
use crate::action::Action;
use crate::state::State;
use crate::rules::{BambamBooboo, legal_of};
use crate::shapes::{wins, worth};
use bagatelle_core::program::Budget;
use bagatelle_search::alphabeta::{self, End, Limits, Tree, WIN};

pub use bagatelle_search::alphabeta::SURE;

/// How hard to look.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Effort {
    /// The deepest alpha-beta search, in plies.
    pub depth: u32,
    /// How many actions are looked at in inner positions.
    pub width: usize,
    /// The longest attack, in own moves; 0 for none.
    pub attack: u32,
}

/// What was found.
#[derive(Clone, PartialEq, Debug)]
pub struct Found {
    /// The best line, its first action being the choice.
    pub line: Vec<Action>,
    /// Its worth to the seat to act.
    pub score: i32,
    /// Whether a win is proven, and in how many own moves it comes.
    pub wins_in: Option<u32>,
    /// The other side threatens to win at once.
    pub must_block: bool,
    /// The deepest finished search.
    pub depth: u32,
    /// Positions looked at.
    pub nodes: u64,
}

/// A search under way.
pub struct Search<'a, 'b> {
    look: Look<'a, 'b>,
    effort: Effort,
}

impl<'a, 'b> Search<'a, 'b> {
    /// A search under a budget, one node of which is a position looked at.
    pub fn new(game: &BambamBooboo, effort: Effort, budget: &'a Budget<'b>) -> Self {
        Search { look: Look::new(game, budget), effort }
    }

    /// The best action among `legal`, which is never empty.
    pub fn run(&self, position: &State, legal: &[Action]) -> Option<Found> {
        let look = &self.look;
        let mut position = position.clone();
        position.forget();
        let seat = position.to_act();
        let mut threats = Vec::new();
        wins(&look.options, &position, seat, 1, &mut threats);
        if let Some(&win) = threats.first() {
            return Some(self.proved(vec![win], false));
        }
        wins(&look.options, &position, seat.next(2), 1, &mut threats);
        let must_block = !threats.is_empty();
        let safe = self.safe(&position, legal);
        let choices = if safe.is_empty() { legal.to_vec() } else { safe };
        if let [only] = choices[..] {
            let (line, nodes) = (vec![only], look.nodes());
            return Some(Found { line, score: 0, wins_in: None, must_block, depth: 0, nodes });
        }
        let mut first = self.ranked(&position, &choices);
        first.truncate(ROOT * self.effort.width);
        let tree = Inner { look, effort: self.effort, first };
        let root = Node { worth: worth(&position, seat.next(2)), position: position.clone(), ply: 0 };
        let limits = Limits { depth: self.effort.depth, nodes: None, stop: &|| look.stopped() };
        let mut line = None;
        let best = alphabeta::Search::new(&tree, &look.table).run(&root, &[], &limits, |found| {
            // Attacks grow with the depth and take no more than their share, so that neither search starves the other.
            let longest = found.depth + 1;
            if longest <= self.effort.attack {
                line = look.attack_within(look.nodes().max(500), &position, &choices, longest);
            }
            line.is_none()
        });
        Some(match line {
            Some(line) => self.proved(line, must_block),
            None => Found {
                line: best.line.iter().map(|step| step.action).collect(),
                score: best.score,
                wins_in: None,
                must_block,
                depth: best.depth,
                nodes: look.nodes(),
            },
        })
    }

    /// A win that holds against every answer.
    fn proved(&self, line: Vec<Action>, must_block: bool) -> Found {
        let plies = line.len() as u32;
        let (score, nodes) = (WIN - plies as i32, self.look.nodes());
        Found { line, score, wins_in: Some(plies.div_ceil(2)), must_block, depth: plies, nodes }
    }

    /// The actions after which the other side cannot win at once.
    pub fn safe(&self, position: &State, legal: &[Action]) -> Vec<Action> {
        let other = position.to_act().next(2);
        let mut found = Vec::new();
        let mut safe = Vec::new();
        for &action in legal {
            let next = self.look.after(position, action);
            wins(&self.look.options, &next, other, 1, &mut found);
            if found.is_empty() {
                safe.push(action);
            }
            if self.look.stopped() && !safe.is_empty() {
                break;
            }
        }
        safe
    }

    fn ranked(&self, position: &State, actions: &[Action]) -> Vec<Step> {
        ranked(&self.look, position, actions)
    }
}

/// How many times more actions are looked at in the position that is searched than in those within.
const ROOT: usize = 3;

/// A position in the tree.
#[derive(Clone)]
struct Node {
    position: State,
    ply: u32,
    /// To the seat that has just moved.
    worth: i32,
}

/// An action in the tree.
#[derive(Clone, Copy)]
struct Step {
    action: Action,
    /// What the position that it leads to is worth to the seat that takes it.
    value: i32,
    label: u16,
}

impl PartialEq for Step {
    fn eq(&self, other: &Step) -> bool {
        self.action == other.action
    }
}

/// The most promising actions, as a tree.
struct Inner<'s, 'a, 'b> {
    look: &'s Look<'a, 'b>,
    effort: Effort,
    /// What is looked at in the position that is searched.
    first: Vec<Step>,
}

/// Actions with the worth of the positions they lead to, best first.
fn ranked(look: &Look<'_, '_>, position: &State, actions: &[Action]) -> Vec<Step> {
    let values = values(position, actions, |action| look.after(position, action));
    let step = |(&action, value)| Step { action, value, label: label(position, action) };
    let mut ranked: Vec<Step> = actions.iter().zip(values).map(step).collect();
    ranked.sort_by_key(|step| std::cmp::Reverse(step.value));
    ranked
}

/// The low four bits of the place's coordinates, its way, and the tile that comes from the table, if one does: 15 bits.
/// Two actions of a position share a label only on a heap that is wider than 16 cells, or in the group that stays.
fn label(position: &State, action: Action) -> u16 {
    let (to, from) = match action {
        Action::Place(to) => (to, 0),
        Action::Slide { from, to, .. } => (to, position.heap().find(from).map_or(0, |slot| slot as u16 + 1)),
        Action::Pass => return 0,
    };
    (to.x & 15) as u16 | ((to.y & 15) as u16) << 4 | (to.way as u16) << 8 | from << 9
}

impl Tree for Inner<'_, '_, '_> {
    type Node = Node;
    type Move = Step;
    const LABELS: usize = 1 << 15;
    const LATE: usize = 3;
    const PATIENCE: u64 = 16;

    fn moves(&self, node: &Node, out: &mut Vec<Step>) {
        if node.ply == 0 {
            return out.extend(&self.first);
        }
        let (position, look) = (&node.position, self.look);
        let (mut legal, mut threats) = (Vec::new(), Vec::new());
        legal_of(&look.options, position, &mut legal);
        wins(&look.options, position, position.to_act().next(2), 3, &mut threats);
        let mut width = self.effort.width;
        // Where the other side threatens to win, only blocks matter.
        if !threats.is_empty() {
            let blocks = blocks(position, &legal, &threats);
            if !blocks.is_empty() {
                legal = blocks;
            } else {
                width = 1;
            }
        }
        out.extend(ranked(look, position, &legal).iter().take(width));
    }

    fn play(&self, node: &mut Node, step: Step) {
        self.look.count();
        node.position.act(step.action, 0);
        node.worth = step.value;
        node.ply += 1;
    }

    fn key(&self, node: &Node) -> u64 {
        node.position.fingerprint() as u64
    }

    fn end(&self, node: &Node) -> Option<End> {
        // Whoever completes a form has moved, and the other would have to act.
        node.position.end().map(|_| End::Lost)
    }

    fn evaluate(&self, node: &Node) -> i32 {
        -node.worth
    }

    fn label(&self, step: Step) -> u16 {
        step.label
    }

    fn sure_win(&self, node: &Node) -> Option<u32> {
        let (position, look) = (&node.position, self.look);
        let mut found = Vec::new();
        wins(&look.options, position, position.to_act(), 1, &mut found);
        if !found.is_empty() {
            return Some(1);
        }
        (self.effort.attack > 1 && look.can_attack(position, 2)).then_some(3)
    }

    fn order(&self, _node: &Node, step: Step) -> i32 {
        4 * step.value
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::Options;
    use crate::options::{Crafted, Setup};
    use crate::tile::{Tile, Way};
    use bagatelle_core::Game;
    use bagatelle_core::{Rng, Seed, Stream};

    fn game() -> BambamBooboo {
        BambamBooboo::new(&Options::default()).unwrap()
    }

    const EFFORT: Effort = Effort { depth: 3, width: 8, attack: 4 };

    /// Plays out a claim: whatever is answered, the win comes within the claimed number of own moves.
    fn wins_within(game: &BambamBooboo, position: &State, n: u32) -> bool {
        let mut legal = Vec::new();
        game.legal(position, &mut legal);
        let budget = Budget::nodes(2_000_000);
        let Some(found) = Search::new(game, EFFORT, &budget).run(position, &legal) else { return false };
        if found.wins_in.is_none_or(|k| k > n) {
            return false;
        }
        let mut next = position.clone();
        next.act(found.line[0], 0);
        let mut replies = Vec::new();
        game.legal(&next, &mut replies);
        next.end().is_some()
            || replies.iter().all(|&reply| {
                let mut then = next.clone();
                then.act(reply, 0);
                then.end().is_none() && wins_within(game, &then, n - 1)
            })
    }

    #[test]
    fn claims_hold_against_every_answer() {
        let game = game();
        let mut rng = Rng::new(&Seed::from_text("claims"), Stream::Test);
        let (mut legal, mut claims) = (Vec::new(), 0);
        let mut position = game.start(&Setup::default()).unwrap();
        for _ in 0..300 {
            game.legal(&position, &mut legal);
            let Some(&action) = rng.choose(&legal) else {
                position = game.start(&Setup::default()).unwrap();
                continue;
            };
            position.act(action, 0);
            game.legal(&position, &mut legal);
            if position.hand(position.to_act()).count_ones() < 8 || legal.is_empty() {
                position = game.start(&Setup::default()).unwrap();
                continue;
            }
            let budget = Budget::nodes(4_000);
            let found = Search::new(&game, EFFORT, &budget).run(&position, &legal).unwrap();
            if let Some(n @ 2..=3) = found.wins_in {
                assert!(wins_within(&game, &position, n), "{:?} in {position:?}", found.line);
                claims += 1;
                position = game.start(&Setup::default()).unwrap();
            }
            if claims >= 12 {
                break;
            }
        }
        assert!(claims >= 6, "{claims} claims");
    }

    #[test]
    fn blocks_leave_out_no_action_that_blocks() {
        let game = game();
        let mut rng = Rng::new(&Seed::from_text("blocks"), Stream::Test);
        let (mut legal, mut found, mut seen) = (Vec::new(), Vec::new(), 0);
        while seen < 60 {
            let mut position = game.start(&Setup::default()).unwrap();
            for _ in 0..39 {
                game.legal(&position, &mut legal);
                let Some(&action) = rng.choose(&legal) else { break };
                position.act(action, 0);
                let other = position.to_act().next(2);
                wins(game.options(), &position, other, usize::MAX, &mut found);
                if found.is_empty() || position.hand(other) == 0 || position.hand(position.to_act()) == 0 {
                    continue;
                }
                seen += 1;
                game.legal(&position, &mut legal);
                let kept = blocks(&position, &legal, &found);
                let budget = Budget::nodes(u64::MAX);
                let search = Search::new(&game, EFFORT, &budget);
                for action in search.safe(&position, &legal) {
                    // A win of one's own leaves no threat either, but that is no block.
                    let won = search.look.after(&position, action).end().is_some();
                    assert!(won || kept.contains(&action), "{action} meets {found:?}");
                }
            }
        }
    }

    #[test]
    fn it_blocks_when_it_must() {
        let tiles = ["0 0 V 1", "1 0 V 1", "2 0 V 1", "-1 0 V 0", "0 2 H 0", "0 3 V 0"];
        let crafted = Crafted { tiles: tiles.map(str::to_owned).to_vec(), hands: Some([9, 9]), to_act: 0 };
        let position = game().start(&Setup(Some(crafted))).unwrap();
        let mut legal = Vec::new();
        game().legal(&position, &mut legal);
        let budget = Budget::nodes(20_000);
        let found = Search::new(&game(), EFFORT, &budget).run(&position, &legal).unwrap();
        assert!(found.must_block);
        let Action::Place(to) = found.line[0] else { panic!("{:?}", found.line) };
        assert!(to.overlaps(Tile::new(3, 0, Way::V)), "{to}");
    }
}
