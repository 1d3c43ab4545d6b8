//! The form of a new event, in three steps: the game, how players meet, and what that needs.

use crate::frame::{Frame, Place, Sheet};
use crate::new_game::company::PACE_NAMES;
use crate::new_game::form::Form;
use crate::new_game::questions;
use crate::once::key_field;
use crate::{game, ornament, urls};
use bagatelle_catalog::AnyGame;
use bagatelle_table::{Pace, paces_for};
use maud::{Markup, html};

/// How many of the clocks that suit a game are for one sitting; days are for the rounds of an event.
const LIVE_PACES: usize = 4;
/// Which of them is usual.
const USUAL_PACE: usize = 2;

/// When an event may begin: in how many minutes, and in words. Which time that is by the clocks of its
/// players does not matter to the form.
const STARTS: [(&str, &str); 8] = [
    ("", "When I start it"),
    ("15", "In 15 minutes"),
    ("30", "In 30 minutes"),
    ("60", "In an hour"),
    ("120", "In two hours"),
    ("1440", "Tomorrow at this time"),
    ("2880", "In two days at this time"),
    ("10080", "In a week at this time"),
];
/// Whether players may join a Swiss event after the start.
const LATE: [(&str, &str); 3] = [
    ("", "No"),
    ("half", "Until round 2, with half a point for round 1"),
    ("zero", "Until round 2, with no points for round 1"),
];

/// How the players of an event meet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Meeting {
    /// Each meets each other.
    RoundRobin,
    /// Players who have done about equally well meet.
    Swiss,
    /// The winner of each table goes on.
    KnockOut,
    /// All play the same deals.
    Duplicate,
}

impl Meeting {
    /// All of them.
    pub const ALL: [Meeting; 4] =
        [Meeting::RoundRobin, Meeting::Swiss, Meeting::KnockOut, Meeting::Duplicate];

    /// The word that forms use.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Meeting::RoundRobin => "round-robin",
            Meeting::Swiss => "swiss",
            Meeting::KnockOut => "knock-out",
            Meeting::Duplicate => "duplicate",
        }
    }

    /// The name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Meeting::RoundRobin => "Round robin",
            Meeting::Swiss => "Swiss",
            Meeting::KnockOut => "Knockout",
            Meeting::Duplicate => "Duplicate",
        }
    }

    fn about(self) -> &'static str {
        match self {
            Meeting::RoundRobin => "Everyone plays everyone else once. Good for up to ten players.",
            Meeting::Swiss => {
                "A few rounds. In each, you play someone with a similar score, and never the same person \
                    twice."
            }
            Meeting::KnockOut => "The winner of each game goes through, until one player is left.",
            Meeting::Duplicate => "Everyone plays the same deals, and results are compared deal by deal.",
        }
    }
}

/// The form of a new event.
#[derive(Clone, Copy)]
pub struct FormPage<'a> {
    /// The game, once it is chosen.
    pub game: Option<&'a dyn AnyGame>,
    /// In which forms that game can be played.
    pub meetings: &'a [Meeting],
    /// How players meet, once that is chosen.
    pub meeting: Option<Meeting>,
    /// Why the form was refused, in a sentence.
    pub wrong: Option<&'a str>,
    /// What was filled in, if the form was refused.
    pub filled: &'a Form,
}

