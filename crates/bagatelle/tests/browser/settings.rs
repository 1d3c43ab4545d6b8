//! Light, motion, sound and what tells of turns.

use crate::harness::story;
use crate::together::{By, MY_TURN, join, open_table, play};
use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};

const GROUND: &str = "return getComputedStyle(document.body).backgroundColor";
const ICON: &str =
    "return document.querySelector('link[rel=icon]').getAttribute('href').split('-').slice(1).join('-')";
/// How many layers of threads or planks the table under the board has.
const SURFACE: &str = "const table = document.querySelector('[data-surface]'); return \
    getComputedStyle(table, '::before').backgroundImage.split('repeating-linear').length - 1";
/// Whether the modules are loaded that are there for those who want them.
const EXTRAS: &str = "return performance.getEntriesByType('resource').map((r) => r.name).filter((n) => \
    /-(sound|notify|share)\\.js$/.test(n)).length";

#[tokio::test]
async fn a_choice_of_light_and_motion_is_stronger_than_the_system() {
    story(async |world| {
        let ann = world.visitor().await?;
        ann.prefers("prefers-color-scheme", "light").await?;
        ann.go("/settings").await?;
        let light = ann.js(GROUND, Value::Null).await?;
        let swatches = "const style = (one) => getComputedStyle(one);
            const looks = (one) => style(one).backgroundColor + style(one).backgroundImage;
            const all = [...document.querySelectorAll('.swatch i')];
            return [all.length, new Set(all.map(looks)).size]";
        assert_eq!(ann.js(swatches, Value::Null).await?, json!([6, 3]), "each table is shown, and all three");
        ann.click("label:has([name=theme][value=dark])").await?;
        // Each choice holds at once, and nothing has to be saved.
        assert_eq!(ann.count(".choose button").await?, 0);
        ann.sees("dark", "return document.documentElement.dataset.theme", "dark").await?;
        let dark = ann.js(GROUND, Value::Null).await?;
        assert_ne!(dark, light);
        ann.click("label:has([name=motion][value=less])").await?;
        ann.sees("less motion", "return document.documentElement.dataset.motion", "less").await?;
        // It is so on every page, and nothing moves at a table.
        ann.deal_brain_burn(12, "still").await?;
        assert_eq!(ann.js(GROUND, Value::Null).await?, dark);
        assert_eq!(ann.js(SURFACE, Value::Null).await?, json!(0), "felt, as the game has it");
        let board = ann.board().await?;
        ann.js("window.moved = 0; Element.prototype.animate = () => { moved += 1 }", Value::Null).await?;
        ann.click_cell(11).await?;
        ann.sees_board(&board.slid(11)).await?;
        assert_eq!(ann.js("return moved", Value::Null).await?, json!(0));

        // Light and full motion hold where the system says otherwise.
        ann.go("/settings").await?;
        ann.click("label:has([name=theme][value=light])").await?;
        ann.click("label:has([name=motion][value=full])").await?;
        ann.click("label:has([name=table][value=linen])").await?;
        ann.sees("linen", "return document.documentElement.dataset.table", "linen").await?;
        ann.prefers("prefers-color-scheme", "dark").await?;
        assert_eq!(ann.js(GROUND, Value::Null).await?, light);
        ann.prefers("prefers-reduced-motion", "reduce").await?;
        ann.deal_brain_burn(12, "moves").await?;
        assert_eq!(ann.js(SURFACE, Value::Null).await?, json!(2), "linen, as was chosen");
        let board = ann.board().await?;
        ann.js(
            "window.moved = 0; const go = Element.prototype.animate; Element.prototype.animate = function \
            (...how) { moved += 1; return go.apply(this, how) }",
            Value::Null,
        )
        .await?;
        ann.click_cell(11).await?;
        ann.sees_board(&board.slid(11)).await?;
        ann.sees("a motion", "return moved > 0", true).await
    })
    .await;
}

/// Counts what is played.
const COUNT: &str = "window.played = 0; const start = AudioBufferSourceNode.prototype.start; \
    AudioBufferSourceNode.prototype.start = function (...when) { \
    played += 1; return start.apply(this, when) }";

