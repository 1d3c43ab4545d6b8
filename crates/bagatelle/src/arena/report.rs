//! The table of results as text, JSON and CSV.

use super::game::Match;
use super::results::Row;
use super::standings::{Comparison, Standings};
use crate::printable::within;
use bagatelle_search::arena::{Estimate, SprtState};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fmt::Write;

/// A match that has ended, or was ended.
pub struct Report<'a> {
    /// The match.
    pub of: &'a Match,
    /// Its games.
    pub rows: &'a BTreeMap<u64, Row>,
    /// What they come to.
    pub standings: &'a Standings,
    /// The test, if there was one.
    pub sprt: Option<SprtState>,
}

impl Report<'_> {
    fn names(&self) -> &[String] {
        &self.of.settings.players
    }

    fn plies(&self) -> f64 {
        self.rows.values().map(|row| row.plies as f64).sum::<f64>() / self.rows.len().max(1) as f64
    }

    /// The games that engines lost by what they did wrong: number, player, what.
    fn faults(&self) -> impl Iterator<Item = (u64, &str, String)> {
        self.rows.values().filter_map(|row| {
            let mistake = row.mistake.as_ref()?;
            let player = self.of.schedule.seating(row.game)[usize::from(mistake.seat)];
            Some((row.game, self.names()[player].as_str(), mistake.fault.to_string()))
        })
    }

    /// The report for people.
    pub fn text(&self) -> String {
        let mut out = String::new();
        let (games, rounds) = (self.rows.len(), self.standings.rounds);
        let name = self.of.game.manifest().name;
        let _ = writeln!(
            out,
            "{games} games of {name}, {rounds} whole rounds, {:.1} plies on average",
            self.plies()
        );
        let names: Vec<String> = self.names().iter().map(|name| short(name)).collect();
        let wide = names.iter().map(|name| name.chars().count()).max().unwrap_or(0).max(8);
        let _ = writeln!(
            out,
            "{:wide$}  games    won  drawn   lost   share  95%             faults  slowest",
            "player"
        );
        for (name, standing) in names.iter().zip(&self.standings.players) {
            let Estimate { share, low, high } = standing.estimate();
            let _ = writeln!(
                out,
                "{name:wide$} {:6} {:6} {:6} {:6} {:6.1}%  {:5.1} to {:5.1} {:9}  {:5.2} s",
                standing.games,
                standing.wins,
                standing.draws,
                standing.losses(),
                100.0 * share,
                100.0 * low,
                100.0 * high,
                standing.faults,
                standing.slowest_ms as f64 / 1000.0
            );
        }
        for pair in self.standings.comparisons.iter().filter(|pair| !pair.rounds.is_empty()) {
            out += &self.compared(pair);
        }
        if let Some(state) = self.sprt {
            out += &tested(&state);
        }
        for (game, player, what) in self.faults().take(10) {
            let _ = writeln!(out, "Game {game}, {}: {}.", short(player), within(&what, 400));
        }
        let more = self.faults().count().saturating_sub(10);
        if more > 0 {
            let _ = writeln!(out, "{more} more games were lost like this.");
        }
        out
    }

    fn compared(&self, pair: &Comparison) -> String {
        let elo = pair.elo_text();
        let kinds = match (self.of.schedule.seats(), pair.rounds.pairs()) {
            (2, [a, b, c, d, e]) => format!("; pairs of 0, ½, 1, 1½ and 2 points: {a}, {b}, {c}, {d}, {e}"),
            (1, [a, _, c, _, e]) => {
                format!("; only the first won {e} deals, only the other {a}, both or neither {c}")
            }
            _ => String::new(),
        };
        format!(
            "{} against {}: Elo {elo}, the stronger one with {:.1}%{kinds}\n",
            short(&self.names()[pair.first]),
            short(&self.names()[pair.other]),
            100.0 * pair.superiority()
        )
    }

    /// The report as one line of JSON.
    pub fn json(&self) -> Value {
        let players = self.names().iter().zip(&self.standings.players).map(|(name, standing)| {
            let Estimate { share, low, high } = standing.estimate();
            json!({
                "player": name, "games": standing.games, "wins": standing.wins, "draws": standing.draws,
                "losses": standing.losses(), "share": share, "interval": [low, high],
                    "faults": standing.faults,
                "slowest_ms": standing.slowest_ms,
            })
        });
        let comparisons =
            self.standings.comparisons.iter().filter(|pair| !pair.rounds.is_empty()).map(|pair| {
                let Estimate { share, low, high } = pair.estimate();
                // JSON has no infinity: null stands for it.
                let [elo, elo_low, elo_high] = pair.elo();
                let scores: Vec<(f64, u64)> = pair.rounds.scores().collect();
                json!({
                    "first": self.names()[pair.first], "other": self.names()[pair.other],
                        "rounds": pair.rounds.len(),
                    "scores": scores, "share": share, "interval": [low, high], "elo": elo,
                    "elo_interval": [elo_low, elo_high], "superiority": pair.superiority(),
                })
            });
        let faults =
            self.faults().map(|(game, player, what)| json!({ "game": game, "player": player, "what": what }));
        let sprt = self.sprt.map(|state| {
            let accepted = state.accepted.map(|yes| if yes { "elo1" } else { "elo0" });
            json!({ "llr": state.llr, "bounds": [state.bounds.0, state.bounds.1], "accepted": accepted })
        });
        json!({
            "game": self.of.game.id(), "settings": self.of.settings, "games": self.rows.len(),
            "rounds": self.standings.rounds, "plies": self.plies(), "players": players.collect::<Vec<_>>(),
            "comparisons": comparisons.collect::<Vec<_>>(), "sprt": sprt,
                "faults": faults.collect::<Vec<_>>(),
        })
    }

    /// The players as lines of values with commas between, the first of which names the columns.
    pub fn csv(&self) -> String {
        let mut out = String::from("player,games,wins,draws,losses,share,low,high,faults,slowest_ms\n");
        for (name, standing) in self.names().iter().zip(&self.standings.players) {
            let Estimate { share, low, high } = standing.estimate();
            let _ = writeln!(
                out,
                "\"{}\",{},{},{},{},{share:.4},{low:.4},{high:.4},{},{}",
                name.replace('"', "\"\""),
                standing.games,
                standing.wins,
                standing.draws,
                standing.losses(),
                standing.faults,
                standing.slowest_ms
            );
        }
        out
    }
}

/// A player's name, cut to what fits a line.
fn short(name: &str) -> String {
    within(name, 40)
}

fn tested(state: &SprtState) -> String {
    let said = match state.accepted {
        Some(true) => "elo1 is accepted",
        Some(false) => "elo0 is accepted",
        None => "no decision",
    };
    let SprtState { llr, bounds: (low, high), .. } = state;
    format!("SPRT: {said}; the log-likelihood ratio is {llr:+.2}, the bounds {low:+.2} and {high:+.2}\n")
}
