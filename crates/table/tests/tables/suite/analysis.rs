//! Trees of variations: every path is a legal game, and a record brings all of it back.

use bagatelle_catalog::games;
use bagatelle_core::record::Record;
use bagatelle_core::{Seed, Turn};
use bagatelle_table::{Analysis, LONGEST_TITLE, Refusal};
use proptest::collection::vec;
use proptest::prelude::*;
use serde_json::{Value, json};

fn deal(game: usize) -> Record {
    let games = games();
    games[game % games.len()].deal(&Value::Null, &Value::Null, &Seed::from_text("analysis")).unwrap()
}

/// One change, from numbers, so that it fits every game and position.
fn change(analysis: &mut Analysis, (what, which): (u8, u16)) {
    let node = usize::from(which) % (analysis.nodes().len() + 1);
    let outcome = match what % 8 {
        0..=3 => {
            let play = analysis.play(analysis.at());
            let legal = play.legal();
            match play.turn() {
                Turn::Chance => analysis.draw(&Seed::from_text("chance")),
                _ if legal.is_empty() => Ok(()),
                _ => analysis.act(&legal[usize::from(which) % legal.len()]),
            }
        }
        4 => analysis.go(node),
        5 => analysis.promote(node),
        6 => analysis.delete(node),
        _ => analysis.describe(node, &format!("Name {which}"), "A comment\u{202e} that turns\nround."),
    };
    let expected = node >= analysis.nodes().len() || node == 0 || outcome.is_ok();
    assert!(expected || outcome == Err(Refusal::Missing), "{what} {node}: {outcome:?}");
}

/// All that holds of every analysis.
fn check(analysis: &Analysis) {
    assert!(analysis.at() < analysis.nodes().len());
    for (n, node) in analysis.nodes().iter().enumerate() {
        assert!(n == 0 || node.after < n);
        assert!(!node.comment.contains(['\u{202e}', '\n']));
    }
    let record = analysis.record();
    let again = Analysis::begin(&Record::from_json(&record.to_json()).unwrap()).unwrap();
    assert_eq!(&again, analysis, "a record brings all of it back");
    // Playing through all paths is what reading does; here it is one of them.
    let line = analysis.line(analysis.at());
    assert!(line.contains(&analysis.at()) && line[0] == 0);
    let to = analysis.record_to(analysis.at());
    let play = analysis.game().open(&to).unwrap();
    assert_eq!(play.actions(), analysis.play(analysis.at()).actions());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn whatever_is_done_all_paths_are_legal_and_come_back(
        game in 0..8usize,
        changes in vec((any::<u8>(), any::<u16>()), 0..40),
    ) {
        let mut analysis = Analysis::begin(&deal(game)).unwrap();
        for change in changes {
            self::change(&mut analysis, change);
        }
        check(&analysis);
    }

    #[test]
    fn nothing_that_is_pasted_panics(
        game in 0..8usize,
        nodes in vec((any::<u8>(), "[A-Za-z0-9:,-]{0,6}", "\\PC{0,70}"), 0..6),
        at in any::<u8>(),
        actions in vec("[A-Za-z0-9:,-]{0,6}", 0..3),
    ) {
        let nodes: Vec<Value> = nodes
            .into_iter()
            .map(|(after, action, name)| json!({ "after": after % 6, "action": action, "name": name }))
            .collect();
        let mut record = deal(game);
        record.actions = actions;
        record.more.insert("analysis".into(), json!({ "at": at, "nodes": nodes }));
        if let Ok(analysis) = Analysis::begin(&record) {
            check(&analysis);
        }
    }
}

#[test]
fn a_move_that_is_there_is_followed_and_another_begins_a_variation() {
    for game in 0..games().len() {
        let mut analysis = Analysis::begin(&deal(game)).unwrap();
        analysis.draw(&Seed::from_text("chance")).unwrap();
        let start = analysis.at();
        let legal = analysis.play(start).legal();
        analysis.act(&legal[0]).unwrap();
        let first = analysis.at();
        analysis.go(start).unwrap();
        analysis.act(&legal[0]).unwrap();
        assert_eq!(analysis.at(), first, "it was there");
        analysis.go(start).unwrap();
        let Some(other) = legal.get(1) else { continue };
        analysis.act(other).unwrap();
        let second = analysis.at();
        assert_eq!(analysis.children(start), [first, second]);
        analysis.promote(second).unwrap();
        let main = analysis.children(start)[0];
        assert_eq!(
            analysis.nodes()[main].action,
            analysis.nodes()[analysis.at()].action,
            "what was shown is shown"
        );
        assert_eq!(analysis.record().actions.last(), Some(&analysis.nodes()[main].action));
        analysis.delete(main).unwrap();
        assert_eq!((analysis.at(), analysis.children(start).len()), (start, 1));
    }
}

#[test]
fn what_cannot_be_done_says_why() {
    let mut analysis = Analysis::begin(&deal(0)).unwrap();
    assert_eq!(analysis.go(1), Err(Refusal::Missing));
    assert_eq!(analysis.promote(0), Err(Refusal::Start));
    assert_eq!(analysis.delete(0), Err(Refusal::Start));
    assert!(matches!(analysis.act("nonsense"), Err(Refusal::Action(why)) if why.contains("nonsense")));
    analysis.describe(0, &"long ".repeat(40), "").unwrap();
    assert!(analysis.nodes()[0].name.chars().count() <= LONGEST_TITLE);
    let mut record = deal(0);
    record.more.insert("analysis".into(), json!({ "nodes": [{}, { "action": "nonsense" }] }));
    assert!(matches!(Analysis::begin(&record), Err(Refusal::Record(_))));
    record.more.insert("analysis".into(), json!({ "nodes": [{}, { "after": 1, "action": "x" }] }));
    assert!(matches!(Analysis::begin(&record), Err(Refusal::Record(_))), "a move cannot come after itself");
}

#[test]
fn a_game_that_goes_on_between_people_is_not_analysed() {
    let mut record = deal(0);
    record.more.insert("terms".into(), json!({}));
    assert_eq!(Analysis::begin(&record), Err(Refusal::Running));
    record.more.insert("result".into(), json!({}));
    assert!(Analysis::begin(&record).is_ok());
}
