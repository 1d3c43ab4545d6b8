//! The analysis board: a position that can be played on, its variations, and what the engine thinks of it.

use super::engine::{Engine, viewer_of};
use super::graph::{Graph, ahead};
use super::tree::Tree;
use crate::board::entry::{controls, typed_move_folded};
use crate::board::{Below, Rim, board};
use crate::frame::{Frame, Script, Sheet};
use crate::json::Json;
use crate::table::facts::long_or_short;
use crate::table::mood::at_end;
use crate::table::seats::{Plate, plates};
use crate::tabs::{Tab, Tabs, heading, room_of_goal};
use crate::{game, text, urls};
use bagatelle_catalog::AnyPlay;
use bagatelle_core::persona::Mood;
use bagatelle_core::present::{Worth, face_in, peg};
use bagatelle_core::{Seat, Turn, Viewer};
use bagatelle_table::{Analysis, LONGEST_COMMENT, LONGEST_TITLE, Occupant, names_of};
use maud::{Markup, html};

/// Records up to this many bytes fit into a link.
const LINKED: usize = 6000;

/// An analysis board.
#[derive(Clone, Copy)]
pub struct BoardPage<'a> {
    /// The id of the analysis.
    pub id: &'a str,
    /// The variations.
    pub analysis: &'a Analysis,
    /// The table of the game, which is over, and its address.
    pub game: Option<(&'a str, &'a str)>,
    /// The reader’s seat in that game, if it is known.
    pub own: Option<Seat>,
    /// What the engine does.
    pub engine: &'a Engine,
    /// A number that grows with each change.
    pub revision: u64,
}

