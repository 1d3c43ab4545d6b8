//! What a person can do at a page and see on it. Nothing waits a fixed time: whoever looks for something looks until it
//! is there, or gives up after [`PATIENCE`].

use anyhow::{Context, Result, bail, ensure};
use serde_json::{Value, json};
use std::fmt::Debug;
use std::net::SocketAddr;
use std::time::{Duration, Instant};
use thirtyfour::common::command::{Actions, Command};
use thirtyfour::prelude::*;

/// How long anything may take; on a busy machine everything does.
pub const PATIENCE: Duration = Duration::from_secs(20);

/// Reads a board off the picture: what lies where, by the nearest well.
const BOARD: &str = r"
    const all = (selector) => [...document.querySelectorAll('#table .board ' + selector)];
    const at = (e) => /\((-?[\d.]+)[ ,]+(-?[\d.]+)\)/.exec(e.getAttribute('transform')).slice(1).map(Number);
    const wells = all('.well').map((e) => ({ cell: Number(e.id.slice(5)), at: at(e) }));
    const cell = (e) => {
        const [x, y] = at(e);
        const far = (well) => Math.hypot(well.at[0] - x, well.at[1] - y);
        return wells.reduce((best, well) => (far(well) < far(best) ? well : best)).cell;
    };
    const lay = (things) => {
        const cells = Array(25).fill('');
        for (const e of things) cells[cell(e)] += e.id.replace(/^\w+-/, '');
        return cells;
    };
    return [lay(all('.tile')), lay(all('.coin'))];";

/// What lies where on a board of Brain Burn: the tile and the coin of each cell, empty in the hole.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Board {
    /// Tiles as in texts, `S3`.
    pub tiles: Vec<String>,
    /// The numbers of the coins.
    pub coins: Vec<String>,
}

impl Board {
    /// The cell of the hole.
    pub fn hole(&self) -> usize {
        self.tiles.iter().position(String::is_empty).expect("a hole")
    }

    /// The same board after the tile in `cell` has gone into the hole with its coin.
    pub fn slid(mut self, cell: usize) -> Board {
        let hole = self.hole();
        self.tiles.swap(hole, cell);
        self.coins.swap(hole, cell);
        self
    }

    /// The same board with the coins of two cells exchanged.
    pub fn swapped(mut self, one: usize, other: usize) -> Board {
        self.coins.swap(one, other);
        self
    }
}

/// Somebody with a browser.
#[derive(Clone)]
pub struct Person {
    driver: WebDriver,
    home: String,
}

impl Person {
    pub(super) fn new(driver: WebDriver, address: SocketAddr) -> Person {
        Person { driver, home: format!("http://{address}") }
    }

    /// The browser itself.
    pub fn driver(&self) -> &WebDriver {
        &self.driver
    }

    /// Closes the browser.
    pub(super) async fn leave(self) {
        let _ = self.driver.quit().await;
    }

    /// What the browser has complained about since it was last asked.
    pub(super) async fn complaints(&self) -> Vec<String> {
        match self.driver.browser_log().await {
            Ok(entries) => {
                let bad = entries.into_iter().filter(|e| e.level == "SEVERE" || e.level == "WARNING");
                bad.map(|entry| entry.message).collect()
            }
            Err(error) => vec![format!("the browser does not answer: {error}")],
        }
    }

    // ---- going ----

    /// Opens a page of the server.
    pub async fn go(&self, path: &str) -> Result<()> {
        Ok(self.driver.goto(format!("{}{path}", self.home)).await?)
    }

    /// The path of the page that is open.
    pub async fn path(&self) -> Result<String> {
        Ok(self.driver.current_url().await?.path().to_owned())
    }

    /// Deals a game by its form and goes there; an empty seed means any.
    pub async fn deal(&self, hole: usize, seed: &str) -> Result<()> {
        self.go("/brain-burn").await?;
        self.click(&format!("input[name='wish.hole'][value='{hole}']")).await?;
        self.fill("input[name=seed]", seed).await?;
        self.click("form:has(input[name=seed]) button.primary").await?;
        self.arrives().await?;
        self.sees("a board", "return !!document.querySelector('#table .board svg')", true).await
    }

    /// Waits until the page of a game is there, whole, after a click that leads to it. A page looks alive until the next
    /// one comes, so nothing on it can tell.
    pub async fn arrives(&self) -> Result<String> {
        let there = "return document.readyState === 'complete' && location.pathname.startsWith('/g/')";
        self.sees("the page of a game", there, true).await?;
        self.path().await
    }

    /// Makes a game through the API with the browser's own cookie, and goes there.
    pub async fn order(&self, order: Value) -> Result<()> {
        let (status, game) = self.api("POST", "/api/v1/games", order).await?;
        ensure!(status == 201, "{status}: {game}");
        let id = game["id"].as_str().context("an id")?;
        self.go(&format!("/g/{id}")).await
    }

