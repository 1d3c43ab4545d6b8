//! Looking back: any game at any ply as its reader may see it, playing on from there, records that people bring, and the
//! picture that goes with a link.
//!
//! What a reader may see at a ply is decided in [`Replay::of`]: the view that they had then, and more only once the game is
//! over.

use crate::Shared;
use crate::deal::{self, Chair, Order, Source};
use crate::http::{status, words};
use crate::line::Line;
use crate::live::{GameError, Live, Reader};
use crate::origin::Begun;
use crate::pages::replay as pages;
use crate::picture::Preview;
use crate::terms::Terms;
use crate::visitor::Visitor;
use crate::web::{Answer, known_or_fresh, to, trouble};
use axum::Form;
use axum::extract::{DefaultBodyLimit, Path, Query, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG, IF_NONE_MATCH};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::IntoResponse;
use axum::routing::{get, post};
use bagatelle_catalog::Table;
use bagatelle_core::record::{LARGEST, Record};
use bagatelle_core::{Seat, Turn, Viewer};
use serde::Deserialize;
use std::fmt;
use std::str::FromStr;

/// The largest form that brings a record: most signs of JSON take three bytes in a form.
const LARGEST_FORM: usize = 3 * LARGEST + 1024;

/// The routes.
pub fn routes() -> axum::Router<Shared> {
    axum::Router::new()
        .route("/g/{id}/replay", get(show))
        .route("/g/{id}/play-on", post(play_on))
        .route("/g/{id}/picture.png", get(picture))
        .route("/records", get(bring).post(brought).layer(DefaultBodyLimit::max(LARGEST_FORM)))
}

/// Through whose eyes a game is looked back at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Eye {
    /// As a seat or a spectator saw it.
    Of(Viewer),
    /// With everything open.
    All,
}

impl fmt::Display for Eye {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Eye::Of(Viewer::Seat(seat)) => write!(f, "{}", seat.0),
            Eye::Of(Viewer::Spectator) => f.write_str("spectator"),
            Eye::All => f.write_str("all"),
        }
    }
}

impl FromStr for Eye {
    type Err = ();
    fn from_str(text: &str) -> Result<Eye, ()> {
        match text {
            "spectator" => Ok(Eye::Of(Viewer::Spectator)),
            "all" => Ok(Eye::All),
            seat => seat.parse().map(|seat| Eye::Of(Viewer::Seat(Seat(seat)))).map_err(|_| ()),
        }
    }
}

/// A game at one of its plies, through somebody's eyes.
pub struct Replay<'a> {
    /// The game.
    pub live: &'a Live,
    /// As it stands now.
    pub line: &'a Line,
    /// The table at the ply.
    pub table: Box<dyn Table>,
    /// How many actions there are by now.
    pub plies: usize,
    /// Through whose eyes it is shown.
    pub eye: Eye,
    /// Through whose eyes the reader may look.
    pub eyes: Vec<Eye>,
}

