//! The tests of Bambam Booboo.

mod agreement;
mod common;
mod drawing;
mod guide;
mod laws;
mod proofs;
mod random;
mod readings;
mod repetition;
mod rules;
mod symmetry;
mod traps;
