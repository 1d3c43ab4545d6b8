//! What people write into the settings of a server: in the environment, and as addresses and folders.

#![cfg(unix)]

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};

/// A server that is killed when this is dropped.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Starts a server; what it says first, or why it does not start.
fn start(folder: &Path, words: &[&str], environment: &[(&str, &str)]) -> Result<(Running, String), String> {
    let child = Command::new(env!("CARGO_BIN_EXE_bagatelle"))
        .args(words)
        .current_dir(folder)
        .env_clear()
        .envs(environment.iter().copied())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut running = Running(child);
    let mut line = String::new();
    BufReader::new(running.0.stdout.take().unwrap()).read_line(&mut line).unwrap();
    if line.is_empty() {
        let mut why = String::new();
        std::io::Read::read_to_string(&mut running.0.stderr.take().unwrap(), &mut why).unwrap();
        return Err(why);
    }
    Ok((running, line))
}

/// All variables that the program names in its help.
fn variables() -> Vec<String> {
    let mut named = Vec::new();
    for words in [&["serve", "--help"][..], &["healthcheck", "--help"], &["doctor", "--help"]] {
        let help = Command::new(env!("CARGO_BIN_EXE_bagatelle")).args(words).output().unwrap().stdout;
        let help = String::from_utf8(help).unwrap();
        let found =
            help.split("[env: ").skip(1).map(|rest| rest.split(['=', ']']).next().unwrap().to_owned());
        named.extend(found);
    }
    named.extend(["BAGATELLE_LOG".to_owned(), "NO_COLOR".to_owned()]);
    named.sort();
    named.dedup();
    assert!(named.len() >= 13, "{named:?}");
    named
}

#[test]
fn a_variable_that_is_empty_is_one_that_is_not_there() {
    let folder = tempfile::tempdir().unwrap();
    let all: Vec<String> = variables();
    let empty: Vec<(&str, &str)> =
        all.iter().enumerate().map(|(n, name)| (name.as_str(), ["", " "][n % 2])).collect();
    // The port is that of a server which nothing is said to: that is another test's, so it is given.
    let words = ["--listen", "127.0.0.1:0"];
    let (_running, said) = start(folder.path(), &words, &empty).unwrap_or_else(|why| panic!("{why}"));
    assert!(said.starts_with("Bagatelle is at http://127.0.0.1:"), "{said}");
    assert!(folder.path().join("data/bagatelle.sqlite").is_file(), "the usual folder");
    // Each alone, in commands that end.
    for name in &all {
        for words in [&["games"][..], &["limits"], &["tables", "list"], &["doctor"]] {
            for nothing in ["", " "] {
                let done = Command::new(env!("CARGO_BIN_EXE_bagatelle"))
                    .args(words)
                    .current_dir(folder.path())
                    .env_clear()
                    .env(name, nothing)
                    .output()
                    .unwrap();
                assert_ne!(done.status.code(), Some(2), "{name}: {}", String::from_utf8_lossy(&done.stderr));
            }
        }
    }
    // One with something in it counts.
    let why = start(folder.path(), &words, &[("BAGATELLE_PUBLIC_URL", "nonsense")]).err().unwrap();
    assert!(why.contains("nonsense"), "{why}");
}

#[test]
fn names_are_addresses_too() {
    let folder = tempfile::tempdir().unwrap();
    let words = ["--listen", "localhost:0", "--metrics", "localhost:0"];
    let (_running, said) = start(folder.path(), &words, &[]).unwrap_or_else(|why| panic!("{why}"));
    assert!(said.starts_with("Bagatelle is at http://127.0.0.1:"), "{said}");
    let why = start(folder.path(), &["--listen", "unknown.invalid:0"], &[]).err().unwrap();
    assert!(why.contains("unknown.invalid") && !why.contains("panicked"), "{why}");
}

#[test]
fn a_data_folder_may_have_any_name() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["file:x", "file:x?mode=memory", "a b#%20", ":memory:"] {
        let words = ["--data", name, "--listen", "127.0.0.1:0"];
        let (running, _) = start(folder.path(), &words, &[]).unwrap_or_else(|why| panic!("{name}: {why}"));
        assert!(folder.path().join(name).join("bagatelle.sqlite").is_file(), "{name}");
        let backup = |file: &str| {
            Command::new(env!("CARGO_BIN_EXE_bagatelle"))
                .args(["backup", file, "--replace", "--data", name])
                .current_dir(folder.path())
                .output()
                .unwrap()
        };
        let done = backup("saved.tar");
        assert!(done.status.success(), "{name}: {}", String::from_utf8_lossy(&done.stderr));
        // What is no file is not replaced by one.
        let refused = backup("/dev/null");
        assert!(!refused.status.success() && !Path::new("/dev/null").is_file());
        drop(running);
    }
}
