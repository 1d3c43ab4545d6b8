//! Accounts and ratings, by the forms of `/me`, each user in a browser of their own.

use crate::test_server::{Reply, TestServer, ask, call, send};
use axum::Router;
use axum::body::Body;
use axum::http::Request;
use futures_util::StreamExt;
use serde_json::{Value, json};
use std::time::Duration;

pub const PASSWORD: &str = "a plain password";

/// A browser: it keeps its cookie, and says with each request that it comes from our own page.
pub struct Browser {
    pub router: Router,
    pub token: String,
    /// The cookie by which the server knows it again.
    pub familiar: String,
}

impl Browser {
    pub fn new(server: &TestServer) -> Browser {
        Browser { router: server.router(), token: String::new(), familiar: String::new() }
    }

    /// A browser whose visitor has made a game.
    async fn with_game(server: &TestServer, order: Value) -> (Browser, String) {
        let owner = server.owner(order).await;
        (Browser { router: server.router(), token: owner.token.clone(), familiar: String::new() }, owner.game)
    }

    /// A browser whose visitor has just signed up.
    pub async fn of(server: &TestServer, name: &str) -> Browser {
        let mut browser = Browser::new(server);
        browser.enter("sign-up", name, PASSWORD).await;
        browser
    }

    async fn send(&mut self, method: &str, path: &str, body: String) -> Reply {
        let request = Request::builder()
            .method(method)
            .uri(path)
            .header("host", "games.example")
            .header("sec-fetch-site", "same-origin")
            .header("content-type", "application/x-www-form-urlencoded")
            .header("cookie", format!("visitor={}; familiar={}", self.token, self.familiar));
        let reply = send(&self.router, request.body(Body::from(body)).unwrap()).await;
        for cookie in reply.headers.get_all("set-cookie") {
            let (name, value) = cookie.to_str().unwrap().split_once('=').unwrap();
            let value = value.split(';').next().unwrap().to_owned();
            match name {
                "visitor" => self.token = value,
                "familiar" => self.familiar = value,
                _ => panic!("{name}"),
            }
        }
        reply
    }

    pub async fn get(&mut self, path: &str) -> Reply {
        self.send("GET", path, String::new()).await
    }

    pub async fn post(&mut self, path: &str, fields: &[(&str, &str)]) -> Reply {
        let fields = fields.iter().map(|(key, value)| format!("{key}={}", value.replace(' ', "+")));
        self.send("POST", path, fields.collect::<Vec<_>>().join("&")).await
    }

    /// Sends one of the two forms that open a session; it must be followed.
    pub async fn enter(&mut self, form: &str, name: &str, password: &str) {
        let reply = self.post(&format!("/me/{form}"), &[("name", name), ("password", password)]).await;
        assert_eq!(reply.status, 303, "{}", reply.text());
    }

    /// Does something at a table; it must be possible.
    pub async fn act(&mut self, game: &str, kind: &str, text: &str) {
        let reply = self.post(&format!("/g/{game}/act"), &[("kind", kind), ("text", text)]).await;
        assert_eq!(reply.status, 303, "{kind}: {}", reply.text());
    }

    /// The game as this browser may see it.
    pub async fn state(&self, game: &str) -> Value {
        let path = format!("/api/v1/games/{game}");
        ask(&self.router, "GET", &path, Some(&self.token), Value::Null).await.json()
    }

    pub async fn export(&mut self) -> Value {
        let reply = self.get("/me/export.json").await;
        assert_eq!(reply.headers["content-type"], "application/json", "{}", reply.text());
        reply.json()
    }

    /// Opens a table for a game that counts, and gives its id.
    pub async fn rated_table(&mut self) -> String {
        let order = [("program", "open"), ("name", "whatever"), ("sit", "0"), ("rated", "1")];
        let reply = self.post("/baju-duel/new", &order).await;
        assert_eq!(reply.status, 303, "{}", reply.text());
        reply.headers["location"].to_str().unwrap().strip_prefix("/g/").unwrap().to_owned()
    }
}

