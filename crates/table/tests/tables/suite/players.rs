//! What happens among the players: sitting down, agreements, departures, clocks.

use crate::suite::common::{Driven, person, visitor};
use bagatelle_core::program::Allowance;
use bagatelle_core::{Seat, Viewer};
use bagatelle_table::{
    Command, Context, Declined, Ending, Event, EventKind, Occupant, Pace, Person, Question, Rejection,
    Replay, Table, Terms,
};

fn duel(terms: Terms) -> Driven {
    Driven::duel(person("ann"), person("bob"), terms)
}

#[test]
fn no_player_moves_before_all_seats_are_taken() {
    let mut game = Driven::duel(person("ann"), Occupant::Open, Terms::default());
    assert_eq!(game.try_at(0, "ann act"), Err(Rejection::SeatsOpen));
    assert!(game.table.person_to_act().is_none() && !game.table.is_alone());
    game.go(&["ann stand", "cleo sit Ann#0", "cleo sit Cleo#1"]);
    assert!(game.table.is_full() && game.table.people() == 1, "one person has both seats");
    assert_eq!(game.try_at(0, "cleo stand"), Err(Rejection::Begun));
    assert_eq!(game.try_at(0, "bob sit Bob#1"), Err(Rejection::AllSeatsTaken));
}

/// Every text of the table for a viewer.
fn texts(game: &Driven, viewer: Viewer) -> Vec<String> {
    let play = game.table.play();
    let log = play.log(viewer, usize::MAX).into_iter().map(|entry| entry.sentence);
    let facts = play.facts(viewer).into_iter().map(|fact| fact.label + ": " + &fact.value);
    log.chain(facts).chain(play.waiting(viewer)).chain([play.svg(viewer)]).collect()
}

#[test]
fn the_texts_of_a_game_name_its_players() {
    let seating = vec![person("ann"), Occupant::Open, Occupant::program("simple")];
    let mut game = Driven::bulbous(seating, Terms::default());
    game.go(&["bob sit <Bob>#1"]);
    let program = game.table.label(Seat(2));
    while game.table.play().ply() < 40 && !game.table.is_over() {
        match (game.table.person_to_act(), game.table.chance_is_due()) {
            (Some(_), _) => drop(game.act()),
            (None, true) => game.go(&["server chance"]),
            (None, false) => game.go(&["server think"]),
        }
    }
    for viewer in Viewer::all(3) {
        let all = texts(&game, viewer).join("\n");
        let sides = game.table.seats().filter_map(|seat| game.table.play().side(seat));
        for side in sides {
            for text in [format!("{side} bets"), format!("{side} shows"), format!("{side}’s")] {
                assert!(!all.contains(&text), "{viewer:?}: {text}");
            }
        }
        let names = ["ANN", "<Bob>", &program];
        for (seat, name) in game.table.seats().zip(names) {
            let is_told = ["bets", "passes", "discards", "chooses"]
                .iter()
                .any(|verb| all.contains(&format!("{name} {verb}")));
            assert_eq!(is_told, viewer.seat() != Some(seat), "{viewer:?}: {name}\n{all}");
        }
        assert!(all.contains("&lt;Bob&gt;"), "{viewer:?}: the name is escaped where it is drawn");
        assert!(!all.contains('\u{fdd0}'), "{viewer:?}: a seat without a name");
    }
    // A program takes over: the log, which was told before, has the new name.
    game.go(&["bob resign"]);
    let all = texts(&game, Viewer::Spectator).join("\n");
    assert!(!all.contains("Bob") && all.contains(&game.table.label(Seat(1))));
}

#[test]
fn players_of_the_same_name_are_told_apart() {
    let twin = |id: &str| Occupant::Person(Person::new(id, "Ann"));
    let game = Driven::bulbous(vec![twin("ann"), twin("bob")], Terms::default());
    let waiting = game.table.play().waiting(Viewer::Spectator).unwrap();
    let side = game.table.play().side(game.table.to_act().unwrap()).unwrap();
    assert!(waiting.contains(&format!("Ann ({side})")), "{waiting}");
}

