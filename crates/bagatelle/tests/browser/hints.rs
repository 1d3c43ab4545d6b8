//! What the solver does for a player.

use crate::analysis::press;
use crate::harness::story;
use anyhow::ensure;
use serde_json::{Value, json};

/// Three slides from the end, coins and all.
pub(crate) const NEAR: &str = "SA S2 S3 S4 S5 MA M2 M3 M4 M5 -- CA C3 C4 C5 AA C2 A3 A4 A5 S0 A2 M0 C0 A0 | \
                    A 2 3 4 5 A 2 3 4 5 - A 3 4 5 A 2 3 4 5 0 2 0 0 0";

#[tokio::test]
async fn a_nudge_marks_a_tile_and_the_solver_plays_to_the_end() {
    story(async |world| {
        let ann = world.visitor().await?;
        ann.becomes_known().await?;
        ann.new_game(json!({ "game": "brain-burn", "setup": { "position": NEAR } })).await?;
        ann.click("button[name=strength][value='1']").await?;
        ann.sees_text(".solver .found", "Try the marked tile.").await?;
        assert_eq!(ann.count(".board .hinted").await?, 1);
        ann.click("button[name=strength][value='3']").await?;
        ann.sees_text(".now.over .status", "olved").await?;
        ann.sees_figure("Moves", 3).await
    })
    .await;
}

/// On a phone what a hint says is below the board and the buttons: it comes into view with the pieces that it
/// is about.
#[tokio::test]
async fn a_hint_is_seen_on_a_phone() {
    let seen = "const box = (found) => found?.getBoundingClientRect();
        const [words, pieces] = [box(document.querySelector('.solver .found')),
            [...document.querySelectorAll('.board .hinted')].map(box)];
        const inside = (one) => one.top >= 0 && one.bottom <= innerHeight;
        return Boolean(words) && pieces.length > 0 && pieces.every(inside) && words.top < innerHeight";
    story(async |world| {
        for (game, strength, screen) in
            [("burbuja", 2, (390, 844)), ("burbuja", 2, (375, 720)), ("brain-burn", 1, (320, 568))]
        {
            let ann = world.visitor().await?;
            ann.becomes_known().await?;
            ann.has_screen(screen).await?;
            ann.new_game(json!({ "game": game, "seed": "hint" })).await?;
            ann.click(&format!("button[name=strength][value='{strength}']")).await?;
            ann.sees(&format!("a hint for {game} on {screen:?}"), seen, true).await?;
        }
        Ok(())
    })
    .await;
}

/// On the screen of a usual phone there is room for what a hint says, so the page does not move.
#[tokio::test]
async fn a_hint_moves_nothing_on_a_phone() {
    story(async |world| {
        let ann = world.visitor().await?;
        ann.becomes_known().await?;
        ann.has_screen((390, 844)).await?;
        // Then what scrolls does so at once.
        ann.prefers("prefers-reduced-motion", "reduce").await?;
        for game in ["brain-burn", "baju-puzzle", "burbuja"] {
            for strength in [1, 2] {
                ann.new_game(json!({ "game": game, "seed": "hint" })).await?;
                ann.js("scrollTo(0, 0)", Value::Null).await?;
                if strength == 1 {
                    ann.press("h").await?;
                } else {
                    press(&ann, &format!("button[name=strength][value='{strength}']")).await?;
                }
                ann.sees("an answer", "return Boolean(document.querySelector('.solver .found'))", true)
                    .await?;
                ann.rests().await?;
                let moved = ann.js("return scrollY", Value::Null).await?;
                ensure!(moved == 0, "{game}: the page scrolls by {moved}");
                let below = "const found = document.querySelector('.solver .found');
                    return found.getBoundingClientRect().bottom - innerHeight";
                let below = ann.js(below, Value::Null).await?;
                ensure!(below.as_f64().is_some_and(|by| by <= 0.0), "{game}: the hint ends {below} px below");
            }
        }
        Ok(())
    })
    .await;
}

