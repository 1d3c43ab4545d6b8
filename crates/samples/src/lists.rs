//! Samples of the pages that are not about one table.

use super::sample::Sample;
use super::story::{ANN, BASE, BOB, CLEO, START, Story, against_program, open, order};
use super::today;
use bagatelle_catalog::AnyGame;
use bagatelle_core::present::Question;
use bagatelle_core::record::RecordError;
use bagatelle_pages::Markup;
use bagatelle_pages::TableItem;
use bagatelle_pages::account::{Account, AccountPage, Form, RefusedForm};
use bagatelle_pages::archive::{ArchivePage, Filter, HelpFilter, Which};
use bagatelle_pages::challenges::ChallengeItem;
use bagatelle_pages::error::ErrorPage;
use bagatelle_pages::live::{LiveItem, LivePage};
use bagatelle_pages::lobby::{LobbyPage, OpenTable};
use bagatelle_pages::new_game::{self, GamePage, Way};
use bagatelle_pages::pad::PadPage;
use bagatelle_pages::print::{Choice, Making, PrintPage};
use bagatelle_pages::refusal::RecordRefusal;
use bagatelle_pages::replay::RecordsPage;
use bagatelle_pages::rules::{RulesPage, WorkshopPage};
use bagatelle_pages::seek::{Progress, SeekItem, SeekPage, Tempo};
use bagatelle_pages::timer::TimerPage;
use bagatelle_table::{
    Command, DealSource, Help, Learned, Millis, NewGame, PACES, Rating, RatingPool, Stage, Summary, Terms,
    WorldDate,
};
use std::collections::BTreeMap;

pub(crate) const TODAY: WorldDate = WorldDate::new(2026, 11, 21);
const DAY: Millis = 24 * 60 * 60 * 1000;

/// People who wait for an opponent, the reader among them.
fn seeks() -> [SeekItem; 2] {
    let seek = |name: &str, game: &'static str, rating: Option<f64>, own| SeekItem {
        name: name.into(),
        game,
        pace: Tempo::Live.pace(bagatelle_catalog::find(game).expect("a game")),
        rated: rating.is_some(),
        rating,
        public: own,
        own,
        id: "k3m9".into(),
    };
    [seek("Cleo", "baju-duel", Some(1612.4), false), seek("Ann", "bulbous", None, true)]
}

fn seek(search: &Progress) -> Markup {
    let game = bagatelle_catalog::find("baju-duel").expect("a game");
    let about = (*search != Progress::Over).then_some((game, Tempo::Live.pace(game), false));
    SeekPage { id: "k3m9", about, search }.page()
}

/// The list of public games: two in `live`, else none.
fn live(name: &str, waits: bool) -> Sample {
    let terms = Terms { public: true, rated: true, pace: PACES[2], ..Terms::default() };
    let rated = Story::duel(NewGame { terms, ..open("baju-duel") });
    let stories = if name == "live" { vec![rated, Story::duel(open("bambam-booboo"))] } else { Vec::new() };
    let page = with_items(&stories, |tables| {
        let ratings = [[Some(1612.4), None], [None, None]];
        let items: Vec<LiveItem<'_>> = tables
            .iter()
            .zip(&ratings)
            .zip([3, 0])
            .map(|((table, ratings), watching)| LiveItem { table: *table, ratings, watching })
            .collect();
        LivePage { version: 7, games: &items, waits, base: BASE }.page()
    });
    Sample::new(name, page)
}

