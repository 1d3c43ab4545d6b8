//! The page on which a player plans moves in a game by mail: the board is played on from the current
//! position, for all players, and the lines that the player wants are kept.
//!
//! Nothing of a line is stored before it is kept: the page sends its actions so far with each of its own.

use crate::board::entry::{controls, typed_move_folded};
use crate::board::{Rim, board};
use crate::frame::{Frame, Script};
use crate::json::Json;
use crate::{game, urls};
use bagatelle_catalog::AnyPlay;
use bagatelle_core::{Seat, Turn, Viewer};
use bagatelle_table::{ANY, LONGEST_LINE, Line, MOST_LINES, Table};
use maud::{Markup, html};
use std::collections::BTreeMap;

/// The page on which a player plans.
#[derive(Clone, Copy)]
pub struct PlanPage<'a> {
    /// The table as it stands now.
    pub table: &'a Table,
    /// The number of changes besides the events.
    pub revision: u64,
    /// The seat of the player; the reason why nothing can be planned, if that is so.
    pub seat: Result<Seat, &'a str>,
    /// From which seat’s side of the table it is seen.
    pub near: Seat,
    /// The actions so far of the line that is being made.
    pub line: &'a [String],
    /// The position after them.
    pub play: &'a dyn AnyPlay,
    /// What is kept.
    pub lines: &'a [Line],
    /// What has just been done, in a sentence.
    pub done: Option<&'a str>,
}

