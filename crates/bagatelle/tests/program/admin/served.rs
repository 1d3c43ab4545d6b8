//! The real server on a database of its own, and the commands of a host beside it.

use reqwest::header::{CONTENT_TYPE, COOKIE, SET_COOKIE};
use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// How long the server may take to find out what was done.
pub const PATIENCE: Duration = Duration::from_secs(60);
pub const PASSWORD: &str = "a plain password";

/// A server process on a database, killed when it is dropped.
pub struct Served {
    child: Child,
    pub url: String,
    /// Where the database is, as the command line has it.
    pub database: [String; 2],
}

impl Served {
    pub fn new(database: [String; 2]) -> Served {
        Served::with_flags(database, &[])
    }

    pub fn with_flags(database: [String; 2], flags: &[&str]) -> Served {
        let mut command = Command::new(env!("CARGO_BIN_EXE_bagatelle"));
        command.arg("serve").args(&database).args(["--listen", "127.0.0.1:0"]).args(flags);
        let mut child = command.stdout(Stdio::piped()).spawn().unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let line = lines.next().expect("the server starts").unwrap();
        let url = line.split(' ').next_back().unwrap().trim_end_matches('/').to_owned();
        std::thread::spawn(move || lines.count());
        Served { child, url, database }
    }

    /// Runs `bagatelle admin`; its output, or its error.
    pub fn admin(&self, words: &[&str]) -> Result<String, String> {
        self.run(&[&["admin"], words].concat())
    }

    /// Runs a command on the same database; its output, or its error.
    pub fn run(&self, words: &[&str]) -> Result<String, String> {
        let mut command = Command::new(env!("CARGO_BIN_EXE_bagatelle"));
        let done = command.args(words).args(&self.database).output().unwrap();
        match done.status.success() {
            true => Ok(String::from_utf8(done.stdout).unwrap()),
            false => Err(String::from_utf8(done.stderr).unwrap()),
        }
    }

    pub async fn ask(&self, method: &str, path: &str, cookie: &str, form: &str) -> Answer {
        let client = reqwest::Client::builder().redirect(reqwest::redirect::Policy::none()).build().unwrap();
        let request = client.request(method.parse().unwrap(), format!("{}{path}", self.url));
        let kind =
            if form.starts_with('{') { "application/json" } else { "application/x-www-form-urlencoded" };
        let request = request.header(CONTENT_TYPE, kind).header("Sec-Fetch-Site", "same-origin");
        let answer = request.header(COOKIE, cookie).body(form.to_owned()).send().await.unwrap();
        let set = answer.headers().get_all(SET_COOKIE).iter().filter_map(|one| one.to_str().ok());
        let visitor = set.filter_map(|one| one.split(';').next()).find(|one| one.starts_with("visitor="));
        let cookie = visitor.unwrap_or_default().to_owned();
        Answer { status: answer.status().as_u16(), cookie, text: answer.text().await.unwrap() }
    }

    /// Signs up; the cookie of the session.
    pub async fn sign_up(&self, name: &str) -> String {
        let form = format!("name={name}&password={}", PASSWORD.replace(' ', "+"));
        let answer = self.ask("POST", "/me/sign-up", "", &form).await;
        assert_eq!(answer.status, 303, "{}", answer.text);
        answer.cookie
    }

    /// Waits until a page has this status and this text on it.
    pub async fn shows(&self, path: &str, cookie: &str, status: u16, text: &str) {
        let begun = Instant::now();
        loop {
            let answer = self.ask("GET", path, cookie, "").await;
            if answer.status == status && answer.text.contains(text) {
                return;
            }
            assert!(begun.elapsed() < PATIENCE, "{path}: {} {}", answer.status, answer.text);
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

pub struct Answer {
    pub status: u16,
    pub cookie: String,
    pub text: String,
}
