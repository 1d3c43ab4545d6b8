//! Who asks: an anonymous visitor, or somebody with an account, known by a signed token in a cookie or an
//! `Authorization: Bearer` header.
//!
//! A token is `ID.SIGNATURE`. The signature is a keyed BLAKE3 hash of the id under the server's secret, so tokens cannot be
//! made up. The id is that of a visitor, for whom no table is needed, or of a session, which can be ended; see
//! [`crate::people`].

use crate::random;
use anyhow::{Context, Result, ensure};
use axum::http::header::{AUTHORIZATION, COOKIE};
use axum::http::{HeaderMap, HeaderValue};
use std::fmt;
use std::path::Path;

/// Somebody who asks: an id of 26 letters and figures, and whether it is that of an account.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Visitor {
    id: String,
    account: bool,
}

impl Visitor {
    /// A visitor nobody has seen before.
    ///
    /// # Errors
    /// When the system gives no random numbers.
    pub fn fresh() -> Result<Visitor> {
        random::code::<16>().map(Visitor::anonymous)
    }

    /// The visitor with this id.
    pub(crate) fn anonymous(id: String) -> Visitor {
        Visitor { id, account: false }
    }

    /// Somebody who is logged in to the account with this id.
    pub(crate) fn with_account(id: String) -> Visitor {
        Visitor { id, account: true }
    }

    /// The id as it stands in the database.
    #[must_use]
    pub fn id(&self) -> &str {
        &self.id
    }

    /// Whether this is somebody who is logged in.
    #[must_use]
    pub fn has_account(&self) -> bool {
        self.account
    }
}

impl fmt::Display for Visitor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.id)
    }
}

/// The server's secret, kept in the data folder.
pub struct Secret([u8; 32]);

impl Secret {
    /// Reads the secret, or makes it at the first start, readable by the owner of the process only.
    ///
    /// # Errors
    /// When the file cannot be read or made, or is damaged.
    pub fn open(data: &Path) -> Result<Secret> {
        let path = data.join("secret");
        let name = || path.display().to_string();
        if !path.try_exists().with_context(name)? {
            let bytes = random::bytes::<32>()?;
            let mut options = std::fs::OpenOptions::new();
            options.write(true).create_new(true);
            #[cfg(unix)]
            std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
            let mut file = options.open(&path).with_context(name)?;
            std::io::Write::write_all(&mut file, &bytes).with_context(name)?;
            file.sync_all().with_context(name)?;
        }
        let bytes = std::fs::read(&path).with_context(name)?;
        ensure!(bytes.len() == 32, "{}: a secret has 32 bytes, this file has {}", name(), bytes.len());
        let mut secret = [0; 32];
        secret.copy_from_slice(&bytes);
        Ok(Secret(secret))
    }

    fn sign(&self, id: &str) -> blake3::Hash {
        blake3::keyed_hash(&self.0, id.as_bytes())
    }

    /// The token of a visitor or a session.
    #[must_use]
    pub fn token(&self, id: &str) -> String {
        format!("{id}.{}", self.sign(id).to_hex())
    }

    /// The id whose token this is; comparison takes the same time wherever tokens differ.
    #[must_use]
    pub fn check(&self, token: &str) -> Option<String> {
        let (id, signature) = token.split_once('.')?;
        let signature = blake3::Hash::from_hex(signature).ok()?;
        (self.sign(id) == signature).then(|| id.to_owned())
    }

    /// The id of the visitor or the session that a request with these headers bears.
    #[must_use]
    pub fn borne(&self, headers: &HeaderMap) -> Option<String> {
        let bearer = headers.get(AUTHORIZATION).and_then(|v| v.to_str().ok()?.strip_prefix("Bearer "));
        if let Some(token) = bearer {
            return self.check(token.trim());
        }
        headers
            .get_all(COOKIE)
            .iter()
            .filter_map(|value| value.to_str().ok())
            .flat_map(|value| value.split(';'))
            .filter_map(|pair| pair.trim().strip_prefix("visitor="))
            .find_map(|token| self.check(token))
    }

    /// The header value that keeps the token of a visitor or a session in the browser for 400 days, the longest that
    /// browsers allow.
    #[must_use]
    pub fn cookie(&self, id: &str, https: bool) -> Option<HeaderValue> {
        cookie(&self.token(id), 34_560_000, https)
    }

    /// The header value that makes the browser forget its token.
    #[must_use]
    pub fn no_cookie(https: bool) -> Option<HeaderValue> {
        cookie("", 0, https)
    }
}

fn cookie(token: &str, seconds: u32, https: bool) -> Option<HeaderValue> {
    let secure = if https { "; Secure" } else { "" };
    HeaderValue::from_str(&format!(
        "visitor={token}; Path=/; Max-Age={seconds}; HttpOnly; SameSite=Lax{secure}"
    ))
    .ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_signed_tokens_count() {
        let (secret, other) = (Secret([7; 32]), Secret([8; 32]));
        let visitor = Visitor::fresh().unwrap();
        let token = secret.token(visitor.id());
        assert_eq!(secret.check(&token), Some(visitor.id().to_owned()));
        assert_eq!(other.check(&token), None);
        let (id, signature) = token.split_once('.').unwrap();
        let stranger = Visitor::fresh().unwrap();
        for forged in
            ["", ".", id, &format!("{stranger}.{signature}"), &format!("{id}."), &token[..token.len() - 1]]
        {
            assert_eq!(secret.check(forged), None, "{forged}");
        }
    }

    #[test]
    fn a_visitor_comes_by_cookie_or_bearer() {
        let secret = Secret([7; 32]);
        let visitor = Visitor::fresh().unwrap();
        let mut headers = HeaderMap::new();
        assert_eq!(secret.borne(&headers), None);
        let cookie = format!("theme=dark; visitor={}", secret.token(visitor.id()));
        headers.insert(COOKIE, cookie.parse().unwrap());
        assert_eq!(secret.borne(&headers), Some(visitor.id().to_owned()));
        headers.insert(AUTHORIZATION, "Bearer nonsense".parse().unwrap());
        assert_eq!(secret.borne(&headers), None);
    }

    #[test]
    fn the_secret_is_made_once() {
        let folder = std::env::temp_dir().join(format!("bagatelle-secret-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let first = Secret::open(&folder).unwrap();
        assert_eq!(first.0, Secret::open(&folder).unwrap().0);
        std::fs::write(folder.join("secret"), b"short").unwrap();
        assert!(Secret::open(&folder).is_err());
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
