//! An action as one viewer saw it, and the text of that.
//!
//! The text is the action, with `?3` for three cards that the viewer does not see, and what followed from it,
//! separated by `" | "`. All players see what followed, except the viewer's own draws:
//!
//! | part | meaning |
//! | --- | --- |
//! | `bet:?2`, `~?12` | two cards face down; a new deck of twelve |
//! | `discard:R5` | a card of a full hand, put away after one was drawn |
//! | `answer` | another seat has answered in a tie: it has added a card or not |
//! | `drew:R5,WT` | the viewer drew these |
//! | `reveal:R/2:0=R3;2=WT:2` | the bets on red's specimen with 2 places, and who placed a bulb (`-`: none) |
//! | `tie:R/2:0=R9;1=R4,R5` | the bets, and that the tie will be played out |
//! | `done:R/2`, `enter:R/3` | a specimen leaves complete, comes into play |
//! | `refill:B4,G7` | hands are filled; the viewer drew these |
//! | `round:4:1`, `last` | round 4 begins with seat 1 as First Player; the coming round is the last |
//! | `turn:B` | blue's specimen is contested now |
//! | `dry`, `over` | the deck has run out; the game is over |

use crate::action::Action;
use crate::card::{CARDS, Card, Colour};
use crate::cards::Cards;
use crate::public::{Phase, Public, Shown, Specimen};
use crate::state::State;
use bagatelle_core::{Seat, Turn, Viewer};
use serde::Serialize;
use std::fmt;

/// An action as one viewer saw it, with what followed from it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Seen {
    /// What was done.
    pub action: SeenAction,
    /// The cards that the viewer drew for a swap, for a pass, or from a new deck.
    pub drew: Cards,
    /// What followed, in this order.
    pub followed: Vec<Consequence>,
}

/// What was done, without the cards that the viewer did not see.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum SeenAction {
    /// The specimen of the first pending colour with this many places was chosen.
    Choose(u8),
    /// A colour's specimen was named.
    Target(Colour),
    /// Cards were laid face down.
    Bet(Laid),
    /// These cards were put away, and as many drawn.
    Swap(Cards),
    /// A pass.
    Pass,
    /// This card was put away, after a pass with a full hand had drawn one.
    Discard(Card),
    /// Another seat's answer in a tie: a card that was added, or nothing.
    Answered,
    /// This many discards became the new deck.
    Shuffle(u8),
}

/// Cards that were laid face down.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Laid {
    /// The viewer's own.
    Known(Cards),
    /// Those of another seat: only how many.
    Hidden(u8),
}

/// What followed from an action, as all saw it, except the viewer's own draws.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Consequence {
    /// The bets were turned over.
    Revealed {
        /// What was contested.
        specimen: Specimen,
        /// The bets in the order of acting.
        bets: Vec<(Seat, Cards)>,
        /// The seat that placed a bulb; `None` after a tie, or if no seat bet.
        winner: Option<Seat>,
    },
    /// The bets were turned over, and the tie will be played out.
    Tied {
        /// What is contested.
        specimen: Specimen,
        /// The bets in the order of acting.
        bets: Vec<(Seat, Cards)>,
    },
    /// A complete specimen left.
    Completed(Specimen),
    /// Hands were filled after the round; the viewer drew these cards.
    Refilled(Cards),
    /// A specimen came into play.
    Entered(Specimen),
    /// The coming round is the last.
    LastRound,
    /// A round began.
    Round {
        /// Its number, from 1.
        number: u16,
        /// The First Player.
        first: Seat,
    },
    /// A colour's specimen is contested now.
    Turn(Colour),
    /// A card is needed, and the deck has run out.
    DeckEmpty,
    /// The game is over.
    Over,
}

impl Seen {
    /// What `viewer` saw of `action`, which led from `before` to `after`.
    pub(crate) fn of(before: &State, action: Action, after: &State, viewer: Viewer) -> Seen {
        let seat = viewer.seat().filter(|seat| seat.0 < before.public.seats);
        let drawn = seat.map_or(Cards::NONE, |seat| after.hand(seat) - before.hand(seat));
        // No view shows which of several cards came first, so the first in canonical order are told first.
        let drew: Cards = drawn.iter().take(seat.map_or(0, |seat| due(before, action, seat))).collect();
        Seen {
            action: SeenAction::of(
                action,
                &before.public,
                seat.map(Turn::Seat) == Some(before.public.turn()),
            ),
            drew,
            followed: followed(&before.public, &after.public, drawn - drew),
        }
    }

    /// A legal action of the viewer whose consequences are not known.
    pub(crate) fn foreseen(public: &Public, action: Action) -> Seen {
        Seen { action: SeenAction::of(action, public, true), drew: Cards::NONE, followed: Vec::new() }
    }

    /// All cards that the viewer drew.
    #[must_use]
    pub fn drawn(&self) -> Cards {
        self.followed.iter().fold(self.drew, |all, part| match part {
            Consequence::Refilled(cards) => all | *cards,
            _ => all,
        })
    }
}

impl SeenAction {
    /// `before` is the public part before it. `own`: it is the viewer's.
    fn of(action: Action, before: &Public, own: bool) -> SeenAction {
        match action {
            Action::Bet(_) | Action::Pass if !own && before.phase == Phase::Tie => SeenAction::Answered,
            Action::Choose(size) => SeenAction::Choose(size),
            Action::Target(colour) => SeenAction::Target(colour),
            Action::Bet(cards) if own => SeenAction::Bet(Laid::Known(cards)),
            Action::Bet(cards) => SeenAction::Bet(Laid::Hidden(cards.len())),
            Action::Swap(cards) => SeenAction::Swap(cards),
            Action::Pass => SeenAction::Pass,
            Action::Discard(card) => SeenAction::Discard(card),
            Action::Shuffle(order) => SeenAction::Shuffle(order.0.len()),
        }
    }
}

