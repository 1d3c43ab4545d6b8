//! Fingers, and windows as narrow as a phone.

use crate::harness::{Visitor, story};
use anyhow::Result;
use serde_json::{Value, json};

/// The middle of a cell on the screen, after scrolling the board into it.
async fn middle(visitor: &Visitor, cell: usize) -> Result<(f64, f64)> {
    let script =
        "document.querySelector('#table .board').scrollIntoView({ block: 'center', behavior: 'instant' });
        const box = document.getElementById('cell-' + arguments[0]).getBoundingClientRect();
        return [box.left + box.width / 2, box.top + box.height / 2]";
    Ok(serde_json::from_value(visitor.js(script, json!(cell)).await?)?)
}

/// Strokes from one cell to another.
async fn stroke(visitor: &Visitor, with: &str, from: usize, to: usize) -> Result<()> {
    visitor.rests().await?;
    let (from, to) = (middle(visitor, from).await?, middle(visitor, to).await?);
    visitor.drag(with, from, to).await
}

#[tokio::test]
async fn a_finger_swipes_and_taps() {
    story(async |world| {
        let ann = world.visitor().await?;
        ann.becomes_a_phone().await?;
        ann.deal_brain_burn(12, "finger").await?;
        let board = ann.board().await?;
        // A swipe anywhere on the board moves the tile that can go that way.
        stroke(&ann, "touch", 22, 23).await?;
        let board = board.slid(11);
        ann.sees_board(&board).await?;
        stroke(&ann, "touch", 19, 14).await?;
        let board = board.slid(16);
        ann.sees_board(&board).await?;
        // A stroke back to where the finger was put down is no swipe.
        let there = (middle(&ann, 15).await?, middle(&ann, 9).await?);
        ann.drag_along("touch", &[there.0, there.1, there.0]).await?;
        // A swipe is one move, not also a tap; and the page has not scrolled away under it.
        ann.sees_figure("Moves", 2).await?;
        let at = middle(&ann, 15).await?;
        ann.drag("touch", at, at).await?;
        let board = board.slid(15);
        ann.sees_board(&board).await?;
        let at = middle(&ann, 11).await?;
        ann.drag("touch", at, at).await?;
        ann.sees_board(&board.swapped(16, 11)).await?;
        ann.sees_figure("Swaps", 1).await
    })
    .await;
}

#[tokio::test]
async fn a_tile_is_dragged_into_the_hole_with_the_mouse() {
    story(async |world| {
        let ann = world.visitor().await?;
        ann.deal_brain_burn(12, "drag").await?;
        let board = ann.board().await?;
        stroke(&ann, "mouse", 11, 12).await?;
        let board = board.slid(11);
        ann.sees_board(&board).await?;
        // So does a stroke, wherever it is drawn.
        stroke(&ann, "mouse", 4, 2).await?;
        ann.sees_board(&board.slid(12)).await?;
        ann.sees_figure("Moves", 2).await
    })
    .await;
}

#[tokio::test]
async fn every_page_fits_a_phone() {
    story(async |world| {
        let ann = world.visitor().await?;
        ann.becomes_a_phone().await?;
        ann.deal_brain_burn(
            12,
            "a rather long seed text that was typed into the form to see what the page \
            does",
        )
        .await?;
        let table = ann.path().await?;
        ann.press("ArrowRight").await?;
        ann.sees_figure("Moves", 1).await?;
        let game =
            json!({ "game": "bulbous", "wish": { "seats": 4 }, "programs": ["simple"], "seed": "hand" });
        ann.new_game(game).await?;
        ann.sees("a hand to choose from", "return document.querySelectorAll('.board .can').length > 3", true)
            .await?;
        let hand = ann.path().await?;
        for page in ["/", "/brain-burn", "/brain-burn/rules", &table, &hand] {
            ann.go(page).await?;
            let wide = "return document.documentElement.scrollWidth - document.documentElement.clientWidth";
            assert_eq!(ann.js(wide, Value::Null).await?, json!(0), "{page} can be scrolled sideways");
            let small = ann.js(SMALL, Value::Null).await?;
            assert_eq!(small, json!([]), "{page}: too small for a finger");
        }
        // The links of the head stand in one line, with a game that waits and on the narrowest phones, too.
        let lines = "const tops = [...document.querySelectorAll('header.site nav a')].map((link) => \
            link.getBoundingClientRect().top);
            const page = document.documentElement;
            return [Math.max(...tops) - Math.min(...tops) < 12, page.scrollWidth - page.clientWidth]";
        for width in [320, 360, 390, 430] {
            ann.has_screen((width, 740)).await?;
            for page in ["/", "/today", "/games", "/tables", "/me", "/settings", "/burbuja", "/baju-duel"] {
                ann.go(page).await?;
                assert_eq!(
                    ann.js(lines, Value::Null).await?,
                    json!([true, 0]),
                    "{page}, {width} pixels wide"
                );
            }
        }
        ann.becomes_a_phone().await?;
        // Board and buttons are on the first screen together.
        let bottom =
            "window.scrollTo(0, 0); return Math.max(...[...document.querySelectorAll('.board > svg, \
            .steps button')]
            .map((e) => e.getBoundingClientRect().bottom)) - innerHeight";
        ann.go(&table).await?;
        let below = ann.js(bottom, Value::Null).await?.as_f64().unwrap_or(f64::MAX);
        assert!(below <= 0.0, "the buttons end {below} px below the screen");
        Ok(())
    })
    .await;
}

/// What can be pressed and is less than 44 px high or wide, except links within a text.
const SMALL: &str = r"
    const hit = (e) => {
        const label = e.matches('input') && e.closest('label');
        const a = (label || e).getBoundingClientRect();
        return [a.width, a.height];
    };
    return [...document.querySelectorAll('a, button, input:not([type=hidden]), select, summary, .board .can')]
        .filter((e) => !e.matches('p a, li a:only-child, .skip, h1 a') &&
            hit(e).some((side) => side > 0 && side < 43.9))
        .map((e) => e.outerHTML.slice(0, 80) + ' ' + hit(e));";
