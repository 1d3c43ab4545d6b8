//! Connect four on a page: a column is picked, discs fall.

use super::{Board, ConnectFour, Drop};
use bagatelle_core::present::text::capitalised;
use bagatelle_core::present::{Fact, Halo, Manifest, Picture, Piece, Playable, Scene, Step};
use bagatelle_core::program::{ProgramSpec, Random};
use bagatelle_core::{Game, Plain, Seat, Turn};
use maud::{Markup, html};

/// The distance between the middles of two cells.
const CELL: u8 = 30;

fn colour(seat: Seat) -> &'static str {
    ["red", "yellow"][seat.index()]
}

/// The seat to act; the last one to act where the game is over.
fn mover(board: &Board) -> Seat {
    Seat(board.plies & 1)
}

impl Playable for ConnectFour {
    const MANIFEST: Manifest = Manifest {
        name: "Connect four",
        tagline: "Drop discs until four of yours stand in a row.",
        designer: "traditional",
        seats: 2..=2,
        minutes: 5..=10,
        draws_possible: true,
        seeded: false,
        ..Manifest::BASE
    };

    fn rules_page() -> Markup {
        html! { p { "Drop a disc into a column in turn. Four of one colour in a row, a column or a diagonal \
        win." } }
    }

    fn goal(&self, _view: &Board) -> String {
        "Four of your discs in a row, a column or a diagonal win.".into()
    }

    fn status(&self, _view: &Board, _picks: &[&str]) -> String {
        "Choose a column.".into()
    }

    fn svg(&self, scene: &Scene<'_, Self>) -> String {
        let board = scene.view;
        let x = |column: u8| u32::from(column * CELL + CELL / 2);
        let columns = (0..7).map(|column| {
            let can = scene.legal.contains(&Drop(column));
            Piece::new(format!("column-{}", column + 1))
                .pick_if(can)
                .label(format!("column {}", column + 1))
                .at(x(column), 0)
                .body(html! { rect x="-15" width="30" height="180" fill="#2b5d9c" {} (Halo::rect(-14, 1, 28,
                178, 4)) })
        });
        let cells = (0..7).flat_map(|column| (0..6).map(move |row| (column, row)));
        let discs = cells.filter_map(|(column, row)| {
            let seat = board.disc(column, row)?;
            let disc =
                Piece::new(format!("disc-{}{}", column + 1, row + 1)).label(format!("{} disc", colour(seat)));
            let fill = ["#c0392b", "#f1c40f"][seat.index()];
            Some(disc.at(x(column), 165 - 30 * u32::from(row)).body(html! { circle r="12" fill=(fill) {} }))
        });
        let label = match self.turn(board) {
            Turn::Seat(seat) => format!("Connect four, {} to act", colour(seat)),
            _ => "Connect four, the game is over".to_owned(),
        };
        Picture::new(0, 0, 210, 180).label(label).draw(&html! {
            @for column in columns { (column) }
            @for disc in discs { (disc) }
        })
    }

    fn path(&self, _view: &Board, action: Drop) -> Vec<Step> {
        vec![Step::one(format!("column-{action}"))]
    }

    fn key(&self, _view: &Board, action: Drop) -> Option<String> {
        Some(action.to_string())
    }

    fn say(&self, before: &Board, seen: &Plain<Drop>) -> String {
        format!("{} drops a disc into column {seen}.", capitalised(colour(mover(before))))
    }

    fn side(&self, _view: &Board, seat: Seat) -> Option<String> {
        Some(capitalised(colour(seat)))
    }

    fn facts(&self, _view: &Board, seen: &mut dyn ExactSizeIterator<Item = &Plain<Drop>>) -> Vec<Fact> {
        vec![Fact::new("Discs", seen.len())]
    }

    fn programs() -> &'static [ProgramSpec<Self>] {
        &[ProgramSpec {
            name: "random",
            about: "drops discs anywhere",
            persona: None,
            think_ms: 10,
            make: || Box::new(Random),
        }]
    }
}
