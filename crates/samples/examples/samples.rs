//! Writes all sample pages into a folder, with the files they need, so that a browser shows them without a
//! server: `cargo run -p bagatelle-samples --example samples -- DIR`. Prints the name of each page.

#![allow(clippy::disallowed_methods, clippy::disallowed_macros, reason = "an example writes files")]

use bagatelle_pages::{assets, picture, urls};
use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};

fn main() -> Result<(), Box<dyn Error>> {
    let folder = std::env::args_os().nth(1).map(PathBuf::from).ok_or("usage: samples DIR")?;
    let put = |address: &str, bytes: &[u8]| -> std::io::Result<()> {
        let path = folder.join(address.trim_start_matches('/'));
        fs::create_dir_all(path.parent().unwrap_or(Path::new("")))?;
        fs::write(path, bytes)
    };
    for (file, asset) in assets::all() {
        put(&urls::asset(file), &asset.bytes)?;
    }
    for game in bagatelle_catalog::games() {
        put(&urls::game_picture(game.id()), picture::sample(*game)?.as_bytes())?;
    }
    for sample in bagatelle_samples::all() {
        let html = sample.page.into_string();
        for id in html.split("src=\"/g/").skip(1).filter_map(|rest| rest.split("/qr.svg\"").next()) {
            if id.bytes().all(|b| b.is_ascii_alphanumeric()) {
                put(&urls::qr(id), picture::qr(&urls::table(id)).unwrap_or_default().as_bytes())?;
            }
        }
        for address in html.split("src=\"").skip(1).filter_map(|rest| rest.split('"').next()) {
            // The tables of the samples with deals of the day have the ids of their games.
            let daily = address.strip_prefix("/today/").and_then(|rest| rest.split('/').nth(1));
            let table = address.strip_prefix("/g/").and_then(|rest| rest.strip_suffix("/picture.svg"));
            if let Some(game) = daily.or(table).and_then(bagatelle_catalog::find) {
                put(address, picture::sample(game)?.as_bytes())?;
            }
        }
        // Opened as a file, an address that begins with a slash would be at the root of the disk.
        let html = html.replace("href=\"/", "href=\"").replace("src=\"/", "src=\"");
        put(&format!("{}.html", sample.name), html.as_bytes())?;
        println!("{}", sample.name);
    }
    Ok(())
}
