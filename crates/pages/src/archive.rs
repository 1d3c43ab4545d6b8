//! All games of a visitor, with filters and a search.

use crate::frame::{Frame, Place, Script, Sheet};
use crate::list::{TableItem, boards, waiting};
use crate::{game, ornament, urls};
use bagatelle_table::{ListGroup, Millis, SeatResult, Stage};
use maud::{Markup, html};

/// Which tables are listed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Which {
    /// All.
    #[default]
    All,
    /// Those that wait for the visitor's move.
    ToMove,
    /// Those of a stage.
    At(Stage),
    /// Those that ended this way for the visitor.
    Ended(SeatResult),
}

/// Whether help was taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum HelpFilter {
    /// With help or without.
    #[default]
    Any,
    /// With help.
    With,
    /// Without help.
    Without,
}

impl HelpFilter {
    const ALL: [HelpFilter; 3] = [HelpFilter::Any, HelpFilter::With, HelpFilter::Without];

    /// The text in addresses.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            HelpFilter::Any => "",
            HelpFilter::With => "with",
            HelpFilter::Without => "without",
        }
    }

    /// Reads the text in an address; any help for a text that says nothing.
    #[must_use]
    pub fn read(text: &str) -> HelpFilter {
        HelpFilter::ALL.into_iter().find(|help| help.word() == text).unwrap_or_default()
    }

    /// Which tables are wanted; `None` for any.
    #[must_use]
    pub fn wanted(self) -> Option<bool> {
        match self {
            HelpFilter::Any => None,
            HelpFilter::With => Some(true),
            HelpFilter::Without => Some(false),
        }
    }

    fn label(self) -> &'static str {
        match self {
            HelpFilter::Any => "Any",
            HelpFilter::With => "With help",
            HelpFilter::Without => "Without help",
        }
    }
}

impl Which {
    const ALL: [Which; 8] = [
        Which::All,
        Which::ToMove,
        Which::At(Stage::Playing),
        Which::At(Stage::Open),
        Which::At(Stage::Over),
        Which::Ended(SeatResult::Won),
        Which::Ended(SeatResult::Drawn),
        Which::Ended(SeatResult::Lost),
    ];

    /// The text in addresses.
    #[must_use]
    pub fn word(self) -> String {
        match self {
            Which::All => String::new(),
            Which::ToMove => "turn".into(),
            Which::At(stage) => stage.to_string(),
            Which::Ended(result) => result.to_string(),
        }
    }

    /// Reads the text in an address; all tables for a text that says nothing.
    #[must_use]
    pub fn read(text: &str) -> Which {
        Which::ALL.into_iter().find(|which| which.word() == text).unwrap_or_default()
    }

    fn label(self) -> &'static str {
        match self {
            Which::All => "All",
            Which::ToMove => "My turn",
            Which::At(Stage::Playing) => "In progress",
            Which::At(Stage::Open) => "Waiting for players",
            Which::At(Stage::Over) => "Finished",
            Which::Ended(SeatResult::Won) => "Won or solved",
            Which::Ended(SeatResult::Drawn) => "Drawn",
            Which::Ended(SeatResult::Lost) => "Lost",
        }
    }
}

/// What a visitor looks for.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Filter {
    /// The id of a game; empty for all.
    pub game: String,
    /// Which tables.
    pub which: Which,
    /// Whether help was taken.
    pub help: HelpFilter,
    /// A text in names, seeds and dates.
    pub text: String,
    /// How many tables come before the first one shown.
    pub skip: u32,
    /// How many are shown on a page.
    pub limit: u32,
}

/// All games of a visitor.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ArchivePage<'a> {
    /// The visitor's id; empty for a visitor without one.
    pub person: &'a str,
    /// What the visitor looks for.
    pub filter: &'a Filter,
    /// The tables that were found, in the order of their groups, newest first.
    pub tables: &'a [TableItem<'a>],
    /// Whether there are more.
    pub more: bool,
    /// The tables where it is the visitor's turn, whatever the visitor looks for.
    pub to_move: &'a [TableItem<'a>],
    /// The tables with an open seat to which others have invited the visitor.
    pub invited: &'a [TableItem<'a>],
    /// The time now, to which others are related.
    pub now: Millis,
    /// Whether these are only the games of a device, and a server has others.
    pub cut_off: bool,
}

/// Up to how many games a list needs no filters.
const FEW: usize = 10;

