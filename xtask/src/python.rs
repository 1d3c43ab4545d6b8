//! The Python package: built and tested in an environment of its own, where there is Python.

use crate::cargo;
use crate::step::{self, Failed};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Makes the environment in `$VENV`, with what `$NEEDS` lists; anew when that has changed. Fails, and says
/// why, where that cannot be done.
const PREPARE: &str = r#"
python=${BAGATELLE_PYTHON:-python3}
if ! "$python" -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 9))' 2>/dev/null; then
    echo "there is no Python 3.9 or newer with venv (on Debian: python3-venv); BAGATELLE_PYTHON names one" >&2
    exit 1
fi
stamp="$("$python" -VV; cat "$NEEDS")"
if [ -e "$VENV/stamp" ] && [ "$(cat "$VENV/stamp")" = "$stamp" ]; then
    exit 0
fi
mkdir -p "$VENV" && rm -rf "$VENV" && "$python" -m venv "$VENV" || exit 1
if ! "$VENV/bin/python" -m pip install --quiet --disable-pip-version-check --requirement "$NEEDS"; then
    echo "what $NEEDS lists cannot be installed" >&2
    exit 1
fi
printf '%s\n' "$stamp" > "$VENV/stamp"
"#;

/// Installs the one wheel in `$WHEELS`.
const INSTALL: &str = r#"
"$VENV/bin/python" -m pip install --quiet --disable-pip-version-check \
    --no-index --no-deps --force-reinstall "$WHEELS"/*.whl
"#;

/// The folder of the package.
const FOLDER: &str = "python";

/// Python with packages of its own.
pub struct Environment {
    /// Where it is; absolute.
    pub folder: PathBuf,
}

impl Environment {
    /// Makes it, with what a file lists; `None` where that cannot be done, after saying why.
    pub fn prepared(folder: PathBuf, needs: &Path) -> Option<Environment> {
        let folder = std::path::absolute(folder).ok()?;
        let mut prepare = Command::new("sh");
        prepare.args(["-c", PREPARE]).env("VENV", &folder).env("NEEDS", needs).stdin(Stdio::null());
        let done = prepare.status().is_ok_and(|status| status.success());
        done.then_some(Environment { folder })
    }

    /// One of its programs.
    pub fn program(&self, name: &str) -> Command {
        Command::new(self.folder.join("bin").join(name))
    }

    /// Builds the package, and installs it; wheels are put into a folder of their own.
    pub fn install(&self, heading: &str, wheels: &Path, options: &[&str]) -> Result<(), Failed> {
        let wheels = self.build(heading, wheels, options)?;
        let mut install = Command::new("sh");
        install.args(["-c", INSTALL]).env("VENV", &self.folder).env("WHEELS", &wheels);
        step::run("Its installation", &mut install)
    }

    /// Builds the package into a folder that has nothing else, which is returned as an absolute one.
    pub fn build(&self, heading: &str, wheels: &Path, options: &[&str]) -> Result<PathBuf, Failed> {
        let wheels = std::path::absolute(wheels).map_err(|error| Failed(error.to_string()))?;
        let _ = std::fs::remove_dir_all(&wheels);
        let mut build = self.program("maturin");
        build.args(["build", "--quiet", "--locked"]).args(options).arg("--interpreter");
        build.arg(self.folder.join("bin/python")).arg("--out").arg(&wheels).current_dir(FOLDER);
        step::run(heading, &mut build)?;
        Ok(wheels)
    }
}

/// Builds the package, in debug so that it costs little, and runs its tests; says so and goes on where there
/// is no Python for that.
pub fn check(tools: &Path) -> Result<(), Failed> {
    println!("\n=== Python for the package");
    let needs = Path::new(FOLDER).join("tests/requirements.txt");
    let Some(python) = Environment::prepared(tools.join("python"), &needs) else {
        step::skip("the Python package, which needs Python 3.9 or newer with venv, and PyPI once");
        return Ok(());
    };
    let here = |mut command: Command| {
        command.current_dir(FOLDER);
        command
    };
    step::run("Format of the Python package", &mut here(cargo(&["fmt", "--check"])))?;
    let mut clippy = cargo(&["clippy", "--all-targets", "--locked", "--quiet", "--", "-D", "warnings"]);
    clippy.env("PYO3_PYTHON", python.folder.join("bin/python"));
    step::run("Clippy of the Python package", &mut here(clippy))?;
    python.install("The Python package", &tools.join("wheels"), &[])?;
    step::run(
        "Its tests, with those of gymnasium, PettingZoo and OpenSpiel, and of its types",
        &mut here(python.program("pytest")),
    )
}
