//! The three tiers of checks: [`check`] before a commit, [`quick`] from a fresh clone, and [`rest`], which
//! with [`quick`] is everything.

use crate::changed::{self, Changed};
use crate::step::{self, Failed};
use crate::workspace::Workspace;
use crate::{cargo, clients, dist, has, needs, postgres, scripts, tools, wasm, workflows};
use std::path::PathBuf;
use std::process::Command;

/// The files of tests that need browsers, proxies, PostgreSQL or much time. Of the first two, [`quick`] runs
/// a part.
const STORIES: [&str; 4] = ["browser", "crash", "deploy", "postgres"];

/// The story that plays the main path of each game in Chromium.
const MAIN_STORY: &str = "engines::each_game_is_played_and_watched_in_chromium";

/// The test that kills the server while clients play.
const KILLS: &str = "kills::whatever_was_confirmed_survives_a_kill";

/// The file of tests with those that make inputs for some seconds, and what their names begin with.
const FUZZ: (&str, &str) = ("tables", "hostile::");

/// What stands in the name of each other test that needs PostgreSQL, or in the name of its module.
const ON_POSTGRES: &str = "postgres";

/// What stands in the name of each other test that takes minutes: the module that it is in.
const LONG: &str = "long::";

/// What the quick tiers leave out, for those who read their last lines.
const LEFT_OUT: &str = "lints, documentation, the longest tests, all stories in three browsers, proxies, \
     PostgreSQL, counts of instructions, fifty kills, and the Python package; \
     `cargo xtask test --all` has them, `cargo xtask setup` what they need";

/// Format, scripts, lints, and the tests of what has changed since `main`.
pub fn check() -> Result<(), Failed> {
    step::run("Format", &mut cargo(&["fmt", "--all", "--check"]))?;
    let workspace = Workspace::read()?;
    let changed = changed::packages(&workspace)?;
    if needs::NODE.is_here_or_skipped() {
        scripts::check()?;
    }
    clippy()?;
    match &changed {
        Changed::Nothing => {
            println!("\n=== Nothing has changed since main: no tests to run");
            return Ok(());
        }
        Changed::Everything => {}
        Changed::Packages(names) => {
            println!("\n=== Changed, or built on what has changed: {}", names.join(" "));
        }
    }
    let targets = workspace.tests(|package, test| changed.has(package) && !STORIES.contains(&test));
    example()?;
    let mut tests = tests(&targets, &["--skip", ON_POSTGRES, "--skip", LONG]);
    step::run("Tests of what has changed", tests.env("BAGATELLE_FUZZ", "1,1"))?;
    step::skip("the files of tests of the other crates; `cargo xtask test` runs them");
    Ok(())
}

/// One build of the workspace and all tests that need nothing else, then what Node and Chromium allow.
pub fn quick() -> Result<(), Failed> {
    let workspace = Workspace::read()?;
    let targets = workspace.tests(|_, test| !STORIES.contains(&test));
    example()?;
    let mut all = tests(&targets, &["--skip", ON_POSTGRES, "--skip", LONG]);
    step::run("Tests", all.env("BAGATELLE_FUZZ", "5,1"))?;
    let mut kills = tests(&["crash"], &["--exact", KILLS]);
    step::run("Five kills of the server", kills.env("BAGATELLE_CRASH", "5,1"))?;
    if needs::NODE.is_here_or_skipped() {
        scripts::check()?;
    }
    if needs::CHROMIUM.is_here_or_skipped() {
        let mut story = tests(&["browser"], &["--exact", MAIN_STORY]);
        step::run("The main story of each game in Chromium", &mut story)?;
    }
    step::skip(LEFT_OUT);
    Ok(())
}

