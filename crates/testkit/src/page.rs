//! The laws of [`Playable`]: what the page's scripts, screen readers and styles rely on.
//!
//! [`laws`] checks them along random games; [`check_drawing`] checks one drawing, for a game's own tests of
//! special positions.

use crate::Effort;
use bagatelle_core::persona::Persona;
use bagatelle_core::present::{Fact, Manifest, Question, Scene, Solved, Step};
use bagatelle_core::program::Budget;
use bagatelle_core::{Game, Playable, Rng, Seat, Seed, Stream, Turn, Viewer};
use roxmltree::{Document, Node};
use serde_json::Value;
use std::collections::{HashMap, HashSet};

/// How much [`laws`] plays unless the game says otherwise.
pub const EFFORT: Effort = Effort { games: 2, plies: 80 };

/// The largest drawing, in bytes.
pub const LARGEST_DRAWING: usize = 60_000;

/// The most characters of a line with several sentences: what takes longer is on lines of its own.
const LONGEST_LINE: usize = 80;

/// Legal actions of one position whose paths are followed back by [`Playable::attempt`].
const ATTEMPTS: usize = 24;

/// Plays random games under every variant and checks, at each position:
///
/// - the drawing for every viewer, by [`check_drawing`];
/// - a hint advises an action and marks what is drawn, and a nudge tells less;
/// - every legal action has a path of its own, each pick of which is drawn or is a control, and
///   [`Playable::attempt`] finds the action by it;
/// - what an action is [sure to move](Playable::motions) is drawn, and lies afterwards where it was said to
///   go, unless the whole drawing has made room;
/// - drawings, figures, goals and sentences are the same for two positions that look the same to a viewer;
/// - sentences and figures are there and never empty, and what follows from an action is told line by line;
/// - the manifest, its questions, the programs and the capabilities agree with each other.
///
/// # Panics
/// When a law is broken; the message says which, in which variant, game and ply.
pub fn laws<G: Playable>(effort: Effort) {
    manifest::<G>();
    for (v, (options, deal)) in G::variants().into_iter().enumerate() {
        let game = G::new(&options).unwrap_or_else(|e| panic!("variant {v}: {e}"));
        capabilities(&game, v == 0);
        for n in 0..effort.games {
            let name = format!("{} variant {v} game {n}", G::ID);
            one_game(&game, &deal, effort.plies, &name);
        }
    }
}

fn manifest<G: Playable>() {
    let Manifest { name, tagline, designer, seats, minutes, options, deal_options, overlays, .. } =
        G::MANIFEST;
    for (what, text) in [("name", name), ("tagline", tagline), ("designer", designer)] {
        assert!(!text.trim().is_empty(), "the manifest has no {what}");
    }
    assert!(
        *seats.start() >= 1 && !seats.is_empty() && !minutes.is_empty(),
        "spans begin with the lesser number"
    );
    answers::<G::Options>(&options());
    answers::<G::DealOptions>(&deal_options());
    let ids: HashSet<&str> = overlays.iter().map(|overlay| overlay.id).collect();
    assert_eq!(ids.len(), overlays.len(), "no overlay twice");
    let names: HashSet<&str> = G::programs().iter().map(|program| program.name).collect();
    assert_eq!(names.len(), G::programs().len(), "no program twice");
    personas::<G>();
    let page = G::rules_page().into_string();
    assert!(!page.is_empty() && !page.contains(" style="), "the rule page is there and has no inline style");
    assert_eq!(page.matches("<svg").count(), page.matches("</svg>").count(), "the figures are whole");
}

