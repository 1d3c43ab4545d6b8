//! The address at a push service: a browser names it, so a visitor can put anything there.

use crate::error::AppError;
use crate::limits::LONGEST_ENDPOINT;
use axum::http::Uri;
use ipnet::IpNet;
use std::net::IpAddr;
use std::sync::LazyLock;

/// To where the server sends pushes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Reach {
    /// Nowhere: no browser is told of anything.
    Nowhere,
    /// To push services, over https, at public addresses.
    #[default]
    Public,
    /// To this machine alone, without https: for tests with a push service of their own.
    Loopback,
}

/// The networks that are not public, as the registries of IANA list them.
static PRIVATE: LazyLock<Vec<IpNet>> = LazyLock::new(|| {
    let networks = [
        "0.0.0.0/8",
        "10.0.0.0/8",
        "100.64.0.0/10",
        "127.0.0.0/8",
        "169.254.0.0/16",
        "172.16.0.0/12",
        "192.0.0.0/24",
        "192.0.2.0/24",
        "192.88.99.0/24",
        "192.168.0.0/16",
        "198.18.0.0/15",
        "198.51.100.0/24",
        "203.0.113.0/24",
        "224.0.0.0/3",
        // IPv6: only 2000::/3 is assigned; of that, not the ranges that tunnel to IPv4, nor those for
        // documentation.
        "::/3",
        "2001::/23",
        "2001:db8::/32",
        "2002::/16",
        "3fff::/20",
        "4000::/2",
        "8000::/1",
    ];
    networks.iter().filter_map(|network| network.parse().ok()).collect()
});

impl Reach {
    /// Whether the server connects to an address.
    #[must_use]
    pub fn allows(self, address: IpAddr) -> bool {
        let address = address.to_canonical();
        match self {
            Reach::Nowhere => false,
            Reach::Public => !PRIVATE.iter().any(|network| network.contains(&address)),
            Reach::Loopback => address.is_loopback(),
        }
    }
}

/// An address at a push service.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Endpoint {
    /// Scheme and host, and the port if it is not the usual one.
    pub origin: String,
    /// The host, without brackets.
    pub host: String,
    /// The port.
    pub port: u16,
    /// Whether the connection is encrypted.
    pub tls: bool,
    /// The path and the query.
    pub path: String,
}

impl Endpoint {
    /// Reads an address to which the server may send. What its name stands for is looked at again each time
    /// that the server connects.
    ///
    /// # Errors
    /// When the server does not send there.
    pub fn read(text: &str, reach: Reach) -> Result<Endpoint, AppError> {
        let wrong = |why: &'static str| Err(AppError::refused(why));
        if text.len() > LONGEST_ENDPOINT {
            return wrong("the address of the push service is too long");
        }
        let unreadable = "this isn’t the address of a push service: send the endpoint that the browser gave";
        let Ok(uri) = text.parse::<Uri>() else { return wrong(unreadable) };
        let (Some(scheme), Some(authority)) = (uri.scheme_str(), uri.authority()) else {
            return wrong(unreadable);
        };
        let host = authority.host().trim_matches(['[', ']']).to_owned();
        let tls = scheme == "https";
        let port = authority.port_u16().unwrap_or(if tls { 443 } else { 80 });
        let plain = !authority.as_str().contains('@') && !host.is_empty();
        let address = host.parse::<IpAddr>().ok();
        let allowed = match reach {
            Reach::Nowhere => return wrong("this server sends no notifications"),
            Reach::Public => tls && port == 443 && address.is_none_or(|one| reach.allows(one)),
            Reach::Loopback => !tls && address.is_some_and(|one| reach.allows(one)),
        };
        if !plain || !allowed {
            return wrong("notifications go to push services with an https address on the Internet only");
        }
        let path = uri.path_and_query().map_or("/", |path| path.as_str()).to_owned();
        let origin = format!("{scheme}://{}", authority.as_str().to_ascii_lowercase());
        let origin = origin.strip_suffix(":443").unwrap_or(&origin).to_owned();
        Ok(Endpoint { origin, host, port, tls, path })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pushes_go_over_https_to_public_addresses_alone() {
        let read = |text| Endpoint::read(text, Reach::Public);
        let at = read("https://updates.push.example/wpush/v2/abc?x=1").unwrap();
        assert_eq!((at.origin.as_str(), at.port, at.tls), ("https://updates.push.example", 443, true));
        assert_eq!(at.path, "/wpush/v2/abc?x=1");
        assert_eq!(read("https://Push.example:443/a").unwrap().origin, "https://push.example");
        for wrong in [
            "",
            "push.example",
            "/wpush",
            "http://push.example/a",
            "https://push.example:8443/a",
            "https://me@push.example/a",
            "https://127.0.0.1/a",
            "https://[::1]/a",
            "https://[::ffff:10.0.0.1]/a",
            "https://169.254.169.254/latest",
            "ftp://push.example/a",
            &format!("https://push.example/{}", "a".repeat(LONGEST_ENDPOINT)),
        ] {
            assert!(read(wrong).is_err(), "{wrong}");
        }
        assert!(Endpoint::read("https://push.example/a", Reach::Nowhere).is_err());
        assert!(Endpoint::read("https://push.example/a", Reach::Loopback).is_err());
        assert!(Endpoint::read("http://127.0.0.1:9/a", Reach::Loopback).is_ok());
        assert!(Endpoint::read("http://10.0.0.1:9/a", Reach::Loopback).is_err());
    }

    #[test]
    fn no_address_of_a_private_network_is_public() {
        assert_eq!(PRIVATE.len(), 21, "each network is read");
        for private in [
            "0.0.0.0",
            "10.1.2.3",
            "100.64.0.1",
            "127.0.0.1",
            "127.9.9.9",
            "169.254.169.254",
            "172.31.0.1",
            "192.168.1.1",
            "198.18.0.1",
            "224.0.0.1",
            "240.0.0.1",
            "255.255.255.255",
            "::",
            "::1",
            "::ffff:127.0.0.1",
            "::ffff:192.168.0.1",
            "64:ff9b::a00:1",
            "fc00::1",
            "fd12::1",
            "fe80::1",
            "ff02::1",
            "2001:db8::1",
            "2002:7f00:1::",
            "2001::1",
            "::7f00:1",
        ] {
            assert!(!Reach::Public.allows(private.parse().unwrap()), "{private}");
        }
        for public in ["8.8.8.8", "142.250.1.1", "2a00:1450:4001::1", "2606:4700::1", "172.32.0.1"] {
            assert!(Reach::Public.allows(public.parse().unwrap()), "{public}");
            assert!(!Reach::Loopback.allows(public.parse().unwrap()), "{public}");
        }
        assert!(Reach::Loopback.allows("::1".parse().unwrap()));
        assert!(!Reach::Nowhere.allows("8.8.8.8".parse().unwrap()));
    }
}
