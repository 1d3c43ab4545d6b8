//! The puzzle: goals in rows and in columns, set-ups, and the longer form of a move.

use bagatelle_baju::notation::write_layout;
use bagatelle_baju::options::{PositionError, SetupError};
use bagatelle_baju::pieces::{Button, Space};
use bagatelle_baju::puzzle::{Illegal, Options, Setup, State, read_arrangement};
use bagatelle_baju::{Goal, Puzzle};
use bagatelle_core::{Game, NoOptions, Rng, Seed, Stream, Turn};

fn puzzle(goal: u8) -> Puzzle {
    Puzzle::new(&Options { goal, ..Options::default() }).unwrap()
}

fn at(puzzle: &Puzzle, position: &str) -> State {
    puzzle.start(&Setup { position: position.into() }).unwrap()
}

/// The arrangement with rows and columns exchanged.
fn turned(position: &str) -> String {
    let layout = read_arrangement(position).unwrap();
    let row = |r| (0..4).map(|c| layout.button(Space::new(r, c)).unwrap().to_string()).collect::<String>();
    (0..4).map(row).collect::<Vec<_>>().join("/")
}

/// Which goals an arrangement meets; the same is checked for columns.
fn met(position: &str) -> Vec<u8> {
    let of = |position: &str| {
        let layout = read_arrangement(position).unwrap();
        Goal::ALL.into_iter().filter(|goal| goal.is_met(&layout)).map(Goal::number).collect::<Vec<_>>()
    };
    assert_eq!(of(position), of(&turned(position)), "rows and columns alike: {position}");
    of(position)
}

#[test]
fn goals_in_rows_and_columns() {
    assert_eq!(met("W1W2W3W4/B1B2B3B4/W5W6W7W8/B5B6B7B8"), [1, 2, 3, 4]);
    assert_eq!(met("W8W7W6W5/W1W2W3W4/B1B2B3B4/B8B7B6B5"), [1, 2, 3, 4]);
    assert_eq!(met("W8W7W6W5/W1W3W2W4/B1B3B2B4/B8B7B6B5"), [1, 2, 3], "one pair out of sequence");
    assert_eq!(met("W8W7W5W6/W1W3W2W4/B1B3B2B4/B8B7B5B6"), [1, 3]);
    assert_eq!(met("W8W7W6W5/W1W2W3W4/B1B2B4B3/B8B7B6B5"), [1, 2], "the other black line does not match");
    assert_eq!(met("W8W7W5W6/W1W2W3W4/B1B2B4B3/B8B7B5B6"), [1]);
    assert_eq!(met("W1W2W3W4/B4B3B2B1/W5W6W7W8/B8B7B6B5"), [] as [u8; 0], "mirrored lines do not match");
    assert_eq!(met("W1W2W3W4/B2B3B4B5/W5W6W7W8/B6B7B8B1"), [] as [u8; 0], "only equal values match");
    assert_eq!(met("W1W2W3B4/B1B2B3W4/W5W6W7W8/B5B6B7B8"), [1, 2], "a broken line counts for nothing");
    assert_eq!(met("W1W2B3W4/B1B2W3B4/W5B6W7W8/B5W6B7B8"), [] as [u8; 0]);
    assert_eq!(met("W7W8W1W2/B7B8B1B2/W3W4W5B6/B3B4B5W6"), [1], "no going round from 8 to 1");
}

#[test]
fn every_move_is_a_swap_and_can_be_taken_back() {
    let puzzle = puzzle(1);
    let position = "W7W1B4B2/W3B8W5B1/B3W2B6W6/W4B7W8B5";
    let mut state = at(&puzzle, position);
    let mut legal = Vec::new();
    puzzle.legal(&state, &mut legal);
    assert_eq!(legal.len(), 30, "two ways round for fourteen buttons, one for the eights");
    for swap in legal {
        puzzle.play(&mut state, swap).unwrap();
        if state.is_solved() {
            state = at(&puzzle, position);
            continue;
        }
        // No reversal rule: the button that moved goes back.
        let back = format!("{}{}", swap.to, swap.from).parse().unwrap();
        puzzle.play(&mut state, back).unwrap();
        assert_eq!(write_layout(state.layout()), position);
    }
}

#[test]
fn a_move_needs_a_way() {
    let puzzle = puzzle(1);
    let mut state = at(&puzzle, "W1W2B4B2/W3B8W5B1/B3W7B6W6/W4B7W8B5");
    let space = |name| Space::read(name).unwrap();
    let refusal = puzzle.play(&mut state, "a1d4".parse().unwrap()).unwrap_err();
    let button = Button::read("W1").unwrap();
    assert_eq!(refusal, Illegal::NoWay { button, from: space("a1"), to: space("d4") });
    assert_eq!(
        refusal.to_string(),
        "no path of exactly one red or white bridge leads there without visiting a space twice"
    );
    // b1 lies on White's loop between a1 and c1.
    assert_eq!(puzzle.read(&state, "b1-c1-d1").unwrap().to_string(), "b1d1");
    assert!(puzzle.read(&state, "b1-b2-c2").is_err(), "a black bridge under a white button");
}

#[test]
fn a_solved_puzzle_is_over() {
    let puzzle = puzzle(1);
    let mut state = at(&puzzle, "W2W1B4B2/W3B8W5B1/B3W7B6W6/W4B7W8B5");
    assert_eq!(puzzle.outcome(&state), None);
    state = at(&puzzle, "W1W2W3W4/B1B2B3B4/B8W5W6W7/W8B5B6B7");
    assert_eq!(puzzle.turn(&state), Turn::Over);
    assert_eq!(puzzle.outcome(&state).unwrap().reason, "solved in 0 moves");
    assert_eq!(puzzle.play(&mut state, "a1b1".parse().unwrap()), Err(Illegal::Over));
}

#[test]
fn deals_are_fair_and_never_solved() {
    let puzzle = puzzle(1);
    let mut first = [0u32; 16];
    for n in 0..1600 {
        let mut rng = Rng::new(&Seed::from_text("deals").nth(n), Stream::Deal);
        let state = puzzle.start(&puzzle.deal(&NoOptions {}, &mut rng).unwrap()).unwrap();
        assert!(!state.is_solved());
        first[state.layout().button(Space::read("a1").unwrap()).unwrap().index()] += 1;
    }
    // 15 degrees of freedom: the 99.99% point of chi-square is 44.3.
    let chi2: f64 = first.iter().map(|&n| (f64::from(n) - 100.0).powi(2) / 100.0).sum();
    assert!(chi2 < 44.3, "{first:?}");
}

#[test]
fn setups_and_options_are_checked() {
    let puzzle = puzzle(2);
    let start = |position: &str| puzzle.start(&Setup { position: position.into() });
    let missing = start("W1W2W3W4/B1B2B3B4/W5W6W7W8/B5B6B7--");
    assert_eq!(
        missing.unwrap_err(),
        SetupError::Position(PositionError::Missing(Button::read("B8").unwrap()))
    );
    let twice = start("W1W2W3W4/B1B2B3B4/W5W6W7W8/B5B6B7B7");
    assert_eq!(twice.unwrap_err(), SetupError::Position(PositionError::Twice(Button::read("B7").unwrap())));
    for goal in [0, 5, 255] {
        let options = Options { goal, ..Options::default() };
        assert_eq!(Puzzle::new(&options).unwrap_err(), SetupError::Goal(goal));
    }
    let read: Options = serde_json::from_str(r#"{"goal": 4}"#).unwrap();
    assert_eq!(read, Options { board: "twin-loops".into(), goal: 4 });
}
