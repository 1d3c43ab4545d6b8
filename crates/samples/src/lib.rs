//! A sample of each page and of each state of a table: for snapshots, for the laws of pages, and for
//! pictures.
//!
//! The tables are real ones, made from fixed seeds by deciding and applying commands.

mod analysis;
mod events;
mod fairness;
mod laid;
mod lessons;
mod lists;
mod moderation;
mod people;
mod positions;
mod sample;
mod story;
mod tables;
mod today;

pub use sample::Sample;

use bagatelle_pages::Markup;
use bagatelle_pages::privacy::PrivacyPage;
use story::{ANN, BASE, Story, against_program};

/// All samples.
///
/// # Panics
/// If a command of a sample is rejected: the rules of a game have changed.
#[must_use]
pub fn all() -> Vec<Sample> {
    let mut all = lists::samples();
    all.extend(laid::samples());
    all.extend(people::samples());
    all.extend(events::samples());
    all.extend(moderation::samples());
    all.extend(today::samples());
    all.extend(lessons::samples());
    all.extend(positions::samples());
    all.extend(tables::samples());
    all.extend(tables::endings());
    all.extend(tables::results());
    all.extend(tables::same_deals());
    all.extend(tables::hints());
    all.extend(tables::replays());
    all.extend(fairness::samples());
    all.extend(analysis::samples());
    let kept = PrivacyPage {
        keep_guests_days: Some(90),
        registration: true,
        access_log: true,
        notifications: true,
        base: BASE,
    };
    all.push(Sample::new("privacy", PrivacyPage { registration: true, ..PrivacyPage::default() }.page()));
    all.push(Sample::new("privacy-kept-for-a-while", kept.page()));
    all
}

/// Draws the page of one table, after a number of actions of a game, whenever it is called.
///
/// # Panics
/// If there is no such game.
pub fn painter(game: &str, actions: usize) -> impl Fn() -> Markup {
    let story = Story::new(against_program(game)).plays(actions);
    let viewpoint = story.viewpoint(ANN);
    move || story.page(&viewpoint).page()
}
