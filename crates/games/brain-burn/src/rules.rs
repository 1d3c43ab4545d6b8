//! The rules: 24 tiles and a hole in a 5x5 square, a coin on every tile.
//!
//! A move slides a tile next to the hole into it, with its coin; then the coin *may* be exchanged with the coin of one
//! tile next to the moved tile's new place. The goal: rows one to four are Suns, Moons, Crowns and Arms, each ace, 2, 3,
//! 4, 5; the nulls and the hole share row five in any order; every tile carries a coin of its own value.

use crate::notation;
use bagatelle_core::game::Nothing;
use bagatelle_core::{Game, Outcome, Rng, Seat, Turn, Viewer};
use bagatelle_piecepack::{Rank, Suit, Tile};
use serde::ser::SerializeStruct;
use serde::{Deserialize, Serialize, Serializer};
use thiserror::Error;

/// The width and height of the square.
pub const SIDE: usize = 5;
/// The number of cells, counted row by row from the top left.
pub const CELLS: usize = SIDE * SIDE;

/// One of the four ways a tile can slide, or a neighbour can lie.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Direction {
    /// Towards row one.
    Up,
    /// Towards row five.
    Down,
    /// Towards the first column.
    Left,
    /// Towards the fifth column.
    Right,
}

impl Direction {
    /// All four, in the order of their numbers.
    pub const ALL: [Direction; 4] = [Direction::Up, Direction::Down, Direction::Left, Direction::Right];

    /// The cell next to `cell` on this side, if it is on the board.
    #[must_use]
    pub const fn from(self, cell: usize) -> Option<usize> {
        match self {
            Direction::Up if cell >= SIDE => Some(cell - SIDE),
            Direction::Down if cell < CELLS - SIDE => Some(cell + SIDE),
            Direction::Left if !cell.is_multiple_of(SIDE) => Some(cell - 1),
            Direction::Right if cell % SIDE < SIDE - 1 => Some(cell + 1),
            _ => None,
        }
    }

    /// The opposite way.
    #[must_use]
    pub const fn back(self) -> Direction {
        match self {
            Direction::Up => Direction::Down,
            Direction::Down => Direction::Up,
            Direction::Left => Direction::Right,
            Direction::Right => Direction::Left,
        }
    }

    /// The word for people.
    #[must_use]
    pub const fn word(self) -> &'static str {
        ["up", "down", "left", "right"][self as usize]
    }
}

/// A slide and, perhaps, a swap after it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Action {
    /// The way the tile goes.
    pub slide: Direction,
    /// Where the tile lies, seen from the moved one, whose coin is exchanged.
    pub swap: Option<Direction>,
}

/// What a player may ask of a deal.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Wish {
    /// The cell of the hole, 0 (top left) to 24; drawn at random if it is not given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hole: Option<u8>,
}

/// A start position as text; see [`notation`].
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Setup {
    /// 25 tiles, a bar, 25 coins.
    pub position: String,
}

/// What is wrong with a wish or a position.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Fault {
    /// The wished hole is not on the board.
    #[error("the hole must be one of the cells 0 to 24, not {0}")]
    HoleCell(u8),
    /// The two halves of a position are not told apart.
    #[error("a position is 25 tiles, a bar “|” and 25 coins; there is no bar")]
    NoBar,
    /// One half has too few or too many words.
    #[error("a position has 25 {what}, the hole included, not {found}")]
    Count {
        /// `tiles` or `coins`.
        what: &'static str,
        /// How many there are.
        found: usize,
    },
    /// A word that is no tile.
    #[error(
        "“{0}” is not a tile: a tile is a suit S, M, C or A and a value 0, A, 2, 3, 4 or 5; the hole is --"
    )]
    UnknownTile(String),
    /// A word that is no coin.
    #[error("“{0}” is not a coin: a coin is a value 0, A, 2, 3, 4 or 5; the hole is -")]
    UnknownCoin(String),
    /// A tile stands in two cells.
    #[error("the tile {0} is there twice")]
    TileTwice(String),
    /// Not exactly one hole.
    #[error("there must be one hole, not {0}")]
    Holes(usize),
    /// A coin in the hole, or a tile without a coin.
    #[error("the hole among the coins must be where the hole among the tiles is")]
    HoleMismatch,
    /// More than four coins of a value.
    #[error("there are more than four coins of value {0}")]
    TooManyCoins(&'static str),
}

