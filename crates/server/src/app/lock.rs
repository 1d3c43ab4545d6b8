//! One server for each data folder: two would not tell each other what happens at their tables.

use anyhow::{Context, Result, bail};
use bagatelle_store::create_private;
use std::fs::{File, TryLockError};
use std::io::ErrorKind;
use std::path::Path;

/// The data folder, locked for this process until it is dropped. The system lets go of it when the process
/// ends, however it ends.
#[derive(Debug)]
pub struct FolderLock {
    _file: File,
}

impl FolderLock {
    /// Locks a data folder.
    ///
    /// # Errors
    /// When another process serves it, or the file that is locked cannot be made.
    pub fn new(data: &Path) -> Result<FolderLock> {
        let path = data.join("lock");
        let file = match create_private(&path) {
            Err(error) if error.kind() == ErrorKind::AlreadyExists => File::options().write(true).open(&path),
            made => made,
        };
        let file = file.with_context(|| path.display().to_string())?;
        match file.try_lock() {
            Ok(()) => Ok(FolderLock { _file: file }),
            Err(TryLockError::WouldBlock) => bail!(
                "another Bagatelle is using the folder {}: stop it first, or choose another folder with \
                 --data",
                data.display()
            ),
            Err(TryLockError::Error(error)) => Err(error).with_context(|| path.display().to_string()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_is_served_once_at_a_time() {
        let folder = tempfile::tempdir().unwrap();
        let lock = FolderLock::new(folder.path()).unwrap();
        let error = FolderLock::new(folder.path()).unwrap_err().to_string();
        assert!(
            error.starts_with("another Bagatelle is using the folder") && !error.contains('\n'),
            "{error}"
        );
        drop(lock);
        assert!(FolderLock::new(folder.path()).is_ok());
    }
}
