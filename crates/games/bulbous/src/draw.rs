//! The table as a picture: opponents at the top, the specimens in the middle, the reader's hand at the bottom.
//!
//! Everything is made from a view, so a card that the reader may not know has no name here: other hands and face-down
//! bets are backs. Cards that lie open are `card-R5`, wherever they are, so that they travel as themselves.

use crate::Bulbous;
use crate::art::{CARD, CREAM, MAT, Mark, defs, href, number, paint, pair_paint};
use crate::card::{Card, Colour};
use crate::cards::Cards;
use crate::garden::{bulbs, specimens};
use crate::hands::{self, before_seats, faced, laid, remembered, top_discard};
use crate::news::{self, prompt, title};
use crate::open;
use crate::table::{Deed, SEATS, Table};
use crate::view::View;
use bagatelle_core::playable::Scene;
use bagatelle_core::{Seat, Turn};
use maud::{Markup, html};

/// The width of the picture.
pub(crate) const WIDTH: f64 = 720.0;
/// The size of a seat's plate.
const PLATE: f64 = 148.0;
/// The upper edge of the row of deck and own bet.
pub(crate) const MIDDLE: f64 = 462.0;
/// The upper edge of the hand.
pub(crate) const HAND: f64 = 626.0;
/// The size of cards on piles and before the reader, against those in the hand.
const LAID: f64 = 0.765;

/// The paint and mark of a seat.
pub(crate) fn dress(table: &Table, seat: Seat) -> ((&'static str, &'static str), Mark) {
    let colour = table.colours(seat).next().unwrap_or(Colour::Red);
    if table.seats() == 2 {
        (pair_paint(colour.symbol()), Mark::Symbol(colour.symbol()))
    } else {
        (paint(colour), Mark::Emblem(colour))
    }
}

/// The name of the drawing of a seat's bulb.
pub(crate) fn bulb_of(table: &Table, seat: Seat) -> String {
    href("bulb", dress(table, seat).1.key())
}

/// A place, as the value of a `transform`.
pub(crate) fn at(x: f64, y: f64) -> String {
    format!("translate({x:.1} {y:.1})")
}

pub(crate) fn draw(scene: &Scene<'_, Bulbous>) -> String {
    let view = scene.view;
    let mut bets = [Cards::NONE; SEATS];
    if let Some(seat) = view.viewer().seat().filter(|s| s.0 < view.table().seats()) {
        bets[seat.index()] = view.bet();
    }
    picture(view, scene.last, &bets, None)
}

/// The picture. `bets` are the face-down cards whose faces are known, `all` the hands that are shown below the table.
pub(crate) fn picture(
    view: &View,
    last: Option<&str>,
    bets: &[Cards; SEATS],
    all: Option<&[Cards; SEATS]>,
) -> String {
    let table = view.table();
    let own = view.viewer().seat().filter(|s| s.0 < table.seats());
    // Opponents clockwise from the left of the reader, so that the table reads like a real one.
    let others: Vec<Seat> = match own {
        Some(own) => table.from(own.0).skip(1).collect(),
        None => Seat::all(table.seats()).collect(),
    };
    let rows = f64::from(table.seats().div_ceil(2));
    let bottom = match (own, all) {
        (Some(_), _) => HAND + hands::height(table),
        (None, None) => MIDDLE + 152.0,
        (None, Some(_)) => MIDDLE + 152.0 + rows * open::ROW,
    };
    let known = bets.iter().chain(all.into_iter().flatten()).fold(Cards::NONE, |sum, cards| sum | *cards);
    let open = view.hand() | known | before_seats(table) | top_discard(table).into_iter().collect();
    let faces: Vec<Card> = open.iter().collect();
    let dresses: Vec<_> = Seat::all(table.seats()).map(|s| dress(table, s)).collect();
    let width = (WIDTH - 16.0 - 8.0 * others.len() as f64) / others.len().max(1) as f64;
    let width = width.min(420.0);
    let left = (WIDTH - (width + 8.0) * others.len() as f64 + 8.0) / 2.0;

    let picture = html! {
        svg xmlns="http://www.w3.org/2000/svg" viewBox=(format!("0 0 {WIDTH} {bottom}")) role="group"
            class="dark-ground" aria-label=(format!("Bulbous. {}", prompt(view))) {
            (defs(&faces, &dresses))
            rect width=(WIDTH) height=(bottom) rx="22" fill=(MAT) {}
            rect x="5" y="5" width=(WIDTH - 10.0) height=(bottom - 10.0) rx="18" fill="none" stroke="#617068" stroke-width="1.500" {}
            @for (n, seat) in others.iter().enumerate() {
                (plate(view, *seat, left + n as f64 * (width + 8.0), 12.0, width, bets[seat.index()]))
            }
            (specimens(view))
            (middle(view, own))
            @if let Some(all) = all { (open::hands(table, all)) }
            @if let Some(own) = own {
                (own_plate(view, own))
                (hands::hand(view, last))
            }
            (bulbs(table))
            (token(table, own, &others, left, width))
        }
    };
    picture.into_string()
}

