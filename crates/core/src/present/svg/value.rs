//! The values of attributes.

use maud::Render;
use std::borrow::Cow;
use std::fmt;
use std::fmt::Write;

/// What can be the value of an attribute: texts, numbers, `format_args!(…)`, and tuples of values, which are
/// written one after another: `("tile-", 3)` is `tile-3`. A tuple is written several times as fast as the
/// same by `format_args!`.
///
/// Numbers are written as by `Display`, and what has a meaning in HTML is escaped.
pub trait Value {
    /// Adds the value to a text.
    fn write_to(&self, out: &mut String);
}

impl Value for str {
    fn write_to(&self, out: &mut String) {
        // Most texts need no escaping.
        if is_special(self) {
            escaped(self).for_each(|piece| out.push_str(piece))
        } else {
            out.push_str(self)
        }
    }
}

/// Whether a text holds a byte that has a meaning in HTML. Sixteen bytes are looked at as fast as one.
fn is_special(text: &str) -> bool {
    // `"` and `&`, `<` and `>` differ in one bit each.
    let special = |byte: u8| byte | 4 == b'&' || byte | 2 == b'>';
    let (sixteens, rest) = text.as_bytes().as_chunks::<16>();
    sixteens.iter().any(|bytes| bytes.iter().fold(false, |found, byte| found | special(*byte)))
        || rest.iter().any(|byte| special(*byte))
}

/// The escape for a byte that has a meaning in HTML.
fn entity(byte: u8) -> Option<&'static str> {
    match byte {
        b'&' => Some("&amp;"),
        b'<' => Some("&lt;"),
        b'>' => Some("&gt;"),
        b'"' => Some("&quot;"),
        _ => None,
    }
}

/// The pieces of a text in which what has a meaning in HTML is escaped, as [`Render`] for `str` does. What
/// lies between two characters that are escaped is one piece.
pub fn escaped(text: &str) -> impl Iterator<Item = &str> {
    let (mut rest, plain) = (text, !is_special(text));
    std::iter::from_fn(move || {
        if plain {
            return (!rest.is_empty()).then(|| std::mem::take(&mut rest));
        }
        let first = entity(*rest.as_bytes().first()?);
        let end = match first {
            Some(_) => 1,
            None => rest.bytes().position(|byte| entity(byte).is_some()).unwrap_or(rest.len()),
        };
        let (piece, later) = rest.split_at(end);
        rest = later;
        Some(first.unwrap_or(piece))
    })
}

/// A value in `html!`. It is for long texts and many numbers: maud escapes byte by byte.
#[derive(Clone, Copy, Debug)]
pub struct Written<T>(pub T);

impl<T: Value> Render for Written<T> {
    fn render_to(&self, out: &mut String) {
        self.0.write_to(out);
    }
}

impl<T: Value> Value for Written<T> {
    fn write_to(&self, out: &mut String) {
        self.0.write_to(out);
    }
}

impl Value for String {
    fn write_to(&self, out: &mut String) {
        self.as_str().write_to(out);
    }
}

impl Value for Cow<'_, str> {
    fn write_to(&self, out: &mut String) {
        self.as_ref().write_to(out);
    }
}

impl Value for fmt::Arguments<'_> {
    fn write_to(&self, out: &mut String) {
        let _ = Escaping(out).write_fmt(*self);
    }
}

/// Escapes what is written into it.
struct Escaping<'a>(&'a mut String);

impl Write for Escaping<'_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        text.write_to(self.0);
        Ok(())
    }
}

impl<T: Value + ?Sized> Value for &T {
    fn write_to(&self, out: &mut String) {
        T::write_to(self, out);
    }
}

impl<T: Value> Value for Option<T> {
    fn write_to(&self, out: &mut String) {
        if let Some(value) = self {
            value.write_to(out);
        }
    }
}

impl Value for char {
    fn write_to(&self, out: &mut String) {
        self.encode_utf8(&mut [0; 4]).write_to(out);
    }
}

impl<T: Value, const N: usize> Value for [T; N] {
    fn write_to(&self, out: &mut String) {
        self.iter().for_each(|part| part.write_to(out));
    }
}

macro_rules! tuples {
    ($(($($part:ident)+))*) => {$(
        impl<$($part: Value),+> Value for ($($part,)+) {
            #[expect(non_snake_case, reason = "the parts have the names of their types")]
            fn write_to(&self, out: &mut String) {
                let ($($part,)+) = self;
                $($part.write_to(out);)+
            }
        }
    )*};
}

tuples!((A B) (A B C) (A B C D) (A B C D E) (A B C D E F) (A B C D E F G));

macro_rules! whole_numbers {
    ($($number:ty)*) => {$(
        impl Value for $number {
            fn write_to(&self, out: &mut String) {
                out.push_str(itoa::Buffer::new().format(*self));
            }
        }
    )*};
}

whole_numbers!(i8 i16 i32 i64 isize u8 u16 u32 u64 usize);

