//! The proof, its certificate, par, the hint and the programs, on a few fixed deals. The figures over
//! thousands of deals are measured by `examples/burbuja_bench.rs`.

use bagatelle_burbuja::par::guaranteed;
use bagatelle_burbuja::solve::certificate::{Certificate, Flaw, Next, check};
use bagatelle_burbuja::solve::guarantee::{Guarantee, guarantee};
use bagatelle_burbuja::solve::needed;
use bagatelle_burbuja::solve::orders::Orders;
use bagatelle_burbuja::solve::par::shortest_win;
use bagatelle_burbuja::solve::proof::{self, Found};
use bagatelle_burbuja::solve::{fewest, sure_win};
use bagatelle_burbuja::state::Status;
use bagatelle_burbuja::{Action, Burbuja, Cell, Options, State, View};
use bagatelle_core::present::{Certifier, ParFinder, Solved, Solver};
use bagatelle_core::program::Budget;
use bagatelle_core::{Game, NoOptions, Playable, Rng, Seat, Seed, Stream, Turn, Viewer};
use bagatelle_piecepack::Suit;

fn deal(options: &str, n: u64) -> (Burbuja, State) {
    let options: Options = serde_json::from_str(options).unwrap();
    let game = Burbuja::new(&options).unwrap();
    let seed = Seed::from_text("solver tests").nth(n);
    let setup = game.deal(&NoOptions {}, &mut Rng::new(&seed, Stream::Deal)).unwrap();
    let state = game.start(&setup).unwrap();
    (game, state)
}

fn view(game: &Burbuja, state: &State) -> View {
    game.view(state, Viewer::Seat(Seat(0)))
}

fn solve(game: &Burbuja, state: &State, nodes: u64) -> Solved<Action> {
    game.solve(&view(game, state), &Budget::nodes(nodes), &mut |_, _| ()).unwrap()
}

