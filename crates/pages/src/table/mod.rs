//! The page of a table: the same regions for every game. The head names the game and the deal, the board is
//! the drawing with the plates of the players at its rim, beside it are what can be done now, hints, figures,
//! chat and what happened.

mod chat;
mod drawing;
pub(crate) mod facts;
mod finale;
pub(crate) mod goal;
pub(crate) mod hint;
mod invitation;
pub(crate) mod log;
mod model;
pub(crate) mod mood;
mod now;
mod planned;
mod questions;
pub(crate) mod result;
pub(crate) mod seats;
mod share;
mod words;

pub use bagatelle_core::present::Par;
pub use chat::LONGEST_TEXT;
pub use model::{ChatEntry, Company, OfEvent, PlannedMoves, Planning, Reach, Served, TablePage};
pub use share::{SIZE as RESULT_SIZE, result_picture};
pub use words::deal_name;
pub(crate) use words::{ending_of, result_sentence};

use crate::board::board;
use crate::board::entry::typed_move;
use crate::frame::{Card, Frame, Script};
use crate::json::Json;
use crate::tabs::{Tab, Tabs};
use crate::{fairness, game, par, urls};
use bagatelle_catalog::{Moment, Presentation};
use bagatelle_core::present::{Fixed, Offer, Room, Sound, Written};
use bagatelle_table::ForkedFrom;
use drawing::Drawing;
use log::{TOLD, earlier};
use maud::{Markup, PreEscaped, html};
use std::collections::BTreeMap;

/// Room for what a page says besides its drawing.
const TEXTS: usize = 32 << 10;

/// After how many seconds a browser without scripts checks whether others have moved.
const RELOAD_S: u32 = 5;

