//! Alpha-beta search for two players with open information and alternating turns: iterative deepening,
//! principal variation search (Marsland and Campbell 1982), a transposition table, killer moves, the history
//! heuristic and late move reductions.
//!
//! A game says what its positions and moves are by implementing [`Tree`]; [`Search`] finds a move. A score at
//! or beyond [`SURE`] is *proved*: reductions and evaluations can hide a forced win, but never invent one,
//! and a position that repeats counts as a draw.

use crate::tt::{Bound, Entry, Table};

/// The score of having won at the root; a win in `n` plies scores `WIN - n`.
pub const WIN: i32 = 30_000;
/// Scores from here on are proved wins (or, negative, losses). Evaluations must stay below.
pub const SURE: i32 = WIN - 1_000;
const SURELY_LOST: i32 = -SURE;
/// The deepest line that is looked at, in plies.
pub const DEEPEST: u32 = 120;

/// How a finished position ended, for the side that would have to act.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// That side has won.
    Won,
    /// That side has lost.
    Lost,
    /// Neither seat has.
    Drawn,
}

/// A game as the search sees it. All values are those of the side to act in the position given.
pub trait Tree {
    /// A position; copied for each move.
    type Node: Clone;
    /// A move.
    type Move: Copy + PartialEq;

    /// Labels of moves are below this.
    const LABELS: usize;
    /// Moves are searched less deep from this one on, in the order in which they are tried; `usize::MAX` for
    /// never.
    const LATE: usize = usize::MAX;
    /// After how many nodes the limits are looked at again.
    const PATIENCE: u64 = 1024;

    /// Adds the legal moves of an unfinished position to `out`; there is at least one.
    fn moves(&self, node: &Self::Node, out: &mut Vec<Self::Move>);

    /// Makes a move; the other side acts next.
    fn play(&self, node: &mut Self::Node, action: Self::Move);

    /// A key that differs for positions that differ, side to act included.
    fn key(&self, node: &Self::Node) -> u64;

    /// How the game ended, if it has. Repetition is the search's concern.
    fn end(&self, node: &Self::Node) -> Option<End>;

    /// How good an unfinished position looks, strictly between `-SURE` and `SURE`.
    fn evaluate(&self, node: &Self::Node) -> i32;

    /// A small number by which the history heuristic and the table know a move. Two moves of one position
    /// must not share it.
    fn label(&self, action: Self::Move) -> u16;

    /// In how many plies the side to act certainly wins, where that can be seen without a search.
    fn sure_win(&self, _node: &Self::Node) -> Option<u32> {
        None
    }

    /// Whether the side to act has no choice but to answer a threat: then the search looks a ply further.
    fn forced(&self, _node: &Self::Node) -> bool {
        false
    }

    /// A first guess at how good a move is, in the units of [`Search`]'s history (a good late move has some
    /// thousands).
    fn order(&self, _node: &Self::Node, _action: Self::Move) -> i32 {
        0
    }
}

/// When to stop.
#[derive(Clone, Copy)]
pub struct Limits<'a> {
    /// The greatest depth, in plies.
    pub depth: u32,
    /// The most nodes; checked every [`Tree::PATIENCE`].
    pub nodes: Option<u64>,
    /// Asked as often; `true` means stop now.
    pub stop: &'a dyn Fn() -> bool,
}

/// What a search found.
#[derive(Clone, PartialEq, Debug)]
pub struct Found<M> {
    /// The best line, beginning with the best move.
    pub line: Vec<M>,
    /// Its score for the side to act.
    pub score: i32,
    /// The depth that was searched in full.
    pub depth: u32,
    /// Nodes visited.
    pub nodes: u64,
}

/// In how many plies a score says that the side to act wins (positive) or loses (negative), if that is
/// proved.
#[must_use]
pub fn sure_in(score: i32) -> Option<i32> {
    match score {
        SURE.. => Some(WIN - score),
        ..=SURELY_LOST => Some(-WIN - score),
        _ => None,
    }
}

