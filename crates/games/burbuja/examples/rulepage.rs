//! Writes the rule page: `cargo run -p bagatelle-burbuja --example rulepage > rules.html`.

#![allow(
    clippy::disallowed_macros,
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "an example measures, prints and writes files"
)]

use bagatelle_burbuja::Burbuja;
use bagatelle_core::Playable;

fn main() {
    println!("{}", Burbuja::rules_page().into_string());
}