/// Checks that a form came back with a reason, with what was typed, and without the password.
#[track_caller]
fn came_back(reply: &Reply, typed: &str, why: &str) {
    assert_eq!(reply.status, 422, "{}", reply.text());
    let page = reply.text();
    let reason = page.split("class=\"wrong\"").nth(1).expect("no reason").split("</p>").next().unwrap();
    assert!(reason.contains(why), "{reason}");
    assert!(page.contains(&format!("value=\"{typed}\"")), "{page}");
    assert!(!page.contains(PASSWORD) && !page.contains("wrong horse"));
}

fn solo() -> Value {
    json!({ "game": "brain-burn", "seed": "house", "wish": { "hole": 12 } })
}

fn table(name: &str) -> Value {
    json!({ "game": "baju-duel", "programs": ["open"], "sit": 0, "name": name })
}

#[tokio::test]
async fn signing_up_keeps_the_games_and_spends_the_visitors_token() {
    let server = TestServer::new().await;
    let (mut ann, game) = Browser::with_game(&server, solo()).await;
    let bare = Browser { router: server.router(), token: ann.token.clone(), familiar: String::new() };
    ann.enter("sign-up", "Ann", PASSWORD).await;
    assert!(ann.get("/me").await.text().contains("<h1>Ann</h1>"));
    assert_eq!(ann.state(&game).await["yours"], json!(true));
    ann.act(&game, "act", "R").await;
    // The token of before opens neither the account nor its games.
    assert_eq!(bare.state(&game).await["code"], "token-invalid");
    let path = format!("/api/v1/games/{game}/events");
    let stolen = ask(&server.router(), "POST", &path, Some(&bare.token), json!({ "text": "U" })).await;
    stolen.is_refused(401, "isn’t valid");
}

#[tokio::test]
async fn another_device_brings_its_games_along() {
    let mut server = TestServer::new().await;
    let daily = json!({ "game": "brain-burn", "daily": true });
    let (mut ann, first) = Browser::with_game(&server, daily.clone()).await;
    ann.enter("sign-up", "Ann", PASSWORD).await;

    let (mut phone, alone) = Browser::with_game(&server, solo()).await;
    let same_day = ask(&server.router(), "POST", "/api/v1/games", Some(&phone.token), daily).await;
    let same_day = same_day.json()["id"].as_str().unwrap().to_owned();
    let (mut bob, shared) = Browser::with_game(&server, table("Bob")).await;
    phone.act(&shared, "sit", "Annie").await;
    phone.post(&format!("/g/{shared}/say"), &[("text", "hello there")]).await;
    let old = phone.token.clone();
    // The games are open in memory while they change hands.
    phone.enter("log-in", "ANN", PASSWORD).await;
    for reads in 0..2 {
        for game in [&first, &alone, &same_day, &shared] {
            for browser in [&ann, &phone] {
                let state = browser.state(game).await;
                let seats = state["seats"].as_array().unwrap();
                assert!(seats.iter().any(|seat| seat["yours"] == json!(true)), "{reads}: {state}");
            }
        }
        for path in ["/games", "/me/export.json"] {
            let list = phone.get(path).await.text();
            for game in [&first, &alone, &same_day, &shared] {
                assert!(list.contains(game.as_str()), "{reads} {path}: {list}");
            }
        }
        server.restart().await;
        for browser in [&mut ann, &mut phone, &mut bob] {
            browser.router = server.router();
        }
    }
    let text = bob.state(&shared).await["legal"][0].as_str().unwrap().to_owned();
    bob.act(&shared, "act", &text).await;
    ann.act(&shared, "resign", "").await;
    assert_eq!(ann.export().await["chat"][0]["text"], "hello there");
    let bare = Browser { router: server.router(), token: old, familiar: String::new() };
    assert_eq!(bare.state(&alone).await["code"], "token-invalid");
}

