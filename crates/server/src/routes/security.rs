//! What every response has in common: security headers, and the check that our own page requested a change.

use crate::error::code::Code;
use crate::error::{AppError, is_api};
use crate::http::address::peer;
use crate::http::cookies;
use crate::http::public_url::PublicUrl;
use crate::routes::state::AppState;
use axum::extract::Request;
use axum::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, COOKIE, HOST, ORIGIN, REFERRER_POLICY,
    STRICT_TRANSPORT_SECURITY, X_CONTENT_TYPE_OPTIONS,
};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, Version};
use axum::response::Response;
use bagatelle_pages::urls;
use std::net::IpAddr;

/// Scripts and styles come from here only, nothing is inline, and no other site may frame a page.
/// `'wasm-unsafe-eval'` lets a page and its workers compile WebAssembly, of which `connect-src` says where it
/// comes from; it lets no script be made from text.
const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; style-src \
    'self'; font-src 'self'; \
                      img-src 'self'; connect-src 'self'; manifest-src 'self'; form-action 'self'; base-uri \
                      'none'; \
                      frame-ancestors 'none'";
/// What a worker may do: its script has a policy of its own, and none from the page.
const WORKER_POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'";

/// The part of the policy that only a header can say.
const FOR_HEADERS: &str = "; frame-ancestors 'none'";

/// The policy of pages that are files: the part that a page itself can state.
#[must_use]
pub fn policy_of_files() -> String {
    POLICY.replace(FOR_HEADERS, "")
}

/// For which host a request is.
enum Host {
    Ours,
    Another,
    /// It names none, or several.
    Unclear,
}

impl Host {
    fn of(request: &Request, public_url: Option<&PublicUrl>) -> Host {
        let mut named = request.headers().get_all(HOST).iter();
        match (named.next(), named.next()) {
            (Some(host), None) if is_host(host.as_bytes(), public_url) => Host::Ours,
            (Some(_), None) => Host::Another,
            // The first version of HTTP knows no hosts, and some health checks still speak it.
            (None, _) if request.version() < Version::HTTP_11 => Host::Ours,
            _ => Host::Unclear,
        }
    }
}

/// What the headers of an answer depend on.
pub struct Headers {
    host: Host,
    /// Whether it is for the script of a worker.
    worker: bool,
    https: bool,
}

impl Headers {
    /// What a request says about its host.
    pub fn of(state: &AppState, request: &Request) -> Headers {
        Headers {
            host: Host::of(request, state.public_url.as_ref()),
            worker: is_worker(request.uri().path()),
            https: state.is_https(peer(request.extensions()), request.headers()),
        }
    }

    /// Why the request is not answered, if it is for another host, or does not say for which.
    pub fn refusal(&self) -> Option<AppError> {
        match self.host {
            Host::Ours => None,
            Host::Another => Some(AppError::WrongHost),
            Host::Unclear => {
                Some(AppError::Known(Code::BadRequest, "the request must name its host exactly once"))
            }
        }
    }

