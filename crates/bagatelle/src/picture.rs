//! Drawings as files.

use crate::args::Draw;
use crate::{output, records};
use anyhow::{Result, bail};
use bagatelle_core::{Seat, Viewer};
use bagatelle_server::routes::picture::png;

/// Draws the last position of a record.
pub fn draw(options: &Draw) -> Result<()> {
    let play = records::open(&options.file)?;
    let viewer = options.seat.map_or(Viewer::Spectator, |seat| Viewer::Seat(Seat(seat)));
    records::ensure_seat(play.as_ref(), viewer)?;
    let svg = play.svg(viewer);
    let Some(output) = &options.output else {
        return output::write(None, svg.as_bytes());
    };
    let ending = output.extension().and_then(|e| e.to_str()).map(str::to_lowercase);
    let bytes = match ending.as_deref() {
        Some("svg") => svg.into_bytes(),
        Some("png") => png(&svg, options.width)?,
        _ => bail!("{}: the name must end in .svg or .png", output.display()),
    };
    output::write(Some(output), &bytes)
}
