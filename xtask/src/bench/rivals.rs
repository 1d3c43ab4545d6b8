//! The games of others that ours are compared with: crates, and OpenSpiel.

use super::contender::Contender;
use crate::python::Environment;
use crate::step::{self, Failed};
use std::path::Path;
use std::process::Command;

/// What was built to compare with.
pub struct Rivals {
    /// Games of other crates.
    pub crates: Contender,
    /// Games of OpenSpiel.
    pub openspiel: Contender,
    /// Python with OpenSpiel and with the package `bagatelle`.
    pub python: Environment,
}

/// The folder of what plays games of other crates, a workspace of its own.
const CRATES: &str = "crates/bench/rivals";

/// Builds all, with what that needs from crates.io and PyPI.
pub fn built(tools: &Path, target: &Path) -> Result<Rivals, Failed> {
    let folder = target.join("rivals");
    let mut build = crate::cargo(&["build", "--quiet", "--release", "--locked", "--target-dir"]);
    build.arg(&folder).args(["--manifest-path", &format!("{CRATES}/Cargo.toml")]);
    step::run("Games of other crates, in release", &mut build)?;
    println!("\n=== OpenSpiel");
    let needs = Path::new("python/bench/requirements.txt");
    let python = Environment::prepared(tools.join("figures"), needs)
        .ok_or_else(|| Failed("the page needs Python with OpenSpiel".into()))?;
    python.install("The Python package, in release", &tools.join("figures-wheels"), &["--release"])?;
    Ok(Rivals {
        crates: Contender { command: vec![folder.join("release/bagatelle-rivals")] },
        openspiel: Contender {
            command: vec![python.folder.join("bin/python"), "python/bench/openspiel.py".into()],
        },
        python,
    })
}

impl Rivals {
    /// What `python/bench/speed.py` prints about batches.
    pub fn batches(&self) -> Result<String, Failed> {
        let mut speed = self.python.program("python");
        speed.arg("python/bench/speed.py");
        printed(&mut speed)
    }

    /// The versions of what is compared.
    pub fn versions(&self) -> Result<Vec<String>, Failed> {
        let mut python = self.python.program("python");
        python.args([
            "-c",
            "import platform, importlib.metadata as it\nprint('Python', \
             platform.python_version())\nprint('OpenSpiel', it.version('open_spiel'))",
        ]);
        let mut all: Vec<String> = printed(&mut python)?.lines().map(str::to_owned).collect();
        let manifest = std::fs::read_to_string(format!("{CRATES}/Cargo.lock"));
        let lock: toml::Table = manifest
            .map_err(|error| error.to_string())
            .and_then(|text| text.parse().map_err(|error: toml::de::Error| error.to_string()))
            .map_err(Failed)?;
        for name in ["ai-connect4", "board-game", "cozy-chess", "haitaka", "spooky_connect4"] {
            let packages = lock["package"].as_array().into_iter().flatten();
            let version =
                packages.filter(|it| it["name"].as_str() == Some(name)).find_map(|it| it["version"].as_str());
            all.push(format!("{name} {}", version.unwrap_or("?")));
        }
        Ok(all)
    }
}

/// What a program prints.
fn printed(command: &mut Command) -> Result<String, Failed> {
    let output = command.output().map_err(|error| Failed(error.to_string()))?;
    if !output.status.success() {
        return Err(Failed(String::from_utf8_lossy(&output.stderr).into_owned()));
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}
