//! What every page has around its own part: head, header, messages.

use crate::assets;
use crate::picture::PREVIEW;
use crate::urls;
use maud::{DOCTYPE, Markup, PreEscaped, html};

/// The script of a page.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Script {
    /// For pages that stand still.
    #[default]
    Plain,
    /// For pages that change while they are open: a table, or the list of open tables.
    Live,
    /// For pages that change, with a line of moves to step along: a position of the day.
    Steps,
    /// For replays.
    Replay,
    /// For what can be learned from a finished game.
    Review,
    /// For the analysis board.
    Analysis,
    /// For the page of settings.
    Settings,
    /// For pages that show times by the visitor’s clock, such as those with the deals of the day.
    Today,
    /// For the first page.
    Home,
    /// For the page on which a game is printed.
    Print,
    /// For the page on which a set-up is laid.
    Lay,
    /// For score pads.
    Pad,
    /// For timers.
    Timer,
}

impl Script {
    /// The name of the module.
    #[must_use]
    pub fn module(self) -> &'static str {
        match self {
            Script::Plain => "page",
            Script::Live => "main",
            Script::Steps => "steps",
            Script::Replay => "replay",
            Script::Review => "review",
            Script::Analysis => "analysis",
            Script::Settings => "preferences",
            Script::Today => "today",
            Script::Home => "home",
            Script::Print => "print",
            Script::Lay => "lay",
            Script::Pad => "pad",
            Script::Timer => "timer",
        }
    }
}

/// A style sheet of some pages.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sheet {
    /// For pages with figures, charts or a table of contents.
    People,
    /// For pages with the deals of the day.
    Today,
    /// For the pages about the fairness of deals.
    Fairness,
    /// For the pages of moderators.
    Admin,
    /// For the analysis board and reviews.
    Analysis,
    /// For the page on which a game is printed.
    Print,
    /// For the page on which a set-up is laid.
    Lay,
    /// For the pages on which a game is begun.
    NewGame,
    /// For score pads and timers.
    Pad,
}

impl Sheet {
    fn file(self) -> &'static str {
        match self {
            Sheet::People => "people.css",
            Sheet::Today => "today.css",
            Sheet::Fairness => "fairness.css",
            Sheet::Admin => "admin.css",
            Sheet::Analysis => "analysis.css",
            Sheet::Print => "print.css",
            Sheet::Lay => "lay.css",
            Sheet::NewGame => "new-game.css",
            Sheet::Pad => "pad.css",
        }
    }
}

/// A link in the head of all pages.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    /// The deals of the day.
    Today,
    /// The tables with open seats.
    Tables,
    /// The visitor's games.
    Games,
    /// The visitor's own page.
    Me,
}

/// What every page has around its own part.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Frame<'a> {
    /// The title in the browser's tab.
    pub title: &'a str,
    /// The script.
    pub script: Script,
    /// The style sheet that the page needs besides the common one.
    pub sheet: Option<Sheet>,
    /// Whether the page has a board, which lies on a table up to the edges of the window.
    pub laid: bool,
    /// What other sites show with a link to the page.
    pub card: Option<Card<'a>>,
    /// The link of the head that the page belongs to, if any.
    pub place: Option<Place>,
    /// How many tables wait for the visitor: the title and the icon show it.
    pub waiting: usize,
    /// After how many seconds the browser reloads the page: for pages that wait for something and have no
    /// live updates.
    pub reload_s: Option<u32>,
    /// The same where the browser runs no scripts, for pages that have live updates.
    pub unscripted_reload_s: Option<u32>,
}

/// What other sites and messengers show with a link.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Card<'a> {
    /// The heading.
    pub title: &'a str,
    /// A sentence.
    pub description: &'a str,
    /// The address of the server, without a slash at the end; empty if it is unknown.
    pub base: &'a str,
    /// The address of the page there.
    pub page: &'a str,
    /// The address of a picture of [`PREVIEW`] pixels there.
    pub picture: &'a str,
}

