//! Style sheets, fonts, scripts and icon: part of the program, at addresses that contain a hash of their
//! content, so that browsers may keep them forever.
//!
//! The scripts are ES modules. A module is served with the file names of its imports in place of their plain
//! names, so a change in one module changes the addresses of all modules that import it, directly or not.
//!
//! A program that runs in a browser has none of the files: it gets their names ([`tell`]), and the browser
//! has the rest.

use crate::{game, urls};
use std::collections::BTreeMap;
use std::sync::{LazyLock, OnceLock};

/// The icon, as SVG.
pub const ICON: &str = include_str!("../../../assets/icon.svg");

/// The media type of scripts.
const SCRIPT: &str = "text/javascript; charset=utf-8";

/// The vendored script, as its importer names it.
const IDIOMORPH: &str = "../vendor/idiomorph-0.8.0.min.js";

/// The modules by name, and the text of each.
macro_rules! modules {
    ($($name:literal)*) => { [$(($name, include_str!(concat!("../../../assets/js/", $name, ".js")))),*] };
}

/// The fonts of pages by name; the style sheet names them as `fonts/NAME`.
const FONTS: [(&str, &[u8]); 2] = [
    ("text.woff2", include_bytes!("../../../assets/fonts/text.woff2")),
    ("title.woff2", include_bytes!("../../../assets/fonts/title.woff2")),
];

/// All modules. `main`, `replay`, `review`, `analysis`, `preferences`, `print`, `today`, `page` and
/// `offline` are those that pages ask for, `install` all of them; `patience` stands beside `offline`, and
/// `worker` is run by one.
const MODULES: &[(&str, &str)] = &modules![
    "ahead" "analysis" "announce" "arrows" "badge" "clock" "crowd" "days" "device" "dom" "drag" "end"
    "fairness" "focus" "forms" "gesture" "ghost" "goal" "help" "hint" "home" "install" "kept" "keyboard"
    "lesson" "light" "log" "main" "moments" "morph" "moves" "notifications" "notify" "offline" "own"
    "page" "panel" "path" "patience" "people" "pointer" "preferences" "print" "push" "random" "replay"
    "review" "service" "settings" "share" "sound" "staging" "state" "store" "sync" "text" "title" "today"
    "transport" "tv" "view" "why" "worker" "zoom"
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

/// The address of a module by its name, then the addresses of all modules that it needs.
///
/// # Panics
/// If there is no such module: names are written in this program.
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
    /// For each module its own address and those of all modules that it needs.
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
        let mut css = include_str!("../../../assets/bagatelle.css").to_owned();
        for overlay in game::all().iter().flat_map(|game| game::overlays(*game)) {
            css += &format!("[data-marks~=\"{0}\"] .mark-{0} {{ display: inline }}\n", overlay.id);
        }
        let mut assets = Assets { files: BTreeMap::new(), paths: BTreeMap::new(), needs: BTreeMap::new() };
        assets.add("sounds.wav", "audio/wav", include_bytes!("../../../assets/sounds/sounds.wav").to_vec());
        for (name, bytes) in FONTS {
            assets.add(name, "font/woff2", bytes.to_vec());
            css =
                css.replace(&format!("url(\"fonts/{name}\")"), &format!("url(\"{}\")", assets.beside(name)));
        }
        let (people, today) =
            (include_str!("../../../assets/people.css"), include_str!("../../../assets/today.css"));
        let fairness = include_str!("../../../assets/fairness.css");
        let admin = include_str!("../../../assets/admin.css");
        let sheets = [
            ("bagatelle.css", css.as_str()),
            ("people.css", people),
            ("today.css", today),
            ("fairness.css", fairness),
            ("admin.css", admin),
            ("analysis.css", include_str!("../../../assets/analysis.css")),
            ("print.css", include_str!("../../../assets/print.css")),
        ];
        for (name, css) in sheets {
            assets.add(name, "text/css; charset=utf-8", lean(&dark(css)).into_bytes());
        }
        let badge = r##"<circle cx="25" cy="7" r="6" fill="#d9482b" stroke="#fff" stroke-width="2"/></svg>"##;
        assets.add("icon-turn.svg", "image/svg+xml", ICON.replace("</svg>", badge).into_bytes());
        assets.add("icon.svg", "image/svg+xml", ICON.as_bytes().to_vec());
        // It was published as a script that sets a variable; the last line makes it a module.
        let idiomorph = include_str!("../../../assets/vendor/idiomorph-0.8.0.min.js");
        assets.add("idiomorph.js", SCRIPT, format!("{idiomorph}\nexport {{ Idiomorph }};\n").into_bytes());
        for &(name, _) in MODULES {
            assets.add_module(name, &mut Vec::new());
        }
        assets
    }

    fn add(&mut self, name: &str, media: &'static str, bytes: Vec<u8>) {
        let hash = blake3::hash(&bytes).to_hex();
        let file = format!("{}-{name}", &hash[..12]);
        self.paths.insert(name.to_owned(), urls::asset(&file));
        self.files.insert(file, Asset { media, bytes });
    }

    /// Adds a module after all that it imports. `importers` leads to it.
    ///
    /// # Panics
    /// If modules import each other in a circle, or one imports something that is not a module: they are
    /// part of this program.
    fn add_module(&mut self, name: &'static str, importers: &mut Vec<&'static str>) {
        if self.needs.contains_key(name) {
            return;
        }
        assert!(!importers.contains(&name), "modules import each other: {importers:?}, {name}");
        importers.push(name);
        let (_, source) = MODULES.iter().copied().find(|(other, _)| *other == name).expect("a module");
        let mut text = without_comments(source);
        let mut needs = Vec::new();
        for specifier in imports(source) {
            let path = match module(specifier) {
                Some(import) => {
                    self.add_module(import, importers);
                    needs.extend_from_slice(&self.needs[import]);
                    self.beside(&format!("{import}.js"))
                }
                None if specifier == IDIOMORPH => {
                    needs.push(self.path("idiomorph.js").to_owned());
                    self.beside("idiomorph.js")
                }
                None => panic!("{name} imports {specifier}, which is no module"),
            };
            text = text.replace(&format!("\"{specifier}\""), &format!("\"{path}\""));
        }
        for import in dynamic_imports(source) {
            self.add_module(import, importers);
            text = text.replace(
                &format!("import(\"./{import}.js\")"),
                &format!("import(\"{}\")", self.beside(&format!("{import}.js"))),
            );
        }
        for fetched in fetched(source) {
            text = text.replace(&format!("\"./{fetched}\""), &format!("\"{}\"", self.beside(fetched)));
        }
        let file = format!("{name}.js");
        self.add(&file, SCRIPT, text.into_bytes());
        needs.sort_unstable();
        needs.dedup();
        needs.insert(0, self.path(&file).to_owned());
        self.needs.insert(name.to_owned(), needs);
        importers.pop();
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

/// What a module imports, as it is written there. An import is written on one line.
fn imports(source: &str) -> impl Iterator<Item = &str> {
    let imports = source.lines().filter(|line| line.starts_with("import ") || line.starts_with("export * "));
    imports.filter_map(|line| line.split('"').nth(1))
}

/// The modules that a module imports when it needs them (`await import`). They are not preloaded.
fn dynamic_imports(source: &str) -> impl Iterator<Item = &'static str> {
    source.split("await import(\"").skip(1).filter_map(|rest| module(rest.split('"').next()?))
}

