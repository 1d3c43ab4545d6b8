//! What a position is worth with its best lines, and what can be learned from a finished game.
//!
//! A win is called proved only if the search proves it; if a deep search merely believes that a position
//! is won or lost, this stays an opinion, close to the end of the scale.

use super::search::{Found, STRONGEST, Search};
use crate::action::Action;
use crate::rules::BambamBooboo;
use crate::state::State;
use crate::words::side;
use bagatelle_core::present::text::counted;
use bagatelle_core::present::{
    Analyser, Better, Effort, Evaluation, Line, Progress, Review, Reviewer, Scale,
};
use bagatelle_core::program::Budget;
use bagatelle_core::{Game, Seat};
use bagatelle_search::alphabeta::{SURE, WIN};
use bagatelle_search::lookback::{Opinion, leaning, look_back, worth};

/// How many nodes a review spends on each position when the caller does not say.
const NODES: u64 = 2_500;
/// An opinion is never further off than this, in hundredths of a point.
const FAR: i32 = 4_000;

impl Analyser<BambamBooboo> for BambamBooboo {
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
        let (mut legal, seat) = (Vec::new(), state.to_act());
        self.legal(state, &mut legal);
        if legal.is_empty() {
            return None;
        }
        let search = Search::new(self, STRONGEST, budget);
        let found = search.run_lines(state, &legal, lines, |found| better(&evaluation(seat, found)));
        Some(evaluation(seat, &found))
    }
}

impl Reviewer<BambamBooboo> for BambamBooboo {
    fn review(
        &self,
        start: &State,
        actions: &[Action],
        helped: &[usize],
        budget: &Budget<'_>,
        progress: Progress<'_>,
    ) -> Review<Action> {
        let nodes = budget.nodes.unwrap_or(NODES);
        let mut legal = Vec::new();
        let opinion = |state: &State, times: u64| {
            let each = Budget { nodes: Some(times * nodes), ..*budget };
            self.legal(state, &mut legal);
            if legal.is_empty() {
                return None;
            }
            let found = Search::new(self, STRONGEST, &each).run(state, &legal);
            Some(Opinion { score: score(&found), line: found.line })
        };
        look_back(self, start, (actions, helped), budget, progress, opinion, side)
    }
}

/// What a finding is worth, proved only where it is.
fn score(found: &Found) -> i32 {
    match found.wins_in {
        Some(moves) => WIN - (2 * moves as i32 - 1),
        None => found.score.clamp(-FAR, FAR),
    }
}

fn evaluation(seat: Seat, found: &[Found]) -> Evaluation<Action> {
    let best = &found[0];
    let line = |found: &Found| Line { actions: found.line.clone(), text: words(seat, found) };
    let (text, threat) = (words(seat, best), side(seat.next(2)));
    let text = match best.must_block && best.wins_in != Some(1) {
        true if best.score < -SURE => format!("{threat} threatens to win next turn and seems hard to stop."),
        true => format!("{text}. {threat} threatens to win next turn."),
        false => text + ".",
    };
    Evaluation {
        worth: worth(score(best), seat),
        text,
        lines: found.iter().map(line).collect(),
        depth: Some(best.depth),
        nodes: best.nodes,
        effort: Effort::Positions,
        proved: best.wins_in.is_some(),
    }
}

/// A finding for the seat to act, in a few words.
fn words(seat: Seat, found: &Found) -> String {
    let (own, other) = (side(seat), side(seat.next(2)));
    match (found.wins_in, found.score) {
        (Some(n), _) => format!("{own} wins in {}", counted(n as usize, "turn")),
        (None, s) if s > SURE => format!("{own} seems to win"),
        (None, s) if s < -SURE => format!("{other} seems to win"),
        (None, s) => leaning(own, other, s),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::{Crafted, Options, Setup};
    use bagatelle_core::{Rng, Seed, Stream, Turn};

    fn game() -> BambamBooboo {
        BambamBooboo::new(&Options::default()).unwrap()
    }

    #[test]
    fn an_evaluation_repeats_and_says_where_a_win_threatens() {
        let tiles = ["0 0 V 1", "1 0 V 1", "2 0 V 1", "-1 0 V 0", "0 2 H 0", "0 3 V 0"];
        let crafted = Crafted { tiles: tiles.map(str::to_owned).to_vec(), hands: Some([9, 9]), to_act: 0 };
        let game = game();
        let state = game.start(&Setup(Some(crafted))).unwrap();
        let look = || game.analyse(&state, 3, &Budget::nodes(4_000), &mut |_| ()).unwrap();
        let found = look();
        assert_eq!(found, look());
        assert!(found.text.ends_with("Dark threatens to win next turn."), "{}", found.text);
        assert!(!found.proved && !found.lines.is_empty());
    }

    #[test]
    fn a_review_of_a_random_game_finds_missed_wins() {
        let game = game();
        let start = game.start(&Setup::default()).unwrap();
        let mut rng = Rng::new(&Seed::from_text("bamboo"), Stream::Test);
        let (mut state, mut actions, mut legal) = (start.clone(), Vec::new(), Vec::new());
        while game.turn(&state) != Turn::Over && actions.len() < 30 {
            game.legal(&state, &mut legal);
            let action = legal[rng.index(legal.len())];
            game.apply(&mut state, action);
            actions.push(action);
        }
        let review = game.review(&start, &actions, &[], &Budget::nodes(300), &mut |_, _| ());
        assert!(!review.turns.is_empty());
        for turn in &review.turns {
            assert_eq!(turn.played, actions.get(turn.ply).copied());
            assert!(turn.better.first().is_some_and(|better| Some(*better) != turn.played));
        }
        // What is inaccurate is a turning point, and the other way round.
        for (seat, own) in Seat::all(2).zip(&review.seats) {
            let costly = review.turns.iter().any(|turn| turn.seat == seat && !turn.slip);
            assert_eq!(costly, own.accurate < own.decisions, "{own:?}");
        }
        assert!(review.seats.iter().all(|seat| seat.decisions > 0));
    }
}
