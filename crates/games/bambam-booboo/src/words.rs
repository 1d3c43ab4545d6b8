//! The names of seats, and the places of tiles in words: the table has no edges and no grid, so a place is
//! described by the tiles beside it.

use crate::state::State;
use crate::state::heap::{Heap, Slots, each_slot, owner};
use crate::tile::{TILES, Tile};
use bagatelle_core::Seat;

/// What the seats are called.
pub(crate) const SIDES: [&str; 2] = ["Light", "Dark"];

/// What a seat is called.
pub(crate) fn side(seat: Seat) -> &'static str {
    SIDES[seat.index() & 1]
}

/// The kind of bamboo that a seat plays.
pub(crate) fn bamboo_of(seat: Seat) -> &'static str {
    if seat.0 == 0 { "light" } else { "dark" }
}

/// A tile as it is read out: its kind, and a number by the order in which the tiles of its seat leave the
/// hand for the first time, which it keeps for the whole game.
fn write_tile(state: &State, slot: usize, out: &mut String) {
    let seat = owner(slot);
    let of = state.hand(seat).count_ones() + state.heap().of(seat).count_ones();
    out.extend([bamboo_of(seat), " ", itoa::Buffer::new().format(of as usize - slot % TILES as usize)]);
}

/// A tile of the heap: which one, how it lies, and what is beside it.
pub(crate) fn lying(state: &State, slot: usize) -> String {
    let mut text = String::with_capacity(ROOM);
    write_tile(state, slot, &mut text);
    text.push(' ');
    write_place(state, state.heap().tile(slot), &mut text);
    if state.moved() == Some(slot) {
        text.push_str(", moved last");
    }
    text
}

/// A place: how a tile lies there, and the tile beside it that tells the place from all others in the fewest
/// words.
pub(crate) fn place(state: &State, here: Tile) -> String {
    let mut text = String::with_capacity(ROOM);
    write_place(state, here, &mut text);
    text
}

/// Room for the words of a place or a tile: a drawing has hundreds of them.
const ROOM: usize = 64;

fn write_place(state: &State, here: Tile, out: &mut String) {
    out.push_str(here.way.word());
    if state.heap().on() == 0 {
        return out.push_str(", in the middle of the table");
    }
    let beside = each_slot(state.heap().neighbours(here)).map(|slot| {
        let there = state.heap().tile(slot);
        let side = Side::of(here, there);
        (slot, side, side.level(here, there))
    });
    if let Some((slot, side, level)) = beside.min_by_key(|(.., level)| level.len()) {
        out.extend([" ", side.word(), " "]);
        write_tile(state, slot, out);
        out.push_str(level);
    }
}

/// The place of a tile for a sentence, where tiles have no numbers: by the one of its neighbours `near` that
/// tells it in the fewest words. They are told from all other tiles of the heap, which the reader sees.
pub(crate) fn beside(state: &State, near: Slots, here: Tile) -> Option<String> {
    let words = each_slot(near).map(|slot| {
        let there = state.heap().tile(slot);
        let side = Side::of(here, there);
        format!("{} {}{}", side.word(), told_apart(state, slot), side.level(here, there))
    });
    words.min_by_key(String::len)
}

/// A tile in words that fit no other tile of the heap: `the leftmost dark tile`.
pub(crate) fn told_apart(state: &State, slot: usize) -> String {
    let by_place = by_place(state.heap(), slot);
    // The board marks it, and who reads this has just seen it move.
    let just = format!("the {} tile that just moved", bamboo_of(owner(slot)));
    if state.moved() == Some(slot) && just.len() < by_place.len() { just } else { by_place }
}

/// The same, by where the tile lies.
fn by_place(heap: &Heap, slot: usize) -> String {
    let (seat, here) = (owner(slot), heap.tile(slot));
    let kind = bamboo_of(seat);
    let all: Vec<Tile> = each_slot(heap.of(seat)).map(|other| heap.tile(other)).collect();
    let alike: Vec<Tile> = all.iter().copied().filter(|other| other.way == here.way).collect();
    let groups = [(all, format!("{kind} tile")), (alike, format!("{} {kind} tile", here.way.word()))];
    if let Some((_, name)) = groups.iter().find(|(group, _)| group.len() == 1) {
        return format!("the {name}");
    }
    // The nearer an edge, the sooner it is found.
    for (nth, ordinal) in ORDINALS.iter().enumerate().take(FARTHEST) {
        for (group, name) in &groups {
            if let Some(edge) = Edge::ALL.into_iter().find(|edge| edge.number(group, here) == Some(nth)) {
                return match nth {
                    0 => format!("the {} {name}", edge.most()),
                    _ => format!("the {ordinal} {name} from the {}", edge.word()),
                };
            }
        }
    }
    // No two tiles share their left edge and their top.
    let column: Vec<Tile> = groups[0].0.iter().copied().filter(|other| other.x == here.x).collect();
    let mut lefts: Vec<i32> = groups[0].0.iter().map(|tile| tile.x).filter(|x| *x < here.x).collect();
    lefts.sort_unstable();
    lefts.dedup();
    let above = column.iter().filter(|other| Edge::Top.of(**other) < Edge::Top.of(here)).count();
    let tile = match (column.len(), above) {
        (1, _) => format!("the {kind} tile"),
        (_, 0) => format!("the top {kind} tile"),
        _ => format!("the {} {kind} tile down", ordinal(above)),
    };
    match lefts.len() {
        0 => format!("{tile} in the leftmost {kind} column"),
        left => format!("{tile} in the {} {kind} column from the left", ordinal(left)),
    }
}