/// The other files that a module fetches (`new URL("./name", import.meta.url)`).
fn fetched(source: &str) -> impl Iterator<Item = &str> {
    source.split("new URL(\"./").skip(1).filter_map(|rest| rest.split('"').next())
}

/// The module that is imported as `./name.js`.
fn module(specifier: &str) -> Option<&'static str> {
    let name = specifier.strip_prefix("./")?.strip_suffix(".js")?;
    MODULES.iter().copied().map(|(other, _)| other).find(|other| *other == name)
}

/// A style sheet without comments, indentation and empty lines, so that browsers load less.
fn lean(css: &str) -> String {
    let (mut text, mut rest) = (String::with_capacity(css.len()), css);
    while let Some((before, after)) = rest.split_once("/*") {
        text.push_str(before);
        rest = after.split_once("*/").map_or("", |(_, after)| after);
    }
    text.push_str(rest);
    let lines: Vec<&str> = text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    lines.join("\n")
}

/// A script without comments and indentation, so that browsers load less. Lines keep their numbers.
fn without_comments(source: &str) -> String {
    let mut inside = false;
    let mut text = String::with_capacity(source.len());
    for line in source.lines() {
        let trimmed = line.trim();
        let begins = !inside && trimmed.starts_with("/**");
        let whole = inside
            || (begins && (trimmed.ends_with("*/") || !trimmed.contains("*/")))
            || trimmed.starts_with("//");
        if !whole {
            push_without_types(&mut text, trimmed);
        }
        inside = (inside || begins) && !trimmed.contains("*/");
        text.push('\n');
    }
    text
}

