//! Challenges: those that wait for the visitor's answer, those that the visitor has made, and the form for
//! a new one.

use crate::frame::{Frame, Place, Sheet};
use crate::once::key_field;
use crate::text::{NAME_PATTERN, NAME_RULE, capitalised};
use crate::{game, ornament, urls};
use bagatelle_table::{PACES, Terms};
use maud::{Markup, html};

/// A challenge in the list.
#[derive(Clone, PartialEq, Debug)]
pub struct ChallengeItem {
    /// Its id.
    pub id: String,
    /// The id of the game in the catalog.
    pub game: String,
    /// The name of the other player.
    pub name: String,
    /// Whether the other player is marked as a bot.
    pub bot: bool,
    /// Whether the visitor has made it.
    pub own: bool,
    /// The clock and the rules of conduct.
    pub terms: Terms,
}

/// The page of challenges.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ChallengesPage<'a> {
    /// Those that wait for an answer, the newest first.
    pub open: &'a [ChallengeItem],
    /// Why the form was refused, in a sentence.
    pub wrong: Option<&'a str>,
    /// The name that was typed.
    pub name: &'a str,
}

impl ChallengesPage<'_> {
    /// The whole page.
    #[must_use]
    pub fn page(&self) -> Markup {
        let own: Vec<&ChallengeItem> = self.open.iter().filter(|challenge| challenge.own).collect();
        let body = html! {
            main.lobby #table {
                div.welcome {
                    h1 { "Challenges" }
                    p { "Challenge a player by name to a two-player game. The game begins when they accept; \
                        a challenge stays open for three days." }
                }
                @if self.open.is_empty() { (ornament::all()) }
                (got(self.open))
                @if !own.is_empty() { (list("own", "Waiting for an answer", &own)) }
                (self.form())
                p.choices { a href=(urls::account()) { "Back to your page" } }
            }
        };
        Frame { place: Some(Place::Me), sheet: Some(Sheet::People), ..Frame::new("Challenges") }.page(&body)
    }

    fn form(&self) -> Markup {
        html! {
            form.card method="post" action=(urls::challenges()) {
                (key_field())
                h2 { "Challenge a player" }
                @if let Some(wrong) = self.wrong { p.wrong role="alert" { (wrong) } }
                label.field {
                    span { "Name" }
                    input name="to" value=(self.name) required pattern=(NAME_PATTERN) title=(NAME_RULE)
                        autocomplete="off" autofocus[self.wrong.is_some()];
                }
                label.field {
                    span { "Game" }
                    select name="game" {
                        @for game in game::all().iter().filter(|game| !game::is_solitaire(**game)) {
                            option value=(game.id()) { (game::name(*game)) }
                        }
                    }
                }
                label.field {
                    span { "Clock" }
                    select name="pace" {
                        @for (number, pace) in PACES.iter().enumerate() { option value=(number) {
                            (capitalised(&pace.words())) } }
                    }
                }
                div.scopes {
                    label {
                        input type="checkbox" name="rated" value="1";
                        span { "Rated" }
                    }
                    label {
                        input type="checkbox" name="public" value="1";
                        span { "Anyone may watch" }
                    }
                }
                button.primary { "Challenge" }
            }
        }
    }
}

/// The challenges that wait for the visitor's answer, with buttons for it; nothing without any.
pub(crate) fn got(challenges: &[ChallengeItem]) -> Markup {
    let got: Vec<&ChallengeItem> = challenges.iter().filter(|challenge| !challenge.own).collect();
    html! { @if !got.is_empty() { (list("got", "You’ve been challenged", &got)) } }
}

fn list(id: &str, heading: &str, challenges: &[&ChallengeItem]) -> Markup {
    html! {
        section.card aria-labelledby=(id) {
            h2 id=(id) { (heading) }
            ul.tokens { @for challenge in challenges { li { (item(challenge)) } } }
        }
    }
}

fn item(challenge: &ChallengeItem) -> Markup {
    let ChallengeItem { id, game, name, bot, own, terms } = challenge;
    let answer = |word: &str| {
        let whom = if *own { "" } else { " of " };
        format!("{word} the challenge{whom}{}", if *own { "" } else { name.as_str() })
    };
    html! {
        form method="post" action=(urls::answer_challenge(id)) {
            span {
                strong { (name) @if *bot { small.bot { " bot" } } }
                small { (game::name_of(game)) " · " (terms.pace.words()) @if terms.rated { " · rated" }
                    @if terms.public { " · anyone may watch" } }
            }
            span.choices {
                @if *own {
                    button name="answer" value="withdraw" aria-label=(answer("Withdraw")) { "Withdraw" }
                } @else {
                    button.primary name="answer" value="accept" aria-label=(answer("Accept")) { "Accept" }
                    button name="answer" value="decline" aria-label=(answer("Decline")) { "Decline" }
                }
            }
        }
    }
}