    /// Adds the headers that keep pages safe. Headers that matter only for a document, which a browser shows
    /// by itself, are not sent with other files: a page needs twenty of those.
    pub fn put(&self, state: &AppState, mut response: Response) -> Response {
        let unchanged = response.status() == StatusCode::NOT_MODIFIED;
        let headers = response.headers_mut();
        cookies::finish(headers, state.base(), self.https);
        let media = headers.get(CONTENT_TYPE).map_or(&b""[..], HeaderValue::as_bytes);
        let is = |name: &str| media.starts_with(name.as_bytes());
        let html = is("text/html");
        let document = html || is("image/svg+xml");
        // The program's own style and scripts are the same for all, so other sites learn nothing from them.
        let public = is("text/css") || is("text/javascript");
        let mut set = |name, value| headers.insert(name, HeaderValue::from_static(value));
        set(X_CONTENT_TYPE_OPTIONS, "nosniff");
        // Below a path, other pages of the host would be bound by it, too.
        if state.public_url.as_ref().is_some_and(|url| url.is_https() && url.base().is_none()) {
            set(STRICT_TRANSPORT_SECURITY, "max-age=31536000");
        }
        if !public {
            set(HeaderName::from_static("cross-origin-resource-policy"), "same-origin");
        }
        if document {
            set(CONTENT_SECURITY_POLICY, POLICY);
            // The address of a table is its key: other sites do not learn it.
            set(REFERRER_POLICY, "same-origin");
            set(HeaderName::from_static("cross-origin-opener-policy"), "same-origin");
            set(HeaderName::from_static("permissions-policy"), "camera=(), microphone=(), geolocation=()");
        }
        if self.worker {
            headers.insert(CONTENT_SECURITY_POLICY, HeaderValue::from_static(WORKER_POLICY));
        }
        // After an answer that says “not modified”, the earlier headers stay valid.
        if !unchanged && !headers.contains_key(CACHE_CONTROL) {
            headers.insert(CACHE_CONTROL, HeaderValue::from_static("private, no-cache"));
        }
        response
    }
}

/// Whether a path is that of the script of a worker: `sw.js`, or a module whose name ends so.
fn is_worker(path: &str) -> bool {
    path.ends_with(&urls::worker()) || (path.contains("/assets/") && path.ends_with("worker.js"))
}

/// Whether a request is for this server. A server with a public address accepts its host, and the addresses
/// and names of machines that a proxy or a health check uses; a server without one accepts any host. Pages
/// name the host in links, so it holds nothing but a host.
fn is_host(host: &[u8], public_url: Option<&PublicUrl>) -> bool {
    let plain = |b: &u8| b.is_ascii_alphanumeric() || b".-_:[]".contains(b);
    let Some(host) =
        std::str::from_utf8(host).ok().filter(|host| host.len() <= 255 && host.bytes().all(|b| plain(&b)))
    else {
        return false;
    };
    let name = |host: &str| place("", host).0;
    let host = name(host);
    let Some(url) = public_url else { return !host.is_empty() };
    let public = name(url.host());
    let machine = host.trim_matches(['[', ']']).parse::<IpAddr>().is_ok();
    host == public || machine || host == "localhost"
}

/// Whether the request is carried out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wanted {
    /// It is, and its answer may set cookies.
    Yes,
    /// It is, and its answer sets no cookie, which would take the place of the visitor's own.
    WithoutCookies,
    /// It is not.
    No,
}

/// Whether the visitor wants this request: it is neither a change that another site's page requests in the
/// visitor's name (cross-site request forgery), nor a request whose answer would replace the visitor's cookie
/// with that of a new visitor. From another site, a browser sends us no cookie, but still sets the one in the
/// answer.
///
/// Browsers tell where a request comes from in `Sec-Fetch-Site`, or at least in `Origin`. A request with
/// neither of the two does not come from a browser of the last ten years.
pub fn is_wanted(request: &Request, public_url: Option<&PublicUrl>) -> Wanted {
    if matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS) {
        return Wanted::Yes;
    }
    let (cookie, path) = (request.headers().contains_key(COOKIE), request.uri().path());
    match is_ours(request.headers(), public_url) {
        Some(true) => Wanted::Yes,
        // Pages of other sites may use the API, by a token.
        _ if !cookie && is_api(path) => Wanted::WithoutCookies,
        // A program that is not a browser. It has no business with accounts of visitors.
        None if !cookie && !path.starts_with("/me") => Wanted::WithoutCookies,
        _ => Wanted::No,
    }
}

