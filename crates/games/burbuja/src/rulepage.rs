//! The rules in our own words, with figures drawn by the game itself.

use crate::action::Action;
use crate::board::Cell;
use crate::coins::{Pile, Row};
use crate::draw;
use crate::options::{Options, Setup};
use crate::rules::Burbuja;
use crate::state::{State, Status};
use bagatelle_core::{Game, Seat, Viewer};
use bagatelle_piecepack::{Rank, Tile};
use maud::{Markup, PreEscaped, html};

/// The deal that the figures show.
const TILES: &str = "MnC4MaM2C3/S3SnA3S2A2/M5A4M3M4/S4C2CnSaC5/AaAnS5CaA5";
/// Its coins.
const COINS: &str = "S=5a3n24 M=n4253a C=a5n342 A=25a4n3";

/// The rule page as an HTML fragment.
#[must_use]
pub fn html() -> Markup {
    html! {
        p.lead {
            "Burbuja (Spanish for " em { "bubble" } ") is a solitaire with a piecepack: a square of tiles is \
                blown up to a "
            "larger, hollow one, like a bubble. It was made by " strong { "Antonio Recuenca Muñoz" } ", who \
                thanks Trevor L. Davis "
            "and Ron Hale-Evans for their help."
        }
        h2 id="rule-goal" { "The goal" }
        p {
            "Turn the square of five by five tiles, with a gap in its middle, into a hollow square of seven \
             by seven, "
            "one tile thick. You have 24 moves at most, one for each coin; at least 15 tiles have to move."
        }
        p {
            "The tiles have four suits (Suns, Moons, Crowns and Arms) and six values: null, an empty circle; \
             ace, a spiral; and 2 to 5. "
            "Each tile has a coin of its own suit and value."
        }
        div.figures {
            (figure(&[], "The start: 24 tiles, and for each suit a stack of coins with one turned up in \
                front."))
            (ring_figure())
        }
        h2 id="rule-turn" { "A turn" }
        ol {
            li {
                "Take one of the coins you can reach, up to eight: the front coin of a suit, or the top coin \
                 of its stack. If you "
                "take a front coin, the top coin of the stack behind it takes its place at once and is \
                 turned up. If you take a top "
                "coin, you learn only now what it is, and the front coin stays."
            }
            li {
                "The coin names a tile by suit and value. Lift it and put it down in an empty cell beside \
                 another tile, edge "
                "to edge. Afterwards every tile on the table must touch at least one other tile in this way."
            }
            li { "The coin is discarded, so each tile moves at most once." }
        }
        div.figures {
            (figure(&["pick:Mf"], "The null of Moons was taken from the front, and the 4 was turned up \
                behind it. The tile may go to any marked cell."))
            (figure(&["pick:Mf", "move:-3,1", "pick:Mt", "move:-3,2"], "Two moves later. The tiles furthest \
                from the edge should leave early, before their neighbours do."))
        }
        h2 id="rule-chances" { "Second chances" }
        p {
            "The pawn of a suit is a second chance. If you cannot or do not want to move the tile, put the \
             coin face down under its stack, give up the "
            "pawn of that suit, and take another coin of the same suit: the front one or the top one."
        }
        div.figures { (figure(&["pick:Sf", "reject"], "The 5 of Suns was rejected: it lies at the bottom of \
            its stack, the pawn is gone, and the next coin must be one of the Suns.")) }
        h2 id="rule-end" { "The end" }
        p {
            "You win as soon as the ring is complete. You lose when the coins have run out, or at once when \
             a tile that must "
            "move has nowhere to go without leaving another one stranded."
        }
        h2 id="rule-easier" { "Easier and harder" }
        ul {
            li { "Flexible: one die counts four second chances for any suit." }
            li { "Easier: a die for each suit, with as many chances as it shows, one to five." }
            li { "Harder: leave out the pawns of some suits, or all." }
            li { "Unofficial and harder: the ring must lie around the middle of the first square, or all \
                tiles must stay in one group." }
        }
        h2 id="rule-score" { "Your score" }
        p {
            "The document only knows wins and losses. Here a win is scored by the moves it took, compared \
             with par: the moves of which a careful player can be sure who sees what you see, mostly 17. "
            "With all coins known, 15 moves would do in most deals: that is told, too, and hardly reached \
             without luck. Every deal we have tried can be won for certain, without luck and even without "
            "pawns; a hint tells you whether yours still can."
        }
        h2 id="rule-page" { "On this page" }
        ul {
            li { "Click or tap a coin, then one of the cells that light up. Keys " kbd { "1" } " to " kbd {
                "4" } " take the front coins, " kbd { "5" } " to " kbd { "8" } " the top ones, " kbd { "0" }
                    " rejects." }
            li { "What is known of a stack can be shown under it: the unseen coins, then, after a bar, those \
                you put back, in order." }
            li { "A move can be undone as long as no unknown coin has been turned up since." }
        }
        h2 id="rule-silent" { "Where the document is silent" }
        ul {
            li { "The front place is refilled when its coin is taken, before the tile is put down, and only \
                once." }
            li { "A front coin without a stack may be rejected; it comes straight back and the chance is \
                gone." }
            li { "With dice you may reject several times in a turn, always in the same suit." }
            li { "A tile that moves may not be put back in its own place." }
            li { "Nothing is checked while the tile is in the air. The place it left does not count as a \
                neighbour." }
            li {
                "A coin whose tile cannot move may be taken: with a chance left this buries a bad coin, \
                 without one it loses the game. A coin in "
                "front that would lose so carries a crossed sign, and the page asks again before it takes \
                 it. The document says that the game is lost "
                "if you can " em { "only" } " move such a tile; the option " em { "Stays; another one is \
                    taken" } " reads it so: such a coin stays in front as long as "
                "another coin can be taken. The game is lost when there is none, or when a coin from the top \
                 of a stack turns out to be such a coin."
            }
            li { "Any hollow square of seven by seven counts, wherever it lies. The tiles need not all be \
                connected." }
            li { "A ring that is completed with the last coin wins." }
        }
        h2 id="rule-writing" { "Moves in writing" }
        p {
            code { "pick:Sf" } " and " code { "pick:St" }
                " take the front and the top coin of the Suns, " code { "move:3,-1" }
            " moves the tile three cells to the right of the middle and one down, " code { "reject" } " puts \
                the coin back."
        }
    }
}

