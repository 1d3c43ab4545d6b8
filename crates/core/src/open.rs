//! Games that hide nothing: their views and observations come ready-made.
//!
//! Such a game writes one line in its `impl Game` instead of two types, a constant and four methods:
//!
//! ```ignore
//! impl Game for ConnectFour {
//!     open_game!(); // the view is the state, an observation is the action
//!     const ID: &'static str = "connect-four";
//!     // types, and the rules
//! }
//! ```
//!
//! A game that writes its view in its own way names a type that implements [`FullView`]; a game whose
//! sentences need the consequences of an action names a type that implements [`FullObservation`]:
//!
//! ```ignore
//! open_game!(View = DuelView, Observation = Exchange);
//! ```

use crate::game::Game;
use crate::seat::Viewer;
use serde::{Serialize, Serializer};
use std::fmt;

/// A view that holds the whole position. A state that can be serialised is its own view.
pub trait FullView<G: Game>: Sized {
    /// Makes the view of `state`. All viewers see the same; a view may say who is looking.
    fn of(game: &G, state: &G::State, viewer: Viewer) -> Self;

    /// Returns the position.
    fn state(&self) -> G::State;
}

impl<G: Game> FullView<G> for G::State {
    fn of(_game: &G, state: &G::State, _viewer: Viewer) -> G::State {
        state.clone()
    }

    fn state(&self) -> G::State {
        self.clone()
    }
}

/// An action with its consequences, the same for all viewers.
pub trait FullObservation<G: Game>: Sized {
    /// Describes `action`, which led from `before` to `after`.
    fn of(game: &G, before: &G::State, action: G::Action, after: &G::State) -> Self;
}

/// The observation of an action that says everything itself. Serialised as its text.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Plain<A>(pub A);

impl<A: fmt::Display> fmt::Display for Plain<A> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl<A: fmt::Display> Serialize for Plain<A> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&self.0)
    }
}

impl<G: Game> FullObservation<G> for Plain<G::Action> {
    fn of(_game: &G, _before: &G::State, action: G::Action, _after: &G::State) -> Self {
        Plain(action)
    }
}

/// A game that hides nothing. Implemented for every game that has [`open_game!`](crate::open_game) in its
/// `impl Game`.
pub trait OpenGame: Game<View: FullView<Self>, Observation: FullObservation<Self>> {
    /// Takes a legal action and describes what it does, for a program, a hint or a rule page that talks
    /// about a move before it is made.
    fn foresee(&self, state: &Self::State, action: Self::Action) -> Self::Observation {
        let mut after = state.clone();
        self.apply(&mut after, action);
        FullObservation::of(self, state, action, &after)
    }
}

impl<G: Game<View: FullView<G>, Observation: FullObservation<G>>> OpenGame for G {}

/// Writes the parts of an `impl Game` that follow from the fact that nothing is hidden: `HIDDEN`, `View`,
/// `view`, `sample`, `Observation`, `observe` and `reveals`. Without `View` the view is the state, which must
/// implement `Serialize`; without `Observation` an observation is the action, as [`Plain`].
#[macro_export]
macro_rules! open_game {
    () => {
        $crate::open_game!(View = <Self as $crate::Game>::State);
    };
    (View = $view:ty) => {
        $crate::open_game!(View = $view, Observation = $crate::Plain<<Self as $crate::Game>::Action>);
    };
    (Observation = $observation:ty) => {
        $crate::open_game!(View = <Self as $crate::Game>::State, Observation = $observation);
    };
    (View = $view:ty, Observation = $observation:ty) => {
        const HIDDEN: bool = false;
        type View = $view;
        type Observation = $observation;

        fn view(&self, state: &Self::State, viewer: $crate::Viewer) -> Self::View {
            <Self::View as $crate::FullView<Self>>::of(self, state, viewer)
        }

        fn sample(&self, view: &Self::View, _rng: &mut $crate::Rng) -> Self::State {
            <Self::View as $crate::FullView<Self>>::state(view)
        }

        fn observe(
            &self,
            before: &Self::State,
            action: Self::Action,
            after: &Self::State,
            _viewer: $crate::Viewer,
        ) -> Self::Observation {
            <Self::Observation as $crate::FullObservation<Self>>::of(self, before, action, after)
        }

        fn reveals(&self, _before: &Self::State, _action: Self::Action) -> bool {
            false
        }
    };
}
