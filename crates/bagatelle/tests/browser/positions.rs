//! A position of the day, tried in vain, found, stepped through and played on from.

use crate::analysis::press;
use crate::axe::faults_here;
use crate::harness::{Visitor, story};
use crate::lessons::{PICK, finish_step};
use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};

/// A day whose position is known, an action that is wrong there, and the right one.
const POSITION: &str = "/today/2026-01-02/baju-duel";
const RIGHT: &str = "c3c1";

/// The picks of the first offer that is the right one, or of the first that is not.
const PATH: &str = "const offers = JSON.parse(document.querySelector('#table').dataset.offers);
    const offer = offers.find((offer) => (offer.text === arguments[0][0]) === arguments[0][1]);
    return offer.path.flat();";

/// Waits until the position is found; the page loads itself.
async fn opens(ann: &Visitor) -> Result<()> {
    ann.go(POSITION).await?;
    ann.sees("the position", "return Boolean(document.querySelector('#goal'))", true).await?;
    ann.rests().await
}

/// Picks the right action, or a wrong one.
async fn tries(ann: &Visitor, right: bool) -> Result<()> {
    let path = ann.js(PATH, json!([RIGHT, right])).await?;
    for name in path.as_array().context("a path")? {
        ann.js(PICK, name.clone()).await?;
    }
    ann.rests().await
}

#[tokio::test]
async fn a_position_is_tried_found_and_played_on_from() {
    story(async |world| {
        let ann = world.visitor().await?;
        opens(&ann).await?;
        let board = ann.js("return document.querySelector('.board svg').outerHTML", Value::Null).await?;
        tries(&ann, false).await?;
        ann.sees_text("#verdict", "Not this one").await?;
        ann.sees_text(".tries", "1 wrong try").await?;
        let after = ann.js("return document.querySelector('.board svg').outerHTML", Value::Null).await?;
        ensure!(board == after, "the board is as it was");
        faults_here(&ann, "a wrong try").await?;
        // The tries are on the server.
        opens(&ann).await?;
        ann.sees_text(".tries", "1 wrong try").await?;
        tries(&ann, true).await?;
        ann.sees_text("#verdict", "Right!").await?;
        ann.sees("the focus on the way on", "return document.activeElement.id", "next").await?;
        ann.sees_text("#result", "Solved in 2 tries.").await?;
        faults_here(&ann, "solved").await?;
        // The page stays, and what changes is put in.
        ann.js("document.documentElement.dataset.stays = ''", Value::Null).await?;
        ann.click(".now nav a:last-of-type").await?;
        ann.sees(
            "the next step",
            "return document.querySelector('.line [aria-current]').textContent.length > 5
                && 'stays' in document.documentElement.dataset && location.search",
            "?at=2",
        )
        .await?;
        ann.click(".play-on button").await?;
        ann.arrives().await?;
        ann.sees("a table", "return location.pathname.startsWith('/g/')", true).await
    })
    .await;
}

#[tokio::test]
async fn the_whole_move_is_marked_for_a_player_who_asks_to_be_shown() {
    let marked = "const lead = JSON.parse(document.querySelector('#table').dataset.lead ?? '[]').flat();
        const visible = (e) => getComputedStyle(e).visibility === 'visible';
        const marked = [...document.querySelectorAll('.board .hinted')].filter(visible);
        return lead.length > 1 && lead.every((name) => marked.some((e) => e.dataset.pick === name))";
    story(async |world| {
        let ann = world.visitor().await?;
        opens(&ann).await?;
        ann.click("#show").await?;
        ann.sees("what moves, and where to", marked, true).await
    })
    .await;
}

#[tokio::test]
async fn the_answer_is_lit_for_a_finger_that_asks_to_be_shown() {
    story(async |world| {
        let ann = world.visitor().await?;
        ann.becomes_a_phone().await?;
        ann.prefers("prefers-reduced-motion", "reduce").await?;
        opens(&ann).await?;
        faults_here(&ann, "on a phone").await?;
        finish_step(&ann).await?;
        ann.sees_text("#result", "Solved with help.").await
    })
    .await;
}

/// Where a screen is low, the answer to a try is seen together with the board, from wherever it was made.
#[tokio::test]
async fn the_answer_is_seen_with_the_board() {
    let seen = "const boxes = [...document.querySelectorAll('#verdict, .board > svg')];
        return boxes.every((one) => one.getBoundingClientRect().top >= 0
            && one.getBoundingClientRect().bottom <= innerHeight)";
    story(async |world| {
        let ann = world.visitor().await?;
        ann.has_screen((844, 390)).await?;
        opens(&ann).await?;
        press(&ann, "#typing summary").await?;
        ann.js("scrollTo(0, document.body.scrollHeight)", Value::Null).await?;
        let wrong = "const offers = JSON.parse(document.querySelector('#table').dataset.offers);
            return offers.find((offer) => offer.text !== arguments[0]).text";
        let wrong = ann.js(wrong, json!(RIGHT)).await?;
        ann.fill(".type-move [name=text]", wrong.as_str().context("an action")?).await?;
        press(&ann, ".type-move button").await?;
        ann.sees_text("#verdict", "Not this one").await?;
        ann.rests().await?;
        ann.sees("why, and the board", seen, true).await?;
        ann.js("scrollTo(0, document.body.scrollHeight)", Value::Null).await?;
        press(&ann, "#show").await?;
        ann.sees_text("#verdict", "Play it to see why.").await?;
        ann.sees("what is marked", seen, true).await
    })
    .await;
}

/// On a phone a position is seen whole before anything is touched, with all places where a tile may go.
#[tokio::test]
async fn a_position_is_seen_whole_on_a_phone() {
    let out = "const board = document.querySelector('.board > svg').getBoundingClientRect();
        const all = [...document.querySelectorAll('.board > svg > :is(.can, .last)')].filter((one) => \
        getComputedStyle(one).visibility === 'visible');
        const boxes = all.map((one) => one.getBoundingClientRect());
        return [boxes.length > 3, boxes.filter((box) => box.left < board.left || box.right > board.right ||
            box.top < board.top || box.bottom > board.bottom).length]";
    story(async |world| {
        let ann = world.visitor().await?;
        ann.becomes_a_phone().await?;
        ann.go("/today/2026-01-02/bambam-booboo").await?;
        ann.sees("the position", "return Boolean(document.querySelector('#goal'))", true).await?;
        ann.rests().await?;
        ann.sees("all of it", out, json!([true, 0])).await
    })
    .await;
}
