//! Games on paper.

use crate::args::Print;
use crate::{output, records};
use anyhow::{Context, Result};
use bagatelle_catalog::printed;
use bagatelle_print::pdf;

/// Writes the sheets of a game.
pub fn print(options: &Print) -> Result<()> {
    let known = records::game(&options.game)?;
    let game = printed(known.id());
    let game = game.with_context(|| format!("{} has no sheets to print", known.manifest().name))?;
    let sheets = options.sheets();
    let booklet = game.booklet(&records::object(&options.options)?, sheets.tone.ink())?;
    output::write(Some(&options.output), &pdf(&booklet, &sheets)?)
}
