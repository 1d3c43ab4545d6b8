//! Samples of positions of the day.

use super::sample::Sample;
use bagatelle_core::Seed;
use bagatelle_pages::position::{PositionPage, WaitingPage};
use bagatelle_table::PositionPlay;
use std::sync::Arc;

const GAME: &str = "baju-duel";

/// A position before the first try, after a wrong one, with a hint, with a closer one, with the answer shown,
/// solved, and while it is looked for.
pub(crate) fn samples() -> Vec<Sample> {
    let date = "2026-11-21".parse().expect("a date");
    let any = bagatelle_catalog::examined(GAME).expect("a game");
    let found = any.position(&Seed::from_text("sample"), &mut |_| true).expect("a position");
    let found = Arc::new(found);
    let wrong = found.answers.keys().next().expect("a wrong action").clone();
    let draw = |name: &str, tries: &[&str], help: fn(&mut PositionPlay)| {
        let mut play = PositionPlay::open(any, Arc::clone(&found)).expect("a position");
        help(&mut play);
        let verdict = tries.iter().map(|text| play.attempt(text)).last();
        let page = PositionPage {
            game: any,
            date,
            play: &play,
            verdict: verdict.as_ref(),
            at: play.reached(),
            ended: &[],
            base: "https://play.example",
        };
        Sample::new(name, page.page())
    };
    vec![
        draw("position", &[], |_| ()),
        draw("position-wrong", &[&wrong], |_| ()),
        draw("position-hinted", &[], PositionPlay::help),
        draw("position-narrowed", &[], PositionPlay::narrow),
        draw("position-shown", &[], PositionPlay::show),
        draw("position-solved", &[&wrong, &found.good[0]], |_| ()),
        Sample::new("position-waiting", WaitingPage { game: any, date, looked: 3 }.page()),
    ]
}
