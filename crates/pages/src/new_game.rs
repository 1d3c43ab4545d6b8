//! The page of a game: today's deal, a new game, and the tables that the visitor has.

use crate::frame::Frame;
use crate::list::{TableItem, list};
use crate::{game, urls};
use bagatelle_catalog::AnyGame;
use bagatelle_core::present::{Answer, Question};
use bagatelle_table::{GRACES, LONGEST_NAME, Learned, MATCH_LENGTHS, PACES, span};
use maud::{Markup, html};
use serde::Serialize;

/// The answer that stands for a text of the player's own.
pub const OWN: &str = "own text";

/// The answer to who plays that opens a table for any visitor.
pub const LISTED: &str = "lobby";

/// The answer that leaves the time of grace to the clock.
pub const USUAL_GRACE: &str = "usual";

/// With more questions about the rules than this they are folded away.
const MANY: usize = 2;

/// The longest seed, in characters.
const LONGEST_SEED: u32 = 100;

/// The name of a player who has not said one.
pub const GUEST: &str = "Guest";

/// The page of a game.
#[derive(Clone, Copy)]
pub struct GamePage<'a> {
    /// The game.
    pub game: &'a dyn AnyGame,
    /// Today's date, `2026-11-21`.
    pub today: &'a str,
    /// A seed to put into the form.
    pub seed: &'a str,
    /// The visitor's id; empty for a visitor without one.
    pub person: &'a str,
    /// The visitor's tables of this game.
    pub tables: &'a [TableItem<'a>],
    /// The visitor's name so far.
    pub name: &'a str,
    /// What the visitor has learned.
    pub learned: &'a Learned,
}

impl GamePage<'_> {
    /// The whole page.
    #[must_use]
    pub fn page(&self) -> Markup {
        let game = self.game;
        let body = html! {
            main.lobby #table {
                (about(game, self.learned))
                div.ways {
                    @if game::is_solitaire(game) { (self.daily_form()) }
                    (self.form())
                }
                @if !self.tables.is_empty() {
                    section aria-labelledby="mine" {
                        h2 #mine { "Your games" }
                        (list(self.tables, self.person))
                    }
                }
            }
        };
        Frame::new(game::name(game)).page(&body)
    }

    fn daily_form(&self) -> Markup {
        html! {
            form.card method="post" action=(urls::new_table(self.game.id())) {
                h2 { "Today’s deal" }
                p { "The same for all players on " time datetime=(self.today) { (self.today) } " (UTC)." }
                (options(self.game, "daily"))
                button.primary name="daily" value="1" { "Play today’s deal" }
            }
        }
    }

    fn form(&self) -> Markup {
        let game = self.game;
        html! {
            form.card method="post" action=(urls::new_table(game.id())) {
                h2 { "A new " (game::deal_or_game(game)) }
                (questions("wish", &game::deal_questions(game), "new"))
                @if game::is_solitaire(game) {
                    @if !game::programs(game).is_empty() { (solitaire_player(game)) }
                } @else {
                    (opponent(game))
                    (company(self.name))
                    (seat(game))
                    @if game::is_for_two(game) { (match_length()) }
                }
                (options(game, "new"))
                @if game::is_dealt(game) { (self.seed_field()) }
                button.primary { (if game::is_dealt(game) { "Deal" } else { "Begin" }) }
            }
        }
    }

    fn seed_field(&self) -> Markup {
        html! {
            label.field {
                span { "Seed" }
                input name="seed" value=(self.seed) maxlength=(LONGEST_SEED) autocomplete="off" spellcheck="false" placeholder="any";
                small { "The same seed gives the same deal. Leave it empty for a fresh one." }
            }
        }
    }
}

fn about(game: &dyn AnyGame, learned: &Learned) -> Markup {
    html! {
        div.about {
            img src=(urls::game_picture(game.id())) alt="" width="480" height="480";
            div {
                h1 { (game::name(game)) }
                p.lead { (game::tagline(game)) }
                p.small { "By " (game::designer(game)) ". " (game::players(game)) ", " (game::minutes(game)) "." }
                p.ways-in {
                    @if let Some(label) = lesson_label(game, learned) {
                        a.button href=(urls::lesson(game.id())) { (label) }
                    }
                    a href=(urls::rules(game.id())) { "How it is played" }
                }
            }
        }
    }
}

/// What the link to the lesson says; `None` where the game has none.
fn lesson_label(game: &dyn AnyGame, learned: &Learned) -> Option<&'static str> {
    let steps = game.lesson()?.steps.len();
    let done = (0..=steps).all(|step| learned.has(game.id(), step));
    Some(match learned.has_begun(game.id()) {
        _ if done => "The lesson again",
        true => "Go on with the lesson",
        false => "New here? Learn it by playing",
    })
}

/// The questions about the rules, folded away if there are many: most players take the usual ones.
fn options(game: &dyn AnyGame, form: &str) -> Markup {
    let all = game::option_questions(game);
    let asked = questions("option", &all, form);
    if all.len() <= MANY {
        return asked;
    }
    html! { details.variants { summary { "Variants" } (asked) } }
}

