//! What a visitor can do at a page and see on it. Nothing waits a fixed time: each `sees` looks until the
//! page shows what is expected, or fails after [`PATIENCE`].

use super::engine::Engine;
use anyhow::{Context, Result, bail, ensure};
use serde_json::{Value, json};
use std::fmt::Debug;
use std::net::SocketAddr;
use std::time::{Duration, Instant};
use thirtyfour::common::command::{Actions, Command};
use thirtyfour::error::WebDriverErrorInner;
use thirtyfour::prelude::*;

/// How long anything may take; on a busy machine everything does.
pub const PATIENCE: Duration = Duration::from_secs(60);

/// How soon, and how late, anything is looked for again.
const SOON: Duration = Duration::from_millis(10);
const LATER: Duration = Duration::from_millis(200);

/// A name of this machine in the stories' browsers.
pub const NAME: &str = "games.test";

/// A visitor with a browser.
#[derive(Clone)]
pub struct Visitor {
    engine: Engine,
    driver: WebDriver,
    /// The address of the server, and the path before all others, which is empty on most servers.
    home: (String, &'static str),
}

impl Visitor {
    pub(super) fn new(engine: Engine, driver: WebDriver, address: SocketAddr, base: &'static str) -> Visitor {
        Visitor { engine, driver, home: (format!("http://{address}"), base) }
    }

    /// The same visitor, who comes by a name that browsers do not take for this machine: over plain http they
    /// keep from its pages what is for secure contexts. Only Chromium knows the name.
    #[must_use]
    pub fn without_https(&self) -> Visitor {
        Visitor { home: (self.home.0.replace("127.0.0.1", NAME), self.home.1), ..self.clone() }
    }

    /// The same visitor, who comes by another address of the server: that of a proxy before it.
    #[must_use]
    pub fn through(&self, address: SocketAddr) -> Visitor {
        Visitor { home: (format!("http://{address}"), self.home.1), ..self.clone() }
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
        if self.engine != Engine::Chromium {
            let heard = self
                .js("return (sessionStorage.complaints ?? '').split('\\n').filter(Boolean)", Value::Null)
                .await;
            return heard
                .and_then(|heard| Ok(serde_json::from_value(heard)?))
                .unwrap_or_else(|error| vec![error.to_string()]);
        }
        match self.driver.browser_log().await {
            Ok(entries) => {
                let bad = entries.into_iter().filter(|e| e.level == "SEVERE" || e.level == "WARNING");
                bad.map(|entry| entry.message).collect()
            }
            Err(error) => vec![format!("the browser does not answer: {error}")],
        }
    }

    // ---- going ----

    /// Makes the server set its cookie, as it does for the first game, so that the API knows this browser.
    pub async fn becomes_known(&self) -> Result<()> {
        self.go("/").await?;
        // The table itself is not opened: for seconds the server would look for the shortest solution.
        let form = "return fetch('/brain-burn/new', { method: 'POST', body: new URLSearchParams(), \
            redirect: 'manual' }).then((answer) => answer.type === 'opaqueredirect')";
        ensure!(self.js(form, Value::Null).await? == true, "the server makes no game");
        Ok(())
    }

    /// Opens a page of the server.
    pub async fn go(&self, path: &str) -> Result<()> {
        let (address, base) = &self.home;
        Ok(self.driver.goto(format!("{address}{base}{path}")).await?)
    }

    /// The path of the page that is open, without the path before all others.
    pub async fn path(&self) -> Result<String> {
        let url = self.driver.current_url().await?;
        let path = url.path().strip_prefix(self.home.1).with_context(|| format!("{url} is elsewhere"))?;
        Ok(path.to_owned())
    }

    /// Waits until the page of a game is there, whole, after a click that leads to it. A page looks alive
    /// until the next one comes, so nothing on it can tell.
    pub async fn arrives(&self) -> Result<String> {
        let there = "return document.readyState === 'complete' && location.pathname.startsWith(arguments[0])";
        let table = json!(format!("{}/g/", self.home.1));
        self.sees_of("the page of a game", there, table, true).await?;
        self.rests().await?;
        self.path().await
    }

    /// Makes a game through the API with the browser's own cookie, and goes there.
    pub async fn new_game(&self, new_game: Value) -> Result<()> {
        let (status, game) = self.api("POST", "/api/v1/games", new_game).await?;
        ensure!(status == 201, "{status}: {game}");
        let id = game["id"].as_str().context("an id")?;
        self.go(&format!("/g/{id}")).await?;
        self.rests().await
    }

    // ---- looking ----

    /// What a script finds on the page.
    pub async fn js(&self, script: &str, about: Value) -> Result<Value> {
        let listen = if self.engine == Engine::Chromium { "" } else { LISTEN };
        Ok(self.driver.execute(format!("{listen}{script}"), vec![about]).await?.json().clone())
    }

