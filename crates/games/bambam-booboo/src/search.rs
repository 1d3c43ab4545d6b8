//! A search that knows this game: wins first, forced replies, attacks in which every move threatens to win, and an
//! alpha-beta search over the most promising actions.
//!
//! A claim (`wins in n`) is made only where every reply of the other side was looked at: immediate wins, and attacks.
//! The alpha-beta search looks at the best few actions by [`crate::shapes::worth`]; its scores are opinions.

use crate::notation::Action;
use crate::rules::position::Position;
use crate::rules::tile::{Tile, Way};
use crate::rules::{BambamBooboo, setup::Options};
use crate::shapes::{makers, wins, worth};
use bagatelle_core::Game;
use bagatelle_core::program::Budget;

/// A score above all opinions: a win now. One less for each ply until it comes.
pub const WIN: i32 = 1_000_000;
/// Scores beyond this are wins or losses.
pub const SURE: i32 = WIN - 1_000;

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
    game: &'a BambamBooboo,
    options: Options,
    budget: &'a Budget<'b>,
    effort: Effort,
    nodes: u64,
    stopped: bool,
}

impl<'a, 'b> Search<'a, 'b> {
    /// A search under a budget, one node of which is a position looked at.
    pub fn new(game: &'a BambamBooboo, effort: Effort, budget: &'a Budget<'b>) -> Self {
        // Inside the search repetition does not matter, which keeps positions small.
        let options = Options { repetition: 0, ..*game.options() };
        Search { game, options, budget, effort, nodes: 0, stopped: false }
    }

    /// The best action among `legal`, which is never empty.
    pub fn run(&mut self, position: &Position, legal: &[Action]) -> Option<Found> {
        let mut position = position.clone();
        position.forget();
        let seat = position.to_act();
        let mut found = Vec::new();
        wins(&self.options, &position, seat, 1, &mut found);
        if let Some(&win) = found.first() {
            return Some(self.found(vec![win], WIN - 1, Some(1), false, 1));
        }
        wins(&self.options, &position, seat.next(2), 1, &mut found);
        let must_block = !found.is_empty();
        let safe = self.safe(&position, legal);
        let choices = if safe.is_empty() { legal.to_vec() } else { safe };
        let mut best = self.found(vec![*choices.first()?], 0, None, must_block, 0);
        if choices.len() == 1 {
            return Some(best);
        }
        for longest in 1..=self.effort.attack {
            if let Some(line) = self.attack(&position, &choices, longest) {
                let n = line.len().div_ceil(2) as u32;
                return Some(self.found(line, WIN - 2 * n as i32 + 1, Some(n), must_block, 2 * n - 1));
            }
        }
        let mut order = self.ranked(&position, &choices);
        best.line = vec![order.first()?.1];
        best.score = order[0].0;
        let root_width = order.len().min(self.effort.width * 3);
        order.truncate(root_width);
        for depth in 2..=self.effort.depth {
            let mut alpha = -WIN;
            let mut scored = Vec::new();
            let mut lead = None;
            for &(_, action) in &order {
                let next = self.after(&position, action);
                let mut line = Vec::new();
                let score = -self.alpha_beta(&next, depth - 1, 1, -WIN, -alpha, &mut line);
                if self.stopped {
                    break;
                }
                scored.push((score, action));
                if score > alpha {
                    alpha = score;
                    line.insert(0, action);
                    lead = Some((score, line));
                }
            }
            // An unfinished depth still counts if its first action, the best so far, was searched.
            if let Some((score, line)) = lead {
                (best.score, best.line) = (score, line);
            }
            if self.stopped {
                break;
            }
            best.depth = depth;
            // Bring the best to the front; ties keep their order.
            scored.sort_by_key(|&(score, _)| std::cmp::Reverse(score));
            order = scored;
            if alpha.abs() > SURE {
                break;
            }
        }
        best.nodes = self.nodes;
        Some(best)
    }

    fn found(
        &self,
        line: Vec<Action>,
        score: i32,
        wins_in: Option<u32>,
        must_block: bool,
        depth: u32,
    ) -> Found {
        Found { line, score, wins_in, must_block, depth, nodes: self.nodes }
    }

