//! The deal on a real table: entered by finger on a phone, played here, and laid out from the screen.

use crate::harness::story;
use anyhow::ensure;
use serde_json::{Value, json};

/// The code that the page shows.
const CODE: &str = "return document.querySelector('#code').value";
/// Whether the board and all pieces are on the screen together, each large enough for a finger.
const TOGETHER: &str = "const boxes = [...document.querySelectorAll('.lay .board, .pieces a')]
    .map((part) => part.getBoundingClientRect());
    return scrollY === 0 && boxes.every((box) => box.top >= 0 && box.bottom <= innerHeight
        && box.left >= 0 && box.right <= innerWidth && box.width >= 40 && box.height >= 40)";

#[tokio::test]
async fn a_deal_is_entered_by_finger_and_played() {
    story(async |world| {
        let ann = world.visitor().await?;
        ann.becomes_known().await?;
        ann.becomes_a_phone().await?;
        ann.go("/brain-burn").await?;
        ann.click("a[href$='/brain-burn/lay']").await?;
        ann.sees("the board and the pieces", TOGETHER, true).await?;
        // Quick fingers: the second tap does not wait for the answer to the first.
        let two = "for (const id of ['piece-0-S3', 'piece-0---']) document.getElementById(id).click()";
        ann.js(two, Value::Null).await?;
        ann.sees("both pieces", CODE, "brain-burn_S3--").await?;
        ann.click("#piece-0-M4").await?;
        ann.sees("a third", CODE, "brain-burn_S3--M4").await?;
        ann.click("#step-undo").await?;
        ann.sees("it is taken back", CODE, "brain-burn_S3--").await?;
        // A place that is tapped is the next; a piece that lies already is found there.
        ann.click("#place-0-4 .cell").await?;
        ann.click("#piece-0-S3").await?;
        ann.sees_text(".wrong", "The 3 of Suns appears twice: row 1, column 1 and row 1, column 5.").await?;
        ann.click("#step-undo").await?;
        ann.sees("it is taken back, too", CODE, "brain-burn_S3--").await?;
        ann.js("history.back()", Value::Null).await?;
        ann.sees("Back leads to what was wrong", CODE, "brain-burn_S3--..S3").await?;
        ann.js("history.forward()", Value::Null).await?;
        ann.sees("and forward again", CODE, "brain-burn_S3--").await?;
        ann.click("button[value=fill]").await?;
        ann.sees_text(".choice .now", "All done.").await?;
        let code = ann.js(CODE, Value::Null).await?;
        ensure!(code.as_str().is_some_and(|code| code.starts_with("brain-burn_S3--")), "{code}");
        // The code brings it to another device.
        let bob = world.visitor().await?;
        bob.go("/brain-burn/lay").await?;
        bob.fill("#code", code.as_str().unwrap_or_default()).await?;
        bob.click(".code button:not([type=button])").await?;
        bob.sees("the same deal", CODE, code.clone()).await?;
        ann.click("button[value=play]").await?;
        ann.sees("a table", "return location.pathname.startsWith('/g/')", true).await?;
        ann.click("button[name=strength][value='2']").await?;
        ann.sees("a hint", "return Boolean(document.querySelector('.solver .found'))", true).await?;
        // From there it is laid out, row by row.
        ann.click("section.more a[href$='/lay']").await?;
        ann.sees("the deal", "return location.pathname", "/brain-burn/lay/out").await?;
        ann.click("#step-next").await?;
        ann.sees_text(".read li", "3 of Suns").await?;
        ann.click("#step-next").await?;
        ann.sees_text(".choice h2", "Tiles, row 2").await?;
        ann.click("#step-back").await?;
        ann.sees_of(
            "the row is in the address",
            "return location.search.includes('row=1')",
            json!(null),
            true,
        )
        .await
    })
    .await;
}
