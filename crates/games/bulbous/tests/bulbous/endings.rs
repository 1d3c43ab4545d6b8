//! How games end and how points are counted, on games played to the end.

use crate::common::Play;
use bagatelle_bulbous::public::Phase;
use bagatelle_bulbous::score::points;
use bagatelle_bulbous::{
    Action, Bulbous, Cards, Colour, DealOptions, FullHand, Last, Options, Preset, Specimen, State,
};
use bagatelle_core::perft::perft;
use bagatelle_core::{Game, Playable, Rng, Seat, Seed, Stream, Turn};

/// Swaps a card, so that cards keep moving; passes with an empty hand.
fn idle(legal: &[String]) -> String {
    legal.iter().find(|t| t.starts_with("swap:")).cloned().unwrap_or_else(|| "pass".into())
}

/// Plays to the end. `wins` says which seat is to win the turn over a colour in a round; it lays its
/// cards if it holds any, all others swap.
fn play_out(play: &mut Play, wins: impl Fn(u16, Colour) -> Option<Seat>, pick: fn(&[String]) -> String) {
    let mut rng = Rng::new(&Seed::from_text("endings"), Stream::Chance);
    loop {
        let text = match play.game.turn(&play.state) {
            Turn::Over => return,
            Turn::Chance => play.game.sample_chance(&play.state, &mut rng).unwrap().to_string(),
            Turn::Seat(seat) => {
                let legal = play.legal();
                let public = play.state.public();
                let target = public.target().map(|s| s.colour).filter(|_| legal.iter().any(|t| t == "pass"));
                match target {
                    None => pick(&legal),
                    Some(colour) => {
                        let mut bets = legal.iter().filter(|t| t.starts_with("bet:"));
                        let bet = bets.next_back().filter(|_| wins(public.round(), colour) == Some(seat));
                        bet.cloned().unwrap_or_else(|| idle(&legal))
                    }
                }
            }
        };
        play.go(&text);
        assert!(play.state.public().round() < 400, "the game comes to an end");
    }
}

fn first(legal: &[String]) -> String {
    legal[0].clone()
}

fn two(options: Options) -> Play {
    Play::new(options, &["RY", "BG"], &[], "")
}

#[test]
fn two_players_end_when_all_eight_of_one_are_in_play_and_a_used_up_colour_leaves_its_place_empty() {
    // Red goes first: it is used up while yellow has plants left, and the rounds get shorter.
    let mut play = two(Options::default());
    let mut empty = false;
    let mut rng = Rng::new(&Seed::from_text("two"), Stream::Chance);
    while play.game.turn(&play.state) != Turn::Over {
        let legal = play.legal();
        let text = match play.game.turn(&play.state) {
            Turn::Chance => play.game.sample_chance(&play.state, &mut rng).unwrap().to_string(),
            Turn::Seat(seat) if legal.iter().any(|t| t == "pass") => {
                let colour = play.state.public().target().unwrap().colour;
                let held_back = colour == Colour::Yellow && play.state.public().active(Colour::Red).is_some();
                let bet = legal.iter().find(|t| t.starts_with("bet:"));
                let wanted = matches!(colour, Colour::Red | Colour::Yellow) && seat == Seat(0) && !held_back;
                bet.filter(|_| wanted).cloned().unwrap_or_else(|| idle(&legal))
            }
            _ => legal[0].clone(),
        };
        play.go(&text);
        let public = play.state.public();
        if public.active(Colour::Red).is_none() && public.round() > 0 && public.target().is_some() {
            empty = true;
            assert!(!public.pending().any(|c| c == Colour::Red), "a used-up colour is not chosen again");
        }
        assert!(public.round() < 200);
    }
    assert!(empty, "the place of red stayed empty for a while");
    assert!(
        (1..=4).all(|size| { !play.state.public().in_reserve(Specimen { colour: Colour::Yellow, size }) })
    );
}

