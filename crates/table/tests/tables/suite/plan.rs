//! What players plan: what is left of it follows from the actions since, and the rules say what can come.

use crate::suite::common::{Driven, person, spec};
use bagatelle_core::present::Fixed;
use bagatelle_core::{Rng, Seat, Seed, Stream, Turn, Viewer};
use bagatelle_table::{Dropped, Plan, Standing, Table, Terms};
use serde_json::json;

/// A duel with a plan of the second player, made at its start.
fn planned(lines: &[&str]) -> (Driven, Plan) {
    let duel = Driven::duel(person("ann"), person("bob"), Terms::default());
    let lines: Vec<Vec<String>> =
        lines.iter().map(|line| line.split(' ').map(str::to_owned).collect()).collect();
    let lines = duel.table.check_plan(Seat(1), &lines).unwrap();
    let version = duel.table.version();
    (duel, Plan { seat: Seat(1), version, lines })
}

fn waits(table: &Table, plan: &Plan) -> String {
    match table.standing(plan) {
        Standing::Waits(lines) => lines.iter().map(|line| line.join(" ")).collect::<Vec<_>>().join(", "),
        other => panic!("{other:?}"),
    }
}

#[test]
fn what_is_left_of_a_plan_follows_from_the_actions_since() {
    let (mut duel, plan) = planned(&["5@b3 5@b4 4@a4 4@a3", "5@b3 5@b4 4@c4 4@c3", "5@b2 5@b1", "* 1@c3"]);
    assert_eq!(plan.lines.len(), 4);
    assert_eq!(waits(&duel.table, &plan).split(", ").count(), 4);
    duel.go(&["ann act 5@b3"]);
    assert_eq!(duel.table.standing(&plan), Standing::Due("5@b4".into()));
    // By hand it is the same.
    assert!(!duel.table.was_planned(&plan), "the last action is another player’s");
    duel.go(&["bob act 5@b4"]);
    assert!(duel.table.was_planned(&plan));
    assert_eq!(waits(&duel.table, &plan), "4@a4 4@a3, 4@c4 4@c3");
    duel.go(&["ann act 4@c4"]);
    assert_eq!(duel.table.due(&plan), Some("4@c3".into()));
    duel.go(&["bob act 3@c3"]);
    assert!(!duel.table.was_planned(&plan));
    assert_eq!(duel.table.standing(&plan), Standing::Done, "he has played something else");

    let (mut duel, plan) = planned(&["5@b3 5@b4", "* 1@c3"]);
    duel.go(&["ann act 5@c4"]);
    assert_eq!(duel.table.due(&plan), Some("1@c3".into()), "whatever she does");
    duel.go(&["bob act 1@c3"]);
    assert_eq!(duel.table.standing(&plan), Standing::Done);
    assert!(duel.table.was_planned(&plan));
    duel.go(&["ann act 4@c2"]);
    assert!(!duel.table.was_planned(&plan), "until the next action");

    let (mut duel, plan) = planned(&["* 1@c3"]);
    duel.go(&["ann act 5@c3"]);
    let Standing::Dropped(Dropped::Illegal { action, why }) = duel.table.standing(&plan) else { panic!() };
    assert_eq!((action.as_str(), why.as_str()), ("1@c3", "that space isn’t empty"));
    duel.go(&["bob act 1@c4"]);
    assert_eq!(duel.table.standing(&plan), Standing::Done);
}

#[test]
fn what_was_planned_before_a_takeback_is_not_played_after_it() {
    let (mut duel, _) = planned(&[]);
    duel.go(&["ann act 5@b3"]);
    let version = duel.table.version();
    let plan = Plan { seat: Seat(0), version, lines: vec![vec!["5@b4".into(), "4@a4".into()]] };
    assert_eq!(waits(&duel.table, &plan), "5@b4 4@a4");
    duel.go(&["ann ask takeback", "bob agree"]);
    assert_eq!(duel.table.standing(&plan), Standing::Dropped(Dropped::Changed));
    duel.go(&["ann act 5@b3", "bob act 5@b4"]);
    assert_eq!(duel.table.standing(&plan), Standing::Done);
}

#[test]
fn lines_that_say_the_same_are_kept_once() {
    let (duel, plan) = planned(&["5@b3 5@b4", "5@b3 5@b4 4@a4 4@a3 3@a2", "5@b3 5@b4", "* 1@c3", "* 1@c3"]);
    let lines: Vec<String> = plan.lines.iter().map(|line| line.join(" ")).collect();
    assert_eq!(lines, ["5@b3 5@b4 4@a4 4@a3", "* 1@c3"]);
    assert_eq!(duel.table.check_plan(Seat(1), &plan.lines).as_ref(), Ok(&plan.lines));
}

/// All that is offered to be planned can be kept, is drawn, and is picked in its own way.
#[test]
fn all_that_can_be_planned_on_the_board_can_be_kept() {
    let mut seen = 0;
    for game in bagatelle_catalog::games() {
        if game.hidden() || *game.manifest().seats.end() < 2 {
            continue;
        }
        let seating = vec![person("ann"), person("bob")];
        let mut driven = Driven::new(spec(game.id(), &json!({}), "plan", seating, Terms::default()));
        let mut rng = Rng::new(&Seed::from_text("planned"), Stream::Test);
        for _ in 0..24 {
            let Turn::Seat(turn) = driven.table.play().turn() else { break };
            let own = Seat(1 - turn.0);
            let offers = driven.table.foreseen(own);
            let mut paths: Vec<String> = offers.iter().map(|offer| format!("{:?}", offer.path)).collect();
            paths.sort_unstable();
            paths.dedup();
            assert_eq!(paths.len(), offers.len(), "{}", game.id());
            for offer in offers.iter().take(12) {
                let line = vec![vec!["*".to_owned(), offer.text.clone()]];
                assert_eq!(driven.table.check_plan(own, &line), Ok(line));
                assert_eq!(driven.table.way_ahead(own, &offer.text).unwrap().0.text, offer.text);
            }
            let texts: Vec<&str> = offers.iter().map(|offer| offer.text.as_str()).collect();
            let svg = driven.table.play().svg_planned(Viewer::Seat(own), own, Fixed::Drawn, &texts);
            // What is picked is on the board.
            let there = offers.iter().filter(|offer| {
                let mut names = offer.path.iter().flat_map(|step| step.names());
                names.all(|name| svg.contains(&format!("data-pick=\"{name}\"")))
            });
            seen += there.count();
            let legal = driven.table.play().legal();
            let action = rng.choose(&legal).unwrap().clone();
            let who = if turn == Seat(0) { "ann" } else { "bob" };
            driven.go(&[&format!("{who} act {action}")]);
        }
    }
    assert!(seen > 500, "{seen}");
}
