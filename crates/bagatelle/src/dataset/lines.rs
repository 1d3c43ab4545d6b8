//! A file of lines of JSON that is continued where it stopped.

use crate::output;
use anyhow::{Context, Result};
use serde_json::Value;
use std::fs::File;
use std::io::{Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// A file to which lines are added.
pub struct Lines {
    path: PathBuf,
    file: File,
    count: u64,
}

impl Lines {
    /// Opens a file. A last line that was cut off is removed.
    ///
    /// # Errors
    /// When it cannot be read, is written by another process, or a line is not JSON.
    pub fn open(path: &Path) -> Result<Lines> {
        let name = || path.display().to_string();
        let (mut file, text) = output::claimed(path)?;
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        for (n, line) in text[..whole].lines().enumerate() {
            let read: Result<Value, _> = serde_json::from_str(line);
            read.with_context(|| format!("{}, line {}", path.display(), n + 1))?;
        }
        file.set_len(whole as u64).with_context(name)?;
        file.seek(SeekFrom::End(0)).with_context(name)?;
        Ok(Lines { path: path.to_owned(), count: text[..whole].lines().count() as u64, file })
    }

    /// How many there are.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// Adds a line: it is on disk when this returns.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn add(&mut self, line: &Value) -> Result<()> {
        let written =
            self.file.write_all(format!("{line}\n").as_bytes()).and_then(|()| self.file.sync_data());
        written.with_context(|| self.path.display().to_string())?;
        self.count += 1;
        Ok(())
    }

    /// Reads all of them.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn read(&self) -> Result<Vec<Value>> {
        let text = std::fs::read_to_string(&self.path).with_context(|| self.path.display().to_string())?;
        Ok(text.lines().map(serde_json::from_str).collect::<Result<_, _>>()?)
    }
}
