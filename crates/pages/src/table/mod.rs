//! The page of a table: the same regions for every game. The head names the game and the deal, the board is the drawing, beside
//! it are the seats, what can be done now, hints, figures, chat and what happened.

mod chat;
pub(crate) mod facts;
mod hint;
mod log;
mod now;
mod questions;
mod seats;

pub use chat::{ChatEntry, LONGEST_TEXT};
use log::TOLD;

pub use hint::{HintView, Strength};

use crate::frame::{Card, Frame, Script};
use crate::{game, text, urls};
use bagatelle_catalog::Presentation;
use bagatelle_core::present::Fact;
/// The length of a solution that a player can try to beat.
pub use bagatelle_core::present::Par;
use bagatelle_core::{Outcome, Seat};
use bagatelle_table::{ForkedFrom, Millis, Person, Question, Rating, Table, Viewpoint};
use maud::{Markup, PreEscaped, html};

/// The people around a table.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Company<'a> {
    /// The ids of those with a seat who are not connected, each with the time since when.
    pub away: &'a [(String, Millis)],
    /// How many visitors without a seat are connected.
    pub watching: usize,
    /// The ratings to show, each with the id of the player.
    pub ratings: &'a [(String, Rating)],
    /// What was said, oldest first.
    pub chat: &'a [ChatEntry<'a>],
}

impl Company<'_> {
    fn away_since(&self, person: &Person) -> Option<Millis> {
        self.away.iter().find(|(id, _)| *id == person.id).map(|(_, since)| *since)
    }

    fn rating(&self, person: &Person) -> Option<&Rating> {
        self.ratings.iter().find(|(id, _)| *id == person.id).map(|(_, rating)| rating)
    }
}

/// How far the review of a finished game is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum ReviewState {
    /// There is none: the game is not over, or has no review.
    #[default]
    None,
    /// It is being made.
    Making,
    /// It can be read.
    Ready,
}

/// A table, as a visitor sees it.
#[derive(Clone, Copy)]
pub struct TablePage<'a> {
    /// The table.
    pub table: &'a Table,
    /// Who looks at it.
    pub viewpoint: &'a Viewpoint,
    /// The visitor's name so far; needed only while a seat can be taken.
    pub name: &'a str,
    /// The people around it.
    pub company: Company<'a>,
    /// What the solver does for the visitor.
    pub hint: &'a HintView,
    /// The par of the deal, if it is known.
    pub par: Option<Par>,
    /// The review of the game.
    pub review: ReviewState,
    /// The number of changes beside the events: chat, presence, hints.
    pub revision: u64,
    /// The time now.
    pub now: Millis,
    /// The address of the server, without a slash at the end.
    pub base: &'a str,
}

/// A page being drawn: what several of its regions need is made once.
struct Drawing<'a> {
    page: &'a TablePage<'a>,
    table: &'a Table,
    viewpoint: &'a Viewpoint,
    svg: String,
    facts: Vec<Fact>,
    log: Vec<(usize, String)>,
    outcome: Option<Outcome>,
}

impl TablePage<'_> {
    /// The whole page.
    #[must_use]
    pub fn page(&self) -> Markup {
        let (table, name) = (self.table, game::name(self.table.game()));
        let deal = deal_name(table);
        let title = if deal.is_empty() { name.to_owned() } else { format!("{name} · {deal}") };
        let drawing = self.drawing();
        let description = match &drawing.outcome {
            Some(outcome) => result_sentence(table, outcome, &[]),
            None if !table.is_full() => "A seat is open: sit down and play.".into(),
            None => game::tagline(table.game()).into(),
        };
        let card = Card {
            title: &title,
            description: &description,
            page: &format!("{}{}", self.base, urls::table(table.id())),
            picture: &format!("{}{}", self.base, urls::preview(table.id(), None)),
        };
        Frame { script: Script::Live, card: Some(card), ..Frame::new(&title) }.page(&drawing.main())
    }

    /// The part that live updates replace.
    #[must_use]
    pub fn part(&self) -> Markup {
        self.drawing().main()
    }

    fn drawing(&self) -> Drawing<'_> {
        let table = self.table;
        let near = self.viewpoint.seats.first().copied().unwrap_or(Seat(0));
        let Presentation { svg, mut facts, log } = table.play().present(self.viewpoint.viewer, near, TOLD);
        facts.retain(|fact| !(fact.passing && table.is_over()));
        Drawing { page: self, table, viewpoint: self.viewpoint, svg, facts, log, outcome: table.outcome() }
    }
}

