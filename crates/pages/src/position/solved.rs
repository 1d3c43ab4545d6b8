//! A solved position: the result, the rest of the line, and the link to play on.

use crate::day::next_of_day;
use crate::new_game::{Choice, opponent_options};
use crate::once::key_field;
use crate::step::step;
use crate::today::solved_position;
use crate::{game, text, urls};
use bagatelle_catalog::AnyGame;
use bagatelle_table::{PositionPlay, TryMark, WorldDate};
use maud::{Markup, html};

/// The only point from which a line begins.
const TURN: usize = 0;

/// A sign that every font has.
fn sign(mark: TryMark) -> char {
    match mark {
        TryMark::Wrong => '✗',
        TryMark::Shown => '?',
        TryMark::Right => '✓',
    }
}

/// A solved position.
pub(super) struct Solved<'a> {
    pub game: &'a dyn AnyGame,
    pub date: WorldDate,
    pub play: &'a PositionPlay,
    /// After how many actions of the line the board is shown.
    pub at: usize,
    /// The ids of the games whose deals or positions of the day are ended.
    pub ended: &'a [String],
}

impl Solved<'_> {
    /// The way on: a game from the position.
    pub(super) fn next(&self) -> Markup {
        let id = self.game.id();
        html! {
            p { (next_of_day(self.date, id, self.ended, "button primary large")) }
            form.play-on method="post" action=(urls::position_play_on(self.date, id)) {
                (key_field())
                label.field {
                    span { "Play it out" }
                    select name="program" { (opponent_options(self.game, "Against ",
                        Choice::default().opponent(self.game))) }
                }
                button { "Play on from here" }
            }
        }
    }

    /// How it went.
    pub(super) fn result(&self) -> Markup {
        let play = self.play;
        html! {
            section #result.position-result aria-label="Result" {
                p { strong { (self.sentence()) } }
                p.row role="img" aria-label=(self.spoken()) {
                @for mark in play.marks() { span class=(mark.word()) { (sign(mark)) } }
            }
                button type="button" data-share=(self.share_text()) data-link=(urls::daily(self.date,
                    self.game.id())) {
                    "Share the result"
                }
            }
        }
    }

    /// How often it took, in a sentence.
    fn sentence(&self) -> String {
        text::capitalised(&solved_position(self.play.tries(), self.play.is_helped())) + "."
    }

    /// The row of symbols in words.
    fn spoken(&self) -> String {
        let vain = match self.play.tried().len() {
            0 | 1 => "no wrong try".to_owned(),
            more => text::count(more as u64 - 1, "wrong try"),
        };
        let help = if self.play.is_helped() { ", with help" } else { "" };
        format!("{vain}{help}, then the right one")
    }

    /// The result as a text to send to friends, which does not reveal the moves.
    fn share_text(&self) -> String {
        let Solved { game, date, play, .. } = *self;
        let grade = play.position().grade.word();
        let help = if play.is_helped() { " · with help" } else { "" };
        format!(
            "Bagatelle · {} · position of {} ({grade})\n{} {}{help}",
            game::name(game),
            text::day(&date.to_string()),
            play.row(),
            text::count(play.tries().into(), "try")
        )
    }

    /// The action that was found, and what may follow, each a link to the board after it.
    pub(super) fn line(&self) -> Markup {
        let told = self.play.told();
        let steps = told.len() > 1;
        let address = |at| urls::position_at(self.date, self.game.id(), at);
        html! {
            h2 { @if steps { "Continuation" } @else { "The answer" } }
            @if steps {
                nav.ways-in aria-label="The line" {
                    (step(self.at.checked_sub(1).map(address), TURN, "Back"))
                    (step((self.at < told.len()).then(|| address(self.at + 1)), TURN, "Forward"))
                }
            }
            ol.line {
                @for (n, sentence) in told.iter().enumerate() {
                    li {
                        @if steps { a href=(address(n + 1)) data-turn=(TURN) aria-current=[(self.at == n
                            + 1).then_some("step")] { (sentence) } }
                        @else { (sentence) }
                    }
                }
            }
        }
    }
}
