//! The shape of folders, the length of files, the width of documents, and words that do not stand in them.

use crate::workspace::{files, packages, root, sources};
use std::path::{Path, PathBuf};

/// The files that each game has.
const GAME: [&str; 11] = [
    "action", "options", "state", "rules", "view", "notation", "encoding", "schema", "page", "draw",
    "rulepage",
];

/// The longest file of the server, in lines.
const LONGEST: usize = 350;

/// Whether a folder has a module of this name.
fn has(folder: &Path, module: &str) -> bool {
    folder.join(format!("{module}.rs")).exists() || folder.join(module).join("mod.rs").exists()
}

/// The folders of the games in a crate: its root, or, where several games share it, a folder for each of
/// them.
fn folders_of_games(root: &Path) -> Vec<PathBuf> {
    if has(root, "rules") {
        return vec![root.to_owned()];
    }
    let inside = std::fs::read_dir(root).unwrap().map(|entry| entry.unwrap().path());
    inside.filter(|path| path.is_dir() && has(path, "rules")).collect()
}

#[test]
fn games_have_one_shape() {
    let mut missing = Vec::new();
    for (name, package) in packages().iter().filter(|(_, package)| package.is_game()) {
        let root = package.folder.join("src");
        let games = folders_of_games(&root);
        assert!(!games.is_empty(), "{name} has no rules");
        for folder in &games {
            let code: String = sources(folder).into_iter().map(|(_, code)| code).collect();
            let thing =
                |words: &[&str], module| words.iter().any(|word| code.contains(word)).then_some(module);
            let own =
                [thing(&["impl Program<", "fn programs("], "programs"), thing(&["fn solver("], "solve")];
            for module in GAME.into_iter().chain(own.into_iter().flatten()) {
                // Games of one crate may share how they are drawn.
                let shared = module == "draw" && games.len() > 1 && has(&root, module);
                if !has(folder, module) && !shared {
                    missing.push(format!("{}/{module}.rs", folder.display()));
                }
            }
        }
    }
    assert!(missing.is_empty(), "games have files of one shape; these are missing:\n{}", missing.join("\n"));
}

#[test]
fn files_of_the_server_are_short() {
    let folder = root().join("crates/server/src");
    let long = files(&folder, &["rs"]).into_iter().map(|(path, text)| (text.lines().count(), path));
    let long: Vec<_> = long.filter(|(lines, _)| *lines >= LONGEST).collect();
    assert!(long.is_empty(), "files of the server have fewer than {LONGEST} lines: {long:?}");
}

/// The documents that a newcomer meets first, with the most bytes that each may have.
const FIRST: [(&str, usize); 3] =
    [("README.md", 9_000), ("ARCHITECTURE.md", 14_000), ("CONTRIBUTING.md", 8_000)];

/// How many characters a line of the first documents may have, one of the others, and a row of their tables.
const WIDTHS: [usize; 3] = [100, 120, 160];

/// The documents for people, with their paths.
fn documents() -> Vec<(String, String)> {
    let mut found: Vec<(String, String)> = files(&root().join("docs"), &["md"])
        .into_iter()
        .map(|(path, text)| (format!("docs/{}", path.display()), text))
        .collect();
    for name in FIRST.map(|(name, _)| name).into_iter().chain(["python/README.md", "tests/formats/README.md"])
    {
        let text = std::fs::read_to_string(root().join(name)).unwrap_or_else(|e| panic!("{name}: {e}"));
        found.push((name.to_owned(), text));
    }
    found
}

#[test]
fn documents_are_narrow_and_the_first_ones_short() {
    let documents = documents();
    assert!(documents.len() > 20, "the documents are not where they were");
    let mut wide = Vec::new();
    for (name, text) in &documents {
        let is_first = FIRST.iter().any(|(first, _)| first == name);
        for (n, line) in text.lines().enumerate() {
            let widest = match line.starts_with('|') {
                _ if is_first => WIDTHS[0],
                false => WIDTHS[1],
                true => WIDTHS[2],
            };
            if line.chars().count() > widest {
                wide.push(format!("{name}:{}: more than {widest} characters", n + 1));
            }
        }
    }
    assert!(wide.is_empty(), "{}", wide.join("\n"));
    for (name, most) in FIRST {
        let length = documents.iter().find(|(other, _)| other == name).map_or(0, |(_, text)| text.len());
        assert!((1..=most).contains(&length), "{name} has {length} bytes; it may have {most}");
    }
}

/// The paths below a crate's folder that a document names in the form of code.
fn named_paths(text: &str) -> Vec<&str> {
    let crates = ["core/", "table/", "session/", "pages/", "store/", "server/", "offline/", "bagatelle/"];
    let is_path = |word: &&str| crates.iter().any(|name| word.starts_with(name) && word.contains("/src"));
    let plain = |c: char| c.is_ascii_alphanumeric() || "/._".contains(c);
    text.split('`').skip(1).step_by(2).filter(is_path).filter(|word| word.chars().all(plain)).collect()
}

