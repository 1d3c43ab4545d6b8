//! Draws by repetition, against a slow count that knows only what a view tells. Games go to and fro, which
//! random games hardly do: most slides are taken back by the next slide of the same player.

use crate::common::{BRIDGE, GAP, open, picture, rules, setup};
use bagatelle_bambam_booboo::state::End;
use bagatelle_bambam_booboo::{Action, BambamBooboo, Contact, Options, Setup, State};
use bagatelle_core::program::Budget;
use bagatelle_core::{Game, NoOptions, Playable, Rng, Seat, Seed, Stream, Turn, Viewer};
use serde_json::Value;
use std::collections::HashMap;

/// What makes positions equal: tiles wherever they lie on the table, their owners, hands, the seat to act.
fn key(state: &State, to_act: u8) -> String {
    let view = serde_json::to_value(state).unwrap();
    let tiles: Vec<(i64, i64, String)> = view["tiles"].as_array().unwrap().iter().map(cells).collect();
    let left = tiles.iter().map(|tile| tile.0).min().unwrap_or(0);
    let low = tiles.iter().map(|tile| tile.1).min().unwrap_or(0);
    let mut tiles: Vec<String> =
        tiles.iter().map(|(x, y, rest)| format!("{},{} {rest}", x - left, y - low)).collect();
    tiles.sort_unstable();
    format!("{tiles:?} {} {to_act}", view["hands"])
}

fn cells(tile: &Value) -> (i64, i64, String) {
    let words: Vec<&str> = tile.as_str().unwrap().split(' ').collect();
    (words[0].parse().unwrap(), words[1].parse().unwrap(), words[2..].join(" "))
}

/// An action: most often the slide that takes the last one of the same seat back.
fn choose(game: &BambamBooboo, state: &State, mine: Option<Action>, clever: bool, rng: &mut Rng) -> Action {
    if let Some(Action::Slide { from, to, .. }) = mine {
        let back = Action::Slide { from: to, to: from, keep: None };
        if rng.below(5) > 0 && game.check(state, back).is_ok() {
            return back;
        }
    }
    let mut legal = Vec::new();
    if clever {
        game.legal(state, &mut legal);
        let Turn::Seat(seat) = game.turn(state) else { panic!("the game is over") };
        let view = game.view(state, Viewer::Seat(seat));
        return BambamBooboo::program("2")
            .unwrap()
            .choose(game, &view, &legal, &Budget::nodes(40), rng)
            .action;
    }
    game.random_legal(state, rng, &mut legal).unwrap()
}

/// Plays a game and compares each position; tells whether it was drawn by repetition.
fn drawn(game: &BambamBooboo, setup: &Setup, clever: bool, rng: &mut Rng) -> bool {
    let mut state = open(game, setup);
    let mut seen: HashMap<String, usize> = HashMap::new();
    let mut to_act = state.to_act().0;
    *seen.entry(key(&state, to_act)).or_default() += 1;
    let mut last: [Option<Action>; 2] = [None; 2];
    for _ in 0..60 {
        let Turn::Seat(seat) = game.turn(&state) else { break };
        let action = choose(game, &state, last[seat.index()], clever, rng);
        last[seat.index()] = Some(action);
        game.play(&mut state, action).unwrap();
        to_act = 1 - to_act;
        let times = seen.entry(key(&state, to_act)).or_default();
        *times += 1;
        let at = || format!("{} after {action}", serde_json::to_string(&state).unwrap());
        assert_eq!(state.occurrences(), *times, "{}", at());
        let won = matches!(state.end(), Some(End::Won(..)));
        assert_eq!(state.end() == Some(End::Repeated), *times >= 3 && !won, "{}", at());
    }
    state.end() == Some(End::Repeated)
}

/// How many of this many games are drawn.
fn draws(title: &str, count: u64, mut play: impl FnMut(u64, &mut Rng) -> bool) -> usize {
    (0..count).filter(|&n| play(n, &mut Rng::new(&Seed::from_text(title).nth(n), Stream::Test))).count()
}

#[test]
fn third_occurrences_are_seen_in_games_to_and_fro() {
    let drawn = draws("to and fro", 120, |n, rng| {
        let contact = [Contact::Aligned, Contact::Side][n as usize % 2];
        let tiles = 3 + (n % 4) as u8;
        drawn(&rules(Options { tiles, contact, ..Options::default() }), &Setup::default(), false, rng)
    });
    assert!(drawn > 40, "{drawn}");
}

#[test]
fn third_occurrences_are_seen_among_many_tiles() {
    let dense = picture(&["aaBBcc", "DeeFgH", "DiiFgH", "jjKKll", "MnnOpp", "MqqORR"], [0, 0], 0);
    let starts = [setup(BRIDGE, [0, 0], 0), setup(GAP, [0, 0], 0), setup(BRIDGE, [0, 0], 1), dense];
    let drawn = draws("many tiles", 80, |n, rng| {
        drawn(&rules(Options::default()), &starts[n as usize % starts.len()], false, rng)
    });
    assert!(drawn > 25, "{drawn}");
}

#[test]
fn third_occurrences_are_seen_in_games_of_programs() {
    let drawn = draws("programs", 24, |n, rng| {
        let tiles = 4 + (n % 2) as u8;
        drawn(&rules(Options { tiles, ..Options::default() }), &Setup::default(), true, rng)
    });
    assert!(drawn > 4, "{drawn}");
}

#[test]
fn either_colour_may_begin() {
    let game = rules(Options { tiles: 8, ..Options::default() });
    for seat in [Seat(0), Seat(1)] {
        let state = open(&game, &game.begun_by(seat).unwrap());
        assert_eq!((game.turn(&state), state.hands()), (Turn::Seat(seat), [8, 8]));
    }
    assert_eq!(game.begun_by(Seat(0)), game.fixed_setup());
}

#[test]
fn new_games_need_enough_tiles_to_win() {
    for tiles in 1..=20 {
        let game = rules(Options { tiles, ..Options::default() });
        assert_eq!(game.check_wishes(&NoOptions {}).is_err(), tiles < 4, "{tiles}");
    }
    let refusal = rules(Options { tiles: 2, ..Options::default() })
        .check_wishes(&NoOptions {})
        .unwrap_err()
        .to_string();
    assert_eq!(refusal, "with 2 tiles each no player can win: a block takes 4, so each player needs 4 to 20");
}

#[test]
fn a_group_is_named_by_any_of_its_tiles() {
    let game = rules(Options::default());
    let heap = setup("0 0 H 0, -2 0 H 1, -4 0 H 0, 2 0 H 1, 4 0 H 0, 0 -2 V 1", [0, 0], 0);
    let state = open(&game, &heap);
    let mut legal = Vec::new();
    game.legal(&state, &mut legal);
    let mut named = 0;
    for action in legal {
        let Action::Slide { from, to, keep: Some(name) } = action else { continue };
        let after = |tile: &str| game.read(&state, &format!("{from}>{to}={tile}")).unwrap();
        assert_eq!(after(&name.to_string()), action);
        let mut next = state.clone();
        game.apply(&mut next, action);
        for (_, tile) in next.heap().tiles() {
            assert_eq!(after(&tile.to_string()), action, "{tile}");
            named += 1;
        }
    }
    assert!(named > 4, "{named}");
    let none = game.read(&state, "H0,0>V0,-4=V9,9").unwrap();
    assert_eq!(game.check(&state, none).unwrap_err().to_string(), "V9,9 isn’t in one of the largest groups");
}
