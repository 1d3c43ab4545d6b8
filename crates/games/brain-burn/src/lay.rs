//! How a deal is laid by hand: the tiles and the hole, then the coins on them.

use crate::action::{CELLS, SIDE};
use crate::draw::{coin_art, place};
use crate::options::{Match, Setup};
use crate::rules::BrainBurn;
use crate::state::{Coin, State};
use bagatelle_core::Game;
use bagatelle_core::laid::{Group, Laid, LaidOut, Piece, Place, Spot};
use bagatelle_core::present::written;
use bagatelle_piecepack::draw::{self as pieces, COIN_RADIUS, COIN_SEAT, Face, TILE_HALF};
use bagatelle_piecepack::{Lettering, Rank, Tile};
use maud::{Markup, Render, html};

/// The group of tiles, and that of coins.
const TILES: usize = 0;
const COINS: usize = 1;
/// The piece that stands for the hole, after all tiles.
const HOLE: usize = Tile::COUNT;
/// How much larger a coin is drawn by itself than on a tile.
const COIN: f32 = 2.1;

impl LaidOut for BrainBurn {
    fn groups(&self) -> Vec<Group> {
        let spots = || -> Vec<Spot> {
            let spot = |cell: usize| Spot {
                name: written(place(cell)),
                column: (cell % SIDE) as i32,
                row: (cell / SIDE) as i32,
                optional: false,
                ghost: None,
            };
            (0..CELLS).map(spot).collect()
        };
        let tile = |tile: Tile| Piece {
            id: tile.text(Lettering::Capital).to_string(),
            name: tile.to_string(),
            count: 1,
            art: pieces::tile(tile, Face::Seat).render(),
            seat: Piece::CENTRED,
        };
        let hole =
            Piece { id: "--".into(), name: "hole".into(), count: 1, art: hole(), seat: Piece::CENTRED };
        let coin = |coin: Coin| Piece {
            id: coin.text().to_string(),
            name: format!("{} coin", coin.name()),
            count: if coin.suit.is_none() { 4 } else { 1 },
            art: html! { g transform={ "scale(" (COIN) ")" } { (coin_art(coin)) } },
            seat: (COIN_SEAT.0, COIN_SEAT.1, 1.0 / COIN),
        };
        let coins: Vec<Coin> = match self.options().coins {
            Match::Value => Rank::ALL.map(|rank| Coin { rank, suit: None }).to_vec(),
            Match::Suit => Tile::all().map(|tile| Coin { rank: tile.rank, suit: Some(tile.suit) }).collect(),
        };
        vec![
            Group {
                name: "Tiles".into(),
                sheet: "Tiles",
                pieces: Tile::all().map(tile).chain([hole]).collect(),
                spots: spots(),
                under: None,
                ways: 1,
                ground: None,
            },
            Group {
                name: "Coins".into(),
                sheet: "Coins",
                pieces: coins.into_iter().map(coin).collect(),
                spots: spots(),
                under: Some(TILES),
                ways: 1,
                ground: None,
            },
        ]
    }

    fn shapes(&self) -> Markup {
        pieces::defs().render()
    }

    fn settle(&self, _groups: &[Group], laid: &mut Laid) {
        let empty: Vec<Place> =
            laid.places().filter(|at| at.group == TILES && laid.piece(*at).is_none()).collect();
        let each_once = (0..Tile::COUNT).all(|tile| laid.places_of(TILES, tile).count() == 1);
        if let ([at], true) = (empty.as_slice(), each_once) {
            laid.put(*at, Some(HOLE));
        }
    }

    fn is_closed(&self, laid: &Laid, at: Place) -> bool {
        at.group == COINS && laid.piece(Place { group: TILES, ..at }) == Some(HOLE)
    }

    fn set_up(&self, groups: &[Group], laid: &Laid) -> Result<Setup, String> {
        let text = |group: usize| -> Vec<&str> {
            let id = |at| laid.piece(at).map_or("-", |piece| groups[group].pieces[piece].id.as_str());
            laid.places().filter(|at| at.group == group).map(id).collect()
        };
        Ok(Setup { position: format!("{} | {}", text(TILES).join(" "), text(COINS).join(" ")) })
    }

    fn lies(&self, groups: &[Group], view: &State) -> Option<Laid> {
        let mut laid = Laid::nothing(groups);
        let index = |coin: Tile| match self.options().coins {
            Match::Value => coin.rank.index(),
            Match::Suit => coin.index(),
        };
        for spot in 0..CELLS {
            laid.put(Place { group: TILES, spot }, Some(view.tile(spot).map_or(HOLE, Tile::index)));
            laid.put(Place { group: COINS, spot }, view.coin(spot).map(index));
        }
        Some(laid)
    }
}

/// An empty well.
fn hole() -> Markup {
    let side = 2.0 * TILE_HALF - 16.0;
    html! {
        rect x=(-side / 2.0) y=(-side / 2.0) width=(side) height=(side) rx="9" fill="#2b1a10"
            fill-opacity=".75" stroke="#8a6a4a" stroke-width="3" stroke-dasharray="9 7" {}
        circle r=(COIN_RADIUS / 3.0) fill="#8a6a4a" {}
    }
}
