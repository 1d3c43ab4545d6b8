//! The real program, serving a folder of its own; it can be stopped, killed and started again.

use crate::ports::free_port;
use anyhow::{Context, Result, ensure};
use std::io::{BufRead, BufReader};
use std::net::{Ipv4Addr, SocketAddr};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// How long a server may take to stop, whatever its programs and solvers are at.
const PROMPT: Duration = Duration::from_secs(4);

/// A running server.
pub struct Server {
    folder: TempDir,
    address: SocketAddr,
    /// The path before all others; empty if the server has its host for itself.
    base: &'static str,
    /// Flags beside those that every server has.
    flags: &'static [&'static str],
    /// The process and its output, which must stay open as long as it may write.
    process: Option<(Child, BufReader<ChildStdout>)>,
}

impl Server {
    /// Starts a server on an empty folder and a port of its own, below a path if one is given.
    pub fn start(base: &'static str) -> Result<Server> {
        let address = SocketAddr::from((Ipv4Addr::LOCALHOST, free_port()));
        let mut server = Server { folder: TempDir::new()?, address, base, flags: &[], process: None };
        server.start_again()?;
        Ok(server)
    }

    /// Starts it anew with flags of its own.
    pub fn start_again_with(&mut self, flags: &'static [&'static str]) -> Result<()> {
        self.stop()?;
        self.flags = flags;
        self.start_again()
    }

    /// Starts it on the same folder and port.
    pub fn start_again(&mut self) -> Result<()> {
        ensure!(self.process.is_none(), "the server is running");
        let mut command = Command::new(env!("CARGO_BIN_EXE_bagatelle"));
        if !self.base.is_empty() {
            // The host is that of no request: a proxy is known by the address of its machine.
            command.env("BAGATELLE_PUBLIC_URL", format!("http://games.example{}/", self.base));
        }
        let mut child = command
            .arg("serve")
            .arg("--data")
            .arg(self.folder.path())
            .args(["--listen", &self.address.to_string()])
            .args(self.flags)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .spawn()?;
        let mut output = BufReader::new(child.stdout.take().context("its output")?);
        let (mut first, mut second) = (String::new(), String::new());
        output.read_line(&mut first)?;
        output.read_line(&mut second)?;
        self.process = Some((child, output));
        let address = first.trim().strip_prefix("Bagatelle is at http://").and_then(|a| a.strip_suffix('/'));
        let address = address.and_then(|address| address.strip_suffix(self.base));
        self.address = address.with_context(|| format!("the server said: {first:?}"))?.parse()?;
        Ok(())
    }

    /// A command of the program on the same folder.
    pub fn command(&self, name: &str) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_bagatelle"));
        command.arg(name).arg("--data").arg(self.folder.path());
        command
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// The path before all others.
    pub fn base(&self) -> &'static str {
        self.base
    }

    /// Asks it to stop, as a service manager does, and waits until it has; it must end well.
    pub fn stop(&mut self) -> Result<()> {
        let (mut child, _output) = self.process.take().context("the server is not running")?;
        let told = Command::new("sh").args(["-c", "kill -TERM \"$0\"", &child.id().to_string()]).status()?;
        ensure!(told.success(), "the signal could not be sent");
        let start = Instant::now();
        let ended = child.wait()?;
        ensure!(ended.success(), "the server ended with {ended}");
        ensure!(start.elapsed() < PROMPT, "the server took {:?} to end", start.elapsed());
        Ok(())
    }

    /// Ends it at once, without a chance to write anything.
    pub fn kill(&mut self) -> Result<()> {
        let (mut child, _output) = self.process.take().context("the server is not running")?;
        child.kill()?;
        child.wait()?;
        Ok(())
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        if self.process.is_some() {
            let _ = self.kill();
        }
    }
}
