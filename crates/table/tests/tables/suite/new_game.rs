//! New tables: what is asked for, and what is rejected.

use crate::suite::common::{Driven, nameless, person, spec, visitor};
use bagatelle_core::program::Allowance;
use bagatelle_core::record::{Record, RecordError};
use bagatelle_core::{Seat, WorldDate};
use bagatelle_table::{
    DealSource, Fork, LONGEST_FORK, NewGame, Occupant, Pace, Rejection, Round, SeatRequest, TableSpec, Terms,
    deal_options_for, seat_request,
};
use serde_json::{Value, json};

/// A game that the owner plays alone, from a fresh deal.
fn request(game: &str) -> NewGame {
    NewGame {
        game: game.into(),
        options: Value::Null,
        deal_options: Value::Null,
        source: DealSource::Fresh,
        others: Vec::new(),
        sit: Some(0),
        name: "Owner".into(),
        terms: Terms::default(),
        best_of: 1,
    }
}

/// As [`request`], with open seats.
fn open(game: &str) -> NewGame {
    NewGame { others: vec![SeatRequest::Open], ..request(game) }
}

fn rated(game: &str) -> NewGame {
    NewGame { terms: Terms { rated: true, ..Terms::default() }, ..open(game) }
}

fn plan_as(owner: &str, game: NewGame) -> Result<TableSpec, Rejection> {
    let seeds = ["one", "two", "three"].map(str::to_owned);
    game.plan(&visitor(owner), "table".into(), &seeds, 7, &Allowance::default())
}

fn plan(game: NewGame) -> Result<TableSpec, Rejection> {
    plan_as("owner", game)
}

fn fork(actions: &[&str]) -> DealSource {
    let spec = spec("brain-burn", &json!({ "hole": 12 }), "line", vec![nameless("owner")], Terms::default());
    let mut record = spec.record();
    record.actions = actions.iter().map(|action| (*action).to_owned()).collect();
    DealSource::Fork(Box::new(Fork { record, table: Some("old".into()) }))
}

/// Every request that is rejected.
pub fn rejections() -> Vec<(Rejection, Rejection)> {
    let program = |name: &str| vec![seat_request(name.into())];
    let seed = |text: &str| DealSource::Seed(text.into());
    let fails = |game: NewGame, why: Rejection| (plan(game).unwrap_err(), why);
    vec![
        fails(request("chess"), Rejection::UnknownGame),
        fails(NewGame { best_of: 2, ..open("baju-duel") }, Rejection::MatchLength),
        fails(NewGame { source: seed("known"), ..open("bulbous") }, Rejection::UnfairDeal),
        fails(
            NewGame { source: DealSource::Daily(WorldDate::new(2026, 11, 21), None), ..open("bulbous") },
            Rejection::UnfairDeal,
        ),
        fails(NewGame { source: DealSource::Setup(json!({})), ..open("bulbous") }, Rejection::UnfairDeal),
        fails(
            NewGame { terms: Terms { pace: Pace::Days(0), ..Terms::default() }, ..open("baju-duel") },
            Rejection::Terms("a move may take 1 to 30 days"),
        ),
        fails(
            NewGame { source: seed(&"x".repeat(101)), ..request("brain-burn") },
            Rejection::SeedTooLong(100),
        ),
        (plan_as("guest", rated("baju-duel")).unwrap_err(), Rejection::RatedOwnerNeedsAccount),
        fails(NewGame { others: program("2"), ..rated("baju-duel") }, Rejection::RatedPeopleOnly),
        fails(NewGame { others: Vec::new(), ..rated("baju-duel") }, Rejection::RatedPeopleOnly),
        fails(NewGame { sit: None, ..rated("baju-duel") }, Rejection::RatedPeopleOnly),
        fails(NewGame { source: seed("known"), ..rated("baju-duel") }, Rejection::RatedNeedsFreshDeal),
        fails(
            NewGame { others: program("deep"), ..request("baju-duel") },
            Rejection::NoSuchProgram { game: "baju duel", program: "deep".into() },
        ),
        fails(open("brain-burn"), Rejection::PlayedAlone("Brain Burn")),
        fails(request("bulbous"), Rejection::OnePlayerAllHands("Bulbous")),
        fails(NewGame { sit: Some(2), ..open("baju-duel") }, Rejection::SeatOutOfRange(2)),
        fails(NewGame { sit: Some(1), ..request("brain-burn") }, Rejection::SeatOutOfRange(1)),
        fails(NewGame { name: " \u{200b} ".into(), ..open("baju-duel") }, Rejection::NameMissing),
        fails(NewGame { name: "x".repeat(25), ..open("baju-duel") }, Rejection::NameTooLong),
        fails(
            NewGame { source: fork(&["R", "hello"]), ..request("brain-burn") },
            Rejection::Record(RecordError::Action {
                ply: 1,
                action: "hello".into(),
                why: "isn’t understood: “hello” isn’t a move".into(),
            }),
        ),
        (
            request("brain-burn")
                .plan(&visitor("owner"), "table".into(), &[], 7, &Allowance::default())
                .unwrap_err(),
            Rejection::NothingToPlay,
        ),
    ]
}

