//! The page that replays a game ply by ply, and the page for uploading records. Every step is a link, so
//! both work without a script; `assets/js/replay.js` makes the steps smooth.

use crate::board::board;
use crate::frame::{Card, Frame, Script};
use crate::new_game::{Choice, name_field, opponent_options};
use crate::once::key_field;
use crate::refusal::RecordRefusal;
use crate::table::facts::long_or_short;
use crate::table::log::Names;
use crate::table::seats::plates_at;
use crate::table::{deal_name, moments, result_sentence};
use crate::tabs::{Tab, Tabs};
use crate::{game, text, urls};
use bagatelle_catalog::{AnyPlay, LogEntry, Moment};
use bagatelle_core::present::Fixed;
use bagatelle_core::record::LARGEST;
use bagatelle_core::{Seat, Turn, Viewer};
use bagatelle_table::{LONGEST_FORK, Replay, ReplayView};
use maud::{Markup, html};
use std::fmt::Display;

/// How many actions are listed before and after the one shown.
const AROUND: usize = 150;
/// The speeds at which a game plays by itself: their labels, and the time from ply to ply in milliseconds.
const SPEEDS: [(&str, u32); 2] = [("Play", 1400), ("Fast", 500)];

/// A replay.
#[derive(Clone, Copy)]
pub struct ReplayPage<'a> {
    /// The game at a ply, as the viewer may see it.
    pub replay: &'a Replay<'a>,
    /// The visitor's name so far.
    pub name: &'a str,
    /// The address of the server, without a slash at the end.
    pub base: &'a str,
}

