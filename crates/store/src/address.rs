//! Where a database is.

use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;
use thiserror::Error;

/// The name of the database in a data folder.
pub const DATABASE_FILE: &str = "bagatelle.sqlite";

/// Where a database is: `sqlite:FOLDER`, or `postgres://USER:PASSWORD@HOST/DATABASE`.
#[derive(Clone, PartialEq, Eq)]
pub enum Address {
    /// In a data folder.
    Folder(PathBuf),
    /// On a PostgreSQL server.
    Postgres(String),
}

/// A text that is not an [`Address`].
#[derive(Debug, Error)]
#[error("a database address is sqlite:FOLDER or postgres://USER:PASSWORD@HOST/DATABASE")]
pub struct NoAddress;

impl FromStr for Address {
    type Err = NoAddress;

    fn from_str(text: &str) -> Result<Address, NoAddress> {
        match text.split_once(':') {
            Some(("sqlite", folder)) if !folder.is_empty() => {
                Ok(Address::Folder(folder.strip_prefix("//").unwrap_or(folder).into()))
            }
            Some(("postgres" | "postgresql", rest)) if rest.starts_with("//") => {
                Ok(Address::Postgres(text.to_owned()))
            }
            _ => Err(NoAddress),
        }
    }
}

impl fmt::Display for Address {
    /// The folder, or the address of the server without the password.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Address::Folder(folder) => folder.display().fmt(f),
            Address::Postgres(text) => {
                // What follows the question mark may hold a password, too.
                let text = text.split('?').next().unwrap_or_default();
                match text.split_once("//").and_then(|(scheme, rest)| Some((scheme, rest.rsplit_once('@')?)))
                {
                    Some((scheme, (user, host))) => {
                        let user = user.split(':').next().unwrap_or_default();
                        write!(f, "{scheme}//{user}@{host}")
                    }
                    None => f.write_str(text),
                }
            }
        }
    }
}

impl fmt::Debug for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Address({self})")
    }
}

#[cfg(test)]
mod tests {
    use super::Address;

    #[test]
    fn addresses_are_read_and_shown_without_passwords() {
        for (text, shown) in [
            ("sqlite:data", "data"),
            ("sqlite:///srv/games", "/srv/games"),
            (
                "postgres://ann:p@ss:word@db.example.org:5433/games",
                "postgres://ann@db.example.org:5433/games",
            ),
            ("postgresql:///games?host=/run/postgresql&password=x", "postgresql:///games"),
        ] {
            let address: Address = text.parse().unwrap();
            assert_eq!(address.to_string(), shown);
            assert_eq!(format!("{address:?}"), format!("Address({shown})"));
        }
        for text in ["", "data", "sqlite:", "mysql://x/y", "postgres:x"] {
            assert!(text.parse::<Address>().is_err(), "{text}");
        }
    }
}
