//! Playing with a screen reader, by keyboard, in the dark, and without motion.

use crate::harness::{Visitor, story};
use anyhow::{Context, Result};
use serde_json::{Value, json};

/// All pages, the last one the table of a fresh game after a move; before it one with hands.
async fn pages(visitor: &Visitor) -> Result<Vec<String>> {
    let game = json!({ "game": "bulbous", "wish": { "seats": 3 }, "programs": ["simple"], "seed": "hand" });
    visitor.becomes_known().await?;
    visitor.new_game(game).await?;
    visitor
        .sees(
            "a turn",
            "return 'turn' in document.querySelector('#table').dataset || \
        document.querySelectorAll('.can').length > 0",
            true,
        )
        .await?;
    let hand = visitor.path().await?;
    visitor.deal_brain_burn(12, "access").await?;
    visitor.press("ArrowRight").await?;
    visitor.sees_figure("Moves", 1).await?;
    let table = visitor.path().await?;
    Ok(["/", "/brain-burn", "/brain-burn/rules"]
        .map(str::to_owned)
        .into_iter()
        .chain([hand, table])
        .collect())
}

#[tokio::test]
async fn the_position_can_be_read_piece_by_piece() {
    story(async |world| {
        let ann = world.visitor().await?;
        ann.deal_brain_burn(12, "access").await?;
        ann.press("ArrowRight").await?;
        ann.sees_figure("Moves", 1).await?;
        let twice = "const ids = [...document.querySelectorAll('#table > :not(figure) [id], body > \
            [id]')].map((e) => e.id);
            return ids.filter((id, n) => ids.indexOf(id) !== n)";
        assert_eq!(ann.js(twice, Value::Null).await?, json!([]), "ids that are there twice");
        // What lies there, and what can be done with each.
        let read = named(&ann).await?;
        let tiles: Vec<_> = read.iter().filter(|(_, name)| name.contains(" with coin ")).collect();
        assert_eq!(tiles.len(), 24, "{tiles:?}");
        assert!(tiles.iter().all(|(_, name)| name.contains("row ") && name.contains("column ")));
        let live = tiles.iter().filter(|(role, _)| role == "button").count() as u64;
        assert_eq!(live, ann.count(".board .can").await?, "the tiles that can be picked are buttons");
        assert!(read.iter().any(|(_, name)| name.contains("hole in row 3, column 2")));
        // Things that are all alike are one thing.
        ann.new_game(json!({ "game": "bambam-booboo" })).await?;
        let read = named(&ann).await?;
        let hands: Vec<_> =
            read.iter().filter(|(role, name)| role == "image" && name.contains("in hand")).collect();
        assert_eq!(hands.len(), 2, "{hands:?}");
        Ok(())
    })
    .await;
}

/// Roles and names of all that a screen reader finds, as the browser works them out.
async fn named(visitor: &Visitor) -> Result<Vec<(String, String)>> {
    let tree = visitor.driver().cdp().send_raw("Accessibility.getFullAXTree", json!({})).await?;
    let nodes = tree["nodes"].as_array().context("nodes")?;
    let text = |value: &Value| value["value"].as_str().unwrap_or_default().to_owned();
    let heard = nodes.iter().filter(|node| node["ignored"] != json!(true));
    Ok(heard.map(|node| (text(&node["role"]), text(&node["name"]))).collect())
}

#[tokio::test]
async fn the_keyboard_reaches_everything_and_shows_where_it_is() {
    story(async |world| {
        let ann = world.visitor().await?;
        for page in pages(&ann).await? {
            ann.go(&page).await?;
            let mut stops = Vec::new();
            loop {
                ann.press("Tab").await?;
                let (what, visible): (String, bool) =
                    serde_json::from_value(ann.js(FOCUS, Value::Null).await?)?;
                if what.is_empty() || stops.len() > 80 {
                    break;
                }
                assert!(visible, "{page}: the focus on {what} cannot be seen");
                stops.push(what);
            }
            // The board is one stop where arrows move the focus over it; where they make moves, each thing
            // is.
            let count = "return [...document.querySelectorAll('a[href], button:enabled:not([hidden]), \
                select, input:not([type=hidden]), .board .can')]
                .filter((e) => (e.type !== 'radio' || e.checked) && e.checkVisibility() && \
                !(e.matches('.can') && e.tabIndex < 0)).length";
            let reachable = ann.js(count, Value::Null).await?;
            // A scrolling list may be a stop, too.
            assert!(
                Some(stops.len() as u64) >= reachable.as_u64(),
                "{page}: {reachable} things, but stops \
                at {stops:#?}"
            );
        }
        // A whole move with Tab and Enter: the slide, then the swap.
        let board = ann.board().await?;
        focus(&ann, &board.tiles[10]).await?;
        ann.press("Enter").await?;
        let slid = board.slid(10);
        ann.sees_board(&slid).await?;
        focus(&ann, &slid.tiles[16]).await?;
        ann.press("Enter").await?;
        ann.sees_board(&slid.swapped(11, 16)).await
    })
    .await;
}