/// What follows the panel of the solver rests from the first hint on, and while the page plays for the
/// player.
#[tokio::test]
async fn the_panel_keeps_its_height() {
    let watch = "window.places = new Set();
        const look = () => {
            const figures = document.querySelector('#table:not(.over) #figures');
            if (figures) places.add(Math.round(figures.getBoundingClientRect().top + scrollY));
            requestAnimationFrame(look);
        };
        look();";
    story(async |world| {
        let ann = world.visitor().await?;
        ann.becomes_known().await?;
        for screen in [(1440, 900), (390, 844)] {
            ann.has_screen(screen).await?;
            for game in ["burbuja", "baju-puzzle", "brain-burn"] {
                ann.new_game(json!({ "game": game, "seed": "panel" })).await?;
                ann.js(watch, Value::Null).await?;
                for strength in [1, 2] {
                    press(&ann, &format!("button[name=strength][value='{strength}']")).await?;
                    ann.sees("an answer", "return Boolean(document.querySelector('.solver .found'))", true)
                        .await?;
                }
                press(&ann, "button[name=strength][value='3']").await?;
                let moves = "return Number(document.querySelector('#table').dataset.version) > 3";
                ann.sees("moves that are played", moves, true).await?;
                let places = ann.js("return [...places]", Value::Null).await?;
                ensure!(places.as_array().is_some_and(|all| all.len() == 1), "{game} {screen:?}: {places}");
            }
        }
        Ok(())
    })
    .await;
}

/// The rings of a move that is shown are whole: they lie over all pieces, and are as many as the pieces.
#[tokio::test]
async fn what_a_hint_marks_lies_over_the_pieces() {
    let whole = "const [last, marked] = [document.querySelector('.board > svg > :last-child'),
            document.querySelectorAll('.board > svg > .hinted')];
        return marked.length > 0 && last.matches('.crown') && last.childElementCount === marked.length";
    story(async |world| {
        let ann = world.visitor().await?;
        ann.becomes_known().await?;
        let games = [
            json!({ "game": "bulbous", "wish": { "seats": 2 }, "programs": ["simple"], "seed": "hint" }),
            json!({ "game": "baju-duel", "programs": ["1"], "sit": 0 }),
            json!({ "game": "bambam-booboo", "programs": ["1"], "sit": 0 }),
            json!({ "game": "burbuja", "seed": "hint" }),
        ];
        for game in games {
            ann.new_game(game).await?;
            ann.click("button[name=strength][value='2']").await?;
            ann.sees("whole rings", whole, true).await?;
        }
        // The coin, its tile, and where that goes.
        ann.sees("from and to", "return document.querySelectorAll('.crown > *').length", 3).await
    })
    .await;
}

#[tokio::test]
async fn a_program_answers_and_the_match_goes_on() {
    story(async |world| {
        let ann = world.visitor().await?;
        ann.becomes_known().await?;
        // One action from a line of four.
        let position = "W1W2W3--/B1B2----/B3--B4--/-------- W -";
        let game = json!({ "game": "baju-duel", "setup": { "position": position }, "programs": ["1"],
            "best_of": 3 });
        ann.new_game(game).await?;
        ann.sees_text(".match", "Round 1, best of 3: you 0–0 Finn").await?;
        ann.type_move("5@c2").await?;
        ann.sees("an answer", "return document.querySelector('#table').dataset.version", "2").await?;
        ann.sees_text(".status", "Your move.").await?;
        ann.press("z").await?;
        ann.sees("the first position", "return document.querySelectorAll('.story li').length", 0).await
    })
    .await;
}

#[tokio::test]
async fn a_board_is_made_in_the_workshop_and_played_on() {
    story(async |world| {
        let ann = world.visitor().await?;
        ann.go("/baju-puzzle/workshop").await?;
        let bridges = "return document.querySelectorAll('main svg a').length > 20";
        ann.sees("places for bridges", bridges, true).await?;
        let text = "return decodeURIComponent(location.search).includes('red')";
        ann.js(
            "document.querySelector('main svg a').dispatchEvent(new MouseEvent('click', { bubbles: true }))",
            json!(null),
        )
        .await?;
        ann.sees("a red bridge in the text", text, true).await
    })
    .await;
}

/// A key on the button that plays a move leaves the focus there.
#[tokio::test]
async fn the_focus_stays_on_the_button_that_plays_a_move() {
    story(async |world| {
        let ann = world.visitor().await?;
        ann.becomes_known().await?;
        ann.new_game(json!({ "game": "baju-duel", "programs": ["1"] })).await?;
        ann.js("document.querySelector('button[name=strength][value=\"3\"]').focus()", Value::Null).await?;
        ann.press("Enter").await?;
        let moved = "return Number(document.querySelector('#table').dataset.ply) > 0";
        ann.sees("a move", moved, true).await?;
        ann.rests().await?;
        let focus = "return document.activeElement.textContent.trim()";
        ann.sees("the focus on the same button", focus, "Play a move for me").await
    })
    .await;
}
