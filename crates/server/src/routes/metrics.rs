//! Figures for Prometheus, in the OpenMetrics format, at a separate address: measurements
//! (`meters`), and current states when the figures are requested.

use crate::observability::meters::resident_bytes;
use crate::routes::method::get;
use crate::routes::state::AppState;
use axum::Router;
use axum::extract::State;
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use prometheus_client::encoding::text::encode;
use prometheus_client::metrics::counter::ConstCounter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::{ConstGauge, Gauge};
use prometheus_client::metrics::info::Info;
use prometheus_client::registry::{Registry, Unit};
use std::sync::atomic::AtomicU64;

/// What the format is called.
const MEDIA: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

/// The one route of the address for figures.
pub fn router(state: AppState) -> Router {
    Router::new().route("/metrics", get(metrics)).with_state(state)
}

async fn metrics(State(state): State<AppState>) -> Response {
    match render(&state).await {
        Ok(text) => ([(CONTENT_TYPE, MEDIA)], text).into_response(),
        Err(error) => {
            tracing::error!(%error, "the figures cannot be written");
            StatusCode::INTERNAL_SERVER_ERROR.into_response()
        }
    }
}

/// All figures as they are now.
///
/// # Errors
/// When one cannot be written as text.
pub async fn render(state: &AppState) -> Result<String, std::fmt::Error> {
    let tables = &state.tables;
    let mut all = Registry::default();
    if let Some(bytes) = resident_bytes("self") {
        // The name that tools know, without a prefix.
        let help = "Memory that the process holds";
        let bytes = ConstGauge::new(i64::try_from(bytes).unwrap_or(i64::MAX));
        all.register_with_unit("process_resident_memory", help, Unit::Bytes, bytes);
    }
    let registry = all.sub_registry_with_prefix("bagatelle");
    tables.registry().meters().register(registry);

    let counts = tables.store().write_counts();
    let help = "Appends to logs that were written, new games included";
    registry.register("appends", help, ConstCounter::new(counts.appends));
    let help = "Transactions that held these appends: fewer, since those of a moment share one";
    registry.register("append_transactions", help, ConstCounter::new(counts.transactions));
    let fails = i64::from(tables.store().writes_fail());
    registry.register("writes_fail", "1 while the last write failed", ConstGauge::new(fails));
    let help = "How long the oldest write has waited that is not answered";
    let oldest = ConstGauge::new(tables.store().oldest_write().as_secs_f64());
    registry.register_with_unit("write_oldest", help, Unit::Seconds, oldest);

    let help = "How far the clock is ahead of that of the database";
    let ahead = ConstGauge::new(tables.registry().drift().ahead() as f64 / 1000.0);
    registry.register_with_unit("clock_ahead", help, Unit::Seconds, ahead);
    let held = i64::try_from(tables.registry().in_memory().await.len()).unwrap_or(i64::MAX);
    registry.register("games_in_memory", "Games that are held in memory", ConstGauge::new(held));
    let (waiting, oldest) = (Family::<_, Gauge>::default(), Family::<_, Gauge<f64, AtomicU64>>::default());
    for (kind, count, age) in tables.jobs().pool().waiting() {
        let labels = [("kind", kind)];
        waiting.get_or_create(&labels).set(i64::try_from(count).unwrap_or(i64::MAX));
        oldest.get_or_create(&labels).set(age.as_secs_f64());
    }
    registry.register("jobs_waiting", "Jobs that wait for a place to work", waiting);
    let help = "How long the oldest of the jobs that wait has waited";
    registry.register_with_unit("jobs_oldest", help, Unit::Seconds, oldest);
    let version = Info::new([("version", env!("CARGO_PKG_VERSION"))]);
    registry.register("build", "The program", version);

    let mut text = String::new();
    encode(&mut text, &all)?;
    Ok(text)
}
