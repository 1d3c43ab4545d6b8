//! The units of systemd, read by its own tools where they are there.

use crate::programs::{BAGATELLE, find, read, replaced};
use std::process::Command;
use tempfile::TempDir;

/// The exposure that `systemd-analyze security` may find at most, in tenths; 10 is one that nothing is kept
/// from.
const EXPOSURE: u32 = 20;

#[test]
fn systemd_reads_the_units_and_finds_them_safe() {
    let Some(analyze) = find("systemd-analyze") else {
        eprintln!("systemd-analyze is not here, so the units were not read by systemd.");
        return;
    };
    let folder = TempDir::new().unwrap();
    let service = replaced(&read("deploy/systemd/bagatelle.service"), "/usr/local/bin/bagatelle", BAGATELLE);
    let units =
        [("bagatelle.service", service), ("bagatelle.socket", read("deploy/systemd/bagatelle.socket"))];
    for (name, text) in units {
        std::fs::write(folder.path().join(name), text).unwrap();
    }
    let file = |name: &str| folder.path().join(name);
    let verify = Command::new(&analyze)
        .arg("verify")
        .arg(file("bagatelle.service"))
        .arg(file("bagatelle.socket"))
        .output();
    let verify = verify.unwrap();
    let said = String::from_utf8_lossy(&verify.stderr).into_owned();
    // Units of the machine itself are none of ours.
    let ours: Vec<&str> = said.lines().filter(|line| line.contains("bagatelle")).collect();
    assert!(verify.status.success() && ours.is_empty(), "{said}");
    let threshold = format!("--threshold={EXPOSURE}");
    let security = Command::new(&analyze)
        .args(["security", "--offline=true", &threshold])
        .arg(file("bagatelle.service"))
        .output()
        .unwrap();
    assert!(security.status.success(), "{}", String::from_utf8_lossy(&security.stdout));
}

/// The values of a setting in a unit.
pub fn settings<'a>(unit: &'a str, name: &str) -> Vec<&'a str> {
    let value = |line: &'a str| line.split_once('=').filter(|(key, _)| *key == name).map(|(_, value)| value);
    unit.lines().filter_map(value).collect()
}

#[test]
fn the_units_fit_each_other_and_the_server() {
    let (service, socket) =
        (read("deploy/systemd/bagatelle.service"), read("deploy/systemd/bagatelle.socket"));
    assert_eq!(settings(&service, "Type"), ["notify"]);
    assert_eq!(settings(&service, "Requires"), ["bagatelle.socket"]);
    assert_eq!(settings(&socket, "ListenStream"), ["/run/bagatelle.sock"]);
    // The folder of the data is the one that the service may write to.
    let state = settings(&service, "StateDirectory").concat();
    assert_eq!(settings(&service, "Environment"), [format!("BAGATELLE_DATA=/var/lib/{state}")]);
    // A server that is told to stop has its time for it.
    let patience: u64 = settings(&service, "TimeoutStopSec").concat().parse().unwrap();
    assert!(patience >= 30, "{patience}");
}
