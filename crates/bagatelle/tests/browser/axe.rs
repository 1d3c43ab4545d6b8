//! Accessibility as axe-core judges it: names, roles, landmarks, contrast, on every kind of page and in what
//! opens on it, in the light, in the dark and on a phone.

use crate::harness::{Visitor, story};
use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};

/// Finds what keeps people from using a page.
const AXE: &str = include_str!("vendor/axe-core-4.14.1.min.js");

/// What it finds: the rule, and the first elements that break it. The argument names the rules that count, or
/// none where all do.
const RUN: &str = "const [rules, done] = arguments;
    axe.run(document, { resultTypes: ['violations'], preload: false, ...(rules && { runOnly: rules }) })
        .then((found) => done(found.violations.map((fault) => [fault.id, ...fault.nodes.slice(0, 3)
            .map((node) => `${node.html.slice(0, 120)}: ${node.failureSummary}`)])));";

/// How a page is looked at.
#[derive(Clone, Copy, Debug)]
enum Look {
    Light,
    Dark,
    Phone,
}

impl Look {
    const ALL: [Look; 3] = [Look::Light, Look::Dark, Look::Phone];

    /// Shows the page so from now on.
    async fn put_on(self, visitor: &Visitor) -> Result<()> {
        match self {
            Look::Light => {
                visitor.has_screen((1280, 800)).await?;
                visitor.prefers("prefers-color-scheme", "light").await
            }
            Look::Dark => visitor.prefers("prefers-color-scheme", "dark").await,
            Look::Phone => visitor.becomes_a_phone().await,
        }
    }

    /// The rules that can find what they didn’t find in the light: in the dark, those about colours.
    fn rules(self) -> Value {
        match self {
            Look::Dark => json!(["color-contrast", "link-in-text-block"]),
            Look::Light | Look::Phone => Value::Null,
        }
    }
}

/// What was found on some pages.
struct Findings<'a> {
    visitor: &'a Visitor,
    faults: Vec<String>,
}

impl Findings<'_> {
    fn of(visitor: &Visitor) -> Findings<'_> {
        Findings { visitor, faults: Vec::new() }
    }

    /// Opens a page and looks at it.
    async fn page(&mut self, path: &str) -> Result<()> {
        self.visitor.go(path).await?;
        self.here(path).await
    }

    /// Looks at the page as it is now, in each way; it is in the light afterwards.
    async fn here(&mut self, what: &str) -> Result<()> {
        for look in Look::ALL {
            look.put_on(self.visitor).await?;
            self.visitor.rests().await?;
            self.looks(&format!("{what}, {look:?}"), look.rules()).await?;
        }
        Look::Light.put_on(self.visitor).await
    }

    /// Looks at the page as it is shown now.
    async fn looks(&mut self, what: &str, rules: Value) -> Result<()> {
        if self.visitor.js("return Boolean(window.axe)", Value::Null).await? == false {
            self.visitor.js(&format!("{AXE}; window.axe ??= axe"), Value::Null).await?;
        }
        let found = self.visitor.driver().execute_async(RUN, vec![rules]).await?.json().clone();
        for fault in found.as_array().context("a list")? {
            self.faults.push(format!("{what}: {fault:#}"));
        }
        let title = self.visitor.driver().title().await?;
        if title.trim_end().ends_with(['·', '-', ':']) {
            self.faults.push(format!("{what}: the title {title:?} is cut off"));
        }
        Ok(())
    }

    fn none(self) {
        assert!(self.faults.is_empty(), "{}", self.faults.join("\n"));
    }
}

/// Finds no fault on the page as it is now.
pub async fn faults_here(visitor: &Visitor, what: &str) -> Result<()> {
    let mut found = Findings::of(visitor);
    visitor.rests().await?;
    found.looks(what, Value::Null).await?;
    found.none();
    Ok(())
}

/// Makes a game and returns the address of its table.
async fn table(visitor: &Visitor, game: Value) -> Result<String> {
    visitor.new_game(game).await?;
    visitor.path().await
}

/// Records of games that are over, one for each game.
const ENDED: [&str; 6] = [
    include_str!("../../../../tests/formats/records/baju-duel-one-screen.json"),
    include_str!("../../../../tests/formats/records/baju-puzzle-solved.json"),
    include_str!("../../../../tests/formats/records/bambam-booboo-eight-tiles.json"),
    include_str!("../../../../tests/formats/records/brain-burn-solved.json"),
    include_str!("../../../../tests/formats/records/bulbous-programs.json"),
    include_str!("../../../../tests/formats/records/burbuja-ended.json"),
];

/// Opens a record and returns the address of its table.
async fn opened(visitor: &Visitor, record: &str) -> Result<String> {
    let (status, game) = visitor.api("POST", "/api/v1/records", serde_json::from_str(record)?).await?;
    ensure!(status == 201, "{status}: {game}");
    Ok(format!("/g/{}", game["id"].as_str().context("an id")?))
}