/// Some cards in a row, for the rule page.
pub(crate) fn row(cards: &[Card]) -> String {
    let width = cards.len() as f64 * (CARD.0 + 12.0) + 12.0;
    let names: Vec<String> = cards.iter().map(|c| c.name()).collect();
    html! {
        svg xmlns="http://www.w3.org/2000/svg" viewBox=(format!("0 0 {width} {}", CARD.1 + 24.0)) role="img" aria-label=(names.join(", ")) {
            (defs(cards, &[]))
            rect width=(width) height=(CARD.1 + 24.0) rx="16" fill=(MAT) {}
            @for (n, card) in cards.iter().enumerate() {
                g transform=(at(12.0 + n as f64 * (CARD.0 + 12.0), 12.0)) { use href=(href("card", card)) {} }
            }
        }
    }
    .into_string()
}

/// What a seat's deed is called.
fn deed_label(view: &View, seat: Seat) -> String {
    let table = view.table();
    match table.deed(seat) {
        Deed::Waiting if table.turn() == Turn::Seat(seat) => "to act".into(),
        Deed::Waiting => "has not acted".into(),
        Deed::Bet if view.bet_size(seat) > 0 => format!("bets {}", news::cards(view.bet_size(seat))),
        Deed::Bet => format!("showed {}", (table.open()[seat.index()] | remembered(table, seat)).names()),
        Deed::Swap(out) => format!("swapped {}", out.names()),
        Deed::Pass { drew: true } => "passed and drew a card".into(),
        Deed::Pass { drew: false } => "passed with a full hand".into(),
    }
}

/// The round badge of a seat: its paint and its mark.
pub(crate) fn badge(table: &Table, seat: Seat, x: f64, y: f64) -> Markup {
    let ((light, dark), mark) = dress(table, seat);
    html! {
        circle cx=(x) cy=(y) r="19" fill=(light) stroke=(dark) stroke-width="2" {}
        path d=(mark.path()) transform=(at(x, y)) fill="#fffaf0" {}
    }
}

/// A seat's points, beside a small bulb.
fn score(view: &View, seat: Seat, x: f64, y: f64) -> Markup {
    let total = view.points()[seat.index()].total();
    html! {
        g role="img" aria-label=(format!("{} points", total)) {
            use href=(bulb_of(view.table(), seat)) transform=(format!("{} scale(.8)", at(x, y))) {}
            (number(total, x + if total > 9 { 34.0 } else { 27.0 }, y, 25.0, CREAM))
        }
    }
}

fn is_to_act(table: &Table, seat: Seat) -> bool {
    table.turn() == Turn::Seat(seat)
}

/// A frame for a seat: brighter, and with a pointer, if the seat is to act.
fn frame(width: f64, height: f64, acts: bool) -> Markup {
    html! {
        rect width=(width) height=(height) rx="14" fill="#43504a" stroke="#5a6961" {}
        @if acts {
            g class="acts" {
                rect width=(width) height=(height) rx="14" fill="#5d6d64" stroke="#f0d9a0" stroke-width="3" {}
                path d="M-9 14l17 14-17 14Z" fill="#f0d9a0" stroke=(MAT) stroke-width="2" {}
            }
        }
    }
}

fn plate(view: &View, seat: Seat, x: f64, y: f64, width: f64, bet: Cards) -> Markup {
    let table = view.table();
    let held = view.hand_size(seat);
    let acts = is_to_act(table, seat);
    let name = title(table, seat);
    let label = format!(
        "{name}: {} in hand, {}{}",
        news::cards(held),
        deed_label(view, seat),
        if acts { ", to act" } else { "" }
    );
    let narrow = width < 200.0;
    html! {
        g id=(format!("seat-{seat}")) data-side="back" transform=(at(x, y)) role="img" aria-label=(label) {
            (frame(width, PLATE - 8.0, acts))
            (badge(table, seat, 32.0, 28.0))
            (score(view, seat, width - if narrow { 58.0 } else { 66.0 }, 28.0))
            @for n in 0..held.min(3) {
                g transform=(format!("{} rotate({}) scale(.26)", at(64.0 + f64::from(n) * 6.0, 11.0), i32::from(n) * 6 - 6)) {
                    use href="#bulbous-back" {}
                }
            }
            (number(i32::from(held), 86.0, 30.0, 20.0, "#fffaf0"))
            (deed_mark(table, seat, width / 2.0, 92.0, width / 2.0 - 34.0))
        }
        (laid(view, seat, bet, x + width / 2.0, y + 54.0, width - 24.0, 0.5))
    }
}