impl<'a> Frame<'a> {
    /// The frame of a page that stands still.
    #[must_use]
    pub fn new(title: &'a str) -> Frame<'a> {
        Frame { title, ..Frame::default() }
    }

    /// The whole page around `body`, its `main` element.
    #[must_use]
    pub fn page(&self, body: &Markup) -> Markup {
        html! {
            (DOCTYPE)
            html lang="en" {
                (self.head())
                body.laid[self.laid] {
                    a.skip href="#table" { "Skip to content" }
                    (self.header())
                    (body)
                    (footer())
                    // What is shown there for a moment is read out here, with everything else that happens:
                    // in one place, each line once.
                    div #toast aria-hidden="true" {}
                    div #announce .unseen aria-live="polite" {}
                }
            }
        }
    }

    fn header(&self) -> Markup {
        let links = [
            (Place::Today, urls::today(), "Today"),
            (Place::Tables, urls::lobby(), "Open tables"),
            (Place::Games, urls::archive(), "My games"),
            (Place::Me, urls::account(), "Me"),
        ];
        html! {
            header.site {
                a.brand href=(urls::home()) { (PreEscaped(assets::ICON)) span { "Bagatelle" } }
                nav aria-label="Site" {
                    @for (place, address, label) in links {
                        a href=(address) aria-current=[(self.place == Some(place)).then_some("page")] {
                            (label)
                            @if place == Place::Games { (badge(self.waiting)) }
                        }
                    }
                }
            }
        }
    }

    fn head(&self) -> Markup {
        html! {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover";
                meta name="color-scheme" content="light dark";
                meta name="theme-color" content="#f3eee4" media="(prefers-color-scheme: light)";
                meta name="theme-color" content="#1d1f1e" media="(prefers-color-scheme: dark)";
                @if let Some(seconds) = self.reload_s { meta http-equiv="refresh" content=(seconds); }
                @if let Some(seconds) = self.unscripted_reload_s {
                    noscript { meta http-equiv="refresh" content=(seconds); }
                }
                title { @if self.waiting > 0 { "(" (self.waiting) ") " } (self.title) }
                (icon(self.waiting > 0))
                (style())
                @if let Some(sheet) = self.sheet { link rel="stylesheet" href=(assets::path(sheet.file())); }
                (script(self.script))
                (installable())
                script type="module" src=(assets::modules("install")[0]) {}
                @if let Some(card) = &self.card { (card.tags()) }
            }
        }
    }
}

/// The style sheet of all pages and its fonts, which browsers would otherwise request only once they have the
/// sheet.
pub(crate) fn style() -> Markup {
    html! {
        @for font in ["text.woff2", "title.woff2"] {
            link rel="preload" as="font" type="font/woff2" crossorigin href=(assets::path(font));
        }
        link rel="stylesheet" href=(assets::path("bagatelle.css"));
    }
}

/// A module with all that it needs. The browser fetches them at once.
fn script(script: Script) -> Markup {
    let modules = assets::modules(script.module());
    html! {
        @for module in &modules[1..] { link rel="modulepreload" href=(module); }
        script type="module" src=(modules[0]) {}
    }
}

/// What a system that installs the site asks for. The module `install` of the scripts does the rest.
pub fn installable() -> Markup {
    html! {
        link rel="manifest" href=(urls::manifest());
        link rel="apple-touch-icon" href=(urls::icon(TOUCH_ICON));
    }
}

/// The last part of the address of the icon for Apple's systems.
pub const TOUCH_ICON: &str = "touch.png";

/// The icon, and the one that says that it is the visitor's turn, which the page's script puts in its place.
/// How many games wait, beside the link to them.
pub(crate) fn badge(waiting: usize) -> Markup {
    html! {
        @if waiting > 0 {
            span.badge aria-hidden="true" { (waiting) }
            span.unseen { ", " (waiting) " waiting for you" }
        }
    }
}

/// The address of the icon of a page whose visitor is waited for, or is not.
pub(crate) fn icon_path(waits: bool) -> &'static str {
    assets::path(if waits { "icon-turn.svg" } else { "icon.svg" })
}

fn icon(waits: bool) -> Markup {
    html! { link rel="icon" href=(icon_path(waits)) type="image/svg+xml" data-calm=(icon_path(false))
    data-waiting=(icon_path(true)); }
}

fn footer() -> Markup {
    html! {
        footer.site {
            nav aria-label="About this site" {
                a href=(urls::fairness()) { "Fair deals" }
                a href=(urls::privacy()) { "Privacy" }
            }
        }
    }
}

impl<'a> Card<'a> {
    /// A card with the picture of the six boards.
    pub(crate) fn of_site(title: &'a str, description: &'a str, base: &'a str, page: &'a str) -> Card<'a> {
        Card { title, description, base, page, picture: urls::pattern::SITE_PREVIEW }
    }

    fn tags(&self) -> Markup {
        html! {
            meta name="description" content=(self.description.trim());
            meta property="og:type" content="website";
            meta property="og:site_name" content="Bagatelle";
            meta property="og:title" content=(self.title);
            meta property="og:description" content=(self.description.trim());
            // Other sites need whole addresses.
            @if !self.base.is_empty() {
                meta property="og:url" content={ (self.base) (self.page) };
                meta property="og:image" content={ (self.base) (self.picture) };
                meta property="og:image:width" content=(PREVIEW.0);
                meta property="og:image:height" content=(PREVIEW.1);
                meta name="twitter:card" content="summary_large_image";
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_head_tells_where_the_page_belongs() {
        let html = |place| Frame { place, ..Frame::new("A page") }.page(&html! { main {} }).into_string();
        assert!(!html(None).contains("aria-current"));
        for (place, label) in [
            (Place::Today, "Today"),
            (Place::Tables, "Open tables"),
            (Place::Games, "My games"),
            (Place::Me, "Me"),
        ] {
            let html = html(Some(place));
            assert_eq!(html.matches("aria-current").count(), 1);
            assert!(html.contains(&format!("aria-current=\"page\">{label}</a>")), "{html}");
        }
    }
}