pub(crate) fn samples() -> Vec<Sample> {
    let mut all = vec![
        Sample::new("home-with-games", with_items(&own_tables(), |tables| today::home(ANN, tables))),
        Sample::new(
            "lobby-empty",
            LobbyPage {
                version: 0,
                tables: &[],
                seeks: &[],
                reader: None,
                has_account: false,
                live: 0,
                has_ladder: false,
                base: BASE,
            }
            .page(),
        ),
        Sample::new(
            "lobby",
            with_items(&open_tables(), |tables| {
                let rated = |table: &TableItem<'_>| table.spec.terms.rated.then_some(1612.4);
                let ratings: Vec<_> = tables.iter().map(|table| [rated(table)]).collect();
                let tables = tables.iter().copied().zip(&ratings);
                let tables = tables.map(|(table, ratings)| OpenTable { table, ratings });
                LobbyPage {
                    version: 3,
                    tables: &tables.collect::<Vec<_>>(),
                    seeks: &seeks(),
                    reader: None,
                    has_account: true,
                    live: 2,
                    has_ladder: true,
                    base: BASE,
                }
                .page()
            }),
        ),
        live("live", false),
        live("live-none", false),
        live("live-waiting", true),
        Sample::new("seek-waiting", seek(&Progress::Waiting)),
        Sample::new("seek-long", seek(&Progress::Long)),
        Sample::new("seek-over", seek(&Progress::Over)),
        Sample::new("records", RecordsPage::default().page()),
        Sample::new("records-refused", refused_record()),
        Sample::new("error-not-found", ErrorPage::not_found("There’s no such game.").page()),
        Sample::new("error-failed", ErrorPage::failed("It’s not your turn.").page()),
        Sample::new(
            "error-still-played",
            ErrorPage::still_played(
                "Others are still playing this deal in Sunday cup: you can see the game once they’ve all \
                    finished.",
                "sundaycup",
            )
            .page(),
        ),
    ];
    all.extend(archives());
    all.extend(accounts());
    for game in bagatelle_catalog::games() {
        let page = begin(*game);
        all.push(Sample::new(format!("game-{}", game.id()), page.page()));
        all.push(Sample::new(
            format!("rules-{}", game.id()),
            RulesPage { game: *game, base: BASE, prints: true }.page(),
        ));
        if game.has_workshop() {
            all.push(Sample::new(format!("print-{}", game.id()), printing(*game, false)));
        }
        if let Some(fragment) = game.workshop("") {
            let page = WorkshopPage { game: *game, fragment: &fragment, base: BASE };
            all.push(Sample::new(format!("workshop-{}", game.id()), page.page()));
        }
    }
    let duel = bagatelle_catalog::find("baju-duel").expect("a game");
    all.push(Sample::new("print-refused", printing(duel, true)));
    all.extend(at_real_tables());
    all.push(Sample::new("game-with-seed-and-games", game_with_seed()));
    all.push(Sample::new("game-daily-done", game_with_daily()));
    let unknown =
        GamePage { has_daily: false, ..begin(bagatelle_catalog::find("brain-burn").expect("a game")) };
    all.push(Sample::new("game-daily-unknown", unknown.page()));
    let alone =
        GamePage { has_friends: false, ..begin(bagatelle_catalog::find("baju-duel").expect("a game")) };
    all.push(Sample::new("game-without-friends", alone.page()));
    for (name, way) in [("friend", Way::Friend), ("screen", Way::Screen)] {
        let choice =
            new_game::Choice { way: Some(way), listed: way == Way::Friend, ..new_game::Choice::default() };
        let game = bagatelle_catalog::find("baju-duel").expect("a game");
        let page = GamePage { choice: &choice, account: true, ladder: true, ..begin(game) };
        all.push(Sample::new(format!("game-with-{name}"), page.page()));
    }
    all
}

/// The page on which a game with boards is printed, on a board of its own, or with one that is refused.
fn printing(game: &dyn AnyGame, refused: bool) -> Markup {
    let choice = |(word, label, chosen)| Choice { word, label, chosen };
    let board = |question: &Question| question.own_text.is_some();
    let asked: Vec<(Question, String)> = (game.manifest().options)()
        .into_iter()
        .filter(board)
        .map(|question| (question, if refused { "baju-board 1\nred a1-a1" } else { "" }.to_owned()))
        .collect();
    PrintPage {
        game,
        papers: &[("a4", "A4", true), ("letter", "Letter", false)].map(choice),
        inks: &[
            ("colour", "Colour", true),
            ("grey", "Black and white", false),
            ("low-ink", "Low ink", false),
        ]
        .map(choice),
        parts: &[("pieces", "Pieces", true), ("rules", "Rules", true), ("card", "Reference card", false)]
            .map(choice),
        backs: false,
        bleed: "2",
        most_bleed: 5.0,
        asked: &asked,
        query: "paper=a4&part=pieces&part=rules",
        makings: &[
            Making { name: "Board", count: 1, how: "Glue it onto card, then cut.", folded: false },
            Making { name: "Buttons", count: 16, how: "Glue them onto thick card, then cut.", folded: false },
        ],
        sides: match refused {
            true => Err("The board file isn’t valid: line 2: a bridge from a1 to itself."),
            false => Ok(&["Pieces, sheet 1 of 1", "Rules"]),
        },
        base: BASE,
    }
    .page()
}

