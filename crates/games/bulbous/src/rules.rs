//! The rules: what may be done, and what follows.
//!
//! Every action changes a little and then calls `Bulbous::proceed`, which goes on with everything that needs no
//! choice (drawing, reveal, end of a turn, of a round, of the game) until somebody must choose or a new deck is due.

use crate::card::{Card, Colour};
use crate::cards::{Cards, Pile, worth};
use crate::notation::{Action, Order};
use crate::options::{Options, Preset};
use crate::table::{Deed, NOBODY, Phase, SEATS, Shown, State, Table};
use bagatelle_core::{Rng, Seat, Turn};
use thiserror::Error;

/// The rules under certain options.
#[derive(Clone, Debug)]
pub struct Bulbous(pub(crate) Options);

/// Why an action is not legal now.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum Refusal {
    /// The game has ended.
    #[error("the game is over")]
    Over,
    /// Chance has to make a new deck first.
    #[error("the discards must be shuffled into a new deck first")]
    DeckFirst,
    /// The deck has not run out.
    #[error("a new deck is made only when a card is needed and the deck is empty")]
    DeckNotEmpty,
    /// The new deck does not consist of the discards.
    #[error("a new deck consists of exactly the discards")]
    NotTheDiscards,
    /// It is time to choose a specimen.
    #[error("now a new specimen has to be chosen")]
    ChooseFirst,
    /// It is time to name a specimen.
    #[error("now the First Player has to name the specimen that is contested next")]
    TargetFirst,
    /// It is time to bet, swap or pass.
    #[error("now it is time to bet, swap or pass")]
    ActNow,
    /// The specimen is not in reserve.
    #[error("there is no {} specimen with {size} places in reserve", .colour.name())]
    NotInReserve {
        /// The pending colour.
        colour: Colour,
        /// The places asked for.
        size: u8,
    },
    /// No such specimen is active.
    #[error("no {} specimen is active", .0.name())]
    NotActive(Colour),
    /// The specimen was contested, or has its place in the declared order.
    #[error("the {} specimen has had its place in this round", .0.name())]
    Contested(Colour),
    /// A card is not in the hand.
    #[error("{0} is not in your hand")]
    NotHeld(Card),
    /// A card does not fit the specimen.
    #[error("{card} cannot be laid on a {} specimen", .colour.name())]
    WrongColour {
        /// The card.
        card: Card,
        /// The specimen's colour.
        colour: Colour,
    },
    /// A bet without cards.
    #[error("a bet needs at least one card")]
    EmptyBet,
    /// A swap of no card or of more than two.
    #[error("one or two cards can be swapped")]
    SwapSize,
    /// More than one card added, or a Wild, when a tie is played out.
    #[error("one more card of the colour may be added, and no Wild")]
    AddOne,
    /// Swapping while a tie is played out.
    #[error("a tie is played out: add one card of the colour, or pass")]
    NoSwapInTie,
}

impl Bulbous {
    fn declares(&self) -> bool {
        self.0.declared || self.0.preset == Preset::Rules2026
    }

    /// The position right after the deal; the deck may have been cut down (by tests).
    pub(crate) fn deal_out(&self, seats: &[Vec<Colour>], first: u8, deck: &[Card]) -> State {
        let mut table = Table {
            seats: seats.len() as u8,
            owner: [NOBODY; 4],
            clockwise: [NOBODY; 4],
            first,
            round: 0,
            last_round: false,
            phase: Phase::Choose,
            reserve: [0; 4],
            active: [0; 4],
            bulbs: [[0; SEATS]; 16],
            contested: 0,
            pending: 0,
            plan: [NOBODY; 4],
            target: NOBODY,
            deeds: [Deed::Waiting; SEATS],
            acted: 0,
            tied: 0,
            asked: 0,
            open: [Cards::NONE; SEATS],
            shown: None,
            turns: 0,
            in_play: deck.iter().copied().collect(),
            discards: Pile::EMPTY,
            owed: [0; SEATS],
            from: 0,
            batch: [0; crate::card::CARDS],
            newest: 0,
            dry: false,
        };
        let owned = seats.iter().zip(0..).flat_map(|(own, seat)| own.iter().map(move |c| (*c, seat)));
        for (n, (colour, seat)) in owned.enumerate() {
            table.owner[colour.index()] = seat;
            table.clockwise[n] = colour as u8;
            table.reserve[colour.index()] = 0b11110;
            table.pending |= 1 << colour as u8;
        }
        let limit = table.limit();
        for owed in &mut table.owed[..seats.len()] {
            *owed = limit;
        }
        let deck = deck.iter().rev().copied().collect();
        let mut state = State { table, hands: [Cards::NONE; SEATS], bets: [Cards::NONE; SEATS], deck };
        self.proceed(&mut state);
        state
    }

