//! Games without a network: begun, played to the end and kept in the browser, and found at the server
//! afterwards.

use crate::harness::{Visitor, story, wait};
use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};

/// How many versions of the site are kept whole, the module included.
const WHOLE: &str = "return caches.keys().then((names) => Promise.all(names.map(async (name) =>
    (await (await caches.open(name)).keys()).some(({ url }) => url.endsWith('.wasm')))))
    .then((found) => navigator.serviceWorker.controller ? found.filter(Boolean).length : 0)";

/// Plays for the visitor whenever it is their turn: one of the moves that the page offers.
const PLAY: &str = "
    let turn = 0;
    setInterval(() => {
        const [table, form] = [document.querySelector('#table'), document.querySelector('form.type-move')];
        if (!form || document.documentElement.classList.contains('busy')) return;
        const offers = JSON.parse(table.dataset.offers || '[]').filter((offer) => !offer.amends);
        if (!offers.length || table.classList.contains('over')) return;
        form.elements.text.value = offers[(turn++ * 7) % offers.length].text;
        form.requestSubmit();
    }, 50)";

const VERSION: &str = "return Number(document.querySelector('#table').dataset.version)";
const OVER: &str = "return document.querySelector('#table').classList.contains('over')";

/// Begins a game from the form of its page; returns the address of its table.
async fn begin(ann: &Visitor, game: &str, fields: Value) -> Result<String> {
    ann.go(&format!("/{game}")).await?;
    begin_here(ann, fields).await
}

/// Begins a game from the form of the page, which is made in the browser; returns the address of its table.
pub async fn begin_here(ann: &Visitor, fields: Value) -> Result<String> {
    begin_at(ann, "/offline/", fields).await
}

/// The same, where such pages have another path.
pub async fn begin_at(ann: &Visitor, path: &str, fields: Value) -> Result<String> {
    let form = "return document.querySelector('form.start') !== null && location.pathname === arguments[0]";
    ann.sees_of("the form, made in the browser", form, json!(path), true).await?;
    let send = "const form = document.querySelector('form.start');
        for (const box of form.querySelectorAll('[name]')) box.disabled ||= box.name in arguments[0];
        for (const [name, value] of Object.entries(arguments[0])) {
            form.append(Object.assign(document.createElement('input'), { type: 'hidden', name, value }));
        }
        form.querySelector('button:not([type=button])').click()";
    ann.js(send, fields).await?;
    let there = "return /^[?][/]g[/][0-9a-z]{16}$/.test(location.search)
        && document.documentElement.classList.contains('ready')";
    ann.sees("the table", there, true).await?;
    let address = ann.js("return location.search.slice(1)", Value::Null).await?;
    Ok(address.as_str().context("an address")?.to_owned())
}

/// The browser tells a worker nothing of an answer that leads elsewhere: it is the server's all the same.
#[tokio::test]
async fn a_page_that_leads_to_another_leads_there_where_the_site_is_kept() {
    story(async |world| {
        let ann = world.visitor().await?;
        ann.becomes_known().await?;
        ann.go("/settings").await?;
        ann.sees("the site is kept", WHOLE, 1).await?;
        for (from, to) in [("/today/", "/today"), ("/tables/", "/tables"), ("/me/", "/me")] {
            ann.js("location.href = arguments[0]", json!(from)).await?;
            ann.sees(to, "return document.readyState === 'complete' && location.pathname", to).await?;
        }
        Ok(())
    })
    .await;
}

/// A form of a page that came before the network went leads to that page as the browser has it: there the
/// game begins.
#[tokio::test]
async fn a_game_is_begun_from_a_page_that_came_before_the_network_went() {
    story(async |world| {
        world.expect_lost_server();
        let ann = world.visitor().await?;
        ann.becomes_known().await?;
        ann.go("/settings").await?;
        ann.sees("the site is kept", WHOLE, 1).await?;
        ann.go("/burbuja").await?;
        world.server.stop()?;
        let play = "document.querySelector('form.start button:not([type=button])').click()";
        ann.js(play, Value::Null).await?;
        let copy = "return location.pathname === '/offline/' && location.search";
        ann.sees("the page from the browser", copy, "?/burbuja").await?;
        begin_here(&ann, json!({})).await?;
        Ok(())
    })
    .await;
}

/// Waits until the game on the page is over, however long that takes while it goes on.
async fn ends(ann: &Visitor) -> Result<()> {
    let (mut over, mut before) = (false, -1.0);
    while !over {
        let seen = "return [document.querySelector('#table').classList.contains('over'),
            Number(document.querySelector('#table').dataset.version)]";
        let news = wait(
            "the next move",
            async || ann.js(seen, Value::Null).await,
            |seen| seen[0] == true || seen[1].as_f64() != Some(before),
        );
        let news = news.await?;
        (over, before) = (news[0] == true, news[1].as_f64().unwrap_or(before));
    }
    Ok(())
}

#[tokio::test]
async fn games_against_programs_are_played_to_the_end_without_a_network_and_come_home() {
    let program = json!({ "way": "computer", "program": "1", "sit": "0" });
    let with = |option: &str, value: &str| {
        let mut fields = program.clone();
        fields[format!("option.{option}")] = json!(value);
        fields
    };
    // Short games.
    let games = [
        ("bulbous", with("max-rounds", "2")),
        ("baju-duel", program.clone()),
        ("bambam-booboo", with("tiles", "8")),
    ];
    come_home(games, false).await;
}