/// A sign for what is not told by cards: passed, still to come, or that the cards beside it (`aside` to the left) were
/// swapped.
fn deed_mark(table: &Table, seat: Seat, x: f64, y: f64, aside: f64) -> Markup {
    html! {
        @match table.deed(seat) {
            Deed::Pass { drew } => {
                g transform=(at(x, y)) fill="none" stroke=(CREAM) stroke-width="3" stroke-linecap="round" stroke-linejoin="round" {
                    path d="M-26 0H6M-2-9 8 0-2 9" {}
                    @if drew { path d="M20-12h12v20H20ZM26-5v8M22-1h8" stroke-width="2" {} }
                }
            }
            Deed::Waiting if faced(table, seat).is_empty() => {
                g transform=(at(x, y)) fill=(CREAM) opacity=".4" {
                    circle cx="-14" r="3.500" {} circle r="3.500" {} circle cx="14" r="3.500" {}
                }
            }
            Deed::Swap(_) => {
                path transform=(at(x - aside, y)) d="M-16-3H14M8-8l6 5M16 4H-14M-8 9l-6-5" fill="none" stroke=(CREAM) stroke-width="2" stroke-linecap="round" {}
            }
            _ => {}
        }
    }
}

/// Deck, discards, and the reader's own bet between hand and specimens.
fn middle(view: &View, own: Option<Seat>) -> Markup {
    let table = view.table();
    let top = top_discard(table);
    let discards = table.discards().len();
    let y = MIDDLE + 12.0;
    html! {
        g id="deck" data-side="back" transform=(at(20.0, y)) role="img" aria-label=(format!("deck: {}", news::cards(view.deck_size()))) {
            rect width="80" height="116" rx="8" fill="none" stroke="#6b7a71" stroke-dasharray="5 6" {}
            @for n in 0..view.deck_size().div_ceil(8) {
                g transform=(at(-f64::from(n) * 2.0, -f64::from(n) * 2.0)) { use href="#bulbous-back" transform=(format!("scale({LAID})")) {} }
            }
            circle cx="62" cy="102" r="19" fill="#33302b" {}
            (number(i32::from(view.deck_size()), 62.0, 102.0, 16.0, CREAM))
        }
        g id="discards" transform=(at(112.0, y)) role="img" aria-label=(format!("discards: {}{}", news::cards(discards), top.map(|c| format!(", {} on top", c.name())).unwrap_or_default())) {
            rect width="80" height="116" rx="8" fill=(if discards > 0 { "#d8ccb3" } else { "none" }) stroke="#6b7a71" stroke-dasharray="5 6" {}
        }
        @if let Some(card) = top {
            g id=(format!("card-{card}")) data-side="face" transform=(at(112.0, y)) {
                g transform=(format!("scale({LAID})")) { use href=(href("card", card)) {} }
            }
        }
        g id="discard-count" transform=(at(174.0, y + 102.0)) {
            circle r="19" fill="#33302b" {}
            (number(i32::from(discards), 0.0, 0.0, 16.0, CREAM))
        }
        @if let Some(own) = own {
            g id="own-deed" transform=(at(388.0, y + 58.0)) role="img" aria-label=(format!("You: {}", deed_label(view, own))) {
                (deed_mark(table, own, 0.0, 0.0, 132.0))
            }
            (laid(view, own, view.bet(), 388.0, y, 350.0, LAID))
        }
    }
}

fn own_plate(view: &View, own: Seat) -> Markup {
    let table = view.table();
    let acts = is_to_act(table, own);
    html! {
        g id=(format!("seat-{own}")) transform=(at(586.0, MIDDLE + 16.0)) role="img" aria-label=(format!("You are {}{}", title(table, own), if acts { ", it is your turn" } else { "" })) {
            (frame(118.0, 112.0, acts))
            (badge(table, own, 34.0, 30.0))
            (score(view, own, 34.0, 82.0))
        }
    }
}

/// The First Player token, a brass disc with a sprout, at its seat's plate.
fn token(table: &Table, own: Option<Seat>, others: &[Seat], left: f64, width: f64) -> Markup {
    let (x, y) = match others.iter().position(|s| *s == table.first()) {
        Some(n) => (left + n as f64 * (width + 8.0) + 16.0, PLATE - 8.0),
        None if own.is_some() => (692.0, MIDDLE + 20.0),
        None => (WIDTH / 2.0, PLATE),
    };
    html! {
        g id="first-player" transform=(at(x, y)) role="img" aria-label=(format!("First Player: {}", title(table, table.first()))) {
            circle r="15" fill="#c9a24d" stroke="#7d5f1f" stroke-width="2" {}
            circle r="11" fill="none" stroke="#e8cf8d" stroke-width="1.200" {}
            path d="M0 8V-1M0 1C-1-5-5-7-9-7-8-2-5 1 0 1ZM0-1C1-6 5-8 8-8 8-3 4 0 0-1Z" fill="#5f4711" stroke="#5f4711" stroke-width="1.200" stroke-linejoin="round" {}
        }
    }
}
