//! Players made of code: `random`, `simple`, and four levels of search.
//!
//! The levels search with information-set trees (`bagatelle_search::ismcts`). What Bulbous adds is in [`Gardener`]: which
//! of up to 557 actions are worth a look, a quick sensible player for playing on beyond the tree, and what a table is
//! worth to each seat when the playing on is cut short.

use crate::card::{Card, Cards, Colour, Face, worth};
use crate::notation::Action;
use crate::options::Options;
use crate::rules::Bulbous;
use crate::score;
use crate::table::{Deed, Phase, Specimen, State, Table};
use crate::view::View;
use bagatelle_core::program::{Advice, Budget, Program, ProgramInfo, Random};
use bagatelle_core::{Game, Rng, Seat, Seed, Stream, Turn, Viewer};
use bagatelle_search::ismcts::{self, Guide, MAX_SEATS, Settings, Values};

/// All programs, weakest first.
pub(crate) const PROGRAMS: &[ProgramInfo] = &[
    ProgramInfo { name: "random", about: "takes any legal action", think_ms: 50 },
    ProgramInfo { name: "simple", about: "bids its good cards, swaps its bad ones", think_ms: 50 },
    ProgramInfo { name: "1", about: "imagines 60 ways the game may go", think_ms: 300 },
    ProgramInfo { name: "2", about: "imagines 400 ways the game may go", think_ms: 500 },
    ProgramInfo { name: "3", about: "imagines 3000 ways the game may go", think_ms: 1000 },
    ProgramInfo { name: "4", about: "imagines as many ways as a second allows", think_ms: 1000 },
];

/// A fresh program by its name.
pub(crate) fn program(name: &str) -> Option<Box<dyn Program<Bulbous>>> {
    let searcher = |simulations| Some(searcher(Gardener::default(), simulations));
    match name {
        "random" => Some(Box::new(Random)),
        "simple" => Some(Box::new(Simple)),
        "1" => searcher(60),
        "2" => searcher(400),
        "3" => searcher(3000),
        "4" => searcher(u64::MAX),
        _ => None,
    }
}

/// A player that searches under a guide, with at most so many simulations a move.
#[must_use]
pub fn searcher(guide: Gardener, simulations: u64) -> Box<dyn Program<Bulbous>> {
    Box::new(Searcher { guide, simulations })
}

/// The cards of a set from the lowest number to the highest, without Doubles and Wilds.
fn numbers(cards: Cards) -> Cards {
    cards.iter().filter(|c| matches!(c.face(), Face::Number(_))).collect()
}

fn double(colour: Colour) -> Cards {
    Cards(0x80 << (8 * colour as u8))
}

/// How much a card is worth keeping in `hand`.
fn keep(card: Card, hand: Cards, table: &Table) -> u32 {
    let company = |colour: Colour| u32::from((hand & Cards::of(colour)).len());
    match (card.colour(), card.face()) {
        (Some(colour), _) if !table.clockwise().any(|c| c == colour) => 0,
        (Some(colour), Face::Number(n)) => u32::from(n) * 2 + company(colour) * 2,
        (Some(colour), _) => 10 + company(colour) * 4,
        (None, _) => 40,
    }
}

/// The one or two cards of `hand` that are least worth keeping, `spared` ones last.
fn worst(hand: Cards, spared: Cards, count: usize, table: &Table) -> Cards {
    let mut cards: Vec<Card> = hand.iter().collect();
    cards.sort_by_key(|c| (spared.has(*c), keep(*c, hand, table)));
    cards.into_iter().take(count).collect()
}

/// The bet of the fewest and lowest cards of `layable` that reaches `goal`, or the whole colour if none does.
pub(crate) fn cheapest(layable: Cards, colour: Colour, goal: u8) -> Cards {
    let numbers = numbers(layable);
    let mut bet = Cards::NONE;
    // The highest numbers first, then the lowest of them that still suffices as the last.
    let list: Vec<Card> = numbers.iter().collect();
    for &card in list.iter().rev() {
        let with = |c: Card| worth(bet.with(c), colour) >= goal;
        let lower = list.iter().copied().find(|c| !bet.has(*c) && with(*c));
        if let Some(last) = lower {
            return bet.with(last);
        }
        bet = bet.with(card);
    }
    bet | (layable & double(colour))
}

/// Rules of thumb that a new player learns in two games.
struct Simple;

