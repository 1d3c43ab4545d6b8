//! Visitors whose browsers have less than those of other stories: no https, no newer API, no cookies, another
//! clock. Each of them plays, or is told what is missing.

use crate::analysis::analyses;
use crate::begin::begin;
use crate::engines::{moves, plays_at_the_server, plays_on_the_device};
use crate::harness::{Files, NAME, Visitor, story, wait};
use crate::site;
use crate::together::{By, MY_TURN, VERSION, join, open_table};
use anyhow::{Context, Result, ensure};
use axum::http::StatusCode;
use serde_json::{Value, json};
use std::time::Duration;
use tempfile::TempDir;

/// Whether browsers keep from the page what is for pages over https.
const INSECURE: &str =
    "return !isSecureContext && !navigator.locks && !navigator.clipboard && !crypto.randomUUID";

/// What Chromium says of a header that it follows over https only.
const UNTRUSTED: &str = "Cross-Origin-Opener-Policy";

// ---- without https, at a name that is no localhost ----

#[tokio::test]
async fn all_is_played_without_https() {
    story(async |world| {
        world.expect_complaint(UNTRUSTED);
        let ann = world.visitor().await?.without_https();
        plays_at_the_server(&ann, "baju-duel").await?;
        ann.sees("a page that is not secure", INSECURE, true).await?;
        let table = plays_on_the_device(&ann).await?;
        ann.go("/games").await?;
        ann.sees_text("#brought", "A game you played on this device has been uploaded.").await?;
        let listed = "return document.querySelector(`main a[href='${arguments[0]}']`) !== null";
        ann.go("/games").await?;
        ann.sees_of("the game in the list", listed, json!(table), true).await
    })
    .await;
}

#[tokio::test]
async fn positions_are_analysed_without_https() {
    story(async |world| {
        world.expect_complaint(UNTRUSTED);
        analyses(&world.visitor().await?.without_https()).await
    })
    .await;
}

#[tokio::test]
async fn what_browsers_keep_from_pages_without_https_is_told() {
    story(async |world| {
        world.expect_complaint(UNTRUSTED);
        let ann = world.visitor().await?.without_https();
        ann.go("/settings").await?;
        ann.sees_text("[data-insecure]:not([hidden])", "your browser keeps nothing").await?;
        // The link to a table is copied all the same, and the switch for notices says why it stays off.
        let table = open_table(&ann, "baju-duel", "Ann", &[]).await?;
        ann.click(".invite [data-copy]").await?;
        ann.sees_text("#announce", "Copied. Send it to the friends").await?;
        let bob = world.visitor().await?;
        join(&bob, &table, "Bob").await?;
        let switch = "const box = document.querySelector('[data-notify]'); box?.click(); return Boolean(box)";
        ann.sees("the switch", switch, true).await?;
        ann.sees_text("#announce", "only over https").await?;
        let checked = "return document.querySelector('[data-notify]').checked";
        ensure!(ann.js(checked, Value::Null).await? == false, "it is on");
        Ok(())
    })
    .await;
}

#[tokio::test]
async fn the_site_works_from_plain_files_without_https() {
    story(async |world| {
        let folder = TempDir::new()?;
        site::write(folder.path())?;
        let files = Files::serve(folder.path().to_owned(), "").await?;
        let ann = world.visitor().await?;
        ann.driver().goto(files.url("").replace("127.0.0.1", NAME)).await?;
        ann.sees("the games", "return document.querySelectorAll('main a').length > 5", true).await?;
        ann.sees("a page that is not secure", INSECURE, true).await?;
        ann.driver().goto(files.url("offline/?/brain-burn").replace("127.0.0.1", NAME)).await?;
        crate::offline::begin_here(&ann, json!({ "way": "fresh" })).await.map(drop)
    })
    .await;
}

