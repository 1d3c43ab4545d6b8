//! Playing someone: a visitor waits for anyone who wants the same game at the same pace. In rated games the
//! nearest rating comes first, in others who has waited longest.
//!
//! Two seeks are given the same game in one transaction, so no one gets two games. The game is made after
//! it, by the page that looks first: what one server has begun when it ends, another one completes.

use crate::error::AppError;
use crate::error::code::Code;
use crate::limits::{SEEK_FRESH_FOR, SEEK_LONG, SEEKS_LISTED};
use crate::system::random;
use crate::tables::Tables;
use crate::tables::new_table::Begin;
use bagatelle_catalog::AnyGame;
use bagatelle_pages::seek::{self, Progress};
use bagatelle_store::{Seek, StoreError};
use bagatelle_table::{
    Command, DealSource, NewGame, Pace, RatingPool, SeatRequest, Terms, Visitor, deal_options_for,
};

/// How often it is noted that the page of a search is there, in milliseconds.
const NOTED_EVERY: i64 = SEEK_FRESH_FOR / 3;

/// What a visitor asks for.
#[derive(Clone, Copy)]
pub struct Sought {
    /// The game.
    pub game: &'static dyn AnyGame,
    /// The clock.
    pub pace: Pace,
    /// Whether the game is rated.
    pub rated: bool,
    /// Whether anyone may watch, if the other player says so, too.
    pub public: bool,
}

impl Sought {
    /// The terms of the game of two. It is public only if both let anyone watch.
    fn terms([host, guest]: [&Seek; 2]) -> Terms {
        let public = host.public && guest.public;
        let (pace, rated) = (host.pace, host.rated);
        Terms { pace, rated, public, grace_s: pace.usual_grace(), ..Terms::default() }
    }
}

/// The game in which two people are brought together.
///
/// # Errors
/// When there is no such game, or it is for one player.
pub fn game(id: &str) -> Result<&'static dyn AnyGame, AppError> {
    seek::games()
        .find(|game| game.id() == id)
        .ok_or(AppError::Known(Code::UnknownGame, "there’s no game for two with this id"))
}

/// How far apart two players are: not at all where ratings do not matter.
fn distance(own: &Seek, other: &Seek) -> f64 {
    let rating = |seek: &Seek| seek.rating.unwrap_or(bagatelle_table::Rating::initial(&seek.game).rating);
    if own.rated { (rating(own) - rating(other)).abs() } else { 0.0 }
}

impl Tables {
    /// Begins a search for an opponent. Another search of the visitor ends.
    ///
    /// # Errors
    /// When the visitor may not play, or begin a rated game, or the store fails.
    pub async fn seek(&self, visitor: &Visitor, name: &str, sought: Sought) -> Result<Seek, AppError> {
        self.office().may_play(Some(visitor))?;
        sought.pace.check().map_err(|why| AppError::Refused(why.into()))?;
        let mut rating = None;
        if sought.rated {
            if !visitor.has_account() {
                return Err(AppError::Known(Code::NeedsAccount, "log in to play rated games"));
            }
            self.may_begin_rated(visitor.id()).await?;
            let own = self.store().ratings(visitor.id()).await?.into_iter();
            let mut own = own.filter(|one| one.game == sought.game.id() && one.pool == RatingPool::People);
            rating = own.next().map(|one| one.rating);
        }
        let seek = Seek {
            id: random::table_id()?,
            person: visitor.id().to_owned(),
            name: name.to_owned(),
            game: sought.game.id().to_owned(),
            pace: sought.pace,
            rated: sought.rated,
            public: sought.public,
            rating,
            since: self.now(),
            seen: self.now(),
            table: None,
        };
        self.store().add_seek(&seek).await?;
        self.pair(&seek).await?;
        self.registry().notify_lobby();
        Ok(self.store().seek(&seek.id).await?.unwrap_or(seek))
    }

    /// How the search of a visitor stands. Its page counts as there.
    ///
    /// # Errors
    /// When the game that was found cannot be begun, or the store fails.
    pub async fn look_for(&self, id: &str, visitor: &Visitor) -> Result<(Option<Seek>, Progress), AppError> {
        let Some(mut seek) = self.own_seek(id, visitor).await? else { return Ok((None, Progress::Over)) };
        let now = self.now();
        if seek.table.is_none() {
            if now - seek.seen >= NOTED_EVERY {
                self.store().see_seek(id, visitor.id(), now).await?;
            }
            if now - seek.seen >= SEEK_FRESH_FOR {
                self.registry().notify_lobby();
            }
            self.pair(&seek).await?;
            let Some(again) = self.own_seek(id, visitor).await? else { return Ok((None, Progress::Over)) };
            seek = again;
        }
        let found = match &seek.table {
            Some(table) if self.begin_found(table).await? => Some(table.clone()),
            _ => None,
        };
        let search = match found {
            Some(table) => Progress::Found(table),
            None if now - seek.since >= SEEK_LONG => Progress::Long,
            None => Progress::Waiting,
        };
        Ok((Some(seek), search))
    }

