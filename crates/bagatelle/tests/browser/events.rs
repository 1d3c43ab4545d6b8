//! An event by link: one makes it, two join by the link, and the server leads them from round to round.

use crate::harness::{Visitor, story};
use crate::moderation::sign_up;
use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};

/// How much wider than the window the page is.
const TOO_WIDE: &str = "return document.documentElement.scrollWidth - innerWidth";

/// Whether a toast says what stands in sight beside the link to the next game.
const DOUBLED: &str = "const box = document.querySelector('.asked.next').getBoundingClientRect();
    const inSight = box.top >= 0 && box.bottom <= innerHeight;
    return inSight && document.querySelector('#toast').textContent.includes('your game is ready')";

/// Resigns the game that a visitor has to play; returns its address.
async fn resigns(visitor: &Visitor, event: &str) -> Result<String> {
    visitor.go(event).await?;
    visitor.click(".welcome a.button.primary").await?;
    let table = visitor.arrives().await?;
    visitor.sees_text("h1 ~ p.deal a", "Sunday cup").await?;
    let events = table.replacen("/g/", "/api/v1/games/", 1) + "/events";
    let (status, answer) = visitor.api("POST", &events, json!({ "kind": "resign" })).await?;
    ensure!(status == 200, "{answer}");
    Ok(table)
}

/// The number of a visitor among the players, and whether there is a game to play.
async fn place(visitor: &Visitor, event: &str) -> Result<(u64, bool)> {
    let (status, state) = visitor.api("GET", &format!("/api/v1{event}"), Value::Null).await?;
    ensure!(status == 200, "{state}");
    Ok((state["you"].as_u64().context("a player")?, state["your_game"].is_string()))
}

/// A player who has any page open is told at once that a round begins; the finished game leads there.
#[tokio::test]
async fn a_round_that_begins_is_told_on_every_open_page() {
    story(async |world| {
        let (ann, bob, cid) = (world.visitor().await?, world.visitor().await?, world.visitor().await?);
        let all = [&ann, &bob, &cid];
        for (visitor, name) in all.into_iter().zip(["Ann", "Bob", "Cid"]) {
            sign_up(visitor, name).await?;
        }
        ann.go("/events/new?game=baju-duel&form=swiss").await?;
        ann.fill("input[name=title]", "Sunday cup").await?;
        for (name, value) in [("starts", "15"), ("late", "half")] {
            let choose = format!("document.querySelector('select[name={name}]').value = '{value}'");
            ann.js(&choose, Value::Null).await?;
        }
        ann.click("form.card button.primary").await?;
        ann.sees_text("#status", "1 player so far, up to 16.").await?;
        let event = ann.path().await?;
        // By the clock of the player, and not by that of the server.
        let local = "const at = document.querySelector('time[data-local]');
            return at !== null && /\\d\\d:\\d\\d$/.test(at.textContent)";
        ann.sees("when it starts", local, true).await?;
        // The organizer plays, too, unless the form says otherwise.
        ann.sees_text("main", "Leave").await?;
        for visitor in [&bob, &cid] {
            visitor.go(&event).await?;
            visitor.click("button[value=join]").await?;
            visitor.sees_text("main", "Leave").await?;
        }
        ann.go(&event).await?;
        ann.click("button[value=start]").await?;
        ann.sees_text("#status", "Round 1 of 3.").await?;
        let (mut playing, mut resting) = (Vec::new(), None);
        for visitor in all {
            match place(visitor, &event).await? {
                (_, true) => playing.push(visitor),
                (_, false) => resting = Some(visitor),
            }
        }
        let resting = resting.context("one has no opponent")?;
        // One is elsewhere, on a page that has nothing to do with the event.
        resting.go("/tables").await?;
        resting.sees("the title", "return document.title.startsWith('(')", false).await?;
        let table = resigns(playing[0], &event).await?;
        for visitor in &playing {
            visitor.go(&table).await?;
            visitor.sees_text("#result", "Back to Sunday cup").await?;
        }
        resting.sees("the badge", "return document.title.startsWith('(1)')", true).await?;
        let mut led = 0;
        for visitor in playing {
            if place(visitor, &event).await?.1 {
                visitor.sees_text(".next", "Round 2: your game is ready.").await?;
                ensure!(visitor.js(DOUBLED, Value::Null).await? == false, "the same is told twice");
                led += 1;
            }
        }
        ensure!(led == 1, "one of the two has a game in round 2");
        // The organizer corrects nothing before there is a result.
        ann.go(&event).await?;
        ensure!(ann.count("select[name=result]").await? == 0, "round 1 is past");
        Ok(())
    })
    .await;
}

#[tokio::test]
async fn three_play_a_round_robin_by_link_from_the_form_to_the_winner() {
    story(async |world| {
        let (ann, bob, cid) = (world.visitor().await?, world.visitor().await?, world.visitor().await?);
        bob.becomes_a_phone().await?;
        for (visitor, name) in [(&ann, "Ann"), (&bob, "Bob"), (&cid, "Cid")] {
            sign_up(visitor, name).await?;
        }
        // From the open tables to the form, and to the page to share.
        ann.go("/tables").await?;
        ann.click("a[href='/events']").await?;
        ann.sees_text("main", "You’re not in any events yet.").await?;
        ann.click("a[href='/events/new']").await?;
        ann.click("a[href='/events/new?game=baju-duel']").await?;
        ann.click("a[href$='form=round-robin']").await?;
        ann.fill("input[name=title]", "Sunday cup").await?;
        ann.click("form.card button.primary").await?;
        ann.sees_text("#status", "1 player so far, up to 8. Needs 2 more to start.").await?;
        let event = ann.path().await?;
        // Too few.
        ensure!(ann.count("button[value=start]:disabled").await? == 1, "it can start with one player");
        ann.sees_text("#missing", "Needs 2 more players.").await?;
        ensure!(ann.count("button[value=remove]").await? == 0, "the organizer can remove herself");

        for visitor in [&bob, &cid] {
            visitor.go(&event).await?;
            visitor.click("button[value=join]").await?;
        }
        ann.go(&event).await?;
        ann.sees_text("#status", "3 players").await?;
        ann.click("button[value=start]").await?;
        // Those who have the page open see it begin.
        bob.sees_text("#status", "Round 1 of 3.").await?;
        ensure!(bob.js(TOO_WIDE, Value::Null).await? == 0, "the page of a phone is too wide");

        for round in 1..=3 {
            let mut playing = Vec::new();
            for visitor in [&ann, &bob, &cid] {
                let (number, plays) = place(visitor, &event).await?;
                if plays {
                    playing.push((number, visitor));
                }
            }
            ensure!(playing.len() == 2, "two play in round {round}, and one rests");
            playing.sort_by_key(|(number, _)| *number);
            let due = playing[0].1;
            due.go(&event).await?;
            due.sees_text(".welcome a.button.primary", "Play ").await?;
            due.sees_text(".welcome", "left), or you lose the game.").await?;
            resigns(playing[1].1, &event).await?;
            let next =
                if round < 3 { format!("Round {} of 3.", round + 1) } else { "wins the event.".into() };
            ann.go(&event).await?;
            ann.sees_text("#status", &next).await?;
        }
        ann.sees_text("#status", "Ann wins the event.").await?;
        ann.sees_text("[aria-labelledby=standings] tbody tr:first-child", "Ann (you)").await?;
        bob.go("/events").await?;
        bob.sees_text(".mine", "Sunday cup").await
    })
    .await;
}