    // ---- looking ----

    /// What a script finds on the page.
    pub async fn js(&self, script: &str, about: Value) -> Result<Value> {
        Ok(self.driver.execute(script, vec![about]).await?.json().clone())
    }

    /// Looks until a script finds what is expected.
    pub async fn sees(&self, what: &str, script: &str, expected: impl Into<Value>) -> Result<()> {
        self.sees_of(what, script, Value::Null, expected).await
    }

    /// As [`Person::sees`], with something handed to the script.
    pub async fn sees_of(
        &self,
        what: &str,
        script: &str,
        about: Value,
        expected: impl Into<Value>,
    ) -> Result<()> {
        let expected = expected.into();
        wait(what, async || self.js(script, about.clone()).await, |seen| *seen == expected)
            .await
            .with_context(|| format!("expected {expected}"))
            .map(drop)
    }

    /// What lies on the board of Brain Burn.
    pub async fn board(&self) -> Result<Board> {
        let (tiles, coins) = serde_json::from_value(self.js(BOARD, Value::Null).await?)?;
        Ok(Board { tiles, coins })
    }

    /// Looks until the board is as expected.
    pub async fn sees_board(&self, expected: &Board) -> Result<()> {
        wait("the board", async || self.board().await, |board| board == expected)
            .await
            .with_context(|| format!("expected {expected:?}"))
            .map(drop)
    }

    /// A figure beside the board.
    pub async fn figure(&self, name: &str) -> Result<String> {
        let script = "return [...document.querySelectorAll('.figures dt')]
            .find((dt) => dt.textContent === arguments[0]).nextElementSibling.textContent";
        Ok(self.js(script, json!(name)).await?.as_str().unwrap_or_default().to_owned())
    }

    /// Looks until a figure beside the board is as expected.
    pub async fn sees_figure(&self, name: &str, expected: impl ToString) -> Result<()> {
        let expected = expected.to_string();
        wait(name, async || self.figure(name).await, |seen| *seen == expected)
            .await
            .with_context(|| format!("expected {name} {expected}"))
            .map(drop)
    }

    /// The text of the first element that fits.
    pub async fn text(&self, selector: &str) -> Result<String> {
        let script = "return document.querySelector(arguments[0])?.textContent";
        Ok(self.js(script, json!(selector)).await?.as_str().unwrap_or_default().to_owned())
    }

    /// Looks until the first element that fits holds a text.
    pub async fn sees_text(&self, selector: &str, part: &str) -> Result<()> {
        wait(selector, async || self.text(selector).await, |text| text.contains(part))
            .await
            .with_context(|| format!("expected “{part}”"))
            .map(drop)
    }

    /// How many elements fit.
    pub async fn count(&self, selector: &str) -> Result<u64> {
        let script = "return document.querySelectorAll(arguments[0]).length";
        self.js(script, json!(selector)).await?.as_u64().context("a number")
    }

    // ---- doing ----

    async fn element(&self, selector: &str) -> Result<WebElement> {
        let look = async || Ok(self.driver.find(By::Css(selector)).await.ok());
        let found = wait(selector, look, Option::is_some).await?;
        found.context("an element")
    }

    /// Clicks the first element that fits, once nothing moves any more.
    pub async fn click(&self, selector: &str) -> Result<()> {
        let still = "return document.getAnimations().every((a) => a.playState !== 'running')";
        self.sees("everything at rest", still, true).await?;
        self.element(selector).await?.click().await.with_context(|| selector.to_owned())
    }

    /// Clicks the tile in a cell of a board.
    pub async fn click_cell(&self, cell: usize) -> Result<()> {
        let board = self.board().await?;
        self.click(&format!("#tile-{}", board.tiles[cell])).await
    }

    /// Puts a text into a field.
    pub async fn fill(&self, selector: &str, text: &str) -> Result<()> {
        let field = self.element(selector).await?;
        field.clear().await?;
        Ok(field.send_keys(text).await?)
    }

    /// Types a move into the page's field and sends it.
    pub async fn type_move(&self, text: &str) -> Result<()> {
        self.fill(".type-move input[name=text]", text).await?;
        self.click(".type-move button").await
    }

    /// Presses keys one after another, without a pause between: `ArrowUp`, `Shift+ArrowUp`, `z`.
    pub async fn press(&self, keys: &str) -> Result<()> {
        let mut actions = Vec::new();
        for name in keys.split_whitespace() {
            let (shift, name) = name.strip_prefix("Shift+").map_or((false, name), |name| (true, name));
            let key = key(name)?;
            let mut down = |value: &str| actions.push(json!({ "type": "keyDown", "value": value }));
            if shift {
                down(SHIFT);
            }
            down(key);
            let mut up = |value: &str| actions.push(json!({ "type": "keyUp", "value": value }));
            up(key);
            if shift {
                up(SHIFT);
            }
        }
        self.perform(json!([{ "type": "key", "id": "keys", "actions": actions }])).await
    }