/// The questions of a form. `kind` is before each key, `form` makes the ids unique on the page.
fn questions(kind: &str, questions: &[Question], form: &str) -> Markup {
    html! {
        @for question in questions {
            @let name = format!("{kind}.{}", question.key);
            @match question.grid {
                Some(width) => (grid(question, &name, width)),
                None => (choice(question, &name, &format!("{form}-{name}"))),
            }
        }
    }
}

/// A question whose answers are the cells of a board, after the first one.
fn grid(question: &Question, name: &str, width: u8) -> Markup {
    html! {
        fieldset.grid {
            legend { (question.label) }
            @if !question.help.is_empty() { small { (question.help) } }
            @if let Some(Answer { value, label }) = question.answers.first() {
                label.any {
                    input type="radio" name=(name) value=(value) checked;
                    span { (label) }
                }
            }
            div.cells data-width=(width) {
                @for Answer { value, label } in question.answers.iter().skip(1) {
                    label {
                        input type="radio" name=(name) value=(value) aria-label=(label);
                        span {}
                    }
                }
            }
        }
    }
}

fn choice(question: &Question, name: &str, id: &str) -> Markup {
    html! {
        div.field {
            label for=(id) { (question.label) }
            select name=(name) id=(id) {
                @for Answer { value, label } in &question.answers { option value=(value) { (label) } }
                @if question.own_text { option value=(OWN) { "my own, from below" } }
            }
            @if !question.help.is_empty() { small { (question.help) } }
            @if question.own_text { (own_text(question.label, &format!("own.{name}"))) }
        }
    }
}

fn own_text(label: &str, name: &str) -> Markup {
    html! {
        details {
            summary { "My own" }
            textarea name=(name) rows="7" spellcheck="false" aria-label={ (label) ": a text of your own" } {}
            input type="file" data-into=(name) aria-label="Read it from a file";
        }
    }
}

fn solitaire_player(game: &dyn AnyGame) -> Markup {
    html! {
        label.field {
            span { "Who plays" }
            select name="program" {
                option value="" { "I do" }
                @for program in game::programs(game) {
                    option value=(program.name) { "the program “" (program.name) "”, and I watch: " (program.about) }
                }
            }
        }
        input type="hidden" name="sit" value="watch";
    }
}

/// Who else plays: a program on the other seats, other people, or people at the same screen where nothing is hidden.
fn opponent(game: &dyn AnyGame) -> Markup {
    let programs = game::programs(game);
    let usual = programs.len() / 2;
    html! {
        label.field {
            span { "You play" }
            select name="program" {
                @for (n, program) in programs.iter().enumerate().rev() {
                    option value=(program.name) selected[n == usual] { "against “" (program.name) "”: " (program.about) }
                }
                option value="open" { "with friends: you get a link for them" }
                option value=(LISTED) { "with anyone: the table is listed for all visitors" }
                @if !game::is_hidden(game) { option value="" { "all sides, on this screen" } }
            }
        }
    }
}

/// What is asked where other people play.
fn company(name: &str) -> Markup {
    html! {
        fieldset.company {
            legend { "With other players" }
            (name_field(name))
            label.field {
                span { "Clock" }
                select name="pace" {
                    @for pace in PACES { option value=(json(&pace)) { (pace.words()) } }
                }
            }
            (consent("takebacks", "Takebacks"))
            (consent("pauses", "Pauses"))
            label.field {
                span { "Does the result count for the ratings?" }
                select name="rated" {
                    option value="0" { "no" }
                    option value="1" { "yes: for players with accounts, without takebacks" }
                }
            }
            (grace())
        }
    }
}

/// The field for the name that the other players see.
pub(crate) fn name_field(name: &str) -> Markup {
    html! {
        label.field.who {
            span { "Your name" }
            input name="name" value=(if name.is_empty() { GUEST } else { name }) maxlength=(LONGEST_NAME) autocomplete="nickname";
        }
    }
}

fn consent(key: &str, label: &str) -> Markup {
    html! {
        label.field {
            span { (label) }
            select name=(key) {
                option value="1" { "if all players agree" }
                option value="0" { "never" }
            }
        }
    }
}

fn grace() -> Markup {
    html! {
        label.field {
            span { "If a player is away on their turn" }
            select name="grace" {
                option value=(USUAL_GRACE) { "wait as long as usual with this clock" }
                @for grace in GRACES {
                    option value=(json(&grace)) {
                        @match grace { Some(seconds) => { "wait " (span(seconds)) }, None => "wait without limit" }
                    }
                }
            }
        }
    }
}

fn seat(game: &dyn AnyGame) -> Markup {
    html! {
        label.field {
            span { "You sit" }
            select name="sit" {
                option value="0" { "first" }
                option value="1" { "second" }
                @if !game::is_for_two(game) {
                    option value="2" { "third, with three players or more" }
                    option value="3" { "fourth, with four players" }
                }
                option value="random" { "first or second, at random" }
                option value="watch" { "nowhere: I watch" }
            }
        }
    }
}

fn match_length() -> Markup {
    html! {
        label.field {
            span { "Match" }
            select name="best_of" {
                @for rounds in MATCH_LENGTHS {
                    option value=(rounds) { @if rounds == 1 { "a single game" } @else { "best of " (rounds) } }
                }
            }
        }
    }
}

/// The value of an answer, as the server reads it.
fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default()
}
