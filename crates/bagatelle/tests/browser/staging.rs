//! What is decided is staged once, while one watches: in 300 to 1,200 milliseconds, until the next touch,
//! and not for those who want less motion.

use crate::harness::{Visitor, moving_story};
use anyhow::{Context, Result, ensure};
use serde::Deserialize;
use serde_json::{Value, json};

/// Notes from frame to frame what is staged: the kind, and from when to when by the clock of the page's
/// animations, which knows nothing of a busy machine. A moment begins when all pieces have landed.
const RECORDER: &str = "
    window.frames = [];
    window.early = false;
    const look = () => {
        const flies = document.querySelector('#table .board > svg > .flying') !== null;
        const bands = [...document.querySelectorAll('#table [data-under]')];
        early ||= flies && bands.some((one) => Number(getComputedStyle(one).opacity) > 0);
        frames.push(document.getAnimations().flatMap((one) => {
            const thing = one.effect.target?.closest?.('#table .board [data-moment]');
            if (!thing || one.playState !== 'running' || one.startTime === null) return [];
            const kind = thing.dataset.moment.split(' ')[0];
            const { delay, endTime } = one.effect.getComputedTiming();
            const [from, until] = [one.startTime + delay, one.startTime + endTime];
            const stirs = one.effect.getKeyframes().map(({ translate = '0 0', scale = 1 }) =>
                Math.max(Math.abs(parseFloat(translate.split(' ')[1] ?? 0)) / 100, scale - 1));
            return [{ kind, from, until, stirs: Math.max(...stirs) }];
        }));
        requestAnimationFrame(look);
    };
    requestAnimationFrame(look);";

/// One animation in a frame of the page.
#[derive(Deserialize)]
struct Staged {
    kind: String,
    from: f64,
    until: f64,
    /// How far a thing of a hundred units is lifted, or by how much it grows, as a share of it.
    stirs: f64,
}

/// How long some animations take together, in milliseconds.
fn length<'a>(staged: impl Iterator<Item = &'a Staged>) -> f64 {
    let (from, until) = staged
        .fold((f64::INFINITY, 0.0_f64), |(from, until), one| (from.min(one.from), until.max(one.until)));
    (until - from).max(0.0)
}

/// What the recorder has noted.
async fn frames(ann: &Visitor) -> Result<Vec<Vec<Staged>>> {
    Ok(serde_json::from_value(ann.js("return frames", Value::Null).await?)?)
}

/// A game a move before something is decided.
struct Near {
    game: Value,
    moves: &'static [&'static str],
    last: &'static str,
    /// How the moment is called in the drawing, and the things that it is of.
    kind: &'static str,
    things: u64,
}

/// Tiles in their order, and coins that are all known.
fn burbuja() -> Value {
    json!({ "game": "burbuja", "setup": {
        "tiles": "SnSaS2S3S4/S5MnMaM2M3/M4M5CnCa/C2C3C4C5An/AaA2A3A4A5",
        "coins": "S=na2345 M=na2345 C=na2345 A=na2345",
    } })
}

/// Two pairs of lines are to match.
fn pairs() -> Value {
    json!({ "game": "baju-puzzle", "options": { "goal": 3 },
        "setup": { "position": "W1W7W3B8/B1B7B3W8/W5W2B6W4/B5B2W6B4" } })
}

fn all() -> Vec<Near> {
    let near = |game: Value, moves, last, kind, things| Near { game, moves, last, kind, things };
    let brain_burn = "SA S2 S3 S4 S5 MA M2 M3 M4 M5 CA C2 C3 C4 C5 AA A2 -- A4 A5 S0 M0 A3 C0 A0 | \
                      A 2 3 4 5 A 2 3 4 5 A 2 3 4 5 A 3 - 4 5 0 0 2 0 0";
    let light = ["1 1 V 0", "2 1 V 0", "3 2 H 0", "3 3 H 0"];
    let dark = ["1 3 H 1", "5 2 V 1", "0 0 V 1", "2 0 H 1", "4 0 H 1"];
    let tiles = [&light[..], &dark[..]].concat();
    let duel = |position: &str| json!({ "game": "baju-duel", "setup": { "position": position } });
    vec![
        near(duel("W1W2W4--/B1B2--B5/W3--B4--/W5------ W -"), &[], "7@d1", "sewn", 1),
        // Both have a line, and the game goes on.
        near(duel("B1W2W4W8/W1B2B5B6/W3--B4--/W5------ W -"), &[], "a2a1", "sewn", 2),
        near(pairs(), &["c4d1", "b4c3"], "b4d2", "sewn", 2),
        near(pairs(), &["c4d1", "b4c3", "b4d2"], "c3b4", "sewn", 4),
        near(
            json!({ "game": "bambam-booboo", "setup": { "tiles": tiles, "hands": [5, 5], "to_act": 0 } }),
            &[],
            "H3,1",
            "sewn",
            1,
        ),
        near(json!({ "game": "brain-burn", "setup": { "position": brain_burn } }), &[], "Ul", "home", 48),
        near(burbuja(), &BURBUJA, "move:-4,3", "breathes", 24),
    ]
}