impl Simple {
    fn act(&self, view: &View, rng: &mut Rng) -> Option<Action> {
        let table = view.table();
        let hand = view.hand();
        let specimen = table.target()?;
        let layable = hand & Cards::of(specimen.colour);
        let wild = hand & Cards::wild_for(specimen.colour);
        let rivals = Seat::all(table.seats()).filter(|s| table.deed(*s) == Deed::Bet).count() as u8;
        let goal = 7 + 4 * rivals + rng.below(5) as u8;
        let bet = cheapest(layable, specimen.colour, goal);
        let value = worth(bet, specimen.colour);
        let (bulbs, most) = standing(table, specimen, view.viewer().seat()?);
        let matters = specimen.size - bulbs.iter().sum::<u8>().min(specimen.size) == 1 || most;
        if value >= goal {
            return Some(Action::Bet(bet));
        }
        if !wild.is_empty() && (matters || rivals > 0) && rng.below(2) == 0 {
            return Some(Action::Bet(wild));
        }
        if value > 0 && rivals == 0 && rng.below(3) == 0 {
            return Some(Action::Bet(bet));
        }
        Some(if hand.len() < table.limit() {
            Action::Pass
        } else {
            Action::Swap(worst(hand, Cards::NONE, 2, table))
        })
    }
}

/// The bulbs on a specimen, and whether one more would give `seat` the most.
fn standing(table: &Table, specimen: Specimen, seat: Seat) -> (&[u8], bool) {
    let bulbs = table.bulbs(specimen);
    let own = bulbs.get(seat.index()).copied().unwrap_or(0);
    (bulbs, bulbs.iter().all(|b| *b <= own))
}

impl Program<Bulbous> for Simple {
    fn choose(
        &mut self,
        _game: &Bulbous,
        view: &View,
        legal: &[Action],
        _budget: &Budget<'_>,
        rng: &mut Rng,
    ) -> Advice<Action> {
        let table = view.table();
        let value = |colour: Colour| worth(view.hand(), colour);
        let choice = match table.phase() {
            Phase::Act => self.act(view, rng),
            Phase::Tie => legal.first().copied(),
            Phase::Target => legal.iter().copied().max_by_key(|a| match a {
                Action::Target(colour) => value(*colour),
                _ => 0,
            }),
            _ => rng.choose(legal).copied(),
        };
        // A rule of thumb may miss what the rules allow; then it passes.
        let action = choice.filter(|a| legal.contains(a)).or_else(|| legal.last().copied());
        Advice::plain(action.unwrap_or(Action::Pass))
    }
}

/// The scores when simple players finish the game from `state`.
pub(crate) fn simple_scores(game: &Bulbous, mut state: State, seed: &Seed) -> Vec<i32> {
    let mut chance = Rng::new(seed, Stream::Chance);
    let mut own = Rng::new(seed, Stream::Program);
    let mut legal = Vec::new();
    let budget = Budget::nodes(1);
    // Simple players always come to an end; the bound is for decks that no game has.
    for _ in 0..5000 {
        let action = match game.turn(&state) {
            Turn::Over => break,
            Turn::Chance => game.shuffle(&state, &mut chance),
            Turn::Seat(seat) => {
                game.legal(&state, &mut legal);
                let view = game.view(&state, Viewer::Seat(seat));
                Simple.choose(game, &view, &legal, &budget, &mut own).action
            }
        };
        game.apply(&mut state, action);
    }
    let table = state.table();
    let points = score::points(table, game.options());
    points[..usize::from(table.seats())].iter().map(|p| p.total()).collect()
}

/// What Bulbous tells the search.
#[derive(Clone, Copy, Debug)]
pub struct Gardener {
    /// How many rounds a simulation goes on before the table is judged; 0 plays to the end.
    pub rounds: u16,
    /// The round in which tables are judged, worked out from `rounds` for each search; 0 for never.
    pub until: u16,
    /// How many points one card in hand is thought to be worth.
    pub card: f64,
    /// How many points of lead make a win as good as sure.
    pub margin: f64,
    /// The weight of trying what was rarely tried.
    pub exploration: f64,
}

impl Default for Gardener {
    fn default() -> Gardener {
        Gardener { rounds: 0, until: 0, card: 0.15, margin: 5.0, exploration: 0.5 }
    }
}

impl Gardener {
    /// The value of a lead of `lead` points: one half when level, nearly all of it beyond the margin.
    fn lead(self, lead: f64) -> f64 {
        0.5 + 0.5 * (lead / self.margin).tanh()
    }

