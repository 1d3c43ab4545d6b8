//! What a position is worth, and which actions of a finished game cost points.
//!
//! The expected points of each seat are found by letting simple players finish the game with the cards as
//! they are. What the seat to act should do is judged from what it can know.

use crate::action::Action;
use crate::analysis::look_back;
use crate::narrate::plant;
use crate::options::{FullHand, Options};
use crate::positions::{Judge, Trial};
use crate::programs::{simple_scores, tried};
use crate::public::{Phase, Public};
use crate::review::{key, notes, picture, sentence};
use crate::rules::Bulbous;
use crate::score::points;
use crate::seats::team;
use crate::state::State;
use bagatelle_core::present::{
    Analyser, Better, Effort, Evaluation, Line, Progress, Review, Reviewer, Scale, SeatReview, TurningPoint,
    Worth, player, worst_of_each,
};
use bagatelle_core::program::Budget;
use bagatelle_core::{Game, Seat, Seed, Turn, Viewer};

/// How many games of simple players tell how the seats stand that are not to act: in a review at each
/// contest, and in an analysis.
const GAMES: (u64, u64) = (24, 96);
/// The simulations of a first look.
const FIRST: u64 = 400;
/// How many simulations look at each position of a review, when the caller does not say.
const SIMULATIONS: u64 = 300;
/// How many simulations look at a move that seems to be a turning point, when the caller does not say. An
/// analysis of the position begins with as many, so both say the same of it.
pub(crate) const LOOK: u64 = 8 * FIRST;
/// How much of the work of a review the first look at all positions is, about.
const FIRST_LOOK: f64 = 0.6;
/// In how many worlds an action is compared with a better one: at first, and where the difference looks real.
const WORLDS: [usize; 2] = [12, 48];
/// An action that costs at least this many points on average is a turning point; any other is accurate.
const COSTLY: f64 = 0.5;
/// How many times its error a cost must be.
const ERRORS: f64 = 2.5;
/// A seat that is expected to finish this many points ahead has a clear lead.
const CLEARLY: f64 = 3.0;
/// At most this many turning points of each seat are told, those that cost it most.
const MOST: usize = 4;
/// How many games of simple players measure the luck of a deal.
const SAMPLES: u32 = 200;

/// By how many points each seat is ahead of the best other, or its team of the best other team.
fn ahead(public: &Public, options: &Options, points: &[f64]) -> Vec<f64> {
    let mates = |a: Seat, b: Seat| a == b || options.teams && team(public, a) == team(public, b);
    let seats = || Seat::all(public.seats());
    let sum = |seat: Seat| -> f64 { seats().filter(|s| mates(*s, seat)).map(|s| points[s.index()]).sum() };
    let best =
        |seat: Seat| seats().filter(|s| !mates(*s, seat)).map(sum).reduce(f64::max).unwrap_or_default();
    seats().map(|seat| sum(seat) - best(seat)).collect()
}

/// With how many points each seat ends if simple players finish the game with the cards as they lie, and how
/// many games were played for it.
fn expected(game: &Bulbous, state: &State, games: u64) -> (Vec<f64>, u64) {
    let public = state.public();
    let seed = Seed::from_text("expected");
    let mut sums = vec![0.0; usize::from(public.seats())];
    // Of two sides one is ahead by as much as the other is behind, which the search tells alone.
    let two = public.seats() == 2 || game.options().teams;
    let games = if two && matches!(game.turn(state), Turn::Seat(_)) { 0 } else { games };
    for n in 0..games {
        for (sum, score) in sums.iter_mut().zip(simple_scores(game, state.clone(), &seed.nth(n))) {
            *sum += f64::from(score) / games as f64;
        }
    }
    (sums, games)
}

/// By how many points each seat is expected to end ahead. `lead` is what the search expects of the seat to
/// act, and how the others stand is told by simple players.
fn leads(game: &Bulbous, state: &State, expected: &[f64], lead: Option<f64>) -> Vec<f64> {
    let (public, mut points) = (state.public(), expected.to_vec());
    if let (Turn::Seat(seat), Some(lead)) = (game.turn(state), lead) {
        points[seat.index()] += lead - ahead(public, game.options(), &points)[seat.index()];
    }
    ahead(public, game.options(), &points)
}

