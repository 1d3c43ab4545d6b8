//! Several visitors, with a browser each, at one table.

use crate::harness::{PATIENCE, Visitor, World, story};
use anyhow::{Context, Result, ensure};
use bagatelle_core::Seed;
use bagatelle_core::program::Budget;
use bagatelle_core::record::Record;
use serde_json::{Value, json};
use std::time::{Duration, Instant};

/// Whether the visitor is to act.
pub const MY_TURN: &str = "return document.querySelector('#table').dataset.offers !== '[]'";
/// How far the game is.
pub const VERSION: &str = "return Number(document.querySelector('#table').dataset.version)";

/// What is known of the players and does not fit on their plates.
pub const CUT: &str = "return [...document.querySelectorAll('.seats .detail, .seats .detail small')]
    .filter((one) => one.checkVisibility() &&
        (one.scrollWidth > Math.max(one.clientWidth, one.offsetWidth) + 1 ||
        one.scrollHeight > Math.max(one.clientHeight, one.offsetHeight) + 1))
    .map((one) => one.textContent)";

/// What the page says while there is no server.
const OFFLINE: &str = "return document.documentElement.classList.contains('offline')";
/// Whether a page shows a version or a later one.
pub const LATER: &str = "return Number(document.querySelector('#table').dataset.version) >= arguments[0]";

/// How a visitor picks things.
#[derive(Clone, Copy)]
pub enum By {
    Mouse,
    Keyboard,
    Finger,
}

/// Opens a table with an open seat by the form of the game's page.
pub async fn open_table(visitor: &Visitor, game: &str, name: &str, terms: &[(&str, &str)]) -> Result<String> {
    visitor.go(&format!("/{game}")).await?;
    for (field, value) in [("way", "friend"), ("name", name)].iter().chain(terms) {
        visitor.choose(field, value).await?;
    }
    visitor.click("form.start button.primary").await?;
    let table = visitor.arrives().await?;
    visitor.sees_text(".invite h2", "Invite players").await?;
    Ok(table)
}

/// Comes by the link and takes the open seat.
pub async fn join(visitor: &Visitor, table: &str, name: &str) -> Result<()> {
    visitor.go(table).await?;
    visitor.sees_text(".invite h2", "you to a game").await?;
    visitor.fill(".invite input[name=text]", name).await?;
    visitor.click(".invite button[value=sit]").await?;
    visitor.sees("a seat", "return document.querySelectorAll('.seats .own').length", 1).await
}

/// Picks the things that make an action.
pub async fn play(visitor: &Visitor, by: By, action: &str) -> Result<()> {
    let offered = "return JSON.parse(document.querySelector('#table').dataset.offers).some((o) => o.text === \
        arguments[0])";
    visitor.sees_of("the action on offer", offered, json!(action), true).await?;
    let path =
        "const offer = JSON.parse(document.querySelector('#table').dataset.offers).find((o) => o.text \
        === arguments[0]);
        return offer ? offer.path.flat() : null";
    let names = visitor.js(path, json!(action)).await?;
    let before = visitor.js(VERSION, Value::Null).await?;
    for name in names.as_array().with_context(|| format!("{action} is not on offer"))? {
        let name = name.as_str().unwrap_or_default();
        let thing = format!("#table [data-pick='{name}']");
        match by {
            By::Mouse => visitor.click(&thing).await?,
            By::Finger => {
                let middle = "const e = document.querySelector(arguments[0]); e.scrollIntoView({ block: \
                    'center' });
                    const box = e.getBoundingClientRect(); return [box.left + box.width / 2, box.top + \
                    box.height / 2]";
                let at = visitor.js(middle, json!(thing)).await?;
                let at = (at[0].as_f64().unwrap_or_default(), at[1].as_f64().unwrap_or_default());
                visitor.drag("touch", at, at).await?;
            }
            By::Keyboard => {
                let here = "return document.activeElement?.dataset?.pick ?? ''";
                // Tab leads to the board, and from thing to thing on it lead Page Up and Page Down.
                for _ in 0..120 {
                    if visitor.js(here, Value::Null).await? == name {
                        break;
                    }
                    let board = "return Boolean(document.activeElement.closest('.board'))";
                    let board = !name.starts_with("do-") && visitor.js(board, Value::Null).await? == true;
                    visitor.press(if board { "PageDown" } else { "Tab" }).await?;
                }
                ensure!(visitor.js(here, Value::Null).await? == name, "{name} cannot be reached by keyboard");
                visitor.press("Enter").await?;
            }
        }
    }
    let moved = "return Number(document.querySelector('#table').dataset.version) > arguments[0]";
    visitor.sees_of("the move", moved, before, true).await
}

