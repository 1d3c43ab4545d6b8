//! The web server: HTTP and time around the tables.
//!
//! One move, from the click to the other screen: [`routes`] takes the request and finds who asks and which
//! table; [`tables`] locks the table once; [`live::registry`] decides the command, stores the event, changes
//! the table in memory, and tells watchers the new number; `bagatelle_pages` draws the table for the answer.
//!
//! The server knows no game: it holds what `bagatelle_catalog` gives it. All SQL is in `bagatelle_store`.

pub mod app;
pub mod auth;
pub mod daily;
pub mod error;
pub mod house_bots;
pub mod http;
pub mod limits;
pub mod live;
pub mod observability;
pub mod push;
pub mod routes;
pub mod system;
pub mod tables;
pub mod work;

pub use app::{Config, Server};
