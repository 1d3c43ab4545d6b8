//! What hosts and moderators do while the server runs, and what people do against those who disturb them.

use crate::events::{accounts, begun, duel, make, own_game};
use crate::people::{Browser, PASSWORD};
use crate::test_server::{Spectator, TestServer, ask};
use bagatelle_server::auth::reset;
use bagatelle_store::{Act, Note};
use serde_json::{Value, json};

/// Does something as the command does: in another process, as far as the server can tell.
async fn act(server: &TestServer, act: Act, reason: &str) {
    let store = server.store().await;
    let note = Note { at: server.tables().now(), reason: reason.into(), ..Note::default() };
    store.act(&act, &note).await.unwrap();
    store.close().await;
}

/// The id of an account.
async fn id(server: &TestServer, name: &str) -> String {
    server.tables().store().account_named(name).await.unwrap().unwrap().id
}

async fn make_moderator(server: &TestServer, name: &str) {
    act(server, Act::Moderator { account: id(server, name).await, begins: true }, "").await;
}

/// A table of two visitors; the id, and both.
async fn pair(server: &TestServer) -> (String, Spectator, Spectator) {
    let (ann, bob) = (server.spectator().await, server.spectator().await);
    let reply = ann.order(json!({ "game": "baju-duel", "programs": ["open"], "name": "Ann" })).await;
    let game = reply.json()["id"].as_str().unwrap().to_owned();
    let seat = json!({ "kind": "sit", "text": "Bob" });
    let path = format!("/api/v1/games/{game}/events");
    assert_eq!(ask(&server.router(), "POST", &path, Some(&bob.token), seat).await.status, 200);
    (game, ann, bob)
}

/// What the chat of a table shows to a reader.
async fn reads(reader: &Spectator, game: &str, text: &str) -> bool {
    reader.get(&format!("/g/{game}")).await.text().contains(text)
}

#[tokio::test]
async fn a_ban_by_another_process_ends_sessions_and_says_why() {
    let server = TestServer::new().await;
    let mut eve = Browser::of(&server, "Eve").await;
    let game = eve.rated_table().await;
    let account = id(&server, "Eve").await;
    act(&server, Act::Ban { person: account.clone(), begins: true }, "Insults").await;
    server.advance(500).await;
    assert!(eve.get("/me").await.text().contains("You’re playing as a guest"), "the session has ended");
    assert_eq!(eve.state(&game).await["code"], "token-invalid");
    let refused = eve.post("/me/log-in", &[("name", "Eve"), ("password", PASSWORD)]).await;
    assert_eq!(refused.status, 403);
    assert!(refused.text().contains("has banned this account. The reason: Insults"), "{}", refused.text());
    act(&server, Act::Ban { person: account, begins: false }, "").await;
    server.advance(500).await;
    eve.enter("log-in", "Eve", PASSWORD).await;
    assert!(eve.get("/me").await.text().contains("<h1>Eve</h1>"));
}

#[tokio::test]
async fn a_visitor_who_is_banned_or_muted_may_still_watch() {
    let server = TestServer::new().await;
    let (game, ann, bob) = pair(&server).await;
    let say = format!("/g/{game}/say");
    assert_eq!(bob.form(&say, &[("text", "first words")]).await.status, 200);
    act(&server, Act::Mute { person: bob.id().into(), begins: true }, "Spam").await;
    server.advance(500).await;
    let refused = bob.form(&say, &[("text", "second words")]).await;
    assert_eq!(refused.status, 403);
    assert!(refused.text().contains("A moderator has muted you") && refused.text().contains("Spam"));
    assert!(reads(&ann, &game, "first words").await && !reads(&ann, &game, "second words").await);
    let path = format!("/api/v1/games/{game}/events");
    let moves = async |who: &Spectator| {
        ask(&server.router(), "POST", &path, Some(&who.token), json!({ "kind": "resign" })).await
    };
    act(&server, Act::Ban { person: bob.id().into(), begins: true }, "").await;
    server.advance(500).await;
    moves(&bob).await.is_refused(403, "has banned you");
    assert_eq!(
        bob.order(json!({ "game": "baju-duel", "programs": ["open"], "name": "Bob" })).await.status,
        403
    );
    assert_eq!(bob.get(&format!("/g/{game}")).await.status, 200);
    assert_eq!(moves(&ann).await.status, 200, "others are not concerned");
}

