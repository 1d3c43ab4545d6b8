//! What a failed write leaves behind: nothing, neither in memory nor in the database.

use crate::log::Log;
use crate::test_server::{TestServer, eventually};
use axum::http::StatusCode;
use bagatelle_store::{Store, StoreError};
use serde_json::json;

fn disk_is_full() -> StoreError {
    StoreError::Database("the disk is full".into())
}

fn database_is_locked() -> StoreError {
    StoreError::Busy("database is locked".into())
}

/// How often a table or the events of a table were read.
fn reads(store: &Store) -> usize {
    let parts = ["WHERE tables.id = $1", "FROM events LEFT JOIN visitor_claims"];
    parts.map(|part| store.test_hooks().reads_with(part)).iter().sum()
}

/// How often tables were looked for.
fn searches(store: &Store) -> usize {
    store.test_hooks().reads_with("WHERE tables.id IN (SELECT s.table_id FROM summaries s")
}

#[tokio::test]
async fn a_failed_write_changes_nothing_and_reads_nothing_again() {
    let log = Log::listen();
    let (mut server, store) = TestServer::with_store().await;
    let ann = server.plain_owner().await;
    ann.act("R").await;
    let page = format!("/g/{}/table", ann.game);
    let (before, shown) = (ann.state().await, server.anonymous().get(&page).await.text());
    let version = server.tables().get(&ann.game).await.unwrap().version();

    let read = reads(&store);
    store.test_hooks().fail_writes(disk_is_full);
    for event in
        [json!({ "text": "U", "version": 1 }), json!({ "kind": "undo" }), json!({ "kind": "restart" })]
    {
        let reply = ann.event(event).await;
        reply.is_refused(500, "Your game is unchanged");
        assert!(!reply.text().contains("disk"), "the reason is for the log");
    }
    assert!(log.lines(true).iter().any(|line| line.contains("ERROR") && line.contains("the disk is full")));
    assert_eq!(ann.state().await, before);
    assert_eq!(server.anonymous().get(&page).await.text(), shown);
    assert_eq!(server.tables().get(&ann.game).await.unwrap().version(), version, "no watcher is told");
    assert_eq!(reads(&store), read, "nothing is read again");

    store.test_hooks().mend_writes();
    let after = ann.event(json!({ "text": "U", "version": 1 })).await;
    assert_eq!(after.json()["seen"], json!(["R", "U"]));
    assert_eq!(reads(&store), read);
    store.table(&ann.game).await.unwrap();
    store.events(&ann.game).await.unwrap();
    assert_eq!(reads(&store), read + 2, "a read would have been seen");
    server.restart().await;
    assert_eq!(ann.at(server.router()).state().await["seen"], json!(["R", "U"]), "the next move is on disk");
}

#[tokio::test]
async fn the_database_is_not_asked_for_games_of_a_visitor_without_an_id() {
    let (server, store) = TestServer::with_store().await;
    let ann = server.plain_owner().await;
    let pages = ["/", "/brain-burn", "/games", "/games?phase=to-move&text=ann"];
    for page in pages {
        assert_eq!(server.anonymous().get(page).await.status, StatusCode::OK);
    }
    assert_eq!(searches(&store), 0);
    for page in pages {
        assert_eq!(server.spectator_with(&ann.token).get(page).await.status, StatusCode::OK);
    }
    assert!(searches(&store) >= pages.len());
}

#[tokio::test]
async fn a_program_whose_move_could_not_be_written_moves_later() {
    let log = Log::listen();
    let (server, store) = TestServer::with_store().await;
    // It begins, and its move is not written before half a second has passed.
    let ann = server.owner(json!({ "game": "baju-duel", "programs": ["1"], "sit": 1 })).await;
    store.test_hooks().fail_writes(disk_is_full);
    let failed =
        async || log.lines(true).iter().any(|line| line.contains("a program cannot move")).then_some(());
    eventually("a failure", failed).await;
    store.test_hooks().mend_writes();
    // No one looks at the table through the routes.
    let held = server.tables().registry().held(&ann.game).await.unwrap();
    let moved = async || (held.lock().await.table().seq() > 0).then_some(());
    eventually("its move", moved).await;
}

#[tokio::test]
async fn a_busy_database_is_a_passing_trouble() {
    let log = Log::listen();
    let (server, store) = TestServer::with_store().await;
    let ann = server.plain_owner().await;
    store.test_hooks().fail_writes(database_is_locked);
    let reply = ann.event(json!({ "text": "R" })).await;
    reply.is_refused(503, "busy");
    assert_eq!(
        (&reply.json()["code"], reply.headers["retry-after"].to_str().unwrap()),
        (&json!("busy"), "5")
    );
    assert!(log.lines(true).iter().any(|line| line.contains("WARN") && line.contains("database is locked")));
    let page = server
        .spectator_with(&ann.token)
        .form(&format!("/g/{}/act", ann.game), &[("kind", "act"), ("text", "R")])
        .await;
    assert_eq!(
        (page.status, page.headers["retry-after"].to_str().unwrap()),
        (StatusCode::SERVICE_UNAVAILABLE, "5")
    );
    store.test_hooks().mend_writes();
    assert_eq!(ann.act("R").await["seen"], json!(["R"]));
}

