//! The base path: what comes before every path on a server that shares its host with other sites, as in
//! `https://example.org/games/`.
//!
//! Pages are written for a server that has its host to itself, and know no base path. [`Base::page`] adds it
//! to the addresses of an outgoing page, all of which are in the attributes of [`ATTRIBUTES`]; without a base
//! path it does nothing. Scripts need none: they import each other by name within one folder, and take all
//! addresses from the page.

use std::fmt;
use std::str::FromStr;

/// The attributes that hold addresses of this site.
pub const ATTRIBUTES: [&str; 20] = [
    "href",
    "src",
    "action",
    "formaction",
    "data-absolute",
    "data-account",
    "data-act",
    "data-at",
    "data-calm",
    "data-copy",
    "data-events",
    "data-helped",
    "data-link",
    "data-module",
    "data-part",
    "data-plan",
    "data-saved",
    "data-waiting",
    "data-why",
    "data-worker",
];

/// A base path: segments of letters, digits, `-`, `_`, `.` and `~`, each after a slash.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Base(String);

/// A text that is not a base path.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NoBase;

impl FromStr for Base {
    type Err = NoBase;

    /// Reads `/games` or `/games/`.
    fn from_str(text: &str) -> Result<Base, NoBase> {
        let path = text.strip_suffix('/').unwrap_or(text);
        let plain = |b: u8| b.is_ascii_alphanumeric() || b"-_.~".contains(&b);
        let mut segments = path.strip_prefix('/').ok_or(NoBase)?.split('/');
        let whole = segments.all(|segment| {
            !segment.is_empty() && segment != "." && segment != ".." && segment.bytes().all(plain)
        });
        if whole { Ok(Base(path.to_owned())) } else { Err(NoBase) }
    }
}

impl fmt::Display for Base {
    /// Without a slash at its end.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Base {
    /// The way from a file to the root of the site: for a site in files that may be put below any path.
    /// `levels` is the number of folders that the file is in.
    #[must_use]
    pub fn up(levels: usize) -> Base {
        Base(if levels == 0 { ".".to_owned() } else { vec![".."; levels].join("/") })
    }

    /// An address of this site below the base path.
    #[must_use]
    pub fn address(&self, address: &str) -> String {
        format!("{}{address}", self.0)
    }

    /// A page, or a part of one, with the base path on all its addresses.
    ///
    /// Quotes are escaped in all texts, so what looks like an attribute is one.
    #[must_use]
    pub fn page(&self, html: &str) -> String {
        let mut page = String::with_capacity(html.len() + html.len() / 16);
        let mut rest = html;
        while let Some(at) = rest.find("=\"/") {
            let (before, after) = rest.split_at(at + 2);
            page.push_str(before);
            let name = before[..at].rsplit([' ', '\n']).next().unwrap_or_default();
            if ATTRIBUTES.contains(&name) {
                page.push_str(&self.0);
            }
            rest = after;
        }
        page.push_str(rest);
        page
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use maud::html;

    #[test]
    fn a_base_path_is_a_plain_path() {
        for text in ["/games", "/games/", "/a/b-c_d.e~f"] {
            assert_eq!(text.parse::<Base>().unwrap().to_string(), text.trim_end_matches('/'));
        }
        for text in ["", "/", "games", "//", "/a//b", "/a b", "/ä", "/..", "/a/./b", "/{a}", "/%41", "/a?b"]
        {
            assert_eq!(text.parse::<Base>(), Err(NoBase), "{text}");
        }
    }

    #[test]
    fn only_addresses_get_the_base_path() {
        let base: Base = "/games/".parse().unwrap();
        let player = "=\"/x\" href=\"/y\"";
        let page = |top: &str| {
            html! {
                a href={ (top) "/" } title="/a" { "href=\"/b\"" }
                img src={ (top) "/c.svg" } alt=(player);
                input value="/d";
                p data-part={ (top) "/e" } data-name="/f" { (player) }
                a href="#g" {} a href="https://example.org/" {}
            }
        };
        assert_eq!(base.page(&page("").into_string()), page("/games").into_string());
        assert_eq!(base.address("/g/x?y=/z"), "/games/g/x?y=/z");
        let up = |levels| Base::up(levels).page("<img src=\"/c.svg\">");
        assert_eq!([up(0), up(2)], ["<img src=\"./c.svg\">", "<img src=\"../../c.svg\">"]);
    }
}
