//! The drawing of the places and of what lies there.

use super::steps::Steps;
use bagatelle_core::laid::{Group, PITCH, Piece, Place, Spot, Spread};
use maud::{Markup, html};

/// How many columns a drawing has at least, so that a single place is not drawn as large as a board.
const FEWEST: i32 = 4;
/// The air around what lies on a table without edges, in places.
const AIR: i32 = 2;

/// The room for the numbers of rows and columns beside a board.
const EDGE: i32 = 52;

/// Which columns and rows are shown, first and last.
#[derive(Clone, Copy)]
struct Window {
    columns: (i32, i32),
    rows: (i32, i32),
}

/// The groups of a heading, with their numbers.
pub(super) fn groups<'a>(spread: &'a Spread, sheet: &'a str) -> impl Iterator<Item = (usize, &'a Group)> {
    spread.groups.iter().enumerate().filter(move |(_, group)| group.sheet == sheet)
}

/// The headings in order.
pub(super) fn sheets(spread: &Spread) -> Vec<&'static str> {
    let mut sheets: Vec<&str> = spread.groups.iter().map(|group| group.sheet).collect();
    sheets.dedup();
    sheets
}

/// How a board is shown.
pub(super) struct Shown<'a> {
    /// The addresses of places; `None` if the board is only looked at.
    pub steps: Option<Steps<'a>>,
    /// The place to fill.
    pub at: Option<Place>,
    /// The row that is read, as a group and the row of its places.
    pub row: Option<(usize, i32)>,
}

/// The places of a heading with what lies there.
pub(super) fn board(spread: &Spread, sheet: &str, shown: &Shown<'_>) -> Markup {
    let Window { columns, rows } = window(spread, sheet);
    let wide = (columns.1 - columns.0 + 1).max(FEWEST);
    let left = PITCH * columns.0 - (wide - (columns.1 - columns.0 + 1)) * PITCH / 2 - PITCH / 2;
    let numbered = is_numbered(spread, sheet);
    let edge = if numbered { EDGE } else { 0 };
    let top = PITCH * rows.0 - PITCH / 2;
    let area = [left - edge, top - edge, PITCH * wide + edge, PITCH * (rows.1 - rows.0 + 1) + edge];
    let area = area.map(|number| number.to_string()).join(" ");
    html! {
        svg.board viewBox=(area) role="group" aria-label=(sheet) {
            @if numbered {
                g.edges font-size="30" aria-hidden="true" {
                    @for row in rows.0..=rows.1 {
                        text x=(PITCH * columns.0 - PITCH / 2 - EDGE / 2) y=(PITCH * row) { (row + 1) }
                    }
                    @for column in columns.0..=columns.1 {
                        text x=(PITCH * column) y=(top - EDGE / 2) { (column + 1) }
                    }
                }
            }
            @for (_, group) in groups(spread, sheet) {
                @if let Some(ground) = &group.ground {
                    g.far[shown.row.is_some()] aria-hidden="true" { (ground) }
                }
            }
            @for (number, group) in groups(spread, sheet) {
                @for (spot, place) in group.spots.iter().enumerate() {
                    @if in_window(place, Window { columns, rows }) {
                        (drawn(spread, Place { group: number, spot }, shown))
                    }
                }
            }
        }
    }
}

/// Whether all places of a heading are called by their rows and columns.
fn is_numbered(spread: &Spread, sheet: &str) -> bool {
    let named = |spot: &Spot| format!("row {}, column {}", spot.row + 1, spot.column + 1);
    let mut spots = groups(spread, sheet).flat_map(|(_, group)| &group.spots);
    spots.all(|spot| spot.name.eq_ignore_ascii_case(&named(spot)))
}

fn in_window(spot: &Spot, Window { columns, rows }: Window) -> bool {
    (columns.0..=columns.1).contains(&spot.column) && (rows.0..=rows.1).contains(&spot.row)
}

