//! Bodies of requests, whose errors say what is wrong and repeat no part of what was sent.

use super::error::ApiError;
use super::plain::is_plain;
use crate::error::code::Code;
use crate::http::values;
use crate::limits::VALUES;
use axum::body::Bytes;
use axum::extract::rejection::BytesRejection;
use axum::extract::{FromRequest, Request};
use axum::http::header::CONTENT_TYPE;
use axum::http::{HeaderMap, StatusCode};
use serde::de::DeserializeOwned;
use serde_json::error::Category;

/// A JSON body.
pub struct Body<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for Body<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<Body<T>, ApiError> {
        if !is_json(request.headers()) {
            let how = "Send the body as JSON, with `Content-Type: application/json`.";
            return Err(ApiError::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, Code::NotJson, how));
        }
        let body = whole(request, state).await?;
        values::check(&body, VALUES)?;
        read(&body).map(Body)
    }
}

async fn whole<S: Send + Sync>(request: Request, state: &S) -> Result<Bytes, ApiError> {
    let error = |rejection: BytesRejection| match rejection.status() {
        status @ StatusCode::PAYLOAD_TOO_LARGE => {
            ApiError::new(status, Code::TooLarge, "The body is too large.")
        }
        status => ApiError::new(status, Code::BadRequest, "The body isn’t what its headers announced."),
    };
    Bytes::from_request(request, state).await.map_err(error)
}

fn is_json(headers: &HeaderMap) -> bool {
    let media = headers.get(CONTENT_TYPE).and_then(|media| media.to_str().ok()).unwrap_or_default();
    let media = media.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
    media == "application/json" || media.starts_with("application/") && media.ends_with("+json")
}

fn read<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, ApiError> {
    let mut json = serde_json::Deserializer::from_slice(bytes);
    let read = serde_path_to_error::deserialize(&mut json);
    let (field, error) = match read {
        Ok(value) => match json.end() {
            Ok(()) => return Ok(value),
            Err(error) => (String::new(), error),
        },
        Err(error) => (error.path().to_string(), error.into_inner()),
    };
    let (line, column) = (error.line(), error.column());
    if error.classify() != Category::Data {
        let why = format!("The body stops being valid JSON at line {line}, column {column}.");
        return Err(ApiError::new(StatusCode::BAD_REQUEST, Code::NotJson, why));
    }
    let message = error.to_string();
    let missing = message.strip_prefix("missing field `").and_then(|rest| rest.split('`').next());
    if let Some(missing) = missing {
        let why = format!("The body has no `{missing}`: see /api/v1/openapi.json.");
        return Err(ApiError::unprocessable(Code::BadBody, why));
    }
    let field = match is_plain(&field) {
        true => format!(" at `{field}`"),
        false => String::new(),
    };
    let why = format!(
        "The body doesn’t match the document{field}, line {line}, column {column}: see /api/v1/openapi.json."
    );
    Err(ApiError::unprocessable(Code::BadBody, why))
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::body::to_bytes;
    use axum::response::IntoResponse;
    use serde::Deserialize;
    use serde_json::Value;

    #[derive(Deserialize, Debug)]
    #[serde(deny_unknown_fields)]
    struct Inner {
        number: u8,
    }

    #[derive(Deserialize, Debug)]
    #[serde(deny_unknown_fields)]
    struct Outer {
        inner: Inner,
    }

    async fn refused(text: &str) -> (u16, Value) {
        let response = read::<Outer>(text.as_bytes()).err().unwrap().into_response();
        let status = response.status().as_u16();
        let body = to_bytes(response.into_body(), 10_000).await.unwrap();
        (status, serde_json::from_slice(&body).unwrap())
    }

    #[tokio::test]
    async fn what_is_wrong_is_said_and_nothing_is_sent_back() {
        let (status, json) = refused("{\"inner\": {\"number\": \"SECRET\"}}").await;
        assert_eq!((status, &json["code"]), (422, &"bad-body".into()));
        let why = json["error"].as_str().unwrap();
        assert!(why.contains("at `inner.number`, line 1") && !why.contains("SECRET"), "{why}");
        for broken in ["", "{", "{\"inner\": {\"number\": 3}} SECRET", "SECRET"] {
            let (status, json) = refused(broken).await;
            assert_eq!((status, &json["code"]), (400, &"not-json".into()), "{broken}");
            assert!(!json.to_string().contains("SECRET"));
        }
        let long = format!("{{\"{}\": 1}}", "x".repeat(500));
        let (status, json) = refused(&long).await;
        assert!(status == 422 && json.to_string().len() < 200, "{json}");
        let read = read::<Outer>(b"{\"inner\": {\"number\": 3}}").ok();
        assert_eq!(read.map(|outer| outer.inner.number), Some(3));
    }
}
