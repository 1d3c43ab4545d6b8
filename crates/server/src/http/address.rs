//! From which address a request comes, for the purpose of limits, and whether it came over https.
//!
//! Behind a proxy all connections come from the proxy, which names the visitor in `X-Forwarded-For` and the
//! protocol in `X-Forwarded-Proto`. The server believes this only from proxies on this machine and those that
//! the settings name.

use axum::extract::ConnectInfo;
use axum::http::{Extensions, HeaderMap};
use ipnet::IpNet;
use std::net::{IpAddr, Ipv6Addr, SocketAddr};
use std::str::FromStr;
use std::sync::Once;
use thiserror::Error;

/// How much of an unreadable text is shown, in characters.
const LONGEST_SAID: usize = 80;

/// The other end of a connection.
#[derive(Clone, Copy, Debug)]
pub struct Peer(pub SocketAddr);

/// The address at the other end of the connection that a request came by; `None` for a socket of this
/// machine.
#[must_use]
pub fn peer(extensions: &Extensions) -> Option<IpAddr> {
    extensions.get::<ConnectInfo<Peer>>().map(|ConnectInfo(Peer(peer))| peer.ip())
}

/// The trusted proxies: those on this machine, and those in these networks.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Proxies(Vec<IpNet>);

/// A text that names no networks.
#[derive(Debug, Error)]
#[error("{0} is neither an address nor a network such as 10.0.0.0/8")]
pub struct NoNetwork(String);

impl FromStr for Proxies {
    type Err = NoNetwork;

    /// Reads addresses and networks, separated by commas.
    fn from_str(text: &str) -> Result<Proxies, NoNetwork> {
        let words = text.split(',').map(str::trim).filter(|word| !word.is_empty());
        let network = |word: &str| {
            let address = || word.parse::<IpAddr>().map(IpNet::from);
            word.parse().or_else(|_| address()).map_err(|_| NoNetwork(word.to_owned()))
        };
        words.map(network).collect::<Result<_, _>>().map(Proxies)
    }
}

impl Proxies {
    /// Whether a client at this address is trusted in what it says about others.
    #[must_use]
    pub fn trust(&self, ip: IpAddr) -> bool {
        let ip = ip.to_canonical();
        ip.is_loopback() || self.0.iter().any(|network| network.contains(&ip))
    }
}

/// Whether a trusted proxy says that it was asked over https.
#[must_use]
pub fn is_https(peer: Option<IpAddr>, headers: &HeaderMap, proxies: &Proxies) -> bool {
    // The last word is that of the proxy next to this server.
    let Some(said) = headers.get_all("x-forwarded-proto").iter().next_back() else { return false };
    let last = said.to_str().unwrap_or_default().rsplit(',').next().unwrap_or_default();
    last.trim().eq_ignore_ascii_case("https") && peer.is_none_or(|ip| proxies.trust(ip))
}

/// What one user has: an IPv4 address, or the first 64 bits of an IPv6 address.
#[must_use]
pub fn group(ip: IpAddr) -> String {
    match ip.to_canonical() {
        IpAddr::V4(ip) => ip.to_string(),
        IpAddr::V6(ip) => {
            let [a, b, c, d, ..] = ip.segments();
            format!("{}/64", Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0))
        }
    }
}

/// The networks that an address, as [`group`] writes it, counts for, the smallest first: their names, and how
/// many times the limit of one address they have. A client with one IPv6 address often has many.
#[must_use]
pub fn networks(group: &str) -> Vec<(String, u32)> {
    let mut networks = vec![(group.to_owned(), 1)];
    let net = group.strip_suffix("/64").and_then(|ip| ip.parse::<Ipv6Addr>().ok());
    if let Some([a, b, c, d, ..]) = net.map(|ip| ip.segments()) {
        networks.push((format!("{}/56", Ipv6Addr::new(a, b, c, d & 0xff00, 0, 0, 0, 0)), NETWORK_56));
        networks.push((format!("{}/48", Ipv6Addr::new(a, b, c, 0, 0, 0, 0, 0)), NETWORK_48));
    }
    networks
}

