//! How fast the games are: a table, the counts of instructions that are kept, and the page that compares them
//! with others.

mod contender;
mod counts;
mod figures;
mod measured;
mod rivals;
mod valgrind;

use crate::needs;
use crate::step::{self, Failed};
use contender::Contender;
use counts::Counts;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The folder into which cargo builds, that of the tools in it.
fn target(tools: &Path) -> PathBuf {
    tools.parent().unwrap_or(Path::new("target")).to_owned()
}

/// The program that plays our games, built in release.
fn ours(tools: &Path) -> Result<Contender, Failed> {
    let mut build = crate::cargo(&["build", "--quiet", "--release", "--package", "bagatelle-bench"]);
    step::run("The games, in release", &mut build)?;
    Ok(Contender { command: vec![target(tools).join("release/bagatelle-bench")] })
}

/// What compiles the games, and for which machine.
fn compiler() -> Result<String, Failed> {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let output = Command::new(rustc).arg("-vV").output().map_err(|error| Failed(error.to_string()))?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let host = text.lines().find_map(|line| line.strip_prefix("host: ")).unwrap_or_default();
    Ok(format!("{} for {host}", text.lines().next().unwrap_or_default()))
}

/// Prints a table of our games.
pub fn table(tools: &Path) -> Result<(), Failed> {
    let ours = ours(tools)?;
    println!("\n{:16} {:>14} {:>16} {:>18}", "game", "actions/s", "perft leaves/s", "instructions/action");
    for game in ours.list()? {
        let [play, perft] = ["play", "perft"].map(|what| ours.time(what, &game.name));
        let counted = valgrind::each(&ours, "play", &game.name, counts::ACTIONS, game.length);
        let counted = counted.map_or_else(|_| "no valgrind".to_owned(), |number| format!("{number:.0}"));
        let [play, perft] = [play?.actions(game.length), perft?.actions(game.length)];
        println!("{:16} {play:14.0} {perft:16.0} {counted:>18}", game.name);
    }
    Ok(())
}

/// Compares the instructions that the games take with the file that notes them; or writes the file.
pub fn counts(tools: &Path, renew: bool) -> Result<(), Failed> {
    if !cfg!(all(target_os = "linux", target_arch = "x86_64")) {
        println!("\n=== Instructions of the games are not counted: {} is for Linux on x86_64", counts::FILE);
        return Ok(());
    }
    needs::VALGRIND.demanded()?;
    let ours = ours(tools)?;
    let mut found = None;
    step::timed("Instructions of the games", || {
        found = Some(Counts::made(&ours, compiler()?)?);
        Ok(())
    })?;
    let Some(found) = found else { return Ok(()) };
    if renew {
        std::fs::write(counts::FILE, found.text()).map_err(|error| Failed(error.to_string()))?;
        println!("=== {}: written", counts::FILE);
        return Ok(());
    }
    let text = std::fs::read_to_string(counts::FILE).map_err(|error| Failed(error.to_string()))?;
    let noted = Counts::read(&text)?;
    if noted.compiler != found.compiler {
        println!(
            "{} is from {}, and this is {}: only large differences count. `cargo xtask counts --renew` \
             renews it.",
            counts::FILE,
            noted.compiler,
            found.compiler
        );
    }
    let differences = noted.differences(&found);
    if differences.is_empty() {
        println!("=== Instructions of the games: as noted");
        return Ok(());
    }
    Err(Failed(format!(
        "the games take other numbers of instructions than {} notes:\n  {}\nIf that is meant, `cargo xtask \
         counts --renew` writes the file.",
        counts::FILE,
        differences.join("\n  ")
    )))
}

/// Measures our games and those of others, and writes the page about it.
pub fn figures(tools: &Path) -> Result<(), Failed> {
    needs::VALGRIND.demanded()?;
    let ours = ours(tools)?;
    let others = rivals::built(tools, &target(tools))?;
    let page = figures::page(&ours, &others, &compiler()?)?;
    std::fs::write(figures::FILE, page).map_err(|error| Failed(error.to_string()))?;
    println!("\n=== {} is written", figures::FILE);
    Ok(())
}
