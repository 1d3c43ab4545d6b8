//! The programs that play: `random`, `simple`, and five levels of search.
//!
//! The levels search with information-set trees (`bagatelle_search::ismcts`), told about the game by
//! [`SearchGuide`]; the fifth, in [`crate::learned`], plays one contest to its end and asks a network for
//! the outcome.

use crate::action::Action;
use crate::card::Colour;
use crate::cards::{Cards, worth};
use crate::evaluate::{cheapest, worst};
use crate::guide::{SearchGuide, discard};
use crate::learned::{Ahead, learned};
use crate::public::{Deed, Phase, Public, Specimen};
use crate::rules::Bulbous;
use crate::score;
use crate::state::State;
use crate::view::View;
use bagatelle_core::persona::{Backdrop, Extra, Face, Hair, Persona, Shade, Skill, Skin};
use bagatelle_core::program::{Advice, Budget, Program, ProgramSpec, Random};
use bagatelle_core::{Game, Rng, Seat, Seed, Stream, Turn, Viewer};
use bagatelle_search::ismcts::{self, Settings};

/// All programs, weakest first.
pub(crate) const PROGRAMS: &[ProgramSpec<Bulbous>] = &[
    ProgramSpec {
        name: "random",
        about: "plays at random",
        persona: None,
        think_ms: 50,
        make: || Box::new(Random),
    },
    ProgramSpec {
        name: "simple",
        about: "bets its good cards, swaps its bad ones",
        persona: None,
        think_ms: 50,
        make: || Box::new(Simple),
    },
    ProgramSpec {
        name: "1",
        about: "imagines 60 ways the game may go",
        persona: Some(Persona {
            name: "Willow",
            skill: Skill::Beginner,
            style: "Bets by feel and keeps her good cards a little too long.",
            face: Face::new(Skin::Fair, Hair::Long, Shade::Blond, Backdrop::Sage),
        }),
        think_ms: 300,
        make: || searcher(SearchGuide::default(), 60),
    },
    ProgramSpec {
        name: "2",
        about: "imagines 150 ways the game may go",
        persona: Some(Persona {
            name: "Hugo",
            skill: Skill::Casual,
            style: "Weighs up a few ways the round may go, then bets with a shrug.",
            face: Face::new(Skin::Brown, Hair::Parted, Shade::Black, Backdrop::Sand),
        }),
        think_ms: 300,
        make: || searcher(SearchGuide::default(), 150),
    },
    ProgramSpec {
        name: "3",
        about: "imagines 400 ways the game may go",
        persona: Some(Persona {
            name: "Ottilie",
            skill: Skill::Advanced,
            style: "Remembers what was played and bets no more than a plant is worth.",
            face: Face::new(Skin::Rosy, Hair::Curly, Shade::Grey, Backdrop::Clay).with(Extra::Beret),
        }),
        think_ms: 500,
        make: || searcher(SearchGuide::default(), 400),
    },
    ProgramSpec {
        name: "4",
        about: "imagines 10,000 ways the game may go",
        persona: Some(Persona {
            name: "Mbeki",
            skill: Skill::Expert,
            style: "Works through thousands of ways the game may go before each bet.",
            face: Face::new(Skin::Dark, Hair::Bald, Shade::White, Backdrop::Sky).with(Extra::Beard),
        }),
        think_ms: 1000,
        make: || searcher(SearchGuide::default(), 10_000),
    },
    ProgramSpec {
        name: "5",
        about: "imagines 20,000 ways the next contest may go, and has learned what they lead to and how the \
            other levels bid",
        persona: Some(Persona {
            name: "Ludmila",
            skill: Skill::Master,
            style: "Plans one contest at a time, and knows what each is worth in the end.",
            face: Face::new(Skin::Tan, Hair::Bun, Shade::Chestnut, Backdrop::Lilac).with(Extra::Glasses),
        }),
        think_ms: 1000,
        make: || learned(Ahead::default(), None, 20_000),
    },
];

/// A player that searches under a guide, with at most this many simulations a move.
#[must_use]
pub fn searcher(guide: SearchGuide, simulations: u64) -> Box<dyn Program<Bulbous>> {
    Box::new(Searcher { guide, simulations })
}

/// Rules of thumb that a new player learns in two games.
struct Simple;

impl Simple {
    fn act(&self, view: &View, rng: &mut Rng) -> Option<Action> {
        let public = view.public();
        let hand = view.hand();
        let specimen = public.target()?;
        let layable = hand & Cards::of(specimen.colour);
        let wild = hand & Cards::wild_for(specimen.colour);
        let rivals = Seat::all(public.seats()).filter(|s| public.deed(*s) == Deed::Bet).count() as u8;
        let goal = 7 + 4 * rivals + rng.below(5) as u8;
        let bet = cheapest(layable, specimen.colour, goal);
        let value = worth(bet, specimen.colour);
        let (bulbs, most) = standing(public, specimen, view.viewer().seat()?);
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
        Some(if hand.len() < public.limit() {
            Action::Pass
        } else {
            Action::Swap(worst(hand, Cards::NONE, 2, public))
        })
    }
}

