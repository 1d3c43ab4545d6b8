//! Signed tokens, in a cookie or an `Authorization: Bearer` header.
//!
//! A token is `ID.SIGNATURE`: the id of a visitor, who needs no row, or of a session, which can be ended. The
//! signature is a keyed BLAKE3 hash of the id under the server's secret, so no one can forge tokens. Cookies
//! are read and written by `axum-extra`; the signature is our own, so that one token serves browsers and
//! programs, and tokens of older versions stay valid.

use crate::system::random;
use anyhow::{Context, Result, ensure};
use axum::http::HeaderMap;
use axum_extra::extract::cookie::{Cookie, CookieJar};
use axum_extra::headers::authorization::Bearer;
use axum_extra::headers::{Authorization, HeaderMapExt};
use bagatelle_store::create_private;
use data_encoding::HEXLOWER;
use std::path::Path;

/// The name of the cookie.
const COOKIE: &str = "visitor";
/// The name of the cookie of a browser that knows an account.
const FAMILIAR: &str = "familiar";
/// How long a browser keeps the cookie: 400 days, the longest that browsers allow.
const DAYS: i64 = 400;

/// The name of the secret in a data folder.
pub const SECRET_FILE: &str = "secret";

/// How many digits an alias has.
const ALIAS: usize = 16;

/// The server's secret, kept in the data folder, or in the database if that is a server of its own.
pub struct Secret([u8; 32]);

impl Secret {
    /// Reads the secret, or, where that is allowed, makes it, readable only by the owner of the process.
    ///
    /// # Errors
    /// When the file cannot be read or made, or is damaged; when it is missing and `make` is false.
    pub fn open(data: &Path, make: bool) -> Result<Secret> {
        let path = data.join(SECRET_FILE);
        let name = || path.display().to_string();
        if !path.try_exists().with_context(name)? {
            ensure!(
                make,
                "{} is missing. Without it all guests lose their games and all players are logged out. Put \
                 it back, or create a new one with --new-secret",
                name()
            );
            Secret::random()?.write(data)?;
        }
        let bytes = std::fs::read(&path).with_context(name)?;
        ensure!(bytes.len() == 32, "{}: a secret has 32 bytes, but this file has {}", name(), bytes.len());
        let mut secret = [0; 32];
        secret.copy_from_slice(&bytes);
        Ok(Secret(secret))
    }

    /// A new secret.
    ///
    /// # Errors
    /// When the system gives no random numbers.
    pub fn random() -> Result<Secret> {
        Ok(Secret(random::bytes()?))
    }

    /// Writes the secret to a data folder that has none, readable by the owner of the process only.
    ///
    /// # Errors
    /// When the file cannot be made, or is there.
    pub fn write(&self, data: &Path) -> Result<()> {
        let path = data.join(SECRET_FILE);
        let written = create_private(&path).and_then(|mut file| {
            std::io::Write::write_all(&mut file, &self.0).and_then(|()| file.sync_all())
        });
        written.with_context(|| path.display().to_string())
    }

    /// The secret in its stored form: 64 hexadecimal digits.
    #[must_use]
    pub fn to_text(&self) -> String {
        HEXLOWER.encode(&self.0)
    }

    /// Reads what [`Secret::to_text`] has written.
    ///
    /// # Errors
    /// When the text is anything else.
    pub fn from_text(text: &str) -> Result<Secret> {
        let bytes = HEXLOWER.decode(text.as_bytes()).ok().and_then(|bytes| bytes.try_into().ok());
        Ok(Secret(bytes.context("the secret in the database is damaged: it has 64 hexadecimal digits")?))
    }

    fn sign(&self, id: &str) -> blake3::Hash {
        blake3::keyed_hash(&self.0, id.as_bytes())
    }

    /// The alias of a person on another person's pages: always the same there, and not an id. It tells apart
    /// two people with the same name, but two readers cannot find out that they mean the same person.
    #[must_use]
    pub fn alias(&self, reader: &str, person: &str) -> String {
        let key = blake3::derive_key("bagatelle 2026-11-22 aliases of people", &self.0);
        let mut text = blake3::keyed_hash(&key, format!("{reader} {person}").as_bytes()).to_hex().to_string();
        text.truncate(ALIAS);
        text
    }

    /// What follows from these texts and the secret alone, for a purpose.
    #[must_use]
    pub fn derived(&self, purpose: &'static str, texts: &[&str]) -> [u8; 32] {
        let key = blake3::derive_key(purpose, &self.0);
        *blake3::keyed_hash(&key, texts.join("\n").as_bytes()).as_bytes()
    }

