//! Forms that make something: each has its own key, so that a form sent twice takes effect only once.

use maud::{Markup, html};

/// The name of the field.
pub const FIELD: &str = "key";
/// The placeholder for the key of a form while pages are made: the server or the worker replaces it with a
/// key.
pub const KEY: &str = "(a key of its own)";

/// The field of a form.
#[must_use]
pub fn key_field() -> Markup {
    html! { input type="hidden" name=(FIELD) value=(KEY); }
}

/// Whether the forms of a page have no keys yet.
#[must_use]
pub fn is_open(page: &str) -> bool {
    page.contains(KEY)
}
