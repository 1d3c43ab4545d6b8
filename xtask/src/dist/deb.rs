//! A package for Debian and the like, written here: it needs no tool of theirs.
//!
//! It installs the program, the units of `deploy/systemd` with the paths of a package, a file for settings,
//! the manual and the completions. The scripts that are run when it is installed and removed are in
//! `deploy/debian`.

use super::archive::{File, Writer};
use super::needed;
use super::program::Program;
use crate::step::Failed;
use data_encoding::HEXLOWER;
use md5::{Digest, Md5};
use std::path::Path;

/// What a package says in the place of what a host does by hand: user, program and settings.
const UNIT: [(&str, &str); 3] = [
    ("ExecStart=/usr/local/bin/bagatelle ", "ExecStart=/usr/bin/bagatelle "),
    ("/etc/bagatelle.env", "/etc/default/bagatelle"),
    (
        "# A user of its own, for as long as it runs, with one folder that it may write to.\n\
         DynamicUser=yes\n",
        "# The user of the package, with one folder that it may write to.\n\
         User=bagatelle\nGroup=bagatelle\n",
    ),
];

/// The scripts of the package.
const SCRIPTS: [&str; 3] = ["postinst", "prerm", "postrm"];

/// The file with settings, which stays as the host has changed it.
const SETTINGS: &str = "etc/default/bagatelle";

/// A package.
pub struct Deb {
    /// Its name as a file.
    pub name: String,
    /// What it holds.
    pub bytes: Vec<u8>,
}

/// The package of a program.
pub fn package(
    root: &Path,
    version: &str,
    program: &Program,
    notices: &str,
    writer: Writer,
) -> Result<Deb, Failed> {
    let architecture = architecture(&program.target)
        .ok_or_else(|| Failed(format!("there is no package for {}", program.target)))?;
    let files = files(root, program, notices, writer)?;
    let bytes: usize = files.iter().map(|file| file.content.len()).sum();
    // What comes before a version is sorted before it by a tilde.
    let version = format!("{}-1", version.replace('-', "~"));
    let control = read(root, "deploy/debian/control")?
        .replace("@version@", &version)
        .replace("@architecture@", architecture)
        .replace("@size@", &bytes.div_ceil(1024).to_string())
        .replace("@libraries@", &needed::packages(program.path())?);
    let mut about = vec![File::read("./control", control)];
    about.push(File::read("./conffiles", format!("/{SETTINGS}\n")));
    let sum =
        |file: &File| format!("{}  {}\n", HEXLOWER.encode(&Md5::digest(&file.content)), &file.path[2..]);
    about.push(File::read("./md5sums", files.iter().map(sum).collect::<String>()));
    for script in SCRIPTS {
        let text = read(root, &format!("deploy/debian/{script}"))?;
        about.push(File::program(format!("./{script}"), text));
    }
    let parts = [
        ("debian-binary", b"2.0\n".to_vec()),
        ("control.tar.gz", writer.tar_gz(&about)?),
        ("data.tar.gz", writer.tar_gz(&files)?),
    ];
    Ok(Deb { name: format!("bagatelle_{version}_{architecture}.deb"), bytes: ar(&parts, writer.time) })
}

/// What Debian calls that which Rust builds for.
pub fn architecture(target: &str) -> Option<&'static str> {
    match target {
        "x86_64-unknown-linux-gnu" => Some("amd64"),
        "aarch64-unknown-linux-gnu" => Some("arm64"),
        _ => None,
    }
}

