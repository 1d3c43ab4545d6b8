//! Drawings as pixels: for files, and for the pictures that go with links.

use anyhow::{Result, anyhow};
use bagatelle_pages::picture::PREVIEW;
use resvg::{tiny_skia, usvg};
use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};
use tokio::sync::Semaphore;

/// The margin around the board in a link's picture, in pixels.
const MARGIN: f32 = 36.0;
/// The paper of the pages by day: `--paper` in the style sheet.
const PAPER: (u8, u8, u8) = (0xf3, 0xee, 0xe4);
/// How many pictures are kept. Each has some 100 kB.
const KEPT: usize = 64;

/// Renders an SVG document `width` pixels wide, as PNG.
///
/// # Errors
/// When it is no SVG document, or the picture would be too large.
pub fn png(svg: &str, width: u32) -> Result<Vec<u8>> {
    let tree = usvg::Tree::from_str(svg, &usvg::Options::default())?;
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
    let tree = usvg::Tree::from_str(svg, &usvg::Options::default())?;
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
pub struct Preview {
    /// The id of the table.
    pub table: String,
    /// The version of its position.
    pub version: u64,
    /// How many actions were taken.
    pub ply: usize,
}

/// A picture that is kept, as PNG.
type Kept = (Preview, Vec<u8>);

/// The pictures of links: drawn one after the other, off the request path, and the last ones are kept.
#[derive(Clone)]
pub struct Pictures {
    place: Arc<Semaphore>,
    kept: Arc<Mutex<VecDeque<Kept>>>,
}

impl Default for Pictures {
    fn default() -> Pictures {
        Pictures { place: Arc::new(Semaphore::new(1)), kept: Arc::default() }
    }
}

impl Pictures {
    fn known(&self, which: &Preview) -> Option<Vec<u8>> {
        let kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.iter().find(|(known, _)| known == which).map(|(_, png)| png.clone())
    }

    /// A picture, from the drawing if it is not kept.
    ///
    /// # Errors
    /// When the drawing cannot be rendered.
    pub async fn png(&self, which: Preview, svg: String) -> Result<Vec<u8>> {
        if let Some(png) = self.known(&which) {
            return Ok(png);
        }
        let place = Arc::clone(&self.place).acquire_owned().await?;
        // Another request may have drawn this picture meanwhile.
        if let Some(png) = self.known(&which) {
            return Ok(png);
        }
        let kept = Arc::clone(&self.kept);
        tokio::task::spawn_blocking(move || {
            // The place is held until the work is done, even if the request has ended.
            let _place = place;
            let png = preview(&svg)?;
            let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
            kept.truncate(KEPT - 1);
            kept.push_front((which, png.clone()));
            Ok(png)
        })
        .await?
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_drawing_stands_in_the_middle_on_paper() {
        let svg = r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 20"><rect width="10" height="20" fill="#f00"/></svg>"##;
        let picture = tiny_skia::Pixmap::decode_png(&preview(svg).unwrap()).unwrap();
        assert_eq!((picture.width(), picture.height()), PREVIEW);
        let at = |x, y| picture.pixel(x, y).map(|p| (p.red(), p.green(), p.blue()));
        assert_eq!(at(600, 315), Some((255, 0, 0)));
        assert_eq!((at(0, 0), at(600, 20), at(300, 315)), (Some(PAPER), Some(PAPER), Some(PAPER)));
        assert!(preview("no drawing").is_err());
        let file = tiny_skia::Pixmap::decode_png(&png(svg, 50).unwrap()).unwrap();
        assert_eq!((file.width(), file.height()), (50, 100));
    }

    #[tokio::test]
    async fn pictures_are_kept_but_not_without_end() {
        let pictures = Pictures::default();
        let svg = r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>"#;
        let which = |ply| Preview { table: "t".into(), version: 1, ply };
        for ply in 0..KEPT + 3 {
            pictures.kept.lock().unwrap().push_front((which(ply), Vec::new()));
        }
        pictures.png(which(KEPT + 9), svg.into()).await.unwrap();
        assert_eq!(pictures.kept.lock().unwrap().len(), KEPT);
        assert!(pictures.known(&which(KEPT + 9)).is_some_and(|png| !png.is_empty()));
        // What is kept is not drawn again: this is no drawing.
        assert!(pictures.png(which(KEPT + 9), "no drawing".into()).await.is_ok());
        assert!(pictures.png(which(0), "no drawing".into()).await.is_err());
    }
}
