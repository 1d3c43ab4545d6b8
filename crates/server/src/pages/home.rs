//! The first page, the page of a game, and its rule page.

use super::{Frame, page};
use crate::assets::Assets;
use crate::live::Live;
use crate::rounds::LENGTHS;
use crate::store::{Listed, Phase};
use crate::terms::{GRACES, PACES, span};
use crate::together::LONGEST_NAME;
use bagatelle_catalog::{Entry, entries};
use bagatelle_core::playable::Question;
use maud::{Markup, PreEscaped, html};
use std::collections::BTreeSet;

/// The answer that stands for a text of the player's own.
pub const OWN: &str = "own text";

/// The answer to who plays that stands for whoever comes from the list of open tables.
pub const LOBBY: &str = "lobby";
/// With more questions about the rules than this they are folded away.
const MANY: usize = 2;

/// A game of the visitor's, as it stands in lists.
pub struct Mine {
    /// The id in its address.
    pub id: String,
    /// The game's name.
    pub name: &'static str,
    /// What deal it is: a date or a seed.
    pub deal: String,
    /// How far it is, in a few words.
    pub state: String,
    /// Whether it has ended.
    pub over: bool,
    /// Whether the visitor is to act and somebody waits for that.
    pub turn: bool,
}

impl Mine {
    /// A game that was found, as `person` sees it; none for a game that is not in the catalog any more.
    #[must_use]
    pub fn of(game: &Listed, person: &str) -> Option<Mine> {
        let Listed { row, standing } = game;
        let others: Vec<&str> = standing
            .sitters
            .iter()
            .filter(|sits| sits.person.as_deref() != Some(person))
            .map(|sits| sits.name.as_str())
            .collect();
        let deal = match (&row.daily, row.dealt) {
            _ if !others.is_empty() => format!("with {}", others.join(", ")),
            (Some(date), _) => format!("daily deal of {date}"),
            (None, true) if standing.sitters.len() == 1 => row.seed.clone(),
            (None, true) => "at one screen".into(),
            (None, false) => "a set-up of its own".into(),
        };
        let turn = standing.sitters.iter().any(|sits| sits.turn && sits.person.as_deref() == Some(person));
        let state = match standing.phase {
            Phase::Over => match won_or_lost(game, person) {
                Some(word) if standing.reason.is_empty() => word.into(),
                Some(word) => format!("{word}: {}", standing.reason),
                None => standing.reason.clone(),
            },
            Phase::Open => "open seats".into(),
            Phase::Playing if turn && !others.is_empty() => "your turn".into(),
            Phase::Playing => match standing.plies {
                0 => "not begun".into(),
                1 => "1 move".into(),
                n => format!("{n} moves"),
            },
        };
        let name = bagatelle_catalog::find(&row.game)?.about().name;
        let (id, over) = (row.id.clone(), standing.phase == Phase::Over);
        Some(Mine { id, name, deal, state, over, turn: turn && !others.is_empty() })
    }
}

/// How a game of several ended for a person who had one side of it.
fn won_or_lost<'a>(game: &'a Listed, person: &str) -> Option<&'a str> {
    let own = game.standing.sitters.iter().filter(|sits| sits.person.as_deref() == Some(person));
    let results: BTreeSet<&str> = own.filter_map(|sits| sits.result.as_deref()).collect();
    match (game.standing.sitters.len(), results.len()) {
        // Of a draw the reason says so.
        (2.., 1) => results.first().copied().filter(|word| *word != "drawn"),
        _ => None,
    }
}

pub(super) fn list(mine: &[Mine]) -> Markup {
    html! {
        ul.mine {
            @for game in mine {
                li.over[game.over].turn[game.turn] {
                    a href={ "/g/" (game.id) } {
                        strong { (game.name) }
                        span.deal { (game.deal) }
                        span.state { (game.state) }
                    }
                }
            }
        }
    }
}

/// The first page: all games, and those the visitor has begun.
#[must_use]
pub fn home(assets: &Assets, mine: &[Mine]) -> Markup {
    let body = html! {
        main.shelf #table {
            div.welcome {
                h1 { "Small games, well kept." }
                p { "Little-known tabletop games with exact rules and fair deals. Nothing to install, no account." }
            }
            @if !mine.is_empty() {
                section { h2 { "Go on where you left off" } (list(mine)) }
            }
            section.games {
                @for entry in entries() {
                    @let about = entry.about();
                    a.game href={ "/" (entry.id()) } {
                        img src={ "/" (entry.id()) "/picture.svg" } alt="" width="320" height="320";
                        h2 { (about.name) }
                        p { (about.tagline) }
                        p.small { (about.players) @if about.players == "1" { " player" } @else { " players" } " · " (about.minutes) " · by " (about.designer) }
                    }
                }
            }
        }
    };
    page(&Frame { title: "Bagatelle: small games, well kept", assets, live: false }, &body)
}