impl<'a> Replay<'a> {
    /// The game at a ply (the last one if it has not come that far) through the eyes that the reader asks for. Where nothing
    /// is hidden all eyes see the same; where something is, readers see what they saw at the time, until the game is over.
    ///
    /// # Errors
    /// [`GameError::Hidden`] if the reader may not look through these eyes yet.
    pub fn of(
        live: &'a Live,
        line: &'a Line,
        reader: &Reader,
        asked: Option<Eye>,
        ply: Option<usize>,
    ) -> Result<Replay<'a>, GameError> {
        let plies = line.table.ply();
        let table = line.table.at(ply.unwrap_or(plies));
        let hidden = live.entry.hidden();
        let eyes = match hidden {
            false => vec![Eye::Of(Viewer::Spectator)],
            true if !line.is_over() => vec![Eye::Of(reader.viewer)],
            true => {
                let seats = Seat::all(table.seats()).map(|seat| Eye::Of(Viewer::Seat(seat)));
                let beside = (table.seats() > 1).then_some(Eye::Of(Viewer::Spectator));
                let all = table.draw_open().map(|_| Eye::All);
                seats.chain(beside).chain(all).collect()
            }
        };
        let own =
            eyes.iter().find(|eye| **eye == Eye::Of(reader.viewer) && (reader.plays() || !line.is_over()));
        let eye = match asked.filter(|_| hidden) {
            Some(eye) if !eyes.contains(&eye) => return Err(GameError::Hidden),
            Some(eye) => eye,
            None => own.or(eyes.last()).copied().unwrap_or(Eye::Of(Viewer::Spectator)),
        };
        Ok(Replay { live, line, table, plies, eye, eyes })
    }

    /// The ply that is shown.
    #[must_use]
    pub fn ply(&self) -> usize {
        self.table.ply()
    }

    /// For whom the sentences and figures are made.
    #[must_use]
    pub fn viewer(&self) -> Viewer {
        match self.eye {
            Eye::Of(viewer) => viewer,
            Eye::All => Viewer::Spectator,
        }
    }

    /// The picture.
    #[must_use]
    pub fn draw(&self) -> String {
        let open = || self.table.draw_open().filter(|_| self.eye == Eye::All);
        open().unwrap_or_else(|| self.table.draw(self.viewer()))
    }

    /// The address of a ply, through the same eyes.
    #[must_use]
    pub fn address(&self, ply: impl fmt::Display) -> String {
        self.address_as(self.eye, ply)
    }

    /// The address of a ply through other eyes.
    #[must_use]
    pub fn address_as(&self, eye: Eye, ply: impl fmt::Display) -> String {
        match self.eyes.len() {
            1 => format!("/g/{}/replay?ply={ply}", self.live.row.id),
            _ => format!("/g/{}/replay?as={eye}&ply={ply}", self.live.row.id),
        }
    }

    /// Whether everything about the game may be told.
    #[must_use]
    pub fn is_open(&self) -> bool {
        !self.live.entry.hidden() || self.line.is_over()
    }

    /// Whether it can be played on from here: the reader may see all of it, and there is something to play.
    #[must_use]
    pub fn may_play_on(&self) -> bool {
        self.is_open() && self.table.turn() != Turn::Over
    }
}

#[derive(Deserialize)]
struct At {
    ply: Option<usize>,
    #[serde(rename = "as")]
    eye: Option<String>,
}

/// A replay, or, for the page's script, the part of it that changes.
async fn show(
    State(shared): State<Shared>,
    Path(id): Path<String>,
    Query(at): Query<At>,
    headers: HeaderMap,
) -> Answer {
    let live = shared.games.get(&id).await.map_err(trouble(&shared))?;
    let visitor = shared.visitor(&headers).await;
    let name = shared.name_of(visitor.as_ref()).await.map_err(|e| trouble(&shared)(e.into()))?;
    let line = live.line().await;
    let reader = live.reader(visitor.as_ref(), &line);
    let eye = at.eye.and_then(|eye| eye.parse().ok());
    let replay = Replay::of(&live, &line, &reader, eye, at.ply).map_err(trouble(&shared))?;
    if headers.contains_key("x-part") {
        return Ok(pages::table(&replay, &name).into_response());
    }
    Ok(pages::full(&shared.assets, &replay, &name, &shared.address(&headers)).into_response())
}

#[derive(Deserialize)]
struct PlayOn {
    ply: usize,
    #[serde(default)]
    program: String,
    sit: Option<u8>,
    #[serde(default)]
    name: String,
}

/// A new game that begins with the first actions of this one.
async fn play_on(
    State(shared): State<Shared>,
    Path(id): Path<String>,
    headers: HeaderMap,
    Form(form): Form<PlayOn>,
) -> Answer {
    let live = shared.games.get(&id).await.map_err(trouble(&shared))?;
    let line = live.line().await;
    let record = live.public_record(&line).ok_or(GameError::Hidden).map_err(trouble(&shared))?;
    drop(line);
    let mut record = Record { more: serde_json::Map::new(), ..record };
    record.actions.truncate(form.ply);
    let others = match form.program.as_str() {
        "" => Vec::new(),
        program => vec![deal::chair(program.to_owned())],
    };
    let begun = Begun { record, game: Some(id) };
    let made = make(&shared, &headers, begun, others, form.sit, form.name).await;
    let (id, cookie) = made.map_err(trouble(&shared))?;
    Ok(to(&format!("/g/{id}"), cookie))
}

