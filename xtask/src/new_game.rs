//! Begins a new game: a small game that can be played at once, in the shape that all games have.
//!
//! The files are those of `templates/new-game`: a game called “Toy game”, once with nothing hidden and once
//! with hidden cards. Its name is replaced. What only a game with a lesson has stands there between the lines
//! [`LESSON`] and [`END`].

use crate::step::Failed;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

/// A file of a game: its path in the folder of the game, and its text.
type File = (&'static str, &'static str);

/// These files from a folder of `templates/new-game`.
macro_rules! files {
    ($folder:literal: $($file:literal)*) => {
        [$(($file, include_str!(concat!("../templates/new-game/", $folder, "/", $file)))),*]
    };
}

/// What all games have.
const BOTH: [File; 2] = files!("both": "tests/toy_game/laws.rs" "tests/toy_game/main.rs");

/// What each of the two games has in its own way.
macro_rules! own_files {
    ($folder:literal) => {
        files!($folder:
            "Cargo.toml" "src/action.rs" "src/draw/mod.rs" "src/encoding.rs" "src/guide.rs" "src/lesson.rs"
            "src/lib.rs" "src/notation.rs" "src/options.rs" "src/page.rs" "src/programs.rs"
            "src/rulepage.rs" "src/rules.rs" "src/schema.rs" "src/state.rs" "src/view.rs"
            "tests/toy_game/guide.rs" "tests/toy_game/rules.rs"
        )
    };
}

/// A game in which two players take stones from a heap.
const OPEN: [File; 18] = own_files!("open");
/// A game in which two players play tricks from hidden hands.
const HIDDEN: [File; 18] = own_files!("hidden");

/// The file that only a game with a lesson has.
const LESSON_FILE: &str = "src/lesson.rs";
/// The lines between which the other files have what belongs to a lesson.
const LESSON: &str = "// --lesson";
const END: &str = "// --";

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

/// Words that cannot be names in Rust: a game's id is that of a module.
const WORDS_OF_RUST: &str = "abstract as async await become box break const continue crate do dyn else enum \
    extern false final fn for gen if impl in let loop macro match mod move mut override priv pub ref return \
    self static struct super trait true try type typeof unsafe unsized use virtual where while yield";

/// What a new game is to have.
#[derive(PartialEq, Eq, Debug)]
pub struct Wanted {
    /// Its id.
    id: String,
    /// Whether it hides something.
    hidden: bool,
    /// Whether it has a lesson.
    lesson: bool,
}

impl Wanted {
    /// Reads `NAME [--hidden] [--lesson]`, in any order.
    pub fn parse(args: &[OsString]) -> Result<Wanted, Failed> {
        const USAGE: &str = "`cargo xtask new-game NAME [--hidden] [--lesson]`";
        let (mut ids, mut hidden, mut lesson) = (Vec::new(), false, false);
        for word in args {
            match word.to_string_lossy().as_ref() {
                "--hidden" => hidden = true,
                "--lesson" => lesson = true,
                flag if flag.starts_with('-') => {
                    return Err(Failed(format!("“{flag}” is unknown: the command is {USAGE}")));
                }
                id => ids.push(id.to_owned()),
            }
        }
        match <[String; 1]>::try_from(ids) {
            Ok([id]) => Ok(Wanted { id, hidden, lesson }),
            Err(ids) if ids.is_empty() => Err(Failed(format!("the game needs a name: {USAGE}"))),
            Err(ids) => Err(Failed(format!("a game has one name, not {}: {USAGE}", ids.len()))),
        }
    }

    /// What its author does next.
    pub fn next(&self) -> String {
        let Wanted { id, hidden, lesson } = self;
        let like = if *hidden { "bulbous" } else { "brain-burn" };
        let (learn, test) = match lesson {
            true => ("/learn", "\n  cargo test -p bagatelle-table lesson    # each step of its lesson"),
            false => ("", ""),
        };
        format!(
            "\
See it:
  cargo run                               # then http://127.0.0.1:8080/{id}{learn}
  cargo run -- deal {id}
  cargo test -p bagatelle-{id}{test}

Then make it yours, file by file: docs/dev/games.md says what goes into which one, and
crates/games/{like} is a game like it. The tests say what is missing on the way.

At the end: a line in crates/bench/src/main.rs, README.md and CHANGELOG.md, `cargo xtask wasm`
for browsers without a network, and `cargo xtask test`."
        )
    }

