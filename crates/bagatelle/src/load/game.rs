//! A game that is played by its route: who plays, which actions are allowed, and moves chosen at
//! random.

use super::client::Client;
use crate::args::Route;
use anyhow::{Context, Result, bail, ensure};
use hyper::{Method, StatusCode};
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use serde::Deserialize;
use serde_json::json;

/// What is read of a table in the API.
#[derive(Deserialize)]
struct ApiState {
    id: String,
    version: u64,
    legal: Vec<String>,
    seats: Vec<ApiSeat>,
}

#[derive(Deserialize)]
struct ApiSeat {
    sitter: String,
}

/// What is read of an offer on a page.
#[derive(Deserialize)]
struct Offer {
    text: String,
    #[serde(default)]
    amends: bool,
}

/// What a player may do.
struct Choice {
    version: u64,
    actions: Vec<String>,
}

impl Choice {
    fn read(route: Route, body: &[u8]) -> Result<Choice> {
        match route {
            Route::Api => {
                let ApiState { version, legal, .. } = serde_json::from_slice(body)?;
                Ok(Choice { version, actions: legal })
            }
            Route::Page => {
                let page = std::str::from_utf8(body)?;
                let offers = attribute(page, "data-offers").context("a page without offers")?;
                let offers = offers.replace("&quot;", "\"").replace("&lt;", "<").replace("&gt;", ">");
                let offers: Vec<Offer> = serde_json::from_str(&offers.replace("&amp;", "&"))?;
                let version = attribute(page, "data-version").context("a page without a version")?.parse()?;
                let own = offers.into_iter().filter(|offer| !offer.amends);
                Ok(Choice { version, actions: own.map(|offer| offer.text).collect() })
            }
        }
    }
}

/// The value of the first attribute with this name.
fn attribute<'a>(page: &'a str, name: &str) -> Option<&'a str> {
    let (_, rest) = page.split_once(&format!(" {name}=\""))?;
    rest.split_once('"').map(|(value, _)| value)
}

/// A game that is being played.
pub struct Game {
    route: Route,
    /// The id of the table.
    id: String,
    /// The tokens of the players.
    players: Vec<String>,
    /// The player to act, and what may be done; `None` once nothing may.
    to_act: Option<(usize, Choice)>,
    /// The player who has acted last.
    acted: usize,
    /// Actions so far.
    pub plies: u32,
    random: u64,
}

impl Game {
    /// Makes a table of a game. One player has all seats, unless the game hides something: then each has a
    /// player.
    pub async fn make(client: &mut Client, route: Route, game: &str, random: u64) -> Result<Game> {
        let owner = visitor(client).await?;
        let alone = json!({ "game": game }).to_string();
        let (status, body) = client.ask(Route::Api, &owner, Method::POST, "/api/v1/games", alone).await?;
        let (made, body) = match status {
            StatusCode::CREATED => (status, body),
            _ => {
                let open = json!({ "game": game, "programs": ["open"] }).to_string();
                client.ask(Route::Api, &owner, Method::POST, "/api/v1/games", open).await?
            }
        };
        ensure!(made == StatusCode::CREATED, "no game of {game}: {}", String::from_utf8_lossy(&body));
        let state: ApiState = serde_json::from_slice(&body)?;
        let mut players = vec![owner];
        for (seat, _) in state.seats.iter().enumerate().filter(|(_, seat)| seat.sitter == "open") {
            let player = visitor(client).await?;
            let sit = json!({ "kind": "sit", "seat": seat, "text": format!("Load {seat}") }).to_string();
            let path = format!("/api/v1/games/{}/events", state.id);
            let (status, body) = client.ask(Route::Api, &player, Method::POST, &path, sit).await?;
            ensure!(status == StatusCode::OK, "no seat: {}", String::from_utf8_lossy(&body));
            players.push(player);
        }
        let mut game = Game { route, id: state.id, players, to_act: None, acted: 0, plies: 0, random };
        game.look(client, 0).await?;
        Ok(game)
    }

    /// Looks who may act, beginning with this player.
    async fn look(&mut self, client: &mut Client, first: usize) -> Result<()> {
        self.to_act = None;
        let path = match self.route {
            Route::Api => format!("/api/v1/games/{}", self.id),
            Route::Page => format!("/g/{}/table", self.id),
        };
        for n in 0..self.players.len() {
            let player = (first + n) % self.players.len();
            let token = &self.players[player];
            let (status, body) = client.ask(self.route, token, Method::GET, &path, String::new()).await?;
            ensure!(status == StatusCode::OK, "no table: {status}");
            let choice = Choice::read(self.route, &body)?;
            if !choice.actions.is_empty() {
                self.to_act = Some((player, choice));
                return Ok(());
            }
        }
        Ok(())
    }

    /// Whether no more can be done.
    pub fn is_over(&self) -> bool {
        self.to_act.is_none()
    }

    /// The token of a player, and where the stream of the table is.
    pub fn stream(&self) -> (&str, String) {
        let path = match self.route {
            Route::Api => format!("/api/v1/games/{}/stream", self.id),
            Route::Page => format!("/g/{}/events", self.id),
        };
        (&self.players[0], path)
    }

    /// Makes a move, and reads the answer.
    pub async fn act(&mut self, client: &mut Client) -> Result<()> {
        let Some((player, choice)) = self.to_act.take() else { bail!("the game is over") };
        // xorshift: the same games for the same numbers.
        self.random ^= self.random << 13;
        self.random ^= self.random >> 7;
        self.random ^= self.random << 17;
        let action = &choice.actions[(self.random % choice.actions.len() as u64) as usize];
        let (path, body) = match self.route {
            Route::Api => (
                format!("/api/v1/games/{}/events", self.id),
                json!({ "text": action, "version": choice.version }).to_string(),
            ),
            Route::Page => (
                format!("/g/{}/act", self.id),
                format!(
                    "kind=act&version={}&text={}",
                    choice.version,
                    utf8_percent_encode(action, NON_ALPHANUMERIC)
                ),
            ),
        };
        let (status, body) = client.ask(self.route, &self.players[player], Method::POST, &path, body).await?;
        ensure!(status == StatusCode::OK, "a move was refused: {}", String::from_utf8_lossy(&body));
        self.plies += 1;
        self.acted = player;
        let next = Choice::read(self.route, &body)?;
        if !next.actions.is_empty() {
            self.to_act = Some((player, next));
        }
        Ok(())
    }

    /// Looks who may act, if it is not the player who has acted.
    pub async fn turn(&mut self, client: &mut Client) -> Result<()> {
        match self.players.len() > 1 && self.to_act.is_none() {
            true => self.look(client, self.acted + 1).await,
            false => Ok(()),
        }
    }
}

/// The token of a new visitor.
async fn visitor(client: &mut Client) -> Result<String> {
    #[derive(Deserialize)]
    struct Token {
        token: String,
    }
    let asked = client.ask(Route::Api, "", Method::POST, "/api/v1/visitors", String::new()).await?;
    let (status, body) = asked;
    ensure!(status == StatusCode::CREATED, "no visitor: {}", String::from_utf8_lossy(&body));
    Ok(serde_json::from_slice::<Token>(&body)?.token)
}
