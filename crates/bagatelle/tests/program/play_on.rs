//! `bagatelle play-on` with a server in a process of its own: the bot plays by its rules, through kills of
//! either, and says clearly what is wrong.

use super::bot::{Running, serve, token};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

const BAGATELLE: &str = env!("CARGO_BIN_EXE_bagatelle");

/// The example that plays at random, at once.
fn engine() -> String {
    format!("python3 -B {}/../../examples/engine.py", env!("CARGO_MANIFEST_DIR"))
}

/// A bot in a process, and the lines that it says.
struct Bot {
    running: Running,
    said: Receiver<String>,
}

impl Bot {
    fn start(url: &str, token: &str, words: &[&str]) -> Bot {
        let mut command = Command::new(BAGATELLE);
        command.args(["play-on", url]).args(words).env("BAGATELLE_TOKEN", token).stderr(Stdio::piped());
        let mut running = Running(command.spawn().unwrap());
        let lines = BufReader::new(running.0.stderr.take().unwrap()).lines();
        let (sender, said) = channel();
        std::thread::spawn(move || lines.map_while(Result::ok).try_for_each(|line| sender.send(line)));
        Bot { running, said }
    }

    /// Waits for a line that holds some words.
    fn hear(&self, words: &str) -> String {
        let mut all = Vec::new();
        while let Ok(line) = self.said.recv_timeout(Duration::from_secs(60)) {
            if line.contains(words) {
                return line;
            }
            all.push(line);
        }
        panic!("“{words}” is not said: {all:#?}")
    }

    /// Waits for its end.
    fn end(mut self) {
        assert!(self.running.0.wait().unwrap().success());
    }
}

/// What a bot that cannot begin says.
fn fails(url: &str, token: &str, words: &[&str]) -> String {
    let mut command = Command::new(BAGATELLE);
    let mut child = Running(
        command.args(["play-on", url, "--token", token]).args(words).stderr(Stdio::piped()).spawn().unwrap(),
    );
    let mut told = String::new();
    child.0.stderr.take().unwrap().read_to_string(&mut told).unwrap();
    assert!(!child.0.wait().unwrap().success(), "{told}");
    told
}

/// A person with an account, who plays by the API.
struct Person {
    url: String,
    token: String,
    client: reqwest::Client,
}

impl Person {
    async fn new(url: &str, name: &str) -> Person {
        Person { url: url.to_owned(), token: token(url, name).await, client: reqwest::Client::new() }
    }

