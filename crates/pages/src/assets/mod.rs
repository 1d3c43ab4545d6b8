//! Style sheets, fonts, scripts and icon: part of the program, at addresses that contain a hash of their
//! content, so that browsers may keep them forever.
//!
//! The scripts are ES modules, several in a file (`scripts.rs`). A file is served with the file names of its
//! imports, so a change in one changes the addresses of all that import it, directly or not.
//!
//! A program that runs in a browser has none of the files: it gets their names ([`tell`]), and the browser
//! has the rest.

mod scripts;

use crate::{game, urls};
use scripts::Scripts;
use std::collections::BTreeMap;
use std::sync::{LazyLock, OnceLock};

/// The icon, as SVG.
pub const ICON: &str = include_str!("../../../../assets/icon.svg");

/// The media type of scripts.
const SCRIPT: &str = "text/javascript; charset=utf-8";

/// The fonts of pages by name; the style sheet names them as `fonts/NAME`.
const FONTS: [(&str, &[u8]); 2] = [
    ("text.woff2", include_bytes!("../../../../assets/fonts/text.woff2")),
    ("title.woff2", include_bytes!("../../../../assets/fonts/title.woff2")),
];

/// One file.
pub struct Asset {
    /// Its media type.
    pub media: &'static str,
    /// Its content.
    pub bytes: Vec<u8>,
}

/// All files.
fn assets() -> &'static Assets {
    static BUILT_IN: LazyLock<Assets> = LazyLock::new(Assets::load);
    if cfg!(target_family = "wasm") { TOLD.get_or_init(|| Assets::named("")) } else { &BUILT_IN }
}

/// The files that are not built in.
static TOLD: OnceLock<Assets> = OnceLock::new();

/// Tells a program that runs in a browser which files there are, by the last parts of their addresses with
/// spaces between: [`names`].
pub fn tell(names: &str) {
    // The first call counts: a page is of one version.
    let _ = TOLD.set(Assets::named(names));
}

/// The last parts of the addresses of all files, with spaces between.
#[must_use]
pub fn names() -> String {
    assets().files.keys().map(String::as_str).collect::<Vec<_>>().join(" ")
}

/// The address of a file by its plain name.
///
/// # Panics
/// If there is no such file: names are written in this program.
#[must_use]
pub fn path(name: &str) -> &'static str {
    assets().path(name)
}

/// The address of the file of scripts with this name, then the addresses of all that it needs.
///
/// # Panics
/// If there is no such file: names are written in this program.
#[must_use]
pub fn modules(name: &str) -> &'static [String] {
    &assets().needs[name]
}

/// A file by the last part of its address.
#[must_use]
pub fn file(file: &str) -> Option<&'static Asset> {
    assets().files.get(file)
}

/// All files, by the last part of their addresses.
pub fn all() -> impl Iterator<Item = (&'static str, &'static Asset)> {
    assets().files.iter().map(|(file, asset)| (file.as_str(), asset))
}

/// All files by the last part of their address.
struct Assets {
    files: BTreeMap<String, Asset>,
    paths: BTreeMap<String, String>,
    /// For each file of scripts its own address and those of all that it needs.
    needs: BTreeMap<String, Vec<String>>,
}

impl Assets {
    /// The files with these names, without their contents. No module lists others that it needs: that is for
    /// pages that come over a network.
    fn named(names: &str) -> Assets {
        let named = names.split(' ').filter_map(|file| Some((file, file.split_once('-')?.1)));
        let paths: BTreeMap<String, String> =
            named.map(|(file, name)| (name.to_owned(), urls::asset(file))).collect();
        let module = |(name, path): (&String, &String)| {
            Some((name.strip_suffix(".js")?.to_owned(), vec![path.clone()]))
        };
        Assets { files: BTreeMap::new(), needs: paths.iter().filter_map(module).collect(), paths }
    }

