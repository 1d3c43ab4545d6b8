//! The processes of engines: each has its own process group, and all of them can be killed at once, so that
//! none is left behind however this process ends.

use std::collections::BTreeMap;
use std::io;
use std::process::{Child, Command};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The groups that are running, by the process that leads each.
static GROUPS: Mutex<BTreeMap<u32, Group>> = Mutex::new(BTreeMap::new());

#[cfg(unix)]
type Group = rustix::process::Pid;
#[cfg(not(unix))]
type Group = ();

fn groups() -> MutexGuard<'static, BTreeMap<u32, Group>> {
    GROUPS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A command for the shell.
#[cfg(unix)]
pub fn shell(command: &str) -> Command {
    use std::os::unix::process::CommandExt;
    let mut shell = Command::new("sh");
    shell.args(["-c", command]).process_group(0);
    shell
}

/// A command for the shell.
#[cfg(not(unix))]
pub fn shell(command: &str) -> Command {
    let mut shell = Command::new("cmd");
    shell.args(["/C", command]);
    shell
}

/// Starts a process.
pub fn spawn(command: &mut Command) -> io::Result<Child> {
    // Nothing starts while all are killed.
    let mut groups = groups();
    let child = command.spawn()?;
    #[cfg(unix)]
    groups.insert(child.id(), rustix::process::Pid::from_child(&child));
    #[cfg(not(unix))]
    groups.insert(child.id(), ());
    Ok(child)
}

/// Kills a process with its group, and waits for its end.
pub fn kill(child: &mut Child) {
    let mut groups = groups();
    if let Some(group) = groups.remove(&child.id()) {
        kill_group(group);
    }
    drop(groups);
    let _ = child.kill();
    let _ = child.wait();
}

/// Kills all processes.
pub fn kill_all() {
    groups().values().copied().for_each(kill_group);
}

/// Kills all processes and ends this one. None can be started meanwhile.
pub fn kill_all_and_exit(status: i32) -> ! {
    let groups = groups();
    groups.values().copied().for_each(kill_group);
    std::process::exit(status)
}

#[cfg(unix)]
fn kill_group(group: Group) {
    // The group may be gone with its last process.
    let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
}

#[cfg(not(unix))]
fn kill_group(_: Group) {}