#[test]
fn with_end_at_fourth_one_used_up_colour_is_enough() {
    let mut play = two(Options { end_at_fourth: Last::OfColour, ..Options::default() });
    play_out(&mut play, |_, colour| (colour == Colour::Red).then_some(Seat(0)), first);
    let public = play.state.public();
    assert!(public.in_reserve(Specimen { colour: Colour::Yellow, size: 4 }));
    assert_eq!(play.game.outcome(&play.state).unwrap().winners, [Seat(0)]);
}

#[test]
fn completions_in_the_last_round_count() {
    let mut play = Play::new(Options::default(), &["R", "B", "Y"], &[], "");
    play_out(&mut play, |_, colour| (colour == Colour::Red).then_some(Seat(0)), first);
    // Red has brought in all four: 1 + 2 + 3 complete and the fourth as far as its one round went.
    let outcome = play.game.outcome(&play.state).unwrap();
    let bulbs: u8 = ["R1", "R2", "R3", "R4"].iter().map(|s| play.bulbs(s)[0]).sum();
    assert!(bulbs == 6 || bulbs == 7, "{bulbs}");
    assert_eq!(outcome.scores.unwrap()[0], i32::from(bulbs) + 3 * 2);
    // Played from the largest, the last one has a single place and is completed in the last round.
    let mut play = Play::new(Options::default(), &["R", "B", "Y"], &[], "");
    play_out(
        &mut play,
        |_, colour| (colour == Colour::Red).then_some(Seat(0)),
        |legal| legal.last().unwrap().clone(),
    );
    assert_eq!(play.bulbs("R4")[0], 4);
    let complete = play.bulbs("R1")[0];
    assert_eq!(
        play.game.outcome(&play.state).unwrap().scores.unwrap()[0],
        9 + i32::from(complete) + 2 * (3 + i32::from(complete))
    );
}

#[test]
fn the_last_specimens_of_two_players_enter_in_the_same_round() {
    let mut play = Play::new(Options::default(), &["R", "B", "Y"], &[], "");
    let mut rng = Rng::new(&Seed::from_text("both"), Stream::Chance);
    let mut last = None;
    while play.game.turn(&play.state) != Turn::Over {
        let (state, public) = (&play.state, play.state.public());
        let planted = |colour| -> u8 {
            (1..=4).map(|size| public.bulbs(Specimen { colour, size }).iter().sum::<u8>()).sum()
        };
        let holds = |seat, colour| !(state.hand(seat) & Cards::of(colour)).is_empty();
        let both = holds(Seat(0), Colour::Red) && holds(Seat(1), Colour::Blue);
        // With six bulbs on the first three, the fourth comes in: so the sixth is planted by both in one
        // round.
        let wants = |seat, colour| {
            let other = [Colour::Blue, Colour::Red][usize::from(colour == Colour::Blue)];
            let (own, others) = (planted(colour), planted(other));
            public.owner(colour) == Some(seat)
                && colour != Colour::Yellow
                && (own < 5 || others > 5 || (others == 5 && both))
        };
        if public.last_round() && public.phase() == Phase::Target {
            let in_play = |colour| !public.in_reserve(Specimen { colour, size: 4 });
            assert!(in_play(Colour::Red) && in_play(Colour::Blue) && !in_play(Colour::Yellow));
            last = Some(public.round());
        }
        let legal = play.legal();
        let text = match play.game.turn(state) {
            Turn::Chance => play.game.sample_chance(state, &mut rng).unwrap().to_string(),
            Turn::Seat(seat) if public.phase() == Phase::Act => {
                let bet = legal.iter().find(|t| t.starts_with("bet:"));
                let bet = bet.filter(|_| wants(seat, public.target().unwrap().colour)).cloned();
                // Cards of one's own colour are kept for it.
                let own = ['R', 'B', 'Y'][seat.index()];
                let swap = legal.iter().find(|t| t.starts_with("swap:") && !t.contains(own));
                bet.or_else(|| swap.cloned()).unwrap_or_else(|| "pass".into())
            }
            _ => legal[0].clone(),
        };
        play.go(&text);
        assert!(play.state.public().round() < 400);
    }
    assert_eq!(last, Some(play.state.public().round()), "one full round, and the game is over");
}

