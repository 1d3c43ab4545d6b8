//! Challenges: an account proposes a two-player game to another, who accepts or declines. The game has the
//! id of the challenge, so it is made once, however often it is accepted.

use crate::error::AppError;
use crate::error::code::Code;
use crate::limits::{CHALLENGE_HOLDS_FOR, CHALLENGES_KEPT_FOR, CHALLENGES_LISTED};
use crate::system::random;
use crate::tables::Tables;
use crate::tables::new_table::Begin;
use bagatelle_core::Seat;
use bagatelle_core::program::Allowance;
use bagatelle_store::{Challenge, ChallengeState, Letter, News, Opponent, StoreError};
use bagatelle_table::{Command, DealSource, Millis, NewGame, SeatRequest, Terms, Visitor, deal_options_for};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// What is proposed, as it is stored.
#[derive(Clone, Serialize, Deserialize)]
pub struct Order {
    /// The game's options.
    #[serde(default)]
    pub options: Value,
    /// The options of the deal.
    #[serde(default)]
    pub wish: Value,
    /// The clock and the rules of conduct.
    #[serde(default)]
    pub terms: Terms,
    /// The seat of the challenger; drawn by lot if it is left out.
    #[serde(default)]
    pub sit: Option<u8>,
    /// The most rounds of a match.
    pub best_of: u8,
}

impl Order {
    /// Reads the stored form.
    ///
    /// # Errors
    /// When it is damaged.
    pub fn of(challenge: &Challenge) -> Result<Order, AppError> {
        serde_json::from_value(challenge.order.clone())
            .map_err(|error| StoreError::from(bagatelle_table::Corrupt::new("a challenge", error)).into())
    }

    fn game(&self, game: &str, name: &str, coin: u8) -> NewGame {
        let two = || bagatelle_catalog::find(game).map_or(Value::Null, |game| deal_options_for(game, 2));
        NewGame {
            game: game.to_owned(),
            options: self.options.clone(),
            deal_options: if self.wish.is_null() { two() } else { self.wish.clone() },
            source: DealSource::Fresh,
            others: vec![SeatRequest::Open],
            sit: Some(self.sit.unwrap_or(coin & 1)),
            name: name.to_owned(),
            // The two have found each other.
            terms: Terms { listed: false, ..self.terms.clone() },
            best_of: self.best_of,
        }
    }
}

/// Whether a challenge waits for an answer at this time.
#[must_use]
pub fn is_open(challenge: &Challenge, now: Millis) -> bool {
    challenge.state == ChallengeState::Open && now < challenge.created + CHALLENGE_HOLDS_FOR
}

fn letter(person: &Opponent, at: Millis, news: News) -> [Letter; 1] {
    [Letter { person: person.id.clone(), at, news }]
}

impl Tables {
    /// Challenges an account. If there is a challenge with the given id, it is returned as it is. A house bot
    /// accepts at once.
    ///
    /// # Errors
    /// When there is no such account, the game cannot be played in this way, the two do not play with each
    /// other, or the store fails.
    pub async fn challenge(
        &self,
        from: &Visitor,
        id: Option<String>,
        (to, game, order): (&str, &str, Order),
    ) -> Result<Challenge, AppError> {
        self.office().may_play(Some(from))?;
        let store = self.store();
        if let Some(id) = &id
            && let Some(known) = store.challenge(id).await?
        {
            return self.taken_by_house(known).await;
        }
        let accounts = (self.store().account(from.id()).await?, self.store().account_named(to).await?);
        let (Some(challenger), Some(challenged)) = accounts else {
            return Err(AppError::Known(Code::NoSuchPerson, "there’s no account with this name"));
        };
        if challenger.id == challenged.id {
            return Err(AppError::refused("you can’t challenge yourself"));
        }
        self.is_at_home(&challenged, game)?;
        if order.terms.rated {
            self.may_begin_rated(&challenger.id).await?;
        }
        self.may_meet(&challenger.id, &challenged.id).await?;
        let id = random::table_id_or(id)?;
        // A game that cannot be played is not proposed.
        let (new, owner, seeds) =
            (order.game(game, &challenger.name, 0), from.clone(), vec![random::seed()?]);
        let (trial, now) = (id.clone(), self.now());
        let plan = move |allowance: &Allowance<'_>| new.plan(&owner, trial, &seeds, now, allowance);
        let spec = self.registry().answer(plan).await??;
        if spec.seating.len() != 2 {
            return Err(AppError::Known(Code::BadOptions, "challenges are for two-player games"));
        }
        let opponent = |account: bagatelle_store::Account| Opponent {
            id: account.id,
            name: account.name,
            bot: account.bot,
        };
        let challenge = Challenge {
            id,
            from: opponent(challenger),
            to: opponent(challenged),
            game: game.to_owned(),
            order: serde_json::to_value(&order).map_err(anyhow::Error::from)?,
            created: now,
            state: ChallengeState::Open,
        };
        let letters = letter(&challenge.to, now, News::Challenge { challenge: challenge.id.clone() });
        match store.add_challenge(&challenge, now - CHALLENGE_HOLDS_FOR, &letters).await {
            Err(StoreError::Conflict) => Err(AppError::Known(
                Code::Conflict,
                "you’ve already challenged this player to this game: wait for the answer, or withdraw the \
                 challenge",
            )),
            added => {
                added?;
                self.registry().feeds().wake(&challenge.to.id);
                self.taken_by_house(challenge).await
            }
        }
    }

