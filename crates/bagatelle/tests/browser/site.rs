//! The site in the browser: what is kept of it, what happens when the network is gone or a new version is
//! there, and the same site as files on a web space.

use crate::harness::{Files, Visitor, story};
use anyhow::{Context, Result, ensure};
use serde_json::Value;
use std::path::Path;
use std::process::Command;
use tempfile::TempDir;

/// How many versions of the site are kept whole, the module included.
pub const WHOLE: &str = "return caches.keys().then((names) => Promise.all(names.map(async (name) =>
    (await (await caches.open(name)).keys()).some(({ url }) => url.endsWith('.wasm')))))
    .then((found) => navigator.serviceWorker.controller ? found.filter(Boolean).length : 0)";
/// How many versions are kept, whole or not.
const KEPT: &str = "return caches.keys().then((names) => names.length)";
/// The first heading of the page.
const HEADING: &str = "return document.querySelector('h1')?.textContent.trim()";
/// What the page says of a new version.
const NEWS: &str = "return document.querySelector('.version')?.firstChild.textContent ?? ''";

/// Writes the site into a folder.
pub fn write(folder: &Path) -> Result<()> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_bagatelle"));
    let done = command.arg("site").arg("--output").arg(folder).output()?;
    ensure!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    Ok(())
}

/// The address that the browser shows, from its host on.
async fn shown(visitor: &Visitor) -> Result<String> {
    let address = visitor.js("return location.pathname + location.search", Value::Null).await?;
    Ok(address.as_str().context("an address")?.to_owned())
}

#[tokio::test]
async fn pages_are_shown_when_the_server_is_gone() {
    story(async |world| {
        world.expect_lost_server();
        let ann = world.visitor().await?;
        ann.go("/settings").await?;
        ann.sees("the site is kept", WHOLE, 1).await?;
        world.server.stop()?;
        for (path, heading) in [("/bulbous/rules", "How to play Bulbous"), ("/settings", "Settings")] {
            ann.go(path).await?;
            ann.sees("the heading", HEADING, heading).await?;
            assert_eq!(shown(&ann).await?, format!("/offline/?{path}"));
        }
        // What was not there when the site was kept comes from the server again.
        world.server.start_again()?;
        ann.go("/bulbous/rules").await?;
        assert_eq!(shown(&ann).await?, "/bulbous/rules");
        Ok(())
    })
    .await;
}

#[tokio::test]
async fn nothing_is_kept_for_a_visitor_who_saves_data() {
    story(async |world| {
        let ann = world.visitor().await?;
        let saving =
            "Object.defineProperty(Navigator.prototype, 'connection', { get: () => ({ saveData: true }) })";
        ann.emulate("Page.addScriptToEvaluateOnNewDocument", serde_json::json!({ "source": saving })).await?;
        ann.go("/settings").await?;
        ann.sees(
            "a page at rest",
            "return document.documentElement.classList.contains('ready')
            || document.querySelector('#table.ready') !== null",
            true,
        )
        .await?;
        let settled = "return document.documentElement.classList.contains('settled')";
        ann.sees("a page that has settled", settled, true).await?;
        ann.sees(
            "no worker",
            "return navigator.serviceWorker.getRegistrations().then((all) => all.length)",
            0,
        )
        .await
    })
    .await;
}

#[tokio::test]
async fn the_site_works_from_plain_files() {
    story(async |world| {
        let folder = TempDir::new()?;
        write(folder.path())?;
        for base in ["", "/some/where"] {
            let files = Files::serve(folder.path().to_owned(), base).await?;
            let ann = world.visitor().await?;
            ann.driver().goto(files.url("")).await?;
            let links = "return [...document.querySelectorAll('main a')].length > 5";
            ann.sees("the games", links, true).await?;
            ann.sees("the site is kept", WHOLE, 1).await?;
            // Its rule pages are files, which lead back to it.
            ann.driver().goto(files.url("bulbous/rules/")).await?;
            ann.sees("the rules", HEADING, "How to play Bulbous").await?;
            ann.sees("a style sheet", "return document.styleSheets[0]?.cssRules.length > 100", true).await?;
            ann.click(".brand").await?;
            ann.sees("the games", links, true).await?;
            assert_eq!(shown(&ann).await?, format!("{base}/offline/?/"));
            // Without the web space, too.
            drop(files);
            ann.driver().refresh().await?;
            ann.sees("the games", links, true).await?;
        }
        Ok(())
    })
    .await;
}

#[tokio::test]
async fn a_new_version_breaks_no_page_and_says_that_it_is_there() {
    story(async |world| {
        let folder = TempDir::new()?;
        write(folder.path())?;
        let files = Files::serve(folder.path().to_owned(), "").await?;
        let ann = world.visitor().await?;
        ann.driver().goto(files.url("")).await?;
        ann.sees("the site is kept", WHOLE, 1).await?;
        ann.js("window.before = true", Value::Null).await?;

        // The next version has another script, under another name.
        let (was, is) = renamed(folder.path(), "-install.js")?;
        ann.js(
            "return navigator.serviceWorker.ready.then((worker) => worker.update()).then(() => true)",
            Value::Null,
        )
        .await?;
        ann.sees("the news", NEWS, "A new version is available.").await?;
        ann.sees("both versions", KEPT, 2).await?;
        ann.sees("the same page", "return window.before", true).await?;
        let old = format!("return fetch('/assets/{was}').then((answer) => answer.ok)");
        ann.sees("what the page may still need", &old, true).await?;

        ann.click(".version .primary").await?;
        let new = format!("return Boolean(document.querySelector('script[src$=\"{is}\"]'))");
        ann.sees("the new version", &new, true).await?;
        assert_eq!(ann.js(NEWS, Value::Null).await?, "");
        // The one before goes once no page of it is open.
        ann.sees("one version", KEPT, 1).await?;
        ann.sees("which is whole", WHOLE, 1).await
    })
    .await;
}

/// Gives a file of a site another name, everywhere. Returns the names before and after.
fn renamed(folder: &Path, ending: &str) -> Result<(String, String)> {
    let assets = folder.join("assets");
    let mut names =
        std::fs::read_dir(&assets)?.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
    let was = names.find(|name| name.ends_with(ending)).context("the file")?;
    let is = format!("000000000000{ending}");
    std::fs::rename(assets.join(&was), assets.join(&is))?;
    for path in ["offline/index.html", "sw.js"] {
        let text = std::fs::read_to_string(folder.join(path))?.replace(&was, &is);
        std::fs::write(folder.join(path), text.replacen("\"version\":\"", "\"version\":\"0", 1))?;
    }
    Ok((was, is))
}