impl ReplayPage<'_> {
    /// The whole page.
    #[must_use]
    pub fn page(&self) -> Markup {
        let (id, ply) = (self.id(), self.replay.ply());
        let title = format!("{}: replay", game::name(self.replay.table.game()));
        // The moves of a solitaire are its solution.
        let alone = self.replay.play.seats() == 1;
        let description =
            if alone { self.place() } else { format!("{} {}", self.place(), self.happened(&[])) };
        let card = Card {
            title: &title,
            description: &description,
            base: self.base,
            page: &urls::replay_at(id, None, ply),
            picture: &urls::preview(id, Some(ply)),
        };
        Frame { laid: true, script: Script::Replay, card: Some(card), ..Frame::new(&title) }
            .page(&self.part(None))
    }

    /// The part that a step replaces, on a page that shows the first `shown` actions.
    #[must_use]
    pub fn part(&self, shown: Option<usize>) -> Markup {
        let replay = self.replay;
        html! {
            main #table .replay.over[self.is_at_end()] data-ply=(replay.ply()) data-plies=(replay.plies)
                data-at=(self.address("")) {
                (self.tabs())
                (board(replay.table.game(), &replay.svg(), &plates_at(replay, self.is_at_end())))
                div.side {
                    (self.steps())
                    (self.views())
                    (self.log())
                    (self.facts())
                    @if replay.may_play_on() { (self.play_on()) }
                    @let deal = deal_name(replay.table);
                    @if !deal.is_empty() { p.small.deal { "Deal: " (deal) } }
                    (self.more())
                }
                (moments(&self.moments(shown)))
            }
        }
    }

    /// What happened between the ply that the page shows and this one.
    fn moments(&self, shown: Option<usize>) -> Vec<Moment> {
        let viewer = match self.replay.view {
            ReplayView::Of(viewer) => viewer,
            ReplayView::Open => return Vec::new(),
        };
        let near = self.replay.near();
        let shown = shown.filter(|shown| *shown < self.replay.ply());
        shown.map_or(Vec::new(), |shown| self.replay.play.moments(viewer, near, Fixed::Drawn, shown))
    }

    fn id(&self) -> &str {
        self.replay.table.id()
    }

    fn address(&self, ply: impl Display) -> String {
        self.address_as(self.replay.view, ply)
    }

    fn address_as(&self, view: ReplayView, ply: impl Display) -> String {
        urls::replay_at(self.id(), (self.replay.views.len() > 1).then_some(view), ply)
    }

    /// The heading, with the other pages of the game; the analysis begins at the step that is shown.
    fn tabs(&self) -> Markup {
        let (id, table, address) = (self.id(), self.replay.table, &urls::table(self.id()));
        let has_analysis = self.replay.is_open() && table.is_over();
        let has_review = has_analysis && table.has_review();
        let ply = (!self.is_at_end()).then_some(self.replay.ply());
        let (game, shown) = (table.game(), Tab::Replay);
        let (play, viewer) = (self.replay.play.as_ref(), self.replay.viewer());
        Tabs { id, game, address, shown, has_review, has_analysis, ply, play, viewer }.heading()
    }

    /// Which ply is shown.
    fn place(&self) -> String {
        match (self.replay.ply(), self.replay.plies) {
            (0, plies) => format!("Start of the game: {}.", text::count(plies as u64, "move")),
            (ply, plies) => format!("Move {ply} of {plies}."),
        }
    }

    /// The last `count` actions, as the one through whose eyes the game is seen was told them.
    fn told(&self, play: &dyn AnyPlay, count: usize) -> Vec<LogEntry> {
        match self.replay.view {
            ReplayView::Open => play.open_log(Viewer::Spectator, count),
            ReplayView::Of(viewer) => play.log(viewer, count),
        }
    }

    /// What led to the position, and how the game ended, if it ended there, for the owner of `seats`.
    fn happened(&self, seats: &[Seat]) -> String {
        let replay = self.replay;
        let told = self.told(replay.play.as_ref(), 1).pop().map_or(String::new(), |entry| entry.sentence);
        match replay.table.outcome().filter(|_| replay.ply() == replay.plies) {
            Some(outcome) => {
                let result = result_sentence(replay.table, &outcome, seats);
                // The log may have told who wins, in a line after the last move.
                let twice = told.rsplit_once('\n').filter(|(_, last)| last.ends_with(" wins."));
                format!("{} {result}", twice.map_or(told.as_str(), |(move_told, _)| move_told))
            }
            None => told,
        }
    }

    /// Whether what is shown is how the game ended.
    fn is_at_end(&self) -> bool {
        self.replay.table.is_over() && self.replay.ply() == self.replay.plies
    }

    fn steps(&self) -> Markup {
        let (ply, plies) = (self.replay.ply(), self.replay.plies);
        html! {
            section.now aria-label="The move shown" {
                nav.steps aria-label="Moves" {
                    (self.step(0, "First", "Home", "M5 4v12M15 4l-7 6 7 6"))
                    (self.step(ply.saturating_sub(1), "Back", "←", "M13 4l-7 6 7 6"))
                    (self.step((ply + 1).min(plies), "Forward", "→", "M7 4l7 6-7 6"))
                    (self.step(plies, "Last", "End", "M15 4v12M5 4l7 6-7 6"))
                }
                form.slide method="get" action=(urls::replay(self.id())) {
                    @if self.replay.views.len() > 1 { input type="hidden" name="as"
                        value=(self.replay.view); }
                    input type="range" name="ply" min="0" max=(plies) value=(ply) aria-label="Move"
                        aria-valuetext=(self.place());
                    button { "Show" }
                }
                div.auto {
                    @for (name, every) in SPEEDS { button type="button" data-auto=(every)
                        aria-pressed="false" { (name) } }
                }
                p.status role="status" {
                    span.small { (self.place()) } " " (self.happened(self.replay.own()))
                }
            }
        }
    }

    fn step(&self, to: usize, name: &str, key: &str, path: &str) -> Markup {
        let here = (to == self.replay.ply()).then_some("true");
        html! {
            a.button data-ply=(to) href=(self.address(to)) aria-label=(name) title={ (name) " (" (key) ")" }
                aria-disabled=[here] {
                svg.icon viewBox="0 0 20 20" aria-hidden="true" {
                    path d=(path) fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round"
                        stroke-linejoin="round" {}
                }
            }
        }
    }

    /// The choice of whose view it is, where there is one.
    fn views(&self) -> Markup {
        let replay = self.replay;
        html! {
            @if replay.views.len() > 1 {
                nav.eyes aria-label="As seen by" {
                    span.small { "As seen by" }
                    @for view in &replay.views {
                        @let current = (*view == replay.view).then_some("true");
                        a.button href=(self.address_as(*view, replay.ply())) aria-current=[current] {
                            (self.view_name(*view)) }
                    }
                }
            }
        }
    }

    fn view_name(&self, view: ReplayView) -> String {
        match view {
            ReplayView::Of(Viewer::Seat(seat)) => {
                let (side, name) = (self.replay.play.seat_name(seat), self.replay.table.label(seat));
                if self.replay.own() == [seat] {
                    "You".into()
                } else if name == side {
                    side
                } else {
                    format!("{side}, {name}")
                }
            }
            ReplayView::Of(Viewer::Spectator) => "A spectator".into(),
            ReplayView::Open => "All hands open".into(),
        }
    }

    fn log(&self) -> Markup {
        let ply = self.replay.ply();
        let until = (ply + AROUND).min(self.replay.plies);
        let told = self.told(self.replay.table.play().at(until).as_ref(), AROUND + until - ply);
        html! {
            section.story aria-labelledby="log" {
                h2 #log { "Moves" }
                ol {
                    @if told.first().is_none_or(|entry| entry.ply == 1) { (self.entry(0, "Start",
                        &[])) }
                    @for entry in &told { (self.entry(entry.ply, &entry.sentence, &entry.lights)) }
                }
            }
        }
    }

    fn entry(&self, ply: usize, sentence: &str, lights: &[String]) -> Markup {
        let current = (ply == self.replay.ply()).then_some("step");
        html! {
            li value=(ply) { a data-ply=(ply) data-lights=[Names::of(lights)] href=(self.address(ply))
                aria-current=[current] { (sentence) } }
        }
    }

    fn facts(&self) -> Markup {
        let facts = self.replay.play.facts(self.replay.viewer());
        html! {
            section.figures aria-label="Figures" {
                dl {
                    @for fact in facts.iter().filter(|fact| !(fact.passing && self.is_at_end())) {
                        (long_or_short(fact)) }
                }
            }
        }
    }

    /// A new game that continues from here.
    fn play_on(&self) -> Markup {
        html! {
            section.play-on aria-labelledby="play-on" {
                h2 #play-on { "Play on from here" }
                form method="post" action=(urls::play_on(self.id())) {
                    (key_field())
                    input type="hidden" name="ply" value=(self.replay.ply());
                    @if self.replay.play.seats() > 1 { (self.play_on_with()) }
                    button { "Play on" }
                }
            }
        }
    }

    fn play_on_with(&self) -> Markup {
        let (game, play) = (self.replay.table.game(), &self.replay.play);
        let turn = match play.turn() {
            Turn::Seat(seat) => seat,
            Turn::Chance | Turn::Over => Seat(0),
        };
        html! {
            label.field {
                span { "You play" }
                select name="program" {
                    (opponent_options(game, "Against ", Choice::default().opponent(game)))
                    option value="open" { "With friends: you get a link" }
                    @if !game::is_hidden(game) { option value="" { "All sides, on this screen" } }
                }
            }
            label.field {
                span { "Your seat" }
                select name="sit" {
                    @for seat in Seat::all(play.seats()) {
                        option value=(seat.0) selected[seat == turn] { (play.seat_name(seat))
                            @if seat == turn { ", to move" } }
                    }
                }
            }
            (name_field(self.name))
        }
    }

    fn more(&self) -> Markup {
        let (id, game) = (self.id(), self.replay.table.game().id());
        html! {
            section.more aria-label="More" {
                nav aria-label="More about this game" {
                    @if self.replay.is_open() {
                        a href=(urls::record(id)) download={ (game) "-" (id) ".json" } { "Record" }
                    }
                    @if self.replay.table.is_over() && self.replay.table.commitment().is_some() {
                        a href=(urls::verify_table(id)) { "Verify the deal" }
                    }
                    a href=(urls::rules(game)) { "Rules" }
                }
            }
        }
    }
}

