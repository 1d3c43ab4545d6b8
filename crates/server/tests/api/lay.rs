//! Set-ups on a real table: entered by links and forms alone, played, and laid out.

use crate::pages::assert_page;
use crate::test_server::TestServer;
use bagatelle_catalog::{Position, laid_games};
use bagatelle_core::Record;
use bagatelle_core::present::Difficulty;
use serde_json::Value;
use std::collections::BTreeMap;

/// The addresses of the steps on a page whose ids begin so.
fn steps(page: &str, id: &str) -> Vec<String> {
    let link = |rest: &str| Some(rest.split_once("href=\"")?.1.split('"').next()?.replace("&amp;", "&"));
    page.split(&format!(" id=\"{id}")).skip(1).filter_map(link).collect()
}

fn location(reply: &crate::test_server::Reply) -> String {
    reply.headers["location"].to_str().unwrap().to_owned()
}

#[tokio::test]
async fn every_game_that_can_be_laid_has_its_pages() {
    let server = TestServer::new().await;
    let anonymous = server.anonymous();
    for game in laid_games() {
        let id = game.id();
        for page in [format!("/{id}"), format!("/{id}/print")] {
            assert!(anonymous.get(&page).await.text().contains(&format!("href=\"/{id}/lay\"")), "{page}");
        }
        for path in [format!("/{id}/lay"), format!("/{id}/lay/out")] {
            assert_page(&anonymous.get(&path).await, &path);
        }
    }
    for path in ["/bulbous/lay", "/bulbous/lay/out", "/nothing/lay", "/g/nothing/lay"] {
        assert_eq!(anonymous.get(path).await.status, 404, "{path}");
    }
}

#[tokio::test]
async fn a_deal_is_entered_by_links_filled_and_played() {
    let server = TestServer::new().await;
    let ann = server.plain_owner().await;
    let owner = server.spectator_with(&ann.token);
    // Three tiles, the last of which is taken back.
    let mut path = "/brain-burn/lay".to_owned();
    for piece in ["piece-0-S3", "piece-0---", "piece-0-M4"] {
        path = steps(&owner.get(&path).await.text(), piece).remove(0);
    }
    let page = owner.get(&path).await.text();
    assert!(page.contains("brain-burn_S3--M4<") && page.contains("Row 1, column 4:"), "{page}");
    path = steps(&page, "step-undo").remove(0);
    let page = owner.get(&path).await;
    assert_page(&page, &path);
    assert!(page.text().contains("brain-burn_S3--<") && page.text().contains("Row 1, column 3:"));
    assert!(!page.text().contains("Play from here"));
    let code = "brain-burn_S3--";
    let filled = owner.form("/brain-burn/lay", &[("do", "fill"), ("code", code)]).await;
    assert_eq!(filled.status, 303);
    let filled = location(&filled);
    let whole = filled.split_once("code=").unwrap().1.to_owned();
    assert!(
        whole.starts_with(code) && owner.get(&filled).await.text().contains("Play from here"),
        "{filled}"
    );
    let played = owner.form("/brain-burn/lay", &[("do", "play"), ("code", &whole)]).await;
    assert_eq!(played.status, 303);
    let table = location(&played);
    assert!(table.starts_with("/g/"), "{table}");
    // What lies there leads back to the same code.
    let out = owner.get(&format!("{table}/lay")).await;
    assert_eq!(location(&out), format!("/brain-burn/lay/out?code={whole}"));
    // What is not whole is not played: its page says what is missing.
    let early = owner.form("/brain-burn/lay", &[("do", "play"), ("code", code)]).await;
    assert_eq!(location(&early), format!("/brain-burn/lay?code={code}"));
}

#[tokio::test]
async fn a_code_is_read_and_a_bad_one_loses_nothing() {
    let server = TestServer::new().await;
    let anonymous = server.anonymous();
    let good = anonymous.get("/brain-burn/lay?code=brain-burn_S3&paste=%20brain-burn_M4S2%0A").await;
    assert_eq!(
        (good.status.as_u16(), location(&good).as_str()),
        (303, "/brain-burn/lay?code=brain-burn_M4S2")
    );
    let long = "a".repeat(3000);
    for (paste, why) in [
        ("burbuja_S3", "This is a code for Burbuja."),
        ("nonsense", "This isn’t a code for this page."),
        ("brain-burn_S9", "The game has no piece “S9”."),
        (&long, "This code is too long."),
    ] {
        let bad = anonymous.get(&format!("/brain-burn/lay?code=brain-burn_S3&paste={paste}")).await;
        assert_eq!(bad.status, 422, "{paste}");
        let text = bad.text();
        assert!(text.contains(why) && text.contains("name=\"code\" value=\"brain-burn_S3\""), "{text}");
    }
    let address = anonymous.get("/brain-burn/lay?code=nonsense").await;
    assert!(address.status == 422 && address.text().contains("isn’t a code"));
    let rules = anonymous.get("/baju-puzzle/lay?option.board=nowhere").await;
    assert!(rules.status == 422 && rules.text().contains("no board called"), "{}", rules.text());
}

#[tokio::test]
async fn rules_stay_while_pieces_are_put_and_are_played() {
    let server = TestServer::new().await;
    let ann = server.plain_owner().await;
    let owner = server.spectator_with(&ann.token);
    let page = owner.get("/baju-puzzle/lay?option.goal=2").await.text();
    let next = steps(&page, "piece-0-W1").remove(0);
    assert!(next.contains("option.goal=2"), "{next}");
    let code = "baju-puzzle_W7W1B4B2W3B8W5B1B3W2B6W6W4B7W8B5";
    let sent = [("do", "play"), ("code", code), ("option.goal", "2")];
    let table = location(&owner.form("/baju-puzzle/lay", &sent).await);
    let record: Value = owner.get(&format!("{table}/record.json")).await.json();
    assert_eq!(
        (&record["options"]["goal"], record["setup"]["position"].as_str()),
        (&Value::from(2), Some("W7W1B4B2/W3B8W5B1/B3W2B6W6/W4B7W8B5"))
    );
    let out = location(&owner.get(&format!("{table}/lay")).await);
    assert_eq!(out, format!("/baju-puzzle/lay/out?code={code}&option.goal=2"));
}

