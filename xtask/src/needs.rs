//! The programs that some of the checks need beside Rust and a C compiler: whether they are here, and how to
//! get them.

use crate::step::{self, Failed};
use crate::{cargo, tools};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Programs that a part of the checks needs.
pub struct Need {
    /// What people call them.
    pub name: &'static str,
    /// What is left out without them.
    pub part: &'static str,
    /// The names of each program; one of them is enough.
    programs: &'static [&'static [&'static str]],
    /// Where they are in Debian and Ubuntu.
    debian: Source,
    /// Where they are in Fedora, Arch and macOS.
    elsewhere: &'static str,
    /// Whether they exist for Linux only.
    linux: bool,
}

/// How a program is had on Debian.
enum Source {
    /// Packages that are installed.
    Packages(&'static [&'static str]),
    /// Packages that are unpacked below `target/tools`, since their servers must not be started.
    Unpacked(&'static [&'static str]),
    /// A crate whose program is built into `target/tools`.
    Crate(&'static str, &'static str),
}

/// For the main stories of the pages.
pub const CHROMIUM: Need = Need {
    name: "Chromium",
    part: "stories in a browser",
    programs: &[
        &["chromium", "chromium-browser", "google-chrome"],
        &["chromedriver", "chromium.chromedriver"],
    ],
    debian: Source::Packages(&["chromium", "chromium-headless-shell", "chromium-driver"]),
    elsewhere: "Fedora: chromium chromedriver; Arch: chromium; macOS: brew install --cask chromium \
        chromedriver",
    linux: false,
};
/// For the tests of the scripts.
pub const NODE: Need = Need {
    name: "Node",
    part: "the tests of the pages’ scripts and their types",
    programs: &[&["node"], &["npx"]],
    debian: Source::Packages(&["nodejs", "npm"]),
    elsewhere: "Fedora: nodejs; Arch: nodejs npm; macOS: brew install node",
    linux: false,
};
/// For the tests of the store.
pub const POSTGRES: Need = Need {
    name: "PostgreSQL",
    part: "tests on PostgreSQL",
    programs: &[&["initdb"], &["postgres"]],
    debian: Source::Packages(&["postgresql"]),
    elsewhere: "Fedora: postgresql-server; Arch and macOS: postgresql; \
                or name a server in BAGATELLE_TEST_POSTGRES on which tests may create databases",
    linux: false,
};
/// For counts of instructions.
pub const VALGRIND: Need = Need {
    name: "valgrind",
    part: "counts of instructions",
    programs: &[&["valgrind"]],
    debian: Source::Packages(&["valgrind"]),
    elsewhere: "Fedora and Arch: valgrind",
    linux: true,
};
/// For examples and engines of the arena.
pub const PYTHON: Need = Need {
    name: "Python",
    part: "tests with programs in Python",
    programs: &[&["python3"]],
    debian: Source::Packages(&["python3", "python3-venv"]),
    elsewhere: "Fedora: python3; Arch and macOS: python",
    linux: false,
};

/// All that `cargo xtask test --all` needs.
const ALL: [Need; 9] = [
    CHROMIUM,
    Need {
        name: "Firefox",
        part: "stories in Firefox",
        programs: &[&["firefox-esr", "firefox"]],
        debian: Source::Packages(&["firefox-esr"]),
        elsewhere: "Fedora and Arch: firefox; macOS: brew install --cask firefox",
        linux: false,
    },
    Need {
        name: "geckodriver",
        part: "stories in Firefox",
        programs: &[&["geckodriver"]],
        debian: Source::Crate("geckodriver", "0.37.1"),
        elsewhere: "cargo install geckodriver --locked",
        linux: false,
    },
    Need {
        name: "WebKitGTK",
        part: "stories in WebKit",
        programs: &[&["WebKitWebDriver"], &["Xvfb"]],
        debian: Source::Packages(&["webkit2gtk-driver", "xvfb"]),
        elsewhere: "Fedora and Arch: the package with WebKitWebDriver, and Xvfb",
        linux: true,
    },
    POSTGRES,
    Need {
        name: "nginx, Caddy and curl",
        part: "tests behind proxies",
        programs: &[&["nginx"], &["caddy"], &["curl"]],
        debian: Source::Unpacked(&["nginx", "caddy", "curl"]),
        elsewhere: "Fedora, Arch and macOS: nginx caddy curl",
        linux: false,
    },
    VALGRIND,
    NODE,
    PYTHON,
];

impl Need {
    /// Whether all of its programs are here.
    pub fn is_here(&self) -> bool {
        if self.name == POSTGRES.name
            && std::env::var_os("BAGATELLE_TEST_POSTGRES").is_some_and(|v| !v.is_empty())
        {
            return true;
        }
        let here = |names: &&[&str]| names.iter().any(|name| find(name).is_some());
        (self.linux && !cfg!(target_os = "linux")) || self.programs.iter().all(here)
    }

    /// Whether it is here; if not, notes that its part is left out and how to have it.
    pub fn is_here_or_skipped(&self) -> bool {
        let here = self.is_here();
        if !here {
            step::skip(&format!("{}; `cargo xtask setup` installs {}", self.part, self.name));
        }
        here
    }

    /// Fails if it is missing, and says how to get it.
    pub fn demanded(&self) -> Result<(), Failed> {
        if self.is_here() {
            return Ok(());
        }
        let Need { name, part, elsewhere, .. } = self;
        Err(Failed(format!(
            "{part}: {name} is missing; `cargo xtask setup` installs it on Debian. {elsewhere}"
        )))
    }
}

