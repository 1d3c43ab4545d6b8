//! The commands of `docs/hosting.md`, run. Those that would change the machine (packages, services,
//! containers) are done by the test in their place, or left out.

use crate::ports::free_port;
use crate::programs::{BAGATELLE, Curl, Running, eventually, project, read, replaced, start};
use crate::proxies::caddy;
use crate::units::settings;
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixListener;
use std::path::Path;
use std::process::{Command, Stdio};
use tempfile::TempDir;

/// The commands of each block of shell in the document, without their remarks.
fn blocks(document: &str) -> Vec<Vec<&str>> {
    let blocks = document.split("```sh\n").skip(1).map(|rest| rest.split("\n```").next().unwrap_or_default());
    blocks
        .map(|block| block.lines().map(|line| line.split(" # ").next().unwrap_or(line).trim()).collect())
        .collect()
}

/// Runs a line in a folder that is the root of the machine of the test.
fn run(line: &str, root: &Path) {
    let mut command = Command::new("/bin/sh");
    let path =
        format!("{}:{}", root.join("usr/local/bin").display(), std::env::var("PATH").unwrap_or_default());
    command.args(["-ec", line]).current_dir(root).env("PATH", path).stdin(Stdio::null());
    let output = command.output().unwrap();
    assert!(output.status.success(), "{line}: {}", String::from_utf8_lossy(&output.stderr));
}

/// The service as its units say, with the socket handed over.
fn service(root: &Path) -> Running {
    let unit = |name: &str| std::fs::read_to_string(root.join("etc/systemd/system").join(name)).unwrap();
    let (service, socket) = (unit("bagatelle.service"), unit("bagatelle.socket"));
    assert_eq!(settings(&socket, "SocketGroup"), ["caddy"], "the group was changed");
    let file = root.join(settings(&socket, "ListenStream").concat().trim_start_matches('/'));
    let start = replaced(
        &settings(&service, "ExecStart").concat(),
        "/usr/local/bin",
        &root.join("usr/local/bin").display().to_string(),
    );
    let mut command = Command::new("/bin/sh");
    command.args(["-c", &format!("exec 3<&0 </dev/null; export LISTEN_PID=$$; exec {start}")]);
    command.env("LISTEN_FDS", "1").env("BAGATELLE_DATA", root.join("var/lib/bagatelle"));
    let environment = std::fs::read_to_string(root.join("etc/bagatelle.env")).unwrap();
    command.envs(environment.lines().filter_map(|line| line.split_once('=')));
    let listener = UnixListener::bind(file).unwrap();
    command.stdin(Stdio::from(OwnedFd::from(listener))).stdout(Stdio::null()).stderr(Stdio::null());
    Running(command.spawn().unwrap())
}

#[test]
fn ten_lines_lead_from_nothing_to_https() {
    let document = read("docs/hosting.md");
    let lines = blocks(&document).remove(0);
    assert!(lines.len() <= 10, "{lines:#?}");
    let (folder, port) = (TempDir::new().unwrap(), free_port());
    let root = folder.path();
    for needed in ["usr/local/bin", "etc/systemd/system", "etc/caddy", "run", "var/lib", "target/release"] {
        std::fs::create_dir_all(root.join(needed)).unwrap();
    }
    std::os::unix::fs::symlink(project().join("deploy").canonicalize().unwrap(), root.join("deploy"))
        .unwrap();
    let here = |line: &str| {
        let line = line.replace("sudo ", "").replace("games.example.org", &format!("localhost:{port}"));
        let places = ["/usr/local/", "/etc/", "/run/"]
            .map(|place| (place, root.join(&place[1..]).display().to_string()));
        places.iter().fold(line, |line, (place, ours)| {
            line.replace(&format!(" {place}"), &format!(" {ours}/"))
                .replace(&format!("unix:{place}"), &format!("unix:{ours}/"))
        })
    };
    let mut running = Vec::new();
    for line in &lines {
        match line.split(' ').collect::<Vec<_>>().as_slice() {
            ["cargo", "build", "--release"] => {
                std::os::unix::fs::symlink(BAGATELLE, root.join("target/release/bagatelle")).unwrap();
            }
            ["sudo", "apt-get", "install", "--yes", "caddy"] => drop(crate::programs::needed("caddy")),
            ["sudo", "systemctl", "enable", "--now", "bagatelle.socket", "bagatelle.service"] => {
                running.push(service(root))
            }
            ["sudo", "systemctl", "reload", "caddy"] => {
                let site = std::fs::read_to_string(root.join("etc/caddy/Caddyfile")).unwrap();
                let socket = format!("unix/{}", root.join("run/bagatelle.sock").display());
                let site = replaced(
                    &replaced(&site, "unix//run/bagatelle.sock", &socket),
                    "games.example.org",
                    "localhost",
                );
                let (proxy, authority) = caddy(root, port, &site);
                running.push(proxy);
                let curl = Curl::new(port, "", &authority);
                curl.waits(&root.join("proxy.log"));
                curl.plays();
            }
            _ => run(&here(line), root),
        }
    }
    assert_eq!(running.len(), 2, "{lines:#?}");
}