#[test]
fn without_bets_all_share_the_victory() {
    for seats in 2..=4u8 {
        let options = Options { max_rounds: 2, ..Options::default() };
        let colours: &[&str] =
            [&["RY", "BG"][..], &["R", "B", "Y"], &["R", "B", "Y", "G"]][usize::from(seats) - 2];
        let mut play = Play::new(options, colours, &[], "");
        play_out(&mut play, |_, _| None, first);
        let outcome = play.game.outcome(&play.state).unwrap();
        assert_eq!(outcome.winners, Seat::all(seats).collect::<Vec<_>>());
        assert_eq!(outcome.reason, "all share the victory with 0 points");
    }
}

#[test]
fn two_of_four_can_share_the_victory() {
    let mut play =
        Play::new(Options { max_rounds: 1, ..Options::default() }, &["R", "B", "Y", "G"], &["R3", "B4"], "");
    play.go(
        "choose:1 choose:1 choose:3 choose:3 target:R bet:R3 pass pass pass target:B pass bet:B4 pass pass",
    );
    play.go("target:Y").all_pass().all_pass();
    let outcome = play.game.outcome(&play.state).unwrap();
    assert_eq!(outcome.winners, [Seat(0), Seat(1)]);
    assert!(play.game.is_tie(&outcome));
    let teams =
        Bulbous::new(&Options { teams: true, preset: Preset::Rules2026, ..Options::default() }).unwrap();
    assert!(!teams.is_tie(&outcome), "as a team they win together");
    assert_eq!(outcome.scores.unwrap(), [3, 3, 0, 0]);
    assert_eq!(outcome.reason, "2 share the victory: 3 points against 0");
}

/// Two seats with one bulb each on a complete specimen, a third with one bulb on an incomplete one.
fn shared(options: Options) -> State {
    let mut play = Play::new(options, &["R", "B", "Y", "G"], &["R3 R4", "R8 R9", "Y9"], "");
    play.go("choose:2 choose:3 choose:3 choose:3");
    if options_declared(&play) {
        play.go("target:R target:B target:Y");
        play.go("bet:R3 pass pass pass").all_pass().go("pass pass bet:Y9 pass").all_pass();
        play.go("target:R target:B target:Y bet:R9 pass pass pass");
    } else {
        play.go("target:R bet:R3 pass pass pass target:B").all_pass();
        play.go("target:Y pass pass bet:Y9 pass").all_pass().go("target:R bet:R9 pass pass pass");
    }
    play.state
}

fn options_declared(play: &Play) -> bool {
    play.game.options().preset == Preset::Rules2026
}

#[test]
fn a_shared_majority_is_one_point_each_and_a_bulb_counts_anywhere() {
    let page = Options::default();
    let newer = Options { preset: Preset::Rules2026, ..Options::default() };
    for options in [page, newer] {
        let totals: Vec<i32> =
            points(shared(options.clone()).public(), &options).iter().map(|p| p.total()).collect();
        assert_eq!(totals, [2, 2, 1, 0], "{options:?}");
    }
}

