//! Players made of code. A program is given a view, never a position: what is hidden from a person is hidden from it.

use crate::game::Game;
use crate::rng::Rng;

/// How long a program or a solver may work. The caller decides; the library has no clock.
#[derive(Clone, Copy)]
pub struct Budget<'a> {
    /// Asked often; `true` means: stop now with the best answer so far.
    pub stop: &'a (dyn Fn() -> bool + Sync),
    /// At most so many nodes, simulations or states, for runs that must repeat exactly.
    pub nodes: Option<u64>,
    /// How many threads may be used, at least 1.
    pub workers: usize,
}

impl Budget<'_> {
    /// A budget of `nodes` on one thread: repeatable, independent of time.
    #[must_use]
    pub fn nodes(nodes: u64) -> Budget<'static> {
        Budget { stop: &|| false, nodes: Some(nodes), workers: 1 }
    }
}

/// What a program chose and what it thinks of it.
#[derive(Clone, PartialEq, Debug)]
pub struct Advice<A> {
    /// The chosen action.
    pub action: A,
    /// How good the position is for the seat to act, in the program's own words: `wins in 3`, `+1.2`, `64 %`.
    pub score: Option<String>,
    /// The line it expects, beginning with the action.
    pub line: Vec<A>,
    /// The depth it reached, in plies, where that means something.
    pub depth: Option<u32>,
    /// How many nodes or simulations it took.
    pub nodes: u64,
}

impl<A> Advice<A> {
    /// A choice without further words.
    pub fn plain(action: A) -> Advice<A> {
        Advice { action, score: None, line: Vec::new(), depth: None, nodes: 0 }
    }
}

/// A player made of code.
pub trait Program<G: Game>: Send {
    /// Chooses one of `legal` (the legal actions of the seat that `view` belongs to; never empty).
    fn choose(
        &mut self,
        game: &G,
        view: &G::View,
        legal: &[G::Action],
        budget: &Budget<'_>,
        rng: &mut Rng,
    ) -> Advice<G::Action>;
}

/// A program as it stands in lists.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ProgramInfo {
    /// The name within its game, for example `3` or `greedy`; in full `baju-duel:3`.
    pub name: &'static str,
    /// What it does, in one line.
    pub about: &'static str,
    /// The longest it thinks about one move, in milliseconds, when nobody says otherwise.
    pub think_ms: u32,
}

/// The program that takes any legal action, all equally likely.
#[derive(Clone, Copy, Debug, Default)]
pub struct Random;

impl<G: Game> Program<G> for Random {
    fn choose(
        &mut self,
        _game: &G,
        _view: &G::View,
        legal: &[G::Action],
        _budget: &Budget<'_>,
        rng: &mut Rng,
    ) -> Advice<G::Action> {
        Advice::plain(legal[rng.index(legal.len())])
    }
}
