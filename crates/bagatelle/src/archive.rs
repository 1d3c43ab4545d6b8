//! The file that `backup` writes and `restore` reads: a tar archive with a manifest, the database and the
//! secret. Other tools can look into it.

use anyhow::{Context, Result, bail, ensure};
use bagatelle_core::present::text::counted;
use bagatelle_server::auth::token::SECRET_FILE;
use bagatelle_server::system::clock::date;
use bagatelle_store::{Contents, DATABASE_FILE, create_private};
use bagatelle_table::Millis;
use serde::{Deserialize, Serialize};
use std::fs::File;
use std::io::{self, Read, Write};
use std::path::Path;
use tempfile::TempDir;

/// What is in the archive, its first entry.
const MANIFEST: &str = "manifest.json";
/// The form of the archive that this program writes; it reads this one and all before it.
const FORMAT: u32 = 1;
/// The longest manifest that is read, in bytes.
const LONGEST_MANIFEST: u64 = 1 << 20;

/// What is in an archive.
#[derive(Debug, Serialize, Deserialize)]
pub struct Manifest {
    /// The form of the archive.
    format: u32,
    /// The version of the program that wrote it.
    pub version: String,
    /// When it was written, in milliseconds since 1970.
    pub made: Millis,
    /// The last migration of the database.
    schema: i64,
    /// How many games there are.
    games: u64,
    /// How many events they have.
    events: u64,
    /// The files after the manifest.
    files: Vec<Part>,
}

/// A file of an archive.
#[derive(Debug, Serialize, Deserialize)]
struct Part {
    name: String,
    bytes: u64,
    /// The BLAKE3 hash, in hexadecimal digits.
    blake3: String,
}

impl Manifest {
    /// The archive of a database and a secret, written now.
    pub fn new(contents: Contents, made: Millis, files: &[(&str, &Path)]) -> Result<Manifest> {
        let part = |(name, path): &(&str, &Path)| {
            let (bytes, blake3) = copy(File::open(path)?, io::sink())?;
            Ok(Part { name: (*name).to_owned(), bytes, blake3 })
        };
        let Contents { schema, tables: games, events, .. } = contents;
        let version = env!("CARGO_PKG_VERSION").to_owned();
        let files = files.iter().map(part).collect::<io::Result<_>>()?;
        Ok(Manifest { format: FORMAT, version, made, schema, games, events, files })
    }

    /// What is in the archive, in words.
    pub fn summary(&self) -> String {
        let Manifest { version, made, games, events, .. } = self;
        let (games, events) = (counted(*games as usize, "game"), counted(*events as usize, "event"));
        format!("{games} with {events}, saved on {} by version {version}", moment(*made))
    }

    /// Whether a database is the one that was saved.
    pub fn ensure_same(&self, found: Contents) -> Result<()> {
        ensure!(
            (found.schema, found.tables, found.events) == (self.schema, self.games, self.events),
            "the database in the backup doesn’t match the manifest"
        );
        Ok(())
    }
}

/// A date and a time of day, in UTC.
pub fn moment(at: Millis) -> String {
    let minutes = at.rem_euclid(86_400_000) / 60_000;
    format!("{} at {:02}:{:02} UTC", date(at), minutes / 60, minutes % 60)
}

/// Writes an archive.
pub fn write(to: impl Write, manifest: &Manifest, files: &[(&str, &Path)]) -> Result<()> {
    let mut archive = tar::Builder::new(to);
    let text = serde_json::to_vec_pretty(manifest)?;
    let head = |bytes: u64| {
        let mut header = tar::Header::new_gnu();
        header.set_size(bytes);
        header.set_mode(0o600);
        header.set_mtime((manifest.made / 1000).unsigned_abs());
        header
    };
    archive.append_data(&mut head(text.len() as u64), MANIFEST, text.as_slice())?;
    for ((name, path), part) in files.iter().zip(&manifest.files) {
        archive.append_data(&mut head(part.bytes), name, File::open(path)?.take(part.bytes))?;
    }
    archive.into_inner()?.flush()?;
    Ok(())
}

