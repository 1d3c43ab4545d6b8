//! The deals of the day: from the first page to a solved deal, and back to its place on the first page and in
//! the calendar.

use crate::harness::story;
use anyhow::{Context, Result, ensure};
use bagatelle_core::program::Budget;
use bagatelle_core::record::Record;
use serde_json::Value;

/// The solution of a table from where it stands.
pub fn solution(record: Value) -> Result<Vec<String>> {
    let record: Record = serde_json::from_value(record)?;
    let play = bagatelle_catalog::game_of(&record)?.open(&record)?;
    Ok(play.solve(&Budget::until(&|| false), &mut |_, _| ()).context("a solution")?.line)
}

#[tokio::test]
async fn the_first_click_of_a_newcomer_is_a_move() {
    story(async |world| {
        let ann = world.visitor().await?;
        ann.go("/").await?;
        let waits = "return document.querySelector('form.demo') !== null && \
            document.querySelector('.demo.shows') === null && document.getAnimations().length === 0";
        ann.sees("the board that waits", waits, true).await?;
        // A piece that can be moved at once.
        let piece = "return JSON.parse(document.querySelector('.demo').dataset.offers) \
            .find(({ path }) => path.length === 1).path[0]";
        let piece = ann.js(piece, Value::Null).await?;
        let name = piece.as_str().context("a piece")?;
        ann.click(&format!(".demo [data-pick='{name}']")).await?;
        let table = ann.arrives().await?;
        ann.sees_figure("Moves", 1).await?;
        ann.press("z").await?;
        ann.sees_figure("Moves", 0).await?;
        let (_, record) = ann.api("GET", &format!("{table}/record.json"), Value::Null).await?;
        for action in solution(record)? {
            ann.type_move(&action).await?;
            ann.rests().await?;
        }
        ann.sees_text(".now.over .status", "olved").await?;
        // Those who have a game find that, and no board for newcomers.
        let bob = world.visitor().await?;
        bob.go("/").await?;
        bob.click(".demo button").await?;
        bob.arrives().await?;
        bob.sees_figure("Moves", 0).await?;
        bob.press("ArrowRight").await?;
        bob.sees_figure("Moves", 1).await?;
        bob.go("/").await?;
        bob.sees("the game", "return document.querySelectorAll('.mine li').length", 1).await?;
        assert_eq!(bob.count(".demo").await?, 0);
        Ok(())
    })
    .await;
}

#[tokio::test]
async fn todays_deal_is_begun_with_one_tap_and_its_result_stays_in_sight() {
    story(async |world| {
        let ann = world.visitor().await?;
        ann.go("/").await?;
        let tile = ".game form[action$='/baju-puzzle'] button";
        ensure!(ann.count(".game form").await? >= 3, "too few deals");
        ann.sees_text(".when", "New deals at").await?;
        let drawn = "return [...document.querySelectorAll('.game img')].every((img) => img.complete && \
            img.naturalWidth > 0)";
        ann.sees("the drawings", drawn, true).await?;
        ann.click(tile).await?;
        let table = ann.arrives().await?;
        ann.sees_text(".deal", "daily deal of ").await?;

        let (status, record) = ann.api("GET", &format!("{table}/record.json"), Value::Null).await?;
        ensure!(status == 200, "{status}: {record}");
        let line = solution(record)?;
        for action in &line {
            ann.type_move(action).await?;
            ann.rests().await?;
        }
        ann.sees_text(".now.over .status", "olved").await?;
        let link = ann.js("return document.querySelector('.handout').dataset.link", Value::Null).await?;
        let link = link.as_str().context("a link")?.to_owned();
        ensure!(link.starts_with("/g/") && link.ends_with("/deal"), "{link}");

        ann.go("/").await?;
        let solved = format!("olved in {} move{}", line.len(), if line.len() == 1 { "" } else { "s" });
        ann.sees_text(".games", &solved).await?;
        ann.sees_text(".streak", "1 day in a row").await?;
        ann.sees_text(".more-today", "1 of ").await?;
        assert_eq!(ann.count(".mine li").await?, 0, "what is solved is nothing to go on with");
        ann.click(".more-today a").await?;
        ann.sees_text("#record", "Your record").await?;
        ann.sees_text(".offer.solved .standing", &solved).await?;
        let cell = "return document.querySelector('td.today.counts a').getAttribute('aria-label')";
        let label = ann.js(cell, Value::Null).await?;
        ensure!(label.as_str().is_some_and(|label| label.contains(&solved)), "{label}");

        // The link leads to the same table, and another visitor to the same deal.
        ann.go(&link).await?;
        ann.click("a.button.primary.large").await?;
        assert_eq!(ann.arrives().await?, table);
        let bob = world.visitor().await?;
        bob.go(&link).await?;
        bob.click("button.primary.large").await?;
        let other = bob.arrives().await?;
        assert_ne!(other, table);
        let (_, record) = bob.api("GET", &format!("{other}/record.json"), Value::Null).await?;
        assert_eq!(solution(record)?, line);

        // A name on the leaderboard is the visitor's wish.
        bob.go("/today").await?;
        ensure!(!bob.text(".day-tables").await?.contains("Ann"), "not asked for");
        ann.go("/today").await?;
        ann.fill(".listing input[name=name]", "Ann").await?;
        ann.click(".listing button").await?;
        ann.sees_text(".day-tables .own", "Ann").await?;
        bob.go("/today").await?;
        bob.sees_text(".day-tables", "Ann").await
    })
    .await;
}
