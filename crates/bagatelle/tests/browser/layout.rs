//! Nothing on the page of a table jumps while a game is played.

use crate::harness::{Visitor, moving_story};
use crate::lessons::finish_step;
use crate::together::CUT;
use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};

/// The most that the parts of a page may jump in a whole game, as browsers reckon layout shift. Unlike their
/// sum for a page, this counts what follows a click as well.
const BAR: f64 = 0.02;

/// Plays with the first of the things that are offered, in an order that a small generator stirs, and adds up
/// all shifts.
const PLAY: &str = "
    window.shifts = [];
    const told = (source) => `${source.node?.id || source.node?.className || source.node?.nodeName} ` +
        `${source.previousRect.y} ${source.previousRect.height} > ${source.currentRect.y} \
        ${source.currentRect.height}`;
    new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) shifts.push([entry.value, ...entry.sources.map(told)]);
    }).observe({ type: 'layout-shift' });
    let stirred = 7;
    const random = (n) => (stirred = (stirred * 1103515245 + 12345) % 2147483648) % n;
    let played = -1;
    const step = () => {
        const status = document.querySelector('#status');
        if (status.scrollHeight > status.clientHeight + 1) shifts.push([1, status.textContent]);
        const { offers, version } = document.querySelector('#table').dataset;
        const actions = JSON.parse(offers).filter((offer) => !offer.amends);
        if (document.querySelector('.now.over')) window.ended = true;
        else setTimeout(step, 30);
        if (!actions.length || played === Number(version) || Number(version) >= arguments[0]) return;
        played = Number(version);
        for (const name of actions[random(actions.length)].path.flat()) {
            [...document.querySelectorAll('#table [data-pick]')].find((one) => one.dataset.pick === name)
                .dispatchEvent(new MouseEvent('click', { bubbles: true }));
        }
        if (Number(version) + 1 >= arguments[0]) window.ended = true;
    };
    step();";

/// Plays a game to its end, or this many actions, and returns by how much the page jumped, with what did.
async fn shifts(visitor: &Visitor, game: Value, actions: usize) -> Result<(f64, Value)> {
    visitor.new_game(game).await?;
    visitor.rests().await?;
    visitor.js(PLAY, json!(actions)).await?;
    for _ in 0..6 {
        if visitor.sees("the end of the game", "return Boolean(window.ended)", true).await.is_ok() {
            break;
        }
    }
    ensure!(visitor.js("return Boolean(window.ended)", Value::Null).await? == true, "the game does not end");
    visitor.rests().await?;
    // Answers leave the parts of the board out that never change, and the page keeps its own.
    let whole = "const fixed = [...document.querySelectorAll('.board [data-fixed]')];
        return fixed.length > 0 && fixed.every((part) => part.firstElementChild)";
    ensure!(visitor.js(whole, Value::Null).await? == true, "parts of the board are gone");
    let shifts = visitor.js("return shifts", Value::Null).await?;
    let total = shifts.as_array().into_iter().flatten().filter_map(|shift| shift[0].as_f64()).sum();
    Ok((total, shifts))
}

/// Plays games on a screen of the size that the visitor has.
async fn rest(visitor: &Visitor, games: [(Value, usize); 3]) -> Result<()> {
    visitor.becomes_known().await?;
    for (game, actions) in games {
        let name = game["game"].to_string();
        let (total, shifts) = shifts(visitor, game, actions).await?;
        eprintln!("{name}: {total:.4}");
        ensure!(total <= BAR, "{name} jumps by {total}: {shifts:#}");
    }
    Ok(())
}

/// The solitaires, which random play hardly ever solves.
fn solitaires() -> [(Value, usize); 3] {
    [
        (json!({ "game": "brain-burn", "seed": "rest" }), 40),
        (json!({ "game": "baju-puzzle", "seed": "rest" }), 40),
        (json!({ "game": "burbuja", "seed": "rest" }), usize::MAX),
    ]
}

/// The games against programs.
fn duels() -> [(Value, usize); 3] {
    let (tiles, rounds) = (json!({ "tiles": 8 }), json!({ "max-rounds": 4 }));
    let bulbous =
        json!({ "game": "bulbous", "wish": { "seats": 2 }, "programs": ["simple"], "options": rounds });
    [
        (json!({ "game": "baju-duel", "programs": ["1"] }), usize::MAX),
        (json!({ "game": "bambam-booboo", "programs": ["1"], "options": tiles }), usize::MAX),
        (bulbous, usize::MAX),
    ]
}

