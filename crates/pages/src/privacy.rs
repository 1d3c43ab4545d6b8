//! What the server keeps about its visitors, for how long, and who sees it. The page follows the settings of
//! the server.

use crate::frame::{Card, Frame};
use crate::urls;
use maud::{Markup, html};

/// The page.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PrivacyPage<'a> {
    /// For how many days games without an account are kept, if not forever.
    pub keep_guests_days: Option<u32>,
    /// Whether visitors may sign up.
    pub registration: bool,
    /// Whether each request is logged.
    pub access_log: bool,
    /// Whether the server sends notifications.
    pub notifications: bool,
    /// The address of the server, without a slash at the end; empty if it is unknown.
    pub base: &'a str,
}

/// A cookie: its name, what it is for, and for how long a browser keeps it.
const COOKIES: [(&str, &str); 5] = [
    ("visitor", "a signed random number that ties your games to you; set when you first begin a game"),
    (
        "familiar",
        "that you’ve logged in here before, so strangers who guess at your password can’t lock you out",
    ),
    ("look", "your choice of theme and motion"),
    ("choice", "your last choices for a new game"),
    ("learned", "which lesson steps you’ve done"),
];

impl PrivacyPage<'_> {
    /// The whole page.
    #[must_use]
    pub fn page(&self) -> Markup {
        let body = html! {
            main.prose #table {
                h1 { "Privacy" }
                p.lead { "What this server keeps about you, for how long, and who sees it." }
                (self.kept())
                (self.how_long())
                section aria-labelledby="seen" {
                    h2 #seen { "Who sees it" }
                    ul {
                        li { "Anyone with the address of a game can watch it, read its players’ names and \
                            replay it. Addresses can’t be guessed." }
                        li { "Everyone can see listed open tables, games that anyone may watch, who is \
                            looking for an opponent and, if you put your name on it, the leaderboard." }
                        li { "Anyone looking at a table can read its chat." }
                        li { "Others see your profile only if you make it public." }
                        li { "People who follow you see whether you’re here, or roughly when you last were, \
                            unless you hide your status or block them. No one else sees who you follow, and \
                            the people you follow aren’t told." }
                        li {
                            "When you report a message or a person, the moderators see the chat around it \
                             at that table, both names and what you add, but never hidden hands, passwords \
                             or other tables. The reported person isn’t told who reported them."
                        }
                        li { "The people who run this server can read everything except passwords." }
                    }
                    @if self.notifications {
                        p { "If you turn notifications on, this server sends them through the push service \
                            of your browser’s maker. That service learns that this server has something to \
                            tell your browser, and when. Only your browser can read what it is: that it’s \
                            your turn, or that you’ve been challenged, and which page to open. It never says \
                            anything about the game." }
                        p { "Nothing else is sent to other sites, and no page loads anything from them." }
                    } @else {
                        p { "Nothing is sent to other sites, and no page loads anything from them." }
                    }
                }
                (cookies())
                (self.away())
            }
        };
        let (title, page) = ("Privacy", urls::privacy());
        let about = "What this server keeps about its visitors, for how long, and who sees it.";
        let card = Some(Card::of_site(title, about, self.base, &page));
        Frame { card, ..Frame::new(title) }.page(&body)
    }

    fn kept(&self) -> Markup {
        html! {
            section aria-labelledby="kept" {
                h2 #kept { "What the server keeps" }
                ul {
                    li { "Your games: the moves and when they were made, the players’ names, the chat, \
                        and the moves you plan, which only you see before they’re played." }
                    li { "Your results in the deals and positions of the day." }
                    li { "The events you organize or play in: who has joined, who played whom, and the \
                        results." }
                    li { "While you look for an opponent, and for an hour afterwards: your name, the game \
                        and your rating." }
                    li { "The people you follow. If others follow you: roughly when you were last here, for \
                        thirty days, unless you hide your status on the page " a
                        href=(urls::friends()) { "Friends" } "." }
                    li { "The people you’ve blocked, what you’ve reported, and what the moderators and the \
                        host did about it." }
                    @if self.registration {
                        li { "If you have an account: its name, settings and ratings, and a hash of its \
                            password, from which the password can’t be recovered." }
                    }
                    @if self.notifications {
                        li { "If you turn notifications on: the address of your browser at its push service, \
                            and the keys for it. They’re deleted when you turn notifications off, log out or \
                            delete your account, and when your browser can’t be reached for a day." }
                    }
                    @if self.access_log {
                        li { "A log of requests with your IP address, the page and the time." }
                    } @else {
                        li { "No log of visits. Your IP address stays in memory for an hour at most, to \
                            limit how much one address may ask for." }
                    }
                }
                p { "No e-mail address and no tracking." }
            }
        }
    }

    fn how_long(&self) -> Markup {
        html! {
            section aria-labelledby="long" {
                h2 #long { "For how long" }
                ul {
                    @match self.keep_guests_days {
                        Some(1) => li { "Games that only guests played are deleted after a day without \
                            activity." },
                        Some(days) => li {
                            "Games that only guests played are deleted after " (days)
                            " days without activity. Everything else about you goes with the last of them."
                        },
                        None => li { "Games are kept for as long as this site exists." },
                    }
                    li { "Deleting an account doesn’t delete its games, because they belong to the other \
                        players, too." }
                    li { "The host may keep backups. Deleted data stays in them until they’re replaced." }
                }
            }
        }
    }

    fn away(&self) -> Markup {
        html! {
            section aria-labelledby="away" {
                h2 #away { "Downloading and deleting" }
                p {
                    "On " a href=(urls::account()) { "your page" } ", you can download everything kept \
                        about your account as one file, or delete the account: "
                    "its name, password, settings, ratings, chat and daily results are then gone, and games \
                     show “Deleted account” in its place."
                }
                p {
                    "Without an account, only the cookie in your browser says which games are yours. Delete \
                     it, and no one can tell any more, not even this server. You can save each game as a \
                     file at its table."
                }
            }
        }
    }
}

fn cookies() -> Markup {
    html! {
        section aria-labelledby="cookies" {
            h2 #cookies { "Cookies" }
            p { "All are for this server only; none are for advertising. Your browser keeps them for 400 \
                days." }
            table {
                thead { tr { th { "Cookie" } th { "What it is for" } } }
                tbody { @for (name, what) in COOKIES { tr { td { code { (name) } } td { (what) } } } }
            }
            p { "Your browser also keeps your sound setting, your board marks and the list of people you’ve \
                muted. If you have an account, they’re kept with it, too." }
        }
    }
}