/// How many tiles are counted from an edge.
const FARTHEST: usize = 4;

/// Numbers in their order.
const ORDINALS: [&str; 8] = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth"];

/// What comes after `before` others.
fn ordinal(before: usize) -> String {
    ORDINALS.get(before).map_or_else(|| format!("{}th", before + 1), |word| (*word).to_owned())
}

/// An edge of the table, from which tiles are counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Edge {
    Left,
    Right,
    Top,
    Bottom,
}

impl Edge {
    const ALL: [Edge; 4] = [Edge::Left, Edge::Right, Edge::Top, Edge::Bottom];

    fn word(self) -> &'static str {
        match self {
            Edge::Left => "left",
            Edge::Right => "right",
            Edge::Top => "top",
            Edge::Bottom => "bottom",
        }
    }

    /// What the tile nearest to it is called.
    fn most(self) -> &'static str {
        match self {
            Edge::Left => "leftmost",
            Edge::Right => "rightmost",
            Edge::Top => "highest",
            Edge::Bottom => "lowest",
        }
    }

    /// How far from this edge a tile lies.
    fn of(self, tile: Tile) -> i32 {
        let ((left, right), (bottom, top)) = (span(tile, |c| c.0), span(tile, |c| c.1));
        match self {
            Edge::Left => left,
            Edge::Right => -right,
            Edge::Top => -top,
            Edge::Bottom => bottom,
        }
    }

    /// How many tiles of a group are nearer to this edge, if all up to this one are counted without doubt.
    fn number(self, group: &[Tile], here: Tile) -> Option<usize> {
        let mut near: Vec<i32> =
            group.iter().map(|tile| self.of(*tile)).filter(|far| *far <= self.of(here)).collect();
        near.sort_unstable();
        near.windows(2).all(|two| two[0] < two[1]).then(|| near.len() - 1)
    }
}

/// On which side of another tile a tile lies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Side {
    Left,
    Right,
    Above,
    Below,
}

/// The cells that a tile covers along one axis: the least, and the one after the greatest.
fn span(tile: Tile, along: fn((i32, i32)) -> i32) -> (i32, i32) {
    let [first, last] = tile.cells().map(along);
    (first, last + 1)
}

impl Side {
    /// Where `here` lies, as seen from a tile that it touches.
    fn of(here: Tile, there: Tile) -> Side {
        let ((left, right), (bottom, _)) = (span(here, |c| c.0), span(here, |c| c.1));
        let ((other_left, other_right), (_, other_top)) = (span(there, |c| c.0), span(there, |c| c.1));
        if right <= other_left {
            Side::Left
        } else if left >= other_right {
            Side::Right
        } else if bottom >= other_top {
            Side::Above
        } else {
            Side::Below
        }
    }

    fn word(self) -> &'static str {
        match self {
            Side::Left => "left of",
            Side::Right => "right of",
            Side::Above => "above",
            Side::Below => "below",
        }
    }

    /// How the two lie relative to each other along the side on which they touch, unless both ends are level.
    fn level(self, here: Tile, there: Tile) -> &'static str {
        let upright = matches!(self, Side::Left | Side::Right);
        let along: fn((i32, i32)) -> i32 = if upright { |c| c.1 } else { |c| c.0 };
        let ((a, b), (c, d)) = (span(here, along), span(there, along));
        match (a == c, b == d, upright) {
            (true, true, _) => "",
            (true, false, true) => ", bottoms level",
            (false, true, true) => ", tops level",
            (true, false, false) => ", flush left",
            (false, true, false) => ", flush right",
            (false, false, true) if a > c => ", half a tile up",
            (false, false, true) => ", half a tile down",
            (false, false, false) if a > c => ", half a tile right",
            (false, false, false) => ", half a tile left",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::action::Action;
    use crate::options::{Options, Setup};
    use crate::rules::BambamBooboo;
    use bagatelle_core::{Game, Rng, Seed, Stream};

    #[test]
    fn in_a_crowd_a_tile_is_the_one_that_just_moved() {
        let game = BambamBooboo::new(&Options::default()).unwrap();
        let mut state = game.start(&Setup::default()).unwrap();
        let mut rng = Rng::new(&Seed::from_text("crowd"), Stream::Test);
        let (mut legal, mut told) = (Vec::new(), 0);
        for _ in 0..40 {
            game.legal(&state, &mut legal);
            for action in &legal {
                let Action::Place(here) = *action else { continue };
                let near = state.heap().neighbours(here);
                let text = beside(&state, near, here).unwrap_or_default();
                if text.contains("just moved") {
                    assert!(state.moved().is_some_and(|slot| near & 1 << slot != 0), "{text}");
                    told += 1;
                }
            }
            let Some(&action) = rng.choose(&legal) else { break };
            game.apply(&mut state, action);
        }
        assert!(told > 10, "{told}");
    }
}
