//! Running one command after another, saying so, and telling at the end where the time went and what was left
//! out.

use std::fs::{self, File};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// What did not work.
pub struct Failed(pub String);

/// What a run has done so far.
static DONE: Mutex<Done> = Mutex::new(Done { steps: Vec::new(), skipped: Vec::new() });

struct Done {
    steps: Vec<Step>,
    /// What was left out, and how to have it.
    skipped: Vec<String>,
}

struct Step {
    heading: String,
    took: Duration,
    /// The time of processors, where the system tells it.
    worked: Option<Duration>,
}

/// Runs a command under a heading, with its output as it comes, and tells how long it took.
pub fn run(heading: &str, command: &mut Command) -> Result<(), Failed> {
    timed(heading, || {
        let status = command.stdin(Stdio::null()).status();
        let program = command.get_program().to_string_lossy().into_owned();
        let status = status.map_err(|error| Failed(format!("{program} cannot be run: {error}")))?;
        if status.success() {
            return Ok(());
        }
        let args: Vec<_> = command.get_args().map(|arg| arg.to_string_lossy()).collect();
        Err(Failed(format!("{program} {} ({status})", args.join(" "))))
    })
}

/// Does some work under a heading, and tells how long it took.
pub fn timed(heading: &str, work: impl FnOnce() -> Result<(), Failed>) -> Result<(), Failed> {
    println!("\n=== {heading}");
    let (start, before) = (Instant::now(), children());
    let done = work();
    let took = start.elapsed();
    done.map_err(|Failed(why)| Failed(format!("{heading}, after {}: {why}", seconds(took))))?;
    let worked = children().zip(before).map(|(now, before)| now.saturating_sub(before));
    println!("=== {heading}: done in {}", seconds(took));
    if let Ok(mut done) = DONE.lock() {
        done.steps.push(Step { heading: heading.to_owned(), took, worked });
    }
    Ok(())
}

/// A command that runs while others do. It is stopped if it is dropped before its end.
pub struct Beside {
    heading: &'static str,
    child: Child,
    start: Instant,
    /// What it prints.
    log: PathBuf,
}

/// Starts a command that others need not wait for, with what it prints in a file. It gets the time of
/// processors that nothing else wants.
pub fn beside(heading: &'static str, command: &Command, log: PathBuf) -> Result<Beside, Failed> {
    let failed = |error: std::io::Error| Failed(format!("{heading}: {error}"));
    let mut quiet = Command::new("nice");
    quiet.args(["-n", "19"]).arg(command.get_program()).args(command.get_args());
    inherit(&mut quiet, command);
    let file = File::create(&log).map_err(failed)?;
    quiet.stdin(Stdio::null()).stdout(file.try_clone().map_err(failed)?).stderr(file);
    println!("\n=== {heading}: runs beside what follows");
    Ok(Beside { heading, child: quiet.spawn().map_err(failed)?, start: Instant::now(), log })
}

/// Gives a command the variables that another one sets, and takes those from it that the other one lacks.
pub fn inherit(command: &mut Command, from: &Command) {
    for (name, value) in from.get_envs() {
        match value {
            Some(value) => command.env(name, value),
            None => command.env_remove(name),
        };
    }
}

impl Beside {
    /// Waits for the end, and prints what the command has printed.
    pub fn end(mut self) -> Result<(), Failed> {
        let start = self.start;
        timed(self.heading, || {
            let status = self.child.wait().map_err(|error| Failed(error.to_string()))?;
            print!("{}", fs::read_to_string(&self.log).unwrap_or_default());
            println!("=== it began {} ago", seconds(start.elapsed()));
            if status.success() { Ok(()) } else { Err(Failed(status.to_string())) }
        })
    }
}

