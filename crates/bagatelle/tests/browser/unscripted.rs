//! A browser that runs no scripts: moves are typed, and the page looks by itself whether the other has moved.

use crate::harness::{Visitor, story, wait};
use anyhow::Result;
use serde_json::json;
use thirtyfour::prelude::*;

/// Clicks on something, without waiting for frames that no script sees.
async fn click(visitor: &Visitor, selector: &str) -> Result<()> {
    Ok(visitor.driver().find(By::Css(selector)).await?.click().await?)
}

#[tokio::test]
async fn a_move_is_typed_and_its_answer_comes_by_itself() {
    story(async |world| {
        let ann = world.visitor().await?;
        ann.emulate("Emulation.setScriptExecutionDisabled", json!({ "value": true })).await?;
        ann.go("/baju-duel").await?;
        click(&ann, "form.start button.primary").await?;
        ann.sees_text(".status", "Your move").await?;
        let field = ann.driver().find(By::Css(".noscript input[name=text]")).await?;
        let bottom = field.rect().await?;
        assert!(bottom.y + bottom.height < 720.0, "the field is on the first screen: {bottom:?}");
        field.send_keys("1@a1").await?;
        click(&ann, ".noscript button").await?;
        wait("the answer", async || ann.count(".story li").await, |lines| *lines >= 2).await?;
        ann.sees_text(".status", "Your move").await
    })
    .await;
}
