//! What the JSON of the game looks like, and how views are read back.

use crate::board::{Cell, REACH};
use crate::chances::Chances;
use crate::coins::{Discards, RankSet, Row};
use crate::options::{Groups, Rejections};
use crate::rules::Burbuja;
use crate::state::{Open, Status};
use crate::view::{Known, PileShape, StatusShape, View, ViewShape};
use bagatelle_core::Game;
use bagatelle_core::schema::{ActionText, Described, ViewError, ViewReader};
use bagatelle_piecepack::{BySuit, Lettering, Rank, Suit, Tile};
use serde::Deserialize;
use serde_json::Value;

impl Described for Burbuja {
    type ViewShape = ViewShape;
    const ACTION: ActionText = ActionText {
        about: "`pick:Sf` takes the front coin of a suit (`S`, `M`, `C`, `A`), `pick:St` the one on top of \
            its stack. `move:3,-1` moves the tile of that coin to a place, counted in steps to the right of \
            the middle and above it. `reject` puts the coin back.",
        pattern: r"^(pick:[SMCA][ft]|move:-?\d+,-?\d+|reject)$",
    };

    fn view_reader(&self) -> Option<&dyn ViewReader<Burbuja>> {
        Some(self)
    }
}

impl ViewReader<Burbuja> for Burbuja {
    fn parse(&self, view: &Value) -> Result<View, ViewError> {
        let shape = ViewShape::deserialize(view).map_err(format)?;
        let coins = &shape.coins;
        let piles = BySuit::new([pile(&coins.s)?, pile(&coins.m)?, pile(&coins.c)?, pile(&coins.a)?]);
        let mut discards = Discards::default();
        for text in &shape.discards {
            discards.push(tile(text)?);
        }
        let open = Open {
            cells: cells(&shape)?,
            chances: chances_left(&shape.chances)?,
            hand: shape.hand.as_deref().map(tile).transpose()?,
            confined: shape.confined.as_deref().map(str::parse).transpose().map_err(format)?,
            discards,
            status: Status::Playing,
        };
        let mut view = View { open, piles };
        each_coin_is_somewhere(&view)?;
        self.is_a_position(&view)?;
        view.open.status = self.status(&view);
        if StatusShape::from(view.open.status) != shape.status {
            return Err(ViewError::Impossible("`status` is not what follows from the tiles and coins"));
        }
        Ok(view)
    }
}

impl Burbuja {
    /// Checks what the rules say of every position.
    fn is_a_position(&self, view: &View) -> Result<(), ViewError> {
        let open = &view.open;
        let fewer = match (open.chances, self.options().chances) {
            (Chances::Each(left), Chances::Each(first)) => {
                left.iter().zip(first).all(|(left, first)| *left <= first)
            }
            (Chances::Shared(left), Chances::Shared(first)) => left <= first,
            _ => false,
        };
        if !fewer {
            return Err(ViewError::Impossible("`chances` are not what can be left under these options"));
        }
        let touches = |a: Tile, b: Tile| a != b && open.cell(a).touches(open.cell(b));
        if !Tile::all().all(|a| Tile::all().any(|b| touches(a, b))) {
            return Err(ViewError::Impossible("a tile touches no other one"));
        }
        let mut group = vec![Tile::new(Suit::Suns, Rank::Null)];
        let mut next = 0;
        while let Some(&tile) = group.get(next) {
            let more: Vec<Tile> =
                Tile::all().filter(|&it| touches(tile, it) && !group.contains(&it)).collect();
            group.extend(more);
            next += 1;
        }
        if self.options().groups == Groups::One && group.len() < Tile::COUNT {
            return Err(ViewError::Impossible("the tiles are in several groups"));
        }
        if open.hand.is_some() && self.is_ring(&open.cells) {
            return Err(ViewError::Impossible("the ring is complete, and a coin is in hand"));
        }
        let possible = match (open.confined, open.hand) {
            (None, _) => true,
            (Some(suit), None) => !view.piles[suit].left().is_empty(),
            // The second coin of a turn in which one may be rejected.
            (Some(suit), Some(tile)) => self.options().rejections == Rejections::One && tile.suit == suit,
        };
        match possible {
            true => Ok(()),
            false => Err(ViewError::Impossible("`confined` names a suit of which no coin is to be picked")),
        }
    }

