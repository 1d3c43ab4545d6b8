//! Brain Burn in the browser: how a board is read off the page, and the stories that are about this game.

mod deal;
mod play;

use crate::harness::{Visitor, wait};
use anyhow::{Context, Result};
use serde_json::Value;

/// Reads a board off the picture: what lies where, by the nearest well.
const BOARD: &str = r"
    const all = (selector) => [...document.querySelectorAll('#table .board ' + selector)];
    const at = (e) => /\((-?[\d.]+)[ ,]+(-?[\d.]+)\)/.exec(e.getAttribute('transform')).slice(1).map(Number);
    const wells = all('.well').map((e) => ({ cell: Number(e.id.slice(5)), at: at(e) }));
    const cell = (e) => {
        const [x, y] = at(e);
        const far = (well) => Math.hypot(well.at[0] - x, well.at[1] - y);
        return wells.reduce((best, well) => (far(well) < far(best) ? well : best)).cell;
    };
    const byCell = (pieces) => {
        const cells = Array(25).fill('');
        for (const e of pieces) cells[cell(e)] += e.id.replace(/^\w+-/, '');
        return cells;
    };
    return [byCell(all('.tile')), byCell(all('.coin'))];";

/// What lies where on a board: the tile and the coin of each cell, empty in the hole.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Board {
    /// Tiles as in texts, `S3`.
    pub tiles: Vec<String>,
    /// The numbers of the coins.
    pub coins: Vec<String>,
}

impl Board {
    /// The cell of the hole.
    pub fn hole(&self) -> usize {
        self.tiles.iter().position(String::is_empty).expect("a hole")
    }

    /// The same board after the tile in `cell` has gone into the hole with its coin.
    pub fn slid(mut self, cell: usize) -> Board {
        let hole = self.hole();
        self.tiles.swap(hole, cell);
        self.coins.swap(hole, cell);
        self
    }

    /// The same board with the coins of two cells exchanged.
    pub fn swapped(mut self, one: usize, other: usize) -> Board {
        self.coins.swap(one, other);
        self
    }
}

impl Visitor {
    /// Deals a game of Brain Burn by its form and goes there; an empty seed means any.
    pub async fn deal_brain_burn(&self, hole: usize, seed: &str) -> Result<()> {
        self.go("/brain-burn").await?;
        self.choose("way", "seed").await?;
        self.fill("input[name=seed]", seed).await?;
        self.click(".more-options summary").await?;
        self.click(&format!("input[name='wish.hole'][value='{hole}']")).await?;
        self.click("form.start button.primary").await?;
        self.arrives().await?;
        self.sees("a board", "return !!document.querySelector('#table .board svg')", true).await
    }

    /// What lies on the board.
    pub async fn board(&self) -> Result<Board> {
        let (tiles, coins) = serde_json::from_value(self.js(BOARD, Value::Null).await?)?;
        Ok(Board { tiles, coins })
    }

    /// Looks until the board is as expected.
    pub async fn sees_board(&self, expected: &Board) -> Result<()> {
        wait("the board", async || self.board().await, |board| board == expected)
            .await
            .with_context(|| format!("expected {expected:?}"))
            .map(drop)
    }

    /// Clicks the tile in a cell of a board.
    pub async fn click_cell(&self, cell: usize) -> Result<()> {
        let board = self.board().await?;
        self.click(&format!("#tile-{}", board.tiles[cell])).await
    }
}
