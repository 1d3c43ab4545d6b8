//! Connect four keeps the laws and has its published counts.

use bagatelle_core::NoOptions;
use bagatelle_core::perft::perft;
use bagatelle_core::{Game, Outcome, Rng, Seat, Seed, Stream, Turn};
use bagatelle_testkit::texts::Language;
use bagatelle_toys::connect_four::{ConnectFour, Illegal};

bagatelle_testkit::enter!(ConnectFour);
bagatelle_testkit::enter_page!(ConnectFour);
bagatelle_testkit::enter_schema!(ConnectFour);
bagatelle_testkit::enter_texts!(ConnectFour, Language { texts: 7, actions: 7, ..Language::BASE });

#[test]
#[should_panic(expected = "texts of the pattern, and actions among them")]
fn another_count_of_texts_is_caught() {
    bagatelle_testkit::texts::laws::<ConnectFour>(Language { texts: 8, actions: 7, ..Language::BASE });
}

fn after(columns: &str) -> (ConnectFour, <ConnectFour as Game>::State) {
    let game = ConnectFour::new(&NoOptions {}).unwrap();
    let mut state = game.start(&NoOptions {}).unwrap();
    for column in columns.split("") {
        if let Ok(action) = column.parse() {
            game.play(&mut state, action).unwrap();
        }
    }
    (game, state)
}

/// Counts: <https://oeis.org/A212693> as far as no game has ended, and Tromp's connect four pages.
#[test]
fn perft_is_as_published() {
    let (game, start) = after("");
    let counts: Vec<u64> = (1..=8).map(|depth| perft(&game, &start, depth)).collect();
    assert_eq!(counts, [7, 49, 343, 2401, 16807, 117_649, 823_536, 5_673_234]);
}

#[test]
fn four_in_every_direction_wins() {
    for (columns, winner) in
        [("1121314", 0), ("1212121", 0), ("12233434474", 0), ("76655454414", 0), ("71121314", 1)]
    {
        let (game, state) = after(columns);
        assert_eq!(game.outcome(&state), Some(Outcome::won(Seat(winner), "four in a row")), "{columns}");
        assert_eq!(game.turn(&state), Turn::Over);
    }
}

#[test]
fn a_full_column_is_refused_with_a_reason() {
    let (game, mut state) = after("111111");
    let before = state;
    assert_eq!(game.play(&mut state, "1".parse().unwrap()), Err(Illegal::Full));
    assert_eq!(state, before);
    assert_eq!("8".parse::<<ConnectFour as Game>::Action>().unwrap_err().text, "8");
}

/// Both draw once for each action, so the same seed plays the same game.
#[test]
fn what_is_drawn_without_a_list_is_what_is_drawn_from_the_list() {
    let game = ConnectFour::new(&NoOptions {}).unwrap();
    let rng = || Rng::new(&Seed::from_text("drawn"), Stream::Test);
    let (mut drawing, mut choosing, mut legal) = (rng(), rng(), Vec::new());
    for _ in 0..200 {
        let mut state = game.start(&NoOptions {}).unwrap();
        while let Some(drawn) = game.random_legal(&state, &mut drawing, &mut Vec::new()) {
            game.legal(&state, &mut legal);
            assert_eq!(Some(&drawn), choosing.choose(&legal));
            game.apply(&mut state, drawn);
        }
        assert_eq!(game.turn(&state), Turn::Over);
    }
}