/// Appends a line without the types that stand within it (`/** @type {...} */`).
fn push_without_types(text: &mut String, mut line: &str) {
    while let Some((before, rest)) = line.split_once("/** @") {
        text.push_str(before);
        line = rest.split_once("*/").map_or("", |(_, after)| after.trim_start());
    }
    text.push_str(line);
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
    use std::collections::BTreeSet;

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

    #[expect(clippy::disallowed_methods, reason = "the test compares the list with the folder")]
    #[test]
    fn all_scripts_in_the_folder_are_modules() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../assets/js");
        let files: BTreeSet<String> = std::fs::read_dir(folder)
            .unwrap()
            .map(|file| file.unwrap().file_name().into_string().unwrap())
            .collect();
        assert_eq!(files, MODULES.iter().map(|(name, _)| format!("{name}.js")).collect());
    }

    #[test]
    fn every_import_of_a_served_module_is_served_and_preloaded() {
        let mut checked = 0;
        for &(name, source) in MODULES {
            let own = &modules(name)[0];
            let own_file = file(own.strip_prefix("/assets/").unwrap()).unwrap();
            let text = std::str::from_utf8(&own_file.bytes).unwrap();
            let served: Vec<&str> = imports(text).collect();
            assert_eq!(served.len(), imports(source).count(), "{name}");
            for path in served {
                let served = path.strip_prefix("./").unwrap_or_else(|| panic!("{name} imports {path}"));
                assert!(file(served).is_some(), "{name} imports {path}");
                assert!(modules(name)[1..].contains(&urls::asset(served)), "{path} is not preloaded");
                checked += 1;
            }
            for import in dynamic_imports(source) {
                let path = modules(import)[0].replace("/assets/", "./");
                assert!(text.contains(&format!("import(\"{path}\")")), "{name} imports {import}");
            }
            for (plain, served) in fetched(source).zip(fetched(text)) {
                assert!(served.ends_with(plain) && file(served).is_some(), "{name} fetches {served}");
            }
            // A name in any other form would stay as it was written.
            let named = imports(source).count() + dynamic_imports(source).count() + fetched(source).count();
            assert_eq!(text.matches("\"./").count(), named, "{name}");
            assert!(!text.contains("from \"../") && !text.contains("import(\"../"), "{name}");
        }
        assert!(checked > 40, "{checked} imports");
    }

    #[test]
    fn a_program_in_a_browser_knows_the_same_addresses() {
        let (told, known) = (Assets::named(&names()), assets());
        assert_eq!(told.paths, known.paths);
        assert_eq!(told.needs.len(), MODULES.len() + 1, "and the vendored script");
        for &(name, _) in MODULES {
            assert_eq!(told.needs[name], known.needs[name][..1]);
        }
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
        assert_eq!(page, ["page.js", "end.js", "fairness.js", "own.js", "random.js"]);
        assert_eq!(names("today"), ["today.js", "days.js"]);
        assert_eq!(names("replay")[0], "replay.js");
        assert!(!names("replay").contains(&"transport.js".to_owned()));
        assert_eq!(
            names("main").len(),
            MODULES.len() - 27,
            "all but what other pages and workers ask for, and what is imported when it is needed, and the \
             vendored script"
        );
    }

    #[test]
    fn style_sheets_are_served_lean() {
        assert_eq!(lean("/* one */\na { b: c; /* two\n lines */\n\n  d: e }\n"), "a { b: c;\nd: e }");
        for name in ["bagatelle.css", "people.css", "today.css", "fairness.css", "admin.css"] {
            let served = file(path(name).strip_prefix("/assets/").unwrap()).unwrap();
            let text = std::str::from_utf8(&served.bytes).unwrap();
            assert!(!text.contains("/*") && !text.contains("*/"), "{name}");
            assert_eq!(text.matches('{').count(), text.matches('}').count(), "{name}");
        }
    }

    #[test]
    fn comments_are_left_out_and_lines_keep_their_numbers() {
        let text = "// one\nlet a = 1; // two\n  /** three */\n/**\n * four\n */\n  let b = 2;\n/** @type \
            {X} */ (c).d(/** @type {Y} */ (e));\n";
        let expected = "\nlet a = 1; // two\n\n\n\n\nlet b = 2;\n(c).d((e));\n";
        assert_eq!(without_comments(text), expected);
        // A text that goes over several lines would lose its indentation.
        for &(name, source) in MODULES {
            let open = without_comments(source)
                .lines()
                .find(|line| line.matches('`').count() % 2 == 1)
                .map(str::to_owned);
            assert_eq!(open, None, "{name}");
        }
    }
}