/// The screens on which what matters most is to be seen at once.
const SCREENS: [(u32, u32); 5] = [(1440, 900), (1280, 720), (390, 844), (844, 390), (820, 1180)];

/// By how many pixels the first thing that fits a selector, and is to be seen at all, stands outside the
/// screen.
const BEYOND: &str = "const all = [...document.querySelectorAll(arguments[0])].filter((one) => \
    one.checkVisibility());
    const boxes = all.slice(0, 1).map((one) => one.getBoundingClientRect());
    const out = boxes.map((box) => Math.max(box.bottom - innerHeight, box.right - innerWidth, -box.top, \
    -box.left));
    return out.length ? Math.round(out[0]) : 'nothing is there'";

/// Fails unless the first thing that fits is on the first screen.
async fn on_screen(ann: &Visitor, selector: &str, screen: (u32, u32)) -> Result<()> {
    let beyond = ann.js(BEYOND, json!(selector)).await?;
    let here = ann.js("return location.pathname", Value::Null).await?;
    ensure!(beyond.as_f64().is_some_and(|by| by <= 0.0), "{selector} at {here} on {screen:?}: {beyond}");
    Ok(())
}

/// The choices of a form that its button lies over.
const COVERED: &str = "const box = (one) => one.getBoundingClientRect();
    const button = box(document.querySelector('.start button.primary'));
    const labels = [...document.querySelectorAll('.start label')].filter((one) => one.checkVisibility());
    const covered = labels.filter((one) => box(one).top < button.bottom && box(one).bottom > button.top &&
        box(one).left < button.right && box(one).right > button.left);
    return covered.map((one) => one.textContent)";

/// The words of a form that leave the box they are in.
const OUTSIDE: &str = "return [...document.querySelectorAll('.way > *, .segments span, .who-plays strong')]
    .filter((one) => one.checkVisibility()).flatMap((one) => {
        const words = document.createRange();
        words.selectNodeContents(one);
        const box = one.closest('.way, .segments span, .who-plays').getBoundingClientRect();
        const { left, right } = words.getBoundingClientRect();
        return right > box.right + .5 || left < box.left - .5 ? [one.textContent] : [];
    })";

/// On a phone held across, the words of the form stand in their boxes.
#[tokio::test]
async fn the_form_of_a_game_is_whole_on_a_phone_held_across() {
    moving_story(async |world| {
        let ann = world.visitor().await?;
        for screen in [(844, 390), (667, 375), (640, 360), (390, 844)] {
            ann.has_screen(screen).await?;
            for game in bagatelle_catalog::games() {
                ann.go(&format!("/{}", game.id())).await?;
                let outside = ann.js(OUTSIDE, Value::Null).await?;
                ensure!(outside == json!([]), "{} on {screen:?}: {outside}", game.id());
                let wide =
                    ann.js("return document.documentElement.scrollWidth > innerWidth", Value::Null).await?;
                ensure!(wide == false, "{} on {screen:?} is too wide", game.id());
            }
        }
        Ok(())
    })
    .await;
}

/// Fails unless the first thing that fits is on the first screen, on each of these.
async fn on_each_screen(ann: &Visitor, selector: &str, screens: &[(u32, u32)]) -> Result<()> {
    for screen in screens {
        ann.has_screen(*screen).await?;
        on_screen(ann, selector, *screen).await?;
    }
    ann.has_screen(screens[0]).await
}

