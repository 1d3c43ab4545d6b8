//! `cargo xtask`: what those who work on Bagatelle run.
//!
//! It needs few libraries, and those of the module for browsers, so that it is built in seconds.

mod bench;
mod browser;
mod crash;
mod look;
mod new_game;
mod postgres;
mod proxies;
mod python;
mod scripts;
mod step;
mod wasm;

use std::ffi::OsString;
use std::path::PathBuf;
use std::process::{Command, ExitCode};
use step::Failed;

const HELP: &str = "\
cargo xtask COMMAND

  test              every check, in the order in which they fail fastest: format, dependencies, the scripts of the
                    pages, clippy, the crates for the browser, documentation with its examples, the instructions that
                    the games take, all tests with the stories in a real browser, those of the server on SQLite and on
                    PostgreSQL, and, where there is Python, those of the Python package
  python            the Python package alone: built, and tested
  wasm              makes the module that browsers run, assets/wasm/bagatelle.wasm.br; --verify makes it in another folder
                    and compares, --try makes it with any compiler and keeps nothing, --check only compiles
  crash [OPTIONS]   kills the server again and again while clients play, and looks for every confirmed move:
                    --kills N (50), --seed S (1), --copies 3 for three servers on one
                    PostgreSQL database, --release for a release build
  bench             how fast the games are: random actions and perft a second, instructions an action
  counts            compares the instructions that the games take with crates/bench/counts.toml, which --renew writes
  figures           measures the games beside OpenSpiel and other crates, and writes docs/figures.md
  look DIR [WORD]   all sample pages (or those whose names contain WORD) as HTML and as pictures: wide, phone, dark
  pictures          the pictures of the games in the README, from this build
  scripts           the tests of the pages' scripts in Node, and their types
  new-game NAME     writes a small game that can be played at once to crates/games/NAME, and adds it to the catalog
";

fn main() -> ExitCode {
    let mut args = std::env::args_os().skip(1);
    let command = args.next().unwrap_or_default();
    let rest: Vec<OsString> = args.collect();
    let done = match (command.to_str(), rest.as_slice()) {
        (Some("test"), []) => test(),
        (Some("wasm"), args) => wasm::run(args),
        (Some("scripts"), []) => scripts::check(),
        (Some("python"), []) => python::check(&browser::tools()),
        (Some("pictures"), []) => pictures(),
        (Some("bench"), []) => bench::table(&browser::tools()),
        (Some("counts"), []) => bench::counts(&browser::tools(), false),
        (Some("counts"), [renew]) if renew == "--renew" => bench::counts(&browser::tools(), true),
        (Some("figures"), []) => bench::figures(&browser::tools()),
        (Some("crash"), args) => {
            crash::crash(args, cargo(&["test", "--package", "bagatelle", "--test", "crash"]))
        }
        (Some("look"), [folder]) => look(folder, ""),
        (Some("look"), [folder, word]) => look(folder, &word.to_string_lossy()),
        (Some("new-game"), [name]) => new_game(name),
        (Some("help" | "--help" | "-h"), _) => {
            print!("{HELP}");
            Ok(())
        }
        _ => {
            eprint!("{HELP}");
            return ExitCode::from(2);
        }
    };
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
    command
}

/// Whether a cargo command is installed.
fn has(command: &str) -> bool {
    cargo(&[command, "--version"]).output().is_ok_and(|output| output.status.success())
}