impl BoardPage<'_> {
    /// The whole page.
    #[must_use]
    pub fn page(&self) -> Markup {
        let title = format!("{}: analysis", game::name(self.analysis.game()));
        Frame { laid: true, script: Script::Analysis, sheet: Some(Sheet::Analysis), ..Frame::new(&title) }
            .page(&self.part())
    }

    /// The part that each change replaces.
    #[must_use]
    pub fn part(&self) -> Markup {
        let play = self.analysis.play(self.analysis.at());
        let (play, viewer) = (play.as_ref(), viewer_of(play.as_ref()));
        let (over, act) = (play.turn() == Turn::Over, urls::analysis_act(self.id));
        let offers = play.offers(viewer);
        // An action that continues the last one is a separate move here.
        let offers: Vec<_> = offers.into_iter().filter(|offer| !offer.amends).collect();
        let asks = (!offers.is_empty()).then(|| Json(play.asks(viewer, &offers)));
        let arrows = self.engine.arrows(play);
        // A reader who had a seat is “you”, as at the table; all others are named where there are several.
        let told_to = match self.own {
            Some(own) => Viewer::Seat(own),
            None if play.seats() > 1 => Viewer::Spectator,
            None => viewer,
        };
        let first = if play.seats() > 1 { self.label(play, Seat(0)) } else { String::new() };
        html! {
            main #table .analysis.over[over] data-version=(self.revision) data-seq=(self.revision)
                data-revision="0"
                data-offers=(Json(&offers)) data-asks=[asks]
                    data-arrows=[(!arrows.is_empty()).then_some(Json(arrows))]
                data-act=(act) data-part=(urls::analysis(self.id)) data-why=(urls::analysis_why(self.id))
                data-events=(urls::analysis_events(self.id)) {
                (self.heading(play, viewer))
                (board(self.analysis.game(), &self.drawing(play, viewer), &self.rim(play, viewer)))
                div.side {
                    (self.now(play, viewer, &act))
                    (self.steps(&act))
                    (self.engine.panel(play, told_to, &act, &first))
                    (self.graph(play, &first))
                    section.variations aria-labelledby="variations" {
                        h2 #variations { "Moves" }
                        form method="post" action=(act) data-send {
                            input type="hidden" name="kind" value="go";
                            (Tree { analysis: self.analysis, reader: told_to }.draw())
                        }
                    }
                    (self.describe(&act))
                    section.figures aria-label="Figures" {
                        dl { @for fact in play.facts(told_to).iter().filter(|fact| !(fact.passing && over)) {
                            (long_or_short(fact)) } }
                    }
                    (self.more(&act, over))
                }
            }
        }
    }

    fn heading(&self, play: &dyn AnyPlay, viewer: Viewer) -> Markup {
        let game = self.analysis.game();
        match self.game {
            Some((id, address)) => {
                let (shown, has_review) = (Tab::Analysis, self.has_review());
                Tabs { id, game, address, shown, has_review, has_analysis: true, ply: None, play, viewer }
                    .heading()
            }
            None => heading(game, &html! { p.deal { "Analysis" } }, &room_of_goal(play, viewer), None),
        }
    }

    /// What the player of a seat is called in sentences: the seat itself, where the record names no players.
    fn name(&self, play: &dyn AnyPlay, seat: Seat) -> String {
        let name = names_of(self.analysis.start()).into_iter().nth(seat.index()).flatten();
        name.unwrap_or_else(|| play.seat_name(seat))
    }

    /// What the player of a seat is called on the board, as on the other pages of the game: a reader without
    /// a name is *You*.
    fn label(&self, play: &dyn AnyPlay, seat: Seat) -> String {
        let (name, side) = (self.name(play, seat), play.seat_name(seat));
        if self.own == Some(seat) && name == side { "You".to_owned() } else { name }
    }

    /// The position: with all hands open once the game is over. The reader plays all sides of it.
    fn drawing(&self, play: &dyn AnyPlay, viewer: Viewer) -> String {
        let mut named = play.duplicate();
        named.name_players(Seat::all(play.seats()).map(|seat| Some(self.label(play, seat))).collect());
        let near = self.near(play, viewer);
        let open = (play.turn() == Turn::Over).then(|| named.svg_open(near)).flatten();
        open.unwrap_or_else(|| named.svg_for(viewer, near, true))
    }

    /// The seat from whose side of the table the board is seen: always the same, so that a move does not turn
    /// it; but a hand is seen from where it lies.
    fn near(&self, play: &dyn AnyPlay, viewer: Viewer) -> Seat {
        viewer.seat().filter(|_| play.has_open_view()).or(self.own).unwrap_or(Seat(0))
    }

    /// The plates of the players.
    fn rim(&self, play: &dyn AnyPlay, viewer: Viewer) -> Rim {
        let seating = self.analysis.seating();
        let personas = self.analysis.game().personas(&mut seating.iter().map(Occupant::program_name));
        let outcome = play.outcome().or_else(|| self.game.and_then(|_| self.analysis.result()));
        let moods = outcome.map_or_else(Vec::new, |outcome| at_end(play.seats(), &outcome, None));
        let plate = |seat: Seat| {
            let (label, side) = (self.label(play, seat), play.seat_name(seat));
            let persona = personas.get(seat.index()).copied().flatten();
            let mood = moods.get(seat.index()).copied().unwrap_or(Mood::Calm);
            let face = match persona {
                Some(persona) => face_in(&persona, mood),
                None => match seating.get(seat.index()).and_then(Occupant::person) {
                    Some(person) => peg(person.own_name(&side), mood),
                    None => peg(&side, mood),
                },
            };
            let skill = persona.map(|persona| html! { (persona.skill) });
            Plate { face, label, side, skill, turn: play.turn() == Turn::Seat(seat) }
        };
        let alone = seating.iter().filter(|one| one.program_name().is_none()).count() < 2;
        let help =
            self.game.is_some() && alone && game::has_solver(self.analysis.game()) && play.has_solver();
        let below = Below { help, commands: !play.controls(viewer).is_empty() };
        plates(self.near(play, viewer), below, &Seat::all(play.seats()).map(plate).collect::<Vec<_>>())
    }

    /// Whether the game, which begins its variations, can be reviewed.
    fn has_review(&self) -> bool {
        self.analysis.line(0).last().is_some_and(|&end| self.analysis.play(end).has_review())
    }

    /// The question, and the buttons of the game.
    fn now(&self, play: &dyn AnyPlay, viewer: Viewer, act: &str) -> Markup {
        let status = match play.turn() {
            Turn::Over => self.ended(play),
            Turn::Chance => "A random draw is next.".into(),
            Turn::Seat(seat) => {
                // What is asked speaks to the player of a seat, and the reader has another one.
                let other = self.own.is_some_and(|own| own != seat);
                let to = if other { format!("For {}: ", self.label(play, seat)) } else { String::new() };
                to + &play.asked(viewer).unwrap_or_default()
            }
        };
        html! {
            section.now aria-label="Position" {
                p #status.status { (status) }
                (controls(play, viewer))
                @if play.turn() == Turn::Chance {
                    form.steps method="post" action=(act) data-send { button name="kind" value="draw" {
                        "Draw at random" } }
                }
            }
        }
    }

    /// How the game ended.
    fn ended(&self, play: &dyn AnyPlay) -> String {
        let Some(outcome) = play.outcome() else { return "The game is over.".into() };
        match (play.won_with(&outcome), outcome.winners.first()) {
            (Some(with), Some(winner)) if self.own == Some(*winner) => format!("You win with {with}."),
            (Some(with), Some(winner)) => format!("{} wins with {with}.", self.name(play, *winner)),
            _ if play.is_tie(&outcome) => "The game is over: a tie for first place.".into(),
            _ => format!("The game is over. {}", text::sentence(&play.ended(&outcome))),
        }
    }

    /// The buttons that move along the variations.
    fn steps(&self, act: &str) -> Markup {
        let (at, line) = (self.analysis.at(), self.analysis.line(self.analysis.at()));
        let here = line.iter().position(|&node| node == at).unwrap_or_default();
        let step = |to: usize, name: &str, key: &str, path: &str| {
            let node = line[to.min(line.len() - 1)];
            html! {
                button name="node" value=(node) data-step=(key) aria-label=(name)
                    title=(name) disabled[node == at] {
                    svg.icon viewBox="0 0 20 20" aria-hidden="true" {
                        path d=(path) fill="none" stroke="currentColor" stroke-width="2"
                            stroke-linecap="round" stroke-linejoin="round" {}
                    }
                }
            }
        };
        html! {
            form.steps method="post" action=(act) data-send aria-label="Moves" {
                input type="hidden" name="kind" value="go";
                (step(0, "First", "Home", "M5 4v12M15 4l-7 6 7 6"))
                (step(here.saturating_sub(1), "Back", "ArrowLeft", "M13 4l-7 6 7 6"))
                (step(here + 1, "Forward", "ArrowRight", "M7 4l7 6-7 6"))
                (step(line.len() - 1, "Last", "End", "M15 4v12M5 4l7 6-7 6"))
            }
        }
    }

    /// The graph over the line that is shown.
    fn graph(&self, play: &dyn AnyPlay, first: &str) -> Markup {
        let line = self.analysis.line(self.analysis.at());
        let worth = |(ply, &node): (usize, &usize)| {
            let (worth, _) = self.analysis.nodes()[node].worth.as_ref()?;
            Some((ply, worth.clone()))
        };
        let curve: Vec<(usize, Worth)> = line.iter().enumerate().filter_map(worth).collect();
        let at = line.iter().position(|&node| node == self.analysis.at());
        let whose = match first {
            "" => String::new(),
            "You" => "Your ".to_owned(),
            first => format!("{first}’s "),
        };
        let others: Vec<_> = Seat::all(play.seats()).skip(1).map(|seat| self.label(play, seat)).collect();
        let (plies, ahead, whose, stopped) = (line.len() - 1, &ahead(first, &others), &whose, "");
        let graph =
            Graph { curve: &curve, plies, at, marks: &[], seat: Seat(0), whose, ahead, stopped }.draw();
        // Its place is there from the start, so nothing moves when it comes.
        if graph.0.is_empty() && self.engine.on {
            return html! {
                figure.graph.blank {
                    figcaption { "A graph starts here once two positions have been searched." }
                }
            };
        }
        graph
    }

    /// The name and the comment of the position, and what can be done with its move.
    fn describe(&self, act: &str) -> Markup {
        let at = self.analysis.at();
        let node = &self.analysis.nodes()[at];
        html! {
            details #describe .describe open[!node.name.is_empty() || !node.comment.is_empty()] {
                summary { @if at == 0 { "This position" } @else { "This move" } }
                form method="post" action=(act) data-send {
                    input type="hidden" name="node" value=(at);
                    label.field { span { "Name" } input name="name" value=(node.name)
                        maxlength=(LONGEST_TITLE) autocomplete="off"; }
                    label.field { span { "Comment" } textarea name="comment" rows="3"
                        maxlength=(LONGEST_COMMENT) { (node.comment) } }
                    button name="kind" value="describe" { "Save" }
                }
                @if at != 0 {
                    form.steps method="post" action=(act) data-send {
                        input type="hidden" name="node" value=(at);
                        button name="kind" value="promote" { "Make this the main line" }
                        button name="kind" value="delete" { "Delete this move and what follows" }
                    }
                }
            }
        }
    }

    fn more(&self, act: &str, over: bool) -> Markup {
        let id = self.analysis.game().id();
        let record = serde_json::to_string(&self.analysis.bare_record()).unwrap_or_default();
        html! {
            section.more aria-label="More" {
                nav aria-label="This analysis" {
                    a href=(urls::analysis_record(self.id)) download={ (id) "-analysis.json" } { "Export the \
                        record" }
                    @if record.len() <= LINKED { a href=(urls::analyse_record(&record)) data-copied { "Copy \
                        a link" } }
                    a href=(urls::analyses()) { "New analysis" }
                    a href=(urls::rules(id)) data-panel { "Rules" }
                }
                @if !over {
                    (typed_move_folded(act, "act", "Play"))
                }
            }
        }
    }
}
