//! [`Administration`] of the store: each call, and the transaction that it needs.

use super::{MOST_TRIES, SqlStore, administration, moderation};
use crate::identities::Identities;
use crate::{
    Account, Act, Administration, Blocked, Done, ListedAccount, NewReport, Note, Only, Report, Restriction,
    Result, SessionId,
};
use async_trait::async_trait;
use bagatelle_table::Millis;

#[async_trait]
impl Administration for SqlStore {
    async fn act(&self, act: &Act, note: &Note) -> Result<i64> {
        let _change = self.identities.as_deref().map(Identities::change);
        write!(self, write => administration::act(&mut write, act, note))
    }

    async fn acts_after(&self, number: i64) -> Result<Vec<Done>> {
        let acts = administration::after(&self.read, number).await?;
        if !acts.is_empty() {
            drop(self.identities.as_deref().map(Identities::change));
        }
        Ok(acts)
    }

    async fn acts(&self, before: i64, subject: Option<&str>, limit: u32) -> Result<Vec<Done>> {
        administration::before(&self.read, before, subject, limit).await
    }

    async fn last_act(&self) -> Result<i64> {
        administration::last(&self.read).await
    }

    async fn registration_is_closed(&self) -> Result<bool> {
        administration::is_closed(&self.read).await
    }

    async fn restrictions(&self) -> Result<Vec<Restriction>> {
        administration::restrictions(&self.read).await
    }

    async fn accounts(&self, text: &str, only: Only, skip: u32, limit: u32) -> Result<Vec<ListedAccount>> {
        administration::list(&self.read, text, only, skip, limit).await
    }

    async fn password_link(&self, hash: &str, now: Millis) -> Result<Option<Account>> {
        let account = administration::linked(&self.read, hash, now).await?;
        administration::account(&self.read, account).await
    }

    async fn use_password_link(
        &self,
        hash: &str,
        password_hash: &str,
        session: &SessionId,
        now: Millis,
    ) -> Result<Option<Account>> {
        let _change = self.identities.as_deref().map(Identities::change);
        let used =
            write!(self, write => administration::use_link(&mut write, hash, password_hash, session, now));
        administration::account(&self.read, used?).await
    }

    async fn report(&self, report: &NewReport) -> Result<bool> {
        write!(self, write => moderation::report(&mut write, report))
    }

    async fn reports(&self, open: bool, before: i64, limit: u32) -> Result<Vec<Report>> {
        moderation::list(&self.read, open, before, limit).await
    }

    async fn find_report(&self, number: i64) -> Result<Option<Report>> {
        moderation::find(&self.read, number).await
    }

    async fn reports_of(&self, person: &str, limit: u32) -> Result<Vec<Report>> {
        moderation::of(&self.read, person, limit).await
    }

    async fn open_reports(&self) -> Result<u32> {
        moderation::count_open(&self.read).await
    }

    async fn block(&self, person: &str, other: &str, name: &str, now: Millis) -> Result<()> {
        write!(self, write => moderation::block(&mut write, person, other, name, now))
    }

    async fn unblock(&self, person: &str, other: &str) -> Result<()> {
        write!(self, write => moderation::unblock(&mut write, person, other))
    }

    async fn blocked_by(&self, person: &str) -> Result<Vec<Blocked>> {
        moderation::blocked_by(&self.read, person).await
    }

    async fn blockers_of(&self, person: &str) -> Result<Vec<String>> {
        moderation::blockers_of(&self.read, person).await
    }
}
