//! Where the server listens: at an address of the network, or at a socket in the file system of its machine.

use anyhow::{Context, Result, bail};
use std::fmt;
use std::io;
use std::net::{SocketAddr, ToSocketAddrs};
use std::path::PathBuf;
use std::str::FromStr;
use thiserror::Error;
use tokio::net::{TcpListener, TcpStream};
#[cfg(unix)]
use {
    std::os::unix::fs::{FileTypeExt, PermissionsExt},
    std::path::Path,
    tokio::net::{UnixListener, UnixStream},
    tokio_util::either::Either,
};

/// A connection.
#[cfg(unix)]
pub type Stream = Either<TcpStream, UnixStream>;
/// A connection.
#[cfg(not(unix))]
pub type Stream = TcpStream;

/// Who may open a socket: its owner and its group, in which a proxy may be.
#[cfg(unix)]
const SOCKET_MODE: u32 = 0o660;

/// An address to listen on: `127.0.0.1:8080`, or `unix:/run/bagatelle.sock`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Place {
    /// In the network.
    Network(SocketAddr),
    /// A file.
    Socket(PathBuf),
}

/// A text that is not a [`Place`].
#[derive(Debug, Error)]
pub enum NoPlace {
    /// It has a different form.
    #[error(
        "an address to listen on is ADDRESS:PORT, such as 127.0.0.1:8080 or localhost:8080, or unix:FILE"
    )]
    Form,
    /// No machine has this name.
    #[error("the host “{0}” is unknown here: {1}")]
    Unknown(String, String),
}

/// An address of the network, such as `127.0.0.1:8080`, or `localhost:8080` with the name of a machine. If a
/// name has several addresses, the first one of the older kind is taken, which all programs can reach.
///
/// # Errors
/// When the text has a different form, or the name is unknown.
pub fn network(text: &str) -> Result<SocketAddr, NoPlace> {
    if let Ok(address) = text.parse() {
        return Ok(address);
    }
    let (name, port) = text.rsplit_once(':').ok_or(NoPlace::Form)?;
    let is_name = !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || "-._".contains(c));
    let port: u16 = port.parse().map_err(|_| NoPlace::Form)?;
    if !is_name {
        return Err(NoPlace::Form);
    }
    let unknown = |why: String| NoPlace::Unknown(name.to_owned(), why);
    let mut found: Vec<SocketAddr> =
        (name, port).to_socket_addrs().map_err(|error| unknown(error.to_string()))?.collect();
    found.sort_by_key(SocketAddr::is_ipv6);
    found.first().copied().ok_or_else(|| unknown("it has no address".into()))
}

impl FromStr for Place {
    type Err = NoPlace;

    fn from_str(text: &str) -> Result<Place, NoPlace> {
        match text.strip_prefix("unix:") {
            Some("") => Err(NoPlace::Form),
            Some(file) => Ok(Place::Socket(file.into())),
            None => network(text).map(Place::Network),
        }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::Network(address) => address.fmt(f),
            Place::Socket(file) => write!(f, "unix:{}", file.display()),
        }
    }
}

/// The listening socket.
pub enum Listener {
    /// In the network.
    Network(TcpListener),
    /// At a file. It is removed when this is dropped, if the server has made it.
    #[cfg(unix)]
    Socket(UnixListener, Option<SocketFile>),
}

impl From<TcpListener> for Listener {
    fn from(listener: TcpListener) -> Listener {
        Listener::Network(listener)
    }
}

impl Listener {
    /// Listens. A socket left over from an earlier server is reused.
    ///
    /// # Errors
    /// When that is not allowed, or another program listens there.
    pub async fn bind(place: &Place) -> Result<Listener> {
        let said = || format!("can’t listen on {place}");
        match place {
            Place::Network(address) => {
                Ok(Listener::Network(TcpListener::bind(address).await.with_context(said)?))
            }
            #[cfg(not(unix))]
            Place::Socket(_) => bail!("can’t listen on {place}: this system has no such sockets"),
            #[cfg(unix)]
            Place::Socket(file) => {
                remove_left_behind(file).await.with_context(said)?;
                let listener = UnixListener::bind(file).with_context(said)?;
                let made = SocketFile(file.clone());
                std::fs::set_permissions(file, std::fs::Permissions::from_mode(SOCKET_MODE))
                    .with_context(said)?;
                Ok(Listener::Socket(listener, Some(made)))
            }
        }
    }

