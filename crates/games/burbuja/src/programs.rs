//! The programs that play, weakest first: `front`, `heuristic`, `rollouts` and `proof`.
//!
//! All of them work with [`Plan`]s and see only a view. The first two look one step ahead; `rollouts` plays
//! the heuristic's choices to the end many times, drawing unseen coins at random; `proof` follows a strategy
//! that wins for certain, and plays like `rollouts` if it finds none.

use crate::action::{Action, Source};
use crate::options::Flip;
use crate::plan::{Node, Plan, RING, Step, bits};
use crate::rules::Burbuja;
use crate::solve::heuristic::{self, LOSS, anything, ranked};
use crate::solve::proof::{self, Found};
use crate::solve::search::Strategy;
use crate::view::View;
use bagatelle_core::persona::{Backdrop, Extra, Face, Hair, Persona, Shade, Skill, Skin};
use bagatelle_core::program::{Advice, Budget, ProgramSpec};
use bagatelle_core::{Game, Program, Rng};
use bagatelle_piecepack::{Suit, Tile};

/// The list of programs, weakest first.
pub static PROGRAMS: [ProgramSpec<Burbuja>; 4] = [
    ProgramSpec {
        name: "front",
        about: "takes front coins only and heads for the nearest ring",
        persona: Some(Persona {
            name: "Nico",
            skill: Skill::Beginner,
            style: "Takes the coins in front and heads for the nearest ring.",
            face: Face::new(Skin::Rosy, Hair::Spiky, Shade::Red, Backdrop::Sand),
        }),
        think_ms: 50,
        make: || Box::new(Front),
    },
    ProgramSpec {
        name: "heuristic",
        about: "looks one move ahead and keeps the tiles together",
        persona: Some(Persona {
            name: "Paloma",
            skill: Skill::Casual,
            style: "Looks one move ahead and keeps the tiles together.",
            face: Face::new(Skin::Tan, Hair::Bun, Shade::Brown, Backdrop::Rose).with(Extra::Earrings),
        }),
        think_ms: 100,
        make: || Box::new(Heuristic),
    },
    ProgramSpec {
        name: "rollouts",
        about: "plays out every choice many times",
        persona: Some(Persona {
            name: "Esteban",
            skill: Skill::Advanced,
            style: "Plays out every choice in his head, many times over.",
            face: Face::new(Skin::Brown, Hair::Cropped, Shade::Black, Backdrop::Sage).with(Extra::Moustache),
        }),
        think_ms: 1_000,
        make: || Box::new(Rollouts),
    },
    ProgramSpec {
        name: "proof",
        about: "looks for a strategy that can’t lose",
        persona: Some(Persona {
            name: "Inés",
            skill: Skill::Master,
            style: "Looks for a way that can’t lose, whatever the coins turn out to be.",
            face: Face::new(Skin::Fair, Hair::Bun, Shade::White, Backdrop::Lilac).with(Extra::Glasses),
        }),
        think_ms: 2_000,
        make: || Box::<Proof>::default(),
    },
];

/// How many rings are played out, those that mostly succeed first.
const RINGS: usize = 1;

/// How many of the best choices are played out.
const FINALISTS: usize = 6;

/// How many times the choices are played out when the budget does not say.
const PLAYOUTS: u64 = 600;

/// Front coins only; the nearest ring; the first landing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Front;

