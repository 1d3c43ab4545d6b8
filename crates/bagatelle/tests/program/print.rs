//! Games on paper.

use std::process::{Command, Output};

fn print(words: &[&str]) -> Output {
    let words = [&["print"], words, &["-o", "-"]].concat();
    Command::new(env!("CARGO_BIN_EXE_bagatelle")).args(words).output().unwrap()
}

#[test]
fn a_game_is_a_pdf_file() {
    let done = print(&["burbuja", "--paper", "letter", "--ink", "low-ink", "--backs", "--bleed", "3"]);
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    assert!(done.stdout.starts_with(b"%PDF-"));
}

#[test]
fn what_cannot_be_printed_is_refused_in_a_sentence() {
    for (words, sentence) in [
        (&["baju-duel", "--option", "board=red-rin"][..], "there’s no board called “red-rin”"),
        (&["baju-duel", "--option", "board=baju-board 1\nred a1-a1"], "the board file isn’t valid"),
        (&["burbuja", "--bleed", "9"], "the bleed is 0 to 5 millimetres"),
        (&["burbuja", "--paper", "a5"], "“a5” isn’t one of a4, letter"),
        (&["burbuja", "--ink", "red"], "“red” isn’t one of colour, grey, low-ink"),
        (&["no-such-game"], "no-such-game"),
    ] {
        let done = print(words);
        let said = String::from_utf8_lossy(&done.stderr);
        assert!(!done.status.success() && said.contains(sentence), "{words:?}: {said}");
        assert!(done.stdout.is_empty(), "{words:?}");
    }
}
