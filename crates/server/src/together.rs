//! Who may do what around the board: sit down, leave, ask, agree, give up, go on without somebody who is away. What then happens
//! to the game is in [`crate::line`].
//!
//! The games are also tended from time to time, whoever looks: clocks that have run out end turns, programs whose turn it is
//! think again after a restart, and the server notes that it runs.

use crate::chat::plain;
use crate::line::{Event, Kind, Line, Question};
use crate::live::{GameError, Games, Live, Reader, now};
use crate::people::{self, ratings};
use crate::rounds::Round;
use crate::seats::{self, Person, Sitter};
use crate::store::GameRow;
use crate::visitor::Visitor;
use crate::{deal, random};
use bagatelle_core::{Seat, Seed};
use serde_json::Value;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::watch;

/// The longest name, in characters.
pub const LONGEST_NAME: usize = 24;
/// How often games are tended.
const TEND: Duration = Duration::from_millis(500);
/// How often the server notes that it runs, counted in [`TEND`].
const BEAT: u32 = 10;

/// A name as it is shown: without what cannot be seen, not empty, not too long.
///
/// # Errors
/// When nothing is left or it is too long.
pub fn name(text: &str) -> Result<String, GameError> {
    let name = plain(text);
    match name.chars().count() {
        0 => Err(GameError::Refused("say a name that the others will see".into())),
        n if n > LONGEST_NAME => {
            Err(GameError::Refused(format!("a name has at most {LONGEST_NAME} characters")))
        }
        _ => Ok(name),
    }
}

impl Live {
    /// Whether the reader may begin the same game anew without asking anybody: nobody else sat there, not even somebody who
    /// has left.
    #[must_use]
    pub fn may_begin_again(&self, line: &Line, reader: &Reader) -> bool {
        let sitters = line.original_sitters();
        let alone = sitters.iter().filter_map(Sitter::person).all(|p| Some(&p.id) == reader.id.as_ref());
        reader.owner && alone && self.round.is_none() && line.table.seats() > 1
    }

    /// Whether this is a round of a match that is not decided yet.
    #[must_use]
    pub fn match_goes_on(&self, line: &Line) -> bool {
        self.round.as_ref().is_some_and(|round| round.winner_after(line.outcome().as_ref()).is_none())
    }

    /// When the others may go on without the one who is to act, in milliseconds since 1970; `None` if that seat has nobody
    /// who could leave, or the others wait for ever. The moment moves on while the one is here.
    #[must_use]
    pub fn claimable_at(&self, line: &Line, now: i64) -> Option<i64> {
        let person = line.person(line.to_act()?)?;
        let grace = i64::from(line.terms.grace_s?) * 1000;
        let away = self.presence.away_since(&person.id, now)?;
        Some(away.max(line.last_at().unwrap_or(self.row.created)) + grace)
    }
}

impl Games {
    /// Takes an open seat, or comes back to a seat that a program has taken over.
    ///
    /// # Errors
    /// When there is no seat to take, the name will not do, or the store fails.
    pub async fn sit(
        &self,
        live: &Arc<Live>,
        visitor: &Visitor,
        seat: Option<Seat>,
        text: &str,
    ) -> Result<(), GameError> {
        let name = name(text)?;
        let mut line = live.line().await;
        ratings::may_sit(visitor, &line)?;
        let own = |s: &Seat| match &line.sitters[s.index()] {
            Sitter::Program { instead_of: Some(left), .. } => left.id == visitor.id(),
            _ => false,
        };
        let open = |s: &Seat| line.sitters[s.index()] == Sitter::Open;
        let mut all = Seat::all(line.table.seats());
        let back = all.clone().find(own);
        if live.entry.hidden() && back.is_none() && line.seats_of(visitor.id()).next().is_some() {
            return Err(GameError::Refused(
                "hands are hidden in this game: nobody sits on two seats, send the link to somebody".into(),
            ));
        }
        let free = seat.filter(|s| line.sitters.len() > s.index() && open(s)).or_else(|| all.find(open));
        let Some(seat) = back.or(free) else {
            return Err(GameError::Refused("all seats are taken: you can watch".into()));
        };
        let name = people::taken(self.store().keep_name(visitor.id(), &name).await)?;
        let who = visitor.id().to_owned();
        self.write(live, &mut line, Event { at: now(), kind: Kind::Sit, seat: Some(seat), who, text: name })
            .await?;
        drop(line);
        self.go_on(live).await
    }

