//! What pages ask of a game in the catalog, in one place.

use bagatelle_catalog::AnyGame;
use bagatelle_core::persona::Persona;
use bagatelle_core::present::{Grade, HardDeals, Manifest, Overlay, Question};
use bagatelle_core::program::ProgramInfo;
use bagatelle_table::{Rating, RatingPool};
use maud::{Markup, html};

/// All games, in the order in which they are shown.
pub(crate) fn all() -> &'static [&'static dyn AnyGame] {
    bagatelle_catalog::games()
}

/// A game by its id.
pub(crate) fn find(id: &str) -> Option<&'static dyn AnyGame> {
    bagatelle_catalog::find(id)
}

/// The name of a game; its id if it is no longer in the catalog.
pub(crate) fn name_of(id: &str) -> &str {
    find(id).map_or(id, |game| name(game))
}

/// The name of the game that a rating is for, and which games it counts.
pub(crate) fn rated(rating: &Rating) -> Markup {
    html! { (name_of(&rating.game)) @if rating.pool == RatingPool::Ladder { " on the ladder" } }
}

pub(crate) fn name(game: &dyn AnyGame) -> &'static str {
    game.manifest().name
}

pub(crate) fn tagline(game: &dyn AnyGame) -> &'static str {
    game.manifest().tagline
}

pub(crate) fn designer(game: &dyn AnyGame) -> &'static str {
    game.manifest().designer
}

/// How long a game takes: `15 min`.
pub(crate) fn minutes(game: &dyn AnyGame) -> String {
    game.manifest().duration()
}

/// The number of players: `1 player`, `2 to 4 players`.
pub(crate) fn players(game: &dyn AnyGame) -> String {
    let players = game.manifest().players();
    format!("{players} player{}", if players == "1" { "" } else { "s" })
}

/// Whether the game is played alone.
pub(crate) fn is_solitaire(game: &dyn AnyGame) -> bool {
    game.manifest().seats == (1..=1)
}

/// Whether exactly two play.
pub(crate) fn is_for_two(game: &dyn AnyGame) -> bool {
    game.manifest().seats == (2..=2)
}

/// Whether a part of the game is hidden from a viewer.
pub(crate) fn is_hidden(game: &dyn AnyGame) -> bool {
    game.hidden()
}

/// Whether a game begins with a deal, so that its seed is of interest.
pub(crate) fn is_dealt(game: &dyn AnyGame) -> bool {
    game.manifest().seeded
}

/// Whether a game can be printed.
pub(crate) fn is_on_paper(game: &dyn AnyGame) -> bool {
    game.manifest().on_paper
}

/// Whether set-ups of a game can be laid by hand.
pub(crate) fn is_laid(game: &dyn AnyGame) -> bool {
    game.manifest().laid
}

/// Whether two can play a game, so that a timer for two is of use.
pub(crate) fn is_timed(game: &dyn AnyGame) -> bool {
    game.manifest().seats.contains(&2)
}

/// Whether a game has a deal of the day: one plays it alone from a deal, and the solver finds its par.
#[must_use]
pub fn has_deal(game: &dyn AnyGame) -> bool {
    is_solitaire(game) && is_dealt(game) && game.manifest().par_limit.is_some()
}

/// `deal`, or `game` where nothing is dealt.
pub(crate) fn deal_or_game(game: &dyn AnyGame) -> &'static str {
    if is_dealt(game) { "deal" } else { "game" }
}

pub(crate) fn has_solver(game: &dyn AnyGame) -> bool {
    game.manifest().solve_limit.is_some()
}

pub(crate) fn programs(game: &dyn AnyGame) -> Vec<ProgramInfo> {
    game.programs()
}

/// The programs that are offered as opponents, weakest first, by their names in forms.
pub(crate) fn opponents(game: &dyn AnyGame) -> impl Iterator<Item = (&'static str, Persona)> {
    programs(game).into_iter().filter_map(|program| Some((program.name, program.persona?)))
}

pub(crate) fn overlays(game: &dyn AnyGame) -> &'static [Overlay] {
    game.manifest().overlays
}

pub(crate) fn option_questions(game: &dyn AnyGame) -> Vec<Question> {
    (game.manifest().options)()
}

pub(crate) fn deal_questions(game: &dyn AnyGame) -> Vec<Question> {
    let Manifest { grades, plain_grade, .. } = game.manifest();
    let difficulty = (!grades.is_empty()).then(|| Grade::question(grades, plain_grade));
    difficulty.into_iter().chain((game.manifest().deal_options)()).collect()
}

pub(crate) fn hardest(game: &dyn AnyGame) -> Vec<HardDeals> {
    (game.manifest().hardest)()
}

/// What its table is covered with, as the style sheet calls it.
pub(crate) fn surface(game: &dyn AnyGame) -> &'static str {
    game.manifest().surface.word()
}

/// The rule page, as an HTML fragment.
pub(crate) fn rules(game: &dyn AnyGame) -> Markup {
    game.rules_page()
}
