//! Where the links of a finished game lead.

use crate::harness::{Visitor, story};
use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};

/// A seed with every kind of character that an address encodes.
const SEED: &str = "Tom & Ann #1 50%";
/// A finished game of Burbuja.
const ENDED: &str = include_str!("../../../../tests/formats/records/burbuja-ended.json");
/// More actions than a game of Burbuja has.
const LONGEST_GAME: usize = 400;

/// Plays a game that a visitor owns to its end, through the API.
async fn finish(visitor: &Visitor) -> Result<()> {
    let table = visitor.path().await?;
    let game = table.replace("/g/", "/api/v1/games/");
    // A page that is not open draws no move.
    visitor.go("/privacy").await?;
    let (mut status, mut state) = visitor.api("GET", &game, Value::Null).await?;
    for _ in 0..LONGEST_GAME {
        ensure!(status == 200, "{status}: {state}");
        if state["turn"] == "over" {
            return visitor.go(&table).await;
        }
        let action = state["legal"].as_array().and_then(|legal| legal.last()).context("a legal action")?;
        let event = json!({ "kind": "act", "text": action });
        (status, state) = visitor.api("POST", &format!("{game}/events"), event).await?;
    }
    anyhow::bail!("the game does not end")
}

#[tokio::test]
async fn a_shared_deal_has_the_whole_seed() {
    story(async |world| {
        let ann = world.visitor().await?;
        ann.becomes_known().await?;
        ann.new_game(json!({ "game": "burbuja", "seed": SEED })).await?;
        finish(&ann).await?;
        ann.sees_text(".deal", SEED).await?;
        let link = "return document.querySelector('.handout')?.dataset.link.endsWith('/deal') ?? false";
        ann.sees("the link to share", link, true).await?;
        let link = ann.js("return document.querySelector('.handout').dataset.link", Value::Null).await?;

        let bob = world.visitor().await?;
        bob.go(link.as_str().context("a link")?).await?;
        bob.click("form button.primary").await?;
        bob.arrives().await?;
        finish(&bob).await?;
        bob.sees_text(".deal", SEED).await?;

        // A device without a server links to the form.
        let form = "return '/burbuja?seed=' + encodeURIComponent(arguments[0])";
        let form = bob.js(form, json!(SEED)).await?;
        bob.go(form.as_str().context("an address")?).await?;
        let seed = "return document.querySelector('input[name=seed]').value";
        bob.sees("the seed in the form", seed, SEED).await?;
        bob.click("form:has(input[name=seed]) button.primary").await?;
        bob.arrives().await?;
        finish(&bob).await?;
        bob.sees_text(".deal", SEED).await
    })
    .await;
}

#[tokio::test]
async fn the_review_of_a_finished_game_is_prepared_and_shown() {
    story(async |world| {
        let ann = world.visitor().await?;
        ann.go("/records").await?;
        ann.js("document.querySelector('textarea').value = arguments[0]", json!(ENDED)).await?;
        ann.click(".bring button.primary").await?;
        ann.click(".head a[href^='/g/']").await?;
        // The browser makes it, without the server.
        ann.click(".head a[href*='/review?']").await?;
        ann.sees("a page of the browser", "return location.pathname", "/offline/").await?;
        let points = "return document.querySelectorAll('#table.review section.points li').length > 0";
        ann.sees("turning points", points, true).await?;
        ann.sees_text(".head [aria-current=page]", "Review").await?;
        // The move that was played and the better one are on the board; the better line is stepped through.
        let marks = "return ['rank-0', 'played'].map((name) =>
            document.querySelectorAll(`.arrows .${name} > *`).length > 0)";
        ann.sees("both moves", marks, json!([true, true])).await?;
        let drawing = "return document.querySelector('.board > svg').innerHTML";
        let before = ann.js(drawing, Value::Null).await?;
        ann.click("#continuation summary").await?;
        for (to, at) in [("Forward", 0), ("Forward", 1), ("Back", 0)] {
            let button =
                format!("#continuation nav a:{}-of-type", if to == "Back" { "first" } else { "last" });
            ann.click(&button).await?;
            let step = "return [...document.querySelectorAll('#continuation li a')]
                .findIndex((step) => step.hasAttribute('aria-current'))";
            ann.sees(&format!("{to} to {at}"), step, at).await?;
        }
        ensure!(ann.js(drawing, Value::Null).await? != before, "the board stays as it was");
        ann.click("#continuation nav a").await?;
        ann.sees("the turning point again", marks, json!([true, true])).await?;
        // The server does, for a browser without scripts.
        let table = ann
            .js("return document.querySelector('.head a[href*=\"/g/\"]').href.split('/g/')[1]", Value::Null);
        let table = table.await?.as_str().context("a table")?.to_owned();
        ann.go(&format!("/g/{table}/review")).await?;
        ann.sees("turning points", points, true).await
    })
    .await;
}

#[tokio::test]
async fn the_workshop_is_reached_from_the_rules_over_a_table() {
    story(async |world| {
        let ann = world.visitor().await?;
        ann.becomes_known().await?;
        ann.new_game(json!({ "game": "baju-puzzle" })).await?;
        ann.click("a[data-panel]").await?;
        ann.click("#rules a[href*=workshop]").await?;
        ann.sees("the workshop", "return location.pathname", "/baju-puzzle/workshop").await?;
        ann.sees("a board to draw on", "return document.querySelectorAll('main svg a').length > 10", true)
            .await
    })
    .await;
}
