//! Web push: browsers whose visitors want it are told of turns and invitations, by the push service of the
//! browser's maker. It is the one connection that the server makes to others.
//!
//! What is to be sent is in the database, where it was written with the event that it tells of; sending is a
//! task of its own that no move waits for. A message is encrypted for the browser ([`message`]) and signed
//! by the server ([`key`]); it goes to addresses that are allowed ([`endpoint`], [`client`]).

pub mod client;
pub mod deliver;
pub mod endpoint;
pub mod key;
pub mod message;
