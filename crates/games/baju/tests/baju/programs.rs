//! The duel's programs: they see what is there to be seen, repeat exactly, and the levels differ.

use bagatelle_baju::Duel;
use bagatelle_baju::duel::programs::forced::Forced;
use bagatelle_baju::duel::programs::tree::{DuelTree, Node};
use bagatelle_baju::duel::programs::{PROGRAMS, search};
use bagatelle_baju::duel::{Action, Options, Position, Setup, State};
use bagatelle_baju::pieces::Colour;
use bagatelle_core::present::Solver;
use bagatelle_core::program::{Budget, Program};
use bagatelle_core::{Game, Playable, Rng, Seat, Seed, Stream, Turn, Viewer};
use bagatelle_search::alphabeta::{Tree, sure_in};
use bagatelle_search::arena::{Tally, seating};
use bagatelle_testkit::contest::play;

fn duel() -> Duel {
    Duel::new(&Options::default()).unwrap()
}

fn at(duel: &Duel, position: &str) -> State {
    duel.start(&Some(Setup { position: position.into() })).unwrap()
}

fn choice(duel: &Duel, state: &State, name: &str) -> Action {
    let Turn::Seat(seat) = duel.turn(state) else { panic!("the game is over") };
    let mut legal = Vec::new();
    duel.legal(state, &mut legal);
    let view = duel.view(state, Viewer::Seat(seat));
    let mut rng = Rng::new(&Seed::from_text("choice"), Stream::Program);
    let action =
        Duel::program(name).unwrap().choose(duel, &view, &legal, &Budget::nodes(20_000), &mut rng).action;
    assert!(legal.contains(&action));
    action
}

#[test]
fn every_program_in_the_list_exists_and_takes_a_win() {
    let duel = duel();
    let state = at(&duel, "W1W2W3--/----B1B2/--------/-------- W -");
    for info in PROGRAMS.iter().filter(|info| info.name != "1") {
        let mut after = state.clone();
        duel.play(&mut after, choice(&duel, &state, info.name)).unwrap();
        assert_eq!(duel.outcome(&after).unwrap().winners, [Seat(0)], "{}", info.name);
    }
    assert!(Duel::program("0").is_none() && Duel::program("").is_none());
    assert_eq!(
        choice(&duel, &state, "5"),
        choice(&duel, &state, "5"),
        "the same seed and budget give the same choice"
    );
}

#[test]
fn what_the_levels_prove_can_be_forced_and_the_beginning_has_no_forced_win() {
    let duel = duel();
    let mut searches = Colour::BOTH.map(|colour| Forced::new(duel.board(), colour, 16));
    let mut wins = 0;
    wander(|_, tree, state, _| {
        if state.past().len() == 0 && state.end().is_none() {
            let found = search(tree, state, 4, 12, &Budget::nodes(20_000), |_| ());
            let side = state.position().side;
            match sure_in(found.score) {
                Some(actions @ 1..) => {
                    assert!(searches[side as usize].within(state.position(), actions.unsigned_abs()));
                    wins += 1;
                }
                Some(actions) => {
                    let other = side.other() as usize;
                    assert!(searches[other].within(state.position(), actions.unsigned_abs()));
                    wins += 1;
                }
                None => (),
            }
        }
    });
    assert!(wins > 20, "{wins}");
    let start = *duel.start(&None).unwrap().position();
    assert!(searches.iter_mut().all(|search| !search.within(&start, 8)));
}

