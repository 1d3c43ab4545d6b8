//! What is printed: tiles, coins, and what counts the second chances.

use crate::chances::Chances;
use crate::options::{Flip, Groups, Rejections, Ring, Stacks};
use crate::rulepage;
use crate::rules::Burbuja;
use bagatelle_core::Game;
use bagatelle_core::printed::{Backs, Ink, Outline, PieceSet, Printed, PrintedPiece, Prints};
use bagatelle_piecepack::draw::Face;
use bagatelle_piecepack::{Suit, Tile, paper};
use maud::{Markup, html};

impl Printed for Burbuja {
    const ABOUT_THE_PAGE: &'static [&'static str] = &["On this page", "Notation", "Your score"];
    const ASKED: &'static [&'static str] = &["chances", "ring", "groups", "flip", "rejections", "coins"];

    fn prints(&self, ink: Ink) -> Prints {
        let low = ink == Ink::Low;
        let tile = |tile: Tile| {
            let (front, back) = (paper::tile(tile, Face::Open, low), paper::tile_back(low));
            PrintedPiece::drawn(tile.to_string(), 1, paper::TILE, front, Some(back))
        };
        let coin = |tile: Tile| {
            let (front, back) = (paper::coin(tile.rank, low), paper::coin_back(tile.suit, low));
            PrintedPiece::drawn(format!("coin: {tile}"), 1, paper::COIN, front, Some(back))
        };
        let mut sets = vec![
            PieceSet {
                name: "Tiles",
                making: "Glue the sheet onto card, then cut.",
                size: (paper::TILE_SIZE, paper::TILE_SIZE),
                outline: Outline::Rectangle,
                folds: &[],
                backs: Backs::Ornament,
                pieces: Tile::all().map(tile).collect(),
            },
            PieceSet {
                name: "Coins",
                making: "A coin has its value on one side and its suit on the other.",
                size: (paper::COIN_SIZE, paper::COIN_SIZE),
                outline: Outline::Round,
                folds: &[],
                backs: Backs::Needed,
                pieces: Tile::all().map(coin).collect(),
            },
        ];
        sets.extend(self.counters(low));
        Prints { sets, card: self.card() }
    }
}

impl Burbuja {
    /// Pawns, and the tracks on which they count if there is more than one second chance.
    fn counters(&self, low: bool) -> Vec<PieceSet> {
        let (suits, tracks) = self.pawns_and_tracks();
        let pawn = |suit: Suit| {
            PrintedPiece::drawn(
                format!("pawn of {}", suit.name()),
                1,
                paper::PAWN,
                paper::pawn(suit, low),
                None,
            )
        };
        let track = |suit: Option<Suit>| {
            let of = suit.map_or("all suits", Suit::name);
            let art = paper::track(suit, low);
            PrintedPiece::drawn(format!("second chances of {of}"), 1, paper::TRACK, art, None)
        };
        let mut sets = Vec::new();
        if !suits.is_empty() {
            sets.push(PieceSet {
                name: "Pawns",
                making: "Fold each strip along the dashed lines and glue one flap onto the other, so it \
                    stands up.",
                size: paper::PAWN_SIZE,
                outline: Outline::Rectangle,
                folds: &paper::PAWN_FOLDS,
                backs: Backs::Ornament,
                pieces: suits.into_iter().map(pawn).collect(),
            });
        }
        if !tracks.is_empty() {
            sets.push(PieceSet {
                name: "Tracks",
                making: "A pawn on a track counts the second chances that are left, as the die does in the \
                    rules.",
                size: paper::TRACK_SIZE,
                outline: Outline::Rectangle,
                folds: &[],
                backs: Backs::Ornament,
                pieces: tracks.into_iter().map(track).collect(),
            });
        }
        sets
    }

    /// The suits of the pawns, and those of the tracks, one of which may be for all suits.
    fn pawns_and_tracks(&self) -> (Vec<Suit>, Vec<Option<Suit>>) {
        match self.options().chances {
            Chances::Each(each) => {
                let with = |least| move |suit: &Suit| each[suit.index()] >= least;
                let suits: Vec<Suit> = Suit::ALL.into_iter().filter(with(1)).collect();
                let tracks = suits.iter().copied().filter(with(2)).map(Some).collect();
                (suits, tracks)
            }
            Chances::Shared(0) => (Vec::new(), Vec::new()),
            Chances::Shared(_) => (vec![Suit::Moons], vec![None]),
        }
    }

    fn card(&self) -> Markup {
        let options = self.options();
        let (suits, tracks) = self.pawns_and_tracks();
        let chances = match options.chances {
            Chances::Each([0, 0, 0, 0]) | Chances::Shared(0) => {
                "There are no second chances. The tile has to move."
            }
            Chances::Each(_) => {
                "If the suit has a second chance left, you may spend it instead of moving the tile. Put the \
                    coin face down under its stack, fill an empty front place, and take the front or the top \
                    coin of the same suit."
            }
            Chances::Shared(_) => {
                "While a second chance is left, you may spend it instead of moving the tile. Put the coin \
                    face down under its stack, fill an empty front place, and take the front or the top coin \
                    of the same suit."
            }
        };
        let refill = match options.flip {
            Flip::Early => {
                "If you take a front coin, turn up the top coin behind it at once as the new front \
                coin."
            }
            Flip::Late => {
                "If you take a front coin, the top coin behind it becomes the new front coin after \
                the move."
            }
        };
        let stacks = match options.coins {
            Stacks::Hidden => {
                "Shuffle each suit’s six coins, suit side up, into a stack. Put the top coin of \
                each stack in front of it and turn it up."
            }
            Stacks::Open => {
                "Shuffle each suit’s six coins into a stack. Put its top coin in front of it and \
                turn all coins up. You may look through the stack."
            }
        };
        html! {
            h2 { "Set-up" }
            ol {
                li { "Shuffle the 24 tiles face down. Lay a five-by-five square with a gap in the middle, \
                    then turn all tiles up." }
                li { (stacks) }
                @if !suits.is_empty() {
                    @if tracks.is_empty() {
                        li { "Put the pawns beside the stacks of their suits." }
                    } @else {
                        li { "Put a pawn on each track, on the number of second chances you begin with." }
                    }
                }
            }
            h2 { "A turn" }
            ol {
                li {
                    strong { "Take a coin: " } "the front coin of a suit, or the top coin of its stack. "
                    (refill)
                }
                li { strong { "Move its tile " } "to an empty cell edge to edge with another tile. Then \
                    every tile must touch another one." }
                li { strong { "Discard the coin. " } "So each tile moves at most once." }
            }
            h2 { "Second chances" }
            p { (chances) @if options.rejections == Rejections::One { " You may reject one coin a turn." } }
            (rulepage::first_and_last())
            h2 { "The end" }
            ul {
                li { strong { "You win " } "with a hollow seven-by-seven square, one tile thick"
                    @if options.ring == Ring::Concentric { ", around the middle of the first square" } "." }
                li { strong { "You lose " } "when the coins run out, or when a tile that must move can’t."}
                @if options.groups == Groups::One { li { "All tiles must stay in one group." } }
            }
            h2 { "Values and suits" }
            p { "Null is an empty circle, ace a spiral; then 2, 3, 4 and 5. The suits are Suns, Moons, \
                Crowns and Arms (a shield)." }
        }
    }
}
