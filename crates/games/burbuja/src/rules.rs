//! The rules: options, positions, what is legal and what it does.
//!
//! A turn is two actions or more: pick a coin, then move its tile, or reject it (while a chance is left for its suit)
//! and pick again in the same suit. [`Open`] is the part of a position that everybody sees; a [`State`] adds the piles with
//! their order, a [`View`] only what is known of them.

use crate::board::{self, Cell};
use crate::coins::{Chances, Discards, Pile};
use crate::notation::{self, Action, Source};
use crate::view::View;
use bagatelle_core::game::Nothing;
use bagatelle_core::{Game, Outcome, ParseError, Rng, Seat, Turn, Viewer};
use bagatelle_piecepack::{BySuit, Rank, Suit, Tile, TileError, UnknownRank};
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// Which ring wins.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Ring {
    /// A hollow 7x7 square anywhere, as in the document.
    #[default]
    Any,
    /// Only the one around the middle of the first square: unofficial and harder.
    Concentric,
}

/// How the tiles must hang together.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Groups {
    /// Every tile touches another one, as in the document.
    #[default]
    Any,
    /// All tiles are connected after every move: unofficial and harder.
    One,
}

/// The variant that is played.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// The second chances at the start.
    pub chances: Chances,
    /// Which ring wins.
    pub ring: Ring,
    /// How the tiles must hang together.
    pub groups: Groups,
}

/// What the first shuffle decides, as texts that people can write.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Setup {
    /// The square, rows from the top with `/` between them, the gap skipped: `MnC4MaM2C3/S3SnA3S2A2/...`.
    pub tiles: String,
    /// Each suit's front coin and its stack from the top down: `S=5a3n24 M=n4253a C=a5n342 A=25a4n3`.
    pub coins: String,
}

/// How far the game is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Status {
    /// It goes on.
    Playing,
    /// The ring is complete.
    Won,
    /// No coin is left and there is no ring.
    Spent,
    /// The tile of the coin in hand has nowhere to go and there is no chance to take another coin.
    Stranded,
}

/// What everybody sees of a position, the piles apart.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Open {
    /// Where each tile lies, by [`Tile::index`].
    pub cells: [Cell; Tile::COUNT],
    /// The second chances that are left.
    pub chances: Chances,
    /// The coin that was picked and not yet used or rejected.
    pub hand: Option<Tile>,
    /// The suit in which the next coin must be picked, after a rejection.
    pub confined: Option<Suit>,
    /// The coins used so far.
    pub discards: Discards,
    /// How far the game is.
    pub status: Status,
}

impl Open {
    /// The tile that lies on a cell.
    #[must_use]
    pub fn tile_at(&self, cell: Cell) -> Option<Tile> {
        self.cells.iter().position(|&it| it == cell).and_then(Tile::from_index)
    }

    /// Where `tile` lies.
    #[inline]
    #[must_use]
    pub fn cell(&self, tile: Tile) -> Cell {
        self.cells[tile.index()]
    }
}

/// A position, with the order of the coins that nobody has seen.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct State {
    /// What everybody sees.
    pub open: Open,
    /// Each suit's coins.
    pub piles: BySuit<Pile>,
}

impl State {
    /// The pile's coin that a pick would take.
    #[inline]
    fn coin(&self, suit: Suit, source: Source) -> Option<Rank> {
        match source {
            Source::Front => self.piles[suit].front,
            Source::Top => self.piles[suit].stack.top(),
        }
    }
}

/// What is wrong with a set-up.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Fault {
    /// The square has rows of the wrong length.
    #[error("the square has five rows of 5, 5, 4, 5 and 5 tiles, with “/” between them")]
    Rows,
    /// Something in the square is no tile.
    #[error(transparent)]
    Tile(#[from] TileError),
    /// A tile stands twice in the square.
    #[error("the {0} is in the square twice")]
    Twice(Tile),
    /// The coins are not written as they should be.
    #[error("the coins are written suit by suit, the front coin first, such as S=5a3n24")]
    Coins,
    /// Something in a suit's coins is no rank.
    #[error(transparent)]
    Rank(#[from] UnknownRank),
    /// A suit does not have its six coins exactly once.
    #[error("the {} must have six different coins, once", .0.name())]
    Suit(Suit),
}

/// Why an action is not legal now.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum Refusal {
    /// The game has ended.
    #[error("the game is over")]
    Over,
    /// A coin is in hand.
    #[error("the coin of the {0} is in hand; there is no taking back")]
    InHand(Tile),
    /// After a rejection the next coin must be of the same suit.
    #[error("after a rejection the next coin must be one of the {}", .0.name())]
    Confined(Suit),
    /// There is no such coin.
    #[error("there is no such coin in the {}", .0.name())]
    NoCoin(Suit),
    /// No coin is in hand.
    #[error("pick a coin first")]
    NoHand,
    /// The chances of the suit are used up.
    #[error("no second chance is left for the {}", .0.name())]
    NoChance(Suit),
    /// The tile must move.
    #[error("the {0} may not return to its own place")]
    OwnCell(Tile),
    /// A tile lies there.
    #[error("the {0} lies there")]
    Occupied(Tile),
    /// No other tile is beside the cell.
    #[error("the tile would touch no other tile there")]
    Apart,
    /// A tile would be left without a neighbour.
    #[error("the {0} would be left without a neighbour")]
    Strands(Tile),
    /// The tiles would fall into groups, and they must be one.
    #[error("the tiles would fall into several groups")]
    Splits,
}