    /// Draws a line over the page with the mouse (`mouse`) or a finger (`touch`).
    pub async fn drag(&self, with: &str, from: (f64, f64), to: (f64, f64)) -> Result<()> {
        self.drag_along(with, &[from, ((from.0 + to.0) / 2.0, (from.1 + to.1) / 2.0), to]).await
    }

    /// Draws along some points.
    pub async fn drag_along(&self, with: &str, points: &[(f64, f64)]) -> Result<()> {
        let mut actions = Vec::new();
        for (n, (x, y)) in points.iter().enumerate() {
            let duration = if n == 0 { 0 } else { 20 };
            actions
                .push(json!({ "type": "pointerMove", "duration": duration, "x": x.round(), "y": y.round() }));
            if n == 0 {
                actions.push(json!({ "type": "pointerDown", "button": 0 }));
            }
        }
        actions.push(json!({ "type": "pointerUp", "button": 0 }));
        let parameters = json!({ "pointerType": with });
        self.perform(json!([{ "type": "pointer", "id": with, "parameters": parameters, "actions": actions }]))
            .await
    }

    /// Moves the mouse to a point of the window.
    pub async fn hover(&self, (x, y): (f64, f64)) -> Result<()> {
        let to = json!({ "type": "pointerMove", "duration": 20, "x": x.round(), "y": y.round() });
        let mouse = json!([{ "type": "pointer", "id": "mouse", "parameters": { "pointerType": "mouse" }, "actions": [to] }]);
        self.perform(mouse).await
    }

    async fn perform(&self, actions: Value) -> Result<()> {
        self.driver.cmd(Command::PerformActions(Actions::from(actions))).await?;
        Ok(())
    }

    /// Asks the API with the browser's own cookie. Gives the status and the answer's JSON, or its text.
    pub async fn api(&self, method: &str, path: &str, body: Value) -> Result<(u64, Value)> {
        let script = "
            const [method, path, body, done] = arguments;
            const headers = { 'content-type': 'application/json' };
            fetch(path, { method, headers, body: body && JSON.stringify(body) })
                .then(async (answer) => [answer.status, await answer.text()])
                .then(done, (error) => done([0, String(error)]));";
        let answer =
            self.driver.execute_async(script, vec![json!(method), json!(path), body]).await?.json().clone();
        let (status, text): (u64, String) = serde_json::from_value(answer)?;
        Ok((status, serde_json::from_str(&text).unwrap_or(Value::String(text))))
    }

    /// Lets the browser behave as another device would, by a command of the Chrome DevTools protocol.
    pub async fn emulate(&self, method: &str, how: Value) -> Result<()> {
        self.driver.cdp().send_raw(method, how).await?;
        Ok(())
    }

    /// Makes the window that of a phone held upright, with a finger.
    pub async fn becomes_a_phone(&self) -> Result<()> {
        let screen = json!({ "width": 375, "height": 720, "deviceScaleFactor": 2, "mobile": true });
        self.emulate("Emulation.setDeviceMetricsOverride", screen).await?;
        self.emulate("Emulation.setTouchEmulationEnabled", json!({ "enabled": true })).await
    }

    /// Sets a preference that style sheets can ask for, such as `prefers-color-scheme`.
    pub async fn prefers(&self, feature: &str, value: &str) -> Result<()> {
        let features = json!({ "features": [{ "name": feature, "value": value }] });
        self.emulate("Emulation.setEmulatedMedia", features).await
    }
}

const SHIFT: &str = "\u{e008}";

/// A key as the WebDriver protocol writes it.
fn key(name: &str) -> Result<&str> {
    Ok(match name {
        "Tab" => "\u{e004}",
        "Enter" => "\u{e007}",
        "Escape" => "\u{e00c}",
        "ArrowLeft" => "\u{e012}",
        "ArrowUp" => "\u{e013}",
        "ArrowRight" => "\u{e014}",
        "ArrowDown" => "\u{e015}",
        "Home" => "\u{e011}",
        "End" => "\u{e010}",
        "Space" => " ",
        letter if letter.chars().count() == 1 => letter,
        other => bail!("no key {other}"),
    })
}

/// Looks again and again until what is seen is good.
async fn wait<T: Debug>(
    what: &str,
    mut look: impl AsyncFnMut() -> Result<T>,
    good: impl Fn(&T) -> bool,
) -> Result<T> {
    let start = Instant::now();
    loop {
        let seen = look().await;
        match seen {
            Ok(seen) if good(&seen) => return Ok(seen),
            seen if start.elapsed() > PATIENCE => bail!("{what}: last seen {seen:?}"),
            _ => tokio::time::sleep(Duration::from_millis(20)).await,
        }
    }
}
