//! What visitors do, in a real browser with a real server. Each test is a story; it fails on any complaint of
//! the browser (a script error, a failed request, a style that the policy refuses), too.
//!
//! Needs Chromium, Firefox, WebKitGTK and their drivers; `cargo xtask setup` installs them. A story whose
//! browser is missing says what to install.

mod accessibility;
mod after;
mod analysis;
mod axe;
mod base_path;
mod begin;
#[path = "../between/mod.rs"]
mod between;
mod brain_burn;
mod brought;
mod by_ear;
mod chat;
mod cheats;
mod conditions;
mod drag;
mod engines;
mod events;
mod fairness;
mod finish;
mod friends;
mod ghost;
mod harness;
mod hints;
mod ladder;
mod lay;
mod layout;
mod lessons;
mod links;
mod live;
mod moderation;
mod moments;
mod motion;
mod offline;
mod planned;
#[path = "../ports/mod.rs"]
mod ports;
mod positions;
mod print;
mod push;
#[path = "../push_service/mod.rs"]
mod push_service;
mod real_table;
mod replay;
mod restart;
mod same_deal;
mod seeks;
mod settings;
mod site;
mod staging;
mod today;
mod together;
mod touch;
mod unscripted;
mod watch;
mod zoom;
