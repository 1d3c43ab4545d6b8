//! Reading a view back: what follows from the rest is worked out again, and what cannot be is refused.
//!
//! That a view is whole, that no card is there twice and that its turn can go on is checked here. Whether its
//! parts fit together otherwise shows when a position is drawn from it.

use super::position::View;
use super::shape::{
    DeedShape, DeedWord, PlaceShape, ShownShape, SpecimenShape, TurnShape, TurnWord, ViewShape,
};
use crate::card::{CARDS, Card, Colour};
use crate::cards::Cards;
use crate::options::{Options, Setup};
use crate::public::{ABSENT, Deed, Phase, Public, SEATS, Shown, Specimen};
use bagatelle_core::schema::ViewError;
use bagatelle_core::{Seat, Viewer};

type Read<T> = Result<T, ViewError>;

/// A round that no game reaches.
const LAST_ROUND: u16 = 60_000;

/// The view that is written as `shape`, under these options.
pub(crate) fn read(shape: &ViewShape, options: &Options) -> Read<View> {
    let public = public(shape, options)?;
    let seats = shape.seats;
    let viewer = match shape.viewer {
        Some(seat) if seat < seats => Viewer::Seat(Seat(seat)),
        Some(_) => return impossible("there is no seat of this viewer"),
        None => Viewer::Spectator,
    };
    let view = View {
        viewer,
        options: options.clone(),
        hand: shape.hand,
        bet: shape.bet,
        hands: by_seat(&shape.hands, seats)?,
        bets: by_seat(&shape.bets, seats)?,
        deck: shape.deck,
        held: shape.held_by_shuffle.iter().map(|held| by_seat(held, seats)).collect::<Read<_>>()?,
        public,
    };
    cards_are_in_places(&view)?;
    Ok(view)
}

fn impossible<T>(why: &'static str) -> Read<T> {
    Err(ViewError::Impossible(why))
}

/// A list with an entry for each seat.
fn by_seat<T: Copy + Default>(list: &[T], seats: u8) -> Read<[T; SEATS]> {
    if list.len() != usize::from(seats) {
        return impossible("a list by seat has not one entry for each seat");
    }
    let mut all = [T::default(); SEATS];
    all[..list.len()].copy_from_slice(list);
    Ok(all)
}

fn bits(numbers: impl Iterator<Item = u8>) -> u8 {
    numbers.fold(0, |bits, number| bits | 1 << (number & 7))
}

fn public(shape: &ViewShape, options: &Options) -> Read<Public> {
    let texts = shape.colours.iter().map(|own| own.iter().map(|colour| colour.letter()).collect());
    let setup = Setup { colours: texts.collect(), first: shape.first, deck: String::new() };
    setup.seated(options).map_err(|error| ViewError::Format(error.to_string()))?;
    let seats = shape.seats;
    if shape.colours.len() != usize::from(seats) {
        return impossible("`colours` has not one entry for each seat");
    }
    let owned = shape.colours.concat();
    let mut public = Public {
        seats,
        owner: [ABSENT; 4],
        clockwise: [ABSENT; 4],
        first: shape.first,
        round: shape.round,
        last_round: shape.last_round,
        phase: shape.phase,
        reserve: [0; 4],
        active: [0; 4],
        bulbs: [[0; SEATS]; 16],
        contested: bits(shape.contested.iter().map(|colour| *colour as u8)),
        pending: bits(shape.pending.iter().map(|colour| *colour as u8)),
        plan: [ABSENT; 4],
        target: shape.target.map_or(ABSENT, |colour| colour as u8),
        deeds: [Deed::Waiting; SEATS],
        acted: 0,
        tied: bits(shape.tied.iter().copied()),
        asked: 0,
        ahead: ABSENT,
        open: by_seat(&shape.open_bets, seats)?,
        shown: shape.last_reveal.as_ref().map(|shown| read_shown(shown, seats)).transpose()?,
        turns: shape.turns,
        in_play: options.cards(&owned),
        discards: shape.discards,
        owed: by_seat(&shape.due, seats)?,
        from: shape.due_from,
        batch: [0; CARDS],
        newest: 0,
        dry: shape.turn == TurnShape::Word(TurnWord::Chance),
    };
    for (seat, own) in (0..).zip(&shape.colours) {
        own.iter().for_each(|colour| public.owner[colour.index()] = seat);
    }
    for (slot, colour) in public.clockwise.iter_mut().zip(&owned) {
        *slot = *colour as u8;
    }
    if shape.order.len() > public.plan.len() {
        return impossible("`order` names more colours than there are");
    }
    for (slot, colour) in public.plan.iter_mut().zip(&shape.order) {
        *slot = *colour as u8;
    }
    put_specimens(&mut public, &shape.specimens, options.cut.is_some())?;
    put_deeds(&mut public, &shape.deeds)?;
    put_shuffles(&mut public, &shape.shuffles, shape.held_by_shuffle.len())?;
    public.asked = asked(&public, shape.turn);
    can_go_on(&public)?;
    Ok(public)
}

