//! The chat of the table, with a field to write in.

use super::drawing::Drawing;
use super::model::ChatEntry;
use crate::urls;
use maud::{Markup, html};

/// The longest text, in characters.
pub const LONGEST_TEXT: usize = 300;

impl Drawing<'_> {
    /// The chat, if the visitor can speak with other players or something was said.
    pub(super) fn chat(&self) -> Markup {
        let company = self.page.company;
        let may_speak = self.viewpoint.is_player() && self.table.people() > 1;
        if company.chat.is_empty() && !may_speak {
            return html! {};
        }
        html! {
            section.chat aria-labelledby="chat" {
                h2 #chat { "Chat" @if company.watching > 0 { small { " · " (company.watching)
                    " watching" } } }
                ol aria-live="polite" {
                    @for entry in company.chat { (self.chat_entry(entry)) }
                }
                // The reader's browser knows who is in it.
                details #muted.muted hidden { summary { "Muted people" } ul {} }
                @if self.viewpoint.is_player() { (self.chat_field()) }
            }
        }
    }

    fn chat_entry(&self, entry: &ChatEntry<'_>) -> Markup {
        let own = self.viewpoint.id.as_deref() == Some(entry.person);
        html! {
            li id={ "said-" (entry.number) } data-person=(entry.alias) data-name=(entry.name) {
                strong { (entry.name) } " "
                @if entry.text.is_empty() { em { "deleted by a moderator" } } @else { span { (entry.text) } }
                @if !own && !entry.text.is_empty() {
                    button.mute type="button" data-mute=(entry.alias) title={ "Hide what " (entry.name)
                        " says" } { "Mute" }
                    a.mute href=(urls::report_said(self.table.id(), entry.number)) rel="nofollow" title={
                        "Report or block " (entry.name) } { "Report" }
                }
            }
        }
    }

    fn chat_field(&self) -> Markup {
        html! {
            form.say method="post" action=(urls::say(self.table.id())) data-send {
                input name="text" maxlength=(LONGEST_TEXT) autocomplete="off" placeholder="Say something"
                    aria-label="Say something";
                button { "Send" }
            }
        }
    }
}
