//! Nothing that was played is lost, whatever happens to page and server.

use crate::brain_burn::Board;
use crate::harness::{Visitor, World, story};
use crate::together::{LATER, MY_TURN, join, open_table};
use anyhow::{Result, ensure};
use serde_json::{Value, json};

/// What the page says while there is no server.
const OFFLINE: &str = "return document.documentElement.classList.contains('offline')";

#[tokio::test]
async fn a_game_outlives_page_and_server() {
    story(async |world| {
        world.expect_lost_server();
        let ann = world.visitor().await?;
        ann.deal_brain_burn(12, "outlives").await?;
        ann.press("ArrowRight Shift+ArrowDown ArrowUp").await?;
        ann.sees_figure("Moves", 2).await?;
        let board = ann.board().await?;
        ann.driver().refresh().await?;
        assert_eq!(ann.board().await?, board);

        // The page lives through a restart and goes on by itself.
        ann.js("window.before = true", Value::Null).await?;
        world.server.stop()?;
        ann.sees("the lost connection", OFFLINE, true).await?;
        // What needs the server says so.
        for button in [".solver button", "button[value=undo]"] {
            ann.click(button).await?;
            ann.sees_text("#toast.shown", "No connection to the server. Try again once it’s back.").await?;
        }
        world.server.start_again()?;
        ann.sees("the connection", OFFLINE, false).await?;
        ann.sees_figure("Moves", 2).await?;
        ann.press("Ctrl+z").await?;
        ann.sees_figure("Moves", 1).await?;
        ann.press("Ctrl+y ArrowRight").await?;
        ann.sees_figure("Moves", 3).await?;
        ann.sees("the same page", "return window.before", true).await?;

        // So does its address in a new window, with all that can be taken back.
        ann.driver().refresh().await?;
        for moves in [2, 1, 1, 0] {
            ann.click("button[value=undo]").await?;
            ann.sees_figure("Moves", moves).await?;
        }
        Ok(())
    })
    .await;
}

#[tokio::test]
async fn a_server_that_is_killed_while_moves_arrive_loses_none() {
    story(async |world| {
        world.expect_lost_server();
        world.expect_complaint("status of 409");
        let ann = world.visitor().await?;
        ann.deal_brain_burn(12, "killed").await?;
        let start = ann.board().await?;
        ann.js("window.before = true", Value::Null).await?;
        let round = "ArrowRight ArrowUp ArrowLeft ArrowDown ";
        ann.press(&round.repeat(6)).await?;
        world.server.kill()?;
        let shown: usize = ann.figure("Moves").await?.parse()?;
        world.server.start_again()?;

        // What had been typed and not yet taken is taken now, each move once.
        ann.sees_figure("Moves", 24).await?;
        assert!(shown <= 24);
        let end = (0..6).fold(start, |b: Board, _| b.slid(11).slid(16).slid(17).slid(12));
        ann.sees_board(&end).await?;
        ann.sees("the same page", "return window.before", true).await?;
        assert_eq!(record(&ann).await?, "R U L D ".repeat(6).trim_end());

        // A move made while there is no server is kept by the page until there is one.
        world.server.kill()?;
        ann.sees("the lost connection", OFFLINE, true).await?;
        ann.click_cell(11).await?;
        ann.sees_text("#toast.shown", "Your move is waiting").await?;
        world.server.start_again()?;
        ann.sees_board(&end.slid(11)).await?;
        ann.sees_figure("Moves", 25).await
    })
    .await;
}

/// The actions in the game's record.
async fn record(visitor: &Visitor) -> Result<String> {
    let path = format!("{}/record.json", visitor.path().await?);
    let (status, record) = visitor.api("GET", &path, json!(null)).await?;
    assert_eq!(status, 200);
    let actions: Vec<String> = serde_json::from_value(record["actions"].clone())?;
    Ok(actions.join(" "))
}

/// Sends the first move on offer.
const SEND: &str = "
    const form = document.querySelector('form.type-move');
    form.elements.text.value = JSON.parse(document.querySelector('#table').dataset.offers)[0].text;
    form.requestSubmit()";

/// How a piece of the board is shown that a waiting move has moved.
const PALE: &str = "const sent = document.querySelector('.board .sent');
    return sent ? getComputedStyle(sent).opacity : null";

