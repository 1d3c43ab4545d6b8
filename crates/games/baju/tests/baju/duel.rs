//! The duel: counts, and every edge case that the rule page names.

use bagatelle_baju::Duel;
use bagatelle_baju::duel::{Action, End, Illegal, Options, Setup, State, read_position};
use bagatelle_baju::options::{PositionError, SetupError};
use bagatelle_baju::pieces::{Button, Colour, Space};
use bagatelle_core::perft::perft;
use bagatelle_core::present::Playable;
use bagatelle_core::{Game, Outcome, Rng, Seat, Seed, Stream, Turn};
use std::collections::HashSet;

fn duel(board: &str) -> Duel {
    Duel::new(&Options { board: board.into(), ..Options::default() }).unwrap()
}

fn at(duel: &Duel, position: &str) -> State {
    duel.start(&Some(Setup { position: position.into() })).unwrap()
}

fn space(name: &str) -> Space {
    Space::read(name).unwrap()
}

fn button(name: &str) -> Button {
    Button::read(name).unwrap()
}

fn play(duel: &Duel, state: &mut State, text: &str) -> Result<(), Illegal> {
    let action = duel.read(state, text).unwrap();
    duel.play(state, action)
}

/// Plays actions from a position and returns the position that follows.
fn after(position: &str, actions: &str) -> State {
    let duel = duel("twin-loops");
    let mut state = at(&duel, position);
    for action in actions.split_whitespace() {
        play(&duel, &mut state, action).unwrap_or_else(|e| panic!("{action}: {e}"));
    }
    state
}

fn refusal(position: &str, action: &str) -> Illegal {
    let duel = duel("twin-loops");
    let mut state = at(&duel, position);
    let before = state.clone();
    let refusal = play(&duel, &mut state, action).unwrap_err();
    assert_eq!(state, before);
    refusal
}

const EMPTY: &str = "--------/--------/--------/-------- W -";

#[test]
fn counts_are_as_known() {
    for line in include_str!("../counts.tsv").lines().filter(|line| !line.starts_with('#')) {
        let [board, position, counts] = line.split('\t').collect::<Vec<_>>().try_into().unwrap();
        let duel = duel(board);
        let state = if position == "-" { duel.start(&None).unwrap() } else { at(&duel, position) };
        for (depth, count) in (1..).zip(counts.split(' ')) {
            assert_eq!(perft(&duel, &state, depth).to_string(), count, "{board} {position} depth {depth}");
        }
    }
}

/// The legal actions as the rules say them, without tables: by walking bridge after bridge.
fn by_the_book(duel: &Duel, state: &State) -> HashSet<Action> {
    fn walk(duel: &Duel, colour: Colour, left: u8, way: &mut Vec<Space>, ends: &mut HashSet<Space>) {
        let last = way[way.len() - 1];
        if left == 0 {
            ends.insert(last);
            return;
        }
        for next in Space::all().filter(|next| !way.contains(next)).collect::<Vec<_>>() {
            if duel.board().bridge(last, next).is_some_and(|dye| dye.carries(colour)) {
                way.push(next);
                walk(duel, colour, left - 1, way, ends);
                way.pop();
            }
        }
    }
    let (position, layout) = (state.position(), &state.position().layout);
    let beside = |a: Space, b: Space| a.column().abs_diff(b.column()) + a.row().abs_diff(b.row()) == 1;
    let theirs = |space: Space| layout.button(space).is_some_and(|b| b.colour() != position.side);
    let empty_board = Space::all().all(|space| layout.button(space).is_none());
    let mut actions = HashSet::new();
    for button in Button::of(position.side) {
        let Some(from) = layout.space(button) else {
            let open = |at: &Space| {
                layout.button(*at).is_none()
                    && (empty_board || Space::all().any(|s| beside(s, *at) && theirs(s)))
            };
            actions.extend(Space::all().filter(open).map(|at| Action::Place { value: button.value(), at }));
            continue;
        };
        let mut ends = HashSet::new();
        walk(duel, position.side, button.value(), &mut vec![from], &mut ends);
        for to in ends {
            let pair = layout.button(to).map(|other| (button.min(other), button.max(other)));
            if pair.is_none() || pair != position.swapped {
                actions.insert(Action::Move { from, to });
            }
        }
    }
    actions
}

