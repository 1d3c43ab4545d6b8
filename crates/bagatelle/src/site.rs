//! The games as files that any web space can serve: all pages about a single visitor, made in the browser.

use crate::args::Site as Options;
use crate::output;
use crate::output::say;
use anyhow::{Context, Result, ensure};
use bagatelle_offline::Root;
use bagatelle_pages::base::Base;
use bagatelle_pages::offline::{Shell, entrance};
use bagatelle_pages::rules::RulesPage;
use bagatelle_pages::urls;
use bagatelle_server::routes::security::policy_of_files;
use bagatelle_server::routes::web_app::{Site, module, module_address};
use std::fs;
use std::path::Path;

/// The file that a web space answers with where an address ends with a slash.
const INDEX: &str = "index.html";

/// Writes the site.
pub fn write(options: &Options) -> Result<()> {
    let folder = &options.output;
    let empty = !folder.exists() || fs::read_dir(folder).with_context(|| told(folder))?.next().is_none();
    ensure!(empty || options.replace, "{} is not empty: overwrite it with --replace", told(folder));
    let (mut count, mut bytes) = (0, 0);
    for (path, content) in files(options.base.as_ref())? {
        let file = folder.join(&path);
        fs::create_dir_all(file.parent().unwrap_or(folder)).with_context(|| told(&file))?;
        output::write(Some(&file), &content)?;
        (count, bytes) = (count + 1, bytes + content.len());
    }
    say!("{}: {count} files, {} kB", told(folder), bytes / 1000)?;
    Ok(())
}

fn told(path: &Path) -> String {
    path.display().to_string()
}

/// All files, by their paths below the root. Without a base path, addresses lead from one file to the other,
/// so the site may be put anywhere.
fn files(base: Option<&Base>) -> Result<Vec<(String, Vec<u8>)>> {
    let placed = |page: String, levels| {
        safe(&base.map_or_else(|| Base::up(levels).page(&page), |base| base.page(&page)))
    };
    let shell = Shell { module: &module_address(), served: false }.page().into_string();
    // The way that the installed site begins: with the page that works without a network.
    let offline = urls::offline();
    let site = Site::new(placed(shell, 1), &format!(".{offline}?/"), false)?;
    let mut files = vec![
        (INDEX.to_owned(), placed(entrance().into_string(), 0).into_bytes()),
        (below_root(&module_address()).to_owned(), module::plain().to_vec()),
        // For servers that send what is compressed already.
        (format!("{}.br", below_root(&module_address())), module::COMPRESSED.to_vec()),
    ];
    for game in bagatelle_catalog::games() {
        let page = RulesPage { game: *game, base: "", prints: false }.page().into_string();
        let root = base.map_or_else(|| Root::up(2), |base| Root::new(&base.to_string()));
        let path = format!("{}/{INDEX}", below_root(&urls::rules(game.id())));
        files.push((path, safe(&root.dress(&page)).into_bytes()));
    }
    for file in site.files() {
        let index = if file.path.ends_with('/') { INDEX } else { "" };
        files.push((format!("{}{index}", file.path), file.bytes.to_vec()));
    }
    Ok(files)
}

fn below_root(address: &str) -> &str {
    address.trim_start_matches('/')
}

/// A page that says itself what it may do, since a web space does not.
fn safe(page: &str) -> String {
    let policy =
        format!("<head><meta http-equiv=\"Content-Security-Policy\" content=\"{}\">", policy_of_files());
    page.replacen("<head>", &policy, 1)
}
