//! The programs: they choose legal actions from views alone, repeat for a seed, and grow stronger by level;
//! and the look back on a finished game adds up.

use bagatelle_bulbous::analysis::analyse;
use bagatelle_bulbous::review::{picture, summary};
use bagatelle_bulbous::{Bulbous, DealOptions, Options, Preset};
use bagatelle_core::program::{Budget, Program};
use bagatelle_core::{Game, Playable, Record, Rng, Seat, Seed, Stream, Turn, Viewer};
use bagatelle_search::arena::{Tally, seating};
use bagatelle_testkit::contest::{Played, play};

fn game(
    options: &Options,
    seats: u8,
    names: &[&str],
    nodes: u64,
    seed: &str,
) -> Played<bagatelle_bulbous::Action> {
    let game = Bulbous::new(options).unwrap();
    let seed = Seed::from_text(seed);
    let setup = game.deal(&DealOptions::of(seats), &mut Rng::new(&seed, Stream::Deal)).unwrap();
    let mut programs: Vec<Box<dyn Program<Bulbous>>> =
        names.iter().map(|name| Bulbous::program(name).unwrap()).collect();
    let players: Vec<usize> = (0..names.len()).collect();
    play(&game, game.start(&setup).unwrap(), &mut programs, &players, &seed, 5000, &mut |_, work| {
        work(&Budget::nodes(nodes));
    })
}

#[test]
fn every_program_finishes_every_variant() {
    for (options, deal) in Bulbous::variants() {
        for info in Bulbous::programs().iter().filter(|info| info.name != "random") {
            let names = vec![info.name; usize::from(deal.seats)];
            let played = game(&options, deal.seats, &names, 8, "variants");
            assert!(played.outcome.is_some(), "{} stops in {options:?}", info.name);
        }
    }
    assert!(Bulbous::program("6").is_none());
}

#[test]
fn a_seed_and_a_budget_repeat() {
    let options = Options::default();
    let once = game(&options, 3, &["4", "5", "simple"], 25, "repeat");
    assert_eq!(once, game(&options, 3, &["4", "5", "simple"], 25, "repeat"));
    assert_ne!(once.actions, game(&options, 3, &["4", "5", "simple"], 25, "another").actions);
}

/// What a program that is told the same of every seat chooses where a seat acts, in a game that goes on as
/// `5` plays that is told nothing.
fn choices(options: &Options, seats: u8, told: Option<&str>) -> Vec<bagatelle_bulbous::Action> {
    let game = Bulbous::new(options).unwrap();
    let (seed, mut legal, mut chosen) = (Seed::from_text("known"), Vec::new(), Vec::new());
    let setup = game.deal(&DealOptions::of(seats), &mut Rng::new(&seed, Stream::Deal)).unwrap();
    let mut state = game.start(&setup).unwrap();
    let mut alone = Bulbous::program("5").unwrap();
    let mut program = Bulbous::program("5").unwrap();
    program.meet(&vec![told.map(str::to_owned); usize::from(seats)]);
    while chosen.len() < 30 {
        let Turn::Seat(seat) = game.turn(&state) else {
            let mut chance = Rng::new(&seed, Stream::Chance);
            let shuffled = game.sample_chance(&state, &mut chance).unwrap();
            game.apply(&mut state, shuffled);
            continue;
        };
        game.legal(&state, &mut legal);
        let view = game.view(&state, Viewer::Seat(seat));
        let choose = |program: &mut dyn Program<Bulbous>| {
            let mut rng = Rng::new(&seed.nth(chosen.len() as u64), Stream::Program);
            program.choose(&game, &view, &legal, &Budget::nodes(150), &mut rng).action
        };
        let (action, next) = (choose(program.as_mut()), choose(alone.as_mut()));
        chosen.push(action);
        game.apply(&mut state, next);
    }
    chosen
}

#[test]
fn the_fifth_level_plays_otherwise_where_it_knows_the_habits_of_others() {
    let options = Options::default();
    for seats in 3..=4 {
        let alone = choices(&options, seats, None);
        assert_eq!(alone.len(), 30);
        assert_ne!(alone, choices(&options, seats, Some("1")));
        assert_ne!(choices(&options, seats, Some("1")), choices(&options, seats, Some("4")));
        // What has no habits is not known, whatever it is called.
        assert_eq!(alone, choices(&options, seats, Some("random")));
    }
    // With two players, and by rules by which no habits were learned, it makes no difference.
    assert_eq!(choices(&options, 2, None), choices(&options, 2, Some("1")));
    let later = Options { preset: Preset::Rules2026, ..options };
    assert_eq!(choices(&later, 4, None), choices(&later, 4, Some("1")));
}

/// The node count is the signature of the search: one number that changes with any change of rules, sampling
/// or search.
#[test]
fn the_search_has_its_signature() {
    insta::assert_snapshot!(signature("4"));
}

/// The same of the search that asks the network; it changes with the weights, too.
#[test]
fn the_learned_search_has_its_signature() {
    insta::assert_snapshot!(signature("5"));
}

fn signature(level: &str) -> String {
    let game = Bulbous::new(&Options::default()).unwrap();
    let seed = Seed::from_text("signature");
    let setup = game.deal(&DealOptions::default(), &mut Rng::new(&seed, Stream::Deal)).unwrap();
    let mut state = game.start(&setup).unwrap();
    let mut legal = Vec::new();
    let mut program = Bulbous::program(level).unwrap();
    let mut rng = Rng::new(&seed, Stream::Program);
    let mut line = Vec::new();
    for _ in 0..12 {
        let Turn::Seat(seat) = game.turn(&state) else { break };
        game.legal(&state, &mut legal);
        let view = game.view(&state, Viewer::Seat(seat));
        let advice = program.choose(&game, &view, &legal, &Budget::nodes(200), &mut rng);
        line.push(format!("{} {}", advice.action, advice.score.unwrap_or_default()));
        game.apply(&mut state, advice.action);
    }
    line.join("\n")
}

