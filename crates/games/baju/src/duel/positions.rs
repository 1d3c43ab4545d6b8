//! Positions to think about: a forced win that only one action begins.
//!
//! A win is proved by an alpha-beta search that leaves nothing out and evaluates nothing: a position is
//! won, lost, or neither as far as it looked.

use super::action::Action;
use super::programs::tree::{DuelTree, Node};
use super::rules::Duel;
use super::state::State;
use bagatelle_core::present::text::counted;
use bagatelle_core::present::{Difficulty, Playable, Puzzle, Puzzler, SelfPlay, SelfPlayOptions};
use bagatelle_core::program::Budget;
use bagatelle_core::{Game, NoOptions, Rng, Seat, Seed, Stream, Viewer};
use bagatelle_search::alphabeta::{End, Found, Limits, SURE, Search, Tree, WIN, sure_in};
use bagatelle_search::tt::Table;

/// How the games in which positions are looked for are played.
const SELF_PLAY: SelfPlayOptions =
    SelfPlayOptions { programs: &["2", "3", "4"], random: 4, longest: 60, nodes: u64::MAX };
/// The most nodes for finding the win, and for finding what each other action leads to.
const NODES: u64 = 2_000_000;
/// The most nodes for looking one turn further for each other action.
const FURTHER: u64 = 40_000;

/// The duel, searched without judgement and without leaving anything out.
struct Proof<'a>(DuelTree<'a>);

impl Tree for Proof<'_> {
    type Node = Node;
    type Move = Action;
    const LABELS: usize = DuelTree::LABELS;

    #[inline]
    fn moves(&self, node: &Node, out: &mut Vec<Action>) {
        self.0.moves(node, out);
    }

    #[inline]
    fn play(&self, node: &mut Node, action: Action) {
        self.0.play(node, action);
    }

    #[inline]
    fn key(&self, node: &Node) -> u64 {
        self.0.key(node)
    }

    #[inline]
    fn end(&self, node: &Node) -> Option<End> {
        self.0.end(node)
    }

    fn evaluate(&self, _node: &Node) -> i32 {
        0
    }

    fn label(&self, action: Action) -> u16 {
        self.0.label(action)
    }

    #[inline]
    fn sure_win(&self, node: &Node) -> Option<u32> {
        self.0.sure_win(node)
    }

    fn order(&self, node: &Node, action: Action) -> i32 {
        self.0.order(node, action)
    }
}

/// Proofs about the positions of one duel.
struct Prover<'a> {
    duel: &'a Duel,
    tree: Proof<'a>,
    table: Table,
}

/// What an action other than the right one leads to.
struct Refutation {
    action: Action,
    /// The best answer.
    reply: Option<Action>,
    /// In how many plies the answering side wins, if it does.
    loses_in: Option<i32>,
}