/// The best actions of the seat to act, each with the points by which it is expected to end ahead, and the
/// number of simulations; none where chance is to act. The action `also` is among them if it is legal.
fn best(
    game: &Bulbous,
    state: &State,
    also: Option<Action>,
    budget: &Budget<'_>,
) -> (Vec<(Action, f64)>, u64) {
    let Turn::Seat(seat) = game.turn(state) else { return (Vec::new(), 0) };
    let (view, mut legal) = (game.view(state, Viewer::Seat(seat)), Vec::new());
    game.legal(state, &mut legal);
    tried(game, &view, &legal, also, budget)
}

impl Analyser<Bulbous> for Bulbous {
    fn scale(&self) -> Scale {
        Scale::Points
    }

    fn finished(&self, state: &State) -> Option<Worth> {
        let public = state.public();
        let own = points(public, self.options());
        let own: Vec<f64> = Seat::all(public.seats()).map(|seat| own[seat.index()].total().into()).collect();
        Some(Worth::Points { ahead: ahead(public, self.options(), &own) })
    }

    fn analyse(
        &self,
        state: &State,
        lines: usize,
        budget: &Budget<'_>,
        better: Better<'_, Action>,
    ) -> Option<Evaluation<Action>> {
        let most = budget.nodes.unwrap_or(u64::MAX);
        let ((expected, games), turn) = (expected(self, state, GAMES.1), self.turn(state));
        let mut found = evaluation(state.public(), turn, leads(self, state, &expected, None), games);
        let Turn::Seat(seat) = turn else { return Some(found) };
        let mut simulations = FIRST.min(most);
        loop {
            let (actions, run) = best(self, state, None, &Budget { nodes: Some(simulations), ..*budget });
            if found.lines.is_empty() || run > found.nodes - games {
                // The position is worth what its best line comes to.
                let leads = leads(self, state, &expected, actions.first().map(|best| best.1));
                let line = |&(action, points): &(Action, f64)| Line {
                    actions: vec![action],
                    text: told(&player(seat), points),
                };
                let lines = actions.iter().take(lines).map(line).collect();
                found = Evaluation { lines, ..evaluation(state.public(), turn, leads, games + run) };
            }
            if simulations >= most || actions.len() < 2 || (budget.stop)() {
                return Some(found);
            }
            better(&found);
            simulations = simulations.saturating_mul(4).min(most);
        }
    }
}

/// What a move is worth to a player, in words.
fn told(name: &str, ahead: f64) -> String {
    format!("{name} can expect to finish {}", lead(ahead))
}

/// By how much a player finishes ahead, in words.
pub(crate) fn lead(ahead: f64) -> String {
    if ahead.abs() < 0.05 {
        return "level".into();
    }
    let side = if ahead < 0.0 { "behind" } else { "ahead" };
    format!("{:.1} points {side}", ahead.abs())
}

/// What a position is worth: to the player to act, as its lines are.
fn evaluation(public: &Public, turn: Turn, ahead: Vec<f64>, nodes: u64) -> Evaluation<Action> {
    let best = Seat::all(public.seats()).max_by(|a, b| ahead[a.index()].total_cmp(&ahead[b.index()]));
    let text = match best.map(|seat| (player(seat), ahead[seat.index()])) {
        _ if let Turn::Seat(seat) = turn => format!("{}.", told(&player(seat), ahead[seat.index()])),
        Some((name, lead)) if lead >= 0.05 => format!("{name} can expect to finish {lead:.1} points ahead."),
        _ => "No one can expect to finish ahead.".into(),
    };
    Evaluation {
        worth: Worth::Points { ahead },
        text,
        lines: Vec::new(),
        depth: None,
        nodes,
        effort: Effort::Simulations,
        proved: false,
    }
}

