//! Watching the game of another player.

use crate::harness::{Visitor, moving_story};
use anyhow::Result;
use serde_json::{Value, json};

#[tokio::test]
async fn a_friend_watches_live_and_cannot_touch() {
    moving_story(async |world| {
        world.expect_complaint("status of 403");
        let ann = world.visitor().await?;
        ann.deal_brain_burn(12, "watched").await?;
        let table = ann.path().await?;
        let bob = world.visitor().await?;
        bob.go(&table).await?;
        bob.js("window.before = true", Value::Null).await?;
        let start = ann.board().await?;
        assert_eq!(bob.board().await?, start);

        ann.press("ArrowRight Shift+ArrowDown").await?;
        let board = start.clone().slid(11).swapped(12, 17);
        bob.sees_board(&board).await?;
        bob.sees_figure("Swaps", 1).await?;
        ann.press("z z").await?;
        bob.sees_board(&start).await?;
        bob.sees("the same page", "return window.before", true).await?;

        // There is nothing to press, and asking the server all the same does not help.
        assert_eq!(bob.count(".can, .steps, .type-move, .controls").await?, 0);
        bob.click_cell(11).await?;
        bob.press("ArrowRight").await?;
        let id = table.strip_prefix("/g/").unwrap_or_default();
        let event = json!({ "kind": "act", "text": "R" });
        bob.becomes_known().await?;
        let (status, answer) = bob.api("POST", &format!("/api/v1/games/{id}/events"), event).await?;
        assert_eq!(status, 403, "{answer}");
        assert!(answer["error"].as_str().is_some_and(|error| error.contains("you don’t have a seat")));
        ann.driver().refresh().await?;
        assert_eq!(ann.board().await?, start);
        Ok(())
    })
    .await;
}

#[tokio::test]
async fn one_player_in_two_windows_sees_the_same_in_both() {
    moving_story(async |world| {
        let ann = world.visitor().await?;
        ann.deal_brain_burn(12, "two windows").await?;
        let start = ann.board().await?;
        let first = ann.driver().window().await?;
        let second = ann.driver().new_tab().await?;
        ann.driver().switch_to_window(second.clone()).await?;
        let table = first_path(&ann, &first, &second).await?;
        ann.go(&table).await?;
        ann.press("ArrowRight").await?;
        let board = start.slid(11);
        ann.sees_board(&board).await?;
        ann.driver().switch_to_window(first).await?;
        ann.sees_board(&board).await?;
        ann.press("ArrowDown").await?;
        let board = board.slid(6);
        ann.sees_board(&board).await?;
        ann.driver().switch_to_window(second).await?;
        ann.sees_board(&board).await
    })
    .await;
}

/// A browser opens six connections to a host, and each table that listens holds one.
#[tokio::test]
async fn many_tables_are_open_in_tabs_of_one_browser() {
    moving_story(async |world| {
        let ann = world.visitor_with_whole_chromium().await?;
        ann.deal_brain_burn(12, "many tables").await?;
        let (first, table) = (ann.driver().window().await?, ann.path().await?);
        let start = ann.board().await?;
        for _ in 0..8 {
            let tab = ann.driver().new_tab().await?;
            ann.driver().switch_to_window(tab).await?;
            ann.go(&table).await?;
            ann.sees_board(&start).await?;
        }
        ann.press("ArrowRight").await?;
        let board = start.slid(11);
        ann.sees_board(&board).await?;
        // The first has stopped listening; looked at, it catches up and listens again.
        ann.driver().switch_to_window(first).await?;
        ann.sees_board(&board).await?;
        ann.press("ArrowDown").await?;
        ann.sees_board(&board.slid(6)).await
    })
    .await;
}

/// The path that is open in the first of two windows.
async fn first_path(
    visitor: &Visitor,
    first: &thirtyfour::WindowHandle,
    second: &thirtyfour::WindowHandle,
) -> Result<String> {
    visitor.driver().switch_to_window(first.clone()).await?;
    let path = visitor.path().await?;
    visitor.driver().switch_to_window(second.clone()).await?;
    Ok(path)
}

#[tokio::test]
async fn a_page_reached_by_the_back_button_is_live() {
    moving_story(async |world| {
        let ann = world.visitor().await?;
        ann.deal_brain_burn(12, "back").await?;
        let bob = world.visitor().await?;
        bob.go(&ann.path().await?).await?;
        bob.click("nav a[href='/tables']").await?;
        bob.sees_text("h1", "Open tables").await?;
        bob.driver().back().await?;
        ann.press("ArrowRight").await?;
        ann.sees_figure("Moves", 1).await?;
        bob.sees_board(&ann.board().await?).await
    })
    .await;
}