#[tokio::test]
async fn names_games_and_registration_change_while_the_server_runs() {
    let mut server = TestServer::new().await;
    let mut ann = Browser::of(&server, "Ann").await;
    let mut bob = Browser::of(&server, "Bob").await;
    let game = ann.rated_table().await;
    bob.act(&game, "sit", "whatever").await;
    act(&server, Act::Rename { account: id(&server, "Bob").await, name: "Robert".into() }, "").await;
    server.advance(500).await;
    assert_eq!(ann.state(&game).await["seats"][1]["name"], json!("Robert"));
    act(&server, Act::Registration { open: false }, "").await;
    server.advance(500).await;
    for _ in 0..2 {
        let mut visitor = Browser::new(&server);
        let refused = visitor.post("/me/sign-up", &[("name", "Eve"), ("password", PASSWORD)]).await;
        assert!(refused.status == 422 && refused.text().contains("Registration is closed"));
        server.restart().await;
    }
    act(&server, Act::Registration { open: true }, "").await;
    server.advance(500).await;
    Browser::of(&server, "Eve").await;
    for browser in [&mut ann, &mut bob] {
        browser.router = server.router();
    }
    let page = format!("/g/{game}");
    assert_eq!(ann.get(&page).await.status, 200);
    act(&server, Act::DeleteGame { table: game.clone() }, "").await;
    // A server that may not be alone looks into the database for each request.
    let at_once = if server.is_shared() { 404 } else { 200 };
    assert_eq!(ann.get(&page).await.status, at_once, "it is in memory");
    server.advance(500).await;
    assert_eq!(ann.get(&page).await.status, 404);
    assert!(!ann.get("/games").await.text().contains(&game));
}

#[tokio::test]
async fn an_account_that_the_command_deletes_leaves_its_games() {
    let server = TestServer::new().await;
    let mut ann = Browser::of(&server, "Ann").await;
    let mut bob = Browser::of(&server, "Bob").await;
    let game = ann.rated_table().await;
    bob.act(&game, "sit", "whatever").await;
    for _ in 0..2 {
        let (ann_acts, text) = (ann.state(&game).await, "legal");
        match ann_acts["yours"] == json!(true) {
            true => ann.act(&game, "act", ann_acts[text][0].as_str().unwrap()).await,
            false => {
                let state = bob.state(&game).await;
                bob.act(&game, "act", state[text][0].as_str().unwrap()).await
            }
        };
    }
    let (store, account) = (server.store().await, id(&server, "Bob").await);
    let person = bagatelle_table::Visitor::with_account(account.clone());
    let left = bagatelle_server::tables::leave_games::leave_games(&store, &person, server.tables().now())
        .await
        .unwrap();
    assert_eq!(left, 1);
    store.close().await;
    act(&server, Act::DeleteAccount { account }, "As asked").await;
    server.advance(500).await;
    let state = ann.state(&game).await;
    assert_eq!(
        (&state["ending"], &state["seats"][1]["name"]),
        (&json!("resigned"), &json!("Deleted account"))
    );
    assert!(bob.get("/me").await.text().contains("You’re playing as a guest"));
    assert_eq!(ann.export().await["ratings"][0]["games"], json!(1), "the game counts");
}

#[tokio::test]
async fn a_link_for_a_new_password_works_once_and_for_a_while() {
    let server = TestServer::new().await;
    let mut ann = Browser::of(&server, "Ann").await;
    let link = async || {
        let (code, hash) = reset::new_code().unwrap();
        let expires = server.tables().now() + reset::HOLDS_FOR;
        act(&server, Act::ResetPassword { account: id(&server, "Ann").await, hash, expires }, "").await;
        code
    };
    let (old, code) = (link().await, link().await);
    let new = "a new and better horse";
    let mut phone = Browser::new(&server);
    let page = phone.get(&format!("/me/new-password?code={code}")).await;
    assert!(page.status == 200 && page.text().contains("New password for Ann"), "{}", page.text());
    assert_eq!(page.headers["cache-control"], "private, no-store");
    for void in [&old, "nonsense", ""] {
        let refused = phone.post("/me/new-password", &[("code", void), ("password", new)]).await;
        assert!(refused.status == 422 && refused.text().contains("has been used or has expired"));
    }
    let weak = phone.post("/me/new-password", &[("code", &code), ("password", "12345678")]).await;
    assert!(weak.status == 422 && weak.text().contains("easy to guess") && weak.text().contains(&code));
    let set = phone.post("/me/new-password", &[("code", &code), ("password", new)]).await;
    assert_eq!(set.status, 303);
    assert!(phone.get("/me").await.text().contains("<h1>Ann</h1>"), "logged in");
    assert!(
        ann.get("/me").await.text().contains("You’re playing as a guest"),
        "all other sessions have ended"
    );
    assert_eq!(
        phone.post("/me/new-password", &[("code", &code), ("password", new)]).await.status,
        422,
        "once"
    );
    let mut again = Browser::new(&server);
    assert_eq!(again.post("/me/log-in", &[("name", "Ann"), ("password", PASSWORD)]).await.status, 422);
    again.enter("log-in", "Ann", new).await;
    let late = link().await;
    server.pass(reset::HOLDS_FOR);
    let path = format!("/me/new-password?code={late}");
    assert_eq!(again.get(&path).await.status, 422, "too old");
}