    fn after(&mut self, position: &Position, action: Action) -> Position {
        self.nodes += 1;
        if self.nodes & 31 == 0 && (self.budget.stop)() || self.budget.nodes.is_some_and(|n| self.nodes >= n)
        {
            self.stopped = true;
        }
        let mut next = position.clone();
        next.act(action, 0);
        next
    }

    /// The actions after which the other side cannot win at once.
    pub fn safe(&mut self, position: &Position, legal: &[Action]) -> Vec<Action> {
        let other = position.to_act().next(2);
        let mut found = Vec::new();
        let mut safe = Vec::new();
        for &action in legal {
            let next = self.after(position, action);
            wins(&self.options, &next, other, 1, &mut found);
            if found.is_empty() {
                safe.push(action);
            }
        }
        safe
    }

    /// Actions with the worth of the positions they lead to, best first.
    fn ranked(&mut self, position: &Position, actions: &[Action]) -> Vec<(i32, Action)> {
        let seat = position.to_act();
        let mut ranked: Vec<(i32, Action)> = Vec::with_capacity(actions.len());
        for &action in actions {
            let next = self.after(position, action);
            ranked.push((worth(&next, seat), action));
            if self.stopped && ranked.len() > 40 {
                break;
            }
        }
        ranked.sort_by_key(|&(score, _)| std::cmp::Reverse(score));
        ranked
    }

    /// The worth of a position to the seat to act.
    fn alpha_beta(
        &mut self,
        position: &Position,
        depth: u32,
        ply: i32,
        mut alpha: i32,
        beta: i32,
        line: &mut Vec<Action>,
    ) -> i32 {
        let seat = position.to_act();
        let mut threats = Vec::new();
        wins(&self.options, position, seat, 1, &mut threats);
        if let Some(&win) = threats.first() {
            *line = vec![win];
            return WIN - ply - 1;
        }
        if depth == 0 || self.stopped {
            return -worth(position, seat.next(2));
        }
        let mut legal = Vec::new();
        self.game.legal(position, &mut legal);
        wins(&self.options, position, seat.next(2), 3, &mut threats);
        // Where the other side threatens to win, only blocks matter, and finding them does not count as a ply.
        let (legal, depth) = if threats.is_empty() {
            (legal, depth)
        } else {
            (blocks(position, &legal, &threats), if ply < 12 { depth } else { depth - 1 })
        };
        if legal.is_empty() {
            return -(WIN - ply - 2);
        }
        let mut order = self.ranked(position, &legal);
        order.truncate(if threats.is_empty() { self.effort.width } else { 2 * self.effort.width });
        let mut best = -WIN;
        for (_, action) in order {
            let next = self.after(position, action);
            let mut rest = Vec::new();
            let next_depth = if threats.is_empty() { depth - 1 } else { depth.saturating_sub(1) };
            let score = -self.alpha_beta(&next, next_depth, ply + 1, -beta, -alpha, &mut rest);
            if self.stopped {
                return best.max(alpha);
            }
            if score > best {
                best = score;
                if score > alpha {
                    alpha = score;
                    rest.insert(0, action);
                    *line = rest;
                }
            }
            if alpha >= beta {
                break;
            }
        }
        best
    }

    /// A win by threats alone in at most `longest` own moves, the last of which completes the form: the line with the
    /// other side's longest defence. `legal` are the actions of the seat to act, which has no win at once.
    fn attack(&mut self, position: &Position, legal: &[Action], longest: u32) -> Option<Vec<Action>> {
        if longest < 2 || self.stopped {
            return None;
        }
        let seat = position.to_act();
        let mut threatening = Vec::new();
        makers(position, legal, &mut threatening);
        let (mut found, mut replies) = (Vec::new(), Vec::new());
        for action in threatening {
            let next = self.after(position, action);
            if self.stopped {
                return None;
            }
            wins(&self.options, &next, seat.next(2), 1, &mut found);
            if !found.is_empty() {
                continue;
            }
            wins(&self.options, &next, seat, 3, &mut found);
            let Some(&threat) = found.first() else { continue };
            self.game.legal(&next, &mut replies);
            let exact = next.hand(seat) != 0 && next.hand(seat.next(2)) != 0;
            let answers = if exact { blocks(&next, &replies, &found) } else { replies.clone() };
            if let Some(line) = self.refuted(&next, &answers, threat, longest - 1) {
                return Some([vec![action], line].concat());
            }
        }
        None
    }