/// Why a move is refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum Refusal {
    /// No tile on that side of the hole.
    #[error("no tile can slide {}: the hole is at that edge", .0.word())]
    NoTile(Direction),
    /// The swap partner would be off the board or in the cell just left.
    #[error("there is no tile {} the moved one to swap coins with", beside(*.0))]
    NoPartner(Direction),
    /// The puzzle is solved.
    #[error("the puzzle is solved")]
    Solved,
}

fn beside(direction: Direction) -> &'static str {
    match direction {
        Direction::Up => "above",
        Direction::Down => "below",
        Direction::Left => "left of",
        Direction::Right => "right of",
    }
}

const EMPTY: u8 = 255;

/// A position. A physical coin also has a suit on its back, which means nothing in this game but tells coins of one
/// value apart, so that each can be followed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct State {
    tiles: [u8; CELLS],
    coins: [u8; CELLS],
    hole: u8,
    wrong_tiles: u8,
    wrong_coins: u8,
}

const RANKS: u8 = Rank::ALL.len() as u8;

const fn rank(piece: u8) -> u8 {
    piece % RANKS
}

/// Whether `tile` lies where it does not belong.
const fn misplaced(cell: usize, tile: u8) -> bool {
    if rank(tile) == 0 {
        return cell < CELLS - SIDE;
    }
    cell != (tile / RANKS) as usize * SIDE + rank(tile) as usize - 1
}

impl State {
    /// A position from its pieces: each a permutation of the 24 with one `None` in the same cell.
    pub(crate) fn new(tiles: [Option<Tile>; CELLS], coins: [Option<Tile>; CELLS]) -> State {
        let index = |piece: Option<Tile>| piece.map_or(EMPTY, |p| p.index() as u8);
        let (tiles, coins) = (tiles.map(index), coins.map(index));
        let on_board = (0..CELLS).filter(|&cell| tiles[cell] != EMPTY);
        State {
            tiles,
            coins,
            hole: (0..CELLS).find(|&cell| tiles[cell] == EMPTY).unwrap_or(0) as u8,
            wrong_tiles: on_board.clone().filter(|&cell| misplaced(cell, tiles[cell])).count() as u8,
            wrong_coins: on_board.filter(|&cell| rank(tiles[cell]) != rank(coins[cell])).count() as u8,
        }
    }

    /// The tile in a cell, `None` for the hole.
    ///
    /// # Panics
    /// If the cell is not below [`CELLS`].
    #[must_use]
    pub fn tile(&self, cell: usize) -> Option<Tile> {
        Tile::from_index(usize::from(self.tiles[cell]))
    }

    /// The coin in a cell: its rank counts, its suit (on its back) only tells it from the others.
    ///
    /// # Panics
    /// If the cell is not below [`CELLS`].
    #[must_use]
    pub fn coin(&self, cell: usize) -> Option<Tile> {
        Tile::from_index(usize::from(self.coins[cell]))
    }

    /// The cell of the hole.
    #[must_use]
    pub fn hole(&self) -> usize {
        usize::from(self.hole)
    }

    /// How many tiles are out of place.
    #[must_use]
    pub fn wrong_tiles(&self) -> u8 {
        self.wrong_tiles
    }

    /// How many tiles carry a coin of another value.
    #[must_use]
    pub fn wrong_coins(&self) -> u8 {
        self.wrong_coins
    }

