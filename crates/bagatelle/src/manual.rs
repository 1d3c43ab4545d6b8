//! The manual page of the command, and completions for shells.

use crate::args::Args;
use anyhow::Result;
use clap::{Command, CommandFactory};
use clap_complete::Shell;
use clap_mangen::Man;
use std::io::{self, Write};

/// The name that users type.
const NAME: &str = "bagatelle";

/// Prints what a shell completes after the name of the command.
pub fn completions(shell: Shell) -> Result<()> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Args::command(), NAME, &mut script);
    Ok(io::stdout().write_all(&script)?)
}

/// Prints the manual page.
pub fn print() -> Result<()> {
    Ok(io::stdout().write_all(page()?.as_bytes())?)
}

/// The manual page, of all commands: what `--help` says, for the reader of manuals.
fn page() -> io::Result<String> {
    let mut program = Args::command();
    program.build();
    let version = program.get_version().unwrap_or_default().to_owned();
    let whole = Man::new(program.clone());
    // Without a date, so that the same sources give the same page.
    let mut page = format!(".TH BAGATELLE 1 \"\" \"{NAME} {version}\" \"Bagatelle\"\n").into_bytes();
    whole.render_name_section(&mut page)?;
    writeln!(page, ".SH SYNOPSIS\n\\fB{NAME}\\fR [\\fIOPTIONS\\fR]\n.br\n\\fB{NAME}\\fR \\fICOMMAND\\fR")?;
    whole.render_description_section(&mut page)?;
    whole.render_options_section(&mut page)?;
    writeln!(page, ".SH COMMANDS")?;
    for command in program.get_subcommands() {
        describe(&mut page, NAME, command)?;
    }
    whole.render_version_section(&mut page)?;
    Ok(String::from_utf8_lossy(&page).into_owned())
}

/// Writes a part for a command, and for each of its own.
fn describe(page: &mut Vec<u8>, above: &str, command: &Command) -> io::Result<()> {
    if command.get_name() == "help" {
        return Ok(());
    }
    let name = format!("{above} {}", command.get_name());
    // Options that hold for all commands of a kind stand with the first of them.
    let command = command.clone().mut_args(|arg| {
        let known = arg.get_id() == "help" || (arg.is_global_set() && above != NAME);
        if known { arg.hide(true) } else { arg }
    });
    let part = Man::new(command.clone());
    writeln!(page, ".SS {name}")?;
    without_heading(page, |part_of| part.render_synopsis_section(part_of))?;
    writeln!(page, ".PP")?;
    without_heading(page, |part_of| part.render_description_section(part_of))?;
    // The options of the command that serves are those at the head.
    if command.get_name() == "serve" {
        writeln!(page, ".PP\nIt takes the options above.")?;
    } else if command.get_arguments().any(|arg| !arg.is_hide_set()) {
        without_heading(page, |part_of| part.render_options_section(part_of))?;
    }
    command.get_subcommands().try_for_each(|own| describe(page, &name, own))
}

/// Writes a section without its heading and what stands before each text by itself.
fn without_heading(
    page: &mut Vec<u8>,
    render: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    let mut section = Vec::new();
    render(&mut section)?;
    for line in String::from_utf8_lossy(&section).lines() {
        if ![".SH ", ".ie ", ".el "].iter().any(|start| line.starts_with(start)) {
            writeln!(page, "{line}")?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_manual_has_each_command_and_each_flag_of_the_server() {
        let page = page().unwrap();
        let mut program = Args::command();
        program.build();
        for command in program.get_subcommands() {
            assert!(
                page.contains(&format!("\n.SS {NAME} {}\n", command.get_name())),
                "{}",
                command.get_name()
            );
        }
        assert!(page.contains(&format!("\n.SS {NAME} admin ban\n")), "commands below commands are there");
        for flag in program.get_arguments().filter_map(|arg| arg.get_long()) {
            assert!(page.contains(&format!("\\-\\-{}", flag.replace('-', "\\-"))), "{flag}");
        }
        assert!(page.starts_with(".TH BAGATELLE 1 ") && page.matches(".TH ").count() == 1);
    }
}
