//! What is known about a game without opening it, all as data.

use super::grade::Grade;
use super::hardest::HardDeals;
use super::lesson::Position;
use super::question::Question;
use crate::WorldDate;
use std::ops::RangeInclusive;
use std::time::Duration;

/// What a catalog says of a game.
///
/// A game writes what it has and takes the rest from [`Manifest::BASE`]:
///
/// ```
/// use bagatelle_core::present::Manifest;
///
/// const MANIFEST: Manifest = Manifest {
///     name: "Connect four",
///     tagline: "Drop discs until four of yours stand in a row.",
///     designer: "traditional",
///     seats: 2..=2,
///     minutes: 5..=10,
///     draws_possible: true,
///     seeded: false,
///     ..Manifest::BASE
/// };
/// assert_eq!(MANIFEST.players(), "2");
/// assert_eq!(MANIFEST.duration(), "5 to 10 min");
/// ```
#[derive(Clone, Debug)]
pub struct Manifest {
    /// The game's name as people write it.
    pub name: &'static str,
    /// One line that makes one want to play it.
    pub tagline: &'static str,
    /// Who made the game, and when.
    pub designer: &'static str,
    /// How many seats a table can have.
    pub seats: RangeInclusive<u8>,
    /// The names of the seats of a table of this size, such as their colours, in order; none if seats are
    /// only numbered. [`Playable::side`](super::Playable::side) gives these names in any deal; if they
    /// depend on the deal, each says on what: `Blue (Yellow if Red is left out)`.
    pub sides: fn(u8) -> &'static [&'static str],
    /// How many minutes a game takes.
    pub minutes: RangeInclusive<u16>,
    /// The questions about options, in the order in which they are asked.
    pub options: fn() -> Vec<Question>,
    /// The questions about the deal.
    pub deal_options: fn() -> Vec<Question>,
    /// How hard deals can be, easiest first; empty where deals are not graded. Not empty where
    /// [`Playable::grader`](super::Playable::grader) returns one.
    pub grades: &'static [Grade],
    /// Grades that earlier versions offered: their seeds keep their deals. Their places follow those of
    /// `grades`.
    pub former_grades: &'static [Grade],
    /// What a deal is called for which no grade is wanted.
    pub plain_grade: &'static str,
    /// The grade of the deal of the day on each day of the week, Monday first, as a place among `grades`;
    /// a plain deal where there is none. It holds since [`WEEK_SINCE`].
    pub week: [Option<usize>; 7],
    /// The grade that suits a first game, as a place among `grades`. Where there is none, a newcomer is
    /// offered what everyone is.
    pub first_grade: Option<usize>,
    /// The hardest known deals, for each choice of options that makes a difference.
    pub hardest: fn() -> Vec<HardDeals>,
    /// The marks that the page can show on request.
    pub overlays: &'static [Overlay],
    /// Whether a game can end in a draw, so that two players can agree on one.
    pub draws_possible: bool,
    /// Whether a game begins with a deal, so that its seed is of interest. False where all games begin alike
    /// and only programs draw lots.
    pub seeded: bool,
    /// Whether the game can be printed, to be played at a real table ([`Printed`](crate::Printed)).
    pub on_paper: bool,
    /// Whether its set-ups can be laid by hand ([`LaidOut`](crate::LaidOut)).
    pub laid: bool,
    /// Who begins the next round of a match of two.
    pub next_round: NextRound,
    /// What the table is covered with, where its owner has no wish: one on which the game's board stands out.
    pub surface: Surface,
    /// How long the solver may work for a hint; `None` where no hints are given.
    pub solve_limit: Option<Duration>,
    /// How long the search for a par may take; `None` where the game has no par.
    pub par_limit: Option<Duration>,
    /// How many nodes an analysis of a position takes before it is told to search deeper, where its review
    /// takes as many; `None` if only time limits it.
    pub first_look: Option<u64>,
    /// What players of this game say to each other while they play, in a few words each.
    pub phrases: &'static [&'static str],
    /// A printer’s mark of the game: the path of a drawing in one colour in a square of 24 around the origin,
    /// where what is outlined twice is left out.
    pub ornament: &'static str,
    /// A start that the first page of the site shows to newcomers, if the game has one for them.
    pub demo: Option<Demo>,
}

