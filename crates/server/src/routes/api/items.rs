//! The items of lists in JSON.

use serde_json::Value;

/// The items of a list; none where there is no list.
pub fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}
