//! Bulbous on a page: the questions before a game, how a move is picked, the figures beside the table.

use crate::action::Action;
use crate::card::{Colour, Symbol};
use crate::cards::Cards;
use crate::lesson::LESSON;
use crate::options::{Bluff, FullHand, Last, Majority, Preset};
use crate::pad::RealTable;
use crate::public::{Phase, Specimen};
use crate::rules::Bulbous;
use crate::state::State;
use crate::view::{Consequence, Seen, View};
use crate::{ask, draw, judge, lights, narrate, programs, refuse, rulepage, score, seats};
use bagatelle_core::present::{
    Analyser, Control, Fact, Hint, Lesson, Manifest, Motion, OpenView, Playable, Puzzler, Question, Reviewer,
    Scene, ScorePad, ScoreSheet, Solved, Solver, Sound, Step, player,
};
use bagatelle_core::program::ProgramSpec;
use bagatelle_core::{Outcome, Seat, Turn};
use maud::Markup;
use std::time::Duration;

impl Playable for Bulbous {
    const MANIFEST: Manifest = Manifest {
        name: "Bulbous",
        tagline: "Bet your charms face down, outbid the others and plant bulbs on strange plants.",
        designer: "an unknown designer (rules from Board Game Arena, 2024)",
        seats: 2..=4,
        sides: seats::sides,
        minutes: 30..=30,
        options,
        deal_options,
        solve_limit: Some(Duration::from_secs(1)),
        first_look: Some(judge::LOOK),
        phrases: &["Well bid!", "I needed that one!"],
        ornament: "M0-12q1.5 5 1.5 7c5 1 8.5 4 8.5 8.5C10 8 6 11 0 11S-10 8-10 3.5C-10-1-6.5-4-1.5-5 \
            Q-1.5-7 0-12zM0-2q5 6 0 11q-5-5 0-11z",
        on_paper: true,
        ..Manifest::BASE
    };

    fn rules_page() -> Markup {
        rulepage::html()
    }