/// Where a program is, in the folders of PATH and those in which the checks look besides.
pub fn find(name: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let unpacked = tools::folder().join("proxies/usr");
    let own = [
        tools::folder().join("bin"),
        unpacked.join("bin"),
        unpacked.join("sbin"),
        "/usr/sbin".into(),
        "/sbin".into(),
    ];
    let versions = std::fs::read_dir("/usr/lib/postgresql").into_iter().flatten();
    let postgres = versions.filter_map(|entry| Some(entry.ok()?.path().join("bin")));
    let folders = std::env::split_paths(&path).chain(own).chain(postgres);
    folders.map(|folder| folder.join(name)).find(|file| file.is_file())
}

/// Fails if something that `cargo xtask test --all` needs is missing, and says how to get it.
pub fn all_here() -> Result<(), Failed> {
    let missing: Vec<&Need> = ALL.iter().filter(|need| !need.is_here()).collect();
    if missing.is_empty() {
        return Ok(());
    }
    let list: Vec<String> = missing.iter().map(|need| format!("  {} for {}", need.name, need.part)).collect();
    Err(Failed(format!(
        "these are missing:\n{}\n`cargo xtask setup` installs them, or says how to get them",
        list.join("\n")
    )))
}

/// Installs what is missing, after saying what that is; does nothing where all is here.
pub fn setup() -> Result<(), Failed> {
    let missing: Vec<&Need> = ALL.iter().filter(|need| !need.is_here()).collect();
    if missing.is_empty() {
        println!("Everything that `cargo xtask test --all` needs is here.");
        return Ok(());
    }
    let (mut packages, mut unpacked, mut crates) = (Vec::new(), Vec::new(), Vec::new());
    for need in &missing {
        match need.debian {
            Source::Packages(names) => packages.extend(names),
            Source::Unpacked(names) => unpacked.extend(names.iter().filter(|name| find(name).is_none())),
            Source::Crate(name, version) => crates.push((name, version)),
        }
    }
    let debian = Path::new("/etc/debian_version").exists() && find("apt-get").is_some();
    let has_packages = !packages.is_empty() || !unpacked.is_empty();
    if has_packages && !debian {
        let list: Vec<String> =
            missing.iter().map(|need| format!("  {}: {}", need.name, need.elsewhere)).collect();
        return Err(Failed(format!(
            "only packages of Debian and Ubuntu are installed from here. Please install:\n{}",
            list.join("\n")
        )));
    }
    println!("This is missing, and is installed now:");
    if !packages.is_empty() {
        println!("  with apt-get: {}", packages.join(" "));
    }
    if !unpacked.is_empty() {
        println!("  unpacked below {}: {}", tools::folder().join("proxies").display(), unpacked.join(" "));
    }
    for (name, version) in &crates {
        println!("  built into {}: {name} {version}", tools::folder().join("bin").display());
    }
    if !packages.is_empty() {
        if !is_root() {
            return Err(Failed(format!(
                "packages are installed by root only. Please run:\n  sudo apt-get install {}\nthen this \
                 again",
                packages.join(" ")
            )));
        }
        install(&packages)?;
    }
    if !unpacked.is_empty() {
        unpack(&unpacked)?;
    }
    for (name, version) in crates {
        let mut build =
            cargo(&["install", name, "--version", version, "--locked", "--debug", "--quiet", "--root"]);
        step::run(name, build.arg(tools::folder()).env("CARGO_PROFILE_DEV_DEBUG", "0"))?;
    }
    all_here()
}

/// Whether this is root.
pub fn is_root() -> bool {
    let id = Command::new("id").arg("-u").output();
    id.is_ok_and(|output| output.stdout.trim_ascii() == b"0")
}

fn install(packages: &[&str]) -> Result<(), Failed> {
    let apt = |args: &[&str]| {
        let mut command = Command::new("apt-get");
        command.args(args).env("DEBIAN_FRONTEND", "noninteractive");
        command
    };
    step::run("Lists of packages", &mut apt(&["update", "--quiet"]))?;
    let mut install = apt(&["install", "--yes", "--quiet", "--no-install-recommends"]);
    step::run("Packages", install.args(packages))
}

/// Unpacks packages, which needs no rights and starts no service.
fn unpack(packages: &[&str]) -> Result<(), Failed> {
    let folder = tools::folder().join("proxies");
    let below = folder.join("packages");
    let failed = |error: std::io::Error| Failed(format!("{}: {error}", below.display()));
    let _ = std::fs::remove_dir_all(&below);
    std::fs::create_dir_all(&below).map_err(failed)?;
    let mut download = Command::new("apt-get");
    step::run("Packages to unpack", download.arg("download").args(packages).current_dir(&below))?;
    for entry in std::fs::read_dir(&below).map_err(failed)? {
        let package = entry.map_err(failed)?.path();
        let mut extract = Command::new("dpkg-deb");
        extract.arg("--extract").arg(&package).arg(&folder).stdin(Stdio::null());
        if !extract.status().is_ok_and(|status| status.success()) {
            return Err(Failed(format!("{} cannot be unpacked", package.display())));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_is_found_by_its_name_or_is_missing() {
        assert!(find("sh").is_some_and(|file| file.is_absolute()));
        assert_eq!(find("a-program-that-does-not-exist"), None);
    }

    #[test]
    fn each_need_says_what_is_left_out_without_it_and_where_it_comes_from() {
        for need in &ALL {
            assert!(!need.part.is_empty() && !need.elsewhere.is_empty(), "{}", need.name);
            assert!(need.programs.iter().all(|names| !names.is_empty()), "{}", need.name);
        }
    }
}