impl Drop for Beside {
    fn drop(&mut self) {
        // Both fail if it has ended, as it should have.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Notes that something is left out, and how to have it.
pub fn skip(what: &str) {
    println!("\n=== skipped: {what}");
    if let Ok(mut done) = DONE.lock() {
        done.skipped.push(what.to_owned());
    }
}

/// A table of the steps that were done, then a line for each thing that was left out; nothing for neither.
pub fn summary() -> String {
    let Ok(done) = DONE.lock() else { return String::new() };
    if done.steps.is_empty() && done.skipped.is_empty() { String::new() } else { table(&done) }
}

fn table(done: &Done) -> String {
    let width = done.steps.iter().map(|step| step.heading.chars().count()).max().unwrap_or(0).max(5);
    let mut text = format!("{:width$}  {:>9}  {:>9}\n", "step", "time", "processor");
    let line = |name: &str, took: Duration, worked: Option<Duration>| {
        let worked = worked.map_or_else(|| "?".to_owned(), seconds);
        format!("{name:width$}  {:>9}  {worked:>9}\n", seconds(took))
    };
    for step in &done.steps {
        text += &line(&step.heading, step.took, step.worked);
    }
    let worked = done.steps.iter().map(|step| step.worked).sum();
    text += &line("all", done.steps.iter().map(|step| step.took).sum(), worked);
    for what in &done.skipped {
        text += &format!("skipped: {what}\n");
    }
    text
}

/// A time as people read it.
pub fn seconds(time: Duration) -> String {
    format!("{:.1} s", time.as_secs_f64())
}

/// The time that processors have spent on the processes that this one has started and that have ended.
fn children() -> Option<Duration> {
    let stat = std::fs::read_to_string("/proc/self/stat").ok()?;
    // The name of the program, in brackets, may hold blanks. Then come the fields from the third on.
    let fields: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
    let ticks: u64 = fields.get(13..15)?.iter().map(|field| field.parse::<u64>().ok()).sum::<Option<_>>()?;
    // Linux tells user space hundredths of a second.
    Some(Duration::from_millis(ticks * 10))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_has_each_step_their_sum_and_what_was_left_out() {
        let step = |heading: &str, took, worked| Step {
            heading: heading.to_owned(),
            took: Duration::from_millis(took),
            worked: Some(Duration::from_millis(worked)),
        };
        let done = Done {
            steps: vec![step("Tests", 61_500, 90_000), step("Scripts", 500, 400)],
            skipped: vec!["stories in a browser; `cargo xtask setup` installs Chromium".to_owned()],
        };
        let expected = "\
step          time  processor
Tests       61.5 s     90.0 s
Scripts      0.5 s      0.4 s
all         62.0 s     90.4 s
skipped: stories in a browser; `cargo xtask setup` installs Chromium
";
        assert_eq!(table(&done), expected);
    }

    #[test]
    fn a_step_that_fails_says_which_and_is_not_in_the_table() {
        let failed = timed("A step that fails", || Err(Failed("no luck".to_owned())));
        let Err(Failed(why)) = failed else { panic!("it has failed") };
        assert!(why.starts_with("A step that fails, after ") && why.ends_with(": no luck"), "{why}");
        assert!(!summary().contains("A step that fails"));
    }

    #[cfg(unix)]
    #[test]
    fn what_runs_beside_others_is_waited_for_and_may_fail() {
        let folder = std::env::temp_dir();
        let run = |word: &str| {
            let mut command = Command::new("sh");
            command.args(["-c", word]).env("WORD", "done").env_remove("CARGO_PKG_NAME");
            let log = folder.join(format!("beside-{}-{}", std::process::id(), word.len()));
            let ended = beside("A step beside others", &command, log.clone()).and_then(Beside::end);
            let printed = fs::read_to_string(&log).unwrap_or_default();
            let _ = fs::remove_file(log);
            (ended.is_ok(), printed)
        };
        // What cargo said of this package would have others build libraries again.
        let printed = (true, "done, no package\n".to_owned());
        assert_eq!(run("sleep 0.1; echo $WORD, ${CARGO_PKG_NAME:-no package}"), printed);
        assert_eq!(run("exit 1"), (false, String::new()));
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn the_time_of_processors_is_known_on_linux() {
        assert!(children().is_some());
    }
}
