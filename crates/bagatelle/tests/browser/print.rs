//! A game on paper: the sheets are chosen and seen, the file is fetched, and both are there without a
//! network.

use crate::harness::{Visitor, story};
use anyhow::{Result, ensure};
use serde_json::{Value, json};
use thirtyfour::By;

/// How many versions of the site are kept whole, the module included.
pub const WHOLE: &str = "return caches.keys().then((names) => Promise.all(names.map(async (name) =>
    (await (await caches.open(name)).keys()).some(({ url }) => url.endsWith('.wasm')))))
    .then((found) => navigator.serviceWorker.controller ? found.filter(Boolean).length : 0)";
/// The paper of the sheets that are shown, once all of them are.
const SHOWN: &str = "const sides = [...document.querySelectorAll('#sheets img')];
    return sides.length > 2 && sides.every((side) => side.complete && side.naturalWidth)
        && document.querySelector('#sheets').dataset.paper";
/// How many files of these sheets the browser keeps.
const KEPT: &str = "return caches.keys().then((names) => Promise.all(names.map(async (name) =>
    (await (await caches.open(name)).keys()).filter(({ url }) => url.includes('print.pdf')
        && url.includes(arguments[0])).length))).then((counts) => counts.reduce((sum, one) => sum + one, 0))";
/// What the button of the file leads to: the beginning of the file, its media type and what it is called.
const FILE: &str = "const [paper, done] = arguments;
    const button = document.querySelector('[formaction]');
    const fields = new URLSearchParams(new FormData(button.form));
    for (const name of [...fields.keys()].filter((name) => name.startsWith('own.'))) {
        if (!fields.get(name)) fields.delete(name);
    }
    fetch(`${button.formAction}?${fields}`).then(async (answer) => {
        const text = await answer.text();
        done([text.slice(0, 5), answer.headers.get('content-type'), answer.headers.get('content-disposition'),
            paper && text.includes(paper)]);
    }, (error) => done([String(error)]))";

/// Fetches the file that the form gives; `media_box` is the size of its pages in points.
async fn has_file(ann: &Visitor, name: &str, media_box: &str) -> Result<()> {
    let answer = ann.driver().execute_async(FILE, vec![json!(media_box)]).await?.json().clone();
    let named = format!("attachment; filename=\"{name}\"");
    ensure!(answer == json!(["%PDF-", "application/pdf", named, true]), "{name}: {answer}");
    Ok(())
}

#[tokio::test]
async fn sheets_are_chosen_and_are_there_without_a_network() {
    story(async |world| {
        world.expect_lost_server();
        let ann = world.visitor().await?;
        ann.becomes_known().await?;
        ann.go("/settings").await?;
        ann.sees("the site is kept", WHOLE, 1).await?;
        ann.go("/burbuja/rules").await?;
        ann.click("a[href$='/burbuja/print']").await?;
        ann.sees(
            "the page",
            "return document.readyState === 'complete' && location.pathname",
            "/burbuja/print",
        )
        .await?;
        ann.click("label:has([name=paper][value=letter])").await?;
        ann.sees("sheets of Letter paper", SHOWN, "letter").await?;
        ann.sees_of("the file is kept", KEPT, json!("paper=letter"), 1).await?;
        has_file(&ann, "burbuja-letter.pdf", "612 792").await?;
        ann.click("label:has([name=paper][value=a4])").await?;
        ann.sees("sheets of A4 paper", SHOWN, "a4").await?;
        ann.sees_of("the file is kept", KEPT, json!("paper=a4"), 1).await?;
        ann.sees_of("and only the last one", KEPT, json!("paper=letter"), 0).await?;
        // On paper there is nothing but sheets, at true size: a millimetre is 96 / 25.4 pixels.
        ann.emulate("Emulation.setEmulatedMedia", json!({ "media": "print" })).await?;
        let seen = "const one = document.querySelector('#sheets img').getBoundingClientRect();
            const there = (part) => document.querySelector(part).checkVisibility();
            return [one.left, one.top, one.width * 25.4 / 96, one.height * 25.4 / 96].map(Math.round)
                .concat(['main > form', 'header.site', '#making', 'h1'].filter(there))";
        ann.sees("sheets at true size", seen, json!([0, 0, 210, 297])).await?;
        ann.emulate("Emulation.setEmulatedMedia", json!({ "media": "" })).await?;
        world.server.stop()?;
        for path in ["/burbuja/print", "/burbuja/rules"] {
            ann.go(path).await?;
            if path.ends_with("rules") {
                // The rules are made in the browser; their link leads to the page all the same.
                ann.sees(
                    "the rules",
                    "return document.querySelector('h1')?.textContent",
                    "How to play Burbuja",
                )
                .await?;
                ann.click("a[href$='/burbuja/print']").await?;
            }
            ann.sees("sheets without a network", SHOWN, "a4").await?;
            has_file(&ann, "burbuja-a4.pdf", "595").await?;
        }
        // Another game was not opened.
        ann.go("/bulbous/print").await?;
        ann.sees(
            "a sentence",
            "return document.querySelector('h1')?.textContent",
            "Printing needs a connection",
        )
        .await?;
        ann.sees_text("main", "Open this page once with a connection").await
    })
    .await;
}

#[tokio::test]
async fn a_board_of_ones_own_is_printed_without_scripts_too() {
    story(async |world| {
        let ann = world.visitor().await?;
        ann.go("/baju-duel/workshop?text=baju-board%201%0Aname%20Ours%0Ared%20a1-a2").await?;
        ann.click("form[action$='/print'] button").await?;
        ann.sees("the sheets", SHOWN, "a4").await?;
        let text = "return document.querySelector('textarea').value";
        ann.sees("the board", text, "baju-board 1\nname Ours\nred a1-a2").await?;
        has_file(&ann, "baju-duel-a4.pdf", "595").await?;
        // A file that is no board is refused, and the form stays.
        let write = "const field = document.querySelector('textarea');
            field.value = 'baju-board 1\\nred a1-a1';
            field.dispatchEvent(new Event('change', { bubbles: true }))";
        world.expect_complaint("422");
        ann.js(write, Value::Null).await?;
        ann.sees_text("#sheets [role=alert]", "from a1 to itself").await?;
        ann.emulate("Emulation.setScriptExecutionDisabled", json!({ "value": true })).await?;
        ann.go("/baju-duel/print?paper=letter&part=card").await?;
        // No script sees frames that a click could wait for.
        for part in ["label:has([name=ink][value=grey])", ".update"] {
            ann.driver().find(By::Css(part)).await?.click().await?;
        }
        ann.emulate("Emulation.setScriptExecutionDisabled", json!({ "value": false })).await?;
        let asked = "return [new URLSearchParams(location.search).get('ink'),
            document.querySelectorAll('#sheets img').length]";
        ann.sees("what was chosen", asked, json!(["grey", 1])).await
    })
    .await;
}
