//! The page for reporting a text, the title of an event or a player to the moderators.

use crate::frame::Frame;
use crate::urls;
use maud::{Markup, html};

/// The longest sentence that goes with a report, in characters.
pub const LONGEST_NOTE: usize = 500;

/// What is reported.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reported<'a> {
    /// A text in the chat of a table.
    Text {
        /// The id of the table.
        table: &'a str,
        /// The number of the text.
        number: usize,
        /// When it was sent, in milliseconds.
        at: i64,
        /// The text.
        text: &'a str,
    },
    /// The title of an event.
    Event {
        /// The id of the event.
        id: &'a str,
        /// The title.
        title: &'a str,
    },
    /// A person with a profile.
    Person,
}

/// The page of a report.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ReportPage<'a> {
    /// What is reported.
    pub reported: Reported<'a>,
    /// The name of the reported person.
    pub name: &'a str,
    /// Whether the report has been sent.
    pub sent: bool,
    /// Whether the reader has blocked that person.
    pub blocked: bool,
}

impl ReportPage<'_> {
    /// The whole page.
    #[must_use]
    pub fn page(&self) -> Markup {
        let heading = match (self.sent, self.blocked) {
            (true, _) => "Thank you".to_owned(),
            (false, true) => format!("{} is blocked", self.name),
            (false, false) => format!("Report or block {}", self.name),
        };
        let body = html! {
            main.prose #table {
                h1 { (heading) }
                @if self.sent { p.done role="status" { "The moderators of this server will read your report."
                    } }
                @if self.blocked {
                    p.done role="status" {
                        "You won’t see what " (self.name) " says, and " (self.name)
                        " can’t sit down at your tables. You can undo this under " a
                            href=(urls::blocked()) { "blocked people" } "."
                    }
                }
                @if let Reported::Text { text, .. } | Reported::Event { title: text, .. } = self.reported {
                    blockquote.said { (text) }
                }
                @if !self.sent { (self.report_form()) }
                @if !self.blocked { (self.block_form()) }
                p { a href=(self.back()) { "Back" } }
            }
        };
        Frame::new("Report").page(&body)
    }

    fn back(&self) -> String {
        match self.reported {
            Reported::Text { table, .. } => urls::table(table),
            Reported::Event { id, .. } => urls::event(id),
            Reported::Person => urls::person(self.name),
        }
    }

    /// The fields that say which text is meant.
    fn which(&self) -> Markup {
        html! {
            @if let Reported::Text { number, at, .. } = self.reported {
                input type="hidden" name="said" value=(number);
                input type="hidden" name="at" value=(at);
            }
        }
    }

    fn report_form(&self) -> Markup {
        let action = match self.reported {
            Reported::Text { table, .. } => urls::report_text(table),
            Reported::Event { id, .. } => urls::report_event(id),
            Reported::Person => urls::report_person(self.name),
        };
        html! {
            form.card method="post" action=(action) {
                h2 { "Report to the moderators" }
                p { (moderators_see(self.reported)) }
                (self.which())
                label.field {
                    span { "Anything they should know? " small { "(optional)" } }
                    textarea name="note" rows="3" maxlength=(LONGEST_NOTE) {}
                }
                button.primary { "Report" }
            }
        }
    }

    fn block_form(&self) -> Markup {
        let action = match self.reported {
            Reported::Text { table, .. } => urls::block_at(table),
            Reported::Event { id, .. } => urls::block_organizer(id),
            Reported::Person => urls::block_person(self.name),
        };
        html! {
            form.card method="post" action=(action) {
                h2 { "Block " (self.name) }
                p { "You won’t see what " (self.name) " says at any table, and " (self.name) " can’t sit \
                    down where you play. " (self.name) " won’t be told." }
                (self.which())
                button { "Block" }
            }
        }
    }
}

/// What moderators see, in words for those who report something.
fn moderators_see(reported: Reported<'_>) -> &'static str {
    match reported {
        Reported::Text { .. } => {
            "They see this message, those around it at the same table, the table’s address, both names and \
             what you add. They don’t see hidden hands, passwords or chat at other tables. The person isn’t \
             told that you reported it."
        }
        Reported::Event { .. } => {
            "They see this title, the event’s page, both names and what you add. They don’t see hidden \
             hands, passwords or chat. The organizer isn’t told that you reported it."
        }
        Reported::Person => {
            "They see both names, what you add, and earlier reports about this person. They don’t see hidden \
             hands, passwords or chat. The person isn’t told that you reported them."
        }
    }
}