#[tokio::test]
async fn forms_say_why_and_keep_what_was_typed() {
    let server = TestServer::new().await;
    Browser::of(&server, "Ann Lee").await;
    let mut eve = Browser::new(&server);
    let form = |name: &'static str, password: &'static str| [("name", name), ("password", password)];
    came_back(&eve.post("/me/sign-up", &form("ann lee", PASSWORD)).await, "ann lee", "That name is taken");
    came_back(&eve.post("/me/sign-up", &form("Eve", "short")).await, "Eve", "8 to 200");
    came_back(&eve.post("/me/sign-up", &form("", PASSWORD)).await, "", "name");
    // A wrong password and a name without an account are answered in the same words.
    for name in ["Ann Lee", "Unknown"] {
        let reply = eve.post("/me/log-in", &form(name, "wrong horse")).await;
        came_back(&reply, name, "Wrong name or password.");
    }
    assert!(eve.token.is_empty(), "no visitor was made");
    // Visitors do not go by the name of an account, and no account by a name for visitors.
    came_back(&eve.post("/me/name", &[("name", "ANN LEE")]).await, "ANN LEE", "That name is taken");
    let fields = [("program", "open"), ("name", "Ann Lee")];
    assert_eq!(eve.post("/baju-duel/new", &fields).await.status, 422);
    came_back(&eve.post("/me/sign-up", &form("Guest", PASSWORD)).await, "Guest", "reserved for guests");
    let closed = TestServer::closed().await;
    let mut visitor = Browser::new(&closed);
    assert!(!visitor.get("/me").await.text().contains("/me/sign-up"));
    let reply = visitor.post("/me/sign-up", &form("Eve", PASSWORD)).await;
    assert!(
        reply.status == 422 && reply.text().contains("Registration is closed on this server"),
        "{}",
        reply.text()
    );
    assert!(visitor.get("/me").await.text().contains("/me/log-in"));
    let reply = visitor.get("/me/challenges").await;
    let way = "<a class=\"button\" href=\"/me\">Log in or sign up</a>";
    assert!(reply.status == 422 && reply.text().contains(way), "{}", reply.text());
    let reply = visitor.post("/me/log-out", &[]).await;
    assert!(reply.status == 422 && reply.text().contains("You aren’t logged in"), "{}", reply.text());
}

#[tokio::test]
async fn a_password_is_not_guessed_for_ever() {
    let server = TestServer::new().await;
    Browser::of(&server, "Ann").await;
    let mut eve = Browser::new(&server);
    for _ in 0..10 {
        let reply = eve.post("/me/log-in", &[("name", "Ann"), ("password", "wrong horse")]).await;
        came_back(&reply, "Ann", "Wrong name");
    }
    let reply = eve.post("/me/log-in", &[("name", "ann"), ("password", PASSWORD)]).await;
    came_back(&reply, "ann", "Too many attempts");
    Browser::of(&server, "Bob").await;
    eve.enter("log-in", "Bob", PASSWORD).await;
}

#[tokio::test]
async fn an_owner_is_not_locked_out_by_others() {
    let server = TestServer::new().await;
    let mut ann = Browser::of(&server, "Ann").await;
    let mut eve = Browser::new(&server);
    for _ in 0..11 {
        eve.post("/me/log-in", &[("name", "Ann"), ("password", "wrong horse")]).await;
    }
    let words = [("password", PASSWORD), ("new_password", "another password")];
    assert_eq!(ann.post("/me/password", &words).await.status, 303, "who is logged in is not concerned");
    ann.post("/me/log-out", &[]).await;
    assert!(ann.get("/me").await.text().contains("/me/log-in"));
    ann.enter("log-in", "Ann", "another password").await;
    // The cookie is that of one account.
    let bob = Browser::of(&server, "Bob").await;
    eve.familiar = bob.familiar;
    came_back(
        &eve.post("/me/log-in", &[("name", "Ann"), ("password", PASSWORD)]).await,
        "Ann",
        "Too many attempts",
    );
}

#[tokio::test]
async fn a_name_that_looks_like_that_of_an_account_and_a_password_that_all_use_are_refused() {
    let server = TestServer::new().await;
    Browser::of(&server, "Paul").await;
    let mut eve = Browser::new(&server);
    let form = |name: &'static str, password: &'static str| [("name", name), ("password", password)];
    came_back(&eve.post("/me/sign-up", &form("P%D0%B0ul", PASSWORD)).await, "Pаul", "looks too much like");
    let order = [("program", "open"), ("name", "P%D0%B0ul"), ("sit", "0")];
    assert_eq!(eve.post("/baju-duel/new", &order).await.status, 422, "nor is it the name of a guest");
    came_back(&eve.post("/me/sign-up", &form("Eve", "password123")).await, "Eve", "easy to guess");
    eve.enter("sign-up", "Eve", PASSWORD).await;
    let renamed = eve.post("/me/name", &[("name", "P%D0%B0ul")]).await;
    assert!(renamed.status == 422 && renamed.text().contains("looks too much like"), "{}", renamed.text());
    assert_eq!(
        eve.post("/me/name", &[("name", "EVE")]).await.status,
        303,
        "one’s own name may look like it was"
    );
}

