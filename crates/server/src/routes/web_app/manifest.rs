//! The manifest, from which a system learns about the site that it installs. All addresses in it are
//! relative to its own.

use super::icons::ICONS;
use serde_json::json;

/// The media type of manifests.
pub const MEDIA: &str = "application/manifest+json";

/// The manifest of a site that begins at `start`.
pub fn manifest(start: &str) -> String {
    let icons = ICONS.iter().filter(|icon| !icon.purpose.is_empty());
    let icons = icons.map(|icon| {
        json!({
            "src": format!("icons/{}", icon.file),
            "sizes": format!("{0}x{0}", icon.size),
            "type": "image/png",
            "purpose": icon.purpose,
        })
    });
    let manifest = json!({
        "name": "Bagatelle",
        "short_name": "Bagatelle",
        "description": "Small tabletop games: alone, against the computer or with other people. They work \
            offline, too.",
        "lang": "en",
        "id": "./",
        "start_url": start,
        "scope": "./",
        "display": "standalone",
        "background_color": "#f3eee4",
        "theme_color": "#f3eee4",
        "categories": ["games"],
        "icons": icons.collect::<Vec<_>>(),
    });
    manifest.to_string()
}
