//! Every limit of the server, in one place.

use std::time::Duration;

/// Makes the limits that cannot be set: constants, and the list of them.
macro_rules! fixed {
    ($($(#[doc = $what:literal])+ $name:ident: $type:ty = $value:expr;)+) => {
        $($(#[doc = $what])+ pub const $name: $type = $value;)+

        /// All limits that cannot be set: name, value, and what they limit.
        #[must_use]
        pub fn fixed() -> Vec<(&'static str, String, &'static str)> {
            vec![$((stringify!($name), format!("{:?}", $name), concat!($($what),+).trim_ascii()),)+]
        }
    };
}

fixed! {
    /// How long a request waits for a deal, a board or a record.
    ANSWER_LIMIT: Duration = Duration::from_secs(10);
    /// How many requests wait for such work; one more replaces one from the address that has asked for most.
    ANSWERS_WAITING: usize = 1000;
    /// How many requests from one address wait for such work; one more replaces the oldest.
    ANSWERS_WAITING_PER_ADDRESS: usize = 64;
    /// How many programs wait to think; one more replaces one of the address that has asked for most.
    PROGRAMS_WAITING: usize = 1000;
    /// How many programs wait to think for one visitor.
    PROGRAMS_WAITING_PER_VISITOR: usize = 25;
    /// How many programs wait to think for one address.
    PROGRAMS_WAITING_PER_ADDRESS: usize = 100;
    /// How many fresh seeds are tried for a deal that has a move to make.
    SEEDS_TRIED: usize = 20;
    /// How long open requests may take to end when the server stops.
    STOP_GRACE: Duration = Duration::from_secs(5);
    /// How long the last writes may take after that.
    CLOSE_GRACE: Duration = Duration::from_secs(2);
    /// How long the process waits for working threads when everything is closed.
    THREAD_GRACE: Duration = Duration::from_secs(1);
    /// The largest body of a request, in bytes, but for records.
    LARGEST_BODY: usize = 256 << 10;
    /// How long a request's head may take to arrive, and how long a connection is kept without a request.
    HEADER_TIME: Duration = Duration::from_secs(30);
    /// How long the body of a request may take to arrive.
    BODY_TIME: Duration = Duration::from_secs(30);
    /// How many bytes of a body are not counted among those of all bodies.
    BODY_FREE: usize = 16 << 10;
    /// How many bytes of all bodies are in memory at once.
    BODIES: usize = 16 << 20;
    /// How many of them come from one address: the largest record, and a little more.
    BODIES_PER_ADDRESS: usize = (4 << 20) + (256 << 10);
    /// How many of them are reserved for addresses that use no more than [`LARGEST_BODY`] of them.
    BODIES_RESERVED: usize = 3 << 20;
    /// The most values and names in a JSON body.
    VALUES: usize = 10_000;
    /// The most values and names in a record, or in a list of games from a device.
    VALUES_IN_RECORDS: usize = 200_000;
    /// How long a client waits before it sends a body again for which there was no room.
    BODY_RETRY: Duration = Duration::from_secs(10);
    /// How long a client may accept nothing of an answer or a stream before it is disconnected.
    WRITE_TIME: Duration = Duration::from_secs(30);
    /// The largest head of a request, in bytes.
    LARGEST_HEAD: usize = 64 << 10;
    /// How many files the process needs besides its connections.
    FILES_BESIDE: u32 = 64;
    /// How long the process may stand still, or the system's clock may be ahead, before that counts as a time
    /// when no server ran.
    GAP: Duration = Duration::from_secs(30);
    /// How many passwords are hashed at once; each takes 19 MiB and a few hundredths of a second.
    HASHES_AT_ONCE: usize = 2;
    /// How long a request waits for its turn to hash a password.
    HASH_PATIENCE: Duration = Duration::from_secs(5);
    /// How often a name may be tried at once from one address; each further try is free after [`TRY_EVERY`].
    TRIES: u32 = 10;
    /// How long it takes until another try is free.
    TRY_EVERY: Duration = Duration::from_secs(90);
    /// How often an address may try names at once; each further try is free after [`ADDRESS_TRY_EVERY`].
    ADDRESS_TRIES: u32 = 100;
    /// How long it takes until another try of an address is free.
    ADDRESS_TRY_EVERY: Duration = Duration::from_secs(10);
    /// How often the logged-in owner of an account may try the password in a row; each further try is free
    /// after [`OWNER_TRY_EVERY`].
    OWNER_TRIES: u32 = 100;
    /// How long it takes until another try of an owner is free.
    OWNER_TRY_EVERY: Duration = Duration::from_secs(10);
    /// How many hints of a visitor wait for the solver; one more replaces the oldest.
    HINTS_WAITING: usize = 2;
    /// How many hints from one address wait.
    HINTS_WAITING_PER_ADDRESS: usize = 12;
    /// How many hints wait in all.
    HINTS_WAITING_IN_ALL: usize = 200;
    /// How many pars and reviews of a visitor's tables wait; one more replaces the oldest.
    BACKGROUND_WAITING: usize = 3;
    /// How many pars and reviews from one address wait.
    BACKGROUND_WAITING_PER_ADDRESS: usize = 24;
    /// How many pars and reviews wait in all.
    BACKGROUND_WAITING_IN_ALL: usize = 200;
    /// How long a client waits before it asks again for a stream that was one too many.
    STREAM_RETRY: Duration = Duration::from_secs(10);
    /// How many pages of workshops are kept; each takes about 200 kB.
    WORKSHOPS_KEPT: usize = 32;
    /// How many files of sheets are kept, and how many times the pictures of sheets; a game takes 1 MB or so.
    SHEETS_KEPT: usize = 16;
    /// The longest text in the options of sheets, such as a board file, in bytes.
    LONGEST_PRINTED: usize = 16_000;
    /// How many pictures are kept; each takes about 100 kB.
    PICTURES_KEPT: usize = 64;
    /// The longest message of a chat, in characters.
    LONGEST_MESSAGE: usize = 300;
    /// How many messages a player may send at once; each further one is free after [`MESSAGE_EVERY`].
    MESSAGES_AT_ONCE: u32 = 5;
    /// How long it takes until another message is free.
    MESSAGE_EVERY: Duration = Duration::from_secs(2);
    /// The longest seed whose deal is drawn for a link, in characters: as long as the form accepts.
    LONGEST_SEED: usize = bagatelle_table::LONGEST_SEED;
    /// The largest settings of an account, in bytes.
    LARGEST_SETTINGS: usize = 4096;
    /// How long news for people is kept, in milliseconds: seven days.
    NEWS_KEPT_FOR: i64 = 7 * 24 * 60 * 60 * 1000;
    /// How long a challenge waits for an answer, in milliseconds: three days.
    CHALLENGE_HOLDS_FOR: i64 = 3 * 24 * 60 * 60 * 1000;
    /// How long a challenge is kept, in milliseconds: thirty days.
    CHALLENGES_KEPT_FOR: i64 = 30 * 24 * 60 * 60 * 1000;
    /// How many challenges of an account are listed.
    CHALLENGES_LISTED: u32 = 50;
    /// How many tokens for programs an account has at once.
    TOKENS_KEPT: usize = 20;
    /// How many positions of the day are kept in memory.
    POSITIONS_IN_MEMORY: usize = 128;
    /// How long programs play among themselves after the last look at their table, in milliseconds.
    WATCHED_FOR: i64 = 30_000;
    /// How long a starting server waits for a database that it cannot reach.
    DATABASE_WAIT: Duration = Duration::from_secs(60);
    /// How long the store may take for a write while the server counts as ready.
    READY_TIME: Duration = Duration::from_secs(2);
    /// How long the answer to that is valid, in milliseconds.
    READY_FOR: i64 = 1000;
    /// How far the clock of a server may be from that of the database before the log warns of it.
    CLOCK_DOUBTFUL: Duration = Duration::from_secs(2);
    /// How far it may be before the server no longer ends games by it, and is not ready.
    CLOCK_WRONG: Duration = Duration::from_secs(5);
    /// How often a server tells others on its database that it runs; after six seconds without this it ended.
    BEAT: Duration = Duration::from_secs(2);
    /// How long a server lets another one begin what follows from a move of that one, before it checks
    /// whether it has.
    TAKEN_OVER_AFTER: Duration = Duration::from_secs(4);
    /// How far back a server looks for work that another one left when it ended, in milliseconds.
    LEFT_BEHIND: i64 = 60_000;
    /// How many times its thinking time a house bot rests after each move, in games among house bots: these
    /// take a quarter of one processor.
    HOUSE_RESTS: u32 = 3;
    /// How long a house bot that has given way to visitors waits before it starts thinking again.
    HOUSE_WAITS: Duration = Duration::from_millis(500);
    /// The deviation at which the rating of a house bot needs no more games with other house bots.
    HOUSE_SURE: f64 = 40.0;
    /// After how many games on the ladder it needs no more in any case.
    HOUSE_GAMES: u32 = 500;
    /// How often the server checks whether house bots are to play.
    HOUSE_LOOKS: Duration = Duration::from_secs(30);
    /// How often the server checks whether a game among house bots is over.
    HOUSE_POLLS: Duration = Duration::from_millis(250);
    /// How long a game among house bots may stand still before it is set going again.
    HOUSE_STUCK: Duration = Duration::from_secs(120);
    /// How many people the ladder shows for each game.
    ON_LADDER: u32 = 50;
    /// The largest list of games that a device brings, in bytes.
    LARGEST_BROUGHT: usize = 2 << 20;
    /// How many games a device brings at once.
    GAMES_BROUGHT: usize = 32;
    /// For how long games that a device brings at once are accepted; it brings the rest later.
    BROUGHT_FOR: Duration = Duration::from_secs(5);
    /// How long after its beginning a deal of the day may be brought and still count.
    BROUGHT_WITHIN: Duration = Duration::from_secs(14 * 24 * 3600);
    /// How often the place of an incoming game is determined again because another request was first.
    BROUGHT_ANEW: u32 = 8;
    /// How long an open table is listed, and a search for an opponent kept, after its owner left, in ms.
    LISTED_FOR: i64 = 60 * 60 * 1000;
    /// How often the server notes that the owner of an open table waits there.
    WAITING_NOTED_EVERY: Duration = Duration::from_secs(5 * 60);
    /// How long a visitor who looks for an opponent counts as there after the page last was, in milliseconds.
    SEEK_FRESH_FOR: i64 = 8_000;
    /// How long a search goes on before the computer is offered, in milliseconds.
    SEEK_LONG: i64 = 60_000;
    /// How many people who look for an opponent are considered, and listed.
    SEEKS_LISTED: u32 = 100;
    /// How many people a person follows at once.
    FOLLOWED: u32 = 200;
    /// How many past opponents a page lists.
    OPPONENTS_LISTED: u32 = 30;
    /// How long a person counts as here after the last page was asked for or left, in milliseconds.
    HERE_FOR: i64 = 2 * 60_000;
    /// How often it is noted which people are here, of those whom others follow, in milliseconds.
    VISITS_NOTED_EVERY: i64 = 30_000;
    /// How long it is kept when a person was last here, in milliseconds: thirty days.
    VISITS_KEPT_FOR: i64 = 30 * 24 * 60 * 60 * 1000;
    /// How long a public game without a move is in the list of those that anyone may watch, in milliseconds.
    LIVE_FOR: i64 = 24 * 60 * 60 * 1000;
    /// How old that list may be, in milliseconds, if no public game has begun or ended since.
    LIVE_FRESH_FOR: i64 = 2000;
    /// Among how many public games, those with the latest moves, the most interesting are found.
    LIVE_CONSIDERED: u32 = 200;
    /// How many public games are listed.
    LIVE_LISTED: usize = 30;
    /// In how many of them a person plays.
    LIVE_OF_A_PERSON: usize = 3;
    /// How many tables of a visitor are in the list of open tables.
    LISTED_AT_ONCE: usize = 3;
    /// How long it takes until one more may be made, while another server makes one.
    LISTING_RETRY: Duration = Duration::from_secs(1);
    /// How many rated games a person may call off in a day before none may be begun until the next day.
    CALLED_OFF_A_DAY: u64 = 3;
    /// How many games a device may take along.
    GAMES_TAKEN: u32 = 24;
    /// How many moves and takebacks the games that a device takes along have together.
    EVENTS_TAKEN: usize = 20_000;
    /// The largest line of a hint that a browser has found, in bytes.
    LARGEST_LINE: usize = 16 << 10;
    /// How long a push service may take to accept a notification.
    PUSH_TIME: Duration = Duration::from_secs(5);
    /// How many notifications are sent at once.
    PUSHES_AT_ONCE: usize = 32;
    /// How often the server looks for notifications to send.
    PUSH_LOOKS: Duration = Duration::from_millis(500);
    /// After which pauses a notification that has failed is tried again, in milliseconds. When all have
    /// passed, the browser is forgotten.
    PUSH_PAUSES: [i64; 5] = [60_000, 5 * 60_000, 30 * 60_000, 2 * 3_600_000, 8 * 3_600_000];
    /// After how long without an answer a browser is forgotten at the next failure, in milliseconds: a day.
    PUSH_FAILING_FOR: i64 = 24 * 3_600_000;
    /// How long the server that sends a notification has it to itself, in milliseconds.
    PUSH_CLAIMED_FOR: i64 = 60_000;
    /// How long a push service keeps a notification for a browser that is off, in seconds: a day.
    PUSH_HOLDS_FOR: u32 = 24 * 3600;
    /// How long a notification that cannot be sent is kept, in milliseconds: a day.
    PUSHES_KEPT_FOR: i64 = 24 * 3_600_000;
    /// How many browsers of a visitor get notifications; one more replaces the oldest.
    BROWSERS_NOTIFIED: u32 = 5;
    /// The longest address at a push service, in bytes.
    LONGEST_ENDPOINT: usize = 1024;
    /// How many events that are not over an account organizes.
    EVENTS_AT_ONCE: u32 = 5;
    /// How many events of an account are listed.
    EVENTS_LISTED: u32 = 50;
    /// How many days ahead an event may be set to begin by itself.
    EVENT_STARTS_WITHIN: i64 = 90;
    /// How many events a server looks at in one tick.
    EVENTS_A_TICK: u32 = 16;
    /// How long until a server looks again at an event whose players are late, in milliseconds.
    EVENT_LOOKS_AGAIN: i64 = 10_000;
    /// The share of an hour's limit that may be used at once.
    AT_ONCE: u32 = 4;
}

/// Makes [`Limits`]: each limit has a name, its usual value and a sentence.
macro_rules! limits {
    ($($(#[doc = $what:literal])+ $name:ident = $usual:expr;)+) => {
        /// The limits that a host can set, as `NAME=NUMBER` with commas between them, or `off` for
        /// [`Limits::off`].
        #[derive(Clone, PartialEq, Eq, Debug)]
        pub struct Limits {
            $($(#[doc = $what])+ pub $name: u32,)+
        }

        impl Default for Limits {
            fn default() -> Limits {
                Limits { $($name: $usual,)+ }
            }
        }

        impl Limits {
            /// All limits: name, value, and what is limited.
            #[must_use]
            pub fn all(&self) -> Vec<(&'static str, u32, &'static str)> {
                vec![$((stringify!($name), self.$name, concat!($($what),+).trim_ascii()),)+]
            }

            fn find(&mut self, name: &str) -> Option<&mut u32> {
                match name {
                    $(stringify!($name) => Some(&mut self.$name),)+
                    _ => None,
                }
            }
        }
    };
}

limits! {
    /// Connections at once.
    connections = 20_000;
    /// Connections at once from one address.
    connections_per_address = 256;
    /// Event streams of a visitor at once.
    streams = 32;
    /// Event streams at once to one address.
    streams_per_address = 256;
    /// Games that a visitor makes in an hour.
    games = 240;
    /// Games that are made from one address in an hour.
    games_per_address = 1200;
    /// Tables in the list of open tables that are made from one address in an hour.
    listed_per_address = 40;
    /// New visitors from one address in an hour.
    visitors_per_address = 600;
    /// New accounts from one address in an hour.
    sign_ups_per_address = 20;
    /// Records that a visitor brings in an hour.
    uploads = 120;
    /// Records that are brought from one address in an hour.
    uploads_per_address = 600;
    /// Hints that a visitor asks for in an hour.
    questions = 1200;
    /// Hints that are asked for from one address in an hour.
    questions_per_address = 6000;
    /// Sheets for printing that are made for one address in an hour.
    sheets_per_address = 2400;
    /// Reports and blocks of a visitor in an hour.
    reports = 40;
    /// Reports and blocks from one address in an hour.
    reports_per_address = 200;
    /// Tokens for programs that an account makes in an hour.
    tokens = 40;
    /// Tokens for programs that are made from one address in an hour.
    tokens_per_address = 200;
    /// Challenges that an account makes in an hour.
    challenges = 120;
    /// Challenges that are made from one address in an hour.
    challenges_per_address = 600;
    /// People whom a visitor follows or no longer follows in an hour.
    follows = 240;
    /// The same from one address in an hour.
    follows_per_address = 1200;
    /// Events that an account makes or changes in an hour.
    events = 240;
    /// Events that are made or changed from one address in an hour.
    events_per_address = 1200;
    /// Changes of planned moves by a visitor in an hour.
    plans = 1200;
    /// Changes of planned moves from one address in an hour.
    plans_per_address = 6000;
    /// Changes of notifications, and tests of them, by a visitor in an hour.
    notifications = 60;
    /// Changes and tests of notifications from one address in an hour.
    notifications_per_address = 300;
}

#[path = "limits_setting.rs"]
mod setting;

#[cfg(test)]
#[path = "limits_tests.rs"]
mod tests;
