//! Replays, games that continue from a ply, and uploaded records.

use crate::{Extent, Refused, Reply};
use bagatelle_core::Turn;
use bagatelle_core::record::Record;
use bagatelle_pages::refusal::RecordRefusal;
use bagatelle_pages::replay::{RecordsPage, ReplayPage};
use bagatelle_table::{
    Fork, NewGame, Rejection, Replay, ReplayView, SeatRequest, Table, Viewpoint, seat_request,
};
use serde_json::Map;

/// What of a game is shown, and to whom.
pub struct Look<'a> {
    /// The viewer.
    pub viewpoint: &'a Viewpoint,
    /// As whom: the text in the address; empty for the usual view.
    pub view: &'a str,
    /// After how many actions; the newest if there is none.
    pub ply: Option<usize>,
    /// The visitor's name so far.
    pub name: &'a str,
    /// The address of the site, without a slash at the end.
    pub base: &'a str,
}

/// The game at a ply, or the part of the page that changes.
///
/// # Errors
/// When there is no such view, or it shows something that is still hidden.
pub fn show(table: &Table, look: &Look<'_>, extent: Extent) -> Result<Reply, Refused> {
    let view: Option<ReplayView> = match look.view {
        "" => None,
        text => Some(text.parse().map_err(|()| Refused::NotFound)?),
    };
    let replay = Replay::new(table, look.viewpoint, view, look.ply)?;
    let page = ReplayPage { replay: &replay, name: look.name, base: look.base };
    Ok(Reply::Html(if extent.is_part() { page.part(extent.shown()) } else { page.page() }))
}

/// How a game is to go on from a ply.
pub struct PlayOn<'a> {
    /// After how many actions.
    pub ply: usize,
    /// Who takes the other seats, as in the form of a new game; empty if the visitor plays all seats.
    pub program: &'a str,
    /// The visitor's seat.
    pub sit: Option<u8>,
    /// The visitor's name.
    pub name: String,
}

/// A new game that begins with the first actions of a table.
///
/// # Errors
/// When the table still hides something.
pub fn play_on(table: &Table, wish: PlayOn<'_>) -> Result<NewGame, Refused> {
    let record = table.public_record().ok_or(Rejection::Hidden)?;
    let mut record = Record { more: Map::new(), ..record };
    record.actions.truncate(wish.ply);
    let others = match wish.program {
        "" => Vec::new(),
        program => vec![seat_request(program.to_owned())],
    };
    let fork = Fork { record, table: Some(table.id().to_owned()) };
    Ok(NewGame::continued(fork, others, wish.sit, wish.name))
}

/// The page that takes records.
#[must_use]
pub fn records(base: &str) -> Reply {
    Reply::Html(RecordsPage { base, ..RecordsPage::default() }.page())
}

/// The page that takes records, with a text that was refused and why.
#[must_use]
pub fn refused_record(text: &str, why: &RecordRefusal) -> Reply {
    Reply::Html(RecordsPage { text, refusal: Some(why), ..RecordsPage::default() }.page())
}

/// A new game from a record. The visitor takes all seats. If hands are hidden and the game is not over,
/// the other seats stay open, so that no player has seen an opponent's cards.
///
/// # Errors
/// When the record is refused; the error tells at which action and why.
pub fn read(text: &str, name: String) -> Result<NewGame, Refused> {
    let fork = Fork::read(text)?;
    let game = bagatelle_catalog::game_of(&fork.record)?;
    let play = game.open(&fork.record)?;
    let is_secret = game.hidden() && play.seats() > 1 && play.turn() != Turn::Over;
    let others = if is_secret { vec![SeatRequest::Open] } else { Vec::new() };
    Ok(NewGame::continued(fork, others, None, name))
}
