//! The table as a picture: opponents at the top, the specimens in the middle, the reader's hand at the bottom.
//!
//! Everything is made from a view, so a card that the reader may not know has no name here: other hands and face-down
//! bets are backs. Cards that lie open are `card-R5`, wherever they are, so that they travel as themselves.

use crate::Bulbous;
use crate::art::{CARD, CREAM, INK, Mark, defs, href, number, paint, pair_paint};
use crate::card::{Card, Cards, Colour};
use crate::news::{self, prompt, title};
use crate::table::{Deed, Phase, Specimen, Table};
use crate::view::View;
use bagatelle_core::playable::Scene;
use bagatelle_core::{Seat, Turn};
use maud::{Markup, html};

/// The width of the picture.
const WIDTH: f64 = 720.0;
/// The size of a seat's plate.
const PLATE: f64 = 148.0;
/// The upper edge, width and height of the active specimens.
const PLANTS: (f64, f64, f64) = (172.0, 160.0, 204.0);
/// The upper edge of the row of the colours' other specimens, and of the row of deck and own bet.
const ROW: f64 = 386.0;
const MIDDLE: f64 = 462.0;
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

fn at(x: f64, y: f64) -> String {
    format!("translate({x:.1} {y:.1})")
}

/// A scaled card: by its face or its back.
fn card_art(card: Option<Card>, scale: f64) -> Markup {
    let art = card.map_or_else(|| "#bulbous-back".into(), |c| href("card", c));
    html! { use href=(art) transform=[(scale < 1.0).then(|| format!("scale({scale})"))] {} }
}

pub(crate) fn draw(scene: &Scene<'_, Bulbous>) -> String {
    let view = scene.view;
    let table = view.table();
    let own = view.viewer().seat().filter(|s| s.0 < table.seats());
    // Opponents clockwise from the left of the reader, so that the table reads like a real one.
    let others: Vec<Seat> = match own {
        Some(own) => table.from(own.0).skip(1).collect(),
        None => Seat::all(table.seats()).collect(),
    };
    let bottom = if own.is_some() { HAND + 184.0 } else { MIDDLE + 152.0 };
    let open = view.hand() | view.bet() | before_seats(table) | top_discard(table).into_iter().collect();
    let faces: Vec<Card> = open.iter().collect();
    let dresses: Vec<_> = Seat::all(table.seats()).map(|s| dress(table, s)).collect();
    let drawn = scene.last.map(drawn).unwrap_or_default();
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
                (plate(view, *seat, left + n as f64 * (width + 8.0), 12.0, width))
            }
            (specimens(view))
            (middle(view, own))
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
fn badge(table: &Table, seat: Seat, x: f64, y: f64) -> Markup {
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
            use href=(href("bulb", seat)) transform=(format!("{} scale(.8)", at(x, y))) {}
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

fn plate(view: &View, seat: Seat, x: f64, y: f64, width: f64) -> Markup {
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
        (laid(view, seat, x + width / 2.0, y + 54.0, width - 24.0, 0.5))
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

/// The cards before a seat: face down while a bet is hidden, face up when all have been turned over.
fn laid(view: &View, seat: Seat, x: f64, y: f64, room: f64, scale: f64) -> Markup {
    let table = view.table();
    let own = view.viewer().seat() == Some(seat);
    let faces: Vec<Card> = faced(table, seat).iter().chain(view.bet().iter().filter(|_| own)).collect();
    let backs = if own { 0 } else { usize::from(view.bet_size(seat)) };
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
            @let secret = own && view.bet().has(*card);
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
                use href=(href("bulb", seat)) transform="translate(0 1) scale(.62)" {}
            }
        }
    }
}

/// The left edge of a colour's column.
fn column(table: &Table, colour: Colour) -> f64 {
    let count = table.clockwise().count() as f64;
    let place = table.clockwise().position(|c| c == colour).unwrap_or(0) as f64;
    let step = PLANTS.1 + 14.0;
    (WIDTH - step * count + 14.0) / 2.0 + place * step
}

/// Where a specimen's places are, from the corner of an active specimen.
fn place(specimen: Specimen, n: u8) -> (f64, f64) {
    let step = 37.0;
    (PLANTS.1 / 2.0 + (f64::from(n) - f64::from(specimen.size - 1) / 2.0) * step, PLANTS.2 - 30.0)
}