    /// Lets a house bot accept a challenge that is for it; others stay as they are.
    async fn taken_by_house(&self, challenge: Challenge) -> Result<Challenge, AppError> {
        let house = self.registry().house();
        match house.is_open() && house.bot(&challenge.to.id).is_some() && is_open(&challenge, self.now()) {
            true => self.accept(&Visitor::with_account(challenge.to.id.clone()), &challenge.id).await,
            false => Ok(challenge),
        }
    }

    /// The challenges that an account has recently made or received, the newest first.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn challenges(&self, account: &str) -> Result<Vec<Challenge>, StoreError> {
        self.store().challenges(account, self.now() - CHALLENGES_KEPT_FOR, CHALLENGES_LISTED).await
    }

    /// A challenge that an account has part in.
    ///
    /// # Errors
    /// When there is none, or the store fails.
    pub async fn challenge_of(&self, account: &Visitor, id: &str) -> Result<Challenge, AppError> {
        let found = self.store().challenge(id).await?;
        let part = |one: &Challenge| [&one.from.id, &one.to.id].iter().any(|id| *id == account.id());
        found.filter(part).ok_or_else(|| AppError::Known(Code::NoSuchChallenge, "there’s no such challenge"))
    }

    /// Accepts a challenge: both have seats at the game with its id. The challenger's time does not count
    /// before the first look at it.
    ///
    /// # Errors
    /// When it is not for the caller, or has been answered already, the two do not play with each other, or
    /// the store fails.
    pub async fn accept(&self, caller: &Visitor, id: &str) -> Result<Challenge, AppError> {
        let mut challenge = self.answerable(caller, id).await?;
        self.may_meet(&challenge.from.id, &challenge.to.id).await?;
        let order = Order::of(&challenge)?;
        if order.terms.rated {
            self.may_begin_rated(caller.id()).await?;
        }
        let challenger = Visitor::with_account(challenge.from.id.clone());
        let coin = random::bytes::<1>()?[0];
        let new = order.game(&challenge.game, &challenge.from.name, coin);
        let begin = Begin { id: id.to_owned(), expected: new.sit.map(Seat) };
        match self.make_as(&challenger, new, None, begin).await {
            // The answer came twice, or was cut short.
            Err(AppError::Store(StoreError::Conflict)) => (),
            made => drop(made?),
        }
        let live = self.get(id).await?;
        let seated = live.lock().await.table().seats_of(caller.id()).next().is_some();
        if !seated {
            let sit = Command::Sit { seat: None, name: challenge.to.name.clone() };
            self.command(&live, Some(caller), sit, None, None).await?;
        }
        let news = News::Accepted { challenge: id.to_owned() };
        let letters = letter(&challenge.from, self.now(), news);
        self.store().settle_challenge(id, ChallengeState::Accepted, &letters).await?;
        self.registry().feeds().wake(&challenge.from.id);
        challenge.state = ChallengeState::Accepted;
        Ok(challenge)
    }

    /// Declines a challenge to the caller, or withdraws one of the caller's own.
    ///
    /// # Errors
    /// When the caller has no part in it, or it has been answered already, or the store fails.
    pub async fn turn_down(&self, caller: &Visitor, id: &str) -> Result<Challenge, AppError> {
        let mut challenge = self.challenge_of(caller, id).await?;
        let own = challenge.from.id == caller.id();
        let challenge_id = challenge.id.clone();
        let (state, other, news) = match own {
            true => (ChallengeState::Withdrawn, &challenge.to, News::Withdrawn { challenge: challenge_id }),
            false => (ChallengeState::Declined, &challenge.from, News::Declined { challenge: challenge_id }),
        };
        let letters = letter(other, self.now(), news);
        if !self.store().settle_challenge(id, state, &letters).await? {
            return Err(answered());
        }
        self.registry().feeds().wake(&other.id);
        challenge.state = state;
        Ok(challenge)
    }

    async fn answerable(&self, caller: &Visitor, id: &str) -> Result<Challenge, AppError> {
        self.office().may_play(Some(caller))?;
        let challenge = self.challenge_of(caller, id).await?;
        if challenge.to.id != caller.id() {
            return Err(AppError::Known(
                Code::NotAllowed,
                "this is your own challenge: the other player has to answer it",
            ));
        }
        match is_open(&challenge, self.now()) {
            true => Ok(challenge),
            false => Err(answered()),
        }
    }

    /// Whether two people play with each other.
    pub(crate) async fn may_meet(&self, one: &str, other: &str) -> Result<(), AppError> {
        for (person, by) in [(one, other), (other, one)] {
            let blockers = self.store().blockers_of(person).await?;
            if blockers.iter().any(|blocker| blocker == by)
                || self.office().restriction(by).is_some_and(|found| found.banned)
            {
                return Err(AppError::Forbidden("this player doesn’t accept challenges from you".into()));
            }
        }
        Ok(())
    }
}

fn answered() -> AppError {
    AppError::Known(Code::ChallengeOver, "this challenge has been answered or withdrawn, or has expired")
}
