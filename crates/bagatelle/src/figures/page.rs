//! The page of figures, in Markdown. Each row has the command that measures it again.

use super::matches::{How, Played};
use super::random::{self, LONGEST};
use super::solutions;
use crate::args::Figures;
use crate::records;
use crate::solve::bar;
use anyhow::{Context, Result};
use bagatelle_catalog::{AnyGame, games};
use bagatelle_search::arena::{Estimate, Tally, elo};
use bagatelle_table::deal_options_for;
use std::fmt::Write as _;
use std::io::{self, IsTerminal, Write as _};

/// How many games of random actions are played for each game between programs.
const RANDOM: u64 = 5;
/// How many actions at random begin the games between programs where all deals are equal.
const OPENING: usize = 2;

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
    match &options.output {
        Some(file) => std::fs::write(file, page).with_context(|| file.display().to_string()),
        None => Ok(io::stdout().lock().write_all(page.as_bytes())?),
    }
}

fn introduction(options: &Figures) -> String {
    let Figures { games, nodes, .. } = options;
    format!(
        "# The games in figures

Measured by `bagatelle figures --games {games} --nodes {nodes} -o docs/games.md`, which writes this page; nothing here is entered by hand. All limits are numbers of nodes, so
a machine's speed changes nothing, and the same command gives the same page.

- **Random games** ({} of each kind): each seat takes any legal action, all equally likely. They are abandoned after {LONGEST} actions.
- **Programs** think for {nodes} nodes or simulations a move, {games} games a row; some levels have a lower limit of their own. With more time the upper levels play better than here.
  Where all deals are equal, the games begin with {OPENING} actions at random.
- A spread is the mean, in brackets the range of nine of ten and the most. After a percentage, brackets hold the 95 % interval. A share of victories is explained in
  [engines.md](engines.md), as are rounds and Elo.
- **What the deal decides**: one program has all seats, and each deal is played twice, with other choices of chance in the program. The figure is the correlation of what the first seat won
  in the two games: 1 if the deal decides all, 0 if it decides nothing.
- **What skill decides** is the ladder: each level against the one below it on the same deals, and the strongest against the weakest.
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

impl Section<'_> {
    fn text(&self) -> Result<String> {
        let manifest = self.game.manifest();
        let several = manifest.seats.clone().count() > 1;
        let seats = if several { format!(", {} players", self.seats) } else { String::new() };
        let mut out =
            format!("\n## {}{seats}\n\n| what | figure | command |\n| --- | --- | --- |\n", manifest.name);
        self.say("random games");
        self.random(&mut out)?;
        if self.fewest {
            self.programs(&mut out)?;
            self.solver(&mut out)?;
        }
        Ok(out)
    }

    fn id(&self) -> &'static str {
        self.game.id()
    }

    /// Tells on a terminal what is being measured.
    fn say(&self, what: &str) {
        if io::stderr().is_terminal() {
            let all = games();
            let at = all.iter().position(|game| game.id() == self.id()).unwrap_or(0);
            eprintln!("[{}] {}: {what}", bar(at as f64 / all.len() as f64), self.id());
        }
    }

    fn random(&self, out: &mut String) -> Result<()> {
        let deal_options = deal_options_for(self.game, self.seats);
        let found = random::play(self.game, &deal_options, RANDOM * self.options.games, &self.options.seed)?;
        let command = format!("bagatelle figures {} --games {}", self.id(), self.options.games);
        row(out, "legal actions of a turn, random games", &found.choices, &command);
        let (ended, games) = (found.first.games, found.games);
        if found.lengths.is_empty() {
            row(out, "random games that end", format!("none of {games} within {LONGEST} actions"), &command);
            return Ok(());
        }
        row(out, "actions of a random game", &found.lengths, &command);
        if u64::from(ended) < games {
            row(
                out,
                "random games that end",
                format!("{ended} of {games} within {LONGEST} actions"),
                &command,
            );
        }
        let what =
            if self.seats == 1 { "random games won" } else { "share of the first player, random games" };
        row(out, what, self.share(&found.first), &command);
        if self.seats > 1 {
            row(out, "random games without a winner", part(found.first.draws, ended), &command);
        }
        Ok(())
    }

    /// A share of victories, with what would be even.
    fn share(&self, tally: &Tally) -> String {
        let even = if self.seats == 2 || self.seats == 1 {
            String::new()
        } else {
            format!("; even would be {:.1}", 100.0 / f64::from(self.seats))
        };
        let (low, high) = tally.interval();
        percent(Estimate { share: tally.rate(), low, high }) + &even
    }

    fn how(&self, games: u64) -> Result<How> {
        let deal_options = deal_options_for(self.game, self.seats);
        let deal = |n: u64| {
            self.game.deal_by(&Default::default(), &deal_options, &format!("{}/{n}", self.options.seed))
        };
        let opening = if deal(0)?.setup == deal(1)?.setup { OPENING } else { 0 };
        let Figures { nodes, seed, concurrency, .. } = self.options;
        Ok(How { deal_options, games, nodes: *nodes, opening, seed: seed.clone(), concurrency: *concurrency })
    }

    /// The command of a match.
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
            " --games {} --nodes {} --seed {} --limit {LONGEST}",
            how.games, how.nodes, how.seed
        );
        if how.opening > 0 {
            let _ = write!(text, " --opening {}", how.opening);
        }
        text
    }

    fn programs(&self, out: &mut String) -> Result<()> {
        let programs = self.game.programs();
        let names: Vec<&str> = programs.iter().map(|program| program.name).collect();
        let (Some(first), Some(best)) = (names.first(), names.last()) else { return Ok(()) };
        let how = self.how(self.options.games)?;
        self.say(&format!("{best} alone"));
        // In a solitaire a program that stands twice plays each deal twice.
        let twice = [*best, *best];
        let alone = if self.seats == 1 { &twice[..] } else { &twice[..1] };
        let played = Played::new(self.game, alone, &how)?;
        let command = self.command(alone, &how) + " --results games.jsonl && bagatelle stats games.jsonl";
        row(out, &format!("legal actions of a turn, {best} in all seats"), played.choices()?, &command);
        row(out, &format!("actions of a game, {best} in all seats"), played.lengths(), &command);
        let tally = played.first()?;
        if self.seats == 1 {
            row(out, &format!("games won by {best}"), self.share(&tally), &command);
        } else {
            row(
                out,
                &format!("share of the first player, {best} in all seats"),
                self.share(&tally),
                &command,
            );
            row(
                out,
                &format!("games without a winner, {best} in all seats"),
                part(tally.draws, tally.games),
                &command,
            );
        }
        let luck = match played.luck() {
            Some([r, low, high]) => format!("{r:.2} ({low:.2} to {high:.2})"),
            None if how.opening > 0 => "nothing: all deals are equal".into(),
            None => "not to be seen: all results are equal".into(),
        };
        row(out, "what the deal decides", luck, &command);
        for pair in names.windows(2) {
            self.against(out, pair[1], pair[0], &how)?;
        }
        if names.len() > 2 {
            self.against(out, best, first, &how)?;
        }
        Ok(())
    }

    /// A match of two programs.
    fn against(&self, out: &mut String, upper: &str, lower: &str, how: &How) -> Result<()> {
        self.say(&format!("{upper} against {lower}"));
        let players = [upper, lower];
        let played = Played::new(self.game, &players, how)?;
        let Some(pair) = played.comparison() else { return Ok(()) };
        let estimate = pair.estimate();
        let [middle, low, high] =
            [estimate.share, estimate.low, estimate.high].map(|share| elo(share, pair.seats));
        let figure = format!("{}; {middle:+.0} Elo ({low:+.0} to {high:+.0})", percent(estimate));
        row(
            out,
            &format!("{upper} against {lower}, {} games", played.games()),
            figure,
            &self.command(&players, how),
        );
        Ok(())
    }

    /// The solutions of solitaires that no program plays.
    fn solver(&self, out: &mut String) -> Result<()> {
        if self.seats > 1 || !self.game.programs().is_empty() {
            return Ok(());
        }
        self.say("solutions");
        // A solver thinks once for a game, where a program thinks once for a move.
        let nodes = self.options.nodes * 1000;
        let found = solutions::solve(self.game, self.options.games, nodes, &self.options.seed)?;
        let command = format!(
            "bagatelle figures {} --games {} --nodes {}",
            self.id(),
            self.options.games,
            self.options.nodes
        );
        if !found.lengths.is_empty() {
            row(out, &format!("actions of a solution, {nodes} nodes a deal"), &found.lengths, &command);
            row(
                out,
                "solutions proved to be the shortest",
                format!("{} of {}", found.shortest, found.deals),
                &command,
            );
        }
        Ok(())
    }
}

fn row(out: &mut String, what: &str, figure: impl std::fmt::Display, command: &str) {
    let _ = writeln!(out, "| {what} | {figure} | `{command}` |");
}

fn percent(Estimate { share, low, high }: Estimate) -> String {
    format!("{:.1} % ({:.1} to {:.1})", 100.0 * share, 100.0 * low, 100.0 * high)
}

/// A part of games.
fn part(of: u32, games: u32) -> String {
    let share = f64::from(of) / f64::from(games.max(1));
    let (low, high) = bagatelle_search::arena::wilson(share, f64::from(games));
    format!("{of} of {games}, {}", percent(Estimate { share, low, high }))
}
