//! What the game tells its players.

use bagatelle_core::present::named;
use bagatelle_core::{Game, Playable, Seat, Viewer};
use bagatelle_toy_game::{Action, Options, Setup, State, ToyGame};

/// The first seat has 3, 6 and 9, the second 2, 5 and 10.
fn dealt() -> (ToyGame, State) {
    let game = ToyGame::new(&Options::default()).unwrap();
    let state = game.start(&Setup { cards: [3, 6, 9, 2, 5, 10, 7, 4, 1, 8, 11] }).unwrap();
    (game, state)
}

#[test]
fn what_is_told_keeps_the_laws() {
    bagatelle_testkit::guidance::laws::<ToyGame>(4, 10);
}

#[test]
fn the_goal_and_the_status_say_what_to_do() {
    let (game, mut state) = dealt();
    let view = game.view(&state, Viewer::Seat(Seat(0)));
    assert_eq!(game.goal(&view), "Win three of five tricks: the higher card wins.");
    assert_eq!(game.status(&view, &[]), "Lead a card.");
    game.play(&mut state, Action { card: 6 }).unwrap();
    let view = game.view(&state, Viewer::Seat(Seat(1)));
    assert_eq!(game.status(&view, &[]), "Play a card against the 6.");
}

#[test]
fn every_refused_pick_has_a_reason() {
    let (game, mut state) = dealt();
    game.play(&mut state, Action { card: 6 }).unwrap();
    let view = game.view(&state, Viewer::Seat(Seat(1)));
    for (pick, reason) in [
        ("back-0-1", "This card is in the other hand."),
        ("card-6", "The 6 has been played."),
        // Who holds it is not told.
        ("3", "The 3 isn’t in your hand."),
        ("8", "The 8 isn’t in your hand."),
        ("0", "There is no 0: the cards are numbered from 1 to 11."),
    ] {
        assert_eq!(game.why_not(&view, &[pick]).as_deref(), Some(reason), "{pick}");
    }
    assert_eq!(game.why_not(&view, &["ArrowUp"]), None);
}

#[test]
fn a_trick_is_told_and_each_player_learns_the_own_card_only() {
    let trick = "Second plays the 10: Second wins the trick, 10 against 6.";
    for (viewer, drawn) in [
        (Viewer::Seat(Seat(0)), " You draw the 4."),
        (Viewer::Seat(Seat(1)), " You draw the 7."),
        (Viewer::Spectator, ""),
    ] {
        let (game, mut state) = dealt();
        let mut told = |card: u8| {
            let (before, action) = (state.clone(), Action { card });
            game.play(&mut state, action).unwrap();
            let view = game.view(&before, viewer);
            let said = game.say(&view, &game.observe(&before, action, &state, viewer));
            named(said, |seat, _| game.side(&view, seat).unwrap())
        };
        assert_eq!(told(6), "First leads the 6.");
        assert_eq!(told(10), format!("{trick}{drawn}"));
    }
}
