//! How SQLite finds what lists ask for in a large database: by an index, never by reading all games.

use crate::{DATABASE_FILE, Only, Search, Seek, Store};
use bagatelle_table::{
    Ending, Event, EventKind, Millis, Occupant, Pace, Person, SeatResult, SeatSummary, Stage, Summary,
    TableSpec, Terms,
};
use serde_json::json;
use sqlx::sqlite::{SqliteConnectOptions, SqlitePool};
use std::collections::BTreeSet;
use std::path::Path;

/// How many games the database has.
const GAMES: u32 = 100_000;

/// When the newest game changed last.
const NOW: Millis = 1_790_000_000_000;

/// What may read a table from its beginning to its end, and why.
const WHOLE: [(&str, &str); 6] = [
    ("without_summary", "a server asks once, when it starts"),
    ("accounts", "a host or moderator looks for accounts, of which there are far fewer than games"),
    ("restrictions", "a server remembers them"),
    ("downtimes", "a server remembers them"),
    ("seeks", "the people who wait at this moment"),
    ("seeks_of", "the people who wait at this moment"),
];

/// Files with the work of commands, which read and write the whole database.
const OF_COMMANDS: [&str; 3] = ["copy.rs", "moving.rs", "snapshot.rs"];

/// The calls of a store that return a list.
fn lists() -> BTreeSet<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let files = std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().path());
    let files = files.filter(|file| !OF_COMMANDS.iter().any(|name| file.ends_with(name)));
    let texts = files.filter(|file| file.is_file()).map(|file| std::fs::read_to_string(file).unwrap());
    let is_list = |returned: &str| returned.contains("Vec<") || returned.contains("Found");
    let mut found = BTreeSet::new();
    for text in texts {
        for calls in text.split("\nimpl Store {\n").skip(1) {
            let calls = calls.split("\n}\n").next().unwrap();
            for call in calls.split("\n    pub async fn ").skip(1) {
                let (call, _) = call.split_once(" {\n").unwrap();
                if call.rsplit("->").next().is_some_and(is_list) {
                    found.insert(call.split('(').next().unwrap().to_owned());
                }
            }
        }
    }
    found
}

fn seek() -> Seek {
    Seek {
        id: "a-seek".into(),
        person: "me".into(),
        name: "Me".into(),
        game: "a-game".into(),
        pace: Pace::Free,
        rated: false,
        public: false,
        rating: None,
        since: NOW,
        seen: NOW,
        table: None,
    }
}

fn spec(id: &str) -> TableSpec {
    TableSpec {
        id: id.into(),
        game: "a-game".into(),
        options: json!({}),
        setup: None,
        seed: "seed".into(),
        dealt: true,
        daily: None,
        owner: "me".into(),
        seating: vec![Occupant::Person(Person::new("me", ""))],
        terms: Terms::default(),
        created: NOW,
        round: None,
        forked_from: None,
        fairness: None,
    }
}

/// A database with games that are in the lobby, in progress and over.
async fn large(file: &Path) -> Store {
    let store = Store::open(file).await.unwrap();
    let seat = || SeatSummary { person: Some("me".into()), name: "Me".into(), ..SeatSummary::default() };
    let summary =
        |stage| Summary { stage, changed: NOW, events: 1, seats: vec![seat()], ..Summary::default() };
    let won = SeatSummary { result: Some(SeatResult::Won), ..seat() };
    let summaries = [
        Summary { listed: true, ..summary(Stage::Open) },
        Summary { public: true, ..summary(Stage::Playing) },
        Summary { ending: Some(Ending::ByRules), seats: vec![won], ..summary(Stage::Over) },
    ];
    let events = [Event::new(NOW, EventKind::Acted { action: "R".into() })];
    for (number, summary) in summaries.iter().enumerate() {
        store.create(&spec(&number.to_string()), summary, &events, &[]).await.unwrap();
    }
    store.close().await;
    bagatelle_testdb::grow(file, GAMES).await.unwrap();
    Store::open(file).await.unwrap()
}

/// Asks for lists, as a visitor who has some games.
const VISITOR: &str = "visitor0000000000000000000";

/// All lists of games that visitors can ask for.
fn searches() -> Vec<Search> {
    let mut searches = vec![Search::default()];
    let mut either = |change: &dyn Fn(Search) -> Search| {
        searches.extend(searches.clone().into_iter().map(change).collect::<Vec<_>>());
    };
    either(&|search| Search { person: Some(VISITOR.into()), ..search });
    either(&|search| Search { invited: Some((VISITOR.into(), 0)), ..search });
    either(&|search| Search { listed: Some(0), ..search });
    either(&|search| Search { live: Some(0), ..search });
    either(&|search| Search { game: Some("a-game".into()), ..search });
    either(&|search| Search { stage: Some(Stage::Over), ..search });
    either(&|search| Search { to_move: true, ..search });
    either(&|search| Search { by_turn: true, ..search });
    either(&|search| Search { result: Some(SeatResult::Won), ..search });
    either(&|search| Search { helped: Some(false), ..search });
    either(&|search| Search { text: "me".into(), ..search });
    searches.retain(|search| search.person.is_some() || search.listed.is_some() || search.live.is_some());
    searches.into_iter().map(|search| Search { limit: 30, ..search }).collect()
}

