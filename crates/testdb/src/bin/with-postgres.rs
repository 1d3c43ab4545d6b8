//! `with-postgres COMMAND ARGUMENTS`: runs a command with a PostgreSQL server for its tests, which ends with
//! the command.

#![allow(clippy::disallowed_macros, reason = "a command says what is wrong")]

use bagatelle_testdb::{Server, VARIABLE};
use std::process::{Command, ExitCode};

fn main() -> ExitCode {
    let mut arguments = std::env::args_os().skip(1);
    let Some(program) = arguments.next() else {
        eprintln!("with-postgres COMMAND ARGUMENTS");
        return ExitCode::from(2);
    };
    let mut command = Command::new(&program);
    command.args(arguments);
    // Cargo says here which package it runs. A cargo that is run by this one has nothing to do with that.
    let is_of_package =
        |name: &str| ["CARGO_PKG_", "CARGO_MANIFEST_"].iter().any(|start| name.starts_with(start));
    for (name, _) in std::env::vars_os().filter(|(name, _)| name.to_str().is_some_and(is_of_package)) {
        command.env_remove(name);
    }
    let given = std::env::var_os(VARIABLE).is_some();
    let server = (!given).then(Server::start);
    if let Some(server) = &server {
        command.env(VARIABLE, server.address("postgres"));
    }
    match command.status() {
        Ok(status) if status.success() => ExitCode::SUCCESS,
        Ok(_) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("{}: {error}", program.display());
            ExitCode::FAILURE
        }
    }
}
