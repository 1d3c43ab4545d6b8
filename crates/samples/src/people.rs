//! Samples of results, profiles and lists of people.

use super::sample::Sample;
use super::story::BASE;
use bagatelle_pages::Markup;
use bagatelle_pages::challenges::{ChallengeItem, ChallengesPage};
use bagatelle_pages::friends::{FriendItem, FriendsPage, Played, Presence};
use bagatelle_pages::ladder::{LadderItem, LadderList, LadderPage, Onlooker, Who};
use bagatelle_pages::notifications::Notifications;
use bagatelle_pages::people::{PeoplePage, ProfilePage};
use bagatelle_pages::reference::{Answer, Field, Operation, ReferencePage, Schema};
use bagatelle_pages::results::ResultsPage;
use bagatelle_pages::settings::{Look, Saved, SettingsPage};
use bagatelle_pages::table::Par;
use bagatelle_pages::tokens::{ScopeChoice, Token, TokensPage};
use bagatelle_table::{
    BestResult, Finished, Millis, RankedPlayer, RatedGame, Rating, RatingPool, SeatResult, Terms,
};

/// A moment on 1 November 2026, or this many half days later.
fn ended(n: usize) -> Millis {
    const NOVEMBER: Millis = 1_793_491_200_000;
    NOVEMBER + n as Millis / 2 * 24 * 60 * 60 * 1000
}

/// A game of a solitaire: how far over par it is, and how long it took.
fn solved(n: usize, game: &str, over: i32, seconds: i64) -> Finished {
    let par = 24 + u32::try_from(n % 5).unwrap_or(0);
    Finished {
        table: format!("{n:x<20}"),
        game: game.into(),
        daily: None,
        ended: ended(n),
        seats: 1,
        seat: 0,
        result: SeatResult::Won,
        moves: par.checked_add_signed(over),
        took: Some(seconds * 1000),
        par: Some(Par { moves: par, at_least: 15 }),
        helped: n % 7 == 3,
        program: None,
        opening: None,
    }
}

/// The page of friends: whom a visitor follows, and past opponents.
fn friends() -> Vec<Sample> {
    let played = |games, won, lost, drawn| {
        Some(Played { table: "abcdefghijklmnopqrst".into(), last: ended(8), games, won, lost, drawn })
    };
    let person = |name: &str, followed, presence, played| FriendItem {
        alias: format!("{:0<16x}", name.len()),
        name: name.into(),
        account: true,
        public: name == "Ann",
        bot: name == "deep-baju",
        followed,
        presence,
        played,
    };
    let gus = FriendItem { account: false, ..person("Gus <&> co", false, None, played(2, 0, 2, 0)) };
    let following = [
        person("Ann", true, Some(Presence::Here), played(6, 3, 2, 1)),
        person("deep-baju", true, Some(Presence::Day), None),
        person("Zoë", true, None, played(1, 0, 0, 0)),
    ];
    let past = [person("Ann", true, None, played(6, 3, 2, 1)), gus];
    let page = FriendsPage {
        friends: &following,
        opponents: &past,
        skip: 0,
        next: Some(30),
        has_account: true,
        hidden: false,
        wrong: None,
        name: "",
    };
    let none = FriendsPage { friends: &[], opponents: &[], next: None, has_account: false, ..page };
    let refused = FriendsPage {
        hidden: true,
        skip: 30,
        next: None,
        wrong: Some("There’s no account with this name."),
        name: "Cleo",
        ..page
    };
    vec![
        Sample::new("friends", page.page()),
        Sample::new("friends-none", none.page()),
        Sample::new("friends-refused", refused.page()),
    ]
}

/// A game against a program.
fn duel(n: usize, result: SeatResult) -> Finished {
    let mut programs = bagatelle_catalog::find("baju-duel").expect("a game").programs();
    programs.retain(|program| program.persona.is_some());
    let openings = ["a1 c3", "b2 c3", "a1 d4"];
    Finished {
        seats: 2,
        result,
        par: None,
        moves: None,
        program: Some(programs[n % 2].name.into()),
        opening: Some(openings[n % 3].into()),
        ..solved(n, "baju-duel", 0, 300)
    }
}

fn finished() -> Vec<Finished> {
    use SeatResult::{Drawn, Lost, Won};
    let over = [14, 9, 11, 5, 7, 2, 8, 3, 0, 4, -1, 1, 2, 0, -2, 1];
    let mut all: Vec<Finished> =
        over.iter().enumerate().map(|(n, over)| solved(n, "burbuja", *over, 900 - 31 * n as i64)).collect();
    all[4].result = Lost;
    let results = [Lost, Lost, Won, Lost, Drawn, Won, Won, Lost, Won, Won];
    all.extend(results.into_iter().enumerate().map(|(n, result)| duel(n, result)));
    all.push(solved(20, "baju-puzzle", 0, 61));
    all.reverse();
    all
}

