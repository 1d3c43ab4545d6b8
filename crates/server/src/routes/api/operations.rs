//! Operations of the API: each is a handler and what the document says about it.

use crate::routes::method::{self, Answering};
use crate::routes::state::AppState;
use axum::handler::Handler;
use utoipa::__dev::SchemaReferences;
use utoipa_axum::PathItemExt;
use utoipa_axum::router::UtoipaMethodRouter;

/// The operations of one address. As `utoipa_axum::routes`, but of handlers that have one type, as [`method`]
/// says.
macro_rules! operations {
    ($($module:ident::$handler:ident),+) => {{
        let operations = <utoipa_axum::router::UtoipaMethodRouter<AppState>>::default();
        $(let operations = utoipa_axum::paste! {
            operations::with::<$module::[<__path_ $handler>], _, _>(operations, $module::$handler)
        };)+
        operations
    }};
}

pub(super) use operations;

/// Adds an operation, which the type `P` describes: `utoipa::path` makes it.
pub(super) fn with<P, H, T>(
    (mut schemas, mut paths, mut methods): UtoipaMethodRouter<AppState>,
    handler: H,
) -> UtoipaMethodRouter<AppState>
where
    P: utoipa::Path + SchemaReferences,
    H: Handler<T, AppState, Future = Answering> + Sync,
{
    P::schemas(&mut schemas);
    paths.add_path_operation(P::path(), P::methods(), P::operation());
    for one in P::methods() {
        methods = methods.merge(method::on(one.to_method_filter(), handler.clone()));
    }
    (schemas, paths, methods)
}