/// Unpacks an archive into an empty folder, and compares each file with the manifest. Nothing but the files
/// of the manifest is written, under the names that this program gives.
pub fn unpack(from: impl Read, folder: &Path) -> Result<Manifest> {
    const NO_BACKUP: &str = "it isn’t a file from `bagatelle backup`";
    let mut archive = tar::Archive::new(from);
    let mut entries = archive.entries()?;
    let first = entries.next().context(NO_BACKUP)?.context(NO_BACKUP)?;
    ensure!(first.path_bytes().as_ref() == MANIFEST.as_bytes(), NO_BACKUP);
    let mut text = String::new();
    first.take(LONGEST_MANIFEST).read_to_string(&mut text).context(NO_BACKUP)?;
    let form: serde_json::Value = serde_json::from_str(&text).context(NO_BACKUP)?;
    if form["format"].as_u64().is_some_and(|format| format > u64::from(FORMAT)) {
        bail!("a newer version of Bagatelle wrote it: use that version");
    }
    let manifest: Manifest = serde_json::from_value(form).context(NO_BACKUP)?;
    for name in [DATABASE_FILE, SECRET_FILE] {
        let part = manifest.files.iter().find(|part| part.name == name).context(NO_BACKUP)?;
        let entry = entries.next().context("it is truncated")?.context("it is truncated")?;
        ensure!(entry.path_bytes().as_ref() == name.as_bytes(), NO_BACKUP);
        let mut file = create_private(&folder.join(name)).context(name)?;
        let (bytes, blake3) = copy(entry, &mut file).context("it is truncated, or the disk is full")?;
        file.sync_all()?;
        ensure!(bytes >= part.bytes, "it is truncated");
        ensure!(
            (bytes, &blake3) == (part.bytes, &part.blake3),
            "it is damaged: “{name}” has changed since it was saved"
        );
    }
    Ok(manifest)
}

/// Copies all there is; returns how many bytes there were, and their hash.
fn copy(mut from: impl Read, mut to: impl Write) -> io::Result<(u64, String)> {
    let (mut hasher, mut buffer, mut bytes) = (blake3::Hasher::new(), vec![0; 1 << 16], 0);
    loop {
        let part = match from.read(&mut buffer) {
            Ok(0) => return Ok((bytes, hasher.finalize().to_hex().to_string())),
            Ok(read) => &buffer[..read],
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        hasher.update(part);
        to.write_all(part)?;
        bytes += part.len() as u64;
    }
}

/// A new folder in another one that its owner only can look into.
pub fn private_folder(prefix: &str, parent: &Path) -> Result<TempDir> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(prefix);
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o700));
    builder.tempdir_in(parent).with_context(|| parent.display().to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn saved() -> (tempfile::TempDir, Vec<u8>) {
        let folder = tempfile::tempdir().unwrap();
        let (database, secret) = (folder.path().join("d"), folder.path().join("s"));
        std::fs::write(&database, [7; 3000]).unwrap();
        std::fs::write(&secret, [8; 32]).unwrap();
        let files = [(DATABASE_FILE, database.as_path()), (SECRET_FILE, secret.as_path())];
        let contents = Contents { schema: 3, tables: 2, events: 9, last_run: None };
        let manifest = Manifest::new(contents, 1_795_262_400_000, &files).unwrap();
        let mut archive = Vec::new();
        write(&mut archive, &manifest, &files).unwrap();
        (folder, archive)
    }

    fn unpacked(archive: &[u8]) -> Result<(Manifest, Vec<u8>)> {
        let folder = tempfile::tempdir()?;
        let manifest = unpack(archive, folder.path())?;
        Ok((manifest, std::fs::read(folder.path().join(DATABASE_FILE))?))
    }

    #[test]
    fn what_was_saved_comes_back() {
        let (_folder, archive) = saved();
        let (manifest, database) = unpacked(&archive).unwrap();
        assert_eq!(database, [7; 3000]);
        let said = "2 games with 9 events, saved on 2026-11-21 at 12:00 UTC by version ";
        assert!(manifest.summary().starts_with(said), "{}", manifest.summary());
        assert!(
            manifest.ensure_same(Contents { schema: 3, tables: 2, events: 9, last_run: Some(1) }).is_ok()
        );
        assert!(manifest.ensure_same(Contents { schema: 3, tables: 2, events: 8, last_run: None }).is_err());
    }

    #[test]
    fn damage_is_found() {
        let (_folder, archive) = saved();
        // The manifest has a head and two blocks or so; the database follows.
        let start = archive.windows(3000).position(|part| part == [7; 3000]).unwrap();
        let mut changed = archive.clone();
        changed[start + 1234] = 9;
        assert!(unpacked(&changed).unwrap_err().to_string().contains("damaged"));
        assert!(unpacked(&archive[..start + 100]).unwrap_err().to_string().contains("truncated"));
        assert!(
            unpacked(b"no archive").unwrap_err().to_string().contains("isn’t a file from `bagatelle backup`")
        );
        assert!(unpacked(b"").is_err());
        let newer = String::from_utf8_lossy(&archive[512..1024]).replace("\"format\": 1", "\"format\": 2");
        let newer = [&archive[..512], newer.as_bytes(), &archive[1024..]].concat();
        assert!(unpacked(&newer).unwrap_err().to_string().contains("newer version"));
    }
}
