//! Board files: each error and each warning, and the stand-ins.

use bagatelle_baju::board::Dye;
use bagatelle_baju::boardfile::{self, BoardError, BoardWarning, STAND_INS, read, write};
use bagatelle_baju::options;
use bagatelle_baju::pieces::{Colour, Space};

fn errors(text: &str) -> Vec<String> {
    let report = read(text);
    assert_eq!(report.board.is_none(), !report.errors.is_empty());
    report.errors.iter().map(ToString::to_string).collect()
}

#[test]
fn stand_ins_are_right_and_what_the_rule_page_says() {
    let bridges = |id: &str, dye| {
        let board = options::board(id).unwrap();
        board.bridges().iter().filter(|bridge| bridge.dye == dye).count()
    };
    for (id, counts) in [("twin-loops", [8, 8, 8]), ("red-ring", [12, 6, 6]), ("frame", [12, 4, 4])] {
        assert_eq!(Dye::ALL.map(|dye| bridges(id, dye)), counts, "{id}");
    }
    for stand_in in STAND_INS {
        assert_eq!(errors(stand_in.text), [] as [&str; 0]);
        let board = stand_in.board();
        let again = read(&write(&board)).board.unwrap();
        assert_eq!(again, board, "what is written reads back");
    }
    let loops = STAND_INS[0].board();
    assert_eq!(read(STAND_INS[0].text).warnings, []);
    for colour in Colour::BOTH {
        for space in Space::all() {
            assert_eq!(loops.across(colour, space).count_ones(), 2, "a ring road");
            for value in 1..=7 {
                assert_eq!(loops.targets(colour, value, space).count_ones(), 2);
            }
            assert_eq!(loops.targets(colour, 8, space).count_ones(), 1);
        }
    }
}

#[test]
fn every_error_is_named_with_its_line() {
    assert_eq!(errors(""), ["the first line must be “baju-board 1”"]);
    assert_eq!(errors("baju-board 2\n"), ["the first line must be “baju-board 1”"]);
    assert_eq!(errors("red a1-b1\n"), ["the first line must be “baju-board 1”"]);
    assert_eq!(read(&"#".repeat(boardfile::LARGEST + 1)).errors, [BoardError::TooLarge]);
    let long = format!("baju-board 1\nname {}", "x".repeat(61));
    assert_eq!(read(&long).errors, [BoardError::Name { line: 2 }]);
    let text = "baju-board 1\nname All wrong\ngreen a1-b1\nred a1b1 a1-e1 x-y c1-c1 # a comment\n\nwhite \
        a1-b1\nblack b1-a1 a1-b1-c1";
    assert_eq!(
        errors(text),
        [
            "line 3: “green” should be name, red, white or black",
            "line 4: “a1b1” isn’t a bridge such as a1-b1",
            "line 4: “e1” in “a1-e1” isn’t a space: spaces are a1 to d4",
            "line 4: “x” in “x-y” isn’t a space: spaces are a1 to d4",
            "line 4: “y” in “x-y” isn’t a space: spaces are a1 to d4",
            "line 4: a bridge can’t lead from c1 to itself",
            "line 7: a1 and b1 are already joined by the white bridge of line 6",
            "line 7: “b1-c1” in “a1-b1-c1” isn’t a space: spaces are a1 to d4",
        ]
    );
    assert_eq!(errors("baju-board 1\nred a1-b1 a1-b1").len(), 1, "also twice in one colour");
}

#[test]
fn words_repeat_and_comments_are_skipped() {
    let text = "\u{feff}# mine\nbaju-board 1\r\nname  A board #7 # the seventh\nred a1-b1\n  # more\nred \
        b2-a1 # a diagonal\nwhite\n";
    let board = read(text).board.unwrap();
    assert_eq!(board.name(), "A board");
    assert_eq!(board.bridges().len(), 2);
    let a1 = Space::read("a1").unwrap();
    assert_eq!(board.bridge(Space::read("b2").unwrap(), a1), Some(Dye::Red), "spaces need not be neighbours");
    assert_eq!(read("baju-board 1").board.unwrap().name(), "Unnamed board");
}

#[test]
fn every_warning_is_given() {
    let warnings = |text: &str| read(&format!("baju-board 1\n{text}")).warnings;
    let empty = warnings("");
    assert!(empty.contains(&BoardWarning::Disconnected(Colour::White)));
    assert!(empty.contains(&BoardWarning::NoTarget { colour: Colour::Black, value: 8, spaces: 0xffff }));
    assert!(!empty.contains(&BoardWarning::NotSymmetric), "nothing is exchanged with nothing");
    let one_white = warnings("white a1-b1");
    assert!(one_white.contains(&BoardWarning::NotSymmetric));
    assert!(one_white.contains(&BoardWarning::NoTarget { colour: Colour::White, value: 1, spaces: 0xfffc }));
    // A turn by a quarter exchanges these two.
    assert!(!warnings("white a1-b1\nblack a1-a2").contains(&BoardWarning::NotSymmetric));
    // Red bridges must be kept by the same symmetry.
    assert!(warnings("white a1-b1\nblack a1-a2\nred d4-d3").contains(&BoardWarning::NotSymmetric));
    let texts: Vec<String> = one_white.iter().map(ToString::to_string).collect();
    assert!(texts.contains(&"a white 8 can’t move from any space".into()), "{texts:?}");
    assert!(texts.contains(&"a white 1 can’t move from c1 d1 a2 b2 c2 d2 a3 b3 c3 d3 a4 b4 c4 d4".into()));
    assert_eq!(
        one_white.last().unwrap().to_string(),
        "no rotation or reflection of the board swaps the white and black bridges: one colour may have an \
         advantage"
    );
}

#[test]
fn a_report_is_data_for_an_editor() {
    let json = serde_json::to_value(read("baju-board 1\nred a1-a1")).unwrap();
    assert_eq!(json["name"], serde_json::Value::Null);
    assert_eq!(json["errors"][0], "line 2: a bridge can’t lead from a1 to itself");
}