/// The game as its record tells it, to search for what to play.
async fn position(visitor: &Visitor) -> Result<Box<dyn bagatelle_catalog::AnyPlay>> {
    let id = visitor.path().await?.replace("/g/", "");
    let (_, record) = visitor.api("GET", &format!("/api/v1/games/{id}/record"), Value::Null).await?;
    let record = Record::from_json(&record.to_string())?;
    Ok(bagatelle_catalog::game_of(&record)?.open(&record)?)
}

/// Plays a duel to its end: the first visitor plays what a program finds, the other plays one of the first
/// legal actions.
async fn play_to_the_end(thinker: (&Visitor, By), other: (&Visitor, By)) -> Result<usize> {
    for n in 0..200 {
        let position = position(thinker.0).await?;
        if position.outcome().is_some() {
            return Ok(n);
        }
        let thinks = thinker.0.js(MY_TURN, Value::Null).await? == true;
        let (visitor, by) = if thinks { thinker } else { other };
        visitor.sees("the turn", MY_TURN, true).await?;
        let action = if thinks {
            let never = || false;
            let budget = Budget { nodes: Some(20_000), ..Budget::until(&never) };
            position.think("3", &[], &budget, &Seed::from_text("story")).context("a thought")?.action
        } else {
            position.legal()[n % 3].clone()
        };
        play(visitor, by, &action).await?;
        let version = "return document.querySelector('#table').dataset.version";
        let here = visitor.js(version, Value::Null).await?;
        for (other, _) in [thinker, other] {
            other.sees("the same position", version, here.clone()).await?;
        }
    }
    anyhow::bail!("the game does not end")
}

#[tokio::test]
async fn who_reads_the_terms_sees_no_offers_open_when_a_friend_sits_down() {
    story(async |world| {
        let (ann, bob) = (world.visitor().await?, world.visitor().await?);
        ann.becomes_known().await?;
        bob.becomes_known().await?;
        let table = open_table(&ann, "baju-duel", "Ann", &[]).await?;
        ann.click("#invite-terms > summary").await?;
        join(&bob, &table, "Bob").await?;
        let closed = "const offers = document.querySelector('#offers'); return offers ? !offers.open : null";
        ann.sees("closed offers", closed, true).await
    })
    .await;
}

