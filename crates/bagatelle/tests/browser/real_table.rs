//! For people who play with real pieces: a score pad that is kept to the end by finger, and a timer.

use crate::harness::{Visitor, story};
use crate::print::WHOLE;
use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};

/// The middle of something, brought into view; nothing where it is not there.
const MIDDLE: &str = "const there = document.querySelector(arguments[0]);
    there?.scrollIntoView({ block: 'nearest', behavior: 'instant' });
    const box = there?.getBoundingClientRect();
    return box ? [box.left + box.width / 2, box.top + box.height / 2] : null";
/// Whether a pad is shown at another address.
const ELSEWHERE: &str = "return document.readyState === 'complete' && location.href !== arguments[0]
    && Boolean(document.querySelector('main.pad'))";
/// What can be noted next.
const TAP: &str = ".item:not(.noted) .taps button";
/// The points as they are shown.
const TOTALS: &str = "return [...document.querySelectorAll('.totals strong')].map((one) => one.textContent)";

/// Taps something with a finger; false if it is not there.
async fn tap(visitor: &Visitor, selector: &str) -> Result<bool> {
    let at: Option<(f64, f64)> = serde_json::from_value(visitor.js(MIDDLE, json!(selector)).await?)?;
    let Some(at) = at else { return Ok(false) };
    visitor.drag("touch", at, at).await?;
    Ok(true)
}

/// Taps what leads to another pad; false if it is not there.
async fn notes(visitor: &Visitor, selector: &str) -> Result<bool> {
    let before = visitor.js("return location.href", Value::Null).await?;
    let there = tap(visitor, selector).await?;
    if there {
        visitor.sees_of("another pad", ELSEWHERE, before, true).await?;
    }
    Ok(there)
}

#[tokio::test]
async fn a_pad_is_kept_to_the_end_through_a_reload_and_without_a_network() {
    story(async |world| {
        world.expect_lost_server();
        let ann = world.visitor().await?;
        ann.becomes_known().await?;
        ann.go("/settings").await?;
        ann.sees("the site is kept", WHOLE, 1).await?;
        ann.becomes_a_phone().await?;
        ann.go("/bulbous").await?;
        ann.click("a[href$='/bulbous/pad']").await?;
        ann.click(".counts a[href$='players=3']").await?;
        ann.sees("three rows", "return document.querySelectorAll('.who').length", 3).await?;
        for (n, name) in ["Ann", "<Bob>", "Cleo"].into_iter().enumerate() {
            ann.fill(&format!(".who:nth-of-type({}) input", n + 1), name).await?;
        }
        notes(&ann, ".pad form .primary").await?;
        // The plants come in, and the first bulbs are won.
        for _ in 0..5 {
            ensure!(notes(&ann, TAP).await?, "something to note");
        }
        // Two bulbs, each alone on a full plant.
        let points = json!(["6", "0", "0"]);
        ann.sees("the points", TOTALS, points.clone()).await?;
        // A reload changes nothing; what was undone comes back.
        ann.driver().refresh().await?;
        ann.sees("the same points", TOTALS, points.clone()).await?;
        ensure!(notes(&ann, ".undo button").await?, "Undo");
        ann.sees_text(".undo", "Redo").await?;
        ensure!(notes(&ann, ".undo button:last-child").await?, "Redo");
        ann.sees("the same points", TOTALS, points).await?;
        // Without a network it goes on where it was.
        world.server.stop()?;
        ann.go("/bulbous/pad").await?;
        ann.sees("the last pad", "return document.querySelector('[data-last]:not([hidden])') !== null", true)
            .await?;
        ensure!(notes(&ann, "[data-last] a").await?, "the last pad");
        ann.sees_text(".totals", "<Bob>").await?;
        let mut taps = 0;
        while notes(&ann, TAP).await? {
            taps += 1;
            ensure!(taps < 60, "the game comes to an end");
        }
        ann.sees_text("h1", "wins").await?;
        ann.sees_text(".points", "Majority points").await?;
        let sums = "const numbers = (cells) => cells.map((cell) => Number(cell.textContent));
            const rows = [...document.querySelectorAll('.points tr')].map((row) => [...row.cells]);
            const [bulbs, most, all] = ['Bulbs', 'Majority points', 'Points']
                .map((label) => numbers(rows.find(([head]) => head?.textContent === label).slice(1)));
            return all.every((sum, n) => sum === bulbs[n] + most[n])";
        ann.sees("sums that are explained", sums, true).await?;
        // A correction of an early entry keeps all that follows.
        let before = ann.js(TOTALS, Value::Null).await?;
        ann.js("document.querySelector('.entries').open = true", Value::Null).await?;
        ensure!(notes(&ann, ".entries li:nth-child(4) button").await?, "an entry");
        ann.sees_text(".mend", "Correcting entry 4").await?;
        ensure!(notes(&ann, ".item:not(.noted) .taps button:nth-child(2)").await?, "another winner");
        ann.sees_text("h1", "win").await?;
        let after = ann.js(TOTALS, Value::Null).await?;
        ensure!(before != after, "{before} and {after}");
        Ok(())
    })
    .await;
}

