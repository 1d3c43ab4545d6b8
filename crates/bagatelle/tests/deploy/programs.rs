//! The programs of the tests: Bagatelle, proxies, and curl, which plays.

use serde_json::Value;
use std::io::{BufRead, BufReader, Lines};
use std::net::{IpAddr, Ipv4Addr, UdpSocket};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

/// How long a program may take to be ready, or an event to come, on a busy machine.
pub const PATIENCE: Duration = Duration::from_secs(60);

/// The program under test.
pub const BAGATELLE: &str = env!("CARGO_BIN_EXE_bagatelle");

/// The folder of the whole project.
pub fn project() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}

/// A file of the project.
pub fn read(path: &str) -> String {
    std::fs::read_to_string(project().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// A text with a part replaced that must be there.
pub fn replaced(text: &str, part: &str, by: &str) -> String {
    assert!(text.contains(part), "no “{part}” in:\n{text}");
    text.replace(part, by)
}

/// Where a program is: in PATH, where systems keep those of root, or where `cargo xtask setup` puts it.
pub fn find(name: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let own = Path::new(env!("CARGO_TARGET_TMPDIR")).join("../tools/proxies");
    let own = ["usr/bin", "usr/sbin"].map(|folder| own.join(folder));
    let folders = std::env::split_paths(&path).chain(["/usr/sbin".into(), "/sbin".into()]).chain(own);
    folders.map(|folder| folder.join(name)).find(|file| file.is_file())
}

/// A program that the test cannot do without.
pub fn needed(name: &str) -> PathBuf {
    find(name).unwrap_or_else(|| {
        panic!("{name} is needed for this test: install it, or let `cargo xtask setup` do so on Debian")
    })
}

/// An address of this machine that is not only its own, if there is one: from it requests come as from
/// elsewhere.
pub fn address() -> IpAddr {
    let found = || {
        let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).ok()?;
        // The system chooses the address; nothing is sent.
        socket.connect((Ipv4Addr::new(192, 0, 2, 1), 9)).ok()?;
        Some(socket.local_addr().ok()?.ip())
    };
    found().unwrap_or(Ipv4Addr::LOCALHOST.into())
}

/// A process, ended when it is dropped.
pub struct Running(pub Child);

impl Drop for Running {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

impl Running {
    /// Asks it to end, as a service manager does, and waits until it has; it must end well.
    pub fn stop(mut self) {
        let told = Command::new("kill").args(["-TERM", &self.0.id().to_string()]).status().unwrap();
        assert!(told.success());
        let ended = self.0.wait().unwrap();
        assert!(ended.success(), "{ended}");
    }
}

/// Starts a program in the background; what it says to standard error goes into a file.
pub fn start(command: &mut Command, log: &Path) -> Running {
    let log = std::fs::File::options().create(true).append(true).open(log).unwrap();
    let started = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(log).spawn();
    Running(started.unwrap_or_else(|error| panic!("{command:?}: {error}")))
}

/// Looks until something is found.
pub fn eventually<T>(what: &str, mut look: impl FnMut() -> Option<T>) -> T {
    let begun = Instant::now();
    loop {
        if let Some(found) = look() {
            return found;
        }
        assert!(begun.elapsed() < PATIENCE, "{what} did not come");
        std::thread::sleep(Duration::from_millis(50));
    }
}

/// A visitor with curl, who knows where `localhost` is and which certificate is right.
pub struct Curl {
    /// The address of the site, without a slash at its end.
    pub site: String,
    options: Vec<String>,
}

impl Curl {
    /// A visitor of a site at `https://localhost:PORT` and a path. The file holds the authority of its
    /// certificate.
    pub fn new(port: u16, path: &str, authority: &Path) -> Curl {
        let resolve = format!("localhost:{port}:{}", address());
        let authority = authority.display().to_string();
        let options =
            ["--silent", "--show-error", "--noproxy", "*", "--max-time", "50"].map(str::to_owned).into();
        let mut curl = Curl { site: format!("https://localhost:{port}{path}"), options };
        curl.options.extend(["--resolve".into(), resolve, "--cacert".into(), authority]);
        curl
    }

    /// A visitor of a site at a socket.
    pub fn at_socket(file: &Path) -> Curl {
        let options = ["--silent", "--show-error", "--max-time", "50", "--unix-socket"].map(str::to_owned);
        let mut curl = Curl { site: "http://localhost".into(), options: options.into() };
        curl.options.push(file.display().to_string());
        curl
    }

    fn command(&self, path: &str, more: &[&str]) -> Command {
        let mut command = Command::new(needed("curl"));
        command.args(&self.options).args(more).arg(format!("{}{path}", self.site));
        command
    }

    /// What comes, headers and all; `None` if nothing does.
    pub fn whole(&self, path: &str, more: &[&str]) -> Option<String> {
        let output = self.command(path, more).arg("--include").output().unwrap();
        output.status.success().then(|| String::from_utf8_lossy(&output.stdout).replace('\r', ""))
    }

    /// Waits until the site answers.
    pub fn waits(&self, log: &Path) {
        let begun = Instant::now();
        while !self.whole("/healthz", &[]).is_some_and(|answer| answer.ends_with("well\n")) {
            let log = std::fs::read_to_string(log).unwrap_or_default();
            let said = self.command("/healthz", &[]).output().unwrap();
            assert!(begun.elapsed() < PATIENCE, "{} does not answer: {said:?}\n{log}", self.site);
            std::thread::sleep(Duration::from_millis(50));
        }
    }

    /// Sends JSON to the API, and returns the answer.
    pub fn post(&self, path: &str, token: &str, body: &Value) -> Value {
        let token = format!("Authorization: Bearer {token}");
        let body = body.to_string();
        let more = ["--json", &body, "--header", &token, "--fail-with-body"];
        let output = self.command(path, &more).output().unwrap();
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(output.status.success(), "{path}: {text} {}", String::from_utf8_lossy(&output.stderr));
        serde_json::from_str(&text).unwrap_or_else(|error| panic!("{path}: {error}: {text}"))
    }

    /// Opens an event stream.
    pub fn stream(&self, path: &str) -> Events {
        let mut command = self.command(path, &["--no-buffer"]);
        let mut child = command.stdout(Stdio::piped()).spawn().unwrap();
        let lines = BufReader::new(child.stdout.take().unwrap()).lines();
        Events { lines, _running: Running(child) }
    }

    /// Plays some moves of a game, each of which must come by an event stream before the next one is made.
    pub fn plays(&self) {
        let token = self.post("/api/v1/visitors", "", &Value::Null)["token"].as_str().unwrap().to_owned();
        let deal = serde_json::json!({ "game": "brain-burn", "seed": "1", "wish": { "hole": 12 } });
        let id = self.post("/api/v1/games", &token, &deal)["id"].as_str().unwrap().to_owned();
        let mut events = self.stream(&format!("/api/v1/games/{id}/stream"));
        assert_eq!(events.next(), "0");
        for (n, text) in ["R", "U", "L", "D"].into_iter().enumerate() {
            let act = serde_json::json!({ "kind": "act", "text": text });
            self.post(&format!("/api/v1/games/{id}/events"), &token, &act);
            // A proxy that holds events back would hold this one until the stream ends.
            assert_eq!(events.next(), (n + 1).to_string());
        }
    }
}

/// An event stream.
pub struct Events {
    lines: Lines<BufReader<ChildStdout>>,
    _running: Running,
}

impl Events {
    /// The id of the next event. curl ends a stream in which nothing comes.
    pub fn next(&mut self) -> String {
        loop {
            let line = self.lines.next().expect("the stream goes on").unwrap();
            if let Some(id) = line.strip_prefix("id:") {
                return id.trim().to_owned();
            }
        }
    }
}
