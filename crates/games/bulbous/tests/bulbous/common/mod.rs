//! A table on which tests play: hands and deck as wanted, actions as texts.

use bagatelle_bulbous::{Action, Bulbous, Card, Cards, Options, Setup, State, View};
use bagatelle_core::present::{Playable, named};
use bagatelle_core::{Game, Rng, Seat, Seed, Stream, Turn};

/// A text where no names are known: players are called by their colours.
pub fn by_colours(game: &Bulbous, view: &View, text: String) -> String {
    named(text, |seat, _| game.side(view, seat).unwrap())
}

/// A game in progress, and the rules it is played by.
pub struct Play {
    pub game: Bulbous,
    pub state: State,
    /// The cards in the game, counted at the start.
    cards: Cards,
}

impl Play {
    /// A table whose seats hold the given cards (filled up from the cards that are not asked for) and whose
    /// deck begins with `top`.
    pub fn new(options: Options, colours: &[&str], hands: &[&str], top: &str) -> Play {
        let set = |text: &str| -> Vec<Card> {
            text.split_whitespace().map(|c| Card::from_text(c).unwrap_or_else(|| panic!("{c}"))).collect()
        };
        let game = Bulbous::new(&options).unwrap();
        let limit = if colours.len() == 2 { 9 } else { 7 };
        let mut asked: Vec<Card> = set(top);
        hands.iter().for_each(|hand| asked.extend(set(hand)));
        let unused = |c: &Card| {
            colours.len() == 3
                && !options.full_deck
                && c.colour().is_some_and(|c| !colours.concat().contains(c.letter()))
        };
        let mut others = Card::all().filter(|c| !asked.contains(c) && !unused(c));
        let mut deck = Vec::new();
        for seat in 0..colours.len() {
            let mut hand = set(hands.get(seat).unwrap_or(&""));
            hand.extend(others.by_ref().take(limit - hand.len()));
            deck.extend(hand);
        }
        deck.extend(set(top));
        deck.extend(others);
        let deck: Vec<String> = deck.iter().map(Card::to_string).collect();
        let setup =
            Setup { colours: colours.iter().map(|c| (*c).into()).collect(), first: 0, deck: deck.join(" ") };
        let state = game.start(&setup).unwrap_or_else(|e| panic!("{e}"));
        let cards = state.public().in_play();
        Play { game, state, cards }
    }

    /// Plays actions parted by blanks.
    pub fn go(&mut self, texts: &str) -> &mut Play {
        for text in texts.split_whitespace() {
            self.one(text).unwrap_or_else(|e| panic!("{text}: {e}"));
        }
        self
    }

    /// Plays one action, and checks that no card was lost or doubled.
    pub fn one(&mut self, text: &str) -> Result<(), String> {
        let action: Action = text.parse().map_err(|e: bagatelle_core::ParseError| e.to_string())?;
        self.game.play(&mut self.state, action).map_err(|e| e.to_string())?;
        conserved(&self.state, self.cards);
        Ok(())
    }

    /// All pass until the turn is decided.
    pub fn all_pass(&mut self) -> &mut Play {
        for _ in 0..self.state.public().seats() {
            self.go("pass");
        }
        self
    }

    /// Makes a new deck of the discards, as they happen to lie, if one is due.
    pub fn shuffle_if_due(&mut self) -> &mut Play {
        if self.game.turn(&self.state) == Turn::Chance {
            let mut rng = Rng::new(&Seed::from_text("edges"), Stream::Chance);
            let action = self.game.sample_chance(&self.state, &mut rng).unwrap();
            self.go(&action.to_string());
        }
        self
    }

    /// The seat to act swaps the first two cards of its hand.
    pub fn swap_two(&mut self) -> &mut Play {
        let text = self.legal().into_iter().find(|t| t.starts_with("swap:") && t.contains(','));
        self.go(&text.expect("two cards to swap"))
    }

    /// The seat to act passes, or does the first thing that it can do; chance makes a new deck.
    pub fn step(&mut self) -> &mut Play {
        self.shuffle_if_due();
        let legal = self.legal();
        let pass = legal.iter().find(|text| *text == "pass");
        let text = pass.or(legal.first()).cloned();
        self.go(&text.unwrap_or_default())
    }

    pub fn legal(&self) -> Vec<String> {
        let mut legal = Vec::new();
        self.game.legal(&self.state, &mut legal);
        legal.iter().map(Action::to_string).collect()
    }

    pub fn bulbs(&self, specimen: &str) -> Vec<u8> {
        let found =
            bagatelle_bulbous::Specimen::all().find(|s| format!("{}{}", s.colour, s.size) == specimen);
        self.state.public().bulbs(found.unwrap()).to_vec()
    }

    pub fn sizes(&self) -> Vec<u8> {
        Seat::all(self.state.public().seats()).map(|s| self.state.hand(s).len()).collect()
    }
}

/// Every card of the game is in exactly one place.
pub fn conserved(state: &State, cards: Cards) {
    let public = state.public();
    let mut places: Vec<Cards> =
        Seat::all(public.seats()).flat_map(|s| [state.hand(s), state.bet(s)]).collect();
    places.extend(public.open());
    places.push(state.deck().set());
    places.push(public.discards().set());
    let count: u32 = places.iter().map(|p| u32::from(p.len())).sum();
    let all = places.iter().fold(Cards::NONE, |all, p| all | *p);
    assert_eq!(all, cards, "a card was lost");
    assert_eq!(count, u32::from(cards.len()), "a card is in two places");
}

/// A random complete game: its rules, set-up and actions.
pub fn random_game(options: &Options, seats: u8, seed: &str) -> (Bulbous, Setup, Vec<Action>) {
    let game = Bulbous::new(options).unwrap();
    let seed = Seed::from_text(seed);
    let deal = bagatelle_bulbous::DealOptions::of(seats);
    let setup = game.deal(&deal, &mut Rng::new(&seed, Stream::Deal)).unwrap();
    let mut state = game.start(&setup).unwrap();
    let (mut chance, mut rng) = (Rng::new(&seed, Stream::Chance), Rng::new(&seed, Stream::Test));
    let (mut actions, mut legal) = (Vec::new(), Vec::new());
    loop {
        let action = match game.turn(&state) {
            Turn::Over => return (game, setup, actions),
            Turn::Chance => game.sample_chance(&state, &mut chance).unwrap(),
            Turn::Seat(_) => {
                game.legal(&state, &mut legal);
                *rng.choose(&legal).unwrap()
            }
        };
        game.apply(&mut state, action);
        actions.push(action);
    }
}