#[test]
fn legal_actions_are_those_of_the_book() {
    for (n, (options, _)) in (0..).zip(Duel::variants()) {
        let duel = Duel::new(&options).unwrap();
        for game in 0..8 {
            let mut rng = Rng::new(&Seed::from_text("by the book").nth(8 * n + game), Stream::Test);
            let mut state = duel.start(&None).unwrap();
            let mut legal = Vec::new();
            while duel.turn(&state) != Turn::Over {
                duel.legal(&state, &mut legal);
                assert_eq!(
                    legal.iter().copied().collect::<HashSet<_>>(),
                    by_the_book(&duel, &state),
                    "{}",
                    state.position()
                );
                duel.apply(&mut state, *rng.choose(&legal).unwrap());
            }
            assert!(state.end() != Some(End::Stuck) || by_the_book(&duel, &state).is_empty());
        }
    }
}

#[test]
fn the_first_button_goes_anywhere_and_the_next_beside_the_opponent() {
    let state = after(EMPTY, "5@b3");
    assert_eq!(state.position().to_string(), "--------/--------/--W5----/-------- B -");
    let beside = after(EMPTY, "5@b3 1@b2");
    assert_eq!(beside.position().layout.button(space("b2")), Some(button("B1")));
    assert_eq!(refusal("--------/--------/--W5----/-------- B -", "1@c4"), Illegal::Alone(space("c4")));
    assert_eq!(refusal("--------/--------/--W5----/-------- B -", "1@b3"), Illegal::Taken(space("b3")));
    // Only next to an own button.
    assert_eq!(refusal("--------/--------/--W5B1--/-------- W -", "2@a3"), Illegal::Alone(space("a3")));
    // The edge of the board is no neighbour of the other edge.
    assert_eq!(refusal("------B1/--------/--------/-------- W -", "2@a2"), Illegal::Alone(space("a2")));
}

#[test]
fn a_button_is_placed_once() {
    assert_eq!(refusal("--------/--------/--W5B1--/-------- W -", "5@c2"), Illegal::NotInSupply(5));
    let duel = duel("twin-loops");
    let full = at(&duel, "W1B1W2B2/B3W3B4W4/W5B5W6B6/B7W7B8W8 W -");
    let mut legal = Vec::new();
    duel.legal(&full, &mut legal);
    assert!(legal.iter().all(|action| matches!(action, Action::Move { .. })), "the supply is empty");
    // Two ways round the loop for seven buttons, one for the eight.
    assert_eq!(legal.len(), 15);
}

#[test]
fn moves_swap_with_either_colour_or_go_to_an_empty_space() {
    // White's loop runs a1 b1 c1 d1 ...
    let with_empty = after("W1------/--------/--------/-------- W -", "a1b1");
    assert_eq!(with_empty.position().to_string(), "--W1----/--------/--------/-------- B -");
    let with_own = after("W1W2----/--------/--------/------B1 W -", "a1b1");
    assert_eq!(with_own.position().to_string(), "W2W1----/--------/--------/------B1 B -");
    let with_theirs = after("W1B2----/--------/--------/-------- W -", "a1b1");
    assert_eq!(with_theirs.position().to_string(), "B2W1----/--------/--------/-------- B W1B2");
}

#[test]
fn a_move_is_refused_where_no_way_leads() {
    let position = "W1B2----/--------/--------/-------- W -";
    let w1 = Button::new(Colour::White, 1);
    let no_way = |from, to| Illegal::NoWay { button: w1, from: space(from), to: space(to) };
    assert_eq!(refusal(position, "a1c1"), no_way("a1", "c1"));
    assert_eq!(refusal(position, "b1a1"), Illegal::NotYours(space("b1")));
    assert_eq!(refusal(position, "d4a1"), Illegal::NotYours(space("d4")));
    assert!("a1a1".parse::<Action>().is_err(), "a move never ends where it began");
}

#[test]
fn no_space_is_visited_twice() {
    let duel = duel("baju-board 1\nred a1-b1 b1-b2 b2-a2\nblack a1-a2\n");
    let state = at(&duel, "W4B4----/--------/--------/-------- W -");
    // White's graph is a chain of three bridges, Black's a ring of four: four bridges would end on the start.
    assert_eq!(duel.count_legal(&state), 7 * 2, "only placements next to b1: on c1 and b2");
    let state = at(&duel, "W3B4----/--------/--------/-------- W -");
    assert!(duel.check(&state, "a1a2".parse().unwrap()).is_ok());
    let state = at(&duel, "W3B4----/--------/--------/-------- B -");
    for to in Space::all().filter(|to| *to != space("b1")) {
        assert!(duel.check(&state, Action::Move { from: space("b1"), to }).is_err(), "{to}");
    }
}