/// Every answer is a value that the options, or the deal options, read.
fn answers<T: serde::de::DeserializeOwned>(questions: &[Question]) {
    let mut keys = HashSet::new();
    for question in questions {
        assert!(keys.insert(question.key), "the question {} is there once", question.key);
        assert!(!question.answers.is_empty(), "the question {} has answers", question.key);
        let mut values = HashSet::new();
        for answer in &question.answers {
            assert!(values.insert(&answer.value), "{}: {} is there once", question.key, answer.value);
            let json = format!("{{\"{}\": {}}}", question.key, answer.value);
            serde_json::from_str::<T>(&json).unwrap_or_else(|e| panic!("{json} is no answer: {e}"));
        }
    }
}

/// What the manifest promises holds for the usual rules. Of other readings a solver may know nothing.
fn capabilities<G: Playable>(game: &G, usual: bool) {
    let Manifest { solve_limit, par_limit, grades, week, first_grade, .. } = G::MANIFEST;
    let (solver, par) = (game.solver().is_some(), game.par().is_some());
    assert!(!usual || solve_limit.is_none() || solver, "a limit for the solver, but no solver");
    assert!(!usual || par_limit.is_none() || par, "a limit for the par, but no par");
    assert!(par_limit.is_some() || !par, "a par without a limit");
    assert!(solver || !par, "a par where the solver knows nothing");
    let named = week.iter().chain([&first_grade]).flatten();
    assert!(named.max() < Some(&grades.len()), "a grade of a day or of a first game that is not there");
}

fn one_game<G: Playable>(game: &G, deal: &G::DealOptions, plies: usize, name: &str) {
    let seed = Seed::from_text(name);
    let setup = game.deal(deal, &mut Rng::new(&seed, Stream::Deal)).expect(name);
    let mut state = game.start(&setup).expect(name);
    assert!(G::MANIFEST.seats.contains(&game.seats(&state)), "{name}: as many seats as the manifest says");
    sides(game, &state, name);
    programs(game, &state, name);
    let mut rng = Rng::new(&seed, Stream::Test);
    let mut chance = Rng::new(&seed, Stream::Chance);
    let mut past: Vec<(G::State, G::Action)> = Vec::new();
    // What each viewer has seen of it.
    let viewers = Viewer::all(game.seats(&state));
    let mut seen: Vec<(Viewer, Vec<G::Observation>)> = viewers.map(|viewer| (viewer, Vec::new())).collect();
    for ply in 0..=plies {
        let at = format!("{name} ply {ply}");
        let mut legal = Vec::new();
        game.legal(&state, &mut legal);
        for (viewer, seen) in &seen {
            let look =
                Look { game, state: &state, viewer: *viewer, past: &past, seen, legal: &legal, at: &at };
            look.check(&mut rng);
        }
        let action = match game.turn(&state) {
            Turn::Over => break,
            Turn::Chance => game.sample_chance(&state, &mut chance),
            Turn::Seat(_) => rng.choose(&legal).copied(),
        };
        let before = state.clone();
        let action = action.unwrap_or_else(|| panic!("{at}: no action, yet not over"));
        game.apply(&mut state, action);
        if let Turn::Seat(seat) = game.turn(&before) {
            motions(game, seat, (&before, &state), action, &at);
        }
        for (viewer, seen) in &mut seen {
            seen.push(game.observe(&before, action, &state, *viewer));
        }
        past.push((before, action));
    }
}

/// The seats of a deal are called what the manifest calls them, each by a name of its own.
fn sides<G: Playable>(game: &G, state: &G::State, name: &str) {
    let seats = game.seats(state);
    let sides = (G::MANIFEST.sides)(seats);
    assert!(sides.is_empty() || sides.len() == usize::from(seats), "{name}: a name for each seat, or none");
    assert_eq!(sides.iter().collect::<HashSet<_>>().len(), sides.len(), "{name}: no two seats of one name");
    let view = game.view(state, Viewer::Spectator);
    for (seat, side) in Seat::all(seats).zip(sides) {
        let called = game.side(&view, seat).unwrap_or_default();
        assert_eq!(called, *side, "{name}: seat {seat}");
    }
}

