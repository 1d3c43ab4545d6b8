//! The input of the solver: a position as plain numbers.

use super::board::{BEHIND, CELLS, HOLE, NOWHERE, NULL, Tiles, towards};
use crate::action::Action;
use crate::state::State;

/// A position in the solver's plain form.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    tiles: [u8; CELLS],
    coins: [u8; CELLS],
}

/// Why 25 tiles and coins are not a position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PositionError {
    /// Every tile lies in one cell, and one cell is empty.
    #[error("the tiles must be the 24 of the game, once each, and one cell must be empty")]
    Tiles,
    /// Every tile carries a coin, and there are four of each value.
    #[error("the coins must be four of each value, one on every tile")]
    Coins,
}

impl Position {
    /// The mark of the empty cell, in both arrays.
    pub const HOLE: u8 = 255;

    /// A position from the tile and the coin in each cell, row by row. A tile is its suit (Suns 0, Moons 1,
    /// Crowns 2, Arms 3) times six plus its value (null 0, ace 1, two to five); a coin is its value, 0 to 5.
    ///
    /// # Errors
    /// When tiles or coins are missing, too many, or not in the same cells.
    pub fn new(tiles: [u8; CELLS], coins: [u8; CELLS]) -> Result<Self, PositionError> {
        let mut seen = [0; 24];
        let mut values = [0; 6];
        for (&tile, &coin) in tiles.iter().zip(&coins) {
            if tile != Self::HOLE {
                *seen.get_mut(tile as usize).ok_or(PositionError::Tiles)? += 1;
            }
            if coin != Self::HOLE {
                *values.get_mut(coin as usize).ok_or(PositionError::Coins)? += 1;
            }
            if (tile == Self::HOLE) != (coin == Self::HOLE) {
                return Err(PositionError::Coins);
            }
        }
        if seen != [1; 24] {
            return Err(PositionError::Tiles);
        }
        if values != [4; 6] {
            return Err(PositionError::Coins);
        }
        Ok(Self { tiles, coins })
    }

    /// The tile in each cell.
    #[must_use]
    pub fn tiles(&self) -> &[u8; CELLS] {
        &self.tiles
    }

    /// The coin in each cell.
    #[must_use]
    pub fn coins(&self) -> &[u8; CELLS] {
        &self.coins
    }

    /// The empty cell.
    #[must_use]
    pub fn hole(&self) -> usize {
        self.tiles.iter().position(|&tile| tile == Self::HOLE).expect("a position has a hole")
    }

    /// Whether tiles and coins are all where they belong.
    #[must_use]
    pub fn is_solved(&self) -> bool {
        let home = |cell: usize, tile: u8| tile as usize == cell / 5 * 6 + cell % 5 + 1;
        self.hole() >= 20
            && self.tiles[..20].iter().enumerate().all(|(cell, &tile)| home(cell, tile))
            && self.tiles.iter().zip(&self.coins).all(|(&tile, &coin)| tile == Self::HOLE || tile % 6 == coin)
    }

    /// The position after a move, or `None` if the move is not possible here.
    #[must_use]
    pub fn after(&self, step: Action) -> Option<Self> {
        let hole = self.hole();
        let from = BEHIND[hole][step.slide as usize];
        if from == NOWHERE {
            return None;
        }
        let mut next = self.clone();
        next.tiles.swap(hole, from as usize);
        next.coins.swap(hole, from as usize);
        if let Some(direction) = step.swap {
            let partner = towards(hole as u8, direction);
            if partner == NOWHERE || partner == from {
                return None;
            }
            next.coins.swap(hole, partner as usize);
        }
        Some(next)
    }
}

impl Tiles {
    /// The tiles of a position.
    pub fn of(position: &Position) -> Self {
        let mut cells = [HOLE; CELLS];
        let mut hole = 0;
        for (cell, &tile) in position.tiles().iter().enumerate() {
            match (tile / 6, tile % 6) {
                (_, _) if tile == Position::HOLE => hole = cell as u8,
                (_, 0) => cells[cell] = NULL,
                (suit, value) => cells[cell] = suit * 5 + value - 1,
            }
        }
        Self { cells, hole }
    }
}

impl From<&State> for Position {
    fn from(state: &State) -> Self {
        let piece = |piece: Option<bagatelle_piecepack::Tile>| piece.map_or(Self::HOLE, |p| p.index() as u8);
        let value =
            |coin: Option<bagatelle_piecepack::Tile>| coin.map_or(Self::HOLE, |c| c.rank.index() as u8);
        Self {
            tiles: std::array::from_fn(|cell| piece(state.tile(cell))),
            coins: std::array::from_fn(|cell| value(state.coin(cell))),
        }
    }
}
