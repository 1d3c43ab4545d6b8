//! Connections, addresses and the counts for each: everything about requests that needs no table.

pub mod address;
pub mod base;
pub mod bodies;
pub mod connections;
pub mod cookies;
pub mod listener;
pub mod network;
pub mod public_url;
pub mod quotas;
pub mod rewrite;
pub mod throttle;
pub mod tls;
pub(crate) mod values;
