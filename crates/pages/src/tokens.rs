//! The programs of an account: its tokens for the API, and the mark of a bot.

use crate::frame::{Frame, Place, Sheet};
use crate::{ornament, text, urls};
use maud::{Markup, html};

/// The longest name of a token, in characters.
pub const LONGEST_TOKEN_NAME: usize = 40;

/// A scope that a token may have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ScopeChoice<'a> {
    /// The word in the form.
    pub word: &'a str,
    /// What it allows.
    pub meaning: &'a str,
}

/// A token in the list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Token {
    /// The id by which it is revoked.
    pub id: String,
    /// What its owner calls it.
    pub name: String,
    /// The words of its scopes, with blanks between them.
    pub scopes: String,
    /// The day it was made, `2026-11-21`.
    pub made: String,
    /// The day it was used last.
    pub used: Option<String>,
}

/// The page of tokens.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TokensPage<'a> {
    /// The tokens, the oldest first.
    pub tokens: &'a [Token],
    /// All scopes.
    pub scopes: &'a [ScopeChoice<'a>],
    /// Whether the account is marked as that of a bot.
    pub bot: bool,
    /// The token that was just made. It is shown only this once.
    pub fresh: Option<&'a str>,
    /// Why the form was refused, in a sentence.
    pub wrong: Option<&'a str>,
}

impl TokensPage<'_> {
    /// The whole page.
    #[must_use]
    pub fn page(&self) -> Markup {
        let body = html! {
            main.lobby #table {
                div.welcome {
                    h1 { "Programs and tokens" }
                    p {
                        "Your own program can use this account through the " a href=(urls::programs()) {
                            "API" }
                        ". It sends a token, which you can revoke at any time; it never needs your password."
                    }
                }
                @if let Some(token) = self.fresh { (fresh(token)) }
                @if self.tokens.is_empty() { (ornament::all()) } @else { (self.list()) }
                div.ways { (self.form()) (self.bot_form()) }
                p.choices { a href=(urls::account()) { "Back to your page" } }
            }
        };
        Frame { place: Some(Place::Me), sheet: Some(Sheet::People), ..Frame::new("Programs and tokens") }
            .page(&body)
    }

    fn list(&self) -> Markup {
        html! {
            section.card aria-labelledby="tokens" {
                h2 #tokens { "Your tokens" }
                ul.tokens {
                    @for token in self.tokens {
                        li {
                            form method="post" action=(urls::revoke_token()) {
                                span {
                                    strong { (token.name) }
                                    small {
                                        (token.scopes.replace(' ', ", ")) " · created on " time
                                            datetime=(token.made) { (text::long_date(&token.made)) } " · "
                                        @match &token.used {
                                            Some(used) => { "last used on " time datetime=(used) {
                                                (text::long_date(used)) } }
                                            None => { "never used" }
                                        }
                                    }
                                }
                                button name="id" value=(token.id) aria-label={ "Revoke " (token.name) } {
                                    "Revoke" }
                            }
                        }
                    }
                }
            }
        }
    }

    fn form(&self) -> Markup {
        html! {
            form.card method="post" action=(urls::tokens()) {
                h2 { "New token" }
                @if let Some(wrong) = self.wrong { p.wrong role="alert" { (wrong) } }
                label.field {
                    span { "Name" }
                    input name="name" required maxlength=(LONGEST_TOKEN_NAME) placeholder="my bot"
                        autocomplete="off";
                }
                fieldset.scopes {
                    legend { "What it may do" }
                    @for scope in self.scopes {
                        label {
                            input type="checkbox" name=(scope.word) value="1" checked[scope.word == "read"
                                || scope.word == "play"];
                            span { strong { (scope.word) } ": " (scope.meaning) }
                        }
                    }
                }
                button.primary { "Create token" }
            }
        }
    }

    fn bot_form(&self) -> Markup {
        html! {
            form.card method="post" action=(urls::mark_bot()) {
                h2 { "Bot" }
                @if self.bot {
                    p { "This account is marked as a bot. Other players are told, and it appears on the \
                        ladder if it plays against house bots." }
                    button name="bot" value="" { "Unmark as a bot" }
                } @else {
                    p { "If a program plays for this account, say so. Other players are told, and it appears \
                        on the ladder if it plays against house bots." }
                    button name="bot" value="1" { "Mark as a bot" }
                }
            }
        }
    }
}

fn fresh(token: &str) -> Markup {
    html! {
        section.card.fresh role="status" aria-labelledby="fresh" {
            h2 #fresh { "Your new token" }
            p { "Copy it now. It won’t be shown again." }
            div.link {
                input.token #token readonly value=(token) aria-label="The token" autofocus;
                button.primary type="button" data-copied="token" hidden { "Copy token" }
            }
        }
    }
}