/// All moves to the ring but the last.
const BURBUJA: [&str; 29] = [
    "pick:Sf",
    "move:2,3",
    "pick:Sf",
    "move:2,4",
    "pick:Sf",
    "move:1,4",
    "pick:Sf",
    "move:0,4",
    "pick:St",
    "move:-1,4",
    "pick:Mf",
    "move:-2,4",
    "pick:Mf",
    "move:-3,4",
    "pick:Mf",
    "move:-4,4",
    "pick:Mt",
    "move:-3,-2",
    "pick:Mt",
    "move:-4,-2",
    "pick:Cf",
    "move:-4,-1",
    "pick:Ct",
    "move:-4,0",
    "pick:Ct",
    "move:-4,1",
    "pick:Ct",
    "move:-4,2",
    "pick:Ct",
];

/// Opens a game a move before the moment.
async fn open(ann: &Visitor, near: &Near) -> Result<()> {
    let (status, game) = ann.api("POST", "/api/v1/games", near.game.clone()).await?;
    ensure!(status == 201, "{status}: {game}");
    let id = game["id"].as_str().context("an id")?;
    for action in near.moves {
        play(ann, id, action).await?;
    }
    ann.go(&format!("/g/{id}")).await?;
    ann.rests().await?;
    ann.js(RECORDER, Value::Null).await.map(drop)
}

/// Plays an action in the game on the page as another device would, without a touch of the page.
async fn go_on(ann: &Visitor, action: &str) -> Result<()> {
    play(ann, ann.path().await?.trim_start_matches("/g/"), action).await
}

/// Plays an action in a game.
async fn play(ann: &Visitor, id: &str, action: &str) -> Result<()> {
    let (status, answer) =
        ann.api("POST", &format!("/api/v1/games/{id}/events"), json!({ "text": action })).await?;
    ensure!(status == 200, "{action}: {status} {answer}");
    Ok(())
}

/// What a drawing has of a kind of moment.
async fn sees_things(ann: &Visitor, near: &Near) -> Result<()> {
    let count = format!(
        "return [...document.querySelectorAll('#table .board [data-moment]')]
            .filter((one) => one.dataset.moment.split(' ')[0] === '{}').length",
        near.kind
    );
    ann.sees(&format!("{} of {}", near.kind, near.game), &count, near.things).await
}

/// How long a kind of moment takes of which frames were seen, in milliseconds.
async fn seen(ann: &Visitor, kind: &str) -> Result<f64> {
    let frames = frames(ann).await?;
    Ok(length(frames.iter().flatten().filter(|one| one.kind == kind)))
}

/// Whether something was staged, and has ended.
const STAGED: &str = "return frames.some((one) => one.length) && !frames.at(-1).length";

#[tokio::test]
async fn each_game_stages_what_is_decided_once() {
    moving_story(async |world| {
        let ann = world.visitor().await?;
        ann.becomes_known().await?;
        for near in all() {
            let (kind, game) = (near.kind, &near.game);
            open(&ann, &near).await?;
            go_on(&ann, near.last).await?;
            sees_things(&ann, &near).await?;
            ann.sees("the end of what is staged", STAGED, true).await?;
            let length = seen(&ann, kind).await?;
            ensure!((300.0..=1200.0).contains(&length), "{kind} of {game}: {length} ms");
            // Light falls on a first line once the last button lies, and no arrow lies under the thread.
            if near.moves.is_empty() {
                ensure!(ann.js("return early", Value::Null).await? == false, "{game} is lit too early");
            }
            if kind == "sewn" && near.game["game"] == "baju-duel" && near.things == 1 {
                ann.sees("no arrow", "return document.querySelectorAll('.board .trail').length", 0).await?;
            }
            if ["home", "breathes"].contains(&kind) {
                let all = frames(&ann).await?;
                let most = all.iter().flatten().map(|one| one.stirs).fold(0.0, f64::max);
                ensure!(
                    (0.1..0.3).contains(&most),
                    "{kind} of {game} stirs by {most}: who looks on misses it"
                );
            }
            // Who comes later sees the end alone.
            ann.driver().refresh().await?;
            ann.rests().await?;
            ann.js(RECORDER, Value::Null).await?;
            sees_things(&ann, &near).await?;
            ann.js("return new Promise(requestAnimationFrame)", Value::Null).await?;
            ensure!(seen(&ann, kind).await? == 0.0, "{kind} of {game} is staged for who comes later");
        }
        Ok(())
    })
    .await;
}

