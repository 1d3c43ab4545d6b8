//! The coins of the four suits, and the pawns and dice that count the second chances.

use super::layout::{
    COIN, COIN_Y, FRONT_X, KNOWN_Y, RAIL, SMALL_COIN, STACK_X, USED_Y, WIDTH, column, id, pick_name, tenths,
    used_at,
};
use crate::action::{Action, Source};
use crate::chances::Chances;
use crate::options::Stacks;
use crate::rules::Burbuja;
use crate::state::Status;
use crate::view::View;
use bagatelle_core::Game;
use bagatelle_core::present::text::counted;
use bagatelle_core::present::{Halo, Overlay, Piece, Room, Written};
use bagatelle_piecepack::draw::{self as pieces, CREAM, ink};
use bagatelle_piecepack::{Rank, Suit, Tile};
use maud::{Markup, html};
use std::sync::LazyLock;

/// Shows what is known of the stacks.
pub const KNOWN_COINS: Overlay = Overlay { id: "known", label: "Show known coins" };

/// The coins of a suit: stack, front, chances, what is known, discards. Those of `legal` can be picked.
pub(super) fn coins(game: &Burbuja, view: &View, legal: &[Action], suit: Suit) -> Markup {
    let known = &view.piles[suit];
    let used = view.open.discards.as_slice().iter().filter(|tile| tile.suit == suit);
    let open_top = match game.options().coins {
        Stacks::Hidden => None,
        Stacks::Open => known.returned.top(),
    };
    html! {
        (Room(4 << 10))
        @if known.stack() > 0 {
            (pickable(stack(suit, known.stack(), open_top), legal, suit, Source::Top))
        }
        @if let Some(rank) = known.front {
            @let coin = Tile::new(suit, rank);
            @let stuck = view.open.status == Status::Playing && game.is_stuck(&view.open, coin);
            (pickable(front(coin, stuck), legal, suit, Source::Front))
        }
        (chances(game, view, suit))
        (knowledge(game.options().coins, view, suit))
        @for (n, &tile) in used.enumerate() { (used_coin(view.open.chances, n, tile)) }
    }
}

/// The piece, which can be picked if that is legal.
fn pickable(piece: Piece, legal: &[Action], suit: Suit, source: Source) -> Piece {
    if legal.contains(&Action::Pick(suit, source)) {
        piece.pick_as(pick_name(suit, source)).lit()
    } else {
        piece
    }
}

/// A stack; `open` is its top coin, if that lies value up.
fn stack(suit: Suit, height: usize, open: Option<Rank>) -> Piece {
    let up = |step: usize| 3.0 - 3.2 * step as f32;
    let lift = |step: usize| Written(("translate(0 ", up(step), ")"));
    Piece::new(("stack-", suit.letter()))
        .label((
            "stack of ",
            suit.name(),
            ", ",
            counted(height, "coin"),
            open.map(|rank| (", on top: ", rank.name())),
        ))
        .at(tenths(column(suit) + STACK_X), RAIL + COIN_Y)
        .body(html! {
            (hit_area())
            g transform=(Written(("scale(", COIN, ")"))) {
                @for step in 1..height { g transform=(lift(step - 1)) { use href="#pp-coin" {} } }
                g transform=(lift(height - 1)) {
                    @match open {
                        Some(rank) => (pieces::coin_face(rank)),
                        None => (pieces::coin_back(suit)),
                    }
                }
            }
            (coin_halo(up(height - 1)))
        })
}

/// The coin in front of a stack; one that loses if it is taken has a sign.
fn front(coin: Tile, stuck: bool) -> Piece {
    let loses = stuck.then_some(", its tile has nowhere to go");
    Piece::new(id("coin", coin))
        .label(("front coin of ", coin.suit.name(), ": ", coin.rank.name(), loses))
        .at(tenths(column(coin.suit) + FRONT_X), RAIL + COIN_Y)
        .body(html! {
            (hit_area())
            g transform=(Written(("scale(", COIN, ")"))) { (pieces::coin_face(coin.rank)) }
            @if stuck { (stuck_sign()) }
            (coin_halo(0.0))
        })
}

/// A crossed sign at the rim of a coin that loses the game.
fn stuck_sign() -> Markup {
    html! {
        g transform="translate(38 -38)" fill="none" stroke="#b03325" {
            circle r="19" fill="#f8f3e6" stroke-width="4" {}
            path stroke-width="5.5" stroke-linecap="round" d="M-8 -8L8 8M-8 8L8 -8" {}
        }
    }
}

/// Where a coin in hand is held: above its column.
pub(super) fn in_hand(suit: Suit) -> (f32, f32) {
    (tenths(column(suit)), RAIL - 18.0)
}

/// The coin of one of the suit's moves, in the order of the moves.
fn used_coin(chances: Chances, n: usize, coin: Tile) -> Piece {
    let (x, y) = used_at(chances, coin.suit, n);
    Piece::new(id("coin", coin))
        .label(("used coin: ", coin.rank.name(), " of ", coin.suit.name()))
        .at(x, y)
        .body(html! {
            g transform=(Written(("scale(", SMALL_COIN, ")"))) { (pieces::coin_face(coin.rank)) }
        })
}

