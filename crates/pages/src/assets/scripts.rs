//! The scripts as browsers get them. Modules that the same pages need are one file: a page asks for few
//! files, a file is smaller than its modules are one by one, and no page gets a module that it doesn't need,
//! small ones excepted.
//!
//! In a file each module is a block, so that its names stay its own. What it exports leaves the block as
//! `module$name`. What a page or an `import(…)` asks for has its plain name, too.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// The vendored script, which sets a variable, as its importer names it.
const IDIOMORPH: (&str, &str) =
    ("../vendor/idiomorph-0.8.0.min.js", include_str!("../../../../assets/vendor/idiomorph-0.8.0.min.js"));

/// The modules by name, and the text of each.
macro_rules! modules {
    ($($name:literal)*) => { [$(($name, include_str!(concat!("../../../../assets/js/", $name, ".js")))),*] };
}

/// All modules.
const MODULES: &[(&str, &str)] = &modules![
    "ahead" "analysis" "announce" "arrows" "badge" "clock" "contents" "crowd" "days" "device" "dom" "drag"
    "end" "fairness" "focus" "forms" "gesture" "ghost" "goal" "help" "hint" "home" "install" "kept"
    "keyboard" "lay" "lesson" "light" "log" "main" "moments" "morph" "moves" "notifications" "notify"
    "offline" "own" "pad" "page" "panel" "path" "patience" "people" "pointer" "preferences" "print"
    "push" "random" "replay" "review" "settings" "share" "sound" "staging" "state" "steps" "store" "sync"
    "text" "timer" "title" "today" "transport" "tv" "view" "why" "worker" "zoom"
];

/// The modules that pages ask for. `install` is on all pages, `patience` stands beside `offline`, and
/// `worker` is run by one.
const ASKED_FOR: [&str; 17] = [
    "analysis",
    "home",
    "install",
    "lay",
    "main",
    "offline",
    "pad",
    "page",
    "patience",
    "preferences",
    "print",
    "replay",
    "review",
    "steps",
    "timer",
    "today",
    "worker",
];

/// A module of fewer bytes than this costs a page that does without it less than a file more.
const SMALL: usize = 1_400;