#[test]
fn a_request_that_cannot_be_met_is_rejected_with_the_reason() {
    for (rejection, expected) in rejections() {
        match (&rejection, &expected) {
            // The words of a game are its own.
            (Rejection::Record(one), Rejection::Record(two)) => {
                assert_eq!(std::mem::discriminant(one), std::mem::discriminant(two), "{one}");
            }
            _ => assert_eq!(rejection, expected),
        }
    }
}

#[test]
fn the_owner_takes_all_seats_or_one_and_the_last_request_fills_up() {
    let alone = plan(request("baju-duel")).unwrap();
    assert_eq!(alone.seating, [nameless("owner"), nameless("owner")]);
    assert_eq!(
        (alone.id.as_str(), alone.seed.as_str(), alone.created, alone.dealt),
        ("table", "one", 7, true)
    );
    let named = Occupant::Person(bagatelle_table::Person::new("owner", "Owner"));
    let second = plan(NewGame { sit: Some(1), ..open("baju-duel") }).unwrap();
    assert_eq!(second.seating, [Occupant::Open, named.clone()]);
    let others = vec![SeatRequest::Program("simple".into()), SeatRequest::Open];
    let deal_options = json!({ "seats": 4 });
    let four = plan(NewGame { others: others.clone(), deal_options, ..request("bulbous") }).unwrap();
    assert_eq!(four.seating, [named, Occupant::program("simple"), Occupant::Open, Occupant::Open]);
    let watched =
        NewGame { others: vec![SeatRequest::Program("1".into())], sit: None, ..request("baju-duel") };
    assert_eq!(plan(watched).unwrap().seating, [Occupant::program("1"), Occupant::program("1")]);
    let company = NewGame { others: vec![SeatRequest::Program("1".into())], ..request("baju-duel") };
    assert_eq!(plan(company).unwrap().seating, [nameless("owner"), Occupant::program("1")]);
}

#[test]
fn a_seed_is_trimmed_and_an_empty_one_is_fresh() {
    let seed = |text: &str| {
        plan(NewGame { source: DealSource::Seed(text.into()), ..request("brain-burn") }).unwrap()
    };
    assert_eq!(seed("  Tom & Ann #1 50% ").seed, "Tom & Ann #1 50%");
    assert_eq!(seed("  ").seed, "one");
    let daily = plan(NewGame {
        source: DealSource::Daily(WorldDate::new(2026, 11, 21), None),
        ..request("brain-burn")
    })
    .unwrap();
    assert_eq!((daily.seed.as_str(), daily.daily.as_deref()), ("daily:2026-11-21", Some("2026-11-21")));
}

#[test]
fn what_counts_is_not_taken_back() {
    let spec = plan(rated("baju-duel")).unwrap();
    assert!(spec.terms.rated && !spec.terms.takebacks);
}

#[test]
fn a_match_begins_where_two_play() {
    let spec = plan(NewGame { best_of: 3, ..open("baju-duel") }).unwrap();
    assert_eq!(spec.round, Some(Round::first("table", 3)));
    assert_eq!(plan(NewGame { best_of: 3, ..request("brain-burn") }).unwrap().round, None);
}

#[test]
fn a_fork_begins_with_inherited_actions() {
    let source = fork(&["R", "L"]);
    let DealSource::Fork(begun) = source.clone() else { unreachable!() };
    let spec = plan(NewGame { source, ..request("brain-burn") }).unwrap();
    assert!(!spec.dealt && spec.forked_from == Some(begun.origin()));
    let table = bagatelle_table::Table::restore(spec, [].into(), &begun.events(7)).unwrap();
    assert_eq!(table.play().actions(), ["R", "L"]);
    let record = table.public_record().unwrap();
    assert_eq!(record.more["begun"], json!({ "game": "old", "ply": 2 }));
    let long = Record { actions: vec!["R".into(); LONGEST_FORK + 1], ..record };
    assert!(Fork::read(&long.to_json()).unwrap_err().to_string().contains("5001 actions"));
}

