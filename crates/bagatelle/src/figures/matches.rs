//! Games between programs, played as `bagatelle arena` plays them.

use crate::arena::{Comparison, Match, Results, Row, Settings, Standings, play};
use crate::engine::Clock;
use crate::records;
use crate::spread::{Spread, correlation};
use anyhow::Result;
use bagatelle_catalog::{AnyGame, examined_of};
use bagatelle_core::{Record, Seat, Turn};
use bagatelle_search::arena::Tally;
use serde_json::Value;
use std::time::Duration;

/// How matches are played.
#[derive(Clone, Debug)]
pub struct How {
    /// The options of the deal.
    pub deal_options: Value,
    /// How many games.
    pub games: u64,
    /// Nodes for each move.
    pub nodes: u64,
    /// How many actions at random begin a deal.
    pub opening: usize,
    /// The seed.
    pub seed: String,
    /// Games at a time.
    pub concurrency: usize,
}

/// The games of a match.
pub struct Played {
    of: Match,
    results: Results,
    records: Vec<Record>,
}

impl Played {
    /// Plays a match.
    pub fn new(game: &'static dyn AnyGame, players: &[&str], how: &How) -> Result<Played> {
        let settings = Settings {
            players: players.iter().map(|name| (*name).to_owned()).collect(),
            seed: how.seed.clone(),
            opening: how.opening,
            clock: Some(Clock::Nodes(how.nodes)),
            ponder: false,
            limit: super::random::LONGEST,
            options: Value::Null,
            deal_options: how.deal_options.clone(),
        };
        let of = Match::new(game, settings, Duration::ZERO)?;
        let file = tempfile::NamedTempFile::new()?;
        let mut results = Results::open(Some(file.path()), &of.settings)?;
        play(&of, of.schedule.whole_rounds(how.games), how.concurrency, None, &mut results)?;
        Ok(Played { of, results, records: records::read_all(file.path())? })
    }

    fn rows(&self) -> impl Iterator<Item = &Row> {
        self.results.rows().values()
    }

    /// The first player compared with the other one.
    pub fn comparison(&self) -> Option<Comparison> {
        let standings = Standings::of(&self.of.schedule, self.of.players.len(), self.results.rows());
        standings.comparisons.into_iter().next()
    }

    /// The actions of each game.
    pub fn lengths(&self) -> Spread {
        self.rows().map(|row| row.plies).collect()
    }

    /// How the first seat to act fared.
    pub fn first(&self) -> Result<Tally> {
        let mut tally = Tally::default();
        for record in &self.records {
            let play = self.of.game.open(record)?;
            let first = (0..=play.ply()).find_map(|ply| match play.at(ply).turn() {
                Turn::Seat(seat) => Some(seat),
                _ => None,
            });
            tally.add(play.outcome().as_ref(), first.unwrap_or(Seat(0)), play.seats());
        }
        Ok(tally)
    }

    /// The legal actions of each turn of a seat.
    pub fn choices(&self) -> Result<Spread> {
        let mut spread = Spread::default();
        for record in &self.records {
            examined_of(record)?.trace(record, &mut |position| {
                if !position.legal.is_empty() {
                    spread.add(position.legal.len());
                }
            })?;
        }
        Ok(spread)
    }

    /// How far the deal alone decides: the correlation of what a seat wins in two games of one deal, where
    /// the same program has all seats; with its interval. `None` where all deals are equal or all results
    /// are.
    pub fn luck(&self) -> Option<[f64; 3]> {
        let first = self.records.first()?;
        if self.records.iter().all(|record| record.setup == first.setup) {
            return None;
        }
        let seats = self.of.schedule.seats();
        let share = |row: &Row| Tally::share_of(Some(&row.outcome), Seat(0), seats);
        let length = self.of.schedule.round_length();
        let pairs: Vec<(f64, f64)> = (0..self.results.rows().len() as u64 / length)
            .filter_map(|round| {
                let of = |k| self.results.rows().get(&(round * length + k)).map(share);
                of(0).zip(of(1))
            })
            .collect();
        correlation(&pairs)
    }
}
