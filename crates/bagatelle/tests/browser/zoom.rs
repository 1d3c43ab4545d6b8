//! A drawing that grows: on a phone everything on it stays large enough for a finger, from the first tile to
//! the last slide.

use crate::harness::{Visitor, story, wait};
use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};

/// A game of Bambam Booboo until all forty tiles lie on the table.
const PLACED: &str = "H0,0 V0,1 H2,0 V0,3 H1,3 H4,0 H2,1 V-1,3 V0,-2 H-2,1 H-3,4 H-2,5 V-2,-1 H2,-1 V-3,-1 \
    V-4,3 V-1,-1 \
    H-1,-3 H4,1 V1,-4 H-4,1 H1,2 V2,-3 V0,5 V4,-2 H1,4 V1,-6 V-3,5 H5,-1 V4,2 H-4,-2 H3,-3 H1,6 H5,3 V-5,-2 \
    H3,-4 V-5,0 \
    V3,6 H5,-4 V-4,-4";

/// How far from the middle of a thing a finger comes down, in CSS pixels.
const OFF: f64 = 23.0;

/// The least distance on the screen between the middles of two places of one face; 0 if a thing is not hit 20
/// px beside its middle.
const ROOM: &str = r"
    const svg = document.querySelector('#table .board > svg');
    const middle = (e) => {
        const [x, y] = e.getAttribute('transform').match(/-?[\d.]+/g).map(Number);
        return new DOMPoint(x, y).matrixTransform(svg.getScreenCTM());
    };
    const face = document.querySelector('#table').dataset.face;
    const places = [...svg.querySelectorAll('.can[data-face]')].filter((e) => e.dataset.face === face)
        .map(middle);
    let least = 1000;
    places.forEach((a, i) => places.slice(0, i).forEach((b) => {
        least = Math.min(least, Math.hypot(a.x - b.x, a.y - b.y));
    }));
    for (const tile of svg.querySelectorAll('.can:not([data-face])')) {
        const { x, y } = middle(tile);
        for (const [dx, dy] of [[20, 0], [-20, 0], [0, 20], [0, -20]]) {
            const hit = document.elementFromPoint(x + dx, y + dy);
            if (hit?.closest('.board > svg') && hit.closest('[data-pick]') !== tile) least = 0;
        }
    }
    return least;";

/// The names and the middles of things that can be picked, with room for a finger about them on the board.
const IN_SIGHT: &str = r"
    const found = [];
    const svg = document.querySelector('#table .board > svg');
    const face = document.querySelector('#table').dataset.face;
    for (const e of svg.querySelectorAll('.can')) {
        if (e.dataset.face && e.dataset.face !== face) continue;
        const [x, y] = e.getAttribute('transform').match(/-?[\d.]+/g).map(Number);
        const at = new DOMPoint(x, y).matrixTransform(svg.getScreenCTM());
        const seen = ([dx, dy]) => document.elementFromPoint(at.x + dx, at.y + dy)
        ?.closest('#table .board > svg');
        if ([[25, 0], [-25, 0], [0, 25], [0, -25]].every(seen)) found.push([e.dataset.pick, at.x, at.y]);
    }
    return found;";

/// Where the ghost lies: the name of its place, if it may lie there.
const GHOST: &str = r"
    const ghost = document.querySelector('.probe.shown:not(.no)');
    if (!ghost) return null;
    const places = [...document.querySelectorAll('#table svg .can[data-face]')];
    const face = ghost.dataset.face;
    const same = (e) => e.dataset.face === face &&
        e.getAttribute('transform') === ghost.getAttribute('transform');
    return places.find(same)?.dataset.pick;";

const VERSION: &str = "return Number(document.querySelector('#table').dataset.version)";
const VIEW: &str =
    "return document.querySelector('#table .board > svg').getAttribute('viewBox').split(' ').map(Number)";

async fn phone(visitor: &Visitor) -> Result<()> {
    let screen = json!({ "width": 390, "height": 844, "deviceScaleFactor": 2, "mobile": true });
    visitor.emulate("Emulation.setDeviceMetricsOverride", screen).await?;
    visitor.emulate("Emulation.setTouchEmulationEnabled", json!({ "enabled": true })).await?;
    visitor.becomes_known().await
}

