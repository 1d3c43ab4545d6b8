//! The part of the page of settings about notifications, which needs a server that sends them.

use crate::urls;
use maud::{Markup, html};

/// Whether this server can tell this visitor of anything.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Notifications {
    /// The host has turned them off.
    Off,
    /// The visitor has no games yet, and there is nothing to tell.
    NoVisitor,
    /// It can. The script `push` finds out whether the browser can.
    Possible,
}

impl Notifications {
    /// The part of the page.
    #[must_use]
    pub fn part(self) -> Markup {
        html! {
            section.card.sound.push aria-labelledby="notifications"
                data-at=[(self == Notifications::Possible).then(urls::api_notifications)] {
                h2 #notifications { "Notifications" }
                @match self {
                    Notifications::Off => p.small { "The host of this server has turned notifications off." },
                    Notifications::NoVisitor => p.small { "Play a game with someone first. Then this browser \
                        can notify you when it’s your turn." },
                    Notifications::Possible => {
                        label.switch {
                            input type="checkbox" data-wanted="turns" disabled;
                            span { "When it’s my turn" }
                        }
                        label.switch {
                            input type="checkbox" data-wanted="invitations" disabled;
                            span { "When I’m challenged" }
                        }
                        p.small.wrong role="alert" data-cannot hidden {}
                        p.small { "This browser then notifies you even when Bagatelle isn’t open. \
                            Notifications say nothing about the game, and only your browser can read them. "
                            a href={ (urls::privacy()) "#seen" } { "Who sees what" } }
                        button type="button" data-test hidden { "Send a test" }
                        noscript {
                            p.small { "Notifications need scripts, which your browser has turned off." }
                        }
                    }
                }
            }
        }
    }
}