/// The game and the position after some actions from the deal of the figures.
fn played(actions: &[&str]) -> Option<(Burbuja, State)> {
    let game = Burbuja::new(&Options::default()).ok()?;
    let mut state = game.start(&Setup { tiles: TILES.into(), coins: COINS.into() }).ok()?;
    for text in actions {
        game.play(&mut state, text.parse::<Action>().ok()?).ok()?;
    }
    Some((game, state))
}

fn picture(game: &Burbuja, state: &State, caption: &str) -> Markup {
    let mut legal = Vec::new();
    game.legal(state, &mut legal);
    let picture = draw::figure(game, &game.view(state, Viewer::Seat(Seat(0))), &legal);
    html! { figure { (PreEscaped(picture)) figcaption { (caption) } } }
}

fn figure(actions: &[&str], caption: &str) -> Markup {
    html! { @if let Some((game, state)) = played(actions) { (picture(&game, &state, caption)) } }
}

/// A finished ring, on which nine tiles never moved.
fn ring_figure() -> Markup {
    let Some((game, mut state)) = played(&[]) else { return html! {} };
    let ring: Vec<Cell> = Cell::ring(Cell::new(1, 1)).collect();
    let mut free =
        ring.iter().copied().filter(|cell| !state.open.cells.contains(cell)).collect::<Vec<_>>().into_iter();
    for tile in Tile::all().filter(|&tile| !ring.contains(&state.open.cell(tile))).collect::<Vec<_>>() {
        state.open.cells[tile.index()] = free.next().unwrap_or(Cell::new(0, 0));
        state.open.discards.push(tile);
    }
    for (suit, pile) in state.piles.iter_mut() {
        let used = |rank: &Rank| state.open.discards.as_slice().contains(&Tile::new(suit, *rank));
        let mut left = pile.front.into_iter().chain(pile.stack.iter()).filter(|rank| !used(rank));
        let front = left.next();
        let stack: Row = left.collect();
        *pile = Pile { front, stack, unseen: stack.len() as u8 };
    }
    state.open.status = Status::Won;
    picture(&game, &state, "The goal: a hollow square, here with nine tiles that never moved.")
}
