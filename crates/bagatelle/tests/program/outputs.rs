//! What the command writes to files: whole or not at all, whatever stands at the place.

#![cfg(unix)]

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;
use std::process::{Command, Output, Stdio};

fn run(folder: &Path, words: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_bagatelle")).args(words).current_dir(folder).output().unwrap()
}

fn said(done: &Output) -> String {
    String::from_utf8_lossy(&done.stderr).into_owned()
}

/// The commands that write a file whose name is given: their words before the name and behind it, an ending
/// that the name needs, and how they are made to fail after the command line was understood.
const WRITERS: [(&[&str], &str, &[&str]); 9] = [
    (&["convert", "good.json", "--to", "json", "-o"], "out", &["convert", "bad.txt", "--to", "json", "-o"]),
    (
        &["convert", "good.json", "--to", "text", "-o"],
        "out",
        &["convert", "good.json", "bad.txt", "--to", "text", "-o"],
    ),
    (&["convert", "good.json", "--to", "jsonl", "-o"], "out", &["convert", "missing", "--to", "jsonl", "-o"]),
    (&["convert", "good.json", "--to", "ppn", "-o"], "out", &["convert", "duel.json", "--to", "ppn", "-o"]),
    (&["draw", "good.json", "-o"], "out.svg", &["draw", "good.json", "--seat", "7", "-o"]),
    (&["draw", "good.json", "--width", "64", "-o"], "out.png", &["draw", "bad.txt", "-o"]),
    (
        &["print", "baju-duel", "--only", "pieces", "-o"],
        "out.pdf",
        &["print", "baju-duel", "--option", "board=@bad.txt", "-o"],
    ),
    (&["solve", "puzzle.json", "--time", "5", "--record"], "out", &["solve", "bad.txt", "--record"]),
    (
        &["figures", "baju-duel", "--games", "1", "--nodes", "5", "-o"],
        "out",
        &["figures", "no-such-game", "--games", "1", "-o"],
    ),
];

/// A folder with records to work on.
fn prepared() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (file, game) in
        [("good.json", "brain-burn"), ("duel.json", "baju-duel"), ("puzzle.json", "baju-puzzle")]
    {
        let dealt = run(folder.path(), &["deal", game, "--seed", "1"]);
        assert!(dealt.status.success(), "{}", said(&dealt));
        fs::write(folder.path().join(file), dealt.stdout).unwrap();
    }
    fs::write(folder.path().join("bad.txt"), "no record\n").unwrap();
    folder
}

fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

#[test]
fn a_file_is_written_whole_or_stays_as_it_was() {
    let folder = prepared();
    let folder = folder.path();
    for (words, name, failing) in WRITERS {
        let file = folder.join(name);
        let run_to = |words: &[&str], name: &str| run(folder, &[words, &[name]].concat());
        // A new file has the permissions of any new file.
        let done = run_to(words, name);
        assert!(done.status.success(), "{words:?}: {}", said(&done));
        let whole = fs::read(&file).unwrap();
        assert!(!whole.is_empty(), "{words:?}");
        let usual = folder.join("usual");
        fs::write(&usual, "").unwrap();
        let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o7777;
        assert_eq!(mode(&file), mode(&usual), "{words:?}");
        fs::remove_file(&usual).unwrap();

        // One that fails leaves what was there, and nothing else.
        fs::write(&file, "kept").unwrap();
        fs::set_permissions(&file, fs::Permissions::from_mode(0o604)).unwrap();
        let before = names(folder);
        let failed = run_to(failing, name);
        assert!(!failed.status.success(), "{failing:?}");
        assert_eq!(
            (fs::read_to_string(&file).unwrap().as_str(), names(folder)),
            ("kept", before.clone()),
            "{failing:?}"
        );

        // One that succeeds keeps the permissions, and the link by which it is reached.
        let link = folder.join(format!("link-{name}"));
        symlink(name, &link).unwrap();
        let done = run_to(words, link.to_str().unwrap());
        assert!(done.status.success(), "{words:?}: {}", said(&done));
        assert_eq!(fs::read(&file).unwrap().len(), whole.len(), "{words:?}");
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink() && mode(&file) == 0o604, "{words:?}");
        fs::remove_file(&link).unwrap();
        assert_eq!(names(folder), before, "{words:?}");

        // Places that cannot be written are told by their names.
        let bad = format!("nowhere/{name}");
        let failed = run_to(words, &bad);
        assert!(
            !failed.status.success() && said(&failed).contains("there is no folder nowhere"),
            "{}",
            said(&failed)
        );
        fs::create_dir_all(folder.join(format!("folder-{name}"))).unwrap();
        let failed = run_to(words, &format!("folder-{name}"));
        assert!(!failed.status.success() && said(&failed).contains("it is a folder"), "{}", said(&failed));
        fs::remove_dir(folder.join(format!("folder-{name}"))).unwrap();

        // A pipe is written to, and a device as well.
        if !name.contains('.') {
            let done = run_to(words, "/dev/stdout");
            assert!(
                done.status.success() && done.stdout.starts_with(&whole[..1]),
                "{words:?}: {}",
                said(&done)
            );
            let failed = run_to(words, "/dev/full");
            assert!(
                !failed.status.success() && said(&failed).contains("/dev/full"),
                "{words:?}: {}",
                said(&failed)
            );
        }
        fs::remove_file(&file).unwrap();
    }
}

