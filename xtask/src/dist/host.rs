//! A machine on which a package for Debian is tried.

use crate::step::Failed;
use std::fs;
use std::io::{Read, Write};
use std::os::fd::OwnedFd;
use std::os::unix::fs::MetadataExt;
use std::os::unix::net::{UnixListener, UnixStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// What a host has where Bagatelle is installed.
pub const TRACES: [&str; 5] = [
    "/etc/default/bagatelle",
    "/etc/systemd/system/bagatelle.service",
    "/usr/bin/bagatelle",
    "/var/lib/bagatelle",
    "/var/lib/dpkg/info/bagatelle.list",
];

/// How long the server may take to answer.
const PATIENCE: Duration = Duration::from_secs(60);

/// Where the package lies while it is tried.
const COPY: &str = "/tmp/bagatelle-on-trial.deb";

/// What the unit may be exposed to at most, in tenths; 100 is one that nothing is kept from.
const EXPOSURE: &str = "--threshold=20";

/// A machine, or a view of one.
pub struct Host<'a> {
    root: &'a Path,
}

/// The server, ended when it is dropped.
struct Server(Child);

impl Drop for Server {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn failed(what: &str, why: impl ToString) -> Failed {
    Failed(format!("{what}: {}", why.to_string()))
}

/// Fails with some words where a fact is none.
fn must(fact: bool, words: &str) -> Result<(), Failed> {
    if fact { Ok(()) } else { Err(Failed(words.to_owned())) }
}

impl<'a> Host<'a> {
    /// A machine without a trace of Bagatelle; in a view, what is there is removed.
    pub fn new(root: &'a Path) -> Result<Host<'a>, Failed> {
        let host = Host { root };
        if root != Path::new("/") {
            host.clean();
        }
        let left = TRACES.iter().find(|trace| host.at(trace).exists());
        match left {
            Some(trace) => Err(Failed(format!("{trace} is there before the package is installed"))),
            None => Ok(host),
        }
    }

    /// Removes all that the package and the server have left.
    pub fn clean(&self) {
        let _ = self.command("dpkg", &["--purge", "bagatelle"]).output();
        let _ = self.command("userdel", &["bagatelle"]).output();
        for trace in TRACES {
            let path = self.at(trace);
            let _ = if path.is_dir() { fs::remove_dir_all(path) } else { fs::remove_file(path) };
        }
    }

    /// A path on this machine.
    fn at(&self, path: &str) -> PathBuf {
        self.root.join(path.trim_start_matches('/'))
    }

    fn command(&self, program: &str, args: &[&str]) -> Command {
        let mut command = Command::new("chroot");
        command.arg(self.root).arg(program).args(args).current_dir("/");
        command.env("DEBIAN_FRONTEND", "noninteractive").env("LC_ALL", "C.UTF-8").stdin(Stdio::null());
        command
    }

    /// Runs a program, and returns what it says.
    fn says(&self, program: &str, args: &[&str]) -> Result<String, Failed> {
        let what = format!("{program} {}", args.join(" "));
        let output = self.command(program, args).output().map_err(|error| failed(&what, error))?;
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        if output.status.success() {
            return Ok(said);
        }
        Err(failed(&what, said + &String::from_utf8_lossy(&output.stderr)))
    }

    /// Installs the package, starts what it brings, installs it anew, removes it, and purges it.
    pub fn try_package(&self, deb: &Path) -> Result<(), Failed> {
        let copy = self.at(COPY);
        fs::copy(deb, &copy).map_err(|error| failed("the package", error))?;
        let tried = self.is_installed(COPY).and_then(|()| self.runs(COPY)).and_then(|()| self.goes(COPY));
        let _ = fs::remove_file(copy);
        tried
    }

    fn is_installed(&self, deb: &str) -> Result<(), Failed> {
        self.says("dpkg", &["--install", deb])?;
        let said =
            self.says("dpkg-query", &["--show", "--showformat", "${Status} ${Version}", "bagatelle"])?;
        println!("{said}");
        must(said.starts_with("install ok installed "), &said)?;
        let program = self.says("bagatelle", &["--version"])?;
        let version = program.trim().rsplit(' ').next().unwrap_or_default().replace('-', "~");
        must(said.contains(&format!(" {version}-")), &program)?;
        let verified = self.says("dpkg", &["--verify", "bagatelle"])?;
        must(verified.is_empty(), &verified)?;
        if self.at("/usr/bin/systemd-analyze").exists() {
            let unit = "/usr/lib/systemd/system/bagatelle.service";
            self.says("systemd-analyze", &["verify", unit])?;
            self.says("systemd-analyze", &["security", "--offline=true", EXPOSURE, unit])?;
        }
        Ok(())
    }

    fn runs(&self, deb: &str) -> Result<(), Failed> {
        let server = self.start()?;
        self.is_served()?;
        let said = self.says("bagatelle", &["healthcheck", "--listen", "unix:/run/bagatelle.sock"])?;
        println!("healthcheck: {}", said.trim());
        // A new version is installed while the old one runs on.
        self.says("dpkg", &["--install", deb])?;
        self.is_served()?;
        self.stop(server)
    }

    fn goes(&self, deb: &str) -> Result<(), Failed> {
        self.says("dpkg", &["--remove", "bagatelle"])?;
        for gone in ["/usr/bin/bagatelle", "/usr/lib/systemd/system/bagatelle.service"] {
            must(!self.at(gone).exists(), &format!("{gone} is there after the package was removed"))?;
        }
        must(self.at("/etc/default/bagatelle").exists(), "the settings are lost")?;
        println!("{}", self.says("dpkg", &["--purge", "bagatelle"])?.trim());
        must(!self.at("/etc/default/bagatelle").exists(), "the settings are left")?;
        must(self.at("/var/lib/bagatelle/bagatelle.sqlite").exists(), "the games are lost")?;
        must(self.user()?.is_some(), "the games are of a user who is gone")?;

        // Where nothing was played, nothing is left.
        fs::remove_dir_all(self.at("/var/lib/bagatelle")).map_err(|error| failed("the data", error))?;
        self.says("dpkg", &["--install", deb])?;
        self.says("dpkg", &["--purge", "bagatelle"])?;
        must(self.user()?.is_none(), "the user is left")?;
        let left = TRACES.iter().find(|trace| self.at(trace).exists());
        must(left.is_none(), &format!("{left:?} is left"))
    }

    /// The number of the user of the package.
    fn user(&self) -> Result<Option<u32>, Failed> {
        let users = fs::read_to_string(self.at("/etc/passwd")).map_err(|error| failed("the users", error))?;
        let line = users.lines().find_map(|line| line.strip_prefix("bagatelle:"));
        Ok(line.and_then(|line| line.split(':').nth(1)?.parse().ok()))
    }

    /// The values of a setting in a unit of the package.
    fn unit(&self, name: &str, setting: &str) -> Result<String, Failed> {
        let path = self.at(&format!("/usr/lib/systemd/system/{name}"));
        let text = fs::read_to_string(path).map_err(|error| failed(name, error))?;
        let value = text.lines().find_map(|line| line.strip_prefix(&format!("{setting}=")));
        value.map(str::to_owned).ok_or_else(|| failed(name, format!("no {setting}")))
    }

    /// Starts the server as systemd does: with its user, its environment, and the socket handed over.
    fn start(&self) -> Result<Server, Failed> {
        let (service, socket) = ("bagatelle.service", "bagatelle.socket");
        let settings = self.unit(service, "EnvironmentFile")?;
        let settings = fs::read_to_string(self.at(settings.trim_start_matches('-')));
        let settings = settings.map_err(|error| failed("the settings", error))?;
        let pairs = settings.lines().filter(|line| !line.starts_with('#'));
        let own = self.unit(service, "Environment")?;
        let place = self.at(&self.unit(socket, "ListenStream")?);
        let _ = fs::remove_file(&place);
        let listener = UnixListener::bind(&place).map_err(|error| failed("the socket", error))?;
        let user = self.unit(service, "User")?;
        let (user, group) = (format!("--reuid={user}"), format!("--regid={}", self.unit(service, "Group")?));
        let start =
            format!("exec 3<&0 </dev/null; export LISTEN_PID=$$; exec {}", self.unit(service, "ExecStart")?);
        let rights = [&user, &group, "--init-groups", "--no-new-privs", "sh", "-c", &start];
        let mut command = self.command("setpriv", &rights);
        command.env("LISTEN_FDS", "1").stdin(Stdio::from(OwnedFd::from(listener)));
        command.envs([own.as_str()].into_iter().chain(pairs).filter_map(|pair| pair.split_once('=')));
        command.spawn().map(Server).map_err(|error| failed("the server", error))
    }

    /// What the server answers at an address; `None` while it does not.
    fn asked(&self, path: &str) -> Option<String> {
        let mut stream = UnixStream::connect(self.at("/run/bagatelle.sock")).ok()?;
        stream.set_read_timeout(Some(Duration::from_secs(10))).ok()?;
        write!(stream, "GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n").ok()?;
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).ok()?;
        Some(String::from_utf8_lossy(&answer).into_owned())
    }

    /// Waits until the first page comes, from a server of the user of the package.
    fn is_served(&self) -> Result<(), Failed> {
        let begun = Instant::now();
        let page = loop {
            match self.asked("/") {
                Some(page) if page.starts_with("HTTP/1.1 200 ") => break page,
                answer if begun.elapsed() > PATIENCE => {
                    return Err(failed("the first page", answer.unwrap_or_default()));
                }
                _ => std::thread::sleep(Duration::from_millis(50)),
            }
        };
        must(page.contains("<title>") && page.contains("Bagatelle"), &page)?;
        let data = fs::metadata(self.at("/var/lib/bagatelle/bagatelle.sqlite"));
        let data = data.map_err(|error| failed("the data", error))?;
        must(self.user()? == Some(data.uid()), "the data are not of the user of the package")
    }

    fn stop(&self, mut server: Server) -> Result<(), Failed> {
        self.says("kill", &["-TERM", &server.0.id().to_string()])?;
        let ended = server.0.wait().map_err(|error| failed("the server", error))?;
        let _ = fs::remove_file(self.at("/run/bagatelle.sock"));
        must(ended.success(), &format!("the server has ended with {ended}"))
    }
}
