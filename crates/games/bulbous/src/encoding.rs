//! The game as numbers, for programs that learn.

use crate::action::Action;
use crate::card::{CARDS, Card, Colour};
use crate::cards::Cards;
use crate::listing::new_decks;
use crate::options::{Bluff, DealOptions, Setup};
use crate::public::{Deed, Phase, SEATS, Specimen};
use crate::rules::Bulbous;
use crate::state::State;
use crate::view::View;
use bagatelle_core::encoding::{Encoded, Floats, Part, flag};
use bagatelle_core::{Seat, Turn, Viewer};

const CHOOSE: u32 = 1;
const TARGET: u32 = 5;
const BET: u32 = 9;
/// Sets of the nine cards that may be laid on a specimen.
const BETS: u32 = 1 << 9;
const SWAP: u32 = BET + BETS;
const SWAP_TWO: u32 = SWAP + CARDS as u32;
const BLUFF: u32 = SWAP_TWO + (CARDS * (CARDS - 1) / 2) as u32;
/// Sets of the cards of the largest hand.
const BLUFFS: u32 = 1 << 9;
const COLOURS: usize = Colour::ALL.len();

/// The number of a bet on a specimen of `target` from `hand`.
fn bet(cards: Cards, target: Colour, hand: Cards) -> u32 {
    let wild = Cards::wild_for(target);
    if (Cards::of(target) | wild).holds(cards) {
        let numbers = (cards.0 >> (8 * target as u32)) as u32 & 0xff;
        return BET + (u32::from(!(cards & wild).is_empty()) << 8 | numbers);
    }
    let places = hand.iter().enumerate().filter(|(_, card)| cards.has(*card));
    BLUFF + places.fold(0, |set, (place, _)| set | 1 << place)
}

/// The number of a swap of one or two cards.
fn swap(cards: Cards) -> u32 {
    let mut places = cards.iter().map(|card| card.index() as u32);
    match (places.next().unwrap_or_default(), places.next()) {
        (one, None) => SWAP + one,
        (low, Some(high)) => SWAP_TWO + high * (high - 1) / 2 + low,
    }
}

/// Writes 1 for each card of a set.
fn mark(floats: &mut [f32], cards: Cards) {
    cards.iter().for_each(|card| floats[card.index()] = 1.0);
}

