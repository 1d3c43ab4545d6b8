//! A server below a path, as behind a proxy that has other sites on the same host.

use crate::harness::story_below;
use crate::together::{By, join, open_table, play};
use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};

/// The first of the actions on offer.
const LEGAL: &str = "return JSON.parse(document.querySelector('#table').dataset.offers)[0]?.text ?? null";
/// Whether the visitor is to act.
const MY_TURN: &str = "return document.querySelector('#table').dataset.offers !== '[]'";

#[tokio::test]
async fn two_play_below_a_path() {
    story_below("/games", async |world| {
        let (ann, bob) = (world.visitor().await?, world.visitor().await?);
        // From the first page on by links only, so each of them must hold the path.
        ann.go("/").await?;
        let own = "return [...document.querySelectorAll('a[href^=\"/\"], form[action^=\"/\"], img, link, \
            script[src]')]
            .map((one) => new URL(one.action ?? one.href ?? one.src).pathname)
            .filter((path) => !path.startsWith('/games/'))";
        ann.sees("no address outside", own, json!([])).await?;
        let table = open_table(&ann, "baju-duel", "Ann", &[]).await?;
        let link = "return document.querySelector('.invite input').value === location.origin + '/games' + \
            arguments[0]";
        ann.sees_of("the link to send", link, json!(table), true).await?;
        join(&bob, &table, "Bob").await?;

        // What one does the other sees by the stream.
        for _ in 0..4 {
            let seen = async |visitor: &crate::harness::Visitor| -> Result<bool> {
                Ok(visitor.js(MY_TURN, Value::Null).await? == true)
            };
            let (mover, other) = if seen(&ann).await? { (&ann, &bob) } else { (&bob, &ann) };
            mover.sees("the turn", MY_TURN, true).await?;
            let action = mover.js(LEGAL, Value::Null).await?;
            play(mover, By::Mouse, action.as_str().context("an action")?).await?;
            let version = "return document.querySelector('#table').dataset.version";
            let here = mover.js(version, Value::Null).await?;
            other.sees("the same position", version, here).await?;
        }
        ann.fill(".say input[name=text]", "Well played").await?;
        ann.click(".say button").await?;
        bob.sees_text(".chat", "Well played").await?;

        // An account, settings that it keeps, and the cookie, which is for this path alone.
        ann.go("/settings").await?;
        ann.click("[name=theme][value=dark]").await?;
        ann.sees("the dark page", "return document.documentElement.dataset.theme", "dark").await?;
        let cookies = ann.driver().get_all_cookies().await?;
        ensure!(
            !cookies.is_empty() && cookies.iter().all(|cookie| cookie.path.as_deref() == Some("/games/")),
            "{cookies:?}"
        );
        Ok(())
    })
    .await;
}