async fn make(
    shared: &Shared,
    headers: &HeaderMap,
    begun: Begun,
    others: Vec<Chair>,
    sit: Option<u8>,
    name: String,
) -> Result<(String, Option<HeaderValue>), GameError> {
    let (visitor, cookie) = known_or_fresh(shared, headers).await?;
    Ok((deal::make(&shared.games, &visitor, order(begun, others, sit, name)).await?, cookie))
}

fn order(begun: Begun, others: Vec<Chair>, sit: Option<u8>, name: String) -> Order {
    Order {
        game: begun.record.game.clone(),
        options: serde_json::Value::Null,
        wish: serde_json::Value::Null,
        source: Source::Begun(Box::new(begun)),
        others,
        sit: Some(sit.unwrap_or(0)),
        name,
        terms: Terms::default(),
        best_of: 1,
    }
}

/// Makes a game of a visitor's own from a record in JSON, and returns its id. The visitor takes all seats, or, where hands are
/// hidden and the game is not over, the first one.
///
/// # Errors
/// When the record is refused; the error says at which action and why.
pub async fn keep(shared: &Shared, visitor: &Visitor, text: &str) -> Result<String, GameError> {
    let begun = Begun::read(text)?;
    let entry = bagatelle_catalog::entry_of(&begun.record)?;
    let table = entry.open(&begun.record)?;
    let secret = entry.hidden() && table.seats() > 1 && table.turn() != Turn::Over;
    let others = if secret { vec![Chair::Open] } else { Vec::new() };
    let name = match shared.name_of(Some(visitor)).await? {
        name if name.is_empty() => "Guest".into(),
        name => name,
    };
    deal::make(&shared.games, visitor, order(begun, others, None, name)).await
}

async fn bring(State(shared): State<Shared>) -> Answer {
    Ok(pages::records(&shared.assets, "", None).into_response())
}

#[derive(Deserialize)]
struct Brought {
    #[serde(default)]
    record: String,
}

/// A record that somebody brings: their own game, or the page again with what is wrong.
async fn brought(State(shared): State<Shared>, headers: HeaderMap, Form(form): Form<Brought>) -> Answer {
    let kept = async {
        let (visitor, cookie) = known_or_fresh(&shared, &headers).await?;
        Ok((keep(&shared, &visitor, &form.record).await?, cookie))
    };
    match kept.await {
        Ok((id, cookie)) => Ok(to(&format!("/g/{id}/replay?ply=0"), cookie)),
        Err(error) if status(&error) == StatusCode::UNPROCESSABLE_ENTITY => {
            let page = pages::records(&shared.assets, &form.record, Some(&words(&error)));
            Ok((status(&error), page).into_response())
        }
        Err(error) => Err(trouble(&shared)(error)),
    }
}

/// The board as a spectator sees it, as a picture for links.
async fn picture(
    State(shared): State<Shared>,
    Path(id): Path<String>,
    Query(at): Query<At>,
    headers: HeaderMap,
) -> Answer {
    let live = shared.games.get(&id).await.map_err(trouble(&shared))?;
    let line = live.line().await;
    let preview = Preview {
        game: id,
        version: line.version(),
        ply: at.ply.unwrap_or(usize::MAX).min(line.table.ply()),
    };
    let tag = HeaderValue::from_str(&format!("\"{}-{}\"", preview.version, preview.ply));
    let tag = tag.map_err(|e| trouble(&shared)(GameError::Machine(e.into())))?;
    let head = [(CACHE_CONTROL, HeaderValue::from_static("public, max-age=60")), (ETAG, tag.clone())];
    if headers.get(IF_NONE_MATCH) == Some(&tag) {
        return Ok((StatusCode::NOT_MODIFIED, head).into_response());
    }
    let svg = line.table.at(preview.ply).draw(Viewer::Spectator);
    drop(line);
    let png = shared.pictures.png(preview, svg).await;
    let png = png.map_err(|e| trouble(&shared)(GameError::Machine(e)))?;
    Ok((head, [(CONTENT_TYPE, "image/png")], png).into_response())
}