/// All places of a heading, or on a table without edges those around what lies there.
fn window(spread: &Spread, sheet: &str) -> Window {
    let span = |of: &dyn Fn(&Spot) -> i32| {
        let all = || groups(spread, sheet).flat_map(|(_, group)| group.spots.iter().map(of));
        let (low, high) = (all().min().unwrap_or(0), all().max().unwrap_or(0));
        let Some(least) = spread.window.filter(|least| high - low >= *least) else { return (low, high) };
        let laid = || {
            groups(spread, sheet).flat_map(move |(number, group)| {
                let laid =
                    move |spot: &usize| spread.laid.piece(Place { group: number, spot: *spot }).is_some();
                (0..group.spots.len()).filter(laid).map(move |spot| of(&group.spots[spot]))
            })
        };
        let middle = i32::midpoint(low, high);
        // The middle of the table stays in sight, so that the first pieces move nothing.
        let (from, to) = (middle - (least - 1) / 2, middle + least / 2);
        let laid = || laid().map(|at| (at - AIR, at + AIR + 1));
        let from = laid().map(|(from, _)| from).fold(from, i32::min);
        (from.max(low), laid().map(|(_, to)| to).fold(to, i32::max).min(high))
    };
    Window { columns: span(&|spot| spot.column), rows: span(&|spot| spot.row) }
}

fn drawn(spread: &Spread, at: Place, shown: &Shown<'_>) -> Markup {
    let group = &spread.groups[at.group];
    let spot = &group.spots[at.spot];
    let piece = spread.laid.piece(at).map(|piece| &group.pieces[piece]);
    let under = group.under.map(|under| Place { group: under, ..at });
    let under = under.and_then(|at| Some(&spread.groups[at.group].pieces[spread.laid.piece(at)?]));
    let here = shown.at == Some(at);
    let far = shown.row.is_some_and(|row| row != (at.group, spot.row));
    let closed = spread.is_closed(at);
    let round = if group.ground.is_some() { 49 } else { 9 };
    let parts = html! {
        @match group.ground {
            _ if closed => {}
            Some(_) => circle.cell r="38" {},
            None => rect.cell x="-50" y="-50" width="100" height="100" rx="9" {},
        }
        @if let Some(under) = under { (seated(under)) }
        @match (piece, &spot.ghost) {
            (Some(piece), _) => (seated(piece)),
            (None, Some(ghost)) => g.ghost { (ghost) },
            (None, None) => {}
        }
        @if spread.wrong.contains(&at) { rect.twice x="-47" y="-47" width="94" height="94" rx=(round) {} }
        @if here { rect.here x="-49" y="-49" width="98" height="98" rx=(round) {} }
    };
    let place = format!("translate({} {})", spot.column * PITCH, spot.row * PITCH);
    match shown.steps.filter(|_| !closed || piece.is_some()) {
        Some(steps) => {
            // A second tap takes the piece away.
            let to = if here && piece.is_some() { steps.clear(at) } else { steps.at(at) };
            let label = format!("{}: {}", spot.name, piece.map_or("empty", |piece| &piece.name));
            html! {
                a id={ "place-" (at.group) "-" (at.spot) } href=(to) aria-label=(label)
                    aria-current=[here.then_some("true")] data-step transform=(place) { (parts) }
            }
        }
        None => html! { g.far[far] transform=(place) { (parts) } },
    }
}

/// A piece where it lies on its place.
fn seated(piece: &Piece) -> Markup {
    let (x, y, scale) = piece.seat;
    html! {
        @if piece.seat == Piece::CENTRED { (piece.art) } @else {
            g transform={ "translate(" (x) " " (y) ")scale(" (scale) ")" } { (piece.art) }
        }
    }
}

/// A piece by itself.
pub(super) fn alone(art: &Markup) -> Markup {
    html! { svg viewBox="-52 -52 104 104" aria-hidden="true" { (art) } }
}

/// The shapes to which all drawings of a page refer.
pub(super) fn shapes(spread: &Spread) -> Markup {
    html! { svg.shapes width="0" height="0" aria-hidden="true" { (spread.shapes) } }
}
