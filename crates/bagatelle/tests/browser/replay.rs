//! Looking back at a game, playing on from there, and uploading a record.

use crate::harness::{Visitor, moving_story};
use anyhow::Result;
use serde_json::{Value, json};

/// The middle of the board, where the stories begin.
const HOLE: usize = 12;

/// Looks until the replay shows a ply, and the address says so.
async fn sees_ply(visitor: &Visitor, ply: u32) -> Result<()> {
    let shown = "return [document.querySelector('#table.replay')?.dataset.ply, new \
        URL(location).searchParams.get('ply')]";
    visitor.sees("the ply and the address", shown, json!([ply.to_string(), ply.to_string()])).await
}

#[tokio::test]
async fn a_replay_is_stepped_through_by_keys_story_and_by_itself() {
    moving_story(async |world| {
        let ann = world.visitor().await?;
        ann.deal_brain_burn(HOLE, "replay").await?;
        let start = ann.board().await?;
        ann.press("ArrowRight ArrowDown ArrowLeft ArrowUp").await?;
        ann.sees_figure("Moves", 4).await?;
        let end = ann.board().await?;
        ann.click(".more a[href$='/replay']").await?;
        ann.sees_board(&end).await?;

        ann.press("Home").await?;
        sees_ply(&ann, 0).await?;
        ann.sees_board(&start).await?;
        ann.js(
            "const old = Element.prototype.animate; window.moved = []; Element.prototype.animate =
            function (...how) { if (this.id) moved.push(this.id); return old.apply(this, how); }",
            Value::Null,
        )
        .await?;
        let (top, first) = (
            "return document.querySelector('.board').getBoundingClientRect().height + scrollY",
            start.clone().slid(11),
        );
        let height = ann.js(top, Value::Null).await?;
        ann.press("ArrowRight").await?;
        sees_ply(&ann, 1).await?;
        ann.sees_board(&first).await?;
        let moved = json!([format!("tile-{}", first.tiles[HOLE]), format!("coin-{}", first.coins[HOLE])]);
        ann.sees("what moved", "return moved", moved).await?;
        assert_eq!(ann.js(top, Value::Null).await?, height, "the page stands still");
        ann.press("ArrowRight ArrowRight ArrowLeft").await?;
        sees_ply(&ann, 2).await?;
        ann.press("End").await?;
        sees_ply(&ann, 4).await?;

        // A line of the story leads to its ply, and is marked.
        ann.click(".story a[data-ply='1']").await?;
        sees_ply(&ann, 1).await?;
        ann.sees(
            "the marked line",
            "return document.querySelector('.story [aria-current]').dataset.ply",
            "1",
        )
        .await?;

        // By itself it goes to the end and stops there.
        ann.press("Space").await?;
        sees_ply(&ann, 4).await?;
        let pressed = "return document.querySelectorAll('[data-auto][aria-pressed=true]').length";
        ann.sees("that it has stopped", pressed, 0).await?;

        // The address is a link to what is shown, for others, too, and its steps work without a script.
        let bob = world.visitor().await?;
        bob.go(&format!("{}?ply=1", ann.path().await?)).await?;
        bob.sees_board(&first).await?;
        let forward =
            bob.js("return document.querySelector('a[aria-label=Forward]').href", Value::Null).await?;
        bob.driver().goto(forward.as_str().unwrap_or_default()).await?;
        sees_ply(&bob, 2).await?;

        // Bob plays on from there; Ann's game stays.
        bob.click(".play-on button").await?;
        bob.sees_text(".head .deal", "continued from another game").await?;
        bob.sees_figure("Moves", 2).await?;
        // Keys pressed before the page's scripts have begun are lost.
        bob.rests().await?;
        bob.press("ArrowDown").await?;
        bob.sees_figure("Moves", 3).await?;
        ann.driver().refresh().await?;
        sees_ply(&ann, 4).await
    })
    .await;
}

#[tokio::test]
async fn a_refused_record_is_corrected_and_uploaded() {
    moving_story(async |world| {
        world.expect_complaint("status of 422");
        let ann = world.visitor().await?;
        ann.deal_brain_burn(HOLE, "record").await?;
        let start = ann.board().await?;
        ann.press("ArrowRight ArrowDown").await?;
        ann.sees_figure("Moves", 2).await?;
        let path = format!("{}/record", ann.path().await?.replace("/g/", "/api/v1/games/"));
        let (_, mut record) = ann.api("GET", &path, Value::Null).await?;
        let text = record.to_string();
        record["actions"][1] = json!("hop");
        let bob = world.visitor().await?;
        let fill_in = "document.querySelector('textarea').value = arguments[0]";
        bob.go("/records").await?;
        bob.js(fill_in, json!(record.to_string())).await?;
        bob.click(".bring button.primary").await?;
        bob.sees_text("#wrong", "“hop” isn’t understood").await?;
        bob.sees("what was typed", "return document.querySelector('textarea').value.includes('hop')", true)
            .await?;
        bob.js(fill_in, json!(text)).await?;
        bob.click(".bring button.primary").await?;
        sees_ply(&bob, 0).await?;
        bob.sees_board(&start).await?;
        bob.press("End").await?;
        sees_ply(&bob, 2).await?;
        bob.sees_board(&start.slid(11).slid(6)).await
    })
    .await;
}
