//! The score pad of a game, for people who play it with real pieces. Its address holds all of it: who plays,
//! and what was noted. Each tap is a form that leads to the address of the next pad, so *Back* undoes it,
//! too, and the pad can be sent as a link.

mod asked;

use crate::frame::{Card, Frame, Script, Sheet};
use crate::new_game::form::Form;
use crate::text::{capitalised, listed, sentence};
use crate::{game, urls};
use asked::{Asked, LONGEST_NAME, Log};
use bagatelle_catalog::AnyGame;
use bagatelle_core::Seat;
use bagatelle_core::present::{Pad, PadItem, Question, ScorePad, escaped, named};
use maud::{Markup, PreEscaped, html};

/// A score pad.
#[derive(Clone, Copy)]
pub struct PadPage<'a> {
    /// The game.
    pub game: &'a dyn AnyGame,
    /// What keeps its score.
    pub pad: &'a dyn ScorePad,
    /// The fields of the query.
    pub query: &'a [(String, String)],
    /// The address of the server, without a slash at the end; empty if it is unknown.
    pub base: &'a str,
}

/// A pad with its place in the log.
struct Drawn<'a> {
    page: PadPage<'a>,
    asked: &'a Asked,
    pad: Pad,
    /// The pad of all that was noted, while an entry is corrected.
    whole: Option<Pad>,
    /// The entries that fit, up to the place.
    done: &'a str,
    /// Those after it.
    rest: String,
    /// What the players are called.
    called: &'a [String],
}

