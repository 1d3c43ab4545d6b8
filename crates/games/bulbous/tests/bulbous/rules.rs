//! The edge cases of the rules, one test each, played on real tables.

use crate::common::{Play, conserved, random_game};
use bagatelle_bulbous::{Bluff, Bulbous, Colour, DealOptions, Last, Options, Preset, Setup, SetupError};
use bagatelle_core::present::Playable;
use bagatelle_core::{Game, Rng, Seat, Seed, Stream, Turn, Viewer};

const FOUR: [&str; 4] = ["R", "B", "Y", "G"];
/// All bring in the specimen with three places, and red's is named.
const RED: &str = "choose:3 choose:3 choose:3 choose:3 target:R";

fn four(hands: &[&str]) -> Play {
    let mut play = Play::new(Options::default(), &FOUR, hands, "");
    play.go(RED);
    play
}

/// Who gets the bulb when each of four seats answers as given.
fn winner(hands: &[&str], answers: &str) -> Option<usize> {
    let mut play = four(hands);
    play.go(answers);
    let winner = play.state.public().shown().unwrap().winner;
    let bulbs = play.bulbs("R3");
    assert_eq!(bulbs.iter().position(|b| *b == 1), winner.map(Seat::index), "the bulb goes to the winner");
    assert!(bulbs.iter().sum::<u8>() <= 1);
    winner.map(Seat::index)
}

#[test]
fn the_double_doubles_the_whole_sum() {
    assert_eq!(winner(&["R3 R4 RX", "R5 R8"], "bet:R3,R4,RX bet:R5,R8 pass pass"), Some(0));
    assert_eq!(winner(&["R3 RX", "R7"], "bet:R3,RX bet:R7 pass pass"), Some(1));
}

#[test]
fn a_doubled_and_a_plain_sum_can_tie() {
    assert_eq!(winner(&["R3 R4 RX", "R5 R9"], "bet:R3,R4,RX bet:R5,R9 pass pass"), None);
}

#[test]
fn a_tie_below_the_highest_does_not_matter() {
    assert_eq!(winner(&["R3 R5", "R8", "R9"], "bet:R3,R5 bet:R8 bet:R9 pass"), Some(2));
}

#[test]
fn three_and_four_may_tie() {
    assert_eq!(winner(&["R9", "R4 R5", "R3 R6"], "bet:R9 bet:R4,R5 bet:R3,R6 pass"), None);
    // Four ways to make 12 of different cards: 3+9, 4+8, 5+7, 6 doubled.
    let hands = ["R3 R9", "R4 R8", "R5 R7", "R6 RX"];
    assert_eq!(winner(&hands, "bet:R3,R9 bet:R4,R8 bet:R5,R7 bet:R6,RX"), None);
}

#[test]
fn all_may_pass() {
    let mut play = four(&[]);
    play.all_pass();
    assert_eq!(play.state.public().shown().unwrap().winner, None);
    assert_eq!(play.bulbs("R3"), [0; 4]);
    assert!(play.state.public().discards().is_empty());
}

#[test]
fn a_lone_double_wins_alone_and_loses_to_anything() {
    assert_eq!(winner(&["RX"], "bet:RX pass pass pass"), Some(0));
    assert_eq!(winner(&["RX", "R3"], "bet:RX bet:R3 pass pass"), Some(1));
    assert_eq!(winner(&["RX", "WT"], "bet:RX bet:WT pass pass"), Some(1));
}

#[test]
fn the_wild_beats_84() {
    let mut play = Play::new(Options::default(), &["RY", "BG"], &["R3 R4 R5 R6 R7 R8 R9 RX WC", "WT"], "");
    play.go("choose:3 choose:3 choose:3 choose:3 target:R");
    assert_eq!(play.legal().len(), 255 + 9 + 36 + 1);
    play.go("bet:R3,R4,R5,R6,R7,R8,R9,RX bet:WT");
    assert_eq!(play.bulbs("R3"), [0, 1]);
}

