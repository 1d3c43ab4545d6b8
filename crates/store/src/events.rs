//! Events by link: what was decided before the first change of each, its log, and what follows from the log
//! and is asked for often: who plays, which games there are, and when a server has something to do.

use super::database::{Connection, Small, query_as, query_scalar, statement};
use crate::{Result, Store, StoreError};
use bagatelle_events::{Change, DELETED_TITLE, Entry, Event, EventSpec, Stage};
use bagatelle_table::{Corrupt, DELETED_ACCOUNT, Millis};
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// What became of the wish to make an event.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MadeEvent {
    /// It is made, now or by an earlier request with the same id.
    Yes,
    /// The organizer has as many events that are not over as one may.
    Full,
}

/// How far an event is, as lists show it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EventStage {
    /// Players can join.
    Open,
    /// Rounds are played.
    Running,
    /// Running games go on, but no round follows.
    Paused,
    /// It is over.
    Over,
}

impl EventStage {
    const ALL: [EventStage; 4] =
        [EventStage::Open, EventStage::Running, EventStage::Paused, EventStage::Over];

    /// The word in the database and in the API.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            EventStage::Open => "open",
            EventStage::Running => "running",
            EventStage::Paused => "paused",
            EventStage::Over => "over",
        }
    }
}

impl From<Stage> for EventStage {
    fn from(stage: Stage) -> EventStage {
        match stage {
            Stage::Open => EventStage::Open,
            Stage::Running => EventStage::Running,
            Stage::Paused => EventStage::Paused,
            Stage::Over(_) => EventStage::Over,
        }
    }
}

/// An event as it is stored.
#[derive(Clone, PartialEq, Debug)]
pub struct KeptEvent {
    /// What was decided before the first change.
    pub spec: EventSpec,
    /// When it was made.
    pub created: Millis,
    /// Its changes. Players have the names that their accounts have now.
    pub log: Vec<Entry>,
}

/// An event in a list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ListedEvent {
    /// Its id.
    pub id: String,
    /// What it is called.
    pub title: String,
    /// The id of the game.
    pub game: String,
    /// How far it is.
    pub stage: EventStage,
    /// When it was made.
    pub created: Millis,
    /// How many players are in it; of one that is over, how many took part.
    pub players: u32,
    /// The names of those who won it, if it is over.
    pub winners: Vec<String>,
    /// Whether the person who asks organizes it.
    pub organizes: bool,
    /// Whether the person who asks plays in it.
    pub plays: bool,
}

/// A game of an event, whose table may be yet to be made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EventGame {
    /// The id of the table.
    pub table: String,
    /// Which round, from 1.
    pub round: u32,
    /// Which table of the round, from 0.
    pub place: u32,
    /// Which game of this table, from 1.
    pub game: u32,
    /// Whether its end no longer matters to the event.
    pub settled: bool,
    /// Whether the table is made.
    pub made: bool,
    /// Whether the game at it is over.
    pub over: bool,
}

row! {
    struct SpecRow {
        spec: String,
        created: Millis,
    }
}

row! {
    struct ListedRow {
        id: String,
        spec: String,
        stage: String,
        created: Millis,
        players: Small<u32>,
        ending: Option<String>,
        organizes: bool,
        plays: bool,
    }
}

row! {
    struct GameRow {
        table_id: String,
        round: Small<u32>,
        place: Small<u32>,
        game: Small<u32>,
        settled: bool,
        made: bool,
        over: bool,
    }
}

/// How an event has ended, for lists.
#[derive(serde::Serialize, serde::Deserialize)]
struct Finish {
    /// How many players took part.
    players: u32,
    /// The ids of the accounts of the winners.
    winners: Vec<String>,
}

impl Finish {
    /// That of an event, if it is over.
    fn of(event: &Event) -> Option<Finish> {
        let account = |player| event.player(player).map(|player| player.account.clone());
        let players = if event.order().is_empty() { event.count_in() } else { event.order().len() };
        event.is_over().then(|| Finish {
            players: u32::try_from(players).unwrap_or(u32::MAX),
            winners: event.winners().into_iter().filter_map(account).collect(),
        })
    }
}

