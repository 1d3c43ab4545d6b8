//! `cargo xtask crash`: kills the real program at random moments, as often as is wanted.
//!
//! The work is done by the test `kills` of the command, which `cargo xtask test` runs with 50 kills.

use crate::step::{self, Failed};
use std::ffi::OsString;
use std::process::Command;

/// Runs the test as the options say.
pub fn crash(options: &[OsString], mut test: Command) -> Result<(), Failed> {
    let (mut kills, mut seed) = (50u64, 1u64);
    let mut options = options.iter().map(|option| option.to_string_lossy());
    while let Some(option) = options.next() {
        let mut number = || {
            let number = options.next().and_then(|number| number.parse().ok());
            number.ok_or_else(|| Failed(format!("crash: {option} needs a number")))
        };
        match option.as_ref() {
            "--kills" => kills = number()?,
            "--seed" => seed = number()?,
            "--release" => drop(test.arg("--release")),
            unknown => return Err(Failed(format!("crash: there is no option {unknown}"))),
        }
    }
    test.args(["--", "--exact", "kills::whatever_was_confirmed_survives_a_kill", "--nocapture"]);
    test.env("BAGATELLE_CRASH", format!("{kills},{seed}")).env("NO_PROXY", "127.0.0.1,localhost");
    step::run(&format!("{kills} kills, seed {seed}"), &mut test)
}
