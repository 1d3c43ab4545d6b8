//! The web server: HTTP and time around the tables.
//!
//! One move, from the click to the other screen: [`routes`] takes the request and finds who asks and which
//! table; [`tables`] locks the table once; [`live::registry`] decides the command, stores the event, changes
//! the table in memory, and tells watchers the new number; `bagatelle_pages` draws the table for the answer.
//!
//! The server knows no game: it holds what `bagatelle_catalog` gives it. All SQL is in `bagatelle_store`.

pub mod address;
mod again;
pub mod app;
mod around;
mod attendance;
pub mod auth;
pub mod base;
pub mod bodies;
pub mod brought;
mod called_off;
mod challenges;
pub mod clock;
pub mod code;
mod conduct;
pub mod connections;
pub mod cookies;
pub mod copies;
pub mod dailies;
pub mod database;
pub mod deals;
pub mod drift;
pub mod error;
pub mod export;
pub mod extract;
pub mod history;
pub mod house;
mod house_at_tables;
pub mod house_games;
pub mod jobs;
pub mod ladder;
pub mod large;
pub mod leaving;
pub mod limits;
pub mod listener;
mod listing;
pub mod live;
pub mod lock;
mod making;
pub mod meters;
pub mod metrics;
mod news;
pub mod office;
mod once;
pub mod outage;
mod pairing;
pub mod picture;
pub mod positions;
pub mod public_url;
pub mod quotas;
pub mod random;
pub mod reach;
pub mod readiness;
pub mod recent;
mod reports;
pub mod requests;
pub mod retention;
pub mod rewrite;
pub mod routes;
pub mod security;
pub mod site;
pub mod state;
pub mod tables;
pub mod taken;
pub mod throttle;
pub mod ticker;
mod values;
pub mod work;

pub use app::{Config, Server};
