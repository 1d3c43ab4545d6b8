//! The command line and its `--help`.
#![allow(rustdoc::bare_urls, reason = "the comments are the text of --help")]

mod admin;
mod arena;
mod choices;
mod hosting;
#[cfg(test)]
mod page;
mod print;
mod records;

use bagatelle_core::{Seat, Viewer};
use bagatelle_server::http::address::Proxies;
use bagatelle_server::http::listener::{Place, network};
use bagatelle_server::http::public_url::PublicUrl;
use bagatelle_server::limits::Limits;
use bagatelle_server::tables::retention::KeepGuests;
use bagatelle_store::Address;
use clap::{ArgMatches, CommandFactory, FromArgMatches, Parser, Subcommand};
use std::net::SocketAddr;
use std::path::PathBuf;

pub use admin::{Admin, AdminAct, Export, Import, OnlyAccounts, OnlyStage, Registration};
pub use arena::{Arena, Dataset, DatasetKind, Engine, Figures, PlayOn};
pub use choices::Choices;
pub use hosting::{Backup, Doctor, Healthcheck, LogFormat, Push, Restore, Site};
pub use print::Print;
pub use records::{Convert, Form, Stats};

/// Small tabletop games: play them in the browser, solve them, and let programs play.
///
/// Without a command, it serves the games at http://127.0.0.1:8080.
#[derive(Debug, Parser)]
#[command(version, args_conflicts_with_subcommands = true, disable_help_subcommand = true)]
pub struct Args {
    #[command(subcommand)]
    pub command: Option<Command>,
    #[command(flatten)]
    pub serve: Serve,
}

impl Args {
    /// The command line and the environment of this process. A variable that is empty counts as one that is
    /// not there: settings of containers can often be emptied, but not removed.
    pub fn of_process() -> Args {
        let matches = without_empty_variables(Args::command()).get_matches();
        Args::of(&matches)
    }

    fn of(matches: &ArgMatches) -> Args {
        Args::from_arg_matches(matches).unwrap_or_else(|error| error.format(&mut Args::command()).exit())
    }
}

/// A command that does not look at variables that are empty.
fn without_empty_variables(command: clap::Command) -> clap::Command {
    let is_empty = |name: &std::ffi::OsStr| {
        std::env::var_os(name).is_some_and(|value| value.to_str().is_some_and(|text| text.trim().is_empty()))
    };
    command
        // There is no variable without a name.
        .mut_args(|arg| if arg.get_env().is_some_and(is_empty) { arg.env("").hide_env(true) } else { arg })
        .mut_subcommands(without_empty_variables)
}

