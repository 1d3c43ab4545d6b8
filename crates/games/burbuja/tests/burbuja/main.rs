//! The tests of Burbuja.

mod drawing;
mod guide;
mod hints;
mod laws;
mod notation;
mod readings;
mod rules;
mod solver;
mod stranding;