#[tokio::test]
async fn a_report_reaches_the_moderators_and_only_them() {
    let server = TestServer::new().await;
    let (game, ann, bob) = pair(&server).await;
    for text in ["good day", "you stupid thing", "good bye"] {
        assert_eq!(bob.form(&format!("/g/{game}/say"), &[("text", text)]).await.status, 200);
    }
    let page = ann.get(&format!("/g/{game}/report?said=1")).await.text();
    assert!(page.contains("you stupid thing") && page.contains("They don’t see hidden hands"), "{page}");
    let report = async |who: &Spectator, note: &str| {
        who.form(&format!("/g/{game}/report"), &[("said", "1"), ("note", note)]).await
    };
    for _ in 0..2 {
        let sent = report(&ann, "please <b>look</b>").await;
        assert!(
            sent.status == 200 && sent.text().contains("The moderators of this server"),
            "{}",
            sent.text()
        );
    }
    assert_eq!(report(&bob, "").await.status, 422, "no one reports oneself");
    let stale = ann.form(&format!("/g/{game}/report"), &[("said", "1"), ("at", "5")]).await;
    assert!(stale.status == 422 && stale.text().contains("no longer there"), "{}", stale.text());
    assert_eq!(report(&ann, &"x".repeat(501)).await.status, 422);

    let (mut moderator, mut other) = (Browser::of(&server, "Mo").await, Browser::of(&server, "Eve").await);
    make_moderator(&server, "Mo").await;
    let pages =
        ["/admin", "/admin/part", "/admin/events", "/admin/reports", "/admin/reports/1", "/admin/log"];
    for path in pages {
        assert_eq!(ann.get(path).await.status, 404, "{path}");
        assert_eq!(server.anonymous().get(path).await.status, 404, "{path}");
        assert_eq!(other.get(path).await.status, 404, "{path}");
    }
    let refused = other.post("/admin/reports/1", &[("act", "ban")]).await;
    assert_eq!(refused.status, 404, "who is no moderator does nothing");
    assert!(
        !other.get("/me").await.text().contains("/admin")
            && moderator.get("/me").await.text().contains("/admin")
    );

    let list = moderator.get("/admin/reports").await.text();
    assert_eq!(list.matches("/admin/reports/1\"").count(), 1, "{list}");
    let one = moderator.get("/admin/reports/1").await.text();
    for part in ["good day", "you stupid thing", "good bye", "please &lt;b&gt;look", &format!("/g/{game}")] {
        assert!(one.contains(part), "no {part} in {one}");
    }
    assert!(!one.contains(bob.id()) && !one.contains(ann.id()), "no page holds ids of visitors");
    let act = async |moderator: &mut Browser, act: &str, reason: &str| {
        moderator.post("/admin/reports/1", &[("act", act), ("reason", reason)]).await
    };
    assert_eq!(act(&mut moderator, "delete-text", "").await.status, 303);
    assert!(
        !reads(&ann, &game, "you stupid thing").await && reads(&ann, &game, "deleted by a moderator").await
    );
    assert!(reads(&ann, &game, "good bye").await);
    assert_eq!(act(&mut moderator, "mute", "Be kind").await.status, 303);
    let say = bob.form(&format!("/g/{game}/say"), &[("text", "more")]).await;
    assert!(say.status == 403 && say.text().contains("Be kind"), "{}", say.text());
    for other in ["delete-account", "rename", "make-moderator", "reset-password", "open-registration", "x"] {
        assert_eq!(act(&mut moderator, other, "").await.status, 422, "{other}");
    }
    assert!(moderator.get("/admin/reports").await.text().contains("No open reports"));
    let log = moderator.get("/admin/log").await.text();
    assert!(
        log.contains("muted Bob") && log.contains("<q>Be kind</q>") && log.contains("deleted a message"),
        "{log}"
    );
}

