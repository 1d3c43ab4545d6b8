//! The cards of the seats in the picture: the reader's hand, and the cards in front of each seat, face
//! down or face up.
//!
//! A card that can be turned over holds both its sides (class `turns`), of which the one beneath (`under`) is
//! not shown; `data-side` says which is up, and `data-was` which names it may have had before it was known.
//! The page uses these to turn it over, wherever it was. Cards whose face the reader may not know have only a
//! back.

use super::art::{CARD, CREAM, INK, STAR, href, number, peeked};
use super::layout::{HAND, LAID, OWN_BET, OWN_ROOM, WIDTH, bulb_of, placed};
use crate::card::{Card, Colour};
use crate::cards::{Cards, worth};
use crate::public::{Deed, Phase, Public};
use crate::view::View;
use bagatelle_core::Seat;
use bagatelle_core::present::svg::turns;
use bagatelle_core::present::{Halo, Motion, Piece, Room, Written, rounded, written};
use maud::{Markup, html};
use std::sync::LazyLock;

/// The most cards that are wide enough for a finger side by side on a phone.
const ROW: u8 = 7;
/// As many cards as lie side by side in one row, also where a hand may have two.
const FEW: usize = 3;
/// How far the rows of a hand of more are apart.
const APART: f64 = 92.0;

/// Face-up cards that lie before a seat: its play-off bet, what it swapped, or what it laid in the last turn
/// until it acts again. Cards that have gone into a new deck since are no longer there, even if another seat
/// lays them again.
pub(super) fn faced(public: &Public, seat: Seat) -> Cards {
    let open = public.open()[seat.index()];
    if !open.is_empty() {
        return open;
    }
    let later: Vec<Seat> = public.from(public.first().0).skip_while(|s| *s != seat).skip(1).collect();
    let anew = later.iter().fold(Cards::NONE, |all, s| all | remembered(public, *s));
    (remembered(public, seat) & public.discards().set()) - anew
}

/// The open cards of a seat's last deed, wherever they are by now.
pub(super) fn remembered(public: &Public, seat: Seat) -> Cards {
    match (public.deed(seat), public.phase()) {
        (deed @ (Deed::Swap(_) | Deed::Trade(_)), _) => deed.put_away(),
        (Deed::Waiting, _) | (Deed::Bet, Phase::Choose | Phase::Target | Phase::Refill | Phase::Over) => {
            public.shown().map_or(Cards::NONE, |shown| shown.bets[seat.index()])
        }
        _ => Cards::NONE,
    }
}

/// All cards that lie face up before the seats.
pub(super) fn before_seats(public: &Public) -> Cards {
    Seat::all(public.seats()).fold(Cards::NONE, |all, seat| all | faced(public, seat))
}

/// The discards that are not still shown before a seat, the uppermost first.
fn on_the_pile(public: &Public) -> impl Iterator<Item = Card> {
    let shown = before_seats(public);
    public.discards().iter().rev().filter(move |card| !shown.has(*card))
}

/// The uppermost of them.
pub(super) fn top_discard(public: &Public) -> Option<Card> {
    on_the_pile(public).next()
}

/// How many there are.
pub(super) fn discarded(public: &Public) -> u8 {
    on_the_pile(public).fold(0, |count, _| count + 1)
}

/// Adds both sides of a card that its owner knows. Face down, a corner is bent up for the owner.
fn both_sides(piece: Piece, card: Card, down: bool) -> Piece {
    static SIDES: LazyLock<Vec<[Markup; 2]>> =
        LazyLock::new(|| Card::all().map(|card| [false, true].map(|down| turned(card, down))).collect());
    piece.constant_body(&SIDES[card.index()][usize::from(down)])
}

/// Both sides of a card that lies face up, or face down.
fn turned(card: Card, down: bool) -> Markup {
    let face = html! { use href=(href("card", card.letters())) {} };
    if down { turns(&peeked(card), &face) } else { turns(&face, &html! { use href="#bulbous-back" {} }) }
}

/// How cards lie side by side before a seat.
struct Row {
    /// The width of a card.
    card: f64,
    /// From one card to the next.
    step: f64,
    /// Where the first begins.
    left: f64,
}