fn read_spec(text: &str) -> Result<EventSpec> {
    Ok(serde_json::from_str(text).map_err(|error| Corrupt::new("an event", error))?)
}

fn read_change(text: &str) -> Result<Entry> {
    Ok(serde_json::from_str(text).map_err(|error| Corrupt::new("a change of an event", error))?)
}

fn written<T: serde::Serialize>(value: &T) -> Result<String> {
    Ok(serde_json::to_string(value).map_err(|error| Corrupt::new("an event", error))?)
}

fn number(seq: u64) -> i64 {
    i64::try_from(seq).unwrap_or(i64::MAX)
}

/// Gives an account another name in the logs of the events in which it plays.
pub(super) async fn call_in_events(connection: &mut Connection, account: &str, name: &str) -> Result<()> {
    let query = "SELECT event, seq, change FROM event_changes
         WHERE event IN (SELECT event FROM event_players WHERE person = $1)";
    let rows: Vec<(String, i64, String)> = query_as(query).bind(account).fetch_all(&mut *connection).await?;
    for (event, seq, change) in rows {
        let mut entry = read_change(&change)?;
        let Change::Joined { account: joined, name: old, .. } = &mut entry.change else { continue };
        if joined == account {
            name.clone_into(old);
            let query = "UPDATE event_changes SET change = $3 WHERE event = $1 AND seq = $2";
            let update = statement(query).bind(event).bind(seq).bind(written(&entry)?);
            update.execute(&mut *connection).await?;
        }
    }
    Ok(())
}

/// What was decided before the first change of an event.
async fn spec_of(connection: &mut Connection, event: &str) -> Result<Option<EventSpec>> {
    let query = "SELECT spec FROM event_specs WHERE id = $1";
    let spec: Option<String> = query_scalar(query).bind(event).fetch_optional(connection).await?;
    spec.as_deref().map(read_spec).transpose()
}

/// The id of the game of an event.
pub(super) async fn game_of(connection: &mut Connection, event: &str) -> Result<Option<String>> {
    Ok(spec_of(connection, event).await?.map(|spec| spec.game))
}

/// Takes the title from an event that has this one; returns how many there are.
pub(super) async fn delete_title(connection: &mut Connection, event: &str, title: &str) -> Result<u64> {
    let spec = spec_of(&mut *connection, event).await?.filter(|spec| spec.title == title);
    let Some(spec) = spec else { return Ok(0) };
    let without = EventSpec { title: DELETED_TITLE.to_owned(), ..spec };
    let query = "UPDATE event_specs SET spec = $2 WHERE id = $1";
    statement(query).bind(event).bind(written(&without)?).execute(connection).await
}

/// Writes what else follows from a change: who plays, and which games no longer matter.
async fn follow(connection: &mut Connection, id: &str, change: &Change, after: &Event) -> Result<()> {
    let present = match change {
        Change::Joined { account, .. } => Some((account.as_str(), true)),
        Change::Left { player } | Change::Removed { player } => {
            after.player(*player).map(|player| (player.account.as_str(), false))
        }
        _ => None,
    };
    if let Some((person, present)) = present {
        let query = "INSERT INTO event_players (event, person, present) VALUES ($1, $2, $3)
             ON CONFLICT (event, person) DO UPDATE SET present = excluded.present";
        statement(query).bind(id).bind(person).bind(present).execute(&mut *connection).await?;
    }
    let settled = match change {
        Change::Reported { round, table, game, .. } => {
            let query = "UPDATE event_games SET settled = TRUE
                 WHERE event = $1 AND round = $2 AND place = $3 AND game = $4";
            Some(statement(query).bind(id).bind(*round).bind(*table).bind(*game))
        }
        _ => None,
    };
    if let Some(settled) = settled {
        settled.execute(connection).await?;
    }
    Ok(())
}