#[test]
fn a_wild_may_lie_with_other_cards() {
    assert_eq!(winner(&["R3 WT", "R9 R8"], "bet:R3,WT bet:R8,R9 pass pass"), Some(0));
}

#[test]
fn illegal_actions_are_refused_with_a_reason() {
    let mut play = four(&["R3 R9 B4 WC", "R5"]);
    for (text, why) in [
        ("bet:B4", "the blue 4 here: red plants take only red cards and the triangle Wild"),
        ("bet:R3,B4", "you can’t bet the blue 4 here"),
        ("bet:WC", "you can’t bet the circle Wild here"),
        ("bet:", "isn’t a move"),
        ("bet:R3,R3", "isn’t a move"),
        ("bet:R5", "red 5 isn’t in your hand"),
        ("swap:R5", "red 5 isn’t in your hand"),
        ("swap:", "isn’t a move"),
        ("swap:R3,R3", "isn’t a move"),
        ("swap:R3,R9,B4", "you can swap one or two cards"),
        ("target:B", "it’s time to bet, swap or pass"),
        ("choose:1", "it’s time to bet, swap or pass"),
        ("~R3", "only when a card is needed"),
    ] {
        let before = play.state.clone();
        let error = play.one(text).expect_err(text);
        assert!(error.contains(why), "{text}: {error}");
        assert_eq!(play.state, before, "{text}");
    }
    play.go("pass").all_pass_rest();
    assert!(play.one("pass").expect_err("First Player chooses").contains("First Player"));
    assert!(play.one("target:R").expect_err("contested").contains("has had its turn"));
}

trait Rest {
    fn all_pass_rest(&mut self);
}

impl Rest for Play {
    /// All seats after the first pass.
    fn all_pass_rest(&mut self) {
        self.go("pass pass pass");
    }
}

#[test]
fn in_the_choosing_phase_only_choosing_is_legal() {
    let mut play = Play::new(Options::default(), &FOUR, &[], "");
    assert!(play.one("pass").expect_err("pass").contains("choose"));
    play.go("choose:4");
    assert_eq!(play.game.turn(&play.state), Turn::Seat(Seat(1)), "a pick belongs to the colour’s owner");
    assert!(play.one("target:R").expect_err("target").contains("choose"));
    play.go("choose:4 choose:4 choose:4");
    assert!(play.one("choose:4").expect_err("choose").contains("First Player"));
}

#[test]
fn passing_at_the_limit_draws_nothing_and_below_it_one() {
    let mut play = four(&["R3 R4"]);
    play.all_pass();
    assert_eq!(play.sizes(), [7, 7, 7, 7]);
    let mut play = four(&["R3 R4"]);
    play.go("bet:R3,R4 pass pass pass target:B pass");
    assert_eq!(play.sizes(), [6, 7, 7, 7]);
}

#[test]
fn an_empty_hand_still_answers_with_pass() {
    let mut play = four(&["R3 R4 R5 R6 R7 R8 R9"]);
    play.go("bet:R3,R4,R5,R6,R7,R8,R9 pass pass pass");
    assert_eq!(play.sizes()[0], 0);
    play.go("target:B");
    assert_eq!(play.legal(), ["pass"]);
    play.go("pass");
    assert_eq!(play.sizes()[0], 1);
}

#[test]
fn the_deck_runs_out_in_a_swap() {
    let mut play = four(&["R3 R4"]);
    play.go("swap:R3,R4").swap_two();
    // Six cards were in the deck; two swaps leave two, the third takes them, the fourth needs a new deck.
    play.swap_two().swap_two();
    assert_eq!(play.game.turn(&play.state), Turn::Chance);
    assert_eq!(play.legal(), Vec::<String>::new());
    assert_eq!(play.state.public().discards().len(), 8, "the swapped cards are there before the draw");
    assert!(play.one("pass").expect_err("chance first").contains("shuffled"));
    assert!(play.one("~R3").expect_err("all of them").contains("exactly the discards"));
    play.shuffle_if_due();
    assert_eq!(play.sizes(), [7, 7, 7, 7]);
    assert_eq!(play.state.deck().len(), 6);
}