#[test]
fn a_pipe_is_written_to_as_it_is() {
    let folder = prepared();
    let folder = folder.path();
    assert!(Command::new("mkfifo").arg("pipe").current_dir(folder).status().unwrap().success());
    let reader = Command::new("cat").arg("pipe").current_dir(folder).stdout(Stdio::piped()).spawn().unwrap();
    let done = run(folder, &["convert", "good.json", "--to", "jsonl", "-o", "pipe"]);
    assert!(done.status.success(), "{}", said(&done));
    let read = reader.wait_with_output().unwrap().stdout;
    assert!(read.starts_with(b"{\"bagatelle\":1") && read.ends_with(b"\n"));
    // Output that is appended to a file stays behind what is there.
    let shell = format!(
        "echo first > log; {} convert good.json --to jsonl -o /dev/stdout >> log",
        env!("CARGO_BIN_EXE_bagatelle")
    );
    assert!(Command::new("sh").args(["-c", &shell]).current_dir(folder).status().unwrap().success());
    let log = fs::read_to_string(folder.join("log")).unwrap();
    assert!(log.starts_with("first\n{") && log.lines().count() == 2, "{log}");
}

#[test]
fn the_file_that_is_read_may_be_the_one_that_is_written() {
    let folder = prepared();
    let folder = folder.path();
    let read = |name: &str| fs::read_to_string(folder.join(name)).unwrap();
    fs::copy(folder.join("good.json"), folder.join("same")).unwrap();
    for form in ["text", "ppn", "jsonl", "json"] {
        let done = run(folder, &["convert", "same", "--to", form, "-o", "same"]);
        assert!(done.status.success(), "{form}: {}", said(&done));
        assert!(!read("same").is_empty(), "{form}");
    }
    assert_eq!(read("same"), read("good.json"));
    let two = run(folder, &["convert", "good.json", "same", "--to", "json", "-o", "same"]);
    assert!(two.status.success(), "{}", said(&two));
    let lines = run(folder, &["convert", "same", "--to", "jsonl"]);
    assert_eq!(String::from_utf8(lines.stdout).unwrap().lines().count(), 2);
    let solved = run(folder, &["solve", "puzzle.json", "--time", "5", "--record", "puzzle.json"]);
    assert!(solved.status.success(), "{}", said(&solved));
    assert!(run(folder, &["trace", "puzzle.json"]).status.success());
}

#[test]
fn a_site_replaces_its_files_and_no_others() {
    let folder = prepared();
    let folder = folder.path();
    assert!(run(folder, &["site", "-o", "site"]).status.success());
    let index = fs::read(folder.join("site/index.html")).unwrap();
    fs::write(folder.join("site/index.html"), "old").unwrap();
    fs::write(folder.join("site/mine.txt"), "mine").unwrap();
    let before = names(&folder.join("site"));
    assert!(!run(folder, &["site", "-o", "site"]).status.success());
    let done = run(folder, &["site", "-o", "site", "--replace"]);
    assert!(done.status.success(), "{}", said(&done));
    assert_eq!(
        (fs::read(folder.join("site/index.html")).unwrap(), names(&folder.join("site"))),
        (index, before)
    );
}