    /// Goes on with everything that needs no choice.
    fn proceed(&self, state: &mut State) {
        while state.hand_out() {
            let waits = match state.table.phase {
                Phase::Choose => self.choose_or_begin(&mut state.table),
                Phase::Target => self.next_target(state),
                Phase::Act if state.table.acted < state.table.seats => true,
                Phase::Act => {
                    self.reveal(state);
                    false
                }
                Phase::Tie if state.table.asked != 0 => true,
                Phase::Tie => {
                    settle_tie(state);
                    false
                }
                Phase::Refill => {
                    pass_token(&mut state.table);
                    false
                }
                Phase::Over => true,
            };
            if waits {
                return;
            }
        }
    }

    /// Brings in specimens that need no choice; begins the round when nothing is pending. Whether somebody must choose.
    fn choose_or_begin(&self, table: &mut Table) -> bool {
        let Some(colour) = table.pending().next() else {
            table.round += 1;
            table.contested = 0;
            table.plan = [NOBODY; 4];
            table.phase = Phase::Target;
            return false;
        };
        let reserve = table.reserve[colour.index()];
        if reserve.count_ones() == 1 {
            self.bring(table, colour, reserve.trailing_zeros() as u8);
            return false;
        }
        true
    }

    /// A specimen enters; the round that then begins is the last if it was its owner's last.
    fn bring(&self, table: &mut Table, colour: Colour, size: u8) {
        table.pending &= !(1 << colour as u8);
        table.reserve[colour.index()] &= !(1 << size);
        table.active[colour.index()] = size;
        let owner = table.owner[colour.index()];
        let left = |c: Colour| table.owner[c.index()] == owner && table.reserve[c.index()] != 0;
        let used_up = if table.seats == 2 && self.0.end_at_fourth {
            table.reserve[colour.index()] == 0
        } else {
            !Colour::ALL.into_iter().any(left)
        };
        table.last_round |= used_up;
    }

    /// Begins the next turn if it is clear what is contested, or ends the round. Whether the First Player must choose.
    fn next_target(&self, state: &mut State) -> bool {
        let table = &mut state.table;
        let open = |c: &Colour| table.active[c.index()] != 0 && !table.is_contested(*c);
        let mut left = Colour::ALL.into_iter().filter(open);
        let Some(next) = left.next() else {
            end_round(state, &self.0);
            return false;
        };
        let several = left.next().is_some();
        if self.declares() {
            let mut missing =
                Colour::ALL.into_iter().filter(open).filter(|c| !table.plan.contains(&(*c as u8)));
            match (missing.next(), missing.next()) {
                (Some(_), Some(_)) => return true,
                (Some(last), None) => declare(table, last),
                (None, _) => (),
            }
            let planned = table.plan().find(|c| !table.is_contested(*c)).unwrap_or(next);
            begin_turn(table, planned);
        } else if several {
            return true;
        } else {
            begin_turn(table, next);
        }
        false
    }

