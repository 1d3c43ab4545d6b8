//! Batches play the same games as one loop and as a single game by its texts.

use bagatelle_catalog::{BatchPlan, EncodedGame, Standing, encoded_games};
use bagatelle_core::encoding::length;
use bagatelle_core::{Seat, Seed, Turn, Viewer};
use serde_json::Value;

/// A plan of this many games with the usual rules.
fn plan(seed: &Seed, games: usize, limit: u32) -> BatchPlan<'_> {
    BatchPlan { options: &Value::Null, deal_options: &Value::Null, seed, games, limit }
}

#[test]
fn the_two_lists_hold_the_same_games() {
    let ids = bagatelle_catalog::games().iter().map(|game| game.id());
    assert!(ids.eq(encoded_games().iter().map(|game| game.id())));
}

/// How long each game was and what it was worth, for the first game of each place.
fn first_games(game: &dyn EncodedGame, seed: &Seed, games: usize, limit: u32) -> Vec<(u32, Vec<f32>)> {
    let mut batch = game.batch(&plan(seed, games, limit)).unwrap();
    let seats = usize::from(batch.seats());
    let mut found: Vec<Option<(u32, Vec<f32>)>> = vec![None; games];
    let mut numbers = vec![0; games];
    let mut rewards = vec![0.0; games * seats];
    let mut standing = vec![0; games];
    for ply in 1.. {
        batch.sample(&mut numbers);
        batch.step(&numbers, &mut rewards, &mut standing).unwrap();
        for (place, first) in found.iter_mut().enumerate() {
            if standing[place] != Standing::Running as u8 && first.is_none() {
                *first = Some((ply, rewards[place * seats..][..seats].to_vec()));
            }
        }
        if found.iter().all(Option::is_some) {
            break;
        }
    }
    found.into_iter().flatten().collect()
}

#[test]
fn a_batch_plays_what_a_loop_plays() {
    let seed = Seed::from_text("batch");
    for game in encoded_games() {
        let games = first_games(*game, &seed, 6, 90);
        let alone = game.playouts(&plan(&seed, 6, 90)).unwrap();
        let plies: Vec<u32> = games.iter().map(|(plies, _)| *plies).collect();
        let returns: Vec<f32> = games.into_iter().flat_map(|(_, returns)| returns).collect();
        assert_eq!(plies, alone.plies, "{}", game.id());
        assert_eq!(returns, alone.returns, "{}", game.id());
        // A place does not depend on how many others there are.
        assert_eq!(first_games(*game, &seed, 2, 90)[1].0, alone.plies[1], "{}", game.id());
    }
}

#[test]
fn a_batch_is_a_game_by_its_texts() {
    let seed = Seed::from_text("texts");
    for game in encoded_games() {
        let mut batch = game.batch(&plan(&seed, 1, 500)).unwrap();
        let record = game.deal(&Value::Null, &Value::Null, &seed.nth(0)).unwrap();
        let mut play = game.open_encoded(&record).unwrap();
        let width = batch.numbers() as usize;
        assert_eq!(play.numbers() as usize, width);
        for _ in 0..25 {
            let Turn::Seat(seat) = play.turn() else { break };
            let mut to_act = [9];
            batch.seats_to_act(&mut to_act);
            assert_eq!(to_act, [i64::from(seat.0)], "{}", game.id());
            let (numbers, ends) = batch.legal();
            let numbered = play.numbered();
            let of_play: Vec<i64> = numbered.iter().map(|(number, _)| i64::from(*number)).collect();
            assert_eq!((&numbers, ends[0]), (&of_play, numbers.len() as i64), "{}", game.id());
            let mut mask = vec![9; width];
            batch.mask(&mut mask);
            assert!(mask.iter().zip(0i64..).all(|(is, n)| (*is == 1) == numbers.contains(&n)));
            let mut floats = vec![9.0; length(batch.parts())];
            batch.observe(&mut floats);
            assert_eq!(floats, play.floats(Viewer::Seat(seat)), "{}", game.id());
            let mut drawn = [0];
            batch.sample(&mut drawn);
            let (_, text) = numbered.iter().find(|(number, _)| i64::from(*number) == drawn[0]).unwrap();
            play.play(text).unwrap();
            let mut rewards = vec![0.0; usize::from(batch.seats())];
            batch.step(&drawn, &mut rewards, &mut [0]).unwrap();
            if let Some(outcome) = play.outcome() {
                let worth = Seat::all(play.seats()).map(|seat| outcome.utility(seat, play.seats()) as f32);
                assert!(worth.eq(rewards), "{}", game.id());
            }
        }
    }
}

#[test]
fn an_illegal_number_changes_nothing() {
    let seed = Seed::from_text("illegal");
    for game in encoded_games() {
        let mut batch = game.batch(&plan(&seed, 3, 500)).unwrap();
        let (numbers, ends) = batch.legal();
        let legal = numbers[0];
        let illegal = (0..i64::from(batch.numbers()) + 1).find(|n| !numbers[ends[0] as usize..].contains(n));
        let illegal = illegal.unwrap();
        let mut rewards = vec![0.0; 3 * usize::from(batch.seats())];
        for wrong in [illegal, -1, i64::MAX] {
            let refused = batch.step(&[legal, wrong, legal], &mut rewards, &mut [0; 3]).unwrap_err();
            assert_eq!((refused.place, refused.number), (1, wrong), "{}", game.id());
        }
        assert_eq!(batch.legal(), (numbers, ends), "{}", game.id());
        let mut plies = [9; 3];
        batch.plies(&mut plies);
        assert_eq!(plies, [0; 3]);
    }
}