    fn keys() -> &'static [(&'static str, &'static str)] {
        &[
            ("B", "Bet the picked cards; in a tie, add the card"),
            ("S", "Swap the picked cards"),
            ("P", "Pass; in a tie, add nothing"),
            ("D", "Discard the picked card, where a pass with a full hand draws"),
        ]
    }

    fn goal(&self, view: &View) -> String {
        ask::goal(view.options())
    }

    /// Two of four win together as a team; all four are two teams that tie.
    fn is_tie(&self, outcome: &Outcome) -> bool {
        match outcome.winners.len() {
            0 | 1 => false,
            2 => !self.0.teams,
            _ => true,
        }
    }

    const GOAL_FIGURE: bool = true;

    fn goal_figure(&self, view: &View) -> Option<String> {
        draw::won(view.options())
    }

    fn status(&self, view: &View, picks: &[&str]) -> String {
        ask::status(view, picks)
    }

    fn waiting(&self, view: &View) -> Option<String> {
        ask::waiting(view)
    }

    fn why_not(&self, view: &View, picks: &[&str]) -> Option<String> {
        refuse::why_not(view, picks)
    }

    fn lights(&self, before: &View, seen: &Seen) -> Vec<String> {
        lights::lights(before, seen)
    }

    fn sound(&self, seen: &Seen) -> Sound {
        let places = |what: &Consequence| matches!(what, Consequence::Revealed { winner: Some(_), .. });
        if seen.followed.iter().any(places) { Sound::Bulb } else { Sound::Card }
    }

    fn moment(&self, before: &View, seen: &Seen) -> Option<(View, &'static str, String)> {
        Some((before.turned_up(seen)?, "The bets are turned up.", narrate::turned_up(before, seen)?))
    }

    fn topic(&self, view: &View) -> &'static str {
        ask::topic(view)
    }

    fn lesson() -> Option<&'static Lesson> {
        Some(&LESSON)
    }

    fn svg(&self, scene: &Scene<'_, Self>) -> String {
        draw::svg(scene)
    }

    fn path(&self, view: &View, action: Action) -> Vec<Step> {
        let cards = |cards: Cards| Step::set(cards.iter().map(|c| format!("card-{c}")));
        let public = view.public();
        let pick = |specimen: Option<Specimen>| specimen.map(|s| Step::one(s.pick())).into_iter().collect();
        match action {
            Action::Bet(laid) => vec![cards(laid), Step::one("do-bet")],
            Action::Swap(out) => vec![cards(out), Step::one("do-swap")],
            Action::Pass => vec![Step::one("do-pass")],
            Action::Discard(card) => vec![cards(Cards::NONE.with(card)), Step::one("do-discard")],
            Action::Target(colour) => pick(public.active(colour)),
            Action::Choose(size) => pick(public.pending().next().map(|colour| Specimen { colour, size })),
            Action::Shuffle(_) => Vec::new(),
        }
    }

    fn controls(&self, view: &View) -> Vec<Control> {
        let public = view.public();
        let own = view.viewer().seat().map(Turn::Seat) == Some(public.turn());
        match public.phase() {
            Phase::Tie if own => {
                vec![
                    Control::new("do-bet", "Add the card").key('b'),
                    Control::new("do-pass", "Add nothing").key('p'),
                ]
            }
            Phase::Discard if own => vec![Control::new("do-discard", "Discard").key('d')],
            // They stay where they are while others act, and their room at the end, so that nothing jumps.
            _ => vec![
                Control::new("do-bet", "Bet").key('b'),
                Control::new("do-swap", "Swap").key('s'),
                Control::new("do-pass", "Pass").key('p'),
            ],
        }
    }

    fn picked_first(&self, _view: &View, action: Action) -> &'static str {
        match action {
            Action::Bet(_) | Action::Swap(_) | Action::Discard(_) => "card",
            Action::Target(_) | Action::Choose(_) => "plant",
            Action::Pass | Action::Shuffle(_) => "button",
        }
    }

    fn key(&self, _view: &View, action: Action) -> Option<String> {
        (action == Action::Pass).then(|| "p".into())
    }

    /// The cards of a bet go to where a bet lies; what is drawn for others is not known before.
    fn motions(&self, view: &View, action: Action) -> Vec<Motion> {
        match action {
            Action::Bet(laid) if view.public().phase() == Phase::Act => draw::to_bet(laid),
            _ => Vec::new(),
        }
    }

    fn say(&self, before: &View, seen: &Seen) -> String {
        narrate::say(before, seen)
    }

    fn foretell(&self, view: &View, action: Action) -> String {
        narrate::say(view, &Seen::foreseen(view.public(), action))
    }

    /// A nudge says what kind of move to make, not with which cards, and marks some plants where one is
    /// chosen.
    fn hint(&self, view: &View, solved: &Solved<Action>, strength: u8, legal: &[Action]) -> Hint {
        let Some(&action) = solved.line.first() else { return Hint::default() };
        let marks = self.path(view, action).into_iter().flat_map(|step| step.names().to_vec());
        if let Some((text, plants)) = narrate::kind(view, action, legal).filter(|_| strength <= 1) {
            let buttons = marks.filter(|name| name.starts_with("do-"));
            return Hint { text, marks: buttons.chain(plants).collect() };
        }
        let reason = narrate::because(view, action, legal).map_or_else(String::new, |why| format!(" {why}"));
        Hint { text: self.advise(view, action) + &reason, marks: marks.collect() }
    }

    fn side(&self, view: &View, seat: Seat) -> Option<String> {
        Some(seats::title(view.public(), seat))
    }

    fn standing(&self, view: &View) -> Option<Vec<i32>> {
        Some(view.points().into_iter().map(score::Points::total).collect())
    }

    fn facts(&self, view: &View, _seen: &mut dyn ExactSizeIterator<Item = &Seen>) -> Vec<Fact> {
        let public = view.public();
        let which = if public.last_round() { " (last)" } else { "" };
        // The place of the figure is there from the start, so that the others rest.
        let round = match public.round() {
            0 => "Set-up".into(),
            round => format!("{round}{which}"),
        };
        let last = narrate::last_turn(view).unwrap_or("Nothing revealed yet.".into());
        // What was decided last comes first: the player to act thinks of it.
        let mut facts = vec![Fact::new("Last turn", last), Fact::new("Round", round)];
        for (seat, points) in Seat::all(public.seats()).zip(view.points()) {
            let label = if view.viewer().seat() == Some(seat) {
                "Your points".into()
            } else {
                format!("{}’s points", player(seat))
            };
            facts.push(Fact::new(label, points.total()).scored());
        }
        if view.options().teams {
            for team in [Symbol::Triangle, Symbol::Circle] {
                let mates = Seat::all(public.seats()).filter(|s| seats::team(public, *s) == Some(team));
                let total: i32 = mates.map(|s| view.points()[s.index()].total()).sum();
                facts.push(Fact::new(format!("Team {}", team.name()), total).scored());
            }
        }
        let variant = narrate::variant(view.options(), public.seats());
        if !variant.is_empty() {
            facts.push(Fact::new("Variant", variant.join(", ")));
        }
        if view.options().max_rounds > 0 {
            facts.push(Fact::new("Round limit", view.options().max_rounds));
        }
        facts
    }

    fn sheet(&self, state: &State, past: &[(&State, Action)]) -> Option<ScoreSheet> {
        Some(score::sheet(state, &self.0, past))
    }

    fn programs() -> &'static [ProgramSpec<Self>] {
        programs::PROGRAMS
    }

    fn solver(&self) -> Option<&dyn Solver<Self>> {
        Some(self)
    }

    fn puzzler(&self) -> Option<&dyn Puzzler<Self>> {
        Some(self)
    }

    fn analyser(&self) -> Option<&dyn Analyser<Self>> {
        Some(self)
    }

    fn reviewer(&self) -> Option<&dyn Reviewer<Self>> {
        Some(self)
    }

    fn score_pad() -> Option<&'static dyn ScorePad> {
        Some(&RealTable)
    }

    fn open_view(&self) -> Option<&dyn OpenView<Self>> {
        Some(self)
    }
}

