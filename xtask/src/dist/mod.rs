//! `cargo xtask dist`: what those get who have no Rust.
//!
//! One build gives all: an [`archive`] with the program, a [`deb`] for Debian and the like, the files that a
//! [`container`] is built from, and the sums of all of them. [`attempt`] installs such a package in a view of
//! this machine, starts the program, and removes it again; [`guide`] follows `docs/install.md` with an
//! archive.

mod archive;
mod attempt;
mod container;
mod deb;
mod guide;
#[cfg(unix)]
mod host;
mod needed;
mod notices;
mod program;
mod wheel;

use crate::step::{self, Failed};
use crate::tools;
use crate::workspace::Workspace;
use archive::{File, SUMS, Writer};
use data_encoding::HEXLOWER;
use program::{OF_TESTS, PROFILE, Program};
use sha2::{Digest, Sha256};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;

/// What hosts find beside the program: units, and snippets for proxies.
const FOR_HOSTS: [&str; 6] = [
    "deploy/caddy/Caddyfile",
    "deploy/caddy/below-a-path.Caddyfile",
    "deploy/nginx/bagatelle.conf",
    "deploy/nginx/below-a-path.conf",
    "deploy/systemd/bagatelle.service",
    "deploy/systemd/bagatelle.socket",
];

/// Runs the command.
pub fn run(args: &[OsString]) -> Result<(), Failed> {
    let (mut profile, mut folder, mut wheel) = (PROFILE.to_owned(), None, false);
    let mut args = args.iter();
    while let Some(arg) = args.next() {
        let mut value =
            || args.next().ok_or_else(|| Failed(format!("dist: {} needs a value", arg.display())));
        match arg.to_str() {
            Some("--profile") => profile = value()?.to_string_lossy().into_owned(),
            Some("--out") => folder = Some(PathBuf::from(value()?)),
            Some("--wheel") => wheel = true,
            Some("--check") => return check(),
            Some("--try") => return attempt::attempt(Path::new(value()?)),
            Some(attempt::INSIDE) => return attempt::inside(Path::new(value()?), Path::new(value()?)),
            _ => return Err(Failed(format!("dist: there is no option {}", arg.display()))),
        }
    }
    let workspace = Workspace::read()?;
    let folder = folder.unwrap_or_else(|| workspace.target.join("packages"));
    if wheel {
        let made = wheel::make(&tools::folder(), &folder, profile == OF_TESTS)?;
        println!("\n{}", made.display());
        return Ok(());
    }
    let made = make(&workspace, &profile, &folder)?;
    println!("\nIn {}:", folder.display());
    for (name, size) in made {
        println!("  {name}  {:.1} MB", size as f64 / 1e6);
    }
    Ok(())
}

/// Makes the packages of the program that the tests use, and tries the one for Debian where that can be done.
pub fn check() -> Result<(), Failed> {
    if !cfg!(target_os = "linux") {
        step::skip("the packages for Linux, which are tried on Linux");
        return Ok(());
    }
    let folder = tempfile::tempdir().map_err(|error| Failed(error.to_string()))?;
    let workspace = Workspace::read()?;
    let made = make(&workspace, OF_TESTS, folder.path())?;
    let (archive, _) = made.first().ok_or_else(|| Failed("there is no archive".into()))?;
    guide::followed(&workspace.root, folder.path(), archive)?;
    let deb = made.iter().find(|(name, _)| name.ends_with(".deb"));
    match deb {
        Some((name, _)) => attempt::attempt(&folder.path().join(name)),
        None => {
            step::skip("the package for Debian, which is made for x86-64 and arm64 only");
            Ok(())
        }
    }
}

/// Makes everything, and returns the names of the files with their sizes.
fn make(workspace: &Workspace, profile: &str, folder: &Path) -> Result<Vec<(String, usize)>, Failed> {
    let program = Program::built(profile)?;
    let mut made = Vec::new();
    step::timed("The packages", || {
        let writer = Writer { time: time(&workspace.root), soon: profile != PROFILE };
        made = packed(workspace, &program, writer)?;
        let failed = |error: std::io::Error| Failed(format!("{}: {error}", folder.display()));
        std::fs::create_dir_all(folder).map_err(failed)?;
        let sum = |(name, bytes): &(String, Vec<u8>)| {
            format!("{}  {name}\n", HEXLOWER.encode(&Sha256::digest(bytes)))
        };
        let sums = made.iter().map(sum).collect::<String>();
        made.push((SUMS.to_owned(), sums.into_bytes()));
        made.iter().try_for_each(|(name, bytes)| std::fs::write(folder.join(name), bytes)).map_err(failed)
    })?;
    Ok(made.into_iter().map(|(name, bytes)| (name, bytes.len())).collect())
}

/// The packages of a program, by the names of their files.
fn packed(
    workspace: &Workspace,
    program: &Program,
    writer: Writer,
) -> Result<Vec<(String, Vec<u8>)>, Failed> {
    let (root, version) = (workspace.root.as_path(), workspace.version("bagatelle")?);
    let notices = notices::text(&program.target)?;
    let name = format!("bagatelle-{version}-{}", program.target);
    let mut made = vec![(format!("{name}.tar.gz"), writer.tar_gz(&files(root, program, &notices, &name)?)?)];
    if let Some(architecture) = deb::architecture(&program.target) {
        let deb = deb::package(root, version, program, &notices, writer)?;
        made.push((deb.name, deb.bytes));
        let name = format!("bagatelle-{version}-container-{architecture}");
        let context = below(&name, container::context(root, program)?);
        made.push((format!("{name}.tar.gz"), writer.tar_gz(&context)?));
    }
    Ok(made)
}

/// The files of the archive.
fn files(root: &Path, program: &Program, notices: &str, name: &str) -> Result<Vec<File>, Failed> {
    let mut files = vec![File::program(program.name(), program.bytes()?)];
    let mut ours = vec!["LICENSE-APACHE", "LICENSE-MIT", "CHANGELOG.md"];
    if program.target.contains("linux") {
        ours.extend(FOR_HOSTS);
    }
    for path in ours {
        let bytes = std::fs::read(root.join(path)).map_err(|error| Failed(format!("{path}: {error}")))?;
        files.push(File::read(path, bytes));
    }
    files.push(File::read("LICENSES-OF-LIBRARIES.txt", notices));
    files.extend(program.texts()?);
    Ok(below(name, files))
}

/// The files below a folder.
fn below(folder: &str, files: Vec<File>) -> Vec<File> {
    files.into_iter().map(|file| File { path: format!("{folder}/{}", file.path), ..file }).collect()
}

/// When the sources were last changed, so that the same sources give the same archives.
fn time(root: &Path) -> u64 {
    let said = std::env::var("SOURCE_DATE_EPOCH").ok();
    let commit = || {
        let git = Command::new("git").current_dir(root).args(["log", "-1", "--format=%ct"]).output();
        git.ok().map(|output| String::from_utf8_lossy(&output.stdout).into_owned())
    };
    said.or_else(commit).and_then(|text| text.trim().parse().ok()).unwrap_or(0)
}
