//! The command line of `bagatelle admin`.
#![allow(rustdoc::bare_urls, reason = "the comments are the text of --help")]

use bagatelle_store::Address;
use clap::Subcommand;
use std::path::PathBuf;

/// A database that a server may be using.
#[derive(Debug, clap::Args)]
pub struct AnyDatabase {
    /// The data folder
    #[arg(long, global = true, value_name = "DIR", env = "BAGATELLE_DATA", default_value = "data")]
    data: PathBuf,
    /// A PostgreSQL database instead of a data folder: postgres://USER:PASSWORD@HOST/DATABASE
    #[arg(long, global = true, value_name = "URL", env = "BAGATELLE_DATABASE", hide_env_values = true)]
    database: Option<Address>,
}

impl AnyDatabase {
    /// Where it is.
    pub fn address(&self) -> Address {
        self.database.clone().unwrap_or_else(|| Address::Folder(self.data.clone()))
    }
}

#[derive(Debug, clap::Args)]
#[group(skip)]
pub struct Export {
    /// The name of the account
    #[arg(required_unless_present = "all", conflicts_with = "all")]
    pub account: Option<String>,
    /// All accounts and games, with password hashes
    #[arg(long)]
    pub all: bool,
    /// The file to write; it must not exist, and is readable by its owner only
    #[arg(short, long, value_name = "FILE")]
    pub output: PathBuf,
    #[command(flatten)]
    pub at: AnyDatabase,
}

#[derive(Debug, clap::Args)]
pub struct Import {
    /// What `bagatelle export` wrote, or what a player has downloaded as “Your data”
    pub file: PathBuf,
    /// Another name for the account in the file
    #[arg(long = "as", value_name = "NAME")]
    pub name: Option<String>,
    /// Bring a whole server: a file of `export --all`, with its passwords, moderators and bots
    #[arg(long, conflicts_with = "name")]
    pub all: bool,
    #[command(flatten)]
    pub at: AnyDatabase,
}

#[derive(Debug, clap::Args)]
pub struct Admin {
    #[command(flatten)]
    pub at: AnyDatabase,
    /// Why, for the log; a person who is banned or muted is told
    #[arg(long, global = true, value_name = "TEXT", default_value = "", hide_default_value = true)]
    pub reason: String,
    #[command(subcommand)]
    pub act: AdminAct,
}

#[derive(Debug, Subcommand)]
pub enum AdminAct {
    /// List accounts, the newest first
    Accounts {
        /// Only those with this text in their names
        #[arg(default_value = "", hide_default_value = true)]
        text: String,
        /// Only these
        #[arg(long, value_enum, default_value = "all")]
        only: OnlyAccounts,
        /// How many at most
        #[arg(long, value_name = "N", default_value_t = 50)]
        limit: u32,
    },
    /// List games, the one that changed last first
    Games {
        /// Only those with this text in a player's name
        #[arg(default_value = "", hide_default_value = true)]
        text: String,
        /// Only those of this account
        #[arg(long, value_name = "NAME")]
        account: Option<String>,
        /// Only those of this game, as in `bagatelle games`
        #[arg(long, value_name = "GAME")]
        game: Option<String>,
        /// Only those at this stage
        #[arg(long, value_enum)]
        stage: Option<OnlyStage>,
        /// How many at most
        #[arg(long, value_name = "N", default_value_t = 50)]
        limit: u32,
    },
    /// Show what was done, by this command and by moderators, the last act first
    Log {
        /// Only what was done to this account, or to the game with this id
        #[arg(long, value_name = "WHOM")]
        about: Option<String>,
        /// How many at most
        #[arg(long, value_name = "N", default_value_t = 50)]
        limit: u32,
    },
    /// Let visitors sign up, or not
    Registration {
        /// Which
        #[arg(value_enum)]
        which: Registration,
    },
    /// Make a link by which the owner of an account sets a new password, once
    ResetPassword {
        /// The name of the account
        account: String,
        /// The public address of the server
        #[arg(
            long,
            value_name = "URL",
            env = "BAGATELLE_PUBLIC_URL",
            default_value = "http://127.0.0.1:8080"
        )]
        public_url: String,
        /// For how many hours the link holds
        #[arg(long, value_name = "N", default_value_t = 24,
            value_parser = clap::value_parser!(u32).range(1..=720))]
        hours: u32,
    },
    /// Give an account another name
    Rename {
        /// The name of the account
        account: String,
        /// The new name
        name: String,
    },
    /// Keep a person from playing, writing and logging in; all sessions end
    Ban {
        /// The name of an account, or the id of a visitor
        person: String,
    },
    /// Let a person play again
    Unban {
        /// The name of an account, or the id of a visitor
        person: String,
    },
    /// Keep a person from writing
    Mute {
        /// The name of an account, or the id of a visitor
        person: String,
    },
    /// Let a person write again
    Unmute {
        /// The name of an account, or the id of a visitor
        person: String,
    },
    /// Delete a game with its chat; ratings that it has changed stay
    DeleteGame {
        /// The id in the game's address
        id: String,
        /// Confirm it: this cannot be undone
        #[arg(long)]
        yes: bool,
    },
    /// Delete an account as its owner does: it resigns its games, which stay without its name
    DeleteAccount {
        /// The name of the account
        account: String,
        /// Confirm it: this cannot be undone
        #[arg(long)]
        yes: bool,
    },
    /// Make an account a moderator, who settles reports at /admin
    MakeModerator {
        /// The name of the account
        account: String,
    },
    /// Revoke all tokens of an account for the API
    RevokeTokens {
        /// The name of the account
        account: String,
    },
    /// End that an account is a moderator
    UnmakeModerator {
        /// The name of the account
        account: String,
    },
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub enum OnlyAccounts {
    /// All
    All,
    /// Moderators
    Moderators,
    /// Those that may not play
    Banned,
    /// Those that may not write
    Muted,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub enum OnlyStage {
    /// Seats are open
    Open,
    /// Under way
    Playing,
    /// Ended
    Over,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub enum Registration {
    /// Visitors may sign up
    Open,
    /// No new accounts
    Closed,
}