/// Where a small slot stands: in the row below, or, while its colour's owner chooses, large in the empty place above.
fn slot(table: &Table, specimen: Specimen) -> (f64, f64, bool) {
    let left = column(table, specimen.colour);
    let pending = table.phase() == Phase::Choose && table.pending().any(|c| c == specimen.colour);
    let n = specimen.size - 1;
    if pending && table.in_reserve(specimen) {
        (left + f64::from(n % 2) * 82.0, PLANTS.0 + f64::from(n / 2) * 104.0, true)
    } else {
        (left + f64::from(n) * 41.0, ROW, false)
    }
}

fn specimens(view: &View) -> Markup {
    let table = view.table();
    html! {
        @for colour in table.clockwise() {
            @let left = column(table, colour);
            @match table.active(colour) {
                Some(specimen) => (active(view, specimen, left)),
                None => {
                    rect x=(left) y=(PLANTS.0) width=(PLANTS.1) height=(PLANTS.2) rx="12" fill="#43504a" stroke="#66756c" stroke-dasharray="6 7" {}
                }
            }
            @for size in 1..=4 {
                (small(table, Specimen { colour, size }))
            }
        }
    }
}

fn tally(table: &Table, specimen: Specimen) -> String {
    let bulbs = table.bulbs(specimen);
    let each: Vec<String> = Seat::all(table.seats())
        .filter(|s| bulbs[s.index()] > 0)
        .map(|s| format!("{} {}", title(table, s), bulbs[s.index()]))
        .collect();
    if each.is_empty() { "no bulbs".into() } else { format!("bulbs: {}", each.join(", ")) }
}

fn active(view: &View, specimen: Specimen, left: f64) -> Markup {
    let table = view.table();
    let colour = specimen.colour;
    let (light, dark) = paint(colour);
    let (w, h) = (PLANTS.1, PLANTS.2);
    let target = table.target() == Some(specimen);
    let contested = table.is_contested(colour);
    let state = match (target, contested) {
        (true, _) => ", contested now",
        (_, true) => ", has had its turn in this round",
        _ => "",
    };
    let order = table.plan().position(|c| c == colour);
    let label = format!("{}{state}, {}", news::plant(specimen), tally(table, specimen));
    let size = 0.86 + 0.1 * f64::from(specimen.size);
    html! {
        g id=(format!("specimen-{colour}-{}", specimen.size)) transform=(at(left, PLANTS.0)) data-pick=(specimen.pick())
            role="img" aria-label=(label) {
            rect class="halo" x="-5" y="-5" width=(w + 10.0) height=(h + 10.0) rx="16" fill="none" stroke-width="5" display="none" {}
            rect width=(w) height=(h) rx="12" fill=(if contested { "#ddd3bd" } else { "#f6efe0" }) stroke=(if target { "#f0d9a0" } else { "#b7a985" }) stroke-width=(if target { 5 } else { 1 }) {}
            path d=(format!("M1 14A13 13 0 0 1 14 1H{}A13 13 0 0 1 {} 14V26H1Z", w - 14.0, w - 1.0)) fill=(light) {}
            (symbol_row(specimen, w))
            g opacity=[contested.then_some(".6")] {
                use href=(href("plant", colour)) transform=(format!("translate({} {:.1}) scale({size:.2})", w / 2.0, 152.0 - 50.0 * size)) {}
            }
            path d=(format!("M1 {0}C40 {1} 120 {1} {2} {0}V{3}A11 11 0 0 1 {4} {5}H12A11 11 0 0 1 1 {3}Z", h - 56.0, h - 64.0, w - 1.0, h - 12.0, w - 12.0, h - 1.0)) fill="#7b6250" {}
            @for n in 0..specimen.size {
                @let (x, y) = place(specimen, n);
                ellipse cx=(x) cy=(y + 12.0) rx="15" ry="8" fill="#54402f" stroke="#9b8068" stroke-width="1.500" {}
            }
            @if let Some(order) = order {
                circle cx=(w - 16.0) cy="42" r="13" fill=(dark) {}
                (number(order as i32 + 1, w - 16.0, 42.0, 14.0, "#fffaf0"))
            }
            @if contested {
                circle cx="18" cy="44" r="13" fill="#7d8a80" {}
                path d="M12 44l5 5 8-10" fill="none" stroke="#fffaf0" stroke-width="3" stroke-linecap="round" stroke-linejoin="round" {}
            }
            @if target {
                path d=(format!("M{} -3l-12-13h24Z", w / 2.0)) fill="#f0d9a0" {}
            }
        }
    }
}