#[tokio::test]
async fn a_reported_title_of_an_event_is_deleted_everywhere() {
    const TITLE: &str = "Bob is stupid";
    let server = TestServer::new().await;
    let players = accounts(&server, &["Ann", "Bob", "Cid"]).await;
    let event = begun(&players, duel(TITLE, "round-robin")).await;
    let other = make(&players[0], duel("Another cup", "swiss")).await;
    let [page, report] = ["", "/report"].map(|end| format!("/events/{event}{end}"));
    let guest = server.spectator().await;
    assert!(guest.get(&page).await.text().contains(&report), "all can report it");
    let form = guest.get(&report).await.text();
    assert!(form.contains(TITLE) && form.contains("They see this title"), "{form}");
    for _ in 0..2 {
        let sent = guest.form(&report, &[("note", "please look")]).await;
        assert!(sent.status == 200 && sent.text().contains("will read your report"), "{}", sent.text());
    }
    assert_eq!(guest.get("/events/nonsense/report").await.status, 404);

    let mut mo = Browser::of(&server, "Mo").await;
    make_moderator(&server, "Mo").await;
    let list = mo.get("/admin/reports").await.text();
    assert!(list.matches("/admin/reports/1\"").count() == 1 && list.contains(TITLE), "{list}");
    let shown = mo.get("/admin/reports/1").await;
    crate::pages::assert_page(&shown, "/admin/reports/1");
    let shown = shown.text();
    for part in [TITLE, "please look", &page, "Delete the title"] {
        assert!(shown.contains(part), "no {part} in {shown}");
    }
    let game = own_game(&players[0], &event).await.or(own_game(&players[1], &event).await).unwrap();
    let table = format!("/g/{game}");
    assert!(players[0].get(&table).await.text().contains(TITLE), "the game names its event");
    let revision = server.tables().event_revision(&event).await.unwrap();
    for wrong in ["delete-text", "delete-game"] {
        assert_eq!(mo.post("/admin/reports/1", &[("act", wrong)]).await.status, 422, "{wrong}");
    }
    assert_eq!(mo.post("/admin/reports/1", &[("act", "delete-title")]).await.status, 303);
    assert!(server.tables().event_revision(&event).await.unwrap() > revision, "open pages are drawn again");

    let api = format!("/api/v1/events/{event}");
    let [part, export] = [format!("{page}/part"), format!("{api}/export")];
    let mut bob = Browser::new(&server);
    bob.enter("log-in", "Bob", PASSWORD).await;
    for place in [&page, &part, &table, "/games", "/events", "/api/v1/events", &api, &export] {
        let text = match place.starts_with("/api") {
            true => players[1].get(place).await.text(),
            false => bob.get(place).await.text(),
        };
        assert!(!text.contains(TITLE), "{place} still has it: {text}");
        // The games of one who rests in this round name no event.
        let named = text.contains("Untitled event") || place == "/games";
        assert!(named, "{place} has no title: {text}");
    }
    let changes = format!("/api/v1/events/{other}/changes");
    let joined = players[1].post_json(&changes, json!({ "kind": "join" })).await;
    joined.is_refused(422, "Untitled event");
    assert_eq!(mo.post("/admin/reports/1", &[("act", "delete-title")]).await.status, 409, "it is gone");
    let settled = mo.get("/admin/reports/1").await.text();
    assert!(settled.contains(TITLE) && !settled.contains("Delete the title"), "{settled}");
    let log = mo.get("/admin/log").await.text();
    assert!(log.contains("deleted the title of the event"), "{log}");
    let blocked = guest.form(&format!("/events/{event}/block"), &[]).await;
    assert!(blocked.text().contains("Ann is blocked"), "{}", blocked.text());
}

