//! How games are begun: each way, on each screen.

use crate::harness::{Visitor, story};
use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};

/// The windows in which the button that begins is seen without scrolling: a small laptop, and a phone.
const WINDOWS: [(u32, u32, bool); 2] = [(1280, 720, false), (390, 844, true)];
/// The names of the seats that are the visitor's.
const OWN_SEATS: &str = "return document.querySelectorAll('.seats .own').length";

/// Begins in a way, with a click on the button.
pub async fn begin(visitor: &Visitor, game: &str, fields: &[(&str, &str)]) -> Result<String> {
    visitor.go(&format!("/{game}")).await?;
    for (name, value) in fields {
        visitor.choose(name, value).await?;
    }
    visitor.click("form.start button.primary").await?;
    visitor.arrives().await
}

#[tokio::test]
async fn the_button_that_begins_is_on_the_first_screen() {
    story(async |world| {
        let ann = world.visitor().await?;
        let ways = "return [...document.querySelectorAll('[name=way]')].map((way) => way.value)";
        let fits = "const [button, page] = [document.querySelector('form.start button.primary'), \
            document.documentElement];
            const box = button.getBoundingClientRect();
            return box.height >= 44 && box.top >= 0 && box.bottom <= innerHeight && page.scrollWidth <= \
            innerWidth";
        for (width, height, mobile) in WINDOWS {
            let screen =
                json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": mobile });
            ann.emulate("Emulation.setDeviceMetricsOverride", screen).await?;
            for game in bagatelle_catalog::games() {
                ann.go(&format!("/{}", game.id())).await?;
                let ways = ann.js(ways, Value::Null).await?;
                let ways = ways.as_array().filter(|ways| ways.len() >= 2).context("two ways or more")?;
                for way in ways {
                    ann.choose("way", way.as_str().unwrap_or_default()).await?;
                    let what = format!("the button of {} by {way} at {width} x {height}", game.id());
                    ann.sees(&what, fits, true).await?;
                }
            }
        }
        Ok(())
    })
    .await;
}

#[tokio::test]
async fn an_opponent_is_chosen_by_the_face_and_remembered() {
    story(async |world| {
        let ann = world.visitor().await?;
        ann.go("/baju-duel").await?;
        ann.sees("the usual opponent", "return document.querySelector('[name=program]:checked').value", "2")
            .await?;
        ann.click(".faces label:has([value='6'])").await?;
        ann.click("form.start button.primary").await?;
        ann.arrives().await?;
        ann.sees_text(".seats li:not(.own) .called", "Sigrun").await?;
        ann.sees_text(".seats li:not(.own) .skill", "expert").await?;
        ann.sees("two faces", "return document.querySelectorAll('.seats .face').length", 2).await?;
        ann.go("/baju-duel").await?;
        ann.sees("the last opponent", "return document.querySelector('[name=program]:checked').value", "6")
            .await?;
        ann.go("/bambam-booboo").await?;
        ann.sees("another game’s own", "return document.querySelector('[name=program]:checked').value", "2")
            .await?;
        ann.go("/games").await?;
        ann.sees_text(".mine .deal", "with Sigrun").await
    })
    .await;
}

#[tokio::test]
async fn a_friend_sits_down_with_one_tap_and_sees_what_the_game_is_before() {
    story(async |world| {
        let ann = world.visitor().await?;
        let table = begin(&ann, "baju-duel", &[("way", "friend"), ("name", "Ann")]).await?;
        ann.sees_text(".only-here", "--listen 0.0.0.0:").await?;
        ensure!(ann.count(".invite .qr").await? == 0, "a code that no phone can open");

        let bob = world.visitor().await?;
        bob.becomes_a_phone().await?;
        bob.go(&table).await?;
        bob.sees_text(".invite h2", "Ann invites you to a game").await?;
        bob.sees_text("#goal", "Goal: ").await?;
        let board = "const top = (it) => document.querySelector(it).getBoundingClientRect().top;
            return top('.guest') < top('.board') && top('.board > svg') < innerHeight && \
            top('.board > svg') < top('.seats .near')";
        bob.sees("the board below the invitation", board, true).await?;
        let name = "return document.querySelector('.invite input[name=text]').value.split(' ').length";
        bob.sees("a name to play under", name, 2).await?;
        bob.click(".invite button[value=sit]").await?;
        bob.sees("a seat", OWN_SEATS, 1).await?;
        ann.sees("the game", "return document.querySelectorAll('.invite').length", 0).await
    })
    .await;
}

