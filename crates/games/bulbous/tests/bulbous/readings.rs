//! Other readings of the rules: what a majority is, which plant is the last, what a pass with a full hand
//! does.

use crate::common::{Play, by_colours};
use bagatelle_bulbous::public::{Deed, Phase};
use bagatelle_bulbous::score::points;
use bagatelle_bulbous::{
    Action, Bulbous, Card, Cards, Colour, DealOptions, FullHand, Illegal, Last, Majority, Options, Preset,
    SetupError, Specimen, State,
};
use bagatelle_core::present::Playable;
use bagatelle_core::program::Budget;
use bagatelle_core::{Game, Rng, Seat, Seed, Stream, Turn, Viewer};

/// A random game to its end.
fn played(game: &Bulbous, deal: &DealOptions, seed: &str, mut each: impl FnMut(&State)) -> State {
    let mut rng = Rng::new(&Seed::from_text(seed), Stream::Test);
    let mut state = game.start(&game.deal(deal, &mut rng).unwrap()).unwrap();
    let mut legal = Vec::new();
    loop {
        each(&state);
        let action = match game.turn(&state) {
            Turn::Over => return state,
            Turn::Chance => game.sample_chance(&state, &mut rng).unwrap(),
            Turn::Seat(_) => {
                game.legal(&state, &mut legal);
                *rng.choose(&legal).unwrap()
            }
        };
        game.play(&mut state, action).unwrap();
    }
}

/// The points for majorities by the words of the rule page, plant by plant.
fn by_the_book(state: &State, majority: Majority) -> Vec<i32> {
    let public = state.public();
    let mut points = vec![0; usize::from(public.seats())];
    for plant in Specimen::all().filter(|plant| public.is_complete(*plant)) {
        let bulbs = public.bulbs(plant);
        let most = *bulbs.iter().max().unwrap();
        let leaders: Vec<usize> = (0..points.len()).filter(|seat| bulbs[*seat] == most).collect();
        match leaders[..] {
            [_] if majority == Majority::Half && most <= plant.size / 2 => (),
            [leader] => points[leader] += 2,
            _ => leaders.iter().for_each(|leader| points[*leader] += 1),
        }
    }
    points
}

#[test]
fn a_majority_may_have_to_be_more_than_half() {
    let (mut differ, mut shared) = (0, 0);
    for n in 0..12 {
        let half = Options { majority: Majority::Half, ..Options::default() };
        let game = Bulbous::new(&half).unwrap();
        let state = played(&game, &DealOptions::of(4 - n % 2), &format!("majority {n}"), |_| ());
        let of = |options: &Options| -> Vec<i32> {
            let all = points(state.public(), options);
            all.iter().take(usize::from(state.public().seats())).map(|points| points.majorities).collect()
        };
        let (strict, usual) = (of(&half), of(&Options::default()));
        assert_eq!(strict, by_the_book(&state, Majority::Half));
        assert_eq!(usual, by_the_book(&state, Majority::Most));
        differ += usize::from(strict != usual);
        shared += usize::from(strict.iter().any(|points| points % 2 == 1));
        let scores = game.outcome(&state).unwrap().scores.unwrap();
        let all = points(state.public(), &half);
        assert!(scores.iter().zip(&all).all(|(score, points)| *score == points.total()));
    }
    assert!(differ > 3 && shared > 0, "{differ} {shared}");
}

#[test]
fn with_two_players_a_game_may_end_at_the_fourth_plant_of_a_player() {
    let mut rounds = Vec::new();
    for last in [Last::Eighth, Last::OfColour, Last::Fourth] {
        let game = Bulbous::new(&Options { end_at_fourth: last, ..Options::default() }).unwrap();
        let mut sum = 0;
        for n in 0..6 {
            let mut announced = false;
            let state = played(&game, &DealOptions::of(2), &format!("last {n}"), |state| {
                let public = state.public();
                let left = |seat: Seat, colour: Option<Colour>| {
                    let own = public.colours(seat).filter(|own| colour.is_none_or(|only| only == *own));
                    let plants = own.flat_map(|colour| (1..=4).map(move |size| Specimen { colour, size }));
                    plants.filter(|plant| public.in_reserve(*plant)).count()
                };
                let is_last = |seat: Seat| match last {
                    Last::Eighth => left(seat, None) == 0,
                    Last::OfColour => public.colours(seat).any(|colour| left(seat, Some(colour)) == 0),
                    Last::Fourth => left(seat, None) <= 4,
                };
                assert_eq!(public.last_round(), [Seat(0), Seat(1)].into_iter().any(is_last));
                announced |= public.last_round();
            });
            assert!(announced);
            sum += state.public().round();
        }
        rounds.push(sum);
    }
    assert!(rounds[0] > rounds[1] && rounds[1] > rounds[2], "{rounds:?}");
}

