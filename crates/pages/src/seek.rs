//! Playing someone: the form that asks for an opponent, the people who wait for one, and the page on which a
//! visitor waits.

use crate::frame::{Frame, Place, Script};
use crate::new_game::Choice;
use crate::once::key_field;
use crate::{game, ornament, urls};
use bagatelle_catalog::AnyGame;
use bagatelle_core::present::face;
use bagatelle_table::{Pace, paces_for};
use maud::{Markup, html};

/// How often a page without scripts is reloaded while its visitor waits, in seconds.
const RELOAD_S: u32 = 5;

/// The clock of a game by mail.
const BY_MAIL: Pace = Pace::Days(3);

/// How fast a game with someone is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tempo {
    /// In one sitting, with a clock that suits the game.
    Live,
    /// With days for each move.
    ByMail,
}

impl Tempo {
    const ALL: [Tempo; 2] = [Tempo::Live, Tempo::ByMail];

    /// Reads the word that forms use.
    #[must_use]
    pub fn read(word: &str) -> Option<Tempo> {
        Tempo::ALL.into_iter().find(|tempo| tempo.word() == word)
    }

    /// The tempo that has this clock in a game.
    #[must_use]
    pub fn of(game: &dyn AnyGame, pace: Pace) -> Option<Tempo> {
        Tempo::ALL.into_iter().find(|tempo| tempo.pace(game) == pace)
    }

    /// The word that forms use.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Tempo::Live => "live",
            Tempo::ByMail => "days",
        }
    }

    /// The clock in a game.
    #[must_use]
    pub fn pace(self, game: &dyn AnyGame) -> Pace {
        let [_, _, live, ..] = paces_for(*game.manifest().minutes.end());
        match self {
            Tempo::Live => live,
            Tempo::ByMail => BY_MAIL,
        }
    }
}

/// The games in which two people can be brought together.
pub fn games() -> impl Iterator<Item = &'static dyn AnyGame> {
    game::all().iter().copied().filter(|game| !game::is_solitaire(*game))
}

/// Someone who waits for an opponent.
#[derive(Clone, PartialEq, Debug)]
pub struct SeekItem {
    /// The name.
    pub name: String,
    /// The game.
    pub game: &'static str,
    /// The clock.
    pub pace: Pace,
    /// Whether the game is rated.
    pub rated: bool,
    /// The rating, if the game is rated and there is one.
    pub rating: Option<f64>,
    /// Whether anyone may watch.
    pub public: bool,
    /// Whether the reader waits there.
    pub own: bool,
    /// The id of the search.
    pub id: String,
}

/// What a game with someone is about: the clock, and whether it is rated.
fn terms(pace: Pace, rated: bool) -> Markup {
    html! { (pace.words()) @if rated { ", rated" } }
}

/// The form that asks for an opponent. An account may ask for a rated game.
pub(crate) fn form(account: bool) -> Markup {
    html! {
        form.card.seek method="post" action=(urls::seek()) aria-labelledby="someone" {
            h2 #someone { "Play someone" }
            fieldset.segments {
                legend { "Game" }
                @for (n, game) in games().enumerate() {
                    label {
                        input type="radio" name="game" value=(game.id()) checked[n == 0];
                        span { (game::name(game)) }
                    }
                }
            }
            fieldset.segments {
                legend { "Pace" }
                @for (tempo, label) in [(Tempo::Live, "Live".to_owned()), (Tempo::ByMail, BY_MAIL.words())] {
                    label {
                        input type="radio" name="pace" value=(tempo.word()) checked[tempo == Tempo::Live];
                        span { (label) }
                    }
                }
            }
            @if account { label.switch { input type="checkbox" name="rated" value="1"; span { "Rated" } } }
            label.switch {
                input type="checkbox" name="public" value="1";
                span { "Anyone may watch, if the other player agrees" }
            }
            button.primary { "Find an opponent" }
        }
    }
}

/// The people who wait for an opponent, each with a button.
pub(crate) fn waiting(seeks: &[SeekItem], account: bool) -> Markup {
    html! {
        @if !seeks.is_empty() {
            ul.mine.tables.seeks {
                @for seek in seeks {
                    @if let Some(game) = game::find(seek.game) { (item(seek, game, account)) }
                }
            }
        }
    }
}