/// What the page of a game shows beside the game itself.
pub struct Lobby<'a> {
    /// The game.
    pub entry: &'a dyn Entry,
    /// Today's date.
    pub today: &'a str,
    /// A seed to put into the form.
    pub seed: &'a str,
    /// The visitor's games of this kind.
    pub mine: &'a [Mine],
    /// What the visitor is called so far.
    pub name: &'a str,
}

/// The page of a game: today's deal, a new deal, the games the visitor has begun.
#[must_use]
pub fn lobby(assets: &Assets, lobby: &Lobby<'_>) -> Markup {
    let entry = lobby.entry;
    let about = entry.about();
    let solo = about.players == "1";
    let new = format!("/{}/new", entry.id());
    let body = html! {
        main.lobby #table {
            div.about {
                img src={ "/" (entry.id()) "/picture.svg" } alt="" width="480" height="480";
                div {
                    h1 { (about.name) }
                    p.lead { (about.tagline) }
                    p.small { "By " (about.designer) ". " (about.players) @if solo { " player" } @else { " players" } ", " (about.minutes) "." }
                    p { a href={ "/" (entry.id()) "/rules" } { "How it is played" } }
                }
            }
            div.ways {
                @if solo {
                    form.card method="post" action=(new) {
                        h2 { "Today’s deal" }
                        p { "The same for everyone on " time datetime=(lobby.today) { (lobby.today) } " (UTC)." }
                        (variants(entry, "daily"))
                        button.primary name="daily" value="1" { "Play today’s deal" }
                    }
                }
                form.card method="post" action=(new) {
                    h2 { "A new " @if solo { "deal" } @else { "game" } }
                    (questions("wish", &entry.wish_questions(), "new"))
                    @if !solo || !entry.programs().is_empty() { (opponents(entry, solo, lobby.name)) }
                    (variants(entry, "new"))
                    @if entry.dealt() {
                        label.field {
                            span { "Seed" }
                            input name="seed" value=(lobby.seed) maxlength="100" autocomplete="off" spellcheck="false" placeholder="any";
                            small { "The same seed gives the same deal. Leave it empty for a fresh one." }
                        }
                    }
                    button.primary { (if entry.dealt() { "Deal" } else { "Begin" }) }
                }
            }
            @if !lobby.mine.is_empty() {
                section { h2 { "Your games" } (list(lobby.mine)) }
            }
        }
    };
    page(&Frame { title: about.name, assets, live: false }, &body)
}

/// The questions about the rules, out of the way if there are many: most people play the usual ones.
fn variants(entry: &dyn Entry, form: &str) -> Markup {
    let options = entry.option_questions();
    let asked = questions("option", &options, form);
    if options.len() <= MANY {
        return asked;
    }
    html! { details.variants { summary { "Variants" } (asked) } }
}

/// The questions of a form. `kind` stands before each key, `form` makes the ids unique on the page.
fn questions(kind: &str, questions: &[Question], form: &str) -> Markup {
    html! {
        @for question in questions {
            @let name = format!("{kind}.{}", question.key);
            @match question.grid {
                Some(width) => {
                    fieldset.grid {
                        legend { (question.label) }
                        @if !question.help.is_empty() { small { (question.help) } }
                        @for (n, (value, label)) in question.answers.iter().enumerate() {
                            @if n == 0 {
                                label.any { input type="radio" name=(name) value=(value) checked; span { (label) } }
                            }
                        }
                        div.cells data-width=(width) {
                            @for (value, label) in question.answers.iter().skip(1) {
                                label { input type="radio" name=(name) value=(value) aria-label=(label); span {} }
                            }
                        }
                    }
                }
                None => {
                    @let id = format!("{form}-{name}");
                    div.field {
                        label for=(id) { (question.label) }
                        select name=(name) id=(id) {
                            @for (value, label) in &question.answers { option value=(value) { (label) } }
                            @if question.own { option value=(OWN) { "my own, from below" } }
                        }
                        @if !question.help.is_empty() { small { (question.help) } }
                        @if question.own {
                            details {
                                summary { "My own" }
                                textarea name={ "own." (name) } rows="7" spellcheck="false" aria-label={ (question.label) ": a text of your own" } {}
                                input type="file" data-into={ "own." (name) } aria-label="Read it from a file";
                            }
                        }
                    }
                }
            }
        }
    }
}

