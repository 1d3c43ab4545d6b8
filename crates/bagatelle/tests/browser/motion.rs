//! Moves are seen before the server has answered, are corrected if it refuses, and lose no click that follows
//! at once.

use crate::harness::{Visitor, moving_story};
use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};

/// Lets no request out while `held` is set, and `watch` for the first frame in which a piece has moved after
/// an event.
const INSTRUMENTS: &str = "
    const real = window.fetch;
    window.held = false;
    const free = (done) => (window.held ? setTimeout(free, 5, done) : done());
    window.fetch = (...request) => new Promise(free).then(() => real(...request));
    const places = () => Object.fromEntries([...document.querySelectorAll('#table .board > svg > [id]')]
        .map((piece) => [piece.id, getComputedStyle(piece).transform]));
    window.watch = () => {
        const before = places();
        window.first = null;
        const begin = (event) => {
            for (const kind of ['click', 'keydown']) removeEventListener(kind, begin, true);
            let frames = 0;
            const look = () => {
                frames += 1;
                const now = places();
                const moved = Object.keys(before).filter((id) => now[id] !== before[id]);
                if (moved.length || frames > 60) window.first = { frames, ms: performance.now() - \
                event.timeStamp, moved };
                else requestAnimationFrame(look);
            };
            requestAnimationFrame(look);
        };
        for (const kind of ['click', 'keydown']) addEventListener(kind, begin, true);
    };";

/// The middle of the thing with a name.
const MIDDLE: &str = "
    const thing = [...document.querySelectorAll('#table [data-pick]')].find((one) => one.dataset.pick === \
    arguments[0]);
    const box = thing.getBoundingClientRect();
    return [box.left + box.width / 2, box.top + box.height / 2]";

const VERSION: &str = "return Number(document.querySelector('#table').dataset.version)";

async fn click_at(visitor: &Visitor, point: (f64, f64)) -> Result<()> {
    visitor.drag("mouse", point, point).await
}

async fn middle(visitor: &Visitor, name: &str) -> Result<(f64, f64)> {
    Ok(serde_json::from_value(visitor.js(MIDDLE, json!(name)).await?)?)
}

/// The path of the first offer that some script chooses.
async fn path(visitor: &Visitor, choose: &str) -> Result<Vec<String>> {
    let script = format!(
        "const offers = JSON.parse(document.querySelector('#table').dataset.offers);
        return offers.find((offer) => {choose}).path.flat()"
    );
    Ok(serde_json::from_value(visitor.js(&script, Value::Null).await?)?)
}

/// Does a move by clicks, and checks that its piece is seen to move in the first frame after the last click,
/// while no answer can have come.
async fn goes_at_once(visitor: &Visitor, choose: &str, piece: &str) -> Result<()> {
    let names = path(visitor, choose).await?;
    let (last, before) = names.split_last().context("a path")?;
    for name in before {
        click_at(visitor, middle(visitor, name).await?).await?;
    }
    let at = middle(visitor, last).await?;
    // The pointer comes there first, as a hand does: what follows it may show where it would go.
    visitor.hover(at).await?;
    let version = visitor.js(VERSION, Value::Null).await?;
    visitor.js("held = true; watch()", Value::Null).await?;
    click_at(visitor, at).await?;
    visitor.sees("a first motion", "return Boolean(window.first)", true).await?;
    let first = visitor.js("return first", Value::Null).await?;
    ensure!(first["frames"] == 1, "{choose}: the first motion is in frame {first}");
    let moved = first["moved"].as_array().context("a list")?;
    ensure!(moved.iter().any(|id| id.as_str().is_some_and(|id| id.starts_with(piece))), "{choose}: {first}");
    eprintln!("{choose}: the first motion after {} ms", first["ms"]);
    visitor.js("held = false", Value::Null).await?;
    let answered = "return Number(document.querySelector('#table').dataset.version) > arguments[0]";
    visitor.sees_of("the answer", answered, version, true).await?;
    visitor.rests().await
}

