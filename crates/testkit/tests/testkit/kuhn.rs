//! Kuhn poker keeps the laws, has its 30 terminal histories, and its hidden card is drawn fairly.

use bagatelle_core::NoOptions;
use bagatelle_core::{Game, Seat, Turn, Viewer};
use bagatelle_testkit::texts::Language;
use bagatelle_toys::kuhn::Kuhn;

bagatelle_testkit::enter!(Kuhn, bagatelle_testkit::Effort { games: 60, plies: 9 });
bagatelle_testkit::enter_page!(Kuhn, bagatelle_testkit::Effort { games: 60, plies: 9 });
bagatelle_testkit::enter_schema!(Kuhn);
bagatelle_testkit::enter_texts!(Kuhn, Language { texts: 11, actions: 11, ..Language::BASE });

fn histories(game: &Kuhn, state: &<Kuhn as Game>::State) -> u32 {
    let mut actions = Vec::new();
    match game.turn(state) {
        Turn::Over => return 1,
        Turn::Chance => actions.extend(Kuhn::deals()),
        Turn::Seat(_) => game.legal(state, &mut actions),
    }
    actions
        .into_iter()
        .map(|action| {
            let mut next = state.clone();
            game.play(&mut next, action).unwrap();
            histories(game, &next)
        })
        .sum()
}

#[test]
fn thirty_terminal_histories() {
    let game = Kuhn::new(&NoOptions {}).unwrap();
    assert_eq!(histories(&game, &game.start(&NoOptions {}).unwrap()), 30);
}

#[test]
fn a_player_knows_the_own_card_only_and_samples_evenly() {
    let game = Kuhn::new(&NoOptions {}).unwrap();
    let mut state = game.start(&NoOptions {}).unwrap();
    let name = |s: &<Kuhn as Game>::State| format!("{s:?}");
    game.play(&mut state, "~KQ".parse().unwrap()).unwrap();
    bagatelle_testkit::uniform(&game, &state, Viewer::Seat(Seat(0)), 2000, 2, name);
    bagatelle_testkit::uniform(&game, &state, Viewer::Spectator, 6000, 6, name);
    for text in ["bet", "bet"] {
        game.play(&mut state, text.parse().unwrap()).unwrap();
    }
    bagatelle_testkit::uniform(&game, &state, Viewer::Spectator, 100, 1, name);
    assert_eq!(game.outcome(&state).unwrap().scores, Some(vec![2, -2]));
}

#[test]
#[should_panic(expected = "uneven")]
fn a_crooked_sample_is_caught() {
    // A deal that the viewer did not see: six positions, but the name maps two of them onto one.
    let game = Kuhn::new(&NoOptions {}).unwrap();
    let mut state = game.start(&NoOptions {}).unwrap();
    game.play(&mut state, "~KQ".parse().unwrap()).unwrap();
    bagatelle_testkit::uniform(&game, &state, Viewer::Spectator, 6000, 5, |s| {
        format!("{s:?}").replace("[J, K]", "[K, J]")
    });
}
