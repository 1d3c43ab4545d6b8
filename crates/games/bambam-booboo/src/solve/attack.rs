//! Attacks: wins in which every move except the last threatens to win at once, and every answer is
//! examined.
//!
//! [`Look`] holds what all parts of a search share, [`Look::attack`] is the search for threats, and `blocks`
//! are the answers to them.

use super::shapes::{makers, wins};
use crate::action::Action;
use crate::options::{self, Options};
use crate::rules::{BambamBooboo, legal};
use crate::state::State;
use crate::tile::{Tile, Way};
use bagatelle_core::Game;
use bagatelle_core::program::Budget;
use bagatelle_search::tt::{Bound, Entry, Table};
use std::cell::Cell;
use std::collections::HashSet;

/// Mixed into the keys under which attacks are remembered, so that they can be kept beside whatever else is
/// known.
const ATTACKS: u64 = 0x9e37_79b9_7f4a_7c15;

/// The rules, what may be spent, and what is known: all that every part of a search needs.
pub(crate) struct Look<'a, 'b> {
    /// The rules' options, without repetition.
    pub options: Options,
    /// What is known of positions.
    pub known: Table,
    budget: &'a Budget<'b>,
    nodes: Cell<u64>,
    /// Attacks are given up once this many nodes are counted.
    patience: Cell<u64>,
    stopped: Cell<bool>,
}

impl<'a, 'b> Look<'a, 'b> {
    /// Nothing spent, nothing known.
    pub fn new(game: &BambamBooboo, budget: &'a Budget<'b>) -> Self {
        Look {
            // Inside a search repetition does not matter, which keeps positions small.
            options: Options { repetition: 0, ..*game.options() },
            known: Table::new(16),
            budget,
            nodes: Cell::new(0),
            patience: Cell::new(u64::MAX),
            stopped: Cell::new(false),
        }
    }

    /// Positions looked at so far.
    pub fn nodes(&self) -> u64 {
        self.nodes.get()
    }

    /// Whether the budget is spent.
    pub fn stopped(&self) -> bool {
        self.stopped.get()
    }

    fn gives_up(&self) -> bool {
        self.stopped() || self.nodes() >= self.patience.get()
    }

    /// Counts a position.
    pub fn count(&self) {
        let nodes = self.nodes.get() + 1;
        self.nodes.set(nodes);
        if nodes & 31 == 0 && (self.budget.stop)() || self.budget.nodes.is_some_and(|most| nodes >= most) {
            self.stopped.set(true);
        }
    }

    /// The position after an action.
    pub fn after(&self, position: &State, action: Action) -> State {
        self.count();
        let mut next = position.clone();
        next.act(action, 0);
        next
    }

    /// As [`Look::attack`], but it gives up after a number of positions.
    pub fn attack_within(
        &self,
        nodes: u64,
        position: &State,
        legal: &[Action],
        longest: u32,
    ) -> Option<Vec<Action>> {
        self.patience.set(self.nodes().saturating_add(nodes));
        let line = self.attack(position, legal, longest);
        self.patience.set(u64::MAX);
        line
    }

    /// Whether [`Look::attack`] finds a win.
    pub fn can_attack(&self, position: &State, longest: u32) -> bool {
        let key = position.fingerprint() as u64 ^ ATTACKS;
        if let Some(entry) = self.known.get(key).filter(|entry| u32::from(entry.depth) >= longest) {
            return entry.value > 0;
        }
        let mut legal = Vec::new();
        legal::list(&self.options, position, &mut legal);
        self.attack(position, &legal, longest).is_some()
    }

    /// A win by threats alone in at most `longest` own moves, the last of which completes the form: the line
    /// in which the other side holds out longest. `legal` are the actions of the seat to act, which has no
    /// win at once.
    pub fn attack(&self, position: &State, legal: &[Action], longest: u32) -> Option<Vec<Action>> {
        if longest < 2 || self.gives_up() {
            return None;
        }
        let key = position.fingerprint() as u64 ^ ATTACKS;
        let known = self.known.get(key).filter(|entry| u32::from(entry.depth) >= longest);
        if known.is_some_and(|entry| entry.value == 0) {
            return None;
        }
        let line = self.threaten(position, legal, longest);
        if !self.gives_up() {
            let value = line.as_ref().map_or(0, |line| line.len() as i16);
            self.known.put(key, Entry { value, bound: Bound::Exact, depth: longest as u8, best: None });
        }
        line
    }

