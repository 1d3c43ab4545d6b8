//! Positions to think about: one bet, swap or pass brings clearly more points than any other, on average over
//! what may be hidden.
//!
//! The judge sees what the seat to act sees. It fills in what is hidden many times, takes each action in each
//! of these worlds, and lets simple players finish the game. All actions are tried in the same worlds, so
//! differences of means are precise. A position counts if the difference is several times its error, and if
//! the search of the strongest program agrees.

use crate::action::Action;
use crate::card::Colour;
use crate::cards::Cards;
use crate::narrate::plant;
use crate::options::DealOptions;
use crate::programs::{considered, simple_action, simple_end};
use crate::public::{Phase, Public};
use crate::rules::Bulbous;
use crate::seats::title;
use crate::state::State;
use crate::view::View;
use bagatelle_core::present::text::list;
use bagatelle_core::present::{Also, Difficulty, Puzzle, Puzzler, SelfPlay, SelfPlayOptions};
use bagatelle_core::{Game, Rng, Seat, Seed, Stream, Turn, Viewer};

/// How the games are played in which positions are looked for.
const SELF_PLAY: SelfPlayOptions =
    SelfPlayOptions { programs: &["simple", "1"], random: 0, longest: 400, nodes: 60 };
/// How many positions of a game are looked at.
const LOOKS: usize = 8;
/// The fewest and the most actions among which to choose.
const CHOICES: std::ops::RangeInclusive<usize> = 8..=60;
/// How many actions, the best so far, are tried in how many worlds: most positions are dropped after the
/// first look.
const WORLDS: [(usize, usize); 4] = [(usize::MAX, 12), (10, 48), (5, 160), (4, 800)];
/// In how many worlds the other actions are tried of a position that is asked.
const OTHERS: usize = 64;
/// Actions whose means are nearer than this come to the same.
const SAME: f64 = 0.25;
/// How many points the best must be ahead of the next, and how many times its error that must be.
const MARGIN: f64 = 0.8;
const ERRORS: f64 = 4.0;
/// At most this many actions may answer.
const MOST: usize = 2;
/// How many simulations find the action, for each grade.
const SIMULATIONS: [(Difficulty, u64); 4] =
    [(Difficulty::Easy, 40), (Difficulty::Medium, 200), (Difficulty::Hard, 800), (Difficulty::Expert, 4_000)];

/// What an action came to, world by world.
pub(crate) struct Trial {
    pub(crate) action: Action,
    /// Points ahead of the best other seat at the end of the game.
    pub(crate) leads: Vec<f64>,
    /// In how many of the worlds the seat placed the bulb that is contested.
    planted: usize,
}

impl Trial {
    /// An action that was not tried yet.
    pub(crate) fn new(action: Action) -> Trial {
        Trial { action, leads: Vec::new(), planted: 0 }
    }

    fn mean(&self) -> f64 {
        self.leads.iter().sum::<f64>() / self.leads.len().max(1) as f64
    }

    /// By how much this is better than `other` in the worlds in which both were tried, and the error of that.
    pub(crate) fn ahead(&self, other: &Trial) -> (f64, f64) {
        let worlds = self.leads.len().min(other.leads.len()).max(2) as f64;
        let differences = || self.leads.iter().zip(&other.leads).map(|(a, b)| a - b);
        let mean = differences().sum::<f64>() / worlds;
        let variance = differences().map(|d| (d - mean).powi(2)).sum::<f64>() / (worlds - 1.0);
        (mean, (variance / worlds).sqrt())
    }

    /// In how many of a hundred worlds the contested bulb was placed, in a sentence.
    fn planting(&self) -> String {
        match (self.planted * 100 + self.leads.len() / 2) / self.leads.len().max(1) {
            0 => "It almost never wins this bulb.".into(),
            100 => "It wins this bulb almost every time.".into(),
            hundredths => {
                format!("It wins this bulb about {hundredths}% of the time.")
            }
        }
    }
}

/// A judge of the actions of one seat.
pub(crate) struct Judge<'a> {
    pub(crate) game: &'a Bulbous,
    pub(crate) view: &'a View,
    pub(crate) seat: Seat,
    pub(crate) seed: Seed,
}

