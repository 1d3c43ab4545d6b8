//! Graded deals: each grade is dealt, the seed says it, and a seed gives the same deal for ever.

use bagatelle_catalog::{AnyGame, described_games, find, games};
use bagatelle_core::Seed;
use bagatelle_core::program::Allowance;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// The games whose deals are graded.
fn graded() -> impl Iterator<Item = &'static dyn AnyGame> {
    games().iter().copied().filter(|game| !game.manifest().grades.is_empty())
}

#[test]
fn a_seed_that_says_a_grade_deals_it() {
    assert_eq!(graded().count(), 3);
    for game in graded() {
        for grade in game.manifest().grades {
            let mut wish = json!({ "grade": grade.word });
            let text = game.seed_text(&mut wish, "some seed").unwrap();
            assert_eq!(
                (text.as_str(), &wish),
                (grade.seed("some seed").as_str(), &json!({})),
                "{}",
                game.id()
            );
            assert_eq!(game.grade_of(&text), Some(grade));
            let record = game.deal_by(&Value::Null, &wish, &text, &Allowance::default()).unwrap();
            assert_eq!(
                game.open(&record).unwrap().grade(&Allowance::default()),
                Some(grade),
                "{}",
                game.id()
            );
            // A seed that says a grade keeps it, whatever is wished.
            let mut first = json!({ "grade": game.manifest().grades[0].word });
            assert_eq!(game.seed_text(&mut first, &text).unwrap(), text);
        }
        let error = game.seed_text(&mut json!({ "grade": "absurd" }), "x").unwrap_err().to_string();
        assert!(error.contains("there’s no difficulty called \"absurd\""), "{error}");
    }
}

#[test]
fn a_deal_that_has_the_wanted_grade_is_taken_as_it_is() {
    for game in graded() {
        let plain = game.deal_by(&Value::Null, &Value::Null, "as it is", &Allowance::default()).unwrap();
        assert_eq!(plain, game.deal(&Value::Null, &Value::Null, &Seed::from_text("as it is")).unwrap());
        let Some(grade) = game.open(&plain).unwrap().grade(&Allowance::default()) else { continue };
        assert_eq!(
            game.deal_by(&Value::Null, &Value::Null, &grade.seed("as it is"), &Allowance::default()).unwrap(),
            plain
        );
    }
}

#[test]
fn every_board_and_goal_of_the_puzzle_has_every_grade() {
    let puzzle = find("baju-puzzle").unwrap();
    for board in ["twin-loops", "red-ring", "frame"] {
        for goal in 1..=4 {
            for grade in puzzle.manifest().grades {
                let options = json!({ "board": board, "goal": goal });
                let record = puzzle
                    .deal_by(&options, &Value::Null, &grade.seed("boards"), &Allowance::default())
                    .unwrap();
                assert_eq!(
                    puzzle.open(&record).unwrap().grade(&Allowance::default()),
                    Some(grade),
                    "{board} {goal}"
                );
            }
        }
    }
}

#[test]
fn a_former_grade_is_dealt_but_not_offered() {
    let game = find("brain-burn").unwrap();
    let manifest = game.manifest();
    let described = described_games().iter().find(|game| game.id() == "brain-burn").unwrap();
    assert_eq!(manifest.former_grades.len(), 3);
    for grade in manifest.former_grades {
        assert!(manifest.grades.iter().all(|offered| offered.word != grade.word));
        let text = game.seed_text(&mut json!({ "grade": grade.word }), "old").unwrap();
        assert_eq!((text.as_str(), game.grade_of(&text)), (grade.seed("old").as_str(), Some(grade)));
        game.deal_by(&Value::Null, &Value::Null, &text, &Allowance::default()).unwrap();
        let offered = described.schemas()["DealOptions"]["properties"]["grade"]["enum"].to_string();
        assert!(!offered.contains(grade.word), "{offered}");
    }
}

#[test]
fn graded_deals_stay_for_ever() {
    let deals = graded().flat_map(|game| {
        game.manifest().all_grades().map(move |grade| {
            let record = game
                .deal_by(&Value::Null, &Value::Null, &grade.seed("golden"), &Allowance::default())
                .unwrap();
            // Other crates of a build may change the order of the keys.
            let setup: BTreeMap<String, Value> = serde_json::from_value(record.setup.unwrap()).unwrap();
            format!("{} {}: {setup:?}", game.id(), grade.word)
        })
    });
    insta::assert_snapshot!(deals.collect::<Vec<_>>().join("\n"));
}
