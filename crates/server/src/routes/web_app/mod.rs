//! The installable site: the files that a browser keeps to play without a network, and that a web space
//! needs to serve the site.
//!
//! They are the same everywhere, and know no base path: addresses in them are relative to the file that holds
//! them, or to the root of the site. [`worker`] keeps them in the browser, in one cache for each version; a
//! version is a hash of all files.

mod file;
pub mod icons;
mod manifest;
pub mod module;
mod worker;

pub use file::File;

use anyhow::Result;
use bagatelle_pages::offline::Shell;
use bagatelle_pages::{assets, picture, urls};
use std::sync::OnceLock;

const HTML: &str = "text/html; charset=utf-8";
const SCRIPT: &str = "text/javascript; charset=utf-8";

/// A site.
pub struct Site {
    files: Vec<File>,
}

impl Site {
    /// The site without the module, with this page in place of all that a browser shows by itself; it begins
    /// at `start`, relative to its root. `served` tells whether a server of ours answers for the rest.
    ///
    /// # Errors
    /// When a picture cannot be drawn, which the tests rule out.
    pub fn new(shell: String, start: &str, served: bool) -> Result<Site> {
        let mut files = vec![
            File::new(path(&urls::offline()), HTML, shell.into_bytes()),
            File::new(path(&urls::manifest()), manifest::MEDIA, manifest::manifest(start).into_bytes()),
        ];
        for (name, asset) in assets::all() {
            files.push(File::new(path(&urls::asset(name)), asset.media, asset.bytes.as_slice()));
        }
        for icon in &icons::ICONS {
            files.push(File::new(path(&urls::icon(icon.file)), "image/png", icon.png()?));
        }
        for game in bagatelle_catalog::games() {
            let drawn = picture::sample(*game)?.into_bytes();
            files.push(File::new(path(&urls::game_picture(game.id())), "image/svg+xml", drawn));
        }
        let module = path(&module_address());
        let worker = worker::worker(&files, &path(&urls::offline()), &module, served);
        files.push(File::new(path(&urls::worker()), SCRIPT, worker.into_bytes()));
        Ok(Site { files })
    }

    /// All files but the module.
    #[must_use]
    pub fn files(&self) -> &[File] {
        &self.files
    }

    /// The file at an address, or at a path below the root.
    #[must_use]
    pub fn file(&self, address: &str) -> Option<&File> {
        let path = address.trim_start_matches('/');
        self.files.iter().find(|file| file.path == path)
    }
}

/// The site that this server is. It is made when it is first asked for.
///
/// # Errors
/// When it cannot be made, which the tests rule out.
pub fn served() -> Result<&'static Site> {
    static SITE: OnceLock<Site> = OnceLock::new();
    if let Some(site) = SITE.get() {
        return Ok(site);
    }
    let shell = Shell { module: &module_address(), served: true }.page();
    let site = Site::new(shell.into_string(), "./", true)?;
    Ok(SITE.get_or_init(|| site))
}

/// The address of the module.
#[must_use]
pub fn module_address() -> String {
    urls::asset(module::file())
}

fn path(address: &str) -> String {
    address.trim_start_matches('/').to_owned()
}
