//! The subcommand that verifies how games were dealt.

use crate::records::read;
use bagatelle_catalog::{Verdict, Verification};
use bagatelle_core::record::RecordError;
use std::fmt::Write as _;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

/// Verifies records and tells what was found. The exit status is that of the worst: 0 if all are verified, 2 if there is nothing to
/// verify by or no record, 1 if something differs.
pub fn verify(files: &[PathBuf]) -> ExitCode {
    let mut statuses = Vec::new();
    for file in files {
        let verified = read(file).and_then(|record| Ok(bagatelle_catalog::verify(&record)?));
        match verified {
            Ok(verification) => {
                // Output whose reader has ended is no error of the records.
                let _ = io::stdout().write_all(told(&file.display().to_string(), &verification).as_bytes());
                statuses.push(match verification.verdict {
                    Verdict::Verified => 0,
                    Verdict::Differs => 1,
                    Verdict::Unverifiable => 2,
                });
            }
            Err(error) => {
                eprintln!("bagatelle: {error:#}");
                let format = error.downcast_ref::<RecordError>().is_none_or(RecordError::is_format);
                statuses.push(if format { 2 } else { 1 });
            }
        }
    }
    let worst = [1, 2].into_iter().find(|status| statuses.contains(status));
    ExitCode::from(worst.unwrap_or(0))
}

fn told(file: &str, verification: &Verification) -> String {
    let mut text = format!("{file}: {}\n", verification.summary);
    for check in &verification.checks {
        let mark = if check.holds { "right" } else { "WRONG" };
        let _ = writeln!(text, "  {mark}  {}: {}", check.what, check.found);
    }
    text
}
