//! Planned moves: the next one on the board of a live game, and lines in a game by mail.

use crate::axe::faults_here;
use crate::harness::{Visitor, World, moving_story};
use crate::together::{MY_TURN, VERSION};
use anyhow::{Result, ensure};
use serde_json::{Value, json};

/// How many moves the page shows.
const PLIES: &str = "return Number(document.querySelector('#table').dataset.ply)";
/// What the page shows in the status.
const STATUS: &str = "return document.querySelector('#status').textContent";

/// Ann, who is to act first, and Bob at a table with a clock.
async fn duel(world: &mut World, game: &str, pace: Value) -> Result<(Visitor, Visitor, String)> {
    let (ann, bob) = (world.visitor().await?, world.visitor().await?);
    ann.becomes_known().await?;
    bob.becomes_known().await?;
    let order = json!({ "game": game, "programs": ["open"], "name": "Ann", "terms": { "pace": pace } });
    let (_, made) = ann.api("POST", "/api/v1/games", order).await?;
    let id = made["id"].as_str().unwrap_or_default().to_owned();
    let sit = json!({ "kind": "sit", "text": "Bob" });
    bob.api("POST", &format!("/api/v1/games/{id}/events"), sit).await?;
    let table = format!("/g/{id}");
    ann.go(&table).await?;
    bob.go(&table).await?;
    ann.sees("her turn", MY_TURN, true).await?;
    Ok((ann, bob, id))
}

/// Plays an action by the API, in the name of the visitor.
async fn acts(visitor: &Visitor, id: &str, action: &str) -> Result<()> {
    let path = format!("/api/v1/games/{id}/events");
    let (status, answer) = visitor.api("POST", &path, json!({ "text": action })).await?;
    ensure!(status == 200, "{action}: {answer}");
    Ok(())
}

#[tokio::test]
async fn the_next_move_is_planned_on_the_board_and_played_in_the_same_moment() {
    moving_story(async |world| {
        let clock = json!({ "real-time": { "start_s": 600, "increment_s": 5 } });
        let (ann, bob, id) = duel(world, "baju-duel", clock).await?;
        // The first click asks what can be planned, and counts.
        bob.click("#table [data-pick='button-b5']").await?;
        bob.sees("what can be planned", "return document.querySelectorAll('.board .can').length > 0", true)
            .await?;
        bob.sees("the pick", "return document.querySelector('#table').dataset.picks", "button-b5").await?;
        bob.click("#table [data-pick='space-c3']").await?;
        bob.sees("the plan", STATUS, "Planned: Black places the 5 in row 3, column 3.").await?;
        let marked = "return [...document.querySelectorAll('.planned .board .hinted')].map((e) => \
            e.dataset.pick).sort().join(' ')";
        bob.sees("its mark", marked, "button-b5 space-c3").await?;
        faults_here(&bob, "a planned move").await?;
        // It stays through a reload, and is seen by no one else.
        bob.go(&format!("/g/{id}")).await?;
        bob.sees("its mark", marked, "button-b5 space-c3").await?;
        ensure!(ann.count(".planned, [data-plan]").await? == 0, "Ann sees something");
        // Escape closes what lies over the board, then drops the plan, as the button does.
        bob.click(".more a[data-panel]").await?;
        bob.sees("the rules", "return document.querySelector('dialog[open]') !== null", true).await?;
        bob.press("Escape").await?;
        bob.sees("no rules", "return document.querySelector('dialog[open]')", Value::Null).await?;
        bob.rests().await?;
        ensure!(
            bob.js(marked, Value::Null).await? == "button-b5 space-c3",
            "the plan is gone with the rules"
        );
        bob.press("Escape").await?;
        bob.sees("no plan", marked, "").await?;
        bob.click(".planning button").await?;
        bob.sees("the planning", "return 'planning' in document.querySelector('#table').dataset", true)
            .await?;
        bob.click("#table [data-pick='button-b4']").await?;
        bob.click("#table [data-pick='space-b4']").await?;
        bob.sees("the plan", STATUS, "Planned: Black places the 4 in row 4, column 2.").await?;
        bob.click(".planning [data-drop]").await?;
        bob.sees("no plan", marked, "").await?;
        bob.click("#table [data-pick='button-b4']").await?;
        bob.sees("the pick", "return document.querySelector('#table').dataset.picks", "button-b4").await?;
        bob.click("#table [data-pick='space-b4']").await?;
        bob.sees("the plan", marked, "button-b4 space-b4").await?;
        acts(&ann, &id, "5@b3").await?;
        for who in [&ann, &bob] {
            who.sees("both moves", PLIES, 2).await?;
        }
        ann.sees("her turn", MY_TURN, true).await?;
        // So it goes on.
        bob.click("#table [data-pick='button-b1']").await?;
        bob.sees("the pick", "return document.querySelector('#table').dataset.picks", "button-b1").await?;
        bob.click("#table [data-pick='space-a3']").await?;
        bob.sees("the plan", marked, "button-b1 space-a3").await?;
        acts(&ann, &id, "4@a4").await?;
        bob.sees("the answer", PLIES, 4).await?;
        bob.click("#table [data-pick='button-b2']").await?;
        bob.sees("the pick", "return document.querySelector('#table').dataset.picks", "button-b2").await?;
        bob.click("#table [data-pick='space-c3']").await?;
        bob.sees("the plan", marked, "button-b2 space-c3").await?;
        acts(&ann, &id, "3@a2").await?;
        bob.sees("the answer", PLIES, 6).await
    })
    .await;
}

