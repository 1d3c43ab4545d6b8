//! After a game: what the browser holds of a table is never older than what the server has, and the pages
//! that are made in the browser are pages of the site as long as the server answers.

use crate::analysis::press;
use crate::brought::sent;
use crate::harness::{Visitor, story, wait};
use crate::site::WHOLE;
use crate::together::{By, MY_TURN, join, open_table, play};
use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};

/// How many moves an analysis lists, the beginning among them.
const MOVES: &str = "return document.querySelectorAll('.tree button[name=node]').length";
const READY: &str = "return document.documentElement.classList.contains('ready')";
/// Whether a review is on the page.
const REVIEWED: &str = "return Boolean(document.body?.textContent.includes('Turning points'))";
/// The links of the head, and whether the page says that it is on this device.
const HEAD: &str =
    "return [[...document.querySelectorAll('header.site nav a')].map((link) => link.pathname + link.search),
    document.querySelector('.device') !== null]";

/// How many duels are in the list of one's games.
const DUELS: &str = "return [...document.querySelectorAll('main .mine a')].filter((a) => \
    a.textContent.includes('baju duel')).length";

/// The id of the table that is open.
async fn id(ann: &Visitor) -> Result<String> {
    Ok(ann.path().await?.rsplit('/').next().context("an id")?.to_owned())
}

/// Waits until the browser has a copy of the table, which has no event before the first move.
async fn taken(ann: &Visitor, id: &str) -> Result<()> {
    let row = sent(id);
    wait("the copy", async || ann.js(&row, Value::Null).await, |n| n.as_i64() >= Some(0)).await.map(drop)
}

/// The first action that is legal, by the API.
async fn first(ann: &Visitor, id: &str) -> Result<Value> {
    let (_, state) = ann.api("GET", &format!("/api/v1/games/{id}"), Value::Null).await?;
    Ok(state["legal"][0].clone())
}

/// The head is that of the site, and nothing says that there is no server.
async fn is_of_the_site(ann: &Visitor) -> Result<()> {
    ann.sees("the site’s head", HEAD, json!([["/today", "/tables", "/games", "/me"], false])).await
}

/// Goes back to the game from what was made of it: by the browser, which no page between them may prevent,
/// and by the link.
async fn returns(ann: &Visitor, table: &str, made: &str) -> Result<()> {
    let here = "return location.pathname";
    ann.driver().back().await?;
    ann.sees("the game before it", here, table).await?;
    ann.driver().forward().await?;
    ann.sees("what was made of it, again", made, true).await?;
    press(ann, ".back a").await?;
    ann.sees("the game", here, table).await
}

/// Goes from a game that is over to its analysis, back, to its review, and back again.
async fn looks_back(ann: &Visitor, table: &str, moves: usize) -> Result<()> {
    ann.click(".back a[href*='analysis']").await?;
    ann.sees("the board", READY, true).await?;
    ann.sees("all moves", MOVES, moves + 1).await?;
    is_of_the_site(ann).await?;
    returns(ann, table, READY).await?;
    ann.click(".back a[href*='review']").await?;
    ann.sees("the review", REVIEWED, true).await?;
    is_of_the_site(ann).await?;
    returns(ann, table, REVIEWED).await
}

/// Plays a game whose copy was taken along before the first move, ends it, analyses and reviews it, and finds
/// it once in the list.
async fn after(ann: &Visitor) -> Result<()> {
    ann.new_game(json!({ "game": "baju-duel", "programs": ["1"], "sit": 0 })).await?;
    let (table, game) = (ann.path().await?, id(ann).await?);
    // As long as the page stands there before the first move, the browser takes a copy along.
    taken(ann, &game).await?;
    for _ in 0..3 {
        ann.sees("my turn", MY_TURN, true).await?;
        let action = first(ann, &game).await?;
        play(ann, By::Mouse, action.as_str().context("an action")?).await?;
    }
    ann.sees("my turn", MY_TURN, true).await?;
    press(ann, "details.resign > summary").await?;
    ann.click(".resign button").await?;
    ann.sees_text("#status", "resigned").await?;
    let (_, state) = ann.api("GET", &format!("/g/{game}/record.json"), Value::Null).await?;
    let moves = state["actions"].as_array().map(Vec::len).context("a record")?;
    ensure!(moves >= 6, "{state}");

    looks_back(ann, &table, moves).await?;

    // Neither has left a game, here or there.
    ann.go("/games").await?;
    ann.sees("nothing that is brought home", crate::brought::SILENT, true).await?;
    ann.sees("one game", DUELS, 1).await
}

