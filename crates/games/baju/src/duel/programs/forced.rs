//! Forced wins within a number of actions: whether one player can make a line of four whatever the other
//! does, with proof.
//!
//! The search of the levels examines unlikely actions less deeply, so it can miss a win. Here nothing is
//! left out. The attacker needs one winning action, the defender one that does not lose, so the search tries
//! first what refuted other attacks. Positions that are images of each other under the symmetries of the
//! board are one position. Repetition is ignored: a position that occurs again is no nearer to a win, so the
//! shortest forced wins contain none.
//!
//! Results are kept by 64-bit keys of positions, so a proof is valid unless two of its positions share a
//! key.

use super::symmetry::Symmetry;
use super::tree::{DuelTree, mix};
use crate::board::Board;
use crate::duel::action::Action;
use crate::duel::position::Position;
use crate::pieces::{Button, Colour, NEIGHBOURS, SIDE, SPACES, Space, VALUES, has_line};
use bagatelle_search::alphabeta::Tree;
use bagatelle_search::tt::{Bound, Entry, Table};

/// With at least this many actions to go, what was found about a position is kept.
const KEPT_FROM: u32 = 3;

/// A search for forced wins of one player.
pub struct Forced<'a> {
    tree: DuelTree<'a>,
    board: &'a Board,
    attacker: Colour,
    symmetries: Vec<Symmetry>,
    table: Table,
    /// How often an action of the defender refuted an attack, by its label.
    refuted: Vec<u32>,
    nodes: u64,
}

