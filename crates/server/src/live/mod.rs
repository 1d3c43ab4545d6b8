//! Tables in memory: where events of a table happen one after another, and who is connected.

pub mod connection;
mod expiry;
pub mod feeds;
pub mod house;
pub mod learned;
pub(crate) mod notifications;
mod planned;
mod players;
pub mod presence;
pub mod registry;
mod reload;
pub mod restrictions;
mod shared_hint;
pub mod sharing;
pub mod table;
pub mod visits;