impl Program<Burbuja> for Front {
    fn choose(
        &mut self,
        game: &Burbuja,
        view: &View,
        legal: &[Action],
        _budget: &Budget<'_>,
        rng: &mut Rng,
    ) -> Advice<Action> {
        let plan = Plan::likeliest(game, view);
        let step = plan.as_ref().and_then(|(plan, node)| {
            let tile = |suit: Suit| node.piles[suit].front.map(|rank| Tile::new(suit, rank));
            let action = match node.hand {
                Some(tile) => bits(plan.landings(node.taken, tile)).next().map(Step::Move),
                None => {
                    let fronts: Vec<Suit> =
                        node.picks().filter(|pick| pick.1 == Source::Front).map(|pick| pick.0).collect();
                    let useful = |suit: &&Suit| {
                        tile(**suit)
                            .is_some_and(|it| plan.home(it) & RING == 0 && plan.landings(node.taken, it) != 0)
                    };
                    let first: Vec<Suit> = fronts.iter().filter(useful).copied().collect();
                    let choice = rng.choose(if first.is_empty() { &fronts } else { &first });
                    choice.map(|&suit| Step::Pick(suit, Source::Front))
                }
            };
            action.map(|step| plan.action(step))
        });
        Advice::plain(step.filter(|it| legal.contains(it)).unwrap_or_else(|| anything(legal)))
    }
}

/// One step ahead.
#[derive(Clone, Copy, Debug, Default)]
pub struct Heuristic;

impl Program<Burbuja> for Heuristic {
    fn choose(
        &mut self,
        game: &Burbuja,
        view: &View,
        legal: &[Action],
        _budget: &Budget<'_>,
        _rng: &mut Rng,
    ) -> Advice<Action> {
        let (action, judged) = heuristic::choose(game, view, legal);
        Advice { nodes: judged as u64, ..Advice::plain(action) }
    }
}

/// Plays the best choices to the end, with unseen coins drawn at random, and takes the one that wins most
/// often.
#[derive(Clone, Copy, Debug, Default)]
pub struct Rollouts;

impl Program<Burbuja> for Rollouts {
    fn choose(
        &mut self,
        game: &Burbuja,
        view: &View,
        legal: &[Action],
        budget: &Budget<'_>,
        rng: &mut Rng,
    ) -> Advice<Action> {
        let (tried, nodes) = played_out(game, view, budget, rng, false);
        // Of equals the first, which looks best.
        let best = tried.iter().rev().max_by(|a, b| a.1.total_cmp(&b.1));
        match best {
            None => Advice::plain(anything(legal)),
            Some(best) if nodes == 0 => Advice::plain(best.0),
            Some((action, share)) => {
                Advice { score: Some(format!("{:.0}%", share * 100.0)), nodes, ..Advice::plain(*action) }
            }
        }
    }
}

/// The choices that look best, each with the share of playouts that it wins, in the order in which they look;
/// and the number of playouts. A choice without an alternative is played out only if `alone`.
pub(crate) fn played_out(
    game: &Burbuja,
    view: &View,
    budget: &Budget<'_>,
    rng: &mut Rng,
    alone: bool,
) -> (Vec<(Action, f64)>, u64) {
    let mut plans = Vec::new();
    let mut finalists: Vec<(Action, &Plan, Node, Step)> = Vec::new();
    let mut legal = Vec::new();
    // What may be done does not depend on the order of the unseen coins.
    game.legal(&view.complete(|_, _| ()), &mut legal);
    for (_, step, (plan, node)) in ranked(game, view, RINGS, &mut plans) {
        let action = plan.action(step);
        if finalists.len() < FINALISTS && legal.contains(&action) && finalists.iter().all(|it| it.0 != action)
        {
            finalists.push((action, plan, *node, step));
        }
    }
    if finalists.is_empty() || finalists.len() == 1 && !alone {
        return (finalists.iter().map(|it| (it.0, 0.0)).collect(), 0);
    }
    let mut wins = vec![0u32; finalists.len()];
    let rounds = (budget.nodes.unwrap_or(PLAYOUTS) / finalists.len() as u64).max(1);
    let mut played = 0u32;
    while u64::from(played) < rounds && !(budget.stop)() {
        for (wins, (_, plan, node, step)) in wins.iter_mut().zip(&finalists) {
            *wins += u32::from(playout(plan, after(plan, *node, *step, rng), rng));
        }
        played += 1;
    }
    let share = |wins: u32| f64::from(wins) / f64::from(played.max(1));
    let tried = finalists.iter().zip(wins).map(|(it, wins)| (it.0, share(wins))).collect();
    (tried, u64::from(played) * finalists.len() as u64)
}