    /// Turns the bets over: a bulb for the best, or the beginning of a play-off.
    fn reveal(&self, state: &mut State) {
        let Some(specimen) = state.table.target() else { return };
        let strength = |seat: Seat| {
            let bet = state.bets[seat.index()];
            if bet.is_empty() { None } else { Some(strength(bet, specimen.colour)) }
        };
        let best = Seat::all(state.table.seats).filter_map(strength).max();
        let mut leaders = Seat::all(state.table.seats).filter(|s| best.is_some() && strength(*s) == best);
        let (leader, second) = (leaders.next(), leaders.next());
        if second.is_some() && self.0.preset == Preset::Rules2026 {
            let tied = leader.into_iter().chain(second).chain(leaders).fold(0, |mask, s| mask | 1 << s.0);
            let table = &mut state.table;
            table.open = std::mem::take(&mut state.bets);
            table.tied = tied;
            table.asked = tied;
            table.phase = Phase::Tie;
        } else {
            settle(state, leader.filter(|_| second.is_none()));
        }
    }

    pub(crate) fn list(&self, state: &State, out: &mut Vec<Action>) {
        out.clear();
        let table = &state.table;
        let Turn::Seat(seat) = table.turn() else { return };
        match table.phase {
            Phase::Choose => {
                let reserve = table.pending().next().map_or(0, |c| table.reserve[c.index()]);
                out.extend((1..=4).filter(|size| reserve >> size & 1 == 1).map(Action::Choose));
            }
            Phase::Target => {
                out.extend(
                    Colour::ALL.into_iter().filter(|c| can_target(table, *c).is_ok()).map(Action::Target),
                );
            }
            Phase::Act => {
                let hand = state.hands[seat.index()];
                let layable = (hand & table.layable(self.0.bluff)).0;
                let mut bet = layable & layable.wrapping_neg();
                while bet != 0 {
                    out.push(Action::Bet(Cards(bet)));
                    bet = bet.wrapping_sub(layable) & layable;
                }
                let mut rest = hand.0;
                while rest != 0 {
                    let card = rest & rest.wrapping_neg();
                    rest ^= card;
                    out.push(Action::Swap(Cards(card)));
                    let mut others = rest;
                    while others != 0 {
                        let other = others & others.wrapping_neg();
                        others ^= other;
                        out.push(Action::Swap(Cards(card | other)));
                    }
                }
                out.push(Action::Pass);
            }
            Phase::Tie => {
                let layable = state.hands[seat.index()] & table.layable(self.0.bluff);
                out.extend(layable.iter().map(|card| Action::Bet(Cards::NONE.with(card))));
                out.push(Action::Pass);
            }
            Phase::Refill | Phase::Over => (),
        }
    }

    pub(crate) fn count(&self, state: &State) -> usize {
        let table = &state.table;
        let Turn::Seat(seat) = table.turn() else { return 0 };
        let hand = state.hands[seat.index()];
        let layable = usize::from((hand & table.layable(self.0.bluff)).len());
        match table.phase {
            Phase::Choose => {
                table.pending().next().map_or(0, |c| table.reserve[c.index()].count_ones() as usize)
            }
            Phase::Target => Colour::ALL.into_iter().filter(|c| can_target(table, *c).is_ok()).count(),
            Phase::Act => {
                let held = usize::from(hand.len());
                (1 << layable) - 1 + held * (held + 1) / 2 + 1
            }
            Phase::Tie => layable + 1,
            Phase::Refill | Phase::Over => 0,
        }
    }