#[tokio::test]
async fn a_failed_write_keeps_seats_questions_and_clocks_as_they_were() {
    let (server, store) = TestServer::with_store().await;
    let (ann, bob) = (server.spectator().await, server.spectator().await);
    let terms = json!({ "pace": { "real-time": { "start_s": 10, "increment_s": 0 } } });
    let order = json!({ "game": "baju-duel", "programs": ["open"], "name": "Ann", "terms": terms });
    let id = ann.order(order).await.json()["id"].as_str().unwrap().to_owned();
    let open = ann.look_at(&id).await.json();
    store.test_hooks().fail_writes(disk_is_full);
    bob.try_in(&id, json!({ "kind": "sit", "text": "Bob" })).await.is_refused(500, "try again");
    assert_eq!(ann.look_at(&id).await.json(), open);
    store.test_hooks().mend_writes();
    assert_eq!(bob.try_in(&id, json!({ "kind": "sit", "text": "Bob" })).await.status, 200);
    for player in [&ann, &bob] {
        let action = player.look_at(&id).await.json()["legal"][0].clone();
        assert_eq!(player.try_in(&id, json!({ "text": action })).await.status, 200);
    }

    let playing = bob.look_at(&id).await.json();
    store.test_hooks().fail_writes(disk_is_full);
    bob.try_in(&id, json!({ "kind": "ask", "text": "draw" })).await.is_refused(500, "try again");
    bob.try_in(&id, json!({ "kind": "resign" })).await.is_refused(500, "try again");
    assert_eq!(bob.look_at(&id).await.json(), playing);
    // The clock of Ann runs out, which cannot be written: the tick goes on, and the turn ends once the disk
    // works.
    server.advance(10_000).await;
    assert_eq!(bob.look_at(&id).await.json()["turn"], playing["turn"]);
    store.test_hooks().mend_writes();
    server.advance(0).await;
    assert_eq!(bob.look_at(&id).await.json()["outcome"]["reason"], "Ann ran out of time");
}

#[tokio::test]
async fn the_server_says_that_it_is_not_ready_while_writes_fail() {
    let server = TestServer::new().await;
    let ann = server.plain_owner().await;
    let health = async || server.anonymous().get("/readyz").await;
    server
        .sql_of(
            "CREATE TRIGGER broken BEFORE INSERT ON events BEGIN SELECT raise(abort, 'no room'); END",
            "CREATE FUNCTION broken() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'no room'; END $$;
             CREATE TRIGGER broken BEFORE INSERT ON events FOR EACH ROW EXECUTE FUNCTION broken()",
        )
        .await;
    ann.event(json!({ "text": "R" })).await.is_refused(500, "try again");
    let ill = health().await;
    assert_eq!((ill.status.as_u16(), ill.text().as_str()), (503, "the last write failed\n"));
    server.sql_of("DROP TRIGGER broken", "DROP TRIGGER broken ON events").await;
    assert_eq!(health().await.status, 503, "a look at it heals nothing");
    ann.act("R").await;
    assert_eq!((health().await.status.as_u16(), health().await.text().as_str()), (200, "ready\n"));
    assert_eq!(server.anonymous().get("/healthz").await.text(), "well\n");
}

#[tokio::test]
async fn chat_and_pages_work_while_moves_cannot_be_written() {
    let (server, store) = TestServer::with_store().await;
    let ann = server.plain_owner().await;
    store.test_hooks().fail_writes(disk_is_full);
    assert_eq!(server.anonymous().get(&format!("/g/{}", ann.game)).await.status, 200);
    assert_eq!(server.anonymous().get("/").await.status, 200);
    // The page's script gets the sentence alone, a plain form the page.
    let owner = server.spectator_with(&ann.token);
    let reply = owner.form(&format!("/g/{}/act", ann.game), &[("kind", "act"), ("text", "R")]).await;
    assert_eq!(
        (reply.status.as_u16(), reply.text().as_str()),
        (500, "Something went wrong on the server. Your game is unchanged; please try again.")
    );
}

#[tokio::test]
async fn a_move_whose_sender_gives_up_is_carried_out() {
    // A shared database is asked first how far the table has come, which holds the table, too.
    let server = TestServer::in_folder().await;
    let ann = server.plain_owner().await;
    let live = server.tables().get(&ann.game).await.unwrap();
    let mut call = Box::pin(ann.event(json!({ "text": "R" })));
    // The table is held while the move is written.
    while live.try_lock().is_some() {
        tokio::select! {
            biased;
            _ = &mut call => panic!("the move was written before the table was held"),
            () = std::future::ready(()) => (),
        }
        tokio::task::yield_now().await;
    }
    drop(call);
    let played = async || (ann.state().await["seen"] == json!(["R"])).then_some(());
    eventually("the move", played).await;
    assert_eq!(ann.act("U").await["seen"], json!(["R", "U"]), "the table is not behind the database");
}
