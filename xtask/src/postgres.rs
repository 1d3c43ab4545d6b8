//! The PostgreSQL server that tests use.

use crate::cargo;
use crate::step::inherit;
use std::process::Command;

/// The command, run with a server that all its tests share.
pub fn with_server(command: &Command) -> Command {
    let mut with =
        cargo(&["run", "--quiet", "--package", "bagatelle-testdb", "--bin", "with-postgres", "--"]);
    with.arg(command.get_program()).args(command.get_args());
    inherit(&mut with, command);
    with
}