/// Score pads, and a timer.
fn at_real_tables() -> Vec<Sample> {
    let game = bagatelle_catalog::find("bulbous").expect("a game");
    let pad = game.score_pad().expect("a score pad");
    let page = |name: &'static str, players: &[(&str, &str)], log: &str| {
        let players = players.iter().flat_map(|(name, side)| [("name", *name), ("side", *side)]);
        let query = players.chain([("log", log)]).map(|(key, text)| (key.to_owned(), text.to_owned()));
        let query: Vec<(String, String)> = query.collect();
        Sample::new(name, PadPage { game, pad, query: &query, base: BASE }.page().0)
    };
    let three = [("Ann", "R"), ("Bob", "B"), ("", "Y")];
    let first = "R1B2Y3RaBbY-";
    // All that Ann taps first, until the game is over.
    let over =
        format!("R1B1Y1{}{}{}{}", "RaBbYc", "R2B2Y2RaBbYcRaBaYc", "R3B3Y3RaBbYcRaBbYcRbBcYa", "RaBbYc");
    let timer = TimerPage::of(game, BASE).expect("a timer").page();
    vec![
        page("pad-begin", &[], ""),
        page("pad-refused", &[("Ann", "R"), ("Bob", "R"), ("Cleo", "B")], first),
        page("pad-setup", &three, ""),
        page("pad-round", &three, "R1B2Y3Ra"),
        page("pad-undone", &three, "R1B2Y3.Ra"),
        page("pad-corrected", &three, "R1B2Y3~RaBbY-"),
        page("pad-misfit", &three, "R1B2Y3RaRbBb"),
        page("pad-over", &three, &over),
        Sample::new("timer-bulbous", timer),
    ]
}

/// What is chosen at the first visit.
const FIRST: new_game::Choice =
    new_game::Choice { way: None, opponent: None, answers: BTreeMap::new(), listed: false };

/// The page of a game at the first visit.
fn begin(game: &dyn AnyGame) -> GamePage<'_> {
    GamePage {
        game,
        today: TODAY,
        has_daily: true,
        has_friends: true,
        seed: "",
        person: "",
        account: false,
        tables: &[],
        name: "Quiet Heron",
        choice: const { &FIRST },
        learned: const { &Learned::NOTHING },
        base: BASE,
        ladder: false,
        prints: true,
    }
}

fn game_with_daily() -> Markup {
    let daily = NewGame { source: DealSource::Daily(TODAY, None), ..order("burbuja") };
    let tables = [Story::new(daily).played_out()];
    let game = bagatelle_catalog::find("burbuja").expect("a game");
    with_items(&tables, |tables| GamePage { person: ANN, tables, name: "Ann", ..begin(game) }.page())
}