/// Decides each game and checks that nothing moves at it.
async fn stands_still(ann: &Visitor) -> Result<()> {
    for near in all() {
        open(ann, &near).await?;
        ann.js("window.moved = 0; Element.prototype.animate = () => { moved += 1 }", Value::Null).await?;
        go_on(ann, near.last).await?;
        sees_things(ann, &near).await?;
        ensure!(ann.js("return moved", Value::Null).await? == 0, "{} of {} moves", near.kind, near.game);
    }
    Ok(())
}

#[tokio::test]
async fn a_touch_ends_what_is_staged_and_less_motion_leaves_it_out() {
    moving_story(async |world| {
        let ann = world.visitor().await?;
        ann.becomes_known().await?;
        for near in all() {
            open(&ann, &near).await?;
            // The page is touched in the second frame in which something is staged.
            let touch = "
                window.ended = null;
                let staged = 0;
                const watch = () => {
                    if (frames.at(-1)?.length) staged += 1;
                    if (staged < 2) return requestAnimationFrame(watch);
                    document.querySelector('.head').dispatchEvent(new PointerEvent('pointerdown', { bubbles: \
                true }));
                    // A piece that was moved may still glide.
                    ended = document.getAnimations().filter((one) => one.playState === 'running' && \
                !one.effect.getKeyframes().some((frame) => 'transform' in frame) && \
                one.effect.target?.closest?.('#table .board [data-moment]')).length;
                };
                requestAnimationFrame(watch);";
            ann.js(touch, Value::Null).await?;
            go_on(&ann, near.last).await?;
            ann.sees(&format!("the end of {} at a touch", near.kind), "return ended", 0).await?;
            sees_things(&ann, &near).await?;
        }
        ann.prefers("prefers-reduced-motion", "reduce").await?;
        stands_still(&ann).await?;
        ann.prefers("prefers-reduced-motion", "no-preference").await?;
        ann.go("/settings").await?;
        ann.click("label:has([name=motion][value=less])").await?;
        ann.sees("less motion", "return document.documentElement.dataset.motion", "less").await?;
        stands_still(&ann).await
    })
    .await;
}

#[tokio::test]
async fn a_replay_stages_what_was_decided() {
    moving_story(async |world| {
        let ann = world.visitor().await?;
        ann.becomes_known().await?;
        for near in all() {
            open(&ann, &near).await?;
            go_on(&ann, near.last).await?;
            sees_things(&ann, &near).await?;
            let table = ann.path().await?;
            ann.go(&format!("{table}/replay?ply={}", near.moves.len())).await?;
            ann.rests().await?;
            ann.js(RECORDER, Value::Null).await?;
            ann.click("a[aria-label=Forward]").await?;
            sees_things(&ann, &near).await?;
            ann.sees("the end of what is staged", STAGED, true).await?;
            let length = seen(&ann, near.kind).await?;
            ensure!((300.0..=1200.0).contains(&length), "{} of {}: {length} ms", near.kind, near.game);
        }
        Ok(())
    })
    .await;
}

/// The moment of a round of Bulbous: the sums count up, the bulb drops, the plant looks at the winner, and
/// the points change.
#[tokio::test]
async fn bulbous_counts_sums_and_drops_the_bulb() {
    moving_story(async |world| {
        let ann = world.visitor().await?;
        ann.becomes_known().await?;
        let game = json!({ "game": "bulbous", "wish": { "seats": 3 }, "programs": ["simple"],
            "options": { "max-rounds": 3 }, "seed": "moments" });
        ann.new_game(game).await?;
        ann.js(RECORDER, Value::Null).await?;
        crate::moments::plays_on(&ann).await?;
        let frames = frames(&ann).await?;
        // One round after another, until one has all: a tie has no bulb, and a Wild no sum.
        let kinds = ["counts", "appears", "drops", "looks", "tells"];
        let rounds = frames
            .chunk_by(|a, b| a.is_empty() == b.is_empty())
            .map(|round| round.iter().flatten().collect::<Vec<_>>());
        let whole = |round: &Vec<&Staged>| kinds.iter().all(|kind| round.iter().any(|one| one.kind == *kind));
        let mut lengths: Vec<f64> = rounds.filter(whole).map(|round| length(round.into_iter())).collect();
        lengths.sort_by(f64::total_cmp);
        // A busy machine draws a frame late here and there: what counts is how long most of them take.
        let middle = lengths.get(lengths.len() / 2).context("no round counts, drops a bulb and looks")?;
        ensure!((300.0..=1200.0).contains(middle), "{lengths:?}");
        Ok(())
    })
    .await;
}