fn test() -> Result<(), Failed> {
    let start = std::time::Instant::now();
    step::run("Format", &mut cargo(&["fmt", "--all", "--check"]))?;
    dependencies()?;
    step::run("Browsers for the tests", &mut browser::check())?;
    step::run("PostgreSQL for the tests", &mut postgres::check())?;
    step::run("Proxies for the tests", &mut proxies::check(&browser::tools()))?;
    scripts::check()?;
    step::run(
        "Clippy",
        &mut cargo(&["clippy", "--workspace", "--all-targets", "--quiet", "--", "-D", "warnings"]),
    )?;
    wasm::check()?;
    // With what is private, for those who work on it, so that links may lead there, too.
    let mut doc = cargo(&["doc", "--workspace", "--no-deps", "--document-private-items", "--quiet"]);
    doc.env("RUSTDOCFLAGS", "-D warnings -A rustdoc::private_intra_doc_links");
    step::run("Documentation", &mut doc)?;
    step::run("Examples in the documentation", &mut cargo(&["test", "--workspace", "--doc", "--quiet"]))?;
    bench::counts(&browser::tools(), false)?;
    let (run, all): (&[&str], &[&str]) = match has("nextest") {
        true => (&["nextest", "run"], &["--workspace"]),
        false => (&["test"], &["--workspace", "--all-targets"]),
    };
    let tests = |what: &[&str]| {
        let mut command = cargo(run);
        command.args(what).arg("--no-fail-fast");
        postgres::with_server(&command)
    };
    // Of the whole workspace, so that it is the build that the other tests use.
    let mut on_postgres = tests(&["--workspace", "--test", "api"]);
    let mut tests = tests(all);
    // What speaks to this machine goes through no proxy; snapshots are compared, never written.
    tests.env("NO_PROXY", "127.0.0.1,localhost").env("INSTA_UPDATE", "no");
    // The sentence that a story fails with is the last one, rather than a trace of the runtime's own functions.
    tests.env("RUST_BACKTRACE", "0");
    step::run("Tests, with stories in the browser", &mut tests)?;
    step::run("The tests of the server on PostgreSQL", on_postgres.env("BAGATELLE_TEST_STORE", "postgres"))?;
    python::check(&browser::tools())?;
    println!("\nEverything is in order, after {}.", step::seconds(start.elapsed()));
    Ok(())
}

/// Runs the tools that know dependencies, where they are installed. What they find without the network is also tested by
/// `xtask/tests/architecture`, so a machine without them proves nearly as much.
fn dependencies() -> Result<(), Failed> {
    if has("deny") {
        let mut deny = cargo(&["deny", "--offline", "check", "bans", "licenses", "sources"]);
        // `cargo deny fetch` puts the advisories there, on a machine that can reach them.
        let home = std::env::var_os("CARGO_HOME").map(PathBuf::from);
        let home = home.or_else(|| Some(PathBuf::from(std::env::var_os("HOME")?).join(".cargo")));
        let known = home.is_some_and(|home| home.join("advisory-dbs").exists());
        step::run("Licences, sources, advisories", deny.args(known.then_some("advisories")))?;
    } else {
        println!("\n=== cargo deny is not installed: a test of xtask checks licences and sources alone");
    }
    if has("shear") {
        step::run("Unused dependencies", &mut cargo(&["shear"]))?;
    } else {
        println!("\n=== cargo shear is not installed: a test of xtask looks for unused dependencies alone");
    }
    Ok(())
}

/// Writes a new game into the workspace that the current folder is part of.
fn new_game(name: &OsString) -> Result<(), Failed> {
    let here = std::env::current_dir().map_err(|error| Failed(error.to_string()))?;
    let root = here.ancestors().find(|folder| folder.join("crates/catalog/Cargo.toml").exists());
    let root = root.ok_or_else(|| Failed("the current folder is not in the workspace".into()))?;
    let folder = new_game::create(root, &name.to_string_lossy())?;
    let manifest = folder.join("Cargo.toml");
    // How long the name is decides how lines break.
    step::run("Format", cargo(&["fmt", "--manifest-path"]).arg(&manifest))?;
    println!("\n{} is in the catalog: `cargo run` serves it, and its tests pass.", folder.display());
    println!("Make it yours: CONTRIBUTING.md says what belongs into which file.");
    Ok(())
}

/// The folder of the pictures in the README.
const PICTURES: &str = "docs/games";

fn pictures() -> Result<(), Failed> {
    let mut write = cargo(&["run", "--quiet", "--package", "bagatelle-pages", "--example", "pictures", "--"]);
    step::run("Pictures", write.arg(PICTURES))
}

fn look(folder: &OsString, word: &str) -> Result<(), Failed> {
    let samples = cargo(&["run", "--quiet", "--package", "bagatelle-pages", "--example", "samples", "--"]);
    look::look(folder.as_ref(), word, samples)
}