#[test]
fn the_newer_rules_pay_collections_and_teams_add_up() {
    let options = Options { preset: Preset::Rules2026, teams: true, ..Options::default() };
    let game = Bulbous::new(&options).unwrap();
    let mut best = 0;
    for n in 0..60 {
        let (_, setup, actions) = crate::common::random_game(&options, 4, &format!("teams {n}"));
        let mut state = game.start(&setup).unwrap();
        actions.into_iter().for_each(|a| game.apply(&mut state, a));
        let outcome = game.outcome(&state).unwrap();
        let scores = outcome.scores.unwrap();
        let teams = [scores[0] + scores[2], scores[1] + scores[3]];
        let expected: Vec<Seat> =
            Seat::all(4).filter(|s| teams[s.index() % 2] == teams[0].max(teams[1])).collect();
        assert_eq!(outcome.winners, expected, "{scores:?}");
        for points in points(state.public(), &options) {
            assert!(matches!(points.collections, 0 | 5 | 10 | 15));
            best = best.max(points.collections);
        }
    }
    assert!(best >= 5, "some collection was made in sixty games");
}

#[test]
fn every_bulb_and_majority_of_random_games_is_counted_as_by_hand() {
    for n in 0..40 {
        let (game, setup, actions) =
            crate::common::random_game(&Options::default(), 3, &format!("by hand {n}"));
        let mut state = game.start(&setup).unwrap();
        actions.into_iter().for_each(|a| game.apply(&mut state, a));
        let mut totals = [0; 3];
        for specimen in Specimen::all() {
            let bulbs = state.public().bulbs(specimen);
            let sum: u8 = bulbs.iter().sum();
            let most = *bulbs.iter().max().unwrap();
            let leaders = bulbs.iter().filter(|b| **b == most).count();
            for (total, own) in totals.iter_mut().zip(bulbs) {
                *total += i32::from(*own);
                if sum == specimen.size && *own == most {
                    *total += if leaders == 1 { 2 } else { 1 };
                }
            }
        }
        assert_eq!(game.outcome(&state).unwrap().scores.unwrap(), totals);
    }
}

/// Counts for the deal of the seed `perft` with seat 0 first; they were found by this program and are kept so
/// that no change goes unnoticed. Depths 1 to 4 can be checked by hand: 4, 16, 64, 256 choices of specimens.
#[test]
fn perft_counts_stay() {
    let counts = |full_hand: FullHand, seats: u8, depth: u32| -> Vec<u64> {
        let game = Bulbous::new(&Options { full_hand, ..Options::default() }).unwrap();
        let seed = Seed::from_text("perft");
        let mut setup = game.deal(&DealOptions::of(seats), &mut Rng::new(&seed, Stream::Deal)).unwrap();
        setup.first = 0;
        let start = game.start(&setup).unwrap();
        (1..=depth).map(|d| perft(&game, &start, d)).collect()
    };
    let keep = |seats, depth| counts(FullHand::Nothing, seats, depth);
    insta::assert_debug_snapshot!([keep(4, 6), keep(3, 6), keep(2, 6)]);
    // A First Player who passes then has 8 or 10 cards to discard, in place of the next player's actions.
    let trade = |seats, depth| counts(FullHand::Discard, seats, depth);
    insta::assert_debug_snapshot!("perft_counts_of_full_hands_stay", [trade(4, 7), trade(3, 6), trade(2, 7)]);
}

#[test]
fn the_largest_choice_has_557_and_156_actions() {
    let mut play = Play::new(Options::default(), &["RY", "BG"], &["R3 R4 R5 R6 R7 R8 R9 RX WT"], "");
    play.go("choose:3 choose:3 choose:3 choose:3 target:R");
    assert_eq!(play.legal().len(), 557);
    let mut play = Play::new(Options::default(), &["R", "B", "Y", "G"], &["R3 R4 R5 R6 R7 R8 WT"], "");
    play.go("choose:3 choose:3 choose:3 choose:3 target:R");
    assert_eq!(play.legal().len(), 156);
    let texts = play.legal();
    let canonical = |t: &String| {
        t.split_once(':').is_none_or(|(_, cards)| Cards::from_text(cards).is_some() || cards.len() == 1)
    };
    assert!(texts.iter().all(canonical));
    assert!(texts.iter().all(|t| t.parse::<Action>().is_ok()));
}