#[test]
fn the_deck_runs_out_in_the_middle_of_a_swap_and_in_a_pass() {
    let mut play = four(&["R3 R4 R5", "B3", "Y3", "G3"]);
    play.go("bet:R3,R4,R5 swap:B3 swap:Y3 swap:G3 target:B");
    assert_eq!(play.state.deck().len(), 3);
    play.go("pass").swap_two().swap_two();
    assert_eq!(play.game.turn(&play.state), Turn::Chance, "no card was left for the swap");
    play.shuffle_if_due();
    assert_eq!(play.sizes(), [5, 7, 7, 7]);

    let mut play = four(&["R3 R4 R5 R6", "B3 B4", "Y3 Y4", "G3"]);
    play.go("bet:R3,R4,R5,R6 swap:B3,B4 swap:Y3,Y4 swap:G3 target:B");
    assert_eq!(play.state.deck().len(), 1);
    play.swap_two();
    assert_eq!(play.game.turn(&play.state), Turn::Chance, "one card was drawn, the second needs a new deck");
    assert_eq!(play.sizes()[0], 2);
    play.shuffle_if_due();
    assert_eq!(play.sizes()[0], 3);
}

#[test]
fn unrevealed_bets_are_not_shuffled_into_a_new_deck() {
    let mut play = four(&["R3 R4 R5 R6", "B3 B4", "Y3 Y4", "G3 G4"]);
    play.go("bet:R3 swap:B3,B4 swap:Y3,Y4 swap:G3,G4 target:B pass");
    assert_eq!(play.game.turn(&play.state), Turn::Chance, "the pass needs a card");
    assert_eq!(play.state.public().discards().len(), 7, "after the reveal the bet lies there too");
    play.shuffle_if_due();
    let mut play = four(&["R3 R4", "B3 B4", "Y3 Y4", "G3 G4"]);
    play.go("swap:R3,R4 swap:B3,B4 swap:Y3,Y4 pass target:B swap:R5,R6");
    assert_eq!(play.game.turn(&play.state), Turn::Chance);
    play.shuffle_if_due();
    assert!(!play.state.deck().is_empty());
}

#[test]
fn a_bet_waits_out_a_new_deck() {
    let mut play = four(&["R3 R4", "B3 B4", "Y3 Y4", "G3 G4"]);
    play.go("swap:R3,R4 swap:B3,B4 swap:Y3,Y4 pass target:B pass");
    let bet = play.legal().into_iter().find(|t| t.starts_with("bet:")).unwrap();
    play.go(&bet);
    let swap = play.legal().into_iter().find(|t| t.starts_with("swap:")).unwrap();
    play.go(&swap);
    assert_eq!(play.game.turn(&play.state), Turn::Chance);
    let laid = play.state.bet(Seat(1));
    assert!(!laid.is_empty() && (play.state.public().discards().set() & laid).is_empty());
    play.shuffle_if_due();
    assert_eq!(play.state.bet(Seat(1)), laid);
}