/// Plays an action as another device of the same visitor would.
async fn plays(visitor: &Visitor, text: &str) -> Result<()> {
    let version = visitor.js(VERSION, Value::Null).await?.as_u64().context("a version")?;
    let post = "const { act, version } = document.querySelector('#table').dataset;
        return fetch(act, { method: 'POST', body: new URLSearchParams({ kind: 'act', version, text: \
        arguments[0] }) })
            .then((answer) => answer.ok)";
    ensure!(visitor.js(post, json!(text)).await? == true, "{text} is not taken");
    visitor.sees(text, VERSION, version + 1).await
}

/// What is in sight and can be picked, and where its middle is.
async fn in_sight(visitor: &Visitor) -> Result<Vec<(String, f64, f64)>> {
    visitor.rests().await?;
    Ok(serde_json::from_value(visitor.js(IN_SIGHT, Value::Null).await?)?)
}

async fn one_in_sight(visitor: &Visitor) -> Result<(String, f64, f64)> {
    in_sight(visitor).await?.into_iter().next().context("something to pick")
}

async fn tap(visitor: &Visitor, x: f64, y: f64) -> Result<()> {
    visitor.drag("touch", (x, y), (x, y)).await
}

/// Everything that can be picked has room for a finger.
async fn has_room(visitor: &Visitor, when: &str) -> Result<()> {
    visitor.rests().await?;
    let least = visitor.js(ROOM, Value::Null).await?.as_f64().context("a distance")?;
    ensure!(least >= 2.0 * OFF, "{when}: {least} px");
    Ok(())
}

/// A tap beside the middle of a place, on whichever side, means that place.
async fn taps_mean_places(visitor: &Visitor, when: &str) -> Result<()> {
    for (n, (dx, dy)) in [(OFF, 0.0), (-OFF, 0.0), (0.0, OFF), (0.0, -OFF)].into_iter().enumerate() {
        // Another one each time: a second tap on a place confirms it.
        let places = in_sight(visitor).await?;
        ensure!(!places.is_empty(), "{when}: no place in sight");
        let Some((place, x, y)) = places.get(n) else { break };
        tap(visitor, x + dx, y + dy).await?;
        visitor.sees(&format!("{when}: the ghost at {place}"), GHOST, place.clone()).await?;
    }
    Ok(())
}

/// Touches a button.
async fn touch(visitor: &Visitor, button: &str) -> Result<()> {
    visitor.rests().await?;
    let middle = "const box = document.querySelector(arguments[0]).getBoundingClientRect();
        return [box.left + box.width / 2, box.top + box.height / 2]";
    let (x, y): (f64, f64) = serde_json::from_value(visitor.js(middle, json!(button)).await?)?;
    tap(visitor, x, y).await
}

/// Ends a game early.
async fn resigns(visitor: &Visitor) -> Result<()> {
    let resign = "const { act, version } = document.querySelector('#table').dataset;
        return fetch(act, { method: 'POST', body: new URLSearchParams({ kind: 'resign', version }) })
            .then((answer) => answer.ok)";
    ensure!(visitor.js(resign, Value::Null).await? == true, "the game goes on");
    visitor.sees("the end", "return document.querySelector('#table').matches('.over')", true).await?;
    visitor.rests().await
}

#[tokio::test]
async fn everything_is_large_enough_for_a_finger_all_game() {
    story(async |world| {
        let ann = world.visitor().await?;
        phone(&ann).await?;
        ann.new_game(json!({ "game": "bambam-booboo" })).await?;
        let edges = "const all = [...document.querySelectorAll('.board > svg, .board > .seats li')];
            const boxes = all.map((one) => one.getBoundingClientRect());
            return boxes.length === 3 && boxes.every((box) => box.left === 0 && box.right === innerWidth)";
        ensure!(
            ann.js(edges, Value::Null).await? == true,
            "the board and its plates are as wide as the screen"
        );
        for (ply, text) in PLACED.split_whitespace().enumerate() {
            has_room(&ann, &format!("with {ply} tiles")).await?;
            if [1, 18, 39].contains(&ply) {
                taps_mean_places(&ann, &format!("with {ply} tiles")).await?;
            }
            plays(&ann, text).await?;
        }
        // The sliding phase: a tile is picked, then a place, then the button says yes.
        ann.sees_text("#status", "Choose one of your tiles to slide").await?;
        has_room(&ann, "before a slide").await?;
        let (tile, x, y) = one_in_sight(&ann).await?;
        tap(&ann, x + OFF * 0.9, y).await?;
        ann.sees("a tile in hand", "return document.querySelector('#table').dataset.picks", tile).await?;
        ann.sees_text("#status", "Choose its new place").await?;
        has_room(&ann, "sliding").await?;
        taps_mean_places(&ann, "sliding").await?;
        touch(&ann, "#put").await?;
        ann.sees("the slide", VERSION, 41).await?;
        ann.sees_text(".story li:last-child", "Light slides the").await
    })
    .await;
}