/// The head of a specimen's card: its symbol, its emblem, and a dot for each place.
fn symbol_row(specimen: Specimen, w: f64) -> Markup {
    html! {
        path d=(Mark::Symbol(specimen.colour.symbol()).path()) transform="translate(17 14) scale(.85)" fill="none" stroke="#fffaf0" stroke-width="2.600" stroke-linejoin="round" {}
        path d=(Mark::Emblem(specimen.colour).path()) transform=(format!("{} scale(.85)", at(w / 2.0, 14.0))) fill="#fffaf0" {}
        @for n in 0..specimen.size {
            circle cx=(w - 14.0 - f64::from(n) * 11.0) cy="14" r="4" fill="#fffaf0" {}
        }
    }
}

/// One of a colour's other specimens: in reserve (pale), in play above (an empty frame), or complete with its bulbs.
fn small(table: &Table, specimen: Specimen) -> Markup {
    let (x, y, large) = slot(table, specimen);
    let (light, dark) = paint(specimen.colour);
    let name = news::plant(specimen);
    let reserve = table.in_reserve(specimen);
    let in_play = table.active(specimen.colour) == Some(specimen);
    let (w, h) = if large { (78.0, 100.0) } else { (37.0, 62.0) };
    let label = match (reserve, in_play) {
        (true, _) => format!("{name}, in reserve"),
        (_, true) => format!("place of the {name}"),
        _ => format!("{name}, complete, {}", tally(table, specimen)),
    };
    let pick = reserve.then(|| specimen.pick());
    html! {
        g id=(format!("slot-{}-{}", specimen.colour, specimen.size)) transform=(at(x, y)) data-pick=[pick] role="img" aria-label=(label) {
            @if reserve {
                rect class="halo" x="-4" y="-4" width=(w + 8.0) height=(h + 8.0) rx="10" fill="none" stroke-width="5" display="none" {}
                rect width=(w) height=(h) rx="7" fill="#efe6d2" stroke=(dark) {}
                @if large {
                    use href=(href("plant", specimen.colour)) transform=(format!("{} scale({:.2})", at(w / 2.0, 42.0), 0.4 + 0.09 * f64::from(specimen.size))) {}
                } @else {
                    path d=(Mark::Emblem(specimen.colour).path()) transform=(format!("{} scale(.9)", at(w / 2.0, 24.0))) fill=(light) {}
                }
                @for n in 0..specimen.size {
                    circle cx=(w / 2.0 + (f64::from(n) - f64::from(specimen.size - 1) / 2.0) * if large { 14.0 } else { 8.5 }) cy=(h - if large { 11.0 } else { 13.0 }) r=(if large { 5.0 } else { 3.2 }) fill=(dark) {}
                }
            } @else if in_play {
                rect width=(w) height=(h) rx="7" fill="none" stroke="#6b7a71" stroke-dasharray="4 5" {}
            } @else {
                rect width=(w) height=(h) rx="7" fill=(light) stroke=(dark) stroke-width="1.500" {}
                path d=(Mark::Emblem(specimen.colour).path()) transform=(format!("{} scale(.5)", at(w / 2.0, 9.0))) fill="#fffaf0" {}
            }
        }
    }
}

/// Every bulb, on its place.
fn bulbs(table: &Table) -> Markup {
    let mut list = Vec::new();
    for specimen in Specimen::all() {
        let (x, y, _) = slot(table, specimen);
        let in_play = table.active(specimen.colour) == Some(specimen);
        let mut n = 0;
        for seat in Seat::all(table.seats()) {
            for k in 0..table.bulbs(specimen)[seat.index()] {
                let (x, y, scale) = if in_play {
                    let (dx, dy) = place(specimen, n);
                    (column(table, specimen.colour) + dx, PLANTS.0 + dy, 0.92)
                } else {
                    (x + 10.0 + f64::from(n % 2) * 17.0, y + 26.0 + f64::from(n / 2) * 22.0, 0.48)
                };
                list.push((specimen, seat, k, x, y, scale));
                n += 1;
            }
        }
    }
    html! {
        @for (specimen, seat, k, x, y, scale) in list {
            g id=(format!("bulb-{}-{}-{seat}-{k}", specimen.colour, specimen.size)) transform=(at(x, y)) {
                use href=(href("bulb", seat)) transform=(format!("scale({scale})")) {}
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
            (laid(view, own, 388.0, y, 350.0, 0.765))
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
