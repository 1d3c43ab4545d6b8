//! Style sheet, scripts and icon: part of the program, at addresses that hold a hash of their content, so that browsers may
//! keep them for ever.

use std::collections::BTreeMap;

/// One file.
pub struct Asset {
    /// Its media type.
    pub media: &'static str,
    /// Its content.
    pub bytes: Vec<u8>,
}

/// All files by the last part of their address.
pub struct Assets {
    files: BTreeMap<String, Asset>,
    paths: BTreeMap<&'static str, String>,
}

impl Assets {
    /// The files that are built in, and the rules that show the marks that the games know.
    #[must_use]
    pub fn load() -> Assets {
        let mut css = include_str!("../../../assets/bagatelle.css").to_owned();
        for overlay in bagatelle_catalog::entries().iter().flat_map(|entry| entry.overlays()) {
            css += &format!("[data-marks~=\"{0}\"] .mark-{0} {{ display: inline }}\n", overlay.id);
        }
        let mut assets = Assets { files: BTreeMap::new(), paths: BTreeMap::new() };
        assets.add("bagatelle.css", "text/css; charset=utf-8", css.into_bytes());
        for (name, media, text) in [
            (
                "bagatelle.js",
                "text/javascript; charset=utf-8",
                concat!(
                    include_str!("../../../assets/bagatelle.js"),
                    include_str!("../../../assets/ghost.js"),
                    include_str!("../../../assets/people.js")
                ),
            ),
            ("morph.js", "text/javascript; charset=utf-8", include_str!("../../../assets/morph.js")),
            ("replay.js", "text/javascript; charset=utf-8", include_str!("../../../assets/replay.js")),
            (
                "idiomorph.js",
                "text/javascript; charset=utf-8",
                include_str!("../../../assets/vendor/idiomorph-0.8.0.min.js"),
            ),
            ("icon.svg", "image/svg+xml", include_str!("../../../assets/icon.svg")),
        ] {
            assets.add(name, media, text.as_bytes().to_vec());
        }
        assets
    }

    fn add(&mut self, name: &'static str, media: &'static str, bytes: Vec<u8>) {
        let hash = blake3::hash(&bytes).to_hex();
        let file = format!("{}-{name}", &hash[..12]);
        self.paths.insert(name, format!("/assets/{file}"));
        self.files.insert(file, Asset { media, bytes });
    }

    /// The address of a file by its plain name.
    ///
    /// # Panics
    /// If there is no such file: names are written in this program.
    #[must_use]
    pub fn path(&self, name: &str) -> &str {
        &self.paths[name]
    }

    /// A file by the last part of its address.
    #[must_use]
    pub fn file(&self, file: &str) -> Option<&Asset> {
        self.files.get(file)
    }
}
