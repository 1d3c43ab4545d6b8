//! Passwords: hashed with argon2id, a few at a time, with a limited number of tries for each name.
//!
//! The time of an answer does not reveal whether a name exists: an unknown name takes the same work.

use super::work_area::Areas;
use crate::error::AppError;
use crate::http::address::networks;
use crate::http::throttle::{AddressThrottle, Throttle};
use crate::limits::{
    ADDRESS_TRIES, ADDRESS_TRY_EVERY, ANSWER_LIMIT, HASH_PATIENCE, OWNER_TRIES, OWNER_TRY_EVERY, TRIES,
    TRY_EVERY,
};
use crate::system::clock::Clock;
use crate::work::asker::Asker;
use crate::work::pool::Pool;
use bagatelle_core::text::{composed, decomposed};
use bagatelle_store::Copies;
use std::ops::RangeInclusive;
use std::sync::Arc;
use std::time::Duration;

/// How many characters a password may have.
pub const LENGTH: RangeInclusive<usize> = 8..=200;
/// Who tries a password.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Caller<'a> {
    /// A visitor who gives a name, from an address if it is known.
    Visitor {
        /// The name.
        name: &'a str,
        /// The address.
        address: Option<&'a str>,
    },
    /// A browser in which the account was logged in before. Holds the id of the account.
    Familiar(&'a str),
    /// The owner of the account, who is logged in. Holds the id of the account.
    Owner(&'a str),
}

/// Whether a password is that of an account.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Checked {
    /// It is not.
    Wrong,
    /// It is.
    Right,
    /// It is, but an older version hashed it in a different form. Holds the hash to store instead.
    Old(String),
}

/// Hashes and checks passwords.
pub struct Passwords {
    pool: Pool,
    areas: Arc<Areas>,
    /// The servers that count tries together, if there can be several.
    shared: Option<(Arc<Copies>, Arc<dyn Clock>)>,
    tries: Throttle,
    address_tries: AddressThrottle,
    owner_tries: Throttle,
}

impl Passwords {
    /// Passwords whose tries are counted by this clock.
    #[must_use]
    pub fn new(clock: Arc<dyn Clock>) -> Passwords {
        Passwords {
            pool: Pool::new(),
            areas: Arc::default(),
            shared: None,
            tries: Throttle::new(Arc::clone(&clock), TRIES, TRY_EVERY),
            address_tries: AddressThrottle::new(&clock, ADDRESS_TRIES, ADDRESS_TRY_EVERY),
            owner_tries: Throttle::new(clock, OWNER_TRIES, OWNER_TRY_EVERY),
        }
    }

    /// The same, counted together with the other servers on a database.
    #[must_use]
    pub fn shared(self, copies: Option<&Arc<Copies>>, clock: &Arc<dyn Clock>) -> Passwords {
        Passwords { shared: copies.map(|copies| (Arc::clone(copies), Arc::clone(clock))), ..self }
    }

    /// The same, with the places of this pool.
    #[must_use]
    pub fn within(self, pool: &Pool) -> Passwords {
        Passwords { pool: pool.clone(), ..self }
    }

    /// The hash of a new password of an account with this name, as it is stored.
    ///
    /// # Errors
    /// When it is too short, too long or too easy to guess, or the server is busy.
    pub async fn hash(&self, name: &str, password: String) -> Result<String, AppError> {
        let password = composed(&password);
        if !LENGTH.contains(&password.chars().count()) {
            let why = format!("a password has {} to {} characters", LENGTH.start(), LENGTH.end());
            return Err(AppError::Refused(why));
        }
        let name = name.to_owned();
        self.work(move |areas| {
            // Fewer than a million tries.
            if zxcvbn::zxcvbn(&password, &[&name, "bagatelle"]).score() < zxcvbn::Score::Two {
                return Err(AppError::refused(
                    "this password is easy to guess: choose a longer or less common one",
                ));
            }
            areas.hash(&password)
        })
        .await
    }

