//! The analysis board and the review, which are made in the browser.

use crate::brought::sent;
use crate::harness::{Visitor, story, wait};
use anyhow::{Result, ensure};
use serde_json::{Value, json};

const READY: &str = "return document.querySelector('#table') !== null
    && document.documentElement.classList.contains('ready')";
/// What the engine says, once it has looked.
const SAID: &str = "return !document.querySelector('.engine').textContent.includes('ooking')
    && document.querySelector('.engine .verdict')?.textContent.length > 2";
/// How many moves are listed, the beginning among them.
const MOVES: &str = "return document.querySelectorAll('.tree button[name=node]').length";
/// Plays the first move that is on offer and is not in the list yet.
const OTHER: &str = "
    const offers = JSON.parse(document.querySelector('#table').dataset.offers);
    const form = document.querySelector('form.type-move');
    form.elements.text.value = offers[arguments[0] % offers.length].text;
    form.querySelector('button:not([type=button])').click()";

/// Presses what may lie under something else, or in what is folded.
pub async fn press(visitor: &Visitor, selector: &str) -> Result<()> {
    // A page that has just been opened may not be whole yet.
    let script = "const found = document.querySelector(arguments[0]); found?.click(); return found !== null;";
    visitor.sees_of("what is pressed", script, json!(selector), true).await
}

#[tokio::test]
async fn a_position_is_analysed_with_the_engine_and_variations_that_are_kept() {
    story(async |world| analyses(&world.visitor().await?).await).await;
}

/// Analyses a position, on the visitor's device.
pub async fn analyses(ann: &Visitor) -> Result<()> {
    ann.go("/offline/?/analysis?game=baju-duel").await?;
    ann.sees("the form", "return document.querySelectorAll('form.bring').length", 2).await?;
    ann.sees("the game", "return document.querySelector('select[name=game]').value", "baju-duel").await?;
    ann.click("form.bring button.primary").await?;
    ann.sees("the board", READY, true).await?;
    ann.sees("an opinion", SAID, true).await?;
    ann.sees("its arrow", "return document.querySelectorAll('.board .arrows > g').length", 1).await?;
    ann.sees("its bar", "return document.querySelectorAll('.engine .evaluation').length > 0", true).await?;
    press(ann, ".engine [value=further-lines]").await?;
    ann.sees("two lines", "return document.querySelectorAll('.engine .lines > li').length", 2).await?;
    ann.sees("its arrows", "return document.querySelectorAll('.board .arrows > g').length", 2).await?;
    // The engine's move, and another one in its place.
    press(ann, ".engine .lines button").await?;
    ann.sees("the move", MOVES, 2).await?;
    ann.sees("an opinion of it", SAID, true).await?;
    ann.sees("the graph", "return document.querySelector('figure.graph svg') !== null", true).await?;
    ann.press(",").await?;
    ann.sees("the beginning", "return document.querySelector('.tree [aria-current]').value", "0").await?;
    let mut tried = 0;
    while ann.js(MOVES, Value::Null).await? == 2 {
        tried += 1;
        ensure!(tried < 9, "no other move is played");
        ann.js(OTHER, json!(tried)).await?;
        ann.sees("a move", "return document.querySelector('.tree [aria-current]').value !== '0'", true)
            .await?;
        if ann.js(MOVES, Value::Null).await? == 2 {
            ann.press(",").await?;
        }
    }
    ann.sees("a variation", "return document.querySelectorAll('.tree .variation').length", 1).await?;
    press(ann, ".describe summary").await?;
    ann.fill(".describe [name=name]", "Bold").await?;
    ann.fill(".describe [name=comment]", "Is it sound?").await?;
    press(ann, ".describe [value=describe]").await?;
    ann.sees_text(".tree strong", "Bold").await?;
    press(ann, ".describe [value=promote]").await?;
    let main = "return document.querySelector('.tree > li:nth-child(2) strong')?.textContent";
    ann.sees("the main move", main, "Bold").await?;
    // It is there again after a reload, and in the list of analyses.
    let at = ann.js("return location.search", Value::Null).await?;
    ann.driver().refresh().await?;
    ann.sees("the board", READY, true).await?;
    ann.sees("the main move", main, "Bold").await?;
    ann.sees_text(".tree .comment", "Is it sound?").await?;
    ann.go("/offline/?/analysis").await?;
    let listed =
        "return [...document.querySelectorAll('main li a')].some((link) => link.search === arguments[0])";
    ann.sees_of("the analysis in the list", listed, at, true).await
}

/// Where the buttons are, and what stands below what the engine says.
const PLACES: &str = "
    const buttons = '[data-step], .engine .steps :is([value=off], [value=fewer], [value=further-lines])';
    const all = [...document.querySelectorAll(`${buttons}, #variations`)];
    const boxes = all.map((one) => one.getBoundingClientRect());
    return boxes.map((box) => [box.left, box.top + scrollY].map(Math.round))";

