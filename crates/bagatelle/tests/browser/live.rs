//! Watching public games: a third browser finds one, sees it move, and is led to the next when it ends.

use crate::harness::{Visitor, story};
use crate::together::{By, LATER, join, open_table, play};
use anyhow::{Result, ensure};
use serde_json::{Value, json};

/// How many games are listed.
const LISTED: &str = "return document.querySelectorAll('.live li').length";
/// Whether the page of a game is there.
const AT: &str = "return document.readyState === 'complete' && location.pathname.endsWith(arguments[0])";

/// The first action on offer.
const OFFERED: &str = "return JSON.parse(document.querySelector('#table').dataset.offers)[0]?.text ?? ''";

/// Gives a game up.
async fn resign(visitor: &Visitor, table: &str) -> Result<()> {
    let path = table.replacen("/g/", "/api/v1/games/", 1) + "/events";
    let (status, answer) = visitor.api("POST", &path, json!({ "kind": "resign" })).await?;
    ensure!(status == 200, "{answer}");
    Ok(())
}

#[tokio::test]
async fn a_visitor_watches_one_public_game_after_another() {
    story(async |world| {
        let (ann, bob, cid) = (world.visitor().await?, world.visitor().await?, world.visitor().await?);
        cid.go("/live").await?;
        cid.sees_text("#table", "No public games right now").await?;

        let private = open_table(&ann, "baju-duel", "Ann", &[]).await?;
        join(&bob, &private, "Bob").await?;
        let game = open_table(&ann, "baju-duel", "Ann", &[("public", "1")]).await?;
        bob.go(&game).await?;
        bob.sees_text(".invite", "anyone may watch").await?;
        join(&bob, &game, "Bob").await?;
        cid.sees("the public game", LISTED, 1).await?;
        cid.sees_text(".live", "Ann and Bob").await?;
        let link =
            cid.js("return document.querySelector('.live a').getAttribute('href')", Value::Null).await?;
        let id = game.trim_start_matches("/g/").to_owned();
        ensure!(link == json!(format!("/live/watch/{id}")), "{link} is not {game}");

        cid.click("#table .button.primary").await?;
        cid.sees_of("the game", AT, json!(id), true).await?;
        cid.sees_text(".tv", "Next game").await?;
        let (mover, other) = match ann.js(OFFERED, Value::Null).await? {
            Value::String(action) if !action.is_empty() => (&ann, &bob),
            _ => (&bob, &ann),
        };
        let action = mover.js(OFFERED, Value::Null).await?;
        play(mover, By::Mouse, action.as_str().unwrap_or_default()).await?;
        cid.sees_of("the move", LATER, json!(1), true).await?;
        ensure!(cid.js(OFFERED, Value::Null).await? == "", "who watches cannot move");

        // A game ends while another one goes on: after the result has been seen, that one is shown.
        let next = open_table(mover, "baju-duel", "Ann", &[("public", "1")]).await?;
        join(&world.visitor().await?, &next, "Dora").await?;
        resign(other, &game).await?;
        cid.sees_text("#status", "resigned").await?;
        let id = next.trim_start_matches("/g/").to_owned();
        cid.sees_of("the next game", AT, json!(id), true).await?;

        // Without another one, the page waits for it.
        resign(mover, &next).await?;
        cid.sees_text("#status", "Keep this page open").await?;
        let last = open_table(&ann, "baju-duel", "Ann", &[("public", "1")]).await?;
        join(&bob, &last, "Bob").await?;
        cid.sees_of("the last game", AT, json!(last.trim_start_matches("/g/")), true).await
    })
    .await;
}
