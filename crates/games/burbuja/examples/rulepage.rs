//! Writes the rule page: `cargo run -p bagatelle-burbuja --example rulepage > rules.html`.

use bagatelle_burbuja::Burbuja;
use bagatelle_core::Playable;

fn main() {
    println!("{}", Burbuja::rules_page().into_string());
}
