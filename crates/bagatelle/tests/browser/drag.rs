//! Things on the board that are dragged, with the mouse and with a finger.

use crate::harness::{Visitor, story};
use anyhow::{Context, Result};
use serde_json::{Value, json};

/// The middle of a piece on the screen, after scrolling the board into it.
async fn middle(visitor: &Visitor, id: &str) -> Result<(f64, f64)> {
    let script =
        "document.querySelector('#table .board').scrollIntoView({ block: 'center', behavior: 'instant' });
        const matrix = document.getElementById(arguments[0]).getScreenCTM();
        return [matrix.e, matrix.f]";
    let at = visitor.js(script, json!(id)).await?;
    serde_json::from_value(at).with_context(|| id.to_owned())
}

/// Drags a piece to another.
async fn drags(visitor: &Visitor, with: &str, from: &str, to: &str) -> Result<()> {
    visitor.rests().await?;
    let (from, to) = (middle(visitor, from).await?, middle(visitor, to).await?);
    visitor.drag(with, from, to).await
}

/// Looks until a piece lies in a row and column.
async fn lies(visitor: &Visitor, button: &str, place: &str) -> Result<()> {
    let script = "return document.getElementById(arguments[0])?.getAttribute('aria-label').split(', ').slice(1).join(', ')";
    visitor.sees_of(button, script, json!(button), place).await
}

/// A duel on one screen with a white 5 in the second row and column, which Black is to answer.
async fn duel(visitor: &Visitor) -> Result<()> {
    visitor.becomes_known().await?;
    visitor.new_game(json!({ "game": "baju-duel", "sit": null })).await?;
    visitor.type_move("5@b2").await?;
    lies(visitor, "button-w5", "row 2, column 2").await
}

#[tokio::test]
async fn a_button_is_dragged_with_the_mouse() {
    story(async |world| {
        let ann = world.visitor().await?;
        duel(&ann).await?;
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
        ann.sees_text("#why.shown", "That is White's button: you move black ones.").await
    })
    .await;
}

#[tokio::test]
async fn a_finger_drags_a_button_and_the_page_stays() {
    story(async |world| {
        let ann = world.visitor().await?;
        ann.becomes_a_phone().await?;
        duel(&ann).await?;
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
    story(async |world| {
        let ann = world.visitor().await?;
        ann.becomes_a_phone().await?;
        duel(&ann).await?;
        ann.type_move("3@b3").await?;
        lies(&ann, "button-b3", "row 3, column 2").await?;
        ann.rests().await?;
        let paths = "return [...document.querySelectorAll('#table .route')]
            .filter((way) => getComputedStyle(way).visibility === 'visible').map((way) => way.dataset.route)";
        assert_eq!(ann.js(paths, Value::Null).await?, json!([]));
        let at = middle(&ann, "button-w5").await?;
        ann.drag("touch", at, at).await?;
        ann.sees("both paths", paths, json!(["button-w5 space-d1", "button-w5 space-c4"])).await?;
        ann.sees_text("#status", "White 5 in hand: choose a space that its paths of five bridges reach.")
            .await?;
        // A tap on it again puts it back.
        ann.drag("touch", at, at).await?;
        ann.sees("no path", paths, json!([])).await
    })
    .await;
}
