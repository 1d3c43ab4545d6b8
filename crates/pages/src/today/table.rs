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

    /// The rows of the table. Players who are not listed keep their places: those before a listed one share a
    /// row.
    fn rows(&self) -> Vec<Row<'_>> {
        let mut rows = Vec::new();
        let mut first = 1;
        for (place, entry) in (1..).zip(self.entries).filter(|(_, entry)| entry.is_shown()) {
            if first < place {
                rows.push(Row::Unlisted(first, place - 1));
            }
            rows.push(Row::Player(place, entry));
            first = place + 1;
        }
        rows
    }

    /// The table, with its game as the heading if `heading` says so.
    pub(super) fn draw(&self, heading: bool) -> Markup {
        let rows = self.rows();
        // They come after the last row.
        let unlisted = self.entries.iter().rev().take_while(|entry| !entry.is_shown()).count();
        html! {
            div.day-table {
                @if heading { h3 { (game::name_of(self.game)) } }
                @if !rows.is_empty() {
                    table.sheet {
                        caption.unseen { (game::name_of(self.game)) }
                        thead { tr {
                            th scope="col" { span.unseen { "Rank" } }
                            th scope="col" { "Player" }
                            th scope="col" { @if self.positions() { "Tries" } @else { "Moves" } }
                            th scope="col" { "Time" }
                        } }
                        tbody { @for row in &rows { (row.draw()) } }
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

impl Entry<'_> {
    /// Whether the visitor may see who it is.
    fn is_shown(&self) -> bool {
        self.name.is_some() || self.own
    }
}

/// A row of the table of a day.
enum Row<'a> {
    /// A player, with the place.
    Player(usize, &'a Entry<'a>),
    /// Players who are not listed, from one place to another.
    Unlisted(usize, usize),
}

impl Row<'_> {
    fn draw(&self) -> Markup {
        html! {
            @match *self {
                Row::Player(rank, entry) => tr.own[entry.own] {
                    td.rank { (rank) }
                    th scope="row" {
                        (entry.name.unwrap_or("You"))
                        @if entry.own && entry.name.is_some() { small { " you" } }
                    }
                    td { strong { (entry.moves) } }
                    td { (time(entry.took / 1000)) }
                },
                Row::Unlisted(first, last) => tr {
                    td.rank { (first) @if last > first { "–" (last) } }
                    th scope="row" colspan="3" { (count((last + 1 - first) as u64, "unlisted player")) }
                },
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_begins_with_the_first_place() {
        let entry = |name| Entry { name, own: false, moves: 6, took: 1000 };
        let drawn = |names: &[Option<&'static str>]| {
            let entries: Vec<Entry<'_>> = names.iter().map(|name| entry(*name)).collect();
            DayTable { game: "burbuja", entries: &entries }.draw(false).into_string()
        };
        let led = drawn(&[None, Some("Ann"), None, None, Some("Bob"), None]);
        let ranks: Vec<&str> =
            led.split("class=\"rank\">").skip(1).filter_map(|rest| rest.split('<').next()).collect();
        assert_eq!(ranks, ["1", "2", "3–4", "5"], "{led}");
        assert!(led.contains("1 unlisted player</th>") && led.contains("2 unlisted players</th>"), "{led}");
        assert!(led.contains("And 1 unlisted player."), "{led}");
        let alone = drawn(&[None, None]);
        assert!(alone.contains("2 unlisted players solved it.") && !alone.contains("<tr"), "{alone}");
    }
}
