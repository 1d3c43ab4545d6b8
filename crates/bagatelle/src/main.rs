//! The command. `bagatelle` alone serves the games on this machine; the other subcommands read and write
//! records.
//!
//! Each subcommand is a function: those that read and write records are in [`records`], solvers in [`solve`],
//! what these compute once in [`tables`], programs in [`programs`], matches between them in [`arena`],
//! [`engine`] for programs in processes of their own, which play on servers by [`play_on`], other forms of
//! records in [`convert`], what many of them tell in [`stats`](mod@stats) and [`figures`](mod@figures),
//! folders of data in [`dataset`], drawings in [`picture`], games on paper in [`print`](mod@print), what is
//! written to files in [`output`] and to terminals in [`printable`], verifications in [`verify`](mod@verify),
//! the server in [`serve`] and `service`, the load generator in [`load`], the games as files in [`site`].
//! What hosts need besides the server is in [`backup`], [`restore`], [`doctor`], [`healthcheck`],
//! [`copy_data`], [`admin`], [`export`] and [`import`]; to whom the data folder belongs, in [`owner`]. What
//! shells and manuals want of all of it is in [`manual`]. Exit status: 0 for success, 2 for a file that is
//! not a record or a command line that is not understood, 1 for an illegal action or any other failure.

mod admin;
mod archive;
mod arena;
mod args;
mod backup;
mod bar;
mod convert;
mod copy_data;
mod dataset;
mod doctor;
mod engine;
mod export;
mod figures;
mod healthcheck;
mod import;
mod limits;
mod load;
mod manual;
mod output;
mod owner;
mod picture;
mod play_on;
mod print;
mod printable;
mod programs;
mod recent_log;
mod records;
mod repeats;
mod restore;
#[cfg(unix)]
mod room;
mod serve;
#[cfg(unix)]
mod service;
mod site;
mod solve;
mod spread;
mod stats;
mod tables;
mod verify;

use args::{Args, Command};
use bagatelle_core::record::RecordError;
use std::process::ExitCode;
use std::time::Instant;

fn main() -> ExitCode {
    let started = Instant::now();
    let args = Args::of_process();
    let done = match args.command.unwrap_or(Command::Serve(args.serve)) {
        Command::Serve(options) => serve::run(options),
        Command::Games => records::games(),
        Command::Limits(limited) => limits::list(&limited.limits),
        Command::Deal(options) => records::deal(&options),
        Command::Trace { files } => records::trace(&files),
        Command::Verify { files } => return verify::verify(&files),
        Command::Perft { file, depth } => records::perft(&file, depth),
        Command::View { file, who } => records::view(&file, who.viewer()),
        Command::Draw(options) => picture::draw(&options),
        Command::Print(options) => print::print(&options),
        Command::Programs => programs::list(),
        Command::Solve(options) => solve::solve(&options, started),
        Command::Tables(options) => tables::run(&options),
        Command::Check { file, certificate } => solve::check(&file, &certificate),
        Command::Arena(options) => arena::run(&options),
        Command::Engine(options) => engine::speak(&options),
        Command::Dataset(options) => dataset::write(&options),
        Command::PlayOn(options) => play_on::run(&options),
        Command::Figures(options) => figures::figures(&options),
        Command::Convert(options) => convert::run(&options),
        Command::Stats(options) => stats::stats(&options),
        Command::Load(options) => load::run(&options),
        Command::Site(options) => site::write(&options),
        Command::CopyData(options) => copy_data::run(&options),
        Command::Admin(options) => admin::run(&options),
        Command::Export(options) => export::run(&options),
        Command::Import(options) => import::run(&options),
        Command::Backup(options) => backup::run(&options),
        Command::Restore(options) => restore::run(&options),
        Command::Doctor(options) => return doctor::run(&options),
        Command::Healthcheck(options) => healthcheck::run(&options),
        Command::Completions { shell } => manual::completions(shell),
        Command::Man => manual::print(),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            printable::report(&error);
            let format = error.downcast_ref::<RecordError>().is_some_and(RecordError::is_format);
            ExitCode::from(if format { 2 } else { 1 })
        }
    }
}

/// Whether output failed because its reader has ended (`bagatelle trace … | head`), which is not an error.
fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.downcast_ref::<std::io::Error>().is_some_and(|e| e.kind() == std::io::ErrorKind::BrokenPipe)
}
