//! Everything that is refused, with its sentence.

use crate::play::*;
use bagatelle_events::*;
use bagatelle_table::{Actor, Pace, Terms, Visitor};

/// The sentence of a refusal.
fn why<T: std::fmt::Debug>(refused: Result<T, Refused>) -> String {
    refused.unwrap_err().to_string()
}

fn unmade(change: impl FnOnce(&mut EventSpec)) -> String {
    let mut spec = spec(Form::Swiss { rounds: 3 }, 2);
    change(&mut spec);
    why(Event::new(spec))
}

#[test]
fn an_event_that_cannot_be_played_is_not_made() {
    let title = "enter a title of at most 60 characters for the event";
    assert_eq!(unmade(|spec| spec.title = " ".into()), title);
    assert_eq!(unmade(|spec| spec.title = "x".repeat(61)), title);
    assert_eq!(unmade(|spec| spec.game = "chess".into()), "there’s no such game");
    assert!(unmade(|spec| spec.seats = 9).ends_with(" has no tables of 9"));
    for places in [0, 2, 65, u32::MAX] {
        assert_eq!(unmade(|spec| spec.places = places), "an event has 3 to 64 players");
    }
    for rounds in [0, 32] {
        let refused = unmade(|spec| spec.form = Form::Swiss { rounds });
        assert_eq!(refused, "a Swiss event has 1 to 31 rounds");
    }
    for days in [0, 91] {
        assert_eq!(unmade(|spec| spec.tempo = Tempo::Mail { days }), "a round may take 1 to 90 days");
    }
    let refused = unmade(|spec| spec.terms.grace_s = None);
    assert_eq!(refused, "a live event needs terms that say how long the others wait for an absent player");
    let refused = unmade(|spec| spec.terms = Terms { pace: Pace::Days(0), ..Terms::default() });
    assert_eq!(refused, "a move may take 1 to 30 days");
    assert_eq!(
        why(Event::new(spec(Form::RoundRobin, 4))),
        "a round robin has two players at each table: choose Swiss for three or four"
    );
    assert_eq!(
        why(Event::new(spec(Form::KnockOut, 1))),
        "one player sits at each table of this game: choose duplicate"
    );
}

#[test]
fn a_duplicate_needs_deals_and_a_program_for_other_seats() {
    let with = |seats: u8, deals, program: Option<&str>| {
        let mut spec = duplicate(seats, 1, Count::Points);
        spec.form = Form::Duplicate { deals, program: program.map(str::to_owned), count: Count::Points };
        spec
    };
    for deals in [0, 101] {
        assert_eq!(why(Event::new(with(1, deals, None))), "a duplicate event has 1 to 100 deals");
    }
    assert_eq!(why(Event::new(with(4, 2, None))), "choose computer players for the other seats");
    let refused = why(Event::new(with(4, 2, Some("no such program"))));
    assert!(refused.starts_with("no program of ") && refused.ends_with(" is called “no such program”"));
    assert_eq!(
        why(Event::new(with(1, 2, Some("any")))),
        "one player sits at each table of this game, so the computer can’t play"
    );
    let undealt = bagatelle_catalog::games().iter().find(|game| !game.manifest().seeded).unwrap();
    let refused = why(Event::new(EventSpec { game: undealt.id().into(), ..with(2, 2, Some("any")) }));
    let alike = " begins the same way: choose another kind of event than a duplicate";
    assert!(refused.ends_with(alike), "{refused}");
}

#[test]
fn some_cannot_join() {
    let small = EventSpec { places: 3, ..spec(Form::RoundRobin, 2) };
    let mut event = joined(small.clone(), 2);
    let guest = Visitor::anonymous("guest");
    for actor in [Actor::Visitor(&guest), Actor::Anonymous] {
        let refused = event.decide(actor, join(5), &Context::at(0));
        assert_eq!(why(refused), "log in or sign up on your page to play in an event");
    }
    let unnamed = Command::Join { name: " ".into(), rating: None };
    assert_eq!(why(asked(&event, "p5", unnamed, 0)), "enter a name for the other players to see");
    assert_eq!(why(asked(&event, "p1", join(1), 0)), "you’ve already joined this event");
    let visitor = Visitor::with_account("p5");
    let twice = Context { now: 0, elsewhere: Some("Monday cup") };
    assert_eq!(
        why(event.decide(Actor::Visitor(&visitor), join(5), &twice)),
        "you’re already in “Monday cup”: leave it, or wait until it’s over"
    );
    event.apply(&asked(&event, "p1", Command::Leave, 0).unwrap());
    let back = asked(&event, "p1", join(1), 0).unwrap();
    assert!(matches!(back.change, Change::Joined { player: PlayerNo(1), .. }), "under the same number");
    event.apply(&back);
    event.apply(&asked(&event, "p0", Command::Remove { player: PlayerNo(1) }, 0).unwrap());
    assert_eq!(why(asked(&event, "p1", join(1), 0)), "the organizer has removed you from this event");
    let full = joined(small, 3);
    assert_eq!(why(asked(&full, "p5", join(5), 0)), "this event is full: it has 3 players");
    let begun = begun(spec(Form::RoundRobin, 2), 3);
    assert_eq!(why(asked(&begun, "p5", join(5), 0)), "this event has begun, so it takes no more players");
}

