//! Who may do what: a command becomes a change, or is refused. Nothing is changed here.

use crate::change::{Change, EndReason, Entry, PlayerNo};
use crate::command::{Command, Context};
use crate::event::{Event, Stage};
use crate::limits::FEWEST;
use crate::pair;
use crate::refused::Refused;
use bagatelle_core::rng::{Rng, Stream};
use bagatelle_table::{Actor, Millis, check_name};

impl Event {
    /// Decides a command: returns the change to store and [apply](Event::apply).
    ///
    /// A command for a round follows from the log and the seed alone: servers that decide it from the same
    /// log make the same round.
    ///
    /// # Errors
    /// The refusal says why nothing happens.
    pub fn decide(
        &self,
        actor: Actor<'_>,
        command: Command,
        context: &Context<'_>,
    ) -> Result<Entry, Refused> {
        if self.is_over() {
            return Err(Refused::Over);
        }
        let (by, change) = match actor {
            Actor::Server => (None, self.decide_for_server(command, context.now)?),
            Actor::Visitor(visitor) if visitor.has_account() => {
                let change = self.decide_for_account(visitor.id(), command, context)?;
                (Some(visitor.id().to_owned()), change)
            }
            Actor::Visitor(_) | Actor::Anonymous => return Err(Refused::NeedsAccount),
        };
        let entry = Entry { at: context.now, by, change };
        self.admit(&entry)?;
        Ok(entry)
    }

    fn decide_for_server(&self, command: Command, now: Millis) -> Result<Change, Refused> {
        match command {
            Command::Start if self.is_start_due(now) => self.decide_start(),
            Command::Start => Err(Refused::NotDue),
            Command::PairRound { number } => {
                self.may_pair(number)?;
                Ok(match pair::next_round(self) {
                    Ok((tables, byes)) => Change::Paired { round: number, tables, byes },
                    Err(why) => Change::Ended { why },
                })
            }
            Command::Report { round, table, game, result } => {
                Ok(Change::Reported { round, table, game, result })
            }
            Command::Absent { round, table, players } => Ok(Change::Missed { round, table, players }),
            Command::End if self.is_played() => Ok(Change::Ended { why: EndReason::Played }),
            Command::End => Err(Refused::NotFinished),
            _ => Err(Refused::NeedsAccount),
        }
    }

    fn decide_for_account(
        &self,
        account: &str,
        command: Command,
        context: &Context<'_>,
    ) -> Result<Change, Refused> {
        match command {
            Command::Join { name, rating } => self.decide_join(account, &name, rating, context),
            Command::Leave => {
                let player = self.number_of(account).ok_or(Refused::NoSuchPlayer)?;
                Ok(Change::Left { player })
            }
            Command::PairRound { .. } | Command::Report { .. } | Command::Absent { .. } => {
                Err(Refused::ServerOnly)
            }
            _ if account != self.spec.organizer => Err(Refused::NotOrganizer),
            Command::Remove { player } => Ok(Change::Removed { player }),
            Command::Start => self.decide_start(),
            Command::Correct { round, table, result } => Ok(Change::Corrected { round, table, result }),
            Command::Pause => Ok(Change::Paused),
            Command::Resume => Ok(Change::Resumed),
            Command::End => Ok(Change::Ended { why: EndReason::Organizer }),
        }
    }

    fn decide_join(
        &self,
        account: &str,
        name: &str,
        rating: Option<i32>,
        context: &Context<'_>,
    ) -> Result<Change, Refused> {
        let name = check_name(name).map_err(|_| Refused::Name)?;
        let new = PlayerNo(u32::try_from(self.players.len()).unwrap_or(u32::MAX));
        let player = self.number_of(account).unwrap_or(new);
        let change = Change::Joined { player, account: account.to_owned(), name, rating };
        // Why this event cannot be joined at all says more than that the player is in another one.
        self.admit(&Entry { at: context.now, by: None, change: change.clone() })?;
        match context.elsewhere {
            Some(title) => Err(Refused::InAnotherEvent(title.to_owned())),
            None => Ok(change),
        }
    }

    fn decide_start(&self) -> Result<Change, Refused> {
        if self.stage != Stage::Open {
            return Err(Refused::Begun);
        }
        let all = (0..self.players.len()).filter_map(|n| u32::try_from(n).ok().map(PlayerNo));
        let mut order: Vec<PlayerNo> = all.filter(|player| self.is_in(*player)).collect();
        if order.len() < FEWEST {
            return Err(Refused::TooFew(order.len()));
        }
        Rng::new(&self.seed(), Stream::Arena).shuffle(&mut order);
        // Players without a rating come after those who have one: `None` is the least.
        order.sort_by_key(|player| std::cmp::Reverse(self.players[player.index()].rating));
        Ok(Change::Started { order })
    }
}
