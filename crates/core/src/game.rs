//! The contract between a game and the rest of the program.
//!
//! A value of a type that implements [`Game`] is *the rules under certain options*: it may hold tables made
//! from the options (a board's paths, say), and it is shared by all positions. A [`Game::State`] is a compact
//! position that is cheap to clone. A game is a pure function of its set-up and its actions: whatever the
//! first shuffle decides is in the [`Game::Setup`], whatever chance decides later is a chance action.
//!
//! A game that hides nothing writes [`open_game!`](crate::open_game) in its `impl Game` and needs
//! nothing else about viewers; see [`crate::open`].

use crate::outcome::Outcome;
use crate::rng::Rng;
use crate::seat::{Seat, Turn, Viewer};
use schemars::JsonSchema;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::error::Error;
use std::fmt::{Debug, Display};
use std::hash::Hash;
use std::str::FromStr;
use thiserror::Error;

/// A text that is not in the grammar of a game's actions (the first of the two ways in which a typed action
/// fails; the second is a [`Game::Illegal`]: well-formed, but not legal now).
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("“{text}” isn’t a move here: expected {expected}")]
pub struct ParseError {
    /// What was given, cut to a length fit for a message.
    pub text: String,
    /// What would have been understood.
    pub expected: &'static str,
}

impl ParseError {
    /// An error about `text`, which is shortened to 60 characters; control characters are shown escaped.
    #[must_use]
    pub fn new(text: &str, expected: &'static str) -> ParseError {
        let mut shown: String = text.chars().take(60).flat_map(|c| c.escape_debug()).collect();
        if text.chars().nth(60).is_some() {
            shown.push('…');
        }
        ParseError { text: shown, expected }
    }
}

