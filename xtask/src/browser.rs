//! The browsers that the tests drive, one of each engine.

use std::path::{Path, PathBuf};
use std::process::Command;

/// Installs what is missing where it can, and says what to install where it cannot. `$TOOLS` is where geckodriver is put, which
/// no package of Debian holds.
const SCRIPT: &str = r#"
GECKODRIVER=0.37.1
have() { command -v "$1" >/dev/null 2>&1; }
# No function is named like a program: `command -v` finds functions, too.
chromium_there() { have chromium || have chromium-browser || have google-chrome; }
chromedriver_there() { have chromedriver || have chromium.chromedriver; }
firefox_there() { have firefox-esr || have firefox; }
geckodriver_there() { have geckodriver || [ -x "$TOOLS/bin/geckodriver" ]; }
# It is for Linux only, and the stories in it are, too.
webkit_there() { [ "$(uname)" != Linux ] || { have WebKitWebDriver && have Xvfb; }; }
if [ "$(id -u)" = 0 ] && [ -e /etc/debian_version ] && have apt-get; then
    wanted=""
    { chromium_there && chromedriver_there; } || wanted="$wanted chromium chromium-driver"
    firefox_there || wanted="$wanted firefox-esr"
    webkit_there || wanted="$wanted webkit2gtk-driver xvfb"
    if [ -n "$wanted" ]; then
        export DEBIAN_FRONTEND=noninteractive
        apt-get update --quiet && apt-get install --yes --quiet --no-install-recommends $wanted
    fi
fi
if firefox_there && ! geckodriver_there; then
    "$CARGO" install geckodriver --version "$GECKODRIVER" --locked --debug --quiet --root "$TOOLS"
fi
if chromium_there && chromedriver_there && firefox_there && geckodriver_there && webkit_there; then
    chromedriver --version 2>/dev/null || chromium.chromedriver --version
    firefox-esr --version 2>/dev/null || firefox --version
else
    echo "The browser tests need these programs in PATH: Chromium and chromedriver of the same version; Firefox and" >&2
    echo "geckodriver; on Linux also WebKitWebDriver with the MiniBrowser of WebKitGTK, and Xvfb. To install them:" >&2
    echo "  Debian           sudo apt-get install chromium chromium-driver firefox-esr webkit2gtk-driver xvfb" >&2
    echo "  Ubuntu           sudo snap install chromium firefox   (they bring chromium.chromedriver)" >&2
    echo "                   sudo apt-get install webkit2gtk-driver xvfb" >&2
    echo "  Fedora           sudo dnf install chromium chromedriver firefox, and the package with WebKitWebDriver" >&2
    echo "  Arch             sudo pacman -S chromium firefox geckodriver, and the package with WebKitWebDriver" >&2
    echo "  macOS            brew install --cask chromium chromedriver firefox" >&2
    echo "geckodriver, where no package holds it: cargo install geckodriver --locked" >&2
    exit 1
fi
"#;

/// A command that succeeds if there are browsers to test with, or if they could be installed.
pub fn check() -> Command {
    let mut command = Command::new(if Path::new("/bin/bash").exists() { "/bin/bash" } else { "sh" });
    command.args(["-c", SCRIPT]);
    command.env("CARGO", std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.env("TOOLS", tools());
    command
}

/// A folder for programs that the tests need, beside what cargo builds; the harness of the browser tests looks there.
pub fn tools() -> PathBuf {
    let program = std::env::current_exe().unwrap_or_default();
    // target/debug/xtask
    program.ancestors().nth(2).unwrap_or(Path::new("target")).join("tools")
}