    pub(crate) fn refuse(&self, state: &State, action: Action) -> Result<(), Refusal> {
        let table = &state.table;
        let seat = match (table.turn(), action) {
            (Turn::Over, _) => return Err(Refusal::Over),
            (Turn::Chance, Action::Shuffle(order)) if order.0.set() == table.discards.set() => return Ok(()),
            (Turn::Chance, Action::Shuffle(_)) => return Err(Refusal::NotTheDiscards),
            (Turn::Chance, _) => return Err(Refusal::DeckFirst),
            (Turn::Seat(_), Action::Shuffle(_)) => return Err(Refusal::DeckNotEmpty),
            (Turn::Seat(seat), _) => seat,
        };
        let hand = state.hands[seat.index()];
        let held = |cards: Cards| (cards - hand).iter().next().map_or(Ok(()), |c| Err(Refusal::NotHeld(c)));
        match (table.phase, action) {
            (Phase::Choose, Action::Choose(size)) => match table.pending().next() {
                Some(colour) if size < 8 && table.reserve[colour.index()] >> size & 1 == 1 => Ok(()),
                Some(colour) => Err(Refusal::NotInReserve { colour, size }),
                None => Err(Refusal::ActNow),
            },
            (Phase::Target, Action::Target(colour)) => can_target(table, colour),
            (Phase::Act | Phase::Tie, Action::Pass) => Ok(()),
            (Phase::Act, Action::Bet(cards)) => {
                held(cards)?;
                if cards.is_empty() {
                    return Err(Refusal::EmptyBet);
                }
                match ((cards - table.layable(self.0.bluff)).iter().next(), table.target()) {
                    (Some(card), Some(specimen)) => {
                        Err(Refusal::WrongColour { card, colour: specimen.colour })
                    }
                    _ => Ok(()),
                }
            }
            (Phase::Act, Action::Swap(cards)) => {
                held(cards)?;
                if matches!(cards.len(), 1 | 2) { Ok(()) } else { Err(Refusal::SwapSize) }
            }
            (Phase::Tie, Action::Bet(cards)) => {
                held(cards)?;
                if cards.len() == 1 && table.layable(self.0.bluff).holds(cards) {
                    Ok(())
                } else {
                    Err(Refusal::AddOne)
                }
            }
            (Phase::Tie, Action::Swap(_)) => Err(Refusal::NoSwapInTie),
            (Phase::Choose, _) => Err(Refusal::ChooseFirst),
            (Phase::Target, _) => Err(Refusal::TargetFirst),
            _ => Err(Refusal::ActNow),
        }
    }

    pub(crate) fn take(&self, state: &mut State, action: Action) {
        let seat = match state.table.turn() {
            Turn::Seat(seat) => seat,
            _ => Seat(0),
        };
        let k = seat.index();
        match action {
            Action::Shuffle(Order(pile)) => state.new_deck(&pile),
            Action::Choose(size) => {
                let pending = state.table.pending().next();
                if let Some(colour) = pending {
                    self.bring(&mut state.table, colour, size);
                }
            }
            Action::Target(colour) if self.declares() => declare(&mut state.table, colour),
            Action::Target(colour) => begin_turn(&mut state.table, colour),
            Action::Bet(cards) => {
                state.hands[k] -= cards;
                state.bets[k] = cards;
                acted(&mut state.table, seat, Deed::Bet);
            }
            Action::Swap(cards) => {
                state.hands[k] -= cards;
                cards.iter().for_each(|card| state.discard(card));
                state.table.owed[k] = cards.len();
                state.table.from = seat.0;
                acted(&mut state.table, seat, Deed::Swap(cards));
            }
            Action::Pass => {
                let table = &mut state.table;
                let drew = table.phase == Phase::Act
                    && state.hands[k].len() < table.limit()
                    && !(state.deck.is_empty() && table.discards.is_empty());
                table.owed[k] = u8::from(drew);
                table.from = seat.0;
                acted(table, seat, Deed::Pass { drew });
            }
        }
        self.proceed(state);
    }

    pub(crate) fn shuffle(&self, state: &State, rng: &mut Rng) -> Action {
        let mut cards: Vec<Card> = state.table.discards.set().iter().collect();
        rng.shuffle(&mut cards);
        Action::Shuffle(Order(cards.into_iter().collect()))
    }
}

