//! House bots and the ladder: a person and a program of another author play on it, the bots play each other.

use crate::people::{Browser, PASSWORD};
use crate::test_server::{Spectator, TestServer, ask, eventually};
use crate::tokens::bot;
use bagatelle_catalog::{Verdict, verify};
use bagatelle_server::house_bots::games::play_one;
use bagatelle_store::Search;
use serde_json::{Value, json};

const GAME: &str = "baju-duel";

/// The ladder of the duel, as the API tells it.
async fn ladder(server: &TestServer) -> Vec<Value> {
    let all = server.anonymous().get("/api/v1/ladder").await.json();
    let ladders = all["ladders"].as_array().unwrap().iter();
    let of_game = ladders
        .filter(|ladder| ladder["game"] == GAME)
        .flat_map(|ladder| ladder["players"].as_array().unwrap());
    of_game.cloned().collect()
}

/// The name of the house bot of a level.
async fn level(server: &TestServer, program: &str) -> String {
    let found = ladder(server).await.into_iter().find(|player| player["program"] == program).unwrap();
    found["name"].as_str().unwrap().to_owned()
}

async fn on_ladder(server: &TestServer, name: &str) -> Option<Value> {
    ladder(server).await.into_iter().find(|player| player["name"] == name)
}

/// Plays the first legal action on each turn until the game is over.
async fn play_on(player: &Spectator, game: &str) -> Value {
    loop {
        let state = eventually("a turn, or the end", async || {
            let state = player.look_at(game).await.json();
            (state["yours"] == true || state["outcome"] != Value::Null).then_some(state)
        })
        .await;
        if state["outcome"] != Value::Null {
            return state;
        }
        let (text, version) = (&state["legal"][0], &state["version"]);
        let reply = player.try_in(game, json!({ "text": text, "version": version })).await;
        assert_eq!(reply.status, 200, "{}", reply.text());
    }
}

#[tokio::test]
async fn a_bot_of_another_author_joins_the_ladder_by_the_api_alone() {
    let mut server = TestServer::with_house_bots().await;
    let deep = bot(&server, "deep").await;
    let marked =
        ask(&server.router(), "PUT", "/api/v1/account/bot", Some(&deep.token), json!({ "bot": true })).await;
    assert_eq!(marked.status, 200);
    let all = deep.get("/api/v1/ladder").await.json();
    assert_eq!(all["open"], true);
    let games: Vec<&Value> =
        all["ladders"].as_array().unwrap().iter().map(|ladder| &ladder["game"]).collect();
    let for_two = bagatelle_catalog::games().iter().filter(|game| game.manifest().seats.contains(&2));
    assert_eq!(games, for_two.map(|game| game.id()).collect::<Vec<_>>());
    let name = level(&server, "1").await;
    assert_eq!(on_ladder(&server, &name).await.unwrap()["rating"], Value::Null, "it has not played yet");

    let order = json!({ "to": name, "game": GAME, "sit": 0, "terms": { "rated": true } });
    let made = ask(&server.router(), "POST", "/api/v1/challenges", Some(&deep.token), order).await;
    assert_eq!((made.status.as_u16(), &made.json()["state"]), (201, &json!("accepted")), "{}", made.text());
    let game = made.json()["id"].as_str().unwrap().to_owned();
    let state = deep.look_at(&game).await.json();
    assert_eq!((&state["yours"], &state["seats"][1]["name"]), (&json!(true), &json!(name)));
    assert_eq!(state["seats"][1]["bot"], true);
    // A restart is no end, not even without the flag.
    let (text, version) = (&state["legal"][0], &state["version"]);
    deep.try_in(&game, json!({ "text": text, "version": version })).await;
    server.set_house_bots(false);
    server.restart().await;
    let deep = server.spectator_with(&deep.token);
    let order = json!({ "to": name, "game": GAME });
    let refused = ask(&server.router(), "POST", "/api/v1/challenges", Some(&deep.token), order).await;
    assert_eq!((refused.status.as_u16(), &refused.json()["code"]), (422, &json!("no-house-bots")));
    assert_eq!(deep.get("/api/v1/ladder").await.json(), json!({ "open": false, "ladders": [] }));
    play_on(&deep, &game).await;
    server.set_house_bots(true);
    server.restart().await;

    let (own, house) = (on_ladder(&server, "deep").await.unwrap(), on_ladder(&server, &name).await.unwrap());
    assert_eq!((&own["rating"]["games"], &house["rating"]["games"]), (&json!(1), &json!(1)));
    assert_eq!((&own["house"], &own["bot"], &house["house"]), (&json!(false), &json!(true), &json!(true)));
    assert!(own["rating"]["low"].as_f64() < own["rating"]["rating"].as_f64(), "{own}");
    let page = server.anonymous().get("/ladder").await.text();
    assert!(page.contains("deep") && page.contains(&name), "{page}");
    let account = server.spectator_with(&deep.token).get("/api/v1/account").await.json();
    assert_eq!(
        (account["ratings"].as_array().unwrap().len(), &account["ratings"][0]["pool"]),
        (1, &json!("ladder"))
    );
}