/// What a module takes from another one.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Taken {
    /// All that it exports, as an object of this name.
    All(&'static str),
    /// Some of it: what it is called there, and here.
    Names(Vec<[&'static str; 2]>),
}

/// A module.
struct Module {
    /// What is run, without comments, imports and the word `export`.
    body: String,
    /// What it imports before it runs.
    imports: Vec<(&'static str, Taken)>,
    /// The modules that it imports once it needs them (`await import`).
    later: Vec<&'static str>,
    exports: Vec<&'static str>,
}

/// The module that is imported as `./name.js`.
fn imported(specifier: &'static str) -> &'static str {
    let name = specifier.strip_prefix("./").and_then(|file| file.strip_suffix(".js"));
    name.unwrap_or_else(|| panic!("{specifier} is no module"))
}

impl Module {
    /// Reads a module. An import is written on one line.
    fn read(source: &'static str) -> Module {
        let mut module =
            Module { body: String::new(), imports: Vec::new(), later: Vec::new(), exports: Vec::new() };
        for line in source.lines().filter(|line| line.starts_with("import ")) {
            let (taken, rest) = line["import ".len()..].split_once('"').expect("an import names a file");
            let specifier = rest.split('"').next().unwrap_or_default();
            let from = if specifier == IDIOMORPH.0 { "idiomorph" } else { imported(specifier) };
            module.imports.push((from, Taken::read(taken)));
        }
        for line in source.lines().filter_map(|line| line.strip_prefix("export ")) {
            let declared = ["const ", "async function ", "function ", "class "];
            let declared = declared.iter().find_map(|word| line.strip_prefix(word)).expect("a declaration");
            module.exports.push(&declared[..declared.find([' ', '(']).expect("a name")]);
        }
        let later = source.split("await import(\"").skip(1);
        module.later.extend(later.filter_map(|rest| rest.split('"').next()).map(imported));
        for line in without_comments(source).lines().filter(|line| !line.starts_with("import ")) {
            module.body.push_str(line.strip_prefix("export ").unwrap_or(line));
            module.body.push('\n');
        }
        module
    }
}

impl Taken {
    /// Reads what stands between `import` and the name of the file.
    fn read(text: &'static str) -> Taken {
        let text = text.trim_end().trim_end_matches("from").trim();
        if let Some(object) = text.strip_prefix("* as ") {
            return Taken::All(object);
        }
        let names = text.trim_matches(['{', '}']).split(',').map(str::trim).filter(|name| !name.is_empty());
        Taken::Names(names.map(|name| name.split_once(" as ").map_or([name; 2], Into::into)).collect())
    }

    /// The names that are taken of those that the other module exports.
    fn of<'a>(&'a self, exports: &'a [&'static str]) -> impl Iterator<Item = &'static str> + 'a {
        let (all, some): (&[_], &[_]) = match self {
            Taken::All(_) => (exports, &[]),
            Taken::Names(names) => (&[], names),
        };
        all.iter().copied().chain(some.iter().map(|[there, _]| *there))
    }
}

/// A file of scripts.
pub(super) struct File {
    /// Its name: that of the module which is asked for, if it has one.
    pub(super) name: &'static str,
    /// Its modules. Each comes after those that it needs.
    members: Vec<&'static str>,
}

/// All scripts.
pub(super) struct Scripts {
    modules: BTreeMap<&'static str, Module>,
    /// Each comes after those that it names.
    pub(super) files: Vec<File>,
}

impl Scripts {
    /// Reads all modules and says which file has which.
    ///
    /// # Panics
    /// If a module is unknown or needed by nothing, or modules import each other: they are part of this
    /// program.
    pub(super) fn read() -> Scripts {
        let mut modules: BTreeMap<_, _> =
            MODULES.iter().map(|(name, source)| (*name, Module::read(source))).collect();
        let (body, exports) = (format!("{}\n", IDIOMORPH.1), vec!["Idiomorph"]);
        modules.insert("idiomorph", Module { body, imports: Vec::new(), later: Vec::new(), exports });
        let mut scripts = Scripts { modules, files: Vec::new() };
        let mut users: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
        for entry in scripts.entries() {
            let needs = ordered([entry], |name| scripts.needs(name).collect());
            for needed in needs {
                users.entry(needed).or_default().insert(entry);
            }
        }
        // Small modules that need no other one are one file: the rest of it costs a page less than more
        // files.
        let small: Vec<&str> =
            scripts.modules.keys().copied().filter(|name| scripts.is_small(name)).collect();
        let theirs: BTreeSet<&str> =
            small.iter().filter_map(|name| users.get(name)).flatten().copied().collect();
        users.extend(small.into_iter().map(|name| (name, theirs.clone())));
        let mut alike: BTreeMap<&BTreeSet<&str>, Vec<&'static str>> = BTreeMap::new();
        let all = scripts.modules.keys().copied();
        for name in ordered(all, |name| scripts.needs(name).collect()) {
            let users = users.get(name).unwrap_or_else(|| panic!("nothing needs {name}"));
            alike.entry(users).or_default().push(name);
        }
        let entries = scripts.entries();
        let file = |members: Vec<&'static str>| {
            let entry = members.iter().find(|name| entries.contains(*name)).or(members.last());
            File { name: entry.expect("a module"), members }
        };
        let mut files: BTreeMap<_, _> = alike.into_values().map(file).map(|file| (file.name, file)).collect();
        let home: BTreeMap<&str, &'static str> =
            files.values().flat_map(|file| file.members.iter().map(|name| (*name, file.name))).collect();
        let order = ordered(files.keys().copied(), |file| {
            let named = files[file].members.iter().flat_map(|name| scripts.named(name));
            named.map(|name| home[name]).filter(|other| *other != file).collect()
        });
        scripts.files = order.into_iter().filter_map(|name| files.remove(name)).collect();
        scripts
    }

    /// Whether a module has few bytes, needs no other one, and is not asked for by itself.
    fn is_small(&self, name: &str) -> bool {
        let module = &self.modules[name];
        let is_leaf = module.imports.is_empty() && module.later.is_empty();
        is_leaf && module.body.len() < SMALL && !self.entries().contains(name)
    }

    /// The modules that are asked for one by one.
    fn entries(&self) -> BTreeSet<&'static str> {
        let later = self.modules.values().flat_map(|module| module.later.iter().copied());
        ASKED_FOR.into_iter().chain(later).collect()
    }

    /// The modules that a module imports before it runs.
    fn needs(&self, name: &str) -> impl Iterator<Item = &'static str> {
        self.modules[name].imports.iter().map(|(from, _)| *from)
    }

    /// All modules that a module imports.
    fn named(&self, name: &str) -> impl Iterator<Item = &'static str> {
        self.needs(name).chain(self.modules[name].later.iter().copied())
    }

    /// The name of the file that has a module.
    fn home(&self, module: &str) -> &'static str {
        let file = self.files.iter().find(|file| file.members.contains(&module));
        file.expect("each module is in a file").name
    }

    /// What a file takes from other files, by their names: what their modules export, as it is called there.
    pub(super) fn taken(&self, file: &File) -> BTreeMap<&'static str, BTreeSet<String>> {
        let mut taken: BTreeMap<_, BTreeSet<_>> = BTreeMap::new();
        for (from, names) in file.members.iter().flat_map(|name| &self.modules[name].imports) {
            if !file.members.contains(from) {
                let names = names.of(&self.modules[from].exports).map(|name| format!("{from}${name}"));
                taken.entry(self.home(from)).or_default().extend(names);
            }
        }
        taken
    }

    /// The text of a file. `address` is how a script names a file of scripts, or another one that it fetches.
    pub(super) fn text(&self, file: &File, address: impl Fn(&str) -> String) -> String {
        let (mut text, mut exported, entries) = (String::new(), Vec::new(), self.entries());
        // Writing to a text can't fail.
        for (other, names) in self.taken(file) {
            let names = Vec::from_iter(names).join(",");
            let _ = writeln!(text, "import{{{names}}}from\"{}\";", address(&format!("{other}.js")));
        }
        let outside = |name: &str, export: &str| format!("{name}${export}");
        for name in &file.members {
            exported.extend(self.modules[name].exports.iter().map(|export| outside(name, export)));
        }
        if !exported.is_empty() {
            let _ = writeln!(text, "let {};", exported.join(","));
        }
        for name in &file.members {
            let module = &self.modules[name];
            text.push_str("{\n");
            for (from, taken) in &module.imports {
                let _ = match taken {
                    Taken::All(object) => {
                        let field = |export: &&str| format!("{export}:{}", outside(from, export));
                        let fields: Vec<String> = self.modules[from].exports.iter().map(field).collect();
                        writeln!(text, "const {object}={{{}}};", fields.join(","))
                    }
                    Taken::Names(names) if names.is_empty() => Ok(()),
                    Taken::Names(names) => {
                        let one = |[there, here]: &[&str; 2]| format!("{here}={}", outside(from, there));
                        writeln!(text, "const {};", names.iter().map(one).collect::<Vec<_>>().join(","))
                    }
                };
            }
            let mut body = module.body.clone();
            for later in &module.later {
                let file = address(&format!("{}.js", self.home(later)));
                body = body.replace(&format!("import(\"./{later}.js\")"), &format!("import(\"{file}\")"));
            }
            for fetched in fetched(&module.body) {
                body = body.replace(&format!("\"./{fetched}\""), &format!("\"{}\"", address(fetched)));
            }
            text.push_str(&body);
            for export in &module.exports {
                let _ = writeln!(text, "{}={export};", outside(name, export));
            }
            text.push_str("}\n");
        }
        for name in file.members.iter().filter(|name| entries.contains(*name)) {
            let plain =
                self.modules[name].exports.iter().map(|export| format!("{name}${export} as {export}"));
            exported.extend(plain);
        }
        if !exported.is_empty() {
            let _ = writeln!(text, "export{{{}}};", exported.join(","));
        }
        text
    }
}

