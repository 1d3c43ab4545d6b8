//! Drawings as pixels: for files, and for link previews.

use crate::error::AppError;
use crate::limits::PICTURES_KEPT;
use crate::work::asker::Asker;
use crate::work::pool::Pool;
use anyhow::{Result, anyhow};
use bagatelle_core::program::Allowance;
use bagatelle_pages::picture::PREVIEW;
use bagatelle_pages::table::RESULT_SIZE;
use resvg::{tiny_skia, usvg};
use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

/// The margin around the board in a link's picture, in pixels.
const MARGIN: f32 = 36.0;
/// The paper of the pages by day: `--paper` in the style sheet.
pub const PAPER: (u8, u8, u8) = (0xf3, 0xee, 0xe4);

fn tree(svg: &str) -> Result<usvg::Tree> {
    Ok(usvg::Tree::from_str(svg, &usvg::Options::default())?)
}

/// Renders an SVG document `width` pixels wide, as PNG.
///
/// # Errors
/// When it is not an SVG document, or the picture would be too large.
pub fn png(svg: &str, width: u32) -> Result<Vec<u8>> {
    let tree = tree(svg)?;
    let size = tree.size().to_int_size();
    let size = size.scale_to_width(width).ok_or_else(|| anyhow!("the picture is too large"))?;
    let mut pixmap = tiny_skia::Pixmap::new(size.width(), size.height())
        .ok_or_else(|| anyhow!("the picture is too large"))?;
    let scale = width as f32 / tree.size().width();
    resvg::render(&tree, tiny_skia::Transform::from_scale(scale, scale), &mut pixmap.as_mut());
    Ok(pixmap.encode_png()?)
}

/// Renders an SVG document in the middle of a picture of [`PREVIEW`] pixels, as PNG.
///
/// # Errors
/// When it is not an SVG document.
pub fn preview(svg: &str) -> Result<Vec<u8>> {
    let tree = tree(svg)?;
    let (width, height) = (PREVIEW.0 as f32, PREVIEW.1 as f32);
    let mut pixmap = tiny_skia::Pixmap::new(PREVIEW.0, PREVIEW.1).ok_or_else(|| anyhow!("no picture"))?;
    pixmap.fill(tiny_skia::Color::from_rgba8(PAPER.0, PAPER.1, PAPER.2, 255));
    let (own_width, own_height) = (tree.size().width(), tree.size().height());
    let scale = ((width - 2.0 * MARGIN) / own_width).min((height - 2.0 * MARGIN) / own_height);
    let (left, top) = ((width - own_width * scale) / 2.0, (height - own_height * scale) / 2.0);
    let place = tiny_skia::Transform::from_row(scale, 0.0, 0.0, scale, left, top);
    resvg::render(&tree, place, &mut pixmap.as_mut());
    Ok(pixmap.encode_png()?)
}

/// Which picture.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Which {
    /// What other sites show with a link to the site.
    Site,
    /// What other sites show with a link to a table.
    Preview {
        /// The id of the table.
        table: String,
        /// The version of its position.
        version: u64,
        /// How many actions were taken.
        ply: usize,
    },
    /// What other sites show with a link to a deal.
    Deal {
        /// The id of the game.
        game: &'static str,
        /// The seed; empty for the sample picture.
        seed: String,
    },
    /// A result to share.
    Result {
        /// The id of the table.
        table: String,
        /// The version of its position.
        version: u64,
        /// The par that it is compared with, 0 for none.
        par: u32,
        /// Where a deal of the day has brought its player, in words.
        standing: String,
    },
}

impl Which {
    fn render(&self, svg: &str) -> Result<Vec<u8>> {
        match self {
            Which::Site => png(svg, PREVIEW.0),
            Which::Preview { .. } | Which::Deal { .. } => preview(svg),
            Which::Result { .. } => png(svg, RESULT_SIZE.0),
        }
    }
}

/// A picture that is kept, as PNG.
type Kept = (Which, Vec<u8>);

/// The pictures of links and results. The latest are kept.
#[derive(Clone, Default)]
pub struct Pictures {
    kept: Arc<Mutex<VecDeque<Kept>>>,
}

impl Pictures {
    /// A picture, if it is kept.
    #[must_use]
    pub fn known(&self, which: &Which) -> Option<Vec<u8>> {
        let kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.iter().find(|(known, _)| known == which).map(|(_, png)| png.clone())
    }

