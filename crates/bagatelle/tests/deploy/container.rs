//! The Containerfile and the compose file: built and run where a container tool is there that can fetch
//! images, else read.

use crate::programs::{BAGATELLE, eventually, find, project, read};
use std::path::Path;
use std::process::Command;
use tempfile::TempDir;

/// The instructions of the Containerfile, each with what follows it, on one line.
fn instructions(text: &str) -> Vec<(String, String)> {
    let joined = text.replace("\\\n", " ");
    let lines = joined.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines
        .map(|line| line.split_once(' ').unwrap())
        .map(|(name, rest)| (name.into(), rest.trim().into()))
        .collect()
}

/// The values of an instruction.
fn values<'a>(all: &'a [(String, String)], name: &str) -> Vec<&'a str> {
    all.iter().filter(|(one, _)| one == name).map(|(_, value)| value.as_str()).collect()
}

/// The variables that the server reads.
fn variables() -> String {
    let help = Command::new(BAGATELLE).args(["serve", "--help"]).output().unwrap();
    String::from_utf8(help.stdout).unwrap()
}

#[test]
fn the_image_is_small_without_rights_and_says_how_it_is() {
    let all = instructions(&read("deploy/Containerfile"));
    let bases = values(&all, "FROM");
    assert_eq!(bases.len(), 2, "one stage builds, the other is the image");
    for base in &bases {
        let name = base.split(' ').next().unwrap();
        let (image, tag) = name.rsplit_once(':').unwrap_or_else(|| panic!("{name} has no version"));
        assert!(
            image.starts_with("docker.io/library/") && tag != "latest" && tag.contains("trixie"),
            "{name}"
        );
    }
    let last = all.iter().rposition(|(name, _)| name == "FROM").unwrap();
    let image = &all[last..];
    assert_eq!(values(image, "COPY"), ["--from=build /src/target/dist/bagatelle /usr/local/bin/bagatelle"]);
    assert!(values(&all, "ADD").is_empty());
    let user = values(image, "USER").concat();
    let number = |text: &str| text.parse::<u32>().is_ok_and(|number| number >= 1000);
    assert!(user.split_once(':').is_some_and(|(user, group)| number(user) && number(group)), "{user}");
    // Programs are started themselves, not by a shell, so that they hear the signal to stop.
    for (name, words) in [("ENTRYPOINT", vec!["bagatelle"]), ("CMD", vec!["serve"])] {
        assert_eq!(serde_json::from_str::<Vec<String>>(&values(image, name).concat()).unwrap(), words);
    }
    assert!(values(image, "HEALTHCHECK").concat().ends_with("CMD [\"bagatelle\", \"healthcheck\"]"));
    let help = variables();
    for setting in values(image, "ENV").concat().split(' ') {
        let (name, _) = setting.split_once('=').unwrap();
        assert!(help.contains(&format!("[env: {name}")), "the server knows no {name}");
    }
    let version = read("Cargo.toml");
    let needed = version.lines().find_map(|line| line.strip_prefix("rust-version = \"1.")).unwrap();
    let needed: u32 = needed.trim_end_matches('"').parse().unwrap();
    let image = bases[0].split_once(":1.").and_then(|(_, rest)| rest.split('-').next()).unwrap();
    assert!(image.parse::<u32>().unwrap() >= needed, "Rust 1.{image} is too old");
}