/// What leads on from each kind of page stands on the first screen.
#[tokio::test]
async fn the_main_button_is_on_the_first_screen() {
    moving_story(async |world| {
        let ann = world.visitor().await?;
        ann.becomes_known().await?;
        let learned: Vec<String> =
            bagatelle_catalog::games().iter().map(|game| format!("{}_ffff", game.id())).collect();
        let learned = format!("document.cookie = 'learned={}; path=/'", learned.join("."));
        let day = "return document.querySelector('a[href^=\"/today/\"], form[action^=\"/today/\"]')
            ?.outerHTML.match(/today\\/([-0-9]{10})/)?.[1]";
        // A page is opened for a wide screen and for a finger, and looked at on the others of its kind.
        let (small, wide): (Vec<_>, Vec<_>) = SCREENS.into_iter().partition(|(w, h)| *w.min(h) < 500);
        for screens in [&wide[..], &small] {
            ann.has_screen(screens[0]).await?;
            ann.go("/today").await?;
            on_each_screen(&ann, ".tiles :is(button, a.button, a)", screens).await?;
            let date = ann.js(day, Value::Null).await?;
            let date = date.as_str().context("a day")?.to_owned();
            ann.go("/tables").await?;
            on_each_screen(&ann, "main a.button, main button", screens).await?;
            for game in bagatelle_catalog::games() {
                let id = game.id();
                ann.go(&format!("/{id}")).await?;
                for screen in screens {
                    ann.has_screen(*screen).await?;
                    on_screen(&ann, ".start button.primary", *screen).await?;
                    let covered = ann.js(COVERED, Value::Null).await?;
                    ensure!(covered == json!([]), "/{id} on {screen:?}: the button lies over {covered}");
                }
                ann.has_screen(screens[0]).await?;
                ann.js("document.cookie = 'learned=; path=/; max-age=0'", Value::Null).await?;
                ann.go(&format!("/{id}/learn")).await?;
                on_each_screen(&ann, "main .primary", screens).await?;
                ann.js(&learned, Value::Null).await?;
                ann.go(&format!("/{id}/learn")).await?;
                ann.sees_text(".done", "You’ve finished").await?;
                on_each_screen(&ann, "main .primary", screens).await?;
                ann.go(&format!("/{id}/learn/1")).await?;
                on_each_screen(&ann, "#goal", screens).await?;
                on_each_screen(&ann, ".board > svg", screens).await?;
                let put =
                    "return [...document.querySelectorAll('#put')].some((one) => one.checkVisibility())";
                if ann.js(put, Value::Null).await? == true {
                    on_each_screen(&ann, "#put", screens).await?;
                }
                if bagatelle_pages::today::has_deal(*game) {
                    ann.go(&format!("/today/{date}/{id}")).await?;
                    on_each_screen(&ann, "main .primary", screens).await?;
                }
            }
        }
        Ok(())
    })
    .await;
}

/// The way on from a step that is done, and the board of a position of the day.
#[tokio::test]
async fn what_follows_a_step_is_on_the_first_screen() {
    moving_story(async |world| {
        let ann = world.visitor().await?;
        ann.prefers("prefers-reduced-motion", "reduce").await?;
        for screen in SCREENS {
            ann.has_screen(screen).await?;
            for game in ["burbuja", "baju-puzzle", "bambam-booboo"] {
                ann.go(&format!("/{game}/learn/1")).await?;
                finish_step(&ann).await?;
                on_screen(&ann, "#next", screen).await?;
            }
            ann.go("/today/2026-01-02/baju-duel").await?;
            ann.sees("the position", "return Boolean(document.querySelector('#goal'))", true).await?;
            ann.rests().await?;
            on_screen(&ann, "#goal", screen).await?;
            on_screen(&ann, ".board > svg", screen).await?;
        }
        Ok(())
    })
    .await;
}

/// Where the task, the board and what is below the answer stand on the page.
const PLACES: &str = "return ['#goal', '.board', '.more'].map((one) =>
    Math.round(document.querySelector(one).getBoundingClientRect().top + scrollY))";

/// The answer to a try, and the way on, have their room from the start.
#[tokio::test]
async fn nothing_jumps_in_a_lesson_or_when_an_answer_is_shown() {
    moving_story(async |world| {
        for screen in [(1440, 900), (390, 844)] {
            let ann = world.visitor().await?;
            ann.prefers("prefers-reduced-motion", "reduce").await?;
            ann.has_screen(screen).await?;
            for step in ["burbuja/learn/1", "baju-duel/learn/2", "brain-burn/learn/3", "bulbous/learn/1"] {
                ann.go(&format!("/{step}")).await?;
                ann.rests().await?;
                let before = ann.js(PLACES, Value::Null).await?;
                finish_step(&ann).await?;
                let after = ann.js(PLACES, Value::Null).await?;
                ensure!(before == after, "{step} on {screen:?}: {before} > {after}");
            }
            for game in ["baju-duel", "bambam-booboo", "bulbous"] {
                ann.go(&format!("/today/2026-01-02/{game}")).await?;
                ann.sees("the position", "return Boolean(document.querySelector('#goal'))", true).await?;
                ann.rests().await?;
                let before = ann.js(PLACES, Value::Null).await?;
                ann.click("#show:enabled").await?;
                ann.sees_text("#verdict", "Play it to see why.").await?;
                let after = ann.js(PLACES, Value::Null).await?;
                ensure!(before == after, "{game} on {screen:?}: {before} > {after}");
            }
        }
        Ok(())
    })
    .await;
}

