//! Files that only the owner of the process may read.

use anyhow::{Context, Result};
use std::fs::File;
use std::path::Path;

/// A new file that only the owner of the process may read.
///
/// # Errors
/// When it is there already, or cannot be made.
pub fn create_private(path: &Path) -> Result<File> {
    let mut options = File::options();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path).with_context(|| path.display().to_string())
}