#[test]
fn documents_name_files_that_are_there() {
    let documents = documents();
    let named: Vec<(&str, &str)> = documents
        .iter()
        .flat_map(|(name, text)| named_paths(text).into_iter().map(move |path| (name.as_str(), path)))
        .collect();
    assert!(named.len() > 50, "the documents name {} files", named.len());
    let gone: Vec<_> = named.iter().filter(|(_, path)| !root().join("crates").join(path).exists()).collect();
    assert!(gone.is_empty(), "there is no such file: {gone:?}");
}

/// How many characters a line of code may have.
const CODE_WIDTH: usize = 110;

/// The lines of a text that are too wide. A text in quotes that is compared with what a program prints stays
/// as it is: a line within a raw string that began on a line before.
fn wide_lines(text: &str) -> Vec<usize> {
    let mut closes: Option<String> = None;
    let mut wide = Vec::new();
    for (n, line) in text.lines().enumerate() {
        if closes.is_none() && line.chars().count() > CODE_WIDTH {
            wide.push(n + 1);
        }
        let mut rest = line;
        loop {
            match closes.as_ref() {
                Some(quote) => match rest.split_once(quote.as_str()) {
                    Some((_, after)) => (rest, closes) = (after, None),
                    None => break,
                },
                None => {
                    let mut opens = rest.match_indices('r').map(|(at, _)| &rest[at + 1..]);
                    // Without a sign it might as well be the end of a text.
                    let is_raw = |all: &&str| {
                        let quoted = all.trim_start_matches('#');
                        quoted.starts_with('"') && (all.starts_with('#') || quoted == "\"")
                    };
                    let Some(all) = opens.find(is_raw) else { break };
                    rest = all.trim_start_matches('#');
                    closes = Some(format!("\"{}", "#".repeat(all.len() - rest.len())));
                    rest = &rest[1..];
                }
            }
        }
    }
    wide
}

#[test]
fn wide_lines_are_found() {
    let [long, short] = [111, 110].map(|width| "x".repeat(width));
    let narrow = format!("{short}\n{long}\nlet s = r#\"\n{long}\n\"#;\n{long}\n");
    let text = narrow + &format!("r#\"a\"#, {long}\nr##\"\"#\n{long}\n\"##\nr\"\n{long}");
    assert_eq!(wide_lines(&text), [2, 6, 7]);
}

#[test]
fn code_is_narrow() {
    let mut wide = Vec::new();
    for folder in ["crates", "xtask", "python/src"] {
        for (path, text) in files(&root().join(folder), &["rs"]) {
            wide.extend(wide_lines(&text).into_iter().map(|n| format!("{folder}/{}:{n}", path.display())));
        }
    }
    let package = ["bench", "examples", "package", "tests"].map(|part| format!("python/{part}"));
    let others = ["assets", "docs", "examples", "tests", "xtask/clients"].map(str::to_owned);
    for folder in others.into_iter().chain(package) {
        let found = files(&root().join(&folder), &["js", "css", "py"]);
        for (path, text) in found.into_iter().filter(|(path, _)| !path.starts_with("vendor")) {
            let numbered = (1..).zip(text.lines()).filter(|(_, line)| line.chars().count() > CODE_WIDTH);
            wide.extend(numbered.map(|(n, _)| format!("{folder}/{}:{n}", path.display())));
        }
    }
    assert!(wide.is_empty(), "no line of code has more than {CODE_WIDTH} columns:\n{}", wide.join("\n"));
}

#[test]
fn links_of_documents_lead_to_files() {
    let mut broken = Vec::new();
    for (name, text) in documents() {
        let folder = root().join(&name).parent().unwrap().to_owned();
        for link in text.split("](").skip(1).filter_map(|rest| rest.split([')', '#']).next()) {
            if !link.contains("://") && !folder.join(link).exists() {
                broken.push(format!("{name}: {link}"));
            }
        }
    }
    assert!(broken.is_empty(), "links lead nowhere:\n{}", broken.join("\n"));
}

/// Words that say nothing exact: a seat, a player, a visitor, an account or the caller does something
/// instead.
const VAGUE: [&str; 3] = [concat!("some", "body"), concat!("no", "body"), concat!("who", "ever")];

/// American spellings; `docs/dev/style.md` says which spelling is ours.
const AMERICAN: [&str; 6] = [
    concat!("neigh", "bor"),
    concat!("neigh", "bors"),
    concat!("neigh", "boring"),
    concat!("label", "ed"),
    concat!("favor", "ite"),
    concat!("analyz", "ing"),
];

