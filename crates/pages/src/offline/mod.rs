//! The document that shows pages made in the browser, and its message about pages that need a
//! server.

use crate::assets;
use crate::frame::{Frame, installable, style};
use crate::{game, urls};
use maud::{DOCTYPE, Markup, html};

/// What the document needs to know.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shell<'a> {
    /// The address of the module, from the root of the host.
    pub module: &'a str,
    /// Whether there is a server.
    pub served: bool,
}

impl Shell<'_> {
    /// The document. Its script makes the page of the address in the query, and replaces the document with
    /// it.
    #[must_use]
    pub fn page(&self) -> Markup {
        let modules = assets::modules("offline");
        html! {
            (DOCTYPE)
            html lang="en" {
                head {
                    meta charset="utf-8";
                    meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover";
                    meta name="color-scheme" content="light dark";
                    title { "Bagatelle" }
                    link rel="icon" href=(assets::path("icon.svg")) type="image/svg+xml";
                    (style())
                    script type="module" src=(assets::path("patience.js")) {}
                    @for module in &modules[1..] { link rel="modulepreload" href=(module); }
                    script type="module" src=(modules[0]) {}
                    (installable())
                }
                body {
                    main.prose #shell data-module=(self.module) data-worker=(assets::path("worker.js"))
                        data-assets=(assets::names())
                        data-served[self.served] {
                        p role="status" { "Setting the table…" }
                        noscript {
                            p { "Your browser makes these pages, and needs scripts to do so." }
                            @if !self.served { (rules()) }
                        }
                    }
                }
            }
        }
    }
}

/// The first page of a site in files: it leads on to the document.
#[must_use]
pub fn entrance() -> Markup {
    html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                meta http-equiv="refresh" content={ "0; url=" (urls::offline().trim_start_matches('/')) "?"
                    (urls::home()) };
                title { "Bagatelle" }
                link rel="icon" href=(assets::path("icon.svg")) type="image/svg+xml";
                (style())
            }
            body {
                main.prose #table {
                    h1 { "Bagatelle" }
                    p { a href={ (urls::offline()) "?" (urls::home()) } { "See the games" } }
                    noscript {
                        p { "The games run in your browser, which needs scripts for them." }
                        (rules())
                    }
                }
            }
        }
    }
}

/// The rule pages, which are files where there is no server.
fn rules() -> Markup {
    html! {
        p { "You can read the rules without scripts:" }
        ul {
            @for game in game::all() {
                li { a href={ (urls::rules(game.id())) "/" } { (game::name(*game)) } }
            }
        }
    }
}

/// The page shown in place of the one on which a game is printed.
#[must_use]
pub fn unprinted(served: bool) -> Markup {
    let title = "Printing needs a connection";
    let body = html! {
        main.prose #table {
            h1 { (title) }
            p {
                @if served {
                    "Open this page once with a connection, and its sheets are kept on this device."
                } @else {
                    "This site is files without a server, and a server makes the sheets."
                }
            }
            p { a href=(urls::home()) { "See the games" } }
        }
    };
    Frame::new(title).page(&body)
}

/// The page shown in place of one that needs a server.
#[must_use]
pub fn away() -> Markup {
    let body = html! {
        main.prose #table {
            h1 { "This page needs a connection" }
            p { "It shows other players, or something that isn’t stored on this device. Your games with \
                others are safe there. Offline you can play every game alone, against the computer or on one \
                screen, take the lessons, and review the games on this device." }
            p { a href=(urls::home()) { "See the games" } }
        }
    };
    Frame::new("This page needs a connection").page(&body)
}
