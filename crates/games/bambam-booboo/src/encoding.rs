//! The game as numbers, for programs that learn.

use crate::action::Action;
use crate::options::{Options, Slides};
use crate::rules::BambamBooboo;
use crate::state::State;
use crate::state::heap::{each_slot, owner, slots_of};
use crate::tile::{TILES, Tile, Way};
use bagatelle_core::encoding::{Encoded, Floats, Part, flag};
use bagatelle_core::{Game, Seat, Viewer};

const ROWS: usize = 2 * TILES as usize;
/// How far a place lies from a tile that it touches, to the right and upwards, where that tile lies; where it
/// stands, upwards and to the right. First for places of the same way, then for those of the other way.
const CONTACTS: [[(i32, i32); 8]; 2] = [
    [(-2, 0), (2, 0), (-1, -1), (0, -1), (1, -1), (-1, 1), (0, 1), (1, 1)],
    [(-1, -1), (-1, 0), (2, -1), (2, 0), (0, -2), (1, -2), (0, 1), (1, 1)],
];
const PASS: usize = 0;
const FIRST: usize = 1;
const PLACE: usize = 2;
/// The places that tiles of all rows have in contact.
const PLACES: usize = ROWS * 16;
const SLIDE: usize = PLACE + PLACES;

/// How many numbers slides have that keep one group: those of the tiles that may be slid.
const fn slides(options: &Options) -> usize {
    match options.slides {
        Slides::Own => TILES as usize * PLACES,
        Slides::Any => ROWS * PLACES,
    }
}

/// A tile has six neighbouring cells, so at most six groups are left when it is lifted.
const GROUPS: usize = 6;

/// The slots of tiles on the table by row.
struct Rows([Option<usize>; ROWS]);

impl Rows {
    fn new(state: &State, own: Seat) -> Rows {
        let mut rows = [None; ROWS];
        for (seat, rows) in [own, own.next(2)].into_iter().zip(rows.chunks_exact_mut(TILES as usize)) {
            let mut slots: Vec<usize> = each_slot(state.heap().on() & slots_of(seat)).collect();
            slots.sort_unstable_by_key(|&slot| state.heap().tile(slot));
            slots.into_iter().zip(rows).for_each(|(slot, row)| *row = Some(slot));
        }
        Rows(rows)
    }

    /// The row of a slot.
    fn find(&self, slot: usize) -> Option<usize> {
        self.0.iter().position(|other| *other == Some(slot))
    }
}

/// No name.
const NONE: u16 = u16::MAX;

/// The names of the places that touch a tile: 16 times a row, plus a contact.
struct Names {
    /// The column and the row of the first place.
    corner: (i32, i32),
    width: usize,
    /// By place: the first name, and the first one by another row, for when that tile is lifted.
    names: Vec<[u16; 2]>,
}

impl Names {
    fn new(state: &State, rows: &Rows) -> Names {
        let (left, low, right, top) = state.heap().bounds().unwrap_or_default();
        // A place that touches a tile begins at most two cells away from those that tiles cover.
        let (width, height) = ((right - left + 5) as usize, (top - low + 5) as usize);
        let mut all =
            Names { corner: (left - 2, low - 2), width, names: vec![[NONE; 2]; 2 * width * height] };
        for (row, slot) in rows.0.iter().enumerate() {
            let Some(slot) = *slot else { continue };
            let tile = state.heap().tile(slot);
            for (contact, place) in contacts(tile).enumerate() {
                let name = (row * 16 + contact) as u16;
                let at = all.index(place);
                let [first, second] = &mut all.names[at];
                if *first == NONE {
                    *first = name;
                } else if *second == NONE {
                    *second = name;
                }
            }
        }
        all
    }

    fn index(&self, place: Tile) -> usize {
        let (x, y) = (place.x - self.corner.0, place.y - self.corner.1);
        2 * (y as usize * self.width + x as usize) + place.way as usize
    }

    /// The name of a place once the tile of a row has been taken up.
    fn find(&self, place: Tile, lifted: Option<usize>) -> Option<usize> {
        let [first, second] = *self.names.get(self.index(place))?;
        let name = if lifted == Some(usize::from(first / 16)) { second } else { first };
        (name != NONE).then_some(usize::from(name))
    }
}