#[test]
fn all_other_commands_of_the_document_are_run() {
    let document = read("docs/hosting.md");
    let folder = TempDir::new().unwrap();
    let root = folder.path();
    std::fs::create_dir_all(root.join("usr/local/bin")).unwrap();
    std::fs::create_dir_all(root.join("backups")).unwrap();
    std::os::unix::fs::symlink(BAGATELLE, root.join("usr/local/bin/bagatelle")).unwrap();
    let port = free_port();
    let (data, place) = (root.join("data"), format!("127.0.0.1:{port}"));
    let serve = |metrics: Option<&str>| {
        let mut command = Command::new(BAGATELLE);
        command.args(["serve", "--listen", &place]).env("BAGATELLE_DATA", &data);
        let server = start(
            command.args(metrics.map(|address| ["--metrics", address]).into_iter().flatten()),
            &root.join("log"),
        );
        eventually("the server", || {
            let check = Command::new(BAGATELLE).args(["healthcheck", "--listen", &place]).output().unwrap();
            check.status.success().then_some(())
        });
        server
    };
    let mut server = Some(serve(None));
    run(
        &format!(
            "curl -fsS {place}/me/sign-up -H 'sec-fetch-site: same-origin' -d name=Ann --data-urlencode \
             'password=a long enough one'"
        ),
        root,
    );
    let mut ran = Vec::new();
    for line in blocks(&document).into_iter().skip(1).flatten() {
        let words: Vec<&str> = line.split_whitespace().collect();
        let fresh = root.join("restored").display().to_string();
        let settings = format!("BAGATELLE_LISTEN={place} BAGATELLE_DATA={}", data.display());
        let ours = line.replace(" /backups/", &format!(" {}/", root.join("backups").display()));
        match words.as_slice() {
            ["bagatelle", "restore" | "import", ..] => run(&format!("BAGATELLE_DATA={fresh} {ours}"), root),
            ["bagatelle", "backup" | "doctor" | "healthcheck" | "admin" | "export", ..] => {
                run(&format!("{settings} {ours}"), root)
            }
            ["bagatelle", "--metrics", address] => {
                server.take().unwrap().stop();
                let any = replaced(address, ":9090", ":0");
                server = Some(serve(Some(&any)));
            }
            ["bagatelle", "tables", "list", ..] => {
                run(&ours.replace("/var/lib/bagatelle", &data.display().to_string()), root);
            }
            // The tables take minutes in a build for tests.
            ["bagatelle", "tables", "build", ..] => continue,
            ["podman" | "docker", ..] => continue,
            // Several servers on one database are tested by `tests/crash`.
            ["bagatelle", "--database", ..] => continue,
            other => panic!("{other:?} is not known here: run it, or say why not"),
        }
        ran.push(words[1]);
    }
    let checks = ["backup", "restore", "doctor", "healthcheck", "tables"];
    let moves = ["admin", "admin", "export", "export", "import", "--metrics"];
    assert_eq!(ran, [&checks[..], &moves].concat());
    server.unwrap().stop();
}
