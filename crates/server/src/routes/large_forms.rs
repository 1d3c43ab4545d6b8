//! Bodies that may be larger than others: records, and games from a device. Their cost is counted before any
//! of them is read: a body of more than [`LARGEST_BODY`](crate::limits::LARGEST_BODY) bytes is read with a
//! [`Counted`] only.

use crate::error::AppError;
use crate::error::code::Code;
use crate::http::address::Address;
use crate::http::bodies::Held;
use crate::http::quotas::Making;
use crate::http::values;
use crate::limits::{LARGEST_BROUGHT, VALUES_IN_RECORDS};
use crate::routes::extract::MaybeVisitor;
use crate::routes::state::AppState;
use crate::tables::once::FormKey;
use axum::body::Body;
use axum::extract::{FromRequest, FromRequestParts, Request};
use axum::http::header::CONTENT_TYPE;
use axum::http::request::Parts;
use bagatelle_core::record::LARGEST;
use futures_util::StreamExt;
use std::ops::ControlFlow;

/// The largest form with a record: most characters of JSON take three bytes in a form.
const LARGEST_FORM: usize = 3 * LARGEST + 1024;

/// A request that is counted, so that its body may be read.
struct Counted(Option<Held>);

impl Counted {
    async fn new(parts: &mut Parts, state: &AppState, making: Option<Making>) -> Result<Counted, AppError> {
        if let Some(making) = making {
            let MaybeVisitor(visitor) = MaybeVisitor::from_request_parts(parts, state).await?;
            let Ok(address) = Address::from_request_parts(parts, state).await;
            state.quotas.count(making, visitor.as_ref(), &address)?;
        }
        Ok(Counted(parts.extensions.get().cloned()))
    }

    /// Reads a body of at most this many bytes. `keep` takes each part, and says how many bytes of it are
    /// kept.
    async fn read(
        self,
        body: Body,
        most: usize,
        mut keep: impl FnMut(&[u8]) -> ControlFlow<(), usize>,
    ) -> Result<(), AppError> {
        let (mut parts, mut size) = (body.into_data_stream(), 0);
        let too_large = || AppError::Known(Code::TooLarge, "the body is too large");
        while let Some(part) = parts.next().await {
            let broken = |_| AppError::Known(Code::BadRequest, "the body isn’t what its headers announced");
            let part = part.map_err(broken)?;
            size += part.len();
            if size > most {
                return Err(too_large());
            }
            let ControlFlow::Continue(kept) = keep(&part) else { return Err(too_large()) };
            if let Some(held) = &self.0 {
                held.give_back(part.len().saturating_sub(kept));
            }
        }
        Ok(())
    }

    /// Reads a whole body of at most this many bytes.
    async fn whole(self, body: Body, most: usize) -> Result<Vec<u8>, AppError> {
        let mut whole = Vec::new();
        let keep = |part: &[u8]| {
            whole.extend_from_slice(part);
            ControlFlow::Continue(part.len())
        };
        self.read(body, most, keep).await?;
        Ok(whole)
    }
}

/// The text of a record, as the whole body.
pub struct RecordText(pub String);

impl FromRequest<AppState> for RecordText {
    type Rejection = AppError;

    async fn from_request(request: Request, state: &AppState) -> Result<RecordText, AppError> {
        let (mut parts, body) = request.into_parts();
        let counted = Counted::new(&mut parts, state, Some(Making::Upload)).await?;
        text(counted.whole(body, LARGEST).await?).map(RecordText)
    }
}

fn text(bytes: Vec<u8>) -> Result<String, AppError> {
    values::check(&bytes, VALUES_IN_RECORDS)?;
    let decoded = bagatelle_catalog::records::decode(bytes);
    decoded.map_err(|_| AppError::Known(Code::NotJson, "the body isn’t UTF-8 text"))
}

/// A record that a page sends: the field `record` of a form, or the whole body if that is not a form.
pub struct RecordForm {
    /// The text of the record.
    pub record: String,
    /// The key of the form.
    pub key: FormKey,
}

impl FromRequest<AppState> for RecordForm {
    type Rejection = AppError;

    async fn from_request(request: Request, state: &AppState) -> Result<RecordForm, AppError> {
        let (mut parts, body) = request.into_parts();
        let counted = Counted::new(&mut parts, state, Some(Making::Upload)).await?;
        let media = parts.headers.get(CONTENT_TYPE).map_or(&b""[..], |media| media.as_bytes());
        if !media.starts_with(b"application/x-www-form-urlencoded") {
            let record = text(counted.whole(body, LARGEST).await?)?;
            return Ok(RecordForm { record, key: FormKey::default() });
        }
        let mut fields = Fields::default();
        counted.read(body, LARGEST_FORM, |part| fields.read(part)).await?;
        let [record, key] = fields.end();
        values::check(record.as_bytes(), VALUES_IN_RECORDS)?;
        Ok(RecordForm { record, key: FormKey::of(Some(&key)) })
    }
}

