//! The addresses of the states of a set-up that is being laid.

use crate::urls;
use bagatelle_core::laid::{Place, Spread};

/// The fields of an address that stay as they are while pieces are put.
#[derive(Clone, Copy)]
pub struct Steps<'a> {
    /// The id of the game.
    pub game: &'a str,
    /// What is laid.
    pub spread: &'a Spread,
    /// The options that were chosen, as fields.
    pub options: &'a [(String, String)],
}

/// A place in an address: `0.12`.
fn written(at: Place) -> String {
    format!("{}.{}", at.group, at.spot)
}

/// Reads a place of an address.
#[must_use]
pub fn read_place(text: &str) -> Option<Place> {
    let (group, spot) = text.split_once('.')?;
    Some(Place { group: group.parse().ok()?, spot: spot.parse().ok()? })
}

impl Steps<'_> {
    fn fields<'a>(&'a self, own: &[(&'a str, &'a str)], page: String) -> String {
        let options = self.options.iter().map(|(key, value)| (key.as_str(), value.as_str()));
        let fields: Vec<(&str, &str)> = own.iter().copied().chain(options).collect();
        urls::laid(page, &fields)
    }

    fn page(&self, code: &str, key: &str, at: Place) -> String {
        self.fields(&[("code", code), (key, &written(at))], urls::lay(self.game))
    }

    /// As it is, with another place to fill.
    pub(super) fn at(&self, at: Place) -> String {
        self.page(&self.spread.code, "at", at)
    }

    /// As it is, after a place that stays empty.
    pub(super) fn after(&self, at: Place) -> String {
        self.page(&self.spread.code, "last", at)
    }

    /// With a piece on a place.
    pub(super) fn put(&self, at: Place, piece: usize) -> String {
        self.page(&self.spread.with(self.game, at, Some(piece)), "last", at)
    }

    /// With nothing on a place.
    pub(super) fn clear(&self, at: Place) -> String {
        self.page(&self.spread.with(self.game, at, None), "at", at)
    }

    /// With nothing anywhere.
    pub(super) fn none(&self) -> String {
        self.fields(&[], urls::lay(self.game))
    }

    /// To read it, at a row if one is given.
    pub(super) fn out(&self, row: Option<usize>) -> String {
        let row = row.map_or_else(String::new, |row| row.to_string());
        self.fields(&[("code", &self.spread.code), ("row", &row)], urls::lay_out(self.game))
    }

    /// Its address as a QR code.
    pub(super) fn qr(&self) -> String {
        self.fields(&[("code", &self.spread.code)], urls::lay_qr(self.game))
    }

    /// To change it.
    pub(super) fn enter(&self) -> String {
        self.fields(&[("code", &self.spread.code)], urls::lay(self.game))
    }
}
