//! Playing with a screen reader, by keyboard, in the dark, and without motion.

use crate::harness::{Visitor, story};
use anyhow::{Context, Result};
use serde_json::{Value, json};

/// All pages, the last one the table of a fresh game after a move; before it one with hands.
async fn pages(visitor: &Visitor) -> Result<Vec<String>> {
    let game = json!({ "game": "bulbous", "wish": { "seats": 3 }, "programs": ["simple"], "seed": "hand" });
    visitor.becomes_known().await?;
    visitor.new_game(game).await?;
    visitor.sees("a turn", "return 'turn' in document.querySelector('#table').dataset || document.querySelectorAll('.can').length > 0", true).await?;
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
async fn everything_has_a_name_that_can_be_read_out() {
    story(async |world| {
        let ann = world.visitor().await?;
        for page in pages(&ann).await? {
            ann.go(&page).await?;
            let outline = "return [document.querySelectorAll('h1').length, document.querySelectorAll('main').length,
                document.documentElement.lang, document.title.length > 3,
                [...document.images].filter((e) => !e.hasAttribute('alt')).length,
                document.querySelectorAll('[tabindex]:not([tabindex=\"0\"]):not([tabindex=\"-1\"])').length]";
            assert_eq!(ann.js(outline, Value::Null).await?, json!([1, 1, "en", true, 0, 0]), "{page}");
            let twice = "const ids = [...document.querySelectorAll('#table > :not(figure) [id], body > [id]')].map((e) => e.id);
                return ids.filter((id, n) => ids.indexOf(id) !== n)";
            if !page.ends_with("/rules") {
                assert_eq!(ann.js(twice, Value::Null).await?, json!([]), "{page}: ids that are there twice");
            }
            for (role, name) in named(&ann).await? {
                let must = ["button", "link", "textbox", "combobox", "checkbox", "radio", "switch", "image", "img"];
                assert!(!must.contains(&role.as_str()) || !name.trim().is_empty(), "{page}: a {role} without a name");
            }
        }
        // On the table the position itself can be read, piece by piece, and what can be done with each.
        let read = named(&ann).await?;
        let tiles: Vec<_> = read.iter().filter(|(_, name)| name.contains(" with coin ")).collect();
        assert_eq!(tiles.len(), 24, "{tiles:?}");
        assert!(tiles.iter().all(|(_, name)| name.contains("row ") && name.contains("column ")));
        let live = tiles.iter().filter(|(role, _)| role == "button").count() as u64;
        assert_eq!(live, ann.count(".board .can").await?, "the tiles that can be picked are buttons");
        assert!(read.iter().any(|(_, name)| name.contains("hole in row 3, column 2")));
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
                let (what, visible): (String, bool) = serde_json::from_value(ann.js(FOCUS, Value::Null).await?)?;
                if what.is_empty() || stops.len() > 80 {
                    break;
                }
                assert!(visible, "{page}: the focus on {what} cannot be seen");
                stops.push(what);
            }
            let count = "return [...document.querySelectorAll('a[href], button:enabled:not([hidden]), select, input:not([type=hidden]), .board .can')]
                .filter((e) => e.type !== 'radio' || e.checked).length";
            let reachable = ann.js(count, Value::Null).await?;
            // A scrolling list may be a stop, too.
            assert!(Some(stops.len() as u64) >= reachable.as_u64(), "{page}: {reachable} things, but stops at {stops:#?}");
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
const FOCUS: &str = r"
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
async fn texts_stand_out_in_light_and_dark() {
    story(async |world| {
        let ann = world.visitor().await?;
        let pages = pages(&ann).await?;
        let mut grounds = Vec::new();
        for scheme in ["light", "dark"] {
            ann.prefers("prefers-color-scheme", scheme).await?;
            for page in &pages {
                ann.go(page).await?;
                assert_eq!(
                    ann.js(FAINT, Value::Null).await?,
                    json!([]),
                    "{scheme}, {page}: too little contrast"
                );
            }
            let ground = "return getComputedStyle(document.body).backgroundColor";
            grounds.push(ann.js(ground, Value::Null).await?);
        }
        assert_ne!(grounds[0], grounds[1]);
        // It plays in the dark as it does in the light.
        let board = ann.board().await?;
        ann.click_cell(10).await?;
        ann.sees_board(&board.slid(10)).await
    })
    .await;
}

/// Texts whose contrast with what is behind them is less than WCAG AA asks for.
const FAINT: &str = r"
    const rgba = (color) => {
        const [r, g, b, a = 1] = color.match(/[\d.]+/g).map(Number);
        return [r, g, b, a];
    };
    const light = ([r, g, b]) => {
        const [x, y, z] = [r, g, b].map((v) => (v /= 255) <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
        return 0.2126 * x + 0.7152 * y + 0.0722 * z;
    };
    const behind = (e) => {
        for (; e; e = e.parentElement) {
            const color = rgba(getComputedStyle(e).backgroundColor);
            if (color[3] > 0.99) return color;
        }
        return [255, 255, 255];
    };
    const faint = [];
    for (const e of document.querySelectorAll('body *')) {
        const words = [...e.childNodes].some((n) => n.nodeType === 3 && n.textContent.trim());
        if (!words || e.closest('svg, :disabled, #toast, .skip') || !e.checkVisibility()) continue;
        const style = getComputedStyle(e);
        const size = parseFloat(style.fontSize);
        const large = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
        const [one, other] = [light(rgba(style.color)), light(behind(e))].sort((a, b) => b - a);
        const ratio = (one + 0.05) / (other + 0.05);
        if (ratio < (large ? 3 : 4.5)) faint.push(e.outerHTML.slice(0, 80) + ' ' + ratio.toFixed(2));
    }
    return faint;";

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
