//! Notifications while no page is open. Chromium subscribes at its maker's push service, which no test
//! reaches, so here a page gets a subscription at one of the test's own; and what comes to that one is handed
//! to the service worker by Chromium itself.

use crate::harness::{Visitor, story, wait};
use crate::push_service::{Browser, PushService};
use crate::together::{join, open_table};
use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};

/// Lets the page get this subscription, and none by the push service of Chromium's maker.
const SUBSCRIBED: &str = "const [endpoint, p256dh, auth] = arguments[0];
    let own = null;
    const made = { endpoint, toJSON: () => ({ endpoint, keys: { p256dh, auth } }),
        unsubscribe: async () => { own = null; return true } };
    PushManager.prototype.subscribe = async (wanted) => {
        window.wanted = wanted.applicationServerKey.length;
        return (own = made);
    };
    PushManager.prototype.getSubscription = async () => own;
    return true";

/// What the system shows.
const SHOWN: &str = "return navigator.serviceWorker.ready.then((it) => it.getNotifications())
    .then((all) => all.map((one) => [one.title, new URL(one.data).pathname]))";

/// Whether the button is seen that sends a test.
const BUTTON: &str = "return document.querySelector('[data-test]').getClientRects().length";

const BADGE: &str = "return document.querySelector('header.site .badge')?.textContent ?? ''";

async fn subscribes(visitor: &Visitor, browser: &Browser) -> Result<()> {
    let [p256dh, auth] = browser.keys();
    visitor.js(SUBSCRIBED, json!([browser.endpoint, p256dh, auth])).await?;
    Ok(())
}

/// Makes the first move that is there.
async fn move_on(visitor: &Visitor, game: &str) -> Result<()> {
    let path = format!("/api/v1/games/{game}");
    let (_, state) = visitor.api("GET", &path, Value::Null).await?;
    let event = json!({ "text": state["legal"][0], "version": state["version"] });
    let (status, moved) = visitor.api("POST", &format!("{path}/events"), event).await?;
    ensure!(status == 200, "{moved}");
    Ok(())
}

/// Waits until this many messages have come to a browser.
async fn brings(service: &PushService, browser: &Browser, count: usize) -> Result<()> {
    wait("messages", async || Ok(service.messages(browser).len()), |came| *came == count).await.map(drop)
}

