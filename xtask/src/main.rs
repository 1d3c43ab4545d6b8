//! `cargo xtask`: what those who work on Bagatelle run.
//!
//! It needs few libraries, and those of the module for browsers, so that it is built in seconds.

mod bench;
mod built;
mod changed;
mod clients;
mod crash;
mod dist;
mod look;
mod needs;
mod new_game;
mod postgres;
mod python;
mod scripts;
mod step;
mod tiers;
mod tools;
mod wasm;
mod windows;
mod workflows;
mod workspace;

use std::ffi::OsString;
use std::process::{Command, ExitCode};
use step::Failed;

const HELP: &str = "\
cargo xtask COMMAND

  check             before a commit: format, lints, scripts, and the tests of what differs from `main`
  test              one build of the workspace and its tests; needs only Rust and a C compiler, installs \
  nothing, and
                    says at the end what it left out. --all adds stories in three browsers, proxies, \
                    PostgreSQL, lints,
                    documentation, counts of instructions, clients of the API and the Python package; --rest \
                    is --all
                    without the first part
  setup             installs what `test --all` needs, after saying what that is
  clients           clients in Python and TypeScript, made of the document of the API: each plays a game of \
  each kind
  python            the Python package alone: built, and tested
  dist [OPTIONS]    what those get who have no Rust, from one build: an archive, a package for Debian,
                    the files of the container, and their sums, into target/packages; --out DIR writes
                    elsewhere, --profile NAME packs another build than `dist`, --check makes and tries all
                    with the build of the tests, --try FILE.deb installs a package in a view of this
                    machine, starts it and removes it again; --wheel makes the wheel of the Python
                    package instead, and installs it in an environment of its own
  wasm              makes the module that browsers run, assets/wasm/bagatelle.wasm.br; --verify makes it in \
  another folder
                    and compares, --try makes it with any compiler and keeps nothing, --check only compiles
  windows           compiles the program for Windows; --try also lets it deal, solve and serve in Wine
  crash [OPTIONS]   kills the server again and again while clients play, and looks for every confirmed move:
                    --kills N (50), --seed S (1), --copies 3 for three servers on one
                    PostgreSQL database, --database to kill that, too, --release for a release build
  bench             how fast the games are: random actions and perft a second, instructions an action
  counts            compares the instructions that the games take with crates/bench/counts.toml, which \
  --renew writes
  figures           measures the games beside OpenSpiel and other crates, and writes docs/figures.md
  look DIR [WORD]   all sample pages (or those whose names contain WORD) as HTML and as pictures: wide, \
  phone, dark
  pictures          the pictures of the games in the README, from this build
  scripts           the tests of the pages' scripts in Node, and their types
  new-game NAME     writes a small game that can be played at once to crates/games/NAME, and adds it to the \
  catalog;
                    --hidden gives its players hidden cards, --lesson adds a lesson, --hidden --lesson both
";

fn main() -> ExitCode {
    let mut args = std::env::args_os().skip(1);
    let command = args.next().unwrap_or_default();
    let rest: Vec<OsString> = args.collect();
    let done = match (command.to_str(), rest.as_slice()) {
        (Some("check"), []) => tiers::check(),
        (Some("test"), []) => tiers::quick(),
        (Some("test"), [all]) if all == "--all" => tiers::quick().and_then(|()| tiers::rest()),
        (Some("test"), [rest]) if rest == "--rest" => tiers::rest(),
        (Some("setup"), []) => needs::setup(),
        (Some("dist"), args) => dist::run(args),
        (Some("wasm"), args) => wasm::run(args),
        (Some("windows"), args) => windows::run(args),
        (Some("scripts"), []) => scripts::check(),
        (Some("python"), []) => python::check(&tools::folder()),
        (Some("clients"), []) => {
            clients::check(&tools::folder()).and_then(|asking| asking.map_or(Ok(()), clients::Invented::end))
        }
        (Some("pictures"), []) => pictures(),
        (Some("bench"), []) => bench::table(&tools::folder()),
        (Some("counts"), []) => bench::counts(&tools::folder(), false),
        (Some("counts"), [renew]) if renew == "--renew" => bench::counts(&tools::folder(), true),
        (Some("figures"), []) => bench::figures(&tools::folder()),
        (Some("crash"), args) => {
            crash::crash(args, cargo(&["test", "--package", "bagatelle", "--test", "crash"]))
        }
        (Some("look"), [folder]) => look(folder, ""),
        (Some("look"), [folder, word]) => look(folder, &word.to_string_lossy()),
        (Some("new-game"), args) => new_game(args),
        (Some("help" | "--help" | "-h"), _) => {
            print!("{HELP}");
            Ok(())
        }
        _ => {
            let words: Vec<_> =
                std::env::args_os().skip(1).map(|word| word.to_string_lossy().into_owned()).collect();
            eprint!("`cargo xtask {}` is unknown. This is what there is:\n\n{HELP}", words.join(" "));
            return ExitCode::from(2);
        }
    };
    print!("{}", step::summary());
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(Failed(what)) => {
            eprintln!("\nFAILED: {what}");
            ExitCode::FAILURE
        }
    }
}

/// The cargo that runs this program.
fn cargo(args: &[&str]) -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args(args);
    // Cargo says here which package it runs. Scripts that build libraries ask for it, too: told another one
    // than last time, they rebuild everything.
    let is_of_package =
        |name: &str| ["CARGO_PKG_", "CARGO_MANIFEST_"].iter().any(|start| name.starts_with(start));
    for (name, _) in std::env::vars_os().filter(|(name, _)| name.to_str().is_some_and(is_of_package)) {
        command.env_remove(name);
    }
    command
}

/// Whether a cargo command is installed.
fn has(command: &str) -> bool {
    cargo(&[command, "--version"]).output().is_ok_and(|output| output.status.success())
}

/// Writes a new game into the workspace that the current folder is part of, and says what comes next.
fn new_game(args: &[OsString]) -> Result<(), Failed> {
    let wanted = new_game::Wanted::parse(args)?;
    let here = std::env::current_dir().map_err(|error| Failed(error.to_string()))?;
    let root = here.ancestors().find(|folder| folder.join("crates/catalog/Cargo.toml").exists());
    let root = root.ok_or_else(|| Failed("the current folder is not in the workspace".into()))?;
    let folder = new_game::create(root, &wanted)?;
    let manifest = folder.join("Cargo.toml");
    // How long the name is decides how lines break.
    step::run("Format", cargo(&["fmt", "--manifest-path"]).arg(&manifest))?;
    println!("\n{} is in the catalog.\n\n{}", folder.display(), wanted.next());
    for workspace in [root.to_owned(), root.join("python")] {
        let update = |more: &[&str]| {
            let mut update = cargo(&["update", "--workspace", "--quiet", "--manifest-path"]);
            update.arg(workspace.join("Cargo.toml")).args(more);
            update
        };
        // Without the network, where this machine has all libraries.
        if !update(&["--offline"]).output().is_ok_and(|done| done.status.success()) {
            step::run("Locked versions", &mut update(&[]))?;
        }
    }
    Ok(())
}

/// The folder of the pictures in the README.
const PICTURES: &str = "docs/games";

fn pictures() -> Result<(), Failed> {
    let mut write = cargo(&["run", "--quiet", "--package", "bagatelle-pages", "--example", "pictures", "--"]);
    step::run("Pictures", write.arg(PICTURES))
}

fn look(folder: &OsString, word: &str) -> Result<(), Failed> {
    let samples = cargo(&["run", "--quiet", "--package", "bagatelle-samples", "--example", "samples", "--"]);
    look::look(folder.as_ref(), word, samples)
}