    /// Where it listens in the network, if it does.
    #[must_use]
    pub fn address(&self) -> Option<SocketAddr> {
        match self {
            Listener::Network(listener) => listener.local_addr().ok(),
            #[cfg(unix)]
            Listener::Socket(..) => None,
        }
    }

    /// The next connection, with the other end if it came by the network.
    ///
    /// # Errors
    /// When the system cannot give one.
    pub async fn accept(&self) -> io::Result<(Stream, Option<SocketAddr>)> {
        match self {
            Listener::Network(listener) => {
                let (stream, peer) = listener.accept().await?;
                // Answers are small and complete, so there is no reason to wait.
                let _ = stream.set_nodelay(true);
                #[cfg(unix)]
                let stream = Either::Left(stream);
                Ok((stream, Some(peer)))
            }
            #[cfg(unix)]
            Listener::Socket(listener, _) => Ok((Either::Right(listener.accept().await?.0), None)),
        }
    }
}

/// A socket in the file system, until this is dropped.
#[cfg(unix)]
pub struct SocketFile(PathBuf);

#[cfg(unix)]
impl Drop for SocketFile {
    fn drop(&mut self) {
        // A socket that stays is taken over by the next server.
        let _ = std::fs::remove_file(&self.0);
    }
}

/// Removes a socket at which no program listens now.
#[cfg(unix)]
async fn remove_left_behind(file: &Path) -> Result<()> {
    let Ok(found) = std::fs::symlink_metadata(file) else { return Ok(()) };
    if !found.file_type().is_socket() {
        bail!("there is a file that isn’t a socket");
    }
    match UnixStream::connect(file).await {
        Ok(_) => bail!("another program is listening there"),
        Err(error) if error.kind() == io::ErrorKind::ConnectionRefused => Ok(std::fs::remove_file(file)?),
        Err(error) => Err(error.into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_is_an_address_or_a_socket() {
        for text in ["127.0.0.1:8080", "[::1]:1", "unix:/run/bagatelle.sock"] {
            assert_eq!(text.parse::<Place>().unwrap().to_string(), text);
        }
        for text in [
            "",
            "unix:",
            "8080",
            ":8080",
            "localhost",
            "localhost:",
            "localhost:x",
            "a b:1",
            "http://localhost:1",
            "/run/bagatelle.sock",
        ] {
            assert!(matches!(text.parse::<Place>(), Err(NoPlace::Form)), "{text}");
        }
        assert_eq!("localhost:8080".parse::<Place>().unwrap().to_string(), "127.0.0.1:8080");
        // A name that is reserved and means nothing.
        let unknown = "unknown.invalid:8080".parse::<Place>().unwrap_err();
        assert!(unknown.to_string().starts_with("the host “unknown.invalid” is unknown"), "{unknown}");
    }

    #[cfg(unix)]
    #[tokio::test]
    async fn a_socket_that_was_left_behind_is_taken_over_and_no_other() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("socket");
        let place = Place::Socket(file.clone());
        let first = Listener::bind(&place).await.unwrap();
        let taken = Listener::bind(&place).await.err().unwrap();
        assert!(format!("{taken:#}").ends_with("another program is listening there"), "{taken:#}");
        assert_eq!(std::fs::metadata(&file).unwrap().permissions().mode() & 0o777, SOCKET_MODE);
        drop(first);
        assert!(!file.exists());

        drop(std::os::unix::net::UnixListener::bind(&file).unwrap());
        assert!(file.exists());
        drop(Listener::bind(&place).await.unwrap());

        std::fs::write(&file, "mine").unwrap();
        assert!(Listener::bind(&place).await.is_err());
        assert_eq!(std::fs::read_to_string(&file).unwrap(), "mine");
    }
}
