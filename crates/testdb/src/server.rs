//! A PostgreSQL server in a temporary folder.

use std::fs;
use std::io::{BufRead, BufReader, Lines, Write};
use std::os::unix::fs::{MetadataExt, PermissionsExt, chown};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Stdio};

/// Makes a cluster, runs it until the standard input ends, and removes it. `$1` is the folder of PostgreSQL's
/// programs, `$2` that of the cluster, `$3` says when a commit is answered, `$4` is the port of a server that
/// is reached over TLS, too, with the certificate and key in the folder. What is lost when the machine stops
/// may be lost here. It reads `stop` and `start` from the standard input, and says when that is done.
const SCRIPT: &str = r#"
cd "$2"
if ! "$1/initdb" -D data -U bagatelle -A trust --no-sync --locale=C.UTF-8 >log 2>&1; then
    tail -n 20 log
    exit 1
fi
network=
if [ -n "$4" ]; then
    printf 'local all all trust\nhostssl all all 127.0.0.1/32 trust\n' >data/pg_hba.conf
    network="-p $4 -c listen_addresses=127.0.0.1 -c ssl=on"
    network="$network -c ssl_cert_file=$2/server.crt -c ssl_key_file=$2/server.key"
fi
begin() {
    : >log
    "$1/postgres" -D data -k "$2" -c listen_addresses= $network -c fsync=off \
        -c synchronous_commit=$3 -c full_page_writes=off \
        -c max_connections=400 >>log 2>&1 </dev/null &
    server=$!
    until grep -q 'ready to accept connections' log; do
        if ! kill -0 $server 2>/dev/null; then
            tail -n 20 log
            exit 1
        fi
        sleep 0.02
    done
    echo done
}
begin "$@"
while read -r wanted; do
    if [ "$wanted" = stop ]; then
        kill -QUIT $server
        wait $server
        echo done
    else
        begin "$@"
    fi
done
kill -QUIT $server
wait $server
cd / && rm -rf "$2"
"#;

/// A PostgreSQL server of its own, with nothing but a socket. It ends when this is dropped, or the process
/// ends, however it ends.
#[derive(Debug)]
pub struct Server {
    folder: PathBuf,
    /// A shell. It ends the server when its standard input is closed.
    shell: Child,
    said: Lines<BufReader<ChildStdout>>,
}

impl Server {
    /// Starts a server, which takes about a second.
    ///
    /// # Panics
    /// When PostgreSQL is not installed or does not start.
    #[must_use]
    pub fn start() -> Server {
        Server::start_with("off", None)
    }

    /// The same, which is reached over TLS at this port of this machine, too, and in no other way there.
    /// Certificate and key are PEM.
    ///
    /// # Panics
    /// When PostgreSQL is not installed or does not start.
    #[must_use]
    pub fn start_with_tls(port: u16, certificate: &str, key: &str) -> Server {
        Server::start_with("off", Some((port, certificate, key)))
    }

    /// The same as [`Server::start`], of which nothing is lost that was committed when it is stopped in the
    /// middle of its work.
    ///
    /// # Panics
    /// When PostgreSQL is not installed or does not start.
    #[must_use]
    pub fn start_lasting() -> Server {
        Server::start_with("on", None)
    }

    /// Ends it at once, as a crash does.
    ///
    /// # Panics
    /// When it does not end.
    pub fn stop(&mut self) {
        self.tell("stop\n");
    }

    /// Starts it again.
    ///
    /// # Panics
    /// When it does not start.
    pub fn start_again(&mut self) {
        self.tell("start\n");
    }

    fn tell(&mut self, what: &str) {
        self.shell.stdin.as_mut().unwrap().write_all(what.as_bytes()).unwrap();
        self.wait_for_done();
    }

    fn wait_for_done(&mut self) {
        let mut said = Vec::new();
        loop {
            match self.said.next() {
                Some(Ok(line)) if line == "done" => return,
                Some(Ok(line)) => said.push(line),
                _ => panic!("PostgreSQL did not start:\n{}", said.join("\n")),
            }
        }
    }

    fn start_with(synchronous_commit: &str, tls: Option<(u16, &str, &str)>) -> Server {
        let programs = programs().unwrap_or_else(|| {
            panic!(
                "PostgreSQL is needed for this test: install it (on Debian: apt-get install postgresql), or \
                 name a server in {}",
                super::VARIABLE
            )
        });
        // The name of a socket must be short, so the folder is not in a deep one.
        let folder = tempfile::Builder::new().prefix("bagatelle-pg-").tempdir_in("/tmp").unwrap().keep();
        let mut command = Command::new("/bin/sh");
        command.args(["-c", SCRIPT, "postgres"]).arg(programs).arg(&folder).arg(synchronous_commit);
        let mut files = vec![folder.clone()];
        if let Some((port, certificate, key)) = tls {
            command.arg(port.to_string());
            for (name, text) in [("server.crt", certificate), ("server.key", key)] {
                fs::write(folder.join(name), text).unwrap();
                // PostgreSQL takes no key that others can read.
                fs::set_permissions(folder.join(name), fs::Permissions::from_mode(0o600)).unwrap();
                files.push(folder.join(name));
            }
        }
        // PostgreSQL does not run with the rights of root.
        if fs::metadata(&folder).unwrap().uid() == 0 {
            let (user, group) = lesser_user();
            for file in &files {
                chown(file, Some(user), Some(group)).unwrap();
            }
            command.uid(user).gid(group);
        }
        // In a group of its own, so that what ends the test lets the shell tidy up.
        command.process_group(0).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut shell = command.spawn().unwrap();
        let said = BufReader::new(shell.stdout.take().unwrap()).lines();
        let mut server = Server { folder, shell, said };
        server.wait_for_done();
        server
    }

    /// The address of one of its databases.
    #[must_use]
    pub fn address(&self, database: &str) -> String {
        format!("postgres:///{database}?host={}&user=bagatelle", self.folder.display())
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        drop(self.shell.stdin.take());
        let _ = self.shell.wait();
    }
}

/// The folder of PostgreSQL's programs, the newest one that is installed.
fn programs() -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let versions = fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    let mut versions: Vec<(u32, PathBuf)> = versions
        .filter_map(|entry| Some((entry.file_name().to_str()?.parse().ok()?, entry.path().join("bin"))))
        .collect();
    versions.sort_unstable();
    let versions = versions.into_iter().rev().map(|(_, folder)| folder);
    let has_both = |folder: &PathBuf| folder.join("initdb").exists() && folder.join("postgres").exists();
    versions.chain(std::env::split_paths(&path)).find(has_both)
}

/// The numbers of a user without rights, and of the user's group.
fn lesser_user() -> (u32, u32) {
    let users = fs::read_to_string(Path::new("/etc/passwd")).unwrap();
    let users: Vec<Vec<&str>> = users.lines().map(|line| line.split(':').collect()).collect();
    // The number is that of a user who may do nothing, on all systems.
    let user = users.iter().find(|user| user[0] == "postgres");
    let user = user.or_else(|| users.iter().find(|user| user.get(2) == Some(&"65534")));
    let number = |at: usize| user.and_then(|user| user.get(at)?.parse().ok());
    number(2).zip(number(3)).expect("a user without rights, in whose name PostgreSQL runs")
}
