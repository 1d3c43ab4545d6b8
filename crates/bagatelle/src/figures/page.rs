//! The page of figures, in Markdown. Each section has the commands that measure it again.

use super::matches::{How, Played};
use super::random::{self, LONGEST};
use super::solutions;
use crate::args::Figures;
use crate::bar::bar;
use crate::output::note;
use crate::{output, records};
use anyhow::Result;
use bagatelle_catalog::{AnyGame, games};
use bagatelle_core::program::Allowance;
use bagatelle_search::arena::{Estimate, Tally, wilson};
use bagatelle_table::deal_options_for;
use serde_json::Value;
use std::fmt::Write as _;
use std::io::{self, IsTerminal};

/// How many games of random actions are played for each game between programs.
const RANDOM: u64 = 5;
/// How many actions at random begin the games between programs where all deals are equal.
const OPENING: usize = 2;

/// What stands above the command of the first match of levels, for all of them.
const LADDER: &str = "# each level against the one below it, from the first pair on:";

/// Measures and writes the page.
pub fn figures(options: &Figures) -> Result<()> {
    let chosen: Vec<&'static dyn AnyGame> = match &options.game {
        Some(id) => vec![records::game(id)?],
        None => games().to_vec(),
    };
    let mut page = introduction(options);
    for game in chosen {
        let seats = game.manifest().seats.clone();
        for n in seats.clone() {
            page += &Section { game, seats: n, fewest: n == *seats.start(), options }.text()?;
        }
    }
    output::write(options.output.as_deref(), page.as_bytes())
}

fn introduction(options: &Figures) -> String {
    let Figures { games, nodes, .. } = options;
    format!(
        "# The games in figures

Measured by `bagatelle figures --games {games} --nodes {nodes}`, which writes this page; nothing here
is entered by hand. All limits are numbers of nodes, so the same command gives the same page on any
machine.

- **Random games**, {} of each kind: each seat plays at random, all actions equally likely. They are
  abandoned after {LONGEST} actions.
- **Programs** think for {nodes} nodes or simulations a move, less where their level says so. With the
  time that they have at a table, the upper levels play better than here; levels that differ only in how
  far they look are alike at so few nodes. [benchmark.md](benchmark.md#the-levels-as-opponents) has them
  with their own time. Where all deals are equal, the games of programs begin with {OPENING} actions at
  random.
- **Legal actions** are those of a turn of a seat; the actions of a game include those of chance.
  Both are given as the mean and, in brackets, the range of nine of ten and the most. After a
  percentage, a difference or a correlation, brackets hold the 95% interval. Shares of victory,
  rounds and Elo are explained in [engines.md](engines.md).
- **What the deal decides**: one program has all seats, and each deal is played twice, with other
  choices of chance in the program. The figure is the correlation between what the first seat won in
  the two games: 1 if the deal decides everything, 0 if it decides nothing.
- **What skill decides** is the ladder: each level against the one below it on the same deals, and at
  last the strongest against the first.
",
        games * RANDOM
    )
}

/// The part of the page about a game with a number of seats.
struct Section<'a> {
    game: &'static dyn AnyGame,
    seats: u8,
    /// Whether it is the least number of seats that the game has: programs are compared with that.
    fewest: bool,
    options: &'a Figures,
}

/// What is told of games that were played in one way: a column of a table.
struct Column {
    head: String,
    choices: String,
    lengths: String,
    first: String,
    drawn: String,
    luck: String,
}

impl Column {
    /// The cells from the head down.
    fn cells(&self) -> [&str; 6] {
        [&self.head, &self.choices, &self.lengths, &self.first, &self.drawn, &self.luck]
    }
}