#[tokio::test]
async fn no_other_site_logs_a_visitor_in() {
    let server = TestServer::new().await;
    Browser::of(&server, "Eve").await;
    for from in [&[("sec-fetch-site", "cross-site")][..], &[("origin", "https://evil.example")], &[]] {
        let mut request = Request::post("/me/log-in")
            .header("host", "games.example")
            .header("content-type", "application/x-www-form-urlencoded");
        for (name, value) in from {
            request = request.header(*name, *value);
        }
        let body = format!("name=Eve&password={}", PASSWORD.replace(' ', "+"));
        let reply = send(&server.router(), request.body(Body::from(body)).unwrap()).await;
        assert_eq!(reply.status, 403, "{from:?}");
        assert!(!reply.headers.contains_key("set-cookie"));
    }
}

#[tokio::test]
async fn the_stream_of_an_open_page_ends_when_its_visitor_logs_in() {
    let server = TestServer::new().await;
    Browser::of(&server, "Ann").await;
    let (mut phone, game) = Browser::with_game(&server, solo()).await;
    let request =
        Request::get(format!("/g/{game}/events")).header("cookie", format!("visitor={}", phone.token));
    let response = call(&server.router(), request.body(Body::empty()).unwrap()).await;
    let mut stream = response.into_body().into_data_stream();
    assert!(stream.next().await.is_some());
    // The visitor has another id now: the stream ends, and the page asks for another with its new cookie.
    phone.enter("log-in", "Ann", PASSWORD).await;
    let ended = tokio::time::timeout(Duration::from_secs(10), stream.next()).await;
    assert!(ended.expect("the stream goes on").is_none());
}

#[tokio::test]
async fn sessions_end_when_they_are_ended() {
    let server = TestServer::new().await;
    let mut laptop = Browser::of(&server, "Ann").await;
    let (mut phone, mut tablet) = (Browser::new(&server), Browser::new(&server));
    for browser in [&mut phone, &mut tablet] {
        browser.enter("log-in", "Ann", PASSWORD).await;
    }
    let known = async |token: &str| {
        let mut browser =
            Browser { router: server.router(), token: token.to_owned(), familiar: String::new() };
        browser.get("/me").await.text().contains("<h1>Ann</h1>")
    };
    assert!(laptop.get("/me").await.text().contains("3 browsers"));
    let token = tablet.token.clone();
    assert_eq!(tablet.post("/me/log-out", &[]).await.status, 303);
    assert!(tablet.token.is_empty() && !known(&token).await && known(&phone.token).await);

    let change = [("password", "wrong horse"), ("new_password", "another password")];
    assert_eq!(laptop.post("/me/password", &change).await.status, 422);
    let change = [("password", PASSWORD), ("new_password", "another password")];
    assert_eq!(laptop.post("/me/password", &change).await.status, 303);
    assert!(known(&laptop.token).await && !known(&phone.token).await);
    let reply = phone.post("/me/log-in", &[("name", "Ann"), ("password", PASSWORD)]).await;
    came_back(&reply, "Ann", "Wrong name");

    phone.enter("log-in", "Ann", "another password").await;
    let tokens = [laptop.token.clone(), phone.token.clone()];
    assert_eq!(phone.post("/me/log-out", &[("everywhere", "1")]).await.status, 303);
    for token in tokens {
        assert!(!known(&token).await);
    }
    // The token of an ended session makes no new visitor.
    let reply = ask(&server.router(), "POST", "/api/v1/games", Some(&laptop.token), solo()).await;
    reply.is_refused(401, "isn’t valid");
}

/// Lets two players make their first moves, in this order.
async fn both_move(game: &str, players: [&mut Browser; 2]) {
    for player in players {
        let first = player.state(game).await["legal"][0].as_str().unwrap().to_owned();
        player.act(game, "act", &first).await;
    }
}