#[test]
fn a_taken_seat_gives_way_to_the_first_open_one() {
    let mut game = Driven::duel(person("ann"), Occupant::Open, Terms::default());
    game.go(&["bob sit  Bob \u{202e}#0"]);
    assert_eq!(game.log[0].kind, EventKind::Sat { seat: Seat(1), name: "Bob".into() });
    let mut game = Driven::duel(person("ann"), Occupant::Open, Terms::default());
    game.go(&["bob sit Bob#200"]);
    assert_eq!(game.table.person(Seat(1)).unwrap().id, "bob");
}

#[test]
fn a_move_is_taken_back_when_the_other_player_agrees() {
    let mut game = duel(Terms::default());
    assert_eq!(game.try_at(0, "ann ask takeback"), Err(Rejection::NotMovedYet));
    let first = game.act();
    game.act();
    assert!(!game.table.can_take_back());
    assert_eq!(game.try_at(0, "ann undo"), Err(Rejection::NotAlone));
    game.go(&["bob ask draw", "ann decline"]);
    let declined = Declined { question: Question::Draw, by: Seat(1), no: Seat(0) };
    assert_eq!(game.table.declined(), Some(declined));
    game.go(&["ann ask draw", "ann decline"]);
    assert_eq!(game.table.declined(), None, "a player who withdraws a question declines nothing");
    game.go(&["ann ask takeback"]);
    assert_eq!(game.try_at(0, "ann agree"), Err(Rejection::AgreedAlready));
    let version = game.table.version();
    game.go(&["bob agree"]);
    // Both moves are gone, and the first player is to move again.
    assert_eq!((game.table.play().actions().len(), game.table.to_act()), (0, Some(Seat(0))));
    assert_eq!(game.table.question(), None);
    assert!(game.table.version() > version, "a page that shows the old position is behind");
    assert!(!game.table.can_replay());
    game.go(&["bob ask draw", "ann decline"]);
    assert_eq!(game.try_at(0, "bob ask draw"), Err(Rejection::AskedAlready));
    game.go(&[&format!("ann act {first}"), "bob ask draw"]);
    game.act();
    assert_eq!(game.table.question(), None, "a move answers what was asked before it");
}

#[test]
fn who_asks_for_the_same_agrees() {
    let mut game = duel(Terms::default());
    game.act();
    game.act();
    game.go(&["ann ask draw", "bob ask draw"]);
    assert_eq!(game.table.ending(), Some(Ending::DrawAgreed));
    // The rematch needs the id of the next table: what a person means is known before it is made.
    game.go(&["bob ask rematch"]);
    let meant = |who: &str, question| game.table.meant(who, Command::Ask(question));
    assert_eq!(meant("ann", Question::Rematch), Command::Agree { next: None });
    assert_eq!(meant("bob", Question::Rematch), Command::Ask(Question::Rematch));
    assert_eq!(meant("ann", Question::Draw), Command::Ask(Question::Draw));
    game.go(&["ann agree next"]);
    assert!(game.table.next().is_some());
    // Each asks for a takeback of an own move: that is not the same.
    let mut game = duel(Terms::default());
    game.act();
    game.act();
    game.go(&["ann ask takeback"]);
    assert_eq!(game.try_at(0, "bob ask takeback"), Err(Rejection::QuestionOpen));
    assert_eq!(game.table.play().actions().len(), 2);
    // In a game of three the last one who asks settles it.
    let people = vec![person("ann"), person("bob"), person("cleo")];
    let mut game = Driven::bulbous(people, Terms::default());
    while !game.table.is_over() {
        if game.table.chance_is_due() {
            game.go(&["server chance"]);
        } else {
            game.act();
        }
    }
    game.go(&["ann ask rematch", "bob ask rematch"]);
    assert!(game.table.question().is_some_and(|open| open.agreed.len() == 2));
    assert_eq!(game.try_at(0, "cleo ask rematch"), Err(Rejection::Outdated), "the next table is needed");
    assert!(game.table.settles_rematch("cleo"));
}