impl Encoded for Bulbous {
    const NUMBERING: &'static str = "\
Cards are numbered 0 to 33 in the order of the notation, colours 0 to 3 (red, blue, yellow, green). Seats \
are counted from the viewer,
clockwise.

| number | action |
| --- | --- |
| 0 | a pass |
| 1 to 4 | the specimen with this many places is chosen |
| 5 to 8 | a colour’s specimen is named |
| 9 + s | a bet; bits 0 to 7 of `s` are the cards of the contested colour (3 to 9, Double), bit 8 is its \
Wild |
| 521 + c | a swap of the card `c`; after a pass with a full hand, its discard |
| 555 + d (d - 1) / 2 + c | a swap of the cards `c < d` |
| 1116 + h | with the option `bluff`, a bet with other cards among it; bit `n` of `h` is the `n`th card of \
the hand |";
    const PARTS: &'static [Part] = &[
        Part { name: "hand", shape: &[CARDS], about: "by card: 1 for those in the viewer’s hand" },
        Part {
            name: "bet",
            shape: &[CARDS],
            about: "by card: 1 for those that the viewer has laid face down",
        },
        Part {
            name: "unseen",
            shape: &[CARDS],
            about: "by card: 1 for those in other hands, in face-down bets, in the deck",
        },
        Part { name: "discards", shape: &[CARDS], about: "by card: 1 for those on the discards" },
        Part {
            name: "seats",
            shape: &[SEATS],
            about: "by seat from the viewer’s: 1 for those that take part",
        },
        Part { name: "hands", shape: &[SEATS], about: "by seat: how many cards it holds" },
        Part { name: "bets", shape: &[SEATS], about: "by seat: how many cards it has laid face down" },
        Part {
            name: "held_since_shuffle",
            shape: &[SEATS],
            about: "by seat: how many of its cards, bet included, come from the present deck",
        },
        Part { name: "deck", shape: &[], about: "how many cards are in the deck" },
        Part { name: "owners", shape: &[COLOURS, SEATS], about: "by colour and seat: 1 for its owner" },
        Part {
            name: "specimens",
            shape: &[COLOURS, 4, 3],
            about: "by colour and places less one: 1 for what is so: in reserve, active, complete",
        },
        Part {
            name: "bulbs",
            shape: &[COLOURS, 4, SEATS],
            about: "by colour, places less one, and seat: how many bulbs it has on the specimen",
        },
        Part {
            name: "contested",
            shape: &[COLOURS],
            about: "by colour: 1 if its specimen had its turn in this round",
        },
        Part {
            name: "pending",
            shape: &[COLOURS],
            about: "by colour: 1 if its owner has yet to choose a specimen",
        },
        Part {
            name: "order",
            shape: &[COLOURS],
            about: "by colour: its place in the declared order of the round, from 1; else 0",
        },
        Part {
            name: "target",
            shape: &[COLOURS],
            about: "by colour: 1 for the specimen that is contested now",
        },
        Part {
            name: "phase",
            shape: &[6],
            about: "1 for the phase: choose, target, act, tie, refill, over; 0 for all while a card is to \
                be discarded",
        },
        Part { name: "turn", shape: &[SEATS], about: "by seat: 1 for the one to act" },
        Part { name: "first", shape: &[SEATS], about: "by seat: 1 for the First Player" },
        Part { name: "round", shape: &[], about: "the number of the round, from 1" },
        Part { name: "last_round", shape: &[], about: "1 if it is the last round" },
        Part {
            name: "deeds",
            shape: &[SEATS, 4],
            about: "by seat: 1 for what it did in this turn: bet, swap, pass and draw, pass without drawing",
        },
        Part {
            name: "swapped",
            shape: &[SEATS, CARDS],
            about: "by seat and card: 1 for the cards that it put away in this turn",
        },
        Part {
            name: "open_bets",
            shape: &[SEATS, CARDS],
            about: "by seat and card: 1 for the bets that lie open while a tie is played out",
        },
        Part { name: "tied", shape: &[SEATS], about: "by seat: 1 for those that tied" },
        Part {
            name: "revealed",
            shape: &[SEATS, CARDS],
            about: "by seat and card: 1 for the bets that were revealed last",
        },
        Part { name: "revealed_winner", shape: &[SEATS], about: "by seat: 1 for the one that won then" },
        Part { name: "points", shape: &[SEATS], about: "by seat: its points as the table stands" },
    ];

    fn numbers(&self) -> u32 {
        if self.0.bluff != Bluff::No { BLUFF + BLUFFS } else { BLUFF }
    }

    fn number(&self, state: &State, actions: &[Action], out: &mut Vec<u32>) {
        out.clear();
        let target = state.public.target().map_or(Colour::Red, |specimen| specimen.colour);
        let hand = match state.public.turn() {
            Turn::Seat(seat) => state.hand(seat),
            Turn::Chance | Turn::Over => Cards::NONE,
        };
        out.extend(actions.iter().map(|action| match *action {
            // No seat shuffles.
            Action::Pass | Action::Shuffle(_) => 0,
            Action::Choose(size) => CHOOSE + u32::from(size) - 1,
            Action::Target(colour) => TARGET + colour as u32,
            Action::Bet(cards) => bet(cards, target, hand),
            Action::Swap(cards) => swap(cards),
            Action::Discard(card) => swap(Cards::NONE.with(card)),
        }));
    }

    fn deals(&self, _options: &DealOptions, most: usize) -> Option<Vec<(Setup, f64)>> {
        let cut = self.0.cut.as_ref()?;
        let deals = cut.deals();
        let each = 1.0 / deals.len() as f64;
        let setup = |order: &Vec<Card>| (Setup::of(&cut.owners, 0, order), each);
        (deals.len() <= most).then(|| deals.iter().map(setup).collect())
    }

    fn chances(&self, state: &State, most: usize) -> Option<Vec<(Action, f64)>> {
        let discards = u32::from(state.public.discards.set().len());
        let decks = (1..=discards as usize).try_fold(1usize, |all, n| all.checked_mul(n))?;
        (state.public.turn() == Turn::Chance && decks <= most).then(|| new_decks(state))
    }

    fn encode(&self, view: &View, viewer: Viewer, out: &mut Floats<'_>) {
        let public = &view.public;
        let near = viewer.seat().filter(|seat| seat.0 < public.seats).unwrap_or(Seat(0));
        // The seats with their places as the viewer counts them.
        let around: Vec<Seat> = public.from(near.0).collect();
        let place = |seat: Seat| usize::from((seat.0 + public.seats - near.0) % public.seats);
        let by_seat = |floats: &mut [f32], count: &dyn Fn(Seat) -> f32| {
            around.iter().zip(floats).for_each(|(seat, float)| *float = count(*seat));
        };

        mark(out.part("hand"), view.hand);
        mark(out.part("bet"), view.bet);
        mark(out.part("unseen"), view.unseen());
        mark(out.part("discards"), public.discards.set());
        by_seat(out.part("seats"), &|_| 1.0);
        by_seat(out.part("hands"), &|seat| f32::from(view.hand_size(seat)));
        by_seat(out.part("bets"), &|seat| f32::from(view.bet_size(seat)));
        let newest = view.held.last().copied().unwrap_or_default();
        by_seat(out.part("held_since_shuffle"), &|seat| f32::from(newest[seat.index()]));
        out.part("deck")[0] = f32::from(view.deck);
        let owners = out.part("owners");
        for (colour, owner) in Colour::ALL.into_iter().filter_map(|c| Some((c, public.owner(c)?))) {
            owners[colour.index() * SEATS + place(owner)] = 1.0;
        }
        let (specimens, bulbs) = (out.part("specimens"), out.part("bulbs"));
        for specimen in Specimen::all().filter(|s| public.owner(s.colour).is_some()) {
            let at = match (public.in_reserve(specimen), public.active(specimen.colour)) {
                (true, _) => 0,
                (false, Some(active)) if active == specimen => 1,
                _ => 2,
            };
            specimens[specimen.index() * 3 + at] = 1.0;
            let counts = public.bulbs(specimen);
            by_seat(&mut bulbs[specimen.index() * SEATS..][..SEATS], &|seat| f32::from(counts[seat.index()]));
        }
        let (contested, pending) = (out.part("contested"), out.part("pending"));
        Colour::ALL.into_iter().for_each(|c| contested[c.index()] = flag(public.is_contested(c)));
        public.pending().for_each(|c| pending[c.index()] = 1.0);
        let order = out.part("order");
        public.plan().zip(1u8..).for_each(|(c, n)| order[c.index()] = f32::from(n));
        let target = out.part("target");
        public.target().into_iter().for_each(|specimen| target[specimen.colour.index()] = 1.0);
        let phase = match public.phase {
            Phase::Choose => Some(0),
            Phase::Target => Some(1),
            Phase::Act => Some(2),
            Phase::Discard => None,
            Phase::Tie => Some(3),
            Phase::Refill => Some(4),
            Phase::Over => Some(5),
        };
        let phases = out.part("phase");
        phase.into_iter().for_each(|phase: usize| phases[phase] = 1.0);
        by_seat(out.part("turn"), &|seat| flag(public.turn() == Turn::Seat(seat)));
        by_seat(out.part("first"), &|seat| flag(public.first() == seat));
        out.part("round")[0] = f32::from(public.round);
        out.part("last_round")[0] = flag(public.last_round);
        let (deeds, swapped) = (out.part("deeds"), out.part("swapped"));
        for &seat in &around {
            let deed = match public.deed(seat) {
                Deed::Waiting => continue,
                Deed::Bet => 0,
                Deed::Swap(_) => 1,
                Deed::Pass { drew: true } | Deed::Trade(_) => 2,
                Deed::Pass { drew: false } => 3,
            };
            mark(&mut swapped[place(seat) * CARDS..][..CARDS], public.deed(seat).put_away());
            deeds[place(seat) * 4 + deed] = 1.0;
        }
        let open = out.part("open_bets");
        around.iter().for_each(|seat| mark(&mut open[place(*seat) * CARDS..], public.open[seat.index()]));
        by_seat(out.part("tied"), &|seat| flag(public.is_tied(seat)));
        let (revealed, winner) = (out.part("revealed"), out.part("revealed_winner"));
        if let Some(shown) = public.shown() {
            around
                .iter()
                .for_each(|seat| mark(&mut revealed[place(*seat) * CARDS..], shown.bets[seat.index()]));
            shown.winner.into_iter().for_each(|seat| winner[place(seat)] = 1.0);
        }
        let points = view.points();
        by_seat(out.part("points"), &|seat| points[seat.index()].total() as f32);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_of_numbers_meet() {
        let cards = |text: &str| Cards::from_text(text).unwrap();
        assert_eq!(bet(cards("B3"), Colour::Blue, Cards::NONE), BET + 1);
        assert_eq!(bet(cards("B3,BX,WC"), Colour::Blue, Cards::NONE), BET + 0b1_1000_0001);
        assert_eq!(bet(cards("R4,B3"), Colour::Blue, cards("R3,R4,B3,WT")), BLUFF + 0b0110);
        assert_eq!((swap(cards("R3")), swap(cards("WC"))), (SWAP, SWAP_TWO - 1));
        assert_eq!((swap(cards("R3,R4")), swap(cards("WT,WC"))), (SWAP_TWO, BLUFF - 1));
        assert_eq!([SWAP, SWAP_TWO, BLUFF], [521, 555, 1116]);
    }
}
