//! The icons of the installed site, made from the icon of the pages.

use crate::routes::picture::{PAPER, png};
use anyhow::Result;
use bagatelle_pages::assets::ICON;
use bagatelle_pages::frame::TOUCH_ICON;

/// An icon.
pub struct Icon {
    /// The last part of its address.
    pub file: &'static str,
    /// Its width and height in pixels.
    pub size: u32,
    /// Which share of the width the drawing takes; the rest is paper. A share of 1 leaves no paper.
    share: f32,
    /// What a system may do with it, in the words of the manifest.
    pub purpose: &'static str,
}

/// All icons. A system may cut a maskable one to a circle of 4/5 of its width; Apple's systems show
/// transparent parts in black.
pub const ICONS: [Icon; 4] = [
    Icon { file: "192.png", size: 192, share: 1.0, purpose: "any" },
    Icon { file: "512.png", size: 512, share: 1.0, purpose: "any" },
    Icon { file: "maskable.png", size: 512, share: 0.62, purpose: "maskable" },
    Icon { file: TOUCH_ICON, size: 180, share: 0.84, purpose: "" },
];

impl Icon {
    /// The icon as PNG.
    ///
    /// # Errors
    /// When the drawing cannot be rendered.
    pub fn png(&self) -> Result<Vec<u8>> {
        if self.share == 1.0 {
            return png(ICON, self.size);
        }
        let (r, g, b) = PAPER;
        let (inner, left) = (self.share * 100.0, (1.0 - self.share) * 50.0);
        let drawing = ICON.replacen(
            "<svg",
            &format!("<svg x=\"{left}\" y=\"{left}\" width=\"{inner}\" height=\"{inner}\""),
            1,
        );
        let svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 100 100\">\
             <rect width=\"100\" height=\"100\" fill=\"#{r:02x}{g:02x}{b:02x}\"/>{drawing}</svg>"
        );
        png(&svg, self.size)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use resvg::tiny_skia::Pixmap;

    fn drawn(file: &str) -> (&'static Icon, Pixmap) {
        let icon = ICONS.iter().find(|icon| icon.file == file).unwrap();
        (icon, Pixmap::decode_png(&icon.png().unwrap()).unwrap())
    }

    #[test]
    fn icons_have_their_sizes() {
        for icon in &ICONS {
            let (_, drawn) = drawn(icon.file);
            assert_eq!((drawn.width(), drawn.height()), (icon.size, icon.size), "{}", icon.file);
            let middle = drawn.pixel(icon.size / 2, icon.size / 2).unwrap().demultiply();
            assert!(
                middle.alpha() == 255 && (middle.red(), middle.green(), middle.blue()) != PAPER,
                "{}",
                icon.file
            );
        }
    }

    #[test]
    fn nothing_is_lost_where_a_system_cuts_an_icon() {
        let paper = |pixmap: &Pixmap, x, y| {
            let color = pixmap.pixel(x, y).unwrap().demultiply();
            (color.red(), color.green(), color.blue()) == PAPER && color.alpha() == 255
        };
        let (icon, maskable) = drawn("maskable.png");
        let (middle, radius) = (f64::from(icon.size) / 2.0, f64::from(icon.size) * 0.4);
        for (x, y) in (0..icon.size).flat_map(|x| (0..icon.size).map(move |y| (x, y))) {
            let far = (f64::from(x) - middle).hypot(f64::from(y) - middle) > radius;
            assert!(!far || paper(&maskable, x, y), "{x}, {y}");
        }
        let (_, touch) = drawn(TOUCH_ICON);
        assert!(paper(&touch, 0, 0), "it is nowhere transparent");
        let (_, plain) = drawn("512.png");
        assert_eq!(plain.pixel(0, 0).unwrap().alpha(), 0);
    }
}