#[test]
fn a_sure_win_has_a_certificate_that_the_rules_confirm() {
    for (options, deals) in [
        ("{}", 6),
        (r#"{"chances": "S0M0C0A0"}"#, 6),
        (r#"{"chances": "shared4", "ring": "concentric"}"#, 2),
        (r#"{"groups": "one"}"#, 2),
    ] {
        for n in 0..deals {
            let (game, state) = deal(options, n);
            let view = view(&game, &state);
            let Found::Sure(strategy) = proof::prove(&game, &view, &Budget::nodes(2_000_000)).0 else {
                panic!("{options} {n}: not proven")
            };
            let certificate = Certificate::of(&strategy).unwrap();
            let walk =
                check(&game, &view, &certificate).unwrap_or_else(|flaw| panic!("{options} {n}: {flaw}"));
            assert!(walk.wins > 0 && (15..=24).contains(&walk.most_moves), "{walk:?}");
            assert!(walk.positions >= certificate.positions.len(), "every position is reached");
            assert_eq!(Certificate::from_json(&certificate.to_json()), Some(certificate));
        }
    }
}

#[test]
fn a_damaged_certificate_is_refused() {
    let (game, state) = deal("{}", 0);
    let view = view(&game, &state);
    let good = sure_win(&game, &view, &Budget::nodes(20_000)).unwrap();
    let flaw = |damage: &dyn Fn(&mut Certificate)| {
        let mut bad = good.clone();
        damage(&mut bad);
        check(&game, &view, &bad).unwrap_err()
    };
    let turned = |it: &mut Certificate| match &mut it.positions[0].1 {
        Next::Turned(coins) => coins.clone(),
        other => panic!("a pick turns a coin: {other:?}"),
    };
    // A coin without an answer, an answer that is not there, a win too early, an action that is not legal.
    assert!(matches!(
        flaw(&|it| {
            let coins = turned(it);
            it.positions[0].1 = Next::Turned(coins[1..].to_vec());
        }),
        Flaw::Silent { position: 0, .. }
    ));
    assert!(matches!(
        flaw(&|it| {
            it.positions.pop();
        }),
        Flaw::Missing(_)
    ));
    assert_eq!(flaw(&|it| it.positions[0].1 = Next::Won), Flaw::Unfit(0));
    assert_eq!(flaw(&|it| it.positions[0].1 = Next::Go(1)), Flaw::Unfit(0));
    assert!(matches!(
        flaw(&|it| it.positions[0].0 = "move:0,0".parse().unwrap()),
        Flaw::Illegal { position: 0, .. }
    ));
    assert_eq!(
        check(&game, &view, &Certificate { positions: Vec::new(), order: None }),
        Err(Flaw::Missing(0))
    );
}

/// Whether the player wins from `view` for certain with at most `moves` more moves, by the rules alone: every
/// action is tried, and every coin that may be turned.
fn wins_within(game: &Burbuja, view: &View, moves: u32) -> bool {
    if view.open.status != Status::Playing {
        return view.open.status == Status::Won;
    }
    // Every tile off the ring must move.
    let off = |centre: Cell| view.open.cells.iter().filter(|cell| !cell.is_on_ring(centre)).count() as u32;
    let centres = (-6..=6).flat_map(|x| (-6..=6).map(move |y| Cell::new(x, y)));
    if centres.map(off).min() > Some(moves) {
        return false;
    }
    let play = |mut state: State, action: Action| {
        game.play(&mut state, action).unwrap();
        self::view(game, &state)
    };
    let first = view.complete(|_, _| ());
    let mut legal = Vec::new();
    game.legal(&first, &mut legal);
    legal.into_iter().any(|action| match action {
        Action::Pick(suit, _) => (0..view.piles[suit].unseen.len().max(1)).all(|n| {
            let turned = view.complete(|it, unseen| {
                if it == suit && n < unseen.len() {
                    unseen.swap(0, n);
                }
            });
            wins_within(game, &play(turned, action), moves)
        }),
        Action::Move(_) => moves > 0 && wins_within(game, &play(first.clone(), action), moves - 1),
        Action::Reject => wins_within(game, &play(first.clone(), action), moves),
    })
}

/// Positions near the end of games that follow a strategy, each with its guarantee.
fn late(options: &str, deals: u64, moves: u32) -> Vec<(Burbuja, View, Guarantee)> {
    let mut positions = Vec::new();
    for n in 0..deals {
        let (game, mut state) = deal(options, 100 + n);
        while game.turn(&state) != Turn::Over {
            let view = view(&game, &state);
            let Found::Sure(strategy) = proof::prove(&game, &view, &Budget::nodes(1_000_000)).0 else {
                break;
            };
            if strategy.most <= moves {
                let found = guarantee(&game, &view, *strategy.clone(), &Budget::nodes(20_000)).unwrap();
                positions.push((game.clone(), view.clone(), found));
            }
            game.play(&mut state, strategy.action(&view).unwrap()).unwrap();
        }
    }
    positions
}

#[test]
fn no_fewer_moves_can_be_guaranteed_than_the_bound_says() {
    for options in ["{}", r#"{"chances": "S0M0C0A0"}"#, r#"{"chances": "shared4"}"#] {
        let positions = late(options, 3, 4);
        assert!(positions.len() >= 12, "{options}");
        for (game, view, found) in positions {
            let (moves, at_least) = (found.strategy.most, found.at_least);
            assert!(at_least <= moves, "{at_least} to {moves}");
            let certificate =
                Certificate { order: Some(found.order), ..Certificate::of(&found.strategy).unwrap() };
            let walk = check(&game, &view, &certificate).unwrap();
            let made = view.open.discards.len();
            assert_eq!(walk.most_moves, made + moves as usize);
            assert!(walk.at_least.unwrap() <= made + at_least as usize);
            assert!(at_least == 0 || !wins_within(&game, &view, at_least - 1), "{at_least} to {moves}");
        }
    }
}

/// What is counted for the orders is what the checker counts for each of them by the rules alone.
#[test]
fn the_worst_order_and_the_mean_are_those_of_all_orders() {
    for options in ["{}", r#"{"chances": "S2M0C1A0"}"#, r#"{"chances": "shared4"}"#] {
        for (n, (game, state)) in (0..4).map(|n| (n, deal(options, n))) {
            let view = view(&game, &state);
            let orders = Orders::of(&game, &view).unwrap();
            let (worst, order) = orders.worst();
            let lying = view.complete(|suit, unseen| unseen.copy_from_slice(&order[suit.index()]));
            assert_eq!(needed::moves(&game, &lying), Some(worst), "{options} {n}");
            let mut rng = Rng::new(&Seed::from_text("orders").nth(n), Stream::Test);
            let drawn: Vec<u32> =
                (0..400).map(|_| needed::moves(&game, &game.sample(&view, &mut rng)).unwrap()).collect();
            assert!(drawn.iter().all(|&moves| moves <= worst), "{options} {n}");
            let mean = drawn.iter().map(|&moves| f64::from(moves)).sum::<f64>() / 400.0;
            // Moves differ by less than one from deal to deal, so the mean of 400 is within 0.25 of that of
            // all.
            assert!((mean - orders.mean()).abs() < 0.25, "{options} {n}: {mean} and {}", orders.mean());
        }
    }
}

#[test]
fn the_moves_of_a_whole_deal_are_bounded_from_both_sides() {
    for n in 0..2 {
        let (game, state) = deal("{}", n);
        let view = view(&game, &state);
        let found = fewest(&game, &view, &Budget::nodes(150_000)).unwrap();
        assert!((15..=24).contains(&found.at_least) && found.at_least <= found.strategy.most);
        let mean = found.strategy.mean().unwrap();
        assert!(
            15.0 <= found.mean_at_least
                && found.mean_at_least <= mean
                && mean <= f64::from(found.strategy.most)
        );
        let known = shortest_win(&game, &state, &Budget::nodes(400_000));
        assert!(known.at_least as u32 <= found.strategy.most, "a player who knows all needs no more");
    }
}

#[test]
fn an_order_of_other_coins_is_refused() {
    let (game, state) = deal("{}", 0);
    let view = view(&game, &state);
    let mut certificate = sure_win(&game, &view, &Budget::nodes(20_000)).unwrap();
    certificate.order.as_mut().unwrap()[1].pop();
    assert_eq!(check(&game, &view, &certificate), Err(Flaw::Order(Suit::Moons)));
    certificate.order = None;
    let old = certificate.to_json();
    assert!(
        old.is_array() && Certificate::from_json(&old) == Some(certificate),
        "as earlier versions wrote it"
    );
}

/// Whatever coins come: the search at a later position counts for no more than the one that gave the advice.
#[test]
fn a_sure_win_stays_proved_while_its_advice_is_followed() {
    for options in [
        "{}",
        r#"{"groups": "one"}"#,
        r#"{"ring": "concentric"}"#,
        r#"{"ring": "concentric", "groups": "one", "chances": "S0M0C0A0"}"#,
    ] {
        for n in 0..4 {
            let (game, mut state) = deal(options, 30 + n);
            let (found, nodes) = proof::prove(&game, &view(&game, &state), &Budget::nodes(200_000));
            if !matches!(found, Found::Sure(_)) {
                continue;
            }
            while game.turn(&state) != Turn::Over {
                // Not one node more than the first proof took.
                let solved = solve(&game, &state, nodes);
                assert_eq!(solved.json["verdict"], "sure-win", "{options} {n}: {:?}", state.open.discards);
                game.play(&mut state, solved.line[0]).unwrap();
            }
            assert_eq!(state.open.status, Status::Won);
        }
    }
}

/// The number of nodes is the signature of the search: a change of it is a change of the search.
#[test]
fn the_search_goes_the_same_way_every_time() {
    let nodes: Vec<u64> = (0..4)
        .map(|n| {
            let (game, state) = deal("{}", n);
            proof::prove(&game, &view(&game, &state), &Budget::nodes(1_000_000)).1
        })
        .collect();
    insta::assert_snapshot!(format!("{nodes:?}"), @"[988, 929, 831, 728]");
}

#[test]
fn par_is_the_length_of_a_win_and_its_bound_holds() {
    for n in 0..6 {
        let (game, state) = deal("{}", n);
        let par = shortest_win(&game, &state, &Budget::nodes(400_000));
        let mut end = state.clone();
        par.actions.iter().for_each(|&action| game.play(&mut end, action).unwrap());
        assert_eq!(game.outcome(&end).unwrap().winners, [Seat(0)]);
        assert_eq!(par.moves, Some(end.open.discards.len()));
        assert!(15 <= par.at_least && par.at_least <= end.open.discards.len());
    }
}

#[test]
fn the_solver_says_what_it_found_in_json_and_words() {
    let (game, state) = deal("{}", 1);
    let solved = solve(&game, &state, 1_000_000);
    assert_eq!(solved.json["verdict"], "sure-win");
    assert_eq!(solved.json["action"], solved.line[0].to_string());
    let texts: Vec<String> = (1..=3).map(|n| game.hint(&view(&game, &state), &solved, n, &[]).text).collect();
    insta::assert_snapshot!(texts.join("\n").replace(". ", ".\n").replace(": ", ":\n"), @r"
    Take one of the Suns.
    You can win from here, whatever order the unseen coins come in.
    Take the ace of Suns in front and put its tile above the null of Moons:
    you’re safe whichever of the five coins turns up.
    You can win from here, whatever order the unseen coins come in.
    Take the ace of Suns in front and put its tile above the null of Moons:
    you’re safe whichever of the five coins turns up.
    ");
    // Without any nodes nothing is proven, and the heuristic's move is given.
    let solved = solve(&game, &state, 0);
    assert_eq!(solved.json["verdict"], "not-proven");
    assert!(Game::check(&game, &state, solved.line[0]).is_ok());
}

#[test]
fn a_game_that_is_won_is_solved_in_no_moves() {
    let (game, mut state) = deal("{}", 0);
    let best = shortest_win(&game, &state, &Budget::nodes(400_000));
    best.actions.iter().for_each(|&action| game.play(&mut state, action).unwrap());
    let solved = solve(&game, &state, 1_000_000);
    assert_eq!((solved.line.len(), solved.text.as_str()), (0, "Solved in 0 moves: the ring is complete."));
    assert_eq!((&solved.json["verdict"], &solved.json["nodes"]), (&"sure-win".into(), &0.into()));
    assert!(solved.json["action"].is_null() && solved.json["ring"].is_array());
    assert_eq!(
        game.hint(&view(&game, &state), &solved, 3, &[]).text,
        "Solved in 0 moves: the ring is complete."
    );
    assert_eq!(shortest_win(&game, &state, &Budget::nodes(1)).moves, Some(0));
}

/// A player who does not know the hidden coins needs more moves than one who does; par is what the former can
/// be sure of.
#[test]
fn par_is_what_a_player_can_be_sure_of_who_sees_what_players_see() {
    for n in 0..2 {
        let (game, state) = deal("{}", n);
        let budget = Budget::nodes(150_000);
        let known = shortest_win(&game, &state, &budget);
        let par = ParFinder::par(&game, &state, &budget).unwrap();
        assert_eq!(Some(par.moves), guaranteed(&game, &state, &budget));
        assert_eq!(par.at_least as usize, known.at_least, "a bound for all players");
        // Another order of the hidden coins has the same par.
        let other = game.sample(&view(&game, &state), &mut Rng::new(&Seed::from_text("other"), Stream::Test));
        assert_eq!(guaranteed(&game, &other, &budget), Some(par.moves));
        let stop = || true;
        assert_eq!(ParFinder::par(&game, &state, &Budget::until(&stop)), None);
    }
}

#[test]
fn the_page_gets_certificates_from_the_game() {
    let (game, state) = deal("{}", 0);
    let view = view(&game, &state);
    let json = game.certificate(&view, &Budget::nodes(20_000)).unwrap();
    let checked = Certifier::check(&game, &view, &json).unwrap();
    assert!(checked.starts_with("A sure win in at most "), "{checked}");
    let refused = Certifier::check(&game, &view, &serde_json::json!("something else"));
    assert_eq!(refused, Err("this is not a certificate of Burbuja".into()));
}

#[test]
fn what_cannot_be_won_is_called_lost() {
    let (game, mut state) = deal("{}", 2);
    // Two tiles far apart, each moved as far out as it can be: no ring holds both.
    for (pick, reach) in [("pick:Sf", -3i8), ("pick:Mf", 3), ("pick:Cf", -4), ("pick:Af", 4)] {
        game.play(&mut state, pick.parse().unwrap()).unwrap();
        let mut legal = Vec::new();
        game.legal(&state, &mut legal);
        let at = legal.iter().find(|action| matches!(action, Action::Move(cell) if cell.x == reach));
        game.play(&mut state, *at.expect("a cell that far out")).unwrap();
    }
    let solved = solve(&game, &state, 1_000_000);
    assert_eq!((solved.json["verdict"].as_str(), solved.line.len()), (Some("lost"), 0));
}

#[test]
fn programs_play_whole_games_and_the_proof_wins() {
    for spec in Burbuja::programs() {
        for n in 0..2 {
            let (game, mut state) = deal("{}", n);
            let mut program = (spec.make)();
            let mut rng = Rng::new(&Seed::from_text("player"), Stream::Program);
            let mut legal = Vec::new();
            while game.turn(&state) != Turn::Over {
                game.legal(&state, &mut legal);
                let budget = Budget {
                    nodes: Some(if spec.name == "rollouts" { 30 } else { 200_000 }),
                    ..Budget::nodes(0)
                };
                let advice = program.choose(&game, &view(&game, &state), &legal, &budget, &mut rng);
                game.play(&mut state, advice.action).unwrap();
            }
            if spec.name == "proof" {
                assert_eq!(game.outcome(&state).unwrap().winners, [Seat(0)]);
            }
        }
    }
    assert!(Burbuja::program("unknown").is_none());
}

#[test]
fn a_strategy_is_only_for_the_positions_it_leads_to() {
    let (game, mut state) = deal("{}", 3);
    let Found::Sure(strategy) = proof::prove(&game, &view(&game, &state), &Budget::nodes(1_000_000)).0 else {
        panic!("proven")
    };
    let action = strategy.action(&view(&game, &state)).expect("the first step");
    game.play(&mut state, action).unwrap();
    assert!(strategy.action(&view(&game, &state)).is_some());
    game.play(&mut state, "move:0,0".parse().unwrap()).unwrap();
    assert_eq!(strategy.action(&view(&game, &state)), None);
}
