//! Where an address of the server can be opened: a link with `localhost` is useless on another
//! machine.

use bagatelle_pages::table;
use std::net::{IpAddr, Ipv4Addr, SocketAddr, UdpSocket};

/// The port of a server whose port is not known.
const USUAL_PORT: u16 = 8080;
/// An address that is reserved for examples; see [`network_address`].
const ELSEWHERE: (Ipv4Addr, u16) = (Ipv4Addr::new(192, 0, 2, 1), 9);

/// From where an address can be opened.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reach {
    /// From other machines, too, as far as the server can tell.
    Anywhere,
    /// Only from this machine, because the server listens to no other. Holds the port.
    ThisMachine(u16),
    /// Only from this machine, but this address leads to the server from the network.
    Network(String),
}

impl Reach {
    /// From where `base` can be opened, with the address that the server listens on, if that is known.
    #[must_use]
    pub fn of(base: &str, listening: Option<SocketAddr>) -> Reach {
        let host = base.split_once("://").map_or(base, |(_, host)| host);
        let (host, path) = host.find('/').map_or((host, ""), |at| host.split_at(at));
        if !is_loopback(host) {
            return Reach::Anywhere;
        }
        let network = listening.and_then(|at| match at.ip() {
            ip if ip.is_loopback() => None,
            ip if ip.is_unspecified() => Some(SocketAddr::new(network_address()?, at.port())),
            _ => Some(at),
        });
        match network {
            Some(address) => Reach::Network(format!("http://{address}{path}")),
            None => Reach::ThisMachine(listening.map_or(USUAL_PORT, |at| at.port())),
        }
    }

    /// In the form that a page is given.
    #[must_use]
    pub fn for_page(&self) -> table::Reach<'_> {
        match self {
            Reach::Anywhere => table::Reach::Anywhere,
            Reach::ThisMachine(port) => table::Reach::ThisMachine { port: *port },
            Reach::Network(base) => table::Reach::Network { base },
        }
    }
}

/// Whether a host, with or without a port, is the machine itself.
fn is_loopback(host: &str) -> bool {
    if let Ok(address) = host.parse::<SocketAddr>() {
        return address.ip().is_loopback();
    }
    let name = match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|b| b.is_ascii_digit()) => name,
        _ => host,
    };
    let ip = name.trim_matches(['[', ']']).parse::<IpAddr>();
    name == "localhost" || name.ends_with(".localhost") || ip.is_ok_and(|ip| ip.is_loopback())
}

/// The address of this machine in its network. The system chooses it for a packet to elsewhere; none is sent.
#[must_use]
pub fn network_address() -> Option<IpAddr> {
    let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).ok()?;
    socket.connect(ELSEWHERE).ok()?;
    let own = socket.local_addr().ok()?.ip();
    Some(own).filter(|ip| !ip.is_loopback() && !ip.is_unspecified())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn this_machine_is_known_by_its_names() {
        for host in [
            "localhost",
            "localhost:8080",
            "127.0.0.1:80",
            "127.1.2.3",
            "[::1]:8080",
            "[::1]",
            "a.localhost:1",
        ] {
            assert!(is_loopback(host), "{host}");
        }
        for host in
            ["games.example", "192.168.1.5:8080", "[fe80::1]:8080", "localhost.example", "0.0.0.0:8080", ""]
        {
            assert!(!is_loopback(host), "{host}");
        }
    }

    #[test]
    fn the_reach_follows_from_where_the_server_listens() {
        let of = |base, listening: &str| Reach::of(base, listening.parse().ok());
        assert_eq!(of("https://games.example", "127.0.0.1:8080"), Reach::Anywhere);
        assert_eq!(of("http://192.168.1.5:8080", "0.0.0.0:8080"), Reach::Anywhere);
        assert_eq!(of("http://localhost:8081", "127.0.0.1:8081"), Reach::ThisMachine(8081));
        assert_eq!(of("http://localhost:8081", "unknown"), Reach::ThisMachine(USUAL_PORT));
        assert_eq!(of("http://localhost:81", "10.0.0.7:81"), Reach::Network("http://10.0.0.7:81".into()));
        assert_eq!(
            of("http://localhost:81/games", "10.0.0.7:81"),
            Reach::Network("http://10.0.0.7:81/games".into())
        );
        let everywhere = match network_address() {
            Some(ip) => Reach::Network(format!("http://{}", SocketAddr::new(ip, 81))),
            None => Reach::ThisMachine(81),
        };
        assert_eq!(of("http://[::1]:81", "0.0.0.0:81"), everywhere);
    }
}
