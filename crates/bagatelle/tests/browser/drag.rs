//! Things on the board that are dragged, with the mouse and with a finger.

use crate::harness::{Visitor, moving_story};
use anyhow::Result;
use serde_json::{Value, json};

/// Black is to place its first button.
pub const ALONE: &str = "--------/--W5----/--------/-------- B -";

/// The middles of pieces on the screen, after scrolling the board into it.
async fn middles(visitor: &Visitor, ids: [&str; 2]) -> Result<[(f64, f64); 2]> {
    let script =
        "document.querySelector('#table .board > svg').scrollIntoView({ block: 'nearest', behavior: \
        'instant' });
        return arguments[0].map((id) => document.getElementById(id).getScreenCTM()).map(({ e, f }) => [e, \
        f])";
    visitor.rests().await?;
    Ok(serde_json::from_value(visitor.js(script, json!(ids)).await?)?)
}

/// Drags a piece to another.
pub async fn drags(visitor: &Visitor, with: &str, from: &str, to: &str) -> Result<()> {
    let [from, to] = middles(visitor, [from, to]).await?;
    visitor.drag(with, from, to).await
}

/// Looks until a piece lies in a row and column.
pub async fn lies(visitor: &Visitor, button: &str, place: &str) -> Result<()> {
    let script = "return document.getElementById(arguments[0])?.getAttribute('aria-label').split(', \
        ').slice(1).join(', ')";
    visitor.sees_of(button, script, json!(button), place).await
}

/// A duel on one screen from a position with a white 5 in the second row and column.
pub async fn duel(visitor: &Visitor, position: &str) -> Result<()> {
    visitor.becomes_known().await?;
    let setup = json!({ "position": position });
    visitor.new_game(json!({ "game": "baju-duel", "setup": setup })).await?;
    lies(visitor, "button-w5", "row 2, column 2").await
}

#[tokio::test]
async fn a_button_is_dragged_with_the_mouse() {
    moving_story(async |world| {
        let ann = world.visitor().await?;
        duel(&ann, ALONE).await?;
        // From the supply to a space.
        drags(&ann, "mouse", "button-b3", "place-b3").await?;
        lies(&ann, "button-b3", "row 3, column 2").await?;
        // Not reached: the button is back, nothing is picked, and the reason is there.
        drags(&ann, "mouse", "button-w5", "place-a1").await?;
        ann.sees_text("#why.shown", "No path of exactly five red or white bridges leads there.").await?;
        lies(&ann, "button-w5", "row 2, column 2").await?;
        assert_eq!(ann.count("#table .picked, #table .carried, #table .lifted").await?, 0);
        // On the board, over five bridges.
        drags(&ann, "mouse", "button-w5", "place-d1").await?;
        lies(&ann, "button-w5", "row 1, column 4").await?;
        // Not one's own.
        drags(&ann, "mouse", "button-w5", "place-a1").await?;
        ann.sees_text("#why.shown", "That’s White’s button: move a black one.").await
    })
    .await;
}

#[tokio::test]
async fn a_finger_drags_a_button_and_the_page_stays() {
    moving_story(async |world| {
        let ann = world.visitor().await?;
        ann.becomes_a_phone().await?;
        duel(&ann, ALONE).await?;
        drags(&ann, "touch", "button-b3", "place-b3").await?;
        lies(&ann, "button-b3", "row 3, column 2").await?;
        ann.rests().await?;
        let scrolled = ann.js("return scrollY", Value::Null).await?;
        drags(&ann, "touch", "button-w5", "place-c4").await?;
        lies(&ann, "button-w5", "row 4, column 3").await?;
        assert_eq!(ann.js("return scrollY", Value::Null).await?, scrolled, "the page has scrolled along");
        Ok(())
    })
    .await;
}

#[tokio::test]
async fn the_paths_of_a_button_are_drawn_when_a_finger_picks_it() {
    moving_story(async |world| {
        let ann = world.visitor().await?;
        ann.becomes_a_phone().await?;
        duel(&ann, "--------/--W5----/--B3----/-------- W -").await?;
        let paths = "return [...document.querySelectorAll('#table .route')]
            .filter((way) => getComputedStyle(way).visibility === 'visible').map((way) => way.dataset.route)";
        assert_eq!(ann.js(paths, Value::Null).await?, json!([]));
        let [at, _] = middles(&ann, ["button-w5", "button-b3"]).await?;
        ann.drag("touch", at, at).await?;
        ann.sees("both paths", paths, json!(["button-w5 space-d1", "button-w5 space-c4"])).await?;
        ann.sees_text("#status", "White 5 picked up: choose a space exactly five bridges away.").await?;
        // A tap on it again puts it back.
        ann.drag("touch", at, at).await?;
        ann.sees("no path", paths, json!([])).await
    })
    .await;
}
