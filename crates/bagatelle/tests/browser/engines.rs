//! The main path of each game in every engine: begun on its page, played with mouse and keys against the
//! program that is there, taken back or told why not, watched from a browser of another engine. Then what
//! hands do on a board, and windows as narrow as an engine makes them.

use crate::begin::begin;
use crate::harness::{Engine, Visitor, moving_story};
use crate::offline::begin_here;
use crate::together::{By, LATER, MY_TURN, VERSION, play};
use crate::{accessibility, drag, lessons, motion};
use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};

/// How many moves of each game are played.
const MOVES: usize = 3;

/// The text of an action whose things are all to be seen; which one depends on a number.
const ACTION: &str = "
    const seen = (name) => document.querySelector(`#table [data-pick='${name}']:not(.away)`);
    const offers = JSON.parse(document.querySelector('#table').dataset.offers)
        .filter((offer) => !offer.amends && seen(offer.path.flat()[0]));
    return offers[arguments[0] % offers.length]?.text";

/// Plays a move, in the visitor's turn.
pub async fn moves(visitor: &Visitor, by: By, n: usize) -> Result<()> {
    visitor.sees("the turn", MY_TURN, true).await?;
    ensure!(!visitor.text("#status").await?.trim().is_empty(), "nothing says what is asked");
    let action = visitor.js(ACTION, json!(n * 7)).await?;
    play(visitor, by, action.as_str().context("an action to choose")?).await
}

/// Takes the last move back by its key, or is told why that cannot be done.
async fn takes_back(visitor: &Visitor) -> Result<()> {
    visitor.sees("the turn", MY_TURN, true).await?;
    let before = visitor.js(VERSION, Value::Null).await?;
    visitor.press("z").await?;
    let answered = "return Number(document.querySelector('#table').dataset.version) !== arguments[0]
        || Boolean(document.querySelector('#why.shown, #toast.shown')?.textContent)";
    visitor.sees_of("the move before, or a reason", answered, before, true).await
}

/// Plays each game in an engine, watched in another one.
async fn games(engine: Engine, other: Engine) {
    moving_story(async |world| {
        // The answer to a move that cannot be taken back.
        world.expect_complaint("status of 422");
        let (ann, bob) = (world.visitor_with(engine).await?, world.visitor_with(other).await?);
        for game in bagatelle_catalog::games() {
            let told = || format!("{} in {engine:?}, watched in {other:?}", game.id());
            let table = begin(&ann, game.id(), &[]).await.with_context(told)?;
            ann.sees_text("#goal", "Goal: ").await?;
            moves(&ann, By::Mouse, 0).await.with_context(told)?;
            bob.go(&table).await?;
            for n in 1..MOVES {
                moves(&ann, By::Mouse, n).await.with_context(told)?;
            }
            let version = ann.js(VERSION, Value::Null).await?;
            bob.sees_of("what Ann has played", LATER, version, true).await.with_context(told)?;
            takes_back(&ann).await.with_context(told)?;
        }
        Ok(())
    })
    .await;
}

#[tokio::test]
async fn each_game_is_played_and_watched_in_chromium() {
    games(Engine::Chromium, Engine::Chromium).await;
}

#[tokio::test]
async fn each_game_is_played_in_chromium_and_watched_in_firefox() {
    games(Engine::Chromium, Engine::Firefox).await;
}

#[tokio::test]
#[cfg_attr(not(target_os = "linux"), ignore = "WebKitGTK is for Linux")]
async fn each_game_is_played_in_firefox_and_watched_in_webkit() {
    games(Engine::Firefox, Engine::WebKit).await;
}

#[tokio::test]
#[cfg_attr(not(target_os = "linux"), ignore = "WebKitGTK is for Linux")]
async fn each_game_is_played_in_webkit_and_watched_in_chromium() {
    games(Engine::WebKit, Engine::Chromium).await;
}

