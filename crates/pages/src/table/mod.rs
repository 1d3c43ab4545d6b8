//! The page of a table: the same regions for every game. The head names the game and the deal, the board is
//! the drawing, beside it are the seats, what can be done now, hints, figures, chat and what happened.

mod chat;
mod drawing;
pub(crate) mod facts;
mod finale;
mod goal;
mod hint;
mod invitation;
pub(crate) mod log;
mod model;
mod now;
pub(crate) mod par;
mod questions;
pub(crate) mod result;
mod seats;
mod share;
mod words;
pub(crate) mod zoom;

pub use bagatelle_core::present::Par;
pub use chat::LONGEST_TEXT;
pub use model::{ChatEntry, Company, Reach, TablePage};
pub(crate) use result::beside;
pub use share::{SIZE as RESULT_SIZE, result_picture};
pub use words::deal_name;
pub(crate) use words::result_sentence;

use crate::frame::{Card, Frame, Script};
use crate::json::Json;
use crate::{fairness, game, urls};
use bagatelle_catalog::{Moment, Presentation};
use bagatelle_core::Seat;
use bagatelle_core::present::{Fixed, Offer, Room, Written};
use bagatelle_table::ForkedFrom;
use drawing::Drawing;
use log::{TOLD, earlier};
use maud::{Markup, PreEscaped, html};
use std::collections::BTreeMap;

/// Room for what a page says besides its drawing.
const TEXTS: usize = 32 << 10;

/// After how many seconds a browser without scripts checks whether others have moved.
const RELOAD_S: u32 = 5;

/// What the page's script shows for a while before the position, one after the other.
pub(crate) fn moments(moments: &[Moment]) -> Markup {
    html! {
        @for Moment { svg, sentence } in moments { template.moment data-told=(sentence) {
            (PreEscaped(svg)) } }
    }
}

impl TablePage<'_> {
    /// The whole page.
    #[must_use]
    pub fn page(&self) -> Markup {
        let (table, name) = (self.table, game::name(self.table.game()));
        let deal = deal_name(table);
        let title = if deal.is_empty() { name.to_owned() } else { format!("{name} · {deal}") };
        let drawing = self.drawing(Fixed::Drawn, None);
        let description = match &drawing.outcome {
            // A link to a solitaire is passed on to people who are to solve it.
            Some(outcome) if !drawing.is_solitaire() => result_sentence(table, outcome, &[]),
            None if !table.is_full() => "A seat is open: sit down and play.".into(),
            _ => game::tagline(table.game()).into(),
        };
        let card = Card {
            title: &title,
            description: &description,
            base: self.base,
            page: &urls::table(table.id()),
            picture: &urls::preview(table.id(), None),
        };
        let waits = !table.is_over() && !drawing.viewpoint.can_act(table);
        let unscripted_reload_s = waits.then_some(RELOAD_S);
        let frame =
            Frame { script: Script::Live, card: Some(card), unscripted_reload_s, ..Frame::new(&title) };
        frame.page(&drawing.main())
    }

    /// The part that live updates replace. A page that has drawn the fixed parts of the board needs no
    /// others. With it come the [moments](bagatelle_catalog::Moment) of all actions that are not among the
    /// first `shown`, which the page shows already.
    #[must_use]
    pub fn part(&self, fixed: Fixed, shown: Option<usize>) -> Markup {
        self.drawing(fixed, shown).main()
    }

    fn drawing(&self, fixed: Fixed, shown: Option<usize>) -> Drawing<'_> {
        let table = self.table;
        let near = self.viewpoint.seats.first().copied().unwrap_or(Seat(0));
        let viewer = self.viewpoint.viewer;
        let Presentation { svg, mut facts } = table.play().present(viewer, near, fixed);
        facts.retain(|fact| !(fact.passing && table.is_over()));
        Drawing {
            page: self,
            table,
            viewpoint: self.viewpoint,
            svg,
            moments: shown.map_or(Vec::new(), |shown| table.play().moments(viewer, near, fixed, shown)),
            facts,
            story: table.play().story(viewer, TOLD, earlier),
            outcome: table.outcome(),
            act: urls::act(table.id()),
        }
    }
}