    /// The files of the game, before its name is put into them.
    fn files(&self) -> impl Iterator<Item = (&'static str, String)> {
        let own = if self.hidden { HIDDEN } else { OPEN };
        let lesson = self.lesson;
        let files = BOTH.into_iter().chain(own).filter(move |(file, _)| lesson || *file != LESSON_FILE);
        files.map(move |(file, text)| (file, chosen(text, lesson)))
    }
}

/// The text of a file without the lines that mark what belongs to a lesson, and without what they mark if
/// there is none.
fn chosen(text: &str, lesson: bool) -> String {
    let mut is_inside = false;
    let lines = text.lines().filter(|line| match line.trim() {
        LESSON => {
            is_inside = true;
            false
        }
        END => {
            is_inside = false;
            false
        }
        _ => lesson || !is_inside,
    });
    lines.flat_map(|line| [line, "\n"]).collect()
}

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
        if WORDS_OF_RUST.split(' ').any(|word| word == id) {
            return refused("it is a word of the language Rust");
        }
        if is_reserved(id) {
            return refused(&format!("the address /{id} is reserved for other pages"));
        }
        let type_name: String = words.iter().map(|word| capitalised(word)).collect();
        let used = |text: &str| text.split(|c: char| !c.is_alphanumeric()).any(|word| word == type_name);
        if BOTH.iter().chain(&OPEN).chain(&HIDDEN).any(|(_, text)| used(text)) {
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
pub fn create(root: &Path, wanted: &Wanted) -> Result<PathBuf, Failed> {
    let id = wanted.id.as_str();
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
    for (file, text) in wanted.files() {
        write(&folder.join(name.put_into(file)), &name.put_into(&text))?;
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
    fn flags_and_name_come_in_any_order() {
        let parse = |text: &str| {
            let words: Vec<OsString> = text.split_whitespace().map(OsString::from).collect();
            Wanted::parse(&words).map_err(|Failed(why)| why)
        };
        let wanted = |hidden, lesson| Ok(Wanted { id: "chess".into(), hidden, lesson });
        assert_eq!(parse("chess"), wanted(false, false));
        assert_eq!(parse("--lesson chess"), wanted(false, true));
        assert_eq!(parse("--lesson chess --hidden"), wanted(true, true));
        for text in ["", "--hidden", "chess go", "chess --Hidden", "chess -h", "chess --lesson=2"] {
            assert!(parse(text).is_err(), "{text}");
        }
    }

    #[test]
    fn what_belongs_to_a_lesson_is_chosen() {
        let text = "a\n    // --lesson\n    b\n    // --\nc\n";
        assert_eq!([true, false].map(|lesson| chosen(text, lesson)), ["a\n    b\nc\n", "a\nc\n"]);
        for (file, text) in BOTH.iter().chain(&OPEN).chain(&HIDDEN) {
            for lesson in [true, false] {
                assert!(!chosen(text, lesson).contains("// --"), "{file} has a mark of its own");
            }
            assert_eq!(text.matches(LESSON).count(), text.matches(&format!("{END}\n")).count(), "{file}");
        }
    }

    #[test]
    fn a_name_has_four_forms() {
        let name = Name::new("three-stones-2").ok().expect("a valid id");
        assert_eq!(
            name.put_into("toy-game toy_game ToyGame Toy game"),
            "three-stones-2 three_stones_2 ThreeStones2 Three stones 2"
        );
        for id in [
            "", "-", "a--b", "A", "a b", "a/b", "../a", "1a", "ä", "a_b", "games", "me", "g", "state",
            "self", "match",
        ] {
            assert!(Name::new(id).is_err(), "{id}");
        }
    }
}