#[tokio::test]
async fn a_finger_lays_moves_and_confirms() {
    story(async |world| {
        let ann = world.visitor().await?;
        phone(&ann).await?;
        ann.new_game(json!({ "game": "bambam-booboo" })).await?;
        for text in PLACED.split_whitespace().take(4) {
            plays(&ann, text).await?;
        }
        assert!(!ann.text("#turn").await?.contains("(R)"), "a phone has no keys");
        let (place, x, y) = one_in_sight(&ann).await?;
        tap(&ann, x, y).await?;
        ann.sees("the ghost", GHOST, place.clone()).await?;
        // Nothing is played before it is confirmed; the buttons move and turn it to places that are allowed.
        for button in ["[data-nudge=ArrowRight]", "[data-nudge=ArrowLeft]", "#turn"] {
            let before = ann.js(GHOST, Value::Null).await?;
            touch(&ann, button).await?;
            wait(button, async || ann.js(GHOST, Value::Null).await, |now| *now != before && !now.is_null())
                .await?;
        }
        // A finger on it takes it along, above the finger.
        let middle = "const box = document.querySelector('.probe.shown .may').getBoundingClientRect();
            return [box.left + box.width / 2, box.top + box.height / 2]";
        let (x, y): (f64, f64) = serde_json::from_value(ann.js(middle, Value::Null).await?)?;
        let view = ann.js(VIEW, Value::Null).await?;
        ann.drag_along("touch", &[(x, y), (x + 15.0, y + 30.0), (x, y + 60.0)]).await?;
        assert_eq!(ann.js(VIEW, Value::Null).await?, view, "the ghost was dragged, not the table");
        let lies = wait("the ghost", async || ann.js(GHOST, Value::Null).await, Value::is_string).await?;
        assert_eq!(ann.js(VERSION, Value::Null).await?, 4);
        touch(&ann, "#put").await?;
        ann.sees("the move", VERSION, 5).await?;
        ann.sees_text(".story li:last-child", "Light places a").await?;
        let taken = "return Boolean(document.querySelector(`[data-pick='${arguments[0]}']`))";
        ann.sees_of("the place is taken", taken, lies, false).await?;
        // On a tile nothing can be put: it says so, and the button waits.
        ann.rests().await?;
        let tile = "const box = document.querySelector('#tile-0-19').getBoundingClientRect();
            return [box.left + box.width / 2, box.top + box.height / 2]";
        let (x, y): (f64, f64) = serde_json::from_value(ann.js(tile, Value::Null).await?)?;
        tap(&ann, x, y).await?;
        ann.sees_text("#why.shown", "here’s already a tile there").await?;
        ann.sees("a button that waits", "return document.querySelector('#put').disabled", true).await
    })
    .await;
}

