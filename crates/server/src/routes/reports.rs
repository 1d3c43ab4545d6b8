//! Reports to the moderators, and people who block each other: the part that pages and the API
//! share.

use crate::error::AppError;
use crate::http::address::Address;
use crate::http::quotas::Making;
use crate::live::table::LiveTable;
use crate::routes::state::AppState;
use crate::tables::events::Kept;
use bagatelle_core::Seat;
use bagatelle_pages::moderation::LONGEST_NOTE;
use bagatelle_store::{ChatMessage, NewReport};
use bagatelle_table::{DELETED_ACCOUNT, Occupant, Visitor, plain_text};

/// A person against whom another one does something, and where they met.
#[derive(Clone, Debug)]
pub struct Against {
    /// The id.
    pub person: String,
    /// The name.
    pub name: String,
    /// What it is about.
    pub about: About,
}

/// What a person has against another one.
#[derive(Clone, Debug)]
pub enum About {
    /// At the other’s profile.
    Profile,
    /// At a table.
    Seat {
        /// Its id.
        table: String,
    },
    /// In the chat of a table.
    Text {
        /// Its id.
        table: String,
        /// The text.
        said: ChatMessage,
    },
    /// In an event of the other.
    Event {
        /// Its id.
        id: String,
        /// Its title.
        title: String,
    },
}

impl Against {
    /// The writer of a text, by its number in the chat of a table, and when it was sent, if that is given.
    ///
    /// # Errors
    /// When it is not there.
    pub async fn text(live: &LiveTable, number: usize, at: Option<i64>) -> Result<Against, AppError> {
        let state = live.lock().await;
        let said = state.chat.get(number).filter(|said| at.is_none_or(|at| said.at == at));
        let said = said.filter(|said| !said.text.is_empty()).cloned();
        let said = said.ok_or_else(|| AppError::refused("this message is no longer there"))?;
        Ok(Against {
            person: said.person.clone(),
            name: said.name.clone(),
            about: About::Text { table: live.id().to_owned(), said },
        })
    }

    /// The player on a seat.
    ///
    /// # Errors
    /// When no person has it.
    pub async fn seat(live: &LiveTable, seat: Seat) -> Result<Against, AppError> {
        let state = live.lock().await;
        let person = state.table().seating().get(seat.index()).and_then(Occupant::person);
        let person = person.ok_or_else(|| AppError::refused("no person has this seat"))?;
        Ok(Against {
            person: person.id.clone(),
            name: state.table().label(seat),
            about: About::Seat { table: live.id().to_owned() },
        })
    }

    /// The organizer of an event, who has written its title.
    ///
    /// # Errors
    /// When there is no such event, or the store fails.
    pub async fn event(state: &AppState, id: &str) -> Result<Against, AppError> {
        let Kept { id, event, .. } = state.tables.event(id).await?;
        let person = event.spec().organizer.clone();
        let name = state.tables.store().name_of(&person).await?;
        let name = name.unwrap_or_else(|| DELETED_ACCOUNT.to_owned());
        Ok(Against { person, name, about: About::Event { id, title: event.spec().title.clone() } })
    }
}

/// Notes a report.
///
/// # Errors
/// When it is about the visitor, the visitor has reported too much, or the store fails.
pub async fn report(
    state: &AppState,
    visitor: &Visitor,
    address: &Address,
    against: Against,
    note: &str,
) -> Result<(), AppError> {
    if against.person == visitor.id() {
        return Err(AppError::refused("that’s you"));
    }
    let note = plain_text(note);
    if note.chars().count() > LONGEST_NOTE {
        return Err(AppError::refused(format!("a report has at most {LONGEST_NOTE} characters")));
    }
    state.quotas.count(Making::Report, Some(visitor), address)?;
    let report = NewReport {
        at: state.tables.now(),
        reporter: visitor.id().to_owned(),
        person: against.person,
        name: against.name,
        note,
        ..NewReport::default()
    };
    let report = match against.about {
        About::Profile => report,
        About::Seat { table } => NewReport { table: Some(table), ..report },
        About::Text { table, said } => {
            NewReport { table: Some(table), said_at: Some(said.at), text: said.text, ..report }
        }
        About::Event { id, title } => NewReport { event: Some(id), text: title, ..report },
    };
    state.tables.store().report(&report).await?;
    Ok(())
}

/// Lets a visitor block a person.
///
/// # Errors
/// When the person is the visitor, the visitor has blocked too many, or the store fails.
pub async fn block(
    state: &AppState,
    visitor: &Visitor,
    address: &Address,
    against: &Against,
) -> Result<(), AppError> {
    if against.person == visitor.id() {
        return Err(AppError::refused("that’s you"));
    }
    state.quotas.count(Making::Report, Some(visitor), address)?;
    let store = state.tables.store();
    store.block(visitor.id(), &against.person, &against.name, state.tables.now()).await?;
    changed(state, visitor).await;
    Ok(())
}

/// Lets a visitor unblock the person who has this alias on the visitor's pages; returns whether there is one.
///
/// # Errors
/// When the store fails.
pub async fn unblock(state: &AppState, visitor: &Visitor, alias: &str) -> Result<bool, AppError> {
    let store = state.tables.store();
    let all = store.blocked_by(visitor.id()).await?;
    let found = all.into_iter().find(|one| state.secret.alias(visitor.id(), &one.person) == alias);
    let Some(found) = found else { return Ok(false) };
    store.unblock(visitor.id(), &found.person).await?;
    changed(state, visitor).await;
    Ok(true)
}

/// Updates the pages of a visitor who has blocked or unblocked a person.
async fn changed(state: &AppState, visitor: &Visitor) {
    state.tables.office().forget_blocks(visitor.id());
    for live in state.tables.registry().in_memory().await {
        if live.lock().await.table().involves(visitor.id()) {
            live.revise();
        }
    }
}
