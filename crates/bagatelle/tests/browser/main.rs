//! What visitors do, in a real browser with a real server. Each test is a story; it fails on any complaint of the browser (a
//! script error, a failed request, a style that the policy refuses), too.
//!
//! Needs Chromium and chromedriver; `cargo xtask test` installs them.

mod accessibility;
mod axe;
mod begin;
mod brain_burn;
mod by_ear;
mod chat;
mod drag;
mod finish;
mod ghost;
mod harness;
mod hints;
mod layout;
mod lessons;
mod links;
mod motion;
mod replay;
mod restart;
mod together;
mod touch;
mod watch;
mod zoom;