#[test]
fn the_deck_runs_out_between_two_refills() {
    // One place on red's specimen, contested last: seven cards are laid, six are in the deck.
    let mut play = Play::new(Options::default(), &FOUR, &["R3 R4 R5", "R6 R7 R8", "WT"], "");
    play.go("choose:1 choose:3 choose:3 choose:3");
    for other in ["target:B", "target:Y", "target:G"] {
        play.go(other).all_pass();
    }
    play.go("bet:R3,R4,R5 bet:R6,R7,R8 bet:WT pass");
    assert_eq!(play.game.turn(&play.state), Turn::Chance);
    assert_eq!(play.sizes(), [7, 7, 6, 7], "seats 0 and 1 are served, seat 2 waits for the new deck");
    play.shuffle_if_due();
    assert_eq!(play.sizes(), [7; 4]);
    assert_eq!((play.bulbs("R1"), play.state.deck().len()), (vec![0, 0, 1, 0], 6));
    assert_eq!(
        play.legal(),
        ["choose:2", "choose:3", "choose:4"],
        "red chooses before the next round begins"
    );
    assert_eq!((play.state.public().round(), play.state.public().first()), (1, Seat(1)));
}

#[test]
fn the_deck_can_run_out_twice_in_a_round() {
    let mut play = four(&[]);
    let mut decks = 0;
    let round = play.state.public().round();
    while play.state.public().round() == round && decks < 2 {
        if play.game.turn(&play.state) == Turn::Chance {
            decks += 1;
            play.shuffle_if_due();
        }
        let legal = play.legal();
        let swap = legal.iter().find(|t| t.starts_with("swap:") && t.contains(','));
        let text = swap.unwrap_or(&legal[0]).clone();
        play.go(&text);
    }
    assert_eq!(decks, 2);
}

#[test]
fn a_completed_specimen_stays_to_the_end_of_the_round_and_hands_are_filled() {
    let mut play = Play::new(Options::default(), &FOUR, &["R3", "Y5"], "");
    play.go("choose:1 choose:3 choose:1 choose:3 target:R bet:R3 pass pass pass");
    let red = play.state.public().active(bagatelle_bulbous::Colour::Red).unwrap();
    assert!(play.state.public().is_complete(red), "complete, and still there");
    play.go("target:Y pass bet:Y5 pass pass target:B").all_pass();
    play.all_pass();
    assert_eq!(play.sizes(), [7; 4]);
    assert_eq!(play.state.public().active(bagatelle_bulbous::Colour::Red), None);
    let pending: Vec<char> = play.state.public().pending().map(|c| c.letter()).collect();
    assert_eq!(pending, ['Y', 'R'], "several at once: clockwise from the new First Player, seat 1");
    assert_eq!(play.legal(), ["choose:2", "choose:3", "choose:4"]);
    play.go("choose:2 choose:4");
    assert_eq!((play.state.public().round(), play.state.public().first()), (2, Seat(1)));
}

#[test]
fn without_a_completion_no_hand_is_filled() {
    let mut play = four(&["R3"]);
    play.go("bet:R3 pass pass pass target:B");
    let deck = play.state.deck().len();
    play.go("swap:R4 pass pass pass target:Y swap:R5 pass pass pass swap:R6 pass pass pass");
    assert_eq!(play.sizes(), [6, 7, 7, 7]);
    assert_eq!(play.state.deck().len(), deck - 3);
    assert_eq!((play.state.public().round(), play.state.public().first()), (2, Seat(1)));
}

#[test]
fn the_round_is_named_turn_by_turn_or_declared_at_its_start() {
    let mut play = four(&[]);
    play.all_pass();
    assert_eq!(play.legal(), ["target:B", "target:Y", "target:G"]);
    let mut play = Play::new(Options { declared: true, ..Options::default() }, &FOUR, &[], "");
    play.go("choose:3 choose:3 choose:3 choose:3 target:G target:R target:B");
    let plan: String = play.state.public().plan().map(|c| c.letter()).collect();
    assert_eq!(plan, "GRBY", "the last is clear");
    for letter in plan.chars() {
        assert_eq!(play.state.public().target().unwrap().colour.letter(), letter);
        play.all_pass();
    }
    assert_eq!(play.state.public().round(), 2);
}

