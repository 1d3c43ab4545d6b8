//! The page that shows a set-up large, for laying it out by hand beside a screen.

use super::board::{Shown, alone, board, groups, shapes, sheets};
use super::steps::Steps;
use crate::frame::{Frame, Script, Sheet};
use crate::text::capitalised;
use crate::{game, urls};
use bagatelle_catalog::AnyGame;
use bagatelle_core::laid::{Group, Place, Spread};
use maud::{Markup, html};

/// The page that shows a set-up large.
#[derive(Clone, Copy)]
pub struct OutPage<'a> {
    /// The game.
    pub game: &'a dyn AnyGame,
    /// What is to be laid out.
    pub spread: &'a Spread,
    /// The options that were chosen, as fields of an address.
    pub options: &'a [(String, String)],
    /// The row that is read, from 1; `None` for all.
    pub row: Option<usize>,
}

/// Places that are read together.
struct Row<'a> {
    group: usize,
    row: i32,
    name: String,
    /// What lies there: a drawing and words.
    pieces: Vec<(Option<&'a Markup>, String)>,
}

impl OutPage<'_> {
    /// The whole page.
    #[must_use]
    pub fn page(&self) -> Markup {
        let name = game::name(self.game);
        let rows = self.rows();
        let row = self.row.and_then(|row| rows.get(row.checked_sub(1)?));
        let number = row.and(self.row).unwrap_or_default();
        let steps = Steps { game: self.game.id(), spread: self.spread, options: self.options };
        let body = html! {
            main.lay.out #table {
                header {
                    p.back { a href=(urls::game(self.game.id())) { "← " (name) } }
                    h1 { "Set it up by hand" }
                }
                (shapes(self.spread))
                @match row {
                    Some(row) => {
                        div.laying {
                            (self.board(self.spread.groups[row.group].sheet, Some((row.group, row.row))))
                            div.choice aria-live="polite" {
                                h2 { (row.name) " " small { (number) " of " (rows.len()) } }
                                (listed(row))
                            }
                        }
                    }
                    None => {
                        @for sheet in sheets(self.spread) {
                            @let own: Vec<&Row<'_>> = rows
                                .iter()
                                .filter(|row| self.spread.groups[row.group].sheet == sheet)
                                .collect();
                            @let places: usize =
                                groups(self.spread, sheet).map(|(_, group)| group.spots.len()).sum();
                            @if !own.is_empty() || places > 1 {
                                div.laying {
                                    (self.board(sheet, None))
                                    div.choice {
                                        @if own.is_empty() { p { "Nothing lies here yet." } }
                                        @for row in own {
                                            h2 { (row.name) }
                                            p.words { (words(row)) }
                                        }
                                    }
                                }
                            }
                        }
                    }
                }
                nav.steps aria-label="Rows" {
                    @if number > 1 {
                        a.button #step-back href=(steps.out(Some(number - 1))) data-step { "Back" }
                    }
                    @if number < rows.len() {
                        a.button.primary #step-next href=(steps.out(Some(number + 1))) data-step {
                            @if number == 0 { "Row by row" } @else { "Next row" }
                        }
                    }
                    @if number > 0 { a.button #step-all href=(steps.out(None)) data-step { "All" } }
                    @if row.is_none() { a.button href=(steps.enter()) { "Change or play it" } }
                }
            }
        };
        let title = format!("{name}: set it up by hand");
        Frame { script: Script::Lay, sheet: Some(Sheet::Lay), ..Frame::new(&title) }.page(&body)
    }

    fn board(&self, sheet: &str, row: Option<(usize, i32)>) -> Markup {
        board(self.spread, sheet, &Shown { steps: None, at: None, row })
    }

    /// The rows on which something lies.
    fn rows(&self) -> Vec<Row<'_>> {
        let mut rows = Vec::new();
        for sheet in sheets(self.spread) {
            let several = groups(self.spread, sheet).count() > 1;
            for (number, group) in groups(self.spread, sheet) {
                let mut all: Vec<i32> = group.spots.iter().map(|spot| spot.row).collect();
                all.dedup();
                let single = all.len() == 1;
                for row in all {
                    let pieces = self.pieces(number, group, row);
                    let name = match (several, single) {
                        (true, _) => group.name.clone(),
                        (_, true) => sheet.to_owned(),
                        _ => format!("{sheet}, row {}", row + 1),
                    };
                    if self.lies(number, row) {
                        rows.push(Row { group: number, row, name, pieces });
                    }
                }
            }
        }
        rows
    }

    /// Whether a piece lies in a row.
    fn lies(&self, number: usize, row: i32) -> bool {
        let places = self.spread.laid.places().filter(|at| self.spread.laid.piece(*at).is_some());
        let spot = |at: Place| &self.spread.groups[number].spots[at.spot];
        places.filter(|at| at.group == number).any(|at| spot(at).row == row)
    }

    fn pieces<'a>(&'a self, number: usize, group: &'a Group, row: i32) -> Vec<(Option<&'a Markup>, String)> {
        let mut all: Vec<(Option<&'a Markup>, String)> = Vec::new();
        let mut hidden = (0, None);
        for (spot, place) in group.spots.iter().enumerate().filter(|(_, spot)| spot.row == row) {
            let at = Place { group: number, spot };
            let piece = self.spread.laid.piece(at).map(|piece| &group.pieces[piece]);
            match piece {
                // On a table without edges, most places are empty.
                Some(piece) if self.is_sparse(group) => {
                    all.push((Some(&piece.art), format!("column {}: {}", place.column + 1, piece.name)));
                }
                Some(piece) => all.push((Some(&piece.art), piece.name.clone())),
                None if self.is_sparse(group) => {}
                None if self.spread.is_closed(at) => all.push((None, "nothing".to_owned())),
                None if place.optional && place.ghost.is_some() => {
                    hidden = (hidden.0 + 1, place.ghost.as_ref())
                }
                None => all.push((None, "empty".to_owned())),
            }
        }
        if hidden.0 > 0 {
            all.push((hidden.1, format!("{} face down", hidden.0)));
        }
        all
    }

    /// Whether only places with a piece are read.
    fn is_sparse(&self, group: &Group) -> bool {
        self.spread.window.is_some() && group.spots.len() > 1
    }
}

/// The pieces of a row, each with its drawing.
fn listed(row: &Row<'_>) -> Markup {
    html! {
        ol.read {
            @for (art, name) in &row.pieces {
                li {
                    @match art {
                        Some(art) => (alone(art)),
                        None => svg viewBox="-52 -52 104 104" aria-hidden="true" {},
                    }
                    span { (capitalised(name)) }
                }
            }
        }
    }
}

/// The pieces of a row in words.
fn words(row: &Row<'_>) -> String {
    let names: Vec<&str> = row.pieces.iter().map(|(_, name)| name.as_str()).collect();
    capitalised(&names.join(", "))
}
