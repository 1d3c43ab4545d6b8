//! The solver at a table: hints of three strengths, work that is cancelled, and pars.

use crate::test_server::{Spectator, TestServer, eventually};
use serde_json::json;

/// Looks at the table until it shows something.
async fn sees(who: &Spectator, id: &str, part: &str) -> String {
    let page =
        async || Some(who.get(&format!("/g/{id}/table")).await.text()).filter(|page| page.contains(part));
    eventually(part, page).await
}

#[tokio::test]
async fn a_hint_is_as_strong_as_asked_can_be_cancelled_and_leads_to_the_end() {
    let mut server = TestServer::new().await;
    let (ann, bob) = (server.spectator().await, server.spectator().await);
    let reply = ann.order(json!({ "game": "brain-burn", "seed": "1" })).await;
    let id = reply.json()["id"].as_str().unwrap().to_owned();
    let ask =
        async |who: &Spectator, strength| who.form(&format!("/g/{id}/hint"), &[("strength", strength)]).await;
    assert_eq!(ask(&bob, "2").await.status, 403);

    // The answer does not wait for the solver, and what is cancelled leaves nothing.
    let asked = ask(&ann, "3").await;
    assert!(asked.status == 200 && asked.text().contains("<progress"), "{}", asked.text());
    let cancelled = ask(&ann, "0").await.text();
    assert!(!cancelled.contains("<progress") && !cancelled.contains("data-hint"), "{cancelled}");

    let help = async || ann.look_at(&id).await.json()["help"].clone();
    assert_eq!(ann.look_at(&id).await.json()["helped"], false, "what is cancelled is no help");
    ask(&ann, "1").await;
    let nudged = sees(&ann, &id, "data-hint=").await;
    assert!(!nudged.contains("data-play"), "a nudge gives nothing away");
    assert_eq!(help().await, json!({ "nudges": 1, "moves": 0, "solutions": 0, "played": 0 }));
    ask(&ann, "3").await;
    let found = sees(&ann, &id, "data-play=").await;
    let line = found.split("data-play=\"").last().and_then(|rest| rest.split('"').next()).unwrap();
    let actions: Vec<&str> = line.split(' ').collect();
    assert!(actions.len() > 50, "{line}");
    let played = actions.len();
    for action in actions {
        let reply = ann.try_in(&id, json!({ "text": action })).await;
        assert_eq!(reply.status, 200, "{action}: {}", reply.text());
    }
    assert_eq!(ann.look_at(&id).await.json()["outcome"]["winners"], json!([0]));

    // The help is part of the game, wherever it is told.
    let taken = json!({ "nudges": 1, "moves": 0, "solutions": 1, "played": played });
    assert_eq!(help().await, taken);
    let page = ann.get(&format!("/g/{id}")).await.text();
    assert!(page.contains(&format!("1 nudge and {played} moves played for you")), "{page}");
    let (_, shared) = page.split_once("data-text=\"").expect("a text to share");
    let shared = shared.split('"').next().unwrap();
    assert!(shared.contains(&format!("\nWith help: 1 nudge and {played} moves played for me.")), "{shared}");
    assert!(!shared.contains('★'), "marks are for the player: {shared}");
    assert_eq!(ann.get(&format!("/g/{id}/record.json")).await.json()["help"], taken);
    assert!(ann.get("/games").await.text().contains(" · help used"));
    server.restart().await;
    assert_eq!(help().await, taken);
}

#[tokio::test]
async fn a_nudge_and_a_move_are_for_the_position_they_were_asked_for() {
    let server = TestServer::new().await;
    let ann = server.spectator().await;
    let reply = ann.order(json!({ "game": "brain-burn", "seed": "1" })).await;
    let id = reply.json()["id"].as_str().unwrap().to_owned();
    let ask = async |strength| ann.form(&format!("/g/{id}/hint"), &[("strength", strength)]).await.text();
    let moves = async || ann.look_at(&id).await.json()["help"]["moves"].clone();
    ask("2").await;
    let shown = sees(&ann, &id, "data-hint=").await;
    assert_eq!(moves().await, 1);
    assert!(ask("2").await.contains("data-hint="), "the same again");
    assert_eq!(moves().await, 1, "and no more help");
    let pick = shown.split("data-hint=\"").nth(1).and_then(|rest| rest.split('"').next()).unwrap().to_owned();
    // What it shows is played thing by thing: the slide, then perhaps the swap that goes on with it.
    let mut page = shown;
    for (name, kind) in pick.split(' ').zip(["act", "amend"]) {
        let offers = page.split("data-offers=\"").nth(1).and_then(|rest| rest.split('"').next()).unwrap();
        let offers: serde_json::Value = serde_json::from_str(&offers.replace("&quot;", "\"")).unwrap();
        let offer = offers.as_array().unwrap().iter().find(|offer| offer["path"] == json!([name])).unwrap();
        let event = json!({ "kind": kind, "text": offer["text"] });
        assert_eq!(ann.try_in(&id, event).await.status, 200);
        page = ann.get(&format!("/g/{id}/table")).await.text();
    }
    assert!(!page.contains("data-hint="), "the next move is shown when it is asked for");
    assert!(ask("2").await.contains("data-hint="), "at once: the solver knows it");
    assert_eq!(moves().await, 2);
}