    /// The files that are built in, and the rules that show the marks that the games know.
    fn load() -> Assets {
        let mut css = include_str!("../../../../assets/bagatelle.css").to_owned();
        for overlay in game::all().iter().flat_map(|game| game::overlays(*game)) {
            css += &format!("[data-marks~=\"{0}\"] .mark-{0} {{ display: inline }}\n", overlay.id);
        }
        let mut assets = Assets { files: BTreeMap::new(), paths: BTreeMap::new(), needs: BTreeMap::new() };
        assets.add(
            "sounds.wav",
            "audio/wav",
            include_bytes!("../../../../assets/sounds/sounds.wav").to_vec(),
        );
        for (name, bytes) in FONTS {
            assets.add(name, "font/woff2", bytes.to_vec());
            css =
                css.replace(&format!("url(\"fonts/{name}\")"), &format!("url(\"{}\")", assets.beside(name)));
        }
        let (people, today) =
            (include_str!("../../../../assets/people.css"), include_str!("../../../../assets/today.css"));
        let fairness = include_str!("../../../../assets/fairness.css");
        let admin = include_str!("../../../../assets/admin.css");
        let sheets = [
            ("bagatelle.css", css.as_str()),
            ("people.css", people),
            ("today.css", today),
            ("fairness.css", fairness),
            ("admin.css", admin),
            ("analysis.css", include_str!("../../../../assets/analysis.css")),
            ("print.css", include_str!("../../../../assets/print.css")),
            ("lay.css", include_str!("../../../../assets/lay.css")),
            ("new-game.css", include_str!("../../../../assets/new-game.css")),
            ("pad.css", include_str!("../../../../assets/pad.css")),
        ];
        for (name, css) in sheets {
            assets.add(name, "text/css; charset=utf-8", lean(&dark(css)).into_bytes());
        }
        let badge = r##"<circle cx="25" cy="7" r="6" fill="#d9482b" stroke="#fff" stroke-width="2"/></svg>"##;
        assets.add("icon-turn.svg", "image/svg+xml", ICON.replace("</svg>", badge).into_bytes());
        assets.add("icon.svg", "image/svg+xml", ICON.as_bytes().to_vec());
        let scripts = Scripts::read();
        for script in &scripts.files {
            let text = scripts.text(script, |name| assets.beside(name));
            let file = format!("{}.js", script.name);
            assets.add(&file, SCRIPT, text.into_bytes());
            let taken = scripts.taken(script).into_keys();
            let mut needs: Vec<String> = taken.flat_map(|other| assets.needs[other].clone()).collect();
            needs.sort_unstable();
            needs.dedup();
            needs.insert(0, assets.path(&file).to_owned());
            assets.needs.insert(script.name.to_owned(), needs);
        }
        assets
    }

    fn add(&mut self, name: &str, media: &'static str, bytes: Vec<u8>) {
        let hash = blake3::hash(&bytes).to_hex();
        let file = format!("{}-{name}", &hash[..12]);
        self.paths.insert(name.to_owned(), urls::asset(&file));
        self.files.insert(file, Asset { media, bytes });
    }

    fn path(&self, name: &str) -> &str {
        &self.paths[name]
    }

    /// How a module or a style sheet names a file beside it: all files are in one folder, wherever that is.
    fn beside(&self, name: &str) -> String {
        let file = self.path(name).rsplit('/').next().unwrap_or_default();
        format!("./{file}")
    }
}

/// A style sheet without comments, empty lines and most blanks, so that browsers load less.
fn lean(css: &str) -> String {
    let (mut text, mut rest) = (String::with_capacity(css.len()), css);
    while let Some((before, after)) = rest.split_once("/*") {
        text.push_str(before);
        rest = after.split_once("*/").map_or("", |(_, after)| after);
    }
    text.push_str(rest);
    let lines: Vec<&str> = text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    // What is quoted stays as it is.
    let parts = lines.join("\n");
    let parts = parts.split('"').enumerate();
    let parts: Vec<String> =
        parts.map(|(n, part)| if n % 2 == 0 { dense(part) } else { part.to_owned() }).collect();
    parts.join("\"")
}

/// Part of a style sheet without the blanks and noughts that only people need.
fn dense(part: &str) -> String {
    const BLANKS: [(&str, &str); 19] = [
        (": ", ":"),
        (", ", ","),
        (",\n", ","),
        ("; ", ";"),
        (";\n", ";"),
        (" {", "{"),
        ("{ ", "{"),
        ("{\n", "{"),
        (" }", "}"),
        ("}\n", "}"),
        ("\n}", "}"),
        (";}", "}"),
        ("(\n", "("),
        ("\n)", ")"),
        (" > ", ">"),
        (":0.", ":."),
        (",0.", ",."),
        ("(0.", "(."),
        (" 0.", " ."),
    ];
    BLANKS.into_iter().fold(part.to_owned(), |part, (from, to)| part.replace(from, to))
}