#[tokio::test]
async fn what_is_looked_back_on_is_the_whole_game() {
    story(async |world| {
        let ann = world.visitor().await?;
        ann.go("/settings").await?;
        ann.becomes_known().await?;
        ann.sees("the site is kept", WHOLE, 1).await?;
        after(&ann).await
    })
    .await;
}

#[tokio::test]
async fn what_is_looked_back_on_is_the_whole_game_without_a_service_worker() {
    story(async |world| {
        let ann = world.visitor().await?;
        let none = "Object.defineProperty(Navigator.prototype, 'serviceWorker', { get: () => undefined });
            delete Navigator.prototype.serviceWorker";
        ann.emulate("Page.addScriptToEvaluateOnNewDocument", json!({ "source": none })).await?;
        ann.becomes_known().await?;
        after(&ann).await
    })
    .await;
}

/// A game of an earlier visit: it was played elsewhere, no browser has a copy of it, and the server was
/// restarted since.
#[tokio::test]
async fn a_game_of_an_earlier_visit_is_looked_back_on() {
    story(async |world| {
        world.expect_lost_server();
        let ann = world.visitor().await?;
        ann.go("/settings").await?;
        ann.becomes_known().await?;
        ann.sees("the site is kept", WHOLE, 1).await?;
        let new = json!({ "game": "baju-duel", "programs": ["1"], "sit": 0 });
        let (_, made) = ann.api("POST", "/api/v1/games", new).await?;
        let game = made["id"].as_str().context("a game")?.to_owned();
        for _ in 0..2 {
            let text = wait("a turn", async || first(&ann, &game).await, Value::is_string).await?;
            let (status, told) =
                ann.api("POST", &format!("/api/v1/games/{game}/events"), json!({ "text": text })).await?;
            ensure!(status == 200, "{told}");
        }
        wait("a turn", async || first(&ann, &game).await, Value::is_string).await?;
        let (status, told) =
            ann.api("POST", &format!("/api/v1/games/{game}/events"), json!({ "kind": "resign" })).await?;
        ensure!(status == 200, "{told}");
        world.server.stop()?;
        world.server.start_again()?;
        ann.go("/games").await?;
        press(&ann, &format!("main a[href*='{game}']")).await?;
        ann.sees("the game", "return location.pathname", format!("/g/{game}")).await?;
        looks_back(&ann, &format!("/g/{game}"), 4).await?;
        ann.go("/games").await?;
        ann.sees("one game", DUELS, 1).await
    })
    .await;
}