impl ArchivePage<'_> {
    /// The whole page.
    #[must_use]
    pub fn page(&self) -> Markup {
        let waiting = waiting(self.to_move, self.person);
        let body = html! {
            main.prose #table {
                // What was brought home from this device: see the module `sync` of the scripts.
                p #brought .brought hidden {}
                h1 { "My games" }
                // Taken away where the server answers: see the script `offline`.
                @if self.cut_off {
                    p #cut-off { "You’re offline, so you see only the games on this device." }
                }
                (self.invitations())
                @if self.tables.is_empty() && !self.is_filtered() { (self.nothing()) } @else {
                    p.links { a href=(urls::results()) { "Results and charts" } (self.turns(waiting)) }
                    @if self.is_filtered() || self.more || self.tables.len() > FEW { (self.form()) }
                    @if self.tables.is_empty() {
                        p { "No matching games." }
                        p { a.button href=(urls::archive()) { "Show all games" } }
                    } @else { (boards(self.tables, self.person, self.now)) }
                    (self.steps())
                }
                p.small { a href=(urls::records()) { "Open a record" } " of a game to replay it or play on \
                    from it." }
            }
        };
        let frame = Frame { place: Some(Place::Games), sheet: Some(Sheet::People), ..Frame::new("My games") };
        Frame { script: Script::Today, waiting: waiting + self.invited.len(), ..frame }.page(&body)
    }

    /// Whether the visitor asks for anything but all games from the newest on.
    fn is_filtered(&self) -> bool {
        *self.filter != Filter { limit: self.filter.limit, ..Filter::default() }
    }

    /// The invitations of others, with buttons to take the seat or not.
    fn invitations(&self) -> Markup {
        html! {
            @if !self.invited.is_empty() {
                section.card aria-labelledby="invited" {
                    h2 #invited { "You’re invited" }
                    ul.tokens { @for item in self.invited { li { (invitation(item)) } } }
                }
            }
        }
    }

    /// The link to the tables that wait, where the list does not begin with them.
    fn turns(&self, waiting: usize) -> Markup {
        let begins =
            self.tables.first().is_some_and(|item| item.summary.group(self.person) == ListGroup::OwnTurn);
        html! {
            @if waiting > 0 && !begins {
                a href=(urls::archive_from("", &Which::ToMove.word(), "", "", 0)) {
                    @if waiting == 1 { "1 table is waiting for you" }
                    @else { (waiting) " tables are waiting for you" }
                }
            }
        }
    }

    fn form(&self) -> Markup {
        let filter = self.filter;
        html! {
            form.filters method="get" action=(urls::archive()) {
                label.field {
                    span { "Game" }
                    select name="game" {
                        option value="" { "All" }
                        @for game in game::all() {
                            option value=(game.id()) selected[filter.game == game.id()] {
                                (game::name(*game)) }
                        }
                    }
                }
                label.field {
                    span { "Status" }
                    select name="phase" {
                        @for which in Which::ALL {
                            option value=(which.word()) selected[which == filter.which] { (which.label()) }
                        }
                    }
                }
                label.field {
                    span { "Help" }
                    select name="help" {
                        @for help in HelpFilter::ALL {
                            option value=(help.word()) selected[help == filter.help] { (help.label()) }
                        }
                    }
                }
                label.field {
                    span { "Player or seed" }
                    input type="search" name="text" value=(filter.text) maxlength="60";
                }
                button { "Show" }
            }
        }
    }

    /// What the page says before the first game.
    fn nothing(&self) -> Markup {
        html! {
            (ornament::all())
            @if !self.cut_off {
                p { "Every game you start is kept here, so you can come back to it whenever you like." }
            }
            p { a.button.primary href=(urls::home()) { "Choose a game" } }
        }
    }

    fn steps(&self) -> Markup {
        let filter = self.filter;
        let from = |skip| {
            urls::archive_from(&filter.game, &filter.which.word(), filter.help.word(), &filter.text, skip)
        };
        html! {
            p.steps {
                @if filter.skip > 0 { a.button href=(from(filter.skip.saturating_sub(filter.limit))) {
                    "Newer" } }
                @if self.more { a.button href=(from(filter.skip + filter.limit)) { "Older" } }
            }
        }
    }
}

fn invitation(TableItem { spec, summary }: &TableItem<'_>) -> Markup {
    let owner = summary.seats.iter().find(|seat| seat.person.as_ref() == Some(&spec.owner));
    let name = owner.map_or("", |seat| seat.name.as_str());
    html! {
        form method="post" action=(urls::decline_invitation(&spec.id)) {
            span {
                strong { (name) }
                small { (game::name_of(&spec.game)) " · " (spec.terms.pace.words()) }
            }
            span.choices {
                a.button.primary href=(urls::table(&spec.id)) aria-label={ "Play with " (name) } { "Play" }
                button aria-label={ "Decline the invitation from " (name) } { "Decline" }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn filters_are_read_from_addresses() {
        for which in Which::ALL {
            assert_eq!(Which::read(&which.word()), which);
        }
        assert_eq!(Which::read("nonsense"), Which::All);
        for help in HelpFilter::ALL {
            assert_eq!(HelpFilter::read(help.word()), help);
        }
    }
}