/// On a phone the words of a hint are where one looks: the page stays where it is, and so do the buttons.
#[tokio::test]
async fn a_hint_of_a_position_is_seen_on_a_phone_as_the_page_stands() {
    moving_story(async |world| {
        let ann = world.visitor().await?;
        ann.has_screen((390, 844)).await?;
        for game in ["baju-duel", "bambam-booboo", "bulbous"] {
            ann.go(&format!("/today/2026-01-02/{game}")).await?;
            ann.sees("the position", "return Boolean(document.querySelector('#goal'))", true).await?;
            ann.rests().await?;
            let places = "return [scrollY, ...[...document.querySelectorAll('form.steps button, .board')]
                .map((one) => Math.round(one.getBoundingClientRect().top))]";
            // Where a task is long, the buttons are just below.
            let down = "document.querySelector('form.steps').scrollIntoView({ block: 'nearest' })";
            ann.js(down, Value::Null).await?;
            let before = ann.js(places, Value::Null).await?;
            for press in ["[value=hint]", "#show"] {
                ann.click(&format!("form.steps {press}:enabled")).await?;
                ann.sees("the hint", "return document.querySelectorAll('#verdict .hint').length", 1).await?;
                ann.rests().await?;
                on_screen(&ann, "#verdict .hint", (390, 844)).await?;
                let after = ann.js(places, Value::Null).await?;
                ensure!(before == after, "{game}, {press}: {before} > {after}");
            }
        }
        Ok(())
    })
    .await;
}

/// A phone that is held across shows the whole board, and beside it what is asked.
#[tokio::test]
async fn the_whole_board_is_on_a_phone_held_across() {
    moving_story(async |world| {
        let ann = world.visitor().await?;
        ann.becomes_known().await?;
        for screen in [(844, 390), (667, 375), (932, 430)] {
            ann.has_screen(screen).await?;
            for (game, _) in solitaires().into_iter().chain(duels()) {
                ann.new_game(game).await?;
                on_screen(&ann, ".board > svg", screen).await?;
                on_screen(&ann, "#status", screen).await?;
                let small = "const box = document.querySelector('.board > svg').getBoundingClientRect();
                    return Math.max(box.width, box.height) < innerHeight * .75";
                ensure!(ann.js(small, Value::Null).await? == false, "a small board at {}", ann.path().await?);
            }
        }
        Ok(())
    })
    .await;
}

/// Where time runs, all names and clocks are on the screen of a phone together with the board, before
/// anything is scrolled.
#[tokio::test]
async fn the_clocks_are_in_sight_while_the_board_is() {
    moving_story(async |world| {
        let (ann, bob) = (world.visitor().await?, world.visitor().await?);
        for visitor in [&ann, &bob] {
            visitor.becomes_known().await?;
        }
        let terms = json!({ "pace": { "real-time": { "start_s": 300, "increment_s": 3 } } });
        let order = |game: &str, programs: &[&str]| {
            let wish = if game == "bulbous" { json!({ "seats": programs.len() + 1 }) } else { json!({}) };
            json!({ "game": game, "programs": programs, "wish": wish, "sit": 0, "name": "Ann",
                "terms": terms })
        };
        let orders = [
            order("baju-duel", &["open"]),
            order("bambam-booboo", &["open"]),
            order("bulbous", &["open"]),
            order("bulbous", &["open", "simple", "simple"]),
        ];
        for order in orders {
            let (status, made) = ann.api("POST", "/api/v1/games", order.clone()).await?;
            ensure!(status == 201, "{order}: {made}");
            let id = made["id"].as_str().context("an id")?;
            let sit = json!({ "kind": "sit", "seat": 1, "text": "Bob" });
            let (status, sat) = bob.api("POST", &format!("/api/v1/games/{id}/events"), sit).await?;
            ensure!(status == 200, "{sat}");
            for screen in [(390, 844), (360, 640)] {
                for (visitor, own) in [(&ann, "Ann"), (&bob, "Bob")] {
                    visitor.has_screen(screen).await?;
                    visitor.go(&format!("/g/{id}")).await?;
                    visitor.rests().await?;
                    let out = "const clocks = [...document.querySelectorAll('.seats .clock')].map((one) => \
                        one.getBoundingClientRect());
                        const board = document.querySelector('.board > svg').getBoundingClientRect();
                        const out = [...clocks, board].filter((box) => box.bottom > innerHeight || box.top < \
                        0 || !box.height);
                        const own = document.querySelector('.seats .own');
                        return [clocks.length, out.length, own.getBoundingClientRect().top >= board.bottom, \
                        own.textContent.includes(arguments[0])]";
                    let found = visitor.js(out, json!(own)).await?;
                    let cut = visitor.js(CUT, Value::Null).await?;
                    ensure!(cut == json!([]), "{order} on {screen:?} for {own}: {cut}");
                    ensure!(found == json!([2, 0, true, true]), "{order} on {screen:?} for {own}: {found}");
                }
            }
        }
        Ok(())
    })
    .await;
}

