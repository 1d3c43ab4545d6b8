//! The levels, which differ in how deep they search and in how much their judgment is blurred.

use super::book::Book;
use super::search::{search, words};
use super::tree::DuelTree;
use crate::duel::action::Action;
use crate::duel::rules::Duel;
use crate::duel::view::View;
use bagatelle_core::Rng;
use bagatelle_core::program::{Advice, Budget, Program};

/// A player that searches to a fixed depth, and may know the opening book.
#[derive(Clone, Copy, Debug)]
pub struct Level {
    /// In plies.
    pub depth: u32,
    /// How far an evaluation may be off, in its own units: makes levels weaker, and games different.
    pub blur: u32,
    /// The size of its table, as a power of two.
    pub bits: u32,
    /// Whether it plays from the book, where that knows the position: one of its best actions, all equally
    /// likely.
    pub book: bool,
}

impl Program<Duel> for Level {
    fn choose(
        &mut self,
        game: &Duel,
        view: &View,
        legal: &[Action],
        budget: &Budget<'_>,
        rng: &mut Rng,
    ) -> Advice<Action> {
        let book = Book::of(game.board()).filter(|_| self.book);
        let known = book.and_then(|book| book.find(view.state.position()));
        if let Some((entry, &(action, score))) =
            known.as_ref().and_then(|entry| Some((entry, rng.choose(&entry.best)?)))
        {
            let (score, depth) = (Some(words(score)), Some(entry.depth));
            return Advice { action, score, line: vec![action], depth, nodes: 0 };
        }
        let tree = DuelTree::blurred(game.board(), self.blur, rng.next_u64());
        let found = search(&tree, &view.state, self.depth, self.bits, budget, |_| ());
        match found.line.first() {
            Some(action) => Advice {
                action: *action,
                score: Some(words(found.score)),
                line: found.line.clone(),
                depth: Some(found.depth),
                nodes: found.nodes,
            },
            None => Advice::plain(legal[rng.index(legal.len())]),
        }
    }
}