fn read_shown(shape: &ShownShape, seats: u8) -> Read<Shown> {
    if !(1..=4).contains(&shape.places) || shape.winner.is_some_and(|seat| seat >= seats) {
        return impossible("`last_reveal` names a specimen or a seat that there is not");
    }
    let specimen = Specimen { colour: shape.colour, size: shape.places };
    Ok(Shown { specimen, bets: by_seat(&shape.bets, seats)?, winner: shape.winner.map(Seat) })
}

/// Puts each specimen where it is, with its bulbs. A cut-down game begins without those that are not
/// contested.
fn put_specimens(public: &mut Public, shapes: &[SpecimenShape], cut: bool) -> Read<()> {
    let owned: Vec<Specimen> = Specimen::all().filter(|s| public.owner(s.colour).is_some()).collect();
    let named = shapes.iter().map(|shape| Specimen { colour: shape.colour, size: shape.places });
    if !owned.iter().copied().eq(named) {
        return impossible("`specimens` are not those of the colours that are owned");
    }
    for (specimen, shape) in owned.into_iter().zip(shapes) {
        let bulbs = by_seat(&shape.bulbs, public.seats)?;
        let sum: u32 = bulbs.iter().map(|bulbs| u32::from(*bulbs)).sum();
        let places = u32::from(specimen.size);
        let active = &mut public.active[specimen.colour.index()];
        let fits = match shape.at {
            PlaceShape::Reserve => sum == 0,
            PlaceShape::Active => *active == 0 && sum <= places,
            PlaceShape::Complete => sum == places || cut && sum == 0,
        };
        if !fits {
            return impossible(
                "a specimen has more or fewer bulbs than it can have, or two of a colour are active",
            );
        }
        match shape.at {
            PlaceShape::Reserve => public.reserve[specimen.colour.index()] |= 1 << specimen.size,
            PlaceShape::Active => *active = specimen.size,
            PlaceShape::Complete => (),
        }
        public.bulbs[specimen.index()] = bulbs;
    }
    Ok(())
}

fn put_deeds(public: &mut Public, shapes: &[DeedShape]) -> Read<()> {
    if shapes.len() != usize::from(public.seats) {
        return impossible("`deeds` has not one entry for each seat");
    }
    for (deed, shape) in public.deeds.iter_mut().zip(shapes) {
        *deed = match shape.deed {
            DeedWord::Waiting => Deed::Waiting,
            DeedWord::Bet => Deed::Bet,
            DeedWord::Swap => Deed::Swap(shape.out),
            DeedWord::Pass => match shape.out.iter().next() {
                Some(card) => Deed::Trade(card),
                None => Deed::Pass { drew: shape.cards > 0 },
            },
        };
        public.acted += u8::from(*deed != Deed::Waiting);
    }
    // Those who have acted are the first ones from the First Player on.
    let acts = |seat: Seat| public.deed(seat) != Deed::Waiting;
    match public.from(public.first).take(public.acted.into()).all(acts) {
        true => Ok(()),
        false => impossible("a seat has acted before its turn"),
    }
}

/// Notes which of `count` shuffles brought each card: those of the game that are not among the discards.
fn put_shuffles(public: &mut Public, shuffles: &[Option<u8>], count: usize) -> Read<()> {
    let kept = public.in_play - public.discards.set();
    if shuffles.len() != CARDS || !(1..=CARDS).contains(&count) {
        return impossible("`shuffles` or `held_by_shuffle` has too few entries, or too many");
    }
    for (card, shuffle) in Card::all().zip(shuffles) {
        match shuffle {
            Some(shuffle) if kept.has(card) && usize::from(*shuffle) < count => {
                public.batch[card.index()] = *shuffle;
            }
            None if !kept.has(card) => (),
            _ => return impossible("`shuffles` leaves out a card, or names a shuffle for one that has none"),
        }
    }
    public.newest = (count - 1) as u8;
    Ok(())
}