#[tokio::test]
async fn fingers_zoom_and_move_the_table() {
    story(async |world| {
        let ann = world.visitor().await?;
        phone(&ann).await?;
        ann.new_game(json!({ "game": "bambam-booboo" })).await?;
        let moves: Vec<&str> = PLACED.split_whitespace().collect();
        for text in &moves[..24] {
            plays(&ann, text).await?;
        }
        ann.rests().await?;
        let view =
            async || -> Result<[f64; 4]> { Ok(serde_json::from_value(ann.js(VIEW, Value::Null).await?)?) };
        let close = view().await?;
        ann.drag("touch", (200.0, 400.0), (260.0, 340.0)).await?;
        let moved = view().await?;
        assert!(moved[0] < close[0] && moved[1] > close[1], "{close:?} {moved:?}");
        ann.pinch((195.0, 400.0), 120.0, 50.0).await?;
        let pinched = view().await?;
        assert!(pinched[2] > 1.5 * close[2], "{moved:?} {pinched:?}");
        // The page itself is not zoomed.
        assert_eq!(ann.js("return visualViewport.scale", Value::Null).await?, 1);
        // A live move keeps what the visitor chose, and is in sight.
        plays(&ann, moves[24]).await?;
        ann.rests().await?;
        assert!((view().await?[2] - pinched[2]).abs() < 1.0);
        let last = "const [a, b] = ['#last', '.board > svg'].map((s) => \
            document.querySelector(s).getBoundingClientRect());
            return a.left > b.left && a.right < b.right && a.top > b.top && a.bottom < b.bottom";
        ann.sees("the last move in sight", last, true).await?;
        // A tap where a finger could not tell the places apart comes nearer first.
        tap(&ann, 195.0, 400.0).await?;
        has_room(&ann, "nearer").await?;
        assert_eq!(ann.js(VERSION, Value::Null).await?, 25);
        touch(&ann, "[data-zoom-by=whole]").await?;
        ann.rests().await?;
        let whole = view().await?;
        assert!(whole[2] > 1.2 * close[2], "{whole:?}");
        touch(&ann, "[data-zoom-by=whole]").await?;
        has_room(&ann, "as it was").await?;
        // When the game is over, no finger needs room any more.
        let all = "const board = document.querySelector('.board > svg').getBoundingClientRect();
            return [...document.querySelectorAll('.board > svg > [id^=tile-]:not(.aside)')]
                .map((tile) => tile.getBoundingClientRect())
                .every((tile) => tile.left >= board.left && tile.right <= board.right)";
        ann.sees("tiles out of sight", all, false).await?;
        resigns(&ann).await?;
        ann.sees("all tiles", all, true).await
    })
    .await;
}

#[tokio::test]
async fn the_end_of_a_game_leaves_the_scale_of_the_board() {
    story(async |world| {
        let ann = world.visitor().await?;
        phone(&ann).await?;
        ann.new_game(json!({ "game": "bambam-booboo", "programs": ["1"] })).await?;
        ann.rests().await?;
        let width = async || -> Result<f64> {
            let view: [f64; 4] = serde_json::from_value(ann.js(VIEW, Value::Null).await?)?;
            Ok(view[2])
        };
        let before = width().await?;
        resigns(&ann).await?;
        let after = width().await?;
        ensure!((after - before).abs() < 1.0, "{before} > {after}");
        Ok(())
    })
    .await;
}

#[tokio::test]
async fn the_buttons_lie_beside_the_board_where_a_mouse_plays() {
    let beside = "const [board, buttons] = ['.board > svg', '.zoom'].map((s) => \
        document.querySelector(`#table ${s}`).getBoundingClientRect());
        return board.right <= buttons.left && buttons.right <= innerWidth && buttons.width > 0";
    story(async |world| {
        let ann = world.visitor().await?;
        ann.becomes_known().await?;
        for screen in [(1440, 900), (1280, 720), (900, 700)] {
            ann.has_screen(screen).await?;
            ann.new_game(json!({ "game": "bambam-booboo" })).await?;
            ann.sees(&format!("buttons beside the board on {screen:?}"), beside, true).await?;
        }
        Ok(())
    })
    .await;
}

#[tokio::test]
async fn a_mouse_moves_the_table_by_its_ground() {
    story(async |world| {
        let ann = world.visitor().await?;
        ann.becomes_known().await?;
        ann.new_game(json!({ "game": "bambam-booboo" })).await?;
        for text in PLACED.split_whitespace().take(6) {
            plays(&ann, text).await?;
        }
        ann.rests().await?;
        let view =
            async || -> Result<[f64; 4]> { Ok(serde_json::from_value(ann.js(VIEW, Value::Null).await?)?) };
        let before = view().await?;
        ann.press("+").await?;
        ann.rests().await?;
        let near = view().await?;
        assert!(near[2] < before[2]);
        ann.drag("mouse", (420.0, 500.0), (370.0, 460.0)).await?;
        let moved = view().await?;
        assert!(moved[0] > near[0] && moved[1] > near[1], "{near:?} {moved:?}");
        assert_eq!(ann.js(VERSION, Value::Null).await?, 6, "nothing was put down");
        ann.press("0 0").await?;
        ann.rests().await?;
        assert_eq!(view().await?, before);
        Ok(())
    })
    .await;
}