#[tokio::test]
async fn two_play_baju_to_the_end_by_mouse_and_finger_and_then_a_rematch() {
    story(async |world: &mut World| {
        let (ann, bob) = (world.visitor().await?, world.visitor().await?);
        bob.becomes_a_phone().await?;
        let table = open_table(&ann, "baju-duel", "Ann", &[]).await?;
        join(&bob, &table, "Bob").await?;
        ann.sees_text(".status", "Your move").await?;
        bob.sees_text(".status", "Ann to move").await?;

        // A move is taken back when Bob agrees, and they talk.
        let first = position(&ann).await?.legal()[0].clone();
        play(&ann, By::Mouse, &first).await?;
        ann.click("details.manners summary").await?;
        ann.click("form:has(input[value=takeback]) button").await?;
        bob.sees_text(".asked", "Ann wants to take a move back").await?;
        bob.click(".asked button[value=agree]").await?;
        ann.sees_text(".status", "Your move").await?;
        // What Ann has picked stays picked while Bob talks.
        let first = "return JSON.parse(document.querySelector('#table').dataset.offers)[0].path[0]";
        let first = ann.js(first, Value::Null).await?;
        ann.click(&format!("#table [data-pick='{}']", first.as_str().unwrap_or_default())).await?;
        ann.sees("a pick", "return document.querySelectorAll('#table .picked').length", 1).await?;
        bob.fill(".say input[name=text]", "Well played").await?;
        bob.click(".say button").await?;
        ann.sees_text(".chat", "Well played").await?;
        ann.sees("the pick", "return document.querySelectorAll('#table .picked').length", 1).await?;
        ann.press("Escape").await?;

        play_to_the_end((&ann, By::Mouse), (&bob, By::Finger)).await?;
        ann.sees_text(".status", "You win").await?;
        bob.sees_text(".status", "You lose").await?;

        // The rematch: seats have changed, and the one who asked goes along.
        bob.click("form:has(input[value=rematch]) button").await?;
        ann.click(".asked button[value=agree]").await?;
        let elsewhere = "return location.pathname !== arguments[0] && document.readyState === 'complete'";
        ann.sees_of("the rematch", elsewhere, json!(table), true).await?;
        ann.sees_text(".seats .own", "Ann").await?;
        bob.sees_of("the rematch", elsewhere, json!(table), true).await?;
        bob.sees_text(".status", "Your move").await?;
        let first = position(&bob).await?.legal()[0].clone();
        play(&bob, By::Finger, &first).await?;
        ann.sees_text(".status", "Your move").await
    })
    .await;
}

#[tokio::test]
async fn a_round_is_resigned_in_two_steps_and_all_hear_of_the_next_one() {
    story(async |world: &mut World| {
        let (ann, bob, cleo) = (world.visitor().await?, world.visitor().await?, world.visitor().await?);
        let table = open_table(&ann, "baju-duel", "Ann", &[("best_of", "3")]).await?;
        join(&bob, &table, "Bob").await?;
        cleo.go(&table).await?;
        ann.sees_text(".status", "Your move").await?;
        ann.sees_text(".chat h2", "1 watching").await?;

        // The first step only says what the second one does. Both are there for the keyboard.
        bob.js("document.querySelector('details.manners > summary').focus()", Value::Null).await?;
        bob.press("Enter").await?;
        bob.js("document.querySelector('details.resign > summary').focus()", Value::Null).await?;
        bob.press("Enter").await?;
        bob.sees("what it means", "return document.querySelector('.resign').open", true).await?;
        ensure!(bob.text(".resign p").await? == "This counts as a loss.");
        // What is open stays open when the page changes.
        ann.fill(".say input[name=text]", "Take your time").await?;
        ann.click(".say button").await?;
        bob.sees_text(".chat", "Take your time").await?;
        bob.sees("what it means", "return document.querySelector('.resign').open", true).await?;
        bob.press("Tab Enter").await?;
        ann.sees_text(".status", "You win. Bob resigned").await?;
        bob.sees_text(".status", "You resigned").await?;
        bob.sees("the focus on the result", "return document.activeElement.id", "status").await?;

        ann.click("#result button.primary").await?;
        ann.sees_text(".match", "Round 2").await?;
        let next = ann.path().await?;
        for (visitor, link) in [(&bob, "Go to round 2"), (&cleo, "Watch round 2")] {
            visitor.sees_text(".asked.next p", "Round 2 has begun.").await?;
            visitor.sees_text("a[data-go]", link).await?;
            ensure!(visitor.path().await? == table, "no page goes along that has not agreed");
        }
        ann.sees_text(".seats", "hasn’t joined yet").await?;
        bob.click("a[data-go]").await?;
        bob.sees_text(".match", "Round 2").await?;
        ensure!(bob.path().await? == next);
        bob.sees_text(".status", "Your move").await?;
        let waits = "return document.querySelector('.seats').textContent.includes('has not come')";
        ann.sees("both players", waits, false).await
    })
    .await;
}