/// Random positions with their nodes, kept up to date by the tree.
fn wander(mut each: impl FnMut(&Duel, &DuelTree<'_>, &State, &Node)) {
    let duel = duel();
    let tree = DuelTree::new(duel.board());
    let mut legal = Vec::new();
    for n in 0..40 {
        let mut rng = Rng::new(&Seed::from_text("wander").nth(n), Stream::Test);
        let mut state = duel.start(&None).unwrap();
        let mut node = Node::new(*state.position());
        loop {
            each(&duel, &tree, &state, &node);
            duel.legal(&state, &mut legal);
            let Some(action) = rng.choose(&legal) else { break };
            duel.apply(&mut state, *action);
            tree.play(&mut node, *action);
        }
    }
}

#[test]
fn keys_and_codes_keep_up_with_positions() {
    wander(|_, tree, state, node| {
        let position = *state.position();
        assert_eq!(node.position, position);
        assert_eq!(tree.key(node), tree.key(&Node::new(position)));
        assert_eq!(Position::from_code(position.code()), position);
        assert_eq!(tree.key_of_code(position.code()), tree.key(node));
    });
}

#[test]
fn a_win_that_is_seen_is_there() {
    let (mut seen, mut missed) = (0, 0);
    wander(|duel, tree, state, node| {
        if state.end().is_some() {
            return;
        }
        let mut legal = Vec::new();
        duel.legal(state, &mut legal);
        let wins = |action: &Action| {
            let mut after = *state.position();
            after.act(*action);
            after.winner() == Some(state.position().side)
        };
        let there = legal.iter().any(wins);
        match tree.sure_win(node) {
            Some(plies) => {
                assert_eq!(plies, 1);
                assert!(there, "{}", state.position());
                seen += 1;
            }
            None => missed += u32::from(there),
        }
    });
    assert!(seen > 50, "{seen}");
    assert!(missed * 20 < seen, "what is not seen is left to the search: {missed} of {seen}");
}

#[test]
fn proved_wins_are_won_against_every_defence() {
    let duel = duel();
    let tree = DuelTree::new(duel.board());
    // From this full board White wins in its second turn from now, whatever Black does.
    let state = at(&duel, "B5B1W5B4/W7B2W3B7/W2W6B3B8/W8W1B6W4 W -");
    let found = search(&tree, &state, 8, 14, &Budget::nodes(100_000), |_| ());
    assert_eq!(sure_in(found.score), Some(3));
    let mut after = state.clone();
    duel.play(&mut after, found.line[0]).unwrap();
    let mut replies = Vec::new();
    duel.legal(&after, &mut replies);
    for reply in replies {
        let mut last = after.clone();
        duel.play(&mut last, reply).unwrap();
        if duel.turn(&last) == Turn::Over {
            assert_eq!(duel.outcome(&last).unwrap().winners, [Seat(0)]);
            continue;
        }
        let answer = choice(&duel, &last, "2");
        duel.play(&mut last, answer).unwrap();
        assert_eq!(duel.outcome(&last).unwrap().winners, [Seat(0)], "after {reply}");
    }
    let view = duel.view(&state, Viewer::Spectator);
    let told = duel.solve(&view, &Budget::nodes(100_000), &mut |_, _| ()).unwrap();
    assert_eq!(told.text, "White wins in 2 turns, whatever Black does (proven).");
    assert_eq!(told.json["score"], "wins in 2");
    assert_eq!(told.line.len() as u64, told.json["line"].as_array().unwrap().len() as u64);
}

#[test]
fn a_finished_game_has_no_analysis() {
    let duel = duel();
    let state = at(&duel, "W1W2W3W4/----B1B2/--------/-------- B -");
    let view = duel.view(&state, Viewer::Spectator);
    assert!(duel.solve(&view, &Budget::nodes(1000), &mut |_, _| ()).is_none());
}

fn rate(a: &str, b: &str, games: u64) -> Tally {
    let duel = duel();
    let mut tally = Tally::default();
    for n in 0..games {
        let players = seating(2, 2, n);
        let mut programs: Vec<Box<dyn Program<Duel>>> =
            players.iter().map(|p| Duel::program([a, b][*p]).unwrap()).collect();
        let seed = Seed::from_text("levels").nth(n);
        let start = duel.start(&None).unwrap();
        let played = play(&duel, start, &mut programs, &players, &seed, 300, &mut |_, work| {
            work(&Budget::nodes(3_000));
        });
        let seat = players.iter().position(|p| *p == 0).unwrap();
        tally.add(played.outcome.as_ref(), Seat(seat as u8), 2);
    }
    tally
}

#[test]
fn higher_levels_win() {
    for (higher, lower) in [("2", "1"), ("3", "2"), ("4", "3"), ("5", "3")] {
        let tally = rate(higher, lower, 30);
        assert!(tally.rate() > 0.6, "{higher} against {lower}: {tally:?}");
    }
    assert!(rate("4", "line3", 10).rate() > 0.5);
}