    /// Lets somebody do something, on the board or around it. Returns the game to go to, if that is another one.
    ///
    /// # Errors
    /// As [`Games::act`], [`Games::sit`] and [`Games::behave`].
    pub async fn happen(
        &self,
        live: &Arc<Live>,
        visitor: Option<&Visitor>,
        version: Option<u64>,
        kind: Kind,
        seat: Option<Seat>,
        text: &str,
    ) -> Result<Option<String>, GameError> {
        match kind {
            kind if kind.moves() => self.act(live, visitor, version, kind, text).await.map(|()| None),
            Kind::Sit => self.sit(live, visitor.ok_or(GameError::NotYours)?, seat, text).await.map(|()| None),
            _ => self.behave(live, visitor, kind, seat, text).await,
        }
    }

    /// Does something around the board that is no move. Returns the game to go to, if that is another one.
    ///
    /// # Errors
    /// When the visitor may not, it does not fit, or the store fails.
    pub async fn behave(
        &self,
        live: &Arc<Live>,
        visitor: Option<&Visitor>,
        kind: Kind,
        seat: Option<Seat>,
        text: &str,
    ) -> Result<Option<String>, GameError> {
        let mut line = live.line().await;
        let reader = live.reader(visitor, &line);
        let own = reader.seats.first().copied();
        if !(reader.plays() || kind == Kind::Program && reader.owner) {
            return Err(GameError::NotYours);
        }
        if self.out_of_time(live, &mut line).await? {
            return Err(GameError::TooLate);
        }
        let (seat, text) = match kind {
            Kind::Program => {
                if !reader.owner {
                    return Err(GameError::Refused("only whoever made the table may do that".into()));
                }
                if live.entry.programs().iter().all(|program| program.name != text) {
                    return Err(GameError::Refused(format!("there is no program “{text}”")));
                }
                (seat, text.to_owned())
            }
            Kind::Claim => {
                self.may_claim(live, &line, &reader)?;
                (own, live.stand_in().to_owned())
            }
            Kind::Resign => (seat.filter(|s| reader.seats.contains(s)).or(own), live.stand_in().to_owned()),
            Kind::Agree => {
                let mut text = String::new();
                let rematch = line.asked().is_some_and(|asked| asked.question == Question::Rematch);
                if let Some(seat) = own.filter(|&seat| rematch && line.settles(seat)) {
                    tracing::debug!(game = live.row.id, seat = seat.0, "a rematch");
                    text = self.rematch(live, &line).await?;
                }
                (own, text)
            }
            Kind::Ask => match text.parse() {
                Ok(Question::Draw) if !live.entry.draws() => {
                    return Err(GameError::Refused("this game knows no draw".into()));
                }
                Ok(Question::Rematch) if live.match_goes_on(&line) => {
                    return Err(GameError::Refused("the match goes on: there is a next round".into()));
                }
                _ => (own, text.to_owned()),
            },
            Kind::Stand | Kind::Decline | Kind::Resume => (own, String::new()),
            _ => return Err(GameError::Refused("that is nothing one can do".into())),
        };
        let who = reader.id.unwrap_or_default();
        self.write(live, &mut line, Event { at: now(), kind, seat, who, text }).await?;
        let next = line.next().filter(|_| kind == Kind::Agree).map(str::to_owned);
        drop(line);
        self.go_on(live).await?;
        Ok(next)
    }

    fn may_claim(&self, live: &Live, line: &Line, reader: &Reader) -> Result<(), GameError> {
        if reader.acts(line) {
            return Err(GameError::Refused("it is your own turn".into()));
        }
        match live.claimable_at(line, now()) {
            Some(at) if at <= now() => Ok(()),
            Some(_) => Err(GameError::Refused("there is still time to come back".into())),
            None => Err(GameError::Refused("nobody is away whom you need not wait for".into())),
        }
    }

    /// The game after this one: the same people and programs, everyone a seat further, a fresh deal. In a match that is
    /// decided, a new match.
    async fn rematch(&self, live: &Live, line: &Line) -> Result<String, GameError> {
        let mut sitters = line.original_sitters();
        sitters.rotate_right(1);
        let row = self.another(live, &sitters)?;
        let round = live.round.as_ref().map(|round| Round::first(&row.id, round.best_of));
        self.create(&row, round.as_ref()).await?;
        Ok(row.id)
    }

