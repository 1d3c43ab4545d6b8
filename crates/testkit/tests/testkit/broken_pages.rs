//! A page, or an observation, that breaks a law is caught, and the message says which law.
//!
//! The toy: a row of stones of which two seats take one or two in turn; the last stone wins. The first stone
//! has a secret colour. `FLAW` chooses what is wrong with its page.

use bagatelle_core::present::{
    Control, Fact, Manifest, Motion, Picture, Piece, Playable, Question, Scene, Step,
};
use bagatelle_core::{Game, NoOptions, Outcome, ParseError, Rng, Seat, Turn, Viewer};
use bagatelle_testkit::Effort;
use bagatelle_testkit::page::{check_drawing, laws};
use maud::{Markup, html};
use serde::{Serialize, Serializer};
use std::fmt;
use std::str::FromStr;

const NONE: u8 = 0;
const SHARED_PATH: u8 = 1;
const UNDRAWN_PICK: u8 = 2;
const ID_TWICE: u8 = 3;
const SECRET_SHOWN: u8 = 4;
const SILENT: u8 = 5;
const NO_FACTS: u8 = 6;
const WRONG_ATTEMPT: u8 = 7;
const WRONG_QUESTION: u8 = 8;
const SECRET_TOLD: u8 = 9;
const NO_LABEL: u8 = 10;
const SECRET_SEEN: u8 = 11;
const WRONG_MOTION: u8 = 12;
const UNDRAWN_MOTION: u8 = 13;

#[derive(Debug)]
struct Stones<const FLAW: u8>(NoOptions);

#[derive(Clone, Copy, PartialEq, Debug)]
struct Row {
    stones: u8,
    taken: u8,
    secret: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Take(u8);

impl fmt::Display for Take {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for Take {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Take, ParseError> {
        match text {
            "1" => Ok(Take(1)),
            "2" => Ok(Take(2)),
            _ => Err(ParseError::new(text, "1 or 2")),
        }
    }
}

/// A view that keeps what it should not: neither comparison nor serialisation shows it.
#[derive(Clone, Debug)]
struct View(Row);

impl PartialEq for View {
    fn eq(&self, other: &View) -> bool {
        self.0.stones == other.0.stones
    }
}

impl Serialize for View {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.stones.serialize(serializer)
    }
}

#[derive(Clone, PartialEq, Debug, Serialize)]
struct Seen {
    #[serde(skip)]
    action: Take,
    secret: bool,
}

impl fmt::Display for Seen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.action.fmt(f)
    }
}

#[derive(Clone, PartialEq, Debug, thiserror::Error)]
#[error("that cannot be")]
struct No;

impl<const FLAW: u8> Game for Stones<FLAW> {
    const ID: &'static str = "stones";
    const HIDDEN: bool = true;
    type Options = NoOptions;
    type DealOptions = NoOptions;
    type Setup = bool;
    type State = Row;
    type Action = Take;
    type View = View;
    type Observation = Seen;
    type SetupError = No;
    type Illegal = No;

    fn new(options: &NoOptions) -> Result<Self, No> {
        Ok(Stones(*options))
    }

    fn options(&self) -> &NoOptions {
        &self.0
    }

    fn deal(&self, _options: &NoOptions, rng: &mut Rng) -> Result<bool, No> {
        Ok(rng.below(2) == 0)
    }

    fn start(&self, secret: &bool) -> Result<Row, No> {
        Ok(Row { stones: 9, taken: 0, secret: *secret })
    }

    fn seats(&self, _state: &Row) -> u8 {
        2
    }

    fn turn(&self, state: &Row) -> Turn {
        if state.stones == 0 { Turn::Over } else { Turn::Seat(Seat(state.taken % 2)) }
    }

    fn legal(&self, state: &Row, out: &mut Vec<Take>) {
        out.clear();
        out.extend((1..=state.stones.min(2)).map(Take));
    }

    fn check(&self, state: &Row, Take(count): Take) -> Result<(), No> {
        if (1..=state.stones.min(2)).contains(&count) { Ok(()) } else { Err(No) }
    }

    fn apply(&self, state: &mut Row, Take(count): Take) {
        state.stones -= count;
        state.taken += 1;
    }

    fn outcome(&self, state: &Row) -> Option<Outcome> {
        (state.stones == 0).then(|| Outcome::won(Seat(1 - state.taken % 2), "the last stone"))
    }

    fn view(&self, state: &Row, _viewer: Viewer) -> View {
        View(*state)
    }

    fn sample(&self, view: &View, rng: &mut Rng) -> Row {
        Row { secret: rng.below(2) == 0, ..view.0 }
    }

    fn observe(&self, before: &Row, action: Take, _after: &Row, _viewer: Viewer) -> Self::Observation {
        Seen { action, secret: FLAW == SECRET_SEEN && before.secret }
    }
}

impl<const FLAW: u8> Playable for Stones<FLAW> {
    const MANIFEST: Manifest = Manifest {
        name: "Stones",
        tagline: "Take the last one.",
        designer: "traditional",
        seats: 2..=2,
        options: || if FLAW == WRONG_QUESTION { vec![Question::yes_no("misère", "")] } else { Vec::new() },
        ..Manifest::BASE
    };

    fn rules_page() -> Markup {
        html! { p { "Take one stone or two." } }
    }

    fn goal(&self, _view: &Self::View) -> String {
        "Take the last stone.".into()
    }

    fn status(&self, _view: &Self::View, _picks: &[&str]) -> String {
        "Take one or two stones.".into()
    }

