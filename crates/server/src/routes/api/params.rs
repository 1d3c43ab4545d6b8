//! Parameters of requests, whose errors name the one that cannot be read.

use super::error::ApiError;
use super::plain::is_plain;
use crate::error::code::Code;
use axum::extract::FromRequestParts;
use axum::http::StatusCode;
use axum::http::request::Parts;
use serde::de::DeserializeOwned;

/// The parameters behind the question mark.
pub struct Params<T>(pub T);

impl<S: Sync, T: DeserializeOwned> FromRequestParts<S> for Params<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _state: &S) -> Result<Params<T>, ApiError> {
        read(parts.uri.query().unwrap_or_default()).map(Params)
    }
}

fn read<T: DeserializeOwned>(query: &str) -> Result<T, ApiError> {
    let pairs = serde_urlencoded::Deserializer::new(form_urlencoded::parse(query.as_bytes()));
    serde_path_to_error::deserialize(pairs).map_err(|error| {
        let message = error.inner().to_string();
        let twice = message.strip_prefix("duplicate field `").and_then(|rest| rest.split('`').next());
        let path = error.path().to_string();
        let name = twice.unwrap_or(&path);
        let why = match (twice, is_plain(name)) {
            (Some(_), true) => format!("The parameter `{name}` appears more than once."),
            (None, true) => {
                format!("The parameter `{name}` doesn’t match the document: see /api/v1/openapi.json.")
            }
            (_, false) => "The parameters don’t match the document: see /api/v1/openapi.json.".into(),
        };
        ApiError::new(StatusCode::BAD_REQUEST, Code::BadRequest, why)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::body::to_bytes;
    use axum::response::IntoResponse;
    use serde::Deserialize;
    use serde_json::Value;

    #[derive(Deserialize, PartialEq, Debug)]
    struct Query {
        limit: Option<u32>,
        #[serde(default)]
        turn: bool,
    }

    async fn refused(query: &str) -> String {
        let response = read::<Query>(query).err().unwrap().into_response();
        assert_eq!(response.status(), 400, "{query}");
        let body = to_bytes(response.into_body(), 10_000).await.unwrap();
        let json: Value = serde_json::from_slice(&body).unwrap();
        assert_eq!(json["code"], "bad-request");
        json["error"].as_str().unwrap().to_owned()
    }

    #[tokio::test]
    async fn the_parameter_that_cannot_be_read_is_named_and_nothing_is_sent_back() {
        for (query, name) in [
            ("limit=SECRET", "limit"),
            ("turn=true&limit=-1", "limit"),
            ("limit=99999999999", "limit"),
            ("limit=3&turn=SECRET", "turn"),
            ("limit=3&limit=4", "limit"),
        ] {
            let why = refused(query).await;
            assert!(why.contains(&format!("`{name}`")) && !why.contains("SECRET"), "{query}: {why}");
        }
        assert_eq!(read::<Query>("limit=3&other=x").ok(), Some(Query { limit: Some(3), turn: false }));
        assert_eq!(read::<Query>("").ok(), Some(Query { limit: None, turn: false }));
    }
}