impl PadPage<'_> {
    /// The whole page, and whether there is no such pad: then it asks who plays.
    #[must_use]
    pub fn page(&self) -> (Markup, bool) {
        let asked = Asked::read(self.game, self.query);
        let pad = match &asked.wrong {
            Some(wrong) => Err(wrong.clone()),
            None if asked.names.is_empty() => return (self.framed(&self.begin(&asked, None)), false),
            None => self.opened(&asked, &asked.log.done),
        };
        match pad {
            Err(wrong) => (self.framed(&self.begin(&asked, Some(&wrong))), true),
            Ok(pad) => {
                let (done, misfits) = asked.log.done.split_at(pad.entries.len() * self.pad.entry_len());
                let rest = format!("{misfits}{}", asked.log.rest);
                let called = asked.called(self.pad);
                let whole = asked.log.corrects.then(|| self.opened(&asked, &format!("{done}{rest}")).ok());
                let whole = whole.flatten();
                let drawn = Drawn { page: *self, asked: &asked, pad, whole, done, rest, called: &called };
                let body = drawn.body().into_string();
                let name = |seat: Seat| called.get(seat.index()).map_or("", String::as_str);
                let body = named(body, |seat, _| escaped(name(seat)).collect());
                (self.framed(&PreEscaped(body)), false)
            }
        }
    }

    /// The pad with a log.
    fn opened(&self, asked: &Asked, log: &str) -> Result<Pad, String> {
        let sides: Vec<&str> = asked.sides.iter().map(String::as_str).collect();
        if sides.len() != asked.names.len() {
            return Err("Say what each player plays with".into());
        }
        self.pad.pad(&asked.options(self.game), &sides, log)
    }

    fn framed(&self, main: &Markup) -> Markup {
        let title = format!("Score pad for {}", game::name(self.game));
        let page = urls::pad(self.game.id());
        let picture = urls::game_preview(self.game.id(), "");
        let about = "Keep score at a real table. The pad adds up the points and explains the result.";
        let card = Some(Card { picture: &picture, ..Card::of_site(&title, about, self.base, &page) });
        Frame { script: Script::Pad, sheet: Some(Sheet::Pad), card, ..Frame::new(&title) }
            .page(&html! { main.pad #table data-pad=(self.game.id()) { (main) } })
    }

    /// Who plays.
    fn begin(&self, asked: &Asked, wrong: Option<&str>) -> Markup {
        let (id, players) = (self.game.id(), asked.players);
        let sides = self.pad.sides(players);
        let mut all = game::option_questions(self.game);
        let here = |only: Option<u8>| only.is_none_or(|only| usize::from(only) == players);
        all.retain(|question| self.pad.asked().contains(&question.key) && here(question.only_for));
        html! {
            p.back { a href=(urls::game(id)) { "← " (game::name(self.game)) } }
            h1 { "Score pad" }
            p.lead { "For a game with real cards. Note who wins what, and the pad adds up the points." }
            p hidden data-last { a.button.large { "Continue your last pad" } }
            form.card method="get" action=(urls::pad(id)) {
                @if let Some(wrong) = wrong { p.wrong role="alert" { (sentence(wrong)) } }
                nav.counts aria-label="Players" {
                    @for n in self.game.manifest().seats.clone() {
                        a.button href=(urls::pad_for(id, n)) aria-current=[(usize::from(n) ==
                            players).then_some("true")] { (n) " players" }
                    }
                }
                p.small { "Enter players clockwise, starting with the first player." }
                @for n in 0..players {
                    div.who {
                        input type="text" name="name" maxlength=(LONGEST_NAME) autocomplete="off"
                            placeholder={ "Player " (n + 1) } aria-label={ "Name of player " (n + 1) }
                            value=[asked.names.get(n)];
                        @let chosen = asked.sides.get(n).or(sides.get(n).map(|side| &side.word));
                        select name="side" aria-label={ "What player " (n + 1) " plays with" } {
                            @for side in &sides {
                                option value=(side.word) selected[chosen == Some(&side.word)] { (side.label) }
                            }
                        }
                    }
                }
                @for question in &all { (answered(question, &asked.form)) }
                // What was noted is not lost if something about the players is wrong.
                @if !asked.log.done.is_empty() { input type="hidden" name="log" value=(asked.log.done); }
                button.primary.large type="submit" { "Begin" }
            }
        }
    }
}

impl Drawn<'_> {
    fn body(&self) -> Markup {
        let id = self.page.game.id();
        let over = self.pad.outcome.is_some();
        html! {
            (self.pad.defs)
            header data-log=[self.asked.log.corrects.then(|| self.text())] {
                p.back { a href=(urls::game(id)) { "← " (game::name(self.page.game)) } }
                h1 { (self.heading()) }
            }
            form method="get" action=(urls::pad(id)) {
                (self.players())
                ul.totals aria-label="Points" {
                    @for (n, total) in self.counted().totals.iter().enumerate() {
                        li { (self.badge(n)) span { (player(n)) } strong { (total) } }
                    }
                }
                (self.told())
                div.items {
                    @for item in &self.pad.items { (self.item(item)) }
                }
                (self.steps())
            }
            details.points open[over] {
                summary { "Where the points come from" }
                (self.table())
            }
            (self.log())
            p.ways-in {
                button type="button" data-send hidden { "Send this pad" }
                a href=(urls::pad(id)) { "New pad" }
            }
        }
    }

    /// The pad that counts all that was noted.
    fn counted(&self) -> &Pad {
        self.whole.as_ref().unwrap_or(&self.pad)
    }

    /// All that was noted and not undone.
    fn text(&self) -> String {
        if self.is_quiet() { self.done.to_owned() } else { format!("{}{}", self.done, self.rest) }
    }

    /// Who plays, for the next address.
    fn players(&self) -> Markup {
        html! {
            @for (name, side) in self.asked.names.iter().zip(&self.asked.sides) {
                input type="hidden" name="name" value=(name);
                input type="hidden" name="side" value=(side);
            }
            @for (key, text) in &self.asked.form {
                @if key.starts_with("option.") { input type="hidden" name=(key) value=(text); }
            }
        }
    }

    fn heading(&self) -> String {
        let Some(outcome) = &self.pad.outcome else { return self.pad.heading.clone() };
        let names: Vec<String> = outcome.winners.iter().map(|seat| player(seat.index())).collect();
        match names.len() {
            1 => format!("{} wins", names[0]),
            _ => format!("{} win", listed(&names)),
        }
    }

    fn badge(&self, seat: usize) -> Markup {
        html! { svg.token viewBox="-20 -22 40 46" aria-hidden="true" { (self.pad.badges[seat]) } }
    }

    /// What is asked, or what is wrong with an entry.
    fn told(&self) -> Markup {
        let number = self.pad.entries.len() + 1;
        let (first, after) = self.next();
        html! {
            @if let Some(why) = &self.pad.misfit {
                div.mend role="alert" {
                    p { strong { "Entry " (number) " doesn’t fit. " } (why) " Nothing is lost: add what’s \
                        missing, or leave it out." }
                    (tap(&format!("{}{after}", self.done), &html! { "Leave it out" }))
                    @if !after.is_empty() {
                        (tap(self.done, &html! { "Leave out this and all later entries" }))
                    }
                }
            } @else if self.asked.log.corrects {
                div.mend role="status" {
                    p { strong { "Correcting entry " (number) ". " } "What really happened?" }
                    (tap(&format!("{}{after}", self.done), &html! { "Delete this entry" }))
                    (tap(&format!("{}{first}{after}", self.done), &html! { "Keep it as it was" }))
                }
            } @else if let Some(outcome) = &self.pad.outcome {
                p { (sentence(&outcome.reason)) }
            } @else {
                p { (self.pad.prompt) }
            }
        }
    }

    /// The first entry after the place, and those after it.
    fn next(&self) -> (&str, &str) {
        self.rest.split_at(self.page.pad.entry_len().min(self.rest.len()))
    }

    /// What a thing is, and whose, unless its player is called by it.
    fn label(&self, item: &PadItem) -> String {
        let of = |seat: &Seat| self.called.get(seat.index()).is_some_and(|name| *name != item.label);
        match item.owner.filter(of) {
            Some(owner) => format!("{}: {}", item.label, player(owner.index())),
            None => item.label.clone(),
        }
    }

    fn item(&self, item: &PadItem) -> Markup {
        let (_, after) = self.next();
        // What is missing goes before what does not fit, and a correction in the place of what is wrong. Who
        // goes on after *Undo* notes something else.
        let follows = match (&self.pad.misfit, self.asked.log.corrects) {
            (Some(_), _) => &self.rest,
            (None, true) => after,
            (None, false) => "",
        };
        html! {
            @let label = self.label(item);
            div.item role="group" aria-label=(label) .noted[item.noted.is_some()] {
                div.art { (item.art) }
                h2 { (label) }
                @if let Some(noted) = &item.noted { p { "✓ " (noted) } }
                div.taps {
                    @for one in &item.taps {
                        (tap(&format!("{}{}{follows}", self.done, one.entry), &html! {
                            @if let Some(seat) = one.seat { (self.badge(seat.index())) }
                            span { (one.label) }
                        }))
                    }
                }
            }
        }
    }

    /// Whether nothing is corrected.
    fn is_quiet(&self) -> bool {
        self.pad.misfit.is_none() && !self.asked.log.corrects
    }

    /// *Undo* and *Redo*.
    fn steps(&self) -> Markup {
        let len = self.page.pad.entry_len();
        let quiet = self.is_quiet();
        let back = self.done.len().checked_sub(len).filter(|_| quiet);
        let (first, after) = self.next();
        html! {
            div.undo {
                @if let Some(at) = back {
                    @let (before, last) = self.done.split_at(at);
                    (tap(&Log::undone(before, &format!("{last}{}", self.rest)), &html! { "Undo" }))
                }
                @if quiet && !first.is_empty() {
                    (tap(&Log::undone(&format!("{}{first}", self.done), after), &html! { "Redo" }))
                }
            }
        }
    }

    /// Where the points come from.
    fn table(&self) -> Markup {
        let pad = self.counted();
        html! {
            div.wide {
                table {
                    thead {
                        tr {
                            td {}
                            @for n in 0..pad.totals.len() { th scope="col" { (player(n)) } }
                        }
                    }
                    tbody {
                        @for (label, cells) in &pad.rows {
                            tr { th scope="row" { (label) } @for cell in cells { td { (cell) } } }
                        }
                    }
                    tfoot {
                        tr { th scope="row" { "Points" } @for total in &pad.totals { td { (total) } } }
                    }
                }
            }
            (self.pad.scoring)
        }
    }

    /// What was noted.
    fn log(&self) -> Markup {
        let len = self.page.pad.entry_len();
        // What was undone goes, as with whatever is noted next.
        let (all, pad) = (self.text(), self.counted());
        let corrected = self.asked.log.corrects.then_some(self.pad.entries.len());
        html! {
            @if !pad.entries.is_empty() {
                details.entries {
                    summary { "Game log" }
                    p.small { "Tap an entry to correct it. Later entries are kept." }
                    form method="get" action=(urls::pad(self.page.game.id())) {
                        (self.players())
                        ol {
                            @for (n, words) in pad.entries.iter().enumerate() {
                                @let (before, after) = all.split_at(n * len);
                                @let log = Log::corrected(before, after);
                                li aria-current=[(corrected == Some(n)).then_some("true")] {
                                    (tap(&log, &html! { (words) }))
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}

fn player(seat: usize) -> String {
    bagatelle_core::present::player(Seat(seat as u8))
}

/// A question about the rules, with the answer that was sent.
fn answered(question: &Question, form: &Form) -> Markup {
    let name = format!("option.{}", question.key);
    html! {
        label.field {
            span { (question.label) }
            select name=(name) {
                @for answer in &question.answers {
                    option value=(answer.value) selected[form.get(&name) == Some(&answer.value)] {
                        (capitalised(&answer.label))
                    }
                }
            }
        }
    }
}

/// A button that leads to the pad with another log.
fn tap(log: &str, label: &Markup) -> Markup {
    html! { button type="submit" name="log" value=(log) { (label) } }
}
