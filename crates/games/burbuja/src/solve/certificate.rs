//! The certificate of a sure win and of the moves that it takes, and a checker that relies on the rules
//! alone.
//!
//! A [`Certificate`] is a strategy written out: numbered positions, each with an action and, after a pick,
//! the position that follows for each coin that may be turned. [`check`] walks it through the rules
//! ([`Game::play`] and [`Game::view`]) and nothing else: it knows neither plans nor the search, and at each
//! turned coin tries every identity that the player cannot exclude. The strategy may come with an order of
//! the unseen coins, to show how many moves every player needs: these are counted ([`needed`]).

use super::needed;
use super::search::Strategy;
use crate::action::{Action, Source};
use crate::board::Cell;
use crate::chances::Chances;
use crate::coins::RankSet;
use crate::plan::{Key, Node, Step};
use crate::rules::Burbuja;
use crate::state::{State, Status};
use crate::view::{Known, View};
use bagatelle_core::{Game, Seat, Viewer};
use bagatelle_piecepack::{BySuit, Lettering, Rank, Suit, Tile};
use serde_json::{Map, Value, json};
use std::collections::{HashMap, HashSet};
use thiserror::Error;

/// What follows after an action of a certificate.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Next {
    /// The game is won.
    Won,
    /// The position with this number.
    Go(usize),
    /// One position for each coin that may have been turned.
    Turned(Vec<(Rank, usize)>),
}

/// A strategy for every order of the coins, from one position on. Position 0 is the first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Certificate {
    /// The positions: what to do, and what follows.
    pub positions: Vec<(Action, Next)>,
    /// An order of each suit's unseen coins, from the top down, in which every player needs many moves.
    pub order: Option<[Vec<Rank>; 4]>,
}

/// What a walk through a certificate saw.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Walk {
    /// How many positions were checked.
    pub positions: usize,
    /// How many ends were reached, all won.
    pub wins: usize,
    /// The most moves that a game takes, those before the first position included.
    pub most_moves: usize,
    /// The moves, counted in the same way, that no player can do without in the order that the certificate
    /// names.
    pub at_least: Option<usize>,
}

/// Why a certificate proves nothing.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Flaw {
    /// It has no such position.
    #[error("the certificate has no position {0}")]
    Missing(usize),
    /// The rules do not allow an action.
    #[error("position {position}: {action} is not legal: {refusal}")]
    Illegal {
        /// The position's number.
        position: usize,
        /// What it says to do.
        action: Action,
        /// The reason that the rules give.
        refusal: String,
    },
    /// It does not say how to go on after a coin.
    #[error("position {position}: nothing is said for the {} of {}", .rank.name(), .suit.name())]
    Silent {
        /// The position's number.
        position: usize,
        /// The coin's suit.
        suit: Suit,
        /// The coin's value.
        rank: Rank,
    },
    /// It goes on as if a coin had been turned where none was, or the other way round, or says that the game
    /// is won where it is not.
    #[error("position {0} does not fit what happens there")]
    Unfit(usize),
    /// The order is not one of the unseen coins.
    #[error("the order of the {} is not one of their unseen coins", .0.name())]
    Order(Suit),
}

impl Certificate {
    /// The certificate of a proven strategy. `None` if the strategy has a hole, which the search does not
    /// leave.
    #[must_use]
    pub fn of(strategy: &Strategy) -> Option<Certificate> {
        let mut writer = Writer { strategy, numbers: HashMap::new(), positions: Vec::new() };
        writer.write(strategy.root)?;
        let positions = writer.positions.into_iter().collect::<Option<_>>()?;
        Some(Certificate { positions, order: None })
    }

    /// As JSON: `[["pick:Sf", {"a": 1, "3": 9}], ["move:3,-1", 2], ["move:0,3", "won"], ...]`, and with an
    /// order of the coins
    /// `{"strategy": [...], "order": {"S": "a3n24", "M": "n4253", "C": "a5n34", "A": "25a4n"}}`.
    #[must_use]
    pub fn to_json(&self) -> Value {
        let strategy = self.strategy_to_json();
        let Some(order) = &self.order else { return strategy };
        let letters =
            |ranks: &[Rank]| ranks.iter().map(|rank| rank.letter(Lettering::Small)).collect::<String>();
        let order =
            Suit::ALL.iter().zip(order).map(|(suit, ranks)| (suit.to_string(), json!(letters(ranks))));
        json!({"strategy": strategy, "order": order.collect::<Map<_, _>>()})
    }

