//! Information-set Monte-Carlo tree search, for games with hidden information and any number of seats.
//!
//! This is the multiple-observer kind (Cowling, Powley and Whitehouse 2012, "Information Set Monte Carlo Tree
//! Search"). Each simulation draws a position from the searcher's *view* and plays it through one tree per
//! seat. A node of a seat's tree stands for all positions that this seat cannot tell apart by the moves since
//! the root: each of the seat's own moves leads to its own child, and moves of others (and of chance) lead to
//! one child for each way they *look* to that seat. So no seat in the tree acts on a card laid face down,
//! which the single-observer kind allows. (Unless its guide says otherwise, what a seat draws is part of how
//! its own moves look.)
//!
//! Which moves are legal differs from one drawn position to the next, so a move's bonus for being tried
//! rarely counts the times it was *available*, not the times its node was visited.
//!
//! Knowledge of the game goes into a [`Guide`]: which moves are worth looking at, how players without a tree
//! move, when to stop playing on and what a position is worth. Nothing here knows a game, a clock or a
//! position that the searcher may not see.

use bagatelle_core::program::Budget;
use bagatelle_core::{Game, Rng, Seat, Turn, Viewer};
use std::hash::{DefaultHasher, Hash, Hasher};

/// The most seats of a game that can be searched.
pub const MAX_SEATS: usize = 8;

/// After how many simulations each it is looked whether the rest can still change the choice.
const SETTLED: u64 = 32;

/// What a position is worth to each seat, 0.0 (lost) to 1.0 (won).
pub type Values = [f64; MAX_SEATS];

/// What a game can tell the search. Every method has a default that needs no knowledge.
pub trait Guide<G: Game> {
    /// Takes out of `actions`, the legal actions of the seat to act, those that are not worth a look; never
    /// all. It may look only at what that seat sees.
    fn narrow(&self, _game: &G, _state: &G::State, _actions: &mut Vec<G::Action>) {}

    /// How a move looks to `seat`: moves that look alike to a seat must have the same number. By default the
    /// text of what the seat observes; games do this faster.
    fn look(&self, game: &G, before: &G::State, action: G::Action, seat: Seat) -> u64 {
        let mut hasher = DefaultHasher::new();
        let mut after = before.clone();
        game.apply(&mut after, action);
        game.observe(before, action, &after, Viewer::Seat(seat)).to_string().hash(&mut hasher);
        hasher.finish()
    }

    /// What a seat other than the searcher knows at the root and the searcher does not, as far as its moves
    /// should depend on it: seats that know different things there have separate trees. `None`, the default,
    /// if their moves should not depend on it.
    fn knows(&self, _game: &G, _state: &G::State, _seat: Seat) -> Option<u64> {
        None
    }

    /// The move of a seat other than the searcher, if it is known how that seat plays: it then does not
    /// choose in its tree. `None`, the default, if it should choose for itself. The move may depend only on
    /// what that seat sees in `state`.
    fn habit(&self, _game: &G, _state: &G::State, _seat: Seat, _rng: &mut Rng) -> Option<G::Action> {
        None
    }

    /// The move of a seat outside the tree. By default any legal one, all equally likely. `buffer` may be
    /// used.
    fn playout(
        &self,
        game: &G,
        state: &G::State,
        rng: &mut Rng,
        buffer: &mut Vec<G::Action>,
    ) -> Option<G::Action> {
        game.legal(state, buffer);
        rng.choose(buffer).copied()
    }

    /// What a position is worth where playing on is not worth the time; `None` to play on. `plies` counts the
    /// moves since the root.
    fn judge(&self, _game: &G, _state: &G::State, _plies: u32) -> Option<Values> {
        None
    }

    /// What a finished game is worth. By default the share of the victory.
    fn result(&self, game: &G, state: &G::State) -> Values {
        let seats = game.seats(state);
        let mut values = [0.5; MAX_SEATS];
        if let Some(outcome) = game.outcome(state) {
            for (seat, value) in Seat::all(seats).zip(&mut values) {
                *value = (outcome.utility(seat, seats) + 1.0) / 2.0;
            }
        }
        values
    }
}

/// The guide that knows nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Unguided;

impl<G: Game> Guide<G> for Unguided {}