/// What hands do: drag, click quickly, learn, play by keyboard. Other stories do the same in Chromium.
async fn hands(engine: Engine) {
    moving_story(async |world| {
        let ann = world.visitor_with(engine).await?;
        // A button is dragged from the supply, and on the board.
        drag::duel(&ann, drag::ALONE).await?;
        drag::drags(&ann, "mouse", "button-b3", "place-b3").await?;
        drag::lies(&ann, "button-b3", "row 3, column 2").await?;
        drag::drags(&ann, "mouse", "button-w5", "place-d1").await?;
        drag::lies(&ann, "button-w5", "row 1, column 4").await?;

        motion::what_still_moves_can_be_hit(&ann).await?;
        motion::quick_clicks_count(&ann, "mouse").await?;
        motion::quick_clicks_count(&ann, "touch").await?;

        // The first arrow key after a click shows where the focus is.
        begin(&ann, "baju-puzzle", &[]).await?;
        ann.click("#table svg .can").await?;
        ann.press("ArrowRight").await?;
        let focus = ann.js(accessibility::FOCUS, Value::Null).await?;
        ensure!(focus[0] != "" && focus[1] == true, "the focus cannot be seen: {focus}");
        ann.press("Escape").await?;
        for n in 0..MOVES {
            moves(&ann, By::Keyboard, n).await?;
        }

        for game in bagatelle_catalog::games().iter().filter(|game| game.lesson().is_some()) {
            ann.go(&format!("/{}/learn/1", game.id())).await?;
            lessons::finish_step(&ann).await.with_context(|| game.id())?;
        }
        Ok(())
    })
    .await;
}

#[tokio::test]
async fn hands_do_all_they_can_in_firefox() {
    hands(Engine::Firefox).await;
}

#[tokio::test]
#[cfg_attr(not(target_os = "linux"), ignore = "WebKitGTK is for Linux")]
async fn hands_do_all_they_can_in_webkit() {
    hands(Engine::WebKit).await;
}

/// How far the page can be scrolled sideways, with all that is folded open or not.
const WIDE: &str = "for (const fold of document.querySelectorAll('details')) fold.open = arguments[0];
    const page = document.documentElement;
    return page.scrollWidth - page.clientWidth";

/// Opens every page that begins a game in windows of some widths.
async fn narrow(engine: Engine, widths: &[u32]) {
    moving_story(async |world| {
        let ann = world.visitor_with(engine).await?;
        for width in widths {
            ann.driver().set_window_rect(0, 0, *width, 900).await?;
            for game in bagatelle_catalog::games() {
                ann.go(&format!("/{}", game.id())).await?;
                ann.sees_of("a narrow window", "return innerWidth === arguments[0]", json!(width), true)
                    .await?;
                for open in [false, true] {
                    let over = ann.js(WIDE, json!(open)).await?;
                    ensure!(over == 0, "{} is {over} px too wide at {width}, open: {open}", game.id());
                }
                let selects = "return [...document.querySelectorAll('select')]
                    .every((one) => getComputedStyle(one).appearance === 'none')";
                ensure!(ann.js(selects, Value::Null).await? == true, "the engine draws selects its own way");
            }
        }
        Ok(())
    })
    .await;
}

#[tokio::test]
async fn a_narrow_window_of_firefox_shows_all_that_begins_a_game() {
    narrow(Engine::Firefox, &[500, 600]).await;
}

#[tokio::test]
#[cfg_attr(not(target_os = "linux"), ignore = "WebKitGTK is for Linux")]
async fn a_narrow_window_of_webkit_shows_all_that_begins_a_game() {
    narrow(Engine::WebKit, &[447, 600]).await;
}

/// Plays a game that is made and kept in the browser itself, in an engine.
async fn offline(engine: Engine) {
    moving_story(async |world| plays_on_the_device(&world.visitor_with(engine).await?).await.map(drop)).await;
}

/// Plays some moves of a game that is made and kept in the browser itself; returns the address of its table.
pub async fn plays_on_the_device(ann: &Visitor) -> Result<String> {
    ann.go("/offline/?/baju-duel").await?;
    let table = begin_here(ann, json!({ "way": "computer", "program": "1", "sit": "0" })).await?;
    for n in 0..MOVES {
        moves(ann, By::Mouse, n).await.with_context(|| table.clone())?;
    }
    ann.sees("the turn", MY_TURN, true).await?;
    let version = ann.js(VERSION, Value::Null).await?;
    ann.driver().refresh().await?;
    ann.sees("the table", "return document.querySelector('#table')?.dataset.offers?.length > 2", true)
        .await?;
    ann.sees("what was played", VERSION, version).await?;
    Ok(table)
}

/// Plays some moves of a game at the server; returns the address of its table.
pub async fn plays_at_the_server(ann: &Visitor, game: &str) -> Result<String> {
    let table = begin(ann, game, &[]).await.with_context(|| game.to_owned())?;
    for n in 0..MOVES {
        moves(ann, By::Mouse, n).await.with_context(|| table.clone())?;
    }
    Ok(table)
}

#[tokio::test]
async fn a_game_is_played_in_firefox_itself() {
    offline(Engine::Firefox).await;
}

#[tokio::test]
#[cfg_attr(not(target_os = "linux"), ignore = "WebKitGTK is for Linux")]
async fn a_game_is_played_in_webkit_itself() {
    offline(Engine::WebKit).await;
}
