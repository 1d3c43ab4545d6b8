//! What follows from an action.
//!
//! Every action changes a little and then calls `Bulbous::proceed`, which continues with everything that
//! needs no choice (drawing, reveal, end of a turn, of a round, of the game) until a seat must choose or a
//! new deck is due.

use crate::action::{Action, Order};
use crate::card::{Card, Colour};
use crate::cards::{Cards, Pile, worth};
use crate::cut::Cut;
use crate::options::{Last, Options, Preset};
use crate::public::{ABSENT, Deed, Phase, Public, SEATS, Shown};
use crate::state::State;
use bagatelle_core::{Rng, Seat, Turn};

/// The rules under certain options.
#[derive(Clone, Debug)]
pub struct Bulbous(pub(crate) Options);

impl Bulbous {
    fn declares(&self) -> bool {
        self.0.declared || self.0.preset == Preset::Rules2026
    }

    /// The position right after the deal; the deck may have been cut down (by tests).
    pub(crate) fn deal_out(&self, seats: &[Vec<Colour>], first: u8, deck: &[Card]) -> State {
        let mut public = Public {
            seats: seats.len() as u8,
            owner: [ABSENT; 4],
            clockwise: [ABSENT; 4],
            first,
            round: 0,
            last_round: false,
            phase: Phase::Choose,
            reserve: [0; 4],
            active: [0; 4],
            bulbs: [[0; SEATS]; 16],
            contested: 0,
            pending: 0,
            plan: [ABSENT; 4],
            target: ABSENT,
            deeds: [Deed::Waiting; SEATS],
            acted: 0,
            tied: 0,
            asked: 0,
            ahead: ABSENT,
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
            public.owner[colour.index()] = seat;
            public.clockwise[n] = colour as u8;
            public.reserve[colour.index()] = 0b11110;
            public.pending |= 1 << colour as u8;
        }
        let limit = public.limit();
        for owed in &mut public.owed[..seats.len()] {
            *owed = limit;
        }
        let deck = deck.iter().rev().copied().collect();
        let mut state = State { public, hands: [Cards::NONE; SEATS], bets: [Cards::NONE; SEATS], deck };
        self.proceed(&mut state);
        state
    }

    /// The position of a cut-down game when the cards are dealt in `order`: seat 0 has the first, the deck
    /// the last ones.
    ///
    /// # Panics
    /// When there are fewer cards than the hands take.
    pub(crate) fn cut_start(&self, cut: &Cut, order: &[Card]) -> State {
        let mut state = self.deal_out(&cut.owners, 0, &Card::all().collect::<Vec<_>>());
        let (hands, deck) = order.split_at(cut.dealt());
        state.public.in_play = cut.cards.iter().copied().collect();
        for (hand, cards) in state.hands.iter_mut().zip(hands.chunks(cut.hand)) {
            *hand = cards.iter().copied().collect();
        }
        state.deck = deck.iter().rev().copied().collect();
        if !cut.plants.is_empty() {
            let public = &mut state.public;
            (public.pending, public.reserve, public.last_round) = (0, [0; 4], true);
            for (colour, size) in &cut.plants {
                public.active[colour.index()] = *size;
            }
            self.proceed(&mut state);
        }
        state
    }

    /// Goes on with everything that needs no choice.
    pub(crate) fn proceed(&self, state: &mut State) {
        while state.hand_out() {
            let waits = match state.public.phase {
                Phase::Choose => self.choose_or_begin(&mut state.public),
                Phase::Target => self.next_target(state),
                Phase::Discard => true,
                Phase::Act if state.public.acted < state.public.seats => true,
                Phase::Act => {
                    self.reveal(state);
                    false
                }
                Phase::Tie if state.public.asked != 0 => true,
                Phase::Tie => {
                    settle_tie(state);
                    false
                }
                Phase::Refill => {
                    pass_token(&mut state.public);
                    false
                }
                Phase::Over => true,
            };
            if waits {
                return;
            }
        }
    }

    /// Brings in specimens that need no choice; begins the round when nothing is pending. Whether a seat must
    /// choose.
    fn choose_or_begin(&self, public: &mut Public) -> bool {
        let Some(colour) = public.pending().next() else {
            public.round += 1;
            public.contested = 0;
            public.plan = [ABSENT; 4];
            public.phase = Phase::Target;
            return false;
        };
        let reserve = public.reserve[colour.index()];
        if reserve.count_ones() == 1 {
            self.bring(public, colour, reserve.trailing_zeros() as u8);
            return false;
        }
        true
    }