/// How a search explores.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Settings {
    /// The weight of trying what was rarely tried; for values from 0 to 1 about 0.7.
    pub exploration: f64,
    /// At most this many simulations, whatever the budget allows. Fewer are run if the rest could not change
    /// the choice.
    pub simulations: u64,
    /// The longest game that is played out, in plies from the root; longer ones count as undecided.
    pub plies: u32,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings { exploration: 0.7, simulations: u64::MAX, plies: 4000 }
    }
}

/// What the search found of one action at the root.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Tried<A> {
    /// The action.
    pub action: A,
    /// How often it was tried.
    pub visits: u32,
    /// Its mean value for the searching seat, 0.0 to 1.0.
    pub value: f64,
}

/// What a search found.
#[derive(Clone, PartialEq, Debug)]
pub struct Found<A> {
    /// The actions that were tried, the best (most often tried) first. Empty only if no action is legal.
    pub tried: Vec<Tried<A>>,
    /// How many simulations were run.
    pub simulations: u64,
}

struct Edge<A> {
    action: A,
    child: u32,
    visits: u32,
    available: u32,
    sum: f64,
}

struct Node<A> {
    /// The seat's own moves.
    own: Vec<Edge<A>>,
    /// How moves of others looked, and where they led.
    others: Vec<(u64, u32)>,
}

impl<A> Default for Node<A> {
    fn default() -> Node<A> {
        Node { own: Vec::new(), others: Vec::new() }
    }
}

/// All nodes of all trees; tree `k` is rooted at node `k`.
struct Forest<A> {
    nodes: Vec<Node<A>>,
}

impl<A: Copy + PartialEq> Forest<A> {
    fn add(&mut self) -> u32 {
        self.nodes.push(Node::default());
        (self.nodes.len() - 1) as u32
    }

    /// The child for a move of another seat that looks like `look`.
    fn watch(&mut self, node: u32, look: u64) -> u32 {
        let known = self.nodes[node as usize].others.iter().find(|(key, _)| *key == look);
        if let Some((_, child)) = known {
            return *child;
        }
        let child = self.add();
        self.nodes[node as usize].others.push((look, child));
        child
    }

    /// Whether the move that `seat` has tried most at the root stays so, whatever `left` more simulations
    /// bring.
    fn settled(&self, seat: Seat, left: u64) -> bool {
        let (mut most, mut second) = (0, 0);
        for edge in &self.nodes[seat.index()].own {
            (most, second) = (most.max(edge.visits), second.max(edge.visits.min(most)));
        }
        u64::from(most - second) > left
    }

    /// Picks one of `actions` at a node of the seat to act: one that was never tried, or the most promising.
    /// Returns the place of its edge and whether it is new.
    fn pick(&mut self, node: u32, actions: &[A], exploration: f64, rng: &mut Rng) -> (usize, bool) {
        let own = &mut self.nodes[node as usize].own;
        let mut best = (0, f64::NEG_INFINITY);
        let mut untried = 0;
        let mut fresh = None;
        for &action in actions {
            match own.iter_mut().position(|edge| edge.action == action) {
                Some(place) => {
                    let edge = &mut own[place];
                    edge.available += 1;
                    let (visits, available) = (f64::from(edge.visits), f64::from(edge.available));
                    let bound = edge.sum / visits + exploration * (available.ln() / visits).sqrt();
                    if bound > best.1 {
                        best = (place, bound);
                    }
                }
                None => {
                    untried += 1;
                    if rng.below(untried) == 0 {
                        fresh = Some(action);
                    }
                }
            }
        }
        let Some(action) = fresh else { return (best.0, false) };
        let child = self.add();
        let own = &mut self.nodes[node as usize].own;
        own.push(Edge { action, child, visits: 0, available: 1, sum: 0.0 });
        (own.len() - 1, true)
    }
}

