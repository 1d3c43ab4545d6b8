//! What happens between two positions is seen: the bets of every contest lie face up for a while before they
//! are collected.

use crate::harness::{Visitor, moving_story};
use crate::lessons::PICK;
use anyhow::{Context, Result, ensure};
use serde::Deserialize;
use serde_json::{Value, json};

/// Notes from frame to frame which cards lie face up, what each bet is worth, what is told, how many plates
/// are marked, what stands as the last turn, and where the board lies.
const RECORDER: &str = "
    window.seen = [];
    const look = () => {
        const up = [...document.querySelectorAll('#table .board > svg > \
        [id^=\"card-\"][data-side=face]')].map((e) => e.id.slice(5));
        const mark = document.querySelector('#table .board > svg > [data-moment^=appears]');
        const asks = document.querySelector('.steps button:not([aria-disabled])') !== null;
        const won = mark !== null && Number(getComputedStyle(mark).opacity) > 0;
        const { left, top, width, height } = document.querySelector('#table .board > \
        svg').getBoundingClientRect();
        const told = document.querySelector('#status')?.textContent ?? '';
        const counted = (one) => [...one.querySelectorAll('.counted')].slice(-1);
        const isDone = (one) => counted(one).every((end) => getComputedStyle(end).visibility === 'visible');
        const worth = (one) => `${one.id} ${isDone(one) ? one.ariaLabel : 'counts'}`;
        const sums = [...document.querySelectorAll('#table .board > svg > [id^=\"sum-\"]')].map(worth);
        const marks = document.querySelectorAll('.seats :is(.turn, .to-move)').length;
        const last = [...document.querySelectorAll('.figures dt')].find((one) => one.textContent === 'Last \
        turn')?.nextElementSibling.textContent ?? '';
        const frame = { up, sums, asks, won, told, marks, last, board: [left, top + scrollY, width, height] };
        const before = seen[seen.length - 1];
        const isSame = before && Object.keys(frame).every((key) => `${before[key]}` === `${frame[key]}`);
        if (isSame) before.until = performance.now();
        else seen.push({ ...frame, from: performance.now(), until: performance.now() });
        requestAnimationFrame(look);
    };
    requestAnimationFrame(look);";

/// A while in which nothing changed on the page.
#[derive(Deserialize)]
struct Frame {
    up: Vec<String>,
    sums: Vec<String>,
    asks: bool,
    won: bool,
    told: String,
    marks: usize,
    last: String,
    board: [f64; 4],
    from: f64,
    until: f64,
}

impl Frame {
    /// Whether it tells how a turn ended: with a bulb or none, or by whose majority scores on a full plant.
    fn decides(&self) -> bool {
        [" bulb", " majority"].iter().any(|word| self.told.contains(word))
    }
}

/// The cards of each reveal in a list of actions as a viewer saw them, with whether hands were filled at
/// once.
fn reveals(moves: &[String]) -> Vec<(Vec<String>, bool)> {
    let of = |action: &String| {
        let part = action.split(" | ").find_map(|part| part.strip_prefix("reveal:"))?;
        let bets = part.split(':').nth(1)?;
        let cards = bets.split(';').filter_map(|bet| bet.split_once('=')).flat_map(|(_, bet)| bet.split(','));
        let cards: Vec<String> = cards.map(str::to_owned).collect();
        (!cards.is_empty()).then(|| (cards, action.contains(" | refill")))
    };
    moves.iter().filter_map(of).collect()
}

/// The actions of a game as a visitor saw them.
async fn moves(visitor: &Visitor, id: &str) -> Result<Vec<String>> {
    let (status, moves) = visitor.api("GET", &format!("/api/v1/games/{id}/moves"), Value::Null).await?;
    ensure!(status == 200, "{status} {moves}");
    let moves = moves.as_array().context("a list")?;
    Ok(moves.iter().filter_map(|one| one["action"].as_str()).map(str::to_owned).collect())
}

/// What the recorder has noted.
async fn frames(visitor: &Visitor) -> Result<Vec<Frame>> {
    Ok(serde_json::from_value(visitor.js("return seen", Value::Null).await?)?)
}