/// A style sheet whose rules for those who have chosen dark pages hold as well where the system is dark and
/// nothing is chosen.
fn dark(css: &str) -> String {
    const CHOSEN: &str = "[data-theme=\"dark\"]";
    let (mut whole, mut rest) = (String::with_capacity(css.len() + 2000), css);
    while let Some(at) = rest.find(&format!("\n{CHOSEN}")) {
        let (before, from) = rest.split_at(at + 1);
        let line = from.find('\n').unwrap_or(from.len());
        let closed = from[..line].ends_with('}');
        let end = if closed { line } else { from.find("\n}").map_or(from.len(), |end| end + 2) };
        let (rule, after) = from.split_at(end);
        let usual = rule.replacen(CHOSEN, ":root:not([data-theme=\"light\"])", 1);
        whole += &format!("{before}@media (prefers-color-scheme: dark) {{ {usual} }}\n{rule}");
        rest = after;
    }
    whole + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dark_pages_are_those_of_a_dark_system_too() {
        let (system, chosen) = (":root:not([data-theme=\"light\"])", "[data-theme=\"dark\"]");
        let colours = "{\n  --ink: #fff;\n}";
        let (own, face) = (format!("{chosen} {colours}"), ".face { top: 0; }");
        let where_dark = |rule: String| format!("@media (prefers-color-scheme: dark) {{ {rule} }}");
        assert_eq!(
            dark(&format!("a {{}}\n{own}\nb {{}}\n{chosen} {face}\n")),
            [
                "a {}",
                &where_dark(format!("{system} {colours}")),
                &own,
                "b {}",
                &where_dark(format!("{system} {face}")),
                &format!("{chosen} {face}\n"),
            ]
            .join("\n")
        );
        let served = all().filter(|(file, _)| file.ends_with(".css"));
        let served: String = served.map(|(_, asset)| String::from_utf8_lossy(&asset.bytes)).collect();
        assert!(served.matches(":root:not([data-theme=").count() >= 3, "the sheets have rules for the dark");
    }

    #[test]
    fn a_program_in_a_browser_knows_the_same_addresses() {
        let (told, known) = (Assets::named(&names()), assets());
        assert_eq!(told.paths, known.paths);
        let first = |needs: &BTreeMap<String, Vec<String>>| -> Vec<(String, String)> {
            needs.iter().map(|(name, needs)| (name.clone(), needs[0].clone())).collect()
        };
        assert_eq!(first(&told.needs), first(&known.needs));
    }

    #[test]
    fn a_page_loads_what_it_needs() {
        let names = |entry: &str| -> Vec<String> {
            let name = |path: &String| path.split_once('-').unwrap().1.to_owned();
            modules(entry).iter().map(name).collect()
        };
        // After the page's own, they come in the order of their content.
        let mut page = names("page");
        page[1..].sort_unstable();
        assert_eq!(page, ["page.js", "fairness.js", "random.js"]);
        assert_eq!(names("today"), ["today.js", "random.js"]);
        let table = names("main");
        assert!(table[0] == "main.js" && table.len() < 15, "{table:?}");
        assert!(!names("replay").contains(&"main.js".to_owned()));
    }

    #[test]
    fn style_sheets_are_served_lean() {
        assert_eq!(lean("/* one */\na { b: c; /* two\n lines */\n\n  d: e }\n"), "a{b:c;d:e}");
        // What is quoted, and what is reckoned with, stays as it is.
        let sheet = "a:hover, b { top: calc(1px + 2px); }\nc { content: \"a: b, {\"; }\n";
        assert_eq!(lean(sheet), "a:hover,b{top:calc(1px + 2px)}c{content:\"a: b, {\"}");
        let sheet = "a > :is(\n  b,\n  c\n) {\n  margin: 0.5rem -0.5rem;\n  color: rgb(0 0 0 / 0.1);\n}\n";
        assert_eq!(lean(sheet), "a>:is(b,c){margin:.5rem -0.5rem;color:rgb(0 0 0 / .1)}");
        for name in ["bagatelle.css", "people.css", "today.css", "fairness.css", "admin.css"] {
            let served = file(path(name).strip_prefix("/assets/").unwrap()).unwrap();
            let text = std::str::from_utf8(&served.bytes).unwrap();
            assert!(!text.contains("/*") && !text.contains("*/"), "{name}");
            assert_eq!(text.matches('{').count(), text.matches('}').count(), "{name}");
        }
    }
}
