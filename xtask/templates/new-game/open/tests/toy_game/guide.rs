//! What the game tells its players.

use bagatelle_core::present::named;
use bagatelle_core::{Game, Playable, Seat};
use bagatelle_toy_game::{Action, Options, Setup, State, ToyGame};

fn heap(stones: u8) -> (ToyGame, State) {
    let game = ToyGame::new(&Options::default()).unwrap();
    let state = game.start(&Setup { stones }).unwrap();
    (game, state)
}

#[test]
fn what_is_told_keeps_the_laws() {
    bagatelle_testkit::guidance::laws::<ToyGame>(4, 24);
}

#[test]
fn the_goal_and_the_status_say_what_to_do() {
    let (game, state) = heap(12);
    assert_eq!(game.goal(&state), "Take the last stone.");
    assert_eq!(game.status(&state, &[]), "Take up to 3 stones.");
    assert_eq!(game.status(&heap(1).1, &[]), "Take the last stone.");
    let other = ToyGame::new(&Options { last_loses: true }).unwrap();
    assert_eq!(other.goal(&state), "Leave the last stone to the other player.");
}

#[test]
fn every_refused_pick_has_a_reason() {
    let (game, state) = heap(12);
    let far = "No more than 3 stones are taken at once.";
    for (pick, reason) in [("stone-9", far), ("7", far), ("0", "At least one stone is taken.")] {
        assert_eq!(game.why_not(&state, &[pick]).as_deref(), Some(reason), "{pick}");
    }
    let (game, state) = heap(2);
    assert_eq!(game.why_not(&state, &["3"]).as_deref(), Some("Only 2 stones left."));
    assert_eq!(game.why_not(&state, &["x"]), None);
}

#[test]
fn a_move_is_told() {
    let (game, before) = heap(5);
    let (mut after, action) = (before, Action { stones: 2 });
    game.play(&mut after, action).unwrap();
    let seen = game.observe(&before, action, &after, bagatelle_core::Viewer::Seat(Seat(1)));
    let said = named(game.say(&before, &seen), |seat, _| game.side(&before, seat).unwrap());
    assert_eq!(said, "First takes 2 stones; 3 left.");
}
