//! Deals that can be checked: browsers add to them by themselves, and what was dealt is verified after the
//! end.

use crate::harness::story;
use crate::together::{join, open_table};
use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};

/// What this browser has added to deals, as it remembers it.
const ADDED: &str = "return JSON.parse(localStorage.getItem('added') ?? '[]')";
/// Puts a text into the field of a record.
const PASTE: &str = "document.querySelector('textarea[name=record]').value = arguments[0]; return true";

#[tokio::test]
async fn two_browsers_add_to_a_deal_and_verify_it_after_the_game() {
    story(async |world| -> Result<()> {
        let (ann, bob) = (world.visitor().await?, world.visitor().await?);
        ann.go("/bulbous").await?;
        let table = open_table(&ann, "bulbous", "Ann", &[("wish.seats", "2")]).await?;
        let path = table.replace("/g/", "/api/v1/games/");
        let (_, waiting) = ann.api("GET", &path, Value::Null).await?;
        ensure!(waiting["dealt"] == false && waiting["revealed"].is_null(), "{waiting}");
        ann.sees_text(".invite", "The cards are dealt then.").await?;
        join(&bob, &table, "Bob").await?;
        let (_, dealt) = bob.api("GET", &path, Value::Null).await?;
        ensure!(dealt["dealt"] == true && dealt["commitment"] == waiting["commitment"], "{dealt}");
        let (hers, his) = (ann.js(ADDED, Value::Null).await?, bob.js(ADDED, Value::Null).await?);
        ensure!(
            dealt["randomness"] == json!([hers[0], his[0]]) && hers[0].is_string(),
            "{dealt} {hers} {his}"
        );

        let (status, _) = bob.api("POST", &format!("{path}/events"), json!({ "kind": "resign" })).await?;
        ensure!(status == 200, "resigning: {status}");
        ann.sees("the end", "return document.querySelector('#table').classList.contains('over')", true)
            .await?;
        ann.click(&format!(".after a[href$='{table}/verify']")).await?;
        ann.sees_text(".finding", "Verified.").await?;
        // The page knows what this browser has added, and no more.
        let own = "return [...document.querySelectorAll('[data-added]')].map((note) => !note.hidden)";
        ann.sees("her own", own, json!([true, false])).await?;

        let (_, mut record) = ann.api("GET", &format!("{path}/record"), Value::Null).await?;
        for (tampered, verdict) in [(false, "Verified."), (true, "Not verified")] {
            if tampered {
                let nonce = record["revealed"]["nonce"].as_str().context("a nonce")?.to_owned();
                let other = if nonce.starts_with('0') { "1" } else { "0" };
                record["revealed"]["nonce"] = format!("{other}{}", &nonce[1..]).into();
            }
            bob.go("/verify").await?;
            bob.js(PASTE, json!(record.to_string())).await?;
            bob.click("form.bring button.primary").await?;
            bob.sees_text(".finding", verdict).await?;
        }
        bob.sees_text(".checks .wrong", "Commitment: wrong").await?;
        Ok(())
    })
    .await;
}