/// Opponents are told apart by their names and levels, stand in the order of their skill, and say how they
/// play in one short sentence.
fn personas<G: Playable>() {
    let all: Vec<Persona> = G::programs().iter().filter_map(|program| program.persona).collect();
    let names: HashSet<&str> = all.iter().map(|persona| persona.name).collect();
    assert_eq!(names.len(), all.len(), "no opponent twice");
    let rises = |pair: &[Persona]| pair[0].skill < pair[1].skill;
    assert!(
        all.windows(2).all(rises),
        "opponents stand in the order of their skill, each at a level of its own"
    );
    for Persona { name, style, .. } in all {
        assert!((1..=20).contains(&name.chars().count()), "the name {name:?}");
        assert!(style.ends_with('.') && style.chars().count() <= 80, "how {name} plays: {style:?}");
    }
}

/// What an action is sure to move is drawn, and lies afterwards where it was said to go.
fn motions<G: Playable>(
    game: &G,
    seat: Seat,
    (before, after): (&G::State, &G::State),
    action: G::Action,
    at: &str,
) {
    let viewer = Viewer::Seat(seat);
    let drawn = |state| {
        let view = game.view(state, viewer);
        game.svg(&Scene { near: seat, ..Scene::still(&view) })
    };
    let told = game.motions(&game.view(before, viewer), action);
    if told.is_empty() {
        return;
    }
    let (before, after) = (drawn(before), drawn(after));
    let [was, is] = [&before, &after].map(|svg| Document::parse(svg).expect("a checked drawing"));
    let [was, is] = [places(&was), places(&is)];
    for motion in &told {
        let id = motion.id.as_str();
        assert!(was.contains_key(id), "{at}: {action} moves {id}, which is not drawn");
        let Some(place) = is.get(id) else { continue };
        // Where others of its kind moved as well, the drawing has made room.
        let kind = |id: &str| id.split('-').next().map(str::to_owned);
        let others =
            was.iter().filter(|(other, _)| kind(other) == kind(id) && told.iter().all(|m| m.id != **other));
        let made_room =
            others.into_iter().any(|(other, place)| is.get(other).is_some_and(|now| now != place));
        assert!(
            made_room || *place == motion.to,
            "{at}: {action} puts {id} at {place:?}, not {:?}",
            motion.to
        );
    }
}

/// The places of the pieces of a drawing.
fn places<'a>(drawing: &'a Document<'_>) -> HashMap<&'a str, (f32, f32)> {
    let pieces = drawing.root_element().children().filter(Node::is_element);
    let placed = pieces.filter_map(|piece| {
        let place = piece.attribute("transform")?.strip_prefix("translate(")?.strip_suffix(')')?;
        let (x, y) = place.split_once(' ')?;
        Some((piece.attribute("id")?, (x.parse().ok()?, y.parse().ok()?)))
    });
    placed.collect()
}

fn programs<G: Playable>(game: &G, state: &G::State, name: &str) {
    let Turn::Seat(seat) = game.turn(state) else { return };
    let mut legal = Vec::new();
    game.legal(state, &mut legal);
    let view = game.view(state, Viewer::Seat(seat));
    for spec in G::programs() {
        let mut rng = Rng::new(&Seed::from_text(spec.name), Stream::Program);
        let advice = (spec.make)().choose(game, &view, &legal, &Budget::nodes(1), &mut rng);
        assert!(legal.contains(&advice.action), "{name}: {} chooses {}", spec.name, advice.action);
    }
}

/// A position as one viewer looks at it.
struct Look<'a, G: Game> {
    game: &'a G,
    state: &'a G::State,
    viewer: Viewer,
    past: &'a [(G::State, G::Action)],
    /// The past as the viewer saw it.
    seen: &'a [G::Observation],
    legal: &'a [G::Action],
    at: &'a str,
}

/// What is there to be marked and picked.
struct Known<'a> {
    markable: HashSet<&'a str>,
    controls: HashSet<&'a str>,
    /// How many moves begin with each pick.
    begun: HashMap<&'a String, usize>,
}

