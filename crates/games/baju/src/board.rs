//! A board: its bridges, and the tables of where each button can go from each space.
//!
//! We don’t know the designer's own board; a game is played on any board file that it is given. The
//! tables are made once per game and shared by all its positions.

use crate::pieces::{Button, ByColour, Colour, SPACES, Space, VALUES};

/// The colour of a bridge.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Dye {
    /// For every button.
    Red,
    /// For white buttons only.
    White,
    /// For black buttons only.
    Black,
}

impl Dye {
    /// All three, in the order of board files.
    pub const ALL: [Dye; 3] = [Dye::Red, Dye::White, Dye::Black];

    /// The word of board files: `red`, `white`, `black`.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Dye::Red => "red",
            Dye::White => "white",
            Dye::Black => "black",
        }
    }

    /// Whether buttons of a colour may cross bridges of this dye.
    #[must_use]
    pub fn carries(self, colour: Colour) -> bool {
        match self {
            Dye::Red => true,
            Dye::White => colour == Colour::White,
            Dye::Black => colour == Colour::Black,
        }
    }
}

/// A bridge between two different spaces, the earlier one in reading order first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Bridge {
    /// Who may cross it.
    pub dye: Dye,
    /// The end that comes first in reading order.
    pub from: Space,
    /// The other end.
    pub to: Space,
}

impl Bridge {
    /// The bridge between two spaces, or `None` if they are the same.
    #[must_use]
    pub fn new(dye: Dye, a: Space, b: Space) -> Option<Bridge> {
        (a != b).then(|| Bridge { dye, from: a.min(b), to: a.max(b) })
    }
}

/// A board: a name, at most one bridge between any two spaces, and the tables made from them.
#[derive(Clone, Debug)]
pub struct Board {
    name: String,
    bridges: Vec<Bridge>,
    graphs: ByColour<[u16; SPACES]>,
    targets: ByColour<[[u16; SPACES]; VALUES as usize]>,
    /// One way per (colour, value, from, to): five bits a space, in the order walked, 16 ends it.
    ways: Vec<u64>,
}

impl PartialEq for Board {
    fn eq(&self, other: &Board) -> bool {
        self.name == other.name && self.bridges == other.bridges
    }
}

impl Eq for Board {}

impl Board {
    /// The board with these bridges. Of several between one pair of spaces the first counts (board files
    /// refuse them).
    #[must_use]
    pub fn new(name: &str, bridges: impl IntoIterator<Item = Bridge>) -> Board {
        let mut kept: Vec<Bridge> = Vec::new();
        for bridge in bridges {
            if !kept.iter().any(|b| (b.from, b.to) == (bridge.from, bridge.to)) {
                kept.push(bridge);
            }
        }
        kept.sort_unstable();
        let graphs = ByColour(Colour::BOTH.map(|colour| graph(&kept, colour)));
        let mut board = Board {
            name: name.to_owned(),
            bridges: kept,
            graphs,
            targets: ByColour::default(),
            ways: vec![NO_WAY; 2 * usize::from(VALUES) * SPACES * SPACES],
        };
        for colour in Colour::BOTH {
            for from in Space::all() {
                board.explore(colour, from);
            }
        }
        board
    }

    /// The board's name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// All bridges, by dye and then in reading order.
    #[must_use]
    pub fn bridges(&self) -> &[Bridge] {
        &self.bridges
    }

    /// The dye of the bridge between two spaces, if there is one.
    #[must_use]
    pub fn bridge(&self, a: Space, b: Space) -> Option<Dye> {
        let ends = (a.min(b), a.max(b));
        self.bridges.iter().find(|bridge| (bridge.from, bridge.to) == ends).map(|bridge| bridge.dye)
    }

    /// The spaces that one bridge joins to `space` for buttons of `colour`.
    #[must_use]
    pub fn across(&self, colour: Colour, space: Space) -> u16 {
        self.graphs[colour][space.index()]
    }