#[tokio::test]
async fn hidden_coins_stay_hidden() {
    let server = TestServer::new().await;
    let ann = server.plain_owner().await;
    let owner = server.spectator_with(&ann.token);
    let code = "burbuja_MnC4MaM2C3S3SnA3S2A2M5C5AaC2AnS4SaM3CaA4CnA5S5M4_5_n_a_2";
    let page = owner.get(&format!("/burbuja/lay?code={code}")).await.text();
    assert!(page.contains("drawn at random when play begins") && page.contains("Play from here"), "{page}");
    let table = location(&owner.form("/burbuja/lay", &[("do", "play"), ("code", code)]).await);
    assert_eq!(location(&owner.get(&format!("{table}/lay")).await), format!("/burbuja/lay/out?code={code}"));
    let today = owner.get("/today").await.text();
    let date = today.split("/today/").filter_map(|rest| rest.get(..10)).find(|date| date.starts_with("20"));
    let daily = owner.get(&format!("/today/{}/burbuja/lay", date.unwrap())).await;
    assert!(location(&daily).starts_with("/burbuja/lay/out?code=burbuja_"));
    let read = owner.get(&location(&daily)).await;
    assert_page(&read, "a daily deal");
    assert!(read.text().contains("5 face down"));
}

#[tokio::test]
async fn what_is_laid_out_has_the_rules_of_its_table() {
    let server = TestServer::new().await;
    let ann = server.plain_owner().await;
    let owner = server.spectator_with(&ann.token);
    let code = "burbuja_MnC4MaM2C3S3SnA3S2A2M5C5AaC2AnS4SaM3CaA4CnA5S5M4_5n2a34_na2345_an2345_2na345";
    let begin = |chances, coins| {
        let rules = [("option.chances", chances), ("option.coins", coins), ("option.ring", "\"any\"")];
        let fields = [[("do", "play"), ("code", code)].as_slice(), &rules].concat();
        let owner = &owner;
        async move {
            let table = location(&owner.form("/burbuja/lay", &fields).await);
            location(&owner.get(&format!("{table}/lay")).await)
        }
    };
    let out = begin("\"S1M1C1A1\"", "\"open\"").await;
    assert_eq!(out, format!("/burbuja/lay/out?code={code}&option.coins=%22open%22"));
    let page = owner.get(&out.replace("/out", "")).await;
    assert_page(&page, "open coins");
    assert!(page.text().contains("value=\"&quot;open&quot;\" selected"), "{}", page.text());
    // A text of the player's own.
    let out = begin("S2M0C1A0", "\"hidden\"").await;
    assert!(out.ends_with("_5_n_a_2&option.chances=S2M0C1A0"), "{out}");
    let page = owner.get(&out.replace("/out", "")).await.text();
    assert!(page.contains("value=\"own text\" selected") && page.contains(">\nS2M0C1A0<"), "{page}");
}

#[tokio::test]
async fn a_position_of_the_day_is_laid_out() {
    let server = TestServer::new().await;
    let setup = serde_json::json!({ "position": "----B3--/----B6W2/W5W7B1W4/--B8---- W -" });
    let record = serde_json::json!({ "bagatelle": 1, "game": "baju-duel", "setup": setup });
    let position = Position {
        seat: 0,
        record: Record::from_json(&record.to_string()).unwrap(),
        task: "Find the move.".into(),
        grade: Difficulty::Medium,
        good: vec!["d2c3".into()],
        right: "It wins.".into(),
        line: Vec::new(),
        also: BTreeMap::new(),
        replies: BTreeMap::new(),
        answers: BTreeMap::new(),
    };
    let store = server.store().await;
    store.keep_position("baju-duel", "2026-11-21", &position).await.unwrap();
    store.close().await;
    let anonymous = server.anonymous();
    let page = anonymous.get("/today/2026-11-21/baju-duel").await.text();
    assert!(page.contains("href=\"/today/2026-11-21/baju-duel/lay\""), "{page}");
    let out = location(&anonymous.get("/today/2026-11-21/baju-duel/lay").await);
    assert_eq!(out, "/baju-duel/lay/out?code=baju-duel_..B3...B6W2W5W7B1W4.B8_W");
    let read = anonymous.get(&out).await;
    assert_page(&read, "a position of the day");
    assert!(read.text().contains("class=\"bridge red\""), "the bridges of the board are drawn");
}

#[tokio::test]
async fn an_empty_board_is_laid_out_too_with_its_rows_and_columns() {
    let server = TestServer::new().await;
    let page = server.anonymous().get("/baju-duel/lay/out?code=baju-duel__W").await.text();
    assert!(page.contains("Nothing lies here yet."), "{page}");
    assert_eq!(page.matches("class=\"board\"").count(), 2, "the buttons, and whose turn it is");
    assert!(page.contains(">4</text>"), "four rows and columns");
    let tiles = "/bambam-booboo/lay/out?code=bambam-booboo_~297.lh.lh.dv~21.dh_l";
    let page = server.anonymous().get(tiles).await.text();
    assert!(page.contains(">13</text>") && page.contains(">14</text>"), "the rows of the tiles");
}
