//! What can be learned from a finished game: how it went, how well each seat played, and its turning points
//! on the board.

use super::arrow::Arrow;
use super::graph::{Graph, ahead};
use crate::apart::apart;
use crate::board::{Below, Rim, along, board};
use crate::frame::{Frame, Script, Sheet};
use crate::json::Json;
use crate::once::key_field;
use crate::step::step;
use crate::table::mood::at_end;
use crate::table::seats::{Plate, plates, portrait, skill};
use crate::table::{ending_of, result_sentence};
use crate::tabs::{Tab, Tabs};
use crate::{game, text, urls};
use bagatelle_catalog::AnyPlay;
use bagatelle_core::persona::Mood;
use bagatelle_core::present::text::advice;
use bagatelle_core::present::{Mark, Review, Scale, TurningPoint, Worth};
use bagatelle_core::{Outcome, Seat, Turn, Viewer};
use bagatelle_table::{Ending, Occupant, Table};
use maud::{Markup, PreEscaped, html};

/// How often a page that waits for a review is reloaded, in seconds.
const RELOAD_S: u32 = 2;

/// What is said where no move is judged.
const UNJUDGED: &str = "No move is judged: each was forced, or played for its player.";

/// What can be learned from a finished game.
#[derive(Clone, Copy)]
pub struct ReviewPage<'a> {
    /// The table.
    pub table: &'a Table,
    /// The id under which the pages of the game are found: that of the server, where the browser has made the
    /// table from a record.
    pub id: &'a str,
    /// What was found; `None` while it is being made.
    pub review: Option<&'a Review<String>>,
    /// How much of it is done, 0.0 to 1.0, if known.
    pub made: Option<f64>,
    /// The seats of the reader, who is meant by “you”.
    pub own: &'a [Seat],
    /// How the game ended, where the table does not tell: a record has no resignation.
    pub result: Option<&'a Outcome>,
    /// Which turning point is shown, from 0; those of the reader come first.
    pub turn: usize,
    /// After how many moves of its better line the board is shown.
    pub step: usize,
    /// The numbers of the table's newest event and of its other changes, if the page hears of changes;
    /// otherwise it reloads itself while the review is being made.
    pub live: Option<(u64, u64)>,
}