impl Drawing<'_> {
    fn main(&self) -> Markup {
        let (table, viewpoint, id) = (self.table, self.viewpoint, self.table.id());
        html! {
            main #table.over[table.is_over()] data-version=(table.version()) data-seq=(table.seq())
                data-revision=(self.page.revision) data-offers=(self.offers())
                data-turn[viewpoint.can_act(table) && table.people() > 1] data-account[viewpoint.account]
                data-act=(urls::act(id)) data-part=(urls::table_part(id)) data-events=(urls::table_events(id)) {
                (self.heading())
                div.board {
                    (PreEscaped(&self.svg))
                    p #asks role="status" {}
                }
                div.side {
                    (self.seats())
                    (self.invitation())
                    (self.now())
                    @if self.may_have_hints() { (self.hints()) }
                    (self.facts())
                    (self.chat())
                    (self.log())
                    (self.more())
                }
            }
        }
    }

    fn heading(&self) -> Markup {
        let (table, deal) = (self.table, deal_name(self.table));
        html! {
            div.head {
                h1 { a href=(urls::game(table.game().id())) { (game::name(table.game())) } }
                @match &table.spec().forked_from {
                    Some(ForkedFrom { table: Some(origin), plies }) => {
                        p.deal { a href=(urls::replay_at(origin, None, plies)) { (deal) } }
                    }
                    _ if deal.is_empty() => {}
                    _ => p.deal { (deal) },
                }
            }
        }
    }

    /// What the visitor can pick, as JSON.
    fn offers(&self) -> String {
        let may_pick = self.viewpoint.is_player() && self.table.is_open_to_picks();
        let offers = if may_pick { self.table.play().offers(self.viewpoint.viewer) } else { Vec::new() };
        serde_json::to_string(&offers).unwrap_or_default()
    }

    fn may_have_hints(&self) -> bool {
        let table = self.table;
        self.viewpoint.is_player() && table.is_alone() && !table.is_over() && game::has_solver(table.game())
    }

    fn is_solitaire(&self) -> bool {
        self.table.play().seats() == 1
    }

    /// Whether this seat is the visitor's.
    fn owns(&self, seat: Seat) -> bool {
        self.viewpoint.seats.contains(&seat)
    }

    /// Whether the visitor may put a question now.
    fn may_ask(&self, question: Question) -> bool {
        self.viewpoint.seats.first().is_some_and(|&seat| self.table.may_ask(question, seat).is_ok())
    }

    /// A button that sends one command.
    fn button(&self, kind: &str, text: &str, label: &str, class: &str) -> Markup {
        html! {
            form method="post" action=(urls::act(self.table.id())) data-send {
                input type="hidden" name="text" value=(text);
                button class=(class) name="kind" value=(kind) { (label) }
            }
        }
    }

    fn more(&self) -> Markup {
        let (table, id, game) = (self.table, self.table.id(), self.table.game());
        html! {
            section.more aria-label="More" {
                @if table.had_company() || !table.is_full() {
                    details.agreed { summary { "Terms" } (self.terms()) }
                }
                @if self.viewpoint.is_player() && table.is_full() && !table.is_over() { (self.typed_move()) }
                nav aria-label="This game" {
                    a href=(urls::rules(game.id())) { "Rules" }
                    @if table.play().ply() > 0 { a href=(urls::replay(id)) { "Replay" } }
                    a href=(urls::record(id)) download={ (game.id()) "-" (id) ".json" } { "Record" }
                    a href=(urls::table_picture(id)) download={ (game.id()) ".svg" } { "Picture" }
                    a href=(urls::game(game.id())) { "New " (game::deal_or_game(game)) }
                }
            }
        }
    }

    fn typed_move(&self) -> Markup {
        html! {
            form.type-move method="post" action=(urls::act(self.table.id())) data-send {
                input type="hidden" name="kind" value="act";
                label {
                    span { "Type a move" }
                    input name="text" autocomplete="off" autocapitalize="off" spellcheck="false" maxlength="400";
                }
                button { "Play" }
            }
        }
    }
}

/// Which deal it is. It tells no more than the game itself does.
#[must_use]
pub fn deal_name(table: &Table) -> String {
    let (spec, game) = (table.spec(), table.game());
    match (&spec.daily, spec.dealt, &spec.forked_from) {
        (Some(date), ..) => format!("daily deal of {date}"),
        (None, true, _) if !game::is_dealt(game) => String::new(),
        (None, true, _) if game::is_hidden(game) && !table.is_over() => "fresh deal".into(),
        (None, true, _) => spec.seed.clone(),
        (None, false, Some(ForkedFrom { table: Some(_), plies })) => {
            format!("goes on from move {plies} of another game")
        }
        (None, false, Some(_)) => "goes on from a record".into(),
        (None, false, None) => "a set-up of its own".into(),
    }
}

/// How a game ended, in a sentence for the owner of `seats`.
pub(crate) fn result_sentence(table: &Table, outcome: &Outcome, seats: &[Seat]) -> String {
    let own = |seat: Seat| if seats == [seat] { "you".to_owned() } else { table.label(seat) };
    // The rules give the reason themselves; all else is said so that the visitor is “you”.
    let described = table.ending().and_then(|ending| ending.describe(own));
    let reason = described.unwrap_or_else(|| outcome.reason.clone());
    let one = seats.len() == 1;
    let won = seats.iter().any(|seat| outcome.winners.contains(seat));
    match (table.play().seats(), outcome.winners.as_slice()) {
        (1, [_, ..]) => format!("{}!", text::capitalised(&reason)),
        (_, []) => format!("{}.", text::capitalised(&reason)),
        _ if one && won => format!("You win: {reason}."),
        _ if one => format!("You lose: {reason}."),
        (_, winners) => {
            let names: Vec<String> = winners.iter().map(|&seat| table.label(seat)).collect();
            let verb = if names.len() == 1 { "wins" } else { "win" };
            format!("{} {verb}: {reason}.", text::capitalised(&text::listed(&names)))
        }
    }
}
