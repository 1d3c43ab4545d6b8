//! Lists of games: tables with open seats, and all games of a visitor with filters and a search.

use super::home::{Mine, list};
use super::{Frame, page};
use crate::assets::Assets;
use crate::store::{Listed, Phase, Search};
use crate::terms::Terms;
use bagatelle_catalog::entries;
use maud::{Markup, html};

/// The page of open tables.
#[must_use]
pub fn open(assets: &Assets, version: u64, tables: &[Listed]) -> Markup {
    page(&Frame { title: "Open tables", assets, live: true }, &open_part(version, tables))
}

/// The part of it that live updates replace.
#[must_use]
pub fn open_part(version: u64, tables: &[Listed]) -> Markup {
    html! {
        main.prose #table data-version=(version) data-seq=(version) data-revision="0" data-part="/tables/part" data-events="/tables/events" {
            h1 { "Open tables" }
            @if tables.is_empty() {
                p { "Nobody is waiting right now. Open a table yourself: choose a game, and “with whoever comes”." }
                p.choices { @for entry in entries().iter().filter(|e| e.about().players != "1") {
                    a.button href={ "/" (entry.id()) } { (entry.about().name) }
                } }
            }
            ul.mine.tables {
                @for table in tables {
                    @if let Some(entry) = bagatelle_catalog::find(&table.row.game) {
                        @let terms: Terms = serde_json::from_str(&table.row.terms).unwrap_or_default();
                        @let names: Vec<&str> = table.standing.sitters.iter().filter(|s| s.person.is_some()).map(|s| s.name.as_str()).collect();
                        li { a href={ "/g/" (table.row.id) } {
                            strong { (entry.about().name) }
                            span.deal { (names.join(", ")) " · " (terms.pace.words()) @if terms.rated { " · rated" } }
                            span.state { "sit down" }
                        } }
                    }
                }
            }
        }
    }
}

/// All games of a visitor.
#[must_use]
pub fn archive(assets: &Assets, search: &Search, mine: &[Mine], more: bool) -> Markup {
    let phases = [
        ("", "all"),
        ("turn", "my turn"),
        ("playing", "going on"),
        ("open", "waiting for company"),
        ("over", "finished"),
    ];
    let phase = if search.to_move { "turn" } else { search.phase.map_or("", Phase::word) };
    let address = |skip: u32| {
        let fields =
            [("game", search.game.as_deref().unwrap_or("")), ("phase", phase), ("text", &search.text)];
        let query: Vec<String> = fields.iter().map(|(k, v)| format!("{k}={}", escaped(v))).collect();
        format!("/games?{}&skip={skip}", query.join("&"))
    };
    let body = html! {
        main.prose #table {
            h1 { "My games" }
            form.filters method="get" action="/games" {
                label.field { span { "Game" } select name="game" {
                    option value="" { "all" }
                    @for entry in entries() {
                        option value=(entry.id()) selected[search.game.as_deref() == Some(entry.id())] { (entry.about().name) }
                    }
                } }
                label.field { span { "Which" } select name="phase" {
                    @for (value, label) in phases { option value=(value) selected[value == phase] { (label) } }
                } }
                label.field { span { "Search" } input type="search" name="text" value=(search.text) placeholder="name, seed, date" maxlength="60"; }
                button { "Show" }
            }
            @if mine.is_empty() { p { "There is no such game." } } @else { (list(mine)) }
            p.small { a href="/records" { "Bring a record" } " of a game to look back at it or to play on." }
            p.steps {
                @if search.skip > 0 { a.button href=(address(search.skip.saturating_sub(search.limit))) { "Newer" } }
                @if more { a.button href=(address(search.skip + search.limit)) { "Older" } }
            }
        }
    };
    page(&Frame { title: "My games", assets, live: false }, &body)
}

/// A text as part of a query: whatever is no letter or figure, as its bytes.
fn escaped(text: &str) -> String {
    text.bytes()
        .map(|b| {
            if b.is_ascii_alphanumeric() || b == b'-' {
                char::from(b).to_string()
            } else {
                format!("%{b:02X}")
            }
        })
        .collect()
}