impl<G: Playable> Look<'_, G> {
    fn check(&self, rng: &mut Rng) {
        let Look { game, state, viewer, seen, at, .. } = *self;
        let view = game.view(state, viewer);
        let acts = viewer.seat().map(Turn::Seat) == Some(game.turn(state));
        let legal = if acts { self.legal } else { &[] };
        let scene = |view| Scene {
            legal,
            last: seen.last(),
            near: viewer.seat().unwrap_or(Seat(0)),
            ..Scene::still(view)
        };
        let svg = game.svg(&scene(&view));
        let drawn = check_drawing(&svg).unwrap_or_else(|fault| panic!("{at} for {viewer:?}: {fault}"));
        if acts {
            self.paths(&view, &drawn, rng);
        }
        let facts = game.facts(&view, &mut seen.iter());
        assert!(!facts.is_empty(), "{at}: there are figures");
        // What comes and goes would move all that is below it.
        if let Some((first, _)) = self.past.first() {
            let labels = |facts: &[Fact]| facts.iter().map(|fact| fact.label.clone()).collect::<Vec<_>>();
            let at_first = game.facts(&game.view(first, viewer), &mut [].iter());
            assert_eq!(labels(&facts), labels(&at_first), "{at}: the figures are others than at first");
        }
        for fact in &facts {
            assert!(!fact.label.trim().is_empty() && !fact.value.trim().is_empty(), "{at}: an empty figure");
        }
        assert!(!game.goal(&view).trim().is_empty(), "{at}: no goal");
        let waiting = game.waiting(&view);
        assert!(waiting.as_ref().is_none_or(|text| !text.trim().is_empty()), "{at}: an empty sentence");
        self.sentence(seen.last());

        let twin = game.view(&game.sample(&view, rng), viewer);
        assert_eq!(game.svg(&scene(&twin)), svg, "{at}: the drawing shows what {viewer:?} does not see");
        assert_eq!(
            game.facts(&twin, &mut seen.iter()),
            facts,
            "{at}: the figures tell what {viewer:?} does not see"
        );
        assert_eq!(game.waiting(&twin), waiting, "{at}: waiting tells what {viewer:?} does not see");
        assert_eq!(game.goal(&twin), game.goal(&view), "{at}: the goal tells what {viewer:?} does not see");
        assert_eq!(
            game.controls(&twin),
            game.controls(&view),
            "{at}: the controls tell what {viewer:?} does not see"
        );
    }

    /// The last action has a sentence, the same for all positions before it that look the same to the viewer.
    fn sentence(&self, seen: Option<&G::Observation>) {
        let Look { game, viewer, at, .. } = *self;
        let Some(((before, action), seen)) = self.past.last().zip(seen) else { return };
        let view = game.view(before, viewer);
        let sentence = game.say(&view, seen);
        assert!(!sentence.trim().is_empty(), "{at}: no sentence for {action}");
        for line in sentence.lines() {
            let long = line.chars().count() > LONGEST_LINE && line.contains(". ");
            assert!(!long && !line.is_empty(), "{at}: each step of {action} has a line: {line}");
        }
        let mut rng = Rng::new(&Seed::from_text("twins"), Stream::Test);
        let twin = game.view(&game.sample(&view, &mut rng), viewer);
        assert_eq!(game.say(&twin, seen), sentence, "{at}: the sentence tells what {viewer:?} does not see");
    }

    /// A hint says what to do, not what has been done, and marks what is there. A nudge tells less, unless
    /// there is no choice and it says so.
    fn advice(&self, view: &G::View, known: &Known<'_>, (action, path): (G::Action, &[Step])) {
        let Look { game, state, at, legal, .. } = *self;
        if game.solver().is_none() {
            return;
        }
        let mut line = vec![action];
        let mut after = state.clone();
        game.apply(&mut after, action);
        // A move may be two actions, and a hint for the first may be about both.
        if game.turn(&after) == game.turn(state) {
            let mut next = Vec::new();
            game.legal(&after, &mut next);
            line.extend(next.first());
        }
        let solved = Solved { line, json: Value::Null, text: String::new() };
        let hint = |strength| game.hint(view, &solved, strength, legal);
        let (nudge, whole) = (hint(1), hint(2));
        for name in nudge.marks.iter().chain(&whole.marks) {
            assert!(known.markable.contains(name.as_str()), "{at}: {name}, marked by a hint, is not there");
        }
        if let [mark] = nudge.marks.as_slice()
            && !known.controls.contains(mark.as_str())
            && path.first().is_some_and(|step| step.names().contains(mark))
        {
            let begun = known.begun.get(mark).copied().unwrap_or_default();
            let gives_away = begun < 2 && begun < legal.len();
            assert!(!gives_away, "{at}: {mark}, marked by a nudge, gives {action} away");
        }
        let (nudge, whole) = (nudge.text, whole.text);
        assert!(!whole.trim().is_empty(), "{at}: no hint for {action}");
        let done = game.foretell(view, action);
        assert!(!whole.contains(&done), "{at}: the hint reads as if {action} were done: {whole}");
        let forced = legal.len() == 1 && whole.contains("only");
        assert!(forced || nudge != whole, "{at}: the nudge tells all of {action}: {whole}");
        let advised = game.advise(view, action);
        let because = whole.strip_prefix(&advised).unwrap_or_default();
        let repeats = nudge.split(['.', ':']).any(|part| part.contains(' ') && because.contains(part.trim()));
        assert!(!repeats, "{at}: the nudge to {action} says why, and the hint again: {nudge} / {whole}");
    }

    /// Every legal action has a path of its own, which is drawn and leads back to it.
    fn paths(&self, view: &G::View, drawn: &Drawn, rng: &mut Rng) {
        let Look { game, at, legal, .. } = *self;
        let controls = game.controls(view);
        let controls: HashSet<&str> = controls.iter().map(|control| control.id.as_str()).collect();
        let picks: HashSet<&str> =
            drawn.picks.iter().map(String::as_str).chain(controls.iter().copied()).collect();
        let markable = drawn.ids.iter().map(String::as_str).chain(picks.iter().copied()).collect();
        let paths: Vec<Vec<Step>> = legal.iter().map(|action| game.path(view, *action)).collect();
        let mut known = Known { markable, controls, begun: HashMap::new() };
        for name in paths.iter().filter_map(|path| path.first()).flat_map(Step::names) {
            *known.begun.entry(name).or_default() += 1;
        }
        let (mut shown, mut asked) = (HashSet::new(), HashSet::new());
        for (&action, path) in legal.iter().zip(&paths) {
            assert!(path.iter().any(|step| !step.names().is_empty()), "{at}: {action} has no path");
            assert!(shown.insert(format!("{path:?}")), "{at}: {action} shares its path");
            for name in path.iter().flat_map(|step| step.names()) {
                assert!(picks.contains(name.as_str()), "{at}: {name}, a pick of {action}, is not there");
            }
            for end in 0..path.len() {
                let picks: Vec<&str> =
                    path[..end].iter().flat_map(|step| step.names()).map(String::as_str).collect();
                if asked.insert(picks.clone()) {
                    let asks = game.status(view, &picks);
                    assert!(!asks.trim().is_empty(), "{at}: nothing is asked after {picks:?}");
                }
            }
            assert!(!game.foretell(view, action).trim().is_empty(), "{at}: no text for {action}");
            self.advice(view, &known, (action, path));
        }
        for _ in 0..ATTEMPTS.min(legal.len()) {
            let action = legal[rng.index(legal.len())];
            let path = game.path(view, action);
            let picks: Vec<&str> =
                path.iter().flat_map(|step| step.names().iter().rev().map(String::as_str)).collect();
            assert_eq!(game.attempt(view, &picks), Some(action), "{at}: {picks:?} is an attempt at {action}");
        }
    }
}

