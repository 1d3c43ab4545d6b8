//! Playing someone: two browsers that ask for the same are brought to one table.

use crate::harness::{Visitor, story};
use crate::together::MY_TURN;
use anyhow::{Result, ensure};
use serde_json::{Value, json};

/// Asks for an opponent by the form on the page of open tables.
async fn seeks(visitor: &Visitor, game: &str) -> Result<()> {
    visitor.go("/tables").await?;
    let choose = "document.querySelector(`form.seek [value='${arguments[0]}']`).click()";
    visitor.js(choose, json!(game)).await?;
    visitor.click("form.seek button.primary").await
}

#[tokio::test]
async fn two_who_look_for_someone_meet_at_a_table() {
    story(async |world| {
        let (ann, bob, cid) = (world.visitor().await?, world.visitor().await?, world.visitor().await?);
        seeks(&ann, "baju-duel").await?;
        ann.sees_text("#status", "Looking for an opponent").await?;

        // Who leaves the page is not found any more, and is again on coming back.
        let waiting = ann.path().await?;
        ann.go("/").await?;
        bob.go("/tables").await?;
        bob.sees("no one who waits", "return document.querySelectorAll('.seeks li').length", 0).await?;
        ann.go(&waiting).await?;
        ann.sees_text("#status", "Looking for an opponent").await?;
        bob.sees("one who waits", "return document.querySelectorAll('.seeks li').length", 1).await?;

        // What is chosen in the form stays while the list changes.
        let chosen = "return document.querySelector('form.seek [name=game]:checked').value";
        bob.js("document.querySelector(`form.seek [value='bulbous']`).click()", Value::Null).await?;
        seeks(&cid, "bambam-booboo").await?;
        bob.sees("two who wait", "return document.querySelectorAll('.seeks li').length", 2).await?;
        bob.sees("the choice", chosen, "bulbous").await?;
        cid.click(".seeking form button").await?;
        bob.sees("one who waits", "return document.querySelectorAll('.seeks li').length", 1).await?;

        bob.click(".seeks button").await?;
        let (anns, bobs) = (ann.arrives().await?, bob.arrives().await?);
        ensure!(anns == bobs, "{anns} {bobs}");
        let turn = async |visitor: &Visitor| visitor.js(MY_TURN, Value::Null).await;
        ensure!(turn(&ann).await? != turn(&bob).await?, "one of them is to move");
        bob.go("/tables").await?;
        bob.sees("no one who waits", "return document.querySelectorAll('.seeks li').length", 0).await
    })
    .await;
}
