//! What programs read of a game: actions and views as the text of JSON. Browsers have pages alone, so their
//! module leaves it out.

#[cfg(not(target_family = "wasm"))]
use {bagatelle_core::Viewer, serde_json::Value, serde_json::value::RawValue};

/// A game as programs read it.
#[cfg(not(target_family = "wasm"))]
pub trait Texts {
    /// The canonical texts of the legal actions of a viewer, who may have to answer ahead of its turn, sorted
    /// bytewise, as a JSON array; empty for one who may not act.
    fn legal_text(&self, viewer: Viewer) -> Box<RawValue>;
    /// What a viewer may know, as JSON.
    fn view(&self, viewer: Viewer) -> Value {
        serde_json::from_str(self.view_text(viewer).get()).unwrap_or_default()
    }
    /// What a viewer may know, as the text of JSON.
    fn view_text(&self, viewer: Viewer) -> Box<RawValue>;
    /// The texts of the actions as a viewer saw them, as the text of a JSON list.
    fn seen_text(&self, viewer: Viewer) -> Box<RawValue>;
}

/// A game as programs read it, which browsers have none of.
#[cfg(target_family = "wasm")]
pub trait Texts {}

#[cfg(target_family = "wasm")]
impl<T> Texts for T {}