#[test]
fn only_the_organizer_and_the_server_do_their_part() {
    let mut event = begun(spec(Form::RoundRobin, 2), 4);
    for command in [
        Command::Start,
        Command::Pause,
        Command::Resume,
        Command::End,
        Command::Remove { player: PlayerNo(2) },
    ] {
        assert_eq!(why(asked(&event, "p1", command, 0)), "only the organizer can do that");
    }
    let absent = Command::Absent { round: 1, table: 0, players: vec![PlayerNo(0)] };
    for command in [Command::PairRound { number: 1 }, absent] {
        assert_eq!(why(asked(&event, "p0", command, 0)), "players can’t do that");
    }
    step(&mut event);
    let cheat = report(&event.due_games()[0], result(Some(0), 2));
    assert_eq!(why(asked(&event, "p0", cheat, 0)), "players can’t do that");
    assert_eq!(why(served(&event, Command::Leave, 0)), "log in or sign up on your page to play in an event");
    let unknown = "there’s no such player in this event";
    assert_eq!(why(asked(&event, "p7", Command::Leave, 0)), unknown);
    assert_eq!(why(asked(&event, "p0", Command::Remove { player: PlayerNo(9) }, 0)), unknown);
    event.apply(&asked(&event, "p2", Command::Leave, 0).unwrap());
    let gone = "Player 2 is already out of this event";
    assert_eq!(why(asked(&event, "p2", Command::Leave, 0)), gone);
    assert_eq!(why(asked(&event, "p0", Command::Remove { player: PlayerNo(2) }, 0)), gone);
}

#[test]
fn an_event_with_too_few_players_does_not_begin() {
    let event = joined(spec(Form::RoundRobin, 2), 2);
    let refused = why(asked(&event, "p0", Command::Start, 0));
    assert_eq!(refused, "an event needs at least 3 players: this one has 2");
    let mut event = joined(spec(Form::RoundRobin, 2), 3);
    event.apply(&asked(&event, "p1", Command::Leave, 0).unwrap());
    assert_eq!(why(asked(&event, "p0", Command::Start, 0)), refused);
}

#[test]
fn an_event_whose_players_leave_ends() {
    let mut event = begun(spec(Form::RoundRobin, 2), 3);
    event.apply(&asked(&event, "p1", Command::Leave, 0).unwrap());
    event.apply(&asked(&event, "p2", Command::Leave, 0).unwrap());
    step(&mut event);
    assert_eq!(event.stage(), Stage::Over(EndReason::TooFew));
}

#[test]
fn a_round_is_paired_once_and_in_its_turn() {
    let mut event = joined(spec(Form::RoundRobin, 2), 4);
    let pair = |number| Command::PairRound { number };
    assert_eq!(why(served(&event, pair(1), 0)), "this event hasn’t begun");
    event.apply(&asked(&event, "p0", Command::Start, 0).unwrap());
    let again = "this event has begun, so it takes no more players";
    assert_eq!(why(asked(&event, "p0", Command::Start, 0)), again);
    assert_eq!(why(served(&event, pair(2), 0)), "round 1 comes first");
    step(&mut event);
    for number in [0, 1] {
        assert_eq!(why(served(&event, pair(number), 0)), format!("round {number} is already paired"));
    }
    let runs = "round 1 isn’t over: 2 games are still to be played";
    assert_eq!(why(served(&event, pair(2), 0)), runs);
    let unfinished = "games are still in progress: only the organizer can end the event now";
    assert_eq!(why(served(&event, Command::End, 0)), unfinished);
    for _ in 0..2 {
        play(&mut event, by_seed);
        step(&mut event);
    }
    play(&mut event, by_seed);
    assert_eq!(why(served(&event, pair(4), 0)), "all 3 rounds are paired");
    step(&mut event);
    assert_eq!(why(served(&event, pair(4), 0)), "this event is over");
    assert_eq!(why(asked(&event, "p1", Command::Leave, 0)), "this event is over");
}

#[test]
fn the_game_of_a_player_who_was_removed_is_lost() {
    let mut event = begun(spec(Form::RoundRobin, 2), 4);
    step(&mut event);
    let due = event.due_games()[0].clone();
    let [gone, other] = [0, 1].map(|seat: usize| due.seats[seat].unwrap());
    event.apply(&asked(&event, "p0", Command::Remove { player: gone }, 0).unwrap());
    assert!(event.due_games().iter().all(|left| left.table != due.table), "the server ends that game");
    let name = event.player(gone).unwrap().name.clone();
    let refused = why(served(&event, report(&due, result(Some(0), 2)), 0));
    assert_eq!(refused, format!("{name} is out of this event, so that game is already decided"));
    assert_eq!(event.scores()[other.index()], Points::whole(1));
}

