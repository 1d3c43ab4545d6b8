//! What a position is worth with its best lines, and what can be learned from a finished game.

use super::action::Action;
use super::programs::book::{Book, Entry};
use super::programs::search_lines;
use super::programs::tree::DuelTree;
use super::rules::Duel;
use super::state::State;
use crate::pieces::Colour;
use bagatelle_core::Seat;
use bagatelle_core::present::text::counted;
use bagatelle_core::present::{
    Analyser, Better, Effort, Evaluation, Line, Progress, Review, Reviewer, Scale,
};
use bagatelle_core::program::Budget;
use bagatelle_search::alphabeta::{Found, sure_in, winners_turns};
use bagatelle_search::lookback::{Opinion, leaning, look_back, worth};

/// How many nodes a review spends on each position when the caller does not say.
const NODES: u64 = 40_000;
/// The size of the table of a review's searches, as a power of two, and that of an analysis.
const REVIEW_BITS: u32 = 16;
const BITS: u32 = 20;

impl Analyser<Duel> for Duel {
    fn scale(&self) -> Scale {
        Scale::Share
    }

    fn analyse(
        &self,
        state: &State,
        lines: usize,
        budget: &Budget<'_>,
        better: Better<'_, Action>,
    ) -> Option<Evaluation<Action>> {
        if state.end().is_some() {
            return None;
        }
        let side = state.position().side;
        let found = self.lines(state, lines, BITS, budget, |found| better(&evaluation(side, found)));
        (!found.is_empty()).then(|| evaluation(side, &found))
    }
}

impl Duel {
    /// The best lines of an unfinished position, by the search and the opening book: what analyses and
    /// reviews say of it.
    fn lines(
        &self,
        state: &State,
        lines: usize,
        bits: u32,
        budget: &Budget<'_>,
        each: impl FnMut(&[Found<Action>]),
    ) -> Vec<Found<Action>> {
        let found = search_lines(&DuelTree::new(self.board()), state, lines, bits, budget, each);
        let known = Book::of(self.board()).and_then(|book| book.find(state.position()));
        known.map_or_else(|| found.clone(), |entry| led_by(&entry, &found, lines))
    }
}

/// The lines that were found; those of the opening book where it has looked further, nothing is proved and it
/// has as many as are wanted: lines are compared only where both looked equally far.
fn led_by(entry: &Entry, found: &[Found<Action>], lines: usize) -> Vec<Found<Action>> {
    let is_further =
        found.first().is_some_and(|best| entry.depth >= best.depth && sure_in(best.score).is_none());
    if !is_further || entry.best.len() < lines {
        return found.to_vec();
    }
    let begins = |action: Action| found.iter().find(move |found| found.line.first() == Some(&action));
    let nodes = found[0].nodes;
    let book = entry.best.iter().map(|&(action, score)| Found {
        line: begins(action).map_or_else(|| vec![action], |found| found.line.clone()),
        score,
        depth: entry.depth,
        nodes,
    });
    book.take(lines).collect()
}

impl Reviewer<Duel> for Duel {
    fn review(
        &self,
        start: &State,
        actions: &[Action],
        helped: &[usize],
        budget: &Budget<'_>,
        progress: Progress<'_>,
    ) -> Review<Action> {
        let nodes = budget.nodes.unwrap_or(NODES);
        let opinion = |state: &State, times: u64| {
            let each = Budget { nodes: Some(times * nodes), ..*budget };
            let found = self.lines(state, 1, REVIEW_BITS, &each, |_| ()).into_iter().next()?;
            Some(Opinion { score: found.score, line: found.line })
        };
        look_back(self, start, (actions, helped), budget, progress, opinion, |seat| colour(seat).player())
    }
}

fn evaluation(side: Colour, found: &[Found<Action>]) -> Evaluation<Action> {
    let best = &found[0];
    let line = |found: &Found<Action>| Line { actions: found.line.clone(), text: words(side, found.score) };
    Evaluation {
        worth: worth(best.score, seat(side)),
        text: format!("{}.", words(side, best.score)),
        lines: found.iter().map(line).collect(),
        depth: Some(best.depth),
        nodes: found.iter().map(|found| found.nodes).max().unwrap_or_default(),
        effort: Effort::Positions,
        proved: found.iter().all(|found| sure_in(found.score).is_some()),
    }
}

/// A score for `side`, in a few words.
fn words(side: Colour, score: i32) -> String {
    let (own, other) = (side.player(), side.other().player());
    let turns = |plies: i32| counted(winners_turns(plies), "turn");
    match sure_in(score) {
        Some(plies) if plies > 0 => format!("{own} wins in {}", turns(plies)),
        Some(plies) => format!("{other} wins in {}", turns(plies)),
        None => leaning(own, other, score),
    }
}

