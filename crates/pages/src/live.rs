//! Live: the running games that anyone may watch, the page that waits for the first of them, and the line on
//! the page of a game by which one page cycles through them.

use crate::frame::{Card, Frame, Place, Script, Sheet};
use crate::list::TableItem;
use crate::standing::players;
use crate::{game, ornament, text, urls};
use bagatelle_core::present::face;
use bagatelle_table::Pace;
use maud::{Markup, html};

/// After how many seconds a page without scripts asks again.
const RELOAD_S: u32 = 10;

/// A public game.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct LiveItem<'a> {
    /// The table.
    pub table: TableItem<'a>,
    /// The rating of each seat, where it counts and is known.
    pub ratings: &'a [Option<f64>],
    /// How many people watch.
    pub watching: usize,
}

/// The list of public games.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct LivePage<'a> {
    /// The number of the list's version, as the stream sends it.
    pub version: u64,
    /// The games, the most interesting first.
    pub games: &'a [LiveItem<'a>],
    /// Whether the page goes on to the first game by itself.
    pub waits: bool,
    /// The address of the server, without a slash at the end.
    pub base: &'a str,
}

impl LivePage<'_> {
    /// The whole page.
    #[must_use]
    pub fn page(&self) -> Markup {
        let card = Card {
            title: "Live games",
            description: "Games being played right now, for anyone to watch.",
            base: self.base,
            page: &urls::live(),
            picture: &urls::site_preview(),
        };
        let frame = Frame {
            place: Some(Place::Tables),
            script: Script::Live,
            sheet: Some(Sheet::People),
            card: Some(card),
            unscripted_reload_s: Some(RELOAD_S),
            ..Frame::new("Live games")
        };
        frame.page(&html! {
            main.prose {
                h1 { "Live games" }
                p.small { "Games being played right now that anyone may watch." }
                (self.part())
            }
        })
    }

    /// The part that live updates replace.
    #[must_use]
    pub fn part(&self) -> Markup {
        let part = if self.waits { urls::live_part_waiting() } else { urls::live_part() };
        html! {
            div.lists #table data-version=(self.version) data-seq="0" data-revision=(self.version)
                data-part=(part) data-events=(urls::live_events()) {
                @if self.games.is_empty() {
                    (ornament::all())
                    p #status role="status" { (self.none()) }
                    p.choices { a.button href=(urls::lobby()) { "Open tables" } }
                } @else {
                    p.choices {
                        a.button.primary href=(urls::live_watch()) data-go=[self.waits.then_some("along")] {
                            "Watch them one by one"
                        }
                    }
                    ul.mine.boards.live { @for item in self.games { (one(item)) } }
                }
            }
        }
    }

    fn none(&self) -> &'static str {
        match self.waits {
            true => "No public games right now. Keep this page open to see the next one as it begins.",
            false => {
                "No public games right now. Open a table that anyone may watch, and it’ll be listed here."
            }
        }
    }
}

/// A game in the list.
fn one(item: &LiveItem<'_>) -> Markup {
    let TableItem { spec, summary } = item.table;
    let players = players(&spec.game, summary);
    html! {
        @if let Some(game) = game::find(&spec.game) {
            li {
                a href=(urls::live_game(&spec.id)) {
                    img src=(urls::thumbnail_at(&spec.id, summary.events)) alt="" width="72" height="72"
                        loading="lazy";
                    span.what {
                        strong { (game::name(game)) }
                        span.deal {
                            @for (n, player) in players.iter().enumerate() {
                                @if n > 0 { @if n + 1 == players.len() { " and " } @else { ", " } }
                                @if let Some(persona) = &player.persona { (face(persona)) }
                                (player.name)
                                @if let Some(rating) = item.ratings.get(n).copied().flatten() {
                                    " (" (rating.round()) ")"
                                }
                            }
                            @if spec.terms.pace != Pace::Free { " · " (spec.terms.pace.words()) }
                            @if spec.terms.rated { " · rated" }
                        }
                    }
                    span.state {
                        span { (stage(summary.plies)) }
                        @if item.watching > 0 { span { (item.watching) " watching" } }
                    }
                }
            }
        }
    }
}

/// How far a game has come, in a few words.
fn stage(plies: u64) -> String {
    if plies == 0 { "Just begun".into() } else { text::count(plies, "move") }
}

/// Puts the way to the next public game on the page of one that has the id. `others` says whether there is a
/// next one, `over` that this one has ended.
#[must_use]
pub fn on_page(page: &str, id: &str, others: bool, over: bool) -> String {
    const HEAD_ENDS: &str = "</header>";
    let next = urls::live_after(id);
    let line = html! {
        nav.tv aria-label="Live games" {
            a href=(urls::live()) { "Live games" }
            a href=(urls::table(id)) { "This table" }
            a.button data-next[true] hidden[!others] href=(next) { "Next game" }
            @if over { noscript { meta http-equiv="refresh" content={ (RELOAD_S) "; url=" (next) }; } }
        }
    };
    page.replacen(HEAD_ENDS, &format!("{HEAD_ENDS}{}", line.into_string()), 1)
}