    /// The lead that a mean value stands for, roughly: the inverse of [`Gardener::lead`].
    fn points_ahead(self, value: f64) -> f64 {
        self.margin * (value * 2.0 - 1.0).clamp(-0.999, 0.999).atanh()
    }

    /// Turns points into values: how far each seat (or team) is ahead of the best other.
    fn values(self, table: &Table, options: &Options, points: &[f64]) -> Values {
        let mut values = [0.5; MAX_SEATS];
        let own = |seat: Seat| -> f64 {
            if options.teams {
                let mates =
                    Seat::all(table.seats()).filter(|s| score::team(table, *s) == score::team(table, seat));
                mates.map(|s| points[s.index()]).sum()
            } else {
                points[seat.index()]
            }
        };
        for seat in Seat::all(table.seats()) {
            let rival = |s: &Seat| {
                *s != seat && !(options.teams && score::team(table, *s) == score::team(table, seat))
            };
            let best = Seat::all(table.seats()).filter(rival).map(own).fold(f64::NEG_INFINITY, f64::max);
            values[seat.index()] = self.lead(own(seat) - best);
        }
        values
    }
}

/// Points that lie in the hand and on incomplete specimens.
fn prospects(state: &State, seat: Seat, card: f64) -> f64 {
    let table = state.table();
    let hand = state.hand(seat);
    let mut value = 0.0;
    for held in hand.iter() {
        value += card
            * match held.face() {
                Face::Number(n) => f64::from(n) / 6.0,
                Face::Double => 2.0,
                Face::Wild => 4.0,
            };
    }
    for specimen in Colour::ALL.into_iter().filter_map(|c| table.active(c)) {
        if table.is_complete(specimen) {
            continue;
        }
        let bulbs = table.bulbs(specimen);
        let own = bulbs[seat.index()];
        let best =
            Seat::all(table.seats()).filter(|s| *s != seat).map(|s| bulbs[s.index()]).max().unwrap_or(0);
        let placed: u8 = bulbs.iter().sum();
        if own > 0 {
            let share = f64::from(placed) / f64::from(specimen.size);
            value += share
                * if own > best {
                    1.5
                } else if own == best {
                    0.7
                } else {
                    0.0
                };
        }
    }
    value
}

impl Guide<Bulbous> for Gardener {
    fn narrow(&self, game: &Bulbous, state: &State, actions: &mut Vec<Action>) {
        let table = state.table();
        let (Phase::Act, Turn::Seat(seat)) = (table.phase(), table.turn()) else { return };
        let Some(specimen) = table.target() else { return };
        let hand = state.hand(seat);
        let colour = specimen.colour;
        let own = hand & Cards::of(colour);
        actions.clear();
        let list: Vec<Card> = numbers(own).iter().collect();
        let twice = own & double(colour);
        let mut bet = |cards: Cards| {
            if !cards.is_empty() && !actions.contains(&Action::Bet(cards)) {
                actions.push(Action::Bet(cards));
            }
        };
        // Runs of numbers, from the lowest and from the highest, and every single one; each with the Double as well.
        for k in 0..list.len() {
            let runs = [&list[k..=k], &list[..=k], &list[k..]];
            for run in runs {
                let cards: Cards = run.iter().copied().collect();
                bet(cards);
                if run.len() > 1 || k + 1 == list.len() {
                    bet(cards | twice);
                }
            }
        }
        if list.is_empty() {
            bet(twice);
        }
        bet(hand & Cards::wild_for(colour));
        if game.options().bluff
            && let Some(card) = worst(hand, own, 1, table).iter().next()
        {
            bet(Cards::NONE.with(card));
        }
        let full = hand.len() >= table.limit();
        if !full || hand.is_empty() {
            actions.push(Action::Pass);
        }
        for (spared, count) in [(Cards::NONE, 1), (Cards::NONE, 2), (own, 2)] {
            let out = worst(hand, spared, count, table);
            let swap = Action::Swap(out);
            if !out.is_empty() && !actions.contains(&swap) {
                actions.push(swap);
            }
        }
    }

