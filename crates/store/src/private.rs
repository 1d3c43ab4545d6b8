//! Files of a data folder: only their owner may read them, and their owner is that of the folder.
//!
//! A command that root runs beside a server would else leave files there that the server cannot read. SQLite
//! does the same for the files that it makes beside a database.

use std::fs::File;
use std::io::Result;
use std::path::Path;

/// A new file that only its owner may read, whatever the process leaves to others. Its owner is that of the
/// folder if root makes it.
///
/// # Errors
/// When it is there already, or cannot be made.
pub fn create_private(path: &Path) -> Result<File> {
    let mut options = File::options();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let file = options.open(path)?;
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    give_to_owner_of(folder, path)?;
    Ok(file)
}

/// Gives a file the owner of a folder, if root has made it for another one.
///
/// # Errors
/// When one of them is not there.
pub fn give_to_owner_of(folder: &Path, path: &Path) -> Result<()> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::{MetadataExt, lchown};
        let (owner, own) = (std::fs::metadata(folder)?, std::fs::symlink_metadata(path)?);
        if owner.uid() != own.uid() {
            match lchown(path, Some(owner.uid()), Some(owner.gid())) {
                // Only root may give files away.
                Err(error) if error.kind() == std::io::ErrorKind::PermissionDenied => (),
                done => done?,
            }
        }
    }
    #[cfg(not(unix))]
    let _ = (folder, path);
    Ok(())
}

#[cfg(all(test, unix))]
mod tests {
    use crate::{DATABASE_FILE, Store};
    use std::os::unix::fs::PermissionsExt;

    #[tokio::test]
    async fn others_cannot_read_a_new_database() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(&folder.path().join(DATABASE_FILE)).await.unwrap();
        store.keep_name("ann", "Ann").await.unwrap();
        let files: Vec<_> = std::fs::read_dir(folder.path()).unwrap().map(|file| file.unwrap()).collect();
        // What SQLite keeps beside it holds the same rows.
        assert_eq!(files.len(), 3, "{files:?}");
        for file in files {
            assert_eq!(file.metadata().unwrap().permissions().mode() & 0o777, 0o600, "{file:?}");
        }
        store.close().await;
    }
}