#[test]
fn the_copies_of_the_compose_file_are_those_that_the_proxy_asks() {
    let (compose, caddy) = (read("deploy/compose.yaml"), read("deploy/caddy/copies.Caddyfile"));
    let help = variables();
    let settings = compose.lines().filter_map(|line| line.trim().split_once(": ")).map(|(name, _)| name);
    let ours: Vec<&str> = settings.filter(|name| name.starts_with("BAGATELLE_")).collect();
    assert_eq!(ours.len(), 3);
    for name in ours {
        assert!(help.contains(&format!("[env: {name}")), "the server knows no {name}");
    }
    let copies: Vec<&str> = compose.lines().filter_map(|line| line.trim().strip_suffix(": *copy")).collect();
    assert_eq!(copies, ["copy-1", "copy-2"]);
    for copy in copies {
        assert!(caddy.contains(&format!("{copy}:8080")), "{copy} is not asked");
    }
    let subnet = compose.lines().find_map(|line| line.trim().strip_prefix("- subnet: ")).unwrap();
    assert!(compose.contains(&format!("BAGATELLE_TRUST_PROXY: {subnet}")), "{subnet} is not trusted");
    for file in ["deploy/Containerfile", "deploy/caddy/copies.Caddyfile"] {
        assert!(compose.contains(file.strip_prefix("deploy/caddy/").unwrap_or(file)), "{file}");
    }
    // The real programs read them, where they are there.
    if let Some(caddy) = find("caddy") {
        let file = project().join("deploy/caddy/copies.Caddyfile");
        let adapted = Command::new(caddy)
            .arg("adapt")
            .arg("--config")
            .arg(file)
            .env("NAME", "games.example.org")
            .output();
        let adapted = adapted.unwrap();
        assert!(adapted.status.success(), "{}", String::from_utf8_lossy(&adapted.stderr));
    }
    let plugin =
        |docker: &Path| Command::new(docker).args(["compose", "version"]).output().unwrap().status.success();
    if let Some(docker) = find("docker").filter(|docker| plugin(docker)) {
        let mut config = Command::new(docker);
        config
            .args(["compose", "--file"])
            .arg(project().join("deploy/compose.yaml"))
            .args(["config", "--quiet"]);
        let read = config.env("NAME", "games.example.org").env("PASSWORD", "x").output().unwrap();
        assert!(read.status.success(), "{}", String::from_utf8_lossy(&read.stderr));
    }
}

/// A container tool that works here and can fetch the image below ours.
fn tool() -> Option<String> {
    let base = read("deploy/Containerfile");
    let base = values(&instructions(&base), "FROM").last().map(|base| (*base).to_owned())?;
    let works = |tool: &str, words: &[&str]| {
        find(tool).is_some_and(|file| {
            Command::new(file).args(words).output().is_ok_and(|output| output.status.success())
        })
    };
    let tool =
        ["podman", "docker"].into_iter().find(|tool| works(tool, &["info"]) && works(tool, &["pull", &base]));
    tool.map(str::to_owned)
}

#[test]
fn the_image_is_built_and_runs_with_files_that_cannot_be_written() {
    let Some(tool) = tool() else {
        eprintln!(
            "No container tool works here, so the image was not built; it was read by the other tests."
        );
        return;
    };
    let run = |words: &[&str]| {
        let output = Command::new(&tool).args(words).output().unwrap();
        let said = String::from_utf8_lossy(&output.stdout).trim().to_owned();
        (output.status.success(), said + &String::from_utf8_lossy(&output.stderr))
    };
    // The program under test takes the place of the stage that builds it: to build it again takes many
    // minutes.
    let built = TempDir::new().unwrap();
    std::fs::create_dir_all(built.path().join("src/target/dist")).unwrap();
    std::fs::copy(BAGATELLE, built.path().join("src/target/dist/bagatelle")).unwrap();
    let (stage, file) = (format!("build={}", built.path().display()), project().join("deploy/Containerfile"));
    let (file, context) = (file.display().to_string(), built.path().display().to_string());
    let name = format!("bagatelle-test-{}", std::process::id());
    let (done, said) = run(&["build", "--tag", &name, "--build-context", &stage, "--file", &file, &context]);
    assert!(done, "{said}");
    let (done, said) = run(&["run", "--detach", "--name", &name, "--read-only", "--cap-drop", "ALL", &name]);
    assert!(done, "{said}");
    eventually("a healthy container", || run(&["exec", &name, "bagatelle", "healthcheck"]).0.then_some(()));
    let (_, user) = run(&["exec", &name, "id", "-u"]);
    let (written, _) = run(&["exec", &name, "touch", "/mine"]);
    run(&["rm", "--force", "--volumes", &name]);
    run(&["rmi", &name]);
    assert!(user.starts_with("10001") && !written, "{user}");
}
