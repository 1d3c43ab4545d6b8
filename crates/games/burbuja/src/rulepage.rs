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
            "Burbuja (Spanish for " em { "bubble" } ") is a solitaire game for the piecepack: you inflate a \
                square of tiles into a larger, hollow one, like a bubble. It was designed by " strong {
                "Antonio Recuenca Muñoz" } ", who thanks Trevor L. Davis and Ron Hale-Evans for their help."
        }
        h2 id="rule-goal" { "The goal" }
        p {
            "Turn the five-by-five square of tiles, with a gap in the middle, into a ring: a hollow \
             seven-by-seven square, one tile thick. You have at most 24 moves, one for each coin; at least \
             15 tiles have to move."
        }
        p {
            "The tiles have four suits (Suns, Moons, Crowns and Arms) and six values: null (an empty \
             circle), ace (a spiral), and 2 to 5. Each tile has a coin of its own suit and value."
        }
        (first_and_last())
        h2 id="rule-turn" { "A turn" }
        ol {
            li {
                "Take one of up to eight coins: the front coin of a suit, or the top coin of its stack. If \
                 you take a front coin, the top coin of the stack behind it is turned up and takes its place \
                 at once. If you take a top coin, you don’t see it until you’ve taken it, and the front coin \
                 stays."
            }
            li {
                "The coin names a tile by suit and value. Put that tile in an empty cell next to another \
                 tile, edge to edge. Afterwards every tile on the table must touch at least one other tile \
                 this way."
            }
            li { "Discard the coin. Each tile therefore moves at most once." }
        }
        div.figures {
            (figure(&["pick:Mf"], "The player took the null of Moons from the front, turning up the 4 \
                behind it. The tile may go to any marked cell."))
            (figure(&["pick:Mf", "move:-3,1", "pick:Mt", "move:-3,2"], "Two moves later. The tiles furthest \
                from the edge should leave early, before their neighbours."))
        }
        h2 id="rule-chances" { "Second chances" }
        p {
            "Each suit’s pawn is a second chance. If you can’t or don’t want to move the tile, put its coin \
             face down under the stack, give up the suit’s pawn, and take another coin of the same suit: \
             the front one or the top one."
        }
        div.figures { (figure(&["pick:Sf", "reject"], "The player rejected the 5 of Suns. It is at the \
            bottom of its stack, the pawn is gone, and the next coin must be a Sun.")) }
        h2 id="rule-end" { "The end" }
        p {
            "You win as soon as the ring is complete. You lose when the coins run out, or at once if a tile \
             that must move can’t do so without stranding another tile."
        }
        h2 id="rule-easier" { "Easier and harder" }
        ul {
            li { "Flexible: one die counts four second chances for any suit." }
            li { "Easier: each suit has a die that counts one to five second chances." }
            li { "Harder: leave out the pawns of some suits, or all." }
            li { "Unofficial and harder: the ring must lie around the starting square’s centre, or all \
                tiles must stay in one group." }
        }
        h2 id="rule-score" { "Your score" }
        p {
            "The rules have no score, only wins and losses. Here your score is the number of moves compared \
                with par: the number in which a careful player, seeing only what you see, can always win. \
                It’s usually 17. "
            "If all coins were visible, 15 moves would be enough in most deals. The page shows that number, \
             too, but it takes luck to reach it. Every deal we’ve tried can be won for certain, without \
             luck and even without pawns. A hint tells you whether you can still be sure of winning yours."
        }
        h2 id="rule-page" { "On this page" }
        ul {
            li { "Click or tap a coin, then one of the cells that light up. Keys " kbd { "1" } " to " kbd {
                "4" } " take the front coins, " kbd { "5" } " to " kbd { "8" } " the top ones, " kbd { "0" }
                    " rejects." }
            li { "Under each stack, you can show what you know about it: the unseen coins, then, after a \
                bar, those you put back, in order." }
            li { "You can undo a move if no unknown coin has been turned up since." }
        }
        h2 id="rule-silent" { "Where the rules are silent" }
        ul {
            li {
                "Refill the front place as soon as you take its coin, before you place the tile, and only \
                 once. The rules turn up the next coin “if the player chooses” a front coin, and say so \
                 again for a rejected coin that “was the one in front”. With the option "
                em { "after the move or rejection" } " the front place stays empty until then. The solver \
                    doesn’t know this reading, so there are no hints and no par."
            }
            li { "You may reject a front coin that has no stack behind it, but you get it straight back and \
                the second \
                chance is gone." }
            li {
                "With dice you may reject several times in a turn, always in the same suit. The rules say to \
                 “pick one of the two visible coins, move the corresponding tile” after a rejection; with \
                 the option " em { "one" } " that tile has to move."
            }
            li { "The coins of a stack lie face down. With the option " em { "face up" } " (unofficial) you \
                see their order." }
            li { "You may not put a tile back in its own place." }
            li { "Only the position after the move counts. The place the tile left doesn’t count as a \
                neighbour." }
            li {
                "You may take a coin whose tile can’t move: with a second chance left, this buries a bad \
                 coin; without one, it loses the game. A front coin that would lose this way carries a \
                 crossed-out sign, and the page asks before you take it. The rules say that the game is \
                 lost if you can "
                em { "only" } " move such a tile; the option " em { "It stays; take another" } " follows \
                    that reading: such a coin stays in front as long as you can take another. You lose if \
                    there is no other, or if the top coin of a stack turns out to be such a coin."
            }
            li { "Any hollow seven-by-seven square counts, wherever it is. On the way there, the tiles don’t \
                all have to be connected." }
            li { "If you complete the ring with the last coin, you win." }
        }
        h2 id="rule-writing" { "Notation" }
        p {
            code { "pick:Sf" } " and " code { "pick:St" }
                " take the front and the top coin of the Suns, " code { "move:3,-1" }
            " moves the tile three cells to the right of the middle and one down, " code { "reject" } " puts \
                the coin back."
        }
    }
}

/// The start and the goal, as figures.
pub(crate) fn first_and_last() -> Markup {
    html! {
        div.figures {
            (figure(&[], "The start: 24 tiles and, for each suit, a stack of coins with one face up in \
                front."))
            (ring_figure())
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
    picture(&game, &state, "The goal: a ring, here with nine tiles that never moved.")
}