impl Drawing<'_> {
    fn main(&self) -> Markup {
        let (table, viewpoint, id) = (self.table, self.viewpoint, self.table.id());
        let offers = self.offers();
        html! {
            (Room(self.svg.len() + TEXTS))
            main #table.over[table.is_over()].won[self.is_won()] data-version=(table.version())
                data-seq=(table.seq()) data-ply=(table.play().ply())
                data-revision=(self.page.revision) data-offers=(Json(&offers)) data-asks=[self.asks(&offers)]
                data-turn[viewpoint.can_act(table) && table.people() > 1]
                data-account=[viewpoint.account.then(urls::account_settings)]
                data-act=(Written(&self.act)) data-part=(Written(urls::table_part(id)))
                    data-events=(Written(urls::table_events(id))) {
                (self.heading())
                div.board {
                    (PreEscaped(&self.svg))
                    (self.counts())
                    (*zoom::BUTTONS)
                }
                div.side {
                    (self.finale())
                    (self.seats())
                    (self.invitation())
                    (self.now())
                    @if self.may_have_hints() { (self.hints()) }
                    (self.facts())
                    (self.chat())
                    (self.log())
                    (self.more())
                }
                (moments(&self.moments))
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
                    _ if table.spec().daily.is_none() || deal.is_empty() => {}
                    _ => p.deal { (deal) },
                }
                (self.goal())
                @if !self.table.is_over() { noscript { (self.without_script()) } }
            }
        }
    }

    /// How to play in a browser that runs no scripts.
    fn without_script(&self) -> Markup {
        html! {
            div.noscript {
                p {
                    "Scripts are off in your browser, so you can’t click the board."
                    @if self.may_type() { " You can still play: type your moves here. The rules explain the \
                        notation." }
                    @else if self.viewpoint.is_player() { " You can still play: type your moves here on \
                        your turn." }
                    @if !self.is_solitaire() { " While you wait for others, this page reloads every few \
                        seconds." }
                }
                @if self.may_type() { (self.typed_move()) }
            }
        }
    }

    /// Whether a move can be typed: only a visitor who can act may do so.
    fn may_type(&self) -> bool {
        self.viewpoint.can_act(self.table)
    }

    fn may_pick(&self) -> bool {
        self.viewpoint.is_player() && self.table.is_open_to_picks()
    }

    /// What is asked after each beginning of the path of an offer, as JSON.
    fn asks(&self, offers: &[Offer]) -> Option<Json<BTreeMap<String, String>>> {
        let mut asks = self.may_pick().then(|| self.table.play().asks(self.viewpoint.viewer, offers))?;
        if let Some(first) = asks.get_mut("") {
            first.insert_str(0, &self.whose_move());
        }
        (!asks.is_empty()).then_some(Json(asks))
    }

    /// What the visitor can pick.
    fn offers(&self) -> Vec<Offer> {
        if self.may_pick() { self.table.play().offers(self.viewpoint.viewer) } else { Vec::new() }
    }

    fn more(&self) -> Markup {
        let (table, id, game) = (self.table, self.table.id(), self.table.game());
        let (deal, daily) = (deal_name(table), table.spec().daily.is_some());
        html! {
            section.more aria-label="More" {
                nav aria-label="This game" {
                    a href=(Written(self.rules_address())) data-panel { "Rules" }
                    @if game.lesson().is_some() { a href=(urls::lesson(game.id())) { "Learn" } }
                    @if table.play().ply() > 0 { a href=(urls::replay(id)) { "Replay" } }
                    a href=(urls::game(game.id())) { "New " (game::deal_or_game(game)) }
                }
                details #extras .extras {
                    summary { "More" }
                    @if table.had_company() && table.is_full() {
                        details #terms .agreed { summary { "Terms" } (self.terms()) }
                    }
                    @if game::is_dealt(table.game()) { (fairness::table_note(table)) }
                    @if !daily && !deal.is_empty() { p.small.deal { "Deal: " (deal) } }
                    @if self.may_type() { (self.typed_move()) }
                    p { a href=(urls::settings()) { "Theme, motion and sound" } }
                    nav aria-label="Files" {
                        @if !table.has_secrets() {
                            a href=(urls::record(id)) download={ (game.id()) "-" (id) ".json" } { "Record" }
                        }
                        a href=(urls::table_picture(id)) download={ (game.id()) ".svg" } { "Picture" }
                    }
                }
            }
        }
    }

    fn typed_move(&self) -> Markup {
        html! {
            form.type-move method="post" action=(Written(&self.act)) data-send {
                input type="hidden" name="kind" value="act";
                label {
                    span { "Type a move" }
                    input name="text" autocomplete="off" autocapitalize="off" spellcheck="false"
                        maxlength="400";
                }
                button { "Play" }
            }
        }
    }
}