/// The pages around the games, and the forms with their folds open.
#[tokio::test]
async fn axe_finds_nothing_around_the_games() {
    story(async |world| {
        world.expect_complaint("404");
        let ann = world.visitor().await?;
        ann.becomes_known().await?;
        let mut found = Findings::of(&ann);
        for page in [
            "/",
            "/today",
            "/tables",
            "/games",
            "/games/results",
            "/people",
            "/settings",
            "/records",
            "/me",
            "/no-such-page",
        ] {
            found.page(page).await?;
        }
        for game in bagatelle_catalog::games() {
            found.page(&format!("/{}/rules", game.id())).await?;
            found.page(&format!("/{}", game.id())).await?;
            ann.js("for (const fold of document.querySelectorAll('details')) fold.open = true", Value::Null)
                .await?;
            found.here(&format!("/{}, unfolded", game.id())).await?;
        }
        // The deals of the day, before one is begun, begun, and on a day that is over.
        let deal = "return document.querySelector('.game form').getAttribute('action')";
        ann.go("/").await?;
        let deal = ann.js(deal, Value::Null).await?.as_str().context("a deal")?.to_owned();
        found.page(&deal).await?;
        ann.click("button.primary.large").await?;
        ann.arrives().await?;
        for page in ["/", "/today", "/today/2026-11-01"] {
            found.page(page).await?;
        }
        for page in [
            "/baju-puzzle/workshop",
            "/baju-duel/workshop",
            "/baju-puzzle/print",
            "/bulbous/pad",
            "/bulbous/timer",
        ] {
            found.page(page).await?;
        }
        ann.go("/me").await?;
        ann.fill("form[action='/me/sign-up'] input[name=name]", "Ann").await?;
        ann.fill("form[action='/me/sign-up'] input[name=password]", "a long enough one").await?;
        ann.click("form[action='/me/sign-up'] button").await?;
        ann.sees_text("h1", "Ann").await?;
        found.here("/me with an account").await?;
        opened(&ann, ENDED[0]).await?;
        ann.click("form[action='/me/public'] button").await?;
        for page in ["/people/Ann", "/people", "/games"] {
            found.page(page).await?;
        }
        found.none();
        Ok(())
    })
    .await;
}

/// The tables: at the start, with the rules and all folds open, at the end; how they are looked back at, and
/// the invitation.
#[tokio::test]
async fn axe_finds_nothing_at_the_tables() {
    story(async |world| {
        let ann = world.visitor().await?;
        ann.becomes_known().await?;
        let mut found = Findings::of(&ann);
        for game in ["brain-burn", "burbuja", "baju-puzzle", "bambam-booboo"] {
            let table = table(&ann, json!({ "game": game, "seed": "axe" })).await?;
            found.here(&table).await?;
        }
        let hands =
            json!({ "game": "bulbous", "wish": { "seats": 3 }, "programs": ["simple"], "seed": "hand" });
        ann.new_game(hands).await?;
        ann.sees("a turn", "return document.querySelectorAll('.can').length > 0", true).await?;
        found.here("a turn with a hand").await?;
        ann.js("for (const fold of document.querySelectorAll('details')) fold.open = true", Value::Null)
            .await?;
        found.here("a table, unfolded").await?;
        ann.click("a[data-panel]").await?;
        ann.sees("the rules", "return Boolean(document.querySelector('dialog[open] .prose h2'))", true)
            .await?;
        found.here("a table with its rules").await?;
        for record in ENDED {
            let table = opened(&ann, record).await?;
            found.page(&format!("{table}/replay")).await?;
            found.page(&table).await?;
            ensure!(ann.count(".now.over").await? == 1, "{table} is not over");
            if ann.count(&format!("a[href='{table}/review']")).await? == 1 {
                ann.go(&format!("{table}/review")).await?;
                ann.sees("a review", "return document.querySelectorAll('[role=status]').length", 0).await?;
                found.here(&format!("{table}/review")).await?;
            }
        }
        let open = json!({ "game": "baju-duel", "programs": ["open"], "name": "Ann" });
        let open = table(&ann, open).await?;
        found.here("an invitation that is to be sent").await?;
        ann.driver().delete_all_cookies().await?;
        ann.go(&open).await?;
        ann.sees_text(".guest h2", "Ann invites you to a game").await?;
        found.here("an invitation that has come").await?;
        found.none();
        Ok(())
    })
    .await;
}

/// The lessons: what there is to learn, a step, a step that is done, a wrong try.
#[tokio::test]
async fn axe_finds_nothing_in_the_lessons() {
    story(async |world| {
        let ann = world.visitor().await?;
        let mut found = Findings::of(&ann);
        for game in bagatelle_catalog::games().iter().filter(|game| game.lesson().is_some()) {
            found.page(&format!("/{}/learn", game.id())).await?;
            found.page(&format!("/{}/learn/1", game.id())).await?;
            found.page(&format!("/{}/learn/2", game.id())).await?;
            crate::lessons::finish_step(&ann).await?;
            found.here(&format!("/{}/learn/2, done", game.id())).await?;
        }
        ann.go("/baju-puzzle/learn/4").await?;
        for name in ["button-b1", "space-b4"] {
            ann.js(crate::lessons::PICK, json!(name)).await?;
        }
        ann.sees_text("#verdict", "The board has been reset").await?;
        found.here("a wrong try").await?;
        found.none();
        Ok(())
    })
    .await;
}

#[tokio::test]
async fn axe_finds_something_where_there_is_something() {
    story(async |world| {
        let ann = world.visitor().await?;
        ann.go("/").await?;
        ann.js("document.querySelector('main').append(document.createElement('button'))", Value::Null)
            .await?;
        let mut found = Findings::of(&ann);
        found.looks("a button without a name", Value::Null).await?;
        assert!(found.faults.len() == 1 && found.faults[0].contains("button-name"), "{:?}", found.faults);
        Ok(())
    })
    .await;
}
