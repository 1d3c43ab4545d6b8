//! A visitor plays a house bot on the ladder, and copies a token for a program that does the same.

use crate::analysis::press;
use crate::harness::story;
use crate::moderation::sign_up;
use crate::together::{By, LATER, MY_TURN, play};
use anyhow::{Context, ensure};
use serde_json::{Value, json};

const GAME: &str = "baju-duel";
/// How many players the ladder shows with a bar.
const BARS: &str = "return document.querySelectorAll('.ladder .bar circle').length";

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
        ann.sees_text(".done", "Saved.").await?;
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
        // What is folded closes when the page is updated, so both moves are waited for, and the button is
        // pressed as it is.
        ann.sees_of("both moves", LATER, json!(2), true).await?;
        press(&ann, ".resign button").await?;
        ann.sees_text("#status", "resigned").await?;
        ann.go(&format!("/ladder/{GAME}")).await?;
        ann.sees_text(".ladder", "You").await?;
        let bars = ann.js(BARS, Value::Null).await?;
        ensure!(bars.as_u64() >= Some(2), "{bars} bars");
        let own = "return [...document.querySelectorAll('.ladder li')].some((one) => \
            one.textContent.includes('Ann') && one.querySelector('.bar circle') && \
            !one.querySelector('button'))";
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
        bob.sees_text("main", "Waiting for an answer").await?;
        ann.go("/me").await?;
        ann.sees("the badge", "return document.title.startsWith('(1)')", true).await?;
        ann.click("button[value=decline]").await?;
        ann.go("/me").await?;
        ann.sees("no challenge", "return document.querySelectorAll('button[value=accept]').length", 0)
            .await?;

        ann.go("/me/tokens").await?;
        ann.fill("input[name=name]", "my bot").await?;
        ann.click("form[action='/me/tokens'] button.primary").await?;
        ann.sees("the button", "return document.querySelector('[data-copied]').hidden", false).await?;
        ann.click("[data-copied]").await?;
        let said = "return document.querySelector('#toast').textContent";
        let taken = "const field = document.querySelector('#token'); return getSelection().toString() === \
            field.value \
            || field.selectionEnd - field.selectionStart === field.value.length";
        ann.sees("what was copied", taken, true).await?;
        ann.sees_of("that it is said", &format!("{said} !== arguments[0]"), json!(""), true).await?;
        Ok(())
    })
    .await;
}

/// How the portraits of a page are drawn: each with what the style sheets make of its shapes and of its edge.
const FACES: &str = "return [...document.querySelectorAll('svg.face')].map((face) => {
    const told = (one, names) => names.map((name) => getComputedStyle(one)[name]).join(' ');
    const shapes = [...face.querySelectorAll('*')].map((one) => told(one, ['fill', 'stroke', 'strokeWidth', \
    'opacity', 'r', 'd']));
    return [face.innerHTML, told(face, ['overflow', 'borderRadius']) + shapes.join('|')];
})";

/// The style sheet of no page paints over a portrait.
#[tokio::test]
async fn portraits_look_the_same_wherever_they_are() {
    story(async |world| {
        world.server.start_again_with(&["--house-bots"])?;
        let ann = world.visitor().await?;
        ann.becomes_known().await?;
        let mut looks = std::collections::BTreeMap::new();
        let mut pages = vec![];
        for game in ["baju-duel", "bambam-booboo", "bulbous"] {
            pages.extend([format!("/{game}"), format!("/ladder/{game}")]);
            for level in ["1", "3"] {
                let seats = if game == "bulbous" { json!({ "seats": 3 }) } else { json!({}) };
                ann.new_game(json!({ "game": game, "programs": [level], "wish": seats, "sit": 0 })).await?;
                pages.push(ann.path().await?);
                let end = format!("/api/v1{}/events", ann.path().await?.replace("/g/", "/games/"));
                let over = ann.js(FACES, Value::Null).await?;
                compare(&mut looks, "a table", &over)?;
                ann.sees("a turn", MY_TURN, true).await?;
                let (status, told) = ann.api("POST", &end, json!({ "kind": "resign" })).await?;
                ensure!(status == 200, "{told}");
            }
        }
        for page in pages.iter().map(String::as_str).chain(["/games", "/", "/people"]) {
            ann.go(page).await?;
            let faces = ann.js(FACES, Value::Null).await?;
            compare(&mut looks, page, &faces)?;
            ensure!(
                !page.contains("ladder") || faces.as_array().is_some_and(|all| all.len() > 3),
                "no faces at {page}"
            );
        }
        Ok(())
    })
    .await;
}

/// Compares the faces of a page with those that were seen before.
fn compare(
    looks: &mut std::collections::BTreeMap<String, (String, String)>,
    page: &str,
    faces: &Value,
) -> anyhow::Result<()> {
    for face in faces.as_array().context("faces")? {
        let [drawn, look] = [0, 1].map(|n| face[n].as_str().unwrap_or_default().to_owned());
        let (first, known) = looks.entry(drawn).or_insert_with(|| (page.to_owned(), look.clone()));
        ensure!(*known == look, "a face at {page} is not as at {first}: {look} instead of {known}");
    }
    Ok(())
}
