//! Long work: programs, solvers, pars. It runs in a worker of its own, which is ended to cancel it.

use crate::message::{Done, Effort, Evaluated, Found, Job};
use bagatelle_catalog::{AnyPlay, game_of};
use bagatelle_core::Seed;
use bagatelle_core::program::{Allowance, Budget};
use bagatelle_core::record::Record;
use bagatelle_session::{Task, detours_share, think, think_limit};
use bagatelle_table::{ME, Table, find_detours, names_of};
use std::sync::Arc;
use std::time::Duration;

/// The time since the work began, in milliseconds.
pub type Elapsed<'a> = &'a (dyn Fn() -> f64 + Sync);

/// Receives the progress of the work, 0.0 to 1.0 if known, and the result so far.
pub type Tell<'a> = &'a mut (dyn FnMut(Option<f64>, &str) + Send);

fn millis(duration: Duration) -> f64 {
    duration.as_secs_f64() * 1000.0
}

/// Does the work of a job.
#[must_use]
pub fn work(job: &Job, elapsed: Elapsed<'_>, tell: Tell<'_>) -> Done {
    let found = match (&job.task, &job.table) {
        (Task::Analyse { record, lines, limit, nodes }, _) => {
            evaluate(job, record, (*lines, *limit, *nodes), elapsed, tell).unwrap_or(Found::Nothing)
        }
        (_, Some(saved)) => {
            let opened = saved
                .read(ME)
                .ok()
                .and_then(|(spec, events)| Table::restore(spec, Arc::default(), &events).ok());
            opened.map_or(Found::Nothing, |table| find(&table, job, elapsed, tell))
        }
        (_, None) => Found::Nothing,
    };
    Done { key: job.key.clone(), at: job.at.clone(), found }
}

/// Evaluates a position. Its progress reports are [`Evaluated`]s in JSON.
fn evaluate(
    job: &Job,
    record: &Record,
    (lines, limit, nodes): (usize, f64, Option<u64>),
    elapsed: Elapsed<'_>,
    tell: Tell<'_>,
) -> Option<Found> {
    let mut play = game_of(record).ok()?.open(record).ok()?;
    play.name_players(names_of(record));
    let begun = elapsed();
    let found = until(elapsed, limit, |budget| {
        play.analyse(lines, &Budget { nodes, ..*budget }, &mut |found| {
            let told = Evaluated { key: job.key.clone(), found: found.clone(), took: elapsed() - begun };
            let text = serde_json::to_string(&told).unwrap_or_default();
            tell(budget.spent.map(|spent| spent()), &text);
        })
    });
    Some(Found::Evaluation { found, took: elapsed() - begun })
}

/// Works as much as is wanted, or as is usual.
fn spend<T>(
    elapsed: Elapsed<'_>,
    effort: Option<Effort>,
    usual: f64,
    work: impl FnOnce(&Budget<'_>) -> T,
) -> T {
    match effort {
        Some(Effort::Nodes(nodes)) => work(&Budget::nodes(nodes)),
        Some(Effort::Millis(limit)) => until(elapsed, limit, work),
        None => until(elapsed, usual, work),
    }
}

/// Works until a limit in milliseconds.
fn until<T>(elapsed: Elapsed<'_>, limit: f64, work: impl FnOnce(&Budget<'_>) -> T) -> T {
    let begun = elapsed();
    let spent = move || ((elapsed() - begun) / limit).min(1.0);
    let stop = || spent() >= 1.0;
    work(&Budget { spent: Some(&spent), ..Budget::until(&stop) })
}

fn find(table: &Table, job: &Job, elapsed: Elapsed<'_>, tell: Tell<'_>) -> Found {
    let (task, effort) = (&job.task, job.effort);
    let (play, manifest) = (table.play(), table.game().manifest());
    match task {
        Task::Program { name } => {
            let limit = millis(think_limit(table.game(), name));
            let thought = spend(elapsed, effort, limit, |budget| think(table, name, budget));
            thought.map_or(Found::Nothing, |thought| Found::Move { action: thought.action })
        }
        Task::Hint => {
            let Some(limit) = manifest.solve_limit else { return Found::Nothing };
            let solved = spend(elapsed, effort, millis(limit), |budget| {
                play.solve(budget, &mut |share, text| tell(share.or(budget.spent.map(|spent| spent())), text))
            });
            let any = solved.is_some();
            let (line, json, text) = solved.map(|it| (it.line, it.json, it.text)).unwrap_or_default();
            Found::Solution { any, line, json, text }
        }
        Task::Grade => {
            let grade = play.at(0).grade(&Allowance::default());
            Found::Grade { label: grade.map(|grade| grade.label.to_owned()) }
        }
        Task::Par => {
            let Some(limit) = manifest.par_limit else { return Found::Nothing };
            let par = until(elapsed, millis(limit), |budget| play.at(0).par(budget));
            Found::Par { par: par.map(|par| (par.moves, par.at_least)) }
        }
        Task::Detours => Found::Detours(where_long(play, elapsed)),
        Task::Review => {
            let review = play.review(&job.played_for, &Budget::until(&|| false), tell);
            review.map_or(Found::Nothing, |review| Found::Review(Box::new(review)))
        }
        Task::Analyse { .. } => Found::Nothing,
    }
}

/// Looks for a short way from every position of a game.
fn where_long(play: &dyn AnyPlay, elapsed: Elapsed<'_>) -> Vec<(usize, u32)> {
    let each = millis(detours_share(play));
    let found = find_detours(play, |position| until(elapsed, each, |budget| position.left(budget)));
    found.iter().map(|detour| (detour.ply, detour.moves)).collect()
}

/// Makes the tables that the programs and the solver of a game need, so that the first answer takes no longer
/// than others.
pub fn warm(game: &str) {
    let Some(game) = bagatelle_catalog::find(game) else { return };
    let seed = Seed::from_text("warm");
    let null = serde_json::Value::Null;
    let Ok(play) = game.deal(&null, &null, &seed).and_then(|record| game.open(&record)) else { return };
    let budget = Budget::nodes(1);
    for program in game.programs() {
        play.think(program.name, &[], &budget, &seed);
    }
    if play.has_solver() {
        play.solve(&budget, &mut |_, _| ());
    }
}
