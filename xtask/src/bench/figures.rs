//! The page that compares the speed of our games with that of others.

use super::contender::{Contender, Played};
use super::counts;
use super::measured::{Measured, short};
use super::rivals::Rivals;
use super::valgrind;
use crate::step::Failed;
use std::fmt::Write;

/// The page.
pub const FILE: &str = "docs/figures.md";

/// How many times what is compared runs in turn.
const ROUNDS: usize = 5;

/// The name of the game that most others have, too.
const YARDSTICK: &str = "connect-four";

/// A game of a program, measured in one way.
struct Side<'a> {
    contender: &'a Contender,
    what: &'static str,
    game: &'a Played,
    /// How many things are done in the shorter and in the longer run whose instructions are counted; none if
    /// they are not.
    lengths: Option<[u32; 2]>,
}

/// What was measured of it.
struct Found {
    rate: Measured,
    instructions: Option<f64>,
}

/// Lets all run in turn, several times.
fn measure(sides: &[Side<'_>]) -> Result<Vec<Found>, Failed> {
    let mut rates = vec![Measured::default(); sides.len()];
    for _ in 0..ROUNDS {
        for (side, rates) in sides.iter().zip(&mut rates) {
            let amount = side.contender.time(side.what, &side.game.name)?;
            rates.0.push(amount.actions(side.game.length));
        }
    }
    let counted = |side: &Side<'_>| {
        let count =
            |lengths| valgrind::each(side.contender, side.what, &side.game.name, lengths, side.game.length);
        side.lengths.map(count).transpose()
    };
    let both = sides.iter().zip(rates).map(|(side, rate)| Ok(Found { rate, instructions: counted(side)? }));
    both.collect()
}

/// How many games of OpenSpiel are played for a count: so many that their mean length is about that of all.
fn games(game: &Played) -> [u32; 2] {
    let few = (400.0 / game.length).ceil() as u32;
    [few, few + ((1_500.0 / game.length).ceil() as u32).max(50)]
}

/// The text of the page.
pub fn page(ours: &Contender, others: &Rivals, compiler: &str) -> Result<String, Failed> {
    let load = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
    let (games_of_ours, spiel, crates) = (ours.list()?, others.openspiel.list()?, others.crates.list()?);
    let mut page = introduction(load.split(' ').next().unwrap_or("?"), compiler, &others.versions()?);
    for game in &games_of_ours {
        let mut sides = vec![Side { contender: ours, what: "play", game, lengths: Some(counts::ACTIONS) }];
        let mut names = vec!["Bagatelle, `playout` through the trait `Game`".to_owned()];
        let rivals: Vec<&Played> = match game.name == YARDSTICK {
            true => crates.iter().filter(|it| it.name.ends_with("connect four")).collect(),
            // The crates have no solitaires and nothing hidden, so all games are compared with those that are
            // open.
            false => Played { kind: "open".into(), ..game.clone() }.nearest(&crates).into_iter().collect(),
        };
        for rival in rivals {
            let lengths = Some(counts::ACTIONS);
            sides.push(Side { contender: &others.crates, what: "play", game: rival, lengths });
            names.push(format!("Rust, {}", rival.name));
        }
        let same = spiel.iter().find(|it| game.name == YARDSTICK && it.name == "connect_four");
        if let Some(rival) = same.or_else(|| game.nearest(&spiel)) {
            for (what, lengths, how) in [
                ("play", Some(games(rival)), "OpenSpiel in C++"),
                ("loop", None, "OpenSpiel's loop in Python"),
            ] {
                sides.push(Side { contender: &others.openspiel, what, game: rival, lengths });
                names.push(format!("{how}, `{}`", rival.name));
            }
        }
        println!("{}: {} programs", game.name, sides.len());
        let found = measure(&sides)?;
        page += &section(game, &sides, &names, &found);
    }
    page += "\n## Counting action sequences\n\nPerft through the trait: list, clone, apply, count; the last \
        level is counted, not listed.\n\n\
             | game | sequences a second | instructions each |\n| --- | --- | --- |\n";
    for game in &games_of_ours {
        let sides = [Side { contender: ours, what: "perft", game, lengths: Some(counts::TIMES) }];
        for Found { rate, instructions } in measure(&sides)? {
            let _ = writeln!(page, "| {} | {rate} | {} |", game.name, instructions.map_or("".into(), short));
        }
    }
    page += "\n## From Python\n\n\
             What `python python/bench/speed.py` prints. A batch plays many games side by side by numbers, \
             in\n\
             NumPy arrays; `with arrays` also makes all observations and masks. The last columns are \
             OpenSpiel's\n\
             loop in Python, and how many times as many actions the batch takes.\n\n\
             ```text\n";
    page += &others.batches()?;
    page += "```\n";
    Ok(page)
}

/// What stands above all tables.
fn introduction(load: &str, compiler: &str, versions: &[String]) -> String {
    let cpu = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = cpu
        .lines()
        .find_map(|line| line.strip_prefix("model name"))
        .unwrap_or("")
        .trim_start_matches([' ', '\t', ':']);
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let versions: String = versions.iter().map(|version| format!("- {version}\n")).collect();
    format!(
        "# Speed\n\n\
         Measured and written by `cargo xtask figures`; nothing here is entered by hand. It ran on and \
         with\n\n\
         - {cores} cores, {model}; load before it began: {load}\n\
         - {compiler}\n\
         {versions}\n\
         How to read the tables:\n\n\
         - **Random play**: each seat takes any legal action, all equally likely, in games that are \
         cloned\n  \
         from one first position and left after 1000 actions. One thread.\n\
         - **Legal** is the mean number of legal actions of a turn, **length** the mean number of actions \
         of\n  \
         a game, both of random games.\n\
         - What stands in one table ran in turn, {ROUNDS} times, half a second each and the best of many \
         short\n  \
         runs of it. A figure is the middle one of these; brackets hold the lowest and the highest.\n  \
         **Times** is how many times as many actions Bagatelle takes a second, round by round.\n\
         - **Instructions** are those of one action, counted by valgrind as the difference of two runs, \
         so\n  \
         that start and set-up do not count.\n\
         - Bagatelle draws with ChaCha8, so that a seed means the same for ever; the crates have the \
         fastest\n  \
         generator of `rand`, OpenSpiel has its own.\n\
         - **OpenSpiel in C++** is its own random play: the rollouts of its Monte Carlo search from the \
         first\n  \
         position, or, for games with rewards on the way, its loop for bots with random bots. Its loop in\n  \
         Python calls `legal_actions` and `apply_action`.\n\
         - The games of others are those nearest in size: in legal actions and length, both as factors.\n  \
         OpenSpiel's are of the same kind: for one player, open, or with something hidden. The crates \
         have\n  \
         open games for two only.\n"
    )
}

/// The table of one of our games.
fn section(game: &Played, sides: &[Side<'_>], names: &[String], found: &[Found]) -> String {
    let mut text = format!(
        "\n## {}\n\n| | legal | length | actions a second | times | instructions |\n| --- | --- | --- | --- \
         | --- | --- |\n",
        game.name
    );
    for ((side, name), Found { rate, instructions }) in sides.iter().zip(names).zip(found) {
        let times =
            if *rate == found[0].rate { String::new() } else { found[0].rate.times(rate).to_string() };
        let Played { width, length, .. } = side.game;
        let instructions = instructions.map_or(String::new(), short);
        let _ = writeln!(text, "| {name} | {width:.1} | {length:.1} | {rate} | {times} | {instructions} |");
    }
    text
}
