//! A server and the browsers of its visitors, made for one story and cleaned up after it.

mod browser;
mod engine;
mod files;
mod server;
mod visitor;

pub use engine::Engine;
pub use files::Files;
pub use server::Server;
pub use visitor::{NAME, PATIENCE, Visitor, wait};

use crate::between::Between;
use anyhow::Result;
use browser::Browsers;
use futures_util::FutureExt;
use serde_json::{Value, json};
use std::net::SocketAddr;
use std::panic::{AssertUnwindSafe, resume_unwind};
use std::path::Path;
use std::sync::Arc;

/// What a story has at hand.
pub struct World {
    /// The program under test.
    pub server: Server,
    /// Other servers, and what stands between them and browsers. They go on until the browsers have been
    /// asked for complaints: a page asks its server in the background, also after the story is told.
    others: Vec<Arc<Server>>,
    between: Vec<Arc<Between>>,
    browsers: Browsers,
    /// Whether its visitors want less motion.
    still: bool,
    visitors: Vec<Visitor>,
    expected: Vec<&'static str>,
}

impl World {
    /// Starts another server, below a path.
    pub fn another_server(&mut self, base: &'static str) -> Result<Arc<Server>> {
        let server = Arc::new(Server::start(base)?);
        self.others.push(Arc::clone(&server));
        Ok(server)
    }

    /// Stands a proxy before servers, each with what the paths begin with that lead to it.
    pub async fn between(&mut self, servers: &[(&str, SocketAddr)]) -> Result<Arc<Between>> {
        let between = Arc::new(Between::stand(servers).await?);
        self.between.push(Arc::clone(&between));
        Ok(between)
    }

    /// A visitor with a Chromium that has never been here. `BAGATELLE_LATENCY` puts as many milliseconds
    /// before each answer of the server: a story that takes what is foreseen for what is answered fails then.
    pub async fn visitor(&mut self) -> Result<Visitor> {
        let visitor = self.visitor_with(Engine::Chromium).await?;
        if let Ok(latency) = std::env::var("BAGATELLE_LATENCY") {
            visitor.is_far_away(latency.parse()?).await?;
        }
        Ok(visitor)
    }

    /// A visitor with a browser of an engine.
    pub async fn visitor_with(&mut self, engine: Engine) -> Result<Visitor> {
        self.visitor_who_prefers(engine, None).await
    }

    /// A visitor whose browser keeps no cookies, and has no storage either.
    pub async fn visitor_without_cookies(&mut self) -> Result<Visitor> {
        let blocked = json!({ "profile.default_content_setting_values.cookies": 2 });
        self.visitor_who_prefers(Engine::Chromium, Some(&blocked)).await
    }

    /// A visitor with all of Chromium: tabs that are hidden while another is shown, and notifications.
    pub async fn visitor_with_whole_chromium(&mut self) -> Result<Visitor> {
        self.visitor_who_prefers(Engine::Chromium, Some(&json!({}))).await
    }

    async fn visitor_who_prefers(&mut self, engine: Engine, preferences: Option<&Value>) -> Result<Visitor> {
        let visitor = Visitor::new(
            engine,
            self.browsers.open(engine, preferences, self.still).await?,
            self.server.address(),
            self.server.base(),
        );
        self.visitors.push(visitor.clone());
        Ok(visitor)
    }

    /// Says that this story makes the browser log lines with `text` in them; all other complaints fail it.
    pub fn expect_complaint(&mut self, text: &'static str) {
        self.expected.push(text);
    }

    /// Says that this story stops the server, or cuts the network: requests fail, that of the service worker
    /// among them, which a page looks for some seconds after it is there, and pictures that wait meanwhile.
    pub fn expect_lost_server(&mut self) {
        self.expected.extend(["net::ERR_", "when fetching the script", LATE_PICTURE]);
    }

    /// What the browsers complained about: script errors, refused styles, failed requests.
    async fn complaints(&self) -> Vec<String> {
        let mut found = Vec::new();
        for visitor in &self.visitors {
            found.extend(visitor.complaints().await);
        }
        found.retain(|line| !self.expected.iter().any(|text| line.contains(text)));
        found
    }

    /// Saves what the browsers show, to find out what went wrong.
    async fn save_screenshots(&self, folder: &Path) {
        let test = std::thread::current().name().unwrap_or("story").replace("::", "-");
        for (n, visitor) in self.visitors.iter().enumerate() {
            let file = folder.join(format!("{test}-{n}.png"));
            if visitor.driver().screenshot(&file).await.is_ok() {
                eprintln!("What browser {n} showed: {}", file.display());
            }
        }
    }
}

/// What a browser says of a picture whose position was still looked for when the server stopped.
const LATE_PICTURE: &str =
    "/picture.svg - Failed to load resource: the server responded with a status of 503";

/// Runs a story in a world of its own. The test fails if the story fails, or if a browser complained about
/// anything. Its visitors want less motion: frames that no story looks at are most of a browser's work.
pub async fn story(tell: impl AsyncFnOnce(&mut World) -> Result<()>) {
    told("", true, tell).await;
}

/// As [`story`], with visitors who see all that moves.
pub async fn moving_story(tell: impl AsyncFnOnce(&mut World) -> Result<()>) {
    told("", false, tell).await;
}

/// As [`story`], with a server below a path, which visitors need not name: their paths are those of any
/// server.
pub async fn story_below(base: &'static str, tell: impl AsyncFnOnce(&mut World) -> Result<()>) {
    told(base, true, tell).await;
}

async fn told(base: &'static str, still: bool, tell: impl AsyncFnOnce(&mut World) -> Result<()>) {
    let mut world = World {
        still,
        server: Server::start(base).expect("the server starts"),
        others: Vec::new(),
        between: Vec::new(),
        browsers: Browsers::new().expect("a folder for profiles"),
        visitors: Vec::new(),
        expected: Vec::new(),
    };
    let end = AssertUnwindSafe(tell(&mut world)).catch_unwind().await;
    let complaints = world.complaints().await;
    if !matches!(end, Ok(Ok(()))) || !complaints.is_empty() {
        world.save_screenshots(Path::new(env!("CARGO_TARGET_TMPDIR"))).await;
    }
    for visitor in world.visitors.drain(..) {
        visitor.leave().await;
    }
    drop(world);
    match end {
        Err(panic) => resume_unwind(panic),
        Ok(Err(error)) => panic!("{error:#}\nThe browsers' complaints: {complaints:#?}"),
        Ok(Ok(())) => assert!(complaints.is_empty(), "the browsers complained: {complaints:#?}"),
    }
}