#[tokio::test]
async fn a_person_challenges_a_house_bot_by_a_click_and_is_on_the_ladder() {
    let server = TestServer::with_house_bots().await;
    let name = level(&server, "1").await;
    let path = format!("/ladder/{GAME}");
    let visitor = server.anonymous().get(&path).await.text();
    assert!(visitor.contains("Log in or sign up") && !visitor.contains("<form"), "{visitor}");
    let mut ann = Browser::of(&server, "Ann").await;
    assert!(ann.get(&format!("/{GAME}")).await.text().contains(&path), "the game’s page leads there");
    assert!(ann.get("/people").await.text().contains("/ladder"));
    assert!(ann.get(&path).await.text().contains(&format!("Challenge {name}")));
    let sent = ann.post(&path, &[("to", &name)]).await;
    let game = sent.headers["location"].to_str().unwrap().strip_prefix("/g/").unwrap().to_owned();
    let yours = async || ann_is_to_move(&ann, &game).await;
    let state = eventually("Ann’s turn", yours).await;
    let text = state["legal"][0].as_str().unwrap();
    ann.act(&game, "act", text).await;
    // It moves, and declines a draw.
    eventually("Ann’s turn", async || ann_is_to_move(&ann, &game).await).await;
    ann.act(&game, "ask", "draw").await;
    let page = format!("/g/{game}");
    eventually("an answer", async || ann.get(&page).await.text().contains("declined").then_some(())).await;
    ann.act(&game, "resign", "").await;
    assert_eq!(on_ladder(&server, "Ann").await, None, "her profile is her own");
    assert_eq!(ann.post("/me/public", &[("public", "1")]).await.status, 303);
    let rating = on_ladder(&server, "Ann").await.unwrap()["rating"]["rating"].as_f64().unwrap();
    assert!(rating < 1500.0, "{rating}");
    assert!(ann.get("/me").await.text().contains("on the ladder"));
    let people = server.anonymous().get("/api/v1/people").await.json();
    assert_eq!(
        (&people["people"], &people["lists"]),
        (&json!(["Ann"]), &json!([])),
        "neither is in the lists of people"
    );
    // It agrees to a rematch, in which it is there at once.
    ann.act(&game, "ask", "rematch").await;
    let next =
        eventually("the next game", async || ann.state(&game).await["next"].as_str().map(str::to_owned))
            .await;
    eventually("Ann’s turn", async || ann_is_to_move(&ann, &next).await).await;
    let wrong = ann.post("/ladder/bulbous", &[("to", &name)]).await;
    assert!(wrong.status == 422 && wrong.text().contains("plays another game"), "{}", wrong.text());
}

async fn ann_is_to_move(ann: &Browser, game: &str) -> Option<Value> {
    let state = ann.state(game).await;
    (state["yours"] == true).then_some(state)
}

#[tokio::test]
async fn house_bots_play_each_other_from_deals_that_can_be_verified() {
    let server = TestServer::with_house_bots().await;
    for games in 1..=2 {
        assert!(play_one(server.tables()).await.unwrap(), "there is a pair to play");
        let all = server.anonymous().get("/api/v1/ladder").await.json();
        let players = all["ladders"]
            .as_array()
            .unwrap()
            .iter()
            .flat_map(|ladder| ladder["players"].as_array().unwrap());
        let played: u64 = players.filter_map(|player| player["rating"]["games"].as_u64()).sum();
        assert_eq!(played, 2 * games);
    }
    let store = server.store().await;
    let found = store.search(&Search { limit: 10, ..Search::default() }).await.unwrap();
    assert_eq!(found.tables.len(), 2);
    for table in found.tables {
        let record = server.anonymous().get(&format!("/api/v1/games/{}/record", table.spec.id)).await.json();
        let checked = verify(&serde_json::from_value(record).unwrap()).unwrap();
        let dealt = bagatelle_catalog::find(&table.spec.game).unwrap().manifest().seeded;
        let expected = if dealt { Verdict::Verified } else { Verdict::Unverifiable };
        assert_eq!(checked.verdict, expected, "{checked:?}");
        assert!(table.spec.terms.rated && !table.spec.terms.listed);
    }
}

#[tokio::test]
async fn the_account_of_a_house_bot_is_reserved() {
    let mut server = TestServer::new().await;
    let page = server.anonymous().get("/ladder").await.text();
    assert!(page.contains("no ladder on this site"), "{page}");
    assert!(!server.anonymous().get("/people").await.text().contains("/ladder"), "it is not linked");
    let mut first = Browser::of(&server, "House Finn").await;
    server.set_house_bots(true);
    server.restart().await;
    // One who had the name keeps it.
    assert_eq!(level(&server, "1").await, "House Finn 2");
    first.router = server.router();
    assert!(first.get("/me").await.text().contains("House Finn"));
    let name = level(&server, "2").await;
    let mut visitor = Browser::new(&server);
    let fields = [("name", name.as_str()), ("password", PASSWORD)];
    assert_eq!(visitor.post("/me/sign-up", &fields).await.status, 422);
    assert_eq!(visitor.post("/me/name", &fields[..1]).await.status, 422);
    let refused = visitor.post("/me/log-in", &fields).await;
    assert_eq!(refused.status, 422, "{}", refused.text());
    assert_eq!(server.anonymous().get(&format!("/people/{}", name.replace(' ', "%20"))).await.status, 404);
    // A restart makes no more of them.
    let names = |all: Vec<Value>| all.into_iter().map(|one| one["name"].clone()).collect::<Vec<_>>();
    let before = names(ladder(&server).await);
    server.restart().await;
    assert_eq!(names(ladder(&server).await), before);
}
