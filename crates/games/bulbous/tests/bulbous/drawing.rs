//! Drawings of whole games and of known positions, and what is said of actions. What holds for all drawings
//! is in `laws`.

use crate::common::{Play, by_colours, random_game};
use bagatelle_bulbous::{Bluff, Bulbous, DealOptions, Options, Preset};
use bagatelle_core::present::{Playable, Scene};
use bagatelle_core::{Game, Rng, Seat, Seed, Stream, Turn, Viewer};
use bagatelle_testkit::page::check_drawing;
use std::collections::HashSet;

fn drawn(play: &Play, viewer: Viewer) -> String {
    let view = play.game.view(&play.state, viewer);
    by_colours(&play.game, &view, play.game.svg(&Scene::still(&view)))
}

/// The drawings of the laws are of the first plies of a game; these reach its end, open hands and all.
#[test]
fn drawings_are_sound_to_the_end_of_a_game() {
    for (options, deal) in Bulbous::variants() {
        let (game, setup, actions) = random_game(&options, deal.seats, "ids");
        let mut state = game.start(&setup).unwrap();
        let last = actions.last().copied();
        for (n, action) in actions.into_iter().enumerate() {
            game.apply(&mut state, action);
            if n < 120 || game.turn(&state) == Turn::Over {
                for viewer in [Viewer::Seat(Seat(0)), Viewer::Spectator] {
                    let view = game.view(&state, viewer);
                    let svg = game.svg(&Scene::still(&view));
                    check_drawing(&svg).unwrap();
                    assert!(!svg.contains("to act, to act"), "said twice");
                }
            }
        }
        let near = Seat(deal.seats - 1);
        let open = game.open_view().unwrap().svg_open(&state, last, near);
        check_drawing(&open).unwrap();
        // The table of the near seat in the same size, with everyone in the same place.
        let view = game.view(&state, Viewer::Seat(near));
        let closed = game.svg(&Scene { near, aside: true, ..Scene::still(&view) });
        let place = |svg: &str, part: &str| {
            let (_, rest) = svg.split_once(part).unwrap_or_else(|| panic!("no {part}"));
            let after = rest.split_once(if part.starts_with('v') { "" } else { "transform=" }).unwrap().1;
            after.split('"').nth(1).unwrap_or_default().to_owned()
        };
        let seats = Seat::all(deal.seats).map(|seat| format!("id=\"seat-{}\"", seat.0));
        for part in seats.chain(["viewBox=".to_owned(), "id=\"deck\"".to_owned()]) {
            assert_eq!(place(&open, &part), place(&closed, &part), "{part}");
        }
        let mut ids = HashSet::new();
        for id in open.split(" id=\"").skip(1).filter_map(|rest| rest.split('"').next()) {
            assert!(ids.insert(id), "{id} is there twice");
        }
        for seat in Seat::all(deal.seats) {
            for card in state.hand(seat).iter() {
                assert!(ids.contains(format!("card-{card}").as_str()), "{card} is open");
            }
        }
    }
}

