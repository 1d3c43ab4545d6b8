//! nginx and Caddy with the snippets of `deploy`, as an ordinary user, in front of Bagatelle at a socket.

use crate::ports::free_port;
use crate::programs::{BAGATELLE, Curl, Running, address, eventually, find, needed, read, replaced, start};
use rcgen::{CertifiedKey, generate_simple_self_signed};
use std::path::{Path, PathBuf};
use std::process::Command;
use tempfile::TempDir;

/// Bagatelle at a socket in a folder, for visitors who come by https to this port and path.
fn bagatelle(folder: &Path, port: u16, path: &str) -> Running {
    let mut command = Command::new(BAGATELLE);
    command.args(["serve", "--access-log"]).env("BAGATELLE_DATA", folder.join("data")).env("NO_COLOR", "1");
    command.env("BAGATELLE_LISTEN", format!("unix:{}", folder.join("bagatelle.sock").display()));
    command.env("BAGATELLE_PUBLIC_URL", format!("https://localhost:{port}{path}/"));
    start(&mut command, &folder.join("bagatelle.log"))
}

/// What a site must do, whichever proxy is in front.
fn works(curl: &Curl, folder: &Path, path: &str) {
    curl.waits(&folder.join("proxy.log"));
    curl.plays();
    // The scheme: a form sets a secure cookie, and leads to an address of this site.
    let headers = ["--header", "X-Forwarded-For: 203.0.113.9", "--header", "Sec-Fetch-Site: same-origin"];
    let form = [&["--data", "seed=x"][..], &headers].concat();
    let answer = curl.whole("/brain-burn/new", &form).expect("an answer").to_lowercase();
    assert!(answer.contains(&format!("location: {path}/g/")), "{answer}");
    let cookie = answer.lines().find(|line| line.starts_with("set-cookie: visitor=")).expect("a cookie");
    assert!(cookie.contains("; secure") && cookie.contains(&format!("; path={path}/;")), "{cookie}");
    // A large record comes through: it is the server that looks at it.
    let large = folder.join("large");
    std::fs::write(&large, format!("record={}", "x".repeat(3 << 20))).unwrap();
    let sent = format!("@{}", large.display());
    let answer = curl.whole("/records", &[&["--data", &sent][..], &headers].concat()).expect("an answer");
    assert!(
        !answer.contains(" 413 ") && answer.contains("record"),
        "{}",
        answer.lines().next().unwrap_or("")
    );
    let page = curl.whole("/", &[]).expect("a page");
    assert!(page.contains(&format!("href=\"{path}/today\"")), "{page}");
    let picture = curl.whole("/brain-burn", &[]).expect("a page");
    assert!(picture.contains(&format!("content=\"{}/brain-burn/picture.png\"", curl.site)), "{picture}");
    // The address: that of the visitor, not that of the proxy, and not what the visitor claims.
    if address().is_loopback() {
        eprintln!(
            "This machine has no other address than its own, so whether visitors are told apart was not \
             tried."
        );
        return;
    }
    let client = format!("client=\"{}\"", address());
    let line = eventually("the line of the request", || {
        let log = std::fs::read_to_string(folder.join("bagatelle.log")).unwrap();
        log.lines().find(|line| line.contains("/brain-burn/new")).map(str::to_owned)
    });
    assert!(line.contains(&client), "{line}");
}

/// A certificate for `localhost` that this test has made, and its key.
fn certificate(folder: &Path) -> (PathBuf, PathBuf) {
    let CertifiedKey { cert, signing_key } =
        generate_simple_self_signed(vec!["localhost".to_owned()]).unwrap();
    let (certificate, key) = (folder.join("certificate.pem"), folder.join("key.pem"));
    std::fs::write(&certificate, cert.pem()).unwrap();
    std::fs::write(&key, signing_key.serialize_pem()).unwrap();
    (certificate, key)
}

/// nginx with these servers, all of whose files are in the folder.
fn nginx(folder: &Path, servers: &str) -> Running {
    let place = folder.display();
    let temporary: String = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
        .map(|what| format!("    {what}_temp_path {place}/{what};\n"))
        .concat();
    let whole = format!(
        "daemon off;\nmaster_process off;\npid {place}/nginx.pid;\nerror_log stderr;\nevents {{}}\nhttp \
         {{\n    access_log off;\n\
         {temporary}{servers}}}\n"
    );
    let file = folder.join("nginx.conf");
    std::fs::write(&file, whole).unwrap();
    let mut command = Command::new(needed("nginx"));
    command.arg("-p").arg(folder).arg("-c").arg(&file).args(["-e", "stderr"]);
    start(&mut command, &folder.join("proxy.log"))
}

