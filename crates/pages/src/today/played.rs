//! The deals of the day that a visitor has played.

use crate::table::result::{MOST, judged};
use crate::text::count;
use bagatelle_core::present::Par;
use bagatelle_table::{Millis, WorldDate};
use maud::{Markup, html};

/// A deal of the day as a visitor has played it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Played<'a> {
    /// The game's id in the catalog.
    pub game: &'a str,
    /// The world date that the deal belongs to.
    pub date: WorldDate,
    /// The id of the table where it is played; `None` for what has no table.
    pub table: Option<&'a str>,
    /// Whether it was begun on its date: only then does it count.
    pub on_time: bool,
    /// Whether it has ended.
    pub ended: bool,
    /// Whether it is solved.
    pub solved: bool,
    /// The moves in the end, or so far; the tries at a position.
    pub moves: u32,
    /// The time played, once it has ended.
    pub took: Option<Millis>,
    /// Whether the solver has helped.
    pub helped: bool,
    /// The par of the deal, if it is known.
    pub par: Option<Par>,
}

/// How far a deal has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Standing {
    /// It is being played.
    Open,
    /// It is solved.
    Solved,
    /// It has ended otherwise.
    Unsolved,
}

impl Standing {
    /// The word in the API.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Standing::Open => "open",
            Standing::Solved => "solved",
            Standing::Unsolved => "unsolved",
        }
    }
}

impl Played<'_> {
    /// How far it has come.
    #[must_use]
    pub fn standing(&self) -> Standing {
        match (self.ended, self.solved) {
            (false, _) => Standing::Open,
            (true, true) => Standing::Solved,
            (true, false) => Standing::Unsolved,
        }
    }

    /// Whether it counts for the streak and the leaderboard: begun on its date, and solved without help.
    #[must_use]
    pub fn counts(&self) -> bool {
        self.on_time && self.is_solved_alone()
    }

    /// Whether the visitor did more than look at it.
    pub(super) fn is_begun(&self) -> bool {
        self.ended || self.moves > 0
    }

    /// Whether it is solved without help.
    pub(super) fn is_solved_alone(&self) -> bool {
        self.standing() == Standing::Solved && !self.helped
    }

    /// Whether it can still count: begun on its date, and being played without help.
    pub(super) fn is_pending(&self) -> bool {
        self.on_time && !self.helped && self.standing() == Standing::Open
    }

    /// One to five marks for a solution; none where the solver has helped, or no par is known.
    #[must_use]
    pub fn marks(&self) -> Option<u32> {
        let judges = self.is_solved_alone();
        if self.is_position() {
            // One mark less for each wrong try.
            return judges.then(|| (MOST + 1).saturating_sub(self.moves).clamp(1, MOST));
        }
        Some(judged(self.moves, self.par.filter(|_| judges)?).0)
    }

    /// Whether it is a position, which is tried on no table.
    fn is_position(&self) -> bool {
        self.table.is_none()
    }

    /// Whether it is solved in as many moves as par, or fewer.
    pub(super) fn is_on_par(&self) -> bool {
        self.is_solved_alone() && self.par.is_some_and(|par| self.moves <= par.moves)
    }

    /// How far it has come, in a few words: `6 moves`, `solved in 6 moves, with help`.
    pub(super) fn words(&self) -> String {
        let moves = count(self.moves.into(), if self.is_position() { "try" } else { "move" });
        let tells_help = self.standing() != Standing::Solved || !self.is_position();
        let mut words = match self.standing() {
            Standing::Solved if self.is_position() => solved_position(self.moves, self.helped),
            Standing::Open if !self.is_begun() => "not started".to_owned(),
            Standing::Open => format!("{moves} so far"),
            Standing::Solved => format!("solved in {moves}"),
            Standing::Unsolved => "not solved".to_owned(),
        };
        if self.helped && self.is_begun() && tells_help {
            words += ", with help";
        }
        if !self.on_time {
            words += ", late";
        }
        words
    }
}

/// How a position was solved, in a few words.
pub(crate) fn solved_position(tries: u32, helped: bool) -> String {
    match (tries, helped) {
        (1, false) => "solved on the first try".to_owned(),
        (1, true) => "solved with help".to_owned(),
        (tries, false) => format!("solved in {}", count(tries.into(), "try")),
        (tries, true) => format!("solved in {}, with help", count(tries.into(), "try")),
    }
}

/// Marks as a row of stars, small enough for a line of text.
pub(super) fn stars(marks: u32) -> Markup {
    html! {
        span.marks role="img" aria-label=(format!("{marks} of {MOST} stars")) {
            @for n in 0..MOST { span.on[n < marks] aria-hidden="true" { @if n < marks { "★" } @else {
                "☆" } } }
        }
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use bagatelle_table::WorldDate;

    /// A deal solved on its day in six moves, which is par.
    pub(in crate::today) const SOLVED: Played<'static> = Played {
        game: "burbuja",
        date: WorldDate::new(2026, 11, 21),
        table: Some("t"),
        on_time: true,
        ended: true,
        solved: true,
        moves: 6,
        took: Some(90_000),
        helped: false,
        par: Some(Par { moves: 6, at_least: 4 }),
    };

    #[test]
    fn what_was_played_says_how_far_it_is() {
        let open = Played { ended: false, solved: false, moves: 1, ..SOLVED };
        let words = [
            SOLVED,
            open,
            Played { moves: 0, ..open },
            Played { solved: false, ..SOLVED },
            Played { helped: true, ..SOLVED },
            Played { on_time: false, ..SOLVED },
        ]
        .map(|played| played.words());
        assert_eq!(
            words,
            [
                "solved in 6 moves",
                "1 move so far",
                "not started",
                "not solved",
                "solved in 6 moves, with help",
                "solved in 6 moves, late"
            ]
        );
    }

    #[test]
    fn a_position_says_how_it_was_solved() {
        let words = |moves, helped| Played { table: None, par: None, moves, helped, ..SOLVED }.words();
        assert_eq!(words(1, false), "solved on the first try");
        assert_eq!(words(1, true), "solved with help");
        assert_eq!([words(3, false), words(3, true)], ["solved in 3 tries", "solved in 3 tries, with help"]);
        let open = Played { table: None, ended: false, solved: false, moves: 1, helped: true, ..SOLVED };
        assert_eq!(open.words(), "1 try so far, with help");
    }

    #[test]
    fn marks_are_for_the_players_own_solutions() {
        assert_eq!(SOLVED.marks(), Some(4));
        for other in [
            Played { helped: true, ..SOLVED },
            Played { par: None, ..SOLVED },
            Played { ended: false, ..SOLVED },
            Played { solved: false, ..SOLVED },
        ] {
            assert_eq!(other.marks(), None);
        }
        assert!(SOLVED.counts() && SOLVED.is_on_par());
        assert!(!Played { on_time: false, ..SOLVED }.counts());
        assert!(!Played { helped: true, ..SOLVED }.counts());
        assert!(!Played { moves: 7, ..SOLVED }.is_on_par());
    }
}
