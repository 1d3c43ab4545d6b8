//! Bulbous on a page: what is asked before a game, how a move is picked, what is said.

use crate::card::Symbol;
use crate::notation::Action;
use crate::rules::Bulbous;
use crate::table::{Phase, Specimen, State};
use crate::view::View;
use crate::{analysis, draw, news, open, programs, review, rulepage, score};
use bagatelle_core::playable::{About, Control, Fact, Playable, Progress, Question, Scene, Solved, Step};
use bagatelle_core::program::{Budget, Program, ProgramInfo};
use bagatelle_core::{Seat, Turn};

fn question(
    key: &'static str,
    label: &'static str,
    help: &'static str,
    answers: &[(&str, &str)],
) -> Question {
    let answers = answers.iter().map(|(value, label)| ((*value).into(), (*label).into())).collect();
    Question { key, label, help, answers, grid: None, own: false }
}

const NO_YES: [(&str, &str); 2] = [("false", "no"), ("true", "yes")];

impl Playable for Bulbous {
    fn about() -> About {
        About {
            name: "Bulbous",
            tagline: "Lay your charms face down, outbid the others, and plant bulbs on strange plants.",
            designer: "the authors of Bulbous (rules after the help page of 2024)",
            players: "2 to 4",
            minutes: "30 min",
        }
    }

    fn rules() -> String {
        rulepage::html()
    }

    fn option_questions() -> Vec<Question> {
        vec![
            question(
                "preset",
                "Rules",
                "The newer rule book declares the order of a round, plays ties out and pays collections.",
                &[
                    ("\"page-2024\"", "help page of 2024"),
                    ("\"rules-2026\"", "rule book of 2026 (2 or 4 players)"),
                ],
            ),
            question(
                "teams",
                "Two teams",
                "Four players by the rules of 2026: triangle against circle.",
                &NO_YES,
            ),
            question(
                "declared",
                "Declare the order of a round at its start",
                "Otherwise the First Player names each specimen before its turn.",
                &NO_YES,
            ),
            question(
                "full-deck",
                "Three players with the full deck",
                "Otherwise the cards of the unused colour are taken out.",
                &NO_YES,
            ),
            question(
                "end-at-fourth",
                "Two players: end at the fourth specimen of a colour",
                "Otherwise the game ends when all eight of a player have come into play.",
                &NO_YES,
            ),
            question(
                "bluff",
                "Bluffs (experimental)",
                "Any cards may be laid; only those of the colour and the matching Wild count.",
                &NO_YES,
            ),
            question(
                "max-rounds",
                "Round limit",
                "The game is scored as it stands after so many rounds.",
                &[("0", "none"), ("8", "8"), ("12", "12"), ("16", "16"), ("24", "24")],
            ),
        ]
    }

    fn wish_questions() -> Vec<Question> {
        vec![question("seats", "Players", "", &[("4", "4"), ("3", "3"), ("2", "2")])]
    }

    fn draw(&self, scene: &Scene<'_, Self>) -> String {
        draw::draw(scene)
    }

    fn draw_open(&self, state: &State, _last: Option<&str>) -> Option<String> {
        Some(open::draw(self, state))
    }

    fn path(&self, view: &View, action: Action) -> Vec<Step> {
        let cards = |cards: crate::Cards| Step::Set(cards.iter().map(|c| format!("card-{c}")).collect());
        let table = view.table();
        let pick = |specimen: Option<Specimen>| specimen.map(|s| Step::one(s.pick())).into_iter().collect();
        match action {
            Action::Bet(laid) => vec![cards(laid), Step::one("do-bet")],
            Action::Swap(out) => vec![cards(out), Step::one("do-swap")],
            Action::Pass => vec![Step::one("do-pass")],
            Action::Target(colour) => pick(table.active(colour)),
            Action::Choose(size) => pick(table.pending().next().map(|colour| Specimen { colour, size })),
            Action::Shuffle(_) => Vec::new(),
        }
    }

    fn controls(&self, view: &View) -> Vec<Control> {
        let table = view.table();
        let own = view.viewer().seat().map(Turn::Seat) == Some(table.turn());
        let control = |id: &str, label: &str| Control { id: id.into(), label: label.into() };
        match table.phase() {
            Phase::Over => Vec::new(),
            Phase::Tie if own => vec![control("do-bet", "Add the card"), control("do-pass", "Add nothing")],
            // They stay where they are while others act, so that nothing jumps.
            _ => {
                let full = view.viewer().seat().is_some_and(|s| view.hand_size(s) >= table.limit());
                let pass = if full { "Pass" } else { "Pass and draw" };
                vec![control("do-bet", "Bet"), control("do-swap", "Swap"), control("do-pass", pass)]
            }
        }
    }

    fn key(&self, _view: &View, action: Action) -> Option<String> {
        (action == Action::Pass).then(|| "p".into())
    }

    fn say(&self, before: &View, seen: &str) -> String {
        news::say(before, seen)
    }

    fn prompt(&self, view: &View) -> Option<String> {
        Some(news::prompt(view))
    }

    fn side(&self, view: &View, seat: Seat) -> Option<String> {
        Some(news::title(view.table(), seat))
    }

    fn facts(&self, view: &View, _seen: &[String]) -> Vec<Fact> {
        let table = view.table();
        let mut facts = Vec::new();
        facts.extend(news::last_turn(view).map(|told| Fact::new("Last turn", told)));
        if table.round() > 0 {
            let last = if table.last_round() { " (the last)" } else { "" };
            facts.push(Fact::new("Round", format!("{}{last}", table.round())));
        }
        for (seat, points) in Seat::all(table.seats()).zip(view.points()) {
            let label = if view.viewer().seat() == Some(seat) {
                "Your points".into()
            } else {
                format!("{}’s points", news::title(table, seat))
            };
            facts.push(Fact::new(label, points.total()).scored());
        }
        if view.options().teams {
            for team in [Symbol::Triangle, Symbol::Circle] {
                let mates = Seat::all(table.seats()).filter(|s| score::team(table, *s) == Some(team));
                let total: i32 = mates.map(|s| view.points()[s.index()].total()).sum();
                facts.push(Fact::new(format!("The team of the {}", team.name()), total).scored());
            }
        }
        let variant = news::variant(view.options());
        if !variant.is_empty() {
            facts.push(Fact::new("Variant", variant.join(", ")));
        }
        facts
    }

    fn programs() -> &'static [ProgramInfo] {
        programs::PROGRAMS
    }

    fn program(name: &str) -> Option<Box<dyn Program<Self>>> {
        programs::program(name)
    }

    fn solve(&self, view: &View, budget: &Budget<'_>, _progress: Progress<'_>) -> Option<Solved<Action>> {
        let advice = programs::advise(self, view, budget)?;
        let score = advice.score.unwrap_or_default();
        Some(Solved {
            json: serde_json::json!({
                "action": advice.action.to_string(),
                "score": score,
                "line": [advice.action.to_string()],
                "depth": null,
                "simulations": advice.nodes,
            }),
            text: format!(
                "{} (about {score} ahead of the best other, after {} simulations)",
                advice.action, advice.nodes
            ),
            line: vec![advice.action],
        })
    }

    fn review(&self, start: &State, actions: &[Action]) -> Option<String> {
        Some(review::html(&analysis::look_back(self, start, actions, 200)))
    }
}
