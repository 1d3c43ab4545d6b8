//! Who owns a data folder. The server runs as its owner and reads files that commands write there, so root
//! gives these files to the folder's owner; no other user can.

use crate::output::note;
use std::path::Path;

/// Warns if a command that writes to the folder is run by a user who is neither its owner nor root.
pub fn warn(folder: &Path) {
    if let Some(owner) = strange_owner(folder) {
        note!(
            "bagatelle: {} belongs to user {owner}, whose server can’t read files written there by another \
             user: run this as root or as that user",
            folder.display()
        );
    }
}

/// The owner of a folder that belongs neither to the user of this process nor to root, who could give files
/// to the owner.
#[cfg(unix)]
fn strange_owner(folder: &Path) -> Option<u32> {
    use std::os::unix::fs::MetadataExt;
    let (user, owner) = (rustix::process::geteuid(), std::fs::metadata(folder).ok()?.uid());
    (!user.is_root() && user.as_raw() != owner).then_some(owner)
}

#[cfg(not(unix))]
fn strange_owner(_: &Path) -> Option<u32> {
    None
}

/// Those of the files in a folder whose owner is not that of the folder.
#[cfg(unix)]
pub fn foreign<'a>(folder: &Path, names: &[&'a str]) -> Vec<&'a str> {
    use std::os::unix::fs::MetadataExt;
    let owner = |path: &Path| std::fs::metadata(path).ok().map(|found| found.uid());
    let is_foreign = |name: &&&str| {
        let of = owner(&folder.join(name));
        of.is_some() && of != owner(folder)
    };
    names.iter().filter(is_foreign).copied().collect()
}
