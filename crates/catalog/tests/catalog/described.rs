//! What is described is what is asked, and a seat that is only told its views chooses as it would at the
//! table.

use bagatelle_catalog::{described_games, games};
use bagatelle_core::program::Budget;
use bagatelle_core::schema::{self, DEAL_OPTIONS, OPTIONS, ViewError};
use bagatelle_core::{Seat, Seed, Turn, Viewer};
use serde_json::{Value, json};

#[test]
fn the_two_lists_hold_the_same_games() {
    assert!(games().iter().map(|game| game.id()).eq(described_games().iter().map(|game| game.id())));
}

#[test]
fn what_can_be_answered_is_in_the_schemas() {
    for game in described_games() {
        let (schemas, manifest) = (game.schemas(), game.manifest());
        let grade = bagatelle_core::present::Grade::question(manifest.grades, manifest.plain_grade);
        let graded = (!manifest.grades.is_empty()).then_some(grade);
        let deal = (manifest.deal_options)().into_iter().chain(graded).collect();
        for (name, questions) in [(OPTIONS, (manifest.options)()), (DEAL_OPTIONS, deal)] {
            let validator = jsonschema::validator_for(&schema::alone(&schemas, name)).unwrap();
            for question in questions {
                for answer in &question.answers {
                    let value: Value = serde_json::from_str(&answer.value).unwrap();
                    let chosen = json!({ question.key: value });
                    assert!(validator.is_valid(&chosen), "{} {name}: {chosen}", game.id());
                }
            }
            assert!(!validator.is_valid(&json!({ "nonsense": 1 })), "{} {name}", game.id());
        }
    }
}

/// A question for one number of players need not name it again.
#[test]
fn a_question_for_one_number_of_players_does_not_repeat_it() {
    for game in described_games() {
        let manifest = game.manifest();
        for question in (manifest.options)().into_iter().chain((manifest.deal_options)()) {
            let told = format!("{} {}", question.label, question.help).to_lowercase();
            assert!(question.only_for.is_none() || !told.contains(" players"), "{}: {told}", game.id());
        }
    }
}

/// Plays a game in which each program chooses at the table and from its view as JSON.
#[test]
fn a_program_chooses_the_same_from_its_view_as_json() {
    for game in described_games().iter().filter(|game| game.hidden()) {
        let programs = game.programs();
        let seed = Seed::from_text("views");
        let mut play = game.open(&game.deal(&Value::Null, &Value::Null, &seed).unwrap()).unwrap();
        // Every seat is known in one half of the choices, in the other none is.
        let known: Vec<Option<String>> = (0..play.seats())
            .map(|seat| Some(programs[usize::from(seat) % programs.len()].name.to_owned()))
            .collect();
        let mut choices = 0;
        while play.turn() != Turn::Over && choices < 60 {
            let players = if choices % 2 == 0 { known.clone() } else { Vec::new() };
            let Turn::Seat(seat) = play.turn() else {
                play.apply(&play.chance(&seed).unwrap());
                continue;
            };
            let program = programs[choices % programs.len()].name;
            let budget = Budget::nodes(40);
            let told = play.view(Viewer::Seat(seat));
            let at_the_table = play.think(program, &players, &budget, &seed);
            let place = game.seat(&Value::Null, seat).unwrap();
            let from_view = place.think(&told, play.ply(), program, &players, &budget, &seed).unwrap();
            assert_eq!(from_view, at_the_table, "{}:{program}", game.id());
            play.apply(&from_view.unwrap().action);
            choices += 1;
        }
        assert!(choices > 20, "{}: {choices}", game.id());
    }
}

#[test]
fn what_is_no_view_of_the_seat_is_refused() {
    for game in described_games() {
        let seed = Seed::from_text("1");
        let play = game.open(&game.deal(&Value::Null, &Value::Null, &seed).unwrap()).unwrap();
        let program = game.programs().first().map_or("none", |info| info.name);
        let ask = |seat: u8, view: &Value| {
            let place = game.seat(&Value::Null, Seat(seat)).unwrap();
            place.think(view, 0, program, &[], &Budget::nodes(1), &seed)
        };
        let told = play.view(Viewer::Seat(Seat(0)));
        if !game.hidden() {
            assert_eq!(ask(0, &told), Err(ViewError::Open));
            continue;
        }
        assert!(matches!(ask(0, &json!({ "nonsense": 1 })), Err(ViewError::Format(_))), "{}", game.id());
        if play.seats() > 1 {
            assert!(matches!(ask(1, &told), Err(ViewError::Impossible(_))), "{}", game.id());
        }
        assert!(game.seat(&json!({ "nonsense": 1 }), Seat(0)).is_err());
    }
}
