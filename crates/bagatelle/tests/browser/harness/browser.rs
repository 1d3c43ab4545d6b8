//! Chromium without a window, driven through chromedriver.

use anyhow::{Context, Result, bail};
use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Child, ChildStdout, Command, Stdio};
use tempfile::TempDir;
use thirtyfour::LoggingPrefsLogLevel;
use thirtyfour::prelude::*;

const MISSING: &str = "The browser tests need Chromium and chromedriver of the same version in PATH. \
    On Debian and Ubuntu: apt-get install chromium chromium-driver (Ubuntu: chromium-browser chromium-chromedriver). \
    On Fedora: dnf install chromium chromedriver. On macOS: brew install --cask chromium chromedriver. \
    `cargo xtask test` installs them itself when it runs as root on Debian.";

const FLAGS: [&str; 10] = [
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--disable-dev-shm-usage",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--window-size=1280,900",
];

/// A chromedriver, which opens browsers.
pub struct Browsers {
    process: Child,
    /// Must stay open as long as the process may write.
    _output: BufReader<ChildStdout>,
    address: String,
    profiles: TempDir,
}

impl Browsers {
    /// Starts a chromedriver on a free port.
    pub fn start() -> Result<Browsers> {
        let driver = find(&["chromedriver", "chromium.chromedriver"]).context(MISSING)?;
        let mut process = Command::new(driver)
            .arg("--port=0")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .context(MISSING)?;
        let mut output = BufReader::new(process.stdout.take().context("its output")?);
        let mut line = String::new();
        let port = loop {
            line.clear();
            if output.read_line(&mut line)? == 0 {
                bail!("chromedriver does not start. {MISSING}");
            }
            if let Some((_, port)) = line.trim().split_once("started successfully on port ") {
                break port.trim_end_matches('.').to_owned();
            }
        };
        let address = format!("http://127.0.0.1:{port}");
        Ok(Browsers { process, _output: output, address, profiles: TempDir::new()? })
    }

    /// Opens a browser with an empty profile.
    pub async fn open(&self) -> Result<WebDriver> {
        let mut capabilities = DesiredCapabilities::chrome();
        for flag in FLAGS {
            capabilities.add_arg(flag)?;
        }
        let profile = tempfile::Builder::new().tempdir_in(self.profiles.path())?.keep();
        capabilities.add_arg(&format!("--user-data-dir={}", profile.display()))?;
        if let Some(chromium) = find(&["chromium", "chromium-browser", "google-chrome", "chrome"]) {
            capabilities.set_binary(&chromium.display().to_string())?;
        }
        capabilities.set_browser_log_level(LoggingPrefsLogLevel::All)?;
        WebDriver::new(self.address.as_str(), capabilities).await.context(MISSING)
    }
}

impl Drop for Browsers {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// The first of these programs that is in PATH.
fn find(names: &[&str]) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    let folders: Vec<PathBuf> = std::env::split_paths(&path).collect();
    names
        .iter()
        .flat_map(|name| folders.iter().map(move |folder| folder.join(name)))
        .find(|file| file.is_file())
}
