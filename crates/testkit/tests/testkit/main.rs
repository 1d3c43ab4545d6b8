//! Games for which every answer is known, and pages that break each law.

mod broken_pages;
mod connect_four;
mod kuhn;
