//! Drawings as files.

use crate::args::Draw;
use crate::records;
use anyhow::{Context, Result, bail};
use bagatelle_core::{Seat, Viewer};
use bagatelle_server::picture::png;
use std::io::{self, Write};

/// Draws the last position of a record.
pub fn draw(options: &Draw) -> Result<()> {
    let play = records::open(&options.file)?;
    let viewer = options.seat.map_or(Viewer::Spectator, |seat| Viewer::Seat(Seat(seat)));
    records::ensure_seat(play.as_ref(), viewer)?;
    let svg = play.svg(viewer);
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
