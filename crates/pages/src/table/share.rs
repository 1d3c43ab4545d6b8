//! The shared form of a result: the text for chats and the picture say the same. Neither reveals how the
//! game was won.

use super::drawing::Drawing;
use super::mood::at_end;
use super::result::{MOST, STAR, judged, ranked};
use super::seats::portrait;
use super::words::{deal_name, help_words, result_sentence, why};
use crate::day::DayStanding;
use crate::letters::{Line, Weight};
use crate::par::beside;
use crate::{assets, game, text, urls};
use bagatelle_core::present::Par;
use bagatelle_core::{Outcome, Seat, Viewer};
use bagatelle_table::{Ending, Millis, Table, WorldDate};
use maud::{Markup, PreEscaped, html};
use std::iter::repeat_n;

/// The size in pixels of the picture of a result.
pub const SIZE: (u32, u32) = (1080, 1350);
/// How many squares represent the moves of a solitaire, if there are this many.
const SQUARES: u32 = 10;
/// Where the lines of the picture begin and end.
const LINES: (u32, u32) = (60, 1020);
/// The colours of the text.
const INK: &str = "#2a2520";
const PALE: &str = "#6a6056";

/// What a square says about a tenth of the moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Square {
    /// The moves that par has, too.
    OnPar,
    /// The moves over par.
    Over,
    /// The moves that the solver showed or played.
    Helped,
}

impl Square {
    fn sign(self) -> char {
        match self {
            Square::OnPar => '🟩',
            Square::Over => '🟨',
            Square::Helped => '🟦',
        }
    }

    fn colour(self) -> &'static str {
        match self {
            Square::OnPar => "#256a55",
            Square::Over => "#e0a83c",
            Square::Helped => "#4d7fb5",
        }
    }
}

/// The moves of a solution as a row of squares, one a move if they are few: those by the solver, those of
/// par, those beyond. Each kind that occurs has a square.
fn squares(moves: u32, helped: u32, par: u32) -> Vec<Square> {
    let helped = helped.min(moves);
    let over = moves.saturating_sub(par.max(helped));
    let all = moves.min(SQUARES);
    let share = |part: u32| match (part * all + moves / 2) / moves.max(1) {
        0 if part > 0 => 1,
        share if part < moves => share.min(all - 1),
        share => share,
    };
    let (helped, over) = (share(helped), share(over));
    let over = over.min(all - helped);
    [(Square::Helped, helped), (Square::OnPar, all - helped - over), (Square::Over, over)]
        .into_iter()
        .flat_map(|(square, count)| repeat_n(square, count as usize))
        .collect()
}

/// A result as it is shared.
struct Told {
    /// The game, and which deal it was.
    head: Vec<String>,
    /// The marks of a solitaire that was solved without help.
    marks: Option<u32>,
    /// How it ended, in a sentence.
    result: String,
    /// The players by rank, where points are counted.
    ranks: Vec<String>,
    row: Vec<Square>,
    /// The streak and the place of a deal of the day.
    day: Option<String>,
    help: Option<String>,
}

impl Told {
    /// `own` is the seat of the one who tells it.
    fn new(
        table: &Table,
        outcome: &Outcome,
        par: Option<Par>,
        standing: Option<DayStanding>,
        own: Option<Seat>,
        now: Millis,
    ) -> Told {
        let mut head = vec![game::name(table.game()).to_owned()];
        head.extend(Some(deal_name(table)).filter(|deal| !deal.is_empty()));
        let help = help_words(table.help_taken(), "me").map(|help| format!("With help: {help}."));
        let day = standing.map(|standing| text::capitalised(&standing.to_string()));
        let told =
            Told { head, marks: None, result: String::new(), ranks: Vec::new(), row: Vec::new(), day, help };
        if table.play().seats() == 1 {
            told.alone(table, outcome, par, now)
        } else {
            told.among(table, outcome, own)
        }
    }