#[tokio::test]
async fn a_tile_is_planned_on_a_board_that_grows() {
    moving_story(async |world| {
        let clock = json!({ "real-time": { "start_s": 600, "increment_s": 5 } });
        let (ann, bob, id) = duel(world, "bambam-booboo", clock).await?;
        bob.click(".planning button").await?;
        bob.sees("the planning", "return 'planning' in document.querySelector('#table').dataset", true)
            .await?;
        let pick = "const offer = JSON.parse(document.querySelector('#table').dataset.offers).find((o) => \
            o.path.length === 1 && document.querySelector(`#table [data-pick='${o.path[0]}']`));
            document.querySelector(`#table [data-pick='${offer.path[0]}']`).dispatchEvent(new \
            MouseEvent('click', { bubbles: true })); return offer.path[0]";
        let place = bob.js(pick, Value::Null).await?;
        let marked = "return [...document.querySelectorAll('.planned .board .hinted')].map((e) => \
            e.dataset.pick).join(' ')";
        bob.sees("its mark", marked, place).await?;
        let first = "return JSON.parse(document.querySelector('#table').dataset.offers)[0].text";
        let first = ann.js(first, Value::Null).await?.as_str().unwrap_or_default().to_owned();
        acts(&ann, &id, &first).await?;
        bob.sees("no mark", marked, "").await
    })
    .await;
}

#[tokio::test]
async fn a_line_is_made_on_the_board_and_answers_by_mail() {
    moving_story(async |world| {
        let (ann, bob, id) = duel(world, "baju-duel", json!({ "days": 3 })).await?;
        bob.click(".planning a").await?;
        bob.sees_text("#status", "Choose a move that Ann might play.").await?;
        let picks = async |names: [&str; 2]| -> Result<()> {
            for name in names {
                bob.click(&format!("#table [data-pick='{name}']")).await?;
            }
            Ok(())
        };
        picks(["button-w5", "space-b3"]).await?;
        bob.sees_text("#status", "Choose your answer.").await?;
        picks(["button-b5", "space-b4"]).await?;
        bob.sees_text("#status", "Save this line, or add a move for Ann.").await?;
        bob.sees("the line", "return document.querySelectorAll('.line li').length", 2).await?;
        bob.click("button[value=keep]").await?;
        bob.sees_text("#status", "Line saved.").await?;
        bob.sees("the kept line", "return document.querySelectorAll('.lines > ol > li').length", 1).await?;
        faults_here(&bob, "a kept line").await?;
        // Another one, which is dropped again.
        picks(["button-w5", "space-c3"]).await?;
        bob.sees_text("#status", "Choose your answer.").await?;
        bob.press("z").await?;
        bob.sees_text("#status", "Choose a move that Ann might play.").await?;
        picks(["button-w4", "space-c3"]).await?;
        bob.sees_text("#status", "Choose your answer.").await?;
        picks(["button-b5", "space-c4"]).await?;
        bob.sees_text("#status", "Save this line").await?;
        bob.click("button[value=keep]").await?;
        bob.sees("two lines", "return document.querySelectorAll('.lines > ol > li').length", 2).await?;
        bob.click(".lines > ol > li:last-child button").await?;
        bob.sees("one line", "return document.querySelectorAll('.lines > ol > li').length", 1).await?;
        bob.go(&format!("/g/{id}")).await?;
        bob.sees_text(".planning", "Planned moves (1 line)").await?;
        bob.go(&format!("/g/{id}/plan")).await?;
        // Ann plays on the board, and finds the answer there.
        ann.click("#table [data-pick='button-w5']").await?;
        ann.click("#table [data-pick='space-b3']").await?;
        ann.sees("both moves", PLIES, 2).await?;
        ann.sees("her turn", MY_TURN, true).await?;
        // The page of plans goes on from the current position.
        let here = ann.js(VERSION, Value::Null).await?;
        let version = "return Number(document.querySelector('#table').dataset.version.split('-')[0])";
        bob.sees("the current position", version, here).await?;
        bob.sees_text("#status", "Choose a move that Ann might play.").await?;
        bob.sees_text(".lines", "None yet.").await?;
        // What nothing answers is for Bob to play.
        picks(["button-w4", "space-a4"]).await?;
        picks(["button-b4", "space-a3"]).await?;
        bob.click("button[value=keep]").await?;
        bob.sees_text("#status", "Line saved.").await?;
        acts(&ann, &id, "3@c4").await?;
        bob.sees_text("#status", "It’s your turn, so there’s nothing to plan.").await?;
        bob.click(".now a.button").await?;
        bob.sees_text(".unplanned", "Your plan didn’t cover that move").await
    })
    .await;
}
