//! The note beside the module: what it is and what it was made from.

use super::names::{MODULE, NOTE};
use crate::step::Failed;
use data_encoding::HEXLOWER;
use serde::Deserialize;
use sha2::{Digest, Sha256};
use std::path::Path;

/// What a module is.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Note {
    /// What made it.
    pub compiler: String,
    /// Its size in bytes.
    pub size: usize,
    /// Its size in bytes as it is sent.
    pub compressed: usize,
    /// The SHA-256 of its bytes.
    pub sha256: String,
    /// The hash of all that it is made from.
    pub sources: String,
}

impl Note {
    /// The note of a module.
    pub fn of(module: &[u8], compressed: usize, compiler: String, sources: String) -> Note {
        Note {
            compiler,
            size: module.len(),
            compressed,
            sha256: HEXLOWER.encode(&Sha256::digest(module)),
            sources,
        }
    }

    /// The note in the root folder.
    pub fn read(root: &Path) -> Result<Note, Failed> {
        let failed = |error: String| Failed(format!("{NOTE}: {error}"));
        let text = std::fs::read_to_string(root.join(NOTE)).map_err(|error| failed(error.to_string()))?;
        toml::from_str(&text).map_err(|error| failed(error.to_string()))
    }

    /// Its text.
    pub fn text(&self) -> String {
        let Note { compiler, size, compressed, sha256, sources } = self;
        format!(
            "# What {MODULE} is. `cargo xtask wasm` writes both; a test compares `sources` with the files of \
             today.\n\
             compiler = \"{compiler}\"\nsize = {size}\ncompressed = {compressed}\nsha256 = \"{sha256}\"\n\
             sources = \"{sources}\"\n"
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_note_is_read_as_it_was_written() {
        let note = Note::of(b"module", 3, "rustc 1.0 (abc)".to_owned(), "0123".to_owned());
        assert_eq!(toml::from_str::<Note>(&note.text()).unwrap(), note);
        assert_eq!((note.size, note.compressed), (6, 3));
    }

    #[test]
    fn the_shipped_module_is_the_one_of_the_note() {
        let root = super::super::names::root();
        let note = Note::read(&root).unwrap_or_else(|Failed(error)| panic!("{error}"));
        let file = std::fs::read(root.join(MODULE)).unwrap();
        let mut module = Vec::new();
        brotli::BrotliDecompress(&mut file.as_slice(), &mut module).unwrap();
        assert_eq!(Note::of(&module, file.len(), note.compiler.clone(), note.sources.clone()), note);
        assert!(module.starts_with(b"\0asm"), "it is a WebAssembly module");
        let holds = |text: &str| module.windows(text.len()).any(|bytes| bytes == text.as_bytes());
        for path in [root.to_string_lossy().as_ref(), "/home/", "/root/", "registry/src/index"] {
            assert!(!holds(path), "the module holds {path}: paths of the machine that made it are taken out");
        }
        assert!(
            !holds("export function"),
            "the module holds a script, a change of which would make it stale"
        );
        assert!(note.compressed <= 780_000, "{} bytes to send", note.compressed);
    }
}
