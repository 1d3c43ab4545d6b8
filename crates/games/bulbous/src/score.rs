//! Counting points: bulbs, majorities on complete specimens, and the collections of the newer rule book.

use crate::action::Action;
use crate::options::{Options, Preset};
use crate::public::{Phase, Public, SEATS, Specimen};
use crate::seats::team;
use crate::state::State;
use bagatelle_core::present::ScoreSheet;
use bagatelle_core::{Outcome, Seat, Turn};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The points of one seat, by where they come from.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Points {
    /// One for each of the seat's bulbs.
    pub bulbs: i32,
    /// For each complete specimen on which no seat has more bulbs; by one reading only if these are more than
    /// half of all, or shared.
    pub majorities: i32,
    /// For complete specimens of all colours and of all sizes on which no seat has more (`rules-2026`).
    pub collections: i32,
}

impl Points {
    /// All points together.
    #[must_use]
    pub fn total(self) -> i32 {
        self.bulbs + self.majorities + self.collections
    }
}

/// The points of every seat as the table stands.
#[must_use]
pub fn points(public: &Public, options: &Options) -> [Points; SEATS] {
    let newer = collects(options);
    let mut points = [Points::default(); SEATS];
    let mut colours = [0u8; SEATS];
    let mut sizes = [0u8; SEATS];
    for specimen in Specimen::all() {
        let bulbs = &public.bulbs[specimen.index()];
        let majority = majority(bulbs, specimen.size, options);
        for (seat, &own) in bulbs.iter().enumerate() {
            points[seat].bulbs += i32::from(own);
            if let Some((_, each)) = majority.filter(|(most, _)| own == *most) {
                points[seat].majorities += each;
                colours[seat] |= 1 << specimen.colour as u8;
                sizes[seat] |= 1 << (specimen.size - 1);
            }
        }
    }
    if newer {
        for seat in 0..SEATS {
            points[seat].collections +=
                if colours[seat] == 15 { 5 } else { 0 } + if sizes[seat] == 15 { 10 } else { 0 };
        }
    }
    points
}

/// How many bulbs are a majority on a full plant of this size, and what each seat with it scores;
/// `None` if the plant is not full, or no seat has a majority.
pub(crate) fn majority(bulbs: &[u8], size: u8, options: &Options) -> Option<(u8, i32)> {
    let all: u8 = bulbs.iter().sum();
    let most = bulbs.iter().copied().max().filter(|_| all == size)?;
    match bulbs.iter().filter(|own| **own == most).count() {
        1 => options.majority.counts(most, all).then_some((most, if collects(options) { 3 } else { 2 })),
        // A tie for the highest number scores whatever a majority is.
        _ => Some((most, 1)),
    }
}

/// Whether collections score.
pub(crate) fn collects(options: &Options) -> bool {
    options.preset == Preset::Rules2026
}

/// What counts for a seat in the end: its points, or those of its team.
pub(crate) fn worth(public: &Public, options: &Options, points: &[Points; SEATS], seat: Seat) -> i32 {
    let mates = Seat::all(public.seats)
        .filter(|mate| if options.teams { team(public, *mate) == team(public, seat) } else { *mate == seat });
    mates.map(|mate| points[mate.index()].total()).sum()
}

/// The points of each seat by where they come from, after the bets that were laid.
pub(crate) fn sheet(state: &State, options: &Options, past: &[(&State, Action)]) -> ScoreSheet {
    let collects = collects(options);
    let points = points(&state.public, options);
    let laid = |seat: Seat| {
        let lays = |before: &State, action: Action| {
            matches!(action, Action::Bet(_))
                && before.public.phase() == Phase::Act
                && before.public.turn() == Turn::Seat(seat)
        };
        past.iter().filter(|(before, action)| lays(before, *action)).count() as i32
    };
    let row = |seat: Seat| {
        let Points { bulbs, majorities, collections } = points[seat.index()];
        let mut row = vec![laid(seat), bulbs, majorities];
        row.extend(collects.then_some(collections));
        row
    };
    let mut columns = vec!["Bets", "Bulbs", "Majority points"];
    columns.extend(collects.then_some("Collection points"));
    ScoreSheet { columns, rows: Seat::all(state.public.seats).map(row).collect() }
}

/// The result if the game ended as the table stands.
pub(crate) fn outcome(public: &Public, options: &Options) -> Outcome {
    let points = points(public, options);
    let seats = || Seat::all(public.seats);
    let own = |seat: Seat| points[seat.index()].total();
    let worth = |seat: Seat| worth(public, options, &points, seat);
    let best = seats().map(worth).max().unwrap_or(0);
    let winners: Vec<Seat> = seats().filter(|s| worth(*s) == best).collect();
    let next = seats().filter(|s| !winners.contains(s)).map(worth).max();
    let whose = if options.teams { "the team with most points" } else { "most points" };
    // Records and databases hold these sentences.
    let reason = match next {
        None => format!("all share the victory with {best} points"),
        Some(next) if winners.len() > 1 && !options.teams => {
            format!("{} share the victory: {best} points against {next}", winners.len())
        }
        Some(next) => format!("{whose}: {best} against {next}"),
    };
    Outcome { winners, scores: Some(seats().map(own).collect()), reason }
}