/// In how many of the winner’s own turns a proved game ends: what people count, while searches count the
/// plies of both sides. `plies` are as [`sure_in`] gives them for the side to act.
#[must_use]
pub fn winners_turns(plies: i32) -> usize {
    let all = plies.unsigned_abs() as usize;
    if plies > 0 { all.div_ceil(2) } else { (all / 2).max(1) }
}

/// A search with its memory. Kept from move to move, it profits from what it has seen.
pub struct Search<'t, T: Tree> {
    tree: &'t T,
    table: &'t Table,
    history: Vec<i32>,
    killers: Vec<[Option<u16>; 2]>,
    buffers: Vec<Vec<(i32, T::Move)>>,
    spare: Vec<T::Move>,
    lines: Vec<Vec<T::Move>>,
    /// Keys of the positions from the root to here.
    path: Vec<u64>,
    /// Keys of positions that occurred twice or more before the root: once more is a draw.
    twice: Vec<u64>,
    /// Labels of the moves that are left out at the root.
    barred: Vec<u16>,
    nodes: u64,
    halted: bool,
    /// From this ply on forced answers count like other moves, so that a row of them has an end.
    farthest: u32,
}

impl<'t, T: Tree> Search<'t, T> {
    /// A search of `tree`. The table must have been used for the same tree and evaluation only.
    #[must_use]
    pub fn new(tree: &'t T, table: &'t Table) -> Search<'t, T> {
        let plies = DEEPEST as usize + 2;
        Search {
            tree,
            table,
            history: vec![0; T::LABELS],
            killers: vec![[None; 2]; plies],
            buffers: std::iter::repeat_with(Vec::new).take(plies).collect(),
            spare: Vec::new(),
            lines: std::iter::repeat_with(Vec::new).take(plies).collect(),
            path: Vec::new(),
            twice: Vec::new(),
            barred: Vec::new(),
            nodes: 0,
            halted: false,
            farthest: 0,
        }
    }

    /// Searches deeper and deeper from `root`, an unfinished position. `past` has the keys of earlier
    /// positions that can occur again. `each` is called after every depth, and can end the search by
    /// returning `false`.
    ///
    /// With a node limit and no other stop the result is always the same. At least one ply is always searched
    /// in full.
    pub fn run(
        &mut self,
        root: &T::Node,
        past: &[u64],
        limits: &Limits<'_>,
        mut each: impl FnMut(&Found<T::Move>) -> bool,
    ) -> Found<T::Move> {
        let mut found = self.run_lines(root, past, limits, 1, |found| each(&found[0]));
        let mut found = found.pop().unwrap_or(Found { line: Vec::new(), score: 0, depth: 0, nodes: 0 });
        found.nodes = self.nodes;
        found
    }

    /// As [`Search::run`], for up to `count` of the best moves: each is searched without those that are
    /// better. The best stands first. Every line has the nodes of all lines that were searched until then.
    pub fn run_lines(
        &mut self,
        root: &T::Node,
        past: &[u64],
        limits: &Limits<'_>,
        count: usize,
        mut each: impl FnMut(&[Found<T::Move>]) -> bool,
    ) -> Vec<Found<T::Move>> {
        self.nodes = 0;
        self.halted = false;
        self.killers.fill([None; 2]);
        self.history.iter_mut().for_each(|h| *h /= 8);
        self.twice =
            past.iter().filter(|key| past.iter().filter(|k| k == key).count() > 1).copied().collect();
        let mut moves = Vec::new();
        self.tree.moves(root, &mut moves);
        let count = count.clamp(1, moves.len().max(1));
        let mut best: Vec<Found<T::Move>> = Vec::new();
        for depth in 1..=limits.depth.clamp(1, DEEPEST) {
            let mut lines = Vec::new();
            self.barred.clear();
            self.farthest = 2 * depth;
            while lines.len() < count {
                let guess = best.get(lines.len()).map_or(0, |found| found.score);
                self.lines[0].clear();
                let score = self.aspire(root, depth, guess, limits);
                let line = self.lines[0].clone();
                // Moves that share a label are left out together, so there may be none left.
                let Some(&action) = line.first().filter(|_| !self.halted) else { break };
                self.barred.push(self.tree.label(action));
                lines.push(Found { line, score, depth, nodes: self.nodes });
            }
            self.barred.clear();
            if self.halted {
                // Lines are compared only where the search has looked equally far.
                let whole = lines.len() == count || best.is_empty();
                return if whole { lines } else { best };
            }
            best = lines;
            let go_on = each(&best);
            // A win that is this near cannot be improved by looking deeper.
            let done = |found: &Found<T::Move>| {
                sure_in(found.score).is_some_and(|plies| plies.unsigned_abs() <= depth)
            };
            if !go_on || best.iter().all(done) {
                break;
            }
        }
        best
    }

    /// One depth, first within a narrow window around the last score.
    fn aspire(&mut self, root: &T::Node, depth: u32, guess: i32, limits: &Limits<'_>) -> i32 {
        const MARGIN: i32 = 40;
        if depth > 3 && guess.abs() < SURE {
            let score = self.root(root, depth, guess - MARGIN, guess + MARGIN, limits);
            if self.halted || (guess - MARGIN < score && score < guess + MARGIN) {
                return score;
            }
        }
        self.root(root, depth, -WIN, WIN, limits)
    }

    fn root(&mut self, root: &T::Node, depth: u32, alpha: i32, beta: i32, limits: &Limits<'_>) -> i32 {
        self.path.clear();
        // The first ply is finished whatever the limits say, so that there is always an answer.
        let patient = Limits { depth: 1, nodes: None, stop: &|| false };
        let limits = if depth == 1 { &patient } else { limits };
        self.expand(root, self.tree.key(root), depth, alpha, beta, None, limits)
    }

    fn visit(&mut self, node: &T::Node, depth: u32, alpha: i32, beta: i32, limits: &Limits<'_>) -> i32 {
        let ply = self.path.len() as u32;
        self.lines[ply as usize].clear();
        self.nodes += 1;
        if self.nodes.is_multiple_of(T::PATIENCE)
            && (limits.nodes.is_some_and(|most| self.nodes >= most) || (limits.stop)())
        {
            self.halted = true;
        }
        if self.halted {
            return 0;
        }
        match self.tree.end(node) {
            Some(End::Won) => return WIN - ply as i32,
            Some(End::Lost) => return ply as i32 - WIN,
            Some(End::Drawn) => return 0,
            None => (),
        }
        let key = self.tree.key(node);
        if self.path.contains(&key) || self.twice.contains(&key) {
            return 0;
        }
        if let Some(plies) = self.tree.sure_win(node) {
            return WIN - (ply + plies) as i32;
        }
        let depth = depth + u32::from(ply < self.farthest && self.tree.forced(node));
        // Nothing below can be better than winning, or worse than losing, on the next ply.
        let (alpha, beta) = (alpha.max(ply as i32 + 1 - WIN), beta.min(WIN - ply as i32 - 1));
        if alpha >= beta {
            return alpha;
        }
        let known = self.table.get(key);
        if let Some(entry) = known {
            let value = from_table(i32::from(entry.value), ply);
            // On the principal line the table only orders moves, so that the line is whole.
            let deep = beta - alpha == 1 && (u32::from(entry.depth) >= depth || value.abs() >= SURE);
            match entry.bound {
                Bound::Exact if deep => return value,
                Bound::Lower if deep && value >= beta => return value,
                Bound::Upper if deep && value <= alpha => return value,
                _ => (),
            }
        }
        if depth == 0 || ply >= DEEPEST {
            return self.tree.evaluate(node).clamp(1 - SURE, SURE - 1);
        }
        self.expand(node, key, depth, alpha, beta, known.and_then(|entry| entry.best), limits)
    }

    /// Tries the moves of an unfinished position and stores what was found.
    #[allow(clippy::too_many_arguments)]
    fn expand(
        &mut self,
        node: &T::Node,
        key: u64,
        depth: u32,
        mut alpha: i32,
        beta: i32,
        best: Option<u16>,
        limits: &Limits<'_>,
    ) -> i32 {
        let ply = self.path.len();
        let floor = alpha;
        let first = best.or_else(|| self.table.get(key).and_then(|entry| entry.best));
        let mut moves = self.ordered(node, first, ply);
        self.path.push(key);
        let mut value = -WIN;
        let mut top = None;
        for index in 0..moves.len() {
            pick(&mut moves, index);
            let action = moves[index].1;
            let mut next = node.clone();
            self.tree.play(&mut next, action);
            let reduced =
                if index >= T::LATE && depth >= 3 { 1 + u32::from(index >= 3 * T::LATE) } else { 0 };
            let mut score = alpha + 1;
            if index > 0 {
                score = -self.visit(&next, (depth - 1).saturating_sub(reduced), -alpha - 1, -alpha, limits);
                if reduced > 0 && score > alpha {
                    score = -self.visit(&next, depth - 1, -alpha - 1, -alpha, limits);
                }
            }
            if index == 0 || (score > alpha && score < beta) {
                score = -self.visit(&next, depth - 1, -beta, -alpha, limits);
            }
            if self.halted {
                break;
            }
            if score > value {
                value = score;
                top = Some(action);
                if score > alpha || ply == 0 && index == 0 {
                    let (head, tail) = self.lines.split_at_mut(ply + 1);
                    head[ply].clear();
                    head[ply].push(action);
                    head[ply].extend_from_slice(&tail[0]);
                }
                alpha = alpha.max(score);
                if alpha >= beta {
                    self.credit(&moves[..=index], depth, ply);
                    break;
                }
            }
        }
        self.path.pop();
        moves.clear();
        self.buffers[ply] = moves;
        if !self.halted {
            let bound = match value {
                v if v >= beta => Bound::Lower,
                v if v > floor => Bound::Exact,
                _ => Bound::Upper,
            };
            let best = top.map(|action| self.tree.label(action));
            let value = to_table(value, ply as u32).clamp(-32_000, 32_000) as i16;
            self.table.put(key, Entry { value, bound, depth: depth.min(255) as u8, best });
        }
        value
    }

    fn ordered(&mut self, node: &T::Node, first: Option<u16>, ply: usize) -> Vec<(i32, T::Move)> {
        let mut moves = std::mem::take(&mut self.spare);
        moves.clear();
        self.tree.moves(node, &mut moves);
        if ply == 0 && !self.barred.is_empty() {
            moves.retain(|&action| !self.barred.contains(&self.tree.label(action)));
        }
        let mut scored = std::mem::take(&mut self.buffers[ply]);
        scored.clear();
        scored.extend(moves.iter().map(|&action| {
            let label = self.tree.label(action);
            let score = if Some(label) == first {
                i32::MAX
            } else {
                let killer = if self.killers[ply].contains(&Some(label)) { 4_000 } else { 0 };
                self.history[usize::from(label)] + killer + self.tree.order(node, action)
            };
            (score, action)
        }));
        self.spare = moves;
        scored
    }

    /// Remembers a move that refuted, and holds it against those tried before it.
    fn credit(&mut self, tried: &[(i32, T::Move)], depth: u32, ply: usize) {
        let Some(((_, good), others)) = tried.split_last() else { return };
        let label = self.tree.label(*good);
        if self.killers[ply][0] != Some(label) {
            self.killers[ply] = [Some(label), self.killers[ply][0]];
        }
        let weight = (depth * depth).min(400) as i32;
        let mut nudge = |label: u16, by: i32| {
            // Grows ever more slowly, and never beyond 8000.
            let entry = &mut self.history[usize::from(label)];
            *entry += by - *entry * by.abs() / 8_000;
        };
        nudge(label, 8 * weight);
        for (_, other) in others {
            nudge(self.tree.label(*other), -weight);
        }
    }
}

