//! Known counts, and the edge cases of the rules, as positions and actions.

use bagatelle_brain_burn::action::CELLS;
use bagatelle_brain_burn::state::solved;
use bagatelle_brain_burn::{BrainBurn, DealOptions, Illegal, Options, Setup, SetupError, State};
use bagatelle_core::perft::perft;
use bagatelle_core::{Game, Rng, Seed, Stream, Turn};
use std::collections::HashSet;

fn rules() -> BrainBurn {
    BrainBurn::new(&Options::default()).unwrap()
}

fn start(position: &str) -> Result<State, SetupError> {
    rules().start(&Setup { position: position.into() })
}

const SOLVED: &str = "SA S2 S3 S4 S5 MA M2 M3 M4 M5 CA C2 C3 C4 C5 AA A2 A3 A4 A5 S0 M0 -- C0 A0 | \
                      A 2 3 4 5 A 2 3 4 5 A 2 3 4 5 A 2 3 4 5 0 0 - 0 0";

/// How many different positions `depth` moves from the goal lead to, told apart as people would.
fn distinct_ends(depth: u32) -> usize {
    let game = rules();
    let (mut layer, mut moves) = (vec![solved(2)], Vec::new());
    for _ in 0..depth {
        let mut next = Vec::new();
        for state in &layer {
            game.moves(state, &mut moves);
            next.extend(moves.iter().map(|&action| {
                let mut state = *state;
                game.apply(&mut state, action);
                state
            }));
        }
        layer = next;
    }
    layer.iter().map(State::to_string).collect::<HashSet<_>>().len()
}

#[test]
fn counts_from_the_goal() {
    let game = rules();
    assert_eq!([1, 2, 3, 4].map(|depth| perft(&game, &solved(2), depth)), [9, 102, 1206, 15180]);
    assert_eq!([1, 2, 3, 4].map(distinct_ends), [7, 74, 742, 6991]);
}

#[test]
fn a_hole_with_n_neighbours_has_n_squared_moves() {
    let game = rules();
    for hole in 0..25u8 {
        let seed = Seed::from_text("holes");
        let setup = game.deal(&DealOptions { hole: Some(hole) }, &mut Rng::new(&seed, Stream::Deal)).unwrap();
        let state = game.start(&setup).unwrap();
        assert_eq!(state.hole(), usize::from(hole));
        let edges = usize::from(matches!(hole / 5, 0 | 4)) + usize::from(matches!(hole % 5, 0 | 4));
        assert_eq!(game.count_legal(&state), [16, 9, 4][edges], "hole {hole}");
        assert_eq!(perft(&game, &state, 1), [16, 9, 4][edges]);
    }
}

#[test]
fn the_goal_and_one_move_before_it() {
    let game = rules();
    let mut state = start(SOLVED).unwrap();
    assert!(state.is_solved());
    assert_eq!(state.to_string(), solved(2).to_string());
    assert_eq!(game.turn(&state), Turn::Over);
    assert_eq!(game.play(&mut state, "R".parse().unwrap()), Err(Illegal::Solved));

    // Slide the null left of the hole away and back: the swap on the way makes a coin wrong, the one back
    // mends it.
    let text = SOLVED
        .replace("S0 M0 -- C0", "S0 -- M0 C0")
        .replace("0 0 - 0 0", "0 - 2 0 0")
        .replace("A 2 3 4 5 0 -", "A 0 3 4 5 0 -");
    let mut state = start(&text).unwrap();
    assert_eq!((state.wrong_tiles(), state.wrong_coins()), (0, 2));
    game.play(&mut state, "Lu".parse().unwrap()).unwrap();
    assert_eq!(game.outcome(&state).unwrap().reason, "solved");
}

#[test]
fn nulls_may_lie_in_any_order_and_coins_only_count_by_value() {
    let text = SOLVED.replace("S0 M0 -- C0 A0", "A0 C0 -- S0 M0");
    assert!(start(&text).unwrap().is_solved());
    let text = SOLVED.replace("AA A2 A3 A4 A5 S0", "S0 A2 A3 A4 A5 AA");
    let state = start(&text).unwrap();
    assert_eq!((state.wrong_tiles(), state.wrong_coins()), (2, 2));
}

