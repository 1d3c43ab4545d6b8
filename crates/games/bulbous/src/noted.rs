//! A game at a real table, as far as all can see it: which plants come in, and who wins the bulbs. No one
//! holds cards here, and everything else follows as in any other game.

use crate::card::Colour;
use crate::narrate::plant_in_words;
use crate::public::{Phase, Public, Specimen};
use crate::rules::{Bulbous, begin_turn, settle};
use crate::state::State;
use bagatelle_core::Seat;
use bagatelle_core::present::written;

/// What is noted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Noted {
    /// A plant comes in.
    Enters(Specimen),
    /// The plant of a colour was contested, and this player has won a bulb.
    Contested(Colour, Option<Seat>),
}

impl Bulbous {
    /// The table before the first plants. The first seat is First Player.
    pub(crate) fn without_cards(&self, seats: &[Vec<Colour>]) -> State {
        self.deal_out(seats, 0, &[])
    }

    /// Goes on with what was noted. At a real table plants are chosen and contested in any order.
    ///
    /// # Errors
    /// Why it cannot have happened, in a sentence.
    pub(crate) fn note(&self, state: &mut State, noted: Noted) -> Result<(), String> {
        let public = &mut state.public;
        if let Some(why) = refused(public, noted) {
            return Err(why);
        }
        match noted {
            Noted::Enters(Specimen { colour, size }) => self.bring(public, colour, size),
            Noted::Contested(colour, winner) => {
                begin_turn(public, colour);
                settle(state, winner);
            }
        }
        self.proceed(state);
        // Where a colour has one plant left, no one chooses.
        while let Some((colour, size)) = only(&state.public) {
            self.bring(&mut state.public, colour, size);
            self.proceed(state);
        }
        Ok(())
    }
}

/// A pending colour with one plant in reserve, and how large that is.
fn only(public: &Public) -> Option<(Colour, u8)> {
    let reserve = |colour: Colour| public.reserve[colour.index()];
    let colour = public.pending().find(|colour| reserve(*colour).count_ones() == 1)?;
    Some((colour, reserve(colour).trailing_zeros() as u8))
}

/// Why something cannot have happened now.
fn refused(public: &Public, noted: Noted) -> Option<String> {
    match noted {
        _ if public.phase() == Phase::Over => Some("The game is over.".into()),
        Noted::Enters(plant) if public.pending().all(|colour| colour != plant.colour) => {
            Some(format!("No {} plant comes in now.", plant.colour.name()))
        }
        Noted::Enters(plant) if !public.in_reserve(plant) => {
            Some(written(("The ", plant_in_words(plant), " was in play before.")))
        }
        Noted::Enters(_) => None,
        Noted::Contested(..) if public.phase() == Phase::Choose => {
            Some("First say which plants come in.".into())
        }
        Noted::Contested(colour, _) if public.active(colour).is_none() => {
            Some(format!("No {} plant is in play.", colour.name()))
        }
        Noted::Contested(colour, _) if public.is_contested(colour) => {
            Some(format!("The {} plant has had its turn this round.", colour.name()))
        }
        Noted::Contested(_, Some(seat)) if seat.0 >= public.seats() => Some("There’s no such player.".into()),
        Noted::Contested(..) => None,
    }
}