#[test]
fn a_rematch_seats_the_original_players_one_further() {
    let seating = vec![person("ann"), person("bob"), person("cleo")];
    let table = Driven::bulbous(seating, Terms::default()).run(&["bob resign"]).table;
    let rematch = table.rematch("next".into(), "seed".into(), 9, &Allowance::default()).unwrap();
    assert_eq!(rematch.seating, [person("cleo"), person("ann"), person("bob")]);
    assert_eq!((rematch.id.as_str(), rematch.seed.as_str(), rematch.created), ("next", "seed", 9));
    assert_eq!(rematch.owner, "owner");
    assert!(rematch.open().is_ok() && rematch.round.is_none());
}

#[test]
fn the_next_round_is_for_its_players_and_the_owner_and_only_while_the_match_is_open() {
    let mut first =
        spec("baju-duel", &json!({}), "match", vec![person("ann"), person("bob")], Terms::default());
    first.round = Some(Round::first("table", 3));
    let game = Driven::new(first);
    let next = |game: &Driven, who: &str| {
        game.table.next_round(Some(&visitor(who)), "next".into(), "seed".into(), 9, &Allowance::default())
    };
    assert_eq!(next(&game, "ann"), Err(Rejection::NoNextRound));
    let game = game.run(&["bob resign"]);
    assert_eq!(next(&game, "cleo"), Err(Rejection::NotSeated));
    let second = next(&game, "owner").unwrap();
    assert_eq!(second.seating, [person("bob"), person("ann")], "the players take turns to begin");
    let round = second.round.clone().unwrap();
    assert_eq!((round.round, round.score, round.players), (2, [1, 0], [1, 0]));
    let game = Driven::new(second).run(&["bob resign"]);
    assert!(!game.table.match_goes_on());
    assert_eq!(next(&game, "ann"), Err(Rejection::NoNextRound));
    let rematch = game.table.rematch("new".into(), "seed".into(), 9, &Allowance::default()).unwrap();
    assert_eq!(rematch.round, Some(Round::first("new", 3)), "a new match");
}

#[test]
fn players_keep_their_colours_through_a_match_where_either_may_begin() {
    let players = vec![person("ann"), person("bob")];
    let mut first = spec("bambam-booboo", &json!({}), "match", players.clone(), Terms::default());
    first.round = Some(Round::first("table", 5));
    // Who begins each round: Light, then the winner, and after a draw the one who did not begin.
    let mut game = Driven::new(first);
    let rounds = [
        ("ann resign", 1, [0, 1]),
        ("ann resign", 1, [0, 2]),
        ("bob resign", 0, [1, 2]),
        ("draw", 1, [1, 2]),
        ("draw", 0, [1, 2]),
    ];
    for (end, begins, score) in rounds {
        match end {
            "draw" => game.go(&["ann ask draw", "bob agree"]),
            end => game.go(&[end]),
        }
        let next = game
            .table
            .next_round(Some(&visitor("ann")), "next".into(), "seed".into(), 9, &Allowance::default())
            .unwrap();
        assert_eq!(next.seating, players, "{end}");
        let round = next.round.clone().unwrap();
        assert_eq!((round.players, round.score), ([0, 1], score), "{end}");
        game = Driven::new(next);
        assert_eq!(game.table.to_act(), Some(Seat(begins)), "{end}");
        assert_eq!(game.table.play().legal(), ["H0,0"]);
    }
}

#[test]
fn a_match_that_older_versions_have_begun_goes_on_from_the_seats_that_it_has() {
    // Bob has won the first round, and was given the first seat for it.
    let mut second =
        spec("bambam-booboo", &json!({}), "match", vec![person("bob"), person("ann")], Terms::default());
    let round = Round { round: 2, score: [0, 1], players: [1, 0], ..Round::first("table", 3) };
    second.round = Some(round);
    let game = Driven::new(second).run(&["bob resign"]);
    let third = game
        .table
        .next_round(Some(&visitor("bob")), "next".into(), "seed".into(), 9, &Allowance::default())
        .unwrap();
    assert_eq!(third.seating, [person("bob"), person("ann")]);
    let round = third.round.clone().unwrap();
    assert_eq!((round.round, round.score, round.players), (3, [1, 1], [1, 0]));
    assert_eq!(Driven::new(third).table.to_act(), Some(Seat(1)), "ann has won");
}

#[test]
fn the_owner_plays_again_without_asking_if_no_other_person_had_a_seat() {
    let again = |game: &Driven, who: &str| {
        game.table.play_again(Some(&visitor(who)), "next".into(), "seed".into(), 9, &Allowance::default())
    };
    let alone = Driven::duel(nameless("owner"), Occupant::program("2"), Terms::default());
    assert_eq!(again(&alone, "owner").unwrap().seating, alone.table.seating());
    assert_eq!(again(&alone, "ann"), Err(Rejection::NotSeated));
    let company = Driven::duel(person("owner"), person("bob"), Terms::default());
    assert_eq!(again(&company, "owner"), Err(Rejection::NotSeated));
    let seating = vec![person("owner"), person("bob"), Occupant::program("simple")];
    let left = Driven::bulbous(seating, Terms::default()).run(&["bob resign"]);
    assert_eq!(again(&left, "owner"), Err(Rejection::NotSeated), "bob may return");
}

