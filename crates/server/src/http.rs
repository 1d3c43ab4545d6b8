//! What every answer has in common: errors in plain words, security headers, and the check that a change was asked for by
//! our own page.

use crate::Shared;
use crate::live::GameError;
use crate::pages;
use axum::extract::{Request, State};
use axum::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, COOKIE, HOST, ORIGIN, REFERRER_POLICY,
    X_CONTENT_TYPE_OPTIONS,
};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

/// Scripts and styles come from here only, nothing is inline, and no other site may frame a page.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; \
                      form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/// The status that goes with an error.
#[must_use]
pub fn status(error: &GameError) -> StatusCode {
    match error {
        GameError::NotFound => StatusCode::NOT_FOUND,
        GameError::NotYours | GameError::Hidden => StatusCode::FORBIDDEN,
        GameError::Outdated => StatusCode::CONFLICT,
        GameError::NotYourTurn
        | GameError::TooLate
        | GameError::NoSolver
        | GameError::Impossible(_)
        | GameError::Record(_)
        | GameError::Refused(_) => StatusCode::UNPROCESSABLE_ENTITY,
        GameError::Store(_) | GameError::Machine(_) => StatusCode::INTERNAL_SERVER_ERROR,
    }
}

/// What people are told: the error itself, unless it is ours and not theirs.
#[must_use]
pub fn words(error: &GameError) -> String {
    if status(error).is_server_error() {
        tracing::error!(%error, "a request failed");
        return "Something went wrong here. Your game is safe as it was; please try again.".into();
    }
    sentence(&error.to_string())
}

/// A refusal as a sentence: with a capital, and a full stop.
#[must_use]
pub fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    let mut sentence: String =
        letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect());
    if !sentence.ends_with(['.', '!', '?']) {
        sentence.push('.');
    }
    sentence
}

/// An error as a page.
pub struct Trouble<'a>(pub &'a Shared, pub GameError);

impl IntoResponse for Trouble<'_> {
    fn into_response(self) -> Response {
        let heading = match self.1 {
            GameError::NotFound => "There is nothing here",
            _ => "That did not work",
        };
        let page = pages::trouble(&self.0.assets, heading, &words(&self.1));
        (status(&self.1), page).into_response()
    }
}

/// Adds the headers that keep pages safe.
pub async fn headers(request: Request, next: Next) -> Response {
    let mut response = next.run(request).await;
    let headers = response.headers_mut();
    for (name, value) in [
        (CONTENT_SECURITY_POLICY, POLICY),
        (X_CONTENT_TYPE_OPTIONS, "nosniff"),
        // The address of a game is its key: it is told to nobody else.
        (REFERRER_POLICY, "same-origin"),
        (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
        (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
        (HeaderName::from_static("permissions-policy"), "camera=(), microphone=(), geolocation=()"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    let html = headers.get(CONTENT_TYPE).is_some_and(|v| v.as_bytes().starts_with(b"text/html"));
    if html && !headers.contains_key(CACHE_CONTROL) {
        headers.insert(CACHE_CONTROL, HeaderValue::from_static("private, no-cache"));
    }
    response
}

/// Refuses a change that another site's page asks for in a visitor's name (cross-site request forgery).
///
/// Browsers say where a request comes from, in `Sec-Fetch-Site` or at least in `Origin`. What has a cookie and says
/// neither is no browser of the last ten years.
pub async fn same_site(State(shared): State<Shared>, request: Request, next: Next) -> Response {
    let safe = matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS);
    // Nobody is to be logged in to another's account either, for which no cookie is needed.
    let anybody = !request.headers().contains_key(COOKIE) && !request.uri().path().starts_with("/me");
    if safe || anybody || is_ours(request.headers()) {
        return next.run(request).await;
    }
    let page = pages::trouble(&shared.assets, "That did not work", "The request came from another site.");
    (StatusCode::FORBIDDEN, page).into_response()
}

fn is_ours(headers: &HeaderMap) -> bool {
    if let Some(site) = headers.get("sec-fetch-site") {
        return site == "same-origin" || site == "none";
    }
    match (headers.get(ORIGIN), headers.get(HOST)) {
        (Some(origin), Some(host)) => origin
            .to_str()
            .ok()
            .and_then(|o| o.split_once("://"))
            .is_some_and(|(_, o)| o.as_bytes() == host.as_bytes()),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_our_own_pages_may_ask_for_changes() {
        let asked = |pairs: &[(&'static str, &'static str)]| {
            let mut headers = HeaderMap::new();
            for (name, value) in pairs {
                headers.insert(*name, HeaderValue::from_static(value));
            }
            is_ours(&headers)
        };
        assert!(asked(&[("sec-fetch-site", "same-origin")]));
        assert!(!asked(&[
            ("sec-fetch-site", "cross-site"),
            ("origin", "http://a.example"),
            ("host", "a.example")
        ]));
        assert!(!asked(&[("sec-fetch-site", "same-site")]));
        assert!(asked(&[("origin", "http://a.example:8080"), ("host", "a.example:8080")]));
        assert!(!asked(&[("origin", "http://b.example"), ("host", "a.example")]));
        assert!(!asked(&[("origin", "null"), ("host", "a.example")]));
        assert!(!asked(&[("host", "a.example")]));
    }
}
