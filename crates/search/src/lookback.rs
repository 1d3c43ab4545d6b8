//! Looking back on a finished two-player game in which nothing is hidden: every position is searched with the
//! same number of nodes, and the move played is compared with the best one.

use crate::alphabeta::{SURE, WIN, sure_in, winners_turns};
use bagatelle_core::present::text::counted;
use bagatelle_core::present::{Progress, Review, SeatReview, TurningPoint, Worth, squash};
use bagatelle_core::program::Budget;
use bagatelle_core::{Game, Seat, Turn};

/// An action that costs less than this share of the win is accurate.
const ACCURATE: f64 = 0.1;
/// An action that costs at least this share of the win is a turning point.
const TURN: f64 = 0.2;
/// At most this many turning points are reported, those that cost most.
const MOST: usize = 8;

/// What a search thinks of a position.
#[derive(Clone, PartialEq, Debug)]
pub struct Opinion<A> {
    /// For the seat to act, as [`alphabeta`](crate::alphabeta) counts.
    pub score: i32,
    /// The best line.
    pub line: Vec<A>,
}

/// The worth of a score for the seat to act, `mover`.
#[must_use]
pub fn worth(score: i32, mover: Seat) -> Worth {
    match sure_in(score) {
        Some(plies) => {
            let seat = if plies > 0 { mover } else { mover.next(2) };
            Worth::Win { seat, within: Some(plies.unsigned_abs()) }
        }
        None => {
            let share = share(score);
            Worth::Leaning { share: if mover == Seat(0) { share } else { 1.0 - share } }
        }
    }
}

/// The share of the win that a score means: two points ahead are three quarters.
fn share(score: i32) -> f64 {
    match score {
        SURE.. => 1.0,
        s if s <= -SURE => 0.0,
        s => squash(f64::from(s) / 200.0),
    }
}

/// A share in hundredths, as people read it.
fn hundredths(share: f64) -> u32 {
    (100.0 * share).round() as u32
}

/// An opinion that proves nothing, in a few words: who is ahead, with which chances to win, as reviews and
/// graphs say it. `own` is the name of the seat to act, `other` that of its opponent.
#[must_use]
pub fn leaning(own: &str, other: &str, score: i32) -> String {
    let (who, chances) = (if score > 0 { own } else { other }, hundredths(share(score.abs())));
    match lead(score) {
        _ if score == 0 => "Even".into(),
        None => format!("About even ({chances}% for {who})"),
        Some(how) => format!("{who} is {how} ahead ({chances}%)"),
    }
}

/// How far the leader is ahead, in a word; `None` if the game is about even.
#[must_use]
pub fn lead(score: i32) -> Option<&'static str> {
    match score.unsigned_abs() {
        0..20 => None,
        20..100 => Some("slightly"),
        _ => Some("clearly"),
    }
}

/// Looks back on the actions of a game. `search` gives its opinion of an unfinished position within a budget,
/// and `name` tells what a seat is called. The actions `helped` are no decisions.
pub fn look_back<G: Game>(
    game: &G,
    start: &G::State,
    (actions, helped): (&[G::Action], &[usize]),
    budget: &Budget<'_>,
    progress: Progress<'_>,
    mut search: impl FnMut(&G::State) -> Option<Opinion<G::Action>>,
    name: impl Fn(Seat) -> &'static str,
) -> Review<G::Action> {
    let mut seats = vec![SeatReview::default(); 2];
    let (mut turns, mut curve) = (Vec::new(), Vec::new());
    let mut state = start.clone();
    let mut before = search(&state);
    for (ply, &action) in actions.iter().enumerate() {
        if (budget.stop)() {
            break;
        }
        let Turn::Seat(mover) = game.turn(&state) else { break };
        let choice = game.count_legal(&state) > 1;
        game.apply(&mut state, action);
        let after = match game.outcome(&state) {
            Some(outcome) => {
                Some(Opinion { score: ended(&outcome.winners, mover.next(2)), line: Vec::new() })
            }
            None => search(&state),
        };
        progress(Some((ply + 1) as f64 / actions.len() as f64), "");
        if let (Some(before), Some(after)) = (&before, &after) {
            curve.push((ply, worth(before.score, mover)));
            let turn = judged(ply, mover, action, before, after, &name);
            if choice
                && !helped.contains(&ply)
                && let Some(seat) = seats.get_mut(mover.index())
            {
                seat.judge(turn.as_ref().is_none_or(|turn| turn.cost < ACCURATE));
                turns.extend(turn.filter(|turn| turn.cost >= TURN));
            }
        }
        before = after;
    }
    if let (Some(last), Turn::Over) = (before, game.turn(&state)) {
        let mover = state_mover(actions.len(), game, start);
        curve.push((actions.len(), worth(last.score, mover)));
    }
    turns.sort_by(|a: &TurningPoint<G::Action>, b| b.cost.total_cmp(&a.cost));
    turns.truncate(MOST);
    turns.sort_by_key(|turn| turn.ply);
    Review {
        about: "Every position was searched with the same effort. A turning point is a move that cost at \
            least 20 percentage points of winning chances, as the search sees them. A sure win is a proven \
            win."
            .into(),
        accuracy: "A decision counts as accurate if it cost less than 10 percentage points. \
            Forced moves don’t count."
            .into(),
        seats,
        turns,
        curve,
        notes: Vec::new(),
        picture: None,
    }
}

