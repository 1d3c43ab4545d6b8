//! A position: which tile and which coin lie in each cell.

use crate::action::{Action, CELLS, SIDE};
use crate::options::Match;
use bagatelle_piecepack::{Lettering, Rank, Suit, Tile};
use std::fmt;

const EMPTY: u8 = 255;

/// A position. A physical coin also has a suit on its back, which means nothing in this game, unless an
/// option says so, but tells coins of one value apart, so that each can be followed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct State {
    tiles: [u8; CELLS],
    coins: [u8; CELLS],
    hole: u8,
    wrong_tiles: u8,
    wrong_coins: u8,
    matching: Match,
}

/// A coin as far as it matters: its value and, where suits count, its suit.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Coin {
    /// Its value.
    pub rank: Rank,
    /// Its suit, where that counts.
    pub suit: Option<Suit>,
}

impl Coin {
    /// `3`, or `3 of Suns` where suits count.
    #[must_use]
    pub fn name(self) -> String {
        match self.suit {
            None => self.rank.name().to_string(),
            Some(suit) => Tile::new(suit, self.rank).to_string(),
        }
    }

    /// `3`, or `S3` where suits count.
    pub fn text(self) -> impl fmt::Display {
        fmt::from_fn(move |f| match self.suit {
            None => write!(f, "{}", self.rank.letter(Lettering::Capital)),
            Some(suit) => write!(f, "{}", Tile::new(suit, self.rank).text(Lettering::Capital)),
        })
    }

    /// Whether it belongs on a tile.
    #[must_use]
    pub fn fits(self, tile: Tile) -> bool {
        self.rank == tile.rank && self.suit.is_none_or(|suit| suit == tile.suit)
    }
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
    /// A position from its pieces: each a permutation of the 24 with one `None` in the same cell. Coins
    /// belong on tiles of their value.
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
            matching: Match::Value,
        }
    }

    /// The same pieces, with another rule for which coin belongs on a tile.
    #[must_use]
    pub(crate) fn matched(self, matching: Match) -> State {
        let mut state = State { matching, ..self };
        state.wrong_coins = (0..CELLS).filter(|&cell| state.coin_is_wrong(cell)).count() as u8;
        state
    }

    /// The coin in a cell as far as it matters, `None` for the hole.
    ///
    /// # Panics
    /// If the cell is not below [`CELLS`].
    #[must_use]
    pub fn shown(&self, cell: usize) -> Option<Coin> {
        let coin = self.coin(cell)?;
        let suit = match self.matching {
            Match::Value => None,
            Match::Suit => Some(coin.suit),
        };
        Some(Coin { rank: coin.rank, suit })
    }

    /// The tile in a cell, `None` for the hole.
    ///
    /// # Panics
    /// If the cell is not below [`CELLS`].
    #[must_use]
    pub fn tile(&self, cell: usize) -> Option<Tile> {
        Tile::from_index(usize::from(self.tiles[cell]))
    }

    /// The coin in a cell: its rank counts; its suit (on its back) only tells it from the others, unless
    /// suits count.
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

    /// How many tiles carry a coin that does not belong there.
    #[must_use]
    pub fn wrong_coins(&self) -> u8 {
        self.wrong_coins
    }

    /// Whether the tile in this cell is out of place; never for the hole.
    #[must_use]
    pub fn tile_is_wrong(&self, cell: usize) -> bool {
        self.tiles[cell] != EMPTY && misplaced(cell, self.tiles[cell])
    }

    /// Whether the coin in this cell does not belong on its tile; never for the hole.
    #[must_use]
    pub fn coin_is_wrong(&self, cell: usize) -> bool {
        match self.matching {
            Match::Value => rank(self.tiles[cell]) != rank(self.coins[cell]),
            Match::Suit => self.tiles[cell] != self.coins[cell],
        }
    }

    /// Whether the goal is reached.
    #[must_use]
    pub fn is_solved(&self) -> bool {
        self.wrong_tiles == 0 && self.wrong_coins == 0
    }

    /// The cells of the tile that an action slides and of its swap partner. The first is `None` if no tile
    /// can slide so.
    #[must_use]
    #[inline]
    pub fn cells_of(&self, action: Action) -> (Option<usize>, Option<usize>) {
        let from = action.slide.back().from(self.hole());
        let partner = action.swap.and_then(|side| side.from(self.hole())).filter(|cell| Some(*cell) != from);
        (from, partner)
    }

    /// Takes an action: slides the tile into the hole and swaps the coins. One that is not possible changes
    /// nothing.
    #[inline]
    pub(crate) fn take(&mut self, action: Action) {
        let to = self.hole();
        let (Some(from), partner) = self.cells_of(action) else { return };
        let tile = self.tiles[from];
        self.wrong_tiles -= u8::from(misplaced(from, tile));
        self.wrong_tiles += u8::from(misplaced(to, tile));
        self.tiles.swap(from, to);
        self.coins.swap(from, to);
        self.hole = from as u8;
        if let Some(partner) = partner {
            let wrong = |s: &State| u8::from(s.coin_is_wrong(to)) + u8::from(s.coin_is_wrong(partner));
            self.wrong_coins -= wrong(self);
            self.coins.swap(to, partner);
            self.wrong_coins += wrong(self);
        }
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
