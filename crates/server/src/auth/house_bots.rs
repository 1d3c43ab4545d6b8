//! The house bots: each level of each two-player game, as an account for which the server itself plays.
//! The catalog decides who they are; their accounts are ordinary ones with a mark.

use crate::auth::passwords::Passwords;
use crate::error::AppError;
use crate::system::random;
use bagatelle_catalog::AnyGame;
use bagatelle_core::persona::Persona;
use bagatelle_store::{Store, StoreError};
use bagatelle_table::Millis;
use std::collections::{BTreeMap, HashSet};
use std::time::Duration;

/// How many seats a game on the ladder has.
const SEATS: u8 = 2;
/// How many names are tried for an account.
const NAMES: usize = 100;

/// A level of a game.
#[derive(Clone, Copy)]
pub struct HouseBot {
    /// The game in the catalog.
    pub game: &'static dyn AnyGame,
    /// The name of the program within the game.
    pub program: &'static str,
    /// Its place among the programs of the game, from the weakest on.
    pub level: usize,
    /// The persona that people meet.
    pub persona: Persona,
    /// The longest it thinks about a move.
    pub thinks: Duration,
}

/// All house bots, by the ids of their accounts.
pub struct House {
    bots: BTreeMap<String, HouseBot>,
    open: bool,
}

impl House {
    /// The levels in the catalog. Unless the house is `open`, the bots play the games that they have begun to
    /// the end, and begin none.
    #[must_use]
    pub fn new(open: bool) -> House {
        let games = bagatelle_catalog::games().iter().filter(|game| game.manifest().seats.contains(&SEATS));
        let levels = games.flat_map(|game| {
            game.programs().into_iter().enumerate().filter_map(move |(level, info)| {
                let thinks = Duration::from_millis(info.think_ms.into());
                let bot = HouseBot { game: *game, program: info.name, level, persona: info.persona?, thinks };
                Some((account_id(game.id(), info.name), bot))
            })
        });
        House { bots: levels.collect(), open }
    }

    /// Whether the host runs house bots: they take challenges, and play among themselves.
    #[must_use]
    pub fn is_open(&self) -> bool {
        self.open
    }

    /// Whether the host runs house bots that play this game.
    #[must_use]
    pub fn has_ladder(&self, game: &str) -> bool {
        self.open && self.bots.values().any(|bot| bot.game.id() == game)
    }

    /// The house bot with this account.
    #[must_use]
    pub fn bot(&self, account: &str) -> Option<&HouseBot> {
        self.bots.get(account)
    }

    /// Makes the missing accounts. No one can log in to them: their passwords are random and forgotten at
    /// once. If another account has the name of a house bot, that account keeps it, and the house bot gets a
    /// number after its own.
    ///
    /// # Errors
    /// When the system gives no random numbers, or the store fails.
    pub async fn move_in(&self, store: &Store, passwords: &Passwords, now: Millis) -> Result<(), AppError> {
        let known: HashSet<String> = store.house_bots().await?.into_iter().map(|bot| bot.id).collect();
        let missing: Vec<_> = self.bots.iter().filter(|(id, _)| !known.contains(*id)).collect();
        if missing.is_empty() {
            return Ok(());
        }
        let hash = passwords.hash("", random::code::<20>()?).await?;
        for (id, bot) in missing {
            let mut names = (1..=NAMES).map(|number| name_of(bot, number));
            loop {
                let name = names.next().ok_or_else(|| AppError::from(StoreError::Conflict))?;
                match store.add_house_bot(id, &name, &hash, now).await {
                    Err(StoreError::Conflict) => (),
                    added => break added?,
                }
            }
        }
        Ok(())
    }
}

/// The name of the account of a house bot; from the second one on, with a number.
fn name_of(bot: &HouseBot, number: usize) -> String {
    match number {
        1 => format!("House {}", bot.persona.name),
        number => format!("House {} {number}", bot.persona.name),
    }
}

/// The id of the account of a level, the same on every server: the export of one server fits another.
fn account_id(game: &str, program: &str) -> String {
    let key = blake3::derive_key("bagatelle 2026-11-23 accounts of house bots", b"");
    let hash = blake3::keyed_hash(&key, format!("{game}:{program}").as_bytes()).to_hex();
    format!("house{}", &hash.as_str()[..21])
}

#[cfg(test)]
mod tests {
    use super::*;
    use bagatelle_table::check_name;

    #[test]
    fn every_level_that_people_meet_has_an_account_of_its_own() {
        let house = House::new(false);
        let for_two = |game: &&&dyn AnyGame| game.manifest().seats.contains(&2);
        let levels = bagatelle_catalog::games().iter().filter(for_two).flat_map(|game| game.programs());
        assert_eq!(house.bots.len(), levels.filter(|info| info.persona.is_some()).count());
        assert!(!house.bots.is_empty());
        let names: HashSet<String> = house.bots.values().map(|bot| name_of(bot, 1)).collect();
        assert_eq!(names.len(), house.bots.len(), "no two have the same name");
        for (id, bot) in &house.bots {
            assert!(id.len() == 26 && id.bytes().all(|byte| byte.is_ascii_alphanumeric()), "{id}");
            for number in [1, NAMES] {
                let name = name_of(bot, number);
                assert_eq!(check_name(&name).as_ref(), Ok(&name));
            }
        }
    }

    #[test]
    fn ids_stay_what_they_are() {
        // Rows of every server have these ids.
        assert_eq!(account_id("a-game", "1"), account_id("a-game", "1"));
        assert_ne!(account_id("a-game", "1"), account_id("a-game", "2"));
        assert!(House::new(true).bot("house").is_none());
    }
}
