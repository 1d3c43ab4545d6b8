//! `bagatelle dataset`: games of programs with themselves, solved deals or certificates, as lines of JSON in
//! a folder, with a card that says what they are.
//!
//! Lines of JSON are read by everything that reads data (pandas, DuckDB, jq), may be continued after a power
//! cut, and need nothing to write them.

mod card;
mod lines;
mod plan;

use crate::arena::{Match, Results, play, signals};
use crate::args::{Dataset, DatasetKind};
use crate::bar::bar;
use crate::engine::Clock;
use crate::output::{note, progress, say};
use crate::{output, records};
use anyhow::{Context, Result, ensure};
use bagatelle_catalog::{AnyGame, examined_of};
use bagatelle_core::program::{Allowance, Budget};
use bagatelle_core::text::typed_seed;
use card::{Card, Found};
use lines::Lines;
use plan::{FORMAT, Plan};
use serde_json::{Value, json};
use std::fs;
use std::io::{self, IsTerminal};
use std::path::Path;
use std::time::Duration;

/// The plies after which a game is abandoned.
const LONGEST: usize = 2000;
/// How many actions at random begin games where all deals are equal, unless it is said.
const OPENING: usize = 4;

/// Writes a data set, or continues one.
pub fn write(options: &Dataset) -> Result<()> {
    let game = records::game(&options.game)?;
    let plan = plan(game, options)?;
    fs::create_dir_all(&options.folder).with_context(|| options.folder.display().to_string())?;
    plan.agree(&options.folder)?;
    signals::watch()?;
    let file = options.folder.join(plan.kind.file());
    let found = match plan.kind {
        DatasetKind::Games => games(game, &plan, options, &file)?,
        DatasetKind::Solutions | DatasetKind::Certificates => solved(game, &plan, options, &file)?,
    };
    let text = Card { plan: &plan, game, file: &file, found: &found, wanted: options.count }.text()?;
    output::write(Some(&options.folder.join("README.md")), text.as_bytes())?;
    if found.count < options.count {
        note!("{} of {} are written: the same command continues", found.count, options.count);
    }
    say!("{}", found.summary)?;
    Ok(())
}

fn plan(game: &'static dyn AnyGame, options: &Dataset) -> Result<Plan> {
    ensure!(options.count > 0, "--count is 1 or more");
    ensure!(options.nodes > 0, "--nodes is 1 or more");
    let (rules, mut deal_options) = records::choices(&options.choices)?;
    let seed = game.seed_text(&mut deal_options, &typed_seed(&options.seed))?;
    let deal = |n: u64| deal(game, &rules, &deal_options, &seed, n);
    let equal = deal(0)?.setup == deal(1)?.setup;
    let play = bagatelle_catalog::examined(game.id()).context("this game cannot be looked into")?;
    let play = play.open_examined(&deal(0)?)?;
    let strongest = game.programs().last().map(|program| program.name.to_owned());
    let players = match options.kind {
        DatasetKind::Games => {
            let usual = || strongest.context("no program plays this game; solutions may be what you want");
            let players = if options.players.is_empty() { vec![usual()?] } else { options.players.clone() };
            let engine = players.iter().any(|player| player.starts_with("cmd"));
            ensure!(!engine, "the players of a data set are programs of the game: it can then be made again");
            players
        }
        DatasetKind::Solutions | DatasetKind::Certificates => {
            ensure!(options.players.is_empty(), "--player is for games");
            Vec::new()
        }
    };
    match options.kind {
        DatasetKind::Solutions => {
            ensure!(play.has_solver(), "{} has no solver", game.id());
        }
        DatasetKind::Certificates => ensure!(play.has_certifier(), "{} has no certificates", game.id()),
        DatasetKind::Games => (),
    }
    let versions = bagatelle_catalog::versions(game.id()).context("this game has no versions")?;
    let of_games = options.kind == DatasetKind::Games;
    Ok(Plan {
        format: FORMAT,
        kind: options.kind,
        game: game.id().to_owned(),
        players,
        nodes: options.nodes,
        opening: options.opening.unwrap_or(if equal && of_games { OPENING } else { 0 }),
        options: rules,
        deal_options,
        seed,
        bagatelle: env!("CARGO_PKG_VERSION").to_owned(),
        rules: versions.rules,
        encoding: versions.encoding,
    })
}

