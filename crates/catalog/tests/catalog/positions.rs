//! Positions of the day: the same for ever, with an answer for every legal action, and right by the rules
//! alone.

use bagatelle_catalog::{AnyPlay, Position, examined, examined_games, find};
use bagatelle_core::present::{Difficulty, Fixed};
use bagatelle_core::{Seat, Seed, Viewer};
use std::collections::BTreeSet;

fn position(game: &str, date: &str) -> Position {
    let seed = Seed::from_text(&format!("daily:{date}"));
    examined(game).unwrap().position(&seed, &mut |_| true).expect("a position")
}

/// Every legal action is an answer or is answered. The replies that answers tell of are legal after them.
fn check(position: &Position) -> Box<dyn AnyPlay> {
    let play = find(&position.record.game).unwrap().open(&position.record).unwrap();
    assert_eq!(play.turn(), bagatelle_core::Turn::Seat(Seat(position.seat)));
    let told: BTreeSet<&String> = position.good.iter().chain(position.answers.keys()).collect();
    let legal = play.legal();
    assert_eq!(told, legal.iter().collect::<BTreeSet<_>>());
    assert_eq!(position.good.len() + position.answers.len(), legal.len());
    assert!(
        position
            .answers
            .values()
            .chain([&position.task, &position.right])
            .all(|text| text.ends_with('.') || text.ends_with('?'))
    );
    for (action, reply) in &position.replies {
        assert!(position.answers.contains_key(action), "{action}");
        let mut next = play.duplicate();
        next.play(action).unwrap();
        next.play(reply).unwrap();
    }
    play
}

/// What follows a right action in a game with hidden bets goes on until they are turned up, and no further.
fn reveals(position: &Position) {
    for (n, good) in position.good.iter().enumerate() {
        let mut play = check(position);
        let (seat, before) = (Seat(position.seat), play.ply());
        let line = if n == 0 { &position.line } else { &position.also[good].line };
        let mut seen = 0;
        for text in std::iter::once(good).chain(line) {
            assert_eq!(seen, 0, "{text} follows what was turned up");
            play.play(text).unwrap();
            seen = play.moments(Viewer::Seat(seat), seat, Fixed::Drawn, before).len();
        }
        assert_eq!(seen, 1, "{good}");
    }
}

#[test]
fn a_date_has_the_same_position_for_ever() {
    for (game, date, grade, actions, good) in [
        ("baju-duel", "2026-01-02", Difficulty::Easy, 27, "c3c1"),
        ("baju-duel", "2026-01-01", Difficulty::Medium, 17, "b3c3"),
        ("bambam-booboo", "2026-01-13", Difficulty::Hard, 12, "H0,2"),
        ("bambam-booboo", "2026-01-02", Difficulty::Easy, 5, "H-2,-1"),
        ("bulbous", "2026-01-12", Difficulty::Easy, 71, "bet:WT"),
    ] {
        let found = position(game, date);
        check(&found);
        let known = (found.grade, found.record.actions.len(), found.good[0].as_str());
        assert_eq!(known, (grade, actions, good), "{game} {date}");
        if game == "bulbous" {
            assert!(found.replies.is_empty(), "what others hold is hidden");
            reveals(&found);
        } else {
            assert!(!found.replies.is_empty(), "{game} {date}");
            assert_eq!(position(game, date), found, "{game} {date}");
        }
    }
}

/// Whether the seat to act, which has `own` turns left, wins whatever the others do.
fn wins(play: &dyn AnyPlay, seat: Seat, own: u32) -> bool {
    let after = |text: &String| {
        let mut next = play.duplicate();
        next.apply(text);
        next
    };
    play.legal().iter().any(|text| wins_after(after(text).as_ref(), seat, own))
}

/// Whether the seat that has just acted, the first of `own` times, wins whatever the others do.
fn wins_after(play: &dyn AnyPlay, seat: Seat, own: u32) -> bool {
    if let Some(outcome) = play.outcome() {
        return outcome.winners.contains(&seat);
    }
    let answered = |text: &String| {
        let mut next = play.duplicate();
        next.apply(text);
        // An answer, too, can make a line of the other side.
        match next.outcome() {
            Some(outcome) => outcome.winners.contains(&seat),
            None => wins(next.as_ref(), seat, own - 1),
        }
    };
    own > 1 && play.legal().iter().all(answered)
}

#[test]
fn short_wins_hold_by_the_rules_and_no_other_action_wins_as_fast() {
    for (game, date) in
        [("baju-duel", "2026-01-01"), ("baju-duel", "2026-01-02"), ("bambam-booboo", "2026-01-02")]
    {
        let found = position(game, date);
        let play = check(&found);
        let seat = Seat(found.seat);
        assert!(!wins(play.as_ref(), seat, 1), "{game} {date}: no action wins at once");
        for text in play.legal() {
            let mut next = play.duplicate();
            next.apply(&text);
            let good = found.good.contains(&text);
            assert_eq!(wins_after(next.as_ref(), seat, 2), good, "{game} {date}: {text}");
        }
        // The line that is shown is played to the win.
        let mut shown = play.duplicate();
        for text in found.good.iter().take(1).chain(&found.line) {
            shown.play(text).unwrap();
        }
        assert!(shown.outcome().is_some_and(|outcome| outcome.winners.contains(&seat)), "{game} {date}");
    }
}

#[test]
fn a_search_ends_when_it_is_told_to() {
    let mut looked = Vec::new();
    for game in examined_games() {
        let found = game.position(&Seed::from_text("stop"), &mut |n| {
            looked.push(n);
            false
        });
        assert_eq!(found, None);
    }
    assert_eq!(looked.len(), examined_games().iter().filter(|game| game.has_positions()).count());
    assert!(looked.len() >= 3 && looked.iter().all(|n| *n == 0));
}
