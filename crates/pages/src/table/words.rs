//! The name of a table, and how its game ended.

use crate::{game, text};
use bagatelle_core::{Outcome, Seat};
use bagatelle_table::{Ending, ForkedFrom, HelpTaken, Table};

/// Which deal it is. It reveals no more than the game itself does.
#[must_use]
pub fn deal_name(table: &Table) -> String {
    let (spec, game) = (table.spec(), table.game());
    match (&spec.daily, spec.dealt, &spec.forked_from) {
        (Some(date), ..) => format!("daily deal of {}", text::long_date(date)),
        _ if spec.ends_lesson() => "end of the lesson".into(),
        (None, true, _) if !game::is_dealt(game) => String::new(),
        (None, true, _) if game::is_hidden(game) && !table.is_over() => "new deal".into(),
        (None, true, _) => match (game.grade_of(&spec.seed), spec.seed.split_once(':')) {
            (Some(grade), Some((_, code))) => format!("{}, {code}", grade.label),
            _ => spec.seed.clone(),
        },
        (None, false, Some(ForkedFrom { table: Some(_), .. })) => "continued from another game".into(),
        (None, false, Some(_)) => "continued from a record".into(),
        (None, false, None) => "from a position".into(),
    }
}

/// How much help was taken, in a few words, by `whom` as the words call the player; `None` without any.
pub(crate) fn help_words(taken: HelpTaken, whom: &str) -> Option<String> {
    let HelpTaken { nudges, moves, solutions, played } = taken;
    let moved =
        |count: u32, how: &str| (count > 0).then(|| format!("{} {how}", text::count(count.into(), "move")));
    let parts = [
        (nudges > 0).then(|| text::count(nudges.into(), "nudge")),
        moved(moves, "shown"),
        moved(played, &format!("played for {whom}"))
            .or_else(|| (solutions > 0).then(|| "a solution shown".to_owned())),
    ];
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    (!parts.is_empty()).then(|| text::listed(&parts))
}

/// The place of a seat among more than two, where each one's points are counted.
fn place(table: &Table, outcome: &Outcome, seat: Seat) -> Option<String> {
    let scores = outcome.scores.as_ref().filter(|scores| scores.len() > 2 && outcome.winners.len() == 1)?;
    let own = scores.get(seat.index())?;
    let before = scores.iter().filter(|score| *score > own).count();
    let places = ["first", "second", "third", "fourth"];
    let (count, same) = (table.seats().count(), scores.iter().filter(|score| *score == own).count());
    let number = ["", "one", "two", "three", "four"].get(count)?;
    Some(match before {
        last if last + 1 == count => "last".to_owned(),
        before if same > 1 && before + same == count => "tied for last".to_owned(),
        before if same > 1 => format!("tied for {}", places.get(before.max(1))?),
        before => format!("{} of {number}", places.get(before.max(1))?),
    })
}

/// The points of a seat beside those of the other seat, if two play and one of them has won.
fn points(outcome: &Outcome, seat: Seat) -> Option<String> {
    let &[first, second] = outcome.scores.as_deref()? else { return None };
    let (own, other) = if seat.index() == 0 { (first, second) } else { (second, first) };
    (outcome.winners.len() == 1).then(|| format!("{} to {other}", text::points(own)))
}

/// The points of the only winner among more than two, and the most of the others.
fn lead(outcome: &Outcome) -> Option<(i32, i32)> {
    let (scores, &[winner]) = (outcome.scores.as_ref()?, outcome.winners.as_slice()) else { return None };
    let others = scores.iter().enumerate().filter(|(seat, _)| *seat != winner.index());
    let next = others.map(|(_, points)| *points).max().filter(|_| scores.len() > 2)?;
    Some((*scores.get(winner.index())?, next))
}

