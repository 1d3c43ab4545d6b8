//! The subcommand with which a host looks after accounts and games, whether or not a server is running.
//! A server learns from the log of acts what was done, within a second.

use crate::args::{Admin, AdminAct, OnlyAccounts, OnlyStage, Registration};
use crate::output::{note, say};
use crate::owner;
use crate::printable::{printable, within};
use anyhow::{Context, Result, bail, ensure};
use bagatelle_server::auth::reset;
use bagatelle_server::routes::account::allowed;
use bagatelle_server::system::clock::{Clock, SystemClock};
use bagatelle_server::tables::leave_games::leave_games;
use bagatelle_store::{Account, Act, ActKind, Address, Done, Note, Only, Search, Store, StoreError};
use bagatelle_table::{Millis, SeatSummary, Stage, Visitor, check_name, timestamp};

/// How many characters the id of a visitor has.
const ID: usize = 26;

/// Does what was asked for.
pub fn run(options: &Admin) -> Result<()> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        let address = options.at.address();
        if let Address::Folder(folder) = &address {
            owner::warn(folder);
        }
        let store = Store::beside(&address).await.with_context(|| address.to_string())?;
        let office = Office { store, now: SystemClock::default().now(), reason: options.reason.trim() };
        let done = office.run(&options.act).await;
        office.store.close().await;
        done
    })
}

/// The database, and what all acts have in common.
struct Office<'a> {
    store: Store,
    now: Millis,
    reason: &'a str,
}