    /// A solitaire: the moves beside par, as on the result card.
    fn alone(self, table: &Table, outcome: &Outcome, par: Option<Par>, now: Millis) -> Told {
        let solved = !outcome.winners.is_empty();
        let par = par.filter(|_| solved);
        let time = table.played(now).map(|ms| format!(", in {}", text::time(ms / 1000))).unwrap_or_default();
        let ending = if solved {
            String::new()
        } else {
            text::sentence(&why(table, outcome, |seat| table.label(seat))) + " "
        };
        let Some(moves) = table.play().par_moves() else {
            let facts = table.play().facts(Viewer::Spectator);
            let scored = facts.iter().filter(|fact| fact.scored);
            let scored: Vec<String> = scored.map(|fact| format!("{} {}", fact.label, fact.value)).collect();
            return Told {
                result: format!("{} {}", result_sentence(table, outcome, &[]), scored.join(" · ")),
                ..self
            };
        };
        let made = text::count(moves.into(), "move");
        let taken = table.help_taken();
        let (by, beside) = match par {
            _ if table.is_solved_by_program() => ("Solved by the computer: ", String::new()),
            Some(par) => ("", format!(", {}", beside(moves, par))),
            None => ("", String::new()),
        };
        Told {
            marks: par.filter(|_| !taken.any()).map(|par| judged(moves, par).0),
            result: format!("{ending}{by}{made}{beside}{time}."),
            row: par.map(|par| squares(moves, taken.played + taken.moves, par.moves)).unwrap_or_default(),
            ..self
        }
    }

    /// A game of several.
    fn among(self, table: &Table, outcome: &Outcome, own: Option<Seat>) -> Told {
        let points = |(rank, seat): (usize, Seat)| {
            let scores = outcome.scores.as_ref()?;
            Some(format!("{rank}. {} {}", table.label(seat), scores.get(seat.index())?))
        };
        // One who has a name is told of by it.
        let own = own.filter(|seat| table.person(*seat).is_some_and(|person| person.name.is_empty()));
        let ranks = ranked(table, outcome);
        let lines: Vec<String> = ranks.iter().copied().filter_map(points).collect();
        let result = match (ranks.as_slice(), lines.is_empty()) {
            ([(first, winner), (last, loser)], true) if table.ending() != Some(Ending::Aborted) => {
                let called = |seat: Seat| if own == Some(seat) { "I".to_owned() } else { table.label(seat) };
                let pair = pair(table, [*winner, *loser], first == last, own);
                match table.play().won_with(outcome) {
                    Some(with) => format!("{pair} with {with}."),
                    None => format!("{pair}. {}.", text::capitalised(&why(table, outcome, called))),
                }
            }
            _ => result_sentence(table, outcome, &[]),
        };
        Told { result, ranks: lines, ..self }
    }

    fn text(&self) -> String {
        let stars = self.marks.map(|marks| {
            (0..MOST).map(|n| if n < marks { '★' } else { '☆' }).chain([' ']).collect::<String>()
        });
        let mut lines = vec![
            format!("Bagatelle · {}", self.head.join(" · ")),
            stars.unwrap_or_default() + &self.result,
            self.ranks.join(" · "),
            self.row.iter().map(|square| square.sign()).collect(),
        ];
        lines.extend(self.day.iter().chain(&self.help).cloned());
        lines.retain(|line| !line.is_empty());
        lines.join("\n")
    }
}

impl Drawing<'_> {
    /// The result as a text and as a picture, to look at before it is shared.
    pub(super) fn share(&self) -> Markup {
        let Some(outcome) = &self.outcome else { return html! {} };
        let (par, of_day) = (self.page.beside.par.known(), self.page.company.of_day);
        let standing = of_day.and_then(|of_day| of_day.standing);
        let own = Some(&self.viewpoint.seats).filter(|seats| seats.len() == 1).map(|seats| seats[0]);
        let told = Told::new(self.table, outcome, par, standing, own, self.page.now);
        let (link, id) = (self.share_link(), self.table.id());
        let own = !self.table.is_solved_by_program();
        let is_challenge = self.is_solitaire() && self.table.spec().dealt && own;
        let is_best = par.is_some_and(|par| self.table.play().par_moves() == Some(par.at_least));
        let dare = match (is_challenge, is_best) {
            (false, _) => "",
            (true, false) => "\nYou get the same deal. Can you do better?",
            (true, true) => "\nYou get the same deal. Can you match it?",
        };
        let text = told.text() + dare;
        html! {
            details #sharing .share {
                summary.button {
                    @if is_challenge { "Challenge a friend" }
                    @else { "Share the result" }
                }
                div.handout data-text=(text) data-link=(link) {
                    p.words {
                        (text) "\n" span.origin { (self.page.base) }
                        // A narrow box breaks the address after a slash.
                        @for part in link.split_inclusive('/') { (part) wbr; }
                    }
                    @if !told.row.is_empty() { p.small { (legend(&told.row)) } }
                    div.steps {
                        button.primary type="button" data-share="sheet" { "Share" }
                        button type="button" data-share="copy" { "Copy the text" }
                        a.button href=(urls::result_picture(id)) download={ (self.table.game().id())
                            ".png" } { "Save the picture" }
                    }
                    img src=(urls::result_picture(id)) alt="The picture to share: the board and the result"
                        width=(SIZE.0) height=(SIZE.1) loading="lazy";
                }
            }
        }
    }

    /// The day that has this deal.
    pub(super) fn day(&self) -> Option<WorldDate> {
        let date = self.table.spec().daily.as_ref().filter(|_| game::has_deal(self.table.game()));
        date.and_then(|date| date.parse().ok())
    }

    /// Where friends find the same deal, or see how it was played.
    fn share_link(&self) -> String {
        let (spec, game) = (self.table.spec(), self.table.game().id());
        // The results stand side by side where the server compares them.
        if self.page.company.rivals.is_some() {
            return urls::same_deal(self.table.id());
        }
        if let Some(date) = self.day() {
            return urls::daily(date, game);
        }
        match &spec.daily {
            None if !self.is_solitaire() => urls::replay_at(self.table.id(), None, 0),
            None if spec.dealt && !spec.ends_lesson() => urls::game_with_seed(game, &spec.seed),
            _ => urls::game(game),
        }
    }
}

