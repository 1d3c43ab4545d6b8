//! A server that is started for the measurement: this program, on an empty folder or on a database, without
//! limits on what visitors make.

use super::process::Process;
use anyhow::{Context, Result};
use bagatelle_store::Address;
#[cfg(target_os = "linux")]
use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};
use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::process::{Child, ChildStdout, Command, Stdio};
use tempfile::TempDir;

/// A server that runs until this is dropped.
pub struct Server {
    child: Child,
    /// Where it listens.
    pub address: SocketAddr,
    /// The process.
    pub process: Process,
    /// What it says later must find a reader.
    _output: BufReader<ChildStdout>,
    _folder: TempDir,
}

impl Server {
    /// Starts a server; on one core only, if one is given, and on an empty folder unless a database is.
    pub fn start(core: Option<u32>, database: Option<&Address>) -> Result<Server> {
        let (folder, program) = (tempfile::tempdir()?, std::env::current_exe()?);
        let mut command = match core {
            None => Command::new(&program),
            Some(core) => {
                let mut command = Command::new("taskset");
                command.arg("-c").arg(core.to_string()).arg(&program);
                command
            }
        };
        command.args(["serve", "--listen", "127.0.0.1:0", "--limits", "off"]);
        match database {
            Some(Address::Postgres(url)) => command.arg("--database").arg(url),
            Some(Address::Folder(folder)) => command.arg("--data").arg(folder),
            None => command.arg("--data").arg(folder.path()),
        };
        command.stdout(Stdio::piped());
        let mut child = command.spawn().context("the server cannot be started")?;
        let mut line = String::new();
        let mut output = BufReader::new(child.stdout.take().context("the server says nothing")?);
        output.read_line(&mut line)?;
        let address = line.split_once("http://").and_then(|(_, rest)| rest.split('/').next()?.parse().ok());
        let process = Process(child.id());
        match address {
            Some(address) => Ok(Server { child, address, process, _output: output, _folder: folder }),
            None => {
                end(&mut child);
                anyhow::bail!("the server did not start")
            }
        }
    }

    /// Stops the server, and removes its folder.
    pub fn stop(self) {}
}

/// Keeps this thread, and those that it starts from now on, off the core of the server where there is another
/// one, so that the load takes none of the time that the server may use.
#[cfg(target_os = "linux")]
pub fn leave(core: u32) -> Result<()> {
    let (mut others, core) = (sched_getaffinity(None)?, usize::try_from(core)?);
    if core < CpuSet::MAX_CPU {
        others.unset(core);
    }
    if others.count() > 0 {
        sched_setaffinity(None, &others)?;
    }
    Ok(())
}

/// Elsewhere there is no `taskset` either.
#[cfg(not(target_os = "linux"))]
pub fn leave(_core: u32) -> Result<()> {
    Ok(())
}

fn end(child: &mut Child) {
    // It may have ended by itself.
    let _ = child.kill();
    let _ = child.wait();
}

impl Drop for Server {
    fn drop(&mut self) {
        end(&mut self.child);
    }
}
