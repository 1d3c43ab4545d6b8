//! What only PostgreSQL has: several servers on one database.

mod copies;
mod shared;
