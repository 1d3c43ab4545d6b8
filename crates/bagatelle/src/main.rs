//! The command. `bagatelle` alone serves the games on this machine; the other subcommands read and write records.
//!
//! Each subcommand is a function in a module of its kind: [`records`] for what reads records, [`play`] for programs and
//! solvers, [`picture`] for drawings, [`serve`] for the server. Exit status: 0, 1 for an action that is not legal or any
//! other failure, 2 for a file that is no record or a command line that is not understood.

mod args;
mod picture;
mod play;
mod records;
mod serve;

use args::{Args, Command};
use bagatelle_core::record::RecordError;
use clap::Parser;
use std::process::ExitCode;

fn main() -> ExitCode {
    let args = Args::parse();
    let done = match args.command.unwrap_or(Command::Serve(args.serve)) {
        Command::Serve(options) => serve::run(options),
        Command::Games => records::games(),
        Command::Deal(options) => records::deal(&options),
        Command::Trace { files } => records::trace(&files),
        Command::Perft { file, depth } => records::perft(&file, depth),
        Command::View { file, who } => records::view(&file, who.viewer()),
        Command::Draw(options) => picture::draw(&options),
        Command::Programs => play::programs(),
        Command::Solve(options) => play::solve(&options),
        Command::Check { file, certificate } => play::check(&file, &certificate),
        Command::Arena(options) => play::arena(&options),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("bagatelle: {error:#}");
            let format = error.downcast_ref::<RecordError>().is_some_and(RecordError::is_format);
            ExitCode::from(if format { 2 } else { 1 })
        }
    }
}

/// Whether output ended because nobody reads it any more (`bagatelle trace … | head`), which is no fault.
fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.downcast_ref::<std::io::Error>().is_some_and(|e| e.kind() == std::io::ErrorKind::BrokenPipe)
}
