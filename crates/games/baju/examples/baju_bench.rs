//! Measures perft, the solver and the search on one core, or plays a match of two programs:
//! `cargo run --release -p bagatelle-baju --example baju_bench [WHAT]`.

#![allow(
    clippy::disallowed_macros,
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "an example measures, prints and writes files"
)]

use bagatelle_baju::duel::programs::book::Book;
use bagatelle_baju::duel::programs::forced::Forced;
use bagatelle_baju::duel::programs::tree::DuelTree;
use bagatelle_baju::duel::programs::{Level, PROGRAMS, STRONGEST, search, words};
use bagatelle_baju::pieces::Colour;
use bagatelle_baju::puzzle::solve::shortest;
use bagatelle_baju::{Duel, Puzzle, duel, puzzle};
use bagatelle_core::perft::perft;
use bagatelle_core::program::{Budget, Program};
use bagatelle_core::{Game, NoOptions, Playable, Rng, Seat, Seed, Stream};
use bagatelle_search::arena::{Tally, seating};
use bagatelle_testkit::contest::play;
use std::time::Instant;

fn main() {
    let what = std::env::args().nth(1).unwrap_or_else(|| "all".into());
    if what == "all" || what == "perft" {
        perft_speed();
    }
    if what == "all" || what == "solver" {
        solver_speed();
    }
    if what == "all" || what == "search" {
        let seconds = std::env::args().nth(2).and_then(|text| text.parse().ok());
        search_speed(seconds.unwrap_or(1.0));
    }
    if what == "forced" {
        let plies = std::env::args().nth(2).and_then(|text| text.parse().ok());
        forced_wins(plies.unwrap_or(10));
    }
    if what == "book" {
        let mut args = std::env::args().skip(2).map(|text| text.parse().expect("a number"));
        worth_of_book(args.next().unwrap_or(200), args.next().unwrap_or(40_000));
    }
    if what == "match" {
        let args: Vec<String> = std::env::args().skip(2).collect();
        let [a, b, games, nodes @ ..] = args.as_slice() else { panic!("match A B GAMES [NODES]") };
        let nodes = nodes.first().map(|nodes| nodes.parse().expect("a number of nodes"));
        fight(a, b, games.parse().expect("a number of games"), nodes);
    }
}

/// Leaves a second through the trait; each count is checked, so that it cannot get faster by being wrong.
fn perft_speed() {
    let duel = Duel::new(&duel::Options::default()).expect("the default board is right");
    let full = duel::Setup { position: "W1B1W2B2/B3W3B4W4/W5B5W6B6/B7W7B8W8 W -".into() };
    for (name, setup, depth, leaves) in
        [("empty board", None, 5, 31_860_648u64), ("full board", Some(full), 6, 8_195_883)]
    {
        let state = duel.start(&setup).expect("the position is right");
        let start = Instant::now();
        let count = perft(&duel, &state, depth);
        let seconds = start.elapsed().as_secs_f64();
        assert_eq!(count, leaves);
        println!(
            "perft {depth}, {name}: {count} leaves, {seconds:.3} s, {:.1} million a second",
            count as f64 / seconds / 1e6
        );
    }
}

/// Time and length of shortest solutions of a hundred fixed deals for each goal.
fn solver_speed() {
    for goal in 1..=4 {
        let puzzle =
            Puzzle::new(&puzzle::Options { goal, ..puzzle::Options::default() }).expect("the board is right");
        let (mut times, mut lengths) = (Vec::new(), Vec::new());
        for n in 0..100 {
            let mut rng = Rng::new(&Seed::from_text("bench").nth(n), Stream::Deal);
            let setup = puzzle.deal(&NoOptions {}, &mut rng).expect("a deal");
            let state = puzzle.start(&setup).expect("a deal is a start");
            let start = Instant::now();
            let found = shortest(&puzzle, state.layout(), &Budget::nodes(u64::MAX), |_, _| ());
            times.push(start.elapsed().as_secs_f64());
            let swaps = found.swaps.expect("Twin Loops can always be solved");
            let mut state = state;
            swaps.iter().for_each(|swap| puzzle.play(&mut state, *swap).expect("solutions are legal"));
            assert!(state.is_solved());
            lengths.push(swaps.len());
        }
        let mean = |list: &[f64]| list.iter().sum::<f64>() / list.len() as f64;
        println!(
            "goal {goal}: mean {:.2} ms, worst {:.1} ms; mean length {:.2}, longest {}",
            1e3 * mean(&times),
            1e3 * times.iter().copied().fold(0.0, f64::max),
            mean(&lengths.iter().map(|length| *length as f64).collect::<Vec<_>>()),
            lengths.iter().max().expect("a hundred deals")
        );
    }
}

/// Depth and time of the duel's search, from the empty board and from full boards: `search SECONDS`.
fn search_speed(seconds: f64) {
    let duel = Duel::new(&duel::Options::default()).expect("the default board is right");
    let tree = DuelTree::new(duel.board());
    let mut positions = vec![("empty board".to_owned(), duel.start(&None).expect("a start"))];
    for n in 0..12 {
        let mut rng = Rng::new(&Seed::from_text("full boards").nth(n), Stream::Deal);
        let puzzle = Puzzle::new(&puzzle::Options { goal: 4, ..puzzle::Options::default() })
            .expect("the board is right");
        let position = puzzle.deal(&NoOptions {}, &mut rng).expect("a deal").position + " W -";
        let state = duel.start(&Some(duel::Setup { position: position.clone() })).expect("a position");
        if state.end().is_none() {
            positions.push((position, state));
        }
    }
    for (name, state) in positions {
        println!("{name}");
        let start = Instant::now();
        let stop = || start.elapsed().as_secs_f64() > seconds;
        let budget = Budget::until(&stop);
        let found = search(&tree, &state, 40, 22, &budget, |found| {
            println!(
                "  depth {:2} {:>12} {:7.3} s {:>9} nodes",
                found.depth,
                words(found.score),
                start.elapsed().as_secs_f64(),
                found.nodes
            );
        });
        let line: Vec<String> = found.line.iter().map(ToString::to_string).collect();
        println!("  {}", line.join(" "));
    }
}

