//! The rules: what is legal and what it does.
//!
//! A turn is two actions or more: pick a coin, then move its tile, or reject it (while a chance is left for
//! its suit) and pick again in the same suit.

use crate::action::{Action, Source};
use crate::board::{self, Cell};
use crate::chances::Chances;
use crate::coins::Discards;
use crate::notation;
use crate::options::{Flip, Groups, Options, Rejections, Ring, Setup, SetupError, Stacks, Stranding};
use crate::state::{Open, State, Status};
use crate::view::{Seen, View};
use bagatelle_core::{Game, NoOptions, Outcome, ParseError, Rng, Seat, Turn, Viewer};
use bagatelle_piecepack::{Rank, Suit, Tile};
use thiserror::Error;

/// Why an action is not legal now.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum Illegal {
    /// The game has ended.
    #[error("the game is over")]
    Over,
    /// A coin is in hand.
    #[error("you hold the coin of the {0}: move its tile first")]
    InHand(Tile),
    /// After a rejection the next coin must be of the same suit.
    #[error("after rejecting a coin, take another of the {}", .0.name())]
    Confined(Suit),
    /// There is no such coin.
    #[error("there’s no such coin of the {} left", .0.name())]
    NoCoin(Suit),
    /// No coin is in hand.
    #[error("take a coin first: it says which tile moves")]
    NoHand,
    /// The tile of a coin in front has nowhere to go, and no chance is left.
    #[error("the {0} has nowhere to go, so its coin stays where it is")]
    Stuck(Tile),
    /// The chances of the suit are used up.
    #[error("the {} have no second chance left: the tile has to move", .0.name())]
    NoChance(Suit),
    /// A coin was rejected in this turn, and one a turn is allowed.
    #[error("you may reject one coin a turn, and have: the tile has to move")]
    OneRejection,
    /// The tile must move.
    #[error("the {0} may not stay in its own place")]
    OwnCell(Tile),
    /// A tile lies there.
    #[error("the {0} is already there")]
    Occupied(Tile),
    /// No other tile is beside the cell.
    #[error("the tile would touch no other tile there, edge to edge")]
    Apart,
    /// A tile would be left without a neighbour.
    #[error("the {0} would be stranded: every tile must touch another")]
    Strands(Tile),
    /// The tiles would fall into groups, and they must be one.
    #[error("the tiles would split into several groups, and with this option they must stay in one")]
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

    /// Whether a coin of `suit` may be rejected if it is, or were, in hand.
    #[inline]
    #[must_use]
    pub fn may_reject(&self, open: &Open, suit: Suit) -> bool {
        self.options.rejections.allows(open.chances, open.confined, suit)
    }

    /// Whether the coin of `tile` loses the game if it is taken now: the tile has nowhere to go, and the coin
    /// may not be rejected.
    #[inline]
    #[must_use]
    pub fn is_stuck(&self, open: &Open, tile: Tile) -> bool {
        !self.may_reject(open, tile.suit) && self.landings(open, tile).is_empty()
    }

    /// Whether the coin in front of a suit's stack may not be taken.
    #[inline]
    pub(crate) fn is_barred(&self, open: &Open, suit: Suit, front: Rank) -> bool {
        self.options.stranding == Stranding::Lenient && self.is_stuck(open, Tile::new(suit, front))
    }

    /// Calls `each` with the coins that may be taken, no coin being in hand.
    #[inline]
    fn each_pick(&self, state: &State, mut each: impl FnMut(Suit, Source)) {
        for (suit, pile) in state.piles.iter() {
            if state.open.confined.is_none_or(|it| it == suit) {
                if pile.front.is_some_and(|front| !self.is_barred(&state.open, suit, front)) {
                    each(suit, Source::Front);
                }
                if !pile.stack.is_empty() {
                    each(suit, Source::Top);
                }
            }
        }
    }

    /// Whether a coin may be taken, none being in hand.
    pub(crate) fn has_pick(&self, state: &State) -> bool {
        let mut any = false;
        self.each_pick(state, |_, _| any = true);
        any
    }

    /// Ends the game if it goes on and no coin may be taken. Only lenient rules leave a player with such
    /// coins.
    fn judge_picks(&self, state: &mut State) {
        let lenient = self.options.stranding == Stranding::Lenient;
        if lenient && state.open.status == Status::Playing && !self.has_pick(state) {
            state.open.status = Status::Stranded;
        }
    }

    /// Whether the tiles form a ring that wins.
    pub(crate) fn is_ring(&self, cells: &[Cell; Tile::COUNT]) -> bool {
        board::ring_of(cells)
            .is_some_and(|centre| self.options.ring == Ring::Any || centre == Cell::new(0, 0))
    }

    fn take(&self, state: &mut State, suit: Suit, source: Source) {
        let pile = &mut state.piles[suit];
        let taken = match source {
            Source::Front => pile.front.take(),
            Source::Top => pile.take_top(),
        };
        if self.options.flip == Flip::Early {
            pile.refill();
        }
        let Some(rank) = taken else { return };
        let tile = Tile::new(suit, rank);
        state.open.hand = Some(tile);
        state.open.confined = self.options.rejections.after_pick(state.open.confined);
        if self.is_stuck(&state.open, tile) {
            state.open.status = Status::Stranded;
        }
    }

    fn land(&self, state: &mut State, cell: Cell) {
        let open = &mut state.open;
        let Some(tile) = open.hand.take() else { return };
        open.cells[tile.index()] = cell;
        open.discards.push(tile);
        open.confined = None;
        state.piles[tile.suit].refill();
        if self.is_ring(&open.cells) {
            open.status = Status::Won;
        } else if open.discards.len() == Tile::COUNT {
            open.status = Status::Spent;
        }
        self.judge_picks(state);
    }

    fn put_back(&self, state: &mut State) {
        let Some(tile) = state.open.hand.take() else { return };
        state.piles[tile.suit].put_back(tile.rank);
        state.open.chances.spend(tile.suit);
        state.open.confined = Some(tile.suit);
        self.judge_picks(state);
    }

    /// Why the tile in hand may not land on a cell that [`Burbuja::landings`] leaves out.
    fn refusal(&self, open: &Open, tile: Tile, cell: Cell) -> Illegal {
        if open.cell(tile) == cell {
            return Illegal::OwnCell(tile);
        }
        if let Some(there) = open.tile_at(cell) {
            return Illegal::Occupied(there);
        }
        let others = || Tile::all().filter(move |&it| it != tile);
        if !others().any(|it| open.cell(it).touches(cell)) {
            return Illegal::Apart;
        }
        let touched = |it: Tile| others().any(|other| open.cell(other).touches(open.cell(it)));
        let left = others().find(|&it| !touched(it) && !open.cell(it).touches(cell));
        left.map_or(Illegal::Splits, Illegal::Strands)
    }
}

