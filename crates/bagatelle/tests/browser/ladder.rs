//! A visitor plays a house bot on the ladder, and copies a token for a program that does the same.

use crate::analysis::press;
use crate::harness::story;
use crate::moderation::sign_up;
use crate::together::{By, LATER, MY_TURN, play};
use anyhow::{Context, ensure};
use serde_json::{Value, json};

const GAME: &str = "baju-duel";
/// How many players the ladder shows with a bar.
const BARS: &str = "return document.querySelectorAll('.ladder circle').length";

#[tokio::test]
async fn a_visitor_challenges_a_house_bot_and_is_on_the_ladder() {
    story(async |world| {
        world.server.start_again_with(&["--house-bots"])?;
        let ann = world.visitor().await?;
        ann.go(&format!("/{GAME}")).await?;
        ann.click(".ways-in a[href$='/ladder/baju-duel']").await?;
        ann.sees_text(".welcome", "Log in or sign up").await?;
        sign_up(&ann, "Ann").await?;
        ann.click("form[action='/me/public'] button").await?;
        ann.sees_text(".done", "Your choice is kept").await?;
        ann.go(&format!("/ladder/{GAME}")).await?;
        let levels = ann.count(".ladder li").await?;
        ensure!(levels > 3, "{levels} levels");
        let weakest = "const all = document.querySelectorAll('.ladder li'); \
            return [...all].find((one) => one.textContent.includes('level 1')).querySelector('button').value";
        let name = ann.js(weakest, Value::Null).await?;
        let name = name.as_str().context("a name")?;
        ann.click(&format!(".ladder button[value='{name}']")).await?;
        ann.arrives().await?;
        ann.sees("my turn", MY_TURN, true).await?;
        let first = "return JSON.parse(document.querySelector('#table').dataset.offers)[0].text";
        let action = ann.js(first, Value::Null).await?;
        play(&ann, By::Mouse, action.as_str().context("an action")?).await?;
        ann.sees("my turn", MY_TURN, true).await?;
        // What is folded closes when the page is updated, so both moves are waited for, and the button is pressed as it is.
        ann.sees_of("both moves", LATER, json!(2), true).await?;
        press(&ann, ".resign button").await?;
        ann.sees_text("#status", "resigned").await?;
        ann.go(&format!("/ladder/{GAME}")).await?;
        ann.sees_text(".ladder", "You").await?;
        let bars = ann.js(BARS, Value::Null).await?;
        ensure!(bars.as_u64() >= Some(2), "{bars} bars");
        let own = "return [...document.querySelectorAll('.ladder li')].some((one) => \
            one.textContent.includes('Ann') && one.querySelector('circle') && !one.querySelector('button'))";
        ann.sees("her own bar", own, true).await?;
        Ok(())
    })
    .await;
}

#[tokio::test]
async fn a_challenge_is_answered_on_the_page_of_the_visitor_and_a_token_is_copied() {
    story(async |world| {
        let (ann, bob) = (world.visitor().await?, world.visitor().await?);
        sign_up(&ann, "Ann").await?;
        sign_up(&bob, "Bob").await?;
        bob.go("/me/challenges?to=Ann").await?;
        bob.click("form.card button.primary").await?;
        bob.sees_text("main", "You wait for an answer").await?;
        ann.go("/me").await?;
        ann.sees("the badge", "return document.title.startsWith('(1)')", true).await?;
        ann.click("button[value=decline]").await?;
        ann.go("/me").await?;
        ann.sees("no challenge", "return document.querySelectorAll('button[value=accept]').length", 0).await?;

        ann.go("/me/tokens").await?;
        ann.fill("input[name=name]", "my bot").await?;
        ann.click("form[action='/me/tokens'] button.primary").await?;
        ann.sees("the button", "return document.querySelector('[data-copied]').hidden", false).await?;
        ann.click("[data-copied]").await?;
        let said = "return document.querySelector('#toast').textContent";
        let taken = "const field = document.querySelector('#token'); return getSelection().toString() === field.value \
            || field.selectionEnd - field.selectionStart === field.value.length";
        ann.sees("what was copied", taken, true).await?;
        ann.sees_of("that it is said", &format!("{said} !== arguments[0]"), json!(""), true).await?;
        Ok(())
    })
    .await;
}