#[test]
fn a_takeback_does_not_cross_what_was_revealed() {
    // In Bulbous an action can reveal something; then no player takes an earlier one back.
    let mut game = Driven::bulbous(vec![person("ann"), person("bob")], Terms::default());
    for _ in 0..60 {
        while game.table.chance_is_due() {
            game.go(&["server chance"]);
        }
        if game.table.is_over() {
            break;
        }
        game.act();
        for (who, seat) in [("ann", Seat(0)), ("bob", Seat(1))] {
            let table = &game.table;
            let answer = table.may_ask(Question::Takeback, seat);
            let Some(since) = moved_since(table, seat, &game) else { continue };
            let revealed = (since..table.play().ply()).any(|ply| !table.play().retractable(ply));
            let expected = match (table.is_over(), revealed) {
                (true, _) => Err(Rejection::Over),
                (false, true) => Err(Rejection::Revealed),
                (false, false) => Ok(()),
            };
            assert_eq!(answer, expected, "{who} after {:?}", table.play().actions());
        }
    }
    assert!(game.table.play().ply() > 5);
}

/// The ply of the last action of a seat.
fn moved_since(table: &Table, seat: Seat, game: &Driven) -> Option<usize> {
    let person = &table.person(seat)?.id;
    game.log.iter().rposition(|event| event.person.as_ref() == Some(person))
}

#[test]
fn a_game_of_two_ends_by_agreement_resignation_claim_and_time() {
    let end = |scripts: &[&str], terms: Terms| {
        let mut game = duel(terms).run(scripts);
        assert!(game.table.is_over() && game.table.to_act().is_none());
        assert_eq!(game.try_at(0, "ann resign"), Err(Rejection::Over));
        let outcome = game.table.outcome().unwrap();
        (game.table.ending().unwrap(), outcome.winners, outcome.reason)
    };
    let plain = Terms::default;
    let drawn = end(&["ann ask draw", "bob agree"], plain());
    assert_eq!(drawn, (Ending::DrawAgreed, vec![], "a draw by agreement".into()));
    let resigned = end(&["bob resign"], plain());
    assert_eq!(resigned, (Ending::Resigned(Seat(1)), vec![Seat(0)], "BOB resigned".into()));
    let mut game = duel(plain());
    game.try_at(8 * 24 * 60 * 60 * 1000, "bob claim").unwrap();
    let outcome = game.table.outcome().unwrap();
    assert_eq!(game.table.ending(), Some(Ending::Left(Seat(0))));
    assert_eq!((outcome.winners, outcome.reason), (vec![Seat(1)], "ANN left the table".into()));
    let days = Terms { pace: Pace::Days(1), ..plain() };
    let mut game = duel(days).run(&["ann ask pause", "bob agree", "bob resume"]);
    assert_eq!(game.try_at(3_000, "server flag"), Err(Rejection::TimeLeft));
    game.try_at(25 * 60 * 60 * 1000, "server flag").unwrap();
    assert_eq!(game.table.outcome().unwrap().reason, "ANN ran out of time");
    assert_eq!(game.table.summary(0).ending_text(), "ANN ran out of time");
}

#[test]
fn of_more_than_two_a_program_takes_over_until_the_player_returns() {
    let seating = vec![person("ann"), person("bob"), Occupant::program("simple")];
    let mut game = Driven::bulbous(seating, Terms::default()).run(&["bob resign"]);
    let table = &game.table;
    assert!(!table.is_over() && table.people() == 1 && table.had_company() && !table.is_closed());
    assert_eq!(table.seating()[1].program_name(), Some("5"), "the strongest program takes over");
    assert!(table.involves("bob") && !table.involves("cleo"));
    assert_eq!(table.original_seating()[1], person("bob"));
    assert_eq!(game.try_at(0, "cleo sit Cleo#1"), Err(Rejection::AllSeatsTaken));
    assert_eq!(game.try_at(0, "bob sit Bob#0"), Ok(()), "the own seat, whichever is asked for");
    assert_eq!(game.table.person(Seat(1)).map(|p| (p.id.as_str(), p.name.as_str())), Some(("bob", "Bob")));
}

