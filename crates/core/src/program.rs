//! Programs that play. A program gets a view, never a position: anything hidden from a person is hidden from
//! it.

use crate::game::Game;
use crate::persona::Persona;
use crate::rng::Rng;
use std::cell::Cell;
use std::fmt;

/// How long a program or a solver may work. The caller decides; the library has no clock.
#[derive(Clone, Copy)]
pub struct Budget<'a> {
    /// Asked often; `true` means: stop now with the best answer so far.
    pub stop: &'a (dyn Fn() -> bool + Sync),
    /// The share of the time that is spent, 0.0 to 1.0, where the caller can say: a search that has several
    /// things to do can pace itself by it.
    pub spent: Option<&'a (dyn Fn() -> f64 + Sync)>,
    /// At most this many nodes, simulations or states, for runs that must repeat exactly.
    pub nodes: Option<u64>,
    /// How many threads may be used, at least 1.
    pub workers: usize,
    /// Whether a proof that nothing better exists is wanted more than an answer soon: a solver that can prove
    /// spends most of the time on it.
    pub prove: bool,
}

impl<'a> Budget<'a> {
    /// A budget that ends when the caller says so, on one thread.
    #[must_use]
    pub fn until(stop: &'a (dyn Fn() -> bool + Sync)) -> Budget<'a> {
        Budget { stop, spent: None, nodes: None, workers: 1, prove: false }
    }

    /// A budget of `nodes` on one thread: repeatable, independent of time.
    #[must_use]
    pub fn nodes(nodes: u64) -> Budget<'static> {
        Budget { nodes: Some(nodes), ..Budget::until(&|| false) }
    }
}

/// What one request may spend in all, however many deals, seeds or searches it takes. A node costs about a
/// tenth of a microsecond.
pub struct Allowance<'a> {
    stop: &'a (dyn Fn() -> bool + Sync),
    left: Cell<u64>,
}

impl<'a> Allowance<'a> {
    /// The nodes of a request. It is the same number wherever a deal is made, so that the text of a seed
    /// gives the same deal on every machine, or none on any.
    pub const NODES: u64 = 5_000_000;

    /// The allowance of one request, which also ends when the caller says so.
    #[must_use]
    pub fn until(stop: &'a (dyn Fn() -> bool + Sync)) -> Allowance<'a> {
        Allowance { stop, left: Cell::new(Allowance::NODES) }
    }

    /// Takes nodes for what is done next; `false` if nothing is left, or the caller has ended it.
    #[inline]
    pub fn take(&self, nodes: u64) -> bool {
        self.left.set(self.left.get().saturating_sub(nodes));
        !self.is_spent()
    }

    /// Whether it is at its end.
    #[must_use]
    #[inline]
    pub fn is_spent(&self) -> bool {
        self.left.get() == 0 || (self.stop)()
    }

    /// The nodes that were taken so far.
    #[must_use]
    #[inline]
    pub fn spent(&self) -> u64 {
        Allowance::NODES - self.left.get()
    }

    /// What is left.
    #[must_use]
    #[inline]
    pub fn left(&self) -> u64 {
        self.left.get()
    }

    /// A budget for a search of at most this many nodes, which ends when the caller says so. The search makes
    /// sure to use no more than is [left](Allowance::left), and the caller [takes](Allowance::take) what it
    /// used.
    #[must_use]
    pub fn budget(&self, most: u64) -> Budget<'a> {
        Budget { nodes: Some(most), ..Budget::until(self.stop) }
    }
}

impl Default for Allowance<'static> {
    /// The allowance of one request, which ends when it is spent.
    fn default() -> Allowance<'static> {
        Allowance::until(&|| false)
    }
}

/// What a program chose and what it thinks of it.
#[derive(Clone, PartialEq, Debug)]
pub struct Advice<A> {
    /// The chosen action.
    pub action: A,
    /// How good the position is for the seat to act, in the program's own words: `wins in 3` of its turns,
    /// `+1.2`, `64%`.
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
    /// Tells the program, before it chooses, who plays: for each seat the name of its program, or `None` for
    /// a person or an unknown player; seats beyond the slice are unknown. Without this call the program knows
    /// no one. By default it makes no difference.
    fn meet(&mut self, _players: &[Option<String>]) {}

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

/// A program as listed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ProgramInfo {
    /// The name within its game, for example `3` or `greedy`; in full `baju-duel:3`.
    pub name: &'static str,
    /// What it does, in one line, for the command line.
    pub about: &'static str,
    /// The opponent that people meet; `None` for a yardstick, which pages do not offer.
    pub persona: Option<Persona>,
    /// The longest it thinks about one move, in milliseconds, unless the caller says otherwise.
    pub think_ms: u32,
}

/// A program that a game offers: its entry in lists, and how it is made.
pub struct ProgramSpec<G> {
    /// The name within its game, for example `3` or `greedy`; in full `baju-duel:3`.
    pub name: &'static str,
    /// What it does, in one line, for the command line.
    pub about: &'static str,
    /// The opponent that people meet; `None` for a yardstick, which pages do not offer.
    pub persona: Option<Persona>,
    /// The longest it thinks about one move, in milliseconds, unless the caller says otherwise.
    pub think_ms: u32,
    /// Makes a fresh program.
    pub make: fn() -> Box<dyn Program<G>>,
}

impl<G> ProgramSpec<G> {
    /// The program as listed.
    #[must_use]
    pub const fn info(&self) -> ProgramInfo {
        ProgramInfo { name: self.name, about: self.about, persona: self.persona, think_ms: self.think_ms }
    }
}

impl<G> fmt::Debug for ProgramSpec<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.info().fmt(f)
    }
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