/// A game goes on elsewhere after the browser has taken a copy along, and ends there: every page that is made
/// in the browser tells the game as the server has it, or leads to the server.
#[tokio::test]
async fn no_page_is_made_of_a_copy_that_is_older_than_the_game() {
    story(async |world| {
        let ann = world.visitor().await?;
        ann.becomes_known().await?;
        for (made, ends) in [
            (json!({ "game": "baju-puzzle", "seed": "old" }), false),
            (json!({ "game": "baju-duel", "programs": ["1"], "sit": 0 }), true),
        ] {
            ann.new_game(made).await?;
            let (table, game) = (ann.path().await?, id(&ann).await?);
            taken(&ann, &game).await?;
            // By another device, while this page stands still.
            let mut plies = 0;
            for _ in 0..2 {
                let legal = wait("a turn", async || first(&ann, &game).await, Value::is_string).await?;
                let sent = ann
                    .api("POST", &format!("/api/v1/games/{game}/events"), json!({ "text": legal }))
                    .await?;
                ensure!(sent.0 == 200, "{sent:?}");
            }
            if ends {
                wait("a turn", async || first(&ann, &game).await, Value::is_string).await?;
                let end = json!({ "kind": "resign" });
                let sent = ann.api("POST", &format!("/api/v1/games/{game}/events"), end).await?;
                ensure!(sent.0 == 200, "{sent:?}");
            }
            let (_, record) = ann.api("GET", &format!("/g/{game}/record.json"), Value::Null).await?;
            plies += record["actions"].as_array().map(Vec::len).context("a record")?;
            ensure!(plies >= 2, "{record}");
            ann.go(&format!("/offline/?/analysis?from={game}")).await?;
            ann.sees("all moves", MOVES, plies + 1).await?;
            for what in ["", "/replay"] {
                ann.go(&format!("/offline/?{table}{what}")).await?;
                ann.sees("the page of the server", "return location.pathname", format!("{table}{what}"))
                    .await?;
            }
            if ends {
                ann.go(&format!("/offline/?/review?from={game}")).await?;
                ann.sees("the review", REVIEWED, true).await?;
                ann.go("/offline/?/").await?;
                ann.sees("the first page", "return document.querySelectorAll('.game h3 a').length > 0", true)
                    .await?;
                let unfinished =
                    format!("return document.querySelectorAll('main a[href*=\"{game}\"]').length");
                ann.sees("no unfinished game", &unfinished, 0).await?;
            }
        }
        Ok(())
    })
    .await;
}

#[tokio::test]
async fn a_game_of_two_is_analysed_and_reviewed() {
    story(async |world| {
        let (ann, bob) = (world.visitor().await?, world.visitor().await?);
        let table = open_table(&ann, "baju-duel", "Ann", &[("sit", "0")]).await?;
        join(&bob, &table, "Bob").await?;
        let game = id(&ann).await?;
        for n in 0..4 {
            let who = [&ann, &bob][n % 2];
            who.sees("a turn", MY_TURN, true).await?;
            let action = first(who, &game).await?;
            play(who, By::Mouse, action.as_str().context("an action")?).await?;
        }
        ann.sees("a turn", MY_TURN, true).await?;
        press(&ann, ".resign > summary").await?;
        press(&ann, ".resign button").await?;
        for who in [&ann, &bob] {
            who.sees_text("#status", "resigned").await?;
            press(who, ".back a[href*='analysis']").await?;
            who.sees("all moves", MOVES, 5).await?;
            is_of_the_site(who).await?;
            press(who, ".back a").await?;
            who.sees("the game", "return location.pathname", table.clone()).await?;
            press(who, ".back a[href*='review']").await?;
            who.sees("the review", REVIEWED, true).await?;
        }
        Ok(())
    })
    .await;
}

#[tokio::test]
async fn pages_say_that_they_are_on_this_device_only_without_the_server() {
    story(async |world| {
        world.expect_lost_server();
        let ann = world.visitor().await?;
        ann.go("/settings").await?;
        ann.becomes_known().await?;
        ann.sees("the site is kept", WHOLE, 1).await?;
        ann.go("/offline/?/analysis").await?;
        is_of_the_site(&ann).await?;
        ann.go("/offline/?/games").await?;
        is_of_the_site(&ann).await?;
        ann.sees("nothing of a lost server", "return document.querySelectorAll('#cut-off').length", 0)
            .await?;
        // What only the server has is its page, and no page that says that there is no connection.
        ann.go("/offline/?/tables").await?;
        ann.sees("the page of the server", "return location.pathname", "/tables").await?;
        world.server.stop()?;
        ann.go("/offline/?/analysis").await?;
        let head = json!([["/offline/?/today", "/offline/?/games", "/"], true]);
        ann.sees("the head of this device", HEAD, head).await?;
        ann.go("/offline/?/games").await?;
        ann.sees_text("#cut-off", "you see only the games on this device").await
    })
    .await;
}