    /// Looks until a script finds what is expected.
    pub async fn sees(&self, what: &str, script: &str, expected: impl Into<Value>) -> Result<()> {
        self.sees_of(what, script, Value::Null, expected).await
    }

    /// As [`Visitor::sees`], with something handed to the script.
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

    /// Waits until nothing on the page moves: its scripts have begun, no answer is on its way, no animation
    /// runs, nothing is scrolled, and the frame after the last one is drawn.
    pub async fn rests(&self) -> Result<()> {
        let still = "const frame = () => new Promise((done) => requestAnimationFrame(done));
            const { classList } = document.documentElement;
            const own = document.querySelector('script:is([src$=\"-main.js\"], [src$=\"-steps.js\"])');
            const begun = classList.contains('ready') || !own;
            const place = `${scrollX} ${scrollY}`;
            const stays = () => place === `${scrollX} ${scrollY}`
                && document.getAnimations().every((a) => a.playState !== 'running');
            return begun && !classList.contains('busy') && frame().then(frame).then(frame).then(stays)";
        self.sees("everything at rest", still, true).await
    }

    /// Does something with the first element that fits. An update of the page may put another one in its
    /// place meanwhile: then it is found again.
    async fn with(
        &self,
        selector: &str,
        act: impl AsyncFn(&WebElement) -> WebDriverResult<()>,
    ) -> Result<()> {
        let is_stale = |error: &WebDriverError| {
            matches!(error.as_inner(), WebDriverErrorInner::StaleElementReference(_))
        };
        let start = Instant::now();
        loop {
            match act(&self.element(selector).await?).await {
                Err(error) if is_stale(&error) && start.elapsed() < PATIENCE => continue,
                done => return done.with_context(|| selector.to_owned()),
            }
        }
    }

    /// Clicks the first element that fits, once nothing moves any more.
    pub async fn click(&self, selector: &str) -> Result<()> {
        self.rests().await?;
        self.element(selector).await?;
        // Only chromedriver clicks on a group of a drawing.
        let drawn = "const thing = document.querySelector(arguments[0]).closest('svg *');
            thing?.scrollIntoView({ block: 'nearest' });
            const box = thing?.getBoundingClientRect();
            return box && [box.left + box.width / 2, box.top + box.height / 2]";
        if self.engine != Engine::Chromium
            && let Some(at) = serde_json::from_value(self.js(drawn, json!(selector)).await?)?
        {
            return self.drag("mouse", at, at).await;
        }
        self.with(selector, async |element| element.click().await).await
    }

    /// Puts a text into a field.
    pub async fn fill(&self, selector: &str, text: &str) -> Result<()> {
        let fill = async |field: &WebElement| {
            field.clear().await?;
            field.send_keys(text).await
        };
        self.with(selector, fill).await
    }

    /// Answers a question of the form that begins a game: picks what has this value, or puts it into a field.
    pub async fn choose(&self, name: &str, value: &str) -> Result<()> {
        let choose = "const [name, value] = arguments[0];
            const fields = [...document.querySelectorAll(`form.start [name='${name}']`)];
            const field = fields.find((field) => !['radio', 'checkbox'].includes(field.type) || field.value \
            === value);
            if (!field) return false;
            if (field.type === 'radio' || field.type === 'checkbox') {
                field.click();
                return field.checked;
            }
            field.value = value;
            field.dispatchEvent(new Event('change', { bubbles: true }));
            return field.value === value";
        ensure!(self.js(choose, json!([name, value])).await? == true, "{name} cannot be {value}");
        Ok(())
    }

    /// Types a move into the page's field and sends it.
    pub async fn type_move(&self, text: &str) -> Result<()> {
        self.js("document.querySelector('details:has(> .type-move)').open = true", Value::Null).await?;
        self.fill(".type-move input[name=text]", text).await?;
        self.click(".type-move button").await
    }