/// Whether a player can force a win from the empty board, within ever more actions: `forced ACTIONS`.
fn forced_wins(most: u32) {
    let duel = Duel::new(&duel::Options::default()).expect("the default board is right");
    let start = duel.start(&None).expect("a start");
    let mut searches = Colour::BOTH.map(|colour| Forced::new(duel.board(), colour, 24));
    for actions in 1..=most {
        for (colour, search) in Colour::BOTH.into_iter().zip(&mut searches) {
            let (begun, before) = (Instant::now(), search.nodes());
            let word = if search.within(start.position(), actions) { "can" } else { "cannot" };
            println!(
                "{} {word} force a win within {actions} actions: {} positions, {:.1} s",
                colour.player(),
                search.nodes() - before,
                begun.elapsed().as_secs_f64()
            );
        }
    }
}

/// What the opening book gains: the highest level with it against itself without, seats in turn, this many
/// nodes a move: `book GAMES NODES`.
fn worth_of_book(games: u64, nodes: u64) {
    let duel = Duel::new(&duel::Options::default()).expect("the default board is right");
    let book = Book::of(duel.board()).expect("the default board has a book");
    let (mut tally, mut by_seat) = (Tally::default(), [Tally::default(), Tally::default()]);
    let (mut known, mut taken, mut seconds) = (0, [0; 2], [0.0; 2]);
    for n in 0..games {
        let players = seating(2, 2, n);
        let mut programs: Vec<Box<dyn Program<Duel>>> =
            players.iter().map(|p| Box::new(Level { book: *p == 0, ..STRONGEST }) as _).collect();
        let start = duel.start(&None).expect("a start");
        let seed = Seed::from_text("book").nth(n);
        let played = play(&duel, start.clone(), &mut programs, &players, &seed, 300, &mut |player, work| {
            let begun = Instant::now();
            work(&Budget::nodes(nodes));
            taken[player] += 1;
            seconds[player] += begun.elapsed().as_secs_f64();
        });
        let seat = players.iter().position(|p| *p == 0).expect("both players sit");
        let mut state = start;
        for (ply, action) in played.actions.iter().enumerate() {
            known += u32::from(ply % 2 == seat && book.find(state.position()).is_some());
            duel.apply(&mut state, *action);
        }
        tally.add(played.outcome.as_ref(), Seat(seat as u8), 2);
        by_seat[seat].add(played.outcome.as_ref(), Seat(seat as u8), 2);
    }
    let (low, high) = tally.interval();
    println!(
        "7 with the book of {} entries against 7 without, {nodes} nodes a move: {games} games, {} won, {} \
         drawn, {:.1} % ({:.1} to {:.1})",
        book.entries().len(),
        tally.wins,
        tally.draws,
        100.0 * tally.rate(),
        100.0 * low,
        100.0 * high
    );
    println!(
        "first {:.1} %, second {:.1} %; {:.2} actions a game from the book; {:.2} s a game instead of {:.2} \
         s, {:.1} actions each",
        100.0 * by_seat[0].rate(),
        100.0 * by_seat[1].rate(),
        f64::from(known) / games as f64,
        seconds[0] / games as f64,
        seconds[1] / games as f64,
        f64::from(taken[0] + taken[1]) / 2.0 / games as f64
    );
}

/// A match of two programs, seats in turn: `match A B GAMES [NODES]`. Each thinks at most so long as its
/// entry says, or for this number of nodes.
fn fight(a: &str, b: &str, games: u64, nodes: Option<u64>) {
    let duel = Duel::new(&duel::Options::default()).expect("the default board is right");
    let names = [a, b];
    let think = |name: &str| {
        let info = PROGRAMS.iter().find(|info| info.name == name).expect("a program’s name");
        f64::from(info.think_ms) / 1000.0
    };
    let (mut tally, mut first_wins, mut plies) = (Tally::default(), 0, 0);
    let start = Instant::now();
    for n in 0..games {
        let players = seating(2, 2, n);
        let mut programs: Vec<_> =
            players.iter().map(|p| Duel::program(names[*p]).expect("a program")).collect();
        let seed = Seed::from_text("match").nth(n);
        let state = duel.start(&None).expect("a start");
        let played = play(&duel, state, &mut programs, &players, &seed, 300, &mut |player, work| {
            let (begun, most) = (Instant::now(), think(names[player]));
            let stop = || nodes.is_none() && begun.elapsed().as_secs_f64() > most;
            work(&Budget { nodes, ..Budget::until(&stop) });
        });
        let seat = players.iter().position(|p| *p == 0).expect("both players sit");
        tally.add(played.outcome.as_ref(), Seat(seat as u8), 2);
        first_wins += u64::from(played.outcome.is_some_and(|outcome| outcome.winners == [Seat(0)]));
        plies += played.actions.len();
    }
    let (low, high) = tally.interval();
    println!(
        "{a} against {b}: {games} games, {} won, {} drawn, {:.1} % ({:.1} to {:.1}); first player won \
         {first_wins}; {:.1} actions a game; {:.1} s",
        tally.wins,
        tally.draws,
        100.0 * tally.rate(),
        100.0 * low,
        100.0 * high,
        plies as f64 / games as f64,
        start.elapsed().as_secs_f64()
    );
}
