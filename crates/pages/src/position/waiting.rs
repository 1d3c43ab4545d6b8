//! The page while a position is being found.

use crate::frame::{Frame, Place};
use crate::{game, text, urls};
use bagatelle_catalog::AnyGame;
use bagatelle_table::WorldDate;
use maud::{Markup, html};

/// After how many seconds the page loads itself again.
const RELOAD_S: u32 = 2;

/// The page of a position of the day that is not found yet.
#[derive(Clone, Copy)]
pub struct WaitingPage<'a> {
    /// The game.
    pub game: &'a dyn AnyGame,
    /// The world date.
    pub date: WorldDate,
    /// How many games have been searched.
    pub looked: u64,
}

impl WaitingPage<'_> {
    /// The whole page.
    #[must_use]
    pub fn page(&self) -> Markup {
        let (id, name) = (self.game.id(), game::name(self.game));
        let title = format!("{name}: position of {}", text::day(&self.date.to_string()));
        let body = html! {
            main.prose #table {
                p.back { a href=(urls::game(id)) { "← " (name) } }
                h1 { "Position of the day" }
                p.lead role="status" {
                    "Preparing the position of " (text::day(&self.date.to_string())) ". "
                    @match self.looked {
                        0 => "The search starts soon.",
                        n => { "The solver has searched " (text::count(n, "game")) " so far." }
                    }
                }
                p.small { "This takes a few seconds and happens only once. The page reloads by itself." }
            }
        };
        Frame { place: Some(Place::Today), reload_s: Some(RELOAD_S), ..Frame::new(&title) }.page(&body)
    }
}