/// What [`quick`] leaves out. What takes long and needs little begins early, and has the time of processors
/// that the rest leaves.
pub fn rest() -> Result<(), Failed> {
    needs::all_here()?;
    let workspace = Workspace::read()?;
    step::run("Format", &mut cargo(&["fmt", "--all", "--check"]))?;
    let on_postgres = |command: &Command| postgres::with_server(command);
    // The main story is played already.
    let stories = tests(&STORIES, &["--exact", "--skip", MAIN_STORY]);
    // The package has its own workspace, and the counts have their own profile, and so their own folders of
    // what is built; the tests are built already.
    let targets = workspace.tests(|_, test| !STORIES.contains(&test));
    let longest = tests(&targets, &[LONG]);
    let longest = step::beside("The longest tests", &longest, tools::folder().join("longest.log"))?;
    let python = step::beside("The Python package", &own("python")?, tools::folder().join("python.log"))?;
    let counts = step::beside("Counts of instructions", &own("counts")?, tools::folder().join("counts.log"))?;
    step::run("Stories in browsers, behind proxies, with kills", &mut on_postgres(&stories))?;
    longest.end()?;
    // Inputs have the time of processors that the server's tests leave: those wait for their database.
    let invented = clients::check(&tools::folder())?;
    let mut inputs = tests(&[FUZZ.0], &[FUZZ.1]);
    inputs.env("BAGATELLE_FUZZ", "120,1");
    let inputs = step::beside("Inputs for two minutes", &inputs, tools::folder().join("inputs.log"))?;
    let named = tests(&targets, &[ON_POSTGRES]);
    step::run("The tests on PostgreSQL", &mut on_postgres(&named))?;
    let mut api = on_postgres(&tests(&["api"], &[]));
    step::run("The tests of the server on PostgreSQL", api.env("BAGATELLE_TEST_STORE", "postgres"))?;
    inputs.end()?;
    let mut examples = cargo(if has("nextest") { &["nextest", "run"] } else { &["test"] });
    step::run("Tests of the examples", examples.args(["--workspace", "--examples"]))?;
    step::run("Examples in the documentation", &mut cargo(&["test", "--workspace", "--doc", "--quiet"]))?;
    clippy()?;
    wasm::check()?;
    workflows::check()?;
    // With what is private, for those who work on it, so that links may lead there, too.
    let mut doc = cargo(&["doc", "--workspace", "--no-deps", "--document-private-items", "--quiet"]);
    doc.env("RUSTDOCFLAGS", "-D warnings -A rustdoc::private_intra_doc_links");
    step::run("Documentation", &mut doc)?;
    dependencies()?;
    dist::check()?;
    invented.map_or(Ok(()), clients::Invented::end)?;
    counts.end()?;
    python.end()
}

/// Another command of this program.
fn own(word: &str) -> Result<Command, Failed> {
    let mut command = Command::new(std::env::current_exe().map_err(|error| Failed(error.to_string()))?);
    command.arg(word);
    Ok(command)
}

/// A command that runs these files of tests, and, where the last words choose among all tests by their names,
/// those in libraries and programs, too. It is always the whole workspace that is built: with other features
/// libraries would be built again.
fn tests(targets: &[impl AsRef<str>], names: &[&str]) -> Command {
    let mut command = cargo(if has("nextest") { &["nextest", "run"] } else { &["test"] });
    command.args(["--workspace", "--no-fail-fast"]);
    if names.first().is_some_and(|first| *first != "--exact") {
        command.args(["--lib", "--bins"]);
    }
    for target in targets {
        command.args(["--test", target.as_ref()]);
    }
    command.arg("--").args(names);
    // What speaks to this machine goes through no proxy; snapshots are compared, never written.
    command.env("NO_PROXY", "127.0.0.1,localhost").env("INSTA_UPDATE", "no");
    // They wait for a third of their time: for disks, for browsers, and on purpose.
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    command.env("NEXTEST_TEST_THREADS", (cores + cores.div_ceil(2)).to_string());
    // The sentence that a story fails with is the last one, rather than a trace of the runtime's own
    // functions.
    command.env("RUST_BACKTRACE", "0");
    command
}

/// Builds the engine that the arena's tests let play: where files of tests are named, cargo builds no
/// examples.
fn example() -> Result<(), Failed> {
    step::run("The example of an engine", &mut cargo(&["build", "--workspace", "--example", "engine"]))
}

fn clippy() -> Result<(), Failed> {
    let lints = ["clippy", "--workspace", "--all-targets", "--quiet", "--", "-D", "warnings"];
    step::run("Clippy", &mut cargo(&lints))
}

/// Runs the tools that know dependencies, where they are installed. What they find without the network is
/// also tested by `xtask/tests/architecture`, so a machine without them proves nearly as much.
fn dependencies() -> Result<(), Failed> {
    if has("deny") {
        let mut deny = cargo(&["deny", "--offline", "check", "bans", "licenses", "sources"]);
        // `cargo deny fetch` puts the advisories there, on a machine that can reach them.
        let home = std::env::var_os("CARGO_HOME").map(PathBuf::from);
        let home = home.or_else(|| Some(PathBuf::from(std::env::var_os("HOME")?).join(".cargo")));
        let known = home.is_some_and(|home| home.join("advisory-dbs").exists());
        step::run("Licences, sources, advisories", deny.args(known.then_some("advisories")))?;
    } else {
        step::skip("`cargo deny`, which is not installed; a test of xtask checks licences and sources");
    }
    if has("shear") {
        step::run("Unused dependencies", &mut cargo(&["shear"]))?;
    } else {
        step::skip("`cargo shear`, which is not installed; a test of xtask looks for unused dependencies");
    }
    Ok(())
}