#[test]
fn a_round_limit_ends_the_game_as_it_stands() {
    let mut play = Play::new(Options { max_rounds: 1, ..Options::default() }, &FOUR, &["R3"], "");
    play.go(RED).go("bet:R3 pass pass pass target:B").all_pass().go("target:Y").all_pass().all_pass();
    let outcome = play.game.outcome(&play.state).unwrap();
    assert_eq!((outcome.winners, outcome.scores), (vec![Seat(0)], Some(vec![1, 0, 0, 0])));
}

#[test]
fn bluffs_lie_with_any_card_but_only_the_colour_counts() {
    let bluff = Options { bluff: Bluff::Counted, ..Options::default() };
    let mut play = Play::new(bluff, &FOUR, &["B9 B8 R3", "R4", "G3", "G4"], "");
    play.go(RED).go("bet:R3,B8,B9 bet:R4 pass pass");
    assert_eq!(play.state.public().shown().unwrap().winner, Some(Seat(1)));
    play.go("target:Y").one("bet:G9").expect_err("a card must be held");
    play.go("pass pass bet:G3 bet:G4");
    assert_eq!(play.state.public().shown().unwrap().winner, None, "two bets worth nothing win nothing");
}

#[test]
fn a_bluff_of_which_no_card_counts_is_no_bet() {
    let play = |bluff: Bluff, preset: Preset, answers: &str| {
        let options = Options { bluff, preset, ..Options::default() };
        let mut play = Play::new(options, &FOUR, &["BX WC R3", "RX WT R9", "G3", "G4"], "");
        play.go("choose:3 choose:3 choose:3 choose:3 target:R");
        if preset == Preset::Rules2026 {
            play.go("target:B target:Y");
        }
        play.go(answers);
        (play.state.public().phase(), play.state.public().shown().and_then(|shown| shown.winner))
    };
    use bagatelle_bulbous::public::Phase;
    for preset in [Preset::Page2024, Preset::Rules2026] {
        // In the newer book the order of the round is declared, so the next turn begins at once.
        let next = if preset == Preset::Page2024 { Phase::Target } else { Phase::Act };
        for (answers, before, now) in [
            ("bet:BX pass pass pass", Some(0), None),
            ("bet:WC pass pass pass", Some(0), None),
            ("bet:BX,WC pass pass pass", Some(0), None),
            ("bet:BX bet:R9 bet:G3 pass", Some(1), Some(1)),
            ("bet:WC bet:WT pass pass", Some(1), Some(1)),
            ("bet:R3,BX pass pass pass", Some(0), Some(0)),
        ] {
            let seat = |n: Option<u8>| n.map(Seat);
            assert_eq!(play(Bluff::Any, preset, answers), (next, seat(before)), "{answers}");
            assert_eq!(play(Bluff::Counted, preset, answers), (next, seat(now)), "{answers}");
        }
    }
    let double = "bet:BX bet:RX pass pass";
    assert_eq!(play(Bluff::Any, Preset::Page2024, double).1, None, "0 against 0");
    assert_eq!(play(Bluff::Any, Preset::Rules2026, double).0, Phase::Tie);
    for preset in [Preset::Page2024, Preset::Rules2026] {
        assert_eq!(play(Bluff::Counted, preset, double).1, Some(Seat(1)), "a Double alone against no bet");
        assert_eq!(play(Bluff::Counted, preset, "bet:BX pass bet:G3 bet:G4").1, None);
    }
}

#[test]
fn records_with_bluffs_of_earlier_versions_keep_their_rule() {
    let read = |text: &str| serde_json::from_str::<Options>(text).map(|options| options.bluff);
    for (text, bluff) in [("false", Bluff::No), ("true", Bluff::Any), ("\"counted\"", Bluff::Counted)] {
        let json = format!("{{\"bluff\":{text}}}");
        assert_eq!(read(&json).unwrap(), bluff);
        let options = Options { bluff, ..Options::default() };
        assert!(serde_json::to_string(&options).unwrap().contains(&json[1..json.len() - 1]), "{text}");
    }
    assert!(read("{\"bluff\":\"any\"}").is_err() && read("{\"bluff\":1}").is_err());
}

