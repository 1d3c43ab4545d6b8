//! Ten traps, and that the strongest program sees them.
//!
//! Each is a position in which a natural action loses by force. `positions.json` has the position, that
//! action (`bait`), a line that punishes it (`refutation`), and all actions that hold (`holds`).
//! [docs/traps.md] shows them;
//! `BAGATELLE_TRAPS=write cargo test -p bagatelle-bambam-booboo --test bambam_booboo traps::` writes it anew.
//!
//! [docs/traps.md]: ../../../../../docs/traps.md

#![allow(clippy::disallowed_methods, clippy::disallowed_types, clippy::disallowed_macros)]

use bagatelle_bambam_booboo::solve::{STRONGEST, Search};
use bagatelle_bambam_booboo::{Action, BambamBooboo, Crafted, Options, Setup, State};
use bagatelle_core::present::Playable;
use bagatelle_core::program::Budget;
use bagatelle_core::{Game, Rng, Seat, Seed, Stream};
use serde::Deserialize;
use std::fmt::Write;

/// What level 6 may spend on a position, which takes it less than a second.
const NODES: u64 = 4_000;
/// What the solver may spend on a proof.
const PROOF: u64 = 20_000;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Trap {
    name: String,
    idea: String,
    position: Crafted,
    bait: String,
    refutation: Vec<String>,
    holds: Vec<String>,
}

fn traps() -> Vec<Trap> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/bambam_booboo/traps/positions.json");
    serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
}

fn game() -> BambamBooboo {
    BambamBooboo::new(&Options { repetition: 0, ..Options::default() }).unwrap()
}

impl Trap {
    fn open(&self, game: &BambamBooboo) -> State {
        game.start(&Setup(Some(self.position.clone()))).unwrap_or_else(|e| panic!("{}: {e}", self.name))
    }

    /// In how many of its own moves the other side wins after the bait.
    fn moves(&self) -> u32 {
        self.refutation.len().div_ceil(2) as u32
    }
}

fn legal(game: &BambamBooboo, state: &State) -> Vec<Action> {
    let mut legal = Vec::new();
    game.legal(state, &mut legal);
    legal
}

fn after(game: &BambamBooboo, state: &State, action: Action) -> State {
    let mut next = state.clone();
    game.play(&mut next, action).unwrap_or_else(|e| panic!("{action}: {e}"));
    next
}

fn winner(game: &BambamBooboo, state: &State) -> Option<Seat> {
    game.outcome(state).and_then(|outcome| outcome.winners.first().copied())
}

/// In how many own moves the solver claims a win for the seat to act, and how it begins.
fn claim(game: &BambamBooboo, state: &State) -> Option<(u32, Action)> {
    let found = Search::new(game, STRONGEST, &Budget::nodes(PROOF)).run(state, &legal(game, state));
    found.wins_in.map(|moves| (moves, found.line[0]))
}

/// Whether an action wins in this many own moves, whatever the answers: the solver says how to go on, and
/// every answer is looked at.
fn forces(game: &BambamBooboo, state: &State, action: Action, moves: u32) -> bool {
    let next = after(game, state, action);
    if winner(game, &next).is_some() || moves < 2 {
        return winner(game, &next) == Some(state.to_act());
    }
    legal(game, &next).into_iter().all(|answer| {
        let then = after(game, &next, answer);
        let goes_on = |(within, action)| within < moves && forces(game, &then, action, within);
        winner(game, &then).is_none() && claim(game, &then).is_some_and(goes_on)
    })
}

#[test]
fn each_bait_loses_by_force() {
    let game = game();
    for trap in traps() {
        let mut state = after(&game, &trap.open(&game), trap.bait.parse().unwrap());
        let seat = state.to_act();
        let first = trap.refutation[0].parse().unwrap();
        assert!(forces(&game, &state, first, trap.moves()), "{}", trap.name);
        for action in &trap.refutation {
            state = after(&game, &state, action.parse().unwrap());
        }
        assert_eq!(winner(&game, &state), Some(seat), "{}", trap.name);
    }
}

mod long {
    use super::*;

