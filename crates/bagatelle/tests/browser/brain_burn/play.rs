//! Playing with mouse, keyboard and typed moves, taking back, and what happens to a move that is none.

use crate::harness::moving_story;
use serde_json::{Value, json};

/// The middle of the board, where the stories begin: all four sides have tiles.
const HOLE: usize = 12;

#[tokio::test]
async fn a_click_slides_and_a_second_one_swaps_coins() {
    moving_story(async |world| {
        let ann = world.visitor().await?;
        ann.deal_brain_burn(HOLE, "mouse").await?;
        let board = ann.board().await?;
        // Exactly the four tiles beside the hole can be picked.
        assert_eq!(ann.count(".board .can").await?, 4);

        ann.js(
            "const old = Element.prototype.animate; window.moved = []; Element.prototype.animate =
            function (...how) { if (this.id) moved.push(this.id); return old.apply(this, how); }",
            json!(null),
        )
        .await?;
        ann.click_cell(11).await?;
        let slid = board.slid(11);
        ann.sees_board(&slid).await?;
        ann.sees_figure("Moves", 1).await?;
        ann.sees_figure("Swaps", 0).await?;
        // The tile and its coin were seen to move.
        let moved = json!([format!("tile-{}", slid.tiles[HOLE]), format!("coin-{}", slid.coins[HOLE])]);
        ann.sees("what moved", "return moved", moved).await?;
        ann.sees_text(".story li:last-child", "slides right").await?;

        // The neighbours of the moved tile offer their coins; the move goes on and is still one.
        let offered = "return document.querySelectorAll('.board .goes-on').length";
        ann.sees("what goes on", offered, 3).await?;
        ann.click_cell(7).await?;
        let swapped = slid.swapped(HOLE, 7);
        ann.sees_board(&swapped).await?;
        ann.sees_figure("Moves", 1).await?;
        ann.sees_figure("Swaps", 1).await?;
        ann.sees_text(".story li:last-child", "swaps its coin").await?;

        // A tile that cannot move does nothing, and neither does the hole.
        ann.click_cell(24).await?;
        ann.click(&format!("#cell-{}", swapped.hole())).await?;
        ann.click_cell(10).await?;
        ann.sees_board(&swapped.slid(10)).await?;
        ann.sees_figure("Moves", 2).await
    })
    .await;
}

#[tokio::test]
async fn arrow_keys_slide_and_shifted_ones_swap() {
    moving_story(async |world| {
        let ann = world.visitor().await?;
        ann.deal_brain_burn(HOLE, "keys").await?;
        let board = ann.board().await?;
        ann.press("ArrowRight").await?;
        let board = board.slid(11);
        ann.sees_board(&board).await?;
        ann.press("Shift+ArrowDown").await?;
        let swapped = board.clone().swapped(HOLE, 17);
        ann.sees_board(&swapped).await?;
        ann.sees_figure("Moves", 1).await?;
        ann.sees_figure("Swaps", 1).await?;

        // Taking back goes by what was done: first the swap, then the slide.
        ann.press("z").await?;
        ann.sees_board(&board).await?;
        ann.sees_figure("Swaps", 0).await?;
        ann.press("y").await?;
        ann.sees_board(&swapped).await?;

        // Typed faster than the server answers, keys are still all taken, in order; one that can do nothing
        // is skipped.
        ann.press(&"ArrowRight ".repeat(4)).await?;
        ann.sees_figure("Moves", 2).await?;
        let edge = ann.board().await?;
        assert_eq!(edge.hole(), 10);
        let round = "ArrowUp ArrowLeft ArrowDown ArrowRight ";
        ann.press(&round.repeat(3)).await?;
        ann.sees_figure("Moves", 14).await?;
        ann.sees_board(&(0..3).fold(edge, |b, _| b.slid(15).slid(16).slid(11).slid(10))).await?;

        // A slide with its swap, typed without waiting.
        let before = ann.board().await?;
        ann.press("ArrowUp Shift+ArrowUp").await?;
        ann.sees_board(&before.slid(15).swapped(10, 5)).await?;
        ann.sees_figure("Moves", 15).await?;
        ann.sees_figure("Swaps", 2).await
    })
    .await;
}

