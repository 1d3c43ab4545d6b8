//! Drawings as pixels: for files, and for the pictures that go with links.

use crate::error::AppError;
use crate::limits::{PICTURE_RETRY, PICTURES_KEPT, PICTURES_WAITING};
use anyhow::{Result, anyhow};
use bagatelle_pages::picture::PREVIEW;
use bagatelle_pages::table::RESULT_SIZE;
use resvg::{tiny_skia, usvg};
use std::collections::VecDeque;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};
use tokio::sync::Semaphore;

/// The margin around the board in a link's picture, in pixels.
const MARGIN: f32 = 36.0;
/// The paper of the pages by day: `--paper` in the style sheet.
pub const PAPER: (u8, u8, u8) = (0xf3, 0xee, 0xe4);
/// The fonts of pictures: those of the system are not asked, so that a picture is the same everywhere.
static FONTS: LazyLock<Arc<usvg::fontdb::Database>> = LazyLock::new(|| {
    let mut fonts = usvg::fontdb::Database::new();
    for font in [
        include_bytes!("../../../assets/fonts/regular.ttf").as_slice(),
        include_bytes!("../../../assets/fonts/semibold.ttf"),
    ] {
        fonts.load_font_data(font.to_vec());
    }
    Arc::new(fonts)
});

fn tree(svg: &str) -> Result<usvg::Tree> {
    let options = usvg::Options { fontdb: Arc::clone(&FONTS), ..usvg::Options::default() };
    Ok(usvg::Tree::from_str(svg, &options)?)
}

/// Renders an SVG document `width` pixels wide, as PNG.
///
/// # Errors
/// When it is no SVG document, or the picture would be too large.
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
/// When it is no SVG document.
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
    },
}

impl Which {
    fn render(&self, svg: &str) -> Result<Vec<u8>> {
        match self {
            Which::Preview { .. } | Which::Deal { .. } => preview(svg),
            Which::Result { .. } => png(svg, RESULT_SIZE.0),
        }
    }
}

/// A picture that is kept, as PNG.
type Kept = (Which, Vec<u8>);

/// The pictures of links and results: drawn one after the other, off the request path, and the last ones are
/// kept.
#[derive(Clone)]
pub struct Pictures {
    place: Arc<Semaphore>,
    /// The room before the place.
    waiting: Arc<Semaphore>,
    kept: Arc<Mutex<VecDeque<Kept>>>,
}

impl Default for Pictures {
    fn default() -> Pictures {
        let waiting = Arc::new(Semaphore::new(PICTURES_WAITING));
        Pictures { place: Arc::new(Semaphore::new(1)), waiting, kept: Arc::default() }
    }
}

impl Pictures {
    /// A picture, if it is kept.
    #[must_use]
    pub fn known(&self, which: &Which) -> Option<Vec<u8>> {
        let kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.iter().find(|(known, _)| known == which).map(|(_, png)| png.clone())
    }

    /// A picture, from the drawing if it is not kept.
    ///
    /// # Errors
    /// When the drawing cannot be rendered, or too many wait already.
    pub async fn png(&self, which: Which, svg: String) -> Result<Vec<u8>, AppError> {
        if let Some(png) = self.known(&which) {
            return Ok(png);
        }
        let Ok(_waits) = self.waiting.try_acquire() else {
            return Err(AppError::TooMany {
                why: "many pictures are being drawn: ask again in some seconds",
                after: PICTURE_RETRY,
            });
        };
        let place = Arc::clone(&self.place).acquire_owned().await.map_err(anyhow::Error::from)?;
        // Another request may have drawn this picture meanwhile.
        if let Some(png) = self.known(&which) {
            return Ok(png);
        }
        let kept = Arc::clone(&self.kept);
        let drawn = tokio::task::spawn_blocking(move || -> Result<Vec<u8>> {
            // The place is held until the work is done, even if the request has ended.
            let _place = place;
            let png = which.render(&svg)?;
            let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
            kept.truncate(PICTURES_KEPT - 1);
            kept.push_front((which, png.clone()));
            Ok(png)
        });
        Ok(drawn.await.map_err(anyhow::Error::from)??)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
    fn a_text_is_drawn_without_fonts_of_the_system() {
        let dark = |text: &str| {
            let svg = format!(
                r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 40"
                    font-family="Bagatelle Sans"><text y="30" font-size="30">{text}</text></svg>"#
            );
            let picture = tiny_skia::Pixmap::decode_png(&png(&svg, 200).unwrap()).unwrap();
            picture.pixels().iter().filter(|pixel| pixel.alpha() > 128).count()
        };
        assert_eq!(dark(""), 0);
        for text in ["Solved", "Żółw", "Ежик", "Ωμέγα", "24–25 · …"] {
            assert!(dark(text) > 200, "{text}");
        }
    }

    #[tokio::test]
    async fn a_picture_too_many_is_refused_at_once() {
        let pictures = Pictures::default();
        let svg = r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>"#;
        let which = |ply| Which::Preview { table: "t".into(), version: 1, ply };
        let drawing = Arc::clone(&pictures.place).acquire_owned().await.unwrap();
        let mut waiting = Vec::new();
        for ply in 0..PICTURES_WAITING {
            let pictures = pictures.clone();
            waiting.push(tokio::spawn(async move { pictures.png(which(ply), svg.into()).await.is_ok() }));
            tokio::task::yield_now().await;
        }
        let refused = pictures.png(which(PICTURES_WAITING), svg.into()).await;
        assert!(matches!(refused, Err(AppError::TooMany { .. })));
        drop(drawing);
        for picture in waiting {
            assert!(picture.await.unwrap());
        }
        assert!(pictures.png(which(PICTURES_WAITING), svg.into()).await.is_ok());
    }

    #[tokio::test]
    async fn pictures_are_kept_but_not_without_end() {
        let pictures = Pictures::default();
        let svg = r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>"#;
        let which = |ply| Which::Preview { table: "t".into(), version: 1, ply };
        for ply in 0..PICTURES_KEPT + 3 {
            pictures.kept.lock().unwrap().push_front((which(ply), Vec::new()));
        }
        pictures.png(which(PICTURES_KEPT + 9), svg.into()).await.unwrap();
        assert_eq!(pictures.kept.lock().unwrap().len(), PICTURES_KEPT);
        assert!(pictures.known(&which(PICTURES_KEPT + 9)).is_some_and(|png| !png.is_empty()));
        // What is kept is not drawn again: this is no drawing.
        assert!(pictures.png(which(PICTURES_KEPT + 9), "no drawing".into()).await.is_ok());
        assert!(pictures.png(which(0), "no drawing".into()).await.is_err());
    }
}