/// How many times the limit of one address all addresses of one line have together.
pub const NETWORK_56: u32 = 4;
/// How many times the limit of one address all addresses of one house or firm have together.
pub const NETWORK_48: u32 = 16;

/// Where a request comes from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Origin {
    /// This machine, or a proxy that names no one.
    Here,
    /// An address.
    At(IpAddr),
    /// A trusted proxy names a visitor in a way that cannot be read.
    Unreadable(String),
}

/// An address as a proxy writes it: alone, in brackets, followed by a port.
fn read(text: &str) -> Option<IpAddr> {
    let bracketed = || text.strip_prefix('[')?.split_once(']')?.0.parse().ok();
    let alone = text.parse().ok();
    alone.or_else(|| Some(text.parse::<SocketAddr>().ok()?.ip())).or_else(bracketed)
}

/// Whether this stands for a client at a socket of the proxy's own machine, as nginx writes it: another
/// proxy.
fn is_socket(text: &str) -> bool {
    text.is_empty() || text.starts_with("unix:")
}

/// Where a request by a connection from `peer` comes from.
#[must_use]
pub fn origin(peer: Option<IpAddr>, headers: &HeaderMap, proxies: &Proxies) -> Origin {
    if let Some(ip) = peer.map(|ip| ip.to_canonical()).filter(|ip| !proxies.trust(*ip)) {
        return Origin::At(ip);
    }
    // Each proxy adds the address that asked it at the end: the last one that is not a proxy is who asked the
    // first proxy.
    for list in headers.get_all("x-forwarded-for").iter().rev() {
        let list = String::from_utf8_lossy(list.as_bytes());
        for text in list.rsplit(',').map(str::trim).filter(|text| !is_socket(text)) {
            match read(text).map(|ip| ip.to_canonical()) {
                None => return Origin::Unreadable(text.to_owned()),
                Some(ip) if !proxies.trust(ip) => return Origin::At(ip),
                Some(_) => (),
            }
        }
    }
    Origin::Here
}

/// The address for which all visitors with unreadable addresses count: they are limited together.
const UNREADABLE: &str = "an address that cannot be read";

/// The address that a request is counted for; `None` for one from this machine.
pub struct Address(pub Option<String>);

impl Address {
    /// The address behind a connection from `peer`.
    #[must_use]
    pub fn of(peer: Option<IpAddr>, headers: &HeaderMap, proxies: &Proxies) -> Address {
        Address(match origin(peer, headers, proxies) {
            Origin::Here => None,
            Origin::At(ip) => Some(group(ip)),
            Origin::Unreadable(text) => {
                warn(&text);
                Some(UNREADABLE.to_owned())
            }
        })
    }
}