/// The rules under certain options.
#[derive(Clone, Debug)]
pub struct Burbuja {
    options: Options,
}

impl Burbuja {
    /// The cells to which `tile` may move.
    #[inline]
    #[must_use]
    pub fn landings(&self, open: &Open, tile: Tile) -> board::Cells {
        board::landings(&open.cells, open.cell(tile), self.options.groups == Groups::One)
    }

    /// Whether the tiles form a ring that wins.
    fn is_ring(&self, cells: &[Cell; Tile::COUNT]) -> bool {
        board::ring_of(cells)
            .is_some_and(|centre| self.options.ring == Ring::Any || centre == Cell::new(0, 0))
    }

    fn take(&self, state: &mut State, suit: Suit, source: Source) {
        let pile = &mut state.piles[suit];
        let taken = match source {
            Source::Front => pile.take_front(),
            Source::Top => pile.take_top(),
        };
        let Some(rank) = taken else { return };
        let tile = Tile::new(suit, rank);
        state.open.hand = Some(tile);
        state.open.confined = None;
        if state.open.chances.of(suit) == 0 && self.landings(&state.open, tile).is_empty() {
            state.open.status = Status::Stranded;
        }
    }

    fn land(&self, state: &mut State, cell: Cell) {
        let open = &mut state.open;
        let Some(tile) = open.hand.take() else { return };
        open.cells[tile.index()] = cell;
        open.discards.push(tile);
        if self.is_ring(&open.cells) {
            open.status = Status::Won;
        } else if open.discards.len() == Tile::COUNT {
            open.status = Status::Spent;
        }
    }

    fn put_back(&self, state: &mut State) {
        let Some(tile) = state.open.hand.take() else { return };
        state.piles[tile.suit].put_back(tile.rank);
        state.open.chances.spend(tile.suit);
        state.open.confined = Some(tile.suit);
    }

    /// Why the tile in hand may not land on a cell that [`Burbuja::landings`] leaves out.
    fn why_not(&self, open: &Open, tile: Tile, cell: Cell) -> Refusal {
        if open.cell(tile) == cell {
            return Refusal::OwnCell(tile);
        }
        if let Some(there) = open.tile_at(cell) {
            return Refusal::Occupied(there);
        }
        let others = || Tile::all().filter(move |&it| it != tile);
        if !others().any(|it| open.cell(it).touches(cell)) {
            return Refusal::Apart;
        }
        let touched = |it: Tile| others().any(|other| open.cell(other).touches(open.cell(it)));
        let left = others().find(|&it| !touched(it) && !open.cell(it).touches(cell));
        left.map_or(Refusal::Splits, Refusal::Strands)
    }
}

impl Game for Burbuja {
    const ID: &'static str = "burbuja";
    const HIDDEN: bool = true;
    type Options = Options;
    type Wish = Nothing;
    type Setup = Setup;
    type State = State;
    type Action = Action;
    type View = View;
    type Fault = Fault;
    type Refusal = Refusal;

    fn new(options: &Options) -> Result<Burbuja, Fault> {
        Ok(Burbuja { options: options.clone() })
    }

    fn options(&self) -> &Options {
        &self.options
    }

    fn deal(&self, _wish: &Nothing, rng: &mut Rng) -> Result<Setup, Fault> {
        let mut tiles: Vec<Tile> = Tile::all().collect();
        rng.shuffle(&mut tiles);
        let coins = Suit::ALL.map(|_| {
            let mut ranks = Rank::ALL;
            rng.shuffle(&mut ranks);
            ranks
        });
        Ok(Setup { tiles: notation::write_square(&tiles), coins: notation::write_coins(&coins) })
    }

