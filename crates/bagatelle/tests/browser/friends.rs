//! Following: two have played, one follows the other and invites with a tap, and a block ends it.

use crate::harness::story;
use crate::moderation::sign_up;
use crate::together::{By, LATER, MY_TURN, join, open_table, play};
use anyhow::ensure;
use serde_json::{Value, json};

/// The first action on offer.
const OFFERED: &str = "return JSON.parse(document.querySelector('#table').dataset.offers)[0].text";

#[tokio::test]
async fn a_player_follows_another_one_and_invites_with_a_tap_until_blocked() {
    story(async |world| {
        let (ann, bob) = (world.visitor().await?, world.visitor().await?);
        bob.becomes_a_phone().await?;
        sign_up(&ann, "Ann").await?;
        sign_up(&bob, "Bob").await?;
        for one in [&ann, &bob] {
            one.click("form[action='/me/public'] button").await?;
            one.sees_text(".done", "Saved.").await?;
        }
        bob.go("/friends").await?;
        bob.sees_text("main", "No one yet.").await?;

        let table = open_table(&ann, "baju-duel", "Ann", &[]).await?;
        join(&bob, &table, "Bob").await?;
        let anns = ann.js(MY_TURN, Value::Null).await? == true;
        let two = if anns { [&ann, &bob] } else { [&bob, &ann] };
        for (n, player) in two.into_iter().enumerate() {
            player.sees("the turn", MY_TURN, true).await?;
            let action = player.js(OFFERED, Value::Null).await?;
            play(player, By::Mouse, action.as_str().unwrap_or_default()).await?;
            for one in two {
                one.sees_of("the move", LATER, json!(n + 1), true).await?;
            }
        }
        let events = table.replacen("/g/", "/api/v1/games/", 1) + "/events";
        let (status, answer) = ann.api("POST", &events, json!({ "kind": "resign" })).await?;
        ensure!(status == 200, "{answer}");

        // At the table that is over, each can follow the other.
        bob.sees_text("form.follow", "Follow Ann").await?;
        bob.click("form.follow button").await?;
        bob.sees_text("[aria-labelledby=following] .person", "Here now").await?;
        bob.sees_text("[aria-labelledby=following] .person", "You won 1").await?;
        ann.go("/friends").await?;
        ann.sees("whom she follows", "return document.querySelectorAll('#following').length", 0).await?;
        ann.sees_text("[aria-labelledby=opponents] .person", "You lost 1").await?;

        // One tap invites, and one accepts.
        bob.click("[aria-labelledby=following] button[value=invite]").await?;
        bob.sees_text("main", "Waiting for an answer").await?;
        ann.go("/me").await?;
        ann.click("button[value=accept]").await?;
        let next = ann.arrives().await?;
        ensure!(next != table, "it is another game");

        // A block ends it at once.
        ann.go("/people/Bob/report").await?;
        ann.click("form[action='/people/Bob/block'] button").await?;
        ann.sees_text("h1", "Bob is blocked").await?;
        bob.go("/friends").await?;
        bob.sees_text("main", "No one yet.").await?;
        world.expect_complaint("status of 403");
        bob.fill("input[name=name]", "Ann").await?;
        bob.click("form.card:has(input[name=name]) button").await?;
        bob.sees_text(".wrong", "You can’t follow this player.").await
    })
    .await;
}
