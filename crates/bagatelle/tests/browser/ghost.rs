//! The ghost that follows the pointer over the table, and says why something cannot be put down there.

use crate::harness::{Visitor, story};
use anyhow::Result;
use serde_json::{Value, json};

/// Where on the screen a point of the table is, in cells from its corner 0,0, y up.
async fn at(visitor: &Visitor, cells: (f64, f64)) -> Result<(f64, f64)> {
    let script = "const matrix = document.querySelector('#table .board > svg').getScreenCTM();
        const point = new DOMPoint(arguments[0][0] * 40, -arguments[0][1] * 40).matrixTransform(matrix);
        return [point.x, point.y]";
    Ok(serde_json::from_value(visitor.js(script, json!([cells.0, cells.1])).await?)?)
}

/// What the ghost says of its place.
const GHOST: &str = "const ghost = document.querySelector('.probe.shown');
    return ghost && ghost.classList.contains('no') ? 'refused' : ghost ? 'allowed' : 'none'";

/// A table on which a light tile lies at H0,0, a dark one at V2,0.
async fn table(visitor: &Visitor) -> Result<()> {
    visitor.becomes_known().await?;
    visitor.new_game(json!({ "game": "bambam-booboo", "seed": "ghost" })).await?;
    for (n, text) in ["H0,0", "V2,0"].into_iter().enumerate() {
        visitor.type_move(text).await?;
        let version = "return document.querySelector('#table').dataset.version";
        visitor.sees(text, version, (n + 1).to_string()).await?;
    }
    // The field in which moves are typed may be far below the board.
    visitor.js("scrollTo(0, 0)", Value::Null).await?;
    // The picture glides to where the heap has grown.
    visitor.rests().await
}

#[tokio::test]
async fn a_ghost_follows_the_mouse_and_says_why_not() {
    story(async |world| {
        let ann = world.visitor().await?;
        table(&ann).await?;
        // Over the lying tile: refused, in the words of the rules.
        ann.hover(at(&ann, (1.0, 0.5)).await?).await?;
        ann.sees("a refused ghost", GHOST, "refused").await?;
        ann.sees_text("#why.shown", "here’s already a tile there").await?;
        ann.hover(at(&ann, (8.0, 2.5)).await?).await?;
        ann.sees_text("#why.shown", "touches no tile").await?;
        // A little beside a place that is free: it snaps there, the sentence goes, and a click plays.
        ann.hover(at(&ann, (1.1, 1.6)).await?).await?;
        ann.sees("an allowed ghost", GHOST, "allowed").await?;
        assert_eq!(ann.count("#why.shown").await?, 0);
        ann.press("r").await?;
        ann.sees("another face", "return document.querySelector('.probe.shown').dataset.face", "vertical")
            .await?;
        ann.press("r").await?;
        let point = at(&ann, (1.1, 1.6)).await?;
        ann.drag("mouse", point, point).await?;
        ann.sees_text(".story li:last-child", "Light places a horizontal tile").await
    })
    .await;
}

#[tokio::test]
async fn a_choice_between_groups_is_asked_for() {
    story(async |world| {
        let ann = world.visitor().await?;
        ann.becomes_known().await?;
        let tiles = ["0 0 H 1", "0 1 H 0", "2 0 H 0", "4 0 V 1"];
        let setup = json!({ "tiles": tiles, "hands": [0, 0], "to_act": 0 });
        ann.new_game(json!({ "game": "bambam-booboo", "setup": setup })).await?;
        ann.sees_text("#status", "Choose one of your tiles to slide").await?;
        ann.click("#table [data-pick=tile-0-1]").await?;
        ann.sees("no ghost before the pointer moves", GHOST, "none").await?;
        ann.click("#table [data-pick='to-H5,1']").await?;
        ann.sees_text("#status", "Choose the group that stays").await?;
        assert_eq!(ann.count("#table svg .can").await?, 2);
        ann.click("#table [data-pick=keep-200000]").await?;
        ann.sees_text(".story li:last-child", "; 1 light and 1 dark tiles go back to hand").await
    })
    .await;
}
