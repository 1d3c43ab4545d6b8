//! What commands write: to files, to standard output, and to standard error.
//!
//! A file is first written completely and then moved into place, so a command that fails leaves the old
//! file, and a command may write the file that it reads.

use anyhow::{Context, Result, ensure};
use std::fmt::Arguments;
use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

/// Writes a line to standard output. It is an error if its reader has ended (`bagatelle admin games | head`),
/// with which the command ends without a word.
macro_rules! say {
    ($($part:tt)*) => {
        $crate::output::line(format_args!($($part)*))
    };
}

/// Writes a line to standard error, if it has a reader.
macro_rules! note {
    ($($part:tt)*) => {
        $crate::output::remark(format_args!("{}\n", format_args!($($part)*)))
    };
}

/// Writes a part of a line to standard error, if it has a reader: how far work has come.
macro_rules! progress {
    ($($part:tt)*) => {
        $crate::output::remark(format_args!($($part)*))
    };
}

pub(crate) use {note, progress, say};

/// How many symbolic links may follow each other, as on Linux.
const LINKS: usize = 40;

/// What [`say`] does.
pub fn line(line: Arguments<'_>) -> io::Result<()> {
    writeln!(io::stdout().lock(), "{line}")
}

/// What [`note`] and [`progress`] do.
pub fn remark(text: Arguments<'_>) {
    // That the work cannot be reported is no reason to end it.
    let _ = write!(io::stderr().lock(), "{text}");
}

/// Opens a file to which lines are added, for this process alone, and reads it. It is made if it doesn’t
/// exist.
///
/// # Errors
/// When it cannot be opened or is not text, and when another process has it.
pub fn claimed(path: &Path) -> Result<(File, String)> {
    let name = || path.display().to_string();
    let open = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path);
    let mut file = open.with_context(name)?;
    file.try_lock().context("another process is writing it").with_context(name)?;
    let mut text = String::new();
    file.read_to_string(&mut text).with_context(name)?;
    Ok((file, text))
}

/// Writes all of a file, or of standard output if none is named (or `-`).
///
/// A file is written beside its place, flushed to disk and renamed; who may read it stays as it was. Links
/// are followed. A device or a pipe is written to as it is.
///
/// # Errors
/// When it cannot be written; the error names the file.
pub fn write(path: Option<&Path>, content: &[u8]) -> Result<()> {
    let Some(path) = path.filter(|path| !is_standard(path)) else {
        return Ok(to_standard(content)?);
    };
    to_file(path, content).with_context(|| path.display().to_string())
}

/// The folder that a file is in.
#[must_use]
pub fn folder_of(file: &Path) -> &Path {
    file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Sees to it that a change of names in a folder is on disk.
///
/// # Errors
/// When the folder cannot be flushed.
pub fn sync_folder(folder: &Path) -> Result<()> {
    // Other systems do not open folders.
    #[cfg(unix)]
    File::open(folder).and_then(|folder| folder.sync_all()).with_context(|| folder.display().to_string())?;
    #[cfg(not(unix))]
    let _ = folder;
    Ok(())
}

/// Whether this is a name of standard output.
#[must_use]
pub fn is_standard(path: &Path) -> bool {
    ["-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"].iter().any(|name| path.as_os_str() == *name)
}

fn to_standard(content: &[u8]) -> io::Result<()> {
    let mut out = io::stdout().lock();
    out.write_all(content)?;
    out.flush()
}

fn to_file(path: &Path, content: &[u8]) -> Result<()> {
    let place = behind_links(path)?;
    if is_standard(&place) {
        return Ok(to_standard(content)?);
    }
    let there = match fs::metadata(&place) {
        Ok(there) => Some(there),
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        Err(error) => return Err(error.into()),
    };
    match there {
        Some(there) if there.is_dir() => anyhow::bail!("it is a folder"),
        // A device, a pipe, or a file that is open already: it cannot be replaced.
        Some(there) if !there.is_file() || is_of_the_system(&place) => {
            Ok(OpenOptions::new().append(true).open(&place)?.write_all(content)?)
        }
        there => replace(&place, there.as_ref(), content),
    }
}

/// Where a chain of links leads to, whether something is there or not.
///
/// # Errors
/// When the links lead in a circle.
pub fn behind_links(path: &Path) -> Result<PathBuf> {
    let mut place = path.to_owned();
    for _ in 0..LINKS {
        match fs::read_link(&place) {
            // What is open has no path that can be relied on.
            Ok(_) if is_of_the_system(&place) && !place.starts_with("/dev") => return Ok(place),
            Ok(next) => place = folder_of(&place).join(next),
            Err(_) => return Ok(place),
        }
    }
    anyhow::bail!("too many symbolic links follow each other")
}

/// Whether a path is one of those by which a system names devices and open files.
fn is_of_the_system(path: &Path) -> bool {
    path.starts_with("/dev") || path.starts_with("/proc")
}

fn replace(place: &Path, there: Option<&Metadata>, content: &[u8]) -> Result<()> {
    let folder = folder_of(place);
    ensure!(folder.is_dir(), "there is no folder {}", folder.display());
    if there.is_some() {
        // What may not be written stays, though its folder would let it be replaced.
        OpenOptions::new().write(true).open(place)?;
    }
    match beside(folder, place, there, content) {
        Err(error) if there.is_some() && is_of_the_folder(&error) => {
            let mut file = OpenOptions::new().write(true).truncate(true).open(place)?;
            file.write_all(content)?;
            Ok(file.sync_all()?)
        }
        done => Ok(done?),
    }
}

/// Whether a folder takes no new file, or a file in it cannot be replaced since it is mounted alone: such a
/// file is written where it is.
fn is_of_the_folder(error: &io::Error) -> bool {
    use io::ErrorKind::{CrossesDevices, PermissionDenied, ReadOnlyFilesystem, ResourceBusy};
    [CrossesDevices, PermissionDenied, ReadOnlyFilesystem, ResourceBusy].contains(&error.kind())
}

/// Writes a file beside its place, and renames it.
fn beside(folder: &Path, place: &Path, there: Option<&Metadata>, content: &[u8]) -> io::Result<()> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".bagatelle-");
    // It gets the permissions of any new file, less what the user's mask takes.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let mut whole = builder.tempfile_in(folder)?;
    whole.write_all(content)?;
    if let Some(there) = there {
        keep_owner(whole.as_file(), there);
        whole.as_file().set_permissions(there.permissions())?;
    }
    whole.as_file().sync_all()?;
    whole.persist(place).map_err(|error| error.error)?;
    // The name is in its place; whether a folder can be flushed is up to the file system.
    let _ = sync_folder(folder);
    Ok(())
}

/// A file keeps its owner where the user may give files away.
#[cfg(unix)]
fn keep_owner(file: &File, there: &Metadata) {
    use std::os::unix::fs::{MetadataExt, fchown};
    let _ = fchown(file, Some(there.uid()), Some(there.gid()));
}

#[cfg(not(unix))]
fn keep_owner(_: &File, _: &Metadata) {}