/// How two players came out of a game without points: `Ann (White) beat Willow (Black)`. `own` is the seat of
/// the one who tells it, if that player has no name.
fn pair(table: &Table, [winner, loser]: [Seat; 2], drawn: bool, own: Option<Seat>) -> String {
    let called = |seat: Seat, me: &str| {
        if own == Some(seat) {
            return me.to_owned();
        }
        let (name, side) = (table.label(seat), table.play().side(seat));
        match side.filter(|side| *side != name) {
            Some(side) => format!("{name} ({side})"),
            None => name,
        }
    };
    let verb = if drawn { "drew with" } else { "beat" };
    format!("{} {verb} {}", called(winner, "I"), called(loser, "me"))
}

/// What the squares of a row mean.
fn legend(row: &[Square]) -> String {
    let meanings =
        [(Square::OnPar, "🟩 on par"), (Square::Over, "🟨 over par"), (Square::Helped, "🟦 with help")];
    let used: Vec<&str> =
        meanings.iter().filter(|(square, _)| row.contains(square)).map(|(_, meaning)| *meaning).collect();
    let each = if row.len() < SQUARES as usize { "a move" } else { "a tenth of the moves" };
    format!("Each square is {each}: {}.", used.join(", "))
}

/// The picture of a result, as an SVG document: the board as all may see it, and below it the result. The
/// board of a solitaire is the one dealt: the last one would show friends the solution. `date` is the day on
/// which the game ended. `None` before the end.
#[must_use]
pub fn result_picture(
    table: &Table,
    par: Option<Par>,
    standing: Option<DayStanding>,
    now: Millis,
    date: &str,
) -> Option<String> {
    let outcome = table.outcome().filter(|_| table.is_over())?;
    let told = Told::new(table, &outcome, par, standing, None, now);
    let (width, height) = SIZE;
    let board = match table.play().seats() {
        1 => table.play().at(0).svg(Viewer::Spectator),
        _ => table.play().svg(Viewer::Spectator),
    };
    let ranks = Some(told.ranks.join(" · ")).filter(|ranks| !ranks.is_empty());
    let below: Vec<String> = ranks.into_iter().chain(told.day).chain(told.help).collect();
    let deal = told.head[1..].join(" · ");
    let (left, right) = LINES;
    let name = Line::new("Bagatelle", Weight::Semibold);
    let game = Line::new(&told.head[0], Weight::Semibold);
    let date = Line::new(&text::long_date(date), Weight::Regular);
    let picture = html! {
        svg xmlns="http://www.w3.org/2000/svg" viewBox={ "0 0 " (width) " " (height) } width=(width)
            height=(height) fill=(INK) {
            rect width=(width) height=(height) fill="#f3eee4" {}
            (nested(assets::ICON, [left, 44, 64, 64]))
            (name.draw(142, 90, 38, false, INK))
            (date.draw(right, 89, 32, true, PALE))
            (nested(&board, [left, 140, right - left, 850]))
            path d=(table.game().manifest().ornament) fill="#256a55" fill-rule="evenodd"
                transform={ "translate(" (left + 24) " 1065) scale(2)" } {}
            (game.draw(left + 64, 1086, 60, false, INK))
            @if let Some(marks) = told.marks { (stars(marks)) }
            (portraits(table, &outcome))
            (fitted(&deal, Weight::Regular, 30, 1136, PALE))
            (fitted(&told.result, Weight::Semibold, 38, 1202, INK))
            @for (n, square) in (0..).zip(&told.row) {
                rect x=(left + 52 * n) y="1226" width="44" height="44" rx="8" fill=(square.colour()) {}
            }
            @for (n, line) in (0..).zip(below.iter().rev()) {
                (fitted(line, Weight::Regular, 30, 1316 - 44 * n, INK))
            }
        }
    };
    Some(picture.into_string())
}

