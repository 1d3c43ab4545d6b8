//! How a position stands, and what to do, in words.

use crate::action::{Action, Source};
use crate::view::View;
use bagatelle_piecepack::{Suit, Tile};

/// What can be said of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// There is a strategy that wins whatever the order of the unseen coins.
    SureWin,
    /// None was found within the limit.
    NotProven,
    /// The game cannot be won any more, whatever the order of the coins.
    Lost,
}

impl Verdict {
    /// All verdicts.
    pub const ALL: [Verdict; 3] = [Verdict::SureWin, Verdict::NotProven, Verdict::Lost];

    /// The word for it in JSON.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Verdict::SureWin => "sure-win",
            Verdict::NotProven => "not-proven",
            Verdict::Lost => "lost",
        }
    }

    /// The verdict of a word.
    #[must_use]
    pub fn from_word(word: &str) -> Option<Verdict> {
        Verdict::ALL.into_iter().find(|verdict| verdict.word() == word)
    }

    /// How the game stands, in a sentence.
    #[must_use]
    pub const fn sentence(self) -> &'static str {
        match self {
            Verdict::SureWin => "This is a sure win, whatever the order of the unseen coins.",
            Verdict::NotProven => "A sure win was not found here; it may still be won with luck.",
            Verdict::Lost => "This can no longer be won, whatever the order of the coins.",
        }
    }
}

/// What to do, and the reason for it.
#[must_use]
pub fn advice(view: &View, verdict: Verdict, action: Action) -> String {
    let reason = |suit: Suit| match view.piles[suit].unseen.len() {
        _ if verdict != Verdict::SureWin => "the tiles stay together best",
        0 => "nothing unknown is turned up",
        1 => "only one coin can turn up",
        2 => "both coins that may turn up have an answer",
        3 => "all three coins that may turn up have an answer",
        4 => "all four coins that may turn up have an answer",
        _ => "all five coins that may turn up have an answer",
    };
    match action {
        Action::Pick(suit, Source::Front) => {
            let front = view.piles[suit].front.map(|rank| Tile::new(suit, rank).to_string());
            format!("Take the {} in front: {}.", front.unwrap_or_default(), reason(suit))
        }
        Action::Pick(suit, Source::Top) => {
            format!(
                "Take the top coin of the {}, and keep the front one for later: {}.",
                suit.name(),
                reason(suit)
            )
        }
        Action::Move(cell) => {
            let tile = view.open.hand.map(|tile| tile.to_string()).unwrap_or_default();
            format!("Move the {tile} to {cell}: it fills a place of the ring and leaves no tile stranded.")
        }
        Action::Reject => "Reject the coin: it is better to move its tile later.".into(),
    }
}