#[tokio::test]
async fn a_deleted_account_leaves_the_others_their_games() {
    let mut server = TestServer::new().await;
    let (mut ann, running) = Browser::with_game(&server, table("Annabel")).await;
    let visitor = ann.token.clone();
    ann.enter("sign-up", "Annabel", PASSWORD).await;
    let mut bob = Browser::of(&server, "Bob").await;
    bob.act(&running, "sit", "Bob").await;
    ann.post(&format!("/g/{running}/say"), &[("text", "a secret of mine")]).await;
    let lost = bob.rated_table().await;
    ann.act(&lost, "sit", "any name").await;
    both_move(&lost, [&mut bob, &mut ann]).await;
    ann.act(&lost, "resign", "").await;
    assert!(bob.get(&format!("/g/{lost}")).await.text().contains("Annabel resigned"));

    let reply = ann.post("/me/delete", &[("password", "wrong horse")]).await;
    assert_eq!(reply.status, 422);
    let token = ann.token.clone();
    assert_eq!(ann.post("/me/delete", &[("password", PASSWORD)]).await.status, 303);
    assert!(ann.token.is_empty());
    for reads in 0..2 {
        // The other player does not wait for the deleted account.
        let state = bob.state(&running).await;
        assert_eq!(state["outcome"]["winners"], json!([1]), "{state}");
        for path in [format!("/g/{running}"), format!("/g/{lost}"), "/games".into()] {
            let page = bob.get(&path).await.text();
            assert!(page.contains("Deleted account"), "{reads} {path}: {page}");
            assert!(
                !page.contains("Annabel") && !page.contains("a secret of mine"),
                "{reads} {path}: {page}"
            );
        }
        assert_eq!(bob.export().await["ratings"][0]["games"], json!(1), "Bob’s own rating stays");
        for old in [&token, &visitor] {
            let mut old = Browser { router: server.router(), token: old.clone(), familiar: String::new() };
            assert!(old.get("/me").await.text().contains("You’re playing as a guest"));
            assert_eq!(old.state(&running).await["code"], "token-invalid");
        }
        server.restart().await;
        bob.router = server.router();
    }
    let mut other = Browser::of(&server, "annabel").await;
    assert_eq!(other.export().await["games"], json!([]), "a name brings nothing back");
}

