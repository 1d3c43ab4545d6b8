//! The results in one game after the other.

use super::chart::{Chart, Point};
use super::model::{OfGame, Score, by_game, openings};
use crate::par::beside;
use crate::{game, text, urls};
use bagatelle_table::{Finished, SeatResult};
use maud::{Markup, html};

/// How many openings are listed for each program.
const OPENINGS: usize = 8;

/// All games with their results. `linked`: whether bests lead to their tables, which only their players know.
pub(crate) fn sections(finished: &[Finished], linked: bool) -> Markup {
    html! { @for of in by_game(finished) { (section(&of, linked)) } }
}

fn section(of: &OfGame<'_>, linked: bool) -> Markup {
    let id = format!("results-{}", of.game.id());
    html! {
        section.card.results aria-labelledby=(id) {
            h2 id=(id) { (game::name(of.game)) }
            @if game::is_solitaire(of.game) { (alone(of, linked)) } @else { (among(of, linked)) }
        }
    }
}

fn figure(label: &str, value: impl maud::Render) -> Markup {
    html! { div { dt { (label) } dd { (value) } } }
}

fn alone(of: &OfGame<'_>, linked: bool) -> Markup {
    let linking = |one: &Finished, told: String| match linked {
        true => html! { a href=(urls::table(&one.table)) { (told) } },
        false => html! { (told) },
    };
    let best = of.best().and_then(|one| Some(linking(one, beside(one.moves?, one.par?))));
    let fastest = of.fastest().and_then(|one| Some(linking(one, text::time(one.took? / 1000))));
    let points: Vec<Point> = of.games.iter().filter_map(|one| solution(one)).collect();
    html! {
        dl.told {
            (figure("Solved", format!("{} of {}", of.own_solutions().count(), of.score.games())))
            @if let Some(best) = best { (figure("Best", best)) }
            @if let Some(fastest) = fastest { (figure("Fastest", fastest)) }
            @if of.helped > 0 { (figure("With help", of.helped)) }
        }
        (Chart { title: "Moves compared with par", column: "Result", points: &points, level: Some((0.0,
            "par")), joined: false }.draw())
    }
}

fn solution(one: &Finished) -> Option<Point> {
    let (over, moves, par) = (one.over_par()?, one.moves?, one.par?);
    let help = if one.helped { ", with help" } else { "" };
    let told = format!("{}, {}{help}", text::count(moves.into(), "move"), beside(moves, par));
    Some(Point { day: text::day_of(one.ended), value: over as f64, told, hollow: one.helped })
}

/// The result of one game; `own` if the reader has played it.
fn told(of: &OfGame<'_>, one: &Finished, own: bool) -> String {
    let who = one.program.as_deref().and_then(|program| of.game.persona(program));
    let against = who.map(|persona| format!(" against {}", persona.name)).unwrap_or_default();
    match (one.result, own) {
        (SeatResult::Won, true) => format!("You won{against}"),
        (SeatResult::Won, false) => format!("Won{against}"),
        (SeatResult::Drawn, _) => format!("Drew{against}"),
        (SeatResult::Lost, true) => format!("You lost{against}"),
        (SeatResult::Lost, false) => format!("Lost{against}"),
    }
}

fn among(of: &OfGame<'_>, own: bool) -> Markup {
    let mut balance = 0.0;
    let point = |one: &&Finished| {
        balance += match one.result {
            SeatResult::Won => 1.0,
            SeatResult::Drawn => 0.0,
            SeatResult::Lost => -1.0,
        };
        Point { day: text::day_of(one.ended), value: balance, told: told(of, one, own), hollow: one.helped }
    };
    let points: Vec<Point> = of.games.iter().map(point).collect();
    let opponents = of.opponents();
    let Score { won, drawn, lost } = of.score;
    html! {
        dl.told {
            (figure("Won", won))
            @if drawn > 0 { (figure("Drawn", drawn)) }
            (figure("Lost", lost))
        }
        (Chart { title: "Wins minus losses", column: "Result", points: &points, level: Some((0.0,
            "even")), joined: true }.draw())
        @if !opponents.is_empty() {
            h3 { "Against the computer" }
            div.scroll {
                table {
                    thead { (score_head("Opponent")) }
                    tbody { @for (name, score, _) in &opponents { (score_row(name, *score)) } }
                }
            }
            @for (name, _, games) in &opponents { (opened(name, games)) }
        }
    }
}

/// How games against a program began, and how they ended.
fn opened(program: &str, games: &[&Finished]) -> Markup {
    let openings = openings(games);
    html! {
        @if !openings.is_empty() {
            details {
                summary { "Openings against " (program) }
                div.scroll {
                    table {
                        thead { (score_head("First moves")) }
                        tbody { @for (opening, score) in openings.iter().take(OPENINGS) { (score_row(opening,
                            *score)) } }
                    }
                }
            }
        }
    }
}

fn score_head(what: &str) -> Markup {
    html! { tr { th scope="col" { (what) } th scope="col" { "Won" } th scope="col" { "Drawn" } th
    scope="col" { "Lost" } } }
}

fn score_row(name: &str, score: Score) -> Markup {
    html! { tr { th scope="row" { (name) } td { (score.won) } td { (score.drawn) } td { (score.lost) } } }
}