#[tokio::test]
async fn a_page_that_cannot_begin_on_the_device_says_so() {
    story(async |world| {
        world.expect_complaint("gone");
        for (missing, said) in [
            ("Worker = class { constructor() { throw new Error('gone'); } }", "gone"),
            ("delete crypto.__proto__.getRandomValues", "getRandomValues"),
            ("URLSearchParams = URL = undefined", "can’t start"),
        ] {
            let ann = world.visitor().await?;
            world.expect_complaint("");
            ann.emulate("Page.addScriptToEvaluateOnNewDocument", json!({ "source": missing })).await?;
            ann.go("/offline/?/baju-duel").await?;
            ann.sees_text("#shell [role=status]", said).await?;
        }
        Ok(())
    })
    .await;
}

// ---- the oldest browsers that are meant ----

/// What is newer than they are, and what is done without it.
const BASELINE: &str = include_str!("../../../../assets/baseline.json");

/// Takes it away. Forms leave out the button that sends them, and no style sheet can be made.
const OLD: &str = "
    for (const [owner, names] of Object.entries(NEWER)) {
        const object = owner.split('.').reduce((at, name) => at?.[name], window);
        for (const name of Object.keys(names)) if (object) delete object[name];
    }
    const Data = FormData;
    FormData = class extends Data { constructor(form) { form ? super(form) : super(); } };
    CSSStyleSheet = class { constructor() { throw new TypeError('Illegal constructor'); } };";

/// Lets a browser be as old as the oldest that is meant.
async fn is_old(ann: &Visitor) -> Result<()> {
    let list: Value = serde_json::from_str(BASELINE)?;
    let source = OLD.replace("NEWER", &list["newer"].to_string());
    ann.emulate("Page.addScriptToEvaluateOnNewDocument", json!({ "source": source })).await
}

#[tokio::test]
async fn all_games_are_played_in_the_oldest_browsers() {
    story(async |world| {
        let ann = world.visitor().await?;
        is_old(&ann).await?;
        for game in bagatelle_catalog::games() {
            plays_at_the_server(&ann, game.id()).await?;
        }
        let gone = "return !('checkVisibility' in Element.prototype) && !('timeout' in AbortSignal)
            && !('requestSubmit' in HTMLFormElement.prototype)";
        ann.sees("an old browser", gone, true).await?;
        // By keys alone, with a hint, which a button of a form asks for, and a text in the chat.
        ann.new_game(json!({ "game": "baju-puzzle", "seed": "old" })).await?;
        moves(&ann, By::Keyboard, 0).await?;
        ann.click("#table .solver button[value='2']").await?;
        ann.sees("a hint", "return document.querySelector('#table .found[data-hint]') !== null", true)
            .await?;
        let table = open_table(&ann, "baju-duel", "Ann", &[]).await?;
        let bob = world.visitor().await?;
        join(&bob, &table, "Bob").await?;
        ann.fill(".say input[name=text]", "Hello").await?;
        ann.click(".say button").await?;
        ann.sees_text(".chat ol", "Hello").await
    })
    .await;
}

#[tokio::test]
async fn the_oldest_browsers_play_and_analyse_on_the_device() {
    story(async |world| {
        let ann = world.visitor().await?;
        ann.becomes_known().await?;
        is_old(&ann).await?;
        plays_on_the_device(&ann).await?;
        analyses(&ann).await?;
        // A picture that is made there fills its place.
        ann.go("/offline/?/games").await?;
        let filled = "return document.querySelector('main .picture')?.shadowRoot.firstChild.style.width";
        ann.sees("a picture", filled, "100%").await
    })
    .await;
}

// ---- no cookies ----

