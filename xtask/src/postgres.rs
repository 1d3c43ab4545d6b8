//! The PostgreSQL server that tests use.

use crate::cargo;
use std::process::Command;

/// Installs it where it can if it is missing, and says what to install where it cannot.
const SCRIPT: &str = r#"
there() {
    [ -n "$BAGATELLE_TEST_POSTGRES" ] && return
    for folder in /usr/lib/postgresql/*/bin $(echo "$PATH" | tr ':' ' '); do
        [ -x "$folder/initdb" ] && [ -x "$folder/postgres" ] && "$folder/postgres" --version && return
    done
    return 1
}
there && exit 0
if [ "$(id -u)" = 0 ] && [ -e /etc/debian_version ] && command -v apt-get >/dev/null 2>&1; then
    export DEBIAN_FRONTEND=noninteractive
    apt-get update --quiet && apt-get install --yes --quiet --no-install-recommends postgresql
    there && exit 0
fi
echo "Some tests need PostgreSQL, whose programs initdb and postgres they start. To install it:" >&2
echo "  Debian, Ubuntu   sudo apt-get install postgresql" >&2
echo "  Fedora           sudo dnf install postgresql-server" >&2
echo "  Arch             sudo pacman -S postgresql" >&2
echo "  macOS            brew install postgresql" >&2
echo "Or name a server on which the tests may create databases in BAGATELLE_TEST_POSTGRES." >&2
exit 1
"#;

/// A command that succeeds if there is PostgreSQL, or if it could be installed.
pub fn check() -> Command {
    let mut command = Command::new("sh");
    command.args(["-c", SCRIPT]);
    command
}

/// The command, run with a server that all its tests share.
pub fn with_server(command: &Command) -> Command {
    let mut with =
        cargo(&["run", "--quiet", "--package", "bagatelle-testdb", "--bin", "with-postgres", "--"]);
    with.arg(command.get_program()).args(command.get_args());
    with
}