/// What the engine finds has its place before it comes.
#[tokio::test]
async fn nothing_jumps_when_the_engine_has_found_a_line() {
    story(async |world| {
        let ann = world.visitor().await?;
        for screen in [(1440, 900), (390, 844), (844, 390)] {
            ann.has_screen(screen).await?;
            for game in ["baju-duel", "baju-puzzle"] {
                ann.go(&format!("/offline/?/analysis?game={game}")).await?;
                ann.sees("the form", "return document.querySelectorAll('form.bring').length", 2).await?;
                ann.click("form.bring button.primary").await?;
                ann.sees("the board", READY, true).await?;
                let before = ann.js(PLACES, Value::Null).await?;
                ann.sees("an opinion", SAID, true).await?;
                ann.rests().await?;
                let after = ann.js(PLACES, Value::Null).await?;
                ensure!(before == after, "{game} on {screen:?}: {before} > {after}");
            }
        }
        Ok(())
    })
    .await;
}

#[tokio::test]
async fn the_line_that_is_pointed_at_is_the_one_on_the_board() {
    let drawn = "return [...document.querySelectorAll('.board .arrows > g')]
        .map((one) => one.className.baseVal)";
    let point = "document.querySelectorAll('.engine .lines > li')[arguments[0]]
        .dispatchEvent(new PointerEvent('pointerover', { bubbles: true }))";
    story(async |world| {
        let ann = world.visitor().await?;
        ann.go("/offline/?/analysis?game=baju-duel").await?;
        ann.sees("the form", "return document.querySelectorAll('form.bring').length", 2).await?;
        ann.click("form.bring button.primary").await?;
        ann.sees("the board", READY, true).await?;
        press(&ann, ".engine [value=further-lines]").await?;
        ann.sees("two lines", drawn, json!(["rank-1", "rank-0"])).await?;
        press(&ann, ".engine [value=stop]").await?;
        ann.js(point, json!(1)).await?;
        ann.sees("the second line alone", drawn, json!(["rank-0"])).await?;
        let leave = "document.querySelector('h1').dispatchEvent(new PointerEvent('pointerover', \
            { bubbles: true }))";
        ann.js(leave, Value::Null).await?;
        ann.sees("both lines again", drawn, json!(["rank-1", "rank-0"])).await
    })
    .await;
}

/// Whether the list of moves has the current one in sight, and more moves than fit.
const IN_SIGHT: &str = "
    const list = document.querySelector('.variations .tree');
    const box = (part) => part.getBoundingClientRect();
    const [all, one] = [box(list), box(list.querySelector('[aria-current]'))];
    return list.scrollHeight > list.clientHeight && one.top >= all.top - 1 && one.bottom <= all.bottom + 1";

#[tokio::test]
async fn the_list_of_moves_follows_the_move_that_is_shown() {
    story(async |world| {
        let ann = world.visitor().await?;
        ann.go("/offline/?/analysis?game=baju-duel").await?;
        ann.sees("the form", "return document.querySelectorAll('form.bring').length", 2).await?;
        ann.click("form.bring button.primary").await?;
        ann.sees("the board", READY, true).await?;
        press(&ann, ".engine [value=off]").await?;
        for n in 1..=16 {
            ann.js(OTHER, json!(0)).await?;
            ann.sees("the move", MOVES, n + 1).await?;
        }
        ann.sees("the last move", IN_SIGHT, true).await?;
        for (key, node) in [("Home", "0"), ("End", "16")] {
            press(&ann, &format!(".analysis .steps [data-step={key}]")).await?;
            ann.sees("the step", "return document.querySelector('.tree [aria-current]').value", node).await?;
            ann.sees("its move in sight", IN_SIGHT, true).await?;
        }
        Ok(())
    })
    .await;
}

#[tokio::test]
async fn a_game_that_was_resigned_is_reviewed_once() {
    story(async |world| {
        let ann = world.visitor().await?;
        ann.becomes_known().await?;
        ann.new_game(json!({ "game": "baju-duel", "programs": ["1"], "sit": 0 })).await?;
        let turn = "return document.querySelector('#table').dataset.offers !== '[]'";
        for n in 0..4 {
            ann.sees("the turn", turn, true).await?;
            let before =
                ann.js("return document.querySelector('#table').dataset.version", Value::Null).await?;
            ann.js(OTHER, json!(n * 5)).await?;
            let later = "return document.querySelector('#table').dataset.version !== arguments[0]";
            ann.sees_of("the move", later, before, true).await?;
        }
        ann.sees("the turn", turn, true).await?;
        // What the browser has taken along of it does not end. It takes games along once a page, which may
        // have been before the first move.
        ann.driver().refresh().await?;
        let id = ann.js("return location.pathname.split('/').at(-1)", Value::Null).await?;
        let taken = sent(id.as_str().unwrap_or_default());
        wait("the game taken along", async || ann.js(&taken, Value::Null).await, |n| n.as_i64() > Some(0))
            .await?;
        press(&ann, "details.resign > summary").await?;
        ann.click(".resign button").await?;
        ann.sees_text("#status", "resigned").await?;
        ann.click(".back a[href*='review']").await?;
        let found = "return document.body?.textContent.includes('Turning points')";
        ann.sees("the review", found, true).await?;
        ann.driver().refresh().await?;
        let made = "return window.seen ??= '', window.seen += document.body?.textContent ?? '', \
            window.seen.includes('Turning points')";
        ann.sees("the review again", made, true).await?;
        let again = ann.js("return window.seen.includes('being prepared')", Value::Null).await?;
        ensure!(again == false, "it is made a second time");
        Ok(())
    })
    .await;
}
