//! The page for trying a position.

use super::solved::Solved;
use crate::board::entry::{controls, typed_move_folded};
use crate::board::{Rim, along, board};
use crate::frame::{Card, Frame, Place, Script, Sheet};
use crate::json::Json;
use crate::table::hint::TELL_MORE;
use crate::table::moments;
use crate::{game, text, urls, verdict};
use bagatelle_catalog::AnyGame;
use bagatelle_core::Seat;
use bagatelle_core::present::{Fixed, Hint};
use bagatelle_table::{PositionPlay, Verdict, WorldDate};
use maud::{Markup, html};
use std::collections::BTreeMap;

/// A position of the day, as a visitor who tries it sees it.
#[derive(Clone, Copy)]
pub struct PositionPage<'a> {
    /// The game.
    pub game: &'a dyn AnyGame,
    /// The world date.
    pub date: WorldDate,
    /// What the visitor has done with it.
    pub play: &'a PositionPlay,
    /// The outcome of the last try.
    pub verdict: Option<&'a Verdict>,
    /// After how many actions of the solution the board is shown, once it is solved.
    pub at: usize,
    /// The ids of the games whose deals or positions of that day the visitor has ended.
    pub ended: &'a [String],
    /// The address of the server, without a slash at the end.
    pub base: &'a str,
}

