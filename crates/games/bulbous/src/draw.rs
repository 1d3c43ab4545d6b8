//! The table as a picture: opponents at the top, the specimens in the middle, the reader's hand at the bottom.
//!
//! Everything is made from a view, so a card that the reader may not know has no name here: other hands and face-down
//! bets are backs. Cards that lie open are `card-R5`, wherever they are, so that they travel as themselves.

use crate::Bulbous;
use crate::art::{CARD, CREAM, INK, Mark, defs, href, number, paint, pair_paint};
use crate::card::{Card, Colour};
use crate::cards::Cards;
use crate::garden::{bulbs, specimens};
use crate::news::{self, prompt, title};
use crate::open;
use crate::table::{Deed, Phase, SEATS, Table};
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
const HAND: f64 = 626.0;

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

/// Face-up cards that lie before a seat: its play-off bet, what it swapped, or what it laid in the last turn until it
/// acts again. Cards that have gone into a new deck since are no longer there, even if somebody else lays them anew.
fn faced(table: &Table, seat: Seat) -> Cards {
    let open = table.open()[seat.index()];
    if !open.is_empty() {
        return open;
    }
    let later: Vec<Seat> = table.from(table.first().0).skip_while(|s| *s != seat).skip(1).collect();
    let anew = later.iter().fold(Cards::NONE, |all, s| all | remembered(table, *s));
    (remembered(table, seat) & table.discards().set()) - anew
}

/// The open cards of a seat's last deed, wherever they are by now.
fn remembered(table: &Table, seat: Seat) -> Cards {
    match (table.deed(seat), table.phase()) {
        (Deed::Swap(cards), _) => cards,
        (Deed::Waiting, _) | (Deed::Bet, Phase::Choose | Phase::Target | Phase::Refill | Phase::Over) => {
            table.shown().map_or(Cards::NONE, |shown| shown.bets[seat.index()])
        }
        _ => Cards::NONE,
    }
}

/// All cards that lie face up before the seats.
fn before_seats(table: &Table) -> Cards {
    Seat::all(table.seats()).fold(Cards::NONE, |all, seat| all | faced(table, seat))
}

/// The uppermost discard that is not still shown before a seat.
fn top_discard(table: &Table) -> Option<Card> {
    let shown = before_seats(table);
    table.discards().iter().rev().find(|card| !shown.has(*card))
}

/// A place, as the value of a `transform`.
pub(crate) fn at(x: f64, y: f64) -> String {
    format!("translate({x:.1} {y:.1})")
}

/// A scaled card: by its face or its back.
pub(crate) fn card_art(card: Option<Card>, scale: f64) -> Markup {
    let art = card.map_or_else(|| "#bulbous-back".into(), |c| href("card", c));
    html! { use href=(art) transform=[(scale < 1.0).then(|| format!("scale({scale})"))] {} }
}

pub(crate) fn draw(scene: &Scene<'_, Bulbous>) -> String {
    let view = scene.view;
    let mut bets = [Cards::NONE; SEATS];
    if let Some(seat) = view.viewer().seat().filter(|s| s.0 < view.table().seats()) {
        bets[seat.index()] = view.bet();
    }
    picture(view, scene.last, &bets, None)
}

