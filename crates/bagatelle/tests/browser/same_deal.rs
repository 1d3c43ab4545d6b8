//! The deal of a finished solitaire, for a friend: from the result of one to the results of both.

use crate::harness::{Visitor, story};
use crate::today::solution;
use anyhow::{Context, Result, ensure};
use serde_json::Value;

/// Solves the deal of a table, and waits for the result.
async fn solves(visitor: &Visitor, table: &str) -> Result<()> {
    let (status, record) = visitor.api("GET", &format!("{table}/record.json"), Value::Null).await?;
    ensure!(status == 200, "{status}: {record}");
    for action in &solution(record)? {
        visitor.type_move(action).await?;
        visitor.rests().await?;
    }
    visitor.sees_text(".now.over .status", "olved").await
}

#[tokio::test]
async fn a_friend_plays_the_same_deal_and_both_see_both_results() {
    story(async |world| {
        let ann = world.visitor().await?;
        ann.go("/baju-puzzle?seed=for+friends").await?;
        ann.click("form.start button.primary").await?;
        let table = ann.arrives().await?;
        solves(&ann, &table).await?;
        ann.sees_text("#sharing summary", "Challenge a friend").await?;
        let link = ann.js("return document.querySelector('.handout').dataset.link", Value::Null).await?;
        let link = link.as_str().context("a link")?.to_owned();
        ensure!(link == format!("{table}/deal"), "{link}");

        let bob = world.visitor().await?;
        bob.go(&link).await?;
        bob.sees_text("h1", "challenges you").await?;
        bob.sees_text(".card", "solved this deal in").await?;
        ensure!(
            bob.count("main a[href*='/replay'], main a[href='/g/']").await? == 0,
            "a way to the solution"
        );
        bob.click("form button.primary").await?;
        let own = bob.arrives().await?;
        ensure!(own != table, "the friend has a table of his own");
        bob.sees_text("#figures .to-beat", "To beat: ").await?;
        solves(&bob, &own).await?;
        bob.sees_text(".now.over", "needed the same number of moves").await?;
        ensure!(bob.count(".now.over table.sheet tbody tr").await? == 2, "two results");

        ann.go(&table).await?;
        ann.sees_text(".now.over table.sheet", "You").await?;
        ensure!(ann.count(".now.over table.sheet tbody tr").await? == 2, "two results");
        ann.go(&link).await?;
        ann.click("main a.button.primary").await?;
        assert_eq!(ann.arrives().await?, table);
        Ok(())
    })
    .await;
}
