//! What a player does: play a card.

/// The cards are numbered from 1 to this.
pub const CARDS: u8 = 11;
/// How many cards each player is dealt.
pub const HAND: usize = 3;
/// After this many tricks each player draws a card. One card is left.
pub const DRAWS: usize = (CARDS as usize - 2 * HAND) / 2;
/// How many tricks a game has.
pub const TRICKS: usize = HAND + DRAWS;

/// Plays a card of the hand.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Action {
    /// The number of the card, 1 to [`CARDS`].
    pub card: u8,
}