/// What a page finds in a drawing.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Drawn {
    /// The names of all that can be picked, in the order of the document.
    pub picks: Vec<String>,
    /// All ids, in the order of the document.
    pub ids: Vec<String>,
}

/// Checks one drawing: it is well-formed, has a `viewBox` and a label, no inline style, script, image or
/// event handler, no text but a player's [name](bagatelle_core::present::svg::name), is smaller than
/// [`LARGEST_DRAWING`], has no id twice, refers to nothing that is not defined in it, and names everything
/// that can be picked.
///
/// # Errors
/// The first fault found.
pub fn check_drawing(svg: &str) -> Result<Drawn, String> {
    if svg.len() >= LARGEST_DRAWING {
        return Err(format!("the drawing has {} bytes", svg.len()));
    }
    let document = Document::parse(svg).map_err(|e| format!("the drawing is not well-formed: {e}"))?;
    let root = document.root_element();
    let labelled = root.attribute("aria-label").is_some_and(|label| !label.trim().is_empty());
    if root.tag_name().name() != "svg" || root.attribute("viewBox").is_none() || !labelled {
        return Err("the drawing is an SVG document with a viewBox and a label".into());
    }
    let mut drawn = Drawn::default();
    for element in root.descendants().filter(Node::is_element) {
        one_element(&element, &mut drawn)?;
    }
    let mut ids = HashSet::new();
    if let Some(id) = drawn.ids.iter().find(|id| !ids.insert(id.as_str())) {
        return Err(format!("the id {id} appears twice"));
    }
    for element in root.descendants().filter(Node::is_element) {
        for id in element.attributes().filter_map(|attribute| reference(attribute.value())) {
            if !ids.contains(id) {
                return Err(format!("{id} is referred to, but not drawn"));
            }
        }
    }
    Ok(drawn)
}