#[test]
fn options_without_effect_are_refused_for_new_games_only() {
    let page = Options::default;
    let three = |without| DealOptions { without, ..DealOptions::of(3) };
    for (options, deal, why) in [
        (
            Options { full_deck: true, ..page() },
            DealOptions::of(4),
            "only three players leave cards in the box: with 4 the full deck is always played",
        ),
        (
            Options { full_deck: true, ..page() },
            DealOptions::of(2),
            "only three players leave cards in the box: with 2 the full deck is always played",
        ),
        (
            Options { end_at_fourth: Last::OfColour, ..page() },
            DealOptions::of(4),
            "only two players own two colours: with 4 the game always ends at the fourth plant of a colour",
        ),
        (
            Options { end_at_fourth: Last::OfColour, ..page() },
            DealOptions::of(3),
            "only two players own two colours: with 3 the game always ends at the fourth plant of a colour",
        ),
        (
            Options { declared: true, ..newer() },
            DealOptions::of(2),
            "the 2026 rules always declare the order of a round, so that option has no effect",
        ),
        (
            page(),
            DealOptions { without: Colour::Red, ..DealOptions::of(4) },
            "only three players leave out a colour: 4 play with all four",
        ),
        (
            page(),
            DealOptions { without: Colour::Blue, ..DealOptions::of(2) },
            "only three players leave out a colour: 2 play with all four",
        ),
        (
            Options { cut: "five".parse().ok(), ..page() },
            DealOptions::of(2),
            "a game cut down to a few cards is for programs and research, not for a table",
        ),
        (
            Options { bluff: Bluff::Any, ..page() },
            DealOptions::of(4),
            "bluff: true is the rule of games begun by earlier versions; a new game takes \"counted\": a bet \
             of which no card counts is no bet",
        ),
    ] {
        let game = Bulbous::new(&options).unwrap();
        assert_eq!(game.check_wishes(&deal).unwrap_err().to_string(), why);
        let setup = game.deal(&deal, &mut Rng::new(&Seed::from_text("old"), Stream::Deal)).unwrap();
        let state = game.start(&setup).expect("games that were begun so open");
        let told = format!("{:?}", game.facts(&game.view(&state, Viewer::Spectator), &mut [].iter()));
        let words = ["full deck", "fourth plant", "order declared"];
        assert!(!words.iter().any(|word| told.contains(word)), "{told}");
    }
    let new = Bulbous::variants()
        .into_iter()
        .filter(|(options, _)| options.bluff != Bluff::Any && options.cut.is_none());
    for (options, deal) in new {
        assert_eq!(Bulbous::new(&options).unwrap().check_wishes(&deal), Ok(()));
    }
    for without in Colour::ALL {
        let game = Bulbous::new(&page()).unwrap();
        let setup = game.deal(&three(without), &mut Rng::new(&Seed::from_text("lot"), Stream::Deal)).unwrap();
        assert!(!setup.colours.concat().contains(without.letter()) && setup.colours.len() == 3);
        game.start(&setup).unwrap();
    }
}

fn newer() -> Options {
    Options { preset: Preset::Rules2026, ..Options::default() }
}

/// A table by the newer rules: seat 0 and 1 tie with 9 on red.
fn tie() -> Play {
    let mut play = Play::new(newer(), &FOUR, &["R9 RX G3", "R4 R5 R3 R6", "R7 R8 WT"], "");
    play.go("choose:3 choose:3 choose:3 choose:3 target:R target:B target:Y bet:R9 bet:R4,R5 pass pass");
    play
}

