//! The browser that the tests drive.

use std::path::Path;
use std::process::Command;

/// Installs what is missing where it can, and says what to install where it cannot.
const SCRIPT: &str = r#"
have() { command -v "$1" >/dev/null 2>&1; }
chromium() { have chromium || have chromium-browser || have google-chrome; }
driver() { have chromedriver || have chromium.chromedriver; }
if ! { chromium && driver; } && have apt-get && [ "$(id -u)" = 0 ] && [ -e /etc/debian_version ]; then
    export DEBIAN_FRONTEND=noninteractive
    apt-get update --quiet && apt-get install --yes --quiet --no-install-recommends chromium chromium-driver
fi
if chromium && driver; then
    chromedriver --version 2>/dev/null || chromium.chromedriver --version
else
    echo "The browser tests need Chromium and chromedriver of the same version in PATH. To install them:" >&2
    echo "  Debian           sudo apt-get install chromium chromium-driver" >&2
    echo "  Ubuntu           sudo snap install chromium   (it brings chromium.chromedriver)" >&2
    echo "  Fedora           sudo dnf install chromium chromedriver" >&2
    echo "  Arch             sudo pacman -S chromium" >&2
    echo "  macOS            brew install --cask chromium chromedriver" >&2
    exit 1
fi
"#;

/// A command that succeeds if there is a browser to test with, or if it could be installed.
pub fn check() -> Command {
    let mut command = Command::new(if Path::new("/bin/bash").exists() { "/bin/bash" } else { "sh" });
    command.args(["-c", SCRIPT]);
    command
}