impl Judge<'_> {
    /// Tries an action in the worlds up to number `worlds`.
    pub(crate) fn go_on(&self, trial: &mut Trial, worlds: usize) {
        for n in trial.leads.len()..worlds {
            let seed = self.seed.nth(n as u64);
            let mut world = self.game.sample(self.view, &mut Rng::new(&seed, Stream::Determinization));
            let turns = world.public().turns();
            let mut planted = None;
            let mut look = |public: &Public| {
                if planted.is_none() && public.turns() != turns {
                    planted = Some(public.shown().is_some_and(|shown| shown.winner == Some(self.seat)));
                }
            };
            self.game.apply(&mut world, trial.action);
            look(world.public());
            let scores = simple_end(self.game, world, &seed, &mut look);
            let own = scores.get(self.seat.index()).copied().unwrap_or_default();
            let others = scores.iter().enumerate().filter(|(k, _)| *k != self.seat.index());
            let best = others.map(|(_, score)| *score).max().unwrap_or_default();
            trial.leads.push(f64::from(own - best));
            trial.planted += usize::from(planted == Some(true));
        }
    }

    /// All actions, the best first, and how many of them answer; `None` where none stands out.
    fn judge(&self, legal: &[Action]) -> Option<(Vec<Trial>, usize)> {
        let mut trials: Vec<Trial> = legal.iter().map(|&action| Trial::new(action)).collect();
        let mut kept = trials.len();
        for (most, worlds) in WORLDS {
            kept = kept.min(most);
            trials[..kept].iter_mut().for_each(|trial| self.go_on(trial, worlds));
            trials[..kept].sort_by(|a, b| b.mean().total_cmp(&a.mean()));
            let ahead = trials[0].ahead(trials.get(MOST)?);
            // Half of what is wanted in the end, for a start.
            if ahead.0 < MARGIN / 2.0 || ahead.0 + 2.0 * ahead.1 < MARGIN {
                return None;
            }
        }
        trials.iter_mut().for_each(|trial| self.go_on(trial, OTHERS));
        let (best, rest) = trials.split_first()?;
        let good = 1 + rest.iter().take_while(|other| best.ahead(other).0 < SAME).count();
        let clear = |other: &Trial| {
            let (ahead, error) = best.ahead(other);
            ahead >= MARGIN && ahead >= ERRORS * error
        };
        (good <= MOST && trials[good..].iter().all(clear)).then_some((trials, good))
    }
}

impl Puzzler<Bulbous> for Bulbous {
    fn patience(&self) -> u64 {
        8
    }

    fn pose(&self, seed: &Seed, wanted: Difficulty) -> Option<Puzzle<Bulbous>> {
        let mut rng = Rng::new(seed, Stream::Deal);
        let seats = *rng.choose(&[4, 4, 3, 2])?;
        let SelfPlay { setup, states, actions } =
            SelfPlay::game(self, &DealOptions::of(seats), &SELF_PLAY, &mut rng)?;
        let mut legal = Vec::new();
        let mut plies: Vec<usize> = (states.len() / 3..states.len()).collect();
        plies.retain(|&at| {
            self.legal(&states[at], &mut legal);
            states[at].public().phase() == Phase::Act && CHOICES.contains(&legal.len())
        });
        rng.shuffle(&mut plies);
        for at in plies.into_iter().take(LOOKS) {
            let state = &states[at];
            let Turn::Seat(seat) = self.turn(state) else { continue };
            let view = self.view(state, Viewer::Seat(seat));
            self.legal(state, &mut legal);
            let judge = Judge { game: self, view: &view, seat, seed: seed.nth(at as u64) };
            let Some((mut trials, good)) = judge.judge(&legal) else { continue };
            // The answer that is shown wastes no card.
            if good == MOST && cheaper(trials[0].action, trials[1].action).is_some() {
                trials.swap(0, 1);
            }
            let good: Vec<Action> = trials[..good].iter().map(|trial| trial.action).collect();
            if self.grade(&view, &legal, &good) == Some(wanted) {
                return Some(self.told(setup, &actions[..at], (&view, state), (wanted, seed), &trials, good));
            }
        }
        None
    }
}

