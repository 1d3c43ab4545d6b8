//! Routes by method, whose handlers have all one type once they are registered.
//!
//! axum keeps the type of each handler in a dozen types around it, and the compiler proves for each of them
//! that the handler's future can be sent to another thread. That was a third of the time that this crate took
//! to compile. Here it is proved once for each handler.

use crate::routes::state::AppState;
use axum::extract::Request;
use axum::handler::Handler;
use axum::response::Response;
use axum::routing::{MethodFilter, MethodRouter};
use std::pin::Pin;
use std::sync::Arc;

/// An answer that is being made.
pub type Answering = Pin<Box<dyn Future<Output = Response> + Send>>;

/// A handler, of whatever arguments and answer.
#[derive(Clone)]
struct Endpoint(Arc<dyn Fn(Request, AppState) -> Answering + Send + Sync>);

impl Handler<(), AppState> for Endpoint {
    type Future = Answering;

    fn call(self, request: Request, state: AppState) -> Answering {
        (self.0)(request, state)
    }
}

/// A route on which this handler answers requests of these methods.
pub fn on<H, T>(methods: MethodFilter, handler: H) -> MethodRouter<AppState>
where
    H: Handler<T, AppState, Future = Answering> + Sync,
{
    axum::routing::on(methods, Endpoint(Arc::new(move |request, state| handler.clone().call(request, state))))
}

/// A route on which this handler answers GET, and HEAD without a body.
pub fn get<H, T>(handler: H) -> MethodRouter<AppState>
where
    H: Handler<T, AppState, Future = Answering> + Sync,
{
    on(MethodFilter::GET, handler)
}

/// A route on which this handler answers POST.
pub fn post<H, T>(handler: H) -> MethodRouter<AppState>
where
    H: Handler<T, AppState, Future = Answering> + Sync,
{
    on(MethodFilter::POST, handler)
}
