//! Records in other forms: `bagatelle convert`.

use crate::args::{Convert, Form};
use crate::{output, records};
use anyhow::{Context, Result};
use bagatelle_catalog::records::write;

/// Reads records in any form and writes them in one. All are read before anything is written.
pub fn run(options: &Convert) -> Result<()> {
    let form = match options.to {
        Form::Json => bagatelle_catalog::records::Form::Json,
        Form::Jsonl => bagatelle_catalog::records::Form::Jsonl,
        Form::Text => bagatelle_catalog::records::Form::Text,
        Form::Ppn => bagatelle_catalog::records::Form::Ppn,
    };
    let mut out = String::new();
    for file in &options.files {
        for record in records::read_all(file)? {
            out += &write(&record, form).with_context(|| file.display().to_string())?;
        }
    }
    output::write(options.output.as_deref(), out.as_bytes())
}
