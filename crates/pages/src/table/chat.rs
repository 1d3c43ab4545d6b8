//! The chat of the table, with a field to write in.

use super::drawing::Drawing;
use super::model::ChatEntry;
use crate::urls;
use maud::{Markup, html};

/// The longest text, in characters.
pub const LONGEST_TEXT: usize = 300;

/// What is said before, during and after any game.
const FIRST: [&str; 3] = ["Hello!", "Good luck!", "Have fun!"];
const DURING: [&str; 3] = ["Nice move!", "Oops…", "One moment, please."];
const LAST: [&str; 3] = ["Good game!", "Thanks!", "Well played!"];

impl Drawing<'_> {
    /// The chat, if there are players to speak with each other or something was said.
    pub(super) fn chat(&self) -> Markup {
        let company = self.page.company;
        if company.chat.is_empty() && self.table.people() < 2 {
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
                @else { p.small { "Only players can write here." } }
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

    /// A field, and phrases of the moment that one tap sends.
    fn chat_field(&self) -> Markup {
        let (table, address) = (self.table, urls::say(self.table.id()));
        let phrases = match (table.is_over(), table.play().ply()) {
            (true, _) => LAST.to_vec(),
            (false, 0..=1) => FIRST.to_vec(),
            (false, _) => [table.game().manifest().phrases, &DURING].concat(),
        };
        html! {
            form.say method="post" action=(address) data-send {
                input name="text" maxlength=(LONGEST_TEXT) autocomplete="off" placeholder="Say something"
                    aria-label="Say something";
                button { "Send" }
            }
            form.say.phrases method="post" action=(address) data-send {
                @for phrase in phrases { button name="text" value=(phrase) { (phrase) } }
            }
        }
    }
}