#[tokio::test]
async fn the_board_fits_the_first_screen() {
    moving_story(async |world| {
        let ann = world.visitor().await?;
        ann.becomes_known().await?;
        let screen = json!({ "width": 1280, "height": 720, "deviceScaleFactor": 1, "mobile": false });
        ann.emulate("Emulation.setDeviceMetricsOverride", screen).await?;
        for (game, _) in solitaires().into_iter().chain(duels()) {
            ann.new_game(game).await?;
            let beyond =
                "return document.querySelector('.board > svg').getBoundingClientRect().bottom - innerHeight";
            let beyond = ann.js(beyond, Value::Null).await?.as_f64().unwrap_or(f64::MAX);
            ensure!(beyond <= 0.0, "{} ends {beyond} px below the screen", ann.path().await?);
        }
        Ok(())
    })
    .await;
}

/// What Bulbous asks, and what comes of a turn, is seen below the board on a phone whose browser has bars.
#[tokio::test]
async fn what_came_of_a_turn_is_on_the_first_screen_of_a_phone() {
    moving_story(async |world| {
        let ann = world.visitor().await?;
        ann.becomes_known().await?;
        for screen in [(390, 664), (375, 667), (360, 640)] {
            ann.has_screen(screen).await?;
            let programs = ["simple"; 3];
            ann.new_game(json!({ "game": "bulbous", "wish": { "seats": 4 }, "programs": programs })).await?;
            ann.rests().await?;
            let beyond =
                "return document.querySelector('#status').getBoundingClientRect().bottom - innerHeight";
            let beyond = ann.js(beyond, Value::Null).await?.as_f64().unwrap_or(f64::MAX);
            ensure!(beyond <= 0.0, "the status ends {beyond} px below {screen:?}");
        }
        Ok(())
    })
    .await;
}

/// What unfolds at the end of the screen is seen.
#[tokio::test]
async fn what_unfolds_on_a_phone_is_on_its_screen() {
    moving_story(async |world| {
        let ann = world.visitor().await?;
        ann.becomes_known().await?;
        ann.has_screen((390, 664)).await?;
        ann.new_game(json!({ "game": "baju-duel", "programs": ["1"] })).await?;
        ann.js("document.querySelector('#resign summary').click()", Value::Null).await?;
        let seen = "const box = document.querySelector('#resign button').getBoundingClientRect();
            return box.height > 0 && box.bottom <= innerHeight + 1";
        ann.sees("the button", seen, true).await
    })
    .await;
}

/// The room that a short result leaves free makes no button higher.
#[tokio::test]
async fn the_buttons_of_a_result_are_as_high_as_buttons() {
    moving_story(async |world| {
        let ann = world.visitor().await?;
        ann.becomes_known().await?;
        ann.has_screen((1280, 720)).await?;
        for game in ["bulbous", "baju-duel", "bambam-booboo"] {
            ann.new_game(json!({ "game": game, "programs": ["1"] })).await?;
            let resign = "const { act, version } = document.querySelector('#table').dataset;
                return fetch(act, { method: 'POST', body: new URLSearchParams({ kind: 'resign', version }) })
                    .then((answer) => answer.ok)";
            ensure!(ann.js(resign, Value::Null).await? == true, "{game} goes on");
            ann.sees("the result", "return document.querySelectorAll('.now.over .after').length", 1).await?;
            ann.rests().await?;
            let high = "return [...document.querySelectorAll('.now.over :is(button, .button, summary)')]
                .map((one) => one.getBoundingClientRect().height).filter((height) => height > 64)";
            let high = ann.js(high, Value::Null).await?;
            ensure!(high == json!([]), "{game}: {high}");
        }
        Ok(())
    })
    .await;
}