impl Office<'_> {
    async fn run(&self, act: &AdminAct) -> Result<()> {
        match act {
            AdminAct::Accounts { text, only, limit } => self.accounts(text, *only, *limit).await,
            AdminAct::Games { text, account, game, stage, limit } => {
                let person = match account {
                    Some(name) => Some(self.account(name).await?.id),
                    None => None,
                };
                let stage = stage.map(|stage| match stage {
                    OnlyStage::Open => Stage::Open,
                    OnlyStage::Playing => Stage::Playing,
                    OnlyStage::Over => Stage::Over,
                });
                let (game, text, limit) = (game.clone(), text.clone(), *limit);
                self.games(&Search { person, game, stage, text, limit, ..Search::default() }).await
            }
            AdminAct::Log { about, limit } => self.log(about.as_deref(), *limit).await,
            AdminAct::Registration { which } => {
                let open = *which == Registration::Open;
                self.act(&Act::Registration { open }).await?;
                match open {
                    true => say!(
                        "Visitors can sign up, unless the server was started with --registration closed."
                    )?,
                    false => say!("Visitors can no longer sign up. Existing accounts can log in.")?,
                }
                Ok(())
            }
            AdminAct::ResetPassword { account, public_url, hours } => {
                let account = self.account(account).await?;
                ensure!(!account.house, "{} is a house bot and has no password", account.name);
                let (code, hash) = reset::new_code()?;
                let expires = self.now + Millis::from(*hours) * 3_600_000;
                self.act(&Act::ResetPassword { account: account.id, hash, expires }).await?;
                let path = bagatelle_server::routes::new_password_link(&code);
                say!("{}{path}", public_url.trim_end_matches('/'))?;
                note!(
                    "Send this link only to {}. It works once, until {}.",
                    printable(&account.name),
                    timestamp(expires)
                );
                Ok(())
            }
            AdminAct::Rename { account, name } => {
                let account = self.account(account).await?;
                let name = check_name(name)?;
                allowed(&name)?;
                let done = self
                    .store
                    .act(&Act::Rename { account: account.id, name: name.clone() }, &self.note())
                    .await;
                match done {
                    Err(StoreError::Conflict) => {
                        bail!("another account is called “{name}” or something similar")
                    }
                    done => done?,
                };
                say!("{} is now called {}.", printable(&account.name), printable(&name))?;
                Ok(())
            }
            AdminAct::Ban { person } => {
                self.restrict(
                    person,
                    |person| Act::Ban { person, begins: true },
                    "can no longer log in, play or write",
                )
                .await
            }
            AdminAct::Unban { person } => {
                self.restrict(person, |person| Act::Ban { person, begins: false }, "can play again").await
            }
            AdminAct::Mute { person } => {
                self.restrict(person, |person| Act::Mute { person, begins: true }, "can no longer write")
                    .await
            }
            AdminAct::Unmute { person } => {
                self.restrict(person, |person| Act::Mute { person, begins: false }, "can write again").await
            }
            AdminAct::DeleteGame { id, yes } => {
                ensure!(self.store.table(id).await?.is_some(), "there is no game with the id {id}");
                confirmed(*yes)?;
                self.act(&Act::DeleteGame { table: id.clone() }).await?;
                say!("Deleted the game {id}.")?;
                Ok(())
            }
            AdminAct::DeleteAccount { account, yes } => {
                let account = self.account(account).await?;
                if account.house {
                    note!(
                        "{} is a house bot: a server with --house-bots recreates its account without games. \
                         To stop it from playing, ban it.",
                        printable(&account.name)
                    );
                }
                confirmed(*yes)?;
                let left =
                    leave_games(&self.store, &Visitor::with_account(account.id.clone()), self.now).await?;
                self.act(&Act::DeleteAccount { account: account.id }).await?;
                say!("Deleted the account {}. It left {left} unfinished games.", printable(&account.name))?;
                Ok(())
            }
            AdminAct::MakeModerator { account } => self.moderator(account, true).await,
            AdminAct::RevokeTokens { account } => {
                let account = self.account(account).await?;
                self.act(&Act::RevokeTokens { account: account.id }).await?;
                say!("Revoked the tokens of {}.", printable(&account.name))?;
                Ok(())
            }
            AdminAct::UnmakeModerator { account } => self.moderator(account, false).await,
        }
    }

    fn note(&self) -> Note {
        Note { at: self.now, reason: self.reason.to_owned(), ..Note::default() }
    }

    async fn act(&self, act: &Act) -> Result<()> {
        self.store.act(act, &self.note()).await?;
        Ok(())
    }

    async fn account(&self, name: &str) -> Result<Account> {
        self.store.account_named(name).await?.with_context(|| format!("there is no account called “{name}”"))
    }

    async fn restrict(&self, person: &str, act: impl Fn(String) -> Act, told: &str) -> Result<()> {
        let found = self.store.account_named(person).await?;
        let is_id = person.len() == ID && person.bytes().all(|b| b.is_ascii_alphanumeric());
        let (id, name) = match found {
            Some(account) => (account.id, account.name),
            None if is_id => (person.to_owned(), format!("The visitor {person}")),
            None => bail!("there is no account called “{person}”, nor a visitor with this id"),
        };
        self.act(&act(id)).await?;
        say!("{} {told}.", printable(&name))?;
        Ok(())
    }

    async fn moderator(&self, account: &str, begins: bool) -> Result<()> {
        let account = self.account(account).await?;
        ensure!(!account.house, "{} is a house bot and can’t be a moderator", account.name);
        self.act(&Act::Moderator { account: account.id, begins }).await?;
        match begins {
            true => say!("{} is a moderator. The page is /admin.", printable(&account.name))?,
            false => say!("{} is no longer a moderator.", printable(&account.name))?,
        }
        Ok(())
    }

    async fn accounts(&self, text: &str, only: OnlyAccounts, limit: u32) -> Result<()> {
        let only = match only {
            OnlyAccounts::All => Only::All,
            OnlyAccounts::Moderators => Only::Moderators,
            OnlyAccounts::Banned => Only::Banned,
            OnlyAccounts::Muted => Only::Muted,
        };
        let found = self.store.accounts(text, only, 0, limit).await?;
        say!("{:<24}  {:<20}  {:>6}  {:>8}  {:<26}", "name", "since", "games", "sessions", "id")?;
        for one in found {
            let account = &one.account;
            let marks = [
                (account.house, "house bot"),
                (account.moderator, "moderator"),
                (one.banned, "banned"),
                (one.muted, "muted"),
            ];
            let marks: Vec<&str> = marks.into_iter().filter(|(is, _)| *is).map(|(_, word)| word).collect();
            let line = format!(
                "{:<24}  {:<20}  {:>6}  {:>8}  {:<26}  {}",
                printable(&account.name),
                timestamp(account.created),
                one.games,
                account.sessions,
                account.id,
                marks.join(", ")
            );
            say!("{}", line.trim_end())?;
        }
        Ok(())
    }

    async fn games(&self, search: &Search) -> Result<()> {
        let found = self.store.search(search).await?;
        say!("{:<18}  {:<14}  {:<8}  {:<20}  players", "id", "game", "stage", "changed")?;
        for one in found.tables {
            let name = |seat: &SeatSummary| {
                let visitor = if seat.person.is_some() { "a visitor" } else { "–" };
                if seat.name.is_empty() { visitor.to_owned() } else { seat.name.clone() }
            };
            let names: Vec<String> = one.summary.seats.iter().map(name).collect();
            let (spec, summary) = (&one.spec, &one.summary);
            say!(
                "{:<18}  {:<14}  {:<8}  {:<20}  {}",
                spec.id,
                spec.game,
                summary.stage.to_string(),
                timestamp(summary.changed),
                printable(&names.join(", "))
            )?;
        }
        for damage in found.damaged {
            note!("bagatelle: {}", printable(&damage.to_string()));
        }
        Ok(())
    }

    async fn log(&self, about: Option<&str>, limit: u32) -> Result<()> {
        let subject = match about {
            None => None,
            Some(about) => {
                let account = self.store.account_named(about).await?;
                Some(account.map_or_else(|| about.to_owned(), |account| account.id))
            }
        };
        let acts = self.store.acts(i64::MAX, subject.as_deref(), limit).await?;
        for done in acts {
            say!("{}", within(&line(&done), LONGEST_LINE))?;
        }
        Ok(())
    }
}

/// The longest line of the log that is shown, in characters: a reason may have some hundred.
const LONGEST_LINE: usize = 2000;

/// An act as a line.
fn line(done: &Done) -> String {
    let by = match &done.moderator {
        None => "command".to_owned(),
        Some((id, name)) if name.is_empty() => id.clone(),
        Some((_, name)) => name.clone(),
    };
    let whom = match (done.name.as_str(), done.subject.as_str()) {
        (name, "") => name.to_owned(),
        ("", id) => id.to_owned(),
        (name, id) => format!("{name} ({id})"),
    };
    let detail = match done.kind {
        ActKind::DeleteText => String::new(),
        ActKind::Rename if !done.detail.is_empty() => format!("to {}", done.detail),
        ActKind::Import => done.detail.clone(),
        _ if !done.detail.is_empty() => format!("report {}", done.detail),
        _ => String::new(),
    };
    let reason = if done.reason.is_empty() { String::new() } else { format!("“{}”", done.reason) };
    let parts = [timestamp(done.at), by, done.kind.word().to_owned(), whom, detail, reason];
    parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("  ")
}

fn confirmed(yes: bool) -> Result<()> {
    ensure!(yes, "you can’t undo this: add --yes to confirm");
    Ok(())
}
