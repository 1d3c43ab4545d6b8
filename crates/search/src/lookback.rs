//! Looking back on a finished two-player game in which nothing is hidden: every position is searched with the
//! same number of nodes, and the move played is compared with the best one.

use crate::alphabeta::{SURE, WIN, sure_in, winners_turns};
use bagatelle_core::present::text::counted;
use bagatelle_core::present::{Progress, Review, SeatReview, TurningPoint, Worth, squash, worst_of_each};
use bagatelle_core::program::Budget;
use bagatelle_core::{Game, Seat, Turn};

/// An action that costs at least this many hundredths of the win is a turning point; any other is accurate.
const COSTLY: u32 = 10;
/// At most this many turning points of each seat are told, those that cost it most.
const MOST: usize = 4;
/// With at most this share of the win, a game counts as lost.
const LOST: f64 = 0.05;
/// With at least this many hundredths of the win a side is slightly ahead, and clearly ahead.
const SLIGHTLY: u32 = 55;
/// See [`SLIGHTLY`].
const CLEARLY: u32 = 75;
/// By how many turns a lost game must have become shorter to be told.
const SHORTER: usize = 2;
/// How many times the usual nodes a deeper search takes.
pub const DEEPER: u64 = 8;
/// How much of the work the first look at all positions is.
const FIRST_LOOK: f64 = 0.7;

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

/// How far the leader is ahead, in a word; `None` if the game is about even. It follows from the chances that
/// are told with it.
#[must_use]
pub fn lead(score: i32) -> Option<&'static str> {
    match hundredths(share(score.abs())) {
        ..SLIGHTLY => None,
        SLIGHTLY..CLEARLY => Some("slightly"),
        CLEARLY.. => Some("clearly"),
    }
}

/// Looks back on the actions of a game. `search` gives its opinion of an unfinished position, with this many
/// times the nodes that each position gets, and `name` tells what a seat is called. The actions `helped` are
/// no decisions.
///
/// What a later position proves is true of those before it: first all positions are searched, then the game
/// is walked through from its end. Where a move seems to have thrown something away, the positions before and
/// after it are searched more deeply, so that no move is blamed for a game that was lost before it.
pub fn look_back<G: Game>(
    game: &G,
    start: &G::State,
    (actions, helped): (&[G::Action], &[usize]),
    budget: &Budget<'_>,
    progress: Progress<'_>,
    mut search: impl FnMut(&G::State, u64) -> Option<Opinion<G::Action>>,
    name: impl Fn(Seat) -> &'static str,
) -> Review<G::Action> {
    let mut past = Past { game, positions: Vec::new() };
    past.open(start.clone(), &mut search);
    for (ply, &action) in actions.iter().enumerate() {
        if (budget.stop)() || !past.follow(action, &mut search) {
            break;
        }
        progress(Some(FIRST_LOOK * (ply + 1) as f64 / actions.len() as f64), "");
    }
    let taken = &actions[..past.positions.len() - 1];
    past.walk_back(taken, budget, &mut search);
    for ply in past.doubtful(taken, &name) {
        past.look_deeper(ply, budget, &mut search);
        past.look_deeper(ply + 1, budget, &mut search);
    }
    past.walk_back(taken, budget, &mut search);
    progress(Some(1.0), "");

    let mut seats = vec![SeatReview::default(); 2];
    let (mut turns, decisive) = (Vec::new(), past.decisive());
    for (ply, &action) in taken.iter().enumerate() {
        let at = &past.positions[ply];
        if !at.choice || helped.contains(&ply) {
            continue;
        }
        let turn = past.judged(ply, action, decisive == Some(ply), &name);
        if at.opinion.is_some()
            && past.positions[ply + 1].opinion.is_some()
            && let Some(seat) = seats.get_mut(at.mover.index())
        {
            seat.judge(turn.as_ref().is_none_or(|turn| turn.slip));
            turns.extend(turn);
        }
    }
    let mut turns = worst_of_each(turns, MOST);
    if taken.len() == actions.len() {
        past.look_deeper(taken.len(), budget, &mut search);
        turns.extend(past.given_up(&name));
    }
    Review {
        about: "Every position was searched to the same depth first, then the turning points more deeply. A \
            turning \
            point is a move that cost at least 10 percentage points of winning chances, as the search sees \
            them. The analysis board looks further at a single position, so its figures may differ."
            .into(),
        accuracy: "A move counts as accurate if it cost less than 10 percentage points. \
            Forced moves don’t count."
            .into(),
        seats,
        turns,
        curve: past.curve(),
        notes: Vec::new(),
        picture: None,
        key: Vec::new(),
    }
}