fn options() -> Vec<Question> {
    vec![
        Question::choice("preset", "Rules")
            .help(
                "In the newer rule book, the First Player declares the order of each round, ties are played \
                    out, and collections score points.",
            )
            .answers([
                (Preset::Page2024, "2024 help page"),
                (Preset::Rules2026, "2026 rule book (2 or 4 players)"),
            ]),
        Question::yes_no("teams", "Two teams")
            .only_for(4)
            .help("Only in the 2026 rule book: triangle against circle."),
        Question::yes_no("declared", "Declare the order at the start of each round")
            .help("Otherwise the First Player chooses each plant just before its turn."),
        Question::yes_no("full-deck", "Full deck")
            .only_for(3)
            .help("Otherwise the cards of the unused colour are left out."),
        Question::choice("end-at-fourth", "The last round")
            .only_for(2)
            .help(
                "The rules: “the round in which a player’s last Baelfungious is put into play”. \
                 Each player has eight.",
            )
            .answers([
                (Last::Eighth, "When a player’s eighth plant comes in"),
                (Last::OfColour, "When the fourth plant of a colour comes in"),
                (Last::Fourth, "When a player’s fourth plant of any colour comes in"),
            ]),
        Question::choice("majority", "A majority of bulbs")
            .help("The rules: “2 points for each majority of bulbs”. With two players, both mean the same.")
            .answers([(Majority::Most, "The most"), (Majority::Half, "More than half")]),
        Question::choice("full-hand", "If you pass with a full hand")
            .help(
                "The rules: “If you already have 7 cards …, ignore the extra card.” With two players, it’s \
                    9.",
            )
            .answers([
                (FullHand::Nothing, "You draw nothing"),
                (FullHand::Discard, "You draw a card, then discard one"),
            ]),
        Question::choice("bluff", "Bluffs (experimental)")
            .help("You may bet any cards; only those of the colour and the matching Wild count.")
            .answers([(Bluff::No, "no"), (Bluff::Counted, "yes")]),
        Question::choice("max-rounds", "Round limit")
            .help("After this many rounds the game is scored as it stands.")
            .answers([(0, "none"), (8, "8"), (12, "12"), (16, "16"), (24, "24")]),
    ]
}

fn deal_options() -> Vec<Question> {
    let mut colours = Colour::ALL;
    colours.reverse();
    vec![
        Question::choice("seats", "Players").answers([(4, "4"), (3, "3"), (2, "2")]),
        Question::choice("without", "Colour left out")
            .only_for(3)
            .help("The others sit in the order red, blue, yellow, green.")
            .answers(colours.map(|colour| (colour, colour.name()))),
    ]
}
