//! A game being played: the rules, the position, and every position before it with the action taken there.

use super::any::{AnyPlay, LogEntry, Moment, Presentation, Refused, Story, Thought};
use super::offers::{beginnings, begins, continuations, legal, offers, warnings};
use super::step::{Step, Told};
use super::story::{Form, Stories};
use bagatelle_core::present::{
    Better, CONFIRM, Control, Evaluation, Fact, Fixed, Grade, Hint, Naming, Offer, Par, Playable, Progress,
    Review, Scale, Scene, ScoreSheet, Solved, Sound, escaped, named,
};
use bagatelle_core::program::{Allowance, Budget, Program};
use bagatelle_core::record::{Record, RecordError};
use bagatelle_core::{Outcome, Rng, Seat, Seed, Stream, Turn, Viewer};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

/// A game being played.
pub(crate) struct Play<G: Playable> {
    game: Arc<G>,
    state: G::State,
    /// The legal actions, once they were asked for.
    legal: OnceLock<Vec<G::Action>>,
    /// Shared with copies, so that a copy costs little however long the game is.
    past: Vec<Arc<Step<G>>>,
    /// What seats have answered ahead of their turns.
    aside: Vec<(Seat, G::Action)>,
    stories: Arc<Stories<G>>,
    /// The names of the players, by seat, where they are known.
    names: Arc<[Option<String>]>,
}

impl<G: Playable> Play<G> {
    /// The position at the end of a record.
    pub(crate) fn open(record: &Record) -> Result<Play<G>, RecordError> {
        let mut past: Vec<Arc<Step<G>>> = Vec::with_capacity(record.actions.len());
        let mut before: Option<G::State> = None;
        let (game, state) = record.replay::<G>(|_, state, action| {
            past.extend(before.take().zip(action).map(|(before, action)| Step::new(before, action)));
            before = Some(state.clone());
        })?;
        Ok(Play {
            game: Arc::new(game),
            state,
            legal: OnceLock::new(),
            past,
            aside: Vec::new(),
            stories: Arc::default(),
            names: Arc::default(),
        })
    }

    /// The first position of a stored game.
    pub(crate) fn open_stored(record: &Record) -> Result<Play<G>, RecordError> {
        let (game, state) = record.open_stored::<G>()?;
        let (game, past) = (Arc::new(game), Vec::new());
        let (aside, stories, names) = (Vec::new(), Arc::default(), Arc::default());
        Ok(Play { game, state, legal: OnceLock::new(), past, aside, stories, names })
    }

    /// The first position.
    pub(super) fn start(&self) -> &G::State {
        self.past.first().map_or(&self.state, |step| &step.before)
    }

    /// The rules.
    pub(super) fn game(&self) -> &G {
        &self.game
    }

    /// The current position.
    pub(super) fn state(&self) -> &G::State {
        &self.state
    }

    /// The actions so far.
    pub(super) fn taken(&self) -> Vec<G::Action> {
        self.past.iter().map(|step| step.action).collect()
    }

    /// A copy as it stood after the first `ply` actions.
    pub(super) fn copy_at(&self, ply: usize) -> Play<G> {
        let (past, rest) = self.past.split_at(ply.min(self.past.len()));
        let state = rest.first().map_or(&self.state, |step| &step.before).clone();
        let (stories, aside) = match rest {
            [] => (Arc::clone(&self.stories), self.aside.clone()),
            _ => (Arc::default(), Vec::new()),
        };
        Play {
            game: Arc::clone(&self.game),
            state,
            legal: OnceLock::new(),
            past: past.to_vec(),
            aside,
            stories,
            names: Arc::clone(&self.names),
        }
    }

    /// A game that begins in a position.
    pub(super) fn begun_at(&self, state: G::State) -> Play<G> {
        Play { names: Arc::clone(&self.names), ..Play::begun(&self.game, state) }
    }

