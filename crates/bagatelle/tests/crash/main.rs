//! What was confirmed is there, whatever happens to the server: it is killed at random moments, its disk is
//! full, slow or not to be written to, its clients hang up in the middle of a request.
//!
//! [`kills`] plays all games from many clients, kills the real program and looks for every move that was
//! answered. The clients are [`player`]s; what they were told is in a [`ledger`], and [`database`] says what
//! the log holds. `cargo xtask crash --kills N` runs it for longer. [`copies`] does the same with three
//! servers on one database, behind a [`proxy`]. [`events`] plays tournaments meanwhile,
//! and [`event_moments`] kills when they go on by themselves.
//!
//! What clients try follows from a seed; how their requests meet does not.

#![cfg(unix)]
#![allow(clippy::disallowed_methods, clippy::disallowed_types, clippy::disallowed_macros)]

mod aborted;
mod api;
mod copies;
mod database;
mod disk;
mod event_moments;
mod events;
mod hosting;
mod kills;
mod ledger;
mod player;
mod proxy;
mod server;
