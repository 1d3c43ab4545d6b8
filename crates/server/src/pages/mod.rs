//! The pages, as functions that return HTML. A function per visible piece; the live update sends the same piece that
//! the full page holds.

pub mod home;
pub mod me;
mod people;
pub mod play;
pub mod replay;
pub mod tables;

use crate::assets::Assets;
use crate::picture::PREVIEW;
use maud::{DOCTYPE, Markup, PreEscaped, html};

/// What every page has around its own part.
pub struct Frame<'a> {
    /// The title in the browser's tab.
    pub title: &'a str,
    /// The addresses of style sheet and scripts.
    pub assets: &'a Assets,
    /// Whether the page changes while it is open: a table, or the list of open tables.
    pub live: bool,
}

/// What other sites and messengers show of a page when somebody sends its link.
pub struct Card<'a> {
    /// The heading.
    pub title: &'a str,
    /// A sentence.
    pub description: &'a str,
    /// The whole address of the page.
    pub page: &'a str,
    /// The whole address of the picture, see [`crate::picture`].
    pub picture: &'a str,
}

/// A card, for a page's head.
#[must_use]
pub fn card(card: &Card<'_>) -> Markup {
    html! {
        meta property="og:type" content="website";
        meta property="og:site_name" content="Bagatelle";
        meta property="og:title" content=(card.title);
        meta property="og:description" content=(card.description.trim());
        meta property="og:url" content=(card.page);
        meta property="og:image" content=(card.picture);
        meta property="og:image:width" content=(PREVIEW.0);
        meta property="og:image:height" content=(PREVIEW.1);
        meta name="twitter:card" content="summary_large_image";
    }
}

/// A whole page.
#[must_use]
pub fn page(frame: &Frame<'_>, body: &Markup) -> Markup {
    page_with(frame, &html! {}, body)
}

/// A whole page with something more in its head.
#[must_use]
pub fn page_with(frame: &Frame<'_>, head: &Markup, body: &Markup) -> Markup {
    html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover";
                meta name="color-scheme" content="light dark";
                meta name="theme-color" content="#f3eee4" media="(prefers-color-scheme: light)";
                meta name="theme-color" content="#1d1f1e" media="(prefers-color-scheme: dark)";
                title { (frame.title) }
                link rel="icon" href=(frame.assets.path("icon.svg")) type="image/svg+xml";
                link rel="stylesheet" href=(frame.assets.path("bagatelle.css"));
                (script(frame.assets, if frame.live { "main" } else { "page" }))
                (head)
            }
            body {
                a.skip href="#table" { "To the table" }
                header.site {
                    a.brand href="/" { (PreEscaped(include_str!("../../../../assets/icon.svg"))) span { "Bagatelle" } }
                    nav { a href="/tables" { "Open tables" } a href="/games" { "My games" } a href="/me" { "Me" } }
                }
                (body)
                div #toast role="status" aria-live="polite" {}
            }
        }
    }
}

/// A module with all that it needs, for a page's head. The browser fetches them at once.
fn script(assets: &Assets, name: &str) -> Markup {
    let modules = assets.modules(name);
    html! {
        @for module in &modules[1..] { link rel="modulepreload" href=(module); }
        script type="module" src=(modules[0]) {}
    }
}

/// A page that says what went wrong, in plain words.
#[must_use]
pub fn trouble(assets: &Assets, heading: &str, text: &str) -> Markup {
    let body = html! {
        main.prose #table {
            h1 { (heading) }
            p { (text) }
            p { a href="/" { "To the games" } }
        }
    };
    page(&Frame { title: heading, assets, live: false }, &body)
}

/// A time in seconds as people write it: `2 d 3 h`, `1:06:12`, `6:12`.
fn time(seconds: i64) -> String {
    let (d, h, m, s) = (seconds / 86_400, seconds / 3600 % 24, seconds / 60 % 60, seconds % 60);
    match (d, h) {
        (0, 0) => format!("{m}:{s:02}"),
        (0, h) => format!("{h}:{m:02}:{s:02}"),
        (d, h) => format!("{d} d {h} h"),
    }
}
