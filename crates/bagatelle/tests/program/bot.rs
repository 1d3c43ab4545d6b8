//! The example bot plays by the API alone: every game to its end, through a restart of the server, with each
//! entry of its stream once; and a game on the ladder.

use crate::between::Between;
use axum::http::StatusCode;
use serde_json::Value;
use std::collections::BTreeSet;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

/// A process that is killed when it is dropped.
pub struct Running(pub Child);

impl Drop for Running {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// A server on a data folder, with these flags; returns its address, too.
pub fn serve(data: &Path, listen: &str, flags: &[&str]) -> (Running, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_bagatelle"));
    command.args(["serve", "--listen", listen, "--data"]).arg(data).args(flags).stdout(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let line = lines.next().expect("the server starts").unwrap();
    let url = line.split(' ').next_back().unwrap().trim_end_matches('/').to_owned();
    assert!(url.starts_with("http://127.0.0.1:"), "{line}");
    // What it says later must find a reader.
    std::thread::spawn(move || lines.count());
    (Running(child), url)
}

/// Signs up and makes a token with all scopes, as a person does on the pages.
pub async fn token(url: &str, name: &str) -> String {
    let client = reqwest::Client::builder().redirect(reqwest::redirect::Policy::none()).build().unwrap();
    let post = async |path: &str, cookie: &str, form: String| {
        let request = client.post(format!("{url}{path}")).header("Sec-Fetch-Site", "same-origin");
        let request =
            request.header("Content-Type", "application/x-www-form-urlencoded").header("Cookie", cookie);
        request.body(form).send().await.unwrap()
    };
    let entered = post("/me/sign-up", "", format!("name={name}&password=a+plain+password")).await;
    let cookies = entered.headers().get_all("set-cookie").iter().map(|one| one.to_str().unwrap());
    let cookie =
        cookies.filter_map(|one| one.split(';').next()).find(|one| one.starts_with("visitor=")).unwrap();
    let page = post("/me/tokens", cookie, "name=bot&read=1&play=1&challenge=1&bot=1".to_owned()).await;
    let page = page.text().await.unwrap();
    let (_, rest) = page.split_once("value=\"bagatelle_").expect("the page shows the token");
    format!("bagatelle_{}", rest.split('"').next().unwrap())
}

#[tokio::test]
async fn the_example_bot_plays_on_the_ladder() {
    let data = tempfile::tempdir().unwrap();
    let (_server, url) = serve(data.path(), "127.0.0.1:0", &["--house-bots"]);
    let token = token(&url, "deep").await;
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/bot.py");
    let mut command = Command::new("python3");
    command.arg("-B").arg(script).args([&url, "--token", &token, "--ladder", "baju-duel"]);
    let played = tokio::task::spawn_blocking(move || command.output()).await.unwrap().unwrap();
    assert!(played.status.success(), "{}", String::from_utf8_lossy(&played.stderr));
    let ladder: Value = serde_json::from_str(
        &reqwest::get(format!("{url}/api/v1/ladder")).await.unwrap().text().await.unwrap(),
    )
    .unwrap();
    let all = ladder["ladders"].as_array().unwrap().iter().find(|one| one["game"] == "baju-duel").unwrap();
    let own = all["players"].as_array().unwrap().iter().find(|player| player["name"] == "deep").unwrap();
    assert_eq!((&own["bot"], &own["rating"]["games"]), (&Value::Bool(true), &Value::from(1)));
    let page = reqwest::get(format!("{url}/ladder")).await.unwrap().text().await.unwrap();
    assert!(page.contains("deep"), "{page}");
}

/// All games to their ends, with interruptions.
mod long {
    use super::*;

    #[test]
    fn the_example_bot_plays_every_game_through_a_restart_of_the_server() {
        let data = tempfile::tempdir().unwrap();
        let (server, url) = serve(data.path(), "127.0.0.1:0", &[]);
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/bot.py");
        let mut command = Command::new("python3");
        let mut bot =
            Running(command.arg("-B").arg(script).arg(&url).stdout(Stdio::piped()).spawn().unwrap());
        let (mut server, mut told) = (Some(server), Vec::<Value>::new());
        for line in BufReader::new(bot.0.stdout.take().unwrap()).lines() {
            told.push(serde_json::from_str(&line.unwrap()).unwrap());
            if told.len() == 40 {
                drop(server.take());
                server = Some(serve(data.path(), url.strip_prefix("http://").unwrap(), &[]).0);
            }
        }
        assert!(bot.0.wait().unwrap().success());
        let connected = told.iter().filter(|entry| entry["kind"] == "connected").count();
        let numbers: Vec<i64> = told
            .iter()
            .filter(|entry| entry["kind"] != "connected")
            .map(|entry| entry["number"].as_i64().unwrap())
            .collect();
        let wanted: Vec<i64> = (1..=numbers.len() as i64).collect();
        assert_eq!(numbers, wanted, "each entry once, in order");
        assert!(connected >= 2, "the server was restarted");
        let of = |kind: &str| -> BTreeSet<&str> {
            let told = told.iter().filter(|entry| entry["kind"] == kind);
            told.map(|entry| entry["game"].as_str().unwrap()).collect()
        };
        let games = bagatelle_catalog::games().len();
        assert_eq!(of("start").len(), games);
        assert!(of("end").len() >= games - 1, "the bot leaves once the last game has ended");
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn the_example_bot_outlives_a_proxy_that_cannot_reach_the_server() {
        let data = tempfile::tempdir().unwrap();
        let (_server, url) = serve(data.path(), "127.0.0.1:0", &[]);
        let server = url.strip_prefix("http://").unwrap().parse().unwrap();
        let between = Between::stand(&[("/", server)]).await.unwrap();
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/bot.py");
        let address = format!("http://{}", between.address());
        // A bad gateway, one with a page, and a network that wants a password first: the first of them before
        // the bot begins.
        let mut answers =
            [StatusCode::BAD_GATEWAY, StatusCode::SERVICE_UNAVAILABLE, StatusCode::OK].into_iter();
        between.answers(answers.next());
        let mut command = Command::new("python3");
        let mut bot =
            Running(command.arg("-B").arg(script).arg(address).stdout(Stdio::piped()).spawn().unwrap());
        between.refuses(3).await;
        between.answers(None);
        let mut told = 0;
        for line in BufReader::new(bot.0.stdout.take().unwrap()).lines() {
            line.unwrap();
            told += 1;
            if told % 20 == 0
                && let Some(status) = answers.next()
            {
                between.answers(Some(status));
                between.refuses(3).await;
                between.answers(None);
                between.is_slow(Duration::from_millis(5));
            }
        }
        assert!(bot.0.wait().unwrap().success());
        assert!(answers.next().is_none(), "only {told} lines");
    }
}
