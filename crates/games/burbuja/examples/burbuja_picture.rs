//! Writes a picture:
//! `cargo run -p bagatelle-burbuja --example burbuja_picture -- SEED CHANCES PLIES > x.svg`. The moves are
//! those of the heuristic.

#![allow(
    clippy::disallowed_macros,
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "an example measures, prints and writes files"
)]

use bagatelle_burbuja::{Burbuja, Options, draw};
use bagatelle_core::present::Fixed;
use bagatelle_core::program::Budget;
use bagatelle_core::{Game, NoOptions, Playable, Rng, Seat, Seed, Stream, Turn, Viewer};

fn main() {
    let args: Vec<String> = std::env::args().collect();
    let arg = |n: usize, default: &str| args.get(n).cloned().unwrap_or_else(|| default.into());
    let chances = arg(2, "S1M1C1A1").parse().expect("chances");
    let game = Burbuja::new(&Options { chances, ..Options::default() }).expect("a game");
    let seed = Seed::from_text(&arg(1, "picture"));
    let mut rng = Rng::new(&seed, Stream::Deal);
    let mut state = game.start(&game.deal(&NoOptions {}, &mut rng).expect("a deal")).expect("a start");
    let mut program = Burbuja::program("heuristic").expect("a program");
    let mut legal = Vec::new();
    for _ in 0..arg(3, "0").parse().expect("a number") {
        game.legal(&state, &mut legal);
        if game.turn(&state) == Turn::Over {
            break;
        }
        let view = game.view(&state, Viewer::Seat(Seat(0)));
        let advice = program.choose(&game, &view, &legal, &Budget::nodes(1000), &mut rng);
        game.apply(&mut state, advice.action);
    }
    game.legal(&state, &mut legal);
    println!("{}", draw::scene(&game, &game.view(&state, Viewer::Seat(Seat(0))), &legal, Fixed::Drawn));
}