    async fn own_seek(&self, id: &str, visitor: &Visitor) -> Result<Option<Seek>, StoreError> {
        Ok(self.store().seek(id).await?.filter(|seek| seek.person == visitor.id()))
    }

    /// The people who look for an opponent and are there, the oldest search first.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn seeking(&self) -> Result<Vec<Seek>, StoreError> {
        self.store().seeks(self.now() - SEEK_FRESH_FOR, SEEKS_LISTED).await
    }

    /// Notes that a visitor’s page of a search was left. It goes on if the page is there again in time.
    pub async fn leave_seek(&self, id: &str, visitor: &Visitor) {
        if let Err(error) = self.store().see_seek(id, visitor.id(), 0).await {
            tracing::warn!(%error, "it cannot be noted that the page of a search was left");
        }
        self.registry().notify_lobby();
    }

    /// Ends the search of a visitor.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn end_seek(&self, id: &str, visitor: &Visitor) -> Result<bool, StoreError> {
        let ended = self.store().end_seek(id, visitor.id()).await?;
        self.registry().notify_lobby();
        Ok(ended)
    }

    /// Looks for an opponent among those who wait.
    async fn pair(&self, own: &Seek) -> Result<(), AppError> {
        let mut others = self.store().seeks_like(own, self.now() - SEEK_FRESH_FOR, SEEKS_LISTED).await?;
        // The oldest stays first among those that are as near.
        others.sort_by(|a, b| distance(own, a).total_cmp(&distance(own, b)));
        for other in others {
            match self.may_meet(&own.person, &other.person).await {
                Err(AppError::Forbidden(_)) => continue,
                may => may?,
            }
            let (two, since) = ([own.id.as_str(), &other.id], self.now() - SEEK_FRESH_FOR);
            if self.store().pair_seeks(two, &random::table_id()?, since).await? {
                break;
            }
        }
        Ok(())
    }

    /// Makes the game that two have found, unless it is there: the one who has waited longer makes it, the
    /// other one sits down. Returns whether there is a game; if there can be none, the other one searches on.
    async fn begin_found(&self, id: &str) -> Result<bool, AppError> {
        let two = self.store().seeks_of(id).await?;
        let made = self.store().table(id).await?.is_some();
        let [host, guest] = two.as_slice() else {
            if !made {
                self.store().free_seeks(id).await?;
            }
            return Ok(made);
        };
        if !made {
            let game = game(&host.game)?;
            let new = NewGame {
                deal_options: deal_options_for(game, 2),
                others: vec![SeatRequest::Open],
                sit: Some(random::bytes::<1>()?[0] & 1),
                name: host.name.clone(),
                terms: Sought::terms([host, guest]),
                ..NewGame::new(&host.game, DealSource::Fresh)
            };
            let begin = Begin { id: id.to_owned(), expected: None };
            match self.make_as(&self.visitor(&host.person).await?, new, None, begin).await {
                // The page of the other one was first.
                Err(AppError::Store(StoreError::Conflict)) => (),
                // The host may not play any more.
                Err(refused) if refused.status().is_client_error() => {
                    tracing::debug!(%refused, "a game that two have found cannot be made");
                    self.store().end_seek(&host.id, &host.person).await?;
                    self.store().free_seeks(id).await?;
                    return Ok(false);
                }
                made => drop(made?),
            }
        }
        let live = self.get(id).await?;
        let seated = live.lock().await.table().seats_of(&guest.person).next().is_some();
        if !seated {
            let sit = Command::Sit { seat: None, name: guest.name.clone() };
            let guest = self.visitor(&guest.person).await?;
            match self.command(&live, Some(&guest), sit, None, None).await {
                Err(AppError::Rejected(_)) if live.lock().await.table().is_full() => (),
                sat => drop(sat?),
            }
        }
        Ok(true)
    }

    /// The visitor with an id: an account, or a guest.
    async fn visitor(&self, id: &str) -> Result<Visitor, StoreError> {
        Ok(match self.store().account(id).await? {
            Some(_) => Visitor::with_account(id),
            None => Visitor::anonymous(id),
        })
    }
}
