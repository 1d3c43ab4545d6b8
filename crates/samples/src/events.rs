//! Samples of events by link: their list, the form of a new one, and the page of each stage.

use super::sample::Sample;
use super::story::BASE;
use bagatelle_catalog::AnyGame;
use bagatelle_pages::event::{
    ByeItem, Deadline, EventItem, EventPage, EventsPage, FormPage, Meeting, PlayerItem, Reader, RoundItem,
    Stage, StandingItem, TableLine, TieBreakItem,
};
use bagatelle_pages::new_game::form::Form;

/// 1 November 2026.
const NOVEMBER: i64 = 1_793_491_200_000;

fn game(id: &str) -> &'static dyn AnyGame {
    bagatelle_catalog::find(id).expect("a game")
}

fn list() -> Vec<Sample> {
    let item = |title: &str, game: &str, stage, organizes| EventItem {
        id: format!("{:0<18}", game.replace('-', "")),
        title: title.into(),
        game: game.into(),
        stage,
        players: 5,
        winners: if stage == Stage::Over { vec!["Ann".into(), "Ben".into()] } else { Vec::new() },
        organizes,
        created: NOVEMBER,
    };
    let events = [
        item("Sunday cup", "baju-duel", Stage::Running, true),
        item("Six tiles <&> a hole", "brain-burn", Stage::Open, false),
        item("Autumn bulbs", "bulbous", Stage::Over, false),
    ];
    let page = EventsPage { events: &events, has_account: true, base: BASE };
    vec![
        Sample::new("events", page.page()),
        Sample::new("events-none", EventsPage { events: &[], ..page }.page()),
        Sample::new("events-guest", EventsPage { events: &[], has_account: false, ..page }.page()),
    ]
}

fn forms() -> Vec<Sample> {
    let nothing = Form::new();
    let blank = FormPage { game: None, meetings: &[], meeting: None, wrong: None, filled: &nothing };
    let bulbous = FormPage { game: Some(game("bulbous")), meetings: &Meeting::ALL, ..blank };
    let filled = [("title", "Sunday cup"), ("rounds", "7"), ("places", "65"), ("public", "1")];
    let filled = filled.map(|(key, text)| (key.to_owned(), text.to_owned())).into();
    let swiss = FormPage {
        game: Some(game("baju-duel")),
        meeting: Some(Meeting::Swiss),
        wrong: Some("An event has 3 to 64 players."),
        filled: &filled,
        ..blank
    };
    let solitaire = FormPage { game: Some(game("brain-burn")), meeting: Some(Meeting::Duplicate), ..blank };
    vec![
        Sample::new("event-new", blank.page()),
        Sample::new("event-new-meeting", bulbous.page()),
        Sample::new("event-new-swiss", swiss.page()),
        Sample::new("event-new-duplicate", FormPage { meeting: Some(Meeting::Duplicate), ..bulbous }.page()),
        Sample::new("event-new-solitaire", solitaire.page()),
    ]
}

