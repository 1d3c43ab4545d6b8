//! How deals can be checked: the page that explains it, and the pages that verify games and records.

use super::html::{Answer, html};
use crate::error::AppError;
use crate::routes::extract::{BaseAddress, VisitedTable};
use crate::routes::large_forms::RecordForm;
use crate::routes::method::{get, post};
use crate::routes::state::AppState;
use axum::Router;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::IntoResponse;
use bagatelle_catalog::{Verification, verify};
use bagatelle_core::program::Allowance;
use bagatelle_core::record::{Record, RecordError};
use bagatelle_pages::fairness::{FairnessPage, VerifyPage};
use bagatelle_pages::refusal::RecordRefusal;
use bagatelle_pages::urls::pattern;
use bagatelle_table::{Fork, Rejection};

/// The routes.
pub fn routes() -> Router<AppState> {
    Router::new()
        .route(pattern::FAIRNESS, get(explained))
        .route(pattern::VERIFY, get(empty).merge(post(sent)))
        .route(pattern::TABLE_VERIFY, get(table))
}

async fn explained(BaseAddress(base): BaseAddress) -> Answer {
    Ok(html(FairnessPage { base: &base }.page()))
}

/// Verifies a record, which may take a while to read.
async fn verified(
    state: &AppState,
    read: impl FnOnce() -> Result<Record, RecordError> + Send + 'static,
) -> Result<(Verification, Record), AppError> {
    let verified = move |_: &Allowance<'_>| {
        let record = read()?;
        verify(&record).map(|verification| (verification, record))
    };
    let verified: Result<_, RecordError> = state.tables.registry().answer(verified).await?;
    verified.map_err(|error| AppError::from(Rejection::from(error)))
}

/// Verifies how a finished game was dealt.
async fn table(
    State(state): State<AppState>,
    VisitedTable(live): VisitedTable,
    BaseAddress(base): BaseAddress,
) -> Answer {
    let table = live.lock().await.table().clone();
    let record = table.is_over().then(|| table.public_record()).flatten().ok_or(Rejection::Sealed)?;
    let (verification, record) = verified(&state, || Ok(record)).await?;
    let found = Some((&verification, &record));
    let page = VerifyPage { table: Some(live.id()), found, base: &base, ..VerifyPage::default() };
    Ok(html(page.page()))
}

async fn empty(BaseAddress(base): BaseAddress) -> Answer {
    Ok(html(VerifyPage { base: &base, ..VerifyPage::default() }.page()))
}

/// Verifies a record that was sent.
async fn sent(State(state): State<AppState>, form: RecordForm) -> Answer {
    let page = VerifyPage { text: &form.record, ..VerifyPage::default() };
    let text = form.record.clone();
    match verified(&state, move || Ok(Fork::read(&text)?.record)).await {
        Ok((verification, record)) => {
            Ok(html(VerifyPage { found: Some((&verification, &record)), ..page }.page()))
        }
        Err(AppError::Rejected(why)) => {
            let page = VerifyPage { refusal: Some(&RecordRefusal::from(&why)), ..page };
            Ok((StatusCode::UNPROCESSABLE_ENTITY, html(page.page())).into_response())
        }
        Err(error) => Err(error),
    }
}