/// The name that version 0.1.0 wrote in the place of one whose account was deleted; databases hold it.
const STORED: [&str; 2] = [concat!("\"Some", "body\""), concat!("\"some", "body\"")];

/// The lines of a text in which a [`VAGUE`] or [`AMERICAN`] word stands, with their numbers.
fn vague_lines(text: &str) -> Vec<(usize, &str)> {
    let is_vague = |line: &str| {
        let line = STORED.iter().fold(line.to_owned(), |line, name| line.replace(name, ""));
        let line = line.to_lowercase();
        line.split(|c: char| !c.is_alphabetic()).any(|word| VAGUE.contains(&word) || AMERICAN.contains(&word))
    };
    text.lines().enumerate().filter(|(_, line)| is_vague(line)).map(|(n, line)| (n + 1, line)).collect()
}

/// The migrations of version 0.1.0. They stand in databases with their checksums, so they are never edited.
const APPLIED: [&str; 7] = [
    "0001_games.sql",
    "0002_marks.sql",
    "0003_rounds.sql",
    "0004_together.sql",
    "0005_people.sql",
    "0006_settings.sql",
    "0007_origins.sql",
];

fn is_applied(path: &Path) -> bool {
    let postgres = path.components().any(|part| part.as_os_str() == "postgres");
    !postgres && APPLIED.iter().any(|name| path.ends_with(name))
}

#[test]
fn vague_and_american_words_are_found() {
    let [one, two, three] = VAGUE;
    let text = format!(
        "a player\n// {one} moves\nfn {two}_moves()\n\"{}\"\n{three}'s\n{one}ness",
        one.to_uppercase()
    );
    let found: Vec<usize> = vague_lines(&text).into_iter().map(|(n, _)| n).collect();
    assert_eq!(found, [2, 3, 4, 5]);
    assert_eq!(vague_lines(&format!("its {}", AMERICAN[1])).len(), 1);
    assert!(vague_lines(&format!("const GONE: &str = {};", STORED[0])).is_empty());
    assert!(is_applied(Path::new("server/migrations/0004_together.sql")));
    assert!(is_applied(Path::new("store/migrations/sqlite/0001_games.sql")));
    assert!(!is_applied(Path::new("store/migrations/postgres/0001_games.sql")));
    assert!(!is_applied(Path::new("store/migrations/sqlite/0008_more.sql")));
}

#[test]
fn no_vague_or_american_words_in_sources_and_documents() {
    let mut texts: Vec<(PathBuf, String)> = Vec::new();
    for (folder, endings) in [
        ("crates", ["rs", "sql", "toml"].as_slice()),
        ("xtask", &["rs", "toml"]),
        ("assets", &["js", "css", "svg"]),
        ("tests", &["py", "md"]),
        ("python", &["rs", "py", "pyi", "toml", "md"]),
    ] {
        let inside = files(&root().join(folder), endings).into_iter();
        texts.extend(inside.map(|(path, text)| (Path::new(folder).join(path), text)));
    }
    for name in
        ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md", "Cargo.toml", "clippy.toml"]
    {
        let text = std::fs::read_to_string(root().join(name)).unwrap_or_else(|e| panic!("{name}: {e}"));
        texts.push((name.into(), text));
    }
    assert!(texts.len() > 200, "the sources are not where they were");
    let mut found = Vec::new();
    for (path, text) in texts.iter().filter(|(path, _)| !is_applied(path)) {
        found.extend(
            vague_lines(text).iter().map(|(n, line)| format!("{}:{n}: {}", path.display(), line.trim())),
        );
    }
    let shown = found.iter().take(40).cloned().collect::<Vec<_>>().join("\n");
    assert!(
        found.is_empty(),
        "{} lines have a vague or American word, the first of them:\n{shown}",
        found.len()
    );
}

/// Phrases that no native speaker writes, or that say in a clause what a word says. `docs/dev/style.md` has
/// better ones.
const FOREIGN: [&str; 25] = [
    concat!("that is", " proved"),
    concat!("is to", " move"),
    concat!("belongs", " into"),
    concat!("in dis", "order"),
    concat!("in", " vain"),
    concat!("opens", " nothing"),
    concat!("lies", " well"),
    concat!("has not", " the"),
    concat!("all is", " right"),
    concat!("so", " many"),
    concat!("at the", " moment"),
    concat!("game of", " two"),
    concat!("no longer", " wanted"),
    concat!("not known", " whether"),
    concat!("nothing to", " say of"),
    concat!("as the rules", " write"),
    concat!("went on", " with from"),
    concat!("keeps", " of you"),
    concat!("what is", " agreed"),
    concat!("who", " passes"),
    concat!("running", " game"),
    concat!("running", " games"),
    concat!("there", " twice"),
    concat!("side to", " side"),
    concat!("every", " skill"),
];

