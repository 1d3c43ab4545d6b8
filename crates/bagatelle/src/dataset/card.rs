//! The card of a data set: what it is, how it was made, what each line holds.

use super::plan::{PLAN, Plan};
use crate::args::DatasetKind;
use crate::spread::Spread;
use anyhow::{Context, Result};
use bagatelle_catalog::AnyGame;
use bagatelle_core::Outcome;
use bagatelle_core::present::text::grouped;
use serde_json::Value;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;

/// What the lines of games hold.
const OF_GAMES: &str = "\
Each line is a record, as `bagatelle trace`, `stats` and `convert` read it: `setup` and `actions` replay
the game, `players` are the programs by seat, `result` has winners and scores, `seed` is that of the deal,
and `arena.notes` what the programs thought: `score`, `line` and `depth` by `ply`.";

/// What the lines of solutions hold.
const OF_SOLUTIONS: &str = "\
Each line has `seed`, `record` (the deal, as `bagatelle deal` makes it) and `solution`: `line` has its
actions, `optimal` says whether no shorter one exists. `line` is empty where none was found. Where a game
hides something, `verdict` says whether a win is sure, `moves` after how many at most, `line` has the first
action and `then` what follows.";

/// What the lines of certificates hold.
const OF_CERTIFICATES: &str = "\
Each line has `seed`, `record` (the deal, as `bagatelle deal` makes it) and `certificate`, which
`bagatelle check` checks by the rules alone, as was done before it was written. It is null where none was
found.";

/// What is said of the command.
const AGAIN: &str = "\
The limits are numbers of nodes, so the same command gives the same data on any machine, apart from times
(`slowest_ms`).";

/// What a data set holds.
pub struct Found {
    /// How many lines.
    pub count: u64,
    /// In a sentence.
    pub summary: String,
    /// In rows: what, and how much.
    pub rows: Vec<(String, String)>,
}

impl Found {
    /// What games come to: the actions of each, and its outcome.
    pub fn games<'a>(games: impl Iterator<Item = (usize, &'a Outcome)>) -> Found {
        let (mut lengths, mut wins, mut draws, mut count) = (Spread::default(), Vec::new(), 0u64, 0u64);
        for (plies, outcome) in games {
            count += 1;
            lengths.add(plies);
            draws += u64::from(outcome.winners.is_empty());
            for seat in &outcome.winners {
                wins.resize(wins.len().max(seat.index() + 1), 0u64);
                wins[seat.index()] += 1;
            }
        }
        let mut rows = vec![("actions of a game".to_owned(), lengths.to_string())];
        for (seat, wins) in wins.iter().enumerate() {
            rows.push((format!("won by seat {seat}, alone or shared"), wins.to_string()));
        }
        rows.push(("without a winner".to_owned(), draws.to_string()));
        Found { count, summary: format!("{} games, {lengths} actions each", grouped(count)), rows }
    }

    /// What solvers have found.
    pub fn solved(kind: DatasetKind, lines: Vec<Value>) -> Result<Found> {
        let (count, key) = (lines.len() as u64, kind.key());
        // A solver may have an answer without a solution: a bound, or that it does not know. Where a game
        // hides something, a solution is a number of moves that suffices.
        let has_line = |it: &Value| it["line"].as_array().is_some_and(|line| !line.is_empty());
        let is_found = |it: &&Value| match kind {
            DatasetKind::Solutions if it["verdict"].is_string() => it["moves"].is_number(),
            DatasetKind::Solutions => has_line(it),
            _ => !it.is_null(),
        };
        let found: Vec<&Value> = lines.iter().map(|line| &line[key]).filter(is_found).collect();
        let mut rows = vec![("deals".to_owned(), count.to_string())];
        rows.push((format!("with a {key}"), found.len().to_string()));
        if kind == DatasetKind::Solutions {
            let whole = found.iter().filter(|it| !it["verdict"].is_string());
            let lengths: Spread = whole.filter_map(|it| Some(it["line"].as_array()?.len())).collect();
            let enough = found.iter().filter_map(|it| usize::try_from(it["moves"].as_u64()?).ok());
            let enough: Spread = enough.collect();
            let mut verdicts = BTreeMap::<&str, u64>::new();
            for verdict in lines.iter().filter_map(|line| line[key]["verdict"].as_str()) {
                *verdicts.entry(verdict).or_default() += 1;
            }
            rows.extend(verdicts.iter().map(|(word, n)| (format!("verdict `{word}`"), n.to_string())));
            let proved = found.iter().filter(|it| it["optimal"] == true).count();
            if enough.len() > 0 {
                rows.push(("moves that suffice".to_owned(), enough.to_string()));
            }
            if lengths.len() > 0 {
                rows.push(("actions of a solution".to_owned(), lengths.to_string()));
                rows.push(("proved to be the shortest".to_owned(), proved.to_string()));
            }
        }
        Ok(Found { count, summary: format!("{count} deals, {} with a {key}", found.len()), rows })
    }
}

