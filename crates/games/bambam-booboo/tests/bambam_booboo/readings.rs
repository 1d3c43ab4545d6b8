//! The programs play whole games by other readings of the rules, and none gives a win away that it can keep.

use crate::common::{open, rules, setup};
use bagatelle_bambam_booboo::state::End;
use bagatelle_bambam_booboo::{BambamBooboo, Entry, Options, Slides};
use bagatelle_core::program::Budget;
use bagatelle_core::{Game, Playable, Rng, Seed, Stream, Turn};

fn readings() -> [Options; 3] {
    let short = Options { tiles: 6, ..Options::default() };
    [
        Options { slides: Slides::Any, ..short },
        Options { entry: Entry::Around, ..short },
        Options { slides: Slides::Any, entry: Entry::Around, ..short },
    ]
}

#[test]
fn programs_play_to_the_end() {
    let mut rng = Rng::new(&Seed::from_text("readings"), Stream::Test);
    let (mut legal, mut slid) = (Vec::new(), 0);
    for options in readings() {
        let game = rules(options);
        for (n, spec) in BambamBooboo::programs().iter().enumerate() {
            let mut state = game.start(&game.fixed_setup().unwrap()).unwrap();
            let mut programs = [spec, &BambamBooboo::programs()[n / 2]].map(|spec| (spec.make)());
            let mut plies = 0;
            while let Turn::Seat(seat) = game.turn(&state) {
                game.legal(&state, &mut legal);
                let program = &mut programs[seat.index()];
                let action = program.choose(&game, &state, &legal, &Budget::nodes(60), &mut rng).action;
                slid += usize::from(state.hand(seat) == 0);
                game.play(&mut state, action).unwrap_or_else(|e| panic!("{} plays {action}: {e}", spec.name));
                plies += 1;
                // Those that play at random may go on for long.
                if plies == 150 {
                    break;
                }
            }
            assert!(plies > 6, "{plies}");
        }
    }
    assert!(slid > 50, "{slid} slides");
}

#[test]
fn no_search_completes_a_block_of_the_other_side() {
    // Dark lacks one tile, and many slides of Light would complete the block.
    let game = rules(Options { slides: Slides::Any, ..Options::default() });
    let state = open(&game, &setup("0 0 V 1, 1 0 V 1, 2 0 V 1, 0 2 H 1, 0 3 H 0, 0 -1 H 0", [0, 4], 0));
    let mut legal = Vec::new();
    game.legal(&state, &mut legal);
    let mut rng = Rng::new(&Seed::from_text("gift"), Stream::Test);
    for spec in BambamBooboo::programs().iter().filter(|spec| spec.name != "1") {
        let action = (spec.make)().choose(&game, &state, &legal, &Budget::nodes(3_000), &mut rng).action;
        let mut next = state.clone();
        game.apply(&mut next, action);
        assert!(!matches!(next.end(), Some(End::Won(..))), "{} plays {action}", spec.name);
    }
}
