//! The commands of hosts.
#![allow(rustdoc::bare_urls, reason = "the comments are the text of --help")]

use anyhow::{Result, bail};
use bagatelle_pages::base::Base;
use bagatelle_server::http::listener::Place;
use bagatelle_server::push::endpoint::Reach;
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

/// Where notifications are sent.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub enum Push {
    /// To push services
    On,
    /// Nowhere
    Off,
    /// To this machine only, for tests
    #[value(hide = true)]
    Loopback,
}

impl From<Push> for Reach {
    fn from(push: Push) -> Reach {
        match push {
            Push::On => Reach::Public,
            Push::Off => Reach::Nowhere,
            Push::Loopback => Reach::Loopback,
        }
    }
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
                "this command works on a data folder, but the data is in {server}: use PostgreSQL’s own \
                 tools, such as pg_dump"
            ),
        }
    }
}

#[derive(Debug, clap::Args)]
pub struct Site {
    /// The folder to write; it is created if it doesn’t exist
    #[arg(short, long, value_name = "DIR")]
    pub output: PathBuf,
    /// The path of the site on its web host, such as /games/; without it, the files work below any path
    #[arg(long, value_name = "PATH", value_parser = base)]
    pub base: Option<Base>,
    /// Write into a folder that isn’t empty; files that aren’t part of the site stay
    #[arg(long)]
    pub replace: bool,
}

fn base(text: &str) -> Result<Base, String> {
    text.parse().map_err(|_| {
        "a path looks like /games/, with letters, digits and - _ . ~; a site with a host of its own needs \
         none"
            .to_owned()
    })
}

#[derive(Debug, clap::Args)]
pub struct Backup {
    /// The file to write: a tar archive with the database, the secret and a manifest, readable only by its
    /// owner
    pub file: PathBuf,
    #[command(flatten)]
    pub folder: DataFolder,
    /// Overwrite an existing file
    #[arg(long)]
    pub replace: bool,
}

#[derive(Debug, clap::Args)]
pub struct Restore {
    /// A file from `bagatelle backup`
    pub file: PathBuf,
    #[command(flatten)]
    pub folder: DataFolder,
    /// Replace existing data, which is moved aside within the folder
    #[arg(long)]
    pub replace: bool,
}

#[derive(Debug, clap::Args)]
pub struct Doctor {
    #[command(flatten)]
    pub folder: DataFolder,
    /// How long the server keeps guests’ games; older ones are counted
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