/// What the card is about.
pub struct Card<'a> {
    /// What decides the data.
    pub plan: &'a Plan,
    /// The game.
    pub game: &'static dyn AnyGame,
    /// The data.
    pub file: &'a Path,
    /// What they come to.
    pub found: &'a Found,
    /// How many lines there are to be.
    pub wanted: u64,
}

impl Card<'_> {
    /// The card, in Markdown.
    pub fn text(&self) -> Result<String> {
        let Card { plan, game, file, found, wanted } = self;
        let name = game.manifest().name;
        let bytes = std::fs::read(file).with_context(|| file.display().to_string())?;
        let (what, fields) = match plan.kind {
            DatasetKind::Games => (format!("Games of {name} that programs played with each other"), OF_GAMES),
            DatasetKind::Solutions => (format!("Deals of {name} with solutions"), OF_SOLUTIONS),
            DatasetKind::Certificates => {
                (format!("Deals of {name} with proofs that they are won whatever is hidden"), OF_CERTIFICATES)
            }
        };
        let mut out = format!("# {what}\n\n| | |\n| --- | --- |\n");
        let mut row = |what: &str, value: &str| {
            let _ = writeln!(out, "| {what} | {value} |");
        };
        let file_name = file.file_name().unwrap_or_default().to_string_lossy();
        row("file", &format!("`{file_name}`, {} bytes", grouped(bytes.len() as u64)));
        row("BLAKE3", &blake3::hash(&bytes).to_string());
        row("lines", &format!("{} of {}", grouped(found.count), grouped(*wanted)));
        for (what, value) in &found.rows {
            row(what, value);
        }
        row("made by", &format!("Bagatelle {}", plan.bagatelle));
        row("version of the rules", &plan.rules.to_string());
        row("version of the encoding", &plan.encoding.to_string());
        row("limit", &format!("{} nodes a {}", grouped(plan.nodes), plan.kind.limited()));
        row("seed", &format!("`{0}`: the deals are those of `{0}/0`, `{0}/1` and so on", plan.seed));
        row("licence", "that of Bagatelle: MIT or Apache-2.0, at your choice");
        let _ = write!(out, "\n{fields}\n\n## Making it again\n\n```sh\n{}\n```\n", self.command());
        let _ = write!(out, "\n{AGAIN} `{PLAN}` has all that decides them.\n\n## Reading it\n\n");
        let read = format!("lines = [json.loads(line) for line in open(\"{file_name}\")]");
        let _ = write!(out, "```python\nimport json\n\n{read}\n```\n");
        Ok(out)
    }

    /// The command that makes the data.
    fn command(&self) -> String {
        let Card { plan, wanted, .. } = self;
        let mut text =
            format!("bagatelle dataset {} FOLDER --kind {} --count {wanted}", plan.game, plan.kind.word());
        let _ = write!(text, " --seed {} --nodes {}", plan.seed, plan.nodes);
        for player in &plan.players {
            let _ = write!(text, " --player {player}");
        }
        if plan.opening > 0 {
            let _ = write!(text, " --opening {}", plan.opening);
        }
        for (flag, values) in [("option", &plan.options), ("wish", &plan.deal_options)] {
            for (key, value) in values.as_object().into_iter().flatten() {
                let _ = write!(text, " --{flag} '{key}={value}'");
            }
        }
        text
    }
}