#[tokio::test]
async fn who_blocks_cookies_is_told_so_and_makes_nothing() {
    story(async |world| {
        world.expect_complaint("status of 422");
        let ann = world.visitor_without_cookies().await?;
        ann.go("/baju-duel").await?;
        ann.click("form.start button.primary").await?;
        ann.sees_text("main", "doesn’t keep this site’s cookie").await?;
        let table = {
            let bob = world.visitor().await?;
            open_table(&bob, "baju-duel", "Bob", &[]).await?
        };
        // A seat is not taken by no one.
        ann.go(&table).await?;
        ann.fill(".invite input[name=text]", "Ann").await?;
        ann.click(".invite button[value=sit]").await?;
        ann.sees_text("main", "doesn’t keep this site’s cookie").await?;
        ann.go(&table).await?;
        ensure!(ann.count(".seats .own").await? == 0, "Ann has a seat");
        ann.go("/me").await?;
        let sign_up = "form[action$='sign-up']";
        ann.fill(&format!("{sign_up} [name=name]"), "Ann").await?;
        ann.fill(&format!("{sign_up} [name=password]"), "correct horse 9").await?;
        ann.click(&format!("{sign_up} button")).await?;
        ann.sees_text("main", "doesn’t keep this site’s cookie").await?;
        ann.go("/settings").await?;
        ann.click("[name=theme][value=dark]").await?;
        ann.sees_text("#toast", "Allow cookies").await?;
        // Without storage nothing is played on the device, which is said.
        ann.go("/offline/?/baju-duel").await?;
        ann.sees_text("[role=status]", "stores nothing for this site").await?;
        // What needs no visitor is there.
        ann.go("/baju-duel/learn/1").await?;
        crate::lessons::finish_step(&ann).await?;
        Ok(())
    })
    .await;
}

// ---- another clock ----

/// A clock that is off by this many milliseconds.
fn off(ms: i64) -> Value {
    let source = format!(
        "{{
            const Real = Date;
            Date = class extends Real {{
                constructor(...parts) {{ parts.length ? super(...parts) : super(Real.now() + {ms}); }}
                static now() {{ return Real.now() + {ms}; }}
            }};
        }}"
    );
    json!({ "source": source })
}

#[tokio::test]
async fn a_game_from_a_device_with_a_wrong_clock_comes_home_or_the_reason_is_told() {
    const HOUR: i64 = 3_600_000;
    story(async |world| {
        for (hours, said) in [
            (1, "on this device for now: it is in the future"),
            (24 * 365, "on this device for now: it is in the future"),
            (-24, "uploaded"),
            (-24 * 365, "far in the past"),
        ] {
            let ann = world.visitor().await?;
            ann.becomes_known().await?;
            ann.emulate("Page.addScriptToEvaluateOnNewDocument", off(hours * HOUR)).await?;
            plays_on_the_device(&ann).await?;
            ann.go("/games").await?;
            ann.sees_text("#brought", said).await.with_context(|| format!("{hours} hours"))?;
            if said.contains("future") {
                ann.sees_text("#brought", "device’s clock is or was ahead").await?;
                ann.sees_text("#brought", "It goes to the server after").await?;
                // Once is enough.
                ann.go("/games").await?;
                let silent =
                    "return new Promise((done) => requestIdleCallback(() => requestIdleCallback(() =>
                    navigator.locks.request('bagatelle sync', () => \
                    done(document.querySelector('#brought').hidden)))))";
                ann.sees("it is told once", silent, true).await?;
            }
        }
        Ok(())
    })
    .await;
}

#[tokio::test]
async fn a_deal_is_played_on_the_device_on_a_day_that_it_knows_nothing_of() {
    story(async |world| {
        let ann = world.visitor().await?;
        ann.go("/settings").await?;
        ann.sees("the site is kept", site::WHOLE, 1).await?;
        ann.emulate("Page.addScriptToEvaluateOnNewDocument", off(24 * 3_600_000)).await?;
        for game in ["brain-burn", "burbuja", "baju-puzzle"] {
            ann.go(&format!("/offline/?/{game}")).await?;
            ann.sees_text("main", "This device doesn’t have today’s deal yet").await?;
            ann.click("form.start button.primary").await?;
            let there = "return location.search.startsWith('?/g/') && \
                document.documentElement.classList.contains('ready')";
            ann.sees("the table", there, true).await?;
        }
        Ok(())
    })
    .await;
}

