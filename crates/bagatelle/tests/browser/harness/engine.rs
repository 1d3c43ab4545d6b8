//! The engines in which the pages are tried, and what drives a browser of each.

use serde_json::{Map, Value, json};
use std::path::{Path, PathBuf};

/// A browser engine. Each is driven by a program of its own, through the same protocol.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Engine {
    /// Chromium without a window, by chromedriver.
    Chromium,
    /// Firefox without a window, by geckodriver.
    Firefox,
    /// `MiniBrowser`, which comes with WebKitGTK, in a window on a screen of its own, by `WebKitWebDriver`.
    WebKit,
}

const CHROMIUM: &str = "These browser tests need Chromium and chromedriver of the same version in PATH. \
    On Debian: apt-get install chromium chromium-headless-shell chromium-driver; on Ubuntu: \
    chromium-browser chromium-chromedriver. \
    On Fedora: dnf install chromium chromedriver. On macOS: brew install --cask chromium chromedriver. \
    `cargo xtask setup` installs them on Debian and Ubuntu.";

const FIREFOX: &str = "These browser tests need Firefox and geckodriver in PATH. \
    On Debian: apt-get install firefox-esr; on Fedora: dnf install firefox; on macOS: brew install --cask \
    firefox. \
    geckodriver: cargo install geckodriver --locked. \
    `cargo xtask setup` installs both on Debian and Ubuntu.";

const WEBKIT: &str = "These browser tests need WebKitWebDriver, the MiniBrowser of WebKitGTK, and Xvfb in \
    PATH. \
    On Debian and Ubuntu: apt-get install webkit2gtk-driver xvfb. Elsewhere: the packages that hold these \
    programs. \
    `cargo xtask setup` installs them on Debian and Ubuntu.";

/// Chromium as no more than what shows pages, which takes half the time. It has no settings, no notifications
/// and no hidden tabs. Debian's command of that name stays between the browser and its driver, so that the
/// two lose each other.
const SHELLS: [&str; 2] = ["/usr/lib/chromium/chromium-headless-shell", "chrome-headless-shell"];

/// The whole Chromium.
const CHROMIUMS: [&str; 4] = ["chromium", "chromium-browser", "google-chrome", "chrome"];

const CHROMIUM_FLAGS: [&str; 11] = [
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
    // Names that no browser takes for this machine.
    "--host-resolver-rules=MAP *.test 127.0.0.1",
];

impl Engine {
    /// What to install where something is missing.
    pub(super) fn missing(self) -> &'static str {
        match self {
            Engine::Chromium => CHROMIUM,
            Engine::Firefox => FIREFOX,
            Engine::WebKit => WEBKIT,
        }
    }

    /// The program that opens browsers.
    pub(super) fn driver(self) -> Option<PathBuf> {
        match self {
            Engine::Chromium => find(&["chromedriver", "chromium.chromedriver"]),
            // `cargo xtask setup` puts it beside what cargo builds.
            Engine::Firefox => find(&["geckodriver"]).or_else(|| {
                let own = Path::new(env!("CARGO_TARGET_TMPDIR")).join("../tools/bin/geckodriver");
                own.is_file().then_some(own)
            }),
            Engine::WebKit => find(&["WebKitWebDriver"]),
        }
    }

    /// What a browser with an empty profile is asked to be like. With `preferences`, even without any, it is
    /// the whole Chromium; one that is `still` asks for less motion.
    pub(super) fn capabilities(self, preferences: Option<&Value>, still: bool) -> Map<String, Value> {
        let wanted = match self {
            Engine::Chromium => {
                let less = still.then_some("--force-prefers-reduced-motion");
                let flags: Vec<_> = CHROMIUM_FLAGS.into_iter().chain(less).collect();
                let mut options = json!({ "args": flags });
                if let Some(preferences) = preferences {
                    options["prefs"] = preferences.clone();
                }
                let shell = find(&SHELLS).filter(|_| preferences.is_none());
                if let Some(chromium) = shell.or_else(|| find(&CHROMIUMS)) {
                    options["binary"] = json!(chromium);
                }
                let logs = json!({ "browser": "ALL" });
                json!({ "browserName": "chrome", "goog:chromeOptions": options, "goog:loggingPrefs": logs })
            }
            Engine::Firefox => {
                let mut options = json!({ "args": ["-headless"] });
                if let Some(firefox) = find(&["firefox-esr", "firefox"]) {
                    options["binary"] = json!(firefox);
                }
                json!({ "browserName": "firefox", "moz:firefoxOptions": options })
            }
            Engine::WebKit => json!({ "browserName": "MiniBrowser" }),
        };
        match wanted {
            Value::Object(wanted) => wanted,
            _ => Map::new(),
        }
    }
}

/// The first of these programs that is in PATH.
pub(super) fn find(names: &[&str]) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    let folders: Vec<PathBuf> = std::env::split_paths(&path).collect();
    names
        .iter()
        .flat_map(|name| folders.iter().map(move |folder| folder.join(name)))
        .find(|file| file.is_file())
}
