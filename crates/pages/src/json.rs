//! JSON as the value of an attribute, for the pages' scripts.

use bagatelle_core::present::escaped;
use maud::Render;
use serde::Serialize;
use serde_json::ser::{CharEscape, CompactFormatter, Formatter, Serializer};
use std::io;

/// A value as JSON, in `html!`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Json<T>(pub(crate) T);

impl<T: Serialize> Render for Json<T> {
    fn render_to(&self, out: &mut String) {
        let mut text = std::mem::take(out).into_bytes();
        // All models of pages have texts as keys, so writing cannot fail.
        let _ = self.0.serialize(&mut Serializer::with_formatter(&mut text, Attribute));
        // JSON and entities are UTF-8.
        *out = String::from_utf8(text).unwrap_or_default();
    }
}

/// JSON that is escaped for HTML while it is written, so that its many quotes need no second pass.
struct Attribute;

impl Formatter for Attribute {
    fn begin_string<W: ?Sized + io::Write>(&mut self, writer: &mut W) -> io::Result<()> {
        writer.write_all(b"&quot;")
    }

    fn end_string<W: ?Sized + io::Write>(&mut self, writer: &mut W) -> io::Result<()> {
        writer.write_all(b"&quot;")
    }

    fn write_string_fragment<W: ?Sized + io::Write>(&mut self, writer: &mut W, text: &str) -> io::Result<()> {
        escaped(text).try_for_each(|piece| writer.write_all(piece.as_bytes()))
    }

    fn write_char_escape<W: ?Sized + io::Write>(
        &mut self,
        writer: &mut W,
        char_escape: CharEscape,
    ) -> io::Result<()> {
        match char_escape {
            CharEscape::Quote => writer.write_all(b"\\&quot;"),
            // All others are written without special characters of HTML.
            other => CompactFormatter.write_char_escape(writer, other),
        }
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