impl Consequence {
    /// The bets of a turn that was decided, and the winner. `public` says in which order the seats acted.
    pub(crate) fn revealed(public: &Public, shown: &Shown) -> Consequence {
        let Shown { specimen, bets, winner } = *shown;
        Consequence::Revealed { specimen, bets: laid(public, &bets), winner }
    }
}

/// The most cards that a seat draws for its own swap or pass, or from a new deck, when `action` is taken.
/// What it draws beyond them fills the hand after the round.
fn due(before: &State, action: Action, seat: Seat) -> usize {
    let public = &before.public;
    let own = public.turn() == Turn::Seat(seat);
    match action {
        Action::Shuffle(_) if public.phase == Phase::Refill => CARDS,
        Action::Shuffle(_) => usize::from(public.owed[seat.index()]),
        Action::Swap(out) if own => usize::from(out.len()),
        // A full hand that draws nothing is not filled after the round, either.
        Action::Pass if own && public.phase == Phase::Act => 1,
        _ => 0,
    }
}

/// What all could see happen between two positions that are one action apart; `filled` is what the viewer
/// drew after the round.
fn followed(before: &Public, after: &Public, filled: Cards) -> Vec<Consequence> {
    let mut parts = Vec::new();
    if after.turns != before.turns
        && let Some(shown) = &after.shown
    {
        parts.push(Consequence::revealed(after, shown));
    }
    if before.phase != Phase::Tie
        && after.phase == Phase::Tie
        && let Some(specimen) = after.target()
    {
        parts.push(Consequence::Tied { specimen, bets: laid(after, &after.open) });
    }
    let active = |public: &Public, s: Specimen| public.active(s.colour) == Some(s);
    let left = Specimen::all().filter(|s| active(before, *s) && !active(after, *s));
    let round_over = parts.len();
    parts.extend(left.map(Consequence::Completed));
    if parts.len() > round_over && after.phase != Phase::Over {
        parts.push(Consequence::Refilled(filled));
    }
    let entered = Specimen::all().filter(|s| !active(before, *s) && active(after, *s));
    parts.extend(entered.map(Consequence::Entered));
    if after.last_round && !before.last_round {
        parts.push(Consequence::LastRound);
    }
    if after.round != before.round {
        parts.push(Consequence::Round { number: after.round, first: Seat(after.first) });
    }
    if let (Some(target), true) =
        (after.target(), (after.target, after.turns) != (before.target, before.turns))
    {
        parts.push(Consequence::Turn(target.colour));
    }
    match after.turn() {
        Turn::Chance => parts.push(Consequence::DeckEmpty),
        Turn::Over => parts.push(Consequence::Over),
        Turn::Seat(_) => (),
    }
    parts
}

/// The bets in the order of acting.
fn laid(public: &Public, bets: &[Cards]) -> Vec<(Seat, Cards)> {
    public.from(public.first).map(|s| (s, bets[s.index()])).filter(|(_, bet)| !bet.is_empty()).collect()
}

impl fmt::Display for Seen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.action.fmt(f)?;
        if !self.drew.is_empty() {
            write!(f, " | drew:{}", self.drew)?;
        }
        self.followed.iter().try_for_each(|part| write!(f, " | {part}"))
    }
}

impl fmt::Display for SeenAction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SeenAction::Choose(size) => Action::Choose(*size).fmt(f),
            SeenAction::Target(colour) => Action::Target(*colour).fmt(f),
            SeenAction::Bet(Laid::Known(cards)) => Action::Bet(*cards).fmt(f),
            SeenAction::Bet(Laid::Hidden(count)) => write!(f, "bet:?{count}"),
            SeenAction::Swap(cards) => Action::Swap(*cards).fmt(f),
            SeenAction::Pass => Action::Pass.fmt(f),
            SeenAction::Discard(card) => Action::Discard(*card).fmt(f),
            SeenAction::Answered => f.write_str("answer"),
            SeenAction::Shuffle(count) => write!(f, "~?{count}"),
        }
    }
}

impl fmt::Display for Consequence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Consequence::Revealed { specimen, bets, winner } => {
                write!(f, "reveal:{}:{}:", short(*specimen), Bets(bets))?;
                match winner {
                    Some(seat) => seat.fmt(f),
                    None => f.write_str("-"),
                }
            }
            Consequence::Tied { specimen, bets } => write!(f, "tie:{}:{}", short(*specimen), Bets(bets)),
            Consequence::Completed(specimen) => write!(f, "done:{}", short(*specimen)),
            Consequence::Refilled(cards) if cards.is_empty() => f.write_str("refill"),
            Consequence::Refilled(cards) => write!(f, "refill:{cards}"),
            Consequence::Entered(specimen) => write!(f, "enter:{}", short(*specimen)),
            Consequence::LastRound => f.write_str("last"),
            Consequence::Round { number, first } => write!(f, "round:{number}:{first}"),
            Consequence::Turn(colour) => write!(f, "turn:{colour}"),
            Consequence::DeckEmpty => f.write_str("dry"),
            Consequence::Over => f.write_str("over"),
        }
    }
}

/// A specimen in a text: `R/2`.
fn short(specimen: Specimen) -> impl fmt::Display {
    fmt::from_fn(move |f| write!(f, "{}/{}", specimen.colour, specimen.size))
}

/// Bets in a text: `0=R3,R9;2=WT`.
struct Bets<'a>(&'a [(Seat, Cards)]);

impl fmt::Display for Bets<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (n, (seat, cards)) in self.0.iter().enumerate() {
            write!(f, "{}{seat}={cards}", if n > 0 { ";" } else { "" })?;
        }
        Ok(())
    }
}