    /// A game under these rules that begins in a position.
    pub(crate) fn begun(game: &Arc<G>, state: G::State) -> Play<G> {
        Play {
            game: Arc::clone(game),
            state,
            legal: OnceLock::new(),
            past: Vec::new(),
            aside: Vec::new(),
            stories: Arc::default(),
            names: Arc::default(),
        }
    }

    pub(super) fn view_of(&self, viewer: Viewer) -> G::View {
        self.game.view(&self.state, viewer)
    }

    /// The seat to act; a spectator if no seat is.
    fn to_act(&self) -> Viewer {
        match self.turn() {
            Turn::Seat(seat) => Viewer::Seat(seat),
            _ => Viewer::Spectator,
        }
    }

    /// The position as the seat to act sees it, or as a spectator does if no seat is to act.
    pub(super) fn view_to_act(&self) -> G::View {
        self.view_of(self.to_act())
    }

    /// The legal actions, as the rules list them.
    pub(super) fn list(&self) -> &[G::Action] {
        self.legal.get_or_init(|| legal(self.game.as_ref(), &self.state))
    }

    /// The position as an open one, if an older version did not see that it is over.
    fn reopened(&self) -> Option<G::State> {
        let mut state = (self.game.turn(&self.state) == Turn::Over).then(|| self.state.clone())?;
        self.game.reopen(&mut state).then_some(state)
    }

    /// Notes an action that has led from `before` to the current position.
    fn note(&mut self, before: G::State, action: G::Action) {
        if let Turn::Seat(seat) = self.game.turn(&before) {
            self.aside.retain(|(other, _)| *other != seat);
        }
        self.past.push(Step::new(before, action));
        self.keep_what_fits();
    }

    /// After the position has changed: lets go of answers that no seat could give in it.
    fn keep_what_fits(&mut self) {
        self.legal = OnceLock::new();
        let (game, state) = (&self.game, &self.state);
        let turn = game.turn(state);
        self.aside.retain(|(seat, _)| turn == Turn::Seat(*seat) || game.ahead(state, *seat).is_some());
    }

    fn is_turn_of(&self, viewer: Viewer) -> bool {
        viewer.seat().map(Turn::Seat) == Some(self.turn())
    }

