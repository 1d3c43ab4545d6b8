//! Counting instructions with valgrind, which gives the same number on a busy machine.

use super::contender::{Contender, amount};
use crate::step::Failed;
use std::ffi::OsStr;
use std::process::Command;

/// Runs a command; returns the number of its instructions and what it printed.
fn count(command: &Command) -> Result<(f64, String), Failed> {
    let mut valgrind = Command::new("valgrind");
    valgrind.args(["--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null"]);
    valgrind.arg(command.get_program()).args(command.get_args());
    let said = |why: &str| {
        let args: Vec<_> = command.get_args().map(OsStr::to_string_lossy).collect();
        Failed(format!("valgrind {} {}: {why}", command.get_program().to_string_lossy(), args.join(" ")))
    };
    let output = valgrind.output().map_err(|error| said(&error.to_string()))?;
    let report = String::from_utf8_lossy(&output.stderr).into_owned();
    match instructions(&report) {
        Some(number) if output.status.success() => {
            Ok((number, String::from_utf8_lossy(&output.stdout).trim().to_owned()))
        }
        _ => Err(said(report.trim())),
    }
}

/// The number of instructions in what cachegrind says: `==12== I   refs:      1,234,567`.
fn instructions(report: &str) -> Option<f64> {
    let line = report.lines().find(|line| line.contains("refs:") && line.contains(" I "))?;
    line.split("refs:").nth(1)?.trim().replace(',', "").parse().ok()
}

/// Instructions for each action of games that are `length` actions long, or for each action sequence that is
/// counted: the difference of two runs, so that start and set-up do not count.
pub fn each(
    contender: &Contender,
    what: &str,
    game: &str,
    [few, many]: [u32; 2],
    length: f64,
) -> Result<f64, Failed> {
    let run = |number: u32| -> Result<(f64, f64), Failed> {
        let (instructions, printed) = count(&contender.with(&["run", what, game, &number.to_string()]))?;
        Ok((instructions, amount(&printed)?.actions(length)))
    };
    let ((less, fewer), (more, most)) = (run(few)?, run(many)?);
    Ok((more - less) / (most - fewer))
}

#[cfg(test)]
mod tests {
    use super::instructions;

    #[test]
    fn the_report_of_cachegrind_is_read() {
        let old = "==7== Cachegrind\n--7-- warning: L3 cache found\n==7== \n==7== I   refs:      1,234,567\n";
        let new = "==7== I refs:        89\n";
        assert_eq!(instructions(old), Some(1_234_567.0));
        assert_eq!(instructions(new), Some(89.0));
        assert_eq!(instructions("==7== D refs: 5\n"), None);
    }
}
