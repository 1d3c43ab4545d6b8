//! The page on which a set-up is laid: the places, and the pieces for the current one.

use super::board::{Shown, alone, board, shapes, sheets};
use super::steps::Steps;
use crate::at_table::enter;
use crate::frame::{Card, Frame, Script, Sheet};
use crate::new_game::{Choice, answered, is_first, opponent_options};
use crate::once::key_field;
use crate::text::{capitalised, listed, sentence};
use crate::{game, urls};
use bagatelle_catalog::AnyGame;
use bagatelle_core::laid::{LONGEST_CODE, Place, Spread};
use bagatelle_core::present::Question;
use bagatelle_core::{Record, Turn};
use maud::{Markup, html};

/// A code that was sent and cannot be read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pasted<'a> {
    /// The text.
    pub text: &'a str,
    /// What is wrong with it.
    pub why: &'a str,
}

/// The page on which a set-up is laid.
#[derive(Clone, Copy)]
pub struct LayPage<'a> {
    /// The game.
    pub game: &'a dyn AnyGame,
    /// What is laid so far.
    pub spread: &'a Spread,
    /// The questions about the rules, each with the answer as it was sent.
    pub asked: &'a [(Question, String)],
    /// The answers as fields of an address.
    pub options: &'a [(String, String)],
    /// The place that was tapped.
    pub at: Option<Place>,
    /// The place that was filled last.
    pub last: Option<Place>,
    /// A code that cannot be read.
    pub pasted: Option<Pasted<'a>>,
    /// Why the rules that were chosen cannot be used.
    pub refusal: Option<&'a str>,
    /// The address of the server, without a slash at the end; empty if it is unknown.
    pub base: &'a str,
}

