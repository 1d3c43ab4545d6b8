//! Pictures of all pages for people who judge the look: `cargo xtask screenshots DIR`.

use crate::harness::{Person, story};
use anyhow::{Context, Result};
use serde_json::{Value, json};
use std::path::PathBuf;

/// A way to look: its name, the window and the colours.
const LOOKS: [(&str, u32, u32, &str); 4] = [
    ("wide-light", 1280, 860, "light"),
    ("wide-dark", 1280, 860, "dark"),
    ("phone-light", 390, 844, "light"),
    ("phone-dark", 390, 844, "dark"),
];

#[tokio::test]
#[ignore = "makes pictures, checks nothing; run by `cargo xtask screenshots DIR`"]
async fn screenshots() {
    story(async |world| {
        let folder = std::env::var_os("BAGATELLE_SCREENSHOTS");
        let folder = PathBuf::from(folder.context("BAGATELLE_SCREENSHOTS names the folder")?);
        let ann = world.person().await?;
        let (_, catalog) = {
            ann.go("/").await?;
            ann.api("GET", "/api/v1/catalog", Value::Null).await?
        };
        let mut pages = vec![("home".to_owned(), "/".to_owned())];
        for game in catalog.as_array().context("a list")? {
            let id = game["id"].as_str().context("an id")?;
            pages.push((format!("{id}-lobby"), format!("/{id}")));
            pages.push((format!("{id}-rules"), format!("/{id}/rules")));
            // A deal through the form makes Ann known to the server; then a game by the API, a few moves in.
            ann.go(&format!("/{id}")).await?;
            ann.click("form:has(input[name=seed]) button.primary").await?;
            ann.sees("a board", "return !!document.querySelector('#table .board svg')", true).await?;
            let programs = game["programs"].as_array().and_then(|list| list.last()).cloned();
            let order = json!({ "game": id, "seed": "screenshots", "programs": programs.as_slice() });
            let (_, new) = ann.api("POST", "/api/v1/games", order).await?;
            let table = new["id"].as_str().with_context(|| new.to_string())?.to_owned();
            play(&ann, &table, 9).await?;
            pages.push((format!("{id}-play"), format!("/g/{table}")));
        }
        for (look, width, height, scheme) in LOOKS {
            let phone = width < 600;
            let screen = json!({ "width": width, "height": height, "deviceScaleFactor": 2, "mobile": phone });
            ann.emulate("Emulation.setDeviceMetricsOverride", screen.clone()).await?;
            ann.prefers("prefers-color-scheme", scheme).await?;
            for (page, path) in &pages {
                ann.go(path).await?;
                if phone {
                    // All of it, as if the phone were as high as the page.
                    let full = ann.js("return document.documentElement.scrollHeight", Value::Null).await?;
                    let screen =
                        json!({ "width": width, "height": full, "deviceScaleFactor": 2, "mobile": true });
                    ann.emulate("Emulation.setDeviceMetricsOverride", screen).await?;
                }
                let file = folder.join(format!("{page}-{look}.png"));
                ann.driver().screenshot(&file).await.with_context(|| file.display().to_string())?;
                ann.emulate("Emulation.setDeviceMetricsOverride", screen.clone()).await?;
            }
        }
        Ok(())
    })
    .await;
}

/// Plays some moves: each time it is Ann's turn, one that is legal.
async fn play(person: &Person, table: &str, moves: usize) -> Result<()> {
    let path = format!("/api/v1/games/{table}");
    let mut done = 0;
    while done < moves {
        let (_, game) = person.api("GET", &path, Value::Null).await?;
        let legal = game["legal"].as_array().context("legal actions")?;
        if let Some(text) = legal.get(7 * done % legal.len().max(1)) {
            person.api("POST", &format!("{path}/events"), json!({ "kind": "act", "text": text })).await?;
            done += 1;
        } else if game["turn"] == json!("over") {
            break;
        }
    }
    Ok(())
}