fn pages() -> Vec<Sample> {
    let player = |number: u32, name: &str, rating| PlayerItem {
        number,
        name: name.into(),
        rating,
        organizes: number == 0,
    };
    let players = [
        player(0, "Ann", Some(1612)),
        player(1, "Ben", None),
        player(2, "Cleo with a rather long name", Some(1498)),
    ];
    let table = |players: [&str; 2], result: &str, table: Option<&str>, own| TableLine {
        players: players.map(str::to_owned).to_vec(),
        result: result.into(),
        table: table.map(str::to_owned),
        own,
    };
    let rests = ByeItem { name: "Ben".into(), why: "sits out this round, which counts as a win." };
    let rounds = [
        RoundItem {
            number: 1,
            tables: vec![
                table(["Ann", "Ben"], "1–0", Some("firstgameofround01"), true),
                table(["Dan", "Cleo with a rather long name"], "0–1 (Dan missed it)", None, false),
            ],
            byes: Vec::new(),
        },
        RoundItem {
            number: 2,
            tables: vec![table(
                ["Cleo with a rather long name", "Ann"],
                "Playing",
                Some("owngameofround0002"),
                true,
            )],
            byes: vec![rests],
        },
    ];
    let standing = |rank, name: &str, points: &str, own| StandingItem {
        rank,
        out: rank.is_none(),
        name: name.into(),
        points: points.into(),
        values: if rank.is_some() { vec!["1".into(), "½".into()] } else { Vec::new() },
        own,
    };
    let standings = [
        standing(Some(1), "Ann", "1", true),
        standing(Some(1), "Cleo with a rather long name", "1", false),
        standing(Some(3), "Ben", "1", false),
        standing(None, "Dan", "0", false),
    ];
    let tie_breaks = [
        TieBreakItem {
            name: "Buchholz",
            explained: "Buchholz: the sum of your opponents’ points, higher if you met stronger players.",
        },
        TieBreakItem {
            name: "Wins",
            explained: "Wins: the games you won; byes and missed games don’t count.",
        },
    ];
    let about =
        ["Swiss, 3 rounds: in each, you play someone with a similar score, and never the same person twice."
            .to_owned()];
    let corrections = [
        ("2 0 0".to_owned(), "Ann – Ben: Ann won".to_owned()),
        ("2 0 -".to_owned(), "Ann – Ben: a draw".to_owned()),
    ];
    let against = ["Cleo with a rather long name".to_owned()];
    let running = EventPage {
        id: "sundaycup000000000",
        title: "Sunday cup",
        game: game("baju-duel"),
        about: &about,
        stage: Stage::Running,
        status: "Round 2 of 3. One game in progress.",
        organizer: "Ann",
        organizes: true,
        reader: Reader::Player,
        your_game: Some("owngameofround0002"),
        players: &players,
        rounds: &rounds,
        round: "Round",
        points: "Points",
        against: &against,
        deadline: Some(Deadline { at: NOVEMBER + 61_200_000, left: 290_000, live: true }),
        starts_at: None,
        joinable: false,
        late: false,
        corrections: &corrections,
        places: 16,
        warning: None,
        standings: &standings,
        tie_breaks: &tie_breaks,
        wrong: None,
        revision: 17,
        base: BASE,
    };
    let open = EventPage {
        deadline: None,
        starts_at: Some(NOVEMBER + 64_800_000),
        joinable: true,
        corrections: &[],
        warning: Some(
            "With 3 players, everyone has met everyone after 3 rounds, so there won’t be 5 rounds.",
        ),
        stage: Stage::Open,
        status: "3 players so far, up to 16. Waiting for Ann to start.",
        your_game: None,
        rounds: &[],
        standings: &[],
        ..running
    };
    let refused = EventPage {
        players: &players[..2],
        wrong: Some("An event needs at least 3 players: this one has 2."),
        ..open
    };
    let guest = EventPage { organizes: false, reader: Reader::Guest, ..open };
    let invited = EventPage { reader: Reader::Account, ..guest };
    let full = EventPage { places: 3, ..invited };
    let paused = EventPage {
        stage: Stage::Paused,
        status: "Paused in round 2: games in progress continue.",
        ..running
    };
    let over = EventPage {
        stage: Stage::Over,
        status: "Ann wins the event.",
        organizes: false,
        your_game: None,
        ..running
    };
    vec![
        Sample::new("event-open", open.page()),
        Sample::new("event-open-refused", refused.page()),
        Sample::new("event-open-guest", guest.page()),
        Sample::new("event-full", full.page()),
        Sample::new("event-open-invited", invited.page()),
        Sample::new("event-running", running.page()),
        Sample::new("event-paused", paused.page()),
        Sample::new("event-over", over.page()),
    ]
}

pub(crate) fn samples() -> Vec<Sample> {
    list().into_iter().chain(forms()).chain(pages()).collect()
}
