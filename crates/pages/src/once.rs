//! Forms that make something: each has a key of its own, so that one that is sent twice makes one thing.

use maud::{Markup, html};

/// The name of the field.
pub const FIELD: &str = "key";
/// What stands for the key of a form where pages are made: the server or the worker puts a key in its place.
pub const KEY: &str = "(a key of its own)";

/// The field of a form.
#[must_use]
pub fn key_field() -> Markup {
    html! { input type="hidden" name=(FIELD) value=(KEY); }
}