#[tokio::test]
async fn a_duel_is_won_by_keyboard() {
    story(async |world: &mut World| {
        let (ann, bob) = (world.visitor().await?, world.visitor().await?);
        ann.becomes_known().await?;
        // White has three in a row, and a few actions to complete it.
        let setup = json!({ "position": "W1W2----/B1B2----/B3--B4--/-------- W -" });
        ann.new_game(json!({ "game": "baju-duel", "programs": ["open"], "name": "Ann", "setup": setup }))
            .await?;
        let table = ann.path().await?;
        join(&bob, &table, "Bob").await?;
        ann.sees_text(".status", "Your move").await?;
        let actions = play_to_the_end((&ann, By::Keyboard), (&bob, By::Mouse)).await?;
        ensure!(actions >= 3, "each of the two plays before the end");
        ann.sees_text(".status", "You win").await?;
        bob.sees_text(".status", "You lose").await
    })
    .await;
}

/// Which of these visitors is to act, by what their own pages show. `None` when the page of the first says
/// that the game waits for the player who is `away`, or that it is over.
async fn mover<'a>(visitors: &[&'a Visitor], away: Option<&str>) -> Result<Option<&'a Visitor>> {
    let waits =
        "return document.querySelector('.seats .turn .name')?.textContent.includes(arguments[0]) ?? false";
    let over = "return document.querySelector('.now').classList.contains('over')";
    let start = Instant::now();
    while start.elapsed() < PATIENCE {
        for visitor in visitors {
            if visitor.js(MY_TURN, Value::Null).await? == true {
                return Ok(Some(visitor));
            }
        }
        let ended = visitors[0].js(over, Value::Null).await? == true;
        let stuck = away.map(|name| json!(name));
        if ended || (stuck.is_some() && visitors[0].js(waits, json!(stuck)).await? == true) {
            return Ok(None);
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    anyhow::bail!("no page says whose turn it is")
}

/// Lets the visitors play this many turns, in the order of the game. Ends early where [`mover`] finds none.
async fn play_turns(visitors: &[&Visitor], away: Option<&str>, turns: usize) -> Result<usize> {
    for n in 0..turns {
        let Some(mover) = mover(visitors, away).await? else { return Ok(n) };
        let offers = "return JSON.parse(document.querySelector('#table').dataset.offers).map((o) => o.text)";
        let offers = mover.js(offers, Value::Null).await?;
        let offers = offers.as_array().context("offers")?;
        let action = offers[n * 7 % offers.len()].as_str().context("a text")?;
        play(mover, By::Mouse, action).await?;
    }
    Ok(turns)
}

/// Cuts the network of a browser, or mends it.
async fn network(visitor: &Visitor, offline: bool) -> Result<()> {
    let how = json!({ "offline": offline, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1 });
    visitor.emulate("Network.emulateNetworkConditions", how).await
}

#[tokio::test]
async fn three_play_bulbous_with_a_program_through_a_lost_network_and_a_restart() {
    story(async |world: &mut World| {
        world.expect_lost_server();
        let (ann, bob, cleo) = (world.visitor().await?, world.visitor().await?, world.visitor().await?);
        let table = open_table(&ann, "bulbous", "Ann", &[("wish.seats", "4")]).await?;
        join(&bob, &table, "Bob").await?;
        join(&cleo, &table, "Cleo").await?;
        ann.js("document.querySelector('.invite .fill select').value = '1'", Value::Null).await?;
        ann.click(".invite .fill button").await?;
        ann.sees("a full table", "return document.querySelectorAll('.invite').length", 0).await?;
        for visitor in [&ann, &bob, &cleo] {
            visitor.js("window.before = true", Value::Null).await?;
        }
        let all = [&ann, &bob, &cleo];
        ensure!(play_turns(&all, None, 4).await? == 4);

        // Bob's network is gone while the others go on, as far as they can. He hears nothing of it until it
        // is back.
        let others = [&ann, &cleo];
        while mover(&others, Some("Bob")).await?.is_none() {
            ensure!(play_turns(&[&bob], None, 1).await? == 1);
        }
        bob.emulate("Network.enable", json!({})).await?;
        network(&bob, true).await?;
        let stood = bob.js(VERSION, Value::Null).await?;
        ensure!(play_turns(&others, Some("Bob"), 3).await? > 0);
        let version = ann.js(VERSION, Value::Null).await?;
        ensure!(bob.js(VERSION, Value::Null).await? == stood, "Bob’s page has a network still");
        network(&bob, false).await?;
        bob.sees_of("where the others are", LATER, version, true).await?;
        ensure!(play_turns(&all, None, 4).await? == 4);

        // The server stops and starts again, and all pages reconnect.
        world.server.stop()?;
        for visitor in all {
            visitor.sees("the lost connection", OFFLINE, true).await?;
            visitor.sees_text("#toast.shown", "No connection to the server. Trying again…").await?;
        }
        world.server.start_again()?;
        for visitor in all {
            visitor.sees("the connection", OFFLINE, false).await?;
            visitor.sees_text("#toast", "Connected again").await?;
        }
        ensure!(play_turns(&all, None, 6).await? == 6);
        let version = ann.js(VERSION, Value::Null).await?;
        for visitor in all {
            visitor.sees_of("where Ann is", LATER, version.clone(), true).await?;
            visitor.sees("the same page", "return window.before", true).await?;
        }
        Ok(())
    })
    .await;
}

#[tokio::test]
async fn the_game_of_a_player_who_leaves_can_be_claimed() {
    story(async |world: &mut World| {
        let (ann, bob) = (world.visitor().await?, world.visitor().await?);
        let game =
            json!({ "game": "baju-duel", "programs": ["open"], "name": "Ann", "terms": { "grace_s": 8 } });
        ann.becomes_known().await?;
        ann.new_game(game).await?;
        let table = ann.path().await?;
        join(&bob, &table, "Bob").await?;
        let first = position(&ann).await?.legal()[0].clone();
        play(&ann, By::Mouse, &first).await?;
        bob.sees_text(".status", "Your move").await?;
        bob.go("/baju-duel/rules").await?;
        ann.sees_text(".asked", "Bob is away").await?;
        ann.sees("the seat of one who is away", "return document.querySelectorAll('.seats .away').length", 1)
            .await?;
        for screen in [(390, 844), (1280, 720), (1440, 900)] {
            ann.has_screen(screen).await?;
            ann.sees("whole plates", CUT, json!([])).await?;
        }
        ann.sees("the claim", "return document.querySelector('.asked button[value=claim]')?.disabled", false)
            .await?;
        ann.click(".asked button[value=claim]").await?;
        ann.sees_text(".status", "You win. Bob left the table").await?;
        bob.go(&table).await?;
        bob.sees_text(".status", "You left the table, so Ann wins").await
    })
    .await;
}

#[tokio::test]
async fn a_refused_move_is_taken_back_on_the_page_with_the_reason() {
    story(async |world: &mut World| {
        world.expect_complaint("status of 409");
        let (ann, bob) = (world.visitor().await?, world.visitor().await?);
        let table = open_table(&ann, "baju-duel", "Ann", &[]).await?;
        join(&bob, &table, "Bob").await?;
        ann.sees_text(".status", "Your move").await?;
        let places = "return [...document.querySelectorAll('.board svg > [id]')].map((e) => e.id + \
            e.getAttribute('transform')).join()";
        let before = ann.js(places, Value::Null).await?;
        let offer = "return JSON.parse(document.querySelector('#table').dataset.offers)[0].path.flat()";
        let path: Vec<String> = serde_json::from_value(ann.js(offer, Value::Null).await?)?;
        let (last, first) = path.split_last().context("a path")?;
        for name in first {
            ann.click(&format!("#table [data-pick='{name}']")).await?;
        }
        // A page that believes in another version than the server, until the next thing that it hears of.
        let click = "document.querySelector('#table').dataset.version = 7;
            [...document.querySelectorAll('#table [data-pick]')].find((e) => e.dataset.pick === arguments[0])
                .dispatchEvent(new MouseEvent('click', { bubbles: true }))";
        ann.js(click, json!(last)).await?;
        ann.sees_text("#toast", "The game has moved on").await?;
        ann.sees("the true position", places, before).await
    })
    .await;
}