/// The times on the halves, and which half acts.
const HALVES: &str = "return [...document.querySelectorAll('.half')].map((half) =>
    [half.querySelector('strong').textContent, half.classList.contains('acts')])";
/// The seconds on the lower half.
const SECONDS: &str = "const [minutes, seconds] = document.querySelectorAll('.half strong')[1].textContent
    .split(':').map(Number); return minutes * 60 + seconds";

#[tokio::test]
async fn a_timer_runs_for_two_survives_a_reload_and_needs_no_network() {
    story(async |world| {
        world.expect_lost_server();
        let ann = world.visitor().await?;
        ann.becomes_known().await?;
        ann.go("/settings").await?;
        ann.sees("the site is kept", WHOLE, 1).await?;
        ann.becomes_a_phone().await?;
        ann.go("/baju-duel").await?;
        ann.click("a[href$='/baju-duel/timer']").await?;
        ann.sees("a form", "return document.querySelector('.face-of-timer')?.hidden", true).await?;
        tap(&ann, ".timer label:has([name=minutes][value='3'])").await?;
        tap(&ann, ".timer label:has([name=added][value='10'])").await?;
        tap(&ann, ".timer .primary").await?;
        ann.sees("both have all of their time", HALVES, json!([["3:00", false], ["3:00", false]])).await?;
        let turned = "return getComputedStyle(document.querySelector('.half')).rotate";
        ann.sees("the upper half is turned", turned, "180deg").await?;
        tap(&ann, ".half:last-child").await?;
        ann.sees(
            "the lower half acts",
            "return document.querySelectorAll('.half')[1].className",
            "half acts",
        )
        .await?;
        ann.sees("its time runs", &format!("{SECONDS} < 180"), true).await?;
        // A turn adds time, and the other one acts.
        tap(&ann, ".half:last-child").await?;
        ann.sees(
            "the upper half acts",
            "return document.querySelectorAll('.half')[0].className",
            "half across acts",
        )
        .await?;
        let seconds = ann.js(SECONDS, Value::Null).await?.as_i64().context("seconds")?;
        ensure!((181..=190).contains(&seconds), "ten seconds were added: {seconds}");
        // Without a network it goes on from where it was, and can be paused.
        world.server.stop()?;
        ann.go("/baju-duel/timer").await?;
        ann.sees(
            "the upper half acts",
            "return document.querySelectorAll('.half')[0]?.className",
            "half across acts",
        )
        .await?;
        ann.sees("its lower half rests", SECONDS, seconds).await?;
        tap(&ann, ".bar button").await?;
        ann.sees_text(".across", "Paused. Tap to resume").await?;
        // A short time warns, and ends.
        let short = "const name = Object.keys(localStorage).find((name) => name.startsWith('timer '));
            const clock = JSON.parse(localStorage.getItem(name));
            localStorage.setItem(name, JSON.stringify({ ...clock, ms: [8000, clock.ms[1]] }));
            location.reload()";
        ann.js(short, Value::Null).await?;
        ann.sees_text(".across", "0:08").await?;
        tap(&ann, ".across").await?;
        let warns = "return document.querySelector('.half').className";
        ann.sees("a warning", warns, "half across short acts").await?;
        ann.sees("the end", warns, "half across short out").await?;
        ann.sees_text(".across", "Out of time").await
    })
    .await;
}
