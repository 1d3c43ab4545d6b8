//! Names that are taken.

use super::AppError;
use bagatelle_store::StoreError;

/// That an account has the name is a fault of the request, not of the store.
///
/// # Errors
/// When the name is taken, or the store fails.
pub fn free_name<T>(result: Result<T, StoreError>) -> Result<T, AppError> {
    match result {
        Err(StoreError::Conflict) => {
            Err(AppError::refused("that name is taken, or looks too much like one that is: choose another"))
        }
        result => Ok(result?),
    }
}
