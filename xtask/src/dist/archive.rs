//! Archives: from the same files the same bytes, on any machine.

use crate::step::Failed;
use flate2::{Compression, GzBuilder};
use std::collections::BTreeSet;
use std::io::{self, Write};

/// The file with the sums of all archives, in the form that `sha256sum --check` reads.
pub const SUMS: &str = "SHA256SUMS";

/// A file of an archive.
#[derive(Clone)]
pub struct File {
    /// Its path inside the archive, with `/` between its parts.
    pub path: String,
    /// What it holds.
    pub content: Vec<u8>,
    /// Who may do what with it, as `chmod` takes it.
    pub mode: u32,
}

impl File {
    /// A file that is read.
    pub fn read(path: impl Into<String>, content: impl Into<Vec<u8>>) -> File {
        File { path: path.into(), content: content.into(), mode: 0o644 }
    }

    /// A file that is run.
    pub fn program(path: impl Into<String>, content: impl Into<Vec<u8>>) -> File {
        File { mode: 0o755, ..File::read(path, content) }
    }
}

/// How archives are written.
#[derive(Clone, Copy)]
pub struct Writer {
    /// When all files were made, in seconds since 1970.
    pub time: u64,
    /// Whether it matters more that it is done soon than how long the archive is.
    pub soon: bool,
}

impl Writer {
    /// A compressed archive of files, with the folders they are in.
    pub fn tar_gz(self, files: &[File]) -> Result<Vec<u8>, Failed> {
        self.tar(files).and_then(|tar| self.gz(&tar)).map_err(failed)
    }

    /// A text, compressed.
    pub fn gz(self, bytes: &[u8]) -> io::Result<Vec<u8>> {
        let how = if self.soon { Compression::fast() } else { Compression::best() };
        let mut gz = GzBuilder::new().mtime(0).write(Vec::new(), how);
        gz.write_all(bytes)?;
        gz.finish()
    }

    fn tar(self, files: &[File]) -> io::Result<Vec<u8>> {
        let mut tar = tar::Builder::new(Vec::new());
        let mut folders = BTreeSet::new();
        for file in files {
            for (at, _) in file.path.match_indices('/') {
                let folder = &file.path[..=at];
                if folders.insert(folder.to_owned()) {
                    tar.append(&self.header(folder, 0o755, 0, tar::EntryType::Directory)?, io::empty())?;
                }
            }
            let header = self.header(&file.path, file.mode, file.content.len(), tar::EntryType::Regular)?;
            tar.append(&header, file.content.as_slice())?;
        }
        tar.into_inner()
    }

    fn header(self, path: &str, mode: u32, size: usize, kind: tar::EntryType) -> io::Result<tar::Header> {
        let mut header = tar::Header::new_ustar();
        let too_long = || io::Error::other(format!("{path} is too long for an archive"));
        // By hand, since dpkg wants paths to begin with `./`.
        let name = header.as_ustar_mut().and_then(|header| header.name.get_mut(..path.len()));
        name.ok_or_else(too_long)?.copy_from_slice(path.as_bytes());
        header.set_entry_type(kind);
        header.set_mode(mode);
        header.set_size(size as u64);
        header.set_mtime(self.time);
        header.set_uid(0);
        header.set_gid(0);
        header.set_username("root")?;
        header.set_groupname("root")?;
        header.set_cksum();
        Ok(header)
    }
}

fn failed(error: io::Error) -> Failed {
    Failed(format!("the archive: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use flate2::read::GzDecoder;

    #[test]
    fn an_archive_holds_files_and_the_folders_they_are_in() {
        let files = [File::program("./usr/bin/it", "run"), File::read("./usr/share/doc", "read")];
        let writer = Writer { time: 7, soon: true };
        let bytes = writer.tar_gz(&files).unwrap_or_else(|Failed(why)| panic!("{why}"));
        let mut archive = tar::Archive::new(GzDecoder::new(bytes.as_slice()));
        let entries = archive.entries().unwrap().map(Result::unwrap);
        let found: Vec<_> = entries
            .map(|entry| {
                let header = entry.header();
                let path = String::from_utf8(entry.path_bytes().into_owned()).unwrap();
                (path, header.mode().unwrap(), header.size().unwrap(), header.mtime().unwrap())
            })
            .collect();
        let folder = |path: &str| (path.to_owned(), 0o755, 0, 7);
        let expected = [
            folder("./"),
            folder("./usr/"),
            folder("./usr/bin/"),
            ("./usr/bin/it".to_owned(), 0o755, 3, 7),
            folder("./usr/share/"),
            ("./usr/share/doc".to_owned(), 0o644, 4, 7),
        ];
        assert_eq!(found, expected);
    }
}
