//! Reading records in any form.

use super::unreadable::Unreadable;
use super::{compact, ppn};
use bagatelle_core::record::{LARGEST, Record, RecordError};
use serde_json::value::RawValue;

/// What some programs write before a text.
const MARK: char = '\u{feff}';

/// The text of a file: UTF-8, or UTF-16 where a byte order mark says so.
///
/// # Errors
/// When it is not a text.
pub fn decode(bytes: Vec<u8>) -> Result<String, RecordError> {
    let wide = |order: fn([u8; 2]) -> u16| {
        if !bytes.len().is_multiple_of(2) {
            return Err(RecordError::Format("it isn’t UTF-16 text".into()));
        }
        let units: Vec<u16> = bytes.chunks_exact(2).map(|pair| order([pair[0], pair[1]])).collect();
        String::from_utf16(&units).map_err(|_| RecordError::Format("it isn’t UTF-16 text".into()))
    };
    match bytes.as_slice() {
        [0xff, 0xfe, ..] => wide(u16::from_le_bytes),
        [0xfe, 0xff, ..] => wide(u16::from_be_bytes),
        _ => String::from_utf8(bytes).map_err(|_| RecordError::Format("it isn’t UTF-8 text".into())),
    }
}

/// The records of a text, in the order in which they stand there. JSON and the compact text may be mixed.
///
/// # Errors
/// What is wrong, and where.
pub fn read(text: &str) -> Result<Vec<Record>, Unreadable> {
    // Of old systems come lines that end with a carriage return alone.
    if text.contains('\r') && !text.contains('\n') {
        return read(&text.replace('\r', "\n"));
    }
    if ppn::is_notation(without_marks(text)) {
        return ppn::read(without_marks(text));
    }
    let mut records = Vec::new();
    let (mut rest, mut line) = (text, 1);
    loop {
        let begins = without_marks(rest);
        line += lines_in(&rest[..rest.len() - begins.len()]);
        let place = || format!("line {line}");
        let taken = match begins.chars().next() {
            None => return Ok(records),
            Some('{' | '[') => {
                let is_first = records.is_empty();
                json(begins, &mut records).map_err(|error| match is_first {
                    true => error.into(),
                    false => Unreadable::at(place(), error),
                })?
            }
            Some(_) => {
                let end = begins.find('\n').unwrap_or(begins.len());
                let record = compact::read(&begins[..end]);
                records.push(record.map_err(|error| Unreadable::at(place(), error))?);
                end
            }
        };
        line += lines_in(&begins[..taken]);
        rest = &begins[taken..];
    }
}

fn lines_in(text: &str) -> usize {
    text.bytes().filter(|byte| *byte == b'\n').count()
}

/// The only record of a text that is no larger than a record may be.
///
/// # Errors
/// What is wrong; also when there is not exactly one.
pub fn read_one(text: &str) -> Result<Record, RecordError> {
    if text.len() > LARGEST {
        return Err(RecordError::too_large());
    }
    let mut records = read(text)?;
    match (records.pop(), records.len()) {
        (Some(record), 0) => Ok(record),
        (None, _) => Err(RecordError::Format("it’s empty".into())),
        (_, others) => {
            let why = format!("it holds {} records: give one at a time", others + 1);
            Err(RecordError::Format(why))
        }
    }
}

fn is_blank(c: char) -> bool {
    c.is_whitespace() || c == MARK
}

/// The text from the first character that is neither a space nor a byte order mark: concatenated files
/// have such marks inside.
fn without_marks(text: &str) -> &str {
    text.trim_start_matches(is_blank)
}

/// Reads the record that a text begins with, or an array of records. Returns how long it is.
fn json(text: &str, records: &mut Vec<Record>) -> Result<usize, RecordError> {
    let format = |error: serde_json::Error| RecordError::Format(error.to_string());
    let mut documents = serde_json::Deserializer::from_str(text).into_iter::<&RawValue>();
    let Some(document) = documents.next().transpose().map_err(format)? else { return Ok(text.len()) };
    if document.get().starts_with('[') {
        let all: Vec<&RawValue> = serde_json::from_str(document.get()).map_err(format)?;
        for one in all {
            records.push(Record::from_json(one.get())?);
        }
    } else {
        records.push(Record::from_json(document.get())?);
    }
    Ok(documents.byte_offset())
}
