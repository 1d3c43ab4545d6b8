//! The Python package: built and tested in an environment of its own, where there is Python.

use crate::cargo;
use crate::step::{self, Failed};
use std::path::Path;
use std::process::{Command, Stdio};

/// Makes the environment in `$TOOLS/python`, with what `$NEEDS` lists; anew when that has changed. Fails, and says why, where that
/// cannot be done.
const PREPARE: &str = r#"
python=${BAGATELLE_PYTHON:-python3}
if ! "$python" -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 9))' 2>/dev/null; then
    echo "there is no Python 3.9 or newer with venv (on Debian: python3-venv); BAGATELLE_PYTHON names one" >&2
    exit 1
fi
stamp="$("$python" -VV; cat "$NEEDS")"
if [ -e "$TOOLS/python/stamp" ] && [ "$(cat "$TOOLS/python/stamp")" = "$stamp" ]; then
    exit 0
fi
mkdir -p "$TOOLS" && rm -rf "$TOOLS/python" && "$python" -m venv "$TOOLS/python" || exit 1
if ! "$TOOLS/python/bin/python" -m pip install --quiet --disable-pip-version-check --requirement "$NEEDS"; then
    echo "what its tests need cannot be installed" >&2
    exit 1
fi
printf '%s\n' "$stamp" > "$TOOLS/python/stamp"
"#;

/// Installs the one wheel in `$WHEELS`.
const INSTALL: &str = r#"
"$TOOLS/python/bin/python" -m pip install --quiet --disable-pip-version-check --no-index --no-deps --force-reinstall "$WHEELS"/*.whl
"#;

/// Builds the package, in debug so that it costs little, and runs its tests; says so and goes on where there is no Python for that.
pub fn check(tools: &Path) -> Result<(), Failed> {
    let folder = Path::new("python");
    let absolute = |path: &Path| std::path::absolute(path).map_err(|error| Failed(error.to_string()));
    let (tools, wheels) = (absolute(tools)?, absolute(&tools.join("wheels"))?);
    println!("\n=== Python for the package");
    let mut prepare = Command::new("sh");
    prepare.args(["-c", PREPARE]).env("TOOLS", &tools).env("NEEDS", folder.join("tests/requirements.txt"));
    if !prepare.stdin(Stdio::null()).status().is_ok_and(|status| status.success()) {
        println!("=== The Python package is left out of these checks");
        return Ok(());
    }
    let program = |name: &str| Command::new(tools.join("python/bin").join(name));
    let here = |mut command: Command| {
        command.current_dir(folder);
        command
    };
    step::run("Format of the Python package", &mut here(cargo(&["fmt", "--check"])))?;
    let mut clippy = cargo(&["clippy", "--all-targets", "--locked", "--quiet", "--", "-D", "warnings"]);
    clippy.env("PYO3_PYTHON", tools.join("python/bin/python"));
    step::run("Clippy of the Python package", &mut here(clippy))?;
    let _ = std::fs::remove_dir_all(&wheels);
    let mut build = program("maturin");
    build.args(["build", "--quiet", "--locked", "--interpreter"]).arg(tools.join("python/bin/python"));
    build.arg("--out").arg(&wheels);
    step::run("The Python package", &mut here(build))?;
    let mut install = Command::new("sh");
    install.args(["-c", INSTALL]).env("TOOLS", &tools).env("WHEELS", &wheels);
    step::run("Its installation", &mut install)?;
    step::run("Its tests, with those of PettingZoo and of its types", &mut here(program("pytest")))
}