/// The first day on which deals of the day have the grade of their day of the week. Those of earlier days are
/// plain, so that their records and results stay what they are.
pub const WEEK_SINCE: WorldDate = WorldDate::new(2026, 12, 1);

/// A start near the end of a game for one, whose moves can be taken back by moves. The first page plays what
/// leads to it by itself, then waits for the visitor's move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Demo {
    /// The position from which the visitor plays.
    pub position: Position,
    /// The moves that lead from there back to where the page begins, as canonical texts.
    pub back: &'static [&'static str],
}

impl Manifest {
    /// A seeded game for one without names, sides, options, overlays, draws and limits.
    pub const BASE: Manifest = Manifest {
        name: "",
        tagline: "",
        designer: "",
        seats: 1..=1,
        sides: |_| &[],
        minutes: 1..=1,
        options: Vec::new,
        deal_options: Vec::new,
        grades: &[],
        former_grades: &[],
        plain_grade: "Any",
        week: [None; 7],
        first_grade: None,
        hardest: Vec::new,
        overlays: &[],
        draws_possible: false,
        seeded: true,
        on_paper: false,
        laid: false,
        next_round: NextRound::Alternate,
        surface: Surface::Wood,
        solve_limit: None,
        par_limit: None,
        first_look: None,
        phrases: &[],
        ornament: "M0-9L9 0 0 9-9 0zM0-4L4 0 0 4-4 0z",
        demo: None,
    };

    /// All grades that a seed may say, in the order of their places: those that are offered, then former
    /// ones.
    pub fn all_grades(&self) -> impl Iterator<Item = &'static Grade> + use<> {
        self.grades.iter().chain(self.former_grades)
    }

    /// The grade of the deal of a day; none where it is a plain one.
    #[must_use]
    pub fn grade_of_day(&self, date: WorldDate) -> Option<&'static Grade> {
        let place = self.week[date.weekday()].filter(|_| date >= WEEK_SINCE)?;
        self.grades.get(place)
    }

    /// What the deal of a day is called where days differ; none where they do not.
    #[must_use]
    pub fn name_of_day(&self, date: WorldDate) -> Option<&'static str> {
        let differ = date >= WEEK_SINCE && self.week.iter().any(Option::is_some);
        differ.then(|| self.grade_of_day(date).map_or(self.plain_grade, |grade| grade.label))
    }

    /// How many play, in words: `1`, `2`, `2 to 4`.
    #[must_use]
    pub fn players(&self) -> String {
        span(u16::from(*self.seats.start()), u16::from(*self.seats.end()))
    }

    /// How long a game takes, in words: `15 min`, `10 to 20 min`.
    #[must_use]
    pub fn duration(&self) -> String {
        span(*self.minutes.start(), *self.minutes.end()) + " min"
    }
}

fn span(low: u16, high: u16) -> String {
    if low == high { low.to_string() } else { format!("{low} to {high}") }
}

/// Who begins the next round of a match of two.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NextRound {
    /// Each player in turn.
    Alternate,
    /// The winner of the last round.
    Winner,
}

/// What a table is covered with, or made of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Surface {
    /// Green felt.
    Felt,
    /// Planks.
    Wood,
    /// A light cloth.
    Linen,
}

impl Surface {
    /// All of them.
    pub const ALL: [Surface; 3] = [Surface::Felt, Surface::Wood, Surface::Linen];

    /// The text in forms, cookies and style sheets.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Surface::Felt => "felt",
            Surface::Wood => "wood",
            Surface::Linen => "linen",
        }
    }
}

/// Marks that the drawing always holds and the page shows on request: elements of class [`Overlay::class`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Overlay {
    /// Follows `mark-` in the class name.
    pub id: &'static str,
    /// The text beside the switch.
    pub label: &'static str,
}

impl Overlay {
    /// The class of the elements that the switch shows. They also have `display="none"`.
    #[must_use]
    pub fn class(&self) -> String {
        format!("mark-{}", self.id)
    }
}