#[test]
fn a_program_sees_no_more_than_its_view() {
    // The same view from two different positions: the same choice.
    let game = Bulbous::new(&Options::default()).unwrap();
    let seed = Seed::from_text("fair");
    let setup = game.deal(&DealOptions::default(), &mut Rng::new(&seed, Stream::Deal)).unwrap();
    let mut state = game.start(&setup).unwrap();
    let mut rng = Rng::new(&seed, Stream::Test);
    let mut legal = Vec::new();
    for _ in 0..30 {
        let Turn::Seat(seat) = game.turn(&state) else { break };
        game.legal(&state, &mut legal);
        let view = game.view(&state, Viewer::Seat(seat));
        let other = game.view(&game.sample(&view, &mut rng), Viewer::Seat(seat));
        let choose = |level, view| {
            let mut own = Rng::new(&seed, Stream::Program);
            let mut program = Bulbous::program(level).unwrap();
            program.choose(&game, view, &legal, &Budget::nodes(20), &mut own).action
        };
        for level in ["3", "5"] {
            assert_eq!(choose(level, &view), choose(level, &other));
        }
        game.apply(&mut state, choose("3", &view));
    }
}

#[test]
fn search_beats_simple_and_simple_beats_random() {
    let options = Options::default();
    let rate = |strong: &str, weak: &str, nodes: u64, games: u64| {
        let mut tally = Tally::default();
        for n in 0..games {
            let players = seating(2, 2, n);
            let names: Vec<&str> = players.iter().map(|p| [strong, weak][*p]).collect();
            let played = game(&options, 2, &names, nodes, &format!("order {n}"));
            let seat = players.iter().position(|p| *p == 0).unwrap();
            tally.add(played.outcome.as_ref(), Seat(seat as u8), 2);
        }
        tally.rate()
    };
    assert!(rate("simple", "random", 1, 30) > 0.9);
    assert!(rate("3", "simple", 60, 12) > 0.6);
    assert!(rate("5", "3", 100, 30) > 0.6);
}

#[test]
fn looking_back_adds_up() {
    for (options, seats) in
        [(Options::default(), 4), (Options { preset: Preset::Rules2026, ..Options::default() }, 2)]
    {
        let (game, setup, actions) = crate::common::random_game(&options, seats, "look back");
        let mut record = Record::start(&game, &setup);
        record.actions = actions.iter().map(ToString::to_string).collect();
        let analysis = analyse(&record, 12).unwrap();
        let (_, end) = record.replay::<Bulbous>(|_, _, _| ()).unwrap();
        let scores = game.outcome(&end).unwrap().scores.unwrap();
        for (k, line) in analysis.seats.iter().enumerate() {
            assert_eq!(line.points.total(), scores[k]);
            let won = analysis.turns.iter().filter(|t| t.winner == Some(Seat(k as u8))).count();
            assert_eq!((line.won, line.points.bulbs), (won as u32, won as i32));
            assert!(line.bids >= line.won);
        }
        for hand in analysis.turns.iter().flat_map(|turn| &turn.hands) {
            assert!(hand.held.holds(hand.laid) && hand.worth <= hand.most);
            assert!(hand.would_have_won.is_none_or(|cards| hand.held.holds(cards) && !cards.is_empty()));
        }
        assert_eq!(analysis, analyse(&record, 12).unwrap(), "the same every time");
        let picture = picture(&analysis);
        assert!(picture.starts_with("<svg") && picture.len() < 400_000);
        assert_eq!(summary(&analysis).matches("points").count(), usize::from(seats));
        assert_eq!(analysis.turns.len(), usize::from(end.public().turns()));
    }
}

#[test]
fn what_would_have_won_is_the_cheapest_that_does() {
    // Red is contested: seat 0 lays 9, seat 1 passes with 4 and 8, which would have won; 3 and 9 is not in
    // its hand.
    let mut play = crate::common::Play::new(Options::default(), &["R", "B", "Y"], &["R9 R3", "R4 R8 R6"], "");
    let setup_deck: Vec<String> = {
        // The start is replayed from a record, so the deck is read off the fresh table.
        let hands = Seat::all(3).flat_map(|s| play.state.hand(s).iter().collect::<Vec<_>>());
        hands.chain(play.state.deck().iter().rev()).map(|c| c.to_string()).collect()
    };
    let setup = bagatelle_bulbous::Setup {
        colours: ["R", "B", "Y"].map(String::from).to_vec(),
        first: 0,
        deck: setup_deck.join(" "),
    };
    let mut record = Record::start(&play.game, &setup);
    let actions = "choose:2 choose:2 choose:2 target:R bet:R9 pass pass";
    play.go(actions);
    record.actions = actions.split(' ').map(String::from).collect();
    let analysis = analyse(&record, 1).unwrap();
    let [turn] = analysis.turns.as_slice() else { panic!("one turn") };
    assert_eq!(turn.winner, Some(Seat(0)));
    assert_eq!(turn.hands[1].would_have_won.unwrap().to_string(), "R4,R8");
    assert_eq!((turn.hands[0].would_have_won, turn.hands[1].most), (None, 18));
    assert_eq!(analysis.seats[0].overbid, 9, "no other seat has bet");
}
