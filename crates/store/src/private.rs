//! Files of a data folder: only their owner may read them, and their owner is that of the folder.
//!
//! Otherwise, a command that root runs beside a server would leave files there that the server cannot read.
//! SQLite does the same for the files that it makes beside a database.

use std::fs::File;
use std::io::{ErrorKind, Result};
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
    give(&file, folder)?;
    Ok(file)
}

/// Gives a file or a folder the owner of a folder, if root has made it for another user. A link is refused:
/// the owner of the folder could have put it there to get the file that it leads to.
///
/// # Errors
/// When one of them is not there, or the file is a link.
pub fn give_to_owner_of(folder: &Path, path: &Path) -> Result<()> {
    #[cfg(unix)]
    {
        use rustix::fs::OFlags;
        // Without waiting for the other end of a pipe.
        let flags = OFlags::NOFOLLOW | OFlags::NONBLOCK;
        let mut options = File::options();
        options.read(true);
        std::os::unix::fs::OpenOptionsExt::custom_flags(&mut options, flags.bits().cast_signed());
        match options.open(path) {
            Err(error) if error.kind() == ErrorKind::PermissionDenied => Ok(()),
            opened => give(&opened?, folder),
        }
    }
    #[cfg(not(unix))]
    std::fs::metadata(folder).and(std::fs::metadata(path)).map(drop)
}

/// Gives an open file the owner of a folder, if it has another one.
fn give(file: &File, folder: &Path) -> Result<()> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::{MetadataExt, fchown};
        let (owner, own) = (std::fs::metadata(folder)?, file.metadata()?);
        if owner.uid() != own.uid() {
            match fchown(file, Some(owner.uid()), Some(owner.gid())) {
                // Only root may give files away.
                Err(error) if error.kind() == ErrorKind::PermissionDenied => (),
                done => done?,
            }
        }
    }
    #[cfg(not(unix))]
    let _ = (file, folder);
    Ok(())
}

#[cfg(all(test, unix))]
mod tests {
    use crate::{DATABASE_FILE, Store, give_to_owner_of};
    use std::os::unix::fs::{MetadataExt, PermissionsExt, chown, symlink};

    #[tokio::test]
    async fn others_cannot_read_a_new_database() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(&folder.path().join(DATABASE_FILE)).await.unwrap();
        store.keep_name("ann", "Ann").await.unwrap();
        let files: Vec<_> = std::fs::read_dir(folder.path()).unwrap().map(|file| file.unwrap()).collect();
        // The files that SQLite keeps beside it hold the same rows.
        assert_eq!(files.len(), 3, "{files:?}");
        for file in files {
            assert_eq!(file.metadata().unwrap().permissions().mode() & 0o777, 0o600, "{file:?}");
        }
        store.close().await;
    }

    #[test]
    fn a_link_gives_away_nothing() {
        let (folder, other) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let (link, kept) = (folder.path().join("secret"), other.path().join("kept"));
        std::fs::write(&kept, "kept").unwrap();
        symlink(&kept, &link).unwrap();
        assert!(give_to_owner_of(folder.path(), &link).is_err());
        // Only root may give files away, so only root runs the rest of this test.
        if chown(folder.path(), Some(65_534), Some(65_534)).is_err() {
            return;
        }
        assert!(give_to_owner_of(folder.path(), &link).is_err());
        let owner = |path: &std::path::Path| std::fs::symlink_metadata(path).unwrap().uid();
        assert_eq!((owner(&kept), owner(&link)), (0, 0));
        give_to_owner_of(folder.path(), &kept).unwrap();
        assert_eq!(owner(&kept), 65_534);
        let below = folder.path().join("below");
        std::fs::create_dir(&below).unwrap();
        give_to_owner_of(folder.path(), &below).unwrap();
        assert_eq!(owner(&below), 65_534);
    }
}
