//! The stream of a caller: what happens at all the caller's games and to challenges. Each entry has a number;
//! a client that comes back with the last number that it has read gets all the entries that follow, once
//! each, from whichever server it reaches.

use super::caller::{Caller, Read, bearing};
use super::error::{ApiError, Problem};
use super::lines::{Numbered, respond};
use super::params::Params;
use crate::error::code::Code;
use crate::http::address::Address;
use crate::routes::state::{AppState, Stream};
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use bagatelle_store::{FeedEntry, News};
use futures_util::stream;
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;
use std::time::Duration;
use utoipa::{IntoParams, ToSchema};

/// How many entries are read at once.
const PAGE: u32 = 100;
/// How often the store is asked, in case a server was told nothing.
const LOOKED_AT: Duration = Duration::from_secs(15);

/// The kinds of entries.
#[derive(Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum EventKind {
    /// The stream begins. `number` is the one to come back with until the next entry.
    Connected,
    /// Another person challenges the caller.
    Challenge,
    /// A challenge of the caller is accepted: the game has the id of the challenge.
    Accepted,
    /// A challenge of the caller is declined.
    Declined,
    /// A challenge to the caller is withdrawn.
    Withdrawn,
    /// Another person invites the caller to a game with an open seat.
    Invited,
    /// Another person sits down at a game of the caller.
    SeatTaken,
    /// A game of the caller begins.
    Start,
    /// It is the caller's turn.
    Turn,
    /// Another player asks a question: `takeback`, `draw`, `pause` or `rematch`.
    Question,
    /// A game of the caller is over.
    End,
    /// A game follows one of the caller: the next round of a match, or a rematch.
    Next,
}

/// An entry in the caller's stream.
#[derive(Serialize, ToSchema)]
pub struct AccountEvent {
    /// Its number. The next entry has the next number.
    number: i64,
    /// When it happened, in milliseconds since 1970.
    at: i64,
    /// Its kind.
    kind: EventKind,
    /// The id of the game.
    #[serde(skip_serializing_if = "Option::is_none")]
    game: Option<String>,
    /// The id of the challenge.
    #[serde(skip_serializing_if = "Option::is_none")]
    challenge: Option<String>,
    /// The version of the position, for `turn`.
    #[serde(skip_serializing_if = "Option::is_none")]
    version: Option<u64>,
    /// The seat that was taken, or of the player who asks.
    #[serde(skip_serializing_if = "Option::is_none")]
    seat: Option<u8>,
    /// The question.
    #[serde(skip_serializing_if = "Option::is_none")]
    question: Option<String>,
    /// The id of the game that follows, for `next`.
    #[serde(skip_serializing_if = "Option::is_none")]
    next: Option<String>,
}

impl AccountEvent {
    fn new(number: i64, at: i64, kind: EventKind) -> AccountEvent {
        AccountEvent {
            number,
            at,
            kind,
            game: None,
            challenge: None,
            version: None,
            seat: None,
            question: None,
            next: None,
        }
    }
}

impl From<FeedEntry> for AccountEvent {
    fn from(FeedEntry { number, at, news }: FeedEntry) -> AccountEvent {
        let of = |kind| AccountEvent::new(number, at, kind);
        let about = |kind, challenge| AccountEvent { challenge: Some(challenge), ..of(kind) };
        let at_game = |kind, game| AccountEvent { game: Some(game), ..of(kind) };
        match news {
            News::Challenge { challenge } => about(EventKind::Challenge, challenge),
            News::Accepted { challenge } => {
                AccountEvent { game: Some(challenge.clone()), ..about(EventKind::Accepted, challenge) }
            }
            News::Declined { challenge } => about(EventKind::Declined, challenge),
            News::Withdrawn { challenge } => about(EventKind::Withdrawn, challenge),
            News::Invited { game } => at_game(EventKind::Invited, game),
            News::SeatTaken { game, seat } => {
                AccountEvent { seat: Some(seat), ..at_game(EventKind::SeatTaken, game) }
            }
            News::Start { game } => at_game(EventKind::Start, game),
            News::Turn { game, version } => {
                AccountEvent { version: Some(version), ..at_game(EventKind::Turn, game) }
            }
            News::Question { game, question, seat } => AccountEvent {
                question: Some(question),
                seat: Some(seat),
                ..at_game(EventKind::Question, game)
            },
            News::End { game } => at_game(EventKind::End, game),
            News::Next { game, next } => AccountEvent { next: Some(next), ..at_game(EventKind::Next, game) },
        }
    }
}

