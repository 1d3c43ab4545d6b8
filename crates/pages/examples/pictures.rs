//! Writes the pictures of the README: one drawing a game, made by this build. `cargo xtask pictures`.

#![allow(clippy::disallowed_methods, clippy::disallowed_macros, reason = "an example writes files")]

use bagatelle_pages::picture;
use std::error::Error;
use std::fs;
use std::path::PathBuf;

fn main() -> Result<(), Box<dyn Error>> {
    let folder = std::env::args_os().nth(1).map(PathBuf::from).ok_or("usage: pictures DIR")?;
    fs::create_dir_all(&folder)?;
    for game in bagatelle_catalog::games() {
        fs::write(folder.join(format!("{}.svg", game.id())), picture::sample(*game)? + "\n")?;
        println!("{}", game.id());
    }
    Ok(())
}