/// The picture. `bets` are the face-down cards whose faces are known, `hands` those that are shown below the table.
pub(crate) fn picture(
    view: &View,
    last: Option<&str>,
    bets: &[Cards; SEATS],
    hands: Option<&[Cards; SEATS]>,
) -> String {
    let table = view.table();
    let own = view.viewer().seat().filter(|s| s.0 < table.seats());
    // Opponents clockwise from the left of the reader, so that the table reads like a real one.
    let others: Vec<Seat> = match own {
        Some(own) => table.from(own.0).skip(1).collect(),
        None => Seat::all(table.seats()).collect(),
    };
    let rows = f64::from(table.seats().div_ceil(2));
    let bottom = match (own, hands) {
        (Some(_), _) => HAND + 184.0,
        (None, None) => MIDDLE + 152.0,
        (None, Some(_)) => MIDDLE + 152.0 + rows * open::ROW,
    };
    let laid = bets.iter().chain(hands.into_iter().flatten()).fold(Cards::NONE, |all, cards| all | *cards);
    let open = view.hand() | laid | before_seats(table) | top_discard(table).into_iter().collect();
    let faces: Vec<Card> = open.iter().collect();
    let dresses: Vec<_> = Seat::all(table.seats()).map(|s| dress(table, s)).collect();
    let drawn = last.map(drawn).unwrap_or_default();
    let width = (WIDTH - 16.0 - 8.0 * others.len() as f64) / others.len().max(1) as f64;
    let width = width.min(420.0);
    let left = (WIDTH - (width + 8.0) * others.len() as f64 + 8.0) / 2.0;

    let picture = html! {
        svg xmlns="http://www.w3.org/2000/svg" viewBox=(format!("0 0 {WIDTH} {bottom}")) role="group"
            aria-label=(format!("Bulbous. {}", prompt(view))) {
            (defs(&faces, &dresses))
            rect width=(WIDTH) height=(bottom) rx="22" fill="#4c5a54" {}
            rect x="5" y="5" width=(WIDTH - 10.0) height=(bottom - 10.0) rx="18" fill="none" stroke="#617068" stroke-width="1.500" {}
            @for (n, seat) in others.iter().enumerate() {
                (plate(view, *seat, left + n as f64 * (width + 8.0), 12.0, width, bets[seat.index()]))
            }
            (specimens(view))
            (middle(view, own))
            @if let Some(hands) = hands { (open::hands(table, hands)) }
            @if let Some(own) = own {
                (own_plate(view, own))
                (hand(view, drawn))
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
            rect width=(width) height=(CARD.1 + 24.0) rx="16" fill="#4c5a54" {}
            @for (n, card) in cards.iter().enumerate() {
                g transform=(at(12.0 + n as f64 * (CARD.0 + 12.0), 12.0)) { (card_art(Some(*card), 1.0)) }
            }
        }
    }
    .into_string()
}

/// The cards that the reader drew by the last action.
fn drawn(last: &str) -> Cards {
    let cards = |part: &str| {
        part.strip_prefix("drew:").or_else(|| part.strip_prefix("refill:")).and_then(Cards::from_text)
    };
    last.split(" | ").filter_map(cards).fold(Cards::NONE, |all, set| all | set)
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
        rect width=(width) height=(height) rx="14" fill=(if acts { "#5d6d64" } else { "#43504a" })
            stroke=(if acts { "#f0d9a0" } else { "#5a6961" }) stroke-width=(if acts { 3 } else { 1 }) {}
        @if acts {
            path d="M-9 14l17 14-17 14Z" fill="#f0d9a0" stroke="#4c5a54" stroke-width="2" {}
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
        g id=(format!("seat-{seat}")) transform=(at(x, y)) role="img" aria-label=(label) {
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

/// The cards before a seat: face down while a bet is hidden (unless the reader knows it, as `bet`), face up when all have been
/// turned over.
fn laid(view: &View, seat: Seat, bet: Cards, x: f64, y: f64, room: f64, scale: f64) -> Markup {
    let table = view.table();
    let faces: Vec<Card> = faced(table, seat).iter().chain(bet.iter()).collect();
    let backs = usize::from(view.bet_size(seat).saturating_sub(bet.len()));
    let count = faces.len() + backs;
    let card = CARD.0 * scale;
    let step = if count > 1 { ((room - card) / (count - 1) as f64).min(card + 4.0) } else { 0.0 };
    let left = x - (step * count.saturating_sub(1) as f64 + card) / 2.0;
    let past = table.deed(seat) == Deed::Waiting || table.phase() != Phase::Act;
    let won = past
        && table.shown().is_some_and(|s| s.winner == Some(seat))
        && !matches!(table.deed(seat), Deed::Swap(_));
    let place = |n: usize| at(left + step * n as f64, y);
    html! {
        @for (n, card) in faces.iter().enumerate() {
            @let secret = bet.has(*card);
            g id=(format!("card-{card}")) class=(if secret { "card laid" } else { "card flip" }) transform=(place(n))
                role="img" aria-label=(if secret { format!("{}, face down", card.name()) } else { card.name() }) {
                (card_art(Some(*card), scale))
                @if secret {
                    // A corner turned over: the others see a back.
                    path d=(format!("M{0:.1} 0v{1:.1}L{2:.1} 0Z", CARD.0 * scale, 34.0 * scale, CARD.0 * scale - 34.0 * scale)) fill="#6d5a6b" stroke="#4b3d4a" {}
                }
            }
        }
        @for n in 0..backs {
            g id=(format!("back-{seat}-{n}")) class="card back" transform=(place(faces.len() + n)) role="img" aria-label="a face-down card" {
                (card_art(None, scale))
            }
        }
        @if won && !faces.is_empty() {
            g id=(format!("won-{seat}")) transform=(at(x + (step * (count - 1) as f64 + card) / 2.0 - 4.0, y + 8.0)) role="img" aria-label="won the bulb" {
                circle r="15" fill=(CREAM) stroke=(INK) stroke-width="1" {}
                use href=(bulb_of(table, seat)) transform="translate(0 1) scale(.62)" {}
            }
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
        g id="deck" transform=(at(20.0, y)) role="img" aria-label=(format!("deck: {}", news::cards(view.deck_size()))) {
            rect width="80" height="116" rx="8" fill="none" stroke="#6b7a71" stroke-dasharray="5 6" {}
            @for n in 0..view.deck_size().div_ceil(8) {
                g transform=(at(-f64::from(n) * 2.0, -f64::from(n) * 2.0)) { (card_art(None, 0.765)) }
            }
            circle cx="62" cy="102" r="19" fill="#33302b" {}
            (number(i32::from(view.deck_size()), 62.0, 102.0, 16.0, CREAM))
        }
        g id="discards" transform=(at(112.0, y)) role="img" aria-label=(format!("discards: {}{}", news::cards(discards), top.map(|c| format!(", {} on top", c.name())).unwrap_or_default())) {
            rect width="80" height="116" rx="8" fill=(if discards > 0 { "#d8ccb3" } else { "none" }) stroke="#6b7a71" stroke-dasharray="5 6" {}
        }
        @if let Some(card) = top {
            g id=(format!("card-{card}")) class="card" transform=(at(112.0, y)) { (card_art(Some(card), 0.765)) }
        }
        g id="discard-count" transform=(at(174.0, y + 102.0)) {
            circle r="19" fill="#33302b" {}
            (number(i32::from(discards), 0.0, 0.0, 16.0, CREAM))
        }
        @if let Some(own) = own {
            g id="own-deed" transform=(at(388.0, y + 58.0)) role="img" aria-label=(format!("You: {}", deed_label(view, own))) {
                (deed_mark(table, own, 0.0, 0.0, 132.0))
            }
            (laid(view, own, view.bet(), 388.0, y, 350.0, 0.765))
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

/// The reader's hand as a fan; new cards bear a small sprout.
fn hand(view: &View, drawn: Cards) -> Markup {
    let cards: Vec<Card> = view.hand().iter().collect();
    let count = cards.len() as f64;
    let step = ((WIDTH - 52.0 - CARD.0) / (count - 1.0).max(1.0)).min(CARD.0 - 4.0);
    let left = (WIDTH - step * (count - 1.0).max(0.0) - CARD.0) / 2.0;
    html! {
        @for (n, card) in cards.iter().enumerate() {
            @let off = n as f64 - (count - 1.0) / 2.0;
            g id=(format!("card-{card}")) class="card" transform=(at(left + step * n as f64, HAND + off * off * 1.1)) data-pick=(format!("card-{card}"))
                role="img" aria-label=(card.name()) {
                g transform=(format!("rotate({:.1} 52 152)", off * 1.5)) {
                    rect x="3" y="5" width="104" height="152" rx="10" fill="#2c352f" opacity=".35" {}
                    (card_art(Some(*card), 1.0))
                    @if drawn.has(*card) {
                        path d="M18.500 118C18 108 22 104 30 102 30 111 26 115 18.500 118ZM18.500 118C18 111 14 107 7 106 8 113 11 117 18.500 118Z" fill="#fffaf0" {}
                    }
                }
                rect class="halo" x="-3" y="-3" width="110" height="158" rx="13" fill="none" stroke-width="5" display="none" transform=(format!("rotate({:.1} 52 152)", off * 1.5)) {}
            }
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
