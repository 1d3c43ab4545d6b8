//! The table of a day: who has solved its deals on this server, and the best solutions.

use crate::text::{count, time};
use crate::{game, urls};
use bagatelle_table::Millis;
use maud::{Markup, html};

/// A player in the table of a day.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry<'a> {
    /// The name; `None` for a player who does not want to be listed.
    pub name: Option<&'a str>,
    /// Whether this is the visitor.
    pub own: bool,
    /// The moves.
    pub moves: u32,
    /// The time played.
    pub took: Millis,
}

/// The table of a day for one game, the best first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DayTable<'a> {
    /// The game's id in the catalog.
    pub game: &'a str,
    /// Everyone who has solved it in time and without help.
    pub entries: &'a [Entry<'a>],
}

/// The best solution of a day that is over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Best<'a> {
    /// The game's id in the catalog.
    pub game: &'a str,
    /// The id of the table where it was played.
    pub table: &'a str,
    /// The name of the player; `None` if the player does not want to be listed.
    pub name: Option<&'a str>,
    /// The moves.
    pub moves: u32,
}

impl DayTable<'_> {
    /// Whether the game has positions of the day, and no deals.
    fn positions(&self) -> bool {
        game::find(self.game).is_some_and(|game| !game::has_deal(game))
    }

    /// The table, with its game as the heading if `heading` says so.
    pub(super) fn draw(&self, heading: bool) -> Markup {
        let shown: Vec<(usize, &Entry<'_>)> =
            (1..).zip(self.entries).filter(|(_, e)| e.name.is_some() || e.own).collect();
        let unlisted = self.entries.len() - shown.len();
        html! {
            div.day-table {
                @if heading { h3 { (game::name_of(self.game)) } }
                @if !shown.is_empty() {
                    table.sheet {
                        caption.unseen { (game::name_of(self.game)) }
                        thead { tr {
                            th scope="col" { span.unseen { "Rank" } }
                            th scope="col" { "Player" }
                            th scope="col" { @if self.positions() { "Tries" } @else { "Moves" } }
                            th scope="col" { "Time" }
                        } }
                        tbody {
                            @for (rank, entry) in shown {
                                tr.own[entry.own] {
                                    td.rank { (rank) }
                                    th scope="row" {
                                        (entry.name.unwrap_or("You"))
                                        @if entry.own && entry.name.is_some() { small { " you" } }
                                    }
                                    td { strong { (entry.moves) } }
                                    td { (time(entry.took / 1000)) }
                                }
                            }
                        }
                    }
                }
                @if unlisted > 0 {
                    p.small {
                        @if self.entries.len() > unlisted { "And " (count(unlisted as u64,
                            "unlisted player")) "." }
                        @else { (count(unlisted as u64, "unlisted player")) " solved it." }
                    }
                }
                @if self.entries.is_empty() { p.small { "Not solved yet." } }
            }
        }
    }
}

impl Best<'_> {
    /// A line with the link to the replay.
    pub(super) fn draw(&self) -> Markup {
        html! {
            a href=(urls::replay(self.table)) {
                strong { (game::name_of(self.game)) }
                span.deal { (count(self.moves.into(), "move")) @if let Some(name) = self.name { ", by "
                    (name) } }
                span.state { "Replay" }
            }
        }
    }
}
