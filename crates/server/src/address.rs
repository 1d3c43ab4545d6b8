//! From which address a request comes, as far as limits are concerned.
//!
//! Behind a proxy all connections come from the proxy, which says in `X-Forwarded-For` for whom it asks. That is believed of
//! proxies on this machine and of those that the settings name, and of no other client.

use axum::http::HeaderMap;
use std::net::{IpAddr, Ipv6Addr, SocketAddr};

/// The other end of a connection.
#[derive(Clone, Copy, Debug)]
pub struct Peer(pub SocketAddr);

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

/// The address behind a connection from `peer`; `None` if it is not known.
#[must_use]
pub fn origin(peer: Option<IpAddr>, headers: &HeaderMap, proxies: &[IpAddr]) -> Option<IpAddr> {
    let is_proxy = |ip: &IpAddr| ip.is_loopback() || proxies.contains(ip);
    match peer.map(|ip| ip.to_canonical()) {
        Some(ip) if !is_proxy(&ip) => Some(ip),
        _ => {
            // Each proxy adds the address that asked it at the end: the last one that is no proxy is who asked the first proxy.
            let lists = headers.get_all("x-forwarded-for").iter().filter_map(|list| list.to_str().ok());
            let addresses: Vec<&str> = lists.flat_map(|list| list.split(',')).map(str::trim).collect();
            let known = addresses.iter().rev().map_while(|text| text.parse::<IpAddr>().ok());
            known.map(|ip| ip.to_canonical()).find(|ip| !is_proxy(ip))
        }
    }
}

/// The address that a request is counted for; `None` for one from this machine.
pub struct Address(pub Option<String>);

impl Address {
    /// The address behind a connection from `peer`.
    #[must_use]
    pub fn of(peer: Option<IpAddr>, headers: &HeaderMap, proxies: &[IpAddr]) -> Address {
        Address(origin(peer, headers, proxies).map(group))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_proxies_say_for_whom_they_ask() {
        let ip = |text: &str| text.parse::<IpAddr>().unwrap();
        let proxies = [ip("10.0.0.1")];
        let of = |peer: Option<&str>, forwarded: &[&'static str]| {
            let mut headers = HeaderMap::new();
            for list in forwarded {
                headers.append("x-forwarded-for", list.parse().unwrap());
            }
            origin(peer.map(ip), &headers, &proxies).map(group)
        };
        let some = |text: &str| Some(text.to_owned());
        assert_eq!(of(Some("127.0.0.1"), &[]), None);
        assert_eq!(of(None, &["203.0.113.9"]), some("203.0.113.9"));
        assert_eq!(of(Some("127.0.0.1"), &["203.0.113.9"]), some("203.0.113.9"));
        assert_eq!(of(Some("10.0.0.1"), &["198.51.100.7", "203.0.113.9, 10.0.0.1"]), some("203.0.113.9"));
        assert_eq!(
            of(Some("198.51.100.7"), &["203.0.113.9"]),
            some("198.51.100.7"),
            "it may say what it likes"
        );
        assert_eq!(of(Some("127.0.0.1"), &["203.0.113.9, nonsense"]), None);
        assert_eq!(of(Some("::ffff:198.51.100.7"), &[]), some("198.51.100.7"));
        assert_eq!(of(Some("2001:db8:1:2:3:4:5:6"), &[]), some("2001:db8:1:2::/64"));
    }
}