    /// How far the game is.
    fn status(&self, view: &View) -> Status {
        let open = &view.open;
        let stuck = match open.hand {
            Some(tile) => self.is_stuck(open, tile),
            // What may be taken does not depend on the order of the unseen coins.
            None => !self.has_pick(&view.complete(|_, _| ())),
        };
        if self.is_ring(&open.cells) {
            Status::Won
        } else if open.discards.len() == Tile::COUNT {
            Status::Spent
        } else if stuck {
            Status::Stranded
        } else {
            Status::Playing
        }
    }
}

fn format(error: impl ToString) -> ViewError {
    ViewError::Format(error.to_string())
}

/// The second chances that are left: those that options can name, or fewer for all suits together.
fn chances_left(text: &str) -> Result<Chances, ViewError> {
    match text.strip_prefix("shared").map(str::as_bytes) {
        Some([left @ b'0'..=b'4']) => Ok(Chances::Shared(left - b'0')),
        _ => text.parse().map_err(format),
    }
}

fn tile(text: &str) -> Result<Tile, ViewError> {
    Tile::parse(text, Lettering::Small).map_err(format)
}

fn rank(letter: char) -> Result<Rank, ViewError> {
    Rank::from_letter(letter, Lettering::Small).map_err(format)
}

/// Ranks in a text, each once.
fn ranks(text: &str) -> Result<Vec<Rank>, ViewError> {
    let ranks = text.chars().map(rank).collect::<Result<Vec<Rank>, ViewError>>()?;
    if ranks.iter().copied().collect::<RankSet>().len() < ranks.len() {
        return Err(ViewError::Impossible("a coin appears twice"));
    }
    Ok(ranks)
}

fn pile(shape: &PileShape) -> Result<Known, ViewError> {
    let front = shape.front.as_deref().map(ranks).transpose()?.unwrap_or_default();
    let front = match *front {
        [] if shape.front.is_none() => None,
        [front] => Some(front),
        _ => return Err(format("`front` is one coin or null")),
    };
    let unseen: RankSet = ranks(&shape.unseen)?.into_iter().collect();
    let returned: Row = ranks(&shape.returned)?.into_iter().collect();
    Ok(Known { front, unseen, returned })
}

/// Where the tiles lie: all of them, each in a cell of its own.
fn cells(shape: &ViewShape) -> Result<[Cell; Tile::COUNT], ViewError> {
    let mut cells = [Cell::new(0, 0); Tile::COUNT];
    let mut taken = Vec::new();
    for (text, &[x, y]) in &shape.tiles {
        let (tile, cell) = (tile(text)?, Cell::new(x, y));
        if x.unsigned_abs().max(y.unsigned_abs()) > REACH.unsigned_abs() {
            return Err(ViewError::Impossible("a tile is farther away than tiles come"));
        }
        if taken.contains(&cell) {
            return Err(ViewError::Impossible("two tiles lie in one cell"));
        }
        taken.push(cell);
        cells[tile.index()] = cell;
    }
    // The texts of tiles are all different, so these are all tiles.
    if taken.len() < Tile::COUNT {
        return Err(ViewError::Impossible("a tile is missing"));
    }
    Ok(cells)
}

/// Checks that each coin is in one place: in its pile, in hand, or used.
fn each_coin_is_somewhere(view: &View) -> Result<(), ViewError> {
    let mut found = [0; Tile::COUNT];
    let used = view.open.discards.as_slice().iter().copied();
    let piles = view.piles.iter().flat_map(|(suit, known)| {
        let ranks = known.front.into_iter().chain(known.unseen.iter()).chain(known.returned.iter());
        ranks.map(move |rank| Tile::new(suit, rank))
    });
    used.chain(view.open.hand).chain(piles).for_each(|coin| found[coin.index()] += 1);
    match found.iter().all(|times| *times == 1) {
        true => Ok(()),
        false => Err(ViewError::Impossible("a coin is missing, or appears twice")),
    }
}