fn reference() -> ReferencePage {
    let field = |name: &str, kind: &str, schema: Option<&str>, about: &str| Field {
        name: name.into(),
        kind: kind.into(),
        schemas: schema.map(str::to_owned).into_iter().collect(),
        about: about.into(),
        optional: name == "note",
    };
    let answer = |status: &str, about: &str, holds: Option<Field>| Answer {
        status: status.into(),
        about: about.into(),
        holds,
    };
    ReferencePage {
        about: vec![
            "A caller has a token from `POST /api/v1/visitors`.".into(),
            "Errors have a `code`.".into(),
        ],
        operations: vec![Operation {
            id: "report".into(),
            method: "POST".into(),
            path: "/api/v1/games/{id}/reports".into(),
            about: "Reports a player to the moderators.".into(),
            scope: Some("play".into()),
            open: false,
            parameters: vec![field("id", "string", None, "the game's id")],
            body: Some(field("", "", Some("NewReport"), "")),
            answers: vec![
                answer("204", "the moderators will read it", None),
                answer("404", "there is no such thing", Some(field("", "", Some("Problem"), ""))),
            ],
        }],
        schemas: vec![
            Schema {
                name: "NewReport".into(),
                about: "What is reported.".into(),
                fields: vec![
                    field("seat", "integer", None, "The player's seat, from 0."),
                    field("note", "string", None, "What the moderators should know."),
                ],
                example: Some("{\n  \"seat\": 1\n}".into()),
                ..Schema::default()
            },
            Schema {
                name: "Problem".into(),
                words: ["not-found", "too-many"].map(|word| (word.into(), String::new())).into(),
                ..Schema::default()
            },
            Schema {
                name: "GameState".into(),
                about: "A table as the caller may see it.".into(),
                choices: vec!["BajuDuelGameState".into()],
                chosen_by: "game".into(),
                ..Schema::default()
            },
            Schema {
                name: "BajuDuelGameState".into(),
                game: "baju duel".into(),
                parts: vec!["GameState".into()],
                fields: vec![
                    field("game", "always `baju-duel`", None, ""),
                    field("legal", "list of ", Some("BajuDuelAction"), "The legal actions, sorted."),
                ],
                ..Schema::default()
            },
            Schema {
                name: "BajuDuelAction".into(),
                game: "baju duel".into(),
                about: "`5@b3` places a button, `b3c4` moves one.".into(),
                holds: field("", "text like `^([1-8]@[a-d][1-4]|[a-d][1-4][a-d][1-4])$`", None, ""),
                example: Some("\"1@a1\"".into()),
                ..Schema::default()
            },
            Schema {
                name: "BajuDuelColour".into(),
                game: "baju duel".into(),
                words: vec![("W".into(), "Begins.".into()), ("B".into(), "Comes second.".into())],
                ..Schema::default()
            },
        ],
    }
}

/// The ladder of a game of which all levels, a person and a bot have played.
fn ladder(game: &str) -> LadderList {
    let rating = |rating, deviation, games| {
        Some(Rating { rating, deviation, games, ..Rating::initial(game).within(RatingPool::Ladder) })
    };
    let item = |name: &str, who: Who, rating| LadderItem {
        name: name.into(),
        public: who == Who::Person,
        who,
        rating,
        own: false,
    };
    let house = |program: &str, name: &str, rating| item(name, Who::House(program.into()), rating);
    let players = vec![
        house("7", "House Okoye", rating(2011.0, 39.0, 212)),
        item("deep-baju", Who::Bot, rating(1934.0, 96.0, 9)),
        house("5", "House Tomás", rating(1790.0, 33.0, 188)),
        LadderItem { own: true, ..item("Ann", Who::Person, rating(1623.0, 171.0, 3)) },
        house("3", "House Imre", rating(1466.0, 31.0, 160)),
        house("1", "House Finn", rating(1007.0, 40.0, 144)),
        house("6", "House Sigrun", None),
    ];
    LadderList { game: game.into(), players }
}

fn ladders() -> Vec<Sample> {
    let lists = [ladder("baju-duel"), LadderList { players: Vec::new(), ..ladder("bulbous") }];
    let page = LadderPage {
        open: true,
        lists: &lists,
        one: false,
        onlooker: Onlooker::Shown,
        wrong: None,
        base: BASE,
    };
    let wrong = Some("You’ve already challenged this player to this game.");
    let one = LadderPage { lists: &lists[..1], one: true, ..page };
    vec![
        Sample::new("ladder", page.page()),
        Sample::new("ladder-of-a-game", LadderPage { onlooker: Onlooker::Visitor, ..one }.page()),
        Sample::new("ladder-refused", LadderPage { onlooker: Onlooker::Hidden, wrong, ..one }.page()),
        Sample::new("ladder-none", LadderPage { open: false, lists: &[], ..page }.page()),
    ]
}