/// While bets are turned up, each has its sum, a Wild its sign, and the points change that a bulb changes.
#[test]
fn every_bet_that_is_turned_up_bears_its_sum_and_points_change_then() {
    let (mut wilds, mut sums, mut changes) = (0, 0, 0);
    for (n, (options, deal)) in Bulbous::variants().into_iter().enumerate() {
        let (game, setup, actions) = random_game(&options, deal.seats, &format!("turned up {n}"));
        let mut state = game.start(&setup).unwrap();
        for action in actions {
            let before = state.clone();
            game.apply(&mut state, action);
            for viewer in [Viewer::Seat(Seat(0)), Viewer::Spectator] {
                let (old, seen) = (game.view(&before, viewer), game.observe(&before, action, &state, viewer));
                let Some((view, ..)) = game.moment(&old, &seen) else { continue };
                let svg = game.svg(&Scene::still(&view));
                check_drawing(&svg).unwrap();
                let text = seen.to_string();
                let bets =
                    text.split(" | ").find_map(|part| part.split_once("reveal:").or(part.split_once("tie:")));
                let bets = bets.and_then(|(_, part)| part.split(':').nth(1)).expect("bets");
                for (seat, cards) in bets.split(';').filter_map(|bet| bet.split_once('=')) {
                    let sum = svg.split_once(&format!("id=\"sum-{seat}\"")).map(|(_, rest)| rest);
                    let sum = sum.unwrap_or_else(|| panic!("{text}: seat {seat} has no sum"));
                    if cards.contains('W') && options.preset == Preset::Page2024 && options.bluff == Bluff::No
                    {
                        assert!(sum.split('>').next().unwrap().contains("beats every sum"), "{text}");
                        wilds += 1;
                    }
                    sums += 1;
                }
                for seat in Seat::all(deal.seats) {
                    let [was, is] = [&old, &view].map(|view| game.standing(view).unwrap()[seat.index()]);
                    let plate = svg.split_once(&format!("id=\"seat-{}\"", seat.0)).unwrap().1;
                    let tells = plate.split('>').next().unwrap().contains("data-moment=\"tells ");
                    assert_eq!(tells, was != is, "{text}: the points of {seat}");
                    changes += usize::from(tells);
                }
            }
        }
    }
    assert!(wilds > 0 && sums > 100 && changes > 100, "{wilds} {sums} {changes}");
}

#[test]
fn tables_look_as_they_did() {
    let mut play = Play::new(Options::default(), &["R", "B", "Y", "G"], &["R4 R7 RX", "R9"], "");
    play.go("choose:1 choose:3 choose:2 choose:3 target:R bet:R4,RX bet:R9");
    insta::assert_snapshot!("own_bet", drawn(&play, Viewer::Seat(Seat(0))));
    insta::assert_snapshot!("spectator", drawn(&play, Viewer::Spectator));
}

#[test]
fn sentences_say_what_happened() {
    let mut play = Play::new(
        Options::default(),
        &["R", "B", "Y", "G"],
        &["R4 R7 RX", "R9 B3 B5", "Y3", "G4"],
        "Y8 G8 G9",
    );
    let mut told = Vec::new();
    let texts = "choose:1 choose:3 choose:2 choose:3 target:R bet:R4,RX bet:R9 swap:Y3 pass target:B swap:R7";
    for text in texts.split(' ') {
        for viewer in [Viewer::Seat(Seat(0)), Viewer::Seat(Seat(2)), Viewer::Spectator] {
            let action = text.parse().unwrap();
            let mut after = play.state.clone();
            play.game.apply(&mut after, action);
            let seen = play.game.observe(&play.state, action, &after, viewer);
            let view = play.game.view(&play.state, viewer);
            let said = by_colours(&play.game, &view, play.game.say(&view, &seen));
            told.push(format!("{viewer:?}: {seen}\n    {said}"));
        }
        play.go(text);
    }
    insta::assert_snapshot!(told.join("\n"));
}

#[test]
fn a_deal_for_each_number_of_seats_and_none_for_others() {
    let game = Bulbous::new(&Options::default()).unwrap();
    let deal =
        |seats| game.deal(&DealOptions::of(seats), &mut Rng::new(&Seed::from_text("seats"), Stream::Deal));
    for seats in 2..=4 {
        assert_eq!(deal(seats).unwrap().colours.len(), usize::from(seats));
    }
    assert_eq!(deal(5).unwrap_err().to_string(), "the game is for two to four players, not 5");
    assert_eq!(DealOptions::default().seats, 4);
    for (full_deck, cards) in [(false, 26), (true, 34)] {
        let game = Bulbous::new(&Options { full_deck, ..Options::default() }).unwrap();
        let setup =
            game.deal(&DealOptions::of(3), &mut Rng::new(&Seed::from_text("deck"), Stream::Deal)).unwrap();
        assert_eq!(game.start(&setup).unwrap().public().in_play().len(), cards);
        assert_eq!(setup.deck.matches('W').count(), 2, "both Wilds stay");
    }
}
