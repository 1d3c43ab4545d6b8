//! Nothing on the page of a table jumps while a game is played.

use crate::harness::{Visitor, story};
use anyhow::{Result, ensure};
use serde_json::{Value, json};

/// The most that the parts of a page may jump in a whole game, as browsers reckon layout shift. Unlike their sum for a page,
/// this counts what follows a click as well.
const BAR: f64 = 0.02;

/// Plays with the first of the things that are offered, in an order that a small generator stirs, and adds up all shifts.
const PLAY: &str = "
    window.shifts = [];
    const told = (source) => `${source.node?.id || source.node?.className || source.node?.nodeName} ` +
        `${source.previousRect.y} ${source.previousRect.height} > ${source.currentRect.y} ${source.currentRect.height}`;
    new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) shifts.push([entry.value, ...entry.sources.map(told)]);
    }).observe({ type: 'layout-shift' });
    let stirred = 7;
    const random = (n) => (stirred = (stirred * 1103515245 + 12345) % 2147483648) % n;
    let played = -1;
    const step = () => {
        const status = document.querySelector('#status');
        if (status.scrollHeight > status.clientHeight + 1) shifts.push([1, status.textContent]);
        const { offers, version } = document.querySelector('#table').dataset;
        const actions = JSON.parse(offers).filter((offer) => !offer.amends);
        if (document.querySelector('.now.over')) window.ended = true;
        else setTimeout(step, 30);
        if (!actions.length || played === Number(version) || Number(version) >= arguments[0]) return;
        played = Number(version);
        for (const name of actions[random(actions.length)].path.flat()) {
            [...document.querySelectorAll('#table [data-pick]')].find((one) => one.dataset.pick === name)
                .dispatchEvent(new MouseEvent('click', { bubbles: true }));
        }
        if (Number(version) + 1 >= arguments[0]) window.ended = true;
    };
    step();";

/// Plays a game to its end, or so many actions, and returns by how much the page jumped, with what did.
async fn shifts(visitor: &Visitor, game: Value, actions: usize) -> Result<(f64, Value)> {
    visitor.new_game(game).await?;
    visitor.rests().await?;
    visitor.js(PLAY, json!(actions)).await?;
    for _ in 0..6 {
        if visitor.sees("the end of the game", "return Boolean(window.ended)", true).await.is_ok() {
            break;
        }
    }
    ensure!(visitor.js("return Boolean(window.ended)", Value::Null).await? == true, "the game does not end");
    visitor.rests().await?;
    // Answers leave the parts of the board out that never change, and the page keeps its own.
    let whole = "const fixed = [...document.querySelectorAll('.board [data-fixed]')];
        return fixed.length > 0 && fixed.every((part) => part.firstElementChild)";
    ensure!(visitor.js(whole, Value::Null).await? == true, "parts of the board are gone");
    let shifts = visitor.js("return shifts", Value::Null).await?;
    let total = shifts.as_array().into_iter().flatten().filter_map(|shift| shift[0].as_f64()).sum();
    Ok((total, shifts))
}

/// Plays games on a screen of the size that the visitor has.
async fn rest(visitor: &Visitor, games: [(Value, usize); 3]) -> Result<()> {
    visitor.becomes_known().await?;
    for (game, actions) in games {
        let name = game["game"].to_string();
        let (total, shifts) = shifts(visitor, game, actions).await?;
        eprintln!("{name}: {total:.4}");
        ensure!(total <= BAR, "{name} jumps by {total}: {shifts:#}");
    }
    Ok(())
}

/// The solitaires, which random play hardly ever solves.
fn solitaires() -> [(Value, usize); 3] {
    [
        (json!({ "game": "brain-burn", "seed": "rest" }), 40),
        (json!({ "game": "baju-puzzle", "seed": "rest" }), 40),
        (json!({ "game": "burbuja", "seed": "rest" }), usize::MAX),
    ]
}

/// The games against programs.
fn duels() -> [(Value, usize); 3] {
    let (tiles, rounds) = (json!({ "tiles": 8 }), json!({ "max-rounds": 8 }));
    let bulbous =
        json!({ "game": "bulbous", "wish": { "seats": 2 }, "programs": ["simple"], "options": rounds });
    [
        (json!({ "game": "baju-duel", "programs": ["1"] }), usize::MAX),
        (json!({ "game": "bambam-booboo", "programs": ["1"], "options": tiles }), usize::MAX),
        (bulbous, usize::MAX),
    ]
}

#[tokio::test]
async fn the_board_fits_the_first_screen() {
    story(async |world| {
        let ann = world.visitor().await?;
        ann.becomes_known().await?;
        let screen = json!({ "width": 1280, "height": 720, "deviceScaleFactor": 1, "mobile": false });
        ann.emulate("Emulation.setDeviceMetricsOverride", screen).await?;
        for (game, _) in solitaires().into_iter().chain(duels()) {
            ann.new_game(game).await?;
            let beyond =
                "return document.querySelector('.board > svg').getBoundingClientRect().bottom - innerHeight";
            let beyond = ann.js(beyond, Value::Null).await?.as_f64().unwrap_or(f64::MAX);
            ensure!(beyond <= 0.0, "{} ends {beyond} px below the screen", ann.path().await?);
        }
        Ok(())
    })
    .await;
}

/// On a phone, what a line under the picture of a game says is not covered by the button below it.
#[tokio::test]
async fn nothing_overlaps_where_a_game_is_begun() {
    story(async |world| {
        let ann = world.visitor().await?;
        ann.becomes_a_phone().await?;
        for game in bagatelle_catalog::games() {
            ann.go(&format!("/{}", game.id())).await?;
            let over = "const boxes = [...document.querySelectorAll('.about > div > *')].map((e) => e.getBoundingClientRect());
                return Math.max(...boxes.slice(1).map((box, n) => boxes[n].bottom - box.top))";
            let over = ann.js(over, Value::Null).await?.as_f64().unwrap_or(f64::MAX);
            ensure!(over <= 1.0, "{}: two lines lie over each other by {over} px", game.id());
        }
        Ok(())
    })
    .await;
}

#[tokio::test]
async fn nothing_jumps_in_a_whole_solitaire() {
    story(async |world| rest(&world.visitor().await?, solitaires()).await).await;
}

#[tokio::test]
async fn nothing_jumps_in_a_whole_game_against_a_program() {
    story(async |world| rest(&world.visitor().await?, duels()).await).await;
}

#[tokio::test]
async fn nothing_jumps_on_a_phone() {
    story(async |world| {
        let ann = world.visitor().await?;
        ann.becomes_a_phone().await?;
        rest(&ann, solitaires()).await?;
        rest(&ann, duels()).await
    })
    .await;
}
