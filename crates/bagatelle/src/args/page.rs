//! `docs/flags.md` says what `bagatelle serve --help` says.
//! `BAGATELLE_FLAGS=write cargo test -p bagatelle flags` writes it.

use super::Args;
use clap::{Arg, CommandFactory};

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/flags.md");

/// How wide its lines are.
const WIDTH: usize = 100;

const HEAD: &str = "\
# The flags of the server

`bagatelle` and `bagatelle serve` take these flags. The words are those of `bagatelle serve --help`.
Where a variable of the environment is named, it is read if the flag is not given.
";

fn page() -> String {
    let mut program = Args::command();
    program.build();
    let serve = program.find_subcommand("serve").expect("the command that serves");
    let flags = serve.get_arguments().filter(|flag| flag.get_id() != "help");
    std::iter::once(HEAD.to_owned()).chain(flags.map(section)).collect::<Vec<_>>().join("\n")
}

fn section(flag: &Arg) -> String {
    let takes = flag.get_action().takes_values();
    let names = flag.get_value_names().filter(|_| takes).unwrap_or_default();
    let value: String = names.iter().map(|name| format!(" <{name}>")).collect();
    let help = flag.get_help().map(ToString::to_string).unwrap_or_default();
    let mut text = format!("## `--{}{value}`\n\n{}\n", flag.get_long().unwrap_or_default(), wrapped(&help));
    let mut facts: Vec<String> = Vec::new();
    if takes {
        let values = flag.get_possible_values();
        facts.extend(values.iter().filter(|one| !one.is_hide_set()).map(|one| {
            let help = one.get_help().map(ToString::to_string).unwrap_or_default();
            format!("- `{}`: {help}\n", one.get_name())
        }));
    }
    facts.extend(flag.get_env().map(|name| format!("- environment: `{}`\n", name.display())));
    if takes && !flag.is_hide_default_value_set() {
        let defaults = flag.get_default_values().iter();
        facts.extend(defaults.map(|value| format!("- default: `{}`\n", value.display())));
    }
    if !facts.is_empty() {
        text += &format!("\n{}", facts.concat());
    }
    text
}

fn wrapped(text: &str) -> String {
    let (mut lines, mut line) = (Vec::new(), String::new());
    for word in text.split_whitespace() {
        if !line.is_empty() && line.chars().count() + 1 + word.chars().count() > WIDTH {
            lines.push(std::mem::take(&mut line));
        }
        if !line.is_empty() {
            line.push(' ');
        }
        line += word;
    }
    lines.push(line);
    lines.join("\n")
}

#[test]
fn the_page_of_flags_says_what_help_says() {
    if std::env::var_os("BAGATELLE_FLAGS").is_some_and(|wish| wish == "write") {
        std::fs::write(FILE, page()).expect("the page can be written");
    }
    let written = std::fs::read_to_string(FILE).expect("the page");
    assert_eq!(page(), written, "BAGATELLE_FLAGS=write writes docs/flags.md");
}
