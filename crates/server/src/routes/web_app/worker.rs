//! The service worker: the script with the list of the files that it keeps, and their version.

use super::file::File;
use bagatelle_pages::urls;
use serde_json::json;

/// The script, which reads the constant `SITE`.
const SCRIPT: &str = include_str!("../../../../../assets/service/sw.js");

/// The service worker of a site of these files. The module is kept, too, after all other files; `served`
/// tells whether a server of ours answers for the rest.
pub fn worker(files: &[File], shell: &str, module: &str, served: bool) -> String {
    let mut version = blake3::Hasher::new();
    let parts = files.iter().map(|file| (file.path.as_str(), &*file.bytes));
    // The address of the module holds the hash of its content.
    for (name, content) in parts.chain([(module, &[][..]), ("", SCRIPT.as_bytes())]) {
        version.update(name.as_bytes()).update(&[0]).update(blake3::hash(content).as_bytes());
    }
    let version = &version.finalize().to_hex()[..16];
    let files: Vec<&str> = files.iter().map(|file| file.path.as_str()).collect();
    let notifications = urls::api_notifications();
    let site = json!({ "version": version, "shell": shell, "module": module, "files": files, "served": served,
        "notifications": notifications.trim_start_matches('/') });
    format!("const SITE = {site};\n{SCRIPT}")
}