#[tokio::test]
async fn moderators_do_not_ban_each_other_and_a_profile_is_reported() {
    let server = TestServer::new().await;
    let (mut mo, mut max) = (Browser::of(&server, "Mo").await, Browser::of(&server, "Max").await);
    for name in ["Mo", "Max"] {
        make_moderator(&server, name).await;
    }
    let path = "/people/Max/report";
    assert_eq!(mo.get(path).await.status, 404, "the profile is not public");
    assert_eq!(max.post("/me/public", &[("public", "1")]).await.status, 303);
    assert!(mo.get("/people/Max").await.text().contains(path));
    assert_eq!(mo.post(path, &[("note", "the name")]).await.status, 200);
    assert!(mo.get("/admin/reports/1").await.text().contains("the name"));
    let refused = mo.post("/admin/reports/1", &[("act", "ban")]).await;
    assert!(refused.status == 422 && refused.text().contains("only the host can ban"), "{}", refused.text());
    let own = max.post("/admin/reports/1", &[("act", "dismiss-report")]).await;
    assert!(own.status == 422 && own.text().contains("about you"), "{}", own.text());
    assert_eq!(mo.post("/admin/reports/1", &[("act", "dismiss-report")]).await.status, 303);
    assert!(mo.get("/admin/reports?settled=1").await.text().contains("/admin/reports/1"));
    assert!(mo.get("/admin/reports/1").await.text().contains("Settled"));
    act(&server, Act::Moderator { account: id(&server, "Mo").await, begins: false }, "").await;
    server.advance(500).await;
    assert_eq!(mo.get("/admin").await.status, 404, "no longer a moderator");
}

#[tokio::test]
async fn who_is_blocked_is_neither_read_nor_sits_down() {
    let server = TestServer::new().await;
    let (game, ann, bob) = pair(&server).await;
    let say = |text: &'static str| (format!("/g/{game}/say"), [("text", text)]);
    let (path, fields) = say("hello from Bob");
    assert_eq!(bob.form(&path, &fields).await.status, 200);
    assert!(reads(&ann, &game, "hello from Bob").await);
    let done = ann.form(&format!("/g/{game}/block"), &[("said", "0")]).await;
    assert!(done.status == 200 && done.text().contains("Bob is blocked"), "{}", done.text());
    assert!(!reads(&ann, &game, "hello from Bob").await && reads(&bob, &game, "hello from Bob").await);

    // At another table, too: neither is he read there, nor does he sit down.
    let order = json!({ "game": "baju-duel", "programs": ["open"], "name": "Ann" });
    let second = ann.order(order).await.json()["id"].as_str().unwrap().to_owned();
    let sit = json!({ "kind": "sit", "text": "Bob" });
    let events = format!("/api/v1/games/{second}/events");
    let refused = ask(&server.router(), "POST", &events, Some(&bob.token), sit.clone()).await;
    refused.is_refused(403, "doesn’t want to play with you");
    let listed =
        json!({ "game": "baju-duel", "programs": ["open"], "name": "Bob", "terms": { "listed": true } });
    let open = bob.order(listed).await.json()["id"].as_str().unwrap().to_owned();
    let sees = async |who: &Spectator| who.get("/tables").await.text().contains(&open);
    assert!(!sees(&ann).await && sees(&bob).await && sees(&server.spectator().await).await);
    let page = ann.get("/me/blocked").await.text();
    assert!(page.contains("Bob") && !page.contains(bob.id()), "{page}");
    let alias = page.split("name=\"person\" value=\"").nth(1).unwrap().split('"').next().unwrap().to_owned();
    assert_eq!(ann.form("/me/blocked", &[("person", "nonsense")]).await.status, 303);
    assert!(ann.get("/me/blocked").await.text().contains("Bob"));
    assert_eq!(ann.form("/me/blocked", &[("person", &alias)]).await.status, 303);
    assert!(reads(&ann, &game, "hello from Bob").await);
    assert_eq!(ask(&server.router(), "POST", &events, Some(&bob.token), sit).await.status, 200);
}

