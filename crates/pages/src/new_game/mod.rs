//! The page of a game: the ways to begin one, and the tables that the visitor has.
//!
//! One form serves all ways. The style sheet shows the fields of the chosen way, so it needs no script; the
//! server takes the fields of the way named in the field `way` and ignores those of the others.

mod choice;
pub(crate) mod company;
pub mod form;
mod hardest;
mod icons;
mod opponents;
pub(crate) mod questions;
mod seat;

pub use choice::{Choice, Way};
pub use company::USUAL_GRACE;
pub(crate) use company::name_field;
pub(crate) use opponents::options as opponent_options;
pub use questions::OWN;
pub(crate) use questions::{answered, is_first};

use crate::at_table::at_table;
use crate::fairness::randomness_field;
use crate::frame::{Card, Frame, Sheet};
use crate::list::{TableItem, list};
use crate::once::key_field;
use crate::{game, ornament, text, urls};
use bagatelle_catalog::AnyGame;
use bagatelle_core::present::{GRADE, Question};
use bagatelle_table::{LONGEST_SEED, Learned, MATCH_LENGTHS, WorldDate};
use maud::{Markup, html};

/// The answer to “who plays?” that opens a table to any visitor.
pub const LISTED: &str = "lobby";

/// The page of a game.
#[derive(Clone, Copy)]
pub struct GamePage<'a> {
    /// The game.
    pub game: &'a dyn AnyGame,
    /// Today's date.
    pub today: WorldDate,
    /// Whether today's deal can be begun: a device without a connection may not know it.
    pub has_daily: bool,
    /// Whether friends can come by a link: they find no table that lies on a device alone.
    pub has_friends: bool,
    /// A seed to put into the form.
    pub seed: &'a str,
    /// The visitor's id; empty for a visitor without one.
    pub person: &'a str,
    /// Whether the visitor is logged in to an account.
    pub account: bool,
    /// The visitor's tables of this game.
    pub tables: &'a [TableItem<'a>],
    /// The visitor's name so far, or one made up for a guest.
    pub name: &'a str,
    /// What is chosen at first.
    pub choice: &'a Choice,
    /// What the visitor has learned.
    pub learned: &'a Learned,
    /// The address of the server, without a slash at the end.
    pub base: &'a str,
    /// Whether this host runs house bots that play the game.
    pub ladder: bool,
    /// Whether this host prints games.
    pub prints: bool,
}

