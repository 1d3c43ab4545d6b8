//! Trying a package for Debian: it is installed, started as its unit says, and removed again.
//!
//! That changes a view of this machine which ends with the attempt: what is written goes into memory, over
//! the files that are there. Where no such view can be had, and the machine is a container without a trace
//! of Bagatelle, the package is installed in it.

#[cfg(unix)]
use super::host;
use crate::needs;
use crate::step::{self, Failed};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The word by which `cargo xtask dist` goes on inside a view.
pub const INSIDE: &str = "--try-inside";

/// Lays a view of the machine over its files, below `$VIEW`.
const VIEW: &str = r#"
mount -t tmpfs tmpfs "$VIEW"
mkdir "$VIEW/above" "$VIEW/work" "$VIEW/root"
mount -t overlay overlay -o "lowerdir=/,upperdir=$VIEW/above,workdir=$VIEW/work" "$VIEW/root"
mount --rbind /dev "$VIEW/root/dev"
mount --rbind /proc "$VIEW/root/proc"
exec "$@"
"#;

/// Tries a package, or says why that cannot be done here.
pub fn attempt(deb: &Path) -> Result<(), Failed> {
    let skip = |why: &str| {
        step::skip(&format!("installing the package for Debian, {why}"));
        Ok(())
    };
    if needs::find("dpkg").is_none() || !Path::new("/etc/debian_version").exists() {
        return skip("which is tried on Debian and Ubuntu");
    }
    if !needs::is_root() {
        return skip("which only root can do");
    }
    let deb = std::path::absolute(deb).map_err(|error| Failed(error.to_string()))?;
    let beside = tempfile::tempdir().map_err(|error| Failed(error.to_string()))?;
    let this = copy_of_this(beside.path()).map_err(|error| Failed(error.to_string()))?;
    let folder = tempfile::tempdir().map_err(|error| Failed(error.to_string()))?;
    let view = |command: &[&std::ffi::OsStr]| {
        let mut unshare = Command::new("unshare");
        unshare.args(["--mount", "--propagation", "private", "sh", "-ec", VIEW, "sh"]).args(command);
        unshare.env("VIEW", folder.path());
        unshare
    };
    let works = view(&["true".as_ref()]).stdin(Stdio::null()).stderr(Stdio::null()).status();
    let heading = "The package for Debian, installed, started and removed";
    if works.is_ok_and(|status| status.success()) {
        let root = folder.path().join("root");
        let words = [this.as_os_str(), "dist".as_ref(), INSIDE.as_ref(), root.as_os_str(), deb.as_os_str()];
        return step::run(heading, &mut view(&words));
    }
    #[cfg(unix)]
    if is_free() {
        return step::run(heading, Command::new(this).args(["dist", INSIDE, "/"]).arg(deb));
    }
    skip("since no file system can be laid over this one")
}

/// A copy of this program in a folder. Cargo puts another one in the place of the one that runs, when a step
/// before this one has built the workspace.
fn copy_of_this(folder: &Path) -> std::io::Result<PathBuf> {
    // Where the system has it, this leads to the program even then.
    let running = Path::new("/proc/self/exe");
    let this = if running.exists() { running.to_owned() } else { std::env::current_exe()? };
    let copy = folder.join("xtask");
    std::fs::copy(this, &copy)?;
    Ok(copy)
}

/// Whether this machine is a container without a trace of Bagatelle.
#[cfg(unix)]
fn is_free() -> bool {
    let traces = host::TRACES.into_iter().chain(["/run/systemd/system"]);
    traces.map(Path::new).all(|trace| !trace.exists())
}

/// Tries a package in a view whose files are below a folder, or in the machine itself.
#[cfg(unix)]
pub fn inside(root: &Path, deb: &Path) -> Result<(), Failed> {
    let machine = host::Host::new(root)?;
    let tried = machine.try_package(deb);
    if root == Path::new("/") {
        machine.clean();
    }
    tried
}

/// Elsewhere there are no such packages.
#[cfg(not(unix))]
pub fn inside(_root: &Path, _deb: &Path) -> Result<(), Failed> {
    Err(Failed("packages for Debian are tried on Debian".into()))
}