#[tokio::test]
async fn a_first_visit_to_the_device_begins_a_game_at_once() {
    story(async |world| {
        let ann = world.visitor().await?;
        ann.go("/offline/?/brain-burn").await?;
        ann.sees("the form", "return document.querySelector('form.start') !== null", true).await?;
        ann.click("form.start button.primary").await?;
        let there = "return location.search.startsWith('?/g/') && \
            document.documentElement.classList.contains('ready')";
        ann.sees("the table", there, true).await
    })
    .await;
}

// ---- two sites below paths of one host ----

#[tokio::test]
async fn two_sites_below_paths_of_one_host_keep_apart_what_is_theirs() {
    story(async |world| {
        let (one, two) = (world.another_server("/a")?, world.another_server("/b")?);
        let between = world.between(&[("/a/", one.address()), ("/b/", two.address())]).await?;
        // Who has played nothing at a server gets a cookie first.
        world.expect_complaint("status of 401");
        let ann = world.visitor().await?.through(between.address());
        ann.go("/a/offline/?/baju-puzzle").await?;
        let begun = "return document.querySelector('form.start') !== null";
        ann.sees("the form", begun, true).await?;
        crate::offline::begin_at(&ann, "/a/offline/", json!({ "way": "alone" })).await?;
        moves(&ann, By::Mouse, 0).await?;
        ann.go("/b/settings").await?;
        ann.js("document.querySelector('[data-letters]').click()", Value::Null).await?;
        // The other site has a look for games that are to come home, and finds none.
        ann.sees("the work is done", "return document.documentElement.classList.contains('settled')", true)
            .await?;
        ann.go("/b/games").await?;
        let quiet = "return new Promise((done) => requestIdleCallback(() =>
            navigator.locks.request('bagatelle sync /b/', () => \
            done(document.querySelector('#brought').hidden))))";
        ann.sees("the work is done", "return document.documentElement.classList.contains('settled')", true)
            .await?;
        ann.sees("nothing is brought", quiet, true).await?;
        ensure!(ann.count("main a[href*='/g/']").await? == 0, "the game is at the other server");
        ann.go("/a/settings").await?;
        ensure!(
            ann.js("return document.querySelector('[data-letters]').checked", Value::Null).await? == true
        );
        ann.go("/a/games").await?;
        ann.sees_text("#brought", "uploaded").await
    })
    .await;
}

#[tokio::test]
async fn a_site_below_a_path_takes_over_what_plain_names_held() {
    story(async |world| {
        // The page that knows nothing of databases has no icon.
        world.expect_complaint("favicon.ico");
        let server = world.another_server("/a")?;
        let between = world.between(&[("/a/", server.address())]).await?;
        let ann = world.visitor().await?.through(between.address());
        ann.go("/a/settings").await?;
        ann.sees("the site is kept", site::WHOLE, 1).await?;
        // As an older version has left it.
        let older = "return (async () => {
            const names = (await indexedDB.databases()).map(({ name }) => name);
            for (const name of names) await new Promise((done) => { const r = \
            indexedDB.deleteDatabase(name); r.onsuccess = r.onblocked = done; });
            localStorage.clear();
            localStorage.setItem('loud', 'true');
            return new Promise((done) => {
                const opening = indexedDB.open('bagatelle', 1);
                opening.onupgradeneeded = () => {
                    opening.result.createObjectStore('tables', { keyPath: 'id' });
                    opening.result.createObjectStore('memory').put({ name: 'Ann', days: {} }, 'site');
                };
                opening.onsuccess = () => { opening.result.close(); done(true); };
            });
        })()";
        ann.go("/a/healthz").await?;
        ann.sees("an older database", older, true).await?;
        ann.go("/a/settings").await?;
        let kept = "return new Promise((done) => {
            const opening = indexedDB.open('bagatelle /a/');
            opening.onupgradeneeded = () => opening.transaction.abort();
            opening.onerror = () => done('');
            opening.onsuccess = () => {
                opening.result.transaction('memory').objectStore('memory').get('site').onsuccess = ({ target \
                }) => done(target.result?.name ?? '');
                opening.result.close();
            };
        })";
        ann.sees("the name", kept, "Ann").await?;
        ann.sees("the setting", "return localStorage.getItem('loud /a/')", "true").await
    })
    .await;
}