#[derive(Debug, Subcommand)]
pub enum Command {
    /// Serve the games to browsers and other programs
    Serve(Serve),
    /// List the games
    Games,
    /// List every limit of the server: name, value and what it limits
    Limits(Limited),
    /// Deal a game and print its record; the same seed always gives the same deal
    Deal(Deal),
    /// Replay records and print one JSON line per position, including the last
    Trace {
        /// Records; `-` is standard input
        #[arg(required = true, value_name = "FILE")]
        files: Vec<PathBuf>,
    },
    /// Verify that finished games were dealt as the server committed to; the exit status is 1 if something
    /// differs, 2 if there is no commitment
    Verify {
        /// Records; `-` is standard input
        #[arg(required = true, value_name = "RECORD")]
        files: Vec<PathBuf>,
    },
    /// Count the action sequences of each length from a record’s last position
    Perft {
        /// A record; `-` is standard input
        file: PathBuf,
        /// The length of the longest sequences
        #[arg(long)]
        depth: u32,
    },
    /// Print what a viewer may know of a record’s last position, as JSON
    View {
        /// A record; `-` is standard input
        file: PathBuf,
        #[command(flatten)]
        who: Who,
    },
    /// Draw a record’s last position as SVG or PNG
    Draw(Draw),
    /// Print a game: sheets of its pieces at true size, a rule sheet and a reference card, as PDF
    Print(Print),
    /// List the programs that can play
    Programs,
    /// Solve or analyse a record’s last position
    Solve(Solve),
    /// Build large tables once, so solvers can prove more
    Tables(Tables),
    /// Check a certificate by the rules alone
    Check {
        /// The record whose last position the certificate is for; `-` is standard input
        file: PathBuf,
        /// A file from `solve --certificate`
        certificate: PathBuf,
    },
    /// Let programs and engines play each other: same deals with seats exchanged, scores and Elo with
    /// intervals
    Arena(Arena),
    /// Play as an engine: read messages from standard input and answer on standard output, one line of JSON
    /// each
    Engine(Engine),
    /// Let an engine play on a server as the bot of an account: it accepts challenges, looks for opponents,
    /// and resumes its games
    PlayOn(PlayOn),
    /// Measure the games and write the page of figures: choices, lengths, first player, levels, luck of the
    /// deal
    Figures(Figures),
    /// Write data to learn from: games of programs, solved deals or certificates, as lines of JSON with a
    /// card
    Dataset(Dataset),
    /// Convert records: one per line, as JSON or compact text, or Portable Piecepack Notation
    Convert(Convert),
    /// Summarise a folder of records: lengths, wins of the first player, openings
    Stats(Stats),
    /// Play many games at once on a server, and measure it
    Load(Load),
    /// Write the games as files for any web host: everything a visitor can do alone, against programs or on
    /// one screen
    Site(Site),
    /// Copy everything to another, empty database, and replay every game on both to compare them; no server
    /// may use either meanwhile
    CopyData(CopyData),
    /// Manage accounts and games: list, rename, ban, delete, make moderators; with or without a running
    /// server
    Admin(Admin),
    /// Write an account with its games, or everything, into a file for `import`; with or without a running
    /// server
    Export(Export),
    /// Import a file from `export` or a player’s download into a server, which may already have accounts and
    /// games
    Import(Import),
    /// Write all data into one file; with or without a running server
    Backup(Backup),
    /// Restore a file from `backup` into a data folder that no server uses
    Restore(Restore),
    /// Check a data folder, with or without a running server; the exit status is 1 if something is wrong
    Doctor(Doctor),
    /// Ask a server on this machine whether it is working; the exit status is 1 if it isn’t
    Healthcheck(Healthcheck),
    /// Print a completion script for a shell
    Completions {
        /// The shell
        #[arg(value_enum)]
        shell: clap_complete::Shell,
    },
    /// Print the manual page, for `man -l -`
    Man,
}

#[derive(Debug, clap::Args)]
pub struct CopyData {
    /// The database to copy: sqlite:DIR for a data folder, or postgres://USER:PASSWORD@HOST/DATABASE
    #[arg(long, value_name = "URL")]
    pub from: Address,
    /// The database to copy to, which must be empty: sqlite:DIR or postgres://USER:PASSWORD@HOST/DATABASE
    #[arg(long, value_name = "URL")]
    pub to: Address,
}

