//! The subcommand that brings accounts and games from a file to a database that a server may be running on.
//!
//! The whole file first goes into a separate database, where every game is replayed. Then everything is
//! written in one transaction, or nothing. Existing data stays as it is, so importing a file twice adds
//! nothing the second time.

use crate::args::Import;
use crate::export::INSTANCE;
use crate::output::say;
use crate::owner;
use crate::printable::printable;
use anyhow::{Context, Result, bail, ensure};
use bagatelle_server::auth::export::VERSION;
use bagatelle_server::auth::passwords::Passwords;
use bagatelle_server::auth::reset;
use bagatelle_server::routes::account::allowed;
use bagatelle_server::system::clock::{Clock, SystemClock};
use bagatelle_store::{Account, Act, Address, DATABASE_FILE, Note, Only, SessionId, Store};
use bagatelle_table::{RatingPool, Visitor, check_name};
use serde_json::{Map, Value, json};
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::sync::Arc;

/// How many rows are written at once.
const BATCH: usize = 1000;

type Row = (String, Map<String, Value>);

/// Brings what is in the file.
pub fn run(options: &Import) -> Result<()> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(import(options))
}

async fn import(options: &Import) -> Result<()> {
    let name = || options.file.display().to_string();
    let address = options.at.address();
    if let Address::Folder(folder) = &address {
        owner::warn(folder);
    }
    let target = Store::beside(&address).await.with_context(|| address.to_string())?;
    let folder = tempfile::tempdir()?;
    let staging = Store::open(&folder.path().join(DATABASE_FILE)).await?;
    let file = File::open(&options.file).with_context(name)?;
    read(file, options.all, &staging).await.with_context(name)?;
    if let Some(name) = &options.name {
        let name = check_name(name)?;
        allowed(&name)?;
        staging
            .call_the_account(&name)
            .await
            .context("--as renames the account in a file with one account")?;
    }
    staging.replay_all().await.with_context(name)?;
    let taken = staging.taken_names(&target).await?;
    ensure!(
        taken.is_empty(),
        "nothing was imported: other accounts here are called {}, or something similar; import one account \
         under another name with --as NAME",
        taken.join(", ")
    );
    let mut rise = Vec::new();
    for one in staging.accounts("", Only::All, 0, u32::MAX).await? {
        let Account { name, moderator, bot, house, .. } = one.account;
        let rights = [(moderator, "a moderator"), (house, "a house bot"), (bot && !house, "a bot")];
        for (_, what) in rights.into_iter().filter(|(has, _)| *has) {
            rise.push(format!("{} was imported as {what}.", printable(&name)));
        }
    }
    let brought = staging.bring_to(&target).await.context("nothing was imported")?;
    let said = format!("{} accounts and {} games", brought.accounts, brought.games);
    if (brought.accounts, brought.games) != (0, 0) {
        let note = Note { at: SystemClock::default().now(), ..Note::default() };
        target.act(&Act::Import { what: said.clone() }, &note).await?;
    }
    staging.close().await;
    target.close().await;
    for line in rise {
        say!("{line}")?;
    }
    say!("Imported {said}; {} games were already there.", brought.known)?;
    Ok(())
}

/// Reads a file into an empty store. Whether it may hold a whole server is the host's to say, not the file's:
/// a player who hands over a file must not become a moderator by it.
async fn read(file: File, all: bool, staging: &Store) -> Result<()> {
    let mut lines = BufReader::new(file).lines();
    let first = lines.next().context("the file is empty")??;
    let foreign = "this is neither a file from `bagatelle export` nor a player’s download";
    // A player's download may have been rewritten by another program, over several lines.
    let head: Value = match serde_json::from_str(&first) {
        Ok(head) => head,
        Err(_) => {
            let rest: Vec<String> = lines.by_ref().collect::<Result<_, _>>()?;
            serde_json::from_str(&format!("{first}\n{}", rest.join("\n"))).context(foreign)?
        }
    };
    let version = head["version"].as_u64().unwrap_or_default();
    ensure!(
        version <= u64::from(VERSION),
        "the file has version {version}, but this program knows version {VERSION}: use a newer program"
    );
    match head["bagatelle"].as_str() {
        Some("account") => account(&head, staging).await,
        Some(INSTANCE) => {
            ensure!(
                all,
                "this is a whole server, with passwords, moderators and bots, not one player’s data; import \
                 it with --all if you trust the host it came from"
            );
            let mut rows: Vec<Row> = Vec::new();
            for (line, number) in lines.zip(2..) {
                let at = || format!("line {number}");
                let mut line: Value = serde_json::from_str(&line?).with_context(at)?;
                let (table, row) = (line["table"].take(), line["row"].take());
                let (Value::String(table), Value::Object(row)) = (table, row) else {
                    bail!("{}: no row", at())
                };
                rows.push((table, row));
                if rows.len() >= BATCH {
                    staging.keep_rows(&std::mem::take(&mut rows)).await.with_context(at)?;
                }
            }
            Ok(staging.keep_rows(&rows).await?)
        }
        _ => bail!(foreign),
    }
}

