//! Who asks: signed tokens, and passwords.

pub mod passwords;
pub mod token;
mod work_area;