    /// The next round of a match; else the same game anew for whoever made it and has no company: the same programs on the
    /// same seats.
    ///
    /// # Errors
    /// As [`Games::next_round`]; when somebody else asks, others are at the table, or the store fails.
    pub async fn again(&self, live: &Live, visitor: Option<&Visitor>) -> Result<String, GameError> {
        if live.round.is_some() {
            return self.next_round(live, visitor).await;
        }
        let line = live.line().await;
        if !live.may_begin_again(&line, &live.reader(visitor, &line)) {
            return Err(GameError::NotYours);
        }
        let row = self.another(live, &line.original_sitters())?;
        drop(line);
        self.create(&row, None).await?;
        Ok(row.id)
    }

    /// A fresh deal of the same game under the same options and terms.
    pub(crate) fn another(&self, live: &Live, sitters: &[Sitter]) -> Result<GameRow, GameError> {
        let options: Value = serde_json::from_str(&live.row.options).unwrap_or_default();
        let wish = deal::wish_for(live.entry, u8::try_from(sitters.len()).unwrap_or(u8::MAX));
        let seed = random::seed()?;
        let record = live.entry.deal(&options, &wish, &Seed::from_text(&seed))?;
        Ok(GameRow {
            id: random::code::<10>()?,
            game: live.row.game.clone(),
            options: live.row.options.clone(),
            setup: record.setup.unwrap_or(Value::Null).to_string(),
            seed,
            dealt: true,
            daily: None,
            owner: live.row.owner.clone(),
            seats: seats::write(sitters, &live.row.owner),
            terms: live.row.terms.clone(),
            created: now(),
        })
    }

    /// Tends all games until the server stops.
    pub async fn tend(self, mut stopping: watch::Receiver<bool>) {
        if let Err(error) = self.wake().await {
            tracing::error!(%error, "games could not be woken");
        }
        let mut rounds = 0u32;
        loop {
            tokio::select! {
                () = tokio::time::sleep(TEND) => (),
                _ = stopping.wait_for(|stop| *stop) => return,
            }
            rounds = rounds.wrapping_add(1);
            let tended = async {
                if rounds.is_multiple_of(BEAT) {
                    self.store().beat(now(), false).await?;
                }
                self.look_at_clocks().await
            };
            if let Err(error) = tended.await {
                tracing::error!(%error, "games could not be tended");
            }
        }
    }

    /// Ends the turns of all who have run out of time. A game that cannot be tended does not keep the others waiting.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn look_at_clocks(&self) -> Result<(), GameError> {
        for id in self.store().due(now()).await? {
            if let Err(error) = self.look_at_clock(&id).await {
                tracing::error!(game = id, %error, "a game could not be tended");
            }
        }
        Ok(())
    }

    async fn look_at_clock(&self, id: &str) -> Result<(), GameError> {
        let live = self.get(id).await?;
        let mut line = live.line().await;
        if !self.out_of_time(&live, &mut line).await? {
            // The clock was stopped by a time when no server ran: the new moment is written down.
            self.store().keep_standing(id, &line.standing(now())).await?;
        }
        drop(line);
        self.go_on(&live).await
    }

    /// Lets programs think whose turn it was when the last server stopped, and finds out where games from before standings
    /// were kept stand.
    async fn wake(&self) -> Result<(), GameError> {
        for id in self.store().without_standing().await? {
            match self.get(&id).await {
                Ok(live) => {
                    let line = live.line().await;
                    let changed = line.last_at().unwrap_or(live.row.created);
                    let standing = line.standing(changed);
                    self.store().keep_standing(&id, &standing).await?;
                }
                Err(error) => tracing::warn!(game = id, %error, "a game cannot be opened"),
            }
        }
        for id in self.store().thinking().await? {
            self.get(&id).await?;
        }
        Ok(())
    }
}

/// A person at a table.
#[must_use]
pub fn seated(visitor: &Visitor, name: &str) -> Sitter {
    Sitter::Person(Person { id: visitor.id().to_owned(), name: name.to_owned() })
}

#[cfg(test)]
mod tests {
    use super::name;

    #[test]
    fn a_name_can_be_read_by_others() {
        assert_eq!(name("  Ann \u{202e} Lee\n").unwrap(), "Ann Lee");
        for bad in ["", " \u{200b} ", "a name that is longer than anybody needs"] {
            assert!(name(bad).is_err(), "{bad}");
        }
    }
}