/// The page to which records are uploaded.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct RecordsPage<'a> {
    /// What was sent, if it was refused.
    pub text: &'a str,
    /// Why it was refused.
    pub refusal: Option<&'a RecordRefusal>,
    /// The address of the server, without a slash at the end; empty if it is unknown.
    pub base: &'a str,
}

impl RecordsPage<'_> {
    /// The whole page.
    #[must_use]
    pub fn page(&self) -> Markup {
        let wrong = self.refusal.map(|_| "wrong");
        let body = html! {
            main.prose #table {
                h1 { "Open a record" }
                p {
                    "A record is a whole game as text: its options, deal and moves. Every game has a link to \
                     its record. "
                    "Open a record to get your own copy of the game. Replay it, or play on from any move."
                }
                form.card.bring method="post" action=(urls::records()) {
                    (key_field())
                    label.field {
                        span { "From a file" }
                        input type="file" data-into="record" accept=(text::RECORD_FILES);
                    }
                    label.field {
                        span { "Or paste it as text" }
                        textarea name="record" rows="12" spellcheck="false" required
                            aria-invalid=[wrong.map(|_| "true")] aria-describedby=[wrong] { (self.text) }
                    }
                    @match self.refusal {
                        Some(why) => (why.told()),
                        None => p.small { "Up to " (LARGEST >> 20) " MB and "
                            (crate::text::count(LONGEST_FORK as u64, "move")) "." },
                    }
                    button.primary { "Open it" }
                }
            }
        };
        let (title, page) = ("Open a record", urls::records());
        let about = "Replay a game from its record, or play on from any move.";
        let card = Some(Card::of_site(title, about, self.base, &page));
        Frame { card, ..Frame::new(title) }.page(&body)
    }
}
