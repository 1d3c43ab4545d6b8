//! The page of an event.

use crate::frame::{Card, Frame, Place, Script, Sheet};
use crate::{game, ornament, text, urls};
use bagatelle_catalog::AnyGame;
use bagatelle_table::{Millis, timestamp};
use maud::{Markup, html};

/// How often a page without scripts is reloaded while the event goes on, in seconds.
const RELOAD_S: u32 = 20;
/// The fewest players with whom an event starts.
const FEWEST: usize = 3;

/// How far an event is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stage {
    /// Players can join.
    Open,
    /// Rounds are played.
    Running,
    /// Running games go on, but no round follows.
    Paused,
    /// It is over.
    Over,
}

impl Stage {
    pub(super) fn word(self) -> &'static str {
        match self {
            Stage::Open => "Open",
            Stage::Running => "Running",
            Stage::Paused => "Paused",
            Stage::Over => "Over",
        }
    }
}

/// Who reads the page.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reader {
    /// Someone without an account.
    Guest,
    /// An account that is not in the event.
    Account,
    /// An account that can’t join any more: the organizer has removed it.
    Removed,
    /// A player.
    Player,
}

/// A player.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayerItem {
    /// The number in the event.
    pub number: u32,
    /// The name.
    pub name: String,
    /// The rating at the time of joining.
    pub rating: Option<i32>,
    /// Whether the player organizes the event.
    pub organizes: bool,
}

/// A moment until which a reader has to do something.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Deadline {
    /// When it is.
    pub at: Millis,
    /// How long that is from now, in milliseconds.
    pub left: Millis,
    /// Whether the reader has to come to the game; otherwise to finish it.
    pub live: bool,
}

/// A table of a round.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TableLine {
    /// Who sits there.
    pub players: Vec<String>,
    /// What has come of it, or that it is being played.
    pub result: String,
    /// The id of its game, if the reader is led there.
    pub table: Option<String>,
    /// Whether the reader plays there.
    pub own: bool,
}

/// A player without a game in a round.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ByeItem {
    /// The name.
    pub name: String,
    /// Why, in words after the name.
    pub why: &'static str,
}

/// A round.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RoundItem {
    /// Its number, from 1.
    pub number: u32,
    /// Its tables.
    pub tables: Vec<TableLine>,
    /// The players without a game.
    pub byes: Vec<ByeItem>,
}

/// Where a player stands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StandingItem {
    /// The rank; none for a player who is out, and before the first result.
    pub rank: Option<u32>,
    /// Whether the player has left or was removed.
    pub out: bool,
    /// The name.
    pub name: String,
    /// The points, as people write them.
    pub points: String,
    /// The values of the tie-breaks.
    pub values: Vec<String>,
    /// Whether it is the reader.
    pub own: bool,
}

/// What decides between players with the same points.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TieBreakItem {
    /// Its name.
    pub name: &'static str,
    /// What it is, in a sentence.
    pub explained: &'static str,
}

/// The page of an event.
#[derive(Clone, Copy)]
pub struct EventPage<'a> {
    /// Its id.
    pub id: &'a str,
    /// What it is called.
    pub title: &'a str,
    /// The game.
    pub game: &'a dyn AnyGame,
    /// How it is played: the form, the time, the terms, a line each.
    pub about: &'a [String],
    /// How far it is.
    pub stage: Stage,
    /// The same in a sentence.
    pub status: &'a str,
    /// The name of the organizer.
    pub organizer: &'a str,
    /// Whether the reader organizes it.
    pub organizes: bool,
    /// Who reads.
    pub reader: Reader,
    /// The id of the game that the reader has to play now.
    pub your_game: Option<&'a str>,
    /// When it begins by itself, as long as it has not begun.
    pub starts_at: Option<Millis>,
    /// Whether a new player can still join.
    pub joinable: bool,
    /// Whether players can join after the start.
    pub late: bool,
    /// The results that the organizer can correct an event to, each with its sentence.
    pub corrections: &'a [(String, String)],
    /// Against whom the reader’s game is; empty where each plays alone.
    pub against: &'a [String],
    /// Until when the reader has to be at that game, or to have played it.
    pub deadline: Option<Deadline>,
    /// The players who are in it.
    pub players: &'a [PlayerItem],
    /// How many players may join.
    pub places: u32,
    /// The rounds so far, the first one first.
    pub rounds: &'a [RoundItem],
    /// What a round is called: `Round`, or `Deal` where all play the same one.
    pub round: &'static str,
    /// What points are called: `Points`, or `Rounds won`.
    pub points: &'static str,
    /// What the organizer should know before the start, in a sentence.
    pub warning: Option<&'a str>,
    /// Where the players stand; empty before the start.
    pub standings: &'a [StandingItem],
    /// What decides between equals.
    pub tie_breaks: &'a [TieBreakItem],
    /// Why something was refused, in a sentence.
    pub wrong: Option<&'a str>,
    /// A number that is another one when the page changes.
    pub revision: u64,
    /// The address of the server, without a slash at the end.
    pub base: &'a str,
}

