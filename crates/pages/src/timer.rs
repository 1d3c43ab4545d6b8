//! A timer for two players at a real table: each has half of a phone. It runs in the browser alone.

use crate::frame::{Card, Frame, Script, Sheet};
use crate::{game, urls};
use bagatelle_catalog::AnyGame;
use maud::{Markup, html};

/// The minutes that each player can have, and the seconds that a turn can add.
const CHOICES: [(&str, &str, &[u16], u16); 2] = [
    ("Minutes for each player", "minutes", &[3, 5, 10, 15, 20, 30], 10),
    ("Seconds added after each turn", "added", &[0, 2, 5, 10, 30], 5),
];

/// The timer of a game.
#[derive(Clone, Copy)]
pub struct TimerPage<'a> {
    game: &'a dyn AnyGame,
    base: &'a str,
}

impl<'a> TimerPage<'a> {
    /// The timer of a game that two can play. `base` is the address of the server, without a slash at the
    /// end; empty if it is unknown.
    #[must_use]
    pub fn of(game: &'a dyn AnyGame, base: &'a str) -> Option<TimerPage<'a>> {
        game::is_timed(game).then_some(TimerPage { game, base })
    }

    /// The whole page.
    #[must_use]
    pub fn page(&self) -> Markup {
        let (id, name) = (self.game.id(), game::name(self.game));
        let title = format!("Timer for {name}");
        let about = "A clock for two at a real table: tap your half of the phone to end your turn.";
        let picture = urls::game_preview(id, "");
        let address = urls::timer(id);
        let card = Some(Card { picture: &picture, ..Card::of_site(&title, about, self.base, &address) });
        let body = html! {
            main.timer #table data-timer=(id) {
                p.back { a href=(urls::game(id)) { "← " (name) } }
                h1 { (title) }
                p { "Put the phone between you. Tap your half to end your turn." }
                noscript { p.noscript { "The timer needs scripts." } }
                form.card {
                    @for (label, key, numbers, usual) in CHOICES {
                        fieldset.segments {
                            legend { (label) }
                            @for n in numbers {
                                label {
                                    input type="radio" name=(key) value=(n) checked[*n == usual];
                                    span { (n) }
                                }
                            }
                        }
                    }
                    button.primary.large type="submit" { "Begin" }
                }
            }
        };
        Frame { script: Script::Timer, sheet: Some(Sheet::Pad), card, ..Frame::new(&title) }.page(&body)
    }
}