/// Names and all that they need, each after what it needs.
///
/// # Panics
/// If two need each other.
fn ordered(
    names: impl IntoIterator<Item = &'static str>,
    needs: impl Fn(&str) -> Vec<&'static str>,
) -> Vec<&'static str> {
    fn add(
        name: &'static str,
        needs: &dyn Fn(&str) -> Vec<&'static str>,
        path: &mut Vec<&'static str>,
        order: &mut Vec<&'static str>,
    ) {
        if order.contains(&name) {
            return;
        }
        assert!(!path.contains(&name), "scripts import each other: {path:?}, {name}");
        path.push(name);
        needs(name).into_iter().for_each(|needed| add(needed, needs, path, order));
        path.pop();
        order.push(name);
    }
    let mut order = Vec::new();
    names.into_iter().for_each(|name| add(name, &needs, &mut Vec::new(), &mut order));
    order
}

/// The other files that a module fetches (`new URL("./name", import.meta.url)`).
fn fetched(text: &str) -> impl Iterator<Item = &str> {
    text.split("new URL(\"./").skip(1).filter_map(|rest| rest.split('"').next())
}

/// A script without comments, indentation and empty lines, so that browsers load less.
fn without_comments(source: &str) -> String {
    let mut inside = false;
    let mut text = String::with_capacity(source.len());
    for line in source.lines() {
        let trimmed = line.trim();
        let begins = !inside && trimmed.starts_with("/**");
        let whole = inside
            || (begins && (trimmed.ends_with("*/") || !trimmed.contains("*/")))
            || trimmed.starts_with("//");
        if !whole && !trimmed.is_empty() {
            push_without_types(&mut text, trimmed);
            text.push('\n');
        }
        inside = (inside || begins) && !trimmed.contains("*/");
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

#[cfg(test)]
mod tests {
    use super::*;

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
    fn each_file_has_what_it_needs_and_no_page_gets_more() {
        let scripts = Scripts::read();
        let address = |name: &str| format!("./0-{name}");
        let mut seen: BTreeSet<&str> = BTreeSet::new();
        for file in &scripts.files {
            let text = scripts.text(file, address);
            for (other, names) in scripts.taken(file) {
                assert!(seen.contains(other), "{} comes before {other}", file.name);
                // It may be there for what it does.
                if names.is_empty() {
                    continue;
                }
                let given = scripts.files.iter().find(|file| file.name == other).unwrap();
                let given = scripts.text(given, address);
                let given = given.lines().last().unwrap();
                let given: BTreeSet<&str> = given["export{".len()..given.len() - 2].split(',').collect();
                assert!(names.iter().all(|name| given.contains(name.as_str())), "{names:?} of {given:?}");
            }
            // A name in any other form would stay as it was written.
            assert_eq!(text.matches("\"./").count(), text.matches("\"./0-").count(), "{}", file.name);
            assert!(!text.contains("\nimport ") && !text.contains("\nexport "), "{}", file.name);
            seen.insert(file.name);
        }
        let members: usize = scripts.files.iter().map(|file| file.members.len()).sum();
        assert_eq!(members, MODULES.len() + 1, "each module once, and the vendored script");
    }

    #[test]
    fn an_import_is_read() {
        assert_eq!(Taken::read("* as clock from "), Taken::All("clock"));
        assert_eq!(Taken::read("{ a, b as c } from "), Taken::Names(vec![["a", "a"], ["b", "c"]]));
        assert_eq!(Taken::read(""), Taken::Names(Vec::new()));
    }

    #[test]
    fn comments_are_left_out() {
        let text = "// one\nlet a = 1; // two\n  /** three */\n/**\n * four\n */\n  let b = 2;\n/** @type \
            {X} */ (c).d(/** @type {Y} */ (e));\n";
        assert_eq!(without_comments(text), "let a = 1; // two\nlet b = 2;\n(c).d((e));\n");
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