/// A position of a game that is looked back on.
struct Position<G: Game> {
    state: G::State,
    /// Who is to act; at the end of the game, who would be.
    mover: Seat,
    /// Whether there is more than one action.
    choice: bool,
    /// What the search thinks of it.
    opinion: Option<Opinion<G::Action>>,
    /// Whether more work would change nothing: the game is over, or it was searched deeply.
    settled: bool,
}

/// A game that is looked back on.
struct Past<'a, G: Game> {
    game: &'a G,
    /// The positions, from the start on.
    positions: Vec<Position<G>>,
}

impl<G: Game> Past<'_, G> {
    /// Takes in the position that follows.
    fn open(
        &mut self,
        state: G::State,
        search: &mut impl FnMut(&G::State, u64) -> Option<Opinion<G::Action>>,
    ) {
        let game = self.game;
        let next = self.positions.last().map_or(Seat(0), |last| last.mover.next(2));
        let outcome = game.outcome(&state);
        let (mover, opinion) = match (&outcome, game.turn(&state)) {
            (Some(outcome), _) => {
                (next, Some(Opinion { score: ended(&outcome.winners, next), line: Vec::new() }))
            }
            (None, Turn::Seat(seat)) => (seat, search(&state, 1)),
            (None, _) => (next, None),
        };
        let choice = outcome.is_none() && game.count_legal(&state) > 1;
        self.positions.push(Position { state, mover, choice, opinion, settled: outcome.is_some() });
    }

    /// Takes an action; `false` where no seat is to act.
    fn follow(
        &mut self,
        action: G::Action,
        search: &mut impl FnMut(&G::State, u64) -> Option<Opinion<G::Action>>,
    ) -> bool {
        let mut state = self.positions[self.positions.len() - 1].state.clone();
        if !matches!(self.game.turn(&state), Turn::Seat(_)) {
            return false;
        }
        self.game.apply(&mut state, action);
        self.open(state, search);
        true
    }

    /// Searches a position more deeply, once, unless its end is proved.
    fn look_deeper(
        &mut self,
        ply: usize,
        budget: &Budget<'_>,
        search: &mut impl FnMut(&G::State, u64) -> Option<Opinion<G::Action>>,
    ) {
        let at = &mut self.positions[ply];
        let proved = at.opinion.as_ref().is_some_and(|opinion| sure_in(opinion.score).is_some());
        if !at.settled && !proved && !(budget.stop)() {
            at.opinion = search(&at.state, DEEPER).or(at.opinion.take());
            at.settled = true;
        }
    }

    /// The opinions before and after an action, both for the seat that took it.
    fn scores(&self, ply: usize) -> Option<(i32, i32)> {
        let score = |ply: usize| Some(self.positions.get(ply)?.opinion.as_ref()?.score);
        Some((score(ply)?, -score(ply + 1)?))
    }

    /// From the end to the start: a move into a won position proves that the position before it was won, and
    /// where a move seems to have lost the game, a deeper search says whether the game was lost before it.
    fn walk_back(
        &mut self,
        actions: &[G::Action],
        budget: &Budget<'_>,
        search: &mut impl FnMut(&G::State, u64) -> Option<Opinion<G::Action>>,
    ) {
        for (ply, &action) in actions.iter().enumerate().rev() {
            let Some((before, got)) = self.scores(ply) else { continue };
            if got >= SURE && before < got - 1 {
                let rest = self.positions[ply + 1].opinion.as_ref().map_or(&[][..], |after| &after.line);
                let line = [&[action], rest].concat();
                self.positions[ply].opinion = Some(Opinion { score: got - 1, line });
            } else if share(got) <= LOST && share(before) > LOST {
                self.look_deeper(ply, budget, search);
            }
        }
    }

    /// The moves that seem to have cost most, before the deeper searches.
    fn doubtful(&self, actions: &[G::Action], name: impl Fn(Seat) -> &'static str) -> Vec<usize> {
        let turn = |(ply, &action): (usize, &G::Action)| self.judged(ply, action, false, &name);
        let turns = actions.iter().enumerate().filter_map(turn).filter(|turn| !turn.slip);
        worst_of_each(turns.collect(), MOST).into_iter().map(|turn| turn.ply).collect()
    }

    /// The last move after which the game was lost for good: all positions after it are proved for the same
    /// seat, and the one before it is not.
    fn decisive(&self) -> Option<usize> {
        let winner = |at: &Position<G>| match worth(at.opinion.as_ref()?.score, at.mover) {
            Worth::Win { seat, .. } => Some(seat),
            _ => None,
        };
        let last = winner(self.positions.last()?)?;
        let decided = self.positions.iter().rev().take_while(|at| winner(at) == Some(last)).count();
        (self.positions.len() - decided).checked_sub(1)
    }

    /// What an action cost; `None` if nothing.
    fn judged(
        &self,
        ply: usize,
        action: G::Action,
        decisive: bool,
        name: impl Fn(Seat) -> &'static str,
    ) -> Option<TurningPoint<G::Action>> {
        let [at, next] = self.positions.get(ply..ply + 2)? else { return None };
        let (before, after) = (at.opinion.as_ref()?, next.opinion.as_ref()?);
        judged(ply, at.mover, action, before, after, decisive, name)
    }

    /// The last position of a game that stopped before its end, if one side had won it or was clearly ahead.
    fn given_up(&self, name: impl Fn(Seat) -> &'static str) -> Option<TurningPoint<G::Action>> {
        let (ply, last) = (self.positions.len() - 1, self.positions.last()?);
        let (mover, opinion) = (last.mover, last.opinion.as_ref()?);
        if self.game.turn(&last.state) == Turn::Over {
            return None;
        }
        let seat = if opinion.score > 0 { mover } else { mover.next(2) };
        let own = name(seat);
        let chances = share(opinion.score.abs());
        let (costs, why) = match sure_in(opinion.score) {
            Some(plies) => {
                let turns = counted(winners_turns(plies), "turn");
                ("a sure win".to_owned(), format!("{own} had a sure win in {turns}."))
            }
            None if hundredths(chances) >= CLEARLY => {
                let chances = format!("winning chances of {}%", hundredths(chances));
                (chances.clone(), format!("{own} was clearly ahead, with {chances}."))
            }
            None => return None,
        };
        let better = opinion.line.clone();
        Some(TurningPoint { ply, seat, played: None, better, cost: chances, costs, why, slip: false })
    }

    /// What the positions were worth.
    fn curve(&self) -> Vec<(usize, Worth)> {
        let point =
            |(ply, at): (usize, &Position<G>)| Some((ply, worth(at.opinion.as_ref()?.score, at.mover)));
        self.positions.iter().enumerate().filter_map(point).collect()
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

/// What an action cost; `None` if nothing. A move in a lost position cost something only if it shortened the
/// fight; `decisive` is the move that lost the game.
fn judged<A: Copy + PartialEq>(
    ply: usize,
    mover: Seat,
    played: A,
    before: &Opinion<A>,
    after: &Opinion<A>,
    decisive: bool,
    name: impl Fn(Seat) -> &'static str,
) -> Option<TurningPoint<A>> {
    let (best, got) = (before.score, -after.score);
    if before.line.first() == Some(&played) {
        return None;
    }
    let (own, other) = (name(mover), name(mover.next(2)));
    let turns = |plies: i32| counted(winners_turns(plies), "turn");
    // After the action, the winner is to act.
    let lost = |plies: i32| match plies {
        0 => format!("{other} has won"),
        n => format!("{other} wins in {}", turns(-n)),
    };
    let mut cost = share(best) - share(got);
    let (win, loss) = (sure_in(best).filter(|n| *n > 0), sure_in(got).filter(|n| *n <= 0));
    let (costs, why) = match (win, loss, sure_in(best).filter(|n| *n < 0)) {
        (_, Some(now), Some(before)) => {
            let shorter = winners_turns(before).saturating_sub(winners_turns(-now));
            if shorter < SHORTER {
                return None;
            }
            cost = (shorter as f64 / 100.0).min(f64::from(COSTLY) / 200.0);
            let held = turns(before);
            let why =
                format!("{own} was lost anyway, but could have held out for {held}; now {}.", lost(now));
            (counted(shorter, "turn"), why)
        }
        _ if cost <= 0.0 => return None,
        (Some(win), None, _) => ("a sure win".into(), format!("{own} had a sure win in {}.", turns(win))),
        (Some(win), Some(loss), _) => {
            ("the game".into(), format!("{own} had a sure win in {}; now {}.", turns(win), lost(loss)))
        }
        (None, Some(loss), _) if decisive => {
            let why = format!("This move lost the game: after it, {}, whatever {own} does.", lost(loss));
            ("the game".into(), why)
        }
        (None, Some(loss), _) => {
            ("the game".into(), format!("After the move played, {}, whatever {own} does.", lost(loss)))
        }
        (None, None, _) => {
            let (best, got) = (hundredths(share(best)), hundredths(share(got)));
            // The difference of what the sentence says.
            let points = best.saturating_sub(got) as usize;
            if points == 0 {
                return None;
            }
            (
                counted(points, "percentage point"),
                format!("{own}’s winning chances drop from {best}% to {got}%."),
            )
        }
    };
    let slip = hundredths(cost) < COSTLY && !decisive;
    Some(TurningPoint {
        ply,
        seat: mover,
        played: Some(played),
        better: before.line.clone(),
        cost,
        costs,
        why,
        slip,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn opinion(score: i32, line: &[u8]) -> Opinion<u8> {
        Opinion { score, line: line.to_vec() }
    }

    fn cost(before: i32, after: i32) -> Option<TurningPoint<u8>> {
        judged(4, Seat(0), 9, &opinion(before, &[1, 2]), &opinion(-after, &[]), false, |seat| {
            ["White", "Black"][seat.index()]
        })
    }

    #[test]
    fn a_move_in_a_lost_position_is_no_mistake_unless_it_shortens_the_fight() {
        assert_eq!(cost(10 - WIN, 7 - WIN), None, "lost in five turns, then in four");
        let shorter = cost(10 - WIN, 3 - WIN).unwrap();
        assert!(shorter.slip && hundredths(shorter.cost) < COSTLY, "{shorter:?}");
        assert_eq!(
            (shorter.costs.as_str(), shorter.why.as_str()),
            (
                "3 turns",
                "White was lost anyway, but could have held out for 5 turns; now Black wins in 2 turns."
            )
        );
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
        let slip = cost(0, -20).unwrap();
        assert!(slip.slip && !some.slip && !game.slip, "{slip:?}");
        assert_eq!(slip.costs, "5 percentage points");
    }

    #[test]
    fn who_is_ahead_in_words_is_so_in_figures() {
        let told = |score| leaning("White", "Black", score);
        assert_eq!(told(0), "Even");
        assert_eq!(told(19), "About even (54% for White)");
        assert_eq!(told(20), "White is slightly ahead (55%)");
        assert_eq!(told(-50), "Black is slightly ahead (60%)");
        assert_eq!(told(150), "White is slightly ahead (71%)");
        assert_eq!(told(200), "White is clearly ahead (75%)");
    }

    #[test]
    fn the_best_move_costs_nothing_whatever_the_next_search_thinks() {
        let same = judged(0, Seat(1), 1, &opinion(500, &[1]), &opinion(900, &[]), false, |_| "");
        assert_eq!(same, None);
    }

    #[test]
    fn the_worth_is_that_of_the_first_seat() {
        assert_eq!(worth(200, Seat(0)), Worth::Leaning { share: 0.75 });
        assert_eq!(worth(200, Seat(1)), Worth::Leaning { share: 0.25 });
        assert_eq!(worth(5 - WIN, Seat(1)), Worth::Win { seat: Seat(0), within: Some(5) });
    }
}
