//! The address under which visitors reach the server: `https://games.example.org`, or
//! `https://example.org/games/` if the server shares its host with other sites.

use bagatelle_pages::base::Base;
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// A public address.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PublicUrl {
    https: bool,
    /// The host, with a port if it has one of its own.
    host: String,
    base: Option<Base>,
}

/// A text that is not a [`PublicUrl`].
#[derive(Debug, Error)]
#[error(
    "a public address is http:// or https://, a host, and perhaps a port and a path of plain letters, such \
     as \
     https://example.org/games/"
)]
pub struct NoPublicUrl;

impl FromStr for PublicUrl {
    type Err = NoPublicUrl;

    fn from_str(text: &str) -> Result<PublicUrl, NoPublicUrl> {
        let (scheme, rest) = text.split_once("://").ok_or(NoPublicUrl)?;
        let https = match scheme.to_ascii_lowercase().as_str() {
            "https" => true,
            "http" => false,
            _ => return Err(NoPublicUrl),
        };
        let (host, path) = rest.find('/').map_or((rest, ""), |at| rest.split_at(at));
        let plain = |b: u8| b.is_ascii_alphanumeric() || b".-_:[]".contains(&b);
        if host.is_empty() || !host.bytes().all(plain) {
            return Err(NoPublicUrl);
        }
        let base = match path {
            "" | "/" => None,
            path => Some(path.parse().map_err(|_| NoPublicUrl)?),
        };
        Ok(PublicUrl { https, host: host.to_owned(), base })
    }
}

impl fmt::Display for PublicUrl {
    /// Without a slash at its end.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let scheme = if self.https { "https" } else { "http" };
        write!(f, "{scheme}://{}", self.host)?;
        self.base.as_ref().map_or(Ok(()), |base| base.fmt(f))
    }
}

impl PublicUrl {
    /// Whether visitors come over https.
    #[must_use]
    pub fn is_https(&self) -> bool {
        self.https
    }

    /// The host, with a port if it has one of its own.
    #[must_use]
    pub fn host(&self) -> &str {
        &self.host
    }

    /// The path before all others, if there is one.
    #[must_use]
    pub fn base(&self) -> Option<&Base> {
        self.base.as_ref()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_public_address_is_a_scheme_a_host_and_perhaps_a_path() {
        let read = |text: &str| text.parse::<PublicUrl>().map(|url| url.to_string());
        for (text, same) in [
            ("https://games.example", "https://games.example"),
            ("HTTPS://Games.example:8443/", "https://Games.example:8443"),
            ("http://[::1]:81/a/b/", "http://[::1]:81/a/b"),
        ] {
            assert_eq!(read(text).unwrap(), same);
        }
        let url: PublicUrl = "https://example.org/games/".parse().unwrap();
        assert_eq!((url.is_https(), url.host()), (true, "example.org"));
        assert_eq!(url.base().map(ToString::to_string).as_deref(), Some("/games"));
        for text in [
            "",
            "games.example",
            "ftp://a",
            "https://",
            "https:///a",
            "https://a b",
            "https://a/?b",
            "http://u@a",
        ] {
            assert!(read(text).is_err(), "{text}");
        }
    }
}