/// The faces of those who played each other, at the right of the name of the game: the best on the left.
fn portraits(table: &Table, outcome: &Outcome) -> Markup {
    const SIDE: u32 = 84;
    let moods = at_end(table.play().seats(), outcome, table.ending());
    let seats = if moods.len() > 1 { ranked(table, outcome) } else { Vec::new() };
    let left = |n: usize| LINES.1 - (SIDE + 14) * u32::try_from(seats.len() - n).unwrap_or(1) + 14;
    html! {
        @for (n, (_, seat)) in seats.iter().enumerate() {
            g transform={ "translate(" (left(n)) " 1022) scale(1.3125)" } {
                clipPath id={ "face-" (n) } { circle cx="32" cy="32" r="32" {} }
                g clip-path={ "url(#face-" (n) ")" } {
                    (nested(&portrait(table, *seat, moods[seat.index()]).into_string(), [0, 0, 64, 64]))
                }
            }
        }
    }
}

/// A drawing as a part of a larger one: left, top, width, height.
fn nested(svg: &str, [x, y, width, height]: [u32; 4]) -> Markup {
    let place = format!("<svg x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" ");
    PreEscaped(svg.replacen("<svg ", &place, 1))
}

/// A text on a line of its own, in letters of at most a size, and small enough to fit.
fn fitted(text: &str, weight: Weight, size: u32, y: u32, fill: &str) -> Markup {
    let ((left, right), line) = (LINES, Line::new(text, weight));
    line.draw(left, y, line.fitted(size, right - left), false, fill)
}

/// The marks, at the right of the name of the game.
fn stars(marks: u32) -> Markup {
    html! {
        g transform="translate(740 1038)" stroke="#d9822b" stroke-width="1.5" stroke-linejoin="round" {
            @for n in 0..MOST {
                path d=(STAR) transform={ "translate(" (56 * n) " 0) scale(2.3)" } fill=(if n < marks {
                    "#d9822b" } else { "none" }) {}
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(moves: u32, helped: u32, par: u32) -> String {
        squares(moves, helped, par).into_iter().map(Square::sign).collect()
    }

    #[test]
    fn a_row_tells_where_the_moves_went() {
        assert_eq!(row(24, 0, 24), "🟩🟩🟩🟩🟩🟩🟩🟩🟩🟩");
        assert_eq!(row(20, 0, 24), "🟩🟩🟩🟩🟩🟩🟩🟩🟩🟩");
        assert_eq!(row(110, 0, 76), "🟩🟩🟩🟩🟩🟩🟩🟨🟨🟨");
        // Each kind that occurs has a square.
        assert_eq!(row(100, 1, 99), "🟦🟩🟩🟩🟩🟩🟩🟩🟩🟨");
        assert_eq!(row(100, 99, 100), "🟦🟦🟦🟦🟦🟦🟦🟦🟦🟩");
        // Few moves have a square each.
        assert_eq!(row(3, 3, 3), "🟦🟦🟦");
        assert_eq!(row(7, 1, 5), "🟦🟩🟩🟩🟩🟨🟨");
        assert_eq!(row(500, 0, 1), "🟩🟨🟨🟨🟨🟨🟨🟨🟨🟨");
        for (moves, helped, par) in [(0, 0, 0), (1, 0, 1), (7, 9, 2), (13, 5, 6), (1000, 1, 1)] {
            let length = squares(moves, helped, par).len();
            assert_eq!(length, moves.min(SQUARES) as usize, "{moves} {helped} {par}");
        }
    }

    #[test]
    fn a_long_line_becomes_smaller() {
        let drawn = |text: &str| fitted(text, Weight::Regular, 38, 0, INK).into_string();
        assert!(drawn("24 moves, on par, in 6:12.").contains("scale(0.038)"));
        assert!(drawn(&"x".repeat(96)).contains("scale(0.022)"));
    }
}
