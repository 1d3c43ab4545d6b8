//! What a player may know: everything but the order of the unseen coins. [`View`] is a position, [`Seen`] an
//! action.
//!
//! The player and those who watch see the same. Two positions that differ only in that order have equal
//! views, since a view holds the unseen coins as a set.

use crate::action::{Action, Source};
use crate::coins::{Pile, RankSet, Row};
use crate::state::{Open, State, Status};
use bagatelle_piecepack::{BySuit, Lettering, Rank, Suit, Tile};
use schemars::JsonSchema;
use serde::ser::{SerializeStruct, Serializer};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;

/// What is known of one suit's pile.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Known {
    /// The coin in front.
    pub front: Option<Rank>,
    /// The coins in the upper part of the stack, in an unknown order.
    pub unseen: RankSet,
    /// The coins below them, which the player put back, from the top down. Where all coins are open, all
    /// coins of the stack.
    pub returned: Row,
}

impl Known {
    /// Takes the top coin, which turned out to be `rank`.
    #[inline]
    pub(crate) fn take_top(&mut self, rank: Rank) {
        if self.unseen.is_empty() {
            self.returned.pop();
        } else {
            self.unseen = self.unseen.without(rank);
        }
    }

    /// How many coins are in the stack.
    #[must_use]
    pub fn stack(&self) -> usize {
        self.unseen.len() + self.returned.len()
    }

    /// The coins that may be on top of the stack: several while the top one was never seen.
    #[must_use]
    pub fn tops(&self) -> RankSet {
        if self.unseen.is_empty() { self.returned.top().into_iter().collect() } else { self.unseen }
    }

    /// All coins of the suit that are still in the game and not in hand.
    #[must_use]
    pub fn left(&self) -> RankSet {
        self.unseen.iter().chain(self.returned.iter()).chain(self.front).collect()
    }
}

/// What is known of a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct View {
    /// What lies face up.
    pub open: Open,
    /// What is known of each suit's pile.
    pub piles: BySuit<Known>,
}

impl View {
    /// What is known of `state`.
    pub(crate) fn of(state: &State) -> View {
        let known = |pile: &Pile| {
            let unseen = usize::from(pile.unseen);
            Known {
                front: pile.front,
                unseen: pile.stack.iter().take(unseen).collect(),
                returned: pile.stack.iter().skip(unseen).collect(),
            }
        };
        View { open: state.open.clone(), piles: BySuit::from_fn(|suit| known(&state.piles[suit])) }
    }

    /// The coin that a pick takes, where that is known.
    #[must_use]
    pub fn coin(&self, suit: Suit, source: Source) -> Option<Tile> {
        let known = &self.piles[suit];
        let tops = known.tops();
        let rank = match source {
            Source::Front => known.front,
            Source::Top => tops.iter().next().filter(|_| tops.len() == 1),
        };
        rank.map(|rank| Tile::new(suit, rank))
    }

    /// The position in which each suit's unseen coins lie in the order that `arrange` gives them; it gets
    /// them lowest first.
    #[must_use]
    pub fn complete(&self, mut arrange: impl FnMut(Suit, &mut [Rank])) -> State {
        let piles = BySuit::from_fn(|suit| {
            let known = self.piles[suit];
            let mut unseen: Vec<Rank> = known.unseen.iter().collect();
            arrange(suit, &mut unseen);
            let stack = unseen.iter().copied().chain(known.returned.iter()).collect();
            Pile { front: known.front, stack, unseen: unseen.len() as u8 }
        });
        State { open: self.open.clone(), piles }
    }
}

/// Texts of ranks such as `a3n`.
fn letters(ranks: impl Iterator<Item = Rank>) -> String {
    ranks.map(|rank| rank.letter(Lettering::Small)).collect()
}

/// The text of a tile such as `S3`.
fn text(tile: Tile) -> String {
    tile.text(Lettering::Small).to_string()
}

/// What a view is written as.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ViewShape {
    /// Where each of the 24 tiles lies: how many steps to the right of the middle of the first square, and
    /// how many above it.
    #[schemars(extend(
        "propertyNames" = { "pattern": "^[SMCA][na2-5]$" },
        "minProperties" = Tile::COUNT,
        "maxProperties" = Tile::COUNT
    ))]
    pub(crate) tiles: BTreeMap<String, [i8; 2]>,
    /// The coins of each suit that are still in the game and not in hand.
    pub(crate) coins: CoinsShape,
    /// The second chances that are left: for each suit, or for all suits together.
    #[schemars(regex(pattern = "^(S[0-5]M[0-5]C[0-5]A[0-5]|shared[0-4])$"))]
    pub(crate) chances: String,
    /// The tile whose coin was picked and not yet used or rejected.
    #[schemars(regex(pattern = TILE))]
    pub(crate) hand: Option<String>,
    /// The suit in which the next coin must be picked, after a rejection. Where one rejection a turn is
    /// allowed, it stays while the next coin is in hand.
    #[schemars(regex(pattern = "^[SMCA]$"))]
    pub(crate) confined: Option<String>,
    /// The tiles whose coins were used, in order.
    #[schemars(inner(regex(pattern = TILE)), length(max = Tile::COUNT))]
    pub(crate) discards: Vec<String>,
    /// How far the game has come.
    pub(crate) status: StatusShape,
}