impl EventPage<'_> {
    /// The whole page.
    #[must_use]
    pub fn page(&self) -> Markup {
        let page = urls::event(self.id);
        let description = format!("{}: {}", game::name(self.game), self.status);
        let card = Card {
            title: self.title,
            description: &description,
            base: self.base,
            page: &page,
            picture: &urls::site_preview(),
        };
        Frame {
            place: Some(Place::Tables),
            script: Script::Live,
            sheet: Some(Sheet::People),
            card: Some(card),
            unscripted_reload_s: self.goes_on().then_some(RELOAD_S),
            ..Frame::new(self.title)
        }
        .page(&self.part())
    }

    fn goes_on(&self) -> bool {
        self.stage != Stage::Over
    }

    /// The part that live updates replace.
    #[must_use]
    pub fn part(&self) -> Markup {
        html! {
            main.lobby.results.event #table data-version=(self.revision) data-seq="0"
                data-revision=(self.revision) data-part=(urls::event_part(self.id))
                data-events=[self.goes_on().then(|| urls::event_stream(self.id))] {
                div.welcome {
                    h1 { (self.title) }
                    p.deal { (game::name(self.game)) " · organized by " (self.organizer) }
                    (ornament::of(self.game))
                    p #status .status role="status" { (self.status) }
                    @if let Some(at) = self.starts_at {
                        p { "Starts on "
                            time datetime=(timestamp(at)) data-local="day" {
                                (text::day_of(at)) ", " (text::clock(at)) }
                            ", if at least " (FEWEST) " players have joined by then." }
                    }
                    @if let Some(wrong) = self.wrong { p.wrong role="alert" { (wrong) } }
                    @if let Some(table) = self.your_game {
                        p.choices {
                            a.button.primary href=(urls::table(table)) data-go
                                data-begun="Your game is ready." { (self.play()) }
                        }
                        @if let Some(deadline) = self.deadline { (self.deadline(deadline)) }
                    }
                    (self.join())
                }
                @if self.organizes && self.goes_on() { (self.organize()) }
                @if !self.standings.is_empty() { (self.standings()) }
                @for round in self.rounds.iter().rev() { (self.round(round)) }
                @if self.stage == Stage::Open { (self.open()) }
                section.card aria-labelledby="about" {
                    h2 #about { "How it’s played" }
                    ul { @for line in self.about { li { (line) } } }
                    p.small { a href=(urls::game(self.game.id())) { "About " (game::name(self.game)) } " · "
                        a href=(urls::events()) { "Your events" }
                        @if !self.organizes { " · "
                            a href=(urls::report_event(self.id)) rel="nofollow" { "Report or block "
                                (self.organizer) } } }
                }
            }
        }
    }

    /// What the button says that leads to the reader’s game: against whom it is.
    fn play(&self) -> String {
        match self.against {
            [] => format!("Play the {}", self.one()),
            against => format!("Play {}", text::listed(against)),
        }
    }

    /// How long the reader has, and what happens then.
    fn deadline(&self, Deadline { at, left, live }: Deadline) -> Markup {
        html! {
            p.small {
                @if live { "Be there by " } @else { "Play your moves by " }
                time datetime=(timestamp(at)) data-local=(if live { "time" } else { "day" }) {
                    @if !live { (text::day_of(at)) ", " } (text::clock(at)) }
                " (" span.clock role="timer" data-ms=(left) data-down { (text::time_left(left)) } " left)"
                ", or you lose the " (self.one()) "."
            }
        }
    }

    /// How many players are still needed to start.
    fn missing(&self) -> Option<String> {
        let missing = FEWEST.checked_sub(self.players.len()).filter(|missing| *missing > 0)?;
        Some(format!("Needs {} more player{}.", missing, if missing == 1 { "" } else { "s" }))
    }

    /// What is played in a round: a game, or a deal.
    fn one(&self) -> &'static str {
        if self.round == "Deal" { "deal" } else { "game" }
    }

    fn is_full(&self) -> bool {
        u32::try_from(self.players.len()).is_ok_and(|players| players >= self.places)
    }

    fn act(&self, act: &str, label: &str, primary: bool) -> Markup {
        html! { button.primary[primary] name="act" value=(act) { (label) } }
    }

    fn join(&self) -> Markup {
        html! {
            @match (self.stage, self.reader) {
                (_, Reader::Guest | Reader::Account) if self.joinable && self.is_full() => p {
                    "This event is full."
                },
                (_, Reader::Guest) if self.joinable => p.choices {
                    a.button.primary href=(urls::account_then_event(self.id)) { "Log in or sign up to join" }
                },
                (_, Reader::Account) if self.joinable => form.choices method="post"
                    action=(urls::event(self.id)) {
                    (self.act("join", "Join", true))
                },
                (Stage::Open, Reader::Player) => form.choices method="post" action=(urls::event(self.id)) {
                    (self.act("leave", "Leave", false))
                },
                (Stage::Open | Stage::Running | Stage::Paused, Reader::Removed) => p {
                    "The organizer has removed you from this event."
                },
                (Stage::Running | Stage::Paused, Reader::Player) => details {
                    summary { "Leave the event" }
                    p { "You lose the " (self.one()) " you’re playing and can’t be paired again." }
                    form method="post" action=(urls::event(self.id)) { (self.act("leave", "Leave", false)) }
                },
                _ => {}
            }
        }
    }

    /// Who has joined, and the link by which others can; the organizer has it further up.
    fn open(&self) -> Markup {
        html! {
            section.card aria-labelledby="players" {
                h2 #players { "Players" }
                @if self.players.is_empty() { p { "No one yet." } }
                ul { @for player in self.players { li { (player.name)
                    @if let Some(rating) = player.rating { " (" (rating) ")" } } } }
                @if !self.organizes { (self.link()) }
            }
        }
    }

    /// The link by which others can join, as long as there is room.
    fn link(&self) -> Markup {
        let path = urls::event(self.id);
        html! {
            @if self.is_full() { p { "The event is full." } } @else {
                p { "Send this link. Anyone with the link and an account can join." }
                div.link {
                    input readonly value={ (self.base) (path) } data-absolute=(path)
                        aria-label="The link to this event";
                    button type="button" data-copy=(path) { "Copy the link" }
                }
            }
        }
    }

    fn organize(&self) -> Markup {
        html! {
            section.card aria-labelledby="organize" {
                h2 #organize { "You organize this event" }
                @if self.stage == Stage::Open { (self.link()) }
                form.choices method="post" action=(urls::event(self.id)) {
                    @match self.stage {
                        Stage::Open => button.primary name="act" value="start"
                            disabled[self.missing().is_some()]
                            aria-describedby=[self.missing().map(|_| "missing")] { "Start" },
                        Stage::Running => (self.act("pause", "Pause", false)),
                        Stage::Paused => (self.act("resume", "Resume", true)),
                        Stage::Over => {}
                    }
                }
                @if self.stage == Stage::Open {
                    @if let Some(missing) = self.missing() {
                        p.small #missing { (missing) }
                    } @else { p.small {
                        @if self.late { "Players can join until round 2 begins." }
                        @else { "No one can join after the start." }
                    } }
                    @if let Some(warning) = self.warning { p.small { (warning) } }
                    @if self.reader == Reader::Account {
                        p.small { "You’re not playing yet. Join if you want to play, too." }
                    }
                }
                @if self.stage == Stage::Running {
                    p.small {
                        "While paused, games in progress continue, but no new " (self.round.to_lowercase())
                        " starts."
                    }
                }
                @let others: Vec<_> = self.players.iter().filter(|player| !player.organizes).collect();
                @if !others.is_empty() {
                    details {
                        summary { "Remove a player" }
                        p { "The player loses any " (self.one()) " in progress and can’t come back."
                            @if self.stage != Stage::Open { " If too few are left to play each other, the \
                                event ends." } }
                        form.fields method="post" action=(urls::event(self.id)) {
                            label.field {
                                span { "Player" }
                                select name="player" {
                                    @for player in others { option value=(player.number) {
                                        (player.name) } }
                                }
                            }
                            button.danger name="act" value="remove" { "Remove" }
                        }
                    }
                }
                @if !self.corrections.is_empty() {
                    details {
                        summary { "Correct a result" }
                        p { "You can correct a result until the next round begins. Pause the event if you \
                            need more time. Everyone will see that you corrected it." }
                        form.fields method="post" action=(urls::event(self.id)) {
                            label.field {
                                span { "Result" }
                                select name="result" {
                                    @for (value, told) in self.corrections { option value=(value) { (told) } }
                                }
                            }
                            (self.act("correct", "Correct", false))
                        }
                    }
                }
                details {
                    summary { "End the event" }
                    p { "Games in progress end without a result, and no one can play on afterwards." }
                    form method="post" action=(urls::event(self.id)) {
                        button.danger name="act" value="end" { "End the event now" }
                    }
                }
            }
        }
    }

    fn standings(&self) -> Markup {
        html! {
            section.card aria-labelledby="standings" {
                h2 #standings { "Standings" }
                div.scroll tabindex="0" role="region" aria-labelledby="standings" {
                    table {
                        thead {
                            tr {
                                th scope="col" { "Rank" }
                                th scope="col" { "Player" }
                                th scope="col" { (self.points) }
                                @for tie_break in self.tie_breaks { th.tie scope="col" { (tie_break.name) } }
                            }
                        }
                        tbody { @for line in self.standings { (self.standing(line)) } }
                    }
                }
                @if !self.tie_breaks.is_empty() {
                    details {
                        summary { "Tie-breaks" }
                        p { "If players are level on points, these break the tie, in this order:" }
                        ol { @for tie_break in self.tie_breaks { li { (tie_break.explained) } } }
                        ul.narrow {
                            @for line in self.standings.iter().filter(|line| !line.values.is_empty()) {
                                li { (line.name) ": " (self.values(line)) }
                            }
                        }
                    }
                }
            }
        }
    }

    /// The values of the tie-breaks of a player: `Buchholz 3, Wins 2`.
    fn values(&self, line: &StandingItem) -> String {
        let values = self.tie_breaks.iter().zip(&line.values);
        let all: Vec<String> = values.map(|(one, value)| format!("{} {value}", one.name)).collect();
        all.join(", ")
    }

    fn standing(&self, line: &StandingItem) -> Markup {
        html! {
            tr {
                td { @match line.rank { _ if line.out => "out", Some(rank) => (rank), None => "–" } }
                th scope="row" { (line.name) @if line.own { " (you)" } }
                td { (line.points) }
                @for n in 0..self.tie_breaks.len() {
                    td.tie { @if let Some(value) = line.values.get(n) { (value) } }
                }
            }
        }
    }

    fn round(&self, round: &RoundItem) -> Markup {
        let id = format!("round-{}", round.number);
        html! {
            section.card aria-labelledby=(id) {
                h2 id=(id) { (self.round) " " (round.number) }
                ul.mine {
                    @for table in &round.tables {
                        @let is_due = self.your_game.is_some() && table.table.as_deref() == self.your_game;
                        li.turn[is_due] {
                            @let line = html! {
                                strong { (table.players.join(" – ")) }
                                span.state { (table.result) }
                            };
                            @match &table.table {
                                Some(table) => a href=(urls::table(table)) { (line) },
                                None => div.closed { (line) },
                            }
                        }
                    }
                }
                @for bye in &round.byes { p.small { (bye.name) " " (bye.why) } }
            }
        }
    }
}
