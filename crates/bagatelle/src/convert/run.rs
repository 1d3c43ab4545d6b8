//! `bagatelle convert`.

use super::{compact, files, ppn};
use crate::args::{Convert, Form};
use anyhow::{Context, Result};
use bagatelle_core::Record;
use std::io::{self, BufWriter, Write};

/// Reads records in any form and writes them in one.
pub fn run(options: &Convert) -> Result<()> {
    let mut out: Box<dyn Write> = match &options.output {
        Some(file) => Box::new(std::fs::File::create(file).with_context(|| file.display().to_string())?),
        None => Box::new(io::stdout().lock()),
    };
    let mut out = BufWriter::new(&mut out);
    for file in &options.files {
        for record in files::read(file)? {
            let text = text(&record, options.to).with_context(|| file.display().to_string())?;
            out.write_all(text.as_bytes())?;
        }
    }
    out.flush()?;
    Ok(())
}

/// A record in a form, with the end of its last line.
fn text(record: &Record, form: Form) -> Result<String> {
    Ok(match form {
        Form::Json => record.to_json(),
        Form::Jsonl => serde_json::to_string(record)? + "\n",
        Form::Text => compact::write(record)? + "\n",
        Form::Ppn => ppn::write(record)?,
    })
}