    /// The position as it is shown: those who have answered ahead of their turns have answered.
    fn shown(&self) -> Cow<'_, G::State> {
        let mut shown = Cow::Borrowed(&self.state);
        for (seat, action) in &self.aside {
            if let Some(mut state) = self.game.ahead(&shown, *seat) {
                self.game.apply(&mut state, *action);
                shown = Cow::Owned(state);
            }
        }
        shown
    }

    /// The position as a viewer acts in it, on its turn or ahead of it; `None` for a viewer who may not act.
    fn to_act_in(&self, viewer: Viewer) -> Option<Cow<'_, G::State>> {
        let shown = self.shown();
        if self.is_turn_of(viewer) {
            return Some(shown);
        }
        self.game.ahead(&shown, viewer.seat()?).map(Cow::Owned)
    }

    fn may_act(&self, viewer: Viewer) -> bool {
        self.is_turn_of(viewer) || self.to_act_in(viewer).is_some()
    }

    /// What a page shows a viewer.
    fn shown_to(&self, viewer: Viewer) -> G::View {
        let state = self.to_act_in(viewer).unwrap_or_else(|| self.shown());
        self.game.view(&state, viewer)
    }

    /// The legal actions of a viewer, as the rules list them.
    pub(super) fn list_for(&self, viewer: Viewer) -> Cow<'_, [G::Action]> {
        if self.is_turn_of(viewer) {
            return Cow::Borrowed(self.list());
        }
        Cow::Owned(self.to_act_in(viewer).map_or_else(Vec::new, |state| legal(self.game.as_ref(), &state)))
    }

    fn read(&self, text: &str) -> Result<G::Action, Refused> {
        self.game.read(&self.state, text).map_err(|e| Refused::NotUnderstood(e.to_string()))
    }

    /// What the viewer is told of the actions from ply `from` on (from 0).
    pub(super) fn told(
        &self,
        viewer: Viewer,
        from: usize,
    ) -> impl DoubleEndedIterator<Item = (&Step<G>, &Told<G>)> + ExactSizeIterator {
        (from.min(self.past.len())..self.past.len()).map(move |n| {
            let after = self.past.get(n + 1).map_or(&self.state, |next| &next.before);
            (self.past[n].as_ref(), self.past[n].told(&self.game, after, viewer))
        })
    }

    fn illegal(&self, refusal: &G::Illegal) -> Refused {
        Refused::Illegal(self.named(refusal.to_string()))
    }

    /// The sentence that tells a viewer of an action, from 0.
    fn entry(&self, viewer: Viewer, n: usize) -> LogEntry {
        self.entry_of(viewer, viewer, n)
    }

    /// The sentence that tells a reader of an action, from 0, as another one was told it.
    fn entry_of(&self, told: Viewer, reader: Viewer, n: usize) -> LogEntry {
        let (step, after) = (&self.past[n], self.past.get(n + 1).map_or(&self.state, |next| &next.before));
        let entry = step.entry(&self.game, step.told(&self.game, after, told), reader, n + 1);
        LogEntry { sentence: self.named(entry.sentence), ..entry }
    }

    /// A text of the game, with the names of the players.
    pub(super) fn named(&self, text: String) -> String {
        named(text, |seat, naming| self.name_of(seat, naming))
    }

    /// As [`Play::named`], for a drawing.
    pub(super) fn named_svg(&self, svg: String) -> String {
        named(svg, |seat, naming| escaped(&self.name_of(seat, naming)).collect())
    }

    pub(super) fn name_of(&self, seat: Seat, naming: Naming) -> String {
        let side = self.seat_name(seat);
        let name = self.names.get(seat.index()).and_then(Option::as_ref);
        let twice = || self.names.iter().flatten().filter(|other| Some(*other) == name).count() > 1;
        match name {
            None => side,
            Some(name) if *name == side => side,
            // Two players with the same name are told apart.
            Some(name) if naming == Naming::WithSide || twice() => format!("{name} ({side})"),
            Some(name) => name.clone(),
        }
    }

    /// The actions so far, as the viewer saw them.
    fn seen(&self, viewer: Viewer) -> impl DoubleEndedIterator<Item = &G::Observation> + ExactSizeIterator {
        self.told(viewer, 0).map(|(_, told)| &told.seen)
    }

    fn facts_of(&self, viewer: Viewer, view: &G::View) -> Vec<Fact> {
        let facts = self.game.facts(view, &mut self.seen(viewer)).into_iter();
        facts
            .map(|fact| Fact { label: self.named(fact.label), value: self.named(fact.value), ..fact })
            .collect()
    }

    /// The drawing of a scene with what a viewer can do now and has seen last.
    fn svg_of(&self, viewer: Viewer, scene: Scene<'_, G>) -> String {
        let legal = self.list_for(viewer);
        self.svg_with(viewer, Scene { legal: &legal, ..scene })
    }

    fn svg_with(&self, viewer: Viewer, scene: Scene<'_, G>) -> String {
        let scene = Scene { last: self.seen(viewer).next_back(), ..scene };
        self.named_svg(self.game.svg(&scene))
    }
}

/// The program of this name, told who `players` are; `None` if there is none.
pub(crate) fn player<G: Playable>(program: &str, players: &[Option<String>]) -> Option<Box<dyn Program<G>>> {
    let mut program = G::program(program)?;
    program.meet(players);
    Some(program)
}

/// What a program chooses from a view after `ply` actions; `None` if there is nothing to do.
pub(crate) fn thought<G: Playable>(
    game: &G,
    view: &G::View,
    legal: &[G::Action],
    ply: usize,
    mut program: Box<dyn Program<G>>,
    budget: &Budget<'_>,
    seed: &Seed,
) -> Option<Thought> {
    if legal.is_empty() {
        return None;
    }
    let mut rng = Rng::new(&seed.nth(ply as u64), Stream::Program);
    let advice = program.choose(game, view, legal, budget, &mut rng);
    Some(Thought {
        action: advice.action.to_string(),
        score: advice.score,
        line: advice.line.iter().map(ToString::to_string).collect(),
        depth: advice.depth,
    })
}

