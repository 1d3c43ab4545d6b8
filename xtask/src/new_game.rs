//! Begins a new game: a small game that can be played at once, in the shape that all games have.
//!
//! The files are those of `templates/new-game`, which is a game called “Toy game”, with its name replaced.

use crate::step::Failed;
use std::fs;
use std::path::{Path, PathBuf};

/// The files of a game by their paths in its folder.
const FILES: [(&str, &str); 17] = [
    ("Cargo.toml", include_str!("../templates/new-game/open/Cargo.toml")),
    ("src/action.rs", include_str!("../templates/new-game/open/src/action.rs")),
    ("src/draw/mod.rs", include_str!("../templates/new-game/open/src/draw/mod.rs")),
    ("src/encoding.rs", include_str!("../templates/new-game/open/src/encoding.rs")),
    ("src/lib.rs", include_str!("../templates/new-game/open/src/lib.rs")),
    ("src/notation.rs", include_str!("../templates/new-game/open/src/notation.rs")),
    ("src/options.rs", include_str!("../templates/new-game/open/src/options.rs")),
    ("src/page.rs", include_str!("../templates/new-game/open/src/page.rs")),
    ("src/programs.rs", include_str!("../templates/new-game/open/src/programs.rs")),
    ("src/rulepage.rs", include_str!("../templates/new-game/open/src/rulepage.rs")),
    ("src/rules.rs", include_str!("../templates/new-game/open/src/rules.rs")),
    ("src/schema.rs", include_str!("../templates/new-game/open/src/schema.rs")),
    ("src/state.rs", include_str!("../templates/new-game/open/src/state.rs")),
    ("src/view.rs", include_str!("../templates/new-game/open/src/view.rs")),
    ("tests/toy_game/laws.rs", include_str!("../templates/new-game/both/tests/toy_game/laws.rs")),
    ("tests/toy_game/main.rs", include_str!("../templates/new-game/open/tests/toy_game/main.rs")),
    ("tests/toy_game/rules.rs", include_str!("../templates/new-game/open/tests/toy_game/rules.rs")),
];

/// The addresses of the site: what they begin with is no id of a game.
const ADDRESSES: [&str; 2] = [
    include_str!("../../crates/pages/src/urls/served.rs"),
    include_str!("../../crates/pages/src/urls/browser.rs"),
];

/// Whether an address begins with a word that is not that of a game.
fn is_reserved(word: &str) -> bool {
    let patterns = ADDRESSES.iter().flat_map(|text| text.split("= \"/").skip(1));
    patterns.filter_map(|rest| rest.split(['/', '"']).next()).any(|first| first == word)
}

/// The longest id of a game, in characters.
const LONGEST: usize = 40;

/// The manifest of the workspace, that of the catalog, and the list of games.
const WORKSPACE: &str = "Cargo.toml";
const CATALOG: &str = "crates/catalog/Cargo.toml";
const LIST: &str = "crates/catalog/src/lib.rs";

/// A game's id in the forms in which its files need it.
struct Name<'a> {
    /// `three-stones`.
    id: &'a str,
    /// `three_stones`.
    module: String,
    /// `ThreeStones`.
    type_name: String,
    /// `Three stones`.
    title: String,
}

impl<'a> Name<'a> {
    fn new(id: &'a str) -> Result<Name<'a>, Failed> {
        let refused = |why: &str| Err(Failed(format!("“{id}” cannot be the id of a game: {why}")));
        let words: Vec<&str> = id.split('-').collect();
        let plain = |word: &&str| {
            !word.is_empty() && word.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit())
        };
        if !words.iter().all(plain) || !id.starts_with(|c: char| c.is_ascii_lowercase()) {
            return refused(
                "an id has words of small letters and digits with one hyphen between them, and begins with a \
                 letter",
            );
        }
        if id.len() > LONGEST {
            return refused(&format!("it has more than {LONGEST} characters"));
        }
        if is_reserved(id) {
            return refused(&format!("the address /{id} is reserved for other pages"));
        }
        let type_name: String = words.iter().map(|word| capitalised(word)).collect();
        let used = |text: &str| text.split(|c: char| !c.is_alphanumeric()).any(|word| word == type_name);
        if FILES.iter().any(|(_, text)| used(text)) {
            return refused(&format!(
                "its type would be called {type_name}, which stands for something else"
            ));
        }
        let title = capitalised(&words.join(" "));
        Ok(Name { id, module: words.join("_"), type_name, title })
    }

    /// A text of the template with this name in it.
    fn put_into(&self, text: &str) -> String {
        let names = [
            ("toy-game", self.id),
            ("toy_game", &self.module),
            ("ToyGame", &self.type_name),
            ("Toy game", &self.title),
        ];
        names.iter().fold(text.to_owned(), |text, (from, to)| text.replace(from, to))
    }
}