    /// The cookie by which a browser in which an account was logged in is recognized when it logs in again.
    /// It does not give access.
    #[must_use]
    pub fn familiar(&self, account: &str) -> Cookie<'static> {
        let mut cookie = cookie(self.familiarity(account).to_hex().to_string(), time::Duration::days(DAYS));
        cookie.set_name(FAMILIAR);
        cookie
    }

    /// Whether a request bears the cookie of [`Secret::familiar`] for this account.
    #[must_use]
    pub fn is_familiar(&self, headers: &HeaderMap, account: &str) -> bool {
        let jar = CookieJar::from_headers(headers);
        let given = jar.get(FAMILIAR).and_then(|cookie| blake3::Hash::from_hex(cookie.value()).ok());
        // Hashes are compared in constant time.
        given.is_some_and(|given| self.familiarity(account) == given)
    }

    fn familiarity(&self, account: &str) -> blake3::Hash {
        let key = blake3::derive_key("bagatelle 2026-11-22 browsers that know an account", &self.0);
        blake3::keyed_hash(&key, account.as_bytes())
    }

    /// The token of a visitor or a session.
    #[must_use]
    pub fn token(&self, id: &str) -> String {
        format!("{id}.{}", self.sign(id).to_hex())
    }

    /// The id whose token this is. The comparison takes the same time wherever tokens differ.
    #[must_use]
    pub fn verify(&self, token: &str) -> Option<String> {
        let (id, signature) = token.split_once('.')?;
        let signature = blake3::Hash::from_hex(signature).ok()?;
        (self.sign(id) == signature).then(|| id.to_owned())
    }

    /// The id of the visitor or the session of a request with these headers. A bearer token takes precedence
    /// over cookies.
    #[must_use]
    pub fn verify_headers(&self, headers: &HeaderMap) -> Option<String> {
        if let Some(bearer) = headers.typed_get::<Authorization<Bearer>>() {
            return self.verify(bearer.token());
        }
        if headers.contains_key(axum::http::header::AUTHORIZATION) {
            return None;
        }
        // A jar holds one cookie of each name, but a sibling domain can add a second one, which must not hide
        // ours.
        let cookies =
            headers.get_all(axum::http::header::COOKIE).iter().filter_map(|value| value.to_str().ok());
        cookies
            .flat_map(Cookie::split_parse)
            .filter_map(Result::ok)
            .filter(|cookie| cookie.name() == COOKIE)
            .find_map(|cookie| self.verify(cookie.value()))
    }

    /// The cookie that keeps the token of a visitor or a session.
    #[must_use]
    pub fn cookie(&self, id: &str) -> Cookie<'static> {
        cookie(self.token(id), time::Duration::days(DAYS))
    }

    /// The cookie that makes the browser forget its token.
    #[must_use]
    pub fn no_cookie() -> Cookie<'static> {
        cookie(String::new(), time::Duration::ZERO)
    }
}

fn cookie(token: String, age: time::Duration) -> Cookie<'static> {
    Cookie::build((COOKIE, token)).path("/").max_age(age).build()
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::header::{AUTHORIZATION, COOKIE};

    #[test]
    fn only_signed_tokens_count() {
        let (secret, other) = (Secret([7; 32]), Secret([8; 32]));
        let token = secret.token("abc");
        assert_eq!(secret.verify(&token).as_deref(), Some("abc"));
        assert_eq!(other.verify(&token), None);
        let (id, signature) = token.split_once('.').unwrap();
        for forged in ["", ".", id, &format!("xyz.{signature}"), &format!("{id}."), &token[..token.len() - 1]]
        {
            assert_eq!(secret.verify(forged), None, "{forged}");
        }
    }

    #[test]
    fn a_token_comes_by_cookie_or_bearer() {
        let secret = Secret([7; 32]);
        let mut headers = HeaderMap::new();
        assert_eq!(secret.verify_headers(&headers), None);
        let cookie = format!("theme=dark; visitor={}", secret.token("abc"));
        headers.insert(COOKIE, cookie.parse().unwrap());
        assert_eq!(secret.verify_headers(&headers).as_deref(), Some("abc"));
        let two = format!("visitor={0}; visitor=planted; visitor={0}x", secret.token("abc"));
        headers.insert(COOKIE, two.parse().unwrap());
        assert_eq!(
            secret.verify_headers(&headers).as_deref(),
            Some("abc"),
            "another cookie does not hide it"
        );
        headers.insert(AUTHORIZATION, "Bearer nonsense".parse().unwrap());
        assert_eq!(secret.verify_headers(&headers), None);
        headers.insert(AUTHORIZATION, format!("Bearer {}", secret.token("xyz")).parse().unwrap());
        assert_eq!(secret.verify_headers(&headers).as_deref(), Some("xyz"));
    }

    #[test]
    fn an_alias_tells_people_apart_for_one_reader_only() {
        let secret = Secret([7; 32]);
        let alias = secret.alias("ann", "bob");
        assert_eq!((alias.len(), &alias), (ALIAS, &secret.alias("ann", "bob")));
        for other in
            [secret.alias("ann", "cleo"), secret.alias("cleo", "bob"), Secret([8; 32]).alias("ann", "bob")]
        {
            assert_ne!(alias, other);
        }
    }

    #[test]
    fn a_cookie_lasts_or_ends() {
        let text = Secret([7; 32]).cookie("abc").to_string();
        for part in ["visitor=abc.", "Path=/", "Max-Age=34560000"] {
            assert!(text.contains(part), "{text}");
        }
        assert!(Secret::no_cookie().to_string().contains("Max-Age=0"));
    }

    #[test]
    fn the_secret_is_made_once() {
        let folder = tempfile::tempdir().unwrap();
        assert!(Secret::open(folder.path(), false).err().unwrap().to_string().contains("--new-secret"));
        let first = Secret::open(folder.path(), true).unwrap();
        assert_eq!(first.0, Secret::open(folder.path(), false).unwrap().0);
        let again = Secret::from_text(&first.to_text()).unwrap();
        assert_eq!(first.0, again.0);
        assert!(again.write(folder.path()).is_err(), "there is one");
        for damaged in ["", "00", &first.to_text().to_uppercase(), &format!("{}00", first.to_text())] {
            assert!(Secret::from_text(damaged).is_err(), "{damaged}");
        }
        std::fs::write(folder.path().join("secret"), b"short").unwrap();
        assert!(Secret::open(folder.path(), true).is_err());
    }
}
