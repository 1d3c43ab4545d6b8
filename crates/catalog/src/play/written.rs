//! A game being played as programs read it.

use super::order::sorted;
use super::step::Told;
use super::texts::Texts;
use super::typed::Play;
use bagatelle_core::Viewer;
use bagatelle_core::present::Playable;
use serde_json::value::{RawValue, to_raw_value};
use std::fmt::Write;
use std::ops::Range;

/// How many bytes the text of an action has, about.
const USUAL_TEXT: usize = 16;

impl<G: Playable> Told<G> {
    /// The text of the observation, as a JSON string.
    fn json(&self) -> &RawValue {
        self.json.get_or_init(|| to_raw_value(&self.seen.to_string()).unwrap_or_default())
    }
}

impl<G: Playable> Texts for Play<G> {
    fn legal_text(&self, viewer: Viewer) -> Box<RawValue> {
        // Some positions have a thousand actions: one text for all of them rather than a thousand.
        let list = self.list_for(viewer);
        let mut all = String::with_capacity(list.len() * USUAL_TEXT);
        let ranges = list.iter().map(|action| {
            let begin = all.len();
            // A text takes all that is written to it.
            let _ = write!(all, "{action}");
            begin..all.len()
        });
        let ranges: Vec<Range<usize>> = ranges.collect();
        to_raw_value(&sorted(ranges.into_iter().map(|range| &all[range]))).unwrap_or_default()
    }

    fn view_text(&self, viewer: Viewer) -> Box<RawValue> {
        to_raw_value(&self.view_of(viewer)).unwrap_or_default()
    }

    fn seen_text(&self, viewer: Viewer) -> Box<RawValue> {
        let seen: Vec<&RawValue> = self.told(viewer, 0).map(|(_, told)| told.json()).collect();
        to_raw_value(&seen).unwrap_or_default()
    }
}
