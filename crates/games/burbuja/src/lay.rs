//! How a deal is laid by hand: the square of tiles, then the coins of each suit. A stack may stay unknown.

use crate::board::Cell;
use crate::notation::{write_coins, write_square};
use crate::options::Setup;
use crate::rules::Burbuja;
use crate::state::State;
use crate::view::View;
use bagatelle_core::laid::{Group, Laid, LaidOut, Piece, Place, Spot};
use bagatelle_core::{Game, Viewer};
use bagatelle_piecepack::draw::{self as pieces, Face, ink};
use bagatelle_piecepack::{Lettering, Rank, Suit, Tile};
use maud::{Markup, Render, html};

/// The group of tiles; those of the coins follow, suit by suit.
const TILES: usize = 0;
/// How much larger a coin is drawn than on a table.
const COIN: f32 = 2.1;

impl LaidOut for Burbuja {
    const OPEN: &'static str =
        "You can leave coins in a stack unknown. They’re drawn at random when play begins.";

    fn groups(&self) -> Vec<Group> {
        let tile = |tile: Tile| Piece {
            id: tile.text(Lettering::Small).to_string(),
            name: tile.to_string(),
            count: 1,
            art: pieces::tile(tile, Face::Open).render(),
            seat: Piece::CENTRED,
        };
        let spot = |cell: Cell| Spot {
            name: format!("row {}, column {}", 3 - cell.y, cell.x + 3),
            column: i32::from(cell.x) + 2,
            row: 2 - i32::from(cell.y),
            optional: false,
            ghost: None,
        };
        let tiles = Group {
            name: "Tiles".into(),
            sheet: "Tiles",
            pieces: Tile::all().map(tile).collect(),
            spots: Cell::square().map(spot).collect(),
            under: None,
            ways: 1,
            ground: None,
        };
        [tiles].into_iter().chain(Suit::ALL.map(coins)).collect()
    }

    fn shapes(&self) -> Markup {
        pieces::defs().render()
    }

    fn set_up(&self, _groups: &[Group], laid: &Laid) -> Result<Setup, String> {
        let tiles = laid.places().filter(|at| at.group == TILES).filter_map(|at| laid.piece(at));
        let tiles: Vec<Tile> = tiles.filter_map(Tile::from_index).collect();
        let rank = |group: usize, spot: usize| {
            laid.piece(Place { group, spot }).and_then(Rank::from_index).ok_or("A coin is missing.")
        };
        let mut coins = [[Rank::Null; 6]; 4];
        for (suit, ranks) in coins.iter_mut().enumerate() {
            for (spot, coin) in ranks.iter_mut().enumerate() {
                *coin = rank(TILES + 1 + suit, spot)?;
            }
        }
        Ok(Setup { tiles: write_square(&tiles), coins: write_coins(&coins) })
    }

    /// Only a deal can be laid: later tiles lie anywhere.
    fn lies(&self, groups: &[Group], view: &View) -> Option<Laid> {
        let open = &view.open;
        if !open.discards.is_empty() || open.hand.is_some() || view.piles.iter().any(|(_, p)| p.stack() != 5)
        {
            return None;
        }
        let mut laid = Laid::nothing(groups);
        for (spot, cell) in Cell::square().enumerate() {
            laid.put(Place { group: TILES, spot }, Some(open.tile_at(cell)?.index()));
        }
        for (suit, pile) in view.piles.iter() {
            let front = Place { group: TILES + 1 + suit.index(), spot: 0 };
            laid.put(front, pile.front.map(Rank::index));
            for (spot, rank) in (1 + pile.unseen.len()..).zip(pile.returned.iter()) {
                laid.put(Place { spot, ..front }, Some(rank.index()));
            }
        }
        Some(laid)
    }

    /// Coins come from the tops of the stacks, so those that were seen since are known from there down, and
    /// the last one is known by itself.
    fn dealt(&self, groups: &[Group], start: &State, viewer: Viewer, now: &View) -> Option<Laid> {
        let mut laid = self.lies(groups, &self.view(start, viewer))?;
        for (suit, pile) in start.piles.iter() {
            let unseen = now.piles[suit].unseen;
            let is_known = |rank: Rank| unseen.len() < 2 || !unseen.holds(rank);
            for (spot, rank) in (1..).zip(pile.stack.iter()).filter(|(_, rank)| is_known(*rank)) {
                laid.put(Place { group: TILES + 1 + suit.index(), spot }, Some(rank.index()));
            }
        }
        Some(laid)
    }
}

/// The coins of a suit: the front coin, then the stack from its top.
fn coins(suit: Suit) -> Group {
    let coin = |rank: Rank| Piece {
        id: rank.letter(Lettering::Small).to_string(),
        name: format!("{} coin of {}", rank.name(), suit.name()),
        count: 1,
        art: scaled(html! { (pieces::coin_face(rank)) }),
        seat: Piece::CENTRED,
    };
    let spot = |spot: usize| Spot {
        name: match spot {
            0 => format!("front of {}", suit.name()),
            _ => format!("stack of {}, coin {spot} from the top", suit.name()),
        },
        column: spot as i32,
        row: suit.index() as i32,
        optional: spot > 0,
        ghost: Some(match spot {
            0 => html! { g fill=(ink(suit)) { (pieces::suit_glyph(suit, 0.0, 0.0)) } },
            _ => scaled(html! { (pieces::coin_back(suit)) }),
        }),
    };
    Group {
        name: format!("Coins of {}", suit.name()),
        sheet: "Coins",
        pieces: Rank::ALL.into_iter().map(coin).collect(),
        spots: (0..6).map(spot).collect(),
        under: None,
        ways: 1,
        ground: None,
    }
}

fn scaled(coin: Markup) -> Markup {
    html! { g transform={ "scale(" (COIN) ")" } { (coin) } }
}