#[test]
fn a_result_fits_its_game() {
    let mut event = joined(spec(Form::RoundRobin, 2), 4);
    let result_of = |round, table, game, result| Command::Report { round, table, game, result };
    let won = || result(Some(0), 2);
    assert_eq!(why(served(&event, result_of(1, 0, 1, won()), 0)), "this event hasn’t begun");
    event.apply(&asked(&event, "p0", Command::Start, 0).unwrap());
    step(&mut event);
    for (round, table) in [(0, 0), (2, 0), (1, 2), (u32::MAX, u32::MAX)] {
        let refused = why(served(&event, result_of(round, table, 1, won()), 0));
        assert_eq!(refused, "there’s no such game in this event");
    }
    let refused = why(served(&event, result_of(1, 0, 2, won()), 0));
    assert_eq!(refused, "that isn’t the game that’s being played at this table");
    let refused = why(served(&event, result_of(1, 0, 1, result(None, 3)), 0));
    assert_eq!(refused, "a result names each of the 2 seats, not 3");
    event.apply(&served(&event, result_of(1, 0, 1, won()), 0).unwrap());
    assert_eq!(why(served(&event, result_of(1, 0, 1, won()), 0)), "that game is already decided");
}

#[test]
fn a_player_is_absent_only_when_the_time_is_up() {
    let mut event = begun(EventSpec { tempo: Tempo::Mail { days: 2 }, ..spec(Form::RoundRobin, 2) }, 4);
    step(&mut event);
    let day = 24 * 60 * 60 * 1000;
    let due = event.due_games()[0].clone();
    assert_eq!(due.until, Some(2 * day));
    let absent = |players| Command::Absent { round: 1, table: due.table, players };
    let late = due.seats[0].unwrap();
    let strangers: Vec<PlayerNo> = event.due_games()[1].seats.iter().flatten().copied().collect();
    for players in [Vec::new(), strangers] {
        let refused = why(served(&event, absent(players), 2 * day));
        assert_eq!(refused, "that player has no seat in this game");
    }
    let refused = why(served(&event, absent(vec![late]), 2 * day - 1));
    assert_eq!(refused, "the players of that game still have time");
    // A pause does not take time from the players.
    event.apply(&asked(&event, "p0", Command::Pause, day).unwrap());
    assert_eq!(why(served(&event, absent(vec![late]), 9 * day)), "this event is paused");
    assert_eq!(why(served(&event, Command::PairRound { number: 2 }, 9 * day)), "this event is paused");
    assert_eq!(why(asked(&event, "p0", Command::Pause, 9 * day)), "this event is paused");
    event.apply(&asked(&event, "p0", Command::Resume, 4 * day).unwrap());
    assert_eq!(why(asked(&event, "p0", Command::Resume, 9 * day)), "this event isn’t paused");
    assert_eq!(event.due_games()[0].until, Some(5 * day));
    event.apply(&served(&event, absent(vec![late]), 5 * day).unwrap());
    let winner = due.seats[1].unwrap();
    assert_eq!(
        (event.scores()[late.index()], event.scores()[winner.index()]),
        (Points::NONE, Points::whole(1))
    );
}

#[test]
fn running_games_may_end_during_a_pause_but_not_after_the_end() {
    let mut event = begun(spec(Form::RoundRobin, 2), 4);
    step(&mut event);
    event.apply(&asked(&event, "p0", Command::Pause, 0).unwrap());
    let [first, second] = [0, 1].map(|n: usize| event.due_games()[n].clone());
    event.apply(&served(&event, report(&first, result(Some(0), 2)), 0).unwrap());
    assert_eq!(event.next_step(), None);
    event.apply(&asked(&event, "p0", Command::End, 0).unwrap());
    assert_eq!(event.stage(), Stage::Over(EndReason::Organizer));
    assert!(event.due_games().is_empty());
    assert_eq!(why(served(&event, report(&second, result(Some(0), 2)), 0)), "this event is over");
    assert_eq!(event.standings()[0].points, Points::whole(1), "what was played counts");
}

#[test]
fn a_round_in_the_log_has_each_player_once_and_no_pair_again() {
    let mut event = begun(spec(Form::Swiss { rounds: 3 }, 2), 5);
    step(&mut event);
    play(&mut event, by_seed);
    let paired = |round, tables: Vec<Seating>, byes| Entry {
        at: 0,
        by: None,
        change: Change::Paired { round, tables, byes },
    };
    let tables: Vec<Seating> =
        event.rounds()[0].tables().iter().map(|table| table.seats().to_vec()).collect();
    let byes = event.rounds()[0].byes().to_vec();
    let again = "these two have already met, or one of them has had a bye before";
    assert_eq!(why(event.admit(&paired(2, tables.clone(), byes.clone()))), again);
    let rest = vec![vec![tables[0][0], tables[1][0]], vec![tables[0][1], tables[1][1]]];
    assert_eq!(why(event.admit(&paired(2, rest.clone(), byes.clone()))), again, "a second bye");
    let once = "each player who’s in the event must have one place in a round";
    assert_eq!(why(event.admit(&paired(2, rest.clone(), Vec::new()))), once);
    let twice = vec![rest[0].clone(), rest[0].clone()];
    assert_eq!(why(event.admit(&paired(2, twice, byes))), once);
}