    fn start(&self, setup: &Setup) -> Result<State, Fault> {
        let cells = notation::read_square(&setup.tiles)?;
        let piles = notation::read_coins(&setup.coins)?;
        let open = Open {
            cells,
            chances: self.options.chances,
            hand: None,
            confined: None,
            discards: Discards::default(),
            status: Status::Playing,
        };
        Ok(State { open, piles })
    }

    fn seats(&self, _state: &State) -> u8 {
        1
    }

    #[inline]
    fn turn(&self, state: &State) -> Turn {
        if state.open.status == Status::Playing { Turn::Seat(Seat(0)) } else { Turn::Over }
    }

    #[inline]
    fn legal(&self, state: &State, out: &mut Vec<Action>) {
        out.clear();
        if state.open.status != Status::Playing {
            return;
        }
        if let Some(tile) = state.open.hand {
            if state.open.chances.of(tile.suit) > 0 {
                out.push(Action::Reject);
            }
            out.extend(self.landings(&state.open, tile).iter().map(Action::Move));
            return;
        }
        for (suit, pile) in state.piles.iter() {
            if state.open.confined.is_none_or(|it| it == suit) {
                out.extend(pile.front.map(|_| Action::Pick(suit, Source::Front)));
                out.extend(pile.stack.top().map(|_| Action::Pick(suit, Source::Top)));
            }
        }
    }

    fn count_legal(&self, state: &State) -> usize {
        let open = &state.open;
        match open.hand {
            _ if open.status != Status::Playing => 0,
            Some(tile) => usize::from(open.chances.of(tile.suit) > 0) + self.landings(open, tile).len(),
            None => state
                .piles
                .iter()
                .filter(|(suit, _)| open.confined.is_none_or(|it| it == *suit))
                .map(|(_, pile)| usize::from(pile.front.is_some()) + usize::from(!pile.stack.is_empty()))
                .sum(),
        }
    }

    fn check(&self, state: &State, action: Action) -> Result<(), Refusal> {
        let open = &state.open;
        if open.status != Status::Playing {
            return Err(Refusal::Over);
        }
        match (action, open.hand) {
            (Action::Pick(..), Some(tile)) => Err(Refusal::InHand(tile)),
            (Action::Pick(suit, source), None) => match open.confined {
                Some(only) if only != suit => Err(Refusal::Confined(only)),
                _ => state.coin(suit, source).map(|_| ()).ok_or(Refusal::NoCoin(suit)),
            },
            (_, None) => Err(Refusal::NoHand),
            (Action::Reject, Some(tile)) if open.chances.of(tile.suit) == 0 => {
                Err(Refusal::NoChance(tile.suit))
            }
            (Action::Reject, Some(_)) => Ok(()),
            (Action::Move(cell), Some(tile)) if self.landings(open, tile).holds(cell) => {
                debug_assert!(open.tile_at(cell).is_none());
                Ok(())
            }
            (Action::Move(cell), Some(tile)) => Err(self.why_not(open, tile, cell)),
        }
    }

    #[inline]
    fn apply(&self, state: &mut State, action: Action) {
        match action {
            Action::Pick(suit, source) => self.take(state, suit, source),
            Action::Move(cell) => self.land(state, cell),
            Action::Reject => self.put_back(state),
        }
    }

    fn outcome(&self, state: &State) -> Option<Outcome> {
        let moves = state.open.discards.len();
        match state.open.status {
            Status::Playing => None,
            Status::Won => Some(Outcome::won(Seat(0), format!("the ring is complete after {moves} moves"))),
            Status::Spent => Some(Outcome::nobody("lost: no coin is left and there is no ring")),
            Status::Stranded => Some(Outcome::nobody("lost: the tile of the coin in hand has nowhere to go")),
        }
    }

    fn view(&self, state: &State, _viewer: Viewer) -> View {
        View::of(state)
    }

    fn sample(&self, view: &View, rng: &mut Rng) -> State {
        view.complete(|_, unseen| rng.shuffle(unseen))
    }

    fn read(&self, _state: &State, text: &str) -> Result<Action, ParseError> {
        text.trim().parse()
    }

    /// A pick turns a coin up; what it is is news unless it was known.
    fn reveals(&self, before: &State, action: Action) -> bool {
        matches!(action, Action::Pick(suit, _) if before.piles[suit].unseen > 1)
    }

    fn variants() -> Vec<(Options, Nothing)> {
        let with = |chances, ring, groups| (Options { chances, ring, groups }, Nothing {});
        vec![
            with(Chances::default(), Ring::Any, Groups::Any),
            with(Chances::Each([0, 1, 0, 2]), Ring::Any, Groups::Any),
            with(Chances::Each([5; 4]), Ring::Concentric, Groups::Any),
            with(Chances::Shared(4), Ring::Any, Groups::One),
        ]
    }
}
