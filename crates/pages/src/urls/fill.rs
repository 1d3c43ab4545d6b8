//! How a table of addresses becomes constants and functions, and how a pattern is filled in.

use bagatelle_table::WorldDate;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use std::fmt::{Display, Write};

/// The characters that stay as they are in a part of a path.
const PLAIN: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'_').remove(b'.').remove(b'~');

/// A space without width. Browsers treat a path segment `.` or `..` as a step through folders. Older versions
/// allowed such names, so the addresses of these people end with this invisible character.
const UNSEEN: &str = "%E2%80%8B";

/// The placeholder for a parameter in a path.
pub(super) trait Parameter {
    fn write(&self, path: &mut String);
}

impl Parameter for &str {
    fn write(&self, path: &mut String) {
        path.extend(utf8_percent_encode(self, PLAIN));
        if matches!(*self, "." | "..") {
            path.push_str(UNSEEN);
        }
    }
}

/// Writes a text of digits and hyphens.
fn write_plain(value: impl Display, path: &mut String) {
    write!(path, "{value}").expect("a text takes all");
}

impl Parameter for WorldDate {
    fn write(&self, path: &mut String) {
        write_plain(self, path);
    }
}

impl Parameter for usize {
    fn write(&self, path: &mut String) {
        write_plain(self, path);
    }
}

impl Parameter for i64 {
    fn write(&self, path: &mut String) {
        write_plain(self, path);
    }
}

/// A pattern with its parameters filled in, in their order.
pub(super) fn fill(pattern: &str, parameters: &[&dyn Parameter]) -> String {
    let mut path = String::with_capacity(pattern.len() + 32);
    let (mut rest, mut parameters) = (pattern, parameters.iter());
    while let Some((before, after)) = rest.split_once('{') {
        path.push_str(before);
        if let Some(parameter) = parameters.next() {
            parameter.write(&mut path);
        }
        rest = after.split_once('}').map_or("", |(_, behind)| behind);
    }
    path.push_str(rest);
    path
}

/// Makes a module `pattern`, the list of its constants, and the functions of a table of addresses.
macro_rules! addresses {
    ($(
        $(#[$doc:meta])*
        $name:ident $($function:ident($($parameter:ident: $kind:ty),*))? = $pattern:literal;
    )*) => {
        /// The address patterns, as routers write them.
        pub mod pattern {
            $($(#[$doc])* pub const $name: &str = $pattern;)*
        }

        /// All patterns of [`pattern`].
        pub const PATTERNS: [&str; [$($pattern),*].len()] = [$(pattern::$name),*];

        $($crate::urls::fill::address! {
            $(#[$doc])* $name $($function($($parameter: $kind),*))?
        })*
    };
}

/// Makes the function of an address, if it has one.
macro_rules! address {
    ($(#[$doc:meta])* $name:ident) => {};
    ($(#[$doc:meta])* $name:ident $function:ident($($parameter:ident: $kind:ty),*)) => {
        $(#[$doc])*
        #[must_use]
        pub fn $function($($parameter: $kind),*) -> String {
            $crate::urls::fill::fill(pattern::$name, &[$(&$parameter),*])
        }
    };
}

pub(super) use {address, addresses};
