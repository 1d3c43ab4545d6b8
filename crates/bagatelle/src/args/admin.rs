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
    /// The file to write; it must not exist, and only its owner can read it
    #[arg(short, long, value_name = "FILE")]
    pub output: PathBuf,
    #[command(flatten)]
    pub at: AnyDatabase,
}

#[derive(Debug, clap::Args)]
pub struct Import {
    /// A file from `bagatelle export`, or a player’s “Your data” download
    pub file: PathBuf,
    /// Another name for the account in the file
    #[arg(long = "as", value_name = "NAME")]
    pub name: Option<String>,
    /// Import a whole server: a file from `export --all`, with its passwords, moderators and bots
    #[arg(long, conflicts_with = "name")]
    pub all: bool,
    #[command(flatten)]
    pub at: AnyDatabase,
}

#[derive(Debug, clap::Args)]
pub struct Admin {
    #[command(flatten)]
    pub at: AnyDatabase,
    /// The reason, for the log; a banned or muted person sees it
    #[arg(long, global = true, value_name = "TEXT", default_value = "", hide_default_value = true)]
    pub reason: String,
    #[command(subcommand)]
    pub act: AdminAct,
}

#[derive(Debug, Subcommand)]
pub enum AdminAct {
    /// List accounts, newest first
    Accounts {
        /// Only those with this text in their names
        #[arg(default_value = "", hide_default_value = true)]
        text: String,
        /// Only these
        #[arg(long, value_enum, default_value = "all")]
        only: OnlyAccounts,
        /// The most to list
        #[arg(long, value_name = "N", default_value_t = 50)]
        limit: u32,
    },
    /// List games, most recently changed first
    Games {
        /// Only those with this text in a player’s name
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
        /// The most to list
        #[arg(long, value_name = "N", default_value_t = 50)]
        limit: u32,
    },
    /// Show what this command and moderators did, latest first
    Log {
        /// Only acts on this account, or on the game with this id
        #[arg(long, value_name = "WHOM")]
        about: Option<String>,
        /// The most to list
        #[arg(long, value_name = "N", default_value_t = 50)]
        limit: u32,
    },
    /// Let visitors sign up, or not
    Registration {
        /// Which
        #[arg(value_enum)]
        which: Registration,
    },
    /// Create a link with which the owner of an account can set a new password, once
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
        /// How many hours the link is valid
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
    /// Ban a person from playing, chatting and logging in; this ends all sessions
    Ban {
        /// The name of an account, or the id of a visitor
        person: String,
    },
    /// Lift a ban
    Unban {
        /// The name of an account, or the id of a visitor
        person: String,
    },
    /// Mute a person
    Mute {
        /// The name of an account, or the id of a visitor
        person: String,
    },
    /// Unmute a person
    Unmute {
        /// The name of an account, or the id of a visitor
        person: String,
    },
    /// Delete a game with its chat; rating changes stay
    DeleteGame {
        /// The id in the game’s address
        id: String,
        /// Confirm: you can’t undo this
        #[arg(long)]
        yes: bool,
    },
    /// Delete an account as its owner would: it resigns its games, which stay without its name
    DeleteAccount {
        /// The name of the account
        account: String,
        /// Confirm: you can’t undo this
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
    /// Remove an account as a moderator
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
    /// Banned accounts
    Banned,
    /// Muted accounts
    Muted,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub enum OnlyStage {
    /// Seats are open
    Open,
    /// In progress
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