#[tokio::test]
async fn a_turn_is_told_while_no_page_is_open_and_counted_on_those_that_are() {
    story(async |world| {
        world.server.start_again_with(&["--push", "loopback"])?;
        let service = PushService::new().await;
        let (ann, bob) = (world.visitor_with_whole_chromium().await?, world.visitor().await?);
        let table = open_table(&ann, "baju-duel", "Ann", &[]).await?;
        join(&bob, &table, "Bob").await?;
        let game = table.rsplit('/').next().context("an id")?;
        ann.sees("two players", "return document.querySelectorAll('.seats .away').length", 0).await?;
        if ann.js(crate::together::MY_TURN, Value::Null).await? == json!(true) {
            move_on(&ann, game).await?;
        }

        // The switches are off until they are asked for, and ask the browser then.
        ann.go("/settings").await?;
        ann.sees(
            "switches",
            "return [...document.querySelectorAll('[data-wanted]')].map((b) => [b.disabled, \
            b.checked])",
            json!([[false, false], [false, false]]),
        )
        .await?;
        ann.sees("no button", BUTTON, 0).await?;
        let browser = service.browser("ann");
        subscribes(&ann, &browser).await?;
        ann.emulate("Browser.grantPermissions", json!({ "permissions": ["notifications"] })).await?;
        ann.click(".switch:has([data-wanted=turns])").await?;
        ann.sees("a button", BUTTON, 1).await?;
        ann.sees("the length of the key", "return window.wanted", 65).await?;
        ann.sees("what is kept", "return localStorage.getItem('notify')", "true").await?;
        ann.click("[data-test]").await?;
        ann.sees_text("#toast", "on its way").await?;
        brings(&service, &browser, 1).await?;

        // Ann has no page of the game open when Bob moves.
        ann.sees("nothing that waits", BADGE, "").await?;
        move_on(&bob, game).await?;
        brings(&service, &browser, 2).await?;
        let message = service.messages(&browser).remove(1);
        assert_eq!(message.headers["content-encoding"], "aes128gcm");
        let text = browser.open(&message);
        assert_eq!(text, json!({ "kind": "turn", "path": table }));
        ann.js("return navigator.serviceWorker.ready.then(() => true)", Value::Null).await?;
        let origin = format!("http://{}", world.server.address());
        ann.emulate("ServiceWorker.enable", json!({})).await?;
        let push = json!({ "origin": format!("{origin}/"), "registrationId": "0", "data": text.to_string() });
        // Chromium drops it while the worker is being activated. A second one takes the place of the first.
        let shown = async || {
            ann.emulate("ServiceWorker.deliverPushMessage", push.clone()).await?;
            ann.js(SHOWN, Value::Null).await
        };
        let shown = wait("a notification", shown, |shown| shown[0].is_array()).await?;
        assert_eq!(shown, json!([["Your turn", table]]));
        // The page of settings is open, and counts what waits.
        ann.sees("the badge", BADGE, "1").await?;
        ann.sees("the title", "return document.title", "(1) Settings").await?;

        // Who switches it off is told no more.
        ann.click(".switch:has([data-wanted=turns])").await?;
        ann.sees("no button", BUTTON, 0).await?;
        let (_, known) = ann.api("GET", "/api/v1/notifications", Value::Null).await?;
        assert_eq!(known["browsers"], json!([]));
        // The table itself has a switch, which asks for the same.
        ann.go(&table).await?;
        subscribes(&ann, &service.browser("again")).await?;
        ann.click(".switch:has([data-notify])").await?;
        let browsers = async || {
            let (_, known) = ann.api("GET", "/api/v1/notifications", Value::Null).await?;
            Ok(known["browsers"].clone())
        };
        let told = wait("a browser that is told", browsers, |known| known[0].is_object()).await?;
        // One that is gone is forgotten.
        service.answers(410);
        let test = format!("/api/v1/notifications/{}/test", told[0]["id"].as_str().context("an id")?);
        ann.api("POST", &test, Value::Null).await?;
        wait("no browser", browsers, |known| *known == json!([])).await.map(drop)
    })
    .await;
}

#[tokio::test]
async fn who_cannot_be_notified_is_told_why() {
    story(async |world| {
        let ann = world.visitor_with_whole_chromium().await?;
        ann.go("/settings").await?;
        ann.sees_text(".push", "Play a game with someone first").await?;
        ann.becomes_known().await?;
        // The push service of Chromium’s maker cannot be reached from here, or takes too long.
        ann.emulate("Browser.grantPermissions", json!({ "permissions": ["notifications"] })).await?;
        ann.go("/settings").await?;
        ann.sees("a switch", "return document.querySelector('[data-wanted]').disabled", false).await?;
        let lost = "const lost = () => Promise.reject(new DOMException('', 'AbortError'));
            PushManager.prototype.subscribe = lost; return true";
        ann.js(lost, Value::Null).await?;
        ann.click(".switch:has([data-wanted=invitations])").await?;
        ann.sees_text("[data-cannot]", "didn’t reach its push service").await?;
        ann.sees("what is on", "return document.querySelectorAll('[data-wanted]:checked').length", 0).await?;
        // A browser that refuses says so before anything is tried.
        let denied = json!({ "permission": { "name": "notifications" }, "setting": "denied" });
        ann.emulate("Browser.setPermission", denied).await?;
        ann.go("/settings").await?;
        ann.sees_text("[data-cannot]", "blocks notifications from this site").await?;
        ann.sees("no switch", "return document.querySelector('[data-wanted]').disabled", true).await?;
        world.server.start_again_with(&["--push", "off"])?;
        ann.go("/settings").await?;
        ann.sees_text(".push", "turned notifications off").await?;
        Ok(())
    })
    .await;
}
