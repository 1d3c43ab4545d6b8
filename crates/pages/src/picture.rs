//! Drawings that are not part of a page: the sample picture of a game, and the QR code of a link.

use crate::letters::{Line, Weight};
use bagatelle_catalog::AnyGame;
use bagatelle_core::record::RecordError;
use bagatelle_core::{Rng, Seed, Stream, Viewer};
use bagatelle_table::Table;
use maud::{PreEscaped, html};
use qrcode::render::svg;
use qrcode::{EcLevel, QrCode};
use serde_json::Value;

/// The size in pixels of the picture that other sites show with a link.
pub const PREVIEW: (u32, u32) = (1200, 630);

/// How many boards stand side by side and one above the other in the picture of the site.
const BOARDS: (u32, u32) = (3, 2);
/// The size of a board's place there, in pixels.
const BOARD: u32 = 272;
/// The size of a board there.
const INNER: u32 = 248;
/// The margin of the picture, in pixels.
const MARGIN: u32 = 43;
/// The paper and the ink of the pages by day, `--paper` and `--ink` in the style sheet.
const PAPER: &str = "#f3eee4";
const INK: &str = "#2a2520";

/// How many random moves are played for the sample picture of a game for several: an empty board shows
/// little.
const PLIES_BEFORE_SAMPLE: usize = 14;
/// The least width of a QR code, in pixels.
const QR_SIZE: u32 = 160;

/// The picture of a game for lists, as an SVG document: the same for all visitors.
///
/// # Errors
/// When the game cannot be dealt with its usual options, which its tests rule out.
pub fn sample(game: &dyn AnyGame) -> Result<String, RecordError> {
    let seed = Seed::from_text("bagatelle");
    let record = game.deal(&Value::Null, &Value::Null, &seed)?;
    let mut play = game.open(&record)?;
    let mut rng = Rng::new(&seed, Stream::Rollout);
    let plies = if play.seats() > 1 { PLIES_BEFORE_SAMPLE } else { 0 };
    for _ in 0..plies {
        let next = play.chance(&seed).or_else(|| rng.choose(&play.legal()).cloned());
        match next.map(|text| play.play(&text)) {
            Some(Ok(_)) => (),
            _ => break,
        }
    }
    Ok(play.svg(Viewer::Spectator))
}

/// The deal of a seed with the usual options, as an SVG document.
///
/// # Errors
/// When the game cannot be dealt in this way.
pub fn deal(game: &dyn AnyGame, seed: &str) -> Result<String, RecordError> {
    let record = game.deal(&Value::Null, &Value::Null, &Seed::from_text(seed))?;
    Ok(game.open(&record)?.svg(Viewer::Spectator))
}

/// The picture that other sites show with a link to the site, as an SVG document of [`PREVIEW`] pixels: its
/// name and the boards of all games.
///
/// # Errors
/// When a game cannot be dealt with its usual options, which its tests rule out.
pub fn site() -> Result<String, RecordError> {
    let (width, height) = PREVIEW;
    let mut boards = String::new();
    for (n, game) in (0_u32..).zip(crate::game::all()) {
        let (column, row) = (n % BOARDS.0, n / BOARDS.0);
        let (x, y) = (width - MARGIN - (BOARDS.0 - column) * BOARD, MARGIN + row * BOARD);
        let place = format!(r#"<svg x="{x}" y="{y}" width="{INNER}" height="{INNER}" "#);
        // Drawings of different games have different parts under the same names.
        let own = sample(*game)?.replacen("<svg ", &place, 1);
        let own = own.replace(" id=\"", &format!(" id=\"{n}-"));
        let own = own.replace("href=\"#", &format!("href=\"#{n}-"));
        boards += &own.replace("url(#", &format!("url(#{n}-"));
    }
    let line = |text: &str, weight, y, size| Line::new(text, weight).draw(MARGIN, y, size, false, INK);
    let svg = html! {
        svg xmlns="http://www.w3.org/2000/svg" viewBox={ "0 0 " (width) " " (height) } {
            rect width=(width) height=(height) fill=(PAPER) {}
            (line("Bagatelle", Weight::Semibold, 300, 66))
            (line("Small games,", Weight::Regular, 356, 34))
            (line("well kept.", Weight::Regular, 400, 34))
            (PreEscaped(boards))
        }
    };
    Ok(svg.into_string())
}

/// The ply that the picture of a link shows: of a solitaire the deal, of other games the requested ply or the
/// newest. How a game ended is for those to see who open it.
#[must_use]
pub fn link_ply(table: &Table, asked: Option<usize>) -> usize {
    let newest = table.play().ply();
    let ply = asked.unwrap_or(newest).min(newest);
    let ending = table.is_over() && ply == newest;
    if ending || table.play().seats() == 1 { 0 } else { ply }
}

/// A link as a QR code, as an SVG document. `None` if the link is too long for one.
#[must_use]
pub fn qr(link: &str) -> Option<String> {
    let code = QrCode::with_error_correction_level(link, EcLevel::M).ok()?;
    Some(code.render::<svg::Color<'_>>().min_dimensions(QR_SIZE, QR_SIZE).build())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_has_a_sample_picture() {
        for game in crate::game::all() {
            assert!(sample(*game).unwrap().starts_with("<svg"), "{}", game.id());
        }
    }

    #[test]
    fn the_picture_of_the_site_has_the_board_of_each_game() {
        let (svg, all) = (site().unwrap(), crate::game::all());
        assert_eq!(svg.matches("<svg x=").count(), all.len());
        assert!(all.len() <= (BOARDS.0 * BOARDS.1) as usize, "each has its place");
        // Each part is named once, and each name that is used has its part.
        let named: Vec<&str> =
            svg.split(" id=\"").skip(1).filter_map(|rest| rest.split('"').next()).collect();
        let mut once = named.clone();
        once.sort_unstable();
        once.dedup();
        assert_eq!(once.len(), named.len());
        let used = svg.split("href=\"#").skip(1).filter_map(|rest| rest.split('"').next());
        for name in used.chain(svg.split("url(#").skip(1).filter_map(|rest| rest.split(')').next())) {
            assert!(once.binary_search(&name).is_ok(), "{name}");
        }
    }

    #[expect(
        clippy::disallowed_methods,
        reason = "the test compares the drawings with the files of the README"
    )]
    #[test]
    fn the_pictures_of_the_readme_are_those_of_this_build() {
        let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
        let readme = std::fs::read_to_string(format!("{root}/README.md")).unwrap();
        for game in crate::game::all() {
            let path = format!("docs/games/{}.svg", game.id());
            let file = std::fs::read_to_string(format!("{root}/{path}")).unwrap();
            assert_eq!(file.trim_end(), sample(*game).unwrap(), "run `cargo xtask pictures`");
            assert!(readme.contains(&path), "{path} is in the README");
        }
    }

    #[test]
    fn a_link_becomes_a_code_and_a_novel_does_not() {
        assert!(qr("https://play.example/g/0123456789abcdefghjkmnpqrs").unwrap().contains("<svg"));
        assert_eq!(qr(&"x".repeat(5000)), None);
    }
}
