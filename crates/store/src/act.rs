//! What hosts and moderators do.

use bagatelle_table::Millis;

/// Declares the kinds of acts with the word of each in the database.
macro_rules! kinds {
    ($($(#[doc = $what:literal])+ $kind:ident = $word:literal;)+) => {
        /// What was done.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum ActKind {
            $($(#[doc = $what])+ $kind,)+
        }

        impl ActKind {
            /// All kinds.
            pub const ALL: &[ActKind] = &[$(ActKind::$kind),+];

            /// The word in the database and on the command line.
            #[must_use]
            pub fn word(self) -> &'static str {
                match self {
                    $(ActKind::$kind => $word,)+
                }
            }
        }
    };
}

kinds! {
    /// Visitors may sign up.
    OpenRegistration = "open-registration";
    /// Visitors may no longer sign up.
    CloseRegistration = "close-registration";
    /// A link for a new password was made.
    ResetPassword = "reset-password";
    /// An account got another name.
    Rename = "rename";
    /// A person may no longer play.
    Ban = "ban";
    /// A person may play again.
    Unban = "unban";
    /// A person may no longer write.
    Mute = "mute";
    /// A person may write again.
    Unmute = "unmute";
    /// A game was deleted.
    DeleteGame = "delete-game";
    /// An account was deleted.
    DeleteAccount = "delete-account";
    /// An account became a moderator.
    MakeModerator = "make-moderator";
    /// An account is no longer a moderator.
    UnmakeModerator = "unmake-moderator";
    /// The tokens of an account were revoked.
    RevokeTokens = "revoke-tokens";
    /// A text was taken out of a chat.
    DeleteText = "delete-text";
    /// The title of an event was deleted.
    DeleteTitle = "delete-title";
    /// A report was settled without anything else.
    DismissReport = "dismiss-report";
    /// Accounts and games were brought from elsewhere.
    Import = "import";
}

impl ActKind {
    /// Reads the word in the database.
    #[must_use]
    pub fn read(word: &str) -> Option<ActKind> {
        ActKind::ALL.iter().copied().find(|kind| kind.word() == word)
    }
}

/// Something that a host or a moderator does. People and tables are given by their ids.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Act {
    /// To let visitors sign up, or not.
    Registration {
        /// Whether they may.
        open: bool,
    },
    /// To make a link by which the owner of an account sets a new password. Older links of the account are
    /// void.
    ResetPassword {
        /// The account.
        account: String,
        /// The hash of the code in the link.
        hash: String,
        /// Until when it holds.
        expires: Millis,
    },
    /// To give an account another name, in past games, too.
    Rename {
        /// The account.
        account: String,
        /// The name.
        name: String,
    },
    /// To keep a person from playing, or no longer. The sessions of an account end, and its tokens are
    /// revoked.
    Ban {
        /// The account, or the visitor.
        person: String,
        /// Whether it begins.
        begins: bool,
    },
    /// To keep a person from writing, or no longer.
    Mute {
        /// The account, or the visitor.
        person: String,
        /// Whether it begins.
        begins: bool,
    },
    /// To delete a game with all that belongs to it. Ratings that it has changed stay.
    DeleteGame {
        /// The table.
        table: String,
    },
    /// To delete an account, as [`Store::delete_account`](crate::Store::delete_account) does.
    DeleteAccount {
        /// The account.
        account: String,
    },
    /// To make an account a moderator, or no longer.
    Moderator {
        /// The account.
        account: String,
        /// Whether it begins.
        begins: bool,
    },
    /// To revoke all tokens of an account for the API.
    RevokeTokens {
        /// The account.
        account: String,
    },
    /// To take a text out of a chat. Its place stays.
    DeleteText {
        /// The table.
        table: String,
        /// Who wrote it.
        person: String,
        /// When it was sent.
        at: Millis,
        /// The text: several may have been sent at the same moment.
        text: String,
    },
    /// To delete the title of an event, which is then called
    /// [`DELETED_TITLE`](bagatelle_events::DELETED_TITLE).
    DeleteTitle {
        /// The event.
        event: String,
        /// The title.
        title: String,
    },
    /// To settle a report without anything else.
    DismissReport {
        /// The person who was reported.
        person: String,
    },
    /// To note that accounts and games were brought from elsewhere. They have been written already.
    Import {
        /// What was brought, in words.
        what: String,
    },
}

impl Act {
    /// The kind.
    #[must_use]
    pub fn kind(&self) -> ActKind {
        match self {
            Act::Registration { open: true } => ActKind::OpenRegistration,
            Act::Registration { open: false } => ActKind::CloseRegistration,
            Act::ResetPassword { .. } => ActKind::ResetPassword,
            Act::Rename { .. } => ActKind::Rename,
            Act::Ban { begins: true, .. } => ActKind::Ban,
            Act::Ban { begins: false, .. } => ActKind::Unban,
            Act::Mute { begins: true, .. } => ActKind::Mute,
            Act::Mute { begins: false, .. } => ActKind::Unmute,
            Act::DeleteGame { .. } => ActKind::DeleteGame,
            Act::DeleteAccount { .. } => ActKind::DeleteAccount,
            Act::Moderator { begins: true, .. } => ActKind::MakeModerator,
            Act::Moderator { begins: false, .. } => ActKind::UnmakeModerator,
            Act::RevokeTokens { .. } => ActKind::RevokeTokens,
            Act::DeleteText { .. } => ActKind::DeleteText,
            Act::DeleteTitle { .. } => ActKind::DeleteTitle,
            Act::DismissReport { .. } => ActKind::DismissReport,
            Act::Import { .. } => ActKind::Import,
        }
    }

    /// The id of the person, the table or the event that it concerns; empty for the server itself.
    #[must_use]
    pub fn subject(&self) -> &str {
        match self {
            Act::Registration { .. } | Act::Import { .. } => "",
            Act::ResetPassword { account, .. }
            | Act::Rename { account, .. }
            | Act::DeleteAccount { account }
            | Act::RevokeTokens { account }
            | Act::Moderator { account, .. } => account,
            Act::Ban { person, .. } | Act::Mute { person, .. } | Act::DismissReport { person } => person,
            Act::DeleteGame { table } | Act::DeleteText { table, .. } => table,
            Act::DeleteTitle { event, .. } => event,
        }
    }
}

/// Who does something, when and why.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Note {
    /// The account of the moderator; `None` for the command.
    pub moderator: Option<String>,
    /// When.
    pub at: Millis,
    /// Why, in the words of the moderator or host. A person who is banned or muted is told.
    pub reason: String,
    /// The report that is settled by it.
    pub report: Option<i64>,
}

/// An act in the log.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Done {
    /// Its number: a later act has a higher one.
    pub number: i64,
    /// When it was done.
    pub at: Millis,
    /// The id and the name of the moderator; `None` for the command.
    pub moderator: Option<(String, String)>,
    /// What was done.
    pub kind: ActKind,
    /// The id of the person, the table or the event; empty for the server itself.
    pub subject: String,
    /// What it was called then.
    pub name: String,
    /// What else belongs to the act: a new name, the number of a report.
    pub detail: String,
    /// Why.
    pub reason: String,
}
