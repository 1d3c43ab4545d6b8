//! Two games that all know, to test and to measure with: connect four hides nothing, Kuhn poker hides cards.
//!
//! They are no part of the catalog. The test kit has them, too; a crate of their own is built in seconds
//! where only they are needed.

pub mod connect_four;
pub mod kuhn;
