//! Rows of tables, summaries and ratings, and how they become values.

use super::database::Small;
use bagatelle_table::{
    Corrupt, Ending, Event, ForkedFrom, Millis, Occupant, Rating, RatingPool, Round, SeatSummary, Stage,
    StoredEvent, Summary, TableSpec,
};
use std::collections::HashMap;
use std::str::FromStr;

/// The account that has claimed a visitor, by the visitor's id.
pub(super) type Claims = HashMap<String, String>;

/// Replaces the id of a visitor by that of the account that has claimed it.
fn resolve(id: &mut String, claims: &Claims) {
    if let Some(account) = claims.get(id) {
        account.clone_into(id);
    }
}

row! {
    /// A row of `tables`, with its round and fork.
    pub(super) struct TableRow {
        id: String,
        game: String,
        options: String,
        setup: String,
        seed: String,
        dealt: bool,
        daily: Option<String>,
        owner: String,
        seating: String,
        terms: String,
        created: Millis,
        fairness: Option<String>,
        match_id: Option<String>,
        round: Option<Small<u32>>,
        best_of: Option<Small<u8>>,
        score: Option<String>,
        players: Option<String>,
        forked: bool,
        source: Option<String>,
        inherited: Small<u32>,
    }
}

impl TableRow {
    fn json<T: serde::de::DeserializeOwned>(&self, what: &'static str, text: &str) -> Result<T, Corrupt> {
        serde_json::from_str(text).map_err(|e| Corrupt::new(what, format!("{}: {e}", self.id)))
    }

    fn round(&self) -> Result<Option<Round>, Corrupt> {
        let Some(match_id) = self.match_id.clone() else { return Ok(None) };
        let damaged = || Corrupt::new("the round of a table", &self.id);
        let text = |column: &Option<String>| column.clone().ok_or_else(damaged);
        let round = Round {
            match_id,
            round: self.round.ok_or_else(damaged)?.0,
            best_of: self.best_of.ok_or_else(damaged)?.0,
            score: self.json("the score of a match", &text(&self.score)?)?,
            players: self.json("the players of a match", &text(&self.players)?)?,
        };
        match round.players {
            [0, 1] | [1, 0] => Ok(Some(round)),
            _ => Err(damaged()),
        }
    }

    /// The seating with the ids as they stand in the row.
    fn seating(&self) -> Result<Vec<Occupant>, Corrupt> {
        let at_table = |e: Corrupt| Corrupt::new(e.what, format!("{}: {}", self.id, e.value));
        TableSpec::read_seating(&self.seating, &self.owner).map_err(at_table)
    }

    /// The spec, with the ids as they stand in the row.
    pub(super) fn into_spec(self) -> Result<TableSpec, Corrupt> {
        Ok(TableSpec {
            options: self.json("the options of a table", &self.options)?,
            setup: self.json("the set-up of a table", &self.setup)?,
            terms: self.json("the terms of a table", &self.terms)?,
            seating: self.seating()?,
            round: self.round()?,
            fairness: match &self.fairness {
                Some(text) => Some(self.json("the fairness of a table", text)?),
                None => None,
            },
            forked_from: self
                .forked
                .then_some(ForkedFrom { table: self.source, plies: self.inherited.0 as usize }),
            id: self.id,
            game: self.game,
            seed: self.seed,
            dealt: self.dealt,
            daily: self.daily,
            owner: self.owner,
            created: self.created,
        })
    }
}

/// The ids of owner and players, as they stand in the row.
pub(super) fn ids(spec: &TableSpec) -> impl Iterator<Item = &str> {
    let players = spec.seating.iter().filter_map(Occupant::person).map(|person| person.id.as_str());
    players.chain([spec.owner.as_str()])
}

/// Replaces the ids of claimed visitors by those of the accounts.
pub(super) fn apply_claims(spec: &mut TableSpec, claims: &Claims) {
    resolve(&mut spec.owner, claims);
    for occupant in &mut spec.seating {
        if let Occupant::Person(person) = occupant {
            resolve(&mut person.id, claims);
        }
    }
}

row! {
    /// A row of `events`.
    pub(super) struct EventRow {
        pub(super) seq: i64,
        at: Millis,
        kind: String,
        seat: Option<Small<u8>>,
        person: String,
        text: String,
        randomness: Option<String>,
    }
}

impl EventRow {
    pub(super) fn into_event(self) -> Result<Event, Corrupt> {
        let EventRow { at, kind, seat, person: who, text, randomness, .. } = self;
        let seat = seat.map(|Small(seat)| seat);
        Event::from_stored(StoredEvent { at, kind, seat, who, text, randomness })
    }
}

row! {
    /// A row of `summaries`.
    pub(super) struct SummaryRow {
        stage: String,
        listed: bool,
        public: bool,
        thinking: bool,
        deadline: Option<Millis>,
        changed: Millis,
        events: i64,
        plies: i64,
        moves: Option<Small<u32>>,
        played: Option<Millis>,
        opening: Option<String>,
        ending: Option<String>,
        reason: String,
        helped: bool,
    }
}

impl SummaryRow {
    pub(super) fn into_summary(self, seats: Vec<SeatSummary>) -> Result<Summary, Corrupt> {
        let count = |what, n: i64| u64::try_from(n).map_err(|_| Corrupt::new(what, n));
        let stage = parse("the stage of a table", &self.stage)?;
        if (stage == Stage::Over) != self.ending.is_some() {
            return Err(Corrupt::new("the ending of a table", &self.stage));
        }
        Ok(Summary {
            stage,
            listed: self.listed,
            public: self.public,
            thinking: self.thinking,
            deadline: self.deadline,
            changed: self.changed,
            events: count("a number of events", self.events)?,
            plies: count("a number of plies", self.plies)?,
            moves: self.moves.map(|Small(moves)| moves),
            played: self.played,
            opening: self.opening,
            ending: self.ending.as_deref().map(Ending::from_stored).transpose()?,
            reason: self.reason,
            helped: self.helped,
            seats,
            ranks: Vec::new(),
            event: None,
        })
    }
}

row! {
    /// A row of `seat_summaries`.
    pub(super) struct SeatRow {
        pub(super) table_id: String,
        person: Option<String>,
        name: String,
        turn: bool,
        result: Option<String>,
        score: Option<Small<i32>>,
    }
}

impl SeatRow {
    pub(super) fn into_seat(self) -> Result<SeatSummary, Corrupt> {
        Ok(SeatSummary {
            person: self.person,
            name: self.name,
            turn: self.turn,
            result: self.result.as_deref().map(|text| parse("the result of a seat", text)).transpose()?,
            score: self.score.map(|Small(score)| score),
        })
    }
}

row! {
    /// A row of `ratings`.
    pub(super) struct RatingRow {
        game: String,
        pool: String,
        rating: f64,
        deviation: f64,
        volatility: f64,
        games: Small<u32>,
        change: Option<f64>,
    }
}

impl TryFrom<RatingRow> for Rating {
    type Error = Corrupt;

    fn try_from(row: RatingRow) -> Result<Rating, Corrupt> {
        let RatingRow { game, pool, rating, deviation, volatility, games: Small(games), change } = row;
        Ok(Rating { game, pool: parse_pool(&pool)?, rating, deviation, volatility, games, change })
    }
}

/// Reads the pool of a rating.
pub(super) fn parse_pool(text: &str) -> Result<RatingPool, Corrupt> {
    parse("the pool of a rating", text)
}

pub(super) fn parse<T: FromStr>(what: &'static str, text: &str) -> Result<T, Corrupt> {
    text.parse().map_err(|_| Corrupt::new(what, text))
}
