//! Reading records in any form. The text itself says which one it is.

use super::{compact, ppn};
use anyhow::{Context, Result};
use bagatelle_core::Record;
use std::io::Read;
use std::path::Path;

/// The records of a file, or of standard input (`-`).
///
/// # Errors
/// When it cannot be read; the error names the file and the line.
pub fn read(file: &Path) -> Result<Vec<Record>> {
    let mut text = String::new();
    if file.as_os_str() == "-" {
        std::io::stdin().lock().read_to_string(&mut text).context("standard input")?;
    } else {
        text = std::fs::read_to_string(file).with_context(|| file.display().to_string())?;
    }
    parse(&text).with_context(|| file.display().to_string())
}

/// The records of a text: one record over several lines, one a line, the compact text, or Portable Piecepack Notation.
fn parse(text: &str) -> Result<Vec<Record>> {
    let text = text.trim_start_matches('\u{feff}').trim();
    if text.starts_with("---") {
        return ppn::read(text);
    }
    if text.starts_with('{')
        && let Ok(record) = Record::from_json(text)
    {
        return Ok(vec![record]);
    }
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    let record = |(n, line): (usize, &str)| {
        let read = match line.starts_with('{') {
            true => Record::from_json(line).map_err(anyhow::Error::from),
            false => compact::read(line),
        };
        read.with_context(|| format!("line {}", n + 1))
    };
    lines.map(record).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_text_says_which_form_it_has() {
        let record = r#"{ "bagatelle": 1, "game": "x", "actions": ["a"] }"#;
        let lines = format!("{record}\n\nx\t-\t-\t-\ta\n");
        let read = parse(&lines).unwrap();
        assert_eq!(read.len(), 2);
        assert_eq!(read[0], read[1]);
        assert_eq!(parse(&record.replace(", ", ",\n")).unwrap(), read[..1]);
        assert!(parse("").unwrap().is_empty());
        assert!(format!("{:#}", parse("x\t-\t-\t-\t-\ny").unwrap_err()).starts_with("line 2: "));
    }
}
