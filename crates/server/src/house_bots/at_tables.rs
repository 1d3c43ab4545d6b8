//! What house bots do at tables in addition to their moves: they accept challenges and answer
//! questions.

use crate::error::AppError;
use crate::error::code::Code;
use crate::live::table::LiveTable;
use crate::tables::Tables;
use bagatelle_store::{Account, StoreError};
use bagatelle_table::{Command, Question, Visitor};
use std::sync::Arc;

impl Tables {
    /// Whether an account is a house bot that takes challenges to a game.
    ///
    /// # Errors
    /// When it is a house bot and does not: the host runs none now, or it plays another game.
    pub(crate) fn is_at_home(&self, account: &Account, game: &str) -> Result<bool, AppError> {
        let house = self.registry().house();
        match house.bot(&account.id) {
            None if account.house => {
                Err(AppError::Known(Code::NoHouseBots, "this version has no program for this house bot"))
            }
            None => Ok(false),
            Some(_) if !house.is_open() => {
                Err(AppError::Known(Code::NoHouseBots, "this host runs no house bots right now"))
            }
            Some(bot) if bot.game.id() != game => {
                Err(AppError::Known(Code::BadOptions, "this house bot plays another game: see the ladder"))
            }
            Some(_) => Ok(true),
        }
    }

    /// The games of house bots that are not over.
    ///
    /// # Errors
    /// When the store fails.
    pub(crate) async fn games_of_house(&self) -> Result<Vec<String>, StoreError> {
        let mut games = Vec::new();
        for bot in self.store().house_bots().await? {
            games.extend(self.store().unfinished(&bot.id).await?);
        }
        games.sort_unstable();
        games.dedup();
        Ok(games)
    }

    /// Lets house bots answer what a player asks: they agree to a rematch and decline everything else.
    pub(crate) fn answer_for_house(&self, live: &Arc<LiveTable>) {
        let (tables, live) = (self.clone(), Arc::clone(live));
        tokio::spawn(async move {
            while let Some((bot, command)) = tables.answer_due(&live).await {
                if let Err(error) = tables.command(&live, Some(&bot), command, None, None).await {
                    // The question is withdrawn, or another server has answered.
                    tracing::debug!(table = live.id(), %error, "a house bot cannot answer");
                    return;
                }
            }
        });
    }

    async fn answer_due(&self, live: &LiveTable) -> Option<(Visitor, Command)> {
        let state = live.lock().await;
        let open = state.table().question()?;
        let asked = state.table().seats().filter(|seat| !open.agreed.contains(seat));
        let people = asked.filter_map(|seat| state.table().person(seat));
        let bot = people.into_iter().find(|person| self.registry().house().bot(&person.id).is_some())?;
        let command = match open.question {
            Question::Rematch if self.registry().house().is_open() => Command::Agree { next: None },
            Question::Rematch | Question::Takeback | Question::Draw | Question::Pause => Command::Decline,
        };
        Some((Visitor::with_account(bot.id.clone()), command))
    }
}