#[tokio::test]
async fn a_game_counts_once_and_only_between_two_accounts() {
    let mut server = TestServer::new().await;
    let mut ann = Browser::of(&server, "Ann").await;
    let mut bob = Browser::of(&server, "Bob").await;
    let mut eve = Browser::new(&server);
    let order = [("program", "open"), ("name", "Eve"), ("rated", "1")];
    let reply = eve.post("/baju-duel/new", &order).await;
    assert!(reply.status == 422 && reply.text().contains("need an account"), "{}", reply.text());
    let terms = json!({ "rated": true });
    let program = bagatelle_catalog::find("baju-duel").unwrap().programs()[0].name;
    let alone = json!({ "game": "baju-duel", "programs": [program], "sit": 0, "terms": terms });
    let reply = ask(&server.router(), "POST", "/api/v1/games", Some(&ann.token), alone).await;
    reply.is_refused(422, "leave the others open");

    let game = ann.rated_table().await;
    let act = format!("/g/{game}/act");
    assert!(eve.get(&format!("/g/{game}")).await.text().contains("log in or sign up"));
    for (browser, kind, text, why) in
        [(&mut eve, "sit", "Eve", "log in or sign up"), (&mut ann, "sit", "Ann", "another player must take")]
    {
        let reply = browser.post(&act, &[("kind", kind), ("text", text)]).await;
        assert!(reply.status == 422 && reply.text().contains(why), "{}", reply.text());
    }
    let program = [("kind", "program"), ("seat", "1"), ("text", program)];
    let reply = ann.post(&act, &program).await;
    assert!(reply.text().contains("the computer can’t play"), "{}", reply.text());
    // After logging in, a player returns to the table of before, and to no other site.
    for (to, address) in [(game.as_str(), format!("/g/{game}")), ("//evil.example", "/me?done=log-in".into())]
    {
        let mut phone = Browser::new(&server);
        let fields = [("name", "Bob"), ("password", PASSWORD), ("to", to)];
        let reply = phone.post("/me/log-in", &fields).await;
        assert_eq!(reply.headers["location"], address.as_str());
    }
    // The name at the table is that of the account, whatever is typed.
    bob.act(&game, "sit", "Ann").await;
    let page = eve.get(&format!("/g/{game}")).await.text();
    assert!(page.contains("Bob") && page.matches("1500 ± 350").count() == 2, "{page}");
    both_move(&game, [&mut ann, &mut bob]).await;
    let reply = ann.post(&act, &[("kind", "ask"), ("text", "takeback")]).await;
    assert!(reply.text().contains("doesn’t allow takebacks"), "{}", reply.text());
    bob.act(&game, "resign", "").await;

    let rating = async |browser: &mut Browser| {
        let export = browser.export().await;
        (export["ratings"].clone(), export["rated"].clone())
    };
    let (won, lost) = (rating(&mut ann).await, rating(&mut bob).await);
    let number = |all: &Value, key: &str| all[0][key].as_f64().unwrap();
    assert!(number(&won.0, "rating") > 1600. && number(&lost.0, "rating") < 1400., "{won:?} {lost:?}");
    assert!((number(&won.0, "rating") + number(&lost.0, "rating") - 3000.).abs() < 1e-6);
    assert!(number(&won.0, "deviation") < 350. && won.0[0]["games"] == 1);
    assert_eq!((&won.1[0]["game"], &won.1[0]["before"]["rating"]), (&json!(game), &json!(1500.0)));
    let page = eve.get(&format!("/g/{game}")).await.text();
    assert!(page.contains("(+162)") && page.contains("(−162)"), "{page}");
    assert!(ann.get("/me").await.text().contains("1662 ± 290"));

    // More happens after the end, and the game is read again: it still counts once.
    bob.act(&game, "ask", "rematch").await;
    server.restart().await;
    for browser in [&mut ann, &mut bob] {
        browser.router = server.router();
    }
    ann.act(&game, "agree", "").await;
    assert_eq!((rating(&mut ann).await, rating(&mut bob).await), (won, lost));
    // The rematch counts, too: it is under the same terms.
    let next = ann.state(&game).await["next"].as_str().unwrap().to_owned();
    both_move(&next, [&mut bob, &mut ann]).await;
    ann.act(&next, "resign", "").await;
    assert_eq!(rating(&mut bob).await.0[0]["games"], 2);
}

#[tokio::test]
async fn a_rated_game_that_ends_before_both_have_moved_is_aborted_and_counts_for_no_player() {
    let mut server = TestServer::new().await;
    let mut ann = Browser::of(&server, "Ann").await;
    let mut bob = Browser::of(&server, "Bob").await;
    let game = ann.rated_table().await;
    bob.act(&game, "sit", "Bob").await;
    let page = ann.get(&format!("/g/{game}")).await.text();
    assert!(page.contains("The game ends and doesn’t count.") && page.contains("Abort the game"), "{page}");
    let first = ann.state(&game).await["legal"][0].as_str().unwrap().to_owned();
    ann.act(&game, "act", &first).await;
    bob.act(&game, "resign", "").await;
    for _ in 0..2 {
        let state = bob.state(&game).await;
        assert_eq!((&state["turn"], &state["ending"]), (&json!("over"), &json!("aborted")));
        assert_eq!(
            (&state["outcome"]["winners"], &state["outcome"]["reason"]),
            (&json!([]), &json!("aborted"))
        );
        let page = bob.get(&format!("/g/{game}")).await.text();
        assert!(page.contains("You ended the game before it got going, so it doesn’t count."), "{page}");
        assert!(bob.get("/games").await.text().contains("<span>Game aborted</span>"));
        for browser in [&mut ann, &mut bob] {
            let export = browser.export().await;
            assert_eq!((&export["ratings"], &export["rated"]), (&json!([]), &json!([])));
            assert_eq!(export["games"][0]["result"], Value::Null, "not even a draw");
        }
        server.restart().await;
        for browser in [&mut ann, &mut bob] {
            browser.router = server.router();
        }
    }
    // From the moment when both have moved, the same is a loss.
    let game = ann.rated_table().await;
    bob.act(&game, "sit", "Bob").await;
    both_move(&game, [&mut ann, &mut bob]).await;
    let page = ann.get(&format!("/g/{game}")).await.text();
    assert!(page.contains("This counts as a loss.") && !page.contains("Abort"), "{page}");
    bob.act(&game, "resign", "").await;
    assert_eq!(bob.state(&game).await["ending"], "resigned");
    assert_eq!(bob.export().await["rated"][0]["game"], json!(game));
}

