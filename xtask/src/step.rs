//! Running one command after another, and saying so.

use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// What did not work.
pub struct Failed(pub String);

/// Runs a command under a heading, with its output as it comes, and tells how long it took.
pub fn run(heading: &str, command: &mut Command) -> Result<(), Failed> {
    println!("\n=== {heading}");
    let start = Instant::now();
    let status = command.stdin(Stdio::null()).status();
    let program = command.get_program().to_string_lossy().into_owned();
    let status = status.map_err(|error| Failed(format!("{heading}: {program} cannot be run: {error}")))?;
    let took = seconds(start.elapsed());
    if !status.success() {
        let args: Vec<_> = command.get_args().map(|arg| arg.to_string_lossy()).collect();
        return Err(Failed(format!("{heading}, after {took}: {program} {} ({status})", args.join(" "))));
    }
    println!("=== {heading}: done in {took}");
    Ok(())
}

/// A time as people read it.
pub fn seconds(time: Duration) -> String {
    format!("{:.1} s", time.as_secs_f64())
}
