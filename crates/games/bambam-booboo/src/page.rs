//! What people see of the game: how an action is picked, the buttons, the figures beside the board, the
//! sentences.

use crate::action::Action;
use crate::draw::{self, Named};
use crate::guide;
use crate::lesson::LESSON;
use crate::options::{Contact, Entry, Reconnect, Slides};
use crate::programs::PROGRAMS;
use crate::rulepage;
use crate::rules::{BambamBooboo, FORM, legal::threatens};
use crate::solve::shapes::wins;
use crate::state::heap::each_slot;
use crate::state::{End, Phase, State};
use crate::view::Seen;
use crate::words;
use bagatelle_core::present::{
    Analyser, Control, Fact, Hint, LOST, Lesson, Manifest, Motion, NextRound, Playable, Puzzler, QUIET,
    Question, Reviewer, Scene, Solved, Solver, Sound, Step, Surface, beginnings, legal_attempt,
};
use bagatelle_core::program::ProgramSpec;
use bagatelle_core::{Game, Outcome, Seat};
use maud::Markup;
use std::time::Duration;

/// What a form that lacks one tile counts as: enough to worry the other player.
const THREAT: i32 = 6;

impl Playable for BambamBooboo {
    const MANIFEST: Manifest = Manifest {
        name: "Bambam Booboo",
        tagline: "Slide bamboo tiles on a table without edges. The first block of four wins.",
        designer: "Martijn Althuizen, 2009",
        seats: 2..=2,
        sides: |_| &words::SIDES,
        minutes: 10..=20,
        options,
        draws_possible: true,
        seeded: false,
        next_round: NextRound::Winner,
        solve_limit: Some(Duration::from_secs(1)),
        surface: Surface::Felt,
        phrases: &["Nice slide!", "It’s getting tight."],
        ornament: "M-11 -7h22v5h-22zM-11 2h22v5h-22zM-8 -11h5v3h-5zM-8 -1.2h5v2.4h-5zM-8 8h5v3h-5z \
            M3 -11h5v3h-5zM3 -1.2h5v2.4h-5zM3 8h5v3h-5z",
        on_paper: true,
        laid: true,
        ..Manifest::BASE
    };

    fn rules_page() -> Markup {
        rulepage::html()
    }

