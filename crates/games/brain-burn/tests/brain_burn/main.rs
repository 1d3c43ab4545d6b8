//! The tests of Brain Burn.

mod guide;
mod laws;
mod readings;
mod rules;
