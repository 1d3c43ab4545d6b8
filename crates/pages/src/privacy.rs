//! What the server keeps of its visitors, for how long, and who sees it. The page follows the settings of the
//! server.

use crate::frame::Frame;
use crate::urls;
use maud::{Markup, html};

/// The page.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PrivacyPage {
    /// For how many days games without an account are kept, if not for ever.
    pub keep_guests_days: Option<u32>,
    /// Whether visitors may sign up.
    pub registration: bool,
    /// Whether each request is logged.
    pub access_log: bool,
}

/// A cookie: its name, what it is for, and for how long a browser keeps it.
const COOKIES: [(&str, &str); 5] = [
    (
        "visitor",
        "a random number with a signature, by which the server knows your games; it is set when you first \
         begin a game",
    ),
    (
        "familiar",
        "that an account was logged in here, so that strangers who guess at its password do not lock you out",
    ),
    ("look", "your choice of theme and motion"),
    ("choice", "what you chose last when you began a game"),
    ("learned", "which steps of the lessons you have done"),
];

impl PrivacyPage {
    /// The whole page.
    #[must_use]
    pub fn page(&self) -> Markup {
        let body = html! {
            main.prose #table {
                h1 { "Privacy" }
                p.lead { "What this server keeps of you, for how long, and who sees it." }
                (self.kept())
                (self.how_long())
                section aria-labelledby="seen" {
                    h2 #seen { "Who sees it" }
                    ul {
                        li { "Anyone who has the address of a game can watch it, read the names of its \
                            players and replay it. Addresses cannot be guessed." }
                        li { "Open tables that are listed, and the table of the day if you put your name on \
                            it, are seen by all visitors." }
                        li { "The chat of a table is read by those who look at the table." }
                        li { "The profile of an account is seen by others only if its owner says so." }
                        li {
                            "When you report a text or a person, the moderators see what was said around it \
                             at that table, both names and what you "
                            "add, never hidden hands, passwords or other tables. The person who is reported \
                             is not told by whom."
                        }
                        li { "Those who run this server can read everything but passwords." }
                    }
                    p { "Nothing is sent to other sites, and no page loads anything from them." }
                }
                (cookies())
                (self.away())
            }
        };
        Frame::new("Privacy").page(&body)
    }

    fn kept(&self) -> Markup {
        html! {
            section aria-labelledby="kept" {
                h2 #kept { "What is kept" }
                ul {
                    li { "Your games: the moves, when they were made, the names that players gave, and the \
                        chat." }
                    li { "Your results in the deals and positions of the day." }
                    li { "Whom you have blocked, what you have reported, and what moderators and those who \
                        run this server have done about it." }
                    @if self.registration {
                        li { "Of an account: its name, a hash of its password from which the password cannot \
                            be read, its settings and ratings." }
                    }
                    @if self.access_log {
                        li { "A log of requests with the address of your connection, the page, and the \
                            time." }
                    } @else {
                        li { "No log of visits. The address of your connection is held in memory for an hour \
                            at most, to limit how much one address may ask for." }
                    }
                }
                p { "No e-mail address is asked for, and nothing counts or follows visitors." }
            }
        }
    }

    fn how_long(&self) -> Markup {
        html! {
            section aria-labelledby="long" {
                h2 #long { "For how long" }
                ul {
                    @match self.keep_guests_days {
                        Some(1) => li { "Games in which no account took part are removed when nothing has \
                            happened in them for a day." },
                        Some(days) => li {
                            "Games in which no account took part are removed when nothing has happened in \
                             them for " (days) " days. "
                            "What is kept of you beside your games goes with the last of them."
                        },
                        None => li { "Games are kept for as long as the server is." },
                    }
                    li { "Games in which an account took part are kept, for the other players have them, \
                        too." }
                    li { "Those who run this server may keep backups, in which what was deleted stays until \
                        they are replaced." }
                }
            }
        }
    }

    fn away(&self) -> Markup {
        html! {
            section aria-labelledby="away" {
                h2 #away { "To take it with you, or to delete it" }
                p {
                    "On " a href=(urls::account()) { "your page" } ", an account can be exported as one file \
                        with all that is kept of it, and deleted: "
                    "its name, password, settings, ratings, chat and daily results are gone then, and games \
                     show a deleted account in its place."
                }
                p {
                    "Without an account, only the cookie in your browser says which games are yours. Delete \
                     it there, and no one can tell any more, "
                    "not even this server. Each game can be saved as a file at its table."
                }
            }
        }
    }
}

fn cookies() -> Markup {
    html! {
        section aria-labelledby="cookies" {
            h2 #cookies { "Cookies" }
            p { "All are for this server only, and none is for advertising. A browser keeps them for 400 \
                days." }
            table {
                thead { tr { th { "Cookie" } th { "What it is for" } } }
                tbody { @for (name, what) in COOKIES { tr { td { code { (name) } } td { (what) } } } }
            }
            p { "Sound, marks on the board, and people whom you have muted are kept in your browser and, \
                with an account, in the account." }
        }
    }
}