    /// Whether the tile in this cell is out of place; never for the hole.
    #[must_use]
    pub fn tile_is_wrong(&self, cell: usize) -> bool {
        self.tiles[cell] != EMPTY && misplaced(cell, self.tiles[cell])
    }

    /// Whether the coin in this cell differs in value from its tile; never for the hole.
    #[must_use]
    pub fn coin_is_wrong(&self, cell: usize) -> bool {
        rank(self.tiles[cell]) != rank(self.coins[cell])
    }

    /// Whether the goal is reached.
    #[must_use]
    pub fn is_solved(&self) -> bool {
        self.wrong_tiles == 0 && self.wrong_coins == 0
    }

    /// The cells of the tile that an action slides and of its swap partner. The first is `None` if no tile can slide so.
    #[must_use]
    pub fn cells_of(&self, action: Action) -> (Option<usize>, Option<usize>) {
        let from = action.slide.back().from(self.hole());
        let partner = action.swap.and_then(|side| side.from(self.hole())).filter(|cell| Some(*cell) != from);
        (from, partner)
    }
}

/// The legal actions for each cell of the hole: slides in the order U D L R, each first alone, then with its swaps.
static ACTIONS: [([Action; 16], usize); CELLS] = actions();

const fn actions() -> [([Action; 16], usize); CELLS] {
    let none = Action { slide: Direction::Up, swap: None };
    let mut table = [([none; 16], 0); CELLS];
    let mut hole = 0;
    while hole < CELLS {
        let mut s = 0;
        while s < 4 {
            let slide = Direction::ALL[s];
            if slide.back().from(hole).is_some() {
                table[hole].0[table[hole].1] = Action { slide, swap: None };
                table[hole].1 += 1;
                let mut p = 0;
                while p < 4 {
                    let side = Direction::ALL[p];
                    if side.from(hole).is_some() && p != slide.back() as usize {
                        table[hole].0[table[hole].1] = Action { slide, swap: Some(side) };
                        table[hole].1 += 1;
                    }
                    p += 1;
                }
            }
            s += 1;
        }
        hole += 1;
    }
    table
}

/// What a viewer may know: everything, since nothing is hidden.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct View(pub State);

impl Serialize for View {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let cells = |wrong: &dyn Fn(usize) -> bool| (0..CELLS).filter(|&c| wrong(c)).collect::<Vec<_>>();
        let mut view = serializer.serialize_struct("View", 5)?;
        view.serialize_field("position", &self.0.to_string())?;
        view.serialize_field("hole", &self.0.hole)?;
        view.serialize_field("wrong_tiles", &cells(&|c| self.0.tile_is_wrong(c)))?;
        view.serialize_field("wrong_coins", &cells(&|c| self.0.coin_is_wrong(c)))?;
        view.serialize_field("solved", &self.0.is_solved())?;
        view.end()
    }
}

/// The rules of Brain Burn. There are no options.
#[derive(Clone, Copy, Debug)]
pub struct BrainBurn(Nothing);

impl Game for BrainBurn {
    const ID: &'static str = "brain-burn";
    const HIDDEN: bool = false;
    type Options = Nothing;
    type Wish = Wish;
    type Setup = Setup;
    type State = State;
    type Action = Action;
    type View = View;
    type Fault = Fault;
    type Refusal = Refusal;

    fn new(options: &Nothing) -> Result<Self, Fault> {
        Ok(BrainBurn(*options))
    }

    fn options(&self) -> &Nothing {
        &self.0
    }

    /// Tiles, coins and hole are drawn in this order, so a wish for the hole leaves the order of the tiles as it is.
    fn deal(&self, wish: &Wish, rng: &mut Rng) -> Result<Setup, Fault> {
        let mut tiles: Vec<Tile> = Tile::all().collect();
        let mut coins = tiles.clone();
        rng.shuffle(&mut tiles);
        rng.shuffle(&mut coins);
        let any = rng.below(CELLS as u32) as u8;
        let hole = wish.hole.unwrap_or(any);
        if usize::from(hole) >= CELLS {
            return Err(Fault::HoleCell(hole));
        }
        let spread = |pieces: Vec<Tile>| {
            let mut pieces = pieces.into_iter();
            std::array::from_fn(|cell| if cell == usize::from(hole) { None } else { pieces.next() })
        };
        Ok(Setup { position: State::new(spread(tiles), spread(coins)).to_string() })
    }

