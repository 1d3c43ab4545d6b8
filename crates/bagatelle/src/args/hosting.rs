//! The commands of hosts.
#![allow(rustdoc::bare_urls, reason = "the comments are the text of --help")]

use anyhow::{Result, bail};
use bagatelle_pages::base::Base;
use bagatelle_server::http::listener::Place;
use bagatelle_server::tables::retention::KeepGuests;
use bagatelle_store::Address;
use std::path::{Path, PathBuf};

#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub enum LogFormat {
    /// A line for people
    Text,
    /// A JSON object
    Json,
}

/// The data folder that a command works on.
#[derive(Debug, clap::Args)]
pub struct DataFolder {
    /// The data folder
    #[arg(long, value_name = "DIR", env = "BAGATELLE_DATA", default_value = "data")]
    data: PathBuf,
    #[arg(long, hide = true, env = "BAGATELLE_DATABASE", value_name = "URL")]
    database: Option<Address>,
}

impl DataFolder {
    /// The folder.
    ///
    /// # Errors
    /// When the data are on a PostgreSQL server.
    pub fn path(&self) -> Result<&Path> {
        match &self.database {
            None => Ok(&self.data),
            Some(Address::Folder(folder)) => Ok(folder),
            Some(server @ Address::Postgres(_)) => bail!(
                "this command works on a data folder, and the data are in {server}: use what PostgreSQL has \
                 for it, such as pg_dump"
            ),
        }
    }
}

#[derive(Debug, clap::Args)]
pub struct Site {
    /// The folder to write; it is created if it does not exist
    #[arg(short, long, value_name = "DIR")]
    pub output: PathBuf,
    /// The path below which the web space has the site, such as /games/; without it, the files may be put
    /// below any path
    #[arg(long, value_name = "PATH", value_parser = base)]
    pub base: Option<Base>,
    /// Write into a folder that is not empty; files that are not part of the site stay
    #[arg(long)]
    pub replace: bool,
}

fn base(text: &str) -> Result<Base, String> {
    text.parse().map_err(|_| {
        "a path is like /games/, of letters, digits and - _ . ~; a site that has its \
        host for itself needs none"
            .to_owned()
    })
}

#[derive(Debug, clap::Args)]
pub struct Backup {
    /// The file to write, a tar archive with the database, the secret, and what they are; readable by its
    /// owner only
    pub file: PathBuf,
    #[command(flatten)]
    pub folder: DataFolder,
    /// Write over a file that exists
    #[arg(long)]
    pub replace: bool,
}

#[derive(Debug, clap::Args)]
pub struct Restore {
    /// What `bagatelle backup` wrote
    pub file: PathBuf,
    #[command(flatten)]
    pub folder: DataFolder,
    /// Take the place of data that are there; these are moved aside within the folder
    #[arg(long)]
    pub replace: bool,
}

#[derive(Debug, clap::Args)]
pub struct Doctor {
    #[command(flatten)]
    pub folder: DataFolder,
    /// For how long the server keeps games of guests: what is older is counted
    #[arg(long, value_name = "DAYS", env = "BAGATELLE_KEEP_GUESTS")]
    pub keep_guests: Option<KeepGuests>,
}

#[derive(Debug, clap::Args)]
pub struct Healthcheck {
    /// The address that the server listens on, or unix:FILE
    #[arg(long, value_name = "ADDR", env = "BAGATELLE_LISTEN", default_value = "127.0.0.1:8080")]
    pub listen: Place,
    /// Ask only whether it is alive, not whether it can write
    #[arg(long)]
    pub alive: bool,
    /// How long the answer may take
    #[arg(long, value_name = "SECONDS", default_value_t = 10,
        value_parser = clap::value_parser!(u64).range(1..=600))]
    pub timeout: u64,
}