impl Row {
    /// This many cards around `x`, in no more than `room` if they are several.
    fn of(count: usize, x: f64, room: f64, scale: f64) -> Row {
        let card = CARD.0 * scale;
        let step = if count > 1 { ((room - card) / (count - 1) as f64).min(card + 4.0) } else { 0.0 };
        Row { card, step, left: x - (step * count.saturating_sub(1) as f64 + card) / 2.0 }
    }
}

/// The reader's own cards on their way to where a bet lies.
pub(crate) fn to_bet(cards: Cards) -> Vec<Motion> {
    let (x, y) = OWN_BET;
    let row = Row::of(usize::from(cards.len()), x, OWN_ROOM, LAID);
    let place = |n: usize| (tenth(row.left + row.step * n as f64), tenth(y));
    cards.iter().enumerate().map(|(n, card)| Motion::new(written(card.id()), place(n))).collect()
}

/// A coordinate as [`placed`] writes it.
fn tenth(at: f64) -> f32 {
    (at * 10.0).round() as f32 / 10.0
}

/// The cards before a seat, around `x` and below `y`: face down while a bet is hidden (`bet` has those whose
/// faces the reader knows), face up when all have been turned over.
pub(super) fn laid(view: &View, seat: Seat, bet: Cards, (x, y): (f64, f64), room: f64, scale: f64) -> Markup {
    let public = view.public();
    let faces: Vec<Card> = faced(public, seat).iter().chain(bet.iter()).collect();
    let backs = usize::from(view.bet_size(seat).saturating_sub(bet.len()));
    let count = faces.len() + backs;
    let Row { card, step, left } = Row::of(count, x, room, scale);
    let past = public.deed(seat) == Deed::Waiting || !public.is_turn();
    let won = past
        && public.shown().is_some_and(|s| s.winner == Some(seat))
        && public.deed(seat).put_away().is_empty();
    // What was laid for the specimen before is paler once the next one is contested.
    let pale = (past && public.is_turn()).then_some(".4");
    let counts = counts_for(public, seat, faces.iter().copied().collect()).filter(|_| pale.is_none());
    let place = |piece: Piece, n: usize| placed(piece, left + step * n as f64, y);
    let paled = |piece: Piece, down: bool| match pale.filter(|_| !down) {
        Some(opacity) => piece.attr("opacity", opacity),
        None => piece,
    };
    let size = written(("scale(", scale, ")"));
    let halo = || Halo::rect(-3, -3, 110, 158, 13).transformed(&size);
    html! {
        @for (n, card) in faces.iter().enumerate() {
            @let down = bet.has(*card);
            @let label = (card.in_words(), if down { ", face down" } else { "" });
            @let was = [("back-", seat.0, Some(("-", n))), ("back-", seat.0, Some(("-", 0))), ("seat-",
                seat.0, None)];
            @let piece = Piece::new(card.id()).side(if down { "back" } else { "face" }).was(was).label(label);
            @let sides = both_sides(Piece::unnamed().attr("transform", &size), *card, down);
            (paled(place(piece, n), down).body(html! { (sides) (halo()) }))
        }
        @for n in 0..backs {
            @let piece = Piece::new(("back-", seat.0, "-", n)).side("back").was([("seat-", seat.0)]);
            (place(piece, faces.len() + n).label("a face-down card").body(html! {
                g transform=(Written(&size)) { use href="#bulbous-back" {} }
                (halo())
            }))
        }
        @if let Some(colour) = counts {
            @let sum = Piece::new(("sum-", seat.0)).moment(("counts ", public.turns()));
            (placed(sum_of(sum, &faces, colour), x, y + CARD.1 * scale - 4.0))
        }
        @if won && !faces.is_empty() {
            @let right = x + (step * (count - 1) as f64 + card) / 2.0;
            @let piece = Piece::new(("won-", seat.0)).label("won the bulb");
            @let piece = piece.moment(("appears ", public.turns()));
            (placed(piece, right - 4.0, y + 8.0).body(html! {
                circle r="15" fill=(CREAM) stroke=(INK) stroke-width="1" {}
                use href=(bulb_of(public, seat)) transform="translate(0 1) scale(.62)" {}
            }))
        }
    }
}

