//! The drawings: everything that can be picked is there, things that move stand by themselves, pictures stay small.

mod common;

use bagatelle_bulbous::{Bulbous, Options, Wish};
use bagatelle_core::playable::{Playable, Scene, Step};
use bagatelle_core::{Game, Rng, Seat, Seed, Stream, Turn, Viewer};
use common::{Play, random_game};
use std::collections::HashSet;

fn drawn(play: &Play, viewer: Viewer) -> String {
    let view = play.game.view(&play.state, viewer);
    play.game.draw(&Scene { view: &view, legal: &[], last: None, near: Seat(0) })
}

#[test]
fn what_can_be_picked_is_drawn_or_is_a_button() {
    for (options, wish) in Bulbous::variants() {
        let (game, setup, actions) = random_game(&options, wish.seats, "picks");
        let mut state = game.start(&setup).unwrap();
        let mut legal = Vec::new();
        for (n, action) in actions.into_iter().enumerate() {
            if let Turn::Seat(seat) = game.turn(&state)
                && n % 5 == 0
            {
                game.legal(&state, &mut legal);
                let view = game.view(&state, Viewer::Seat(seat));
                let picture = game.draw(&Scene { view: &view, legal: &legal, last: None, near: Seat(0) });
                let buttons: Vec<String> = game.controls(&view).into_iter().map(|c| c.id).collect();
                let mut paths = HashSet::new();
                for &action in &legal {
                    let path = game.path(&view, action);
                    assert!(
                        !path.is_empty() && paths.insert(format!("{path:?}")),
                        "{action} has a path of its own"
                    );
                    let names = path.into_iter().flat_map(|step| match step {
                        Step::One(name) => vec![name],
                        Step::Set(names) => names,
                    });
                    for name in names {
                        let there =
                            picture.contains(&format!("data-pick=\"{name}\"")) || buttons.contains(&name);
                        assert!(there, "{name} of {action} is nowhere");
                    }
                }
            }
            game.apply(&mut state, action);
        }
    }
}

#[test]
fn pictures_have_unique_ids_need_no_fonts_and_stay_small() {
    for (options, wish) in Bulbous::variants() {
        let (game, setup, actions) = random_game(&options, wish.seats, "ids");
        let mut state = game.start(&setup).unwrap();
        for action in actions.into_iter().take(120) {
            game.apply(&mut state, action);
            for viewer in [Viewer::Seat(Seat(0)), Viewer::Spectator] {
                let view = game.view(&state, viewer);
                let picture = game.draw(&Scene { view: &view, legal: &[], last: None, near: Seat(0) });
                let mut ids = HashSet::new();
                for id in picture.split(" id=\"").skip(1).filter_map(|rest| rest.split('"').next()) {
                    assert!(ids.insert(id), "{id} stands twice");
                }
                assert!(!picture.contains("style=") && !picture.contains("<text"));
                assert!(picture.len() < 60_000, "{} bytes", picture.len());
                for reference in picture.split("href=\"#").skip(1).filter_map(|rest| rest.split('"').next()) {
                    assert!(ids.contains(reference), "{reference} is referred to, but not drawn");
                }
            }
        }
    }
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
            let seen = play.game.seen(&play.state, action, viewer);
            let view = play.game.view(&play.state, viewer);
            told.push(format!("{viewer:?}: {seen}\n    {}", play.game.say(&view, &seen)));
        }
        play.go(text);
    }
    insta::assert_snapshot!(told.join("\n"));
}

#[test]
fn a_deal_for_each_number_of_seats_and_none_for_others() {
    let game = Bulbous::new(&Options::default()).unwrap();
    let deal = |seats| game.deal(&Wish { seats }, &mut Rng::new(&Seed::from_text("seats"), Stream::Deal));
    for seats in 2..=4 {
        assert_eq!(deal(seats).unwrap().colours.len(), usize::from(seats));
    }
    assert_eq!(deal(5).unwrap_err().to_string(), "two to four can play, not 5");
    assert_eq!(Wish::default().seats, 4);
    for (full_deck, cards) in [(false, 26), (true, 34)] {
        let game = Bulbous::new(&Options { full_deck, ..Options::default() }).unwrap();
        let setup =
            game.deal(&Wish { seats: 3 }, &mut Rng::new(&Seed::from_text("deck"), Stream::Deal)).unwrap();
        assert_eq!(game.start(&setup).unwrap().table().in_play().len(), cards);
        assert_eq!(setup.deck.matches('W').count(), 2, "both Wilds stay");
    }
}