#[tokio::test]
async fn every_sure_move_is_seen_in_the_first_frame() {
    moving_story(async |world| {
        let ann = world.visitor().await?;
        ann.becomes_known().await?;
        let slow = async |game: Value| -> Result<()> {
            ann.new_game(game).await?;
            ann.js(INSTRUMENTS, Value::Null).await.map(drop)
        };
        slow(json!({ "game": "brain-burn", "seed": "ahead" })).await?;
        goes_at_once(&ann, "!offer.amends", "tile-").await?;
        goes_at_once(&ann, "offer.amends", "coin-").await?;
        slow(json!({ "game": "baju-puzzle", "seed": "ahead" })).await?;
        goes_at_once(&ann, "true", "button-").await?;
        slow(json!({ "game": "baju-duel" })).await?;
        goes_at_once(&ann, "true", "button-w").await?;
        goes_at_once(&ann, "true", "button-b").await?;
        slow(json!({ "game": "bambam-booboo" })).await?;
        goes_at_once(&ann, "true", "tile-0").await?;
        goes_at_once(&ann, "offer.path[0].startsWith('to-H')", "tile-1").await?;
        slow(json!({ "game": "burbuja", "seed": "ahead" })).await?;
        goes_at_once(&ann, "offer.path[0].startsWith('front')", "coin-").await?;
        goes_at_once(&ann, "offer.path[0].startsWith('cell')", "tile-").await?;
        slow(json!({ "game": "bulbous", "wish": { "seats": 3 }, "programs": ["simple"], "seed": "hand" }))
            .await?;
        // A specimen is chosen first.
        ann.click("#table .can[data-pick^=specimen]").await?;
        let bets = "return document.querySelector('#table').dataset.offers.includes('do-bet')";
        ann.sees("a bet on offer", bets, true).await?;
        goes_at_once(&ann, "offer.path.includes('do-bet')", "card-").await
    })
    .await;
}

#[tokio::test]
async fn a_refused_move_goes_back() {
    moving_story(async |world| {
        world.expect_complaint("status of 409");
        let ann = world.visitor().await?;
        ann.deal_brain_burn(12, "refused ahead").await?;
        let board = ann.board().await?;
        ann.js(INSTRUMENTS, Value::Null).await?;
        // A page that believes in another version than the server.
        ann.js("held = true; document.querySelector('#table').dataset.version = 7; watch()", Value::Null)
            .await?;
        ann.press("ArrowRight").await?;
        ann.sees("a first motion", "return window.first?.frames", 1).await?;
        // What the page shows is what would have been.
        ann.sees_board(&board.clone().slid(11)).await?;
        ann.js("held = false", Value::Null).await?;
        ann.sees_text("#toast.shown", "moved on").await?;
        ann.sees_board(&board).await?;
        ann.rests().await?;
        // Without any answer it waits where it goes to. The pauses between the tries are short here.
        let cut = "const later = setTimeout; window.setTimeout = (todo, pause = 0) => later(todo, \
            Math.min(pause, 20));
            const real = window.fetch; window.back = () => (window.fetch = real);
            window.fetch = () => Promise.reject(new Error('no network'))";
        ann.js(cut, Value::Null).await?;
        ann.press("ArrowRight").await?;
        ann.sees_text("#toast", "No connection to the server. Your move is waiting.").await?;
        // After many tries it is not “still” so, but after a while.
        ann.js("const now = Date.now; Date.now = () => now() + 10000", Value::Null).await?;
        ann.sees_text("#toast", "Still no connection to the server. Your move is waiting.").await?;
        ann.sees_board(&board.clone().slid(11)).await?;
        ann.js("back()", Value::Null).await?;
        ann.sees_text("#toast", "Your move has arrived").await?;
        ann.sees_board(&board.slid(11)).await
    })
    .await;
}

/// The middle of a cell of the board on the screen.
const CELL: &str = "const box = document.getElementById(`cell-${arguments[0]}`).getBoundingClientRect();
    return [box.left + box.width / 2, box.top + box.height / 2]";

/// How often a tile is sent to and fro, as fast as the browser is told to.
const QUICK: usize = 12;

/// Clicks or taps on the one tile that slides to and fro, never waiting for it to arrive.
pub async fn quick_clicks_count(ann: &Visitor, with: &str) -> Result<()> {
    ann.deal_brain_burn(12, "quick").await?;
    ann.rests().await?;
    let cells = (ann.js(CELL, json!(11)).await?, ann.js(CELL, json!(12)).await?);
    let cells: [(f64, f64); 2] = [serde_json::from_value(cells.0)?, serde_json::from_value(cells.1)?];
    for n in 0..QUICK {
        ann.drag(with, cells[n % 2], cells[n % 2]).await?;
    }
    ann.sees_figure("Moves", QUICK).await
}

