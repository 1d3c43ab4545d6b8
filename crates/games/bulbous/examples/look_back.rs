//! Lets programs play a game and looks back on it: `cargo run --example look_back -- SEATS PLAYER OUT.svg`.

#![allow(
    clippy::disallowed_macros,
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "an example measures, prints and writes files"
)]

use bagatelle_bulbous::analysis::analyse;
use bagatelle_bulbous::review::{picture, summary};
use bagatelle_bulbous::{Bulbous, DealOptions, Options};
use bagatelle_core::program::Budget;
use bagatelle_core::{Game, Playable, Record, Rng, Seed, Stream};
use bagatelle_testkit::contest::play;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [seats, player, out] = arguments.as_slice() else { return Err("SEATS PLAYER OUT.svg".into()) };
    let seats: u8 = seats.parse()?;
    let game = Bulbous::new(&Options::default())?;
    let seed = Seed::from_text("look back");
    let setup = game.deal(&DealOptions::of(seats), &mut Rng::new(&seed, Stream::Deal))?;
    let mut programs = Vec::new();
    for seat in 0..seats {
        let name = if seat == 0 { player.as_str() } else { "simple" };
        programs.push(Bulbous::program(name).ok_or("no such player")?);
    }
    let players: Vec<usize> = (0..usize::from(seats)).collect();
    let played = play(&game, game.start(&setup)?, &mut programs, &players, &seed, 5000, &mut |_, work| {
        work(&Budget::nodes(3000));
    });
    let mut record = Record::start(&game, &setup);
    record.actions = played.actions.iter().map(ToString::to_string).collect();
    let analysis = analyse(&record, 200)?;
    println!("{}", summary(&analysis));
    println!("{}", serde_json::to_string(&analysis.seats)?);
    let picture = picture(&analysis);
    println!("{} turns, {} bytes", analysis.turns.len(), picture.len());
    std::fs::write(out, picture)?;
    Ok(())
}