impl PlanPage<'_> {
    /// The whole page.
    #[must_use]
    pub fn page(&self) -> Markup {
        let title = format!("{}: planned moves", game::name(self.table.game()));
        Frame { laid: true, script: Script::Live, ..Frame::new(&title) }.page(&self.part())
    }

    /// The part that each action replaces.
    #[must_use]
    pub fn part(&self) -> Markup {
        let (table, id, viewer) = (self.table, self.table.id(), self.viewer());
        let (version, line) = (table.version(), self.line);
        let offers = match (self.seat, line.len() < LONGEST_LINE) {
            (Ok(_), true) => self.play.offers(viewer),
            _ => Vec::new(),
        };
        // What a game asks is said to the player whose turn it is: of another’s pieces it would be wrong.
        let own = self.seat.is_ok_and(|own| self.play.turn() == Turn::Seat(own));
        let mut asks = if own { self.play.asks(viewer, &offers) } else { BTreeMap::new() };
        let whole = self.is_whole();
        let status = self.status(whole);
        asks.insert(String::new(), status.clone());
        let act = urls::plan_act(id, version, line);
        html! {
            main #table .plan data-version={ (version) "-" (line.len()) } data-seq=(table.seq())
                data-revision=(self.revision) data-planning
                data-offers=(Json(&offers)) data-asks=[(!offers.is_empty()).then_some(Json(asks))]
                data-act=(act) data-part=(urls::plan_at(id, version, line))
                data-why=(urls::plan_why(id, version, line)) data-events=(urls::table_events(id)) {
                div.head {
                    h1 { "Planned moves" }
                    p.deal { a href=(urls::game(table.game().id())) { (game::name(table.game())) } }
                    p.back { a href=(urls::table(id)) { "Back to the game" } }
                }
                (board(table.game(), &self.play.svg_from(viewer, self.near), &Rim::default()))
                div.side {
                    (self.now(&act, viewer, &status, whole))
                    @if !line.is_empty() { (self.this_line()) }
                    @if self.seat.is_ok() { (self.kept(&act)) }
                    (self.more(&act, !offers.is_empty()))
                }
            }
        }
    }

    /// The player who acts next in the line is shown what can be done.
    fn viewer(&self) -> Viewer {
        match self.play.turn() {
            Turn::Seat(seat) if self.seat.is_ok() => Viewer::Seat(seat),
            _ => Viewer::Seat(self.near),
        }
    }

    /// Whether the line ends with an action of the player.
    fn is_whole(&self) -> bool {
        let before = self.line.len().checked_sub(1).map(|_| self.play.at(self.play.ply().saturating_sub(1)));
        before.is_some_and(|before| self.seat.is_ok_and(|own| before.turn() == Turn::Seat(own)))
    }

    /// What is asked, or why nothing can be planned.
    fn status(&self, whole: bool) -> String {
        let own = match self.seat {
            Ok(own) => own,
            Err(why) => return why.to_owned(),
        };
        let done = self.done.map_or(String::new(), |done| format!("{done} "));
        let full = self.line.len() >= LONGEST_LINE;
        let next = match self.play.turn() {
            Turn::Seat(_) if full => "This line is as long as it can be.".to_owned(),
            Turn::Seat(seat) if seat == own => "Choose your answer.".to_owned(),
            Turn::Seat(seat) if whole => {
                format!("Save this line, or add a move for {}.", self.table.label(seat))
            }
            Turn::Seat(seat) => format!("Choose a move that {} might play.", self.table.label(seat)),
            Turn::Chance => "A random draw is next, so this line ends here.".to_owned(),
            Turn::Over => "The game would be over.".to_owned(),
        };
        done + &next
    }

    fn now(&self, act: &str, viewer: Viewer, status: &str, whole: bool) -> Markup {
        let full = self.lines.len() >= MOST_LINES;
        html! {
            section.now aria-label="Now" {
                p #status.status { (status) }
                @if self.seat.is_err() {
                    a.button.primary href=(urls::table(self.table.id())) { "Back to the game" }
                } @else {
                    (controls(self.play, viewer))
                    form.steps method="post" action=(act) data-send {
                        button name="kind" value="back" data-key="z" title="Undo (Z)"
                            disabled[self.line.is_empty()] { "Undo" }
                        button name="kind" value="again" disabled[self.line.is_empty()] { "Start again" }
                        button.primary name="kind" value="keep" disabled[!whole || full] { "Save this line" }
                    }
                    @if full {
                        p.small { "You’ve planned " (MOST_LINES) " lines, the maximum. Delete one to plan \
                            another." }
                    }
                }
            }
        }
    }

    /// The actions of a line in sentences, from the current position on.
    fn told(&self, line: &[String]) -> Vec<String> {
        let mut play = self.table.play().duplicate();
        let taken = line.iter().take_while(|action| play.play(action).is_ok()).count();
        play.open_log(Viewer::Spectator, taken).into_iter().map(|entry| entry.sentence).collect()
    }

    /// A line, with who answers whom.
    fn sentences(&self, line: &[String]) -> Markup {
        html! {
            @match line {
                [any, action] if any == ANY => p {
                    "Whatever the other player does: "
                    strong {
                        @match self.seat.ok().and_then(|own| self.table.way_ahead(own, action)) {
                            Some((_, told)) => (told),
                            None => (action),
                        }
                    }
                },
                line => ol { @for sentence in self.told(line) { li { (sentence) } } },
            }
        }
    }

    fn this_line(&self) -> Markup {
        html! {
            section.line aria-labelledby="this-line" {
                h2 #this-line { "This line" }
                (self.sentences(self.line))
            }
        }
    }

    /// The lines that are kept, each with a way to drop it.
    fn kept(&self, act: &str) -> Markup {
        html! {
            section.lines aria-labelledby="kept-lines" {
                h2 #kept-lines { "Saved lines" }
                @if self.lines.is_empty() {
                    p.small {
                        "None yet. Play a move for the other player, then your answer, and save the line. If \
                            the game follows it, your answer is played at once. Only you can see your plans."
                    }
                } @else {
                    ol {
                        @for (number, line) in self.lines.iter().enumerate() {
                            li {
                                (self.sentences(line))
                                form method="post" action=(act) data-send {
                                    input type="hidden" name="text" value=(line.join(" "));
                                    button name="kind" value="drop"
                                        aria-label={ "Delete line " (number + 1) } { "Delete" }
                                }
                            }
                        }
                    }
                    @if self.lines.len() > 1 {
                        form.steps method="post" action=(act) data-send {
                            button name="kind" value="clear" { "Delete all" }
                        }
                    }
                    p.small { "Only you can see your plans." }
                }
            }
        }
    }

    fn more(&self, act: &str, open: bool) -> Markup {
        html! {
            section.more aria-label="More" {
                nav aria-label="This game" {
                    a href=(urls::rules(self.table.game().id())) data-panel { "Rules" }
                }
                @if open {
                    (typed_move_folded(act, "plan", "Play"))
                }
            }
        }
    }
}
