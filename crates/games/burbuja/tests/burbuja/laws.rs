//! Burbuja keeps the laws of all games, has the published counts, and hides the order of the unseen coins
//! fairly.

use bagatelle_burbuja::chances::Chances;
use bagatelle_burbuja::{Burbuja, Options, Setup, State};
use bagatelle_core::perft::perft;
use bagatelle_core::{Game, Seat, Viewer};
use bagatelle_testkit::Effort;
use bagatelle_testkit::texts::Language;

bagatelle_testkit::enter!(Burbuja, Effort { games: 12, plies: 200 });
bagatelle_testkit::enter_page!(Burbuja);
bagatelle_testkit::enter_encoding!(Burbuja);
bagatelle_testkit::enter_schema!(Burbuja);
// Three suits with two coins each, `reject`, and 24 texts of a coordinate, of which 17 are those of numbers:
// `00` and `-0` are not.
bagatelle_testkit::enter_numbers!(
    Burbuja,
    Language { letters: 3, repeats: 2, texts: 7 + 24 * 24, actions: 7 + 17 * 17 }
);

fn ordered(chances: Chances) -> (Burbuja, State) {
    let game = Burbuja::new(&Options { chances, ..Options::default() }).unwrap();
    let setup = Setup {
        tiles: "SnSaS2S3S4/S5MnMaM2M3/M4M5CnCa/C2C3C4C5An/AaA2A3A4A5".into(),
        coins: "S=na2345 M=na2345 C=na2345 A=na2345".into(),
    };
    let state = game.start(&setup).unwrap();
    (game, state)
}

#[test]
fn perft_is_as_published() {
    let (game, state) = ordered(Chances::default());
    let counts: Vec<u64> = (1..=6).map(|depth| perft(&game, &state, depth)).collect();
    assert_eq!(counts, [8, 169, 1304, 27_370, 211_232, 4_466_403]);
    let (game, state) = ordered(Chances::Each([0; 4]));
    let counts: Vec<u64> = (1..=4).map(|depth| perft(&game, &state, depth)).collect();
    assert_eq!(counts, [8, 161, 1288, 25_759]);
}

#[test]
fn unseen_coins_are_drawn_evenly() {
    let (game, mut state) = ordered(Chances::default());
    // Two Suns go, one of them with the coin that then lies in front; three Suns are left unseen.
    for text in ["pick:Sf", "move:-3,0", "pick:St", "move:3,0"] {
        game.play(&mut state, text.parse().unwrap()).unwrap();
    }
    let name = |s: &State| s.piles[bagatelle_piecepack::Suit::Suns].stack.to_string();
    assert_eq!(name(&state), "345");
    for viewer in [Viewer::Seat(Seat(0)), Viewer::Spectator] {
        bagatelle_testkit::uniform(&game, &state, viewer, 6000, 6, name);
    }
    // A returned coin is known and stays below the unseen ones.
    for text in ["pick:Sf", "reject"] {
        game.play(&mut state, text.parse().unwrap()).unwrap();
    }
    assert_eq!(name(&state), "45a");
    bagatelle_testkit::uniform(&game, &state, Viewer::Seat(Seat(0)), 2000, 2, name);
}