/// Indexes that have few rows, however many games and people there are.
const FEW: [&str; 6] = [
    "summaries_thinking",
    "accounts_public",
    "accounts_bot",
    "accounts_house",
    "event_specs_due",
    "event_games_open",
];

/// Whether a step of a plan reads all rows of a table: not those that an earlier step has found, nor those of
/// a list in JSON.
fn reads_all(step: &str) -> bool {
    let found = ["CONSTANT ROW", "(subquery", "solved", "best", "ranked", "shared", "met"];
    // An automatic index is made of all rows each time.
    step.contains("AUTOMATIC")
        || step.strip_prefix("SCAN ").is_some_and(|what| {
            !what.contains("VIRTUAL TABLE")
                && !what.split(' ').any(|word| FEW.contains(&word))
                && !found.iter().any(|found| what.starts_with(found))
        })
}

/// Asks for each list, and adds what was asked with the statements that this took.
macro_rules! ask {
    ($asked:ident by $hooks:ident: $($store:ident.$name:ident($($argument:expr),*);)*) => {
        $(
            $hooks.forget_reads();
            $store.$name($($argument),*).await.unwrap();
            $asked.push((stringify!($name), $hooks.reads()));
        )*
    };
}

#[tokio::test]
async fn no_list_reads_all_games() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join(DATABASE_FILE);
    let store = large(&file).await;
    let hooks = store.test_hooks();
    let mut asked = Vec::new();
    for search in searches() {
        ask! { asked by hooks: store.search(&search); }
    }
    let found = store.search(&Search { person: Some(VISITOR.into()), limit: 30, ..Search::default() }).await;
    assert_eq!(found.unwrap().tables.len(), 20);
    let found = store.search(&Search { listed: Some(0), limit: 30, ..Search::default() }).await;
    assert_eq!(found.unwrap().tables.len(), 30);
    ask! { asked by hooks:
        store.table_ids("", 30);
        store.events("0");
        store.events_from("0", 1);
        store.dailies(VISITOR, "2026-01-01", "2026-12-31");
        store.table_of_the_day("a-game", "2026-11-21");
        store.tries(VISITOR, "a-game", "2026-11-21");
        store.same_deals("0");
        store.seeks(1, 30);
        store.seeks_like(&seek(), 1, 30);
        store.seeks_of("0");
        store.plans_of(VISITOR);
        store.plans_at("0");
        store.due(1);
        store.thinking();
        store.thinking_since(1);
        store.without_summary();
        store.unfinished(VISITOR);
        store.downtimes();
        store.chat("0");
        store.played(VISITOR, 30);
        store.rated(VISITOR);
        store.public_names();
        store.records();
        store.rating_lists();
        store.ratings(VISITOR);
        store.ratings_at_tables(&["0"]);
        store.idle_guest_games(1, "", 30);
        store.acts_after(0);
        store.acts(9, None, 30);
        store.acts(9, Some(VISITOR), 30);
        store.restrictions();
        store.accounts("", Only::All, 0, 30);
        store.reports(true, 9, 30);
        store.reports(false, 9, 30);
        store.reports_of(VISITOR, 30);
        store.blocked_by(VISITOR);
        store.blockers_of(VISITOR);
        store.friends(VISITOR);
        store.games_with_friends(VISITOR);
        store.opponents(VISITOR, 0, 30);
        store.acquaintances(VISITOR);
        store.api_tokens(VISITOR);
        store.bots(&[VISITOR]);
        store.news(VISITOR, 0, 30);
        store.challenges(VISITOR, 0, 30);
        store.push_subscriptions(VISITOR);
        store.claim_pushes(1, 2, 30);
        store.house_bots();
        store.ladder(30);
        store.events_with(VISITOR, 30);
        store.unfinished_events(VISITOR);
        store.due_events(1, 30);
        store.event_games("0");
    }
    assert_eq!(asked.iter().map(|(name, _)| (*name).to_owned()).collect::<BTreeSet<_>>(), lists());

    store.close().await;
    let database = SqlitePool::connect_with(SqliteConnectOptions::new().filename(&file)).await.unwrap();
    let mut whole = BTreeSet::new();
    for (name, statements) in &asked {
        assert!(!statements.is_empty(), "{name} asks the database");
        for sql in statements.keys() {
            let explain = sqlx::query_as(sqlx::AssertSqlSafe(format!("EXPLAIN QUERY PLAN {sql}")));
            let plan: Vec<(i64, i64, i64, String)> = explain.fetch_all(&database).await.unwrap();
            for (.., step) in plan.into_iter().filter(|(.., step)| reads_all(step)) {
                let known = WHOLE.iter().any(|(known, _)| known == name);
                assert!(known, "{name}: {step} in the plan of {sql}");
                whole.insert(*name);
            }
        }
    }
    assert_eq!(whole, WHOLE.iter().map(|(name, _)| *name).collect(), "no exception is left over");
    database.close().await;
}