/// Checks that a page has shown each reveal for a while, one after another, and that its board has stayed
/// where it was.
async fn saw_all(visitor: &Visitor, who: &str, expected: usize) -> Result<()> {
    let id = visitor.path().await?.trim_start_matches("/g/").to_owned();
    let (reveals, frames) = (reveals(&moves(visitor, &id).await?), frames(visitor).await?);
    ensure!(reveals.len() >= expected, "{who}: {} reveals", reveals.len());
    ensure!(reveals.iter().any(|(_, filled)| *filled), "{who}: no hands were filled after a reveal");
    let mut at = 0;
    for (cards, _) in &reveals {
        let tells = |frame: &Frame| frame.decides() || frame.told.contains("A tie");
        let shows = |frame: &Frame| {
            // While sums count up, it tells no more than what is seen.
            let told = frame.told == "The bets are turned up." || tells(frame);
            told && cards.iter().all(|card| frame.up.contains(card))
        };
        let next = frames[at..].iter().position(shows);
        at += next.with_context(|| format!("{who}: {cards:?} are in no frame"))?;
        let marked = frames[at..].iter().take_while(|frame| shows(frame)).find(|frame| frame.marks > 0);
        ensure!(marked.is_none(), "{who}: someone is marked as to move while {cards:?} lie there");
        // From its first frame to its last: what lies between two frames of a busy machine counts, too.
        let last = frames[at..].iter().take_while(|frame| shows(frame)).last();
        let while_shown = last.map_or(0.0, |last| last.until - frames[at].from);
        ensure!(while_shown > 900.0, "{who}: {cards:?} were seen for {while_shown} ms");
        let told: Vec<&Frame> =
            frames[at..].iter().take_while(|frame| shows(frame)).filter(|frame| tells(frame)).collect();
        ensure!(!told.is_empty(), "{who}: nothing told how {cards:?} ended");
        let early = told.iter().find(|frame| frame.decides() && !frame.won);
        ensure!(early.is_none(), "{who}: the winner of {cards:?} was told before it was seen");
        // A tie that goes on decides no turn.
        let decided = told.iter().find(|frame| frame.decides());
        let before = at.checked_sub(1).map(|before| &frames[before].last);
        let stale = decided.filter(|frame| before == Some(&frame.last));
        ensure!(stale.is_none(), "{who}: the last turn is not that of {cards:?}");
        ensure!(
            told.iter().all(|frame| !frame.asks),
            "{who}: the solver can be asked, or a move taken back, while {cards:?} lie there"
        );
    }
    let first = frames.first().context("a frame")?.board;
    let still = frames.iter().all(|frame| frame.board.iter().zip(first).all(|(a, b)| (a - b).abs() < 1.0));
    ensure!(still, "{who}: the board jumps");
    Ok(())
}

/// Passes, chooses small plants and names any, without touching the page while bets are seen.
pub async fn plays_on(ann: &Visitor) -> Result<()> {
    let next = "
        if (document.querySelector('#table.over')) return 'over';
        const offers = JSON.parse(document.querySelector('#table').dataset.offers);
        const small = offers.find((offer) => offer.text === 'choose:1') ?? offers.find((offer) => \
        /^(choose|target)/.test(offer.text));
        return small ? small.path.flat()[0] : offers.length ? 'pass' : ''";
    loop {
        ann.sees("something to do", &format!("return (() => {{ {next} }})() !== ''"), true).await?;
        match ann.js(next, Value::Null).await?.as_str().context("a text")? {
            "over" => return Ok(()),
            "pass" => ann.press("p").await?,
            plant => ann.click(&format!("#table .can[data-pick='{plant}']")).await?,
        }
        ann.sees("no answer on its way", "return document.documentElement.classList.contains('busy')", false)
            .await?;
    }
}

#[tokio::test]
async fn every_reveal_is_seen_by_players_and_spectators() {
    moving_story(async |world| {
        let (ann, bob) = (world.visitor().await?, world.visitor().await?);
        ann.becomes_known().await?;
        let options = json!({ "max-rounds": 3 });
        let game = json!({ "game": "bulbous", "wish": { "seats": 3 }, "programs": ["simple"],
            "options": options, "seed": "moments" });
        ann.new_game(game).await?;
        // A spectator who wants less motion sees the bets as long as all.
        bob.prefers("prefers-reduced-motion", "reduce").await?;
        bob.go(&ann.path().await?).await?;
        for visitor in [&ann, &bob] {
            visitor.js(RECORDER, Value::Null).await?;
        }
        plays_on(&ann).await?;
        bob.sees("the end", "return Boolean(document.querySelector('#table.over'))", true).await?;
        saw_all(&ann, "Ann", 4).await?;
        saw_all(&bob, "Bob", 4).await
    })
    .await;
}

/// While bets are seen, a key only ends that: nothing is taken back that the player doesn’t see yet.
#[tokio::test]
async fn a_key_ends_a_reveal_and_does_nothing_else() {
    moving_story(async |world| {
        let ann = world.visitor().await?;
        ann.becomes_known().await?;
        let game = json!({ "game": "bulbous", "wish": { "seats": 3 }, "programs": ["simple"],
            "options": { "max-rounds": 3 }, "seed": "moments" });
        ann.new_game(game).await?;
        let watch = "
            window.undone = 0;
            window.ended = null;
            const sends = window.fetch;
            window.fetch = (...all) => {
                undone += all[1]?.body?.get?.('kind') === 'undo';
                return sends(...all);
            };
            const told = () => document.querySelector('#status')?.textContent;
            const look = () => {
                if (told() !== 'The bets are turned up.') return requestAnimationFrame(look);
                const event = new KeyboardEvent('keydown', { key: 'z', bubbles: true, cancelable: true });
                document.body.dispatchEvent(event);
                ended = event.defaultPrevented && told() !== 'The bets are turned up.';
            };
            requestAnimationFrame(look);";
        ann.js(watch, Value::Null).await?;
        plays_on(&ann).await?;
        ensure!(ann.js("return [ended, undone]", Value::Null).await? == json!([true, 0]));
        Ok(())
    })
    .await;
}