/// The node after a step; an unknown coin is drawn at random. Coins are turned up at once, whatever the rules
/// say; a front place that waits for its coin in the position played is filled now.
fn after(plan: &Plan, node: Node, step: Step, rng: &mut Rng) -> Node {
    let next = match step {
        Step::Pick(suit, source) => {
            let tops: Vec<_> = node.piles[suit].tops().iter().collect();
            node.picked(suit, source, rng.choose(&tops).copied())
        }
        Step::Move(place) => node.hand.map_or(node, |tile| node.moved(plan.home(tile), place)),
        Step::Reject => node.rejected(),
    };
    let suit = node.hand.map(|tile| tile.suit).filter(|_| next.hand.is_none());
    let waits = |suit: &Suit| next.piles[*suit].front.is_none() && next.piles[*suit].stack() > 0;
    match suit.filter(waits) {
        Some(suit) => {
            let tops: Vec<_> = next.piles[suit].tops().iter().collect();
            next.refilled(suit, rng.choose(&tops).copied())
        }
        None => next,
    }
}

/// Whether the heuristic, lightly followed, completes the ring.
fn playout(plan: &Plan, mut node: Node, rng: &mut Rng) -> bool {
    while !node.won() {
        let light = |step: Step| match (step, node.hand) {
            (Step::Move(place), Some(tile)) => {
                let next = node.moved(plan.home(tile), place);
                plan.shaky(next.taken, next.fixed)
            }
            (Step::Pick(suit, Source::Front), _) => front_risk(plan, &node, suit),
            (Step::Pick(..), _) => 40,
            _ => 45,
        };
        let steps: Vec<Step> = match node.hand {
            None => node.picks().map(|(suit, source)| Step::Pick(suit, source)).collect(),
            Some(tile) => bits(plan.landings(node.taken, tile))
                .map(Step::Move)
                .chain((node.may_reject(tile.suit)).then_some(Step::Reject))
                .collect(),
        };
        let Some(step) = steps.into_iter().min_by_key(|&step| light(step)) else { return false };
        node = after(plan, node, step, rng);
    }
    true
}

/// How risky the front coin of a suit looks.
fn front_risk(plan: &Plan, node: &Node, suit: Suit) -> u32 {
    let Some(rank) = node.piles[suit].front else { return LOSS };
    let tile = Tile::new(suit, rank);
    let home = plan.home(tile);
    let landing = bits(plan.landings(node.taken, tile)).next();
    landing.map_or(500, |place| {
        let next = node.moved(home, place);
        plan.shaky(next.taken, next.fixed) + if home & RING == 0 { 0 } else { 30 }
    })
}

/// Follows a strategy that wins for certain, as long as it has one.
#[derive(Debug, Default)]
pub struct Proof {
    strategy: Option<Strategy>,
}

impl Program<Burbuja> for Proof {
    fn choose(
        &mut self,
        game: &Burbuja,
        view: &View,
        legal: &[Action],
        budget: &Budget<'_>,
        rng: &mut Rng,
    ) -> Advice<Action> {
        let follow = |strategy: &Strategy| strategy.action(view).filter(|it| legal.contains(it));
        let sure =
            |action, nodes| Advice { score: Some("a certain win".into()), nodes, ..Advice::plain(action) };
        if let Some(action) = self.strategy.as_ref().and_then(follow) {
            return sure(action, 0);
        }
        let (found, nodes) = match game.options().flip {
            Flip::Early => proof::prove(game, view, budget),
            // A proof would see a coin that is turned up only after the move.
            Flip::Late => (Found::NotProven, 0),
        };
        if let Found::Sure(strategy) = found
            && let Some(action) = follow(&strategy)
        {
            self.strategy = Some(*strategy);
            return sure(action, nodes);
        }
        self.strategy = None;
        let advice = Rollouts.choose(game, view, legal, budget, rng);
        Advice { nodes: advice.nodes + nodes, ..advice }
    }
}