    #[test]
    fn what_holds_leaves_no_short_win() {
        let game = game();
        for trap in traps() {
            let state = trap.open(&game);
            let holds: Vec<Action> = trap.holds.iter().map(|action| action.parse().unwrap()).collect();
            for &action in &holds {
                let next = after(&game, &state, action);
                assert_eq!(
                    claim(&game, &next).filter(|(moves, _)| *moves <= trap.moves()),
                    None,
                    "{}",
                    trap.name
                );
            }
            let others = legal(&game, &state).into_iter().filter(|action| !holds.contains(action));
            for action in others {
                assert!(
                    claim(&game, &after(&game, &state, action)).is_some(),
                    "{}: {action} holds",
                    trap.name
                );
            }
        }
    }
}

#[test]
fn level_6_sees_them_all() {
    let game = game();
    for trap in traps() {
        let state = trap.open(&game);
        for n in 0..3 {
            let mut rng = Rng::new(&Seed::from_text("traps").nth(n), Stream::Program);
            let mut program = BambamBooboo::program("6").unwrap();
            let actions = legal(&game, &state);
            let advice = program.choose(&game, &state, &actions, &Budget::nodes(NODES), &mut rng);
            assert!(trap.holds.contains(&advice.action.to_string()), "{}: {advice:?}", trap.name);
        }
    }
}

/// A picture: a letter is a tile, small for the first seat; the numbers are those of the rows, and of the
/// first column.
fn picture(state: &State) -> String {
    let (left, low, right, top) = state.heap().bounds().unwrap();
    let (mut rows, mut letters) =
        (vec![vec!['·'; (right - left + 1) as usize]; (top - low + 1) as usize], [0u8; 2]);
    let mut tiles: Vec<_> = state.heap().tiles().collect();
    tiles.sort_by_key(|(_, tile)| *tile);
    for (slot, tile) in tiles {
        let seat = slot / 20;
        let letter = [b'a', b'A'][seat] + letters[seat];
        letters[seat] += 1;
        for (x, y) in tile.cells() {
            rows[(y - low) as usize][(x - left) as usize] = letter as char;
        }
    }
    let mut text = String::new();
    for (y, row) in rows.iter().enumerate().rev() {
        writeln!(text, "{:>4} {}", low + y as i32, row.iter().collect::<String>()).unwrap();
    }
    writeln!(text, "     {left}").unwrap();
    text
}

fn page() -> String {
    let game = game();
    let mut text = String::from(
        "# Ten traps of Bambam Booboo\n\n\
         In each of these positions a natural action loses by force, and level 6 avoids it with 4,000\n\
         positions looked at. They are from games between levels 4 and 5.\n\n\
         `cargo nextest run -p bagatelle-bambam-booboo --test bambam_booboo traps::` shows that every answer \
         to the\n\
         refutation loses, that all actions but those that hold lose, and that level 6 chooses one that\n\
         holds.\n\n\
         A letter is a tile, small for Light; a row has its number, and the first column has its number\n\
         below.\n",
    );
    for (n, trap) in traps().iter().enumerate() {
        let state = trap.open(&game);
        let names = ["Light", "Dark"];
        let (own, other) = (names[state.to_act().index()], names[state.to_act().next(2).index()]);
        let hands = state.hands();
        write!(
            text,
            "\n## {}. {}\n\n{}\n\n```text\n{}```\n\n{own} is to act; in hand: Light {}, Dark {}.\n\n- The \
             bait: `{}`.\n- {other} then wins in {} moves, for \
             example: `{}`.\n- What holds: `{}`.\n",
            n + 1,
            trap.name,
            trap.idea,
            picture(&state),
            hands[0],
            hands[1],
            trap.bait,
            trap.moves(),
            trap.refutation.join("`, `"),
            trap.holds.join("`, `"),
        )
        .unwrap();
    }
    text
}

#[test]
fn the_page_shows_them() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../docs/traps.md");
    if std::env::var("BAGATELLE_TRAPS").is_ok_and(|wanted| wanted == "write") {
        std::fs::write(path, page()).unwrap();
    }
    assert!(traps().len() >= 10);
    assert_eq!(std::fs::read_to_string(path).unwrap(), page(), "write it anew: BAGATELLE_TRAPS=write");
}
