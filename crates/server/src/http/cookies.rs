//! What all cookies have in common. Handlers set a cookie's content and its path on the server; the rest,
//! which depends on how visitors reach the server, is added as it goes out.

use axum::http::HeaderMap;
use axum::http::header::{HeaderValue, SET_COOKIE};
use axum_extra::extract::cookie::{Cookie, SameSite};
use bagatelle_pages::base::Base;

/// Limits each cookie to paths below the base path, and to https if it was set over https. No script can read
/// a cookie, and other sites do not send it.
pub fn finish(headers: &mut HeaderMap, base: Option<&Base>, https: bool) {
    if !headers.contains_key(SET_COOKIE) {
        return;
    }
    let cookies: Vec<HeaderValue> = headers.get_all(SET_COOKIE).iter().cloned().collect();
    headers.remove(SET_COOKIE);
    for text in cookies {
        let Some(mut cookie) = text.to_str().ok().and_then(|text| Cookie::parse(text.to_owned()).ok()) else {
            continue;
        };
        if let Some(base) = base {
            let path = base.address(cookie.path().unwrap_or("/"));
            cookie.set_path(path);
        }
        cookie.set_http_only(true);
        cookie.set_same_site(SameSite::Lax);
        cookie.set_secure(https);
        if let Ok(text) = HeaderValue::from_str(&cookie.to_string()) {
            headers.append(SET_COOKIE, text);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cookie_is_kept_from_scripts_and_other_sites_and_goes_where_it_is_needed() {
        let finished = |base: Option<&str>, https| {
            let mut headers = HeaderMap::new();
            for text in ["a=1.2; Path=/; Max-Age=60", "b=; Path=/game; Max-Age=0"] {
                headers.append(SET_COOKIE, HeaderValue::from_static(text));
            }
            let base = base.map(|base| base.parse().unwrap());
            finish(&mut headers, base.as_ref(), https);
            let texts: Vec<String> =
                headers.get_all(SET_COOKIE).iter().map(|text| text.to_str().unwrap().to_owned()).collect();
            texts
        };
        assert_eq!(
            finished(None, false),
            [
                "a=1.2; HttpOnly; SameSite=Lax; Path=/; Max-Age=60",
                "b=; HttpOnly; SameSite=Lax; Path=/game; Max-Age=0"
            ]
        );
        assert_eq!(
            finished(Some("/x/y"), true),
            [
                "a=1.2; HttpOnly; SameSite=Lax; Secure; Path=/x/y/; Max-Age=60",
                "b=; HttpOnly; SameSite=Lax; Secure; Path=/x/y/game; Max-Age=0"
            ]
        );
    }
}