/// Who would have to act at the end of a game, counted from its start.
fn state_mover<G: Game>(plies: usize, game: &G, start: &G::State) -> Seat {
    match game.turn(start) {
        Turn::Seat(first) if plies.is_multiple_of(2) => first,
        Turn::Seat(first) => first.next(2),
        _ => Seat(0),
    }
}

/// The score of a finished game for a seat.
fn ended(winners: &[Seat], seat: Seat) -> i32 {
    match winners {
        [winner] if *winner == seat => WIN,
        [_] => -WIN,
        _ => 0,
    }
}

/// What an action cost; `None` if nothing.
fn judged<A: Copy + PartialEq>(
    ply: usize,
    mover: Seat,
    played: A,
    before: &Opinion<A>,
    after: &Opinion<A>,
    name: impl Fn(Seat) -> &'static str,
) -> Option<TurningPoint<A>> {
    let (best, got) = (before.score, -after.score);
    let cost = share(best) - share(got);
    if cost <= 0.0 || before.line.first() == Some(&played) {
        return None;
    }
    let (own, other) = (name(mover), name(mover.next(2)));
    let moves = |plies: i32| counted(winners_turns(plies), "turn");
    // After the action, the winner is to act.
    let lost = |plies: i32| match plies {
        0 => format!("{other} has won"),
        n => format!("{other} wins in {}", moves(-n)),
    };
    let (costs, why) = match (sure_in(best).filter(|n| *n > 0), sure_in(got).filter(|n| *n <= 0)) {
        (Some(win), None) => ("a sure win".into(), format!("{own} had a sure win in {}.", moves(win))),
        (Some(win), Some(loss)) => {
            ("the game".into(), format!("{own} had a sure win in {}; now {}.", moves(win), lost(loss)))
        }
        (None, Some(loss)) => {
            ("the game".into(), format!("After the move played, {}, whatever {own} does.", lost(loss)))
        }
        (None, None) => {
            let (best, got) = (hundredths(share(best)), hundredths(share(got)));
            // The difference of what the sentence says.
            (
                format!("{} percentage points", best.saturating_sub(got)),
                format!("{own}’s winning chances drop from {best}% to {got}%."),
            )
        }
    };
    Some(TurningPoint { ply, seat: mover, played, better: before.line.clone(), cost, costs, why })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn opinion(score: i32, line: &[u8]) -> Opinion<u8> {
        Opinion { score, line: line.to_vec() }
    }

    fn cost(before: i32, after: i32) -> Option<TurningPoint<u8>> {
        judged(4, Seat(0), 9, &opinion(before, &[1, 2]), &opinion(-after, &[]), |seat| {
            ["White", "Black"][seat.index()]
        })
    }

    #[test]
    fn what_a_move_gave_away_is_told_in_words() {
        assert_eq!(cost(100, 100), None);
        assert_eq!(cost(100, 300), None, "better than the search thought");
        let win = cost(WIN - 3, 40).unwrap();
        assert_eq!(
            (win.costs.as_str(), win.why.as_str()),
            ("a sure win", "White had a sure win in 2 turns.")
        );
        let game = cost(0, 4 - WIN).unwrap();
        assert_eq!((game.costs.as_str(), game.cost), ("the game", 0.5));
        assert_eq!(game.why, "After the move played, Black wins in 2 turns, whatever White does.");
        let some = cost(200, -200).unwrap();
        assert_eq!((some.costs.as_str(), some.cost, some.better), ("50 percentage points", 0.5, vec![1, 2]));
        assert_eq!(some.why, "White’s winning chances drop from 75% to 25%.");
    }

    #[test]
    fn the_best_move_costs_nothing_whatever_the_next_search_thinks() {
        let same = judged(0, Seat(1), 1, &opinion(500, &[1]), &opinion(900, &[]), |_| "");
        assert_eq!(same, None);
    }

    #[test]
    fn the_worth_is_that_of_the_first_seat() {
        assert_eq!(worth(200, Seat(0)), Worth::Leaning { share: 0.75 });
        assert_eq!(worth(200, Seat(1)), Worth::Leaning { share: 0.25 });
        assert_eq!(worth(5 - WIN, Seat(1)), Worth::Win { seat: Seat(0), within: Some(5) });
    }
}
