//! Writes pictures to look at: `cargo run -p bagatelle-baju --example look [FOLDER]`.

#![allow(
    clippy::disallowed_macros,
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "an example measures, prints and writes files"
)]

use bagatelle_baju::boardfile::STAND_INS;
use bagatelle_baju::draw::{self, BoardPicture};
use bagatelle_baju::duel::read_position;
use bagatelle_baju::notation::read_layout;
use bagatelle_baju::pieces::{Button, Colour, LINES, Space};
use bagatelle_baju::{Duel, Puzzle};
use bagatelle_core::Playable;
use std::path::PathBuf;

fn main() -> std::io::Result<()> {
    let folder = PathBuf::from(std::env::args().nth(1).unwrap_or_else(|| ".".into()));
    let board = STAND_INS[0].board();
    let write = |name: &str, svg: String| {
        println!("{name}: {} bytes", svg.len());
        std::fs::write(folder.join(name), svg)
    };
    for stand_in in STAND_INS {
        write(&format!("{}.svg", stand_in.id), draw::bare(&stand_in.board()))?;
    }
    write("editor.svg", draw::editor(&board, |_, _| "#".into()))?;
    write(
        "workshop.html",
        Duel::workshop()
            .map(|workshop| workshop.page("baju-board 1\nname Mine\nred a1-b1 b1-b2 a1-c2").into_string())
            .unwrap_or_default(),
    )?;
    let odd = bagatelle_baju::boardfile::read(
        "baju-board 1\nred a1-c1 a2-b3\nwhite a1-d4 b1-b2\nblack d1-d4 c3-c4",
    );
    write("odd.svg", odd.board.map(|board| draw::bare(&board)).unwrap_or_default())?;
    let position = read_position("----W6B4/B8W8W1W2/W5--B7B5/------W3 W W1B7").expect("a position");
    let mut duel = BoardPicture::of(&board, position.layout);
    duel.near = Some(Colour::White);
    duel.side = Some(Colour::White);
    duel.forbidden = position.swapped;
    duel.picks = true;
    duel.trail = board.way(Button::new(Colour::Black, 7), Space::new(2, 1), Space::new(2, 2));
    write("duel.svg", duel.svg())?;
    write(
        "duel-picks.svg",
        duel.svg().replace("class=\"ghost\"", "").replacen("class=\"halo\"", "stroke=\"#1f8a6b\"", 1),
    )?;
    let layout = read_layout("W7W1B4B2/W3W8W5W2/B3B1B6W6/W4B7B8B5").expect("rows");
    let mut puzzle = BoardPicture::of(&board, layout);
    puzzle.lit = vec![LINES[1]];
    write("puzzle.svg", puzzle.svg())?;
    write("duel-rules.html", Duel::rules_page().into_string())?;
    write("puzzle-rules.html", Puzzle::rules_page().into_string())
}
