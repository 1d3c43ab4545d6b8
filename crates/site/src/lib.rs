//! What the pages answer, wherever they are served.
//!
//! The site has two hosts: the server, and the browser on its own. A host reads a request, gathers what it
//! needs (a table from memory or from the database, what the visitor has learned, a name), and calls the
//! function of the feature, which decides and draws. It sends the [`Reply`], and stores what must be kept.
//!
//! The functions take values instead of ports: the server awaits what it gathers and the browser does not, so
//! a port would have to be written twice. A feature that only one host has stays with that host: analysis
//! boards in the browser; positions of the day, accounts and people on the server.

#![forbid(unsafe_code)]

pub mod archive;
pub mod game;
pub mod home;
pub mod lesson;
pub mod replay;
pub mod review;
pub mod table;
pub mod today;

mod reply;

pub use reply::{Extent, Refused, Reply};