    fn strategy_to_json(&self) -> Value {
        let letter = |rank: Rank| rank.letter(Lettering::Small).to_string();
        let position = |(action, next): &(Action, Next)| {
            let next = match next {
                Next::Won => json!("won"),
                Next::Go(number) => json!(number),
                Next::Turned(coins) => Value::Object(
                    coins.iter().map(|&(rank, number)| (letter(rank), json!(number))).collect::<Map<_, _>>(),
                ),
            };
            json!([action.to_string(), next])
        };
        Value::Array(self.positions.iter().map(position).collect())
    }

    /// Reads what [`Certificate::to_json`] wrote; `None` for anything else.
    #[must_use]
    pub fn from_json(json: &Value) -> Option<Certificate> {
        let number = |value: &Value| value.as_u64().and_then(|it| usize::try_from(it).ok());
        let coin = |(letter, value): (&String, &Value)| {
            let mut letters = letter.chars();
            let rank = Rank::from_letter(letters.next()?, Lettering::Small).ok()?;
            Some((rank, number(value)?)).filter(|_| letters.next().is_none())
        };
        let position = |value: &Value| {
            let [action, next] = value.as_array()?.as_slice() else { return None };
            let next = match next {
                Value::String(won) if won == "won" => Next::Won,
                Value::Object(coins) => {
                    let mut coins: Vec<(Rank, usize)> = coins.iter().map(coin).collect::<Option<_>>()?;
                    coins.sort_unstable();
                    Next::Turned(coins)
                }
                other => Next::Go(number(other)?),
            };
            Some((action.as_str()?.parse().ok()?, next))
        };
        let (strategy, order) = match json.get("strategy") {
            Some(strategy) => (strategy, Some(order_from_json(json.get("order")?)?)),
            None => (json, None),
        };
        let positions = strategy.as_array()?.iter().map(position).collect::<Option<_>>()?;
        Some(Certificate { positions, order })
    }
}

/// Reads an order of each suit's coins.
fn order_from_json(json: &Value) -> Option<[Vec<Rank>; 4]> {
    let coins = |suit: Suit| {
        let letters = json.get(suit.to_string())?.as_str()?;
        letters.chars().map(|letter| Rank::from_letter(letter, Lettering::Small).ok()).collect()
    };
    let [s, m, c, a]: [Option<Vec<Rank>>; 4] = Suit::ALL.map(coins);
    Some([s?, m?, c?, a?])
}

/// Numbers the positions of a strategy as it meets them.
struct Writer<'a> {
    strategy: &'a Strategy,
    numbers: HashMap<Key, usize>,
    positions: Vec<Option<(Action, Next)>>,
}

impl Writer<'_> {
    fn write(&mut self, node: Node) -> Option<usize> {
        if let Some(&number) = self.numbers.get(&node.key()) {
            return Some(number);
        }
        let number = self.positions.len();
        self.numbers.insert(node.key(), number);
        self.positions.push(None);
        let step = self.strategy.step(&node)?;
        let next = match step {
            Step::Pick(suit, source) => {
                let tops = node.piles[suit].tops();
                if tops.is_empty() {
                    Next::Go(self.write(node.picked(suit, source, None))?)
                } else {
                    let mut coins = Vec::with_capacity(tops.len());
                    for rank in tops.iter() {
                        coins.push((rank, self.write(node.picked(suit, source, Some(rank)))?));
                    }
                    Next::Turned(coins)
                }
            }
            Step::Move(place) => {
                let moved = node.moved(self.strategy.plan.home(node.hand?), place);
                if moved.won() { Next::Won } else { Next::Go(self.write(moved)?) }
            }
            Step::Reject => Next::Go(self.write(node.rejected())?),
        };
        self.positions[number] = Some((self.strategy.plan.action(step), next));
        Some(number)
    }
}