/// What a bet is worth in a comparison; the matching Wild is above every sum.
#[inline]
fn strength(bet: Cards, colour: Colour) -> u16 {
    if (bet & Cards::wild_for(colour)).is_empty() { u16::from(worth(bet, colour)) } else { u16::MAX }
}

fn can_target(table: &Table, colour: Colour) -> Result<(), Refusal> {
    if table.active[colour.index()] == 0 {
        Err(Refusal::NotActive(colour))
    } else if table.is_contested(colour) || table.plan.contains(&(colour as u8)) {
        Err(Refusal::Contested(colour))
    } else {
        Ok(())
    }
}

fn declare(table: &mut Table, colour: Colour) {
    if let Some(slot) = table.plan.iter_mut().find(|c| **c == NOBODY) {
        *slot = colour as u8;
    }
}

fn begin_turn(table: &mut Table, colour: Colour) {
    table.target = colour as u8;
    table.acted = 0;
    table.deeds = [Deed::Waiting; SEATS];
    table.phase = Phase::Act;
}

/// Notes that a seat has acted, in a turn or in a play-off.
fn acted(table: &mut Table, seat: Seat, deed: Deed) {
    if table.phase == Phase::Tie {
        table.asked &= !(1 << seat.0);
    } else {
        table.deeds[seat.index()] = deed;
        table.acted += 1;
    }
}

/// Decides a play-off: only those who added a card can win, with what they had and the number of the added card.
fn settle_tie(state: &mut State) {
    let Some(specimen) = state.table.target() else { return };
    // All who play off had the same sum, so the added numbers decide; a Double alone is worth 0.
    let added = |seat: Seat| {
        let card = state.bets[seat.index()];
        if card.is_empty() { None } else { Some(worth(card, specimen.colour)) }
    };
    let best = Seat::all(state.table.seats).filter_map(added).max();
    let mut leaders = Seat::all(state.table.seats).filter(|s| best.is_some() && added(*s) == best);
    let (leader, second) = (leaders.next(), leaders.next());
    settle(state, leader.filter(|_| second.is_none()));
}

/// Ends a turn: a bulb for the winner, all bets to the discards in acting order.
fn settle(state: &mut State, winner: Option<Seat>) {
    let Some(specimen) = state.table.target() else { return };
    if let Some(seat) = winner {
        state.table.bulbs[specimen.index()][seat.index()] += 1;
    }
    let mut bets = [Cards::NONE; SEATS];
    for seat in state.table.from(state.table.first) {
        let k = seat.index();
        bets[k] = state.table.open[k] | state.bets[k];
        bets[k].iter().for_each(|card| state.discard(card));
    }
    state.bets = [Cards::NONE; SEATS];
    let table = &mut state.table;
    table.open = [Cards::NONE; SEATS];
    table.tied = 0;
    table.shown = Some(Shown { specimen, bets, winner });
    table.turns = table.turns.saturating_add(1);
    table.contested |= 1 << specimen.colour as u8;
    table.target = NOBODY;
    table.phase = Phase::Target;
}

/// Complete specimens leave; then the game ends, or hands are filled if any has left, and the token passes.
fn end_round(state: &mut State, options: &Options) {
    let table = &mut state.table;
    let mut left = false;
    for colour in Colour::ALL {
        let Some(specimen) = table.active(colour) else { continue };
        if table.is_complete(specimen) {
            left = true;
            table.active[colour.index()] = 0;
            if table.reserve[colour.index()] != 0 {
                table.pending |= 1 << colour as u8;
            }
        }
    }
    if table.last_round || (options.max_rounds > 0 && table.round >= options.max_rounds) {
        table.phase = Phase::Over;
        return;
    }
    if left {
        let limit = table.limit();
        table.from = table.first;
        for k in 0..usize::from(table.seats) {
            table.owed[k] = limit.saturating_sub(state.hands[k].len());
        }
    }
    table.phase = Phase::Refill;
}

fn pass_token(table: &mut Table) {
    table.first = (table.first + 1) % table.seats;
    table.phase = Phase::Choose;
}
