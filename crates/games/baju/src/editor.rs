//! The page of the workshops: a visitor draws a board, or types or loads a board file, and plays on it. Every
//! state of the page is in its address, so nothing has to be kept.

use crate::board::{Board, Bridge, Dye};
use crate::boardfile::{self, STAND_INS};
use crate::draw;
use crate::pieces::Space;
use maud::{Markup, PreEscaped, html};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

/// What a new board begins with.
const BLANK: &str = "baju-board 1\nname My board\n";

/// The page for the board file made so far (empty at first). `choices` are the fields of the form that begins
/// a game on it, and `verb` what stands on its button.
pub(crate) fn page(text: &str, choices: &Markup, verb: &str) -> Markup {
    let text = if text.trim().is_empty() { BLANK } else { text };
    let report = boardfile::read(text);
    // On an empty board everything would be unusual.
    let bridges = report.board.as_ref().is_some_and(|board| !board.bridges().is_empty());
    html! {
        h1 { "Your own board" }
        p {
            "The built-in boards are stand-ins. Here you can enter the board of your own copy, or invent \
             one. Click between two spaces to lay a red bridge; click again for white, then black, then no \
             bridge."
        }
        @if let Some(board) = &report.board {
            figure { (PreEscaped(draw::editor(board, |from, to| address(&boardfile::write(&turned(board, from,
                to)))))) }
        }
        @if !report.errors.is_empty() {
            h2 { "Problems" }
            ul { @for error in &report.errors { li { (error) } } }
        }
        @if report.board.is_some() {
            form.card method="post" action="new" {
                input type="hidden" name="option.board" value=(text) {}
                (choices)
                button type="submit" { (verb) }
            }
            form method="get" action="print" {
                input type="hidden" name="option.board" value=(text) {}
                button type="submit" { "Print this board" }
                @if !bridges { p.small { "It has no bridges yet." } }
            }
        }
        @if bridges && !report.warnings.is_empty() {
            h2 { "Unusual" }
            p { "You can still play on this board." }
            ul { @for warning in &report.warnings { li { (warning) } } }
        }
        h2 { "Board file" }
        p { "Keep this text to use the board again. Here you can also write bridges between spaces that \
            aren’t neighbours." }
        form.card method="get" action="workshop" {
            textarea name="text" rows="8" spellcheck="false" aria-label="Board file" { (text) }
            input type="file" data-into="text" aria-label="Open a board file" {}
            button type="submit" { "Show this board" }
        }
        p {
            "Start from "
            a href=(address(BLANK)) { "an empty board" }
            @for stand_in in STAND_INS {
                ", " a href=(address(stand_in.text)) { (stand_in.board().name()) }
            }
            "."
        }
    }
}

/// The board with the next dye on one bridge: red, white, black, none.
fn turned(board: &Board, from: Space, to: Space) -> Board {
    let next = match board.bridge(from, to) {
        None => Some(Dye::Red),
        Some(Dye::Red) => Some(Dye::White),
        Some(Dye::White) => Some(Dye::Black),
        Some(Dye::Black) => None,
    };
    let others = board.bridges().iter().copied().filter(|bridge| (bridge.from, bridge.to) != (from, to));
    Board::new(board.name(), others.chain(next.and_then(|dye| Bridge::new(dye, from, to))))
}

/// What stays as it is in the query.
const PLAIN: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'_').remove(b'.').remove(b'~');

/// The address of the workshop with a text.
fn address(text: &str) -> String {
    format!("workshop?text={}", utf8_percent_encode(text, PLAIN))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn four_clicks_lead_back() {
        let first = STAND_INS[0].board();
        let (a, b) = (Space::new(0, 0), Space::new(1, 0));
        let mut board = first.clone();
        let mut dyes = Vec::new();
        for _ in 0..4 {
            board = turned(&board, a, b);
            dyes.push(board.bridge(a, b));
        }
        assert_eq!(dyes, [Some(Dye::White), Some(Dye::Black), None, Some(Dye::Red)]);
        assert_eq!(board, first);
    }

    #[test]
    fn pages_say_what_is_wrong_and_offer_to_play_what_is_right() {
        let page = |text: &str| page(text, &html! {}, "Play").into_string();
        let blank = page("");
        assert!(!blank.contains("Unusual") && blank.contains("action=\"new\""));
        assert!(blank.contains("action=\"print\""));
        let begun = page("baju-board 1\nred a1-a2");
        assert!(begun.contains("Unusual") && begun.matches("no bridge").count() > 20);
        let wrong = page("baju-board 1\nred a1-a1\n<script>");
        assert!(
            wrong.contains("from a1 to itself")
                && !wrong.contains("action=\"new\"")
                && !wrong.contains("<script>")
        );
        let right = page(STAND_INS[0].text);
        assert!(!right.contains("What is") && right.contains("name=\"option.board\""));
        assert_eq!(address("a b\n&é"), "workshop?text=a%20b%0A%26%C3%A9");
    }
}
