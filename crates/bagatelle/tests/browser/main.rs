//! What people do, in a real browser with a real server: each test is a story, and stories fail on any complaint of the
//! browser (a script error, a style that the policy refuses), too.
//!
//! Needs Chromium and chromedriver; `cargo xtask test` sees to them.

mod access;
mod chat;
mod deal;
mod finish;
mod ghost;
mod harness;
mod hints;
mod play;
mod replay;
mod restart;
mod together;
mod touch;
mod watch;
