//! The wheel of the Python package, tried in an environment that has nothing else of ours.

use crate::python::Environment;
use crate::step::{self, Failed};
use std::path::{Path, PathBuf};
use std::process::Command;

/// Installs `$WHEEL` as its users do, in an environment of its own, and asks it for its versions.
const TRY: &str = r#"
"$PYTHON" -m venv "$FRESH" || exit 1
"$FRESH/bin/python" -m pip install --quiet --disable-pip-version-check "$WHEEL" || exit 1
cd "$FRESH" && "$FRESH/bin/python" - <<'END'
import bagatelle

versions = bagatelle.versions()
assert versions["bagatelle"] == bagatelle.__version__
assert list(versions["games"]) == bagatelle.games()
state = bagatelle.load_game("baju-duel").new_initial_state(1)
while not state.is_terminal():
    state.apply_action(state.legal_actions()[0])
print(f"bagatelle {versions['bagatelle']}")
for name, of_game in versions["games"].items():
    print(f"  {name}: rules {of_game['rules']}, encoding {of_game['encoding']}")
END
"#;

/// Makes the wheel in a folder, and tries it. With `quick` it is compiled as tests are.
pub fn make(tools: &Path, folder: &Path, quick: bool) -> Result<PathBuf, Failed> {
    let needs = Path::new("python/tests/requirements.txt");
    let Some(python) = Environment::prepared(tools.join("python"), needs) else {
        return Err(Failed("the wheel needs Python 3.9 or newer with venv, and PyPI once".into()));
    };
    let wheels = folder.join("wheels");
    let options: &[&str] = if quick { &[] } else { &["--release", "--strip"] };
    python.build("The wheel", &wheels, options)?;
    let failed = |error: std::io::Error| Failed(format!("{}: {error}", wheels.display()));
    let mut made = std::fs::read_dir(&wheels).map_err(failed)?.filter_map(|entry| Some(entry.ok()?.path()));
    let wheel = made.find(|path| path.extension().is_some_and(|end| end == "whl"));
    let wheel = wheel.ok_or_else(|| Failed("maturin has made no wheel".into()))?;
    let fresh = tempfile::tempdir().map_err(failed)?;
    let mut attempt = Command::new("sh");
    attempt.args(["-c", TRY]).env("PYTHON", python.folder.join("bin/python"));
    attempt.env("FRESH", fresh.path().join("fresh"));
    attempt.env("WHEEL", std::path::absolute(&wheel).map_err(failed)?);
    step::run("The wheel, installed in an environment of its own", &mut attempt)?;
    Ok(wheel)
}
