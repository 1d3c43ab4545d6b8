//! The module that is shipped, run by Node: it does what the same crates do natively.

#![expect(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    clippy::disallowed_macros,
    reason = "Node runs the module, and time is measured"
)]

use bagatelle_core::{Rng, Seed, Stream};
use bagatelle_offline::{Effort, Form, Found, Job, Method, Request, Site, Start, warm, work};
use bagatelle_session::Task;
use bagatelle_table::SavedTable;
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::Instant;

/// The module in Node: a line with the name of an export and a JSON value goes in, a line of JSON comes out.
struct Module {
    child: Child,
    calls: ChildStdin,
    answers: BufReader<ChildStdout>,
}

impl Module {
    fn load() -> Module {
        let folder = env!("CARGO_MANIFEST_DIR");
        let mut command = Command::new("node");
        command.arg(format!("{folder}/tests/module.mjs"));
        command.arg(format!("{folder}/../../assets/wasm/bagatelle.wasm.br"));
        let mut child =
            command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("Node is installed");
        let (calls, answers) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
        Module { child, calls, answers: BufReader::new(answers) }
    }

    fn call(&mut self, name: &str, value: &Value) -> Value {
        writeln!(self.calls, "{}", json!([name, value])).unwrap();
        let mut line = String::new();
        self.answers.read_line(&mut line).unwrap();
        serde_json::from_str(&line).unwrap_or_else(|error| panic!("{name}: {error}: {line}"))
    }
}

impl Drop for Module {
    fn drop(&mut self) {
        self.child.kill().ok();
        self.child.wait().ok();
    }
}

/// A table of a game against a program, or of a solitaire, as it begins.
fn table(game: &str, fields: &[(&str, &str)], random: &str) -> SavedTable {
    let mut site = Site::new(Start::default());
    let form: Form = fields.iter().map(|(key, value)| ((*key).into(), (*value).into())).collect();
    let request = Request {
        method: Method::Post,
        path: format!("/{game}/new"),
        form,
        random: random.into(),
        now: 1_790_000_000_000,
        ..Request::default()
    };
    let made = site.handle(&request);
    made.keep.unwrap_or_else(|| panic!("{game}: {}", made.body)).table
}

/// A job at a table after some actions.
fn job(table: &SavedTable, actions: &[String], task: Task, effort: Effort) -> Job {
    let mut table = table.clone();
    for action in actions {
        let event = json!({ "at": table.created, "kind": "given", "text": action });
        table.events.push(serde_json::from_value(event).unwrap());
    }
    Job {
        key: "job".into(),
        at: "/g/x".into(),
        table: Some(table),
        played_for: Vec::new(),
        task,
        effort: Some(effort),
    }
}

/// How many positions of each game are compared.
const POSITIONS: usize = 500;
/// How many nodes a program may take, and how many a solver.
const NODES: (u64, u64) = (60, 500);

mod long {
    use super::*;

    #[test]
    fn programs_choose_the_same_moves_in_the_browser() {
        let mut module = Module::load();
        for game in bagatelle_catalog::games() {
            let programs = game.programs();
            // All programs, and the solver of a game that is played alone.
            let mut tasks: Vec<(Task, Effort)> = programs
                .iter()
                .map(|program| (Task::Program { name: program.name.to_owned() }, Effort::Nodes(NODES.0)))
                .collect();
            if game.manifest().seats == (1..=1) {
                tasks.push((Task::Hint, Effort::Nodes(NODES.1)));
            }
            let (mut compared, mut round) = (0, 0);
            while compared < POSITIONS {
                round += 1;
                let text = format!("{} {round}", game.id());
                let start = match game.manifest().seats == (1..=1) {
                    true => table(game.id(), &[("way", "fresh")], &text),
                    false => table(game.id(), &[("way", "computer"), ("program", programs[0].name)], &text),
                };
                let seed = Seed::from_text(&text);
                let mut rng = Rng::new(&seed, Stream::Rollout);
                let record = json!({ "bagatelle": 1, "game": game.id(), "options": start.options,
                    "setup": start.setup,
                    "actions": [] });
                let record: bagatelle_core::record::Record = serde_json::from_value(record).unwrap();
                let mut play = game.open(&record).unwrap();
                for turn in 0..40 {
                    if compared == POSITIONS {
                        break;
                    }
                    if let Some(chance) = play.chance(&seed) {
                        play.play(&chance).unwrap();
                        continue;
                    }
                    let legal = play.legal();
                    let Some(action) = rng.choose(&legal) else { break };
                    let (task, effort) = tasks[(turn + round) % tasks.len()].clone();
                    let job = job(&start, &play.actions(), task, effort);
                    let native = work(&job, &|| 0.0, &mut |_, _| ());
                    let found = matches!(native.found, Found::Move { .. } | Found::Solution { .. });
                    assert!(found, "{}: {:?}", game.id(), job.task);
                    let there = module.call("think", &serde_json::to_value(&job).unwrap());
                    let native = serde_json::to_value(&native).unwrap();
                    assert_eq!(there, native, "{}: {:?}: {:?}", game.id(), job.task, play.actions());
                    compared += 1;
                    play.play(action).unwrap();
                }
            }
        }
    }
}

/// Prints how long the solutions of Brain Burn are that are found in a second, natively and in the module,
/// and how long the module takes for other things.
#[test]
#[ignore = "measures for a minute on a quiet machine"]
fn measure() {
    let begun = Instant::now();
    let mut module = Module::load();
    let start = json!({ "root": "/", "origin": "", "served": false });
    module.call("start", &start);
    println!("ready after {:.0} ms, with the start of Node", begun.elapsed().as_secs_f64() * 1000.0);
    warm("brain-burn");
    module.call("prepare", &json!("brain-burn"));
    let moves = |found: &Value| found["solution"]["line"].as_array().map_or(0, Vec::len);
    let (mut native, mut there) = (Vec::new(), Vec::new());
    for deal in 1..=30 {
        let table = table("brain-burn", &[("way", "seed"), ("seed", &deal.to_string())], "measure");
        let job = job(&table, &[], Task::Hint, Effort::Millis(1000.0));
        let begun = Instant::now();
        let done = work(&job, &|| begun.elapsed().as_secs_f64() * 1000.0, &mut |_, _| ());
        native.push(moves(&serde_json::to_value(done.found).unwrap()));
        let answer = module.call("think", &serde_json::to_value(&job).unwrap());
        there.push(moves(&answer["found"]));
    }
    let mean = |all: &[usize]| all.iter().sum::<usize>() as f64 / all.len() as f64;
    println!(
        "Brain Burn, 1 s, {} deals: native {:.2}, module {:.2}",
        native.len(),
        mean(&native),
        mean(&there)
    );
    println!("{native:?}\n{there:?}");
}
