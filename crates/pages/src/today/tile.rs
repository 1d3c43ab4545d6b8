//! The tile of a deal of the day: its drawing, the visitor's progress, and the link to it.

use super::played::{Played, Standing, stars};
use crate::text::{capitalised, count};
use crate::{game, urls};
use bagatelle_catalog::AnyGame;
use bagatelle_core::present::Par;
use bagatelle_table::WorldDate;
use maud::{Markup, html};

/// What a day offers: the deal or the position of one game.
#[derive(Clone, Copy)]
pub struct Offer<'a> {
    /// The game.
    pub game: &'a dyn AnyGame,
    /// The world date.
    pub date: WorldDate,
    /// Whether it is a position with one move to find, not a deal.
    pub position: bool,
    /// How hard it is, as far as that is known: `Easy`.
    pub level: Option<&'static str>,
    /// The par of the deal, if it is known.
    pub par: Option<Par>,
    /// What the visitor has played of it.
    pub played: Option<Played<'a>>,
}

/// Where a tile leads.
enum WayIn {
    /// A page: a position, or a table that the visitor has.
    Page(String),
    /// The address that makes the visitor's table.
    Begin(String),
}

impl Offer<'_> {
    /// Where the tile leads: one tap, and the visitor is playing.
    fn way_in(&self) -> WayIn {
        match self.played.and_then(|played| played.table) {
            Some(table) => WayIn::Page(urls::table(table)),
            None if self.position => WayIn::Page(urls::daily(self.date, self.game.id())),
            None => WayIn::Begin(urls::daily(self.date, self.game.id())),
        }
    }

    /// The drawing: of the visitor's table, or of the deal or position. One of a position that is still being
    /// looked for comes when it is found.
    pub(crate) fn picture(&self) -> String {
        match self.played.and_then(|played| played.table) {
            Some(table) => urls::table_picture(table),
            None => urls::daily_picture(self.date, self.game.id()),
        }
    }

    /// What is known before it is begun: the only place that tells how hard it is.
    pub(super) fn level(&self) -> String {
        let what = match self.position {
            true => "Find the best move".to_owned(),
            false => game::minutes(self.game),
        };
        self.known().chain([what]).collect::<Vec<_>>().join(" · ")
    }

    /// How hard it is, and its par, as far as they are known.
    fn known(&self) -> impl Iterator<Item = String> {
        let par = self.par.map(|par| format!("Par {}", par.moves));
        self.level.map(str::to_owned).into_iter().chain(par)
    }

    /// The way in, where the game is already named.
    pub(crate) fn today(&self) -> Markup {
        let what = if self.position { "position" } else { "deal" };
        let named = html! { "’s " (what) " of " (game::name(self.game)) };
        let begun = self.is_under_way();
        let inner = match begun {
            true => html! { "Continue" span.unseen { " today" (named) } },
            false => html! { "Today" span.unseen { (named) } },
        };
        html! {
            @match self.way_in() {
                WayIn::Page(page) => a.button.primary[begun] href=(page) { (inner) },
                WayIn::Begin(address) => form method="post" action=(address) { button { (inner) } },
            }
        }
    }

    /// Whether it is begun and not ended.
    pub(crate) fn is_under_way(&self) -> bool {
        self.touched() == Some(Standing::Open)
    }

    /// How far the visitor has come, or else how hard it is, if that is known.
    pub(crate) fn standing(&self) -> Option<Markup> {
        let known = self.known().collect::<Vec<_>>().join(" · ").to_lowercase();
        match self.played.filter(Played::is_begun) {
            Some(played) => Some(html! {
                "Today: " (played.words())
                @if let Some(marks) = played.marks() { " " (stars(marks)) }
            }),
            None => (!known.is_empty()).then(|| html! { "Today: " (known) }),
        }
    }

    /// How far the visitor has come with a deal that was begun: one that was only looked at is played, not
    /// continued.
    fn touched(&self) -> Option<Standing> {
        self.played.filter(Played::is_begun).map(|played| played.standing())
    }

    /// The tile.
    pub(super) fn tile(&self) -> Markup {
        let standing = self.touched();
        let name = game::name(self.game);
        let inner = html! {
            span.drawing { img src=(self.picture()) alt="" width="320" height="320" loading="lazy"; }
            span.told {
                strong { (name) }
                span.level { (self.level()) }
            }
            @if let Some(played) = self.played.as_ref().filter(|played| played.is_begun()) {
                span.standing { (told(played)) }
            }
            span.go {
                @match standing {
                    None => "Play",
                    Some(Standing::Open) => "Continue",
                    Some(Standing::Solved | Standing::Unsolved) => "View",
                }
            }
        };
        html! {
            @match self.way_in() {
                WayIn::Page(table) => a.offer.solved[standing == Some(Standing::Solved)].open[standing ==
                    Some(Standing::Open)] href=(table) { (inner) },
                WayIn::Begin(address) => form method="post" action=(address) { button.offer { (inner) } },
            }
        }
    }
}

/// How far the visitor has come, with marks.
fn told(played: &Played<'_>) -> Markup {
    html! {
        @if let Some(marks) = played.marks() { (stars(marks)) " " }
        (capitalised(&played.words()))
    }
}

/// The address of the picture that other sites show with a link to a page of these deals: that of the first.
pub(crate) fn preview(offers: &[Offer<'_>]) -> String {
    let first = offers.first().map(|offer| urls::daily_preview(offer.date, offer.game.id()));
    first.unwrap_or_else(urls::site_preview)
}

/// The tiles of a day.
pub(super) fn tiles(offers: &[Offer<'_>]) -> Markup {
    html! {
        ul.tiles aria-label=(count(offers.len() as u64, "deal")) {
            @for offer in offers { li { (offer.tile()) } }
        }
    }
}
