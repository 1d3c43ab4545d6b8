//! What was played in the browser comes home to the server, once, and what can be played without the server
//! is taken along.

use crate::harness::story;
use anyhow::Context;
use serde_json::{Value, json};

/// Opens what the browser keeps; `work` has the rows as `tables`, and returns a request.
fn kept(work: &str) -> String {
    format!(
        "return new Promise((done, failed) => {{
            const opening = indexedDB.open('bagatelle', 1);
            opening.onupgradeneeded = () => {{
                opening.result.createObjectStore('tables', {{ keyPath: 'id' }});
                opening.result.createObjectStore('memory');
            }};
            opening.onerror = () => failed(opening.error);
            opening.onsuccess = async () => {{
                const tables = opening.result.transaction('tables', 'readwrite').objectStore('tables');
                const request = await (async () => {{ {work} }})();
                request.onsuccess = () => {{ opening.result.close(); done(request.result); }};
                request.onerror = () => failed(request.error);
            }};
        }});"
    )
}

/// How many events of a game the server has, as the browser knows it; -1 for a game that it does not keep.
pub fn sent(id: &str) -> String {
    kept(&format!("return tables.get('{id}')"))
        .replace("done(request.result)", "done(request.result?.sent ?? -1)")
}

/// Whether the page has nothing to say of games that came home, and a while has passed in which it could
/// have.
pub const SILENT: &str = "return new Promise((done) => requestIdleCallback(() => requestIdleCallback(() =>
    navigator.locks.request('bagatelle sync', () => done(document.querySelector('#brought').hidden)))))";

#[tokio::test]
async fn a_game_that_was_played_in_the_browser_comes_home_once() {
    story(async |world| {
        let ann = world.visitor().await?;
        ann.go("/settings").await?;
        ann.becomes_known().await?;
        let order = json!({ "game": "baju-puzzle", "seed": "home" });
        let (_, made) = ann.api("POST", "/api/v1/games", order).await?;
        let id = made["id"].as_str().context("a game")?.to_owned();
        let action = made["legal"][0].clone();
        let (status, _) =
            ann.api("POST", &format!("/api/v1/games/{id}/events"), json!({ "text": action })).await?;
        assert_eq!(status, 200);

        // The game is taken along; a second one, begun in the browser, is like it.
        ann.go(&format!("/g/{id}")).await?;
        ann.sees("the game that is taken along", &sent(&id), 1).await?;
        let other = "0123456789abcdef";
        let copy = "const row = await new Promise((got) => (tables.get(ARG).onsuccess = (event) => \
            got(event.target.result)));
            return tables.put({ ...row, id: OTHER, sent: 0, table: { ...row.table, id: OTHER } })";
        let copy = copy.replace("ARG", &format!("'{id}'")).replace("OTHER", &format!("'{other}'"));
        ann.js(&kept(&copy), Value::Null).await?;
        ann.go("/games").await?;
        ann.sees_text("#brought", "A game you played on this device has been uploaded.").await?;
        ann.sees("what the server has of it", &sent(other), 1).await?;
        ann.go("/games").await?;
        ann.sees("the line is said once", SILENT, true).await?;
        assert_eq!(ann.count(&format!("a[href='/g/{other}']")).await?.min(1), 1);

        // The answer was lost: it is sent again, and nothing happens.
        let forget = "const row = await new Promise((got) => (tables.get(ARG).onsuccess = (event) => \
            got(event.target.result)));
            return tables.put({ ...row, sent: 0 })";
        ann.js(&kept(&forget.replace("ARG", &format!("'{other}'"))), Value::Null).await?;
        ann.go("/games").await?;
        ann.sees("what the server has of it", &sent(other), 1).await?;
        ann.sees("there is nothing to say", SILENT, true).await?;
        let (_, state) = ann.api("GET", &format!("/api/v1/games/{other}"), Value::Null).await?;
        assert_eq!(state["yours"], true, "{state}");

        // A game that the server does not take stays, and the page says why.
        let wrong = "const row = await new Promise((got) => (tables.get(ARG).onsuccess = (event) => \
            got(event.target.result)));
            return tables.put({ ...row, id: OTHER, sent: 0, table: { ...row.table, id: OTHER, seed: \
            'another' } })";
        let wrong = wrong.replace("ARG", &format!("'{id}'")).replace("OTHER", "'fedcba9876543210'");
        ann.js(&kept(&wrong), Value::Null).await?;
        ann.go("/games").await?;
        ann.sees_text("#brought", "doesn’t match its seed").await?;
        ann.sees("it stays in the browser", &sent("fedcba9876543210"), 0).await?;
        Ok(())
    })
    .await;
}

#[tokio::test]
async fn a_browser_that_has_the_solver_finds_hints_itself() {
    story(async |world| {
        let ann = world.visitor().await?;
        ann.go("/settings").await?;
        ann.becomes_known().await?;
        ann.sees("the site is kept", crate::site::WHOLE, 1).await?;
        ann.new_game(json!({ "game": "baju-puzzle", "seed": "hint" })).await?;
        ann.sees("the solver is here", "return document.documentElement.dataset.solver", "here").await?;
        ann.click("#table .solver button[value='2']").await?;
        ann.sees(
            "what was found",
            "return Boolean(document.querySelector('#table .found[data-hint]'))",
            true,
        )
        .await?;
        let asked = "return ['/helped', '/hint'].map((end) =>
            performance.getEntriesByType('resource').some(({ name }) => name.endsWith(end)))";
        ann.sees("the server was told, and not asked", asked, json!([true, false])).await?;
        ann.click("#table .solver button[value='3']").await?;
        ann.sees_text("#table .status", "olved").await?;
        let id = ann.path().await?.rsplit('/').next().context("an id")?.to_owned();
        let (_, state) = ann.api("GET", &format!("/api/v1/games/{id}"), Value::Null).await?;
        assert_eq!(state["help"]["solutions"], 1, "{state}");
        assert!(state["help"]["played"].as_u64() > Some(1), "{state}");
        ann.sees("the server was told, and not asked", asked, json!([true, false])).await
    })
    .await;
}

/// What comes from the server while the solver of the browser is at work neither stops it nor lets the page
/// forget that it is to play what is found.
#[tokio::test]
async fn the_solver_plays_what_it_finds_when_others_come_meanwhile() {
    story(async |world| {
        let (ann, bob) = (world.visitor().await?, world.visitor().await?);
        ann.go("/settings").await?;
        ann.becomes_known().await?;
        ann.sees("the site is kept", crate::site::WHOLE, 1).await?;
        ann.new_game(json!({ "game": "brain-burn", "seed": "watched" })).await?;
        ann.sees("the solver is here", "return document.documentElement.dataset.solver", "here").await?;
        let table = ann.path().await?;
        bob.go("/settings").await?;
        // So long is the browser at work that its page is made afresh meanwhile.
        ann.is_far_away(2500).await?;
        ann.click("#table .solver button[value='3']").await?;
        ann.sees("the work", "return Boolean(document.querySelector('#table .solver .work'))", true).await?;
        let seen = "window.fresh ??= 0; new MutationObserver(() => window.fresh++).observe(
            document.querySelector('#table'), { attributes: true, attributeFilter: ['data-revision'] })";
        ann.js(seen, Value::Null).await?;
        bob.go(&table).await?;
        ann.sees("a fresh table", "return window.fresh > 0", true).await?;
        ann.sees(
            "moves are played",
            "return Number(document.querySelector('#table').dataset.version) > 1",
            true,
        )
        .await
    })
    .await;
}
