//! What a seat, or chance, does.

use crate::card::{Card, Colour};
use crate::cards::{Cards, Pile};

/// What a seat, or chance, does.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Action {
    /// `choose:N`: the specimen with N places of the first pending colour becomes active.
    Choose(u8),
    /// `target:R`: the First Player names the specimen that is contested next (or the next in a declared
    /// order).
    Target(Colour),
    /// `bet:R3,R9,RX`: these cards are laid face down. When a tie is played out, the one card that is added.
    Bet(Cards),
    /// `swap:B4,WC`: these cards go face up onto the discards, as many are drawn.
    Swap(Cards),
    /// `pass`: draws a card unless the hand is full. When a tie is played out, adds nothing.
    Pass,
    /// `discard:R3`: after a pass with a full hand that has drawn a card, this card goes face up onto the
    /// discards. Only where a full hand is read that way.
    Discard(Card),
    /// `~R3,B7,...`: chance makes the discards the new deck; the first card is drawn first.
    Shuffle(Order),
}

/// The order of a new deck, the top first.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Order(pub(crate) Pile);