// ---- what is between ----

#[tokio::test]
async fn two_clicks_at_a_slow_server_make_one_game() {
    story(async |world| {
        let between = world.between(&[("/", world.server.address())]).await?;
        let ann = world.visitor().await?.through(between.address());
        let twice = "const button = document.querySelector(arguments[0]); button.click(); setTimeout(() => \
            button.click(), 300)";
        // A first visit, a second one, and the same game anew.
        for game in ["bambam-booboo", "bulbous"] {
            ann.go(&format!("/{game}")).await?;
            between.is_slow(Duration::from_millis(700));
            ann.js(twice, json!("form.start button.primary")).await?;
            between.is_slow(Duration::ZERO);
            ann.arrives().await?;
        }
        ann.go("/games").await?;
        ensure!(ann.count("main li a[href*='/g/']").await? == 2, "{}", ann.text("main").await?);
        Ok(())
    })
    .await;
}

/// Sends one of the moves on offer.
const SEND: &str = "
    const form = document.querySelector('form.type-move');
    form.elements.text.value = JSON.parse(document.querySelector('#table').dataset.offers)[arguments[0]].text;
    form.requestSubmit()";

#[tokio::test]
async fn a_move_waits_while_a_proxy_answers_with_an_error() {
    story(async |world| {
        world.expect_complaint("status of 502");
        world.expect_complaint("status of 503");
        world.expect_complaint("status of 409");
        let between = world.between(&[("/", world.server.address())]).await?;
        let ann = world.visitor().await?.through(between.address());
        begin(&ann, "baju-duel", &[]).await?;
        for status in [StatusCode::BAD_GATEWAY, StatusCode::SERVICE_UNAVAILABLE, StatusCode::OK] {
            ann.sees("the turn", MY_TURN, true).await?;
            let before = ann.js(VERSION, Value::Null).await?;
            between.answers(Some(status));
            ann.js(SEND, json!(0)).await?;
            between.refuses(1).await;
            ann.sees_text("#toast", "Your move is waiting").await?;
            ensure!(ann.js(VERSION, Value::Null).await? == before, "the page shows another position");
            between.answers(None);
            ann.sees_text("#toast", "Your move has arrived").await?;
            let on = "return Number(document.querySelector('#table').dataset.version) > arguments[0]";
            ann.sees_of("the move", on, before, true).await?;
        }
        // A move that cannot be made any more is told of: another window has played meanwhile.
        ann.sees("the turn", MY_TURN, true).await?;
        let version = ann.js(VERSION, Value::Null).await?;
        let path = ann.path().await?;
        let offered = "return JSON.parse(document.querySelector('#table').dataset.offers)[1].text";
        let other = ann.js(offered, Value::Null).await?;
        between.answers(Some(StatusCode::BAD_GATEWAY));
        ann.js(SEND, json!(0)).await?;
        ann.sees_text("#toast", "Your move is waiting").await?;
        let cookies = ann.driver().get_all_cookies().await?;
        let cookie = cookies.iter().find(|one| one.name == "visitor").context("the cookie")?.value.clone();
        let event = json!({ "text": other, "version": version });
        let address =
            format!("http://{}/api/v1{}/events", world.server.address(), path.replace("/g/", "/games/"));
        let client = reqwest::Client::new();
        let answer = client
            .post(address)
            .bearer_auth(cookie)
            .header("content-type", "application/json")
            .body(event.to_string())
            .send()
            .await?;
        ensure!(answer.status() == 200, "{}", answer.text().await?);
        between.answers(None);
        ann.sees_text("#toast", "moved on without your move").await
    })
    .await;
}