/// Presses Tab until a tile has the focus.
async fn focus(visitor: &Visitor, tile: &str) -> Result<()> {
    for _ in 0..60 {
        visitor.press("Tab").await?;
        if visitor.js("return document.activeElement.id", Value::Null).await? == json!(format!("tile-{tile}"))
        {
            return Ok(());
        }
    }
    anyhow::bail!("the focus never comes to {tile}")
}

/// What has the focus, and whether that can be seen.
pub const FOCUS: &str = r"
    const e = document.activeElement;
    if (!e || e === document.body) return ['', true];
    const shown = (x) => {
        const style = getComputedStyle(x);
        return style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2;
    };
    const halo = e.querySelector('.halo');
    const seen = shown(e) || (halo && getComputedStyle(halo).display !== 'none') ||
        (e.nextElementSibling && e.matches('.grid input') && shown(e.nextElementSibling));
    return [e.outerHTML.slice(0, 90), !!seen];";

#[tokio::test]
async fn the_log_is_one_stop() {
    story(async |world| {
        let ann = world.visitor().await?;
        let line = "const e = document.activeElement.closest('.story li'); return e ? e.value : 0";
        let stops = "return [...document.querySelectorAll('.story :is(li, a)')].filter((e) => e.tabIndex === \
            0).length";
        ann.becomes_known().await?;
        ann.new_game(json!({ "game": "brain-burn", "seed": "log" })).await?;
        for moves in 1..=3 {
            let play = "const offer = JSON.parse(document.querySelector('#table').dataset.offers).find((o) \
                => !o.amends);
                for (const name of offer.path.flat()) [...document.querySelectorAll('#table [data-pick]')]
                    .find((e) => e.dataset.pick === name).dispatchEvent(new MouseEvent('click', { bubbles: \
                    true }))";
            ann.js(play, Value::Null).await?;
            ann.sees("the line", "return document.querySelectorAll('.story li').length", moves).await?;
        }
        assert_eq!(ann.js(stops, Value::Null).await?, json!(1));
        ann.js("document.querySelector('.story li:last-child').focus()", Value::Null).await?;
        ann.press("ArrowUp ArrowUp ArrowUp ArrowDown").await?;
        ann.sees("the second line", line, 2).await?;
        assert!(ann.count(".board .told").await? > 0, "what the line is about");
        assert_eq!(ann.js(stops, Value::Null).await?, json!(1));
        // Tab leaves the list, and comes back to the same line.
        ann.press("Tab Shift+Tab").await?;
        ann.sees("the second line again", line, 2).await?;
        ann.press("End").await?;
        ann.sees("the newest line", line, 3).await?;
        // The keys of the list make no moves; other keys do what they do elsewhere, and the focus stays with
        // its line.
        assert_eq!(ann.count(".story li").await?, 3);
        ann.press("ArrowUp z").await?;
        ann.sees("a line less", "return document.querySelectorAll('.story li').length", 2).await?;
        ann.sees("the second line, which is the newest now", line, 2).await?;
        assert_eq!(ann.js(stops, Value::Null).await?, json!(1));
        // In the replay the lines are links.
        ann.go(&format!("{}/replay?ply=2", ann.path().await?)).await?;
        assert_eq!(ann.js(stops, Value::Null).await?, json!(1));
        ann.js("document.querySelector('.story a[aria-current]').focus()", Value::Null).await?;
        ann.press("ArrowUp").await?;
        ann.sees("the line before", line, 1).await?;
        ann.press("ArrowLeft").await?;
        ann.sees("a step back", "return document.querySelector('#table').dataset.ply", "1").await?;
        assert_eq!(ann.js(stops, Value::Null).await?, json!(1));
        Ok(())
    })
    .await;
}

#[tokio::test]
async fn it_plays_in_the_dark_as_in_the_light() {
    story(async |world| {
        let ann = world.visitor().await?;
        let mut grounds = Vec::new();
        for scheme in ["light", "dark"] {
            ann.prefers("prefers-color-scheme", scheme).await?;
            ann.deal_brain_burn(12, "dark").await?;
            grounds
                .push(ann.js("return getComputedStyle(document.body).backgroundColor", Value::Null).await?);
        }
        assert_ne!(grounds[0], grounds[1]);
        let board = ann.board().await?;
        ann.click_cell(11).await?;
        ann.sees_board(&board.slid(11)).await
    })
    .await;
}