#[test]
fn the_last_plant_is_written_as_before() {
    let json = |end_at_fourth| {
        serde_json::to_value(Options { end_at_fourth, ..Options::default() }).unwrap()["end-at-fourth"]
            .clone()
    };
    assert_eq!(
        [Last::Eighth, Last::OfColour, Last::Fourth].map(json),
        [serde_json::Value::from(false), true.into(), "any".into()]
    );
    for last in [Last::Eighth, Last::OfColour, Last::Fourth] {
        let text = serde_json::json!({ "end-at-fourth": json(last) }).to_string();
        assert_eq!(serde_json::from_str::<Options>(&text).unwrap().end_at_fourth, last);
    }
    assert!(serde_json::from_str::<Options>(r#"{"end-at-fourth":"some"}"#).is_err());
    let usual = serde_json::to_value(Options::default()).unwrap();
    assert!(usual.get("majority").is_none() && usual.as_object().unwrap().len() == 7);
    let full_hand = serde_json::from_str::<Options>(r#"{"full-hand":"discard"}"#).unwrap().full_hand;
    assert_eq!(full_hand, FullHand::Discard);
}

#[test]
fn readings_without_effect_are_refused() {
    let half = Bulbous::new(&Options { majority: Majority::Half, ..Options::default() }).unwrap();
    assert_eq!(half.check_wishes(&DealOptions::of(2)), Err(SetupError::HalfAnyway));
    assert_eq!(half.check_wishes(&DealOptions::of(3)), Ok(()));
    let fourth = Bulbous::new(&Options { end_at_fourth: Last::Fourth, ..Options::default() }).unwrap();
    assert_eq!(fourth.check_wishes(&DealOptions::of(4)), Err(SetupError::FourthAlways(4)));
}

fn trading(preset: Preset) -> Options {
    Options { full_hand: FullHand::Discard, preset, ..Options::default() }
}

/// Four players, the red plant contested first, with these hands and a deck that begins with `top`.
fn at_red(options: Options, hands: [&str; 4], top: &str) -> Play {
    let mut play = Play::new(options, &["R", "B", "Y", "G"], &hands, top);
    play.go("choose:3 choose:3 choose:3 choose:3");
    while play.state.public().phase() == Phase::Target {
        let colour = ["R", "B", "Y", "G"].into_iter().find(|c| play.legal().contains(&format!("target:{c}")));
        play.go(&format!("target:{}", colour.unwrap()));
    }
    play
}

#[test]
fn a_full_hand_that_passes_may_draw_and_then_discard() {
    let mut play = at_red(trading(Preset::Page2024), ["R3 B4 Y5 G6 WT WC RX", "", "", ""], "G9 B9");
    let one = |text: &str| Card::from_text(text).unwrap();
    play.go("pass");
    assert_eq!((play.sizes(), play.state.deck().len()), (vec![8, 7, 7, 7], 34 - 29));
    assert_eq!(play.state.public().turn(), Turn::Seat(Seat(0)), "its turn goes on");
    let hand = ["R3", "RX", "B4", "Y5", "G6", "G9", "WT", "WC"];
    assert_eq!(play.legal(), hand.map(|card| format!("discard:{card}")));
    for (text, why) in [
        ("discard:B9", "blue 9 isn’t in your hand"),
        ("pass", "you passed with a full hand and drew a card: discard one of your cards"),
        ("bet:R3", "you passed with a full hand and drew a card: discard one of your cards"),
    ] {
        assert_eq!(play.one(text).unwrap_err(), why, "{text}");
    }
    let (game, before) = (play.game.clone(), play.state.clone());
    let view = |seat| game.view(&before, Viewer::Seat(Seat(seat)));
    assert_eq!(
        game.status(&view(0), &[]),
        "You passed with a full hand: discard a card. A sprout marks the one you drew."
    );
    let waits = by_colours(&game, &view(1), game.waiting(&view(1)).unwrap());
    assert_eq!(waits, "Waiting for Red to discard a card.");
    // Any card may go, the one that was drawn, too.
    let mut other = before.clone();
    game.play(&mut other, "discard:G9".parse().unwrap()).unwrap();
    assert_eq!(other.hand(Seat(0)).to_string(), "R3,RX,B4,Y5,G6,WT,WC");
    play.go("discard:Y5");
    let public = play.state.public();
    assert_eq!(public.deed(Seat(0)), Deed::Trade(one("Y5")));
    assert_eq!(public.discards().iter().next(), Some(one("Y5")));
    assert_eq!((play.sizes(), public.turn()), (vec![7; 4], Turn::Seat(Seat(1))));
    let seen = game.observe(&before, "discard:Y5".parse().unwrap(), &play.state, Viewer::Seat(Seat(2)));
    assert_eq!(seen.to_string(), "discard:Y5");
    assert_eq!(by_colours(&game, &view(2), game.say(&view(2), &seen)), "Red discards the yellow 5.");
    assert_eq!(play.one("discard:B4").unwrap_err(), Illegal::NothingToDiscard.to_string());
    // One who has room draws without a discard, as always.
    play.go("bet:R4").shuffle_if_due();
    while play.state.public().turn() != Turn::Seat(Seat(1)) {
        play.step();
    }
    assert_eq!(play.sizes()[1], 6);
    play.go("pass");
    assert_eq!((play.sizes()[1], play.state.public().turn()), (7, Turn::Seat(Seat(2))));
    assert_eq!(play.state.public().deed(Seat(1)), Deed::Pass { drew: true });
}

#[test]
fn what_follows_a_turn_follows_the_last_discard() {
    // The last seat passes with a full hand: all bets are turned over once it has discarded.
    let bets = |preset| {
        let mut play = at_red(trading(preset), ["R9 R3", "R4 R8", "R5 R7", "B3 B4 B5 B6 B7 B8 B9"], "Y9");
        play.go("bet:R3,R9 bet:R4,R8 bet:R5 pass");
        assert_eq!(play.state.public().turns(), 0);
        let before = play.state.clone();
        play.go("discard:Y9");
        let seen = play.game.observe(&before, "discard:Y9".parse().unwrap(), &play.state, Viewer::Spectator);
        (play, seen.to_string())
    };
    let (play, seen) = bets(Preset::Page2024);
    assert_eq!(play.state.public().turns(), 1);
    assert!(seen.starts_with("discard:Y9 | reveal:R/3:0=R3,R9;1=R4,R8;2=R5:-"), "{seen}");
    assert_eq!(play.state.public().deed(Seat(3)), Deed::Trade(Card::from_text("Y9").unwrap()));
    let (play, seen) = bets(Preset::Rules2026);
    assert_eq!(play.state.public().phase(), Phase::Tie);
    assert_eq!(seen, "discard:Y9 | tie:R/3:0=R3,R9;1=R4,R8;2=R5");
}

#[test]
fn a_full_hand_waits_for_a_new_deck_before_it_discards() {
    let mut play = at_red(trading(Preset::Page2024), ["", "", "", ""], "");
    while !play.state.deck().is_empty() {
        play.step();
    }
    while play.state.public().phase() != Phase::Act {
        play.step();
    }
    let seat = play.state.public().turn();
    play.go("pass");
    assert_eq!((play.state.public().turn(), play.state.public().phase()), (Turn::Chance, Phase::Discard));
    let discards = play.state.public().discards().len();
    play.shuffle_if_due();
    assert_eq!((play.state.public().turn(), play.state.deck().len()), (seat, discards - 1));
    let Turn::Seat(seat) = seat else { panic!("{seat:?}") };
    assert_eq!((play.sizes()[seat.index()], play.legal().len()), (8, 8));
}

#[test]
fn no_hand_stays_above_the_limit_and_no_pass_is_idle() {
    let mut trades = 0;
    for n in 0..60 {
        let (preset, seats) = [(Preset::Page2024, 4), (Preset::Page2024, 3), (Preset::Rules2026, 2)][n % 3];
        let game = Bulbous::new(&trading(preset)).unwrap();
        played(&game, &DealOptions::of(seats), &format!("full hands {n}"), |state| {
            let (public, mut legal) = (state.public(), Vec::new());
            game.legal(state, &mut legal);
            for seat in Seat::all(seats) {
                assert_ne!(public.deed(seat), Deed::Pass { drew: false });
                let discards = public.phase() == Phase::Discard && public.turn() == Turn::Seat(seat);
                assert_eq!(state.hand(seat).len() > public.limit(), discards);
                let all = state.hand(seat).iter().map(Action::Discard);
                assert!(!discards || legal.iter().copied().eq(all));
                trades += usize::from(discards);
            }
        });
    }
    assert!(trades > 30, "{trades}");
}

#[test]
fn programs_discard_what_they_need_least() {
    let mut play = at_red(trading(Preset::Page2024), ["WT WC GX G9 G8 B3 Y3", "", "", ""], "B9");
    play.go("pass");
    let view = play.game.view(&play.state, Viewer::Seat(Seat(0)));
    let mut legal = Vec::new();
    play.game.legal(&play.state, &mut legal);
    let low = Cards::from_text("B3,Y3").unwrap();
    for name in ["simple", "1", "4", "5"] {
        let mut rng = Rng::new(&Seed::from_text(name), Stream::Program);
        let mut program = Bulbous::program(name).unwrap();
        let action = program.choose(&play.game, &view, &legal, &Budget::nodes(200), &mut rng).action;
        assert!(matches!(action, Action::Discard(card) if low.has(card)), "{name}: {action}");
    }
    let solved = play.game.solver().unwrap().solve(&view, &Budget::nodes(400), &mut |_, _| ()).unwrap();
    let [nudge, all] = [1, 2].map(|strength| play.game.hint(&view, &solved, strength, &legal));
    assert_eq!((nudge.text.as_str(), nudge.marks), ("Discard a card.", vec!["do-discard".into()]));
    assert!(all.text.starts_with("Discard the "), "{all:?}");
}