impl LayPage<'_> {
    /// The whole page.
    #[must_use]
    pub fn page(&self) -> Markup {
        let name = game::name(self.game);
        let next = || {
            if self.spread.laid.is_empty() && self.last.is_none() {
                None
            } else {
                self.spread.next(self.last)
            }
        };
        let first = Place { group: 0, spot: 0 };
        let begun = self.at.or_else(next).or(self.last);
        let sheet = self.spread.groups[begun.unwrap_or(first).group].sheet;
        let at = self.at.or_else(next).or_else(|| begun.is_none().then(|| self.first(sheet)).flatten());
        let body = html! {
            main.lay #table {
                header {
                    p.back { a href=(urls::game(self.game.id())) { "← " (name) } }
                    h1 { (enter(self.game)) }
                }
                (shapes(self.spread))
                div.laying {
                    (self.sheets(sheet))
                    @let shown = Shown { steps: Some(self.steps()), at, row: None };
                    (board(self.spread, self.drawn(sheet), &shown))
                    (self.pieces(sheet, at))
                }
                (self.state())
                (self.code())
                (self.rules())
            }
        };
        let title = format!("{name}: {}", enter(self.game));
        let address = urls::lay(self.game.id());
        let about = "Enter a deal or a position from a real table, piece by piece, and play it here.";
        let picture = urls::game_preview(self.game.id(), "");
        let card = Some(Card { picture: &picture, ..Card::of_site(&title, about, self.base, &address) });
        Frame { script: Script::Lay, sheet: Some(Sheet::Lay), card, ..Frame::new(&title) }.page(&body)
    }

    fn steps(&self) -> Steps<'_> {
        Steps { game: self.game.id(), spread: self.spread, options: self.options }
    }

    /// The heading whose places are drawn: beside a single place, such as whose turn it is, the first one.
    fn drawn(&self, sheet: &'static str) -> &'static str {
        if self.places(sheet).count() > 1 { sheet } else { self.spread.groups[0].sheet }
    }

    /// The headings, each with how many of its places have a piece.
    fn sheets(&self, current: &str) -> Markup {
        let all = sheets(self.spread);
        let tab = |sheet: &'static str| {
            let places = || self.places(sheet);
            let first = self.first(sheet).or_else(|| places().next());
            let told = match (places().count(), first) {
                // Where there is one place, what lies there.
                (1, Some(only)) => {
                    let pieces = &self.spread.groups[only.group].pieces;
                    let piece = pieces.get(self.spread.laid.piece(only).unwrap_or_default());
                    piece.map_or_else(String::new, |piece| capitalised(&piece.name))
                }
                _ => {
                    let is_filled = |at: &Place| self.spread.laid.piece(*at).is_some();
                    let needed = || places().filter(|at| !self.is_optional(*at));
                    match needed().count() {
                        0 => places().filter(is_filled).count().to_string(),
                        all => format!("{}/{all}", needed().filter(is_filled).count()),
                    }
                }
            };
            (sheet, told, first)
        };
        html! {
            @if all.len() > 1 {
                nav.sheets aria-label="Parts" {
                    @for (sheet, told, first) in all.into_iter().map(tab) {
                        @if let Some(first) = first {
                            a id={ "sheet-" (sheet.to_lowercase()) } href=(self.steps().at(first)) data-step
                                aria-current=[(sheet == current).then_some("true")] {
                                (sheet) " "
                                small { (told) }
                            }
                        }
                    }
                }
            }
        }
    }

    /// The places of a heading on which something can lie.
    fn places(&self, sheet: &str) -> impl Iterator<Item = Place> {
        let places = self.spread.laid.places();
        places.filter(move |at| self.spread.groups[at.group].sheet == sheet && !self.spread.is_closed(*at))
    }

    fn is_optional(&self, at: Place) -> bool {
        self.spread.groups[at.group].spots[at.spot].optional
    }

    /// The first empty place of a heading; on a table without edges the one nearest to the middle.
    fn first(&self, sheet: &str) -> Option<Place> {
        let mut empty = self.places(sheet).filter(|at| self.spread.laid.piece(*at).is_none());
        let groups = &self.spread.groups;
        let spot = |at: &Place| &groups[at.group].spots[at.spot];
        let last = groups.iter().filter(|group| group.sheet == sheet).flat_map(|group| &group.spots).last();
        let Some(last) = last.filter(|_| self.spread.window.is_some()) else { return empty.next() };
        let far =
            |at: &Place| (2 * spot(at).column - last.column).abs() + (2 * spot(at).row - last.row).abs();
        empty.min_by_key(far)
    }

    /// What to do where no place waits for a piece.
    fn advice(&self, sheet: &str) -> String {
        let is_empty = |at: Place| self.spread.laid.piece(at).is_none();
        if self.places(sheet).any(is_empty) {
            return "Tap a place to put a piece there.".into();
        }
        let untouched = |other: &&str| *other != sheet && self.places(other).all(is_empty);
        match sheets(self.spread).into_iter().find(untouched) {
            Some(other) => format!("Continue with {other}."),
            None => "All done. Tap a place to change it.".into(),
        }
    }

    /// The pieces for a place, and what else can be done.
    fn pieces(&self, sheet: &str, at: Option<Place>) -> Markup {
        let (steps, laid) = (self.steps(), &self.spread.laid);
        html! {
            div.choice {
                @if !self.spread.faults.is_empty() {
                    ul.wrong role="alert" { @for fault in &self.spread.faults { li { (sentence(fault)) } } }
                }
                @match at {
                    None => p.now role="status" { (self.advice(sheet)) },
                    Some(at) => {
                        @let group = &self.spread.groups[at.group];
                        @let spot = &group.spots[at.spot];
                        p.now { (capitalised(&spot.name)) ":" }
                        div.pieces data-count=(group.pieces.len()) role="group" aria-label="Pieces" {
                            @for (piece, kind) in group.pieces.iter().enumerate() {
                                @let left = laid.left(&self.spread.groups, at.group, piece);
                                a id={ "piece-" (at.group) "-" (kind.id) } href=(steps.put(at, piece))
                                    data-step .used[left == 0] aria-label={ (kind.name) ", " (left) " left" }
                                    aria-current=[(laid.piece(at) == Some(piece)).then_some("true")]
                                    title=(kind.name) {
                                    (alone(&kind.art))
                                    @if kind.count > 1 && piece % group.ways == 0 { small { (left) } }
                                    @if group.spots.len() == 1 { span { (capitalised(&kind.name)) } }
                                }
                            }
                        }
                    }
                }
                div.steps {
                    @if let Some(back) = self.undone(at) {
                        a.button #step-undo href=(steps.clear(back)) data-step { "Undo" }
                    }
                    @if let Some(at) = at {
                        @if laid.piece(at).is_some() {
                            a.button #step-clear href=(steps.clear(at)) data-step { "Clear" }
                        } @else if self.is_optional(at) && self.spread.groups[at.group].spots.len() > 1 {
                            a.button #step-skip href=(steps.after(at)) data-step { "Leave empty" }
                        }
                    }
                    @if self.spread.fills && at.is_some() && self.spread.faults.is_empty() {
                        form method="post" action=(urls::lay(self.game.id())) {
                            (self.hidden())
                            button name="do" value="fill" { "Fill the rest at random" }
                        }
                    }
                    @if !laid.is_empty() {
                        a.button #step-none href=(steps.none()) data-step { "Start again" }
                    }
                }
            }
        }
    }

    /// The place whose piece was put last, as far as the address tells.
    fn undone(&self, at: Option<Place>) -> Option<Place> {
        let laid = &self.spread.laid;
        let has_piece = |place: &Place| laid.piece(*place).is_some();
        let before = || laid.places().rev().filter(has_piece).find(|place| at.is_none_or(|at| *place < at));
        self.last.filter(has_piece).or_else(before)
    }

    /// What is laid and chosen, as the fields of a form.
    fn hidden(&self) -> Markup {
        html! {
            input type="hidden" name="code" value=(self.spread.code);
            @for (key, value) in self.options { input type="hidden" name=(key) value=(value); }
        }
    }

    /// What is wrong, or what can be done with a set-up that is whole.
    fn state(&self) -> Markup {
        let (spread, missing) = (self.spread, self.missing());
        html! {
            section.state aria-label="Check" {
                @if !missing.is_empty() { p { "Still to fill: " (listed(&missing)) "." } }
                @if !spread.open.is_empty() { p.small { (spread.open) } }
                @if let Some(record) = &spread.record {
                    @if spread.faults.is_empty() { (self.play(record)) }
                }
            }
        }
    }

    /// The places that need a piece, if only a few of many are left.
    fn missing(&self) -> Vec<String> {
        const FEW: usize = 3;
        let needed =
            || self.spread.laid.places().filter(|at| !self.is_optional(*at) && !self.spread.is_closed(*at));
        let empty = needed().filter(|at| self.spread.laid.piece(*at).is_none());
        let names = empty.map(|at| self.spread.groups[at.group].spots[at.spot].name.clone());
        let names: Vec<String> = names.collect();
        if names.len() <= FEW && names.len() < needed().count() { names } else { Vec::new() }
    }

    /// Whose turn it is in a set-up.
    fn mover(&self, record: &Record) -> Option<usize> {
        match self.game.open(record).ok()?.turn() {
            Turn::Seat(seat) => Some(seat.index()),
            Turn::Chance | Turn::Over => None,
        }
    }

    fn play(&self, record: &Record) -> Markup {
        let game = self.game;
        html! {
            form.card.ready method="post" action=(urls::lay(game.id())) {
                (key_field())
                (self.hidden())
                @if !game::is_solitaire(game) { (company(game, self.mover(record))) }
                div.ways {
                    button.primary.large name="do" value="play" { "Play from here" }
                    @if game::has_solver(game) {
                        @let analysis = urls::analyse_record(&record.to_json_line());
                        a.button href=(urls::in_browser(&analysis)) { "Analysis" }
                    }
                }
                @if game::is_solitaire(game) && game::has_solver(game) {
                    p.small { "At the table you can ask for a nudge, a move or the whole solution." }
                }
            }
        }
    }

    /// The code, which can be copied, or replaced by another.
    fn code(&self) -> Markup {
        let text = self.pasted.map_or(self.spread.code.as_str(), |pasted| pasted.text);
        let wrong = self.pasted.map(|_| "code-wrong");
        html! {
            form.card.code method="get" action=(urls::lay(self.game.id())) {
                (self.hidden())
                label.field {
                    span { "Code" }
                    textarea #code name="paste" rows="2" spellcheck="false" autocomplete="off"
                        autocapitalize="off"
                        maxlength=(2 * LONGEST_CODE) aria-invalid=[wrong.map(|_| "true")]
                        aria-describedby=[wrong] { (text) }
                    small {
                        @if self.spread.laid.is_empty() { "Paste a code here to go on from another device." }
                        @else { "To continue on another device, copy this code and paste it into the same \
                            page there." }
                    }
                }
                @if !self.spread.laid.is_empty() {
                    details {
                        summary { "QR code" }
                        img.qr src=(self.steps().qr()) alt="This page as a QR code" width="200" height="200"
                            loading="lazy";
                    }
                }
                @if let Some(pasted) = self.pasted {
                    p.wrong #code-wrong role="alert" { (sentence(pasted.why)) }
                }
                div.ways {
                    button type="button" data-code="code" hidden { "Copy" }
                    button { "Use the pasted code" }
                    @if !self.spread.laid.is_empty() {
                        a.button href=(self.steps().out(None)) { "Set it up by hand" }
                    }
                }
            }
        }
    }

    /// The questions about the rules.
    fn rules(&self) -> Markup {
        let plain = self.asked.iter().all(|(question, sent)| is_first(question, sent));
        html! {
            @if !self.asked.is_empty() {
                form.card method="get" action=(urls::lay(self.game.id())) {
                    input type="hidden" name="code" value=(self.spread.code);
                    details open[!plain || self.refusal.is_some()] {
                        summary { "Rules" }
                        @for (question, sent) in self.asked { (answered(question, sent)) }
                        @if let Some(why) = self.refusal { p.wrong role="alert" { (sentence(why)) } }
                        button { "Use these rules" }
                    }
                }
            }
        }
    }
}

/// Who plays the other side. The visitor has the side that moves next.
fn company(game: &dyn AnyGame, to_move: Option<usize>) -> Markup {
    let sides = (game.manifest().sides)(2);
    html! {
        label.field {
            span { "You play" }
            select name="program" {
                (opponent_options(game, "Against ", Choice::default().opponent(game)))
                option value="open" { "With a friend: you get a link" }
                option value="" { "Both sides, on this screen" }
            }
        }
        label.field {
            span { "Your side" }
            select name="sit" {
                @for (seat, side) in sides.iter().enumerate() {
                    option value=(seat) selected[to_move == Some(seat)] {
                        (capitalised(side)) @if to_move == Some(seat) { " (to move)" }
                    }
                }
            }
        }
    }
}