/// The winners who are first with the same points.
fn tie(outcome: &Outcome, name: impl Fn(Seat) -> String) -> String {
    let names: Vec<String> = outcome.winners.iter().map(|&seat| name(seat)).collect();
    let scores = outcome.scores.as_deref().unwrap_or_default();
    let points: Vec<i32> = outcome.winners.iter().filter_map(|w| scores.get(w.index()).copied()).collect();
    let each = match points.as_slice() {
        [first, rest @ ..] if rest.iter().all(|other| other == first) => {
            format!(", with {} each", text::points(*first))
        }
        _ => String::new(),
    };
    format!("{} tie for first place{each}.", text::capitalised(&text::listed(&names)))
}

/// Who has won: `Ann wins`, `Ann and Bob win`; `Ann (White) wins` where `beside` is told of a player who is
/// called only after a seat.
fn winners_win(table: &Table, outcome: &Outcome, beside: Option<Seat>) -> String {
    let side = |seat: Seat| table.play().seat_name(seat);
    let by_side = beside.is_some_and(|seat| table.label(seat) == side(seat));
    let name = |&seat: &Seat| match table.label(seat) {
        label if by_side && label != side(seat) => format!("{label} ({})", side(seat)),
        label => label,
    };
    let names: Vec<String> = outcome.winners.iter().map(name).collect();
    let verb = if names.len() == 1 { "wins" } else { "win" };
    format!("{} {verb}", text::listed(&names))
}

/// How a game ended. A record that was stopped tells it in words, with the names of its players.
pub(crate) fn ending_of(table: &Table, outcome: &Outcome) -> Option<Ending> {
    table.ending().or_else(|| Ending::from_words(&outcome.reason, table.seats(), |seat| table.label(seat)))
}

/// Why a game ended, in a few words in which a player is `called` so. Nothing else turns what is stored of an
/// ending into words for readers.
pub(crate) fn why(table: &Table, outcome: &Outcome, called: impl Fn(Seat) -> String) -> String {
    let described = ending_of(table, outcome).and_then(|ending| ending.describe(called));
    described.unwrap_or_else(|| table.play().ended(outcome))
}

/// Who ended a game that doesn’t count. A record doesn’t tell, nor was it a player if it was the clock.
fn aborted(table: &Table, called: impl Fn(Seat) -> String) -> String {
    let Some(by) = table.aborted_by() else { return "The game ended early, so it doesn’t count.".into() };
    let who = text::capitalised(&called(by));
    // Among more than two, it may be well under way: then only programs are left.
    if table.play().seats() > 2 && !table.terms().rated {
        return format!("{who} left, so the game doesn’t count.");
    }
    format!("{who} ended the game before it got going, so it doesn’t count.")
}

