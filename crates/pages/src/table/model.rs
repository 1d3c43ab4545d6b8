//! What the page of a table shows.

use crate::day::OfDay;
use bagatelle_catalog::{Moment, Story};
use bagatelle_core::Outcome;
use bagatelle_core::present::{Fact, Offer, Step};
use bagatelle_session::Beside;
use bagatelle_table::{Millis, Person, Rating, Table, Viewpoint};
use maud::Markup;

/// One text of a chat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ChatEntry<'a> {
    /// Its number in the chat of the table, from 0.
    pub number: usize,
    /// The id of the speaker.
    pub person: &'a str,
    /// The alias of the speaker on this reader's pages, at every table.
    pub alias: &'a str,
    /// The speaker's name.
    pub name: &'a str,
    /// What was said.
    pub text: &'a str,
}

/// The people around a table.
#[derive(Clone, Copy, Debug, Default)]
pub struct Company<'a> {
    /// The ids of seated people who are not connected, each with the time at which that began.
    pub away: &'a [(String, Millis)],
    /// How many visitors without a seat are connected.
    pub watching: usize,
    /// The ratings to show, each with the id of the player.
    pub ratings: &'a [(String, Rating)],
    /// The ids of players that are marked as bots.
    pub bots: &'a [String],
    /// What was said, oldest first.
    pub chat: &'a [ChatEntry<'a>],
    /// The finished games of the same deal, this one among them, as
    /// [`side_by_side`](crate::same_deal::side_by_side) draws them; before the end what is
    /// [to beat](crate::same_deal::to_beat). `None` if others can’t play it.
    pub rivals: Option<&'a Markup>,
    /// What the player of a deal of the day has done on its day.
    pub of_day: Option<&'a OfDay>,
    /// The event of which the game is a part.
    pub event: Option<OfEvent<'a>>,
}

/// The event of which a game is a part.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OfEvent<'a> {
    /// Its id.
    pub id: &'a str,
    /// What it is called.
    pub title: &'a str,
    /// The game that the reader has to play next: the id of its table, and what it is: `Round 2`.
    pub next: Option<(&'a str, &'a str)>,
}

impl Company<'_> {
    pub(super) fn away_since(&self, person: &Person) -> Option<Millis> {
        self.away.iter().find(|(id, _)| *id == person.id).map(|(_, since)| *since)
    }

    pub(super) fn is_bot(&self, person: &Person) -> bool {
        self.bots.contains(&person.id)
    }

    pub(super) fn rating(&self, person: &Person) -> Option<&Rating> {
        self.ratings.iter().find(|(id, _)| *id == person.id).map(|(_, rating)| rating)
    }
}

/// From where the address of the page can be opened.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Reach<'a> {
    /// From other machines, too, as far as the server can tell.
    #[default]
    Anywhere,
    /// Only from the machine that the server runs on, because it listens to no other.
    ThisMachine {
        /// The port that it listens on.
        port: u16,
    },
    /// Only from this machine, but the server has an address in the network besides.
    Network {
        /// That address, without a slash at the end.
        base: &'a str,
    },
}

/// What a page has only where a server sends it, to browsers without scripts, too, and for several people. A
/// browser that makes pages itself need not know how it is drawn.
#[derive(Clone, Copy)]
pub struct Served {
    pub(super) chat: fn(&Drawing<'_>) -> Markup,
    pub(super) invitation: fn(&Drawing<'_>) -> Markup,
    pub(super) questions: fn(&Drawing<'_>) -> Markup,
    pub(super) planned: fn(&Drawing<'_>, &PlannedMoves) -> Markup,
    pub(super) without_script: fn(&Drawing<'_>) -> Markup,
}

impl Served {
    /// All of it.
    pub const ALL: Served = Served {
        chat: |drawing| drawing.chat(),
        invitation: |drawing| drawing.invitation(),
        questions: |drawing| drawing.between_people(),
        planned: |drawing, planned| drawing.planned_moves(planned),
        without_script: |drawing| drawing.without_script(),
    };
}

/// What the player whose page it is has planned.
#[derive(Clone, PartialEq, Debug)]
pub struct PlannedMoves {
    /// How many lines are kept.
    pub lines: usize,
    /// What became of a plan.
    pub told: Option<String>,
    /// What can be planned here.
    pub board: Planning,
}

/// What a player can plan on the page of a table.
#[derive(Clone, PartialEq, Debug)]
pub enum Planning {
    /// Nothing now.
    Nothing,
    /// Lines, on a page of their own.
    Lines,
    /// The next move, once the player begins to.
    Next,
    /// The next move: the drawing with what can be planned, and the picks.
    Picks {
        /// The drawing.
        svg: String,
        /// What can be planned.
        offers: Vec<Offer>,
    },
    /// It is planned.
    Kept {
        /// The drawing.
        svg: String,
        /// How it is picked.
        path: Vec<Step>,
        /// The action.
        action: String,
        /// It in a sentence.
        told: String,
    },
}

/// A table, as a visitor sees it.
#[derive(Clone, Copy)]
pub struct TablePage<'a> {
    /// The table.
    pub table: &'a Table,
    /// Who looks at it.
    pub viewpoint: &'a Viewpoint,
    /// The visitor's name so far; needed only while a seat can be taken.
    pub name: &'a str,
    /// The people around it.
    pub company: Company<'a>,
    /// What is shown beside it: the hint, the par, the grade, detours and the review.
    pub beside: &'a Beside<'a>,
    /// How many moves over par the visitor's best other solution in this game without help is.
    pub best: Option<i64>,
    /// The number of changes besides the events: chat, presence, hints.
    pub revision: u64,
    /// The time now.
    pub now: Millis,
    /// The address of the server, without a slash at the end.
    pub base: &'a str,
    /// From where that address can be opened; needed only while a seat is open.
    pub reach: Reach<'a>,
    /// What only the page of a server has; `None` where a browser makes it.
    pub served: Option<Served>,
    /// What the visitor has planned; `None` where nothing ever is.
    pub planned: Option<&'a PlannedMoves>,
}

/// A page being drawn: what several of its regions need is made once.
pub(super) struct Drawing<'a> {
    pub(super) page: &'a TablePage<'a>,
    pub(super) table: &'a Table,
    pub(super) viewpoint: &'a Viewpoint,
    pub(super) svg: String,
    pub(super) moments: Vec<Moment>,
    pub(super) facts: Vec<Fact>,
    pub(super) story: Story,
    pub(super) outcome: Option<Outcome>,
    /// Where commands are sent.
    pub(super) act: String,
}