#[tokio::test]
async fn moves_can_be_typed_and_all_buttons_work() {
    moving_story(async |world| {
        // The grey buttons are pressed, too.
        world.expect_complaint("status of 422");
        let ann = world.visitor().await?;
        ann.deal_brain_burn(HOLE, "typed").await?;
        let start = ann.board().await?;
        ann.type_move("Rd").await?;
        let first = start.clone().slid(11).swapped(HOLE, 17);
        ann.sees_board(&first).await?;
        ann.sees("an empty field", "return document.querySelector('.type-move input[name=text]').value", "")
            .await?;
        ann.type_move("D").await?;
        let second = first.clone().slid(6);
        ann.sees_board(&second).await?;

        ann.click("button[value=undo]").await?;
        ann.sees_board(&first).await?;
        ann.click("button[value=redo]").await?;
        ann.sees_board(&second).await?;
        ann.sees(
            "nothing to redo",
            "return document.querySelector('button[value=redo]').ariaDisabled",
            "true",
        )
        .await?;
        ann.click("button[value=restart]").await?;
        ann.sees_board(&start).await?;
        ann.sees_figure("Moves", 0).await?;
        ann.sees(
            "nothing to undo",
            "return document.querySelector('button[value=undo]').ariaDisabled",
            "true",
        )
        .await?;
        ann.click("button[value=undo]").await?;
        ann.sees_text("#toast", "There’s nothing to take back").await?;
        ann.press("y y").await?;
        ann.sees_board(&second).await
    })
    .await;
}

#[tokio::test]
async fn a_refused_move_says_why_and_the_page_is_right_after_it() {
    moving_story(async |world| {
        world.expect_complaint("status of 422");
        world.expect_complaint("status of 409");
        let ann = world.visitor().await?;
        ann.deal_brain_burn(HOLE, "refused").await?;
        let start = ann.board().await?;
        for (text, why) in [("hello", "hello"), ("Rl", "no tile to the left"), ("Rx", "Rx")] {
            ann.type_move(text).await?;
            ann.sees_text("#toast.shown", why).await?;
        }
        ann.sees_board(&start).await?;
        ann.press("ArrowRight").await?;
        let board = start.slid(11);
        ann.sees_board(&board).await?;
        // The move was seen before it was answered.
        ann.sees_figure("Moves", 1).await?;

        // A page that is behind is told, brought up to date, and can go on.
        ann.js("document.querySelector('#table').dataset.version = 0", json!(null)).await?;
        ann.press("ArrowDown").await?;
        ann.sees_text("#toast.shown", "moved on").await?;
        ann.sees("its version", "return document.querySelector('#table').dataset.version", "1").await?;
        ann.sees_board(&board).await?;
        ann.press("ArrowDown").await?;
        ann.sees_board(&board.slid(6)).await
    })
    .await;
}

#[tokio::test]
async fn what_one_is_typing_stays_when_the_table_changes() {
    moving_story(async |world| {
        let ann = world.visitor().await?;
        ann.deal_brain_burn(HOLE, "typing").await?;
        let field = ".type-move input[name=text]";
        ann.js("document.querySelector('details.extras').open = true", Value::Null).await?;
        ann.fill(field, "D").await?;
        let path = ann.path().await?.replace("/g/", "/api/v1/games/");
        let (status, _) = ann.api("POST", &format!("{path}/events"), json!({ "text": "R" })).await?;
        assert_eq!(status, 200);
        ann.sees_figure("Moves", 1).await?;
        ann.driver().find(thirtyfour::By::Css(field)).await?.send_keys("d").await?;
        ann.click(".type-move button").await?;
        ann.sees_text(".story li:last-child", "slides down and swaps").await?;
        ann.sees_figure("Moves", 2).await
    })
    .await;
}

#[tokio::test]
async fn switches_show_what_is_wrong_and_stay_as_they_are() {
    moving_story(async |world| {
        let ann = world.visitor().await?;
        ann.deal_brain_burn(HOLE, "marks").await?;
        let shown = |mark: &str| {
            format!(
                "return [...document.querySelectorAll('.board .mark-{mark}')].filter((e) => \
                getComputedStyle(e).display !== 'none').length"
            )
        };
        let number = async |name: &str| -> anyhow::Result<u64> { Ok(ann.figure(name).await?.parse()?) };
        ann.sees("marks on tiles", &shown("tiles"), 0).await?;
        ann.click("label:has([data-mark=tiles])").await?;
        ann.sees("marks on tiles", &shown("tiles"), number("Tiles out of place").await?).await?;
        ann.sees("marks on coins", &shown("coins"), 0).await?;
        ann.click("label:has([data-mark=coins])").await?;
        ann.click("label:has([data-mark=tiles])").await?;
        ann.press("ArrowRight ArrowDown").await?;
        ann.sees_figure("Moves", 2).await?;
        for _ in 0..2 {
            ann.sees("marks on coins", &shown("coins"), number("Coins to match").await?).await?;
            ann.sees("marks on tiles", &shown("tiles"), 0).await?;
            ann.sees("the switch", "return document.querySelector('[data-mark=coins]').checked", true)
                .await?;
            ann.driver().refresh().await?;
        }
        Ok(())
    })
    .await;
}