fn item(seek: &SeekItem, game: &dyn AnyGame, account: bool) -> Markup {
    let about = html! {
        strong { (game::name(game)) }
        span.deal {
            (seek.name) @if let Some(rating) = seek.rating { " (" (rating.round()) ")" } " · "
            (terms(seek.pace, seek.rated)) @if seek.public { ", anyone may watch" }
        }
    };
    html! {
        li {
            @if seek.own {
                a href=(urls::seek_page(&seek.id)) { (about) span.state { "You’re waiting" } }
            } @else if seek.rated && !account {
                a href=(urls::account()) { (about) span.state { "Log in to play" } }
            } @else {
                form method="post" action=(urls::seek()) {
                    input type="hidden" name="game" value=(seek.game);
                    @let tempo = Tempo::of(game, seek.pace).unwrap_or(Tempo::Live);
                    input type="hidden" name="pace" value=(tempo.word());
                    @if seek.rated { input type="hidden" name="rated" value="1"; }
                    @if seek.public { input type="hidden" name="public" value="1"; }
                    button { (about) span.state.button { "Play" } }
                }
            }
        }
    }
}

/// How the search for an opponent stands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Progress {
    /// It goes on.
    Waiting,
    /// It has gone on for so long that the computer is offered.
    Long,
    /// The game with this id was found.
    Found(String),
    /// It was cancelled, or the page was away for too long.
    Over,
}

impl Progress {
    /// Whether the visitor still waits.
    #[must_use]
    pub fn goes_on(&self) -> bool {
        matches!(self, Progress::Waiting | Progress::Long)
    }

    /// A number that is another one when the page changes.
    #[must_use]
    pub fn revision(&self) -> u64 {
        match self {
            Progress::Waiting => 0,
            Progress::Long => 1,
            Progress::Found(_) => 2,
            Progress::Over => 3,
        }
    }
}

/// The page on which a visitor waits for an opponent.
#[derive(Clone, Copy)]
pub struct SeekPage<'a> {
    /// The id of the search.
    pub id: &'a str,
    /// The game, the clock, and whether the game is rated; unknown once the search is over.
    pub about: Option<(&'a dyn AnyGame, Pace, bool)>,
    /// How the search stands.
    pub search: &'a Progress,
}

impl SeekPage<'_> {
    /// The whole page.
    #[must_use]
    pub fn page(&self) -> Markup {
        Frame {
            place: Some(Place::Tables),
            script: Script::Live,
            unscripted_reload_s: self.search.goes_on().then_some(RELOAD_S),
            ..Frame::new("Play someone")
        }
        .page(&self.part())
    }

    /// The part that live updates replace.
    #[must_use]
    pub fn part(&self) -> Markup {
        let revision = self.search.revision();
        html! {
            main.prose.seeking #table data-version=(revision) data-seq="0" data-revision=(revision)
                data-part=(urls::seek_part(self.id))
                data-events=[self.search.goes_on().then(|| urls::seek_events(self.id))] {
                h1 { "Play someone" }
                @if let Some((game, pace, rated)) = self.about {
                    (ornament::of(game))
                    p.deal { (game::name(game)) " · " (terms(pace, rated)) }
                }
                p #status .status role="status" { (self.status()) }
                @match self.search {
                    Progress::Waiting => (self.cancel()),
                    Progress::Long => {
                        @if let Some((game, ..)) = self.about { (computer(game)) }
                        (self.cancel())
                    },
                    Progress::Found(table) => p.choices {
                        a.button.primary data-go="along" href=(urls::table(table)) { "To the game" }
                    },
                    Progress::Over => p.choices { a.button.primary href=(urls::lobby()) { "Search again" } },
                }
            }
        }
    }

    fn status(&self) -> &'static str {
        match self.search {
            Progress::Waiting => "Looking for an opponent… Leaving this page cancels the search.",
            Progress::Long => "No one yet. You can keep waiting, or play the computer instead.",
            Progress::Found(_) => "We’ve found an opponent.",
            Progress::Over => {
                "This search is over because you left the page for too long or started another search."
            }
        }
    }

    fn cancel(&self) -> Markup {
        html! {
            form.choices method="post" action=(urls::leave_seek(self.id)) { button { "Cancel" } }
        }
    }
}

/// A game against the opponent that newcomers get.
fn computer(game: &dyn AnyGame) -> Markup {
    let usual = Choice::default().opponent(game);
    let persona = game::opponents(game).find(|(program, _)| Some(*program) == usual);
    html! {
        @if let Some((program, persona)) = persona {
            form.choices method="post" action=(urls::new_table(game.id())) {
                (key_field())
                input type="hidden" name="way" value="computer";
                input type="hidden" name="program" value=(program);
                button.primary { (face(&persona)) " Play " (persona.name) " (" (persona.skill) ")" }
            }
        }
    }
}
