//! A position: the cards in both hands, the deck, and the tricks.

/// A position, with what is hidden.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct State {
    /// The cards in each hand, lowest first.
    pub hands: [Vec<u8>; 2],
    /// The cards to draw; the last one is on top.
    pub deck: Vec<u8>,
    /// The card that was led, while the other seat chooses.
    pub led: Option<u8>,
    /// The tricks so far, each with the card of the first seat and that of the second.
    pub tricks: Vec<[u8; 2]>,
}
