//! [`Clients`] in an SQL database.

use super::write::MOST_TRIES;
use super::{SqlStore, accounts, challenges, feeds, ratings, tokens};
use crate::{
    ApiToken, Challenge, ChallengeState, Clients, FeedEntry, FeedSpan, LadderPlayer, Letter, Opponent,
    Result, TokenOwner,
};
use async_trait::async_trait;
use bagatelle_table::Millis;

#[async_trait]
impl Clients for SqlStore {
    async fn add_token(&self, account: &str, hash: &str, token: &ApiToken) -> Result<()> {
        write!(self, write => tokens::add(&mut write, account, hash, token))
    }

    async fn tokens(&self, account: &str) -> Result<Vec<ApiToken>> {
        tokens::of(&self.read, account).await
    }

    async fn token(&self, hash: &str) -> Result<Option<TokenOwner>> {
        tokens::find(&self.read, hash).await
    }

    async fn note_use(&self, id: &str, now: Millis) -> Result<()> {
        write!(self, write => tokens::note_use(&mut write, id, now))
    }

    async fn revoke(&self, account: &str, id: &str) -> Result<bool> {
        write!(self, write => tokens::revoke(&mut write, account, id))
    }

    async fn mark_bot(&self, account: &str, bot: bool) -> Result<()> {
        write!(self, write => async {
            tokens::mark_bot(&mut write, account, bot).await?;
            self.tell_people(&mut write, &[account]).await
        })
    }

    async fn bots(&self, people: &[&str]) -> Result<Vec<String>> {
        tokens::bots(&self.read, people).await
    }

    async fn open_feed(&self, person: &str) -> Result<FeedSpan> {
        if let Some(span) = feeds::span(&self.read, person).await? {
            return Ok(span);
        }
        write!(self, write => feeds::open(&mut write, person))?;
        Ok(feeds::span(&self.read, person).await?.unwrap_or(FeedSpan { kept_after: 0, last: 0 }))
    }

    async fn news(&self, person: &str, after: i64, limit: u32) -> Result<Vec<FeedEntry>> {
        feeds::after(&self.read, person, after, limit).await
    }

    async fn forget_old(&self, news: Millis, challenges: Millis) -> Result<()> {
        write!(self, write => async {
            feeds::forget(&mut write, news).await?;
            challenges::forget(&mut write, challenges).await
        })
    }

    async fn add_challenge(&self, challenge: &Challenge, since: Millis, letters: &[Letter]) -> Result<()> {
        write!(self, write => async {
            challenges::expire(&mut write, since).await?;
            challenges::add(&mut write, challenge).await?;
            self.tell_letters(&mut write, letters).await
        })
    }

    async fn challenge(&self, id: &str) -> Result<Option<Challenge>> {
        challenges::find(&self.read, id).await
    }

    async fn challenges(&self, account: &str, since: Millis, limit: u32) -> Result<Vec<Challenge>> {
        challenges::of(&self.read, account, since, limit).await
    }

    async fn settle_challenge(&self, id: &str, state: ChallengeState, letters: &[Letter]) -> Result<bool> {
        write!(self, write => async {
            let settled = challenges::settle(&mut write, id, state.word()).await?;
            if settled {
                self.tell_letters(&mut write, letters).await?;
            }
            Ok(settled)
        })
    }

    async fn add_house_bot(&self, id: &str, name: &str, password_hash: &str, now: Millis) -> Result<()> {
        write!(self, write => accounts::add_house_bot(&mut write, id, name, password_hash, now))
    }

    async fn house_bots(&self) -> Result<Vec<Opponent>> {
        accounts::house_bots(&self.read).await
    }

    async fn ladder(&self, others: u32) -> Result<Vec<LadderPlayer>> {
        ratings::ladder(&self.read, others).await
    }
}
