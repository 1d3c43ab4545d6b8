//! The subcommand that verifies how games were dealt.

use crate::printable::{printable, report};
use crate::records::read_some;
use bagatelle_catalog::{Verdict, Verification};
use bagatelle_core::record::RecordError;
use std::fmt::Write as _;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

/// Verifies records and tells what was found. The exit status is that of the worst: 0 if all are verified, 2
/// if there is nothing to verify by or no record, 1 if something differs.
pub fn verify(files: &[PathBuf]) -> ExitCode {
    let mut statuses = Vec::new();
    for file in files {
        let records = match read_some(file) {
            Ok(records) => records,
            Err(error) => {
                statuses.push(refused(&error));
                continue;
            }
        };
        for (n, record) in records.iter().enumerate() {
            let name = match records.len() {
                1 => file.display().to_string(),
                _ => format!("{}, record {}", file.display(), n + 1),
            };
            match bagatelle_catalog::verify(record) {
                Ok(verification) => {
                    // Output whose reader has ended is not an error of the records.
                    let _ = io::stdout().write_all(told(&name, &verification).as_bytes());
                    statuses.push(match verification.verdict {
                        Verdict::Verified => 0,
                        Verdict::Differs => 1,
                        Verdict::Unverifiable => 2,
                    });
                }
                Err(error) => statuses.push(refused(&anyhow::Error::from(error).context(name))),
            }
        }
    }
    let worst = [1, 2].into_iter().find(|status| statuses.contains(status));
    ExitCode::from(worst.unwrap_or(0))
}

/// Tells why a record cannot be verified, and returns the exit status for that.
fn refused(error: &anyhow::Error) -> u8 {
    report(error);
    let format = error.downcast_ref::<RecordError>().is_none_or(RecordError::is_format);
    if format { 2 } else { 1 }
}

fn told(file: &str, verification: &Verification) -> String {
    let mut text = format!("{}: {}\n", printable(file), printable(&verification.summary));
    for check in &verification.checks {
        let mark = if check.holds { "right" } else { "WRONG" };
        let _ = writeln!(text, "  {mark}  {}: {}", check.what, printable(&check.found));
    }
    text
}