fn capitalised(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or_else(String::new, |first| first.to_ascii_uppercase().to_string() + letters.as_str())
}

/// Writes the files of a new game in the workspace at `root`, and puts it into the catalog. Returns its
/// folder. Nothing is written if anything is wrong.
pub fn create(root: &Path, id: &str) -> Result<PathBuf, Failed> {
    let name = Name::new(id)?;
    let read = |file: &str| {
        let path = root.join(file);
        fs::read_to_string(&path).map_err(|error| Failed(format!("{}: {error}", path.display())))
    };
    let (workspace, catalog, list) = (read(WORKSPACE)?, read(CATALOG)?, read(LIST)?);
    let folder = root.join("crates/games").join(id);
    let package = format!("bagatelle-{id}");
    let known =
        |line: &str| line.starts_with(&format!("{package} ")) || line.starts_with(&format!("{package}."));
    if folder.exists() || has_game(root, id)? || workspace.lines().any(known) {
        return Err(Failed(format!("there is already a game or a package “{id}”")));
    }
    let dependency = format!("{package} = {{ path = \"crates/games/{id}\" }}");
    let entry = format!("            &Erased::<bagatelle_{}::{}>::NEW,", name.module, name.type_name);
    let is_game = |line: &str| line.starts_with("bagatelle-") && line.contains("path = \"crates/games/");
    let is_package = |line: &str| line.starts_with("bagatelle-");
    let changed = [
        (WORKSPACE, insert(&workspace, &dependency, is_game, true)),
        (CATALOG, insert(&catalog, &format!("{package}.workspace = true"), is_package, true)),
        (LIST, insert(&list, &entry, |line| line.trim_start().starts_with("&Erased::<"), false)),
    ];
    let write = |path: &Path, text: &str| {
        let folder = path.parent().unwrap_or(path);
        let written = fs::create_dir_all(folder).and_then(|()| fs::write(path, text));
        written.map_err(|error| Failed(format!("{}: {error}", path.display())))
    };
    for (file, text) in &changed {
        if text.is_none() {
            return Err(Failed(format!("{file} has no list of games to which a line can be added")));
        }
    }
    for (file, text) in FILES {
        write(&folder.join(name.put_into(file)), &name.put_into(text))?;
    }
    for (file, text) in &changed {
        write(&root.join(file), text.as_deref().unwrap_or_default())?;
    }
    Ok(folder)
}

/// Whether a game has this id, whatever its folder is called.
fn has_game(root: &Path, id: &str) -> Result<bool, Failed> {
    let wanted = format!("const ID: &'static str = \"{id}\";");
    let mut folders = vec![root.join("crates/games")];
    while let Some(folder) = folders.pop() {
        let failed = |error: std::io::Error| Failed(format!("{}: {error}", folder.display()));
        for entry in fs::read_dir(&folder).map_err(failed)? {
            let path = entry.map_err(failed)?.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|end| end == "rs")
                && fs::read_to_string(&path).map_err(failed)?.contains(&wanted)
            {
                return Ok(true);
            }
        }
    }
    Ok(false)
}

/// Adds a line to the first block of lines that `belongs`: before the first greater one if it is `sorted`,
/// else at the end of the block. `None` if there is no such block.
fn insert(text: &str, new: &str, belongs: impl Fn(&str) -> bool, sorted: bool) -> Option<String> {
    let mut lines: Vec<&str> = text.lines().collect();
    let first = lines.iter().position(|line| belongs(line))?;
    let length = lines[first..].iter().take_while(|line| belongs(line)).count();
    let greater = lines[first..first + length].iter().position(|line| sorted && *line > new);
    lines.insert(first + greater.unwrap_or(length), new);
    Some(lines.join("\n") + "\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_goes_into_its_block() {
        let text = "x\nb = 1\nd = 1\n\nb = 2\n";
        let add = |new, sorted| insert(text, new, |line| line.contains(" = 1"), sorted).unwrap();
        assert_eq!(add("c = 1", true), "x\nb = 1\nc = 1\nd = 1\n\nb = 2\n");
        assert_eq!(add("e = 1", true), "x\nb = 1\nd = 1\ne = 1\n\nb = 2\n");
        assert_eq!(add("a = 1", false), "x\nb = 1\nd = 1\na = 1\n\nb = 2\n");
        assert_eq!(insert(text, "c", |_| false, true), None);
    }

    #[test]
    fn a_name_has_four_forms() {
        let name = Name::new("three-stones-2").ok().expect("a valid id");
        assert_eq!(
            name.put_into("toy-game toy_game ToyGame Toy game"),
            "three-stones-2 three_stones_2 ThreeStones2 Three stones 2"
        );
        for id in [
            "", "-", "a--b", "A", "a b", "a/b", "../a", "1a", "ä", "a_b", "games", "me", "g", "state", "self",
        ] {
            assert!(Name::new(id).is_err(), "{id}");
        }
    }
}
