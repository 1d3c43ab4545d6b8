//! Drawings as files.

use crate::args::Draw;
use crate::records;
use anyhow::{Context, Result, anyhow, bail};
use bagatelle_core::{Seat, Viewer};
use resvg::{tiny_skia, usvg};
use std::io::{self, Write};

/// Draws the last position of a record.
pub fn draw(options: &Draw) -> Result<()> {
    let table = records::open(&options.file)?;
    let viewer = options.seat.map_or(Viewer::Spectator, |seat| Viewer::Seat(Seat(seat)));
    records::ensure_seat(table.as_ref(), viewer)?;
    let svg = table.draw(viewer);
    let Some(output) = &options.output else {
        return Ok(io::stdout().lock().write_all(svg.as_bytes())?);
    };
    let bytes = match output.extension().and_then(|e| e.to_str()) {
        Some("svg") => svg.into_bytes(),
        Some("png") => png(&svg, options.width)?,
        _ => bail!("{}: the name must end in .svg or .png", output.display()),
    };
    std::fs::write(output, bytes).with_context(|| output.display().to_string())
}

/// Renders an SVG document `width` pixels wide.
fn png(svg: &str, width: u32) -> Result<Vec<u8>> {
    let tree = usvg::Tree::from_str(svg, &usvg::Options::default())?;
    let size = tree.size().to_int_size();
    let size = size.scale_to_width(width).ok_or_else(|| anyhow!("the picture is too large"))?;
    let mut pixmap = tiny_skia::Pixmap::new(size.width(), size.height())
        .ok_or_else(|| anyhow!("the picture is too large"))?;
    let scale = width as f32 / tree.size().width();
    resvg::render(&tree, tiny_skia::Transform::from_scale(scale, scale), &mut pixmap.as_mut());
    Ok(pixmap.encode_png()?)
}