    /// The spaces to which a button of `colour` and `value` can move from `from`: the ends of all ways over
    /// exactly `value` bridges that visit no space twice, the start included.
    #[inline]
    #[must_use]
    pub fn targets(&self, colour: Colour, value: u8, from: Space) -> u16 {
        self.targets[colour][usize::from(value - 1) & 7][from.index()]
    }

    /// One way of a button's move, all spaces from `from` to `to` in order; `None` if there is no such move.
    #[must_use]
    pub fn way(&self, button: Button, from: Space, to: Space) -> Option<Vec<Space>> {
        let packed = *self.ways.get(slot(button.colour(), button.value(), from, to))?;
        let spaces: Vec<Space> = (0..=VALUES)
            .map(|step| (packed >> (5 * step) & 31) as u8)
            .take_while(|space| *space < 16)
            .map(Space::at)
            .collect();
        (!spaces.is_empty()).then_some(spaces)
    }

    /// Whether the spaces are a way that a button may take.
    #[must_use]
    pub fn is_way(&self, button: Button, spaces: &[Space]) -> bool {
        let mut seen = 0u16;
        let fresh = spaces.iter().all(|space| {
            let new = seen & space.bit() == 0;
            seen |= space.bit();
            new
        });
        fresh
            && spaces.len() == usize::from(button.value()) + 1
            && spaces.windows(2).all(|step| self.across(button.colour(), step[0]) & step[1].bit() != 0)
    }

    /// Fills in the targets and ways from one space. Goes through the sets of visited spaces, layer by layer,
    /// with the possible ends of each: at most 2^15 sets, whatever the board, where the number of ways can be
    /// billions.
    fn explore(&mut self, colour: Colour, from: Space) {
        let mut ends = vec![0u16; 1 << SPACES];
        ends[usize::from(from.bit())] = from.bit();
        let mut layer = vec![from.bit()];
        for value in 1..=VALUES {
            let mut next = Vec::new();
            for &set in &layer {
                for end in Space::of_mask(ends[usize::from(set)]) {
                    for to in Space::of_mask(self.graphs[colour][end.index()] & !set) {
                        let larger = set | to.bit();
                        if ends[usize::from(larger)] == 0 {
                            next.push(larger);
                        }
                        ends[usize::from(larger)] |= to.bit();
                    }
                }
            }
            next.sort_unstable();
            for &set in &next {
                for to in Space::of_mask(ends[usize::from(set)]) {
                    self.targets[colour][usize::from(value - 1)][from.index()] |= to.bit();
                    let way = &mut self.ways[slot(colour, value, from, to)];
                    if *way == NO_WAY {
                        *way = trace(&ends, &self.graphs[colour], set, to);
                    }
                }
            }
            layer = next;
        }
    }
}

/// A way of no spaces.
const NO_WAY: u64 = 16;

fn slot(colour: Colour, value: u8, from: Space, to: Space) -> usize {
    let row = (colour as usize * usize::from(VALUES) + usize::from(value - 1)) * SPACES + from.index();
    row * SPACES + to.index()
}

/// Walks back from the end of a way that visits exactly `set`.
fn trace(ends: &[u16], graph: &[u16; SPACES], set: u16, to: Space) -> u64 {
    let (mut set, mut at, mut packed) = (set, to, NO_WAY);
    loop {
        packed = packed << 5 | at.index() as u64;
        set &= !at.bit();
        match Space::of_mask(ends[usize::from(set)] & graph[at.index()]).next() {
            Some(before) => at = before,
            None => return packed,
        }
    }
}

fn graph(bridges: &[Bridge], colour: Colour) -> [u16; SPACES] {
    let mut graph = [0; SPACES];
    for bridge in bridges.iter().filter(|bridge| bridge.dye.carries(colour)) {
        graph[bridge.from.index()] |= bridge.to.bit();
        graph[bridge.to.index()] |= bridge.from.bit();
    }
    graph
}
