//! Writes the table of a random game as SVG:
//! `cargo run -p bagatelle-bulbous --example bulbous_picture -- SEATS PLIES SEAT OUT.svg`; a seat of 9 is a
//! spectator.

#![allow(
    clippy::disallowed_macros,
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "an example measures, prints and writes files"
)]

use bagatelle_bulbous::{Bulbous, DealOptions, Options};
use bagatelle_core::present::{Playable, Scene};
use bagatelle_core::{Game, Rng, Seat, Seed, Stream, Turn, Viewer};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [seats, plies, seat, out] = arguments.as_slice() else {
        return Err("SEATS PLIES SEAT OUT.svg".into());
    };
    let game = Bulbous::new(&Options::default())?;
    let seed = Seed::from_text("picture");
    let setup = game.deal(&DealOptions::of(seats.parse()?), &mut Rng::new(&seed, Stream::Deal))?;
    let mut state = game.start(&setup)?;
    let viewer = match seat.parse()? {
        9 => Viewer::Spectator,
        seat => Viewer::Seat(Seat(seat)),
    };
    let mut rng = Rng::new(&seed, Stream::Test);
    let mut legal = Vec::new();
    let mut last = None;
    for _ in 0..plies.parse()? {
        let action = match game.turn(&state) {
            Turn::Over => break,
            Turn::Chance => game.sample_chance(&state, &mut rng),
            Turn::Seat(_) => {
                game.legal(&state, &mut legal);
                rng.choose(&legal).copied()
            }
        };
        let Some(action) = action else { break };
        let before = state.clone();
        game.apply(&mut state, action);
        let seen = game.observe(&before, action, &state, viewer);
        eprintln!("{}", game.say(&game.view(&before, viewer), &seen));
        last = Some(seen);
    }
    let view = game.view(&state, viewer);
    let picture = game.svg(&Scene { last: last.as_ref(), ..Scene::still(&view) });
    eprintln!("{} bytes", picture.len());
    std::fs::write(out, picture)?;
    Ok(())
}