#[test]
fn the_longer_form_is_checked() {
    let duel = duel("red-ring");
    let state = at(&duel, "W3------/--B1----/--------/-------- W -");
    let read = |text: &str| duel.read(&state, text);
    let action = read("a1-b1-b2-c2").unwrap();
    assert_eq!(action.to_string(), "a1c2");
    assert_eq!(duel.check(&state, action), Ok(()));
    // Too short, a black bridge, twice on a space, not a way at all, an empty start, no spaces, endless.
    for wrong in ["a1-b1-b2", "a1-a2-b2-b3", "a1-b1-a1-a2", "a1-c1-c2-c3", "d4-d3-d2-d1", "a1-b1-b2-x9", "-"]
    {
        assert!(read(wrong).is_err(), "{wrong}");
    }
    assert!(read(&"a1-b1-".repeat(10_000)).is_err());
    assert!("a1-b1-b2-c2".parse::<Action>().is_err(), "the canonical text is a1c2");
    // A way of the opponent's button is well-formed, but not legal.
    let theirs = read("b2-a2").unwrap();
    assert_eq!(duel.check(&state, theirs), Err(Illegal::NotYours(space("b2"))));
}

#[test]
fn a_swap_may_not_be_reversed_on_the_next_turn_only() {
    // a1 and a2 are joined by a red bridge.
    let start = "W1------/B1------/------W2/------B2 W -";
    let duel = duel("twin-loops");
    let mut state = at(&duel, start);
    play(&duel, &mut state, "a1a2").unwrap();
    let (w1, b1) = (button("W1"), button("B1"));
    assert_eq!(state.position().swapped, Some((w1, b1)));
    assert_eq!(play(&duel, &mut state, "a1a2"), Err(Illegal::Reversal(w1, b1)));
    // The same buttons only: Black's 1 may go another way, and White may swap back two turns later.
    let mut legal = Vec::new();
    duel.legal(&state, &mut legal);
    assert_eq!(legal.len(), duel.count_legal(&state));
    assert!(!legal.contains(&"a1a2".parse().unwrap()));
    play(&duel, &mut state, "d4c3").unwrap();
    assert_eq!(state.position().swapped, None, "a move to an empty space swaps nothing");
    play(&duel, &mut state, "a2a1").unwrap();
    assert_eq!(state.position().to_string(), "W1------/B1------/----B2W2/-------- B W1B1");
    // After a placement nothing is forbidden.
    let placed = after(start, "a1a2 3@b2");
    assert_eq!(placed.position().swapped, None);
}

#[test]
fn a_pair_of_one_colour_is_no_set_up() {
    let duel = duel("twin-loops");
    for (side, pair) in [("W", "W1W2"), ("B", "W1W2"), ("W", "W2W1"), ("W", "B1B2")] {
        let position = format!("W1W2----/B1B2----/--------/-------- {side} {pair}");
        let setup = Some(Setup { position: position.clone() });
        let refusal = duel.start(&setup).unwrap_err().to_string();
        assert!(refusal.contains("one white and one black button"), "{position}: {refusal}");
        // Older versions let such games begin: those that are stored still mean what they meant.
        let stored = duel.start_stored(&setup).unwrap();
        let swap = duel.check(&stored, "a1b1".parse().unwrap());
        assert_eq!(matches!(swap, Err(Illegal::Reversal(..))), side == "W" && pair != "B1B2", "{position}");
    }
}

#[test]
fn the_reversal_rule_is_about_buttons_and_both_ways_of_swapping_them() {
    let duel = duel("twin-loops");
    // Black could reach W1 with B1; W1 and another button swapped: allowed.
    let other = at(&duel, "B1------/W1------/------W2/------B2 B W2B2");
    assert_eq!(duel.check(&other, "a1a2".parse().unwrap()), Ok(()));
    let same = at(&duel, "B1------/W1------/------W2/------B2 B W1B1");
    assert!(matches!(duel.check(&same, "a1a2".parse().unwrap()), Err(Illegal::Reversal(..))));
    assert_eq!(duel.count_legal(&same) + 1, duel.count_legal(&other));
}

fn won(colour: Colour) -> (Turn, Option<End>) {
    (Turn::Over, Some(End::Line(colour)))
}

fn end(state: &State) -> (Turn, Option<End>) {
    (duel("twin-loops").turn(state), state.end())
}

#[test]
fn a_line_wins_on_either_turn() {
    // White completes the top row by placing.
    assert_eq!(end(&after("W1W2W3--/----B1B2/--------/-------- W -", "4@d1")), won(Colour::White));
    // Black's swap brings White's last button into the row: White wins on Black's action.
    let by_opponent = after("W1W2W3B1/------W4/--------/-------- B -", "d1d2");
    assert_eq!(end(&by_opponent), won(Colour::White));
    let outcome = duel("twin-loops").outcome(&by_opponent).unwrap();
    assert_eq!(outcome, Outcome::won(Seat(0), "White alone has a line of four"));
    assert_eq!(duel("twin-loops").won_with(&outcome), Some("a line of four"));
    let resigned = Outcome::won(Seat(0), "Who alone has a line of four resigned");
    assert_eq!(duel("twin-loops").won_with(&resigned), None);
    // A column.
    assert_eq!(end(&after("W1----B1/W2----B2/------B3/----W3-- B -", "4@d4")), won(Colour::Black));
}