    /// Presses keys one after another, without a pause between: `ArrowUp`, `Shift+ArrowUp`, `z`.
    pub async fn press(&self, keys: &str) -> Result<()> {
        let mut actions = Vec::new();
        for name in keys.split_whitespace() {
            let held = HELD.into_iter().find_map(|(word, held)| Some((held, name.strip_prefix(word)?)));
            let (held, name) = held.map_or((None, name), |(held, name)| (Some(held), name));
            let key = key(name)?;
            let mut down = |value: &str| actions.push(json!({ "type": "keyDown", "value": value }));
            held.into_iter().for_each(&mut down);
            down(key);
            let mut up = |value: &str| actions.push(json!({ "type": "keyUp", "value": value }));
            up(key);
            held.into_iter().for_each(&mut up);
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

    /// Brings two fingers from one distance of the point between them to another.
    pub async fn pinch(&self, (x, y): (f64, f64), from: f64, to: f64) -> Result<()> {
        let finger = |id: &str, side: f64| {
            let at = |far: f64, duration: u64| {
                let (x, y) = ((x + side * far).round(), y.round());
                json!({ "type": "pointerMove", "duration": duration, "x": x, "y": y })
            };
            let down = json!({ "type": "pointerDown", "button": 0 });
            let up = json!({ "type": "pointerUp", "button": 0 });
            let actions = [at(from, 0), down, at((from + to) / 2.0, 40), at(to, 40), up];
            json!({ "type": "pointer", "id": id, "parameters": { "pointerType": "touch" },
                "actions": actions })
        };
        self.perform(json!([finger("thumb", -1.0), finger("finger", 1.0)])).await
    }

    /// Moves the mouse to a point of the window.
    pub async fn hover(&self, (x, y): (f64, f64)) -> Result<()> {
        let to = json!({ "type": "pointerMove", "duration": 20, "x": x.round(), "y": y.round() });
        let mouse = json!([{ "type": "pointer", "id": "mouse", "parameters": { "pointerType": "mouse" },
            "actions": [to] }]);
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
        let path = json!(format!("{}{path}", self.home.1));
        let answer = self.driver.execute_async(script, vec![json!(method), path, body]).await?.json().clone();
        let (status, text): (u64, String) = serde_json::from_value(answer)?;
        Ok((status, serde_json::from_str(&text).unwrap_or(Value::String(text))))
    }

    /// Lets the browser behave as another device would, by a command of the Chrome DevTools protocol.
    pub async fn emulate(&self, method: &str, how: Value) -> Result<()> {
        self.driver.cdp().send_raw(method, how).await?;
        Ok(())
    }

    /// Puts milliseconds before each answer of the server.
    pub async fn is_far_away(&self, latency: u32) -> Result<()> {
        let line =
            json!({ "offline": false, "latency": latency, "downloadThroughput": -1, "uploadThroughput": -1 });
        self.emulate("Network.enable", json!({})).await?;
        self.emulate("Network.emulateNetworkConditions", line).await
    }

    /// Makes the window that of a phone held upright, with a finger.
    pub async fn becomes_a_phone(&self) -> Result<()> {
        let screen = json!({ "width": 375, "height": 720, "deviceScaleFactor": 1, "mobile": true });
        self.emulate("Emulation.setDeviceMetricsOverride", screen).await?;
        self.emulate("Emulation.setTouchEmulationEnabled", json!({ "enabled": true })).await
    }

    /// Makes the window as large as a screen; a small one is that of a device with a finger.
    pub async fn has_screen(&self, (width, height): (u32, u32)) -> Result<()> {
        let mobile = width.min(height) < 500;
        let screen = json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": mobile });
        self.emulate("Emulation.setDeviceMetricsOverride", screen).await?;
        self.emulate("Emulation.setTouchEmulationEnabled", json!({ "enabled": mobile })).await
    }

    /// Sets a preference that style sheets can ask for, such as `prefers-color-scheme`.
    pub async fn prefers(&self, feature: &str, value: &str) -> Result<()> {
        let features = json!({ "features": [{ "name": feature, "value": value }] });
        self.emulate("Emulation.setEmulatedMedia", features).await
    }
}

/// Keeps what goes wrong on a page, from the first script on that runs on it: only chromedriver tells what
/// the browser has logged.
const LISTEN: &str = "
    if (!window.listened) {
        window.listened = true;
        const keep = (text) => (sessionStorage.complaints = `${sessionStorage.complaints ?? \
        ''}${location.pathname}: ${text}\n`);
        addEventListener('error', (event) => keep(event.message ?? `${event.target.outerHTML} fails to \
        load`), true);
        addEventListener('unhandledrejection', (event) => keep(String(event.reason)));
        addEventListener('securitypolicyviolation', (event) => keep(`${event.violatedDirective} forbids \
        ${event.sourceFile}`));
    }
    ";

/// The keys that are held while another one is pressed.
const HELD: [(&str, &str); 2] = [("Shift+", "\u{e008}"), ("Ctrl+", "\u{e009}")];

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
        "PageUp" => "\u{e00e}",
        "PageDown" => "\u{e00f}",
        "Home" => "\u{e011}",
        "End" => "\u{e010}",
        "Space" => " ",
        letter if letter.chars().count() == 1 => letter,
        other => bail!("no key {other}"),
    })
}

/// Looks again and again until what is seen is good.
pub async fn wait<T: Debug>(
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
            // What takes long is looked for less often: a look costs the browser time, too.
            _ => tokio::time::sleep((start.elapsed() / 4).clamp(SOON, LATER)).await,
        }
    }
}
