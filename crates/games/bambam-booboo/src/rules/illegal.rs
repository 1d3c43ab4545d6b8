//! Why an action is not legal, in words a player understands.

use super::board::{Board, on_board};
use super::legal::must_pass;
use super::places::Places;
use crate::action::Action;
use crate::options::{Contact, Entry, Options, Reconnect, Slides};
use crate::state::heap::{Heap, Slots, each_slot, owner};
use crate::state::{Phase, State};
use crate::tile::Tile;
use bagatelle_core::Seat;
use thiserror::Error;

/// Why an action is not legal now.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum Illegal {
    /// A seat has won, or the position was repeated.
    #[error("the game is over")]
    Over,
    /// The first tile has a fixed place.
    #[error("the first tile of a game is laid on the mark")]
    First,
    /// Tiles in hand come first.
    #[error("you still have tiles in hand: place them before you slide")]
    HandFirst,
    /// No tiles in hand.
    #[error("your hand is empty: slide {}", match .0 {
        Slides::Own => "one of your tiles",
        Slides::Any => "a tile on the table",
    })]
    HandEmpty(Slides),
    /// Something else can be done.
    #[error("you may pass only if you can’t do anything else")]
    MayNotPass,
    /// No tile lies there.
    #[error("there’s no tile to slide")]
    NoTile(Tile),
    /// The tile belongs to the other player.
    #[error("that tile is your opponent’s")]
    NotYours(Tile),
    /// From and to are the same.
    #[error("the tile must move to a different place")]
    SamePlace,
    /// A cell is taken.
    #[error("there’s already a tile there")]
    Taken(Tile),
    /// No contact at all.
    #[error("it touches no tile there")]
    NoContact(Tile),
    /// Corners only.
    #[error("it touches other tiles there only at a corner")]
    CornerOnly(Tile),
    /// Brick contact only.
    #[error("it touches other tiles there only like bricks in a wall, without a shared corner")]
    BrickOnly(Tile),
    /// No way in for a new tile.
    #[error("there’s no straight way there from outside")]
    NoCorridor(Tile),
    /// No way in for a new tile that may come around others.
    #[error("no slide from a free place outside leads there")]
    NoEntry(Tile),
    /// The tile cannot be slid there, and cannot be slid loose.
    #[error("it can’t slide straight there, and no slide frees it to be lifted")]
    Stuck {
        /// Where it lies.
        from: Tile,
        /// Where it should go.
        to: Tile,
    },
    /// A loose tile may not change its area.
    #[error("that place isn’t in the area where the tile comes loose")]
    OtherArea(Tile),
    /// A loose tile cannot come back there.
    #[error("a loose tile can’t slide there from a place where it touches nothing")]
    NoWayIn(Tile),
    /// A choice between groups is due.
    #[error("several groups tie for the largest: choose which one stays")]
    ChooseGroup(Tile),
    /// The named group is not one of the largest.
    #[error("{0} isn’t in one of the largest groups")]
    NotAGroup(Tile),
    /// No choice is due.
    #[error("there’s no group to choose")]
    NoChoice,
}

/// Checks an action against the rules.
pub(super) fn check(options: &Options, position: &State, action: Action) -> Result<(), Illegal> {
    match (action, position.phase()) {
        (_, Phase::Over) => Err(Illegal::Over),
        (Action::Place(Tile::FIRST), Phase::First) => Ok(()),
        (_, Phase::First) => Err(Illegal::First),
        (Action::Place(to), Phase::Place) => place(options, position, to),
        (_, Phase::Place) => Err(Illegal::HandFirst),
        (Action::Place(_), Phase::Slide) => Err(Illegal::HandEmpty(options.slides)),
        (Action::Slide { from, to, keep }, Phase::Slide) => slide(options, position, from, to, keep),
        (Action::Pass, Phase::Slide) => {
            if must_pass(options, position) {
                Ok(())
            } else {
                Err(Illegal::MayNotPass)
            }
        }
    }
}