fn with_items(stories: &[Story], draw: impl FnOnce(&[TableItem<'_>]) -> Markup) -> Markup {
    let summaries: Vec<Summary> = stories.iter().map(Story::summary).collect();
    let items: Vec<TableItem<'_>> = stories.iter().zip(&summaries).map(|(story, s)| story.item(s)).collect();
    draw(&items)
}

fn own_tables() -> Vec<Story> {
    let daily = NewGame { source: DealSource::Daily(TODAY, None), ..order("brain-burn") };
    let seeded = NewGame { source: DealSource::Seed("a walk in the rain".into()), ..order("burbuja") };
    vec![
        Story::duel(open("baju-duel")).until(ANN),
        Story::new(daily).plays(12),
        Story::new(seeded),
        Story::new(open("bulbous")),
        Story::new(order("bambam-booboo")).plays(5),
        Story::new(against_program("bambam-booboo")).plays(1),
    ]
}

fn ended_tables() -> Vec<Story> {
    let resigns =
        |person| Story::duel(open("baju-duel")).plays(4).does(person, Command::Resign { seat: None });
    vec![
        resigns(BOB),
        resigns(ANN),
        Story::new(order("burbuja")).helped(Help::Nudge).played_out(),
        Story::new(order("bambam-booboo")).plays(9).does(ANN, Command::Resign { seat: None }),
    ]
}

fn open_tables() -> Vec<Story> {
    let terms = Terms { pace: PACES[2], listed: true, ..Terms::default() };
    let rated = Terms { rated: true, takebacks: false, ..terms.clone() };
    vec![
        Story::new(NewGame { terms, ..open("baju-duel") }),
        Story::new(NewGame {
            terms: rated,
            name: "A player with a long name".chars().take(24).collect(),
            ..open("bulbous")
        }),
    ]
}

fn archives() -> Vec<Sample> {
    let all = Filter { limit: 30, ..Filter::default() };
    let found = Filter {
        game: "baju-duel".into(),
        which: Which::At(Stage::Over),
        help: HelpFilter::Without,
        text: "Bob & me".into(),
        skip: 30,
        limit: 30,
    };
    let mut tables = own_tables();
    tables.extend(ended_tables());
    tables.sort_by_key(|story| story.summary().group(ANN));
    let page = |filter: &Filter, tables: &[TableItem<'_>], more| {
        let now = START + DAY;
        let (to_move, invited, cut_off) = (tables, &[][..], false);
        ArchivePage { person: ANN, filter, tables, more, to_move, invited, now, cut_off }.page()
    };
    let cut_off = ArchivePage {
        person: ANN,
        filter: &all,
        tables: &[],
        more: false,
        to_move: &[],
        invited: &[],
        now: START,
        cut_off: true,
    };
    let invited = |invited: &[TableItem<'_>]| ArchivePage { invited, cut_off: false, ..cut_off }.page();
    vec![
        Sample::new("archive-empty", page(&all, &[], false)),
        Sample::new("archive-invited", with_items(&open_tables(), invited)),
        Sample::new("archive-cut-off", cut_off.page()),
        Sample::new("archive-nothing-found", page(&found, &[], false)),
        Sample::new("archive", with_items(&tables, |tables| page(&all, tables, true))),
    ]
}

fn accounts() -> Vec<Sample> {
    let visitor = AccountPage { name: "Cleo", registration: true, ..AccountPage::default() };
    let refused = RefusedForm { form: Form::SignUp, name: "Ann", why: "That name is taken." };
    let ratings = [
        Rating { rating: 1623.0, deviation: 88.0, games: 17, ..Rating::initial("baju-duel") },
        Rating { games: 1, ..Rating::initial("bulbous") },
        Rating { rating: 1410.0, games: 4, ..Rating::initial("baju-duel").within(RatingPool::Ladder) },
    ];
    let account = Account { name: "Ann", since: "2026-10-03", sessions: 2, public: false, moderator: false };
    let challenges = [ChallengeItem {
        id: "a".into(),
        game: "baju-duel".into(),
        name: "Bob & me".into(),
        bot: false,
        own: false,
        terms: Terms { rated: true, ..Terms::default() },
    }];
    let member = AccountPage {
        account: Some(account),
        name: "Ann",
        ratings: &ratings,
        challenges: &challenges,
        ..visitor
    };
    let first = Account { sessions: 1, public: true, moderator: true, ..account };
    let new = AccountPage {
        account: Some(first),
        ratings: &[],
        challenges: &[],
        done: Some(Form::SignUp),
        ..member
    };
    vec![
        Sample::new("account-new-visitor", AccountPage { name: "", ..visitor }.page()),
        Sample::new("account-visitor", AccountPage { to: Some(CLEO), ..visitor }.page()),
        Sample::new(
            "account-closed",
            AccountPage { registration: false, done: Some(Form::LogOut), ..visitor }.page(),
        ),
        Sample::new("account-refused", AccountPage { refused: Some(refused), ..visitor }.page()),
        Sample::new("account-new", new.page()),
        Sample::new("account", member.page()),
        Sample::new("account-stray-refusal", AccountPage { refused: Some(refused), ..member }.page()),
    ]
}

fn refused_record() -> Markup {
    let text = "{\n  \"bagatelle\": 1,\n  \"game\": \"brain-burn\",\n  \"actions\": [\"R\", \"hop\"]\n}";
    let error = RecordError::Action { ply: 1, action: "hop".into(), why: "isn’t understood".into() };
    RecordsPage { text, refusal: Some(&RecordRefusal::from(&error)), ..RecordsPage::default() }.page()
}

fn game_with_seed() -> Markup {
    let game = bagatelle_catalog::find("burbuja").expect("a game");
    let tables = [Story::new(order("burbuja")).plays(8)];
    with_items(&tables, |tables| {
        GamePage { seed: "Tom & Ann #1 50%", person: ANN, tables, name: "Ann", ..begin(game) }.page()
    })
}