/// The button that the key H presses.
fn hint_button(page: &str) -> &str {
    let button = page.split("<button").find(|button| button.contains("data-key=\"h\"")).expect("a button");
    button.split("</button").next().unwrap()
}

#[tokio::test]
async fn a_nudge_that_is_asked_for_again_becomes_the_move() {
    let server = TestServer::new().await;
    let ann = server.spectator().await;
    for order in [
        json!({ "game": "brain-burn", "seed": "1" }),
        json!({ "game": "baju-duel", "programs": ["1"], "sit": 0, "seed": "1" }),
    ] {
        let id = ann.order(order).await.json()["id"].as_str().unwrap().to_owned();
        let mut page = ann.get(&format!("/g/{id}/table")).await.text();
        for (strength, label, grey) in
            [("1", "Give me a nudge", false), ("2", "Tell me more", false), ("2", "Tell me more", true)]
        {
            let button = hint_button(&page);
            assert!(button.contains(&format!("value=\"{strength}\"")) && button.contains(label), "{button}");
            assert_eq!(button.contains("aria-disabled"), grey, "{button}");
            ann.form(&format!("/g/{id}/hint"), &[("strength", strength)]).await;
            page = sees(&ann, &id, "data-hint=").await;
        }
        let help = ann.look_at(&id).await.json()["help"].clone();
        assert_eq!((&help["nudges"], &help["moves"]), (&json!(1), &json!(1)));
    }
}

#[tokio::test]
async fn a_hint_in_a_lost_position_says_that_it_is_lost() {
    let server = TestServer::new().await;
    let ann = server.spectator().await;
    let setup = json!({
        "tiles": "SnSaS2S3S4/S5MnMaM2M3/M4M5CnCa/C2C3C4C5An/AaA2A3A4A5",
        "coins": "S=na2345 M=na2345 C=na2345 A=na2345",
    });
    let order = json!({ "game": "burbuja", "options": { "chances": "S0M0C0A0" }, "setup": setup });
    let id = ann.order(order).await.json()["id"].as_str().unwrap().to_owned();
    // Tiles that have moved lie too far apart.
    for (pick, cell) in [("Sf", "-3,1"), ("Af", "-3,2"), ("Af", "-4,2"), ("Af", "3,2"), ("Af", "4,2")] {
        for text in [format!("pick:{pick}"), format!("move:{cell}")] {
            assert_eq!(ann.try_in(&id, json!({ "text": text })).await.status, 200, "{text}");
        }
    }
    for strength in ["1", "2", "3"] {
        ann.form(&format!("/g/{id}/hint"), &[("strength", strength)]).await;
        let page = sees(&ann, &id, "This position is lost").await;
        assert!(!page.contains("data-play"), "there is nothing to play");
    }
}

#[tokio::test]
async fn every_deal_has_a_par_that_is_the_same_for_all() {
    let mut server = TestServer::new().await;
    let mut pars = Vec::new();
    for _ in 0..2 {
        let ann = server.spectator().await;
        let reply = ann.order(json!({ "game": "brain-burn", "seed": "mark" })).await;
        let id = reply.json()["id"].as_str().unwrap().to_owned();
        assert_eq!(ann.get(&format!("/g/{id}")).await.status, 200);
        let page = async || ann.get(&format!("/g/{id}")).await.text();
        // Its place is there before it is.
        let par = eventually("the par", async || {
            let page = page().await;
            let figure = page.split("<dt>Par").nth(1)?.split("<dd>").nth(1)?.split('<').next()?;
            figure.parse::<u32>().ok()
        });
        pars.push(par.await);
        server.restart().await;
    }
    assert!(pars[0] == pars[1] && pars[0] > 50, "{pars:?}");
}