impl ReviewPage<'_> {
    /// The whole page.
    #[must_use]
    pub fn page(&self) -> Markup {
        let title = self.title();
        let reload_s = (self.review.is_none() && self.live.is_none()).then_some(RELOAD_S);
        let script = match (self.live, self.review) {
            (Some(_), _) => Script::Analysis,
            (None, Some(_)) => Script::Review,
            (None, None) => Script::Plain,
        };
        Frame { laid: true, reload_s, script, sheet: Some(Sheet::Analysis), ..Frame::new(&title) }
            .page(&self.part())
    }

    /// The part that changes.
    #[must_use]
    pub fn part(&self) -> Markup {
        let turns = self.review.map_or_else(Vec::new, |review| self.turns(review));
        let number = self.turn.min(turns.len().saturating_sub(1));
        let turn = turns.get(number).map(|turn| (*turn, self.table.play().at(turn.ply)));
        let shown = turn.as_ref().map(|(turn, before)| Shown::of(turn, before.as_ref(), self.step));
        let arrows = shown.as_ref().map_or_else(Vec::new, Shown::arrows);
        apart(&html! {
            main #table .replay.review.over data-arrows=[(!arrows.is_empty()).then_some(Json(arrows))]
                data-part=[self.live.map(|_| self.address(self.turn, self.step))]
                data-events=[self.live.map(|_| urls::table_events(self.table.id()))]
                data-seq=[self.live.map(|live| live.0)] data-revision=[self.live.map(|live| live.1)] {
                (self.tabs(shown.as_ref().map(|shown| shown.turn.ply)))
                (board(self.table.game(), &self.drawing(shown.as_ref()), &self.rim(shown.as_ref())))
                @match self.review {
                    Some(review) => (self.made(review, &turns, number, shown.as_ref())),
                    None => div.side {
                        (self.ending())
                        p role="status" { "Preparing the review…" }
                        progress max="1" value=[self.made.map(|made| format!("{made:.2}"))]
                            aria-label="Progress of the review" {}
                    },
                }
            }
        })
    }

    fn title(&self) -> String {
        format!("{}: review", game::name(self.table.game()))
    }

    /// How the game ended.
    fn outcome(&self) -> Option<Outcome> {
        self.table.outcome().or_else(|| self.result.cloned())
    }

    /// How the game ended, in a sentence.
    fn ending(&self) -> Markup {
        let Some(outcome) = self.outcome() else { return html! {} };
        html! { p.ending { (result_sentence(self.table, &outcome, self.own)) } }
    }

    /// What a player did who ended a game that was going well: `resigned`. `None` if the game was won all the
    /// same, or does not count.
    fn gave_up(&self, seat: Seat) -> Option<String> {
        let outcome = self.outcome().filter(|outcome| !outcome.winners.contains(&seat))?;
        match ending_of(self.table, &outcome)? {
            Ending::GivenUp => Some("gave up".into()),
            Ending::DrawAgreed => Some("agreed to a draw".into()),
            ending if ending.loser() == Some(seat) => {
                ending.describe(|_| String::new())?.strip_prefix(' ').map(str::to_owned)
            }
            _ => None,
        }
    }

    /// Who ended the game before its end, and how: `you resigned`. `None` if the rules ended it.
    fn stopper(&self) -> Option<String> {
        let mut seats = self.table.seats().filter(|_| self.table.play().outcome().is_none());
        let who = |seat| if self.own == [seat] { "you".to_owned() } else { self.name(seat) };
        seats.find_map(|seat| Some(format!("{} {}", who(seat), self.gave_up(seat)?)))
    }

    /// The heading, with the other pages of the game; the analysis begins at the turning point that is shown.
    fn tabs(&self, shown: Option<usize>) -> Markup {
        let (id, game, address) = (self.id, self.table.game(), &urls::table(self.id));
        let ply = shown;
        let (shown, play, viewer) = (Tab::Review, self.table.play(), self.viewer());
        Tabs { id, game, address, shown, has_review: true, has_analysis: true, ply, play, viewer }.heading()
    }

    /// As whom the reader has seen the game.
    fn viewer(&self) -> Viewer {
        self.own.first().map_or(Viewer::Spectator, |seat| Viewer::Seat(*seat))
    }

    /// The seat from whose side of the table the board is seen.
    fn near(&self) -> Seat {
        self.own.first().copied().unwrap_or(Seat(self.table.play().seats().saturating_sub(1)))
    }

    /// The plates of the players, around the board as it is drawn. Where hands are hidden, that of a turning
    /// point lies before the player whose hand is seen.
    fn rim(&self, shown: Option<&Shown<'_>>) -> Rim {
        let near = shown.filter(|_| self.table.game().hidden()).map_or(self.near(), |shown| shown.turn.seat);
        let (table, seats) = (self.table, self.table.play().seats());
        let moods = self.outcome().map(|outcome| at_end(seats, &outcome, table.ending()));
        let plate = |seat: Seat| Plate {
            face: portrait(table, seat, moods.as_ref().map_or(Mood::Calm, |moods| moods[seat.index()])),
            label: table.label_for(seat, self.own),
            side: table.play().seat_name(seat),
            skill: skill(table, seat),
            turn: false,
        };
        let below = Below::of(table, !self.own.is_empty(), self.viewer());
        plates(near, below, &Seat::all(seats).map(plate).collect::<Vec<_>>())
    }

    /// What was found, beside the board and below it.
    fn made(
        &self,
        review: &Review<String>,
        turns: &[&TurningPoint<String>],
        number: usize,
        shown: Option<&Shown<'_>>,
    ) -> Markup {
        html! {
            div.side {
                (self.ending())
                (self.turning_points(review, turns, number))
                @match shown {
                    Some(shown) => (self.told(shown, number)),
                    None => p {
                        a.button href=(urls::replay_at(self.id, None, 0)) { "Step through the game" }
                    },
                }
                (self.graph(review, turns, number))
                (self.accuracy(review))
            }
            div.beside {
                p.small { (review.about) }
                @for (n, note) in review.notes.iter().enumerate() {
                    section aria-label=(note.title) {
                        h2 { (note.title) }
                        @if !note.text.is_empty() { p { (note.text) } }
                        @if let Some(picture) = review.picture.as_ref().filter(|_| n == 0) {
                            figure { (PreEscaped(picture)) }
                            (legend(&review.key))
                        }
                        @if !note.list.is_empty() {
                            details {
                                summary { (text::count(note.list.len() as u64, "turn")) }
                                ol.turns { @for line in &note.list { li { (line) } } }
                            }
                        }
                    }
                }
            }
        }
    }

    /// The position that is shown of a turning point as the player to act saw it, from the reader's side of
    /// the board; otherwise the end of the game.
    fn drawing(&self, shown: Option<&Shown<'_>>) -> String {
        let seats = self.table.play().seats();
        let named = |play: &dyn AnyPlay| {
            let mut play = play.duplicate();
            let names = Seat::all(seats).map(|seat| Some(self.table.label_for(seat, self.own)));
            play.name_players(names.collect());
            play
        };
        let Some(shown) = shown else {
            let play = named(self.table.play());
            return play
                .svg_open(self.near())
                .unwrap_or_else(|| play.svg_from(Viewer::Spectator, self.near()));
        };
        let (seat, aside) = (Viewer::Seat(shown.turn.seat), !self.is_own(shown.turn));
        let svg = |moves| named(shown.after(moves)).svg_for(seat, self.near(), aside);
        // One scale for all of its better line.
        along(shown.line.len() + 1, shown.at(), svg)
    }

    fn name(&self, seat: Seat) -> String {
        self.table.label(seat)
    }

    /// Who made the decisions of a seat: the reader, or another player by name. A lone player needs none.
    fn decider(&self, seat: Seat, seats: usize) -> String {
        if self.own == [seat] {
            "You".to_owned()
        } else if seats == 1 && self.table.person(seat).is_none_or(|person| person.name.is_empty()) {
            "The player".to_owned()
        } else {
            self.name(seat)
        }
    }

    /// The turning points: those of the reader, then those of the others. Slips are told only to
    /// the player who made them.
    fn turns<'b>(&self, review: &'b Review<String>) -> Vec<&'b TurningPoint<String>> {
        let alone = self.table.play().seats() == 1;
        let told = |turn: &&TurningPoint<String>| match &turn.played {
            None => self.gave_up(turn.seat).is_some(),
            Some(_) => !turn.slip || alone || self.is_own(turn),
        };
        let (own, others): (Vec<_>, Vec<_>) =
            review.turns.iter().filter(told).partition(|turn| self.is_own(turn));
        // That a good position was given up comes first.
        let (stopped, own): (Vec<_>, Vec<_>) = own.into_iter().partition(|turn| turn.played.is_none());
        stopped.into_iter().chain(own).chain(others).collect()
    }

    /// Whether the reader, who has this seat alone, made the move.
    fn is_own(&self, turn: &TurningPoint<String>) -> bool {
        self.own == [turn.seat]
    }

    /// Who is reading about a move: its player reads what “you” did, everyone else what that player
    /// did.
    fn reader(&self, turn: &TurningPoint<String>) -> Viewer {
        if self.is_own(turn) { Viewer::Seat(turn.seat) } else { Viewer::Spectator }
    }

    /// The list of turning points: the reader’s own first, where there are others.
    fn turning_points(
        &self,
        review: &Review<String>,
        turns: &[&TurningPoint<String>],
        number: usize,
    ) -> Markup {
        let judged = review.seats.iter().any(|seat| seat.decisions > 0);
        let has_own = self.own.len() == 1 && self.table.play().seats() > 1;
        let numbered: Vec<_> = turns.iter().copied().enumerate().collect();
        let (own, others): (Vec<&Numbered<'_>>, Vec<&Numbered<'_>>) =
            numbered.iter().partition(|(_, turn)| has_own && self.is_own(turn));
        let (stopped, moves): (Vec<&Numbered<'_>>, Vec<&Numbered<'_>>) =
            own.iter().copied().partition(|(_, turn)| turn.played.is_none());
        html! {
            section.points aria-labelledby="points" {
                h2 #points { "Turning points" }
                @let slips = turns.iter().any(|turn| turn.slip);
                @if has_own && !turns.is_empty() {
                    h3 { "Yours" }
                    @if own.is_empty() { p { (self.none(review, "move of yours", self.own)) } }
                    (self.points(&stopped, number))
                    @if slips { p { "No single move cost you much. These cost the most:" } }
                    (self.points(&moves, number))
                    @if !others.is_empty() {
                        @let two = self.table.play().seats() == 2;
                        h3 { (if two { "Your opponent’s" } else { "Other players’" }) }
                    }
                } @else if slips {
                    p { "No single move cost much. These cost the most:" }
                }
                @if turns.is_empty() {
                    @let all: Vec<Seat> = self.table.seats().collect();
                    @let seats = if self.own.is_empty() { &all[..] } else { self.own };
                    p { @if judged { (self.none(review, "move", seats)) } @else { (UNJUDGED) } }
                }
                (self.points(&others, number))
            }
        }
    }

    /// That no move of these seats cost much, and why the graph falls for one of them all the same.
    fn none(&self, review: &Review<String>, what: &str, seats: &[Seat]) -> String {
        if !seats.iter().any(|seat| falls(&review.curve, *seat)) {
            return format!("No {what} cost much.");
        }
        // What was hidden and turned up moves the graph, too.
        let luck = if self.table.game().hidden() { " and bad luck" } else { "" };
        format!("No single {what} cost much. The graph falls because small losses{luck} add up.")
    }

    /// Some of the turning points, each with its number among all.
    fn points(&self, some: &[&Numbered<'_>], number: usize) -> Markup {
        html! {
            @if !some.is_empty() {
                ol {
                    @for &&(n, turn) in some {
                        li {
                            a href=(self.address(n, 0)) data-turn=(n)
                                aria-current=[(n == number).then_some("step")] { (self.heading(turn)) }
                        }
                    }
                }
            }
        }
    }

    fn address(&self, turn: usize, step: usize) -> String {
        urls::review_at(self.table.id(), turn, step)
    }

    /// The move, who made it, and what it cost.
    fn heading(&self, turn: &TurningPoint<String>) -> String {
        if turn.played.is_none() {
            return self.stopped(turn).unwrap_or_default();
        }
        let who = match self.table.play().seats() {
            1 => String::new(),
            _ if self.is_own(turn) => "you ".to_owned(),
            _ => self.name(turn.seat) + " ",
        };
        let cost = match turn.costs.as_str() {
            "" => format!("{who}improved"),
            costs => format!("cost {who}{costs}"),
        };
        format!("Move {}: {cost}", turn.ply + 1)
    }

    /// That a player gave up a good position: `You resigned in a won position`.
    fn stopped(&self, turn: &TurningPoint<String>) -> Option<String> {
        let did = self.gave_up(turn.seat)?;
        let who = if self.own == [turn.seat] || self.table.play().seats() == 1 {
            "You".to_owned()
        } else {
            self.name(turn.seat)
        };
        let how = if turn.costs == "a sure win" { "in a won position" } else { "while clearly ahead" };
        Some(format!("{who} {did} {how}"))
    }

    /// What was played, what would have been better, and why.
    fn told(&self, shown: &Shown<'_>, number: usize) -> Markup {
        let (turn, viewer) = (shown.turn, self.reader(shown.turn));
        let foretold =
            |action: &str| shown.before.foretell(viewer, action).unwrap_or_else(|| action.to_owned());
        html! {
            section.now aria-label="Turning point" {
                @match &turn.played {
                    Some(played) => p.played { span.small { (key("Played")) } br; (foretold(played)) },
                    None => p.played { strong { @if let Some(told) = self.stopped(turn) { (told) "." } } },
                }
                @if turn.played.is_some() { p.status { (turn.why) } }
                // A line may begin with the answer to what was played last.
                @if let Some(better) = turn.better.first().filter(|_| shown.is_to_move()) {
                    p.better { span.small { (key("Better")) } br; strong { (advice(&foretold(better))) } }
                }
                @if turn.played.is_none() { p.status { (turn.why) } }
                @if turn.better.len() > 1 { (self.continuation(shown, number)) }
                @if !turn.better.is_empty() { (self.try_again(turn)) }
            }
        }
    }

    /// The better line in sentences, each of which leads to the board after it.
    fn continuation(&self, shown: &Shown<'_>, number: usize) -> Markup {
        let told = self.line(shown);
        let (last, at) = (told.len(), shown.at());
        let to = |at| self.address(number, at);
        html! {
            details #continuation open[at > 0] {
                summary { @if shown.turn.played.is_some() { "The better line" } @else { "How it’s won" } }
                nav.steps aria-label="The better line" {
                    (step(at.checked_sub(1).map(to), number, "Back"))
                    (step((at < last).then(|| to(at + 1)), number, "Forward"))
                    @if let Some(sentence) = at.checked_sub(1).and_then(|now| told.get(now)) {
                        // Where the steps stay in sight while the list does not.
                        span.told aria-hidden="true" { (sentence) }
                    }
                }
                ol.line {
                    @for (n, sentence) in told.iter().enumerate() {
                        li {
                            a href=(self.address(number, n + 1)) data-turn=(number)
                                aria-current=[(at == n + 1).then_some("step")] { (sentence) }
                        }
                    }
                }
            }
        }
    }

    /// The better line in sentences.
    fn line(&self, shown: &Shown<'_>) -> Vec<String> {
        let Some(end) = shown.line.last() else { return Vec::new() };
        let taken = end.ply() - shown.before.ply();
        let told = match self.reader(shown.turn) {
            reader @ Viewer::Spectator => end.open_log(reader, taken),
            reader => end.log(reader, taken),
        };
        told.into_iter().map(|entry| entry.sentence).collect()
    }

    /// A new game from there, against the same opponent.
    fn try_again(&self, turn: &TurningPoint<String>) -> Markup {
        let (own, others): (Vec<_>, Vec<_>) =
            self.table.seating().iter().enumerate().partition(|(n, _)| *n == turn.seat.index());
        let program = others.into_iter().chain(own).find_map(|(_, occupant)| occupant.program_name());
        let people =
            self.table.seating().iter().filter(|occupant| Occupant::person(occupant).is_some()).count();
        // After a game against a person, the reader tries again against the strongest program.
        let strongest = || self.table.game().programs().into_iter().rfind(|info| info.persona.is_some());
        let alone = self.table.play().seats() == 1;
        let opponent = match program {
            _ if alone => None,
            Some(name) => Some(name.to_owned()),
            None if people > 0 => strongest().map(|info| info.name.to_owned()),
            None => None,
        };
        html! {
            form.again method="post" action=(urls::play_on(self.table.id())) {
                (key_field())
                input type="hidden" name="ply" value=(turn.ply);
                input type="hidden" name="sit" value=(turn.seat.0);
                @if let Some(opponent) = &opponent { input type="hidden" name="program" value=(opponent); }
                button {
                    @if alone || self.is_own(turn) { "Try it again from here" } @else { "Play on from here" }
                }
                @if let Some(opponent) = &opponent { p.small { (self.pairing(turn.seat, opponent)) } }
            }
        }
    }

    /// Whom the reader plays in a game from there, and against whom.
    fn pairing(&self, seat: Seat, opponent: &str) -> String {
        let side = self.table.play().side(seat).map(|side| format!(" {}", text::capitalised(&side)));
        if self.table.play().seats() > 2 {
            return format!("You play{}, and the computer plays the others.", side.unwrap_or_default());
        }
        let known = game::opponents(self.table.game()).find(|(name, _)| *name == opponent);
        let against = match known {
            Some((_, persona)) => format!("{} ({})", persona.name, persona.skill),
            None => "the computer".to_owned(),
        };
        format!("You play{} against {against}.", side.unwrap_or_default())
    }

    fn graph(&self, review: &Review<String>, turns: &[&TurningPoint<String>], number: usize) -> Markup {
        let marks: Vec<(usize, String, String)> = turns
            .iter()
            .enumerate()
            .map(|(n, turn)| (turn.ply, self.address(n, 0), self.heading(turn)))
            .collect();
        let (seat, whose) = match self.own {
            _ if self.table.play().seats() == 1 => (Seat(0), String::new()),
            [own] => (*own, "Your ".to_owned()),
            _ => (Seat(0), format!("{}’s ", self.name(Seat(0)))),
        };
        let seats = Seat::all(self.table.play().seats());
        let others: Vec<_> = seats.filter(|other| *other != seat).map(|other| self.name(other)).collect();
        let stopped = self.stopper().map(|stopped| text::capitalised(&stopped)).unwrap_or_default();
        Graph {
            curve: &review.curve,
            seat,
            stopped: &stopped,
            plies: self.table.play().ply(),
            at: turns.get(number).map(|turn| turn.ply),
            marks: &marks,
            whose: &whose,
            ahead: &ahead(&self.table.label_for(seat, self.own), &others),
        }
        .draw()
    }

    /// Why no move of a seat was judged.
    fn unjudged(&self, seat: Seat) -> &'static str {
        match self.table.help_taken().played > 0 && self.table.person(seat).is_some() {
            true if self.own == [seat] => "You made no choices of your own to judge.",
            true => "The computer made all choices of this player.",
            false => "There were no choices to judge.",
        }
    }

    /// How well each seat played, the reader's first.
    fn accuracy(&self, review: &Review<String>) -> Markup {
        let mut seats: Vec<_> = (0..).map(Seat).zip(&review.seats).collect();
        seats.sort_by_key(|(seat, _)| !self.own.contains(seat));
        html! {
            section.accuracy aria-labelledby="accuracy" {
                h2 #accuracy { "Accuracy" }
                dl {
                    @for (played_by, seat) in seats {
                        div {
                            dt { (self.decider(played_by, review.seats.len())) }
                            dd {
                                @match seat.accuracy() {
                                    Some(accuracy) => {
                                        strong { (accuracy) "%" } " "
                                        span.small { (seat.accurate) " of "
                                            (text::count(seat.decisions.into(), "move")) }
                                    }
                                    None => span.small { (self.unjudged(played_by)) },
                                }
                                @if let Some(note) = &seat.note { p.small { (note) } }
                            }
                        }
                    }
                }
                p.small {
                    (review.accuracy)
                    @if self.table.help_taken().played > 0 { " Moves played for you don’t count." }
                }
            }
        }
    }
}