/// The bulbs on a specimen, and whether one more would give `seat` the most.
fn standing(public: &Public, specimen: Specimen, seat: Seat) -> (&[u8], bool) {
    let bulbs = public.bulbs(specimen);
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
        let public = view.public();
        let value = |colour: Colour| worth(view.hand(), colour);
        let choice = match public.phase() {
            Phase::Act => self.act(view, rng),
            Phase::Discard => discard(view.hand(), public),
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

/// What a simple player does at its seat. `legal` is room for the legal actions.
pub(crate) fn simple_action(
    game: &Bulbous,
    state: &State,
    seat: Seat,
    legal: &mut Vec<Action>,
    rng: &mut Rng,
) -> Action {
    game.legal(state, legal);
    let view = game.view(state, Viewer::Seat(seat));
    Simple.choose(game, &view, legal, &Budget::nodes(1), rng).action
}

/// The scores when simple players finish the game from `state`.
pub(crate) fn simple_scores(game: &Bulbous, state: State, seed: &Seed) -> Vec<i32> {
    simple_end(game, state, seed, |_| ())
}

/// As [`simple_scores`]; `each` is shown the table after every action.
pub(crate) fn simple_end(
    game: &Bulbous,
    mut state: State,
    seed: &Seed,
    mut each: impl FnMut(&Public),
) -> Vec<i32> {
    let mut chance = Rng::new(seed, Stream::Chance);
    let mut own = Rng::new(seed, Stream::Program);
    let mut legal = Vec::new();
    // Simple players always come to an end; the bound is for decks that no game has.
    for _ in 0..5000 {
        let action = match game.turn(&state) {
            Turn::Over => break,
            Turn::Chance => game.shuffle(&state, &mut chance),
            Turn::Seat(seat) => simple_action(game, &state, seat, &mut legal, &mut own),
        };
        game.apply(&mut state, action);
        each(state.public());
    }
    let public = state.public();
    let points = score::points(public, game.options());
    points[..usize::from(public.seats())].iter().map(|p| p.total()).collect()
}

/// A level: the search under a limit of simulations.
struct Searcher {
    guide: SearchGuide,
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
        let found = searched(game, view, legal, self.guide, self.simulations, budget, rng);
        let guide = self.guide;
        let Some(best) = found.tried.first().filter(|t| legal.contains(&t.action)) else {
            return Advice::plain(legal[rng.index(legal.len())]);
        };
        Advice {
            action: best.action,
            score: Some(format!("{:+.1} points", guide.points_ahead(best.value))),
            line: vec![best.action],
            depth: None,
            nodes: found.simulations,
        }
    }
}

/// The search for the seat of `view`, whose legal actions are `legal`.
fn searched(
    game: &Bulbous,
    view: &View,
    legal: &[Action],
    guide: SearchGuide,
    simulations: u64,
    budget: &Budget<'_>,
    rng: &mut Rng,
) -> ismcts::Found<Action> {
    let settings = Settings { exploration: guide.exploration, simulations, ..Settings::default() };
    let until = if guide.rounds == 0 { 0 } else { view.public().round() + guide.rounds };
    ismcts::search(game, view, legal, &SearchGuide { until, ..guide }, &settings, budget, rng)
}

/// The actions that the search tried most, each with the points by which the seat of `view` is expected to
/// end ahead after it, and the number of simulations. The budget alone limits it. The legal action `also` is
/// tried in any case.
pub(crate) fn tried(
    game: &Bulbous,
    view: &View,
    legal: &[Action],
    also: Option<Action>,
    budget: &Budget<'_>,
) -> (Vec<(Action, f64)>, u64) {
    let mut rng = Rng::new(&Seed::from_text("tried"), Stream::Program);
    let guide = SearchGuide { also, ..SearchGuide::default() };
    let found = searched(game, view, legal, guide, u64::MAX, budget, &mut rng);
    let points = found.tried.iter().map(|tried| (tried.action, guide.points_ahead(tried.value)));
    (points.collect(), found.simulations)
}

/// What the search finds after this many simulations, the same every time.
pub(crate) fn considered(game: &Bulbous, view: &View, legal: &[Action], simulations: u64) -> Action {
    let mut rng = Rng::new(&Seed::from_text("considered"), Stream::Program);
    let mut player = Searcher { guide: SearchGuide::default(), simulations };
    player.choose(game, view, legal, &Budget::nodes(simulations), &mut rng).action
}

/// What the search found for the seat to act, if that is the seat the view belongs to: as [`tried`].
pub(crate) fn advise(game: &Bulbous, view: &View, budget: &Budget<'_>) -> Option<(Vec<(Action, f64)>, u64)> {
    if view.viewer().seat().map(Turn::Seat) != Some(view.public().turn()) {
        return None;
    }
    let mut legal = Vec::new();
    let mut rng = Rng::new(&Seed::from_text("advice"), Stream::Determinization);
    game.legal(&game.sample(view, &mut rng), &mut legal);
    (!legal.is_empty()).then(|| tried(game, view, &legal, None, budget))
}