/// The places that touch a tile, by contact.
fn contacts(tile: Tile) -> impl Iterator<Item = Tile> {
    let beside = move |way: Way, (u, v): (i32, i32)| {
        let (dx, dy) = if tile.way == Way::H { (u, v) } else { (v, u) };
        Tile::new(tile.x + dx, tile.y + dy, way)
    };
    let ways = [tile.way, tile.way.turned()].into_iter().zip(CONTACTS);
    ways.flat_map(move |(way, contacts)| contacts.into_iter().map(move |apart| beside(way, apart)))
}

/// The name of one place, as [`Names::find`] finds it, without the names of all others. `lifted` is the slot
/// of a tile that has been taken up.
fn name(state: &State, own: Seat, place: Tile, lifted: Option<usize>) -> Option<usize> {
    let heap = state.heap();
    let near = heap.neighbours(place) & !lifted.map_or(0, |slot| 1 << slot);
    let mine = near & slots_of(own);
    let slot = each_slot(if mine != 0 { mine } else { near }).min_by_key(|&slot| heap.tile(slot))?;
    let contact = contacts(heap.tile(slot)).position(|beside| beside == place)?;
    Some(16 * row(state, own, slot) + contact)
}

/// The row of one tile, as [`Rows::find`] finds it.
fn row(state: &State, own: Seat, slot: usize) -> usize {
    let heap = state.heap();
    let before = each_slot(heap.of(owner(slot))).filter(|&other| heap.tile(other) < heap.tile(slot)).count();
    if owner(slot) == own { before } else { TILES as usize + before }
}

/// The number of one action.
fn number(options: &Options, state: &State, action: Action) -> usize {
    let own = state.to_act();
    match action {
        Action::Pass => PASS,
        Action::Place(to) => name(state, own, to, None).map_or(FIRST, |name| PLACE + name),
        Action::Slide { from, to, keep } => {
            let slot = state.heap().find(from).unwrap_or_default();
            let name = name(state, own, to, Some(slot)).unwrap_or_default();
            let kept = keep.map_or(0, |keep| kept(state, slot, to, keep));
            SLIDE + slides(options) * kept + PLACES * row(state, own, slot) + name
        }
    }
}

/// Which of the groups that are equally largest stays, by the order of their names.
fn kept(state: &State, slot: usize, to: Tile, keep: Tile) -> usize {
    let place = |other: usize| if other == slot { to } else { state.heap().tile(other) };
    let groups = state.largest_after(slot, to);
    let names = groups.into_iter().filter_map(|group| each_slot(group).map(place).min());
    names.filter(|name| *name < keep).count()
}