    /// Whether every answer loses to a further attack; the line after the longest of them. An answer that leaves the
    /// threat standing loses to it.
    fn refuted(
        &mut self,
        next: &Position,
        answers: &[Action],
        threat: Action,
        longest: u32,
    ) -> Option<Vec<Action>> {
        let attacker = next.to_act().next(2);
        let (mut found, mut legal) = (Vec::new(), Vec::new());
        let mut longest_line: Option<Vec<Action>> = None;
        for &answer in answers {
            let then = self.after(next, answer);
            if self.stopped {
                return None;
            }
            wins(&self.options, &then, attacker, 1, &mut found);
            let line = match found.first() {
                Some(&win) => vec![answer, win],
                None => {
                    if longest < 2 {
                        return None;
                    }
                    self.game.legal(&then, &mut legal);
                    [vec![answer], self.attack(&then, &legal, longest)?].concat()
                }
            };
            if longest_line.as_ref().is_none_or(|l| l.len() < line.len()) {
                longest_line = Some(line);
            }
        }
        // Without an answer at all, anything may be played, and the threat is carried out.
        longest_line.or_else(|| {
            let mut any = Vec::new();
            self.game.legal(next, &mut any);
            any.first().map(|&reply| vec![reply, threat])
        })
    }
}

/// The actions that may meet all of `threats`, which are wins of the other side. For placed tiles this is exact: a tile
/// stops a placement by lying on its place, or in its way if there is only one way. (No tile lies in two ways of a
/// place without touching the place itself: the cells of two ways beside a place are diagonal neighbours.) Slides can
/// also be met by cutting tiles off, which is left to those who look at all actions.
fn blocks(position: &Position, legal: &[Action], threats: &[Action]) -> Vec<Action> {
    let covers: Vec<Vec<Region>> = threats
        .iter()
        .map(|threat| match *threat {
            Action::Place(to) => [vec![Region::of(to)], only_way(position, to)].concat(),
            Action::Slide { to, .. } => vec![Region::of(to)],
            Action::Pass => Vec::new(),
        })
        .collect();
    let meets = |action: &&Action| match **action {
        Action::Place(to) | Action::Slide { to, .. } => {
            covers.iter().all(|regions| regions.iter().any(|region| region.meets(to)))
        }
        Action::Pass => false,
    };
    legal.iter().filter(meets).copied().collect()
}

/// A rectangle of cells.
#[derive(Clone, Copy, Debug)]
struct Region {
    x: (i32, i32),
    y: (i32, i32),
}

impl Region {
    fn of(tile: Tile) -> Region {
        let (w, h) = if tile.way == Way::H { (1, 0) } else { (0, 1) };
        Region { x: (tile.x, tile.x + w), y: (tile.y, tile.y + h) }
    }

    fn meets(&self, tile: Tile) -> bool {
        let other = Region::of(tile);
        self.x.0 <= other.x.1 && other.x.0 <= self.x.1 && self.y.0 <= other.y.1 && other.y.0 <= self.y.1
    }
}

/// The way of a new tile to a place from beyond all tiles, if there is exactly one.
fn only_way(position: &Position, to: Tile) -> Vec<Region> {
    let Some((x0, y0, x1, y1)) = position.table().bounds() else { return Vec::new() };
    let here = Region::of(to);
    let ways = [
        Region { x: (x0 - 1, here.x.1), y: here.y },
        Region { x: (here.x.0, x1 + 1), y: here.y },
        Region { x: here.x, y: (y0 - 1, here.y.1) },
        Region { x: here.x, y: (here.y.0, y1 + 1) },
    ];
    let open: Vec<Region> =
        ways.into_iter().filter(|way| !position.table().tiles().any(|(_, t)| way.meets(t))).collect();
    if open.len() == 1 { open } else { Vec::new() }
}