    fn svg(&self, scene: &Scene<'_, Self>) -> String {
        let row = scene.view.0;
        let stone = |n: u8| {
            let id = if FLAW == ID_TWICE { 0 } else { n };
            let fill = if FLAW == SECRET_SHOWN && row.secret { "red" } else { "grey" };
            let stone = Piece::new(format!("stone-{id}")).pick_as(format!("stone-{n}")).at(n, 0);
            let stone = if FLAW == NO_LABEL { stone } else { stone.label(format!("stone {n}")) };
            stone.body(html! { circle r=".4" fill=(fill) {} })
        };
        Picture::new(0, -1, 9, 2)
            .label("a row of stones")
            .draw(&html! { @for n in 0..row.stones { (stone(n)) } })
    }

    fn path(&self, _view: &View, Take(count): Take) -> Vec<Step> {
        match (FLAW, count) {
            (SHARED_PATH, _) => vec![Step::one("stone-0")],
            (UNDRAWN_PICK, 2) => vec![Step::one("stone-77")],
            (_, 1) => vec![Step::one("take-one")],
            _ => vec![Step::set(["stone-0", "stone-1"])],
        }
    }

    fn motions(&self, _view: &View, _action: Take) -> Vec<Motion> {
        match FLAW {
            WRONG_MOTION => vec![Motion::new("stone-0", (5.0, 0.0))],
            UNDRAWN_MOTION => vec![Motion::new("stone-77", (5.0, 0.0))],
            _ => vec![Motion::new("stone-0", (0.0, 0.0))],
        }
    }

    fn controls(&self, _view: &View) -> Vec<Control> {
        vec![Control::new("take-one", "Take one")]
    }

    fn attempt(&self, view: &View, picks: &[&str]) -> Option<Take> {
        if FLAW == WRONG_ATTEMPT {
            return None;
        }
        bagatelle_core::present::legal_attempt(self, view, picks)
    }

    fn say(&self, before: &View, seen: &Self::Observation) -> String {
        match FLAW {
            SILENT => String::new(),
            SECRET_TOLD if before.0.secret => format!("{seen} taken, and the first is red."),
            _ => format!("{seen} taken."),
        }
    }

    fn facts(&self, view: &View, _seen: &mut dyn ExactSizeIterator<Item = &Self::Observation>) -> Vec<Fact> {
        if FLAW == NO_FACTS { Vec::new() } else { vec![Fact::new("Stones", view.0.stones)] }
    }
}

const EFFORT: Effort = Effort { games: 4, plies: 9 };

#[test]
fn a_page_without_a_flaw_passes() {
    laws::<Stones<NONE>>(EFFORT);
}

macro_rules! caught {
    ($($test:ident $flaw:ident $message:literal),* $(,)?) => {$(
        #[test]
        #[should_panic(expected = $message)]
        fn $test() {
            laws::<Stones<$flaw>>(EFFORT);
        }
    )*};
}

caught! {
    a_shared_path_is_caught SHARED_PATH "shares its path",
    a_pick_that_is_not_drawn_is_caught UNDRAWN_PICK "stone-77, a pick of 2, is not there",
    an_id_that_is_there_twice_is_caught ID_TWICE "the id stone-0 appears twice",
    a_secret_that_is_shown_is_caught SECRET_SHOWN "the drawing shows what",
    a_secret_that_is_told_is_caught SECRET_TOLD "the sentence tells what",
    a_missing_sentence_is_caught SILENT "no sentence for",
    missing_figures_are_caught NO_FACTS "there are figures",
    a_path_that_does_not_lead_back_is_caught WRONG_ATTEMPT "is an attempt at",
    a_piece_that_goes_elsewhere_is_caught WRONG_MOTION "puts stone-0 at (0.0, 0.0), not (5.0, 0.0)",
    a_piece_that_goes_without_being_drawn_is_caught UNDRAWN_MOTION "moves stone-77, which is not drawn",
    a_question_about_an_unknown_option_is_caught WRONG_QUESTION "is no answer",
    a_pick_without_a_label_is_caught NO_LABEL "can be picked, but has no label",
}

#[test]
fn observations_without_a_flaw_pass() {
    bagatelle_testkit::laws::<Stones<NONE>>(EFFORT);
}

#[test]
#[should_panic(expected = "what the views do not hold")]
fn an_observation_of_a_secret_is_caught() {
    bagatelle_testkit::laws::<Stones<SECRET_SEEN>>(EFFORT);
}

#[test]
fn drawings_are_checked() {
    let svg = |inside: &str| {
        check_drawing(&format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 1 1\" aria-label=\"a\">{inside}</svg>"
        ))
    };
    let drawn = svg("<g id='a' data-pick='b'><title>c</title><use href='#a' fill='#abc'/></g>").unwrap();
    assert_eq!((drawn.ids, drawn.picks), (vec!["a".to_owned()], vec!["b".to_owned()]));
    for (inside, fault) in [
        ("<g>", "the drawing is not well-formed"),
        ("<g style='fill: red'/>", "a g has the attribute style"),
        ("<g onclick='1'/>", "a g has the attribute onclick"),
        ("<text>a</text>", "a drawing has no text"),
        ("<svg class='name'><text><tspan>a</tspan></text></svg>", "a drawing has no text"),
        ("<use href='#nothing'/>", "nothing is referred to, but not drawn"),
        ("<g fill='url(#shade)'/>", "shade is referred to, but not drawn"),
        ("<g transform='translate(NaN 0)'/>", "the transform of a g is not a number"),
        (&format!("<!--{}-->", "x".repeat(60_000)), "the drawing has 60"),
    ] {
        let found = svg(inside).unwrap_err();
        assert!(found.starts_with(fault), "{found}");
    }
    assert!(check_drawing("<svg/>").is_err());
}