impl Section<'_> {
    fn text(&self) -> Result<String> {
        let manifest = self.game.manifest();
        let several = manifest.seats.clone().count() > 1;
        let seats = if several { format!(", {} players", self.seats) } else { String::new() };
        let Figures { games, nodes, .. } = self.options;
        let mut out = format!("\n## {}{seats}\n\n```sh\n", manifest.name);
        let _ = writeln!(out, "bagatelle figures {} --games {games} --nodes {nodes}", self.id());
        let mut columns = vec![self.random()?];
        let mut rest = String::new();
        let names: Vec<&str> = self.game.programs().iter().map(|program| program.name).collect();
        if let (true, [first, .., best]) = (self.fewest, names.as_slice()) {
            let how = self.how()?;
            // In a solitaire a program that stands twice plays each deal twice.
            let twice = [*best, *best];
            let alone = if self.seats == 1 { &twice[..] } else { &twice[..1] };
            let _ = writeln!(
                out,
                "{} --results games.jsonl && bagatelle stats games.jsonl",
                self.command(alone, &how)
            );
            let first_pair = self.command(&[names[1], first], &how);
            let _ = writeln!(out, "{LADDER}\n{first_pair}");
            columns.push(self.alone(best, alone, &how)?);
            rest = self.ladder(&names, &how)?;
        } else if self.fewest {
            rest = self.solver()?;
        }
        out += "```\n\n";
        self.table(&columns, &mut out);
        Ok(out + &rest)
    }

    fn id(&self) -> &'static str {
        self.game.id()
    }

    /// Tells on a terminal what is being measured.
    fn say(&self, what: &str) {
        if io::stderr().is_terminal() {
            let all = games();
            let at = all.iter().position(|game| game.id() == self.id()).unwrap_or(0);
            note!("[{}] {}: {what}", bar(at as f64 / all.len() as f64), self.id());
        }
    }

    fn table(&self, columns: &[Column], out: &mut String) {
        let first = if self.seats == 1 { "games won" } else { "victories of the first player" };
        let heads = [
            "",
            "legal actions",
            "actions of a game",
            first,
            "games without a winner",
            "what the deal decides",
        ];
        for (n, head) in heads.into_iter().enumerate() {
            let cells: Vec<&str> = columns.iter().map(|column| column.cells()[n]).collect();
            if cells.iter().any(|cell| !cell.is_empty()) {
                let _ = writeln!(out, "| {head} | {} |", cells.join(" | "));
            }
            if n == 0 {
                let _ = writeln!(out, "|{}", " --- |".repeat(columns.len() + 1));
            }
        }
    }

    fn random(&self) -> Result<Column> {
        self.say("random games");
        let deal_options = deal_options_for(self.game, self.seats);
        let found = random::play(self.game, &deal_options, RANDOM * self.options.games, &self.options.seed)?;
        let (ended, games) = (found.lengths.len() as u64, found.games);
        let lengths = match ended {
            0 => format!("no game ended within {LONGEST}"),
            all if all == games => found.lengths.to_string(),
            some => format!("{}; {some} of {games} ended within {LONGEST}", found.lengths),
        };
        Ok(Column {
            head: "random games".into(),
            choices: found.choices.to_string(),
            lengths,
            first: if ended == 0 && self.seats > 1 { String::new() } else { self.share(&found.first) },
            drawn: if ended == 0 { String::new() } else { self.drawn(&found.first) },
            luck: String::new(),
        })
    }

    /// A share of victories, with what would be even.
    fn share(&self, tally: &Tally) -> String {
        let even = if self.seats > 2 {
            format!("; even: {:.1}", 100.0 / f64::from(self.seats))
        } else {
            String::new()
        };
        let (low, high) = tally.interval();
        percent(Estimate { share: tally.rate(), low, high }) + &even
    }

    fn drawn(&self, tally: &Tally) -> String {
        if self.seats == 1 {
            return String::new();
        }
        let share = f64::from(tally.draws) / f64::from(tally.games.max(1));
        let (low, high) = wilson(share, f64::from(tally.games));
        percent(Estimate { share, low, high })
    }

    fn how(&self) -> Result<How> {
        let Figures { games, nodes, seed, concurrency, .. } = self.options;
        let deal_options = deal_options_for(self.game, self.seats);
        let deal = |n: u64| {
            self.game.deal_by(&Value::Null, &deal_options, &format!("{seed}/{n}"), &Allowance::default())
        };
        let opening = if deal(0)?.setup == deal(1)?.setup { OPENING } else { 0 };
        Ok(How {
            deal_options,
            games: *games,
            nodes: *nodes,
            opening,
            seed: seed.clone(),
            concurrency: *concurrency,
        })
    }

    /// The command of a match, in two lines.
    fn command(&self, players: &[&str], how: &How) -> String {
        let mut text = format!("bagatelle arena {}", self.id());
        for player in players {
            let _ = write!(text, " --player {player}");
        }
        for (key, value) in how.deal_options.as_object().into_iter().flatten() {
            let _ = write!(text, " --wish {key}={value}");
        }
        let _ = write!(
            text,
            " \\\n    --games {} --nodes {} --seed {} --limit {LONGEST}",
            how.games, how.nodes, how.seed
        );
        if how.opening > 0 {
            let _ = write!(text, " --opening {}", how.opening);
        }
        text
    }

    /// Games that one program plays alone.
    fn alone(&self, name: &str, players: &[&str], how: &How) -> Result<Column> {
        self.say(&format!("{name} alone"));
        let played = Played::new(self.game, players, how)?;
        let tally = played.first()?;
        let luck = match played.luck() {
            Some([r, low, high]) => format!("{r:.2} ({low:.2} to {high:.2})"),
            None if how.opening > 0 => "nothing: all deals are equal".into(),
            None => "not to be seen: all results are equal".into(),
        };
        Ok(Column {
            head: if self.seats == 1 { format!("`{name}`") } else { format!("`{name}` in all seats") },
            choices: played.choices()?.to_string(),
            lengths: played.lengths().to_string(),
            first: self.share(&tally),
            drawn: self.drawn(&tally),
            luck,
        })
    }

    /// Each program against the one below it, and the last against the first.
    fn ladder(&self, names: &[&str], how: &How) -> Result<String> {
        let mut out = format!("\n| {} games each | share | Elo |\n| --- | --- | --- |\n", how.games);
        let mut pairs: Vec<[&str; 2]> = names.windows(2).map(|pair| [pair[1], pair[0]]).collect();
        if let [first, _, .., best] = names {
            pairs.push([best, first]);
        }
        for pair in pairs {
            let [upper, lower] = pair;
            self.say(&format!("{upper} against {lower}"));
            let played = Played::new(self.game, &pair, how)?;
            let Some(compared) = played.comparison() else { continue };
            let elo = compared.elo_text();
            let share = percent(compared.estimate());
            let _ = writeln!(out, "| `{upper}` against `{lower}` | {share} | {elo} |");
        }
        Ok(out)
    }

    /// The solutions of solitaires that no program plays.
    fn solver(&self) -> Result<String> {
        self.say("solutions");
        // A solver thinks once for a game, where a program thinks once for a move.
        let nodes = self.options.nodes * 1000;
        let found = solutions::solve(self.game, self.options.games, nodes, &self.options.seed)?;
        if found.lengths.len() == 0 {
            return Ok(String::new());
        }
        Ok(format!(
            "\n| solver, {nodes} nodes a deal | {} deals |\n| --- | --- |\n| solved | {} |\n| actions of a \
             solution | {} |\n| proved to be the shortest | {} |\n",
            found.deals,
            found.lengths.len(),
            found.lengths,
            found.shortest
        ))
    }
}

fn percent(Estimate { share, low, high }: Estimate) -> String {
    format!("{:.1}% ({:.1} to {:.1})", 100.0 * share, 100.0 * low, 100.0 * high)
}