impl Store {
    /// Makes an event; an organizer has at most `most` of them that are not over.
    pub async fn make_event(&self, id: &str, spec: &EventSpec, now: Millis, most: u32) -> Result<MadeEvent> {
        let text = written(spec)?;
        transaction!(self, write => async {
            write.lock("SELECT pg_advisory_xact_lock(hashtext($1))", &spec.organizer).await?;
            let known = "SELECT EXISTS (SELECT 1 FROM event_specs WHERE id = $1)";
            if query_scalar(known).bind(id).fetch_one(&mut *write).await? {
                return Ok(MadeEvent::Yes);
            }
            let others = "SELECT count(*) FROM event_specs WHERE organizer = $1 AND stage <> 'over'";
            let others: Small<u32> = query_scalar(others).bind(&spec.organizer).fetch_one(&mut *write).await?;
            if others.0 >= most {
                return Ok(MadeEvent::Full);
            }
            let query = "INSERT INTO event_specs (id, organizer, spec, created, changes, stage, due)
                 VALUES ($1, $2, $3, $4, 0, 'open', $5)";
            let insert = statement(query).bind(id).bind(&spec.organizer).bind(&text).bind(now);
            let insert = insert.bind(spec.starts_at);
            insert.execute(&mut *write).await?;
            Ok(MadeEvent::Yes)
        })
    }

