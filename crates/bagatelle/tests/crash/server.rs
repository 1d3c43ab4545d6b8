//! The real program, started so that it can be killed at any moment.

use anyhow::{Context, Result};
use rustix::process::{Pid, Signal};
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

/// The program.
pub const PROGRAM: &str = env!("CARGO_BIN_EXE_bagatelle");

/// The command that serves a folder on any free port. `before` are commands that run it.
pub fn command(folder: &Path, before: &[&str]) -> Command {
    let mut command = match before {
        [] => Command::new(PROGRAM),
        [first, rest @ ..] => {
            let mut command = Command::new(first);
            command.args(rest).arg(PROGRAM);
            command
        }
    };
    command.arg("serve").arg("--data").arg(folder).args(["--listen", "127.0.0.1:0", "--limits", "off"]);
    command.stdin(Stdio::null()).stdout(Stdio::piped());
    command
}

/// The command that serves a database on any free port, beside others that do.
pub fn copy(database: &str) -> Command {
    let mut command = Command::new(PROGRAM);
    command.args(["serve", "--database", database, "--listen", "127.0.0.1:0", "--limits", "off"]);
    command.stdin(Stdio::null()).stdout(Stdio::piped());
    command
}

/// A server that runs.
pub struct Server {
    child: Child,
    /// It must stay open as long as the server may write to it.
    output: BufReader<ChildStdout>,
    /// Where it listens.
    pub address: SocketAddr,
    /// How long its start took.
    pub took: Duration,
}

impl Server {
    /// Starts it and waits until it listens. What it logs is added to a file.
    pub fn start(mut command: Command, log: &Path) -> Result<Server> {
        let begun = Instant::now();
        let mut child = command.stderr(File::options().create(true).append(true).open(log)?).spawn()?;
        let mut output = BufReader::new(child.stdout.take().context("its output")?);
        let mut line = String::new();
        output.read_line(&mut line)?;
        let took = begun.elapsed();
        let address = line.trim().strip_prefix("Bagatelle is at http://").and_then(|a| a.strip_suffix('/'));
        let Some(address) = address else {
            child.wait()?;
            anyhow::bail!("the server said {line:?}\n{}", std::fs::read_to_string(log).unwrap_or_default());
        };
        Ok(Server { address: address.parse()?, child, output, took })
    }

    /// The next line that it says.
    pub fn line(&mut self) -> Result<String> {
        let mut line = String::new();
        self.output.read_line(&mut line)?;
        Ok(line)
    }

    /// Asks it to end, and waits until it has.
    pub fn end(mut self) -> Result<()> {
        let process = Pid::from_raw(self.id().cast_signed()).context("a process")?;
        rustix::process::kill_process(process, Signal::TERM)?;
        self.child.wait()?;
        Ok(())
    }

    /// The number of its process.
    pub fn id(&self) -> u32 {
        self.child.id()
    }
}

impl Drop for Server {
    /// Ends it at once, by SIGKILL, without a chance to write anything.
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
