//! The cards of the seats in the picture: the reader's hand, and what lies before each seat, face down or face up.
//!
//! A card that can be turned over holds both its sides (class `turns`), of which the one beneath (`under`) is not shown;
//! `data-side` says which is up, and `data-was` under which names it may have lain there before it was known. By these
//! the page turns it over, from wherever it lay. Cards whose face the reader may not know have a back only.

use crate::art::{CARD, CREAM, INK, href, peeked};
use crate::card::Card;
use crate::cards::Cards;
use crate::draw::{HAND, WIDTH, at, bulb_of};
use crate::table::{Deed, Phase, Table};
use crate::view::View;
use bagatelle_core::Seat;
use maud::{Markup, html};

/// The most cards that are wide enough for a finger side by side on a phone.
const ROW: u8 = 7;
/// How far the rows of a hand of more are apart.
const APART: f64 = 92.0;

/// Face-up cards that lie before a seat: its play-off bet, what it swapped, or what it laid in the last turn until it
/// acts again. Cards that have gone into a new deck since are no longer there, even if somebody else lays them anew.
pub(crate) fn faced(table: &Table, seat: Seat) -> Cards {
    let open = table.open()[seat.index()];
    if !open.is_empty() {
        return open;
    }
    let later: Vec<Seat> = table.from(table.first().0).skip_while(|s| *s != seat).skip(1).collect();
    let anew = later.iter().fold(Cards::NONE, |all, s| all | remembered(table, *s));
    (remembered(table, seat) & table.discards().set()) - anew
}

/// The open cards of a seat's last deed, wherever they are by now.
pub(crate) fn remembered(table: &Table, seat: Seat) -> Cards {
    match (table.deed(seat), table.phase()) {
        (Deed::Swap(cards), _) => cards,
        (Deed::Waiting, _) | (Deed::Bet, Phase::Choose | Phase::Target | Phase::Refill | Phase::Over) => {
            table.shown().map_or(Cards::NONE, |shown| shown.bets[seat.index()])
        }
        _ => Cards::NONE,
    }
}

/// All cards that lie face up before the seats.
pub(crate) fn before_seats(table: &Table) -> Cards {
    Seat::all(table.seats()).fold(Cards::NONE, |all, seat| all | faced(table, seat))
}

/// The uppermost discard that is not still shown before a seat.
pub(crate) fn top_discard(table: &Table) -> Option<Card> {
    let shown = before_seats(table);
    table.discards().iter().rev().find(|card| !shown.has(*card))
}

/// Both sides of a card that its owner knows. Face down, a corner is bent up for the owner.
fn sides(card: Card, down: bool) -> Markup {
    html! {
        g class="turns" { @if down { (peeked(card)) } @else { use href=(href("card", card)) {} } }
        g class="turns under" display="none" { use href=(if down { href("card", card) } else { "#bulbous-back".into() }) {} }
    }
}

/// The cards before a seat, around `x`: face down while a bet is hidden (`bet` has those whose faces the reader knows), face
/// up when all have been turned over.
pub(crate) fn laid(view: &View, seat: Seat, bet: Cards, x: f64, y: f64, room: f64, scale: f64) -> Markup {
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
    // What was laid for the specimen before is paler once the next one is contested.
    let pale = (past && table.phase() == Phase::Act).then_some(".4");
    let place = |n: usize| at(left + step * n as f64, y);
    let size = format!("scale({scale})");
    html! {
        @for (n, card) in faces.iter().enumerate() {
            @let down = bet.has(*card);
            g id=(format!("card-{card}")) data-side=(if down { "back" } else { "face" }) data-was=(format!("back-{seat}-{n} back-{seat}-0 seat-{seat}"))
                transform=(place(n)) opacity=[pale.filter(|_| !down)] role="img" aria-label=(if down { format!("{}, face down", card.name()) } else { card.name() }) {
                g transform=(size) { (sides(*card, down)) }
            }
        }
        @for n in 0..backs {
            g id=(format!("back-{seat}-{n}")) data-side="back" data-was=(format!("seat-{seat}")) transform=(place(faces.len() + n))
                role="img" aria-label="a face-down card" {
                g transform=(size) { use href="#bulbous-back" {} }
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

/// How many rows the reader's hand has: as many as the hand limit asks for, so that the picture keeps its height.
fn rows(table: &Table) -> u8 {
    table.limit().div_ceil(ROW)
}

/// The height of the reader's hand with its margins.
pub(crate) fn height(table: &Table) -> f64 {
    184.0 + APART * f64::from(rows(table) - 1)
}

/// The reader's hand as a fan, or as two with the fewer cards behind; cards that the last action brought bear a small
/// sprout.
pub(crate) fn hand(view: &View, last: Option<&str>) -> Markup {
    let cards: Vec<Card> = view.hand().iter().collect();
    let (behind, before) = cards.split_at(if rows(view.table()) > 1 { cards.len() / 2 } else { 0 });
    let drawn = last.map(drawn).unwrap_or_default();
    let front = HAND + APART * f64::from(rows(view.table()) - 1);
    html! {
        (fan(behind, HAND, drawn))
        (fan(before, front, drawn))
    }
}

fn fan(cards: &[Card], top: f64, drawn: Cards) -> Markup {
    let count = cards.len() as f64;
    let step = ((WIDTH - 52.0 - CARD.0) / (count - 1.0).max(1.0)).min(CARD.0 + 12.0);
    let left = (WIDTH - step * (count - 1.0).max(0.0) - CARD.0) / 2.0;
    html! {
        @for (n, card) in cards.iter().enumerate() {
            @let off = n as f64 - (count - 1.0) / 2.0;
            @let tilt = format!("rotate({:.1} 52 152)", off * 1.5);
            g id=(format!("card-{card}")) class="rises" data-side="face" data-was="deck" data-pick=(format!("card-{card}"))
                transform=(at(left + step * n as f64, top + off * off * 1.1)) role="img" aria-label=(card.name()) {
                g transform="scale(1)" {
                    g transform=(tilt) {
                        rect x="3" y="5" width="104" height="152" rx="10" fill="#2c352f" opacity=".35" {}
                        (sides(*card, false))
                        @if drawn.has(*card) {
                            path d="M18.500 118C18 108 22 104 30 102 30 111 26 115 18.500 118ZM18.500 118C18 111 14 107 7 106 8 113 11 117 18.500 118Z" fill="#fffaf0" {}
                        }
                    }
                }
                rect class="halo" x="-3" y="-3" width="110" height="158" rx="13" fill="none" stroke-width="5" display="none" transform=(tilt) {}
            }
        }
    }
}

/// The cards that the reader drew by the last action.
fn drawn(last: &str) -> Cards {
    let cards = |part: &str| {
        part.strip_prefix("drew:").or_else(|| part.strip_prefix("refill:")).and_then(Cards::from_text)
    };
    last.split(" | ").filter_map(cards).fold(Cards::NONE, |all, set| all | set)
}