/// The record of deal `n`, with which `bagatelle deal --seed SEED/N` deals the same.
fn deal(
    game: &dyn AnyGame,
    options: &Value,
    deal_options: &Value,
    seed: &str,
    n: u64,
) -> Result<bagatelle_core::Record> {
    game.check_wishes(options, deal_options)?;
    Ok(game.deal_by(options, deal_options, &format!("{seed}/{n}"), &Allowance::default())?)
}

/// Refuses to make a data set smaller: what it has would not be what its card says.
fn not_fewer(options: &Dataset, has: u64) -> Result<()> {
    let folder = options.folder.display();
    ensure!(
        has <= options.count,
        "{folder} has {has} lines already: use another folder for {}",
        options.count
    );
    Ok(())
}

/// Games that programs play, as the arena plays them.
fn games(game: &'static dyn AnyGame, plan: &Plan, options: &Dataset, file: &Path) -> Result<Found> {
    let settings = crate::arena::Settings {
        players: plan.players.clone(),
        seed: plan.seed.clone(),
        opening: plan.opening,
        clock: Some(Clock::Nodes(plan.nodes)),
        ponder: false,
        limit: LONGEST,
        options: plan.options.clone(),
        deal_options: plan.deal_options.clone(),
    };
    let of = Match::new(game, settings, Duration::ZERO)?;
    let mut results = Results::open(Some(file), &of.settings)?;
    not_fewer(options, results.rows().len() as u64)?;
    play(&of, options.count, options.concurrency, None, &mut results)?;
    Ok(Found::games(results.rows().values().map(|row| (row.plies, &row.outcome))))
}

/// Deals with what the solver, or the prover, finds.
fn solved(game: &'static dyn AnyGame, plan: &Plan, options: &Dataset, file: &Path) -> Result<Found> {
    let mut lines = Lines::open(file)?;
    not_fewer(options, lines.count())?;
    let show = io::stderr().is_terminal();
    while lines.count() < options.count && !signals::interrupted() {
        let first = lines.count();
        let end = options.count.min(first + options.concurrency.max(1) as u64);
        let made: Vec<Result<Value>> = std::thread::scope(|scope| {
            let each: Vec<_> = (first..end).map(|n| scope.spawn(move || one(game, plan, n))).collect();
            let ended = |thread: std::thread::ScopedJoinHandle<'_, Result<Value>>| {
                thread.join().unwrap_or_else(|_| Err(anyhow::anyhow!("the solver failed")))
            };
            each.into_iter().map(ended).collect()
        });
        for (n, line) in (first..end).zip(made) {
            lines.add(&line.with_context(|| format!("deal {n}"))?)?;
        }
        if show {
            let part = lines.count() as f64 / options.count as f64;
            progress!("\r\x1b[K[{}] {} of {} deals", bar(part), lines.count(), options.count);
        }
    }
    if show {
        progress!("\r\x1b[K");
    }
    Found::solved(plan.kind, lines.read()?)
}

/// Deal `n` with what is found.
fn one(game: &'static dyn AnyGame, plan: &Plan, n: u64) -> Result<Value> {
    let record = deal(game, &plan.options, &plan.deal_options, &plan.seed, n)?;
    let play = examined_of(&record)?.open_examined(&record)?;
    let budget = Budget::nodes(plan.nodes);
    let found = match plan.kind {
        DatasetKind::Certificates => {
            let certificate = play.certificate(&budget);
            if let Some(certificate) = &certificate {
                let checked = play.check_certificate(certificate);
                checked.map_err(|flaw| anyhow::anyhow!("the certificate is wrong: {flaw}"))?;
            }
            certificate.map(|certificate| ("certificate", certificate))
        }
        _ => play.solve(&budget, &mut |_, _| ()).map(|solved| {
            let mut json = solved.json;
            if let Value::Object(map) = &mut json {
                map.insert("line".into(), json!(solved.line));
            }
            ("solution", json)
        }),
    };
    let (key, value) = found.unwrap_or((plan.kind.key(), Value::Null));
    Ok(json!({ "seed": format!("{}/{n}", plan.seed), "record": record, key: value }))
}
