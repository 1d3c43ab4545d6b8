//! A game being played that can be examined.

use super::any::AnyPlay;
use super::typed::Play;
use bagatelle_core::perft::perft;
use bagatelle_core::present::Playable;
use bagatelle_core::program::Budget;
use serde_json::Value;

/// What else can be computed about a game being played.
pub trait ExaminedPlay: AnyPlay {
    /// The number of action sequences of exactly `depth` actions from here.
    fn perft(&self, depth: u32) -> u64;
    /// Whether the game can prove sure wins.
    fn has_certifier(&self) -> bool;
    /// A proof that the seat to act wins whatever is hidden from it; `None` if the game has no such proofs or
    /// none was found.
    fn certificate(&self, budget: &Budget<'_>) -> Option<Value>;
    /// Checks such a proof by the rules alone; says what it walked through.
    ///
    /// # Errors
    /// What is wrong with it.
    fn check_certificate(&self, certificate: &Value) -> Result<String, String>;
}

impl<G: Playable> ExaminedPlay for Play<G> {
    fn perft(&self, depth: u32) -> u64 {
        perft(self.game(), self.state(), depth)
    }

    fn has_certifier(&self) -> bool {
        self.game().certifier().is_some()
    }

    fn certificate(&self, budget: &Budget<'_>) -> Option<Value> {
        self.game().certifier()?.certificate(&self.view_to_act(), budget)
    }

    fn check_certificate(&self, certificate: &Value) -> Result<String, String> {
        let certifier = self.game().certifier();
        let certifier = certifier.ok_or_else(|| format!("{} has no certificates", G::MANIFEST.name))?;
        certifier.check(&self.view_to_act(), certificate)
    }
}
