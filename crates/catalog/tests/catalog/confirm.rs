//! An action with a warning is offered with a last step that confirms it, and is legal as it is.

use bagatelle_catalog::{AnyPlay, game_of};
use bagatelle_core::present::{CONFIRM, Step};
use bagatelle_core::record::Record;
use bagatelle_core::{Seat, Viewer};

/// The ace of Moons lies in front, and its tile has nowhere to go.
fn stuck() -> Box<dyn AnyPlay> {
    let record = Record::from_json(
        r#"{ "bagatelle": 1, "game": "burbuja", "options": { "chances": "S0M0C0A0" },
             "setup": { "tiles": "C3MnSaA2Ca/C2C5M4M3An/AaM5A5S3/M2A4SnS5S2/MaA3C4S4Cn",
                        "coins": "S=23n4a5 M=a435n2 C=54n32a A=4n352a" },
             "actions": ["pick:At", "move:-3,-2", "pick:Af", "move:-3,0", "pick:Ct", "move:2,3"] }"#,
    )
    .unwrap();
    game_of(&record).unwrap().open(&record).unwrap()
}

#[test]
fn what_loses_at_once_takes_a_second_pick() {
    let (mut play, viewer) = (stuck(), Viewer::Seat(Seat(0)));
    let offers = play.offers(viewer);
    let confirmed: Vec<&str> =
        offers.iter().filter(|offer| offer.confirms).map(|offer| offer.text.as_str()).collect();
    assert_eq!(confirmed, ["pick:Mf"]);
    let offer = offers.iter().find(|offer| offer.confirms).unwrap();
    assert_eq!(offer.path, [Step::one("front-M"), Step::set([CONFIRM])]);
    assert_eq!(offer.key.as_deref(), Some("2"), "the key takes the first step");
    // What is asked then says why; the button is there from the beginning, so that nothing jumps.
    let asks = play.asks(viewer, &offers);
    assert!(asks["front-M"].contains("Taking its coin loses."), "{asks:?}");
    let controls = play.controls(viewer);
    assert!(controls.iter().any(|control| control.id == CONFIRM && control.key == Some('c')), "{controls:?}");
    assert_eq!(play.refusal(viewer, &["front-M"]), None);
    assert!(play.controls(Viewer::Spectator).iter().all(|control| control.id != CONFIRM));
    // The command and the API take it as it is.
    assert_eq!(play.play("pick:Mf").unwrap(), "pick:Mf");
    assert!(play.outcome().unwrap().winners.is_empty());
}

#[test]
fn what_does_not_is_done_at_once() {
    let play = stuck();
    let viewer = Viewer::Seat(Seat(0));
    let earlier = play.at(4);
    assert!(earlier.offers(viewer).iter().all(|offer| !offer.confirms));
    assert!(earlier.controls(viewer).iter().all(|control| control.id != CONFIRM));
    let plain = serde_json::to_value(&earlier.offers(viewer)[0]).unwrap();
    assert!(plain.get("confirms").is_none(), "pages of other positions are as before");
}
