//! The texts: actions, set-ups and turns.

use bagatelle_burbuja::words::turns;
use bagatelle_burbuja::{Action, Burbuja, Options, Setup, SetupError};
use bagatelle_core::{Game, Rng, Seed, Stream};
use bagatelle_piecepack::{Rank, Suit, Tile};

fn game() -> Burbuja {
    Burbuja::new(&Options::default()).unwrap()
}

#[test]
fn a_turn_is_told_in_a_sentence() {
    let game = game();
    let setup = Setup {
        tiles: "SnSaS2S3S4/S5MnMaM2M3/M4M5CnCa/C2C3C4C5An/AaA2A3A4A5".into(),
        coins: "S=na2345 M=na2345 C=na2345 A=na2345".into(),
    };
    let start = game.start(&setup).unwrap();
    let actions: Vec<Action> = "pick:Sf move:3,1 pick:Mt reject pick:Mf move:-3,0 pick:At"
        .split(' ')
        .map(|text| text.parse().unwrap())
        .collect();
    let told: Vec<String> = turns(&game, &start, &actions).into_iter().map(|turn| turn.text).collect();
    assert_eq!(
        told,
        [
            "The null of Suns moved to the right of the 3 of Moons.",
            "The ace of Moons from the top of the stack was rejected; the null of Moons moved to the left of \
             the 4 of Moons.",
            "The ace of Arms from the top of the stack.",
        ]
    );
}

#[test]
fn a_set_up_that_cannot_be_is_refused_with_its_error() {
    let game = game();
    let good =
        game.deal(&Default::default(), &mut Rng::new(&Seed::from_text("edges"), Stream::Deal)).unwrap();
    assert!(game.start(&good).is_ok());
    let tiles = |from: &str, to: &str| Setup { tiles: good.tiles.replacen(from, to, 1), ..good.clone() };
    let coins = |text: &str| Setup { coins: text.into(), ..good.clone() };
    assert_eq!(game.start(&tiles("/", "")), Err(SetupError::Rows));
    assert_eq!(game.start(&tiles("S3", "M3")), Err(SetupError::Twice(Tile::new(Suit::Moons, Rank::Three))));
    assert!(matches!(game.start(&tiles("S3", "S9")), Err(SetupError::Tile(_))));
    assert_eq!(game.start(&coins("")), Err(SetupError::Suit(Suit::Suns)));
    assert_eq!(game.start(&coins("S")), Err(SetupError::Coins));
    assert_eq!(game.start(&coins("X=na2345")), Err(SetupError::Coins));
    assert_eq!(game.start(&coins("S=na2344")), Err(SetupError::Suit(Suit::Suns)));
    assert_eq!(game.start(&coins("S=na2345 S=na2345")), Err(SetupError::Suit(Suit::Suns)));
    assert!(matches!(game.start(&coins("S=na2346")), Err(SetupError::Rank(_))));
}

#[test]
fn actions_have_one_text_each() {
    for text in [
        "pick:S",
        "pick:Sx",
        "pick:sf",
        "move:+3,0",
        "move:03,0",
        "move:-0,0",
        "move:128,0",
        "move:1",
        "Reject",
        "",
    ] {
        assert!(text.parse::<Action>().is_err(), "{text}");
    }
}