#[tokio::test]
async fn the_kept_site_is_shown_where_a_proxy_answers_with_an_error() {
    story(async |world| {
        world.expect_complaint("status of 502");
        world.expect_complaint("status of 503");
        world.expect_complaint("status of 504");
        let between = world.between(&[("/", world.server.address())]).await?;
        let ann = world.visitor().await?.through(between.address());
        ann.go("/settings").await?;
        ann.sees("the site is kept", site::WHOLE, 1).await?;
        for status in [
            StatusCode::BAD_GATEWAY,
            StatusCode::SERVICE_UNAVAILABLE,
            StatusCode::GATEWAY_TIMEOUT,
            StatusCode::OK,
        ] {
            between.answers(Some(status));
            ann.go("/bulbous/rules").await?;
            ann.sees("the rules", "return document.querySelector('h1')?.textContent", "How to play Bulbous")
                .await?;
            let at = ann.js("return location.pathname", Value::Null).await?;
            ensure!(at == "/offline/", "{status}: {at}");
            between.answers(None);
            ann.go("/bulbous/rules").await?;
            ensure!(ann.js("return location.pathname", Value::Null).await? == "/bulbous/rules");
        }
        Ok(())
    })
    .await;
}

// ---- keys, names and fields ----

#[tokio::test]
async fn a_question_mark_shows_the_keys_of_the_game() {
    story(async |world| {
        let ann = world.visitor().await?;
        ann.becomes_known().await?;
        for game in bagatelle_catalog::games() {
            let programs = if game.id() == "bulbous" { json!(["1"]) } else { json!([]) };
            ann.new_game(json!({ "game": game.id(), "seed": "keys", "programs": programs })).await?;
            ann.rests().await?;
            ann.press("?").await?;
            let here = "return document.querySelector('#rules[open] .now-here')?.id";
            ann.sees("keys", here, "rules-keys").await?;
            // The drawings of the rules have other ids than those of the board.
            let twice = "const ids = [...document.querySelectorAll('[id]')].map((one) => one.id);
                return ids.filter((id, n) => ids.indexOf(id) !== n)";
            let twice = ann.js(twice, Value::Null).await?;
            ensure!(twice == json!([]), "{}: {twice}", game.id());
            let lost =
                "const refers = (one, name) => one.getAttribute(name)?.match(/^(?:url\\()?#([^)]+)/)?.[1];
                return [...document.querySelectorAll('#rules svg *')].flatMap((one) =>
                    ['href', 'fill', 'stroke', 'clip-path', 'mask', 'filter'].flatMap((name) =>
                        refers(one, name) ?? [])).filter((id) => !/^[0-9a-f]+$/.test(id) &&
                        !document.getElementById(id))";
            let lost = ann.js(lost, Value::Null).await?;
            ensure!(lost == json!([]), "{}: {lost}", game.id());
            let own =
                "return [...document.querySelectorAll('#rules .keys kbd')].map((one) => one.textContent)";
            let shown = ann.js(own, Value::Null).await?;
            for (key, _) in game.keys() {
                ensure!(shown.as_array().is_some_and(|all| all.contains(&json!(key))), "{key}: {shown}");
            }
            ann.press("Escape").await?;
            ann.sees("the board", "return document.querySelector('#rules').open", false).await?;
        }
        Ok(())
    })
    .await;
}