#[tokio::test]
async fn who_calls_off_three_rated_games_in_a_day_begins_none_until_the_next() {
    let mut server = TestServer::new().await;
    let mut ann = Browser::of(&server, "Ann").await;
    let mut bob = Browser::of(&server, "Bob").await;
    for _ in 0..2 {
        let game = ann.rated_table().await;
        bob.act(&game, "sit", "Bob").await;
        bob.act(&game, "resign", "").await;
        assert_eq!(bob.state(&game).await["ending"], "aborted");
    }
    // The third time Bob goes away before his first move, and Ann calls the game off: that is his, too.
    let order = [("program", "open"), ("name", "whatever"), ("sit", "0"), ("rated", "1"), ("grace", "60")];
    let made = ann.post("/baju-duel/new", &order).await;
    let game = made.headers["location"].to_str().unwrap().strip_prefix("/g/").unwrap().to_owned();
    bob.act(&game, "sit", "Bob").await;
    let first = ann.state(&game).await["legal"][0].as_str().unwrap().to_owned();
    ann.act(&game, "act", &first).await;
    server.advance(2 * 60 * 1000).await;
    ann.act(&game, "claim", "").await;
    assert_eq!(ann.state(&game).await["ending"], "aborted");

    let why = "You’ve aborted several rated games today: you can start rated games again after midnight UTC.";
    for restarted in [false, true] {
        if restarted {
            server.restart().await;
            [ann.router, bob.router] = [server.router(), server.router()];
        }
        let game = ann.rated_table().await;
        let refused = bob.post(&format!("/g/{game}/act"), &[("kind", "sit"), ("text", "Bob")]).await;
        assert!(refused.status == 429 && refused.text().contains(why), "{}", refused.text());
        let order = [("program", "open"), ("name", "whatever"), ("sit", "0")];
        let refused = bob.post("/baju-duel/new", &[&order[..], &[("rated", "1")]].concat()).await;
        assert!(refused.status == 429 && refused.text().contains(why), "{}", refused.text());
        assert_eq!(bob.post("/baju-duel/new", &order).await.status, 303, "what is not rated is free");
    }
    server.advance(24 * 60 * 60 * 1000).await;
    let game = ann.rated_table().await;
    bob.act(&game, "sit", "Bob").await;
}

#[tokio::test]
async fn the_export_has_ones_own_and_no_secrets() {
    let server = TestServer::new().await;
    let order =
        json!({ "game": "bulbous", "programs": ["open"], "sit": 0, "name": "Ann", "wish": { "seats": 2 } });
    let (mut ann, hidden) = Browser::with_game(&server, order).await;
    ann.enter("sign-up", "Ann", PASSWORD).await;
    let mut bob = Browser::of(&server, "Bob").await;
    bob.act(&hidden, "sit", "Bob").await;
    for (browser, text) in [(&mut ann, "from Ann"), (&mut bob, "from Bob")] {
        browser.post(&format!("/g/{hidden}/say"), &[("text", text)]).await;
    }
    let running = ann.export().await;
    assert_eq!(running["games"][0]["record"], Value::Null, "hands are hidden");
    let text = running.to_string();
    for secret in ["from Bob", "argon2", "setup", "seed", ann.token.as_str(), bob.token.as_str()] {
        assert!(!text.contains(secret), "{secret}: {text}");
    }
    assert_eq!((&running["name"], &running["chat"][0]["text"]), (&json!("Ann"), &json!("from Ann")));
    bob.act(&hidden, "resign", "").await;
    let over = ann.export().await;
    assert_eq!((&over["games"][0]["result"], &over["games"][0]["phase"]), (&json!("won"), &json!("over")));
    assert_eq!(over["games"][0]["record"]["game"], json!("bulbous"));
    // No other visitor can ask for it.
    let reply = Browser::new(&server).get("/me/export.json").await;
    assert!(reply.status == 422 && !reply.text().contains("from Ann"));
}

