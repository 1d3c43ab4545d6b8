//! The end of a game.

use crate::harness::{Visitor, story};
use crate::hints::NEAR;
use anyhow::{Context, Result};
use serde_json::{Value, json};

/// One slide and one swap from the end: `U`, then the coins of the ace's neighbours.
const NEARLY: &str = "SA S2 S3 S4 S5 MA M2 M3 M4 M5 CA C2 C3 C4 C5 AA A2 -- A4 A5 S0 M0 A3 C0 A0 | \
                      A 2 3 4 5 A 2 3 4 5 A 2 3 4 5 A 3 - 4 5 0 0 2 0 0";

/// The milliseconds played so far, as the server counts.
async fn played(visitor: &Visitor) -> Result<u64> {
    let id = visitor.path().await?.replace("/g/", "");
    let (_, game) = visitor.api("GET", &format!("/api/v1/games/{id}"), Value::Null).await?;
    game["played_ms"].as_u64().context("a time")
}

#[tokio::test]
async fn a_solved_board_stops_the_clock_and_gives_a_result_to_share() {
    story(async |world| {
        let ann = world.visitor().await?;
        let allow = json!({ "permissions": ["clipboardReadWrite", "clipboardSanitizedWrite"] });
        ann.emulate("Browser.grantPermissions", allow).await?;
        ann.becomes_known().await?;
        ann.new_game(json!({ "game": "brain-burn", "setup": { "position": NEARLY } })).await?;
        ann.sees_text(".deal", "from a position").await?;
        ann.sees_figure("Tiles out of place", 1).await?;
        ann.sees_figure("Coins to match", 2).await?;

        ann.click_cell(22).await?;
        ann.sees_figure("Tiles out of place", 0).await?;
        ann.sees("a running clock", "return document.querySelector('#clock').dataset.running", "1").await?;
        ann.click_cell(16).await?;
        ann.sees_text(".now.over .status", "olved").await?;
        ann.sees(
            "a clock at rest",
            "return document.querySelector('#clock').dataset.running ?? 'at rest'",
            "at rest",
        )
        .await?;
        assert_eq!(played(&ann).await?, played(&ann).await?);
        assert_eq!(ann.count(".board .can").await?, 0);

        ann.click(".share summary").await?;
        ann.sees("the picture", "return document.querySelector('.handout img').naturalWidth", 1080).await?;
        ann.click("[data-share=copy]").await?;
        ann.sees_text("#toast.shown", "Copied").await?;
        let copied = ann
            .driver()
            .execute_async("navigator.clipboard.readText().then(arguments[0], arguments[0])", vec![])
            .await?;
        let copied = copied.json().as_str().unwrap_or_default().to_owned();
        assert!(
            copied.starts_with("Bagatelle · Brain Burn · from a position\n") && copied.contains("1 move"),
            "{copied}"
        );
        assert!(copied.ends_with(&format!("{}/brain-burn", world.server.address())), "{copied}");

        // The end can be taken back, and the game goes on.
        ann.press("z").await?;
        ann.sees_figure("Coins to match", 2).await?;
        ann.press("Shift+ArrowLeft").await?;
        ann.sees_text(".now.over .status", "olved").await?;
        ann.go("/").await?;
        assert_eq!(ann.count(".mine li").await?, 0, "a game that is over is nothing to go on with");
        Ok(())
    })
    .await;
}

#[tokio::test]
async fn record_and_picture_can_be_taken_home() {
    story(async |world| {
        let ann = world.visitor().await?;
        ann.deal_brain_burn(12, "take home").await?;
        ann.press("ArrowRight Shift+ArrowDown ArrowDown").await?;
        ann.sees_figure("Moves", 2).await?;
        let path = ann.path().await?;
        let links =
            "return [...document.querySelectorAll('.more a[download]')].map((a) => a.getAttribute('href'))";
        ann.sees(
            "what to download",
            links,
            json!([format!("{path}/record.json"), format!("{path}/picture.svg")]),
        )
        .await?;
        let (status, record) = ann.api("GET", &format!("{path}/record.json"), Value::Null).await?;
        assert_eq!(
            (status, &record["actions"], &record["seed"]),
            (200, &json!(["Rd", "D"]), &json!("take home"))
        );
        let (status, picture) = ann.api("GET", &format!("{path}/picture.svg"), Value::Null).await?;
        assert_eq!(status, 200);
        assert!(picture.as_str().is_some_and(|svg| svg.starts_with("<svg")));
        Ok(())
    })
    .await;
}

#[tokio::test]
async fn the_result_tells_of_help_and_n_deals_the_next() {
    story(async |world| {
        let ann = world.visitor().await?;
        ann.becomes_known().await?;
        ann.new_game(json!({ "game": "brain-burn", "setup": { "position": NEAR } })).await?;
        let table = ann.path().await?;
        ann.click("button[name=strength][value='3']").await?;
        ann.sees_text(".now.over .status", "olved").await?;
        ann.sees_text("#result", "Solved by the computer.").await?;
        ann.sees_text("#result", "With help: 3 moves played for you.").await?;
        assert_eq!(ann.count("#result .stars").await?, 0, "marks are for the player");
        let told = "return [...document.querySelectorAll('#announce p')].filter((p) => \
            p.textContent.startsWith('With help')).length";
        ann.sees("what is read out", told, 1).await?;
        let (_, game) =
            ann.api("GET", &format!("/api/v1/games/{}", table.replace("/g/", "")), Value::Null).await?;
        assert_eq!((&game["helped"], &game["help"]["played"]), (&json!(true), &json!(3)));

        ann.press("n").await?;
        let another =
            format!("return location.pathname.startsWith('/g/') && location.pathname !== '{table}'");
        ann.sees("the next deal", &another, true).await?;
        ann.sees("a game that has just begun", "return document.querySelectorAll('#result').length", 0)
            .await?;
        ann.sees_figure("Moves", 0).await?;
        ann.go("/games").await?;
        ann.sees_text(".mine .over .state", "help used").await
    })
    .await;
}