#[tokio::test]
async fn single_letters_are_keys_on_the_board_only_and_can_be_switched_off() {
    story(async |world| {
        let ann = world.visitor().await?;
        ann.becomes_known().await?;
        ann.new_game(json!({ "game": "baju-puzzle", "seed": "keys" })).await?;
        moves(&ann, By::Mouse, 0).await?;
        ann.sees("a move", &format!("{VERSION} === 1"), true).await?;
        for elsewhere in ["header.site a", "#table a[data-panel]", ".type-move input[name=text]"] {
            let focus = "const one = document.querySelector(arguments[0]);
                if (one?.closest('details')) one.closest('details').open = true;
                one?.focus(); return Boolean(one) && document.activeElement === one";
            ensure!(ann.js(focus, json!(elsewhere)).await? == true, "{elsewhere} is not there");
            ann.press("z").await?;
            ann.rests().await?;
            ensure!(ann.js(VERSION, Value::Null).await? == 1, "z at {elsewhere} does something");
        }
        ann.js("document.activeElement.blur()", Value::Null).await?;
        ann.press("z").await?;
        ann.sees("the move is taken back", &format!("{VERSION} === 2"), true).await?;
        let table = ann.path().await?;
        ann.go("/settings").await?;
        ann.js("document.querySelector('[data-letters]').click()", Value::Null).await?;
        ann.go(&table).await?;
        ann.rests().await?;
        ann.press("y").await?;
        ann.rests().await?;
        ensure!(ann.js(VERSION, Value::Null).await? == 2, "y does something");
        ann.go("/settings").await?;
        ensure!(
            ann.js("return document.querySelector('[data-letters]').checked", Value::Null).await? == false
        );
        Ok(())
    })
    .await;
}

#[tokio::test]
async fn long_names_and_fields_fit_a_phone() {
    story(async |world| {
        let (ann, bob) = (world.visitor().await?, world.visitor().await?);
        let long = "W".repeat(24);
        let (_, made) = {
            ann.becomes_known().await?;
            let order = json!({ "game": "baju-duel", "name": long, "programs": ["open"], "sit": 0 });
            ann.api("POST", "/api/v1/games", order).await?
        };
        let table = format!("/g/{}", made["id"].as_str().context("a game")?);
        let screen = json!({ "width": 320, "height": 640, "deviceScaleFactor": 1, "mobile": true });
        for one in [&ann, &bob] {
            one.emulate("Emulation.setDeviceMetricsOverride", screen.clone()).await?;
            one.emulate("Emulation.setTouchEmulationEnabled", json!({ "enabled": true })).await?;
        }
        ann.go("/me").await?;
        ann.fill("form[action$='sign-up'] [name=name]", &"M".repeat(24)).await?;
        ann.fill("form[action$='sign-up'] [name=password]", "correct horse 9").await?;
        ann.click("form[action$='sign-up'] button").await?;
        ann.sees_text("main", "Joined on").await?;
        ann.click("form[action$='public'] button").await?;
        let person = format!("/people/{}", "M".repeat(24));
        let wide = "for (const fold of document.querySelectorAll('details')) fold.open = true;
            const page = document.documentElement; return page.scrollWidth - 320";
        let small = "return [...document.querySelectorAll('input, select, textarea')]
            .filter((one) => one.getClientRects().length && !['checkbox', 'radio', 'range', \
            'hidden'].includes(one.type))
            .filter((one) => parseFloat(getComputedStyle(one).fontSize) < 16).map((one) => \
            one.outerHTML.slice(0, 80))";
        let report = format!("{person}/report");
        for (who, path) in [
            (&bob, table.as_str()),
            (&ann, &table),
            (&ann, "/me"),
            (&ann, "/games"),
            (&ann, "/people"),
            (&ann, "/me/challenges"),
            (&ann, "/me/tokens"),
            (&bob, &person),
            (&bob, &report),
            (&bob, "/tables"),
            (&bob, "/verify"),
            (&bob, "/records"),
            (&bob, "/baju-duel/workshop"),
            (&bob, "/baju-duel"),
            (&bob, "/brain-burn"),
            (&bob, "/settings"),
            (&bob, "/offline/?/analysis?game=baju-duel"),
        ] {
            who.go(path).await?;
            who.rests().await?;
            let over =
                wait("the page", async || who.js(wide, Value::Null).await, |over| over.is_number()).await?;
            ensure!(over.as_i64() <= Some(0), "{path} is {over} px too wide");
            let small = who.js(small, Value::Null).await?;
            ensure!(small == json!([]), "{path}: iPhones zoom in on {small}");
        }
        join(&bob, &table, &format!("{}M", "W".repeat(23))).await?;
        ensure!(bob.js(wide, Value::Null).await?.as_i64() <= Some(0), "the table is too wide");
        Ok(())
    })
    .await;
}