/// What the page's script shows for a while before the position, one after the other, each with the figures
/// beside it.
pub(crate) fn moments(moments: &[Moment]) -> Markup {
    html! {
        @for Moment { svg, seen, told, facts, sound } in moments {
            template.moment data-seen=(seen) data-told=(told) data-sound=(sound.name()) {
                (PreEscaped(svg))
                dl { @for fact in facts { (facts::long_or_short(fact)) } }
            }
        }
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
        let frame = Frame {
            laid: true,
            script: Script::Live,
            card: Some(card),
            unscripted_reload_s,
            ..Frame::new(&title)
        };
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
        let near = self.viewpoint.near(table);
        let viewer = self.viewpoint.viewer;
        let Presentation { mut svg, mut facts } = table.play().present(viewer, near, fixed);
        if let Some(planned) = self.planned.and_then(PlannedMoves::svg) {
            planned.clone_into(&mut svg);
        }
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
        let invitation = self.page.served.map(|served| (served.invitation)(self));
        let invites = invitation.as_ref().is_some_and(|invitation| !invitation.0.is_empty());
        html! {
            (Room(self.svg.len() + TEXTS))
            main #table.over[table.is_over()].won[self.is_won()].waiting[self.is_waiting()]
                .begun[self.has_begun()].helped[self.may_have_hints() || self.had_hints()]
                .commands[!table.play().controls(viewpoint.viewer).is_empty()]
                .planned[self.lead().is_some()].inviting[invites].welcoming[invites && !viewpoint.is_player()]
                data-version=(table.version()) data-seq=(table.seq())
                data-ply=(table.play().ply())
                data-revision=(self.page.revision) data-offers=(Json(&offers)) data-asks=[self.asks(&offers)]
                data-turn[viewpoint.can_act(table) && table.people() > 1]
                data-planning[self.is_planning()] data-lead=[self.lead()] data-plan=[self.plans_next()]
                data-why=[self.is_planning().then(|| urls::planning_why(id))]
                data-sound=[table.play().sound(viewpoint.viewer).map(Sound::name)]
                data-account=[viewpoint.account.then(urls::account_settings)]
                data-act=(Written(&self.act)) data-part=(Written(self.part_address()))
                    data-events=(Written(urls::table_events(id))) {
                (self.heading())
                (board(table.game(), &self.svg, &self.rim()))
                div.side {
                    (self.finale())
                    @if let Some(invitation) = invitation { (invitation) }
                    (self.now())
                    @if self.may_have_hints() { (self.hints()) }
                    @if self.lacks_hints() {
                        p.small {
                            "The solver doesn’t know this reading of the rules, so there are no hints."
                        }
                    }
                    (self.parting())
                    (self.facts())
                    @if let Some(served) = self.page.served { ((served.chat)(self)) }
                    (self.more())
                    // Last, for it grows.
                    @if !self.is_waiting() { (self.log()) }
                }
                (moments(&self.moments))
            }
        }
    }

    fn heading(&self) -> Markup {
        let (table, deal) = (self.table, deal_name(self.table));
        if self.is_studied() {
            return self.tabs();
        }
        html! {
            div.head.sounding {
                h1 { a href=(urls::game(table.game().id())) { (game::name(table.game())) } }
                @match &table.spec().forked_from {
                    // A link to where the deal is from would show how it was solved.
                    _ if table.spec().dealt && table.spec().daily.is_none() => {}
                    Some(ForkedFrom { table: Some(origin), plies }) => {
                        p.deal { a href=(urls::replay_at(origin, None, plies)) { (deal) } }
                    }
                    _ if table.spec().daily.is_none() || deal.is_empty() => {}
                    _ => p.deal { (deal) },
                }
                @if let Some(event) = self.page.company.event {
                    p.deal { a href=(urls::event(event.id)) { (event.title) } }
                }
                (self.speaker())
                (self.goal())
                @if let Some(served) = self.page.served.filter(|_| !self.table.is_over()) {
                    noscript { ((served.without_script)(self)) }
                }
            }
        }
    }

    /// Whether the game is over and has pages on which it is studied: they stand where its goal was.
    fn is_studied(&self) -> bool {
        self.table.is_over() && self.table.play().ply() > 0
    }

    /// The heading with the pages of a game that is over.
    fn tabs(&self) -> Markup {
        let (table, id, viewer) = (self.table, self.table.id(), self.viewpoint.viewer);
        let (has_review, has_analysis) = (table.has_review(), !table.has_secrets());
        let (game, address, play) = (table.game(), &urls::table(id), table.play());
        let shown = Tab::Game;
        Tabs { id, game, address, shown, has_review, has_analysis, ply: None, play, viewer }
            .heading_with(Some(&self.speaker()))
    }

    /// The button that switches the sounds on and off.
    fn speaker(&self) -> Markup {
        html! {
            button.speaker type="button" aria-label="Sound" aria-pressed="true" title="Sound" {
                svg.icon viewBox="0 0 20 20" aria-hidden="true" fill="none" stroke="currentColor"
                    stroke-width="1.6" stroke-linecap="round" stroke-linejoin="round" {
                    path d="M3 7.500H6L10 4V16L6 12.500H3Z" {}
                    path.waves d="M13 7.500Q15 10 13 12.500M15.500 5Q19 10 15.500 15" {}
                    path.cross d="M13.500 8L17.500 12M17.500 8L13.500 12" {}
                }
            }
        }
    }

    /// How to play in a browser that runs no scripts.
    pub(super) fn without_script(&self) -> Markup {
        html! {
            div.noscript {
                p {
                    "Scripts are off in your browser, so you can’t click the board."
                    @if self.may_type() { " You can still type your moves here. The rules explain the \
                        notation." }
                    @else if self.viewpoint.is_player() { " You can still type your moves here on your \
                        turn." }
                    @if !self.is_solitaire() { " While you wait for others, this page reloads every few \
                        seconds." }
                }
                @if self.may_type() { (typed_move(Written(&self.act), "act", "Type a move", "Play")) }
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
        if let Some(Planning::Picks { offers, .. }) = self.planning() {
            return offers.clone();
        }
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
                    // Once it is over, the heading leads there.
                    @if table.play().ply() > 0 && !table.is_over() {
                        a href=(urls::replay(id)) { "Replay" }
                    }
                    // A button further up leads there, too, where the same game can’t be played again.
                    @if !self.is_followed() || self.may_play_again() {
                        a href=(urls::game(game.id())) { "New " (game::deal_or_game(game)) }
                    }
                    @if self.page.served.is_some() && game::is_laid(game) {
                        a href=(urls::table_lay_out(id)) rel="nofollow" { "Set it up by hand" }
                    }
                }
                details #extras .extras {
                    summary { "More" }
                    @if table.had_company() && table.is_full() {
                        details #terms .agreed { summary { "Terms" } (self.terms()) }
                    }
                    @if game::is_dealt(table.game()) { (fairness::table_note(table)) }
                    // While it goes on, the heading tells the day.
                    @if (!daily || self.is_studied()) && !deal.is_empty() { p.small.deal { "Deal: " (deal) } }
                    @if let Some(bound) = self.page.beside.par.known().and_then(|par| par::bound(game, par)) {
                        p.small { (bound) }
                    }
                    @if self.may_type() { (typed_move(Written(&self.act), "act", "Type a move", "Play")) }
                    p { a href=(urls::settings()) { "Settings" } }
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
}
