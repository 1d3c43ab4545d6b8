//! The subcommand that writes an account, or everything, into a file that does not depend on the database.
//!
//! An account is one JSON document, the one that its owner can download. An instance begins with a line of
//! JSON that says so, followed by a line for each row: `{"table": "accounts", "row": {"id": …}}`.

use crate::args::Export;
use crate::copy_data::secret_at;
use crate::output::{folder_of, say};
use crate::printable::printable;
use anyhow::{Context, Result, ensure};
use bagatelle_server::auth::export::{VERSION, document};
use bagatelle_server::system::clock::{Clock, SystemClock};
use bagatelle_store::Store;
use serde_json::json;
use std::io::{BufWriter, Write};

/// What an instance says of itself in the first line.
pub const INSTANCE: &str = "instance";

/// Writes the file. It comes into its place when it is whole and on disk.
pub fn run(options: &Export) -> Result<()> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(export(options))
}

async fn export(options: &Export) -> Result<()> {
    let file = &options.output;
    let name = || file.display().to_string();
    ensure!(file.symlink_metadata().is_err(), "{} already exists: choose another name", file.display());
    let address = options.at.address();
    let store = Store::beside(&address).await.with_context(|| address.to_string())?;
    let folder = folder_of(file);
    ensure!(folder.is_dir(), "{}: there is no folder {}", name(), folder.display());
    // It is readable by its owner only, and disappears if this fails.
    let whole = tempfile::NamedTempFile::new_in(folder).with_context(name)?;
    let mut out = BufWriter::new(whole.as_file());
    let said = match &options.account {
        Some(account) => {
            let account = store.account_named(account).await?;
            let account = account.with_context(|| {
                format!("there is no account called “{}”", options.account.as_deref().unwrap_or_default())
            })?;
            let secret = secret_at(&address, &store).await?;
            let document = document(&store, &secret, &account).await?;
            writeln!(out, "{document}").with_context(name)?;
            let games = document["games"].as_array().map_or(0, Vec::len);
            format!("{} and {games} games", account.name)
        }
        None => {
            let made = SystemClock::default().now();
            let head = json!({ "bagatelle": INSTANCE, "version": VERSION, "made": made });
            writeln!(out, "{head}").with_context(name)?;
            let (mut accounts, mut games) = (0, 0);
            let rows = store.rows(|table, row| {
                accounts += u64::from(table == "accounts");
                games += u64::from(table == "tables");
                writeln!(out, "{}", json!({ "table": table, "row": row }))
            });
            rows.await?;
            format!("{accounts} accounts and {games} games")
        }
    };
    out.flush().with_context(name)?;
    drop(out);
    whole.as_file().sync_all().with_context(name)?;
    whole.persist_noclobber(file).with_context(name)?;
    store.close().await;
    say!("{}: {}", name(), printable(&said))?;
    Ok(())
}