/// The seats that still may add a card while a tie is played out: those who tied, from the one to act on.
fn asked(public: &Public, turn: TurnShape) -> u8 {
    let TurnShape::Seat(next) = turn else { return 0 };
    if public.phase != Phase::Tie {
        return 0;
    }
    bits(
        public
            .from(public.first)
            .skip_while(|seat| seat.0 != next)
            .filter(|seat| public.is_tied(*seat))
            .map(|seat| seat.0),
    )
}

/// Checks that there is something to do for the one to act, and that it leads on.
fn can_go_on(public: &Public) -> Read<()> {
    let owned =
        |bits: u8| Colour::ALL.into_iter().all(|c| bits >> c as u8 & 1 == 0 || public.owner(c).is_some());
    let planned: Vec<Colour> = public.plan().collect();
    if !owned(public.contested)
        || !owned(public.pending)
        || !planned.iter().all(|c| public.owner(*c).is_some())
    {
        return impossible("a colour is named that no seat owns");
    }
    if public.round > LAST_ROUND {
        return impossible("no game has that many rounds");
    }
    if public.pending().any(|c| public.active(c).is_some() || public.reserve[c.index()] == 0) {
        return impossible("a specimen is to be chosen where one is active, or where none is left");
    }
    let contested = public.target().filter(|specimen| !public.is_contested(specimen.colour));
    let untargeted =
        || Colour::ALL.into_iter().any(|c| public.active(c).is_some() && !public.is_contested(c));
    let can = match public.phase {
        Phase::Target => public.target == ABSENT && !public.dry && untargeted(),
        Phase::Act => contested.is_some() && (public.dry || public.acted < public.seats),
        Phase::Discard => contested.is_some() && public.acted < public.seats,
        Phase::Tie => contested.is_some() && !public.dry && public.asked != 0,
        Phase::Choose => !public.dry && public.pending != 0,
        Phase::Refill => public.dry,
        Phase::Over => !public.dry && public.pending == 0,
    };
    let owes = public.owed != [0; SEATS];
    if !can || owes != public.dry || public.from >= public.seats || !owes && public.from != 0 {
        return impossible("`phase` and `turn` do not fit together");
    }
    Ok(())
}

/// Checks that each card is in one place, and that as many cards of each shuffle are hidden as there are
/// places for them.
fn cards_are_in_places(view: &View) -> Read<()> {
    let public = &view.public;
    let open: Vec<Cards> =
        public.open.iter().copied().chain([view.hand, view.bet, public.discards.set()]).collect();
    let all = open.iter().fold(Cards::NONE, |all, cards| all | *cards);
    let total = |cards: &[Cards]| cards.iter().map(|cards| u32::from(cards.len())).sum::<u32>();
    let twice = total(&open) != u32::from(all.len()) || public.discards.len() != public.discards.set().len();
    if twice || !public.in_play.holds(all) {
        return impossible("a card is in two places, or not in this game");
    }
    let own = view.viewer.seat();
    let limit = public.limit();
    // Whose turn it is, or who waits for a new deck in its turn.
    let acting = Seat((public.first + public.acted) % public.seats);
    for seat in Seat::all(public.seats) {
        let k = seat.index();
        let (hand, bet) = (view.hands[k], view.bets[k]);
        let held: u32 = view.held.iter().map(|held| u32::from(held[k])).sum();
        let discards = public.phase == Phase::Discard && seat == acting;
        let (full, has) = (u32::from(limit), u32::from(hand) + u32::from(public.owed[k]));
        if discards && has <= full {
            return impossible("a seat is to discard a card without having too many");
        }
        if has > full + u32::from(discards) || u32::from(bet) > limit.into() {
            return impossible("a seat has more cards than it may hold");
        }
        if held != u32::from(hand) + u32::from(bet) {
            return impossible("`held_by_shuffle` is not how many cards a seat has");
        }
    }
    let unseen = view.unseen();
    for (shuffle, held) in view.held.iter().enumerate() {
        let cards = public.brought(shuffle as u8);
        let hidden = u32::from((cards & unseen).len());
        let others = Seat::all(public.seats).filter(|seat| Some(*seat) != own);
        let places: u32 = others.map(|seat| u32::from(held[seat.index()])).sum();
        let left = if shuffle == usize::from(public.newest) { u32::from(view.deck) } else { 0 };
        if hidden != places + left {
            return impossible("the cards of a shuffle are not as many as their places");
        }
        if own.is_some_and(|seat| {
            u32::from(held[seat.index()]) != u32::from((cards & (view.hand | view.bet)).len())
        }) {
            return impossible("`held_by_shuffle` is not what is in the viewer’s hand");
        }
    }
    Ok(())
}