impl Reviewer<Bulbous> for Bulbous {
    fn review(
        &self,
        start: &State,
        actions: &[Action],
        helped: &[usize],
        budget: &Budget<'_>,
        progress: Progress<'_>,
    ) -> Review<Action> {
        let (simulations, look) = (budget.nodes.unwrap_or(SIMULATIONS), budget.nodes.unwrap_or(LOOK));
        let samples = if budget.nodes.is_some_and(|nodes| nodes < LOOK) { 20 } else { SAMPLES };
        let of = |nodes: u64| Budget { nodes: Some(nodes), ..*budget };
        let mut seats = vec![SeatReview::default(); usize::from(start.public().seats())];
        let (mut turns, mut curve, mut doubtful) = (Vec::new(), Vec::new(), Vec::new());
        let (mut state, mut decided) = (start.clone(), None);
        for (ply, &action) in actions.iter().enumerate() {
            if (budget.stop)() {
                break;
            }
            let begins = decided != Some(state.public().turns());
            let decider = self.decider(&state).filter(|_| !helped.contains(&ply));
            if begins || decider.is_some() {
                let found = best(self, &state, None, &of(simulations)).0;
                if begins {
                    decided = Some(state.public().turns());
                    let lead = found.first().map(|best| best.1);
                    curve.push((
                        ply,
                        Worth::Points {
                            ahead: leads(self, &state, &expected(self, &state, GAMES.0).0, lead),
                        },
                    ));
                }
                match (decider, found.first()) {
                    (Some(seat), Some(best)) if self.seems_costly(&state, (seat, ply), action, best.0) => {
                        doubtful.push((seat, ply, state.clone()));
                    }
                    (Some(seat), _) => seats[seat.index()].judge(true),
                    (None, _) => {}
                }
            }
            self.apply(&mut state, action);
            progress(Some(FIRST_LOOK * (ply + 1) as f64 / actions.len() as f64), "");
        }
        for (n, (seat, ply, before)) in doubtful.iter().enumerate() {
            if (budget.stop)() {
                break;
            }
            let turn = self.looked_at(before, (*seat, *ply), actions[*ply], &of(look));
            seats[seat.index()].judge(turn.slip);
            turns.extend(Some(turn).filter(|turn| !turn.better.is_empty()));
            let share = (n + 1) as f64 / doubtful.len() as f64;
            progress(Some(FIRST_LOOK + (1.0 - FIRST_LOOK) * share), "");
        }
        if self.turn(&state) == Turn::Over {
            curve.extend(self.finished(&state).map(|worth| (actions.len(), worth)));
        }
        let mut turns = worst_of_each(turns, MOST);
        if curve.last().is_some_and(|(ply, _)| *ply < actions.len()) && !(budget.stop)() {
            turns.extend(self.given_up(&state, actions.len(), &of(look)));
        }
        let analysis = look_back(self, start, actions, samples);
        for (seat, own) in Seat::all(start.public().seats()).zip(&analysis.seats) {
            seats[seat.index()].note = Some(sentence(own));
        }
        Review {
            about: format!(
                "Each bet, swap, pass{} and choice of plant is judged by what its player could know: the \
                 game is played out many times, with the hidden cards reshuffled each time. A turning point \
                 is a move that cost half a point or more on average. The analysis gives the same figures \
                 unless you let it search deeper.",
                if self.options().full_hand == FullHand::Discard { ", discard" } else { "" }
            ),
            accuracy: "A move counts as accurate if it cost less than half a point on average. Forced moves \
                 don’t count."
                .into(),
            seats,
            turns,
            curve,
            notes: notes(&analysis),
            picture: Some(picture(&analysis)),
            key: key(&analysis),
        }
    }
}

impl Bulbous {
    /// The end of a game that stopped although a seat was expected to win it clearly.
    fn given_up(&self, state: &State, ply: usize, budget: &Budget<'_>) -> Option<TurningPoint<Action>> {
        let Turn::Seat(mover) = self.turn(state) else { return None };
        let lines = best(self, state, None, budget).0;
        let leads = leads(self, state, &expected(self, state, GAMES.1).0, lines.first().map(|best| best.1));
        let seat = Seat::all(state.public().seats()).find(|seat| leads[seat.index()] >= CLEARLY)?;
        let better = lines.iter().take(usize::from(seat == mover)).map(|best| best.0).collect();
        let (lead, costs) = (leads[seat.index()], "a lead".to_owned());
        let why = format!("{} could expect to finish {lead:.1} points ahead.", player(seat));
        Some(TurningPoint { ply, seat, played: None, better, cost: lead, costs, why, slip: false })
    }

    /// The seat to act, where it has a choice that is judged.
    fn decider(&self, state: &State) -> Option<Seat> {
        let Turn::Seat(seat) = self.turn(state) else { return None };
        let judged = matches!(state.public().phase(), Phase::Act | Phase::Discard | Phase::Target);
        (judged && self.count_legal(state) > 1).then_some(seat)
    }