impl<'a> Prover<'a> {
    fn new(duel: &'a Duel) -> Prover<'a> {
        Prover { duel, tree: Proof(DuelTree::new(duel.board())), table: Table::new(17) }
    }

    /// Looks `depth` plies deep, and one further for wins at once. `None` if that took too many nodes.
    fn look(&self, state: &State, depth: u32, nodes: u64) -> Option<Found<Action>> {
        let past: Vec<u64> = state.past().map(|code| self.tree.0.key_of_code(code)).collect();
        let limits = Limits { depth, nodes: Some(nodes), stop: &|| false };
        let root = Node::new(*state.position());
        let found = Search::new(&self.tree, &self.table).run(&root, &past, &limits, |_| true);
        (found.depth == depth || sure_in(found.score).is_some()).then_some(found)
    }

    fn after(&self, state: &State, action: Action) -> State {
        let mut next = state.clone();
        self.duel.apply(&mut next, action);
        next
    }

    fn legal(&self, state: &State) -> Vec<Action> {
        let mut legal = Vec::new();
        self.duel.legal(state, &mut legal);
        legal
    }

    /// The line of a proved win, to its end. The search leaves out the wins that it sees without playing
    /// them.
    fn line(&self, state: &State, plies: usize) -> Option<Vec<Action>> {
        let mut state = state.clone();
        let mut line: Vec<Action> = Vec::new();
        while state.end().is_none() {
            let rest = plies.checked_sub(line.len()).filter(|rest| *rest > 0)?;
            let side = state.position().side;
            let wins = |action: &Action| self.after(&state, *action).position().winner() == Some(side);
            let action = match self.legal(&state).into_iter().find(wins) {
                Some(win) => win,
                None => *self.look(&state, (rest - 1).max(1) as u32, NODES)?.line.first()?,
            };
            self.duel.apply(&mut state, action);
            line.push(action);
        }
        Some(line)
    }

    /// The win of the side to act in `state`, if it takes this many plies and only one action begins it.
    fn puzzle(&self, state: &State, plies: i32) -> Option<(Vec<Action>, Vec<Refutation>)> {
        let depth = (plies - 1).max(1) as u32;
        if self.look(state, depth, NODES).map(|found| found.score) != Some(WIN - plies) {
            return None;
        }
        let (mut good, mut others) = (Vec::new(), Vec::new());
        for action in self.legal(state) {
            let next = self.after(state, action);
            if let Some(end) = next.end() {
                let lost = end == super::state::End::Line(state.position().side.other());
                others.push(Refutation { action, reply: None, loses_in: lost.then_some(0) });
                continue;
            }
            let found = self.look(&next, depth.saturating_sub(1).max(1), NODES)?;
            match sure_in(found.score) {
                Some(lost) if lost < 0 => good.push(action),
                won => {
                    // An action that wins a turn later makes the question unfair.
                    let further = self.look(&next, plies as u32, FURTHER);
                    if further.is_some_and(|found| found.score <= -SURE) {
                        return None;
                    }
                    others.push(Refutation { action, reply: found.line.first().copied(), loses_in: won });
                }
            }
            if good.len() > 1 && !same(&good) {
                return None;
            }
        }
        (!good.is_empty()).then_some((good, others))
    }
}

/// Whether actions differ only in the button that they place.
fn same(actions: &[Action]) -> bool {
    let at = |action: &Action| match *action {
        Action::Place { at, .. } => Some(at),
        Action::Move { .. } => None,
    };
    let first = actions.first().and_then(at);
    first.is_some() && actions.iter().all(|action| at(action) == first)
}

/// In how many plies the win of a position of this grade comes.
fn plies(grade: Difficulty) -> i32 {
    match grade {
        Difficulty::Easy | Difficulty::Medium => 3,
        Difficulty::Hard => 5,
        Difficulty::Expert => 7,
    }
}

impl Puzzler<Duel> for Duel {
    fn pose(&self, seed: &Seed, wanted: Difficulty) -> Option<Puzzle<Duel>> {
        let mut rng = Rng::new(seed, Stream::Deal);
        let SelfPlay { setup, states, actions } = SelfPlay::game(self, &NoOptions {}, &SELF_PLAY, &mut rng)?;
        let prover = Prover::new(self);
        let plies = plies(wanted);
        // The position from which the winner of the game could force it.
        let ends = states.len().checked_sub(1)?;
        for at in (SELF_PLAY.random..ends).rev().filter(|at| (ends - at) as i32 >= plies).take(6) {
            let state = &states[at];
            let Some((good, others)) = prover.puzzle(state, plies) else { continue };
            if self.grade(state, plies, &good) != wanted {
                continue;
            }
            let line = prover.line(state, plies as usize)?;
            if !good.contains(line.first()?) {
                continue;
            }
            return Some(self.told(setup, &actions[..at], state, wanted, (good, line, others)));
        }
        None
    }
}

impl Duel {
    /// How hard it is to find one of `good`: a short win is easy where the action looks best at a glance.
    fn grade(&self, state: &State, plies: i32, good: &[Action]) -> Difficulty {
        match plies {
            ..=3 => {
                let view = self.view(state, Viewer::Seat(Seat(state.position().side as u8)));
                let mut legal = Vec::new();
                self.legal(state, &mut legal);
                let mut rng = Rng::new(&Seed::from_text("glance"), Stream::Program);
                let budget = Budget::until(&|| false);
                let glance =
                    Duel::program("2").map(|mut one| one.choose(self, &view, &legal, &budget, &mut rng));
                if glance.is_some_and(|advice| good.contains(&advice.action)) {
                    Difficulty::Easy
                } else {
                    Difficulty::Medium
                }
            }
            4..=5 => Difficulty::Hard,
            _ => Difficulty::Expert,
        }
    }

    fn told(
        &self,
        setup: <Duel as Game>::Setup,
        before: &[Action],
        state: &State,
        grade: Difficulty,
        (good, line, others): (Vec<Action>, Vec<Action>, Vec<Refutation>),
    ) -> Puzzle<Duel> {
        let side = state.position().side;
        let (player, other) = (side.player(), side.other().player());
        let turns = line.len().div_ceil(2);
        let answers =
            others.iter().map(|refutation| (refutation.action, self.answer(state, refutation, turns)));
        Puzzle {
            setup,
            before: before.to_vec(),
            task: format!("{player} to play and win in {}.", counted(turns, "turn")),
            grade,
            right: match turns {
                2 => format!("Whatever {other} does, {player} wins next turn."),
                _ => {
                    format!("Whatever {other} does, {player} wins in {}.", counted(turns - 1, "more turn"))
                }
            },
            answers: answers.collect(),
            replies: others.iter().filter_map(|found| Some((found.action, found.reply?))).collect(),
            line: line[1..].to_vec(),
            also: Vec::new(),
            good: best_first(good, line[0]),
        }
    }

    /// What an action other than the right one leads to.
    fn answer(&self, state: &State, refutation: &Refutation, turns: usize) -> String {
        let side = state.position().side;
        let other = side.other().player();
        let reply = refutation.reply.map(|reply| {
            let mut next = state.clone();
            self.apply(&mut next, refutation.action);
            let view = self.view(&next, Viewer::Spectator);
            self.foretell(&view, reply)
        });
        match (refutation.loses_in, reply) {
            (Some(0), _) => format!("That gives {other} the only line, and {other} wins."),
            // The reply says whose it is.
            (Some(1), Some(reply)) => format!("That loses at once. {reply}"),
            (Some(plies), Some(reply)) => {
                let turns = counted((plies.unsigned_abs() as usize).div_ceil(2), "turn");
                format!("That loses in {turns}. The best answer: {reply}")
            }
            (None, Some(reply)) => {
                format!("That doesn’t win in {}. One defence: {reply}", counted(turns, "turn"))
            }
            (_, None) => "That ends in a draw.".into(),
        }
    }
}

fn best_first(mut good: Vec<Action>, best: Action) -> Vec<Action> {
    good.retain(|action| *action != best);
    good.insert(0, best);
    good
}
