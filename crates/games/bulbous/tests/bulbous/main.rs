//! The tests of Bulbous.

mod common;
mod drawing;
mod endings;
mod guidance;
mod laws;
mod programs;
mod readings;
mod rules;
mod secrecy;
mod takebacks;