    /// A specimen enters; the round that then begins is the last if it was its owner's last.
    pub(crate) fn bring(&self, public: &mut Public, colour: Colour, size: u8) {
        public.pending &= !(1 << colour as u8);
        public.reserve[colour.index()] &= !(1 << size);
        public.active[colour.index()] = size;
        let owner = public.owner[colour.index()];
        let left = |c: Colour| public.owner[c.index()] == owner && public.reserve[c.index()] != 0;
        let used_up = match (public.seats, self.0.end_at_fourth) {
            (2, Last::OfColour) => public.reserve[colour.index()] == 0,
            (2, Last::Fourth) => {
                let own = Colour::ALL.into_iter().filter(|c| public.owner[c.index()] == owner);
                let left: u32 = own.map(|c| public.reserve[c.index()].count_ones()).sum();
                // Of eight.
                left <= 4
            }
            (_, Last::Eighth | Last::OfColour | Last::Fourth) => !Colour::ALL.into_iter().any(left),
        };
        public.last_round |= used_up;
    }

    /// Begins the next turn if it is clear what is contested, or ends the round. Whether the First Player
    /// must choose.
    fn next_target(&self, state: &mut State) -> bool {
        let public = &mut state.public;
        let open = |c: &Colour| public.active[c.index()] != 0 && !public.is_contested(*c);
        let mut left = Colour::ALL.into_iter().filter(open);
        let Some(next) = left.next() else {
            end_round(state, &self.0);
            return false;
        };
        let several = left.next().is_some();
        if self.declares() {
            let mut missing =
                Colour::ALL.into_iter().filter(open).filter(|c| !public.plan.contains(&(*c as u8)));
            match (missing.next(), missing.next()) {
                (Some(_), Some(_)) => return true,
                (Some(last), None) => declare(public, last),
                (None, _) => (),
            }
            let planned = public.plan().find(|c| !public.is_contested(*c)).unwrap_or(next);
            begin_turn(public, planned);
        } else if several {
            return true;
        } else {
            begin_turn(public, next);
        }
        false
    }

    /// Turns the bets over: a bulb for the best, or the beginning of a play-off.
    fn reveal(&self, state: &mut State) {
        let Some(specimen) = state.public.target() else { return };
        let strength = |seat: Seat| {
            let bet = state.bets[seat.index()];
            if self.0.bluff.counts(bet, specimen.colour) {
                Some(strength(bet, specimen.colour))
            } else {
                None
            }
        };
        let best = Seat::all(state.public.seats).filter_map(strength).max();
        let mut leaders = Seat::all(state.public.seats).filter(|s| best.is_some() && strength(*s) == best);
        let (leader, second) = (leaders.next(), leaders.next());
        if second.is_some() && self.0.preset == Preset::Rules2026 {
            let tied = leader.into_iter().chain(second).chain(leaders).fold(0, |mask, s| mask | 1 << s.0);
            let public = &mut state.public;
            public.open = std::mem::take(&mut state.bets);
            public.tied = tied;
            public.asked = tied;
            public.phase = Phase::Tie;
        } else {
            settle(state, leader.filter(|_| second.is_none()));
        }
    }

    pub(crate) fn take(&self, state: &mut State, action: Action) {
        let seat = match state.public.turn() {
            Turn::Seat(seat) => seat,
            _ => Seat(0),
        };
        let k = seat.index();
        match action {
            Action::Shuffle(Order(pile)) => state.new_deck(&pile),
            Action::Choose(size) => {
                let pending = state.public.pending().next();
                if let Some(colour) = pending {
                    self.bring(&mut state.public, colour, size);
                }
            }
            Action::Target(colour) if self.declares() => declare(&mut state.public, colour),
            Action::Target(colour) => begin_turn(&mut state.public, colour),
            Action::Bet(cards) => {
                state.hands[k] -= cards;
                state.bets[k] = cards;
                acted(&mut state.public, seat, Deed::Bet);
            }
            Action::Swap(cards) => {
                state.hands[k] -= cards;
                cards.iter().for_each(|card| state.discard(card));
                state.public.owed[k] = cards.len();
                state.public.from = seat.0;
                acted(&mut state.public, seat, Deed::Swap(cards));
            }
            Action::Pass => {
                let public = &mut state.public;
                let (held, limit) = (state.hands[k].len(), public.limit());
                let drew = public.phase == Phase::Act
                    && self.0.full_hand.draws(held, limit)
                    && !(state.deck.is_empty() && public.discards.is_empty());
                public.owed[k] = u8::from(drew);
                public.from = seat.0;
                if drew && held >= limit {
                    public.phase = Phase::Discard;
                } else {
                    acted(public, seat, Deed::Pass { drew });
                }
            }
            Action::Discard(card) => {
                state.hands[k] -= Cards::NONE.with(card);
                state.discard(card);
                state.public.phase = Phase::Act;
                acted(&mut state.public, seat, Deed::Trade(card));
            }
        }
        self.proceed(state);
    }

