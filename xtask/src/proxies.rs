//! The proxies that tests start in front of Bagatelle.

use std::path::Path;
use std::process::Command;

/// Unpacks what is missing into `$TOOLS/proxies` where it can, which needs no rights and starts no service; says what to install
/// where it cannot.
const SCRIPT: &str = r#"
there() {
    for folder in $(echo "$PATH" | tr ':' ' ') /usr/sbin /sbin "$TOOLS/proxies/usr/bin" "$TOOLS/proxies/usr/sbin"; do
        [ -x "$folder/$1" ] && return
    done
    return 1
}
whole() { there nginx && there caddy && there curl; }
whole && exit 0
if [ -e /etc/debian_version ] && command -v apt-get >/dev/null 2>&1; then
    if [ "$(id -u)" = 0 ]; then
        apt-get update --quiet
        there curl || DEBIAN_FRONTEND=noninteractive apt-get install --yes --quiet --no-install-recommends curl
    fi
    mkdir -p "$TOOLS/proxies/packages" && cd "$TOOLS/proxies/packages" && rm -f ./*.deb
    for program in nginx caddy; do
        there "$program" || apt-get download "$program"
    done
    for package in ./*.deb; do
        [ -e "$package" ] && dpkg-deb --extract "$package" ..
    done
    whole && exit 0
fi
echo "Some tests start nginx and Caddy, and play through them with curl. To install them:" >&2
echo "  Debian, Ubuntu   sudo apt-get install nginx caddy curl" >&2
echo "  Fedora           sudo dnf install nginx caddy curl" >&2
echo "  Arch             sudo pacman -S nginx caddy curl" >&2
echo "  macOS            brew install nginx caddy" >&2
exit 1
"#;

/// A command that succeeds if there are proxies to test with, or if they could be had. They are put into a folder of tools.
pub fn check(tools: &Path) -> Command {
    let mut command = Command::new("sh");
    command.args(["-c", SCRIPT]).env("TOOLS", tools);
    command
}