    /// Whether an action seems to cost points: simple players do worse after it than after the `best`.
    fn seems_costly(&self, state: &State, (seat, ply): (Seat, usize), played: Action, best: Action) -> bool {
        if best == played {
            return false;
        }
        let view = self.view(state, Viewer::Seat(seat));
        let judge = Judge { game: self, view: &view, seat, seed: Seed::from_text("judge").nth(ply as u64) };
        let (mut better, mut own) = (Trial::new(best), Trial::new(played));
        for worlds in WORLDS {
            judge.go_on(&mut better, worlds);
            judge.go_on(&mut own, worlds);
            let (cost, error) = better.ahead(&own);
            if cost < COSTLY / 2.0 || cost < error {
                return false;
            }
        }
        let (cost, error) = better.ahead(&own);
        cost >= ERRORS * error
    }

    /// What an action of a seat cost, as the search sees it that an analysis asks, too; without a better one
    /// if it cost next to nothing.
    fn looked_at(
        &self,
        state: &State,
        (seat, ply): (Seat, usize),
        played: Action,
        budget: &Budget<'_>,
    ) -> TurningPoint<Action> {
        let worth = |found: &[(Action, f64)]| found.iter().find(|tried| tried.0 == played).map(|it| it.1);
        let found = best(self, state, None, budget).0;
        // The search leaves out what is hardly worth a look.
        let own = worth(&found).or_else(|| worth(&best(self, state, Some(played), budget).0));
        let best = found.first().zip(own).filter(|(best, own)| best.1 - own >= COSTLY / 2.0);
        let mut turn = TurningPoint {
            ply,
            seat,
            played: Some(played),
            better: Vec::new(),
            cost: 0.0,
            costs: String::new(),
            why: String::new(),
            slip: true,
        };
        if let Some((&(better, ahead), own)) = best {
            turn.better.push(better);
            turn.cost = ahead - own;
            turn.costs = format!("{:.1} points", turn.cost);
            turn.slip = turn.cost < COSTLY;
            turn.why = format!(
                "Expected finish with the better move: {}. With this one: {}.",
                lead(ahead),
                lead(own)
            );
            if let Some(specimen) = state.public().target() {
                turn.why += &format!(" The {} was contested.", plant(specimen));
            }
        }
        turn
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::DealOptions;
    use bagatelle_core::present::Playable;
    use bagatelle_core::{Record, Rng, Stream};

    fn dealt(seats: u8) -> (Bulbous, State) {
        let game = Bulbous::new(&Options::default()).unwrap();
        let mut rng = Rng::new(&Seed::from_text("judge"), Stream::Deal);
        let start = game.start(&game.deal(&DealOptions::of(seats), &mut rng).unwrap()).unwrap();
        (game, start)
    }

    /// A random game, up to a number of actions.
    fn played(game: &Bulbous, start: &State, most: usize) -> (State, Vec<Action>) {
        let mut rng = Rng::new(&Seed::from_text("judged"), Stream::Test);
        let (mut state, mut actions, mut legal) = (start.clone(), Vec::new(), Vec::new());
        while game.turn(&state) != Turn::Over && actions.len() < most {
            game.legal(&state, &mut legal);
            let action = match game.turn(&state) {
                Turn::Chance => game.sample_chance(&state, &mut rng).unwrap(),
                _ => legal[rng.index(legal.len())],
            };
            game.apply(&mut state, action);
            actions.push(action);
        }
        (state, actions)
    }

    #[test]
    fn an_evaluation_repeats_and_its_lines_are_legal() {
        let (game, start) = dealt(3);
        let (state, _) = played(&game, &start, 20);
        let look = || game.analyse(&state, 3, &Budget::nodes(900), &mut |_| ()).unwrap();
        let found = look();
        assert_eq!(found, look());
        let Worth::Points { ahead } = &found.worth else { panic!("{found:?}") };
        if let Some(line) = found.lines.first() {
            assert_eq!(
                found.text,
                format!("{}.", line.text),
                "one figure for the position and its best line"
            );
            let Turn::Seat(seat) = game.turn(&state) else { panic!("chance has no lines") };
            assert_eq!(told(&player(seat), ahead[seat.index()]), line.text, "and for the bar");
        }
        assert_eq!(ahead.len(), 3);
        assert!(
            ahead.iter().filter(|lead| **lead > 0.0).count() <= 1,
            "one seat at most is ahead: {ahead:?}"
        );
        let mut legal = Vec::new();
        game.legal(&state, &mut legal);
        assert!(found.lines.iter().all(|line| legal.contains(&line.actions[0])));
        assert!(game.turn(&state) == Turn::Chance || !found.lines.is_empty());
    }

    #[test]
    fn a_lead_is_told_with_its_side() {
        let told = [3.24, -1.0, 0.04].map(lead);
        assert_eq!(told, ["3.2 points ahead", "1.0 points behind", "level"]);
    }

    #[test]
    fn luck_is_measured_only_in_a_game_that_was_played_to_its_end() {
        let (game, start) = dealt(2);
        let told = |most: usize| {
            let (_, actions) = played(&game, &start, most);
            let review = game.review(&start, &actions, &[], &Budget::nodes(1), &mut |_, _| ());
            let notes: Vec<String> = review.seats.into_iter().filter_map(|seat| seat.note).collect();
            let key: Vec<String> = review.key.into_iter().map(|mark| mark.words).collect();
            let texts: String = review.notes.iter().map(|note| note.text.as_str()).collect();
            (notes.join(" ") + &review.picture.unwrap_or_default(), key.join("; ") + &texts)
        };
        let (whole, key) = told(usize::MAX);
        assert!(whole.matches("luck of the deal").count() >= 4 && key.contains("Luck"), "{whole} {key}");
        assert!(key.split_whitespace().count() < 60, "{key}");
        let (part, key) = told(30);
        assert!(!part.contains("luck") && part.contains("when the game stopped"), "{part}");
        assert!(key.contains("stopped before its end") && !key.contains("Luck of"), "{key}");
    }

    #[test]
    fn a_review_of_a_random_game_finds_what_cost_points() {
        let (game, start) = dealt(3);
        let (_, actions) = played(&game, &start, 40);
        let mut told = 0;
        let review = game.review(&start, &actions, &[], &Budget::nodes(100), &mut |_, _| told += 1);
        assert!(told >= actions.len(), "{told}");
        assert!(review.turns.is_sorted_by_key(|turn| turn.ply));
        for turn in &review.turns {
            assert_eq!(turn.played, actions.get(turn.ply).copied());
            assert!(
                turn.slip == (turn.cost < COSTLY) && turn.better.first() != turn.played.as_ref(),
                "{turn:?}"
            );
        }
        assert!(review.seats.iter().all(|seat| seat.decisions > 0 && seat.note.is_some()));
        for (seat, own) in Seat::all(3).zip(&review.seats) {
            let costly = review.turns.iter().any(|turn| turn.seat == seat && !turn.slip);
            assert_eq!(costly, own.accurate < own.decisions, "{own:?}");
        }
        assert!(review.seats.iter().any(|seat| seat.accurate < seat.decisions));
        assert!(review.picture.is_some() && review.curve.len() > 1);
    }

    #[test]
    fn a_turning_point_and_an_analysis_of_its_position_tell_the_same() {
        let text = include_str!("../../../../tests/formats/records/bulbous-programs.json");
        let (mut states, mut actions) = (Vec::new(), Vec::new());
        let record = Record::from_json(text).unwrap();
        let (game, _) = record
            .replay::<Bulbous>(|_, state, action| {
                states.push(state.clone());
                actions.extend(action);
            })
            .unwrap();
        let budget = Budget::nodes(FIRST);
        let review = game.review(&states[0], &actions, &[], &budget, &mut |_, _| ());
        let mut played = 0;
        for turn in &review.turns {
            let found = game.analyse(&states[turn.ply], usize::MAX, &budget, &mut |_| ()).unwrap();
            assert_eq!(found.lines[0].actions, turn.better, "{turn:?}");
            let own = found.lines.iter().find(|line| line.actions.first() == turn.played.as_ref());
            for line in found.lines.first().into_iter().chain(own) {
                let finish = line.text.split_once(" to finish ").unwrap().1;
                assert!(turn.why.contains(finish), "{finish}: {}", turn.why);
            }
            played += usize::from(own.is_some());
        }
        assert!(played > 2, "{played} moves of {} are among the lines", review.turns.len());
        assert_eq!(<Bulbous as Playable>::MANIFEST.first_look, Some(LOOK), "as many for both");
    }
}