/// The files that are installed.
fn files(root: &Path, program: &Program, notices: &str, writer: Writer) -> Result<Vec<File>, Failed> {
    let zipped = |bytes: &[u8]| writer.gz(bytes).map_err(|error| Failed(error.to_string()));
    // A host may write a password of a database into it, which systemd reads as root.
    let settings =
        File { mode: 0o640, ..File::read(format!("./{SETTINGS}"), read(root, "deploy/debian/default")?) };
    let mut files = vec![settings, File::program("./usr/bin/bagatelle", program.bytes()?)];
    for name in ["bagatelle.service", "bagatelle.socket"] {
        let text = read(root, &format!("deploy/systemd/{name}"))?;
        let text = if name.ends_with(".service") { unit(text)? } else { text };
        files.push(File::read(format!("./usr/lib/systemd/system/{name}"), text));
    }
    let share = "./usr/share";
    for text in program.texts()? {
        let (content, name) = (text.content, text.path);
        match name.as_str() {
            "man/bagatelle.1" => {
                files.push(File::read(format!("{share}/man/man1/bagatelle.1.gz"), zipped(&content)?));
            }
            "completions/bagatelle.bash" => {
                files.push(File::read(format!("{share}/bash-completion/completions/bagatelle"), content));
            }
            "completions/_bagatelle" => {
                files.push(File::read(format!("{share}/zsh/vendor-completions/_bagatelle"), content));
            }
            "completions/bagatelle.fish" => {
                files.push(File::read(format!("{share}/fish/vendor_completions.d/bagatelle.fish"), content));
            }
            _ => (),
        }
    }
    files.push(File::read(format!("{share}/doc/bagatelle/copyright"), copyright(root, notices)?));
    let changes = zipped(read(root, "CHANGELOG.md")?.as_bytes())?;
    files.push(File::read(format!("{share}/doc/bagatelle/changelog.gz"), changes));
    Ok(files)
}

/// The unit of the service as a package has it.
fn unit(text: String) -> Result<String, Failed> {
    UNIT.iter().try_fold(text, |text, (by_hand, packed)| {
        if text.contains(by_hand) {
            Ok(text.replace(by_hand, packed))
        } else {
            Err(Failed(format!("deploy/systemd/bagatelle.service has no “{by_hand}”")))
        }
    })
}

fn copyright(root: &Path, notices: &str) -> Result<String, Failed> {
    Ok(format!(
        "Bagatelle may be used under the MIT licence, which follows, or under the Apache License 2.0,\n\
         which is in /usr/share/common-licenses/Apache-2.0, at your choice. What it is built from, with\n\
         licences of its own, comes after that.\n\n{}\n\n{notices}",
        read(root, "LICENSE-MIT")?
    ))
}

fn read(root: &Path, path: &str) -> Result<String, Failed> {
    std::fs::read_to_string(root.join(path)).map_err(|error| Failed(format!("{path}: {error}")))
}

/// An archive of the kind that packages are.
fn ar(parts: &[(&str, Vec<u8>)], time: u64) -> Vec<u8> {
    let mut archive = b"!<arch>\n".to_vec();
    for (name, bytes) in parts {
        let head = format!("{name:<16}{time:<12}{:<6}{:<6}{:<8}{:<10}`\n", 0, 0, "100644", bytes.len());
        archive.extend(head.as_bytes());
        archive.extend(bytes);
        if bytes.len() % 2 == 1 {
            archive.push(b'\n');
        }
    }
    archive
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wasm::root;

    #[test]
    fn the_unit_of_the_package_is_that_of_deploy_with_other_places() {
        let text = read(&root(), "deploy/systemd/bagatelle.service").unwrap_or_default();
        let lines = text.lines().count();
        let unit = unit(text).unwrap_or_else(|Failed(why)| panic!("{why}"));
        for line in [
            "ExecStart=/usr/bin/bagatelle serve",
            "EnvironmentFile=-/etc/default/bagatelle",
            "User=bagatelle",
        ] {
            assert!(unit.lines().any(|other| other == line), "{line} is not in:\n{unit}");
        }
        assert!(
            !unit.contains("DynamicUser")
                && !unit.contains("/usr/local")
                && unit.lines().count() == lines + 1
        );
    }

    #[test]
    fn parts_of_an_archive_begin_at_even_places() {
        let archive = ar(&[("one", b"a".to_vec()), ("two", b"bc".to_vec())], 5);
        let expected = "!<arch>\n\
            one             5           0     0     100644  1         `\na\n\
            two             5           0     0     100644  2         `\nbc";
        assert_eq!(String::from_utf8_lossy(&archive), expected);
    }
}