impl Game for Burbuja {
    const ID: &'static str = "burbuja";
    const HIDDEN: bool = true;
    type Options = Options;
    type DealOptions = NoOptions;
    type Setup = Setup;
    type State = State;
    type Action = Action;
    type View = View;
    type Observation = Seen;
    type SetupError = SetupError;
    type Illegal = Illegal;

    fn new(options: &Options) -> Result<Burbuja, SetupError> {
        options.check()?;
        Ok(Burbuja { options: options.clone() })
    }

    fn options(&self) -> &Options {
        &self.options
    }

    fn deal(&self, _options: &NoOptions, rng: &mut Rng) -> Result<Setup, SetupError> {
        let mut tiles: Vec<Tile> = Tile::all().collect();
        rng.shuffle(&mut tiles);
        let coins = Suit::ALL.map(|_| {
            let mut ranks = Rank::ALL;
            rng.shuffle(&mut ranks);
            ranks
        });
        Ok(Setup { tiles: notation::write_square(&tiles), coins: notation::write_coins(&coins) })
    }

    fn start(&self, setup: &Setup) -> Result<State, SetupError> {
        let cells = notation::read_square(&setup.tiles)?;
        let mut piles = notation::read_coins(&setup.coins)?;
        if self.options.coins == Stacks::Open {
            piles.iter_mut().for_each(|(_, pile)| pile.unseen = 0);
        }
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
            if self.may_reject(&state.open, tile.suit) {
                out.push(Action::Reject);
            }
            self.landings(&state.open, tile).iter().for_each(|cell| out.push(Action::Move(cell)));
            return;
        }
        self.each_pick(state, |suit, source| out.push(Action::Pick(suit, source)));
    }

    fn count_legal(&self, state: &State) -> usize {
        let open = &state.open;
        match open.hand {
            _ if open.status != Status::Playing => 0,
            Some(tile) => usize::from(self.may_reject(open, tile.suit)) + self.landings(open, tile).len(),
            None => {
                let mut count = 0;
                self.each_pick(state, |_, _| count += 1);
                count
            }
        }
    }

    fn check(&self, state: &State, action: Action) -> Result<(), Illegal> {
        let open = &state.open;
        if open.status != Status::Playing {
            return Err(Illegal::Over);
        }
        match (action, open.hand) {
            (Action::Pick(..), Some(tile)) => Err(Illegal::InHand(tile)),
            (Action::Pick(suit, source), None) => match open.confined {
                Some(only) if only != suit => Err(Illegal::Confined(only)),
                _ => match state.coin(suit, source) {
                    None => Err(Illegal::NoCoin(suit)),
                    Some(front) if source == Source::Front && self.is_barred(open, suit, front) => {
                        Err(Illegal::Stuck(Tile::new(suit, front)))
                    }
                    Some(_) => Ok(()),
                },
            },
            (_, None) => Err(Illegal::NoHand),
            (Action::Reject, Some(tile)) if open.chances.of(tile.suit) == 0 => {
                Err(Illegal::NoChance(tile.suit))
            }
            (Action::Reject, Some(tile)) if !self.may_reject(open, tile.suit) => Err(Illegal::OneRejection),
            (Action::Reject, Some(_)) => Ok(()),
            (Action::Move(cell), Some(tile)) if self.landings(open, tile).holds(cell) => {
                debug_assert!(open.tile_at(cell).is_none());
                Ok(())
            }
            (Action::Move(cell), Some(tile)) => Err(self.refusal(open, tile, cell)),
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
        // Records and databases hold these sentences.
        let moves = state.open.discards.len();
        match state.open.status {
            Status::Playing => None,
            Status::Won => Some(Outcome::won(Seat(0), format!("the ring is complete after {moves} moves"))),
            Status::Spent => Some(Outcome::without_winner("lost: no coin is left and there is no ring")),
            Status::Stranded => Some(Outcome::without_winner(match state.open.hand {
                Some(_) => "lost: the tile of the coin in hand has nowhere to go",
                None => "lost: no coin is left whose tile can move",
            })),
        }
    }

    fn view(&self, state: &State, _viewer: Viewer) -> View {
        View::of(state)
    }

    fn sample(&self, view: &View, rng: &mut Rng) -> State {
        view.complete(|_, unseen| rng.shuffle(unseen))
    }

    fn observe(&self, before: &State, action: Action, after: &State, _viewer: Viewer) -> Seen {
        Seen::of(before, action, after)
    }

    fn read(&self, _state: &State, text: &str) -> Result<Action, ParseError> {
        text.trim().parse()
    }

    /// A coin that is turned up is new to the player unless only one coin is unseen.
    fn reveals(&self, before: &State, action: Action) -> bool {
        let turned = match (action, before.open.hand) {
            (Action::Pick(_, Source::Front), _) if self.options.flip == Flip::Late => None,
            (Action::Pick(suit, _), _) => Some(suit),
            (Action::Move(_) | Action::Reject, hand) => {
                hand.map(|tile| tile.suit).filter(|suit| before.piles[*suit].front.is_none())
            }
        };
        turned.is_some_and(|suit| before.piles[suit].unseen > 1)
    }

    fn variants() -> Vec<(Options, NoOptions)> {
        let with =
            |chances, ring, groups| (Options { chances, ring, groups, ..Options::default() }, NoOptions {});
        let lenient = |chances| {
            (Options { chances, stranding: Stranding::Lenient, ..Options::default() }, NoOptions {})
        };
        let reading = |options| (options, NoOptions {});
        let dice = Options { chances: Chances::Each([2, 0, 3, 2]), ..Options::default() };
        vec![
            with(Chances::default(), Ring::Any, Groups::Any),
            with(Chances::Each([0, 1, 0, 2]), Ring::Any, Groups::Any),
            with(Chances::Each([5; 4]), Ring::Concentric, Groups::Any),
            with(Chances::Shared(4), Ring::Any, Groups::One),
            lenient(Chances::Each([0; 4])),
            lenient(Chances::Each([0, 2, 1, 0])),
            reading(Options { flip: Flip::Late, ..Options::default() }),
            reading(Options { flip: Flip::Late, rejections: Rejections::One, ..dice.clone() }),
            reading(Options { rejections: Rejections::One, stranding: Stranding::Lenient, ..dice }),
            reading(Options { coins: Stacks::Open, ..Options::default() }),
        ]
    }
}
