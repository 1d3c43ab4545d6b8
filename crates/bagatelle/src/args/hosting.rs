//! The commands of hosts.
#![allow(rustdoc::bare_urls, reason = "the comments are the text of --help")]

use std::net::SocketAddr;
use std::path::PathBuf;

#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub enum LogFormat {
    /// A line for people
    Text,
    /// A JSON object
    Json,
}

#[derive(Debug, clap::Args)]
pub struct Backup {
    /// The file to write, a tar archive with the database, the secret, and what they are; readable by its owner only
    pub file: PathBuf,
    /// The data folder
    #[arg(long, value_name = "DIR", env = "BAGATELLE_DATA", default_value = "data")]
    pub data: PathBuf,
    /// Write over a file that exists
    #[arg(long)]
    pub replace: bool,
}

#[derive(Debug, clap::Args)]
pub struct Restore {
    /// What `bagatelle backup` wrote
    pub file: PathBuf,
    /// The data folder; it is created if it does not exist
    #[arg(long, value_name = "DIR", env = "BAGATELLE_DATA", default_value = "data")]
    pub data: PathBuf,
    /// Take the place of data that are there; these are moved aside within the folder
    #[arg(long)]
    pub replace: bool,
}

#[derive(Debug, clap::Args)]
pub struct Doctor {
    /// The data folder
    #[arg(long, value_name = "DIR", env = "BAGATELLE_DATA", default_value = "data")]
    pub data: PathBuf,
}

#[derive(Debug, clap::Args)]
pub struct Healthcheck {
    /// The address that the server listens on
    #[arg(long, value_name = "ADDR", env = "BAGATELLE_LISTEN", default_value = "127.0.0.1:8080")]
    pub listen: SocketAddr,
    /// Ask only whether it is alive, not whether it can write
    #[arg(long)]
    pub alive: bool,
    /// How long the answer may take
    #[arg(long, value_name = "SECONDS", default_value_t = 10, value_parser = clap::value_parser!(u64).range(1..=600))]
    pub timeout: u64,
}