    /// A picture, from the drawing if it is not kept. It waits for a place among all that requests ask for.
    ///
    /// # Errors
    /// When the drawing cannot be rendered, or it takes too long until there is a place.
    pub async fn png(&self, pool: &Pool, which: Which, svg: String) -> Result<Vec<u8>, AppError> {
        if let Some(png) = self.known(&which) {
            return Ok(png);
        }
        let pictures = self.clone();
        let draw = move |_: &Allowance<'_>| -> Result<Vec<u8>> {
            // Another request may have drawn this picture meanwhile.
            if let Some(png) = pictures.known(&which) {
                return Ok(png);
            }
            let png = which.render(&svg)?;
            let mut kept = pictures.kept.lock().unwrap_or_else(PoisonError::into_inner);
            kept.truncate(PICTURES_KEPT - 1);
            kept.push_front((which, png.clone()));
            Ok(png)
        };
        Ok(pool.answer(&Asker::current(""), draw).await??)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::http::address::Address;
    use bagatelle_pages::letters::{Line, Weight};
    use std::sync::mpsc;
    use std::time::Duration;

    #[test]
    fn a_drawing_stands_in_the_middle_on_paper() {
        let svg = concat!(
            r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 20">"##,
            r##"<rect width="10" height="20" fill="#f00"/></svg>"##
        );
        let picture = tiny_skia::Pixmap::decode_png(&preview(svg).unwrap()).unwrap();
        assert_eq!((picture.width(), picture.height()), PREVIEW);
        let at = |x, y| picture.pixel(x, y).map(|p| (p.red(), p.green(), p.blue()));
        assert_eq!(at(600, 315), Some((255, 0, 0)));
        assert_eq!((at(0, 0), at(600, 20), at(300, 315)), (Some(PAPER), Some(PAPER), Some(PAPER)));
        assert!(preview("no drawing").is_err());
        let file = tiny_skia::Pixmap::decode_png(&png(svg, 50).unwrap()).unwrap();
        assert_eq!((file.width(), file.height()), (50, 100));
    }

    #[test]
    fn a_text_is_drawn_without_fonts() {
        let dark = |text: &str| {
            let line = Line::new(text, Weight::Regular).draw(0, 30, 30, false, "#000").into_string();
            let svg = format!(r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 40">{line}</svg>"#);
            let picture = tiny_skia::Pixmap::decode_png(&png(&svg, 200).unwrap()).unwrap();
            picture.pixels().iter().filter(|pixel| pixel.alpha() > 128).count()
        };
        assert_eq!(dark(""), 0);
        for text in ["Solved", "Żółw", "Ежик", "Ωμέγα", "24–25 · …"] {
            assert!(dark(text) > 200, "{text}");
        }
        assert!(dark("字") > 50, "what has no letter is a box");
    }

    #[tokio::test]
    async fn a_picture_waits_for_a_place_as_all_that_is_asked_for_does() {
        let (pictures, pool) = (Pictures::default(), Pool::with(2, Duration::from_millis(200)));
        let svg = r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>"#;
        let which = |ply| Which::Preview { table: "t".into(), version: 1, ply };
        let png = async |ply| pictures.png(&pool, which(ply), svg.into()).await;
        assert!(png(0).await.is_ok());
        let mut ends = Vec::new();
        for address in ["203.0.113.1", "203.0.113.2"] {
            let asker = Asker::new("", &Address(Some(address.into())));
            let (end, ended) = mpsc::channel::<()>();
            ends.push(end);
            // It keeps its place until it is told to end.
            assert!(pool.answer(&asker, move |_| ended.recv()).await.is_err());
        }
        assert!(matches!(png(1).await, Err(AppError::TooLong)), "no place is free");
        assert!(png(0).await.is_ok(), "one that is kept needs no place");
        drop(ends);
        assert!(png(1).await.is_ok());
    }

    #[tokio::test]
    async fn pictures_are_kept_but_not_without_end() {
        let (pictures, pool) = (Pictures::default(), Pool::new());
        let svg = r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>"#;
        let which = |ply| Which::Preview { table: "t".into(), version: 1, ply };
        for ply in 0..PICTURES_KEPT + 3 {
            pictures.kept.lock().unwrap().push_front((which(ply), Vec::new()));
        }
        pictures.png(&pool, which(PICTURES_KEPT + 9), svg.into()).await.unwrap();
        assert_eq!(pictures.kept.lock().unwrap().len(), PICTURES_KEPT);
        assert!(pictures.known(&which(PICTURES_KEPT + 9)).is_some_and(|png| !png.is_empty()));
        // A kept picture is not drawn again: this is not a drawing.
        assert!(pictures.png(&pool, which(PICTURES_KEPT + 9), "no drawing".into()).await.is_ok());
        assert!(pictures.png(&pool, which(0), "no drawing".into()).await.is_err());
    }
}