/// The games that a device brings, as JSON.
pub struct Brought(pub Vec<u8>);

impl FromRequest<AppState> for Brought {
    type Rejection = AppError;

    async fn from_request(request: Request, state: &AppState) -> Result<Brought, AppError> {
        let (mut parts, body) = request.into_parts();
        // Each game in it is counted by itself.
        let counted = Counted::new(&mut parts, state, None).await?;
        let games = counted.whole(body, LARGEST_BROUGHT).await?;
        values::check(&games, VALUES_IN_RECORDS)?;
        Ok(Brought(games))
    }
}

/// The fields that a form with a record has.
const FIELDS: [&[u8]; 2] = [b"record", b"key"];

/// A form that is read as it arrives, so that it takes no more room than its content.
#[derive(Default)]
struct Fields {
    values: [Vec<u8>; 2],
    name: Vec<u8>,
    /// Which of the values is being read; `None` in a name, and in a value that is not needed.
    at: Option<usize>,
    in_value: bool,
    /// The part of an escaped byte read so far, after the percent sign.
    escape: Option<Vec<u8>>,
}

impl Fields {
    /// Reads a part of the form, and says how many bytes are kept of it; breaks off where it is too large.
    fn read(&mut self, part: &[u8]) -> ControlFlow<(), usize> {
        let before = self.kept();
        for &byte in part {
            match byte {
                b'&' => self.end_of_field(),
                b'=' if !self.in_value => {
                    self.end_of_escape();
                    self.in_value = true;
                    self.at = FIELDS.iter().position(|name| *name == self.name);
                }
                byte => self.unescape(byte),
            }
        }
        match self.values.iter().all(|value| value.len() <= LARGEST) {
            true => ControlFlow::Continue(self.kept() - before),
            false => ControlFlow::Break(()),
        }
    }

    fn kept(&self) -> usize {
        self.values.iter().map(Vec::len).sum()
    }

    fn unescape(&mut self, byte: u8) {
        match &mut self.escape {
            None if byte == b'%' => self.escape = Some(Vec::new()),
            None if byte == b'+' => self.push(b' '),
            None => self.push(byte),
            Some(digits) => {
                digits.push(byte);
                if digits.len() == 2 {
                    let hex =
                        std::str::from_utf8(digits).ok().and_then(|hex| u8::from_str_radix(hex, 16).ok());
                    match hex {
                        Some(byte) => {
                            self.escape = None;
                            self.push(byte);
                        }
                        None => self.end_of_escape(),
                    }
                }
            }
        }
    }

    /// Anything but an escaped byte stays as it is.
    fn end_of_escape(&mut self) {
        if let Some(digits) = self.escape.take() {
            self.push(b'%');
            digits.into_iter().for_each(|byte| self.push(byte));
        }
    }

    fn push(&mut self, byte: u8) {
        match self.at {
            Some(at) => self.values[at].push(byte),
            None if !self.in_value && self.name.len() <= FIELDS[0].len() => self.name.push(byte),
            None => (),
        }
    }

    fn end_of_field(&mut self) {
        self.end_of_escape();
        self.name.clear();
        (self.at, self.in_value) = (None, false);
    }

    fn end(mut self) -> [String; 2] {
        self.end_of_escape();
        self.values.map(|value| String::from_utf8_lossy(&value).into_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_form_is_read_as_the_library_reads_it_however_it_comes() {
        for form in [
            "record=%7B%22a%22%3A+1%7D&key=17",
            "key=1&record=a%2Bb%26c%3Dd&other=x%20y&recorder=z",
            "record=%C3%A4%zz%4&key=%",
            "record=a=b&key",
            "%72ecord=named+so&key=k",
            "",
        ] {
            let expected = FIELDS.map(|name| {
                let mut all = form_urlencoded::parse(form.as_bytes());
                let found = all.find(|(key, _)| key.as_bytes() == name);
                found.map(|(_, value)| value.into_owned()).unwrap_or_default()
            });
            for size in 1..=form.len().max(1) {
                let mut fields = Fields::default();
                for part in form.as_bytes().chunks(size) {
                    assert!(fields.read(part).is_continue());
                }
                assert_eq!(fields.end(), expected, "{form} in parts of {size}");
            }
        }
    }

    #[test]
    fn a_form_keeps_no_more_than_it_says() {
        let mut fields = Fields::default();
        assert_eq!(fields.read(b"record=%41%42"), ControlFlow::Continue(2));
        assert_eq!(fields.read(b"&ignored=aaaaaaaaaaaaaaaaaaaaaaa"), ControlFlow::Continue(0));
        assert!(fields.read(&vec![b'a'; LARGEST]).is_continue(), "it is not kept");
        assert!(fields.read(b"&record=").is_continue());
        assert!(fields.read(&vec![b'a'; LARGEST]).is_break());
    }
}
