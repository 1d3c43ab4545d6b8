//! Adds copies of its games to a data folder, which no server uses meanwhile:
//!
//! ```text
//! cargo run -p bagatelle-testdb --bin grow -- FOLDER COPIES
//! ```

#![allow(clippy::disallowed_macros, reason = "a command says what is wrong")]

use std::path::Path;
use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [folder, copies] = arguments.as_slice() else {
        eprintln!("usage: grow FOLDER COPIES");
        return ExitCode::FAILURE;
    };
    let Ok(copies) = copies.parse() else {
        eprintln!("{copies} is no number");
        return ExitCode::FAILURE;
    };
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let runtime = runtime.expect("a runtime can be started");
    let file = Path::new(folder).join("bagatelle.sqlite");
    match runtime.block_on(bagatelle_testdb::grow(&file, copies)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(sqlx::Error::RowNotFound) => {
            eprintln!("{folder} has no game that can be copied");
            ExitCode::FAILURE
        }
        Err(error) => {
            eprintln!("{folder}: {error}");
            ExitCode::FAILURE
        }
    }
}
