//! The heading of the pages of one game, with its tabs: the game itself, its replay, its review and its
//! analysis. It is the same on all of them, so that nothing jumps from one to another.

use crate::{game, urls};
use bagatelle_catalog::{AnyGame, AnyPlay};
use bagatelle_core::Viewer;
use bagatelle_core::present::Written;
use maud::{Markup, html};

/// One of the pages.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Tab {
    /// The table where it was played.
    Game,
    /// Every move, one after another.
    Replay,
    /// What can be learned from it.
    Review,
    /// A board to try other moves on.
    Analysis,
}

/// The tabs of a game.
pub(crate) struct Tabs<'a> {
    /// The id of the table.
    pub(crate) id: &'a str,
    /// The game.
    pub(crate) game: &'a dyn AnyGame,
    /// The address of the table; another server’s, where the browser has made the page.
    pub(crate) address: &'a str,
    /// The page that is shown.
    pub(crate) shown: Tab,
    /// Whether the game can be reviewed.
    pub(crate) has_review: bool,
    /// Whether it can be analysed.
    pub(crate) has_analysis: bool,
    /// The number of actions after which its analysis begins, if that is known.
    pub(crate) ply: Option<usize>,
    /// The game as it is shown.
    pub(crate) play: &'a dyn AnyPlay,
    /// For whom.
    pub(crate) viewer: Viewer,
}

impl Tabs<'_> {
    /// The name of the game, and the links.
    pub(crate) fn heading(&self) -> Markup {
        self.heading_with(None)
    }

    /// The same, with the button that switches the sounds on and off.
    pub(crate) fn heading_with(&self, speaker: Option<&Markup>) -> Markup {
        heading(self.game, &self.draw(), &room_of_goal(self.play, self.viewer), speaker)
    }

    /// The links, that of the page that is shown marked.
    fn draw(&self) -> Markup {
        let tab = |tab: Tab, name: &str, to: String| {
            html! {
                @if tab == self.shown { span aria-current="page" { (name) } }
                    @else { a href=(to) { (name) } }
            }
        };
        // The replay is at the server that has the table.
        let replay = self.address.replacen(&urls::table(self.id), &urls::replay(self.id), 1);
        html! {
            nav.back aria-label="Pages of this game" {
                (tab(Tab::Game, "Game", self.address.to_owned()))
                (tab(Tab::Replay, "Replay", replay))
                @if self.has_review {
                    (tab(Tab::Review, "Review", urls::in_browser(&urls::review_of(self.id))))
                    @if self.shown == Tab::Game {
                        noscript { a href=(urls::review(self.id)) { "Review without scripts" } }
                    }
                }
                @if self.has_analysis {
                    (tab(Tab::Analysis, "Analysis", urls::in_browser(&urls::analyse(self.id, self.ply))))
                }
            }
        }
    }
}

/// Room as high as the goal, for pages where other things stand in its place.
pub(crate) fn room_of_goal(play: &dyn AnyPlay, viewer: Viewer) -> Markup {
    html! {
        div.goal aria-hidden="true" {
            @if play.has_goal_figure() { span.picture {} }
            p { span.fold { "Goal: " } (Written(play.goal(viewer))) }
        }
    }
}

/// The heading of a page that studies a game. It is as high as that of the game itself.
pub(crate) fn heading(game: &dyn AnyGame, tabs: &Markup, room: &Markup, speaker: Option<&Markup>) -> Markup {
    html! {
        div.head.tabbed.sounding[speaker.is_some()] {
            h1 { a href=(urls::game(game.id())) { (game::name(game)) } }
            (tabs)
            (room)
            @if let Some(speaker) = speaker { (speaker) }
        }
    }
}