    /// Appends a change, the one with number `seq`, after which the event is `after`. With it, a server has
    /// something to do for the event at once; for one that is open, when it is to begin.
    /// [`StoreError::Conflict`] if `seq` is not the next number, or if a player joins who is in another event
    /// that is not over.
    pub async fn append_change(&self, id: &str, seq: u64, entry: &Entry, after: &Event) -> Result<()> {
        let stage = EventStage::from(after.stage());
        let due = match stage {
            EventStage::Running | EventStage::Paused | EventStage::Over => Some(entry.at),
            EventStage::Open => after.spec().starts_at,
        };
        let change = written(entry)?;
        let ending = Finish::of(after).map(|ending| written(&ending)).transpose()?;
        transaction!(self, write => async {
            if let Change::Joined { account, .. } = &entry.change {
                write.lock("SELECT pg_advisory_xact_lock(hashtext($1))", account).await?;
                let elsewhere = "SELECT EXISTS (SELECT 1 FROM event_players p
                     JOIN event_specs e ON e.id = p.event AND e.stage <> 'over'
                     WHERE p.person = $1 AND p.present AND p.event <> $2)";
                if query_scalar(elsewhere).bind(account).bind(id).fetch_one(&mut *write).await? {
                    return Err(StoreError::Conflict);
                }
            }
            let query = "UPDATE event_specs SET changes = changes + 1, stage = $3, due = $4, ending = $5
                 WHERE id = $1 AND changes = $2";
            let next = statement(query).bind(id).bind(number(seq)).bind(stage.word()).bind(due);
            let next = next.bind(ending.as_deref());
            if next.execute(&mut *write).await? == 0 {
                return Err(StoreError::Conflict);
            }
            let query = "INSERT INTO event_changes (event, seq, change) VALUES ($1, $2, $3)";
            let insert = statement(query).bind(id).bind(number(seq)).bind(&change);
            insert.execute(&mut *write).await?;
            follow(&mut write, id, &entry.change, after).await
        })
    }

    /// An event.
    pub async fn event(&self, id: &str) -> Result<Option<KeptEvent>> {
        let query = "SELECT spec, created FROM event_specs WHERE id = $1";
        let row: Option<SpecRow> = query_as(query).bind(id).fetch_optional(&self.read).await?;
        let Some(row) = row else { return Ok(None) };
        let query = "SELECT seq, change FROM event_changes WHERE event = $1 ORDER BY seq";
        let changes: Vec<(i64, String)> = query_as(query).bind(id).fetch_all(&self.read).await?;
        let query = "SELECT people.id, people.name FROM event_players JOIN people ON people.id = person
             WHERE event = $1";
        let names: Vec<(String, String)> = query_as(query).bind(id).fetch_all(&self.read).await?;
        let names: BTreeMap<String, String> = names.into_iter().collect();
        let entry = |((seq, change), expected): ((i64, String), i64)| {
            if seq != expected {
                let missing = format!("{id}: change {expected} is missing");
                return Err(Corrupt::new("the log of an event", missing).into());
            }
            let mut entry = read_change(&change)?;
            if let Change::Joined { account, name, .. } = &mut entry.change
                && let Some(now) = names.get(account)
            {
                name.clone_from(now);
            }
            Ok(entry)
        };
        let log = changes.into_iter().zip(0..).map(entry).collect::<Result<_>>()?;
        Ok(Some(KeptEvent { spec: read_spec(&row.spec)?, created: row.created, log }))
    }

    /// A number that grows with each change of an event, with each table of its games, and when its title is
    /// deleted.
    pub async fn event_revision(&self, id: &str) -> Result<Option<u64>> {
        let query = "SELECT e.changes + (SELECT count(*) FROM event_games g
                 JOIN summaries s ON s.table_id = g.table_id WHERE g.event = e.id)
                 + (SELECT count(*) FROM acts a WHERE a.subject = e.id AND a.act = 'delete-title') AS revision
             FROM event_specs e WHERE e.id = $1";
        let revision: Option<Small<u64>> = query_scalar(query).bind(id).fetch_optional(&self.read).await?;
        Ok(revision.map(|Small(revision)| revision))
    }

    /// The events that a person organizes or plays in, the newest first.
    pub async fn events_with(&self, person: &str, limit: u32) -> Result<Vec<ListedEvent>> {
        let query = "SELECT e.id, e.spec, e.stage, e.created,
                 (SELECT count(*) FROM event_players p WHERE p.event = e.id AND p.present) AS players,
                 e.ending, e.organizer = $1 AS organizes,
                 EXISTS (SELECT 1 FROM event_players p
                     WHERE p.event = e.id AND p.person = $1 AND p.present) AS plays
             FROM event_specs e WHERE e.id IN (SELECT id FROM event_specs WHERE organizer = $1
                 UNION SELECT event FROM event_players WHERE person = $1)
             ORDER BY e.created DESC, e.id LIMIT $2";
        let rows: Vec<ListedRow> = query_as(query).bind(person).bind(limit).fetch_all(&self.read).await?;
        let finish = |row: &ListedRow| -> Result<Option<Finish>> {
            let read = |text: &str| {
                serde_json::from_str(text).map_err(|error| Corrupt::new("the ending of an event", error))
            };
            Ok(row.ending.as_deref().map(read).transpose()?)
        };
        let finishes: Vec<Option<Finish>> = rows.iter().map(finish).collect::<Result<_>>()?;
        let winners: BTreeSet<&String> = finishes.iter().flatten().flat_map(|one| &one.winners).collect();
        let mut names = BTreeMap::new();
        for winner in winners {
            names.insert(winner.clone(), self.name_of(winner).await?);
        }
        let listed = |(row, finish): (ListedRow, Option<Finish>)| {
            let name = |account: &String| {
                names.get(account).cloned().flatten().unwrap_or_else(|| DELETED_ACCOUNT.to_owned())
            };
            let spec = read_spec(&row.spec)?;
            let stage = EventStage::ALL.into_iter().find(|stage| stage.word() == row.stage);
            Ok(ListedEvent {
                id: row.id,
                title: spec.title,
                game: spec.game,
                stage: stage.ok_or_else(|| Corrupt::new("the stage of an event", &row.stage))?,
                created: row.created,
                players: finish.as_ref().map_or(row.players.0, |finish| finish.players),
                winners: finish.map_or_else(Vec::new, |finish| finish.winners.iter().map(name).collect()),
                organizes: row.organizes,
                plays: row.plays,
            })
        };
        rows.into_iter().zip(finishes).map(listed).collect()
    }

    /// The title of another event that a person plays in, and that is not over.
    pub async fn event_elsewhere(&self, person: &str, event: &str) -> Result<Option<String>> {
        let query = "SELECT e.spec FROM event_players p
                 JOIN event_specs e ON e.id = p.event AND e.stage <> 'over'
             WHERE p.person = $1 AND p.present AND p.event <> $2 ORDER BY e.created LIMIT 1";
        let query = query_scalar(query).bind(person).bind(event);
        let spec: Option<String> = query.fetch_optional(&self.read).await?;
        Ok(spec.map(|spec| read_spec(&spec)).transpose()?.map(|spec| spec.title))
    }

    /// The event of which a table is a game: id and title.
    pub async fn event_of_table(&self, table: &str) -> Result<Option<(String, String)>> {
        let query = "SELECT e.id, e.spec FROM event_games g JOIN event_specs e ON e.id = g.event
             WHERE g.table_id = $1";
        let found: Option<(String, String)> = query_as(query).bind(table).fetch_optional(&self.read).await?;
        found.map(|(id, spec)| Ok((id, read_spec(&spec)?.title))).transpose()
    }

    /// The titles of the events of which these tables are games, by the tables' ids.
    pub(crate) async fn event_titles(
        &self,
        tables: impl Iterator<Item = &str>,
    ) -> Result<HashMap<String, String>> {
        let tables: serde_json::Value = tables.map(|table| [table]).collect();
        if tables.as_array().is_none_or(Vec::is_empty) {
            return Ok(HashMap::new());
        }
        let query = "SELECT g.table_id, e.spec FROM event_games g JOIN event_specs e ON e.id = g.event
             WHERE g.table_id IN (SELECT value ->> 0 FROM json_each($1))";
        let rows: Vec<(String, String)> =
            query_as(query).bind(tables.to_string()).fetch_all(&self.read).await?;
        rows.into_iter().map(|(table, spec)| Ok((table, read_spec(&spec)?.title))).collect()
    }

    /// The events that are not over and that an account organizes or plays in.
    pub async fn unfinished_events(&self, account: &str) -> Result<Vec<String>> {
        let query = "SELECT id FROM event_specs WHERE stage <> 'over' AND id IN (
                 SELECT id FROM event_specs WHERE organizer = $1
                 UNION SELECT event FROM event_players WHERE person = $1 AND present)
             ORDER BY id";
        query_scalar(query).bind(account).fetch_all(&self.read).await
    }

    /// At most `limit` events for which a server has something to do: their time has come, or one of their
    /// games is over.
    pub async fn due_events(&self, now: Millis, limit: u32) -> Result<Vec<String>> {
        let query = "SELECT id FROM event_specs WHERE due <= $1
             UNION SELECT g.event FROM event_games g CROSS JOIN summaries s
                 WHERE NOT g.settled AND s.table_id = g.table_id AND s.stage = 'over'
             LIMIT $2";
        query_scalar(query).bind(now).bind(limit).fetch_all(&self.read).await
    }

    /// Notes when a server next has something to do for an event, unless the event has more changes than
    /// `seq` by now.
    pub async fn wait_for_event(&self, id: &str, seq: u64, due: Option<Millis>) -> Result<()> {
        let query = "UPDATE event_specs SET due = $3 WHERE id = $1 AND changes = $2";
        self.execute(statement(query).bind(id).bind(number(seq)).bind(due)).await.map(drop)
    }

    /// The games of an event, in order.
    pub async fn event_games(&self, id: &str) -> Result<Vec<EventGame>> {
        let query = "SELECT g.table_id, g.round, g.place, g.game, g.settled,
                 s.table_id IS NOT NULL AS made, coalesce(s.stage = 'over', FALSE) AS over
             FROM event_games g LEFT JOIN summaries s ON s.table_id = g.table_id
             WHERE g.event = $1 ORDER BY g.round, g.place, g.game";
        let rows: Vec<GameRow> = query_as(query).bind(id).fetch_all(&self.read).await?;
        let game = |row: GameRow| EventGame {
            table: row.table_id,
            round: row.round.0,
            place: row.place.0,
            game: row.game.0,
            settled: row.settled,
            made: row.made,
            over: row.over,
        };
        Ok(rows.into_iter().map(game).collect())
    }

    /// Notes that a table is to be, or no longer to be, watched as a game of an event.
    pub async fn keep_event_game(&self, id: &str, game: &EventGame) -> Result<()> {
        let query = "INSERT INTO event_games (table_id, event, round, place, game, settled)
             VALUES ($1, $2, $3, $4, $5, $6)
             ON CONFLICT (table_id) DO UPDATE SET settled = excluded.settled";
        let query = statement(query).bind(&game.table).bind(id).bind(game.round).bind(game.place);
        self.execute(query.bind(game.game).bind(game.settled)).await.map(drop)
    }
}
