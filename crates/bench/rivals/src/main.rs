//! Games of other crates, played at random.
//!
//! It takes the arguments that `bagatelle-bench` takes, and prints the same: `list`, `time play GAME`,
//! `run play GAME MOVES`. Each crate is asked for a random legal move in the fastest way that it offers, with
//! the fastest generator of `rand`, and plays it with its own checks; games are cloned from their first
//! position and left after as many moves as there.

use board_game::board::Board;
use board_game::games::go::{GoBoard, Komi, Rules};
use internal_iterator::InternalIterator;
use rand::SeedableRng;
use rand::rngs::SmallRng;
use rand::seq::SliceRandom;
use std::process::ExitCode;
use std::time::{Duration, Instant};

/// A game of another crate.
trait Rival: Clone {
    /// How many moves are legal; 0 if the game is over.
    fn legal(&self) -> usize;

    /// Plays a random move; `false` if the game is over.
    fn step(&mut self, rng: &mut SmallRng) -> bool;
}

/// A game of the crate board-game, by its trait.
impl<B: Board> Rival for B {
    fn legal(&self) -> usize {
        self.available_moves().map_or(0, |moves| moves.count())
    }

    fn step(&mut self, rng: &mut SmallRng) -> bool {
        self.play_random_available_move(rng).is_ok()
    }
}

/// Connect four of the crate spooky_connect4.
#[derive(Clone)]
struct Spooky(spooky_connect4::game::Game<1>);

impl Rival for Spooky {
    fn legal(&self) -> usize {
        self.0.legal_moves().len()
    }

    fn step(&mut self, rng: &mut SmallRng) -> bool {
        self.0.legal_moves().choose(rng).is_some_and(|one| self.0.make_move(one))
    }
}

/// Connect four of the crate ai-connect4.
#[derive(Clone)]
struct Tested(ai_connect4::Position);

impl Rival for Tested {
    fn legal(&self) -> usize {
        self.0.legal_moves().len()
    }

    fn step(&mut self, rng: &mut SmallRng) -> bool {
        let moves = self.0.legal_moves();
        moves.as_slice().choose(rng).is_some_and(|one| self.0.make_move(*one).is_ok())
    }
}

/// Chess of the crate cozy-chess; a game without a capture or a move of a pawn in 100 moves is over.
#[derive(Clone)]
struct Cozy(cozy_chess::Board, Vec<cozy_chess::Move>);

impl Cozy {
    fn list(&self, moves: &mut Vec<cozy_chess::Move>) {
        moves.clear();
        if self.0.halfmove_clock() < 100 {
            self.0.generate_moves(|some| {
                moves.extend(some);
                false
            });
        }
    }
}

impl Rival for Cozy {
    fn legal(&self) -> usize {
        let mut moves = Vec::new();
        self.list(&mut moves);
        moves.len()
    }

    fn step(&mut self, rng: &mut SmallRng) -> bool {
        let mut moves = std::mem::take(&mut self.1);
        self.list(&mut moves);
        let chosen = moves.choose(rng).copied();
        chosen.into_iter().for_each(|one| self.0.play_unchecked(one));
        self.1 = moves;
        chosen.is_some()
    }
}

/// Shogi of the crate haitaka.
#[derive(Clone)]
struct Shogi(haitaka::Board, Vec<haitaka::Move>);

impl Shogi {
    fn list(&self, moves: &mut Vec<haitaka::Move>) {
        moves.clear();
        self.0.generate_moves(|some| {
            moves.extend(some);
            false
        });
    }
}

impl Rival for Shogi {
    fn legal(&self) -> usize {
        let mut moves = Vec::new();
        self.list(&mut moves);
        moves.len()
    }

    fn step(&mut self, rng: &mut SmallRng) -> bool {
        let mut moves = std::mem::take(&mut self.1);
        self.list(&mut moves);
        let chosen = moves.choose(rng).copied();
        chosen.into_iter().for_each(|one| self.0.play_unchecked(one));
        self.1 = moves;
        chosen.is_some()
    }
}

/// A game is left after this many moves, as in `bagatelle-bench`.
const LIMIT: u64 = 1_000;