#[tokio::test]
async fn all_sides_are_played_at_one_screen() {
    story(async |world| {
        let ann = world.visitor().await?;
        begin(&ann, "bambam-booboo", &[("way", "screen")]).await?;
        ann.sees("both seats", OWN_SEATS, 2).await
    })
    .await;
}

#[tokio::test]
async fn the_seats_are_those_of_the_chosen_number_of_players() {
    let offered = "return [...document.querySelectorAll('label[data-seats]')]
        .filter((field) => getComputedStyle(field).display !== 'none')
        .map((field) => [field.dataset.seats, field.querySelectorAll('option:not([value=random], \
        [value=watch])').length])";
    // Questions for another number of players are not there either.
    let asked = "return [...new Set([...document.querySelectorAll('div[data-seats]')]
        .filter((field) => getComputedStyle(field).display !== 'none')
        .map((field) => field.dataset.seats))]";
    story(async |world| {
        let ann = world.visitor().await?;
        for count in ["2", "3", "4"] {
            ann.go("/bulbous").await?;
            ann.choose("wish.seats", count).await?;
            let seats: usize = count.parse()?;
            ann.sees("the seats", offered, json!([[count, seats]])).await?;
            ann.sees("the questions", asked, json!([count])).await?;
            let last = (seats - 1).to_string();
            let fields = [("wish.seats", count), (&format!("sit.{count}"), last.as_str())];
            let table = begin(&ann, "bulbous", &fields).await?;
            let id = table.rsplit('/').next().context("an id")?;
            let (_, state) = ann.api("GET", &format!("/api/v1/games/{id}"), Value::Null).await?;
            let sitters = state["seats"].as_array().context("seats")?.iter().map(|seat| &seat["sitter"]);
            let own = sitters.clone().position(|sitter| sitter == "person");
            ensure!((sitters.len(), own) == (seats, Some(seats - 1)), "the last seat: {state}");
            // The plate of the one who looks is the last, below the board.
            let own = "return [...document.querySelectorAll('.seats li')].map((it) => it.matches('.own'))";
            let own_last: Vec<bool> = (1..=seats).map(|plate| plate == seats).collect();
            ann.sees("the own plate", own, json!(own_last)).await?;
        }
        Ok(())
    })
    .await;
}

#[tokio::test]
async fn a_solitaire_is_dealt_anew_or_by_its_seed() {
    story(async |world| {
        let ann = world.visitor().await?;
        let fresh = begin(&ann, "brain-burn", &[("way", "fresh"), ("seed", "left over")]).await?;
        let chosen = begin(&ann, "brain-burn", &[("way", "seed"), ("seed", "a walk in the rain")]).await?;
        ensure!(fresh != chosen, "two tables");
        let seed = async |table: &str| {
            ann.go(table).await?;
            let text = "return document.querySelector('main').textContent";
            anyhow::Ok(ann.js(text, Value::Null).await?.as_str().unwrap_or_default().to_owned())
        };
        ensure!(seed(&chosen).await?.contains("a walk in the rain"), "the chosen deal");
        ensure!(!seed(&fresh).await?.contains("left over"), "a seed that belongs to another way");
        Ok(())
    })
    .await;
}

/// The length of the last deal is chosen when the page opens again.
#[tokio::test]
async fn what_was_asked_of_a_deal_is_kept() {
    story(async |world| {
        let ann = world.visitor().await?;
        let lengths =
            "return [...document.querySelectorAll('[name=\"wish.grade\"]')].map((one) => one.value)";
        ann.go("/brain-burn").await?;
        let lengths = ann.js(lengths, Value::Null).await?;
        for length in lengths.as_array().context("lengths")?.iter().filter_map(Value::as_str) {
            begin(&ann, "brain-burn", &[("way", "fresh"), ("wish.grade", length)]).await?;
            ann.go("/brain-burn").await?;
            let kept = "return document.querySelector('[name=\"wish.grade\"]:checked').value";
            ensure!(ann.js(kept, Value::Null).await? == length, "{length} is forgotten");
        }
        begin(&ann, "bulbous", &[("wish.seats", "3")]).await?;
        ann.go("/bulbous").await?;
        let kept = "return document.querySelector('[name=\"wish.seats\"]:checked').value";
        ann.sees("three players", kept, "3").await
    })
    .await;
}