/// The rules of a game under certain options.
///
/// Every game enters the test kit (`bagatelle-testkit`), which checks the laws that the methods below state.
pub trait Game: Sized + Send + Sync + 'static {
    /// The name that records, addresses and commands use, for example `brain-burn`.
    const ID: &'static str;
    /// Whether the state holds what some viewer may not know.
    const HIDDEN: bool;

    /// The variant that is played, as it stands in a record. Unknown keys must be refused
    /// (`#[serde(deny_unknown_fields)]`), missing ones take their default.
    type Options: Clone + Debug + Default + PartialEq + Serialize + DeserializeOwned + Send + Sync;
    /// What a player may ask of a deal (which cell is empty, how many players there are), refused and
    /// defaulted like options. It decides nothing after the deal and is not part of a record.
    type DealOptions: Clone + Debug + Default + PartialEq + Serialize + DeserializeOwned + Send + Sync;
    /// A description of everything that is decided before the first action. It may describe nonsense;
    /// [`Game::start`] checks it.
    type Setup: Clone + Debug + PartialEq + Serialize + DeserializeOwned + Send + Sync;
    /// A position, hidden parts included. No randomness is inside it.
    type State: Clone + Debug + PartialEq + Send + Sync;
    /// What a seat, or chance, does. `Display` writes the one canonical text, `FromStr` reads it back.
    type Action: Copy + Debug + Display + Eq + Hash + FromStr<Err = ParseError> + Send + Sync + 'static;
    /// What one viewer may know of a position. The type has no room for anything else. Serialised, it is what
    /// `bagatelle view` prints.
    type View: Clone + Debug + PartialEq + Serialize + Send + Sync;
    /// An action as one viewer saw it, with its consequences as far as that viewer can know them: the drawn
    /// card is in it for the seat that drew it, and not for the others. `Display` writes the text that
    /// records of what a viewer saw hold: the action's canonical text unless part of it is secret. It is
    /// never empty.
    type Observation: Clone + Debug + Display + PartialEq + Serialize + Send + Sync;
    /// What is wrong with options, deal options or a set-up, in words a player understands.
    type SetupError: Error + Clone + PartialEq + Send + Sync + 'static;
    /// Why a well-formed action is not legal now, in words a player understands.
    type Illegal: Error + Clone + PartialEq + Send + Sync + 'static;

    /// The rules under `options`.
    ///
    /// # Errors
    /// When the options are well-formed but do not make a game.
    fn new(options: &Self::Options) -> Result<Self, Self::SetupError>;

    /// The options these rules were made from.
    fn options(&self) -> &Self::Options;

    /// The set-up of a record that gives none, for games that have one fixed start.
    fn fixed_setup(&self) -> Option<Self::Setup> {
        None
    }

    /// The fixed start with `seat` to act first, for games in which either seat may begin; `None` where the
    /// first seat always does, or the deal decides.
    fn begun_by(&self, _seat: Seat) -> Option<Self::Setup> {
        None
    }

    /// A set-up drawn from `rng`. The same generator state gives the same set-up for ever.
    ///
    /// # Errors
    /// When the deal options cannot be granted.
    fn deal(&self, options: &Self::DealOptions, rng: &mut Rng) -> Result<Self::Setup, Self::SetupError>;

    /// Refuses what records and stored games may have but a new game may not: an option that has no effect on
    /// the game, or under which no game worth playing comes about. Such games are still dealt and opened.
    ///
    /// # Errors
    /// The error names the option.
    fn check_wishes(&self, _options: &Self::DealOptions) -> Result<(), Self::SetupError> {
        Ok(())
    }

    /// The first position.
    ///
    /// # Errors
    /// When the set-up is impossible; the error names the fault.
    fn start(&self, setup: &Self::Setup) -> Result<Self::State, Self::SetupError>;

    /// As [`Game::start`], for a stored game: accepts the set-ups that older versions accepted, and reads
    /// them as those versions did.
    ///
    /// # Errors
    /// As [`Game::start`].
    fn start_stored(&self, setup: &Self::Setup) -> Result<Self::State, Self::SetupError> {
        self.start(setup)
    }

    /// How many seats the table has.
    fn seats(&self, state: &Self::State) -> u8;

    /// Who has to act.
    fn turn(&self, state: &Self::State) -> Turn;

    /// The position in which `seat` acts ahead of its turn, where the rules let several seats answer in any
    /// order, unseen by each other; `None` where it cannot. It is the turn of `seat` there, and of the seats
    /// before it once it has acted. What it may do, and what follows, is the same as on its turn.
    fn ahead(&self, _state: &Self::State, _seat: Seat) -> Option<Self::State> {
        None
    }

    /// Whether a seat has given an answer that stays secret until others have given theirs. Every viewer may
    /// know that.
    fn has_answered(&self, _state: &Self::State, _seat: Seat) -> bool {
        false
    }

    /// Puts the legal actions of the seat to act into `out`, which is cleared first. Empty for chance and at
    /// the end. No action is listed twice. What a seat may do never depends on what it may not know.
    fn legal(&self, state: &Self::State, out: &mut Vec<Self::Action>);

    /// The number of legal actions, for games that can count faster than list.
    fn count_legal(&self, state: &Self::State) -> usize {
        let mut actions = Vec::new();
        self.legal(state, &mut actions);
        actions.len()
    }

    /// A legal action of the seat to act, all equally likely; `None` if there is none. `buffer` is for reuse.
    /// Games that can draw an action without listing all override this.
    fn random_legal(
        &self,
        state: &Self::State,
        rng: &mut Rng,
        buffer: &mut Vec<Self::Action>,
    ) -> Option<Self::Action> {
        self.legal(state, buffer);
        rng.choose(buffer).copied()
    }

    /// The actions that perft follows. They are the legal ones, except in a puzzle whose published counts go
    /// on past the goal, where no seat has to move any more but every piece still can.
    fn moves(&self, state: &Self::State, out: &mut Vec<Self::Action>) {
        self.legal(state, out);
    }

    /// The number of [`Game::moves`].
    fn count_moves(&self, state: &Self::State) -> usize {
        self.count_legal(state)
    }

    /// Whether `action` may be taken now, by the seat to act or by chance.
    ///
    /// # Errors
    /// The error says why not.
    fn check(&self, state: &Self::State, action: Self::Action) -> Result<(), Self::Illegal>;

    /// Takes an action that is known to be legal. With any other the result is unspecified (but never a panic
    /// that input could reach: input goes through [`Game::play`]).
    fn apply(&self, state: &mut Self::State, action: Self::Action);

    /// Takes an action after checking it.
    ///
    /// # Errors
    /// The error says why the action is not legal; the position is then as it was.
    fn play(&self, state: &mut Self::State, action: Self::Action) -> Result<(), Self::Illegal> {
        self.check(state, action)?;
        self.apply(state, action);
        Ok(())
    }

    /// Lets a finished game go on if an older version did not see the end; returns whether it goes on. It is
    /// called where a record or a log has an action after the end, so that a game that was continued then
    /// stays as it is.
    fn reopen(&self, _state: &mut Self::State) -> bool {
        false
    }

    /// A chance action drawn from `rng` with its true probability. Called only when [`Game::turn`] says
    /// chance.
    fn sample_chance(&self, _state: &Self::State, _rng: &mut Rng) -> Option<Self::Action> {
        None
    }

    /// The result, exactly when [`Game::turn`] says the game is over.
    fn outcome(&self, state: &Self::State) -> Option<Outcome>;

    /// What `viewer` may know: two positions that differ only in what the viewer cannot know have equal
    /// views.
    fn view(&self, state: &Self::State, viewer: Viewer) -> Self::View;

    /// A position drawn uniformly (by its probability) from those that are consistent with `view`. It is made
    /// from the view alone; where nothing is hidden it is the position itself.
    fn sample(&self, view: &Self::View, rng: &mut Rng) -> Self::State;

    /// Reads an action that a player typed. Games that accept more than the canonical text override this.
    ///
    /// # Errors
    /// When the text is not in the grammar.
    fn read(&self, _state: &Self::State, text: &str) -> Result<Self::Action, ParseError> {
        text.parse()
    }

    /// Returns `action`, which led from `before` to `after`, as `viewer` saw it. Two games that look the same
    /// to a viewer before and after an action give equal observations.
    fn observe(
        &self,
        before: &Self::State,
        action: Self::Action,
        after: &Self::State,
        viewer: Viewer,
    ) -> Self::Observation;

    /// Whether taking `action` tells the player something new, so that it must not be taken back for the
    /// asking.
    fn reveals(&self, _before: &Self::State, _action: Self::Action) -> bool {
        Self::HIDDEN
    }

    /// Options and deal options that together reach every rule of the game; the first is the default. The
    /// test kit plays all of them.
    fn variants() -> Vec<(Self::Options, Self::DealOptions)> {
        vec![(Self::Options::default(), Self::DealOptions::default())]
    }
}

/// The options, or the deal options, of a game that has none. Any key is refused.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, serde::Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NoOptions {}