impl FormPage<'_> {
    /// The whole page.
    #[must_use]
    pub fn page(&self) -> Markup {
        let body = html! {
            main.prose #table {
                h1 { "New event" }
                @match (self.game, self.meeting) {
                    (None, _) => (games()),
                    (Some(game), None) => (self.choose(game)),
                    (Some(game), Some(meeting)) => (self.details(game, meeting)),
                }
            }
        };
        Frame { place: Some(Place::Tables), sheet: Some(Sheet::People), ..Frame::new("New event") }
            .page(&body)
    }

    fn filled(&self, key: &str) -> &str {
        self.filled.get(key).map_or("", String::as_str)
    }

    fn is_by_mail(&self) -> bool {
        self.filled("when") == "mail"
    }

    fn number(&self, name: &str, label: &str, usual: u32, most: u32) -> Markup {
        let least = if name == "places" { 3 } else { 1 };
        let value = self.filled(name).parse().unwrap_or(usual);
        html! {
            label class={ "field of-" (name) } {
                span { (label) }
                input type="number" inputmode="numeric" name=(name) value=(value) min=(least) max=(most)
                    required;
            }
        }
    }

    fn select(&self, name: &str, label: &str, all: &[(&str, &str)]) -> Markup {
        html! {
            label.field {
                span { (label) }
                select name=(name) {
                    @for (value, told) in all {
                        option value=(value) selected[self.filled(name) == *value] { (told) }
                    }
                }
            }
        }
    }

    /// The clock of each game in one sitting.
    fn clock(&self, game: &dyn AnyGame) -> Markup {
        let paces = paces_for(*game.manifest().minutes.end());
        let paces: Vec<(String, Pace, &str)> = paces
            .into_iter()
            .zip(PACE_NAMES)
            .take(LIVE_PACES)
            .map(|(pace, name)| (serde_json::to_string(&pace).unwrap_or_default(), pace, name))
            .collect();
        let kept = paces.iter().position(|(word, ..)| *word == self.filled("pace"));
        html! {
            label.field.of-live {
                span { "Clock" }
                select name="pace" {
                    @for (n, (word, pace, name)) in paces.iter().enumerate() {
                        option value=(word) selected[n == kept.unwrap_or(USUAL_PACE)] {
                            (name) @if *pace != Pace::Free { ": " (pace.words()) }
                        }
                    }
                }
            }
        }
    }

    /// Which program takes the other seats.
    fn programs(&self, game: &dyn AnyGame) -> Markup {
        html! {
            label.field {
                span { "Computer players" }
                select name="program" {
                    @for (program, persona) in game::opponents(game) {
                        option value=(program) selected[self.filled("program") == program] {
                            (persona.name) " (" (persona.skill) ")" }
                    }
                }
            }
        }
    }

    fn choose(&self, game: &dyn AnyGame) -> Markup {
        html! {
            (ornament::of(game))
            p { "Choose a kind of event for " (game::name(game)) "." }
            ul.mine.tables {
                @for meeting in self.meetings {
                    li {
                        a href=(urls::new_event_of(game.id(), meeting.word())) {
                            strong { (meeting.name()) } span.deal { (meeting.about()) }
                        }
                    }
                }
            }
            p.choices { a href=(urls::new_event()) { "Another game" } }
        }
    }

    fn details(&self, game: &dyn AnyGame, meeting: Meeting) -> Markup {
        let seats = game.manifest().seats.clone();
        let most_seats = if meeting == Meeting::RoundRobin { 2 } else { *seats.end() };
        let least_seats = if meeting == Meeting::Duplicate { *seats.start() } else { 2 };
        html! {
            (ornament::of(game))
            p.deal { (game::name(game)) " · " (meeting.name()) }
            p { (meeting.about()) }
            form.card method="post" action=(urls::new_event()) {
                (key_field())
                input type="hidden" name="game" value=(game.id());
                input type="hidden" name="form" value=(meeting.word());
                @if let Some(wrong) = self.wrong { p.wrong role="alert" { (wrong) } }
                label.field {
                    span { "Title" }
                    input name="title" value=(self.filled("title")) required maxlength="60"
                        autocomplete="off";
                }
                @if most_seats > least_seats.max(1) {
                    label.field {
                        span { @if meeting == Meeting::Duplicate { "Seats: you and computer players" }
                            @else { "Players at a table" } }
                        select name="seats" {
                            @for seats in least_seats.max(2)..=most_seats {
                                option value=(seats) selected[self.filled("seats") == seats.to_string()] {
                                    (seats) }
                            }
                        }
                    }
                }
                @if meeting == Meeting::Swiss { (self.number("rounds", "Rounds", 5, 31)) }
                @if meeting == Meeting::Duplicate {
                    (self.number("deals", "Deals", 6, 100))
                    @if most_seats > 1 { (self.programs(game)) }
                }
                fieldset.segments {
                    legend { "When" }
                    label {
                        input type="radio" name="when" value="live" checked[!self.is_by_mail()];
                        span { "In one sitting" }
                    }
                    label {
                        input type="radio" name="when" value="mail" checked[self.is_by_mail()];
                        span { "Over several days" }
                    }
                }
                @let (round, one) =
                    if meeting == Meeting::Duplicate { ("deal", "deal") } else { ("round", "game") };
                p.small.of-live { "Everyone plays at the same time, and each " (round) " begins when the one \
                    before is over. If you aren’t there within five minutes, you lose the " (one) "." }
                @if meeting != Meeting::Duplicate { (self.clock(game)) }
                (self.number("days", &format!("Days per {round}"), 3, 90))
                (self.select("starts", "Start", &STARTS))
                @if meeting == Meeting::Swiss { (self.select("late", "Joining after the start", &LATE)) }
                @let places = if meeting == Meeting::RoundRobin { 8 } else { 16 };
                (self.number("places", "Maximum players", places, 64))
                // A form that comes back has what was chosen in it.
                @let joins = !self.filled.contains_key("title") || self.filled("join") == "1";
                label.switch {
                    input type="checkbox" name="join" value="1" checked[joins];
                    span { "I’ll play too" }
                }
                @if meeting != Meeting::Duplicate {
                    label.switch {
                        input type="checkbox" name="public" value="1" checked[self.filled("public") == "1"];
                        span { "List the games under “Live”" }
                    }
                }
                @let options = game::option_questions(game);
                @if !options.is_empty() {
                    details.more-options {
                        summary { "Rules" }
                        (questions::questions("option", &options))
                    }
                }
                button.primary { "Create event" }
                p.small { a href=(urls::new_event_of(game.id(), "")) { "Another kind of event" } " · "
                    a href=(urls::new_event()) { "Another game" } }
            }
        }
    }
}

fn games() -> Markup {
    html! {
        p { "Which game do you want to play?" }
        ul.mine.tables.boards {
            @for game in game::all() {
                li {
                    a href=(urls::new_event_of(game.id(), "")) {
                        img src=(urls::game_picture(game.id())) alt="" width="72" height="72" loading="lazy";
                        span.what {
                            strong { (game::name(*game)) }
                            span.deal { (game::players(*game)) " · " (game::minutes(*game)) }
                        }
                    }
                }
            }
        }
        p { a href=(urls::events()) { "Your events" } }
    }
}
