//! Sample pages.