impl Encoded for BambamBooboo {
    const NUMBERING: &'static str = "\
The table has no edges, so tiles and places are named by what lies there. The tiles on the table have rows: \
0 to 19 those of the seat that looks or
acts, 20 to 39 those of the other one, each in the order of their places (by column, then row, then lying \
before standing). A place is
named by a tile that it touches, the first of these in the order of rows, and one of sixteen contacts with it.

| number | action |
| --- | --- |
| 0, 1 | a pass; the first tile of the game |
| 2 + 16 r + c | a tile from the hand to contact `c` with the tile of row `r` |
| 642 + 16 (40 m + r) + c + 12,800 k | a slide of the tile of row `m` there; of several largest groups, the \
`k`th by name stays (0 where there is no choice); 25,600 k where tiles of both seats may be slid |";
    const PARTS: &'static [Part] = &[
        Part {
            name: "tiles",
            shape: &[ROWS, 5],
            about: "by row (0 to 19 the viewer’s tiles, the first seat’s for a spectator; 20 to 39 the \
                other’s): 1 if there is a tile, its column and its row \
                    counted from the lower left corner of all tiles, 1 if it stands, 1 if the last turn \
                    moved it",
        },
        Part {
            name: "hands",
            shape: &[2],
            about: "how many tiles the viewer and the other seat have in hand",
        },
        Part {
            name: "to_act",
            shape: &[],
            about: "1 if the viewer (the first seat for a spectator) is to act",
        },
        Part {
            name: "occurrences",
            shape: &[],
            about: "how often the position has occurred, this time included; 0 if that is not counted",
        },
    ];

    fn numbers(&self) -> u32 {
        (SLIDE + slides(self.options()) * GROUPS) as u32
    }

    fn number(&self, state: &State, actions: &[Action], out: &mut Vec<u32>) {
        out.clear();
        if let [action] = actions {
            return out.push(number(self.options(), state, *action) as u32);
        }
        let rows = Rows::new(state, state.to_act());
        let names = Names::new(state, &rows);
        // Slides of a tile are listed one after another.
        let mut lifted = (None, 0, 0);
        out.extend(actions.iter().map(|&action| {
            let number = match action {
                Action::Pass => PASS,
                Action::Place(to) => names.find(to, None).map_or(FIRST, |name| PLACE + name),
                Action::Slide { from, to, keep } => {
                    if lifted.0 != Some(from) {
                        let slot = state.heap().find(from).unwrap_or_default();
                        lifted = (Some(from), slot, rows.find(slot).unwrap_or_default());
                    }
                    let (_, slot, row) = lifted;
                    let name = names.find(to, Some(row)).unwrap_or_default();
                    let kept = keep.map_or(0, |keep| kept(state, slot, to, keep));
                    SLIDE + slides(self.options()) * kept + PLACES * row + name
                }
            };
            number as u32
        }));
    }

    fn encode(&self, view: &State, viewer: Viewer, out: &mut Floats<'_>) {
        let own = viewer.seat().filter(|seat| seat.0 < 2).unwrap_or(Seat(0));
        let rows = Rows::new(view, own);
        let (left, low, ..) = view.heap().bounds().unwrap_or_default();
        for (slot, floats) in rows.0.iter().zip(out.part("tiles").chunks_exact_mut(5)) {
            let Some(slot) = *slot else { continue };
            let tile = view.heap().tile(slot);
            let standing = flag(tile.way == Way::V);
            let moved = flag(view.moved() == Some(slot));
            floats.copy_from_slice(&[1.0, (tile.x - left) as f32, (tile.y - low) as f32, standing, moved]);
        }
        let hands = view.hands().map(|tiles| tiles as f32);
        out.part("hands").copy_from_slice(&[hands[own.index()], hands[own.next(2).index()]]);
        out.part("to_act")[0] = flag(view.end().is_none() && view.to_act() == own);
        out.part("occurrences")[0] = view.occurrences() as f32;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bagatelle_core::{Rng, Seed, Stream};

    #[test]
    fn one_action_has_the_number_that_it_has_among_all() {
        let mut rng = Rng::new(&Seed::from_text("numbers"), Stream::Test);
        let (mut legal, mut numbers, mut one, mut kept) = (Vec::new(), Vec::new(), Vec::new(), 0);
        let (own, any) = (Slides::Own, Slides::Any);
        for (tiles, slides) in [(2, own), (4, own), (6, own), (20, own), (2, any), (4, any)] {
            let options = Options { tiles, slides, repetition: 0, ..Options::default() };
            let game = BambamBooboo::new(&options).unwrap();
            let mut state = game.start(&game.fixed_setup().unwrap()).unwrap();
            for _ in 0..60 {
                game.legal(&state, &mut legal);
                game.number(&state, &legal, &mut numbers);
                for (action, number) in legal.iter().zip(&numbers) {
                    game.number(&state, &[*action], &mut one);
                    assert_eq!(one, [*number], "{action}");
                    kept += usize::from(matches!(action, Action::Slide { keep: Some(_), .. }));
                }
                let Some(&action) = rng.choose(&legal) else { break };
                game.apply(&mut state, action);
            }
        }
        assert!(kept > 100, "{kept} choices of groups");
    }

    #[test]
    fn contacts_are_all_places_that_touch() {
        for tile in Way::BOTH.map(|way| Tile::new(0, 0, way)) {
            let mut found: Vec<Tile> = contacts(tile).collect();
            found.sort_unstable();
            let around = (-4..=4).flat_map(|x| (-4..=4).map(move |y| (x, y)));
            let places = around.flat_map(|(x, y)| Way::BOTH.map(|way| Tile::new(x, y, way)));
            let mut touching: Vec<Tile> = places.filter(|place| tile.touches(*place)).collect();
            touching.sort_unstable();
            assert_eq!(found, touching, "{tile:?}");
        }
    }
}
