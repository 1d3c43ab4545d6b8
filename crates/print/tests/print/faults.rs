//! What cannot be printed is refused in a sentence.

use bagatelle_catalog::printed;
use bagatelle_core::printed::Ink;
use bagatelle_print::{Paper, PrintError, Sheets, Tone, pdf};
use serde_json::{Value, json};

#[test]
fn a_board_file_that_is_no_board_is_refused() {
    let refused = |board: &str| {
        let booklet = printed("baju-duel").unwrap().booklet(&json!({ "board": board }), Ink::Full);
        booklet.unwrap_err().to_string()
    };
    assert!(refused("red-rin").contains("there’s no board called “red-rin”"), "{}", refused("red-rin"));
    let broken = refused("baju-board 1\nred a1-a1");
    assert!(broken.contains("the board file isn’t valid"), "{broken}");
}

#[test]
fn ones_own_board_is_printed_and_not_called_a_stand_in() {
    let board = "baju-board 1\nname Mine\nred a1-b1 b1-c1\nwhite a2-b2\nblack c3-d3";
    let booklet = printed("baju-duel").unwrap().booklet(&json!({ "board": board }), Ink::Low).unwrap();
    let set = &booklet.prints.sets[0];
    assert_eq!(set.pieces[0].name, "board: Mine");
    assert!(!set.making.contains("stand-in"), "{}", set.making);
    assert!(pdf(&booklet, &Sheets::default()).is_ok());
    let stand_in = printed("baju-duel").unwrap().booklet(&Value::Null, Ink::Low).unwrap();
    assert!(stand_in.prints.sets[0].making.contains("stand-in"));
}

#[test]
fn a_board_may_have_any_name() {
    for name in
        ["Доска 板", "<b>&amp; “x”", "a-very-long-name-without-any-place-to-break-it-".repeat(3).as_str()]
    {
        let board = format!("baju-board 1\nname {name}\nred a1-b1");
        let booklet = printed("baju-puzzle").unwrap().booklet(&json!({ "board": board }), Ink::Full);
        let Ok(booklet) = booklet else { continue };
        assert!(pdf(&booklet, &Sheets { backs: true, ..Sheets::default() }).is_ok(), "{name}");
    }
}

#[test]
fn a_variant_without_pieces_has_no_sheets() {
    let mut booklet = printed("burbuja").unwrap().booklet(&Value::Null, Ink::Full).unwrap();
    booklet.prints.sets.clear();
    let error = pdf(&booklet, &Sheets::default()).unwrap_err();
    assert_eq!(error, PrintError::NoPieces("Burbuja"));
    assert_eq!(error.to_string(), "this variant of Burbuja has no pieces to print");
    assert!(pdf(&booklet, &Sheets { pieces: false, ..Sheets::default() }).is_ok());
}

#[test]
fn nothing_and_odd_bleeds_are_refused() {
    let booklet = printed("baju-duel").unwrap().booklet(&Value::Null, Ink::Full).unwrap();
    let nothing = Sheets { pieces: false, rules: false, card: false, ..Sheets::default() };
    assert_eq!(pdf(&booklet, &nothing).unwrap_err(), PrintError::Nothing);
    for bleed in [-0.1, 5.1, f64::NAN, f64::INFINITY] {
        assert_eq!(pdf(&booklet, &Sheets { bleed, ..Sheets::default() }).unwrap_err(), PrintError::Bleed);
    }
}

#[test]
fn all_games_fit_on_both_papers_with_any_bleed() {
    for game in bagatelle_catalog::printed_games() {
        let booklet = game.booklet(&Value::Null, Ink::Low).unwrap();
        for paper in Paper::ALL {
            for bleed in [0.0, 1.5, 5.0] {
                let sheets = Sheets { paper, bleed, tone: Tone::LowInk, ..Sheets::default() };
                assert!(pdf(&booklet, &sheets).is_ok(), "{} on {paper} with {bleed} mm", game.id());
            }
        }
    }
}

#[test]
fn choices_are_words() {
    for paper in Paper::ALL {
        assert_eq!(paper.to_string().parse(), Ok(paper));
    }
    for tone in Tone::ALL {
        assert_eq!(tone.to_string().parse(), Ok(tone));
    }
    assert_eq!("A5".parse::<Paper>().unwrap_err().to_string(), "“A5” isn’t one of a4, letter");
}
