//! Several people with a browser each at one table.

use crate::harness::{PATIENCE, Person, World, story};
use anyhow::{Context, Result, ensure};
use bagatelle_core::Seed;
use bagatelle_core::program::Budget;
use bagatelle_core::record::Record;
use serde_json::{Value, json};
use std::time::{Duration, Instant};

/// Whether the reader of the page is to act.
const MY_TURN: &str = "return document.querySelector('#table').dataset.offers !== '[]'";
/// How far the game is.
const VERSION: &str = "return Number(document.querySelector('#table').dataset.version)";

/// What the page says while there is no server.
const OFFLINE: &str = "return document.documentElement.classList.contains('offline')";
/// Whether a page shows a version or a later one.
const LATER: &str = "return Number(document.querySelector('#table').dataset.version) >= arguments[0]";

/// How somebody picks things.
#[derive(Clone, Copy)]
enum By {
    Mouse,
    Keyboard,
    Finger,
}

/// Opens a table with an open seat by the form of the game's page.
pub async fn opens(person: &Person, game: &str, name: &str, terms: &[(&str, &str)]) -> Result<String> {
    person.go(&format!("/{game}")).await?;
    let choose = "const [name, value] = arguments[0]; const field = document.querySelector(`form.card:last-of-type [name='${name}']`);
        field.value = value; field.dispatchEvent(new Event('change', { bubbles: true })); return field.value === value";
    for (field, value) in [("program", "open"), ("name", name)].iter().chain(terms) {
        ensure!(person.js(choose, json!([field, value])).await? == true, "{field} cannot be {value}");
    }
    person.click("form.card:last-of-type button.primary").await?;
    let table = person.arrives().await?;
    person.sees_text(".invite h2", "Waiting for company").await?;
    Ok(table)
}

/// Comes by the link and sits down.
pub async fn comes(person: &Person, table: &str, name: &str) -> Result<()> {
    person.go(table).await?;
    person.sees_text(".invite h2", "There is a seat for you").await?;
    person.fill(".invite input[name=text]", name).await?;
    person.click(".invite button[value=sit]").await?;
    person.sees("a seat", "return document.querySelectorAll('.seats .own').length", 1).await
}

/// Picks the things that make an action.
async fn plays(person: &Person, by: By, action: &str) -> Result<()> {
    let offered = "return JSON.parse(document.querySelector('#table').dataset.offers).some((o) => o.text === arguments[0])";
    person.sees_of("the action on offer", offered, json!(action), true).await?;
    let path = "const offer = JSON.parse(document.querySelector('#table').dataset.offers).find((o) => o.text === arguments[0]);
        return offer ? offer.path.flat() : null";
    let names = person.js(path, json!(action)).await?;
    let before = person.js(VERSION, Value::Null).await?;
    for name in names.as_array().with_context(|| format!("{action} is not on offer"))? {
        let name = name.as_str().unwrap_or_default();
        let thing = format!("#table [data-pick='{name}']");
        match by {
            By::Mouse => person.click(&thing).await?,
            By::Finger => {
                let middle = "const e = document.querySelector(arguments[0]); e.scrollIntoView({ block: 'center' });
                    const box = e.getBoundingClientRect(); return [box.left + box.width / 2, box.top + box.height / 2]";
                let at = person.js(middle, json!(thing)).await?;
                let at = (at[0].as_f64().unwrap_or_default(), at[1].as_f64().unwrap_or_default());
                person.drag("touch", at, at).await?;
            }
            By::Keyboard => {
                let here = "return document.activeElement?.dataset?.pick ?? ''";
                for _ in 0..120 {
                    if person.js(here, Value::Null).await? == name {
                        break;
                    }
                    person.press("Tab").await?;
                }
                ensure!(person.js(here, Value::Null).await? == name, "{name} cannot be reached with Tab");
                person.press("Enter").await?;
            }
        }
    }
    let moved = "return Number(document.querySelector('#table').dataset.version) > arguments[0]";
    person.sees_of("the move", moved, before, true).await
}

/// The game as its record tells it, to think about what to play.
async fn table(person: &Person) -> Result<Box<dyn bagatelle_catalog::AnyPlay>> {
    let id = person.path().await?.replace("/g/", "");
    let (_, record) = person.api("GET", &format!("/api/v1/games/{id}/record"), Value::Null).await?;
    let record = Record::from_json(&record.to_string())?;
    Ok(bagatelle_catalog::game_of(&record)?.open(&record)?)
}