#[tokio::test]
async fn solitaires_are_solved_without_a_network_and_come_home() {
    // Deals that the solver is sure to win, where it may be unlucky with others; one that takes few slides.
    let deal = |seed: &str| json!({ "way": "seed", "seed": seed });
    let deals = [("baju-puzzle", deal("t8")), ("brain-burn", deal("ten:t8")), ("burbuja", deal("t8"))];
    come_home(deals, true).await;
}

/// Plays games while the server is gone, each against a program or with the solver's line, and finds them
/// there when it is back.
async fn come_home(games: [(&str, Value); 3], alone: bool) {
    story(async |world| {
        world.expect_lost_server();
        // It is looked for until it is there.
        world.expect_complaint("/record.json");
        let ann = world.visitor().await?;
        ann.prefers("prefers-reduced-motion", "reduce").await?;
        ann.becomes_known().await?;
        ann.go("/settings").await?;
        ann.sees("the site is kept", WHOLE, 1).await?;
        world.server.stop()?;
        let mut tables = Vec::new();
        for (game, fields) in games {
            let table = begin(&ann, game, fields).await?;
            let play = async |ann: &Visitor| match alone {
                true => ann.click(".solver button[value='3']").await,
                false => ann.js(PLAY, Value::Null).await.map(drop),
            };
            play(&ann).await?;
            ann.sees("some moves", &format!("{VERSION} > 0"), true).await?;
            // A page that is loaded anew goes on where it was.
            let before = ann.js(VERSION, Value::Null).await?.as_f64().context("a number")?;
            ann.driver().refresh().await?;
            let ready = "return document.documentElement.classList.contains('ready')";
            ann.sees("the table again", ready, true).await?;
            let after = ann.js(VERSION, Value::Null).await?.as_f64().context("a number")?;
            ensure!(after >= before, "{game}: {after} moves of {before} are left");
            if ann.js(OVER, Value::Null).await? != true {
                play(&ann).await?;
            }
            ends(&ann).await.with_context(|| format!("{game} at {table}"))?;
            tables.push(table);
        }

        world.server.start_again()?;
        ann.go("/settings").await?;
        for table in &tables {
            let home = format!(
                "return fetch('{table}/record.json').then((answer) => answer.ok ? answer.json() : {{ \
                 actions: [] }})
                    .then((record) => record.actions.length > 0, () => false)"
            );
            ann.sees("the game at the server", &home, true).await?;
            ann.go(table).await?;
            ann.sees("its end", OVER, true).await?;
        }
        ann.go("/games").await?;
        for table in &tables {
            let listed = format!("return document.querySelector('main a[href=\"{table}\"]') !== null");
            ann.sees("the game in the list", &listed, true).await?;
        }
        Ok(())
    })
    .await;
}

/// Calls of the module that fail, by their names, while the page says so: a call is turned into one that
/// panics.
const FAILING: &str = "
    const send = Worker.prototype.postMessage;
    Worker.prototype.postMessage = function (message) {
        const fails = sessionStorage.fails === message?.name;
        if (fails) delete sessionStorage.fails;
        send.call(this, fails ? { ...message, name: 'fail' } : message);
    }";

#[tokio::test]
async fn a_worker_that_fails_is_started_again_and_nothing_is_lost() {
    story(async |world| {
        let ann = world.visitor().await?;
        ann.emulate("Page.addScriptToEvaluateOnNewDocument", json!({ "source": FAILING })).await?;
        ann.go("/offline/?/baju-duel").await?;
        begin_here(&ann, json!({ "way": "computer", "program": "1", "sit": "0" })).await?;
        let turn = "return document.querySelector('#table').dataset.offers !== '[]'";
        let act = "const form = document.querySelector('form.type-move');
            form.elements.text.value = JSON.parse(document.querySelector('#table').dataset.offers)[0].text;
            form.requestSubmit()";
        let on = "return document.querySelector('#table').dataset.offers !== '[]'
            && Number(document.querySelector('#table').dataset.version) > arguments[0]";
        ann.sees("the turn", turn, true).await?;
        let before = ann.js(VERSION, Value::Null).await?;
        ann.js(act, Value::Null).await?;
        ann.sees_of("the answer of the program", on, before, true).await?;
        // Where what thinks has failed, the program moves at its second try.
        let before = ann.js(VERSION, Value::Null).await?;
        ann.js("sessionStorage.fails = 'think'", Value::Null).await?;
        ann.js(act, Value::Null).await?;
        ann.sees_of("the answer of the program", on, before, true).await?;
        ensure!(
            ann.js("return 'fails' in sessionStorage", Value::Null).await? == false,
            "nothing has failed"
        );
        // The page is told, and the next move is played where the game was.
        let before = ann.js(VERSION, Value::Null).await?;
        ann.js("sessionStorage.fails = 'handle'", Value::Null).await?;
        ann.js(act, Value::Null).await?;
        ann.sees_text("#toast", "nothing has changed").await?;
        ensure!(ann.js(VERSION, Value::Null).await? == before, "the game has changed");
        ann.js(act, Value::Null).await?;
        ann.sees_of("the answer of the program", on, before, true).await?;
        Ok(())
    })
    .await;
}