/// How a game ended, in a sentence for the owner of `seats`.
pub(crate) fn result_sentence(table: &Table, outcome: &Outcome, seats: &[Seat]) -> String {
    let own = |seat: Seat| match table.person(seat) {
        _ if seats == [seat] => "you".to_owned(),
        // Who plays a deal of an event alone has no name at the table.
        Some(person) if table.terms().unaided && person.name.is_empty() => "the player".to_owned(),
        _ => table.label(seat),
    };
    let ending = ending_of(table, outcome);
    if ending == Some(Ending::Aborted) {
        return match table.terms().unaided {
            true if table.is_called_off() => {
                "The event ended before this game was over, so it doesn’t count.".into()
            }
            // In an event it counts: no one has won it.
            true => "The game ended without a result.".into(),
            false => aborted(table, own),
        };
    }
    // The rules give their own reason; everything else addresses the visitor as “you”.
    let scored = matches!(ending, None | Some(Ending::ByRules));
    let reason = why(table, outcome, own);
    let one = seats.len() == 1;
    let won = seats.iter().any(|seat| outcome.winners.contains(seat));
    if let (true, true, Some(points)) = (one, scored, seats.first().and_then(|seat| points(outcome, *seat))) {
        return format!("You {}, {points}.", if won { "win" } else { "lose" });
    }
    if let Some(with) = table.play().won_with(outcome).filter(|_| scored) {
        return match (one, won) {
            (true, true) => format!("You win with {with}."),
            (true, false) => {
                let names: Vec<String> = outcome.winners.iter().map(|seat| table.label(*seat)).collect();
                format!("You lose: {} has {with}.", text::listed(&names))
            }
            _ => format!("{} with {with}.", text::capitalised(&winners_win(table, outcome, None))),
        };
    }
    if scored && outcome.winners.len() > 1 && table.play().is_tie(outcome) {
        return tie(outcome, own);
    }
    match (table.play().seats(), outcome.winners.as_slice()) {
        (1, [_, ..]) if table.is_solved_by_program() => "Solved by the computer.".into(),
        (1, [_, ..]) => format!("{}!", text::capitalised(&reason)),
        // Programs that are left alone win nothing.
        (3.., _) if matches!(ending, Some(Ending::Forfeited(..))) => {
            format!("{}.", text::capitalised(&reason))
        }
        (_, []) => format!("{}.", text::capitalised(&reason)),
        _ if one && won => match lead(outcome).filter(|_| scored) {
            Some((first, next)) => {
                format!("You win with {}. The next best has {next}.", text::points(first))
            }
            None => format!("You win. {}.", text::capitalised(&reason)),
        },
        _ if one => match place(table, outcome, seats[0]) {
            Some(place) => {
                let best = outcome.winners.first().filter(|_| scored).and_then(|&winner| {
                    let points = outcome.scores.as_ref()?.get(winner.index())?;
                    Some(format!("{} won with {points}", table.label(winner)))
                });
                format!("You finished {place}. {}.", text::capitalised(&best.unwrap_or(reason)))
            }
            // What players did themselves says that they lose.
            None if !scored => {
                format!("{}, so {}.", text::capitalised(&reason), winners_win(table, outcome, None))
            }
            None => format!("You lose. {}.", text::capitalised(&reason)),
        },
        _ => {
            let stopped = ending.and_then(Ending::loser);
            let who = winners_win(table, outcome, stopped);
            let score = outcome.winners.first().filter(|_| scored).and_then(|winner| {
                let against = points(outcome, *winner).map(|points| format!(", {points}"));
                let beside =
                    |(first, next)| format!(" with {}. The next best has {next}", text::points(first));
                against.or_else(|| lead(outcome).map(beside))
            });
            if let Some(score) = score {
                return format!("{}{score}.", text::capitalised(&who));
            }
            let [who, why] = [who, reason].map(|part| text::capitalised(&part));
            format!("{who}. {why}.")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn winners_with_the_same_points_tie() {
        let reason = "2 share the victory: 12 points against 3".into();
        let outcome = Outcome { winners: vec![Seat(0), Seat(2)], scores: Some(vec![12, 3, 12]), reason };
        let name = |seat: Seat| ["you", "Bob", "Cleo"][seat.index()].to_owned();
        assert_eq!(tie(&outcome, name), "You and Cleo tie for first place, with 12 points each.");
        // Two teams of two: what each player has scored is not what counts.
        let scores = Some(vec![1, 2, 5, 4]);
        let outcome = Outcome { winners: Seat::all(4).collect(), scores, reason: String::new() };
        assert_eq!(tie(&outcome, |seat| format!("P{seat}")), "P0, P1, P2 and P3 tie for first place.");
    }

    #[test]
    fn help_is_told_in_words() {
        let words = |nudges, moves, solutions, played| {
            help_words(HelpTaken { nudges, moves, solutions, played }, "you").unwrap_or_default()
        };
        assert_eq!(words(0, 0, 0, 0), "");
        assert_eq!(words(1, 0, 0, 0), "1 nudge");
        assert_eq!(words(2, 1, 0, 0), "2 nudges and 1 move shown");
        assert_eq!(words(0, 0, 1, 0), "a solution shown");
        assert_eq!(words(1, 2, 3, 6), "1 nudge, 2 moves shown and 6 moves played for you");
    }
}
