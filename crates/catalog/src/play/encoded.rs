//! A game being played whose actions are numbers and whose views are floats.

use super::examined::ExaminedPlay;
use super::typed::Play;
use bagatelle_core::Viewer;
use bagatelle_core::encoding::{Encoded, Floats, Part, length};
use bagatelle_core::present::Playable;

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
}