#[test]
fn a_solitaire_is_followed_by_the_next_deal_with_the_same_options() {
    let mut first = spec("burbuja", &json!({}), "seed", vec![nameless("owner")], Terms::default());
    first.options = json!({ "chances": "S2M2C2A2" });
    first.daily = Some("2026-11-21".into());
    let game = Driven::new(first);
    let again = |who: &str| {
        game.table.play_again(Some(&visitor(who)), "next".into(), "other".into(), 9, &Allowance::default())
    };
    let next = again("owner").unwrap();
    assert_eq!((&next.options, &next.daily, next.dealt), (&game.table.spec().options, &None, true));
    assert_ne!(next.setup, game.table.spec().setup);
    assert_eq!(again("ann"), Err(Rejection::NotSeated));
}

#[test]
fn a_table_has_as_many_occupants_as_its_game_has_seats() {
    let spec = spec("baju-duel", &json!({}), "seed", vec![person("ann")], Terms::default());
    assert_eq!(spec.open().err(), Some(Rejection::SeatCount { seats: 2, given: 1 }));
    let bulbous = bagatelle_catalog::find("bulbous").unwrap();
    let duel = bagatelle_catalog::find("baju-duel").unwrap();
    assert_eq!(
        (deal_options_for(bulbous, 3), deal_options_for(duel, 2)),
        (json!({ "seats": 3 }), Value::Null)
    );
}

#[test]
fn the_record_of_hidden_hands_waits_for_the_end() {
    let mut game = Driven::bulbous(vec![person("ann"), person("bob")], Terms::default());
    assert_eq!(game.table.public_record(), None);
    game.go(&["ann resign"]);
    let record = game.table.public_record().unwrap();
    assert_eq!(record.more["players"], json!(["ANN", "BOB"]));
    assert_eq!(record.more["result"]["winners"], json!([Seat(1)]));
    assert_eq!(record.more["seed"], "together");
    assert!(record.more.contains_key("terms"));
}

#[test]
fn a_score_sheet_says_where_the_points_come_from() {
    let mut game = Driven::bulbous(vec![person("ann"), person("bob"), person("cleo")], Terms::default());
    let begun = game.table.play().sheet().unwrap();
    assert!(begun.rows.iter().flatten().all(|value| *value == 0), "of a game that is stopped: {begun:?}");
    while !game.table.is_over() {
        match game.table.chance_is_due() {
            true => game.go(&["server chance"]),
            false => drop(game.act()),
        }
    }
    let sheet = game.table.play().sheet().unwrap();
    assert_eq!(sheet.columns, ["Bets", "Bulbs", "Majority points"]);
    let points: Vec<i32> = sheet.rows.iter().map(|row| row[1] + row[2]).collect();
    assert_eq!(Some(points), game.table.outcome().unwrap().scores);
    assert!(sheet.rows.iter().all(|row| row[1] <= row[0]), "a bulb is won by a bet: {sheet:?}");
}

#[test]
fn a_wished_difficulty_is_in_the_seed_and_in_that_of_the_next_deal() {
    let wish = json!({ "grade": "ten", "hole": 3 });
    let spec = plan(NewGame { deal_options: wish.clone(), ..request("brain-burn") }).unwrap();
    assert_eq!(spec.seed, "ten:one");
    let game = bagatelle_catalog::find("brain-burn").unwrap();
    let grade =
        |spec: &TableSpec| game.open(&spec.record()).unwrap().grade(&Allowance::default()).unwrap().word;
    assert_eq!(grade(&spec), "ten");
    let next = Driven::new(spec)
        .table
        .play_again(Some(&visitor("owner")), "next".into(), "two".into(), 9, &Allowance::default())
        .unwrap();
    assert_eq!((next.seed.as_str(), grade(&next)), ("ten:two", "ten"));
    // The deal of a day is one for all, and a difficulty that is not there is refused.
    let daily = DealSource::Daily(WorldDate::new(2026, 11, 21), None);
    assert!(plan(NewGame { deal_options: wish, source: daily, ..request("brain-burn") }).is_err());
    let absurd = json!({ "grade": "absurd" });
    assert!(plan(NewGame { deal_options: absurd, ..request("brain-burn") }).is_err());
}