/// The sums below the bets of each reveal, as they stood at the end of the while in which it was seen, with
/// how long that was.
fn counted(frames: &[Frame], reveals: &[(Vec<String>, bool)]) -> Result<Vec<(Vec<String>, f64)>> {
    let mut at = 0;
    let mut each = Vec::new();
    for (cards, _) in reveals {
        let shows = |frame: &Frame| cards.iter().all(|card| frame.up.contains(card));
        let next = frames[at..].iter().position(|frame| shows(frame) && !frame.sums.is_empty());
        at += next.with_context(|| format!("{cards:?} are counted in no frame"))?;
        let sums = |frame: &&Frame| shows(frame) && !frame.sums.is_empty();
        let last = frames[at..].iter().take_while(sums).last().context("a frame")?;
        each.push((last.sums.clone(), last.until - frames[at].from));
    }
    Ok(each)
}

#[tokio::test]
async fn a_replay_shows_the_reveals_and_sums_of_the_table() {
    moving_story(async |world| {
        let ann = world.visitor().await?;
        ann.becomes_known().await?;
        let game = json!({ "game": "bulbous", "wish": { "seats": 3 }, "programs": ["simple"],
            "options": { "max-rounds": 2 }, "seed": "moments" });
        ann.new_game(game).await?;
        ann.js(RECORDER, Value::Null).await?;
        plays_on(&ann).await?;
        let table = ann.path().await?;
        let moves = moves(&ann, table.trim_start_matches("/g/")).await?;
        // A Wild beats every sum, so a bet with one has none.
        let mut reveals = reveals(&moves);
        reveals.retain(|(cards, _)| cards.iter().all(|card| !card.starts_with('W')));
        ensure!(reveals.len() >= 3, "{} reveals", reveals.len());
        let at_table = counted(&frames(&ann).await?, &reveals)?;
        ann.go(&format!("{table}/replay?ply=0")).await?;
        ann.js(RECORDER, Value::Null).await?;
        ann.click("[data-auto='500']").await?;
        for ply in 1..=moves.len() {
            let there = "return Number(document.querySelector('#table').dataset.ply) >= arguments[0]";
            ann.sees_of("the next step", there, json!(ply), true).await?;
        }
        let in_replay = counted(&frames(&ann).await?, &reveals)?;
        let sums =
            |seen: &[(Vec<String>, f64)]| seen.iter().map(|(sums, _)| sums.clone()).collect::<Vec<_>>();
        ensure!(sums(&in_replay) == sums(&at_table), "{in_replay:?}, but {at_table:?} at the table");
        let brief = in_replay.iter().find(|(_, shown)| *shown < 900.0);
        ensure!(brief.is_none(), "seen too briefly: {brief:?}");
        Ok(())
    })
    .await;
}

/// The right bet at a position of the day is laid, all bets are turned up, and then it is told that it was
/// right.
#[tokio::test]
async fn a_right_bet_at_a_position_is_seen_to_win() {
    moving_story(async |world| {
        let ann = world.visitor().await?;
        ann.go("/today/2026-01-12/bulbous").await?;
        ann.sees("the position", "return Boolean(document.querySelector('#goal'))", true).await?;
        ann.rests().await?;
        ann.click("#show:enabled").await?;
        ann.sees_text("#verdict", "Play it to see why.").await?;
        let lead = "return JSON.parse(document.querySelector('#table').dataset.lead).flat()";
        let lead = ann.js(lead, Value::Null).await?;
        let names: Vec<&str> = lead.as_array().context("picks")?.iter().filter_map(Value::as_str).collect();
        let cards: Vec<&str> = names.iter().filter_map(|name| name.strip_prefix("card-")).collect();
        ensure!(!cards.is_empty() && names.last() == Some(&"do-bet"), "{lead} is no bet");
        ann.js(RECORDER, Value::Null).await?;
        for name in &names {
            ann.js(PICK, json!(name)).await?;
        }
        ann.sees_text("#verdict", "Right!").await?;
        let frames = frames(&ann).await?;
        let up = |frame: &Frame| cards.iter().all(|card| frame.up.iter().any(|one| one == card));
        let told = frames.iter().find(|frame| up(frame) && frame.decides());
        let told = told.context("nothing tells how the bet ended")?;
        ensure!(told.until - told.from > 500.0 && told.won, "the winner was not seen");
        let lies = "const one = document.querySelector(`#table .board [id=\"card-${arguments[0]}\"]`);
            return one !== null && !one.matches('.rises')";
        for card in cards {
            ensure!(ann.js(lies, json!(card)).await? == true, "{card} has gone back to the hand");
        }
        Ok(())
    })
    .await;
}