#[derive(Debug, clap::Args)]
pub struct Serve {
    /// The folder for all data; it is created if it doesn’t exist
    #[arg(long, value_name = "DIR", env = "BAGATELLE_DATA", default_value = "data")]
    pub data: PathBuf,
    /// A PostgreSQL database instead of a data folder: postgres://USER:PASSWORD@HOST/DATABASE, or
    /// postgres:///DATABASE?host=DIR for a socket in the folder DIR
    #[arg(long, value_name = "URL", env = "BAGATELLE_DATABASE", hide_env_values = true)]
    pub database: Option<Address>,
    /// The address to listen on, or unix:FILE for a socket; a socket from systemd takes its place
    #[arg(long, value_name = "ADDR", env = "BAGATELLE_LISTEN", default_value = "127.0.0.1:8080")]
    pub listen: Place,
    /// The public address of this server, if it differs from ADDR, such as https://games.example.org, or
    /// https://example.org/games/ for a server below a path; with https, cookies are sent only over https
    #[arg(long, value_name = "URL", env = "BAGATELLE_PUBLIC_URL")]
    pub public_url: Option<PublicUrl>,
    /// Whether visitors may sign up for an account; existing accounts can always log in
    #[arg(long, value_name = "WHICH", env = "BAGATELLE_REGISTRATION", value_enum, default_value = "open")]
    pub registration: Registration,
    /// At open tables, let visitors chat only once they have finished this many games with other people
    #[arg(
        long,
        value_name = "GAMES",
        env = "BAGATELLE_MUTE_NEWCOMERS",
        default_value_t = 0,
        hide_default_value = true
    )]
    pub mute_newcomers: u32,
    /// Create a new secret for a data folder that lost its own: guests lose their games, and all players are
    /// logged out
    #[arg(long)]
    pub new_secret: bool,
    #[command(flatten)]
    pub limited: Limited,
    /// The addresses or networks of proxies on other machines, separated by commas. The server trusts what
    /// they, and proxies on this machine, say about visitors (X-Forwarded-For, X-Forwarded-Proto)
    #[arg(
        long = "trust-proxy",
        value_name = "NETWORKS",
        env = "BAGATELLE_TRUST_PROXY",
        default_value = "",
        hide_default_value = true
    )]
    pub proxies: Proxies,
    /// The address where Prometheus can fetch metrics (at /metrics), such as 127.0.0.1:9090; not meant for
    /// visitors
    #[arg(long, value_name = "ADDR", env = "BAGATELLE_METRICS", value_parser = network)]
    pub metrics: Option<SocketAddr>,
    /// Remove games played only by guests after this many days without activity, such as 90d; without this
    /// they are kept for ever
    #[arg(long, value_name = "DAYS", env = "BAGATELLE_KEEP_GUESTS")]
    pub keep_guests: Option<KeepGuests>,
    /// Let the levels of the two-player games play as house bots: accounts that accept challenges and play
    /// each other in idle time, on a ladder with its own ratings
    #[arg(long, env = "BAGATELLE_HOUSE_BOTS", value_parser = clap::builder::FalseyValueParser::new())]
    pub house_bots: bool,
    /// Whether browsers whose visitors want it are notified of their turns and invitations. Notifications go
    /// to the push services of browser makers, over https: the only connections that the server makes
    #[arg(long, value_name = "WHICH", env = "BAGATELLE_PUSH", value_enum, default_value = "on")]
    pub push: Push,
    /// The format of log lines
    #[arg(long, value_name = "FORMAT", env = "BAGATELLE_LOG_FORMAT", value_enum, default_value = "text")]
    pub log_format: LogFormat,
    /// Log each request: method, address, status, milliseconds and origin
    #[arg(long)]
    pub access_log: bool,
}

/// The limits of a server.
#[derive(Debug, clap::Args)]
pub struct Limited {
    /// Limits that differ from the defaults, as NAME=NUMBER, separated by commas (`bagatelle limits` lists
    /// them); `off` lifts the limits on visitors
    #[arg(
        long,
        value_name = "LIMITS",
        env = "BAGATELLE_LIMITS",
        default_value = "",
        hide_default_value = true
    )]
    pub limits: Limits,
}

#[derive(Debug, clap::Args)]
pub struct Deal {
    /// The game, as in `bagatelle games`
    pub game: String,
    /// Any text; random by default
    #[arg(long)]
    pub seed: Option<String>,
    #[command(flatten)]
    pub choices: Choices,
}

/// Whose view is printed.
#[derive(Debug, clap::Args)]
#[group(required = true, multiple = false)]
pub struct Who {
    /// The view of this seat, counted from 0
    #[arg(long, value_name = "K")]
    pub seat: Option<u8>,
    /// The view of a spectator, who sees only public information
    #[arg(long)]
    pub spectator: bool,
}

impl Who {
    pub fn viewer(&self) -> Viewer {
        self.seat.map_or(Viewer::Spectator, |seat| Viewer::Seat(Seat(seat)))
    }
}

#[derive(Debug, clap::Args)]
pub struct Draw {
    /// A record; `-` is standard input
    pub file: PathBuf,
    /// Draw what this seat sees, counted from 0; what a spectator sees by default
    #[arg(long, value_name = "K")]
    pub seat: Option<u8>,
    /// The file to write, ending in .svg or .png; SVG on standard output by default
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// The width of a PNG in pixels
    #[arg(long, value_name = "PIXELS", default_value_t = 1200,
        value_parser = clap::value_parser!(u32).range(16..=8192))]
    pub width: u32,
}

