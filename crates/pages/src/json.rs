//! JSON as the value of an attribute, for the pages' scripts.

use maud::Render;
use serde::Serialize;
use std::io;

/// A value as JSON, in `html!`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Json<T>(pub(crate) T);

impl<T: Serialize> Render for Json<T> {
    fn render_to(&self, out: &mut String) {
        let mut text = Escaped(std::mem::take(out).into_bytes());
        // What pages show has texts as keys, so there is nothing that cannot be written.
        let _ = serde_json::to_writer(&mut text, &self.0);
        // JSON and entities are UTF-8.
        *out = String::from_utf8(text.0).unwrap_or_default();
    }
}

/// A text in which what has a meaning in HTML is escaped as it is written. JSON comes in short pieces, and its quotes alone.
struct Escaped(Vec<u8>);

impl io::Write for Escaped {
    fn write(&mut self, piece: &[u8]) -> io::Result<usize> {
        self.write_all(piece)?;
        Ok(piece.len())
    }

    fn write_all(&mut self, piece: &[u8]) -> io::Result<()> {
        if piece == b"\"" {
            self.0.extend_from_slice(b"&quot;");
            return Ok(());
        }
        if !piece.iter().any(|byte| entity(*byte).is_some()) {
            self.0.extend_from_slice(piece);
            return Ok(());
        }
        for byte in piece {
            match entity(*byte) {
                Some(entity) => self.0.extend_from_slice(entity),
                None => self.0.push(*byte),
            }
        }
        Ok(())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn entity(byte: u8) -> Option<&'static [u8]> {
    match byte {
        b'&' => Some(b"&amp;"),
        b'<' => Some(b"&lt;"),
        b'>' => Some(b"&gt;"),
        b'"' => Some(b"&quot;"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use maud::html;

    #[test]
    fn json_is_escaped_as_maud_escapes_it() {
        for value in [&["a", "<b>\"&\n"][..], &[], &["Züge ›"]] {
            let text = serde_json::to_string(value).unwrap();
            assert_eq!(html! { p title=(Json(value)) {} }.0, html! { p title=(text) {} }.0);
        }
    }
}