/// The area that takes clicks, large enough for a finger.
fn hit_area() -> Markup {
    html! { rect x="-55" y="-80" width="110" height="150" fill-opacity="0" {} }
}

fn coin_halo(down: f32) -> Halo {
    Halo::circle_below(24.0 * COIN, (down - 0.8) * COIN).stroke(6)
}

/// The pawn or the die that stands for the chances of a suit, or the print of a pawn that is gone.
fn chances(game: &Burbuja, view: &View, suit: Suit) -> Markup {
    let Chances::Each(at_start) = game.options().chances else { return html! {} };
    let (had, left) = (at_start[suit.index()], view.open.chances.of(suit));
    let label = match left {
        0 => (None, "no second chance left for ", suit.name()),
        1 => (None, "one second chance for ", suit.name()),
        more => (Some(more), " second chances for ", suit.name()),
    };
    let place = |piece: Piece| piece.label(label).at(tenths(column(suit) - 77.0), RAIL + USED_Y);
    html! {
        @if had > 1 {
            @if let Some(rank) = Rank::from_index(left.into()) {
                (place(Piece::new(("die-", suit.letter()))).body(html! {
                    g transform="scale(1.25)" { (pieces::die(suit, rank)) }
                }))
            }
        } @else if left == 1 {
            (place(Piece::new(("pawn-", suit.letter()))).body(html! {
                g transform="scale(1.05)" { (pieces::pawn(suit)) }
            }))
        } @else {
            (place(Piece::unnamed()).body(html! {
                ellipse cy="36" rx="21" ry="7.5" fill="#2b1a10" fill-opacity=".38" {}
                path d="M-19 39.5A21 7.5 0 0 0 19 39.5" fill="none" stroke="#fff" stroke-opacity=".16"
                    stroke-width="1.4" {}
            }))
        }
    }
}

/// What the player may know of a stack: the unseen coins, then a bar, then those put back, in order. Where
/// all coins are open, all of them in order, always shown.
fn knowledge(coins: Stacks, view: &View, suit: Suit) -> Markup {
    let known = &view.piles[suit];
    let unseen: Vec<Rank> = known.unseen.iter().collect();
    let returned: Vec<Rank> = known.returned.iter().collect();
    let width = 34.0 * (unseen.len() + returned.len()) as f32 + if returned.is_empty() { 0.0 } else { 16.0 };
    let x = |n: usize| 17.0 - width / 2.0 + 34.0 * n as f32;
    let names = |ranks: &[Rank]| ranks.iter().map(|rank| rank.name()).collect::<Vec<_>>().join(", ");
    let put_back = (!returned.is_empty()).then(|| ("; put back: ", names(&returned)));
    let piece = match coins {
        Stacks::Hidden => {
            let label = ("unseen ", suit.name(), ": ", names(&unseen), put_back);
            Piece::unnamed().class("mark-known").label(label).attr("display", "none")
        }
        Stacks::Open => {
            Piece::unnamed().label(("stack of ", suit.name(), " from the top: ", names(&returned)))
        }
    };
    let coins = piece.at(tenths(column(suit)), RAIL + KNOWN_Y).body(html! {
        rect x=(Written(-width / 2.0 - 6.0)) y="-16" width=(Written(width + 12.0)) height="32" rx="9"
            fill="#2b1a10" fill-opacity=".42" {}
        @for (n, &rank) in unseen.iter().enumerate() { (small_rank(rank, x(n))) }
        @if !returned.is_empty() {
            path d=(Written(("M", x(unseen.len()) - 9.0, " -12V12"))) stroke=(CREAM) stroke-opacity=".55"
                stroke-width="2.5" {}
        }
        @for (n, &rank) in returned.iter().enumerate() { (small_rank(rank, x(unseen.len() + n) + 16.0)) }
    });
    html! { @if width > 0.0 { (coins) } }
}

fn small_rank(rank: Rank, x: f32) -> Markup {
    static MARKS: LazyLock<[Markup; 6]> =
        LazyLock::new(|| Rank::ALL.map(|rank| pieces::rank_glyph(rank, 0.0, 0.0)));
    html! {
        g transform=(Written(("translate(", x, " 0)scale(.58)"))) stroke=(CREAM) { (MARKS[rank.index()]) }
    }
}

/// The die that counts the chances for all suits.
pub(super) fn shared_die(left: u8) -> Piece {
    let rank = Rank::from_index(left.into()).unwrap_or(Rank::Null);
    let label = format!("{} for any suit", counted(left.into(), "second chance"));
    Piece::new("die-all").label(label).at(WIDTH / 2.0, RAIL + USED_Y).body(html! {
        g transform="scale(1.35)" { (pieces::die(Suit::Moons, rank)) }
    })
}

/// The coin in hand.
pub(super) fn hand(coin: Tile) -> Piece {
    let (x, y) = in_hand(coin.suit);
    let piece = Piece::new(id("coin", coin)).label(format!("coin in hand: {coin}"));
    piece.at(x, y).body(html! {
        circle cx="5" cy="15" r="53" fill="#000" opacity=".2" {}
        circle r="54" fill=(ink(coin.suit)) {}
        circle r="54" fill="none" stroke=(CREAM) stroke-opacity=".5" stroke-width="2" {}
        g transform=(Written(("scale(", COIN, ")"))) { (pieces::coin_face(coin.rank)) }
    })
}
