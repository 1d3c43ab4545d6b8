//! Kuhn poker on a page: two cards, two buttons.

use super::{Action, Card, Kuhn, Seen, View};
use bagatelle_core::Seat;
use bagatelle_core::present::{Control, Fact, Manifest, Picture, Piece, Playable, Scene, Step};
use maud::{Markup, html};

/// The card of a seat as far as the viewer knows it.
fn known(view: &View, seat: u8) -> Option<Card> {
    let shown = view.shown.map(|cards| cards[usize::from(seat)]);
    shown.or(view.own.filter(|_| view.viewer == Some(seat)))
}

fn card(view: &View, seat: u8) -> Piece {
    let face = |card: Card| html! { circle r=(8 + 4 * card as u32) fill="#2c6a3b" {} };
    let back = html! { rect x="-20" y="-30" width="40" height="60" fill="#244d8e" {} };
    let piece = Piece::new(format!("card-{seat}")).at(40 + 80 * u32::from(seat), 40);
    match known(view, seat) {
        Some(card) => piece.side("face").label(format!("{card:?} of seat {seat}")).turns(&face(card), &back),
        None => piece.side("back").label(format!("card of seat {seat}, face down")).body(back),
    }
}

impl Playable for Kuhn {
    const MANIFEST: Manifest = Manifest {
        name: "Kuhn poker",
        tagline: "Three cards, one bet.",
        designer: "Harold Kuhn, 1950",
        seats: 2..=2,
        minutes: 1..=1,
        ..Manifest::BASE
    };

    fn rules_page() -> Markup {
        html! { p { "Each seat gets one of three cards and may bet once. A bet is called or lost to." } }
    }

    fn goal(&self, _view: &View) -> String {
        "The higher card wins the pot, unless the other player folds.".into()
    }

    fn status(&self, _view: &View, _picks: &[&str]) -> String {
        "Bet or pass.".into()
    }

    fn svg(&self, scene: &Scene<'_, Self>) -> String {
        let view = scene.view;
        Picture::new(0, 0, 160, 80).label("Kuhn poker").draw(&html! {
            @if view.dealt { @for seat in 0..2 { (card(view, seat)) } }
        })
    }

    fn path(&self, _view: &View, action: Action) -> Vec<Step> {
        vec![Step::one(action.to_string())]
    }

    fn controls(&self, _view: &View) -> Vec<Control> {
        vec![Control::new("pass", "Pass"), Control::new("bet", "Bet")]
    }

    fn say(&self, before: &View, seen: &Seen) -> String {
        let seat = Seat((before.bets.len() % 2) as u8);
        match seen {
            Seen::Deal([None, None]) => "The cards are dealt.".to_owned(),
            Seen::Deal([a, b]) => a.or(*b).map(|own| format!("You get the {own:?}.")).unwrap_or_default(),
            Seen::Pass => format!("Seat {seat} passes."),
            Seen::Bet => format!("Seat {seat} bets."),
        }
    }

    fn facts(&self, view: &View, _seen: &mut dyn ExactSizeIterator<Item = &Seen>) -> Vec<Fact> {
        vec![Fact::new("Bets", view.bets.iter().filter(|bet| **bet).count())]
    }
}
