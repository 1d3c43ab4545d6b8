//! The result card: how the game ended, how well it was played, what helped, and what to do next.

use super::drawing::Drawing;
use super::mood::at_end;
use super::seats::portrait;
use super::words::help_words;
use crate::text::capitalised;
use crate::{par, text, urls};
use bagatelle_core::persona::Mood;
use bagatelle_core::present::Par;
use bagatelle_core::{Outcome, Seat};
use bagatelle_session::Detours;
use bagatelle_table::{Detour, Ending, Rating, Table};
use maud::{Markup, html};

/// The most marks that a solution can get.
pub(crate) const MOST: u32 = 5;
/// A star in a square of 24.
pub(super) const STAR: &str = "M12 2.500l2.900 6.100 6.600.900-4.800 4.600 1.200 6.600L12 17.500l-5.900 \
    3.200 1.200-6.600L2.500 9.500l6.600-.900Z";

/// The worth of a solution against the par of its deal: one to five marks, and the reason.
pub(crate) fn judged(moves: u32, par: Par) -> (u32, &'static str) {
    let Par { moves: par, at_least } = par;
    let within = |tenths: u32, least: u32| moves <= par + (par * tenths / 10).max(least);
    match moves {
        _ if moves <= at_least => (5, "No solution is shorter."),
        _ if moves < par => (5, "Excellent."),
        _ if within(1, 1) => (4, "Very well solved."),
        _ if within(4, 3) => (3, "Well solved, with a detour."),
        _ if within(10, 6) => (2, "Solved, with long detours."),
        _ => (1, "Solved, the long way round."),
    }
}

/// The seats by rank: winners first, then by points. Equal ones share a rank.
pub(super) fn ranked(table: &Table, outcome: &Outcome) -> Vec<(usize, Seat)> {
    let score = |seat: Seat| outcome.scores.as_ref().and_then(|scores| scores.get(seat.index()).copied());
    let strength = |seat: Seat| (outcome.winners.contains(&seat), score(seat));
    let mut seats: Vec<Seat> = table.seats().collect();
    seats.sort_by_key(|&seat| std::cmp::Reverse(strength(seat)));
    let rank = |seat: Seat| seats.iter().filter(|&&other| strength(other) > strength(seat)).count() + 1;
    seats.iter().map(|&seat| (rank(seat), seat)).collect()
}

/// A solution and the player's best other one, both as moves over par; `over` is `None` for a solution that
/// does not count.
fn personal_best(over: Option<i64>, best: i64) -> String {
    let told = |over: i64| match over {
        0 => "on par".to_owned(),
        over if over > 0 => format!("{over} over par"),
        over => format!("{} under par", -over),
    };
    match over {
        Some(over) if over < best => format!("A new best! Your previous best was {}.", told(best)),
        Some(over) if over == best => "You matched your best.".to_owned(),
        _ => format!("Your best is {}.", told(best)),
    }
}