/// Searches for the seat that `view` belongs to, whose legal actions are `legal`. It ends when the budget or
/// the limit of simulations is used up, or earlier, once what is left of the limit cannot change which action
/// is tried most. Repeatable for the same generator state if `budget` counts simulations ([`Budget::nodes`]);
/// one thread.
pub fn search<G: Game>(
    game: &G,
    view: &G::View,
    legal: &[G::Action],
    guide: &dyn Guide<G>,
    settings: &Settings,
    budget: &Budget<'_>,
    rng: &mut Rng,
) -> Found<G::Action> {
    let mut forest: Forest<G::Action> = Forest { nodes: Vec::new() };
    (0..MAX_SEATS).for_each(|_| {
        forest.add();
    });
    let most = settings.simulations.min(budget.nodes.unwrap_or(u64::MAX)).max(1);
    let mut root: Vec<G::Action> = legal.to_vec();
    let mut buffer = Vec::new();
    let mut path = Vec::new();
    let mut simulations = 0;
    let mut searcher = None;
    while simulations < most && !(simulations > 0 && (budget.stop)()) {
        let mut state = game.sample(view, rng);
        if searcher.is_none() {
            let Turn::Seat(seat) = game.turn(&state) else { break };
            searcher = Some(seat);
            guide.narrow(game, &state, &mut root);
        }
        simulate(game, &mut state, &root, guide, settings, &mut forest, &mut path, &mut buffer, rng);
        simulations += 1;
        let settled = |seat| root.len() == 1 || forest.settled(seat, most - simulations);
        if simulations.is_multiple_of(SETTLED) && searcher.is_some_and(settled) {
            break;
        }
    }
    let mut tried: Vec<Tried<G::Action>> = match searcher {
        Some(seat) => forest.nodes[seat.index()]
            .own
            .iter()
            .map(|e| Tried { action: e.action, visits: e.visits, value: e.sum / f64::from(e.visits.max(1)) })
            .collect(),
        None => Vec::new(),
    };
    tried.sort_by(|a, b| b.visits.cmp(&a.visits).then(b.value.total_cmp(&a.value)));
    Found { tried, simulations }
}

