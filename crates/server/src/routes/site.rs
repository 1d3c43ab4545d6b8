//! What lets browsers keep and install the site: its service worker, manifest and icons, and the document
//! that shows pages made in the browser.

use super::html::Answer;
use super::media::unless_known;
use crate::error::AppError;
use crate::routes::method::get;
use crate::routes::state::AppState;
use crate::routes::web_app;
use axum::Router;
use axum::extract::Path;
use axum::http::HeaderMap;
use axum::http::header::CONTENT_TYPE;
use axum::response::IntoResponse;
use bagatelle_pages::urls::{self, pattern};

/// A browser asks each time whether there is another one, so that a new version is found at once.
const CHECKED: &str = "no-cache";
/// Yesterday's icon or manifest does no harm.
const A_DAY: &str = "public, max-age=86400";

/// The routes.
pub fn routes() -> Router<AppState> {
    Router::new()
        .route(pattern::OFFLINE, get(shell))
        .route(
            pattern::WORKER,
            get(async |headers: HeaderMap| file(&urls::worker(), CHECKED, &headers).await),
        )
        .route(
            pattern::MANIFEST,
            get(async |headers: HeaderMap| file(&urls::manifest(), A_DAY, &headers).await),
        )
        .route(
            pattern::ICON,
            get(async |Path(name): Path<String>, headers: HeaderMap| {
                file(&urls::icon(&name), A_DAY, &headers).await
            }),
        )
}

/// The document. It has no tag, since it comes as its visitor wants pages to look.
async fn shell() -> Answer {
    let file = web_app::served()?.file(&urls::offline()).ok_or(AppError::NotFound)?;
    Ok(([(CONTENT_TYPE, file.media)], &*file.bytes).into_response())
}

/// A file of the site, unless the asker has it already.
async fn file(address: &str, cache: &'static str, headers: &HeaderMap) -> Answer {
    let file = web_app::served()?.file(address).ok_or(AppError::NotFound)?;
    let version = blake3::hash(&file.bytes).to_hex();
    let respond = async || Ok(([(CONTENT_TYPE, file.media)], &*file.bytes).into_response());
    unless_known(&version[..16], cache, headers, respond).await
}