#[test]
fn programs_do_not_play_on_alone() {
    let programs = || vec![person("ann"), Occupant::program("simple"), Occupant::program("simple")];
    let mut game = Driven::bulbous(programs(), Terms::default()).run(&["ann resign"]);
    assert_eq!(game.table.ending(), Some(Ending::Aborted));
    assert_eq!(game.table.seating()[0], person("ann"), "the seat stays the player’s");
    game.go(&["ann undo"]);
    assert!(!game.table.is_over(), "who has left by mistake plays on");
    // A player who has left may come back, so that the game goes on without the last one.
    let seating = vec![person("ann"), person("bob"), Occupant::program("simple")];
    let game = Driven::bulbous(seating, Terms::default()).run(&["bob resign", "ann resign"]);
    assert_eq!((game.table.ending(), game.table.people()), (None, 0));
}

#[test]
fn a_pause_stops_the_clock_and_a_rematch_needs_all_players() {
    let pace = Pace::RealTime { start_s: 60, increment_s: 0 };
    let mut game = duel(Terms { pace, ..Terms::default() });
    game.act();
    game.act();
    game.try_at(10_000, "ann ask pause").unwrap();
    game.try_at(20_000, "bob agree").unwrap();
    let left = game.table.time_left(Seat(0), 20_000);
    assert_eq!((game.table.time_left(Seat(0), 99_000), game.table.deadline(99_000)), (left, None));
    assert_eq!(game.try_at(99_000, "ann act"), Err(Rejection::Paused));
    game.try_at(100_000, "bob resume").unwrap();
    assert_eq!(game.table.deadline(100_000), Some((Seat(0), 100_000 + left)));
    assert_eq!(game.try_at(100_000, "ann ask rematch"), Err(Rejection::RematchTooEarly));
    game.go(&["ann resign", "bob ask rematch", "ann agree other-game"]);
    assert_eq!(game.table.next(), Some("other-game"));
    assert_eq!(game.try_at(0, "ann ask rematch"), Err(Rejection::RematchMade));
}

#[test]
fn only_the_agreement_that_settles_a_rematch_names_the_next_table() {
    let mut game = duel(Terms::default()).run(&["ann ask draw", "bob agree no-table"]);
    assert_eq!(game.log[1].kind, EventKind::Agreed { by: Seat(1), next: None });
    game.go(&["ann ask rematch"]);
    assert!(game.table.settles_rematch("bob") && !game.table.settles_rematch("cleo"));
    assert_eq!(game.try_at(0, "bob agree"), Err(Rejection::Outdated));
    game.go(&["bob agree next"]);
    assert_eq!(game.table.next(), Some("next"));
}

#[test]
fn chance_waits_in_a_pause() {
    let terms = Terms { pace: Pace::Days(1), ..Terms::default() };
    let mut game = Driven::bulbous(vec![person("ann"), person("bob")], terms);
    while !game.table.chance_is_due() {
        game.act();
    }
    game.go(&["ann ask pause", "bob agree"]);
    assert_eq!(game.try_at(0, "server chance"), Err(Rejection::NoTurn));
    game.go(&["ann resume", "server chance"]);
}