impl GamePage<'_> {
    /// The whole page.
    #[must_use]
    pub fn page(&self) -> Markup {
        let game = self.game;
        let body = html! {
            main.lobby #table {
                div.begin {
                    (about(game, self.learned, self.ladder))
                    (self.form())
                }
                (at_table(game, self.prints))
                (hardest::hardest(game))
                @if !self.tables.is_empty() {
                    section aria-labelledby="mine" {
                        h2 #mine { "Your games" }
                        (list(self.tables, self.person))
                    }
                }
            }
        };
        let (page, title) = match self.seed {
            "" => (urls::game(game.id()), game::name(game).to_owned()),
            seed => (urls::game_with_seed(game.id(), seed), format!("{} · {seed}", game::name(game))),
        };
        let card = Card {
            title: &title,
            description: game::tagline(game),
            base: self.base,
            page: &page,
            picture: &urls::game_preview(game.id(), self.seed),
        };
        Frame { sheet: Some(Sheet::NewGame), card: Some(card), ..Frame::new(game::name(game)) }.page(&body)
    }

    fn form(&self) -> Markup {
        let game = self.game;
        let alone = game::is_solitaire(game);
        html! {
            form.card.start method="post" action=(urls::new_table(game.id())) {
                (key_field())
                (randomness_field())
                (self.ways())
                @if alone {
                    div.by-seed { (self.seed_field()) }
                    @for question in open_questions(game) {
                        div.by-fresh {
                            @let (question, usual) = self.asked(question);
                            (questions::segments(&question, &format!("wish.{}", question.key), usual))
                        }
                    }
                } @else {
                    (opponents::opponents(game, self.choice.opponent(game)))
                    div.with-friend {
                        p.listed { "Your table is listed, so anyone can sit down. You also get a link and a \
                            QR code." }
                        p.unlisted {
                            "You get a link and a QR code. The game begins when "
                            @if game::is_for_two(game) { "your friend opens the link and sits down." }
                            @else { "all players have opened the link and sat down." }
                        }
                        (name_field(self.name))
                    }
                    p.at-screen { "Pass the device around, or play all sides yourself." }
                    @for question in open_questions(game) {
                        @let (question, ticked) = self.asked(question);
                        (questions::segments(&question, &format!("wish.{}", question.key), ticked))
                    }
                }
                button.primary.large {
                    @for way in self.offered() {
                        span.label data-way=(way) { (for_friends(way, way.verb(), "Open the table")) }
                    }
                }
                div.folds {
                    @if !alone {
                        details.with-friend {
                            summary { "Clock, takebacks, listing" }
                            (company::terms(game, self.account, self.choice.listed))
                        }
                    }
                    (self.options())
                }
            }
        }
    }

    /// The grade that suits a visitor who has not played the game to an end.
    fn first_grade(&self) -> Option<usize> {
        let is_new = !self.tables.iter().any(TableItem::is_over);
        self.game.manifest().first_grade.filter(|_| is_new)
    }

    /// A question as it is asked, and the place of the answer that is ticked at first.
    fn asked(&self, mut question: Question) -> (Question, usize) {
        // The first answer leaves the grade open. Where that is too long for newcomers, it comes last.
        if question.key == GRADE && self.game.manifest().first_grade.is_some() {
            question.answers.rotate_left(1);
            let last = question.answers.len() - 1;
            let usual = self.first_grade().unwrap_or(last);
            let ticked = self.choice.answer(&question).unwrap_or(usual);
            return (question, ticked);
        }
        let ticked = self.choice.answer(&question).unwrap_or(0);
        (question, ticked)
    }

    /// The ways that are offered, the usual one first.
    fn offered(&self) -> Vec<Way> {
        let mut ways = Way::of(self.game);
        ways.retain(|way| match way {
            Way::Daily => self.has_daily,
            Way::Friend => self.has_friends,
            Way::Computer | Way::Screen | Way::Fresh | Way::Seed => true,
        });
        ways
    }

    fn ways(&self) -> Markup {
        let offered = self.offered();
        let chosen = match self.first_grade() {
            Some(_) if self.choice.way.is_none() => Some(Way::Fresh),
            _ => self.choice.way_of(&offered),
        };
        let by_seed = game::is_solitaire(self.game) && !self.seed.is_empty();
        let chosen = if by_seed { Some(Way::Seed) } else { chosen };
        html! {
            div.pick-way role="radiogroup" aria-label="How to play" {
                @for &way in &offered {
                    label {
                        input type="radio" name="way" value=(way) checked[Some(way) == chosen];
                        span.way {
                            (icons::icon(way))
                            strong { (for_friends(way, way.title(), "Open a table")) }
                            small { (self.note(way)) }
                        }
                    }
                }
            }
            @if !self.has_daily && Way::of(self.game).contains(&Way::Daily) {
                p.small { "This device doesn’t have today’s deal yet. Connect once today, and you can play \
                    it here." }
            }
            @if !self.has_friends && !game::is_solitaire(self.game) {
                p.small { "To play a friend, connect first." }
            }
        }
    }

    /// The line below the name of a way.
    fn note(&self, way: Way) -> Markup {
        let date = self.today.to_string();
        let today = self.tables.iter().find(|item| item.spec.daily.as_ref() == Some(&date));
        html! {
            @match (way, today) {
                (Way::Computer, _) => { "from beginner to master" }
                (Way::Friend, _) => (for_friends(way, "send a link", "for anyone")),
                (Way::Screen, _) if game::is_for_two(self.game) => "play both sides yourself",
                (Way::Screen, _) => "play all sides yourself",
                (Way::Daily, Some(item)) => (item.state(self.person)),
                (Way::Daily, None) => {
                    time datetime=(date) { (text::day(&date)) }
                    @match self.game.manifest().name_of_day(self.today) {
                        Some(name) => { " · " (name) }
                        None => ", for everyone",
                    }
                }
                (Way::Fresh, _) => "a fresh random deal",
                (Way::Seed, _) => "enter its seed",
            }
        }
    }

    fn seed_field(&self) -> Markup {
        html! {
            @if game::is_dealt(self.game) {
                label.field {
                    span { "Seed" }
                    input name="seed" value=(self.seed) maxlength=(LONGEST_SEED) autocomplete="off"
                        spellcheck="false" placeholder="any text";
                    small { "The same seed gives the same deal." }
                }
            }
        }
    }

    /// Everything that most players leave as it is.
    fn options(&self) -> Markup {
        let game = self.game;
        let deal: Vec<Question> = game::deal_questions(game).into_iter().filter(|q| !is_open(q)).collect();
        let options = game::option_questions(game);
        let alone = game::is_solitaire(game);
        let opponents = game::opponents(game).next().is_some();
        html! {
            @if !(alone && deal.is_empty() && options.is_empty() && !opponents) {
                details.more-options.not-daily[alone && options.is_empty() && !opponents] open[!alone
                    && !self.seed.is_empty()] {
                    summary { @if alone { "Options" } @else { "Seat, match and rules" } }
                    @if !alone {
                        (seat::question(game))
                        @if game::is_for_two(game) { (match_length()) }
                    }
                    @if !deal.is_empty() { div.not-daily { (questions::questions("wish", &deal)) } }
                    (questions::questions("option", &options))
                    @if game.has_workshop() {
                        p { a href=(urls::workshop(game.id())) { "Make your own board" } }
                    }
                    @if alone && opponents { (watch(game)) }
                    @if !alone { div.not-friend { (self.seed_field()) } }
                }
            }
        }
    }
}