#[test]
fn two_lines_cancel_each_other() {
    // Both have a row: the game goes on, with either to act.
    for side in ["W", "B"] {
        let both = at(&duel("twin-loops"), &format!("W1W2W3W4/B1B2B3B4/--------/-------- {side} -"));
        assert_eq!(both.end(), None);
    }
    // White breaks the own line while Black has one: legal, and Black wins.
    let broken = after("W1W2W3W4/--------/--------/B1B2B3B4 W -", "a1a2");
    assert_eq!(end(&broken), won(Colour::Black));
    // Diagonals are no lines.
    let diagonal = at(&duel("twin-loops"), "W1------/--W2----/----W3--/------W4 B -");
    assert_eq!(diagonal.end(), None);
}

#[test]
fn the_third_occurrence_is_a_draw() {
    let there_and_back = "a1b1 d4c4 b1a1 c4d4";
    let start = "W1------/--------/--------/------B1 W -";
    let twice = after(start, there_and_back);
    assert_eq!((twice.end(), twice.occurrences()), (None, 2));
    let thrice = after(start, &format!("{there_and_back} {there_and_back}"));
    assert_eq!((thrice.end(), thrice.occurrences()), (Some(End::Repeated), 3));
    assert!(duel("twin-loops").outcome(&thrice).unwrap().winners.is_empty());
    // The swapped pair is part of the position.
    let with_pair = after("W1------/--------/--------/------B1 W W1B1", there_and_back);
    assert_eq!(with_pair.occurrences(), 1);
}

#[test]
fn without_a_legal_action_the_game_is_drawn() {
    let duel = duel("baju-board 1\nblack a1-b1\n");
    // White has nothing to place and no bridge to cross.
    let state = at(&duel, "W1W2--W3/W4W5W6--/--W7B1W8/-------- W -");
    assert_eq!((duel.turn(&state), state.end()), (Turn::Over, Some(End::Stuck)));
    assert_eq!(duel.outcome(&state).unwrap().reason, "a draw: White has no legal action");
}

#[test]
fn positions_are_written_and_read() {
    let text = "----W6B4/B8W8W1W2/W5--B7B5/------W3 W W1B7";
    assert_eq!(read_position(text).unwrap().to_string(), text);
    assert_eq!(read_position(&text.replace("W1B7", "B7W1")).unwrap().to_string(), text);
    let fault = |text: &str| read_position(text).unwrap_err();
    let rows = "--------/--------/--------/--------";
    assert_eq!(fault(""), PositionError::Rows);
    assert_eq!(fault("--------/--------/-------- W -"), PositionError::Rows);
    assert_eq!(fault(&format!("{rows}/-------- W -")), PositionError::Rows);
    assert_eq!(fault("--------/--------/------/-------- W -"), PositionError::Row(3));
    assert_eq!(fault("--------/----W9--/--------/-------- W -"), PositionError::Row(2));
    assert_eq!(fault("--é-----/--------/--------/-------- W -"), PositionError::Row(1));
    assert_eq!(fault("W1----W1/--------/--------/-------- W -"), PositionError::Twice(button("W1")));
    assert_eq!(fault(rows), PositionError::Side);
    assert_eq!(fault(&format!("{rows} w -")), PositionError::Side);
    assert_eq!(fault(&format!("{rows} W")), PositionError::Pair);
    assert_eq!(fault(&format!("{rows} W W1W1")), PositionError::Pair);
    assert_eq!(fault(&format!("{rows} W W1B1")), PositionError::PairAway(button("W1")));
    assert_eq!(fault(&format!("{rows} W - x")), PositionError::More);
}

#[test]
fn options_are_checked() {
    let new =
        |board: &str| Duel::new(&Options { board: board.into(), first: Colour::Black, ..Options::default() });
    assert_eq!(new("nowhere").unwrap_err(), SetupError::UnknownBoard("nowhere".into()));
    assert!(matches!(new("baju-board 1\nred a1-a1").unwrap_err(), SetupError::Board(_)));
    let black_first = new("frame").unwrap();
    assert_eq!(black_first.turn(&black_first.start(&None).unwrap()), Turn::Seat(Seat(1)));
    let unknown: Result<Options, _> = serde_json::from_str(r#"{"boards": "frame"}"#);
    assert!(unknown.is_err());
    let first: Options = serde_json::from_str(r#"{"first": "B"}"#).unwrap();
    assert_eq!(first, Options { board: "twin-loops".into(), first: Colour::Black, ..Options::default() });
}
