//! A server, a browser and the people in it, made for one story and cleaned up after it.

mod browser;
mod person;
mod served;

pub use person::{Board, PATIENCE, Person};
pub use served::Served;

use anyhow::Result;
use browser::Browsers;
use futures_util::FutureExt;
use std::panic::{AssertUnwindSafe, resume_unwind};
use std::path::Path;

/// What a story has at hand.
pub struct World {
    /// The program under test.
    pub server: Served,
    browsers: Browsers,
    people: Vec<Person>,
    expected: Vec<&'static str>,
}

impl World {
    /// Somebody with a browser that has never been here.
    pub async fn person(&mut self) -> Result<Person> {
        let person = Person::new(self.browsers.open().await?, self.server.address());
        self.people.push(person.clone());
        Ok(person)
    }

    /// Says that this story makes the browser log lines with `text` in them; all other complaints fail it.
    pub fn expect_complaint(&mut self, text: &'static str) {
        self.expected.push(text);
    }

    /// What the browsers complained about: script errors, refused styles, failed requests.
    async fn complaints(&self) -> Vec<String> {
        let mut found = Vec::new();
        for person in &self.people {
            found.extend(person.complaints().await);
        }
        found.retain(|line| !self.expected.iter().any(|text| line.contains(text)));
        found
    }

    /// Keeps what the browsers show, for whoever has to find out what went wrong.
    async fn photograph(&self, folder: &Path) {
        let test = std::thread::current().name().unwrap_or("story").replace("::", "-");
        for (n, person) in self.people.iter().enumerate() {
            let file = folder.join(format!("{test}-{n}.png"));
            if person.driver().screenshot(&file).await.is_ok() {
                eprintln!("What browser {n} showed: {}", file.display());
            }
        }
    }
}

/// Tells a story in a world of its own. It fails if the story fails, or if a browser complained about anything.
pub async fn story(tell: impl AsyncFnOnce(&mut World) -> Result<()>) {
    let mut world = World {
        server: Served::start().expect("the server starts"),
        browsers: Browsers::start().expect("a browser"),
        people: Vec::new(),
        expected: Vec::new(),
    };
    let told = AssertUnwindSafe(tell(&mut world)).catch_unwind().await;
    let complaints = world.complaints().await;
    if !matches!(told, Ok(Ok(()))) || !complaints.is_empty() {
        world.photograph(Path::new(env!("CARGO_TARGET_TMPDIR"))).await;
    }
    for person in world.people.drain(..) {
        person.leave().await;
    }
    drop(world);
    match told {
        Err(panic) => resume_unwind(panic),
        Ok(Err(error)) => panic!("{error:?}\nThe browsers' complaints: {complaints:#?}"),
        Ok(Ok(())) => assert!(complaints.is_empty(), "the browsers complained: {complaints:#?}"),
    }
}
