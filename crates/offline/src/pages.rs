//! The first page, the pages of a game, and the settings.

use crate::fault::Fault;
use crate::message::Response;
use crate::site::{Asked, Site};
use crate::tables::{items, specs};
use bagatelle_catalog::AnyGame;
use bagatelle_pages::home::HomePage;
use bagatelle_pages::new_game::GamePage;
use bagatelle_pages::pad::PadPage;
use bagatelle_pages::rules::WorkshopPage;
use bagatelle_pages::settings::{Look, Saved, SettingsPage};
use bagatelle_pages::timer::TimerPage;
use bagatelle_pages::urls;
use bagatelle_site::{game, home};
use bagatelle_table::{Learned, ME, WorldDate};

impl Site {
    pub(crate) fn home(&mut self, asked: &Asked<'_>) -> Result<Response, Fault> {
        let today = WorldDate::of(asked.request.now);
        let played = self.played();
        let offers = self.offers(today, &played);
        let entries = self.entries().iter();
        let listed = entries.filter(|entry| home::is_listed(&entry.table.id, &entry.summary, ME, &offers));
        let specs = specs(listed.take(home::LISTED));
        let page = HomePage {
            person: ME,
            tables: &items(&specs),
            today,
            offers: &offers,
            played: &played,
            base: self.origin(),
            has_demo: false,
        };
        Ok(Response::html(page.page()))
    }

    pub(crate) fn game_page(
        &mut self,
        game: &'static dyn AnyGame,
        asked: &Asked<'_>,
    ) -> Result<Response, Fault> {
        let today = WorldDate::of(asked.request.now);
        let kept = self.memory().choices.get(game.id());
        let choice = game::choice(kept.map(String::as_str), asked.query("way").unwrap_or_default());
        let own = self.entries().iter().filter(|entry| entry.table.game == game.id());
        let begun = own.filter(|entry| home::is_begun(ME, &entry.summary));
        let specs = specs(begun.take(home::LISTED));
        let page = GamePage {
            game,
            today,
            has_daily: self.has_deal_of(game, today),
            has_friends: false,
            seed: asked.query("seed").unwrap_or_default(),
            person: ME,
            account: false,
            tables: &items(&specs),
            learned: &Learned::read(&self.memory().learned),
            name: &self.name(),
            choice: &choice,
            base: self.origin(),
            ladder: false,
            prints: self.is_served(),
        };
        Ok(Response::html(page.page()))
    }

    pub(crate) fn workshop(
        &mut self,
        game: &'static dyn AnyGame,
        asked: &Asked<'_>,
    ) -> Result<Response, Fault> {
        let fragment = game.workshop(asked.query("text").unwrap_or_default()).ok_or(Fault::NotFound)?;
        Ok(Response::html(WorkshopPage { game, fragment: &fragment, base: self.origin() }.page()))
    }

    pub(crate) fn pad(&mut self, game: &'static dyn AnyGame, asked: &Asked<'_>) -> Result<Response, Fault> {
        let pad = game.score_pad().ok_or(Fault::NotFound)?;
        let (page, refused) = PadPage { game, pad, query: &asked.query, base: self.origin() }.page();
        Ok(Response { status: if refused { 422 } else { 200 }, ..Response::html(page) })
    }

    pub(crate) fn timer(&mut self, game: &'static dyn AnyGame) -> Result<Response, Fault> {
        let page = TimerPage::of(game, self.origin()).ok_or(Fault::NotFound)?;
        Ok(Response::html(page.page()))
    }

    pub(crate) fn settings(&mut self, asked: &Asked<'_>) -> Result<Response, Fault> {
        let page = SettingsPage {
            look: Look::read(&self.memory().look),
            saved: if asked.query("done").is_some() { Saved::Kept } else { Saved::Nothing },
            account: false,
            notifications: None,
        };
        Ok(Response::html(page.page()))
    }

    pub(crate) fn keep_settings(&mut self, asked: &Asked<'_>) -> Result<Response, Fault> {
        let look = Look::of(asked.field("theme"), asked.field("motion"), asked.field("table"));
        let memory = self.remember(|memory| memory.look = look.to_string());
        Ok(Response { memory: Some(memory), ..Response::to(urls::settings_done()) })
    }
}