#[tokio::test]
async fn moves_are_heard_after_the_first_touch_and_one_button_mutes_all_games() {
    story(async |world| {
        let ann = world.visitor().await?;
        ann.deal_brain_burn(12, "heard").await?;
        assert_eq!(ann.js(EXTRAS, Value::Null).await?, json!(0), "nothing more is loaded than is needed");
        ann.js(COUNT, Value::Null).await?;
        let board = ann.board().await?;
        ann.click_cell(11).await?;
        ann.sees_board(&board.slid(11)).await?;
        ann.sees("a sound", "return played", 1).await?;
        ann.click(".speaker").await?;
        ann.sees("the button", "return document.querySelector('.speaker').ariaPressed", "false").await?;
        let board = ann.board().await?;
        ann.click_cell(12).await?;
        ann.sees_board(&board.slid(12)).await?;

        // It holds for other games and on the page of settings.
        ann.go("/settings").await?;
        ann.sees("the switch", "return document.querySelector('[data-loud]').checked", false).await?;
        ann.deal_brain_burn(12, "quiet").await?;
        ann.sees("the button", "return document.querySelector('.speaker').ariaPressed", "false").await?;
        ann.js(COUNT, Value::Null).await?;
        let board = ann.board().await?;
        ann.click_cell(11).await?;
        ann.sees_board(&board.slid(11)).await?;
        assert_eq!(ann.js("return played", Value::Null).await?, json!(0));
        ann.click(".speaker").await?;
        ann.sees("a sound that tells that they are on", "return played", 1).await
    })
    .await;
}

#[tokio::test]
async fn a_turn_is_told_by_the_icon_the_title_and_the_lists() {
    story(async |world| {
        let (ann, bob) =
            (world.visitor_with_whole_chromium().await?, world.visitor_with_whole_chromium().await?);
        let table = open_table(&ann, "baju-duel", "Ann", &[]).await?;
        assert_eq!(ann.js(ICON, Value::Null).await?, json!("icon.svg"));
        join(&bob, &table, "Bob").await?;
        ann.sees("two players", "return document.querySelectorAll('.seats .away').length", 0).await?;
        let turns = [&ann, &bob];
        let first = usize::from(ann.js(MY_TURN, Value::Null).await? != json!(true));
        let (one, other) = (turns[first], turns[1 - first]);
        one.sees("the icon", ICON, "icon-turn.svg").await?;
        one.sees("the title", "return document.title.startsWith('● Your turn')", true).await?;
        other.sees("the calm icon", ICON, "icon.svg").await?;
        let offers = "return JSON.parse(document.querySelector('#table').dataset.offers)[0].text";
        let action = one.js(offers, Value::Null).await?;
        // The switch asks the browser, and nothing else does.
        other
            .sees("a switch", "return document.querySelector('[data-notify]').parentElement.hidden", false)
            .await?;
        other.sees("no leave", "return Notification.permission", "default").await?;
        other.emulate("Browser.grantPermissions", json!({ "permissions": ["notifications"] })).await?;
        other.click(".switch:has([data-notify])").await?;
        other.sees("what is kept", "return localStorage.getItem('notify')", "true").await?;
        // A page that loads shows at once how the switch stands: nothing glides.
        let glides = "window.glides = 0; document.addEventListener('transitionrun', ({ target }) =>
            (window.glides += Number(target.matches('.switch input'))))";
        other.emulate("Page.addScriptToEvaluateOnNewDocument", json!({ "source": glides })).await?;
        other.driver().refresh().await?;
        other
            .sees("the switch", "return document.querySelector('.known [data-notify]')?.checked", true)
            .await?;
        other.rests().await?;
        ensure!(other.js("return window.glides", Value::Null).await? == 0, "the switch flickers");

        play(one, By::Mouse, action.as_str().context("an action")?).await?;
        one.sees("the calm icon", ICON, "icon.svg").await?;
        other.sees("the icon", ICON, "icon-turn.svg").await?;
        let waiting = async |visitor: &crate::harness::Visitor| -> Result<Value> {
            visitor.go("/games").await?;
            visitor
                .js(
                    "return [document.title, \
                document.querySelectorAll('.boards .turn').length]",
                    Value::Null,
                )
                .await
        };
        assert_eq!(waiting(other).await?, json!(["(1) My games", 1]));
        assert_eq!(waiting(one).await?, json!(["My games", 0]));
        other.sees("the board", "return document.querySelector('.boards img').naturalWidth > 0", true).await
    })
    .await;
}

#[tokio::test]
async fn a_player_who_joins_is_heard() {
    story(async |world| {
        let (ann, bob) = (world.visitor().await?, world.visitor().await?);
        ann.becomes_known().await?;
        bob.becomes_known().await?;
        // Bob is to act, so nothing else is heard.
        let order = json!({ "game": "baju-duel", "programs": ["open"], "name": "Ann", "sit": 1 });
        let (_, made) = ann.api("POST", "/api/v1/games", order).await?;
        let id = made["id"].as_str().unwrap_or_default();
        ann.go(&format!("/g/{id}")).await?;
        ann.js(COUNT, Value::Null).await?;
        ann.click("#status").await?;
        let sit = json!({ "kind": "sit", "text": "Bob" });
        bob.api("POST", &format!("/api/v1/games/{id}/events"), sit).await?;
        ann.sees("Bob", "return document.querySelector('#table .seats em')", Value::Null).await?;
        ann.sees("a sound", "return played", 1).await
    })
    .await;
}