/// Who else plays: a program on the other seats, or people at the same screen where nothing is hidden.
fn opponents(entry: &dyn Entry, solo: bool, name: &str) -> Markup {
    if solo {
        return html! {
            label.field {
                span { "Who plays" }
                select name="program" {
                    option value="" { "I do" }
                    @for program in entry.programs() {
                        option value=(program.name) { "the program “" (program.name) "”, and I watch: " (program.about) }
                    }
                }
            }
            input type="hidden" name="sit" value="watch";
        };
    }
    html! {
        label.field {
            span { "You play" }
            select name="program" {
                @let usual = entry.programs().len() / 2;
                @for (n, program) in entry.programs().iter().enumerate().rev() {
                    option value=(program.name) selected[n == usual] { "against “" (program.name) "”: " (program.about) }
                }
                option value="open" { "with friends: you get a link for them" }
                option value=(LOBBY) { "with whoever comes: the table is listed for all" }
                @if !entry.hidden() { option value="" { "both sides, at this screen" } }
            }
        }
        fieldset.company {
            legend { "With others" }
            label.field {
                span { "Your name" }
                input name="name" value=(if name.is_empty() { "Guest" } else { name }) maxlength=(LONGEST_NAME) autocomplete="nickname";
            }
            label.field {
                span { "Clock" }
                select name="pace" {
                    @for pace in PACES { option value=(serde_json::json!(pace)) { (pace.words()) } }
                }
            }
            label.field {
                span { "Takebacks" }
                select name="takebacks" {
                    option value="1" { "if everybody agrees" }
                    option value="0" { "never" }
                }
            }
            label.field {
                span { "Pauses" }
                select name="pauses" {
                    option value="1" { "if everybody agrees" }
                    option value="0" { "never" }
                }
            }
            label.field {
                span { "Does the result count for the ratings?" }
                select name="rated" {
                    option value="0" { "no" }
                    option value="1" { "yes: for people with accounts, without takebacks" }
                }
            }
            label.field {
                span { "Whoever is away on a turn" }
                select name="grace" {
                    option value="usual" { "as is usual with this clock" }
                    @for grace in GRACES {
                        option value=(serde_json::json!(grace)) {
                            @match grace { Some(grace) => { "is waited for " (span(grace)) }, None => "is waited for for ever" }
                        }
                    }
                }
            }
        }
        label.field {
            span { "You sit" }
            select name="sit" {
                option value="0" { "first" }
                option value="1" { "second" }
                @if entry.about().players != "2" {
                    option value="2" { "third, where there are three" }
                    option value="3" { "fourth, where there are four" }
                }
                option value="random" { "first or second, by lot" }
                option value="watch" { "beside the table, and watch" }
            }
        }
        @if entry.about().players == "2" {
            label.field {
                span { "Match" }
                select name="best_of" {
                    @for n in LENGTHS { option value=(n) { @if n == 1 { "a single game" } @else { "best of " (n) } } }
                }
            }
        }
    }
}

/// A page on which something of the game can be made.
#[must_use]
pub fn workshop(assets: &Assets, entry: &dyn Entry, made: String) -> Markup {
    let about = entry.about();
    let body = html! {
        main.prose #table {
            p.back { a href={ "/" (entry.id()) } { "← " (about.name) } }
            (PreEscaped(made))
        }
    };
    page(&Frame { title: &format!("{}: the workshop", about.name), assets, live: false }, &body)
}

/// What can be learned from a finished game.
#[must_use]
pub fn review(assets: &Assets, live: &Live, review: String) -> Markup {
    let name = live.entry.about().name;
    let body = html! {
        main.prose #table {
            p.back { a href={ "/g/" (live.row.id) } { "← The game" } }
            h1 { (name) ": after the game" }
            (PreEscaped(review))
        }
    };
    page(&Frame { title: &format!("{name}: after the game"), assets, live: false }, &body)
}

/// The rule page.
#[must_use]
pub fn rules(assets: &Assets, entry: &dyn Entry) -> Markup {
    let about = entry.about();
    let body = html! {
        main.prose #table {
            p.back { a href={ "/" (entry.id()) } { "← " (about.name) } }
            h1 { "How " (about.name) " is played" }
            (PreEscaped(entry.rules()))
        }
    };
    page(&Frame { title: &format!("{}: the rules", about.name), assets, live: false }, &body)
}