#[test]
fn results_never_take_the_place_of_something_else() {
    let folder = prepared();
    let folder = folder.path();
    let play = |file: &str| {
        let words = ["arena", "baju-duel", "--player", "1", "--player", "1", "--games", "2", "--nodes", "5"];
        run(folder, &[&words[..], &["--results", file]].concat())
    };
    // Notes, without the end of a line.
    for text in ["my notes", "{\"other\": 1}", "my notes\nand more"] {
        fs::write(folder.join("notes"), text).unwrap();
        let refused = play("notes");
        assert!(!refused.status.success() && said(&refused).contains("notes, line 1"), "{}", said(&refused));
        assert_eq!(fs::read_to_string(folder.join("notes")).unwrap(), text);
    }
    // A line that was cut off is played again, one that lacks its end only is not.
    assert!(play("results").status.success());
    let whole = fs::read_to_string(folder.join("results")).unwrap();
    assert_eq!(whole.lines().count(), 2);
    for cut in [whole.len() - 1, whole.len() - 20, whole.find('\n').unwrap() + 5] {
        fs::write(folder.join("results"), &whole[..cut]).unwrap();
        let done = play("results");
        assert!(done.status.success(), "{}", said(&done));
        let again = fs::read_to_string(folder.join("results")).unwrap();
        let actions = |text: &str| {
            text.lines().map(|line| line.split("\"arena\"").next().unwrap().len()).collect::<Vec<_>>()
        };
        assert_eq!((again.lines().count(), actions(&again)), (2, actions(&whole)), "{again}");
    }
}

/// Commands that say something, in the folder of [`with_data`].
const SPEAKERS: [&[&str]; 14] = [
    &["games"],
    &["limits"],
    &["programs"],
    &["trace", "good.json"],
    &["convert", "good.json", "--to", "text"],
    &["tables", "list", "--data", "data"],
    &["admin", "accounts", "--data", "data"],
    &["admin", "games", "--data", "data"],
    &["admin", "log", "--data", "data"],
    &["doctor", "--data", "data"],
    &["export", "--all", "--output", "all.jsonl", "--data", "data"],
    &["import", "all.jsonl", "--all", "--data", "data"],
    &["backup", "all.tar", "--data", "data"],
    &["restore", "all.tar", "--data", "other"],
];

/// A folder with a record, and with a data folder of a server.
fn with_data() -> tempfile::TempDir {
    let folder = prepared();
    let data = folder.path().join("data");
    fs::create_dir(&data).unwrap();
    fs::write(data.join("secret"), [7; 32]).unwrap();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        bagatelle_store::Store::open(&data.join("bagatelle.sqlite")).await.unwrap().close().await;
    });
    folder
}

#[test]
fn a_command_whose_reader_has_ended_ends_without_a_word() {
    let folder = with_data();
    for words in SPEAKERS {
        // As behind `| head`, when it has read enough.
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let mut command = Command::new(env!("CARGO_BIN_EXE_bagatelle"));
        let done = command.args(words).current_dir(folder.path()).stdout(writer).output().unwrap();
        assert!(done.status.success() && done.stderr.is_empty(), "{words:?}: {}", said(&done));
    }
    // What they do beside it is done.
    assert!(folder.path().join("other/bagatelle.sqlite").is_file());
}

#[test]
fn an_error_of_the_database_is_one_sentence_that_says_what_to_do() {
    let folder = prepared();
    fs::write(folder.path().join("all.jsonl"), "").unwrap();
    for words in [&["import", "all.jsonl", "--data", "nowhere"][..], &["admin", "games", "--data", "nowhere"]]
    {
        let done = run(folder.path(), words);
        let told = "bagatelle: nowhere: there is no database to open (unable to open database file): make \
            sure this is the right folder and this user may read it\n";
        assert_eq!((done.status.code(), said(&done).as_str()), (Some(1), told), "{words:?}");
    }
}