/// Whether a request comes from a page of this server; `None` if it does not tell.
fn is_ours(headers: &HeaderMap, public_url: Option<&PublicUrl>) -> Option<bool> {
    if let Some(site) = headers.get("sec-fetch-site") {
        return Some(site == "same-origin" || site == "none");
    }
    let origin = headers.get(ORIGIN)?;
    let text = |name| headers.get(name).and_then(|value| value.to_str().ok());
    let Some((scheme, origin)) = origin.to_str().ok().and_then(|origin| origin.split_once("://")) else {
        return Some(false);
    };
    let is_public = |url: &PublicUrl| {
        url.is_https() == (scheme == "https") && place(scheme, url.host()) == place(scheme, origin)
    };
    // A proxy may have written its own name for this machine into the host.
    let same_host = text(HOST).is_some_and(|host| place(scheme, host) == place(scheme, origin));
    Some(same_host || public_url.is_some_and(is_public))
}

/// A host by its name and port: letters are in lower case, there is no dot at the end, and the usual port of
/// the scheme is left out.
fn place(scheme: &str, host: &str) -> (String, u16) {
    let usual = if scheme.eq_ignore_ascii_case("https") { 443 } else { 80 };
    let split = host.rsplit_once(':').and_then(|(name, port)| Some((name, port.parse().ok()?)));
    let (name, port) = split.unwrap_or((host, usual));
    (name.strip_suffix('.').unwrap_or(name).to_ascii_lowercase(), port)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_server_answers_for_its_own_host() {
        let url: PublicUrl = "https://Games.example:8443/x/".parse().unwrap();
        let public = Some(&url);
        for host in ["games.example", "GAMES.example:8443", "127.0.0.1:8080", "[::1]:8080", "localhost"] {
            assert!(is_host(host.as_bytes(), public), "{host}");
        }
        for host in ["evil.example", "games.example.evil.example", "", "games.example/x", "a b"] {
            assert!(!is_host(host.as_bytes(), public), "{host}");
        }
        assert!(is_host(b"anything.example:81", None) && is_host(b"box", None));
        for host in ["", "a\"b", "a/b", "a@b", "<b>"] {
            assert!(!is_host(host.as_bytes(), None), "{host}");
        }
    }

    #[test]
    fn only_our_own_pages_may_ask_for_changes() {
        let asked = |pairs: &[(&'static str, &'static str)]| {
            let mut headers = HeaderMap::new();
            for (name, value) in pairs {
                headers.insert(*name, HeaderValue::from_static(value));
            }
            is_ours(&headers, Some(&"https://Games.example".parse().unwrap()))
        };
        let told = &asked;
        let asked = |pairs: &[(&'static str, &'static str)]| told(pairs).unwrap();
        assert!(asked(&[("sec-fetch-site", "same-origin")]));
        assert!(!asked(&[
            ("sec-fetch-site", "cross-site"),
            ("origin", "http://a.example"),
            ("host", "a.example")
        ]));
        assert!(!asked(&[("sec-fetch-site", "same-site")]));
        assert!(asked(&[("origin", "http://a.example:8080"), ("host", "a.example:8080")]));
        for (origin, host) in [
            ("https://a.example", "a.example:443"),
            ("https://a.example:443", "A.example"),
            ("http://a.example", "a.example:80"),
            ("http://[::1]", "[::1]:80"),
            ("http://[::1]:8080", "[::1]:8080"),
            ("http://A.Example.", "a.example"),
            ("https://games.example", "127.0.0.1:8080"),
        ] {
            assert!(asked(&[("origin", origin), ("host", host)]), "{origin} {host}");
        }
        for (origin, host) in [
            ("https://a.example", "a.example:80"),
            ("https://a.example:8443", "a.example"),
            ("http://a.example:81", "a.example:82"),
            ("http://a.example.b.example", "a.example"),
            ("http://games.example", "127.0.0.1:8080"),
            ("https://a.example:x", "a.example"),
        ] {
            assert!(!asked(&[("origin", origin), ("host", host)]), "{origin} {host}");
        }
        assert!(!asked(&[("origin", "http://b.example"), ("host", "a.example")]));
        assert!(!asked(&[("origin", "null"), ("host", "a.example")]));
        assert_eq!(told(&[("host", "a.example")]), None, "it does not tell");
    }
}
