//! `cargo xtask crash`: kills the real program at random moments, as often as is wanted.
//!
//! The work is done by the tests `kills` and `copies` of the command, which `cargo xtask test` runs with few
//! kills.

use crate::step::{self, Failed};
use std::ffi::OsString;
use std::process::Command;

/// Runs the test as the options say.
pub fn crash(options: &[OsString], mut test: Command) -> Result<(), Failed> {
    let (mut kills, mut seed, mut copies, mut database) = (50u64, 1u64, 1u64, false);
    let mut options = options.iter().map(|option| option.to_string_lossy());
    while let Some(option) = options.next() {
        let mut number = || {
            let number = options.next().and_then(|number| number.parse().ok());
            number.ok_or_else(|| Failed(format!("crash: {option} needs a number")))
        };
        match option.as_ref() {
            "--kills" => kills = number()?,
            "--seed" => seed = number()?,
            "--copies" => copies = number()?,
            "--database" => database = true,
            "--release" => drop(test.arg("--release")),
            unknown => return Err(Failed(format!("crash: there is no option {unknown}"))),
        }
    }
    let (name, variable) = match (copies, database) {
        (1, false) => ("kills::whatever_was_confirmed_survives_a_kill", "BAGATELLE_CRASH"),
        (3, false) => ("copies::whatever_was_confirmed_survives_the_end_of_a_copy", "BAGATELLE_CRASH_COPIES"),
        (3, true) => {
            ("copies::whatever_was_confirmed_survives_the_end_of_copies_and_database", "BAGATELLE_CRASH_ALL")
        }
        (1, true) => return Err(Failed("crash: the database is killed together with 3 copies".into())),
        _ => return Err(Failed("crash: there are 1 or 3 copies".into())),
    };
    test.args(["--", "--exact", name, "--nocapture"]);
    test.env(variable, format!("{kills},{seed}")).env("NO_PROXY", "127.0.0.1,localhost");
    step::run(&format!("{kills} kills, seed {seed}"), &mut test)
}