/// Plays a duel to its end: the first in the list thinks, the other takes what comes.
async fn play_to_the_end(thinker: (&Person, By), other: (&Person, By)) -> Result<usize> {
    for n in 0..200 {
        let table = table(thinker.0).await?;
        if table.outcome().is_some() {
            return Ok(n);
        }
        let thinks = thinker.0.js(MY_TURN, Value::Null).await? == true;
        let (person, by) = if thinks { thinker } else { other };
        person.sees("the turn", MY_TURN, true).await?;
        let action = if thinks {
            let never = || false;
            let budget = Budget { nodes: Some(20_000), ..Budget::until(&never) };
            table.think("3", &budget, &Seed::from_text("story")).context("a thought")?.action
        } else {
            table.legal()[n % 3].clone()
        };
        plays(person, by, &action).await?;
        let version = "return document.querySelector('#table').dataset.version";
        let here = person.js(version, Value::Null).await?;
        for (other, _) in [thinker, other] {
            other.sees("the same position", version, here.clone()).await?;
        }
    }
    anyhow::bail!("the game does not end")
}

#[tokio::test]
async fn two_play_baju_to_the_end_by_mouse_and_finger_and_again_by_keyboard() {
    story(async |world: &mut World| {
        let (ann, bob) = (world.person().await?, world.person().await?);
        bob.becomes_a_phone().await?;
        let table = opens(&ann, "baju-duel", "Ann", &[]).await?;
        comes(&bob, &table, "Bob").await?;
        ann.sees_text(".status", "Your move").await?;
        bob.sees_text(".status", "Ann is to move").await?;

        // A move is taken back when Bob agrees, and they talk.
        let first = self::table(&ann).await?.legal()[0].clone();
        plays(&ann, By::Mouse, &first).await?;
        ann.click("details.manners summary").await?;
        ann.click("input[value=takeback] + button").await?;
        bob.sees_text(".asked", "Ann would like to take a move back").await?;
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

        // The rematch: seats have changed, and Ann has only a keyboard.
        bob.click("input[value=rematch] + button").await?;
        ann.click(".asked button[value=agree]").await?;
        let elsewhere = "return location.pathname !== arguments[0] && document.readyState === 'complete'";
        ann.sees_of("the rematch", elsewhere, json!(table), true).await?;
        ann.sees_text(".seats .own", "Ann").await?;
        bob.click("a[data-go]").await?;
        bob.sees_of("the rematch", elsewhere, json!(table), true).await?;
        bob.sees_text(".status", "Your move").await?;
        play_to_the_end((&ann, By::Keyboard), (&bob, By::Mouse)).await?;
        ann.sees_text(".status", "You win").await?;
        Ok(())
    })
    .await;
}