/// The seat that plays a colour.
fn seat(colour: Colour) -> Seat {
    Seat(u8::from(colour == Colour::Black))
}

/// The colour that a seat plays.
fn colour(seat: Seat) -> Colour {
    if seat == Seat(1) { Colour::Black } else { Colour::White }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::duel::options::Options;
    use bagatelle_core::present::Worth;
    use bagatelle_core::{Game, Rng, Seed, Stream, Turn};

    fn game() -> (Duel, State) {
        let game = Duel::new(&Options::default()).unwrap();
        let setup = game.fixed_setup().unwrap_or_else(|| {
            game.deal(&Default::default(), &mut Rng::new(&Seed::from_text("duel"), Stream::Deal)).unwrap()
        });
        let start = game.start(&setup).unwrap();
        (game, start)
    }

    #[test]
    fn an_evaluation_repeats_and_its_lines_begin_differently() {
        let (game, start) = game();
        let look = |lines| {
            let mut told = 0;
            let found = game.analyse(&start, lines, &Budget::nodes(30_000), &mut |_| told += 1).unwrap();
            assert!(told > 1, "each depth is told");
            found
        };
        let found = look(3);
        assert_eq!(found, look(3));
        let mut first: Vec<String> = found.lines.iter().map(|line| line.actions[0].to_string()).collect();
        first.sort();
        first.dedup();
        assert_eq!(first.len(), 3);
        assert!(
            found.lines.iter().all(|line| !line.text.is_empty()) && found.worth.figure(Seat(0)).is_some()
        );
    }

    #[test]
    fn a_review_of_a_random_game_finds_what_was_missed() {
        let (game, start) = game();
        let mut rng = Rng::new(&Seed::from_text("a review"), Stream::Test);
        let (mut state, mut actions, mut legal) = (start.clone(), Vec::new(), Vec::new());
        while game.turn(&state) != Turn::Over && actions.len() < 60 {
            game.legal(&state, &mut legal);
            let action = legal[rng.index(legal.len())];
            game.apply(&mut state, action);
            actions.push(action);
        }
        let mut told = Vec::new();
        let budget = Budget::nodes(2_000);
        let review = game.review(&start, &actions, &[], &budget, &mut |share, _| told.extend(share));
        assert!(told.len() > actions.len() && told.is_sorted() && told.last() == Some(&1.0), "{told:?}");
        assert!(!review.turns.is_empty() && review.turns.len() <= 8, "{review:?}");
        for turn in &review.turns {
            assert_eq!(turn.played, Some(actions[turn.ply]));
            assert!(turn.better.first().is_some_and(|better| Some(*better) != turn.played));
            assert!(turn.cost > 0.0 && !turn.why.is_empty() && !turn.costs.is_empty());
        }
        // What is inaccurate is a turning point, and the other way round.
        for (seat, own) in Seat::all(2).zip(&review.seats) {
            let costly = review.turns.iter().any(|turn| turn.seat == seat && !turn.slip);
            assert_eq!(costly, own.accurate < own.decisions, "{own:?}");
        }
        assert!(review.seats.iter().all(|seat| seat.decisions > 0 && seat.accurate <= seat.decisions));
        assert!(review.curve.len() >= actions.len());
        // No move is blamed for a game that a deeper search finds lost before it.
        let deeper = Budget::nodes(2_000 * bagatelle_search::lookback::DEEPER);
        let blamed: Vec<_> = review.turns.iter().filter(|turn| turn.costs == "the game").collect();
        for turn in &blamed {
            let mut before = start.clone();
            actions[..turn.ply].iter().for_each(|action| game.apply(&mut before, *action));
            let Some(found) = game.analyse(&before, 1, &deeper, &mut |_| ()) else { panic!("{turn:?}") };
            let lost = Worth::Win { seat: turn.seat.next(2), within: None };
            assert!(found.worth.figure(turn.seat) > lost.figure(turn.seat), "{turn:?}: {}", found.text);
        }
        // Given up where it was won, the game says so, with the way to win.
        let won = |(ply, worth): &(usize, Worth)| match worth {
            Worth::Win { seat, within: Some(1..) } if *ply < actions.len() => Some((*ply, *seat)),
            _ => None,
        };
        let (ply, seat) = review.curve.iter().rev().find_map(won).expect("a won position");
        let given_up = game.review(&start, &actions[..ply], &[], &Budget::nodes(2_000), &mut |_, _| ());
        let last = given_up.turns.last().expect("a turning point");
        assert_eq!((last.ply, last.seat, last.played), (ply, seat, None));
        assert!(last.costs == "a sure win" && !last.better.is_empty(), "{last:?}");
    }
}