#[tokio::test]
async fn settings_follow_an_account_to_other_devices() {
    let server = TestServer::new().await;
    let mut ann = Browser::of(&server, "Ann").await;
    assert_eq!(ann.get("/me/settings.json").await.text(), "{}");
    let mine = r#"{"loud":true,"marks":"wrong"}"#;
    assert_eq!(ann.send("POST", "/me/settings.json", mine.into()).await.status, 204);
    for bad in ["", "[]", "loud", &format!(r#"{{"marks":"{}"}}"#, "x".repeat(5000))] {
        assert_eq!(ann.send("POST", "/me/settings.json", bad.into()).await.status, 422, "{bad}");
    }
    let mut phone = Browser::new(&server);
    assert_eq!(phone.get("/me/settings.json").await.status, 422, "a visitor has none");
    phone.enter("log-in", "Ann", PASSWORD).await;
    assert_eq!(phone.get("/me/settings.json").await.json(), json!({ "loud": true, "marks": "wrong" }));
}

/// Older versions let names pass that are refused today. Their accounts are opened by what is typed, and have
/// a page.
#[tokio::test]
async fn accounts_of_older_versions_are_found_whatever_they_are_called() {
    let server = TestServer::new().await;
    let stored = ["..", ".", "\u{3164}", "Zoe\u{308}", "so\u{ad}ft"];
    for (n, name) in stored.into_iter().enumerate() {
        let mut browser = Browser::of(&server, &format!("Person {n}")).await;
        let shown = browser.send("POST", "/me/public", "public=1".into()).await;
        assert_eq!(shown.status, 303, "{}", shown.text());
        let renamed = format!(
            "UPDATE people SET name = '{name}' WHERE name = 'Person {n}';
             UPDATE accounts SET name_key = '{}' WHERE name_key = 'person {n}'",
            name.to_lowercase()
        );
        server.sql(&renamed).await;
    }
    let mut moderator = Browser::of(&server, "Mod").await;
    for name in stored {
        let mut browser = Browser::new(&server);
        browser.enter("log-in", name, PASSWORD).await;
        assert!(
            browser.send("GET", "/me", String::new()).await.text().contains("Log out"),
            "{}",
            name.escape_unicode()
        );
        let path = bagatelle_pages::urls::person(name);
        let parts: Vec<&str> = path.split('/').collect();
        assert!(
            !parts.iter().any(|part| matches!(*part, "." | "..")),
            "browsers take it for a folder: {path}"
        );
        let page = moderator.send("GET", &path, String::new()).await;
        assert_eq!(page.status, 200, "{path}: {}", page.text());
        assert!(page.text().contains(name), "{path}");
    }
    // A new account cannot be called so, nor a guest, and a letter and its mark are one in every name.
    for name in [".", "..", "\u{3164}", "\u{2800}", "\u{115f}", "\u{301}"] {
        let fields = [("name", name), ("password", PASSWORD)];
        let refused = server.spectator().await.form("/me/sign-up", &fields).await;
        assert_eq!(refused.status, 422, "{}: {}", name.escape_unicode(), refused.text());
        let order = json!({ "game": "baju-duel", "programs": ["open"], "name": name, "sit": 0 });
        assert_eq!(server.spectator().await.order(order).await.status, 422, "{}", name.escape_unicode());
    }
    let order = json!({ "game": "baju-duel", "programs": ["open"], "name": "Re\u{301}mi", "sit": 0 });
    assert_eq!(server.spectator().await.order(order).await.json()["seats"][0]["name"], "R\u{e9}mi");
}

/// A password that was typed where letters and marks are characters of their own opens the account, also one
/// of an older version.
#[tokio::test]
async fn a_password_opens_an_account_from_every_system() {
    let server = TestServer::new().await;
    let (composed, decomposed) = ("p\u{e4}ssw\u{f6}rter 99", "pa\u{308}sswo\u{308}rter 99");
    Browser::new(&server).enter("sign-up", "Zo\u{eb}", composed).await;
    for (name, password) in [("Zo\u{eb}", decomposed), ("Zoe\u{308}", composed), ("ZOE\u{308}", decomposed)] {
        let mut browser = Browser::new(&server);
        browser.enter("log-in", name, password).await;
        assert!(browser.send("GET", "/me", String::new()).await.text().contains("Log out"));
    }
}