#[tokio::test]
async fn colours_of_the_visitor_show_switches_and_turns() {
    story(async |world| {
        let ann = world.visitor().await?;
        ann.prefers("forced-colors", "active").await?;
        ann.becomes_known().await?;
        ann.new_game(json!({ "game": "baju-duel", "programs": ["1"] })).await?;
        let seats = "return [...document.querySelectorAll('.seats li')].map((seat) => \
            getComputedStyle(seat).borderLeftColor)";
        let seats = ann.js(seats, Value::Null).await?;
        assert_ne!(seats[0], seats[1], "the seat to act");
        ann.go("/settings").await?;
        let switch = "return getComputedStyle(document.querySelector('.switch input')).appearance";
        assert_ne!(ann.js(switch, Value::Null).await?, json!("none"), "the browser draws the switch");
        Ok(())
    })
    .await;
}

#[tokio::test]
async fn nothing_moves_where_motion_is_unwanted() {
    story(async |world| {
        let ann = world.visitor().await?;
        ann.prefers("prefers-reduced-motion", "reduce").await?;
        ann.deal_brain_burn(12, "still").await?;
        let board = ann.board().await?;
        ann.js("window.moved = 0; Element.prototype.animate = () => { moved += 1 }", Value::Null).await?;
        ann.click_cell(11).await?;
        let board = board.slid(11);
        ann.sees_board(&board).await?;
        ann.click_cell(24).await?;
        ann.press("ArrowDown").await?;
        ann.sees_board(&board.slid(6)).await?;
        assert_eq!(ann.js("return moved", Value::Null).await?, json!(0));
        Ok(())
    })
    .await;
}

/// What is drawn round the thing that has the focus; nothing where nothing has it.
const RING: &str = "const own = document.activeElement;
    return own === document.body ? 'none' : getComputedStyle(own).outlineStyle";

/// Scripts give the focus to the board and to other things after a press. Who uses a mouse sees no ring then;
/// who uses the keyboard does.
#[tokio::test]
async fn a_ring_shows_the_focus_to_the_keyboard_only() {
    story(async |world| {
        let ann = world.visitor().await?;
        ann.becomes_known().await?;
        let hands = json!({ "game": "bulbous", "wish": { "seats": 2 }, "programs": ["simple"], "seed": "ring",
            "sit": 0 });
        ann.new_game(hands).await?;
        let path = "const actions = \
            JSON.parse(document.querySelector('#table').dataset.offers).filter((offer) => !offer.amends);
            const pressed = actions.find((offer) => offer.path.flat().some((name) => \
            document.querySelector(`.controls [data-pick='${name}']`)));
            return (pressed ?? actions[0])?.path.flat() ?? []";
        let mut pressed = 0;
        for _ in 0..6 {
            ann.sees("a turn", crate::together::MY_TURN, true).await?;
            let names = ann.js(path, Value::Null).await?;
            for name in names.as_array().context("a path")? {
                let name = name.as_str().unwrap_or_default();
                let button = format!(".controls [data-pick='{name}']");
                pressed += ann.count(&button).await?;
                ann.click(&format!("#table [data-pick='{name}']")).await?;
                ann.rests().await?;
                assert_eq!(ann.js(RING, Value::Null).await?, "none", "after a click on {name}");
            }
        }
        assert!(pressed > 1, "{pressed} presses of a button");
        // All that the scripts give the focus to when what had it is gone, after a press of the mouse.
        let given = "const things = [...document.querySelectorAll('.board > svg, .board > svg > [role=img], \
            .story .past, dialog .prose')];
            return things.map((thing) => {
                if (!thing.hasAttribute('tabindex')) thing.tabIndex = -1;
                thing.focus({ preventScroll: true });
                return getComputedStyle(thing).outlineStyle;
            }).filter((style) => style !== 'none').length";
        ann.click("details.resign > summary").await?;
        assert_eq!(ann.js(given, Value::Null).await?, 0, "rings after a press of the mouse");
        ann.click(".resign button").await?;
        ann.sees_text("#status", "resigned").await?;
        ann.rests().await?;
        assert_eq!(ann.js(RING, Value::Null).await?, "none", "after resigning");
        ann.press("Tab").await?;
        assert_eq!(ann.js(RING, Value::Null).await?, "solid", "for who uses the keyboard");
        // A puzzle that plays itself, and is stopped.
        ann.new_game(json!({ "game": "baju-puzzle", "seed": "ring" })).await?;
        ann.click("#table .solver button[value='3']").await?;
        ann.sees("some moves", "return Number(document.querySelector('#table').dataset.version) > 0", true)
            .await?;
        ann.rests().await?;
        assert_eq!(ann.js(RING, Value::Null).await?, "none", "while it plays itself");
        Ok(())
    })
    .await;
}