/// Brings the best of the moves from `index` on to `index`.
fn pick<M>(moves: &mut [(i32, M)], index: usize) {
    let mut best = index;
    for other in index + 1..moves.len() {
        if moves[other].0 > moves[best].0 {
            best = other;
        }
    }
    moves.swap(index, best);
}

/// In the table a sure win counts its plies from the position, not from the root.
fn to_table(value: i32, ply: u32) -> i32 {
    match value {
        SURE.. => value + ply as i32,
        ..=SURELY_LOST => value - ply as i32,
        _ => value,
    }
}

fn from_table(value: i32, ply: u32) -> i32 {
    match value {
        SURE.. => value - ply as i32,
        ..=SURELY_LOST => value + ply as i32,
        _ => value,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bagatelle_core::NoOptions;
    use bagatelle_core::{Game, Rng, Seed, Stream, Turn};
    use bagatelle_toys::connect_four::{Board, ConnectFour, Drop};

    /// Connect four with an evaluation that knows nothing, so that all depends on the search.
    struct Four(ConnectFour);

    impl Tree for Four {
        type Node = Board;
        type Move = Drop;
        const LABELS: usize = 7;
        const LATE: usize = 4;

        fn moves(&self, node: &Board, out: &mut Vec<Drop>) {
            self.0.legal(node, out);
        }

        fn play(&self, node: &mut Board, action: Drop) {
            self.0.apply(node, action);
        }

        fn key(&self, node: &Board) -> u64 {
            let mut key = [0u64; 2];
            for (word, byte) in serde_json::to_string(node).unwrap().bytes().enumerate() {
                key[word % 2] = (key[word % 2] ^ u64::from(byte)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            }
            key[0] ^ key[1].rotate_left(32)
        }

        fn end(&self, node: &Board) -> Option<End> {
            let outcome = self.0.outcome(node)?;
            Some(if outcome.winners.is_empty() { End::Drawn } else { End::Lost })
        }

        fn evaluate(&self, _node: &Board) -> i32 {
            0
        }

        fn label(&self, action: Drop) -> u16 {
            action.to_string().parse::<u16>().unwrap() - 1
        }

        fn order(&self, _node: &Board, action: Drop) -> i32 {
            -100 * i32::from(self.label(action).abs_diff(3))
        }
    }

    fn four() -> Four {
        Four(ConnectFour::new(&NoOptions {}).unwrap())
    }

    fn after(four: &Four, columns: &str) -> Board {
        let mut board = four.0.start(&NoOptions {}).unwrap();
        for column in columns.chars() {
            four.0.play(&mut board, column.to_string().parse().unwrap()).unwrap();
        }
        board
    }

    fn deep(depth: u32) -> Limits<'static> {
        Limits { depth, nodes: None, stop: &|| false }
    }

    fn solve(four: &Four, board: &Board, depth: u32) -> Found<Drop> {
        Search::new(four, &Table::new(16)).run(board, &[], &deep(depth), |_| true)
    }

    /// The true value, by looking at everything.
    fn minimax(four: &Four, board: &Board, ply: i32) -> i32 {
        match four.end(board) {
            Some(End::Lost) => return ply - WIN,
            Some(_) => return 0,
            None => (),
        }
        let mut moves = Vec::new();
        four.moves(board, &mut moves);
        let value = |action: &Drop| {
            let mut next = *board;
            four.play(&mut next, *action);
            -minimax(four, &next, ply + 1)
        };
        moves.iter().map(value).max().unwrap()
    }

    #[test]
    fn endgames_have_their_true_values() {
        let four = four();
        let mut rng = Rng::new(&Seed::from_text("endgames"), Stream::Test);
        let mut checked = 0;
        let mut legal = Vec::new();
        while checked < 40 {
            let mut board = four.0.start(&NoOptions {}).unwrap();
            for _ in 0..33 {
                four.0.legal(&board, &mut legal);
                match rng.choose(&legal) {
                    Some(action) => four.0.apply(&mut board, *action),
                    None => break,
                }
            }
            if four.0.turn(&board) == Turn::Over {
                continue;
            }
            let found = solve(&four, &board, 42);
            assert_eq!(found.score, minimax(&four, &board, 0), "{board:?}");
            checked += 1;
        }
    }

    #[test]
    fn a_forced_win_is_found_with_its_length() {
        let four = four();
        // Three in the middle of the bottom row, both ends open: any answer loses on the next turn.
        let found = solve(&four, &after(&four, "44335"), 8);
        assert_eq!(sure_in(found.score), Some(-2), "{found:?}");
        assert_eq!(sure_in(found.score).map(winners_turns), Some(1), "one turn of the winner");
        let found = solve(&four, &after(&four, "4433"), 8);
        assert_eq!(sure_in(found.score), Some(3), "{found:?}");
        assert_eq!(sure_in(found.score).map(winners_turns), Some(2), "of three plies, two are the winner’s");
        assert_eq!(found.line.len(), 3);
        assert!(["2", "5"].contains(&found.line[0].to_string().as_str()), "{found:?}");
    }

    #[test]
    fn the_best_moves_are_those_that_searches_after_each_move_prefer() {
        let four = four();
        let board = after(&four, "4433");
        let lines = Search::new(&four, &Table::new(16)).run_lines(&board, &[], &deep(6), 20, |_| true);
        assert_eq!(lines.len(), 7, "every move has a line");
        let mut winning: Vec<String> = lines[..2].iter().map(|found| found.line[0].to_string()).collect();
        winning.sort();
        assert_eq!(winning, ["2", "5"]);
        assert!(lines[..2].iter().all(|found| sure_in(found.score) == Some(3)), "{lines:?}");
        assert!(lines[2..].iter().all(|found| found.score < SURE), "{lines:?}");
        let halted = Limits { depth: 42, nodes: Some(30_000), stop: &|| false };
        let cut = Search::new(&four, &Table::new(14)).run_lines(&after(&four, ""), &[], &halted, 3, |_| true);
        let mut first: Vec<String> = cut.iter().map(|found| found.line[0].to_string()).collect();
        first.sort();
        first.dedup();
        assert_eq!(first.len(), 3, "no move stands twice: {cut:?}");
    }

    #[test]
    fn a_budget_of_nodes_repeats_and_is_kept() {
        let four = four();
        let board = after(&four, "");
        let limits = Limits { depth: 42, nodes: Some(20_000), stop: &|| false };
        let run = || Search::new(&four, &Table::new(14)).run(&board, &[], &limits, |_| true);
        let found = run();
        assert_eq!(found, run());
        assert!((20_000..21_024).contains(&found.nodes) && found.depth >= 6, "{found:?}");
        assert_eq!(found.line[0].to_string(), "4");
        let stopped = Search::new(&four, &Table::new(14)).run(
            &board,
            &[],
            &Limits { depth: 42, nodes: None, stop: &|| true },
            |_| true,
        );
        assert!(stopped.depth >= 1 && !stopped.line.is_empty(), "there is always an answer");
    }

    #[test]
    fn repeated_positions_are_drawn() {
        /// Two counters on a ring of five; the seat to act steps left or right. No game has a winner.
        struct Ring;
        impl Tree for Ring {
            type Node = (u8, u8);
            type Move = u8;
            const LABELS: usize = 5;
            fn moves(&self, _node: &(u8, u8), out: &mut Vec<u8>) {
                out.extend([1, 4]);
            }
            fn play(&self, node: &mut (u8, u8), action: u8) {
                *node = (node.1, (node.0 + action) % 5);
            }
            fn key(&self, node: &(u8, u8)) -> u64 {
                u64::from(node.0) << 8 | u64::from(node.1)
            }
            fn end(&self, _node: &(u8, u8)) -> Option<End> {
                None
            }
            fn evaluate(&self, node: &(u8, u8)) -> i32 {
                i32::from(node.0) - i32::from(node.1) + 7
            }
            fn label(&self, action: u8) -> u16 {
                action.into()
            }
        }
        let table = Table::new(10);
        // Both moves lead to positions that occurred twice already.
        let past = [0x01, 0x01, 0x04, 0x04].map(|key: u64| key);
        let root = (0, 0);
        let found = Search::new(&Ring, &table).run(&root, &past, &deep(1), |_| true);
        assert_eq!(found.score, 0);
        let found = Search::new(&Ring, &Table::new(10)).run(&root, &[], &deep(1), |_| true);
        assert_ne!(found.score, 0);
    }
}