/// The bytes that a first visit brings, compressed, with 300 for the headers of each request: until the page
/// has loaded, and without the fonts, which all pages share.
const WEIGHT: &str = "
    const [page] = performance.getEntriesByType('navigation');
    const parts = performance.getEntriesByType('resource').filter(({ name, startTime }) =>
        (startTime < page.loadEventEnd || name.endsWith('goal.svg')) && !name.endsWith('.woff2'));
    return [page, ...parts].map((part) => [part.name, part.encodedBodySize + 300]);";

/// The table of each game begins with few bytes, also on a slow network.
#[tokio::test]
async fn a_first_visit_to_a_table_is_light() {
    moving_story(async |world| {
        let ann = world.visitor().await?;
        ann.becomes_known().await?;
        for (game, _) in solitaires().into_iter().chain(duels()) {
            ann.new_game(game.clone()).await?;
            // The small picture of the goal comes early or late.
            ann.sees("all pictures", "return [...document.images].every((one) => one.complete)", true)
                .await?;
            let parts: Vec<(String, u64)> = serde_json::from_value(ann.js(WEIGHT, Value::Null).await?)?;
            let weight: u64 = parts.iter().map(|(_, bytes)| bytes).sum();
            eprintln!("{}: {weight} bytes", game["game"]);
            ensure!((30_000..75_000).contains(&weight), "{game}: {weight} bytes: {parts:#?}");
        }
        Ok(())
    })
    .await;
}

/// What is said for a while, such as the text of a chat, covers neither the head of the site nor the status,
/// and on a phone no button below the board.
#[tokio::test]
async fn what_is_said_for_a_while_covers_neither_the_head_nor_the_status() {
    moving_story(async |world| {
        let ann = world.visitor().await?;
        ann.becomes_known().await?;
        let said = "const address = performance.getEntriesByType('resource').map((one) => one.name)
            .find((name) => name.endsWith('-dom.js'));
            return import(address).then(({ dom$say: say }) => {
                say('Bob: No connection to the server, I think. Your move is waiting, and so am I.');
                const toast = document.querySelector('#toast').getBoundingClientRect();
                const covered = (one) => [...document.querySelectorAll(one)].some((element) => {
                    const box = element.getBoundingClientRect();
                    return box.top < toast.bottom && box.bottom > toast.top && box.left < toast.right &&
                        box.right > toast.left;
                });
                const buttons = innerWidth < 500 ? ['.side button'] : [];
                return ['header.site', '#status', ...buttons].filter(covered);
            })";
        for (game, _) in solitaires().into_iter().chain(duels()) {
            ann.new_game(game).await?;
            for screen in SCREENS {
                ann.has_screen(screen).await?;
                ann.rests().await?;
                let covered = ann.js(said, Value::Null).await?;
                ensure!(covered == json!([]), "{} on {screen:?}: {covered}", ann.path().await?);
            }
        }
        Ok(())
    })
    .await;
}

/// On a phone, what a line under the picture of a game says is not covered by the button below it.
#[tokio::test]
async fn nothing_overlaps_where_a_game_is_begun() {
    moving_story(async |world| {
        let ann = world.visitor().await?;
        ann.becomes_a_phone().await?;
        for game in bagatelle_catalog::games() {
            ann.go(&format!("/{}", game.id())).await?;
            let over = "const boxes = [...document.querySelectorAll('.about > div > *')].map((e) => \
                e.getBoundingClientRect());
                return Math.max(...boxes.slice(1).map((box, n) => boxes[n].bottom - box.top))";
            let over = ann.js(over, Value::Null).await?.as_f64().unwrap_or(f64::MAX);
            ensure!(over <= 1.0, "{}: two lines lie over each other by {over} px", game.id());
        }
        Ok(())
    })
    .await;
}

/// After the first move the goal is out of sight, a press brings it back, and a reload keeps it there. The
/// board rests all the while.
#[tokio::test]
async fn the_goal_folds_away_after_the_first_move() {
    moving_story(async |world| {
        let ann = world.visitor().await?;
        ann.becomes_known().await?;
        ann.new_game(json!({ "game": "baju-duel", "programs": ["1"] })).await?;
        let state = "const box = document.querySelector('.board > svg').getBoundingClientRect();
            const shown = document.querySelector('#aim').checkVisibility({ visibilityProperty: true });
            const told = document.querySelector('.goal .fold').ariaExpanded;
            return [shown, told, box.top, box.height].join(' ')";
        let open = ann.js(state, Value::Null).await?;
        let open = open.as_str().context("a state")?.to_owned();
        ensure!(open.starts_with("true true "), "before the first move: {open}");
        let play =
            "for (const name of JSON.parse(document.querySelector('#table').dataset.offers)[0].path.flat()) {
            [...document.querySelectorAll('#table [data-pick]')].find((one) => one.dataset.pick === name)
                .dispatchEvent(new MouseEvent('click', { bubbles: true }));
            }";
        ann.js(play, Value::Null).await?;
        let folded = open.replacen("true true", "false false", 1);
        ann.sees("no goal", state, folded.as_str()).await?;
        ann.click(".goal .fold").await?;
        ann.sees("the goal", state, open.as_str()).await?;
        ann.go(&ann.path().await?).await?;
        ann.sees("the goal after a reload", state, open.as_str()).await?;
        ann.click(".goal .fold").await?;
        ann.sees("no goal again", state, folded.as_str()).await
    })
    .await;
}

