//! What the page of a table shows.

use bagatelle_session::Beside;
use bagatelle_table::{Millis, Person, Rating, Table, Viewpoint};

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
#[derive(Clone, Copy, PartialEq, Debug, Default)]
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
}