/// Says once that a proxy writes an address that cannot be read.
fn warn(text: &str) {
    static SAID: Once = Once::new();
    SAID.call_once(|| {
        let text: String = text.chars().take(LONGEST_SAID).collect();
        tracing::warn!(
            text,
            "a proxy sends an X-Forwarded-For that holds no address: all whom it names so are limited \
             together"
        );
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_proxies_say_for_whom_they_ask() {
        let ip = |text: &str| text.parse::<IpAddr>().unwrap();
        let proxies: Proxies = "10.0.0.1, 10.1.0.0/16".parse().unwrap();
        let of = |peer: Option<&str>, forwarded: &[&'static str]| {
            let mut headers = HeaderMap::new();
            for list in forwarded {
                headers.append("x-forwarded-for", list.parse().unwrap());
            }
            Address::of(peer.map(ip), &headers, &proxies).0
        };
        let forwarded = |list: &str| {
            let value = axum::http::HeaderValue::from_bytes(list.as_bytes()).unwrap();
            HeaderMap::from_iter([(axum::http::HeaderName::from_static("x-forwarded-for"), value)])
        };
        let some = |text: &str| Some(text.to_owned());
        assert_eq!(of(Some("127.0.0.1"), &[]), None);
        assert_eq!(of(None, &["203.0.113.9"]), some("203.0.113.9"));
        assert_eq!(of(Some("127.0.0.1"), &["203.0.113.9"]), some("203.0.113.9"));
        assert_eq!(of(Some("10.0.0.1"), &["198.51.100.7", "203.0.113.9, 10.0.0.1"]), some("203.0.113.9"));
        assert_eq!(of(Some("10.1.2.3"), &["203.0.113.9, 10.0.0.1"]), some("203.0.113.9"));
        assert_eq!(
            of(Some("198.51.100.7"), &["203.0.113.9"]),
            some("198.51.100.7"),
            "it may say what it likes"
        );
        for unreadable in
            ["203.0.113.9, nonsense", "unknown", "_hidden", "203.0.113.9:x", "[2001:db8::1", "caf\u{e9}"]
        {
            let counted = Address::of(Some(ip("127.0.0.1")), &forwarded(unreadable), &proxies).0;
            assert_eq!(counted.as_deref(), Some(UNREADABLE), "{unreadable}");
        }
        for (text, same) in [
            ("203.0.113.10:4711", "203.0.113.10"),
            ("[2001:db8:1:2::1]:4711", "2001:db8:1:2::/64"),
            ("[2001:db8:1:2::1]", "2001:db8:1:2::/64"),
            ("203.0.113.11, unix:", "203.0.113.11"),
            ("unknown, 203.0.113.12 , unix:/run/proxy, 10.0.0.1:80,", "203.0.113.12"),
        ] {
            let counted = Address::of(Some(ip("127.0.0.1")), &forwarded(text), &proxies).0;
            assert_eq!(counted.as_deref(), Some(same), "{text}");
        }
        for no_one in ["", "unix:", "127.0.0.1:99, 10.0.0.1"] {
            assert_eq!(Address::of(None, &forwarded(no_one), &proxies).0, None, "{no_one}");
        }
        assert_eq!(of(Some("::ffff:198.51.100.7"), &[]), some("198.51.100.7"));
        assert_eq!(of(Some("2001:db8:1:2:3:4:5:6"), &[]), some("2001:db8:1:2::/64"));
    }

    #[test]
    fn proxies_are_addresses_and_networks() {
        let none: Proxies = "".parse().unwrap();
        assert_eq!(none, Proxies::default());
        let ip = |text: &str| text.parse::<IpAddr>().unwrap();
        assert!(
            none.trust(ip("127.3.2.1")) && none.trust(ip("::ffff:127.0.0.1")) && !none.trust(ip("10.0.0.1"))
        );
        let some: Proxies = "2001:db8::/32,10.0.0.1".parse().unwrap();
        assert!(
            some.trust(ip("2001:db8:1::2"))
                && some.trust(ip("::ffff:10.0.0.1"))
                && !some.trust(ip("10.0.0.2"))
        );
        for text in ["proxy", "10.0.0.0/33", "10.0.0.1 10.0.0.2"] {
            let error = text.parse::<Proxies>().unwrap_err().to_string();
            assert!(error.starts_with(text), "{error}");
        }
    }

    #[test]
    fn only_proxies_say_that_they_were_asked_over_https() {
        let proxies: Proxies = "10.0.0.1".parse().unwrap();
        let of = |peer: &str, said: &[&'static str]| {
            let mut headers = HeaderMap::new();
            for word in said {
                headers.append("x-forwarded-proto", word.parse().unwrap());
            }
            is_https(peer.parse().ok(), &headers, &proxies)
        };
        for peer in ["127.0.0.1", "10.0.0.1", ""] {
            assert!(
                of(peer, &["https"]) && of(peer, &["http, HTTPS"]) && of(peer, &["http", "https"]),
                "{peer}"
            );
            assert!(!of(peer, &[]) && !of(peer, &["http"]) && !of(peer, &["https, http"]), "{peer}");
        }
        assert!(!of("198.51.100.7", &["https"]), "it may say what it likes");
    }
}
