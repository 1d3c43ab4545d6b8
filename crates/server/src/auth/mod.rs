//! Who asks: signed tokens, and passwords.

pub mod api_token;
pub mod export;
pub mod house_bots;
pub mod passwords;
pub mod reset;
pub mod token;
mod work_area;