/// The text without the lines that are comments, and without the breaks of its lines.
fn prose(text: &str) -> String {
    let is_comment = |line: &&str| ["//", "*", "/*"].iter().any(|sign| line.trim_start().starts_with(sign));
    let kept: Vec<&str> = text.lines().filter(|line| !is_comment(line)).collect();
    let joined = kept.iter().map(|line| line.trim_end_matches('\\').trim()).collect::<Vec<_>>().join(" ");
    joined.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase()
}

/// The [`FOREIGN`] phrases in a text, each with what stands around it.
fn foreign_phrases(text: &str) -> Vec<String> {
    let text = prose(text);
    let mut found = Vec::new();
    for phrase in FOREIGN {
        for (at, _) in text.match_indices(phrase) {
            let end = at + phrase.len();
            let is_letter = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '_');
            if is_letter(text[..at].chars().next_back()) || is_letter(text[end..].chars().next()) {
                continue;
            }
            let before: String =
                text[..at].chars().rev().take(30).collect::<Vec<_>>().into_iter().rev().collect();
            let after: String = text[end..].chars().take(30).collect();
            found.push(format!("{before}{phrase}{after}"));
        }
    }
    found
}

#[test]
fn foreign_phrases_are_found() {
    let text = format!(
        "// White {0}.\nlet is_to_move = 1;\nsay(\"White is to \\\n    move.\");\n\"{1} and {1}est\"\n",
        FOREIGN[1], FOREIGN[3]
    );
    let found = foreign_phrases(&text);
    assert_eq!(found.len(), 2, "{found:?}");
    assert!(found[0].contains(FOREIGN[1]) && found[1].contains(FOREIGN[3]), "{found:?}");
}

#[test]
fn texts_and_documents_read_like_english() {
    let mut texts: Vec<(PathBuf, String)> = Vec::new();
    for (folder, ending) in [("crates", "rs"), ("assets/js", "js"), ("docs", "md")] {
        let inside = files(&root().join(folder), &[ending]).into_iter();
        texts.extend(inside.map(|(path, text)| (Path::new(folder).join(path), text)));
    }
    for name in ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md"] {
        let text = std::fs::read_to_string(root().join(name)).unwrap_or_else(|e| panic!("{name}: {e}"));
        texts.push((name.into(), text));
    }
    // What tests say is read by no player; the page about style shows what not to write.
    let is_read = |path: &Path| {
        let shown = path.ends_with("docs/dev/style.md");
        !shown
            && !path
                .components()
                .any(|part| ["tests", "examples"].iter().any(|name| part.as_os_str() == *name))
    };
    texts.retain(|(path, _)| is_read(path));
    assert!(texts.len() > 200, "the sources are not where they were");
    let found: Vec<String> = texts
        .iter()
        .flat_map(|(path, text)| {
            foreign_phrases(text).into_iter().map(move |phrase| format!("{}: {phrase}", path.display()))
        })
        .collect();
    assert!(found.is_empty(), "docs/dev/style.md says how to write these:\n{}", found.join("\n"));
}

/// Each size of letters in the style sheets is a step of the one scale (`--f1` to `--f7`), so that pages look
/// alike. Only fields on touch screens have a size of their own, in which iPhones do not zoom in.
#[test]
fn letters_have_the_sizes_of_one_scale() {
    let step = |size: &str| {
        let inner = size.strip_prefix("var(--").and_then(|rest| rest.strip_suffix(')'));
        inner.is_some_and(|name| {
            name == "time" || name.strip_prefix('f').is_some_and(|n| n.parse::<u8>().is_ok())
        })
    };
    let mut other = Vec::new();
    let mut found = 0;
    for (path, text) in files(&root().join("assets"), &["css"]) {
        for (n, line) in text.lines().enumerate() {
            for name in ["font-size: ", "font: ", "--time: "] {
                for (at, _) in line.match_indices(name) {
                    let value = line[at + name.len()..].split([';', '}']).next().unwrap_or_default().trim();
                    let size = if name == "font: " {
                        value.split(['/', ' ']).next().unwrap_or_default()
                    } else {
                        value
                    };
                    found += 1;
                    let is_field = value == "max(16px, var(--f3)) !important";
                    if !step(size) && value != "inherit" && !is_field {
                        other.push(format!("{}:{}: {value}", path.display(), n + 1));
                    }
                }
            }
        }
    }
    assert!(found > 100, "only {found} sizes are found");
    assert!(
        other.is_empty(),
        "letters have the sizes of the scale (assets/bagatelle.css):\n{}",
        other.join("\n")
    );
}