/// A tile: its suit, and its value in lower case.
const TILE: &str = "^[SMCA][na2-5]$";

/// The coins of each suit.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "UPPERCASE")]
pub struct CoinsShape {
    /// Arms.
    pub(crate) a: PileShape,
    /// Crowns.
    pub(crate) c: PileShape,
    /// Moons.
    pub(crate) m: PileShape,
    /// Suns.
    pub(crate) s: PileShape,
}

/// The coins of a suit, each written as its value: `n`, `a`, `2`, `3`, `4` or `5`.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PileShape {
    /// The coin in front of the stack; null if there is none.
    #[schemars(regex(pattern = "^[na2-5]$"))]
    pub(crate) front: Option<String>,
    /// The coins that were put back under the stack, from the top down; where all coins are open, the whole
    /// stack.
    #[schemars(regex(pattern = "^[na2-5]{0,6}$"))]
    pub(crate) returned: String,
    /// How many coins are in the stack.
    #[schemars(range(max = 6))]
    pub(crate) stack: usize,
    /// The coins in the upper part of the stack, which were never seen there, lowest first: their order is
    /// not known.
    #[schemars(regex(pattern = "^n?a?2?3?4?5?$"))]
    pub(crate) unseen: String,
}

/// How far the game has come.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum StatusShape {
    /// It goes on.
    Playing,
    /// The ring is complete.
    Won,
    /// No coin is left, and there is no ring.
    Spent,
    /// The tile of the coin in hand has nowhere to go, and there is no chance to take another coin; or, where
    /// such coins may not be taken, no other coin is left.
    Stranded,
}

impl From<Status> for StatusShape {
    fn from(status: Status) -> StatusShape {
        match status {
            Status::Playing => StatusShape::Playing,
            Status::Won => StatusShape::Won,
            Status::Spent => StatusShape::Spent,
            Status::Stranded => StatusShape::Stranded,
        }
    }
}

impl ViewShape {
    fn of(view: &View) -> ViewShape {
        let View { open, piles } = view;
        let pile = |suit: Suit| {
            let known = &piles[suit];
            PileShape {
                front: known.front.map(|rank| letters([rank].into_iter())),
                returned: known.returned.to_string(),
                stack: known.stack(),
                unseen: letters(known.unseen.iter()),
            }
        };
        let place = |tile: Tile| (text(tile), [open.cell(tile).x, open.cell(tile).y]);
        ViewShape {
            tiles: Tile::all().map(place).collect(),
            coins: CoinsShape {
                a: pile(Suit::Arms),
                c: pile(Suit::Crowns),
                m: pile(Suit::Moons),
                s: pile(Suit::Suns),
            },
            chances: open.chances.to_string(),
            hand: open.hand.map(text),
            confined: open.confined.map(|suit| suit.to_string()),
            discards: open.discards.as_slice().iter().copied().map(text).collect(),
            status: open.status.into(),
        }
    }
}

impl Serialize for View {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        ViewShape::of(self).serialize(serializer)
    }
}

/// An action and what it showed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Seen {
    /// The action.
    pub action: Action,
    /// The coin of the action: the one that was picked, whose tile moved, or that was put back.
    pub coin: Option<Tile>,
    /// The coin that was turned up: the new front coin, or the coin from the top of the stack itself.
    pub turned: Option<Tile>,
}

impl Seen {
    /// What `action`, which led from `before` to `after`, showed.
    pub(crate) fn of(before: &State, action: Action, after: &State) -> Seen {
        let front = |suit| after.piles[suit].front.map(|rank| Tile::new(suit, rank));
        let (coin, turned) = match action {
            Action::Pick(suit, Source::Front) => (after.open.hand, front(suit)),
            Action::Pick(_, Source::Top) => (after.open.hand, after.open.hand),
            Action::Move(_) | Action::Reject => {
                // A front place that waited for a coin of the stack.
                let waits = |suit: &Suit| {
                    before.piles[*suit].front.is_none() && !before.piles[*suit].stack.is_empty()
                };
                let waiting = before.open.hand.map(|tile| tile.suit).filter(waits);
                (before.open.hand, waiting.and_then(front))
            }
        };
        Seen { action, coin, turned }
    }

    /// What is known of `action` before it is taken.
    #[must_use]
    pub fn expected(view: &View, action: Action) -> Seen {
        let coin = match action {
            Action::Pick(suit, Source::Front) => view.coin(suit, Source::Front),
            Action::Pick(_, Source::Top) => None,
            Action::Move(_) | Action::Reject => view.open.hand,
        };
        Seen { action, coin, turned: None }
    }
}

impl fmt::Display for Seen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.action.fmt(f)
    }
}

/// `{"action": "pick:Sf", "coin": "S5", "turned": "Sa"}`
impl Serialize for Seen {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut seen = serializer.serialize_struct("Seen", 3)?;
        seen.serialize_field("action", &self.action.to_string())?;
        seen.serialize_field("coin", &self.coin.map(text))?;
        seen.serialize_field("turned", &self.turned.map(text))?;
        seen.end()
    }
}