    fn look(&self, _game: &Bulbous, before: &State, action: Action, seat: Seat) -> u64 {
        let own = before.table().turn() == Turn::Seat(seat);
        match action {
            Action::Choose(size) => u64::from(size),
            Action::Target(colour) => 8 | colour as u64,
            Action::Pass => 16,
            Action::Shuffle(_) => 17,
            Action::Bet(cards) if !own => 32 | u64::from(cards.len()),
            Action::Bet(cards) => 64 | cards.0 << 8,
            Action::Swap(cards) => 65 | cards.0 << 8,
        }
    }

    fn playout(
        &self,
        game: &Bulbous,
        state: &State,
        rng: &mut Rng,
        buffer: &mut Vec<Action>,
    ) -> Option<Action> {
        let table = state.table();
        if let (Phase::Act, Turn::Seat(seat), Some(specimen)) = (table.phase(), table.turn(), table.target())
        {
            return Some(quick(state, seat, specimen, rng));
        }
        game.legal(state, buffer);
        rng.choose(buffer).copied()
    }

    fn judge(&self, game: &Bulbous, state: &State, _plies: u32) -> Option<Values> {
        let table = state.table();
        if self.until == 0 || table.round() < self.until || table.phase() != Phase::Target {
            return None;
        }
        let points: Vec<f64> = Seat::all(table.seats())
            .zip(score::points(table, game.options()))
            .map(|(seat, points)| f64::from(points.total()) + prospects(state, seat, self.card))
            .collect();
        Some(self.values(table, game.options(), &points))
    }

    fn result(&self, game: &Bulbous, state: &State) -> Values {
        let table = state.table();
        let points: Vec<f64> =
            score::points(table, game.options()).iter().map(|p| f64::from(p.total())).collect();
        self.values(table, game.options(), &points)
    }
}

/// A fast move for playing on: bids what it has with some chance, otherwise improves the hand.
fn quick(state: &State, seat: Seat, specimen: Specimen, rng: &mut Rng) -> Action {
    let table = state.table();
    let hand = state.hand(seat);
    let own = hand & Cards::of(specimen.colour);
    let wild = hand & Cards::wild_for(specimen.colour);
    let roll = rng.below(64);
    if !wild.is_empty() && roll.is_multiple_of(4) {
        return Action::Bet(wild);
    }
    if !own.is_empty() && roll < 40 {
        let low = own.0 & own.0.wrapping_neg();
        let high = 1 << (63 - own.0.leading_zeros());
        let cards = match roll / 8 {
            0 => Cards(low),
            1 => Cards(high),
            2 => Cards(own.0 & !low),
            _ => own,
        };
        return Action::Bet(if cards.is_empty() { own } else { cards });
    }
    if hand.len() < table.limit() {
        return Action::Pass;
    }
    // Two cards that are not of this colour, low ones first.
    let rest = if (hand - own).is_empty() { hand } else { hand - own };
    let low = |cards: Cards| {
        (0..7).find_map(|n| {
            let of_value = Cards(cards.0 & 0x0101_0101 << n);
            (!of_value.is_empty()).then(|| of_value.0 & of_value.0.wrapping_neg())
        })
    };
    match low(rest) {
        Some(first) => match low(Cards(rest.0 & !first)) {
            Some(second) if roll & 1 == 0 => Action::Swap(Cards(first | second)),
            _ => Action::Swap(Cards(first)),
        },
        None => Action::Pass,
    }
}

/// A level: the search under a limit of simulations.
struct Searcher {
    guide: Gardener,
    simulations: u64,
}

impl Program<Bulbous> for Searcher {
    fn choose(
        &mut self,
        game: &Bulbous,
        view: &View,
        legal: &[Action],
        budget: &Budget<'_>,
        rng: &mut Rng,
    ) -> Advice<Action> {
        if let [only] = legal {
            return Advice::plain(*only);
        }
        let settings = Settings {
            exploration: self.guide.exploration,
            simulations: self.simulations,
            ..Settings::default()
        };
        let until = if self.guide.rounds == 0 { 0 } else { view.table().round() + self.guide.rounds };
        let guide = Gardener { until, ..self.guide };
        let found = ismcts::search(game, view, legal, &guide, &settings, budget, rng);
        let Some(best) = found.tried.first().filter(|t| legal.contains(&t.action)) else {
            return Advice::plain(legal[rng.index(legal.len())]);
        };
        Advice {
            action: best.action,
            score: Some(format!("{:+.1} points", self.guide.points_ahead(best.value))),
            line: vec![best.action],
            depth: None,
            nodes: found.simulations,
        }
    }
}