#[test]
fn what_cannot_be_done_is_said() {
    let game = rules();
    let corner = SOLVED
        .replace("S0 M0 -- C0 A0", "-- S0 M0 C0 A0")
        .replace("0 0 - 0 0", "- 0 0 0 0")
        .replace("SA S2", "S2 SA");
    let mut state = start(&corner).unwrap();
    let before = state;
    for (text, why) in [
        ("U", "there’s no tile below the hole, so none can slide up"),
        ("R", "there’s no tile to the left of the hole, so none can slide right"),
        ("Lr", "there’s no tile to the right of the one that moved, so it can’t swap coins that way"),
        ("Ld", "there’s no tile below the one that moved, so it can’t swap coins that way"),
    ] {
        assert_eq!(game.play(&mut state, text.parse().unwrap()).unwrap_err().to_string(), why, "{text}");
        assert_eq!(state, before);
    }
    game.play(&mut state, "Lu".parse().unwrap()).unwrap();
    for text in ["", "X", "u", "RR", "Rdd", "R d", "Rx", "R→"] {
        assert!(text.parse::<bagatelle_brain_burn::Action>().is_err(), "{text}");
    }
}

#[test]
fn swapping_equal_coins_is_legal_and_moves_them() {
    let game = rules();
    let text = SOLVED
        .replace("S0 M0 -- C0 A0", "S0 M0 C0 A0 --")
        .replace("0 0 - 0 0", "0 0 0 0 -")
        .replace("SA S2", "S2 SA");
    let mut state = start(&text).unwrap();
    game.play(&mut state, "R".parse().unwrap()).unwrap();
    let mut swapped = state;
    game.play(&mut state, "R".parse().unwrap()).unwrap();
    assert_eq!(game.play(&mut swapped, "Ru".parse().unwrap()), Ok(()));
    assert_eq!(state.hole(), swapped.hole());
    let coins = |s: &State| (0..CELLS).filter_map(|c| s.coin(c)).collect::<HashSet<_>>().len();
    assert_eq!((coins(&state), coins(&swapped)), (24, 24));
}

#[test]
fn a_typed_position_is_checked() {
    let faults = [
        ("", "a position is 25 tiles, a bar “|” and 25 coins; the bar is missing"),
        ("SA | A", "a position has 25 tiles, the hole included, not 1"),
        (&SOLVED[..SOLVED.len() - 2], "a position has 25 coins, the hole included, not 24"),
        (
            &SOLVED.replace("SA", "SB"),
            "“SB” isn’t a tile: a tile is a suit S, M, C or A and a value 0, A, 2, 3, 4 or 5; the hole is --",
        ),
        (&SOLVED.replace("SA", "S2"), "the tile S2 appears twice"),
        (&SOLVED.replace("SA", "--"), "there must be one hole, not 2"),
        (
            &SOLVED.replace("0 0 - 0 0", "0 - 0 0 0"),
            "the hole among the coins must be where the hole among the tiles is",
        ),
        (
            &SOLVED.replace("| A", "| x"),
            "“x” isn’t a coin: a coin is a value 0, A, 2, 3, 4 or 5; the hole is -",
        ),
        (&SOLVED.replace("| A", "| 2"), "there are more than four coins of value 2"),
    ];
    for (text, fault) in faults {
        assert_eq!(start(text).unwrap_err().to_string(), fault);
    }
    let options = DealOptions { hole: Some(25) };
    let seed = Seed::from_text("1");
    assert_eq!(rules().deal(&options, &mut Rng::new(&seed, Stream::Deal)), Err(SetupError::HoleCell(25)));
}

#[test]
fn a_seed_gives_the_same_deal_for_ever() {
    let deal = |options: DealOptions| {
        rules().deal(&options, &mut Rng::new(&Seed::from_text("1"), Stream::Deal)).unwrap().position
    };
    assert_eq!(
        deal(DealOptions { hole: None }),
        "C3 M2 A0 MA CA C5 S4 M0 M5 S0 A3 A2 SA S5 AA -- S3 C0 M4 C2 M3 A5 A4 S2 C4 | \
         3 2 5 3 4 3 2 5 2 0 A A 4 4 0 - 0 3 5 A 2 4 A 0 5"
    );
    let words =
        |text: String| text.split(' ').filter(|w| !w.starts_with('-')).map(String::from).collect::<Vec<_>>();
    assert_eq!(words(deal(DealOptions { hole: Some(0) })), words(deal(DealOptions { hole: Some(24) })));
}
