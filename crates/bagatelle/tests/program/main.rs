//! The tests of the program, as commands and as a server.

mod admin;
mod arena;
#[path = "../between/mod.rs"]
mod between;
mod bot;
mod command;
mod dataset;
mod load;
mod outputs;
mod play_on;
mod print;
mod records;
mod settings;
