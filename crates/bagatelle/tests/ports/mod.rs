//! Ports for the programs that tests start.

use std::fs::File;
use std::net::{Ipv4Addr, TcpListener};
use std::path::Path;

/// How many ports there are for tests.
const PORTS: u16 = 10_000;
/// The first of them. All are below those that systems give to programs which ask for any port.
const FIRST_PORT: u16 = 20_000;

/// A free port, for this process alone until it ends: a server that is stopped and started again finds it
/// free.
pub fn free_port() -> u16 {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("ports");
    std::fs::create_dir_all(&folder).unwrap();
    let begin = std::process::id() % u32::from(PORTS);
    let mut ports = (0..PORTS).map(|n| FIRST_PORT + (begin as u16 + n) % PORTS);
    let free = ports.find(|port| {
        let file = File::create(folder.join(port.to_string())).unwrap();
        let own = file.try_lock().is_ok() && TcpListener::bind((Ipv4Addr::UNSPECIFIED, *port)).is_ok();
        if own {
            // It is locked until the process ends.
            std::mem::forget(file);
        }
        own
    });
    free.expect("a free port")
}
