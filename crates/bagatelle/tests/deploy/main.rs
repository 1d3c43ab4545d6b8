//! What is in the folder `deploy` and at the beginning of `docs/hosting.md`, tried with the real programs:
//! nginx, Caddy, systemd's tools, and a container tool where there is one. Paths, hosts and ports are
//! replaced by those of a test, nothing else.
//!
//! nginx and Caddy are taken from PATH, or from `target/tools/proxies`, where `cargo xtask setup` puts them.

mod container;
mod docs;
#[path = "../ports/mod.rs"]
mod ports;
mod programs;
mod proxies;
mod sockets;
mod tls;
mod units;