#[tokio::test]
async fn programs_report_and_block_by_the_api() {
    let server = TestServer::limited("reports=8").await;
    let (game, ann, bob) = pair(&server).await;
    let send = async |method: &str, path: &str, token: Option<&str>, body: Value| {
        ask(&server.router(), method, &format!("/api/v1/{path}"), token, body).await
    };
    let token = Some(ann.token.as_str());
    let of_bob = json!({ "game": game, "seat": 1 });
    let report = json!({ "game": game, "seat": 1, "note": "he is rude" });
    assert_eq!(send("POST", "reports", token, report).await.status, 204);
    send("POST", "reports", None, of_bob.clone()).await.is_refused(401, "needs a token");
    send("POST", "reports", token, json!({ "game": game, "seat": 0 })).await.is_refused(422, "That’s you");
    send("POST", "reports", token, json!({ "game": game })).await.is_refused(422, "Name the person");
    send("POST", "reports", token, json!({ "person": "Nemo" }))
        .await
        .is_refused(404, "nothing at this address");
    let blocked = send("POST", "blocks", token, of_bob.clone()).await;
    assert_eq!((blocked.status.as_u16(), &blocked.json()["name"]), (201, &json!("Bob")));
    let all = send("GET", "blocks", token, Value::Null).await;
    assert_eq!(all.json(), json!([blocked.json()]));
    assert!(!all.text().contains(bob.id()));
    let path = format!("blocks/{}", blocked.json()["id"].as_str().unwrap());
    assert_eq!(send("DELETE", &path, token, Value::Null).await.status, 204);
    send("DELETE", &path, token, Value::Null).await.is_refused(422, "haven’t blocked");
    assert_eq!(send("GET", "blocks", token, Value::Null).await.json(), json!([]));
    let report = send("POST", "reports", token, of_bob).await;
    report.is_refused(429, "many reports at once");
}

#[tokio::test]
async fn newcomers_write_at_tables_from_the_lobby_once_they_have_played() {
    let server = TestServer::muting_newcomers(1).await;
    let (ann, bob) = (server.spectator().await, server.spectator().await);
    let order =
        json!({ "game": "baju-duel", "programs": ["open"], "name": "Ann", "terms": { "listed": true } });
    for listed in [true, false] {
        let mut order = order.clone();
        order["terms"]["listed"] = listed.into();
        let game = ann.order(order).await.json()["id"].as_str().unwrap().to_owned();
        let events = format!("/api/v1/games/{game}/events");
        let sit = json!({ "kind": "sit", "text": "Bob" });
        assert_eq!(ask(&server.router(), "POST", &events, Some(&bob.token), sit).await.status, 200);
        let said = bob.form(&format!("/g/{game}/say"), &[("text", "hello")]).await;
        match listed {
            true => {
                assert!(said.status == 403 && said.text().contains("finished 1 games"), "{}", said.text())
            }
            false => assert_eq!(said.status, 200, "with a link they may: {}", said.text()),
        }
        if listed {
            continue;
        }
        for who in [&ann, &bob] {
            let state =
                ask(&server.router(), "GET", &format!("/api/v1/games/{game}"), Some(&who.token), Value::Null)
                    .await
                    .json();
            if state["yours"] == json!(true) {
                let text = json!({ "text": state["legal"][0] });
                assert_eq!(ask(&server.router(), "POST", &events, Some(&who.token), text).await.status, 200);
            }
        }
        let resign = json!({ "kind": "resign" });
        assert_eq!(ask(&server.router(), "POST", &events, Some(&ann.token), resign).await.status, 200);
    }
    let again = ann.order(order).await.json()["id"].as_str().unwrap().to_owned();
    let events = format!("/api/v1/games/{again}/events");
    let sit = json!({ "kind": "sit", "text": "Bob" });
    assert_eq!(ask(&server.router(), "POST", &events, Some(&bob.token), sit).await.status, 200);
    let said = bob.form(&format!("/g/{again}/say"), &[("text", "hello again")]).await;
    assert_eq!(said.status, 200, "{}", said.text());
}

#[tokio::test]
async fn the_page_of_moderators_has_figures_and_errors() {
    let server = TestServer::new().await;
    let mut mo = Browser::of(&server, "Mo").await;
    make_moderator(&server, "Mo").await;
    server.advance(60_000).await;
    server.advance(5_000).await;
    let page = mo.get("/admin").await;
    crate::pages::assert_page(&page, "/admin");
    let text = page.text();
    for part in ["Moves per minute", "Mean write time", "Memory", "Program moves", "None since the server"] {
        assert!(text.contains(part), "no {part}: {text}");
    }
    assert!(text.contains("<rect"), "requests were measured");
    for path in ["/admin/reports", "/admin/log"] {
        crate::pages::assert_page(&mo.get(path).await, path);
    }
}
