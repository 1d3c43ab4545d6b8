//! What an opponent who cheats would try, from the console of a browser at the same table: each is refused in
//! words, and the game goes on unharmed.

use crate::harness::{Visitor, World, story};
use crate::together::{By, LATER, VERSION, join, open_table, play};
use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};

/// Sends a form as the page's script does.
const SEND: &str = "const [path, fields] = arguments[0];
    return fetch(path, { method: 'POST', headers: { 'x-part': 'table' }, body: new URLSearchParams(fields) })
        .then(async (answer) => [answer.status, await answer.text()])";
/// Fetches an address.
const FETCH: &str = "return fetch(arguments[0]).then(async (answer) => [answer.status, await answer.text()])";
/// Reads the beginning of a stream.
const LISTEN: &str = "return fetch(arguments[0]).then(async (answer) => {
        const reader = answer.body.getReader();
        const { value } = await reader.read();
        await reader.cancel();
        return [answer.status, new TextDecoder().decode(value)];
    })";

/// The status and the text of an answer.
async fn answer(visitor: &Visitor, script: &str, about: Value) -> Result<(u64, String)> {
    let answer = visitor.js(script, about).await?;
    let text = answer[1].as_str().context("a text")?;
    Ok((answer[0].as_u64().context("a status")?, text.to_owned()))
}

/// A form of the table is refused with a sentence that says why.
async fn is_refused(cheat: &Visitor, table: &str, fields: Value, why: &str) -> Result<()> {
    let (status, told) = answer(cheat, SEND, json!([format!("{table}/act"), fields])).await?;
    ensure!((400..500).contains(&status), "{fields}: {status} {told}");
    ensure!(told.contains(why), "{fields}: “{told}” does not say “{why}”");
    ensure!(told.ends_with(['.', '!', '?']) && !told.contains('<'), "{fields}: {told} is no sentence");
    Ok(())
}

/// The game as a visitor sees it by the API.
async fn state(visitor: &Visitor, table: &str) -> Result<Value> {
    let (status, state) = visitor.api("GET", &table.replace("/g/", "/api/v1/games/"), Value::Null).await?;
    ensure!(status == 200, "{state}");
    Ok(state)
}

/// The first legal action of the player to act.
async fn first_legal(visitor: &Visitor, table: &str) -> Result<String> {
    let state = state(visitor, table).await?;
    Ok(state["legal"][0].as_str().with_context(|| format!("no action in {state}"))?.to_owned())
}

/// Both pages show the same version, and nothing moves.
async fn agree(pages: [&Visitor; 2]) -> Result<Value> {
    let version = pages[0].js(VERSION, Value::Null).await?;
    for page in pages {
        page.sees("the version of the other page", VERSION, version.clone()).await?;
        page.rests().await?;
    }
    Ok(version)
}

#[tokio::test]
async fn an_opponent_cannot_move_for_the_other_nor_out_of_turn_nor_in_the_past() {
    story(async |world: &mut World| {
        // The browser logs what it is refused.
        world.expect_complaint("status of 4");
        let (ann, bob) = (world.visitor().await?, world.visitor().await?);
        let table = open_table(&ann, "baju-duel", "Ann", &[]).await?;
        join(&bob, &table, "Bob").await?;
        ann.sees_text(".status", "Your move").await?;

        // Ann is to move. What she is offered is legal, and not for Bob, whatever seat he names.
        let action = first_legal(&ann, &table).await?;
        let version = agree([&ann, &bob]).await?;
        for fields in [
            json!({ "kind": "act", "text": action }),
            json!({ "kind": "act", "text": action, "seat": "0", "version": "0" }),
        ] {
            is_refused(&bob, &table, fields, "not your turn").await?;
        }
        // Nor may he sit down, take back or begin anew in her place.
        is_refused(&bob, &table, json!({ "kind": "sit", "text": "Bob", "seat": "0" }), "Every seat is taken")
            .await?;
        for kind in ["undo", "redo", "restart"] {
            is_refused(&bob, &table, json!({ "kind": kind }), "aren’t alone at this table").await?;
        }
        is_refused(&bob, &table, json!({ "kind": "stand", "seat": "0" }), "has begun").await?;
        is_refused(&bob, &table, json!({ "kind": "claim" }), "o player is away").await?;
        is_refused(&bob, &table, json!({ "kind": "help", "text": "solution" }), "Unknown kind").await?;
        // The solver helps only those who play without other people.
        let (status, told) =
            answer(&bob, SEND, json!([format!("{table}/hint"), { "strength": "3" }])).await?;
        ensure!(status == 422 && told.contains("without other people"), "a hint: {status} {told}");
        ensure!(agree([&ann, &bob]).await? == version, "something has moved");

        // His page tells him that it is his turn, and what he may pick; the server does not believe his page.
        let offers = ann.js("return document.querySelector('#table').dataset.offers", Value::Null).await?;
        let forge = "const table = document.querySelector('#table');
            table.dataset.offers = arguments[0];
            const form = document.createElement('form');
            form.method = 'post'; form.action = location.pathname + '/act'; form.dataset.send = '';
            form.innerHTML = '<input name=kind value=act><input name=text><input name=seat \
            value=0><button>Forged</button>';
            form.className = 'forged';
            form.elements.text.value = JSON.parse(arguments[0])[0].text;
            document.querySelector('main').append(form)";
        bob.js(forge, offers).await?;
        bob.click(".forged button").await?;
        bob.sees_text("#toast.shown", "It’s not your turn").await?;
        ensure!(agree([&ann, &bob]).await? == version, "something has moved");

        // Ann moves; Bob answers to the position before, and to none at all.
        play(&ann, By::Mouse, &action).await?;
        bob.sees_of("her move", LATER, json!(1), true).await?;
        let reply = first_legal(&bob, &table).await?;
        is_refused(&bob, &table, json!({ "kind": "act", "text": reply, "version": "0" }), "moved on").await?;
        is_refused(&bob, &table, json!({ "kind": "act", "text": action, "version": "1" }), "isn’t empty")
            .await?;
        is_refused(&bob, &table, json!({ "kind": "act", "text": "anything" }), "isn’t a move").await?;
        is_refused(&bob, &table, json!({ "kind": "undo", "version": "1" }), "aren’t alone at this table")
            .await?;

        // The game goes on.
        agree([&ann, &bob]).await?;
        play(&bob, By::Mouse, &reply).await?;
        ann.sees_of("his move", LATER, json!(2), true).await?;
        let next = first_legal(&ann, &table).await?;
        play(&ann, By::Mouse, &next).await?;
        // Who resigns for another seat resigns.
        let resigned = json!([format!("{table}/act"), { "kind": "resign", "seat": "0" }]);
        ensure!(answer(&bob, SEND, resigned).await?.0 == 200);
        ann.sees_text(".status", "You win").await?;
        bob.sees_text(".status", "You resigned").await
    })
    .await;
}

