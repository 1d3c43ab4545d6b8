//! What a server needs from its machine in addition to its data: disk space and open files.

use bagatelle_server::limits::{FILES_BESIDE, Limits};
use bagatelle_store::DATABASE_FILE;
use rustix::process::{Resource, getrlimit};
use std::path::Path;

/// So much room on the disk is little, in bytes.
const LITTLE_ROOM: u64 = 200 << 20;

/// What is found for a data folder, in sentences, each with whether it is enough.
pub fn found(data: &Path) -> Vec<(bool, String)> {
    let mut found = Vec::new();
    if let Ok(disk) = rustix::fs::statvfs(data) {
        let free = disk.f_bavail.saturating_mul(disk.f_frsize);
        let size = std::fs::metadata(data.join(DATABASE_FILE)).map_or(0, |file| file.len());
        let sentence = format!("{} are free on the disk; the database takes {}.", bytes(free), bytes(size));
        found.push((free >= LITTLE_ROOM.max(size), sentence));
    }
    let usual = Limits::default().connections + FILES_BESIDE;
    found.push(match getrlimit(Resource::Nofile).maximum {
        Some(files) if files < u64::from(usual) => (
            false,
            format!(
                "A process may open {files} files here, so a server started like this serves {} connections \
                 at once. For {1}, raise the limit (LimitNOFILE in systemd) to {usual}.",
                files.saturating_sub(u64::from(FILES_BESIDE)),
                Limits::default().connections
            ),
        ),
        _ => (true, "The server may open as many files as it needs.".to_owned()),
    });
    found
}

/// A size in words.
fn bytes(bytes: u64) -> String {
    match bytes {
        0..1_000_000 => format!("{} kB", bytes.div_ceil(1000)),
        1_000_000..1_000_000_000 => format!("{:.1} MB", bytes as f64 / 1e6),
        _ => format!("{:.1} GB", bytes as f64 / 1e9),
    }
}