impl Drawing<'_> {
    /// The card, below the sentence that says how the game ended.
    pub(super) fn result(&self) -> Markup {
        let table = self.table;
        html! {
            @if self.is_solitaire() {
                (self.solution())
                @if let Some(rivals) = self.page.company.rivals { (rivals) }
            } @else { (self.ranking()) }
            @if let Some(help) = help_words(table.help_taken(), "you") { p.told { "With help: " (help) "." } }
        }
    }

    /// Whether the puzzle was solved.
    fn is_solved(&self) -> bool {
        self.outcome.as_ref().is_some_and(|outcome| !outcome.winners.is_empty())
    }

    /// A solitaire's moves against par, with the time. Par itself is among the figures.
    fn solution(&self) -> Markup {
        let (table, par) = (self.table, self.page.beside.par.known());
        let Some(moves) = table.play().par_moves() else { return html! {} };
        let time = table.played(self.page.now).map(|ms| ms / 1000).filter(|s| *s > 0).map(text::time);
        let made = text::count(moves.into(), "move");
        let solved = self.is_solved();
        let own = solved && !table.is_solved_by_program();
        // Marks are for the player: the solver's finds earn none.
        let judged = par.filter(|_| solved && !table.is_helped()).map(|par| judged(moves, par));
        // The sentence above may count the moves, too.
        let counted = self.outcome.as_ref().is_some_and(|outcome| outcome.reason.contains(&made));
        let beside = par.filter(|_| own).map(|par| par::beside(moves, par));
        let figures = Some(made).filter(|_| !counted).into_iter().chain(beside);
        let figures = capitalised(&figures.collect::<Vec<_>>().join(", "));
        let timed = time
            .filter(|_| own || !solved)
            .map(|time| if figures.is_empty() { format!("In {time}") } else { format!(", in {time}") });
        html! {
            @if let Some((marks, _)) = judged { (stars(marks)) }
            p.told {
                @if !figures.is_empty() || timed.is_some() {
                    strong { (figures) } (timed.unwrap_or_default()) ". "
                }
                @if let Some((_, reason)) = judged { (reason) }
            }
            @if let Some(standing) = self.page.company.of_day.and_then(|of_day| of_day.standing) {
                p { (capitalised(&standing.to_string())) "." }
            }
            @if let Some(best) = self.page.best.filter(|_| self.viewpoint.owner) {
                p.small { (personal_best(judged.and(par).map(|par| i64::from(moves) - i64::from(par.moves)),
                    best)) }
            }
        }
    }

    /// Where the solution went long, with a link to each place. It arrives late, so it is below everything
    /// that can be clicked.
    pub(super) fn detours(&self) -> Markup {
        let found = match self.page.beside.detours {
            Detours::None => return html! {},
            Detours::Searching => {
                return html! {
                    div.detours { p.small { "Looking for your costliest moves…" } }
                };
            }
            Detours::Found(found) => found,
        };
        let log = match found {
            [] => Vec::new(),
            _ => self.table.play().log(self.viewpoint.viewer, usize::MAX),
        };
        let sentence = |detour: &Detour| log.get(detour.ply).map_or("", |entry| entry.sentence.as_str());
        html! {
            div.detours {
                @if found.is_empty() { p.small { "No costly moves found." } }
                    @else {
                    p.small { "Your costliest moves:" }
                    ol {
                        @for detour in found {
                            li {
                                a href=(urls::replay_at(self.table.id(), None, detour.ply)) {
                                    (sentence(detour)) }
                                " " span.small { "cost " (text::count(detour.moves.into(), "move")) }
                            }
                        }
                    }
                }
            }
        }
    }

    /// The players by rank, with the sheet of the game.
    fn ranking(&self) -> Markup {
        let Some(mut outcome) = self.outcome.clone() else { return html! {} };
        let (table, sheet) = (self.table, self.table.play().sheet());
        let aborted = table.ending() == Some(Ending::Aborted);
        if aborted {
            // No one has won, but what they scored is there to see.
            let points = sheet.as_ref().and_then(|_| table.play().standing(0));
            outcome.scores = points.filter(|points| points.iter().any(|points| *points != 0));
            if outcome.scores.is_none() {
                return html! {};
            }
        }
        let (outcome, scores) = (&outcome, outcome.scores.as_deref());
        let moods = at_end(table.play().seats(), outcome, table.ending());
        let won = |seat: Seat| outcome.winners.contains(&seat);
        let score = |seat: Seat| scores.and_then(|scores| scores.get(seat.index()).copied());
        html! {
            table.sheet {
                caption.unseen { "Result" }
                thead {
                    tr {
                        @if !aborted { th scope="col" { span.unseen { "Rank" } } }
                        th scope="col" { "Player" }
                        @for column in sheet.iter().flat_map(|sheet| &sheet.columns) { th scope="col" {
                            (column) } }
                        th scope="col" { @if scores.is_some() { "Points" } @else { "Result" } }
                    }
                }
                tbody {
                    @for (rank, seat) in ranked(table, outcome) {
                        tr.won[won(seat)].own[self.owns(seat)] {
                            @if !aborted { td.rank { (rank) } }
                            th scope="row" { (self.ranked_player(seat, moods[seat.index()])) }
                            @for value in sheet.iter().filter_map(|sheet|
                                sheet.rows.get(seat.index())).flatten() { td { (value) } }
                            td {
                                @match (score(seat), won(seat), outcome.winners.is_empty()) {
                                    (Some(score), ..) => strong { (score) },
                                    (None, true, _) => strong { "won" },
                                    (None, _, true) => "drawn",
                                    (None, false, false) => "lost",
                                }
                            }
                        }
                    }
                }
            }
        }
    }

    /// A player in the ranking, with the rating before and after the game where it counts.
    fn ranked_player(&self, seat: Seat, mood: Mood) -> Markup {
        let table = self.table;
        let unnamed = table.person(seat).is_some_and(|person| person.name.is_empty());
        let you = unnamed && self.viewpoint.seats == [seat];
        let rating = table.person(seat).and_then(|person| self.page.company.rating(person));
        html! {
            (portrait(table, seat, mood))
            @if you { "You" } @else { (table.label(seat)) }
            @if let Some(side) = table.play().side(seat).filter(|side| you
                || *side != table.label(seat)) { small { " " (side) } }
            @if let Some(rating) = rating { (change(rating)) }
        }
    }
}

/// The rating before and after a game.
fn change(rating: &Rating) -> Markup {
    let after = rating.rating;
    let told = match rating.change {
        Some(change) => {
            let sign = if change.round() < 0.0 { "−" } else { "+" };
            format!("{:.0} → {after:.0} ({sign}{:.0})", after - change, change.abs())
        }
        None => format!("{after:.0}"),
    };
    html! { small.rating { " " (told) } }
}

/// Marks as a row of symbols, read out as a figure.
fn stars(marks: u32) -> Markup {
    html! {
        p.stars role="img" aria-label=(format!("{marks} of {MOST} stars")) {
            @for n in 0..MOST {
                svg.on[n < marks] viewBox="0 0 24 24" aria-hidden="true" {
                    path d=(STAR) {}
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_solution_is_judged_against_par() {
        let long = Par { moves: 96, at_least: 84 };
        let marks = |moves| judged(moves, long).0;
        assert_eq!([84, 95, 96, 105, 130, 192, 300].map(marks), [5, 5, 4, 4, 3, 2, 1]);
        let short = Par { moves: 6, at_least: 6 };
        assert_eq!([6, 7, 9, 12, 13].map(|moves| judged(moves, short).0), [5, 4, 3, 2, 1]);
        assert_eq!(judged(6, short).1, "No solution is shorter.");
        // The figures beside it say par, so the verdict doesn't.
        assert!((80..200).all(|moves| !judged(moves, long).1.contains("par")));
        assert_eq!(personal_best(Some(-2), 3), "A new best! Your previous best was 3 over par.");
        assert_eq!(personal_best(Some(0), 0), "You matched your best.");
        assert_eq!(personal_best(None, -1), "Your best is 1 under par.");
    }
}