/// What a way is called. To play with a friend is to open a table; one that is listed is for all. The style
/// sheet shows the words that are true of what is ticked.
fn for_friends(way: Way, usual: &str, listed: &str) -> Markup {
    html! {
        @if way == Way::Friend { span.unlisted { (usual) } span.listed { (listed) } } @else { (usual) }
    }
}

fn about(game: &dyn AnyGame, learned: &Learned, ladder: bool) -> Markup {
    html! {
        div.about {
            img src=(urls::game_picture(game.id())) alt="" width="480" height="480";
            div {
                h1 { (game::name(game)) " " (ornament::small(game)) }
                p.lead { (game::tagline(game)) }
                p.small { "By " (game::designer(game)) ". " (game::players(game)) ", " (game::minutes(game))
                    "." }
                p.ways-in {
                    @if let Some(label) = lesson_label(game, learned) {
                        a.button href=(urls::lesson(game.id())) { (label) }
                    }
                    a href=(urls::rules(game.id())) { "How to play" }
                    @if ladder { a href=(urls::ladder_of(game.id())) { "Ladder" } }
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
        _ if done => "Repeat the lesson",
        true => "Continue the lesson",
        false => "New here? Learn by playing",
    })
}

/// The question how many people play, where a game asks it.
fn open_questions(game: &dyn AnyGame) -> impl Iterator<Item = Question> {
    game::deal_questions(game).into_iter().filter(is_open)
}

/// Whether a question about the deal comes before all others, and is not folded away.
fn is_open(question: &Question) -> bool {
    question.key == seat::SEATS || question.key == GRADE
}

/// Who plays a game for one: the visitor, or a program to watch.
fn watch(game: &dyn AnyGame) -> Markup {
    html! {
        label.field.not-daily {
            span { "Who plays" }
            select name="program" {
                option value="" { "I do" }
                (opponent_options(game, "I’ll watch ", None))
            }
        }
        input type="hidden" name="sit" value="watch";
    }
}

fn match_length() -> Markup {
    html! {
        label.field {
            span { "Match" }
            select name="best_of" {
                @for rounds in MATCH_LENGTHS {
                    option value=(rounds) { @if rounds == 1 { "A single game" } @else { "Best of "
                        (rounds) } }
                }
            }
        }
    }
}