/// Whether a graph falls for a seat so that its reader sees it: by a quarter of the win, or of a point.
fn falls(curve: &[(usize, Worth)], seat: Seat) -> bool {
    let figures = curve.iter().filter(|(_, worth)| worth.scale() != Scale::Moves);
    let mut best = f64::MIN;
    figures.filter_map(|(_, worth)| worth.figure(seat)).any(|figure| {
        best = best.max(figure);
        best - figure >= 0.25
    })
}

/// A turning point with its number.
type Numbered<'a> = (usize, &'a TurningPoint<String>);

/// A turning point, and the board that is shown of it.
struct Shown<'a> {
    turn: &'a TurningPoint<String>,
    /// The position before it.
    before: &'a dyn AnyPlay,
    /// The positions after the first moves of the better line.
    line: Vec<Box<dyn AnyPlay>>,
    /// After how many of them the board is shown.
    step: usize,
}

impl<'a> Shown<'a> {
    fn of(turn: &'a TurningPoint<String>, before: &'a dyn AnyPlay, step: usize) -> Shown<'a> {
        let mut line: Vec<Box<dyn AnyPlay>> = Vec::new();
        for action in &turn.better {
            let mut play = line.last().map_or(before, |last| last.as_ref()).duplicate();
            if play.play(action).is_err() {
                break;
            }
            line.push(play);
        }
        Shown { turn, before, line, step }
    }

    /// Whether the player whose turning point it is was to move.
    fn is_to_move(&self) -> bool {
        self.before.turn() == Turn::Seat(self.turn.seat)
    }

    /// After how many moves of the line it is.
    fn at(&self) -> usize {
        self.step.min(self.line.len())
    }

    /// The position on the board.
    fn now(&self) -> &dyn AnyPlay {
        self.after(self.at())
    }

    /// The position after some moves of the line.
    fn after(&self, moves: usize) -> &dyn AnyPlay {
        moves.checked_sub(1).map_or(self.before, |last| self.line[last].as_ref())
    }

    /// The move that was played and the better one; later the next one of the line.
    fn arrows(&self) -> Vec<Arrow> {
        let next = self.turn.better.get(self.at()).and_then(|action| Arrow::of(self.now(), action, 0));
        let played = self.turn.played.as_ref().filter(|_| self.at() == 0);
        let played = played.and_then(|played| Arrow::played(self.before, played));
        next.into_iter().chain(played).collect()
    }
}

/// The marks of a picture, each with its words.
fn legend(marks: &[Mark]) -> Markup {
    html! {
        @if !marks.is_empty() {
            ul.legend aria-label="Key" {
                @for mark in marks { li { (PreEscaped(&mark.svg)) " " (mark.words) } }
            }
        }
    }
}

/// A word with the mark that the board has for it.
fn key(word: &str) -> Markup {
    html! { span.key aria-hidden="true" {} " " (word) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_graph_falls_for_a_seat_whose_figure_was_higher_before() {
        let of = |shares: &[f64]| -> Vec<(usize, Worth)> {
            shares.iter().map(|share| Worth::Leaning { share: *share }).enumerate().collect()
        };
        let slow = of(&[0.5, 0.4, 0.3, 0.2]);
        assert!(falls(&slow, Seat(0)) && !falls(&slow, Seat(1)));
        assert!(!falls(&of(&[0.5, 0.4, 0.5, 0.4]), Seat(0)) && !falls(&[], Seat(0)));
        let left = |n: u32| (0, Worth::Moves { left: Some(n), at_least: 0 });
        assert!(!falls(&[left(9), left(0)], Seat(0)), "fewer moves left are no loss");
    }
}