/// Ann plays with Bob, loses the server, and plays a move; what her board shows then.
async fn loses_the_server(world: &mut World, ann: &Visitor, bob: &Visitor) -> Result<Value> {
    let table = open_table(ann, "baju-duel", "Ann", &[]).await?;
    join(bob, &table, "Bob").await?;
    ann.sees("her turn", MY_TURN, true).await?;
    ann.sees("the service worker", "return navigator.serviceWorker.controller !== null", true).await?;
    world.server.kill()?;
    ann.sees("the lost connection", OFFLINE, true).await?;
    ann.js(SEND, Value::Null).await?;
    ann.sees_text("#status", "Your move will be sent").await?;
    ann.sees("the pale piece", PALE, "0.5").await?;
    ann.sees("a page that is kept", KEPT, 1).await?;
    ann.js(PIECES, Value::Null).await
}

/// How many pages are kept beside their moves.
const KEPT: &str =
    "return caches.open('bagatelle-kept /').then((kept) => kept.keys()).then((all) => all.length)";
/// Where the pieces of a board lie.
const PIECES: &str = "return [...document.querySelectorAll('.board > svg > [id][transform]')]
    .map((one) => `${one.id} ${one.getAttribute('transform')}`).sort()";

#[tokio::test]
async fn a_move_waits_through_a_reload_without_the_server() {
    story(async |world| {
        world.expect_lost_server();
        let (ann, bob) = (world.visitor().await?, world.visitor().await?);
        let shown = loses_the_server(world, &ann, &bob).await?;
        ann.driver().refresh().await?;
        ann.sees_text("#status", "Your move will be sent").await?;
        ann.sees("the pale piece", PALE, "0.5").await?;
        ann.sees("the scripts", "return document.documentElement.classList.contains('ready')", true).await?;
        ensure!(ann.js(PIECES, Value::Null).await? == shown, "the board is another one");
        world.server.start_again()?;
        for visitor in [&ann, &bob] {
            visitor.sees_of("the move", LATER, json!(1), true).await?;
        }
        ann.sees("no pale piece", PALE, Value::Null).await?;
        ann.sees("no page that is kept", KEPT, 0).await?;
        ensure!(ann.js(PIECES, Value::Null).await? == shown, "the move is another one");
        Ok(())
    })
    .await;
}

#[tokio::test]
async fn any_page_sends_the_move_that_waits_and_says_what_became_of_it() {
    story(async |world| {
        world.expect_lost_server();
        world.expect_complaint("status of 409");
        let (ann, bob) = (world.visitor().await?, world.visitor().await?);
        loses_the_server(world, &ann, &bob).await?;
        ann.driver().goto("about:blank").await?;
        world.server.start_again()?;
        ann.go("/games").await?;
        ann.sees_text("#brought", "A move that was waiting for the server has been sent").await?;
        bob.sees_of("the move", LATER, json!(1), true).await?;

        // Another browser of hers has played meanwhile.
        let table = bob.path().await?;
        bob.js(SEND, Value::Null).await?;
        ann.go(&table).await?;
        ann.sees("her turn", MY_TURN, true).await?;
        let old = "const { act } = document.querySelector('#table').dataset;
            const fields = { kind: 'act', text: 'a1', version: '0' };
            localStorage.setItem(`move / ${act}`, JSON.stringify({ fields, page: location.href }))";
        ann.js(old, Value::Null).await?;
        ann.driver().refresh().await?;
        ann.sees_text("#toast", "The game moved on without your move").await?;
        ann.sees(
            "nothing that waits",
            "return Object.keys(localStorage).some((k) => k.startsWith('move '))",
            false,
        )
        .await
    })
    .await;
}

#[tokio::test]
async fn programs_go_on_after_a_restart_while_they_are_watched() {
    story(async |world| {
        world.expect_lost_server();
        let ann = world.visitor().await?;
        ann.becomes_known().await?;
        let game = json!({ "game": "baju-duel", "programs": ["6", "7"], "sit": null });
        ann.new_game(game).await?;
        let table = ann.path().await?;
        ann.sees("a first move", "return Number(document.querySelector('#table').dataset.version) > 0", true)
            .await?;
        // The list tells where the game stands without opening it.
        ann.go("/games").await?;
        world.server.kill()?;
        world.server.start_again()?;
        ann.go("/games?game=baju-duel").await?;
        let moves = "return parseInt(document.querySelector('.mine .state').textContent)";
        let before = ann.js(moves, Value::Null).await?.as_i64().unwrap_or_default();
        ann.go(&table).await?;
        let further = format!(
            "return Number(document.querySelector('#table').dataset.version.split('.')[0]) > {before}"
        );
        ann.sees("a further move", &further, true).await
    })
    .await;
}