    /// Whether this is the password of an account; `stored` is `None` if no account has the name.
    ///
    /// Systems write the same letters as different characters, so a password is composed before it is hashed.
    /// Older versions hashed the password as it came: that form is tried, too, and so is the one from systems
    /// that treat marks as separate characters.
    ///
    /// # Errors
    /// When the caller has tried too often, the server is busy, or the stored value is not a hash.
    pub async fn check(
        &self,
        caller: Caller<'_>,
        password: String,
        stored: Option<String>,
    ) -> Result<Checked, AppError> {
        if !self.allows(caller) || !self.all_allow(caller).await? {
            return Err(AppError::refused("too many attempts for that name: wait a few minutes"));
        }
        self.work(move |areas| {
            let of_today = composed(&password);
            if areas.check(&of_today, stored.as_deref())? {
                return Ok(Checked::Right);
            }
            let mut old = vec![decomposed(&password), password];
            old.retain(|old| *old != of_today);
            old.dedup();
            for old in old {
                if areas.check(&old, stored.as_deref())? {
                    return Ok(Checked::Old(areas.hash(&of_today)?));
                }
            }
            Ok(Checked::Wrong)
        })
        .await
    }

    /// Counts a try. A visitor who knows only a name takes no tries from others: not from those at another
    /// address, nor from browsers that know the account, nor from its owner.
    fn allows(&self, caller: Caller<'_>) -> bool {
        match caller {
            Caller::Visitor { name, address } => {
                let key = format!("{} {}", address.unwrap_or_default(), name.to_lowercase());
                address.is_none_or(|address| self.address_tries.take(address).is_ok())
                    && self.tries.allow(&key)
            }
            Caller::Familiar(account) => self.owner_tries.allow(&format!("familiar {account}")),
            Caller::Owner(account) => self.owner_tries.allow(account),
        }
    }

    /// Counts a try where several servers count together. Each counts for itself, too, so that not every try
    /// is a write.
    async fn all_allow(&self, caller: Caller<'_>) -> Result<bool, AppError> {
        let Some((copies, clock)) = &self.shared else { return Ok(true) };
        let ms = |every: Duration| i64::try_from(every.as_millis()).unwrap_or(i64::MAX);
        let allow = |key: String, at_once, every| async move {
            copies.allow(&key, clock.now(), at_once, ms(every)).await
        };
        Ok(match caller {
            Caller::Visitor { name, address } => {
                let mut by_address = true;
                for (network, times) in address.map(networks).unwrap_or_default() {
                    let (at_once, every) = (ADDRESS_TRIES * times, ADDRESS_TRY_EVERY / times);
                    by_address = by_address && allow(format!("a {network}"), at_once, every).await?;
                }
                let key = format!("n {} {}", address.unwrap_or_default(), name.to_lowercase());
                by_address && allow(key, TRIES, TRY_EVERY).await?
            }
            Caller::Familiar(account) => allow(format!("f {account}"), OWNER_TRIES, OWNER_TRY_EVERY).await?,
            Caller::Owner(account) => allow(format!("o {account}"), OWNER_TRIES, OWNER_TRY_EVERY).await?,
        })
    }

    /// Forgets tries that no longer count.
    pub fn tidy(&self) {
        self.tries.tidy();
        self.address_tries.tidy();
        self.owner_tries.tidy();
    }