    /// As [`Look::attack`], but for attacks that begin with one action.
    pub fn begins(&self, position: &State, action: Action, longest: u32) -> Option<Vec<Action>> {
        self.threaten(position, &[action], longest)
    }

    fn threaten(&self, position: &State, legal: &[Action], longest: u32) -> Option<Vec<Action>> {
        let seat = position.to_act();
        let mut threatening = Vec::new();
        // A single threat is nearly always met, by a tile in its place; so the last one must be double.
        let double = longest == 2;
        makers(position, legal, double, &mut threatening);
        let (mut found, mut replies) = (Vec::new(), Vec::new());
        for action in threatening {
            let next = self.after(position, action);
            if self.gives_up() {
                return None;
            }
            wins(&self.options, &next, seat.next(2), 1, &mut found);
            if !found.is_empty() {
                continue;
            }
            wins(&self.options, &next, seat, 3, &mut found);
            let Some(&threat) = found.get(usize::from(double)) else { continue };
            legal::list(&self.options, &next, &mut replies);
            // The likely answers first: one that holds refutes the attack. Elsewhere any action might.
            let mut answers = blocks(&next, &replies, &found);
            if !blocks_are_all(&self.options, &next) {
                let likely: HashSet<Action> = answers.iter().copied().collect();
                answers.extend(replies.iter().filter(|&reply| !likely.contains(reply)));
            }
            if let Some(line) = self.refuted(&next, &answers, threat, longest - 1) {
                return Some([vec![action], line].concat());
            }
        }
        None
    }

    /// Whether every answer loses to a further attack; the line after the longest of them. An answer that
    /// leaves the threat standing loses to it.
    fn refuted(&self, next: &State, answers: &[Action], threat: Action, longest: u32) -> Option<Vec<Action>> {
        let attacker = next.to_act().next(2);
        let (mut found, mut legal) = (Vec::new(), Vec::new());
        let mut longest_line: Option<Vec<Action>> = None;
        let mut given_away = false;
        for &answer in answers {
            let then = self.after(next, answer);
            if self.gives_up() {
                return None;
            }
            if then.end().is_some() {
                // The answer completes a form of the attacker: no defence, but no line to show either.
                given_away = true;
                continue;
            }
            wins(&self.options, &then, attacker, 1, &mut found);
            let line = match found.first() {
                Some(&win) => vec![answer, win],
                None => {
                    if longest < 2 {
                        return None;
                    }
                    legal::list(&self.options, &then, &mut legal);
                    [vec![answer], self.attack(&then, &legal, longest)?].concat()
                }
            };
            if longest_line.as_ref().is_none_or(|l| l.len() < line.len()) {
                longest_line = Some(line);
            }
        }
        if given_away && longest_line.is_none() {
            return None;
        }
        // Without an answer, any action may be played, and the threat is carried out.
        longest_line.or_else(|| {
            let mut any = Vec::new();
            legal::list(&self.options, next, &mut any);
            any.first().map(|&reply| vec![reply, threat])
        })
    }
}

/// Whether [`blocks`] leaves out no action that meets a threat: where both sides place, straight from beyond
/// all tiles.
pub(crate) fn blocks_are_all(options: &Options, position: &State) -> bool {
    match options.entry {
        options::Entry::Straight => !position.hands().contains(&0),
        // A tile anywhere may close the area into which the other one would come.
        options::Entry::Around => false,
    }
}

/// The actions that may meet all of `threats`, which are wins of the other side. For tiles placed straight
/// this is exact: a tile stops a placement by lying on its place, or in its way if there is only one way. (No
/// tile lies in two ways of a place without touching the place itself: the cells of two ways beside a place
/// are diagonal neighbours.) Slides can also be met by cutting tiles off, which only a look at all actions
/// finds.
pub(crate) fn blocks(position: &State, legal: &[Action], threats: &[Action]) -> Vec<Action> {
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
fn only_way(position: &State, to: Tile) -> Vec<Region> {
    let Some((x0, y0, x1, y1)) = position.heap().bounds() else { return Vec::new() };
    let here = Region::of(to);
    let ways = [
        Region { x: (x0 - 1, here.x.1), y: here.y },
        Region { x: (here.x.0, x1 + 1), y: here.y },
        Region { x: here.x, y: (y0 - 1, here.y.1) },
        Region { x: here.x, y: (here.y.0, y1 + 1) },
    ];
    let open: Vec<Region> =
        ways.into_iter().filter(|way| !position.heap().tiles().any(|(_, t)| way.meets(t))).collect();
    if open.len() == 1 { open } else { Vec::new() }
}