impl PositionPage<'_> {
    /// The whole page.
    #[must_use]
    pub fn page(&self) -> Markup {
        let title = format!("{}: position of {}", game::name(self.game), text::day(&self.date.to_string()));
        let card = Card {
            title: &title,
            description: &self.play.position().task,
            base: self.base,
            page: &urls::daily(self.date, self.game.id()),
            picture: &urls::daily_preview(self.date, self.game.id()),
        };
        Frame {
            laid: true,
            place: Some(Place::Today),
            script: Script::Steps,
            sheet: Some(Sheet::Today),
            card: Some(card),
            ..Frame::new(&title)
        }
        .page(&self.part())
    }

    /// The part that each try replaces.
    #[must_use]
    pub fn part(&self) -> Markup {
        let (id, play) = (self.game.id(), self.play);
        let lead = play.lead().map(|offer| Json(offer.path.clone()));
        let svg = self.drawing();
        html! {
            main #table.lesson.position.over[play.is_solved()] data-version=(play.tries()) data-seq="0"
                data-revision="0"
                data-offers=(Json(play.offers())) data-asks=[self.asks()] data-lead=[lead]
                data-act=(urls::position_act(self.date, id)) data-part=(urls::daily(self.date, id))
                data-why=(urls::position_why(self.date, id)) {
                (self.heading())
                (board(self.game, &svg, &Rim::default()))
                @match self.verdict {
                    Some(Verdict::Right { .. }) => (moments(&play.moments(self.at, Fixed::Drawn))),
                    Some(Verdict::Wrong { .. }) => (moments(&play.refutation())),
                    _ => {}
                }
                div.side {
                    p #goal { (play.position().task) }
                    section.now aria-label="Task" {
                        @if !play.is_solved() {
                            // The board marks it.
                            @for last in play.play().log(play.viewer(), 1) {
                                (before(&last.sentence))
                            }
                            p #status.status { (self.status()) }
                            (controls(play.play(), play.viewer()))
                            (self.help())
                        }
                        div #verdict { (self.verdict()) }
                        @if play.is_solved() { (self.solved().line()) (self.solved().next()) }
                    }
                    @if play.is_solved() { (self.solved().result()) }
                    (self.tries())
                    (self.more())
                }
            }
        }
    }

    /// The position; once it is solved, the board after some actions of its line, at one scale for all.
    fn drawing(&self) -> String {
        let (play, near) = (self.play, Seat(self.play.position().seat));
        if !play.is_solved() {
            return play.play().svg_from(play.viewer(), near);
        }
        let moves = play.line().len();
        along(moves + 1, self.at.min(moves), |at| play.at(at).svg_from(play.viewer(), near))
    }

    fn solved(&self) -> Solved<'_> {
        Solved { game: self.game, date: self.date, play: self.play, at: self.at, ended: self.ended }
    }

    fn heading(&self) -> Markup {
        html! {
            div.head {
                h1 { "Position of the day" }
                p.deal {
                    a href=(urls::game(self.game.id())) { (game::name(self.game)) } " · "
                    time datetime=(self.date.to_string()) { (text::day(&self.date.to_string())) } " · "
                    span.grade { (self.play.position().grade.word()) }
                }
            }
        }
    }

    /// What the game asks of the visitor now.
    fn status(&self) -> String {
        self.play.play().asked(self.play.viewer()).unwrap_or_else(|| "Your move.".into())
    }

    /// What is asked after each beginning of a path, as JSON.
    fn asks(&self) -> Option<Json<BTreeMap<String, String>>> {
        let (play, viewer) = (self.play.play(), self.play.viewer());
        (!self.play.is_solved()).then(|| Json(play.asks(viewer, &play.offers(viewer))))
    }

    fn verdict(&self) -> Markup {
        html! {
            @match self.verdict {
                Some(verdict) => (verdict::told(verdict, self.play.is_solved(), "")),
                None if self.play.is_solved() => div.right { p.call { "Solved" } p {
                    (self.play.right().unwrap_or_default()) } },
                None if self.play.is_shown() => div.hint {
                    p {
                        @if let Some(answer) = self.play.lead() {
                            strong { (self.play.foretold(&answer.text)) } " "
                        }
                        "Play it to see why."
                    }
                },
                None => @if let Some(hint) = self.hint() {
                    div.hint data-hint=(hint.marks.join(" ")) { p { (hint.text) } }
                },
            }
        }
    }

    /// The hint that is shown.
    fn hint(&self) -> Option<Hint> {
        self.play.hint().filter(|_| self.verdict.is_none())
    }

    /// The way to the answer for a visitor who is stuck, and for one who gives up.
    fn help(&self) -> Markup {
        html! {
            form.steps method="post" action=(urls::position_act(self.date, self.game.id())) data-send {
                @let shown = self.play.is_shown();
                @let (kind, label) = match self.hint() {
                    None => ("hint", "Hint"),
                    Some(_) if self.play.can_narrow() => ("more", TELL_MORE),
                    Some(_) => ("show", TELL_MORE),
                };
                button name="kind" value=(kind) data-key="h" title="H" disabled[shown] { (label) }
                button #show name="kind" value="show" disabled[shown] { "Show me" }
            }
        }
    }

    /// The failed tries, each with its answer.
    fn tries(&self) -> Markup {
        let solved = self.play.is_solved();
        let wrong = &self.play.tried()[..self.play.tried().len() - usize::from(solved)];
        html! {
            @if !wrong.is_empty() {
                section.tries aria-labelledby="tries" {
                    h2 #tries { (text::count(wrong.len() as u64, "wrong try")) }
                    ol {
                        @for tried in wrong {
                            @let reason = self.play.reason(tried);
                            li {
                                p { (self.play.foretold(tried)) }
                                @if !self.is_told(&reason) { p.small { (reason) } }
                            }
                        }
                    }
                }
            }
        }
    }

    /// Whether the reply to the last try gives this reason.
    fn is_told(&self, reason: &str) -> bool {
        matches!(self.verdict, Some(Verdict::Wrong { why, .. }) if why == reason)
    }

    fn more(&self) -> Markup {
        let id = self.game.id();
        html! {
            section.more aria-label="More" {
                nav aria-label="This position" {
                    a href=(urls::rules(id)) data-panel { "Rules" }
                    @if self.game.lesson().is_some() { a href=(urls::lesson(id)) { "Learn" } }
                    a href=(urls::game(id)) { "Play " (game::name(self.game)) }
                    @if game::is_laid(self.game) {
                        a href=(urls::daily_lay_out(self.date, id)) rel="nofollow" { "Set it up by hand" }
                    }
                }
                @if !self.play.is_solved() {
                    (typed_move_folded(urls::position_act(self.date, id), "act", "Try"))
                }
            }
        }
    }
}

/// The last move, in one line. What followed it, which may be a lot for a phone, is folded under it.
fn before(sentence: &str) -> Markup {
    let (deed, rest) = sentence.split_once('\n').unwrap_or((sentence, ""));
    html! {
        @if rest.is_empty() { p.before.small { "Last move: " (deed) } }
        @else { details.before.small { summary { "Last move: " (deed) } p { (rest) } } }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_followed_the_last_move_is_folded() {
        assert_eq!(before("Light rests.").0, "<p class=\"before small\">Last move: Light rests.</p>");
        let [deed, rest] = ["Hugo bets 2 cards.", "The bets are turned up.\nHugo wins."];
        let folded = format!("<summary>Last move: {deed}</summary><p>{rest}</p>");
        let told = before(&[deed, rest].join("\n")).0;
        assert_eq!(told, format!("<details class=\"before small\">{folded}</details>"));
    }
}