#[derive(Debug, clap::Args)]
pub struct Solve {
    /// A record; `-` is standard input
    pub file: PathBuf,
    /// How long the run may take, from start to answer. A game that needs tables builds them first, which
    /// takes up to about 0.2 seconds. With less time than that, the answer is the first one found once they
    /// are built
    #[arg(long, value_name = "SECONDS", default_value_t = 10.0)]
    pub time: f64,
    /// Let --time be processor time, divided by the threads, so that a busy machine changes nothing
    #[arg(long)]
    pub cpu: bool,
    /// How many threads to use; one per processor by default
    #[arg(long, value_name = "N")]
    pub workers: Option<usize>,
    /// Print one line of JSON
    #[arg(long)]
    pub json: bool,
    /// Write a record that ends with the solution; `-` is standard output
    #[arg(long, value_name = "FILE", conflicts_with_all = ["json", "certificate"])]
    pub record: Option<PathBuf>,
    /// Spend the time proving that no solution is shorter, in games whose solvers can, and stop once it is
    /// proven. Large tables help: see `bagatelle tables`
    #[arg(long, conflicts_with = "certificate")]
    pub prove: bool,
    /// The data folder, for large tables if it has them
    #[arg(long, value_name = "DIR", env = "BAGATELLE_DATA", default_value = "data")]
    pub data: PathBuf,
    /// Print a proof, for `bagatelle check`, that the position is won whatever is hidden, in games with such
    /// proofs
    #[arg(long, conflicts_with = "json")]
    pub certificate: bool,
}

#[derive(Debug, clap::Args)]
pub struct Tables {
    #[command(subcommand)]
    pub act: TablesAct,
}

#[derive(Debug, Subcommand)]
pub enum TablesAct {
    /// List the games with large tables, their use, and whether they are built
    List {
        /// The data folder
        #[arg(long, value_name = "DIR", env = "BAGATELLE_DATA", default_value = "data")]
        data: PathBuf,
    },
    /// Build large tables in the data folder for commands and the server; a running server finds them after a
    /// restart
    Build {
        /// The game; all games with such tables by default
        game: Option<String>,
        /// The data folder
        #[arg(long, value_name = "DIR", env = "BAGATELLE_DATA", default_value = "data")]
        data: PathBuf,
    },
}

#[derive(Debug, clap::Args)]
pub struct Load {
    /// The server, such as http://127.0.0.1:8080; it must run without limits on visitors
    /// (BAGATELLE_LIMITS=off)
    #[arg(value_name = "URL", conflicts_with = "serve")]
    pub server: Option<String>,
    /// Start a server on an empty folder, measure it, and stop it
    #[arg(long)]
    pub serve: bool,
    /// The one core for this server, which the load avoids if there are others (with `taskset`, on Linux)
    #[arg(long, value_name = "N", requires = "serve")]
    pub core: Option<u32>,
    /// Another database to serve, which keeps the new games: postgres://…
    #[arg(long, value_name = "URL", requires = "serve")]
    pub database: Option<Address>,
    /// How many servers to start on this database; games and streams are spread over them
    #[arg(long, value_name = "N", default_value_t = 1, requires = "database",
        value_parser = clap::value_parser!(u32).range(1..=16))]
    pub copies: u32,
    /// The process of the server, to measure its time and memory, if it runs on this machine
    #[arg(long, conflicts_with = "serve")]
    pub pid: Option<u32>,
    /// The route for moves; both, one after the other, by default
    #[arg(long, value_enum)]
    pub route: Option<Route>,
    /// Games at once
    #[arg(long, value_name = "N", default_value_t = 200,
        value_parser = clap::value_parser!(u32).range(1..=5000))]
    pub games: u32,
    /// From how many addresses to play, as a proxy on this machine would report them; the server’s limits can
    /// then stay on
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub addresses: Option<u32>,
    /// Moves per second in each game; as fast as possible by default
    #[arg(long, value_name = "M", value_parser = rate)]
    pub rate: Option<f64>,
    /// How long each run lasts
    #[arg(long, value_name = "S", default_value_t = 10, value_parser =
        clap::value_parser!(u32).range(1..=3600))]
    pub seconds: u32,
    /// The most moves of a run
    #[arg(long, value_name = "N", default_value_t = 1_000_000)]
    pub moves: u64,
    /// Hold an event stream of each game, too
    #[arg(long)]
    pub follow: bool,
    /// Hold this many idle event streams instead of playing, and measure the server’s memory
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=60_000))]
    pub streams: Option<u32>,
    /// Also measure how fast SQLite writes to this disk, in transactions of as many moves as there are games
    #[arg(long)]
    pub disk: bool,
    /// Print one line of JSON
    #[arg(long)]
    pub json: bool,
}

fn rate(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(rate) if (0.01..=1000.0).contains(&rate) => Ok(rate),
        _ => Err("from 0.01 to 1000 moves in a second".into()),
    }
}

/// How a request says who asks, and in which form it wants the answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub enum Route {
    /// The JSON API, as programs use it
    Api,
    /// The pages, as their scripts use them
    Page,
}
