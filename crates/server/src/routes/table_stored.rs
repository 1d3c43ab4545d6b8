//! What the page of a table shows of what the database knows.

use super::same_deal::rivals;
use crate::daily::dailies;
use crate::error::AppError;
use crate::live::table::LiveTable;
use crate::routes::state::AppState;
use crate::tables::events::shown::next_game;
use bagatelle_pages::Markup;
use bagatelle_pages::same_deal::{side_by_side, to_beat};
use bagatelle_pages::table::OfEvent;
use bagatelle_pages::today::OfDay;
use bagatelle_table::{Occupant, Table, Visitor, guest_name};
use std::collections::HashSet;
use std::sync::Arc;

/// What the page of a table shows of what the database knows.
pub(super) struct Stored {
    /// The visitor's name, or the one that is suggested.
    pub(super) name: String,
    /// The people whose messages the visitor does not want to read.
    pub(super) blocked: Arc<HashSet<String>>,
    /// How many moves over par the best other solution of the visitor whose puzzle it was is.
    pub(super) best: Option<i64>,
    /// The finished games of the same deal, or before the end what is to beat.
    pub(super) rivals: Option<Markup>,
    /// What the player of a deal of the day has done on its day.
    pub(super) of_day: Option<OfDay>,
    /// The event of which the game is a part.
    pub(super) event: Option<Event>,
}

/// The event of which a game is a part.
pub(super) struct Event {
    id: String,
    title: String,
    /// The game that the visitor has to play next: the id of its table, and what it is.
    next: Option<(String, String)>,
}

impl Event {
    async fn read(
        state: &AppState,
        live: &LiveTable,
        (visitor, over): (Option<&Visitor>, bool),
    ) -> Result<Option<Event>, AppError> {
        let Some((id, title)) = state.tables.store().event_of_table(live.id()).await? else {
            return Ok(None);
        };
        let visitor = visitor.filter(|visitor| over && visitor.has_account());
        let next = match visitor {
            Some(visitor) => next_game(&state.tables, &id, visitor.id()).await?,
            None => None,
        };
        Ok(Some(Event { id, title, next }))
    }

    pub(super) fn shown(&self) -> OfEvent<'_> {
        let next = self.next.as_ref().map(|(table, what)| (table.as_str(), what.as_str()));
        OfEvent { id: &self.id, title: &self.title, next }
    }
}

impl Stored {
    pub(super) async fn read(
        state: &AppState,
        live: &LiveTable,
        visitor: Option<&Visitor>,
    ) -> Result<Stored, AppError> {
        let table = live.lock().await;
        // The name fills the field of a visitor who may sit down; most tables are closed.
        let stranger = (!table.table().is_closed()).then(|| stranger(table.table()));
        let reader = visitor.filter(|reader| table.chat.iter().any(|said| said.person != reader.id()));
        let is_puzzle = table.table().is_over() && table.table().play().has_par();
        let player = is_puzzle.then(|| table.table().viewpoint(visitor)).filter(|player| player.owner);
        let is_compared = table.table().is_for_comparison();
        let spec = table.table().spec();
        // Others need no look.
        let may_be_of_event = spec.terms.unaided;
        let over = table.table().is_over().then(|| spec.clone());
        // If another player had this deal first, there may be a result to beat.
        let challenged = (over.is_none() && spec.first_of_deal() != spec.id).then(|| spec.clone());
        drop(table);
        Ok(Stored {
            rivals: match (over.as_ref().filter(|_| is_compared), &challenged) {
                (Some(spec), _) => Some(side_by_side(&rivals(state, spec, visitor).await?)),
                (None, Some(spec)) => to_beat(&rivals(state, spec, visitor).await?),
                (None, None) => None,
            },
            event: match may_be_of_event {
                true => Event::read(state, live, (visitor, over.is_some())).await?,
                false => None,
            },
            of_day: match &over {
                Some(spec) => dailies::of_day(&state.tables, spec).await?,
                None => None,
            },
            name: match stranger {
                Some(stranger) => state.name_or_guest(visitor, &stranger).await?,
                None => String::new(),
            },
            blocked: match reader {
                Some(reader) => state.tables.blocked_by(reader.id()).await?,
                None => Arc::default(),
            },
            best: match player.and_then(|player| player.id) {
                Some(person) => {
                    state.tables.store().best_besides(live.id(), &person, live.game().id()).await?
                }
                None => None,
            },
        })
    }
}

/// The name that is suggested to a visitor without an id: the same each time the page is drawn, and not one
/// that is taken.
fn stranger(table: &Table) -> String {
    let taken = |name: &String| table.seating().iter().filter_map(Occupant::person).any(|p| p.name == *name);
    let mut names = (0..=table.seating().len()).map(|n| guest_name(&format!("{}{n}", table.id())));
    names.find(|name| !taken(name)).unwrap_or_default()
}