/// Walks `certificate` from `view` through the rules, with every identity of each turned coin.
///
/// # Errors
/// The first [`Flaw`], if it does not always win.
pub fn check(game: &Burbuja, view: &View, certificate: &Certificate) -> Result<Walk, Flaw> {
    let mut seen = vec![HashSet::new(); certificate.positions.len()];
    let at_least = certificate.order.as_ref().map(|order| at_least(game, view, order)).transpose()?;
    let mut walk = Walk { positions: 0, wins: 0, most_moves: 0, at_least };
    let mut open = vec![(0, view.clone())];
    while let Some((position, view)) = open.pop() {
        let (action, next) = certificate.positions.get(position).ok_or(Flaw::Missing(position))?;
        if !seen[position].insert(essence(&view)) {
            continue;
        }
        walk.positions += 1;
        for (turned, after) in successors(game, &view, *action).map_err(|refusal| Flaw::Illegal {
            position,
            action: *action,
            refusal,
        })? {
            match (next, turned) {
                (Next::Won, None) if after.open.status == Status::Won => {
                    walk.wins += 1;
                    walk.most_moves = walk.most_moves.max(after.open.discards.len());
                }
                (Next::Go(number), None) => open.push((*number, after)),
                (Next::Turned(coins), Some((suit, rank))) => {
                    let found = coins.iter().find(|coin| coin.0 == rank);
                    let &(_, number) = found.ok_or(Flaw::Silent { position, suit, rank })?;
                    open.push((number, after));
                }
                _ => return Err(Flaw::Unfit(position)),
            }
        }
    }
    Ok(walk)
}

/// The moves of the whole game that every player needs if the unseen coins lie in this order.
fn at_least(game: &Burbuja, view: &View, order: &[Vec<Rank>; 4]) -> Result<usize, Flaw> {
    for suit in Suit::ALL {
        let (named, unseen) = (&order[suit.index()], view.piles[suit].unseen);
        if named.len() != unseen.len() || named.iter().copied().collect::<RankSet>() != unseen {
            return Err(Flaw::Order(suit));
        }
    }
    let state = view.complete(|suit, unseen| unseen.copy_from_slice(&order[suit.index()]));
    // Where the strategy wins, a ring can be reached.
    let more = needed::moves(game, &state).unwrap_or(0);
    Ok(view.open.discards.len() + more as usize)
}

/// The part of a view that matters for what follows. The order of the discards does not matter, nor which of
/// the tiles whose coins are gone lies on which of their cells: these cells are sorted.
type Essence = ([Cell; Tile::COUNT], BySuit<Known>, Chances, Option<Tile>, Option<Suit>);

fn essence(view: &View) -> Essence {
    let open = &view.open;
    let spent = |tile: Tile| open.discards.as_slice().contains(&tile);
    let mut cells: Vec<Cell> = Tile::all().filter(|&tile| spent(tile)).map(|tile| open.cell(tile)).collect();
    cells.sort_unstable();
    let mut sorted = open.cells;
    for (tile, cell) in Tile::all().filter(|&tile| spent(tile)).zip(cells) {
        sorted[tile.index()] = cell;
    }
    (sorted, view.piles, open.chances, open.hand, open.confined)
}

/// A coin that was turned, if one was, and what is known then.
type Successor = (Option<(Suit, Rank)>, View);

/// What `action` may lead to: the coin it turned, if any, and what is known then. An error is the reason that
/// the rules give.
fn successors(game: &Burbuja, view: &View, action: Action) -> Result<Vec<Successor>, String> {
    let play = |mut state: State| -> Result<View, String> {
        game.play(&mut state, action).map_err(|refusal| refusal.to_string())?;
        Ok(game.view(&state, Viewer::Seat(Seat(0))))
    };
    let Action::Pick(suit, source) = action else {
        return Ok(vec![(None, play(view.complete(|_, _| ()))?)]);
    };
    let known = view.piles[suit];
    if known.stack() == 0 {
        return Ok(vec![(None, play(view.complete(|_, _| ()))?)]);
    }
    // Any unseen coin may be on top; the order of the rest stays unseen. With none unseen there is one
    // possibility.
    let orders = known.unseen.len().max(1);
    let mut all = Vec::with_capacity(orders);
    for first in 0..orders {
        let after = play(view.complete(|it, unseen| {
            if it == suit && first < unseen.len() {
                unseen.swap(0, first);
            }
        }))?;
        let turned = match source {
            Source::Front => after.piles[suit].front,
            Source::Top => after.open.hand.map(|tile| tile.rank),
        };
        all.push((turned.map(|rank| (suit, rank)), after));
    }
    Ok(all)
}
