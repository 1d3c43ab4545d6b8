//! The pages, as HTML made from plain models.
//!
//! Each page is a struct with everything it shows, and a method `page` that returns the whole document. Pages
//! that change while they are open have a method `part`, too: the `main` element that live updates replace.
//! The crate has no I/O, reads no clock, and asks the table what is allowed.

pub mod account;
mod account_form;
pub mod admin;
pub mod analysis;
mod apart;
pub mod archive;
pub mod assets;
mod at_table;
pub mod badge;
pub mod base;
mod board;
pub mod challenges;
pub mod error;
pub mod event;
pub mod fairness;
pub mod frame;
pub mod friends;
mod game;
pub mod home;
pub mod ladder;
pub mod lay;
pub mod lesson;
pub mod letters;
pub mod live;
pub mod lobby;
pub mod moderation;
pub mod new_game;
pub mod new_password;
pub mod notifications;
pub mod offline;
pub mod once;
mod ornament;
pub mod pad;
pub mod people;
pub mod picture;
pub mod plan;
pub mod position;
pub mod print;
pub mod privacy;
pub mod reference;
pub mod refusal;
pub mod replay;
pub mod results;
pub mod rules;
pub mod same_deal;
pub mod seek;
pub mod settings;
pub mod table;
mod tabs;
pub mod text;
pub mod timer;
pub mod today;
pub mod tokens;
pub mod urls;

mod day;
mod json;
mod list;
mod par;
mod standing;
mod step;
mod verdict;

pub use list::TableItem;
pub use maud::{Markup, PreEscaped};