/// One simulation: down the trees, one new move, play to an end, and back.
#[allow(
    clippy::too_many_arguments,
    reason = "the buffers are the caller’s, so that nothing is allocated here"
)]
fn simulate<G: Game>(
    game: &G,
    state: &mut G::State,
    root: &[G::Action],
    guide: &dyn Guide<G>,
    settings: &Settings,
    forest: &mut Forest<G::Action>,
    path: &mut Vec<(u32, u32, Seat)>,
    buffer: &mut Vec<G::Action>,
    rng: &mut Rng,
) {
    path.clear();
    let seats = game.seats(state).min(MAX_SEATS as u8);
    let mut at: [u32; MAX_SEATS] = std::array::from_fn(|k| k as u32);
    let root_turn = game.turn(state);
    if let Turn::Seat(searcher) = root_turn {
        for seat in Seat::all(seats).filter(|s| *s != searcher) {
            if let Some(known) = guide.knows(game, state, seat) {
                at[seat.index()] = forest.watch(at[seat.index()], known);
            }
        }
    }
    let mut plies = 0;
    let mut in_tree = true;
    let values = loop {
        if plies > 0
            && let Some(values) = guide.judge(game, state, plies)
        {
            break values;
        }
        let turn = game.turn(state);
        let habit = match turn {
            Turn::Seat(seat) if in_tree && turn != root_turn => guide.habit(game, state, seat, rng),
            _ => None,
        };
        let (action, mover) = match turn {
            Turn::Over => break guide.result(game, state),
            _ if plies >= settings.plies => break [0.5; MAX_SEATS],
            Turn::Chance => (game.sample_chance(state, rng), None),
            Turn::Seat(_) if habit.is_some() => (habit, None),
            Turn::Seat(seat) if in_tree && seat.index() < MAX_SEATS => {
                let actions = if plies == 0 {
                    root
                } else {
                    game.legal(state, buffer);
                    guide.narrow(game, state, buffer);
                    buffer.as_slice()
                };
                if actions.is_empty() {
                    break [0.5; MAX_SEATS];
                }
                let node = at[seat.index()];
                let (place, new) = forest.pick(node, actions, settings.exploration, rng);
                let edge = &forest.nodes[node as usize].own[place];
                path.push((node, place as u32, seat));
                at[seat.index()] = edge.child;
                in_tree = !new;
                (Some(edge.action), Some(seat))
            }
            Turn::Seat(_) => (guide.playout(game, state, rng, buffer), None),
        };
        let Some(action) = action else { break [0.5; MAX_SEATS] };
        if in_tree {
            for seat in Seat::all(seats).filter(|s| Some(*s) != mover) {
                at[seat.index()] = forest.watch(at[seat.index()], guide.look(game, state, action, seat));
            }
        }
        game.apply(state, action);
        plies += 1;
    };
    for &(node, place, seat) in path.iter() {
        let edge = &mut forest.nodes[node as usize].own[place as usize];
        edge.visits += 1;
        edge.sum += values[seat.index()];
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bagatelle_core::NoOptions;
    use bagatelle_core::{Seed, Stream};
    use bagatelle_toys::connect_four::ConnectFour;
    use bagatelle_toys::kuhn::{Action, Kuhn};

    /// Kuhn poker is about chips, not about who wins more of them.
    struct Chips;

    impl Guide<Kuhn> for Chips {
        fn result(&self, game: &Kuhn, state: &<Kuhn as Game>::State) -> Values {
            let mut values = [0.5; MAX_SEATS];
            let scores = game.outcome(state).and_then(|o| o.scores).unwrap_or_default();
            for (value, score) in values.iter_mut().zip(scores) {
                *value = f64::from(score + 2) / 4.0;
            }
            values
        }
    }

    /// What the search thinks of Kuhn poker after some actions.
    fn kuhn(texts: &[&str], simulations: u64, seed: &str) -> Found<Action> {
        let game = Kuhn::new(&NoOptions {}).unwrap();
        let mut state = game.start(&NoOptions {}).unwrap();
        for text in texts {
            game.play(&mut state, text.parse().unwrap()).unwrap();
        }
        let Turn::Seat(seat) = game.turn(&state) else { panic!("no seat to act") };
        let mut legal = Vec::new();
        game.legal(&state, &mut legal);
        let view = game.view(&state, Viewer::Seat(seat));
        let mut rng = Rng::new(&Seed::from_text(seed), Stream::Program);
        let budget = Budget::nodes(simulations);
        search(&game, &view, &legal, &Chips, &Settings::default(), &budget, &mut rng)
    }

    #[test]
    fn dominated_moves_of_kuhn_poker_are_not_played() {
        // The king calls, the jack folds (each is certain); the queen does not bet after a pass.
        for (texts, best) in [
            (["~QK", "bet"].as_slice(), Action::Bet),
            (&["~JK", "bet"], Action::Bet),
            (&["~QJ", "bet"], Action::Pass),
            (&["~KJ", "bet"], Action::Pass),
            (&["~KQ", "pass", "bet"], Action::Bet),
            (&["~JQ", "pass", "bet"], Action::Pass),
            (&["~QK", "pass"], Action::Bet),
        ] {
            for seed in ["a", "b", "c"] {
                let found = kuhn(texts, 3000, seed);
                assert_eq!(found.tried[0].action, best, "{texts:?}: {found:?}");
            }
        }
    }

    #[test]
    fn no_seat_in_the_tree_acts_on_a_hidden_card() {
        // The true card of the other seat must not matter: both deals give the very same search.
        assert_eq!(kuhn(&["~QK", "pass"], 500, "x"), kuhn(&["~JK", "pass"], 500, "x"));
    }

    /// As [`Chips`], and the other seat acts by its card.
    struct Knowing;

    impl Guide<Kuhn> for Knowing {
        fn knows(&self, game: &Kuhn, state: &<Kuhn as Game>::State, seat: Seat) -> Option<u64> {
            let mut hasher = DefaultHasher::new();
            format!("{:?}", game.view(state, Viewer::Seat(seat))).hash(&mut hasher);
            Some(hasher.finish())
        }

        fn result(&self, game: &Kuhn, state: &<Kuhn as Game>::State) -> Values {
            Chips.result(game, state)
        }
    }

    #[test]
    fn a_seat_that_knows_its_card_calls_with_the_king_only() {
        // A bet with the queen: a caller who does not look at the card is met as often with a jack as with a
        // king and costs nothing.
        let game = Kuhn::new(&NoOptions {}).unwrap();
        let mut state = game.start(&NoOptions {}).unwrap();
        game.play(&mut state, "~QJ".parse().unwrap()).unwrap();
        let view = game.view(&state, Viewer::Seat(Seat(0)));
        let worth = |guide: &dyn Guide<Kuhn>| {
            let mut rng = Rng::new(&Seed::from_text("knows"), Stream::Program);
            let (budget, settings) = (Budget::nodes(20_000), Settings::default());
            let found =
                search(&game, &view, &[Action::Pass, Action::Bet], guide, &settings, &budget, &mut rng);
            let bet = found.tried.iter().find(|tried| tried.action == Action::Bet).unwrap();
            bet.value * 4.0 - 2.0
        };
        let (blind, knowing) = (worth(&Chips), worth(&Knowing));
        assert!(blind > -0.25 && knowing < -0.35, "{blind} and {knowing}, not 0 and -1/2");
    }

    /// As [`Chips`], and the other seat is known to bet or call with every card, or with none.
    struct Habitual(Action);

    impl Guide<Kuhn> for Habitual {
        fn habit(
            &self,
            _game: &Kuhn,
            _state: &<Kuhn as Game>::State,
            _seat: Seat,
            _rng: &mut Rng,
        ) -> Option<Action> {
            Some(self.0)
        }

        fn result(&self, game: &Kuhn, state: &<Kuhn as Game>::State) -> Values {
            Chips.result(game, state)
        }
    }

    #[test]
    fn what_a_seat_is_known_to_do_is_made_use_of() {
        // The jack is worth a bet where every bet is passed, and the queen is not where every one is called:
        // the king calls as well.
        for (deal, habit, best) in [
            ("~JK", Action::Pass, Action::Bet),
            ("~JQ", Action::Pass, Action::Bet),
            ("~JK", Action::Bet, Action::Pass),
            ("~KQ", Action::Bet, Action::Bet),
        ] {
            let game = Kuhn::new(&NoOptions {}).unwrap();
            let mut state = game.start(&NoOptions {}).unwrap();
            game.play(&mut state, deal.parse().unwrap()).unwrap();
            let view = game.view(&state, Viewer::Seat(Seat(0)));
            let mut rng = Rng::new(&Seed::from_text("habit"), Stream::Program);
            let (budget, settings) = (Budget::nodes(2000), Settings::default());
            let legal = [Action::Pass, Action::Bet];
            let found = search(&game, &view, &legal, &Habitual(habit), &settings, &budget, &mut rng);
            assert_eq!(found.tried[0].action, best, "{deal} against {habit:?}: {found:?}");
        }
    }

    #[test]
    fn a_seed_and_a_number_of_simulations_repeat() {
        let found = kuhn(&["~QJ"], 777, "again");
        assert_eq!(found, kuhn(&["~QJ"], 777, "again"));
        assert_eq!(found.tried.iter().map(|t| u64::from(t.visits)).sum::<u64>(), found.simulations);
    }

    #[test]
    fn it_ends_early_only_where_the_choice_can_no_longer_change() {
        let mut early = 0;
        for deal in ["~QJ", "~QK", "~JK", "~KQ"] {
            let found = kuhn(&[deal, "pass"], 777, "early");
            let second = found.tried.get(1).map_or(0, |t| t.visits);
            let lead = u64::from(found.tried[0].visits - second);
            let left = 777 - found.simulations;
            assert!(left == 0 || lead > left, "{deal}: {found:?}");
            early += left;
        }
        assert!(early > 777, "most of the work is saved where one move is clearly best, not {early}");
    }

    #[test]
    fn it_stops_when_told_but_never_without_an_answer() {
        let game = Kuhn::new(&NoOptions {}).unwrap();
        let mut state = game.start(&NoOptions {}).unwrap();
        game.play(&mut state, "~KQ".parse().unwrap()).unwrap();
        let view = game.view(&state, Viewer::Seat(Seat(0)));
        let mut rng = Rng::new(&Seed::from_text("stop"), Stream::Program);
        let budget = Budget::until(&|| true);
        let legal = [Action::Pass, Action::Bet];
        let found = search(&game, &view, &legal, &Unguided, &Settings::default(), &budget, &mut rng);
        assert_eq!((found.simulations, found.tried.len()), (1, 1));
    }

    #[test]
    fn with_nothing_hidden_it_is_plain_tree_search() {
        // Three in a row and nothing in the way: the fourth wins.
        let game = ConnectFour::new(&NoOptions {}).unwrap();
        let mut state = game.start(&NoOptions {}).unwrap();
        for column in ["3", "3", "4", "4", "5", "6"] {
            game.play(&mut state, column.parse().unwrap()).unwrap();
        }
        let mut legal = Vec::new();
        game.legal(&state, &mut legal);
        let mut rng = Rng::new(&Seed::from_text("four"), Stream::Program);
        let settings = Settings::default();
        let found = search(&game, &state, &legal, &Unguided, &settings, &Budget::nodes(1500), &mut rng);
        assert_eq!(found.tried[0].action.to_string(), "2", "{found:?}");
        assert!(found.tried[0].value > 0.9);
    }
}
