//! The search for the best action: wins first, forced replies, attacks in which every move threatens to win,
//! and an alpha-beta search over the most promising actions.
//!
//! A claim (`wins in n`) is made only if every reply of the other side was examined: immediate wins, and
//! attacks. The alpha-beta search examines the best few actions by `shapes::worth`; its scores are opinions.

use super::attack::{Look, blocks, blocks_are_all};
use super::shapes::{wins, worth};
use super::tree::{Inner, Node, Step, ranked};
use crate::action::Action;
use crate::rules::BambamBooboo;
use crate::state::{End, State};
use bagatelle_core::program::Budget;
use bagatelle_search::alphabeta::{self, Limits, SURE, WIN};
use std::collections::HashSet;

/// How much effort a search makes.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Effort {
    /// The deepest alpha-beta search, in plies.
    pub depth: u32,
    /// How many actions are looked at in inner positions.
    pub width: usize,
    /// The longest attack, in own moves; 0 for none.
    pub attack: u32,
    /// Whether the alpha-beta search looks a ply further after each threat.
    pub threats: bool,
}

/// The effort of the strongest program, which analysis uses too.
pub const STRONGEST: Effort = Effort { depth: 12, width: 6, attack: 7, threats: true };

/// How many times as many actions are looked at in the position that is searched as in those that follow.
const ROOT: usize = 3;

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

impl Found {
    /// What there is to say about the position, in a few words: `wins in 3`, `must block; +1.2`.
    #[must_use]
    pub fn verdict(&self) -> String {
        let opinion = match (self.wins_in, self.score) {
            (Some(n), _) => format!("wins in {n}"),
            (None, s) if s > SURE => "seems to win".to_owned(),
            (None, s) if s < -SURE => "seems to lose".to_owned(),
            (None, s) => format!("{:+.1}", f64::from(s) / 100.0),
        };
        if self.must_block && self.wins_in != Some(1) { format!("must block; {opinion}") } else { opinion }
    }
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
    pub fn run(&self, position: &State, legal: &[Action]) -> Found {
        let mut lines = self.run_lines(position, legal, 1, |_| ());
        lines.swap_remove(0)
    }

    /// Up to `count` of the best actions among `legal`, which is never empty, the best first. Once a win is
    /// proved it is the only one. `each` is told of every finished depth.
    pub fn run_lines(
        &self,
        position: &State,
        legal: &[Action],
        count: usize,
        mut each: impl FnMut(&[Found]),
    ) -> Vec<Found> {
        let look = &self.look;
        let mut position = position.clone();
        position.forget();
        let seat = position.to_act();
        let mut threats = Vec::new();
        wins(&look.options, &position, seat, 1, &mut threats);
        if let Some(&win) = threats.first() {
            return vec![self.proved(vec![win], false)];
        }
        wins(&look.options, &position, seat.next(2), 3, &mut threats);
        let must_block = !threats.is_empty();
        let first = self.candidates(&position, legal, &threats);
        if let [only] = first[..] {
            let (line, nodes) = (vec![only.action], look.nodes());
            return vec![Found { line, score: 0, wins_in: None, must_block, depth: 0, nodes }];
        }
        let tree = Inner {
            look,
            width: self.effort.width,
            attacks: self.effort.attack > 1,
            threats: self.effort.threats,
            first,
        };
        let root = Node { worth: worth(&position, seat.next(2)), position: position.clone(), ply: 0 };
        let limits = Limits { depth: self.effort.depth, nodes: None, stop: &|| look.stopped() };
        let opinion = |found: &alphabeta::Found<Step>| Found {
            line: found.line.iter().map(|step| step.action).collect(),
            score: found.score,
            wins_in: None,
            must_block,
            depth: found.depth,
            nodes: look.nodes(),
        };
        let mut line = None;
        let best =
            alphabeta::Search::new(&tree, &look.known).run_lines(&root, &[], &limits, count, |found| {
                each(&found.iter().map(opinion).collect::<Vec<Found>>());
                // Attacks grow with the depth and take no more than their share, so both searches go on.
                let longest = found[0].depth + 1;
                if longest <= self.effort.attack {
                    line = look.attack_within(look.nodes().max(100), &position, legal, longest);
                }
                line.is_none()
            });
        match line {
            Some(line) => vec![self.proved(line, must_block)],
            None => best.iter().map(opinion).collect(),
        }
    }

    /// A win that holds against every answer.
    fn proved(&self, line: Vec<Action>, must_block: bool) -> Found {
        let plies = line.len() as u32;
        let (score, nodes) = (WIN - plies as i32, self.look.nodes());
        Found { line, score, wins_in: Some(plies.div_ceil(2)), must_block, depth: plies, nodes }
    }

    /// The actions that the search looks at first: the most promising ones after which the other side, which
    /// threatens these wins now, cannot win at once; the most promising ones if there are none.
    fn candidates(&self, position: &State, legal: &[Action], threats: &[Action]) -> Vec<Step> {
        let look = &self.look;
        let most = ROOT * self.effort.width;
        let mut ranked = ranked(look, position, legal, legal.len());
        if !threats.is_empty() {
            // What may meet the threats comes first; if both sides place straight, nothing else does.
            let likely: HashSet<Action> = blocks(position, legal, threats).into_iter().collect();
            if !blocks_are_all(&look.options, position) {
                ranked.sort_by_key(|step| !likely.contains(&step.action));
            } else if !likely.is_empty() {
                ranked.retain(|step| likely.contains(&step.action));
            }
        }
        let mut safe = Vec::new();
        for &step in &ranked {
            if safe.len() >= most || (look.stopped() && !safe.is_empty()) {
                break;
            }
            if self.is_safe(position, step.action) {
                safe.push(step);
            }
        }
        if safe.is_empty() {
            ranked.truncate(most);
            return ranked;
        }
        safe
    }

    /// Whether an action leaves the other side no win at once, and gives it none.
    fn is_safe(&self, position: &State, action: Action) -> bool {
        let next = self.look.after(position, action);
        if let Some(End::Won(winner, _)) = next.end() {
            return winner == position.to_act();
        }
        let mut found = Vec::new();
        wins(&self.look.options, &next, position.to_act().next(2), 1, &mut found);
        found.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::{Crafted, Options, Setup};
    use crate::tile::{Tile, Way};
    use bagatelle_core::Game;
    use bagatelle_core::{Rng, Seed, Stream};

    fn game() -> BambamBooboo {
        BambamBooboo::new(&Options::default()).unwrap()
    }

    const EFFORT: Effort = Effort { depth: 3, width: 8, attack: 4, threats: true };

    /// Plays out a claim: whatever the answers, the win comes within the claimed number of own moves.
    fn wins_within(game: &BambamBooboo, position: &State, n: u32) -> bool {
        let mut legal = Vec::new();
        game.legal(position, &mut legal);
        let budget = Budget::nodes(2_000_000);
        let found = Search::new(game, EFFORT, &budget).run(position, &legal);
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
            let found = Search::new(&game, EFFORT, &budget).run(&position, &legal);
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
                for &action in legal.iter().filter(|&&action| search.is_safe(&position, action)) {
                    // A win of one's own leaves no threat either, but it is not a block.
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
        let found = Search::new(&game(), EFFORT, &budget).run(&position, &legal);
        assert!(found.must_block);
        let Action::Place(to) = found.line[0] else { panic!("{:?}", found.line) };
        assert!(to.overlaps(Tile::new(3, 0, Way::V)), "{to}");
    }
}