/// Clicks where a tile will lie that is on its way, then taps there while it arrives.
pub async fn what_still_moves_can_be_hit(ann: &Visitor) -> Result<()> {
    ann.deal_brain_burn(12, "sliding").await?;
    let board = ann.board().await?;
    // Every motion takes half a minute.
    let slowly = "const real = Element.prototype.animate; Element.prototype.animate = function (...how) {
        const motion = real.apply(this, how); motion.playbackRate = 0.006; return motion; }";
    ann.js(slowly, Value::Null).await?;
    let hole: (f64, f64) = serde_json::from_value(ann.js(CELL, json!(12)).await?)?;
    let slid = board.clone().slid(11);
    for (with, moves, frames) in [("mouse", 1, 1), ("touch", 3, 25)] {
        ann.press("ArrowRight").await?;
        ann.sees_board(&slid).await?;
        ann.sees_figure("Moves", moves).await?;
        // It is there by the time the finger is lifted, which takes long enough for a browser to make no
        // click of it.
        if with == "touch" {
            let arrive = "addEventListener('pointerdown', () => setTimeout(() =>
                document.getAnimations().forEach((motion) => motion.finish())))";
            ann.js(arrive, Value::Null).await?;
        }
        // A copy of it flies above all that lies still, and is gone when it has arrived.
        let flying = "return document.querySelectorAll('.board svg > .flying').length > 0";
        ann.sees("the tile above the others", flying, true).await?;
        ann.drag_along(with, &vec![hole; frames]).await?;
        ann.sees_board(&board).await?;
        ann.sees_figure("Moves", moves + 1).await?;
    }
    let arrive = "document.getAnimations().forEach((motion) => motion.finish())";
    ann.js(arrive, Value::Null).await?;
    ann.sees("no copy", "return document.querySelectorAll('.flying').length", 0).await
}

#[tokio::test]
async fn clicks_and_taps_on_pieces_that_still_move_count() {
    moving_story(async |world| {
        let ann = world.visitor().await?;
        what_still_moves_can_be_hit(&ann).await?;
        quick_clicks_count(&ann, "mouse").await?;
        quick_clicks_count(&ann, "touch").await
    })
    .await;
}

#[tokio::test]
async fn picks_made_while_an_answer_is_on_its_way_are_kept() {
    moving_story(async |world| {
        let ann = world.visitor().await?;
        ann.becomes_known().await?;
        ann.new_game(json!({ "game": "baju-puzzle", "seed": "quick" })).await?;
        ann.js(INSTRUMENTS, Value::Null).await?;
        let places = "return [...document.querySelectorAll('.board svg > [id^=button]')].map((e) => e.id + \
            e.getAttribute('transform')).join()";
        let before = ann.js(places, Value::Null).await?;
        let names = path(&ann, "true").await?;
        let [button, space] = names.as_slice() else { anyhow::bail!("{names:?}") };
        ann.js("held = true", Value::Null).await?;
        let from = middle(&ann, button).await?;
        click_at(&ann, from).await?;
        let to = middle(&ann, space).await?;
        click_at(&ann, to).await?;
        // There and back again: the way back is clicked where nothing is lit yet.
        click_at(&ann, to).await?;
        click_at(&ann, from).await?;
        ann.js("held = false", Value::Null).await?;
        ann.sees("both moves", VERSION, 2).await?;
        ann.sees("everything where it was", places, before).await
    })
    .await;
}

/// A button that was moved across several bridges goes back across them, not straight.
#[tokio::test]
async fn what_is_taken_back_goes_by_the_way_that_it_came() {
    moving_story(async |world| {
        let ann = world.visitor().await?;
        ann.becomes_known().await?;
        ann.new_game(json!({ "game": "baju-puzzle", "seed": "back" })).await?;
        for name in path(&ann, "Number(offer.path[0].at(-1)) > 3").await? {
            click_at(&ann, middle(&ann, &name).await?).await?;
        }
        ann.sees("the move", "return document.querySelectorAll('.board [data-via]').length", 1).await?;
        ann.rests().await?;
        let recorder = "window.stops = 0; const real = Element.prototype.animate;
            Element.prototype.animate = function (frames, how) {
                stops = Math.max(stops, (frames.length ?? 0) - 2);
                return real.call(this, frames, how);
            }";
        ann.js(recorder, Value::Null).await?;
        ann.press("z").await?;
        ann.sees("a way back by stops", "return stops > 2", true).await
    })
    .await;
}
