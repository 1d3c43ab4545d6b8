//! Other readings of the rules: what a majority is, and which plant is the last.

use bagatelle_bulbous::score::points;
use bagatelle_bulbous::{Bulbous, Colour, DealOptions, Last, Majority, Options, SetupError, Specimen, State};
use bagatelle_core::{Game, Rng, Seat, Seed, Stream, Turn};

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
}

#[test]
fn readings_without_effect_are_refused() {
    let half = Bulbous::new(&Options { majority: Majority::Half, ..Options::default() }).unwrap();
    assert_eq!(half.check_wishes(&DealOptions::of(2)), Err(SetupError::HalfAnyway));
    assert_eq!(half.check_wishes(&DealOptions::of(3)), Ok(()));
    let fourth = Bulbous::new(&Options { end_at_fourth: Last::Fourth, ..Options::default() }).unwrap();
    assert_eq!(fourth.check_wishes(&DealOptions::of(4)), Err(SetupError::FourthAlways(4)));
}