impl Bulbous {
    /// How many simulations it takes until the search finds one of `good`; `None` if it does not.
    fn grade(&self, view: &View, legal: &[Action], good: &[Action]) -> Option<Difficulty> {
        let finds = |simulations| good.contains(&considered(self, view, legal, simulations));
        let (_, most) = SIMULATIONS[SIMULATIONS.len() - 1];
        if good.is_empty() || !finds(most) {
            return None;
        }
        SIMULATIONS.into_iter().find(|(_, simulations)| finds(*simulations)).map(|(grade, _)| grade)
    }

    fn told(
        &self,
        setup: <Bulbous as Game>::Setup,
        before: &[Action],
        (view, state): (&View, &State),
        (grade, seed): (Difficulty, &Seed),
        trials: &[Trial],
        good: Vec<Action>,
    ) -> Puzzle<Bulbous> {
        let public = state.public();
        let best = &trials[0];
        let seat = view.viewer().seat().unwrap_or(Seat(0));
        let contested = public.target().map(plant).unwrap_or_default();
        let others: Vec<String> =
            Seat::all(public.seats()).filter(|s| *s != seat).map(|s| title(public, s)).collect();
        let next = trials.get(good.len()).map_or(0.0, |next| best.ahead(next).0);
        let right = |trial: &Trial| {
            let mut told = trial.planting();
            if let Some(cheaper) = good.iter().find_map(|&other| cheaper(trial.action, other)) {
                told = format!("{}, but {cheaper} would do.", told.trim_end_matches('.'));
            }
            format!("{told} On average it gains {next:.1} points over the best other play.")
        };
        let also = trials[1..good.len()].iter().map(|trial| {
            let line = self.decided(state, trial.action, seed);
            (trial.action, Also { right: right(trial), line })
        });
        let answer = |trial: &Trial| {
            let (behind, _) = best.ahead(trial);
            let text = format!("Costs {behind:.1} points on average. {}", trial.planting());
            (trial.action, text)
        };
        Puzzle {
            setup,
            before: before.to_vec(),
            task: format!(
                "You are {}, against {}. The {contested} is contested. What’s your best play?",
                title(public, seat),
                list(&others)
            ),
            grade,
            right: right(best),
            answers: trials[good.len()..].iter().map(answer).collect(),
            line: self.decided(state, best.action, seed),
            also: also.collect(),
            good,
            replies: Vec::new(),
        }
    }

    /// What simple players do after an action until the contest is decided, with the cards as they lie.
    fn decided(&self, state: &State, action: Action, seed: &Seed) -> Vec<Action> {
        let (mut state, mut line, mut legal) = (state.clone(), Vec::new(), Vec::new());
        let turns = state.public().turns();
        let mut rng = Rng::new(seed, Stream::Program);
        let mut next = action;
        loop {
            self.apply(&mut state, next);
            match self.turn(&state) {
                Turn::Seat(seat) if state.public().turns() == turns => {
                    next = simple_action(self, &state, seat, &mut legal, &mut rng);
                    line.push(next);
                }
                _ => return line,
            }
        }
    }
}

/// The cards of another bet that answers as well, if it does with some of those of `bet`, or without its
/// Wild.
fn cheaper(bet: Action, other: Action) -> Option<String> {
    let (Action::Bet(bet), Action::Bet(other)) = (bet, other) else { return None };
    let wilds = Cards::wild_for(Colour::Red) | Cards::wild_for(Colour::Blue);
    if other != bet && (other - bet).is_empty() {
        return Some(format!("{} alone", other.names()));
    }
    (!(bet & wilds).is_empty() && (other & wilds).is_empty()).then(|| other.names())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bet_is_told_what_it_did_not_need() {
        let less = |bet: &str, other: &str| {
            let [bet, other] = [bet, other].map(|text| text.parse::<Action>().unwrap());
            cheaper(bet, other)
        };
        assert_eq!(less("bet:R3,WT", "bet:R3").as_deref(), Some("red 3 alone"));
        assert_eq!(less("bet:R4,WT", "bet:R3").as_deref(), Some("red 3"));
        assert_eq!(less("bet:R3", "bet:R3,WT"), None);
        assert_eq!(less("bet:R3", "bet:R4"), None);
        assert_eq!(less("bet:R3", "bet:R3"), None);
        assert_eq!(less("bet:R3,R4", "pass"), None);
    }
}