/// Where a stream is to begin.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct After {
    /// The last number that was read.
    after: Option<i64>,
}

/// What happens at the caller's games, and to challenges: as server-sent events, or as JSON lines with
/// `Accept: application/x-ndjson`. The first entry is `connected`; then come all entries that follow the
/// number in `after` or in the header `Last-Event-ID`, each once, and new ones as they happen. Without a
/// number only new ones come. Entries are kept for seven days: a client that comes back later gets 410, lists
/// its games, and begins again without a number.
#[utoipa::path(get, path = "/api/v1/stream", operation_id = "follow_news", security(("token" = ["read"])),
    params(After,
        ("Last-Event-ID" = Option<i64>, Header, description = "The same, as browsers send it.")),
    responses((status = 200, description = "A stream of entries.", content((AccountEvent =
        "text/event-stream"), (AccountEvent = "application/x-ndjson"))),
        (status = 400, body = Problem), (status = 410, body = Problem), (status = 429, body = Problem)))]
pub async fn follow(
    State(state): State<AppState>,
    Caller(visitor, ..): Caller<Read>,
    Params(After { after }): Params<After>,
    address: Address,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let header = headers.get("last-event-id").map(|id| id.to_str().ok().and_then(|id| id.parse().ok()));
    let after = match header {
        Some(None) => {
            let why = "The header `Last-Event-ID` must be the number of an entry.";
            return Err(ApiError::new(StatusCode::BAD_REQUEST, Code::BadHeader, why));
        }
        Some(number) => number,
        None => after,
    };
    let held = state.stream(Some(&visitor), &address)?;
    let mut watched = state.tables.registry().feeds().follow(visitor.id());
    watched.mark_unchanged();
    let span = state.tables.store().open_feed(visitor.id()).await?;
    let last = match after {
        None => span.last,
        Some(number) if (span.kept_after..=span.last).contains(&number) => number,
        Some(_) => {
            let why = "The entries after this number are no longer kept: list your games, and start without \
                a number.";
            return Err(ApiError::new(StatusCode::GONE, Code::TooOld, why));
        }
    };
    let first = AccountEvent::new(last, state.tables.now(), EventKind::Connected);
    let following = Following {
        person: visitor.id().to_owned(),
        last,
        waiting: VecDeque::from([first]),
        stopping: state.stopping.subscribe(),
        headers: headers.clone(),
        watched,
        state,
        _held: held,
    };
    let entries = stream::unfold(following, async |mut following| {
        let item = following.next().await?;
        Some((Numbered { number: item.number.to_string(), item }, following))
    });
    Ok(respond(&headers, entries))
}

/// A client that follows a feed.
struct Following {
    state: AppState,
    headers: HeaderMap,
    person: String,
    /// The number of the last entry that was read.
    last: i64,
    /// The entries that were read and not sent yet.
    waiting: VecDeque<AccountEvent>,
    watched: tokio::sync::watch::Receiver<u64>,
    stopping: tokio::sync::watch::Receiver<bool>,
    _held: Stream,
}

impl Following {
    /// The next entry; `None` at the end: the server stops, the token is no longer valid, or the store fails.
    async fn next(&mut self) -> Option<AccountEvent> {
        loop {
            if let Some(entry) = self.waiting.pop_front() {
                return Some(entry);
            }
            self.watched.mark_unchanged();
            // Asked each time, since the token may have been revoked.
            let bearing = bearing(&self.state, &self.headers).await.ok().flatten()?;
            if bearing.visitor.id() != self.person {
                return None;
            }
            let store = self.state.tables.store();
            let read = store.news(&self.person, self.last, PAGE).await;
            let read = read.inspect_err(|error| tracing::error!(%error, "a feed cannot be read")).ok()?;
            if let Some(entry) = read.last() {
                self.last = entry.number;
                self.waiting.extend(read.into_iter().map(AccountEvent::from));
                continue;
            }
            tokio::select! {
                changed = self.watched.changed() => changed.ok()?,
                _ = self.stopping.wait_for(|stop| *stop) => return None,
                () = tokio::time::sleep(LOOKED_AT) => (),
            }
        }
    }
}
