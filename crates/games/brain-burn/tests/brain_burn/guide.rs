//! What the game tells its player.

use bagatelle_brain_burn::{BrainBurn, Options, Setup, State};
use bagatelle_core::{Game, Playable};

/// One slide and one swap from the goal; the hole is at the left end of the fourth row.
const NEAR: &str = "SA S2 S3 S4 S5 MA M2 M3 M4 M5 CA C2 C3 C4 C5 -- AA A3 A4 A5 S0 A2 M0 C0 A0 | \
                    A 2 3 4 5 A 2 3 4 5 A 2 3 4 5 - A 3 4 5 0 2 0 0 0";

fn near() -> (BrainBurn, State) {
    let game = BrainBurn::new(&Options::default()).unwrap();
    let state = game.start(&Setup { position: NEAR.into() }).unwrap();
    (game, state)
}

#[test]
fn what_is_told_keeps_the_laws() {
    bagatelle_testkit::guidance::laws::<BrainBurn>(1, 40);
}

#[test]
fn the_goal_and_the_status_say_what_to_do() {
    let (game, state) = near();
    assert_eq!(
        game.goal(&state),
        "Give each suit its own row, ace (spiral) to 5, with the nulls (empty circles) in the last row and \
         a coin of its own value on every tile."
    );
    assert_eq!(
        game.status(&state, &[]),
        "Slide a tile into the hole. Then you may swap its coin with one framed in dashes."
    );
    assert_eq!(game.status(&state, &["tile-AA"]), "Choose the neighbour to swap coins with the ace of Arms.");
}

#[test]
fn every_refused_click_and_key_has_a_reason() {
    let (game, state) = near();
    let far = "The 4 of Suns isn’t next to the hole. Only tiles next to it can slide, and only the tile \
        that just moved can swap coins, with a neighbour.";
    for (picks, reason) in [
        (&["tile-S4"][..], far),
        (&["tile-S5", "tile-S4"], far),
        (
            &["tile-AA", "tile-A4"],
            "The 4 of Arms isn’t next to the ace of Arms after the slide: only neighbours swap coins.",
        ),
        (&["cell-15"], "This is the hole: slide a tile next to it."),
        (&["ArrowRight"], "There’s no tile to the left of the hole, so none can slide right."),
        (
            &["Shift+ArrowLeft"],
            "There’s no tile to the left of the one that moved, so it can’t swap coins that way.",
        ),
    ] {
        assert_eq!(game.why_not(&state, picks).as_deref(), Some(reason), "{picks:?}");
    }
    assert_eq!(game.why_not(&state, &["KeyQ"]), None);
}

#[test]
fn a_line_of_the_log_lights_its_tiles() {
    let (game, mut state) = near();
    let before = state;
    let action = "Ur".parse().unwrap();
    game.play(&mut state, action).unwrap();
    let seen = game.observe(&before, action, &state, bagatelle_core::Viewer::Spectator);
    assert_eq!(
        game.say(&before, &seen),
        "The null of Suns slides up and swaps its coin, null, for the ace on the ace of Arms."
    );
    assert_eq!(game.lights(&before, &seen), ["tile-S0", "tile-AA"]);
}