impl<'a> Forced<'a> {
    /// A search on a board, with a table of `2^bits` positions.
    #[must_use]
    pub fn new(board: &'a Board, attacker: Colour, bits: u32) -> Forced<'a> {
        Forced {
            tree: DuelTree::new(board),
            board,
            attacker,
            symmetries: Symmetry::all(board, SIDE),
            table: Table::new(bits),
            refuted: vec![0; DuelTree::LABELS],
            nodes: 0,
        }
    }

    /// Positions looked at so far.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Whether the attacker can force a win within this many actions of both players together.
    pub fn within(&mut self, position: &Position, actions: u32) -> bool {
        if let Some(winner) = position.winner() {
            return winner == self.attacker;
        }
        self.nodes += 1;
        let attacks = position.side == self.attacker;
        if attacks && actions > 0 && self.wins_at_once(position) {
            return true;
        }
        if actions == 0 || attacks && (actions == 1 || actions == 2 && can_place_later(position)) {
            return false;
        }
        if actions < KEPT_FROM {
            return if attacks {
                self.attack(position, actions).0
            } else {
                self.defend(position, actions, None).0
            };
        }
        let key = self.key(position);
        let known = self.table.get(key);
        if let Some(entry) = known {
            // A win within fewer actions is one within more, and where there is none within more, there is
            // none within fewer.
            match entry.bound {
                Bound::Lower if u32::from(entry.depth) <= actions => return true,
                Bound::Upper if u32::from(entry.depth) >= actions => return false,
                _ => (),
            }
        }
        let best = known.and_then(|entry| entry.best);
        let (won, best) =
            if attacks { self.attack(position, actions) } else { self.defend(position, actions, best) };
        let bound = if won { Bound::Lower } else { Bound::Upper };
        self.table.put(key, Entry { value: 0, bound, depth: actions.min(255) as u8, best });
        won
    }

    /// Whether some action of the attacker leads to a forced win.
    fn attack(&mut self, position: &Position, actions: u32) -> (bool, Option<u16>) {
        let mut all = Vec::with_capacity(64);
        position.each_action(self.board, |action| all.push(action));
        let won = all.into_iter().any(|action| {
            let mut next = *position;
            next.act(action);
            self.within(&next, actions - 1)
        });
        (won, None)
    }

    /// Whether every action of the defender leads to a forced win of the attacker; if not, also the label of
    /// one that does not. The labels are those of the position as it lies, so a symmetric one that has the
    /// same key may have no use for it.
    fn defend(&mut self, position: &Position, actions: u32, best: Option<u16>) -> (bool, Option<u16>) {
        let mut all: Vec<(u32, Action)> = Vec::with_capacity(64);
        position.each_action(self.board, |action| {
            let label = self.tree.label(action);
            let first = if Some(label) == best { u32::MAX } else { self.refuted[usize::from(label)] };
            all.push((first, action));
        });
        // A player without an action draws.
        if all.is_empty() {
            return (false, None);
        }
        for index in 0..all.len() {
            let mut top = index;
            for other in index + 1..all.len() {
                if all[other].0 > all[top].0 {
                    top = other;
                }
            }
            all.swap(index, top);
            let (_, action) = all[index];
            let mut next = *position;
            next.act(action);
            if !self.within(&next, actions - 1) {
                let label = self.tree.label(action);
                let count = &mut self.refuted[usize::from(label)];
                *count += 1;
                if *count > 1 << 20 {
                    self.refuted.iter_mut().for_each(|count| *count /= 2);
                }
                return (false, Some(label));
            }
        }
        (true, None)
    }

    /// Whether one action of the side to act wins.
    fn wins_at_once(&self, position: &Position) -> bool {
        if !has_line(position.layout.spaces(position.side.other())) {
            return self.tree.wins(position) > 0;
        }
        // Both have a line: the player who breaks the other's wins.
        let mut wins = false;
        position.each_action(self.board, |action| {
            let mut next = *position;
            next.act(action);
            wins |= next.winner() == Some(position.side);
        });
        wins
    }

    /// A key that positions share if they are images of each other. The pair that may not swap back counts
    /// only where it could.
    fn key(&self, position: &Position) -> u64 {
        let layout = &position.layout;
        let pair = position.swapped.filter(|_| position.swap_back(self.board));
        let lies = |symmetry: &Symmetry| {
            Space::of_mask(layout.taken()).fold(0u64, |key, space| {
                let button = layout.button(space).map_or(0, Button::index);
                key ^ mix((button * SPACES + symmetry.space(space).index()) as u64)
            })
        };
        let least = self.symmetries.iter().map(lies).min().unwrap_or_default();
        let pair = pair.map_or(0, |(a, b)| mix(0x1000 + (a.index() * SPACES + b.index()) as u64));
        least ^ pair ^ mix(0x2000 + position.side as u64)
    }
}

/// Whether the other player can place a button next turn, whatever the side to act does now. A button that is
/// placed neither makes nor breaks a line of the opponent, so that player then need not lose by its own
/// action.
fn can_place_later(position: &Position) -> bool {
    let (own, theirs) =
        (position.layout.spaces(position.side), position.layout.spaces(position.side.other()));
    let near = |own: u16| {
        let beside = Space::of_mask(own).fold(0, |set, space| set | NEIGHBOURS[space.index()]);
        beside & !position.layout.taken()
    };
    // One button may go elsewhere, and one of the empty spaces may be taken.
    let left = |from: Space| near(own & !from.bit()).count_ones() >= 2;
    theirs.count_ones() < u32::from(VALUES) && own != 0 && Space::of_mask(own).all(left)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::boardfile::STAND_INS;
    use bagatelle_core::{Rng, Seed, Stream};

    /// The same by exhaustive search, without keys, orders or shortcuts.
    fn plain(board: &Board, attacker: Colour, position: &Position, actions: u32) -> bool {
        if let Some(winner) = position.winner() {
            return winner == attacker;
        }
        let mut all = Vec::new();
        position.each_action(board, |action| all.push(action));
        if actions == 0 || all.is_empty() {
            return false;
        }
        let mut wins = all.into_iter().map(|action| {
            let mut next = *position;
            next.act(action);
            plain(board, attacker, &next, actions - 1)
        });
        if position.side == attacker { wins.any(|won| won) } else { wins.all(|won| won) }
    }

    #[test]
    fn forced_wins_are_those_that_looking_at_everything_finds() {
        let mut rng = Rng::new(&Seed::from_text("forced"), Stream::Test);
        let (mut won, mut not) = (0, 0);
        for stand_in in STAND_INS {
            let board = stand_in.board();
            let mut searches = Colour::BOTH.map(|colour| Forced::new(&board, colour, 12));
            for _ in 0..12 {
                let mut position = Position::empty(Colour::White);
                let mut last = position;
                for _ in 0..40 {
                    let mut all = Vec::new();
                    position.each_action(&board, |action| all.push(action));
                    let Some(action) = rng.choose(&all) else { break };
                    let before = position;
                    position.act(*action);
                    if position.winner().is_some() {
                        break;
                    }
                    last = before;
                }
                for (attacker, search) in Colour::BOTH.into_iter().zip(&mut searches) {
                    for actions in [1, 2, 3] {
                        let expected = plain(&board, attacker, &last, actions);
                        assert_eq!(search.within(&last, actions), expected, "{}, {last:?}", stand_in.id);
                        *(if expected { &mut won } else { &mut not }) += 1;
                    }
                }
            }
        }
        assert!(won > 10 && not > 10, "{won} {not}");
    }
}
