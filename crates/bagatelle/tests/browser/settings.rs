//! Light, motion, sound and what tells of turns.

use crate::harness::story;
use crate::together::{By, MY_TURN, join, open_table, play};
use anyhow::{Context, Result};
use serde_json::{Value, json};

const GROUND: &str = "return getComputedStyle(document.body).backgroundColor";
const ICON: &str =
    "return document.querySelector('link[rel=icon]').getAttribute('href').split('-').slice(1).join('-')";
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
        ann.click("label:has([name=theme][value=dark])").await?;
        ann.click("label:has([name=motion][value=less])").await?;
        ann.click(".choose button.primary").await?;
        ann.sees_text("[role=status]", "remembers your choice").await?;
        let dark = ann.js(GROUND, Value::Null).await?;
        assert_ne!(dark, light);
        // It is so on every page, and nothing moves at a table.
        ann.deal_brain_burn(12, "still").await?;
        assert_eq!(ann.js(GROUND, Value::Null).await?, dark);
        let board = ann.board().await?;
        ann.js("window.moved = 0; Element.prototype.animate = () => { moved += 1 }", Value::Null).await?;
        ann.click_cell(11).await?;
        ann.sees_board(&board.slid(11)).await?;
        assert_eq!(ann.js("return moved", Value::Null).await?, json!(0));

        // Light and full motion hold where the system says otherwise.
        ann.go("/settings").await?;
        ann.click("label:has([name=theme][value=light])").await?;
        ann.click("label:has([name=motion][value=full])").await?;
        ann.click(".choose button.primary").await?;
        ann.sees_text("[role=status]", "remembers your choice").await?;
        ann.prefers("prefers-color-scheme", "dark").await?;
        assert_eq!(ann.js(GROUND, Value::Null).await?, light);
        ann.prefers("prefers-reduced-motion", "reduce").await?;
        ann.deal_brain_burn(12, "moves").await?;
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

#[tokio::test]
async fn sound_is_one_switch_for_all_games_and_loads_when_it_is_wanted() {
    story(async |world| {
        let ann = world.visitor().await?;
        ann.deal_brain_burn(12, "quiet").await?;
        let board = ann.board().await?;
        ann.click_cell(11).await?;
        ann.sees_board(&board.slid(11)).await?;
        assert_eq!(ann.js(EXTRAS, Value::Null).await?, json!(0), "nothing more is loaded than is needed");
        ann.go("/settings").await?;
        ann.click(".switch:has([data-loud])").await?;
        ann.sees("a sound", EXTRAS, 1).await?;
        ann.deal_brain_burn(12, "loud").await?;
        ann.sees("the switch", "return document.querySelector('[data-loud]').checked", true).await?;
        let board = ann.board().await?;
        ann.js(
            "window.tones = 0; const start = OscillatorNode.prototype.start; \
            OscillatorNode.prototype.start = function (...when) { tones += 1; return start.apply(this, when) \
            }",
            Value::Null,
        )
        .await?;
        ann.click_cell(11).await?;
        ann.sees_board(&board.slid(11)).await?;
        ann.sees("a knock", "return tones", 1).await
    })
    .await;
}

#[tokio::test]
async fn a_turn_is_told_by_the_icon_the_title_and_the_lists() {
    story(async |world| {
        let (ann, bob) = (world.visitor().await?, world.visitor().await?);
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