pub(crate) fn samples() -> Vec<Sample> {
    let finished = finished();
    let rating = |rating, games| Rating { rating, deviation: 92.0, games, ..Rating::initial("baju-duel") };
    let history = [1500.0, 1530.0, 1511.0, 1570.0, 1612.0, 1598.0, 1623.0];
    let rated: Vec<RatedGame> = history
        .iter()
        .enumerate()
        .map(|(n, &rating)| RatedGame {
            table: format!("{n:x<20}"),
            game: "baju-duel".into(),
            ended: ended(2 * n),
            rating,
            deviation: 92.0,
        })
        .collect();
    let profile = ProfilePage {
        followed: Some(false),
        base: BASE,
        name: "Ann",
        since: "2026-10-03",
        ratings: &[rating(1623.0, 7)],
        rated: &rated,
        finished: &finished,
    };
    let best = |name: &str, moves, took| BestResult {
        game: "burbuja".into(),
        name: name.into(),
        moves,
        par: 24,
        took: Some(took),
        ended: ended(7),
    };
    let records = [best("Ann", 22, 435_000), best("Bob & me", 23, 61_000), best("Cleo", 23, 3_900_000)];
    let ratings = [("Ann", 1623.0), ("Cleo", 1588.0)]
        .map(|(name, value)| RankedPlayer { name: name.into(), rating: rating(value, 7) });
    let names = ["Ann", "Bob & me", "Cleo"].map(String::from);
    let challenge = |id: &str, name: &str, own: bool| ChallengeItem {
        id: id.into(),
        game: "baju-duel".into(),
        name: name.into(),
        bot: own,
        own,
        terms: Terms { rated: own, ..Terms::default() },
    };
    let challenges = [challenge("a", "Bob & me", false), challenge("b", "deep-baju", true)];
    let scopes = [
        ScopeChoice { word: "read", meaning: "read games, lists, results and events" },
        ScopeChoice { word: "play", meaning: "create games, sit down, move and chat" },
    ];
    let token = |id: &str, name: &str, used: Option<&str>| Token {
        id: id.into(),
        name: name.into(),
        scopes: "read play".into(),
        made: "2026-11-02".into(),
        used: used.map(str::to_owned),
    };
    let listed = [token("a", "my bot", Some("2026-11-20")), token("b", "<b>notebook</b>", None)];
    let tokens = TokensPage { tokens: &listed, scopes: &scopes, bot: false, fresh: None, wrong: None };
    let people = PeoplePage { names: &names, records: &records, ratings: &ratings, ladder: true, base: BASE };
    let mut all = ladders();
    all.extend(friends());
    all.extend([
        Sample::new("results", ResultsPage { finished: &finished }.page()),
        Sample::new("results-empty", ResultsPage { finished: &[] }.page()),
        Sample::new("profile", profile.page()),
        Sample::new("profile-new", ProfilePage { ratings: &[], rated: &[], finished: &[], ..profile }.page()),
        Sample::new("people", people.page()),
        Sample::new("challenges", ChallengesPage { open: &challenges, wrong: None, name: "" }.page()),
        Sample::new(
            "challenges-none",
            ChallengesPage { open: &[], wrong: Some("There’s no account with this name."), name: "Bob" }
                .page(),
        ),
        Sample::new("reference", reference().page()),
        Sample::new("tokens", tokens.page()),
        Sample::new(
            "tokens-fresh",
            TokensPage { fresh: Some("bagatelle_0123456789abcdefghjkmnpqrstvwxyz"), bot: true, ..tokens }
                .page(),
        ),
        Sample::new(
            "tokens-none",
            TokensPage { tokens: &[], wrong: Some("Choose what the token may do."), ..tokens }.page(),
        ),
        Sample::new("settings-no-cookie", SettingsPage { saved: Saved::NoCookie, ..settings(None) }.page()),
        Sample::new("settings", settings(Some(&Notifications::Possible.part())).page()),
        Sample::new(
            "settings-kept",
            SettingsPage {
                look: Look::of("dark", "less", "wood"),
                saved: Saved::Kept,
                account: true,
                ..settings(Some(&Notifications::Off.part()))
            }
            .page(),
        ),
        Sample::new("settings-no-visitor", settings(Some(&Notifications::NoVisitor.part())).page()),
        Sample::new(
            "people-none",
            PeoplePage { names: &[], records: &[], ratings: &[], ladder: false, base: BASE }.page(),
        ),
    ]);
    all
}

/// The page of settings with this part about notifications.
fn settings(notifications: Option<&Markup>) -> SettingsPage<'_> {
    SettingsPage { look: Look::default(), saved: Saved::Nothing, account: false, notifications }
}