    /// Asks until the server is there.
    async fn ask(&self, method: &str, path: &str, body: Option<Value>) -> Value {
        let start = Instant::now();
        loop {
            let request = self.client.request(method.parse().unwrap(), format!("{}/api/v1{path}", self.url));
            let request = request.bearer_auth(&self.token).header("Content-Type", "application/json");
            let request = body.iter().fold(request, |request, body| request.body(body.to_string()));
            match request.send().await {
                Ok(answer) => {
                    return serde_json::from_str(&answer.text().await.unwrap()).unwrap_or_default();
                }
                Err(error) => assert!(start.elapsed() < Duration::from_secs(60), "{error}"),
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }

    /// Challenges the account `deep` to a baju duel. Returns the id.
    async fn challenge(&self, terms: Value) -> String {
        let challenge = json!({ "to": "deep", "game": "baju-duel", "terms": terms });
        let made = self.ask("POST", "/challenges", Some(challenge)).await;
        made["id"].as_str().unwrap_or_else(|| panic!("{made}")).to_owned()
    }

    /// Waits until a game or challenge is as wanted.
    async fn until(&self, path: &str, is: impl Fn(&Value) -> bool) -> Value {
        let start = Instant::now();
        loop {
            let now = self.ask("GET", path, None).await;
            if is(&now) {
                return now;
            }
            assert!(start.elapsed() < Duration::from_secs(60), "{path}: {now}");
            tokio::time::sleep(Duration::from_millis(30)).await;
        }
    }

    /// Acts `turns` times, or to the end of the game, each time with the first action that is legal.
    async fn play(&self, id: &str, turns: usize) -> Value {
        let path = format!("/games/{id}");
        let ready = |state: &Value| state["yours"] == true || state["turn"] == "over";
        for turn in 0..turns {
            let state = self.until(&path, ready).await;
            if state["turn"] == "over" {
                return state;
            }
            let legal = state["legal"].as_array().unwrap();
            let action = &legal[(turn * 7) % legal.len()];
            let event = json!({ "text": action, "version": state["version"] });
            self.ask("POST", &format!("{path}/events"), Some(event)).await;
        }
        self.until(&path, |_| true).await
    }
}

fn file(folder: &Path, text: &str) -> PathBuf {
    let path = folder.join("bot.toml");
    std::fs::write(&path, text).unwrap();
    path
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bot_accepts_by_its_rules_greets_and_plays_to_the_end() {
    let data = tempfile::tempdir().unwrap();
    let (_server, url) = serve(data.path(), "127.0.0.1:0", &[]);
    let (deep, ann) = (token(&url, "deep").await, Person::new(&url, "ann").await);
    let text =
        "greeting = \"Hello from the bot\"\nfarewell = \"Well played\"\n[challenges]\nrated = \"never\"\n";
    let config = file(data.path(), text);
    let engine = engine();
    let words = ["--engine", &engine, "--config", config.to_str().unwrap(), "--games", "1"];
    let bot = Bot::start(&url, &deep, &words);
    bot.hear("deep plays bambam-booboo, baju-duel, bulbous on http://127.0.0.1");
    let rated = ann.challenge(json!({ "rated": true })).await;
    bot.hear("declined a challenge of ann: it is rated");
    let state = |challenges: &Value, id: &str| {
        let found = challenges.as_array().into_iter().flatten().find(|one| one["id"] == id);
        found.map(|one| one["state"].clone()).unwrap_or_default()
    };
    ann.until("/challenges", |all| state(all, &rated) == "declined").await;
    let id = ann.challenge(json!({ "pace": { "real-time": { "start_s": 600, "increment_s": 2 } } })).await;
    ann.until("/challenges", |all| state(all, &id) == "accepted").await;
    let over = ann.play(&id, 500).await;
    assert!(over["outcome"]["reason"].as_str().is_some_and(|why| !why.is_empty()), "{over}");
    let end = bot.hear(&id);
    assert!(end.contains("against ann"), "{end}");
    bot.end();
    let chat = ann.ask("GET", &format!("/games/{id}/chat"), None).await;
    let texts: Vec<&str> = chat.as_array().unwrap().iter().filter_map(|one| one["text"].as_str()).collect();
    assert_eq!(texts, ["Hello from the bot", "Well played"]);
    let seats = over["seats"].as_array().unwrap();
    assert!(seats.iter().any(|seat| seat["name"] == "deep" && seat["bot"] == true), "{over}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_outlives_kills_of_the_server_and_of_the_bot() {
    let data = tempfile::tempdir().unwrap();
    let (server, url) = serve(data.path(), "127.0.0.1:0", &[]);
    let (deep, ann) = (token(&url, "deep").await, Person::new(&url, "ann").await);
    let text = "greeting = \"Hello\"\n";
    let (config, engine) = (file(data.path(), text), engine());
    let words = ["--engine", &engine, "--config", config.to_str().unwrap(), "--games", "1"];
    let bot = Bot::start(&url, &deep, &words);
    bot.hear("deep plays");
    let id = ann.challenge(json!({})).await;
    bot.hear("accepted a challenge of ann to baju-duel");
    ann.until(&format!("/games/{id}"), |state| state["turn"].is_number()).await;
    ann.play(&id, 3).await;
    // Its destructor kills it without a warning.
    drop(server);
    bot.hear("waiting for the server");
    let _server = serve(data.path(), url.strip_prefix("http://").unwrap(), &[]).0;
    let ply = |state: &Value| state["seen"].as_array().map_or(0, Vec::len);
    let state = ann.play(&id, 2).await;
    assert!(state["turn"] == "over" || ply(&state) >= 8, "{state}");
    drop(bot);
    let state = ann.until(&format!("/games/{id}"), |_| true).await;
    assert_ne!(state["turn"], "over", "the game was too short for the test");
    let bot = Bot::start(&url, &deep, &words);
    let over = ann.play(&id, 500).await;
    assert!(over["outcome"]["reason"].as_str().is_some_and(|why| !why.contains("abort")), "{over}");
    bot.hear(&id);
    bot.end();
    let chat = ann.ask("GET", &format!("/games/{id}/chat"), None).await;
    assert_eq!(chat.as_array().unwrap().len(), 1, "it greets once: {chat}");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_engine_that_dies_or_says_rubbish_loses_and_the_bot_says_why() {
    let data = tempfile::tempdir().unwrap();
    let (_server, url) = serve(data.path(), "127.0.0.1:0", &[]);
    let (deep, ann) = (token(&url, "deep").await, Person::new(&url, "ann").await);
    let greeting = "read hello; echo '{\"type\":\"hello\",\"protocol\":1}'; read game; read turn; ";
    let engines = [
        (format!("{greeting} echo no memory >&2; exit 3"), "no memory", 20_000),
        (format!("{greeting} echo e2e4; cat > /dev/null"), "which isn’t valid", 20_000),
        (format!("{greeting} sleep 600"), "did not answer within 350 ms", 50),
        (
            format!("{greeting} echo '{{\"type\":\"action\",\"action\":\"fly\"}}'; cat > /dev/null"),
            "chose “fly”",
            20_000,
        ),
    ];
    for (engine, why, think_ms) in engines {
        let text = format!("think_ms = {think_ms}\nlag_ms = 30\n[challenges]\ngames = [\"baju-duel\"]\n");
        let config = file(data.path(), &text);
        let words = ["--engine", &engine, "--config", config.to_str().unwrap(), "--games", "1"];
        let bot = Bot::start(&url, &deep, &words);
        bot.hear("deep plays baju-duel on");
        let id = ann.challenge(json!({})).await;
        bot.hear("accepted");
        ann.until(&format!("/games/{id}"), |state| state["turn"].is_number() || state["turn"] == "over")
            .await;
        let over = ann.play(&id, 20).await;
        assert_eq!(over["turn"], "over", "{over}");
        let first = bot.hear(why);
        assert!(first.contains("it is started again"), "{first}");
        assert!(bot.hear(why).contains("so the bot resigns"));
        bot.end();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bot_of_ours_climbs_the_ladder_and_bots_find_each_other() {
    let data = tempfile::tempdir().unwrap();
    let (_server, url) = serve(data.path(), "127.0.0.1:0", &["--house-bots"]);
    let (deep, other) = (token(&url, "deep").await, token(&url, "other").await);
    let config = file(data.path(), "[ladder]\ngame = \"baju-duel\"\ngames = 1\n");
    let ours = format!("{BAGATELLE} engine baju-duel --level 3");
    let words = ["--engine", &ours, "--config", config.to_str().unwrap(), "--games", "1"];
    let bot = Bot::start(&url, &deep, &words);
    bot.hear("deep plays baju-duel on");
    bot.hear(" against ");
    bot.end();
    let ladder: Value = serde_json::from_str(
        &reqwest::get(format!("{url}/api/v1/ladder")).await.unwrap().text().await.unwrap(),
    )
    .unwrap();
    let all = ladder["ladders"].as_array().unwrap().iter().find(|one| one["game"] == "baju-duel").unwrap();
    let own = all["players"].as_array().unwrap().iter().find(|player| player["name"] == "deep").unwrap();
    assert_eq!(own["rating"]["games"], 1, "{own}");
    // Two bots that look for an opponent meet; hands are hidden here.
    let config = file(
        data.path(),
        "[seek]\ngame = \"bulbous\"\npace = { real-time = { start_s = 900, increment_s = 5 } }\n",
    );
    let engine = engine();
    let words = ["--engine", &engine, "--config", config.to_str().unwrap(), "--games", "1"];
    let bots = [Bot::start(&url, &deep, &words), Bot::start(&url, &other, &words)];
    for (bot, opponent) in bots.into_iter().zip(["other", "deep"]) {
        bot.hear(&format!("against {opponent}"));
        bot.end();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_bot_cannot_begin_with_is_told() {
    let data = tempfile::tempdir().unwrap();
    let (_server, url) = serve(data.path(), "127.0.0.1:0", &[]);
    let (deep, engine) = (token(&url, "deep").await, engine());
    let with = |url: &str, token: &str, words: &[&str]| {
        let told = fails(url, token, words);
        assert_eq!(told.lines().count(), 1, "{told}");
        told
    };
    let plain = ["--engine", &*engine];
    assert!(with(&url, "bagatelle_wrong", &plain).contains("This token isn’t valid"));
    assert!(with("http://127.0.0.1:1", &deep, &plain).contains("refused"));
    assert!(with("games.example.org", &deep, &plain).contains("not the address of a server"));
    assert!(
        with(&format!("{url}/elsewhere"), &deep, &plain)
            .contains("there is no API of Bagatelle at this address (404 Not Found)")
    );
    assert!(with(&url, &deep, &[]).contains("no engine is named"));
    assert!(with(&url, &deep, &["--engine", "exit 7"]).contains("exit status: 7"));
    assert!(with(&url, &deep, &["--engine", "/no/such/engine"]).contains("not found"));
    let only = format!("{BAGATELLE} engine burbuja --level front");
    assert!(with(&url, &deep, &["--engine", &only]).contains("the engine plays no game for two"));
    let config = file(data.path(), "[challenge]\naccept = true\n");
    let told = with(&url, &deep, &["--engine", &engine, "--config", config.to_str().unwrap()]);
    assert!(told.contains("bot.toml: line 1: unknown field `challenge`"), "{told}");
    let config = file(data.path(), "[options]\nthreads = 2\n");
    let told = with(&url, &deep, &["--engine", &engine, "--config", config.to_str().unwrap()]);
    assert!(told.contains("the engine has no options"), "{told}");
    let visitor = reqwest::Client::new().post(format!("{url}/api/v1/visitors")).send().await.unwrap();
    let visitor: Value = serde_json::from_str(&visitor.text().await.unwrap()).unwrap();
    assert!(with(&url, visitor["token"].as_str().unwrap(), &plain).contains("needs that of an account"));
    // Something else answers there.
    let elsewhere = axum::Router::new().fallback(async || "<h1>It works!</h1>");
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = format!("http://{}", listener.local_addr().unwrap());
    tokio::spawn(async move { axum::serve(listener, elsewhere).await });
    let told =
        tokio::task::spawn_blocking(move || fails(&address, "t", &["--engine", "true"])).await.unwrap();
    assert!(told.contains("no Bagatelle server answers there"), "{told}");
}
