//! What visitors do, in a real browser with a real server. Each test is a story; it fails on any complaint of the browser (a
//! script error, a failed request, a style that the policy refuses), too.
//!
//! Needs Chromium and chromedriver; `cargo xtask test` installs them.

mod accessibility;
mod brain_burn;
mod chat;
mod drag;
mod finish;
mod ghost;
mod harness;
mod hints;
mod lessons;
mod links;
mod replay;
mod restart;
mod together;
mod touch;
mod watch;
mod zoom;