fn place(options: &Options, position: &State, to: Tile) -> Result<(), Illegal> {
    resting(options.contact, position, position.heap().on(), to)?;
    on_board!(position.heap(), board => {
        if board.has(&board.placements(options.contact, options.entry), to) {
            return Ok(());
        }
        Err(match options.entry {
            Entry::Straight => Illegal::NoCorridor(to),
            Entry::Around => Illegal::NoEntry(to),
        })
    })
}

/// Whether a tile may rest at a place, among the tiles `others`.
fn resting(contact: Contact, position: &State, others: Slots, to: Tile) -> Result<(), Illegal> {
    let heap = position.heap();
    let any = |test: fn(Tile, Tile) -> bool| each_slot(others).any(|slot| test(heap.tile(slot), to));
    if any(Tile::overlaps) {
        Err(Illegal::Taken(to))
    } else if valid_contact(heap, others, to, contact) {
        Ok(())
    } else if any(Tile::touches) {
        Err(Illegal::BrickOnly(to))
    } else if any(Tile::corners) {
        Err(Illegal::CornerOnly(to))
    } else {
        Err(Illegal::NoContact(to))
    }
}

fn slide(
    options: &Options,
    position: &State,
    from: Tile,
    to: Tile,
    keep: Option<Tile>,
) -> Result<(), Illegal> {
    let heap = position.heap();
    let slot = heap.find(from).ok_or(Illegal::NoTile(from))?;
    let seat = owner(slot);
    if heap.slidable(options.slides, position.to_act()) & 1 << slot == 0 {
        return Err(Illegal::NotYours(from));
    }
    if to == from {
        return Err(Illegal::SamePlace);
    }
    resting(options.contact, position, heap.on() & !(1 << slot), to)?;
    let may_slide = on_board!(heap, board => {
        let enclosed = board.enclosed();
        let lifted = board.lifted(from, seat);
        lifted.may_slide(from, to, options.contact, options.reconnect, enclosed.as_ref())
    });
    if !may_slide {
        return Err(no_way(heap, options.reconnect, (from, seat), to));
    }
    if position.form_after(slot, to).is_some() {
        return keep.map_or(Ok(()), |_| Err(Illegal::NoChoice));
    }
    let moved = |s: usize| if s == slot { to } else { heap.tile(s) };
    let names: Vec<Tile> = position
        .largest_after(slot, to)
        .iter()
        .filter_map(|&group| each_slot(group).map(moved).min())
        .collect();
    match (names.as_slice(), keep) {
        ([_], None) => Ok(()),
        ([_], Some(_)) => Err(Illegal::NoChoice),
        (names, Some(name)) if names.contains(&name) => Ok(()),
        (_, Some(name)) => Err(Illegal::NotAGroup(name)),
        (names, None) => Err(Illegal::ChooseGroup(names.first().copied().unwrap_or(to))),
    }
}

/// Why a tile of a seat cannot be slid to a place where it might rest. Only people ask: the board that holds
/// every heap is fast enough.
fn no_way(heap: &Heap, reconnect: Reconnect, (from, seat): (Tile, Seat), to: Tile) -> Illegal {
    let (x, y, ..) = heap.bounds().unwrap_or_default();
    let whole = Board::<u128, 128>::new(heap, x, y);
    let enclosed = whole.enclosed();
    let (board, enclosed) = (whole.lifted(from, seat), enclosed.as_ref());
    let area = board.area(from, enclosed);
    if !board.comes_loose(board.bit(from), from.way) {
        Illegal::Stuck { from, to }
    } else if area.is_some_and(|area| !board.has(&Places([area, area]), to)) {
        Illegal::OtherArea(to)
    } else if reconnect == Reconnect::Straight {
        Illegal::NoCorridor(to)
    } else {
        Illegal::NoWayIn(to)
    }
}

/// Whether a tile at `place` would have valid contact with one of the tiles `among`.
fn valid_contact(heap: &Heap, among: Slots, place: Tile, contact: Contact) -> bool {
    each_slot(among)
        .map(|slot| heap.tile(slot))
        .any(|t| t.touches(place) && (contact == Contact::Side || !t.bricks(place)))
}
