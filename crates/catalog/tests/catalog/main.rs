//! The tests of the catalog, over all games.

mod batch;
mod confirm;
mod described;
mod formats;
mod games;
mod grades;
mod laid;
mod positions;
mod records;
mod versions;
