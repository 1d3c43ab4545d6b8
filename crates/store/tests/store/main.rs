//! The tests of the store, on real databases.

mod conformance;
mod damage;
mod formats;
mod identities;
