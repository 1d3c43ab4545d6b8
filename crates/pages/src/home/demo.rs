//! The board on the first page that shows some moves by itself and then waits for the visitor's.

use crate::json::Json;
use crate::once::key_field;
use crate::{game, urls};
use bagatelle_catalog::AnyGame;
use bagatelle_core::present::{Demo, Motion, Offer};
use bagatelle_core::record::RecordError;
use bagatelle_core::{Seat, Viewer};
use bagatelle_table::position_record;
use maud::{Markup, PreEscaped, html};
use serde_json::Value;
use std::sync::LazyLock;

/// The board as the visitor finds it when it is their move.
struct Board {
    game: &'static dyn AnyGame,
    svg: String,
    /// What the visitor can do.
    offers: Vec<Offer>,
    /// Where the pieces lay before: where each of [`Demo::back`] brings them.
    back: Vec<Vec<Motion>>,
}

/// The board of the first game that has one.
static BOARD: LazyLock<Option<Board>> = LazyLock::new(|| {
    let (game, demo) = game::all().iter().find_map(|game| Some((*game, game.manifest().demo?)))?;
    Board::new(game, demo).ok()
});

/// The set-up of a game's demonstration. `None` if it has none.
pub fn demo_setup(game: &dyn AnyGame) -> Option<Value> {
    position_record(game.id(), &game.manifest().demo?.position).ok()?.setup
}

impl Board {
    fn new(game: &'static dyn AnyGame, demo: Demo) -> Result<Board, RecordError> {
        let viewer = Viewer::Seat(Seat(0));
        let mut play = game.open(&position_record(game.id(), &demo.position)?)?;
        let (svg, offers) = (play.svg_from(viewer, Seat(0)), play.offers(viewer));
        let mut back = Vec::new();
        for text in demo.back {
            let offer = play.offers(viewer).into_iter().find(|offer| offer.text == *text);
            back.push(offer.map(|offer| offer.motions).unwrap_or_default());
            play.play(text).map_err(|refused| RecordError::Format(refused.to_string()))?;
        }
        Ok(Board { game, svg, offers, back })
    }

    fn draw(&self) -> Markup {
        html! {
            form.demo method="post" action=(urls::game_demo(self.game.id())) data-offers=(Json(&self.offers))
                data-back=(Json(&self.back)) {
                (key_field())
                input type="hidden" name="first";
                div.live { (PreEscaped(&self.svg)) }
                div.asks {
                    p { strong { (game::name(self.game)) } " " (game::tagline(self.game)) }
                    button.primary.large { "Your move" }
                }
            }
        }
    }
}

/// The board, if a game has one.
pub(super) fn board() -> Option<Markup> {
    BOARD.as_ref().map(Board::draw)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_demonstration_leads_to_a_short_game() {
        let board = BOARD.as_ref().unwrap();
        assert!(board.back.iter().all(|moved| !moved.is_empty()), "each move brings a piece somewhere");
        assert!(board.offers.iter().any(|offer| offer.path.len() == 1), "one press is a move");
        assert!(demo_setup(board.game).is_some());
        let without = game::all().iter().find(|game| game.manifest().demo.is_none()).unwrap();
        assert_eq!(demo_setup(*without), None);
    }
}
