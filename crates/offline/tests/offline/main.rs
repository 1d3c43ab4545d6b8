//! The tests of the site that runs in the browser.

mod analysis;
mod browser;
mod play;
mod wasm;