    fn keys() -> &'static [(&'static str, &'static str)] {
        &[("R", "Rotate the tile in hand")]
    }

    fn ended(&self, outcome: &Outcome) -> String {
        match outcome.winners.first() {
            Some(&winner) => format!("{} has a block of four", words::side(winner)),
            None => outcome.reason.clone(),
        }
    }

    fn won_with(&self, outcome: &Outcome) -> Option<&'static str> {
        (outcome.reason == FORM).then_some("a block of four")
    }

    fn goal(&self, _view: &State) -> String {
        guide::GOAL.to_owned()
    }

    const GOAL_FIGURE: bool = true;

    fn goal_figure(&self, _view: &State) -> Option<String> {
        Some(draw::won())
    }

    fn status(&self, view: &State, picks: &[&str]) -> String {
        guide::status(self.options().slides, view, picks, picks.is_empty() && self.can_only_pass(view))
            .to_owned()
    }

    fn why_not(&self, view: &State, picks: &[&str]) -> Option<String> {
        guide::why_not(self.options().slides, view, picks, |slot| {
            let mut legal = Vec::new();
            self.legal(view, &mut legal);
            let here = view.heap().tile(slot);
            !legal.iter().any(|action| matches!(action, Action::Slide { from, .. } if *from == here))
        })
    }

    fn sound(&self, _seen: &Seen) -> Sound {
        Sound::Bamboo
    }

    fn lights(&self, before: &State, seen: &Seen) -> Vec<String> {
        let slots = match (seen.end, seen.action) {
            (Some(End::Won(_, form)), _) => form.to_vec(),
            (_, Action::Place(_)) => before.next_in_hand(seen.seat).into_iter().collect(),
            (_, Action::Slide { from, .. }) => before.heap().find(from).into_iter().collect(),
            (_, Action::Pass) => Vec::new(),
        };
        slots.into_iter().map(draw::tile_name).collect()
    }

    fn lesson() -> Option<&'static Lesson> {
        Some(&LESSON)
    }

    fn topic(&self, view: &State) -> &'static str {
        guide::topic(view)
    }

    fn svg(&self, scene: &Scene<'_, Self>) -> String {
        draw::picture(self, scene)
    }

    fn path(&self, view: &State, action: Action) -> Vec<Step> {
        match action {
            Action::Place(to) => vec![Step::one(draw::target_name(to))],
            Action::Slide { from, to, keep } => {
                let Some(slot) = view.heap().find(from) else { return Vec::new() };
                let mut path = vec![Step::one(draw::tile_name(slot)), Step::one(draw::target_name(to))];
                path.extend(keep.map(|keep| Step::one(draw::group_name(draw::kept(view, slot, to, keep)))));
                path
            }
            Action::Pass => vec![Step::one("pass")],
        }
    }

    /// A place, or a tile and a place, is an attempt even where the rules refuse it.
    fn attempt(&self, view: &State, picks: &[&str]) -> Option<Action> {
        let names: Option<Vec<Named>> = picks.iter().map(|name| draw::named(name)).collect();
        match names.as_deref() {
            Some(&[Named::Target(to)]) => Some(Action::Place(to)),
            Some(&[Named::Slot(slot), Named::Target(to)]) if view.heap().on() & 1 << slot != 0 => {
                Some(Action::Slide { from: view.heap().tile(slot), to, keep: None })
            }
            _ => legal_attempt(self, view, picks),
        }
    }

    /// The last tile of the hand goes to its place. A slide goes as its path says.
    fn motions(&self, view: &State, action: Action) -> Vec<Motion> {
        let Action::Place(to) = action else { return Vec::new() };
        draw::placing(view, to).into_iter().collect()
    }

    fn controls(&self, view: &State) -> Vec<Control> {
        self.can_only_pass(view).then(|| Control::new("pass", "Pass")).into_iter().collect()
    }

    fn say(&self, before: &State, seen: &Seen) -> String {
        let seat = words::side(seen.seat);
        let beside = beside(before, seen.action).map_or(String::new(), |beside| format!(" {beside}"));
        let act = match seen.action {
            Action::Place(to) => format!("{seat} places a {} tile{beside}", to.way.word()),
            Action::Slide { from, to, .. } => {
                let turns = if from.way == to.way { "" } else { " and rotates it" };
                let rest = match beside.as_str() {
                    "" => String::new(),
                    beside => format!(": it is now {},{beside}", to.way.word()),
                };
                let tile = before.heap().find(from).map(|slot| words::told_apart(before, slot));
                format!("{seat} slides {}{turns}{rest}", tile.unwrap_or_default())
            }
            Action::Pass => format!("{seat} has no move and passes"),
        };
        let home = match seen.home {
            [0, 0] => String::new(),
            [1, 0] => "; a light tile goes back to hand".to_owned(),
            [0, 1] => "; a dark tile goes back to hand".to_owned(),
            [light, 0] => format!("; {light} light tiles go back to hand"),
            [0, dark] => format!("; {dark} dark tiles go back to hand"),
            [light, dark] => format!("; {light} light and {dark} dark tiles go back to hand"),
        };
        let end = match seen.end {
            Some(End::Won(winner, _)) => format!(".\n{} wins", words::side(winner)),
            Some(End::Repeated) => "; the position has repeated for the third time: a draw".to_owned(),
            None => String::new(),
        };
        format!("{act}{home}{end}.")
    }

    fn advise(&self, view: &State, action: Action) -> String {
        let beside = beside(view, action).map_or(String::new(), |beside| format!(" {beside}"));
        let advice = match action {
            Action::Place(to) => ["Place a ", to.way.word(), " tile", &beside],
            Action::Slide { from, to, .. } => {
                let slides = if from.way == to.way { "Slide" } else { "Slide and rotate" };
                let so = if beside.is_empty() { " to the marked place" } else { ", so that it lies" };
                [slides, " the marked tile", so, &beside]
            }
            Action::Pass => ["Pass", "", "", ""],
        };
        advice.concat() + "."
    }

    fn side(&self, _view: &State, seat: Seat) -> Option<String> {
        Some(words::side(seat).to_owned())
    }

    fn standing(&self, view: &State) -> Option<Vec<i32>> {
        Some(Seat::all(2).map(|seat| THREAT * i32::from(threatens(view.heap(), seat))).collect())
    }

    fn facts(&self, view: &State, seen: &mut dyn ExactSizeIterator<Item = &Seen>) -> Vec<Fact> {
        let [light, dark] = view.hands();
        let mut facts = vec![
            Fact::new("Turns", seen.len()),
            Fact::new("Light in hand", light).counts("bb-0-H"),
            Fact::new("Dark in hand", dark).counts("bb-1-H"),
        ];
        let again = Some(view.occurrences()).filter(|times| *times > 1);
        facts.extend(again.map(|times| Fact::new("Position seen", format!("{times}×"))));
        facts
    }

    fn picked_first(&self, _view: &State, _action: Action) -> &'static str {
        "tile"
    }

    fn reason(&self, view: &State, line: &[Action]) -> Option<String> {
        let action = *line.first()?;
        if view.phase() == Phase::First {
            return Some("comes first: every later tile must touch one on the table".into());
        }
        let (own, other) = (view.to_act(), view.to_act().next(2));
        let mut after = view.clone();
        self.apply(&mut after, action);
        let can_win = |state: &State, seat: Seat| {
            let mut found = Vec::new();
            wins(self.options(), state, seat, 1, &mut found);
            !found.is_empty()
        };
        if let Some(outcome) = self.outcome(&after) {
            return (outcome.winners == [own]).then(|| "wins at once".into());
        }
        if can_win(view, other) && !can_win(&after, other) {
            return Some(format!("stops {} from winning next turn", words::side(other)));
        }
        let has_three = |state: &State| threatens(state.heap(), own);
        Some(match has_three(&after) && !has_three(view) {
            _ if can_win(&after, other) => LOST.into(),
            _ if can_win(&after, own) => "threatens to win next turn".into(),
            true => "gives you three tiles of a block".into(),
            false => QUIET.into(),
        })
    }

    fn hint(&self, view: &State, solved: &Solved<Action>, strength: u8, legal: &[Action]) -> Hint {
        let Some(&action) = solved.line.first() else { return Hint::default() };
        let (text, marks) = match (action, strength) {
            (Action::Place(_), ..=1) if view.phase() == Phase::First => {
                ("There’s only one place for the first tile.".to_owned(), Vec::new())
            }
            (Action::Pass, _) => ("You can only pass.".to_owned(), vec!["pass".to_owned()]),
            (Action::Place(to), ..=1) => {
                let beside = each_slot(view.heap().neighbours(to)).next().map(draw::tile_name);
                let place = if beside.is_some() { " beside the marked one" } else { "" };
                (format!("Place a {} tile{place}.", to.way.word()), beside.into_iter().collect())
            }
            (Action::Slide { .. }, ..=1) => {
                let tile = |action| if let Action::Slide { from, .. } = action { Some(from) } else { None };
                let tiles = beginnings(tile, action, legal);
                let slots = tiles.into_iter().filter_map(|tile| view.heap().find(tile));
                let marks: Vec<String> = slots.map(draw::tile_name).collect();
                (format!("Slide {}.", self.marked(view, action, marks.len())), marks)
            }
            _ => {
                let reason = self.reason(view, &solved.line);
                return Hint::whole(self.advise(view, action), reason, &self.path(view, action));
            }
        };
        Hint { text, marks }
    }

    fn programs() -> &'static [ProgramSpec<Self>] {
        &PROGRAMS
    }

    fn solver(&self) -> Option<&dyn Solver<Self>> {
        Some(self)
    }

    fn analyser(&self) -> Option<&dyn Analyser<Self>> {
        Some(self)
    }

    fn reviewer(&self) -> Option<&dyn Reviewer<Self>> {
        Some(self)
    }

    fn puzzler(&self) -> Option<&dyn Puzzler<Self>> {
        Some(self)
    }
}

