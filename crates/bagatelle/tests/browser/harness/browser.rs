//! Browsers, and the programs that drive them.

use super::engine::{Engine, find};
use crate::ports::free_port;
use anyhow::{Context, Result, bail};
use serde_json::Value;
use std::io::{BufRead, BufReader};
use std::net::{Ipv4Addr, SocketAddr, TcpStream};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};
use tempfile::TempDir;
use thirtyfour::prelude::*;

/// How long a driver may take to start on a busy machine.
const STARTS: Duration = Duration::from_secs(60);

/// The size of the window, as far as an engine does not take it from its flags.
const WINDOW: (u32, u32) = (1280, 900);

/// The browsers of a story, with a driver each: those of Firefox and WebKit open only one.
pub struct Browsers {
    // In the order in which they end: the screen last.
    drivers: Vec<Process>,
    screen: Option<Screen>,
    profiles: TempDir,
}

impl Browsers {
    /// None yet.
    pub fn new() -> Result<Browsers> {
        Ok(Browsers { drivers: Vec::new(), screen: None, profiles: TempDir::new()? })
    }

    /// Opens a browser with an empty profile, the whole of it if it has `preferences`. A Chromium that is
    /// `still` asks pages for less motion.
    pub async fn open(
        &mut self,
        engine: Engine,
        preferences: Option<&Value>,
        still: bool,
    ) -> Result<WebDriver> {
        let address = self.start(engine).await.context(engine.missing())?;
        let capabilities = Capabilities::from(engine.capabilities(preferences, still));
        let driver =
            WebDriver::new(format!("http://{address}"), capabilities).await.context(engine.missing())?;
        if engine != Engine::Chromium {
            driver.set_window_rect(0, 0, WINDOW.0, WINDOW.1).await?;
        }
        Ok(driver)
    }

    /// Starts a driver on a port of its own.
    async fn start(&mut self, engine: Engine) -> Result<SocketAddr> {
        let program = engine.driver().with_context(|| format!("no driver of {engine:?}"))?;
        if engine == Engine::WebKit && self.screen.is_none() {
            self.screen = Some(Screen::start()?);
        }
        let address = SocketAddr::from((Ipv4Addr::LOCALHOST, free_port()));
        let mut command = Command::new(&program);
        command.arg(format!("--port={}", address.port()));
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        // Where it makes the profiles of its browsers.
        command.env("TMPDIR", self.profiles.path());
        if let Some(screen) = self.screen.as_ref().filter(|_| engine == Engine::WebKit) {
            // No bus for screen readers is there to be waited for.
            command.env("DISPLAY", &screen.name).env("GDK_BACKEND", "x11").env("NO_AT_BRIDGE", "1");
            // Its compositor draws in a thread of its own with Mesa's software rasterizer, and on a busy
            // machine dies there now and then (a fault in swrast_dri.so), with the whole browser.
            command.env("WEBKIT_DISABLE_COMPOSITING_MODE", "1");
        }
        let mut driver = Process(command.spawn()?);
        let start = Instant::now();
        while driver.0.try_wait()?.is_none() && start.elapsed() < STARTS {
            if TcpStream::connect(address).is_ok() {
                self.drivers.push(driver);
                return Ok(address);
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        bail!("the driver of {engine:?} does not start")
    }
}

/// A process that ends with its owner.
struct Process(Child);

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// A screen that is in memory only.
struct Screen {
    _process: Process,
    /// Must stay open as long as the process may write.
    _output: BufReader<ChildStdout>,
    /// As in `DISPLAY`.
    name: String,
}

impl Screen {
    fn start() -> Result<Screen> {
        let mut process = Command::new(find(&["Xvfb"]).context("no Xvfb")?)
            .args(["-displayfd", "1", "-screen", "0", "1600x1200x24", "-nolisten", "tcp"])
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()?;
        let output = process.stdout.take();
        let process = Process(process);
        let (mut output, mut number) = (BufReader::new(output.context("its output")?), String::new());
        output.read_line(&mut number)?;
        number.trim().parse::<u32>().context("Xvfb does not start")?;
        Ok(Screen { _process: process, _output: output, name: format!(":{}", number.trim()) })
    }
}
