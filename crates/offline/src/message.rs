//! The messages between the page and the site, as JSON.

use bagatelle_core::present::{Evaluation, Review};
use bagatelle_session::Task;
use bagatelle_site::Extent;
use bagatelle_table::{Millis, SavedTable, Summary};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The fields of a form by their names.
pub type Form = BTreeMap<String, String>;

/// What is done with an address.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum Method {
    /// It is looked at.
    #[default]
    Get,
    /// A form is sent to it.
    Post,
}

/// The initial data of the site.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Start {
    /// The path below which the site is, with a slash at both ends: `/` or `/games/`.
    pub root: String,
    /// The scheme and host: `https://example.org`.
    pub origin: String,
    /// Whether there is a server, which then decides what the deals of the day are.
    pub served: bool,
    /// The names of the files that pages ask for: `bagatelle_pages::assets::names`.
    pub assets: String,
    /// What is remembered.
    pub memory: Memory,
    /// The tables that are stored.
    pub entries: Vec<Entry>,
}

/// A stored table as lists show it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    /// The table without its events.
    pub table: SavedTable,
    /// Where it stands.
    pub summary: Summary,
}

/// What is remembered besides the tables.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Memory {
    /// The visitor's name; empty for a guest.
    pub name: String,
    /// Which steps of lessons are done, as in the cookie of a server.
    pub learned: String,
    /// How each game was begun last, as in the cookie of a server.
    pub choices: BTreeMap<String, String>,
    /// Theme and motion, as in the cookie of a server.
    pub look: String,
    /// The seeds of the deals of the day that the server has told, by their world dates.
    pub days: BTreeMap<String, String>,
    /// The analyses that were begun, newest first: their ids, their games, and when.
    pub analyses: Vec<(String, String, Millis)>,
    /// The tables whose games are analysed, by the ids of the analyses.
    pub analysed: BTreeMap<String, String>,
    /// The visitor's seats in those games, by the ids of the analyses.
    pub seats: BTreeMap<String, u8>,
    /// The names of the reviews that are stored, newest first.
    pub reviews: Vec<String>,
}

/// A request.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Request {
    /// What is done with the address.
    pub method: Method,
    /// The address: path and query.
    pub path: String,
    /// The fields of the form.
    pub form: Form,
    /// Whether the part that changes is wanted, and not the whole page.
    pub part: bool,
    /// The time now.
    pub now: Millis,
    /// Random bytes, written in any way; different ones in each request.
    pub random: String,
    /// The table that the last response [needed](Response::need).
    pub stored: Option<SavedTable>,
    /// What is known of its deal.
    pub par: Option<KnownPar>,
    /// The id of the table that the last response needed, if none is stored under it.
    pub missing: Option<String>,
    /// The name of the text that the last response wanted to [read](Response::read), and the text if there is
    /// one.
    pub read: Option<(String, Option<String>)>,
}

impl Request {
    /// How much of the page is wanted. Nothing goes over a network, so nothing of a drawing is left out.
    pub(crate) fn extent(&self) -> Extent {
        let shown = || self.form.get("shown")?.parse().ok();
        if self.part { Extent::Part(shown()) } else { Extent::Page }
    }
}

/// A response.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Response {
    /// The status, as in HTTP.
    pub status: u16,
    /// The media type of the body.
    pub media: String,
    /// The body.
    pub body: String,
    /// The address that the browser is to go to.
    pub go: Option<String>,
    /// The table to send along when the same request is repeated: nothing has happened yet.
    pub need: Option<String>,
    /// The table to store before the answer is shown.
    pub keep: Option<Kept>,
    /// What to remember before the answer is shown.
    pub memory: Option<Memory>,
    /// The name of a text to send along when the same request is repeated: nothing has happened yet.
    pub read: Option<String>,
    /// A text to store under a name before the answer is shown.
    pub write: Option<(String, String)>,
    /// The names of texts that are no longer wanted.
    pub forget: Vec<String>,
    /// The table that the answer is about.
    pub watched: Option<Watched>,
}

/// A table to store.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Kept {
    /// The whole table.
    pub table: SavedTable,
    /// Where it stands.
    pub summary: Summary,
    /// What is known of its deal.
    pub par: Option<KnownPar>,
    /// How many events were stored before.
    pub after: usize,
}

/// Findings about a deal, which are not searched for again.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct KnownPar {
    /// How hard it is: the label of the grade.
    pub grade: Option<String>,
    /// The moves of the best solution, and the bound.
    pub par: Option<(u32, u32)>,
}

/// A stored review: it is valid for the moves that were played.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct KeptReview {
    /// All actions.
    pub actions: Vec<String>,
    /// What can be learned from them.
    pub review: Review<String>,
}

/// How far a table has come, for a page that shows it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Watched {
    /// Its id.
    pub id: String,
    /// The id of its game: what thinks makes its tables ready for it.
    pub game: String,
    /// A number that is another one after each change: `seq.revision`.
    pub version: String,
    /// The work to do for it, if any. Any other work under way must be ended.
    pub job: Option<Job>,
}

/// Long work, for a worker of its own.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Job {
    /// What tells it from other work.
    pub key: String,
    /// The address to which progress and results are sent: `/g/ID`.
    #[serde(default)]
    pub at: String,
    /// The table, where it is for one.
    pub table: Option<SavedTable>,
    /// The actions that were played for a person: a table that is made from a record does not know them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub played_for: Vec<usize>,
    /// What is to be done.
    pub task: Task,
    /// How much work may be spent, where that is not as usual.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub effort: Option<Effort>,
}

/// How much work may be spent.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Effort {
    /// This many milliseconds.
    Millis(f64),
    /// This many nodes, simulations or states: then the result is the same on every machine.
    Nodes(u64),
}

/// The report on an ongoing evaluation.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Evaluated {
    /// The key of the job.
    pub key: String,
    /// What was found so far.
    pub found: Evaluation<String>,
    /// How long that took, in milliseconds.
    pub took: f64,
}

/// The result of long work.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Done {
    /// The key of the job.
    pub key: String,
    /// The address of the job.
    pub at: String,
    /// What was found.
    pub found: Found,
}

/// What was found.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Found {
    /// The move of a program.
    Move {
        /// The action.
        action: String,
    },
    /// A solution, or nothing that helps.
    Solution {
        /// Whether something was found.
        any: bool,
        /// The actions.
        line: Vec<String>,
        /// What the command would print.
        json: serde_json::Value,
        /// A sentence or two.
        text: String,
    },
    /// How hard a deal is.
    Grade {
        /// The label of the grade, if there is one.
        label: Option<String>,
    },
    /// The par of a deal.
    Par {
        /// The moves of the best solution, and the bound.
        par: Option<(u32, u32)>,
    },
    /// The actions that made a solution longer, each with the moves it cost.
    Detours(Vec<(usize, u32)>),
    /// What can be learned from a game.
    Review(Box<Review<String>>),
    /// What a position is worth.
    Evaluation {
        /// What was found, if there is anything to say.
        found: Option<Evaluation<String>>,
        /// How long it took, in milliseconds.
        took: f64,
    },
    /// Nothing: the work made no sense.
    Nothing,
}