/// A row with these columns.
fn row(table: &str, columns: Value) -> Result<Row> {
    match columns {
        Value::Object(row) => Ok((table.to_owned(), row)),
        _ => bail!("a row of “{table}” is damaged"),
    }
}

fn list<'a>(document: &'a Value, key: &str) -> impl Iterator<Item = &'a Value> + use<'a> {
    document[key].as_array().into_iter().flatten()
}

/// The pool of a rating in the document of an account; that of people where none is named.
fn pool_of(one: &Value) -> Result<String> {
    let named = one["pool"].as_str().map(str::parse::<RatingPool>).transpose();
    let pool = named.ok().with_context(|| format!("there is no pool of ratings {}", one["pool"]))?;
    Ok(pool.unwrap_or_default().to_string())
}

/// Reads the document of an account. The password is not in it: the host makes a link for a new one.
async fn account(document: &Value, staging: &Store) -> Result<()> {
    let name = check_name(document["name"].as_str().context("it has no name")?)?;
    let created = document["created"].as_i64().context("it doesn’t say when the account was created")?;
    // The document of an older version has no id: the same one is made of it each time.
    let made = || reset::hash(&format!("{name} {created}")).chars().take(26).collect();
    let id: String = document["id"].as_str().map_or_else(made, str::to_owned);
    ensure!(id.bytes().all(|b| b.is_ascii_alphanumeric()), "its id is damaged");
    let (secret, _) = reset::new_code()?;
    let clock: Arc<dyn Clock> = Arc::new(SystemClock::default());
    let hash = Passwords::new(clock).hash(&name, secret).await?;
    let session = SessionId::new("import");
    staging.sign_up(&Visitor::anonymous(&id), &name, &hash, &session, created).await?;
    staging.log_out(&session).await?;
    if let Some(settings) = document["settings"].as_object() {
        staging.keep_settings(&id, settings).await?;
    }
    staging.publish(&id, document["public"] == true).await?;
    let (mut rows, mut games) = (Vec::new(), std::collections::HashSet::new());
    for game in list(document, "games").filter(|game| game["rows"].is_object()) {
        let kept = &game["rows"];
        games.insert(game["id"].as_str().unwrap_or_default());
        rows.push(row("tables", kept["table"].clone())?);
        for event in list(kept, "events") {
            rows.push(row("events", event.clone())?);
        }
        if kept["fork"].is_object() {
            rows.push(row("forks", kept["fork"].clone())?);
        }
    }
    let is_here = |game: &Value| game.as_str().is_some_and(|id| games.contains(id));
    for (said, seq) in list(document, "chat").filter(|said| is_here(&said["game"])).zip(0..) {
        let columns = json!({ "table_id": said["game"], "seq": seq, "at": said["at"], "person": id,
            "name": name, "text": said["text"] });
        rows.push(row("chat", columns)?);
    }
    for one in list(document, "ratings") {
        let columns = json!({ "account": id, "game": one["game"], "pool": pool_of(one)?,
            "rating": one["rating"],
            "deviation": one["deviation"], "volatility": one["volatility"], "games": one["games"] });
        rows.push(row("ratings", columns)?);
    }
    for one in list(document, "rated").filter(|one| is_here(&one["game"])) {
        let (before, after) = (&one["before"], &one["after"]);
        let columns = json!({ "table_id": one["game"], "account": id, "rating_before": before["rating"],
            "deviation_before": before["deviation"], "rating": after["rating"],
                "deviation": after["deviation"],
            "pool": pool_of(one)? });
        rows.push(row("rating_changes", columns)?);
    }
    for one in list(document, "dailies").filter(|one| one["table"].is_null() || is_here(&one["table"])) {
        let columns = json!({ "person": id, "game": one["game"], "date": one["date"],
            "table_id": one["table"], "begun": one["begun"],
            "ended": one["ended"], "took": one["took"], "solved": one["solved"], "score": one["score"],
                "helped": one["helped"],
            "name": one["name"] });
        rows.push(row("dailies", columns)?);
    }
    for (one, number) in list(document, "tries").zip(0..) {
        let action = one["action"].as_str().unwrap_or_default();
        let columns = json!({ "person": id, "game": one["game"], "date": one["date"], "number": number,
            "action": action });
        rows.push(row("position_tries", columns)?);
    }
    Ok(staging.keep_rows(&rows).await?)
}
