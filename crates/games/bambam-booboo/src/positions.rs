//! Positions to think about: a forced win that only one or two actions begin.

use crate::action::Action;
use crate::rules::BambamBooboo;
use crate::solve::only::{Only, only};
use crate::state::{End, State};
use bagatelle_core::present::text::{capitalised, counted};
use bagatelle_core::present::{Difficulty, Playable, Puzzle, Puzzler, SelfPlay, SelfPlayOptions};
use bagatelle_core::program::Budget;
use bagatelle_core::{Game, NoOptions, Rng, Seat, Seed, Stream};

/// How the games are played in which positions are looked for.
const SELF_PLAY: SelfPlayOptions =
    SelfPlayOptions { programs: &["2", "3", "4"], random: 3, longest: 50, nodes: 4_000 };
/// At most this many actions may begin the win.
const MOST: usize = 2;
/// At most this many actions may be legal: each has its answer.
const CHOICES: usize = 200;
/// How many nodes the proof may take.
const NODES: u64 = 60_000;

/// In how many own moves the win of a position of this grade may come.
fn moves(grade: Difficulty) -> &'static [u32] {
    match grade {
        Difficulty::Easy => &[2],
        Difficulty::Medium => &[2, 3],
        Difficulty::Hard => &[3],
        Difficulty::Expert => &[4],
    }
}

impl Puzzler<BambamBooboo> for BambamBooboo {
    fn patience(&self) -> u64 {
        40
    }

    fn pose(&self, seed: &Seed, wanted: Difficulty) -> Option<Puzzle<BambamBooboo>> {
        let mut rng = Rng::new(seed, Stream::Deal);
        let SelfPlay { setup, states, actions } = SelfPlay::game(self, &NoOptions {}, &SELF_PLAY, &mut rng)?;
        let last = states.len().checked_sub(2)?;
        for at in (SELF_PLAY.random..last).rev().take(10) {
            if self.count_legal(&states[at]) > CHOICES {
                continue;
            }
            let mut won =
                moves(wanted).iter().filter_map(|&moves| only(self, &states[at], moves, MOST, NODES));
            if let Some(found) = won.next().filter(|found| self.grade(&states[at], found) == wanted) {
                return Some(self.told(setup, &actions[..at], &states[at], wanted, found));
            }
        }
        None
    }
}

impl BambamBooboo {
    /// How hard it is to find the win: a short one is easy, and less so where another action makes a better
    /// shape.
    fn grade(&self, state: &State, found: &Only) -> Difficulty {
        let mut legal = Vec::new();
        self.legal(state, &mut legal);
        let mut rng = Rng::new(&Seed::from_text("glance"), Stream::Program);
        let budget = Budget::until(&|| false);
        let glance =
            Self::program("3").map(|mut one| one.choose(self, state, &legal, &budget, &mut rng).action);
        let shapely = found.good.iter().any(|line| Some(line[0]) == glance);
        match (found.good[0].len().div_ceil(2), shapely) {
            (..=2, true) => Difficulty::Easy,
            (..=2, false) | (3, true) => Difficulty::Medium,
            (3, false) => Difficulty::Hard,
            _ => Difficulty::Expert,
        }
    }

    fn told(
        &self,
        setup: <BambamBooboo as Game>::Setup,
        before: &[Action],
        state: &State,
        grade: Difficulty,
        found: Only,
    ) -> Puzzle<BambamBooboo> {
        let name = |seat: Seat| self.side(state, seat).unwrap_or_default();
        let (own, other) = (name(state.to_act()), name(state.to_act().next(2)));
        let line = found.good[0].clone();
        let moves = line.len().div_ceil(2);
        let answer = |&(action, reply): &(Action, Action)| {
            let mut next = state.clone();
            self.apply(&mut next, action);
            let told = self.foretell(&next, reply);
            let mut then = next.clone();
            self.apply(&mut then, reply);
            let answer = match then.end() {
                Some(End::Won(..)) => format!("That loses at once. {told}"),
                _ => format!("That’s not a sure win in {}. One defence: {told}", counted(moves, "turn")),
            };
            (action, answer)
        };
        Puzzle {
            setup,
            before: before.to_vec(),
            task: format!("{own} to play and win in {}.", counted(moves, "turn")),
            grade,
            right: match moves {
                2 => format!(
                    "Now {own} threatens to win in more than one way, and {other} can’t stop them all."
                ),
                _ => capitalised(&format!(
                    "{other} has to answer threat after threat, and {own} wins in {}.",
                    counted(moves - 1, "more turn")
                )),
            },
            good: found.good.iter().map(|line| line[0]).collect(),
            line: line[1..].to_vec(),
            also: Vec::new(),
            answers: found.others.iter().map(answer).collect(),
            replies: found.others,
        }
    }
}