impl Value for f32 {
    fn write_to(&self, out: &mut String) {
        // No two decimals of six digits are the same `f32`.
        let _ = match thousandths(f64::from(*self), 1e6).filter(|n| (*n / 1000.0) as f32 == *self) {
            Some(n) => write_thousandths(n, out),
            None => write!(out, "{self}"),
        };
    }
}

impl Value for f64 {
    fn write_to(&self, out: &mut String) {
        let _ = write_number(*self, out);
    }
}

fn write_number(number: f64, out: &mut impl Write) -> fmt::Result {
    // No two decimals of fifteen digits are the same `f64`.
    match thousandths(number, 1e15).filter(|n| *n / 1000.0 == number) {
        Some(n) => write_thousandths(n, out),
        None => write!(out, "{number}"),
    }
}

/// The number in thousandths, rounded to a whole number less than `limit`. `None` for zero, of which there
/// are two.
fn thousandths(number: f64, limit: f64) -> Option<f64> {
    let rounded = (number * 1000.0).round();
    (rounded != 0.0 && rounded.abs() < limit).then_some(rounded)
}

/// Adds a whole number of thousandths as a decimal without zeros at its end.
///
/// Coordinates have few decimals. To find that a number is one with three of them, and to write it, takes a
/// tenth of the time that `Display` needs to find the shortest decimal for any number.
fn write_thousandths(number: f64, out: &mut impl Write) -> fmt::Result {
    if number < 0.0 {
        out.write_char('-')?;
    }
    let number = number.abs() as u64;
    out.write_str(itoa::Buffer::new().format(number / 1000))?;
    let mut rest = number % 1000;
    if rest > 0 {
        out.write_char('.')?;
    }
    while rest > 0 {
        out.write_char(char::from(b'0' + (rest / 100) as u8))?;
        rest = rest % 100 * 10;
    }
    Ok(())
}

/// The value as a text of its own, escaped.
#[must_use]
pub fn written(value: impl Value) -> String {
    let mut text = String::with_capacity(32);
    value.write_to(&mut text);
    text
}

/// A number rounded to some decimals, three at most, and written without zeros at its end:
/// `rounded(12.04, 1)` is `12`.
///
/// It is written faster than by `{:.1}`, which finds the digits of any number at any length.
#[must_use]
pub fn rounded(number: f64, decimals: u32) -> Rounded {
    let scale = f64::from(10_u32.pow(decimals.min(3)));
    Rounded((number * scale).round() / scale)
}

/// What [`rounded`] returns.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rounded(f64);

impl Value for Rounded {
    fn write_to(&self, out: &mut String) {
        let _ = write!(out, "{self}");
    }
}

impl fmt::Display for Rounded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Less than half a unit is zero, without a sign.
        if self.0 == 0.0 { f.write_char('0') } else { write_number(self.0, f) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_as_display_does() {
        let mut numbers =
            vec![0.0, -0.0, 0.0005, 0.1 + 0.2, 1e-9, 1e6, 999.999, 1e15, 1e300, f64::NAN, f64::INFINITY];
        numbers.extend((-5000..5000).map(|n| f64::from(n) / 8.0));
        numbers.extend((-5000..5000).map(|n| f64::from(n) / 7.0));
        numbers.extend((-5000..5000).map(|n| f64::from(n * 211) / 1000.0));
        for number in numbers.iter().flat_map(|n| [*n, -n]) {
            assert_eq!(written(number), number.to_string());
            assert_eq!(written(number as f32), (number as f32).to_string());
        }
        assert_eq!([written(-3), written(7_usize), written(u64::MAX)], ["-3", "7", "18446744073709551615"]);
    }

    #[test]
    fn the_parts_of_a_tuple_are_written_one_after_another() {
        assert_eq!(written(("translate(", 1.5, ' ', rounded(2.04, 1), ")")), "translate(1.5 2)");
        assert_eq!(written(("<", '"', ("a", Some(-3)), None::<u8>)), "&lt;&quot;a-3");
    }

    #[test]
    fn rounded_numbers_have_no_zeros_at_their_end() {
        let told =
            [rounded(12.04, 1), rounded(-0.04, 1), rounded(-3.26, 1), rounded(0.8649, 3), rounded(44.6, 0)];
        assert_eq!(told.map(written), ["12", "0", "-3.3", "0.865", "45"]);
        assert_eq!(told.map(|number| number.to_string()), told.map(written));
        for n in -5000..5000 {
            let number = f64::from(n) / 7.0;
            let text: f64 = rounded(number, 2).to_string().parse().unwrap();
            assert!((text - number).abs() <= 0.005 + 1e-9, "{number} is written {text}");
        }
    }

    #[test]
    fn texts_are_escaped_as_markup_is() {
        for text in ["", "row 1", "a<b>&\"c\" ü", "\"", "’&’"] {
            assert_eq!(written(text), text.render().into_string());
            assert_eq!(written(format_args!("{text}{}", 1)), text.render().into_string() + "1");
            assert_eq!(Written(text).render().into_string(), text.render().into_string());
            let padded = format!("{text}{text:>20}");
            assert_eq!(written(padded.as_str()), padded.render().into_string());
        }
    }
}
