//! Lessons, finished by a script that knows no rules: it reads what is asked and picks what is lit.

use crate::harness::{Visitor, story};
use anyhow::{Result, ensure};
use serde_json::{Value, json};

/// The most picks of one step.
const MOST: usize = 40;

/// Picks the next thing that is lit as the answer, asks to be shown it where nothing is, or finds that the
/// step is done.
const GO_ON: &str = "
    const table = document.querySelector('#table');
    if (document.querySelector('#next')) return 'done';
    if (!document.querySelector('#goal').textContent || !document.querySelector('#status').textContent) \
    return 'silent';
    const lit = table.querySelector('.hinted.can, .controls .hinted:enabled');
    const show = document.querySelector('#show:enabled');
    if (!lit && !show) return 'waits';
    const box = (lit ?? show).getBoundingClientRect();
    const at = { clientX: box.left + box.width / 2, clientY: box.top + box.height / 2 };
    (lit ?? show).dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, detail: 1, ...at \
    }));
    return 'picked';";

/// Picks a thing by its name.
pub const PICK: &str =
    "[...document.querySelectorAll('#table [data-pick]')].find((e) => e.dataset.pick === arguments[0])
    .dispatchEvent(new MouseEvent('click', { bubbles: true }))";

/// Does what is lit until the step that is open is done.
pub async fn finish_step(ann: &Visitor) -> Result<()> {
    let mut picks = 0;
    loop {
        ann.rests().await?;
        let found = ann.js(GO_ON, Value::Null).await?;
        match found.as_str() {
            Some("done") => break,
            Some("picked") => picks += 1,
            Some("waits") => tokio::time::sleep(std::time::Duration::from_millis(20)).await,
            other => anyhow::bail!("{other:?}: {}", ann.text("#goal").await?),
        }
        ensure!(picks <= MOST, "no end of “{}”", ann.text("#goal").await?);
    }
    ann.sees_text("#verdict", "Right!").await?;
    ann.sees("the focus on the way on", "return document.activeElement.id", "next").await
}

#[tokio::test]
async fn a_script_without_rules_finishes_every_lesson() {
    story(async |world| {
        let ann = world.visitor().await?;
        ann.prefers("prefers-reduced-motion", "reduce").await?;
        ann.go("/").await?;
        let script = "return [...document.querySelectorAll('.game h3 a')].map((a) => a.getAttribute('href'))";
        let games: Vec<String> = serde_json::from_value(ann.js(script, Value::Null).await?)?;
        let mut lessons = 0;
        for game in games {
            ann.go(&game).await?;
            let lesson = format!("{game}/learn");
            if ann.count(&format!("a[href='{lesson}']")).await? == 0 {
                continue;
            }
            lessons += 1;
            ann.click(&format!("a[href='{lesson}']")).await?;
            ann.click("a.primary").await?;
            let steps = ann.count(".dots a").await?;
            for step in 1..=steps {
                let here = format!(
                    "return location.pathname === '{lesson}/{step}' && document.readyState === 'complete'"
                );
                ann.sees("the step", &here, true).await?;
                finish_step(&ann).await?;
                // Enter leads on.
                ann.press("Enter").await?;
            }
            ann.arrives().await?;
            ann.sees_text(".finale", "End of the lesson.").await?;
            ann.go(&lesson).await?;
            assert_eq!(ann.count(".course .learned").await?, steps, "{game}: what is done is remembered");
        }
        ensure!(lessons > 0, "no lesson");
        Ok(())
    })
    .await;
}

#[tokio::test]
async fn a_wrong_try_is_explained_and_the_board_goes_back() {
    story(async |world| {
        let ann = world.visitor().await?;
        ann.go("/baju-puzzle/learn/4").await?;
        let board = "return document.querySelector('#table svg #button-b1').getAttribute('transform')";
        let before = ann.js(board, Value::Null).await?;
        ann.js(PICK, json!("button-b1")).await?;
        ann.js(PICK, json!("space-b4")).await?;
        ann.sees_text("#verdict", "it belongs at the start of the third row").await?;
        ann.sees("the button where it was", board, before).await?;
        ann.sees("nothing picked", "return document.querySelectorAll('#table .picked').length", 0).await?;
        assert_eq!(ann.count("#verdict").await?, 1);
        // A typed move that the rules refuse is answered in their words.
        ann.click("details summary").await?;
        ann.type_move("a4d1").await?;
        ann.sees_text("#verdict", "leads there without visiting a space twice").await?;
        let typed = "return document.querySelector('.type-move input[name=text]').value";
        ensure!(ann.js(typed, Value::Null).await? == "a4d1", "what was typed is gone");
        Ok(())
    })
    .await;
}