/// Plays this many random moves, in as many games as that takes; returns how many.
fn play<R: Rival>(start: &R, moves: u64) -> u64 {
    let (mut rng, mut played) = (SmallRng::seed_from_u64(1), 0);
    while played < moves {
        let mut game = start.clone();
        let limit = LIMIT.min(moves - played);
        let mut here = 0;
        while here < limit && game.step(&mut rng) {
            here += 1;
        }
        std::hint::black_box(&game);
        played += here;
    }
    played
}

/// The kind of the game, the mean number of legal moves, and the mean number of moves of a game, with tabs
/// between.
fn size<R: Rival>(start: &R) -> String {
    const GAMES: u32 = 200;
    let (mut rng, mut width, mut turns) = (SmallRng::seed_from_u64(1), 0, 0);
    for _ in 0..GAMES {
        let mut game = start.clone();
        for _ in 0..LIMIT {
            let legal = game.legal();
            if legal == 0 || !game.step(&mut rng) {
                break;
            }
            width += legal;
            turns += 1;
        }
    }
    format!("open\t{:.1}\t{:.1}", width as f64 / f64::from(turns), f64::from(turns) / f64::from(GAMES))
}

/// How many moves are played in a second: the best of several runs, since noise only slows down.
fn rate<R: Rival>(start: &R) -> f64 {
    let (begun, mut best, mut runs): (_, f64, _) = (Instant::now(), 0.0, 0);
    while runs < 5 || begun.elapsed() < Duration::from_millis(500) {
        let run = Instant::now();
        let moves = std::hint::black_box(play(start, 20_000));
        best = best.max(moves as f64 / run.elapsed().as_secs_f64());
        runs += 1;
    }
    best
}

/// What the rest of the arguments asks of a game.
fn answer<R: Rival>(start: &R, what: &[&str]) -> Option<String> {
    Some(match what {
        ["size"] => size(start),
        ["time", "play"] => format!("{:.0}", rate(start)),
        ["run", "play", moves] => play(start, moves.parse().ok()?).to_string(),
        _ => return None,
    })
}

/// The names of all games: the crate, and what is played.
const NAMES: [&str; 11] = [
    "board-game connect four",
    "ai-connect4 connect four",
    "spooky_connect4 connect four",
    "board-game tic-tac-toe",
    "board-game ultimate tic-tac-toe",
    "board-game oware",
    "board-game ataxx",
    "board-game go 9x9",
    "board-game go 19x19",
    "cozy-chess chess",
    "haitaka shogi",
];

fn of(name: &str, what: &[&str]) -> Option<String> {
    use board_game::games::{ataxx, connect4, oware, sttt, ttt};
    let go = |size| GoBoard::new(size, Komi::new(15), Rules::cgos());
    match name {
        "board-game connect four" => answer(&connect4::Connect4::default(), what),
        "ai-connect4 connect four" => answer(&Tested(ai_connect4::Position::start()), what),
        "spooky_connect4 connect four" => answer(&Spooky(spooky_connect4::game::Game::new(7, 6)), what),
        "board-game tic-tac-toe" => answer(&ttt::TTTBoard::default(), what),
        "board-game ultimate tic-tac-toe" => answer(&sttt::STTTBoard::default(), what),
        "board-game oware" => answer(&oware::OwareBoard::<6>::default(), what),
        "board-game ataxx" => answer(&ataxx::AtaxxBoard::default(), what),
        "board-game go 9x9" => answer(&go(9), what),
        "board-game go 19x19" => answer(&go(19), what),
        "cozy-chess chess" => answer(&Cozy(cozy_chess::Board::default(), Vec::new()), what),
        "haitaka shogi" => answer(&Shogi(haitaka::Board::startpos(), Vec::new()), what),
        _ => None,
    }
}

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let printed = match args.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
        ["list"] => {
            let line = |name: &&str| of(name, &["size"]).map(|size| format!("{name}\t{size}"));
            NAMES.iter().map(line).collect::<Option<Vec<_>>>().map(|lines| lines.join("\n"))
        }
        ["time", "play", name] => of(name, &["time", "play"]),
        ["run", "play", name, moves] => of(name, &["run", "play", moves]),
        _ => None,
    };
    match printed {
        Some(line) => println!("{line}"),
        None => {
            eprintln!("usage: bagatelle-rivals list | time play GAME | run play GAME MOVES");
            return ExitCode::from(2);
        }
    }
    ExitCode::SUCCESS
}
