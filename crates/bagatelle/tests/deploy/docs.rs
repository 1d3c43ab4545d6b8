//! The commands of `docs/hosting.md`, run. Those that would change the machine (packages, services,
//! containers) are done by the test in their place, or left out. Where root runs the tests, root types the
//! commands and the service has a user of its own.

use crate::ports::free_port;
use crate::programs::{BAGATELLE, Curl, Running, needed, project, read, replaced};
use crate::proxies::caddy;
use crate::units::settings;
use std::fs::Permissions;
use std::os::fd::OwnedFd;
use std::os::unix::fs::PermissionsExt;
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

/// A line with the folders of the machine of the test in the place of those of this machine.
fn here(line: &str, root: &Path) -> String {
    let root = root.display();
    ["/usr/local/", "/etc/", "/run/", "/var/lib/", "/backups"].iter().fold(line.to_owned(), |line, place| {
        [" ", "=", ":"].iter().fold(line, |line, before| {
            line.replace(&format!("{before}{place}"), &format!("{before}{root}{place}"))
        })
    })
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

/// The service as its units say, with the socket handed over. It runs as this user, if one is given.
fn service(root: &Path, user: Option<u32>) -> Running {
    let unit = |name: &str| std::fs::read_to_string(root.join("etc/systemd/system").join(name)).unwrap();
    let (service, socket) = (unit("bagatelle.service"), unit("bagatelle.socket"));
    assert_eq!(settings(&socket, "SocketGroup"), ["caddy"], "the group was changed");
    let file = root.join(settings(&socket, "ListenStream").concat().trim_start_matches('/'));
    let start = replaced(
        &settings(&service, "ExecStart").concat(),
        "/usr/local/bin",
        &root.join("usr/local/bin").display().to_string(),
    );
    let user = user.map_or_else(String::new, |user| {
        format!("{} --reuid={user} --regid={user} --clear-groups ", needed("setpriv").display())
    });
    let mask = settings(&service, "UMask").concat();
    let mut command = Command::new("/bin/sh");
    command.args([
        "-c",
        &format!("umask {mask}; exec 3<&0 </dev/null; export LISTEN_PID=$$; exec {user}{start}"),
    ]);
    command.env("LISTEN_FDS", "1").env("BAGATELLE_DATA", root.join("var/lib/bagatelle"));
    let environment = std::fs::read_to_string(root.join("etc/bagatelle.env")).unwrap_or_default();
    command.envs(environment.lines().filter_map(|line| line.split_once('=')));
    // That of a service that was stopped.
    let _ = std::fs::remove_file(&file);
    let listener = UnixListener::bind(file).unwrap();
    let log = std::fs::File::options().create(true).append(true).open(root.join("log")).unwrap();
    command.stdin(Stdio::from(OwnedFd::from(listener))).stdout(Stdio::null()).stderr(log);
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
    let ours = |line: &str| {
        here(&line.replace("sudo ", "").replace("games.example.org", &format!("localhost:{port}")), root)
    };
    let mut running = Vec::new();
    for line in &lines {
        match line.split(' ').collect::<Vec<_>>().as_slice() {
            ["cargo", "build", "--release"] => {
                std::os::unix::fs::symlink(BAGATELLE, root.join("target/release/bagatelle")).unwrap();
            }
            ["sudo", "apt-get", "install", "--yes", "caddy"] => drop(needed("caddy")),
            ["sudo", "systemctl", "enable", "--now", "bagatelle.socket", "bagatelle.service"] => {
                running.push(service(root, None))
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
            _ => run(&ours(line), root),
        }
    }
    assert_eq!(running.len(), 2, "{lines:#?}");
}

/// The user of the service, where root runs the tests.
fn user() -> Option<u32> {
    const SOME: u32 = 65_534;
    let root = rustix::process::geteuid().is_root();
    if !root {
        eprintln!("Only root can give the service a user of its own: one user does both.");
    }
    root.then_some(SOME)
}

#[test]
fn all_other_commands_of_the_document_are_run_beside_the_service() {
    let document = read("docs/hosting.md");
    let mut blocks = blocks(&document).into_iter();
    let begin = blocks.next().unwrap();
    let (folder, user) = (TempDir::new().unwrap(), user());
    let root = folder.path();
    std::fs::set_permissions(root, Permissions::from_mode(0o755)).unwrap();
    let state = root.join("var/lib/bagatelle");
    for needed in ["usr/local/bin", "etc/systemd/system", "run", "var/lib/bagatelle", "target/release"] {
        std::fs::create_dir_all(root.join(needed)).unwrap();
    }
    std::fs::set_permissions(&state, Permissions::from_mode(0o700)).unwrap();
    std::os::unix::fs::chown(&state, user, user).unwrap();
    std::os::unix::fs::symlink(project().join("deploy").canonicalize().unwrap(), root.join("deploy"))
        .unwrap();
    std::os::unix::fs::symlink(BAGATELLE, root.join("target/release/bagatelle")).unwrap();
    for line in &begin[1..4] {
        run(&here(&line.replace("sudo ", ""), root), root);
    }
    let visitor = Curl::at_socket(&root.join("run/bagatelle.sock"));
    let starts = || {
        let running = service(root, user);
        visitor.waits(&root.join("log"));
        Some(running)
    };
    let mut server = starts();
    let form = ["--header", "sec-fetch-site: same-origin", "--data", "name=Ann&password=a+long+enough+one"];
    let answer = visitor.whole("/me/sign-up", &form).unwrap();
    assert!(answer.starts_with("HTTP/1.1 303"), "{answer}");

    let (mut ran, mut settings) = (Vec::new(), String::new());
    for line in blocks.flatten() {
        let ours = format!("{settings}{}", here(line, root));
        match line.split_whitespace().collect::<Vec<_>>().as_slice() {
            ["sudo", "-s"] => continue,
            ["export", setting] => {
                settings = format!("{} ", here(&format!(" {setting}"), root).trim());
                continue;
            }
            ["systemctl", "stop", "bagatelle.socket", "bagatelle.service"] => server.take().unwrap().stop(),
            ["systemctl", "start", "bagatelle"] => server = starts(),
            ["systemctl", "restart", "bagatelle"] => {
                server.take().unwrap().stop();
                server = starts();
            }
            ["bagatelle", "import", ..] => {
                let other = format!("BAGATELLE_DATA={} ", root.join("other").display());
                run(&here(&format!("{other}bagatelle restore /backups/monday.tar"), root), root);
                run(&format!("{other}{line}"), root);
            }
            ["bagatelle", "backup" | "restore" | "doctor" | "healthcheck" | "admin" | "export", ..]
            | ["bagatelle", "tables", "list"]
            | ["install" | "cp", ..] => run(&ours, root),
            ["echo", ..] => run(&replaced(&ours, ":9090", ":0"), root),
            // The tables take minutes in a build for tests.
            ["bagatelle", "tables", "build"] => continue,
            ["podman" | "docker", ..] => continue,
            // Several servers on one database are tested by `tests/crash`.
            ["bagatelle", "--database", ..] => continue,
            other => panic!("{other:?} is not known here: run it, or say why not"),
        }
        ran.push(line.split_whitespace().take(2).collect::<Vec<_>>().join(" "));
    }
    let upgrade = ["install -d", "cp /usr/local/bin/bagatelle", "bagatelle backup"];
    let upgrade = [&upgrade[..], &["install target/release/bagatelle", "systemctl restart"]].concat();
    let back = ["systemctl stop", "install /backups/bagatelle", "bagatelle restore", "systemctl start"];
    let restored = ["bagatelle backup", "systemctl stop", "bagatelle restore", "systemctl start"];
    let looked = ["bagatelle doctor", "bagatelle healthcheck", "bagatelle tables"];
    let moved = ["admin", "admin", "export", "export", "import"].map(|word| format!("bagatelle {word}"));
    let moved = moved.iter().map(String::as_str).collect();
    let figures = vec!["echo BAGATELLE_METRICS=127.0.0.1:9090", "systemctl restart"];
    assert_eq!(ran, [upgrade, back.into(), restored.into(), looked.into(), moved, figures].concat());
    visitor.plays();
    server.unwrap().stop();
    // The account is there, and all that the commands wrote can be read by the service.
    run(&format!("{settings}bagatelle admin accounts Ann | grep -q Ann"), root);
    run(&format!("{settings}bagatelle doctor | grep -q 'All is well\\|No errors'"), root);
}

#[test]
fn a_user_who_is_not_the_owner_of_the_folder_is_warned() {
    let Some(user) = user() else { return };
    let folder = TempDir::new().unwrap();
    std::fs::set_permissions(folder.path(), Permissions::from_mode(0o777)).unwrap();
    std::os::unix::fs::chown(folder.path(), Some(user), Some(user)).unwrap();
    let file = folder.path().join("no-backup.tar");
    std::fs::write(&file, "no backup").unwrap();
    let told = |by: u32| {
        let mut command = Command::new(needed("setpriv"));
        let (user, group) = (format!("--reuid={by}"), format!("--regid={by}"));
        command.args([&user, &group, "--clear-groups", BAGATELLE, "restore"]);
        let output = command.arg(&file).arg("--data").arg(folder.path()).output().unwrap();
        String::from_utf8_lossy(&output.stderr).into_owned()
    };
    assert!(told(user - 1).contains("belongs to user 65534"), "{}", told(user - 1));
    assert!(!told(user).contains("belongs to user"));
    assert!(!told(0).contains("belongs to user"));
}