/// The snippet of nginx for a host of its own, with a certificate of this test.
fn nginx_host(folder: &Path, port: u16) -> (String, PathBuf) {
    let (certificate, key) = certificate(folder);
    let text = read("deploy/nginx/bagatelle.conf");
    let text = replaced(&text, "/run/bagatelle.sock", &folder.join("bagatelle.sock").display().to_string());
    let text = replaced(&text, "    listen [::]:443 ssl;\n", "");
    let text = replaced(&text, "listen 443 ssl", &format!("listen {}:{port} ssl", address()));
    let live = "/etc/letsencrypt/live/games.example.org/";
    let text = replaced(&text, &format!("{live}fullchain.pem"), &certificate.display().to_string());
    let text = replaced(&text, &format!("{live}privkey.pem"), &key.display().to_string());
    (replaced(&text, "server_name games.example.org", "server_name localhost"), certificate)
}

#[test]
fn nginx_leads_to_a_host_of_its_own() {
    let (folder, port) = (TempDir::new().unwrap(), free_port());
    let (text, certificate) = nginx_host(folder.path(), port);
    let _bagatelle = bagatelle(folder.path(), port, "");
    let _nginx = nginx(folder.path(), &text);
    works(&Curl::new(port, "", &certificate), folder.path(), "");
}

#[test]
fn nginx_leads_to_a_path_of_a_host() {
    let (folder, port) = (TempDir::new().unwrap(), free_port());
    let (text, certificate) = nginx_host(folder.path(), port);
    let below = read("deploy/nginx/below-a-path.conf");
    let (before, location) = text.split_once("    location / {").unwrap();
    let end = location.find("    }\n").unwrap() + "    }\n".len();
    let text = format!("{before}{below}{}", &location[end..]);
    let _bagatelle = bagatelle(folder.path(), port, "/games");
    let _nginx = nginx(folder.path(), &text);
    let curl = Curl::new(port, "/games", &certificate);
    works(&curl, folder.path(), "/games");
    let host = Curl::new(port, "", &certificate);
    assert!(host.whole("/games", &[]).unwrap().contains("/games/\n"));
}

/// Caddy with a site, for `localhost`, for which it makes a certificate itself; returns the authority, too.
pub fn caddy(folder: &Path, port: u16, site: &str) -> (Running, PathBuf) {
    let place = folder.display();
    let options = format!(
        "{{\n\tadmin off\n\tskip_install_trust\n\tauto_https disable_redirects\n\thttps_port \
         {port}\n\tdefault_bind {}\n\t\
         storage file_system {place}/caddy\n}}\n",
        address()
    );
    let file = folder.join("Caddyfile");
    std::fs::write(&file, options + site).unwrap();
    let mut command = Command::new(needed("caddy"));
    command.args(["run", "--adapter", "caddyfile", "--config"]).arg(&file).env("HOME", folder);
    let running = start(&mut command, &folder.join("proxy.log"));
    let authority = folder.join("caddy/pki/authorities/local/root.crt");
    eventually("the authority of Caddy", || authority.exists().then_some(()));
    (running, authority)
}

fn caddy_site(folder: &Path, snippet: &str, host: &str) -> String {
    let socket = folder.join("bagatelle.sock").display().to_string();
    let text = replaced(&read(snippet), "unix//run/bagatelle.sock", &format!("unix/{socket}"));
    replaced(&text, &format!("\n{host} {{"), "\nlocalhost {")
}

#[test]
fn caddy_leads_to_a_host_of_its_own() {
    let (folder, port) = (TempDir::new().unwrap(), free_port());
    let _bagatelle = bagatelle(folder.path(), port, "");
    let site = caddy_site(folder.path(), "deploy/caddy/Caddyfile", "games.example.org");
    let (_caddy, authority) = caddy(folder.path(), port, &site);
    works(&Curl::new(port, "", &authority), folder.path(), "");
}

#[test]
fn caddy_leads_to_a_path_of_a_host() {
    let (folder, port) = (TempDir::new().unwrap(), free_port());
    let _bagatelle = bagatelle(folder.path(), port, "/games");
    let site = caddy_site(folder.path(), "deploy/caddy/below-a-path.Caddyfile", "example.org");
    let (_caddy, authority) = caddy(folder.path(), port, &site);
    works(&Curl::new(port, "/games", &authority), folder.path(), "/games");
    let host = Curl::new(port, "", &authority);
    assert!(host.whole("/", &[]).unwrap().contains("Other pages are here."));
    assert!(host.whole("/games", &[]).unwrap().to_lowercase().contains("location: /games/\n"));
}

#[test]
fn the_proxies_are_there() {
    for name in ["nginx", "caddy", "curl"] {
        assert!(
            find(name).is_some(),
            "{name} is needed for these tests: `cargo xtask setup` installs it on Debian"
        );
    }
}
