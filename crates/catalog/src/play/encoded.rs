//! A game being played whose actions are numbers and whose views are floats.

use super::examined::ExaminedPlay;
use super::typed::Play;
use bagatelle_core::encoding::{Encoded, Floats, Part, length};
use bagatelle_core::present::Playable;
use bagatelle_core::{Rng, Seed, Stream, Viewer};

/// What else can be done with a game being played, by numbers.
pub trait EncodedPlay: ExaminedPlay {
    /// The parts of an observation.
    fn parts(&self) -> &'static [Part];
    /// How many numbers there are for actions.
    fn numbers(&self) -> u32;
    /// The legal actions of the seat to act, each with its number and its text, by ascending number.
    fn numbered(&self) -> Vec<(u32, String)>;
    /// What a viewer may know, as floats: part after part.
    fn floats(&self, viewer: Viewer) -> Vec<f32>;
    /// A copy in the same position.
    fn encoded_copy(&self) -> Box<dyn EncodedPlay>;
    /// A position drawn, by its probability, from those that are consistent with what the viewer knows: it is
    /// made from the view alone. It has no past, and what chance and others do from there on is not what they
    /// would do in this game.
    fn resampled(&self, viewer: Viewer, seed: &Seed) -> Box<dyn EncodedPlay>;
    /// All positions from which [`EncodedPlay::resampled`] draws, each with its probability, if they are
    /// known and are no more than `most`.
    fn worlds(&self, viewer: Viewer, most: usize) -> Option<Vec<(Box<dyn EncodedPlay>, f64)>>;
    /// All actions that chance may take now, each with its probability, if they are known and are no more
    /// than `most`.
    fn chances(&self, most: usize) -> Option<Vec<(String, f64)>>;
    /// The whole position, hidden things included, as a text: two positions are the same if their texts are.
    fn whole(&self) -> String;
}

impl<G: Playable + Encoded> EncodedPlay for Play<G> {
    fn parts(&self) -> &'static [Part] {
        G::PARTS
    }

    fn numbers(&self) -> u32 {
        self.game().numbers()
    }

    fn numbered(&self) -> Vec<(u32, String)> {
        let mut numbers = Vec::new();
        self.game().number(self.state(), self.list(), &mut numbers);
        let texts = self.list().iter().map(ToString::to_string);
        let mut numbered: Vec<(u32, String)> = numbers.into_iter().zip(texts).collect();
        numbered.sort_unstable();
        numbered
    }

    fn floats(&self, viewer: Viewer) -> Vec<f32> {
        let mut floats = vec![0.0; length(G::PARTS)];
        let view = self.game().view(self.state(), viewer);
        self.game().encode(&view, viewer, &mut Floats::new(&mut floats, G::PARTS));
        floats
    }

    fn encoded_copy(&self) -> Box<dyn EncodedPlay> {
        Box::new(self.copy_at(usize::MAX))
    }

    fn resampled(&self, viewer: Viewer, seed: &Seed) -> Box<dyn EncodedPlay> {
        let view = self.game().view(self.state(), viewer);
        let state = self.game().sample(&view, &mut Rng::new(seed, Stream::Determinization));
        Box::new(self.begun_at(state))
    }

    fn worlds(&self, viewer: Viewer, most: usize) -> Option<Vec<(Box<dyn EncodedPlay>, f64)>> {
        if !G::HIDDEN {
            return Some(vec![(Box::new(self.begun_at(self.state().clone())), 1.0)]);
        }
        let worlds = self.game().worlds(&self.game().view(self.state(), viewer), most)?;
        let begun = |(state, chance)| (Box::new(self.begun_at(state)) as Box<dyn EncodedPlay>, chance);
        Some(worlds.into_iter().map(begun).collect())
    }

    fn chances(&self, most: usize) -> Option<Vec<(String, f64)>> {
        let chances = self.game().chances(self.state(), most)?;
        Some(chances.into_iter().map(|(action, chance)| (action.to_string(), chance)).collect())
    }

    fn whole(&self) -> String {
        format!("{:?}", self.state())
    }
}
