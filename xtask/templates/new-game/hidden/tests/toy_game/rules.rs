//! Known counts, the edge cases of the rules, what is hidden, and the strength of the programs.

use bagatelle_core::perft::perft;
use bagatelle_core::program::{Budget, Program, Random};
use bagatelle_core::schema::read_view;
use bagatelle_core::{Game, NoOptions, Rng, Seat, Seed, Stream, Turn, Viewer};
use bagatelle_testkit::texts::Language;
use bagatelle_toy_game::programs::Counting;
use bagatelle_toy_game::{Action, Illegal, Options, Setup, SetupError, State, ToyGame};
use serde_json::json;

bagatelle_testkit::enter_numbers!(ToyGame, Language { texts: 11, actions: 11, ..Language::BASE });

/// The first seat has 3, 6 and 9, the second 2, 5 and 10.
const CARDS: [u8; 11] = [3, 6, 9, 2, 5, 10, 7, 4, 1, 8, 11];

fn game(low_wins: bool) -> ToyGame {
    ToyGame::new(&Options { low_wins }).unwrap()
}

/// The position after some cards.
fn after(game: &ToyGame, cards: &[u8]) -> State {
    let mut state = game.start(&Setup { cards: CARDS }).unwrap();
    cards.iter().for_each(|&card| game.play(&mut state, Action { card }).unwrap());
    state
}

/// Each player has three cards for three tricks, then two, then one.
#[test]
fn perft_counts_the_ways_to_play_cards() {
    let game = game(false);
    let counts = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11].map(|depth| perft(&game, &after(&game, &[]), depth));
    assert_eq!(counts, [3, 9, 27, 81, 243, 729, 1458, 2916, 2916, 2916, 0]);
}

#[test]
fn the_higher_card_wins_and_its_player_leads() {
    for (low_wins, winner) in [(false, 1), (true, 0)] {
        let game = game(low_wins);
        let state = after(&game, &[6, 10]);
        assert_eq!(game.turn(&state), Turn::Seat(Seat(winner)));
        assert_eq!(game.won(&state.tricks, Seat(winner)), 1);
        // The winner draws first.
        let drawn = if winner == 1 { [4, 7] } else { [7, 4] };
        assert!(state.hands[0].contains(&drawn[0]) && state.hands[1].contains(&drawn[1]), "{state:?}");
    }
}

#[test]
fn most_tricks_win() {
    let game = game(false);
    let state = after(&game, &[6, 10, 7, 9, 4, 5, 8, 1, 2, 3]);
    assert_eq!(game.turn(&state), Turn::Over);
    let outcome = game.outcome(&state).unwrap();
    assert_eq!((outcome.winners, outcome.scores), (vec![Seat(1)], Some(vec![2, 3])));
    assert_eq!(game.check(&state, Action { card: 11 }), Err(Illegal::Over));
}

#[test]
fn only_cards_of_the_own_hand_can_be_played() {
    let game = game(false);
    let mut state = after(&game, &[6]);
    let refusal = game.play(&mut state, Action { card: 3 }).unwrap_err();
    assert_eq!((refusal.to_string().as_str(), &state), ("the 3 is not in the hand", &after(&game, &[6])));
    for text in ["0", "12", "01", "", "one"] {
        assert!(text.parse::<Action>().is_err(), "{text}");
    }
}

#[test]
fn a_deal_has_each_card_once() {
    let game = game(false);
    let start = |change: (usize, u8)| {
        let mut cards = CARDS;
        cards[change.0] = change.1;
        game.start(&Setup { cards })
    };
    assert_eq!(start((10, 3)), Err(SetupError::Twice(3)));
    for card in [0, 12] {
        assert_eq!(start((4, card)), Err(SetupError::NoCard(card)));
    }
    let deal = |n: u32| {
        let mut rng = Rng::new(&Seed::from_text(&n.to_string()), Stream::Deal);
        game.deal(&NoOptions {}, &mut rng).unwrap().cards
    };
    let first: std::collections::BTreeSet<u8> = (0..400).map(|n| deal(n)[0]).collect();
    assert_eq!(first, (1..=11).collect());
}

#[test]
fn hands_and_the_deck_are_hidden() {
    let game = game(false);
    let state = after(&game, &[6]);
    for (viewer, seat, hand) in [
        (Viewer::Seat(Seat(0)), Some(0), &[3, 9][..]),
        (Viewer::Seat(Seat(1)), Some(1), &[2, 5, 10]),
        (Viewer::Spectator, None, &[]),
    ] {
        let shown = serde_json::to_value(game.view(&state, viewer)).unwrap();
        assert_eq!(shown, json!({ "viewer": seat, "hand": hand, "led": 6, "tricks": [] }));
    }
    // The second seat has not seen seven cards, two of which are in the other hand: 21 hands. A spectator has
    // not seen ten, three of which are in the hand of the second seat.
    let name = |state: &State| format!("{:?}", state.hands);
    bagatelle_testkit::uniform(&game, &state, Viewer::Seat(Seat(1)), 4000, 21, name);
    bagatelle_testkit::uniform(&game, &state, Viewer::Spectator, 6000, 120, |state| {
        format!("{:?}", state.hands[1])
    });
}

#[test]
fn a_view_that_no_seat_can_have_is_refused() {
    let game = game(false);
    let own = |hand: &[u8], tricks: &[[u8; 2]]| {
        let view = json!({ "viewer": 0, "hand": hand, "led": null, "tricks": tricks });
        read_view(&game, Viewer::Seat(Seat(0)), &view)
    };
    assert!(own(&[1, 2, 3], &[]).is_ok());
    for (hand, tricks) in [
        (&[1, 2][..], &[][..]),
        (&[1, 3, 2], &[]),
        (&[1, 2, 12], &[]),
        (&[1, 2, 3], &[[3, 4]]),
        (&[], &[[1, 2], [3, 4], [5, 6], [7, 8], [9, 10], [11, 1]]),
    ] {
        assert!(own(hand, tricks).is_err(), "{hand:?} {tricks:?}");
    }
}

#[test]
fn counting_cards_pays() {
    for low_wins in [false, true] {
        let game = game(low_wins);
        let mut won = 0;
        for n in 0..400u64 {
            let mut rng = Rng::new(&Seed::from_text("opponent").nth(n), Stream::Test);
            let mut state = game.start(&game.deal(&NoOptions {}, &mut rng).unwrap()).unwrap();
            let counting = Seat((n % 2) as u8);
            let mut legal = Vec::new();
            while let Turn::Seat(seat) = game.turn(&state) {
                game.legal(&state, &mut legal);
                let view = game.view(&state, Viewer::Seat(seat));
                let budget = Budget::nodes(1);
                let action = match seat == counting {
                    true => Counting.choose(&game, &view, &legal, &budget, &mut rng).action,
                    false => Random.choose(&game, &view, &legal, &budget, &mut rng).action,
                };
                game.play(&mut state, action).unwrap();
            }
            won += u32::from(game.outcome(&state).unwrap().winners == [counting]);
        }
        assert!(won > 230, "{won} of 400 games, low wins: {low_wins}");
    }
}