#[test]
fn ties_are_played_out_by_the_newer_rules() {
    let mut play = tie();
    assert_eq!(play.game.turn(&play.state), Turn::Seat(Seat(0)));
    assert_eq!(play.legal(), ["bet:RX", "pass"], "no Wild, no other colour");
    play.one("swap:G3").expect_err("a tie is played out");
    play.go("bet:RX");
    assert_eq!(play.legal(), ["bet:R3", "bet:R6", "pass"]);
    play.go("bet:R3");
    assert_eq!(play.bulbs("R3"), [0, 1, 0, 0], "the Double adds 0");
    assert_eq!(
        play.state.public().discards().to_string(),
        "R9,RX,R3,R4,R5",
        "in acting order, each canonically"
    );
    let mut play = tie();
    play.go("bet:RX pass");
    assert_eq!(play.bulbs("R3"), [1, 0, 0, 0], "only those who added can win");
    let mut play = tie();
    play.go("pass pass");
    assert_eq!(play.bulbs("R3"), [0; 4]);
}

#[test]
fn set_ups_and_options_that_make_no_game_are_named() {
    let deck = |skip: &str| {
        let cards: Vec<String> =
            bagatelle_bulbous::Card::all().map(|c| c.to_string()).filter(|c| c != skip).collect();
        cards.join(" ")
    };
    let fault = |options: &Options, colours: &[&str], first: u8, deck: &str| {
        let colours = colours.iter().map(|c| (*c).into()).collect();
        Bulbous::new(options)
            .unwrap()
            .start(&Setup { colours, first, deck: deck.into() })
            .unwrap_err()
            .to_string()
    };
    let page = Options::default();
    for (options, colours, first, deck, why) in [
        (&page, &FOUR[..1], 0, deck(""), "the game is for two to four players, not 1"),
        (&page, &["R", "B", "Y", "R"][..], 0, deck(""), "red belongs to two seats"),
        (&page, &["RB", "YG"][..], 0, deck(""), "seat 0 can’t own “RB”: with two players it is RY or BG"),
        (&page, &["RY", "B"][..], 0, deck(""), "seat 1 can’t own “B”: with two players it is RY or BG"),
        (&page, &FOUR[..], 4, deck(""), "the first player, seat 4, isn’t at the table"),
        (
            &page,
            &FOUR[..],
            0,
            deck("") + " R3",
            "R3 is in the deck twice, or isn’t used with this number of players",
        ),
        (
            &page,
            &FOUR[..3],
            0,
            deck(""),
            "G3 is in the deck twice, or isn’t used with this number of players",
        ),
        (&page, &FOUR[..], 0, deck("WT"), "WT is missing from the deck"),
        (&page, &FOUR[..], 0, deck("") + " Z1", "“Z1” in the deck isn’t a card"),
        (&newer(), &FOUR[..3], 0, deck(""), "the 2026 rules are for two or four players, not three"),
    ] {
        assert_eq!(fault(options, colours, first, &deck), why);
    }
    let teams = Options { teams: true, ..newer() };
    assert_eq!(fault(&teams, &["RY", "BG"], 0, &deck("")), "teams need four players, and there are 2");
    assert_eq!(
        fault(&teams, &["R", "Y", "B", "G"], 0, &deck("")),
        "in teams, triangle and circle must sit alternately"
    );
    assert_eq!(Bulbous::new(&Options { teams: true, ..page }).unwrap_err(), SetupError::TeamsPreset);
}

#[test]
fn no_card_is_ever_lost_and_games_end_in_round_7_at_the_earliest() {
    for (options, deal) in Bulbous::variants() {
        let short = options.max_rounds > 0 || options.cut.is_some();
        for n in 0..12 {
            let (game, setup, actions) = random_game(&options, deal.seats, &format!("conservation {n}"));
            let mut state = game.start(&setup).unwrap();
            let cards = state.public().in_play();
            for action in actions {
                game.play(&mut state, action).unwrap();
                conserved(&state, cards);
            }
            let early = short || options.end_at_fourth == Last::Fourth;
            assert!(state.public().round() >= 7 || early);
            assert!(state.public().last_round() || short);
        }
    }
}