    /// Does the costly work when there is a place for it.
    async fn work<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Areas) -> Result<T, AppError> + Send + 'static,
    ) -> Result<T, AppError> {
        let place = tokio::time::timeout(HASH_PATIENCE, self.pool.hash(&Asker::current(""))).await;
        let place = place.ok().flatten().ok_or_else(|| AppError::refused("the server is busy; try again"))?;
        let areas = Arc::clone(&self.areas);
        place.work(ANSWER_LIMIT, move |_| work(&areas)).await?
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::system::clock::ManualClock;

    fn name(name: &str) -> Caller<'_> {
        Caller::Visitor { name, address: None }
    }

    #[tokio::test]
    async fn strangers_cannot_use_up_the_tries_of_the_owner() {
        let passwords = Passwords::new(Arc::new(ManualClock::new(1)));
        let from = |address| Caller::Visitor { name: "Ann", address: Some(address) };
        let tried = (0..TRIES + 1).filter(|_| passwords.allows(from("203.0.113.1"))).count();
        assert_eq!(tried, TRIES as usize);
        for caller in [from("203.0.113.2"), Caller::Familiar("a"), Caller::Owner("a")] {
            assert!(passwords.allows(caller), "{caller:?}");
        }
        // Many names from one address.
        let names: Vec<String> = (0..200).map(|n| format!("name {n}")).collect();
        let spray = |name| passwords.allows(Caller::Visitor { name, address: Some("203.0.113.3") });
        let tried = names.iter().filter(|name| spray(name));
        assert_eq!(tried.count(), ADDRESS_TRIES as usize);
    }

    #[tokio::test(start_paused = true)]
    async fn a_password_waits_for_a_place_and_not_for_ever() {
        let pool = Pool::new();
        let passwords = Passwords::new(Arc::new(ManualClock::new(1))).within(&pool);
        let places = [pool.hash(&Asker::absent("ann")).await, pool.hash(&Asker::absent("bob")).await];
        let refused = passwords.hash("Ann", "correct horse".into()).await.unwrap_err();
        assert!(refused.to_string().contains("busy"), "{refused}");
        drop(places);
        tokio::time::resume();
        assert!(passwords.hash("Ann", "correct horse".into()).await.is_ok());
    }

    #[tokio::test]
    async fn a_password_is_known_by_its_hash() {
        let passwords = Passwords::new(Arc::new(ManualClock::new(1)));
        let stored = passwords.hash("Ann", "correct horse".into()).await.unwrap();
        assert!(stored.starts_with("$argon2id$v=19$m=19456,t=2,p=1$") && !stored.contains("horse"));
        assert_ne!(
            stored,
            passwords.hash("Ann", "correct horse".into()).await.unwrap(),
            "each has its own salt"
        );
        let check = async |password: &str, stored: Option<&String>| {
            passwords.check(name("Ann"), password.into(), stored.cloned()).await.unwrap()
        };
        assert_eq!(check("correct horse", Some(&stored)).await, Checked::Right);
        assert_eq!(check("correct Horse", Some(&stored)).await, Checked::Wrong);
        assert_eq!(check("correct horse", None).await, Checked::Wrong);
        for bad in ["1234567", &"x".repeat(201), "12345678", "password1", "bagatelle1", "annannann"] {
            assert!(passwords.hash("Ann", bad.into()).await.is_err());
        }
    }

    #[tokio::test]
    async fn a_password_is_the_same_from_every_system() {
        let passwords = Passwords::new(Arc::new(ManualClock::new(1)));
        let forms = ["p\u{e4}ssw\u{f6}rter 99", "pa\u{308}sswo\u{308}rter 99", "p\u{e4}sswo\u{308}rter 99"];
        let check = async |password: &str, stored: &str| {
            let owner = Caller::Owner(password);
            passwords.check(owner, password.into(), Some(stored.to_owned())).await.unwrap()
        };
        for typed in forms {
            let stored = passwords.hash("Zoe", typed.into()).await.unwrap();
            for other in forms {
                assert_eq!(check(other, &stored).await, Checked::Right, "{}", other.escape_unicode());
            }
        }
        // A hash of an older version is found by the form that it was made from, and then by all forms.
        for old in &forms[1..] {
            let stored = passwords.areas.hash(old).unwrap();
            let Checked::Old(anew) = check(old, &stored).await else { panic!("{}", old.escape_unicode()) };
            assert_eq!(check(forms[0], &anew).await, Checked::Right);
            assert_eq!(check("passworter 99", &stored).await, Checked::Wrong);
        }
        let stored = passwords.areas.hash(forms[1]).unwrap();
        assert!(
            matches!(check(forms[0], &stored).await, Checked::Old(_)),
            "another system, before it is hashed anew"
        );
    }

    #[tokio::test]
    async fn a_name_is_tried_only_so_often() {
        let clock = Arc::new(ManualClock::new(1));
        let passwords = Passwords::new(clock.clone());
        for _ in 0..TRIES {
            let checked = passwords.check(name("Ann"), "12345678".into(), None).await.unwrap();
            assert_eq!(checked, Checked::Wrong);
        }
        assert!(passwords.check(name("ANN"), "12345678".into(), None).await.is_err());
        assert!(passwords.check(name("Bob"), "12345678".into(), None).await.is_ok(), "other names are free");
        clock.advance(90_000);
        assert!(passwords.check(name("ann"), "12345678".into(), None).await.is_ok());
    }
}
