//! Where a solution went long: found in the background once the puzzle is solved, and told beside the result.

use crate::test_server::{TestServer, eventually};
use bagatelle_catalog::{AnyPlay, find};
use bagatelle_core::program::{Allowance, Budget};
use bagatelle_server::live::table::NextDeal;
use serde_json::{Value, json};

/// The shortest solution of a position.
fn solution(play: &dyn AnyPlay) -> Vec<String> {
    play.solve(&Budget::nodes(10_000_000), &mut |_, _| ()).unwrap().line
}

#[tokio::test]
async fn the_move_that_made_a_solution_long_is_told() {
    let server = TestServer::new().await;
    let ann = server.spectator().await;
    let order = json!({ "game": "baju-puzzle", "seed": "easy:detour" });
    let id = ann.order(order).await.json()["id"].as_str().unwrap().to_owned();
    let puzzle = find("baju-puzzle").unwrap();
    let record = puzzle.deal_by(&Value::Null, &Value::Null, "easy:detour", &Allowance::default()).unwrap();
    let mut play = puzzle.open(&record).unwrap();
    let needed = solution(play.as_ref()).len();

    // A first move that leads away, then the shortest way from there.
    let away = play.legal().into_iter().find(|text| {
        let mut after = play.duplicate();
        after.play(text).unwrap();
        solution(after.as_ref()).len() > needed
    });
    play.play(&away.unwrap()).unwrap();
    for action in solution(play.as_ref()) {
        play.play(&action).unwrap();
    }
    // The page finds the par before the game is over.
    let page = async || ann.get(&format!("/g/{id}")).await.text();
    eventually("the par", async || {
        Some(page().await).filter(|page| page.contains("the fewest possible</dt>"))
    })
    .await;
    for action in play.actions() {
        assert_eq!(ann.try_in(&id, json!({ "text": action })).await.status, 200);
    }
    let told = eventually("the detour", async || {
        Some(page().await).filter(|page| page.contains("Your costliest moves"))
    })
    .await;
    let cost = play.ply() - needed;
    let line = format!("href=\"/g/{id}/replay?ply=0\"");
    let found = told.split("<div class=\"detours\">").nth(1).unwrap().split("</div>").next().unwrap();
    assert!(found.contains(&line) && found.contains(&format!("cost {cost} move")), "{found}");
    assert_eq!(found.matches("<li>").count(), 1, "{found}");

    // The next deal of the difficulty that was wished for is dealt before it is asked for.
    let live = server.tables().get(&id).await.unwrap();
    let dealt = eventually("the next deal", async || match &live.lock().await.next_deal {
        NextDeal::Dealt(spec) => Some(spec.clone()),
        NextDeal::Unknown | NextDeal::Searching => None,
    });
    let dealt = dealt.await;
    // A visitor who may not play on does not take it.
    let bob = server.spectator().await;
    assert_eq!(bob.post(&format!("/api/v1/games/{id}/again")).await.status, 403);
    let next = ann.post(&format!("/api/v1/games/{id}/again")).await.json()["id"].as_str().unwrap().to_owned();
    let next = server.tables().get(&next).await.unwrap();
    let spec = next.lock().await.table().spec().clone();
    assert!(spec.seed.starts_with("easy:") && spec.seed != "easy:detour", "{}", spec.seed);
    assert_eq!((&spec.seed, &spec.setup), (&dealt.seed, &dealt.setup));
    assert_eq!(
        spec.setup,
        puzzle.deal_by(&Value::Null, &Value::Null, &spec.seed, &Allowance::default()).unwrap().setup
    );
    assert!(!spec.id.is_empty() && spec.created > 0);
}