fn one_element(element: &Node<'_, '_>, drawn: &mut Drawn) -> Result<(), String> {
    let tag = element.tag_name().name();
    let named = |e: &Node<'_, '_>| e.tag_name().name() == "text" && e.children().all(|child| child.is_text());
    let names = element.parent().is_some_and(|parent| parent.attribute("class") == Some("name"));
    if ["style", "script", "text", "image", "foreignObject"].contains(&tag) && !(names && named(element)) {
        return Err(format!("a drawing has no {tag}"));
    }
    if let Some(bad) = element.attributes().find(|a| a.name() == "style" || a.name().starts_with("on")) {
        return Err(format!("a {tag} has the attribute {}", bad.name()));
    }
    if let Some(bad) = element.attributes().find(|a| a.value().contains("NaN") || a.value().contains("inf "))
    {
        return Err(format!("the {} of a {tag} is not a number: {}", bad.name(), bad.value()));
    }
    drawn.ids.extend(element.attribute("id").map(String::from));
    if let Some(pick) = element.attribute("data-pick") {
        let title =
            element.children().find(|child| child.tag_name().name() == "title").and_then(|t| t.text());
        let name = element.attribute("aria-label").or(title).unwrap_or_default();
        if name.trim().is_empty() {
            return Err(format!("{pick} can be picked, but has no label"));
        }
        drawn.picks.push(pick.to_owned());
    }
    Ok(())
}

/// The id that an attribute's value refers to: `#id` or `url(#id)`.
fn reference(value: &str) -> Option<&str> {
    value
        .strip_prefix('#')
        .filter(|id| !is_colour(id))
        .or_else(|| value.strip_prefix("url(#")?.strip_suffix(')'))
}

fn is_colour(text: &str) -> bool {
    [3, 4, 6, 8].contains(&text.len()) && text.chars().all(|c| c.is_ascii_hexdigit())
}
