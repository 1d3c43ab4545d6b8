//! A client of the API, which knows whether it was answered.

use anyhow::{Context, Result, ensure};
use reqwest::{Client, Method};
use serde_json::{Value, json};
use std::net::SocketAddr;
use std::time::Duration;

/// Longer than any answer takes, on a busy machine with a slow disk.
const PATIENCE: Duration = Duration::from_secs(60);

/// The header of answers that a proxy gives in the place of a server.
pub const LOST: &str = "x-lost";

/// There was no answer: what was asked for may have been done or not.
#[derive(Debug)]
pub struct NoAnswer;

/// An answer.
#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    pub text: String,
}

impl Answer {
    /// The body; null if it is no JSON.
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.text).unwrap_or_default()
    }
}

/// A visitor's way to the server.
#[derive(Clone)]
pub struct Api {
    client: Client,
    /// Where the server listens at the moment.
    pub address: SocketAddr,
    /// Whether a server that has lost its database, which it says with 503, has given no answer.
    pub loses_database: bool,
    token: String,
    account: Option<String>,
}

impl Api {
    /// A new visitor.
    pub async fn new(address: SocketAddr) -> Result<Api> {
        let client = Client::builder().no_proxy().timeout(PATIENCE).build()?;
        let mut api = Api { client, address, loses_database: false, token: String::new(), account: None };
        let made = api.ask(Method::POST, "/api/v1/visitors", None).await.ok().context("no answer")?;
        ensure!(made.status == 201, "{made:?}");
        api.token = made.json()["token"].as_str().context("a token")?.to_owned();
        Ok(api)
    }

    /// Makes an account of this name of the visitor, whose token is that of its session from now on.
    pub async fn sign_up(&mut self, name: &str) -> Result<()> {
        let visitor = self.person().to_owned();
        // The cookie is in the answer itself, not on the page to which it leads.
        let client = Client::builder().no_proxy().redirect(reqwest::redirect::Policy::none()).build()?;
        let request = client.post(format!("http://{}/me/sign-up", self.address));
        let request = request
            .header("cookie", format!("visitor={}", self.token))
            .header("content-type", "application/x-www-form-urlencoded")
            .header("sec-fetch-site", "same-origin")
            .body(format!("name={}&password=a+plain+password", name.replace(' ', "+")));
        let response = request.send().await?;
        let cookies = response.headers().get_all("set-cookie").iter().filter_map(|value| value.to_str().ok());
        let token = cookies.filter_map(|cookie| cookie.strip_prefix("visitor=")).next();
        let token = token.and_then(|token| token.split(';').next()).context("a session")?;
        (self.token, self.account) = (token.to_owned(), Some(visitor));
        Ok(())
    }

    /// The id of the account, after [`Api::sign_up`].
    pub fn account(&self) -> Option<&str> {
        self.account.as_deref()
    }

    /// The same visitor at another server.
    pub fn at(&self, address: SocketAddr) -> Api {
        Api { address, ..self.clone() }
    }

    /// The visitor's id, as the log has it.
    pub fn person(&self) -> &str {
        self.token.split('.').next().unwrap_or_default()
    }

    /// The header that says who asks.
    pub fn authorization(&self) -> String {
        format!("Bearer {}", self.token)
    }

    async fn ask(&self, method: Method, path: &str, body: Option<&Value>) -> Result<Answer, NoAnswer> {
        let mut request = self.client.request(method, format!("http://{}{path}", self.address));
        if !self.token.is_empty() {
            request = request.header("authorization", self.authorization());
        }
        if let Some(body) = body {
            request = request.header("content-type", "application/json").body(body.to_string());
        }
        self.answer(request).await
    }

    async fn answer(&self, request: reqwest::RequestBuilder) -> Result<Answer, NoAnswer> {
        let response = request.send().await.map_err(|_| NoAnswer)?;
        let status = response.status().as_u16();
        // The proxy has lost the server, or the server its database.
        if response.headers().contains_key(LOST) || status == 503 && self.loses_database {
            return Err(NoAnswer);
        }
        // A head without its body has said all the same what was done.
        Ok(Answer { status, text: response.text().await.unwrap_or_default() })
    }

    pub async fn get(&self, path: &str) -> Result<Answer, NoAnswer> {
        self.ask(Method::GET, path, None).await
    }

    pub async fn post(&self, path: &str, body: &Value) -> Result<Answer, NoAnswer> {
        self.ask(Method::POST, path, Some(body)).await
    }

    /// Does something in a game.
    pub async fn event(&self, game: &str, event: &Value) -> Result<Answer, NoAnswer> {
        self.post(&format!("/api/v1/games/{game}/events"), event).await
    }

    /// A game as this visitor sees it.
    pub async fn state(&self, game: &str) -> Result<Answer, NoAnswer> {
        self.get(&format!("/api/v1/games/{game}")).await
    }

    /// A message in the chat of a game, which only its page takes. Its text has letters and digits only.
    pub async fn say(&self, game: &str, text: &str) -> Result<Answer, NoAnswer> {
        let request = self.client.post(format!("http://{}/g/{game}/say", self.address));
        let request = request
            .header("authorization", self.authorization())
            .header("content-type", "application/x-www-form-urlencoded")
            .header("sec-fetch-site", "same-origin")
            .header("x-part", "table")
            .body(format!("text={text}"));
        self.answer(request).await
    }

    /// A solitaire that is this visitor's alone, whose slides go on for ever, and its first state.
    pub async fn solitaire(&self) -> Result<Value> {
        let order = json!({ "game": "brain-burn", "seed": "1" });
        let made = self.post("/api/v1/games", &order).await.ok().context("no answer")?;
        ensure!(made.status == 201, "{made:?}");
        Ok(made.json())
    }
}