/// Who of these people is to act, by what their own pages show. Nobody, when the page of the first says that the game waits
/// for the one who is `away`, or is over.
async fn mover<'a>(people: &[&'a Person], away: Option<&str>) -> Result<Option<&'a Person>> {
    let waits =
        "return document.querySelector('.seats .turn .name')?.textContent.includes(arguments[0]) ?? false";
    let over = "return document.querySelector('.now').classList.contains('over')";
    let start = Instant::now();
    while start.elapsed() < PATIENCE {
        for person in people {
            if person.js(MY_TURN, Value::Null).await? == true {
                return Ok(Some(person));
            }
        }
        let ended = people[0].js(over, Value::Null).await? == true;
        let stuck = away.map(|name| json!(name));
        if ended || (stuck.is_some() && people[0].js(waits, json!(stuck)).await? == true) {
            return Ok(None);
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    anyhow::bail!("nobody's page says whose turn it is")
}

/// Lets people play so many turns, whoever's they are. Ends early where [`mover`] finds nobody.
async fn play_turns(people: &[&Person], away: Option<&str>, turns: usize) -> Result<usize> {
    for n in 0..turns {
        let Some(mover) = mover(people, away).await? else { return Ok(n) };
        let offers = "return JSON.parse(document.querySelector('#table').dataset.offers).map((o) => o.text)";
        let offers = mover.js(offers, Value::Null).await?;
        let offers = offers.as_array().context("offers")?;
        let action = offers[n * 7 % offers.len()].as_str().context("a text")?;
        plays(mover, By::Mouse, action).await?;
    }
    Ok(turns)
}

/// Cuts the network of a browser, or mends it.
async fn network(person: &Person, offline: bool) -> Result<()> {
    let how = json!({ "offline": offline, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1 });
    person.emulate("Network.emulateNetworkConditions", how).await
}

#[tokio::test]
async fn three_play_bulbous_with_a_program_through_a_lost_network_and_a_restart() {
    story(async |world: &mut World| {
        world.expect_complaint("net::ERR_");
        let (ann, bob, cleo) = (world.person().await?, world.person().await?, world.person().await?);
        let table = opens(&ann, "bulbous", "Ann", &[("wish.seats", "4")]).await?;
        comes(&bob, &table, "Bob").await?;
        comes(&cleo, &table, "Cleo").await?;
        ann.js("document.querySelector('.invite .fill select').value = 'simple'", Value::Null).await?;
        ann.click(".invite .fill button").await?;
        ann.sees("a full table", "return document.querySelectorAll('.invite').length", 0).await?;
        for person in [&ann, &bob, &cleo] {
            person.js("window.before = true", Value::Null).await?;
        }
        let all = [&ann, &bob, &cleo];
        ensure!(play_turns(&all, None, 4).await? == 4);

        // Bob's network is gone while the others go on, as far as they can. He hears nothing of it until it is back.
        let others = [&ann, &cleo];
        while mover(&others, Some("Bob")).await?.is_none() {
            ensure!(play_turns(&[&bob], None, 1).await? == 1);
        }
        bob.emulate("Network.enable", json!({})).await?;
        network(&bob, true).await?;
        let stood = bob.js(VERSION, Value::Null).await?;
        ensure!(play_turns(&others, Some("Bob"), 3).await? > 0);
        let version = ann.js(VERSION, Value::Null).await?;
        ensure!(bob.js(VERSION, Value::Null).await? == stood, "Bob's page has a network still");
        network(&bob, false).await?;
        bob.sees_of("where the others are", LATER, version, true).await?;
        ensure!(play_turns(&all, None, 4).await? == 4);

        // The server stops and starts again, and all pages heal.
        world.server.stop()?;
        for person in all {
            person.sees("the lost connection", OFFLINE, true).await?;
        }
        world.server.start_again()?;
        for person in all {
            person.sees("the connection", OFFLINE, false).await?;
        }
        ensure!(play_turns(&all, None, 6).await? == 6);
        let version = ann.js(VERSION, Value::Null).await?;
        for person in all {
            person.sees_of("where Ann is", LATER, version.clone(), true).await?;
            person.sees("the same page", "return window.before", true).await?;
        }
        Ok(())
    })
    .await;
}

#[tokio::test]
async fn whoever_leaves_is_claimed() {
    story(async |world: &mut World| {
        let (ann, bob) = (world.person().await?, world.person().await?);
        let order =
            json!({ "game": "baju-duel", "programs": ["open"], "name": "Ann", "terms": { "grace_s": 8 } });
        // Whoever has dealt something is known.
        ann.deal(12, "known").await?;
        ann.order(order).await?;
        let table = ann.path().await?;
        comes(&bob, &table, "Bob").await?;
        let first = self::table(&ann).await?.legal()[0].clone();
        plays(&ann, By::Mouse, &first).await?;
        bob.sees_text(".status", "Your move").await?;
        bob.go("/baju-duel/rules").await?;
        ann.sees_text(".asked", "Bob is away").await?;
        ann.sees("the seat of one who is away", "return document.querySelectorAll('.seats .away').length", 1)
            .await?;
        ann.sees("the claim", "return document.querySelector('.asked button[value=claim]')?.disabled", false)
            .await?;
        ann.click(".asked button[value=claim]").await?;
        ann.sees_text(".status", "You win: Bob left the table").await?;
        bob.go(&table).await?;
        bob.sees_text(".status", "You lose").await
    })
    .await;
}

#[tokio::test]
async fn a_refused_move_is_taken_back_on_the_page_with_the_reason() {
    story(async |world: &mut World| {
        world.expect_complaint("status of 409");
        let (ann, bob) = (world.person().await?, world.person().await?);
        let table = opens(&ann, "baju-duel", "Ann", &[]).await?;
        comes(&bob, &table, "Bob").await?;
        ann.sees_text(".status", "Your move").await?;
        let places = "return [...document.querySelectorAll('.board svg > [id]')].map((e) => e.id + e.getAttribute('transform')).join()";
        let before = ann.js(places, Value::Null).await?;
        // A page that believes in another version than the server.
        ann.js("document.querySelector('#table').dataset.version = 7", Value::Null).await?;
        let offer = "return JSON.parse(document.querySelector('#table').dataset.offers)[0].path.flat()";
        for name in ann.js(offer, Value::Null).await?.as_array().context("a path")? {
            ann.click(&format!("#table [data-pick='{}']", name.as_str().unwrap_or_default())).await?;
        }
        ann.sees_text("#toast", "The game has moved on").await?;
        ann.sees("the true position", places, before).await
    })
    .await;
}