#[tokio::test]
async fn nothing_jumps_in_a_whole_solitaire() {
    moving_story(async |world| rest(&world.visitor().await?, solitaires()).await).await;
}

#[tokio::test]
async fn nothing_jumps_in_a_whole_game_against_a_program() {
    moving_story(async |world| rest(&world.visitor().await?, duels()).await).await;
}

#[tokio::test]
async fn nothing_jumps_on_a_phone() {
    moving_story(async |world| {
        let ann = world.visitor().await?;
        ann.becomes_a_phone().await?;
        rest(&ann, solitaires().map(|(game, actions)| (game, actions.min(20)))).await?;
        rest(&ann, duels()).await
    })
    .await;
}

#[tokio::test]
async fn the_foot_of_a_short_page_stands_at_the_end_of_the_window() {
    moving_story(async |world| {
        // The server answers that there is no such page.
        world.expect_complaint("status of 404");
        let ann = world.visitor().await?;
        let foot = "const foot = document.querySelector('footer.site nav').getBoundingClientRect();
            return [innerHeight - foot.bottom < 40, Math.abs(foot.left + foot.right - innerWidth) < 24]";
        for screen in [(1440, 900), (390, 844)] {
            ann.has_screen(screen).await?;
            for page in ["/tables", "/games", "/no-such-game"] {
                ann.go(page).await?;
                ann.sees(&format!("the foot of {page}, {screen:?}"), foot, json!([true, true])).await?;
            }
        }
        Ok(())
    })
    .await;
}

#[tokio::test]
async fn headings_stand_at_the_edge_of_one_column() {
    moving_story(async |world| {
        // The server answers that there is no such page.
        world.expect_complaint("status of 404");
        let ann = world.visitor().await?;
        let edge = "return document.querySelector('h1').getBoundingClientRect().left";
        for screen in [(1440, 900), (390, 844)] {
            ann.has_screen(screen).await?;
            ann.go("/today").await?;
            let today = ann.js(edge, Value::Null).await?;
            for page in ["/tables", "/games", "/settings", "/privacy", "/people", "/fairness", "/me", "/404"]
            {
                ann.go(page).await?;
                let here = ann.js(edge, Value::Null).await?;
                ensure!(here == today, "the heading of {page} on {screen:?}: {here}, not {today}");
            }
        }
        Ok(())
    })
    .await;
}

#[tokio::test]
async fn the_commands_of_a_lesson_are_seen_on_every_screen() {
    moving_story(async |world| {
        let ann = world.visitor().await?;
        let commands = "const all = [...document.querySelectorAll('#table .controls > [data-pick]')];
            const hidden = all.filter((one) => !one.hidden && !one.checkVisibility());
            return [all.length > 0, hidden.map((one) => one.dataset.pick)]";
        for screen in SCREENS {
            ann.has_screen(screen).await?;
            for step in 1..=4 {
                ann.go(&format!("/bulbous/learn/{step}")).await?;
                let seen = format!("the commands of step {step}, {screen:?}");
                ann.sees(&seen, commands, json!([true, []])).await?;
            }
        }
        Ok(())
    })
    .await;
}

/// Where the board of the page is, and the highest plate of a player, in whole pixels.
const BOARD: &str = "scrollTo(0, 0);
    const boxes = ['.board > svg', '.seats li'].map((one) => document.querySelector(one));
    return boxes.map((one) => one?.getBoundingClientRect() ?? new DOMRect())
        .flatMap(({ left, top, width, height }) => [left, top, width, height]).map(Math.round)";

/// The screens on which the places of boards are compared.
const BOARD_SCREENS: [(u32, u32); 3] = [(1440, 900), (1280, 720), (390, 844)];

