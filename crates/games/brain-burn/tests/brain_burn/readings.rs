//! Coins that belong on tiles of their own suit and value.

use bagatelle_brain_burn::{BrainBurn, DealOptions, Match, Options, Setup, State};
use bagatelle_core::perft::perft;
use bagatelle_core::present::Scene;
use bagatelle_core::{Game, Playable, Rng, Seed, Stream, Turn};

fn suits() -> BrainBurn {
    BrainBurn::new(&Options { coins: Match::Suit }).unwrap()
}

fn start(game: &BrainBurn, position: &str) -> State {
    game.start(&Setup { position: position.into() }).unwrap_or_else(|e| panic!("{e}"))
}

/// All tiles at home. Two coins of one value lie on each other’s tiles, one slide and a swap from home.
const CROSSED: &str = "SA S2 S3 S4 S5 MA M2 M3 M4 M5 CA C2 C3 C4 C5 AA A2 A3 A4 A5 S0 -- M0 C0 A0 | \
                       SA S2 S3 S4 S5 MA M2 M3 M4 M5 CA C2 C3 C4 C5 AA A2 A3 A4 A5 M0 - S0 C0 A0";

/// A position without the suits of its coins.
fn by_value(position: &str) -> String {
    let (tiles, coins) = position.split_once('|').unwrap();
    let values: Vec<&str> = coins.split_whitespace().map(|coin| &coin[coin.len() - 1..]).collect();
    format!("{tiles}| {}", values.join(" "))
}

#[test]
fn a_coin_of_another_suit_does_not_do() {
    let usual = BrainBurn::new(&Options::default()).unwrap();
    assert!(start(&usual, &by_value(CROSSED)).is_solved());
    let game = suits();
    let mut state = start(&game, CROSSED);
    assert_eq!((state.wrong_tiles(), state.wrong_coins()), (0, 2));
    assert_eq!(state.to_string(), CROSSED);
    // The null of Suns with the coin of Moons slides right; beside it is the null of Moons, which has its
    // coin.
    let before = state;
    let action = "Rr".parse().unwrap();
    game.play(&mut state, action).unwrap();
    let seen = game.observe(&before, action, &state, bagatelle_core::Viewer::Spectator);
    assert_eq!(
        game.say(&before, &seen),
        "The null of Suns slides right and swaps its coin, null of Moons, for the null of Suns on the null \
         of Moons."
    );
    assert_eq!(serde_json::to_value(seen).unwrap()["slid"], "S0 M0");
    assert!(state.is_solved() && state.wrong_coins() == 0);
    assert_eq!(game.turn(&state), Turn::Over);
}

#[test]
fn positions_name_the_suits_of_their_coins_and_nothing_else_is_read() {
    let game = suits();
    let refused = |text: &str| game.start(&Setup { position: text.into() }).unwrap_err().to_string();
    let unknown = refused(&by_value(CROSSED));
    assert!(unknown.starts_with("“A” isn’t a coin: where suits count"), "{unknown}");
    assert_eq!(refused(&CROSSED.replace("| SA", "| S2")), "the coin S2 appears twice");
    let usual = BrainBurn::new(&Options::default()).unwrap();
    assert!(usual.start(&Setup { position: CROSSED.into() }).is_err());
    // The same seed deals the same pieces.
    let deal = |game: &BrainBurn| {
        let seed = Seed::from_text("1");
        game.deal(&DealOptions::default(), &mut Rng::new(&seed, Stream::Deal)).unwrap().position
    };
    assert_eq!(by_value(&deal(&game)), deal(&usual).replace("  ", " "));
    assert_eq!(serde_json::to_string(&Options::default()).unwrap(), "{}");
    assert_eq!(serde_json::to_string(&Options { coins: Match::Suit }).unwrap(), r#"{"coins":"suit"}"#);
}

#[test]
fn counts_are_as_written() {
    let mut wrong = Vec::new();
    for row in include_str!("../counts.tsv").lines().filter(|row| !row.starts_with('#')) {
        let words: Vec<&str> = row.split('\t').collect();
        let [reading, depth, count] = words[..] else { panic!("{row}") };
        let (game, state) = match reading {
            "suit" => (suits(), start(&suits(), CROSSED)),
            _ => panic!("{row}"),
        };
        let found = perft(&game, &state, depth.parse().unwrap());
        if found.to_string() != count {
            wrong.push(format!("{row}: {found}"));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn a_swap_of_neighbours_can_always_be_made_so_every_deal_can_be_solved() {
    // The hole goes three times round a square of four cells, which brings the three tiles there back; one
    // swap on the way exchanges the coins of two of them.
    let game = suits();
    let mut state = start(&game, CROSSED);
    let before = state;
    for _ in 0..3 {
        for action in ["D", "L", "U", "R"] {
            game.play(&mut state, action.parse().unwrap()).unwrap();
        }
    }
    assert_eq!(state, before, "three rounds change nothing");
    for (n, action) in ["D", "L", "U", "R"].repeat(3).into_iter().enumerate() {
        let swapped = format!("{action}{}", if n == 0 { "l" } else { "" });
        game.play(&mut state, swapped.parse().unwrap()).unwrap();
    }
    let differ = (0..25).filter(|&cell| state.coin(cell) != before.coin(cell)).count();
    assert_eq!(differ, 2);
    assert!((0..25).all(|cell| state.tile(cell) == before.tile(cell)));
}

#[test]
fn the_picture_shows_suits_and_the_solver_knows_nothing() {
    let game = suits();
    let state = start(&game, CROSSED);
    let svg = game.svg(&Scene { legal: &[], ..Scene::still(&state) });
    assert!(svg.contains("null of Suns with coin null of Moons"));
    assert!(game.solver().is_none() && game.par().is_none() && game.grader().is_none());
    assert!(game.analyser().is_none() && game.goal(&state).contains("its own suit and value"));
}