impl BambamBooboo {
    /// Whether the seat to act can do nothing but pass.
    fn can_only_pass(&self, view: &State) -> bool {
        let mut legal = Vec::new();
        if view.phase() == Phase::Slide && self.count_legal(view) == 1 {
            self.legal(view, &mut legal);
        }
        legal.contains(&Action::Pass)
    }
}

/// Where an action lays a tile, as told by those that lie there before it.
fn beside(before: &State, action: Action) -> Option<String> {
    let heap = before.heap();
    let (here, moving) = match action {
        Action::Place(to) => (to, 0),
        Action::Slide { from, to, .. } => (to, 1 << heap.find(from)?),
        Action::Pass => return None,
    };
    words::beside(before, heap.neighbours(here) & !moving, here)
}

fn options() -> Vec<Question> {
    vec![
        Question::choice("contact", "What counts as touching?")
            .help(
                "The picture in the rules is lost. A review describes contact along the sides with a shared \
                 corner.",
            )
            .answers([(Contact::Aligned, "Sides and a corner"), (Contact::Side, "Sides only")]),
        Question::choice("tiles", "Tiles per player")
            .help("With fewer tiles the game is shorter, and sliding begins sooner.")
            .answers([20, 12, 10, 8].map(|n| (n, n.to_string()))),
        Question::choice("reconnect", "Bringing a loose tile back from outside").answers([
            (Reconnect::Area, "Slide it from anywhere outside"),
            (Reconnect::Straight, "Straight in, like a new tile"),
        ]),
        Question::choice("slides", "Which tiles you slide")
            .help(
                "The rules say “a tile that has already been placed”, but not whose. A block \
                 always wins for its owner.",
            )
            .answers([(Slides::Own, "Your own"), (Slides::Any, "Any tile on the table")]),
        Question::choice("entry", "How a new tile comes in")
            .help(
                "The rules ask for a slide “in either horizontal or vertical direction”, not from where. \
                 From anywhere outside, it comes in like a loose tile.",
            )
            .answers([
                (Entry::Straight, "Straight from beyond all tiles"),
                (Entry::Around, "From anywhere outside"),
            ]),
        Question::choice("repetition", "If a position occurs for the third time")
            .answers([(3, "The game is a draw"), (0, "Play continues")]),
    ]
}
