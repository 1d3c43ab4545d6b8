//! Where a tile lies, and when two tiles touch.
//!
//! Tiles lie on the unbounded integer lattice, x to the right and y up. A tile covers two cells.

/// How many tiles each player has at most.
pub const TILES: u32 = 20;

/// Which way a tile lies.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Way {
    /// Lying: two cells side by side.
    H,
    /// Standing: two cells one above the other.
    V,
}

impl Way {
    /// Both ways, lying first.
    pub const BOTH: [Way; 2] = [Way::H, Way::V];

    /// The word for people.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Way::H => "horizontal",
            Way::V => "vertical",
        }
    }

    /// The other way, after a quarter turn.
    #[must_use]
    pub fn turned(self) -> Way {
        match self {
            Way::H => Way::V,
            Way::V => Way::H,
        }
    }
}

/// The four directions of a slide, as steps.
pub const DIRECTIONS: [(i32, i32); 4] = [(-1, 0), (1, 0), (0, -1), (0, 1)];

/// The place of a tile, named by its cell with the smallest coordinates. The order (by x, then y, then lying
/// before standing) is the one in which the smallest tile of a group names the group.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Tile {
    /// The column of its left (or only) column of cells.
    pub x: i32,
    /// The row of its lower (or only) row of cells.
    pub y: i32,
    /// Lying or standing.
    pub way: Way,
}

/// For two ways the places of the second tile, seen from the first, at which they touch: bit
/// `5 * (2 + dy) + 2 + dx`.
const CONTACTS: [[u32; 2]; 2] = [
    [contacts(Way::H, Way::H), contacts(Way::H, Way::V)],
    [contacts(Way::V, Way::H), contacts(Way::V, Way::V)],
];

const fn contacts(way: Way, other: Way) -> u32 {
    let (mut set, mut place) = (0, 0);
    while place < 25 {
        let (dx, dy) = (place % 5 - 2, place / 5 - 2);
        if touch(way, other, dx, dy) {
            set |= 1 << place;
        }
        place += 1;
    }
    set
}

/// Whether two tiles touch of which the second lies so far from the first.
const fn touch(way: Way, other: Way, dx: i32, dy: i32) -> bool {
    match (way, other) {
        (Way::H, Way::H) => (dy == 0 && dx.abs() == 2) || (dy.abs() == 1 && dx.abs() <= 1),
        (Way::V, Way::V) => (dx == 0 && dy.abs() == 2) || (dx.abs() == 1 && dy.abs() <= 1),
        (Way::H, Way::V) => tee(dx, dy),
        (Way::V, Way::H) => tee(-dx, -dy),
    }
}

impl Tile {
    /// The place of the first tile of every game.
    pub const FIRST: Tile = Tile::new(0, 0, Way::H);

    /// A place.
    #[must_use]
    pub const fn new(x: i32, y: i32, way: Way) -> Tile {
        Tile { x, y, way }
    }

    /// The two cells it covers, the smaller first.
    #[must_use]
    pub fn cells(self) -> [(i32, i32); 2] {
        match self.way {
            Way::H => [(self.x, self.y), (self.x + 1, self.y)],
            Way::V => [(self.x, self.y), (self.x, self.y + 1)],
        }
    }

    /// The same tile moved by some cells.
    #[must_use]
    pub fn shifted(self, dx: i32, dy: i32) -> Tile {
        Tile { x: self.x + dx, y: self.y + dy, way: self.way }
    }

    /// Whether the two share a cell.
    #[must_use]
    pub fn overlaps(self, other: Tile) -> bool {
        let [a, b] = self.cells();
        let [c, d] = other.cells();
        a == c || a == d || b == c || b == d
    }

    /// Side contact: the outlines share a segment, not just a point. False if they overlap.
    #[inline]
    #[must_use]
    pub fn touches(self, other: Tile) -> bool {
        // Tiles that touch are at most two cells apart: a bit for each way to be so is read faster than the
        // cases are told apart.
        let (x, y) = ((other.x - self.x + 2) as u32, (other.y - self.y + 2) as u32);
        x < 5 && y < 5 && CONTACTS[self.way as usize][other.way as usize] >> (5 * y + x) & 1 == 1
    }

    /// Two parallel tiles, long side on long side, shifted by one cell like bricks in a wall: the one side
    /// contact in which no corners meet.
    #[must_use]
    pub fn bricks(self, other: Tile) -> bool {
        self.way == other.way && (other.x - self.x).abs() == 1 && (other.y - self.y).abs() == 1
    }

    /// A contact at a corner only.
    #[must_use]
    pub fn corners(self, other: Tile) -> bool {
        let near = |(ax, ay): (i32, i32), (bx, by): (i32, i32)| (ax - bx).abs() == 1 && (ay - by).abs() == 1;
        !self.touches(other)
            && !self.overlaps(other)
            && self.cells().iter().any(|&a| other.cells().iter().any(|&b| near(a, b)))
    }
}

/// Side contact of a lying tile with a standing one that is `dx`, `dy` away.
#[inline]
const fn tee(dx: i32, dy: i32) -> bool {
    ((dx == -1 || dx == 2) && (dy == -1 || dy == 0)) || ((dy == -2 || dy == 1) && (dx == 0 || dx == 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bits_of_contacts_are_all_contacts() {
        let tiles =
            || (-5..=5).flat_map(|x| (-5..=5).flat_map(move |y| Way::BOTH.map(|way| Tile::new(x, y, way))));
        for (one, other) in
            Way::BOTH.into_iter().flat_map(|way| tiles().map(move |it| (Tile::new(0, 0, way), it)))
        {
            assert_eq!(one.touches(other), touch(one.way, other.way, other.x, other.y), "{one:?} {other:?}");
        }
    }

    #[test]
    fn contacts_are_what_the_cells_say() {
        for way in Way::BOTH {
            let tile = Tile::new(0, 0, way);
            for other_way in Way::BOTH {
                for x in -5..=5 {
                    for y in -5..=5 {
                        let other = Tile::new(x, y, other_way);
                        let distances: Vec<i32> = tile
                            .cells()
                            .iter()
                            .flat_map(|a| other.cells().map(|b| (a.0 - b.0).abs() + (a.1 - b.1).abs()))
                            .collect();
                        let overlap = distances.contains(&0);
                        assert_eq!(tile.overlaps(other), overlap, "{tile:?} {other:?}");
                        assert_eq!(
                            tile.touches(other),
                            !overlap && distances.contains(&1),
                            "{tile:?} {other:?}"
                        );
                        assert_eq!(tile.touches(other), other.touches(tile));
                        assert_eq!(tile.corners(other), other.corners(tile));
                    }
                }
            }
        }
    }
}