/// What a bet is worth, card after card, and the sign of a Wild, which beats every sum.
fn sum_of(piece: Piece, faces: &[Card], colour: Colour) -> Piece {
    let sum = |n: usize| {
        let cards: Cards = faces[..n].iter().copied().collect();
        (cards & Cards::wild_for(colour)).is_empty().then(|| worth(cards, colour))
    };
    let whole = sum(faces.len());
    let wide = if whole.is_some_and(|sum| sum > 9) { 24.0 } else { 17.0 };
    let label = whole.map_or("beats every sum".to_owned(), |sum| format!("worth {sum}"));
    piece.label(label).body(html! {
        rect x=(Written(-wide)) y="-17" width=(Written(wide * 2.0)) height="34" rx="17" fill=(INK)
            stroke=(CREAM) stroke-width="1.500" {}
        @for n in 1..=faces.len() {
            g.counted visibility=[(n < faces.len()).then_some("hidden")] {
                @match sum(n) {
                    Some(sum) => (number(i32::from(sum), 0.0, 0.0, 20.0, CREAM)),
                    None => path d=(STAR) transform="translate(-13 -17.900) scale(.7)" fill=(CREAM) {},
                }
            }
        }
    })
}

/// The colour in which a seat's bet that lies face up counts; `None` where no bet lies.
fn counts_for(public: &Public, seat: Seat, faces: Cards) -> Option<Colour> {
    let tied = !public.open()[seat.index()].is_empty();
    let colour = match public.shown().filter(|shown| !tied && shown.bets[seat.index()] == faces) {
        Some(shown) => shown.specimen.colour,
        None => public.target().filter(|_| tied)?.colour,
    };
    (!faces.is_empty() && public.deed(seat).put_away().is_empty()).then_some(colour)
}

/// How many rows the reader's hand has: as many as the hand limit asks for, so that the picture keeps its
/// height.
fn rows(public: &Public) -> u8 {
    public.limit().div_ceil(ROW)
}

/// The height of the reader's hand with its margins.
pub(super) fn height(public: &Public) -> f64 {
    184.0 + APART * f64::from(rows(public) - 1)
}

/// The reader's hand as a fan, or as two with the fewer cards behind; `drawn` cards bear a small sprout.
pub(super) fn hand(view: &View, drawn: Cards) -> Markup {
    let cards: Vec<Card> = view.hand().iter().collect();
    let two = rows(view.public()) > 1 && cards.len() > FEW;
    let (behind, before) = cards.split_at(if two { cards.len() / 2 } else { 0 });
    let front = HAND + APART * f64::from(rows(view.public()) - 1);
    html! {
        (fan(behind, HAND, drawn))
        (fan(before, front, drawn))
    }
}

fn fan(cards: &[Card], top: f64, drawn: Cards) -> Markup {
    static UNDER: LazyLock<Markup> = LazyLock::new(|| {
        html! { rect x="3" y="5" width="104" height="152" rx="10" fill="#2c352f" opacity=".35" {} }
    });
    static DRAWN: LazyLock<Markup> = LazyLock::new(|| {
        html! {
            path d="M18.500 118C18 108 22 104 30 102 30 111 26 115 18.500 118ZM18.500 118C18 111 14 107 7 \
                106 8 113 11 117 18.500 118Z" fill="#fffaf0" {}
        }
    });
    let count = cards.len() as f64;
    let step = ((WIDTH - 52.0 - CARD.0) / (count - 1.0).max(1.0)).min(CARD.0 + 12.0);
    let left = (WIDTH - step * (count - 1.0).max(0.0) - CARD.0) / 2.0;
    html! {
        (Room(8 << 10))
        @for (n, card) in cards.iter().enumerate() {
            @let off = n as f64 - (count - 1.0) / 2.0;
            @let tilt = written(("rotate(", rounded(off * 1.5, 1), " 52 152)"));
            @let tilted = Piece::unnamed().attr("transform", &tilt).constant_body(&UNDER);
            @let tilted = both_sides(tilted, *card, false);
            @let tilted = if drawn.has(*card) { tilted.constant_body(&DRAWN) } else { tilted };
            @let piece = Piece::new(card.id()).rises().side("face").was(["deck"]).lit().pick();
            @let piece = piece.label(card.in_words());
            (placed(piece, left + step * n as f64, top + off * off * 1.1).body(html! {
                (Room(2 << 10))
                g transform="scale(1)" { (tilted) }
                (Halo::rect(-3, -3, 110, 158, 13).stroke(4).transformed(tilt))
            }))
        }
    }
}
