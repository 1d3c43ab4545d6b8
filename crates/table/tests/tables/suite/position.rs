//! Hints at positions of the day, with any legal action as the answer.

use bagatelle_catalog::{Position, find};
use bagatelle_core::present::Difficulty;
use bagatelle_core::record::Record;
use bagatelle_core::{Rng, Seed, Stream, Turn};
use bagatelle_table::PositionPlay;
use serde_json::json;
use std::sync::Arc;

/// The position of a record, which asks for an action.
fn position(record: &Record, seat: u8, good: &str) -> PositionPlay {
    let position = Position {
        seat,
        record: record.clone(),
        task: "Find the move.".into(),
        grade: Difficulty::Medium,
        good: vec![good.into()],
        right: "That wins.".into(),
        line: Vec::new(),
        also: Default::default(),
        answers: Default::default(),
        replies: Default::default(),
    };
    let game = find(&record.game).expect("a game");
    PositionPlay::open(game, Arc::new(position)).expect("a position")
}

#[test]
fn between_a_nudge_and_the_answer_two_things_are_left_to_choose_from() {
    for game in ["baju-duel", "bambam-booboo"] {
        let record = json!({ "bagatelle": 1, "game": game });
        let mut record = Record::from_json(&record.to_string()).expect("a record");
        let mut rng = Rng::new(&Seed::from_text(game), Stream::Test);
        let mut narrowed = 0;
        for _ in 0..14 {
            let play = find(game).expect("a game").open(&record).expect("a game");
            let (Turn::Seat(seat), legal) = (play.turn(), play.legal()) else { break };
            let good = rng.choose(&legal).expect("an action").clone();
            let mut asked = position(&record, seat.0, &good);
            assert!(!asked.can_narrow() && asked.hint().is_none(), "nothing was asked for yet");
            asked.help();
            let nudge = asked.hint().expect("a nudge");
            let can = asked.can_narrow();
            asked.narrow();
            let hint = asked.hint().expect("a hint");
            assert!(!asked.can_narrow() && asked.lead().is_none());
            if can {
                narrowed += 1;
                assert!(hint.text.starts_with(&nudge.text) && hint != nudge, "{hint:?}");
                let svg = play.svg(asked.viewer());
                for name in &hint.marks {
                    assert!(svg.contains(&format!("data-pick=\"{name}\"")), "{game} {good}: {name}");
                }
                let offers = asked.offers();
                let picks = |text: &String, name: &String| {
                    let offer = offers.iter().find(|offer| offer.text == *text).expect("an offer");
                    offer.path.iter().any(|step| step.names().contains(name))
                };
                let [.., one, other] = &hint.marks[..] else { panic!("{game} {good}: {hint:?}") };
                assert!(picks(&good, one) != picks(&good, other), "{game} {good}: {hint:?}");
                // Both fit what the nudge says.
                let fits = |text: &String| {
                    let mut other = position(&record, seat.0, text);
                    other.help();
                    let marks = other.hint().expect("a nudge").marks;
                    nudge.marks.is_empty() || marks.iter().any(|mark| nudge.marks.contains(mark))
                };
                for name in [one, other] {
                    let can = legal.iter().any(|text| picks(text, name) && fits(text));
                    assert!(can, "{game} {good}: {name}");
                }
            } else {
                assert_eq!(hint, nudge, "{game} {good}");
            }
            asked.show();
            assert!(asked.hint().is_none() && asked.lead().expect("the answer").text == good);
            record.actions.push(good);
        }
        assert!(narrowed > 8, "{game}: {narrowed}");
    }
}