/// Where the board of the page is on each of the screens.
async fn boards(ann: &Visitor) -> Result<Vec<[i64; 8]>> {
    let mut places = Vec::new();
    for screen in BOARD_SCREENS {
        ann.has_screen(screen).await?;
        ann.rests().await?;
        places.push(serde_json::from_value(ann.js(BOARD, Value::Null).await?)?);
    }
    Ok(places)
}

/// The board of one game, and the plates at its rim, have one place and one size on all pages of the game.
#[tokio::test]
async fn the_board_rests_from_tab_to_tab() {
    moving_story(async |world| {
        let ann = world.visitor().await?;
        ann.becomes_known().await?;
        for (game, _) in solitaires().into_iter().chain(duels()) {
            ann.new_game(game.clone()).await?;
            // A program may begin.
            let offered = "return JSON.parse(document.querySelector('#table').dataset.offers).length > 0";
            ann.sees("an offer", offered, true).await?;
            let table = ann.path().await?;
            let act = "const { offers, act, version } = document.querySelector('#table').dataset;
                const [offer] = JSON.parse(offers);
                return fetch(act, { method: 'POST', body: new URLSearchParams({ kind: 'act', text: \
                offer.text, version }) }).then((answer) => answer.status)";
            ensure!(ann.js(act, Value::Null).await? == 200, "{game}: no move");
            let resign = json!({ "kind": "resign" });
            let events = format!("/api/v1/games/{}/events", table.trim_start_matches("/g/"));
            let (status, answer) = ann.api("POST", &events, resign).await?;
            ensure!(status == 200, "{game}: {status} {answer}");
            ann.go(&table).await?;
            let own = boards(&ann).await?;
            let tabs = "return [...document.querySelectorAll('.back a')].map((a) => \
                a.getAttribute('href')).filter((to) => to !== arguments[0])";
            ann.go(&format!("{table}/replay")).await?;
            let tabs = ann.js(tabs, json!(table)).await?;
            let tabs: Vec<&str> = tabs.as_array().context("tabs")?.iter().filter_map(Value::as_str).collect();
            // With all hands open, the table of Bulbous is another drawing.
            let opens_hands = game["game"] == "bulbous";
            let tabs = tabs.into_iter().filter(|_| !opens_hands);
            for tab in [&format!("{table}/replay")[..]].into_iter().chain(tabs) {
                ann.go(tab).await?;
                ann.sees("a board", "return document.querySelector('.board > svg') !== null", true).await?;
                let here = boards(&ann).await?;
                let far = own.iter().flatten().zip(here.iter().flatten()).map(|(a, b)| (a - b).abs()).max();
                ensure!(far <= Some(3), "{game}, {tab}, {BOARD_SCREENS:?}: {own:?} > {here:?}");
            }
        }
        Ok(())
    })
    .await;
}

/// What is said for a while after a game covers no button of its result.
#[tokio::test]
async fn what_is_said_covers_no_button_of_a_result() {
    moving_story(async |world| {
        let ann = world.visitor().await?;
        ann.becomes_known().await?;
        for screen in SCREENS {
            ann.has_screen(screen).await?;
            ann.new_game(json!({ "game": "baju-duel", "programs": ["1"] })).await?;
            let id = ann.path().await?.trim_start_matches("/g/").to_owned();
            let resign = json!({ "kind": "resign" });
            let (status, answer) = ann.api("POST", &format!("/api/v1/games/{id}/events"), resign).await?;
            ensure!(status == 200, "{answer}");
            ann.go(&format!("/g/{id}")).await?;
            ann.rests().await?;
            let said = "document.querySelector('.share').open = true;
                const address = performance.getEntriesByType('resource').map((one) => one.name)
                    .find((name) => name.endsWith('-dom.js'));
                return import(address).then(({ dom$say: say }) => {
                    say('Copied.');
                    const box = (one) => one.getBoundingClientRect();
                    const toast = box(document.querySelector('#toast'));
                    return [...document.querySelectorAll('.now button, .after :is(button, .button, summary), \
                    .share :is(button, .button)')].filter((one) => box(one).height && box(one).top < \
                    toast.bottom && box(one).bottom > toast.top && box(one).left < toast.right && \
                    box(one).right > toast.left).map((one) => one.textContent);
                })";
            let covered = ann.js(said, Value::Null).await?;
            ensure!(covered == json!([]), "on {screen:?}: {covered}");
        }
        Ok(())
    })
    .await;
}