    pub(crate) fn shuffle(&self, state: &State, rng: &mut Rng) -> Action {
        let mut cards: Vec<Card> = state.public.discards.set().iter().collect();
        rng.shuffle(&mut cards);
        Action::Shuffle(Order(cards.into_iter().collect()))
    }
}

/// What a bet is worth in a comparison; the matching Wild is above every sum.
#[inline]
pub(crate) fn strength(bet: Cards, colour: Colour) -> u16 {
    if (bet & Cards::wild_for(colour)).is_empty() { u16::from(worth(bet, colour)) } else { u16::MAX }
}

fn declare(public: &mut Public, colour: Colour) {
    if let Some(slot) = public.plan.iter_mut().find(|c| **c == ABSENT) {
        *slot = colour as u8;
    }
}

pub(crate) fn begin_turn(public: &mut Public, colour: Colour) {
    public.target = colour as u8;
    public.acted = 0;
    public.deeds = [Deed::Waiting; SEATS];
    public.phase = Phase::Act;
}

/// Notes that a seat has acted, in a turn or in a play-off.
fn acted(public: &mut Public, seat: Seat, deed: Deed) {
    if public.phase == Phase::Tie {
        public.asked &= !(1 << seat.0);
        public.ahead = ABSENT;
    } else {
        public.deeds[seat.index()] = deed;
        public.acted += 1;
    }
}

/// Decides a play-off: only those who added a card can win, with what they had and the number of the added
/// card.
fn settle_tie(state: &mut State) {
    let Some(specimen) = state.public.target() else { return };
    // All who play off had the same sum, so the added numbers decide; a Double alone is worth 0.
    let added = |seat: Seat| {
        let card = state.bets[seat.index()];
        if card.is_empty() { None } else { Some(worth(card, specimen.colour)) }
    };
    let best = Seat::all(state.public.seats).filter_map(added).max();
    let mut leaders = Seat::all(state.public.seats).filter(|s| best.is_some() && added(*s) == best);
    let (leader, second) = (leaders.next(), leaders.next());
    settle(state, leader.filter(|_| second.is_none()));
}

/// Ends a turn: a bulb for the winner, all bets to the discards in acting order.
pub(crate) fn settle(state: &mut State, winner: Option<Seat>) {
    let Some(specimen) = state.public.target() else { return };
    if let Some(seat) = winner {
        state.public.bulbs[specimen.index()][seat.index()] += 1;
    }
    let mut bets = [Cards::NONE; SEATS];
    for seat in state.public.from(state.public.first) {
        let k = seat.index();
        bets[k] = state.public.open[k] | state.bets[k];
        bets[k].iter().for_each(|card| state.discard(card));
    }
    state.bets = [Cards::NONE; SEATS];
    let public = &mut state.public;
    public.open = [Cards::NONE; SEATS];
    public.tied = 0;
    public.shown = Some(Shown { specimen, bets, winner });
    public.turns = public.turns.saturating_add(1);
    public.contested |= 1 << specimen.colour as u8;
    public.target = ABSENT;
    public.phase = Phase::Target;
}

/// Complete specimens leave; then the game ends, or hands are filled if any has left, and the token passes.
fn end_round(state: &mut State, options: &Options) {
    let public = &mut state.public;
    let mut left = false;
    for colour in Colour::ALL {
        let Some(specimen) = public.active(colour) else { continue };
        if public.is_complete(specimen) {
            left = true;
            public.active[colour.index()] = 0;
            if public.reserve[colour.index()] != 0 {
                public.pending |= 1 << colour as u8;
            }
        }
    }
    if public.last_round || (options.max_rounds > 0 && public.round >= options.max_rounds) {
        public.phase = Phase::Over;
        // No one chooses from now on.
        public.pending = 0;
        return;
    }
    if left {
        let limit = public.limit();
        public.from = public.first;
        for k in 0..usize::from(public.seats) {
            public.owed[k] = limit.saturating_sub(state.hands[k].len());
        }
    }
    public.phase = Phase::Refill;
}

fn pass_token(public: &mut Public) {
    public.first = (public.first + 1) % public.seats;
    public.phase = Phase::Choose;
}