/// The most moments that a page is given at a time: one that has missed more shows the last.
const MOMENTS: usize = 3;

impl<G: Playable> AnyPlay for Play<G> {
    fn seats(&self) -> u8 {
        self.game.seats(&self.state)
    }

    fn turn(&self) -> Turn {
        self.game.turn(&self.state)
    }

    fn outcome(&self) -> Option<Outcome> {
        self.game.outcome(&self.state)
    }

    fn is_tie(&self, outcome: &Outcome) -> bool {
        self.game.is_tie(outcome)
    }

    fn ended(&self, outcome: &Outcome) -> String {
        self.game.ended(outcome)
    }

    fn won_with(&self, outcome: &Outcome) -> Option<&'static str> {
        self.game.won_with(outcome)
    }

    fn ply(&self) -> usize {
        self.past.len()
    }

    fn actions(&self) -> Vec<String> {
        self.past.iter().map(|step| step.action.to_string()).collect()
    }

    fn may_answer(&self, seat: Seat) -> bool {
        !self.is_turn_of(Viewer::Seat(seat)) && self.to_act_in(Viewer::Seat(seat)).is_some()
    }

    fn has_answered(&self, seat: Seat) -> bool {
        self.game.has_answered(&self.shown(), seat)
    }

    fn check_ahead(&self, seat: Seat, text: &str) -> Result<String, Refused> {
        let action = self.read(text)?;
        let ahead = self.game.ahead(&self.shown(), seat);
        let state = ahead.ok_or_else(|| Refused::Illegal("it’s not your turn".into()))?;
        self.game.check(&state, action).map_err(|e| self.illegal(&e))?;
        Ok(action.to_string())
    }

    fn lay_aside(&mut self, seat: Seat, text: &str) {
        if let Ok(action) = self.read(text)
            && self.may_answer(seat)
        {
            self.aside.push((seat, action));
        }
    }

    fn due(&self) -> Option<String> {
        let Turn::Seat(seat) = self.turn() else { return None };
        self.laid_aside(seat)
    }

    fn laid_aside(&self, seat: Seat) -> Option<String> {
        let laid = self.aside.iter().find(|(other, _)| *other == seat);
        laid.map(|(_, action)| action.to_string())
    }

    fn legal(&self) -> Vec<String> {
        let mut texts: Vec<String> = self.list().iter().map(ToString::to_string).collect();
        texts.sort_unstable();
        texts
    }

    fn play(&mut self, text: &str) -> Result<String, Refused> {
        let action = self.read(text)?;
        let before = self.state.clone();
        self.game.check(&before, action).map_err(|e| self.illegal(&e))?;
        self.game.apply(&mut self.state, action);
        self.note(before, action);
        Ok(action.to_string())
    }

    fn check(&self, text: &str) -> Result<String, Refused> {
        let action = self.read(text)?;
        self.game.check(&self.state, action).map_err(|e| self.illegal(&e))?;
        Ok(action.to_string())
    }

    fn admits(&self, text: &str) -> Result<String, Refused> {
        match self.reopened() {
            Some(state) => Play { state, ..self.copy_at(self.past.len()) }.check(text),
            None => self.check(text),
        }
    }

    fn reopen(&mut self) {
        if let Some(state) = self.reopened() {
            (self.state, self.legal) = (state, OnceLock::new());
        }
    }

    fn foretell(&self, viewer: Viewer, text: &str) -> Option<String> {
        let action = self.read(text).ok()?;
        Some(self.named(self.game.foretell(&self.view_of(viewer), action)))
    }

    fn apply(&mut self, text: &str) {
        let Ok(action) = self.read(text) else { return };
        self.reopen();
        let before = self.state.clone();
        self.game.apply(&mut self.state, action);
        self.note(before, action);
    }

    fn chance(&self, seed: &Seed) -> Option<String> {
        if self.turn() != Turn::Chance {
            return None;
        }
        let mut rng = Rng::new(&seed.nth(self.past.len() as u64), Stream::Chance);
        self.game.sample_chance(&self.state, &mut rng).map(|action| action.to_string())
    }

    fn take_back(&mut self) -> Option<String> {
        let step = self.past.pop()?;
        let action = step.action.to_string();
        self.state = Arc::try_unwrap(step).map_or_else(|shared| shared.before.clone(), |owned| owned.before);
        self.keep_what_fits();
        Some(action)
    }

    fn retractable(&self, ply: usize) -> bool {
        self.past.get(ply).map(Arc::as_ref).is_some_and(|Step { before, action, .. }| {
            matches!(self.game.turn(before), Turn::Seat(_)) && !self.game.reveals(before, *action)
        })
    }

    fn present(&self, viewer: Viewer, near: Seat, fixed: Fixed) -> Presentation {
        let view = self.shown_to(viewer);
        Presentation {
            svg: self.svg_of(viewer, Scene { near, fixed, ..Scene::still(&view) }),
            facts: self.facts_of(viewer, &view),
        }
    }

    fn moments(&self, viewer: Viewer, near: Seat, fixed: Fixed, shown: usize) -> Vec<Moment> {
        let moment = |(step, told): (&Step<G>, &Told<G>)| {
            let (view, seen, comes) = self.game.moment(&self.game.view(&step.before, viewer), &told.seen)?;
            let scene = Scene { last: Some(&told.seen), near, fixed, ..Scene::still(&view) };
            Some(Moment {
                svg: self.named_svg(self.game.svg(&scene)),
                seen,
                told: self.named(comes),
                facts: self.facts_of(viewer, &view),
                sound: self.game.sound(&told.seen),
            })
        };
        let mut moments: Vec<Moment> =
            self.told(viewer, shown).rev().filter_map(moment).take(MOMENTS).collect();
        moments.reverse();
        moments
    }

    fn sound(&self, viewer: Viewer) -> Option<Sound> {
        let (_, told) = self.told(viewer, self.past.len().saturating_sub(1)).next()?;
        Some(self.game.sound(&told.seen))
    }

    fn svg(&self, viewer: Viewer) -> String {
        let near = viewer.seat().unwrap_or(Seat(0));
        self.svg_of(viewer, Scene { near, alone: true, ..Scene::still(&self.shown_to(viewer)) })
    }

    fn svg_for(&self, viewer: Viewer, near: Seat, aside: bool) -> String {
        self.svg_of(viewer, Scene { near, aside, ..Scene::still(&self.shown_to(viewer)) })
    }

    fn svg_planned(&self, viewer: Viewer, near: Seat, fixed: Fixed, actions: &[&str]) -> String {
        let legal: Vec<G::Action> = actions.iter().filter_map(|text| self.read(text).ok()).collect();
        let view = self.shown_to(viewer);
        self.svg_with(viewer, Scene { legal: &legal, near, fixed, ..Scene::still(&view) })
    }

    fn has_open_view(&self) -> bool {
        self.game.open_view().is_some()
    }

    fn svg_open(&self, near: Seat) -> Option<String> {
        let last = self.past.last().map(|step| step.action);
        self.game.open_view().map(|open| self.named_svg(open.svg_open(&self.state, last, near)))
    }

    fn offers(&self, viewer: Viewer) -> Vec<Offer> {
        if !self.may_act(viewer) {
            return Vec::new();
        }
        let mut offers = offers(self.game.as_ref(), &self.list_for(viewer), &self.shown_to(viewer));
        if let Some(step) = self.past.last() {
            offers.extend(continuations(self.game.as_ref(), &step.before, step.action));
        }
        offers
    }

    fn refusal(&self, viewer: Viewer, picks: &[&str]) -> Option<String> {
        let state = self.to_act_in(viewer)?;
        let view = self.game.view(&state, viewer);
        match self.game.attempt(&view, picks) {
            Some(action) => self.game.check(&state, action).err().map(|e| self.named(e.to_string())),
            None if begins(&self.offers(viewer), picks) => None,
            None => self.game.why_not(&view, picks).map(|why| self.named(why)),
        }
    }

    fn controls(&self, viewer: Viewer) -> Vec<Control> {
        let view = self.shown_to(viewer);
        let mut controls = self.game.controls(&view);
        if self.may_act(viewer) && !warnings(self.game(), &self.list_for(viewer), &view).is_empty() {
            controls.push(Control::new(CONFIRM, "Do it anyway").key('c'));
        }
        controls
    }

    fn facts(&self, viewer: Viewer) -> Vec<Fact> {
        self.facts_of(viewer, &self.shown_to(viewer))
    }

    fn sheet(&self) -> Option<ScoreSheet> {
        let past: Vec<(&G::State, G::Action)> =
            self.past.iter().map(|step| (&step.before, step.action)).collect();
        self.game.sheet(&self.state, &past)
    }

    fn goal(&self, viewer: Viewer) -> String {
        self.game.goal(&self.view_of(viewer))
    }

    fn has_goal_figure(&self) -> bool {
        G::GOAL_FIGURE
    }

    fn goal_figure(&self, viewer: Viewer) -> Option<String> {
        self.game.goal_figure(&self.view_of(viewer))
    }

    fn asks(&self, viewer: Viewer, offers: &[Offer]) -> BTreeMap<String, String> {
        if !self.may_act(viewer) {
            return BTreeMap::new();
        }
        let view = self.shown_to(viewer);
        let ask = |picks: Vec<&str>| (picks.join(" "), self.game.status(&view, &picks));
        let mut asks: BTreeMap<String, String> = beginnings(offers).into_iter().map(ask).collect();
        asks.extend(warnings(self.game(), &self.list_for(viewer), &view));
        asks.into_iter().map(|(picks, asked)| (picks, self.named(asked))).collect()
    }

    fn asked(&self, viewer: Viewer) -> Option<String> {
        self.may_act(viewer).then(|| self.named(self.game.status(&self.shown_to(viewer), &[])))
    }

    fn waiting(&self, viewer: Viewer) -> Option<String> {
        let waiting = self.game.waiting(&self.shown_to(viewer)).filter(|_| !self.may_act(viewer))?;
        Some(self.named(waiting))
    }

    fn topic(&self, viewer: Viewer) -> &'static str {
        self.game.topic(&self.view_of(viewer))
    }

    fn name_players(&mut self, names: Vec<Option<String>>) {
        if *self.names != *names {
            (self.names, self.stories) = (names.into(), Arc::default());
        }
    }

    fn side(&self, seat: Seat) -> Option<String> {
        self.game.side(&self.view_of(Viewer::Spectator), seat)
    }

    fn standing(&self, back: usize) -> Option<Vec<i32>> {
        let step = self.past.get(self.past.len().saturating_sub(back));
        let state = step.map_or(&self.state, |step| &step.before);
        self.game.standing(&self.game.view(state, Viewer::Spectator))
    }

    fn log(&self, viewer: Viewer, count: usize) -> Vec<LogEntry> {
        (self.past.len().saturating_sub(count)..self.past.len()).map(|n| self.entry(viewer, n)).collect()
    }

    fn open_log(&self, reader: Viewer, count: usize) -> Vec<LogEntry> {
        let entry = |n: usize| {
            let player = match self.game.turn(&self.past[n].before) {
                Turn::Seat(seat) => Viewer::Seat(seat),
                Turn::Chance | Turn::Over => Viewer::Spectator,
            };
            self.entry_of(player, reader, n)
        };
        (self.past.len().saturating_sub(count)..self.past.len()).map(entry).collect()
    }

    fn story(&self, viewer: Viewer, count: usize, line: fn(&LogEntry) -> String) -> Story {
        self.stories.story(&self.past, viewer, Form { count, line }, &|n| self.entry(viewer, n))
    }

    fn think(
        &self,
        program: &str,
        players: &[Option<String>],
        budget: &Budget<'_>,
        seed: &Seed,
    ) -> Option<Thought> {
        let Turn::Seat(seat) = self.turn() else { return None };
        let view = self.view_of(Viewer::Seat(seat));
        let program = player::<G>(program, players)?;
        thought(self.game(), &view, self.list(), self.past.len(), program, budget, seed)
    }

    fn has_solver(&self) -> bool {
        self.game.solver().is_some()
    }

    fn solve(&self, budget: &Budget<'_>, progress: Progress<'_>) -> Option<Solved<String>> {
        let mut past = self.past.iter().map(|step| self.game.view(&step.before, self.to_act()));
        let solved = self.game.solver()?.solve_on(&mut past, &self.view_to_act(), budget, progress)?;
        let line = solved.line.iter().map(ToString::to_string).collect();
        Some(Solved { line, json: solved.json, text: solved.text })
    }

    fn hint(&self, viewer: Viewer, solved: &Solved<String>, strength: u8) -> Hint {
        let line = solved.line.iter().map_while(|text| text.parse().ok()).collect();
        let solved = Solved { line, json: solved.json.clone(), text: solved.text.clone() };
        let mut legal = Vec::new();
        self.game.legal(&self.state, &mut legal);
        let hint = self.game.hint(&self.view_of(viewer), &solved, strength, &legal);
        Hint { text: self.named(hint.text), ..hint }
    }

    fn piecepack_layout(&self) -> Option<String> {
        Some(self.game.piecepack_notation()?.layout(&self.state))
    }

    fn piecepack_moves(&self, text: &str) -> Option<String> {
        let notation = self.game.piecepack_notation()?;
        let action = self.read(text).ok()?;
        let mut after = self.state.clone();
        self.game.play(&mut after, action).ok()?;
        Some(notation.moves(&self.state, action, &after))
    }

    fn grade(&self, allowance: &Allowance<'_>) -> Option<&'static Grade> {
        G::MANIFEST.all_grades().nth(self.game.grader()?.grade(self.start(), allowance)?)
    }

    fn is_graded(&self) -> bool {
        self.game.grader().is_some()
    }

    fn has_par(&self) -> bool {
        self.game.par().is_some()
    }

    fn par(&self, budget: &Budget<'_>) -> Option<Par> {
        self.game.par()?.par(&self.state, budget)
    }

    fn left(&self, budget: &Budget<'_>) -> Option<u32> {
        self.game.par()?.left(&self.state, budget)
    }

    fn par_moves(&self) -> Option<u32> {
        Some(self.game.par()?.moves(&self.state, self.past.len()))
    }

    fn has_review(&self) -> bool {
        self.game.reviewer().is_some() && !self.past.is_empty()
    }

    fn review(
        &self,
        helped: &[usize],
        budget: &Budget<'_>,
        progress: Progress<'_>,
    ) -> Option<Review<String>> {
        self.looked_back(helped, budget, progress)
    }

    fn analysis_scale(&self) -> Option<Scale> {
        self.game.analyser().map(|analyser| analyser.scale())
    }

    fn analyse(
        &self,
        lines: usize,
        budget: &Budget<'_>,
        better: Better<'_, String>,
    ) -> Option<Evaluation<String>> {
        self.evaluation(lines, budget, better)
    }

    fn way(&self, text: &str) -> Option<Offer> {
        self.way_of(text)
    }

    fn at(&self, ply: usize) -> Box<dyn AnyPlay> {
        Box::new(self.copy_at(ply))
    }

    fn duplicate(&self) -> Box<dyn AnyPlay> {
        self.at(self.past.len())
    }
}