#[test]
fn a_player_who_is_away_has_the_time_of_grace_since_the_last_event() {
    let mut game = duel(Terms { grace_s: Some(60), ..Terms::default() });
    game.try_at(100_000, "ann act").unwrap();
    let mut claim =
        |now, away_since| game.give_in("ann", Command::Claim, &Context { away_since, ..Context::at(now) });
    assert_eq!(claim(159_999, Some(0)), Err(Rejection::GraceLeft));
    assert_eq!(claim(160_000, None), Err(Rejection::NotAway));
    assert_eq!(claim(179_999, Some(120_000)), Err(Rejection::GraceLeft));
    assert_eq!(claim(180_000, Some(120_000)), Ok(()));
    assert_eq!(game.table.ending(), Some(Ending::Left(Seat(1))));
}

#[test]
fn no_time_counts_before_a_player_has_come_to_the_table() {
    const HOUR: i64 = 60 * 60 * 1000;
    let terms = Terms { pace: Pace::Days(1), grace_s: Some(60), ..Terms::default() };
    let mut game = duel(terms);
    game.happen(EventKind::Expected { seat: Seat(0) });
    game.happen(EventKind::Expected { seat: Seat(1) });
    game.try_at(HOUR, "server arrive#1").unwrap();
    assert_eq!((game.table.deadline(99 * HOUR), game.table.claimable_at(Some(0))), (None, None));
    assert_eq!(game.try_at(99 * HOUR, "server flag"), Err(Rejection::TimeLeft));
    game.try_at(100 * HOUR, "server arrive#0").unwrap();
    assert_eq!(game.table.deadline(100 * HOUR), Some((Seat(0), 124 * HOUR)));
    assert_eq!(game.table.claimable_at(Some(0)), Some(100 * HOUR + 60_000));
    game.try_at(124 * HOUR, "server flag").unwrap();
    assert_eq!(game.table.ending(), Some(Ending::OutOfTime(Seat(0))));
}

#[test]
fn players_who_come_from_another_table_are_expected_unless_one_is_alone() {
    let rematch = |second: Occupant| {
        let game = Driven::duel(person("ann"), second, Terms::default()).run(&["ann resign"]);
        game.table.rematch("next".into(), "seed".into(), 9, &Allowance::default()).unwrap().expectations()
    };
    let kinds = [EventKind::Expected { seat: Seat(0) }, EventKind::Expected { seat: Seat(1) }];
    assert_eq!(rematch(person("bob")), kinds.map(|kind| Event::new(9, kind)));
    assert_eq!(rematch(Occupant::program("2")), []);
    assert_eq!(rematch(person("ann")), []);
}

#[test]
fn while_hands_are_hidden_viewers_look_back_through_their_own_eyes() {
    let mut game = Driven::bulbous(vec![person("ann"), person("bob")], Terms::default());
    let look = |game: &Driven, who: &str, asked: &str| {
        let viewpoint = game.table.viewpoint(Some(&visitor(who)));
        Replay::new(&game.table, &viewpoint, asked.parse().ok(), None).map(|replay| replay.view.to_string())
    };
    assert_eq!(look(&game, "ann", ""), Ok("0".into()));
    assert_eq!(look(&game, "cleo", ""), Ok("spectator".into()));
    for (who, asked) in [("ann", "1"), ("ann", "spectator"), ("ann", "all"), ("cleo", "0")] {
        assert_eq!(look(&game, who, asked), Err(Rejection::Hidden), "{who}: {asked}");
    }
    game.go(&["ann resign"]);
    for asked in ["0", "1", "spectator", "all"] {
        assert_eq!(look(&game, "ann", asked), Ok(asked.into()));
    }
    assert_eq!(look(&game, "cleo", ""), Ok("all".into()));
}

#[test]
fn players_look_back_from_their_own_side_of_the_table() {
    let game = Driven::duel(person("ann"), person("bob"), Terms::default()).run(&["ann resign"]);
    let near = |who: &str| {
        let viewpoint = game.table.viewpoint(Some(&visitor(who)));
        Replay::new(&game.table, &viewpoint, None, None).unwrap().near()
    };
    // Who looks on sees the list of players in its order, the last one nearest.
    assert_eq!(["ann", "bob", "cleo"].map(near), [Seat(0), Seat(1), Seat(1)]);
}
