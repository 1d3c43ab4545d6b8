//! The PostgreSQL server that tests use.

use crate::cargo;
use std::process::Command;

/// The command, run with a server that all its tests share.
pub fn with_server(command: &Command) -> Command {
    let mut with =
        cargo(&["run", "--quiet", "--package", "bagatelle-testdb", "--bin", "with-postgres", "--"]);
    with.arg(command.get_program()).args(command.get_args());
    for (name, value) in command.get_envs() {
        match value {
            Some(value) => with.env(name, value),
            None => with.env_remove(name),
        };
    }
    with
}
