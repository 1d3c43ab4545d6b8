//! Accessibility as axe-core judges it: names, roles, landmarks, contrast, on every kind of page.

use crate::harness::{Visitor, story};
use anyhow::{Context, Result};
use serde_json::{Value, json};

/// Finds what keeps people from using a page.
const AXE: &str = include_str!("vendor/axe-core-4.14.1.min.js");

/// What it finds: the rule, and the first elements that break it.
const RUN: &str = "const done = arguments[0];
    axe.run(document, { resultTypes: ['violations'] }).then((found) => done(found.violations.map((fault) =>
        [fault.id, ...fault.nodes.slice(0, 3).map((node) => `${node.html.slice(0, 120)}: ${node.failureSummary}`)])));";

/// Makes a game and returns the address of its table.
async fn table(visitor: &Visitor, game: Value) -> Result<String> {
    visitor.new_game(game).await?;
    visitor.path().await
}

/// An address of every kind of page.
async fn pages(visitor: &Visitor) -> Result<Vec<String>> {
    visitor.becomes_known().await?;
    let mut pages: Vec<String> =
        ["/", "/tables", "/games", "/me", "/no-such-page", "/baju-puzzle/workshop"].map(str::to_owned).into();
    for game in bagatelle_catalog::games() {
        pages.push(format!("/{}", game.id()));
        pages.push(format!("/{}/rules", game.id()));
    }
    for game in ["brain-burn", "burbuja", "baju-puzzle", "bambam-booboo"] {
        pages.push(table(visitor, json!({ "game": game, "seed": "axe" })).await?);
    }
    pages.push(table(visitor, json!({ "game": "baju-duel", "programs": ["open"], "name": "Ann" })).await?);
    let hands = json!({ "game": "bulbous", "wish": { "seats": 3 }, "programs": ["simple"], "seed": "hand" });
    pages.push(table(visitor, hands).await?);
    visitor.sees("a turn", "return document.querySelectorAll('.can').length > 0", true).await?;
    let duel =
        json!({ "game": "baju-duel", "setup": { "position": "W1W2W3--/B1B2----/B3--B4--/-------- W -" } });
    let duel = table(visitor, duel).await?;
    let (status, _) = visitor
        .api("POST", &format!("/api/v1{}/events", duel.replace("/g/", "/games/")), json!({ "text": "4@d1" }))
        .await?;
    anyhow::ensure!(status == 200, "{status}");
    pages.push(format!("{duel}/replay"));
    pages.push(duel);
    Ok(pages)
}

/// Looks at every kind of page.
async fn finds_nothing(visitor: &Visitor) -> Result<()> {
    let mut faults = Vec::new();
    for page in pages(visitor).await? {
        visitor.go(&page).await?;
        visitor.js(&format!("{AXE}; window.axe ??= axe"), Value::Null).await?;
        let found = visitor.driver().execute_async(RUN, vec![]).await?.json().clone();
        for fault in found.as_array().context("a list")? {
            faults.push(format!("{page}: {fault:#}"));
        }
        let title = visitor.driver().title().await?;
        if title.trim_end().ends_with(['·', '-', ':']) {
            faults.push(format!("{page}: the title {title:?} is cut off"));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    Ok(())
}

#[tokio::test]
async fn axe_finds_nothing_in_the_light() {
    story(async |world| {
        world.expect_complaint("404");
        let ann = world.visitor().await?;
        ann.prefers("prefers-color-scheme", "light").await?;
        finds_nothing(&ann).await?;
        // It would find something.
        ann.js("document.querySelector('main').append(document.createElement('button'))", Value::Null)
            .await?;
        let found = ann.driver().execute_async(RUN, vec![]).await?.json().clone();
        assert_eq!(found[0][0], "button-name", "{found:#}");
        Ok(())
    })
    .await;
}

#[tokio::test]
async fn axe_finds_nothing_in_the_dark() {
    story(async |world| {
        world.expect_complaint("404");
        let ann = world.visitor().await?;
        ann.prefers("prefers-color-scheme", "dark").await?;
        finds_nothing(&ann).await
    })
    .await;
}

#[tokio::test]
async fn axe_finds_nothing_on_a_phone() {
    story(async |world| {
        world.expect_complaint("404");
        let ann = world.visitor().await?;
        ann.becomes_a_phone().await?;
        finds_nothing(&ann).await
    })
    .await;
}
