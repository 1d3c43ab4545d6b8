//! The requests from the page of a lesson's step: the step after the moves so far, a try, help, or a
//! restart.

use crate::lesson::LessonPlay;
use crate::rejection::Rejection;
use crate::verdict::Verdict;
use bagatelle_catalog::AnyGame;
use bagatelle_core::present::{Help, LessonStep};
use bagatelle_core::record::RecordError;

/// The most moves of a step that are read.
const LONGEST: usize = 64;

/// A step of a lesson as its page shows it.
pub struct LessonTry {
    /// The step after the moves so far.
    pub play: LessonPlay,
    /// What came of the last try.
    pub verdict: Option<Verdict>,
    /// Whether what is right is lit on the board.
    pub lit: bool,
    game: &'static dyn AnyGame,
    step: &'static LessonStep,
}

impl LessonTry {
    /// Opens a step after the moves so far, which are separated by spaces. `lit` is what the page shows; some
    /// steps light what is right from the beginning.
    ///
    /// # Errors
    /// When the position of the step does not exist under the rules.
    pub fn open(
        game: &'static dyn AnyGame,
        step: &'static LessonStep,
        played: &str,
        lit: bool,
    ) -> Result<LessonTry, RecordError> {
        let played: Vec<&str> = played.split_whitespace().take(LONGEST).collect();
        let play = LessonPlay::open(game, step, &played)?;
        Ok(LessonTry { play, verdict: None, lit: lit || step.help == Help::Lit, game, step })
    }

    /// Does what the page asks for: `act` and `amend` try an action, `again` starts over, `show` lights the
    /// right move. After failed tries, the player sees it, too.
    ///
    /// # Errors
    /// When `kind` is none of these.
    pub fn ask(&mut self, kind: &str, text: &str) -> Result<(), Rejection> {
        match kind {
            "act" | "amend" => self.verdict = Some(self.play.attempt(text.trim(), kind == "amend")),
            "again" => self.play = LessonPlay::open(self.game, self.step, &[])?,
            "show" => self.lit = true,
            _ => return Err(Rejection::UnknownWish),
        }
        self.lit |= matches!(self.verdict, Some(Verdict::Wrong { .. }));
        Ok(())
    }

    /// Why picks, separated by spaces, make no legal action; `None` if they make one or mean nothing, and
    /// once the step is done.
    #[must_use]
    pub fn why_not(&self, picks: &str) -> Option<String> {
        let picks: Vec<&str> = picks.split_whitespace().collect();
        self.play.play().refusal(self.play.viewer(), &picks).filter(|_| !self.play.is_done())
    }
}