    fn start(&self, setup: &Setup) -> Result<State, Fault> {
        notation::position(&setup.position)
    }

    fn seats(&self, _state: &State) -> u8 {
        1
    }

    #[inline]
    fn turn(&self, state: &State) -> Turn {
        if state.is_solved() { Turn::Over } else { Turn::Seat(Seat(0)) }
    }

    #[inline]
    fn legal(&self, state: &State, out: &mut Vec<Action>) {
        out.clear();
        if !state.is_solved() {
            self.moves(state, out);
        }
    }

    #[inline]
    fn count_legal(&self, state: &State) -> usize {
        if state.is_solved() { 0 } else { self.count_moves(state) }
    }

    #[inline]
    fn moves(&self, state: &State, out: &mut Vec<Action>) {
        let (actions, count) = &ACTIONS[state.hole()];
        out.clear();
        out.extend_from_slice(&actions[..*count]);
    }

    #[inline]
    fn count_moves(&self, state: &State) -> usize {
        ACTIONS[state.hole()].1
    }

    fn check(&self, state: &State, action: Action) -> Result<(), Refusal> {
        match (state.is_solved(), state.cells_of(action), action.swap) {
            (true, ..) => Err(Refusal::Solved),
            (_, (None, _), _) => Err(Refusal::NoTile(action.slide)),
            (_, (_, None), Some(side)) => Err(Refusal::NoPartner(side)),
            _ => Ok(()),
        }
    }

    #[inline]
    fn apply(&self, state: &mut State, action: Action) {
        let to = state.hole();
        let (Some(from), partner) = state.cells_of(action) else { return };
        let tile = state.tiles[from];
        state.wrong_tiles -= u8::from(misplaced(from, tile));
        state.wrong_tiles += u8::from(misplaced(to, tile));
        state.tiles.swap(from, to);
        state.coins.swap(from, to);
        state.hole = from as u8;
        if let Some(partner) = partner {
            let wrong = |s: &State| u8::from(s.coin_is_wrong(to)) + u8::from(s.coin_is_wrong(partner));
            state.wrong_coins -= wrong(state);
            state.coins.swap(to, partner);
            state.wrong_coins += wrong(state);
        }
    }

    fn outcome(&self, state: &State) -> Option<Outcome> {
        state.is_solved().then(|| Outcome::won(Seat(0), "solved"))
    }

    fn view(&self, state: &State, _viewer: Viewer) -> View {
        View(*state)
    }

    fn sample(&self, view: &View, _rng: &mut Rng) -> State {
        view.0
    }

    fn variants() -> Vec<(Nothing, Wish)> {
        [None, Some(0), Some(12), Some(22)].map(|hole| (Nothing {}, Wish { hole })).to_vec()
    }
}

/// The solved position with the hole in one cell of row five (0 to 4), each coin on its tile.
#[must_use]
pub fn solved(hole_column: usize) -> State {
    let hole = CELLS - SIDE + hole_column.min(SIDE - 1);
    let mut nulls = Suit::ALL.into_iter();
    let tiles: [Option<Tile>; CELLS] = std::array::from_fn(|cell| match (cell / SIDE, cell % SIDE) {
        _ if cell == hole => None,
        (row, column) if row < SIDE - 1 => {
            Suit::from_index(row).zip(Rank::from_index(column + 1)).map(|(s, r)| Tile::new(s, r))
        }
        _ => nulls.next().map(|suit| Tile::new(suit, Rank::Null)),
    });
    State::new(tiles, tiles)
}