/// The cards in the hand of a visitor.
async fn hand(visitor: &Visitor, table: &str) -> Result<Vec<String>> {
    let hand = state(visitor, table).await?["view"]["hand"].clone();
    let cards: Vec<String> = serde_json::from_value(hand)?;
    ensure!(cards.len() > 2, "{cards:?} is no hand");
    Ok(cards)
}

#[tokio::test]
async fn an_opponent_cannot_see_nor_play_what_is_hidden() {
    story(async |world: &mut World| {
        world.expect_complaint("status of 4");
        let (ann, bob) = (world.visitor().await?, world.visitor().await?);
        let table = open_table(&ann, "bulbous", "Ann", &[("wish.seats", "2")]).await?;
        join(&bob, &table, "Bob").await?;
        agree([&ann, &bob]).await?;
        let (own, hers) = (hand(&bob, &table).await?, hand(&ann, &table).await?);
        let secret: Vec<&String> = hers.iter().filter(|card| !own.contains(card)).collect();
        ensure!(!secret.is_empty(), "{hers:?}");

        // What there is to hear and to read at the table is what Bob may know.
        let api = table.replace("/g/", "/api/v1/games/");
        for path in [&format!("{table}/events"), &format!("{api}/stream")] {
            let (status, heard) = answer(&bob, LISTEN, json!(path)).await?;
            ensure!(status == 200, "{path}: {status}");
            let data = heard.split("data:").nth(1).and_then(|data| data.lines().next()).unwrap_or_default();
            let seen: Value = serde_json::from_str(data.trim()).with_context(|| heard.clone())?;
            // Pages get a number, programs what their visitor sees.
            ensure!(seen.is_number() || seen["view"]["viewer"] == 1, "{seen}");
            let seen = seen["view"]["hand"].to_string();
            ensure!(secret.iter().all(|card| !seen.contains(card.as_str())), "{path}: {seen}");
        }
        for path in
            [format!("{table}/record.json"), format!("{table}/replay?as=all"), format!("{table}/replay?as=0")]
        {
            let (status, told) = answer(&bob, FETCH, json!(path)).await?;
            ensure!(status == 403, "{path}: {status} {told}");
        }
        let (status, _) = answer(&bob, FETCH, json!(format!("{table}/review"))).await?;
        ensure!(status == 404, "a review of a game that goes on: {status}");
        // They play what is legal until it is his turn to bet; then he bets a card that she holds.
        let act = |action: String| json!([format!("{table}/act"), { "kind": "act", "text": action }]);
        for _ in 0..12 {
            let version = agree([&ann, &bob]).await?;
            let legal = state(&bob, &table).await?["legal"].clone();
            let bets = legal[0].as_str().is_some_and(|action| action.starts_with("bet:"));
            if bets {
                for card in &secret {
                    let bet = json!({ "kind": "act", "text": format!("bet:{card}") });
                    is_refused(&bob, &table, bet, "isn’t in your hand").await?;
                }
                ensure!(agree([&ann, &bob]).await? == version, "something has moved");
            }
            let mover = if legal == json!([]) { &ann } else { &bob };
            let action = first_legal(mover, &table).await?;
            let (status, told) = answer(mover, SEND, act(action)).await?;
            ensure!(status == 200, "{told}");
            for page in [&ann, &bob] {
                page.sees_of("the move", LATER, json!(version.as_u64().unwrap_or_default() + 1), true)
                    .await?;
            }
            if bets {
                return Ok(());
            }
        }
        anyhow::bail!("Bob never comes to bet")
    })
    .await;
}
